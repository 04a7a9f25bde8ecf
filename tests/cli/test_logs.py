"""The log of a hall: one line an event, whole tracebacks, and nothing that somebody sent or nobody has seen."""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest

from tapete.cli.logs import JsonFormatter, LogFormat, PlainFormatter, configure, told_trace
from tapete.live.security_log import IN_A_MINUTE, LOGGER, SecurityLog
from tapete.words import CodedError

HIDDEN = "K♠-oculta-7s"


@pytest.fixture(params=[JsonFormatter, PlainFormatter])
def written(request: pytest.FixtureRequest) -> Iterator[StringIO]:
    text, root = StringIO(), logging.getLogger()
    handler = logging.StreamHandler(text)
    handler.setFormatter(request.param())
    kept = logging.getLogger("tapete").level
    root.addHandler(handler)
    logging.getLogger("tapete").setLevel(logging.INFO)
    yield text
    root.removeHandler(handler)
    logging.getLogger("tapete").setLevel(kept)


def fall(deep: int) -> None:
    if deep:
        return fall(deep - 1)
    try:
        raise KeyError(HIDDEN)
    except KeyError as error:
        raise RuntimeError(f"what lay there: {HIDDEN}") from error


def test_an_unexpected_error_has_its_whole_traceback_and_no_message(written: StringIO) -> None:
    try:
        fall(3)
    except RuntimeError as error:
        logging.getLogger("tapete.web").error("unforeseen", exc_info=error, extra={"facts": {"route": "/mesa"}})
    text = written.getvalue()
    assert HIDDEN not in text
    assert "7s" not in text
    assert text.count("in fall") == 5  # four of the way down, one of the cause
    assert text.index("builtins.KeyError") < text.index("builtins.RuntimeError")
    assert "raise KeyError(HIDDEN)" in text  # the lines of the program are shown


def test_a_task_that_failed_unseen_is_told_without_its_picture(written: StringIO) -> None:
    try:
        fall(0)
    except RuntimeError as error:
        text = f"Task exception was never retrieved\nfuture: <Task exception={error!r}>"
        logging.getLogger("asyncio").error(text, exc_info=(type(error), error, error.__traceback__))
    assert HIDDEN not in written.getvalue()
    assert "Task exception was never retrieved" in written.getvalue()
    assert "builtins.RuntimeError" in written.getvalue()


def test_errors_say_what_is_a_code_or_of_the_system() -> None:
    assert told_trace(CodedError("store-locked", file="x")).endswith("CodedError: store-locked")
    assert told_trace(OSError(28, "No space left on device", HIDDEN)).endswith("OSError: No space left on device")
    full = sqlite3.OperationalError(HIDDEN)
    full.sqlite_errorname = "SQLITE_FULL"
    assert told_trace(full).endswith("OperationalError: SQLITE_FULL")
    assert told_trace(ExceptionGroup(HIDDEN, [ValueError(HIDDEN)])).splitlines() == [
        "builtins.ExceptionGroup",
        "builtins.ValueError",
    ]


def test_an_error_that_is_its_own_cause_ends() -> None:
    error = ValueError()
    error.__context__ = other = KeyError()
    other.__context__ = error
    assert told_trace(error).splitlines() == ["builtins.KeyError", "builtins.ValueError"]


def test_a_line_of_json_is_one_object_and_a_plain_line_one_line() -> None:
    record = logging.LogRecord(LOGGER, logging.WARNING, "", 0, "login-failed", None, None)
    record.facts = {"name": "dora\nfalsa", "failures": 3, "codes": ("a", "b")}
    told = json.loads(JsonFormatter().format(record))
    assert {name: told[name] for name in ("level", "logger", "event", "facts")} == {
        "level": "warning",
        "logger": LOGGER,
        "event": "login-failed",
        "facts": {"name": "dora\nfalsa", "failures": 3, "codes": ["a", "b"]},
    }
    assert told["time"].endswith("+00:00")
    line = PlainFormatter().format(record)
    assert "\n" not in line
    assert line.endswith("warning tapete.security login-failed name=dora\\nfalsa failures=3 codes=('a', 'b')")


@pytest.mark.parametrize("kind", LogFormat)
def test_the_log_goes_to_standard_error_in_one_way_alone(kind: LogFormat, capsys: pytest.CaptureFixture[str]) -> None:
    root, own = logging.getLogger(), logging.getLogger("tapete")
    kept, levels = root.handlers[:], (root.level, own.level)
    try:
        configure(kind)
        configure(kind)
        logging.getLogger(LOGGER).info("login")
        logging.getLogger("sqlalchemy").info("chatter")
    finally:
        root.handlers[:] = kept
        root.setLevel(levels[0])
        own.setLevel(levels[1])
    told = capsys.readouterr()
    assert told.out == ""
    lines = told.err.splitlines()
    assert len(lines) == 1
    assert lines[0].startswith("{") == (kind is LogFormat.JSON)


class Seconds:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_flood_of_one_event_is_counted_and_not_written(written: StringIO) -> None:
    clock = Seconds()
    log = SecurityLog(clock)
    for _ in range(IN_A_MINUTE + 30):
        log.tell("origin-refused", address="192.0.2.7")
    log.tell("door-full")
    assert written.getvalue().count("origin-refused") == IN_A_MINUTE
    assert written.getvalue().count("door-full") == 1
    clock.now = 61
    log.tell("origin-refused", address="192.0.2.7")
    last: Any = written.getvalue().splitlines()[-1]
    assert "unwritten" in last
    assert "30" in last
    assert log.counts == {"origin-refused": IN_A_MINUTE + 31, "door-full": 1}


def test_what_is_counted_by_name_is_listed_and_the_rest_is_other() -> None:
    log = SecurityLog()
    for code in ("account-suspended", "player-returned", "something-new"):
        log.tell(code)
    assert log.counts == {"account": 1, "player": 1, "other": 1}
