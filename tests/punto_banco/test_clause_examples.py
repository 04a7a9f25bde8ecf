"""The register's examples, each played for its own clause: the answer that the clause gives is asserted."""

import pytest

from tapete import punto_banco as pb
from tapete.chance import CardOut
from tapete.kernel import CHANCE, Act, PersonId, fold
from tests.support.punto_banco.tables import EURO, SIXES, dealt, game_with, ready, settled, turned
from tests.support.rows import rows

MINI = pb.Variant.MINI
SEVEN = {n: f"p{n}" for n in range(1, 8)}


def tried(table, by: str, act):
    """Return the table after an act that somebody tries; a refused one changes nothing."""
    return table.after(table.attempt(act, by))


def offered_to(table) -> list[str]:
    """Return to whom the shoe is offered."""
    return [seat.person for seat in table.view().seats if seat.offered_shoe]


@pytest.mark.clause("PB.A1.08")
def test_after_a_tie_a_stake_may_be_taken_back() -> None:
    table = settled(ready(SIXES), {"ana": {pb.Bet.BANCA: 50 * EURO}, "bea": {pb.Bet.PUNTO: 80 * EURO}})
    assert [seat.bets for seat in table.view().seats[:2]] == [{"banca": 50 * EURO}, {"punto": 80 * EURO}]
    table = tried(table, "ana", pb.WithdrawBet(pb.Bet.BANCA))
    assert [seat.bets for seat in table.view().seats[:2]] == [{}, {"punto": 80 * EURO}]


@rows("bet", pb.Bet)
def test_between_coups_only_a_stake_on_one_of_the_hands_is_its_owners_to_take_back(bet: pb.Bet) -> None:
    """Ana's stake on Bank came back with the tie; what was on the tie is paid, and there are no side bets."""
    table = settled(ready(SIXES), {"ana": {pb.Bet.BANCA: 50 * EURO, pb.Bet.TIE: 10 * EURO}, "bea": {}})
    found = table.attempt(pb.WithdrawBet(bet), "ana").outcome
    due = {pb.Bet.BANCA: None, pb.Bet.PUNTO: "no-such-bet"}.get(bet, "bets-closed")
    assert getattr(found, "code", None) == due


@pytest.mark.clause("PB.B.05")
def test_the_cards_below_the_cut_card_serve_for_the_coup() -> None:
    """The cut card lies where the third card would come from; the card below it is dealt."""
    coup = "As 2d 2h 3c 4s 9h"
    table = turned(dealt(ready(coup, game=game_with(pack__cards_below_cut_card=312 - 2 - 4))))
    game, state = table.game, table.state
    asked = game.decide(state, Act(PersonId("ana"), pb.DrawCard(pb.Hand.PUNTO), game.step(state)))
    drawing = fold(game.evolve, state, asked.events)
    card = CardOut(game.draw_awaited(drawing).position, "4s")
    answer = game.decide(drawing, Act(CHANCE, card, game.step(drawing)))
    dealt_on = fold(game.evolve, drawing, getattr(answer, "events", ()))
    assert game.view(dealt_on, None).hands["punto"].third == "4s"


@pytest.mark.clause("PB.C.03")
def test_who_declines_the_shoe_loses_nothing() -> None:
    table = ready(people={4: "ana", 6: "bea"})
    declined = tried(table, "ana", pb.PassShoe())
    assert (offered_to(table), offered_to(declined)) == (["ana"], ["bea"])
    assert declined.view().seats[3].person == "ana"


@pytest.mark.clause("PB.C.05")
def test_a_shoe_declined_goes_to_the_right() -> None:
    table = ready(people=SEVEN)
    assert offered_to(tried(table, "p1", pb.PassShoe())) == ["p2"]


@pytest.mark.clause("MPB.03")
def test_the_mini_game_deals_and_offers_its_shoe_alike() -> None:
    """Bank 5 against a 4 draws; the shoe passes to the right."""
    table = ready(people=SEVEN, variant=MINI)
    assert offered_to(tried(table, "p1", pb.PassShoe())) == ["p2"]
    drew = turned(dealt(ready("2s Kd 2h 5c 4d 9d", variant=MINI))).do(pb.DrawCard(pb.Hand.PUNTO), by="ana")
    assert drew.view().phase is pb.Phase.BANK_DRAWS
