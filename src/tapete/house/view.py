"""What each viewer sees of the house, built up from an allow-list.

Everybody sees that the house is open, and its tables. A visitor sees what is his. The cash desk sees the desk and what
its customers hold; the door sees who is in and who may not come; the director sees all of it.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from tapete.accounts import PERSON, balance
from tapete.clauses import Fault
from tapete.house.admission import chips_of, house_posts, is_on_duty, left_to_buy, table_posts
from tapete.house.books import CASH, CHIPS, TIPS, VOUCHERS, custody, is_custody, table_chips
from tapete.house.day import left_to_close
from tapete.house.desk import customers
from tapete.house.differences import is_confirmed, is_for_two, kept_for_others, missing_of
from tapete.house.events import Movement
from tapete.house.state import (
    AnsweredComplaint,
    Complaint,
    DinnerHour,
    Duty,
    KeptAward,
    MinutesLine,
    Session,
    Slip,
    State,
)
from tapete.house.terms import TABLE_OFFICIALS, Means, Phase
from tapete.kernel import PersonId, Step
from tapete.money import Cents
from tapete.table.staff import Role


class TableView(msgspec.Struct, frozen=True):
    """A table of the house; its sums, in cents, for those who answer for its chips."""

    table: str
    game: str
    is_open: bool
    chips: Cents | None = None
    result: Cents | None = None


class DeskView(msgspec.Struct, frozen=True):
    """The cash desk, in cents."""

    chips: Cents
    cash: Cents
    vouchers: Cents
    tips: Cents
    is_counted: bool
    kept_money: Cents
    """What lies at the desk for others: money in custody, tips of the staff."""


class CustomerView(msgspec.Struct, frozen=True):
    """A visitor as the cash desk sees him: chips about him, money in custody by means, what he may still buy today
    (``None``: as much as he likes), all in cents.
    """

    person: PersonId
    chips: Cents
    deposits: dict[str, Cents]
    may_buy: Cents | None


class OwnLimits(msgspec.Struct, frozen=True):
    """What somebody has forbidden himself: the most that he wants to lose (in cents) and to sit at tables (in minutes)
    in a day, each for today and from the next day on, and the last day on which he may not come.
    """

    loss: Cents | None
    next_loss: Cents | None
    minutes: int | None
    next_minutes: int | None
    exclusion_end: str
    is_out_of_time: bool


class VisitorView(msgspec.Struct, frozen=True):
    """A visitor as the door sees him; ``until`` is the last day on which he may not come, empty for good."""

    person: PersonId
    is_present: bool
    is_barred: bool = False
    until: str = ""


class ProofView(msgspec.Struct, frozen=True):
    """What somebody has proven for an open bank, in cents, and what has been called of it."""

    person: PersonId
    amount: Cents | None
    called_amount: Cents
    institution: str
    table: str


class DifferenceView(msgspec.Struct, frozen=True):
    """What a count that waits for its second signature finds different from the books, in cents.

    ``missing_chips``, ``missing_cash`` and ``missing_vouchers`` are what the books have more; below zero: less.
    ``is_for_two``: both sides confirm so much; ``reason`` is why the side that wrote the count stands by it, empty
    where it has not said so.
    """

    serial: int
    missing_chips: Cents
    missing_cash: Cents
    is_for_two: bool
    reason: str
    missing_vouchers: Cents = 0


class HouseView(msgspec.Struct, frozen=True):
    """The house as one viewer sees it; what he may not see is missing."""

    name: str
    phase: Phase
    day: str
    step: Step
    tables: tuple[TableView, ...] = ()
    posts: tuple[Role, ...] = ()
    me: CustomerView | None = None
    my_limits: OwnLimits | None = None
    desk: DeskView | None = None
    customers: tuple[CustomerView, ...] = ()
    visitors: tuple[VisitorView, ...] = ()
    duties: tuple[Duty, ...] = ()
    slips: tuple[Slip, ...] = ()
    differences: tuple[DifferenceView, ...] = ()
    complaints: tuple[Complaint, ...] = ()
    answers: tuple[AnsweredComplaint, ...] = ()
    minutes: tuple[MinutesLine, ...] = ()
    before_closing: tuple[Fault, ...] = ()
    awards: tuple[KeptAward, ...] = ()
    proofs: tuple[ProofView, ...] = ()
    institutions: tuple[str, ...] = ()
    sessions: tuple[Session, ...] = ()
    dinner: DinnerHour | None = None
    difference_limit: Cents | None = None
    movements: tuple[Movement, ...] = ()
    """What happened to the viewer's money, the last first; beyond fifty only what others signed."""
    codes: tuple[tuple[PersonId, str], ...] = ()
    """Who was given a way back today, and by whom, for the director."""
    money_of_visitors: Cents | None = None


def customer(state: State, person: PersonId) -> CustomerView:
    """Return what a visitor has, and may buy."""
    one = state.visitor(person)
    held = {str(means): balance(state.ledger, custody(person, means)) for means in Means}
    kept = {means: sum_ for means, sum_ in held.items() if sum_}
    return CustomerView(person, chips_of(state, person), kept, left_to_buy(one))


def own_limits(state: State, person: PersonId) -> OwnLimits:
    """Return what somebody has forbidden himself."""
    one = state.visitor(person)
    excluded = one.exclusion_end if one.exclusion_end and state.day <= one.exclusion_end else ""
    return OwnLimits(one.loss.now, one.loss.next, one.time.now, one.time.next, excluded, one.is_out_of_time)


def visitors(state: State) -> tuple[VisitorView, ...]:
    """Return those who are in the house, and those whom it does not admit, whoever has forbidden it."""
    found = []
    for person, one in sorted(state.visitors.items()):
        until = max(one.bar_end, one.exclusion_end)
        is_barred = one.is_barred_for_good or bool(until and state.day <= until)
        if one.is_present or is_barred:
            until = "" if one.is_barred_for_good or not is_barred else until
            found.append(VisitorView(person, one.is_present, is_barred, until))
    return tuple(found)


def tables(state: State, viewer: PersonId | None, *, all_sums: bool) -> tuple[TableView, ...]:
    """Return the tables of the house, each with its sums for whoever answers for its chips."""
    found = []
    for table, one in sorted(state.tables.items()):
        mine = viewer is not None and bool(table_posts(state, viewer, table) & TABLE_OFFICIALS)
        sums = (balance(state.ledger, table_chips(table)), one.result) if all_sums or mine else (None, None)
        found.append(TableView(table, one.game, one.is_open, *sums))
    return tuple(found)


def proofs(state: State) -> tuple[ProofView, ...]:
    """Return what has been proven for open banks."""
    return tuple(
        ProofView(who, one.amount, one.called_amount, one.institution, one.table)
        for who, one in sorted(state.proofs.items())
    )


def differences(state: State, slips: Iterable[Slip]) -> tuple[DifferenceView, ...]:
    """Return what the counts among slips find different."""
    found = []
    for slip in slips:
        missing = missing_of(state, slip)
        if any(missing):
            said = slip.confirmation if is_confirmed(state, slip) else None
            reason = "" if said is None else said.reason
            two = is_for_two(state, missing)
            found.append(DifferenceView(slip.serial, missing.chips, missing.cash, two, reason, missing.vouchers))
    return tuple(found)


def desk(state: State) -> DeskView:
    chips, cash, vouchers, tips = (balance(state.ledger, account) for account in (CHIPS, CASH, VOUCHERS, TIPS))
    return DeskView(chips, cash, vouchers, tips, state.is_counted, kept_for_others(state))


def view(state: State, viewer: PersonId | None) -> HouseView:
    """Return what ``viewer`` sees; ``None`` is the public."""
    name = "" if state.settings is None else state.settings.name
    posts = frozenset() if viewer is None else house_posts(state, viewer)
    is_director = Role.DIRECTOR in posts
    sees_desk = bool(posts & {Role.CASHIER, Role.DIRECTOR})
    sees_door = bool(posts & {Role.ADMISSION, Role.DIRECTOR})
    is_staff = viewer is not None and is_on_duty(state, viewer)
    moved = () if viewer is None else state.visitor(viewer).movements[::-1]
    seen = tuple(slip for _, slip in sorted(state.slips.items()) if sees_desk or _is_mine(state, viewer, slip))
    return HouseView(
        name,
        state.phase,
        state.day,
        state.step,
        tables=tables(state, viewer, all_sums=sees_desk),
        posts=tuple(sorted(posts)),
        me=None if viewer is None or is_staff else customer(state, viewer),
        my_limits=None if viewer is None or is_staff else own_limits(state, viewer),
        desk=desk(state) if sees_desk else None,
        customers=tuple(customer(state, person) for person in customers(state)) if sees_desk else (),
        visitors=visitors(state) if sees_door else (),
        duties=tuple(sorted(state.duties)) if is_staff else (),
        slips=seen,
        differences=differences(state, seen),
        complaints=tuple(one for _, one in sorted(state.complaints.items()) if is_director or one.person == viewer),
        answers=tuple(one for one in state.answers if is_director or one.person == viewer),
        minutes=state.minutes if is_director else (),
        before_closing=left_to_close(state) if is_director else (),
        money_of_visitors=sum(held for one, held in state.ledger.items() if one.startswith(PERSON) or is_custody(one))
        if is_director
        else None,
        awards=state.awards if sees_desk else (),
        proofs=proofs(state) if sees_desk else (),
        institutions=state.institutions if sees_desk else (),
        sessions=state.sessions if sees_desk else (),
        dinner=state.dinner if sees_desk else None,
        difference_limit=state.difference_limit if sees_desk else None,
        movements=(*moved[:50], *(one for one in moved[50:] if one.signers)),
        codes=tuple((who, one.code_by) for who, one in sorted(state.visitors.items()) if is_director and one.code_by),
    )


def _is_mine(state: State, viewer: PersonId | None, slip: Slip) -> bool:
    if viewer is None or not slip.table:
        return viewer is not None and slip.person == viewer
    return bool(table_posts(state, viewer, slip.table) & TABLE_OFFICIALS)
