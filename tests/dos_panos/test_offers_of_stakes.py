"""The stakes that somebody is offered are those that the table takes of him: spot by spot, amount by amount."""

import pytest

from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.stakes.placing import parts_across
from tapete.games.dos_panos.terms import CLOTHS, Hand, Spot
from tapete.kernel import Amount, Offer, is_allowed
from tests.support.dos_panos.options import altered
from tests.support.dos_panos.table import Table, opened

WHERE = [(cloth, spot) for cloth in CLOTHS for spot in Spot]
LYING: dict[str, tuple[a.Stake, ...]] = {
    "nothing": (),
    "the minimum": (a.Stake(10_00, Hand.PRIMERO),),
    "the maximum": (a.Stake(500_00, Hand.PRIMERO),),
    "all but the minimum": (a.Stake(490_00, Hand.SEGUNDO, Spot.LINE),),
    "less than the minimum short of it": (a.Stake(495_00, Hand.SEGUNDO),),
    "the least across": (a.Stake(20_00, Hand.PRIMERO, Spot.ACROSS),),
    "three stakes": (
        a.Stake(100_00, Hand.PRIMERO),
        a.Stake(60_00, Hand.PRIMERO, Spot.ACROSS),
        a.Stake(200_00, Hand.SEGUNDO, Spot.OTHER_CLOTH),
    ),
}


def offered(made: Table, who: str) -> dict[tuple[str, str], Offer]:
    """Return the offers of stakes, by cloth and spot; each spot has one."""
    found: dict[tuple[str, str], Offer] = {}
    for one in made.play.legal(who):
        if one.act == "stake":
            where = str(one.fixed_value("cloth")), str(one.fixed_value("spot"))
            assert where not in found
            found[where] = one
    return found


def tried(made: Table, who: str) -> list[int]:
    """Return amounts at, below and above everything that could be a bound."""
    lying = sum(one.amount for one in made.state.coup.laid if one.person == who)
    marks = {1, 10_00, 20_00, 30_00, 500_00, made.chips(who), made.chips(who) + lying, max(0, 500_00 - lying)}
    marks |= {one.amount for one in made.state.coup.laid} | {one.amount + 10_00 for one in made.state.coup.laid}
    return sorted({one + by for one in marks for by in (-10_00, -1, 0, 1) if one + by > 0})


def require_offers_as_decided(made: Table, who: str) -> int:
    """Return how many amounts were accepted: each of them offered, and none of the others."""
    offers, accepted = offered(made, who), 0
    for cloth, spot in WHERE:
        one = offers.get((str(cloth), str(spot)))
        taken = [amount for amount in tried(made, who) if made.accepts(who, a.Stake(amount, cloth, spot))]
        promised = [amount for amount in tried(made, who) if one and is_allowed(one.fields["amount"], amount)]
        assert taken == promised, (cloth, spot)
        assert (one is None) == (not taken), (cloth, spot)
        accepted += len(taken)
    return accepted


@pytest.mark.parametrize("maximum", [500_00, 0])
@pytest.mark.parametrize("chips", [500_00, 500_50, 20_000_00])
@pytest.mark.parametrize("lies", LYING)
def test_a_stake_is_offered_exactly_where_the_table_takes_it(lies: str, chips: int, maximum: int) -> None:
    made = opened(maximum=maximum, chips=chips).ready().bets()
    made.do("ana", *LYING[lies])
    assert require_offers_as_decided(made, "ana")
    assert require_offers_as_decided(made, "bea")


def test_whoever_has_all_his_chips_on_the_minimum_may_move_nothing_but_take_it_back() -> None:
    made = opened(chips=10_00).ready().bets().do("ana", a.Stake(10_00, Hand.PRIMERO))
    assert not offered(made, "ana")
    assert "take-stake" in {one.act for one in made.play.legal("ana")}


def test_whoever_has_the_minimum_on_a_spot_is_offered_another_amount_there() -> None:
    made = opened(maximum=500_00).ready().bets().do("ana", a.Stake(10_00, Hand.PRIMERO))
    assert offered(made, "ana")["primero", "cloth"].fields["amount"] == Amount(10_00, 500_00, None, 10_00)
    assert offered(made, "ana")["segundo", "cloth"].fields["amount"] == Amount(10_00, 490_00)


def test_where_half_a_stake_must_be_odd_one_across_is_offered_without_units() -> None:
    made = opened(**altered(stakes__across_odd_test="half")).ready().bets()
    assert offered(made, "ana")["primero", "across"].fields["amount"] == Amount(10_00, 20_000_00)
    assert require_offers_as_decided(made, "ana")


@pytest.mark.parametrize(
    ("test", "amount", "first", "second"),
    [
        *[("half", 4_00, 2_00, 2_00), ("half", 5_01, 2_51, 2_50), ("half", 1, 1, 0)],
        *[("whole", 30_00, 20_00, 10_00), ("whole", 40_00, 20_00, 20_00), ("whole", 10_00, 10_00, 0)],
    ],
)
def test_of_an_odd_stake_across_the_line_the_larger_part_plays_on_the_first_cloth(
    test: str, amount: int, first: int, second: int
) -> None:
    rules = opened(**altered(stakes__across_odd_test=test)).state.book.stakes
    assert parts_across(rules, amount, 10_00) == {Hand.PRIMERO: first, Hand.SEGUNDO: second}
