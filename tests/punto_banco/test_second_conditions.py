"""The other moment, the other shoe, nobody at all: what an answer of punto y banca depends on besides the obvious."""

import msgspec
import pytest

from tapete import punto_banco as pb
from tapete.games.punto_banco.events import ShoeToCroupier
from tapete.games.punto_banco.state import ShoeTurn
from tapete.play import Play
from tapete.rulebooks import house_library
from tests.support.punto_banco.tables import (
    BANK_WINS,
    NATURAL,
    SIXES,
    TEN_EACH,
    betting,
    dealer,
    dealt,
    ended,
    opened,
    ready,
    refused,
    settled,
    staked,
)


@pytest.mark.parametrize("cards", [NATURAL, BANK_WINS, SIXES])
def test_an_early_draw_is_refused_alike_whatever_the_hidden_hands_hold(cards: str) -> None:
    """Only an open natural is a reason: before the hands are shown the refusal would tell that one lies there."""
    table = dealt(ready(cards))
    for hand in pb.Hand:
        refused(table, pb.DrawCard(hand), dealer(table), "wrong-window")


def test_a_natural_forbids_a_third_card_until_it_is_paid_and_no_longer() -> None:
    table = ended(ready(NATURAL))
    refused(table, pb.DrawCard(pb.Hand.PUNTO), dealer(table), "natural", "PB.A1.12")
    after = settled(ready(NATURAL, BANK_WINS))
    refused(after, pb.DrawCard(pb.Hand.PUNTO), "croupier", "wrong-window")


def test_nobody_is_called_where_nobody_is_awaited() -> None:
    table = staked(betting(ready(BANK_WINS)), TEN_EACH)
    assert (table.view().waits_for, table.view().is_called) == (None, False)


def test_who_lets_a_shoe_go_by_that_is_not_his_reads_whose_it_is() -> None:
    offered = ready(BANK_WINS)
    assert offered.state.turn.offered_place == 1
    assert refused(offered, pb.PassShoe(), "bea", "shoe-not-yours").facts["seat"] == 1
    taken = offered.do(pb.TakeShoe(), by="ana")
    assert (taken.state.turn.offered_place, taken.state.turn.holder) == (None, 1)
    assert refused(taken, pb.PassShoe(), "bea", "shoe-not-yours").facts["seat"] == 1


def test_nothing_is_offered_before_a_table_is_open() -> None:
    table = ready(BANK_WINS)
    blank = Play(table.game, table.game.blank(), table.source)
    assert [blank.legal(who) for who in (None, "ana", "croupier", "chief")] == [()] * 4


@pytest.mark.parametrize(("holder", "last", "kept"), [(None, 3, 3), (2, 3, 2), (2, None, 2), (None, None, None)])
def test_where_the_croupier_takes_the_shoe_the_turn_goes_on_from_who_had_it_last(
    holder: int | None, last: int | None, kept: int | None
) -> None:
    state = ready(BANK_WINS).state
    state = msgspec.structs.replace(state, turn=ShoeTurn(holder=holder, last=last))
    turn = pb.PuntoBanco(house_library()).evolve(state, ShoeToCroupier()).turn
    assert (turn.croupier, turn.holder, turn.last) == (True, None, kept)


def test_no_betting_opens_before_each_step_of_the_shoe_is_done_and_none_over_another() -> None:
    table = opened(BANK_WINS)
    steps = (pb.CountPack(), pb.ShufflePack(), pb.CutPack(100), pb.InsertCutCard())
    for what in steps:
        assert refused(table, pb.OpenBets(), "croupier", "wrong-window").clauses == ("PB.B.01",)
        table = table.do(what, by="croupier")
    assert refused(table, pb.OpenBets(), "croupier", "not-burned").clauses == ("PB.B.06",)
    for busy in (betting(ready(BANK_WINS)), dealt(ready(BANK_WINS))):
        assert refused(busy, pb.OpenBets(), "croupier", "wrong-window").clauses == ("PB.B.09",)
