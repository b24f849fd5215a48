"""A headless Chromium that tests look at pages with, and what all pages have to fulfil."""
import json
import pathlib
import unittest

import axe_core_python
from selenium import webdriver
from selenium.webdriver.chrome.service import Service

AXE = (pathlib.Path(axe_core_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
# Small devices and large screens.
WIDTHS = [360, 1600]


def start(chromium, driver):
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for option in ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--lang=en"]:
        options.add_argument(option)
    # No test reaches a network, also with pages of others.
    options.add_argument("--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    browser = webdriver.Chrome(options=options, service=Service(driver))
    # On a busy machine half a minute is too short for a large page.
    browser.set_script_timeout(600)
    browser.set_page_load_timeout(600)
    return browser


class PageTestCase(unittest.TestCase):
    """Tests of one page. `browser` and `folder` are set before tests are loaded."""

    browser = None
    folder = None

    def open(self, name, width=1200, scheme="light", media="screen"):
        """Opens a page, and checks that nothing is logged and nothing is fetched."""
        self.browser.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False})
        self.browser.execute_cdp_cmd(
            "Emulation.setEmulatedMedia",
            {"media": media, "features": [{"name": "prefers-color-scheme", "value": scheme}]})
        self.browser.get_log("browser")
        self.browser.get_log("performance")
        self.browser.get((self.folder / name).as_uri())
        self.assert_quiet(name)

    def assert_quiet(self, name):
        """Nothing was logged and nothing was fetched since the last look."""
        logged = [entry["message"] for entry in self.browser.get_log("browser")]
        self.assertEqual(logged, [], f"{name} logs")
        fetched = []
        for entry in self.browser.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                fetched.append(message["params"]["request"]["url"])
        others = [url for url in fetched if not url.startswith((self.folder.as_uri(), "data:"))]
        self.assertEqual(others, [], f"{name} fetches")

    def run_script(self, script, *arguments):
        return self.browser.execute_script(script, *arguments)

    def texts(self, selector):
        return self.run_script(
            "return Array.from(document.querySelectorAll(arguments[0]), (element) => element.textContent)", selector)

    def color(self, selector, name="backgroundColor"):
        return self.run_script(
            "return getComputedStyle(document.querySelector(arguments[0]))[arguments[1]]", selector, name)

    def assert_fits(self, name):
        """No page scrolls sideways, on small devices and on large screens."""
        for width in WIDTHS:
            self.open(name, width=width)
            content, window = self.run_script(
                "return [document.documentElement.scrollWidth, document.documentElement.clientWidth]")
            self.assertLessEqual(content, window, f"{name} at {width} points")

    def assert_accessible(self, name):
        """No rule of axe-core is broken, in either scheme."""
        for scheme in ["light", "dark"]:
            self.open(name, scheme=scheme)
            self.run_script(AXE)
            result = self.browser.execute_async_script(
                "const done = arguments[0]; axe.run(document, { resultTypes: ['violations'] }).then(done)")
            found = [
                f"{rule['id']}: {rule['help']}, at {node['target']}: {node['html'][:120]}"
                for rule in result["violations"] for node in rule["nodes"][:3]]
            self.assertEqual(found, [], f"{name}, {scheme}")
