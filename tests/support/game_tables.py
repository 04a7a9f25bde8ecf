"""A game's module read again, with other acts, events or phases in force than the ones it was written for."""

import importlib.util
from enum import StrEnum
from types import ModuleType
from typing import Any

import pytest

from tapete.kernel import Act, ActBody, Event, Game, PersonId, Refused


class Whistle(ActBody, frozen=True, tag="whistle"):
    """An act of no game."""


class Whistled(Event, frozen=True, tag="whistled@1"):
    """An event of no game."""


def read_again(name: str) -> ModuleType:
    """Run a module's source anew, beside the one that everybody uses."""
    spec = importlib.util.find_spec(name)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def check_phases_are_complete(name: str, terms: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """The module called ``name`` has a line for each phase of ``terms``, and cannot be imported without one."""
    phases = read_again(name)
    assert set(phases.PHASES) == set(terms.Phase)
    longer = StrEnum("Phase", {**{one.name: one.value for one in terms.Phase}, "WHISTLING": "whistling"})
    monkeypatch.setattr(terms, "Phase", longer)
    with pytest.raises(TypeError, match="no line for whistling"):
        read_again(name)


def check_foreign_act_is_refused(game: Game[Any], state: Any) -> None:
    """An act that is not of the game is refused as unknown."""
    answer = game.decide(state, Act(PersonId("ana"), Whistle(), game.step(state)))
    assert isinstance(answer, Refused)
    assert answer.code == "unknown-act"
