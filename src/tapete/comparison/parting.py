"""A hand under two rulebooks, step beside step, and the step at which they part."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

import msgspec

from tapete.comparison.hands import ShownHand
from tapete.comparison.run import HandRun, Step, run_hand
from tapete.kernel import Game, Refused
from tapete.rulebooks import Rulebook

S = TypeVar("S")


class StepPair(msgspec.Struct, Generic[S], frozen=True):
    """One line under two rulebooks: its step under each, None where it was not done there. ``states``: where the hand
    stands under each after it.
    """

    at: int
    line: str
    steps: tuple[Step[S] | None, Step[S] | None]
    states: tuple[S, S]

    @property
    def is_parting(self) -> bool:
        """Return True if the rulebooks answer the line otherwise."""
        return _answer(self.steps[0]) != _answer(self.steps[1])


class HandsBeside(msgspec.Struct, Generic[S], frozen=True):
    """A hand under two rulebooks."""

    runs: tuple[HandRun[S], HandRun[S]]
    pairs: tuple[StepPair[S], ...]

    @property
    def parting(self) -> int | None:
        """Return the index of the first line of the hand at which they part, None where they never do."""
        return next((index for index, one in enumerate(self.pairs) if one.is_parting), None)


def beside(game: Game[S], hand: ShownHand, books: tuple[Rulebook, Rulebook]) -> HandsBeside[S]:
    """Return a hand under two rulebooks; what brings the table to it is left out."""
    runs = (run_hand(game, hand, books[0]), run_hand(game, hand, books[1]))
    by_line = tuple({one.at: one for one in run.own_steps} for run in runs)
    states = [_before(run) for run in runs]
    pairs = []
    for at in sorted({*by_line[0], *by_line[1]}):
        steps = (by_line[0].get(at), by_line[1].get(at))
        states = [before if one is None else one.state for before, one in zip(states, steps, strict=True)]
        line = next(one.line for one in steps if one is not None)
        pairs.append(StepPair(at, line, steps, (states[0], states[1])))
    return HandsBeside(runs, tuple(pairs))


def _before(run: HandRun[Any]) -> Any:
    return next((one.state for one in reversed(run.steps) if one.is_before), run.steps[0].state)


def _answer(step: Step[Any] | None) -> tuple[Any, ...]:
    if step is None:
        return ()
    return (step.outcome.code,) if isinstance(step.outcome, Refused) else (None, *step.results)
