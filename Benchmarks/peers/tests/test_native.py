"""What a worker in C answers, with an engine that knows columns alone, and how texts are measured."""

import json
import pathlib
import shutil
import subprocess
import tempfile
import unittest

PEERS = pathlib.Path(__file__).parent.parent
COMPILER = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")


def column(*elements, width=100, scale=1):
    root = {"box": {"width": width}, "children": list(range(1, len(elements) + 1))}
    return {"width": [width, width], "height": [0, None], "scale": scale, "elements": [root, *elements]}


def text(string, advance=10, height=20):
    return {"box": {}, "text": {"string": string, "advance": advance, "lineHeight": height}}


NODE = {"box": {"height": 30}}


@unittest.skipIf(COMPILER is None, "There is no C compiler here.")
class NativeTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.program = pathlib.Path(cls.folder.name) / "columns"
        sources = [*sorted((PEERS / "native").glob("*.c")), PEERS / "tests/columns.c"]
        subprocess.run(
            [COMPILER, "-std=gnu11", "-g", "-Wall", "-Wextra", "-Werror", "-fsanitize=undefined",
             "-fno-sanitize-recover=all", "-I", PEERS / "native",
             *sources, "-ldl", "-lm", "-o", cls.program],
            check=True,
        )

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def setUp(self):
        self.worker = subprocess.Popen([self.program, "slow"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def tearDown(self):
        self.worker.stdin.close()
        self.assertEqual(self.worker.wait(timeout=10), 0, "it ends when its input does")
        self.worker.stdout.close()

    def send(self, line):
        self.worker.stdin.write(line + "\n")
        self.worker.stdin.flush()
        return json.loads(self.worker.stdout.readline())

    def ask(self, **request):
        return self.send(json.dumps(request))

    def frames(self, tree, **load):
        reply = self.ask(request="load", tree=tree, **load)
        self.assertEqual(reply, {"ok": True, "elements": len(tree["elements"])})
        return self.ask(request="frames")["frames"]

    def test_hello(self):
        reply = self.ask(request="hello", version=2, limitSeconds=0.5)
        self.assertEqual(reply, {"ok": True, "version": 2, "engine": "columns", "library": "Columns 1"})
        self.assertIn("version 2", self.ask(request="hello", version=1)["error"])

    def test_only_the_layout_of_a_cold_tree_is_timed(self):
        self.assertEqual(self.frames(column(NODE, NODE)), [0, 0, 100, 60, 0, 0, 100, 30, 0, 30, 100, 30])
        reply = self.ask(request="run", iterations=3)
        # Making it cold takes 150 ms.
        self.assertLess(reply["nanoseconds"], 20_000_000)
        self.assertGreater(reply["nanoseconds"], 0)
        self.assertEqual(reply["checksum"], 500 + 420 + 2 * (500 + 210) + 3 * (90 + 500 + 210))

    def test_nodes_are_made_for_each_layout(self):
        self.assertEqual(self.frames(column(NODE), work="build"), [0, 0, 100, 30, 0, 0, 100, 30])
        self.assertTrue(self.ask(request="run", iterations=50)["ok"])
        self.assertEqual(self.ask(request="frames")["frames"], [0, 0, 100, 30, 0, 0, 100, 30])

    def test_an_edit_goes_forth_and_back(self):
        longer = text("ten letters and more")
        edit = {"element": 1, "states": [text("short"), longer]}
        self.assertEqual(self.frames(column(text("short"), NODE), work="edit", edit=edit)[7], 20)
        self.ask(request="run", iterations=3)
        self.assertEqual(self.ask(request="frames")["frames"][7], 60)
        self.ask(request="run", iterations=1)
        self.assertEqual(self.ask(request="frames")["frames"][7], 20)

    def height(self, element, **tree):
        return self.frames(column(element, **tree))[7]

    def test_a_line_has_as_many_words_as_fit_and_longer_words_are_cut(self):
        for string, lines in [
            ("", 1), ("ten letter", 1), ("ten letters", 2), ("a b c d e f", 2), ("elevenlette", 2), ("a elevenlette", 3),
            ("elevenlette a b", 2), ("  ", 1), ("ein Gruß ß", 1), ("\U0001f600" * 10, 1), ("\U0001f600" * 11, 2),
        ]:
            with self.subTest(string):
                self.assertEqual(self.height(text(string)), 20 * lines)

    def test_sizes_are_rounded_up_to_pixels_and_a_character_is_a_line_where_none_fits(self):
        self.assertEqual(self.height(text("ab", height=20.2)), 21)
        self.assertEqual(self.height(text("ab", height=20.2), scale=2), 20.5)
        self.assertEqual(self.height(text("ab cd", advance=200)), 80)

    def test_rows_hold_up_to_the_next_wider_one(self):
        rows = {"box": {}, "rows": [[20.2, 80], [50.5, 40], [90.1, 20]]}
        for width, height in [(300, 20), (90.1, 20), (90.0999985, 20), (90, 40), (50.4, 80), (1, 80)]:
            self.assertEqual(self.height(rows, width=width), height, width)

    def test_what_has_no_word_is_refused_by_element(self):
        refused = {"refused": "the type overlay"}
        for element, reason in [(refused, "the type overlay"), ({"box": {"row": True}}, "a row")]:
            reply = self.ask(request="load", tree=column(NODE, element))
            self.assertEqual(reply, {"ok": False, "refused": reason, "element": 2})

    def test_a_tree_is_refused_as_a_whole_and_nothing_is_loaded(self):
        reply = self.ask(request="load", tree=column(*[NODE] * 99))
        self.assertEqual(reply, {"ok": False, "refused": "a tree of 100 elements"})
        self.assertFalse(self.ask(request="run", iterations=1)["ok"])

    def test_what_goes_wrong_is_an_answer_and_the_worker_goes_on(self):
        def elements(*list):
            return json.dumps({"request": "load", "tree": {"elements": list}})

        def edit(element, edit=None):
            return json.dumps({"request": "load", "work": "edit", "edit": edit, "tree": column(element)})

        for line, error in [
            ("{", "no JSON: a member without a name at byte 2"),
            ('{"request": "x\\q"}', "an unknown escape"),
            ('{"request": 1e}', "an invalid number"),
            ('{"a": ' + "[" * 70, "nest too deep"),
            ("[]", "there is no request"),
            ('{"request": "dance"}', "there is no request 'dance'"),
            ('{"request": "run", "iterations": 1}', "nothing is loaded"),
            ('{"request": "frames"}', "nothing is loaded"),
            ('{"request": "load"}', "has none"),
            ('{"request": "load", "work": "dance", "tree": {}}', "cold, build or edit"),
            (elements(), "there are no elements"),
            (elements({}), "element #0: it has no box"),
            (elements({"box": {}, "children": [1]}), "element #0: a child is the index of a later element"),
            (elements({"box": {}, "children": [1, 1]}, NODE), "has no parent yet"),
            (elements({"box": {}}, NODE), "element #1: it is the child of no element"),
            (elements({"box": {"width": "wide"}}), "a length is a number"),
            (elements({"box": {"padding": [1, 2, 3]}}), "four numbers"),
            (elements({"box": {"margin": [1, 2, 3, 4, 5]}}), "four numbers"),
            (elements({"box": {"alignSelf": "baseline"}}), "an alignment is"),
            (elements({"box": {}, "text": {"string": "a"}}), "a text has"),
            (elements({"box": {}, "rows": []}), "rows are pairs"),
            (elements({"box": {}, "rows": [[9, 1], [3, 1]]}), "narrowest first"),
            (elements({"box": {}, "children": [1e30]}, NODE), "a later element"),
            (edit(NODE), "its two states"),
            (edit(NODE, {"element": 2}), "its two states"),
            (edit(NODE, {"element": 1, "states": [NODE]}), "two states"),
            (edit(NODE, {"element": 1, "states": [NODE, text("a")]}), "texts that are measured if the element is one"),
            (edit(text("a"), {"element": 1, "states": [text("a"), NODE]}), "texts that are measured"),
            (edit(NODE, {"element": 1, "states": [NODE, {}]}), "it has no box"),
        ]:
            with self.subTest(line):
                reply = self.send(line)
                self.assertFalse(reply["ok"])
                self.assertIn(error, reply["error"])
        self.frames(column(NODE))
        self.assertIn("1 iteration", self.ask(request="run", iterations=0)["error"])
        self.assertTrue(self.ask(request="run", iterations=1)["ok"])


if __name__ == "__main__":
    unittest.main()
