"""Texts that engines measure."""

import math
import unittest

from flexbox import boxes
from texts import measurer

# Four lines, two, and one.
ROWS = [[20.2, 80], [50.5, 40], [90.1, 20]]


class TextTests(unittest.TestCase):
    def measure(self, width, scale=1):
        return measurer({"kind": "text", "rows": ROWS}, {"scale": scale})(width)

    def test_each_size_holds_up_to_the_next_wider_one(self):
        self.assertEqual(self.measure(math.inf), (91, 20))
        self.assertEqual(self.measure(90.1), (91, 20))
        self.assertEqual(self.measure(90), (51, 40))
        self.assertEqual(self.measure(50.4), (21, 80))

    def test_a_width_that_was_rounded_by_the_engine_is_the_same(self):
        self.assertEqual(self.measure(90.0999985), (91, 20))

    def test_below_the_narrowest_it_is_the_narrowest(self):
        self.assertEqual(self.measure(0), (21, 80))

    def test_sizes_are_rounded_up_to_pixels(self):
        self.assertEqual(self.measure(50.5, scale=2), (50.5, 40))
        self.assertEqual(self.measure(20.2, scale=2), (20.5, 80))

    def test_a_text_of_known_size_is_not_measured(self):
        self.assertIsNone(measurer({"kind": "text", "size": [10, 20]}, {"scale": 1}))

    def test_a_measured_text_is_a_box_without_a_size(self):
        stack = {"kind": "stack", "direction": "vertical", "children": [1, 2]}
        known, measured = {"kind": "text", "size": [10, 20]}, {"kind": "text", "rows": ROWS}
        tree = {"width": [375, 375], "height": [0, None], "elements": [stack, known, measured]}
        _, known, measured = boxes(tree, has_gap=True)
        self.assertEqual((known.width, known.height), (10, 20))
        self.assertEqual((measured.width, measured.height), (None, None))


if __name__ == "__main__":
    unittest.main()
