"""Observed tables of this game for the tests of errors: see ``tests/support/observed.py``."""

from typing import Any

from tapete.cards import cards
from tapete.chance import ChanceKind
from tapete.games.baccarat.effects import Effect, at
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.baccarat.reckoning import is_open
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.coup.flow import asked_cloths
from tapete.games.dos_panos.coup.hands import live_cloths
from tapete.games.dos_panos.terms import Hand, Phase
from tapete.table.state import Conduct
from tests.support.dos_panos.table import BANKER, Table, opened
from tests.support.observed import Keyed


class Observed(Keyed, Table):
    """A table whose croupier keys every face that is shown."""

    report_kind = a.Report

    def ruled(
        self, by: str = "inspector", effects: tuple[Effect, ...] | None = None, reason: str = "seen"
    ) -> "Observed":
        return self.do(by, GiveRuling(self.incident.serial, effects, reason))

    @property
    def codes(self) -> list[str]:
        """Return the codes of the faults that are waiting for a ruling."""
        return [one.code for incident in self.state.docket.open for one in incident.faults]

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
