"""The croupier's faults in the distribution: section C.2."""

import pytest

from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.effects import (
    AssignCard,
    BindToScheme,
    BindToTable,
    Discard,
    GoBack,
    Oblige,
    Party,
    SetAside,
    VoidCoup,
)
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.baccarat.layout import ASIDE, BASKET, DISCARD
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.terms import Accident, Hand, Phase
from tests.support.chemin_de_fer.observed import BOTH, at

CROUPIER = Party.CROUPIER
BY_THE_RULES = (BindToScheme("punto"), BindToTable("banca", fault_of=CROUPIER))


def exposed(table, *positions: int):
    """Let the croupier uncover cards; each time the coup goes on."""
    for position in positions:
        table.report(Accident.EXPOSED, CROUPIER, position=position)
        assert table.play.view(None).coup.cards[position].face is not None
        table.ruled("croupier")
    return table


# --- a card that only one person saw ----------------------------------------------------------------------------------


@pytest.mark.parametrize("real", [False, True])
def test_a_card_exposed_to_a_bystander_is_nobody_s_fault_and_lies_face_down_still(make, real: bool) -> None:
    table = at(make, "carry", "4s Kc 2d 5h", real=real).report(Accident.EXPOSED, None, position=2, person="pau")
    assert table.incident.faults[0].facts == {"person": "pau", "position": 2}
    assert (table.incident.proposed_effects, table.incident.open_to_judgement) == ((), True)
    assert not any(card.face_up for card in table.state.coup.cards.layout)
    table.ruled("inspector", reason="he plays no part in the coup").carried()


@pytest.mark.parametrize("real", [False, True])
def test_a_card_that_turned_over_by_itself_is_open_to_everybody(make, real: bool) -> None:
    table = at(make, "carry", "4s Kc 2d 5h", real=real).report(Accident.EXPOSED, None, position=2)
    assert [card.face_up for card in table.state.coup.cards.layout] == [False, False, True, False]
    assert table.incident.open_to_judgement


# --- C2.01 to C2.03: a card uncovered ---------------------------------------------------------------------------------


@pytest.mark.clause("CF.C2.01")
@BOTH
@pytest.mark.parametrize("position", [0, 1])
def test_after_a_card_uncovered_by_the_croupier_everybody_keeps_to_the_rules(make, real: bool, position: int) -> None:
    """The punto's first card, a four, or a card of the bank: the coup goes on."""
    table = at(make, "deal:pb", "4s Kc 2d 5h", real=real)
    table.report(Accident.EXPOSED, CROUPIER, position=position)
    assert table.incident.proposed_effects == BY_THE_RULES
    assert "CF.C2.01" in table.incident.faults[0].clauses
    assert not table.incident.open_to_judgement
    table.ruled("croupier").dealt("pb")
    assert table.state.phase is Phase.CARRY


@pytest.mark.clause("CF.C2.01")
def test_a_punto_with_six_stands_even_if_he_plays_banco(make) -> None:
    table = at(make, "deal:pbpb", "4s Kc 2d 5h", stakes="banco", freedom=True)
    free = table.fork().looked()
    free.said("carta").do("luis", a.ShowHand(Hand.PUNTO))
    assert free.state.docket.open == ()
    bound = exposed(table, 0).looked().said("carta").do("luis", a.ShowHand(Hand.PUNTO))
    assert [one.code for one in bound.incident.faults] == ["wrong-word"]


@pytest.mark.clause("CF.C2.01")
@BOTH
def test_the_banker_follows_his_table_and_its_options_stay_free(make, real: bool) -> None:
    """Bank 4 against a 9 stands; bank 3 against a 9 does as it likes."""
    stands = exposed(at(make, "deal:pb", "Ks Kc 3d 4h 9d 2c", real=real), 0).dealt("pb").looked().said("carta")
    stands.do("bea", a.GiveCard()).do("bea", a.DrawCard()).shown()
    assert [one.code for one in stands.incident.faults] == ["against-table"]
    for act in (a.DrawCard(), a.Stand()):
        free = exposed(at(make, "deal:pb", "Ks Kc 3d 3h 9d 2c", real=real), 0).dealt("pb").looked().said("carta")
        free.do("bea", a.GiveCard()).do("bea", act).shown()
        assert free.state.docket.open == ()


@pytest.mark.clause("CF.C2.02")
@pytest.mark.clause("CF.C2.03")
@BOTH
def test_with_both_cards_uncovered_the_options_are_draws(make, real: bool) -> None:
    """Punto 2,3 shown by the croupier, third card 9: bank 3 must draw, where the table leaves it the choice."""
    table = at(make, "carry", "2s Kc 3d 3h 9d 2c", real=real)
    exposed(table, 0).report(Accident.EXPOSED, CROUPIER, position=2)
    assert table.incident.proposed_effects == (*BY_THE_RULES, BindToTable("banca", Cell.DRAW, CROUPIER))
    assert {"CF.C2.02", "CF.C2.03"} <= set(table.incident.faults[0].clauses)
    table.ruled("croupier").looked().said("carta").do("bea", a.GiveCard())
    stood = table.fork().do("bea", a.Stand()).shown()
    assert [one.code for one in stood.incident.faults] == ["against-table"]
    drew = table.fork().do("bea", a.DrawCard()).shown()
    assert (drew.state.docket.open, drew.result()) == ((), (4, 5, "banca"))


@pytest.mark.clause("CF.C2.02")
@pytest.mark.clause("CF.C2.03")
@BOTH
@pytest.mark.parametrize("order", [(0, 2), (2, 0), (0, 2, 1), (0, 1, 2), (1, 2, 0)], ids=str)
def test_both_uncovered_in_one_incident_are_no_conflict(make, real: bool, order: tuple[int, ...]) -> None:
    """The second card widens the incident of the first: table, with its options as draws, and nobody has to judge."""
    table = at(make, "carry", "2s Kc 3d 3h 9d 2c", real=real)
    for position in order:
        table.report(Accident.EXPOSED, CROUPIER, position=position)
    assert (table.incident.conflicts, table.incident.open_to_judgement) == ((), False)
    assert {"CF.C2.01", "CF.C2.02", "CF.C2.03"} <= set(table.incident.clauses)
    table.ruled("croupier").looked().said("carta").do("bea", a.GiveCard())
    stood = table.fork().do("bea", a.Stand()).shown()
    assert [one.code for one in stood.incident.faults] == ["against-table"]
    assert table.do("bea", a.DrawCard()).shown().result() == (4, 5, "banca")


@BOTH
def test_a_card_of_the_bank_uncovered_afterwards_gives_no_choice_back(make, real: bool) -> None:
    table = exposed(at(make, "carry", "2s Kc 3d 3h 9d 2c", real=real), 0, 2, 1)
    table.looked().said("carta").do("bea", a.GiveCard()).do("bea", a.Stand()).shown()
    assert [one.code for one in table.incident.faults] == ["against-table"]


@pytest.mark.clause("CF.C2.02")
def test_bank_four_against_a_nine_stands(make) -> None:
    table = exposed(at(make, "carry", "2s Kc 3d 4h 9d 2c"), 0, 2)
    assert table.turns[-1].events[0].clauses.count("CF.C2.02") == 1
    table.looked().said("carta").do("bea", a.GiveCard()).do("bea", a.Stand()).shown()
    assert (table.state.docket.open, table.result()) == ((), (4, 4, "empate"))


@BOTH
def test_one_card_by_each_of_them_is_for_the_official(make, real: bool) -> None:
    """The banker uncovered one of the punto's cards and the croupier the other: he sees what both clauses say."""
    table = at(make, "carry", "2s Kc 3d 3h 9d 2c", real=real)
    table.report(Accident.EXPOSED, Party.BANKER, position=0).ruled("croupier")
    table.report(Accident.EXPOSED, CROUPIER, position=2)
    assert table.incident.open_to_judgement
    assert [one.clauses for one in table.incident.alternatives] == [("CF.C2.02", "CF.C2.03")]


def test_whoever_else_uncovers_a_card_is_foreseen_by_nobody(make) -> None:
    for party in (Party.PLAYER, Party.BYSTANDER):
        table = at(make, "carry", "2s Kc 3d 3h").report(Accident.EXPOSED, party, position=0)
        assert (table.incident.proposed_effects, table.incident.open_to_judgement) == ((), True)


# --- C2.04, C2.05: other faults ---------------------------------------------------------------------------------------


@pytest.mark.clause("CF.C2.04")
@BOTH
def test_another_fault_annuls_the_coup(make, real: bool) -> None:
    """The croupier throws the banker's second card into the basket, unseen."""
    table = at(make, "deal:pbpb", "2s Kc 3d 3h", real=real).report(Accident.BASKET, CROUPIER, position=3)
    assert (table.place(3), table.incident.proposed_effects) == (BASKET, (VoidCoup(),))
    assert "CF.C2.04" in table.incident.faults[0].clauses
    assert table.refused("croupier", GiveRuling(1)).code == "not-your-post"
    table.ruled("inspector", reason="nobody can tell which card it was")
    assert (table.state.phase, table.chips("ana"), table.money().get("cagnotte", 0)) == (Phase.BETWEEN, 10_000_00, 0)


@pytest.mark.clause("CF.C2.05")
@BOTH
def test_what_can_be_put_right_without_harm_is_put_right(make, real: bool) -> None:
    """The first card goes to the wrong seat, face down and untouched: it is moved and the coup goes on."""
    table = at(make, "deal:p", "2s Kc 3d 3h", real=real).report(Accident.MISPLACED, CROUPIER, position=0)
    assert table.incident.proposed_effects == (AssignCard(0, "punto"),)
    assert [one.clauses for one in table.incident.alternatives] == [("CF.C2.04",)]
    assert table.refused("croupier", GiveRuling(1)).code == "not-your-post"
    annulled = table.fork().ruled("inspector", effects=(VoidCoup(),), reason="it had been touched")
    assert annulled.state.phase is Phase.BETWEEN
    table.ruled("inspector", reason="untouched").dealt("bpb")
    assert table.state.phase is Phase.CARRY


@pytest.mark.clause("CF.C2.05")
def test_a_card_in_the_basket_that_can_be_told_is_put_back(make) -> None:
    table = at(make, "deal:pbpb", "2s Kc 3d 3h").report(Accident.BASKET, CROUPIER, position=3)
    (mended,) = table.incident.alternatives
    assert (mended.effects, mended.clauses) == ((AssignCard(3, "banca"),), ("CF.C2.05",))
    table.ruled("inspector", effects=mended.effects, reason="it lay on top")
    assert (table.place(3), table.state.phase) == ("banca", Phase.CARRY)


@pytest.mark.clause("CF.C2.05")
@BOTH
def test_the_hand_pushed_to_the_wrong_player_goes_back(make, real: bool) -> None:
    table = at(make, "lift", "2s Kc 3d 3h", real=real, stakes="two").report(Accident.MISPLACED, CROUPIER)
    assert table.incident.proposed_effects == (GoBack(Phase.CARRY),)
    table.ruled("inspector", reason="nobody touched them")
    assert (table.state.phase, table.state.coup.punto.before) == (Phase.CARRY, None)


# --- C2.06 to C2.09: «carta» after «no» -------------------------------------------------------------------------------


@pytest.mark.clause("CF.C2.06")
@BOTH
def test_carta_called_after_no_is_restored_by_the_table(make, real: bool) -> None:
    """Punto stood on 6, nothing drawn: a bank of 5 draws, under «punto stood»."""
    table = at(make, "no", "4s Kc 2d 5h 9s", real=real).report(Accident.CARTA_CALLED, CROUPIER)
    assert table.incident.proposed_effects == (BindToTable("banca", fault_of=CROUPIER),)
    table.ruled("croupier")
    stood = table.fork().do("bea", a.Stand()).shown()
    assert [one.code for one in stood.incident.faults] == ["against-table"]
    table.do("bea", a.DrawCard()).shown()
    assert table.result() == (6, 4, "punto")


@pytest.mark.clause("CF.C2.06")
@BOTH
@pytest.mark.parametrize("faces", ["4s Kc 2d 5h 9s", "4s Kc 2d 3h 4s"])
def test_a_banker_who_stood_against_the_restored_table_takes_his_card(make, real: bool, faces: str) -> None:
    """Nothing was drawn by the call: the play is restored when his cards are seen, once."""
    table = at(make, "no", faces, real=real).report(Accident.CARTA_CALLED, CROUPIER).ruled("croupier")
    table.do("bea", a.Stand()).shown()
    assert table.incident.proposed_effects == (Oblige("banca", Cell.DRAW), GoBack("banker"))
    assert not table.incident.open_to_judgement
    table.ruled("croupier")
    table.shown()
    assert table.place(4) == "banca-3"
    assert not table.state.docket.open
    assert table.result()[0] == 6
    assert table.state.phase == "settle"


@pytest.mark.clause("CF.C2.07")
@BOTH
def test_one_card_drawn_is_his_third(make, real: bool) -> None:
    """Punto stood on 7, bank 3 drew a four: seven each."""
    table = at(make, "no", "5s Kc 2d 3h 4s 9s", real=real).report(Accident.CARTA_CALLED, CROUPIER, count=1)
    assert (table.place(4), SetAside(4) in table.incident.proposed_effects) == (ASIDE, True)
    table.ruled("croupier").do("bea", a.DrawCard()).shown()
    assert (table.place(4), table.result()) == ("banca-3", (7, 7, "empate"))


@pytest.mark.clause("CF.C2.08")
@BOTH
def test_of_two_cards_drawn_the_second_is_discarded(make, real: bool) -> None:
    """Bank 2, a five and a nine: the bank has 7."""
    table = at(make, "no", "5s Kc 2d 2h 5d 9s", real=real).report(Accident.CARTA_CALLED, CROUPIER, count=2)
    assert Discard(5) in table.incident.proposed_effects
    table.ruled("croupier").do("bea", a.DrawCard()).shown()
    assert ([table.place(n) for n in (4, 5)], table.result()) == (["banca-3", DISCARD], (7, 7, "empate"))


@pytest.mark.clause("CF.C2.09")
@BOTH
@pytest.mark.parametrize("count", [1, 2])
def test_a_banker_with_six_or_seven_stands_and_all_is_discarded(make, real: bool, count: int) -> None:
    """Bank 6, a three was drawn: it stays 6."""
    table = at(make, "no", "5s Kc 2d 6h 3s 9s", real=real).report(Accident.CARTA_CALLED, CROUPIER, count=count)
    table.ruled("croupier")
    drew = table.fork().do("bea", a.DrawCard()).shown()
    assert [one.code for one in drew.incident.faults] == ["against-table"]
    table.do("bea", a.Stand()).shown()
    assert (table.place(4), table.result()) == (DISCARD, (7, 6, "punto"))


@BOTH
def test_a_banker_with_a_natural_lays_it_down_all_the_same(make, real: bool) -> None:
    """The fault was not his."""
    table = at(make, "no", "5s Kc 2d 8h 3s", real=real).report(Accident.CARTA_CALLED, CROUPIER, count=1)
    table.ruled("croupier").do("bea", a.LayDown(Hand.BANCA)).shown()
    assert (table.place(4), table.result()) == (DISCARD, (7, 8, "banca"))


def test_it_is_no_fault_where_the_punto_said_carta(make) -> None:
    table = at(make, "carta", "Ks Kc 2d 5h 9s").do("bea", a.GiveCard())
    report = a.Report(Accident.CARTA_CALLED, CROUPIER)
    assert table.refused("croupier", report).code == "carta-was-said"


@pytest.mark.parametrize("accident", [Accident.EXPOSED, Accident.BASKET, Accident.MISPLACED, Accident.CARTA_CALLED])
def test_where_the_table_itself_deals_the_croupier_makes_no_such_fault(make, accident: Accident) -> None:
    table = at(make, "lift", "2s Kc 3d 3h", conduct="strict")
    assert table.refused("croupier", a.Report(accident, CROUPIER, position=0)).code == "cannot-happen-here"
    carried = at(make, "carry", "2s Kc 3d 3h", conduct="strict", stakes="two")
    assert carried.refused("croupier", a.CarryCards("ana")).code == "not-entitled-to-cards"
