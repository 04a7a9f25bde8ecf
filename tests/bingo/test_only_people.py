"""Posts and accounts are for people: the clock, the house and chance have none."""

from __future__ import annotations

from tapete.chance import ChanceKind
from tapete.games.bingo import acts as a
from tapete.games.bingo.game import Bingo
from tapete.games.bingo.terms import Means
from tapete.kernel import CLOCK, Refused
from tapete.play import Play
from tapete.table.staff import Role
from tests.support.bingo.hall import BINGO, CASHIER, HOUSE, NUMBERS, STAFF, GivenCartones, Hall, Machine


def test_no_hall_opens_with_the_clock_on_a_post() -> None:
    game = Bingo(None, GivenCartones())
    play = Play(game, game.blank(), Machine(()))
    opened = a.OpenHall("sala", "orden-1979", ChanceKind.SEEDED, staff={**STAFF, Role.ASSISTANT: CLOCK})
    outcome = play.attempt(opened, HOUSE).outcome
    assert isinstance(outcome, Refused)
    assert outcome.code == "system-on-duty"


def test_no_prize_of_a_paper_is_paid_into_an_account_of_the_clock() -> None:
    hall = Hall(NUMBERS).started(sold=3).drawn(5).line(1).drawn(10).bingo(1)
    paid = a.PayPrize(BINGO, "B-1047/1", means=Means.ACCOUNT, person=CLOCK)
    assert hall.refused(CASHIER, paid) == "only-people"
