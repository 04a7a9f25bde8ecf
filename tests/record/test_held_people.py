"""Whoever changes people on a server holds a lock for it, takes it again when its connection was lost, and lets go; and
what a transaction leaves of a store that failed. Without a server.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
import sqlalchemy
from sqlalchemy.exc import DBAPIError, OperationalError

from tapete.record.store import StaleWriterError, Store, StoreError, StoreFailedError, StoreLockedError, open_store
from tapete.record.store.transactions import ALIVE, LOCK, PEOPLE_LOCK, Transactions
from tests.support.record.names import name_of, name_person

LOST = DBAPIError("SELECT 1", None, Exception("gone"), connection_invalidated=True)


class Connection:
    """A connection that gives the lock or does not, and is there or lost."""

    def __init__(self, server: Server) -> None:
        self.server, self.said = server, list[str]()
        self.is_lost = False

    def execution_options(self, **options: Any) -> Connection:
        self.said.append(f"{options}")
        return self

    def scalar(self, asked: Any, given: Any) -> bool:
        self.said.append(f"{asked} {given}")
        return self.server.gives.pop(0)

    def execute(self, asked: Any, given: Any) -> None:
        self.said.append(f"{asked} {given}")
        if self.is_lost:
            raise LOST

    def exec_driver_sql(self, asked: str) -> None:
        self.said.append(asked)
        if self.is_lost:
            raise LOST

    def invalidate(self) -> None:
        self.said.append("invalidate")

    def close(self) -> None:
        self.said.append("close")


class Server:
    """An engine of a server; ``gives``: whether the lock is given, time after time."""

    def __init__(self, *gives: bool, name: str = "postgresql") -> None:
        self.gives, self.dialect, self.made, self.is_disposed = list(gives), SimpleNamespace(name=name), [], False

    def connect(self) -> Connection:
        self.made.append(Connection(self))
        return self.made[-1]

    def dispose(self) -> None:
        self.is_disposed = True


OPTIONS = "{'isolation_level': 'AUTOCOMMIT'}"
TAKEN = [OPTIONS, ALIVE, f"{LOCK.format('try_advisory_lock')} {PEOPLE_LOCK}"]
LET_GO = [f"{LOCK.format('advisory_unlock')} {PEOPLE_LOCK}", "invalidate", "close"]


def opened(server: Any, lock: Any = None) -> Transactions:
    return Transactions(server, lock)


def test_the_lock_is_taken_once_and_let_go_with_the_store() -> None:
    server = Server(True)
    store = opened(server)
    store.hold_people()
    store.hold_people()
    (connection,) = server.made
    assert connection.said == TAKEN
    store.close()
    assert (connection.said, server.is_disposed) == ([*TAKEN, *LET_GO], True)
    store.close()
    assert connection.said == [*TAKEN, *LET_GO]


def test_whoever_comes_second_is_told_so_and_holds_nothing() -> None:
    server = Server(False, True)
    store = opened(server)
    with pytest.raises(StoreLockedError) as refused:
        store.hold_people()
    assert (refused.value.code, refused.value.facts) == ("people-held", {})
    assert server.made[0].said == [*TAKEN, "close"]
    store.hold_people()
    assert server.made[1].said == TAKEN


def test_a_file_is_held_by_its_own_lock() -> None:
    server, released = Server(name="sqlite"), list[int]()
    store = opened(server, SimpleNamespace(release=lambda: released.append(1)))
    store.hold_people()
    assert server.made == []
    with store as same:
        assert same is store
    store.close()
    assert released == [1]


def test_a_lock_that_went_with_its_connection_is_taken_again() -> None:
    server = Server(True, True)
    store = opened(server)
    store._hold_again()
    assert server.made == [], "nothing was held"
    store.hold_people()
    store._hold_again()
    first = server.made[0]
    assert first.said == [*TAKEN, "SELECT 1"]
    first.is_lost = True
    store._hold_again()
    assert first.said == [*TAKEN, "SELECT 1", "SELECT 1", "invalidate", "close"]
    assert [one.said for one in server.made[1:]] == [TAKEN]


def test_a_lock_that_somebody_else_has_by_then_fails_the_transaction() -> None:
    server = Server(True, False)
    store = opened(server)
    store.hold_people()
    server.made[0].is_lost = True
    with pytest.raises(StoreFailedError) as refused:
        store._hold_again()
    assert (refused.value.code, refused.value.facts) == ("people-held", {})
    store.close()
    assert server.made[1].said == [*TAKEN, "close"], "nothing is held"


def test_a_store_is_closed_whether_its_server_is_there_or_not() -> None:
    server = Server(True)
    store = opened(server)
    store.hold_people()
    server.made[0].is_lost = True
    store.close()
    assert (server.made[0].said[-2:], server.is_disposed) == (["invalidate", "close"], True)


# --- transactions -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("error", "raised", "is_good"),
    [
        (StaleWriterError("writer-replaced", table="t", epoch=1), "writer-replaced", True),
        (OSError(28, "full"), "store-took-nothing", False),
        (OperationalError("x", None, Exception("locked")), "store-took-nothing", False),
        (KeyboardInterrupt(), "", False),
    ],
)
def test_whatever_fails_inside_a_transaction_fails_the_store_but_for_what_it_refused(
    error: BaseException, raised: str, is_good: bool
) -> None:
    with open_store("sqlite://") as store:
        with pytest.raises((StoreError, KeyboardInterrupt)) as found, store.writing():
            raise error
        assert getattr(found.value, "code", "") == raised
        assert (found.value is error) is (is_good or not raised)
        assert found.value is error or found.value.__cause__ is error
        if is_good:
            name_person(store, "p1", "x")
            assert name_of(store, "p1") == "x"
        else:
            with pytest.raises(StoreFailedError) as refused:
                name_person(store, "p1", "x")
            assert refused.value.code == "store-failed-before"
            assert refused.value.__cause__ is error


def test_what_is_written_inside_a_transaction_is_a_part_of_it() -> None:
    with open_store("sqlite://") as store:
        with store.writing() as connection:
            name_person(store, "p1", "x")
            with store.writing() as inner:
                assert inner is connection
        with store.writing() as later:
            assert later.in_transaction()
        assert name_of(store, "p1") == "x"
        with pytest.raises(StaleWriterError):
            name_and_fail(store)
        assert name_of(store, "p1") == "x"
        with store.reading() as reading:
            assert reading.execute(sqlalchemy.text("SELECT name FROM people")).scalars().all() == ["x"]
        assert store.returns == 0


def name_and_fail(store: Store) -> None:
    """Write something inside a transaction that is refused in the end."""
    with store.writing():
        name_person(store, "p1", "y")
        raise StaleWriterError("writer-replaced", table="t", epoch=1)


def test_a_server_that_came_back_is_counted_once_and_by_whoever_writes() -> None:
    with open_store("sqlite://") as store:
        store._was_lost = True
        assert (store.tables(), store.returns) == ((), 0)
        for _ in range(2):
            name_person(store, "p1", "x")
            assert store.returns == 1
