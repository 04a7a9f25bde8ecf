"""A record that was put back from a copy: what it may lack, and the hall's signature that says so for ever."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from tapete.live import recovery
from tapete.live.errors import RecordRefusedError
from tapete.live.keys import Keys
from tapete.record import witness
from tapete.record.checkpoints import UNKNOWN, Checkpoint, is_signed, sign_checkpoint
from tapete.record.store import Reader, Store


class LostEntries(NamedTuple):
    """Entries of a table that a witness knows of and a copy does not have."""

    table: str
    last: int
    """Where the copy ends."""
    known_version: int
    time: str
    """When the last of them was witnessed."""


def lost_entries(copy: Reader, witnessed: Iterable[Checkpoint], keys: Keys) -> tuple[LostEntries, ...]:
    """Return what a copy lacks of what this hall's witness knows, by table."""
    newest: dict[str, Checkpoint] = {}
    for said in witnessed:
        known = newest.get(said.table)
        if is_signed(said, frozenset({keys.public})) and (known is None or said.version > known.version):
            newest[said.table] = said
    found = ((copy.head(table).version, said) for table, said in sorted(newest.items()))
    return tuple(LostEntries(one.table, last, one.version, one.time) for last, one in found if one.version > last)


def sign_restoring(
    store: Store, keys: Keys, witnessed: Sequence[Checkpoint] | None, time: str, witness_file: Path | None
) -> tuple[Checkpoint, ...]:
    """Sign for each table that it was put back from a copy, where that ends and up to where it was known; return that.

    ``witnessed`` is what the hall's witness says, ``None`` where it could not be asked: nothing is known then.

    A table whose record is not sound is left as it is: a hall sets it aside. Raises
    :class:`~tapete.record.store.WriterChangedError` where the store is that of another hall.
    """
    own = [one for one in witnessed or () if is_signed(one, frozenset({keys.public}))]
    said = []
    for table in sorted({*store.tables(), *(one.table for one in own)}):
        versions = [one.version for one in own if one.table == table]
        last = recovery.last_signed_writer(table, own, keys.authority)
        writer = recovery.take_over_beyond(store, table, last, keys.authority)
        try:
            tagged_from = recovery.load_table(store, table, (), keys.authority).authentication.tagged_from
        except RecordRefusedError:
            continue
        made = Checkpoint(
            table,
            writer.head.version,
            writer.head.hash,
            time,
            "",
            epoch=writer.epoch,
            tagged_from=tagged_from,
            is_witnessed=witness_file is not None,
            restored_from=UNKNOWN if witnessed is None else max(1, writer.head.version, *versions),
        )
        said.append(sign_checkpoint(keys.signing, made))
    if witness_file is not None and said:
        witness.append(witness_file, said)
    store.put_checkpoints(said)
    return tuple(said)
