"""Kiwi, the C++ implementation of Cassowary, through the package kiwisolver.

It takes systems of constraints in place of a tree: the very ones that this project's own Cassowary solves, in the same order. They are
written beforehand; what is timed is adding them to an empty solver, and suggesting values. That is a native call for each step, so
that Python's own share is larger than with other engines: about a tenth of a microsecond a step.
"""

import importlib.metadata
import operator

import kiwisolver

from protocol import Refusal

_RELATIONS = {"<=": operator.le, "=": operator.eq, ">=": operator.ge}


class Kiwi:
    name = "kiwi"
    library = f"Kiwi, in kiwisolver {importlib.metadata.version('kiwisolver')}"

    def __init__(self):
        self._systems = []
        self.element_count = 0

    def load(self, form, body, edit):
        if form != "systems":
            raise Refusal(f"it takes systems of constraints, and no {form}")
        if edit is not None:
            raise Refusal("its systems of constraints are not edited")
        self._systems = [_System(system) for system in body]
        self.element_count = sum(system.element_count for system in self._systems)

    def make_cold(self):
        for system in self._systems:
            system.forget()

    def lay_out(self):
        for system in self._systems:
            system.solve()

    def frames(self):
        """Four variables an element: x, y, width and height."""
        values = []
        for system in self._systems:
            count = system.element_count
            values += [variable.value() for variable in system.variables[: 4 * count]]
        return values


class _System:
    def __init__(self, system):
        self.element_count = system["elementCount"]
        self.variables = [kiwisolver.Variable(f"v{index}") for index in range(system["variableCount"])]
        # Functions' names and their arguments, ready to be called.
        self._steps = [self._step(step) for step in system["steps"]]
        self._solver = kiwisolver.Solver()

    def _step(self, step):
        if "relation" not in step:
            variable = self.variables[step["variable"]]
            return ("edit" if "weight" in step else "suggest", variable, step["value"], step.get("weight"))
        terms = step["terms"]
        expression = sum(
            (self.variables[int(index)] * factor for factor, index in zip(terms[::2], terms[1::2])),
            start=kiwisolver.Expression(()),
        )
        constraint = _RELATIONS[step["relation"]](expression, step["constant"])
        if step.get("weight") is not None:
            constraint = constraint | step["weight"]
        return ("add", constraint, None, None)

    def forget(self):
        self._solver = kiwisolver.Solver()

    def solve(self):
        solver = self._solver
        add, edit, suggest = solver.addConstraint, solver.addEditVariable, solver.suggestValue
        for kind, subject, value, weight in self._steps:
            if kind == "add":
                add(subject)
            else:
                if kind == "edit":
                    edit(subject, weight)
                suggest(subject, value)
        solver.updateVariables()
