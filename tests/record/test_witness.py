"""The witness file: whole lines of checkpoints, whatever a writer that stopped in the middle of one left behind it."""

from __future__ import annotations

import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from tapete.record import witness
from tapete.record.checkpoints import Checkpoint
from tapete.record.witness import WitnessError, WitnessReading, append, copy_for, inspect, is_writable, read


def said(version: int, table: str = "t") -> Checkpoint:
    return Checkpoint(table, version, "0" * 64, "2026-03-01T12:00:00+00:00", "1" * 64)


ONE, TWO, THREE = (said(version) for version in (1, 2, 3))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "witness"


def test_what_is_appended_is_read_in_order(path: Path) -> None:
    assert read(path) == ()
    append(path, [ONE])
    append(path, [TWO, THREE])
    append(path, [])
    assert read(path) == (ONE, TWO, THREE)
    assert inspect(path) == WitnessReading((ONE, TWO, THREE))
    assert path.read_bytes().count(b"\n") == 3
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("left", [b"", b"{", b'{"table":"t"', b"x" * 200_000])
def test_a_line_that_does_not_end_is_cut_off_before_the_next(path: Path, left: bytes) -> None:
    append(path, [ONE])
    whole = path.read_bytes()
    path.write_bytes(whole + left)
    assert inspect(path) == WitnessReading((ONE,), (), left != b"")
    assert read(path) == (ONE,)
    append(path, [TWO])
    assert inspect(path) == WitnessReading((ONE, TWO))


def test_a_file_without_a_whole_line_begins_anew(path: Path) -> None:
    path.write_bytes(b"{" * (2 * witness.BLOCK + 1))
    append(path, [ONE])
    assert inspect(path) == WitnessReading((ONE,))


@pytest.mark.parametrize("length", [witness.BLOCK - 1, witness.BLOCK, witness.BLOCK + 1])
def test_the_end_of_the_last_line_is_found_wherever_a_block_begins(path: Path, length: int) -> None:
    append(path, [ONE])
    whole = path.read_bytes()
    path.write_bytes(whole + b"x" * length)
    append(path, [TWO])
    assert path.read_bytes()[: len(whole)] == whole
    assert read(path) == (ONE, TWO)


@pytest.mark.parametrize("bad", [b"nothing", b"{}", b"", b"[1]", None])
def test_a_whole_line_that_is_no_checkpoint_is_named_by_its_number(path: Path, bad: bytes | None) -> None:
    append(path, [ONE, TWO])
    first, second = path.read_bytes().splitlines()
    twice = second[:-1] + b',"version":2}'
    path.write_bytes(b"\n".join((first, twice if bad is None else bad, second, bad or twice, b"")))
    assert inspect(path) == WitnessReading((ONE, TWO), (2, 4))
    with pytest.raises(WitnessError) as found:
        read(path)
    assert (found.value.code, found.value.facts) == ("witness-line", {"file": str(path), "line": 2})


def test_a_disk_that_takes_a_part_keeps_nothing_of_it(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    append(path, [ONE])
    before, write = path.read_bytes(), os.write
    monkeypatch.setattr(os, "write", lambda handle, data: write(handle, data[:-5]))
    with pytest.raises(OSError, match="only a part"):
        append(path, [TWO])
    assert path.read_bytes() == before


def test_the_disk_has_the_lines_and_of_a_new_file_its_name_too(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[str] = []
    monkeypatch.setattr(os, "fsync", lambda handle: synced.append(os.readlink(f"/proc/self/fd/{handle}")))
    append(path, [ONE])
    assert synced == [str(path), str(path.parent)]
    append(path, [TWO])
    assert synced[2:] == [str(path)]


def test_a_copy_of_a_store_takes_no_checkpoint_of_what_came_after_it(path: Path) -> None:
    append(path, [ONE, TWO, THREE, said(5, "u"), said(6, "u")])
    heads = {"t": 2, "u": 5}
    copy: Any = SimpleNamespace(head=lambda table: SimpleNamespace(version=heads[table]))
    other = path.with_name("copy")
    other.write_bytes(copy_for(copy, path))
    assert read(other) == (ONE, TWO, said(5, "u"))


def test_whether_it_can_be_written_is_known_without_writing(path: Path) -> None:
    assert is_writable(path)
    assert not path.exists()
    append(path, [ONE])
    assert is_writable(path)
    assert not is_writable(path.parent)
    assert not is_writable(path.parent / "missing" / "witness")


@pytest.mark.parametrize(
    ("times", "moved"),
    [
        (("12:00:00", "12:01:00", "12:02:00"), ()),
        (("12:00:00", "12:01:00", "12:00:55"), ()),
        (("12:00:00", "12:01:00", "12:00:54"), (3,)),
        (("12:02:00", "12:00:00", "12:01:00"), (2, 3)),
        (("12:02:00", "no time", "12:01:00"), (3,)),
    ],
)
def test_a_hall_writes_of_all_its_tables_in_the_order_of_time(
    path: Path, times: tuple[str, ...], moved: tuple[int, ...]
) -> None:
    """Set by table, or mixed from two files, each table may be in its order. A clock may be set back by seconds."""
    append(path, [msgspec.structs.replace(said(1, f"t{at}"), time=f"2026-03-01T{time}+00:00")
                  for at, time in enumerate(times)])  # fmt: skip
    assert inspect(path).moved_lines == moved
    lines = [msgspec.structs.replace(one, key=f"{at}") for at, one in enumerate(read(path))]
    path.unlink()
    append(path, lines)
    assert inspect(path).moved_lines == (), "each signer has his own clock"


@pytest.mark.parametrize("time", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "12:00"])
def test_no_time_of_a_line_stops_its_reading(path: Path, time: str) -> None:
    append(path, [ONE, msgspec.structs.replace(TWO, time=time), THREE])
    assert len(inspect(path).checkpoints) == 3


def test_lines_that_are_written_otherwise_are_named_by_their_numbers(path: Path) -> None:
    append(path, [ONE, TWO, THREE])
    first, second, third = path.read_bytes().splitlines()
    path.write_bytes(b"\r\n".join((first, second, third, b"")))
    assert (inspect(path).checkpoints, inspect(path).respelled_lines) == ((ONE, TWO, THREE), (1, 2, 3))
    path.write_bytes(b"\n".join((first, b" " + second, third[:-1] + b',"epoch":0}', b"")))
    assert (inspect(path).checkpoints, inspect(path).respelled_lines) == ((ONE, TWO, THREE), (2, 3))
    path.write_bytes(b"\r".join((first, second, third, b"")))
    assert inspect(path) == WitnessReading((), (), True), "no line ends"


def test_lines_that_nobody_appends_so_are_named_by_their_numbers(path: Path) -> None:
    append(path, (ONE, TWO, THREE))
    lines = path.read_bytes().splitlines(keepends=True)
    others = [msgspec.structs.replace(one, table="otra") for one in (ONE, TWO, THREE)]
    assert not inspect(path).moved_lines
    path.write_bytes(b"".join(lines[::-1]))
    assert (inspect(path).moved_lines, inspect(path).repeated_lines) == ((2, 3), ())
    path.write_bytes(b"".join((*lines, lines[2], lines[0])))
    assert (inspect(path).moved_lines, inspect(path).repeated_lines) == ((), (4, 5))
    path.write_bytes(b"".join((lines[1], b"{}\n", lines[0])))
    assert (inspect(path).moved_lines, inspect(path).unreadable_lines) == ((3,), (2,))
    path.unlink()
    append(path, (THREE, *others))
    assert inspect(path) == WitnessReading((THREE, *others)), "each table has its own order"


@pytest.mark.parametrize(
    ("change", "moved"), [({}, (2,)), ({"table": "otra"}, ()), ({"key": "2" * 64}, ()), ({"epoch": 1}, ())]
)
def test_what_another_key_says_of_a_table_is_in_an_order_of_its_own(
    path: Path, change: dict[str, Any], moved: tuple[int, ...]
) -> None:
    """So is what is said of another table; a later writer may begin anew, after a copy was put back."""
    append(path, (THREE, msgspec.structs.replace(ONE, **change)))
    assert inspect(path).moved_lines == moved
