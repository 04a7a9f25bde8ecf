"""The store: entries, answered commands, writers, rulebooks, sealed shoes, checkpoints and names, in one database.

    store = open_store("sqlite:////var/lib/tapete/hall.db")     # or postgresql://...; migrates, checks, locks
    writer = store.take_over("table-1")                         # from now on every older writer is refused
    given = {"table": "table-1", "epoch": writer.epoch, "time": now, "command": "c-17", "answer": answer}
    writer.append(compose(game, turn, writer.head, sealer, **given), body_digest)  # returns once it is on the disk

A store is used by one thread at a time for writing (a lock holds that); reading is allowed from any thread.
"""

from tapete.record.store.appends import Append, AppendResult, Writer
from tapete.record.store.engine import (
    CommandConflictError,
    MissingDriverError,
    NotFoundError,
    StaleWriterError,
    StoreError,
    StoreFailedError,
    StoreLockedError,
    TableTakenError,
    UnsafeStoreError,
    WriterChangedError,
)
from tapete.record.store.rows import AnsweredCommand, Row, WriterRow
from tapete.record.store.store import Reader, Store, open_store, upsert

__all__ = [
    "AnsweredCommand",
    "Append",
    "AppendResult",
    "CommandConflictError",
    "MissingDriverError",
    "NotFoundError",
    "Reader",
    "Row",
    "StaleWriterError",
    "Store",
    "StoreError",
    "StoreFailedError",
    "StoreLockedError",
    "TableTakenError",
    "UnsafeStoreError",
    "Writer",
    "WriterChangedError",
    "WriterRow",
    "open_store",
    "upsert",
]
