"""What each event of the shoe writes into the books of two cloths, and that it changes nothing else: whole states."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete.cards import Card
from tapete.chance import ChanceKind, ShoeSealed
from tapete.games.baccarat.effects import BarPerson, BarredAction, Until
from tapete.games.baccarat.layout import LaidCard
from tapete.games.baccarat.marks import Cards, Marks
from tapete.games.baccarat.pack import PackCut, ShoeEnded, StopCardSeen
from tapete.games.banked.shoe import CardsChecked, CheckAsked, StopCardIn
from tapete.games.dos_panos import events as e
from tapete.games.dos_panos.evolve.shoe import FOLDS
from tapete.games.dos_panos.rules.bank import AwardWay
from tapete.games.dos_panos.state import Bank, Shoe, State
from tapete.games.dos_panos.state.bank import Award
from tapete.kernel import PersonId
from tests.support.dos_panos.table import opened

ANA, CARLA = PersonId("ana"), PersonId("carla")
EMPTY = opened().state
FOR_SHOE, FOR_LONG = (BarPerson(ANA, BarredAction.CARDS, one) for one in (Until.SHOE, Until.NEXT_PASS))
USED = Shoe(
    2, 312, 250, stop=300, cut_depth=100, is_stop_seen=True, has_ended=True, is_shown=True, is_counted=True, coups=20,
    check=frozenset({ANA}), played_cards=Map({Card("2s"): 3}), left_at=EMPTY.phase, is_order_awaited=True,
)  # fmt: skip
"""A shoe of which everything is noted."""

STATE = replace(
    EMPTY,
    shoe=USED,
    coup=replace(EMPTY.coup, number=7, cards=Cards((LaidCard(3, "primero", Card("2s")),))),
    bank=Bank(CARLA, Award(CARLA, 100, AwardWay.AUCTION), shoes_begun=1, may_change_shoe=True, wants_new_shoe=True),
    bars=Marks(bars=(FOR_SHOE, FOR_LONG)),
    barred_winners=frozenset({ANA}),
    is_shoe_owed=True,
    broken_seals=frozenset({"one"}),
)


def fold(state: State, event: Any) -> State:
    return FOLDS[type(event)](state, event)


def with_shoe(state: State, **changes: Any) -> State:
    return replace(state, shoe=replace(state.shoe, **changes))


NEW = with_shoe(STATE, is_shown=False, is_counted=False, has_ended=False, is_stop_seen=False, check=frozenset())


@pytest.mark.parametrize(
    ("before", "event", "changes"),
    [
        (NEW, e.PacksShown(), {"is_shown": True}),
        (NEW, e.PackCounted(312), {"is_counted": True}),
        (NEW, e.PackShuffled(CARLA), {}),
        (NEW, ShoeSealed(2, ChanceKind.SEEDED, 309), {"is_order_awaited": False, "size": 309, "stop": 309}),
        (NEW, PackCut(40), {"cut_depth": 40}),
        (NEW, PackCut(None), {"cut_depth": 0}),
        (NEW, StopCardIn(290), {"stop": 290}),
        (NEW, StopCardSeen(250), {"is_stop_seen": True}),
        (NEW, ShoeEnded(2), {"has_ended": True}),
        (replace(STATE, shoe=replace(USED, has_ended=False)), ShoeEnded(2),
         {"has_ended": True, "is_shown": False, "is_counted": False}),
        (NEW, CheckAsked(ANA), {"check": frozenset({ANA})}),
        (STATE, CheckAsked(CARLA), {"check": frozenset({ANA, CARLA})}),
        (STATE, CardsChecked(2, 312, 312, True, CARLA), {"check": frozenset()}),
    ],
)  # fmt: skip
def test_an_event_of_the_shoe_changes_what_it_says_and_nothing_else(
    before: State, event: Any, changes: dict[str, Any]
) -> None:
    assert fold(before, event) == with_shoe(before, **changes)


def test_the_seals_that_are_broken_for_a_count_are_kept_with_those_of_before() -> None:
    found = fold(NEW, e.PackCounted(312, ("two", "one")))
    assert found == replace(with_shoe(NEW, is_counted=True), broken_seals=frozenset({"one", "two"}))


@pytest.mark.parametrize(("shoes", "left"), [(3, 2), (1, 0), (0, 0)])
@pytest.mark.parametrize("is_held", [True, False])
def test_with_a_fresh_shoe_ends_what_held_for_one(shoes: int, left: int, is_held: bool) -> None:
    bank = STATE.bank if is_held else None
    before = replace(STATE, settings=replace(STATE.settings, session_shoes=shoes), bank=bank)
    assert fold(before, e.ShoeWanted(3, 208)) == replace(
        before,
        coup=replace(STATE.coup, cards=Cards()),
        shoe=Shoe(3, 208, is_order_awaited=True, is_counted=True),
        bars=Marks(bars=(FOR_LONG,)),
        barred_winners=frozenset(),
        is_shoe_owed=False,
        bank=None if bank is None else replace(bank, shoes_begun=2, may_change_shoe=False, wants_new_shoe=False),
        settings=replace(before.settings, session_shoes=left),
    )
