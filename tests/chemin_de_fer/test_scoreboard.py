"""The scoreboard of chemin de fer: what each event makes of the last coups, whole, and that it changes nothing else."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete.cards import Card
from tapete.games.baccarat.outcome import Winner
from tapete.games.banked.coup import Side
from tapete.games.banked.shares import Share
from tapete.games.chemin_de_fer import events as e
from tapete.games.chemin_de_fer.evolve import evolve
from tapete.games.chemin_de_fer.evolve.results import KEPT, RESULTS
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.state.bank import Bank
from tapete.games.chemin_de_fer.state.coup import Award, Coup, CoupResult
from tapete.games.chemin_de_fer.terms import Cover, Hand
from tapete.kernel import PersonId
from tests.support.chemin_de_fer.table import opened

ANA, BEA, LUIS = map(PersonId, ("ana", "bea", "luis"))
STAKES = (Share(ANA, 100), Share(LUIS, 30))


def paid(number: int, **changes: Any) -> CoupResult:
    one = CoupResult(number, Winner.PUNTO, 7, 6, Cover.STAKES, 130, is_paid=True)
    return replace(one, **changes)


def unpaid(number: int, **changes: Any) -> CoupResult:
    return replace(CoupResult(number, Winner.BANCA, 2, 5), **changes)


def at_coup(number: int, *results: CoupResult) -> State:
    """Return a table at a coup, with these results on its scoreboard."""
    bank, award = Bank(BEA, (Share(BEA, 1_000),)), Award(Cover.BANCO, ANA, STAKES)
    return replace(opened().state, bank=bank, coup=Coup(number, award=award), results=results)


def corrected(number: int, winner: Winner | None = None, punto: int | None = None) -> e.CardCorrected:
    face = {"position": 1, "was": Card("2s"), "face": Card("3s")}
    return e.CardCorrected(
        coup=number, by=BEA, second=ANA, reason="misread", winner=winner, punto=punto, banca=punto, **face
    )


ENDED = e.CoupEnded(Winner.TIE, 4, 4)
DONE = CoupResult(3, Winner.TIE, 4, 4)
RULED = e.CoupEnded(Winner.BANCA, None, None)
VOID = e.CoupVoided(())
SETTLED = e.CoupSettled(Winner.BANCA, Cover.BANCO, STAKES, (Share(BEA, 130),))
OPEN = unpaid(3)
MENDED = unpaid(3, is_corrected=True)
FULL = tuple(paid(n) for n in range(1, KEPT + 1))
TIE = {"winner": Winner.TIE, "punto": 8, "banca": 8, "is_corrected": True}


@pytest.mark.parametrize(
    ("before", "event", "after"),
    [
        # it ends
        ((), ENDED, (DONE,)),
        ((), RULED, (CoupResult(3, Winner.BANCA, None, None),)),
        ((paid(2),), ENDED, (paid(2), DONE)),
        ((paid(2), OPEN), ENDED, (paid(2), DONE)),
        ((paid(2), MENDED), ENDED, (paid(2), replace(DONE, is_corrected=True))),
        ((paid(2, is_corrected=True),), ENDED, (paid(2, is_corrected=True), DONE)),
        (FULL[:-1], ENDED, (*FULL[:-1], DONE)),
        (FULL, ENDED, (*FULL[1:], DONE)),
        ((*FULL[:-1], OPEN), ENDED, (*FULL[:-1], DONE)),
        # it counts for nothing
        ((), VOID, ()),
        ((paid(2),), VOID, (paid(2),)),
        ((paid(2), OPEN), VOID, (paid(2),)),
        ((paid(1), paid(2)), VOID, (paid(1), paid(2))),
        # it is paid
        ((), SETTLED, ()),
        ((paid(2),), SETTLED, (paid(2),)),
        ((paid(2), OPEN), SETTLED,
         (paid(2), CoupResult(3, Winner.BANCA, 2, 5, Cover.BANCO, 130, is_paid=True))),
        ((MENDED,), SETTLED, (CoupResult(3, Winner.BANCA, 2, 5, Cover.BANCO, 130, is_paid=True, is_corrected=True),)),
        # a card of it was keyed wrongly: of the coup that is on
        ((paid(2), OPEN), corrected(3), (paid(2), MENDED)),
        ((paid(3), OPEN), corrected(3), (paid(3), MENDED)),
        ((paid(2),), corrected(3), (paid(2),)),
        ((), corrected(3), ()),
        # of one that was paid: the last of its number, and only where it is reckoned
        ((paid(1), paid(2)), corrected(2, Winner.TIE, 8), (paid(1), paid(2, **TIE))),
        ((paid(1), paid(2), OPEN), corrected(2, Winner.TIE, 8), (paid(1), paid(2, **TIE), OPEN)),
        ((paid(1), paid(2), paid(3)), corrected(1, Winner.TIE, 8), (paid(1, **TIE), paid(2), paid(3))),
        ((paid(2), paid(1), paid(2), paid(1)), corrected(2, Winner.TIE, 8),
         (paid(2), paid(1), paid(2, **TIE), paid(1))),
        ((paid(1), paid(2)), corrected(2), (paid(1), paid(2))),
        ((paid(3),), corrected(3, Winner.TIE, 8), (paid(3, **TIE),)),
    ],
)  # fmt: skip
def test_an_event_makes_this_of_the_last_coups(
    before: tuple[CoupResult, ...], event: Any, after: tuple[CoupResult, ...]
) -> None:
    state = at_coup(3, *before)
    assert RESULTS[type(event)](state, event) == replace(state, results=after)
    assert evolve(state, event).results == after


def test_a_result_of_another_coup_that_is_not_paid_stays_as_it_is() -> None:
    state = at_coup(4, paid(2), OPEN)
    assert RESULTS[e.CardCorrected](state, corrected(3, Winner.TIE, 8)) == state
    assert RESULTS[e.CardCorrected](state, corrected(2, Winner.TIE, 8)).results == (paid(2, **TIE), OPEN)


@pytest.mark.parametrize("results", [(), (paid(1), paid(2)), FULL])
def test_a_coup_that_the_scoreboard_does_not_show_any_more_changes_nothing_on_it(results: Any) -> None:
    state = at_coup(40, *results)
    try:
        found: object = RESULTS[e.CardCorrected](state, corrected(KEPT + 1, Winner.TIE, 8))
    except (TypeError, IndexError):
        found = None
    assert found == state


def test_the_coup_and_the_scoreboard_say_the_same_winner() -> None:
    state = at_coup(3, paid(2))
    after = evolve(state, ENDED)
    assert (after.results, after.coup.sides) == ((paid(2), DONE), Map({str(Hand.PUNTO): Side(winner=Winner.TIE)}))
