"""What a ruling of chemin de fer may be about, and how money and procedure follow it: every answer whole."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tapete.clauses import Fault, cite
from tapete.games.baccarat import effects as fx
from tapete.games.baccarat.incident import Docket, incident
from tapete.games.baccarat.layout import ASIDE, BASKET, DISCARD, FLOOR, LaidCard
from tapete.games.baccarat.proposals import Proposal
from tapete.games.chemin_de_fer import events as e, rulings
from tapete.games.chemin_de_fer.errors import remedies_shoe
from tapete.games.chemin_de_fer.evolve import evolve
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import COUP, HANDS, THIRD_CARD, Hand, Phase
from tapete.kernel import PersonId
from tests.support.chemin_de_fer.lying import ANA, BEA, CROUPIER, LUIS, STAKES, B, P, lying

PAU, NORA = PersonId("pau"), PersonId("nora")


def fault(code: str, *clauses: str, **facts: Any) -> Fault:
    return Fault(code, facts, tuple(cite(one) for one in clauses))


def with_card(place: str, state: State | None = None, position: int = 7) -> State:
    """Return a coup with one card more, somewhere."""
    state = lying(3, 5) if state is None else state
    layout = (*state.coup.cards.layout, LaidCard(position, place, None))
    return replace(state, coup=replace(state.coup, cards=replace(state.coup.cards, layout=layout)))


# --- an effect that nobody can mean -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("effect", "is_about_nobody"),
    [
        (fx.GiveCards(P, ANA), False),
        (fx.GiveCards(P, PAU), False),
        (fx.GiveCards(P, CROUPIER), False),
        (fx.GiveCards(P, BEA), True),
        (fx.GiveCards(P, NORA), True),
        (fx.GiveCards(B, ANA), True),
        (fx.GiveCards(B, BEA), True),
        (fx.OfferChoice(BEA, THIRD_CARD, ("give", "deny")), False),
        (fx.OfferChoice(BEA, THIRD_CARD, ("deny",)), False),
        (fx.OfferChoice(BEA, THIRD_CARD, ("give", "deny", "keep")), True),
        (fx.OfferChoice(BEA, "another", ("give", "deny")), True),
        (fx.OfferChoice(ANA, THIRD_CARD, ("give", "deny")), True),
        (fx.ReturnStake(ANA), False),
        (fx.ReturnStake(LUIS, 5), False),
        (fx.ReturnStake(BEA), True),
        (fx.SettleLast(ANA), False),
        (fx.SettleLast(PAU), False),
        (fx.SettleLast(NORA), True),
        (fx.BarPerson(NORA, fx.BarredAction.BANCO), False),
        (fx.LoseCoup(P), False),
        (fx.Expose(P, (), NORA), False),
    ],
)
def test_an_effect_is_about_somebody_who_is_there_and_has_something_to_be_given(
    effect: Any, is_about_nobody: bool
) -> None:
    assert rulings.is_about_nobody(lying(3, 5), effect) is is_about_nobody
    if isinstance(effect, fx.ReturnStake):
        assert rulings.is_about_nobody(lying(3, 5, cover=None), effect)


# --- where a card may be put ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", list(Phase))
@pytest.mark.parametrize("place", [P, B, f"{P}-3", f"{B}-3", DISCARD, ASIDE])
def test_no_card_is_put_into_a_hand_before_the_deal(phase: Phase, place: str) -> None:
    state = lying(3, 5, phase=phase)
    early = place not in (DISCARD, ASIDE) and phase not in COUP
    wrong = fault("no-coup") if early else None
    assert rulings.require_lawful_effect(state, fx.AssignCard(0, place)) == wrong
    assert rulings.require_hand_in_play(state, fx.AssignCard(0, place)) == wrong
    assert rulings.require_lawful_effect(state, fx.SetAside(0)) is None
    assert {P, B, f"{P}-3", f"{B}-3"} == rulings.IN_HAND


@pytest.mark.parametrize(
    ("effect", "wrong"),
    [
        (fx.AssignCard(7, P), True),
        (fx.SetAside(7), True),
        (fx.Discard(7), False),
        (fx.AssignCard(0, P), False),
        (fx.SetAside(0), False),
        (fx.LoseCoup(P), False),
    ],
)
@pytest.mark.parametrize("place", [DISCARD, ASIDE, BASKET])
def test_what_was_discarded_is_not_used_again(effect: Any, wrong: bool, place: str) -> None:
    found = fault("card-discarded", "CF.C1.05", position=7) if wrong and place == DISCARD else None
    assert remedies_shoe.require_not_discarded(with_card(place), effect) == found
    assert rulings.require_lawful_effect(with_card(place), effect) == found


@pytest.mark.parametrize("place", ["shoe", P, ASIDE])
def test_a_card_never_goes_back_into_the_shoe(place: str) -> None:
    found = fault("never-back-into-shoe", "CF.C1.02") if place == "shoe" else None
    assert remedies_shoe.require_not_into_shoe(place) == found


# --- a card of the case that is left lying ----------------------------------------------------------------------------


@pytest.mark.parametrize("place", [FLOOR, ASIDE])
@pytest.mark.parametrize(
    ("decides", "home", "dealt", "wrong"),
    [
        ((), P, True, True),
        ((fx.VoidCoup(),), P, True, False),
        ((fx.LoseCoup(P),), P, True, False),
        ((fx.LoseCoup(B),), P, True, False),
        ((fx.VoidCoup(),), P, False, False),
        ((fx.VoidCoup(),), f"{B}-3", False, False),
        ((fx.VoidCoup(),), ASIDE, False, True),
        ((fx.LoseCoup(P),), ASIDE, False, True),
        ((fx.Discard(7),), P, True, False),
        ((fx.AssignCard(7, P),), P, True, False),
    ],
)
def test_a_ruling_leaves_no_card_of_its_case_lying_unless_it_decides_a_dealt_coup(
    decides: Any, home: str, dealt: bool, wrong: bool, place: str
) -> None:
    state = lying(3, 5) if dealt else replace(lying(), coup=replace(lying().coup, cards=type(lying().coup.cards)()))
    before = with_card(place, state)
    proposed = (fx.SetAside(7),) if home == ASIDE else (fx.AssignCard(7, home),)
    case = incident(before.docket, "floor", CROUPIER, (), (Proposal(proposed),))
    after = evolve(replace(before, docket=Docket((case,), 1)), e.IncidentRuled(1, "floor", decides, CROUPIER, "so"))
    found = rulings.require_no_card_left_over(before, case, decides, after)
    assert found == (fault("card-left-over", "CF.C1.02", position=7) if wrong else None)


# --- money and procedure ----------------------------------------------------------------------------------------------


def test_money_and_procedure_follow_a_ruling() -> None:
    state = lying(3, 5)
    course = rulings.Course(state)
    void = (e.CoupVoided(STAKES), e.PhaseOpened(Phase.BETWEEN))
    assert course.called_off("") == course.called_off(P) == void
    assert course.open_phase("word") == (e.PhaseOpened(Phase.WORD),)
    part = course.return_stake(LUIS, 30)
    assert part[0] == e.StakeReturned(LUIS, 30)
    assert course.return_stake(LUIS, None)[0] == course.return_stake(LUIS, 500)[0] == e.StakeReturned(LUIS, 100)
    assert course.return_stake(BEA, 30) == ()


def test_what_the_game_declares_of_its_rulings() -> None:
    declared = rulings.RULINGS
    assert (declared.hands, declared.coup) == (HANDS, COUP)
    assert rulings.PAST_THE_DEAL == (Phase.WORD, Phase.ANSWER, Phase.BANKER, Phase.SHOW)
    assert tuple(Hand) == HANDS
