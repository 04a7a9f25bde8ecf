"""Section B: the shoe, the course of a coup, what the croupier says."""

import pytest

from tapete import punto_banco as pb
from tapete.cards import RANKS
from tapete.games.baccarat.outcome import Winner
from tapete.games.punto_banco.events import (
    CardDealt,
    CardsBurned,
    CoupEnded,
    CoupSettled,
    CutCardIn,
    ShoeEnded,
    StopCardSeen,
)
from tests.support.punto_banco.tables import (
    BANCA,
    BANK_WINS,
    BURNED_CARDS,
    EURO,
    NATURAL,
    PLAYER_WINS,
    PUNTO,
    SIXES,
    TEN_EACH,
    betting,
    burned,
    dealt,
    drawn,
    ended,
    events,
    game_with,
    hands,
    house,
    in_words,
    just_said,
    lines,
    opened,
    ready,
    refused,
    rests,
    settled,
    sound,
    spoken,
    staked,
    turned,
    won,
)
from tests.support.rows import rows

VIEWERS = (None, "ana", "bea", "croupier", "chief", "onlooker")
SIX_CARDS = "As 2d 2h 3c 4s 9h"
"""A coup in which both hands draw."""


# --- the shoe -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("PB.B.01")
def test_the_pack_is_counted_shuffled_and_cut_in_that_order():
    """Count, shuffle, cut; only then does the cut card go in."""
    table = opened()
    refused(table, pb.ShufflePack(), "croupier", "not-counted", "PB.B.01")
    table = table.do(pb.CountPack(), by="croupier")
    refused(table, pb.CutPack(100), "croupier", "not-shuffled", "PB.B.01")
    table = table.do(pb.ShufflePack(), by="croupier")
    refused(table, pb.InsertCutCard(), "croupier", "not-cut", "PB.B.01")
    refused(table, pb.ShufflePack(), "croupier", "wrong-window")
    refused(table, pb.OpenBets(), "croupier", "wrong-window", "PB.B.01")
    table = table.do(pb.CutPack(100), by="croupier").do(pb.InsertCutCard(), by="croupier")
    assert "PB.B.01" in rests(table)
    assert table.view().phase is pb.Phase.BURN


def test_a_pack_that_is_not_whole_is_not_used():
    table = opened()
    for found in (0, 311, 313):
        refused(table, pb.CountPack(found), "croupier", "pack-not-whole")
    for who in ("ana", "chief"):
        refused(table, pb.CountPack(), who, "not-your-post")
    counted = table.do(pb.CountPack(312), by="croupier").do(pb.ShufflePack(), by="croupier")
    refused(counted, pb.CutPack(312), "croupier", "cut-too-deep")


@pytest.mark.clause("PB.B.02")
def test_no_shoe_without_a_cut_card():
    """A stop card, which is no playing card, lies in the pack; without it no game begins."""
    table = opened()
    for what in (pb.CountPack(), pb.ShufflePack(), pb.CutPack(100)):
        table = table.do(what, by="croupier")
    refused(table, pb.BurnCards(), "croupier", "no-cut-card", "PB.B.02")
    table = table.do(pb.InsertCutCard(), by="croupier")
    assert (table.state.shoe.size, table.view().cards_out, table.view().cards_to_cut_card) == (312, 0, 305)
    table = table.do(pb.BurnCards(), by="croupier")
    assert "PB.B.02" in rests(table)


@pytest.mark.clause("PB.B.03")
def test_seven_cards_lie_below_the_cut_card():
    """The cut card goes after card 305 of 312, nowhere else."""
    table = opened()
    for what in (pb.CountPack(), pb.ShufflePack(), pb.CutPack(100)):
        table = table.do(what, by="croupier")
    for below in (12, 6, 8, 0):
        refused(table, pb.InsertCutCard(below), "croupier", "cut-card-depth", "PB.B.03")
    for what in (pb.InsertCutCard(), pb.InsertCutCard(7)):
        after = table.do(what, by="croupier")
        assert events(after, CutCardIn) == (CutCardIn(305),)
        assert "PB.B.03" in rests(after)


def before_the_cut_card(cards: int, *coups: str) -> pb.Play:
    """Return a table whose cut card comes after so many cards of the first listed coup."""
    below = 312 - BURNED_CARDS - cards
    return ready(*coups, game=game_with(pack__cards_below_cut_card=below))


@pytest.mark.clause("PB.B.04")
def test_no_coup_after_the_cut_card():
    """Once the cut card has come out, no new coup begins with this shoe."""
    table = settled(before_the_cut_card(3, PLAYER_WINS))
    assert table.view().phase is pb.Phase.END_OF_SHOE
    assert events(table, ShoeEnded) == (ShoeEnded(1),)
    refused(table, pb.OpenBets(), "croupier", "end-of-shoe", "PB.B.04")
    table = table.do(pb.CountPack(), by="croupier")
    assert (table.view().shoe, table.view().coup, table.view().last_coup) == (2, 0, False)
    later = settled(before_the_cut_card(4, PLAYER_WINS))
    assert later.do(pb.OpenBets(), by="croupier").view().phase is pb.Phase.BETS
    assert "PB.B.04" in rests(later.do(pb.OpenBets(), by="croupier"))


@pytest.mark.clause("PB.B.05")
@rows("cards", range(6))
def test_the_coup_with_the_cut_card_is_played_out(cards):
    """The cut card comes in place of a card of the coup: it is set aside, the next card counts, the coup is paid."""
    table = ended(before_the_cut_card(cards, SIX_CARDS))
    view = table.view()
    assert (view.hands["punto"].cards, view.hands["punto"].third) == (("As", "2h"), "4s")
    assert (view.hands["banca"].cards, view.hands["banca"].third) == (("2d", "3c"), "9h")
    assert view.last_coup
    assert spoken(table).count("carta de detención: última jugada") == 1
    if cards < 4:
        assert "PB.B.05" in rests(dealt(before_the_cut_card(cards, SIX_CARDS)))
    table = table.do(pb.Settle(), by="croupier")
    assert len(lines(table)) == 2
    assert table.view().phase is pb.Phase.END_OF_SHOE
    sound(table)


def test_the_cut_card_is_seen_when_it_is_drawn_and_not_before():
    table = dealt(before_the_cut_card(4, SIX_CARDS))
    assert not table.view().last_coup
    assert table.view().cards_to_cut_card == 0
    table = turned(table).do(pb.DrawCard(pb.Hand.PUNTO), by="ana")
    assert [type(one) for one in events(table, StopCardSeen, CardDealt)] == [StopCardSeen, CardDealt]
    assert not settled(before_the_cut_card(6, SIX_CARDS)).view().last_coup


def test_a_whole_shoe_is_played_to_its_end():
    table, coups = ready(), 0
    while table.view().phase is not pb.Phase.END_OF_SHOE:
        left = {who for who, _ in table.state.bets}
        table = settled(table, {who: bets for who, bets in TEN_EACH.items() if who not in left})
        coups += 1
        sound(table)
    assert 50 < coups <= 76
    assert 305 < table.view().cards_out <= 311
    assert len(table.view().history) == coups
    assert table.view().basket == table.view().cards_out
    assert house(table) + won(table, "ana") + won(table, "bea") == 0
    table = burned(table)
    assert (table.view().shoe, table.view().coup, table.view().history) == (2, 0, ())


@pytest.mark.clause("PB.B.06")
def test_the_first_card_is_turned_for_all_to_see():
    """The croupier draws the first card and turns it up, before anything is dealt."""
    table = pb.open_table(cards="6d")
    for what in (pb.CountPack(), pb.ShufflePack(), pb.CutPack(100), pb.InsertCutCard()):
        table = table.do(what, by="croupier")
    refused(table, pb.OpenBets(), "croupier", "not-burned", "PB.B.06")
    refused(table, pb.Deal(), "croupier", "not-the-dealer")
    table = table.do(pb.BurnCards(), by="croupier")
    assert "PB.B.06" in rests(table)
    (card,) = events(table, CardDealt)
    assert (card.face, card.face_up) == ("6d", True)
    assert [table.view(viewer).turned_card for viewer in VIEWERS] == ["6d"] * len(VIEWERS)


@pytest.mark.clause("PB.B.07")
def test_as_many_cards_are_burned_as_the_first_is_worth():
    """A six burns six more: seven are gone, 298 remain before the cut card and seven behind it."""
    table = burned(pb.open_table(cards="6d"))
    assert "PB.B.07" in rests(table)
    assert events(table, CardsBurned) == (CardsBurned(1, 6),)
    view = table.view()
    assert (view.cards_out, view.basket, view.cards_to_cut_card) == (7, 7, 298)
    assert burned(pb.open_table(cards="5d")).view().cards_out == 6
    other = game_with(pack__burn_turned_card_too=False)
    assert burned(pb.open_table(cards="6d", game=other)).view().cards_out == 6


@pytest.mark.clause("PB.B.08")
@rows("rank", RANKS)
def test_tens_and_courts_burn_ten(rank):
    """For the burn alone tens and courts are worth 10; an ace burns one card."""
    table = burned(pb.open_table(cards=f"{rank}h"))
    worth = {"A": 1} | dict.fromkeys("TJQK", 10)
    count = worth.get(rank) or int(rank)
    assert (table.view().cards_out, 312 - table.view().cards_out) == (1 + count, 311 - count)
    assert ("PB.B.08" in rests(table)) is (rank in "TJQK")


# --- the calls and the deal ---------------------------------------------------------------------------------------


@pytest.mark.clause("PB.B.09")
def test_no_more_bets_then_cards():
    """The betting closes with «no va más», and «cartas» follows at once."""
    table = staked(betting(ready()), {"ana": {BANCA: 40 * EURO}, "bea": {PUNTO: 120 * EURO}})
    assert "PB.B.09" in rests(table)
    table = table.do(pb.CloseBets(), by="croupier")
    assert just_said(table) == ["no va más", "cartas"]
    assert "PB.B.09" in rests(table)
    refused(table, pb.PlaceBet(PUNTO, 1000), "bea", "bets-closed", "PB.B.09")
    refused(table, pb.WithdrawBet(PUNTO), "bea", "bets-closed", "PB.B.09")
    refused(ready(), pb.PlaceBet(PUNTO, 1000), "bea", "bets-closed", "PB.B.09")


@pytest.mark.clause("PB.B.10")
def test_the_holder_of_the_shoe_deals_on_the_order():
    """Whoever has the shoe deals, when the two calls have been made."""
    table = betting(ready(people={4: "ana", 5: "bea"}))
    refused(table, pb.Deal(), "ana", "bets-open", "PB.B.10")
    table = staked(table, TEN_EACH).do(pb.CloseBets(), by="croupier")
    for other in ("bea", "croupier", "chief"):
        refused(table, pb.Deal(), other, "not-the-dealer", "PB.B.10")
    table = table.do(pb.Deal(), by="ana")
    assert "PB.B.10" in rests(table)
    refused(table, pb.Deal(), "ana", "wrong-window", "PB.B.10")


@pytest.mark.clause("PB.B.11")
def test_the_hands_lie_face_down():
    """Two cards for each hand, face down: nobody sees a total."""
    table = dealt(ready("7s Kd 2h 6c"))
    assert "PB.B.11" in rests(table)
    for viewer in VIEWERS:
        view = table.view(viewer)
        assert {hand: one.cards for hand, one in view.hands.items()} == {"punto": (None, None), "banca": (None, None)}
        assert {one.total for one in view.hands.values()} == {None}
    assert {card.face_up for card in events(table, CardDealt)} == {False}


def test_nothing_of_a_hidden_card_shows():
    one, other = dealt(ready("7s Kd 2h 6c")), dealt(ready("Ks 4d 3h 4c"))
    for viewer in VIEWERS:
        assert one.view(viewer) == other.view(viewer)
        assert one.legal(viewer) == other.legal(viewer)
        assert one.explain(viewer) == other.explain(viewer)
    show = pb.ShowHand(pb.Hand.PUNTO)
    half, other = one.do(show, by="bea"), dealt(ready("7s 4d 2h 4c")).do(show, by="bea")
    for viewer in VIEWERS:
        assert half.view(viewer) == other.view(viewer)
        assert half.legal(viewer) == other.legal(viewer)
        assert half.explain(viewer) == other.explain(viewer)


@pytest.mark.clause("PB.B.12")
def test_first_and_third_card_are_the_players():
    """The first and third cards form the Player hand, which goes to the croupier."""
    table = dealt(ready("7s Kd 2h 6c"))
    assert "PB.B.12" in rests(table)
    table = table.do(pb.ShowHand(pb.Hand.PUNTO), by="bea")
    hand = table.view().hands["punto"]
    assert (hand.cards, hand.total, hand.location) == (("7s", "2h"), 9, "right")


@pytest.mark.clause("PB.B.13")
def test_second_and_fourth_card_are_the_banks():
    """The second and fourth cards form the Bank hand and stay under the corner of the shoe."""
    table = dealt(ready("7s Kd 2h 6c"))
    assert "PB.B.13" in rests(table)
    assert table.view().hands["banca"].location == "shoe"
    hand = turned(table).view().hands["banca"]
    assert (hand.cards, hand.total) == (("Kd", "6c"), 6)


# --- the hands ----------------------------------------------------------------------------------------------------


@pytest.mark.clause("PB.B.14")
def test_the_largest_stake_on_player_gets_the_cards():
    """The Player hand is passed to whoever has most on it."""
    people = {1: "ana", 2: "bea", 5: "carl", 6: "dora"}
    stakes = {"bea": {PUNTO: 30 * EURO}, "carl": {PUNTO: 80 * EURO}, "dora": {PUNTO: 50 * EURO}, "ana": {BANCA: 90_00}}
    table = staked(betting(ready(people=people)), stakes).do(pb.CloseBets(), by="croupier")
    assert "PB.B.14" in rests(table)
    assert [seat.seat for seat in table.view().seats if seat.holds_hand] == [5]


@pytest.mark.clause("PB.B.15")
def test_the_player_hand_is_shown_first_and_by_its_holder():
    """Whoever received the Player hand shows it; the Bank hand waits until then."""
    table = dealt(ready("7s Kd 2h 6c"))
    refused(table, pb.ShowHand(pb.Hand.BANCA), "ana", "player-hand-first", "PB.B.15")
    for other in ("ana", "croupier", "chief"):
        refused(table, pb.ShowHand(pb.Hand.PUNTO), other, "not-holding-hand", "PB.B.15")
    table = table.do(pb.ShowHand(pb.Hand.PUNTO), by="bea")
    assert "PB.B.15" in rests(table)
    assert table.view().hands["punto"].cards == ("7s", "2h")
    assert table.view().hands["banca"].cards == (None, None)
    refused(table, pb.ShowHand(pb.Hand.PUNTO), "bea", "wrong-window")


@pytest.mark.clause("PB.B.16")
def test_the_players_total_is_announced():
    """The croupier announces the two-card total of the Player hand."""
    table = dealt(ready("7s Kd 2h 6c"))
    assert not any("punto" in words for words in spoken(table))
    table = table.do(pb.ShowHand(pb.Hand.PUNTO), by="bea")
    assert just_said(table) == ["punto, 9"]
    assert "PB.B.16" in rests(table)


@pytest.mark.clause("PB.B.18")
def test_the_holder_of_the_shoe_turns_the_bank():
    """Whoever has the shoe turns the Bank hand up and passes it to the croupier."""
    table = dealt(ready("7s Kd 2h 6c", people={4: "ana", 5: "bea"})).do(pb.ShowHand(pb.Hand.PUNTO), by="bea")
    for other in ("bea", "croupier", "chief"):
        refused(table, pb.ShowHand(pb.Hand.BANCA), other, "not-holding-hand", "PB.B.18")
    table = table.do(pb.ShowHand(pb.Hand.BANCA), by="ana")
    assert "PB.B.18" in rests(table)
    assert (table.view().hands["banca"].cards, table.view().hands["banca"].location) == (("Kd", "6c"), "left")


@pytest.mark.clause("PB.B.19")
def test_the_banks_total_is_announced():
    """The croupier announces the two-card total of the Bank hand."""
    table = dealt(ready("7s Kd 2h 6c")).do(pb.ShowHand(pb.Hand.PUNTO), by="bea")
    assert not any(words.startswith("banca") for words in spoken(table))
    table = table.do(pb.ShowHand(pb.Hand.BANCA), by="ana")
    assert just_said(table)[0] == "banca, 6"
    assert "PB.B.19" in rests(table)


@pytest.mark.clause("PB.B.21")
def test_the_player_stands_aloud():
    """A Player hand that must stand: the formula with its total."""
    table = hands("4s Kd 3h 2c 9d")
    assert "el jugador se planta. 7" in just_said(table)
    assert "PB.B.21" in rests(table)
    for other in ("Ks Kd 8h 2c", "Ks Kd 2h 2c"):
        assert not any("el jugador se planta" in words for words in just_said(hands(other)))


@pytest.mark.clause("PB.B.22")
def test_a_card_for_the_player_aloud():
    """A Player hand that must draw: the formula, and one card."""
    table = hands("Ks Qd 2h 5c 9d")
    assert just_said(table)[-1] == "carta para el jugador"
    assert "PB.B.22" in rests(table)
    table = table.do(pb.DrawCard(pb.Hand.PUNTO), by="ana")
    assert [card.face for card in events(table, CardDealt)] == ["9d"]
    assert "carta para el jugador" not in just_said(hands("Ks Qd 6h 5c"))


@pytest.mark.clause("PB.B.23")
def test_the_bank_is_announced_like_the_player():
    """After the Player's stage: the bank stands with its total, or a card for the bank."""
    table = hands("Ks Kd 7h 6c")
    assert just_said(table) == ["banca, 6", "el jugador se planta. 7", "la banca se planta. 6", "gana el punto, 7 a 6"]
    assert "PB.B.23" in rests(table)
    table = hands("Ks Kd 2h 5c 4d 9d").do(pb.DrawCard(pb.Hand.PUNTO), by="ana")
    assert just_said(table) == ["carta para la banca"]


@pytest.mark.clause("PB.B.24")
def test_the_winner_is_announced():
    """At the end the croupier names the hand with the higher total."""
    table = hands(PLAYER_WINS)
    assert just_said(table)[-1] == "gana el punto, 7 a 6"
    assert "PB.B.24" in rests(table)
    assert events(table, CoupEnded) == (CoupEnded(Winner.PUNTO, 7, 6, False),)
    assert just_said(hands(BANK_WINS))[-1] == "gana la banca, 7 a 6"
    assert just_said(hands(SIXES))[-1] == "empate a 6"


COURSES = {
    "natural": (NATURAL, ["punto, 8", "banca, 4", "gana el punto, 8 a 4"]),
    "both-stand": (
        PLAYER_WINS,
        ["punto, 7", "banca, 6", "el jugador se planta. 7", "la banca se planta. 6", "gana el punto, 7 a 6"],
    ),
    "player-stands-bank-draws": (
        "Ks Kd 6h 5c 3d",
        ["punto, 6", "banca, 5", "el jugador se planta. 6", "carta para la banca", "gana la banca, 8 a 6"],
    ),
    "player-draws-bank-stands": (
        "Ks Kd 5h 7c 9d",
        ["punto, 5", "banca, 7", "carta para el jugador", "la banca se planta. 7", "gana la banca, 7 a 4"],
    ),
    "both-draw": (
        SIX_CARDS,
        ["punto, 3", "banca, 5", "carta para el jugador", "carta para la banca", "gana el punto, 7 a 4"],
    ),
    "tie": (SIXES, ["punto, 6", "banca, 6", "el jugador se planta. 6", "la banca se planta. 6", "empate a 6"]),
    "natural-tie": ("Ks Kd 9h 9s", ["punto, 9", "banca, 9", "empate a 9"]),
}


@rows("course", [*COURSES])
def test_everything_that_is_said_in_a_coup(course):
    cards, said = COURSES[course]
    table = ended(ready(cards))
    assert spoken(table) == ["Hagan juego", "no va más", "cartas", *said]


# --- payment ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("PB.B.25")
def test_the_winning_bets_are_paid():
    """After the announcement the winners are paid one to one."""
    stakes = {"ana": {BANCA: 40 * EURO}, "bea": {PUNTO: 120 * EURO}}
    table = ended(ready(PLAYER_WINS), stakes)
    assert won(table, "bea") == 0
    table = table.do(pb.Settle(), by="croupier")
    assert "PB.B.25" in rests(table)
    assert (lines(table)["bea", PUNTO].winnings, lines(table)["ana", BANCA].winnings) == (120 * EURO, 0)
    assert (won(table, "ana"), won(table, "bea"), house(table)) == (-40 * EURO, 120 * EURO, -80 * EURO)
    assert table.view("bea").me.chips == 1_000_000 + 120 * EURO


@pytest.mark.clause("PB.B.26")
def test_the_deduction_is_taken_at_the_payment():
    """The house's part is kept in the same settlement, after the winner was announced."""
    stakes = {"ana": {BANCA: 200 * EURO}, "bea": {PUNTO: 1000}}
    table = ended(ready(BANK_WINS), stakes)
    assert house(table) == 0
    table = table.do(pb.Settle(), by="croupier")
    assert "PB.B.26" in rests(table)
    line = lines(table)["ana", BANCA]
    assert (line.winnings - line.deduction, line.deduction) == (190 * EURO, 10 * EURO)
    assert won(table, "ana") == 190 * EURO
    assert {one.deduction for one in lines(settled(ready(PLAYER_WINS), stakes)).values()} == {0}


def test_nothing_is_paid_before_the_winner_is_known():
    table = dealt(ready(PLAYER_WINS))
    refused(table, pb.Settle(), "croupier", "wrong-window")
    table = drawn(turned(table))
    refused(table, pb.Settle(), "ana", "not-your-post")
    table = table.do(pb.Settle(), by="croupier")
    assert len(events(table, CoupSettled)) == 1
    refused(table, pb.Settle(), "croupier", "wrong-window")


def last_words(table: pb.Play) -> list[str]:
    """Return what stands on everybody's page as said last."""
    view = table.view()
    return in_words(table, view.announcements[view.said_from :])


def test_everything_said_in_one_act_is_shown_together():
    """A formula is not hidden by the next one of the same breath: close and deal, total and decision, decision and
    result.
    """
    table = staked(betting(ready("Ks Kd 7h 5h 2s")), TEN_EACH)
    assert last_words(table) == ["Hagan juego"]
    table = table.do(pb.CloseBets(), by="croupier")
    assert last_words(table) == ["no va más", "cartas"]
    table = table.do(pb.Deal(), by="ana")
    assert last_words(table) == ["no va más", "cartas"]
    table = table.do(pb.ShowHand(pb.Hand.PUNTO), by="bea")
    assert last_words(table) == ["punto, 7"]
    table = table.do(pb.ShowHand(pb.Hand.BANCA), by="ana")
    assert last_words(table) == ["banca, 5", "el jugador se planta. 7", "carta para la banca"]
    table = table.do(pb.DrawCard(pb.Hand.BANCA), by="ana")
    assert last_words(table) == ["empate a 7"]
    assert last_words(table.do(pb.Settle(), by="croupier")) == ["empate a 7"]
