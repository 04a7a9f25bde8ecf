"""A server that comes back is written to only where each table of the hall ends as it was acknowledged to end.

Also where the commit of a group has had no answer: then all of its entries are there, or none.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import Connection, create_engine, insert
from sqlalchemy.exc import DBAPIError, OperationalError

from tapete.record.entry import Head
from tapete.record.store import StoreFailedError, schema
from tapete.record.store.appends import Writer
from tapete.record.store.returning import Acknowledged, Group, is_broken, is_same

KNOWN, NEXT, OTHER = Head(2, "k"), Head(3, "n"), Head(2, "o")
NO_ENTRIES: Any = None


@pytest.fixture
def connection() -> Iterator[Connection]:
    engine = create_engine("sqlite://")
    schema.metadata.create_all(engine)
    with engine.connect() as made:
        yield made


def hall(
    connection: Connection,
    *tables: tuple[int, Head, Head],
    group: dict[str, Head] | None = None,
    stale: tuple[str, ...] = (),
) -> Acknowledged:
    """Return what a hall knows of its tables ``t0``, ``t1``...: each with the number of the writer whom the database
    names (the hall's own is 4), where its record ends there, and where the hall knows it to end.
    """
    known = Acknowledged()
    for number, (epoch, found, head) in enumerate(tables):
        name = f"t{number}"
        connection.execute(insert(schema.writers).values(table_id=name, epoch=epoch))
        for version in range(1, found.version + 1):
            digest = found.hash if version == found.version else "before"
            connection.execute(insert(schema.entries).values(table_id=name, version=version, body=b"", hash=digest))
        known.writers[name] = Writer(NO_ENTRIES, name, 4, head)
        known.writers[name].stale = name in stale
    known.group = None if group is None else Group(group, [])
    return known


@pytest.mark.parametrize(
    ("epoch", "found", "head"),
    [
        (4, KNOWN, KNOWN),
        (4, Head(), Head()),
        (4, Head(), Head(0, "end of another record")),
        (5, KNOWN, KNOWN),
        (5, NEXT, KNOWN),
        (5, Head(), KNOWN),
    ],
)
def test_a_table_that_ends_as_it_was_acknowledged_or_has_another_writer_is_gone_on_with(
    connection: Connection, epoch: int, found: Head, head: Head
) -> None:
    known = hall(connection, (epoch, found, head))
    known.require_unchanged(connection)
    assert known.is_stored is False


@pytest.mark.parametrize(
    ("found", "head"), [(NEXT, KNOWN), (OTHER, KNOWN), (Head(1, "k"), KNOWN), (Head(), KNOWN), (Head(1, ""), Head())]
)
@pytest.mark.parametrize("first", [(), ((4, KNOWN, KNOWN),)])
def test_a_table_of_ours_that_ends_otherwise_is_no_more_written_to(
    connection: Connection, first: Any, found: Head, head: Head
) -> None:
    known = hall(connection, *first, (4, found, head))
    with pytest.raises(StoreFailedError) as refused:
        known.require_unchanged(connection)
    assert refused.value.code == "record-moved"
    assert refused.value.facts == {"table": f"t{len(first)}", "entry": head.version, "found": found.version}


def test_a_writer_who_was_replaced_asks_nothing_of_the_record(connection: Connection) -> None:
    hall(connection, (4, OTHER, KNOWN), (4, KNOWN, KNOWN), stale=("t0",)).require_unchanged(connection)


@pytest.mark.parametrize(
    ("tables", "group", "is_stored"),
    [
        (((4, NEXT, KNOWN),), {"t0": NEXT}, True),
        (((4, KNOWN, KNOWN),), {"t0": NEXT}, False),
        (((4, NEXT, KNOWN), (4, NEXT, KNOWN)), {"t0": NEXT, "t1": NEXT}, True),
        (((4, KNOWN, KNOWN), (4, KNOWN, KNOWN)), {"t0": NEXT, "t1": NEXT}, False),
        (((4, NEXT, KNOWN), (4, KNOWN, KNOWN)), {"t0": NEXT}, True),
        (((4, KNOWN, KNOWN), (4, NEXT, KNOWN)), {"t1": NEXT}, True),
        (((4, NEXT, KNOWN), (5, OTHER, KNOWN)), {"t0": NEXT}, True),
        (((4, Head(), Head(0, "x")),), {"t0": Head(1, "n")}, False),
        (((4, KNOWN, KNOWN),), {"t0": KNOWN}, False),
    ],
)
def test_of_a_group_without_an_answer_all_is_there_or_nothing(
    connection: Connection, tables: Any, group: dict[str, Head], is_stored: bool
) -> None:
    known = hall(connection, *tables, group=group)
    known.require_unchanged(connection)
    assert known.is_stored is is_stored
    known.group = None
    if not is_stored:
        known.require_unchanged(connection)
        assert known.is_stored is False


@pytest.mark.parametrize(
    ("tables", "group", "at"),
    [
        (((4, NEXT, KNOWN), (4, KNOWN, KNOWN)), {"t0": NEXT, "t1": NEXT}, ("t1", 2, 2)),
        (((4, KNOWN, KNOWN), (4, NEXT, KNOWN)), {"t0": NEXT, "t1": NEXT}, ("t1", 2, 3)),
        (((4, OTHER, KNOWN),), {"t0": NEXT}, ("t0", 2, 2)),
        (((4, Head(3, "o"), KNOWN),), {"t0": NEXT}, ("t0", 2, 3)),
        (((5, NEXT, KNOWN),), {"t0": NEXT}, ("t0", 2, 3)),
        (((5, KNOWN, KNOWN),), {"t0": NEXT}, ("t0", 2, 2)),
        (((4, NEXT, KNOWN), (4, OTHER, KNOWN)), {"t0": NEXT}, ("t1", 2, 2)),
        (((4, NEXT, KNOWN), (4, NEXT, KNOWN)), {"t0": NEXT}, ("t1", 2, 3)),
    ],
)
def test_a_group_that_is_there_in_part_or_under_another_writer_is_no_more_written_after(
    connection: Connection, tables: Any, group: dict[str, Head], at: tuple[str, int, int]
) -> None:
    with pytest.raises(StoreFailedError) as refused:
        hall(connection, *tables, group=group).require_unchanged(connection)
    assert refused.value.facts == dict(zip(("table", "entry", "found"), at, strict=True))


@pytest.mark.parametrize(
    ("found", "known", "same"),
    [
        (KNOWN, KNOWN, True),
        (KNOWN, OTHER, False),
        (KNOWN, Head(3, "k"), False),
        (Head(), Head(0, "x"), True),
        (Head(), Head(1, ""), False),
        (Head(1, "a"), Head(1, "b"), False),
        (Head(1, "x"), Head(0, "x"), False),
    ],
)
def test_a_record_without_entries_may_go_on_from_another_one(found: Head, known: Head, same: bool) -> None:
    assert is_same(found, known) is same


@pytest.mark.parametrize(
    ("error", "broken"),
    [
        (None, False),
        (OSError("gone"), False),
        (DBAPIError("SELECT 1", None, Exception("gone"), connection_invalidated=True), True),
        (DBAPIError("SELECT 1", None, Exception("no such column")), False),
        (OperationalError(None, None, Exception("no route")), False),
    ],
)
def test_a_connection_is_broken_where_its_error_says_so(error: BaseException | None, broken: bool) -> None:
    assert is_broken(error) is broken
