"""A table that was set aside is played on because somebody with the key vouches for what nothing authenticates.

An older edition that was killed leaves entries without a tag under no signature; so does a stranger. The hall cannot
tell them apart. A person looks at them and vouches; what he signs says so for ever.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from tapete.live import recovery
from tapete.live.keys import Keys
from tapete.record import witness
from tapete.record.checkpoints import Checkpoint, is_signed, sign_checkpoint
from tapete.record.entry import Entry
from tapete.record.store import Store


class DoubtfulTable(NamedTuple):
    """The entries of a table that nothing authenticates, and whether somebody else named its writer."""

    entries: Sequence[Entry]
    last: int
    has_writer_changed: bool

    def __bool__(self) -> bool:
        """Return True if there is anything to vouch for."""
        return bool(self.last and (self.entries or self.has_writer_changed))


def doubtful_table(store: Store, table: str, keys: Keys, witnessed: Sequence[Checkpoint] = ()) -> DoubtfulTable:
    """Return what of a table only a person can vouch for: also that a later writer, of a drill, is no part of it.

    Raises :class:`~tapete.live.errors.RecordRefusedError` where chain or checkpoints fail, or where the triggers and
    tables of the store are not those that were made: that nobody can vouch for.
    """
    recovery.require_guards(store)
    loaded = recovery.load_table(store, table, (), keys.authority, demanded=False)
    found = {one.at for one in loaded.authentication.problems(table, keys.authority, demanded=True)}
    entries = [entry for entry in loaded.entries if entry.version in found]
    row = store.writer(table)
    own = row is not None and row.key == keys.public and row.is_signed()
    is_behind = row is not None and row.epoch < recovery.last_signed_writer(table, witnessed, keys.authority)
    return DoubtfulTable(entries, len(loaded.rows), is_behind or (not own and any(one.tag for one in loaded.rows)))


def adopt_table(
    store: Store, table: str, keys: Keys, doubtful: DoubtfulTable, time: str, witness_file: Path | None
) -> Checkpoint:
    """Sign a table with all that was doubtful, as its next writer; return that. Its witness must be whole."""
    if fault := recovery.witness_fault(store, witness_file, keys.public):
        raise fault
    own = frozenset({keys.public})
    witnessed = [one for one in recovery.read_witness(witness_file) if one.table == table and is_signed(one, own)]
    last = recovery.last_signed_writer(table, witnessed, keys.authority)
    writer = recovery.take_over_beyond(store, table, last, keys.authority, blindly=True)
    first = min((one.version for one in doubtful.entries), default=writer.head.version)
    said = Checkpoint(
        table,
        writer.head.version,
        writer.head.hash,
        time,
        "",
        epoch=writer.epoch,
        tagged_from=writer.head.version + 1,
        is_witnessed=witness_file is not None,
        adopted_from=first,
    )
    said = sign_checkpoint(keys.signing, said)
    if witness_file is not None:
        witness.append(witness_file, (said,))
    store.put_checkpoints((*(one for one in witnessed if one.restored_from), said))
    return said
