"""A copy put back into a database of a server, and the rights of its hall: what is done there, and when it is not."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from typer.testing import CliRunner

import tapete.live
import tapete.live.restoring
import tapete.record.store
import tapete.record.store.engine
from tapete.cli import app, output, restore, stores
from tapete.record.store import StoreError, copies, roles

SERVER, SHOWN = "postgresql://rosa:secret@here/hall", "postgresql://rosa@here/hall"


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


class Granted:
    """A database of a server whose rights are given: what is done, in order."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, error: Exception | None = None) -> None:
        self.steps: list[Any] = []
        engine = SimpleNamespace(dispose=lambda: self.steps.append("dispose"))
        monkeypatch.setattr(stores, "has_hall", lambda store: self.steps.append(("looked at", store)))
        monkeypatch.setattr(
            tapete.record.store.engine, "connect", lambda url: self.steps.append(str(url.host)) or engine
        )
        monkeypatch.setattr(tapete.record.store, "open_store", self.open)
        monkeypatch.setattr(
            roles, "grants", lambda given, role: iter((f"GRANT {given is engine} TO {role}", "REVOKE x"))
        )
        monkeypatch.setattr(roles, "grant", self.grant)
        self.engine, self.error = engine, error

    def open(self, store: str) -> Any:
        self.steps.append(("open", store))
        return SimpleNamespace(close=lambda: self.steps.append("close"))

    def grant(self, engine: Any, role: str) -> None:
        self.steps.append(("grant", engine is self.engine, role))
        if self.error is not None:
            raise self.error


def asked(*words: str) -> tuple[int, str, str]:
    found = CliRunner().invoke(app, ["store", "grant", *words, "--lang", "en"])
    return found.exit_code, found.stdout, found.stderr


def test_tables_are_brought_up_to_date_before_a_role_is_given_its_rights(monkeypatch: pytest.MonkeyPatch) -> None:
    granted = Granted(monkeypatch)
    status, said, wrong = asked(SERVER, "hall")
    output.set_lang(["--lang", "en"])
    told = output.say("store-granted", store=SHOWN, role="hall")
    assert (status, said, wrong) == (0, f"{told}\n", "")
    assert granted.steps == [
        ("looked at", SERVER),
        "here",
        ("open", SERVER),
        "close",
        ("grant", True, "hall"),
        "dispose",
    ]


def test_the_statements_are_printed_and_not_run(monkeypatch: pytest.MonkeyPatch) -> None:
    granted = Granted(monkeypatch)
    assert asked(SERVER, "hall", "--sql") == (0, "GRANT True TO hall;\nREVOKE x;\n", "")
    assert granted.steps == [("looked at", SERVER), "here", "dispose"]


def test_rights_that_cannot_be_given_are_told_without_a_password(monkeypatch: pytest.MonkeyPatch) -> None:
    granted = Granted(monkeypatch, StoreError("store-locked", file="x"))
    status, said, wrong = asked(SERVER, "hall")
    output.set_lang(["--lang", "en"])
    why = output.why(StoreError("store-locked", file="x"))
    assert (status, said, wrong) == (2, "", f"tapete: {output.say('store-failed', store=SHOWN, why=why)}\n")
    assert granted.steps[-1] == "dispose"


def test_a_file_has_no_roles(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    granted = Granted(monkeypatch)
    status, said, wrong = asked(f"{tmp_path}/hall.db", "hall")
    output.set_lang(["--lang", "en"])
    told = output.say("store-without-roles", store=f"{tmp_path}/hall.db")
    assert (status, said, wrong, granted.steps) == (2, "", f"tapete: {told}\n", [])
