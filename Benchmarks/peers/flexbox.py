"""A tree of layout specs in the terms of CSS's flexbox, for engines that lay out by it.

What each element becomes:

- a stack: a container, with the stack's direction, alignments and wrapping. Spacing is a gap, or where the engine has none a
  margin before each child but the first;
- an inset spec: a container with padding, whose child is as wide as it and grows to its height;
- a composite node: the same without padding; a ratio spec: the same with an aspect ratio;
- a plain spec or node: an empty box;
- a node with an intrinsic size: a box of that size. Where it is stretched across it has the size as its minimum there, since a box
  with a fixed length is not stretched;
- a text: a box with the size that it has in the layout that frames are compared with. If it has none, the engine measures it with
  a function of `texts.py`.
"""

from dataclasses import dataclass, replace

from protocol import Refusal


@dataclass(frozen=True)
class Box:
    """One element. Lengths are points as numbers, fractions as texts such as "50%", or None for auto."""

    is_row: bool = False
    wraps: bool = False
    justify_content: str = "start"
    align_items: str = "stretch"
    align_content: str = "start"
    spacing: float = 0
    line_spacing: float = 0
    # Top, left, bottom, right.
    padding: tuple = (0, 0, 0, 0)
    margin: tuple = (0, 0, 0, 0)
    width: object = None
    height: object = None
    min_width: object = None
    min_height: object = None
    max_width: object = None
    max_height: object = None
    flex_grow: float = 0
    flex_shrink: float = 0
    flex_basis: object = None
    align_self: str = "auto"
    aspect_ratio: float | None = None


CONTAINERS = ("stack", "inset", "composite", "ratio")
LEAVES = ("node", "spec", "text")


@dataclass(frozen=True)
class Place:
    """What the element around a box says of it."""

    margin: tuple = (0, 0, 0, 0)
    align_self: str = "auto"
    # "width" or "height" where the box is stretched across, else None.
    stretched: str | None = None
    # Whether it takes the height of a container that is not a stack.
    fills: bool = False


def boxes(tree, has_gap):
    """The tree's elements as boxes in pre-order. Equal boxes are one object, since trees have few styles.

    `has_gap` says whether the engine has a gap between children. Raises `Refusal`.
    """
    elements = tree["elements"]
    places = [Place()] * len(elements)
    known = {}
    result = []
    for index, element in enumerate(elements):
        kind = element["kind"]
        if kind not in CONTAINERS and kind not in LEAVES:
            raise Refusal(f"the type {kind}", index)
        # Parents come first, so the element's own place is known.
        box = _box(element, index, places[index], has_gap)
        if index == 0:
            box = _root_box(box, tree)
        result.append(known.setdefault(box, box))
        if kind == "stack":
            _place_in_stack(element, elements, places, has_gap)
        elif kind in CONTAINERS:
            for child in element["children"]:
                places[child] = Place(stretched="width", fills=True)
    return result


def _place_in_stack(stack, elements, places, has_gap):
    is_row = _is_row(stack)
    for position, child in enumerate(stack.get("children", [])):
        style = elements[child].get("style", {})
        align_self = style.get("alignSelf", "auto")
        if align_self.startswith("baseline"):
            raise Refusal("alignment by baselines", child)
        alignment = stack.get("alignItems", "stretch") if align_self == "auto" else align_self
        before, after = style.get("spacingBefore", 0), style.get("spacingAfter", 0)
        if position > 0 and not has_gap:
            before += stack.get("spacing", 0)
        places[child] = Place(
            margin=(0, before, 0, after) if is_row else (before, 0, after, 0),
            align_self=align_self,
            stretched=("height" if is_row else "width") if alignment == "stretch" else None,
        )


def _is_row(stack):
    return stack.get("direction", "horizontal") == "horizontal"


def _box(element, index, place, has_gap):
    kind = element["kind"]
    style = element.get("style", {})
    common = {
        "margin": place.margin,
        "align_self": place.align_self,
        "flex_grow": style.get("flexGrow", 0),
        "flex_shrink": style.get("flexShrink", 0),
        "flex_basis": style.get("flexBasis"),
    }
    if kind == "text" and "size" in element:
        # Its final size stands for its content, so nothing else is left to say about it.
        width, height = element["size"]
        return Box(width=width, height=height, **{**common, "flex_basis": None})
    if kind == "inset":
        # An inset spec ignores a size of its own.
        common["padding"] = _padding(element, index)
    else:
        common.update(_sizes(style))
    if kind == "stack":
        common.update(_stack(element, index, has_gap))
    elif kind == "ratio":
        common["aspect_ratio"] = 1 / element["ratio"]
    if "size" in element:
        _give_intrinsic_size(common, element["size"], place)
    if place.fills:
        # In a container that is not a stack an element has nothing to flex with.
        common["flex_basis"] = None
        common["flex_shrink"] = 0
        common["flex_grow"] = 1 if common.get("height") is None else 0
    return Box(**common)


def _stack(element, index, has_gap):
    wraps = element.get("flexWrap") == "wrap"
    spacing, line_spacing = element.get("spacing", 0), element.get("lineSpacing", 0)
    if wraps and not has_gap and (spacing or line_spacing):
        raise Refusal("spacing in a stack that wraps", index)
    align_items = element.get("alignItems", "stretch")
    if align_items.startswith("baseline"):
        raise Refusal("alignment by baselines", index)
    return {
        "is_row": _is_row(element),
        "wraps": wraps,
        "justify_content": element.get("justifyContent", "start"),
        "align_items": align_items,
        "align_content": element.get("alignContent", "start"),
        "spacing": spacing if has_gap else 0,
        "line_spacing": line_spacing if has_gap else 0,
    }


def _padding(element, index):
    insets = element["insets"]
    if any(inset is None or inset < 0 for inset in insets):
        raise Refusal("an inset that is negative or infinite", index)
    return tuple(insets)


def _sizes(style):
    return {
        "width": style.get("width"),
        "height": style.get("height"),
        "min_width": style.get("minWidth"),
        "min_height": style.get("minHeight"),
        "max_width": style.get("maxWidth"),
        "max_height": style.get("maxHeight"),
    }


def _give_intrinsic_size(box, size, place):
    for axis, length in zip(("width", "height"), size):
        if box[axis] is not None:
            continue
        if place.stretched != axis:
            box[axis] = length
        elif box[f"min_{axis}"] is None:
            limit = box[f"max_{axis}"]
            box[f"min_{axis}"] = min(length, limit) if isinstance(limit, (int, float)) else length


def _root_box(box, tree):
    changes = {}
    for axis in ("width", "height"):
        low, high = tree[axis]
        if low == high:
            changes |= {axis: low, f"min_{axis}": None, f"max_{axis}": None}
        else:
            # Within the range the root is as its style and its content say.
            changes |= {f"min_{axis}": low or None, f"max_{axis}": high}
    return replace(box, **changes)
