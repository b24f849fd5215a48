"""Profiles, in a browser."""
import json

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from browser import PageTestCase

PAGES = ["relayout.html", "cold.html"]
# The report of a comparison with the difference of two jobs.
DIFFERENCE = "why.html"


class ProfileTests(PageTestCase):
    def frames(self):
        return self.browser.find_elements(By.CSS_SELECTOR, "#flame button")

    def focused(self):
        return self.run_script("return document.activeElement.textContent")

    def detail(self):
        return self.browser.find_element(By.ID, "flame-detail").text

    def test_nothing_is_logged_or_fetched_and_the_finding_is_first(self):
        for name in PAGES:
            self.open(name)
            self.assertRegex(self.texts("#finding")[0], r"^A job takes [\d,]+ instructions, [\d,]+ allocations")
            self.assertIn("run(job:)", self.frames()[0].text)

    def test_pages_fit_and_are_accessible(self):
        for name in [*PAGES, DIFFERENCE]:
            self.assert_fits(name)
            self.assert_accessible(name)

    def test_a_function_is_as_wide_as_what_it_cost_and_lies_within_its_caller(self):
        self.open("relayout.html")
        boxes = self.run_script(
            "return Array.from(document.querySelectorAll('#flame button'), (frame) => [frame.offsetTop, "
            "parseFloat(frame.style.left), parseFloat(frame.style.width)])")
        self.assertEqual(boxes[0], [0, 0, 100])
        self.assertGreater(len(boxes), 20)
        rows = sorted({box[0] for box in boxes})
        for top, left, width in boxes[1:]:
            above = [box for box in boxes if box[0] == rows[rows.index(top) - 1]]
            self.assertTrue(
                any(box[1] - 1e-6 <= left and left + width <= box[1] + box[2] + 1e-6 for box in above), (top, left))

    def test_time_is_a_weight_where_it_was_sampled(self):
        self.open("relayout.html")
        choices = self.browser.find_elements(By.NAME, "weight")
        sampled = self.browser.find_elements(By.XPATH, "//h2[text()='Sampled time']")
        self.assertEqual(len(choices), 4 if sampled else 3)
        if sampled:
            choices[3].click()
            self.assertRegex(self.frames()[0].get_attribute("title"), r"run\(job:\): [\d,.]+ ns a job, 100.0%$")

    def test_a_click_enlarges_a_function_and_escape_shows_all(self):
        self.open("relayout.html")
        count = len(self.frames())
        frame = next(frame for frame in self.frames() if "isSame" in frame.text)
        name = frame.text
        frame.click()
        self.assertEqual(self.focused(), name)
        self.assertEqual(self.browser.switch_to.active_element.size["width"], self.frames()[0].size["width"])
        self.assertIn(name, self.detail())
        self.browser.switch_to.active_element.send_keys(Keys.ESCAPE)
        self.assertEqual(len(self.frames()), count)

    def test_arrow_keys_walk_and_enter_enlarges(self):
        self.open("relayout.html")
        root = self.frames()[0]
        self.run_script("arguments[0].focus()", root)
        self.browser.switch_to.active_element.send_keys(Keys.ARROW_DOWN)
        child = self.focused()
        self.assertNotEqual(child, "NodeWorker.run(job:)")
        self.browser.switch_to.active_element.send_keys(Keys.ARROW_RIGHT)
        self.assertNotEqual(self.focused(), child)
        self.browser.switch_to.active_element.send_keys(Keys.ARROW_LEFT)
        self.assertEqual(self.focused(), child)
        self.browser.switch_to.active_element.send_keys(Keys.ENTER)
        self.assertEqual(self.focused(), child)
        self.browser.switch_to.active_element.send_keys(Keys.ARROW_UP)
        self.assertEqual(self.focused(), "NodeWorker.run(job:)")

    def test_searching_marks_functions_and_says_their_share(self):
        self.open("relayout.html")
        self.browser.find_element(By.TAG_NAME, "body").send_keys("/")
        self.browser.switch_to.active_element.send_keys("stacklayoutspec")
        marked = self.run_script(
            "return Array.from(document.querySelectorAll('#flame button')).filter((frame) => "
            "frame.style.background.includes('match')).map((frame) => frame.textContent)")
        self.assertTrue(marked)
        self.assertTrue(all("StackLayoutSpec" in name for name in marked), marked)
        self.assertRegex(self.texts("#flame-matches")[0], r"^[\d.]+% in functions with")

    def test_a_search_counts_functions_that_are_too_narrow_to_be_drawn(self):
        self.open("relayout.html")

        def cost(node):
            name, weights, children = node[:3]
            return weights[0] if "retain" in name else sum(map(cost, children))

        root = json.loads(self.run_script("return document.getElementById('flame-data').textContent"))
        self.browser.find_element(By.ID, "flame-search").send_keys("retain")
        self.assertEqual(self.texts("#flame-matches")[0].split("%")[0], f"{100 * cost(root) / root[1][0]:.1f}")

    def test_other_weights_change_the_widths(self):
        self.open("relayout.html")
        before = self.detail()
        self.browser.find_elements(By.NAME, "weight")[1].click()
        self.assertIn("allocations a job", self.detail())
        self.assertNotEqual(self.detail(), before)
        self.browser.find_elements(By.NAME, "weight")[2].click()
        self.assertIn("references a job", self.detail())

    def test_the_table_is_sorted_and_filtered(self):
        self.open("relayout.html")
        self.browser.find_element(By.ID, "filter").send_keys("LayoutComparison")
        shown = self.run_script(
            "return Array.from(document.querySelectorAll('#cells tbody tr')).filter((row) => !row.hidden).map("
            "(row) => row.textContent)")
        self.assertTrue(shown and all("LayoutComparison" in row for row in shown))

    def test_a_difference_is_red_for_more_blue_for_less_and_says_both_figures(self):
        self.open(DIFFERENCE)
        self.assertEqual(self.detail(), "run(job:): +100 instructions a job, from 1,000 to 1,100")
        shades = {frame.text: frame.get_attribute("style") for frame in self.frames()}
        self.assertIn("flame-less", shades["place(_:)"])
        self.assertIn("flame-more", shades["<script>window.attacked = 1</script>"])
        self.assertIsNone(self.run_script("return window.attacked ?? null"))
        # What costs less than before is as wide as it was.
        widths = {frame.text: frame.size["width"] for frame in self.frames()}
        self.assertAlmostEqual(widths["place(_:)"] / widths["measure(_:)"], 0.5, delta=0.02)

    def test_elements_and_a_timeline_follow_where_the_engine_lays_out(self):
        for name in PAGES:
            self.open(name)
            titles = self.texts("#elements th")
            self.assertEqual((titles[0], titles[-1]), ("element", "path"))
            self.assertEqual(len(self.texts("#elements tbody tr")), 50)
            names = self.texts("#timeline span")
            self.assertTrue(names[0].startswith("layout feed("), names[0])
            self.assertIn("stack", names)
            boxes = self.run_script(
                "return Array.from(document.querySelectorAll('#timeline span'), (box) => [box.offsetTop, "
                "parseFloat(box.style.left), parseFloat(box.style.left) + parseFloat(box.style.width)])")
            self.assertEqual(boxes[0], [0, 0, 100])
            rows = sorted({box[0] for box in boxes})
            for top, left, right in boxes[1:]:
                above = [box for box in boxes if box[0] == rows[rows.index(top) - 1]]
                # A browser rounds to six digits.
                self.assertTrue(any(box[1] - 1e-3 <= left and right <= box[2] + 1e-3 for box in above), (top, left))
        self.open("constraints.html")
        self.assertEqual(self.texts("#elements, #timeline"), [])

    def test_phases_make_up_a_job(self):
        self.open("relayout.html")
        shares = [float(text.rstrip("%")) for text in self.texts("#phases td:last-child")]
        self.assertAlmostEqual(sum(shares), 100, delta=1)
        self.assertLessEqual(shares[-1], 5, "instructions that belong to no phase")
