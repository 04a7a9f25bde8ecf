"""Days, exports and folders of them as sources, and records that go on from others."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tapete.record.canonical import canonical, sha256
from tapete.record.checkpoints import Checkpoint
from tapete.record.continuations import continuation_problems, judge_part
from tapete.record.day_files import read_folder
from tapete.record.entry import Entry, Head, StreamEnd
from tapete.record.export import ExportSource, Header
from tapete.record.report import Findings
from tapete.record.source import Part, SourceError
from tests.support.record.tables import TIME
from tests.support.rows import rows


def body(act: str = "other", **what: Any) -> bytes:
    return canonical({"act": {"what": {"act": act, **what}}})


def opens(day: str, *, balances: bool = False) -> bytes:
    return body("open-day", day=day, **({"has_balances": True} if balances else {}))


def tells(table: str) -> bytes:
    return body("follow-table", table=table)


def said(table: str, version: int) -> Checkpoint:
    return Checkpoint(table, version, "", f"at {version}", "")


HOUSE = [
    body(), tells("t0"), opens("d1"), tells("t1"), body(),
    opens("d2", balances=True), tells("t2"), tells("t1"),
    opens("d3"), tells("t3"),
]  # fmt: skip
FIRST, SECOND, THIRD = (
    Part("d1", Head(), 5),
    Part("d2", Head(5, sha256(HOUSE[4])), 8),
    Part("d3", Head(8, sha256(HOUSE[7])), 10),
)


# --- files ------------------------------------------------------------------------------------------------------------


def file(path: Path, table: str, *bodies: bytes, part: Part | None = None, private: bool = False, **more: Any) -> Path:
    """Write an export: each entry with its hash, and its tag."""
    head = Header(2, table, f"of {table}", private, part=part, checkpoints=(said(table, 1),), **more)
    lines = [canonical(head.tree())]
    lines += [b'{"entry":' + one + b',"hash":"h","tag":"g"}' for one in bodies]
    path.write_bytes(b"".join(line + b"\n" for line in lines))
    return path


HEAD: dict[str, Any] = {"tapete_export": 2, "table": "t", "game": "toy", "private": False}


@rows(
    "first, code, facts",
    [
        (canonical({**HEAD, "tapete_export": 0}), "export-format", {"found": 0, "known": 3}),
        (canonical({**HEAD, "tapete_export": 4}), "export-format", {"found": 4, "known": 3}),
        (canonical({**HEAD, "other": 1}), "not-an-export", {}),
        (b"", "not-an-export", {}),
        (b"[" * 100_000, "not-an-export", {}),
        (canonical(HEAD)[:-1] + b',"table":"t"}', "key-repeated", {}),
    ],
)
def test_a_file_that_is_no_export_is_said(tmp_path: Path, first: bytes, code: str, facts: dict[str, Any]) -> None:
    path = tmp_path / "one"
    path.write_bytes(first + b"\n")
    with pytest.raises(SourceError) as refused:
        ExportSource(path)
    assert (refused.value.code, refused.value.facts) == (code, {"file": str(path), **facts})


def folder(tmp_path: Path, *days: Part, tables: tuple[str, ...] = ()) -> Path:
    """Write a folder with days of the house, and tables beside them; the names of the files say nothing."""
    for number, day in enumerate(days):
        file(tmp_path / f"{number}.jsonl", "house", *HOUSE[day.after.version : day.last], part=day)
    for number, table in enumerate(tables):
        file(tmp_path / f"x{number}.jsonl", table, b"{}")
    (tmp_path / "notes.txt").write_text("no export")
    return tmp_path


@rows(
    "days, tables, groups",
    [
        ((), ("t1",), [("t1",)]),
        ((), ("t2", "t1"), [("t1", "t2")]),
        ((FIRST,), ("t1",), [("house", "t1")]),
        ((FIRST,), ("t1", "t8"), [("t8",), ("house", "t1")]),
        ((SECOND, FIRST), ("t0", "t1", "t2"), [("house", "t0", "t1"), ("house", "t1", "t2")]),
        ((THIRD, SECOND, FIRST), ("t3", "t9"), [("t9",), ("house",), ("house",), ("house", "t3")]),
        ((THIRD, FIRST), ("t2",), [("t2",), ("house",), ("house",)]),
    ],
)
def test_a_folder_is_one_record_or_the_days_in_their_order_each_with_its_tables(
    tmp_path: Path, days: Any, tables: Any, groups: Any
) -> None:
    """Tables of which no day here tells come first, without a house."""
    found = read_folder(folder(tmp_path, *days, tables=tables))
    assert [one.tables() for one in found] == groups
    strays = [None] * (len(groups) - len(days))
    assert [one.part("house") for one in found] == [*strays, *sorted(days, key=lambda one: one.after.version)]


# --- A record that goes on from another one, one day of a record by itself, and what one table leaves to  ---


def entry(table: str = "t", version: int = 1, act: Any = None, continues: StreamEnd | None = None) -> Entry:
    prev = "" if continues is None else continues.hash
    return Entry(
        table=table, game="toy", version=version, time=TIME, by="ana", epoch=1, edition="1", act=act or {},
        prev=prev, continues=continues,
    )  # fmt: skip


def told(found: Any) -> list[Any]:
    return [(type(one).__name__, getattr(one, "at", None), one.code, one.table, one.facts) for one in found]


def of_findings(found: Findings) -> list[Any]:
    return told([*found.problems, *found.warnings])


END = StreamEnd("old", 3, "e3")
HASHES = {"old": {2: "e2", 3: "e3"}, "t": {1: "x"}}


@rows("is_whole", [True, False])
@rows("end, wrong", [(None, False), (END, False), (StreamEnd("old", 2, "e3"), True), (StreamEnd("old", 4, "e3"), True)])
def test_a_record_goes_on_from_the_entry_that_it_names(end: Any, wrong: bool, is_whole: bool) -> None:
    found = continuation_problems({"t": entry(continues=end)}, HASHES, is_whole=is_whole)
    due = [("Problem", 1, "continued-differs", "t", {"before": "old", "version": end and end.version})]
    assert told(found) == (due if wrong else [])


def test_a_record_that_is_not_here_is_missed_where_everything_should_be() -> None:
    first = {"t": entry(continues=StreamEnd("gone", 7, "e"))}
    assert told(continuation_problems(first, HASHES, is_whole=True)) == [
        ("Problem", 1, "continued-missing", "t", {"before": "gone"})
    ]
    assert told(continuation_problems(first, HASHES, is_whole=False)) == [
        ("Reservation", None, "continued-absent", "t", {"before": "gone", "version": 7})
    ]


def test_no_two_records_go_on_from_the_same_one() -> None:
    first = {name: entry(name, continues=END) for name in ("c", "a", "b")}
    assert told(continuation_problems(first, HASHES, is_whole=True)) == [
        ("Problem", 1, "continued-twice", "b", {"before": "old", "other": "a"}),
        ("Problem", 1, "continued-twice", "c", {"before": "old", "other": "b"}),
    ]


DAY = Part("2026-01-02", Head(4, "h4"), 6)
ALONE = ("Reservation", None, "day-alone", "t", {"day": DAY.day})


def opening(day: Any, version: int = 5) -> Entry:
    return entry("house", version, {"what": {"act": "open-day", "day": day}})


@rows(
    "entries, wrong",
    [
        ([opening(DAY.day), entry(version=6)], []),
        ([entry(version=5, act={"what": "none"}), opening(DAY.day, 6)], []),
        ([entry(version=5), entry(version=6)], [("day-other", 5, {"found": "-"})]),
        ([opening("2026-01-03"), entry(version=6)], [("day-other", 5, {"found": "2026-01-03"})]),
        (
            [opening(DAY.day), opening("2026-01-03", 6)],
            [("day-other", 5, {"found": "2026-01-02, 2026-01-03"})],
        ),
        (
            [entry(version=6, act={"what": {"act": "close-day", "day": DAY.day}})],
            [("day-other", 5, {"found": "-"})],
        ),
        ([opening(DAY.day)], [("day-cut", 5, {"last": 6, "found": 5})]),
        ([opening(DAY.day), entry(version=7)], [("day-cut", 7, {"last": 6, "found": 7})]),
        ([], [("day-other", 5, {"found": "-"}), ("day-cut", 4, {"last": 6, "found": 4})]),
    ],
)
def test_one_day_opens_once_and_ends_where_it_says(entries: list[Entry], wrong: list[Any]) -> None:
    found = Findings("t")
    judge_part(found, DAY, entries)
    assert of_findings(found) == [
        *(("Problem", at, code, "t", {"day": DAY.day, **facts}) for code, at, facts in wrong),
        ALONE,
    ]
