"""The coup in the state of a table: the one in progress, and what is kept of those that were settled."""

from __future__ import annotations

import msgspec
from immutables import Map

from tapete.games.baccarat.outcome import Winner
from tapete.games.banked import coup as banked
from tapete.games.banked.coup import NEW_SIDE, Side
from tapete.games.banked.shares import LiveShare, Shares
from tapete.games.chemin_de_fer.terms import Cover, Hand
from tapete.kernel import PersonId
from tapete.money import Cents


class Award(msgspec.Struct, frozen=True):
    """How the bank of a coup is covered: the live stakes, who is entitled to the cards, and what plays of each call."""

    kind: Cover
    holder: PersonId
    stakes: Shares
    calls: tuple[LiveShare, ...] = ()

    @property
    def covered_amount(self) -> Cents:
        return sum(one.amount for one in self.stakes)


class Coup(banked.Coup, frozen=True):
    """The coup in progress: its one side is the punto.

    ``in_play`` is the bank that can be covered; ``late`` are stakes laid after the closing words, which take no part.
    """

    sides: Map[str, Side] = Map({str(Hand.PUNTO): NEW_SIDE})
    in_play: Cents = 0
    award: Award | None = None
    late: Shares = ()

    @property
    def punto(self) -> Side:
        return self.side(Hand.PUNTO)


class SettledCoup(banked.SettledCoup, frozen=True, kw_only=True):
    """A coup that was settled: how it was covered and by whose bank (``parts`` before it), and who could call banco
    seguido in it.
    """

    coup: Coup
    award: Award
    parts: Shares
    seguido: frozenset[PersonId] = frozenset()

    @property
    def winner(self) -> Winner:
        """Return who won between the punto and the bank."""
        return self.winners[Hand.PUNTO]


class CoupResult(msgspec.Struct, frozen=True):
    """A coup on the scoreboard: who won, both totals (none where a ruling decided), what was covered and how, in cents.

    ``is_corrected``: a card of it was put right afterwards, and it stands here as it really ended.
    """

    number: int
    winner: Winner
    punto: int | None
    banca: int | None
    cover: Cover | None = None
    covered_amount: Cents = msgspec.field(name="covered", default=0)
    is_paid: bool = msgspec.field(name="over", default=False)
    is_corrected: bool = msgspec.field(name="corrected", default=False)
