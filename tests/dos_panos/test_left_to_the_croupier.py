"""For whom the croupier of two cloths acts: who is away, or was called, says nothing, and is still waited for."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tapete.clauses import trace
from tapete.games.baccarat.incident import Docket, add_incident, incident
from tapete.games.baccarat.pack import DueCard
from tapete.games.dos_panos.people.silence import (
    awaited_player,
    is_left_to_croupier,
    may_stand_for,
    person_to_call,
    plays_bank,
    require_bank_player,
    require_banker_there,
)
from tapete.games.dos_panos.rules.bank import AwardWay
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.state.bank import Award, Bank
from tapete.games.dos_panos.terms import Hand, Phase
from tapete.kernel import PersonId
from tapete.table.conduct import Conduct
from tapete.table.seats import set_away, take_chair
from tests.support.dos_panos.table import opened

ANA, CARLA, ROSA = PersonId("ana"), PersonId("carla"), PersonId("rosa")
CROUPIER, INSPECTOR = PersonId("croupier"), PersonId("inspector")
PEOPLE = (ANA, CARLA, ROSA)
AWAITED = {
    Phase.DEAL: ROSA,
    Phase.FIRST_WORD: ANA,
    Phase.SECOND_WORD: CARLA,
    Phase.ANSWER: ROSA,
    Phase.BANKER: ROSA,
    Phase.CUSTODY: ROSA,
    Phase.BROKEN: ROSA,
    Phase.CARRY: None,
    Phase.SHOW: None,
    Phase.SETTLE: None,
    Phase.BETS: None,
}
"""Whom a table waits for, where Ana and Carla hold the cards of the cloths and Rosa the bank."""


def standing(phase: Phase, *away: PersonId, called: PersonId | None = None) -> State:
    state = opened().state
    seats = take_chair(state.seats, ROSA)
    for who in away:
        seats = set_away(seats, who, True)
    coup = state.coup
    sides = coup.sides
    for cloth, who in ((Hand.PRIMERO, ANA), (Hand.SEGUNDO, CARLA)):
        sides = sides.set(str(cloth), replace(coup.side(cloth), holder=who))
    bank = Bank(ROSA, Award(ROSA, 100_00, AwardWay.ANNOUNCED))
    return replace(state, phase=phase, seats=seats, bank=bank, coup=replace(coup, sides=sides), called_person=called)


def held_up(state: State, how: str) -> State:
    """The table waits for a card, or for a ruling, before anybody else moves it on."""
    if how == "card":
        return replace(state, coup=replace(state.coup, due_cards=(DueCard(0, str(Hand.BANCA), True),)))
    case = incident(Docket(), "other", CROUPIER, (), ())
    return replace(state, docket=add_incident(Docket(), case))


@pytest.mark.parametrize("phase", AWAITED)
@pytest.mark.parametrize("called", [None, *PEOPLE])
def test_a_person_who_was_called_is_left_to_the_croupier_while_the_table_waits_for_him(
    phase: Phase, called: PersonId | None
) -> None:
    state = standing(phase, called=called)
    silent = called if called is not None and called == AWAITED[phase] else None
    assert awaited_player(state) == AWAITED[phase]
    for who in PEOPLE:
        with trace() as trail:
            assert may_stand_for(state, CROUPIER, who) is (who == silent)
        assert tuple(trail.rests_on) == (("HP.DP.silent-player",) if who == silent else ())
        assert is_left_to_croupier(state, who) is (who == silent)
        assert not may_stand_for(state, INSPECTOR, who)
    assert not may_stand_for(state, CROUPIER, None)
    assert not is_left_to_croupier(state, None)


@pytest.mark.parametrize("how", ["card", "ruling"])
@pytest.mark.parametrize("phase", [one for one, who in AWAITED.items() if who is not None])
def test_nobody_is_silent_while_the_table_waits_for_a_card_or_a_ruling(phase: Phase, how: str) -> None:
    state = held_up(standing(phase, called=AWAITED[phase]), how)
    assert (awaited_player(state), person_to_call(state)) == (None, None)
    assert [(may_stand_for(state, CROUPIER, who), is_left_to_croupier(state, who)) for who in PEOPLE] == [
        (False, False)
    ] * 3


@pytest.mark.parametrize("phase", AWAITED)
@pytest.mark.parametrize("away", PEOPLE)
def test_a_person_who_is_away_is_left_to_the_croupier_whomever_the_table_waits_for(
    phase: Phase, away: PersonId
) -> None:
    state = standing(phase, away)
    for who in PEOPLE:
        with trace() as trail:
            assert may_stand_for(state, CROUPIER, who) is (who == away)
        assert tuple(trail.rests_on) == (("HP.DP.absent-player",) if who == away else ())
        assert is_left_to_croupier(state, who) is (who == away)
    awaited = AWAITED[phase]
    assert person_to_call(state) == (None if awaited == away else awaited)


@pytest.mark.parametrize(("changes", "by_croupier"), [({}, False), ({"away": (ROSA,)}, True), ({"called": ROSA}, True)])
def test_whose_the_cards_of_the_bank_are_to_play(changes: dict[str, Any], by_croupier: bool) -> None:
    state = standing(Phase.BANKER, *changes.get("away", ()), called=changes.get("called"))
    found = {who: require_bank_player(state, who) for who in (ROSA, CROUPIER, ANA, INSPECTOR)}
    assert {who for who, wrong in found.items() if wrong is None} == ({ROSA, CROUPIER} if by_croupier else {ROSA})
    assert {(one.code, one.facts["banker"]) for one in found.values() if one} == {("not-the-banker", ROSA)}
    assert (plays_bank(state, ROSA), plays_bank(state, CROUPIER)) == (ROSA, CROUPIER)


def test_at_a_real_table_whatever_the_croupier_keys_is_the_banker_s() -> None:
    state = standing(Phase.BANKER)
    real = replace(state, settings=replace(state.settings, conduct=Conduct.OBSERVED))
    assert require_bank_player(real, CROUPIER) is None
    assert plays_bank(real, CROUPIER) == ROSA


@pytest.mark.parametrize("phase", list(Phase))
@pytest.mark.parametrize("conduct", list(Conduct))
@pytest.mark.parametrize("is_away", [False, True])
@pytest.mark.parametrize("is_first_played", [False, True])
def test_no_coup_begins_on_the_money_of_a_banker_who_is_away_but_the_first_or_where_it_is_keyed(
    phase: Phase, conduct: Conduct, is_away: bool, is_first_played: bool
) -> None:
    state = standing(phase, *([ROSA] if is_away else []))
    assert state.bank is not None
    bank = replace(state.bank, coups=state.book.bank.leave_after.value if is_first_played else 0)
    state = replace(state, bank=bank, settings=replace(state.settings, conduct=conduct))
    found = require_banker_there(state)
    stops = is_away and is_first_played and conduct is Conduct.STRICT and phase in (Phase.BETWEEN, Phase.REPEAT)
    expected = ("banker-away", {"person": ROSA}, ("HP.DP.absent-player",)) if stops else None
    assert (found and (found.code, found.facts, found.clauses)) == expected
