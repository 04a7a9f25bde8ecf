"""The names of tables: which number one bears among those of its name, and how a hall finds a name that is free."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from tapete.live.table_names import TableNames, number_of, original_name
from tapete.record.store import TableTakenError


@pytest.mark.parametrize(
    ("table", "name", "number", "original"),
    [
        ("mesa", "mesa", 1, "mesa"),
        ("mesa-2", "mesa", 2, "mesa"),
        ("mesa-3", "mesa", 3, "mesa"),
        ("mesa-12", "mesa", 12, "mesa"),
        ("mesa-1", "mesa", None, "mesa-1"),
        ("mesa-0", "mesa", None, "mesa-0"),
        ("mesa-x", "mesa", None, "mesa-x"),
        ("mesa-", "mesa", None, "mesa-"),
        ("mesa-2", "mesa-2", 1, "mesa"),
        ("mesa-2-2", "mesa-2", 2, "mesa-2"),
        ("mesa-2-2", "mesa", None, "mesa-2"),
        ("mesa2", "mesa", None, "mesa2"),
        ("otra-2", "mesa", None, "otra"),
        ("-2", "", 2, "-2"),
        ("mesa--2", "mesa", None, "mesa-"),
    ],
)
def test_a_table_bears_its_number_behind_its_name(table: str, name: str, number: int | None, original: str) -> None:
    assert number_of(table, name) == number
    assert original_name(table) == original


class Store:
    """A store in which some names are taken, and some of those that seem free are taken in the meantime."""

    def __init__(self, recorded: set[str], raced: dict[str, BaseException]) -> None:
        self.recorded, self.raced, self.asked = recorded, raced, list[str]()
        self.names = TableNames(self.all, self.take)

    async def all(self) -> frozenset[str]:
        return frozenset(self.recorded)

    async def take(self, name: str) -> Any:
        assert name in self.names.reserved
        self.asked.append(name)
        if name in self.raced:
            error = self.raced.pop(name)
            if isinstance(error, TableTakenError):
                self.recorded.add(name)
            raise error
        self.recorded.add(name)
        return SimpleNamespace(table=name, continues=None)


TAKEN = TableTakenError("table-taken", table="mesa")


@pytest.mark.parametrize(
    ("recorded", "reserved", "raced", "asked"),
    [
        (set(), set(), {}, ["mesa"]),
        ({"otra"}, {"otra-2"}, {}, ["mesa"]),
        ({"mesa"}, set(), {}, ["mesa-2"]),
        (set(), {"mesa"}, {}, ["mesa-2"]),
        ({"mesa"}, {"mesa-2"}, {}, ["mesa-3"]),
        ({"mesa", "mesa-3"}, set(), {}, ["mesa-2"]),
        (set(), set(), {"mesa": TAKEN}, ["mesa", "mesa-2"]),
        ({"mesa"}, set(), {"mesa-2": TAKEN, "mesa-3": TAKEN}, ["mesa-2", "mesa-3", "mesa-4"]),
    ],
)
def test_a_new_table_takes_the_first_name_that_is_free_here_and_in_the_store(
    recorded: set[str], reserved: set[str], raced: dict[str, BaseException], asked: list[str]
) -> None:
    store = Store(set(recorded), dict(raced))
    store.names.reserved |= reserved
    writer = asyncio.run(store.names.take("mesa"))
    assert (writer.table, store.asked) == (asked[-1], asked)
    assert store.names.reserved == {*reserved, asked[-1]}
    store.names.release(writer)
    assert store.names.reserved == reserved


def test_where_the_store_fails_the_name_is_free_again() -> None:
    store = Store(set(), {"mesa": KeyError("lost")})
    with pytest.raises(KeyError):
        asyncio.run(store.names.take("mesa"))
    assert (store.names.reserved, store.asked) == (set(), ["mesa"])
    assert asyncio.run(store.names.take("mesa")).table == "mesa"


def test_what_is_gone_on_from_is_free_again_once_the_new_table_is_there() -> None:
    names = Store(set(), {}).names
    names.reserved |= {"mesa-2", "otra"}
    names.continued |= {"mesa", "otra-1"}
    names.release(SimpleNamespace(table="mesa-2", continues=SimpleNamespace(table="mesa")))  # type: ignore[arg-type]
    assert (names.reserved, names.continued) == ({"otra"}, {"otra-1"})
    names.release(SimpleNamespace(table="strange", continues=None))  # type: ignore[arg-type]
    assert (names.reserved, names.continued) == ({"otra"}, {"otra-1"})
