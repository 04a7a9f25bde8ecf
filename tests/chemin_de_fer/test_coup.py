"""The shoe and the cards of a coup: naturals, words, dealing, the bank's table, the order of settling (CF.A, CF.B)."""

from typing import Any

import pytest

from tapete.games.baccarat.effects import VoidCoup
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.banked.events import PackShuffled
from tapete.games.banked.shoe import CardsChecked
from tapete.games.chemin_de_fer import acts as a, events as h
from tapete.games.chemin_de_fer.terms import Accident, Hand, Phase
from tapete.kernel import PersonId, Ruled
from tapete.table import acts as t
from tests.support.chemin_de_fer.table import Table
from tests.support.rows import each_clause

BANCA, PUNTO = Hand.BANCA, Hand.PUNTO
clause, param = pytest.mark.clause, pytest.param


def closed(make, shoe: str = "", **options: Any) -> Table:
    """Ana alone stakes 100 on a bank of 300, and the betting is closed."""
    return make(shoe, **options).bank(300_00).bets().do("ana", a.Stake(100_00)).closed()


def ana_holds(make, shoe: str = "Ks 4c 3d 4h", **options: Any) -> Table:
    """Both sides have looked at their cards."""
    return closed(make, shoe, **options).dealt().looked()


def may(table: Table, by: str, *acts: Any) -> list[bool]:
    return [not table.answer(by, act) for act in acts]


def faces(table: Table, hand: str) -> list[str | None]:
    """Return the cards of a hand in the order in which they came, the third one last."""
    return [card.face for card in table.state.coup.cards.layout if card.place.startswith(hand)]


def words(table: Table) -> str:
    """Return what the croupier said last."""
    said = table.state.announcements[-1]
    return table.state.book.formulas[said.formula].value.format(**said.values)


def shuffled(make, **how: Any) -> Table:
    """The cards have been shuffled, offered, and shuffled again by the croupier."""
    return make(prepared=False, **how).do("croupier", a.ShufflePack(), a.OfferCards(), a.ShufflePack())


@pytest.mark.clause("CF.B.03")
def test_the_croupier_shuffles_before_anything_else(make) -> None:
    table = make(prepared=False)
    for early in (a.OfferCards(), a.InsertStopCard(), a.CutPack(100)):
        assert table.refusal("croupier", early) == ("not-shuffled", ("CF.B.03",))
    assert table.refused("ana", a.ShufflePack()).code == "not-your-post"
    table.do("croupier", a.ShufflePack())
    assert table.refusal("croupier", a.InsertStopCard()) == ("cards-not-offered", ("CF.B.03",))


@pytest.mark.clause("CF.B.04")
def test_the_formula_is_said_when_the_cards_are_offered(make) -> None:
    table = make(prepared=False).do("croupier", a.ShufflePack(), a.OfferCards())
    assert [one.formula for one in table.state.announcements] == ["cards-pass"]


@pytest.mark.clause("CF.B.05")
def test_a_player_shuffles_what_is_offered(make) -> None:
    table = make(prepared=False).do("croupier", a.ShufflePack(), a.OfferCards())
    assert table.play.attempt(a.ShufflePack(), "ana").events == (PackShuffled("ana"),)


@pytest.mark.clause("CF.B.06")
@pytest.mark.parametrize("players", [0, 2])
def test_the_last_shuffle_is_the_croupiers(make, players: int) -> None:
    table = make(prepared=False).do("croupier", a.ShufflePack(), a.OfferCards())
    table.do("luis", *[a.ShufflePack()] * players)
    for by, early in (("croupier", a.InsertStopCard()), ("eva", a.CutPack(100)), ("eva", a.DeclineCut())):
        assert table.refusal(by, early) == ("croupier-shuffles-last", ("CF.B.06",))
    assert table.do("croupier", a.ShufflePack()).state.phase is Phase.CUT


@pytest.mark.clause("CF.B.07")
def test_the_cut_goes_round_from_the_croupiers_left(make) -> None:
    """Eva sits at 9, Luis at 8, Ana at 5, Carla at 2, Bea at 1."""
    table = shuffled(make)
    for person, following in (("eva", "luis"), ("luis", "ana"), ("ana", "carla"), ("carla", "bea")):
        assert table.state.shoe.cut_to == person
        assert table.refused(following, a.CutPack(100)).code == "cut-not-offered-to-you"
        assert "CF.B.07" in table.do(person, a.DeclineCut()).turns[-1].rests_on
    fork = table.fork().do("bea", a.CutPack(1))
    assert (fork.state.shoe.cut_depth, fork.state.phase) == (1, Phase.STOP_CARD)
    assert "HP.CF.croupier-cuts" in table.do("bea", a.DeclineCut()).turns[-1].rests_on
    assert table.refused("croupier", a.DeclineCut()).code == "croupier-must-cut"
    assert table.refused("croupier", a.CutPack(312)).code == "cut-too-deep"
    assert table.do("croupier", a.CutPack(311)).state.phase is Phase.STOP_CARD


@pytest.mark.clause("CF.B.08")
def test_seven_cards_lie_behind_the_stop_card(make) -> None:
    table = shuffled(make)
    assert table.refusal("croupier", a.InsertStopCard()) == ("not-cut", ("CF.B.08",))
    table.do("eva", a.CutPack(100))
    for below in (6, 8, 10):
        assert table.refusal("croupier", a.InsertStopCard(below)) == ("stop-card-depth", ("CF.B.08",))
    table.do("croupier", a.InsertStopCard(7))
    assert (table.state.shoe.stop, table.state.shoe.size, table.state.phase) == (305, 312, Phase.BANK)


@pytest.mark.clause("CF.B.10", "CF.B.47")
@pytest.mark.parametrize("position", [303, 305])
def test_the_coup_of_the_stop_card_is_the_last_until_a_new_preparation(make, position: int) -> None:
    """At 303 it comes with the punto's second card, at 305 it is the first card of the coup."""
    table = closed(make).with_shoe(position=position).played()
    assert [one.shoe for turn in table.turns for one in turn.events if isinstance(one, h.ShoeEnded)] == [1]
    assert "CF.B.10" in table.turns[-1].rests_on
    assert table.state.coup.punto.winner is not None
    for step in (a.ShufflePack(), a.OfferCards(), a.ShufflePack()):
        by = ("CF.B.47", "CF.B.10") if table.state.shoe.number == 1 else ("CF.B.47",)
        assert table.refusal("croupier", a.OpenBets()) == ("shoe-not-prepared", by)
        assert table.state.coup.cards.layout  # they lie there until they are in the new shoe
        table.do("croupier", step)
    assert table.state.coup.cards.layout == ()
    table.do("eva", a.CutPack(100))
    assert table.refused("croupier", a.OpenBets()).clauses == ("CF.B.47",)
    table.do("croupier", a.InsertStopCard())
    assert (table.state.shoe.number, table.state.shoe.position, table.state.shoe.is_stop_seen) == (2, 0, False)
    table.bank(by=str(table.state.offer.candidate), amount=400_00).bets()


@pytest.mark.clause("CF.B.49")
@pytest.mark.parametrize(("found", "complete", "whole"), [(312, True, True), (312, False, False), (311, True, False)])
def test_the_cards_are_checked_at_the_end_if_a_player_asks(make, found: int, complete: bool, whole: bool) -> None:
    table = make().bank().bets().do("luis", a.AskCardCheck()).do("ana", a.Stake(100_00)).closed()
    assert table.refused("luis", a.AskCardCheck()).code == "check-asked-already"
    assert table.refused("croupier", a.CheckCards(312)).code == "wrong-window"
    table.with_shoe(position=305).played()
    assert table.refusal("croupier", a.ShufflePack()) == ("check-asked", ("CF.B.49",))
    assert table.refused("luis", a.CheckCards(312)).code == "not-your-post"
    table.do("inspector", a.CheckCards(found, complete))
    assert table.turns[-1].events[0] == CardsChecked(1, 312, found, whole, PersonId("inspector"))
    if not whole:
        (case,) = table.state.docket.open
        assert (case.kind, case.open_to_judgement, case.proposed_effects) == ("pack-not-whole", True, ())
        assert table.refused("croupier", a.ShufflePack()).code == "coup-suspended"
        assert table.refused("croupier", GiveRuling(1, None, "otra baraja")).code == "not-your-post"
        table.do("inspector", GiveRuling(1, None, "otra baraja"))
    table.do("croupier", a.ShufflePack())


@pytest.mark.clause("CF.A.07")
def test_the_cards_are_dealt_in_turn_the_punto_first(make) -> None:
    table = closed(make, "5s Kc 3d 6h")
    assert may(table, "bea", a.DealCard(PUNTO)) == [True]
    table.dealt()
    assert (faces(table, "punto"), faces(table, "banca")) == (["5s", "3d"], ["Kc", "6h"])


@pytest.mark.parametrize(
    ("shoe", "totals", "winner"),
    [
        param("7s 3c Kd 4h", (7, 7), "empate", marks=clause("CF.A.01")),
        param("Ks Kc 7d 6h", (7, 6), "punto", marks=clause("CF.A.02")),
        param("As 2c 5d 5h", (6, 7), "banca", marks=clause("CF.A.03")),
        param("8s Kc 8d 7h", (6, 7), "banca", marks=clause("CF.A.04")),
        param("5s Kc 2d 6h", (7, 6), "punto", marks=clause("CF.A.05")),
    ],
)
def test_cards_are_counted_when_they_are_shown(make, shoe: str, totals: Any, winner: str) -> None:
    """What the cards are worth decides who has won."""
    table = ana_holds(make, shoe, conduct="observed").said("no").do("bea", a.Stand()).show()
    assert ((table.total("punto"), table.total("banca")), table.state.coup.punto.winner) == (totals, winner)


@pytest.mark.clause("CF.B.42")
def test_there_is_no_winner_while_one_hand_is_hidden(make) -> None:
    table = ana_holds(make, "3s Kc 4d 6h 2c").said("no").do("bea", a.Stand())
    assert (table.state.phase, table.state.coup.punto.winner) == (Phase.SHOW, None)
    table.do("croupier", a.ShowHand(PUNTO))
    assert (table.state.phase, table.state.coup.punto.winner) == (Phase.SHOW, None)
    assert may(table, "croupier", a.Settle()) == [False]
    assert may(table.do("croupier", a.ShowHand(BANCA)), "croupier", a.Settle()) == [True]


@pytest.mark.clause("CF.A.06")
def test_equal_totals_leave_everything_as_it_was(make) -> None:
    """Bank 200, one stake of 200, 6 to 6: nothing is paid or deducted, and the betting opens again."""
    table = make("2s Ah 4h 5h").bank(200_00).bets().do("ana", a.Stake(200_00)).closed().dealt().looked().said("no")
    table.do("bea", a.Stand()).show()
    assert (table.total("punto"), table.total("banca"), table.state.coup.punto.winner) == (6, 6, "empate")
    assert "CF.A.06" in table.settled().play.last.rests_on
    assert (table.chips("ana"), table.state.bank.total, table.money().get("cagnotte", 0)) == (10_000_00, 200_00, 0)
    assert table.fork().do("bea", a.PassHand()).state.bank is None
    table.bets().do("ana", a.Stake(50_00))


@pytest.mark.clause("CF.A.21")
def test_a_coup_closes_with_totals_cards_and_money(make) -> None:
    table = ana_holds(make, "2s 3h 3d 4c").said("no").do("bea", a.Stand()).show()
    assert words(table) == "punto 5, banca 7, gana la banca"
    assert "CF.A.21" in table.play.last.rests_on
    assert all(card.face_up for card in table.state.coup.cards.layout)
    assert table.settled().chips("ana") == 10_000_00 - 100_00


@pytest.mark.clause("CF.A.09")
def test_a_natural_is_answered_by_showing(make) -> None:
    """Punto 8, banker 9: the banker shows and wins."""
    table = ana_holds(make, "4s Kc 4d 9h").do("ana", a.LayDown(PUNTO))
    assert (table.total("punto"), table.total("banca"), table.state.coup.punto.winner) == (8, 9, "banca")


def asked(make) -> Table:
    return ana_holds(make, "Ks Kc 3d 5h 2c").said("carta")


def too_few(make) -> Table:
    return make(seats={1: "bea", 2: "carla", 5: "ana"}, standing={}).bank(300_00)


def given(make) -> Table:
    return asked(make).do("bea", a.GiveCard())


def betting(make) -> Table:
    return make().bank().bets().do("ana", a.Stake(100_00))


@each_clause(
    "scene, by, act, code",
    [
        ("CF.B.01", too_few, "croupier", a.OpenBets(), "too-few-players"),
        ("CF.B.40", betting, "bea", a.DealCard(PUNTO), "bets-open"),
        ("CF.B.38", closed, "bea", a.DealCard(BANCA), "deal-order"),
        ("CF.B.38", lambda make: closed(make).dealt("pb"), "bea", a.DealCard(BANCA), "deal-order"),
        ("CF.A.08", given, "bea", a.LayDown(BANCA), "natural-too-late"),
        ("CF.A.10", asked, "ana", a.Say("carta"), "word-said"),
        ("CF.A.10", given, "ana", a.Say("carta"), "word-said"),
        ("CF.A.17", ana_holds, "bea", a.LayDown(BANCA), "punto-speaks-first"),
        ("CF.C3.12", ana_holds, "bea", a.Stand(), "punto-speaks-first"),
        ("CF.A.19", lambda make: ana_holds(make, "5s Kc 2d Th 9h").said("no"), "bea", a.Stand(), "banker-must-draw"),
    ],
)
def test_what_is_not_done_now(make, clause, scene, by, act, code) -> None:
    found, clauses = scene(make).refusal(by, act)
    assert (found, clause in clauses) == (code, True)


@pytest.mark.clause("CF.A.11")
@pytest.mark.parametrize(("shoe", "word"), [("Ks Kc 2d 5h", "carta"), ("5s Kc 2d 5h", "no")])
def test_the_punto_says_carta_or_no(make, shoe: str, word: str) -> None:
    assert words(ana_holds(make, shoe).said(word)) == word


@pytest.mark.clause("CF.A.13")
def test_whoever_asks_what_he_may_do_on_five_is_told_the_clause(make) -> None:
    assert "CF.A.13" in ana_holds(make, "Ks Kc 5d 5h 2c").play.explain("ana")


@pytest.mark.clause("CF.A.23")
def test_on_five_who_asks_the_croupier_stands(make) -> None:
    table = ana_holds(make, "Ks Kc 5d 5h 2c")
    assert may(table, "ana", a.AskAdvice()) == [True]
    table.do("ana", a.AskAdvice())
    assert "CF.A.23" in table.play.last.rests_on
    assert table.play.view("ana").coup.advice == "no"
    assert (table.state.coup.punto.word, table.state.phase) == ("no", "banker")
    assert table.refused("ana", a.Say("carta")).code == "word-said"
    natural = ana_holds(make, "Ks Kc 8d 5h").do("ana", a.AskAdvice())
    told = {who: natural.play.view(who).coup.advice for who in ("ana", "bea", "luis", "croupier")}
    assert told == {"ana": "abatir", "bea": None, "luis": None, "croupier": None}, "who asked alone hears of a natural"


@pytest.mark.clause("CF.A.22")
def test_a_question_about_the_rules_is_answered(make) -> None:
    table = make()
    for topic in ("CF.A.13", "garage", "what is this?"):
        assert table.play.game.ask_rule(table.state, PersonId("ana"), topic) != ()


@pytest.mark.clause("CF.B.32")
def test_a_lifted_card_is_a_seen_card(make) -> None:
    """Luis has lifted his cards by a corner, nobody has turned one: the late seguido comes too late."""
    table = make(coups=("banca", "banca")).bank(300_00).bets().do("ana", a.CallBanco()).closed().played().bets()
    table.do("luis", a.Stake(200_00)).closed().dealt().carried()
    assert table.fork().do("ana", a.CallSeguido()).state.holder == "ana"
    refused = table.do("luis", a.Lift(PUNTO)).refused("ana", a.CallSeguido())
    assert (refused.code, "CF.B.32" in refused.rests_on) == ("cards-seen", True)


@pytest.mark.clause("CF.A.18")
def test_a_banker_on_six_who_did_not_ask_for_the_table_may_draw(make) -> None:
    table = ana_holds(make, "3s Kc 4d 6h 2c").said("no")
    assert may(table, "bea", a.DrawCard(), a.Stand()) == [True, True]
    assert faces(table.do("bea", a.DrawCard()), "banca") == ["Kc", "6h", "2c"]


@pytest.mark.clause("CF.A.20")
def test_a_third_card_lies_face_up(make) -> None:
    table = ana_holds(make, "Ks Kc 3d 6h 4h").said("carta").do("bea", a.GiveCard())
    assert [card.face for card in table.play.view(None).coup.cards] == [None, None, None, None, "4h"]


@pytest.mark.clause("CF.A.24", "CF.A.25")
@pytest.mark.parametrize("asks", [True, False])
def test_a_banker_who_asked_for_the_table_follows_it(make, asks: bool) -> None:
    """Bank 4 against a 9 stands; the column is the card's value, not the punto's new total of 2."""
    table = ana_holds(make, "Ks Kc 3d 4h 9h").said("carta").do("bea", a.GiveCard())
    assert may(table, "bea", a.DrawCard(), a.Stand()) == [True, True]
    if asks:
        assert may(table, "bea", a.AskTable()) == [True]
        table.do("bea", a.AskTable())
        assert table.refused("bea", a.AskTable()).code == "nothing-changes"
        assert "ask-table" not in {one.act for one in table.play.legal("bea")}
    assert may(table, "bea", a.DrawCard(), a.Stand()) == [not asks, True]


def after_a_coup(make, pau: int, second: str = "4s 2h 4c Kd") -> Table:
    """The bank at 1 has won a coup; Pau is on his feet behind a place."""
    table = make(f"2s 9h 4d Kc  {second}", standing={"pau": pau}).bank(300_00).bets().do("carla", a.Stake(20_00))
    return table.closed().played()


@pytest.mark.clause("CF.D.17")
def test_moving_on_ones_feet_to_follow_the_hand_is_recorded(make) -> None:
    """Behind 2 he stands at the right of the bank."""
    outcome = after_a_coup(make, 9).outcome("pau", t.StandBehind(2))
    assert isinstance(outcome, Ruled)
    assert (outcome.faults[0].code, outcome.faults[0].clauses) == ("followed-the-hand", ("CF.D.17",))
    # away from the hand, or before the shoe is dealt, nobody follows anything
    assert not isinstance(make(standing={"pau": 9}).bank().outcome("pau", t.StandBehind(2)), Ruled)
    assert not isinstance(after_a_coup(make, 2).outcome("pau", t.StandBehind(9)), Ruled)


@pytest.mark.clause("CF.D.18")
@pytest.mark.parametrize("annulled", [False, True])
@pytest.mark.parametrize(
    ("winner", "moved", "order"),
    [("punto", True, ["ana", "pau"]), ("banca", True, ["pau", "ana"]), ("banca", False, ["ana", "pau"])],
)
def test_who_followed_the_hand_is_collected_first_and_paid_last(
    make, winner: str, moved: bool, annulled: bool, order: list[str]
) -> None:
    """A coup that was annulled before a card came out is played anew: the mark is for the one that counts."""
    table = after_a_coup(make, 9, {"punto": "4s 2h 4c Kd", "banca": "2h 9c 4h Kd"}[winner])
    if moved:
        table.do("pau", t.StandBehind(2))
    table.bets().do("ana", a.Stake(100_00)).do("pau", a.Stake(50_00)).closed()
    if annulled:
        table.do("croupier", a.Report(Accident.OTHER, note="a glass fell over"))
        table.ruled("inspector", effects=(VoidCoup(),), reason="seen")
        table.bets().do("ana", a.Stake(100_00)).do("pau", a.Stake(50_00)).closed()
    table.played()
    (settled,) = (one for one in table.play.last.events if type(one).__name__ == "CoupSettled")
    assert [one.person for one in settled.stakes] == order
    assert table.state.carried_over.followers == frozenset()
