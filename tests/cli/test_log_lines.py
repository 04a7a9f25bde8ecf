"""Lines of the log, whole: as a person reads them, as a machine does, with what stands below an error."""

from __future__ import annotations

import json
import logging
from types import SimpleNamespace
from typing import Any

import pytest

from tapete.cli import logs
from tapete.cli.logs import JsonFormatter, LogFormat, PlainFormatter, configure, told_trace
from tapete.words import CodedError

TIME = "2026-01-02T03:04:05.678+00:00"


def record(name: str = "tapete.live", level: int = logging.INFO, text: str = "begun", **more: Any) -> logging.LogRecord:
    found = logging.LogRecord(name, level, "", 0, text, None, more.pop("exc_info", None))
    found.created = 1767323045.678
    found.__dict__.update(more)
    return found


@pytest.mark.parametrize(
    ("given", "event"),
    [
        ({}, "begun"),
        ({"text": "two\nlines"}, "two\nlines"),
        ({"name": "tapete", "text": "two\nlines"}, "two\nlines"),
        ({"name": "tapetes.x", "text": "two\nlines"}, "two"),
        ({"name": "asyncio", "text": "one line"}, "one line"),
        ({"name": "asyncio", "text": "two\nlines"}, "two"),
    ],
)
@pytest.mark.parametrize("facts", [{}, {"table": "mesa-1"}, {"table": "a\tb", "count": 2}])
@pytest.mark.parametrize("level", [logging.INFO, logging.WARNING, logging.ERROR])
def test_a_line_says_when_how_grave_who_and_what(given: dict[str, Any], event: str, facts: Any, level: int) -> None:
    one = record(level=level, facts=facts, **given)
    told = {"time": TIME, "level": logging.getLevelName(level).lower(), "logger": one.name, "event": event}
    assert json.loads(JsonFormatter().format(one)) == (told | ({"facts": facts} if facts else {}))
    shown = event.replace("\n", "\\n")
    names = {"a\tb": "a\\tb"}
    behind = "".join(f" {name}={names.get(str(value), value)}" for name, value in facts.items())
    assert PlainFormatter().format(one) == f"{TIME} {told['level']} {one.name} {shown}{behind}"


def test_below_an_error_stands_its_trace() -> None:
    error = CodedError("store-locked", file="x")
    one = record(exc_info=(type(error), error, None), facts={"a": 1})
    trace = told_trace(error)
    assert trace.endswith("CodedError: store-locked")
    assert json.loads(JsonFormatter().format(one))["trace"] == trace
    assert PlainFormatter().format(one) == f"{TIME} info tapete.live begun a=1\n{trace}"


def test_what_json_has_no_word_for_is_written_as_text() -> None:
    assert json.loads(JsonFormatter().format(record(facts={"x": SimpleNamespace(a=1)})))["facts"] == {
        "x": "namespace(a=1)"
    }


def caused(error: BaseException, cause: BaseException | None = None, context: BaseException | None = None) -> Any:
    error.__context__ = context
    if cause is not None:
        error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    ("error", "lines"),
    [
        (ValueError("secret"), ["builtins.ValueError"]),
        (caused(ValueError(), cause=KeyError("secret")), ["builtins.KeyError", "builtins.ValueError"]),
        (caused(ValueError(), context=KeyError("secret")), ["builtins.KeyError", "builtins.ValueError"]),
        (
            caused(ValueError(), cause=KeyError(), context=TypeError()),
            ["builtins.KeyError", "builtins.ValueError"],
        ),
        (OSError(13, "Permission denied", "secret"), ["builtins.PermissionError: Permission denied"]),
        (OSError("secret"), ["builtins.OSError"]),
        (
            ExceptionGroup("secret", [ValueError("secret"), caused(KeyError(), cause=TypeError())]),
            ["builtins.ExceptionGroup", "builtins.ValueError", "builtins.TypeError", "builtins.KeyError"],
        ),
    ],
)
def test_a_trace_tells_every_error_behind_one_and_no_message_of_another(error: Any, lines: list[str]) -> None:
    assert told_trace(error).splitlines() == lines


def test_an_error_whose_context_was_left_out_is_told_alone() -> None:
    error = caused(ValueError(), context=KeyError())
    error.__suppress_context__ = True
    assert told_trace(error) == "builtins.ValueError"


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ({}, ""),
        ({"sqlstate": "57P01"}, ": 57P01"),
        ({"sqlite_errorname": "SQLITE_FULL"}, ": SQLITE_FULL"),
        ({"sqlstate": "57P01", "sqlite_errorname": "SQLITE_FULL"}, ": 57P01"),
        ({"sqlstate": None, "sqlite_errorname": "SQLITE_FULL"}, ": SQLITE_FULL"),
        ({"sqlstate": 57}, ""),
    ],
    ids=str,
)
def test_an_error_of_a_database_is_told_with_its_code(names: dict[str, Any], said: str) -> None:
    error = ValueError("secret")
    error.__dict__.update(names)
    assert told_trace(error) == f"builtins.ValueError{said}"


@pytest.mark.parametrize(("kind", "formatter"), [("plain", PlainFormatter), ("json", JsonFormatter)])
def test_the_log_of_the_house_begins_at_news_and_that_of_others_at_warnings(kind: str, formatter: type) -> None:
    root, own = logging.getLogger(), logging.getLogger(logs.OWN)
    kept, levels = root.handlers[:], (root.level, own.level)
    try:
        configure(LogFormat(kind))
        (handler,) = root.handlers
        assert type(handler.formatter) is formatter
        assert (root.level, own.level) == (logging.WARNING, logging.INFO)
    finally:
        root.handlers[:] = kept
        root.setLevel(levels[0])
        own.setLevel(levels[1])
