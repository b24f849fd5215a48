"""Pango's paragraphs, through its C interface, with the fonts of the system: the same calls that `text.paragraph` makes."""

import ctypes
import ctypes.util
from xml.sax.saxutils import escape

from protocol import ProtocolError

SCALE = 1024


def _library(name):
    found = ctypes.util.find_library(name)
    if found is None:
        raise ProtocolError(f"there is no library {name}; run scripts/install-text")
    return ctypes.CDLL(found)


_fonts = _library("pangoft2-1.0")
_pango = _library("pango-1.0")
_objects = _library("gobject-2.0")


def _function(library, name, result, *arguments):
    function = getattr(library, name)
    function.restype, function.argtypes = result, arguments
    return function


_pointer = ctypes.c_void_p
_new_layout = _function(_pango, "pango_layout_new", _pointer, _pointer)
_set_markup = _function(_pango, "pango_layout_set_markup", None, _pointer, ctypes.c_char_p, ctypes.c_int)
_set_wrap = _function(_pango, "pango_layout_set_wrap", None, _pointer, ctypes.c_int)
_set_width = _function(_pango, "pango_layout_set_width", None, _pointer, ctypes.c_int)
_get_size = _function(
    _pango, "pango_layout_get_size", None, _pointer, ctypes.POINTER(ctypes.c_int), ctypes.POINTER(ctypes.c_int)
)
_unref = _function(_objects, "g_object_unref", None, _pointer)
_WRAP_WORD_CHAR = 2


def _context():
    fonts = _function(_fonts, "pango_ft2_font_map_new", _pointer)()
    # A point is a pixel.
    _function(_fonts, "pango_ft2_font_map_set_resolution", None, _pointer, ctypes.c_double, ctypes.c_double)(fonts, 72, 72)
    context = _function(_pango, "pango_font_map_create_context", _pointer, _pointer)(fonts)
    _function(_pango, "pango_context_set_round_glyph_positions", None, _pointer, ctypes.c_int)(context, 0)
    language = _function(_pango, "pango_language_from_string", _pointer, ctypes.c_char_p)(b"en")
    _function(_pango, "pango_context_set_language", None, _pointer, _pointer)(context, language)
    return context


_shared_context = None


def measurer(runs):
    """A function that lays the runs out anew in each width that it is asked for."""
    global _shared_context
    if _shared_context is None:
        _shared_context = _context()
    context = _shared_context
    markup = "".join(_span(run) for run in runs).encode()
    width_out, height_out = ctypes.c_int(), ctypes.c_int()

    def measure(width):
        layout = _new_layout(context)
        _set_markup(layout, markup, len(markup))
        _set_wrap(layout, _WRAP_WORD_CHAR)
        _set_width(layout, int(width * SCALE) if width < 1e6 else -1)
        _get_size(layout, width_out, height_out)
        _unref(layout)
        return width_out.value / SCALE, height_out.value / SCALE

    return measure


def _span(run):
    style = "italic" if run["isItalic"] else "normal"
    return (
        f'<span font_family="{escape(run["family"], {chr(34): "&quot;"})}" size="{round(run["size"] * SCALE)}"'
        f' weight="{run["weight"]}" style="{style}" insert_hyphens="false">{escape(run["text"])}</span>'
    )
