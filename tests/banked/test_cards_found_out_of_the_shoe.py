"""Cards that left the shoe uncounted lie as they lay: the face of one that came early is nobody's to know."""

from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete.cards import Card
from tapete.games.baccarat.effects import ASIDE, DISCARD, LaidCard
from tapete.games.baccarat.procedure import CardDealt, DrawAwaited, DueCard
from tapete.games.banked.coup import Coup
from tapete.games.banked.events import CardMoved
from tapete.games.banked.settled_coups import count_played
from tapete.games.banked.shoe import move_card
from tapete.games.chemin_de_fer import acts as c, reports
from tapete.games.chemin_de_fer.terms import Accident as InChemin, Phase as PhaseOfChemin
from tapete.games.dos_panos import acts as d
from tapete.games.dos_panos.errors import reports as of_cloths
from tapete.games.dos_panos.terms import Accident as OnCloths, Phase as PhaseOfCloths
from tests.support.chemin_de_fer.table import opened as chemin
from tests.support.dos_panos.table import opened as cloths
from tests.support.rows import rows

AT = 40
"""Where the shoe is: the card at this position is the next one."""


def in_chemin(accident: InChemin, count: int) -> tuple[Any, ...]:
    made = chemin().bank(300_00).state
    state = replace(made, phase=PhaseOfChemin.BETS, shoe=replace(made.shoe, position=AT))
    return tuple(reports.ACCIDENTS.finding(state, c.Report(accident, count=count), None).movements)


def on_cloths(accident: OnCloths, count: int) -> tuple[Any, ...]:
    made = cloths().ready().state
    state = replace(made, phase=PhaseOfCloths.BETS, shoe=replace(made.shoe, position=AT))
    return tuple(of_cloths.ACCIDENTS.remedy(state, d.Report(accident, count=count), None).movements)


@pytest.mark.parametrize(
    ("found", "accident", "place", "face_up"),
    [
        (in_chemin, InChemin.EARLY_DRAW, ASIDE, False),
        (in_chemin, InChemin.STUCK, DISCARD, False),
        (in_chemin, InChemin.CARTA_CALLED, ASIDE, True),
        (on_cloths, OnCloths.EARLY_DRAW, ASIDE, False),
        (on_cloths, OnCloths.STUCK, DISCARD, False),
    ],
)
@pytest.mark.parametrize("count", [1, 2, 3])
def test_each_card_that_came_out_uncounted_lies_where_it_is_to_lie_and_as_it_is_to_lie(
    found: Any, accident: Any, place: str, face_up: bool, count: int
) -> None:
    assert found(accident, count) == (DrawAwaited(tuple(DueCard(AT + n, place, face_up) for n in range(count))),)


@pytest.mark.parametrize(
    ("found", "accident"), [(in_chemin, InChemin.EXPOSED_IN_SHOE), (on_cloths, OnCloths.EXPOSED_IN_SHOE)]
)
def test_a_card_that_came_out_face_up_is_the_next_one_and_everybody_sees_it(found: Any, accident: Any) -> None:
    assert found(accident, 0) == (DrawAwaited((DueCard(AT, ASIDE, True),)),)


@rows(
    "found, accident",
    [
        *((in_chemin, one) for one in (InChemin.EARLY_DRAW, InChemin.STUCK, InChemin.CARTA_CALLED)),
        *((on_cloths, one) for one in (OnCloths.EARLY_DRAW, OnCloths.STUCK)),
    ],
)
def test_where_no_card_came_out_none_is_waited_for(found: Any, accident: Any) -> None:
    assert found(accident, 0) == ()


def test_a_card_that_never_reached_the_table_is_dealt_where_it_is_put_and_any_other_is_moved() -> None:
    card, moved = LaidCard(3, "punto", None), (CardMoved(3, DISCARD),)
    unseen, awaited, other = (
        DueCard(3, ASIDE, False),
        DueCard(3, "punto", True, on_table=True),
        DueCard(4, ASIDE, False),
    )
    found = [move_card(Coup(due_cards=due), card, DISCARD) for due in ((), (unseen,), (awaited,), (other,))]
    assert found == [moved, (CardDealt(3, DISCARD, None, False),), moved, moved]


def test_the_known_faces_of_cards_that_leave_the_table_are_counted() -> None:
    two, three = Card("2s"), Card("3h")
    assert count_played(Map({two: 1}), (two, None, three, two)) == Map({two: 3, three: 1})
