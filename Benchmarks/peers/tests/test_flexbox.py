"""What elements become in the terms of flexbox."""

import unittest

from flexbox import boxes
from protocol import Refusal


def tree(*elements, width=(375, 375), height=(0, None)):
    return {"width": list(width), "height": list(height), "elements": list(elements)}


class FlexboxTests(unittest.TestCase):
    def test_nothing_shrinks_and_nothing_is_fixed_by_default(self):
        root, child = boxes(tree({"kind": "stack", "children": [1]}, {"kind": "node"}), has_gap=True)
        self.assertTrue(root.is_row)
        self.assertEqual((child.flex_grow, child.flex_shrink, child.flex_basis), (0, 0, None))
        self.assertEqual((child.width, child.height, child.min_width, child.min_height), (None,) * 4)

    def test_the_root_takes_its_range(self):
        (exact,) = boxes(tree({"kind": "node"}), has_gap=True)
        self.assertEqual((exact.width, exact.min_width, exact.height, exact.max_height), (375, None, None, None))
        (between,) = boxes(tree({"kind": "node"}, width=(10, 20), height=(0, 30)), has_gap=True)
        self.assertEqual((between.width, between.min_width, between.max_width), (None, 10, 20))
        self.assertEqual((between.min_height, between.max_height), (None, 30))

    def test_spacing_is_a_gap_or_a_margin(self):
        stack = {"kind": "stack", "direction": "vertical", "spacing": 8, "children": [1, 2]}
        second = {"kind": "node", "style": {"spacingBefore": 3, "spacingAfter": 2}}
        with_gap = boxes(tree(stack, {"kind": "node"}, second), has_gap=True)
        self.assertEqual([box.spacing for box in with_gap], [8, 0, 0])
        self.assertEqual([box.margin for box in with_gap[1:]], [(0, 0, 0, 0), (3, 0, 2, 0)])
        without = boxes(tree(stack, {"kind": "node"}, second), has_gap=False)
        self.assertEqual([box.spacing for box in without], [0, 0, 0])
        self.assertEqual([box.margin for box in without[1:]], [(0, 0, 0, 0), (11, 0, 2, 0)])

    def test_a_node_that_is_stretched_has_its_size_as_a_minimum(self):
        stack = {"kind": "stack", "direction": "horizontal", "children": [1, 2, 3]}
        node = {"kind": "node", "size": [40, 30]}
        _, stretched, aligned, limited = boxes(
            tree(
                stack,
                node,
                {**node, "style": {"alignSelf": "start"}},
                {**node, "style": {"maxHeight": 20}},
            ),
            has_gap=True,
        )
        self.assertEqual((stretched.width, stretched.height, stretched.min_height), (40, None, 30))
        self.assertEqual((aligned.width, aligned.height, aligned.min_height), (40, 30, None))
        self.assertEqual((limited.height, limited.min_height, limited.max_height), (None, 20, 20))

    def test_a_text_is_as_large_as_it_was(self):
        text = {"kind": "text", "size": [100, 40], "style": {"flexGrow": 1, "width": 5, "flexBasis": 9}}
        _, box = boxes(tree({"kind": "stack", "children": [1]}, text), has_gap=True)
        self.assertEqual((box.width, box.height, box.flex_grow, box.flex_basis), (100, 40, 1, None))

    def test_insets_are_padding_around_a_child_that_fills(self):
        inset = {"kind": "inset", "insets": [1, 2, 3, 4], "style": {"width": 9}, "children": [1]}
        outside, inside = boxes(tree(inset, {"kind": "stack", "children": [], "style": {"flexShrink": 1}}), has_gap=True)
        self.assertEqual((outside.padding, outside.is_row, outside.width), ((1, 2, 3, 4), False, 375))
        self.assertEqual((inside.flex_grow, inside.flex_shrink), (1, 0))

    def test_ratios_are_width_by_height_here(self):
        box, _ = boxes(tree({"kind": "ratio", "ratio": 0.5, "children": [1]}, {"kind": "node"}), has_gap=True)
        self.assertEqual(box.aspect_ratio, 2)

    def test_what_has_no_word_is_refused_by_element(self):
        node = {"kind": "node"}
        wrapping = {"kind": "stack", "flexWrap": "wrap", "spacing": 4, "children": [1]}
        for element, has_gap, reason in [
            ({"kind": "overlay", "children": [1, 2]}, True, "the type overlay"),
            (wrapping, False, "spacing in a stack that wraps"),
            ({"kind": "stack", "alignItems": "baselineFirst", "children": [1]}, True, "alignment by baselines"),
            ({"kind": "inset", "insets": [None, 0, 0, 0], "children": [1]}, True, "an inset that is negative or infinite"),
        ]:
            with self.subTest(reason):
                around = {"kind": "stack", "children": [1]}
                shifted = {**element, "children": [child + 1 for child in element["children"]]}
                with self.assertRaises(Refusal) as raised:
                    boxes(tree(around, shifted, node, node), has_gap)
                self.assertEqual((raised.exception.reason, raised.exception.element), (reason, 1))
        self.assertEqual(len(boxes(tree(wrapping, node), has_gap=True)), 2)

    def test_equal_boxes_are_one_object(self):
        children = list(range(1, 4))
        result = boxes(tree({"kind": "stack", "children": children}, *[{"kind": "node"}] * 3), has_gap=True)
        self.assertIs(result[1], result[3])


if __name__ == "__main__":
    unittest.main()
