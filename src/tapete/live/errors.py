"""What stops a table or a hall. None of these answers an act: what became of it is not known, or not said."""

from __future__ import annotations

from tapete.words import CodedError


class LiveError(CodedError):
    """Base of all of them."""


class HallFailedError(LiveError):
    """A commit failed or may have failed: the hall answers nothing any more and the process stops.

    Whoever waits for an answer repeats his act, with the same command id, after the next start.
    """


class HallStoppedError(LiveError):
    """The hall has closed in good order."""


class TableLostError(LiveError):
    """Another server has taken this table over. Nothing was stored; repeat the act there."""


class RecordRefusedError(LiveError):
    """The record cannot be played on: it is broken, rolled back, or needs a key that is not here."""


class LiveShoeError(LiveError, ValueError):
    """A live hall deals no cards that follow from a seed, and none of a sealed shoe that it could not prove."""
