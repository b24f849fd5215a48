"""Yoga, through the C interface that the package poga binds."""

import functools
import math

from poga import libpoga_capi as yoga

import flexbox
import texts
from protocol import ProtocolError

_JUSTIFY = {
    "start": yoga.YGJustify.FlexStart,
    "center": yoga.YGJustify.Center,
    "end": yoga.YGJustify.FlexEnd,
    "spaceBetween": yoga.YGJustify.SpaceBetween,
    "spaceAround": yoga.YGJustify.SpaceAround,
}
_ALIGN = {
    "auto": yoga.YGAlign.Auto,
    "stretch": yoga.YGAlign.Stretch,
    "start": yoga.YGAlign.FlexStart,
    "center": yoga.YGAlign.Center,
    "end": yoga.YGAlign.FlexEnd,
    "spaceBetween": yoga.YGAlign.SpaceBetween,
    "spaceAround": yoga.YGAlign.SpaceAround,
}
# In the order of a box's margin and padding.
_EDGES = (yoga.YGEdge.Top, yoga.YGEdge.Left, yoga.YGEdge.Bottom, yoga.YGEdge.Right)

# Properties of a box that are lengths, and what Yoga calls them.
_LENGTHS = {
    "width": "Width",
    "height": "Height",
    "min_width": "MinWidth",
    "min_height": "MinHeight",
    "max_width": "MaxWidth",
    "max_height": "MaxHeight",
    "flex_basis": "FlexBasis",
}


class Yoga:
    name = "yoga"
    library = f"Yoga {yoga.poga_yoga_version()}"

    def __init__(self):
        self._config = yoga.YGConfigNew()
        # Without the pass that rounds to pixels.
        yoga.YGConfigSetPointScaleFactor(self._config, 0)
        self._nodes = []
        # Kept as long as the nodes that call them.
        self._measures = []

    @property
    def element_count(self):
        return len(self._nodes)

    def load(self, form, tree):
        if form != "tree":
            raise ProtocolError(f"Yoga lays out a tree, and not a {form}")
        boxes = flexbox.boxes(tree, has_gap=False)
        self._free()
        self._nodes = [self._node(box) for box in boxes]
        for node, element in zip(self._nodes, tree["elements"]):
            for position, child in enumerate(element.get("children", [])):
                yoga.YGNodeInsertChild(node, self._nodes[child], position)
        for node, element in zip(self._nodes, tree["elements"]):
            if (measure := texts.measurer(element, tree)) is not None:
                self._measures.append(_measure_function(measure))
                yoga.YGNodeSetMeasureFunc(node, self._measures[-1])
        self.lay_out = functools.partial(
            yoga.YGNodeCalculateLayout, self._nodes[0], yoga.YGUndefined, yoga.YGUndefined, yoga.YGDirection.LTR
        )

    def make_cold(self):
        # The one function that Yoga has for this, made for its own benchmarks: the next layout looks at no cache.
        yoga.YGNodeMarkDirtyAndPropogateToDescendants(self._nodes[0])

    def frames(self):
        left, top = yoga.YGNodeLayoutGetLeft, yoga.YGNodeLayoutGetTop
        width, height = yoga.YGNodeLayoutGetWidth, yoga.YGNodeLayoutGetHeight
        return [get(node) for node in self._nodes for get in (left, top, width, height)]

    def _free(self):
        if self._nodes:
            yoga.YGNodeFreeRecursive(self._nodes[0])
            self._nodes = []
            self._measures = []

    def _node(self, box):
        node = yoga.YGNodeNewWithConfig(self._config)
        yoga.YGNodeStyleSetFlexDirection(
            node, yoga.YGFlexDirection.Row if box.is_row else yoga.YGFlexDirection.Column
        )
        yoga.YGNodeStyleSetFlexWrap(node, yoga.YGWrap.Wrap if box.wraps else yoga.YGWrap.NoWrap)
        yoga.YGNodeStyleSetJustifyContent(node, _JUSTIFY[box.justify_content])
        yoga.YGNodeStyleSetAlignItems(node, _ALIGN[box.align_items])
        yoga.YGNodeStyleSetAlignContent(node, _ALIGN[box.align_content])
        yoga.YGNodeStyleSetAlignSelf(node, _ALIGN[box.align_self])
        yoga.YGNodeStyleSetFlexGrow(node, box.flex_grow)
        yoga.YGNodeStyleSetFlexShrink(node, box.flex_shrink)
        for edge, margin, padding in zip(_EDGES, box.margin, box.padding):
            if margin:
                yoga.YGNodeStyleSetMargin(node, edge, margin)
            if padding:
                yoga.YGNodeStyleSetPadding(node, edge, padding)
        if box.aspect_ratio is not None:
            yoga.YGNodeStyleSetAspectRatio(node, box.aspect_ratio)
        for name, yoga_name in _LENGTHS.items():
            _set_length(node, yoga_name, getattr(box, name))
        return node


def _measure_function(measure):
    """What Yoga calls to measure a text."""
    undefined, exactly = yoga.YGMeasureMode.Undefined, yoga.YGMeasureMode.Exactly

    def measured(_, width, width_mode, height, height_mode):
        own_width, own_height = measure(math.inf if width_mode == undefined else width)
        size = yoga.YGSize()
        size.width = width if width_mode == exactly else own_width
        size.height = height if height_mode == exactly else own_height
        return size

    return measured


def _set_length(node, name, length):
    if isinstance(length, str):
        getattr(yoga, f"YGNodeStyleSet{name}Percent")(node, float(length.removesuffix("%")))
    elif length is not None:
        getattr(yoga, f"YGNodeStyleSet{name}")(node, length)
