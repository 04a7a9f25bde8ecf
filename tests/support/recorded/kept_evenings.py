"""Evenings at random, and games of bingo with an option turned, whose answers are kept in short beside those of the
recorded tables (``kept_answers.py``).

The seeds of the evenings stand in their names: the same evening each time, whatever seed other tests are given.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from tapete.chance import ChanceKind
from tapete.comparison.run import under
from tapete.games.dos_panos.terms import BankMode
from tapete.kernel import HOUSE, Act, PersonId, Refused, Step
from tapete.play import ActResult, transition
from tapete.record.notation.play import ListedOrders, as_listed
from tapete.record.notation.verbs import person
from tapete.table.conduct import Conduct
from tests.support.altered import with_value
from tests.support.bingo.flips import BINGO, WORDS, Flip, read, recorded
from tests.support.dos_panos import error_evening
from tests.support.dos_panos import evening as cloths
from tests.support.evenings import walk as chemin
from tests.support.punto_banco import walk as punto
from tests.support.recorded.answers import Answers

ACTS: Final = 300


class ChemindeFer(chemin.Evening):
    """An evening of chemin de fer whose answers are kept."""

    answers: Answers

    def act(self, who: PersonId, what: Any, at: Step | None = None) -> Any:
        if not hasattr(self, "answers"):
            self.answers, self.number = Answers(), 0
        before = len(self.events)
        outcome = super().act(who, what, at)
        self.number += 1
        self.answers.answered(self.number, outcome, (), self.events[before:])
        if not isinstance(outcome, Refused):
            self.answers.stands(self.number, chemin.GAME, self.state, (None, *chemin.EVERYBODY))
        return outcome


class Cloths(error_evening.ErrorEvening):
    """An evening on two cloths, with an error in every second coup, whose answers are kept."""

    answers: Answers

    def act(self, who: PersonId, what: Any, at: Step | None = None) -> Any:
        if not hasattr(self, "answers"):
            self.answers, self.number = Answers(), 0
        outcome = super().act(who, what, at)
        self.number += 1
        events = () if isinstance(outcome, Refused) else self.turns[-1].events
        self.answers.answered(self.number, outcome, (), events)
        people = (None, *sorted({*self.state.seats.people(), *self.state.staff.values()}))
        if not isinstance(outcome, Refused):
            self.answers.stands(self.number, cloths.GAME, self.state, people)
        return outcome


class Walk(punto.Walk):
    """An evening of punto y banca whose answers are kept."""

    answers: Answers

    def do(self, act: Any) -> ActResult[Any]:
        if not hasattr(self, "answers"):
            self.answers, self.number = Answers(), 0
        made = super().do(act)
        self.number += 1
        self.answers.answered(self.number, made.outcome, made.rests_on, made.events)
        if not isinstance(made.outcome, Refused):
            self.answers.stands(self.number, punto.GAME, made.state, punto.VIEWERS)
        return made


def of_chemin_de_fer(seed: int, **options: Any) -> Answers:
    """Return the answers of an evening of chemin de fer."""
    evening = ChemindeFer(seed, watched=0.0, **options)
    evening.wander(ACTS)
    return evening.answers


def of_dos_panos(seed: int, book: str, mode: BankMode) -> Answers:
    """Return the answers of an evening on two cloths."""
    return Cloths(f"kept {seed}", book, mode).play_errors(6).answers


def of_punto_y_banca(seed: int) -> Answers:
    """Return the answers of an evening of punto y banca."""
    rng = random.Random(seed)
    walk = Walk(rng, looks=0.0)
    for _ in range(ACTS):
        if walk.state.phase is not punto.pb.Phase.CLOSED:
            rng.choice([walk.go_on, walk.go_on, walk.lawful, walk.anything, walk.trouble, walk.stakes])()
    return walk.answers


def of_turned_option(flip: Flip) -> Answers:
    """Return the answers of a recorded game of bingo that is played again with one option turned."""
    notation, own = recorded(flip.table)
    game, source, found = under(BINGO, with_value(own, flip.option, flip.value)), ListedOrders(notation), Answers()
    source.sealed = notation.opening_fields["balls"] == "sealed"
    state = game.blank()
    acts = [(HOUSE, WORDS.make(WORDS.table.opening, notation.opening_fields))]
    acts += [(person(one.actor, {}), WORDS.read(one, {})) for one in notation.actions]
    viewers = (None, *dict.fromkeys(by for by, _ in acts[1:]))
    for number, (by, what) in enumerate(acts):
        made = transition(game, state, Act(by, what, game.step(state)), source, as_listed)
        state = made.state
        found.answered(number, made.outcome, made.rests_on, made.events)
        if not isinstance(made.outcome, Refused):
            found.stands(number, game, state, viewers)
    return found


def _word(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False).replace(" ", "_").replace("=", "-")


EVENINGS: Final[Mapping[str, Callable[[], Answers]]] = {
    **{
        f"evening/chemin-de-fer-{conduct}-{kind}-{seed}": partial(
            of_chemin_de_fer, seed, conduct=conduct, kind=kind, banco_freedom=seed % 2 == 1, bots=3 + seed
        )
        for conduct in Conduct
        for kind in ChanceKind
        for seed in range(4)
    },
    **{
        f"evening/dos-panos-{book}-{mode}-{seed}": partial(of_dos_panos, seed, book, mode)
        for book in cloths.BOOKS
        for mode in (BankMode.LIMITED, BankMode.OPEN)
        for seed in range(2)
    },
    **{f"evening/punto-y-banca-{seed}": partial(of_punto_y_banca, seed) for seed in range(24)},
    **{f"turned/{one.option}={_word(one.value)}": partial(of_turned_option, one) for one in read()},
}
