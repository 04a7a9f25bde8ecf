"""Card orders: where the cards, lots and balls of live tables come from.

A sealed order is laid by the operating system's randomness with an unbiased shuffle. Each position is committed to with
a salt of its own before the first bet, and opened card by card as faces become public. Order and salts are encrypted
under a key outside the database and are stored in one transaction with the entry that publishes the commitments:
there is never an order without commitments, nor commitments without their order. Before that transaction nobody has
seen anything of the order, so a machine that stops there leaves nothing that a second shuffle could be better than.
"""

from __future__ import annotations

import hashlib
import random
import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Protocol, TypeVar

from tapete.cards import Card, packs
from tapete.chance import SALT_BYTES, ChanceKind, ShoeSealed, Source, TokenProof, UrnSealed, commitment
from tapete.record.card_proofs import LaidShoe, Sealed, open_shoe, seal_shoe, shoe_name, urn_number
from tapete.record.private import PrivatePartError, Sealer
from tapete.words import CodedError, reason

SAMPLE = 1024
"""Bytes looked at before each shoe."""
AT_START = 65_536
"""Bytes looked at when a hall starts."""

REPEATS = 7
"""So many equal bytes in a row are no chance: 256 ** -6 per byte."""
_ROW = re.compile(rb"(.)\1{%d}" % (REPEATS - 1), re.DOTALL)
WINDOW = 512
PROPORTION = 24
"""So often may the first byte of a window not occur in it: the mean is 3, this is beyond 2 ** -40."""

Bytes = Callable[[int], bytes]


class RandomnessError(CodedError, RuntimeError):
    """The randomness repeats itself: no shoe is laid. ``test`` names the test that failed."""

    def __init__(self, code: str, *, test: str) -> None:
        super().__init__(code, test=test)
        self.test = test


class RngHealth:
    """Checks samples of the operating system's randomness, or another ``source``: a failure is remembered for good.

    Two tests of NIST SP 800-90B on raw bytes (repetition count, adaptive proportion), and one against a source that
    gives the same block again, as a copied virtual machine may. With a sound source a test fails less than once in 2^30
    samples.
    """

    def __init__(self, source: Bytes = secrets.token_bytes) -> None:
        self._source = source
        self._seen: set[bytes] = set()
        self.failed: str | None = None

    def require_sound(self, size: int = SAMPLE) -> None:
        """Take a fresh sample and test it. Raises :class:`RandomnessError`."""
        if self.failed is None:
            self.failed = self._fault(self._source(size), size)
        if self.failed is not None:
            raise RandomnessError("randomness-failed", test=self.failed)

    def _fault(self, sample: bytes, size: int) -> str | None:
        if len(sample) != size:
            return "length"
        if _ROW.search(sample):
            return "repetition"
        if _is_lopsided(sample):
            return "proportion"
        digest = hashlib.sha256(sample).digest()
        if digest in self._seen:
            return "same-block"
        self._seen.add(digest)
        return None


def _is_lopsided(sample: bytes) -> bool:
    return any(
        sample.count(sample[at], at, at + WINDOW) >= PROPORTION for at in range(0, len(sample) - WINDOW + 1, WINDOW)
    )


T = TypeVar("T")

PACK = 52


class CardOrderError(CodedError, RuntimeError):
    """A stored order that should be there is not, or is not the one that the table plays with."""


CANNOT_DEAL: Final = (RandomnessError, CardOrderError, PrivatePartError)
"""What keeps a table from its next card: a shoe cannot be laid, or the kept one cannot be read."""


def dealing_refusal(error: Exception) -> tuple[str, dict[str, Any]]:
    if isinstance(error, RandomnessError):
        return "no-randomness", {"test": error.test}
    return "vault-unread", {"why": reason(error)}


class LiveSource(Source, Protocol):
    def opening(self, shoe: int, committed: int) -> TokenProof: ...

    def pending(self) -> Mapping[int, bytes]:
        """Return the shoes laid since the last commit, encrypted; they are stored together with their entry."""

    def settle(self, stored: bool) -> None:
        """Take note whether the pending shoes are stored with their entry, or gone with an unrecorded act."""


def shuffled_cards(size: int, below: Callable[[int], int] = secrets.randbelow) -> tuple[Card, ...]:
    """Return ``size`` cards of whole packs, every order equally likely; ``below(n)`` draws from 0 to ``n - 1``."""
    if size < PACK or size % PACK:
        raise CardOrderError("no-whole-packs", size=size)
    return shuffled_tokens(packs(size // PACK), below)


def shuffled_tokens(tokens: Sequence[T], below: Callable[[int], int] = secrets.randbelow) -> tuple[T, ...]:
    """Return ``tokens`` in random order: Fisher and Yates, every order equally likely."""
    order = list(tokens)
    for last in range(len(order) - 1, 0, -1):
        other = below(last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


class SealedOrders:
    """The sealed shoes and urns of one table. ``stored`` gives the encrypted bytes of an order by its number (that of
    :func:`~tapete.record.card_proofs.urn_number` for an urn), ``None`` for a new one.
    """

    kind = ChanceKind.SEALED

    def __init__(self, table: str, sealer: Sealer, stored: Callable[[int], bytes | None], health: RngHealth) -> None:
        self._table, self._sealer, self._stored, self._health = table, sealer, stored, health
        self._open_orders: dict[int, LaidShoe] = {}
        self._pending: dict[int, bytes] = {}

    def seal(self, shoe: int, size: int) -> tuple[str, ...]:
        """Lay a fresh shoe, or return the commitments of the one that is stored under this number."""
        return self._lay(shoe, size, lambda: shuffled_cards(size))

    def card(self, shoe: int, committed: int) -> Card | None:
        return Card(self._get(shoe).faces[committed])

    def fill(self, urn: int, tokens: tuple[str, ...]) -> tuple[str, ...]:
        """Lay a fresh urn, or return the commitments of the one that is stored under this number."""
        return self._lay(urn_number(urn), len(tokens), lambda: shuffled_tokens(tokens))

    def token(self, urn: int, position: int) -> str:
        return self._get(urn_number(urn)).faces[position]

    def _lay(self, number: int, size: int, order: Callable[[], tuple[str, ...]]) -> tuple[str, ...]:
        laid = self._find(number)
        if laid is None:
            self._health.require_sound()
            salts = secrets.token_hex(SALT_BYTES * size)
            laid = LaidShoe(
                order(), tuple(salts[at : at + 2 * SALT_BYTES] for at in range(0, len(salts), 2 * SALT_BYTES))
            )
            self._hold(number, laid)
            self._pending[number] = seal_shoe(self._sealer, laid, self._table, number)
        if len(laid.faces) != size:
            raise CardOrderError("order-size", table=self._table, number=number, found=len(laid.faces), size=size)
        name = shoe_name(self._table, number)
        return tuple(
            commitment(name, at, face, salt) for at, (face, salt) in enumerate(zip(laid.faces, laid.salts, strict=True))
        )

    def _hold(self, number: int, laid: LaidShoe) -> None:
        self._open_orders = {
            other: kept for other, kept in self._open_orders.items() if (other > 0) is not (number > 0)
        }
        self._open_orders[number] = laid

    def opening(self, shoe: int, committed: int) -> TokenProof:
        laid = self._get(shoe)
        return TokenProof(committed, laid.faces[committed], laid.salts[committed])

    def pending(self) -> Mapping[int, bytes]:
        return dict(self._pending)

    def settle(self, stored: bool) -> None:
        """Keep the pending shoes, or forget that they were ever laid."""
        if not stored:
            for shoe in self._pending:
                self._open_orders.pop(shoe, None)
        self._pending.clear()

    def _get(self, shoe: int) -> LaidShoe:
        laid = self._find(shoe)
        if laid is None:
            raise CardOrderError("order-missing", table=self._table, number=shoe)
        return laid

    def _find(self, shoe: int) -> LaidShoe | None:
        if shoe not in self._open_orders:
            sealed = self._stored(shoe)
            if sealed is None:
                return None
            self._hold(shoe, open_shoe(self._sealer, sealed, self._table, shoe))
        return self._open_orders[shoe]


class _Open:
    def opening(self, shoe: int, committed: int) -> TokenProof:
        """Nothing was committed to, so nothing can be opened."""
        raise CardOrderError("card-uncommitted", number=shoe, card=committed)

    def pending(self) -> Mapping[int, bytes]:
        """Nothing is stored."""
        return {}

    def settle(self, stored: bool) -> None:
        """Nothing waits."""


class KeyedOrders(_Open):
    """Real shoes and urns: nobody knows a face or a token until a person keys it."""

    kind = ChanceKind.KEYED

    def seal(self, shoe: int, size: int) -> tuple[str, ...]:
        return ()

    def card(self, shoe: int, committed: int) -> Card | None:
        """The face is keyed when it is shown."""
        return None

    def fill(self, urn: int, tokens: tuple[str, ...]) -> tuple[str, ...]:
        return ()

    def token(self, urn: int, position: int) -> str:
        """A person keys what a real urn gives. Raises :class:`CardOrderError`."""
        raise CardOrderError("token-unkeyed", number=urn, token=position)


class SeededOrders(_Open):
    """Shoes and urns that follow from a seed, for drills and tests. The table shows it, and a live hall refuses it."""

    kind = ChanceKind.SEEDED

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._orders: dict[int, tuple[Card, ...]] = {}
        self._urns: dict[int, tuple[str, ...]] = {}

    def seal(self, shoe: int, size: int) -> tuple[str, ...]:
        self._order(shoe, size)
        return ()

    def card(self, shoe: int, committed: int) -> Card | None:
        if shoe not in self._orders:
            raise CardOrderError("shoe-unlaid", number=shoe)
        return self._orders[shoe][committed]

    def fill(self, urn: int, tokens: tuple[str, ...]) -> tuple[str, ...]:
        self._urns = {urn: shuffled_tokens(tokens, random.Random(f"{self._seed}/urn/{urn}/{len(tokens)}").randrange)}
        return ()

    def token(self, urn: int, position: int) -> str:
        if urn not in self._urns:
            raise CardOrderError("urn-unfilled", number=urn)
        return self._urns[urn][position]

    def restore(self, order: Sealed) -> None:
        match order:
            case ShoeSealed(shoe=shoe, size=size):
                self._order(shoe, size)
            case UrnSealed(urn=urn, tokens=tokens):
                self.fill(urn, tokens)

    def _order(self, shoe: int, size: int) -> None:
        self._orders = {shoe: shuffled_cards(size, random.Random(f"{self._seed}/{shoe}/{size}").randrange)}


def live_source(
    kind: ChanceKind,
    table: str,
    sealer: Sealer,
    stored: Callable[[int], bytes | None],
    health: RngHealth,
    seed: str,
) -> LiveSource:
    match kind:
        case ChanceKind.SEALED:
            return SealedOrders(table, sealer, stored, health)
        case ChanceKind.KEYED:
            return KeyedOrders()
        case ChanceKind.SEEDED:
            return SeededOrders(seed)
