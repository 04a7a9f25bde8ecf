"""Clauses BG.IV.01, 11, 14, 28, BG.II.03, 18: prizes are paid once and to whom they belong, also on a later day."""

from typing import Any

import pytest
from msgspec.structs import replace

from tapete.chance import ChanceKind
from tapete.games.bingo import acts as a
from tapete.games.bingo.books import owed, till
from tapete.games.bingo.cards import series_of_strips
from tapete.games.bingo.hall import inventory_of
from tapete.games.bingo.inventory import BallSet, Inventory
from tapete.games.bingo.terms import Fate, Means, Phase, refunds
from tapete.kernel import Act, PersonId, Refused
from tapete.play import Play
from tapete.table.staff import Role
from tests.bingo.test_clauses_of_the_end import double, single, tokens_given
from tests.support.bingo.hall import BINGO, CALLER, CASHIER, CHIEF, HOUSE, LINE, MANAGER, NUMBERS, STAFF, Hall, Machine
from tests.support.bingo.void_games import FIRST, before_the_sale

CARD = "B-1047/1"


def leave(prize: Any, game: str = "", card: str = CARD) -> a.LeaveUncollected:
    return a.LeaveUncollected(prize, card, "no viene", game)


def both_won(hall: Hall, number: int = 1) -> Hall:
    return hall.drawn(5).line(number).drawn(10).bingo(number)


def left_accounts(hall: Hall) -> dict[str, int]:
    return {account: one.session for account, one in hall.state.left_prizes.items()}


def test_of_a_double_whose_games_are_paid_after_both_a_prize_of_each_is_left_by_itself() -> None:
    hall = tokens_given(tokens_given(double(deferred=True)).do(CHIEF, a.AnnounceSecond())).do(
        CHIEF, leave(BINGO, "1/1")
    )
    assert left_accounts(hall) == {owed("1/1", BINGO, CARD): 1}
    assert hall.pay(1, LINE, game="1/1").pay(1, LINE, game="1/2").refused(CHIEF, a.EndGame()) == "prizes-due"
    hall.do(CHIEF, leave(BINGO, "1/2"), a.EndGame())
    assert left_accounts(hall) == {owed("1/1", BINGO, CARD): 1, owed("1/2", BINGO, CARD): 1}


def test_a_prize_is_left_once() -> None:
    hall = both_won(single()).pay(1, LINE).do(CHIEF, leave(BINGO, "1"))
    before = hall.state
    assert hall.refused(CHIEF, leave(BINGO, "1")) == "prize-left"
    assert hall.refusal(CHIEF, leave(BINGO, "1")).facts == {"card": CARD}
    assert (hall.refused(CHIEF, leave(BINGO)), hall.state) == ("prize-left", before)
    assert [one.act for one in hall.play.legal(CHIEF) if one.act == "leave-uncollected"] == []


LEAVE = a.LeaveUncollected(LINE, CARD, "no viene")
SALE = a.AnnounceSale(("B-1047",))
ACCOUNT = owed("1", LINE, CARD)


def due(winner: str | None, waits: bool = True) -> Hall:
    hall = Hall(NUMBERS, payment__next_game_waits=waits).started(winner).drawn(5).line(1).drawn(10).bingo(1)
    return hall.pay(1, BINGO)


def test_paper_whose_bearer_does_not_come_is_left_with_a_reason_and_the_evening_goes_on() -> None:
    hall = due(None)
    assert hall.refused(CHIEF, a.EndGame()) == "prizes-due"
    assert hall.refused(CHIEF, replace(LEAVE, reason=" ")) == "reason-missing"
    assert "leave-uncollected" in {one.act for one in hall.play.legal(CHIEF)}
    hall.do(CHIEF, LEAVE, a.EndGame(), SALE)
    assert (hall.balance(ACCOUNT), hall.pay(1, LINE, game="1").balance(ACCOUNT)) == (60_00, 0)


def test_the_prize_of_a_named_winner_goes_to_his_account_without_him_and_is_not_left() -> None:
    hall = due("ana")
    no = hall.answer(CHIEF, LEAVE)
    assert (no.code, dict(no.facts), no.clauses) == ("prize-to-account", {"card": CARD, "person": "ana"}, ("BG.IV.28",))
    assert "leave-uncollected" not in {one.act for one in hall.play.legal(CHIEF)}
    hall.pay(1, LINE, means=Means.ACCOUNT).do(CHIEF, a.EndGame(), SALE)
    assert hall.balance("person:ana") == 60_00


OWN = ("own-purse", ("HP.BG.own-purse",))


def refusal(hall: Hall, by: str, act: Any) -> tuple[str, tuple[str, ...]]:
    answer = hall.refusal(by, act)
    return answer.code, tuple(map(str, answer.clauses))


def holding(who: str) -> Hall:
    return Hall(NUMBERS, sale__staff_may_play=True).open().sale().sell(1, 3, who)


def with_post(hall: Hall, who: str, role: Role) -> Hall:
    return hall.do(MANAGER, a.Relieve(role, PersonId(who)))


def test_a_cashier_pays_no_prize_to_himself() -> None:
    hall = with_post(holding("ana").sell(4, 9).close().announced(), "ana", Role.CASHIER).do(CHIEF, a.AnnounceStart())
    hall.drawn(5).call(1).check(1).on().drawn(10)
    hall.call(1, BINGO).check(1, prize=BINGO).end()
    for means in Means:
        assert refusal(hall, "ana", a.PayPrize(LINE, "B-1047/1", means=means)) == OWN
    assert with_post(hall, "eva", Role.CASHIER).accepts("eva", a.PayPrize(LINE, "B-1047/1", means=Means.ACCOUNT))
    paper = Hall(NUMBERS).started(sold=9).drawn(5).line(1).drawn(10).bingo(1)
    to_himself = a.PayPrize(LINE, "B-1047/1", means=Means.ACCOUNT, person=PersonId(CASHIER))
    assert refusal(paper, CASHIER, to_himself) == OWN, "nor that of a paper cartón, which is nobody's by name"
    assert refusal(paper, CASHIER, replace(to_himself, person=PersonId(CHIEF))) == OWN, "nor to anybody on duty"


def test_a_cashier_gives_himself_no_refund() -> None:
    hall = holding("ana").sell(4, 9).close().announced()
    hall = with_post(hall, "ana", Role.CASHIER).do(CHIEF, a.AnnounceStart(), a.VoidGame("evacuation", "alarma"))
    hall.do("ana", a.ReturnCards("B-1047", 1, 3))
    assert refusal(hall, "ana", a.PayRefund("B-1047", 1, 3)) == OWN
    hall.do("ana", a.ReturnCards("B-1047", 4, 9))
    assert hall.accepts("ana", a.PayRefund("B-1047", 4, 9))


def test_a_seller_takes_no_cartones_of_his_own_back() -> None:
    hall = with_post(holding("ana").sell(4, 9), "ana", Role.CALLER)
    assert refusal(hall, "ana", a.TakeCardsBack("B-1047", 1, 3)) == OWN
    assert hall.accepts("ana", a.TakeCardsBack("B-1047", 4, 9))


def won_and_owed(hall: Hall) -> tuple[list[int], list[int]]:
    hall.drawn(5).line(FIRST).drawn(10).bingo(FIRST)
    awards = [hall.game.awards[prize][0].amount for prize in (LINE, BINGO)]
    return awards, [hall.balance(owed(hall.game.name, prize, f"B-1047/{FIRST}")) for prize in (LINE, BINGO)]


@pytest.mark.clause("BG.IV.11")
def test_what_an_earlier_game_brings_in_is_said_won_and_owed_with_the_prizes_of_the_next() -> None:
    hall = before_the_sale("single", carried=True).sale().sell(FIRST, FIRST + 19).close().announced()
    assert hall.said[-1] == "Línea, 10 euros; bingo, 60 euros"
    assert won_and_owed(hall.do(CHIEF, a.AnnounceStart())) == ([10_00, 60_00], [10_00, 60_00])


@pytest.mark.clause("BG.IV.14")
def test_of_a_double_it_belongs_to_the_first_game_and_waits_for_another_sale_where_that_is_void() -> None:
    def announced() -> Hall:
        return before_the_sale("double", carried=True).sale().sell(FIRST, FIRST + 19).close().announced()

    hall, void = announced(), announced()
    said = ["Primera partida: línea, 10 euros; bingo, 60 euros", "Segunda partida: línea, 4 euros; bingo, 24 euros"]
    assert hall.said[-2:] == said
    assert won_and_owed(hall.do(CHIEF, a.AnnounceStart())) == ([10_00, 60_00], [10_00, 60_00])
    hall.pay(FIRST, LINE).pay(FIRST, BINGO).do(CHIEF, a.AnnounceSecond())
    assert won_and_owed(hall) == ([4_00, 24_00], [4_00, 24_00])
    void.do(CHIEF, a.AnnounceStart(), a.VoidGame("evacuation", "alarma"), a.AnnounceSecond())
    assert won_and_owed(void) == ([4_00, 24_00], [4_00, 24_00])
    assert (void.balance("carry:linea"), void.balance("carry:bingo")) == (6_00, 36_00)


SECRET = "0b" * 32
OPENING = a.OpenHall("sala", "orden-1979", ChanceKind.SEEDED, staff=STAFF)


def shut(hall: Hall) -> Hall:
    if taken := -hall.balance(till(PersonId(CALLER))):
        hall.do(CASHIER, a.HandOverTakings(PersonId(CALLER), taken))
    return hall.do(CHIEF, a.CloseSession()).do(HOUSE, a.CloseHall())


def reopened(before: Hall) -> Hall:
    game = before.play.game
    before.play = Play(game, game.blank(), Machine(())).do(game.with_inventory(OPENING, before.state), HOUSE)
    assert game.problems(before.state) == ()
    return before


def in_session(hall: Hall) -> Hall:
    return hall.checked().do(CHIEF, a.LoadBalls("S-9"), a.OpenSession())


def evening(games: int = 0) -> Hall:
    hall = Hall(NUMBERS).open(games=games)
    hall.started().drawn(5).line().drawn(10).bingo()
    return shut(hall.pay(1, LINE).pay(1, BINGO).do(CHIEF, a.EndGame()))


def uncollected() -> Hall:
    hall = single().drawn(5).line(1).drawn(10).bingo(1).pay(1, LINE)
    return shut(hall.do(CHIEF, a.LeaveUncollected(BINGO, "B-1047/1", "no vino"), a.EndGame()))


@pytest.mark.clause("BG.II.18")
@pytest.mark.parametrize(("games", "refusal"), [(998, None), (999, "ball-change-due")])
def test_a_set_of_balls_grows_no_younger_because_the_hall_was_closed(games: int, refusal: str | None) -> None:
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
