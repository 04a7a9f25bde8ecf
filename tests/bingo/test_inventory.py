"""Clauses BG.II.03, 18, 19 and BG.IV.01: a hall that is opened again goes on with what the last one of its name left:
balls, sold numbers, debts. It opens with nothing that no closed hall leaves.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tapete.chance import ChanceKind
from tapete.games.bingo import acts as a
from tapete.games.bingo.books import owed, refunds, till
from tapete.games.bingo.continuing import inventory_of
from tapete.games.bingo.inventory import BallSet, Inventory
from tapete.games.bingo.series import series_of_strips
from tapete.games.bingo.terms import Fate, Means, Phase
from tapete.kernel import HOUSE, Act, PersonId, Refused
from tapete.play import Play
from tests.bingo.test_clauses_of_the_end import single
from tests.support.bingo.hall import BINGO, CALLER, CASHIER, CHIEF, LINE, MANAGER, NUMBERS, STAFF, Hall, Machine

SECRET = "0b" * 32
OPENING = a.OpenHall("sala", "orden-1979", ChanceKind.SEEDED, staff=STAFF)


def shut(hall: Hall) -> Hall:
    """Hand over what was taken, end the session, and close the hall."""
    if taken := -hall.balance(till(PersonId(CALLER))):
        hall.do(CASHIER, a.HandOverTakings(PersonId(CALLER), taken))
    return hall.do(CHIEF, a.CloseSession()).do(HOUSE, a.CloseHall())


def reopened(before: Hall) -> Hall:
    """Open a hall as it is opened after another."""
    game = before.play.game
    before.play = Play(game, game.blank(), Machine(())).do(game.with_inventory(OPENING, before.state), HOUSE)
    assert game.problems(before.state) == ()
    return before


def in_session(hall: Hall) -> Hall:
    """Check everything, load the balls and open a session."""
    return hall.checked().do(CHIEF, a.LoadBalls("S-9"), a.OpenSession())


def evening(games: int = 0) -> Hall:
    """An evening of one game, all of whose prizes are paid. The hall is closed."""
    hall = Hall(NUMBERS).open(games=games)
    hall.started().drawn(5).line().drawn(10).bingo()
    return shut(hall.pay(1, LINE).pay(1, BINGO).do(CHIEF, a.EndGame()))


def uncollected() -> Hall:
    """An evening whose bingo, which Ana has won by name, was not collected. The hall is closed."""
    hall = single().drawn(5).line(1).drawn(10).bingo(1).pay(1, LINE)
    return shut(hall.do(CHIEF, a.LeaveUncollected(BINGO, "B-1047/1", "no vino"), a.EndGame()))


@pytest.mark.clause("BG.II.18")
@pytest.mark.parametrize(("games", "refusal"), [(998, None), (999, "ball-change-due")])
def test_a_set_of_balls_grows_no_younger_because_the_hall_was_closed(games: int, refusal: str | None) -> None:
    """Of 1,000 games one was played on the first evening."""
    hall = reopened(evening(games)).checked()
    assert hall.state.hall.ball_sets["S-9"] == BallSet(games + 1)
    if refusal is None:
        assert hall.accepts(CHIEF, a.LoadBalls("S-9"))
    else:
        assert hall.refused(CHIEF, a.LoadBalls("S-9")) == refusal
        assert hall.accepts(CHIEF, a.LoadBalls("S-10", "mil partidas"))


@pytest.mark.clause("BG.II.03")
def test_a_number_that_was_sold_is_not_sold_on_another_day() -> None:
    hall = in_session(reopened(evening())).sale()
    assert hall.refused(CALLER, a.SellCards("B-1047", 300, 301)) == "card-sold"
    assert hall.accepts(CALLER, a.SellCards("B-1047", 301, 301))


@pytest.mark.clause("BG.IV.01")
def test_everything_is_checked_anew_and_sessions_and_games_are_numbered_on() -> None:
    hall = reopened(evening())
    assert (hall.phase(), hall.state.hall.machine.model, hall.state.hall.loaded_set) == (Phase.CHECKS, "M-1", "")
    assert hall.refused(CHIEF, a.LoadBalls("S-9")) == "checks-incomplete"
    in_session(hall).sale()
    assert (hall.state.hall.session, hall.game.number) == (2, 2)


@pytest.mark.parametrize("nights", [0, 1, 2])
def test_a_prize_won_by_name_is_that_persons_however_late_it_is_collected(nights: int) -> None:
    hall = uncollected()
    for _ in range(nights):
        reopened(hall).do(HOUSE, a.CloseHall())
    reopened(hall)
    assert hall.refused(CASHIER, a.PayPrize(BINGO, "B-1047/1", "1", Means.ACCOUNT, PersonId("bea"))) == "not-your-card"
    due = hall.balance(owed("1", BINGO, "B-1047/1"))
    hall.pay(1, BINGO, game="1", means=Means.ACCOUNT)
    assert hall.balance("person:ana") == due


def test_what_nobody_collects_is_decided_after_the_sessions_that_the_house_sets() -> None:
    """Of thirty sessions: left in the first one."""
    decided = a.DecideUncollected("1", BINGO, "B-1047/1", Fate.HOUSE, "nadie vino")
    hall = reopened(uncollected())
    for session in range(2, 31):
        in_session(hall)
        assert hall.state.hall.session == session
        found = hall.answer(CHIEF, decided)
        assert (found.code, found.facts) == ("waits-still", {"sessions": 30, "waited": session - 1})
        reopened(shut(hall))
    in_session(hall)
    assert hall.refused(CASHIER, decided) == "not-your-post"
    assert hall.refused(CHIEF, replace(decided, reason=" ")) == "reason-missing"
    due, house = hall.balance(owed("1", BINGO, "B-1047/1")), hall.balance("house")
    hall.do(CHIEF, decided)
    assert (hall.balance(owed("1", BINGO, "B-1047/1")), hall.balance("house") - house) == (0, due)
    assert hall.refused(CHIEF, decided) == "prize-not-left"
    assert hall.refused(CASHIER, a.PayPrize(BINGO, "B-1047/1", "1")) == "no-prize"
    assert inventory_of(hall.state).left_prizes == {}


def test_what_a_void_game_gives_back_is_given_back_on_another_day_once() -> None:
    hall = Hall().started(sold=10).drawn(3)
    shut(hall.do(CHIEF, a.VoidGame("evacuation", "humo"), a.EndGame()))
    reopened(hall)
    assert hall.balance(refunds("1")) == 20_00
    hall.do(CASHIER, a.ReturnCards("B-1047", 1, 4, "1"), a.PayRefund("B-1047", 1, 4, "1"))
    reopened(hall.do(HOUSE, a.CloseHall()))
    assert hall.balance(refunds("1")) == 12_00
    assert hall.refused(CASHIER, a.PayRefund("B-1047", 1, 4, "1")) == "card-refunded"
    hall.do(CASHIER, a.ReturnCards("B-1047", 5, 10, "1"), a.PayRefund("B-1047", 5, 10, "1"))
    assert inventory_of(hall.state).refunds == {}


def test_a_hall_opens_with_nothing_that_no_closed_hall_leaves() -> None:
    hall = evening()
    series = inventory_of(hall.state).series[0]
    rows: list[tuple[str, Inventory, dict[str, str] | None, str]] = [
        ("a set in less games than its void ones", Inventory(ball_sets={"S": BallSet(1, 2)}), None, "balls"),
        ("a set in less than no game", Inventory(ball_sets={"S": BallSet(-1, -1)}), None, "balls"),
        ("a series twice", Inventory(series=(series, series)), None, "series"),
        ("a number sold twice", Inventory(series=(replace(series, uses=series.uses * 2),)), None, "series"),
        ("a number outside", Inventory(series=(replace(series, size=10),)), None, "series"),
        ("a secret for all to read", Inventory(series=(replace(series, secret=SECRET),)), None, "series"),
        ("a secret of no series", Inventory(), {"Z-1": SECRET}, "secrets"),
        ("a debt below nothing", Inventory(balances={"held:1/linea": -1}), None, "balances"),
        ("a debt of nothing", Inventory(balances={"held:1/linea": 0}), None, "balances"),
        ("takings that nobody took over", Inventory(balances={"till:caller": -1}), None, "balances"),
        ("an income", Inventory(balances={"house": 1}), None, "balances"),
    ]
    game, wrong = hall.play.game, []
    for name, inventory, secrets, part in rows:
        found = game.decide(game.blank(), Act(HOUSE, replace(OPENING, inventory=inventory, secrets=secrets)))
        answer = getattr(found, "code", ""), getattr(found, "facts", {}), getattr(found, "clauses", ())
        wrong += [] if answer == ("inventory-unsound", {"part": part}, ("HP.BG.inventory",)) else [(name, answer)]
    assert wrong == []


@pytest.mark.parametrize(("secrets", "code"), [({}, "series-secret-missing"), ({"C-7": "0c" * 32}, "digest-differs")])
def test_a_series_that_is_still_sold_needs_the_secret_that_draws_its_cartones(secrets: Any, code: str) -> None:
    hall = Hall().do(MANAGER, series_of_strips("C", 7, 6, 2_00, SECRET))
    opening = replace(OPENING, inventory=inventory_of(hall.state), secrets=secrets)
    found = hall.play.game.decide(hall.play.game.blank(), Act(HOUSE, opening))
    assert isinstance(found, Refused)
    assert found.code == code
