#!/usr/bin/env python3
"""Makes pages from stored runs and hostile ones, and tests them in a browser. scripts/test-pages calls it."""
import argparse
import csv
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import browser

HERE = pathlib.Path(__file__).resolve().parent
PACKAGE = HERE.parent.parent
REFERENCE = PACKAGE / "results" / "reference"

HOSTILE = [
    "<script>window.attacked = 1</script>",
    "\"' onmouseover=\"window.attacked = 1\" x='<img src=x onerror=window.attacked=1>",
    "\u202etxt.exe {{title}} {{{script}}} &lt; --> ]]>",
    "long" * 2_500,
]


# A job of which one function costs more than before, one less, and one is new; as a comparison keeps it.
WHY = ["run(job:)", [1100, 2, 6], [
    ["measure(_:)", [800, 2, 6], [[HOSTILE[0], [300, 2, 6], [], [0, 0, 0]]], [500, 0, 0]],
    ["place(_:)", [200, 0, 0], [], [400, 0, 0]],
], [1000, 0, 0]]


def copy_run(run, folder, name_of, description={}):
    """A copy of a run, with the name that a function has for each workload, without those for which it has none, and with
    other values in its description."""
    shutil.copytree(run, folder, dirs_exist_ok=True)
    for name in ["samples.csv", "summary.csv"]:
        path = folder / name
        if not path.exists():
            continue
        with path.open(encoding="utf-8", newline="") as file:
            head, *rows = csv.reader(file)
        column = head.index("workload")
        for row in rows:
            row[column] = name_of(row[column])
        with path.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows([head] + [row for row in rows if row[column]])
    whole = json.loads((folder / "run.json").read_text(encoding="utf-8")) | description
    for outcome in whole["cells"]:
        outcome["cell"]["workload"] = name_of(outcome["cell"]["workload"])
    whole["cells"] = [outcome for outcome in whole["cells"] if outcome["cell"]["workload"]]
    (folder / "run.json").write_text(json.dumps(whole), encoding="utf-8")


def make_hostile_run(folder):
    """A run whose workloads have names that somebody chose to do harm."""
    workloads = []

    def renamed(name):
        if name not in workloads:
            workloads.append(name)
        index = workloads.index(name)
        # One of 10,000 letters: drawing each takes as long as all other names.
        return HOSTILE[index % len(HOSTILE)][:None if index < len(HOSTILE) else 1_000] + f" {index}"

    warnings = [{"cause": HOSTILE[0], "nextStep": HOSTILE[2]}]
    copy_run(REFERENCE / "quick", folder, renamed, {"suite": HOSTILE[0], "commandLine": HOSTILE, "warnings": warnings})


def make_hostile_document(path):
    """A document whose texts and names were chosen to do harm, with likely mistakes."""
    texts = ["</script><script>window.attacked = 1</script>", "<img src=x onerror=window.attacked=1>", *HOSTILE[1:]]
    children = [{"type": "text", "text": text, "name": text[:200]} for text in texts]
    children.append({"type": "ratio", "ratio": 0, "child": {"type": "node"}})
    children.append({"type": "node", "style": {"width": 2000}})
    path.write_text(json.dumps({
        "format": "layout-spec", "version": 1, "name": HOSTILE[0],
        "constrainedSize": {"min": [320, 0], "max": [320, None]},
        "root": {"type": "stack", "direction": "vertical", "children": children},
    }), encoding="utf-8")


def make_texts(path):
    """A document whose texts break differently in each width."""
    children = [
        {"type": "text", "text": "one two three four five six", "maximumLineCount": 2},
        {"type": "text", "alignment": "center", "runs": [
            {"text": "one "}, {"text": "two three", "weight": 700, "color": "#a00000"}]},
    ]
    path.write_text(json.dumps({
        "format": "layout-spec", "version": 1, "constrainedSize": {"min": [100, 0], "max": [100, None]},
        "root": {"type": "stack", "direction": "vertical", "children": children},
    }), encoding="utf-8")


def make_inspectors(program, folder):
    def inspect(name, *arguments):
        command = [program, "inspect", *map(str, arguments), "-o", str(folder / name), "--force"]
        subprocess.run(command, check=True, cwd=PACKAGE)

    card = PACKAGE / "Benchmarks" / "trees" / "animal-card.json"
    inspect("card.html", card)
    for width in [200, 201, 320, 414, 777, 1200]:
        frames = subprocess.run(
            [program, "layout", str(card), "--format", "json", "--width", str(width)], check=True, cwd=PACKAGE,
            capture_output=True)
        (folder / f"card-{width}.json").write_bytes(frames.stdout)
    inspect("feed.html", "feed(3)")
    inspect("feed80.html", "feed(80)")
    inspect("chat.html", PACKAGE / "Benchmarks" / "trees" / "chat.json")
    other = card.read_text(encoding="utf-8").replace("1.184", "0.75")
    (folder / "other.json").write_text(other, encoding="utf-8")
    inspect("compared.html", card, "--with", folder / "other.json")
    wrapped = json.loads(card.read_text(encoding="utf-8"))
    stack = wrapped["root"]["child"]
    stack["children"][1] = {"type": "stack", "children": [stack["children"][1]]}
    (folder / "wrapped.json").write_text(json.dumps(wrapped), encoding="utf-8")
    inspect("wrapped.html", card, "--with", folder / "wrapped.json")
    make_texts(folder / "texts.json")
    inspect("texts.html", folder / "texts.json")
    make_hostile_document(folder / "hostile.json")
    inspect("hostile-document.html", folder / "hostile.json")


def make_profiles(program, folder):
    """Profiles of jobs, for which valgrind is needed, and of a layout."""
    pages = [("relayout", "node.relayout", "feed(20)"), ("cold", "spec.cold", "feed(5)"), ("constraints", "cassowary", "feed(1)")]
    for name, subject, workload in pages:
        command = [program, "profile", workload, "--subject", subject, "-o", str(folder / f"{name}.html"), "--force"]
        subprocess.run(command, check=True, cwd=PACKAGE, stdout=subprocess.DEVNULL)
    trace = str(folder / "feed.trace.json")
    command = [program, "profile", "feed(20)", "--trace", trace, "--force"]
    subprocess.run(command, check=True, cwd=PACKAGE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def make_pages(program, folder):
    def report(name, *runs, **environment):
        command = [program, "report", *map(str, runs), "-o", str(folder / name), "--force"]
        subprocess.run(command, check=True, cwd=PACKAGE, env={**os.environ, **environment})

    shutil.copytree(REFERENCE / "quick", folder / "quick", dirs_exist_ok=True)
    make_hostile_run(folder / "hostile")
    report("quick.html", folder / "quick")
    report("compare.html", REFERENCE / "compare-slower")
    # One workload: axe takes long for a table of many hundred rows.
    copy_run(REFERENCE / "frames", folder / "frames", lambda name: name if name == "feed(100)" else None)
    report("frames.html", folder / "frames")
    shutil.copytree(REFERENCE / "compare-slower", folder / "why", dirs_exist_ok=True)
    (folder / "why" / "why.json").write_text(json.dumps({"cell": HOSTILE[0], "tree": WHY}), encoding="utf-8")
    report("why.html", folder / "why")
    report("history.html", REFERENCE / "compare-same", REFERENCE / "compare-slower")
    report("hostile.html", folder / "hostile")
    make_inspectors(program, folder)
    make_profiles(program, folder)
    report("undrawn.html", folder / "quick", LAYOUTBENCH_RENDERER="")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", required=True, help="layoutbench")
    parser.add_argument("--chromium", required=True)
    parser.add_argument("--driver", required=True)
    parser.add_argument("--keep", help="a folder to leave the pages in")
    parser.add_argument("tests", nargs="*", help="names of tests; default: all")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(options.keep or temporary).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        make_pages(options.program, folder)
        browser.PageTestCase.folder = folder
        browser.PageTestCase.browser = browser.start(options.chromium, options.driver)
        try:
            loader = unittest.TestLoader()
            loader.testNamePatterns = [f"*{name}*" for name in options.tests] or None
            tests = loader.discover(str(HERE), pattern="test_*.py")
            result = unittest.TextTestRunner(verbosity=2).run(tests)
        finally:
            browser.PageTestCase.browser.quit()
    failed = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - failed} passed, {failed} failed")
    sys.exit(0 if result.wasSuccessful() and result.testsRun > 0 else 1)


if __name__ == "__main__":
    main()
