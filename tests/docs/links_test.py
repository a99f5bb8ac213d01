"""Links of the documents, their table of contents, what the README counts, and vcpkg.json against what CMake looks for.

usage: links_test.py [UNITTEST ARGUMENTS...]
"""

import json
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def without_blocks(text):
    return re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)


def without_code(text):
    """A link within code is none."""
    return re.sub(r"`[^`\n]*`", "", without_blocks(text))


def anchors(text):
    """The anchors of a page's headings, as the usual renderers make them."""
    found = set()
    for heading in re.findall(r"^#+ (.*)$", without_blocks(text), re.MULTILINE):
        name = re.sub(r"\]\([^)]*\)", "]", heading.strip().lower())
        anchor = re.sub(r"[^\w -]", "", name).replace(" ", "-")
        number = sum(other == anchor or re.fullmatch(re.escape(anchor) + r"-\d+", other) is not None for other in found)
        found.add(anchor if number == 0 else f"{anchor}-{number}")
    return found


class Links(unittest.TestCase):
    pages = [path for path in sorted(ROOT.rglob("*.md")) if "build" not in path.relative_to(ROOT).parts]

    def dead(self, page, text):
        """Links of the text, as it would stand in the page, that lead nowhere."""
        for link in re.findall(r"\]\(([^)\s]+)\)", without_code(text)):
            if re.match(r"https?:", link):
                continue
            path, _, anchor = link.partition("#")
            target = page.parent / path if path else page
            if not target.exists():
                yield link
            elif anchor and target.suffix == ".md":
                if anchor not in anchors(text if target == page else target.read_text(encoding="utf-8")):
                    yield link
            elif anchor:
                if f'id="{anchor}"' not in target.read_text(encoding="utf-8"):
                    yield link

    def test_every_link_leads_somewhere(self):
        self.assertGreater(len(self.pages), 15)
        for page in self.pages:
            self.assertEqual(list(self.dead(page, page.read_text(encoding="utf-8"))), [], page)

    def test_dead_ones_are_noticed(self):
        page = ROOT / "docs/cli.md"
        for link in ("nowhere.md", "claims.md#no-such-heading", "#no-such-heading", "../tests/no_such_file.py"):
            self.assertEqual(list(self.dead(page, f"# A page\n[text]({link})\n")), [link])
        self.assertEqual(list(self.dead(page, "# A page\n[a](#a-page) [b](claims.md#rules-of-evidence)\n")), [])

    def test_the_contents_name_every_document(self):
        contents = (ROOT / "docs/README.md").read_text(encoding="utf-8")
        for path in (ROOT / "docs").rglob("*"):
            if path.is_file() and path.suffix in (".md", ".json", ".csv", ".html") and path.name != "README.md":
                self.assertIn(f"]({path.relative_to(ROOT / 'docs')})", contents)


class SeededFaults(unittest.TestCase):
    entries = "\n".join(path.read_text(encoding="utf-8")
                        for path in sorted((ROOT / "tests/mutants/catalogue").glob("*.txt")))

    def number(self, field):
        return len(re.findall(rf"^{field}: ", self.entries, re.MULTILINE))

    def test_the_readme_counts_the_claims_with_one(self):
        said = int(re.search(r"(\d+) have \[a seeded fault", (ROOT / "README.md").read_text(encoding="utf-8")).group(1))
        self.assertEqual(said, len(set(re.findall(r"^claim: (.*)$", self.entries, re.MULTILINE))))

    def test_the_page_on_verification_counts_them(self):
        page = (ROOT / "docs/verification.md").read_text(encoding="utf-8")
        said = re.search(r"(\d+) mutants are for the suites, \w+ of them equivalent, and (\d+) for the checks", page)
        checks = self.number("claim")
        self.assertEqual([int(count) for count in said.groups()], [self.number("mutant") - checks, checks])


class Packages(unittest.TestCase):
    """vcpkg.json against what CMake looks for."""

    PORTS = {"CLI11": "cli11", "GTest": "gtest", "OpenBLAS": "openblas", "Eigen3": "eigen3", "Spectra": "spectra",
             "nlohmann_json": "nlohmann-json", "Boost": "boost-math", "ZLIB": "zlib"}
    OF_THE_SYSTEM = {"Git", "Python3", "Threads", "eenet"}

    def test_what_is_required_is_a_dependency_and_the_rest_a_feature(self):
        manifest = json.loads((ROOT / "vcpkg.json").read_text(encoding="utf-8"))
        features = {port for feature in manifest["features"].values() for port in feature["dependencies"]}
        self.assertTrue(set(manifest["default-features"]) <= set(manifest["features"]))
        seen = 0
        for path in [*ROOT.glob("*/CMakeLists.txt"), *(ROOT / ".cmake").glob("*.cmake")]:
            text = re.sub(r"#.*", "", path.read_text(encoding="utf-8"))
            for name, words in re.findall(r"find_package\((\w+)([^)]*)\)", text):
                if name in self.OF_THE_SYSTEM:
                    continue
                seen += 1
                port = self.PORTS.get(name, name)
                optional = "REQUIRED" not in words or path.parent.name == "tests" and name == "GTest"
                self.assertIn(port, features if optional else manifest["dependencies"], f"{path.name}: {name}")
        self.assertGreater(seen, 12)


if __name__ == "__main__":
    unittest.main()
