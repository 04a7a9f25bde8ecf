"""The coup in the state of a table: two sides against the bank, what plays on each cloth, and a banco."""

from __future__ import annotations

import msgspec
from immutables import Map

from tapete.games.baccarat.outcome import Winner
from tapete.games.banked import coup as banked
from tapete.games.banked.coup import NEW_SIDE, Side
from tapete.games.dos_panos.stakes.cover import ClothStakes, on_cloth
from tapete.games.dos_panos.terms import CLOTHS, Cover, Hand, Spot
from tapete.kernel import PersonId
from tapete.money import Cents
from tapete.table.seats import Seats


class LaidStake(msgspec.Struct, frozen=True):
    """A stake as it lies: whose, how much (cents), and where."""

    person: PersonId
    amount: Cents
    cloth: Hand
    spot: Spot = Spot.CLOTH


class Banco(msgspec.Struct, frozen=True):
    """A banco: who plays it, and how often it has been repeated because it was void."""

    person: PersonId
    repeats: int = 0


class Testimony(msgspec.Struct, frozen=True):
    """What somebody said who saw a hand that the croupier threw in: its score."""

    person: PersonId
    hand: Hand
    total: int


def with_statement(testimonies: tuple[Testimony, ...], heard: Testimony) -> tuple[Testimony, ...]:
    """Return what witnesses say with what one of them says now: of a hand each has one word, his last."""
    others = (one for one in testimonies if (one.person, one.hand) != (heard.person, heard.hand))
    return (*others, heard)


class Coup(banked.Coup, frozen=True):
    """The coup in progress: its sides are the two cloths.

    ``laid`` are the stakes while the betting is open; ``stakes`` what plays on each cloth once it has closed.
    ``in_play``: what the bank had then, in cents. ``is_cover_short``: the closing words were said, the bank did not
    cover the stakes, and nothing has changed since. ``has_asked_table``: the banker plays by his table in this coup;
    ``is_settled``: it was paid and collected. ``early_cards``: positions of the cards that were drawn before the
    betting was over and that are played. ``is_handed_over``: since it was settled the bank has been handed over
    for the banco that may be played once more. ``is_let_be``: whoever called a banco does not play it once more.
    """

    sides: Map[str, Side] = Map({str(cloth): NEW_SIDE for cloth in CLOTHS})
    laid: tuple[LaidStake, ...] = ()
    stakes: ClothStakes = ()
    cover: Cover = Cover.STAKES
    is_cover_short: bool = False
    banco: Banco | None = None
    banco_calls: tuple[PersonId, ...] = ()
    in_play: Cents = 0
    has_asked_table: bool = False
    is_settled: bool = False
    testimonies: tuple[Testimony, ...] = ()
    early_cards: frozenset[int] = frozenset()
    is_handed_over: bool = False
    is_let_be: bool = False


class SettledCoup(banked.SettledCoup, frozen=True, kw_only=True):
    """A coup that was settled: by whose bank, and who sat where."""

    coup: Coup
    banker: PersonId
    seats: Seats

    @property
    def is_won_or_lost(self) -> bool:
        """Return True if somebody won or lost on a cloth on which something played, by the true cards."""
        decided = (cloth for cloth in CLOTHS if self.winners.get(str(cloth)) in (Winner.PUNTO, Winner.BANCA))
        return any(on_cloth(self.coup.stakes, cloth) for cloth in decided)
