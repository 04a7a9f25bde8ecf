"""Threat T27: which cartones are complete is nowhere before a call. Two worlds that differ in it alone look the same to
all.
"""

from __future__ import annotations

import msgspec
import pytest

from tapete.games.bingo import acts as a
from tapete.kernel import Refused, Ruled
from tests.support.bingo.hall import CALLER, CHIEF, MIDDLE, GivenCartones, Hall, K, M

PEOPLE = (None, "ana", "luis", "eva", CHIEF, CALLER, "cashier", "manager", "assistant")
OWN = "B-1047/1"
"""Ana's cartón; what is printed on it she sees, and nobody else."""


def world(full: bool) -> tuple[Hall, GivenCartones]:
    """Return a game in which Ana's cartón and a paper one have a línea complete, or have not."""
    rows = K if full else M
    cartones = GivenCartones({"B-1047/1": rows, "B-1047/40": rows})
    return Hall((*MIDDLE, 1), cartones=cartones).started("ana", "luis").drawn(5), cartones


def told(hall: Hall) -> list[object]:
    """Return all that anybody sees, may do and is told by the events so far."""
    seen = [msgspec.to_builtins(hall.play.view(who)) for who in PEOPLE]
    for one in seen:
        if one["me"] is not None and one["me"]["person"] == "ana":
            assert [own.pop("lines") != () for own in one["me"]["cartones"] if own["card"] == OWN] == [True]
    offered = [msgspec.to_builtins(hall.play.legal(who)) for who in PEOPLE]
    return [seen, offered, [hall.play.explain(who) for who in PEOPLE], hall.state]


def test_two_worlds_look_the_same_until_somebody_calls() -> None:
    (one, asked), (other, asked_too) = world(full=True), world(full=False)
    assert told(one) == told(other)
    assert set(asked.asked) == set(asked_too.asked) == {OWN, "B-1047/2"}, "each owner's own, and no paper"
    drawn = one.drawn(1), other.drawn(1)
    assert told(drawn[0]) == told(drawn[1])


@pytest.mark.parametrize(
    ("by", "what"),
    [
        ("luis", a.CallPrize("linea", "B-1047/1")),
        ("luis", a.CallPrize("linea", "B-1047/40")),
        (CALLER, a.CallForPlayer("linea", "B-1047/301")),
        (CHIEF, a.ShowMaster("B-1047/1")),
        (CHIEF, a.CheckCard("linea", "B-1047/40")),
        (CHIEF, a.OrderResume()),
    ],
)
def test_refusals_tell_nothing_of_a_cartón_nobody_called(by: str, what: object) -> None:
    (one, asked), (other, _) = world(full=True), world(full=False)
    refused = one.answer(by, what)
    assert refused == other.answer(by, what)
    assert isinstance(refused, Refused | Ruled)
    assert asked.asked == []


def test_each_sees_the_numbers_of_his_own_cartones_alone() -> None:
    hall, _ = world(full=True)
    own = {who: [(one.card, one.lines) for one in hall.play.view(who).me.cartones] for who in PEOPLE if who}
    assert own.pop("ana") == [(OWN, K)]
    assert [card for card, _ in own.pop("luis")] == ["B-1047/2"]
    assert set(map(len, own.values())) == {0}
    assert msgspec.json.encode(K) not in msgspec.json.encode([hall.play.view(who) for who in PEOPLE if who != "ana"])


def test_the_register_is_asked_for_the_called_cartón_alone() -> None:
    hall, cartones = world(full=True)
    hall.call(40).check(40)
    assert set(cartones.asked) == {"B-1047/40"}
    assert list(hall.game.pause.masters) == ["B-1047/40"]


def test_sold_ranges_are_for_staff_and_each_buyer() -> None:
    hall, _ = world(full=False)
    assert (hall.play.view("luis").duty, hall.play.view().me) == (None, None)
    assert [(one.first, one.last) for one in hall.play.view("luis").me.cards] == [(2, 2)]
    assert len(hall.play.view(CHIEF).duty.sales) == 3


def test_state_grows_with_ranges_and_not_with_cartones() -> None:
    few = Hall().open().sale().sell(1, 2).close().announced()
    many = Hall().open().sale().sell(1, 420).close().announced()
    sizes = [len(repr(one.game.sales)) + len(repr(one.state.hall.series)) for one in (few, many)]
    assert abs(sizes[0] - sizes[1]) < 10
