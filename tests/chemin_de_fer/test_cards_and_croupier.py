"""The punto's one word, his freedom on 5, the croupier's advice, the banker at will, dealing, announcing, settling."""

from itertools import pairwise

import msgspec
import pytest

from tapete.clauses import register
from tapete.games.baccarat.effects import GiveCards
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.terms import Accident, Hand, Phase
from tapete.kernel import PersonId, Ruled
from tapete.table import acts as t
from tapete.table.staff import Role
from tests.support.chemin_de_fer.observed import BOTH, at


def ana_holds(make, shoe: str, **options):
    """Ana has staked 100 of 300 and seen her two cards."""
    return make(shoe, **options).bank(300_00).bets().do("ana", a.Stake(100_00)).closed().dealt().looked()


# --- the end of a coup ------------------------------------------------------------------------------------------------


@pytest.mark.clause("CF.A.06")
def test_equal_totals_leave_everything_as_it_was(make) -> None:
    """Bank 200, one stake of 200, 6 to 6: nothing is paid or deducted, and the betting opens again."""
    table = make("2s Ah 4h 5h").bank(200_00).bets().do("ana", a.Stake(200_00)).closed().dealt().looked().said("no")
    table.do("bea", a.Stand()).show()
    assert (table.total("punto"), table.total("banca"), table.state.coup.punto.winner) == (6, 6, "empate")
    table.settled()
    assert "CF.A.06" in table.play.last.rests_on
    assert (table.chips("ana"), table.state.bank.total, table.money().get("cagnotte", 0)) == (10_000_00, 200_00, 0)
    assert table.state.phase is Phase.BETWEEN
    passed = table.fork().do("bea", a.PassHand())
    assert passed.state.bank is None
    table.bets().do("ana", a.Stake(50_00))


@pytest.mark.clause("CF.A.06")
def test_a_total_that_differs_is_no_tie(make) -> None:
    table = make("2s Ah 4h 4c").bank(200_00).bets().do("ana", a.Stake(200_00)).closed().dealt().looked().said("no")
    table.do("bea", a.Stand()).show().settled()
    assert table.chips("ana") == 10_000_00 + 200_00


@pytest.mark.clause("CF.A.21")
def test_a_coup_closes_with_totals_cards_and_money(make) -> None:
    table = ana_holds(make, "2s 3h 3d 4c").said("no").do("bea", a.Stand()).show()
    said = table.state.announcements[-1]
    words = table.state.book.formulas[said.formula].value.format(**said.values)
    assert words == "punto 5, banca 7, gana la banca"
    assert "CF.A.21" in table.play.last.rests_on
    assert all(card.face_up for card in table.state.coup.cards.layout)
    table.settled()
    assert table.chips("ana") == 10_000_00 - 100_00


# --- the punto --------------------------------------------------------------------------------------------------------


@pytest.mark.clause("CF.A.10")
def test_the_punto_asks_once(make) -> None:
    table = ana_holds(make, "Ks Kc 3d 5h 2c").said("carta")
    refused = table.refused("ana", a.Say("carta"))
    assert (refused.code, refused.clauses) == ("word-said", ("CF.A.10",))
    table.do("bea", a.GiveCard())
    assert table.refused("ana", a.Say("carta")).clauses == ("CF.A.10",)


def test_no_card_follows_the_word_when_the_banker_has_a_natural(make) -> None:
    """The word is taken without a hint of the banker's natural; he lays it down before any card."""
    table = ana_holds(make, "Ks 9c 3d Kh 2c").said("carta").do("bea", a.LayDown(Hand.BANCA))
    assert len(table.state.coup.cards.layout) == 4


@pytest.mark.clause("CF.A.08")
def test_no_natural_is_laid_down_once_a_third_card_lies_on_the_table(make) -> None:
    table = ana_holds(make, "Ks Kc 3d 5h 2c").said("carta").do("bea", a.GiveCard())
    refused = table.refused("bea", a.LayDown(Hand.BANCA))
    assert (refused.code, refused.clauses) == ("natural-too-late", ("CF.A.08",))


@pytest.mark.clause("CF.A.13")
@pytest.mark.parametrize("word", ["carta", "no"])
def test_on_five_the_punto_chooses(make, word: str) -> None:
    table = ana_holds(make, "Ks Kc 5d 5h 2c")
    assert "CF.A.13" in table.play.explain("ana")
    table.said(word)


def test_on_four_he_does_not(make) -> None:
    assert ana_holds(make, "Ks Kc 4d 5h 2c").refused("ana", a.Say("no")).clauses == ("CF.A.12",)


@pytest.mark.clause("CF.A.23")
def test_on_five_who_asks_the_croupier_stands(make) -> None:
    table = ana_holds(make, "Ks Kc 5d 5h 2c").do("ana", a.AskAdvice())
    assert "CF.A.23" in table.play.last.rests_on
    assert table.play.view("ana").coup.advice == "no"
    assert (table.state.coup.punto.word, table.state.phase) == ("no", "banker")
    assert table.refused("ana", a.Say("carta")).code == "word-said"


@pytest.mark.clause("CF.A.23")
@pytest.mark.parametrize(("second", "answer"), [("3d", "carta"), ("6d", "no"), ("9d", "abatir")])
def test_on_any_other_total_the_answer_is_what_he_must_do(make, second: str, answer: str) -> None:
    table = ana_holds(make, f"Ks Kc {second} 5h 2c").do("ana", a.AskAdvice())
    assert table.play.view("ana").coup.advice == answer
    assert table.state.coup.punto.word == (None if answer == "abatir" else answer)


def test_only_who_holds_the_cards_and_has_seen_them_is_advised(make) -> None:
    table = make("Ks Kc 5d 5h").bank(300_00).bets().do("ana", a.Stake(100_00)).closed().dealt().carried()
    assert table.refused("ana", a.AskAdvice()).code == "wrong-window"
    table.do("ana", a.Lift(Hand.PUNTO))
    assert table.refused("luis", a.AskAdvice()).code == "not-holding-cards"


# --- the banker -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("CF.A.18")
@pytest.mark.parametrize("act", [a.DrawCard(), a.Stand()])
def test_without_the_table_the_banker_plays_as_he_likes(make, act) -> None:
    """Bank 6, the punto stood: the table would say stand."""
    table = ana_holds(make, "3s Kc 4d 6h 2c").said("no").do("bea", act)
    assert table.state.coup.decision is not None


@pytest.mark.clause("CF.A.27")
def test_the_letters_of_the_table(make) -> None:
    """Bank 5: a third card of 4 leaves the choice, 5 is to draw, 3 is to stand."""

    def asked(third: str):
        table = ana_holds(make, f"Ks Kc 3d 5h {third}c 2d").said("carta").do("bea", a.GiveCard())
        return table.do("bea", a.AskTable())

    asked("4").do("bea", a.Stand())
    asked("4").do("bea", a.DrawCard())
    assert asked("5").do("bea", a.DrawCard()).state.coup.decision == "T"
    assert asked("5").refused("bea", a.Stand()).code == "against-table"
    assert asked("3").refused("bea", a.DrawCard()).code == "against-table"


@pytest.mark.clause("CF.B.38")
def test_the_banker_begins_with_his_opponent(make) -> None:
    table = make().bank(300_00).bets().do("ana", a.Stake(100_00)).closed()
    refused = table.refused("bea", a.DealCard(Hand.BANCA))
    assert (refused.code, refused.clauses) == ("deal-order", ("CF.B.38",))
    table.dealt("pb")
    assert table.refused("bea", a.DealCard(Hand.BANCA)).clauses == ("CF.B.38",)


@pytest.mark.clause("CF.B.38")
def test_dealt_out_of_order_at_a_real_table_it_is_reported(make) -> None:
    table = make(conduct="observed").bank(300_00).bets().do("ana", a.Stake(100_00)).closed()
    outcome = table.outcome("bea", a.DealCard(Hand.BANCA))
    assert isinstance(outcome, Ruled)
    assert outcome.faults[0].clauses == ("CF.B.38",)


def test_while_the_cards_wait_the_duty_to_carry_them_is_shown(make) -> None:
    table = make().bank(300_00).bets().do("ana", a.Stake(100_00))
    assert "CF.C4.17" in table.play.explain("ana")
    assert "CF.B.39" in table.closed().dealt().play.explain("luis")


@pytest.mark.clause("CF.B.32")
def test_a_lifted_card_is_a_seen_card(make) -> None:
    """Luis has lifted his cards by a corner, nobody has turned one: the late seguido comes too late."""
    table = make("2s 9h 4d Kc  2h 3h 9d Qc").bank(300_00).bets().do("ana", a.CallBanco()).closed().dealt().looked()
    table.said("no").do("bea", a.LayDown(Hand.BANCA)).settled().bets().do("luis", a.Stake(200_00)).closed().dealt()
    flat = table.carried().fork()
    assert flat.do("ana", a.CallSeguido()).state.holder == "ana"
    table.do("luis", a.Lift(Hand.PUNTO))
    refused = table.refused("ana", a.CallSeguido())
    assert refused.code == "cards-seen"
    assert "CF.B.32" in refused.rests_on


# --- questions --------------------------------------------------------------------------------------------------------


@pytest.mark.clause("CF.A.22")
def test_any_player_is_told_a_rule_in_any_phase(make) -> None:
    table = make("Ks Kc 5d 5h 2c")
    phases = [table.fork()]
    for act in (
        lambda: table.bank(300_00),
        lambda: table.bets(),
        lambda: table.do("ana", a.Stake(100_00)).closed(),
        lambda: table.dealt(),
        lambda: table.looked(),
        lambda: table.said("no"),
        lambda: table.do("bea", a.Stand()).show(),
        lambda: table.settled(),
    ):
        act()
        phases.append(table.fork())
    for one in phases:
        (answer,) = one.play.game.ask_rule(one.state, PersonId("luis"), "CF.A.13")
        assert answer.rule == register()["CF.A.13"].rule
        assert one.play.game.ask_rule(one.state, PersonId("luis"))
        assert one.play.game.ask_rule(one.state, PersonId("luis"), "what is this?")
    blank = table.play.game.blank()
    assert len(table.play.game.ask_rule(blank, None)) > 200


def test_what_is_asked_without_a_name_is_answered_with_what_is_in_force(make) -> None:
    table = make("Ks Kc 5d 5h 2c").bank(300_00).bets()
    found = {one.id for one in table.play.game.ask_rule(table.state, PersonId("luis"))}
    assert found == {one for one in table.play.explain("luis") if one.startswith("CF.")}
    assert {one.topic for one in table.play.game.ask_rule(table.state, None, "garage")} == {"garage"}


# --- the order of paying ----------------------------------------------------------------------------------------------


def settled_order(make, winner: str, moved: bool):
    """Pau on his feet moves from behind 9 to behind 2, the right of the bank, in mid-shoe; then 100 and 50 play."""
    first = "2s 9h 4d Kc"
    second = {"punto": "4s 2h 4c Kd", "banca": "2h 9c 4h Kd"}[winner]
    table = make(f"{first}  {second}", standing={"pau": 9}).bank(300_00).bets().do("carla", a.Stake(20_00)).closed()
    table.dealt().looked().said("no").do("bea", a.LayDown(Hand.BANCA)).settled()
    outcome = table.outcome("pau", t.StandBehind(2))
    if moved:
        table.do("pau", t.StandBehind(2))
    table.bets().do("ana", a.Stake(100_00)).do("pau", a.Stake(50_00)).closed().dealt().looked()
    if winner == "punto":
        table.do("ana", a.LayDown(Hand.PUNTO))
    else:
        table.said("no").do("bea", a.LayDown(Hand.BANCA))
    table.settled()
    (settled,) = (one for one in table.play.last.events if type(one).__name__ == "CoupSettled")
    return outcome, [one.person for one in settled.stakes], table


@pytest.mark.clause("CF.D.17")
def test_moving_on_ones_feet_to_follow_the_hand_is_recorded(make) -> None:
    outcome, _, table = settled_order(make, "punto", moved=False)
    assert isinstance(outcome, Ruled)
    assert (outcome.faults[0].code, outcome.faults[0].clauses) == ("followed-the-hand", ("CF.D.17",))
    # away from the hand, or before the shoe is dealt, nobody follows anything
    assert not isinstance(make(standing={"pau": 9}).bank().outcome("pau", t.StandBehind(2)), Ruled)
    away = make("2s 9h 4d Kc", standing={"pau": 2}).bank(300_00).bets().do("ana", a.Stake(20_00)).closed()
    away.dealt().looked().said("no").do("bea", a.LayDown(Hand.BANCA)).settled()
    assert not isinstance(away.outcome("pau", t.StandBehind(9)), Ruled)
    assert table.state.carried_over.followers == frozenset()


@pytest.mark.clause("CF.D.18")
@pytest.mark.parametrize(
    ("winner", "moved", "order"),
    [
        ("punto", True, ["ana", "pau"]),
        ("banca", True, ["pau", "ana"]),
        ("banca", False, ["ana", "pau"]),
    ],
)
def test_who_followed_the_hand_is_collected_first_and_paid_last(
    make, winner: str, moved: bool, order: list[str]
) -> None:
    _, found, table = settled_order(make, winner, moved)
    assert found == order
    # the mark is for that coup only
    assert table.state.carried_over.followers == frozenset()


def test_the_general_order_is_that_of_priority(make) -> None:
    """Banker at 1: carla (2), ana (5), eva (9), then pau on his feet, whatever the amounts and the order of calling."""
    table = make("2s 9h 4d Kc").bank(300_00).bets()
    for who, amount in (("pau", 80_00), ("eva", 10_00), ("carla", 20_00), ("ana", 30_00)):
        table.do(who, a.Stake(amount))
    table.closed().dealt().looked().said("no").do("bea", a.LayDown(Hand.BANCA)).settled()
    (settled,) = (one for one in table.play.last.events if type(one).__name__ == "CoupSettled")
    assert [one.person for one in settled.stakes] == ["carla", "ana", "eva", "pau"]


# --- secrecy ----------------------------------------------------------------------------------------------------------

OTHERS = (None, "bea", "carla", "luis", "eva", "pau", "croupier", "inspector", "nobody")


@pytest.mark.parametrize("conduct", ["strict", "observed"])
def test_advice_tells_nobody_else_anything(make, conduct: str) -> None:
    """Five totals below 5 ask and draw: everybody else sees, may do and reads the same, byte for byte."""
    found = []
    for second in ("Qd", "Ad", "2d", "3d", "4d"):
        table = ana_holds(make, f"Ks Kc {second} 5h 9h 2c", conduct=conduct).do("ana", a.AskAdvice())
        game, seen = table.play.game, []
        for step in (table, table.do("bea", a.GiveCard())):
            for event in step.play.last.events:
                tree = msgspec.to_builtins(event)
                for name in event.private():
                    tree[name] = None
                seen.append(tree)
            seen.append(step.play.last.rests_on)
            for who in OTHERS:
                viewer = None if who is None else PersonId(who)
                seen += [
                    game.view(step.state, viewer),
                    game.legal(step.state, viewer),
                    game.explain(step.state, viewer),
                ]
                seen.append(game.ask_rule(step.state, viewer))
        found.append(msgspec.json.encode(seen, order="deterministic"))
    for one, other in pairwise(found):
        assert one == other


def test_advice_on_five_and_on_six_looks_the_same_to_the_others(make) -> None:
    found = []
    for second in ("5d", "6d", "7d"):
        table = ana_holds(make, f"Ks Kc {second} 5h 9h 2c").do("ana", a.AskAdvice())
        game = table.play.game
        found.append(
            msgspec.json.encode(
                [
                    (game.view(table.state, who), game.legal(table.state, who), game.explain(table.state, who))
                    for who in (None if one is None else PersonId(one) for one in OTHERS)
                ]
            )
        )
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize("faces", [("Kc 5h", "Kc 4h", "Kc 3h")])
def test_asking_for_the_table_tells_nothing_of_the_bankers_cards(make, faces: tuple[str, ...]) -> None:
    """Banks of 5, 4 and 3 against a third card of 6, which all draw by the table."""
    found = []
    for face in faces:
        one, two = face.split()
        table = ana_holds(make, f"Ks {one} 3d {two} 6h 2c").said("carta").do("bea", a.GiveCard())
        table.do("bea", a.AskTable())
        game, seen = table.play.game, [table.play.last.rests_on]
        for who in (*(one for one in OTHERS if one != "bea"), "ana"):
            viewer = None if who is None else PersonId(who)
            seen += [game.view(table.state, viewer), game.legal(table.state, viewer), game.explain(table.state, viewer)]
        table.do("bea", a.DrawCard())
        seen += [game.view(table.state, None), table.play.last.rests_on]
        found.append(msgspec.json.encode(seen, order="deterministic"))
    assert found[0] == found[1] == found[2]


def lifts(table, who: str) -> list[str]:
    return [one.fixed_value("hand") for one in table.play.legal(who) if one.act == "lift"]


@pytest.mark.parametrize("conduct", ["strict", "observed"])
def test_the_banker_looks_at_his_cards_once(make, conduct) -> None:
    table = (
        make("9s 2s Ks 4s", conduct=conduct).bank(300_00).bets().do("ana", a.Stake(100_00)).closed().dealt().carried()
    )
    assert lifts(table, "bea") == ["banca"]
    table.do("bea", a.Lift(Hand.BANCA))
    assert lifts(table, "bea") == []
    assert table.refused("bea", a.Lift(Hand.BANCA)).code == "looked-already"


# --- what the table waits for -----------------------------------------------------------------------------------------


def test_at_a_real_table_only_whoever_has_the_cards_is_asked_to_look_at_them(make) -> None:
    """Another player may reach for them, which is an incident; no page invites him to."""
    table = at(make, "lift", "5s Kc 2d 6h")

    def lifts(who: str) -> set[bool]:
        return {one.main for one in table.play.legal(who) if one.act == "lift" and one.fixed_value("hand") == "punto"}

    assert lifts("ana") == {True}
    assert lifts("luis") == {False}
    assert lifts("croupier") == {True}  # for her


@BOTH
@pytest.mark.parametrize("who", ["luis", "bea", "pau", "croupier"])
def test_a_card_that_one_person_came_to_see_is_known_to_him_and_lies_face_down_for_the_others(make, real, who) -> None:
    table = at(make, "lift", "2s 3h 4h Kd 5s", real=real).report(Accident.EXPOSED, None, position=2, person=who)
    card = next(one for one in table.state.coup.cards.layout if one.position == 2)
    assert (card.seen_by, card.face_up) == ({who}, False)
    for viewer in (None, "ana", "luis", "bea", "pau", "croupier"):
        shown = next(one.face for one in table.play.view(viewer).coup.cards if one.position == 2)
        assert shown == ("4h" if viewer == who and not real else None)
    table.ruled("inspector", reason="he says nothing of it").do("ana", a.Lift(Hand.PUNTO)).said("no")


def test_who_saw_one_card_has_still_to_lift_the_hand_that_is_given_to_him(make) -> None:
    table = at(make, "lift", "2s 3h 4h Kd 5s").report(Accident.EXPOSED, None, position=2, person="luis")
    given = (GiveCards("punto", "luis"),)
    table.ruled("inspector", effects=given, reason="ana is unwell")
    assert (table.state.phase, table.state.holder) == (Phase.LIFT, "luis")
    table.do("luis", a.Lift(Hand.PUNTO))
    assert table.total("punto", "luis") == 6


def test_a_croupier_who_saw_one_card_hands_no_hand_over(make) -> None:
    table = at(make, "lift", "2s 3h 4h Kd 5s").report(Accident.EXPOSED, None, position=2, person="croupier")
    table.ruled("inspector", reason="it was an accident").do("inspector", t.Relieve(Role.CROUPIER, "marta"))
    assert not any("marta" in card.seen_by for card in table.state.coup.cards.layout)
