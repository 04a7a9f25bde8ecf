"""A new series of strips as an act: its cartones are drawn from a secret, and its digest pins them."""

from __future__ import annotations

import msgspec

from tapete import cartones
from tapete.cartones import Law, cards_of
from tapete.clauses import Fault
from tapete.games.bingo.acts import RegisterSeries
from tapete.games.bingo.cards import description_of, drawn_cards
from tapete.games.bingo.inventory import Series
from tapete.games.bingo.terms import SeriesKind
from tapete.money import Cents


def series_of_strips(
    letter: str, identification: int, size: int, value: Cents, secret: str, kind: SeriesKind = SeriesKind.SINGLE
) -> RegisterSeries:
    """Return the act that enters the series of a secret; the hall has its cartones at hand from then on.

    ``value`` is the price in cents of a cartón, or of each part of a double. To draw the cartones takes most of a
    millisecond for each. Raises ``ValueError`` for a series that cannot be.
    """
    is_double = kind is SeriesKind.DOUBLE
    try:
        plain = msgspec.to_builtins(cartones.Series(letter, identification, size, value, double=is_double))
        described = msgspec.convert(plain, cartones.Series)
    except msgspec.ValidationError as error:
        raise ValueError(str(error)) from error
    cards = cards_of(described, bytes.fromhex(secret))
    if isinstance(cards, Fault):
        raise ValueError(f"{cards.code} {cards.facts}")
    digest = cards.digest()
    made = RegisterSeries(letter, identification, size, value, kind=kind, digest=digest, law=Law.STRIPS, secret=secret)
    numbers = (letter, identification, size, value)
    drawn_cards(description_of(Series(described.key, *numbers, kind, digest, Law.STRIPS)), secret)
    return made
