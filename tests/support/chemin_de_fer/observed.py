"""Observed tables for the tests of irregularities: the same cards once with known faces, once as a real shoe.

In the real shoe nobody knows a face before it is shown; then the croupier keys it, here from the same list.
"""

from typing import Any

import pytest

from tapete.cards import Card, cards
from tapete.chance import CardOut
from tapete.games.baccarat.effects import Party
from tapete.games.baccarat.incident import Incident
from tapete.games.baccarat.reckoning import is_open
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.terms import Accident, Hand
from tests.support.chemin_de_fer.table import Table

BOTH = pytest.mark.parametrize("real", [False, True], ids=["known", "unknown"])
"""Run a test with known and with unknown faces."""


def both(*clauses: str) -> Any:
    """Let a test show clauses with known and with unknown faces."""
    return lambda test: BOTH(pytest.mark.clause(*clauses)(test))


STEPS = ("bets", "deal", "carry", "lift", "word", "carta", "no")


class Observed(Table):
    """A table whose croupier keys every face that is shown."""

    listed: tuple[Card, ...] = ()

    def do(self, by: str, *acts: Any) -> "Observed":
        for act in acts:
            super().do(by, act)
            while (wanted := self.play.game.draw_awaited(self.state)) is not None and wanted.by_person:
                super().do("croupier", CardOut(wanted.position, self.listed[wanted.position]))
        return self

    def fork(self) -> "Observed":
        twin = Observed(self.play, self.turns)
        twin.listed = self.listed
        return twin

    def report(self, accident: Accident, fault_of: Party | None = None, **facts: Any) -> "Observed":
        return self.do("croupier", a.Report(accident, fault_of, **facts))

    @property
    def incident(self) -> Incident:
        found = self.state.docket.open
        assert len(found) == 1, f"{len(found)} incidents are open at {self.state.step}"
        return found[0]

    def place(self, position: int) -> str:
        return next(card.place for card in self.state.coup.cards.layout if card.position == position)

    def shown(self) -> "Observed":
        """Turn up what still lies face down."""
        for hand in Hand:
            if self.state.phase == "show" and not is_open(self.state.coup.cards, hand):
                self.do("croupier", a.ShowHand(hand))
        return self

    def result(self) -> tuple[int | None, int | None, str | None]:
        return self.total("punto"), self.total("banca"), self.state.coup.punto.winner


def at(make: Any, step: str, shoe: str, *, real: bool = False, stakes: str = "ana", **options: Any) -> Observed:
    """Open a table with these cards and play to a step.

    ``stakes``: ``ana`` alone stakes 100 of 300; ``two`` are Luis with 200 and Ana with 100 (Luis holds the cards);
    ``banco`` is Luis with the whole bank.
    """
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
