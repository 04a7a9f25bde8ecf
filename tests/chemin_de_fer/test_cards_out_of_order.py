"""What becomes of cards that left the shoe wrongly or fell, remedy by remedy: which card, whose place, which effect."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tapete.cards import Card
from tapete.clauses import Fault
from tapete.games.baccarat.effects import (
    AssignCard,
    BarPerson,
    BarredAction,
    Discard,
    Effect,
    Expose,
    Party,
    SetAside,
    Until,
    VoidCoup,
)
from tapete.games.baccarat.layout import ASIDE, DISCARD, FLOOR, LaidCard
from tapete.games.baccarat.marks import Cards
from tapete.games.baccarat.proposals import Proposal, Remedy
from tapete.games.banked.coup import RulingGiven
from tapete.games.chemin_de_fer.errors import remedies_shoe as remedies
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import Accident, Hand
from tapete.kernel import PersonId
from tests.support.chemin_de_fer.table import opened

ANA = PersonId("ana")
EMPTY = opened().state
PASSES = BarPerson(ANA, BarredAction.PASS, Until.COUP)


def with_cards(*places: str) -> State:
    layout = tuple(LaidCard(at, place, Card("2s")) for at, place in enumerate(places))
    return replace(EMPTY, coup=replace(EMPTY.coup, cards=Cards(layout)))


def said(found: Fault | None) -> tuple[str, dict[str, Any]] | None:
    return None if found is None else (found.code, dict(found.facts))


LYING = with_cards(Hand.PUNTO, DISCARD, DISCARD, FLOOR, ASIDE)


@pytest.mark.parametrize("position", range(6))
@pytest.mark.parametrize("kind", [AssignCard, SetAside, Discard, Expose, VoidCoup])
def test_what_was_discarded_is_not_used_again_and_everything_else_may_be(position: int, kind: Any) -> None:
    effects: dict[Any, Effect] = {
        AssignCard: AssignCard(position, Hand.PUNTO),
        SetAside: SetAside(position),
        Discard: Discard(position),
        Expose: Expose(Hand.PUNTO),
        VoidCoup: VoidCoup(),
    }
    wrong = kind in (AssignCard, SetAside) and position in (1, 2)
    found = remedies.require_not_discarded(LYING, effects[kind])
    assert said(found) == (("card-discarded", {"position": position}) if wrong else None)


def test_a_table_with_no_card_out_has_none_that_was_discarded() -> None:
    assert remedies.require_not_discarded(EMPTY, SetAside(0)) is None
    assert said(remedies.require_not_discarded(with_cards(DISCARD), SetAside(0))) == ("card-discarded", {"position": 0})


def test_cards_drawn_early_come_first_in_the_coup_of_who_drew_them_or_are_all_discarded() -> None:
    found = remedies.drawn_early(ANA, (4, 5), (2,))
    assert isinstance(found, Proposal)
    assert found.effects == (SetAside(4), SetAside(5), PASSES)
    assert [one.effects for one in found.alternatives] == [(Discard(2), Discard(4), Discard(5))]
    assert [one.clauses for one in found.alternatives] == [("CF.C1.04",)]
    assert not found.open_to_judgement
    (alone,) = remedies.drawn_early(ANA, (4,)).alternatives
    assert alone == Remedy((Discard(4),), alone.clauses)


def early_draw(by: Party = Party.BANKER, code: str = Accident.EARLY_DRAW) -> Fault:
    return Fault(code, {"by": by})


DREW = early_draw()
OTHER_BAR = BarPerson(ANA, BarredAction.CARDS, Until.COUP)


@pytest.mark.parametrize(
    ("rulings", "relaxed"),
    [
        ((), False),
        ((((Discard(4),), (DREW,)),), True),
        ((((SetAside(4), PASSES), (DREW,)),), False),
        ((((SetAside(4), OTHER_BAR), (DREW,)),), True),
        ((((Discard(4),), (early_draw(Party.PLAYER),)),), False),
        ((((Discard(4),), (early_draw(code="other"),)),), False),
        ((((Discard(4),), (early_draw(code="other"), DREW)),), True),
        ((((PASSES,), (DREW,)), ((Discard(4),), (DREW,))), True),
        ((((Discard(4),), (early_draw(code="other"),)), ((PASSES,), (DREW,))), False),
    ],
)
def test_a_banker_is_let_off_by_a_ruling_on_his_early_draw_that_does_not_bind_him(rulings: Any, relaxed: bool) -> None:
    given = tuple(RulingGiven(effects, (), faults) for effects, faults in rulings)
    assert remedies.is_relaxed_for_banker(replace(EMPTY, coup=replace(EMPTY.coup, rulings=given))) is relaxed


@pytest.mark.parametrize(("found", "free"), [((), True), (("exposed-in-shoe",), False), (("exposed",), True)])
def test_a_card_that_came_out_face_up_frees_no_stake(found: tuple[str, ...], free: bool) -> None:
    state = replace(EMPTY, coup=replace(EMPTY.coup, found_faults=frozenset(found)))
    assert said(remedies.require_stakes_free(state)) == (None if free else ("stakes-stand", {}))


@pytest.mark.parametrize(("who", "may"), [("croupier", True), ("inspector", True), ("ana", False), ("nobody", False)])
def test_staff_alone_pick_a_card_up(who: str, may: bool) -> None:
    found = remedies.require_staff_at_floor(EMPTY, PersonId(who), 7)
    assert said(found) == (None if may else ("floor-card-for-staff", {"position": 7}))


def test_each_remedy_names_its_own_card() -> None:
    assert remedies.unusable(7) == (Discard(7),)
    assert remedies.stuck_cards() == (VoidCoup(),)
    assert remedies.stuck_cards((3, 4)) == (Discard(3), Discard(4), VoidCoup())
    assert remedies.stuck_cards((3, 4), has_coup=False) == (Discard(3), Discard(4))
    assert remedies.keeps_its_value(AssignCard(3, Hand.BANCA)) == (AssignCard(3, Hand.BANCA),)
    assert said(remedies.require_not_into_shoe("shoe")) == ("never-back-into-shoe", {})
    assert [remedies.require_not_into_shoe(one) for one in (Hand.PUNTO, DISCARD, "")] == [None] * 3
    assert said(remedies.require_played_or_discarded(7)) == ("card-left-over", {"position": 7})
    wrong = Fault("person-unfit", {"person": ANA})
    assert said(remedies.require_drawer(wrong)) == said(wrong)


@pytest.mark.parametrize(("size", "position", "left"), [(312, 311, True), (312, 312, False), (312, 0, True)])
def test_a_shoe_without_a_card_waits_for_the_inspector(size: int, position: int, left: bool) -> None:
    shoe = replace(EMPTY.shoe, size=size, position=position)
    found = remedies.require_card_left(replace(EMPTY, shoe=shoe))
    assert said(found) == (None if left else ("shoe-exhausted", {}))
