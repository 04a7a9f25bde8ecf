"""A sale of bingo, cartón by cartón to two people in turn: the work of a long one beside that of half of it."""

from __future__ import annotations

from typing import Any

from bench.measure import Pair, Work, paired
from tapete import bingo as bg
from tapete.kernel import PersonId

SALES = 1800
BUYERS = ("ana", "luis")
SELLER = "caller"


def sold(count: int) -> Any:
    """Return a hall that has sold so many cartones one by one."""
    hall = bg.open_hall()
    manager, chief = "hall-manager", "table-chief"
    hall = hall.do(bg.RegisterMachine("M-1", "drum", "simulation"), by=manager)
    hall = hall.do(bg.RegisterBalls("S-9", "simulation"), by=manager)
    hall = hall.do(bg.new_series("B", 1047, strips=count // 6 + 1, value=200), by=manager)
    for item in bg.CheckItem:
        hall = hall.do(bg.PassCheck(item), by=chief)
    for act in (bg.LoadBalls("S-9"), bg.OpenSession(), bg.AnnounceSale(("B-1047",))):
        hall = hall.do(act, by=chief)
    for buyer in BUYERS:
        hall = hall.do(bg.BuyIn(200 * count), by=buyer)
    for number in range(1, count + 1):
        buyer = PersonId(BUYERS[number % len(BUYERS)])
        hall = hall.do(bg.SellCards("B-1047", number, number, buyer, bg.Means.ACCOUNT), by=SELLER)
    return hall


def offered(hall: Any) -> Work:
    """Return the work of what the seller is offered: every sale may go back."""

    def work() -> int:
        hall.legal(SELLER)
        return 1

    return work


def pairs() -> list[Pair]:
    """Measure the offers of the seller; a ratio of a half is linear."""
    long, half = sold(SALES), sold(SALES // 2)
    return [
        paired(
            "offers of a seller, sold one by one",
            (f"after {SALES} sales", "calls/s", offered(long)),
            (f"after {SALES // 2} sales", "calls/s", offered(half)),
            note="a half is wanted: the work grows as the sales do",
        )
    ]
