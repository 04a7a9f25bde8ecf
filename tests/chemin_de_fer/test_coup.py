"""The cards of a coup: naturals, the words, dealing, announcing, advice, the order of settling (CF.A, CF.B.38-43)."""

import msgspec
import pytest

from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.terms import PREPARING, Hand, Phase
from tapete.kernel import PersonId, Refused, Ruled
from tapete.money import euros
from tapete.table import acts as t


def at_the_cards(make, shoe: str, **options):
    """Ana alone stakes 100 on a bank of 300; both sides have looked."""
    return make(shoe, **options).bank(300_00).bets().do("ana", a.Stake(100_00)).closed().dealt().looked()


@pytest.mark.clause("CF.A.05", "CF.B.42")
def test_the_higher_total_wins_once_both_hands_lie_open(make) -> None:
    table = at_the_cards(make, "5s Kc 2d 6h").said("no").do("bea", a.Stand())
    table.do("croupier", a.ShowHand(Hand.PUNTO))
    assert table.state.coup.punto.winner is None
    table.do("croupier", a.ShowHand(Hand.BANCA))
    assert (table.total("punto"), table.total("banca"), table.state.coup.punto.winner) == (7, 6, "punto")


@pytest.mark.clause("CF.A.11")
@pytest.mark.parametrize(("shoe", "word"), [("Ks Kc 2d 5h", "carta"), ("5s Kc 2d 5h", "no")])
def test_the_punto_says_carta_or_no(make, shoe: str, word: str) -> None:
    table = at_the_cards(make, shoe).said(word)
    assert [one.formula for one in table.state.announcements][-1:] == [word]
    assert table.state.book.formulas[word].value == word


@pytest.mark.clause("CF.A.17", "CF.C3.12")
def test_the_banker_speaks_after_the_punto(make) -> None:
    table = at_the_cards(make, "Ks 4c 3d 4h")
    for act in (a.LayDown(Hand.BANCA), a.Stand(), a.DrawCard()):
        assert table.refusal("bea", act) == ("punto-speaks-first", ("CF.A.17", "CF.C3.12"))


@pytest.mark.clause("CF.A.19")
def test_a_banker_with_bacarra_draws(make) -> None:
    table = at_the_cards(make, "5s Kc 2d Th 9h").said("no")
    assert table.refused("bea", a.Stand()).clauses == ("CF.A.19",)
    table.do("bea", a.DrawCard())


@pytest.mark.clause("CF.A.20")
def test_a_third_card_lies_face_up(make) -> None:
    table = at_the_cards(make, "Ks Kc 3d 6h 4h").said("carta").do("bea", a.GiveCard())
    assert [card.face for card in table.play.view(None).coup.cards] == [None, None, None, None, "4h"]


@pytest.mark.clause("CF.A.24", "CF.A.25", "CF.A.26")
def test_a_banker_who_asked_for_the_table_follows_it(make) -> None:
    """Bank 4 against a 9 stands; the column is the card's value, not the punto's new total of 2."""
    table = at_the_cards(make, "Ks Kc 3d 4h 9h").said("carta").do("bea", a.GiveCard())
    table.fork().do("bea", a.DrawCard())
    table.do("bea", a.AskTable())
    assert table.refused("bea", a.DrawCard()).code == "against-table"
    assert table.refused("bea", a.AskTable()).code == "nothing-changes"
    assert "ask-table" not in {one.act for one in table.play.legal("bea")}
    table.do("bea", a.Stand())


@pytest.mark.clause("CF.B.08", "CF.B.10")
@pytest.mark.parametrize(("position", "last"), [(300, False), (304, True), (305, True)])
def test_the_stop_card_lies_before_the_last_seven(make, position: int, last: bool) -> None:
    """The coup during which it comes is played to its end and is the last of the shoe."""
    table = make().bank(300_00).bets().do("ana", a.Stake(100_00)).closed()
    late = msgspec.structs.replace(table.state, shoe=msgspec.structs.replace(table.state.shoe, position=position))
    table.play = type(table.play)(table.play.game, late, table.play.source)
    table.dealt()
    assert table.play.view(None).last_coup is last
    ended = table.played().turns[-1].outcome
    assert not isinstance(ended, Refused)
    assert table.state.phase in PREPARING if last else table.state.phase not in PREPARING
    if last:
        assert table.refused("croupier", a.OpenBets()).code == "shoe-not-prepared"


@pytest.mark.clause("CF.B.13")
def test_the_bank_is_announced(make) -> None:
    table = make().bank(1_000_00)
    said = table.state.announcements[-1]
    words = table.state.book.formulas[said.formula].value.format(**said.values)
    assert words == f"hay {euros(1_000_00)} euros en la banca" == "hay 1.000 euros en la banca"


@pytest.mark.clause("CF.B.40")
def test_nothing_is_dealt_before_the_betting_has_closed(make) -> None:
    table = make().bank(300_00).bets().do("ana", a.Stake(100_00))
    assert table.refused("bea", a.DealCard(Hand.PUNTO)).clauses == ("CF.B.40", "CF.C1.01")


def ana_holds(make, shoe: str, **options):
    """Ana has staked 100 of 300 and seen her two cards."""
    return make(shoe, **options).bank(300_00).bets().do("ana", a.Stake(100_00)).closed().dealt().looked()


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


@pytest.mark.clause("CF.A.10")
def test_the_punto_asks_once(make) -> None:
    table = ana_holds(make, "Ks Kc 3d 5h 2c").said("carta")
    refused = table.refused("ana", a.Say("carta"))
    assert (refused.code, refused.clauses) == ("word-said", ("CF.A.10",))
    table.do("bea", a.GiveCard())
    assert table.refused("ana", a.Say("carta")).clauses == ("CF.A.10",)


@pytest.mark.clause("CF.A.08")
def test_no_natural_is_laid_down_once_a_third_card_lies_on_the_table(make) -> None:
    table = ana_holds(make, "Ks Kc 3d 5h 2c").said("carta").do("bea", a.GiveCard())
    assert table.refusal("bea", a.LayDown(Hand.BANCA)) == ("natural-too-late", ("CF.A.08",))


@pytest.mark.clause("CF.A.13")
@pytest.mark.parametrize("word", ["carta", "no"])
def test_on_five_the_punto_chooses(make, word: str) -> None:
    table = ana_holds(make, "Ks Kc 5d 5h 2c")
    assert "CF.A.13" in table.play.explain("ana")
    table.said(word)


@pytest.mark.clause("CF.A.23")
def test_on_five_who_asks_the_croupier_stands(make) -> None:
    table = ana_holds(make, "Ks Kc 5d 5h 2c").do("ana", a.AskAdvice())
    assert "CF.A.23" in table.play.last.rests_on
    assert table.play.view("ana").coup.advice == "no"
    assert (table.state.coup.punto.word, table.state.phase) == ("no", "banker")
    assert table.refused("ana", a.Say("carta")).code == "word-said"


@pytest.mark.clause("CF.B.38")
def test_the_banker_begins_with_his_opponent(make) -> None:
    table = make().bank(300_00).bets().do("ana", a.Stake(100_00)).closed()
    refused = table.refused("bea", a.DealCard(Hand.BANCA))
    assert (refused.code, refused.clauses) == ("deal-order", ("CF.B.38",))
    table.dealt("pb")
    assert table.refused("bea", a.DealCard(Hand.BANCA)).clauses == ("CF.B.38",)


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


OTHERS = (None, "bea", "carla", "luis", "eva", "pau", "croupier", "inspector", "nobody")


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


@pytest.mark.clause("CF.B.01")
def test_three_players_open_no_first_coup(make) -> None:
    table = make(seats={1: "bea", 2: "carla", 5: "ana"}, standing={}).bank(300_00)
    assert table.refusal("croupier", a.OpenBets()) == ("too-few-players", ("CF.B.01",))
