"""The pause that a call opened: which cartones were called in it, and how far they are checked."""

from __future__ import annotations

import msgspec
from immutables import Map

from tapete.games.bingo.terms import Phase, Prize, Rows
from tapete.kernel import PersonId
from tapete.table.windows import Window


def call_name(prize: str, card: str) -> str:
    return f"{prize}:{card}"


def split_call(name: str) -> tuple[Prize, str]:
    prize, _, card = name.partition(":")
    return Prize(prize), card


class Pause(msgspec.Struct, frozen=True):
    """The pause that a call opened, as far as its cartones go: ``calls`` are its claims."""

    calls: Window[str] = Window("calls", 0)
    holders: Map[str, PersonId | None] = Map()
    keyers: Map[str, PersonId] = Map()
    """By call who of the staff has keyed it for somebody."""
    has_line_slip: bool = False
    """A línea that was keyed in it was taken back, because it was called for another cartón."""
    handed_in: frozenset[str] = frozenset()
    masters: Map[str, Rows] = Map()
    shown_for: frozenset[str] = frozenset()
    """The calls that waited for their check when the master of their cartón was shown."""
    results: Map[tuple[Prize, str], int] = Map()
    """How many combinations each checked cartón has complete; 0 is a wrong call."""
    lacking: Map[tuple[Prize, str], int] = Map()
    """How many numbers each checked cartón lacked, until the next ball is out; 0 is a right call."""
    return_phase: Phase = Phase.DRAW_LINE
    """Where the game goes back to if no call was right."""
    is_interval_over: bool = False
    first_parts: frozenset[str] = frozenset()
    """Cartones of doubles of which a part was shown in this pause for the first time in this game."""
    parts_named: Map[str, int] = Map()
    """By call the part of a double that it was made for, where it was made for one."""
    new_right_calls: int = 0
    """Right cartones since the question was last asked."""

    def calls_of(self, card: str) -> tuple[str, ...]:
        return tuple(one.kind for one in self.calls.claims if split_call(one.kind)[1] == card)
