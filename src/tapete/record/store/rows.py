"""What a row of the store says, as values."""

from __future__ import annotations

from typing import Any

import msgspec

from tapete.record.authority import Authority, is_signature
from tapete.record.canonical import CanonicalError, canonical
from tapete.record.checkpoints import Checkpoint
from tapete.record.entry import Entry, read_entry


class Row(msgspec.Struct, frozen=True):
    """An entry as it is stored. ``private_part`` is the sealed private part; ``tag`` is the hall's."""

    version: int
    body: bytes
    hash: str
    private_part: bytes | None = None
    tag: str | None = None

    def entry(self) -> Entry:
        """Read the body; raises :class:`tapete.record.entry.BadEntryError`."""
        return read_entry(self.body)


class WriterRow(msgspec.Struct, frozen=True):
    """Who writes a table: the number of the writer, and the signature of the hall that made him so.

    ``key`` and ``signature`` are empty where no hall with a key has signed.
    """

    table: str
    epoch: int
    key: str = ""
    signature: str = ""

    def statement(self) -> bytes:
        return b"tapete writer\n" + canonical({"table": self.table, "epoch": self.epoch, "key": self.key})

    def is_signed(self) -> bool:
        """Return True if the signature is one of ``key``."""
        try:
            return is_signature(self.key, self.statement(), self.signature)
        except CanonicalError:
            return False


class AnsweredCommand(msgspec.Struct, frozen=True):
    """A request that was answered: by the entry of which version, and the digests of its body and of the answer."""

    version: int
    body_digest: str
    answer_digest: str


def whole(value: Any) -> int:
    """Return a number from a place that SQLite may fill with anything; -1 for what is none."""
    return value if isinstance(value, int) else -1


def octets(value: Any) -> bytes:
    """Return bytes from a place where somebody may have left nothing; none of them there."""
    return bytes(value or b"")


def read_checkpoint(row: Any) -> Checkpoint:
    return Checkpoint(
        row.table_id,
        whole(row.version),
        row.head or "",
        row.time or "",
        row.key or "",
        row.signature or "",
        whole(row.epoch),
        bool(row.closed),
        whole(row.tagged_from),
        bool(row.witnessed),
        whole(row.adopted_from),
        whole(row.restored_from),
    )


def checkpoint_row(said: Checkpoint) -> dict[str, Any]:
    """Return the columns of a checkpoint."""
    fields = {one.encode_name: getattr(said, one.name) for one in msgspec.structs.fields(said)}
    row = {name: int(value) if isinstance(value, bool) else value for name, value in fields.items()}
    row["table_id"] = row.pop("table")
    return row


def signed_writer(row: WriterRow, authority: Authority | None) -> WriterRow:
    """Return a writer with the signature of a hall, as he is without one."""
    if authority is None:
        return row
    row = msgspec.structs.replace(row, key=authority.public)
    return msgspec.structs.replace(row, signature=authority.sign(row.statement()))
