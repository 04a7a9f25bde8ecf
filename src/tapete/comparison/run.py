"""A recorded hand decided under a rulebook: each line with what came of it and the state after it."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

import msgspec

from tapete.clauses import Cite
from tapete.comparison.hands import Line, ShownHand
from tapete.kernel import HOUSE, Act, Game, Outcome, Refused, Ruled
from tapete.play import transition
from tapete.record.notation.play import ListedOrders, as_listed
from tapete.record.notation.text import Notation
from tapete.record.notation.verbs import ACTORS, Verbs, person, verbs_of
from tapete.rulebooks import ReadsRulebooks, Rulebook

S = TypeVar("S")

OPEN = "open"
"""Stands for the opening of the table where that is refused."""


class Step(msgspec.Struct, Generic[S], frozen=True):
    """A line of the hand, what came of it in the words of the notation, and the state after it.

    ``at`` is its number among the lines, by which the same line is found under another rulebook; -1 is the opening.
    """

    at: int
    line: str
    act: Act[Any]
    outcome: Outcome
    results: tuple[str, ...]
    events: tuple[Any, ...]
    clauses: tuple[Cite, ...]
    """The clauses on which it rests, or that refuse it."""
    state: S
    is_before: bool = False

    @property
    def is_refused(self) -> bool:
        """Return True if the line was refused."""
        return isinstance(self.outcome, Refused)


class End(msgspec.Struct, frozen=True):
    """How a hand ended: the lines that were refused with their codes, and what came of each other line."""

    refused: tuple[tuple[str, str], ...]
    results: tuple[str, ...]

    @property
    def short(self) -> str:
        """Return the end in the words of the notation: what was refused, then what came last."""
        told = [f"{line}: refused {code}" for line, code in self.refused]
        return "; ".join((*told, *self.results[-1:]))


class HandRun(msgspec.Struct, Generic[S], frozen=True):
    """A hand under a rulebook, without lines that were tried and refused, and without alternatives nobody needed."""

    book: Rulebook
    steps: tuple[Step[S], ...]

    @property
    def own_steps(self) -> tuple[Step[S], ...]:
        """Return the steps of the hand itself."""
        return tuple(one for one in self.steps if not one.is_before)


def under(game: Game[S], book: Rulebook) -> Game[S]:
    """Return the game with one more rulebook. Raises ``TypeError`` for a game without rulebooks."""
    if not isinstance(game, ReadsRulebooks):
        raise TypeError(f"{game.key} has no rulebooks")
    furnished: Any = type(game)
    known: Game[S] = furnished(game.library.with_books(book))
    return known


def run_hand(game: Game[S], hand: ShownHand, book: Rulebook) -> HandRun[S]:
    """Return a hand decided under a rulebook, from the opening of its table."""
    known = under(game, book)
    words = _words(game)
    source = ListedOrders(Notation(game.key, (), shoes=(hand.shoe,), decks=hand.decks))
    opening = words.make(words.table.opening, {**hand.opening_fields, "rulebook": book.id})
    actors = {name: actor for actor, name in {**ACTORS, **hand.people}.items()}
    blank = known.blank()
    found = [_step(known, words, blank, Act(HOUSE, opening, known.step(blank)), source, actors, -1, OPEN)]
    if found[0].is_refused or not hand.lines:
        return HandRun(book, (msgspec.structs.replace(found[0], is_before=False),))
    last = found[0]
    for at, line in enumerate(hand.lines):
        if line.is_or_else and not last.is_refused:
            continue
        act = Act(person(line.action.actor, hand.people), words.read(line.action, hand.people), known.step(last.state))
        last = _step(known, words, last.state, act, source, actors, at, line)
        if not (line.is_tried and last.is_refused):
            found.append(last)
    return HandRun(book, tuple(found))


_WORDS: dict[str, Verbs] = {}


def _words(game: Game[Any]) -> Verbs:
    """Return the words of a game, read once; they are the same whatever rulebooks it knows."""
    if game.key not in _WORDS:
        _WORDS[game.key] = verbs_of(game)
    return _WORDS[game.key]


def _step(
    game: Game[Any],
    words: Verbs,
    state: Any,
    act: Act[Any],
    source: ListedOrders,
    actors: dict[str, str],
    at: int,
    line: Line | str,
) -> Step[Any]:
    made = transition(game, state, act, source, as_listed)
    faults = made.outcome.faults if isinstance(made.outcome, Ruled) else ()
    results = (*(f"ruled {one.code}" for one in faults), *words.results(made.events, actors))
    text, is_before = (line, True) if isinstance(line, str) else (line.text, line.is_before)
    clauses = made.outcome.clauses if isinstance(made.outcome, Refused) else made.rests_on
    return Step(at, text, act, made.outcome, results, made.events, tuple(clauses), made.state, is_before)


def end_of(run: HandRun[Any]) -> End:
    """Return how a hand ended."""
    refused = tuple((one.line, one.outcome.code) for one in run.own_steps if isinstance(one.outcome, Refused))
    done = (one for one in run.own_steps if not one.is_refused)
    return End(refused, tuple("; ".join(one.results) or f"{one.line}: done" for one in done))
