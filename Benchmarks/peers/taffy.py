"""Taffy, through the native module of the package stretchable.

The package's own `Node.compute_layout` also copies every frame into Python objects; the native call below it does not, and is what
is timed.
"""

import functools
import importlib.metadata
import math

from stretchable import Style, taffylib
from stretchable.style import (
    AUTO,
    PCT,
    AlignContent,
    AlignItems,
    AlignSelf,
    FlexDirection,
    FlexWrap,
    JustifyContent,
)
from stretchable.style.geometry.length import Scale
from stretchable.style.geometry.size import SizeAvailableSpace

import flexbox
import texts
from protocol import ProtocolError

_JUSTIFY = {
    "start": JustifyContent.FLEX_START,
    "center": JustifyContent.CENTER,
    "end": JustifyContent.FLEX_END,
    "spaceBetween": JustifyContent.SPACE_BETWEEN,
    "spaceAround": JustifyContent.SPACE_AROUND,
}
_ALIGN_CONTENT = {
    "start": AlignContent.FLEX_START,
    "center": AlignContent.CENTER,
    "end": AlignContent.FLEX_END,
    "spaceBetween": AlignContent.SPACE_BETWEEN,
    "spaceAround": AlignContent.SPACE_AROUND,
    "stretch": AlignContent.STRETCH,
}
_ALIGN_ITEMS = {
    "stretch": AlignItems.STRETCH,
    "start": AlignItems.FLEX_START,
    "center": AlignItems.CENTER,
    "end": AlignItems.FLEX_END,
}
_ALIGN_SELF = {
    "auto": None,
    "stretch": AlignSelf.STRETCH,
    "start": AlignSelf.FLEX_START,
    "center": AlignSelf.CENTER,
    "end": AlignSelf.FLEX_END,
}


class Taffy:
    name = "taffy"
    library = f"Taffy, in stretchable {importlib.metadata.version('stretchable')}"

    def __init__(self):
        self._trees = taffylib.init()
        taffylib.disable_rounding(self._trees)
        self._nodes = []
        self._leaves = []

    @property
    def element_count(self):
        return len(self._nodes)

    def load(self, form, tree):
        if form != "tree":
            raise ProtocolError(f"Taffy lays out a tree, and not a {form}")
        boxes = flexbox.boxes(tree, has_gap=True)
        taffylib.node_drop_all(self._trees)
        styles = {}
        self._nodes = []
        for box in boxes:
            if box not in styles:
                styles[box] = _style(box)
            self._nodes.append(taffylib.node_create(self._trees, styles[box]))
        children = [element.get("children", []) for element in tree["elements"]]
        for node, own in zip(self._nodes, children):
            for child in own:
                taffylib.node_add_child(self._trees, node, self._nodes[child])
        self._leaves = [node for node, own in zip(self._nodes, children) if not own]
        space = SizeAvailableSpace.default().to_dict()
        measures = {}
        for node, element in zip(self._nodes, tree["elements"]):
            if (measure := texts.measurer(element, tree)) is not None:
                measures[node] = measure
                taffylib.node_set_measure(self._trees, node, True)
        if measures:
            self.lay_out = functools.partial(
                taffylib.node_compute_layout_with_measure, self._trees, self._nodes[0], space, _measure_function(measures)
            )
        else:
            self.lay_out = functools.partial(taffylib.node_compute_layout, self._trees, self._nodes[0], space)

    def make_cold(self):
        # What is dirty has no cache, and neither have the elements around it: every element is a leaf or around one.
        for leaf in self._leaves:
            taffylib.node_mark_dirty(self._trees, leaf)

    def frames(self):
        layout = taffylib.PyLayout()
        frames = []
        for node in self._nodes:
            taffylib.node_get_layout(self._trees, node, layout)
            frames += (layout.x, layout.y, layout.width, layout.height)
        return frames


def _measure_function(measures):
    """What Taffy calls to measure a text: lengths that are not known are NaN."""

    def measured(known_width, known_height, width, _, node):
        if not math.isnan(known_width):
            most = known_width
        elif width["dim"] == Scale.POINTS:
            most = width["value"]
        else:
            most = 0 if width["dim"] == Scale.MIN_CONTENT else math.inf
        own_width, own_height = measures[node](most)
        return (
            own_width if math.isnan(known_width) else known_width,
            own_height if math.isnan(known_height) else known_height,
        )

    return measured


def _style(box):
    """The style as the native module takes it."""
    top, left, bottom, right = box.padding
    margin_top, margin_left, margin_bottom, margin_right = box.margin
    lengths = {
        "size": (_length(box.width, AUTO), _length(box.height, AUTO)),
        # A length of 0, since auto would be the length of the content.
        "min_size": (_length(box.min_width, 0), _length(box.min_height, 0)),
        "max_size": (_length(box.max_width, AUTO), _length(box.max_height, AUTO)),
    }
    gap = (box.spacing, box.line_spacing) if box.is_row else (box.line_spacing, box.spacing)
    return Style(
        flex_direction=FlexDirection.ROW if box.is_row else FlexDirection.COLUMN,
        flex_wrap=FlexWrap.WRAP if box.wraps else FlexWrap.NO_WRAP,
        justify_content=_JUSTIFY[box.justify_content],
        align_items=_ALIGN_ITEMS[box.align_items],
        align_content=_ALIGN_CONTENT[box.align_content],
        align_self=_ALIGN_SELF[box.align_self],
        gap=gap,
        padding=(top, right, bottom, left),
        margin=(margin_top, margin_right, margin_bottom, margin_left),
        flex_grow=box.flex_grow,
        flex_shrink=box.flex_shrink,
        flex_basis=_length(box.flex_basis, AUTO),
        aspect_ratio=box.aspect_ratio,
        **lengths,
    ).to_dict()


def _length(length, default):
    if isinstance(length, str):
        return float(length.removesuffix("%")) * PCT
    return default if length is None else length
