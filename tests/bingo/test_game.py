"""A whole game from the checks to the payment, and the ways in which it can go."""

from tapete.games.bingo import acts as a
from tapete.games.bingo.terms import Phase
from tests.support.bingo.hall import BINGO, CASHIER, CHIEF, LINE, NUMBERS, Hall


def test_a_plain_game_from_the_checks_to_the_payment() -> None:
    hall = Hall(NUMBERS).started("ana", "luis")
    assert hall.game.prizes[LINE] == 60_00
    hall.drawn(5).line(1).drawn(10).bingo(1)
    assert hall.phase() is Phase.PAYMENT
    assert (hall.balance("house"), hall.balance("sales:1")) == (180_00, 0)
    hall.pay(1, LINE).pay(1, BINGO).do(CHIEF, a.EndGame())
    assert hall.phase() is Phase.READY
    assert hall.balance("cash-desk") == -(4_00 - 420_00)


def test_a_double_has_two_games_of_its_own_balls() -> None:
    hall = Hall(NUMBERS).started("ana", sold=200, double=True)
    assert hall.game.name == "1/1"
    hall.drawn(5).line(1).drawn(10).bingo(1)
    assert hall.refused(CHIEF, a.AnnounceSecond()) == "first-game-unpaid"
    hall.pay(1, LINE, game="1/1").pay(1, BINGO, game="1/1").do(CHIEF, a.AnnounceSecond())
    assert (hall.game.name, hall.game.balls, dict(hall.game.awards)) == ("1/2", (), {})
    hall.drawn(5).line(1).drawn(10).bingo(1).pay(1, LINE).pay(1, BINGO).do(CHIEF, a.EndGame())
    assert hall.balance("house") == 2 * (400_00 - 40_00 - 240_00)


def test_a_void_game_gives_every_price_back() -> None:
    hall = Hall(NUMBERS).started("ana", sold=300).drawn(5).line(1)
    hall.do(CHIEF, a.VoidGame("evacuation", "alarma"))
    assert (hall.phase(), hall.balance("refunds:1")) == (Phase.VOID, 600_00)
    hall.do("ana", a.ReturnCards("B-1047", 1, 1)).do(CASHIER, a.PayRefund("B-1047", 1, 1))
    assert (hall.balance("person:ana"), hall.balance("refunds:1")) == (2_00, 598_00)
