"""The minutes of a house day by day: what was written, what counts found different, which complaints were answered."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec
from msgspec.structs import replace

from tapete.house import events as e
from tapete.house.day import begin_with
from tapete.house.engine import ESTABLISHMENT
from tapete.house.folds import FOLDS
from tapete.house.state import AnsweredComplaint, MinutesLine, State
from tapete.kernel import PersonId
from tapete.record.codec import read_event, tag_of
from tapete.record.entry import Entry

KEPT: Final = frozenset(
    tag_of(one)
    for one in (
        *(e.BalancesCarried, e.DayOpened, e.MinutesWritten, e.DifferenceBooked),
        *(e.ComplaintMade, e.ComplaintAnswered),
    )
)
"""What a day's minutes are made of."""

ANSWERED_DAYS: Final = 30
"""Days of which a player reads what was answered to him, the last ones; the director has all of them in the minutes."""


class DayMinutes(msgspec.Struct, frozen=True):
    """What stands in the minutes of a day, and what was answered on it."""

    day: str
    lines: tuple[MinutesLine, ...]
    answers: tuple[AnsweredComplaint, ...]


class MinutesBook:
    """The minutes of every day, as the house's own entries have them."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._over: list[DayMinutes] = []
        self._state = State()
        for entry in entries:
            self.follow(entry)

    def follow(self, entry: Entry) -> None:
        """Read an entry of the house that has been committed."""
        for tree in entry.events:
            if tree["event"] not in KEPT:
                continue
            event = read_event(ESTABLISHMENT, tree)
            if isinstance(event, e.BalancesCarried):  # of a record that begins with this day it is all there is
                self._state = replace(self._state, complaints=begin_with(event).complaints)
                continue
            if isinstance(event, e.DayOpened):
                self._over += self._of_day()
            self._state = FOLDS[type(event)](self._state, event)

    def newest_first(self) -> tuple[DayMinutes, ...]:
        """Return the minutes of every day that has been opened, those of the last one first."""
        return tuple(reversed((*self._over, *self._of_day())))

    def answers(self) -> tuple[DayMinutes, ...]:
        """Return what was answered to complaints, by day, the last one first, with nothing else of the minutes."""
        return tuple(DayMinutes(one.day, (), one.answers) for one in self.newest_first() if one.answers)

    def answers_of(self, person: PersonId) -> tuple[DayMinutes, ...]:
        """Return what was answered to a person, by day, the last one first: nothing else of a day's minutes is his."""
        found = ((one.day, tuple(said for said in one.answers if said.person == person)) for one in self.answers())
        return tuple(DayMinutes(day, (), answers) for day, answers in found if answers)[:ANSWERED_DAYS]

    def _of_day(self) -> tuple[DayMinutes, ...]:
        state = self._state
        return (DayMinutes(state.day, state.minutes, state.answers),) if state.day else ()
