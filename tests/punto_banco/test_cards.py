"""Clauses PB.A1 and PB.A2: the deal, what cards and hands count, ties, naturals, third cards, what no rule covers."""

from itertools import product

import pytest

from tapete import punto_banco as pb
from tapete.cards import RANKS, Card
from tapete.games.baccarat.effects import NoteOnly, VoidCoup
from tapete.games.baccarat.incident import IncidentOpened, IncidentRuled
from tapete.games.baccarat.points import Winner, total
from tapete.games.punto_banco.events import DrawAwaited
from tapete.games.punto_banco.state import State
from tapete.play import Play
from tests.support.punto_banco import tables as t
from tests.support.rows import rows


def totals(table: pb.Play) -> tuple[int | None, int | None]:
    view = table.view()
    return view.hands["punto"].total, view.hands["banca"].total


@pytest.mark.clause("PB.A1.01")
def test_a_coup_starts_with_two_hands_of_two_cards():
    crowd = {seat: f"p{seat}" for seat in range(1, 8)}
    stakes = {"p1": {t.BANCA: 1000}} | {f"p{seat}": {t.PUNTO: 1000 * seat} for seat in range(2, 8)}
    table = t.dealt(t.ready("4s 9s Ks 6s", people=crowd), stakes)
    assert "PB.A1.01" in t.rests(table)
    (due,) = t.events(table, DrawAwaited)
    assert [one.place for one in due.cards] == ["punto", "banca", "punto", "banca"]
    view = t.turned(table).view()
    assert {hand: one.cards for hand, one in view.hands.items()} == {"punto": ("4s", "Ks"), "banca": ("9s", "6s")}
    assert all(one.third is None for one in view.hands.values())


@pytest.mark.clause("PB.A1.02")
def test_two_to_nine_count_their_number():
    table = t.hands("2s 4d 5h 3c")
    assert totals(table) == (7, 7)
    assert "PB.A1.02" in t.rests(table)
    for pips in range(2, 10):
        assert totals(t.hands(f"{pips}s Kd Kh 3c"))[0] == pips
    assert totals(t.hands("Ts Kd Kh 3c"))[0] == 0


@pytest.mark.clause("PB.A1.03")
def test_tens_and_courts_count_nothing_in_a_hand():
    table = t.hands("Ts Kd Qh Jc")
    assert totals(table) == (0, 0)
    assert "PB.A1.03" in t.rests(table)
    assert totals(t.hands("9s Kd Qh Jc")) == (9, 0)


@pytest.mark.clause("PB.A1.04")
def test_an_ace_counts_one():
    table = t.hands("As Kd 6h 3c")
    assert totals(table)[0] == 7
    assert "PB.A1.04" in t.rests(table)
    assert totals(t.hands("2s Kd 6h 3c"))[0] == 8


@pytest.mark.clause("PB.A1.05")
def test_only_the_units_of_the_sum_count():
    table = t.hands("7s 4d 8h 3c")
    assert totals(table) == (5, 7)
    assert "PB.A1.05" in t.rests(table)
    table = t.drawn(t.hands("9s 4d 6h 3c 5d"))
    assert (table.view().hands["punto"].third, totals(table)) == ("5d", (0, 7))


def test_every_hand_of_two_or_three_cards_totals_its_sum_without_tens():
    worth = {rank: min(at, 10) % 10 for at, rank in enumerate(RANKS, 1)}
    rules = t.opened().state.book.points
    for size in (2, 3):
        for ranks in product(RANKS, repeat=size):
            assert total([Card(rank + "s") for rank in ranks], rules) == sum(worth[rank] for rank in ranks) % 10


@pytest.mark.clause("PB.A1.06")
def test_the_higher_total_wins():
    table = t.ended(t.ready(t.PLAYER_WINS))
    assert (totals(table), table.view().result) == ((7, 6), Winner.PUNTO)
    assert "PB.A1.06" in t.rests(table)
    table = t.ended(t.ready("8s 9s Kd Kh"))
    assert (totals(table), table.view().result) == ((8, 9), Winner.BANCA)
    assert t.ended(t.ready(t.SIXES)).view().result is Winner.TIE


@pytest.mark.clause("PB.A1.07")
def test_a_tie_is_void_for_the_two_hands():
    stakes = {"ana": {t.BANCA: 80 * t.EURO}, "bea": {t.PUNTO: 50 * t.EURO}}
    table = t.settled(t.ready(t.SIXES), stakes)
    assert "PB.A1.07" in t.rests(table)
    assert {line.outcome for line in t.lines(table).values()} == {"void"}
    assert {line.deduction for line in t.lines(table).values()} == {0}
    assert (t.won(table, "ana"), t.won(table, "bea"), t.house(table)) == (0, 0, 0)
    t.sound(table)
    table = t.settled(t.ready(t.PLAYER_WINS), stakes)
    assert (t.won(table, "ana"), t.won(table, "bea"), t.house(table)) == (-80 * t.EURO, 50 * t.EURO, 30 * t.EURO)


@pytest.mark.clause("PB.A1.08")
def test_after_a_tie_stakes_are_taken_back_or_left():
    people = {1: "dora", 3: "ana", 5: "bea"}
    stakes = {"dora": {t.BANCA: 1000}, "ana": {t.PUNTO: 50 * t.EURO}, "bea": {t.BANCA: 80 * t.EURO}}
    table = t.settled(t.ready(t.SIXES, t.BANK_WINS, people=people), stakes)
    table = table.do(pb.WithdrawBet(t.PUNTO), by="ana")
    assert "PB.A1.08" in t.rests(table)
    assert (table.view("ana").me.chips, table.view().seats[4].bets) == (1_000_000, {"banca": 80 * t.EURO})
    t.refused(table, pb.WithdrawBet(t.PUNTO), "ana", "no-such-bet")
    table = t.settled(table, {})
    assert (t.won(table, "ana"), t.won(table, "bea")) == (0, 76 * t.EURO)


@pytest.mark.clause("PB.A1.08")
def test_after_a_tie_a_stake_may_be_taken_back() -> None:
    table = t.settled(t.ready(t.SIXES), {"ana": {pb.Bet.BANCA: 50 * t.EURO}, "bea": {pb.Bet.PUNTO: 80 * t.EURO}})
    assert [seat.bets for seat in table.view().seats[:2]] == [{"banca": 50 * t.EURO}, {"punto": 80 * t.EURO}]
    table = table.after(table.attempt(pb.WithdrawBet(pb.Bet.BANCA), "ana"))
    assert [seat.bets for seat in table.view().seats[:2]] == [{}, {"punto": 80 * t.EURO}]


@rows("bet", pb.Bet)
def test_between_coups_only_a_stake_on_one_of_the_hands_is_its_owners_to_take_back(bet: pb.Bet) -> None:
    table = t.settled(t.ready(t.SIXES), {"ana": {pb.Bet.BANCA: 50 * t.EURO, pb.Bet.TIE: 10 * t.EURO}, "bea": {}})
    found = table.attempt(pb.WithdrawBet(bet), "ana").outcome
    due = {pb.Bet.BANCA: None, pb.Bet.PUNTO: "no-such-bet"}.get(bet, "bets-closed")
    assert getattr(found, "code", None) == due


def test_a_stake_left_after_a_tie_is_free_until_no_more_bets():
    table = t.betting(t.settled(t.ready(t.SIXES, t.BANK_WINS)))
    assert table.do(pb.WithdrawBet(t.PUNTO), by="bea").view().seats[1].bets == {}
    closed = table.do(pb.CloseBets(), by="croupier")
    t.refused(closed, pb.WithdrawBet(t.PUNTO), "bea", "bets-closed", "PB.B.09")
    part = table.do(pb.PlaceBet(t.PUNTO, 2000), by="bea").do(pb.WithdrawBet(t.PUNTO, 1500), by="bea")
    assert part.view().seats[1].bets == {"punto": 1500}
    t.refused(part, pb.WithdrawBet(t.PUNTO, 1000), "bea", "below-minimum", "PB.D.04")
    t.refused(part, pb.WithdrawBet(t.PUNTO, 1501), "bea", "more-than-staked")


@pytest.mark.clause("PB.A1.09")
def test_the_tie_pays_eight_to_one():
    stakes = {"ana": {t.BANCA: 1000}, "bea": {t.TIE: 10 * t.EURO}}
    table = t.settled(t.ready(t.SIXES), stakes)
    line = t.lines(table)["bea", t.TIE]
    assert (line.outcome, line.stake, line.winnings, line.deduction) == ("won", 1000, 80 * t.EURO, 0)
    assert "PB.A1.09" in t.rests(table)
    assert (t.won(table, "bea"), table.view("bea").me.chips) == (80 * t.EURO, 1_000_000 + 80 * t.EURO)
    assert t.won(t.settled(t.ready(t.PLAYER_WINS), stakes), "bea") == -10 * t.EURO


@pytest.mark.clause("PB.A1.10")
def test_the_tie_takes_a_tenth_of_the_maximum():
    table = t.betting(t.ready())
    most = table.do(pb.PlaceBet(t.TIE, 50 * t.EURO), by="bea")
    assert "PB.A1.10" in t.rests(most)
    found = t.refused(table, pb.PlaceBet(t.TIE, 5001), "bea", "tie-limit", "PB.A1.10")
    assert found.facts["maximum"] == 5000
    t.refused(most, pb.PlaceBet(t.TIE, 1), "bea", "tie-limit", "PB.A1.10")
    most.do(pb.PlaceBet(t.TIE, 50 * t.EURO), by="ana")


@pytest.mark.parametrize("times", [20, 50, 100])
@pytest.mark.parametrize("minimum", [500, 1000, 2500])
def test_the_tie_cap_follows_each_maximum(minimum, times):
    table = t.betting(t.ready(minimum=minimum, maximum=minimum * times))
    cap = minimum * times // 10
    assert table.view().tie_maximum == cap
    table.do(pb.PlaceBet(t.TIE, cap), by="bea")
    t.refused(table, pb.PlaceBet(t.TIE, cap + 1), "bea", "tie-limit", "PB.A1.10")
    t.refused(table, pb.PlaceBet(t.TIE, minimum - 1), "bea", "below-minimum", "PB.D.04")


@pytest.mark.clause("PB.A1.11")
@pytest.mark.parametrize(
    ("cards", "result", "points"),
    [
        ("Kh Qh 8d 4s", Winner.PUNTO, (8, 4)),
        ("Kh 4d 8d 5d", Winner.BANCA, (8, 9)),
        ("Ah 4h 2d 5s", Winner.BANCA, (3, 9)),
    ],
)
def test_a_natural_ends_the_coup(cards, result, points):
    table = t.hands(cards)
    assert "PB.A1.11" in t.rests(table)
    assert (table.view().phase, table.view().result, totals(table)) == (pb.Phase.SETTLE, result, points)
    assert all(hand.third is None for hand in table.view().hands.values())
    assert not any("carta para" in words for words in t.just_said(table))


@pytest.mark.clause("PB.A1.12")
def test_no_third_card_against_a_natural():
    table = t.hands("Ah 4h 2d 5s")
    t.refused(table, pb.DrawCard(pb.Hand.PUNTO), "ana", "natural", "PB.A1.12")
    t.refused(t.hands(t.NATURAL), pb.DrawCard(pb.Hand.BANCA), "ana", "natural", "PB.A1.12")
    table = table.do(pb.Settle(), by="croupier")
    assert (t.won(table, "ana"), t.won(table, "bea")) == (950, -1000)
    without = t.hands("Ah 4h 2d 3s 5d")
    assert without.do(pb.DrawCard(pb.Hand.PUNTO), by="ana").view().hands["punto"].third == "5d"


FACE = {0: "K", 1: "A", **{pips: str(pips) for pips in range(2, 10)}}
STOOD = None
DRAWS, STANDS = True, False


def facing(bank: int, card: int | None, player: str = "") -> Play[State]:
    two = player or ("Ks 6h" if card is STOOD else "Ks 2h")
    first, second = two.split()
    cards = f"{first} Kd {second} {FACE[bank]}c {'' if card is STOOD else FACE[card] + 's'} 9h"
    table = t.hands(cards)
    return table if card is STOOD else table.do(pb.DrawCard(pb.Hand.PUNTO), by="ana")


def bank_draws(bank: int, card: int | None, player: str = "") -> bool:
    table = facing(bank, card, player)
    if table.view().phase is pb.Phase.SETTLE:
        t.refused(table, pb.DrawCard(pb.Hand.BANCA), "ana", "must-stand")
        return STANDS
    assert table.view().phase is pb.Phase.BANK_DRAWS
    t.refused(table, pb.StandHand(pb.Hand.BANCA), "ana", "must-draw")
    assert table.do(pb.DrawCard(pb.Hand.BANCA), by="ana").view().hands["banca"].third == "9h"
    return DRAWS


def row_of(bank: int, card: int | None) -> tuple[str, ...]:
    return t.rests(facing(bank, card))


@pytest.mark.clause("PB.A2.01")
@rows("two", ["Ks Qh", "As Qh", "As Ah", "As 2h", "2s 2h", "2s 3h"])
def test_player_draws_on_five_or_less(two):
    first, second = two.split()
    table = t.hands(f"{first} Kd {second} 6c 9s")
    assert "PB.A2.01" in t.rests(table)
    assert table.view().phase is pb.Phase.PLAYER_DRAWS
    t.refused(table, pb.StandHand(pb.Hand.PUNTO), "bea", "must-draw", "PB.A2.01")
    t.refused(table, pb.Settle(), "croupier", "wrong-window")
    assert [offer.act for offer in table.legal("ana") if offer.main] == ["draw-card"]
    table = table.do(pb.DrawCard(pb.Hand.PUNTO), by="ana")
    assert table.view().hands["punto"].third == "9s"
    t.refused(table, pb.DrawCard(pb.Hand.PUNTO), "ana", "wrong-window")


@pytest.mark.clause("PB.A2.02")
@pytest.mark.parametrize("two", ["4s 3h", "Ks 6h", "Ks 7h"])
def test_player_stands_on_six_and_seven(two):
    first, second = two.split()
    table = t.hands(f"{first} 3d {second} 2c 9s")
    assert "PB.A2.02" in t.rests(table)
    t.refused(table, pb.DrawCard(pb.Hand.PUNTO), "ana", "must-stand", "PB.A2.02")
    assert table.view().phase is pb.Phase.BANK_DRAWS
    table = t.hands(f"{first} 3d {second} 3c")
    t.refused(table, pb.DrawCard(pb.Hand.PUNTO), "ana", "must-stand", "PB.A2.02")
    assert table.view().phase is pb.Phase.SETTLE


@pytest.mark.clause("PB.A2.03")
def test_the_bank_reads_the_table_by_the_card_drawn():
    table = facing(5, 0, player="2s 2h")
    assert "PB.A2.03" in t.rests(table)
    assert table.view().hands["punto"].total == 4
    assert table.view().phase is pb.Phase.SETTLE
    assert bank_draws(5, 4, player="2s 2h") is DRAWS
    assert bank_draws(6, 6, player="2s 3h") is DRAWS
    assert bank_draws(6, 1, player="2s 3h") is STANDS


@pytest.mark.clause("PB.A2.04")
def test_bank_draws_on_nought():
    table = t.drawn(t.hands("Ks Ks 3h Qh 8d 5c"))
    assert table.view().hands["banca"].third == "5c"
    assert "PB.A2.04" in row_of(0, 8)
    assert "PB.A2.04" not in row_of(7, 8)


@pytest.mark.clause("PB.A2.05")
def test_bank_draws_on_one():
    table = t.hands("Ks Kd 7h Ad")
    assert table.view().phase is pb.Phase.BANK_DRAWS
    assert "PB.A2.05" in t.rests(table)


@pytest.mark.clause("PB.A2.06")
def test_bank_draws_on_two():
    table = t.hands("Ks Ad 2h Ac 9s").do(pb.DrawCard(pb.Hand.PUNTO), by="ana")
    assert table.view().phase is pb.Phase.BANK_DRAWS
    assert "PB.A2.06" in t.rests(table)


@pytest.mark.clause("PB.A2.07")
def test_bank_on_three_stands_against_an_eight_only():
    assert bank_draws(3, 8) is STANDS
    assert bank_draws(3, 9) is DRAWS
    assert bank_draws(3, STOOD) is DRAWS
    assert "PB.A2.07" in row_of(3, 9)


@pytest.mark.clause("PB.A2.08")
def test_bank_on_four():
    assert [bank_draws(4, card) for card in (1, 2, 8, STOOD)] == [STANDS, DRAWS, STANDS, DRAWS]
    assert "PB.A2.08" in row_of(4, 2)


@pytest.mark.clause("PB.A2.09")
def test_bank_on_five():
    assert [bank_draws(5, card) for card in (3, 4, 7, STOOD)] == [STANDS, DRAWS, DRAWS, DRAWS]
    assert "PB.A2.09" in row_of(5, 4)


@pytest.mark.clause("PB.A2.10")
def test_bank_on_six():
    assert [bank_draws(6, card) for card in (6, 5, STOOD)] == [DRAWS, STANDS, STANDS]
    assert "PB.A2.10" in row_of(6, 6)
    table = t.hands("Ks 3d 7h 3c")
    assert (table.view().phase, table.view().result) == (pb.Phase.SETTLE, Winner.PUNTO)


@pytest.mark.clause("PB.A2.11")
def test_bank_stands_on_seven():
    table = t.hands("Ks 4d Kh 3c 6s").do(pb.DrawCard(pb.Hand.PUNTO), by="ana")
    assert (table.view().phase, table.view().result) == (pb.Phase.SETTLE, Winner.BANCA)
    assert "PB.A2.11" in t.rests(table)
    assert bank_draws(6, 6) is DRAWS


@pytest.mark.clause("PB.A2.12")
def test_the_table_chief_decides_what_the_rules_do_not_cover():
    table = t.dealt(t.ready(t.PLAYER_WINS))
    table = table.do(pb.ReportIncident("exposed-in-shoe", "the next card lies face up"), by="croupier")
    (opened,) = t.events(table, IncidentOpened)
    assert (opened.incident.kind, opened.incident.open_to_judgement) == ("exposed-in-shoe", True)
    t.refused(table, pb.ShowHand(pb.Hand.PUNTO), "bea", "coup-suspended", "PB.A2.12")
    t.refused(table, pb.GiveRuling(1, (VoidCoup(),), "mine"), "croupier", "not-your-post", "PB.A2.12")
    t.refused(table, pb.GiveRuling(1, (VoidCoup(),), "mine"), "bea", "not-your-post", "PB.A2.12")
    table = table.do(pb.GiveRuling(1, (NoteOnly("bets-stand"),), "the card had not been reached"), by="chief")
    assert "PB.A2.12" in t.rests(table)
    (ruled,) = t.events(table, IncidentRuled)
    assert (ruled.by, ruled.reason) == ("chief", "the card had not been reached")
    assert t.turned(table).view().result is Winner.PUNTO
