"""The amounts that somebody is offered are those that he can put down: to the cent, and not one of them in vain."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.bots.act_builder import act_kinds
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.game import CHEMIN_DE_FER
from tapete.games.chemin_de_fer.terms import Stage
from tapete.kernel import Amount, Field, Refused
from tests.support.chemin_de_fer.table import Table, as_house, with_chips
from tests.support.offered import beyond, promised

KINDS = act_kinds(CHEMIN_DE_FER.act_types)


def offered(table: Table, who: str, act: str) -> Field | None:
    """Return the amount that somebody is offered, after both its ends and what lies above it were tried."""
    found = [one for one in table.play.legal(who) if one.act == act]
    assert len(found) < 2
    for one in found:
        assert [what for what in promised(KINDS, one) if not table_accepts(table, who, what)] == []
        assert [what for what in beyond(KINDS, one) if table_accepts(table, who, what)] == []
    return found[0].fields["amount"] if found else None


def table_accepts(table: Table, who: str, what: Any) -> bool:
    return not isinstance(table.play.attempt(what, who).outcome, Refused)


@pytest.mark.parametrize(
    ("chips", "stake", "part", "line"),
    [
        (9_99, None, None, None),
        (10_00, (10_00, 10_00), (10_00, 10_00), None),
        (25_00, (10_00, 25_00), (10_00, 25_00), (20_00, 25_00)),
        (300_00, (10_00, 300_00), (10_00, 300_00), (20_00, 300_00)),
        (900_00, (10_00, 300_00), (10_00, 300_00), (20_00, 600_00)),
    ],
)
def test_nobody_is_offered_a_stake_above_his_chips_or_above_the_bank(make, chips, stake, part, line) -> None:
    table = with_chips(make().bank(300_00).bets(), "ana", chips)
    wanted = {"stake": stake, "join-banco": part, "stake-on-line": line}
    for act, bounds in wanted.items():
        assert offered(table, "ana", act) == (None if bounds is None else Amount(*bounds)), act


def test_what_he_has_called_counts_as_chips_and_stands_already(make) -> None:
    table = with_chips(make().bank(300_00).bets(), "ana", 50_00).do("ana", a.Stake(30_00))
    assert offered(table, "ana", "stake") == Amount(10_00, 50_00, standing=30_00)
    assert offered(table, "ana", "stake-on-line") == Amount(20_00, 50_00)
    assert offered(with_chips(table, "ana", 0), "ana", "stake") == Amount(10_00, 30_00, standing=30_00)


def test_whose_only_amount_stands_already_is_offered_none(make) -> None:
    table = with_chips(make().bank(300_00).bets(), "ana", 10_00).do("ana", a.Stake(10_00))
    assert offered(table, "ana", "stake") is None
    assert "withdraw-call" in {one.act for one in table.play.legal("ana")}
    alone = make().bank(10_00).bets().do("ana", a.CallBanco())
    assert offered(alone, "ana", "stake") is None


@pytest.mark.parametrize(("bank", "bounds"), [(20_00, (10_00, 10_00)), (19_99, None), (35_00, (10_00, 25_00))])
def test_where_nothing_overshoots_a_part_leaves_room_for_another(make, bank: int, bounds: Any) -> None:
    table = as_house(make().bank(bank).bets(), "betting", remainder_accepted=False)
    assert offered(table, "ana", "join-banco") == (None if bounds is None else Amount(*bounds))


@pytest.mark.parametrize(("chips", "bounds"), [(9_99, None), (10_00, (10_00, 10_00)), (5_000_00, (10_00, 1_000_00))])
def test_nobody_is_offered_a_bank_that_he_cannot_put_up(make, chips: int, bounds: Any) -> None:
    table = make()
    table = with_chips(table, "bea", chips) if chips < table.chips("bea") else table
    assert offered(table, "bea", "take-bank") == (None if bounds is None else Amount(*bounds))


def test_a_bank_is_raised_by_what_its_banker_has_left(make) -> None:
    table = with_chips(make().bank(300_00), "bea", 150_00)
    assert offered(table, "bea", "raise-bank") == Amount(300_01, 450_00)
    assert offered(with_chips(table, "bea", 0), "bea", "raise-bank") is None


def test_a_share_has_room_beside_what_the_banker_announced(make) -> None:
    """What he owes of it counts: the bank with the share stays below its maximum."""
    table = make().do("bea", a.TakeBank(900_00, 300_00))
    assert offered(table, "ana", "offer-share") == Amount(1, 100_00)
    assert offered(with_chips(table, "ana", 40_00), "ana", "offer-share") == Amount(1, 40_00)
    assert offered(make().do("bea", a.TakeBank(1_000_00, 300_00)), "ana", "offer-share") is None


def test_nobody_is_offered_a_bid_above_his_chips(make) -> None:
    table = with_chips(make(coups=("punto",)).bank(300_00).coup("punto", ana=100_00), "ana", 50_00).declined()
    assert offered(table, "ana", "bid") == Amount(10_00, 50_00)
    table.do("ana", a.Bid(20_00))
    assert offered(table, "ana", "bid") == Amount(20_01, 50_00)


def joint(make: Any, **pledged: int) -> Table:
    """Bea passed a bank of 395; so much is pledged to Carla, and nobody takes it alone: she is asked once more."""
    table = make(coups=("banca",)).bank(300_00).coup("banca", ana=100_00).do("bea", a.PassHand())
    for who, amount in pledged.items():
        table.do(who, a.PledgeShare("carla", amount))
    while (table.state.offer.stage, table.state.offer.candidate) != (Stage.JOINT, "carla"):
        asked = table.state.offer.candidate
        assert asked is not None
        table.do(asked, a.DeclineBank())
    return table


@pytest.mark.parametrize(
    ("pledged", "bounds"),
    [
        ({"luis": 100_00}, (295_00, 1_000_00)),
        ({"luis": 395_00}, (1, 1_000_00)),
        ({"luis": 700_00}, (1, 300_00)),
        ({"luis": 990_00}, (1, 10_00)),
        ({"luis": 600_00, "pau": 600_00}, (1, 1_000_00)),
        ({"luis": 600_00, "pau": 380_00}, (1, 1_000_00)),
    ],
)
def test_his_own_part_makes_a_bank_with_what_is_pledged(make, pledged: dict[str, int], bounds: Any) -> None:
    """Where a part falls out because it finds no room, what is left may be too little: no such amount is offered."""
    table = joint(make, **pledged)
    who = table.state.offer.candidate
    field = offered(table, who, "take-bank")
    assert isinstance(field, Amount)
    assert (field.minimum, field.maximum) == bounds
    for amount in range(bounds[0], bounds[1] + 1, 500):
        assert table_accepts(table, who, a.TakeBank(amount)), amount
