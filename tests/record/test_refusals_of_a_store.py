"""What a store refuses, each with its code and all its facts, and what has become of the store by then; and what is
read from one: every row of a table in its order, page by page.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tapete.record.authority import Authority
from tapete.record.entry import Head
from tapete.record.store import Append, Store, StoreError, open_store
from tests.support.record.tables import TableActor, changed, play
from tests.support.record.toy import Open, Stake
from tests.support.rows import rows

OURS = Authority(bytes(32), Ed25519PrivateKey.from_private_bytes(bytes(range(32))))
THEIRS = Authority(bytes(32), Ed25519PrivateKey.from_private_bytes(bytes(range(1, 33))))


@pytest.fixture
def store() -> Iterator[Store]:
    """A store in memory: the same code, and quick."""
    with open_store("sqlite://") as opened:
        yield opened


def refusal(work: Any, *of: Any, **more: Any) -> tuple[str, str, dict[str, Any]]:
    with pytest.raises(StoreError) as refused:
        work(*of, **more)
    return type(refused.value).__name__, refused.value.code, refused.value.facts


FAILED, STALE = "StoreFailedError", "StaleWriterError"


# --- appending --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "version"),
    [({"table": "t2"}, 2), ({"version": 3}, 3), ({"version": 1}, 1), ({"prev": "ff"}, 2), ({"epoch": 2}, 2)],
)
def test_an_entry_that_does_not_follow_is_refused_and_the_store_with_it(
    store: Store, fields: dict[str, Any], version: int
) -> None:
    actor = TableActor(store.take_over("t1"))
    actor.do(Open(), "ana")
    made = changed(actor.compose(Stake(5))[1], **fields)
    due = (FAILED, "entry-out-of-turn", {"table": "t1", "entry": version, "head": 1})
    assert refusal(actor.writer.append, made) == due  # type: ignore[union-attr]
    assert refusal(store.head, "t1") == (FAILED, "store-failed-before", {})
    assert refusal(store.take_over, "t2") == (FAILED, "store-failed-before", {})


def test_a_writer_whom_another_followed_stores_nothing_and_hears_who(store: Store) -> None:
    old = play(TableActor(store.take_over("t1")))
    for _ in range(2):
        store.take_over("t1")
    made = old.compose(Stake(5))[1]
    writer = old.writer
    assert writer is not None
    assert writer.stale is False
    replaced = {"table": "t1", "epoch": 1}
    assert refusal(writer.append, made) == (STALE, "writer-replaced-by", {**replaced, "now": 3})
    assert writer.stale is True
    assert refusal(writer.append, made) == (STALE, "writer-replaced", replaced)
    other = TableActor(store.take_over("t2"), "t2")
    twin = Append(other.writer, other.compose(Open())[1], twin=Append(writer, made))  # type: ignore[arg-type]
    assert refusal(store.append_many, [twin]) == (STALE, "writer-replaced", replaced)
    assert (store.head("t1"), store.head("t2")) == (old.head, Head())


# --- who writes -------------------------------------------------------------------------------------------------------


CHANGED = "WriterChangedError"


@pytest.mark.parametrize(
    ("by", "change", "found"),
    [
        (OURS, "", None),
        (None, "", None),
        (OURS, "UPDATE writers SET epoch = 7", (CHANGED, "writer-changed", {"epoch": 7, "table": "t1"})),
        (THEIRS, "", (CHANGED, "writer-changed", {"epoch": 1, "table": "t1"})),
        (OURS, "UPDATE writers SET signature = ''", (CHANGED, "writer-unsigned", {"epoch": 1, "table": "t1"})),
        (OURS, "UPDATE writers SET signature = NULL", (CHANGED, "writer-unsigned", {"epoch": 1, "table": "t1"})),
        (OURS, "UPDATE writers SET key = NULL", (CHANGED, "writer-changed", {"epoch": 1, "table": "t1"})),
        (OURS, "PRAGMA foreign_keys = OFF; DELETE FROM writers", (CHANGED, "writer-unnamed", {"table": "t1"})),
    ],
)
def test_a_hall_with_a_key_goes_on_after_a_writer_of_its_own(
    store: Store, by: Authority | None, change: str, found: Any
) -> None:
    actor = TableActor(store.take_over("t1", authority=by))
    actor.do(Open(), "ana")
    if change:
        connection = store._engine.raw_connection()
        for one in change.split(";"):
            connection.cursor().execute(one)
        connection.cursor().execute("PRAGMA foreign_keys = ON")
    if found is None:
        writer = store.take_over("t1", authority=OURS)
        row = store.writer("t1")
        assert row is not None
        assert (writer.epoch, row.epoch, row.key, row.is_signed()) == (2, 2, OURS.public, True)
    else:
        assert refusal(store.take_over, "t1", authority=OURS) == found
        assert store.take_over("t1", authority=OURS, blindly=True).epoch >= 2


# --- opening ----------------------------------------------------------------------------------------------------------


@rows("size", [1, 15, 16, 100, 5000])
def test_a_file_that_holds_something_else_is_no_store_and_stays_as_it_is(tmp_path: Path, size: int) -> None:
    """A short one SQLite would take for an empty database."""
    file = tmp_path / "hall.db"
    file.write_bytes(b"these are no pages of a database"[:size] * (size // 32 + 1))
    before = file.read_bytes()
    for _ in range(2):
        assert refusal(open_store, str(file)) == ("StoreError", "store-no-database", {"file": str(file)})
    assert file.read_bytes() == before
    file.write_bytes(b"")
    with open_store(str(file)) as store:
        assert store.tables() == ()
    with open_store(str(file)) as store:  # its own header by now
        assert store.tables() == ()
