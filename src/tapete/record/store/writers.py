"""What is asked inside a transaction before a writer or a checkpoint is written."""

from __future__ import annotations

from sqlalchemy import Connection, select

from tapete.record.authority import Authority
from tapete.record.checkpoints import Checkpoint
from tapete.record.store import schema
from tapete.record.store.errors import WriterChangedError
from tapete.record.store.rows import WriterRow, checkpoint_row


def require_own_writer(connection: Connection, table: str, authority: Authority) -> None:
    """Raise :class:`WriterChangedError` unless this hall made the writer of the table, or no entry of it has a tag."""
    column = schema.writers.c
    asked = select(column.epoch, column.key, column.signature).where(column.table_id == table).with_for_update()
    row = connection.execute(asked).first()
    if row is not None and row.signature:
        kept = WriterRow(table, row.epoch, row.key or "", row.signature)
        if kept.key != authority.public or not kept.is_signed():
            raise WriterChangedError("writer-changed", epoch=row.epoch, table=table)
        return
    entry = schema.entries.c
    tagged = select(entry.version).where(entry.table_id == table, entry.tag.is_not(None)).limit(1)
    if connection.execute(tagged).first() is not None:
        if row is None:
            raise WriterChangedError("writer-unnamed", table=table)
        raise WriterChangedError("writer-unsigned", table=table, epoch=row.epoch)


def has_checkpoint(connection: Connection, said: Checkpoint) -> bool:
    """Return True if a checkpoint of the same name is kept."""
    columns, row = schema.checkpoints.c, checkpoint_row(said)
    of = [columns[name] == row[name] for name in ("table_id", "version", "key", "epoch", "closed")]
    return connection.scalar(select(columns.version).where(*of)) is not None
