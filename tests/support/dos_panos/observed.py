"""Observed tables for the tests of errors: the same cards once with known faces, once as a real shoe.

In the real shoe nobody knows a face before it is shown; then the croupier keys it, here from the same list.
"""

from typing import Any

import pytest

from tapete.cards import Card, cards
from tapete.chance import CardDraw, CardOut, ChanceKind, FaceDraw
from tapete.games.baccarat.effects import Effect, Party
from tapete.games.baccarat.incident import GiveRuling, Incident
from tapete.games.baccarat.layout import at
from tapete.games.baccarat.reckoning import is_open
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.coup.flow import asked_cloths
from tapete.games.dos_panos.coup.points import live_cloths
from tapete.games.dos_panos.terms import Accident, Hand, Phase
from tapete.table.conduct import Conduct
from tests.support.dos_panos.table import BANKER, Table, opened

BOTH = pytest.mark.parametrize("real", [False, True], ids=["known", "unknown"])
"""Run a test with known and with unknown faces."""


def both(*clauses: str) -> Any:
    """Let a test show clauses with known and with unknown faces."""
    return lambda test: BOTH(pytest.mark.clause(*clauses)(test))


class Observed(Table):
    """A table whose croupier keys every face that is shown."""

    listed: tuple[Card, ...] = ()

    def do(self, by: str, *acts: Any) -> "Observed":
        for act in acts:
            super().do(by, act)
            while (
                isinstance(wanted := self.play.game.draw_awaited(self.state), CardDraw | FaceDraw) and wanted.by_person
            ):
                super().do("croupier", CardOut(wanted.position, self.listed[wanted.position]))
        return self

    def fork(self) -> "Observed":
        twin = Observed(self.play, self.turns)
        twin.listed = self.listed
        return twin

    def report(self, accident: Accident, fault_of: Party | None = None, **facts: Any) -> "Observed":
        return self.do("croupier", a.Report(accident, fault_of, **facts))

    def ruled(
        self, by: str = "inspector", effects: tuple[Effect, ...] | None = None, reason: str = "seen"
    ) -> "Observed":
        return self.do(by, GiveRuling(self.incident.serial, effects, reason))

    @property
    def incident(self) -> Incident:
        assert len(self.state.docket.open) == 1, self.state.docket.open
        return self.state.docket.open[0]

    @property
    def codes(self) -> list[str]:
        """Return the codes of the faults that are waiting for a ruling."""
        return [one.code for incident in self.state.docket.open for one in incident.faults]

    def place(self, position: int) -> str:
        return next(card.place for card in self.state.coup.cards.layout if card.position == position)

    def faces(self, place: str) -> list[str | None]:
        return [self.listed[card.position] for card in at(self.state.coup.cards.layout, place)]

    def given(self) -> "Observed":
        while self.phase is Phase.ANSWER and not self.state.docket.open:
            self.do(BANKER, a.GiveCard(asked_cloths(self.state)[0]))
        return self

    def shown(self) -> "Observed":
        """Turn up what still lies face down."""
        for hand in (*live_cloths(self.state), Hand.BANCA):
            if self.phase is Phase.SHOW and not self.state.docket.open and not is_open(self.state.coup.cards, hand):
                self.do("croupier", a.ShowHand(hand))
        return self

    def result(self) -> dict[str, str]:
        """Return who won on each cloth that counts."""
        sides = self.state.coup.sides.items()
        return {hand: str(side.winner) for hand, side in sides if side.winner is not None}


def table(shoe: str, *, real: bool = False, **options: Any) -> Observed:
    """A bank of 5,000 euros is in play at a real table, and no coup is open."""
    kind = ChanceKind.KEYED if real else ChanceKind.SEEDED
    first = opened("" if real else shoe, kind=kind, conduct=Conduct.OBSERVED, **options)
    made = Observed(first.play, first.turns)
    made.listed = cards(shoe)
    made.ready()
    return made


def betting(shoe: str, *, real: bool = False, **options: Any) -> Observed:
    """The betting of the first coup is open; 100 euros lie on each cloth."""
    made = table(shoe, real=real, **options)
    made.bets().staked(ana=100_00, carla=100_00)
    return made


def dealt(shoe: str, *, real: bool = False, **options: Any) -> Observed:
    """All cards lie before their players; the first cloth is to speak."""
    made = betting(shoe, real=real, **options)
    made.closed().dealt().carried()
    return made


def spoken(shoe: str, first: str, second: str, *, real: bool = False, **options: Any) -> Observed:
    """Both cloths have spoken, the banker has looked, and the third cards that were asked for are given."""
    made = dealt(shoe, real=real, **options)
    made.said("1", first).said("2", second)
    if made.phase in (Phase.ANSWER, Phase.BANKER):
        made.looked()
    return made.given()


def first_cards(first: str, second: str, bank: str) -> str:
    """Return the order in which three hands of two cards leave the shoe."""
    hands = [one.split() for one in (first, second, bank)]
    return " ".join([*(one[0] for one in hands), *(one[1] for one in hands)])
