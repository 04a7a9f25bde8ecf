"""The registry: which numbers are on card so-and-so of a pinned series.

The numbers are a pure function of the description of the series and its secret, or of the file that its digest names.
The secret stays with whoever keeps the registry: it tells every card before it is sold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from hashlib import sha256
from typing import Final

import msgspec
from immutables import Map

from tapete.cartones.series import SECRET_SIZE, Law, Series, keyed_bytes, number_below, permuted, require_whole_strips
from tapete.cartones.shape import Grid, faults, lines_of
from tapete.cartones.strips import STRIP, card_count, strips_of, unrank
from tapete.clauses import Fault, fault, first_fault, rule, with_clauses

# The public digest of a series: it binds every card and gives none away; one card can be proved alone.
#
# The cards are the leaves of a tree of hashes. Each leaf has a salt of its own, which follows from the secret of the
# series: without it, whoever sees one proof could search for the card beside it. The digest binds the description of
# the series too, so that no value of it can be changed afterwards.

SALT = b"tapete-salt"
SALT_SIZE = 16


class CardProof(msgspec.Struct, frozen=True):
    """That a series has this card under this number: what its digest can be computed from."""

    number: int
    grid: Grid
    salt: str
    path: tuple[str, ...]
    """Hashes beside the way from the leaf up, in hexadecimal."""


def salt_of(secret: bytes, number: int) -> bytes:
    return keyed_bytes(secret, SALT, number, 0, SALT_SIZE)


def leaf(number: int, grid: Grid, salt: bytes) -> bytes:
    return sha256(b"\0" + salt + msgspec.json.encode((number, grid))).digest()


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\1" + left + right).digest()


def levels(leaves: Iterable[bytes]) -> Iterator[list[bytes]]:
    """Yield the levels of a tree from the leaves up; a hash without a neighbour goes up as it is."""
    level = list(leaves)
    yield level
    while len(level) > 1:
        pairs = [_node(level[at], level[at + 1]) for at in range(0, len(level) - 1, 2)]
        level = [*pairs, level[-1]] if len(level) % 2 else pairs
        yield level


def _bound(series: Series, root: bytes) -> str:
    named = msgspec.structs.replace(series, digest="")
    return sha256(b"\2" + msgspec.json.encode(named) + root).hexdigest()


def digest_of(series: Series, secret: bytes, grid_of: Callable[[int], Grid]) -> str:
    leaves = [leaf(number, grid_of(number), salt_of(secret, number)) for number in series.numbers]
    (*_, (root,)) = levels(leaves)
    return _bound(series, root)


def prove(series: Series, secret: bytes, grid_of: Callable[[int], Grid], number: int) -> CardProof:
    leaves = [leaf(one, grid_of(one), salt_of(secret, one)) for one in series.numbers]
    at, path = series.numbers.index(number), []
    for level in levels(leaves):
        if at ^ 1 < len(level):
            path.append(level[at ^ 1].hex())
        at >>= 1
    return CardProof(number, grid_of(number), salt_of(secret, number).hex(), tuple(path))


def is_proved(series: Series, proof: CardProof) -> bool:
    """Return True if the digest of a series has this card under this number."""
    if proof.number not in series.numbers:
        return False
    try:
        path, found = [bytes.fromhex(one) for one in proof.path], bytes.fromhex(proof.salt)
    except ValueError:
        return False
    found, at, width = leaf(proof.number, proof.grid, found), series.numbers.index(proof.number), series.size
    while width > 1:
        if at ^ 1 < width:
            if not path:
                return False
            beside = path.pop(0)
            found = _node(beside, found) if at & 1 else _node(found, beside)
        at, width = at >> 1, (width + 1) // 2
    return not path and _bound(series, found) == series.digest


STRIPS = b"tapete-strips"
SINGLES = b"tapete-singles"

KEPT_STRIPS: Final = 4096
"""Strips that are kept of a series, some 2 kB each: a page shows its cards again at each ball."""


class Cards:
    """The cards of one series, by number. Its secret is in no text of it."""

    def __init__(self, series: Series, secret: bytes, grids: tuple[Grid, ...] = ()) -> None:
        self.series = series
        self._secret, self._grids = secret, dict(zip(series.numbers, grids, strict=False))
        self._strip = lru_cache(maxsize=KEPT_STRIPS)(self._draw_strip)

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
        return digest_of(self.series, self._secret, grid_of or self.grid)

    def proof(self, number: int) -> CardProof:
        return prove(self.series, self._secret, self.grid, number)


def require_secret(secret: bytes) -> Fault | None:
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
        held = frozenset(one for line in grid_of(number) for one in line)
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
        found = self._held.get(key)
        return None if found is None else found.series

    def grid(self, series: str, number: int) -> Grid:
        """Return the squares of a card; raise ``KeyError`` for no series, ``IndexError`` for no card of it."""
        return self._held[series].grid(number)

    def rows(self, series: str, number: int) -> Grid:
        """Return the three lines of a card, five numbers each; errors as in :meth:`grid`."""
        return lines_of(self.grid(series, number))


# The check code of a card: its rank in thirteen signs and one that is checked against them.
#
# It names the **numbers** of a card and nothing else. It proves no card genuine: every card with a rank has one, and
# whoever can read can compute it. What wins is the card of a series under its number, as registered.
#
# The signs are Crockford's thirty-two, without I, L, O and U. The last one follows the hybrid system of ISO 7064 with
# the moduli 33 and 32, so that it is one of the same signs: it finds every single wrong sign.

SIGNS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH: Final = 13
"""Signs of a rank: sixty-five bits, of which a rank uses sixty-two."""
GROUPS: Final = ((0, 5), (5, 10), (10, 14))
READ_AS: Final = str.maketrans("OIL", "011", "- ")


def check_code(rank: int) -> str:
    """Return the check code of a rank: ``2PMWQ-DKQWM-2360``."""
    signs = "".join(SIGNS[rank >> 5 * place & 31] for place in reversed(range(LENGTH)))
    whole = signs + _check_sign(signs)
    return "-".join(whole[start:end] for start, end in GROUPS)


def read_code(text: str) -> int | Fault:
    """Return the rank of a check code, or a Fault; case, spaces and hyphens do not count, O is 0, I and L are 1."""
    signs = text.upper().translate(READ_AS)
    if len(signs) != LENGTH + 1 or any(sign not in SIGNS for sign in signs):
        return fault("code-malformed")
    if _check_sign(signs[:-1]) != signs[-1]:
        return fault("code-mistyped")
    rank = 0
    for sign in signs[:-1]:
        rank = rank << 5 | SIGNS.index(sign)
    return rank if rank < card_count() else fault("no-such-rank", most=card_count() - 1)


def _check_sign(signs: str) -> str:
    product = 32
    for sign in signs:
        product = ((product + SIGNS.index(sign)) % 32 or 32) * 2 % 33
    return SIGNS[(33 - product) % 32]
