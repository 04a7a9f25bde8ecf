"""Clauses PB.A1 and PB.A2: the deal, what cards and hands count, ties, naturals, third cards, what no rule covers."""

from itertools import product

import pytest

from tapete import punto_banco as pb
from tapete.accounts import BANK, balance
from tapete.cards import RANKS, Card
from tapete.games.baccarat.effects import NoteOnly, VoidCoup
from tapete.games.baccarat.incident import IncidentOpened, IncidentRuled
from tapete.games.baccarat.points import Winner, total
from tapete.games.punto_banco.events import DrawAwaited
from tapete.games.punto_banco.state import State
from tapete.play import Play
from tests.support.punto_banco import tables as t
from tests.support.rows import each_clause, rows


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


@each_clause(
    "cards, counts",
    [
        ("PB.A1.02", "2s 4d 5h 3c", (7, 7)),
        ("PB.A1.03", "Ts Kd Qh Jc", (0, 0)),
        ("PB.A1.04", "As Kd 6h 3c", (7, 3)),
        ("PB.A1.05", "7s 4d 8h 3c", (5, 7)),
    ],
)
def test_numbers_count_themselves_an_ace_one_tens_and_courts_nothing_and_of_a_sum_the_units(clause, cards, counts):
    table = t.hands(cards)
    assert totals(table) == counts
    assert clause in t.rests(table)


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


PAID = [
    ("PB.A1.07", t.SIXES, {t.BANCA: 80_00}, {t.PUNTO: 50_00}, 0, 0),
    ("PB.A1.09", t.SIXES, {t.BANCA: 10_00}, {t.TIE: 10_00}, 0, 80_00),
    ("PB.D.01", t.PLAYER_WINS, {t.BANCA: 20_00}, {t.PUNTO: 500_00}, -20_00, 500_00),
    ("PB.D.02", t.PLAYER_WINS, {t.BANCA: 60_00, t.TIE: 10_00}, {t.PUNTO: 100_00}, -70_00, 100_00),
    ("PB.D.03", t.BANK_WINS, {t.BANCA: 15_00}, {t.PUNTO: 10_00}, 14_25, -10_00),
    ("PB.B.25", t.PLAYER_WINS, {t.BANCA: 40_00}, {t.PUNTO: 120_00}, -40_00, 120_00),
    ("PB.B.26", t.BANK_WINS, {t.BANCA: 200_00}, {t.PUNTO: 10_00}, 190_00, -10_00),
]
"""What the hands come to, what Ana and Bea have staked, and what each of them has then won."""


@each_clause("cards, ana, bea, ana_has, bea_has", PAID)
def test_what_everybody_has_after_a_coup(clause, cards, ana, bea, ana_has, bea_has):
    """The house, which is the bank, collects and pays: of what Bank wins it keeps five per cent, and a tie is void."""
    table = t.ended(t.ready(cards), {"ana": ana, "bea": bea})
    assert (t.house(table), t.won(table, "ana"), t.won(table, "bea")) == (0, 0, 0), "nothing is paid before"
    table = table.do(pb.Settle(), by="croupier")
    assert clause in t.rests(table)
    assert (t.won(table, "ana"), t.won(table, "bea"), t.house(table)) == (ana_has, bea_has, -ana_has - bea_has)
    void = {one.outcome for (_, bet), one in t.lines(table).items() if bet is not t.TIE} == {"void"}
    assert void is (cards == t.SIXES)
    assert balance(table.state.ledger, BANK) == 0
    t.sound(table)


@pytest.mark.clause("PB.A1.08")
def test_after_a_tie_stakes_are_taken_back_or_left():
    people = {1: "dora", 3: "ana", 5: "bea"}
    stakes = {"dora": {t.BANCA: 1000}, "ana": {t.PUNTO: 50 * t.EURO}, "bea": {t.BANCA: 80 * t.EURO}}
    table = t.settled(t.ready(t.SIXES, t.BANK_WINS, people=people), stakes)
    table = table.after(table.attempt(pb.WithdrawBet(t.PUNTO), "ana"))
    assert "PB.A1.08" in t.rests(table)
    assert (table.view("ana").me.chips, table.view().seats[4].bets) == (1_000_000, {"banca": 80 * t.EURO})
    t.refused(table, pb.WithdrawBet(t.PUNTO), "ana", "no-such-bet")
    table = t.settled(table, {})
    assert (t.won(table, "ana"), t.won(table, "bea")) == (0, 76 * t.EURO)


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


@each_clause(
    "bank, draws",
    [
        ("PB.A2.04", 0, {8: DRAWS, 9: DRAWS}),
        ("PB.A2.05", 1, {STOOD: DRAWS, 8: DRAWS}),
        ("PB.A2.06", 2, {9: DRAWS, STOOD: DRAWS}),
        ("PB.A2.07", 3, {9: DRAWS, 8: STANDS, STOOD: DRAWS}),
        ("PB.A2.08", 4, {2: DRAWS, 1: STANDS, 8: STANDS, STOOD: DRAWS}),
        ("PB.A2.09", 5, {4: DRAWS, 3: STANDS, 7: DRAWS, STOOD: DRAWS}),
        ("PB.A2.10", 6, {6: DRAWS, 5: STANDS, STOOD: STANDS}),
        ("PB.A2.11", 7, {6: STANDS, STOOD: STANDS}),
    ],
)
def test_on_each_total_the_bank_draws_or_stands_by_the_third_card_of_the_player(clause, bank, draws):
    first = next(iter(draws))
    assert facing(bank, first).view().phase is (pb.Phase.BANK_DRAWS if draws[first] else pb.Phase.SETTLE)
    assert clause in row_of(bank, first)
    assert clause not in row_of((bank + 4) % 8, 0)
    assert {card: bank_draws(bank, card) for card in draws} == draws


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
