"""C++ source text without its comments and literals, or its comments alone; every line stays where it was."""

import re

# In the order in which a compiler would see them: whatever comes first in the text wins, so that a
# quote in a comment opens no string and the 10'000 of a number no character.
TOKEN = re.compile(r"""
    (?P<include> ^[ \t]*\#[ \t]*include[ \t]*(?:<[^>\n]*>|"[^"\n]*") )
  | (?P<comment> //(?:\\\n|[^\n])* | /\*.*?(?:\*/|\Z) )
  | (?P<literal> (?:u8|[uUL])?R"(?P<mark>[^()\\\s]{0,16})\(.*?\)(?P=mark)"
               | (?:u8|[uUL])?"(?:\\.|[^"\\\n])*"
               | (?:u8|[uUL])?'(?:\\.|[^'\\\n])*' )
  | (?P<word>    \.?\d(?:'?[\w.])* | \w+ )
""", re.VERBOSE | re.MULTILINE | re.DOTALL)


def code_only(text):
    """The text with blanks for comments and literals; the names of included files stay."""
    def blank(token):
        if token.lastgroup in ("include", "word"):
            return token.group()
        return re.sub(r"[^\n]", " ", token.group())

    return TOKEN.sub(blank, text)


def comments_only(text):
    """The words of the comments, with blanks for all else, so that a sentence may go over several lines."""
    kept, end = [], 0
    for token in TOKEN.finditer(text):
        if token.lastgroup == "comment":
            kept += [re.sub(r"[^\n]", " ", text[end:token.start()]),
                     re.sub(r"//|/\*|\*/", "  ", token.group())]
            end = token.end()
    return "".join(kept)


def line_of(text, position):
    return text.count("\n", 0, position) + 1
