"""The public digest of a series: it binds every card and gives none away; one card can be proved alone.

The cards are the leaves of a tree of hashes. Each leaf has a salt of its own, which follows from the secret of the
series: without it, whoever sees one proof could search for the card beside it. The digest binds the description of the
series too, so that no value of it can be changed afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256

import msgspec

from tapete.cartones.chance import keyed_bytes
from tapete.cartones.series import Series
from tapete.cartones.shape import Grid

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
    """Return the salt of a card."""
    return keyed_bytes(secret, SALT, number, 0, SALT_SIZE)


def leaf(number: int, grid: Grid, salt: bytes) -> bytes:
    """Return the hash of a card."""
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
    """Return the digest of a description and the root of its tree."""
    named = msgspec.structs.replace(series, digest="")
    return sha256(b"\2" + msgspec.json.encode(named) + root).hexdigest()


def digest_of(series: Series, secret: bytes, grid_of: Callable[[int], Grid]) -> str:
    """Return the digest of a series; ``grid_of`` gives the card of a number."""
    leaves = [leaf(number, grid_of(number), salt_of(secret, number)) for number in series.numbers]
    (*_, (root,)) = levels(leaves)
    return _bound(series, root)


def prove(series: Series, secret: bytes, grid_of: Callable[[int], Grid], number: int) -> CardProof:
    """Return the proof of one card."""
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
