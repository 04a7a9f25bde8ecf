"""S2: an observed table with a real shoe. What the rules deem needs no face; nobody knows one before it is shown."""

import pytest

from tapete.games.baccarat.effects import AssignCard, DeemNatural, LoseCoup, Party, VoidCoup
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.terms import Accident, Hand, Phase

BASKET, BANKER, PLAYER = Accident.BASKET, Party.BANKER, Party.PLAYER


def betting_closed(make, conduct: str = "observed"):
    """Luis and Ana stake 200 and 100 on a bank of 300; the faces of the shoe are nobody's knowledge."""
    table = make(conduct=conduct, real=True).bank(300_00).bets()
    return table.do("luis", a.Stake(200_00)).do("ana", a.Stake(100_00)).closed()


@pytest.mark.clause("CF.C3.02")
@pytest.mark.clause("CF.C3.03")
def test_a_banker_with_three_cards_counts_nothing_and_may_take_one_more(make) -> None:
    table = betting_closed(make).dealt("pbbb")
    (incident,) = table.state.docket.open
    assert [one.code for one in incident.faults] == ["deal-order", "banker-more-than-two"]
    assert not incident.open_to_judgement
    table.ruled("croupier").dealt("p").looked().said("no").do("bea", a.DrawCard()).keyed("7d")
    table.show("9s 6c", "2c 9h Qd")
    # the banker's three cards count 0, and 7 with the card that came after
    assert (table.total("punto"), table.total("banca"), table.state.coup.punto.winner) == (5, 7, "banca")


@pytest.mark.clause("CF.C3.02")
def test_the_faces_of_a_hand_deemed_bacarra_stay_what_they_are(make) -> None:
    table = betting_closed(make).dealt("pbbb").ruled("croupier").dealt("p").looked().said("no")
    table.do("bea", a.DrawCard()).keyed("Kd").show("9s 7c", "4h 5d 4s")
    assert [card.face for card in table.play.view(None).coup.cards if card.place == "banca"] == ["4h", "5d", "4s"]
    assert (table.total("banca"), table.state.coup.punto.winner) == (0, "punto")


@pytest.mark.clause("CF.A.07")
def test_a_card_out_of_order_alone_is_for_the_inspector(make) -> None:
    table = betting_closed(make).dealt("pbb")
    (incident,) = table.state.docket.open
    assert ([one.code for one in incident.faults], incident.open_to_judgement) == (["deal-order"], True)
    table.ruled("inspector", effects=(AssignCard(2, "punto"),), reason="nobody has touched it").dealt("b")
    assert table.state.phase is Phase.CARRY


@pytest.mark.clause("CF.A.07")
def test_a_strict_table_does_not_deal_the_third_card(make) -> None:
    table = betting_closed(make, conduct="strict").dealt("pb")
    table.dealt("p")
    assert table.refused("bea", a.DealCard(Hand.PUNTO)).code == "deal-order"
    assert betting_closed(make, "strict").dealt("pbpb").refused("bea", a.DealCard(Hand.BANCA)).code == "fifth-card"


@pytest.mark.clause("CF.C3.01")
def test_the_fifth_card_is_the_puntos_if_he_asks(make) -> None:
    """Once both have two, a card too many is no third card of the banker: it waits for who needs it first."""
    table = betting_closed(make).dealt("pbpbb")
    assert table.state.docket.open[0].faults[0].code == "fifth-card"
    table.ruled("croupier").looked().said("carta").do("bea", a.GiveCard()).keyed("5d")
    assert [card.position for card in table.state.coup.cards.layout if card.place == "punto-3"] == [4]
    assert table.state.shoe.position == 5
    table.do("bea", a.Stand()).show("2s 2h", "3h 4d")
    assert (table.total("punto"), table.total("banca")) == (9, 7)


@pytest.mark.clause("CF.C3.01")
def test_the_fifth_card_is_the_bankers_if_the_punto_stands(make) -> None:
    table = betting_closed(make).dealt("pbpbb").ruled("croupier").looked().said("no")
    refused = table.refused("bea", a.Stand())
    assert (refused.code, refused.facts, refused.clauses) == ("must-take-card", {"position": 4}, ("CF.C3.01",))
    table.do("bea", a.DrawCard()).keyed("5d").show("2s 4c", "3h 4d")
    assert (table.total("punto"), table.total("banca"), table.state.coup.punto.winner) == (6, 2, "punto")


@pytest.mark.clause("CF.C3.06")
def test_a_card_of_the_punto_in_the_basket_while_dealing_is_a_nine_laid_down(make) -> None:
    table = betting_closed(make).dealt("pb").do("croupier", a.Report(BASKET, BANKER, position=0))
    assert table.state.docket.open[0].proposed_effects == (DeemNatural("punto", 9),)
    table.ruled("croupier").dealt("b").keyed("4c 4d")
    assert (table.total("punto"), table.total("banca"), table.state.coup.punto.winner) == (9, 8, "punto")
    tie = betting_closed(make).dealt("pb").do("croupier", a.Report(BASKET, BANKER, position=0))
    tie.ruled("croupier").dealt("b").keyed("4c 5d")
    assert tie.state.coup.punto.winner == "empate"


@pytest.mark.clause("CF.C3.07")
@pytest.mark.clause("CF.C3.08")
def test_a_third_card_of_the_punto_in_the_basket_makes_his_total_nine(make) -> None:
    table = betting_closed(make).dealt().looked().said("carta").do("bea", a.GiveCard()).keyed("2d")
    table.do("croupier", a.Report(BASKET, BANKER, position=4)).ruled("croupier")
    six = table.fork().do("bea", a.DrawCard()).keyed("3s").show("2s Kc", "Ah 5d")
    assert (six.total("punto"), six.total("banca"), six.state.coup.punto.winner) == (9, 9, "empate")
    # with 7 he may not take a card: found when his cards are shown
    seven = table.fork().do("bea", a.DrawCard()).keyed("2h").show("2s Kc", "Kh 7d")
    (incident,) = seven.state.docket.open
    assert incident.faults[0].code == "bound-by-ruling"
    assert incident.open_to_judgement


@pytest.mark.clause("CF.C3.15")
def test_any_other_unseen_card_that_the_banker_throws_away_loses_him_the_coup(make) -> None:
    table = betting_closed(make).dealt().looked().said("no")
    luis, ana = table.chips("luis"), table.chips("ana")
    table.do("croupier", a.Report(BASKET, BANKER, position=1))
    assert table.state.docket.open[0].proposed_effects == (LoseCoup("banca"),)
    table.ruled("croupier")
    assert (table.state.coup.punto.winner, table.state.phase) == ("punto", Phase.SETTLE)
    table.settled()
    assert (table.chips("luis"), table.chips("ana")) == (luis + 400_00, ana + 200_00)
    assert table.state.bank is None


@pytest.mark.clause("CF.C4.15")
def test_a_punto_who_throws_his_cards_away_unseen_loses_the_coup(make) -> None:
    table = betting_closed(make).dealt().carried().do("inspector", a.Report(BASKET, PLAYER, position=0))
    table.ruled("croupier").settled()
    assert table.state.coup.punto.winner == "banca"
    assert table.state.bank.total == 585_00


@pytest.mark.clause("CF.C1.08")
def test_cards_stuck_together_annul_the_coup(make) -> None:
    table = betting_closed(make).dealt("pb")
    before = table.chips("luis")
    table.do("croupier", a.Report(Accident.STUCK, BANKER, position=1)).ruled("croupier")
    assert (table.state.phase, table.chips("luis"), table.state.bank.total) == (
        Phase.BETWEEN,
        before + 200_00,
        300_00,
    )
    assert "cagnotte" not in table.money()


@pytest.mark.clause("CF.C4.21")
def test_what_no_clause_foresees_is_the_inspectors(make) -> None:
    table = betting_closed(make).dealt().looked()
    table.do("croupier", a.Report(Accident.OTHER, PLAYER, note="a card went under the table"))
    assert table.refused("luis", a.Say("no")).code == "coup-suspended"
    own = GiveRuling(1, (VoidCoup(),), "nobody can say which card it was")
    assert table.refused("croupier", own).code == "not-your-post"
    table.do("inspector", own)
    assert table.state.phase is Phase.BETWEEN
