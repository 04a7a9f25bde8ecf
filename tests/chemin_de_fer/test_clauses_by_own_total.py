"""Who reads the clauses of his own total: the player with the word, once he has seen all cards of his hand."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.games.baccarat.effects import AssignCard
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.terms import Accident
from tests.support.chemin_de_fer.observed import Observed, at

OF_THE_WORD = ("CF.A.08", "CF.A.11", "CF.A.12", "CF.A.14")
EVERYBODY = (None, "ana", "bea", "luis", "croupier", "inspector")


def read(table: Observed) -> dict[str | None, tuple[str, ...]]:
    return {viewer: tuple(map(str, table.play.explain(viewer))) for viewer in EVERYBODY}


def swapped(made: Observed, one: int, other: int) -> Observed:
    """Let the inspector rule that a card of the punto and one of the bank lie in each other's place."""
    made.do("croupier", a.Report(Accident.OTHER))
    effects = (AssignCard(one, "banca"), AssignCard(other, "punto"))
    return made.do("inspector", GiveRuling(1, effects, "they were pushed to the wrong places"))


@pytest.mark.parametrize(
    ("shoe", "own"),
    [
        ("Ks Kc Kd 5h", ("CF.A.02", "CF.A.04", "CF.A.12")),
        ("2s Kc 2d 5h", ("CF.A.01", "CF.A.04", "CF.A.12")),
        ("2s Kc 3d 5h", ("CF.A.01", "CF.A.04", "CF.A.13")),
        ("4s Kc 2d 5h", ("CF.A.01", "CF.A.04", "CF.A.14")),
        ("4s Kc 3d 5h", ("CF.A.01", "CF.A.04", "CF.A.14")),
        ("4s Kc 4d 5h", ("CF.A.01", "CF.A.04", "CF.A.08")),
    ],
    ids=["nought", "four", "five", "six", "seven", "eight"],
)
def test_whoever_has_the_word_reads_what_his_own_total_asks_and_nobody_else_does(
    make: Any, shoe: str, own: tuple[str, ...]
) -> None:
    assert read(at(make, "word", f"{shoe} 6h 7h")) == {**dict.fromkeys(EVERYBODY, OF_THE_WORD), "ana": own}


@pytest.mark.parametrize(("one", "other"), [(0, 1), (2, 3), (0, 3), (2, 1)])
def test_with_a_card_before_him_that_he_has_not_seen_he_reads_what_everybody_reads(
    make: Any, one: int, other: int
) -> None:
    made = swapped(at(make, "word", "4s Kc 2d 5h 6h 7h"), one, other)
    assert read(made) == dict.fromkeys(EVERYBODY, OF_THE_WORD)


def test_before_he_has_looked_and_after_he_has_spoken_he_reads_what_everybody_reads(make: Any) -> None:
    for step in ("carry", "lift", "carta", "no"):
        told = read(at(make, step, "4s Kc 2d 5h 6h 7h"))
        assert told == dict.fromkeys(EVERYBODY, told[None]), step
