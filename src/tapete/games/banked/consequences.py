"""Consequences: what follows by itself from an act, and how far it is followed.

An act is decided into **events**. Some states that events lead to are transient: the deal is complete, so the cards
are carried; both hands lie open, so the coup ends. What makes a state transient is a **consequence**: a function from
a state to the events that follow from it by itself, or to none. :func:`with_consequences` folds the events of an act,
asks for the next consequence, folds its events, and asks again, until there is none. That last state is the **fixed
point** of the act: nothing more follows, and somebody has to act. Act and consequences stand in one entry of the
record, so no reader ever meets a transient state.

Four things hold of every consequence, and make the loop end at the same state however a table came there:

* It decides nothing that is a person's to decide, and plays no forced move: a player who has only one lawful word still
  says it.
* It rests on what everybody can see. Where the next step depends on a hidden face there is no consequence, so that
  neither a wait nor a hurry tells anything of the cards.
* It removes its own reason: once its events are folded, the same consequence has nothing more to say. Each one opens a
  later phase, turns or moves a card that then lies so, awaits a draw, opens an incident, or ends the coup; there are
  only so many of these.
* Nothing follows while a person, chance or an official is waited for: an awaited draw, a choice, an open incident.

The first consequence in a list that has events wins, so their order is part of the game: what a ruling left is cleared
up before the phase goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from tapete.kernel import Event, fold

S = TypeVar("S")

Consequence = Callable[[S], tuple[Event, ...]]
"""What follows from a state by itself; nothing where the consequence does not apply."""


def first_consequence(state: S, consequences: Sequence[Consequence[S]]) -> tuple[Event, ...]:
    return next((events for one in consequences if (events := one(state))), ())


def with_consequences(
    evolve: Callable[[S, Any], S], next_consequence: Consequence[S], state: S, events: Sequence[Event]
) -> tuple[Event, ...]:
    """Return ``events`` and everything that follows from them by itself."""
    found, state = list(events), fold(evolve, state, events)
    while more := next_consequence(state):
        found += more
        state = fold(evolve, state, more)
    return tuple(found)
