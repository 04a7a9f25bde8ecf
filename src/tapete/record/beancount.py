"""The books of a table or a house for Beancount."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple

from tapete.accounts import CASH_DESK, HOUSE, Posting, move, person
from tapete.house.acts import FollowTable, NoteTableClosed, TakeChips
from tapete.house.engine import ESTABLISHMENT
from tapete.house.events import BalancesCarried
from tapete.house.state import TABLE
from tapete.kernel import Game
from tapete.record.codec import read_act, read_event
from tapete.record.entry import Entry
from tapete.words import CodedError

# The accounts of a table, or of the house above it, as a Beancount file, which any bookkeeper can check with tools
# that are not ours.
#
# One transaction for each entry that moves money, an ``open`` for each account, and balance assertions, exact to the
# cent, the day after the last entry. Chips come from ``Equity:Cash-desk``; what a person or a box holds is an asset
# account. Amounts are written in units of the currency with two decimals.

EQUITY = ("cash-desk", "unrecorded", "outside", "safe-chips", "safe-cash")
"""Accounts outside a table, or outside the house above it, through which chips and cash come in and go out."""


COMMISSION = "commission"
"""What the house deducted where no cagnotte takes it. It stands beside the house's account: a balance asserted of an
account is that of those below it too.
"""


class AccountNames:
    """Beancount's name of each of our accounts: one to one, with the original name kept beside it."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def __getitem__(self, account: str) -> str:
        if account not in self._names:
            root = "Equity" if account in EQUITY else "Assets"
            parts = [_part(part) for part in account.split(":")]
            name, taken = ":".join((root, *parts)), set(self._names.values())
            number = 2
            while name in taken:
                name, number = ":".join((root, *parts[:-1], f"{parts[-1]}-{number}")), number + 1
            self._names[account] = name
        return self._names[account]


def _part(text: str) -> str:
    plain = re.sub(r"[^A-Za-z0-9-]", "-", text)
    return plain[:1].upper() + plain[1:] if plain[:1].isalnum() else f"X{plain}"


def amount(cents: int, currency: str) -> str:
    """Write cents in units: ``-1234`` is ``-12.34 EUR``."""
    return f"{_units(cents)} {currency}"


def _units(cents: int) -> str:
    units, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}{units}.{rest:02d}"


class BookedEntry(NamedTuple):
    """An entry and what it moves; entries that move nothing have no transaction."""

    entry: Entry
    legs: list[Posting]

    @property
    def when(self) -> datetime:
        return datetime.fromisoformat(self.entry.time)


def beancount(game: Game[Any], entries: Iterable[Entry], currency: str = "EUR") -> str:
    """Return a table's accounts as Beancount. Raises :class:`tapete.record.codec.DecodeError` for unknown events."""
    title = game.key
    found: list[BookedEntry] = []
    for entry in entries:
        title = f"{game.key} {entry.table}"
        found.append(BookedEntry(entry, entry_legs(game, entry, is_first=not found)))
    return books(title, found, currency)


def entry_legs(game: Game[Any], entry: Entry, *, is_first: bool) -> list[Posting]:
    """Return what an entry moves. The first one of a day without those before it brings the balances of the day."""
    legs = [leg for tree in entry.events for leg in event_legs(game, tree)]
    if is_first and entry.version > 1:
        events = (read_event(game, tree) for tree in entry.events)
        carried = (event.balances for event in events if isinstance(event, BalancesCarried))
        legs += (Posting(account, held) for balances in carried for account, held in balances.items())
    return legs


def event_legs(game: Game[Any], tree: dict[str, Any]) -> tuple[Posting, ...]:
    """Return what an event moves, with what the house deducts from bets apart from what it wins of them."""
    lines = tree.get("lines", ()) if str(tree["event"]).startswith("coup-settled@") else ()
    cut = sum(one.get("deduction", 0) for one in lines)
    return (*game.postings(read_event(game, tree)), *move(cut, HOUSE, COMMISSION))


def books(title: str, entries: Iterable[BookedEntry], currency: str) -> str:
    names, balances, blocks = AccountNames(), dict[str, int](), list[str]()
    first: date | None = None
    last = date.min
    for one in entries:
        if not one.legs:
            continue
        when = one.when.date()
        first, last = min(first or when, when), max(last, when)
        blocks.append(_transaction(one.entry, when, [(names[leg.account], leg.amount) for leg in one.legs], currency))
        for leg in one.legs:
            balances[leg.account] = balances.get(leg.account, 0) + leg.amount
    head = [f'option "title" {_text(title)}', f'option "operating_currency" "{currency}"', ""]
    opens = [f"{first} open {names[one]} {currency}\n  account: {_text(one)}" for one in sorted(balances)]
    after = last + timedelta(days=1) if first else last
    exactly = "~ 0.00"  # otherwise a cent of difference is let through
    ends = [
        f"{after} balance {names[one]} {_units(held)} {exactly} {currency}" for one, held in sorted(balances.items())
    ]
    return "\n".join([*head, *opens, "", *blocks, *ends]) + "\n"


def _transaction(entry: Entry, when: date, legs: list[tuple[str, int]], currency: str) -> str:
    what = str(entry.act["what"]["act"])
    lines = [f"{when} * {_text(what)}", f"  entry: {entry.version}", f"  time: {_text(entry.time)}"]
    lines += [f"  by: {_text(entry.by)}", *_coup_of(entry)]
    lines += [*(f"  {account}  {amount(cents, currency)}" for account, cents in legs), ""]
    return "\n".join(lines)


def _coup_of(entry: Entry) -> Iterator[str]:
    """Yield in which shoe and coup an act was done, as the record calls them in any game, or which coup it is about."""
    at, about = entry.act.get("at") or {}, entry.act["what"].get("coup")
    found = {"shoe": at.get("shoe"), "coup": at.get("coup")} if about is None else {"coup": about}
    yield from (f"  {name}: {number}" for name, number in found.items() if number)


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


# The accounts of a whole house as one Beancount file: the safe, the cash desk, purses, and every table from inside.
#
# What stands in two records, a table's and the house's, is one transaction here. The chips that players bring to a
# table or take from it pass by its float, which comes out as the house counts it: opening, fills and credits.


class TableAbsentError(CodedError, LookupError):
    """The house tells of a table whose entries are not here, or not as far as it has told of them."""


def house_books(
    games: Mapping[str, Game[Any]], house: Iterable[Entry], tables: Mapping[str, Sequence[Entry]], currency: str = "EUR"
) -> str:
    """Return the accounts of a house and of all its tables as the text of a Beancount file.

    Raises :class:`tapete.record.codec.DecodeError` for an event that its game does not know, and
    :class:`TableAbsentError` for a table of which the house tells and whose entries are not here.
    """
    title = ESTABLISHMENT.key
    found: list[BookedEntry] = []
    paired_entries: dict[tuple[str, int], BookedEntry] = {}
    ended: dict[str, int] = {}
    for entry in house:
        title = str(entry.act["what"].get("name", title)) if entry.version == 1 else title
        body = read_act(ESTABLISHMENT, entry.act).body
        booked = BookedEntry(entry, [_of_house(leg) for leg in entry_legs(ESTABLISHMENT, entry, is_first=not found)])
        if isinstance(body, FollowTable):
            paired_entries[body.table, body.entry] = booked
            if len(tables.get(body.table, ())) < body.entry:
                raise TableAbsentError("table-absent", table=body.table)
            booked.legs.extend(_handed_back(body, _taken_in(tables[body.table][body.entry - 1], games)))
            if any(isinstance(move, NoteTableClosed) for move in body.moves):
                ended[body.table] = body.entry
        found.append(booked)
    for table, entries in tables.items():
        for entry in entries:
            legs = list(_of_table(table, entry, games, is_over=entry.version > ended.get(table, entry.version)))
            paired = paired_entries.get((table, entry.version))
            if paired is None:
                found.append(BookedEntry(entry, legs))
            else:
                paired.legs.extend(legs)
    return books(title, sorted(found, key=lambda one: one.when), currency)


def _float(table: str) -> str:
    return f"{TABLE}{table}:float"


def _of_house(leg: Posting) -> Posting:
    return Posting(_float(leg.account.removeprefix(TABLE)), leg.amount) if leg.account.startswith(TABLE) else leg


def _of_table(table: str, entry: Entry, games: Mapping[str, Game[Any]], *, is_over: bool) -> Iterator[Posting]:
    game = games[entry.game]
    for tree in entry.events:
        legs = event_legs(game, tree)
        if is_over and any(leg.account == CASH_DESK for leg in legs):
            continue
        for leg in legs:
            account = _float(table) if leg.account == CASH_DESK else f"{TABLE}{table}:{leg.account}"
            yield Posting(account, leg.amount)


def _taken_in(entry: Entry, games: Mapping[str, Game[Any]]) -> int:
    game = games[entry.game]
    legs = (leg for tree in entry.events for leg in game.postings(read_event(game, tree)))
    return sum(leg.account == CASH_DESK and leg.amount > 0 for leg in legs)


def _handed_back(body: FollowTable, taken: int) -> Iterator[Posting]:
    """Yield what a closing table hands back to its players, but for the first so many that have ``taken`` theirs."""
    if not any(isinstance(one, NoteTableClosed) for one in body.moves):
        return
    for one in [one for one in body.moves if isinstance(one, TakeChips)][taken:]:
        yield Posting(f"{TABLE}{body.table}:{person(one.person)}", -one.amount)
        yield Posting(_float(body.table), one.amount)
