"""What comes into the log of a hall: of its own loggers what is worth knowing, of any other what is wrong."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

from tapete.cli.logs import LogFormat, configure

NAMES = ("tapete", "tapete.security", "tapete.live.hall", "sqlalchemy.engine", "asyncio")


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    root, own = logging.getLogger(), logging.getLogger("tapete")
    kept, levels = root.handlers[:], (root.level, own.level)
    yield
    root.handlers[:] = kept
    root.setLevel(levels[0])
    own.setLevel(levels[1])


@pytest.mark.parametrize("kind", LogFormat)
@pytest.mark.parametrize("before", [logging.NOTSET, logging.DEBUG, logging.CRITICAL])
def test_a_logger_writes_from_its_own_level_whatever_it_was_before(
    before: int, kind: LogFormat, capsys: pytest.CaptureFixture[str]
) -> None:
    logging.getLogger().setLevel(before)
    logging.getLogger("tapete").setLevel(before)
    configure(kind)
    for name in NAMES:
        for level in (logging.DEBUG, logging.INFO, logging.WARNING, logging.ERROR):
            logging.getLogger(name).log(level, f"<{name}-{logging.getLevelName(level)}>")
    told = capsys.readouterr()
    written = [line.partition("<")[2].partition(">")[0] for line in told.err.splitlines()]
    assert told.out == ""
    assert written == [
        f"{name}-{level}"
        for name in NAMES
        for level in (("INFO", "WARNING", "ERROR") if name.startswith("tapete") else ("WARNING", "ERROR"))
    ]
    assert len(logging.getLogger().handlers) == 1
