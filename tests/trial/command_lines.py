"""Command lines that nobody should type, and that somebody does."""

import random

from calls import CONTROL
from lines import commands, drawn, misspelt, one_wrong_value, right_values, usual_words
from trial import Trial

SEED = 20220425
# What messages call these options.
SPOKEN = {"--env": "environment", "--method": "method"}


def escaped(text):
    """As messages show it."""
    return CONTROL.sub(lambda found: f"\\x{ord(found.group()):02x}", text.replace("\n", "\\n"))


def is_mentioned(option, value, said):
    """Whether the refusal leads to the option: by its name, or by its value, or by the beginning of that."""
    parts = [option, SPOKEN.get(option, option), f"'{escaped(value)}'", f"eenet: {escaped(value)}: ", f"suite {value} "]
    for beginning in {value.split(",")[0], value.split(":")[0]} - {""}:
        parts.append(f"eenet: {escaped(beginning)}: ")
    return any(part in said for part in parts) or (len(value) > 1 and escaped(value) in said)


class CommandLines(Trial):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.known = list(commands(cls.caller))
        cls.usual = usual_words(cls.material)

    def test_one_wrong_value(self):
        def one(words, option, value, refused):
            result = self.caller.call(*words)
            if refused:
                self.caller.expect(result.code == 2, result, f"{option} {value!r:.50} was not refused")
            if result.code == 2 and isinstance(value, str):
                self.caller.expect(is_mentioned(option, value, result.said), result,
                                   f"the refusal names neither {option} nor its value")
        self.caller.each(one, [([*command.names, *words], option, value, refused)
                               for command in self.known if not command.needs_one
                               for words, option, value, refused in
                               one_wrong_value(command, self.usual.get(command.names, []))])

    def test_misspelt_words(self):
        def one(words, word):
            result = self.caller.call(*words)
            if self.caller.expect(result.code == 2, result, "a word that nothing means was accepted"):
                named = isinstance(word, bytes) or word.rstrip("\x1b").split("=")[0] in result.said
                self.caller.expect(named, result, "the refusal does not name it")
        self.caller.each(one, [([*command.names, *words], word) for command in self.known
                               for words, word in misspelt(command, self.usual.get(command.names, []))])

    def test_commands_that_there_are_not(self):
        def one(words):
            result = self.caller.call(*words)
            self.caller.expect(result.code == 2, result, "a command that there is not was accepted")
        lines = []
        for names in [command.names for command in self.known if command.needs_one]:
            for word in ["bogus", "", "\x1b[2J", b"\xff", "run:x=1", "x" * 5000]:
                lines += [[*names, word], [*names, word, "--help"], [*names, "--json", word]]
            lines += [[*names], [*names, "--json"], [*names, "--quiet", "--strict"]]
        self.caller.each(one, [[words] for words in lines])

    def test_words_drawn_at_random(self):
        draw = random.Random(SEED)
        right = right_values(self.material)
        lines = [drawn(draw, self.known, self.usual, right) for _ in range(400)]
        self.caller.each(lambda words: self.caller.call(*words), [[words] for words in lines])


