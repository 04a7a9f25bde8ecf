"""Nobody who is away or silent stops the table: what the croupier then does for him, and what he never does."""

import pytest

from tapete.games.baccarat.effects import OfferChoice
from tapete.games.banked.terms import DENY, GIVE
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.terms import THIRD_CARD, Accident, Hand, Phase
from tapete.kernel import CLOCK
from tapete.table.acts import Away, Back, Leave, Relieve
from tapete.table.staff import Role


def away(table, who: str):
    return table.do(str(CLOCK), Away(who))


def main_acts(table, who: str) -> set[str]:
    return {one.act for one in table.play.legal(who) if one.main}


def rests(table) -> tuple[str, ...]:
    return table.play.last.rests_on


# --- the banker in mid-coup -------------------------------------------------------------------------------------------


def test_the_croupier_deals_and_plays_by_the_table_for_a_banker_who_is_away(make) -> None:
    """5 against no card asked for: the table says draw, and standing is refused to the croupier alone."""
    table = away(make("Ks 2c 7d 3h 4s").bank(300_00).bets().do("ana", a.Stake(100_00)).closed(), "bea")
    assert main_acts(table, "croupier") == {"deal-card"}
    for hand in (Hand.PUNTO, Hand.BANCA, Hand.PUNTO, Hand.BANCA):
        table.do("croupier", a.DealCard(hand))
        assert "HP.CF.absent-player" in rests(table)
    table.carried().do("ana", a.Lift(Hand.PUNTO)).do("ana", a.Say("no"))
    assert table.refused("croupier", a.DrawCard()).code == "look-first"
    assert table.total("banca", "croupier") is None
    table.do("croupier", a.Lift(Hand.BANCA))
    assert table.total("banca", "croupier") == 5
    assert table.total("banca", "ana") is None
    assert table.total("banca") is None
    assert table.refused("croupier", a.Stand()).code == "against-table"
    table.do("croupier", a.DrawCard()).show().settled()
    assert table.chips("ana") == 10_000_00 - 100_00


@pytest.mark.parametrize(("banca", "shoe"), [(5, "Ks 2c 3d 3h 4s 9s"), (3, "Ks Kc 3d 3h 9s 9c")])
def test_in_the_two_optional_cases_the_croupier_draws(make, banca: int, shoe: str) -> None:
    table = make(shoe).bank(300_00).bets().do("ana", a.Stake(100_00)).closed().dealt().carried()
    table.do("ana", a.Lift(Hand.PUNTO)).do("ana", a.Say("carta"))
    mine = table.fork().do("bea", a.Lift(Hand.BANCA), a.GiveCard())
    assert mine.total("banca", "bea") == banca
    mine.do("bea", a.Stand())
    away(table, "bea").do("croupier", a.Lift(Hand.BANCA), a.GiveCard())
    assert table.refused("croupier", a.Stand()).code == "against-table"
    table.do("croupier", a.DrawCard())


def test_a_natural_of_an_absent_banker_is_laid_down(make) -> None:
    table = make("Ks 2c 7d 7h").bank(300_00).bets().do("ana", a.Stake(100_00)).closed().dealt().carried()
    table.do("ana", a.Lift(Hand.PUNTO)).do("ana", a.Say("no"))
    away(table, "bea").do("croupier", a.Lift(Hand.BANCA))
    assert main_acts(table, "croupier") == {"lay-down"}
    table.do("croupier", a.LayDown(Hand.BANCA)).settled()
    assert table.chips("ana") == 10_000_00 - 100_00


@pytest.mark.parametrize("conduct", ["strict", "observed"])
def test_the_relief_goes_on_with_the_hand_that_the_outgoing_croupier_plays(make, conduct: str) -> None:
    table = make("5s Kc Kd 6h", conduct=conduct).bank(300_00).bets().do("ana", a.Stake(100_00)).closed().dealt()
    away(table.carried(), "ana").do("croupier", a.StandIn()).do("croupier", a.Lift(Hand.PUNTO))
    assert (table.state.holder, table.total("punto", "relevo")) == ("croupier", None)
    table.do("inspector", Relieve(Role.CROUPIER, "relevo"))
    assert (table.state.holder, table.state.coup.punto.before, table.state.phase) == ("relevo", "relevo", Phase.WORD)
    assert (table.total("punto", "relevo"), table.total("banca", "relevo")) == (5, None)
    assert table.refused("croupier", a.Say("no")).code == "not-holding-cards"
    if conduct == "strict":
        assert table.refused("relevo", a.Say("carta")).code == "bound-to-scheme"
    table.do("relevo", a.Say("no")).do("bea", a.Lift(Hand.BANCA), a.Stand())
    assert table.state.phase is Phase.SHOW


def test_the_relief_sees_the_bankers_cards_only_where_the_outgoing_croupier_had_looked(make) -> None:
    table = make("5s Kc Kd 6h").bank(300_00).bets().do("ana", a.Stake(100_00)).closed().dealt().carried()
    table.do("ana", a.Lift(Hand.PUNTO)).do("ana", a.Say("no"))
    played = away(table.fork(), "bea").do("croupier", a.Lift(Hand.BANCA))
    played.do("inspector", Relieve(Role.CROUPIER, "relevo"))
    assert (played.total("banca", "relevo"), played.total("punto", "relevo")) == (6, None)
    played.do("relevo", a.Stand())
    table.do("bea", a.Lift(Hand.BANCA)).do("inspector", Relieve(Role.CROUPIER, "relevo"))
    assert (table.total("banca", "relevo"), table.state.holder) == (None, "ana")


def test_a_banker_who_comes_back_goes_on_himself(make) -> None:
    table = away(make("Ks 2c 7d 3h 4s").bank(300_00).bets().do("ana", a.Stake(100_00)).closed(), "bea")
    table.do("croupier", a.DealCard(Hand.PUNTO)).do(str(CLOCK), Back("bea"))
    assert table.refused("croupier", a.DealCard(Hand.BANCA)).code == "not-banker"
    table.do("bea", a.DealCard(Hand.BANCA))


def test_a_silent_banker_is_called_once_and_then_the_croupier_deals(make) -> None:
    table = make("Ks 2c 7d 3h 4s").bank(300_00).bets().do("ana", a.Stake(100_00)).closed()
    assert table.refused("croupier", a.DealCard(Hand.PUNTO)).code == "not-banker"
    assert table.refused("luis", a.CallPerson()).code == "not-your-post"
    table.do("croupier", a.CallPerson())
    assert "HP.CF.silent-player" in rests(table)
    assert table.refused("croupier", a.CallPerson()).code == "called-already"
    table.do("croupier", a.DealCard(Hand.PUNTO))
    assert "HP.CF.silent-player" in rests(table)
    table.do("bea", a.DealCard(Hand.BANCA)).dealt("pb")
    assert table.refused("croupier", a.CallPerson()).code == "nobody-to-call"


@pytest.mark.parametrize("how", ["away", "silent"])
def test_for_whoever_does_not_choose_the_punto_is_held_to_his_word(make, how: str) -> None:
    """The inspector left the choice to the banker, who does not answer: the punto asked for a card and gets it."""
    table = make("Ks 2c 3d 3h 4s").bank(300_00).bets().do("ana", a.Stake(100_00)).closed().dealt().carried()
    table.do("ana", a.Lift(Hand.PUNTO)).do("ana", a.Say("carta"))
    table.do("inspector", a.Report(Accident.OTHER, note="a doubt about the word"))
    choice = OfferChoice("bea", THIRD_CARD, (GIVE, DENY))
    table.ruled("inspector", effects=(choice,), reason="the banker says")
    assert table.refused("croupier", a.Choose(THIRD_CARD, GIVE)).code == "not-your-choice"
    if how == "away":
        away(table, "bea")
    else:
        table.do("croupier", a.CallPerson())
    assert main_acts(table, "croupier") == {"choose"}
    assert table.refused("croupier", a.Choose(THIRD_CARD, DENY)).code == "word-stands"
    table.do("croupier", a.Choose(THIRD_CARD, GIVE))


# --- the bank between coups -------------------------------------------------------------------------------------------


def test_no_coup_is_opened_on_the_money_of_a_banker_who_is_away(make) -> None:
    """He has dealt: the bank is given up for him, whole, and goes to his right."""
    table = make(coups=("banca", "banca")).bank(300_00).coup("banca", ana=100_00)
    held = table.chips("bea") + table.state.bank.total
    away(table, "bea")
    refused = table.refused("croupier", a.OpenBets())
    assert (refused.code, refused.clauses) == ("banker-away", ("HP.CF.absent-player",))
    assert main_acts(table, "croupier") == {"pass-hand"}
    assert table.refused("luis", a.PassHand()).code == "not-banker"
    table.do("croupier", a.PassHand())
    assert (table.state.offer.candidate, table.chips("bea")) == ("carla", held)


def test_a_bank_that_was_not_dealt_is_refused_for_him(make) -> None:
    table = away(make().bank(300_00), "bea")
    assert table.refused("croupier", a.PassHand()).code == "must-deal-once"
    table.do("croupier", a.RefuseToDeal())
    assert (table.state.phase, table.chips("bea")) == (Phase.AUCTION, 10_000_00)


def test_who_announced_and_hands_nothing_over_is_called_and_the_bank_goes_on(make) -> None:
    table = make().do("bea", a.TakeBank(300_00, 100_00))
    assert table.refused("croupier", a.OpenBets()).code == "bank-not-delivered"
    assert table.refused("croupier", a.RefuseToDeal()).code == "not-banker"
    table.do("croupier", a.CallPerson(), a.RefuseToDeal())
    assert (table.state.phase, table.chips("bea")) == (Phase.AUCTION, 10_000_00)


def test_a_bank_held_over_the_end_of_the_shoe_is_given_up_for_an_absent_banker(make) -> None:
    table = make(coups=("banca",), prepared=True).bank(300_00).coup("banca", ana=100_00)
    away(table, "bea")
    assert {"pass-hand"} == main_acts(table, "croupier")


def test_at_a_real_table_nobody_is_told_whether_the_banker_looks(make) -> None:
    table = away(make(conduct="observed").bank(300_00), "bea")
    assert main_acts(table, "croupier") == {"open-bets"}
    table.bets()


# --- nobody stakes, nobody is left ------------------------------------------------------------------------------------


def test_a_coup_on_which_nobody_stakes_is_called_off(make) -> None:
    """The bank stays; the banker may give it up without having dealt, or the betting is opened again."""
    table = make(coups=("punto",)).bank(300_00).bets()
    assert table.refused("croupier", a.CloseBets()).code == "nothing-staked"
    assert main_acts(table, "croupier") == {"call-off"}
    table.do("croupier", a.CallOff())
    assert "HP.CF.no-stakes" in rests(table)
    again = table.fork().bets().do("ana", a.Stake(50_00)).closed()
    assert again.state.coup.award is not None
    table.do("bea", a.PassHand())
    assert "HP.CF.no-stakes" in rests(table)
    assert (table.state.offer.candidate, table.chips("bea")) == ("carla", 10_000_00)


def test_what_plays_is_never_called_off_and_what_does_not_goes_back(make) -> None:
    table = make().bank(300_00).bets().do("ana", a.Stake(50_00))
    assert table.refused("croupier", a.CallOff()).code == "something-staked"
    table = make().bank(300_00).bets().do("ana", a.JoinBanco("ana", 100_00))
    table.do("croupier", a.CallOff())
    assert table.chips("ana") == 10_000_00


def test_below_four_the_duty_to_deal_once_rests(make) -> None:
    table = make(seats={1: "bea", 2: "carla", 5: "ana", 8: "luis"}, standing={}).bank(300_00)
    assert table.refused("bea", a.PassHand()).code == "must-deal-once"
    table.do("luis", Leave())
    assert table.refused("croupier", a.OpenBets()).code == "too-few-players"
    assert main_acts(table, "bea") == {"pass-hand"}
    assert main_acts(table, "inspector") == {"close-table"}
    table.do("bea", a.PassHand())
    assert "HP.CF.below-four" in rests(table)
    assert table.chips("bea") == 10_000_00


# --- the cut and the offer of the bank --------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["away", "silent"])
def test_the_cut_goes_on_past_somebody_who_does_not_answer(make, how: str) -> None:
    table = make(prepared=False).do("croupier", a.ShufflePack(), a.OfferCards(), a.ShufflePack())
    asked = table.state.shoe.cut_to
    assert table.refused("croupier", a.DeclineCut()).code == "cut-not-offered-to-you"
    if how == "away":
        away(table, asked)
    else:
        table.do("croupier", a.CallPerson())
    assert table.refused("croupier", a.CutPack(100)).code == "cut-not-offered-to-you"
    table.do("croupier", a.DeclineCut())
    assert table.state.shoe.cut_to not in (asked, "croupier")


def test_silence_at_the_offer_of_the_bank_is_a_refusal(make) -> None:
    table = make()
    assert table.refused("croupier", a.DeclineBank()).code == "not-offered-to-you"
    table.do("croupier", a.CallPerson())
    assert table.refused("croupier", a.TakeBank(300_00)).code == "not-offered-to-you"
    table.do("croupier", a.DeclineBank())
    assert "HP.CF.silent-player" in rests(table)
    assert table.state.offer.candidate == "carla"
    assert table.state.called_person is None


def test_a_slow_punto_is_reported_once_his_time_is_up(make) -> None:
    table = make("Ks 2c 7d 3h").bank(300_00).bets().do("ana", a.Stake(100_00)).closed().dealt().carried()
    assert table.refused("croupier", a.CallPerson()).code == "nobody-to-call"
    table.do(str(CLOCK), a.TimeUp())
    assert "report" in main_acts(table, "croupier")
