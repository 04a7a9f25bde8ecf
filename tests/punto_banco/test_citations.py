"""An answer carries the clauses that decided it and no others: each of these was cited where it decided nothing."""

import pytest

from tapete import punto_banco as pb
from tests.support.punto_banco.real_shoe import key, real
from tests.support.punto_banco.tables import (
    BANCA,
    BANK_WINS,
    PUNTO,
    SIXES,
    betting,
    dealt,
    game_with,
    opened,
    ready,
    rests,
    seated,
    settled,
    staked,
    turned,
)

THIRD_CARD = "Ks Kd 5h 7h 2c"
"""Player 5 draws; Bank 7 stands."""


def test_cards_above_the_cut_card_need_no_clause_about_it() -> None:
    burned = ready(THIRD_CARD)
    on_table = dealt(burned)
    drawn = turned(on_table).do(pb.DrawCard(pb.Hand.PUNTO), by="ana")
    assert [("PB.B.05" in rests(table)) for table in (burned, on_table, drawn)] == [False, False, False]


@pytest.mark.clause("PB.B.05")
def test_cards_below_the_cut_card_leave_the_shoe_by_their_clause() -> None:
    table = dealt(ready(BANK_WINS, game=game_with(pack__cards_below_cut_card=310)))
    assert "PB.B.05" in rests(table)
    assert [card.place for card in table.state.layout] == ["punto", "banca", "punto", "banca"]


@pytest.mark.clause("PB.B.05")
@pytest.mark.parametrize("is_reported", [False, True])
def test_of_a_real_shoe_the_clause_decides_once_the_croupier_has_reported_the_cut_card(is_reported: bool) -> None:
    """Whether it has come out he sees; the number of a card says nothing of it."""
    table = dealt(real(game=game_with(pack__cards_below_cut_card=310)))
    if is_reported:
        table = table.do(pb.StopCardOut(), by="croupier")
    table = key(table.do(pb.ShowHand(pb.Hand.PUNTO), by="bea"), "As 2h")
    table = key(table.do(pb.ShowHand(pb.Hand.BANCA), by="ana"), "2d 3c").do(pb.DrawCard(pb.Hand.PUNTO), by="ana")
    assert ("PB.B.05" in rests(key(table, "4s"))) == is_reported


@pytest.mark.clause("PB.B.10")
@pytest.mark.parametrize("what", [pb.PassShoe(), pb.TakeShoe()])
def test_who_passes_or_asks_for_the_shoe_too_late_is_told_by_which_clause(what: object) -> None:
    in_coup = dealt(ready(BANK_WINS)).attempt(what, "ana").outcome
    assert (in_coup.code, in_coup.clauses) == ("coup-in-progress", ("PB.B.10",))
    over = settled(ready(BANK_WINS, game=game_with(pack__cards_below_cut_card=307))).attempt(what, "ana").outcome
    assert (over.code, over.clauses) == ("wrong-window", ("PB.B.04",))


def test_before_the_pack_is_burned_the_shoe_is_nobodys_to_ask_for() -> None:
    early = seated(opened(players_deal=True), {1: "ana"}).attempt(pb.TakeShoe(), "ana").outcome
    assert (early.code, early.clauses) == ("wrong-window", ("PB.B.06",))


def test_a_third_card_is_not_drawn_by_the_clause_of_the_natural() -> None:
    table = turned(dealt(ready(THIRD_CARD))).do(pb.DrawCard(pb.Hand.PUNTO), by="ana")
    assert "PB.A1.12" not in rests(table)


def test_a_stake_is_taken_back_by_the_clause_of_its_time() -> None:
    tied = settled(ready(SIXES))
    between = tied.do(pb.WithdrawBet(PUNTO), by="bea")
    assert "PB.A1.08" in rests(between)
    assert "PB.B.09" not in rests(between)
    in_time = staked(betting(ready(SIXES)), {"bea": {PUNTO: 1000}}).do(pb.WithdrawBet(PUNTO), by="bea")
    assert "PB.B.09" in rests(in_time)
    assert "PB.A1.08" not in rests(in_time)
    late = dealt(ready(SIXES)).attempt(pb.WithdrawBet(BANCA), "ana").outcome
    assert "PB.A1.08" not in late.rests_on
