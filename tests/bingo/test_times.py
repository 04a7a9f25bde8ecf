"""Times of a hall: the clock alone says that one is over; least times refuse an act until then, reminders none."""

from __future__ import annotations

from tapete.games.bingo import acts as a
from tapete.games.bingo.times import time_limit
from tapete.kernel import CLOCK, TimeLimit
from tests.support.bingo.hall import BINGO, CALLER, CASHIER, CHIEF, LINE, NUMBERS, Hall

SALE = a.AnnounceSale(("B-1047",))


def limit_of(hall: Hall) -> tuple[str, float] | None:
    found = time_limit(hall.state)
    return None if found is None else (found.name, found.seconds)


def played(hall: Hall) -> Hall:
    hall.open().sale().sell(1, 300).close().announced().do(CHIEF, a.AnnounceStart())
    return hall.drawn(5).line(1).drawn(10).bingo(1).pay(1, LINE).pay(1, BINGO).do(CHIEF, a.EndGame())


def test_a_sale_stays_open_as_long_as_the_house_keeps_it_open_at_least() -> None:
    hall = Hall(times__sale_least=60, times__sale_most=0).open().sale().sell(1, 10)
    assert hall.state.limits_passed == 0
    assert time_limit(hall.state) == TimeLimit("sale", 60, a.TimeUp(), "sale-least")
    assert hall.play.view(None).limit == "sale-least"
    assert hall.refused(CHIEF, a.CloseSale()) == "sale-too-short"
    assert hall.accepts(CALLER, a.SellCards("B-1047", 11, 20))
    assert hall.accepts(CHIEF, a.CallOffSale())
    hall.wait()
    assert limit_of(hall) is None
    assert hall.refused(CLOCK, a.TimeUp()) == "nothing-changes"
    assert hall.accepts(CHIEF, a.CloseSale())


def test_after_the_time_of_a_sale_the_table_chief_is_reminded_and_nothing_is_closed() -> None:
    hall = Hall(times__sale_least=60, times__sale_most=300).open().sale()
    assert limit_of(hall) == ("sale-least", 60)
    assert limit_of(hall.wait()) == ("sale-most", 240)
    assert hall.play.view(CHIEF).duty.reminders == ()
    hall.wait()
    assert hall.play.view(CHIEF).duty.reminders == ("sale-most",)
    assert hall.play.view(None).duty is None
    assert limit_of(hall) is None
    assert hall.phase() == "sale"
    assert hall.sell(1, 10).accepts(CHIEF, a.CloseSale())


def test_a_sale_that_is_reminded_before_its_least_time_is_reminded_right_after_it() -> None:
    assert limit_of(Hall(times__sale_least=60, times__sale_most=30).open().sale().wait()) == ("sale-most", 1)


def test_between_two_games_there_is_a_rest_where_the_house_has_one() -> None:
    hall = Hall(NUMBERS, times__between_games=90).open()
    assert limit_of(hall) is None, "the first sale of a session waits for nothing"
    hall = played(Hall(NUMBERS, times__between_games=90))
    assert limit_of(hall) == ("between-games", 90)
    assert hall.refused(CHIEF, SALE) == "rest-between-games"
    assert hall.refused(CHIEF, a.CloseSession()) == "takings-in-till", "the session may end during the rest"
    assert hall.wait().accepts(CHIEF, SALE)


def test_a_new_session_begins_without_a_rest() -> None:
    hall = played(Hall(NUMBERS, times__between_games=90))
    hall.do(CASHIER, a.HandOverTakings(CALLER, 600_00)).do(CHIEF, a.CloseSession()).checked()
    assert hall.do(CHIEF, a.LoadBalls("S-9"), a.OpenSession()).accepts(CHIEF, SALE)


def test_a_ball_waits_as_long_as_the_house_has_from_one_to_the_next() -> None:
    hall = Hall(NUMBERS, draw__pace=5).started(None)
    assert limit_of(hall) is None, "the first ball waits for nothing"
    hall.drawn(1)
    assert limit_of(hall) == ("pace", 5)
    assert hall.refused(CALLER, a.DrawBall()) == "ball-too-soon"
    assert hall.wait().drawn(1).refused(CALLER, a.DrawBall()) == "ball-too-soon"


def test_announcing_and_showing_a_ball_wait_for_no_clock() -> None:
    hall = Hall(NUMBERS, draw__pace=5).started(None)
    assert hall.do(CALLER, a.DrawBall()).accepts(CALLER, a.AnnounceBall())


def test_a_check_that_takes_long_is_told_to_the_staff() -> None:
    hall = Hall(NUMBERS).started(None).drawn(5).call(1)
    assert limit_of(hall) == ("check-warning", 90)
    hall.wait()
    assert hall.play.view(CHIEF).duty.reminders == ("check-warning",)
    assert not hall.game.pause.is_interval_over, "it is no interval after a question"
    assert hall.check(1).phase() == "ask-line"
    assert hall.refused(CHIEF, a.OrderResume()) == "window-open"


def test_without_a_time_the_hall_waits_for_people_alone() -> None:
    hall = Hall(NUMBERS, times__sale_most=0, times__check_warning=0)
    assert limit_of(hall.open().sale().sell(1, 300)) is None
    hall.close().announced().do(CHIEF, a.AnnounceStart()).drawn(5).call(1)
    assert limit_of(hall) is None
    assert hall.refused(CLOCK, a.TimeUp()) == "wrong-window"
