"""One suite over both stores (T6, T23): what is written, repeated, refused, who may write; a store in one file."""

import itertools
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from tapete.kernel import HOUSE
from tapete.record import store as s
from tapete.record.checkpoints import checkpoint
from tapete.record.entry import GENESIS, Head
from tapete.record.source import open_source
from tapete.record.store.copies import take_copy
from tapete.record.store.engine import connect, read_url
from tapete.record.store.sqlite import journal, library as sqlite3
from tests.support.record.tables import SCRIPT, TIME, Open, Stake, TableActor, changed, play
from tests.support.rows import rows


def test_entries_come_back_as_they_were_written(store: s.Store) -> None:
    actor = play(TableActor(store.take_over("t1")))
    rows = list(store.entries("t1"))
    assert [row.version for row in rows] == list(range(1, len(SCRIPT) + 1))
    assert [row.entry() for row in rows] == [made.entry for made in actor.made]
    assert [row.private_part for row in rows] == [made.private_part for made in actor.made]
    assert rows[0].entry().prev == GENESIS
    assert all(later.entry().prev == earlier.hash for earlier, later in itertools.pairwise(rows))
    assert store.head("t1") == Head(len(SCRIPT), rows[-1].hash)
    assert [row.version for row in store.entries("t1", after=6)] == [7, 8]
    assert store.tables() == ("t1",)


def test_repeated_command_gets_the_first_answer(store: s.Store) -> None:
    actor = TableActor(store.take_over("t1"))
    actor.do(Open(), HOUSE, "c1", b"first")
    again = actor.do(Open(), HOUSE, "c1", b"second")
    assert again is not None
    assert (again.answer, again.is_repeated, again.head) == (b"first", True, actor.head)
    assert store.head("t1").version == 1
    assert store.command("t1", "c1", actor.digests["c1", str(Open())]) == b"first"
    assert store.command("t1", "c2", "") is None
    assert store.command("t2", "c1", "") is None


def test_command_id_with_another_body_is_a_conflict(store: s.Store) -> None:
    actor = TableActor(store.take_over("t1"))
    actor.do(Open(), HOUSE, "c1")
    with pytest.raises(s.CommandConflictError):
        actor.do(Stake(5), "ana", "c1")
    with pytest.raises(s.CommandConflictError):
        store.command("t1", "c1", "another")
    actor.do(Stake(5), "ana", "c2")
    assert store.head("t1").version == 2


def test_older_writer_can_write_no_more(store: s.Store) -> None:
    old = TableActor(store.take_over("t1"))
    old.do(Open(), HOUSE)
    new = store.take_over("t1")
    for _ in range(2):
        with pytest.raises(s.StaleWriterError):
            old.do(Stake(5))
    with pytest.raises(s.StaleWriterError):
        old.writer.append(old.compose(Stake(5))[1], shoes={7: b"sealed"})
    with pytest.raises(s.NotFoundError):
        store.shoe("t1", 7)
    assert (new.epoch, new.head.version) == (2, 1)
    assert store.head("t1").version == 1


@pytest.mark.parametrize(("claimed", "due"), [(0, 4), (1, 4), (2, 4), (3, 4), (6, 7)])
def test_no_writer_has_the_number_of_one_who_has_written_or_a_lower_one(store: s.Store, claimed: int, due: int) -> None:
    """The row that counts the writers may be older than the record, as after a copy was put back by hand."""
    for _ in range(2):
        store.take_over("t1")
    play(TableActor(store.take_over("t1")))
    with store._engine.begin() as connection:
        connection.execute(sqlalchemy.update(s.schema.writers).values(epoch=claimed))
    assert store.take_over("t1").epoch == due


def test_new_table_is_not_taken_from_whoever_has_it(store: s.Store) -> None:
    store.take_over("t1", new=True)
    actor = TableActor(store.take_over("t1", new=True))  # whose opening was refused, that left no table
    actor.do(Open(), HOUSE)
    with pytest.raises(s.TableTakenError):
        store.take_over("t1", new=True)
    actor.do(Stake(5))
    assert store.head("t1").version == 2


def test_group_of_tables_is_one_transaction(store: s.Store) -> None:
    actors = [TableActor(store.take_over(table), table) for table in ("b", "a", "c")]
    groups = [s.Append(actor.writer, actor.compose(Open(), HOUSE)[1]) for actor in actors]
    assert [stored.head.version for stored in store.append_many(groups)] == [1, 1, 1]
    store.take_over("c")
    for actor in actors:
        actor.state, actor.head = actor.state, actor.writer.head
    late = [s.Append(actor.writer, actor.compose(Stake(5))[1]) for actor in actors]
    with pytest.raises(s.StaleWriterError, match="c: writer"):
        store.append_many(late)
    assert [store.head(table).version for table in "abc"] == [1, 1, 1]
    assert [stored.head.version for stored in store.append_many(late[:2])] == [2, 2]


def test_a_request_that_comes_twice_in_a_group_is_stored_once(store: s.Store) -> None:
    actor = TableActor(store.take_over("t1"))
    made = actor.compose(Open(), HOUSE, "c1", b"done")[1]
    first, again = (s.Append(actor.writer, made, "digest") for _ in range(2))
    found = store.append_many([first, again])
    assert [(one.is_repeated, one.answer) for one in found[1:]] == [(True, b"done")]
    assert store.head("t1").version == 1
    other = TableActor(store.take_over("t2"), "t2")
    made = other.compose(Open(), HOUSE, "c1", b"done")[1]
    with pytest.raises(s.CommandConflictError):
        store.append_many([s.Append(other.writer, made, "digest"), s.Append(other.writer, made, "another")])
    assert store.head("t2").version == 0, "a group was stored of which a request was refused"


def test_an_entry_and_its_twin_are_stored_together_or_not_at_all(store: s.Store) -> None:
    table, house = (TableActor(store.take_over(name), name) for name in ("t1", "house"))

    def pair(what: object, command: str | None = None) -> s.Append:
        """Return an entry of the table with its twin, as a hall would make them again after a lost answer."""
        made = table.compose(what, HOUSE, command, b"done")[1]
        return s.Append(table.writer, made, "digest", paired=s.Append(house.writer, house.compose(what, HOUSE)[1]))

    def versions() -> tuple[int, ...]:
        return tuple(store.head(name).version for name in ("t1", "house"))

    opening = pair(Open(), "c1")
    assert [done.head for done in store.append_many([opening])] == [table.writer.head]
    assert versions() == (1, 1)
    for actor in (table, house):
        actor.head = actor.writer.head
    (again,) = store.append_many([pair(Open(), "c1")])
    assert (again.is_repeated, versions()) == (True, (1, 1))
    store.take_over("house")
    with pytest.raises(s.StaleWriterError, match="house: writer"):
        store.append_many([pair(Stake(5))])
    assert versions() == (1, 1)
    for number in (1, 2):
        with pytest.raises(s.StaleWriterError):
            store.append_many([pair(Stake(number))])
    assert versions() == (1, 1)


def test_shoes_and_rulebooks_and_checkpoints_are_kept(store: s.Store) -> None:
    actor = TableActor(store.take_over("t1"))
    actor.writer.append(actor.compose(Open(), HOUSE)[1], shoes={1: b"sealed order"})
    assert store.shoe("t1", 1) == b"sealed order"
    with pytest.raises(s.NotFoundError):
        store.shoe("t1", 2)
    digest = store.put_rulebook({"id": "x", "game": "toy", "texto": "señal"})
    assert store.put_rulebook({"game": "toy", "id": "x", "texto": "señal"}) == digest
    assert store.rulebook(digest)["texto"] == "señal"
    assert store.rulebooks() == (digest,)
    said = checkpoint(Ed25519PrivateKey.generate(), "t1", Head(0), TIME)
    store.put_checkpoint(said)
    store.put_checkpoint(msgspec.structs.replace(said, time=TIME.replace("2026", "2027")))
    assert store.checkpoints("t1") == (said,)


def test_second_order_of_a_shoe_fails_the_store(store: s.Store) -> None:
    actor = TableActor(store.take_over("t1"))
    turn, made = actor.compose(Open(), HOUSE)
    actor.writer.append(made, shoes={1: b"sealed order"})
    actor.state, actor.head = turn.state, made.head
    with pytest.raises(s.StoreFailedError):
        actor.writer.append(actor.compose(Stake(5))[1], shoes={1: b"a better one"})


@pytest.mark.parametrize("table", s.schema.WRITTEN_ONCE)
@pytest.mark.parametrize("change", ["UPDATE {t} SET {c} = {c}", "DELETE FROM {t}"])
def test_written_rows_are_never_changed(store: s.Store, table: str, change: str) -> None:
    actor = play(TableActor(store.take_over("t1")))
    actor.writer.append(actor.compose(Stake(5))[1], shoes={7: b"sealed"})
    store.put_rulebook({"id": "x"})
    store.put_checkpoint(checkpoint(Ed25519PrivateKey.generate(), "t1", actor.head, TIME))
    column = next(iter(s.schema.metadata.tables[table].columns)).name
    with pytest.raises(sqlalchemy.exc.DatabaseError, match="written once"), store._engine.begin() as connection:
        connection.exec_driver_sql(change.format(t=table, c=column))


def test_reading_only_writes_nothing(store_url: str) -> None:
    with s.open_store(store_url) as store:
        play(TableActor(store.take_over("t1")))
        with s.open_store(store_url, read_only=True) as reader:
            assert reader.head("t1") == store.head("t1")
            with pytest.raises(s.StoreFailedError):
                reader.take_over("t1")


def test_writers_of_many_tables_in_many_threads(store: s.Store) -> None:
    actors = [TableActor(store.take_over(f"t{number}"), f"t{number}") for number in range(4)]
    threads = [threading.Thread(target=play, args=(actor,)) for actor in actors]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [store.head(actor.table) for actor in actors] == [actor.head for actor in actors]


@pytest.fixture
def memory() -> Iterator[s.Store]:
    with s.open_store("sqlite://") as opened:
        yield opened


def refusal(work: Any, *of: Any, **more: Any) -> tuple[str, str, dict[str, Any]]:
    with pytest.raises(s.StoreError) as refused:
        work(*of, **more)
    return type(refused.value).__name__, refused.value.code, refused.value.facts


FAILED = "StoreFailedError"


@pytest.mark.parametrize(
    ("fields", "version"),
    [({"table": "t2"}, 2), ({"version": 3}, 3), ({"version": 1}, 1), ({"prev": "ff"}, 2), ({"epoch": 2}, 2)],
)
def test_an_entry_that_does_not_follow_is_refused_and_the_store_with_it(
    memory: s.Store, fields: dict[str, Any], version: int
) -> None:
    actor = TableActor(memory.take_over("t1"))
    actor.do(Open(), "ana")
    made = changed(actor.compose(Stake(5))[1], **fields)
    due = (FAILED, "entry-out-of-turn", {"table": "t1", "entry": version, "head": 1})
    assert refusal(actor.writer.append, made) == due  # type: ignore[union-attr]
    assert refusal(memory.head, "t1") == (FAILED, "store-failed-before", {})
    assert refusal(memory.take_over, "t2") == (FAILED, "store-failed-before", {})


def test_an_entry_that_is_not_the_one_of_its_hash_or_its_answer_is_refused() -> None:
    for fields, code in (({"hash": "ff"}, "entry-hash"), ({"answer": b"no"}, "entry-answer")):
        with s.open_store("sqlite://") as store:
            actor = TableActor(store.take_over("t1"))
            made = msgspec.structs.replace(actor.compose(Open(), command="c1", answer=b"yes")[1], **fields)
            assert refusal(actor.writer.append, made) == (FAILED, code, {"table": "t1", "entry": 1})


@rows("size", [1, 15, 16, 100, 5000])
def test_a_file_that_holds_something_else_is_no_store_and_stays_as_it_is(tmp_path: Path, size: int) -> None:
    """A short one SQLite would take for an empty database."""
    file = tmp_path / "hall.db"
    file.write_bytes(b"these are no pages of a database"[:size] * (size // 32 + 1))
    before = file.read_bytes()
    for _ in range(2):
        assert refusal(s.open_store, str(file)) == ("StoreError", "store-no-database", {"file": str(file)})
    assert file.read_bytes() == before
    file.write_bytes(b"")
    with s.open_store(str(file)) as store:
        assert store.tables() == ()
    with s.open_store(str(file)) as store:  # its own header by now
        assert store.tables() == ()


@rows(
    "version, mode",
    [((3, 40, 1), ("delete", 3)), ((3, 51, 2), ("delete", 3)), ((3, 51, 3), ("wal", 2)), ((3, 60, 0), ("wal", 2))],
)
def test_journal_is_safe_for_the_linked_version(version: tuple[int, ...], mode: tuple[str, int]) -> None:
    assert journal(version) == mode


def test_store_whose_settings_do_not_hold_does_not_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tapete.record.store.sqlite.journal", lambda: ("delete", 9))  # SQLite takes no such level
    with pytest.raises(s.UnsafeStoreError):
        s.open_store(str(tmp_path / "hall.db"))
    monkeypatch.undo()
    s.open_store(str(tmp_path / "hall.db")).close()  # and the lock was given back


@rows("statement", ["INSERT INTO entries", "INSERT INTO commands", "COMMIT"])
def test_error_at_each_statement_stores_all_or_nothing(tmp_path: Path, statement: str) -> None:
    path = str(tmp_path / "hall.db")
    with s.open_store(path) as store:
        actor = play(TableActor(store.take_over("t1")), SCRIPT[:2])

        @sqlalchemy.event.listens_for(store._engine, "before_cursor_execute")
        def fail(connection: object, cursor: object, sql: str, *_: object) -> None:
            if sql.startswith(statement):
                raise OSError(28, "No space left on device")

        @sqlalchemy.event.listens_for(store._engine, "commit")
        def fail_commit(connection: object) -> None:
            if statement == "COMMIT":
                raise OSError(5, "Input/output error")

        with pytest.raises(s.StoreFailedError):
            actor.do(Stake(5), command="c9")
    with s.open_store(path) as store:
        assert store.head("t1").version == 2
        assert store.command("t1", "c9", "") is None


def test_replace_cannot_swallow_a_row(tmp_path: Path) -> None:
    path = tmp_path / "hall.db"
    with s.open_store(str(path)) as store:
        play(TableActor(store.take_over("t1")))
    connection = sqlite3.connect(path)
    with pytest.raises(sqlite3.DatabaseError, match="written once"):
        connection.execute(
            "INSERT OR REPLACE INTO entries SELECT table_id, version, x'00', hash, private, tag FROM entries"
        )
    connection.close()


@rows("kind", ["mysql", "postgresql+asyncpg", "sqlite+pysqlcipher"])
def test_no_other_kind_of_database_holds_a_store(kind: str) -> None:
    with pytest.raises(s.StoreError) as refused:
        read_url(f"{kind}://host/hall")
    assert (refused.value.code, refused.value.facts) == ("store-kind", {"kind": kind})


def test_what_is_asked_with_is_never_said_in_an_error() -> None:
    opened = connect(read_url("sqlite://"))
    with opened.connect() as connection, pytest.raises(OperationalError) as failed:
        connection.execute(text("SELECT :name FROM nowhere"), {"name": "Leocadia"})
    opened.dispose()
    assert "Leocadia" not in str(failed.value)


def test_what_is_none_of_our_stores_is_not_copied(tmp_path: Path) -> None:
    """Neither another database, nor what is none, nor nothing at all."""
    other, none, gone = (tmp_path / name for name in ("other.db", "none.db", "gone.db"))
    sqlite3.connect(other).executescript("CREATE TABLE one (a INTEGER)")
    none.write_bytes(b"these are no pages of a database" * 100)
    for file, why in ((other, "SQLITE_ERROR"), (none, "SQLITE_NOTADB"), (gone, "SQLITE_CANTOPEN")):
        found = refusal(take_copy, str(file), tmp_path / "copy.db")
        assert found[1:] == ("no-store-here", {"file": str(file), "why": why})
    assert {one.name for one in tmp_path.iterdir()} == {"other.db", "none.db"}


def test_a_store_that_was_ended_in_order_is_one_file_and_reading_leaves_nothing_beside_it(tmp_path: Path) -> None:
    """An auditor's medium may take no files, and SQLite would make two of them for its log."""
    file = tmp_path / "hall.db"
    with s.open_store(str(file)) as store:
        store.take_over("mesa")
    with s.open_store(str(file), read_only=True) as store:
        assert store.tables() == ("mesa",)
        assert [one.name for one in tmp_path.iterdir() if one.suffix != ".lock"] == ["hall.db"]


@pytest.mark.skipif(not Path("/proc/locks").exists(), reason="only Linux lists the locks of files")
@pytest.mark.skipif(journal()[0] == "delete", reason="without a log nothing is locked between transactions")
def test_to_read_a_store_that_is_open_here_leaves_its_locks_as_they_are(tmp_path: Path) -> None:
    """The end of a plain file would drop them, and other processes would take the store for one that nobody uses."""
    file = tmp_path / "hall.db"

    def is_locked() -> bool:
        return f":{file.stat().st_ino} " in Path("/proc/locks").read_text()

    with s.open_store(str(file)) as store:
        store.take_over("mesa")
        assert is_locked()
        open_source(str(file)).close()
        assert is_locked(), "what was read ended the locks of the hall"
