"""The cartones that were called: where their numbers come from, and which combinations they have complete.

Numbers follow from the secret of a series, which the hall has pinned by a digest; those that somebody else has printed
stand in a register. Nobody asks for a cartón that was not called: which are complete is nowhere known before a call.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import Context
from functools import lru_cache
from typing import Any, NamedTuple, Protocol

import msgspec

from tapete import cartones
from tapete.cartones import Law, cards_of
from tapete.cartones.reading import SeriesFile, read_series
from tapete.cartones.registry import require_pinned
from tapete.cartones.shape import unpacked
from tapete.clauses import Fault, fault, rule
from tapete.games.bingo.acts import RegisterSeries
from tapete.games.bingo.inventory import Medium, Series
from tapete.games.bingo.state import GameState, State
from tapete.games.bingo.terms import Prize, Rows, SeriesKind, split_card
from tapete.money import Cents
from tapete.rulebooks import Library


class Cartones(Protocol):
    """The register of cartones that others have printed, each series known by its digest."""

    def has_series(self, series: Series) -> bool: ...

    def rows(self, series: Series, number: int) -> Rows:
        """Return the three lines of a cartón; raise ``LookupError`` for one that the register does not have."""


class NoCartones:
    def has_series(self, series: Series) -> bool:
        return False

    def rows(self, series: Series, number: int) -> Rows:
        raise LookupError(series.name)


class RegisteredCartones:
    """The cartones of a registry, for the series that are pinned by the same digest."""

    def __init__(self, registry: cartones.Registry) -> None:
        self.registry = registry

    def has_series(self, series: Series) -> bool:
        return self.registry.series(series.name) == description_of(series)

    def rows(self, series: Series, number: int) -> Rows:
        if not self.has_series(series):
            raise LookupError(series.name)
        return self.registry.rows(series.name, number)


def description_of(series: Series) -> cartones.Series:
    is_double = series.kind is SeriesKind.DOUBLE
    numbers = (series.letter, series.identification, series.size, series.value)
    runs = msgspec.UNSET if series.numbers in ((), ((1, series.size),)) else series.numbers
    return cartones.Series(*numbers, double=is_double, law=series.law, digest=series.digest, runs=runs)


def squares_of(secret: str) -> tuple[cartones.Grid, ...]:
    """Return the cards of a file, which stand behind what salts their digest; none of a series that is drawn."""
    return unpacked(secret[64:])


@lru_cache(maxsize=16)
def drawn_cards(description: cartones.Series, secret: str) -> cartones.Cards | Fault:
    """Return what a secret draws, or a Fault. To check the digest draws every cartón; the check leaves no trace."""

    def drawn() -> cartones.Cards | Fault:
        cards = cartones.cards_of(description, bytes.fromhex(secret[:64]), squares_of(secret))
        return cards if isinstance(cards, Fault) else require_pinned(cards, cards.grid) or cards

    return Context().run(drawn)


def has_card_of(one: Series, other: Series) -> bool:
    """Return True if a card of a series is one of the other series, as far as both can be read: two that are drawn have
    the same cards where one secret draws both.
    """
    file, drawn = (one, other) if squares_of(one.secret or "") else (other, one)
    given = {*squares_of(file.secret or "")}
    if drawn.secret is None:
        return False
    if not given:
        return (drawn.secret, drawn.law) == (file.secret, file.law)
    cards = drawn_cards(description_of(drawn), drawn.secret)
    numbers = (number for run in drawn.ranges for number in range(run.first, run.last + 1))
    return isinstance(cards, cartones.Cards) and not given.isdisjoint(map(cards.grid, numbers))


@rule("HP.BG.printed-series", neutral=None)
def require_pinned_cartones(series: Series, register: Cartones) -> Fault | None:
    """Return a Fault unless the cartones of a series can be told: from its secret, or by the file of its digest."""
    if series.law is Law.FOREIGN and not series.numbers:
        return None if register.has_series(series) else fault("cards-not-held", series=series.name)
    if series.secret is None:
        return fault("series-secret-missing", series=series.name)
    if not series.digest:
        return fault("series-digest-missing", series=series.name)
    found = drawn_cards(description_of(series), series.secret)
    return found if isinstance(found, Fault) else None


def rows_of(state: State, register: Cartones, card: str) -> Rows:
    """Return the three lines of a cartón by its name; nothing for one that nobody can tell."""
    named = split_card(card)
    series = state.hall.series.get(named[0]) if named else None
    if named is None or series is None:
        return ()
    try:
        if series.law is Law.FOREIGN and not series.numbers:
            return register.rows(series, named[1]) if 1 <= named[1] <= series.size else ()
        drawn = None if series.secret is None else drawn_cards(description_of(series), series.secret)
        return cartones.lines_of(drawn.grid(named[1])) if isinstance(drawn, cartones.Cards) else ()
    except LookupError:
        return ()


def is_readable(state: State, card: str) -> bool:
    """Return True unless the secret of a cartón's series is not to be read here, as in a record without it."""
    named = split_card(card)
    series = state.hall.series.get(named[0]) if named else None
    return series is None or (series.law is Law.FOREIGN and not series.numbers) or series.secret is not None


class Sources(NamedTuple):
    library: Library
    cartones: Cartones


@rule("BG.IV.19", neutral=lambda game: frozenset(game.drawn_balls))
def numbers_that_count(game: GameState) -> frozenset[int]:
    """A number counts once its ball has come out and its own number has been announced."""
    return frozenset(game.announced_balls)


@rule("BG.I.13", neutral=lambda rows: rows[:1])
def lines(rows: Rows) -> Rows:
    """Any of the three lines of a cartón may win."""
    return rows


@rule("BG.I.11", neutral=lambda game, rows: ((),))
def lacking_of_lines(game: GameState, rows: Rows) -> Rows:
    """A line is complete when its five numbers have come: return what each line lacks."""
    here = numbers_that_count(game)
    return tuple(tuple(number for number in row if number not in here) for row in lines(rows))


@rule("BG.I.14", neutral=lambda game, rows: ())
def lacking_for_bingo(game: GameState, rows: Rows) -> tuple[int, ...]:
    """Bingo is complete when all the numbers of the cartón have come: return those that lack."""
    here = numbers_that_count(game)
    return tuple(number for row in rows for number in row if number not in here)


def found_on(game: GameState, prize: Prize, rows: Rows) -> tuple[int, tuple[int, ...]]:
    """Return how many combinations a cartón has complete, and what its nearest one lacks."""
    lacking = lacking_of_lines(game, rows) if prize is Prize.LINE else (lacking_for_bingo(game, rows),)
    return sum(not one for one in lacking), min(lacking, key=len)


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
    fields ``letter``, ``identification`` and ``value`` (cents), and may have ``kind`` and ``any_columns``; any file may
    have ``only``.
    """
    only = fields.get("only") or None
    if only not in (None, *Medium):
        return (fault("series-medium-unknown", text=str(only)[:60]),)
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
    medium = None if only is None else Medium(only)
    made = msgspec.structs.replace(made, law=series.law, secret=secret, numbers=numbers, only=medium)
    drawn_cards(series, secret)
    return made
