"""The tables of the game: every act is decided, every event is folded, every phase says what holds in it."""

from typing import get_args

import msgspec
import pytest
from immutables import Map

from tapete import punto_banco as pb
from tapete.accounts import CASH_DESK, person
from tapete.cards import Card
from tapete.games.baccarat.layout import BASKET, LaidCard
from tapete.games.punto_banco import acts, books, events, terms
from tapete.games.punto_banco.evolve import FOLDS
from tapete.games.punto_banco.game import HANDLERS, PUNTO_BANCO
from tapete.games.punto_banco.invariants import INVARIANTS
from tapete.games.punto_banco.legal import candidates, visible_state
from tapete.kernel import Act, PersonId, Refused, breach
from tests.support.game_tables import (
    Whistle,
    Whistled,
    check_foreign_act_is_refused,
    check_phases_are_complete,
    read_again,
)
from tests.support.punto_banco.tables import PUNTO, betting, dealt, ready

GAME = "tapete.games.punto_banco"


def test_acts_and_events_are_those_that_have_a_line():
    assert set(get_args(PUNTO_BANCO.act_types)) == set(HANDLERS)
    assert set(get_args(PUNTO_BANCO.event_types)) == set(FOLDS)
    assert {acts.OpenTable, acts.PlaceBet, acts.Sit, acts.CardOut} <= set(HANDLERS)


def test_an_act_without_its_line_fails_at_import(monkeypatch):
    monkeypatch.setattr(acts, "Whistle", Whistle, raising=False)
    with pytest.raises(TypeError, match="no line for Whistle"):
        read_again(f"{GAME}.game")


def test_a_line_for_an_act_that_the_game_does_not_declare_fails_at_import(monkeypatch):
    monkeypatch.delattr(acts, "Sit")
    with pytest.raises(TypeError, match="lines for what is not declared: Sit"):
        read_again(f"{GAME}.game")


def test_an_event_without_its_line_fails_at_import(monkeypatch):
    monkeypatch.setattr(events, "Whistled", Whistled, raising=False)
    with pytest.raises(TypeError, match="no line for Whistled"):
        read_again(f"{GAME}.evolve")


def test_a_line_for_an_event_that_the_game_does_not_declare_fails_at_import(monkeypatch):
    monkeypatch.delattr(events, "BoughtIn")
    with pytest.raises(TypeError, match="lines for what is not declared: BoughtIn"):
        read_again(f"{GAME}.evolve")


def test_postings_of_an_event_that_the_game_does_not_declare_fail_at_import(monkeypatch):
    monkeypatch.setitem(books.POSTINGS, Whistled, books.postings)
    with pytest.raises(TypeError, match="lines for what is not declared: Whistled"):
        read_again(f"{GAME}.evolve")


def test_an_event_that_is_not_of_the_game_is_not_folded():
    with pytest.raises(KeyError):
        PUNTO_BANCO.evolve(PUNTO_BANCO.blank(), Whistled())


def test_an_act_that_is_not_of_the_game_is_refused():
    check_foreign_act_is_refused(PUNTO_BANCO, betting(ready()).state)


def test_every_phase_says_what_holds_in_it(monkeypatch):
    check_phases_are_complete(f"{GAME}.phases", terms, monkeypatch)


@pytest.mark.parametrize(
    "stage", [ready, lambda: betting(ready()), lambda: dealt(ready())], ids=["between", "bets", "dealt"]
)
def test_no_phase_hides_an_act_that_would_be_accepted(stage):
    table = stage()
    for viewer in map(PersonId, ("ana", "bea", "croupier", "chief", "director", "onlooker")):
        seen = visible_state(table.state, viewer)
        tries = [what for what, _ in candidates(seen, viewer)]
        stand = [
            what for what in tries if not isinstance(PUNTO_BANCO.decide(seen, Act(viewer, what, seen.step)), Refused)
        ]
        assert [offer.act for offer in table.legal(viewer)] == [one.__struct_config__.tag for one in stand]


# --- invariants -------------------------------------------------------------------------------------------------------


def broken(state, **changes):
    return PUNTO_BANCO.problems(msgspec.structs.replace(state, **changes))


def test_a_sound_table_has_no_problems():
    assert PUNTO_BANCO.problems(betting(ready()).state) == ()
    assert len(INVARIANTS) == 7


def test_each_invariant_finds_what_breaks_it():
    state = dealt(ready()).state
    bea = PersonId("bea")
    owing = state.ledger.set(person(bea), -100)
    assert breach("account-overdrawn", account="person:bea", held=-100) in broken(state, ledger=owing)
    assert broken(state, ledger=state.ledger.set(CASH_DESK, 1))[0].code == "accounts-unbalanced"
    stakes = state.bets.set((bea, PUNTO), state.stake(bea, PUNTO) + 100)
    assert [one.code for one in broken(state, bets=stakes)] == ["stakes-not-booked"]
    assert broken(state, bets=Map({**state.bets, (bea, pb.Bet.TIE): 0})) == (breach("stake-not-positive"),)
    twice = (*state.layout, state.layout[0])
    assert breach("card-twice-or-in-shoe") in broken(state, layout=twice)
    never = LaidCard(state.shoe.position, BASKET, Card("As"))
    assert breach("card-twice-or-in-shoe") in broken(state, layout=(*state.layout, never))
    assert "cards-out-unknown" in {one.code for one in broken(state, basket=state.shoe.position)}
    assert broken(state, layout=state.layout[1:]) == (breach("card-lost"),)
    empty = next(seat for seat in state.seats.labels if seat not in state.seats.occupants)
    turn = msgspec.structs.replace(state.turn, holder=empty)
    assert broken(state, turn=turn) == (breach("empty-place-has-shoe", seat=empty),)
