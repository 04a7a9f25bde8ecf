"""What ``tapete init`` makes and leaves: nothing over what is there, all or nothing, and an invitation to scan."""

from __future__ import annotations

import io
import stat
from pathlib import Path
from typing import Any

import pytest
import segno
import typer
from typer.testing import CliRunner

from tapete.cli import app, default_paths, init, output, stores
from tapete.live import KeyFileError, LiveError
from tapete.live.rng_health import RandomnessError
from tapete.record.store import StoreError

SERVER = "postgresql://ana:geheim@db/casa"
WORD = "abcde-fghjk-mnpqr-stuvw"


@pytest.fixture(autouse=True)
def own_folders(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    output.set_lang(["--lang", "en"])


def everything(folder: Path) -> dict[str, int]:
    """Return what lies in a folder, with whom it is for."""
    return {str(one.relative_to(folder)): stat.S_IMODE(one.stat().st_mode) for one in sorted(folder.rglob("*"))}


def founding(*words: str) -> tuple[int, str, str]:
    """Return the status and what is said of a house that is made."""
    found = CliRunner(env={"NO_COLOR": "1"}).invoke(
        app, ["init", "--name", "Casa", "--director", "dora", "--lang", "en", *words]
    )
    return found.exit_code, found.stdout, found.stderr


@pytest.mark.parametrize(
    ("there", "given", "code"),
    [
        ("casa.db", (), "house-store-there"),
        ("casa.db.key", (), "house-key-there"),
        ("config", (), "house-key-there"),
        ("k", ("--key", "{}/k"), "house-key-there"),
        ("casa.db.key", ("--key", "{}/k"), "house-key-there"),
        ("config", ("--key", "{}/k"), "house-key-there"),
        ("casa.db.witness", (), "house-witness-there"),
        ("state", (), "house-witness-there"),
        ("w", ("--witness", "{}/w"), "house-witness-there"),
        ("casa.db.witness", ("--witness", "{}/w"), "house-witness-there"),
        ("state", ("--witness", "{}/w"), "house-witness-there"),
    ],
)
def test_a_house_is_made_over_nothing(tmp_path: Path, there: str, given: tuple[str, ...], code: str) -> None:
    """A store, a key or a witness: where it is named, beside the database, or in the folders of the user."""
    store = tmp_path / "casa.db"
    kinds = {"config": default_paths.KEY, "state": default_paths.WITNESS}
    file = default_paths.away_from(store, kinds[there]) if there in kinds else tmp_path / there
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("old", "utf-8")
    before = everything(tmp_path)
    said = output.say(code, key=str(file), witness=str(file), store=str(store))
    words = [one.replace("{}", str(tmp_path)) for one in given]
    assert founding("--store", str(store), *words) == (2, "", f"tapete: {said}\n")
    assert everything(tmp_path) == before
    assert file.read_text("utf-8") == "old"


@pytest.mark.parametrize(("has_hall", "is_bare", "is_refused"), [(0, 0, 0), (1, 1, 0), (1, 0, 1), (0, 1, 0)])
def test_a_server_has_room_for_a_house_where_it_has_no_store_or_a_bare_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, has_hall: int, is_bare: int, is_refused: int
) -> None:
    monkeypatch.setattr(stores, "has_hall", lambda store: bool(has_hall))
    monkeypatch.setattr(stores, "is_bare", lambda store: bool(is_bare))
    monkeypatch.setattr(init, "_fill", lambda *_, **__: WORD)
    status, said, beside = founding("--store", SERVER, "--key", f"{tmp_path}/k/key", "--witness", f"{tmp_path}/w/seen")
    if is_refused:
        sentence = output.say("house-store-there", store="postgresql://ana@db/casa")
        assert (status, said, beside) == (2, "", f"tapete: {sentence}\n")
        assert everything(tmp_path) == {}
    else:
        assert (status, beside) == (0, "")
        assert said.splitlines()[1] == (
            f"  tapete serve --store postgresql://ana@db/casa --key {tmp_path}/k/key --witness {tmp_path}/w/seen"
        )
        assert everything(tmp_path) == {"k": 0o700, "k/key": 0o600, "w": 0o700, "w/seen": 0o600}


def test_a_house_at_a_server_has_a_witness_where_one_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stores, "has_hall", lambda store: False)
    monkeypatch.setattr(init, "_fill", lambda *_, **__: WORD)
    assert founding("--store", SERVER, "--key", f"{tmp_path}/key")[0] == 0
    assert everything(tmp_path) == {"key": 0o600}


ERRORS: tuple[Exception, ...] = (
    StoreError("store-locked", file="x"),
    KeyFileError("key-broken", key="x"),
    LiveError("not-answered"),
    RandomnessError("no-randomness", test="repetition"),
    OSError(28, "full"),
    typer.Exit(2),
)


@pytest.mark.parametrize("error", ERRORS, ids=lambda one: type(one).__name__)
@pytest.mark.parametrize("is_there", [False, True])
def test_where_a_house_cannot_be_made_nothing_stays_but_what_somebody_else_needs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, is_there: bool
) -> None:
    """A store that somebody else has made meanwhile keeps the key."""
    store = tmp_path / "casa.db"

    def failing(draft: str, *_: Any, **__: Any) -> str:
        Path(draft + ".lock").touch()
        if is_there:
            store.touch()
        raise error

    monkeypatch.setattr(init, "_fill", failing)
    status, said, beside = founding("--store", str(store), "--key", f"{tmp_path}/key")
    assert (status, said) == (2, "")
    assert (beside != "") is not isinstance(error, typer.Exit)
    assert sorted(everything(tmp_path)) == (["casa.db", "key"] if is_there else [])


def test_a_store_that_is_made_meanwhile_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = tmp_path / "casa.db"

    def slow(draft: str, *_: Any, **__: Any) -> str:
        store.write_text("of somebody else", "utf-8")
        return WORD

    monkeypatch.setattr(init, "_fill", slow)
    said = output.say("house-store-there", store=str(store))
    assert founding("--store", str(store), "--key", f"{tmp_path}/key") == (2, "", f"tapete: {said}\n")
    assert store.read_text("utf-8") == "of somebody else"
    assert sorted(name for name in everything(tmp_path) if "state" not in name) == ["casa.db", "key"]
    assert not default_paths.away_from(store, default_paths.WITNESS).exists()


@pytest.mark.parametrize("as_json", [False, True])
@pytest.mark.parametrize("origin", ["", "https://casa.example"])
def test_an_invitation_is_drawn_where_its_pages_have_an_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, origin: str, as_json: bool
) -> None:
    drawn: list[Any] = []

    class Code:
        def __init__(self, text: str, **how: Any) -> None:
            drawn.append((text, how))

        def terminal(self, out: io.StringIO | None = None, **how: Any) -> None:
            drawn.append((out, how))

    monkeypatch.setattr(segno, "make", Code)
    monkeypatch.setattr(init, "_fill", lambda *_, **__: WORD)
    words = (*(("--origin", origin) if origin else ()), *(("--json",) if as_json else ()))
    status, said, beside = founding("--store", f"{tmp_path}/casa.db", *words)
    assert (status, beside) == (0, "")
    link = f"{origin}/personal/alta"
    assert drawn == (
        [(f"{link}#{WORD}", {"micro": False}), (None, {"compact": True, "border": 2})] if origin and not as_json else []
    )
    if not as_json:
        key = default_paths.away_from(tmp_path / "casa.db", default_paths.KEY)
        founded = output.say("house-founded", store=f"{tmp_path}/casa.db", key=str(key))
        assert said.splitlines() == [
            f"Casa: {founded}",
            f"  tapete serve --store {tmp_path}/casa.db",
            *output.say("house-invitation", director="dora", path=link).splitlines(),
            f"  {WORD}",
        ]
