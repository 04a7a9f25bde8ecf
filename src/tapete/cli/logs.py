"""The log of a hall on standard error: sentences for a person, or one JSON object a line for a machine.

An unexpected error is told with its whole traceback: every frame and the kind of each error in the chain. Its message
is told where it is a code of our own or of the operating system; any other may quote what somebody has sent, or a card
that nobody has seen, and is left out.
"""

from __future__ import annotations

import logging
import sys
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, Final

from tapete.cli import output

OWN: Final = "tapete"
"""Loggers whose messages are written in this project."""


class LogFormat(StrEnum):
    PLAIN = "plain"
    JSON = "json"


def told_trace(error: BaseException) -> str:
    """Return the traceback of an error and of those behind it, the first cause first, without their messages."""
    return "\n".join(_told(one) for one in reversed(list(_chain(error))))


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    seen = set[int]()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def _told(error: BaseException) -> str:
    frames = "".join(traceback.StackSummary.extract(traceback.walk_tb(error.__traceback__)).format())
    inner = error.exceptions if isinstance(error, BaseExceptionGroup) else ()
    parts = [f"{frames}{type(error).__module__}.{type(error).__qualname__}{_safe_message(error)}"]
    return "\n".join([*parts, *(told_trace(one) for one in inner)])


def _safe_message(error: BaseException) -> str:
    from tapete.words import CodedError

    if isinstance(error, CodedError):
        return f": {error.code}"
    if isinstance(error, OSError) and error.strerror:
        return f": {error.strerror}"
    state = getattr(error, "sqlstate", None) or getattr(error, "sqlite_errorname", None)
    return f": {state}" if isinstance(state, str) else ""


class _Formatter(logging.Formatter):
    def parts(self, record: logging.LogRecord) -> dict[str, Any]:
        text = record.getMessage()
        if record.name.partition(".")[0] != OWN:
            text = text.partition("\n")[0]  # what follows in another's message is a picture of an object
        told: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": text,
        }
        facts = getattr(record, "facts", {})
        told |= {"facts": facts} if facts else {}
        error = record.exc_info[1] if record.exc_info else None
        return told | ({} if error is None else {"trace": told_trace(error)})


class JsonFormatter(_Formatter):
    def format(self, record: logging.LogRecord) -> str:
        import msgspec

        return msgspec.json.encode(self.parts(record), enc_hook=str).decode()


class PlainFormatter(_Formatter):
    def format(self, record: logging.LogRecord) -> str:
        from tapete.words import fill, topics

        told = self.parts(record)
        facts = " ".join(f"{name}={_on_a_line(value)}" for name, value in told.get("facts", {}).items())
        line = f"{told['time']} {told['level']} {told['logger']} {_on_a_line(told['event'])}"
        if entry := topics()["command"].get(f"log-{told['event']}"):  # what it means, and what to do
            line, facts = f"{line}:", _on_a_line(fill(entry[output.lang()], told.get("facts", {}), output.lang()))
        trace = told.get("trace")
        return f"{line}{' ' if facts else ''}{facts}" + (f"\n{trace}" if trace else "")


def _on_a_line(value: Any) -> str:
    """Return a value without anything that would begin a line of its own or move a terminal's cursor."""
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in str(value))


class _StandardError(logging.Handler):
    """Writes to whatever standard error is at the moment."""

    def emit(self, record: logging.LogRecord) -> None:
        sys.stderr.write(f"{self.format(record)}\n")
        sys.stderr.flush()


def configure(kind: LogFormat) -> None:
    """Write the log of this process to standard error, from now on in this way alone."""
    handler = _StandardError()
    handler.setFormatter(JsonFormatter() if kind is LogFormat.JSON else PlainFormatter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger(OWN).setLevel(logging.INFO)


def speak() -> None:
    """Write what a verb that is no server logs as sentences."""
    if logging.lastResort is not None:
        logging.lastResort.setFormatter(PlainFormatter())
