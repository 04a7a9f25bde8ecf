"""Cards that left the shoe wrongly, were seen, mislaid, or fell: sections C.1 and C.2."""

import pytest

from tapete.games.baccarat import effects as e
from tapete.games.baccarat.effects import Cell, Party
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.banked.acts import DrawCard, PickUp, Stand
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.terms import Accident, Hand, Phase, Spot
from tapete.table.acts import BuyIn, StandBehind
from tests.support.dos_panos.observed import betting, dealt, first_cards, spoken
from tests.support.dos_panos.options import under
from tests.support.dos_panos.table import BANK, BANKER
from tests.support.observed import BOTH, both

PRIMERO, SEGUNDO, BANCA = Hand
PLAIN = first_cards("2s 5s", "2h 5h", "2c 5c")
"""Seven, seven and seven: nobody draws."""


@both("DP.C1.05")
def test_a_card_that_was_set_aside_serves_nobody(real: bool) -> None:
    made = betting(f"5d {PLAIN}", real=real).report(Accident.EARLY_DRAW, Party.BANKER, count=1)
    made.ruled("director", (e.Discard(0),))
    again = made.report(Accident.OTHER, note="the card again")
    back = again.refused("inspector", GiveRuling(2, (e.AssignCard(0, "segundo"),), "give it back"))
    assert (back.code, "DP.C1.05" in back.clauses) == ("card-discarded", True)


@both("DP.C1.06")
def test_a_card_that_comes_out_face_up_is_removed_and_the_next_one_takes_its_place(real: bool) -> None:
    made = betting(f"2s 9c {PLAIN}", real=real)
    made.closed().dealt("1").report(Accident.EXPOSED_IN_SHOE)
    assert made.incident.proposed_effects == (e.Discard(1),)
    made.ruled("croupier").dealt("2b12b")
    assert (made.place(1), made.place(2)) == ("discard", "segundo")


@both("DP.C1.07")
def test_after_that_nobody_takes_his_stake_back(real: bool) -> None:
    made = betting(f"2s 9c {PLAIN}", real=real)
    made.closed().dealt("1").report(Accident.EXPOSED_IN_SHOE).ruled("croupier")
    assert made.why("ana", a.TakeStake(PRIMERO), "DP.C1.07") == "stakes-stand"


@both("DP.C1.08")
def test_cards_that_stick_together_make_the_coup_void_for_both_cloths(real: bool) -> None:
    made = betting(PLAIN, real=real)
    chips = {who: made.chips(who) for who in ("ana", "carla")}
    made.closed().dealt("12b12").report(Accident.STUCK, count=2)
    assert made.incident.proposed_effects == (e.VoidCoup(),)
    made.ruled("croupier")
    assert {who: made.chips(who) - was for who, was in chips.items()} == {"ana": 100_00, "carla": 100_00}
    assert (made.account("bank"), made.account("stakes"), made.account("cagnotte")) == (BANK, 0, 0)
    assert made.phase is Phase.BETWEEN
    assert all(card.place == "discard" for card in made.state.coup.cards.layout)
    assert (made.state.bank.coups, made.state.shoe.coups) == (0, 0)
    made.do("croupier", a.OpenBets())
    assert made.phase is Phase.BANCO
    made.do("croupier", a.CloseCalls()).do("pau", StandBehind(1), BuyIn(500_00), a.Stake(50_00, PRIMERO))
    made.report(Accident.OTHER).ruled(effects=(e.VoidCoup(),))
    assert made.chips("pau") == 500_00, "a stake of somebody on their feet goes back too"


@pytest.mark.clause("DP.C1.09")
def test_a_card_on_the_floor_is_picked_up_by_staff() -> None:
    made = dealt(PLAIN).report(Accident.FLOOR, position=4)
    assert not made.accepts("carla", PickUp(4))
    assert "DP.C1.09" in made.refused("carla", PickUp(4)).clauses


@both("DP.C1.12")
def test_the_cards_of_the_next_coup_are_his_who_should_have_had_these(real: bool) -> None:
    """The first cloth loses, so that its turn would go on."""
    cards = f"{first_cards('2s 4s', '2h 4h', '2c 5c')} {PLAIN}"
    made = dealt(cards, real=real)
    made.said("1", "no").report(Accident.WRONG_HOLDER, Party.PLAYER, hand=PRIMERO, person="bea")
    assert made.incident.proposed_effects[-1:] == (e.GiveCards("primero", "ana", e.EffectCoup.NEXT),)
    made.ruled("croupier").said("2", "no").looked().banker(Stand()).shown()
    assert made.result()["primero"] == "banca"
    made.settled().bets().staked(ana=100_00, bea=100_00, carla=100_00).closed()
    assert made.state.holder(PRIMERO) == "ana"


@both("DP.C2.01")
def test_cards_in_the_wrong_order_are_put_right_while_nobody_has_seen_them(real: bool) -> None:
    made = betting(PLAIN, real=real)
    made.closed().dealt("2")
    assert (made.codes, made.incident.proposed_effects) == (["misdeal"], (e.AssignCard(0, "primero"),))
    made.ruled("croupier").dealt("2b12b")
    assert made.faces("primero") == ["2s", "5s"]


@both("DP.C2.02")
@pytest.mark.parametrize("seen", [True, False])
def test_a_deal_that_cannot_be_put_right_is_annulled(real: bool, seen: bool) -> None:
    made = dealt(PLAIN, real=real)
    if seen:
        made.do("ana", a.Lift(PRIMERO)).report(Accident.MISPLACED, Party.BANKER, position=0)
    else:
        made.report(Accident.MISPLACED, Party.BANKER)
    assert made.incident.proposed_effects == (e.VoidCoup(),)
    evident = dealt(PLAIN, real=real).report(Accident.MISPLACED, Party.BANKER, position=0)
    assert evident.incident.proposed_effects == (e.AssignCard(0, "primero"),)


@both("DP.C2.03", "DP.C3.07")
def test_a_card_for_a_cloth_that_said_no_passes_on(real: bool) -> None:
    cards = f"{first_cards('2s 4s', '2h Ah', '2c 2d')} 4d 9d"
    made = dealt(cards, real=real)
    made.said("1", "no").said("2", "carta").looked().do(BANKER, a.GiveCard(PRIMERO))
    assert (made.codes, made.place(6)) == (["unwanted-card"], "primero-3")
    due = (e.AssignCard(6, "segundo-3"), e.BindToTable("banca", fault_of=Party.PLAYER))
    assert made.incident.proposed_effects == due
    made.ruled("croupier")
    assert (made.phase, made.faces("segundo-3")) == (Phase.BANKER, ["4d"])
    made.banker(DrawCard()).shown()
    assert made.phase is Phase.SETTLE


@both("DP.C3.08", "DP.C3.09")
def test_the_card_of_the_first_cloth_given_to_the_second_is_put_right(real: bool) -> None:
    cards = f"{first_cards('2s As', '2h Ah', '2c 3c')} 2d 4d 9s"
    made = dealt(cards, real=real)
    made.said("1", "carta").said("2", "carta").looked().do(BANKER, a.GiveCard(SEGUNDO))
    assert made.codes == ["card-of-other-cloth"]
    due = (e.AssignCard(6, "primero-3"), e.BindToTable("banca", fault_of=Party.PLAYER))
    assert made.incident.proposed_effects == due
    made.ruled("croupier").given()
    assert (made.faces("primero-3"), made.faces("segundo-3")) == (["2d"], ["4d"])
    # a two and a four against five: stand and a free cell; the banker may draw
    made.banker(DrawCard()).shown()
    assert made.phase is Phase.SETTLE


@both("DP.C2.04")
def test_a_cloth_that_was_passed_over_gets_the_first_card_that_was_drawn(real: bool) -> None:
    cards = f"{first_cards('2s As', '2h 4h', '2c 3c')} 7h 2d"
    made = dealt(cards, real=real)
    made.said("1", "carta").said("2", "no").looked().banker(DrawCard())
    assert (made.codes, made.place(6)) == (["card-withheld"], "banca-3")
    due = (e.AssignCard(6, "primero-3"), e.BindToTable("banca", fault_of=Party.BANKER))
    assert made.incident.proposed_effects == due
    made.ruled("croupier")
    assert made.phase is Phase.BANKER
    assert made.state.coup.decision is None


@BOTH
@under("DP.C2.05", "", "OM1979-09", "GUIDE")
def test_a_banker_who_exposed_both_cards_of_a_cloth_is_bound(real: bool, book: str) -> None:
    bank_draws = book != "guia"
    cards = f"{first_cards('2s As', '2h Ah', '2c 4c')} 6s 7h 9d"
    made = dealt(cards, real=real, book=book)
    made.report(Accident.EXPOSED, Party.BANKER, position=0)
    assert made.incident.open_to_judgement
    made.ruled(effects=(e.NoteOnly("one-card"),)).report(Accident.EXPOSED, Party.BANKER, position=3)
    assert "DP.C2.05" in made.incident.clauses
    by_five = (e.Oblige("banca", Cell.DRAW, (0, 1, 2, 3, 4, 5)), e.Oblige("banca", Cell.STAND, (6, 7)))
    by_chart = (e.BindToTable("banca", fault_of=Party.BANKER),)
    assert made.incident.proposed_effects == (by_chart if bank_draws else by_five)
    made.ruled("croupier").said("1", "carta").said("2", "carta").looked().given()
    wrong = made.fork().banker(Stand() if bank_draws else DrawCard()).shown()
    assert wrong.codes == ["against-table" if bank_draws else "bound-by-ruling"]
    made.banker(DrawCard() if bank_draws else Stand()).shown()
    assert made.phase is Phase.SETTLE


@both("DP.C2.06")
def test_no_stake_is_touched_when_cards_are_exposed(real: bool) -> None:
    made = dealt(PLAIN, real=real).report(Accident.EXPOSED, Party.BANKER, position=0).ruled(effects=(e.NoteOnly("x"),))
    assert "DP.C2.06" in made.refused("ana", a.TakeStake(PRIMERO)).clauses


@both("DP.C3.04")
def test_if_the_croupier_exposed_them_the_error_is_not_the_bankers(real: bool) -> None:
    made = (
        dealt(PLAIN, real=real).report(Accident.EXPOSED, Party.CROUPIER, position=0).ruled(effects=(e.NoteOnly("x"),))
    )
    made.report(Accident.EXPOSED, Party.CROUPIER, position=3)
    assert made.incident.proposed_effects == (e.BindToTable("banca", fault_of=Party.CROUPIER),)


@both("DP.C2.07")
def test_an_unseen_card_of_a_cloth_in_the_basket_annuls_that_cloth_alone(real: bool) -> None:
    made = betting(PLAIN, real=real)
    made.do("bea", a.Stake(40_00, PRIMERO, Spot.ACROSS))
    made.closed().dealt("12b12")
    chips = {who: made.chips(who) for who in ("ana", "bea", "carla")}
    made.report(Accident.BASKET, position=4)
    assert made.incident.proposed_effects == (e.VoidCoup("segundo"),)
    made.ruled("croupier")
    back = {who: made.chips(who) - was for who, was in chips.items()}
    assert back == {"ana": 0, "bea": 20_00, "carla": 100_00}
    assert made.phase is Phase.DEAL
    made.dealt("b").carried()
    assert made.phase is Phase.FIRST_WORD
    made.said("1", "no")
    assert made.phase is Phase.BANKER
    made.looked().banker(Stand()).shown()
    assert (made.phase, made.result()) == (Phase.SETTLE, {"primero": "empate"})
    made.settled()
    assert (made.account("stakes"), made.account("bank")) == (0, BANK)


@both("DP.C2.07")
def test_a_card_that_its_player_has_seen_goes_back_to_them_from_the_basket(real: bool) -> None:
    made = spoken(PLAIN, "no", "no", real=real).report(Accident.BASKET, position=0)
    assert made.incident.proposed_effects == (e.AssignCard(0, "primero"),), "it lay face down, and was not unseen"


@both("DP.C2.08")
def test_an_unseen_card_of_the_bank_in_the_basket_annuls_the_coup(real: bool) -> None:
    made = dealt(PLAIN, real=real).report(Accident.BASKET, position=2)
    assert made.incident.proposed_effects == (e.VoidCoup(),)
    made.ruled("croupier")
    assert (made.phase, made.account("stakes")) == (Phase.BETWEEN, 0)


@BOTH
@under("DP.C2.09", "", "OM1979-09")
def test_a_third_card_that_everybody_saw_is_recovered(real: bool, book: str) -> None:
    cards = f"{first_cards('2s As', '2h 4h', '2c 3c')} 7h 2d"
    made = spoken(cards, "carta", "no", real=real, book=book).report(Accident.BASKET, position=6)
    assert made.incident.proposed_effects == (e.AssignCard(6, "primero-3"),)
    made.ruled("croupier")
    assert made.faces("primero-3") == ["7h"]


@both("DP.C1.11")
def test_who_has_spoken_on_anothers_cards_has_played_them_and_the_next_are_the_others(real: bool) -> None:
    made = dealt(PLAIN, real=real)
    assert made.state.holder(PRIMERO) == "ana"
    early = made.fork().report(Accident.WRONG_HOLDER, Party.PLAYER, hand=PRIMERO, person="bea")
    assert early.incident.proposed_effects == (e.NoteOnly("cards-to-entitled"),)
    early.ruled("croupier")
    assert early.state.holder(PRIMERO) == "ana"
    made.said("1", "no").report(Accident.WRONG_HOLDER, Party.PLAYER, hand=PRIMERO, person="bea")
    due = (e.GiveCards("primero", "bea"), e.GiveCards("primero", "ana", e.EffectCoup.NEXT))
    assert made.incident.proposed_effects == due
