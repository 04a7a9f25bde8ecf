"""The tables of bingo: every act is decided, every event is folded, every phase says what holds in it."""

from typing import get_args

import msgspec
import pytest
from immutables import Map

from tapete.accounts import CASH_DESK
from tapete.games.bingo import acts, events, evolve, terms
from tapete.games.bingo.game import BINGO, HANDLERS
from tapete.games.bingo.inventory import Refund
from tapete.games.bingo.state import Ball, GameState
from tapete.games.bingo.terms import Means, Prize, Range, SoldRange, WinningCard
from tapete.kernel import PersonId, breach
from tests.support.game_tables import (
    Whistle,
    Whistled,
    check_foreign_act_is_refused,
    check_phases_are_complete,
    read_again,
)

GAME = "tapete.games.bingo"


def test_acts_and_events_are_those_that_have_a_line():
    assert set(get_args(BINGO.act_types)) == set(HANDLERS)
    assert set(get_args(BINGO.event_types)) == set(evolve.FOLDS)
    assert {acts.OpenHall, acts.SellCards, acts.BuyIn} <= set(HANDLERS)


def test_an_act_without_its_line_fails_at_import(monkeypatch):
    monkeypatch.setattr(acts, "Whistle", Whistle, raising=False)
    with pytest.raises(TypeError, match="no line for Whistle"):
        read_again(f"{GAME}.game")


def test_an_event_without_its_line_fails_at_import(monkeypatch):
    monkeypatch.setattr(events, "Whistled", Whistled, raising=False)
    with pytest.raises(TypeError, match="no line for Whistled"):
        read_again(f"{GAME}.evolve")


def test_a_line_for_an_event_that_the_game_does_not_declare_fails_at_import(monkeypatch):
    monkeypatch.delattr(events, "BoughtIn")
    with pytest.raises(TypeError, match="lines for what is not declared: BoughtIn"):
        read_again(f"{GAME}.evolve")


def test_every_phase_says_what_holds_in_it(monkeypatch):
    check_phases_are_complete(f"{GAME}.phases", terms, monkeypatch)


def test_an_act_that_is_not_of_the_game_is_refused():
    check_foreign_act_is_refused(BINGO, BINGO.blank())


def test_each_invariant_finds_what_breaks_it():
    blank = BINGO.blank()
    assert BINGO.problems(blank) == ()
    twice = GameState(balls=(Ball(4), Ball(16), Ball(4)))
    assert BINGO.problems(msgspec.structs.replace(blank, game=twice)) == (breach("ball-twice"),)
    sold = (
        SoldRange(Range("B-1", 1, 6), PersonId("eva"), Means.CASH),
        SoldRange(Range("B-1", 6, 8), PersonId("eva"), Means.CASH),
    )
    assert BINGO.problems(msgspec.structs.replace(blank, game=GameState(sales=sold))) == (breach("card-sold-twice"),)
    unpaid = GameState(number=1, value=200, sales=sold[:1])
    differs = breach("takings-differ", game="1", held=0, due=12_00)
    assert BINGO.problems(msgspec.structs.replace(blank, game=unpaid)) == (differs,)
    refund = Refund(200, (sold[0].cards,), sold[:1])
    lost = msgspec.structs.replace(blank, refunds=Map({"1": refund}))
    assert BINGO.problems(lost) == (differs,)
    won = GameState(awards=Map({Prize.LINE: (WinningCard("B-1/1", 10),)}))
    more = msgspec.structs.replace(blank, game=won, ledger=Map({"owed:0/linea/B-1/1": 11, CASH_DESK: -11}))
    assert BINGO.problems(more) == (breach("takings-differ", game="0", held=11, due=10),)
    below = msgspec.structs.replace(blank, ledger=Map({"tax": -1, CASH_DESK: 1}))
    assert BINGO.problems(below) == (breach("account-overdrawn", account="tax", held=-1),)
    found = BINGO.problems(msgspec.structs.replace(blank, ledger=blank.ledger.set(CASH_DESK, 1)))
    assert found == (breach("accounts-unbalanced", total=1),)
