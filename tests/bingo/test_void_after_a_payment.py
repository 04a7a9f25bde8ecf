"""A game that becomes void after a payment: what was paid comes back, or the house bears it."""

from __future__ import annotations

from typing import Any, Final

import msgspec
import pytest
from msgspec.structs import replace

from tapete.accounts import CASH_DESK
from tapete.games.bingo import acts as a
from tapete.games.bingo.books import refunds
from tapete.games.bingo.state import State
from tapete.games.bingo.terms import Fate, Means
from tapete.kernel import Choice, FixedValue, Offer
from tests.support.bingo.hall import BINGO, CHIEF, LINE, NUMBERS, Hall
from tests.support.bingo.void_games import FIRST, SOLD, VOID, before_the_sale, over, rest, started


def paid(*payments: tuple[Any, Means], **options: Any) -> tuple[Hall, State]:
    """Return a game with some prizes paid, and how the hall stood before its sale."""
    hall = before_the_sale("single", carried=True, **options)
    before = hall.state
    over(started(hall, "single").do(CHIEF, a.AnnounceStart()))
    for prize, means in payments:
        hall.pay(FIRST, prize, means=means)
    return hall, before


def line_and_bingo(before: State) -> tuple[int, ...]:
    """Return both prizes of the game, with what an earlier one has left for it."""
    return tuple(of_game + before.ledger[f"carry:{prize}"] for prize, of_game in ((LINE, 4_00), (BINGO, 24_00)))


CASH, ACCOUNT = Means.CASH, Means.ACCOUNT


@pytest.mark.clause("BG.V.02")
@pytest.mark.parametrize("has_cash_back", [False, True])
@pytest.mark.parametrize("tax", [0, 20])
def test_of_a_prize_paid_in_cash_the_books_have_what_the_chief_says_of_the_cash(has_cash_back: bool, tax: int) -> None:
    hall, before = paid((LINE, CASH), prizes__tax={"num": tax, "den": 100})
    desk, (amount, _) = hall.balance(CASH_DESK), line_and_bingo(before)
    assert hall.refused(CHIEF, VOID) == "cash-undecided"
    hall.do(CHIEF, replace(VOID, has_cash_back=has_cash_back))
    borne = 0 if has_cash_back else amount
    house = before.ledger.get("house", 0) - borne
    expected = rest(before) | {refunds("2"): 2_00 * SOLD, "house": house}
    assert rest(hall.state) == {name: held for name, held in expected.items() if held}
    assert hall.balance(CASH_DESK) == desk - (amount - borne)


@pytest.mark.parametrize("recover", [False, True])
def test_of_a_prize_paid_into_an_account_the_chief_says_whether_it_is_taken_back_out_of_it(recover: bool) -> None:
    hall, before = paid((LINE, ACCOUNT))
    amount, _ = line_and_bingo(before)
    assert hall.refused(CHIEF, replace(VOID, has_cash_back=False)) == "recovery-undecided"
    hall.do(CHIEF, replace(VOID, recover=recover))
    assert hall.balance("house") - before.ledger["house"] == (0 if recover else -amount)
    assert hall.balance("person:ana") == (0 if recover else amount)


@pytest.mark.parametrize("has_cash_back", [False, True])
@pytest.mark.parametrize("recover", [False, True])
def test_cash_and_accounts_are_two_questions(recover: bool, has_cash_back: bool) -> None:
    hall, before = paid((LINE, CASH), (BINGO, ACCOUNT))
    in_cash, in_account = line_and_bingo(before)
    desk = hall.balance(CASH_DESK)
    assert hall.refused(CHIEF, replace(VOID, recover=recover)) == "cash-undecided"
    assert hall.refused(CHIEF, replace(VOID, has_cash_back=has_cash_back)) == "recovery-undecided"
    hall.do(CHIEF, replace(VOID, recover=recover, has_cash_back=has_cash_back))
    borne = (0 if has_cash_back else in_cash) + (0 if recover else in_account)
    assert hall.balance("house") - before.ledger["house"] == -borne
    assert desk - hall.balance(CASH_DESK) == (in_cash if has_cash_back else 0)
    assert hall.balance("person:ana") == (0 if recover else in_account)


def test_cash_that_was_paid_to_a_person_is_not_taken_out_of_his_account() -> None:
    hall, _ = paid((LINE, CASH))
    hall.do("ana", a.BuyIn(50_00)).do(CHIEF, replace(VOID, recover=True, has_cash_back=True))
    assert hall.balance("person:ana") == 50_00


def test_a_prize_of_paper_that_was_paid_into_an_account_comes_out_of_that_account() -> None:
    hall = Hall(NUMBERS).started(sold=SOLD).drawn(5).line(1).drawn(10).bingo(1)
    hall.pay(1, LINE, means=ACCOUNT, person="eva")
    desk = hall.balance(CASH_DESK)
    hall.do(CHIEF, replace(VOID, recover=True))
    assert (hall.balance("person:eva"), hall.balance(CASH_DESK), hall.balance("house")) == (0, desk, 0)


def test_a_prize_that_nobody_was_paid_is_taken_from_nobody() -> None:
    """The línea was paid; the bingo was left and given to the house at once, and Ana never had it."""
    hall, before = paid((LINE, ACCOUNT))
    card = f"B-1047/{FIRST}"
    hall.do(CHIEF, a.LeaveUncollected(BINGO, card, "no viene", "2"))
    hall.do(CHIEF, a.DecideUncollected("2", BINGO, card, Fate.HOUSE, "nadie vino"), a.WriteEntry("-"))
    hall.do("ana", a.BuyIn(100_00)).do(CHIEF, replace(VOID, recover=True))
    assert (hall.balance("person:ana"), hall.balance("house")) == (100_00, before.ledger["house"])


def test_nobody_says_that_cash_came_back_of_which_none_was_paid() -> None:
    hall, _ = paid((LINE, ACCOUNT))
    assert hall.refused(CHIEF, replace(VOID, recover=True, has_cash_back=True)) == "no-cash-paid"
    fresh, _ = paid()
    assert fresh.refused(CHIEF, replace(VOID, has_cash_back=True)) == "no-cash-paid"


def offered(hall: Hall) -> Offer:
    """Return what the chief is offered to fill in when he declares a game void."""
    (offer,) = [one for one in hall.play.legal(CHIEF) if one.act == "void-game"]
    return offer


ASKED: Final = ("recover", "has_cash_back")


@pytest.mark.parametrize(
    ("payments", "asked"),
    [((), ()), ((CASH,), ("has_cash_back",)), ((ACCOUNT,), ("recover",)), ((CASH, ACCOUNT), ASKED)],
)
def test_the_chief_is_asked_about_what_was_paid_and_how(payments: tuple[Means, ...], asked: tuple[str, ...]) -> None:
    hall, _ = paid(*zip((LINE, BINGO), payments, strict=False))
    fields = offered(hall).fields
    assert tuple(name for name in ASKED if fields[name] == Choice((True, False))) == asked
    assert all(fields[name] == FixedValue(None) for name in ASKED if name not in asked)


@pytest.mark.parametrize("policy", ["recover", "absorb", "chief"])
def test_what_the_house_decided_about_a_line_paid_early_binds_accounts_and_cash_is_a_fact(policy: str) -> None:
    hall = Hall(NUMBERS, payment__line_early=True, void__early_line=policy).started("ana", sold=SOLD).drawn(5).line(1)
    hall.pay(1, LINE, means=CASH)
    if policy == "absorb":
        assert {name: offered(hall).fixed_value(name) for name in ASKED} == {"recover": False, "has_cash_back": None}
        assert hall.do(CHIEF, VOID).balance("house") == -4_00
        return
    assert hall.refused(CHIEF, VOID) == "cash-undecided"
    assert hall.do(CHIEF, replace(VOID, has_cash_back=True)).balance("house") == 0


@pytest.mark.parametrize("policy", ["recover", "absorb"])
def test_when_the_game_is_over_the_chief_says_of_every_payment_what_becomes_of_it(policy: str) -> None:
    hall = Hall(NUMBERS, payment__line_early=True, void__early_line=policy).started("ana", sold=SOLD).drawn(5).line(1)
    hall.pay(1, LINE, means=ACCOUNT).drawn(10).bingo(1)
    assert hall.refused(CHIEF, VOID) == "recovery-undecided"
    assert hall.do(CHIEF, replace(VOID, recover=policy == "absorb")).balance("house") == (
        0 if policy == "absorb" else -4_00
    )


def test_a_prize_of_the_first_game_that_was_paid_is_no_question_when_the_second_is_void() -> None:
    """The games of a double are paid after both: the first stands, whatever becomes of the second."""
    hall = started(before_the_sale("double", carried=False), "double, paid after both").do(CHIEF, a.AnnounceStart())
    over(over(hall).do(CHIEF, a.AnnounceSecond()))
    hall.pay(FIRST, LINE, game="2/1", means=ACCOUNT)
    hall.do(CHIEF, VOID)
    assert (hall.balance("person:ana"), hall.balance(refunds("2/2"))) == (4_00, 2_00 * SOLD)


def test_the_act_of_a_void_game_is_read_as_it_is_written() -> None:
    act = replace(VOID, recover=False, has_cash_back=True)
    assert msgspec.json.decode(msgspec.json.encode(act), type=a.VoidGame) == act


def test_of_an_early_linea_the_house_bears_what_its_winner_has_taken_out_of_his_account() -> None:
    hall = Hall(NUMBERS, payment__line_early=True, void__early_line="recover").started("ana", sold=20)
    hall.drawn(5).line(1).pay(1, LINE, means=Means.ACCOUNT)
    there = hall.balance("person:ana")
    hall.do("ana", a.CashOut(there - 1)).do(CHIEF, a.VoidGame("evacuation", "alarma"))
    assert hall.balance("person:ana") == 0
    assert hall.balance("refunds:1") == 40_00
    assert hall.balance("house") == 1 - there
