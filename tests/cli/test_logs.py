"""The log of a hall: one line an event, whole tracebacks, nothing that somebody sent or nobody has seen; and how far a
long work is.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
import sqlite3
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tapete.cli import app, output, progress as of_progress
from tapete.cli.logs import JsonFormatter, LogFormat, PlainFormatter, configure, told_trace
from tapete.live import Keys
from tapete.live.security_log import IN_A_MINUTE, LOGGER, SecurityLog
from tapete.words import CodedError
from tests.support.live.evening import DAYS, make_days

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


def test_the_log_goes_to_standard_error_in_one_way_alone(
    capsys: pytest.CaptureFixture[str], subtests: pytest.Subtests
) -> None:
    for kind in LogFormat:
        with subtests.test(kind=kind):
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


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("house")
    asyncio.run(make_days(made, Keys.load(made / "key"), *DAYS[:2]))
    return made


@pytest.fixture(autouse=True)
def english() -> None:
    output.set_lang(["--lang", "en"])


LINE = re.compile(r"(\d+) of (\d+), .* a second, .* left")


def steps(monkeypatch: pytest.MonkeyPatch, *words: object) -> list[tuple[int, int]]:
    """Return how far a verb says that it is: a line after every step, and the answer apart from them."""
    monkeypatch.setattr(of_progress, "IN_A_FILE", 0.0)
    found = CliRunner(env={"TAPETE_LANG": "en"}).invoke(app, [str(one) for one in words])
    assert found.exit_code == 0, found.output
    assert not LINE.search(found.stdout)
    return [(int(line[1]), int(line[2])) for line in LINE.finditer(found.stderr)]


def test_each_reading_of_a_record_is_shown_to_its_end(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory, house: Path, subtests: pytest.Subtests
) -> None:
    for day in ((), ("--day", DAYS[0])):
        with subtests.test(day=day):
            tmp_path = tmp_path_factory.mktemp("row")
            db = house / "hall.db"
            verbs = [("audit", db, *day), ("export", db, tmp_path / "out", *day), ("audit", tmp_path / "out")]
            if not day:
                verbs += [("replay", db), ("accounts", db, "house"), ("accounts", db, "house", "--with-tables")]
            for words in verbs:
                shown = steps(monkeypatch, *words)
                assert [done for done, _ in shown] == list(range(1, len(shown) + 1)), words
                assert {total for _, total in shown} == {len(shown)}, words
