"""What can go wrong with a store, by what the caller has to do about it."""

from __future__ import annotations

from tapete.words import CodedError


class StoreError(CodedError):
    """Base of all of them."""


class StoreLockedError(StoreError):
    """Another server holds the database: do not start."""


class MissingDriverError(StoreError):
    """The program that speaks to this kind of database is not installed: ``pip install tapete[pg]``."""


class UnsafeStoreError(StoreError):
    """The durable settings do not hold on this database: do not start."""


class StaleWriterError(StoreError):
    """Another writer has taken the table over: this one can write no more. Nothing was stored."""


class TableTakenError(StoreError):
    """A table that was to be new has a record already. Nothing was stored, and its writer is still its writer."""


class WriterChangedError(StoreError):
    """Somebody without the hall's key changed who writes a table. Nothing was stored, and nobody took it over."""


class CommandConflictError(StoreError):
    """The id of this request was used for a request with another body. Nothing was stored."""


class StoreFailedError(StoreError):
    """A commit failed or may have failed. The store refuses everything from now on; the process stops.

    Whether the last transaction was stored is found out by its command id after the next start.
    """


class NotFoundError(StoreError, LookupError):
    """The store has no such rulebook, shoe or person."""
