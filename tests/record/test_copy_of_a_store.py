"""A store in one file copied into another: whole under its name or not at all, and never over a file that is there."""

from __future__ import annotations

import errno
import os
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import BigInteger, create_engine, insert, select

from tapete.record.store import StoreError, copies, open_store, schema
from tapete.record.store.copies import copy_file, copy_rows, new_file, take_copy
from tapete.record.store.engine import migrate
from tests.support.record.names import name_of, name_person


def names(folder: Path) -> list[str]:
    return sorted(one.name for one in folder.iterdir())


def refusal(work: Any, *of: Any) -> tuple[str, dict[str, Any]]:
    with pytest.raises(StoreError) as refused:
        work(*of)
    return refused.value.code, refused.value.facts


@pytest.mark.parametrize("address", ["{}", "sqlite:///{}"])
def test_a_copy_is_a_store_with_the_same_rows_that_only_its_owner_reads(tmp_path: Path, address: str) -> None:
    kept, copied = tmp_path / "kept", tmp_path / "copied"
    kept.mkdir()
    copied.mkdir()
    with open_store(str(kept / "hall.db")) as store:
        name_person(store, "p-1", "Leocadia")
        take_copy(address.format(kept / "hall.db"), copied / "hall.db")
    assert names(copied) == ["hall.db"]
    assert (copied / "hall.db").stat().st_mode & 0o777 == 0o600
    assert (kept / "hall.db").exists()
    with open_store(str(copied / "hall.db"), read_only=True) as store:
        assert name_of(store, "p-1") == "Leocadia"
        assert store.guard_faults() == ()
    with sqlite3.connect(copied / "hall.db") as made:
        assert made.execute("PRAGMA journal_mode").fetchone() == ("delete",)


def test_what_is_none_of_our_stores_is_not_copied(tmp_path: Path) -> None:
    file, copy = tmp_path / "other.db", tmp_path / "copy.db"
    sqlite3.connect(file).executescript("CREATE TABLE one (a INTEGER)")
    assert refusal(take_copy, str(file), copy) == ("no-store-here", {"file": str(file), "why": "SQLITE_ERROR"})
    file.write_bytes(b"these are no pages of a database" * 100)
    assert refusal(take_copy, str(file), copy) == ("no-store-here", {"file": str(file), "why": "SQLITE_NOTADB"})
    gone = tmp_path / "gone.db"
    assert refusal(take_copy, str(gone), copy) == ("no-store-here", {"file": str(gone), "why": "SQLITE_CANTOPEN"})
    assert names(tmp_path) == ["other.db"]


def test_a_store_whose_pages_are_damaged_is_not_copied(tmp_path: Path) -> None:
    file, draft = tmp_path / "hall.db", tmp_path / "draft"
    with sqlite3.connect(file) as made:
        made.executescript("CREATE TABLE alembic_version (version_num TEXT); CREATE TABLE one (a TEXT)")
        made.executescript("CREATE INDEX by_a ON one (a); INSERT INTO one VALUES ('x'), ('y'), ('z')")
        made.execute("PRAGMA writable_schema = ON")
        made.execute("UPDATE sqlite_master SET sql = 'CREATE INDEX by_a ON one (a DESC)' WHERE name = 'by_a'")
    made.close()
    draft.touch()
    assert refusal(copy_file, file, draft) == ("store-damaged", {"file": str(file)})


def test_a_draft_is_private_and_gone_whatever_becomes_of_it(tmp_path: Path) -> None:
    file = tmp_path / "copy.db"
    for error in (None, ValueError):
        try:
            with new_file(file) as draft:
                assert (draft.parent, draft.stat().st_mode & 0o777, draft.read_bytes()) == (tmp_path, 0o600, b"")
                assert draft.name.startswith(".copy.db.")
                assert not file.exists()
                draft.write_bytes(b"rows")
                for end in (".lock", "-journal", "-wal", "-shm"):
                    draft.with_name(draft.name + end).touch()
                if error is not None:
                    raise error
        except ValueError:
            pass
        assert names(tmp_path) == ([] if error else ["copy.db"])
        file.unlink(missing_ok=True)


def test_two_drafts_for_one_file_have_two_names_and_the_first_to_end_has_the_place(tmp_path: Path) -> None:
    file = tmp_path / "copy.db"

    def both() -> None:
        with new_file(file) as first:
            first.write_bytes(b"first")
            with new_file(file) as second:
                second.write_bytes(b"second")

    assert refusal(both) == ("copy-there", {"file": str(file)})
    assert (names(tmp_path), file.read_bytes()) == (["copy.db"], b"second")
    assert refusal(both) == ("copy-there", {"file": str(file)})
    assert file.read_bytes() == b"second"


@pytest.mark.parametrize("number", [errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP])
def test_on_a_disk_without_links_the_draft_becomes_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    def refused(*_: Any) -> None:
        raise OSError(number, "no links here")

    monkeypatch.setattr(os, "link", refused)
    with new_file(tmp_path / "copy.db") as draft:
        draft.write_bytes(b"rows")
    assert (names(tmp_path), (tmp_path / "copy.db").read_bytes()) == (["copy.db"], b"rows")
    assert (tmp_path / "copy.db").stat().st_mode & 0o777 == 0o600


def test_on_a_disk_without_links_no_file_is_written_over_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "copy.db"

    def refused(*_: Any) -> None:
        file.write_bytes(b"of another")  # at this very moment
        raise OSError(errno.EPERM, "no links here")

    monkeypatch.setattr(os, "link", refused)
    with pytest.raises(FileExistsError), new_file(file):
        pass
    assert (names(tmp_path), file.read_bytes()) == (["copy.db"], b"of another")


def test_any_other_fault_of_the_disk_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: Any) -> None:
        raise OSError(errno.EIO, "broken")

    monkeypatch.setattr(os, "link", refused)
    with pytest.raises(OSError, match="broken"), new_file(tmp_path / "copy.db"):
        pass
    assert names(tmp_path) == []


def test_a_draft_and_its_folder_are_on_the_disk_before_the_copy_is_called_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced = list[tuple[str, list[str]]]()
    true_sync = os.fsync

    def sync(handle: int) -> None:
        synced.append((os.readlink(f"/proc/self/fd/{handle}"), names(tmp_path)))
        true_sync(handle)

    monkeypatch.setattr(os, "fsync", sync)
    with new_file(tmp_path / "copy.db") as draft:
        pass
    assert synced == [(str(draft), [draft.name]), (str(tmp_path), [draft.name, "copy.db"])]


def test_every_row_of_every_table_is_copied_however_many_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copies, "AT_A_TIME", 2)
    source, target = create_engine("sqlite://"), create_engine("sqlite://")
    for engine in (source, target):
        migrate(engine)
    with source.begin() as reading, target.begin() as writing:
        for table in schema.metadata.sorted_tables:
            for at in range(5 if table is schema.people else 1):
                reading.execute(insert(table).values({one.name: value(one.type, at) for one in table.columns}))
        copy_rows(reading, writing)
        for table in schema.metadata.sorted_tables:
            found = writing.execute(select(table)).all()
            assert found == reading.execute(select(table)).all()
            assert len(found) == (5 if table is schema.people else 1)


def value(kind: Any, at: int) -> int | bytes | str:
    """Return a value for a column of a kind, another one for each row."""
    return at if isinstance(kind, BigInteger) else b"%d" % at if isinstance(kind, schema.Octets) else str(at)
