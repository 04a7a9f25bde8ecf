"""The sale at the seller's desk: the next numbers of each series, in cash or from the account of a person."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tapete.games.bingo.inventory import card_count
from tapete.games.bingo.view import View
from tapete.kernel import Offer, PersonId
from tapete.web import action_buttons
from tapete.web.games.bingo.models import Buyer, Quantity, SaleModel
from tapete.web.ports import Table
from tapete.web.seat_links import short_name
from tapete.words import fill, label

QUANTITIES: Final = (1, 2, 3, 6, 12, 18)
"""How many cartones go at one touch; six are a strip."""


def sales(table: Table, view: View, seller: PersonId, offered: Iterable[Offer], lang: str) -> tuple[SaleModel, ...]:
    """Return the sale of each series that is on offer."""
    found = []
    for one in offered:
        if one.act == "sell-cards":
            series, first = str(one.fixed_value("series")), int(one.fixed_value("first") or 0)
            _, last = one.bounds("last")
            found.append(_sale(table, view, seller, series, first, last or first, lang))
    return tuple(found)


def _sale(table: Table, view: View, seller: PersonId, series: str, first: int, end: int, lang: str) -> SaleModel:
    accounts = {} if view.duty is None else view.duty.accounts
    asked = {} if view.duty is None else view.duty.wishes
    wishes = {who: wish.count for who, wish in asked.items() if wish.series == series}
    held = {who: _cards_of(view, who) for who in accounts if who not in view.staff.values()}
    title = fill(label("bingo", "sell-now", lang), {"series": series}, lang)

    def quantities(balance: int | None = None, wish: int = 0) -> tuple[Quantity, ...]:
        counts = sorted({*QUANTITIES, *([wish] if wish else ())})
        prices = {many: many * view.price for many in counts}
        return tuple(
            Quantity(many, first + many - 1, cost, first + many - 1 <= end and _pays(balance, cost), many == wish)
            for many, cost in prices.items()
        )

    def command(who: str) -> str:
        return action_buttons.command(table.id, seller, table.version, f"sell-cards.{series}.{who}")

    cash = Buyer("", label("bingo", "cash", lang), 0, "", command(""), quantities())
    by_account = tuple(
        Buyer(
            who,
            short_name(who, table.id, lang),
            accounts[who],
            _note(held[who], wishes.get(who, 0), lang),
            command(who),
            quantities(accounts[who], wishes.get(who, 0)),
        )
        for who in sorted(held, key=lambda who: (not wishes.get(who), held[who], who))
    )
    left = (end - first + 1) if view.duty is None else view.duty.unused_cards.get(series, end - first + 1)
    return SaleModel(series, title, first, left, view.price, (cash, *by_account), _gap(view, series, end, lang))


def _gap(view: View, series: str, end: int, lang: str) -> str:
    """Return why no more than some go at one touch: the number behind them was used; nothing where none was."""
    if end >= _last(view, series):
        return ""
    return fill(label("bingo", "sold-behind", lang), {"last": end, "next": end + 1}, lang)


def _last(view: View, series: str) -> int:
    return next((one.last for one in view.series if one.name == series), 0)


def _pays(balance: int | None, cost: int) -> bool:
    """Return True if an account has a price; cash is counted on the table."""
    return balance is None or cost <= balance


def _note(held: int, wish: int, lang: str) -> str:
    """Return what the seller reads of somebody: how many he asks for, and how many he has."""
    told = (("buyer-wants", wish), ("buyer-has", held))
    return " · ".join(fill(label("bingo", code, lang), {"cards": count}, lang) for code, count in told if count)


def _cards_of(view: View, who: str) -> int:
    return 0 if view.duty is None else card_count(one.cards for one in view.duty.sales if one.person == who)
