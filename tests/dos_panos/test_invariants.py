"""What a sound table holds: each invariant finds the table that breaks it, and an evening breaks none."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from tapete.games.dos_panos.invariants import INVARIANTS
from tapete.games.dos_panos.stakes.cover import ClothStake
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import BankMode, Hand, Phase
from tapete.kernel import PersonId
from tapete.table.seats import Standing
from tapete.table.staff import Role
from tests.support.dos_panos.scenes import scenes
from tests.support.dos_panos.table import opened


def in_a_coup() -> State:
    return scenes()["bystander", Phase.BANKER].state


def moved(state: State, **amounts: int) -> State:
    ledger = state.ledger
    for name, amount in amounts.items():
        ledger = ledger.set(name, ledger.get(name, 0) + amount)
    return replace(state, ledger=ledger)


def overstaked() -> State:
    state = in_a_coup()
    more = (*state.coup.stakes, ClothStake(PersonId("eva"), Hand.PRIMERO, 2_000_00))
    return replace(state, coup=replace(state.coup, stakes=more))


def overdrawn() -> State:
    made = opened(mode=BankMode.OPEN).announced().deposited()
    from tapete.games.dos_panos.acts import ProveDeposit

    state = made.do("director", ProveDeposit(PersonId("rosa"), 9_000_00)).state
    assert state.bank is not None
    return replace(state, bank=replace(state.bank, called_deposit=9_000_01))


def twice_a_card() -> State:
    state = in_a_coup()
    cards = state.coup.cards
    return replace(state, coup=replace(state.coup, cards=replace(cards, layout=(*cards.layout, cards.layout[0]))))


def in_two_places() -> State:
    state = in_a_coup()
    return replace(state, seats=replace(state.seats, standing=(*state.seats.standing, Standing(PersonId("ana"), 1))))


def playing_on_duty() -> State:
    state = in_a_coup()
    return replace(state, staff=state.staff.set(Role.CHANGER, PersonId("ana")))


BROKEN: dict[str, Callable[[], State]] = {
    "accounts-unbalanced": lambda: moved(in_a_coup(), bank=1),
    "stakes-not-booked": lambda: moved(in_a_coup(), stakes=5, bank=-5),
    "bank-not-booked": lambda: moved(in_a_coup(), **{"deposit:rosa": 5, "bank": -5}),
    "card-twice": twice_a_card,
    "bank-exceeded": overstaked,
    "deposit-exceeded": overdrawn,
    "two-places": in_two_places,
    "plays-on-duty": playing_on_duty,
}


@pytest.mark.parametrize("code", BROKEN)
def test_a_table_that_breaks_an_invariant_is_found(code: str) -> None:
    found = {one.code for invariant in INVARIANTS for one in invariant(BROKEN[code]())}
    assert code in found


def test_each_invariant_can_be_broken_and_no_scene_breaks_one() -> None:
    states = [make() for make in BROKEN.values()]
    assert all(any(invariant(state) for state in states) for invariant in INVARIANTS)
    assert not [one for invariant in INVARIANTS for one in invariant(State())]
    for made in scenes().values():
        assert not [one for invariant in INVARIANTS for one in invariant(made.state)]
