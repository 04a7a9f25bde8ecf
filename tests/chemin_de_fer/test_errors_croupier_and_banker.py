"""Sections C.2 and C.3: faults of the croupier and of the banker."""

import pytest

from tapete.chance import CardOut
from tapete.games.baccarat import effects as e
from tapete.games.baccarat.effects import ASIDE, BASKET, DISCARD, Cell, Party
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.terms import Accident, Hand, Phase
from tests.support.chemin_de_fer.observed import at
from tests.support.chemin_de_fer.table import Table
from tests.support.observed import BOTH, both

CROUPIER = Party.CROUPIER
BY_THE_RULES = (e.BindToScheme("punto"), e.BindToTable("banca", fault_of=CROUPIER))


def exposed(table, *positions: int):
    """Let the croupier uncover cards; each time the coup goes on."""
    for position in positions:
        table.report(Accident.EXPOSED, CROUPIER, position=position)
        assert table.play.view(None).coup.cards[position].face is not None
        table.ruled("croupier")
    return table


@both("CF.C2.01")
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


@both("CF.C2.02", "CF.C2.03")
def test_with_both_cards_uncovered_the_options_are_draws(make, real: bool) -> None:
    """Punto 2,3 shown by the croupier, third card 9: bank 3 must draw, where the table leaves it the choice."""
    table = at(make, "carry", "2s Kc 3d 3h 9d 2c", real=real)
    exposed(table, 0).report(Accident.EXPOSED, CROUPIER, position=2)
    assert table.incident.proposed_effects == (*BY_THE_RULES, e.BindToTable("banca", Cell.DRAW, CROUPIER))
    assert {"CF.C2.02", "CF.C2.03"} <= set(table.incident.faults[0].clauses)
    table.ruled("croupier").looked().said("carta").do("bea", a.GiveCard())
    stood = table.fork().do("bea", a.Stand()).shown()
    assert [one.code for one in stood.incident.faults] == ["against-table"]
    drew = table.fork().do("bea", a.DrawCard()).shown()
    assert (drew.state.docket.open, drew.result()) == ((), (4, 5, "banca"))


@pytest.mark.clause("CF.C2.01")
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_of_two_cards_uncovered_one_after_the_other_both_faces_are_asked(make, order: tuple[int, int]) -> None:
    """At a table of real cards: what everybody saw is keyed before the ruling, in whichever order it was reported."""
    table, asked = at(make, "deal:pb", "4s Kc 2d 5h", real=True), list[int]()
    for position in order:  # the croupier keys nothing meanwhile
        Table.do(table, "croupier", a.Report(Accident.EXPOSED, CROUPIER, position))
    while (wanted := table.play.game.draw_awaited(table.state)) is not None:
        asked.append(wanted.position)
        Table.do(table, "croupier", CardOut(wanted.position, table.listed[wanted.position]))
    assert asked == list(order)
    table.ruled("croupier")


@both("CF.C2.04")
def test_another_fault_annuls_the_coup(make, real: bool) -> None:
    """The croupier throws the banker's second card into the basket, unseen."""
    table = at(make, "deal:pbpb", "2s Kc 3d 3h", real=real).report(Accident.BASKET, CROUPIER, position=3)
    assert (table.place(3), table.incident.proposed_effects) == (BASKET, (e.VoidCoup(),))
    assert "CF.C2.04" in table.incident.faults[0].clauses
    assert table.refused("croupier", GiveRuling(1)).code == "not-your-post"
    table.ruled("inspector", reason="nobody can tell which card it was")
    assert (table.state.phase, table.chips("ana"), table.money().get("cagnotte", 0)) == (Phase.BETWEEN, 10_000_00, 0)


@both("CF.C2.05")
def test_what_can_be_put_right_without_harm_is_put_right(make, real: bool) -> None:
    """The first card goes to the wrong seat, face down and untouched: it is moved and the coup goes on."""
    table = at(make, "deal:p", "2s Kc 3d 3h", real=real).report(Accident.MISPLACED, CROUPIER, position=0)
    assert table.incident.proposed_effects == (e.AssignCard(0, "punto"),)
    assert [one.clauses for one in table.incident.alternatives] == [("CF.C2.04",)]
    assert table.refused("croupier", GiveRuling(1)).code == "not-your-post"
    annulled = table.fork().ruled("inspector", effects=(e.VoidCoup(),), reason="it had been touched")
    assert annulled.state.phase is Phase.BETWEEN
    table.ruled("inspector", reason="untouched").dealt("bpb")
    assert table.state.phase is Phase.CARRY


@both("CF.C2.06")
def test_carta_called_after_no_is_restored_by_the_table(make, real: bool) -> None:
    """Punto stood on 6, nothing drawn: a bank of 5 draws, under «punto stood»."""
    table = at(make, "no", "4s Kc 2d 5h 9s", real=real).report(Accident.CARTA_CALLED, CROUPIER)
    assert table.incident.proposed_effects == (e.BindToTable("banca", fault_of=CROUPIER),)
    table.ruled("croupier")
    stood = table.fork().do("bea", a.Stand()).shown()
    assert [one.code for one in stood.incident.faults] == ["against-table"]
    table.do("bea", a.DrawCard()).shown()
    assert table.result() == (6, 4, "punto")


@both("CF.C2.07")
def test_one_card_drawn_is_his_third(make, real: bool) -> None:
    """Punto stood on 7, bank 3 drew a four: seven each."""
    table = at(make, "no", "5s Kc 2d 3h 4s 9s", real=real).report(Accident.CARTA_CALLED, CROUPIER, count=1)
    assert (table.place(4), e.SetAside(4) in table.incident.proposed_effects) == (ASIDE, True)
    table.ruled("croupier").do("bea", a.DrawCard()).shown()
    assert (table.place(4), table.result()) == ("banca-3", (7, 7, "empate"))


@both("CF.C2.08")
def test_of_two_cards_drawn_the_second_is_discarded(make, real: bool) -> None:
    """Bank 2, a five and a nine: the bank has 7."""
    table = at(make, "no", "5s Kc 2d 2h 5d 9s", real=real).report(Accident.CARTA_CALLED, CROUPIER, count=2)
    assert e.Discard(5) in table.incident.proposed_effects
    table.ruled("croupier").do("bea", a.DrawCard()).shown()
    assert ([table.place(n) for n in (4, 5)], table.result()) == (["banca-3", DISCARD], (7, 7, "empate"))


@both("CF.C2.09")
@pytest.mark.parametrize("count", [1, 2])
def test_a_banker_with_six_or_seven_stands_and_all_is_discarded(make, real: bool, count: int) -> None:
    """Bank 6, a three was drawn: it stays 6."""
    table = at(make, "no", "5s Kc 2d 6h 3s 9s", real=real).report(Accident.CARTA_CALLED, CROUPIER, count=count)
    table.ruled("croupier")
    drew = table.fork().do("bea", a.DrawCard()).shown()
    assert [one.code for one in drew.incident.faults] == ["against-table"]
    table.do("bea", a.Stand()).shown()
    assert (table.place(4), table.result()) == (DISCARD, (7, 6, "punto"))


BANKER = Party.BANKER
BANCA, PUNTO = Hand.BANCA, Hand.PUNTO


@both("CF.C3.01")
@pytest.mark.parametrize("step", ["carry", "lift", "word"])
def test_the_fifth_card_falls_to_the_banker_when_the_punto_stands(make, real: bool, step: str) -> None:
    """Punto 6 says «no», bank 7 has drawn a five: the banker must take it and loses 2 to 6."""
    table = at(make, step, "4s Kc 2d 7h 5d", real=real).do("bea", a.DealCard(BANCA)).ruled("croupier")
    assert table.place(4) == ASIDE
    if step == "carry":
        table.carried()
    if step != "word":
        table.do("ana", a.Lift(PUNTO))
    table.said("no")
    assert table.refused("bea", a.Stand()).clauses == ("CF.C3.01",)
    table.do("bea", a.DrawCard()).shown()
    assert table.result() == (6, 2, "punto")


@both("CF.C3.01")
@pytest.mark.parametrize("step", ["carry", "lift", "word"])
def test_the_fifth_card_may_lie_before_the_punto(make, real: bool, step: str) -> None:
    """Laid before the punto who has not spoken: he has it if he asks for a card, and else the banker takes it."""
    table = at(make, step, "4s Kc 2d 7h 5d", real=real).do("bea", a.DealCard(PUNTO))
    assert table.incident.proposed_effects == (e.SetAside(4, BANCA),)
    assert (table.incident.faults[0].code, table.incident.open_to_judgement) == ("fifth-card", False)
    table.ruled("croupier")
    assert table.place(4) == ASIDE
    if step == "carry":
        table.carried()
    if step != "word":
        table.do("ana", a.Lift(PUNTO))
    asked = table.fork().said("carta").do("bea", a.GiveCard())
    assert asked.place(4) == "punto-3"
    table.said("no").do("bea", a.DrawCard()).shown()
    assert (table.place(4), table.result()) == ("banca-3", (6, 2, "punto"))


@both("CF.C3.14")
def test_a_banker_who_drew_it_lays_no_natural_down_any_more(make, real: bool) -> None:
    table = at(make, "word", "4s Kc 2d 8h 5d", real=real).do("bea", a.DealCard(BANCA)).ruled("croupier").said("no")
    assert table.refusal("bea", a.LayDown(BANCA)) == ("natural-right-lost", ("CF.C3.14",))
    table.do("bea", a.DrawCard()).shown().ruled("croupier")
    assert table.result() == (6, 3, "punto")
    # and the punto's eight beats a nine that may not be laid down
    table = at(make, "word", "4s Kc 4d 9h 5d", real=real).do("bea", a.DealCard(BANCA)).ruled("croupier")
    table.do("ana", a.LayDown(PUNTO))
    assert table.result() == (8, 9, "punto")


@both("CF.C3.02", "CF.C3.03")
def test_the_order_of_the_cards_tells_the_fifth_from_one_too_many(make, real: bool) -> None:
    """The banker's third card before the deal is whole: he counts 0, and 7 with one more."""
    table = at(make, "deal:pb", "4s 9c Qd 4h 2d 7s", real=real).dealt("bb")
    assert {"CF.C3.02", "CF.C3.03"} <= set(table.turns[-2].rests_on) | set(table.turns[-1].rests_on)
    table.ruled("croupier").dealt("p").looked().said("no").do("bea", a.DrawCard()).shown()
    assert table.result() == (6, 7, "banca")


@both("CF.C3.04")
@pytest.mark.parametrize(("thirds", "kept"), [("4h 8h", 4), ("8h 4h", 5), ("Kh Qh", 4)])
def test_of_two_third_cards_the_punto_keeps_the_better(make, real: bool, thirds: str, kept: int) -> None:
    """Punto 3 with a four and an eight: 7 or 1, so he keeps the four; of equal ones the first."""
    table = at(make, "carta", f"Ks Kc 3d 7h {thirds}", real=real).do("bea", a.GiveCard())
    table.report(Accident.TWO_THIRDS, BANKER, hand="punto")
    assert table.incident.proposed_effects == (e.KeepOne("punto", higher=True),)
    table.ruled("croupier")
    assert table.play.view("bea").coup.totals.get("punto") is None
    table.do("bea", a.Stand()).shown()
    assert [card.position for card in table.state.coup.cards.layout if card.place == "punto-3"] == [kept]
    assert table.place(9 - kept) == DISCARD
    assert table.result()[0] == (3 if "K" in thirds else 7)


@both("CF.C3.05")
@pytest.mark.parametrize(("thirds", "kept"), [("4h 8h", 5), ("8h 4h", 4), ("Kh Qh", 4)])
def test_of_two_third_cards_the_banker_keeps_the_worse(make, real: bool, thirds: str, kept: int) -> None:
    """Bank 3 with a four and an eight: 7 or 1, so he keeps the eight."""
    table = at(make, "no", f"5s Kc 2d 3h {thirds}", real=real).do("bea", a.DrawCard())
    table.report(Accident.TWO_THIRDS, BANKER, hand="banca")
    assert table.incident.proposed_effects == (e.KeepOne("banca", higher=False),)
    table.ruled("croupier").shown()
    assert [card.position for card in table.state.coup.cards.layout if card.place == "banca-3"] == [kept]
    assert table.result() == ((7, 3, "punto") if "K" in thirds else (7, 1, "punto"))


@both("CF.C3.06")
@pytest.mark.parametrize(
    ("second", "result"), [("4h", (9, 8, "punto")), ("5h", (9, 9, "empate")), ("2h", (9, 6, "punto"))]
)
def test_a_card_of_the_punto_dropped_in_the_deal_is_a_natural_nine(make, real: bool, second: str, result) -> None:
    table = at(make, "deal:p", f"2s 4c {second}", real=real).report(Accident.BASKET, BANKER, position=0)
    assert (table.place(0), table.incident.proposed_effects) == (BASKET, (e.DeemNatural("punto", 9),))
    table.ruled("croupier").dealt("bb").shown()
    assert table.result() == result


@both("CF.C3.07", "CF.C3.08")
@pytest.mark.parametrize(("bank", "third", "result"), [("6h", "3d", (9, 9, "empate")), ("7h", "2d", (9, 7, "punto"))])
def test_a_third_card_dropped_counts_nine(make, real: bool, bank: str, third: str, result) -> None:
    """Bank 6 may draw and reaches 9; bank 7 may not draw and loses."""
    table = at(make, "carta", f"Ks Kc 3d {bank} 5h {third}", real=real).do("bea", a.GiveCard())
    table.report(Accident.BASKET, BANKER, position=4).ruled("croupier")
    assert table.total("punto") == 9
    if bank == "7h":
        drew = table.fork().do("bea", a.DrawCard()).shown()
        assert [one.code for one in drew.incident.faults] == ["bound-by-ruling"]
        table.do("bea", a.Stand()).shown()
    else:
        table.do("bea", a.DrawCard()).shown()
    assert table.result() == result


@both("CF.C3.08")
@pytest.mark.parametrize("bank", ["2d 2c", "3d 3c"])
@pytest.mark.parametrize("table_asked", ["before", "after", "by advice"])
def test_the_table_binds_nobody_to_a_third_card_that_fell(make, real: bool, bank: str, table_asked: str) -> None:
    """There is no column for a card nobody saw: with four or six the banker draws or stands, whenever it was asked."""
    first, second = bank.split()
    table = at(make, "carta", f"2s {first} 2h {second} 5d 3h 9h 3s", real=real).do("bea", a.GiveCard())
    if table_asked == "before":
        table.do("bea", a.AskTable())
    table.report(Accident.BASKET, BANKER, position=4).ruled("croupier")
    if table_asked == "after":
        table.do("bea", a.AskTable())
    if table_asked == "by advice":
        table.report(Accident.ADVICE, Party.BYSTANDER, hand=Hand.BANCA).ruled("croupier")
    for act in (a.DrawCard(), a.Stand()):
        assert not table.fork().do("bea", act).shown().state.docket.open, act


@both("CF.C3.15")
@pytest.mark.parametrize("position", [1, 3, 0])
def test_any_other_card_thrown_unseen_loses_the_coup(make, real: bool, position: int) -> None:
    table = at(make, "no", "5s Kc 2d 7h", real=real).report(Accident.BASKET, BANKER, position=position)
    assert table.incident.proposed_effects == (e.LoseCoup("banca"),)
    table.ruled("croupier").settled()
    assert table.chips("ana") == 10_100_00


@both("CF.C3.09")
@pytest.mark.parametrize(("step", "position", "own"), [("deal:p", 0, 1), ("deal:pbp", 2, 3), ("carry", 2, 3)])
def test_a_banker_who_uncovers_a_card_uncovers_his_own(make, real: bool, step: str, position: int, own: int) -> None:
    table = at(make, step, "2s Kc 6d 5h", real=real).report(Accident.EXPOSED, BANKER, position=position)
    assert table.incident.proposed_effects == (e.Expose("banca", (1 if position == 0 else 2,)),)
    table.ruled("croupier")
    if step != "carry":
        table.dealt("bpb"[len(step) - 6 :] if step == "deal:p" else "b")
    seen = [card.position for card in table.play.view(None).coup.cards if card.face is not None]
    assert sorted(seen) == sorted((position, own))
    assert table.state.phase is Phase.CARRY


@both("CF.C3.09")
def test_a_card_that_went_away_before_the_deal_is_no_first_card(make, real: bool) -> None:
    """The nine lay face up in the shoe: of what is dealt then, the banker uncovers the first of each."""
    table = at(make, "deal:", "9h 2s Kc 6d 5h", real=real).report(Accident.EXPOSED_IN_SHOE).ruled("croupier")
    table.dealt("pbp").report(Accident.EXPOSED, BANKER, position=1)
    assert table.incident.proposed_effects == (e.Expose("banca", (1,)),)


@both("CF.C3.10", "CF.C3.11")
@pytest.mark.parametrize(("third", "free"), [("8d", False), ("9d", True)])
def test_both_uncovered_both_shown_and_the_table_followed(make, real: bool, third: str, free: bool) -> None:
    """Bank 3: against an eight it stands; against a nine it may choose, for only the croupier's fault makes it draw."""
    table = at(make, "carry", f"2s Kc Kd 3h {third} 2c", real=real)
    table.report(Accident.EXPOSED, BANKER, position=0).ruled("croupier")
    table.report(Accident.EXPOSED, BANKER, position=2)
    assert table.incident.proposed_effects == (e.Expose("banca", (1, 2)), e.BindToTable("banca", fault_of=BANKER))
    table.ruled("croupier")
    assert table.total("banca") == 3
    table.looked().said("carta").do("bea", a.GiveCard())
    drew = table.fork().do("bea", a.DrawCard())
    assert bool(drew.state.docket.open) is not free
    table.do("bea", a.Stand()).shown()
    assert table.result() == ((0, 3, "banca") if third == "8d" else (1, 3, "banca"))


@pytest.mark.clause("CF.C3.12")
@pytest.mark.parametrize("conduct", ["strict", "observed"])
def test_the_banker_speaks_after_the_punto(make, conduct: str) -> None:
    table = at(make, "word", "Ks 4c 3d 4h", conduct=conduct)
    for act in (a.Stand(), a.DrawCard(), *((a.LayDown(BANCA),) if conduct == "strict" else ())):
        assert table.refused("bea", act).clauses == ("CF.A.17", "CF.C3.12")
    assert at(make, "no", "5s 4c 2d 4h", conduct=conduct).do("bea", a.LayDown(BANCA)).state.phase is Phase.SETTLE


@both("CF.C3.13")
@pytest.mark.parametrize("step", ["carry", "lift", "word"])
def test_a_banker_who_lays_down_early_frees_the_stakes_one_by_one(make, real: bool, step: str) -> None:
    """Ana takes her 100 back, Luis stays with 200 and is settled as usual."""
    table = at(make, step, "5s 4c 2d 4h", real=real, stakes="two").do("bea", a.LayDown(BANCA))
    assert (table.incident.kind, table.incident.proposed_effects) == ("laid-down-early", (e.OfferWithdrawal(),))
    assert {"CF.C3.12", "CF.C3.13"} <= set(table.incident.faults[0].clauses)
    table.ruled("croupier")
    assert table.refused("luis", a.Lift(PUNTO)).code == ("wrong-window" if step == "word" else "withdrawals-first")
    table.do("ana", a.WithdrawStake())
    assert (table.chips("ana"), table.refused("ana", a.WithdrawStake()).code) == (10_000_00, "nothing-to-withdraw")
    assert table.refused("eva", a.WithdrawStake()).code == "nothing-to-withdraw"
    table.do("luis", a.KeepStake())
    followed = [type(event).__name__ for event in table.turns[-1].events]
    ended = ["CardTurned", "CoupEnded", "Said", "PhaseOpened"]
    assert followed == (ended if real else ["WithdrawalAnswered", "PhaseOpened", "CardTurned", *ended])
    table.shown()
    assert table.result() == (7, 8, "banca")
    table.settled()
    assert (table.chips("luis"), table.chips("ana")) == (9_800_00, 10_000_00)
    assert table.state.bank.total == 300_00 + 190_00


@BOTH
@pytest.mark.parametrize("step", ["carry", "lift", "word"])
def test_the_cards_of_a_holder_who_withdrew_go_to_the_next_stake(make, real: bool, step: str) -> None:
    """Luis held the cards and takes his 200 back; Bea's hand was no natural, and Ana plays for her own 100."""
    table = at(make, step, "5s 4c Kd 3h 2h 9c", real=real, stakes="two").do("bea", a.LayDown(BANCA)).ruled("croupier")
    back = table.outcome("luis", a.WithdrawStake())
    assert "HP.CF.holder-withdrew" in back.rests_on
    table.do("luis", a.WithdrawStake()).do("ana", a.KeepStake())
    if table.state.docket.open:
        table.ruled("inspector", effects=(e.NoteOnly("no-natural"),), reason="his cards stay open")
    assert table.state.holder == table.state.coup.punto.holder == "ana"
    if step == "carry":
        table.carried()
    assert (table.state.phase, table.state.coup.punto.before) == (Phase.LIFT, "ana")
    table.do("ana", a.Lift(PUNTO)).said("no")
    assert table.refused("luis", a.ShowHand(PUNTO)).code == "not-holding-cards"
    table.do("bea", a.DrawCard()).shown().settled()
    assert (table.chips("luis"), table.state.carried_over.seguido) == (10_000_00, frozenset({"ana"}))


@BOTH
def test_they_go_on_by_stake_and_priority_until_nobody_stays(make, real: bool) -> None:
    """Seated before standing, the highest, the nearest to the banker's right; a stake without cards moves nothing."""
    table = at(make, "bets", "5s 4c Kd 3h 2h 9c", real=real, stakes="nobody")
    for person, amount in {"luis": 100_00, "ana": 50_00, "carla": 50_00, "pau": 70_00, "eva": 20_00}.items():
        table.do(person, a.Stake(amount))
    table.closed().dealt().carried().report(Accident.OTHER)
    table.ruled("inspector", effects=(e.OfferWithdrawal(),), reason="a lamp fell on the cloth")
    for person, holder in [("eva", "luis"), ("luis", "carla"), ("carla", "ana"), ("ana", "pau")]:
        table.do(person, a.WithdrawStake())
        assert table.state.holder == holder
    table.do("pau", a.WithdrawStake())
    assert (table.state.phase, table.state.bank.total) == (Phase.BETWEEN, 300_00)


def test_whoever_has_spoken_keeps_the_cards_though_he_takes_his_stake_back(make) -> None:
    table = at(make, "no", "5s 4c Kd 3h", stakes="two").report(Accident.OTHER)
    table.ruled("inspector", effects=(e.OfferWithdrawal(),), reason="a lamp fell").do("luis", a.WithdrawStake())
    assert (table.state.holder, table.plays()) == ("luis", {"ana": 100_00})


def claimed(table, coup: int, against: Party):
    """Return the claim that the staff note."""
    made = table.outcome("croupier", a.RecordClaim("ana", coup, against, "he broke the table"))
    return made.events[0], made.rests_on


@pytest.mark.clause("CF.C3.16")
def test_no_claim_against_the_banker_once_the_stakes_were_collected(make) -> None:
    table = at(make, "no", "5s Kc 2d 6h").do("bea", a.Stand()).shown()
    before, _ = claimed(table, 1, BANKER)
    assert before.is_admitted
    after, clauses = claimed(table.settled(), 1, BANKER)
    assert (after.is_admitted, after.note, after.person) == (False, "he broke the table", "ana")
    assert "CF.C3.16" in clauses


def test_a_card_that_all_have_seen_is_no_such_fault(make) -> None:
    table = at(make, "carta", "Ks Kc 3d 4h 9d 2c").do("bea", a.GiveCard()).do("bea", a.DrawCard())
    table.report(Accident.BASKET, BANKER, position=5)
    assert (table.incident.proposed_effects, table.incident.open_to_judgement) == ((), True)
