"""The line protocol of PROTOCOL.md for engines in Python: a request a line on standard input, a reply a line on standard output.
"""

import json
import math
import signal
import sys
import time

VERSION = 2


class Refusal(Exception):
    """The engine has no word for something in what was to be loaded, or is not measured so."""

    def __init__(self, reason, element=None):
        super().__init__(reason)
        self.reason = reason
        self.element = element


class ProtocolError(Exception):
    """A request that cannot be answered."""


def serve(engine):
    """Answers requests until there are no more.

    `engine` has a `name` and a `library`, and these methods:

    load(form, body, edit)
                      takes over what is laid out, and the change of an element, or None; raises `Refusal`
    make_cold()       forgets all that is remembered of earlier layouts
    lay_out           a callable without arguments: the one native call that is timed. Good until the next `load`.
    change(state)     gives the element of the edit its state 0 or 1. Not timed: what Python does for it is more than the engine.
    frames()          a flat list of x, y, width, height by element
    """
    # Ctrl-C on a terminal reaches every process of the program; when to end is for the parent to say.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    replies = sys.stdout
    # Whatever a package prints must not end up between the replies.
    sys.stdout = sys.stderr
    session = _Session(engine)
    for line in sys.stdin:
        reply = session.answer(line)
        replies.write(json.dumps(reply, allow_nan=False) + "\n")
        replies.flush()


class _Session:
    def __init__(self, engine):
        self.engine = engine
        self.limit = 0
        self.is_loaded = False
        self.has_layout = False

    def answer(self, line):
        # A native call that never returns cannot be interrupted by anything in this process but a signal that ends it.
        signal.alarm(self.limit)
        try:
            request = json.loads(line)
            return {"ok": True, **self._answer(request)}
        except Refusal as refusal:
            where = {} if refusal.element is None else {"element": refusal.element}
            return {"ok": False, "refused": refusal.reason, **where}
        except Exception as error:
            return {"ok": False, "error": f"{type(error).__name__}: {error}"}
        finally:
            signal.alarm(0)

    def _answer(self, request):
        match request.pop("request", None):
            case "hello":
                return self._hello(request)
            case "load":
                return self._load(request)
            case "run":
                return self._run(request["iterations"])
            case "frames":
                return self._frames()
            case other:
                raise ProtocolError(f"there is no request {other!r}")

    def _hello(self, request):
        if request["version"] != VERSION:
            raise ProtocolError(f"the worker speaks version {VERSION} of the protocol, and not {request['version']}")
        # Later than the parent, who says what happened.
        self.limit = int(request.get("limitSeconds", 0)) + 5
        return {"version": VERSION, "engine": self.engine.name, "library": self.engine.library}

    def _load(self, request):
        self.is_loaded = False
        self.has_layout = False
        work, edit = request.pop("work", "cold"), request.pop("edit", None)
        if work == "build":
            raise Refusal("its nodes are made through Python, which would be most of the time")
        if work not in ("cold", "edit"):
            raise ProtocolError(f"work is cold, build or edit, and not {work!r}")
        if (work == "edit") != (edit is not None):
            raise ProtocolError("an edit, and nothing else, has an element and its two states")
        if len(request) != 1:
            raise ProtocolError("a request to load names one thing to lay out")
        ((form, body),) = request.items()
        if form == "tree":
            _require_tree(body)
        self.engine.load(form, body, edit)
        self.is_edit = work == "edit"
        self.state = 0
        self.is_loaded = True
        return {"elements": self.engine.element_count}

    def _run(self, iterations):
        if not self.is_loaded:
            raise ProtocolError("nothing is loaded")
        if not isinstance(iterations, int) or iterations < 1:
            raise ProtocolError("a run has 1 iteration or more")
        self._lay_out_first()
        prepare = self._change if self.is_edit else self.engine.make_cold
        lay_out, clock = self.engine.lay_out, time.perf_counter_ns
        nanoseconds = 0
        for _ in range(iterations):
            prepare()
            start = clock()
            lay_out()
            nanoseconds += clock() - start
        self.has_layout = True
        return {"nanoseconds": nanoseconds, "checksum": _finite(_checksum(self.engine.frames()))}

    def _change(self):
        self.state = 1 - self.state
        self.engine.change(self.state)

    def _lay_out_first(self):
        """What is edited has a layout already."""
        if self.is_edit and not self.has_layout:
            self.engine.lay_out()
            self.has_layout = True

    def _frames(self):
        if not self.is_loaded:
            raise ProtocolError("nothing is loaded")
        self._lay_out_first()
        if not self.has_layout:
            self.engine.make_cold()
            self.engine.lay_out()
            self.has_layout = True
        return {"frames": [_finite(number) for number in self.engine.frames()]}


def _require_tree(tree):
    """Engines may lay out for ever what is no tree."""
    elements = tree["elements"]
    parents = {0}
    for index, element in enumerate(elements):
        if index not in parents:
            raise ProtocolError(f"element #{index}: it is the child of no element before it")
        for child in element.get("children", []):
            if not index < child < len(elements) or child in parents:
                raise ProtocolError(f"element #{index}: a child is the index of a later element that has no parent yet")
            parents.add(child)
    if not elements:
        raise ProtocolError("there are no elements")


def _finite(number):
    return number if math.isfinite(number) else None


def _checksum(frames):
    """The sum that tells whether two layouts have the same frames, the same as everywhere in this project."""
    x, y, width, height = (frames[part::4] for part in range(4))
    return sum(
        (x + 3 * y + 5 * width + 7 * height) * (index % 7 + 1)
        for index, (x, y, width, height) in enumerate(zip(x, y, width, height))
    )
