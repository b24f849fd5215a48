"""The JSON Schemas of Benchmarks/schemas, against the files of the repository and against mistakes; and the workflows."""
import copy
import json
import pathlib
import re
import subprocess
import unittest

import yaml
from jsonschema_rs import Draft202012Validator, meta

PACKAGE = pathlib.Path(__file__).resolve().parent.parent.parent
NAMES = {"layout-spec": "document", "layout-spec-cases": "cases", "layoutbench-suite": "suite", "layoutbench-script": "script"}

DOCUMENT = {
    "format": "layout-spec", "version": 1, "constrainedSize": {"min": [0, 0], "max": [320, None]},
    "root": {
        "type": "inset", "insets": [0, "inf", 0, 0],
        "child": {"type": "stack", "children": [{"type": "text", "text": "a", "style": {"width": "50%"}}]},
    },
}
SUITE = {
    "format": "layoutbench-suite", "version": 1, "name": "mine", "threads": "1..max",
    "commands": [{"name": "mine", "command": ["./engine"], "work": "build", "texts": "measured"}],
    "cells": [{"workload": "feed(1)", "subjects": ["spec.cold", "mine"]}],
}

SCRIPT = {
    "format": "layoutbench-script", "version": 1, "name": "mine",
    "steps": [{"action": "fling", "seconds": 2, "pointsPerSecond": -300}, {"action": "jump", "seconds": 1, "to": 0.5},
              {"action": "images", "seconds": 1, "afterSeconds": 0}, {"action": "type", "seconds": 1, "everySeconds": 0.1},
              {"action": "filter", "seconds": 1, "everySeconds": 0.25}],
}


def changed(value, path, new):
    """The value with another one at a path; None removes it."""
    value = copy.deepcopy(value)
    place = value
    for key in path[:-1]:
        place = place[key]
    if new is None:
        del place[path[-1]]
    else:
        place[path[-1]] = new
    return value


class SchemaTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.validators = {}
        for format, name in NAMES.items():
            schema = json.loads((PACKAGE / f"Benchmarks/schemas/{name}.schema.json").read_text(encoding="utf-8"))
            meta.validate(schema)
            cls.validators[format] = Draft202012Validator(schema)

    def errors(self, value):
        return [f"{error.instance_path}: {error.message}" for error in self.validators[value["format"]].iter_errors(value)]

    def test_every_file_of_the_repository_fits_its_schema(self):
        files = subprocess.run(
            ["git", "ls-files", "*.json"], cwd=PACKAGE, check=True, capture_output=True, text=True).stdout.split("\n")
        counts = dict.fromkeys(NAMES, 0)
        for file in filter(None, files):
            value = json.loads((PACKAGE / file).read_text(encoding="utf-8"))
            if not isinstance(value, dict) or value.get("format") not in NAMES:
                continue
            counts[value["format"]] += 1
            self.assertEqual(self.errors(value), [], file)
        self.assertGreaterEqual(min(counts.values()), 2, counts)

    def test_the_samples_of_the_page_fit(self):
        page = (PACKAGE / "Documentation/Formats.md").read_text(encoding="utf-8")
        samples = [block.split("```")[0] for block in page.split("```json\n")[1:]]
        self.assertEqual(len(samples), 2)
        for sample in samples:
            self.assertEqual(self.errors(json.loads(sample)), [])

    def test_mistakes_in_documents_are_found(self):
        self.assertEqual(self.errors(DOCUMENT), [])
        text = ["root", "child", "children", 0]
        for path, new in [
            (["version"], 2), (["root"], None), (["scale"], 0), (["constrainedSize", "min"], [0, None]),
            (["root", "insets"], [0, 0, 0]), (["root", "insets", 0], "infinite"), (["root", "child"], None),
            (["root", "type"], "insets"), (["root", "ratio"], 1), ([*text, "text"], None),
            ([*text, "style", "flexGrwo"], 1), ([*text, "style", "width"], "50 %"), ([*text, "style", "width"], True),
            (["root", "child", "direction"], "vertically"), (["root", "child", "children"], {}),
        ]:
            self.assertNotEqual(self.errors(changed(DOCUMENT, path, new)), [], f"{path}: {new}")

    def test_what_the_reader_refuses_in_documents_is_no_document(self):
        style = ["root", "child", "children", 0, "style"]
        for path, new in [
            (["root", "child", "children"], None), ([*style, "flexGrow"], -1), ([*style, "flexShrink"], -1),
            ([*style, "width"], -1), ([*style, "width"], "-1pt"), (["scale"], 1001), (["scale"], 0.0001),
        ]:
            self.assertNotEqual(self.errors(changed(DOCUMENT, path, new)), [], f"{path}: {new}")

    def test_mistakes_in_suites_are_found(self):
        self.assertEqual(self.errors(SUITE), [])
        for path, new in [
            (["name"], "a/b"), (["cells"], []), (["cells", 0, "subjects"], []), (["cells", 0, "document"], "a.json"),
            (["cells", 0, "workload"], None), (["cells", 0, "wrkload"], "feed(1)"), (["threads"], [0]),
            (["dispatch"], ["serial"]), (["budgetSeconds"], 0), (["commands", 0, "command"], []),
            (["commands", 0, "name"], None),
        ]:
            self.assertNotEqual(self.errors(changed(SUITE, path, new)), [], f"{path}: {new}")

    def test_mistakes_in_scripts_are_found(self):
        self.assertEqual(self.errors(SCRIPT), [])
        for path, new in [
            (["steps"], []), (["steps", 0, "action"], "flick"), (["steps", 0, "seconds"], 0),
            (["steps", 0, "pointsPerSecond"], None), (["steps", 0, "to"], 1), (["steps", 1, "to"], 2), (["name"], ""),
            (["steps", 2, "afterSeconds"], None), (["steps", 2, "afterSeconds"], -1), (["steps", 3, "everySeconds"], 0),
        ]:
            self.assertNotEqual(self.errors(changed(SCRIPT, path, new)), [], f"{path}: {new}")


def mistakes(text):
    """What is wrong in the text of a workflow, as far as it is seen without GitHub."""
    try:
        workflow = yaml.safe_load(text)
    except yaml.YAMLError as error:
        return [str(error)]
    found = []
    # YAML 1.1 takes the key "on" for true.
    for key in ("name", True, "permissions", "jobs"):
        if key not in workflow:
            found.append(f"there is no {'on' if key is True else key}")
    for name, job in workflow.get("jobs", {}).items():
        for step in job.get("steps", []):
            title = f"{name}: {step.get('name', step)}"
            if ("uses" in step) == ("run" in step):
                found.append(f"{title} has to have either uses or run")
            elif "uses" in step and not re.fullmatch(r"[\w-]+/[\w./-]+@v\d+", step["uses"]):
                found.append(f"{title} names no version")
            elif "run" in step:
                script = re.sub(r"\${{.*?}}", "x", step["run"])
                if "github.event" in "".join(re.findall(r"\${{(.*?)}}", step["run"])) and ".sha" not in step["run"]:
                    found.append(f"{title} has words of an event in a script; hand them over by env")
                checked = subprocess.run(["bash", "-n"], input=script, capture_output=True, text=True)
                if checked.returncode != 0:
                    found.append(f"{title}: {checked.stderr}")
                for program in re.findall(r"(?m)^\s*(?:\w+=\S+ )?(\.ci/\w+|scripts/[\w-]+)", script):
                    if not (PACKAGE / program).exists():
                        found.append(f"{title}: there is no {program}")
    return found


class WorkflowTests(unittest.TestCase):
    def test_every_workflow_has_steps_that_a_runner_understands(self):
        folders = [PACKAGE / ".github/workflows", PACKAGE / "Sources/LayoutBenchmark/Commands/Templates"]
        files = [file for folder in folders for file in folder.glob("*.yml")]
        self.assertGreaterEqual(len(files), 7)
        for file in files:
            self.assertEqual(mistakes(file.read_text(encoding="utf-8")), [], file.name)

    def test_mistakes_in_workflows_are_found(self):
        text = (PACKAGE / ".github/workflows/compare.yml").read_text(encoding="utf-8")
        for old, new in [
            ("jobs:", "job:"), ("on:\n", "when:\n"), ("- uses: actions/checkout@v5", "- uses: actions/checkout"),
            ("run: git config", "ran: git config"), ("          done", "          od"), ("scripts/layoutbench", "scripts/layoutbanch"),
            ("path: comparison", "path: - comparison"), ('echo "$NUMBER"', "echo ${{ github.event.pull_request.title }}"),
        ]:
            self.assertIn(old, text)
            self.assertNotEqual(mistakes(text.replace(old, new, 1)), [], f"{old}: {new}")


if __name__ == "__main__":
    unittest.main()
