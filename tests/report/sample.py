"""Makes docs/sample/: the page of a quick report and a picture of its first screen, for the README.

usage: sample.py EENET_BINARY SCRATCH_FOLDER

The report is made in the scratch folder, and goes on there if it was stopped. Needs what browser_test.py needs.
"""

import base64
import os
import pathlib
import subprocess
import sys
import tempfile

from browser_test import missing, started_browser

SAMPLE = pathlib.Path(__file__).resolve().parents[2] / "docs/sample"
WIDTH, HEIGHT = 1200, 940


def first_screen(page):
    with tempfile.TemporaryDirectory() as profile:
        driver = started_browser(profile)
        try:
            driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                   {"width": WIDTH, "height": HEIGHT, "deviceScaleFactor": 1, "mobile": False})
            driver.execute_cdp_cmd("Emulation.setEmulatedMedia",
                                   {"features": [{"name": "prefers-color-scheme", "value": "light"}]})
            driver.get(page.as_uri())
            return base64.b64decode(driver.execute_cdp_cmd("Page.captureScreenshot", {})["data"])
        finally:
            driver.quit()


def main():
    binary, scratch = map(os.path.abspath, sys.argv[1:])
    if missing():
        sys.exit(f"{missing()} is not installed")
    subprocess.run([binary, "report", "--out", scratch], check=True)
    SAMPLE.mkdir(parents=True, exist_ok=True)
    # As a reader would have typed it, and not where it was made.
    page = (pathlib.Path(scratch) / "index.html").read_text(encoding="utf-8").replace(scratch, "report")
    (SAMPLE / "index.html").write_text(page, encoding="utf-8")
    (SAMPLE / "first_screen.png").write_bytes(first_screen(SAMPLE / "index.html"))


if __name__ == "__main__":
    main()
