"""What a worker answers, with an engine that only counts."""

import json
import pathlib
import subprocess
import sys
import textwrap
import unittest

PEERS = pathlib.Path(__file__).parent.parent

ENGINE = """
import time
import protocol

class Engine:
    name = "fake"
    library = "Fake 1"
    element_count = 0
    calls = 0

    def load(self, form, body, edit):
        if form != "tree":
            raise protocol.Refusal(f"the form {form}", 3)
        self.element_count = len(body["elements"])
        self.is_cold = False

    def make_cold(self):
        time.sleep(0.05)
        self.is_cold = True

    def lay_out(self):
        self.is_cold = False
        self.calls += 1
        print("engines may print")

    def change(self, state):
        time.sleep(0.05)
        self.is_cold = True
        self.calls = 10 * state

    def frames(self):
        if self.element_count == 1:
            return [0, 0, float("nan"), float("inf")]
        return [0, 0, self.calls, 2, 1, 1, 1, 1]

protocol.serve(Engine())
"""


ONE = {"elements": [{}]}
TWO = {"elements": [{"children": [1]}, {}]}


class ProtocolTests(unittest.TestCase):
    def setUp(self):
        self.worker = subprocess.Popen(
            [sys.executable, "-B", "-c", textwrap.dedent(ENGINE)],
            cwd=PEERS, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )

    def tearDown(self):
        self.worker.stdin.close()
        self.assertEqual(self.worker.wait(timeout=10), 0, "it ends when its input does")
        self.worker.stdout.close()

    def ask(self, **request):
        return self.send(json.dumps(request))

    def send(self, line):
        self.worker.stdin.write(line + "\n")
        self.worker.stdin.flush()
        return json.loads(self.worker.stdout.readline())

    def test_hello(self):
        reply = self.ask(request="hello", version=2, limitSeconds=0.5)
        self.assertEqual(reply, {"ok": True, "version": 2, "engine": "fake", "library": "Fake 1"})
        self.assertIn("version 2", self.ask(request="hello", version=1)["error"])

    def test_only_the_layout_is_timed_and_each_is_cold(self):
        self.assertEqual(self.ask(request="load", tree=TWO), {"ok": True, "elements": 2})
        reply = self.ask(request="run", iterations=3)
        # Forgetting takes 150 ms.
        self.assertLess(reply["nanoseconds"], 20_000_000)
        self.assertGreater(reply["nanoseconds"], 0)
        self.assertEqual(reply["checksum"], (5 * 3 + 7 * 2) * 1 + (1 + 3 + 5 + 7) * 2)
        self.assertEqual(self.ask(request="frames"), {"ok": True, "frames": [0, 0, 3, 2, 1, 1, 1, 1]})

    def test_an_edit_goes_forth_and_back_and_its_change_is_not_timed(self):
        self.assertTrue(self.ask(request="load", tree=TWO, work="edit", edit={"element": 1, "states": []})["ok"])
        self.assertEqual(self.ask(request="frames")["frames"][2], 1, "The first state is laid out once.")
        reply = self.ask(request="run", iterations=3)
        self.assertLess(reply["nanoseconds"], 20_000_000)
        self.assertEqual(self.ask(request="frames")["frames"][2], 11)
        self.ask(request="run", iterations=1)
        self.assertEqual(self.ask(request="frames")["frames"][2], 1)

    def test_what_is_made_through_python_is_not_measured(self):
        reply = self.ask(request="load", tree=TWO, work="build")
        self.assertIn("through Python", reply["refused"])
        self.assertNotIn("element", reply)

    def test_frames_of_what_was_not_laid_out_yet(self):
        self.ask(request="load", tree=TWO)
        self.assertEqual(self.ask(request="frames")["frames"][2], 1)
        self.assertEqual(self.ask(request="frames")["frames"][2], 1)

    def test_what_is_no_number_is_null(self):
        self.ask(request="load", tree=ONE)
        self.assertEqual(self.ask(request="frames")["frames"], [0, 0, None, None])
        self.assertIsNone(self.ask(request="run", iterations=1)["checksum"])

    def test_what_goes_wrong_is_an_answer_and_the_worker_goes_on(self):
        self.assertEqual(
            self.ask(request="load", constraints=[]), {"ok": False, "refused": "the form constraints", "element": 3}
        )
        for request, error in [
            ({"request": "run", "iterations": 1}, "nothing is loaded"),
            ({"request": "frames"}, "nothing is loaded"),
            ({"request": "load"}, "one thing"),
            ({"request": "load", "tree": {"elements": []}}, "no elements"),
            ({"request": "load", "tree": {"elements": [{"children": [0]}]}}, "a later element"),
            ({"request": "load", "tree": {"elements": [{"children": [1, 1]}, {}]}}, "no parent yet"),
            ({"request": "load", "tree": {"elements": [{}, {}]}}, "element #1: it is the child of no element"),
            ({"request": "load", "tree": ONE, "work": "edit"}, "two states"),
            ({"request": "load", "tree": ONE, "work": "dance"}, "cold, build or edit"),
            ({"request": "run", "iterations": 0}, "nothing is loaded"),
            ({"request": "dance"}, "no request 'dance'"),
            ({}, "no request None"),
        ]:
            reply = self.ask(**request)
            self.assertFalse(reply["ok"])
            self.assertIn(error, reply["error"])
        self.assertFalse(self.send("{")["ok"])
        self.assertTrue(self.ask(request="load", tree=ONE)["ok"])


if __name__ == "__main__":
    unittest.main()
