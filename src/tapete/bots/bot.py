"""A bot: it looks whenever its table changes, makes up its mind, waits as long as a person would, and acts."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Hashable
from random import Random
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from tapete.bots.pace import Pace, pick
from tapete.kernel import ActBody, Offer, PersonId, Refused, Step

V = TypeVar("V")

PREFIX = "bot-"
"""How the person id of every bot begins."""


def is_bot(person: PersonId | str) -> bool:
    """Return True if a person is played by the machine."""
    return person.startswith(PREFIX)


ASIDE_POLL: float = 0.5
"""Seconds between two looks of a bot that stands aside, because a person has opened a screen of its seat."""


RETRY_AFTER: float = 30.0
"""Seconds after which a bot tries again what was refused at a table where nothing has changed: the reason may lie
outside of it, as with a disk that was short of room."""


class Seat(Protocol):
    """What a bot has of its table: :class:`tapete.live.Guest` is one."""

    person: PersonId

    @property
    def step(self) -> Step:
        """Where the table stands."""

    @property
    def version(self) -> int:
        """The version that :meth:`view` shows."""

    @property
    def is_alone(self) -> bool:
        """Return True if nobody else has a screen of the same person open."""

    def view(self) -> Any:
        """Return what the person sees."""

    def legal(self) -> tuple[Offer, ...]:
        """Return what the person may do."""

    def time_left(self, kind: str = "") -> float:
        """Return the seconds that the clock of the table shows; with a ``kind``, on a clock of that kind alone."""

    def show_clock(self, kind: str, seconds: float) -> None:
        """Set the clock of the table, which everybody sees, for the open step."""

    def changes(self) -> AsyncIterator[int]:
        """Yield versions."""

    async def act(self, what: ActBody, at: Step | None = None) -> Any:
        """Do something."""

    def __enter__(self) -> Any:
        """Connect the bot to its table."""

    def __exit__(self, *_: object) -> None:
        """Disconnect the bot."""


class Move(msgspec.Struct, frozen=True):
    """What a bot is about to do and how long a person would take for it (seconds).

    ``about`` is what the intention is about; as long as it stays the same the waiting time does not begin anew.
    ``clock`` names the clock on which everybody sees the waiting time; whoever gives more time on it delays the move.
    Without an act the bot only lets the clock run.
    """

    act: ActBody | None
    wait: tuple[float, float]
    about: Hashable = None
    clock: str = ""


class Bot(Generic[V]):
    """Base of the bots of a game whose seats see a ``V``. A kind of bot says in :meth:`choose` what it wants."""

    def __init__(self, seat: Seat, pace: Pace, chance: Random) -> None:
        if not is_bot(seat.person):
            raise ValueError(f"a bot's id begins with {PREFIX}")
        self.seat, self.pace, self.chance = seat, pace, chance
        self._intention: Hashable = None
        self._due = 0.0
        self._last_refusal: Hashable = None
        self._retry_at = 0.0
        self.acts = 0

    def choose(self, view: V, offers: dict[str, list[Offer]]) -> Move | None:
        """Return what the bot would do now; nothing if it waits for others. ``offers`` are sorted by act."""
        raise NotImplementedError

    async def run(self) -> None:
        """Play until the table's stream ends."""
        stream = self.seat.changes()
        change = asyncio.ensure_future(anext(stream, None))
        try:
            while True:
                move = self._move()
                wait: float | None
                if not self.seat.is_alone:
                    move, wait = None, ASIDE_POLL
                else:
                    wait = self._wait(move)
                await asyncio.wait({change}, timeout=wait)
                if change.done():
                    if change.result() is None:
                        return
                    change = asyncio.ensure_future(anext(stream, None))
                elif move is not None and move.clock and (left := self.seat.time_left(move.clock)) > 0:
                    self._due = time.monotonic() + left
                elif move is not None and move.act is not None:
                    await self._do(move)
        finally:
            change.cancel()

    def _wait(self, move: Move | None) -> float | None:
        """Return the seconds until the bot acts or looks again; ``None`` until the table changes.

        Whoever only lets the clock run looks again once when it has run down: what is to be done then has no other
        cause.
        """
        if move is None:
            return None
        left = self._due - time.monotonic()
        return None if move.act is None and left <= 0 else max(0.0, left)

    def _move(self) -> Move | None:
        offers: dict[str, list[Offer]] = {}
        for offer in self.seat.legal():
            offers.setdefault(offer.act, []).append(offer)
        move = self.choose(self.seat.view(), offers)
        if move is None:
            self._intention = None
            return None
        intention = self._key(move)
        if (repr(move.act), self.seat.step, self.seat.version) == self._last_refusal:
            self._intention, self._due = None, self._retry_at  # once something has changed, he thinks about it anew
        elif intention != self._intention:
            wait = pick(move.wait, self.chance)
            if move.clock:  # who was given more time keeps it
                wait = max(wait, self.seat.time_left(move.clock))
            self._intention, self._due = intention, time.monotonic() + wait
            if move.clock and (wait or self.seat.time_left()):  # the clock of what is over does not run on
                self.seat.show_clock(move.clock, wait)
        return move

    def _key(self, move: Move) -> Hashable:
        return (str(self.seat.step), type(move.act), move.about)

    async def _do(self, move: Move) -> Refused | None:
        """Do a move; return why it was refused, ``None`` where it was not."""
        step = self.seat.step
        assert move.act is not None
        answer = await self.seat.act(move.act, step)
        self._intention = None
        if answer.refusal is None:
            self.acts += 1
        else:
            self._last_refusal, self._retry_at = (repr(move.act), step, answer.version), time.monotonic() + RETRY_AFTER
        found: Refused | None = answer.refusal
        return found
