"""What each event of a coup writes into the books of two cloths, and that it changes nothing else: whole states."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete.cards import Card
from tapete.games.baccarat.effects import BarPerson, BarredAction, Party, SetAside, Until
from tapete.games.baccarat.layout import ASIDE, BASKET, DISCARD, FLOOR, LaidCard
from tapete.games.baccarat.marks import Binding, BindingTarget, Cards, HandMarks, Marks
from tapete.games.baccarat.outcome import Winner
from tapete.games.baccarat.pack import CardDealt, DueCard
from tapete.games.banked import events as banked
from tapete.games.banked.coup import Side
from tapete.games.banked.shares import Share
from tapete.games.dos_panos import events as e
from tapete.games.dos_panos.evolve.coup import FOLDS, cards_gone
from tapete.games.dos_panos.rules.bank import AwardWay
from tapete.games.dos_panos.stakes.cover import cloth_stakes
from tapete.games.dos_panos.state import Banco, Bank, Coup, LaidStake, State
from tapete.games.dos_panos.state import coup as kept_of
from tapete.games.dos_panos.state.bank import Award
from tapete.games.dos_panos.terms import COUP, Cover, Hand, Phase, Spot
from tapete.kernel import PersonId
from tests.support.dos_panos.table import opened

ANA, BEA, CARLA = PersonId("ana"), PersonId("bea"), PersonId("carla")
P, S, B = Hand.PRIMERO, Hand.SEGUNDO, Hand.BANCA
EMPTY = opened().state
AWARD = Award(CARLA, 1_000_00, AwardWay.AUCTION)
BARRED = BarPerson(ANA, BarredAction.CARDS, Until.SHOE)
FOR_NOW = BarPerson(BEA, BarredAction.CARDS, Until.COUP)
WAITING = SetAside(5)
LAID = (LaidStake(ANA, 100, P), LaidStake(ANA, 200, P, Spot.LINE), LaidStake(BEA, 300, S))
STAKES = cloth_stakes({(ANA, P): 100, (BEA, P): 200, (BEA, S): 300})


def card(position: int, place: str, face: str = "2s") -> LaidCard:
    return LaidCard(position, place, Card(face))


def shares(*several: tuple[PersonId, int]) -> Any:
    """Return shares in this order."""
    return tuple(Share(who, amount) for who, amount in several)


def fold(state: State, event: Any) -> State:
    return FOLDS[type(event)](state, event)


def with_coup(state: State, **changes: Any) -> State:
    return replace(state, coup=replace(state.coup, **changes))


RUNNING = replace(
    EMPTY,
    phase=Phase.BANKER,
    bank=Bank(CARLA, AWARD, coups=2, may_change_shoe=True),
    shoe=replace(EMPTY.shoe, number=1, size=312, position=6, coups=3),
    bars=Marks(bars=(BARRED,)),
    coup=Coup(
        4,
        cards=Cards(
            (card(0, P), card(1, S, "9h"), card(5, ASIDE, "Kd")),
            Marks(bars=(BARRED, FOR_NOW), aside=(WAITING,), void=True, settle_last=frozenset({ANA})),
        ),
        due_cards=(DueCard(6, B, False),),
        sides=Map({str(P): Side(ANA, word=None, winner=Winner.TIE), str(S): Side(BEA)}),
        laid=LAID,
        stakes=STAKES,
        banco=Banco(ANA, 1),
        banco_calls=(ANA,),
        is_cover_short=True,
        in_play=7,
        has_asked_table=True,
        testimonies=(kept_of.Testimony(ANA, P, 5), kept_of.Testimony(BEA, P, 6)),
    ),
)  # fmt: skip
"""A coup of which everything has happened, as far as books go."""


def test_the_next_coup_begins_with_the_cards_that_wait_and_with_the_bars_that_hold() -> None:
    """The faces of the others are counted when they leave the table."""
    waits = Cards((card(5, ASIDE, "Kd"),), Marks(bars=(BARRED,), aside=(WAITING,)))
    fresh = Coup(5, cards=waits, early_cards=frozenset({5}))
    gone = replace(RUNNING.shoe, played_cards=Map({Card("2s"): 1, Card("9h"): 1}))
    assert cards_gone(RUNNING) == gone
    bank = replace(RUNNING.bank, may_change_shoe=False)
    assert fold(RUNNING, e.BetsOpened(5, 100)) == replace(RUNNING, coup=fresh, shoe=gone, bank=bank)
    assert fold(replace(RUNNING, bank=None), e.BetsOpened(5, 100)) == replace(RUNNING, coup=fresh, shoe=gone, bank=None)
    assert fold(RUNNING, e.CoupCalledOff(5)) == replace(RUNNING, coup=fresh, shoe=gone)
    again = fold(RUNNING, e.BancoRepeated(BEA, 100, 2))
    assert again == replace(RUNNING, coup=replace(fresh, banco=Banco(BEA, 2)), shoe=gone)


@pytest.mark.parametrize(
    ("person", "cloth", "spot", "left"),
    [
        (ANA, P, Spot.CLOTH, LAID[1:]),
        (ANA, P, Spot.LINE, (LAID[0], LAID[2])),
        (BEA, S, Spot.CLOTH, LAID[:2]),
        (BEA, P, Spot.CLOTH, LAID),
        (ANA, S, Spot.CLOTH, LAID),
        (CARLA, P, Spot.CLOTH, LAID),
    ],
)
def test_a_stake_takes_the_place_of_what_he_had_on_the_same_spot(
    person: PersonId, cloth: Hand, spot: Spot, left: tuple[LaidStake, ...]
) -> None:
    laid = fold(RUNNING, e.StakeLaid(person, 50, cloth, spot))
    assert laid == with_coup(RUNNING, laid=(*left, LaidStake(person, 50, cloth, spot)), is_cover_short=False)
    taken = fold(RUNNING, e.StakeTaken(person, 50, cloth, spot))
    assert taken == with_coup(RUNNING, laid=left, is_cover_short=False)


def test_calls_and_what_plays_are_kept() -> None:
    assert fold(RUNNING, e.BancoCalled(BEA)) == with_coup(RUNNING, banco_calls=(ANA, BEA))
    assert fold(RUNNING, e.BancoAwarded(BEA, 100)) == with_coup(RUNNING, banco=Banco(BEA))
    other = with_coup(RUNNING, is_cover_short=False)
    assert fold(other, e.CoverShort()) == RUNNING
    stakes = cloth_stakes({(CARLA, S): 900})
    found = fold(RUNNING, e.CoverAwarded(Cover.BANCO, stakes, {S: CARLA}))
    sides = RUNNING.coup.sides.set(str(S), Side(CARLA))
    expected = with_coup(RUNNING, stakes=stakes, cover=Cover.BANCO, laid=(), in_play=RUNNING.bank_chips, sides=sides)
    assert found == replace(expected, shoe=replace(RUNNING.shoe, coups=4))


@pytest.mark.parametrize(("position", "after"), [(3, 6), (5, 6), (6, 7), (9, 10)])
def test_a_card_from_the_shoe_is_counted_out_of_it_and_one_from_the_table_is_not(position: int, after: int) -> None:
    found = fold(RUNNING, CardDealt(position, B, Card("3s"), False))
    assert found.shoe == replace(RUNNING.shoe, position=after)
    assert found.coup.cards.layout == (*RUNNING.coup.cards.layout, LaidCard(position, B, Card("3s")))
    assert found.coup.due_cards == (() if position == 6 else RUNNING.coup.due_cards)


@pytest.mark.parametrize("called", [None, ANA, BEA])
def test_whoever_was_called_and_looks_is_silent_no_more(called: PersonId | None) -> None:
    state = replace(RUNNING, called_person=called)
    found = fold(state, banked.CardsLifted(ANA, P))
    assert found.called_person == (None if called == ANA else called)
    assert found.coup.side(P).is_lifted
    assert found.coup.cards.layout[0].seen_by == {ANA}


@pytest.mark.parametrize(
    ("binding", "by_ruling"),
    [
        (None, False),
        (Binding(BindingTarget.TABLE), False),
        (Binding(BindingTarget.TABLE, fault_of=Party.BANKER), True),
        (Binding(BindingTarget.SCHEME, fault_of=Party.PLAYER), True),
    ],
)
def test_the_banker_plays_by_his_table_and_one_that_a_ruling_bound_to_something_stays_bound(
    binding: Binding | None, by_ruling: bool
) -> None:
    marks = Marks(hands=Map({str(B): HandMarks(binding=binding)}))
    state = with_coup(RUNNING, cards=Cards((), marks), has_asked_table=False)
    found = fold(state, banked.TableAsked())
    assert found.coup.has_asked_table
    own = found.coup.cards.marks.of(B).binding
    assert own == binding if by_ruling else own is not None and own.target is BindingTarget.TABLE


def test_the_winner_of_each_cloth_is_kept_and_a_cloth_without_one_has_none() -> None:
    found = fold(RUNNING, e.CoupEnded({P: 5, B: 6}, {S: Winner.BANCA}))
    sides = Map({str(P): Side(ANA), str(S): Side(BEA, winner=Winner.BANCA)})
    assert found == with_coup(RUNNING, sides=sides)


@pytest.mark.parametrize("phase", list(Phase))
@pytest.mark.parametrize("place", [P, S, B, f"{P}-3", FLOOR, BASKET])
def test_a_void_coup_leaves_nothing_that_plays_and_only_the_bars_that_last(phase: Phase, place: str) -> None:
    """It is no coup of the shoe; before it was dealt it never had been one."""
    cards = replace(RUNNING.coup.cards, layout=(card(0, place), card(1, DISCARD), card(5, ASIDE)))
    state = replace(with_coup(RUNNING, cards=cards), phase=phase)
    found = fold(state, e.CoupVoided(()))
    expected = with_coup(state, stakes=(), laid=(), due_cards=())
    shoe = replace(state.shoe, coups=2 if phase in COUP else 3)
    assert found == replace(expected, bars=Marks(bars=(BARRED,)), shoe=shoe)


@pytest.mark.parametrize("layout", [(), (card(1, DISCARD),), (card(1, DISCARD), card(5, ASIDE)), (card(5, ASIDE),)])
def test_what_was_ruled_before_the_first_card_is_the_next_coups(layout: tuple[LaidCard, ...]) -> None:
    state = with_coup(RUNNING, cards=replace(RUNNING.coup.cards, layout=layout))
    found = fold(state, e.CoupVoided(()))
    bars = (BARRED, FOR_NOW)
    kept = Cards(layout, Marks(bars=bars, aside=(WAITING,)))
    expected = with_coup(state, stakes=(), laid=(), due_cards=(), cards=kept)
    assert found == replace(expected, bars=Marks(bars=bars), shoe=replace(state.shoe, coups=2))


def test_a_stake_that_goes_back_plays_no_more_on_that_cloth() -> None:
    part = fold(RUNNING, e.StakeReturned(BEA, P, 50))
    assert part == with_coup(RUNNING, stakes=cloth_stakes({(ANA, P): 100, (BEA, P): 150, (BEA, S): 300}))
    whole = fold(RUNNING, e.StakeReturned(BEA, P, 200))
    assert whole == with_coup(RUNNING, stakes=cloth_stakes({(ANA, P): 100, (BEA, S): 300}))
    assert fold(RUNNING, e.ClothVoided(P, ())) == with_coup(RUNNING, stakes=cloth_stakes({(BEA, S): 300}))
    assert fold(RUNNING, e.ClothVoided(S, ())) == with_coup(
        RUNNING, stakes=cloth_stakes({(ANA, P): 100, (BEA, P): 200})
    )


def test_of_a_hand_each_witness_has_one_word_his_last() -> None:
    found = fold(RUNNING, e.TestimonyHeard(ANA, P, 7))
    assert found == with_coup(RUNNING, testimonies=(kept_of.Testimony(BEA, P, 6), kept_of.Testimony(ANA, P, 7)))
    other = fold(RUNNING, e.TestimonyHeard(ANA, S, 7))
    assert other == with_coup(RUNNING, testimonies=(*RUNNING.coup.testimonies, kept_of.Testimony(ANA, S, 7)))


def test_the_turn_moves_on_one_cloth() -> None:
    state = replace(RUNNING, turns=Map({P: 1, S: 6}))
    assert fold(state, e.TurnMoved(S, 8)) == replace(state, turns=Map({P: 1, S: 8}))


def test_a_settled_coup_is_counted_kept_and_paid() -> None:
    event = e.CoupSettled(
        {P: Winner.PUNTO, S: Winner.BANCA}, shares((BEA, 300)), shares((ANA, 100), (BEA, 200)), (), -10, 2,
        shares((CARLA, 5)),
    )  # fmt: skip
    found = fold(RUNNING, event)
    (kept,) = found.history
    expected = with_coup(RUNNING, is_settled=True)
    bank = replace(RUNNING.bank, coups=3)
    assert found == replace(expected, bank=bank, bars=Marks(bars=(BARRED,)), history=(kept,))
    players, owners = shares((ANA, 100), (BEA, -100)), shares((CARLA, -5))
    assert (kept.shoe, kept.coup, kept.banker, kept.seats) == (1, RUNNING.coup, CARLA, RUNNING.seats)
    assert kept.winners == Map({str(P): Winner.PUNTO, str(S): Winner.BANCA})
    assert (kept.players, kept.bank, kept.cagnotte) == (players, owners, 2)
    assert (kept.due_players, kept.due_bank, kept.due_cagnotte) == (players, owners, 2)
    without = fold(replace(RUNNING, bank=None), event)
    assert without == replace(expected, bank=None, bars=Marks(bars=(BARRED,)))
