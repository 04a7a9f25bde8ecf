"""What a store refuses, each with its code and all its facts, and what has become of the store by then; and what is
read from one: every row of a table in its order, page by page.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace
from sqlalchemy import text

from tapete.record.authority import Authority
from tapete.record.canonical import canonical, sha256
from tapete.record.checkpoints import Checkpoint
from tapete.record.entry import Head, StreamEnd
from tapete.record.source import StoreSource
from tapete.record.store import AnsweredCommand, Append, Store, StoreError, WriterRow, open_store, reader
from tests.support.record.tables import SCRIPT, TableActor, changed, play
from tests.support.record.toy import Deal, Open, Stake

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


def sql(store: Store, *statements: str) -> None:
    with store._engine.begin() as connection:
        for one in statements:
            connection.execute(text(one))


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


def test_an_entry_that_is_not_the_one_of_its_hash_or_its_answer_is_refused(store: Store) -> None:
    actor = TableActor(store.take_over("t1"))
    made = replace(actor.compose(Open(), command="c1", answer=b"yes")[1], hash="ff")
    due = {"table": "t1", "entry": 1}
    assert refusal(actor.writer.append, made) == (FAILED, "entry-hash", due)  # type: ignore[union-attr]
    with open_store("sqlite://") as other:
        actor = TableActor(other.take_over("t1"))
        made = replace(actor.compose(Open(), command="c1", answer=b"yes")[1], answer=b"no")
        assert refusal(actor.writer.append, made) == (FAILED, "entry-answer", due)  # type: ignore[union-attr]


def test_without_a_request_any_answer_is_stored_nowhere(store: Store) -> None:
    actor = TableActor(store.take_over("t1"))
    made = replace(actor.compose(Open())[1], answer=b"no")
    assert actor.writer is not None
    found = actor.writer.append(made)
    assert (found.head, found.answer, found.is_repeated) == (Head(1, made.hash), b"no", False)
    assert store.commands("t1") == {}


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


def test_a_repeated_request_has_its_first_answer_and_the_head_of_now(store: Store) -> None:
    actor = TableActor(store.take_over("t1"))
    actor.do(Open(), "ana", "c1", b"first")
    made = actor.compose(Stake(5), command="c1", answer=b"second")[1]
    digest = actor.digests["c1", str(Open())]
    writer = actor.writer
    assert writer is not None
    found = writer.append(made, digest)
    assert (found.head, found.answer, found.is_repeated) == (actor.head, b"first", True)
    assert refusal(writer.append, made, "other") == (
        "CommandConflictError", "command-used", {"table": "t1", "command": "c1"}
    )  # fmt: skip
    assert store.command("t1", "c1", digest) == b"first"
    assert (store.command("t2", "c1", digest), store.command("t1", "c2", digest)) == (None, None)
    assert refusal(store.command, "t1", "c1", "other")[1] == "command-used"
    assert store.head("t1") == actor.head, "and the store is good"


def test_a_request_that_is_repeated_within_its_own_group_is_answered_out_of_it(store: Store) -> None:
    actor = TableActor(store.take_over("t1"))
    writer = actor.writer
    assert writer is not None
    made = actor.compose(Open(), command="c1", answer=b"first")[1]
    one = Append(writer, made, "d")
    first, second = store.append_many([one, one])
    assert (first.answer, first.is_repeated, second.answer, second.is_repeated) == (b"first", False, b"first", True)
    assert first.head == second.head == made.head == writer.head == store.head("t1")
    assert store.length("t1") == 1


def test_a_new_record_goes_on_from_the_end_of_another(store: Store) -> None:
    writer = store.take_over("t1")
    end = StreamEnd("t0", 9, "ab")
    writer.go_on_from(end)
    assert (writer.continues, writer.head) == (end, Head(0, "ab"))


# --- who writes -------------------------------------------------------------------------------------------------------


def test_a_new_table_has_no_entry(store: Store) -> None:
    play(TableActor(store.take_over("t1", new=True)))
    assert refusal(store.take_over, "t1", new=True) == ("TableTakenError", "table-taken", {"table": "t1"})
    assert store.writer("t1") == WriterRow("t1", 1)
    assert store.take_over("t1").epoch == 2
    assert store.take_over("t2", new=True).epoch == store.take_over("t3").epoch == 1


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


def test_entries_without_a_tag_leave_it_to_anybody_to_go_on(store: Store) -> None:
    play(TableActor(store.take_over("t1")))
    sql(store, "UPDATE writers SET epoch = 5")
    assert store.take_over("t1", authority=OURS).epoch == 6


# --- what is kept beside it -------------------------------------------------------------------------------------------


def rulebook(store: Store, digest: str, content: bytes) -> None:
    with store._engine.begin() as connection:
        connection.exec_driver_sql("INSERT INTO rulebooks VALUES (?, ?)", (digest, content))


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "rulebook-unreadable"),
        (b"{", "rulebook-unreadable"),
        (b"[" * 100_000, "rulebook-unreadable"),
        (b'{"a":1,"a":1}', "rulebook-unreadable"),
        (b"[]", "rulebook-no-tree"),
        (b'"x"', "rulebook-no-tree"),
    ],
)
def test_a_rulebook_that_cannot_be_read_is_named(store: Store, content: bytes, code: str) -> None:
    rulebook(store, "d1", content)
    assert refusal(store.rulebook, "d1") == ("StoreError", code, {"rulebook": "d1"})


def test_rulebooks_are_kept_by_the_hash_of_their_content_and_those_that_are_not_are_told(store: Store) -> None:
    digest = store.put_rulebook({"id": "x"})
    assert store.put_rulebook({"id": "x"}) == digest == sha256(canonical({"id": "x"}))
    rulebook(store, "00", b'{"id":"y"}')
    assert store.rulebooks() == tuple(sorted(("00", digest)))
    assert (store.rulebook(digest), store.rulebook("00")) == ({"id": "x"}, {"id": "y"})
    assert store.respelled_rulebooks() == {"00": sha256(b'{"id":"y"}')}
    assert refusal(store.rulebook, "ff") == ("NotFoundError", "no-such-row", {})


def test_a_source_reads_the_content_of_a_rulebook_once_and_sees_those_that_come_later(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    kept = store.rulebook

    def counted(digest: str) -> dict[str, Any]:
        asked.append(digest)
        return kept(digest)

    monkeypatch.setattr(store, "rulebook", counted)
    first, source = store.put_rulebook({"id": "x"}), StoreSource(store)
    assert [source.rulebooks() for _ in range(2)] == [{first: {"id": "x"}}] * 2
    rulebook(store, "00", b"[]")
    later = store.put_rulebook({"id": "y"})
    assert source.rulebooks() == {first: {"id": "x"}, later: {"id": "y"}}
    assert source.unreadable_rulebooks().keys() == {"00"}
    assert sorted(set(asked)) == sorted((first, later, "00"))
    assert (asked.count(first), asked.count(later)) == (1, 1)


SAID = Checkpoint("t1", 1, "h", "t", "k", "s", 1)


@pytest.mark.parametrize(
    ("fields", "is_kept"),
    [
        ({}, True),
        ({"head": "x", "time": "y", "signature": "z", "tagged_from": 3, "is_witnessed": True}, True),
        ({"table": "t2"}, False),
        ({"version": 2}, False),
        ({"key": "x"}, False),
        ({"epoch": 2}, False),
        ({"is_closed": True}, False),
    ],
)
def test_a_checkpoint_is_said_once_under_its_name(store: Store, fields: dict[str, Any], is_kept: bool) -> None:
    for name in ("t1", "t2"):
        store.take_over(name)
    store.put_checkpoint(SAID)
    other = replace(SAID, **fields)
    assert store.has_checkpoint(other) is is_kept
    store.put_checkpoints((other, SAID))
    every = (*store.checkpoints("t1"), *store.checkpoints("t2"))
    assert set(every) == ({SAID} if is_kept else {SAID, other})
    assert len(every) == (1 if is_kept else 2)


def test_checkpoints_stand_by_version_and_key_and_writer_the_closing_one_last(store: Store) -> None:
    store.take_over("t1")
    order = [
        SAID,
        replace(SAID, is_closed=True),
        replace(SAID, epoch=2),
        replace(SAID, key="l"),
        replace(SAID, version=2, key="a"),
        replace(SAID, version=10),
    ]
    store.put_checkpoints(reversed(order))
    assert store.checkpoints("t1") == tuple(order)
    assert store.checkpoints("t2") == ()


def test_a_shoe_that_is_not_kept_is_refused(store: Store) -> None:
    assert refusal(store.shoe, "t1", 1) == ("NotFoundError", "no-such-row", {})


# --- reading ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", [1, 2, 3, 4, 500])
def test_rows_are_read_page_by_page_each_once_and_in_order(
    store: Store, monkeypatch: pytest.MonkeyPatch, page: int
) -> None:
    monkeypatch.setattr(reader, "PAGE", page)
    actor = play(TableActor(store.take_over("t1")))
    play(TableActor(store.take_over("t2"), "t2"), ((Open(), "ana"), (Deal(), "ana")))
    rows = list(store.entries("t1"))
    assert [(one.version, one.body, one.hash, one.private_part, one.tag) for one in rows] == [
        (made.entry.version, made.entry.body(), made.hash, made.private_part, None) for made in actor.made
    ]
    assert [one.version for one in store.entries("t1", 0)] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert [one.version for one in store.entries("t1", 3)] == [4, 5, 6, 7, 8]
    assert [one.version for one in store.entries("t1", 8)] == []
    assert (store.length("t1"), store.length("t2"), store.length("t3")) == (8, 2, 0)
    assert store.commands("t1") == {
        str(made.entry.command): AnsweredCommand(
            made.entry.version, actor.digests[made.entry.command, str(what)], str(made.entry.answer)
        )
        for made, what in zip(actor.made, [what for what, _ in SCRIPT], strict=True)
    }
    assert list(store.commands("t2")) == ["c1", "c2"]
    assert store.tables() == ("t1", "t2")
    assert store.answered_entry("t1", "c4") == actor.made[3].entry
    assert store.answered_entry("t2", "c4") is store.answered_entry("t1", "c9") is None
    assert (list(store.shoes("t1")), list(store.shoes("t3"))) == ([1], [])
    assert store.shoe("t1", 1) == store.shoes("t1")[1]
    assert store.row_counts() == {
        "entries": 10, "commands": 10, "shoes": 2, "checkpoints": 0, "writers": 2, "rulebooks": 0,
    }  # fmt: skip
    assert (store.guard_faults(), store.value_faults()) == ((), ())
    store.require_answer()


ROWS = {
    "writers": "INSERT INTO writers (table_id, epoch) VALUES ('x', 1)",
    "entries": "INSERT INTO entries (table_id, version, body, hash) VALUES ('x', 1, x'', '')",
    "commands": "INSERT INTO commands VALUES ('x', 'c', 1, '', x'')",
    "shoes": "INSERT INTO shoes VALUES ('x', 1, x'')",
    "checkpoints": "INSERT INTO checkpoints VALUES ('x', 1, '', '', '', '', 1, 0, 0, 0, 0, 0)",
}


@pytest.mark.parametrize("kept", list(ROWS))
def test_a_table_of_which_anything_is_kept_is_one_of_the_store(store: Store, kept: str) -> None:
    store.take_over("t1")
    connection = store._engine.raw_connection()
    connection.cursor().execute("PRAGMA foreign_keys = OFF")
    connection.cursor().execute(ROWS[kept])
    assert store.tables() == ("t1", "x")
    counts = dict.fromkeys(("entries", "commands", "shoes", "checkpoints", "writers", "rulebooks"), 0) | {"writers": 1}
    assert store.row_counts() == counts | {kept: counts[kept] + 1}


# --- opening ----------------------------------------------------------------------------------------------------------


def test_whoever_only_reads_writes_nothing(tmp_path: Path) -> None:
    file = str(tmp_path / "hall.db")
    open_store(file).close()
    with open_store(file, read_only=True) as reading:
        for work, of in (
            (reading.take_over, ("t1",)),
            (reading.put_rulebook, ({},)),
            (reading.put_checkpoint, (SAID,)),
        ):
            assert refusal(work, *of) == (FAILED, "store-read-only", {})
        assert reading.tables() == ()


@pytest.mark.parametrize("size", [1, 15, 16, 100, 5000])
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


def test_what_a_stopped_writer_has_left_is_sqlite_s_to_put_right(tmp_path: Path) -> None:
    """With a journal beside it a file is put back as it was, whatever it begins with; here the journal has nothing."""
    file = tmp_path / "hall.db"
    file.write_bytes(bytes(4096))
    file.with_name("hall.db-journal").write_bytes(b"")
    assert refusal(open_store, str(file))[:2] == ("StoreError", "store-unopened")


def test_a_store_that_cannot_be_brought_up_to_date_says_so_and_is_let_go(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "other.db")) as store:
        sql(store, "UPDATE alembic_version SET version_num = '9999'")
    kind, code, facts = refusal(open_store, str(tmp_path / "other.db"))
    assert (kind, code, facts["store"]) == ("StoreError", "store-unopened", f"sqlite:///{tmp_path}/other.db")
    assert facts["why"]
    assert "9999" in facts["detail"]
    assert msgspec.json.encode(facts["detail"]).count(b"\\n") == 0
