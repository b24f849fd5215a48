"""Taffy, through the native module of the package stretchable.

The package's own `Node.compute_layout` also copies every frame into Python objects; the native call below it does not, and is what
is timed.
"""

import functools
import importlib.metadata

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
from stretchable.style.geometry.size import SizeAvailableSpace

from protocol import ProtocolError, Refusal

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

    def load(self, form, tree, edit):
        if form != "tree":
            raise ProtocolError(f"Taffy lays out a tree, and not a {form}")
        elements = tree["elements"]
        # Trees have few styles, and making one takes long.
        known = {}
        styles = []
        for index, element in enumerate(elements):
            box = _box_of(element, index)
            key = repr(box)
            if key not in known:
                known[key] = _style(box)
            styles.append(known[key])
        self._edit = None
        taffylib.node_drop_all(self._trees)
        self._nodes = [taffylib.node_create(self._trees, style) for style in styles]
        children = [element.get("children", []) for element in elements]
        for node, own in zip(self._nodes, children):
            for child in own:
                taffylib.node_add_child(self._trees, node, self._nodes[child])
        self._leaves = [node for node, own in zip(self._nodes, children) if not own]
        if edit is not None:
            states = [_style(_box_of(state, edit["element"])) for state in edit["states"]]
            self._edit = (self._nodes[edit["element"]], states)
        space = SizeAvailableSpace.default().to_dict()
        self.lay_out = functools.partial(taffylib.node_compute_layout, self._trees, self._nodes[0], space)

    def change(self, state):
        node, styles = self._edit
        # It marks the node dirty, and those around it.
        taffylib.node_set_style(self._trees, node, styles[state])

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


def _box_of(element, index):
    if "box" not in element:
        raise Refusal(element["refused"], index)
    if "text" in element or "rows" in element or "runs" in element:
        raise Refusal("its measure function is Python, which would be most of the time", index)
    return element["box"]


def _style(box):
    """The style of a box as the native module takes it."""
    top, left, bottom, right = box.get("padding", (0,) * 4)
    margin_top, margin_left, margin_bottom, margin_right = box.get("margin", (0,) * 4)
    is_row, gap, line_gap = box.get("row", False), box.get("gap", 0), box.get("lineGap", 0)
    return Style(
        flex_direction=FlexDirection.ROW if is_row else FlexDirection.COLUMN,
        flex_wrap=FlexWrap.WRAP if box.get("wrap") else FlexWrap.NO_WRAP,
        justify_content=_JUSTIFY[box.get("justifyContent", "start")],
        align_items=_ALIGN_ITEMS[box.get("alignItems", "stretch")],
        align_content=_ALIGN_CONTENT[box.get("alignContent", "start")],
        align_self=_ALIGN_SELF[box.get("alignSelf", "auto")],
        # By columns, then by rows.
        gap=(gap, line_gap) if is_row else (line_gap, gap),
        padding=(top, right, bottom, left),
        margin=(margin_top, margin_right, margin_bottom, margin_left),
        flex_grow=box.get("flexGrow", 0),
        flex_shrink=box.get("flexShrink", 0),
        flex_basis=_length(box.get("flexBasis"), AUTO),
        aspect_ratio=box.get("aspectRatio"),
        size=(_length(box.get("width"), AUTO), _length(box.get("height"), AUTO)),
        # A length of 0, since auto would be the length of the content.
        min_size=(_length(box.get("minWidth"), 0), _length(box.get("minHeight"), 0)),
        max_size=(_length(box.get("maxWidth"), AUTO), _length(box.get("maxHeight"), AUTO)),
    ).to_dict()


def _length(length, default):
    if isinstance(length, str):
        return float(length.removesuffix("%")) * PCT
    return default if length is None else length
