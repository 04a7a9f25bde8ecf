"""One coup on two cloths, DP.A and DP.B: what cards count, words, third cards, the banker's table, scores, payment."""

from itertools import accumulate
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.games.baccarat.effects import at
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.banked.acts import AskTable, DrawCard, Say, Stand
from tapete.games.banked.coup import Word
from tapete.games.banked.shoe import AskCardCheck, CardsChecked, CheckCards, InsertStopCard
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.terms import Hand, Phase
from tapete.kernel import HOUSE, fixed_value
from tests.support.dos_panos.coups import LOST, MIXED, at_the_banker, banco, carried, coup, said, stood
from tests.support.dos_panos.options import altered, by, under
from tests.support.dos_panos.table import BANK, Table, opened
from tests.support.rows import each_clause

param = pytest.param


def betting(shoe: str = MIXED, **options: Any) -> Table:
    """100 euros lie on each cloth."""
    return opened(shoe, **options).ready().bets().staked(ana=100_00, carla=100_00)


def looks(shoe: str, **options: Any) -> Table:
    """Ana, who is to speak for the first cloth, has looked at her cards."""
    return carried(shoe, **options).do("ana", a.Lift(Hand.PRIMERO))


def choices(made: Table) -> str:
    """Return what a banker may do: ``T``, ``P``, or ``O`` for both."""
    draws, stands = made.accepts("rosa", DrawCard()), made.accepts("rosa", Stand())
    return {(True, False): "T", (False, True): "P", (True, True): "O"}.get((draws, stands), "")


def scores(shoe: str, word: str, act: Any = None) -> dict[str, str]:
    return said(at_the_banker(shoe, word, word).do("rosa", act or Stand()).shown())["scores"]


@under("DP.A.01", "", "OM1979-09", "REG-51-53")
def test_what_these_rules_do_not_say_of_a_king_the_general_rules_say(book: str) -> None:
    made = looks("Ks 9h Kd 7c 8d 6h", book=book)
    assert made.play.view("ana").coup.totals == {"primero": 7}
    assert made.accepts("ana", Say(Word.NO))


@pytest.mark.clause("DP.A.02")
def test_court_cards_and_tens_count_nothing_an_ace_one_others_their_pips() -> None:
    assert looks("Ks 9h Jd 7c 8d 6h").accepts("ana", Say(Word.NO))
    assert scores("Ks 9h Jd 7c 8d 6h", "no") == {"primero": "7", "segundo": "7", "banca": "6"}
    assert scores("Ts Ah Qd 7c 6d Jh", "no", DrawCard())["segundo"] == "7"


@pytest.mark.clause("DP.A.03")
def test_of_a_sum_the_tens_are_dropped() -> None:
    assert scores("2s 2h Kd 2d 2c 6d 7s 8h", "carta")["primero"] == "1"
    assert scores("7d 9h Kd 8c 8d 6h", "no")["segundo"] == "7"


@pytest.mark.clause("DP.A.05")
def test_a_tie_pays_and_takes_nothing_and_leaves_the_turn() -> None:
    # 6 against 6, 5 against 6
    made = stood("9s 2h Kd 7c 3d 6h")
    assert made.chips("ana") == 20_000_00
    assert (made.state.turns[Hand.PRIMERO], made.state.turns[Hand.SEGUNDO]) == (1, 7)


@under("DP.C1.01", "", "GUIDE")
def test_a_wrong_dealer_and_an_early_card_are_refused(book: str) -> None:
    made = betting(book=book)
    assert made.why("rosa", a.DealCard(Hand.PRIMERO), "DP.C1.01") == "bets-open"
    assert made.closed().refused("ana", a.DealCard(Hand.PRIMERO)).code == "not-the-banker"


@under("DP.B.17", "", "GUIDE")
def test_the_banker_deals_the_first_cloth_the_second_and_himself_one_card_at_a_time(book: str) -> None:
    made = betting("4s 9h Kd 5c Qs 7h", book=book).closed()
    for hand in (Hand.SEGUNDO, Hand.BANCA):
        assert made.why("rosa", a.DealCard(hand), "DP.B.17") == "deal-order"
    assert made.why("ana", Say(Word.NO), "DP.B.17") == "deal-first"
    cards = made.dealt().state.coup.cards.layout
    assert [[card.face for card in at(cards, hand)] for hand in Hand] == [["4s", "5c"], ["9h", "Qs"], ["Kd", "7h"]]
    assert not any(card.face_up for card in cards)


@pytest.mark.clause("DP.A.06")
def test_the_first_two_cards_lie_face_down_and_nobody_sees_them_before_he_looks() -> None:
    made = betting().closed().dealt()
    for viewer in ("ana", "carla", "rosa", "croupier", "director", None):
        assert [card.face for card in made.play.view(viewer).coup.cards] == [None] * 6


@pytest.mark.clause("DP.B.19")
def test_the_first_cloth_speaks_then_the_second_and_each_by_its_player() -> None:
    made = carried("2s 4h Kd 2c 4s 7h 9d 8d")
    assert made.refused("carla", a.Say(Word.NO)).code == "not-your-word"
    assert made.why("bea", a.Say(Word.CARTA), "DP.B.19") == "not-your-cards"
    assert made.refused("ana", a.Say(Word.NO)).code == "look-first"
    assert made.said("1", "carta").phase is Phase.SECOND_WORD
    assert made.said("2", "abatir").phase is Phase.ANSWER


@pytest.mark.clause("DP.B.21")
def test_the_second_cloth_does_not_speak_before_the_first() -> None:
    made = carried("2s 4h Kd 2c 4s 7h 9d 8d").do("carla", a.Lift(Hand.SEGUNDO))
    assert made.refused("carla", a.LayDown(Hand.SEGUNDO)).code == "not-your-word"


@under("DP.A.09", "", "GUIDE")
def test_a_hand_player_says_carta_or_no_and_has_one_third_card_at_most(book: str) -> None:
    made = carried("2s 2h Kd 3c 2d 6h 9s 8s", book=book).said("1", "carta")
    assert set(said(made)) == {"carta"}
    made.said("2", "carta").looked().do("rosa", a.GiveCard(Hand.PRIMERO))
    assert made.refused("rosa", a.GiveCard(Hand.PRIMERO)).code == "no-card-asked"
    assert set(said(carried("2s 2h Kd 3c 2d 6h", book=book).said("1", "no"))) == {"no"}


@pytest.mark.parametrize(
    ("cards", "book", "word", "code", "clause"),
    [
        param("K 4", "asturias-2011", "no", "must-draw", "DP.A.11", marks=by("DP.A.11")),
        param("9 7", "asturias-2011", "carta", "must-stand", "DP.A.13", marks=by("DP.A.13")),
        param("A 7", "asturias-2011", "no", "natural-to-lay-down", "DP.A.14", marks=by("DP.A.14")),
        param("A 7", "catalogo-51-53", "no", "natural-to-lay-down", "DP.A.14", marks=by("DP.A.14", "REG-51-53")),
        ("4 5", "asturias-2011", "carta", "natural-to-lay-down", "DP.A.14"),
    ],
)
def test_the_scheme_binds_a_hand_player(cards: str, book: str, word: str, code: str, clause: str) -> None:
    first, second = cards.split()
    assert looks(f"{first}s 2h Kd {second}c 4s 7h", book=book).why("ana", Say(Word(word)), clause) == code


@pytest.mark.clause("DP.A.12")
def test_a_five_is_free() -> None:
    assert [looks("2s 2h Kd 3c 4s 7h").accepts("ana", Say(word)) for word in Word] == [True, True]


@pytest.mark.clause("DP.A.15")
def test_outside_the_exceptions_a_hand_player_has_no_choice() -> None:
    made = carried("9s 9h Kd 8c 8d 6h").said("1", "no").do("carla", a.Lift(Hand.SEGUNDO))
    assert [fixed_value(one.fields, "word") for one in made.play.legal("carla") if one.act == "say"] == ["no"]


@pytest.mark.clause("DP.A.37")
def test_a_five_that_asked_for_advice_stands() -> None:
    made = looks("2s 2h Kd 3c 4s 7h").do("ana", a.AskAdvice())
    assert made.why("ana", a.Say(Word.CARTA), "DP.A.37") == "advised-to-stand"
    made.said("1", "no")
    silent = looks("2s 2h Kd 3c 4s 7h", **altered(advice__croupier_explains=False))
    assert silent.refused("ana", a.AskAdvice()).code == "no-advice"


@pytest.mark.parametrize(
    ("book", "clauses"),
    [
        param("guia", ("DP.A.18",), marks=by("DP.A.18")),
        ("asturias-2011", ("DP.A.14",)),
        ("orden-1979", ("DP.A.14",)),
        ("catalogo-51-53", ("DP.A.14", "DP.A.12")),
    ],
)
def test_a_banco_player_turns_up_his_nine_all_the_same(book: str, clauses: tuple[str, ...]) -> None:
    """The guide alone says it of his freedom; elsewhere it is the rule for every hand."""
    made = banco("9s 2h Kd Kc 3d 6h", book=book).dealt().carried().do("bea", a.Lift(Hand.PRIMERO))
    assert made.refusal("bea", Say(Word.CARTA)) == ("natural-to-lay-down", clauses)
    assert made.accepts("bea", a.LayDown(Hand.PRIMERO))


@pytest.mark.clause("DP.A.34")
def test_under_the_guide_cards_that_lie_crossed_or_side_by_side_are_a_word_and_the_spoken_word_counts() -> None:
    made = looks("2s 9h Kd 3c 8d 6h", book="guia")
    assert made.accepts("ana", a.PlaceCards(crossed=True))
    assert made.fork().do("ana", a.PlaceCards(crossed=True)).state.coup.side(Hand.PRIMERO).word is Word.NO
    made.do("ana", Say(Word.CARTA))
    assert made.refused("ana", a.PlaceCards(crossed=True)).code == "not-your-word"
    assert made.state.coup.side(Hand.PRIMERO).word is Word.CARTA


@pytest.mark.parametrize(
    ("shoe", "first", "second"),
    [
        ("2s 9h Kd 3c 8d 3h", "abatir", "no"),
        ("9s 2h Kd 8c 3d 3h", "no", "abatir"),
        ("2s 2h Kd 3c 3d 3h", "abatir", "abatir"),
        ("2s As Kd 3c 8d 3h", "abatir", "abatir"),
    ],
)
def test_a_five_that_is_shown_stands_and_the_others_play_on(shoe: str, first: str, second: str) -> None:
    """To the letter a five is turned up and nobody has the choice; nothing says that it ends the coup."""
    made = at_the_banker(shoe, first, second, book="catalogo-51-53-literal")
    assert (made.phase, choices(made)) == (Phase.BANKER, "O")
    assert made.do("rosa", DrawCard()).phase is Phase.SHOW


def both_asked(bank: str = "7h", third_cards: str = "9s 8s", **options: Any) -> Table:
    """Both cloths have four and asked for a card, and the banker has looked at his cards."""
    made = carried(f"2s 2h Kd 2c 2d {bank} {third_cards}", **options)
    return made.said("1", "carta").said("2", "carta").looked()


@pytest.mark.clause("DP.A.07")
def test_a_banker_with_a_natural_gives_no_third_cards() -> None:
    assert both_asked("9h").refused("rosa", a.GiveCard(Hand.PRIMERO)).code == "natural-to-lay-down"


@pytest.mark.clause("DP.A.08")
def test_when_the_bank_turns_a_natural_up_both_cloths_show() -> None:
    made = both_asked("9h").do("rosa", a.LayDown(Hand.BANCA))
    assert (made.phase, len(made.state.coup.cards.layout)) == (Phase.SETTLE, 6)
    assert all(card.face_up for card in made.state.coup.cards.layout)


@pytest.mark.clause("DP.A.21")
def test_third_cards_go_to_the_first_cloth_then_to_the_second_face_up() -> None:
    made = both_asked().do("rosa", a.GiveCard(Hand.PRIMERO), a.GiveCard(Hand.SEGUNDO))
    thirds = [(card.place, card.face, card.face_up) for card in made.state.coup.cards.layout if "-3" in card.place]
    assert (thirds, made.phase) == ([("primero-3", "9s", True), ("segundo-3", "8s", True)], Phase.BANKER)


@pytest.mark.clause("DP.B.22")
def test_the_banker_s_turn_begins_when_both_cloths_have_their_third_cards() -> None:
    assert both_asked().why("rosa", DrawCard(), "DP.B.22") == "cloths-first"


@pytest.mark.clause("DP.A.19")
def test_the_banker_is_free_without_the_table() -> None:
    assert choices(at_the_banker("2s 2h Kd 2c 5d 6h 6s", "carta")) == "O"


@pytest.mark.clause("DP.A.20")
def test_a_banker_on_nought_must_draw_but_not_under_the_guide() -> None:
    shoe = "9s 2h Kd 7c 5d Qh 6s"
    assert at_the_banker(shoe).why("rosa", Stand(), "DP.A.20") == "banker-must-draw"
    assert at_the_banker(shoe, book="guia").accepts("rosa", Stand())


@pytest.mark.clause("DP.A.22")
def test_the_table_that_he_asked_for_binds_the_banker_where_both_cloths_agree() -> None:
    agree = both_asked("5h", "6s 7s").given().do("rosa", AskTable())
    assert agree.why("rosa", Stand(), "DP.A.22") == "against-table"
    agree.do("rosa", DrawCard())
    assert choices(both_asked("5h", "6s 8s").given().do("rosa", AskTable())) == "O"


@pytest.mark.clause("DP.A.33")
def test_the_banker_says_his_score_when_he_stands_and_after_his_card() -> None:
    for shoe, act, total in ((MIXED, Stand(), "6"), ("9s 2h 2d 8c 3d 2h 5s", DrawCard(), "9")):
        made = at_the_banker(shoe).do("rosa", act, a.ShowHand(Hand.BANCA))
        assert said(made).get("bank-score") == {"total": total}


@under("DP.A.38", "", "OM1979-09")
def test_an_eight_of_two_cards_beats_a_nine_of_three(book: str) -> None:
    # cloth 1: 8 of two; cloth 2: 7; the bank 4 draws 5
    made = carried("Ks 9h Ad 8d 8c 3s 5h", 200_00, 300_00, book=book).said("1", "abatir").said("2", "no").looked()
    made.do("rosa", DrawCard()).shown().settled()
    assert (made.chips("ana"), made.chips("carla"), made.account("cagnotte")) == (20_200_00, 19_700_00, 2_00)


EIGHT_TO_NINE = "Ks 9h Ad 8d 8c 3s 5h"
"""Cloth 1 has an eight of two cards, the bank draws a five to its four."""


@pytest.mark.parametrize(
    ("options", "won"),
    [
        ({}, 100_00),
        ({"natural__lost_keeps_priority": False}, -100_00),
        ({"natural__lost_keeps_priority": False, "natural__lost_by": "carta"}, 100_00),
        ({"natural__lost_by": "carta"}, 100_00),
    ],
)
def test_what_a_natural_is_worth_whose_player_said_no(options: dict[str, Any], won: int) -> None:
    made = looks(EIGHT_TO_NINE, conduct="observed", **altered(**options)).do("ana", Say(Word.NO)).said("2", "no")
    made.looked().do("rosa", DrawCard()).shown()
    for one in made.state.docket.open:
        made.do("croupier", GiveRuling(one.serial))
    assert made.settled().chips("ana") - 20_000_00 == won


def shown(**stakes: int) -> Table:
    """Both cloths and the banker have stood, and the hands lie open."""
    return at_the_banker(MIXED, **stakes).do("rosa", Stand()).shown()


@pytest.mark.clause("DP.B.23")
def test_the_croupier_says_the_three_scores() -> None:
    assert said(shown()).get("scores") == {"primero": "7", "segundo": "5", "banca": "6"}


@pytest.mark.clause("DP.B.24")
def test_nothing_is_settled_before_the_bank_has_shown_its_cards() -> None:
    made = betting(LOST).closed()
    assert made.refused("croupier", a.Settle()).code == "play-goes-on"
    made.played("no", "no").do("rosa", Stand())
    assert made.why("croupier", a.Settle(), "DP.B.24") == "hands-not-shown"
    assert made.shown().accepts("croupier", a.Settle())


@pytest.mark.clause("DP.B.25")
def test_the_cards_of_a_coup_go_to_the_basket() -> None:
    assert {card.place for card in stood(MIXED).state.coup.cards.layout} == {"discard"}


@pytest.mark.clause("DP.B.26", "DP.B.27")
def test_losing_stakes_come_to_the_bank_before_winning_ones_are_paid_out_of_it() -> None:
    """A bank of 1,000 pays 1,500 to one cloth with the 600 that it takes from the other: its chips never run out."""
    made = opened(MIXED, **altered(bank__excess="pay-by-priority")).ready(1_000_00)
    made.bets().staked(ana=1_500_00, carla=600_00).closed().played("no", "no").do("rosa", Stand()).shown().settled()
    legs = [leg for event in made.turns[-1].events for leg in made.play.game.postings(event)]
    moved = [leg.amount for leg in legs if leg.account == "bank"]
    assert moved == [600_00, -1_500_00]
    assert min(accumulate(moved, initial=1_000_00)) >= 0
    made = opened("2h 9s Kd 3d 8c 6h", **altered(bank__excess="pay-by-priority")).ready(1_000_00)
    made.bets().staked(ana=10_00, carla=600_00).do("ana", a.Stake(600_00, Hand.SEGUNDO))
    made.closed().played("no", "no").do("rosa", Stand()).shown().settled()
    told = "Carla is paid whole at her own cloth, and Ana, who comes from the other, what is left"
    assert (made.chips("carla"), made.chips("ana"), made.account("bank")) == (20_600_00, 20_400_00, 0), told


@under("DP.B.28", "", "GUIDE")
def test_the_house_has_a_part_where_the_banker_wins_more_than_he_loses(book: str) -> None:
    for lost, won, part in ((300_00, 300_00, 0), (300_00, 120_00, 3_60), (120_00, 300_00, 0)):
        assert stood(MIXED, ana=won, carla=lost, book=book).account("cagnotte") == part, (lost, won)


@under("DP.E2.16", "", "REG-51-53")
def test_each_cloth_is_compared_with_the_bank_and_the_house_takes_two_per_cent_of_the_net(book: str) -> None:
    # 7 against 6, 5 against 6
    made = stood(MIXED, ana=120_00, carla=300_00, book=book)
    assert (made.chips("ana"), made.chips("carla")) == (20_120_00, 19_700_00)
    assert (made.account("bank"), made.account("cagnotte")) == (5_000_00 + 180_00 - 3_60, 3_60)


@pytest.mark.clause("DP.E2.16")
@pytest.mark.parametrize("base", ["net", "gross"])
def test_the_part_of_the_house_is_no_more_than_what_the_banker_won(base: str) -> None:
    coarse = altered(commission__base=base, commission__unit=1_000_00, commission__rounding="up")
    made = stood(MIXED, ana=120_00, carla=300_00, **coarse)
    assert (made.account("cagnotte"), made.account("bank")) == (180_00, BANK)


@each_clause(
    "who, gains",
    [
        ("DP.A.04", "ana", 200_00),  # 7 against the 6 of the bank
        ("DP.A.04", "carla", -300_00),  # 5 against it
        ("DP.B.26", "ana", 200_00),
        ("DP.B.27", "carla", -300_00),
        ("DP.B.29", "bank", 98_00),
        ("DP.F.16", "cagnotte", 2_00),
    ],
)
def test_what_everybody_has_after_a_coup(clause: str, who: str, gains: int) -> None:
    before = {"bank": BANK, "cagnotte": 0}
    made = stood(MIXED, ana=200_00, carla=300_00)
    assert (made.account(who) if who in before else made.chips(who)) == before.get(who, 20_000_00) + gains
    assert (made.chips("rosa"), made.account("stakes"), made.play.view(None).cagnotte) == (0, 0, 2_00)


@pytest.mark.clause("DP.B.33")
def test_a_coup_is_over_when_scores_were_said_cards_shown_and_stakes_paid() -> None:
    made = at_the_banker(MIXED).do("rosa", Stand())
    for step in (lambda: None, made.shown):
        step()
        assert made.why(HOUSE, a.CloseTable(), "DP.B.33") == "coup-in-progress"
    assert made.settled().accepts(HOUSE, a.CloseTable())


@pytest.mark.clause("DP.D.09")
def test_the_cards_are_handed_on_where_the_bank_has_won_and_stay_where_it_has_not() -> None:
    made = stood(MIXED).bets().staked(ana=50_00, bea=50_00, carla=50_00, dani=50_00).closed()
    assert (made.state.holder(Hand.PRIMERO), made.state.holder(Hand.SEGUNDO)) == ("ana", "dani")


@pytest.mark.clause("DP.B.07")
def test_the_prepared_pack_lies_in_the_shoe_with_its_stop_card() -> None:
    made = opened().announced().deposited().do("croupier", a.CountPack(312), a.ShufflePack(), a.CutPack(100))
    shoe = made.do("croupier", InsertStopCard()).state.shoe
    assert (shoe.is_loaded, shoe.size, shoe.stop) == (True, 312, 302)


@pytest.mark.clause("DP.B.30")
def test_the_cards_are_checked_at_the_end_of_a_shoe_if_a_player_asks() -> None:
    """The stop card lies before the fifth card: it comes out as cloth 2's second card would be drawn."""
    made = opened(LOST).announced(shoes=2).deposited().shoe()
    made.play.state = replace(made.state, shoe=replace(made.state.shoe, stop=4))
    assert made.delivered().accepts("ana", AskCardCheck())
    coup(made.do("ana", AskCardCheck()))
    assert made.refused("croupier", a.CountPack(312)).code == "check-asked"
    made.do("croupier", CheckCards(312))
    assert made.turns[-1].events == (CardsChecked(1, 312, 312, True, "croupier"),)
    made.shoe()


@pytest.mark.clause("DP.A.45")
def test_punters_do_not_put_their_chips_together() -> None:
    made = opened().ready(1_000_00).do("croupier", a.OpenBets())
    assert made.why("bea", a.Associate("ana", 500_00), "DP.A.45") == "association-forbidden"
