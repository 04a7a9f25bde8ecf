"""Progress of a long work: done, rate and remaining time."""

from __future__ import annotations

import io

import pytest

from tapete.cli import output
from tapete.cli.progress import Progress


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


class Seconds:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(autouse=True)
def english() -> None:
    output.set_lang(["--lang", "en"])


def test_rate_and_remaining_time_follow_from_the_steps() -> None:
    clock = Seconds()
    progress = Progress(300, clock=clock, stream=Screen())
    for _ in range(100):
        clock.now += 0.5
        progress.step("PB.A2.03")
    assert progress.text() == "100 of 300, 2.0 a second, 1:40 left"
    clock.now += 50.0
    assert progress.text() == "100 of 300, 1.0 a second, 3:20 left"


def test_a_screen_sees_one_line_that_is_written_over() -> None:
    clock, screen = Seconds(), Screen()
    progress = Progress(10, clock=clock, stream=screen)
    for _ in range(10):
        clock.now += 0.125
        progress.step("a")
    progress.close()
    text = screen.getvalue()
    assert text.count("\r") == 5
    assert text.endswith("10 of 10, 8.0 a second, 0:00 left a\n")
    assert text.count("\n") == 1


def test_a_file_gets_a_line_now_and_then_and_the_last_one() -> None:
    clock, file = Seconds(), io.StringIO()
    progress = Progress(100, clock=clock, stream=file)
    for _ in range(100):
        clock.now += 0.3
        progress.step()
    progress.close()
    lines = file.getvalue().splitlines()
    assert len(lines) == 3
    assert lines[-1] == "100 of 100, 3.3 a second, 0:00 left"
    assert "\r" not in file.getvalue()


def test_a_file_gets_nothing_of_a_work_that_is_done_at_once() -> None:
    clock, file = Seconds(), io.StringIO()
    progress = Progress(3, clock=clock, stream=file)
    for _ in range(3):
        clock.now += 0.3
        progress.step()
    progress.close()
    assert file.getvalue() == ""


def test_nothing_is_shown_of_a_work_without_steps() -> None:
    screen = Screen()
    Progress(0, stream=screen).close()
    assert screen.getvalue() == ""
