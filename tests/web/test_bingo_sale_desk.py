"""What the seller of a bingo hall has before him: whom he sells how many cartones at one touch, and in which order."""

from __future__ import annotations

import itertools
from types import SimpleNamespace
from typing import Any

import pytest

from tapete.games.bingo.terms import Range
from tapete.kernel import Count, FixedValue, Offer, PersonId
from tapete.web import action_buttons
from tapete.web.games.bingo.models import Buyer, Quantity, SaleModel
from tapete.web.games.bingo.selling import sales
from tapete.web.seat_links import short_name
from tapete.words import fill, label

PRICE, TABLE, SELLER = 150, SimpleNamespace(id="sala", version=7), PersonId("caller-sala")


def wish(count: int, series: str = "A") -> Any:
    return SimpleNamespace(series=series, count=count)


def view(accounts: dict[str, int], wishes: dict[str, Any], held: dict[str, int], *, has_duty: bool = True) -> Any:
    """Return what the seller sees of a hall in which people have accounts, wishes and cartones."""
    sold = [SimpleNamespace(person=who, cards=Range("A", 1, many)) for who, many in held.items() if many]
    duty = SimpleNamespace(accounts=accounts, wishes=wishes, sales=sold, unused_cards={"A": 33})
    series = (SimpleNamespace(name="B", last=20), SimpleNamespace(name="A", last=60))
    staff = {"caller": "luz"}
    return SimpleNamespace(duty=duty if has_duty else None, staff=staff, price=PRICE, series=series)


def offer(series: str, first: int, last: int | None) -> Offer:
    """Return the offer of a sale from a number on; without a last one that number alone is on sale."""
    fields: dict[str, Any] = {"series": FixedValue(series), "first": FixedValue(first), "last": Count(first, last)}
    return Offer("sell-cards", fields)


def quantities(first: int, end: int, balance: int | None = None, asked: int = 0) -> tuple[Quantity, ...]:
    """Return what may be sold at one touch."""
    counts = sorted({1, 2, 3, 6, 12, 18} | ({asked} - {0}))
    return tuple(
        Quantity(
            many,
            first + many - 1,
            many * PRICE,
            first + many - 1 <= end and (balance is None or many * PRICE <= balance),
            many == asked,
        )
        for many in counts
    )


def command(series: str, who: str) -> str:
    return action_buttons.command("sala", SELLER, 7, f"sell-cards.{series}.{who}")


ACCOUNTS = {"zoe": 10 * PRICE, "bea": 3 * PRICE, "luz": 9 * PRICE, "eva": 3 * PRICE - 1, "ana": 0, "dani": 18 * PRICE}
WISHES = {"eva": wish(3), "zoe": wish(4), "dani": wish(2, "B"), "luz": wish(1)}
HELD = {"zoe": 2, "bea": 6, "ana": 6, "eva": 1, "luz": 5}


@pytest.mark.parametrize("order", list(itertools.permutations(ACCOUNTS))[::37])
def test_whoever_asked_comes_first_then_whoever_has_least_then_by_name(order: tuple[str, ...]) -> None:
    found = sales(TABLE, view({who: ACCOUNTS[who] for who in order}, WISHES, HELD), SELLER, [offer("A", 10, 30)], "es")  # type: ignore[arg-type]
    ((cash, *buyers),) = (one.buyers for one in found)
    notes = {
        "eva": "pide 3 cartones · tiene 1 cartón",
        "zoe": "pide 4 cartones · tiene 2 cartones",
        "dani": "",
        "ana": "tiene 6 cartones",
        "bea": "tiene 6 cartones",
    }
    assert cash == Buyer("", "En efectivo", 0, "", command("A", ""), quantities(10, 30))
    asked = {"eva": 3, "zoe": 4}
    assert buyers == [
        Buyer(
            who,
            short_name(who, "sala", "es"),
            ACCOUNTS[who],
            note,
            command("A", who),
            quantities(10, 30, ACCOUNTS[who], asked.get(who, 0)),
        )
        for who, note in notes.items()
    ]


@pytest.mark.parametrize(
    ("first", "last", "end"), [(1, 60, 60), (10, 30, 30), (55, 59, 59), (60, 60, 60), (7, None, 7), (1, 1, 1)]
)
@pytest.mark.parametrize("has_duty", [True, False])
def test_a_series_is_sold_from_its_next_number_to_the_one_that_was_used(
    first: int, last: int | None, end: int, has_duty: bool
) -> None:
    """Without people with accounts there is cash alone; what is left is then what is on offer."""
    seen = view({}, {}, {}, has_duty=has_duty)
    (found,) = sales(TABLE, seen, SELLER, [offer("A", first, last), Offer("announce-sale", {})], "es")  # type: ignore[arg-type]
    cash = Buyer("", "En efectivo", 0, "", command("A", ""), quantities(first, end))
    left = 33 if has_duty else end - first + 1
    gap = "" if end == 60 else fill(label("bingo", "sold-behind", "es"), {"last": end, "next": end + 1}, "es")
    title = fill(label("bingo", "sell-now", "es"), {"series": "A"}, "es")
    assert found == SaleModel("A", title, first, left, PRICE, (cash,), gap)


def test_each_series_on_offer_is_sold_for_itself() -> None:
    seen = view(ACCOUNTS, WISHES, HELD)
    offers = [offer("B", 1, 20), offer("A", 10, 30), offer("C", 3, 5)]
    found = sales(TABLE, seen, SELLER, offers, "es")  # type: ignore[arg-type]
    assert [(one.series, one.first, one.cards_left, bool(one.gap)) for one in found] == [
        ("B", 1, 20, False),
        ("A", 10, 33, True),
        ("C", 3, 3, False),  # a series whose size nobody knows
    ]
    wished = {
        one.series: {buyer.person: [many.count for many in buyer.quantities if many.is_wish] for buyer in one.buyers}
        for one in found
    }
    assert {series: {who for who, counts in by.items() if counts} for series, by in wished.items()} == {
        "A": {"eva", "zoe"},
        "B": {"dani"},
        "C": set(),
    }
    assert [one.buyers[1].person for one in found] == ["dani", "eva", "dani"]
    assert len({buyer.command for one in found for buyer in one.buyers}) == 3 * 6
