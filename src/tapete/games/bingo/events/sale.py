"""Events of the sale."""

from __future__ import annotations

import msgspec

from tapete.games.bingo.terms import Means, Prize, Range, SeriesKind
from tapete.kernel import Event, PersonId
from tapete.money import Cents


class SaleAnnounced(Event, frozen=True, tag="sale-announced@1"):
    """A game begins with the sale of these series. ``deferred``: the prizes of the first game of a double wait."""

    game: int
    series: tuple[str, ...]
    kind: SeriesKind
    value: Cents
    deferred: bool


class CardsSold(Event, frozen=True, tag="cards-sold@1"):
    """A range was sold; ``amounts`` are the prices for each part, of which a single cartón has one."""

    game: int
    cards: Range
    seller: PersonId
    means: Means
    amounts: tuple[Cents, ...]
    person: PersonId | None = None


class CardsWanted(Event, frozen=True, tag="cards-wanted@1"):
    """Somebody asks for so many cartones of a series; for none any more, where it is 0."""

    person: PersonId
    series: str
    count: int


class CardsTakenBack(Event, frozen=True, tag="cards-taken-back@1"):
    """A range went back before the sale was closed, and its price with it."""

    game: int
    cards: Range
    seller: PersonId
    means: Means
    amounts: tuple[Cents, ...]
    person: PersonId | None = None


class SaleCorrected(Event, frozen=True, tag="sale-corrected@1"):
    """The sale is counted anew: what was collected and announced is open again."""

    by: PersonId
    reason: str


class ShortfallCovered(Event, frozen=True, tag="shortfall-covered@1"):
    """The house pays what the fixed prizes of a game come to beyond its sales, by the word of the hall manager."""

    game: int
    amount: Cents
    by: PersonId


class TakingsCounted(Event, frozen=True, tag="takings-counted@1"):
    """The cashier has counted what a seller took, and found another sum than the books: too much, or too little where
    ``difference`` is negative. Nothing is booked before it is confirmed.
    """

    serial: int
    seller: PersonId
    amount: Cents
    difference: Cents
    by: PersonId


class TakingsHandedOver(Event, frozen=True, tag="takings-handed-over@1", omit_defaults=True):
    """The cashier has what a seller took; ``difference`` is what was too much, or lacks if it is negative.

    Of a count that differs it says who counted, who confirmed it, and why it is so.
    """

    seller: PersonId
    amount: Cents
    difference: Cents
    counted_by: PersonId | None = None
    confirmed_by: PersonId | None = None
    reason: str = ""


class TakingsGivenBack(Event, frozen=True, tag="takings-given-back@1"):
    """A seller has back what he handed over too much."""

    seller: PersonId
    amount: Cents


class UnsoldCollected(Event, frozen=True, tag="unsold-collected@1"):
    """So many cartones of a series were taken in unsold, where ``expected`` were due by the books; ``None``, and no
    ``game``, in records from before these were written down. ``reason``: why it was counted again.
    """

    series: str
    count: int
    expected: int | None = None
    reason: str = ""
    game: int = 0


class SoldAnnounced(Event, frozen=True, tag="sold-announced@1"):
    """The cartones sold, by ranges, are announced."""

    cards: tuple[Range, ...]


class PrizesAnnounced(Event, frozen=True, tag="prizes-announced@1"):
    """The prizes of the game, of each part if it is a double; ``brought_amounts`` come on top of them."""

    game: str
    line: Cents
    bingo: Cents
    brought_amounts: dict[Prize, Cents] = msgspec.field(default_factory=dict)


class GameStarted(Event, frozen=True, tag="game-started@1"):
    """A game begins with a set of balls; ``part`` is 0 for single cartones."""

    game: int
    part: int
    balls: str
