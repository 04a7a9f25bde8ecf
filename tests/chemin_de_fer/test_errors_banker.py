"""The banker's faults: section C.3."""

import pytest

from tapete.games.baccarat.effects import (
    BindToTable,
    DeemNatural,
    Discard,
    Expose,
    KeepOne,
    LoseCoup,
    LoseNatural,
    NoteOnly,
    OfferWithdrawal,
    Party,
    ReturnStake,
    SetAside,
    VoidCoup,
)
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.baccarat.layout import ASIDE, BASKET, DISCARD
from tapete.games.baccarat.pack import CardDealt
from tapete.games.banked.events import CardTurned
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.terms import Accident, Hand, Phase
from tapete.kernel import PersonId
from tests.support.chemin_de_fer.observed import BOTH, at

BANKER = Party.BANKER
BANCA, PUNTO = Hand.BANCA, Hand.PUNTO


# --- C3.01 to C3.03: a card too many ----------------------------------------------------------------------------------


@pytest.mark.clause("CF.C3.01")
@BOTH
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


@pytest.mark.clause("CF.C3.01")
@BOTH
@pytest.mark.parametrize("step", ["carry", "lift", "word"])
def test_the_fifth_card_may_lie_before_the_punto(make, real: bool, step: str) -> None:
    """Laid before the punto who has not spoken: he has it if he asks for a card, and else the banker takes it."""
    table = at(make, step, "4s Kc 2d 7h 5d", real=real).do("bea", a.DealCard(PUNTO))
    assert table.incident.proposed_effects == (SetAside(4, BANCA),)
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


@pytest.mark.clause("CF.C3.01")
@BOTH
def test_it_is_the_puntos_third_card_if_he_asks(make, real: bool) -> None:
    table = at(make, "word", "4s Kc Kd 7h 5d", real=real).do("bea", a.DealCard(BANCA)).ruled("croupier").said("carta")
    table.do("bea", a.GiveCard()).do("bea", a.Stand()).shown()
    assert (table.place(4), table.result()) == ("punto-3", (9, 7, "punto"))


@BOTH
def test_it_is_discarded_when_the_punto_lays_down_a_natural(make, real: bool) -> None:
    table = at(make, "word", "4s Kc 4d 7h 5d", real=real).do("bea", a.DealCard(BANCA)).ruled("croupier")
    table.do("ana", a.LayDown(PUNTO)).shown()
    assert (table.place(4), table.result()) == (DISCARD, (8, 7, "punto"))


@pytest.mark.clause("CF.C3.14")
@BOTH
def test_a_banker_who_drew_it_lays_no_natural_down_any_more(make, real: bool) -> None:
    table = at(make, "word", "4s Kc 2d 8h 5d", real=real).do("bea", a.DealCard(BANCA)).ruled("croupier").said("no")
    refused = table.refused("bea", a.LayDown(BANCA))
    assert (refused.code, refused.clauses) == ("natural-right-lost", ("CF.C3.14",))
    table.do("bea", a.DrawCard()).shown().ruled("croupier")
    assert table.result() == (6, 3, "punto")


@pytest.mark.clause("CF.C3.02")
@pytest.mark.clause("CF.C3.03")
@BOTH
def test_the_order_of_the_cards_tells_the_fifth_from_one_too_many(make, real: bool) -> None:
    """The banker's third card before the deal is whole: he counts 0, and 7 with one more."""
    table = at(make, "deal:pb", "4s 9c Qd 4h 2d 7s", real=real).dealt("bb")
    assert {"CF.C3.02", "CF.C3.03"} <= set(table.turns[-2].rests_on) | set(table.turns[-1].rests_on)
    table.ruled("croupier").dealt("p").looked().said("no").do("bea", a.DrawCard()).shown()
    assert table.result() == (6, 7, "banca")


@pytest.mark.parametrize(("step", "code"), [("deal:pb", "deal-order"), ("word", "fifth-card")])
def test_a_strict_table_deals_no_card_too_many(make, step: str, code: str) -> None:
    assert at(make, step, "4s Kc 2d 7h 5d", conduct="strict").refused("bea", a.DealCard(BANCA)).code == code


# --- C3.04, C3.05: two third cards ------------------------------------------------------------------------------------


@pytest.mark.clause("CF.C3.04")
@BOTH
@pytest.mark.parametrize(("thirds", "kept"), [("4h 8h", 4), ("8h 4h", 5), ("Kh Qh", 4)])
def test_of_two_third_cards_the_punto_keeps_the_better(make, real: bool, thirds: str, kept: int) -> None:
    """Punto 3 with a four and an eight: 7 or 1, so he keeps the four; of equal ones the first."""
    table = at(make, "carta", f"Ks Kc 3d 7h {thirds}", real=real).do("bea", a.GiveCard())
    table.report(Accident.TWO_THIRDS, BANKER, hand="punto")
    assert table.incident.proposed_effects == (KeepOne("punto", higher=True),)
    table.ruled("croupier")
    assert table.play.view("bea").coup.totals.get("punto") is None
    table.do("bea", a.Stand()).shown()
    assert [card.position for card in table.state.coup.cards.layout if card.place == "punto-3"] == [kept]
    assert table.place(9 - kept) == DISCARD
    assert table.result()[0] == (3 if "K" in thirds else 7)


@pytest.mark.clause("CF.C3.05")
@BOTH
@pytest.mark.parametrize(("thirds", "kept"), [("4h 8h", 5), ("8h 4h", 4), ("Kh Qh", 4)])
def test_of_two_third_cards_the_banker_keeps_the_worse(make, real: bool, thirds: str, kept: int) -> None:
    """Bank 3 with a four and an eight: 7 or 1, so he keeps the eight."""
    table = at(make, "no", f"5s Kc 2d 3h {thirds}", real=real).do("bea", a.DrawCard())
    table.report(Accident.TWO_THIRDS, BANKER, hand="banca")
    assert table.incident.proposed_effects == (KeepOne("banca", higher=False),)
    table.ruled("croupier").shown()
    assert [card.position for card in table.state.coup.cards.layout if card.place == "banca-3"] == [kept]
    assert table.result() == ((7, 3, "punto") if "K" in thirds else (7, 1, "punto"))


def test_a_second_third_card_needs_a_first(make) -> None:
    table = at(make, "no", "5s Kc 2d 3h 4h")
    refused = table.refused("croupier", a.Report(Accident.TWO_THIRDS, BANKER, hand="punto"))
    assert refused.code == "no-third-card"
    strict = at(make, "carta", "Ks Kc 3d 3h 4h 8h", conduct="strict").do("bea", a.GiveCard())
    assert strict.refused("bea", a.GiveCard()).code == "wrong-window"


@pytest.mark.clause("CF.C3.05")
@BOTH
@pytest.mark.parametrize(("thirds", "total"), [("2h 4h", 7), ("4h 2h", 7)])
def test_two_third_cards_are_seen_although_both_hands_lie_open(make, real: bool, thirds: str, total: int) -> None:
    """The coup was reckoned with the first of them as soon as it lay there; nothing has been paid yet."""
    table = at(make, "carry", f"3s 2c 3d 3h {thirds}", real=real)
    for position in (0, 2):
        table.report(Accident.EXPOSED, BANKER, position=position).ruled("croupier")
    table.carried().do("ana", a.Lift(PUNTO)).said("no").do("bea", a.DrawCard())
    assert (table.state.phase, table.state.docket.open) == (Phase.SETTLE, ())
    table.report(Accident.TWO_THIRDS, BANKER, hand="banca").ruled("croupier")
    assert (table.state.phase, table.result()) == (Phase.SETTLE, (6, total, "banca"))
    table.settled()
    assert table.chips("ana") == 9_900_00


@BOTH
def test_the_table_does_not_bind_by_a_card_that_nobody_can_tell_yet(make, real: bool) -> None:
    table = at(make, "carta", "Ks Kc 3d 4h 9h 8h 2c", real=real).do("bea", a.GiveCard(), a.AskTable())
    table.report(Accident.TWO_THIRDS, BANKER, hand="punto").ruled("croupier")
    table.do("bea", a.DrawCard()).shown()
    assert (table.state.docket.open, table.result()) == ((), (2, 6, "banca"))


# --- C3.06 to C3.08, C3.15: the basket --------------------------------------------------------------------------------


@pytest.mark.clause("CF.C3.06")
@BOTH
@pytest.mark.parametrize(
    ("second", "result"), [("4h", (9, 8, "punto")), ("5h", (9, 9, "empate")), ("2h", (9, 6, "punto"))]
)
def test_a_card_of_the_punto_dropped_in_the_deal_is_a_natural_nine(make, real: bool, second: str, result) -> None:
    table = at(make, "deal:p", f"2s 4c {second}", real=real).report(Accident.BASKET, BANKER, position=0)
    assert (table.place(0), table.incident.proposed_effects) == (BASKET, (DeemNatural("punto", 9),))
    table.ruled("croupier").dealt("bb").shown()
    assert table.result() == result


@pytest.mark.clause("CF.C3.06")
@BOTH
@pytest.mark.parametrize("step", ["deal:p", "deal:pb"])
def test_no_card_is_the_puntos_once_he_counts_a_natural_nine(make, real: bool, step: str) -> None:
    """The banker gives him another in the place of the lost one: it is kept out, and the bank takes its own."""
    table = at(make, step, "2s 4c 9h 4h 5d", real=real).report(Accident.BASKET, BANKER, position=0).ruled("croupier")
    table.do("bea", a.DealCard(Hand.PUNTO))
    (found,) = table.incident.faults
    extra = table.state.shoe.position - 1
    assert (found.code, found.clauses) == ("card-to-deemed-natural", ("CF.C3.06", "CF.A.08"))
    assert (table.incident.proposed_effects, table.incident.open_to_judgement) == ((Discard(extra),), True)
    table.ruled("inspector", reason="no le toca ninguna")
    assert table.place(extra) == DISCARD
    table.dealt("bb"[: 2 - len(at_hand(table))]).shown()
    assert table.total("punto") == 9


def at_hand(table) -> list[int]:
    return [card.position for card in table.state.coup.cards.layout if card.place == "banca"]


@pytest.mark.clause("CF.C3.07")
@pytest.mark.clause("CF.C3.08")
@BOTH
@pytest.mark.parametrize(("bank", "third", "result"), [("6h", "3d", (9, 9, "empate")), ("7h", "2d", (9, 7, "punto"))])
def test_a_third_card_dropped_counts_nine(make, real: bool, bank: str, third: str, result) -> None:
    """Bank 6 may draw and reaches 9; bank 7 may not draw and loses."""
    table = at(make, "carta", f"Ks Kc 3d {bank} 5h {third}", real=real).do("bea", a.GiveCard())
    table.report(Accident.BASKET, BANKER, position=4).ruled("croupier")
    if bank == "7h":
        drew = table.fork().do("bea", a.DrawCard()).shown()
        assert [one.code for one in drew.incident.faults] == ["bound-by-ruling"]
        table.do("bea", a.Stand()).shown()
    else:
        table.do("bea", a.DrawCard()).shown()
    assert table.result() == result


@pytest.mark.clause("CF.C3.07")
def test_a_real_third_card_may_fall_before_anybody_has_seen_it(make) -> None:
    """The croupier waits to key a face that nobody will ever see: he reports the basket instead."""
    table = at(make, "carta", "Ks Kc 3d 6h", real=True)
    super(type(table), table).do("bea", a.GiveCard())
    assert [one.position for one in table.state.coup.due_cards] == [4]
    super(type(table), table).do("croupier", a.Report(Accident.BASKET, BANKER, position=4))
    assert (table.place(4), table.state.coup.due_cards) == (BASKET, ())
    table.ruled("croupier").do("bea", a.Stand()).shown()
    assert table.result() == (9, 6, "punto")


@pytest.mark.clause("CF.C3.15")
@BOTH
@pytest.mark.parametrize("position", [1, 3, 0])
def test_any_other_card_thrown_unseen_loses_the_coup(make, real: bool, position: int) -> None:
    table = at(make, "no", "5s Kc 2d 7h", real=real).report(Accident.BASKET, BANKER, position=position)
    assert table.incident.proposed_effects == (LoseCoup("banca"),)
    table.ruled("croupier").settled()
    assert table.chips("ana") == 10_100_00


@BOTH
def test_a_card_that_all_have_seen_is_no_such_fault(make, real: bool) -> None:
    table = at(make, "carta", "Ks Kc 3d 4h 9d 2c", real=real).do("bea", a.GiveCard()).do("bea", a.DrawCard())
    table.report(Accident.BASKET, BANKER, position=5)
    assert (table.incident.proposed_effects, table.incident.open_to_judgement) == ((), True)


# --- C3.09 to C3.11: cards uncovered ----------------------------------------------------------------------------------


@pytest.mark.clause("CF.C3.09")
@BOTH
@pytest.mark.parametrize(("step", "position", "own"), [("deal:p", 0, 1), ("deal:pbp", 2, 3), ("carry", 2, 3)])
def test_a_banker_who_uncovers_a_card_uncovers_his_own(make, real: bool, step: str, position: int, own: int) -> None:
    table = at(make, step, "2s Kc 6d 5h", real=real).report(Accident.EXPOSED, BANKER, position=position)
    assert table.incident.proposed_effects == (Expose("banca", (1 if position == 0 else 2,)),)
    table.ruled("croupier")
    if step != "carry":
        table.dealt("bpb"[len(step) - 6 :] if step == "deal:p" else "b")
    seen = [card.position for card in table.play.view(None).coup.cards if card.face is not None]
    assert sorted(seen) == sorted((position, own))
    assert table.state.phase is Phase.CARRY


@pytest.mark.clause("CF.C3.09")
@BOTH
@pytest.mark.parametrize(
    ("step", "position", "due", "face_up"),
    [("deal:p", 0, "bpb", {1: True, 2: False, 3: False}), ("deal:pbp", 2, "b", {3: True})],
)
def test_his_own_card_that_is_still_to_come_is_dealt_face_up_and_no_other(
    make, real: bool, step: str, position: int, due: str, face_up: dict[int, bool]
) -> None:
    """The record tells its face as it tells those of other open cards; at a real table the croupier keys it at once."""
    table = at(make, step, "2s Kc 6d 5h", real=real).report(Accident.EXPOSED, BANKER, position=position)
    before = len(table.ruled("croupier").turns)
    table.dealt(due)
    told = [one for turn in table.turns[before:] for one in turn.events if isinstance(one, CardDealt)]
    assert {one.position: one.face_up for one in told} == face_up
    assert [one.position for one in told if "face" not in one.private() and one.face is not None] == [
        number for number, is_open in face_up.items() if is_open
    ]


@pytest.mark.clause("CF.C3.10")
@pytest.mark.clause("CF.C3.11")
@BOTH
@pytest.mark.parametrize(("third", "free"), [("8d", False), ("9d", True)])
def test_both_uncovered_both_shown_and_the_table_followed(make, real: bool, third: str, free: bool) -> None:
    """Bank 3: against an eight it stands; against a nine it may choose, for only the croupier's fault makes it draw."""
    table = at(make, "carry", f"2s Kc Kd 3h {third} 2c", real=real)
    table.report(Accident.EXPOSED, BANKER, position=0).ruled("croupier")
    table.report(Accident.EXPOSED, BANKER, position=2)
    assert table.incident.proposed_effects == (Expose("banca", (1, 2)), BindToTable("banca", fault_of=BANKER))
    table.ruled("croupier")
    assert table.total("banca") == 3
    table.looked().said("carta").do("bea", a.GiveCard())
    drew = table.fork().do("bea", a.DrawCard())
    assert bool(drew.state.docket.open) is not free
    table.do("bea", a.Stand()).shown()
    assert table.result() == ((0, 3, "banca") if third == "8d" else (1, 3, "banca"))


@BOTH
def test_the_croupiers_card_first_and_the_bankers_second(make, real: bool) -> None:
    table = at(make, "carry", "2s Kc Kd 3h", real=real)
    table.report(Accident.EXPOSED, Party.CROUPIER, position=0).ruled("croupier")
    table.report(Accident.EXPOSED, BANKER, position=2)
    assert (table.incident.proposed_effects, table.incident.open_to_judgement) == ((Expose("banca", (2,)),), True)
    assert [one.clauses for one in table.incident.alternatives] == [("CF.C3.10", "CF.C3.11")]


def test_of_his_own_card_the_rules_say_nothing(make) -> None:
    table = at(make, "carry", "2s Kc Kd 3h").report(Accident.EXPOSED, BANKER, position=1)
    assert (table.incident.proposed_effects, table.incident.open_to_judgement) == ((), True)


# --- C3.12, C3.13: out of turn ----------------------------------------------------------------------------------------


@pytest.mark.clause("CF.C3.12")
@pytest.mark.parametrize("conduct", ["strict", "observed"])
def test_the_banker_speaks_after_the_punto(make, conduct: str) -> None:
    table = at(make, "word", "Ks 4c 3d 4h", conduct=conduct)
    for act in (a.Stand(), a.DrawCard(), *((a.LayDown(BANCA),) if conduct == "strict" else ())):
        assert table.refused("bea", act).clauses == ("CF.A.17", "CF.C3.12")
    assert at(make, "no", "5s 4c 2d 4h", conduct=conduct).do("bea", a.LayDown(BANCA)).state.phase is Phase.SETTLE


@pytest.mark.clause("CF.C3.13")
@BOTH
@pytest.mark.parametrize("step", ["carry", "lift", "word"])
def test_a_banker_who_lays_down_early_frees_the_stakes_one_by_one(make, real: bool, step: str) -> None:
    """Ana takes her 100 back, Luis stays with 200 and is settled as usual."""
    table = at(make, step, "5s 4c 2d 4h", real=real, stakes="two").do("bea", a.LayDown(BANCA))
    assert (table.incident.kind, table.incident.proposed_effects) == ("laid-down-early", (OfferWithdrawal(),))
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
        table.ruled("inspector", effects=(NoteOnly("no-natural"),), reason="his cards stay open")
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
    """Seated before standing, then the highest, then the nearest to the banker's right; a stake without cards moves
    nothing.
    """
    table = at(make, "bets", "5s 4c Kd 3h 2h 9c", real=real, stakes="nobody")
    for person, amount in {"luis": 100_00, "ana": 50_00, "carla": 50_00, "pau": 70_00, "eva": 20_00}.items():
        table.do(person, a.Stake(amount))
    table.closed().dealt().carried().report(Accident.OTHER)
    table.ruled("inspector", effects=(OfferWithdrawal(),), reason="a lamp fell on the cloth")
    for person, holder in [("eva", "luis"), ("luis", "carla"), ("carla", "ana"), ("ana", "pau")]:
        table.do(person, a.WithdrawStake())
        assert table.state.holder == holder
    table.do("pau", a.WithdrawStake())
    assert (table.state.phase, table.state.bank.total) == (Phase.BETWEEN, 300_00)


@BOTH
def test_a_stake_given_back_by_a_ruling_takes_the_cards_along(make, real: bool) -> None:
    table = at(make, "lift", "5s 4c Kd 3h 2h 9c", real=real, stakes="two").report(Accident.OTHER)
    table.ruled("inspector", effects=(ReturnStake("luis"),), reason="it was his neighbour's")
    assert (table.state.holder, table.state.coup.punto.before) == ("ana", "ana")
    spoken = at(make, "no", "5s 4c Kd 3h 2h 9c", real=real, stakes="two").report(Accident.OTHER)
    spoken.ruled("inspector", effects=(ReturnStake("luis"),), reason="it was his neighbour's")
    assert spoken.state.holder == "luis"  # the word is said, and the hand plays for all


@pytest.mark.clause("CF.C3.13")
@BOTH
def test_if_all_take_their_stakes_back_the_coup_is_void(make, real: bool) -> None:
    table = at(make, "word", "5s 4c 2d 4h", real=real, stakes="two").do("bea", a.LayDown(BANCA)).ruled("croupier")
    table.do("ana", a.WithdrawStake()).do("luis", a.WithdrawStake())
    assert (table.state.phase, table.state.bank.total) == (Phase.BETWEEN, 300_00)
    assert (table.chips("ana"), table.chips("luis")) == (10_000_00, 10_000_00)


@BOTH
def test_whoever_says_nothing_stays_in(make, real: bool) -> None:
    table = at(make, "word", "5s 4c 2d 4h", real=real, stakes="two").do("bea", a.LayDown(BANCA)).ruled("croupier")
    assert table.refused("ana", a.CloseWithdrawals()).code == "not-your-post"
    made = table.outcome("croupier", a.CloseWithdrawals())
    assert "HP.CF.withdrawal-silence" in made.rests_on
    table.do("croupier", a.CloseWithdrawals()).shown()
    assert table.result() == (7, 8, "banca")


@BOTH
def test_the_punto_may_still_win_with_a_higher_natural(make, real: bool) -> None:
    table = at(make, "word", "5s 4c 4d 4h", real=real).do("bea", a.LayDown(BANCA)).ruled("croupier")
    table.do("croupier", a.KeepStake("ana")).shown()
    assert table.result() == (9, 8, "punto")


@BOTH
def test_laid_down_early_and_no_natural_is_for_the_inspector(make, real: bool) -> None:
    table = at(make, "word", "5s 4c 2d 3h", real=real).do("bea", a.LayDown(BANCA)).ruled("croupier")
    table.do("ana", a.KeepStake())
    assert (table.incident.kind, table.incident.proposed_effects) == ("laid-down-no-natural", ())
    table.ruled("inspector", effects=(), reason="his cards stay open")
    assert table.state.phase is Phase.WORD
    table.said("no").do("bea", a.Stand()).shown()
    assert table.result() == (7, 7, "empate")


# --- C3.14: the natural lost ------------------------------------------------------------------------------------------


@pytest.mark.clause("CF.C3.14")
@BOTH
def test_a_banker_who_offers_a_card_with_a_natural_loses_the_right(make, real: bool) -> None:
    """Bank 9 offers a card; punto 4 draws a five: nine each is a tie."""
    table = at(make, "carta", "2s 4c 2d 5h 5d", real=real).report(Accident.CARD_OFFERED, BANKER)
    assert table.incident.proposed_effects == (LoseNatural("banca"),)
    table.ruled("croupier").do("bea", a.GiveCard()).do("bea", a.Stand()).shown()
    assert table.state.docket.open == ()
    assert table.result() == (9, 9, "empate")


@BOTH
def test_an_offer_costs_a_banker_without_natural_nothing(make, real: bool) -> None:
    table = at(make, "no", "5s Kc 2d 3h 4d", real=real).report(Accident.CARD_OFFERED, BANKER).ruled("croupier")
    table.do("bea", a.DrawCard()).shown()
    assert (table.state.docket.open, table.result()) == ((), (7, 7, "empate"))


@pytest.mark.clause("CF.C3.14")
def test_a_strict_table_lets_no_banker_give_a_card_with_a_natural(make) -> None:
    table = at(make, "carta", "2s 4c 2d 5h 5d", conduct="strict")
    assert table.refused("bea", a.GiveCard()).code == "natural-to-lay-down"
    given = at(make, "carta", "2s 4c 2d 5h 5d").do("bea", a.GiveCard()).do("bea", a.Stand()).shown()
    assert given.incident.proposed_effects == (LoseNatural("banca"),)


# --- C3.16: claims ----------------------------------------------------------------------------------------------------


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


def test_a_claim_against_anybody_else_is_treated_the_same(make) -> None:
    table = at(make, "no", "5s Kc 2d 6h").do("bea", a.Stand()).shown().settled()
    kept, rests = claimed(table, 1, Party.CROUPIER)
    assert (kept.is_admitted, "HP.CF.claims" in rests, "CF.C3.16" in rests) == (False, True, False)
    assert table.refused("ana", a.RecordClaim("ana", 1, BANKER, "mine")).code == "not-your-post"
    assert table.refused("croupier", a.RecordClaim("ana", 7, BANKER, "later")).code == "no-such-coup"


@pytest.mark.parametrize("accident", [Accident.BASKET, Accident.EXPOSED, Accident.CARD_OFFERED])
def test_where_the_table_itself_deals_the_banker_drops_and_shows_nothing(make, accident: Accident) -> None:
    table = at(make, "carry", "5s Kc 2d 6h", conduct="strict")
    assert table.refused("croupier", a.Report(accident, BANKER, position=0)).code == "cannot-happen-here"


def test_the_inspector_may_take_another_lawful_remedy(make) -> None:
    table = at(make, "no", "5s Kc 2d 7h").report(Accident.BASKET, BANKER, position=1)
    assert table.refused("croupier", GiveRuling(1, (VoidCoup(),), "kind")).code == "not-your-post"
    table.ruled("inspector", effects=(VoidCoup(),), reason="the tray was pushed against his hand")
    assert table.state.phase is Phase.BETWEEN


@BOTH
def test_a_second_uncovering_turns_no_card_that_lies_open(make, real: bool) -> None:
    """His first card lies open by the first report; the second one shows the other alone."""
    table = at(make, "deal:pb", "2s 3c 4d 5h", real=real)
    table.report(Accident.EXPOSED, Party.BANKER, position=0).ruled("croupier")
    assert next(card for card in table.state.coup.cards.layout if card.position == 1).face_up
    table.do("bea", a.DealCard(Hand.PUNTO)).report(Accident.EXPOSED, Party.BANKER, position=2).ruled("croupier")
    table.do("bea", a.DealCard(Hand.BANCA))
    turned = [one.position for turn in table.turns for one in turn.events if isinstance(one, CardTurned)]
    assert sorted(turned) == sorted(set(turned))


@pytest.mark.clause("CF.C3.13")
def test_the_croupier_of_a_real_table_keys_what_each_player_answers(make) -> None:
    table = at(make, "lift", "2s Kc 4d 8h", real=True, stakes="two")
    table.do("bea", a.LayDown(Hand.BANCA)).ruled("croupier")
    asked = [(one.act, one.fixed_value("person")) for one in table.play.legal(PersonId("croupier"))]
    for answer in (("withdraw-stake", "ana"), ("keep-stake", "ana"), ("withdraw-stake", "luis")):
        assert answer in asked
    table.do("croupier", a.WithdrawStake(PersonId("ana")))
    asked = [(one.act, one.fixed_value("person")) for one in table.play.legal(PersonId("croupier"))]
    assert ("withdraw-stake", "ana") not in asked
