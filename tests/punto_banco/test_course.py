"""Clauses PB.B: the shoe, the course of a coup, what the croupier says, the payment."""

import pytest

from tapete import punto_banco as pb
from tapete.cards import RANKS
from tapete.games.baccarat.points import Winner
from tapete.games.punto_banco import events as ev
from tests.support.punto_banco import tables as t
from tests.support.rows import each_clause, rows

VIEWERS = (None, "ana", "bea", "croupier", "chief", "onlooker")
SIX_CARDS = "As 2d 2h 3c 4s 9h"
"""A coup in which both hands draw."""


@pytest.mark.clause("PB.B.01")
def test_the_pack_is_counted_shuffled_and_cut_in_that_order():
    table = t.opened()
    t.refused(table, pb.ShufflePack(), "croupier", "not-counted", "PB.B.01")
    table = table.do(pb.CountPack(), by="croupier")
    t.refused(table, pb.CutPack(100), "croupier", "not-shuffled", "PB.B.01")
    table = table.do(pb.ShufflePack(), by="croupier")
    t.refused(table, pb.InsertCutCard(), "croupier", "not-cut", "PB.B.01")
    t.refused(table, pb.ShufflePack(), "croupier", "wrong-window")
    t.refused(table, pb.OpenBets(), "croupier", "wrong-window", "PB.B.01")
    table = table.do(pb.CutPack(100), by="croupier").do(pb.InsertCutCard(), by="croupier")
    assert "PB.B.01" in t.rests(table)
    assert table.view().phase is pb.Phase.BURN


def test_a_pack_that_is_not_whole_is_not_used():
    table = t.opened()
    for found in (0, 311, 313):
        t.refused(table, pb.CountPack(found), "croupier", "pack-not-whole")
    for who in ("ana", "chief"):
        t.refused(table, pb.CountPack(), who, "not-your-post")
    counted = table.do(pb.CountPack(312), by="croupier").do(pb.ShufflePack(), by="croupier")
    t.refused(counted, pb.CutPack(312), "croupier", "cut-too-deep")


@pytest.mark.clause("PB.B.02")
def test_no_shoe_without_a_cut_card():
    table = t.opened()
    for what in (pb.CountPack(), pb.ShufflePack(), pb.CutPack(100)):
        table = table.do(what, by="croupier")
    t.refused(table, pb.BurnCards(), "croupier", "no-cut-card", "PB.B.02")
    table = table.do(pb.InsertCutCard(), by="croupier")
    assert (table.state.shoe.size, table.view().cards_out, table.view().cards_to_cut_card) == (312, 0, 305)
    table = table.do(pb.BurnCards(), by="croupier")
    assert "PB.B.02" in t.rests(table)


@pytest.mark.clause("PB.B.03")
def test_seven_cards_lie_below_the_cut_card():
    table = t.opened()
    for what in (pb.CountPack(), pb.ShufflePack(), pb.CutPack(100)):
        table = table.do(what, by="croupier")
    for below in (12, 6, 8, 0):
        t.refused(table, pb.InsertCutCard(below), "croupier", "cut-card-depth", "PB.B.03")
    for what in (pb.InsertCutCard(), pb.InsertCutCard(7)):
        after = table.do(what, by="croupier")
        assert t.events(after, ev.CutCardIn) == (ev.CutCardIn(305),)
        assert "PB.B.03" in t.rests(after)


def before_the_cut_card(cards: int, *coups: str) -> pb.Play:
    below = 312 - t.BURNED_CARDS - cards
    return t.ready(*coups, game=t.game_with(pack__cards_below_cut_card=below))


@pytest.mark.clause("PB.B.04")
def test_no_coup_after_the_cut_card():
    table = t.settled(before_the_cut_card(3, t.PLAYER_WINS))
    assert table.view().phase is pb.Phase.END_OF_SHOE
    assert t.events(table, ev.ShoeEnded) == (ev.ShoeEnded(1),)
    t.refused(table, pb.OpenBets(), "croupier", "end-of-shoe", "PB.B.04")
    table = table.do(pb.CountPack(), by="croupier")
    assert (table.view().shoe, table.view().coup, table.view().last_coup) == (2, 0, False)
    later = t.settled(before_the_cut_card(4, t.PLAYER_WINS))
    assert later.do(pb.OpenBets(), by="croupier").view().phase is pb.Phase.BETS
    assert "PB.B.04" in t.rests(later.do(pb.OpenBets(), by="croupier"))


@pytest.mark.clause("PB.A1.08")
def test_a_stake_that_tied_in_the_last_coup_of_a_shoe_is_taken_back_while_the_next_one_is_made():
    table = t.settled(before_the_cut_card(3, t.SIXES), {"ana": {pb.Bet.BANCA: 50 * t.EURO}, "bea": {}})
    for phase in (pb.Phase.END_OF_SHOE, pb.Phase.SHUFFLE):
        assert table.view().phase is phase
        assert table.do(pb.WithdrawBet(pb.Bet.BANCA), by="ana").view().seats[0].bets == {}, phase
        table = table.do(pb.CountPack(), by="croupier") if phase is pb.Phase.END_OF_SHOE else table


@pytest.mark.clause("PB.B.05")
@rows("cards", range(6))
def test_the_coup_with_the_cut_card_is_played_out(cards):
    table = t.ended(before_the_cut_card(cards, SIX_CARDS))
    view = table.view()
    assert (view.hands["punto"].cards, view.hands["punto"].third) == (("As", "2h"), "4s")
    assert (view.hands["banca"].cards, view.hands["banca"].third) == (("2d", "3c"), "9h")
    assert view.last_coup
    assert t.spoken(table).count("carta de detención: última jugada") == 1
    if cards < 4:
        assert "PB.B.05" in t.rests(t.dealt(before_the_cut_card(cards, SIX_CARDS)))
    table = table.do(pb.Settle(), by="croupier")
    assert len(t.lines(table)) == 2
    assert table.view().phase is pb.Phase.END_OF_SHOE
    t.sound(table)


def test_the_cut_card_is_seen_when_it_is_drawn_and_not_before():
    table = t.dealt(before_the_cut_card(4, SIX_CARDS))
    assert not table.view().last_coup
    assert table.view().cards_to_cut_card == 0
    table = t.turned(table).do(pb.DrawCard(pb.Hand.PUNTO), by="ana")
    assert [type(one) for one in t.events(table, ev.StopCardSeen, ev.CardDealt)] == [ev.StopCardSeen, ev.CardDealt]
    assert not t.settled(before_the_cut_card(6, SIX_CARDS)).view().last_coup


@pytest.mark.clause("PB.B.06")
def test_the_first_card_is_turned_for_all_to_see():
    table = pb.open_table(cards="6d")
    for what in (pb.CountPack(), pb.ShufflePack(), pb.CutPack(100), pb.InsertCutCard()):
        table = table.do(what, by="croupier")
    t.refused(table, pb.OpenBets(), "croupier", "not-burned", "PB.B.06")
    t.refused(table, pb.Deal(), "croupier", "not-the-dealer")
    table = table.do(pb.BurnCards(), by="croupier")
    assert "PB.B.06" in t.rests(table)
    (card,) = t.events(table, ev.CardDealt)
    assert (card.face, card.face_up) == ("6d", True)
    assert [table.view(viewer).turned_card for viewer in VIEWERS] == ["6d"] * len(VIEWERS)


@pytest.mark.clause("PB.B.07")
def test_as_many_cards_are_burned_as_the_first_is_worth():
    table = t.burned(pb.open_table(cards="6d"))
    assert "PB.B.07" in t.rests(table)
    assert t.events(table, ev.CardsBurned) == (ev.CardsBurned(1, 6),)
    view = table.view()
    assert (view.cards_out, view.basket, view.cards_to_cut_card) == (7, 7, 298)
    assert t.burned(pb.open_table(cards="5d")).view().cards_out == 6
    other = t.game_with(pack__burn_turned_card_too=False)
    assert t.burned(pb.open_table(cards="6d", game=other)).view().cards_out == 6


@pytest.mark.clause("PB.B.08")
@rows("rank", RANKS)
def test_tens_and_courts_burn_ten(rank):
    table = t.burned(pb.open_table(cards=f"{rank}h"))
    worth = {"A": 1} | dict.fromkeys("TJQK", 10)
    count = worth.get(rank) or int(rank)
    assert (table.view().cards_out, 312 - table.view().cards_out) == (1 + count, 311 - count)
    assert ("PB.B.08" in t.rests(table)) is (rank in "TJQK")


@pytest.mark.clause("PB.B.09")
def test_no_more_bets_then_cards():
    table = t.staked(t.betting(t.ready()), {"ana": {t.BANCA: 40 * t.EURO}, "bea": {t.PUNTO: 120 * t.EURO}})
    assert "PB.B.09" in t.rests(table)
    table = table.do(pb.CloseBets(), by="croupier")
    assert t.just_said(table) == ["no va más", "cartas"]
    assert "PB.B.09" in t.rests(table)
    t.refused(table, pb.PlaceBet(t.PUNTO, 1000), "bea", "bets-closed", "PB.B.09")
    t.refused(table, pb.WithdrawBet(t.PUNTO), "bea", "bets-closed", "PB.B.09")
    t.refused(t.ready(), pb.PlaceBet(t.PUNTO, 1000), "bea", "bets-closed", "PB.B.09")


@pytest.mark.clause("PB.B.10")
def test_the_holder_of_the_shoe_deals_on_the_order():
    table = t.betting(t.ready(people={4: "ana", 5: "bea"}))
    t.refused(table, pb.Deal(), "ana", "bets-open", "PB.B.10")
    table = t.staked(table, t.TEN_EACH).do(pb.CloseBets(), by="croupier")
    for other in ("bea", "croupier", "chief"):
        t.refused(table, pb.Deal(), other, "not-the-dealer", "PB.B.10")
    table = table.do(pb.Deal(), by="ana")
    assert "PB.B.10" in t.rests(table)
    t.refused(table, pb.Deal(), "ana", "wrong-window", "PB.B.10")


@pytest.mark.clause("PB.B.11")
def test_the_hands_lie_face_down():
    table = t.dealt(t.ready("7s Kd 2h 6c"))
    assert "PB.B.11" in t.rests(table)
    for viewer in VIEWERS:
        view = table.view(viewer)
        assert {hand: one.cards for hand, one in view.hands.items()} == {"punto": (None, None), "banca": (None, None)}
        assert {one.total for one in view.hands.values()} == {None}
    assert {card.face_up for card in t.events(table, ev.CardDealt)} == {False}


OF_PLAYER, OF_BANK = (pb.Hand.PUNTO, ("7s", "2h"), 9, "right"), (pb.Hand.BANCA, ("Kd", "6c"), 6, "left")


@each_clause("hand, cards, total, lies", [("PB.B.12", *OF_PLAYER), ("PB.B.13", *OF_BANK)])
def test_first_and_third_card_are_the_players_second_and_fourth_the_banks(clause, hand, cards, total, lies):
    table = t.dealt(t.ready("7s Kd 2h 6c"))
    assert clause in t.rests(table)
    found = t.turned(table).view().hands[hand]
    assert (found.cards, found.total, found.location) == (cards, total, lies)


@each_clause("hand, cards, total, lies", [("PB.B.16", *OF_PLAYER), ("PB.B.19", *OF_BANK)])
def test_the_total_of_a_hand_is_announced_when_it_is_shown(clause, hand, cards, total, lies):
    table = t.dealt(t.ready("7s Kd 2h 6c"))
    table = table if hand is pb.Hand.PUNTO else table.do(pb.ShowHand(pb.Hand.PUNTO), by="bea")
    assert not any(words.startswith(str(hand)) for words in t.spoken(table))
    table = table.do(pb.ShowHand(hand), by="bea" if hand is pb.Hand.PUNTO else "ana")
    assert t.just_said(table)[:1] == [f"{hand}, {total}"]
    assert clause in t.rests(table)


@each_clause(
    "hand, holder",
    [("PB.B.15", pb.Hand.PUNTO, "bea"), ("PB.B.18", pb.Hand.BANCA, "ana"), ("PB.C.06", pb.Hand.BANCA, "ana")],
)
def test_each_hand_is_shown_by_its_holder_and_the_players_first(clause, hand, holder):
    table = t.dealt(t.ready("7s Kd 2h 6c", people={4: "ana", 5: "bea"}))
    t.refused(table, pb.ShowHand(pb.Hand.BANCA), "ana", "player-hand-first", "PB.B.15")
    table = table if hand is pb.Hand.PUNTO else table.do(pb.ShowHand(pb.Hand.PUNTO), by="bea")
    for other in {"ana", "bea", "croupier", "chief", "onlooker"} - {holder}:
        assert t.refused(table, pb.ShowHand(hand), other, "not-holding-hand", clause).facts["holder"] == holder
    table = table.do(pb.ShowHand(hand), by=holder)
    assert clause in t.rests(table)
    assert table.view().hands["punto"].cards == ("7s", "2h")
    assert table.view().hands["banca"].cards == ((None, None) if hand is pb.Hand.PUNTO else ("Kd", "6c"))


@pytest.mark.clause("PB.B.14")
def test_the_largest_stake_on_player_gets_the_cards():
    people = {1: "ana", 2: "bea", 5: "carl", 6: "dora"}
    stakes = {
        "bea": {t.PUNTO: 30 * t.EURO},
        "carl": {t.PUNTO: 80 * t.EURO},
        "dora": {t.PUNTO: 50 * t.EURO},
        "ana": {t.BANCA: 90_00},
    }
    table = t.staked(t.betting(t.ready(people=people)), stakes).do(pb.CloseBets(), by="croupier")
    assert "PB.B.14" in t.rests(table)
    assert [seat.seat for seat in table.view().seats if seat.holds_hand] == [5]


@each_clause(
    "cards, said, others",
    [
        ("PB.B.21", "4s Kd 3h 2c 9d", "el jugador se planta. 7", ("Ks Kd 8h 2c", "Ks Kd 2h 2c")),
        ("PB.B.22", "Ks Qd 2h 5c 9d", "carta para el jugador", ("Ks Qd 6h 5c",)),
    ],
)
def test_whether_the_player_draws_or_stands_is_said_aloud(clause, cards, said, others):
    table = t.hands(cards)
    assert t.just_said(table)[1:2] == [said]
    assert clause in t.rests(table)
    for other in others:
        assert not any(said.startswith(words.rstrip(". 0123456789")) for words in t.just_said(t.hands(other))[1:])


@pytest.mark.clause("PB.B.23")
def test_the_bank_is_announced_like_the_player():
    table = t.hands("Ks Kd 7h 6c")
    due = ["banca, 6", "el jugador se planta. 7", "la banca se planta. 6", "gana el punto, 7 a 6"]
    assert t.just_said(table) == due
    assert "PB.B.23" in t.rests(table)
    table = t.hands("Ks Kd 2h 5c 4d 9d").do(pb.DrawCard(pb.Hand.PUNTO), by="ana")
    assert t.just_said(table) == ["carta para la banca"]


@pytest.mark.clause("PB.B.24")
def test_the_winner_is_announced():
    table = t.hands(t.PLAYER_WINS)
    assert t.just_said(table)[-1] == "gana el punto, 7 a 6"
    assert "PB.B.24" in t.rests(table)
    assert t.events(table, ev.CoupEnded) == (ev.CoupEnded(Winner.PUNTO, 7, 6, False),)
    assert t.just_said(t.hands(t.BANK_WINS))[-1] == "gana la banca, 7 a 6"
    assert t.just_said(t.hands(t.SIXES))[-1] == "empate a 6"


def test_nothing_is_paid_before_the_winner_is_known():
    table = t.dealt(t.ready(t.PLAYER_WINS))
    t.refused(table, pb.Settle(), "croupier", "wrong-window")
    table = t.drawn(t.turned(table))
    t.refused(table, pb.Settle(), "ana", "not-your-post")
    table = table.do(pb.Settle(), by="croupier")
    assert len(t.events(table, ev.CoupSettled)) == 1
    t.refused(table, pb.Settle(), "croupier", "wrong-window")
