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
from tapete.people.notices import Notice
from tapete.people.passwords import Passwords
from tapete.people.row_seal import RowSeal
from tapete.people.security_events import SecurityEvent
from tapete.people.stored_accounts import StoredAccounts, make_house
from tapete.people.stored_settings import PeopleSettings, StoredSettings
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


def test_the_people_of_a_house_are_its_name_staff_players_and_clock(store: Store) -> None:
    made(store)
    people = opened(store)
    assert (people.name, list(people.staff.accounts), people.clock()) == ("Casino de Prueba", [DORA], NOW)
    assert people.staff._passwords is QUICK
    player = people.players.register("Ana")
    assert player is not None
    assert opened(store).players.name_of(player.person) == "Ana"


def test_a_store_of_no_house_has_no_people_and_is_held_by_nobody(store: Store) -> None:
    with patch.object(Store, "hold_people") as held:
        assert HousePeople.of_store(store, SECRET, lambda: NOW) is None
    assert not held.called


def test_people_whom_another_hall_keeps_are_not_taken(store: Store) -> None:
    made(store)
    with (
        patch.object(Store, "hold_people", side_effect=StoreLockedError("people-held")),
        pytest.raises(StoreLockedError) as caught,
    ):
        opened(store)
    assert caught.value.code == "people-held"


def test_one_director_among_others_opens_a_house(store: Store) -> None:
    made(store)
    others = [Account(name, PersonId(f"staff-{name}"), grants=frozenset({Grant(Role.CASHIER)})) for name in "ab"]
    for one in others:
        StoredAccounts(store, RowSeal(SECRET)).put(one)
    assert {one.name for one in opened(store).staff.accounts} == {"dora", "a", "b"}


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


@pytest.mark.parametrize(
    ("name", "noted"),
    [
        ("dora", "dora"),
        ("Dora", ""),
        ("mi secreto", ""),
        ("p-" + "0a" * 16, "p-" + "0a" * 16),
        ("staff-" + "f" * 32, "staff-" + "f" * 32),
        ("p-" + "0a" * 15, ""),
        ("p-" + "0a" * 17, ""),
        ("staff-" + "G" * 32, ""),
        ("q-" + "0a" * 16, ""),
        ("xp-" + "0a" * 16, ""),
    ],
)
def test_what_is_told_goes_on_whole_and_is_noted_under_names_that_somebody_bears(
    store: Store, name: str, noted: str
) -> None:
    made(store)
    told: list[SecurityEvent] = []
    people = opened(store, told)
    event = SecurityEvent("login-failed", name, NOW, "192.0.2.1", {"failures": 1})
    people.staff.tell_log(event)
    assert told == [event]
    assert people.notices.newest_first() == (Notice("login-failed", noted, "", NOW, NOW, 1, ("192.0.2.1",)),)
    assert people.is_known(name) is bool(noted)


def test_a_director_settles_where_newcomers_are_registered_and_reads_it(store: Store) -> None:
    made(store)
    told: list[SecurityEvent] = []
    people = opened(store, told)
    people.settle_newcomers(at_desk=False, by="dora")
    assert (people.has_open_registration, told) == (True, [])
    for at_desk, code in ((True, "newcomers-at-desk"), (False, "newcomers-anywhere")):
        people.settle_newcomers(at_desk=at_desk, by="dora")
        people.settle_newcomers(at_desk=at_desk, by="eva")
        assert people.has_open_registration is not at_desk
        assert opened(store).has_open_registration is not at_desk
        assert StoredSettings(store, RowSeal(SECRET)).now == PeopleSettings(not at_desk)
        assert told == [SecurityEvent(code, "", NOW, "", {"by": "dora"})]
        assert people.notices.newest_first()[0] == Notice(code, "", "dora", NOW, NOW)
        told.clear()


def test_people_without_settings_let_anybody_register_himself(store: Store) -> None:
    made(store)
    found = opened(store)
    assert HousePeople("Casa", found.staff, found.players, lambda: NOW).has_open_registration


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


@pytest.mark.parametrize("other", ["Ana", "ANA", "Аna", "Ａna", "An\u034fa", "Ána"])
def test_players_who_look_alike_are_shown_with_their_marks(store: Store, other: str) -> None:
    """Nobody at a table takes one for the other, nor anybody of their names for somebody of the staff."""
    made(store)
    players = opened(store).players
    ana, double, dora = (players.register(one) for one in ("Ana", other, "D0ra"))
    assert ana is not None and double is not None and dora is not None  # noqa: PT018
    people = opened(store)  # as after a restart
    for one in (ana, double, dora):
        assert people.name_of(one.person) == f"{one.name} {one.person[2:6]}"
    assert people.players.register(f"{other} {ana.person[2:6]}") is None
    assert people.players.rename(double.person, "Eva")
    assert people.name_of(ana.person) == "Ana"
