"""A table's record folded entry by entry, and what it has come to as bytes that another start goes on from."""

from __future__ import annotations

import hashlib
from array import array
from collections import deque
from collections.abc import Callable
from typing import Any, Final, Generic, Protocol, Self, TypeVar, get_args, get_origin

import msgspec
from immutables import Map

from tapete.chance import ShoeSealed, UrnSealed
from tapete.kernel import Game
from tapete.live.answer import RecordRefusedError
from tapete.live.recorded_table import PAGE, KnownCommands, RecoveredTable, command_number, copy_watch
from tapete.record.card_proofs import ShoeWatch, order_number
from tapete.record.codec import read_event
from tapete.record.entry import Entry, Head, read_entry
from tapete.record.private import Sealer, join, open_part
from tapete.record.store import Row

S = TypeVar("S")

ORDERS: Final = 8
"""Beyond so many sealed orders those of before are forgotten, as at a live table."""


class KeptTable(msgspec.Struct, frozen=True):
    """What a record comes to at ``version``, whose entry has the ``hash``: all that a hall goes on from but the last
    entries and the ids of requests, which are read. ``state`` and ``notes`` are of the types of the game.
    """

    version: int
    hash: str
    opening: bytes
    """The body of the first entry."""
    state: msgspec.Raw
    orders: tuple[ShoeSealed | UrnSealed, ...]
    faces: tuple[tuple[int, tuple[tuple[int, str], ...]], ...]
    cuts: tuple[tuple[int, int], ...]
    coups: tuple[tuple[tuple[int, int], int], ...]
    notes: msgspec.Raw = msgspec.Raw(b"\xc0")

    @property
    def head(self) -> Head:
        return Head(self.version, self.hash)

    def to_bytes(self) -> bytes:
        return _encoder.encode(self)


def _plain(value: Any) -> Any:
    if isinstance(value, Map):  # in one order, whatever its keys are
        return sorted(value.items(), key=lambda pair: _encoder.encode(pair[0]))
    raise TypeError(f"{type(value).__name__} has no form in bytes")


def _rich(shape: Any, value: Any) -> Any:
    if (get_origin(shape) or shape) is Map:
        pair: Any = tuple[get_args(shape) or (Any, Any)]  # type: ignore[misc]
        return Map(msgspec.convert(value, tuple[pair, ...], dec_hook=_rich))
    raise TypeError(f"{shape} has no form in bytes")


_encoder: Final = msgspec.msgpack.Encoder(enc_hook=_plain)
_sorting: Final = msgspec.msgpack.Encoder(enc_hook=_plain, order="deterministic")
"""Of equal values equal bytes; the order of a dictionary, which pages show, is lost with it."""
_kept: Final = msgspec.msgpack.Decoder(KeptTable)


def read_kept(data: bytes) -> KeptTable:
    """Return what :meth:`KeptTable.to_bytes` made. Raises ``ValueError``."""
    return _kept.decode(data)


def to_raw(value: Any, encoder: msgspec.msgpack.Encoder = _encoder) -> msgspec.Raw:
    return msgspec.Raw(encoder.encode(value))


def from_raw(raw: msgspec.Raw, kind: type[Any]) -> Any:
    return msgspec.msgpack.Decoder(kind, dec_hook=_rich).decode(raw)


class Notes(Protocol):
    """What an actor reads from the entries beside the state of its game."""

    def follow(self, entry: Entry) -> None: ...

    def kept(self) -> msgspec.Struct: ...

    @classmethod
    def of(cls, kept: Callable[[type[Any]], Any] | None = None) -> Self:
        """Make them anew, or from what is kept: ``kept`` reads it as of a type."""


class TableFold(Generic[S]):
    """What a record has come to so far. ``notes`` are what its actor reads beside the state, where it reads any."""

    def __init__(self, game: Game[S], sealer: Sealer, notes: type[Notes] | None = None) -> None:
        self.game, self.state, self.watch = game, game.blank(), ShoeWatch()
        self.head, self.opening = Head(), b""
        self.notes = None if notes is None else notes.of()
        self.last_entries: deque[Entry] = deque(maxlen=PAGE)
        self.commands: array[int] = array("Q")
        self.is_whole = True
        """Whether ``commands`` are those of all entries."""
        self._sealer = sealer

    @classmethod
    def of(cls, game: Game[S], sealer: Sealer, kept: KeptTable, notes: type[Notes] | None = None) -> TableFold[S]:
        """Go on from what was kept. Raises ``ValueError``."""
        fold = cls(game, sealer)
        fold.state, fold.head, fold.opening = from_raw(kept.state, type(fold.state)), kept.head, kept.opening
        fold.watch.sealed = {order_number(one): one for one in kept.orders}
        fold.watch.turned = {number: dict(seen) for number, seen in kept.faces}
        fold.watch.rotation, fold.watch.coups = dict(kept.cuts), dict(kept.coups)
        fold.is_whole = False
        if notes is not None:
            fold.notes = notes.of(lambda kind: from_raw(kept.notes, kind))
        return fold

    def take(self, row: Row, entry: Entry) -> None:
        """Fold the next entry. Raises what the codec and the key raise."""
        part = None if row.private_part is None else open_part(self._sealer, row.private_part, entry)
        if part is None and entry.private_digest is not None:
            raise RecordRefusedError("private-part-missing", entry=entry.version)
        for tree in join(entry, part).events:
            event = read_event(self.game, tree)
            self.state = self.game.evolve(self.state, event)
            self.watch.apply_event(self.game, self.state, event)
        if len(self.watch.sealed) > ORDERS:  # a shoe of a year ago is nobody's matter, and there are hundreds
            self.watch = copy_watch(self.watch, self.game.step(self.state).series)
        if entry.command is not None:
            self.commands.append(command_number(entry.command))
        if self.notes is not None:
            self.notes.follow(entry)
        self.opening = self.opening or row.body
        self.head = Head(row.version, row.hash)
        self.last_entries.append(entry)

    @property
    def first(self) -> Entry:
        return read_entry(self.opening)

    def kept(self, encoder: msgspec.msgpack.Encoder = _encoder) -> KeptTable:
        """Return what the record has come to. Raises ``TypeError`` where that has no form in bytes."""
        watch = copy_watch(self.watch, self.game.step(self.state).series)
        return KeptTable(
            self.head.version,
            self.head.hash,
            self.opening,
            to_raw(self.state, encoder),
            tuple(watch.sealed.values()),
            tuple(sorted((number, tuple(sorted(seen.items()))) for number, seen in watch.turned.items())),
            tuple(sorted(watch.rotation.items())),
            tuple(sorted(watch.coups.items())),
            to_raw(None if self.notes is None else self.notes.kept(), encoder),
        )

    def digest(self) -> bytes:
        """Return the same for records that come to the same, whatever they were folded from."""
        return hashlib.sha256(self.kept(_sorting).to_bytes()).digest()

    def recovered(self) -> RecoveredTable[S]:
        known = KnownCommands(self.commands, is_whole=self.is_whole)
        return RecoveredTable(self.state, known, self.watch, tuple(self.last_entries), self.notes)
