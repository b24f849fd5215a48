#!/usr/bin/env python3
"""Draws charts: turns Vega-Lite specifications into pictures beside them.

  Benchmarks/charts/.venv/bin/python Benchmarks/charts/render.py --format svg,png CHART.vl.json...

`layoutbench chart` calls it. Call it yourself to draw a specification that you changed. scripts/install-renderer installs what it
needs. Nothing is fetched: data has to stand in the specification.
"""
import argparse
import json
import os
import re
import secrets
import sys
from html import escape

EXTENSION = ".vl.json"
# The newest of Vega-Lite 5, whatever the renderer takes for its newest.
VERSION = "5.21"


def svg(converter, specification):
    return converter.vegalite_to_svg(specification, vl_version=VERSION, allowed_base_urls=[]).encode()


def png(converter, specification):
    # Twice as many pixels, for screens that have them.
    return converter.vegalite_to_png(specification, vl_version=VERSION, scale=2, allowed_base_urls=[])


def html(converter, specification):
    # The page holds the specification as a script, which a name with "</script>" in it would end.
    text = json.dumps(specification, ensure_ascii=False)
    stand_in = f"less-than-{secrets.token_hex(8)}"
    page = converter.vegalite_to_html(text.replace("<", stand_in), vl_version=VERSION, bundle=True, renderer="svg")
    page = page.replace(stand_in, "\\u003c")
    title = specification.get("title", "Chart")
    title = escape(str(title.get("text", "Chart") if isinstance(title, dict) else title))
    background = str(specification.get("config", {}).get("background", "#ffffff"))
    style = f"<style>body {{ background: {background}; }}</style>" if re.fullmatch(r"[#\w]+", background) else ""
    return page.replace("<title>Chart</title>", f"<title>{title}</title>{style}", 1).encode()


FORMATS = {"svg": svg, "png": png, "html": html}


def write(path, content):
    """A reader sees the old file or the new one, never half of one."""
    temporary = f"{path}.{os.getpid()}"
    try:
        with open(temporary, "wb") as file:
            file.write(content)
        os.replace(temporary, path)
    except BaseException:
        if os.path.exists(temporary):
            os.remove(temporary)
        raise


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--format", default="svg", help="svg, png, html or several of them; default: svg")
    parser.add_argument("files", nargs="+", metavar="CHART.vl.json")
    options = parser.parse_args()
    formats = options.format.split(",")
    for name in formats:
        if name not in FORMATS:
            parser.error(f"there is no format {name}; there are {', '.join(FORMATS)}")
    try:
        import vl_convert
    except ImportError:
        sys.exit("render.py: vl-convert is missing; scripts/install-renderer installs it, in Benchmarks/charts/.venv")
    for path in options.files:
        stem = path[:-len(EXTENSION)] if path.endswith(EXTENSION) else os.path.splitext(path)[0]
        try:
            with open(path, encoding="utf-8") as file:
                specification = json.load(file)
            if not isinstance(specification, dict):
                raise ValueError("holds no specification: its JSON is no object")
            for name in formats:
                write(f"{stem}.{name}", FORMATS[name](vl_convert, specification))
        except (OSError, ValueError) as error:
            # Of an error of Vega-Lite the first lines say what, the rest where in its own code.
            lines = (str(error).strip() or type(error).__name__).splitlines()
            reason = " ".join(line.strip() for line in lines if not line.strip().startswith("at "))
            sys.exit(f"render.py: {path}: {reason}")


if __name__ == "__main__":
    main()
