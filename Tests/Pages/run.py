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


def make_hostile_run(folder):
    """A run whose workloads have names that somebody chose to do harm."""
    shutil.copytree(REFERENCE / "engine", folder, dirs_exist_ok=True)
    workloads = []

    def renamed(name):
        if name not in workloads:
            workloads.append(name)
        return HOSTILE[workloads.index(name) % len(HOSTILE)] + f" {workloads.index(name)}"

    for name in ["samples.csv", "summary.csv", "latency.csv"]:
        path = folder / name
        if not path.exists():
            continue
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.reader(file))
        column = rows[0].index("workload")
        for row in rows[1:]:
            row[column] = renamed(row[column])
        with path.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows(rows)
    description = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    description["suite"] = HOSTILE[0]
    description["commandLine"] = HOSTILE
    description["warnings"] = [{"cause": HOSTILE[0], "nextStep": HOSTILE[2]}]
    for outcome in description["cells"]:
        outcome["cell"]["workload"] = renamed(outcome["cell"]["workload"])
    (folder / "run.json").write_text(json.dumps(description), encoding="utf-8")


def make_pages(program, folder):
    def report(name, *runs, **environment):
        command = [program, "report", *map(str, runs), "-o", str(folder / name), "--force"]
        subprocess.run(command, check=True, cwd=PACKAGE, env={**os.environ, **environment})

    shutil.copytree(REFERENCE / "quick", folder / "quick", dirs_exist_ok=True)
    make_hostile_run(folder / "hostile")
    report("quick.html", folder / "quick")
    report("compare.html", REFERENCE / "compare-slower")
    report("history.html", REFERENCE / "quick", REFERENCE / "nodes")
    report("hostile.html", folder / "hostile")
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
