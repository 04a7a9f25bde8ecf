"""Exports, the days of a house and folders of both, as sources: what each of them gives, and how they are put together.

The entries here are no more than what is asked of them: which day they open, of which table they tell.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tapete.record.canonical import canonical, sha256
from tapete.record.chain import Link, problem
from tapete.record.checkpoints import Checkpoint
from tapete.record.day_files import FilesSource, _hashed, _merged, _summed, audit_folder, read_folder, readings
from tapete.record.days import DaySource, can_be_taken, days_of, opened_day, outline, told_tables
from tapete.record.entry import Head
from tapete.record.export import ExportSource, Header
from tapete.record.private import PrivatePart
from tapete.record.report import (
    NO_INPUTS,
    AuditReport,
    ExplainedDifference,
    SigningKey,
    UnjudgedEntry,
    once,
    reservation,
)
from tapete.record.source import Custody, Part, SourceError, StoredEntry
from tapete.record.store import AnsweredCommand


def body(act: str = "other", **what: Any) -> bytes:
    return canonical({"act": {"what": {"act": act, **what}}})


def opens(day: str, *, balances: bool = False) -> bytes:
    return body("open-day", day=day, **({"has_balances": True} if balances else {}))


def tells(table: str) -> bytes:
    return body("follow-table", table=table)


def said(table: str, version: int) -> Checkpoint:
    return Checkpoint(table, version, "", f"at {version}", "")


class Record:
    """A store's record: the entries of its tables, two requests and a checkpoint at each entry."""

    def __init__(self, part: Part | None = None, **tables: list[bytes]) -> None:
        self.kept, self.here, self.is_closed = tables, part, False

    def tables(self) -> tuple[str, ...]:
        return tuple(sorted(self.kept))

    def stored_entries(self, table: str) -> Iterator[StoredEntry]:
        return iter([StoredEntry(Link(one)) for one in self.kept.get(table, [])])

    def part(self, table: str) -> Part | None:
        return self.here if table == "house" else None

    def length(self, table: str) -> int:
        return len(self.kept[table])

    def checkpoints(self, table: str) -> tuple[Checkpoint, ...]:
        return tuple(said(table, at) for at in range(len(self.kept[table]) + 1))

    def rulebooks(self) -> dict[str, dict[str, Any]]:
        return {"d1": {"id": "x"}}

    def unreadable_rulebooks(self) -> dict[str, str]:
        return {"d2": "why"}

    def commands(self, table: str) -> dict[str, AnsweredCommand] | None:
        count = len(self.kept[table])
        return {f"c{at}": AnsweredCommand(at, "", "") for at in range(1, count + 1)} if count else None

    def shoes(self, table: str) -> dict[int, bytes]:
        return {1: table.encode()}

    def custody(self, table: str) -> Custody:
        return Custody(is_store=True, game=f"of {table}")

    def guard_faults(self) -> tuple[tuple[str, dict[str, Any]], ...]:
        return (("gone", {"name": "x"}),)

    def row_counts(self) -> dict[str, int]:
        return {"entries": 9}

    def has_private_parts(self) -> bool:
        return True

    def close(self) -> None:
        self.is_closed = True


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
TABLES = {"t1": [b"1", b"2"], "t2": [b"3"], "t9": [b"4"]}


@pytest.mark.parametrize(
    ("entries", "days"),
    [
        (HOUSE, (FIRST, SECOND, THIRD)),
        (HOUSE[:6], (FIRST, Part("d2", SECOND.after, 6))),
        (HOUSE[:5], (FIRST,)),
        (HOUSE[:3], (Part("d1", Head(), 3),)),
        (HOUSE[:2], ()),
        ([opens("d1")], (Part("d1", Head(), 1),)),
        ([], ()),
        ([b"no entry", *HOUSE[2:3], b"{}"], (Part("d1", Head(), 3),)),
    ],
)
def test_a_day_is_from_the_entry_that_opens_it_to_the_one_before_the_next_opening(entries: Any, days: Any) -> None:
    assert days_of(Record(house=entries)) == days


def test_a_record_that_is_one_day_already_is_that_day() -> None:
    assert days_of(Record(SECOND, house=HOUSE)) == (SECOND,)
    assert days_of(Record(t1=HOUSE)) == ()


def test_what_an_entry_does_is_read_as_far_as_days_go() -> None:
    assert [opened_day(StoredEntry(Link(one))) for one in (*HOUSE[1:6], b"{}", b"")] == [
        None, "d1", None, None, "d2", None, None,
    ]  # fmt: skip
    assert outline(StoredEntry(Link(b'{"act":{"what":{}}}'))) is None
    assert told_tables(Record(house=HOUSE)) == {"t0", "t1", "t2", "t3"}
    assert told_tables(Record(t1=HOUSE)) == set()


@pytest.mark.parametrize(
    ("part", "entries", "alone"),
    [
        (FIRST, HOUSE, True),
        (SECOND, HOUSE, True),
        (THIRD, HOUSE, False),
        (Part("d2", Head(6, ""), 8), HOUSE, False),
        (Part("d2", Head(5, ""), 5), HOUSE, False),
        (Part("d2", Head(1, ""), 2), [body(), body(has_balances=True)], False),
        (Part("d2", Head(1, ""), 2), [body(), b"no entry"], False),
    ],
)
def test_a_day_can_be_judged_alone_where_it_is_the_first_or_begins_with_balances(
    part: Part, entries: Any, alone: bool
) -> None:
    assert can_be_taken(Record(house=entries), part) is alone


def test_a_day_gives_its_own_of_the_house_and_the_whole_of_its_tables() -> None:
    record = Record(house=HOUSE, **TABLES, empty=[])
    day = DaySource(record, SECOND)
    assert day.tables() == ("house", "t1", "t2")
    assert [[one.link.body for one in day.stored_entries(name)] for name in day.tables()] == [
        HOUSE[5:8], [b"1", b"2"], [b"3"],
    ]  # fmt: skip
    assert [day.part(name) for name in day.tables()] == [SECOND, None, None]
    assert [day.length(name) for name in day.tables()] == [3, 2, 1]
    assert [one.version for one in day.checkpoints("house")] == [6, 7, 8]
    assert [one.version for one in day.checkpoints("t1")] == [0, 1, 2]
    assert (day.rulebooks(), day.unreadable_rulebooks()) == (record.rulebooks(), {"d2": "why"})
    assert list(day.commands("house") or ()) == ["c6", "c7", "c8"]
    assert list(day.commands("t1") or ()) == ["c1", "c2"]
    assert day.commands("empty") is None
    assert day.shoes("t1") == {1: b"t1"}
    assert day.custody("house") == Custody(game="house")
    assert day.custody("t1") == Custody(is_store=True, game="of t1")
    assert (day.guard_faults(), day.row_counts(), day.has_private_parts()) == ((("gone", {"name": "x"}),), {}, True)
    day.close()
    assert record.is_closed


def test_of_a_day_no_entry_is_read_beyond_the_one_that_follows_it() -> None:
    read: list[int] = []

    class Counting(Record):
        def stored_entries(self, table: str) -> Iterator[StoredEntry]:
            for at, one in enumerate(super().stored_entries(table), start=1):
                read.append(at)
                yield one

    day = DaySource(Counting(house=HOUSE), FIRST)
    read.clear()
    assert len(list(day.stored_entries("house"))) == 5
    assert read == [1, 2, 3, 4, 5, 6]


# --- files ------------------------------------------------------------------------------------------------------------

HIDDEN = PrivatePart("00", ((0, "face", "Kc"),), (), ("a",))


def file(path: Path, table: str, *bodies: bytes, part: Part | None = None, private: bool = False, **more: Any) -> Path:
    """Write an export: each entry with its hash, and its tag."""
    head = Header(2, table, f"of {table}", private, part=part, checkpoints=(said(table, 1),), **more)
    lines = [canonical(head.tree())]
    lines += [b'{"entry":' + one + b',"hash":"h","tag":"g"}' for one in bodies]
    path.write_bytes(b"".join(line + b"\n" for line in lines))
    return path


def test_an_export_gives_what_stands_in_its_lines_and_its_header(tmp_path: Path) -> None:
    path = file(tmp_path / "t1.jsonl", "t1", b"{}", part=FIRST, private=True, rulebooks={"d": {"id": "x"}})
    with path.open("ab") as more:
        more.write(b'{"entry":[1],"hash":"k"}\nno line\n')
        private = json.dumps({"salt": "00", "fields": [[0, "face", "Kc"]], "chance": [], "clauses": ["a"]})
        more.write(b'{"entry":{},"hash":"k","private":' + private.encode() + b"}\n")
        more.write(b'{"entry":{},"hash":"k","hash":"k"}\n')
    one = ExportSource(path)
    assert (one.tables(), one.path, one.part("t1"), one.part("t2")) == (("t1",), path, FIRST, None)
    assert list(one.stored_entries("t1")) == [
        StoredEntry(Link(b"{}", "h", "g")),
        StoredEntry(Link(b"[1]", "k")),
        StoredEntry(Link(b"no line")),
        StoredEntry(Link(b"{}", "k"), None, HIDDEN),
        StoredEntry(Link(b'{"entry":{},"hash":"k","hash":"k"}')),
    ]
    assert list(one.stored_entries("t2")) == []
    assert (one.length("t1"), one.length("t2")) == (5, 0)
    assert (one.checkpoints("t1"), one.checkpoints("t2")) == ((said("t1", 1),), ())
    assert (one.rulebooks(), one.unreadable_rulebooks()) == ({"d": {"id": "x"}}, {})
    assert (one.commands("t1"), one.shoes("t1"), one.guard_faults(), one.row_counts()) == (None, None, (), {})
    assert one.custody("t1") == Custody(game="of t1")
    assert one.has_private_parts() is True
    assert ExportSource(file(tmp_path / "t2.jsonl", "t2")).has_private_parts() is False


HEAD: dict[str, Any] = {"tapete_export": 2, "table": "t", "game": "toy", "private": False}


@pytest.mark.parametrize("number", [1, 2, 3])
def test_every_format_of_an_export_is_known(tmp_path: Path, number: int) -> None:
    (tmp_path / "one").write_bytes(canonical({**HEAD, "tapete_export": number}))
    assert ExportSource(tmp_path / "one").header.tapete_export == number


@pytest.mark.parametrize(
    ("first", "code", "facts"),
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


def test_a_header_says_nothing_of_a_part_where_the_record_is_whole() -> None:
    assert "part" not in Header(2, "t", "toy", False).tree()
    assert Header(3, "t", "toy", False, part=FIRST).tree()["part"] == {
        "day": "d1", "after": {"version": 0, "hash": Head().hash}, "last": 5,
    }  # fmt: skip


def test_several_exports_are_one_source_of_their_tables(tmp_path: Path) -> None:
    first = file(tmp_path / "b.jsonl", "t2", b"{}", private=True, rulebooks={"d1": {}})
    second = file(tmp_path / "a.jsonl", "t1", b"[]", b"{}", part=FIRST, private=True, rulebooks={"d2": {"id": "x"}})
    files = FilesSource([ExportSource(first), ExportSource(second)])
    assert files.tables() == ("t1", "t2")
    names = ("t1", "t2", "t3")
    assert [[one.link.body for one in files.stored_entries(name)] for name in names] == [[b"[]", b"{}"], [b"{}"], []]
    assert [files.part(name) for name in names] == [FIRST, None, None]
    assert [files.length(name) for name in names] == [2, 1, 0]
    assert [files.checkpoints(name) for name in names] == [(said("t1", 1),), (said("t2", 1),), ()]
    assert [files.custody(name) for name in names] == [Custody(game="of t1"), Custody(game="of t2"), Custody()]
    assert files.rulebooks() == {"d1": {}, "d2": {"id": "x"}}
    assert (files.unreadable_rulebooks(), files.guard_faults(), files.row_counts()) == ({}, (), {})
    assert (files.commands("t1"), files.shoes("t1"), files.has_private_parts()) == (None, None, True)
    third = ExportSource(file(tmp_path / "c.jsonl", "t3"))
    assert FilesSource([ExportSource(first), third]).has_private_parts() is False


def folder(tmp_path: Path, *days: Part, tables: tuple[str, ...] = ()) -> Path:
    """Write a folder with days of the house, and tables beside them; the names of the files say nothing."""
    for number, day in enumerate(days):
        file(tmp_path / f"{number}.jsonl", "house", *HOUSE[day.after.version : day.last], part=day)
    for number, table in enumerate(tables):
        file(tmp_path / f"x{number}.jsonl", table, b"{}")
    (tmp_path / "notes.txt").write_text("no export")
    return tmp_path


@pytest.mark.parametrize(
    ("days", "tables", "groups"),
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


@pytest.mark.parametrize(
    ("days", "tables", "table"),
    [((), ("t1", "t1"), "t1"), ((FIRST,), ("t2", "t1", "t2"), "t2"), ((FIRST,), ("house",), "house")],
)
def test_two_exports_of_one_table_that_are_no_two_days_are_refused(
    tmp_path: Path, days: Any, tables: Any, table: str
) -> None:
    with pytest.raises(SourceError) as refused:
        read_folder(folder(tmp_path, *days, tables=tables))
    assert (refused.value.code, refused.value.facts) == ("folder-table-twice", {"table": table})


def test_a_folder_without_exports_is_none(tmp_path: Path) -> None:
    with pytest.raises(SourceError) as refused:
        read_folder(folder(tmp_path))
    assert (refused.value.code, refused.value.facts) == ("folder-without-exports", {"folder": str(tmp_path)})


def test_entries_are_read_once_more_for_what_holds_between_several_days(tmp_path: Path) -> None:
    groups = read_folder(folder(tmp_path, FIRST, SECOND, THIRD))
    assert readings(groups) == readings(groups[:2]) == readings(groups[:1]) + 1


def test_the_hash_of_each_entry_is_kept_by_its_number() -> None:
    kept, hashes = [StoredEntry(Link(one)) for one in (b"a", b"b")], dict[int, str]()
    assert list(_hashed(kept, hashes)) == kept
    assert hashes == {1: sha256(b"a"), 2: sha256(b"b")}


# --- what is said of several days -------------------------------------------------------------------------------------


def test_what_differs_by_day_in_a_count_is_said_once_with_the_sum_for_the_house_alone() -> None:
    house, table = ("parts-unopened", "house"), ("parts-unopened", "t1")
    found = [
        reservation(*house, count=2), reservation(*table, count=2), reservation("no-witness", "house"),
        reservation(*house, count=3), reservation(*table, count=3), reservation("no-witness", "house"),
        reservation("unjudged", "house", count=1, entries="4"), reservation("unjudged", "house", count=1, entries="5"),
        reservation(*house, count=4),
    ]  # fmt: skip
    assert list(_summed(found)) == [
        reservation(*house, count=9), reservation(*table, count=3), reservation("no-witness", "house"),
        reservation("unjudged", "house", count=1, entries="4"), reservation("unjudged", "house", count=1, entries="5"),
    ]  # fmt: skip


def report(number: int, day: str, **more: Any) -> AuditReport:
    """Return the report of a day in which everything has a number of its own."""
    fields: dict[str, Any] = {
        "is_sound": True,
        "entries": 10 * number,
        "problems": (),
        "tables": ("house", f"t{number}"),
        "explained_differences": (ExplainedDifference(number, "c", "text"),),
        "skipped_count": number,
        "unopened_count": 2 * number,
        "proved_count": 3 * number,
        "proved_by_kind": {"card": number, f"kind-{number}": 1},
        "checkpoints": 4 * number,
        "warnings": (
            reservation("day-alone", "house", day=day),
            reservation("any-signer", keys="k"),
            reservation("continued-absent", "t", before="x", version=number),
            reservation("no-witness", "house"),
        ),
        "unjudged_entries": (UnjudgedEntry(number, "why"),),
        "keys": (SigningKey("k", number, (f"t{number}",)),),
    }
    return AuditReport(**{**fields, **more})


def test_the_reports_of_several_days_are_one() -> None:
    absent = reservation("continued-absent", "t", before="y", version=9)
    whole = _merged([report(1, "d1"), report(2, "d2")], NO_INPUTS, (), (absent,))
    keys = (SigningKey("k", 3, ("t1", "t2")),)
    assert whole == AuditReport(
        is_sound=True,
        entries=30,
        problems=(),
        tables=("house", "t1", "t2"),
        explained_differences=(ExplainedDifference(1, "c", "text"), ExplainedDifference(2, "c", "text")),
        skipped_count=3,
        unopened_count=6,
        proved_count=9,
        proved_by_kind={"card": 3, "kind-1": 1, "kind-2": 1},  # type: ignore[dict-item]
        checkpoints=12,
        warnings=(
            reservation("any-signer", keys="k"),
            reservation("no-witness", "house"),
            reservation("day-alone", "house", day="d2", case="last"),
            absent,
        ),
        unjudged_entries=(UnjudgedEntry(1, "why"), UnjudgedEntry(2, "why")),
        keys=keys,
    )


WRONG, OTHER = problem(1, "day-unchained", "house", before="d1", day="d2"), problem(2, "hash-missing", "t1")


@pytest.mark.parametrize(
    ("first", "second", "between", "problems"),
    [
        ((), (), (WRONG,), (WRONG,)),
        ((OTHER,), (), (), (OTHER,)),
        ((), (OTHER,), (), (OTHER,)),
        ((OTHER,), (OTHER,), (WRONG, WRONG), (OTHER, WRONG)),
    ],
)
def test_days_together_are_unsound_where_one_is_or_something_between_them(
    first: Any, second: Any, between: Any, problems: Any
) -> None:
    reports = [
        report(1, "d1", problems=first, is_sound=not first),
        report(2, "d2", problems=second, is_sound=not second),
    ]
    whole = _merged(reports, NO_INPUTS, between, ())
    assert (whole.is_sound, whole.problems) == (False, problems)
    assert once(problems) == problems


def test_one_group_is_audited_as_any_record(tmp_path: Path) -> None:
    groups = read_folder(folder(tmp_path, tables=("t1",)))
    found = audit_folder(groups, {}, NO_INPUTS)
    assert (found.tables, found.is_sound, found.entries) == (("t1",), False, 1)
