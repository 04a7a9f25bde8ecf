"""The people of a house over its store: who may open it, what is told on, what its pages call somebody."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest
from argon2 import PasswordHasher

from tapete.kernel import PersonId
from tapete.people.accounts import Account, AccountState, Grant
from tapete.people.house_people import HousePeople, NoDirectorError
from tapete.people.passwords import Passwords
from tapete.people.row_seal import RowSeal
from tapete.people.security_events import SecurityEvent
from tapete.people.stored_accounts import make_house
from tapete.record.store import Store, StoreLockedError, open_store
from tapete.table.staff import Role

SECRET = b"s" * 32
NOW = 1_800_000_000.0
DORA = Account("dora", PersonId("staff-" + "0" * 32), AccountState.ACTIVE, frozenset({Grant(Role.DIRECTOR)}))
QUICK = Passwords(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(f"sqlite:///{tmp_path}/hall.db") as opened:
        yield opened


def made(store: Store, first: Account = DORA) -> None:
    make_house(store, RowSeal(SECRET), "Casino de Prueba", "2026-11-22T10:00:00Z", first)


def opened(store: Store, told: list[SecurityEvent] | None = None) -> HousePeople:
    tell = [] if told is None else told
    found = HousePeople.of_store(store, SECRET, lambda: NOW, tell.append, QUICK)
    assert found is not None
    return found


def test_people_whom_another_hall_keeps_are_not_taken(store: Store) -> None:
    made(store)
    with (
        patch.object(Store, "hold_people", side_effect=StoreLockedError("people-held")),
        pytest.raises(StoreLockedError) as caught,
    ):
        opened(store)
    assert caught.value.code == "people-held"


@pytest.mark.parametrize(
    ("grants", "is_opened"),
    [
        (frozenset(), False),
        (frozenset({Grant(Role.CASHIER)}), False),
        (frozenset({Grant(Role.CASHIER), Grant(Role.DIRECTOR)}), True),
    ],
)
def test_a_house_without_a_director_is_not_opened(store: Store, grants: frozenset[Grant], is_opened: bool) -> None:
    made(store, Account("dora", PersonId("staff-1"), grants=grants))
    if is_opened:
        assert opened(store).name == "Casino de Prueba"
        return
    with pytest.raises(NoDirectorError) as caught:
        opened(store)
    assert (caught.value.code, caught.value.facts) == ("no-director-account", {"house": "Casino de Prueba"})


def test_a_pseudonym_is_shown_with_the_name_of_its_player_or_account(store: Store) -> None:
    made(store)
    people = opened(store)
    ana = people.players.register("Ana")
    assert ana is not None
    assert people.is_known(ana.person)
    asked = [ana.person, DORA.person, "dora", "p-nadie", ""]
    assert [people.name_of(one) for one in asked] == ["Ana", "dora", "", "", ""]
    people.players.erase(ana.person)
    assert people.name_of(ana.person) == ""
