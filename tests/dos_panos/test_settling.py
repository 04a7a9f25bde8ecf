"""The end of a coup: scores, what is paid and taken, the part of the house, the basket, the shoe; by the register."""

from itertools import accumulate

import pytest
from msgspec.structs import replace

from tapete.games.banked.acts import DrawCard, Stand
from tapete.games.banked.shoe import AskCardCheck, CardsChecked, CheckCards, InsertStopCard
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.terms import Hand, Phase
from tapete.kernel import HOUSE
from tests.support.dos_panos.coups import LOST, WON, coup, said
from tests.support.dos_panos.options import altered
from tests.support.dos_panos.table import BANK, Table, opened

MIXED = "9s 2h Kd 8c 3d 6h"
"""Cloth 1 has 7, cloth 2 has 5, the bank 6."""


def stood(shoe: str, **stakes: int) -> Table:
    """Both cloths and the banker stand; the hands are not shown yet."""
    made = opened(shoe).ready().bets().staked(**(stakes or {"ana": 100_00, "carla": 100_00})).closed()
    return made.played("no", "no").do("rosa", Stand())


@pytest.mark.clause("DP.B.23")
def test_the_croupier_says_the_three_scores() -> None:
    made = stood(MIXED).shown()
    assert said(made).get("scores") == {"primero": "7", "segundo": "5", "banca": "6"}


@pytest.mark.clause("DP.B.24")
def test_nothing_is_paid_before_the_bank_s_score_lies_open() -> None:
    made = stood(MIXED).do("croupier", a.ShowHand(Hand.PRIMERO), a.ShowHand(Hand.SEGUNDO))
    assert made.phase is Phase.SHOW
    assert made.refused("croupier", a.Settle()).code == "hands-not-shown"
    made.do("rosa", a.ShowHand(Hand.BANCA))
    assert made.phase is Phase.SETTLE


@pytest.mark.clause("DP.B.26")
def test_a_winning_stake_is_paid_as_much_and_stays_its_owner_s() -> None:
    made = stood(MIXED, ana=200_00, carla=300_00).shown().settled()
    assert made.chips("ana") == 20_000_00 + 200_00


@pytest.mark.clause("DP.B.27")
def test_a_losing_stake_is_the_bank_s() -> None:
    made = stood(MIXED, ana=200_00, carla=300_00).shown().settled()
    assert made.chips("carla") == 20_000_00 - 300_00
    assert (made.account("bank"), made.account("stakes")) == (BANK + 100_00 - 2_00, 0)


@pytest.mark.clause("DP.B.26")
@pytest.mark.clause("DP.B.27")
def test_losing_stakes_come_to_the_bank_before_winning_ones_are_paid_out_of_it() -> None:
    """A bank of 1,000 pays 1,500 to one cloth with the 600 that it takes from the other: its chips never run out."""
    made = opened(MIXED, **altered(bank__excess="pay-by-priority")).ready(1_000_00)
    made.bets().staked(ana=1_500_00, carla=600_00).closed().played("no", "no").do("rosa", Stand()).shown().settled()
    legs = [leg for event in made.turns[-1].events for leg in made.play.game.postings(event)]
    moved = [leg.amount for leg in legs if leg.account == "bank"]
    assert moved == [600_00, -1_500_00]
    assert min(accumulate(moved, initial=1_000_00)) >= 0


@pytest.mark.clause("DP.B.28")
@pytest.mark.parametrize(("lost", "won", "part"), [(300_00, 300_00, 0), (300_00, 120_00, 3_60), (120_00, 300_00, 0)])
def test_the_house_has_a_part_where_the_banker_wins_more_than_he_loses(lost: int, won: int, part: int) -> None:
    made = stood(MIXED, ana=won, carla=lost).shown().settled()
    assert made.account("cagnotte") == part


def test_a_win_beside_a_void_cloth_gives_the_house_its_part() -> None:
    made = stood("9s 2h Kd 7c 3d 6h", ana=100_00, carla=100_00).shown().settled()
    assert made.account("cagnotte") == 2_00


@pytest.mark.parametrize(("base", "part"), [("net", 3_60), ("gross", 6_00)])
def test_of_what_the_house_takes_its_part(base: str, part: int) -> None:
    made = opened(MIXED, **altered(commission__base=base)).ready().bets().staked(ana=120_00, carla=300_00).closed()
    made.played("no", "no").do("rosa", Stand()).shown().settled()
    assert made.account("cagnotte") == part


@pytest.mark.clause("DP.E2.16")
@pytest.mark.parametrize(("base", "part"), [("net", 180_00), ("gross", 180_00)])
def test_the_part_of_the_house_is_no_more_than_what_the_banker_won(base: str, part: int) -> None:
    coarse = altered(commission__base=base, commission__unit=1_000_00, commission__rounding="up")
    made = opened(MIXED, **coarse).ready().bets().staked(ana=120_00, carla=300_00).closed()
    made.played("no", "no").do("rosa", Stand()).shown().settled()
    assert (made.account("cagnotte"), made.account("bank")) == (part, BANK)


@pytest.mark.clause("DP.B.29")
def test_what_the_banker_wins_is_added_to_the_bank_after_the_part_of_the_house() -> None:
    made = stood(MIXED, ana=120_00, carla=300_00).shown().settled()
    assert made.account("bank") == 5_176_40
    assert made.chips("rosa") == 0


@pytest.mark.clause("DP.B.33")
def test_a_coup_is_over_when_scores_were_said_cards_shown_and_stakes_paid() -> None:
    made = stood(MIXED)
    for step in (lambda: None, made.shown):
        step()
        refused = made.refused(HOUSE, a.CloseTable())
        assert (refused.code, "DP.B.33" in refused.clauses) == ("coup-in-progress", True)
    made.settled()
    assert made.accepts(HOUSE, a.CloseTable())


# --- the shoe ---------------------------------------------------------------------------------------------------------


@pytest.mark.clause("DP.B.07")
def test_the_prepared_pack_lies_in_the_shoe_with_its_stop_card() -> None:
    made = opened().announced().deposited().do("croupier", a.CountPack(312), a.ShufflePack(), a.CutPack(100))
    made.do("croupier", InsertStopCard())
    assert (made.state.shoe.is_loaded, made.state.shoe.size, made.state.shoe.stop) == (True, 312, 302)


def late(**options: object) -> Table:
    """The stop card lies before the fifth card: it comes out as cloth 2's second card would be drawn."""
    made = opened(LOST, **options).announced(shoes=2).deposited().shoe()
    made.play.state = replace(made.state, shoe=replace(made.state.shoe, stop=4))
    return made.delivered()


@pytest.mark.clause("DP.B.06")
def test_the_coup_in_which_the_stop_card_comes_out_is_settled_and_no_other_begins() -> None:
    made = coup(late())
    assert (made.chips("ana"), made.state.shoe.is_stop_seen) == (20_500_00, True)
    refused = made.refused("croupier", a.OpenBets())
    assert (refused.code, "DP.B.06" in refused.clauses) == ("shoe-is-over", True)
    made.shoe().bets()


@pytest.mark.clause("DP.B.30")
def test_the_cards_are_checked_at_the_end_of_a_shoe_if_a_player_asks() -> None:
    made = late()
    assert made.accepts("ana", AskCardCheck())
    coup(made.do("ana", AskCardCheck()))
    assert made.refused("croupier", a.CountPack(312)).code == "check-asked"
    made.do("croupier", CheckCards(312))
    assert made.turns[-1].events == (CardsChecked(1, 312, 312, True, "croupier"),)
    made.shoe()


def test_without_a_right_to_the_check_nobody_asks_for_it() -> None:
    assert late(**altered(pack__checked_on_request=False)).refused("ana", AskCardCheck()).code == "no-card-check"


@pytest.mark.parametrize(("after", "places"), [(True, {"discard"}), (False, {"primero", "segundo", "banca"})])
def test_where_the_cards_of_a_coup_lie_after_it(after: bool, places: set[str]) -> None:
    made = coup(opened(WON, **altered(basket__after_hand=after)).ready())
    assert {card.place for card in made.state.coup.cards.layout} == places


@pytest.mark.clause("DP.A.33")
def test_the_banker_says_his_score_when_he_stands_and_after_his_card() -> None:
    stands = stood(MIXED).do("rosa", a.ShowHand(Hand.BANCA))
    assert said(stands).get("bank-score") == {"total": "6"}
    draws = opened("9s 2h 2d 8c 3d 2h 5s").ready().bets().staked(ana=100_00, carla=100_00).closed()
    draws.played("no", "no").do("rosa", DrawCard()).do("rosa", a.ShowHand(Hand.BANCA))
    assert said(draws).get("bank-score") == {"total": "9"}
