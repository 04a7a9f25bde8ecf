"""Copies of small files beside a store, and a place for a store that nothing stands in."""

from __future__ import annotations

from pathlib import Path

import pytest

from tapete.record.store import StoreError
from tapete.record.store.copies import BESIDE, copy_beside, forget, require_room


def test_a_copied_file_has_the_same_bytes_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    source, copy = tmp_path / "key", tmp_path / "copies.key"
    source.write_bytes(bytes(range(256)))
    copy_beside(source, copy)
    assert copy.read_bytes() == source.read_bytes() == bytes(range(256))
    assert copy.stat().st_mode & 0o777 == 0o600
    assert sorted(one.name for one in tmp_path.iterdir()) == ["copies.key", "key"]


def test_no_file_is_written_over(tmp_path: Path) -> None:
    source, there = tmp_path / "key", tmp_path / "there"
    source.write_bytes(b"new")
    there.write_bytes(b"old")
    with pytest.raises(StoreError) as refused:
        copy_beside(source, there)
    assert (refused.value.code, there.read_bytes()) == ("copy-there", b"old")


@pytest.mark.parametrize("end", ["", *BESIDE])
def test_there_is_no_room_where_a_store_or_a_rest_of_one_stands(tmp_path: Path, end: str) -> None:
    file = tmp_path / "hall.db"
    for beside in ("hall.db.copy", "other.db", "hall.key"):
        (tmp_path / beside).touch()
    require_room(file)
    (tmp_path / f"hall.db{end}").touch()
    with pytest.raises(StoreError) as refused:
        require_room(file)
    assert (refused.value.code, refused.value.facts) == ("store-there", {"file": str(tmp_path / f"hall.db{end}")})


def test_a_file_is_taken_back_whether_it_is_there_or_not(tmp_path: Path) -> None:
    file = tmp_path / "hall.db"
    for _ in range(2):
        file.touch()
        forget(file)
        assert not file.exists()
        forget(file)
