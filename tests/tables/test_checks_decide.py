"""A check that an act passed is named by no answer; a refusal names the clauses that refuse, and no other.

Held over evenings at random of both games: bots play, people do what they may and what they may not.
"""

from __future__ import annotations

import importlib
import pkgutil
import random
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import msgspec
import pytest

import tapete.games.chemin_de_fer
import tapete.games.punto_banco
from tapete.clauses import Sourced, knocked_out
from tapete.clauses.cite import Rule
from tapete.kernel import Act, Refused, Step
from tapete.table.conduct import Conduct
from tests.support.evenings import walk as chemin
from tests.support.punto_banco import walk as punto

ACTS = 400

BY_THIS_ALONE = {
    "PB.A2.12": "what the table chief decides stands by this clause and by no other",
    "CF.B.49": "the cards are checked because somebody asked for it, and he may ask by this clause",
}
"""Clauses of checks that answers name besides, and why."""


class Answered(NamedTuple):
    """A table, an act and the answer to it."""

    game: Any
    state: Any
    act: Act[Any]
    outcome: Any


class Evening(chemin.Evening):
    """An evening of chemin de fer whose answers are kept."""

    answered: list[Answered]

    def act(self, by: Any, what: Any, at: Step | None = None) -> Any:
        before = self.state
        outcome = super().act(by, what, at)
        self.__dict__.setdefault("answered", []).append(
            Answered(chemin.GAME, before, Act(by, what, at or chemin.GAME.step(before)), outcome)
        )
        return outcome


class Walk(punto.Walk):
    """An evening of punto y banca whose answers are kept."""

    answered: list[Answered]

    def do(self, act: Act[Any]) -> Any:
        before = self.state
        made = super().do(act)
        self.__dict__.setdefault("answered", []).append(Answered(punto.GAME, before, act, made.outcome))
        return made


def evening_of_chemin_de_fer(seed: int) -> list[Answered]:
    evening = Evening(seed, watched=0.0, conduct=(Conduct.STRICT, Conduct.OBSERVED)[seed % 2])
    evening.wander(ACTS)
    return evening.answered


def evening_of_punto_y_banca(seed: int) -> list[Answered]:
    rng = random.Random(seed)
    walk = Walk(rng, looks=0.0, variant=list(punto.pb.Variant)[seed % 2])
    for _ in range(ACTS):
        if walk.state.phase is not punto.pb.Phase.CLOSED:
            rng.choice([walk.go_on, walk.go_on, walk.lawful, walk.anything, walk.trouble, walk.stakes])()
    return walk.answered


EVENINGS = {"chemin-de-fer": evening_of_chemin_de_fer, "punto-y-banca": evening_of_punto_y_banca}
SEEDS = [(game, seed) for game in EVENINGS for seed in range(2)]


@cache
def evening(game: str, seed: int) -> tuple[Answered, ...]:
    return tuple(EVENINGS[game](seed))


def rules() -> Iterator[Rule[Any, Any]]:
    """Yield every rule of the two games."""
    for package in (tapete.games.chemin_de_fer, tapete.games.punto_banco):
        for one in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            yield from (it for it in vars(importlib.import_module(one.name)).values() if isinstance(it, Rule))


@cache
def checks() -> frozenset[str]:
    """Return the clauses that checks alone apply: an act passes them, or they refuse it."""
    found = list(rules())
    others = {clause for one in found if one._neutral is not None for clause in one.clauses}
    return frozenset(clause for one in found for clause in one.clauses) - others


def values(rules: Any) -> Iterator[str]:
    """Yield the clauses that the values of a rulebook cite: what is read there is named, whatever it says."""
    if isinstance(rules, Sourced):
        yield from rules.clauses
    elif isinstance(rules, msgspec.Struct):
        for name in rules.__struct_fields__:
            yield from values(getattr(rules, name))


def decides(clause: str, one: Answered) -> bool:
    """Return True if the answer is another one without the clause, or rules on an incident that is about it."""
    if one.act.body.__struct_config__.tag == "give-ruling" and clause in str(one.state.docket):
        return True
    with knocked_out(clause):
        without = one.game.decide(one.state, one.act)
    return isinstance(without, Refused) or without.events != one.outcome.events


@pytest.mark.parametrize(("game", "seed"), SEEDS)
def test_no_answer_names_a_check_that_its_act_passed(game: str, seed: int) -> None:
    assert len(checks()) > 60
    stood = [one for one in evening(game, seed) if not isinstance(one.outcome, Refused)]
    assert len(stood) > ACTS / 4
    read = {clause for one in stood for clause in values(one.game.evolve(one.state, one.outcome.events[0]).rules)}
    wrong = {
        (one.act.body.__struct_config__.tag, clause)
        for one in stood
        for clause in checks() & set(one.outcome.rests_on) - BY_THIS_ALONE.keys() - read
        if not decides(clause, one)
    }
    assert wrong == set()


@pytest.mark.parametrize(("game", "seed"), SEEDS)
def test_a_refusal_names_the_clauses_that_refuse_and_no_other(game: str, seed: int) -> None:
    refused = [one.outcome for one in evening(game, seed) if isinstance(one.outcome, Refused)]
    assert len({one.code for one in refused}) > 10
    assert [one for one in refused if one.rests_on != one.clauses] == []
    assert any(one.clauses for one in refused)


def test_what_every_stake_must_pass_is_named_only_where_it_refuses() -> None:
    named = [one for seed in range(2) for one in evening("chemin-de-fer", seed)]
    passed = {"CF.B.20", "CF.E1.04", "CF.E2.04"}
    assert passed <= checks()
    stakes = [one.outcome for one in named if one.act.body.__struct_config__.tag == "stake"]
    assert any(not isinstance(one, Refused) for one in stakes)
    for outcome in stakes:
        refusing = set(outcome.clauses) if isinstance(outcome, Refused) else set()
        assert passed & set(outcome.rests_on) == passed & refusing
