"""A copy put back into a database of a server, or a file: what is done there in which order, and when nothing is."""

from __future__ import annotations

from pathlib import Path

import pytest

from tapete.cli import restore, stores
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
