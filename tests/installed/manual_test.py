"""Man pages and completion: what shells and man make of them.

usage: manual_test.py EENET_BINARY [UNITTEST ARGUMENTS...]

What needs zsh, fish, groff or man is skipped by name where that is absent.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

BINARY = None
UTF8 = {**os.environ, "LC_ALL": "C.UTF-8", "PATH": os.environ["PATH"]}


def eenet(*arguments):
    return subprocess.run([BINARY, *arguments], capture_output=True, text=True, check=True).stdout


def help_of(names):
    return eenet(*names, "--help")


def commands(names=()):
    """Every command, as its names, the program first."""
    yield names
    below = help_of(names).partition("Subcommands:\n")[2]
    for name in re.findall(r"^  ([a-z]+)  ", below, re.MULTILINE):
        yield from commands((*names, name))


def needs(program):
    return unittest.skipUnless(shutil.which(program), f"{program} is not installed")


class Manual(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(scratch.cleanup)
        cls.folder = pathlib.Path(scratch.name) / "man"
        eenet("manual", "--out", cls.folder)
        cls.pages = {path.name: path for path in cls.folder.iterdir()}
        cls.commands = list(commands())

    def test_every_command_has_a_page(self):
        self.assertGreater(len(self.commands), 20)
        self.assertEqual(set(self.pages), {"-".join(["eenet", *names]) + ".1" for names in self.commands})

    def test_one_page_is_printed_as_it_is_written(self):
        self.assertEqual(eenet("manual", "oracle", "judge"), self.pages["eenet-oracle-judge.1"].read_text("utf-8"))
        document = json.loads(eenet("manual", "run", "--json"))
        self.assertEqual(document["schema"], "eenet.manual/1")
        self.assertEqual([page["name"] for page in document["pages"]], ["eenet-run.1"])

    def test_an_unknown_command_is_refused(self):
        run = subprocess.run([BINARY, "manual", "oracle", "jugde"], capture_output=True, text=True, check=False)
        self.assertEqual((run.returncode, run.stdout), (2, ""))
        self.assertIn("'jugde' is no command of eenet oracle", run.stderr)

    @needs("groff")
    def test_groff_has_no_warning(self):
        for name, path in sorted(self.pages.items()):
            run = subprocess.run(["groff", "-man", "-Tutf8", "-K", "utf8", "-ww", "-z", path], capture_output=True,
                                 text=True, check=False)
            self.assertEqual((run.returncode, run.stderr), (0, ""), name)

    @needs("man")
    def test_man_shows_every_option_that_help_has(self):
        for names in self.commands:
            path = self.pages["-".join(["eenet", *names]) + ".1"]
            run = subprocess.run(["man", "-l", path], capture_output=True, text=True, check=False,
                                 env={**UTF8, "MANWIDTH": "200", "MANPAGER": "cat", "MAN_KEEP_FORMATTING": ""})
            self.assertEqual(run.returncode, 0, run.stderr)
            shown = " ".join(run.stdout.split())
            text = help_of(names)
            options = set(re.findall(r"^  (?:-\w,)?(--[a-z0-9-]+)", text, re.MULTILINE))
            self.assertIn("--help", options)
            for option in options:
                self.assertIn(option, shown, path.name)
            example = text.partition("Example:\n")[2].strip()
            self.assertIn(" ".join(example.split()), shown)


class Completion(unittest.TestCase):
    CASES = [("cl", {"claims"}), ("claims ", {"check", "explain", "list", "rules"}),
             ("claims explain EQ-GR", {"EQ-GRAD"}), ("report --effort ", {"quick", "full"}),
             ("run --env two", {"two-arms"}), ("run --method eenet-re", {"eenet-relu"}),
             ("report --ef", {"--effort"}), ("oracle adapter --language r", {"rust"})]

    def test_candidates(self):
        for line, expected in self.CASES:
            found = eenet("completion", "--", *line.split(" ")).split()
            self.assertTrue(expected <= set(found), f"{line}: {found}")
            self.assertTrue(all(word.startswith(line.split(" ")[-1]) for word in found), line)
        for line in ("replay ", "run --rounds ", "oracle judge -- py"):
            self.assertEqual(eenet("completion", "--", *line.split(" ")), "", line)
        self.assertEqual(eenet("completion", "--", "run", "--env=two"), "--env=two-arms\n")

    def test_every_command_is_reached(self):
        for names in commands():
            words = eenet("completion", "--", *names, "--").split()
            options = set(re.findall(r"^  (?:-\w,)?(--[a-z0-9-]+)", help_of(names), re.MULTILINE))
            self.assertEqual(set(words), options, names)

    def completed(self, shell, script, lines):
        """What the shell proposes for each line."""
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "completion").write_text(eenet("completion", "--shell", shell), encoding="utf-8")
            path = f"{pathlib.Path(BINARY).parent}:{os.environ['PATH']}"
            found = []
            for line in lines:
                run = subprocess.run([shell, *(["-f"] if shell == "zsh" else []), "-c", script, shell, line],
                                     capture_output=True, text=True, check=False, cwd=folder, stdin=subprocess.DEVNULL,
                                     env={**UTF8, "PATH": path, "HOME": folder, "LINE": line})
                self.assertEqual(run.returncode, 0, run.stderr)
                found.append({word.partition("\t")[0] for word in run.stdout.split("\n") if word})
            return found

    def assert_completes(self, shell, script):
        lines = ["eenet " + line for line, _ in self.CASES]
        for (line, expected), found in zip(self.CASES, self.completed(shell, script, lines)):
            self.assertTrue(expected <= found, f"{shell}: {line}: {found}")

    @needs("bash")
    def test_bash(self):
        self.assert_completes("bash", """
            source ./completion
            complete -p eenet >/dev/null || exit 1
            IFS=' ' read -ra COMP_WORDS <<< "$LINE"
            [[ $LINE == *' ' ]] && COMP_WORDS+=("")
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            _eenet eenet
            printf '%s\\n' "${COMPREPLY[@]}" """)

    @needs("fish")
    def test_fish(self):
        self.assert_completes("fish", 'source ./completion; complete -C "$LINE"')

    @needs("zsh")
    def test_zsh(self):
        self.assert_completes("zsh", """
            compdef() { :; }
            source ./completion
            _describe() { print -rl -- ${found%%:*}; }
            _files() { :; }
            words=("${(@s: :)LINE}"); CURRENT=$#words
            _eenet""")


if __name__ == "__main__":
    BINARY = os.path.abspath(sys.argv.pop(1))
    unittest.main()
