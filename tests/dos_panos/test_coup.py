"""One coup on two cloths, DP.A and DP.B: the deal, words, third cards, scores, what is paid, the part of the house."""

from itertools import accumulate

import pytest
from msgspec.structs import replace

from tapete.games.baccarat.layout import at
from tapete.games.banked.acts import AskTable, DrawCard, Stand
from tapete.games.banked.shoe import AskCardCheck, CardsChecked, CheckCards, InsertStopCard
from tapete.games.banked.terms import Word
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.terms import Hand, Phase
from tapete.kernel import HOUSE
from tests.support.dos_panos.coups import LOST, coup, said
from tests.support.dos_panos.options import altered
from tests.support.dos_panos.table import BANK, Table, opened

# first cards in the order 1, 2, bank, 1, 2, bank
DEAL = "4s 9h Kd 5c Qs 7h"
"""Cloth 1 has 9, cloth 2 has 9, the bank 7."""


def table(shoe: str, **options: object) -> Table:
    """A bank of 5,000 euros is in play, and the betting of the first coup is open."""
    return opened(shoe, **options).ready().bets()


def dealt(shoe: str, **stakes: int) -> Table:
    """The betting is closed and all cards lie before their players."""
    made = table(shoe).staked(**(stakes or {"ana": 100_00, "carla": 100_00})).closed()
    return made.dealt().carried()


@pytest.mark.clause("DP.B.17")
def test_the_banker_deals_the_first_cloth_the_second_and_himself_one_card_at_a_time() -> None:
    made = table(DEAL).staked(ana=100_00, carla=100_00).closed()
    refused = made.refused("rosa", a.DealCard(Hand.SEGUNDO))
    assert (refused.code, refused.facts["due"]) == ("deal-order", "primero")
    assert "DP.B.17" in refused.clauses
    made.dealt()
    cards = made.state.coup.cards.layout
    assert [[card.face for card in at(cards, hand)] for hand in Hand] == [["4s", "5c"], ["9h", "Qs"], ["Kd", "7h"]]
    assert not any(card.face_up for card in cards)


@pytest.mark.clause("DP.C1.01")
def test_a_wrong_dealer_and_an_early_card_are_refused() -> None:
    made = table(DEAL).staked(ana=100_00)
    assert made.why("rosa", a.DealCard(Hand.PRIMERO), "DP.C1.01") == "bets-open"
    made.closed()
    assert made.refused("ana", a.DealCard(Hand.PRIMERO)).code == "not-the-banker"


@pytest.mark.clause("DP.B.21")
def test_the_second_cloth_does_not_speak_before_the_first() -> None:
    made = dealt("2s 4h Kd 2c 4s 7h 9d 8d").do("carla", a.Lift(Hand.SEGUNDO))
    assert made.refused("carla", a.LayDown(Hand.SEGUNDO)).code == "not-your-word"


@pytest.mark.clause("DP.B.19")
def test_the_first_cloth_speaks_then_the_second_and_each_by_its_player() -> None:
    made = dealt("2s 4h Kd 2c 4s 7h 9d 8d")
    assert made.refused("carla", a.Say(Word.NO)).code == "not-your-word"
    assert made.why("bea", a.Say(Word.CARTA), "DP.B.19") == "not-your-cards"
    assert made.refused("ana", a.Say(Word.NO)).code == "look-first"
    made.said("1", "carta")
    assert made.phase is Phase.SECOND_WORD
    made.said("2", "abatir")
    assert made.phase is Phase.ANSWER


@pytest.mark.parametrize(
    ("cards", "word", "code", "clause"),
    [
        pytest.param("K 4", "no", "must-draw", "DP.A.11", marks=pytest.mark.clause("DP.A.11")),
        pytest.param("9 7", "carta", "must-stand", "DP.A.13", marks=pytest.mark.clause("DP.A.13")),
        pytest.param("A 7", "no", "natural-to-lay-down", "DP.A.14", marks=pytest.mark.clause("DP.A.14")),
        ("4 5", "carta", "natural-to-lay-down", "DP.A.14"),
    ],
)
def test_the_scheme_binds_a_hand_player(cards: str, word: str, code: str, clause: str) -> None:
    first, second = cards.split()
    made = dealt(f"{first}s 2h Kd {second}c 4s 7h")
    made.do("ana", a.Lift(Hand.PRIMERO))
    refused = made.refused("ana", a.Say(Word(word)))
    assert (refused.code, clause in refused.clauses) == (code, True)


@pytest.mark.clause("DP.A.12")
@pytest.mark.parametrize("word", ["carta", "no"])
def test_a_five_is_free(word: str) -> None:
    made = dealt("2s 2h Kd 3c 4s 7h").do("ana", a.Lift(Hand.PRIMERO))
    assert made.accepts("ana", a.Say(Word(word)))


@pytest.mark.clause("DP.A.37")
def test_a_five_that_asked_for_advice_stands() -> None:
    made = dealt("2s 2h Kd 3c 4s 7h").do("ana", a.Lift(Hand.PRIMERO), a.AskAdvice())
    assert made.why("ana", a.Say(Word.CARTA), "DP.A.37") == "advised-to-stand"
    made.said("1", "no")


def facing_a_natural() -> Table:
    """Both cloths asked for a card, and the banker has looked at his nine."""
    return dealt("2s 2h Kd 2c 2d 9h").said("1", "carta").said("2", "carta").looked()


@pytest.mark.clause("DP.A.07")
def test_a_banker_with_a_natural_gives_no_third_cards() -> None:
    assert facing_a_natural().refused("rosa", a.GiveCard(Hand.PRIMERO)).code == "natural-to-lay-down"


@pytest.mark.clause("DP.A.08")
def test_when_the_bank_turns_a_natural_up_both_cloths_show() -> None:
    made = facing_a_natural().do("rosa", a.LayDown(Hand.BANCA))
    assert made.phase is Phase.SETTLE
    assert len(made.state.coup.cards.layout) == 6
    assert all(card.face_up for card in made.state.coup.cards.layout)


def both_asked() -> Table:
    """Both cloths asked for a card, and the banker has looked at his seven."""
    return dealt("2s 2h Kd 2c 2d 7h 9s 8s").said("1", "carta").said("2", "carta").looked()


@pytest.mark.clause("DP.A.21")
def test_third_cards_go_to_the_first_cloth_then_to_the_second_face_up() -> None:
    made = both_asked().do("rosa", a.GiveCard(Hand.PRIMERO), a.GiveCard(Hand.SEGUNDO))
    thirds = [card for card in made.state.coup.cards.layout if card.place.endswith("-3")]
    assert [(card.place, card.face, card.face_up) for card in thirds] == [
        ("primero-3", "9s", True),
        ("segundo-3", "8s", True),
    ]
    assert made.phase is Phase.BANKER


@pytest.mark.clause("DP.B.22")
def test_the_banker_s_turn_begins_when_both_cloths_have_their_third_cards() -> None:
    assert both_asked().why("rosa", DrawCard(), "DP.B.22") == "cloths-first"


@pytest.mark.clause("DP.A.19")
def test_the_banker_is_free_without_the_table() -> None:
    made = dealt("2s 2h Kd 2c 5d 6h 6s").said("1", "carta").said("2", "no").looked().given()
    assert made.accepts("rosa", DrawCard())
    assert made.accepts("rosa", Stand())


@pytest.mark.clause("DP.A.20")
def test_a_banker_on_nought_must_draw_but_not_under_the_guide() -> None:
    shoe = "9s 2h Kd 7c 5d Qh 6s"
    made = dealt(shoe).said("1", "no").said("2", "no").looked()
    assert made.why("rosa", Stand(), "DP.A.20") == "banker-must-draw"
    guide = table(shoe, book="guia").staked(ana=100_00, carla=100_00).closed().dealt().carried()
    guide.said("1", "no").said("2", "no").looked().do("rosa", Stand())


@pytest.mark.clause("DP.A.22")
def test_the_table_that_he_asked_for_binds_the_banker_where_both_cloths_agree() -> None:
    agree = dealt("2s 2h Kd 2c 2d 5h 6s 7s").said("1", "carta").said("2", "carta").looked().given()
    agree.do("rosa", AskTable())
    assert agree.why("rosa", Stand(), "DP.A.22") == "against-table"
    agree.do("rosa", DrawCard())
    differ = dealt("2s 2h Kd 2c 2d 5h 6s 8s").said("1", "carta").said("2", "carta").looked().given()
    differ.do("rosa", AskTable())
    differ.fork().do("rosa", Stand())
    differ.do("rosa", DrawCard())


@pytest.mark.clause("DP.E2.16")
def test_each_cloth_is_compared_with_the_bank_and_the_house_takes_two_per_cent_of_the_net() -> None:
    # 7 against 6, 5 against 6
    made = dealt("9s 2h Kd 8c 3d 6h", ana=120_00, carla=300_00).said("1", "no").said("2", "no").looked()
    made.do("rosa", Stand()).shown().settled()
    assert (made.chips("ana"), made.chips("carla")) == (20_120_00, 19_700_00)
    assert (made.account("bank"), made.account("cagnotte")) == (5_000_00 + 180_00 - 3_60, 3_60)


@pytest.mark.clause("DP.A.38")
def test_an_eight_of_two_cards_beats_a_nine_of_three() -> None:
    # cloth 1: 8 of two; cloth 2: 7; the bank 4 draws 5
    made = dealt("Ks 9h Ad 8d 8c 3s 5h", ana=200_00, carla=300_00).said("1", "abatir").said("2", "no").looked()
    made.do("rosa", DrawCard()).shown().settled()
    assert (made.chips("ana"), made.chips("carla")) == (20_200_00, 19_700_00)
    assert made.account("cagnotte") == 2_00


@pytest.mark.clause("DP.A.05")
def test_a_tie_pays_and_takes_nothing_and_leaves_the_turn() -> None:
    # 6 against 6, 5 against 6
    made = dealt("9s 2h Kd 7c 3d 6h").said("1", "no").said("2", "no").looked().do("rosa", Stand()).shown().settled()
    assert made.chips("ana") == 20_000_00
    assert (made.state.turns[Hand.PRIMERO], made.state.turns[Hand.SEGUNDO]) == (1, 7)


@pytest.mark.clause("DP.D.09")
def test_the_cards_are_handed_on_where_the_bank_has_won_and_stay_where_it_has_not() -> None:
    made = dealt("9s 2h Kd 8c 3d 6h").said("1", "no").said("2", "no").looked().do("rosa", Stand()).shown().settled()
    made.bets().staked(ana=50_00, bea=50_00, carla=50_00, dani=50_00).closed()
    assert (made.state.holder(Hand.PRIMERO), made.state.holder(Hand.SEGUNDO)) == ("ana", "dani")


@pytest.mark.clause("DP.B.25")
def test_the_cards_of_a_coup_go_to_the_basket() -> None:
    made = dealt("9s 2h Kd 8c 3d 6h").said("1", "no").said("2", "no").looked().do("rosa", Stand()).shown().settled()
    assert {card.place for card in made.state.coup.cards.layout} == {"discard"}


MIXED = "9s 2h Kd 8c 3d 6h"
"""Cloth 1 has 7, cloth 2 has 5, the bank 6."""


def stood(shoe: str, **stakes: int) -> Table:
    """Both cloths and the banker stand; the hands are not shown yet."""
    made = opened(shoe).ready().bets().staked(**(stakes or {"ana": 100_00, "carla": 100_00})).closed()
    return made.played("no", "no").do("rosa", Stand())


@pytest.mark.clause("DP.B.23")
def test_the_croupier_says_the_three_scores() -> None:
    made = stood(MIXED).shown()
    assert said(made).get("scores") == {"primero": "7", "segundo": "5", "banca": "6"}


@pytest.mark.clause("DP.B.26")
def test_a_winning_stake_is_paid_as_much_and_stays_its_owner_s() -> None:
    made = stood(MIXED, ana=200_00, carla=300_00).shown().settled()
    assert made.chips("ana") == 20_000_00 + 200_00


@pytest.mark.clause("DP.B.27")
def test_a_losing_stake_is_the_bank_s() -> None:
    made = stood(MIXED, ana=200_00, carla=300_00).shown().settled()
    assert made.chips("carla") == 20_000_00 - 300_00
    assert (made.account("bank"), made.account("stakes")) == (BANK + 100_00 - 2_00, 0)


@pytest.mark.clause("DP.B.26")
@pytest.mark.clause("DP.B.27")
def test_losing_stakes_come_to_the_bank_before_winning_ones_are_paid_out_of_it() -> None:
    """A bank of 1,000 pays 1,500 to one cloth with the 600 that it takes from the other: its chips never run out."""
    made = opened(MIXED, **altered(bank__excess="pay-by-priority")).ready(1_000_00)
    made.bets().staked(ana=1_500_00, carla=600_00).closed().played("no", "no").do("rosa", Stand()).shown().settled()
    legs = [leg for event in made.turns[-1].events for leg in made.play.game.postings(event)]
    moved = [leg.amount for leg in legs if leg.account == "bank"]
    assert moved == [600_00, -1_500_00]
    assert min(accumulate(moved, initial=1_000_00)) >= 0


@pytest.mark.clause("DP.B.28")
@pytest.mark.parametrize(("lost", "won", "part"), [(300_00, 300_00, 0), (300_00, 120_00, 3_60), (120_00, 300_00, 0)])
def test_the_house_has_a_part_where_the_banker_wins_more_than_he_loses(lost: int, won: int, part: int) -> None:
    made = stood(MIXED, ana=won, carla=lost).shown().settled()
    assert made.account("cagnotte") == part


@pytest.mark.clause("DP.E2.16")
@pytest.mark.parametrize(("base", "part"), [("net", 180_00), ("gross", 180_00)])
def test_the_part_of_the_house_is_no_more_than_what_the_banker_won(base: str, part: int) -> None:
    coarse = altered(commission__base=base, commission__unit=1_000_00, commission__rounding="up")
    made = opened(MIXED, **coarse).ready().bets().staked(ana=120_00, carla=300_00).closed()
    made.played("no", "no").do("rosa", Stand()).shown().settled()
    assert (made.account("cagnotte"), made.account("bank")) == (part, BANK)


@pytest.mark.clause("DP.B.29")
def test_what_the_banker_wins_is_added_to_the_bank_after_the_part_of_the_house() -> None:
    made = stood(MIXED, ana=120_00, carla=300_00).shown().settled()
    assert made.account("bank") == 5_176_40
    assert made.chips("rosa") == 0


@pytest.mark.clause("DP.B.33")
def test_a_coup_is_over_when_scores_were_said_cards_shown_and_stakes_paid() -> None:
    made = stood(MIXED)
    for step in (lambda: None, made.shown):
        step()
        assert made.why(HOUSE, a.CloseTable(), "DP.B.33") == "coup-in-progress"
    made.settled()
    assert made.accepts(HOUSE, a.CloseTable())


@pytest.mark.clause("DP.B.07")
def test_the_prepared_pack_lies_in_the_shoe_with_its_stop_card() -> None:
    made = opened().announced().deposited().do("croupier", a.CountPack(312), a.ShufflePack(), a.CutPack(100))
    made.do("croupier", InsertStopCard())
    assert (made.state.shoe.is_loaded, made.state.shoe.size, made.state.shoe.stop) == (True, 312, 302)


def late(**options: object) -> Table:
    """The stop card lies before the fifth card: it comes out as cloth 2's second card would be drawn."""
    made = opened(LOST, **options).announced(shoes=2).deposited().shoe()
    made.play.state = replace(made.state, shoe=replace(made.state.shoe, stop=4))
    return made.delivered()


@pytest.mark.clause("DP.B.30")
def test_the_cards_are_checked_at_the_end_of_a_shoe_if_a_player_asks() -> None:
    made = late()
    assert made.accepts("ana", AskCardCheck())
    coup(made.do("ana", AskCardCheck()))
    assert made.refused("croupier", a.CountPack(312)).code == "check-asked"
    made.do("croupier", CheckCards(312))
    assert made.turns[-1].events == (CardsChecked(1, 312, 312, True, "croupier"),)
    made.shoe()


@pytest.mark.clause("DP.A.33")
def test_the_banker_says_his_score_when_he_stands_and_after_his_card() -> None:
    stands = stood(MIXED).do("rosa", a.ShowHand(Hand.BANCA))
    assert said(stands).get("bank-score") == {"total": "6"}
    draws = opened("9s 2h 2d 8c 3d 2h 5s").ready().bets().staked(ana=100_00, carla=100_00).closed()
    draws.played("no", "no").do("rosa", DrawCard()).do("rosa", a.ShowHand(Hand.BANCA))
    assert said(draws).get("bank-score") == {"total": "9"}
