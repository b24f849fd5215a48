"""Lays out trees with one engine, for `layoutbench` to measure: `python worker.py taffy`.

Started by `layoutbench` as a child process; PROTOCOL.md says what the two tell each other.
"""

import importlib
import sys

import protocol

ENGINES = {"taffy": "Taffy", "kiwi": "Kiwi"}


def main():
    if len(sys.argv) != 2 or sys.argv[1] not in ENGINES:
        sys.exit(f"usage: worker.py {'|'.join(ENGINES)}")
    name = sys.argv[1]
    # Only the engine that is asked for is brought into the process.
    engine = getattr(importlib.import_module(name), ENGINES[name])
    protocol.serve(engine())


if __name__ == "__main__":
    main()
