"""One suite over both stores."""

import itertools
import threading

import msgspec
import pytest
import sqlalchemy

from tapete.kernel import HOUSE
from tapete.record.checkpoints import checkpoint
from tapete.record.entry import GENESIS, Head
from tapete.record.store import (
    Append,
    CommandConflictError,
    NotFoundError,
    StaleWriterError,
    Store,
    StoreFailedError,
    TableTakenError,
    open_store,
    schema,
)
from tapete.record.store.appends import Rows
from tests.support.record.tables import SCRIPT, TIME, TableActor, play
from tests.support.record.toy import Open, Stake


def test_entries_come_back_as_they_were_written(store: Store) -> None:
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


def test_long_record_is_read_in_pages(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tapete.record.store.reader.PAGE", 3)
    play(TableActor(store.take_over("t1")))
    assert [row.version for row in store.entries("t1")] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert {name: one.version for name, one in store.commands("t1").items()} == {f"c{n}": n for n in range(1, 9)}


def test_repeated_command_gets_the_first_answer(store: Store) -> None:
    actor = TableActor(store.take_over("t1"))
    actor.do(Open(), HOUSE, "c1", b"first")
    again = actor.do(Open(), HOUSE, "c1", b"second")
    assert again is not None
    assert (again.answer, again.is_repeated, again.head) == (b"first", True, actor.head)
    assert store.head("t1").version == 1
    assert store.command("t1", "c1", actor.digests["c1", str(Open())]) == b"first"
    assert store.command("t1", "c2", "") is None
    assert store.command("t2", "c1", "") is None


def test_command_id_with_another_body_is_a_conflict(store: Store) -> None:
    actor = TableActor(store.take_over("t1"))
    actor.do(Open(), HOUSE, "c1")
    with pytest.raises(CommandConflictError):
        actor.do(Stake(5), "ana", "c1")
    with pytest.raises(CommandConflictError):
        store.command("t1", "c1", "another")
    actor.do(Stake(5), "ana", "c2")
    assert store.head("t1").version == 2


def test_older_writer_can_write_no_more(store: Store) -> None:
    old = TableActor(store.take_over("t1"))
    old.do(Open(), HOUSE)
    new = store.take_over("t1")
    for _ in range(2):
        with pytest.raises(StaleWriterError):
            old.do(Stake(5))
    with pytest.raises(StaleWriterError):
        old.writer.append(old.compose(Stake(5))[1], shoes={7: b"sealed"})
    with pytest.raises(NotFoundError):
        store.shoe("t1", 7)
    assert (new.epoch, new.head.version) == (2, 1)
    assert store.head("t1").version == 1


@pytest.mark.parametrize(("claimed", "due"), [(0, 4), (1, 4), (2, 4), (3, 4), (6, 7)])
def test_no_writer_has_the_number_of_one_who_has_written_or_a_lower_one(store: Store, claimed: int, due: int) -> None:
    """The row that counts the writers may be older than the record, as after a copy was put back by hand."""
    for _ in range(2):
        store.take_over("t1")
    play(TableActor(store.take_over("t1")))
    with store._engine.begin() as connection:
        connection.execute(sqlalchemy.update(schema.writers).values(epoch=claimed))
    assert store.take_over("t1").epoch == due


def test_new_table_is_not_taken_from_whoever_has_it(store: Store) -> None:
    store.take_over("t1", new=True)
    actor = TableActor(store.take_over("t1", new=True))  # whose opening was refused, that left no table
    actor.do(Open(), HOUSE)
    with pytest.raises(TableTakenError):
        store.take_over("t1", new=True)
    actor.do(Stake(5))
    assert store.head("t1").version == 2


def test_group_of_tables_is_one_transaction(store: Store) -> None:
    actors = [TableActor(store.take_over(table), table) for table in ("b", "a", "c")]
    groups = [Append(actor.writer, actor.compose(Open(), HOUSE)[1]) for actor in actors]
    assert [stored.head.version for stored in store.append_many(groups)] == [1, 1, 1]
    store.take_over("c")
    for actor in actors:
        actor.state, actor.head = actor.state, actor.writer.head
    late = [Append(actor.writer, actor.compose(Stake(5))[1]) for actor in actors]
    with pytest.raises(StaleWriterError, match="c: writer"):
        store.append_many(late)
    assert [store.head(table).version for table in "abc"] == [1, 1, 1]
    assert [stored.head.version for stored in store.append_many(late[:2])] == [2, 2]


def test_an_entry_and_its_twin_are_stored_together_or_not_at_all(store: Store) -> None:
    table, house = (TableActor(store.take_over(name), name) for name in ("t1", "house"))

    def pair(what: object, command: str | None = None) -> Append:
        """Return an entry of the table with its twin, as a hall would make them again after a lost answer."""
        made = table.compose(what, HOUSE, command, b"done")[1]
        return Append(table.writer, made, "digest", twin=Append(house.writer, house.compose(what, HOUSE)[1]))

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
    with pytest.raises(StaleWriterError, match="house: writer"):
        store.append_many([pair(Stake(5))])
    assert versions() == (1, 1)
    for number in (1, 2):
        with pytest.raises(StaleWriterError):
            store.append_many([pair(Stake(number))])
    assert versions() == (1, 1)


def test_shoes_and_rulebooks_and_checkpoints_are_kept(store: Store) -> None:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    actor = TableActor(store.take_over("t1"))
    actor.writer.append(actor.compose(Open(), HOUSE)[1], shoes={1: b"sealed order"})
    assert store.shoe("t1", 1) == b"sealed order"
    with pytest.raises(NotFoundError):
        store.shoe("t1", 2)
    digest = store.put_rulebook({"id": "x", "game": "toy", "texto": "señal"})
    assert store.put_rulebook({"game": "toy", "id": "x", "texto": "señal"}) == digest
    assert store.rulebook(digest)["texto"] == "señal"
    assert store.rulebooks() == (digest,)
    said = checkpoint(Ed25519PrivateKey.generate(), "t1", Head(0), TIME)
    store.put_checkpoint(said)
    store.put_checkpoint(msgspec.structs.replace(said, time=TIME.replace("2026", "2027")))
    assert store.checkpoints("t1") == (said,)


def test_second_order_of_a_shoe_fails_the_store(store: Store) -> None:
    actor = TableActor(store.take_over("t1"))
    turn, made = actor.compose(Open(), HOUSE)
    actor.writer.append(made, shoes={1: b"sealed order"})
    actor.state, actor.head = turn.state, made.head
    with pytest.raises(StoreFailedError):
        actor.writer.append(actor.compose(Stake(5))[1], shoes={1: b"a better one"})


@pytest.mark.parametrize("table", schema.WRITTEN_ONCE)
@pytest.mark.parametrize("change", ["UPDATE {t} SET {c} = {c}", "DELETE FROM {t}"])
def test_written_rows_are_never_changed(store: Store, table: str, change: str) -> None:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    actor = play(TableActor(store.take_over("t1")))
    actor.writer.append(actor.compose(Stake(5))[1], shoes={7: b"sealed"})
    store.put_rulebook({"id": "x"})
    store.put_checkpoint(checkpoint(Ed25519PrivateKey.generate(), "t1", actor.head, TIME))
    column = next(iter(schema.metadata.tables[table].columns)).name
    with pytest.raises(sqlalchemy.exc.DatabaseError, match="written once"), store._engine.begin() as connection:
        connection.exec_driver_sql(change.format(t=table, c=column))


def test_reading_only_writes_nothing(store_url: str) -> None:
    with open_store(store_url) as store:
        play(TableActor(store.take_over("t1")))
        with open_store(store_url, read_only=True) as reader:
            assert reader.head("t1") == store.head("t1")
            with pytest.raises(StoreFailedError):
                reader.take_over("t1")


def test_writers_of_many_tables_in_many_threads(store: Store) -> None:
    actors = [TableActor(store.take_over(f"t{number}"), f"t{number}") for number in range(4)]
    threads = [threading.Thread(target=play, args=(actor,)) for actor in actors]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [store.head(actor.table) for actor in actors] == [actor.head for actor in actors]


@pytest.mark.pg
def test_two_halls_open_a_new_table_at_the_same_moment(pg_server: str, store_url: str) -> None:
    """The second waits for the first to be written down, and replaces it: neither is told of an error."""
    from sqlalchemy import create_engine, insert, text

    from tapete.record.store import schema

    if store_url.startswith("sqlite"):
        pytest.skip("one server at a time holds a SQLite database")
    waits = text(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    )
    engine = create_engine(store_url.replace("postgresql://", "postgresql+psycopg://"))
    taken: list[int] = []
    with open_store(store_url) as store:
        with engine.connect() as first:
            first.execute(insert(schema.writers).values(table_id="t1", epoch=1))
            second = threading.Thread(target=lambda: taken.append(store.take_over("t1").epoch))
            second.start()
            with engine.connect() as looking:
                while second.is_alive() and not looking.scalar(waits):
                    looking.rollback()
            first.commit()
        second.join()
    engine.dispose()
    assert taken == [2]


@pytest.mark.pg
def test_new_table_that_gets_its_first_entry_meanwhile(pg_server: str, store_url: str) -> None:
    """Whoever wants the name waits for the transaction of its writer, and then leaves the table to him."""
    from sqlalchemy import create_engine, text

    if store_url.startswith("sqlite"):
        pytest.skip("one server at a time holds a SQLite database")
    waits = text(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    )
    engine = create_engine(store_url.replace("postgresql://", "postgresql+psycopg://"))
    refused: list[Exception] = []

    def second() -> None:
        with open_store(store_url) as other, pytest.raises(TableTakenError) as found:
            other.take_over("t1", new=True)
        refused.append(found.value)

    with open_store(store_url) as store, engine.connect() as looking:
        actor = TableActor(store.take_over("t1", new=True))
        made = actor.compose(Open(), HOUSE)[1]
        with store._writing() as connection:
            store._fence(connection, actor.writer)
            thread = threading.Thread(target=second)
            thread.start()
            while thread.is_alive() and not looking.scalar(waits):
                looking.rollback()
            rows = Rows()
            rows.add(Append(actor.writer, made), Head())
            rows.insert(connection)
        thread.join()
        actor.writer.head = made.head
        assert len(refused) == 1
        assert store.take_over("t1").epoch == 2  # the refused one left no trace
    engine.dispose()


@pytest.mark.pg
def test_many_writers_of_one_table_leave_no_gap(pg_server: str, store_url: str) -> None:
    """Halls fight for one table: each takes it over, writes until it is replaced, and tries again."""
    from tapete.record.chain import Link, walk

    acknowledged: list[int] = []

    def fight() -> None:
        with open_store(store_url) as store:
            for _ in range(6):
                actor = TableActor(store.take_over("t1"))
                actor.head = actor.writer.head
                try:
                    for number in range(4):
                        stored = actor.do(Stake(number + 1))
                        assert stored is not None
                        acknowledged.append(stored.head.version)
                except StaleWriterError:
                    pass

    if store_url.startswith("sqlite"):
        pytest.skip("one server at a time holds a SQLite database")
    open_store(store_url).close()
    threads = [threading.Thread(target=fight) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with open_store(store_url) as store:
        rows = list(store.entries("t1"))
        assert sorted(acknowledged) == [row.version for row in rows]
        assert not [one for step in walk("t1", (Link(row.body, row.hash) for row in rows)) for one in step.problems]
