"""Observed tables of this game for the tests of errors: see ``tests/support/observed.py``."""

from typing import Any

from tapete.cards import cards
from tapete.games.baccarat.reckoning import is_open
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.terms import Hand
from tests.support.chemin_de_fer.table import Table
from tests.support.observed import Keyed


class Observed(Keyed, Table):
    """A table whose croupier keys every face that is shown."""

    report_kind = a.Report

    def shown(self) -> "Observed":
        """Turn up what still lies face down."""
        for hand in Hand:
            if self.state.phase == "show" and not is_open(self.state.coup.cards, hand):
                self.do("croupier", a.ShowHand(hand))
        return self

    def result(self) -> tuple[int | None, int | None, str | None]:
        return self.total("punto"), self.total("banca"), self.state.coup.punto.winner


def at(make: Any, step: str, shoe: str, *, real: bool = False, stakes: str = "ana", **options: Any) -> Observed:
    """Play to a step; of 300 ``ana`` stakes 100, ``two`` are Luis with 200 and Ana with 100, ``banco`` is Luis."""
    first = make("" if real else shoe, **{"conduct": "observed", "real": real, **options})
    table = Observed(first.play, first.turns)
    table.listed = cards(shoe)
    table.bank(300_00)
    if step == "between":
        return table
    table.bets()
    if stakes in ("two", "banco"):
        table.do("luis", a.CallBanco() if stakes == "banco" else a.Stake(200_00))
    if stakes in ("two", "ana"):
        table.do("ana", a.Stake(100_00))
    if step == "bets":
        return table
    table.closed()
    if step.startswith("deal"):
        return table.dealt(step.partition(":")[2])
    table.dealt()
    if step == "carry":
        return table
    table.carried()
    if step == "lift":
        return table
    holder = table.state.holder
    table.do(holder, a.Lift(Hand.PUNTO)).do("bea", a.Lift(Hand.BANCA))
    return table if step == "word" else table.said(step)
