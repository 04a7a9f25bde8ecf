"""The registry: which numbers stand on card so-and-so of a pinned series.

The numbers are a pure function of the description of the series and its secret, or of the file that its digest names.
The secret stays with whoever keeps the registry: it tells every card before it is sold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

from immutables import Map

from tapete.cartones.chance import SECRET_SIZE, number_below, permuted
from tapete.cartones.checks import faults
from tapete.cartones.digest import CardProof, digest_of, prove
from tapete.cartones.ranks import card_count, unrank
from tapete.cartones.series import Law, Series, require_whole_strips
from tapete.cartones.shape import Grid, lines_of
from tapete.cartones.strips import STRIP, strips_of
from tapete.clauses import Fault, fault, first_fault, rule, with_clauses

STRIPS = b"tapete-strips"
SINGLES = b"tapete-singles"


class Cards:
    """The cards of one series, by number. Its secret is in no text of it."""

    def __init__(self, series: Series, secret: bytes, grids: tuple[Grid, ...] = ()) -> None:
        self.series = series
        self._secret, self._grids = secret, dict(zip(series.numbers, grids, strict=False))
        self._strip = lru_cache(maxsize=2)(self._draw_strip)

    def grid(self, number: int) -> Grid:
        """Return the squares of a card; raise ``IndexError`` where the series has none of this number."""
        if number not in (self._grids or self.series.numbers):
            raise IndexError(number)
        match self.series.law:
            case Law.STRIPS:
                strip, place = divmod(number - 1, STRIP)
                return self._strip(strip)[place]
            case Law.SINGLES:
                return unrank(permuted(self._secret, SINGLES, number - 1, card_count()))
            case Law.FOREIGN:
                return self._grids[number]

    def _draw_strip(self, index: int) -> tuple[Grid, ...]:
        strips = strips_of()
        return strips.unrank(number_below(self._secret, STRIPS, index, strips.count))

    def digest(self, grid_of: Callable[[int], Grid] | None = None) -> str:
        """Return the digest of these cards; ``grid_of`` gives them where they were made already."""
        return digest_of(self.series, self._secret, grid_of or self.grid)

    def proof(self, number: int) -> CardProof:
        """Return the proof of one card against the digest of the series."""
        return prove(self.series, self._secret, self.grid, number)


def require_secret(secret: bytes) -> Fault | None:
    """Return a Fault if a secret has another length than secrets have."""
    return None if len(secret) == SECRET_SIZE else fault("secret-size", size=SECRET_SIZE, found=len(secret))


def require_every_grid(series: Series, grids: tuple[Grid, ...]) -> Fault | None:
    """Return a Fault if a series has not just the cards of its file: as many as its size, lawful ones, or none where
    its law draws them.
    """
    awaited = series.size if series.law is Law.FOREIGN else 0
    if len(grids) != awaited or not series.has_as_many_numbers:
        return fault("cards-missing", size=awaited, found=len(grids))
    return require_lawful_cards(series, grids)


@rule("BG.II.01", neutral=None)
def require_lawful_cards(series: Series, grids: tuple[Grid, ...]) -> Fault | None:
    """Return a Fault if a card of a series, which it names, does not meet all the conditions of section I."""
    wrong = ((number, found) for number, grid in zip(series.numbers, grids, strict=False) for found in faults(grid))
    number, found = next(wrong, (0, None))
    return found and with_clauses(Fault(found.code, {**found.facts, "card": number}, found.clauses), "BG.II.01")


def require_no_equal_cards(numbers: Iterable[int], grid_of: Callable[[int], Grid]) -> Fault | None:
    """Return a Fault if two cards of a series are equal: they would share a prize."""
    met: dict[Grid, int] = {}
    for number in numbers:
        first = met.setdefault(grid_of(number), number)
        if first != number:
            return fault("cards-equal", first=first, second=number)
    return None


def require_pinned(cards: Cards, grid_of: Callable[[int], Grid]) -> Fault | None:
    """Return a Fault if the cards of a series are not those of its digest, or if two of them are equal."""
    series = cards.series
    if cards.digest(grid_of) != series.digest:
        return fault("digest-differs", series=series.key)
    return require_no_equal_cards(series.numbers, grid_of)


def equal_sets(numbers: Iterable[int], grid_of: Callable[[int], Grid]) -> tuple[tuple[int, int], ...]:
    """Return pairs of cards with the same fifteen numbers in other squares: lawful, but they complete together."""
    met: dict[frozenset[int], int] = {}
    found = []
    for number in numbers:
        held = frozenset(one for line in grid_of(number) for one in line if one)
        first = met.setdefault(held, number)
        if first != number:
            found.append((first, number))
    return tuple(found)


def cards_of(series: Series, secret: bytes, grids: tuple[Grid, ...] = ()) -> Cards | Fault:
    """Return the cards of a series, or a Fault where description, secret and file make none."""
    wrong = first_fault(require_secret(secret), require_whole_strips(series), require_every_grid(series, grids))
    return wrong or Cards(series, secret, grids)


class Registry:
    """The series of a hall. A registry is not changed: :meth:`having` returns another one."""

    def __init__(self, held: Map[str, Cards] | None = None) -> None:
        self._held: Map[str, Cards] = Map() if held is None else held

    def having(self, cards: Cards) -> Registry | Fault:
        """Return the registry with one more series, or a Fault if its cards are not those of its digest, if two of
        them are equal, or if there is another series of its name.
        """
        series = cards.series
        known = self._held.get(series.key)
        if known is not None:
            return self if known.series == series else fault("series-known", series=series.key)
        return require_pinned(cards, cards.grid) or Registry(self._held.set(series.key, cards))

    def series(self, key: str) -> Series | None:
        """Return the description of a series of this name; None if there is none."""
        found = self._held.get(key)
        return None if found is None else found.series

    def grid(self, series: str, number: int) -> Grid:
        """Return the squares of a card; raise ``KeyError`` for no series, ``IndexError`` for no card of it."""
        return self._held[series].grid(number)

    def rows(self, series: str, number: int) -> Grid:
        """Return the three lines of a card, five numbers each; errors as in :meth:`grid`."""
        return lines_of(self.grid(series, number))
