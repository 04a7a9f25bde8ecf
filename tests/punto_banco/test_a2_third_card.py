"""Section A.2: third cards, and the cases that the rules do not cover."""

import pytest

from tapete import punto_banco as pb
from tapete.games.baccarat.effects import NoteOnly, VoidCoup
from tapete.games.baccarat.incident import IncidentOpened, IncidentRuled
from tapete.games.baccarat.outcome import Winner
from tapete.games.punto_banco.state import State
from tapete.play import Play
from tests.support.punto_banco.tables import (
    ANA_AND_BEA,
    CHIPS,
    PLAYER_WINS,
    dealt,
    drawn,
    events,
    hands,
    just_said,
    ready,
    refused,
    rests,
    spoken,
    turned,
)
from tests.support.rows import rows

FACE = {0: "K", 1: "A", **{pips: str(pips) for pips in range(2, 10)}}
STOOD = None
DRAWS, STANDS = True, False

GRID = {
    # bank's total: cards of the Player hand (None: it stood) on which the bank draws
    0: {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, STOOD},
    1: {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, STOOD},
    2: {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, STOOD},
    3: {0, 1, 2, 3, 4, 5, 6, 7, 9, STOOD},
    4: {2, 3, 4, 5, 6, 7, STOOD},
    5: {4, 5, 6, 7, STOOD},
    6: {6, 7},
    7: set(),
}


def facing(bank: int, card: int | None, player: str = "") -> Play[State]:
    """Return a table where the Player hand drew ``card`` (or stood) and the bank's two cards total ``bank``."""
    two = player or ("Ks 6h" if card is STOOD else "Ks 2h")
    first, second = two.split()
    cards = f"{first} Kd {second} {FACE[bank]}c {'' if card is STOOD else FACE[card] + 's'} 9h"
    table = hands(cards)
    return table if card is STOOD else table.do(pb.DrawCard(pb.Hand.PUNTO), by="ana")


def bank_draws(bank: int, card: int | None, player: str = "") -> bool:
    """Say what the table asks of the bank; only a drawing bank leaves a card to be drawn."""
    table = facing(bank, card, player)
    if table.view().phase is pb.Phase.SETTLE:
        refused(table, pb.DrawCard(pb.Hand.BANCA), "ana", "must-stand")
        return STANDS
    assert table.view().phase is pb.Phase.BANK_DRAWS
    refused(table, pb.StandHand(pb.Hand.BANCA), "ana", "must-draw")
    assert table.do(pb.DrawCard(pb.Hand.BANCA), by="ana").view().hands["banca"].third == "9h"
    return DRAWS


def row_of(bank: int, card: int | None) -> tuple[str, ...]:
    return rests(facing(bank, card))


@pytest.mark.clause("PB.A2.01")
@rows("two", ["Ks Qh", "As Qh", "As Ah", "As 2h", "2s 2h", "2s 3h"])
def test_player_draws_on_five_or_less(two):
    """On 0 to 5, and no natural, the Player hand takes one card: nobody may choose otherwise."""
    first, second = two.split()
    table = hands(f"{first} Kd {second} 6c 9s")
    assert "PB.A2.01" in rests(table)
    assert table.view().phase is pb.Phase.PLAYER_DRAWS
    refused(table, pb.StandHand(pb.Hand.PUNTO), "bea", "must-draw", "PB.A2.01")
    refused(table, pb.Settle(), "croupier", "wrong-window")
    assert [offer.act for offer in table.legal("ana") if offer.main] == ["draw-card"]
    table = table.do(pb.DrawCard(pb.Hand.PUNTO), by="ana")
    assert table.view().hands["punto"].third == "9s"
    refused(table, pb.DrawCard(pb.Hand.PUNTO), "ana", "wrong-window")


@pytest.mark.clause("PB.A2.02")
@pytest.mark.parametrize("two", ["4s 3h", "Ks 6h", "Ks 7h"])
def test_player_stands_on_six_and_seven(two):
    """On 6 or 7, and no natural, the Player hand stands, and the bank looks at the column of a Player who stood."""
    first, second = two.split()
    table = hands(f"{first} 3d {second} 2c 9s")
    assert "PB.A2.02" in rests(table)
    refused(table, pb.DrawCard(pb.Hand.PUNTO), "ana", "must-stand", "PB.A2.02")
    assert table.view().phase is pb.Phase.BANK_DRAWS
    table = hands(f"{first} 3d {second} 3c")
    refused(table, pb.DrawCard(pb.Hand.PUNTO), "ana", "must-stand", "PB.A2.02")
    assert table.view().phase is pb.Phase.SETTLE


@pytest.mark.clause("PB.A2.03")
def test_the_bank_reads_the_table_by_the_card_drawn():
    """Row: the bank's two cards. Column: the card that the Player hand drew, not what it then totals."""
    table = facing(5, 0, player="2s 2h")
    assert "PB.A2.03" in rests(table)
    assert table.view().hands["punto"].total == 4
    assert table.view().phase is pb.Phase.SETTLE
    assert bank_draws(5, 4, player="2s 2h") is DRAWS
    assert bank_draws(6, 6, player="2s 3h") is DRAWS
    assert bank_draws(6, 1, player="2s 3h") is STANDS


@pytest.mark.clause("PB.A2.03")
def test_nobody_decides_against_the_table():
    """No cell is left to anybody: asking to stand, or for a card, is refused."""
    draws, stays = facing(5, 4), facing(5, 3)
    for person in ("ana", "bea", "croupier", "chief"):
        refused(draws, pb.StandHand(pb.Hand.BANCA), person, "must-draw", "PB.A2.09")
        refused(stays, pb.DrawCard(pb.Hand.BANCA), person, "must-stand", "PB.A2.09")


@pytest.mark.parametrize("bank", range(8))
@pytest.mark.parametrize("card", [*range(10), STOOD])
def test_every_cell_of_the_table(bank, card):
    assert bank_draws(bank, card) is (card in GRID[bank])
    if card is not STOOD:
        assert facing(bank, card).view().hands["punto"].total == (2 + card) % 10


@pytest.mark.clause("PB.A2.04")
def test_bank_draws_on_nought():
    """Bank 0 draws, whatever the Player hand did."""
    table = drawn(hands("Ks Ks 3h Qh 8d 5c"))
    assert table.view().hands["banca"].third == "5c"
    assert "PB.A2.04" in row_of(0, 8)
    assert "PB.A2.04" not in row_of(7, 8)
    assert all(bank_draws(0, card) for card in GRID[0])


@pytest.mark.clause("PB.A2.05")
def test_bank_draws_on_one():
    """Bank 1 draws, whatever the Player hand did."""
    table = hands("Ks Kd 7h Ad")
    assert table.view().phase is pb.Phase.BANK_DRAWS
    assert "PB.A2.05" in rests(table)
    assert all(bank_draws(1, card) for card in GRID[1])


@pytest.mark.clause("PB.A2.06")
def test_bank_draws_on_two():
    """Bank 2 draws, whatever the Player hand did."""
    table = hands("Ks Ad 2h Ac 9s").do(pb.DrawCard(pb.Hand.PUNTO), by="ana")
    assert table.view().phase is pb.Phase.BANK_DRAWS
    assert "PB.A2.06" in rests(table)
    assert all(bank_draws(2, card) for card in GRID[2])


@pytest.mark.clause("PB.A2.07")
def test_bank_on_three_stands_against_an_eight_only():
    """Bank 3 stands when the Player hand drew an eight, and draws otherwise."""
    assert bank_draws(3, 8) is STANDS
    assert bank_draws(3, 9) is DRAWS
    assert bank_draws(3, STOOD) is DRAWS
    assert "PB.A2.07" in row_of(3, 9)


@pytest.mark.clause("PB.A2.08")
def test_bank_on_four():
    """Bank 4 draws against 2 to 7 and a Player who stood, and stands against 0, 1, 8, 9."""
    assert [bank_draws(4, card) for card in (1, 2, 8, STOOD)] == [STANDS, DRAWS, STANDS, DRAWS]
    assert "PB.A2.08" in row_of(4, 2)


@pytest.mark.clause("PB.A2.09")
def test_bank_on_five():
    """Bank 5 draws against 4 to 7 and a Player who stood, and stands against 0 to 3, 8, 9."""
    assert [bank_draws(5, card) for card in (3, 4, 7, STOOD)] == [STANDS, DRAWS, DRAWS, DRAWS]
    assert "PB.A2.09" in row_of(5, 4)


@pytest.mark.clause("PB.A2.10")
def test_bank_on_six():
    """Bank 6 draws against a six or a seven only, and stands against a Player who stood."""
    assert [bank_draws(6, card) for card in (6, 5, STOOD)] == [DRAWS, STANDS, STANDS]
    assert "PB.A2.10" in row_of(6, 6)
    table = hands("Ks 3d 7h 3c")
    assert (table.view().phase, table.view().result) == (pb.Phase.SETTLE, Winner.PUNTO)


@pytest.mark.clause("PB.A2.11")
def test_bank_stands_on_seven():
    """Bank 7 never draws."""
    table = hands("Ks 4d Kh 3c 6s").do(pb.DrawCard(pb.Hand.PUNTO), by="ana")
    assert (table.view().phase, table.view().result) == (pb.Phase.SETTLE, Winner.BANCA)
    assert "PB.A2.11" in rests(table)
    assert not any(bank_draws(7, card) for card in (*range(10), STOOD))
    assert bank_draws(6, 6) is DRAWS


@pytest.mark.clause("PB.A2.12")
def test_the_table_chief_decides_what_the_rules_do_not_cover():
    """A card lies face up in the shoe: it is recorded, play stops, and the table chief's decision is awaited."""
    table = dealt(ready(PLAYER_WINS))
    table = table.do(pb.ReportIncident("exposed-in-shoe", "the next card lies face up"), by="croupier")
    (opened,) = events(table, IncidentOpened)
    assert (opened.incident.kind, opened.incident.open_to_judgement) == ("exposed-in-shoe", True)
    refused(table, pb.ShowHand(pb.Hand.PUNTO), "bea", "coup-suspended", "PB.A2.12")
    refused(table, pb.GiveRuling(1, (VoidCoup(),), "mine"), "croupier", "not-your-post", "PB.A2.12")
    refused(table, pb.GiveRuling(1, (VoidCoup(),), "mine"), "bea", "not-your-post", "PB.A2.12")
    table = table.do(pb.GiveRuling(1, (NoteOnly("bets-stand"),), "the card had not been reached"), by="chief")
    assert "PB.A2.12" in rests(table)
    (ruled,) = events(table, IncidentRuled)
    assert (ruled.by, ruled.reason) == ("chief", "the card had not been reached")
    assert turned(table).view().result is Winner.PUNTO


@pytest.mark.clause("PB.A2.12")
def test_equal_highest_stakes_are_the_chiefs_too():
    """Who turns the Player hand between equal stakes is not written down, so the table chief decides."""
    stakes = {"ana": {pb.Bet.BANCA: 1000}, "bea": {pb.Bet.PUNTO: 2000}, "carl": {pb.Bet.PUNTO: 2000}}
    table = ready(PLAYER_WINS, people=ANA_AND_BEA | {5: "carl"}, chips=CHIPS)
    table = table.do(pb.TakeShoe(), by="ana").do(pb.OpenBets(), by="croupier")
    for person, bets in stakes.items():
        for bet, amount in bets.items():
            table = table.do(pb.PlaceBet(bet, amount), by=person)
    table = table.do(pb.CloseBets(), by="croupier")
    refused(table, pb.AwardHand("carl"), "croupier", "not-your-post", "PB.A2.12")
    table = table.do(pb.AwardHand("carl"), by="chief")
    assert "PB.A2.12" in rests(table)
    assert table.state.hand_holder == "carl"


def test_third_cards_come_player_first_and_face_up():
    table = hands("Ks Kd 2h 2c 5s 9h")
    refused(table, pb.DrawCard(pb.Hand.BANCA), "ana", "wrong-window")
    refused(table, pb.DrawCard(pb.Hand.PUNTO), "bea", "not-the-dealer")
    table = drawn(table)
    view = table.view()
    assert (view.hands["punto"].third, view.hands["banca"].third) == ("5s", "9h")
    assert just_said(table)[-1] == "gana el punto, 7 a 1"
    assert spoken(table)[-3:] == ["carta para el jugador", "carta para la banca", "gana el punto, 7 a 1"]
