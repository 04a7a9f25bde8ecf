"""Corrections that wait for the second official: kept at the live table, never in the record, until both have spoken.

A correction says in the record that two officials answer for it. So it is not done when the first of them sends it:
it waits until the other sends the same one, naming the first. A restart forgets what waits; nothing has happened then.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from tapete.kernel import Act, PersonId
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


class CorrectionProposals:
    """What waits at one table; each official has one proposal at most, the last that he sent."""

    def __init__(self) -> None:
        self._proposals: dict[PersonId, CorrectionProposal] = {}

    def __iter__(self) -> Iterator[CorrectionProposal]:
        return iter(tuple(self._proposals.values()))

    def put(self, proposal: CorrectionProposal) -> None:
        """Keep a proposal until it is agreed to or dropped."""
        self._proposals[proposal.act.by] = proposal

    def matching_proposal(self, by: PersonId, what: Correction) -> CorrectionProposal | None:
        """Return what waits for ``by`` and says the same as ``what``; reasons may differ, the first one's stands."""
        found = self._proposals.get(what.second)
        if found is None or found.second != by or _statement(found.act.body) != _statement(what):
            return None
        return found

    def drop(self, first: PersonId) -> None:
        """Forget what an official has proposed."""
        self._proposals.pop(first, None)


def _statement(what: Any) -> Any:
    return msgspec.structs.replace(what, second=PersonId(""), reason="")
