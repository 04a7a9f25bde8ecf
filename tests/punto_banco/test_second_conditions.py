"""The other moment, the other shoe, nobody at all: what an answer of punto y banca depends on besides the obvious."""

import msgspec
import pytest

from tapete import punto_banco as pb
from tapete.games.punto_banco.events import CardCorrected
from tapete.kernel import PersonId
from tests.support.punto_banco.tables import (
    BANK_WINS,
    NATURAL,
    SIXES,
    TEN_EACH,
    betting,
    dealer,
    dealt,
    ended,
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


@pytest.mark.parametrize(("coup", "counted"), [(1, False), (2, True)])
def test_a_corrected_card_is_counted_among_those_of_its_own_shoe_alone(coup: int, counted: bool) -> None:
    """The first coup was dealt from another shoe, whose cards are not counted any more."""
    table = settled(settled(ready(BANK_WINS, BANK_WINS)))
    first, second = table.state.history[-2:]
    history = (*table.state.history[:-2], msgspec.structs.replace(first, shoe=first.shoe - 1), second)
    state = msgspec.structs.replace(table.state, history=history)
    assert [one.number for one in history[-2:]] == [1, 2]
    lying = history[-2 if coup == 1 else -1].layout[0]
    event = CardCorrected(coup, lying.position, lying.face, "9d", PersonId("croupier"), PersonId("chief"), "misread")
    played = table.game.evolve(state, event).shoe.played_cards
    difference = {face: played.get(face, 0) - state.shoe.played_cards.get(face, 0) for face in (lying.face, "9d")}
    assert difference == ({lying.face: -1, "9d": 1} if counted else {lying.face: 0, "9d": 0})
