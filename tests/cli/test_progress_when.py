"""When a long work says how far it is, and how its rate and the time that is left are written."""

from __future__ import annotations

import io
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from tapete.cli import output
from tapete.cli.progress import IN_A_FILE, ON_SCREEN, Progress
from tapete.cli.record_progress import CountedSource, all_with_progress, with_progress


@pytest.fixture(autouse=True)
def english() -> None:
    output.set_lang(["--lang", "en"])


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def shown(stream: io.StringIO, total: int, *times: float) -> list[str]:
    """Return what stands on a stream after steps at these times, after each of them."""
    clock = Clock()
    progress = Progress(total, clock=clock, stream=stream)
    found = []
    for time in times:
        clock.now = time
        progress.step("x")
        found.append(stream.getvalue())
        stream.seek(0)
        stream.truncate()
    return found


def line(done: int, total: int, rate: str, left: str) -> str:
    return f"{done} of {total}, {rate} a second, {left} left x"


def test_a_screen_is_written_over_as_soon_as_its_time_is_over_and_at_the_last_step() -> None:
    assert ON_SCREEN == 0.2
    assert shown(Screen(), 9, 0.125, 0.2, 0.3, 0.4) == [
        "",
        f"\r\x1b[K{line(2, 9, '10.0', '0:00')}",
        "",
        f"\r\x1b[K{line(4, 9, '10.0', '0:00')}",
    ]
    assert shown(Screen(), 2, 0.125, 0.125)[1] == f"\r\x1b[K{line(2, 2, '16.0', '0:00')}"


def test_a_file_gets_a_line_as_soon_as_its_time_is_over_and_the_last_one_where_it_had_one() -> None:
    assert IN_A_FILE == 10
    assert shown(io.StringIO(), 4, 9.5, 10.0, 19.5, 19.75) == [
        "",
        f"{line(2, 4, '0.2', '0:10')}\n",
        "",
        f"{line(4, 4, '0.2', '0:00')}\n",
    ]
    assert shown(io.StringIO(), 2, 9.5, 9.75) == ["", ""]
    assert shown(io.StringIO(), 2, 10.0, 10.25) == [f"{line(1, 2, '0.1', '0:10')}\n", f"{line(2, 2, '0.2', '0:00')}\n"]


@pytest.mark.parametrize(
    ("total", "done", "seconds", "said"),
    [
        (10, 0, 0.0, "0 of 10, 0.0 a second, 0:00 left"),
        (10, 0, 5.0, "0 of 10, 0.0 a second, 0:00 left"),
        (10, 5, 0.0, "5 of 10, 0.0 a second, 0:00 left"),
        (120, 60, 60.0, "60 of 120, 1.0 a second, 1:00 left"),
        (119, 60, 60.0, "60 of 119, 1.0 a second, 0:59 left"),
        (3720, 60, 60.0, "60 of 3720, 1.0 a second, 61:00 left"),
        (1000, 995, 10.0, "995 of 1000, 99.5 a second, 0:00 left"),
        (1000, 1000, 10.0, "1000 of 1000, 100 a second, 0:00 left"),
        (5000, 1236, 8.0, "1236 of 5000, 154 a second, 0:24 left"),
    ],
)
def test_rate_and_time_that_is_left_are_written_so(total: int, done: int, seconds: float, said: str) -> None:
    clock = Clock()
    progress = Progress(total, clock=clock, stream=io.StringIO())
    progress.done, clock.now = done, seconds
    assert progress.text() == said


@pytest.mark.parametrize(
    ("stream", "steps", "end"), [(Screen(), 1, "\n"), (Screen(), 0, ""), (io.StringIO(), 1, ""), (io.StringIO(), 0, "")]
)
def test_the_line_that_was_written_over_is_left_at_the_end(stream: io.StringIO, steps: int, end: str) -> None:
    progress = Progress(5, clock=Clock(), stream=stream)
    for _ in range(steps):
        progress.step()
    assert stream.getvalue() == ""
    progress.close()
    assert stream.getvalue() == end


def test_a_step_without_a_name_ends_with_the_time_that_is_left() -> None:
    clock, screen = Clock(), Screen()
    progress = Progress(1, clock=clock, stream=screen)
    clock.now = 1.0
    progress.step()
    assert screen.getvalue() == "\r\x1b[K1 of 1, 1.0 a second, 0:00 left"


def test_progress_goes_to_standard_error_unless_it_is_told_where(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    progress = Progress(1)
    progress.step("x")
    progress.close()
    assert screen.getvalue().endswith("x\n")


# --- records ----------------------------------------------------------------------------------------------------------


def record(**tables: int) -> Any:
    """Return a record with tables of so many entries."""
    return SimpleNamespace(
        tables=lambda: tuple(tables),
        length=lambda table: tables[table],
        stored_entries=lambda table: iter([f"{table} {at}" for at in range(tables[table])]),
        part=lambda table: f"part of {table}",
    )


@pytest.mark.parametrize(
    ("readings", "chosen", "total"), [(1, ("a", "b"), 5), (2, ("a", "b"), 10), (3, ("b",), 9), (1, (), 0)]
)
def test_each_entry_of_the_tables_that_are_read_is_as_many_steps_as_readings(
    readings: int, chosen: tuple[str, ...], total: int
) -> None:
    found = with_progress(record(a=2, b=3), chosen, readings=readings)
    source: Any = found[0]
    progress = found[1]
    assert (progress.total, progress.done) == (total, 0)
    assert list(source.stored_entries("a")) == ["a 0", "a 1"]
    assert progress.done == 2
    assert (source.part("b"), source.tables()) == ("part of b", ("a", "b"))


def test_an_entry_is_a_step_once_whoever_reads_it_is_done_with_it() -> None:
    told: list[str] = []
    counted = CountedSource(record(a=2), SimpleNamespace(step=told.append))  # type: ignore[arg-type]
    found: Any = counted.stored_entries("a")
    assert (next(found), told) == ("a 0", [])
    assert (next(found), told) == ("a 1", ["a"])
    assert (next(found, None), told) == (None, ["a", "a"])


def test_several_records_show_their_progress_as_one() -> None:
    sources, progress = all_with_progress((record(a=2), record(b=3, c=1)), readings=2)
    assert progress.total == 12
    for one in sources:
        for table in one.tables():
            assert len(list(one.stored_entries(table))) == one.length(table)
    assert progress.done == 6


def test_a_table_is_read_once_unless_it_is_said() -> None:
    assert with_progress(record(a=2), ("a",))[1].total == 2
