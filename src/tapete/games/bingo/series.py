"""A series as an act: a new one of strips, drawn from a secret, or that of a file; its digest pins the cartones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from tapete import cartones
from tapete.cartones import Law, cards_of
from tapete.cartones.reading import SeriesFile, read_series
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


def series_from_file(data: bytes, fields: Mapping[str, Any]) -> RegisterSeries | tuple[Fault, ...]:
    """Return the act that enters the series of a file, or all that is wrong with it. A file of cards alone needs the
    fields ``letter``, ``identification`` and ``value`` (cents), and may have ``kind`` and ``any_columns``.
    """
    described = {"letter": str(fields.get("letter", "")).strip().upper(), "id": fields.get("identification", 0)}
    is_double = {SeriesKind.SINGLE: False, SeriesKind.DOUBLE: True}.get(fields.get("kind", SeriesKind.SINGLE))
    described |= {"face_value": fields.get("value", 0), "double": is_double, "size": 1}
    is_any = str(fields.get("any_columns", "")).lower() in ("true", "1", "on")
    found = read_series(data, {**described, "law": Law.FOREIGN}, any_columns=is_any)
    if not isinstance(found, SeriesFile):
        return found
    series, secret = found
    kind = SeriesKind.DOUBLE if series.double else SeriesKind.SINGLE
    numbers = series.runs or (((1, series.size),) if series.law is Law.FOREIGN else ())
    made = RegisterSeries(series.letter, series.id, series.size, series.face_value, kind=kind, digest=series.digest)
    made = msgspec.structs.replace(made, law=series.law, secret=secret, numbers=numbers)
    drawn_cards(series, secret)
    return made
