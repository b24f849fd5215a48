"""Reports, in a browser."""
import re
import urllib.parse

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from browser import PageTestCase

PAGES = ["quick.html", "compare.html", "frames.html", "history.html", "hostile.html", "undrawn.html"]


class ReportTests(PageTestCase):
    def column(self, index):
        return self.run_script(
            "return Array.from(document.querySelectorAll('#cells tbody tr'), (row) => row.cells[arguments[0]]"
            ".textContent)", index)

    def heads(self):
        return self.texts("#cells thead th")

    def test_nothing_is_logged_or_fetched_and_the_finding_is_first(self):
        for name in PAGES:
            self.open(name)
            finding = self.texts("#finding")[0]
            self.assertTrue(finding.endswith("."), finding)
            # Behind what was compared.
            self.assertEqual(self.texts("main > :not(h1, #compared)")[0], finding)

    def test_quick_says_its_main_ratio_with_an_interval(self):
        self.open("quick.html")
        self.assertRegex(
            self.texts("#finding")[0],
            r"^spec\.cold takes [\d.]+ ns per element \(± [\d.]+%\) on feed\(1000\) with 1 worker; "
            r"manual takes [\d.]+× \([\d.]+ to [\d.]+\), and .* as long\.$")

    def test_a_comparison_says_its_verdict_first(self):
        self.open("compare.html")
        self.assertRegex(
            self.texts("#finding")[0],
            r"^Slower by [\d.]+% \([\d.]+% to [\d.]+%\) over all \d+ cells together; slower in \d+, by up to [\d.]+%; ")
        self.assertTrue([text for text in self.texts("td.worse") if re.match(r"\+[\d.]+% slower$", text)])

    def test_a_comparison_begins_with_what_was_compared_and_its_table_comes_last(self):
        self.open("compare.html")
        places = self.run_script(
            "return ['#compared', '#finding', 'figure', '#cells', '#files'].map("
            "(name) => document.querySelector(name).getBoundingClientRect().top)")
        self.assertEqual(places, sorted(places))
        self.assertEqual(self.texts("#compared dt")[:2], ["Base", "Candidate"])
        self.assertLess((self.folder / "compare.html").stat().st_size, 1_000_000)

    def test_columns_are_sorted_by_number_in_either_direction_with_empty_fields_last(self):
        self.open("quick.html")
        index = self.heads().index("/ spec.cold")
        button = self.browser.find_elements(By.CSS_SELECTOR, "#cells thead button")[index]
        for sort, isReversed in [("ascending", False), ("descending", True)]:
            button.click()
            head = self.run_script("return arguments[0].parentElement.getAttribute('aria-sort')", button)
            self.assertEqual(head, sort)
            fields = self.column(index)
            numbers = [float(re.match(r"[\d,.]+", text)[0].replace(",", "")) for text in fields if text]
            self.assertEqual(numbers, sorted(numbers, reverse=isReversed))
            self.assertGreater(len(numbers), 10)
            self.assertTrue(all(text == "" for text in fields[len(numbers):]))
        self.assertEqual(len(self.browser.find_elements(By.CSS_SELECTOR, "[aria-sort]")), 1)

    def test_words_are_sorted_by_letters(self):
        self.open("quick.html")
        self.browser.find_elements(By.CSS_SELECTOR, "#cells thead button")[1].click()
        fields = self.column(1)
        self.assertEqual(fields, sorted(fields, key=str.lower))

    def test_the_filter_shows_rows_with_all_words_and_counts_them(self):
        self.open("quick.html")
        total = len(self.column(0))
        field = self.browser.find_element(By.ID, "filter")
        field.send_keys("FEED(1000) manual")
        shown = self.run_script(
            "return Array.from(document.querySelectorAll('#cells tbody tr'))"
            ".filter((row) => row.offsetHeight > 0).map((row) => row.textContent)")
        self.assertEqual(len(shown), 2)
        self.assertTrue(all("feed(1000)manual" in text for text in shown))
        self.assertEqual(self.texts("#count")[0], f"2 of {total} rows")
        field.send_keys(" nothing has this")
        self.assertEqual(self.texts("#count")[0], f"0 of {total} rows")
        field.clear()
        field.send_keys(" ")
        self.assertEqual(self.texts("#count")[0], f"{total} rows")

    def test_everything_is_reached_by_the_keyboard(self):
        self.open("quick.html")
        body = self.browser.find_element(By.TAG_NAME, "body")
        body.send_keys(Keys.TAB)
        # The data of each chart, and then the table's filter.
        for _ in self.browser.find_elements(By.CSS_SELECTOR, "figure summary"):
            self.assertEqual(self.browser.switch_to.active_element.tag_name, "summary")
            self.browser.switch_to.active_element.send_keys(Keys.TAB)
        self.assertEqual(self.browser.switch_to.active_element.get_attribute("id"), "filter")
        # The region of the table, which scrolls, and then its first head.
        self.browser.switch_to.active_element.send_keys(Keys.TAB)
        self.assertEqual(self.browser.switch_to.active_element.get_attribute("role"), "group")
        self.browser.switch_to.active_element.send_keys(Keys.TAB)
        self.assertEqual(self.browser.switch_to.active_element.text, "workload")
        self.browser.switch_to.active_element.send_keys(Keys.ENTER)
        self.assertEqual(self.run_script("return document.querySelector('#cells th').getAttribute('aria-sort')"), "ascending")
        self.browser.switch_to.active_element.send_keys(Keys.SPACE)
        self.assertEqual(self.run_script("return document.querySelector('#cells th').getAttribute('aria-sort')"), "descending")

    def test_pages_and_drawings_follow_light_and_dark_and_paper_is_light(self):
        text = ".chart svg text[fill='#1f2328']"
        colors = {}
        for scheme in ["light", "dark"]:
            self.open("quick.html", scheme=scheme)
            colors[scheme] = (self.color("body"), self.color(text, "fill"))
        self.assertEqual(colors["light"], ("rgb(255, 255, 255)", "rgb(31, 35, 40)"))
        self.assertEqual(colors["dark"], ("rgb(13, 17, 23)", "rgb(230, 237, 243)"))
        self.open("quick.html", scheme="dark", media="print")
        self.assertEqual((self.color("body"), self.color(text, "fill")), colors["light"])
        self.assertEqual(self.color("label.screen", "display"), "none")

    def test_every_drawing_has_its_data_as_a_table(self):
        self.open("quick.html")
        figures, drawings, tables = self.run_script(
            "return ['figure', 'figure svg.marks', 'figure details table'].map("
            "(selector) => document.querySelectorAll(selector).length)")
        self.assertGreater(figures, 2)
        self.assertEqual((drawings, tables), (figures, figures))
        names = self.run_script("return Array.from(document.querySelectorAll('[id]'), (element) => element.id)")
        self.assertEqual(len(names), len(set(names)))

    def test_a_run_of_lists_has_their_frames_in_words_and_in_a_picture(self):
        self.open("frames.html")
        self.assertIn("Frames", self.texts("h2"))
        self.assertRegex(self.texts("pre")[0], r"^feed\(\d+\) as a list, 120 frames a second, 1 worker: ")
        self.assertTrue(any(", dash, on a device " in title for title in self.texts("figure h3")), self.texts("figure h3"))

    def test_without_the_renderer_the_page_has_the_data_and_says_that_nothing_is_drawn(self):
        self.open("undrawn.html")
        self.assertEqual(self.texts("figure svg"), [])
        self.assertGreater(len(self.texts("figure table")), 2)
        self.assertTrue(any("charts were not drawn" in text for text in self.texts(".warning")))

    def test_links_hold_the_files(self):
        self.open("quick.html")
        links = self.run_script(
            "return Array.from(document.querySelectorAll('#files a'), (link) => [link.download, link.href])")
        self.assertEqual([name for name, _ in links], ["samples.csv", "summary.csv", "run.json"])
        for name, link in links:
            kind, text = link.split(",", 1)
            self.assertTrue(kind.startswith("data:text/csv" if name.endswith("csv") else "data:application/json"))
            original = (self.folder / "quick" / name).read_text(encoding="utf-8")
            self.assertEqual(urllib.parse.unquote(text), original, name)

    def test_the_page_of_the_quick_suite_is_small(self):
        self.assertLess((self.folder / "quick.html").stat().st_size, 1_500_000)

    def test_hostile_names_are_shown_and_not_run(self):
        self.open("hostile.html")
        self.assertIsNone(self.run_script("return window.attacked ?? null"))
        names = set(self.column(0))
        self.assertTrue(any("<script>window.attacked = 1</script>" in name for name in names), names)
        self.assertTrue(any("\"' onmouseover=" in name for name in names))
        self.assertTrue(any(len(name) >= 10_000 for name in names))
        # A name turns around neither its own letters nor the sentence around it.
        self.assertFalse(any("\u202e" in text for text in self.texts("body")))
        self.assertEqual(len(self.texts("#cells img")), 0)

    def test_no_page_scrolls_sideways(self):
        for name in PAGES:
            self.assert_fits(name)

    def test_no_rule_of_axe_is_broken(self):
        for name in PAGES:
            self.assert_accessible(name)
