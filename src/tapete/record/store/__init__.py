"""The store: entries, answered commands, writers, rulebooks, sealed shoes, checkpoints and names, in one database.

    store = open_store("sqlite:////var/lib/tapete/hall.db")     # or postgresql://...; migrates, checks, locks
    writer = store.take_over("table-1")                         # from now on every older writer is refused
    given = {"table": "table-1", "epoch": writer.epoch, "time": now, "command": "c-17", "answer": answer}
    writer.append(compose(game, turn, writer.head, sealer, **given), body_digest)  # returns once it is on the disk

A store is used by one thread at a time for writing (a lock holds that); reading is allowed from any thread.
"""

from tapete.record.store.engine import (
    CommandConflictError as CommandConflictError,
    MissingDriverError as MissingDriverError,
    NotFoundError as NotFoundError,
    StaleWriterError as StaleWriterError,
    StoreError as StoreError,
    StoreFailedError as StoreFailedError,
    StoreLockedError as StoreLockedError,
    TableTakenError as TableTakenError,
    UnsafeStoreError as UnsafeStoreError,
    WriterChangedError as WriterChangedError,
)
from tapete.record.store.rows import (
    AnsweredCommand as AnsweredCommand,
    Append as Append,
    AppendResult as AppendResult,
    Row as Row,
    Writer as Writer,
    WriterRow as WriterRow,
)
from tapete.record.store.store import Reader as Reader, Store as Store, open_store as open_store, upsert as upsert
