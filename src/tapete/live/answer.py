"""The answer to an act, as its author gets it now and again when they repeat the act under the same command id.

Answers are kept beside the record in clear. So they never hold a hidden face: what an event calls private is ``None``
in an answer, the first time too.
"""

from __future__ import annotations

import asyncio
import heapq
import time
from datetime import UTC, datetime, timedelta
from typing import Any, Final, Protocol, cast

import msgspec

from tapete.clauses import Cite, Fault
from tapete.kernel import Accepted, Act, Game, Outcome, Refused, Ruled
from tapete.record.codec import read_event, to_tree
from tapete.record.entry import Entry, Tree, canonical_of, sha256
from tapete.record.private import public_act
from tapete.words import CodedError


class Answer(msgspec.Struct, frozen=True):
    """What became of an act. ``version`` is the table's version that shows it; ``repeated`` marks a second telling."""

    outcome: Outcome
    version: int
    is_repeated: bool = False

    @property
    def refusal(self) -> Refused | None:
        return self.outcome if isinstance(self.outcome, Refused) else None


class _StoredAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    version: int
    events: tuple[dict[str, Any], ...]
    rests_on: tuple[str, ...] = ()
    faults: tuple[Fault, ...] | None = None


def request_digest(public: Tree) -> str:
    """Return what tells two requests apart, from the public act: author, act and window, without secrets."""
    return sha256(canonical_of(public))


def repeat_digest(act: Act[Any], confirmed: Entry | None) -> str:
    """Return the :func:`request_digest` that a repeated request must have been recorded with.

    ``confirmed`` is the first entry of a confirmation: it bears the step at which it was confirmed, and not the step of
    the page that it was sent from. It is ``None`` for any other act.
    """
    public = public_act(act)
    return request_digest(public if confirmed is None else {**public, "at": confirmed.act["at"]})


def without_secrets(outcome: Outcome) -> Outcome:
    if isinstance(outcome, Refused):
        return outcome
    events = tuple(
        msgspec.structs.replace(event, **dict.fromkeys(hidden)) if (hidden := event.private()) else event
        for event in outcome.events
    )
    return msgspec.structs.replace(outcome, events=events)


def answer_bytes(outcome: Accepted | Ruled, version: int) -> bytes:
    """Return an answer's bytes for the store; the outcome is :func:`without_secrets`."""
    faults = outcome.faults if isinstance(outcome, Ruled) else None
    return msgspec.json.encode(
        _StoredAnswer(version, tuple(to_tree(event) for event in outcome.events), tuple(outcome.rests_on), faults)
    )


def read_answer(game: Game[Any], kept: bytes) -> Answer:
    found = msgspec.json.decode(kept, type=_StoredAnswer)
    events = tuple(read_event(game, tree) for tree in found.events)
    rests_on = cast("tuple[Cite, ...]", found.rests_on)
    outcome: Outcome
    if found.faults is None:
        outcome = Accepted(events, rests_on)
    else:
        outcome = Ruled(events, rests_on, found.faults)
    return Answer(outcome, found.version, is_repeated=True)


class LiveError(CodedError): ...


class HallFailedError(LiveError):
    """A commit failed or may have failed: the hall stops; whoever waits repeats their request after the next start."""


class HallStoppedError(LiveError):
    """The hall has closed in good order."""


class TableLostError(LiveError):
    """Another server has taken this table over. Nothing was stored; repeat the act there."""


class RecordRefusedError(LiveError):
    """The record cannot be played on: it is broken, rolled back, or needs a key that is not here."""


class LiveShoeError(LiveError, ValueError):
    """A live hall deals no cards that follow from a seed, and none of a sealed shoe that it could not prove."""


class Clock(Protocol):
    """Time from outside: durations come from a monotonic clock, the wall clock is only ever written down.

    A jump of the wall clock (summer time, a correction over the network) therefore changes no rule and no waiting time,
    but for two: whether a session of an open bank begins in the dinner hour is asked of the wall time of its entry, and
    no day of a house is opened before the calendar has come to it.
    """

    def wall(self) -> str:
        """Return the wall time in ISO form with its offset, for the envelope of an entry."""

    def monotonic(self) -> float: ...

    async def sleep(self, seconds: float) -> None: ...


class SystemClock:
    def wall(self) -> str:
        return datetime.now(UTC).astimezone().isoformat(timespec="milliseconds")

    def monotonic(self) -> float:
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


def today() -> str:
    """Return the day of the machine's own calendar, as 2026-11-22."""
    return SystemClock().wall()[:10]


class ManualClock:
    """A clock that stands still until a test moves it on. It starts at 2026-01-01, noon, UTC."""

    def __init__(self) -> None:
        self.start: Final = datetime(2026, 1, 1, 12, tzinfo=UTC)
        self.passed: float = 0.0
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []
        self._serial = 0

    def wall(self) -> str:
        return (self.start + timedelta(seconds=self.passed)).isoformat(timespec="milliseconds")

    def monotonic(self) -> float:
        return self.passed

    async def sleep(self, seconds: float) -> None:
        self._serial += 1
        waiting: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (self.passed + seconds, self._serial, waiting))
        await waiting

    async def advance(self, seconds: float) -> None:
        """Move the clock on, wake whoever's time has come, and let them run."""
        await _settle()
        end = self.passed + seconds
        while self._sleepers and self._sleepers[0][0] <= end:
            due, _, waiting = heapq.heappop(self._sleepers)
            self.passed = max(self.passed, due)
            if not waiting.done():
                waiting.set_result(None)
            await _settle()
        self.passed = end
        await _settle()


async def _settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)
