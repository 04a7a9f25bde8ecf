"""A bot's place at a table in memory, whatever is played there."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any, Protocol

from tapete.kernel import Game, Offer, PersonId, Refused, Step


class TableInMemory(Protocol):
    """What a chair has of its table."""

    version: int

    @property
    def game(self) -> Game[Any]: ...

    @property
    def state(self) -> Any: ...

    def act(self, who: PersonId, what: Any, at: Step | None = None) -> Any: ...


class Chair:
    """A bot's place at a table in memory."""

    is_alone = True

    def __init__(self, evening: TableInMemory, who: PersonId) -> None:
        self.evening, self.person = evening, who

    @property
    def step(self) -> Step:
        return self.evening.game.step(self.evening.state)

    @property
    def version(self) -> int:
        return self.evening.version

    def view(self) -> Any:
        return self.evening.game.view(self.evening.state, self.person)

    def legal(self) -> tuple[Offer, ...]:
        return self.evening.game.legal(self.evening.state, self.person)

    def time_left(self, kind: str = "") -> float:
        return 0.0

    def show_clock(self, kind: str, seconds: float) -> None:
        del kind, seconds

    async def changes(self) -> AsyncIterator[int]:
        yield self.version

    async def act(self, what: Any, at: Step | None = None) -> Any:
        outcome = self.evening.act(self.person, what, at)
        refused = outcome if isinstance(outcome, Refused) else None
        return type("Answer", (), {"refusal": refused, "version": self.version})()

    def __enter__(self) -> Chair:
        return self

    def __exit__(self, *_: object) -> None:
        pass
