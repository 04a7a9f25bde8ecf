"""What cards count, who draws, the banker's table and its cells, in the words of the register."""

import pytest

from tapete.games.baccarat.incident import GiveRuling
from tapete.games.banked.acts import AskTable, DrawCard, Say, Stand
from tapete.games.banked.terms import Word
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.terms import Hand
from tapete.kernel import fixed_value
from tests.support.dos_panos.coups import said
from tests.support.dos_panos.options import altered
from tests.support.dos_panos.table import Table, opened

clause, param = pytest.mark.clause, pytest.param


def dealt(shoe: str, **options: object) -> Table:
    """The cards lie before their players."""
    made = opened(shoe, **options).ready().bets().staked(ana=100_00, carla=100_00)
    return made.closed().dealt().carried()


def at_the_banker(shoe: str, first: str = "carta", second: str = "carta", **options: object) -> Table:
    """Both cloths have spoken and have their cards; the banker, who has looked at his, decides."""
    return dealt(shoe, **options).said("1", first).said("2", second).looked().given()


def scores(shoe: str, first: str = "no", second: str = "no", act: object = None) -> dict[str, str]:
    """Return the scores of a coup."""
    return said(at_the_banker(shoe, first, second).do("rosa", act or Stand()).shown()).get("scores", {})


def outcome(shoe: str) -> tuple[int, int]:
    """Return what Ana and Carla won in a coup in which everybody stands."""
    made = at_the_banker(shoe, "no", "no").do("rosa", Stand()).shown().settled()
    return made.chips("ana") - 20_000_00, made.chips("carla") - 20_000_00


@pytest.mark.clause("DP.A.01")
def test_what_these_rules_do_not_say_of_a_king_the_general_rules_say() -> None:
    made = dealt("Ks 9h Kd 7c 8d 6h").do("ana", a.Lift(Hand.PRIMERO))
    assert made.play.view("ana").coup.totals == {"primero": 7}
    assert made.accepts("ana", Say(Word.NO))


@pytest.mark.clause("DP.A.02")
def test_court_cards_and_tens_count_nothing_an_ace_one_others_their_pips() -> None:
    made = dealt("Ks 9h Jd 7c 8d 6h").do("ana", a.Lift(Hand.PRIMERO))
    assert made.accepts("ana", Say(Word.NO))
    assert scores("Ks 9h Jd 7c 8d 6h") == {"primero": "7", "segundo": "7", "banca": "6"}
    assert scores("Ts Ah Qd 7c 6d Jh", act=DrawCard()).get("segundo") == "7"


@pytest.mark.clause("DP.A.03")
def test_of_a_sum_the_tens_are_dropped() -> None:
    assert scores("2s 2h Kd 2d 2c 6d 7s 8h", "carta", "carta")["primero"] == "1"
    assert scores("7d 9h Kd 8c 8d 6h", "no", "no")["segundo"] == "7"


@pytest.mark.clause("DP.A.04")
def test_each_cloth_is_compared_with_the_banker_and_whoever_is_nearer_to_nine_wins() -> None:
    assert outcome("9s 2h Kd 8c 3d 6h") == (100_00, -100_00)


@pytest.mark.clause("DP.A.06")
def test_the_first_two_cards_lie_face_down_and_nobody_sees_them_before_he_looks() -> None:
    made = opened("9s 2h Kd 8c 3d 6h").ready().bets().staked(ana=100_00, carla=100_00).closed().dealt()
    for viewer in ("ana", "carla", "rosa", "croupier", "director", None):
        assert [card.face for card in made.play.view(viewer).coup.cards] == [None] * 6


@pytest.mark.clause("DP.A.09")
def test_a_hand_player_says_carta_or_no_and_has_one_third_card_at_most() -> None:
    made = dealt("2s 2h Kd 3c 2d 6h 9s 8s").said("1", "carta")
    assert set(said(made)) == {"carta"}
    made.said("2", "carta").looked().do("rosa", a.GiveCard(Hand.PRIMERO))
    assert made.refused("rosa", a.GiveCard(Hand.PRIMERO)).code == "no-card-asked"
    stands = dealt("2s 2h Kd 3c 2d 6h").said("1", "no")
    assert set(said(stands)) == {"no"}


@pytest.mark.clause("DP.A.15")
def test_outside_the_exceptions_a_hand_player_has_no_choice() -> None:
    made = dealt("9s 9h Kd 8c 8d 6h").said("1", "no").do("carla", a.Lift(Hand.SEGUNDO))
    words = [fixed_value(one.fields, "word") for one in made.play.legal("carla") if one.act == "say"]
    assert words == ["no"]


def banco(shoe: str, **options: object) -> Table:
    """Bea makes banco and has looked at the first cloth's cards."""
    made = opened(shoe, **options).ready(2_000_00).do("croupier", a.OpenBets()).do("bea", a.CallBanco())
    return made.do("croupier", a.CloseCalls()).dealt().carried().do("bea", a.Lift(Hand.PRIMERO))


@pytest.mark.clause("DP.A.18")
@pytest.mark.parametrize(
    ("book", "clauses"),
    [
        ("guia", ("DP.A.18",)),
        ("asturias-2011", ("DP.A.14",)),
        ("orden-1979", ("DP.A.14",)),
        ("catalogo-51-53", ("DP.A.14", "DP.A.12")),
    ],
)
def test_a_banco_player_turns_up_his_nine_all_the_same(book: str, clauses: tuple[str, ...]) -> None:
    """The guide alone says it of his freedom; elsewhere it is the rule for every hand."""
    made = banco("9s 2h Kd Kc 3d 6h", book=book)
    refused = made.refused("bea", Say(Word.CARTA))
    assert (refused.code, refused.clauses) == ("natural-to-lay-down", clauses)
    assert made.accepts("bea", a.LayDown(Hand.PRIMERO))


def test_to_the_letter_he_is_released_from_showing_it_too() -> None:
    free = altered(banco__free_on=list(range(10)))
    assert banco("9s 2h Kd Kc 3d 6h", **free).accepts("bea", Say(Word.CARTA))


@pytest.mark.clause("DP.A.34")
def test_under_the_guide_cards_that_lie_crossed_or_side_by_side_are_a_word_and_the_spoken_word_counts() -> None:
    made = dealt("2s 9h Kd 3c 8d 6h", book="guia").do("ana", a.Lift(Hand.PRIMERO))
    assert made.accepts("ana", a.PlaceCards(crossed=True))
    crossed = made.fork().do("ana", a.PlaceCards(crossed=True))
    assert crossed.state.coup.side(Hand.PRIMERO).word is Word.NO
    made.do("ana", Say(Word.CARTA))
    assert made.refused("ana", a.PlaceCards(crossed=True)).code == "not-your-word"
    assert made.state.coup.side(Hand.PRIMERO).word is Word.CARTA


def kept(word: str, shoe: str, **options: object) -> int:
    """Return what Ana won at a real table where she did not turn her natural up and said a word."""
    from tapete.games.dos_panos.coup.outcome import winner
    from tapete.games.dos_panos.coup.result import score

    made = dealt(shoe, conduct="observed", **options).do("ana", a.Lift(Hand.PRIMERO), Say(Word(word)))
    made.said("2", "no").do("rosa", a.Lift(Hand.BANCA))
    natural = made.state.coup.cards.layout
    assert len(natural) == 6
    if word == "no":
        made.do("rosa", DrawCard()).shown()
    else:
        made.do("rosa", a.LayDown(Hand.BANCA))
    for one in made.state.docket.open:
        made.do("croupier", GiveRuling(one.serial))
    own, bank = score(made.state, Hand.PRIMERO), score(made.state, Hand.BANCA)
    assert made.state.coup.side(Hand.PRIMERO).winner is winner(own, bank, made.state.book.outcome)
    made.settled()
    return made.chips("ana") - 20_000_00


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
def test_what_a_natural_is_worth_whose_player_said_no(options: dict[str, object], won: int) -> None:
    assert kept("no", EIGHT_TO_NINE, **altered(**options)) == won


BANKS = {0: "K K", 1: "K A", 2: "K 2", 3: "K 3", 4: "K 4", 5: "K 5", 6: "K 6", 7: "K 7"}


def bound(total: int, third: int | None, **options: object) -> str:
    """Return what the banker may do on a total who asked for his table: ``T``, ``P`` or ``O`` for both. Both cloths
    drew cards of the same value, or both stood on six.
    """
    first, second = BANKS[total].split()
    if third is None:
        cloths, word, rest = ("9s 9h", "7c 7d"), "no", ""
    else:
        cloths, word, rest = ("2s 2h", "2c 2d"), "carta", f"{face(third)}s {face(third)}h"
    made = at_the_banker(f"{cloths[0]} {first}d {cloths[1]} {second}h {rest}", word, word, **options)
    made.do("rosa", AskTable())
    draws, stands = made.accepts("rosa", DrawCard()), made.accepts("rosa", Stand())
    return {(True, False): "T", (False, True): "P", (True, True): "O"}.get((draws, stands), "")


def face(value: int) -> str:
    return {0: "K", 1: "A"}.get(value, str(value))


@pytest.mark.parametrize(
    ("total", "thirds"),
    [
        param(0, {9: "T", 0: "T"}, marks=clause("DP.A.24")),
        param(1, {None: "T", 8: "T"}, marks=clause("DP.A.25")),
        param(2, {8: "T", 9: "T"}, marks=clause("DP.A.26")),
        param(3, {8: "P", 9: "O", None: "T", 7: "T"}, marks=clause("DP.A.27")),
        param(4, {0: "P", 2: "T", 8: "P", 9: "P", None: "T"}, marks=clause("DP.A.28")),
        param(5, {4: "O", 3: "P", None: "T", 5: "T"}, marks=clause("DP.A.29")),
        param(6, {7: "T", None: "P", 5: "P"}, marks=clause("DP.A.30")),
        param(7, {6: "P", None: "P"}, marks=clause("DP.A.31")),
    ],
)
def test_a_row_of_the_banker_s_table(total: int, thirds: dict[int | None, str]) -> None:
    assert {third: bound(total, third) for third in thirds} == thirds


@pytest.mark.clause("DP.A.23")
def test_the_table_is_entered_with_the_value_of_the_card_that_a_cloth_drew() -> None:
    assert bound(6, 7) == "T"
    assert bound(6, 3) == "P"


@pytest.mark.clause("DP.A.32")
def test_a_cell_with_an_o_leaves_the_banker_the_choice() -> None:
    assert (bound(5, 4), bound(5, 5), bound(5, 3)) == ("O", "T", "P")


@pytest.mark.parametrize(("binds", "acts"), [("both-agree", "O"), ("always", "T"), ("never", "O")])
def test_when_cells_differ_the_table_binds_as_the_rulebook_says(binds: str, acts: str) -> None:
    made = at_the_banker("2s 2h Kd 2c 2d 5h 6s 8s", **altered(banker__table_binds=binds)).do("rosa", AskTable())
    draws, stands = made.accepts("rosa", DrawCard()), made.accepts("rosa", Stand())
    assert {(True, False): "T", (False, True): "P", (True, True): "O"}[draws, stands] == acts


@pytest.mark.clause("DP.A.45")
def test_punters_do_not_put_their_chips_together() -> None:
    made = opened().ready(1_000_00).do("croupier", a.OpenBets())
    assert made.why("bea", a.Associate("ana", 500_00), "DP.A.45") == "association-forbidden"
