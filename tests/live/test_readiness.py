"""What a hall says of its readiness, whole: each thing that may be wrong alone and all at once. And a guest at a table.

The hall is bare: it is as well or as ill as the test has it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from tapete.kernel import Act, PersonId, Step
from tapete.live import Guest, ManualClock
from tapete.live.disk_reserve import MIB, DiskReserve
from tapete.live.errors import HallFailedError, HallStoppedError, TableLostError
from tapete.live.readiness import Readiness, StoreProbe, readiness
from tests.support.live.toy import Add

ANA = PersonId("ana")
LOST = TableLostError("writer-replaced", table="uno", epoch=2)


class Hall:
    """A hall in which all is well, a hundred seconds after it began."""

    def __init__(self) -> None:
        self.failed: BaseException | None = None
        self.keys = SimpleNamespace(is_file_intact=lambda: True)
        self.disk = DiskReserve(lambda: 3 * MIB, 3 * MIB)
        self.clock = ManualClock()
        self.clock.passed = 100
        self.signer = SimpleNamespace(signed_at=90.04, witness_fault=lambda: None)
        self.telemetry = SimpleNamespace(lost_tables={})
        self.parked_tables: dict[str, Any] = {}
        self.guard_faults: Any = ()
        self.error: Exception | None = None
        self.silent = False
        self.asked = 0
        self.store = SimpleNamespace(require_answer=self._answer)
        self.writer = SimpleNamespace(committed_at=None, call=self._call)

    def _answer(self) -> None:
        self.asked += 1
        if self.error is not None:
            raise self.error

    async def _call(self, work: Callable[[], Any]) -> Any:
        if self.silent:
            await asyncio.Event().wait()
        return work()


async def now(hall: Any) -> Readiness:
    """Return the readiness of a hall; nobody is patient with its store."""
    probe = StoreProbe(hall)
    return await readiness(hall, SimpleNamespace(fault=lambda: probe.fault(0.01)))  # type: ignore[arg-type]


def seen(hall: Any) -> Readiness:
    return asyncio.run(now(hall))


def test_a_hall_in_which_all_is_well_is_ready() -> None:
    assert seen(Hall()) == Readiness(True, (), (), (), None, 10.0)


def make_ill(hall: Hall, what: str) -> None:
    match what:
        case "store-silent":
            hall.silent = True
        case "store-lost":
            hall.error = OSError("gone")
        case "hall-closed":
            hall.error = HallStoppedError("hall-closed")
        case "record-failed":
            hall.failed = OSError("disk")
        case "key-lost":
            hall.keys.is_file_intact = lambda: False
        case "witness-lost":
            hall.signer.witness_fault = lambda: "witness-lost"
        case "guards-lost":
            hall.guard_faults = (("guard-missing", {"guard": "one"}),)
        case "disk-short":
            hall.disk.free = lambda: 3 * MIB - 1
        case "signature-old":
            hall.clock.passed = 90.04 + 180.01
        case "table-lost":
            hall.telemetry.lost_tables = {"uno": LOST, "dos": LOST}
        case "table-set-aside":
            hall.parked_tables = {"tres": LOST, "cuatro": LOST}
        case _:
            raise AssertionError(what)


ILLS = (
    *(
        "store-lost",
        "record-failed",
        "key-lost",
        "witness-lost",
        "guards-lost",
        "disk-short",
        "signature-old",
        "table-lost",
    ),
    "table-set-aside",
)


@pytest.mark.parametrize("what", [*ILLS, "store-silent", "hall-closed"])
def test_each_thing_that_is_wrong_has_its_code_and_a_hall_with_one_is_not_ready(what: str) -> None:
    hall = Hall()
    make_ill(hall, what)
    lost = ("dos", "uno") if what == "table-lost" else ()
    aside = ("cuatro", "tres") if what == "table-set-aside" else ()
    age = 180.0 if what == "signature-old" else 10.0
    assert seen(hall) == Readiness(False, (what,), aside, lost, None, age)


def test_all_that_is_wrong_is_said_in_one_order() -> None:
    hall = Hall()
    for what in ILLS:
        make_ill(hall, what)
    assert seen(hall) == Readiness(False, ILLS, ("cuatro", "tres"), ("dos", "uno"), None, 180.0)


def test_a_store_that_has_failed_is_said_once() -> None:
    hall = Hall()
    hall.error, hall.failed = HallFailedError("record-failed"), OSError("disk")
    assert seen(hall).codes == ("record-failed",)
    hall.failed = None
    assert seen(hall).codes == ("record-failed",)


def test_signatures_are_old_after_three_minutes_and_not_before() -> None:
    hall = Hall()
    hall.signer.signed_at = 0
    for passed, codes in ((179, ()), (180, ()), (181, ("signature-old",))):
        hall.clock.passed = passed
        found = seen(hall)
        assert (found.codes, found.is_ready, found.signature_age_s) == (codes, not codes, passed)


@pytest.mark.parametrize(("committed", "age"), [(None, None), (0.0, 100.0), (99.96, 0.0), (40.27, 59.7)])
def test_how_long_ago_something_was_stored_is_told_to_a_tenth_of_a_second(
    committed: float | None, age: float | None
) -> None:
    hall = Hall()
    hall.writer.committed_at = committed
    assert seen(hall).commit_age_s == age


def test_one_question_at_a_time_is_on_its_way_to_the_store_and_an_answered_one_is_put_again() -> None:
    async def scene() -> None:
        hall: Any = Hall()
        probe = StoreProbe(hall)
        assert [await probe.fault(), await probe.fault()] == [None, None]
        assert hall.asked == 2
        hall.silent = True
        assert await probe.fault(0.01) == "store-silent"
        waiting = probe._asking
        assert await probe.fault(0.01) == "store-silent"
        assert probe._asking is waiting
        assert waiting is not None
        waiting.cancel()

    asyncio.run(scene())


# --- a guest ---------------------------------------------------------------------------------------------------------


class Table:
    """A table that notes what it is asked."""

    id, step, version = "uno", Step(1, 2, "bets", 3), 9

    def __init__(self) -> None:
        self.acts: list[Any] = []
        self.countdown = SimpleNamespace(left=lambda kind: f"left {kind}", show=lambda *given: self.acts.append(given))

    def view(self, who: Any) -> Any:
        return f"view of {who}"

    def legal(self, who: Any) -> Any:
        return f"offers to {who}"

    def explain(self, who: Any) -> Any:
        return f"clauses for {who}"

    def changes(self) -> Any:
        return "changes"

    async def act(self, act: Any, command: str) -> Any:
        self.acts.append((act, command))
        return "answer"


def test_a_guest_sees_and_does_at_his_table_what_is_his() -> None:
    table, noted, screens = Table(), list[Any](), 1
    presence = SimpleNamespace(
        connect=lambda *given: noted.append(("connect", *given)),
        disconnect=lambda *given: noted.append(("disconnect", *given)),
        screens=lambda who, name: screens if (who, name) == (ANA, "uno") else 0,
    )
    hall: Any = SimpleNamespace(tables={"uno": table, "dos": None}, presence=presence)
    with Guest(hall, "uno", ANA) as guest:
        assert noted == [("connect", ANA, "uno")]
        assert (guest.person, guest.step, guest.version) == (ANA, Step(1, 2, "bets", 3), 9)
        assert (guest.view(), guest.legal(), guest.explain()) == (
            "view of ana",
            "offers to ana",
            "clauses for ana",
        )
        assert (guest.time_left(), guest.time_left("hold"), guest.changes()) == ("left ", "left hold", "changes")
        guest.show_clock("bets", 20)
        assert table.acts == [("bets", 20)]
        for number, is_alone in ((0, True), (1, True), (2, False)):
            screens = number
            assert guest.is_alone is is_alone
    assert noted == [("connect", ANA, "uno"), ("disconnect", ANA, "uno")]


@pytest.mark.parametrize("at", [None, Step(7, 7, "draw", 7)])
def test_what_a_guest_does_is_for_the_open_window_or_for_the_one_that_he_means(at: Step | None) -> None:
    table = Table()
    guest = Guest(SimpleNamespace(tables={"uno": table}), "uno", ANA)  # type: ignore[arg-type]
    assert [asyncio.run(guest.act(Add(1), at)) for _ in range(2)] == ["answer", "answer"]
    assert [act for act, _ in table.acts] == [Act(ANA, Add(1), at or table.step)] * 2
    commands = [command for _, command in table.acts]
    assert all(one.startswith("ana-") and len(one) == len("ana-") + 16 for one in commands)
    assert len(set(commands)) == 2
