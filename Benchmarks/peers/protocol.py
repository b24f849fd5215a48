"""The line protocol: a request a line on standard input, a reply a line on standard output, both JSON objects.

Version 1. Requests are answered in order, and none is begun before the one before it was answered:

    {"request": "hello", "version": 1, "limitSeconds": 60}
        {"ok": true, "version": 1, "engine": "yoga", "library": "Yoga 1.19.0"}
    {"request": "load", "tree": {"width": [375, 375], "height": [0, null], "elements": [...]}}
        {"ok": true, "elements": 13}
    {"request": "run", "iterations": 20}
        {"ok": true, "nanoseconds": 1234567, "checksum": 123.5}
    {"request": "frames"}
        {"ok": true, "frames": [x, y, width, height, x, ...]}

A tree has a "scale", the pixels in a point. A text has a "size", or for an engine that measures texts "rows" or "runs": see
`texts.py`. `load` replaces what was loaded. What it loads is named by the one other key of the request, here `tree`; an engine says with
"refused" that it has no word for something, and with "element" where. `nanoseconds` is the sum over the iterations of the
engine's own call and nothing else, `checksum` that of the frames of the last. `frames` are those of the last iteration, relative to
the parent element, in pre-order; of a tree that has not been laid out yet, those of one layout. What is not a number is null.

What goes wrong is a reply as well: {"ok": false, "error": "..."} or, for a refusal, {"ok": false, "refused": "...",
"element": 5}. The worker ends when its input does.
"""

import json
import math
import signal
import sys
import time

VERSION = 1


class Refusal(Exception):
    """The engine has no word for something in what was to be loaded."""

    def __init__(self, reason, element):
        super().__init__(reason)
        self.reason = reason
        self.element = element


class ProtocolError(Exception):
    """A request that cannot be answered."""


def serve(engine):
    """Answers requests until there are no more.

    `engine` has a `name` and a `library`, and these methods:

    load(form, body)  takes over what is laid out; raises `Refusal`
    make_cold()       forgets all that is remembered of earlier layouts
    lay_out           a callable without arguments: the one native call that is timed. Good until the next `load`.
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
            return {"ok": False, "refused": refusal.reason, "element": refusal.element}
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
        if len(request) != 1:
            raise ProtocolError("a request to load has one key besides its name")
        ((form, body),) = request.items()
        self.engine.load(form, body)
        self.is_loaded = True
        return {"elements": self.engine.element_count}

    def _run(self, iterations):
        if not self.is_loaded:
            raise ProtocolError("nothing is loaded")
        if iterations < 1:
            raise ProtocolError("a run has 1 iteration or more")
        make_cold, lay_out, clock = self.engine.make_cold, self.engine.lay_out, time.perf_counter_ns
        nanoseconds = 0
        for _ in range(iterations):
            make_cold()
            start = clock()
            lay_out()
            nanoseconds += clock() - start
        self.has_layout = True
        return {"nanoseconds": nanoseconds, "checksum": _finite(_checksum(self.engine.frames()))}

    def _frames(self):
        if not self.is_loaded:
            raise ProtocolError("nothing is loaded")
        if not self.has_layout:
            self.engine.make_cold()
            self.engine.lay_out()
            self.has_layout = True
        return {"frames": [_finite(number) for number in self.engine.frames()]}


def _finite(number):
    return number if math.isfinite(number) else None


def _checksum(frames):
    """The sum that tells whether two layouts have the same frames, the same as everywhere in this project."""
    x, y, width, height = (frames[part::4] for part in range(4))
    return sum(
        (x + 3 * y + 5 * width + 7 * height) * (index % 7 + 1)
        for index, (x, y, width, height) in enumerate(zip(x, y, width, height))
    )
