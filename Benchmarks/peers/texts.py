"""Texts that an engine measures while it lays a tree out, as apps have them: each is a function of a width, which returns the width
and the height in lines that are at most as wide, both rounded up to whole pixels.

An element with "rows" has a prepared text: the sizes that it has, narrowest first, each good for widths up to the next one. One
with "runs" is laid out by Pango whenever it is asked.
"""

import bisect
import math


def measurer(element, tree):
    """The function, or None for an element whose size is known."""
    if "rows" in element:
        return _of_rows([[width, *_pixels(width, height, tree["scale"])] for width, height in element["rows"]])
    if "runs" in element:
        # Only where there is Pango.
        import pango

        measure, scale = pango.measurer(element["runs"]), tree["scale"]
        return lambda width: _pixels(*measure(width), scale)
    return None


def _pixels(width, height, scale):
    return math.ceil(width * scale) / scale, math.ceil(height * scale) / scale


def _of_rows(rows):
    widths = [row[0] for row in rows]
    sizes = [(row[1], row[2]) for row in rows]

    def measure(width):
        # Engines that count in 32 bits may ask for a hair less than they were told.
        return sizes[max(0, bisect.bisect_right(widths, width + 1e-3) - 1)]

    return measure
