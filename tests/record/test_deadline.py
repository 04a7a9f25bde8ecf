"""The end to waiting for a server that says nothing: our end of its connection is shut, and no other one ever is."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from tapete.record.store import deadline as module
from tapete.record.store.deadline import DEADLINE_S, deadline, in_time
from tapete.record.store.engine import STATEMENT_MS


class Timer:
    """A timer that is over when the test says so."""

    made: list[Timer]

    def __init__(self, seconds: float, work: Callable[[], None]) -> None:
        self.seconds, self.work, self.daemon, self.said = seconds, work, False, list[str]()
        self.made.append(self)

    def start(self) -> None:
        self.said.append(f"start{' beside' if self.daemon else ''}")

    def cancel(self) -> None:
        self.said.append("cancel")


@pytest.fixture
def timers(monkeypatch: pytest.MonkeyPatch) -> list[Timer]:
    Timer.made = []
    monkeypatch.setattr(module.threading, "Timer", Timer)
    return Timer.made


@pytest.fixture
def pair() -> Iterator[tuple[socket.socket, socket.socket]]:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        theirs.setblocking(False)
        yield ours, theirs


def connection(handle: Any) -> Any:
    return SimpleNamespace(pgconn=SimpleNamespace(socket=handle))


def is_shut(theirs: socket.socket) -> bool:
    try:
        return theirs.recv(1) == b""
    except BlockingIOError:
        return False


def test_a_connection_is_shut_when_its_time_is_over(timers: list[Timer], pair: Any) -> None:
    ours, theirs = pair
    with deadline(connection(ours.fileno()), 7.5):
        (timer,) = timers
        assert (timer.seconds, timer.said) == (7.5, ["start beside"])
        assert not is_shut(theirs)
        timer.work()
        assert is_shut(theirs)
        assert os.fstat(ours.fileno())
    assert timer.said == ["start beside", "cancel"]


@pytest.mark.parametrize("error", [None, ValueError])
def test_whoever_was_in_time_is_left_alone_whatever_came_of_it(
    timers: list[Timer], pair: Any, error: type[Exception] | None
) -> None:
    ours, theirs = pair
    try:
        with deadline(connection(ours.fileno()), 1):
            if error is not None:
                raise error
    except ValueError:
        pass
    (timer,) = timers
    assert timer.said == ["start beside", "cancel"]
    timer.work()  # it had begun already
    assert not is_shut(theirs)


def test_a_connection_that_is_closed_by_then_is_no_fault(timers: list[Timer], pair: Any) -> None:
    ours, theirs = pair
    with deadline(connection(ours.fileno()), 1):
        handle = ours.detach()
        os.close(handle)
        timers[0].work()
    assert is_shut(theirs)


@pytest.mark.parametrize("other", [None, object(), SimpleNamespace(pgconn=None), connection(None), connection("5")])
def test_every_other_connection_has_no_deadline(timers: list[Timer], other: Any) -> None:
    with deadline(other, 1):
        pass
    assert timers == []


def test_a_transaction_has_longer_than_the_server_gives_a_statement(timers: list[Timer], pair: Any) -> None:
    ours, _ = pair
    with in_time(SimpleNamespace(connection=SimpleNamespace(dbapi_connection=connection(ours.fileno())))):  # type: ignore[arg-type]
        pass
    assert [one.seconds for one in timers] == [DEADLINE_S] == [30.0]
    assert DEADLINE_S * 1000 > STATEMENT_MS
