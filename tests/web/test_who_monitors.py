"""Whose request is a monitor's, asked of each thing that a request says; and of each wrong key what is counted."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tapete.web.edge.wrong_keys import WrongKeys
from tapete.web.operations.monitor_access import MonitorAccess, is_local, require_monitor
from tapete.web.problems import ProblemError

KEY = "clave-del-monitor"
NEAR = {"host": "localhost:8000"}
MARKS = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip")


def request(address: str | None, headers: dict[str, str]) -> Any:
    client = None if address is None else SimpleNamespace(host=address)
    return SimpleNamespace(client=client, headers=headers)


@pytest.mark.parametrize(
    ("address", "headers", "found"),
    [
        ("127.0.0.1", NEAR, True),
        ("127.9.9.9", {"host": "127.0.0.1"}, True),
        ("::1", {"host": "[::1]:8000"}, True),
        ("192.0.2.7", NEAR, False),
        ("testclient", NEAR, False),
        (None, NEAR, False),
        ("127.0.0.1", {"host": "sala.example"}, False),
        ("127.0.0.1", {}, False),
        *(("127.0.0.1", NEAR | {mark: ""}, False) for mark in MARKS),
    ],
)
def test_a_request_of_this_machine_comes_over_its_loopback_by_its_name_and_by_no_proxy(
    address: str | None, headers: dict[str, str], found: bool
) -> None:
    assert is_local(request(address, headers)) is found


@pytest.mark.parametrize(
    ("key", "given", "found"),
    [
        ("", None, False), ("", "", False), ("", KEY, False), (KEY, None, False), (KEY, "", False), (KEY, KEY, True),
        (KEY, f"{KEY} ", False), (KEY, KEY.upper(), False), (KEY, "clave-ñ-\ud800", False), ("señal", "señal", True),
    ],
)  # fmt: skip
def test_the_key_of_a_monitor_is_the_one_that_it_was_given(key: str, given: str | None, found: bool) -> None:
    assert MonitorAccess(key).is_key(given) is found


@pytest.mark.parametrize(
    ("key", "address", "shown", "found", "counted"),
    [
        ("", "127.0.0.1", None, "", {}),
        ("", "127.0.0.1", KEY, "", {}),
        ("", "192.0.2.7", KEY, "monitor-only", {}),
        ("", "192.0.2.7", None, "monitor-only", {}),
        (KEY, "127.0.0.1", None, "", {}),
        (KEY, "127.0.0.1", "mal", "monitor-only", {"127.0.0.1": 1}),
        (KEY, "127.0.0.1", KEY, "", {}),
        (KEY, "192.0.2.7", KEY, "", {}),
        (KEY, "192.0.2.7", None, "monitor-only", {}),
        (KEY, "2001:db8::7", "mal", "monitor-only", {"2001:db8::/64": 1}),
    ],
)
def test_a_key_that_is_shown_decides_where_there_is_one_and_otherwise_where_the_request_comes_from(
    key: str, address: str, shown: str | None, found: str, counted: dict[str, int]
) -> None:
    keys = WrongKeys(lambda: 0.0, is_told=False)
    state: Any = SimpleNamespace(monitor_access=MonitorAccess(key), wrong_keys=keys)
    headers = NEAR | ({} if shown is None else {"authorization": f"Bearer {shown}"})
    try:
        require_monitor(request(address, headers), state)
        code, status = "", 0
    except ProblemError as error:
        code, status = error.problem.code, error.problem.status
    assert (code, status) == (found, 403 if found else 0)
    assert {one: count for one, (count, _) in keys._counts.items()} == counted


def test_whoever_has_shown_too_many_wrong_keys_waits_with_the_right_one_too() -> None:
    keys = WrongKeys(lambda: 0.0, is_told=False, tries=1)
    state: Any = SimpleNamespace(monitor_access=MonitorAccess(KEY), wrong_keys=keys)
    codes = []
    for shown in ("mal", KEY):
        with pytest.raises(ProblemError) as caught:
            require_monitor(request("192.0.2.7", NEAR | {"authorization": f"Bearer {shown}"}), state)
        codes.append((caught.value.problem.status, caught.value.problem.code))
    assert codes == [(403, "monitor-only"), (429, "too-many-keys")]
