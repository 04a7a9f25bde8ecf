"""The course of a served hall: how it is started, what is said of it in which order, with which keys, and how it ends.

Nothing is really opened: what the verb does and says is written down and compared whole.
"""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import typer

import tapete.live
import tapete.record.store.roles
from tapete.cli import hall_server, output, serve, stores
from tapete.house.acts import OpenHouse
from tapete.kernel import PersonId
from tapete.live import LiveError, security_log
from tapete.live.clock import today
from tapete.table.staff import Role
from tapete.web.operations.monitor_access import MonitorAccess
from tapete.web.staff_access import StaffAccess

KEY, SEEN = Path("/keys/hall.key"), Path("/disk/hall.witness")
STORE = "postgresql://rosa:secret@here/hall"
SHOWN = "postgresql://rosa@here/hall"
ADDRESSES: Any = object()
HELD: Any = SimpleNamespace(getsockname=lambda: ("::1", 4711))
ROOT = "http://[::1]:4711/"
FOUNDING = OpenHouse("Casa", PersonId("dora"), True)
USUAL: dict[str, Any] = {
    **dict.fromkeys(("people", "house", "failed", "cannot_open")),
    **dict.fromkeys(("is_new", "owner"), False),
    "tables": {},
    "parked": {},
    "recorded": (),
    "lost": (),
}
"""A hall without tables that has been there before, and ends well."""


def people(name: str = "Casa") -> Any:
    """Return the people of a house: its first account directs nothing."""
    accounts = (
        SimpleNamespace(person="caja", grants=(SimpleNamespace(role=Role.CASHIER),)),
        SimpleNamespace(
            person="dora", grants=(SimpleNamespace(role=Role.CASHIER), SimpleNamespace(role=Role.DIRECTOR))
        ),
        SimpleNamespace(person="berta", grants=(SimpleNamespace(role=Role.DIRECTOR),)),
    )
    return SimpleNamespace(name=name, staff=SimpleNamespace(accounts=accounts))


class Course:
    """A hall whose start, sentences and end are noted in order."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, **given: Any) -> None:
        self.steps: list[Any] = []
        self.given = {**USUAL, **given}
        self.hall = SimpleNamespace(
            tables=self.given["tables"],
            parked_tables=self.given["parked"],
            failed=self.given["failed"],
            store="the store",
            house=None if self.given["house"] is None else self.house(self.given["house"]),
            keys=SimpleNamespace(public="public key"),
            telemetry=SimpleNamespace(lost_tables=set(self.given["lost"])),
            stop=self.stop,
            open_house=self.open_house,
            recorded_tables=self.recorded,
        )
        monkeypatch.setattr(stores, "has_hall", lambda store: not self.given["is_new"])
        monkeypatch.setattr(tapete.live, "Keys", SimpleNamespace(load=lambda file: ("keys", file)))
        monkeypatch.setattr(tapete.live, "Hall", SimpleNamespace(start=self.start))
        monkeypatch.setattr(serve, "_people", self.people)
        monkeypatch.setattr(serve.secrets, "token_urlsafe", lambda size: f"made of {size}")
        monkeypatch.setattr(tapete.record.store.roles, "may_change_record", self.owned)
        monkeypatch.setattr(security_log, "tell", lambda *told, **facts: self.steps.append((*told, facts)))
        monkeypatch.setattr(output, "progress", lambda code, **facts: self.steps.append((code, facts)))
        monkeypatch.setattr(output, "bad_input", self.bad_input)
        monkeypatch.setattr(hall_server, "until_stopped", self.serve)

    def bad_input(self, code: str, **facts: Any) -> None:
        self.steps.append((code, facts))
        raise typer.Exit(output.BAD_INPUT)

    def house(self, name: str) -> Any:
        return SimpleNamespace(view=lambda person: SimpleNamespace(name=name))

    def owned(self, store: str) -> bool:
        assert store == "the store"
        return bool(self.given["owner"])

    async def start(self, store: str, keys: Any, **options: Any) -> Any:
        self.steps.append(("start", store, keys, options))
        return self.hall

    async def people(self, hall: Any) -> Any:
        return self.given["people"]

    async def stop(self) -> None:
        self.steps.append("stop")

    async def recorded(self) -> tuple[str, ...]:
        return tuple(self.given["recorded"])

    async def open_house(self, act: OpenHouse) -> None:
        self.steps.append(act)
        if self.given["cannot_open"] is not None:
            raise self.given["cannot_open"]
        self.hall.house = self.house(act.name)

    async def serve(self, hall: Any, host: str, port: int, **options: Any) -> None:
        assert hall is self.hall
        self.steps.append(("serve", host, port, options))

    def run(self, staff_key: str | None = "k" * 12, founding: OpenHouse | None = None) -> tuple[int, list[Any]]:
        """Return the status, and what was done and said."""
        course = serve._serve(STORE, KEY, "::1", HELD, SEEN, True, staff_key, 3, ADDRESSES, founding, "monitor key")
        try:
            asyncio.run(course)
        except typer.Exit as end:
            return end.exit_code, self.steps
        return 0, self.steps


OPTIONS = {"witness_file": SEEN, "training": True, "reserve": 3 * 1024 * 1024, "calendar": today, "take_over": False}
STARTED = ("start", STORE, ("keys", KEY), OPTIONS)


def serving(tables: int = 0) -> Any:
    return ("serving", {"address": ROOT, "tables": output.say("served-tables", count=str(tables))})


def served(key: str | None = "k" * 12, of: Any = None) -> Any:
    access = None if key is None else StaffAccess(key=key)
    options = {"staff_access": access, "people": of, "addresses": ADDRESSES, "held": HELD}
    return ("serve", "::1", 4711, {**options, "monitor": MonitorAccess("monitor key")})


def told(tables: int = 0, failed: bool = False) -> tuple[Any, Any]:
    return (
        ("hall-started", logging.INFO, {"tables": tables, "key": "public key"}),
        ("hall-stopped", logging.INFO, {"has_failed": failed}),
    )


@pytest.fixture
def course(monkeypatch: pytest.MonkeyPatch) -> Any:
    return lambda **given: Course(monkeypatch, **given)


def test_a_new_hall_without_a_key_is_told_its_place_and_a_key_is_made(course: Any) -> None:
    start, stop = told()
    assert course(is_new=True).run(staff_key=None) == (
        0,
        [
            STARTED,
            ("hall-made", {"store": SHOWN, "key": str(KEY)}),
            ("staff-key-made", {"key": "made of 12"}),
            serving(),
            ("no-tables", {}),
            start,
            served("made of 12"),
            stop,
        ],
    )


def test_a_hall_with_tables_and_a_key_is_said_to_be_served_and_no_more(course: Any) -> None:
    start, stop = told(2)
    assert course(tables={"a": 1, "b": 2}).run() == (0, [STARTED, serving(2), start, served(), stop])


def test_whoever_could_change_the_record_is_told_so_before_the_hall_is_served(course: Any) -> None:
    start, stop = told(1)
    found = course(tables={"a": 1}, owner=True).run()
    assert found == (0, [STARTED, serving(1), ("store-as-owner", {}), start, served(), stop])


def test_a_table_that_is_set_aside_is_told_and_ends_with_status_1(course: Any) -> None:
    start, stop = told(1)
    errors = {"b": LiveError("not-answered"), "c": LiveError("not-answered")}
    said = [("table-parked", {"table": name, "why": output.why(error)}) for name, error in errors.items()]
    assert course(tables={"a": 1}, parked=errors).run() == (1, [STARTED, *said, serving(1), start, served(), stop])


@pytest.mark.parametrize(
    ("lost", "failed", "status"),
    [((), None, 0), ((), RuntimeError("disk"), 1), (("b", "a"), None, 3), (("a",), RuntimeError("disk"), 3)],
)
def test_how_a_hall_ended_is_its_status(course: Any, lost: Any, failed: Any, status: int) -> None:
    start, stop = told(1, failed is not None)
    said = [("tables-lost", {"tables": sorted(lost)})] if lost else []
    found = course(tables={"a": 1}, lost=lost, failed=failed).run()
    assert found == (status, [STARTED, serving(1), start, served(), stop, *said])


@pytest.mark.parametrize("tables", [{}, {"a": 1}])
def test_a_house_is_put_above_a_hall_that_has_none(course: Any, tables: Any) -> None:
    start, stop = told(len(tables))
    assert course(tables=tables).run(founding=FOUNDING) == (
        0,
        [
            STARTED,
            FOUNDING,
            ("house-made", {"house": "Casa", "director": "dora"}),
            serving(len(tables)),
            ("house-at", {"house": "Casa", "address": f"{ROOT}casa"}),
            start,
            served(),
            stop,
        ],
    )


def test_a_house_that_is_there_already_is_not_made_again(course: Any) -> None:
    start, stop = told()
    at = ("house-at", {"house": "Casa", "address": f"{ROOT}casa"})
    assert course(house="Casa").run(founding=FOUNDING) == (0, [STARTED, serving(), at, start, served(), stop])
    assert course(house="Otra").run(founding=FOUNDING) == (
        2,
        [STARTED, "stop", ("house-other", {"house": "Otra"})],
    )


def test_a_house_that_cannot_be_made_stops_the_hall_and_says_why(course: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    error = LiveError("not-answered")
    begun = course(cannot_open=error)

    def cannot_start(*told: Any) -> None:
        begun.steps.append(told)
        raise typer.Exit(output.BAD_INPUT)

    monkeypatch.setattr(stores, "cannot_start", cannot_start)
    assert begun.run(founding=FOUNDING) == (2, [STARTED, FOUNDING, "stop", (error, STORE, KEY)])


@pytest.mark.parametrize("founding", [None, FOUNDING])
@pytest.mark.parametrize(
    ("house", "recorded", "is_begun"), [("Casa", (), False), (None, ("a",), False), (None, (), True)]
)
def test_a_house_with_accounts_has_no_key_and_its_record_is_begun_by_its_director(
    course: Any, house: str | None, recorded: tuple[str, ...], is_begun: bool, founding: OpenHouse | None
) -> None:
    of, (start, stop) = people(), told()
    status, steps = course(people=of, house=house, recorded=recorded).run(staff_key=None, founding=founding)
    at = [("house-at", {"house": "Casa", "address": f"{ROOT}casa"})] if house or is_begun else [("no-tables", {})]
    begun = [OpenHouse("Casa", PersonId("dora"))] if is_begun else []
    opened = ("house-open", {"house": "Casa", "path": "/personal"})
    assert (status, steps) == (0, [STARTED, *begun, serving(), *at, opened, start, served(None, of), stop])


def test_a_house_with_accounts_takes_no_key_and_no_other_name(course: Any) -> None:
    of = people()
    assert course(people=of, house="Casa").run() == (
        2,
        [STARTED, "stop", ("staff-key-in-house", {"house": "Casa"})],
    )
    other = OpenHouse("Otra", PersonId("dora"), True)
    assert course(people=of, house="Casa").run(staff_key=None, founding=other) == (
        2,
        [STARTED, "stop", ("house-other", {"house": "Casa"})],
    )
