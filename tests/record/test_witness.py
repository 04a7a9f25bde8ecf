"""The witness, the writers who did not close, and times that cannot be right (T19)."""

import resource
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tapete.live import Keys
from tapete.record.checkpoints import Checkpoint, sign_checkpoint
from tapete.record.entry import Entry
from tapete.record.report import Findings
from tapete.record.signatures import KeptEntry, judge_times, unclosed_writers
from tapete.record.witness import WitnessError, WitnessReading, append, copy_for, inspect, read
from tests.support.rows import rows


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


def test_a_write_that_fails_names_its_file(path: Path) -> None:
    """So that on a full disk room is made where it lacks: of a house its store, key and witness may lie apart."""
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    key = path.with_name("key")
    writes: dict[Path, Callable[[], object]] = {path: lambda: append(path, [ONE]), key: lambda: Keys.load(key)}
    for file, write in writes.items():
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, limit[1]))
        try:
            with pytest.raises(OSError, match=str(file)):
                write()
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limit)


@rows("left", [b"", b"{", b'{"table":"t"', b"x" * 200_000])
def test_a_line_that_does_not_end_is_cut_off_before_the_next(tmp_path: Path, left: bytes) -> None:
    path = tmp_path / "witness"
    append(path, [ONE])
    whole = path.read_bytes()
    path.write_bytes(whole + left)
    assert inspect(path) == WitnessReading((ONE,), (), left != b"")
    assert read(path) == (ONE,)
    append(path, [TWO])
    assert inspect(path) == WitnessReading((ONE, TWO))


@rows("bad", [b"nothing", b"{}", b"", b"[1]", None])
def test_a_whole_line_that_is_no_checkpoint_is_named_by_its_number(tmp_path: Path, bad: bytes | None) -> None:
    path = tmp_path / "witness"
    append(path, [ONE, TWO])
    first, second = path.read_bytes().splitlines()
    twice = second[:-1] + b',"version":2}'
    path.write_bytes(b"\n".join((first, twice if bad is None else bad, second, bad or twice, b"")))
    assert inspect(path) == WitnessReading((ONE, TWO), (2, 4))
    with pytest.raises(WitnessError) as found:
        read(path)
    assert (found.value.code, found.value.facts) == ("witness-line", {"file": str(path), "line": 2})


def test_a_copy_of_a_store_takes_no_checkpoint_of_what_came_after_it(path: Path) -> None:
    append(path, [ONE, TWO, THREE, said(5, "u"), said(6, "u")])
    heads = {"t": 2, "u": 5}
    copy: Any = SimpleNamespace(head=lambda table: SimpleNamespace(version=heads[table]))
    other = path.with_name("copy")
    other.write_bytes(copy_for(copy, path))
    assert read(other) == (ONE, TWO, said(5, "u"))


def test_lines_that_are_written_otherwise_are_named_by_their_numbers(path: Path) -> None:
    append(path, [ONE, TWO, THREE])
    first, second, third = path.read_bytes().splitlines()
    path.write_bytes(b"\r\n".join((first, second, third, b"")))
    assert (inspect(path).checkpoints, inspect(path).respelled_lines) == ((ONE, TWO, THREE), (1, 2, 3))
    path.write_bytes(b"\n".join((b"\xef\xbb\xbf" + first, second, third[:-1] + b',"epoch":0}', b"")))
    assert (inspect(path).checkpoints, inspect(path).respelled_lines) == ((ONE, TWO, THREE), (1, 3))
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


def test_a_leap_of_a_clock_that_was_put_right_is_told_of_one_line_alone(path: Path) -> None:
    """A hall whose clock ran ahead for a minute is not accused of every line that it writes afterwards."""
    ahead = msgspec.structs.replace(TWO, time=TWO.time.replace("2026", "2027"))
    after = [msgspec.structs.replace(THREE, table=name) for name in ("b", "c", "d")]
    append(path, (ONE, ahead, *after))
    assert inspect(path).moved_lines == (3,)


def test_what_another_key_says_of_a_table_is_in_an_order_of_its_own(path: Path) -> None:
    """A later writer may begin anew, after a copy was put back."""
    for change, moved in (({}, (2,)), ({"key": "2" * 64}, ()), ({"epoch": 1}, ())):
        append(path, (THREE, msgspec.structs.replace(ONE, **change)))
        assert inspect(path).moved_lines == moved
        path.unlink()


SIGNER = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))


def signed(version: int, epoch: int, **fields: Any) -> Checkpoint:
    unsigned = Checkpoint("t", version, f"{version:064x}", "2026-03-01T12:00:00+00:00", "", epoch=epoch)
    return sign_checkpoint(SIGNER, msgspec.structs.replace(unsigned, **fields))


def closed(version: int, epoch: int) -> Checkpoint:
    return signed(version, epoch, is_closed=True)


def unclosed(wrote: Sequence[int], *fitting: Checkpoint) -> list[tuple[int, int]]:
    kept = [KeptEntry(version, f"{version:064x}", None, epoch) for version, epoch in enumerate(wrote, start=1)]
    return [tuple(one) for one in unclosed_writers("t", kept, fitting, fitting)]


@rows(
    "wrote, fitting, found",
    [
        ((1, 1, 2), (closed(2, 1), signed(2, 2)), []),
        ((1, 1, 2), (signed(2, 1), signed(2, 2)), [(1, 2)]),
        ((1, 1), (closed(2, 1), signed(2, 2), closed(2, 3)), [(2, 2)]),
        ((1, 1, 3, 5), (signed(1, 1), signed(2, 3), closed(3, 3), signed(3, 5)), [(1, 2)]),
        ((1, 1, 2), (signed(2, 0), signed(3, 0)), [(1, 2)]),
        ((1, 1, 1), (signed(2, 1),), []),
    ],
)
def test_a_writer_whom_another_followed_is_named_unless_he_closed(wrote: Any, fitting: Any, found: Any) -> None:
    assert unclosed(wrote, *fitting) == found


def test_whoever_vouches_for_a_table_or_puts_it_back_writes_no_entry_that_could_be_cut() -> None:
    assert unclosed((1, 1), closed(2, 1), signed(2, 2, adopted_from=1), closed(2, 3)) == []
    assert unclosed((1, 1), closed(2, 1), signed(2, 2, restored_from=2), closed(2, 3)) == []
    assert unclosed((1, 1, 2), closed(2, 1), signed(2, 2, adopted_from=1), closed(3, 3)) == [(2, 3)]


NOON = "2026-03-01T12:00:00+00:00"
BEFORE_5, BEFORE_6 = "2026-03-01T11:59:55+00:00", "2026-03-01T11:59:54+00:00"
A_DAY_LATER, A_DAY_AND_A_SECOND_LATER = "2026-03-02T12:00:00+00:00", "2026-03-02T12:00:01+00:00"
AFTER_5, AFTER_6 = "2026-03-01T12:00:05+00:00", "2026-03-01T12:00:06+00:00"


def warned(times: Sequence[str], said: Sequence[tuple[int, str]] = (), now: str = "") -> dict[str, dict[str, Any]]:
    """Return what is warned of entries at some times, with checkpoints of versions at theirs."""
    found = Findings("t")
    same: dict[str, Any] = {"table": "t", "game": "toy", "by": "ana", "epoch": 1, "edition": "1", "act": {}}
    entries = [Entry(version=version, time=time, **same) for version, time in enumerate(times, 1)]
    judge_times(found, entries, [Checkpoint("t", version, "", time, "") for version, time in said], now)
    return {one.code: one.facts for one in found.warnings}


def test_a_clock_may_be_set_back_by_five_seconds() -> None:
    assert warned([NOON, NOON, AFTER_6], now=AFTER_6) == {}
    assert warned([NOON, BEFORE_5]) == {}
    assert warned([NOON, BEFORE_6]) == {"time-fell": {"count": 1, "first": 2}}
    assert warned([NOON, BEFORE_6, NOON, BEFORE_5, NOON, BEFORE_6]) == {"time-fell": {"count": 2, "first": 2}}


@rows(
    "time, is_likely",
    [
        ("2024-12-31T23:59:59+00:00", False),
        ("2025-01-01T00:00:00+00:00", True),
        ("2025-01-01T00:59:59+01:00", False),
        (A_DAY_LATER, True),
        (A_DAY_AND_A_SECOND_LATER, False),
    ],
)
def test_nothing_happened_before_the_engine_or_a_day_after_the_audit(time: str, is_likely: bool) -> None:
    assert ("time-unlikely" not in warned([time], now=NOON)) is is_likely


@rows(
    "said, strange",
    [
        ([(2, BEFORE_5)], []),
        ([(2, BEFORE_6)], [2]),
        ([(1, BEFORE_6)], [1]),
        ([(1, AFTER_5)], []),
        ([(1, AFTER_6)], [2]),
        ([(0, AFTER_6)], [1]),
        ([(2, "no time"), (2, BEFORE_6)], [2]),
        ([(2, BEFORE_6), (1, AFTER_6), (2, AFTER_6)], [2, 3]),
    ],
)
def test_a_signature_says_that_its_entry_was_there_and_the_next_was_not(said: Any, strange: Any) -> None:
    found = warned([NOON, NOON, NOON], said).get("time-unlikely", {"count": 0, "first": 0})
    assert (found["count"], found["first"]) == (len(strange), strange[0] if strange else 0)
