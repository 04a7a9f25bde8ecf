"""What holds between the days of a folder: tables that go on from those of another day, and the house from each day to
the next.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.house import acts as a, events as e
from tapete.house.carrying import carry_balances
from tapete.house.engine import ESTABLISHMENT
from tapete.kernel import Act, PersonId
from tapete.record.chain import Link
from tapete.record.codec import to_tree
from tapete.record.day_files import _among_tables, _between
from tapete.record.entry import Entry, Head, StreamEnd
from tapete.record.source import Part, StoredEntry
from tests.support.record.tables import TIME, TableActor, play
from tests.support.record.toy import Toy

ENTRIES = [made.entry for made in play(TableActor()).made]
END = ENTRIES[-1]


class Group:
    """A day as a source: its part of the house, and its tables."""

    def __init__(self, part: Part | None = None, **tables: list[Any]) -> None:
        self.day, self.kept = part, tables

    def tables(self) -> tuple[str, ...]:
        return tuple(sorted(self.kept))

    def part(self, table: str) -> Part | None:
        return self.day

    def stored_entries(self, table: str) -> Iterator[StoredEntry]:
        for one in self.kept[table]:
            yield StoredEntry(Link(one if isinstance(one, bytes) else one.body()))


def going_on(table: str, version: int, digest: str) -> list[Entry]:
    return [replace(ENTRIES[0], table="t9", prev=digest, continues=StreamEnd(table, version, digest))]


@pytest.mark.parametrize(
    ("later", "found"),
    [
        (going_on("t1", 8, END.hash()), []),
        (going_on("t1", 7, ENTRIES[6].hash()), []),
        (going_on("t1", 8, "ff"), [("continued-differs", {"before": "t1", "version": 8})]),
        (going_on("t1", 9, END.hash()), [("continued-differs", {"before": "t1", "version": 9})]),
        (going_on("t5", 8, "ff"), [("continued-absent", {"before": "t5", "version": 8})]),
        (going_on("house", 8, "ff"), [("continued-absent", {"before": "house", "version": 8})]),
        ([b"no entry"], []),
        ([], []),
        (ENTRIES, []),
    ],
)
@pytest.mark.parametrize("games", [{}, {"toy": Toy()}])
def test_a_table_goes_on_from_one_of_another_day_that_is_here(games: Any, later: Any, found: list[Any]) -> None:
    groups: Any = [Group(t1=ENTRIES, house=[b"not read here"]), Group(t9=later)]
    assert [(one.code, one.facts) for one in _among_tables(groups, games)] == found


# --- the house --------------------------------------------------------------------------------------------------------

DORA = PersonId("dora")


def house_entry(version: int, prev: str, *events: Any) -> Entry:
    act = to_tree(Act(DORA, a.CloseDay()))
    trees = tuple(map(to_tree, events))
    return Entry(
        table="house", game="house", version=version, time=TIME, by=DORA, epoch=1, edition="1", act=act, events=trees,
        prev=prev,
    )  # fmt: skip


def day(name: str, after: Head, count: int, *begins: Any) -> tuple[Group, Head]:
    """Return a day of so many entries, which begins with what it is said to, and where it ends."""
    made, head = list[Entry](), after
    for at in range(count):
        made.append(house_entry(head.version + 1, head.hash, *(begins if at == 0 else ())))
        head = Head(head.version + 1, made[-1].hash())
    return Group(Part(name, after, after.version + count), house=made), head


OPENED = (e.HouseOpened("Casa", has_admission=False),)
STATE = ESTABLISHMENT.evolve(ESTABLISHMENT.blank(), OPENED[0])
CARRIED = carry_balances(STATE, "d2")
FIRST, FIRST_END = day("d1", Head(), 3, *OPENED)


def between(*groups: Group) -> list[tuple[int, str, str, dict[str, Any]]]:
    found: Any = list(groups)
    return [(one.at, one.code, one.table, one.facts) for one in _between(found)]


DAYS = {"before": "d1", "day": "d2"}


@pytest.mark.parametrize(
    ("after", "found"),
    [
        (FIRST_END, []),
        (replace(FIRST_END, hash="ff"), [(4, "day-unchained", "house", DAYS)]),
        (replace(FIRST_END, version=5), [(6, "day-missing", "house", {**DAYS, "count": 2})]),
        (replace(FIRST_END, version=4), [(5, "day-missing", "house", {**DAYS, "count": 1})]),
        (replace(FIRST_END, version=2), [(3, "day-twice", "house", DAYS)]),
        (Head(), [(1, "day-twice", "house", DAYS)]),
    ],
)
def test_a_day_begins_behind_the_end_of_the_one_before_it(after: Head, found: list[Any]) -> None:
    for begins in ((), (CARRIED,)):
        second, _ = day("d2", after, 1, *begins)
        assert between(FIRST, second) == found
    assert between(FIRST) == between() == []


def test_a_day_begins_with_the_balances_with_which_the_one_before_it_ended() -> None:
    other = replace(CARRIED, balances={"chips": 5})
    assert between(FIRST, day("d2", FIRST_END, 2, CARRIED)[0]) == []
    ((at, code, table, facts),) = between(FIRST, day("d2", FIRST_END, 1, other)[0])
    assert (at, code, table, facts["index"]) == (4, "balances-differ", "house", 0)
    assert '"balances":{"chips":5}' in facts["recorded"]
    assert '"balances":{}' in facts["now"]
    unchained = between(FIRST, day("d2", replace(FIRST_END, hash="ff"), 1, other)[0])
    assert unchained == [(4, "day-unchained", "house", DAYS), (at, code, table, facts)]
    assert [one[1] for one in between(FIRST, day("d2", Head(5, "ff"), 1, other)[0])] == ["day-missing"]


def test_each_day_of_several_is_held_against_the_one_before_it() -> None:
    second, second_end = day("d2", FIRST_END, 2, CARRIED)
    assert between(FIRST, second, day("d3", second_end, 1)[0]) == []
    found = between(FIRST, second, day("d3", FIRST_END, 1)[0], day("d4", Head(9, ""), 1)[0])
    assert [(at, code, facts["before"], facts["day"]) for at, code, _, facts in found] == [
        (4, "day-twice", "d2", "d3"),
        (10, "day-missing", "d3", "d4"),
    ]


def test_of_a_day_that_cannot_be_read_nothing_is_said_here() -> None:
    broken = Group(Part("d2", Head(9, ""), 10), house=[b"no entry"])
    assert between(FIRST, broken) == []
    assert between(FIRST, Group(None, house=[])) == []
