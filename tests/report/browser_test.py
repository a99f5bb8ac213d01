"""A report in a browser, opened from its file as a reader opens it: wide and narrow, light and dark, with its script.

usage: browser_test.py EENET_BINARY SCRATCH_FOLDER NODE_MODULES [UNITTEST ARGUMENTS...]

Needs Debian's chromium, chromium-driver and python3-selenium, and exits with 77 without. axe-core judges
accessibility where NODE_MODULES has it. The screenshots stay in the scratch folder, for people to look at.
"""

import base64
import os
import pathlib
import shutil
import struct
import sys
import tempfile
import unittest

import made

BINARY = SCRATCH = NODE_MODULES = None
WIDE, NARROW = 1400, 400
# Without a sandbox, which needs more rights than a container gives; nothing but our own file is opened.
ARGUMENTS = """--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-dev-shm-usage
    --disable-background-networking --disable-component-update --disable-sync --allow-file-access-from-files
    --force-device-scale-factor=1 --hide-scrollbars""".split()


def started_browser(profile):
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service
    options = webdriver.ChromeOptions()
    for argument in [*ARGUMENTS, f"--user-data-dir={profile}"]:
        options.add_argument(argument)
    return webdriver.Chrome(service=Service(shutil.which("chromedriver")), options=options)


def size_of(png):
    """Width and height, from the header of the file."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", png[16:24])


class Browser(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.report = made.Report(BINARY, SCRATCH)
        cls.profile = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.profile.cleanup)
        cls.driver = started_browser(cls.profile.name)
        cls.addClassCleanup(cls.driver.quit)

    def setUp(self):
        self.open(WIDE, "light")

    def open(self, width, scheme, anchor=""):
        """The page afresh, without what an earlier visit remembered."""
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                    {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False})
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia",
                                    {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
        self.driver.get("about:blank")
        self.driver.get(self.report.page.as_uri() + anchor)
        self.do("localStorage.clear(); delete document.documentElement.dataset.theme")

    def do(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def find(self, selector):
        return self.driver.find_element("css selector", selector)

    def all(self, selector):
        return self.driver.find_elements("css selector", selector)

    def picture(self, name):
        """A screenshot of the whole page; returns its width and height."""
        shot = self.driver.execute_cdp_cmd("Page.captureScreenshot", {"captureBeyondViewport": True, "clip": {
            "x": 0, "y": 0, "scale": 1, "width": self.do("return innerWidth"),
            "height": self.do("return document.documentElement.scrollHeight")}})
        png = base64.b64decode(shot["data"])
        (pathlib.Path(SCRATCH) / f"{name}.png").write_bytes(png)
        return size_of(png)

    def test_nothing_is_fetched_and_nothing_complains(self):
        self.assertEqual(self.do("return performance.getEntriesByType('resource').map(e => e.name)"), [])
        self.assertEqual([entry for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"], [])

    def test_the_ledger_is_filtered(self):
        shown = "return [...document.querySelectorAll('.claim')].filter(c => c.offsetParent !== null).length"
        claims = self.report.facts["claims"]
        self.assertEqual(self.do(shown), len(claims))
        buttons = self.all("button[data-status]")
        self.assertGreater(len(buttons), 2)
        for button in buttons:
            statuses = button.get_attribute("data-status").split()
            button.click()
            expected = sum(statuses == ["all"] or claim["status"] in statuses for claim in claims)
            self.assertEqual(self.do(shown), expected, statuses)
            self.assertEqual(self.find("#shown").text, str(expected))
            self.assertEqual(button.get_attribute("aria-pressed"), "true")
        self.do("document.querySelector('button[data-status=all]').click()")
        self.find("#find").send_keys("EQ-GRAD")
        self.assertTrue(self.find("[id='EQ-GRAD']").is_displayed())
        self.assertLess(self.do(shown), len(claims))
        self.find("#find").send_keys(" no claim has these words")
        self.assertEqual(self.do(shown), 0)

    def test_a_row_opens(self):
        row = self.find("[id='EQ-GRAD']")
        body = row.find_element("css selector", ".body")
        self.assertFalse(body.is_displayed())
        self.do("arguments[0].scrollIntoView({block: 'center'})", row)
        row.find_element("css selector", "summary").click()
        self.assertTrue(body.is_displayed())
        line = next(claim["evidence"] for claim in self.report.facts["claims"] if claim["id"] == "EQ-GRAD")
        self.assertIn(line, body.text)
        self.assertTrue(body.find_element("css selector", "button.copy").is_displayed())

    def test_anchors_are_followed(self):
        for link in self.all("nav a"):
            anchor = link.get_attribute("href").rpartition("#")[2]
            link.click()
            self.assertEqual(self.do("return location.hash"), "#" + anchor)
            top = self.do("return document.getElementById(arguments[0]).getBoundingClientRect().top", anchor)
            bottom = self.do("return document.documentElement.getBoundingClientRect().bottom")
            self.assertTrue(-5 <= top <= 200 or bottom <= 905, f"{anchor}: {top}")
        self.open(WIDE, "light", "#EQ-GRAD")
        self.assertTrue(self.find("[id='EQ-GRAD'] .body").is_displayed())

    def test_light_becomes_dark_and_is_remembered(self):
        colours = "const s = getComputedStyle(document.body); return [s.backgroundColor, s.color]"
        light = self.do(colours)
        self.find("#theme").click()
        dark = self.do(colours)
        self.assertEqual(self.do("return document.documentElement.dataset.theme"), "dark")
        self.assertGreater(brightness(light[0]), brightness(light[1]))
        self.assertLess(brightness(dark[0]), brightness(dark[1]))
        self.driver.refresh()
        self.assertEqual(self.do(colours), dark)
        self.open(WIDE, "dark")
        self.assertEqual(self.do(colours), dark)

    def test_it_fits_wide_and_narrow_light_and_dark(self):
        sizes = {}
        for width in (WIDE, NARROW):
            for scheme in ("light", "dark"):
                self.open(width, scheme)
                self.do("document.getElementById('EQ-GRAD').open = true")
                sizes[width, scheme] = self.picture(f"{width}-{scheme}")
                self.assertEqual(sizes[width, scheme][0], width)
                self.assertLessEqual(self.do("return document.documentElement.scrollWidth"), width, scheme)
                self.assertEqual(self.do(WIDER_THAN_THE_PAGE), [], f"at {width}")
            self.assertEqual(sizes[width, "light"], sizes[width, "dark"])
        self.assertGreater(sizes[NARROW, "light"][1], sizes[WIDE, "light"][1])

    def test_it_prints_with_every_row_open(self):
        pdf = base64.b64decode(self.driver.execute_cdp_cmd("Page.printToPDF", {"printBackground": True})["data"])
        (pathlib.Path(SCRATCH) / "report.pdf").write_bytes(pdf)
        self.assertTrue(pdf.startswith(b"%PDF"))
        self.assertTrue(self.do("return [...document.querySelectorAll('.claim')].every(c => c.open)"))

    def test_headings_tables_and_pictures_are_for_everyone(self):
        levels = self.do("return [...document.querySelectorAll('h1,h2,h3,h4,h5,h6')].map(h => Number(h.tagName[1]))")
        self.assertEqual(levels.count(1), 1)
        self.assertTrue(all(below <= above + 1 for above, below in zip(levels, levels[1:])), levels)
        self.assertEqual(self.do("return [...document.querySelectorAll('th:not([scope])')].map(t => t.outerHTML)"), [])
        self.assertEqual(self.do("return [...document.querySelectorAll('table')].filter("
                                 "t => !t.querySelector('th[scope=col]')).length"), 0)
        unnamed = self.do("return [...document.querySelectorAll('main svg')].filter("
                          "s => !s.closest('[aria-hidden=true]')"
                          " && !(s.getAttribute('aria-label') || '').trim() && !s.querySelector('title'))"
                          ".map(s => s.outerHTML.slice(0, 200))")
        self.assertEqual(unnamed, [])

    def test_axe_finds_nothing_serious(self):
        axe = pathlib.Path(NODE_MODULES) / "axe-core/axe.min.js"
        if not axe.exists():
            self.skipTest("axe-core is not installed; `tests/run --full` installs it where npm can be had")
        for width in (WIDE, NARROW):
            for scheme in ("light", "dark"):
                self.open(width, scheme)
                self.do("document.querySelectorAll('.claim').forEach((c, i) => { c.open = i % 20 === 0; })")
                self.do(axe.read_text(encoding="utf-8"))
                found = self.driver.execute_async_script(
                    "const done = arguments[0]; axe.run(document, {resultTypes: ['violations']}).then(r => done("
                    "r.violations.filter(v => ['serious', 'critical'].includes(v.impact)).map(v => "
                    "`${v.id}: ${v.help}: ${v.nodes.slice(0, 3).map(n => n.html.slice(0, 160))}`)))")
                self.assertEqual(found, [], f"{width} {scheme}")


# What sticks out and cannot be scrolled by itself.
WIDER_THAN_THE_PAGE = """
const page = document.documentElement.clientWidth;
const scrolls = (e) => e && e !== document.body &&
  (['auto', 'scroll', 'hidden'].includes(getComputedStyle(e).overflowX) || scrolls(e.parentElement));
return [...document.querySelectorAll('main *')].filter((e) => !e.closest('svg svg, svg > *') &&
  e.getBoundingClientRect().right > page + 1 && !scrolls(e)).slice(0, 5).map((e) => e.outerHTML.slice(0, 160));
"""


def brightness(colour):
    """Of "rgb(1, 2, 3)"."""
    red, green, blue = [float(part) for part in colour.partition("(")[2].rstrip(")").split(",")[:3]]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def missing():
    try:
        import selenium  # pylint: disable=unused-import
    except ImportError:
        return "python3-selenium"
    return next((program for program in ("chromium", "chromedriver") if not shutil.which(program)), None)


if __name__ == "__main__":
    BINARY, SCRATCH, NODE_MODULES = map(os.path.abspath, sys.argv[1:4])
    del sys.argv[1:4]
    if missing():
        print(f"skipped: {missing()} is not installed; `tests/run --full` installs it")
        sys.exit(77)
    unittest.main()
