"""The course of a demo: what it opens, who plays, what it tells and serves, and what it closes however it ends."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from typer.testing import CliRunner

import tapete.bots
import tapete.live
from tapete.bots import DEMO
from tapete.cli import app, demo as verb, hall_server
from tapete.cli.demo import _demo as course

PORT = 4711
TABLES = {"uno": "punto-y-banca", "dos": "chemin-de-fer"}


class Noted:
    """A demo of which nothing is really opened: what it does is written down in order."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, failed: Any = None, falls: str = "") -> None:
        self.steps: list[Any] = []
        self.falls = falls
        tables = {name: SimpleNamespace(game=SimpleNamespace(key=key)) for name, key in TABLES.items()}
        self.hall = SimpleNamespace(tables=tables, failed=failed, stop=self.does("hall stops"))
        self.held = SimpleNamespace(getsockname=lambda: ("127.0.0.1", PORT), close=lambda: self.note("port closed"))
        noted = self

        class Troupe:
            def __init__(self, hall: Any, pace: Any) -> None:
                noted.note("troupe", hall is noted.hall, pace)
                self.stop = noted.does("troupe stops")

            def join(self, table: str, players: int) -> None:
                noted.note("joins", table, players)

        monkeypatch.setattr(hall_server, "listen", lambda *asked: self.note("listens", *asked) or self.held)
        monkeypatch.setattr(tapete.live, "Keys", SimpleNamespace(load=lambda file: ("keys", file)))
        monkeypatch.setattr(tapete.live, "Hall", SimpleNamespace(start=self.start))
        monkeypatch.setattr(tapete.bots, "Troupe", Troupe)
        monkeypatch.setattr(tapete.bots, "player_count", lambda key, most: len(key) * 100 + most)
        monkeypatch.setattr(hall_server, "open_demo_tables", self.open)
        monkeypatch.setattr(hall_server, "links", lambda hall, port: f"links at {port}")
        monkeypatch.setattr(hall_server, "until_stopped", self.serve)

    def note(self, *step: Any) -> None:
        self.steps.append(step if len(step) > 1 else step[0])
        if step[0] == self.falls:
            raise OSError(self.falls)

    def does(self, step: str) -> Any:
        async def done() -> None:
            self.note(step)

        return done

    async def start(self, store: str, keys: Any, **options: Any) -> Any:
        self.note("hall", store, keys, options)
        return self.hall

    async def open(self, hall: Any) -> tuple[str, ...]:
        self.note("opens", hall is self.hall)
        return tuple(hall.tables)

    async def serve(self, hall: Any, host: str, port: int, first: Any, **options: Any) -> None:
        access = options.pop("staff_access")
        self.note("serves", hall is self.hall, host, port, options == {"held": self.held}, access.is_open, access.key)
        await first()


FOLDER = Path("/nowhere")
BEGINNING = [
    ("listens", "127.0.0.1", 80),
    (
        "hall",
        "sqlite:////nowhere/hall.db",
        ("keys", FOLDER / "hall.key"),
        {"witness_file": FOLDER / "hall.db.witness"},
    ),
    ("troupe", True, DEMO.slower(0.5)),
    ("opens", True),
    ("joins", "uno", 1302),
    ("joins", "dos", 1302),
]
END = ["port closed", "troupe stops", "hall stops"]


@pytest.mark.parametrize(("failed", "is_well"), [(None, True), (RuntimeError("disk"), False)])
def test_a_demo_is_served_to_this_machine_alone_and_leaves_nothing_open(
    failed: Any, is_well: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    noted = Noted(monkeypatch, failed)
    assert asyncio.run(course(FOLDER, 80, 0.5, 2)) is is_well
    served = ("serves", True, "127.0.0.1", PORT, True, True, "")
    assert noted.steps == [*BEGINNING, served, "troupe stops", *END]
    assert capsys.readouterr().out == f"links at {PORT}\n"


@pytest.mark.parametrize(("falls", "done"), [("opens", 4), ("joins", 5)])
def test_where_a_table_of_a_demo_does_not_open_everything_is_closed(
    falls: str, done: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted = Noted(monkeypatch, falls=falls)
    with pytest.raises(OSError, match=falls):
        asyncio.run(course(FOLDER, 80, 0.5, 2))
    assert noted.steps == [*BEGINNING[:done], *END]


@pytest.mark.parametrize(
    ("words", "asked"),
    [
        ((), (8000, 1.0, 3, "127.0.0.1")),
        (("--port", "0", "--pace", "0", "--players", "0"), (0, 0.0, 0, "127.0.0.1")),
        (("--port", "65535", "--pace", "10", "--players", "6", "--host", "::"), (65535, 10.0, 6, "::")),
    ],
)
@pytest.mark.parametrize("is_well", [True, False])
def test_a_demo_lies_in_a_folder_that_goes_with_it(
    words: tuple[str, ...], asked: tuple[Any, ...], is_well: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders: list[Path] = []

    async def played(folder: Path, *given: Any) -> bool:
        folders.append(folder)
        assert (folder.is_dir(), folder.name.startswith("tapete-demo-"), given) == (True, True, asked)
        return is_well

    monkeypatch.setattr(verb, "_demo", played)
    found = CliRunner().invoke(app, ["demo", *words])
    assert (found.exit_code, found.exception is None or isinstance(found.exception, SystemExit)) == (not is_well, True)
    assert [one.exists() for one in folders] == [False]
