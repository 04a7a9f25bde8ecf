"""What a phase offers stands twice: as the kinds of act that its line names, and as the acts that are tried in it."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator
from types import FunctionType, ModuleType
from typing import Any

import pytest

from tapete.games.chemin_de_fer import candidates as chemin_de_fer
from tapete.games.dos_panos import candidates as dos_panos
from tapete.kernel import ActBody


def named(function: Any) -> Iterator[Any]:
    """Yield whatever a function names, as far as it is global: ``Stake``, and ``Stake`` of ``acts.Stake``."""
    for node in ast.walk(ast.parse(textwrap.dedent(inspect.getsource(function)))):
        if isinstance(node, ast.Name):
            yield function.__globals__.get(node.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            room = function.__globals__.get(node.value.id)
            yield getattr(room, node.attr, None) if isinstance(room, ModuleType) else None


def tried(function: Any, seen: set[Any]) -> set[type[ActBody]]:
    """Return the kinds of act that a function makes, or another one that is asked for candidates by it."""
    found: set[type[ActBody]] = set()
    seen.add(function)
    for one in named(function):
        if isinstance(one, type) and issubclass(one, ActBody) and one is not ActBody:
            found.add(one)
        elif isinstance(one, FunctionType) and one.__annotations__.get("return") == "Candidates" and one not in seen:
            found |= tried(one, seen)
    return found


@pytest.mark.parametrize("game", [chemin_de_fer, dos_panos], ids=lambda one: one.__name__.split(".")[2])
def test_of_each_phase_those_acts_are_tried_that_its_line_names(game: Any) -> None:
    at_any_time = tried(game.table_acts, set())
    for names, function in game.CANDIDATES.items():
        found = tried(function, set())
        assert found <= names <= found | at_any_time, (function.__name__, found ^ names)


def test_what_is_tried_is_read_through_whoever_is_asked_for_it() -> None:
    assert tried(chemin_de_fer.between_coups_acts, set()) >= {
        chemin_de_fer.acts.OpenBets,
        chemin_de_fer.bank_acts.DeliverBank,
    }
