"""Whatever keeps a command from a store is said in one sentence, whichever asked; a work that ends is closed."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Any

import pytest
import typer
from sqlalchemy.exc import OperationalError
from typer.testing import CliRunner

import tapete.live.adoption
import tapete.live.restoring
from tapete.cli import app, bingo_app, default_paths, init, odds_app, open as opening, output, stores
from tapete.cli.people import people_app
from tapete.cli.progress import Progress
from tapete.cli.store_roles import store_app
from tapete.live import Hall, KeyFileError, Keys, LiveError
from tapete.live.rng_health import RandomnessError, RngHealth
from tapete.people.house_people import HousePeople
from tapete.record.store import StoreError, StoreLockedError, WriterChangedError, copies
from tapete.record.witness import WitnessError
from tapete.words import topics
from tests.support.live.days import DAYS, house_with_minutes

RUNNER = CliRunner(env={"NO_COLOR": "1"})
STORE_ERRORS = (StoreError("house-made-before"), OperationalError("SELECT", {}, Exception("x")))
OS_ERRORS = (OSError(28, "full"), OSError(28, "full", "/disk/there"))
KEY_ERRORS = (KeyFileError("key-broken", key="k"),)
LIVE_ERRORS = (LiveError("not-answered"),)
HELD = (StoreLockedError("store-locked", file="x"), WriterChangedError("writer-changed", table="mesa", epoch=3))
UNSOUND = (RandomnessError("no-randomness", test="repetition"),)
ALL = (*STORE_ERRORS, *OS_ERRORS, *KEY_ERRORS, *LIVE_ERRORS)

CASES: dict[str, tuple[tuple[str, ...], Any, str, tuple[Exception, ...]]] = {
    "open": (
        ("open", "mini", "--minimum", "5", "--maximum", "100", "--name", "otra", "--store", "{}/hall.db"),
        Hall,
        "start",
        (*ALL, *UNSOUND, HELD[1]),
    ),
    "serve": (("serve", "--port", "0", "--store", "{}/hall.db"), Hall, "start", (*ALL, *UNSOUND, *HELD)),
    "serve people": (
        ("serve", "--port", "0", "--store", "{}/hall.db"),
        HousePeople,
        "of_store",
        (*STORE_ERRORS, *OS_ERRORS),
    ),
    "people": (
        ("people", "list", "--store", "{}/hall.db"),
        HousePeople,
        "of_store",
        (*STORE_ERRORS, *OS_ERRORS, *HELD),
    ),
    "people keys": (("people", "list", "--store", "{}/hall.db"), Keys, "load", (*KEY_ERRORS, *OS_ERRORS)),
    "adopt": (
        ("adopt", "{}/hall.db", "house"),
        tapete.live.adoption,
        "doubtful_table",
        (STORE_ERRORS[0], *OS_ERRORS, *LIVE_ERRORS, *HELD),
    ),
    "restore": (
        ("restore", "{}/copy.db", "{}/back.db", "--key", "{}/hall.db.key", "--witness", "{}/hall.db.witness"),
        tapete.live.restoring,
        "lost_entries",
        (*ALL, *HELD),
    ),
    "init": (
        ("init", "--store", "{}/new.db", "--name", "Casa", "--director", "dora", "--key", "{}/new.key"),
        init,
        "_fill",
        (*ALL, *UNSOUND, *HELD),
    ),
}
KEPT_WITH = {"restore": ("back.db", "hall.db.key"), "init": ("new.db", "new.key")}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the store of a house, its key, its witness, and a copy of the store."""
    folder = tmp_path_factory.mktemp("house")
    house_with_minutes(folder, "hall.db")
    shutil.copy(folder / "hall.db", folder / "copy.db")
    return folder


@pytest.mark.parametrize(
    ("case", "at"), [(case, at) for case, (_, _, _, errors) in CASES.items() for at in range(len(errors))]
)
def test_whatever_keeps_a_command_from_a_store_is_said_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    made: Path,
    case: str,
    at: int,
) -> None:
    words, place, name, errors = CASES[case]
    for one in made.iterdir():
        shutil.copy(one, tmp_path / one.name)
    (tmp_path / "hall.db.lock").touch()
    before = sorted(one.name for one in tmp_path.iterdir())

    def failing(*_: Any, **__: Any) -> Any:
        raise errors[at]

    monkeypatch.setattr(place, name, failing)
    store, key = (tmp_path / one for one in KEPT_WITH.get(case, ("hall.db", "hall.db.key")))
    found = RUNNER.invoke(app, [*(one.replace("{}", str(tmp_path)) for one in words), "--lang", "en"])
    output.set_lang(["--lang", "en"])
    with pytest.raises(typer.Exit):
        stores.cannot_start(errors[at], str(store), key)
    assert (found.exit_code, found.stdout, found.stderr) == (2, "", capsys.readouterr().err)
    assert sorted(one.name for one in tmp_path.iterdir()) == before


@pytest.mark.parametrize("error", [*STORE_ERRORS, *OS_ERRORS, WitnessError("witness-line", file="w", line=2)])
def test_a_copy_that_fails_says_why_and_is_not_there(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, made: Path, error: Exception
) -> None:
    """It fails when the store and its witness are copied already."""

    def failing(kept: Path, copy: Path) -> None:
        raise error

    monkeypatch.setattr(copies, "copy_beside", failing)
    copy, db = tmp_path / "one.db", str(made / "hall.db")
    found = RUNNER.invoke(app, ["backup", db, str(copy), "--with-key", "--lang", "en"])
    output.set_lang(["--lang", "en"])
    facts = {"file": str(getattr(error, "filename", None) or copy), "store": db, "why": output.why(error)}
    said = output.say("file-failed" if isinstance(error, OSError) else "backup-failed", **facts)
    assert (found.exit_code, found.stdout, found.stderr) == (2, "", f"tapete: {said}\n")
    assert list(tmp_path.iterdir()) == []


def test_no_house_is_made_without_randomness(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    asked: list[Any] = []

    def failing(health: RngHealth, size: int) -> None:
        asked.append(size)
        raise RandomnessError("no-randomness", test="repetition")

    monkeypatch.setattr(RngHealth, "require_sound", failing)
    words = ["init", "--store", f"{tmp_path}/c.db", "--name", "C", "--director", "dora", "--key", f"{tmp_path}/k"]
    found = RUNNER.invoke(app, words)
    assert (found.exit_code, len(asked)) == (2, 1)
    assert [one.name for one in tmp_path.iterdir()] == []
    assert not default_paths.away_from(tmp_path / "c.db", default_paths.KEY).exists()


WORKS: dict[str, tuple[str, ...]] = {
    "audit": ("audit", "{}/hall.db"),
    "audit of a folder": ("audit", "{}/folder"),
    "replay": ("replay", "{}/hall.db"),
    "export": ("export", "{}/hall.db", "house", "{}/house.jsonl"),
    "accounts": ("accounts", "{}/hall.db", "house"),
    "accounts of all": ("accounts", "{}/hall.db", "house", "--with-tables"),
    "cards": ("bingo", "cards", "--singles", "3"),
}


@pytest.mark.parametrize("work", WORKS)
def test_the_line_of_a_work_is_left_once_it_has_counted_every_step(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, made: Path, work: str
) -> None:
    shutil.copy(made / "hall.db", tmp_path / "hall.db")
    if "{}/folder" in WORKS[work]:
        words = ["export", str(made / "hall.db"), str(tmp_path / "folder"), "--day", DAYS[0]]
        assert RUNNER.invoke(app, words).exit_code == 0
    closed: list[tuple[int, int]] = []
    monkeypatch.setattr(Progress, "close", lambda one: closed.append((one.done, one.total)))
    found = RUNNER.invoke(app, [one.replace("{}", str(tmp_path)) for one in WORKS[work]])
    assert found.exit_code == 0, found.output
    ((done, total),) = closed
    assert done == total > 0


def test_a_line_of_words_begins_behind_the_name_of_the_program(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TAPETE_LANG", "es")
    monkeypatch.setattr(sys, "argv", ["tapete", "--lang", "en", "zzz"])
    with pytest.raises(SystemExit) as ended:
        app()
    assert ended.value.code == 2
    assert capsys.readouterr().err.startswith("tapete: no command «zzz»")


def test_what_a_group_says_of_itself_is_its_english_help_and_no_trace_is_drawn_with_values() -> None:
    groups = {
        "tapete": app,
        "open": opening.open_app,
        "people": people_app,
        "store": store_app,
        "odds": odds_app,
        "bingo": bingo_app,
    }
    assert {name: one.info.help for name, one in groups.items()} == {
        name: topics()["help"][name]["en"] for name in groups
    }
    assert all(one.info.no_args_is_help is True for one in groups.values())
    assert app.pretty_exceptions_enable is False
