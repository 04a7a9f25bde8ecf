"""One day of a house, judged without the others; exports and folders as sources, and records that go on from others."""

import asyncio
import json
import shutil
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tapete.catalogue import recorded_engines
from tapete.cli.records import audit_inputs
from tapete.house.terms import KEY
from tapete.live import Keys
from tapete.record.audit import audit
from tapete.record.checkpoints import Checkpoint
from tapete.record.continuations import continuation_problems
from tapete.record.days import DaySource, audit_folder, days_of, read_folder
from tapete.record.entry import Entry, Head, StreamEnd, canonical, sha256
from tapete.record.report import AuditReport
from tapete.record.source import ExportSource, Header, Part, SourceError, open_source, write_export
from tests.support.live.evening import DAYS, KEPT, make_days
from tests.support.record.tables import TIME
from tests.support.rows import rows

STREAMS = ("mesa-1", "mesa-1-2", "mesa-1-3")


class Archive:
    """The record of three days, and each of them as an auditor gets it: a folder of exports."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.db, self.witness, self.key = folder, folder / "hall.db", folder / "witness", folder / "key"
        asyncio.run(make_days(folder, Keys.load(self.key), *DAYS))
        source = open_source(self.db)
        self.parts = days_of(source)
        for part in self.parts:
            one = DaySource(source, part)
            for table in one.tables():
                name = f"{table}-{part.day}" if table == KEY else table
                (folder / part.day).mkdir(exist_ok=True)
                write_export(one, table, folder / part.day / f"{name}.jsonl")
        source.close()

    def chosen(self, to: Path, *days: str) -> Path:
        to.mkdir()
        for day in days:
            shutil.copytree(self.folder / day, to, dirs_exist_ok=True)
        return to

    def judged(self, folder: Path, *, given: bool = True) -> AuditReport:
        inputs = audit_inputs(self.key, [self.witness], None) if given else audit_inputs(None, [], None)
        return audit_folder(read_folder(folder), recorded_engines(), inputs)


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Archive:
    return Archive(tmp_path_factory.mktemp("archive"))


def codes(report: AuditReport) -> set[str]:
    return {one.code for one in report.problems}


def reserves(report: AuditReport) -> set[str]:
    return {one.code for one in report.warnings}


def house_file(folder: Path, day: str) -> Path:
    return folder / f"house-{day}.jsonl"


def edit(file: Path, change: Callable[[dict[str, Any], list[dict[str, Any]]], object], *, anew: bool = False) -> None:
    """Change an export's header and lines; ``anew``: chain its entries again, with no tag and no signature."""
    head, *lines = (json.loads(line) for line in file.read_text("utf-8").splitlines())
    change(head, lines)
    if anew:
        head["checkpoints"] = []
        after = head.get("part", {}).get("after", {"version": 0, "hash": "0" * 64})
        version, prev = after["version"], after["hash"]
        for line in lines:
            version += 1
            line["entry"] |= {"version": version, "prev": prev}
            line["hash"] = prev = sha256(canonical(line["entry"]))
            line.pop("tag", None)
        if "part" in head:
            head["part"]["last"] = version
    file.write_bytes(b"".join(canonical(one) + b"\n" for one in (head, *lines)))


def test_whole_record_and_each_day_of_it_are_sound(archive: Archive) -> None:
    inputs = audit_inputs(archive.key, [archive.witness], None)
    source = open_source(archive.db)
    try:
        whole = audit(source, recorded_engines(), inputs)
        assert (whole.problems, reserves(whole)) == ((), set())
        entries = 0
        for part in archive.parts:
            day = DaySource(source, part)
            found = audit(day, recorded_engines(), inputs.about(day.tables()))
            entries += found.entries
            assert found.problems == ()
            before = {"continued-absent"} if part is not archive.parts[0] else set()
            after = {"witness-beyond"} if part is not archive.parts[-1] else set()
            assert reserves(found) == {"day-alone"} | before | after
        assert entries == whole.entries
    finally:
        source.close()


@rows("day", DAYS)
def test_day_handed_to_an_auditor_is_sound_alone(archive: Archive, tmp_path: Path, day: str) -> None:
    found = archive.judged(archive.chosen(tmp_path / "one", day))
    assert found.problems == ()
    after = {"witness-beyond"} if day != DAYS[-1] else set()
    assert reserves(found) - {"continued-absent", "parts-unopened"} == {"day-alone", "witness-elsewhere"} | after
    others = ", ".join(one for one, own in zip(STREAMS, DAYS, strict=True) if own != day)
    assert [one.facts["tables"] for one in found.warnings if one.code == "witness-elsewhere"] == [others]
    balances = [
        event["balances"]
        for kept in ExportSource(house_file(tmp_path / "one", day)).stored_entries(KEY)
        for event in json.loads(kept.link.body)["events"]
        if event["event"] == "balances-carried@1"
    ]
    assert [one.get("person:ana", 0) for one in balances] == [KEPT * DAYS.index(day)]


def test_days_together_say_what_each_alone_cannot(archive: Archive, tmp_path: Path) -> None:
    found = archive.judged(archive.chosen(tmp_path / "all", *DAYS))
    assert found.problems == ()
    assert [one.facts for one in found.warnings if one.code == "day-alone"] == [{"day": DAYS[-1], "case": "last"}]
    assert not {"continued-absent", "witness-beyond"} & reserves(found)


def test_what_the_signature_of_a_later_day_covers_is_under_a_signature(archive: Archive, tmp_path: Path) -> None:
    """A signature covers the whole chain before it: a day that ends just after one is signed by the next."""
    for name, days in (("alone", DAYS[:1]), ("all", DAYS)):
        folder = archive.chosen(tmp_path / name, *days)
        edit(house_file(folder, DAYS[0]), lambda head, _: head.update(checkpoints=[]))
        found = {one.code for one in archive.judged(folder, given=False).warnings if one.table == KEY}
        unsigned = {"no-checkpoint", "unsigned-tail"}
        assert found & unsigned == (unsigned if name == "alone" else set()), name


@rows("at", range(len(DAYS)))
def test_a_day_of_the_house_that_is_missing_beside_its_tables_is_named_as_that(
    archive: Archive, tmp_path: Path, at: int
) -> None:
    folder = archive.chosen(tmp_path / "all", *DAYS)
    house_file(folder, DAYS[at]).unlink()
    found = [one.facts for one in archive.judged(folder).problems if one.facts.get("case") == "tables"]
    assert [one["tables"] for one in found] == [STREAMS[at]]
    assert {one.code for one in archive.judged(folder).problems} == {"day-missing"}


def raise_balances(head: dict[str, Any], lines: list[dict[str, Any]]) -> None:
    carried = lines[0]["entry"]["events"][0]
    carried["balances"]["person:ana"] += 10_000
    carried["balances"]["safe-chips"] -= 10_000


def test_forged_opening_balance_is_found_beside_the_day_before(archive: Archive, tmp_path: Path) -> None:
    """It is chained anew, and everything that was signed is stripped: nobody has the key."""
    folder = archive.chosen(tmp_path / "forged", *DAYS[:2])
    edit(house_file(folder, DAYS[1]), raise_balances, anew=True)
    assert codes(archive.judged(folder, given=False)) == {"balances-differ"}


def test_day_left_out_is_found(archive: Archive, tmp_path: Path) -> None:
    found = archive.judged(archive.chosen(tmp_path / "gap", DAYS[0], DAYS[2]), given=False)
    (one,) = found.problems
    assert (one.code, one.facts["before"], one.facts["day"]) == ("day-missing", DAYS[0], DAYS[2])
    assert one.facts["count"] == archive.parts[1].last - archive.parts[1].after.version
    assert one.at == archive.parts[2].after.version + 1  # the first entry of the day that does not follow


def test_day_that_is_replaced_by_another_history_is_found(archive: Archive, tmp_path: Path) -> None:
    """Another day was played instead, sound in itself: its neighbours do not know it."""
    other = tmp_path / "other"
    other.mkdir()
    made = Archive(other)
    folder = archive.chosen(tmp_path / "replaced", DAYS[0], DAYS[2])
    shutil.copytree(made.folder / DAYS[1], folder, dirs_exist_ok=True)
    found = codes(archive.judged(folder, given=False))
    assert {"day-unchained", "continued-differs"} <= found


def test_day_whose_end_is_cut_off_is_found(archive: Archive, tmp_path: Path) -> None:
    folder = archive.chosen(tmp_path / "cut", DAYS[1])
    edit(house_file(folder, DAYS[1]), lambda _, lines: [lines.pop() for _ in range(3)])
    assert {"day-cut", "rolled-back"} <= codes(archive.judged(folder, given=False))


def lower_end(head: dict[str, Any], lines: list[dict[str, Any]], count: int) -> None:
    """Cut the last entries of a day, have its header say so, and drop what was signed."""
    del lines[-count:]
    head["part"]["last"] -= count
    head["checkpoints"] = []


@rows("count", [1, 4])
@rows("days", [DAYS[2:], DAYS, DAYS[:2]])
def test_end_of_the_last_day_that_its_header_does_not_know_either_is_missed_by_the_witness(
    archive: Archive, tmp_path: Path, days: Sequence[str], count: int
) -> None:
    folder = archive.chosen(tmp_path / "cut", *days)
    edit(house_file(folder, days[-1]), partial(lower_end, count=count))
    found = [one for one in archive.judged(folder).problems if one.code == "rolled-back"]
    last = archive.parts[DAYS.index(days[-1])].last - count
    told = [(one.table, one.facts["version"], one.facts["last"]) for one in found]
    assert told == [(KEY, archive.parts[-1].last, last)]
    assert {"no-checkpoint", "unsigned-tail"} <= reserves(archive.judged(folder, given=False))


def test_days_after_the_last_one_here_are_a_reserve(archive: Archive, tmp_path: Path) -> None:
    """Whoever asked for two of three days has them whole; whoever was given two of three is told so."""
    found = archive.judged(archive.chosen(tmp_path / "two", *DAYS[:2]))
    assert found.problems == ()
    assert [one.facts for one in found.warnings if one.code == "witness-beyond"] == [
        {"day": DAYS[1], "version": archive.parts[-1].last, "last": archive.parts[1].last}
    ]


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
FIRST, SECOND = Part("d1", Head(), 5), Part("d2", Head(5, sha256(HOUSE[4])), 8)
THIRD = Part("d3", Head(8, sha256(HOUSE[7])), 10)


def file(path: Path, table: str, *bodies: bytes, part: Part | None = None, private: bool = False, **more: Any) -> Path:
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


END = StreamEnd("old", 3, "e3")
HASHES = {"old": {2: "e2", 3: "e3"}, "t": {1: "x"}}


def test_no_two_records_go_on_from_the_same_one() -> None:
    same = {"game": "toy", "version": 1, "time": TIME, "by": "ana", "epoch": 1, "edition": "1", "act": {}}
    first = {name: Entry(table=name, prev=END.hash, continues=END, **same) for name in ("c", "a", "b")}
    found = continuation_problems(first, HASHES, is_whole=True)
    assert [(one.code, one.table, one.facts["other"]) for one in found] == [
        ("continued-twice", "b", "a"), ("continued-twice", "c", "b")]  # fmt: skip
