"""Who plays the cards of a cloth when it is the turn of a place: who is away, behind it, barred, or has no stake."""

from __future__ import annotations

from collections.abc import Collection

import pytest
from msgspec.structs import replace

from tapete.games.dos_panos.people.turn import eligible_places, place_after, place_in_turn, player_of
from tapete.games.dos_panos.rules.table import TurnRules
from tapete.games.dos_panos.terms import Hand
from tapete.kernel import PersonId
from tapete.table.seats import Position, Row, Seats, put, set_away
from tests.support.dos_panos.table import opened

ANA, BEA, CARLA, LUIS, PAU, ROSA, YAGO = map(PersonId, ("ana", "bea", "carla", "luis", "pau", "rosa", "yago"))
ALL = (ANA, BEA, CARLA, LUIS, PAU, ROSA, YAGO)
PLACES = (
    (ANA, 1, Row.FIRST),
    (BEA, 3, Row.FIRST),
    (CARLA, 6, Row.FIRST),
    (LUIS, 1, Row.SECOND),
    (PAU, 3, Row.STANDING),
)
BEHIND = ((ROSA, 3, Row.STANDING), (YAGO, 4, Row.STANDING))


def seats(*away: PersonId) -> Seats:
    """The first cloth has Ana on 1 with Luis behind her, Bea on 3 with Pau and then Rosa, and Yago behind nobody."""
    found = Seats(tuple(range(1, 11)))
    for who, place, row in (*PLACES, *BEHIND):
        found = put(found, who, Position(place, row))
    for who in away:
        found = set_away(found, who, True)
    return found


def rules(*, numbered_only: bool = True, needs_stake: bool = True) -> TurnRules:
    own = opened(people=False).state.book.turn
    return replace(
        own,
        numbered_only=replace(own.numbered_only, value=numbered_only),
        needs_stake=replace(own.needs_stake, value=needs_stake),
    )


@pytest.mark.parametrize(
    ("away", "numbered", "anybody"),
    [
        ((), {1: ANA, 3: BEA}, {1: ANA, 3: BEA, 4: YAGO}),
        ((ANA,), {3: BEA}, {1: LUIS, 3: BEA, 4: YAGO}),
        ((BEA,), {1: ANA}, {1: ANA, 3: PAU, 4: YAGO}),
        ((BEA, PAU), {1: ANA}, {1: ANA, 3: ROSA, 4: YAGO}),
        ((ANA, LUIS, YAGO), {3: BEA}, {3: BEA}),
        ((BEA, PAU, ROSA), {1: ANA}, {1: ANA, 4: YAGO}),
        (ALL, {}, {}),
    ],
)
def test_whoever_sits_at_a_place_plays_its_cards_and_where_he_has_gone_the_first_behind_it_if_others_may(
    away: tuple[PersonId, ...], numbered: dict[int, PersonId], anybody: dict[int, PersonId]
) -> None:
    for numbered_only, expected in ((True, numbered), (False, anybody)):
        found = {place: player_of(seats(*away), place, rules(numbered_only=numbered_only)) for place in range(1, 6)}
        assert {place: who for place, who in found.items() if who is not None} == expected


@pytest.mark.parametrize(
    ("stakers", "barred", "away", "needing", "not_needing"),
    [
        ((), (), (), (1, 3), (1, 3)),
        ((ANA,), (), (), (1,), (1, 3)),
        ((BEA,), (), (), (3,), (1, 3)),
        ((ANA, BEA), (), (), (1, 3), (1, 3)),
        ((CARLA, LUIS, PAU), (), (), (1, 3), (1, 3)),
        ((ANA, BEA), (ANA,), (), (3,), (3,)),
        ((ANA,), (ANA,), (), (3,), (3,)),
        ((ANA,), (ANA, BEA), (), (1,), (1, 3)),
        ((ANA, BEA), (), (ANA,), (3,), (3,)),
        ((ANA,), (BEA,), (ANA,), (3,), (3,)),
        ((ANA, BEA), (), (ANA, BEA), (), ()),
    ],
)
def test_a_place_may_have_the_cards_where_its_player_is_there_not_barred_and_has_staked_while_anybody_such_is(
    stakers: Collection[PersonId],
    barred: Collection[PersonId],
    away: tuple[PersonId, ...],
    needing: tuple[int, ...],
    not_needing: tuple[int, ...],
) -> None:
    for needs_stake, expected in ((True, needing), (False, not_needing)):
        chosen = rules(needs_stake=needs_stake)
        assert eligible_places(seats(*away), Hand.PRIMERO, stakers, chosen, barred) == expected
    assert eligible_places(seats(), Hand.SEGUNDO, stakers, rules(), barred) == (6,)


@pytest.mark.parametrize(
    ("places", "turn", "now", "after"),
    [
        ((1, 3, 5), None, 1, 3),
        ((1, 3, 5), 1, 1, 3),
        ((1, 3, 5), 2, 3, 5),
        ((1, 3, 5), 3, 3, 5),
        ((1, 3, 5), 5, 5, 1),
        ((1, 3), 4, 1, 3),
        ((3,), 1, 3, 3),
    ],
)
def test_the_turn_is_whose_it_was_or_the_next_that_may_and_after_the_last_comes_the_first(
    places: tuple[int, ...], turn: int | None, now: int, after: int
) -> None:
    assert place_in_turn(places, turn) == now
    assert place_after(now, places) == after


def test_where_nobody_may_have_the_cards_it_is_nobody_s_turn() -> None:
    assert place_in_turn((), 3) is None
