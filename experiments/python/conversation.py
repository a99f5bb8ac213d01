"""The conversation of docs/protocol.md: copy this file into your adapter's folder, or these lines into your adapter."""

import json
import sys
import traceback


def converse(answers):
    """answers[op] is called with the question, a dictionary, and returns the fields of the answer."""
    for line in sys.stdin:
        question = json.loads(line)
        try:
            answer = answers[question["op"]](question)
        except Exception as error:  # the judge reports it as a failure of this question, and goes on
            traceback.print_exc()   # to standard error, which the judge shows
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps({"id": question["id"], **answer}), flush=True)
