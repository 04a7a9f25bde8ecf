"""A series of cartones that follows from a secret, and the balls that fill cartones of it."""

from functools import lru_cache

import msgspec

from tapete.cartones import Cards, Law, Series, cards_of
from tapete.games.bingo import acts as a
from tapete.games.bingo.terms import Rows, SeriesKind

SECRET = "0b" * 32


@lru_cache
def drawn(size: int = 60, value: int = 200, kind: SeriesKind = SeriesKind.SINGLE, letter: str = "B") -> Cards:
    series = Series(letter, 1047, size, value, double=kind is SeriesKind.DOUBLE)
    cards = cards_of(series, bytes.fromhex(SECRET))
    assert isinstance(cards, Cards)
    pinned = cards_of(msgspec.structs.replace(series, digest=cards.digest()), bytes.fromhex(SECRET))
    assert isinstance(pinned, Cards)
    return pinned


def registering(cards: Cards) -> a.RegisterSeries:
    series = cards.series
    kind = SeriesKind.DOUBLE if series.double else SeriesKind.SINGLE
    numbers = (series.letter, series.id, series.size, series.face_value)
    return a.RegisterSeries(*numbers, kind=kind, digest=series.digest, law=Law.STRIPS, secret=SECRET)


def rows(cards: Cards, number: int) -> Rows:
    return tuple(tuple(one for one in line if one) for line in cards.grid(number))
