"""What a hall counts about itself for whoever watches over it: acts, refusals, commits and their time, lost tables.

Nothing here names a person, a card or an amount. A refusal of the rules can tell what somebody holds (who must draw has
a low hand), so it is counted without its code; the codes that are named say nothing of the cards.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable
from typing import Final

from tapete.kernel import Refused, Ruled
from tapete.live import security_log
from tapete.live.answer import Answer, LiveError, TableLostError

NAMED_REFUSALS: Final = frozenset(
    {
        "chance-is-nobody",
        "command-conflict",
        "command-malformed",
        "disk-short",
        "house-barred",
        "house-closed",
        "no-randomness",
        "not-admitted",
        "not-inside",
        "not-your-post",
        "seated-elsewhere",
        "self-excluded",
        "system-act",
        "table-busy",
        "window-closed",
    }
)
"""Codes of refusals that are counted by name. They rest on the hall, its door and its posts, and on no card."""

RULES: Final = "rules"
"""Under which every other refusal is counted."""

BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
"""Upper bounds, in seconds, of the classes in which durations are counted."""


class Durations:
    """How long something took, in classes. ``counts`` has one class more than there are bounds."""

    def __init__(self) -> None:
        self.counts: Final = [0] * (len(BOUNDS) + 1)
        self.total: float = 0.0

    def add(self, seconds: float) -> None:
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.total += seconds


class Telemetry:
    """The counts of one hall. ``on_table_lost`` is called, in the event loop, when another server has taken a table."""

    def __init__(self) -> None:
        self.acts: Counter[tuple[str, str]] = Counter()
        """Answers by game and outcome: accepted, ruled, refused, repeated."""
        self.refusals: Counter[str] = Counter()
        self.lost_tables: dict[str, LiveError] = {}
        self.on_table_lost: Callable[[str], None] = lambda _: None

    def answered(self, game: str, answer: Answer) -> Answer:
        outcome = answer.outcome
        match outcome:
            case _ if answer.is_repeated:
                kind = "repeated"
            case Refused():
                kind = "refused"
                self.refusals[outcome.code if outcome.code in NAMED_REFUSALS else RULES] += 1
            case Ruled():
                kind = "ruled"
            case _:
                kind = "accepted"
        self.acts[game, kind] += 1
        return answer

    def table_ended(self, table: str, why: LiveError) -> None:
        if isinstance(why, TableLostError):
            self.lost_tables[table] = why
            security_log.tell("table-lost", table=table, why=why.code)
            self.on_table_lost(table)
