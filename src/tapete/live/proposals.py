"""Corrections that wait for the second official: kept at the live table, never in the record, until both have spoken.

A correction says in the record that two officials answer for it. So it is not done when the first of them sends it:
it waits until the other sends the same one, naming the first. A restart forgets what waits; nothing has happened then.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Any

import msgspec

from tapete.kernel import Act, Event, PersonId
from tapete.table.corrections import Correction


class CorrectionProposal(msgspec.Struct, frozen=True):
    """A correction that somebody has sent, and the command under which it is recorded when the other agrees."""

    act: Act[Any]
    command: str

    @property
    def second(self) -> PersonId:
        """Who has to agree."""
        what: Correction = self.act.body
        return what.second


class Fate(StrEnum):
    """What became of a proposal: confirmed and done, not agreed to, or confirmed when it could not be done any more."""

    DONE = "done"
    NOT_AGREED = "not-agreed"
    TOO_LATE = "too-late"


class ClosedProposal(msgspec.Struct, frozen=True):
    """A proposal that the second official has answered, and the events that it came to, or would have come to."""

    proposal: CorrectionProposal
    fate: Fate
    events: tuple[Event, ...] = ()


class CorrectionProposals:
    """What waits at one table; each official has one proposal at most, the last that he sent, or the answer to it."""

    def __init__(self) -> None:
        self._proposals: dict[PersonId, CorrectionProposal] = {}
        self._closed: dict[PersonId, ClosedProposal] = {}

    def __iter__(self) -> Iterator[CorrectionProposal]:
        return iter(tuple(self._proposals.values()))

    def put(self, proposal: CorrectionProposal) -> None:
        """Keep a proposal until it is agreed to or dropped."""
        self.drop(proposal.act.by)
        self._proposals[proposal.act.by] = proposal

    def matching_proposal(self, by: PersonId, what: Correction) -> CorrectionProposal | None:
        """Return what waits for ``by`` and says the same as ``what``; reasons may differ, the first one's stands."""
        found = self._proposals.get(what.second)
        if found is None or found.second != by or _statement(found.act.body) != _statement(what):
            return None
        return found

    def drop(self, first: PersonId) -> None:
        """Forget what an official has proposed, or what he was answered."""
        self._proposals.pop(first, None)
        self._closed.pop(first, None)

    def close(self, proposal: CorrectionProposal, fate: Fate, events: tuple[Event, ...] = ()) -> None:
        """Keep what became of a proposal, for the one who made it, until he proposes another or has read it."""
        self.drop(proposal.act.by)
        self._closed[proposal.act.by] = ClosedProposal(proposal, fate, events)

    def closed(self, first: PersonId) -> ClosedProposal | None:
        """Return the answer to what an official has proposed last, while he has not read it."""
        return self._closed.get(first)


def _statement(what: Any) -> Any:
    return msgspec.structs.replace(what, second=PersonId(""), reason="")
