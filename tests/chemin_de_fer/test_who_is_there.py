"""Who is there, and whose money lies on the table: nobody joins, pledges, or leaves but as it is his to do."""

from typing import Any

import pytest

from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.terms import Phase
from tapete.kernel import CLOCK, PersonId
from tapete.table import acts as t

# --- people who left --------------------------------------------------------------------------------------------------


def test_an_associate_who_left_before_he_was_accepted_does_not_join(make) -> None:
    table = make().bank(200_00).do("ana", a.OfferShare(100_00)).do("rosa", a.OfferShare(100_00))
    table.do("ana", t.Leave()).do("rosa", t.Leave())
    for who in ("ana", "rosa"):
        assert table.refused("bea", a.AcceptShare(who)).code in ("not-at-table", "no-such-offer")
    assert table.state.bank.total == 200_00


@pytest.mark.parametrize(
    ("who", "leader", "code"),
    [
        ("ana", "luis", None),
        ("pau", "luis", None),
        ("ana", "rosa", None),
        ("zoe", "luis", "not-at-table"),
        ("ana", "zoe", "not-at-table"),
        ("ana", "eva", "not-at-table"),
        ("ana", "ana", "own-bank"),
    ],
)
def test_a_part_is_pledged_by_somebody_there_to_somebody_else_there(
    make, who: str, leader: str, code: str | None
) -> None:
    """Eva has left."""
    table = make().do("eva", t.Leave())
    outcome = table.play.attempt(a.PledgeShare(PersonId(leader), 100_00), who).outcome
    assert getattr(outcome, "code", None) == code


# --- who leaves -------------------------------------------------------------------------------------------------------


def in_play(make) -> Any:
    """Ana and Luis stake; Bea holds the bank with Eva; Rosa and Carla have nothing on the table."""
    table = make(conduct="observed").bank(200_00).do("eva", a.OfferShare(100_00)).do("bea", a.AcceptShare("eva"))
    return table.bets().do("ana", a.Stake(100_00)).do("luis", a.Stake(20_00))


STAYS = {"bea": "bank-is-yours", "eva": "money-on-table", "ana": "money-on-table", "luis": "money-on-table"}


@pytest.mark.parametrize("who", [*STAYS, "carla", "rosa"])
def test_nobody_leaves_while_something_of_his_is_in_play(make, who: str) -> None:
    for table in (in_play(make), in_play(make).closed()):
        outcome = table.play.attempt(t.Leave(), who).outcome
        assert getattr(outcome, "code", None) == STAYS.get(who)


def test_who_stands_and_has_a_stake_does_not_sit_down_before_it_is_settled(make) -> None:
    table = make().bank(200_00).bets().do("pau", a.Stake(50_00))
    assert table.refused("pau", t.Sit(4)).code == "money-on-table"
    assert table.do("rosa", t.Sit(4)).state.seats.seat_of("rosa") == 4


def test_a_late_stake_keeps_its_owner_at_the_table(make) -> None:
    table = in_play(make).closed()
    assert table.fork().do("carla", t.Leave()).state.seats.seat_of("carla") is None
    table.do("croupier", a.NoteLateStake(PersonId("carla"), 20_00))
    assert table.refused("carla", t.Leave()).code == "money-on-table"
    assert table.refused("carla", t.Sit(4)).code == "money-on-table"


def test_a_bid_keeps_its_owner_at_the_table_until_somebody_has_bought_the_bank(make) -> None:
    table = make().declined().do("ana", a.Bid(200_00)).do("pau", a.Bid(300_00))
    assert table.refused("ana", t.Leave()).code == "money-on-table"
    assert table.refused("pau", t.Leave()).code == "money-on-table"
    table.do("croupier", a.CloseAuction())
    assert (table.state.banker, table.refused("pau", t.Leave()).code) == ("pau", "bank-is-yours")
    assert table.do("ana", t.Leave()).state.seats.seat_of("ana") is None


def test_whoever_is_asked_to_take_the_bank_answers_before_he_leaves(make) -> None:
    table = make()
    assert table.refused("bea", t.Leave()).code == "bank-offered-to-you"
    assert table.refused("bea", t.Sit(3)).code == "bank-offered-to-you"
    table.do("bea", a.DeclineBank())
    assert table.refused("carla", t.Leave()).code == "bank-offered-to-you"
    assert table.do("bea", t.Leave()).state.seats.seat_of("bea") is None


# --- the bank, by the hand of the croupier ----------------------------------------------------------------------------


def test_at_a_real_table_the_croupier_keys_who_takes_the_bank_and_his_associates_join(make) -> None:
    """Everybody let it go; Carla takes it with Ana's part, and the croupier has no part in it."""
    table = make(conduct="observed").do("ana", a.PledgeShare(PersonId("carla"), 200_00))
    while (table.state.offer.candidate, str(table.state.offer.stage)) != ("carla", "joint"):
        table.do("croupier", a.DeclineBank())
    table.do("croupier", a.TakeBank(100_00))
    assert table.state.banker == "carla"
    assert {one.person: one.amount for one in table.state.bank.parts} == {"carla": 100_00, "ana": 200_00}
    assert (table.chips("carla"), table.chips("ana"), table.chips("croupier")) == (9_900_00, 9_800_00, 0)


@pytest.mark.parametrize("conduct", ["strict", "observed"])
@pytest.mark.parametrize("act", [a.PassHand(), a.RefuseToDeal()], ids=repr)
def test_only_a_strict_table_says_that_the_banker_was_away_when_his_bank_is_given_up(make, conduct: str, act) -> None:
    """At a real table the croupier keys what the banker does: whether he looks away is no matter of the table."""
    table = make(conduct=conduct, coups=("banca",)).bank(300_00)
    if isinstance(act, a.PassHand):
        table.coup("banca", ana=100_00)
    given_up = table.do(str(CLOCK), t.Away("bea")).outcome("croupier", act)
    assert ("HP.CF.absent-player" in given_up.rests_on) is (conduct == "strict")
    assert table.do("croupier", act).state.phase is (Phase.BANK if isinstance(act, a.PassHand) else Phase.AUCTION)
