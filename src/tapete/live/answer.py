"""The answer to an act, as its author gets it now and again when he repeats the act under the same command id.

Answers are kept beside the record in clear. So they never hold a hidden face: what an event calls private is ``None``
in an answer, the first time too.
"""

from __future__ import annotations

from typing import Any, cast

import msgspec

from tapete.clauses import Cite, Fault
from tapete.kernel import Accepted, Act, Game, Outcome, Refused, Ruled
from tapete.record.canonical import canonical, sha256
from tapete.record.codec import read_event, to_tree
from tapete.record.entry import Entry
from tapete.record.private import public_act


class Answer(msgspec.Struct, frozen=True):
    """What became of an act. ``version`` is the table's version that shows it; ``repeated`` marks a second telling."""

    outcome: Outcome
    version: int
    is_repeated: bool = False

    @property
    def refusal(self) -> Refused | None:
        """The refusal, ``None`` for an act that stands."""
        return self.outcome if isinstance(self.outcome, Refused) else None


class _StoredAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    version: int
    events: tuple[dict[str, Any], ...]
    rests_on: tuple[str, ...] = ()
    faults: tuple[Fault, ...] | None = None


def act_digest(act: Act[Any]) -> str:
    """Return what tells two requests apart: author, act and the window that it was meant for, as everybody may read
    them; of a sum that is a secret no digest is kept in clear.
    """
    return sha256(canonical(public_act(act)))


def repeat_digest(act: Act[Any], confirmed: Entry | None) -> str:
    """Return the digest that a repeated request must have been recorded with.

    ``confirmed`` is the first entry of a confirmation: it bears the step at which it was confirmed, and not the step of
    the page that it was sent from. It is ``None`` for any other act.
    """
    return act_digest(act) if confirmed is None else sha256(canonical({**public_act(act), "at": confirmed.act["at"]}))


def without_secrets(outcome: Outcome) -> Outcome:
    """Return the outcome with every private value of its events taken out."""
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
    """Return the first answer to a command that is repeated."""
    found = msgspec.json.decode(kept, type=_StoredAnswer)
    events = tuple(read_event(game, tree) for tree in found.events)
    rests_on = cast("tuple[Cite, ...]", found.rests_on)
    outcome: Outcome
    if found.faults is None:
        outcome = Accepted(events, rests_on)
    else:
        outcome = Ruled(events, rests_on, found.faults)
    return Answer(outcome, found.version, is_repeated=True)
