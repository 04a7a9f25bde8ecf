"""A refusal names the clauses that refuse, and no other; what every stake must pass is named where it refuses.

Held over evenings at random of the card games: bots play, people do what they may and what they may not.
"""

from __future__ import annotations

import os
import random
from functools import cache
from typing import Any, NamedTuple

import pytest

from tapete.games.dos_panos.terms import BankMode
from tapete.kernel import Act, Refused, Step
from tapete.table.conduct import Conduct
from tests.dos_panos.test_enemies import EVERYBODY, tries
from tests.support.dos_panos import evening as cloths
from tests.support.evenings import walk as chemin
from tests.support.punto_banco import walk as punto

ACTS = 400


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
    walk = Walk(rng, looks=0.0, variant=list(punto.pb.Variant)[seed % 2], multiples_only=seed % 2 == 1)
    for _ in range(ACTS):
        if walk.state.phase is not punto.pb.Phase.CLOSED:
            rng.choice([walk.go_on, walk.go_on, walk.lawful, walk.anything, walk.trouble, walk.stakes])()
    return walk.answered


class Cloths(cloths.Evening):
    """An evening on two cloths whose answers are kept."""

    answered: list[Answered]

    def act(self, by: Any, what: Any, at: Step | None = None) -> Any:
        before = self.state
        outcome = super().act(by, what, at)
        self.__dict__.setdefault("answered", []).append(
            Answered(cloths.GAME, before, Act(by, what, at or cloths.GAME.step(before)), outcome)
        )
        return outcome


def evening_of_dos_panos(seed: int) -> list[Answered]:
    """Bots play; beside each of their acts somebody tries something, which is answered and not done."""
    rng, mode = random.Random(seed), (BankMode.LIMITED, BankMode.OPEN)[seed % 2]
    evening = Cloths(f"answers {seed}", ("asturias-2011", "guia")[seed % 2], mode)
    while len(evening.answered) < ACTS and evening.go_on():
        who, what = rng.choice(EVERYBODY), rng.choice(tries())
        act = Act(who, what, cloths.GAME.step(evening.state))
        evening.answered.append(Answered(cloths.GAME, evening.state, act, cloths.GAME.decide(evening.state, act)))
    return evening.answered


EVENINGS = {
    "dos-panos": evening_of_dos_panos,
    "chemin-de-fer": evening_of_chemin_de_fer,
    "punto-y-banca": evening_of_punto_y_banca,
}
# The first seed of the evenings: what is asked of them holds for any.
FIRST = int(os.environ.get("TAPETE_SEED", "0"))
SEEDS = [(game, FIRST + seed) for game in EVENINGS for seed in range(2)]


@cache
def evening(game: str, seed: int) -> tuple[Answered, ...]:
    """Return the answers of an evening; where its table is closed early people go on at another one."""
    found, table = list[Answered](), seed
    while len(found) < ACTS or sum(not isinstance(one.outcome, Refused) for one in found) < ACTS // 2:
        found += EVENINGS[game](table)
        table += len(EVENINGS) * 1_000
    return tuple(found)


@pytest.mark.parametrize(("game", "seed"), SEEDS)
def test_a_refusal_names_the_clauses_that_refuse_and_no_other(game: str, seed: int) -> None:
    refused = [one.outcome for one in evening(game, seed) if isinstance(one.outcome, Refused)]
    assert len({one.code for one in refused}) > 10
    assert [one for one in refused if one.clauses and one.rests_on != one.clauses] == []
    assert any(one.clauses for one in refused)


def test_what_every_stake_must_pass_is_named_only_where_it_refuses() -> None:
    named = [one for game, seed in SEEDS if game == "chemin-de-fer" for one in evening(game, seed)]
    passed = {"CF.B.20", "CF.E1.04", "CF.E2.04"}
    stakes = [one.outcome for one in named if one.act.body.__struct_config__.tag == "stake"]
    assert any(not isinstance(one, Refused) for one in stakes)
    for outcome in stakes:
        refusing = set(outcome.clauses) if isinstance(outcome, Refused) else set()
        assert passed & set(outcome.rests_on) == passed & refusing
