"""Progress of a long work: done, rate and remaining time."""

from __future__ import annotations

import asyncio
import io
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tapete.cli import app, output, progress as of_progress
from tapete.cli.progress import Progress
from tapete.live import Keys
from tests.support.live.days import DAYS, make_days


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("house")
    asyncio.run(make_days(made, Keys.load(made / "key"), *DAYS[:2]))
    return made


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


LINE = re.compile(r"(\d+) of (\d+), .* a second, .* left")


def steps(monkeypatch: pytest.MonkeyPatch, *words: object) -> list[tuple[int, int]]:
    """Return how far a verb says that it is: a line after every step, and the answer apart from them."""
    monkeypatch.setattr(of_progress, "IN_A_FILE", 0.0)
    found = CliRunner(env={"TAPETE_LANG": "en"}).invoke(app, [str(one) for one in words])
    assert found.exit_code == 0, found.output
    assert not LINE.search(found.stdout)
    return [(int(line[1]), int(line[2])) for line in LINE.finditer(found.stderr)]


@pytest.mark.parametrize("day", [(), ("--day", DAYS[0])])
def test_each_reading_of_a_record_is_shown_to_its_end(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, house: Path, day: tuple[str, ...]
) -> None:
    db = house / "hall.db"
    verbs = [("audit", db, *day), ("export", db, tmp_path / "out", *day), ("audit", tmp_path / "out")]
    if not day:
        verbs += [("replay", db), ("accounts", db, "house"), ("accounts", db, "house", "--with-tables")]
    for words in verbs:
        shown = steps(monkeypatch, *words)
        assert [done for done, _ in shown] == list(range(1, len(shown) + 1)), words
        assert {total for _, total in shown} == {len(shown)}, words


def test_a_folder_of_several_days_shows_how_far_it_is(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, house: Path
) -> None:
    for day in DAYS[:2]:
        steps(monkeypatch, "export", house / "hall.db", tmp_path, "--day", day)
    shown = steps(monkeypatch, "audit", tmp_path)
    assert shown[-1] == (len(shown), len(shown))
