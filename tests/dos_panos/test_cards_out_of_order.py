"""What becomes of cards that left the shoe wrongly, were seen, mislaid or fell at two cloths: remedy by remedy."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete.cards import Card
from tapete.clauses import Fault, Sourced
from tapete.games.baccarat.effects import (
    AssignCard,
    BarPerson,
    BarredAction,
    BindToTable,
    Discard,
    Effect,
    EffectCoup,
    Expose,
    GiveCards,
    NoteOnly,
    Party,
    SetAside,
    Until,
    VoidCoup,
)
from tapete.games.baccarat.layout import ASIDE, BASKET, DISCARD, FLOOR, LaidCard
from tapete.games.baccarat.marks import Cards, Marks
from tapete.games.banked.coup import RulingGiven, with_side
from tapete.games.banked.terms import Word
from tapete.games.dos_panos.errors import remedies_deal as remedies
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import Accident, Hand, Phase
from tapete.kernel import PersonId
from tests.support.dos_panos.table import opened

ANA, BEA = PersonId("ana"), PersonId("bea")
P, S, B = Hand.PRIMERO, Hand.SEGUNDO, Hand.BANCA
EMPTY = opened().state
PASSES = BarPerson(ANA, BarredAction.PASS, Until.COUP)


def with_coup(state: State = EMPTY, **changes: Any) -> State:
    return replace(state, coup=replace(state.coup, **changes))


def lying(*places: str, up: tuple[int, ...] = ()) -> State:
    layout = tuple(LaidCard(at, place, Card("2s"), at in up) for at, place in enumerate(places))
    return with_coup(cards=Cards(layout))


def said(found: Fault | None) -> tuple[str, dict[str, Any]] | None:
    return None if found is None else (found.code, dict(found.facts))


# --- drawn too early --------------------------------------------------------------------------------------------------


def test_whoever_drew_early_plays_the_coup_with_these_cards() -> None:
    assert remedies.goes_through(ANA, (4, 5)) == (SetAside(4), SetAside(5), PASSES)
    assert remedies.goes_through(BEA, ()) == (BarPerson(BEA, BarredAction.PASS, Until.COUP),)


def given(*codes: str) -> tuple[RulingGiven, ...]:
    return tuple(RulingGiven((), (), (Fault(code),)) for code in codes)


DREW = str(Accident.EARLY_DRAW)


@pytest.mark.parametrize(
    ("rulings", "early", "phase", "places", "rid"),
    [
        (given(DREW), (), Phase.BETS, (), True),
        (given("other", DREW), (), Phase.BETS, (), True),
        (given(DREW), (4,), Phase.BETS, (), False),
        (given("other"), (), Phase.BETS, (), False),
        ((), (), Phase.BETS, (), False),
        (given(DREW), (), Phase.DEAL, (ASIDE, DISCARD), True),
        (given(DREW), (), Phase.DEAL, (ASIDE, P), False),
        (given(DREW), (), Phase.BETS, (P,), True),
    ],
)
def test_who_was_to_go_through_may_get_out_once_none_of_his_cards_waits(
    rulings: Any, early: tuple[int, ...], phase: Phase, places: tuple[str, ...], rid: bool
) -> None:
    state = replace(lying(*places), phase=phase)
    state = with_coup(state, rulings=rulings, early_cards=frozenset(early))
    assert remedies.is_rid_of_early_cards(state) is rid
    barred = replace(state, bars=Marks(bars=(PASSES,)))
    assert said(remedies.require_no_pass_bar(barred, ANA)) == (None if rid else ("must-go-through", {}))
    assert remedies.require_no_pass_bar(barred, BEA) is None
    assert remedies.require_no_pass_bar(state, ANA) is None


@pytest.mark.parametrize("position", range(6))
@pytest.mark.parametrize("kind", [AssignCard, SetAside, Discard, Expose, VoidCoup])
def test_what_was_discarded_serves_nobody_any_more_and_everything_else_may(position: int, kind: Any) -> None:
    effects: dict[Any, Effect] = {
        AssignCard: AssignCard(position, P),
        SetAside: SetAside(position),
        Discard: Discard(position),
        Expose: Expose(P),
        VoidCoup: VoidCoup(),
    }
    wrong = kind in (AssignCard, SetAside) and position in (1, 2)
    found = remedies.require_not_discarded(lying(P, DISCARD, DISCARD, FLOOR, ASIDE), effects[kind])
    assert said(found) == (("card-discarded", {"position": position}) if wrong else None)
    assert remedies.require_not_discarded(EMPTY, effects[kind]) is None


@pytest.mark.parametrize(
    ("found", "clause"),
    [((), None), (("other",), None), ((Accident.EXPOSED_IN_SHOE,), "DP.C1.07"), ((Accident.EXPOSED,), "DP.C2.06"),
     ((Accident.EXPOSED, Accident.EXPOSED_IN_SHOE), "DP.C1.07")],
)  # fmt: skip
def test_a_card_that_was_seen_lets_nobody_touch_his_stake(found: tuple[str, ...], clause: str | None) -> None:
    wrong = remedies.require_stakes_free(with_coup(found_faults=frozenset(map(str, found))))
    assert (None if wrong is None else (wrong.code, wrong.clauses)) == (clause and ("stakes-stand", (clause,)))


@pytest.mark.parametrize(("who", "may"), [("croupier", True), ("inspector", True), ("ana", False), ("nobody", False)])
def test_staff_alone_pick_a_card_up(who: str, may: bool) -> None:
    wrong = None if may else ("floor-card-for-staff", {"position": 7})
    assert said(remedies.require_staff_at_floor(EMPTY, PersonId(who), 7)) == wrong


def test_each_remedy_names_its_own_card() -> None:
    assert remedies.unusable(7) == (Discard(7),)
    assert remedies.stuck_cards((), has_coup=True) == (VoidCoup(),)
    assert remedies.stuck_cards((3, 4), has_coup=True) == (Discard(3), Discard(4), VoidCoup())
    assert remedies.stuck_cards((3, 4), has_coup=False) == (Discard(3), Discard(4))
    assert remedies.keeps_its_value(AssignCard(3, B)) == (AssignCard(3, B),)
    assert said(remedies.require_not_into_shoe("shoe")) == ("never-back-into-shoe", {})
    assert [remedies.require_not_into_shoe(one) for one in (P, DISCARD, "")] == [None] * 3
    assert said(remedies.require_played_or_discarded(7)) == ("card-left-over", {"position": 7})


# --- the wrong holder -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cloth", [P, S])
@pytest.mark.parametrize(
    ("word", "natural", "entitled", "effects"),
    [
        (None, False, BEA, (NoteOnly("cards-to-entitled"),)),
        (None, False, None, (NoteOnly("cards-to-entitled"),)),
        (Word.NO, False, BEA, "stands"),
        (Word.CARTA, False, BEA, "stands"),
        (None, True, BEA, "stands"),
        (Word.NO, False, None, "stands"),
    ],
)
def test_once_the_wrong_player_has_spoken_his_hand_stands_and_the_next_cards_are_the_others(
    cloth: Hand, word: Word | None, natural: bool, entitled: PersonId | None, effects: Any
) -> None:
    coup = with_side(EMPTY.coup, cloth, word=word, holder=entitled)
    state = replace(EMPTY, coup=replace(coup, naturals=(cloth,) if natural else (P if cloth is S else S,)))
    found = remedies.wrong_holder(state, cloth, ANA)
    if effects == "stands":
        after = () if entitled is None else (GiveCards(cloth, entitled, EffectCoup.NEXT),)
        effects = (GiveCards(cloth, ANA), *after)
    assert found.effects == effects
    assert found.clauses == (("DP.B.19",) if effects[0] == NoteOnly("cards-to-entitled") else ())


# --- laid before the wrong hand ---------------------------------------------------------------------------------------

BACK = (AssignCard(3, P),)


@pytest.mark.parametrize("authority", [None, EMPTY.authority])
def test_an_irregular_deal_is_corrected_where_that_is_evident_and_else_the_coup_is_annulled(authority: Any) -> None:
    """Where a report alone tells it, an official judges, by the clauses that give him the right."""
    evident = remedies.mislaid(BACK, evident=True, authority=authority)
    assert (evident.effects, evident.clauses, evident.open_to_judgement) == (BACK, (), False)
    other = remedies.mislaid(BACK, evident=False, authority=authority)
    judged = () if authority is None else ("DP.C2.02", *EMPTY.authority.decide.clauses)
    assert (other.effects, other.clauses) == ((VoidCoup(),), judged)
    assert other.open_to_judgement is (authority is not None)
    assert EMPTY.authority.decide.clauses != ()


# --- cards that were exposed ------------------------------------------------------------------------------------------

BY_BANKER = (BindToTable(B, fault_of=Party.BANKER),)
BY_CROUPIER = (BindToTable(B, fault_of=Party.CROUPIER),)


def exposed(
    *places: str, up: tuple[int, ...] = (), by: Party | None = None, uncovered: dict[int, Party] | None = None,
    at: int = 0, **side: Any,
) -> Any:  # fmt: skip
    """Return what follows when the card at a position is turned over; the others lie as said."""
    state = lying(*places, up=up)
    coup = with_side(state.coup, places[at], **side) if side else state.coup
    state = replace(state, coup=replace(coup, uncovered_cards=Map(uncovered or {})))
    found = remedies.exposed_card(state, state.coup.cards.layout[at], by)
    return None if found is None else found.effects


@pytest.mark.parametrize("cloth", [P, S])
def test_a_hand_of_which_both_cards_are_exposed_in_the_deal_is_restored_by_whoever_erred(cloth: Hand) -> None:
    banker, croupier, player = Party.BANKER, Party.CROUPIER, Party.PLAYER
    assert exposed(cloth, cloth, up=(1,)) == BY_BANKER
    assert exposed(cloth, cloth, up=(1,), by=banker) == BY_BANKER
    assert exposed(cloth, cloth, at=1, uncovered={0: banker}) == BY_BANKER
    assert exposed(cloth, cloth, uncovered={1: banker}, by=banker) == BY_BANKER
    assert exposed(cloth, cloth, uncovered={1: croupier}, by=croupier) == BY_CROUPIER
    assert exposed(cloth, cloth, uncovered={1: croupier}) is None, "each of them turned one over"
    assert exposed(cloth, cloth, uncovered={1: croupier}, by=banker) is None
    assert exposed(cloth, cloth, up=(1,), by=croupier) is None
    assert exposed(cloth, cloth, up=(1,), by=player) is None


@pytest.mark.parametrize("cloth", [P, S])
def test_of_one_card_of_the_bank_and_of_a_hand_that_has_spoken_the_rules_say_nothing(cloth: Hand) -> None:
    other = P if cloth is S else S
    assert exposed(cloth) is None
    assert exposed(cloth, cloth) is None
    assert exposed(cloth, other, up=(1,)) is None
    assert exposed(B, B, up=(1,)) is None
    assert exposed(f"{cloth}-3", cloth, up=(1,)) is None
    assert exposed(cloth, cloth, up=(1,), word=Word.NO) is None
    natural = with_coup(lying(cloth, cloth, up=(1,)), naturals=(cloth,))
    assert remedies.exposed_card(natural, natural.coup.cards.layout[0], None) is None
    beside = with_coup(natural, naturals=(other,))
    found = remedies.exposed_card(beside, beside.coup.cards.layout[0], None)
    assert found is not None
    assert found.effects == BY_BANKER


# --- the basket -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "lost"),
    [(P, VoidCoup(P)), (f"{P}-3", VoidCoup(P)), (S, VoidCoup(S)), (f"{S}-3", VoidCoup(S)), (B, VoidCoup()),
     (f"{B}-3", VoidCoup()), (ASIDE, None), (FLOOR, None), (BASKET, None)],
)  # fmt: skip
def test_a_card_that_falls_into_the_basket_unseen_annuls_its_cloth_or_with_the_banks_the_coup(
    place: str, lost: VoidCoup | None
) -> None:
    home = AssignCard(3, place)
    found = remedies.fallen_into_basket(EMPTY, LaidCard(3, place, Card("2s")), home)
    assert (None if found is None else found.effects) == (None if lost is None else (lost,))
    for is_recovered in (True, False):
        option = Sourced(is_recovered, practice="this house")
        book = replace(EMPTY.book, seen_third=replace(EMPTY.book.seen_third, recovered=option))
        state = replace(EMPTY, rules=book)
        recovered = (home,) if is_recovered and lost is not None else None
        for seen in (
            LaidCard(3, place, Card("2s"), True),
            LaidCard(3, place, Card("2s"), False, frozenset({ANA})),
        ):
            found = remedies.fallen_into_basket(state, seen, home)
            assert (None if found is None else found.effects) == recovered
