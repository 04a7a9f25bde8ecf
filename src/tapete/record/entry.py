"""One entry of the record: what one person did, what chance answered, what is so from then on.

An entry is generic over the game. Acts and events are kept in wire form (plain trees); :mod:`tapete.record.codec` reads
them back into the game's own types, strictly. The canonical bytes of an entry are its body; the SHA-256 of the body is
the ``prev`` of the next entry of the same table.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec

from tapete.chance import TokenProof
from tapete.record.canonical import canonical, sha256
from tapete.words import CodedError, reason

FORMAT = 1
"""Number of the entry format written now. Readers know every earlier one."""

GENESIS = "0" * 64
"""``prev`` of the first entry of a table."""

Tree = dict[str, Any]
"""Wire form: objects, lists, text, whole numbers, booleans, null."""


class BadEntryError(CodedError, ValueError):
    """Bytes that are not the canonical body of an entry, or an entry that says impossible things."""


class ShoeOpenings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Openings of cards of shoe number ``shoe`` whose faces became public with this entry.

    ``position`` of each opening is the committed index: where the card lay before the cut.
    """

    shoe: int
    cards: tuple[TokenProof, ...]


class StreamEnd(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the record of a table stood when that of its next day went on from it."""

    table: str
    version: int
    hash: str


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One transaction of one table.

    ``version`` counts a table's entries 1, 2, 3, ...; ``time`` is the wall time with its offset as the caller gives it
    (:class:`BadEntryError` without one); ``by`` is the author of ``act``; ``command`` is the client's id of the
    request, ``None`` for what the hall does itself; ``answer`` is the SHA-256 of what a repeat of that request is told;
    ``epoch`` numbers the table's writers; ``edition`` is the edition of the engine that decided; ``private_digest`` is
    the salted digest of the private part, ``None`` where there is none. The first entry of a record that goes on from
    another says from which one it ``continues``: its ``prev`` is the hash of that one's end.
    """

    format: int = FORMAT
    table: str
    game: str
    version: int
    time: str
    by: str
    command: str | None = None
    answer: str | None = None
    epoch: int
    edition: str
    act: Tree
    chance: tuple[Tree, ...] = ()
    events: tuple[Tree, ...] = ()
    rests_on: tuple[str, ...] = ()
    openings: tuple[ShoeOpenings, ...] = ()
    private_digest: str | None = msgspec.field(default=None, name="private")
    prev: str = GENESIS
    continues: StreamEnd | None = None

    def __post_init__(self) -> None:
        if self.format != FORMAT:
            raise BadEntryError("entry-format", format=self.format)
        if self.version < 1 or self.epoch < 1:
            raise BadEntryError("entry-numbers")
        try:
            offset = datetime.fromisoformat(self.time).utcoffset()
        except ValueError:
            offset = None
        if offset is None:
            raise BadEntryError("entry-time", time=self.time)
        if self.continues is not None and (self.version, self.prev) != (1, self.continues.hash):
            raise BadEntryError("entry-continues", table=self.continues.table)

    def body(self) -> bytes:
        """Return the canonical bytes of the entry. What it does not continue is not in them."""
        tree = msgspec.to_builtins(self)
        if self.continues is None:
            del tree["continues"]
        return canonical(tree)

    def hash(self) -> str:
        """Return the SHA-256 of the body."""
        return sha256(self.body())


class Head(msgspec.Struct, frozen=True):
    """Where a table's record ends: the last version and its hash. A table without entries is at ``Head()``."""

    version: int = 0
    hash: str = GENESIS


_decoder = msgspec.json.Decoder(Entry, strict=True)


def read_entry(body: bytes) -> Entry:
    """Read a body. Raises :class:`BadEntryError` for bytes that are not the canonical spelling of an entry."""
    try:
        entry = _decoder.decode(body)
        spelled = entry.body()
    except (ValueError, RecursionError) as error:
        raise BadEntryError("entry-shape", why=reason(error)) from error
    if spelled != body:
        raise BadEntryError("entry-spelling")
    return entry
