"""The tables of bingo: every act is decided, every event is folded, every phase says what holds in it."""

from typing import get_args

import msgspec
import pytest

from tapete.accounts import CASH_DESK
from tapete.games.bingo import acts, events, evolve, terms
from tapete.games.bingo.game import BINGO, HANDLERS
from tapete.kernel import breach
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
    assert {acts.OpenHall, acts.Sell, acts.BuyIn} <= set(HANDLERS)


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
    assert BINGO.problems(msgspec.structs.replace(blank, drawn_balls=(4, 16, 4))) == (breach("ball-twice"),)
    found = BINGO.problems(msgspec.structs.replace(blank, ledger=blank.ledger.set(CASH_DESK, 1)))
    assert found == (breach("accounts-unbalanced", total=1),)
