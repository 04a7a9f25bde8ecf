"""A machine and its place at two cloths: where it sits down, when it crosses over or goes away, what it changes."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, get_type_hints

import pytest
from msgspec.structs import replace

from tapete import dos_panos as game
from tapete.bots.dos_panos.places import CALM, COUPS_AWAY
from tapete.bots.dos_panos.players import Player
from tapete.bots.dos_panos.strategy import TEMPERS, Temper
from tapete.games.dos_panos.terms import Hand, Phase
from tapete.games.dos_panos.view.parts import AwardView, BankView, StandingView
from tapete.kernel import Amount, Choice, Offer, PersonId
from tests.support.bots.habits import ANA, BOT, bot, chosen, offer, seen_by

P, S = Hand.PRIMERO, Hand.SEGUNDO
EMPTY = replace(game.open_table(seed=1).view(BOT), phase=Phase.BETWEEN)
MINIMUM = EMPTY.minimum
FIRST = tuple(one.seat for one in EMPTY.seats if one.cloth is P)
SECOND = tuple(one.seat for one in EMPTY.seats if one.cloth is S)
STAYS = replace(TEMPERS[0], roams=0.0, stakes=(1, 1), on_foot=False, chips=150)
ON_FOOT = replace(STAYS, on_foot=True)
ROAMS = replace(STAYS, roams=1.0)


def table(mine: int | None, first: int, second: int, *, stands: bool = False, number: int = 5) -> Any:
    """Return a table with so many others on each cloth; he has a place, or stands behind it."""
    seats = []
    for one in EMPTY.seats:
        at = (FIRST if one.cloth is P else SECOND).index(one.seat)
        other = f"{one.cloth}-{at}" if at < (first if one.cloth is P else second) else None
        seats.append(replace(one, person=other))
    standing: tuple[StandingView, ...] = ()
    if mine is not None and stands:
        standing = (StandingView(BOT, mine),)
    elif mine is not None:
        seats = [replace(one, person=BOT) if one.seat == mine else one for one in seats]
    cloth = next((one.cloth for one in EMPTY.seats if one.seat == mine), None)
    seat = None if stands else mine
    view = replace(EMPTY, seats=tuple(seats), standing=standing, coup=replace(EMPTY.coup, number=number))
    return seen_by(view, me={"seat": seat, "cloth": cloth, "chips": 1_000 * MINIMUM})


def act(view: Any, *offers: Offer, temper: Any = STAYS, seed: int = 1, **more: Any) -> Any:
    move = chosen(bot(Player, temper, seed=seed, **more), view, *offers)
    return None if move is None else move.act


def tag(what: Any) -> str | None:
    return None if what is None else str(what.__struct_config__.tag)


def seats(name: str, *places: int) -> Offer:
    return offer(name, seat=Choice(places))


ANYWHERE = tuple(seats(name, *FIRST, *SECOND) for name in ("stand-behind", "sit-behind"))
LEAVE = offer("leave")


# --- coming -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("first", "second", "where"), [(0, 0, FIRST), (1, 0, SECOND), (1, 1, FIRST), (1, 2, FIRST)])
def test_whoever_comes_goes_to_the_cloth_with_fewer_people_and_to_the_first_of_two_alike(
    first: int, second: int, where: tuple[int, ...]
) -> None:
    view = table(None, first, second)
    free = (*FIRST[2:], *SECOND[2:])
    found = {act(view, seats("sit", *free), seed=seed).seat for seed in range(40)}
    assert found == {one for one in free if one in where}
    on_foot = [act(view, seats("sit", *free), *ANYWHERE, temper=ON_FOOT, seed=seed) for seed in range(40)]
    assert {tag(one) for one in on_foot} == {"stand-behind", "sit-behind"}
    assert {one.seat for one in on_foot} == set(where)
    other = SECOND if where == FIRST else FIRST
    assert act(view, seats("stand-behind", *other), temper=ON_FOOT) is None, "there is no room behind that cloth"
    assert act(view, seats("sit", other[-1])).seat == other[-1], "a seat on the other cloth is better than none"


def test_the_place_that_he_likes_is_taken_where_it_is_free_on_that_cloth() -> None:
    view = table(None, 1, 0)
    for liked, seed in ((SECOND[3], 1), (SECOND[3], 2), (SECOND[2], 3)):
        assert act(view, seats("sit", *FIRST[1:], *SECOND), place=liked, seed=seed).seat == liked
    assert act(view, seats("sit", *FIRST[1:], *SECOND), place=FIRST[2]).seat in SECOND


# --- sitting down and crossing over -----------------------------------------------------------------------------------


def test_whoever_stands_sits_down_on_his_own_cloth_unless_he_likes_to_stand() -> None:
    view = table(FIRST[0], 2, 2, stands=True)
    assert {act(view, seats("sit", *SECOND[2:], *FIRST[2:]), seed=seed).seat for seed in range(20)} == {FIRST[2]}
    assert act(view, seats("sit", *SECOND[2:])) is None
    assert act(view, seats("sit", *FIRST[2:]), temper=ON_FOOT) is None
    assert act(table(FIRST[3], 2, 2), seats("sit", *FIRST[2:])) is None, "he sits already"


@pytest.mark.parametrize(
    ("others", "mine", "second", "crosses"),
    [
        (2, FIRST[2], 0, True),
        (2, FIRST[2], 1, True),
        (2, FIRST[2], 2, False),
        (3, FIRST[3], 1, True),
        (4, FIRST[2], 1, False),
        (1, FIRST[1], 0, False),
        (1, FIRST[2], 1, False),
    ],
)
def test_the_last_whom_his_cloth_can_spare_crosses_to_one_with_fewer_than_two(
    others: int, mine: int, second: int, crosses: bool
) -> None:
    view = table(mine, others, second)
    for phase in Phase:
        now = replace(view, phase=phase)
        found = act(now, ANYWHERE[0], LEAVE)
        assert tag(found) == ("stand-behind" if crosses and phase in CALM else None), phase
        if found is not None:
            assert found.seat in SECOND
            assert tag(act(now, LEAVE)) == "leave"
            assert act(now) is None
            assert tag(act(now, seats("stand-behind", *FIRST), LEAVE)) == "leave"


# --- going away -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second", "number", "temper", "goes"),
    [
        (2, 2, 1, ROAMS, True),
        (2, 2, 0, ROAMS, False),
        (1, 2, 1, ROAMS, False),
        (2, 2, 1, STAYS, False),
    ],
)
def test_whoever_roams_goes_where_two_others_stay_on_each_cloth(
    first: int, second: int, number: int, temper: Any, goes: bool
) -> None:
    view = table(FIRST[4], first, second, number=number)
    for phase in Phase:
        found = act(replace(view, phase=phase), LEAVE, temper=temper)
        assert tag(found) == ("leave" if goes and phase in CALM else None), phase
    assert act(view, temper=temper) is None


@pytest.mark.parametrize(("held", "awarded"), [(BOT, None), (None, BOT), (ANA, ANA)])
def test_whoever_holds_the_bank_or_has_still_to_deposit_it_stays(held: str | None, awarded: str | None) -> None:
    view = table(FIRST[4], 2, 2)
    bank = None if held is None else BankView(PersonId(held), 1, 1, 1, False, 3, 1)
    award = None if awarded is None else AwardView(1, PersonId(awarded))
    found = act(replace(view, bank=bank, award=award, phase=Phase.CUSTODY), LEAVE, temper=ROAMS)
    assert tag(found) == (None if BOT in (held, awarded) else "leave")


@pytest.mark.parametrize(
    ("number", "people", "comes"),
    [(COUPS_AWAY - 1, 2, False), (COUPS_AWAY, 2, True), (0, 1, True), (0, 2, False)],
)
def test_whoever_went_away_comes_back_after_some_coups_or_where_he_is_missed(
    number: int, people: int, comes: bool
) -> None:
    player = bot(Player, ROAMS)
    player._back_at = COUPS_AWAY
    view = table(None, people, 2, number=number)
    found = chosen(player, view, seats("sit", *FIRST[2:]))
    assert (found is not None) is comes


# --- chips ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("most", "chips", "buys"),
    [(1, 9, True), (1, 10, False), (5, 9, True), (5, 10, False), (6, 11, True), (6, 12, False), (12, 23, True),
     (12, 24, False)],
)  # fmt: skip
@pytest.mark.parametrize("laid", [None, BOT, ANA])
def test_chips_are_changed_for_two_of_his_greatest_stakes_and_for_ten_at_least(
    most: int, chips: int, buys: bool, laid: str | None
) -> None:
    view = seen_by(table(FIRST[0], 2, 2), me={"chips": chips * MINIMUM})
    lies = () if laid is None else (SimpleNamespace(person=laid),)
    view = replace(view, phase=Phase.BETS, coup=replace(view.coup, laid=lies))
    found = act(view, offer("buy-in", amount=Amount(1)), temper=replace(STAYS, stakes=(1, most)))
    assert (None if found is None else found.amount) == (150 * MINIMUM if buys and laid != BOT else None)
    assert act(view, temper=replace(STAYS, stakes=(1, most))) is None


@pytest.mark.parametrize("temper", TEMPERS, ids=lambda one: one.name)
def test_whatever_a_player_is_like_he_stakes_something_and_has_chips_for_it(temper: Temper) -> None:
    least, most = temper.stakes
    assert 1 <= least <= most
    assert temper.chips >= 10 * most
    assert 1 <= temper.bank[0] <= temper.bank[1] < temper.content * temper.bank[0] + 1
    shares = [getattr(temper, name) for name, kind in get_type_hints(Temper).items() if kind is float]
    assert len(shares) == 13
    assert all(0 <= one <= 1 for one in shares)
    assert len({one.name for one in TEMPERS}) == len(TEMPERS)
