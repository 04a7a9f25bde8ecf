"""A copy put back into a database of a server, or a file: what is done there in which order, and when nothing is."""

from __future__ import annotations

import json
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from typer.testing import CliRunner

import tapete.live
import tapete.live.recovery
import tapete.live.restoring
import tapete.record.store
from tapete.cli import app, output, restore, stores
from tapete.live.restoring import LostEntries
from tapete.record.store import StoreError, copies

SERVER = "postgresql://rosa:secret@here/hall"


@pytest.mark.parametrize(
    ("has_hall", "is_bare", "has_room"),
    [(False, False, True), (False, True, True), (True, True, True), (True, False, False)],
)
def test_a_server_has_room_where_it_has_no_store_or_a_bare_one(
    has_hall: bool, is_bare: bool, has_room: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(stores, "has_hall", lambda store: asked.append(store) or has_hall)
    monkeypatch.setattr(stores, "is_bare", lambda store: is_bare)
    monkeypatch.setattr(copies, "require_room", lambda file: pytest.fail(str(file)))
    found = None
    try:
        restore._require_room(SERVER)
    except StoreError as error:
        found = error.code
    assert (found, asked) == (None if has_room else "restore-not-empty", [SERVER])


def test_a_file_has_room_where_nothing_lies_in_its_place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    asked: list[Path] = []
    monkeypatch.setattr(copies, "require_room", asked.append)
    monkeypatch.setattr(stores, "has_hall", lambda store: pytest.fail(store))
    restore._require_room(f"sqlite:///{tmp_path}/hall.db")
    assert asked == [tmp_path / "hall.db"]


@pytest.mark.parametrize("is_server", [True, False])
def test_a_copy_is_signed_before_it_is_put_in_its_place(
    is_server: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    steps: list[Any] = []
    drafts: list[Path] = []

    class Opened:
        def __init__(self, address: str) -> None:
            steps.append(("open", Path(address) == drafts[0]))

        def __enter__(self) -> str:
            return "the copy"

        def __exit__(self, *_: object) -> None:
            steps.append("close")

    def copied(file: Path, draft: Path) -> None:
        drafts.append(draft)
        steps.append(("copy", file, draft.stat().st_mode & 0o777))

    monkeypatch.setattr(copies, "copy_file", copied)
    monkeypatch.setattr(tapete.record.store, "open_store", Opened)
    monkeypatch.setattr(tapete.live, "SystemClock", lambda: SimpleNamespace(wall=lambda: "now"))
    monkeypatch.setattr(tapete.live.restoring, "sign_restoring", lambda *given: steps.append(("sign", *given)))
    monkeypatch.setattr(copies, "put_back", lambda draft, url: steps.append(("put", draft == drafts[0], url)))
    file, keys, said, seen = tmp_path / "copy.db", object(), (), tmp_path / "seen"
    target = tmp_path / "hall.db"
    restore._put_back(file, SERVER if is_server else str(target), keys, said, seen)  # type: ignore[arg-type]
    put = [("put", True, SERVER)] if is_server else []
    signed = ("sign", "the copy", keys, said, "now", seen)
    assert steps == [("copy", file, 0o600), ("open", True), signed, "close", *put]
    assert (target.exists(), drafts[0].exists()) == (not is_server, False)


LOST = LostEntries("t1", 3, 5, "2026-01-02T03:04:05+01:00")


@pytest.mark.parametrize("as_json", [True, False])
@pytest.mark.parametrize(
    ("lost", "older", "is_done"), [((), False, True), ((), True, True), ((LOST,), False, False), ((LOST,), True, True)]
)
def test_an_older_copy_is_put_back_only_where_that_is_asked_for(
    lost: tuple[LostEntries, ...],
    older: bool,
    is_done: bool,
    as_json: bool,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    put: list[Any] = []
    copy, key, store = (tmp_path / one for one in ("copy.db", "key", "back.db"))
    seen, keys = store.with_name("back.db.witness"), SimpleNamespace(public="of the hall")
    for one in (copy, key, seen):
        one.touch()
    monkeypatch.setattr(tapete.live, "Keys", SimpleNamespace(load=lambda file: keys))
    monkeypatch.setattr(tapete.live.recovery, "witness_fault", lambda *given: None)
    monkeypatch.setattr(tapete.record.store, "open_store", lambda where, *, read_only: nullcontext((where, read_only)))
    monkeypatch.setattr(tapete.live.restoring, "lost_entries", lambda *given: put.append(given) or lost)
    monkeypatch.setattr(restore, "_put_back", lambda *given: put.append(given))
    words = ["restore", str(copy), str(store), "--key", str(key), "--lang", "en"]
    found = CliRunner().invoke(app, [*words, *(["--older"] if older else []), *(["--json"] if as_json else [])])
    due: list[Any] = [((str(copy), True), (), keys)]
    assert put == due + ([(copy, str(store), keys, (), seen)] if is_done else [])
    assert (found.exit_code, found.stderr) == (0 if is_done else 1, "")
    facts = {"table": "t1", "last": 3, "known": 5, "time": LOST.time}
    if as_json:
        told = {"restored": is_done, "store": str(store), "lost": [facts] if lost else [], "witnessed": True}
        assert json.loads(found.stdout) == told
    else:
        output.set_lang(["--lang", "en"])
        lines = [f"  {output.say('restore-lost', **facts)}"] if lost else []
        end = output.say("restore-done" if is_done else "restore-older", store=str(store))
        assert found.stdout == "\n".join([*lines, end]) + "\n"
