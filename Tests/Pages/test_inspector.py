"""Pages of inspect, in a browser."""
import json

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from browser import PageTestCase

PAGES = ["card.html", "feed.html", "texts.html", "compared.html", "hostile-document.html"]


class InspectorTests(PageTestCase):
    def chosen(self):
        return self.run_script("return document.querySelector('[aria-selected=true]').id")

    def visible_rows(self):
        return self.run_script(
            "return Array.from(document.querySelectorAll('#tree .row'))"
            ".filter((row) => row.offsetHeight > 0).map((row) => row.id)")

    def facts(self, list_id):
        """The titles and texts of a list."""
        return self.run_script(
            "return Object.fromEntries(Array.from(document.querySelectorAll(`#${arguments[0]} dt`), "
            "(title) => [title.textContent, title.nextElementSibling.textContent]))", list_id)

    def set_width(self, width):
        field = self.browser.find_element(By.ID, "width-number")
        field.send_keys(Keys.CONTROL, "a")
        field.send_keys(str(width), Keys.ENTER)

    def frames(self, width):
        """The frames that layoutbench itself computes in a width, by element."""
        document = json.loads((self.folder / f"card-{width}.json").read_text(encoding="utf-8"))
        return [element["frame"] for element in document["elements"]]

    def choose(self, index):
        row = self.browser.find_element(By.ID, f"row-{index}")
        self.run_script("arguments[0].click()", row)

    def test_nothing_is_logged_or_fetched(self):
        for name in PAGES:
            self.open(name)

    def test_the_tree_says_its_structure(self):
        self.open("card.html")
        self.assertEqual(self.texts("h1"), ["animal card "])
        rows = self.run_script(
            "return Array.from(document.querySelectorAll('[role=treeitem]'), (row) => "
            "[row.getAttribute('aria-level'), row.getAttribute('aria-expanded')])")
        self.assertEqual(len(rows), 13)
        self.assertEqual(rows[:3], [["1", "true"], ["2", "true"], ["3", "true"]])
        self.assertEqual(rows[5], ["6", None])
        self.assertEqual(len(self.browser.find_elements(By.CSS_SELECTOR, "[role=treeitem][tabindex='0']")), 1)

    def test_no_label_lies_over_words(self):
        self.open("chat.html")
        for width in [200, 375, 900]:
            self.set_width(width)
            covered = self.run_script(
                "function shown(item) { const range = document.createRange(); range.selectNodeContents(item);"
                " const [own, box] = [range.getBoundingClientRect(), item.closest('.box').getBoundingClientRect()];"
                " return { left: Math.max(own.left, box.left), right: Math.min(own.right, box.right),"
                " top: Math.max(own.top, box.top), bottom: Math.min(own.bottom, box.bottom) }; }"
                "const words = Array.from(document.querySelectorAll('.box-lines text'), shown);"
                "const labels = Array.from(document.querySelectorAll('.box-label')).filter((label) => label.offsetHeight > 0);"
                "return [labels.length, labels.filter((label) => { const own = shown(label);"
                " return words.some((word) => word.left < own.right - 1 && word.right > own.left + 1"
                " && word.top < own.bottom - 4 && word.bottom > own.top + 4); }).map((label) => label.textContent)]")
            self.assertGreater(covered[0], 0)
            self.assertEqual(covered[1], [], f"in {width}")

    def test_the_slider_shows_the_frames_that_the_engine_computes_in_each_width(self):
        self.open("card.html")
        for width in [200, 201, 320, 414, 777, 1200]:
            self.set_width(width)
            self.assertEqual(self.run_script("return document.getElementById('width').value"), str(width))
            for index, frame in enumerate(self.frames(width)):
                self.choose(index)
                shown = self.facts("details-facts")["Frame in its parent"]
                x, y, across, down = (f"{round(number, 3):g}" for number in frame)
                self.assertEqual(shown, f"{across} × {down} at {x}, {y}", f"#{index} in {width}")

    def test_the_slider_is_moved_by_keys_and_leads_back_to_the_own_range(self):
        self.open("card.html")
        slider = self.browser.find_element(By.ID, "width")
        slider.send_keys(Keys.ARROW_RIGHT)
        self.assertEqual(self.run_script("return document.getElementById('width-number').value"), "376")
        slider.send_keys(Keys.END)
        self.assertEqual(self.facts("details-facts")["Frame in its parent"].split(" ")[0], "1200")
        self.browser.find_element(By.ID, "own-range").click()
        self.assertEqual(self.facts("details-facts")["Frame in its parent"].split(" ")[0], "375")

    def test_widths_outside_of_the_slider_are_brought_back(self):
        self.open("card.html")
        for typed, shown in [(5000, "1200"), (1, "200")]:
            self.set_width(typed)
            self.assertEqual(self.run_script("return document.getElementById('width').value"), shown)

    def test_arrows_move_through_the_tree(self):
        self.open("card.html")
        self.browser.find_element(By.ID, "row-0").send_keys(Keys.ARROW_DOWN)
        self.assertEqual(self.chosen(), "row-1")
        active = self.browser.switch_to.active_element
        self.assertEqual(active.get_attribute("id"), "row-1")
        active.send_keys(Keys.ARROW_LEFT)
        self.assertEqual(self.visible_rows(), ["row-0", "row-1", "row-12"])
        active.send_keys(Keys.ARROW_DOWN)
        self.assertEqual(self.chosen(), "row-12")
        self.browser.switch_to.active_element.send_keys(Keys.ARROW_LEFT)
        self.assertEqual(self.chosen(), "row-0")
        self.browser.switch_to.active_element.send_keys(Keys.END)
        self.assertEqual(self.chosen(), "row-12")
        self.browser.switch_to.active_element.send_keys(Keys.HOME)
        self.assertEqual(self.chosen(), "row-0")
        self.browser.switch_to.active_element.send_keys(Keys.ARROW_RIGHT)
        self.assertEqual(self.chosen(), "row-1")
        self.browser.switch_to.active_element.send_keys(Keys.ARROW_RIGHT)
        self.assertEqual(len(self.visible_rows()), 13)

    def test_slash_searches_by_kind_name_and_text(self):
        self.open("card.html")
        self.browser.find_element(By.TAG_NAME, "body").send_keys("/")
        field = self.browser.switch_to.active_element
        self.assertEqual(field.get_attribute("id"), "search")
        field.send_keys("frilled lizard")
        self.assertIn("row-9", self.visible_rows())
        self.assertNotIn("row-5", self.visible_rows())
        field.send_keys(Keys.ENTER)
        self.assertEqual(self.chosen(), "row-9")
        self.assertEqual(self.texts("#details-heading")[0].split(" ")[0], "text")
        field.send_keys(Keys.ESCAPE)
        self.assertEqual(len(self.visible_rows()), 13)

    def test_the_chosen_element_has_its_reasons_properties_and_cost(self):
        self.open("card.html")
        self.choose(4)
        self.assertIn("ratio", self.facts("details-properties"))
        self.assertRegex(self.texts("#details-height li")[0], r"RatioLayoutSpec")
        self.assertRegex(self.facts("details-cost")["Own time"], r"^[\d.]+ (ns|µs|ms)")
        self.assertGreaterEqual(int(self.facts("details-cost")["Measurements"]), 1)

    def test_findings_stand_at_their_elements(self):
        self.open("hostile-document.html")
        marks = self.texts(".row-findings")
        self.assertGreater(len(marks), 0)

    def test_heat_has_numbers_beside_its_colours(self):
        self.open("feed.html")
        self.browser.find_element(By.ID, "heat").click()
        costs = [text for text in self.texts(".row-cost") if text]
        self.assertGreater(len(costs), 30)
        self.assertTrue(all(any(digit in text for digit in "0123456789") for text in costs))

    def test_two_layouts_stand_side_by_side_with_what_moved(self):
        self.open("compared.html")
        self.assertEqual(len(self.texts("figure.stage")), 2)
        self.assertGreater(len(self.texts("#differences-list li")), 0)
        self.assertIn("other size", " ".join(self.texts("#differences-list")))

    def test_an_element_that_was_put_around_another_one_is_new_and_that_one_is_not(self):
        self.open("wrapped.html")
        differences = self.texts("#differences-list li")
        self.assertEqual([text for text in differences if "only in" in text or "kind" in text], differences[-1:])
        self.assertIn("only in the second, around ", differences[-1])

    def test_hostile_texts_are_shown_and_not_run(self):
        self.open("hostile-document.html")
        self.assertIsNone(self.run_script("return window.attacked ?? null"))
        rows = " ".join(self.texts("#tree .row"))
        self.assertIn("</script><script>window.attacked = 1</script>", rows)
        self.assertEqual(self.texts("#tree img"), [])
        # Each text is isolated from what stands around it.
        self.assertEqual(self.run_script(
            "return Array.from(document.querySelectorAll('.row-text'), (text) => text.tagName)"
            ".filter((name) => name !== 'BDI')"), [])

    def test_colours_follow_light_and_dark(self):
        self.open("card.html", scheme="light")
        light = self.color("body")
        self.open("card.html", scheme="dark")
        self.assertNotEqual(self.color("body"), light)

    def test_paper_has_no_controls(self):
        self.open("card.html", media="print")
        self.assertEqual(self.color("#controls", "display"), "none")

    def test_texts_stand_in_the_lines_of_each_width(self):
        self.open("texts.html")

        def lines(number):
            return self.run_script(
                "return Array.from(document.querySelectorAll(`.box[data-index='${arguments[0]}'] text`), (part) => "
                "[part.textContent, Math.round(part.x.baseVal[0].value)])", number)

        self.assertEqual(lines(1), [["one two", 0], ["three four…", 0]])
        self.assertEqual(lines(2), [["one ", 22], ["two", 54], ["three", 30]])
        self.set_width(200)
        self.assertEqual(lines(1), [["one two three four five", 0], ["six", 0]])
        self.assertEqual(lines(2), [["one ", 48], ["two three", 80]])
        self.choose(1)
        self.assertEqual(self.texts("#details-lines-heading"), ["2 lines of at most 100 points"])
        self.assertIn("does not fit", self.texts("#details-lines li")[0])
        self.choose(0)
        self.assertEqual(self.texts("#details-lines li"), [])

    def test_pages_are_small(self):
        self.assertLess((self.folder / "feed80.html").stat().st_size, 2_000_000)

    def test_no_page_scrolls_sideways(self):
        for name in PAGES:
            self.assert_fits(name)

    def test_no_rule_of_axe_is_broken(self):
        for name in PAGES:
            self.assert_accessible(name)
