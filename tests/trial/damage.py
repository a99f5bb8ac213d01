"""Ways to damage traces and arrays, and what a damaged trace still says."""

import ast
import json
import math
import struct

from material import header_end, npy

# What a reader may do without.
REQUIRED = {"schema", "environment", "method", "rounds", "seed", "dim", "arms", "detail", "t", "arm", "reward",
            "end", "status", "name", "settings"}
FREE_TEXT = {"producer"}


def difference(original, damaged):
    """The first place that is not the same, to be shown."""
    at = next((at for at, pair in enumerate(zip(original, damaged)) if pair[0] != pair[1]),
              min(len(original), len(damaged)))
    return f"{original[max(0, at - 30):at + 30]!r} became {damaged[max(0, at - 30):at + 30]!r}"


def cuts(content, step):
    """Places where a file is cut: around every line's end, and in between."""
    ends = [at for at, byte in enumerate(content) if byte == 10]
    near = {at + by for at in ends for by in (-1, 0, 1, 2)}
    return sorted(at for at in near | set(range(0, len(content), step)) if 0 <= at < len(content))


def flipped(content, bit):
    damaged = bytearray(content)
    damaged[bit // 8] ^= 1 << bit % 8
    return bytes(damaged)


def same_value(given, there):
    """Whether `there`, from the damaged file, says nothing that `given` does not."""
    if isinstance(given, dict):
        if not isinstance(there, dict) or REQUIRED & set(given) - set(there):
            return False
        if "settings" in given and not set(there["settings"]) <= set(given["settings"]):
            return False  # there a key that nobody knows is no harmless addition
        return all(key not in there or key in FREE_TEXT or same_value(value, there[key])
                   for key, value in given.items())
    if isinstance(given, list):
        return isinstance(there, list) and len(given) == len(there) and all(map(same_value, given, there))
    if isinstance(given, float) or isinstance(there, float):
        numbers = all(type(number) in (int, float) for number in (given, there))
        return numbers and struct.pack("d", given) == struct.pack("d", there)
    return type(given) is type(there) and given == there


def parsed(line):
    try:
        return json.loads(line.decode("utf-8-sig"))  # a byte order mark says nothing
    except (ValueError, RecursionError):
        return None


class Remains:
    """What of a trace is left in a damaged copy."""

    def __init__(self, original, damaged):
        given = original.split(b"\n")[:-1]
        there = damaged.split(b"\n")[:-1]  # a line without its end was being written
        self.lines = len(there)
        self.is_same = 1 <= len(there) <= len(given) and all(
            same_value(parsed(line), parsed(other)) for line, other in zip(given, there))
        self.complete = self.is_same and "end" in (parsed(there[-1]) or {})
        self.rounds = len(there) - 1 - self.complete


def leaves(tree, path=()):
    """The paths of all numbers and texts of a JSON document."""
    if isinstance(tree, (dict, list)):
        pairs = tree.items() if isinstance(tree, dict) else enumerate(tree)
        for key, value in pairs:
            yield from leaves(value, (*path, key))
    else:
        yield path


def replaced(tree, path, new):
    tree = json.loads(json.dumps(tree))
    place = tree
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = new(place[path[-1]])
    return tree


def next_number(value):
    if isinstance(value, bool):
        return not value
    return math.nextafter(value, 2.0) if isinstance(value, float) else value + 1 if isinstance(value, int) else value + "x"


EDITS = [next_number, lambda _: math.nan, lambda _: 1e300, lambda _: "0", lambda _: None, lambda _: [], lambda _: {},
         lambda _: True, lambda _: -1, lambda _: 2**64, lambda _: "\x1b[2J"]


def edited_traces(content, draw, count):
    lines = content.splitlines()
    documents = [json.loads(line) for line in lines]
    places = [(number, path) for number, document in enumerate(documents) for path in leaves(document)
              if path[0] not in FREE_TEXT]
    for edit in range(count):
        number, path = draw.choice(places)
        changed = replaced(documents[number], path, EDITS[edit % len(EDITS)])
        yield b"\n".join([*lines[:number], json.dumps(changed, separators=(",", ":")).encode(), *lines[number + 1:], b""])


def rearranged_traces(content):
    lines = content.splitlines(keepends=True)
    yield content.replace(lines[2], lines[2] * 2)
    yield b"".join([lines[0], lines[2], lines[1], *lines[3:]])
    yield b"".join([lines[0], *lines[2:]])
    yield content + lines[-1]
    yield content + lines[0]
    yield content + b"\n"
    yield content + b"\0\n"
    yield lines[0] + content
    yield content.replace(lines[1], b"\n" + lines[1])
    yield b"\xef\xbb\xbf" + content
    yield content.replace(lines[1], lines[1].replace(b'"t"', b'"contexts":' + b"[" * 100000 + b"]" * 100000 + b',"t"'))
    yield lines[0] + b"[" * 200000 + b"\n"
    yield lines[0] + b'{"end":{"status":"completed","rounds":0}}\n'
    yield lines[0] + b'{"end":{"status":"diverged","rounds":0}}\n'
    yield b"".join([*lines[:3], lines[-1]])
    yield b"".join([*lines[:3], b'{"end":{"status":"diverged","rounds":2}}\n'])
    yield b"".join([*lines[:-1], b'{"end":{"status":"diverged","rounds":5}}\n'])
    yield content.replace(b'"rounds":5', b'"rounds":6', 1)
    yield content.replace(b'"rounds":5', b'"rounds":4', 1)
    yield content.replace(b'"rounds":5', b'"rounds":18446744073709551615', 1)
    yield content.replace(b'"seed":1', b'"seed":2')
    yield content.replace(b'"arms":2', b'"arms":99999999')
    yield content.replace(b'"dim":3', b'"dim":9223372036854775807')
    yield content.replace(b'"width":"4"', b'"width":"400000000"')


BROKEN_HEADERS = [
    "", "{}", "(8, 3)", "{'descr': '<f8', 'fortran_order': False, }",
    *(f"{{'descr': '<f8', 'fortran_order': False, 'shape': {shape}, }}" for shape in (
        "(-1, 3)", "(8, 3", "(8.0, 3)", "8", "(99999999999999999999, 3)", "(4294967296, 4294967296)",
        "(2305843009213693952, 8)", "(1152921504606846976, 2)", "(9223372036854775807, 1)", "(1000000, 1000000)",
        "(800, 3)", "(8, 300)", "(0, 3)", "(8, 0)", "()", "(8, 3, 1, 1)", "('8', '3')", "(8L, 3L)", "None")),
    *(f"{{'descr': {descr}, 'fortran_order': False, 'shape': (8, 3), }}" for descr in (
        "'>f8'", "'<c16'", "'|O'", "'<U4'", "'<f2'", "'|S8'", "'<f16'", "'<M8[ns]'", "'f'", "''", "[('x', '<f8')]",
        "'<f8", "8")),
    *(f"{{'descr': '<f8', 'fortran_order': {order}, 'shape': (8, 3), }}" for order in ("Maybe", "0", "", "'True'")),
]


def truncated_arrays(content):
    end = header_end(content)
    for at in (0, 1, 5, 6, 7, 8, 9, 10, 11, 40, end - 1, end, end + 1, end + 8, len(content) - 8, len(content) - 1):
        yield content[:at]


def broken_arrays(numbers):
    for header in BROKEN_HEADERS:
        yield npy(None, numbers, header=header)
    whole = npy((8, 3), numbers)
    for version in (0, 4, 255):
        yield whole[:6] + bytes([version]) + whole[7:]
    for length in (b"\x00\x00", b"\x01\x00", b"\xff\xff"):
        yield whole[:8] + length + whole[10:]
    yield npy((8, 3), numbers, version=2)[:8] + b"\xff\xff\xff\xff" + whole[12:]


def is_header_readable(content):
    """Whether Python takes the header, and the numbers suffice for it."""
    try:
        header = ast.literal_eval(content[10:header_end(content)].decode("latin-1").strip())
        count = math.prod(header["shape"])
        return len(content) - header_end(content) >= count * int(header["descr"][2:])
    except (ValueError, SyntaxError, KeyError, TypeError, MemoryError):
        return False
