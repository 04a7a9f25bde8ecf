"""The tables of acts, events, phases and invariants: what the game declares has its line, and no line is foreign."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import msgspec
import pytest

from tapete.accounts import BANK, STAKES
from tapete.games.baccarat.layout import LaidCard
from tapete.games.banked.shares import Share
from tapete.games.chemin_de_fer import (
    acts,
    acts as bank_acts,
    events,
    events as bank_events,
    evolve,
    game,
    invariants,
    phases,
    terms,
)
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.state.bank import Bank
from tapete.kernel import PersonId, breach
from tapete.table.windows import Claim, Window
from tests.support.game_tables import (
    Whistle,
    Whistled,
    check_foreign_act_is_refused,
    check_phases_are_complete,
    read_again,
)

_set = msgspec.structs.replace


GAME = "tapete.games.chemin_de_fer"


def test_the_tables_as_they_are_are_complete() -> None:
    assert set(read_again(f"{GAME}.game").ACTS) == set(game.ACTS)
    assert set(read_again(f"{GAME}.evolve").FOLDS) == set(evolve.FOLDS)


@pytest.mark.parametrize("room", [acts, bank_acts])
def test_an_act_without_a_handler_fails_at_import(room: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "Whistle", Whistle, raising=False)
    with pytest.raises(TypeError, match="no line for Whistle"):
        read_again(f"{GAME}.game")


@pytest.mark.parametrize("room", [events, bank_events])
def test_an_event_without_a_fold_fails_at_import(room: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "Whistled", Whistled, raising=False)
    with pytest.raises(TypeError, match="no line for Whistled"):
        read_again(f"{GAME}.evolve")


def test_a_handler_of_a_foreign_act_fails_at_import(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(acts, "Relieve")
    with pytest.raises(TypeError, match="not declared: Relieve"):
        read_again(f"{GAME}.game")


def test_a_fold_of_a_foreign_event_fails_at_import(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(events, "Seated")
    with pytest.raises(TypeError, match="not declared: Seated"):
        read_again(f"{GAME}.evolve")


def test_postings_of_a_foreign_event_fail_at_import(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(evolve.POSTINGS, Whistled, lambda _event: ())  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="not declared: Whistled"):
        read_again(f"{GAME}.evolve")


def test_a_phase_without_its_rules_fails_at_import(monkeypatch: pytest.MonkeyPatch) -> None:
    check_phases_are_complete(f"{GAME}.phases", terms, monkeypatch)


def test_every_phase_but_the_closed_one_waits_for_acts_of_the_game() -> None:
    tags = {kind.__struct_config__.tag for kind in game.ACTS}
    assert all(set(rules.awaited_acts) <= tags for rules in phases.PHASES.values())
    assert [phase for phase, rules in phases.PHASES.items() if not rules.awaited_acts] == [terms.Phase.CLOSED]


def test_every_act_and_event_is_read_by_its_own_tag() -> None:
    for kinds, field in ((game.ACTS, "act"), (evolve.FOLDS, "event")):
        configs = [kind.__struct_config__ for kind in kinds]
        assert {config.tag_field for config in configs} == {field}
        assert len({config.tag for config in configs}) == len(kinds)


ANA = PersonId("ana")
CARD = LaidCard(0, "punto", None, False)


def dealt(*cards: LaidCard) -> State:
    """Return a table on which these cards lie."""
    blank = State()
    return _set(blank, coup=_set(blank.coup, cards=_set(blank.coup.cards, layout=cards)))


BROKEN: dict[Any, tuple[State, str]] = {
    invariants.ledger_is_sound: (
        _set(State(), ledger=State().ledger.set("person:ana", -5)),
        breach("account-overdrawn", account="person:ana", held=-5),
    ),
    invariants.stakes_are_booked: (
        _set(State(), calls=Window("bets", 1, (Claim(ANA, "postura", 100),))),
        breach("stakes-not-booked", booked=0, on_table=100),
    ),
    invariants.bank_is_booked: (
        _set(State(), bank=Bank(ANA, (Share(ANA, 500),))),
        breach("bank-not-booked", account="bank", booked=0, owned=500),
    ),
    invariants.cards_lie_once: (dealt(CARD, CARD), breach("card-twice")),
}
"""For each invariant a state that breaks it, and what it then says."""


@pytest.mark.parametrize("invariant", invariants.INVARIANTS)
def test_each_invariant_is_broken_by_its_own_state(invariant: Any) -> None:
    state, said = BROKEN[invariant]
    assert invariant(State()) == ()
    assert said in invariant(state)
    assert said in game.CHEMIN_DE_FER.problems(state)


def test_money_of_the_books_and_of_the_table_is_the_same() -> None:
    booked = State().ledger.set(STAKES, 100).set(BANK, 500).set("person:ana", -600)
    held = _set(State(), ledger=booked)
    assert invariants.stakes_are_booked(held) == (breach("stakes-not-booked", booked=100, on_table=0),)
    assert invariants.bank_is_booked(held) == (breach("bank-not-booked", account="bank", booked=500, owned=0),)


BEA = PersonId("bea")
OWNED = Bank(ANA, (Share(ANA, 500), Share(BEA, 200)), garage=(Share(ANA, 50), Share(BEA, 20)), aside=(Share(BEA, 7),))
LYING = {BANK: 450, "associates:bea": 180, "garage": 77, "cash-desk": -707}


@pytest.mark.parametrize(
    ("elsewhere", "wrong"),
    [
        ({}, []),
        ({BANK: 451, "associates:bea": 179}, ["associates:bea holds 179", "bank holds 451"]),
        ({BANK: 451, "garage": 76}, ["bank holds 451", "garage holds 76"]),
        ({"associates:bea": 178, "garage": 79}, ["associates:bea holds 178", "garage holds 79"]),
        ({BANK: 449, "associates:eva": 1}, ["associates:eva holds 1", "bank holds 449"]),
    ],
)
def test_the_right_sum_on_another_owners_account_is_wrong(elsewhere: dict[str, int], wrong: list[str]) -> None:
    ledger = State().ledger
    for name, held in {**LYING, **elsewhere}.items():
        ledger = ledger.set(name, held)
    found = invariants.bank_is_booked(_set(State(), bank=OWNED, ledger=ledger))
    assert [f"{one.facts['account']} holds {one.facts['booked']}" for one in found] == wrong


def test_an_act_that_is_not_of_the_game_is_refused(make: Any) -> None:
    check_foreign_act_is_refused(game.CHEMIN_DE_FER, make().state)
