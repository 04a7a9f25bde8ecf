"""The numbers by which staff and players are let in, and what an account begins with."""

from __future__ import annotations

import inspect
from typing import Any

import pytest
from msgspec.structs import asdict

from tapete.kernel import PersonId
from tapete.people import (
    notices,
    passwords,
    player_links,
    player_store,
    players,
    row_seal,
    second_factor,
    staff,
    staff_sessions,
    stored_accounts,
    stored_players,
    throttle,
    turns,
)
from tapete.people.accounts import Account, AccountState, Grant
from tapete.people.notices import Notice
from tapete.people.stored_settings import PeopleSettings
from tapete.people.throttle import Attempts, Throttle
from tapete.table.staff import Role

MINUTE, DAY = 60, 86_400


@pytest.mark.parametrize(
    ("module", "numbers"),
    [
        (notices, {"DAYS_KEPT": 400, "DAY_MOST": 300, "ADDRESSES_MOST": 5}),
        (passwords, {"LEAST": 10, "MOST": 200, "CLASSES": 2, "LONG": 16}),
        (player_links, {"MARK_BYTES": 16}),
        (players, {"CODE_LENGTH": 8, "CODE_S": 15 * MINUTE, "BROWSER_S": 30 * DAY, "NAME_MOST": 30}),
        (row_seal, {"NONCE_BYTES": 12}),
        (second_factor, {"STEP_S": 30, "WINDOW": 1, "WORDS": 8}),
        (staff, {"INVITATION_S": 3 * DAY, "NAME_MOST": 40, "DEVICES_MOST": 20}),
        (staff_sessions, {"IDLE_S": 20 * MINUTE, "SHIFT_S": 12 * 60 * MINUTE, "TOKEN_BYTES": 32}),
        (stored_accounts, {"HOUSE_ROW": 1}),
        (throttle, {"FREE": 3, "MOST": 6, "PAUSE_S": 15 * MINUTE, "FORGOTTEN_S": DAY, "STORED": 500}),
        (turns, {"LOCKS": 64}),
    ],
    ids=lambda one: one.__name__.rpartition(".")[2] if inspect.ismodule(one) else "",
)
def test_a_number_is_what_was_promised(module: object, numbers: dict[str, float]) -> None:
    assert {name: getattr(module, name) for name in numbers} == numbers


def test_an_account_begins_invited_with_no_right_and_no_way_in() -> None:
    account = Account("ana", PersonId("a1"))
    assert asdict(account) == {
        "name": "ana",
        "person": "a1",
        "state": AccountState.INVITED,
        "grants": frozenset(),
        "password": "",
        "secret": "",
        "last_code": 0,
        "recovery": frozenset(),
        "invitation": "",
        "invited_until": 0,
        "last_login": 0,
        "devices": (),
    }
    assert Grant(Role.CASHIER) == Grant(Role.CASHIER, "")


def test_nobody_has_failed_and_a_notice_tells_of_one_time() -> None:
    assert asdict(Attempts()) == asdict(throttle.NONE) == {"failures": 0, "last": 0}
    assert asdict(Notice("x", "ana", "dora", 1.0, 2.0))["count"] == 1
    assert asdict(PeopleSettings()) == {"has_open_registration": True}


@pytest.mark.parametrize(
    ("call", "name", "default"),
    [
        (Throttle.__init__, "most", 10_000),
        (Throttle.__init__, "store", None),
        (staff.Staff.bearer, "touch", True),
        (staff.Staff.bearer_by_digest, "touch", False),
        (staff_sessions.StaffSessions.find_by_digest, "touch", True),
        (player_store.PlayerStore.put_way, "instead", False),
        (player_store.MemoryPlayers.put_way, "instead", False),
        (stored_players.StoredPlayers.put_way, "instead", False),
    ],
)
def test_what_is_not_said_is_as_usual(call: Any, name: str, default: object) -> None:
    found = inspect.signature(call).parameters[name].default
    assert (found, type(found)) == (default, type(default))
