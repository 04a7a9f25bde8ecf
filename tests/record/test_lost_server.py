"""A server that is lost is waited for within bounds, without a server: what is tried, when, and when it is given up."""

from __future__ import annotations

from contextlib import ExitStack, nullcontext
from typing import Any

import pytest
import sqlalchemy
from sqlalchemy.exc import DBAPIError, OperationalError

from tapete.record.store import returning
from tapete.record.store.returning import PAUSES_S, enter

UNREACHABLE = OperationalError(None, None, Exception("no route"))
BROKEN = DBAPIError("SELECT 1", None, Exception("gone"), connection_invalidated=True)
WRONG = DBAPIError("SELECT 1", None, Exception("no such column"))
LOCKED = OperationalError("SELECT 1", None, Exception("locked"))
STEPS = [sum(PAUSES_S[1 : count + 1]) for count in range(1, len(PAUSES_S))]
"""The moments at which a server that does not come back has been tried once more, after the second try at once."""


class Clock:
    """A clock that moves where somebody pauses."""

    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        return self.now

    def pause(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    here = Clock()
    monkeypatch.setattr(returning, "time", here)
    monkeypatch.setattr(returning, "pause", here.pause)
    return here


def tried(clock: Clock, patience: float, errors: list[DBAPIError]) -> tuple[int, float] | DBAPIError:
    """Return how often was tried and how long that took, or what ended it; each try but the last meets an error."""
    engine, left = sqlalchemy.create_engine("sqlite://"), list(errors)

    def connecting() -> Any:
        if left:
            raise left.pop(0)
        return engine.connect()

    with ExitStack() as stack:
        try:
            connection, tries = enter(stack, connecting, lambda _: None, patience)
        except DBAPIError as error:
            return error
        assert connection.in_transaction()
        return tries, round(clock.now - 100.0, 6)


@pytest.mark.parametrize("lost", [UNREACHABLE, BROKEN])
def test_it_is_tried_again_at_once_and_then_after_longer_and_longer_pauses(clock: Clock, lost: DBAPIError) -> None:
    for count, waited in enumerate((0, 0, *STEPS, STEPS[-1] + PAUSES_S[-1])):
        clock.now = 100.0
        assert tried(clock, 60.0, [lost] * count) == (count + 1, pytest.approx(waited))


@pytest.mark.parametrize("error", [WRONG, LOCKED])
def test_what_the_server_answers_is_no_lost_server(clock: Clock, error: DBAPIError) -> None:
    assert tried(clock, 60.0, [error]) is error
    assert tried(clock, 60.0, [UNREACHABLE, error]) is error
    assert clock.now == 100.0


@pytest.mark.parametrize(("patience", "tries"), [(0.0, 2), (PAUSES_S[1], 3), (PAUSES_S[1] - 0.01, 2), (STEPS[2], 5)])
def test_nobody_is_waited_for_longer_than_patience_lasts(clock: Clock, patience: float, tries: int) -> None:
    """A pause that would end when patience does is still made, one that would end after it is not."""
    clock.now = 0.0  # so that sums of pauses are exact
    assert tried(clock, patience, [UNREACHABLE] * 20) is UNREACHABLE
    assert clock.now == sum(PAUSES_S[: tries - 1])
    clock.now = 0.0
    answer = tried(clock, patience, [UNREACHABLE] * (tries - 1))
    assert not isinstance(answer, DBAPIError)
    assert answer[0] == tries
    clock.now = 0.0
    assert tried(clock, patience, [UNREACHABLE] * tries) is UNREACHABLE


def test_nothing_is_kept_open_of_a_try_that_failed(clock: Clock) -> None:
    class Connection:
        opened = closed = 0

        def __enter__(self) -> Any:
            type(self).opened += 1
            return self

        def __exit__(self, *_: object) -> None:
            type(self).closed += 1

        connection = property(lambda self: type("Raw", (), {"dbapi_connection": None})())

        def begin(self) -> Any:
            return nullcontext()

    def settle(_: Any) -> None:
        if Connection.opened < 3:
            raise UNREACHABLE

    with ExitStack() as stack:
        _, tries = enter(stack, Connection, settle, 60.0)  # type: ignore[arg-type]
        assert (tries, Connection.opened, Connection.closed) == (3, 3, 2)
    assert Connection.closed == 3
