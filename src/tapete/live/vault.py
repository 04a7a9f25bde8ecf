"""The shoe vault: where the cards of live tables come from.

A sealed shoe is laid by the operating system's randomness with an unbiased shuffle. Each position is committed to with
a salt of its own before the first bet, and opened card by card as faces become public. Order and salts are encrypted
under a key outside the database and are stored in one transaction with the entry that publishes the commitments:
there is never an order without commitments, nor commitments without their order. Before that transaction nobody has
seen anything of the order, so a machine that stops there leaves nothing that a second shuffle could be better than.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Mapping
from typing import Protocol

from tapete.cards import Card, packs
from tapete.chance import SALT_BYTES, CardProof, ShoeKind, Source, commitment
from tapete.live.health import Health
from tapete.record.openings import shoe_name
from tapete.record.private import Sealer
from tapete.record.shoes import Laid, open_shoe, seal_shoe

PACK = 52


class VaultError(RuntimeError):
    """A shoe that should be in the vault is not there, or is not the one that the table plays with."""


class LiveSource(Source, Protocol):
    """A source that a live table plays with."""

    def opening(self, shoe: int, committed: int) -> CardProof:
        """Return the proof of a shown card of a sealed shoe."""

    def pending(self) -> Mapping[int, bytes]:
        """Return the shoes laid since the last commit, encrypted; they are stored together with their entry."""

    def settle(self, stored: bool) -> None:
        """Say what became of the pending shoes: stored with their entry, or gone with an act that was not recorded."""


def shuffled(size: int, below: Callable[[int], int] = secrets.randbelow) -> tuple[Card, ...]:
    """Return ``size`` cards of whole packs in random order: Fisher and Yates, every order equally likely.

    ``below(n)`` gives a number from 0 to ``n - 1``, each equally likely.
    """
    if size < PACK or size % PACK:
        raise VaultError(f"{size} cards are no whole packs")
    order = list(packs(size // PACK))
    for last in range(size - 1, 0, -1):
        other = below(last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


class SealedShoes:
    """The sealed shoes of one table. ``stored`` gives the encrypted bytes of a shoe, ``None`` for a new one."""

    kind = ShoeKind.SEALED

    def __init__(self, table: str, sealer: Sealer, stored: Callable[[int], bytes | None], health: Health) -> None:
        self._table, self._sealer, self._stored, self._health = table, sealer, stored, health
        self._laid: dict[int, Laid] = {}
        self._pending: dict[int, bytes] = {}

    def seal(self, shoe: int, size: int) -> tuple[str, ...]:
        """Lay a fresh shoe, or return the commitments of the one that is stored under this number."""
        laid = self._find(shoe)
        if laid is None:
            self._health.check()
            laid = Laid(shuffled(size), tuple(secrets.token_hex(SALT_BYTES) for _ in range(size)))
            self._laid = {shoe: laid}
            self._pending[shoe] = seal_shoe(self._sealer, laid, self._table, shoe)
        if len(laid.faces) != size:
            raise VaultError(f"shoe {shoe} has {len(laid.faces)} cards, not {size}")
        name = shoe_name(self._table, shoe)
        return tuple(
            commitment(name, at, face, salt) for at, (face, salt) in enumerate(zip(laid.faces, laid.salts, strict=True))
        )

    def card(self, shoe: int, committed: int) -> Card | None:
        """Return the card at one committed index."""
        return self._get(shoe).faces[committed]

    def opening(self, shoe: int, committed: int) -> CardProof:
        """Return the proof of a shown card."""
        laid = self._get(shoe)
        return CardProof(committed, laid.faces[committed], laid.salts[committed])

    def pending(self) -> Mapping[int, bytes]:
        """Return the shoes that wait for the commit of their entry."""
        return dict(self._pending)

    def settle(self, stored: bool) -> None:
        """Keep the pending shoes, or forget that they were ever laid."""
        if not stored:
            for shoe in self._pending:
                self._laid.pop(shoe, None)
        self._pending.clear()

    def _get(self, shoe: int) -> Laid:
        laid = self._find(shoe)
        if laid is None:
            raise VaultError(f"shoe {shoe} of {self._table} is not in the vault")
        return laid

    def _find(self, shoe: int) -> Laid | None:
        if shoe not in self._laid:
            sealed = self._stored(shoe)
            if sealed is None:
                return None
            self._laid = {shoe: open_shoe(self._sealer, sealed, self._table, shoe)}  # one shoe in memory at a time
        return self._laid[shoe]


class _Open:
    """What shoes without commitments have in common."""

    def opening(self, shoe: int, committed: int) -> CardProof:
        """Nothing was committed to, so nothing can be opened."""
        raise VaultError(f"card {committed} of shoe {shoe} was not committed to")

    def pending(self) -> Mapping[int, bytes]:
        """Nothing is stored."""
        return {}

    def settle(self, stored: bool) -> None:
        """Nothing waits."""


class KeyedShoes(_Open):
    """A real shoe: nobody knows a face until a person keys it."""

    kind = ShoeKind.KEYED

    def seal(self, shoe: int, size: int) -> tuple[str, ...]:
        """A real shoe commits to nothing."""
        return ()

    def card(self, shoe: int, committed: int) -> Card | None:
        """The face is keyed when it is shown."""
        return None


class SeededShoes(_Open):
    """Shoes that follow from a seed, for drills and tests. The table shows it, and a live hall refuses it."""

    kind = ShoeKind.SEEDED

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._orders: dict[int, tuple[Card, ...]] = {}
        self._sizes: dict[int, int] = {}

    def seal(self, shoe: int, size: int) -> tuple[str, ...]:
        """Lay the shoe that follows from the seed; there is nothing to commit to."""
        self._order(shoe, size)
        return ()

    def card(self, shoe: int, committed: int) -> Card | None:
        """Return the card at one index."""
        if shoe not in self._orders:
            raise VaultError(f"shoe {shoe} was not laid")
        return self._orders[shoe][committed]

    def recall(self, shoe: int, size: int) -> None:
        """After a restart: lay the running shoe again."""
        self._order(shoe, size)

    def _order(self, shoe: int, size: int) -> None:
        self._orders = {shoe: shuffled(size, random.Random(f"{self._seed}/{shoe}/{size}").randrange)}
