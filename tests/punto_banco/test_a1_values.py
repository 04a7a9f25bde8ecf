"""Section A.1: the deal, what cards and hands count, ties, naturals."""

from itertools import product

import pytest

from tapete import punto_banco as pb
from tapete.cards import RANKS, Card
from tapete.games.baccarat.outcome import Winner
from tapete.games.baccarat.points import total
from tapete.games.punto_banco.events import CardDealt, DrawAwaited
from tests.support.punto_banco.tables import (
    BANCA,
    BANK_WINS,
    EURO,
    NATURAL,
    PLAYER_WINS,
    PUNTO,
    SIXES,
    TIE,
    betting,
    dealt,
    drawn,
    ended,
    events,
    hands,
    house,
    just_said,
    lines,
    opened,
    ready,
    refused,
    rests,
    settled,
    sound,
    staked,
    turned,
    won,
)


def totals(table: pb.Play) -> tuple[int | None, int | None]:
    view = table.view()
    return view.hands["punto"].total, view.hands["banca"].total


@pytest.mark.clause("PB.A1.01")
def test_a_coup_starts_with_two_hands_of_two_cards():
    """Two hands, two cards each, however many people have staked."""
    crowd = {seat: f"p{seat}" for seat in range(1, 8)}
    stakes = {"p1": {BANCA: 1000}} | {f"p{seat}": {PUNTO: 1000 * seat} for seat in range(2, 8)}
    table = dealt(ready("4s 9s Ks 6s", people=crowd), stakes)
    assert "PB.A1.01" in rests(table)
    (due,) = events(table, DrawAwaited)
    assert [one.place for one in due.cards] == ["punto", "banca", "punto", "banca"]
    view = turned(table).view()
    assert {hand: one.cards for hand, one in view.hands.items()} == {"punto": ("4s", "Ks"), "banca": ("9s", "6s")}
    assert all(one.third is None for one in view.hands.values())


@pytest.mark.clause("PB.A1.02")
def test_two_to_nine_count_their_number():
    """A card from 2 to 9 counts the number printed on it."""
    table = hands("2s 4d 5h 3c")
    assert totals(table) == (7, 7)
    assert "PB.A1.02" in rests(table)
    for pips in range(2, 10):
        assert totals(hands(f"{pips}s Kd Kh 3c"))[0] == pips
    assert totals(hands("Ts Kd Kh 3c"))[0] == 0


@pytest.mark.clause("PB.A1.03")
def test_tens_and_courts_count_nothing_in_a_hand():
    """Tens, jacks, queens and kings count 0 in the play of hands; a nine does not."""
    table = hands("Ts Kd Qh Jc")
    assert totals(table) == (0, 0)
    assert "PB.A1.03" in rests(table)
    assert totals(hands("9s Kd Qh Jc")) == (9, 0)


@pytest.mark.clause("PB.A1.04")
def test_an_ace_counts_one():
    """An ace counts 1: with a six it makes seven; a two with the six makes a natural eight."""
    table = hands("As Kd 6h 3c")
    assert totals(table)[0] == 7
    assert "PB.A1.04" in rests(table)
    assert totals(hands("2s Kd 6h 3c"))[0] == 8


@pytest.mark.clause("PB.A1.05")
def test_only_the_units_of_the_sum_count():
    """A hand's total is the sum of its cards without the tens."""
    table = hands("7s 4d 8h 3c")
    assert totals(table) == (5, 7)
    assert "PB.A1.05" in rests(table)
    table = drawn(hands("9s 4d 6h 3c 5d"))
    assert table.view().hands["punto"].third == "5d"
    assert totals(table) == (0, 7)


def test_every_hand_of_two_or_three_cards_totals_its_sum_without_tens():
    worth = {rank: min(at, 10) % 10 for at, rank in enumerate(RANKS, 1)}
    rules = opened().state.book.points
    for size in (2, 3):
        for ranks in product(RANKS, repeat=size):
            assert total([Card(rank + "s") for rank in ranks], rules) == sum(worth[rank] for rank in ranks) % 10


@pytest.mark.clause("PB.A1.06")
def test_the_higher_total_wins():
    """Nine wins, or else the total nearer to nine."""
    table = ended(ready(PLAYER_WINS))
    assert (totals(table), table.view().result) == ((7, 6), Winner.PUNTO)
    assert "PB.A1.06" in rests(table)
    table = ended(ready("8s 9s Kd Kh"))
    assert (totals(table), table.view().result) == ((8, 9), Winner.BANCA)
    assert ended(ready(SIXES)).view().result is Winner.TIE


@pytest.mark.clause("PB.A1.07")
def test_a_tie_is_void_for_the_two_hands():
    """Equal totals: stakes on the hands neither win nor lose, and nothing is deducted."""
    stakes = {"ana": {BANCA: 80 * EURO}, "bea": {PUNTO: 50 * EURO}}
    table = settled(ready(SIXES), stakes)
    assert "PB.A1.07" in rests(table)
    assert {line.outcome for line in lines(table).values()} == {"void"}
    assert {line.deduction for line in lines(table).values()} == {0}
    assert (won(table, "ana"), won(table, "bea"), house(table)) == (0, 0, 0)
    sound(table)
    table = settled(ready(PLAYER_WINS), stakes)
    assert (won(table, "ana"), won(table, "bea"), house(table)) == (-80 * EURO, 50 * EURO, 30 * EURO)


@pytest.mark.clause("PB.A1.08")
def test_after_a_tie_stakes_are_taken_back_or_left():
    """After a tie who staked on a hand may take it back, or leave it for the next coup."""
    people = {1: "dora", 3: "ana", 5: "bea"}
    stakes = {"dora": {BANCA: 1000}, "ana": {PUNTO: 50 * EURO}, "bea": {BANCA: 80 * EURO}}
    table = settled(ready(SIXES, BANK_WINS, people=people), stakes)
    table = table.do(pb.WithdrawBet(PUNTO), by="ana")
    assert "PB.A1.08" in rests(table)
    assert table.view("ana").me.chips == 1_000_000
    assert table.view().seats[4].bets == {"banca": 80 * EURO}
    refused(table, pb.WithdrawBet(PUNTO), "ana", "no-such-bet")
    table = settled(table, {})
    assert (won(table, "ana"), won(table, "bea")) == (0, 76 * EURO)


def test_a_stake_left_after_a_tie_is_free_until_no_more_bets():
    table = betting(settled(ready(SIXES, BANK_WINS)))
    assert table.do(pb.WithdrawBet(PUNTO), by="bea").view().seats[1].bets == {}
    closed = table.do(pb.CloseBets(), by="croupier")
    refused(closed, pb.WithdrawBet(PUNTO), "bea", "bets-closed", "PB.B.09")
    part = table.do(pb.PlaceBet(PUNTO, 2000), by="bea").do(pb.WithdrawBet(PUNTO, 1500), by="bea")
    assert part.view().seats[1].bets == {"punto": 1500}
    refused(part, pb.WithdrawBet(PUNTO, 1000), "bea", "below-minimum", "PB.D.04")
    refused(part, pb.WithdrawBet(PUNTO, 1501), "bea", "more-than-staked")


@pytest.mark.clause("PB.A1.09")
def test_the_tie_pays_eight_to_one():
    """A stake on the tie wins when the totals are equal, and the house pays it eight to one."""
    stakes = {"ana": {BANCA: 1000}, "bea": {TIE: 10 * EURO}}
    table = settled(ready(SIXES), stakes)
    line = lines(table)["bea", TIE]
    assert (line.outcome, line.stake, line.winnings, line.deduction) == ("won", 1000, 80 * EURO, 0)
    assert "PB.A1.09" in rests(table)
    assert won(table, "bea") == 80 * EURO
    assert table.view("bea").me.chips == 1_000_000 + 80 * EURO
    assert won(settled(ready(PLAYER_WINS), stakes), "bea") == -10 * EURO


@pytest.mark.clause("PB.A1.10")
def test_the_tie_takes_a_tenth_of_the_maximum():
    """A stake on the tie is at most a tenth of the table's maximum."""
    table = betting(ready())
    most = table.do(pb.PlaceBet(TIE, 50 * EURO), by="bea")
    assert "PB.A1.10" in rests(most)
    found = refused(table, pb.PlaceBet(TIE, 5001), "bea", "tie-limit", "PB.A1.10")
    assert found.facts["maximum"] == 5000
    refused(most, pb.PlaceBet(TIE, 1), "bea", "tie-limit", "PB.A1.10")
    most.do(pb.PlaceBet(TIE, 50 * EURO), by="ana")


@pytest.mark.parametrize("times", [20, 50, 100])
@pytest.mark.parametrize("minimum", [500, 1000, 2500])
def test_the_tie_cap_follows_each_maximum(minimum, times):
    table = betting(ready(minimum=minimum, maximum=minimum * times))
    cap = minimum * times // 10
    assert table.view().tie_maximum == cap
    table.do(pb.PlaceBet(TIE, cap), by="bea")
    refused(table, pb.PlaceBet(TIE, cap + 1), "bea", "tie-limit", "PB.A1.10")
    refused(table, pb.PlaceBet(TIE, minimum - 1), "bea", "below-minimum", "PB.D.04")


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
    """Eight or nine in two cards, in either hand: no third card, the two-card totals decide."""
    table = hands(cards)
    assert "PB.A1.11" in rests(table)
    assert (table.view().phase, table.view().result, totals(table)) == (pb.Phase.SETTLE, result, points)
    assert all(hand.third is None for hand in table.view().hands.values())
    assert not any("carta para" in words for words in just_said(table))


@pytest.mark.clause("PB.A1.11")
def test_seven_against_four_is_no_natural():
    """Seven in two cards does not stop the other hand."""
    table = hands("Kh Qh 7d 4s")
    assert table.view().phase is pb.Phase.BANK_DRAWS


@pytest.mark.clause("PB.A1.12")
def test_no_third_card_against_a_natural():
    """Against an eight or nine of the other hand nobody may ask for a third card."""
    table = hands("Ah 4h 2d 5s")
    refused(table, pb.DrawCard(pb.Hand.PUNTO), "ana", "natural", "PB.A1.12")
    refused(hands(NATURAL), pb.DrawCard(pb.Hand.BANCA), "ana", "natural", "PB.A1.12")
    table = table.do(pb.Settle(), by="croupier")
    assert (won(table, "ana"), won(table, "bea")) == (950, -1000)
    without = hands("Ah 4h 2d 3s 5d")
    assert without.do(pb.DrawCard(pb.Hand.PUNTO), by="ana").view().hands["punto"].third == "5d"


def test_every_pair_of_two_card_totals_ends_at_once_or_does_not():
    faces = {0: "K", 1: "A", **{n: str(n) for n in range(2, 10)}}
    for punto, banca in product(range(10), repeat=2):
        table = hands(f"{faces[punto]}s {faces[banca]}d Kh Kc")
        stopped = not [one for one in just_said(table) if "carta para" in one or "se planta" in one]
        assert stopped is (punto >= 8 or banca >= 8), (punto, banca)
        assert events(table, CardDealt) == ()


def test_stakes_of_others_play_no_part_in_the_cards():
    table = staked(betting(ready()), {"ana": {BANCA: 1000}, "bea": {PUNTO: 1000, BANCA: 2000, TIE: 1000}})
    assert table.view().stakes["banca"] == 3000
