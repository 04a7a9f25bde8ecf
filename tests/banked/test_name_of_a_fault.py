"""A fault that has several names in a coup is told from every other one by the last of them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from tapete.clauses import Fault
from tapete.games.banked.undoing import Undoing

FAULT = Fault("wrong-word", {"hand": "one"})


def test_the_last_name_of_a_fault_is_its_own() -> None:
    game: Any = SimpleNamespace(names=lambda found: (found.code, f"{found.code}:{found.facts['hand']}"))
    assert Undoing.name(game, FAULT) == "wrong-word:one"
