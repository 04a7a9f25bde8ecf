"""What a report of an accident may say: which facts, and which party, hand and person go together in it."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from tapete.games.baccarat.effects import Party
from tapete.games.banked.acts import Report
from tapete.kernel import Choice, Count, Field, FixedValue, Note, People, PersonId

MOST_UNCOUNTED = 6
"""Cards that one report can say have left the shoe uncounted."""


class Combination(msgspec.Struct, frozen=True):
    """Parties, hands and people of whom each can stand in a report with each; ``None`` among them: nobody is named."""

    parties: tuple[Party | None, ...]
    hands: tuple[str, ...]
    people: tuple[PersonId | None, ...]

    @property
    def example(self) -> dict[str, Any]:
        """Return the fields of a report that this combination fills, with the first of each."""
        return {
            "fault_of": self.parties[0],
            "hand": next(iter(self.hands), None),
            "person": next(iter(self.people), None),
        }


class Reportable(msgspec.Struct, frozen=True):
    """An accident that may have happened at this step, and what a report of it may say.

    ``example`` is a report with the first value of each fact; ``parties`` are those who can have caused it, ``facts``
    the fields that it needs, ``positions`` and ``hands`` the cards and hands that it can be about. ``people`` are named
    where it matters which person it was; ``uncounted``: cards can have left the shoe by it. ``combinations`` say which
    party, hand and person go together.
    """

    example: Report
    parties: tuple[Party | None, ...]
    facts: tuple[str, ...]
    positions: tuple[int, ...]
    hands: tuple[str, ...]
    people: tuple[PersonId, ...] = ()
    uncounted: bool = False
    combinations: tuple[Combination, ...] = ()

    @property
    def accident(self) -> str:
        """Return what happened."""
        return self.example.accident

    @property
    def offers(self) -> tuple[tuple[Report, dict[str, Field]], ...]:
        """Return the reports that may be made, each an example with what may stand in its fields: any combination of
        what one of them lists is a report that can be made.
        """
        return tuple((replace(self.example, **one.example), self._fields(one)) for one in self.combinations)

    def _fields(self, one: Combination) -> dict[str, Field]:
        found: dict[str, Field] = {"accident": FixedValue(str(self.accident)), "needs": Note(self.facts)}
        found["fault_of"] = Choice(tuple(None if party is None else str(party) for party in one.parties))
        if self.positions:
            found["position"] = Choice(self.positions if "position" in self.facts else (None, *self.positions))
        if one.hands:
            found["hand"] = Choice(tuple(str(hand) for hand in one.hands))
        if one.people:
            found["person"] = People(tuple(None if who is None else str(who) for who in one.people))
        if self.uncounted:
            found["count"] = Count(1 if "count" in self.facts else 0, MOST_UNCOUNTED)
        return found
