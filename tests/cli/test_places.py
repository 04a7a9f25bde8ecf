"""Where the key and the witness of a store are looked for, and made, for each way in which they may lie."""

from __future__ import annotations

import hashlib
from itertools import product
from pathlib import Path

import pytest
import typer

from tapete.cli import default_paths
from tapete.cli.default_paths import (
    KEY,
    WITNESS,
    away_from,
    beside,
    database_file,
    key_file,
    new_house_key,
    witness_file,
)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user whose folders are the usual ones."""
    for variable in ("XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def lay(*files: Path) -> None:
    for file in files:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()


@pytest.mark.parametrize(("key_here", "key_away", "seen_here", "seen_away"), list(product((False, True), repeat=4)))
def test_what_lies_beside_a_store_is_taken_first_then_what_lies_away(
    tmp_path: Path, home: Path, key_here: bool, key_away: bool, seen_here: bool, seen_away: bool
) -> None:
    store = tmp_path / "sala.db"
    places = {
        beside(store, KEY): key_here,
        away_from(store, KEY): key_away,
        beside(store, WITNESS): seen_here,
        away_from(store, WITNESS): seen_away,
    }
    lay(*(file for file, is_there in places.items() if is_there))
    is_key_away = key_away and not key_here
    assert key_file(str(store), None) == (away_from if is_key_away else beside)(store, KEY)
    is_seen_away = not seen_here and (seen_away or is_key_away)
    assert witness_file(str(store)) == (away_from if is_seen_away else beside)(store, WITNESS)
    given = tmp_path / "given"
    assert key_file(str(store), given) == witness_file(str(store), given) == new_house_key(str(store), given) == given
    assert new_house_key(str(store), None) == away_from(store, KEY)


def test_the_folders_of_a_user_are_the_usual_ones_unless_whole_paths_are_named(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = tmp_path / "sala.db"
    mark = hashlib.sha256(str(store).encode()).hexdigest()[:12]
    usual = {KEY: home / ".config", WITNESS: home / ".local" / "state"}
    names = {KEY: "XDG_CONFIG_HOME", WITNESS: "XDG_STATE_HOME"}
    for kind, folder in usual.items():
        assert away_from(store, kind) == folder / "tapete" / f"sala.db-{mark}{kind}"
        for named, found in (("", folder), ("relative", folder), (str(tmp_path / "own"), tmp_path / "own")):
            monkeypatch.setenv(names[kind], named)
            assert away_from(store, kind) == found / "tapete" / f"sala.db-{mark}{kind}"
    assert beside(store, KEY) == tmp_path / "sala.db.key"
    assert beside(store, WITNESS) == tmp_path / "sala.db.witness"


def test_stores_of_one_name_in_two_folders_have_two_keys_and_a_relative_path_is_that_of_the_file(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert away_from(tmp_path / "a" / "x.db", KEY) != away_from(tmp_path / "b" / "x.db", KEY)
    monkeypatch.chdir(tmp_path)
    assert away_from(Path("x.db"), KEY) == away_from(tmp_path / "x.db", KEY)


@pytest.mark.parametrize(
    ("store", "file"),
    [
        ("sala.db", "sala.db"),
        ("/a/sala.db", "/a/sala.db"),
        ("sqlite:///sala.db", "sala.db"),
        ("sqlite:////a/sala.db", "/a/sala.db"),
        ("postgresql://x/y", None),
    ],
)
def test_only_a_sqlite_store_is_a_file(store: str, file: str | None, home: Path) -> None:
    found = None if file is None else Path(file)
    assert database_file(store) == found
    assert witness_file(store, Path("w")) == Path("w")
    if found is None:
        assert witness_file(store) is None
        for ask in (key_file, new_house_key):
            assert ask(store, Path("k")) == Path("k")
            with pytest.raises(typer.Exit) as ended:
                ask(store, None)
            assert ended.value.exit_code == 2


def test_a_folder_is_no_store(tmp_path: Path, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for store in (str(tmp_path), f"sqlite:///{tmp_path}"):
        with pytest.raises(typer.Exit) as ended:
            database_file(store)
        assert ended.value.exit_code == 2
        assert str(tmp_path) in capsys.readouterr().err


def test_the_folder_of_a_key_is_its_users_alone_and_may_be_there(tmp_path: Path) -> None:
    key = tmp_path / "a" / "b" / "x.key"
    for _ in range(2):
        default_paths.make_folder_of(key)
        assert key.parent.stat().st_mode & 0o777 == 0o700
    assert not key.exists()
