"""A bot that is refused does not ask again at once, and does not give up where the reason lies outside of its table."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from tapete.bots import AT_ONCE, bot as bots
from tapete.bots.bot import Bot, Move
from tapete.kernel import ActBody, Offer, PersonId, Refused, Step


class Asking(ActBody, frozen=True, tag="test-asking"):
    """What the bot of these tests asks for."""


class Insistent(Bot):
    """It always wants the same."""

    def choose(self, view: Any, offers: dict[str, list[Offer]]) -> Move | None:
        return Move(Asking(), (0.0, 0.0))


class Refusing:
    """A place at a table where nothing changes and nothing is granted. ``tries`` are the acts asked for."""

    person, step, version, is_alone = PersonId("bot-ana"), Step(1, 1, "bets", 1), 7, True

    def __init__(self, enough: int) -> None:
        self.tries, self.enough, self.over = 0, enough, asyncio.Event()

    def view(self) -> None: ...

    def legal(self) -> tuple[Offer, ...]:
        return ()

    async def changes(self) -> AsyncIterator[int]:
        await self.over.wait()
        for one in ():
            yield one

    async def act(self, what: ActBody, at: Step | None = None) -> Any:
        self.tries += 1
        if self.tries == self.enough:
            self.over.set()
        return SimpleNamespace(refusal=Refused("disk-short"), version=self.version)

    def __enter__(self) -> None: ...

    def __exit__(self, *_: object) -> None: ...


def test_refused_bot_tries_again_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "RETRY_AFTER", 0.001)

    async def scene() -> int:
        seat = Refusing(enough=3)
        await Insistent(seat, AT_ONCE, Random(1)).run()
        return seat.tries

    assert asyncio.run(scene()) >= 3


def test_refused_bot_does_not_ask_again_at_once() -> None:
    async def scene() -> int:
        seat = Refusing(enough=2)
        running = asyncio.create_task(Insistent(seat, AT_ONCE, Random(1)).run())
        await asyncio.wait({running}, timeout=0.1)
        running.cancel()
        return seat.tries

    assert asyncio.run(scene()) == 1
