"""A record that goes on from another one, one day of a record by itself, and what one table leaves to the next."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tapete.record.chain import Link, Problem
from tapete.record.checkpoints import Checkpoint
from tapete.record.continuations import continuation_problems, judge_after_part, judge_part
from tapete.record.entry import Entry, Head, StreamEnd
from tapete.record.inventories import PlayedTable, inventory_problems, played
from tapete.record.report import Findings
from tapete.record.source import Part, StoredEntry
from tests.support.record.tables import TIME, TableActor, play
from tests.support.record.toy import Toy


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


@pytest.mark.parametrize("is_whole", [True, False])
@pytest.mark.parametrize(
    ("end", "wrong"),
    [(None, False), (END, False), (StreamEnd("old", 2, "e3"), True), (StreamEnd("old", 4, "e3"), True)],
)
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


def opens(day: Any, version: int = 5) -> Entry:
    return entry("house", version, {"what": {"act": "open-day", "day": day}})


@pytest.mark.parametrize(
    ("entries", "wrong"),
    [
        ([opens(DAY.day), entry(version=6)], []),
        ([entry(version=5, act={"what": "none"}), opens(DAY.day, 6)], []),
        ([entry(version=5), entry(version=6)], [("day-other", 5, {"found": "-"})]),
        ([opens("2026-01-03"), entry(version=6)], [("day-other", 5, {"found": "2026-01-03"})]),
        ([opens(DAY.day), opens("2026-01-03", 6)], [("day-other", 5, {"found": "2026-01-02, 2026-01-03"})]),
        (
            [entry(version=6, act={"what": {"act": "close-day", "day": DAY.day}})],
            [("day-other", 5, {"found": "-"})],
        ),
        ([opens(DAY.day)], [("day-cut", 5, {"last": 6, "found": 5})]),
        ([opens(DAY.day), entry(version=7)], [("day-cut", 7, {"last": 6, "found": 7})]),
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


def said(version: int, epoch: int = 1, **more: Any) -> Checkpoint:
    return Checkpoint("t", version, "", f"at {version}", "", epoch=epoch, **more)


@pytest.mark.parametrize(
    ("signed", "newest"),
    [
        ([], None),
        ([said(5), said(6)], None),
        ([said(7)], 7),
        ([said(8), said(7)], 8),
        ([said(9), said(7, epoch=2)], 7),
        ([said(7), said(6, epoch=2, restored_from=7)], None),
        ([said(7), said(6, epoch=2, restored_from=6)], 7),
        ([said(7), said(6, epoch=1, restored_from=7)], 7),
        ([said(7, epoch=2), said(6, epoch=2, restored_from=7)], 7),
        ([said(7), said(5, epoch=2, restored_from=9)], None),
        ([said(7, epoch=1, restored_from=8)], 7),
        ([said(8), said(7, epoch=2, restored_from=8)], 7),
    ],
)
def test_what_was_signed_after_one_day_is_of_another_day_or_is_missing(signed: list[Any], newest: int | None) -> None:
    for is_closed in (True, False):
        found = Findings("t")
        judge_after_part(found, DAY, signed, is_closed=is_closed)
        beyond = ("Reservation", None, "witness-beyond", "t", {"day": DAY.day, "version": newest, "last": 6})
        time = f"at {newest}"
        rolled = ("Problem", newest, "rolled-back", "t", {"time": time, "version": newest, "last": 6})
        assert of_findings(found) == ([] if newest is None else [beyond if is_closed else rolled])


# --- what is handed on ------------------------------------------------------------------------------------------------


class HandingOn(Toy):
    """The small game, whose tables hand their stakes on: an opening whose note names them is due."""

    def with_inventory(self, opening: Any, last: Any | None) -> Any:
        raise NotImplementedError

    def is_inventory_due(self, opening: Any, last: Any | None) -> bool:
        if opening.note == "fails":
            raise ValueError
        return bool(opening.note == str(None if last is None else last.ledger.get("stakes", 0)))


GAME = HandingOn()


def opening(note: str, before: str | None = None) -> Entry:
    act = {"by": "house", "what": {"act": "open", "shoe": "sealed", "cut": 5, "note": note}}
    return entry(act=act, continues=None if before is None else StreamEnd(before, 1, ""))


def left(stakes: int) -> Any:
    return SimpleNamespace(ledger={"stakes": stakes})


@pytest.mark.parametrize(
    ("note", "before", "others", "found"),
    [
        ("None", None, {}, []),
        ("5", None, {}, ["-"]),
        ("5", "old", {"old": left(5)}, []),
        ("4", "old", {"old": left(5)}, ["old"]),
        ("None", "old", {"old": left(5)}, ["old"]),
        ("4", "old", {}, []),
        ("4", "old", {"old": None}, []),
        ("4", "old", {"other": left(5)}, []),
        ("fails", "old", {"old": left(5)}, []),
    ],
)
def test_a_table_begins_with_what_the_one_before_it_left(
    note: str, before: str | None, others: dict[str, Any], found: list[str]
) -> None:
    tables = {name: PlayedTable(GAME, opening("None"), state) for name, state in others.items()}
    tables["t1"] = PlayedTable(GAME, opening(note, before), None)
    assert told(inventory_problems(tables)) == [
        ("Problem", 1, "inventory-differs", "t1", {"before": one}) for one in found
    ]
    tables["t1"] = PlayedTable(Toy(), opening(note, before), None)
    assert told(inventory_problems(tables)) == []


def test_every_table_is_held_against_its_own_in_the_order_of_their_names() -> None:
    tables = {name: PlayedTable(GAME, opening("7"), None) for name in ("b", "a", "c")}
    found: list[Problem] = list(inventory_problems(tables))
    assert [one.table for one in found] == ["a", "b", "c"]


def stored(*bodies: bytes) -> list[StoredEntry]:
    return [StoredEntry(Link(body)) for body in bodies]


def test_a_table_is_played_to_its_last_entry_where_its_game_hands_something_on() -> None:
    actor = play(TableActor())
    bodies = [made.entry.body() for made in actor.made]
    first, one = played({"toy": GAME}, stored(*bodies))
    assert first == actor.made[0].entry
    assert one is not None
    assert (one.game, one.first) == (GAME, first)
    assert one.state is not None
    assert one.state.ledger == actor.state.ledger
    assert one.state.position == actor.state.position > 0
    for count in (1, len(bodies) - 1):
        shorter = played({"toy": GAME}, stored(*bodies[:count]))[1]
        assert shorter is not None
        assert shorter.state != one.state


def test_of_a_table_that_cannot_be_played_nobody_says_what_it_left() -> None:
    bodies = [made.entry.body() for made in play(TableActor()).made]
    assert played({"toy": GAME}, []) == (None, None)
    assert played({"toy": Toy()}, stored(*bodies))[1] is None
    assert played({}, stored(*bodies))[1] is None
    assert played({"toy": GAME}, stored(b"", *bodies[1:])) == (None, None)
    first, one = played({"toy": GAME}, stored(bodies[0], b"", *bodies[2:]))
    assert first is not None
    assert one == PlayedTable(GAME, first, None)
