"""What each viewer sees of the house, built up from an allow-list.

Everybody sees that the house is open, and its tables. A visitor sees what is theirs. The cash desk sees the desk and
what its customers hold; the door sees who is in and who may not come; the director sees all of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

import msgspec
from msgspec.structs import asdict

from tapete.accounts import PERSON, balance
from tapete.clauses import Cite, Fault
from tapete.house import acts as a, admission, state as s, terms
from tapete.house.day import left_to_close
from tapete.house.desk import (
    customers,
    is_confirmed,
    is_for_two,
    kept_for_others,
    left_for_slips,
    left_of_word,
    missing_of,
    payment_of,
)
from tapete.house.events import Movement
from tapete.house.state import State
from tapete.kernel import (
    Act,
    ActBody,
    Amount,
    Choice,
    Field,
    FixedValue,
    Offer,
    Outcome,
    People,
    PersonId,
    Refused,
    Step,
    Text,
)
from tapete.money import LIMIT, Cents
from tapete.table.staff import Role


class TableView(msgspec.Struct, frozen=True):
    """A table of the house; its sums, in cents, for those who answer for its chips."""

    table: str
    game: str
    is_open: bool
    chips: Cents | None = None
    result: Cents | None = None


class DeskView(msgspec.Struct, frozen=True):
    chips: Cents
    cash: Cents
    vouchers: Cents
    tips: Cents
    is_counted: bool
    kept_money: Cents
    """What lies at the desk for others: money in custody, tips of the staff."""


class CustomerView(msgspec.Struct, frozen=True):
    """A visitor as the cash desk sees them: chips about them, money in custody by means, what they may still buy today
    (``None``: as much as they like), all in cents.
    """

    person: PersonId
    chips: Cents
    deposits: dict[str, Cents]
    may_buy: Cents | None

    @property
    def held(self) -> Cents:
        return self.chips + sum(self.deposits.values())


class OwnLimits(msgspec.Struct, frozen=True):
    """What somebody has forbidden themselves: the most that they want to lose (in cents) and to sit at tables (in
    minutes) in a day, each for today and from the next day on, and the last day on which they may not come.
    """

    loss: Cents | None
    next_loss: Cents | None
    minutes: int | None
    next_minutes: int | None
    exclusion_end: str
    is_out_of_time: bool


class VisitorView(msgspec.Struct, frozen=True):
    """A visitor as the door sees them; ``until`` is the last day on which they may not come, empty for good."""

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
    """The house as one viewer sees it; what they may not see is missing."""

    name: str
    phase: terms.Phase
    day: str
    step: Step
    tables: tuple[TableView, ...] = ()
    posts: tuple[Role, ...] = ()
    me: CustomerView | None = None
    my_limits: OwnLimits | None = None
    desk: DeskView | None = None
    customers: tuple[CustomerView, ...] = ()
    visitors: tuple[VisitorView, ...] = ()
    duties: tuple[s.Duty, ...] = ()
    slips: tuple[s.Slip, ...] = ()
    differences: tuple[DifferenceView, ...] = ()
    complaints: tuple[s.Complaint, ...] = ()
    answers: tuple[s.AnsweredComplaint, ...] = ()
    minutes: tuple[s.MinutesLine, ...] = ()
    before_closing: tuple[Fault, ...] = ()
    awards: tuple[s.KeptAward, ...] = ()
    proofs: tuple[ProofView, ...] = ()
    institutions: tuple[str, ...] = ()
    sessions: tuple[s.Session, ...] = ()
    dinner: s.DinnerHour | None = None
    difference_limit: Cents | None = None
    movements: tuple[Movement, ...] = ()
    """What happened to the viewer's money, the last first; beyond fifty only what others signed."""
    codes: tuple[tuple[PersonId, str], ...] = ()
    """Who was given a way back today, and by whom, for the director."""
    money_of_visitors: Cents | None = None


def customer(state: State, person: PersonId) -> CustomerView:
    one = state.visitor(person)
    held = {str(means): balance(state.ledger, s.custody(person, means)) for means in terms.Means}
    kept = {means: sum_ for means, sum_ in held.items() if sum_}
    return CustomerView(person, admission.chips_of(state, person), kept, admission.left_to_buy(one))


def own_limits(state: State, person: PersonId) -> OwnLimits:
    one = state.visitor(person)
    excluded = one.exclusion_end if one.exclusion_end and state.day <= one.exclusion_end else ""
    return OwnLimits(one.loss.now, one.loss.next, one.time.now, one.time.next, excluded, one.is_out_of_time)


def visitors(state: State) -> tuple[VisitorView, ...]:
    found = []
    for person, one in sorted(state.visitors.items()):
        until = max(one.bar_end, one.exclusion_end)
        is_barred = one.is_barred_for_good or bool(until and state.day <= until)
        if one.is_present or is_barred:
            until = "" if one.is_barred_for_good or not is_barred else until
            found.append(VisitorView(person, one.is_present, is_barred, until))
    return tuple(found)


def tables(state: State, viewer: PersonId | None, *, all_sums: bool) -> tuple[TableView, ...]:
    found = []
    for table, one in sorted(state.tables.items()):
        mine = viewer is not None and bool(admission.posts_of(state, viewer, table) & terms.TABLE_OFFICIALS)
        sums = (balance(state.ledger, s.table_chips(table)), one.result) if all_sums or mine else (None, None)
        found.append(TableView(table, one.game, one.is_open, *sums))
    return tuple(found)


def proofs(state: State) -> tuple[ProofView, ...]:
    return tuple(
        ProofView(who, one.amount, one.called_amount, one.institution, one.table)
        for who, one in sorted(state.proofs.items())
    )


def differences(state: State, slips: Iterable[s.Slip]) -> tuple[DifferenceView, ...]:
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
    chips, cash, vouchers, tips = (balance(state.ledger, account) for account in (s.CHIPS, s.CASH, s.VOUCHERS, s.TIPS))
    return DeskView(chips, cash, vouchers, tips, state.is_counted, kept_for_others(state))


def view(state: State, viewer: PersonId | None) -> HouseView:
    name = "" if state.settings is None else state.settings.name
    posts = frozenset() if viewer is None else admission.posts_of(state, viewer)
    is_director = Role.DIRECTOR in posts
    sees_desk = bool(posts & {Role.CASHIER, Role.DIRECTOR})
    sees_door = bool(posts & {Role.ADMISSION, Role.DIRECTOR})
    is_staff = viewer is not None and admission.is_on_duty(state, viewer)
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
        money_of_visitors=sum(held for one, held in state.ledger.items() if one.startswith(PERSON) or s.is_custody(one))
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


def _is_mine(state: State, viewer: PersonId | None, slip: s.Slip) -> bool:
    if viewer is None or not slip.table:
        return viewer is not None and slip.person == viewer
    return bool(admission.posts_of(state, viewer, slip.table) & terms.TABLE_OFFICIALS)


Decide = Callable[[State, Act[ActBody]], Outcome]
Candidate = tuple[ActBody, dict[str, Field]]

EXAMPLE: Final = "-"
"""A text that somebody could write, for asking whether they may."""


STRANGER: Final = PersonId("0-nobody-yet")
"""Somebody whom the house does not know, for asking about them."""


def candidates(state: State, viewer: PersonId) -> Iterator[Candidate]:
    """Yield acts that may make sense for a viewer now, each with the values that its fields may take."""
    yield a.OpenDay("9999-12-31"), {"day": Text()}
    yield a.CloseDay(), {}
    free = ("00:00", "00:01") if state.dinner.begin != "00:00" else ("00:01", "00:02")
    yield a.SetDinnerHour(*free), {"begin": Text(), "end": Text()}
    limit = Amount(0, LIMIT, standing=state.difference_limit)
    yield a.SetDifferenceLimit(0 if state.difference_limit else 1), {"amount": limit}
    yield from _people(state)
    yield from _desk(state, viewer)
    yield from _proofs(state)
    yield from _slips(state)
    yield a.WriteMinutes(EXAMPLE), {"text": Text()}
    yield a.Complain(EXAMPLE), {"text": Text(), "table": Choice(("", *sorted(state.tables)))}
    for serial in sorted(state.complaints):
        yield a.AnswerComplaint(serial, EXAMPLE), {"serial": FixedValue(serial), "text": Text()}


def _people(state: State) -> Iterator[Candidate]:
    known = sorted(state.visitors)
    roles = Choice(tuple(str(role) for role in sorted(terms.HOUSE_POSTS)))
    yield a.GoOnDuty(min(terms.HOUSE_POSTS), STRANGER), {"role": roles, "person": Text()}
    for duty in sorted(state.duties):
        if not duty.table:
            whose: dict[str, Field] = {"role": FixedValue(str(duty.role)), "person": FixedValue(duty.person)}
            yield a.GoOffDuty(duty.role, duty.person), whose
    yield a.Admit(STRANGER), {"person": Text()}
    for person in known:
        yield a.LetOut(person), {"person": FixedValue(person)}
        yield a.LiftBar(person, EXAMPLE), {"person": FixedValue(person), "reason": Text()}
    yield a.Bar(STRANGER, EXAMPLE), {"person": Text(), "reason": Text(), "until": Text()}
    if state.day:
        yield a.ExcludeOneself("9999-12-31"), {"until": Text()}
    yield a.LimitLoss(None), {"amount": Amount(1)}
    yield a.LimitTime(None), {"minutes": Amount(1, 24 * 60)}


def _desk(state: State, viewer: PersonId | None = None) -> Iterator[Candidate]:
    means = Choice(tuple(str(one) for one in terms.Means))
    chips, cash = balance(state.ledger, s.CHIPS), balance(state.ledger, s.CASH)
    known = customers(state)
    if chips and not state.has_door:  # a guest whom the desk has never met
        yield a.SellChips(STRANGER, 1), {"person": Text(), "amount": Amount(1, chips), "means": means}
    if known:
        wrong = {
            one: admission.require_not_barred(state, one) or admission.require_not_excluded(state, one) for one in known
        }
        if welcome := tuple(one for one in known if not wrong[one] and not admission.is_on_duty(state, one)):
            yield a.TakeDeposit(welcome[0], 1), {"person": People(welcome), "amount": Amount(1), "means": means}
    for person in known:
        one, whose = state.visitor(person), FixedValue(person)
        left = admission.left_to_buy(one)
        room = chips if left is None else min(chips, left)
        if room > 0:
            yield a.SellChips(person, 1), {"person": whose, "amount": Amount(1, room), "means": means}
        word = left_of_word(state, person)
        yield from _payments(state, person, *((word, LIMIT, word) if person == viewer else (cash, room, LIMIT)))


def _payments(state: State, person: PersonId, cash: Cents, room: Cents, out: Cents) -> Iterator[Candidate]:
    """Yield what the desk may pay somebody, on a slip that two sign; who asks for it learns nothing of the desk."""
    most = [(terms.SlipKind.BUY_BACK, terms.Means.CASH, min(admission.chips_of(state, person), cash))]
    for kind, limit in ((terms.SlipKind.DEPOSIT_RETURN, out), (terms.SlipKind.DEPOSIT_CHANGE, room)):
        most += [(kind, means, min(balance(state.ledger, s.custody(person, means)), limit)) for means in terms.Means]
    for kind, means, held in most:
        if held > 0:
            named = {"kind": FixedValue(str(kind)), "person": FixedValue(person), "means": FixedValue(str(means))}
            yield a.WriteSlip(kind, 1, person=person, means=means), {**named, "chips": Amount(1, held)}


def _proofs(state: State) -> Iterator[Candidate]:
    known = customers(state)
    if known:
        places = Choice(("", *state.institutions))
        yield a.LodgeProof(known[0], LIMIT), {"person": People(known), "amount": Amount(1), "institution": places}
    for person in sorted(state.proofs):
        yield a.ReleaseProof(person), {"person": FixedValue(person)}
    for one in state.awards:
        named: dict[str, Field] = {"game": FixedValue(one.game), "name": FixedValue(one.name)}
        ended = a.EndAward(one.game, one.name, EXAMPLE, one.terms)
        yield ended, {**named, "reason": Text(), "terms": FixedValue(one.terms)}
    yield a.AcceptInstitution(f"{EXAMPLE}{len(state.institutions)}"), {"institution": Text()}


def _slips(state: State) -> Iterator[Candidate]:
    chips, cash = balance(state.ledger, s.CHIPS), balance(state.ledger, s.CASH)
    for kind in (one for one in terms.SlipKind if one not in terms.PAYMENTS):
        for table in sorted(state.tables) if kind in terms.OF_TABLE else [""]:
            there = left_for_slips(state, table, None) if table else 0
            most = {
                terms.SlipKind.OPENING: chips,
                terms.SlipKind.FILL: chips,
                **dict.fromkeys(terms.FROM_TABLE, there),
                terms.SlipKind.TIPS_PAID: min(balance(state.ledger, s.TIPS), cash),
                terms.SlipKind.RETURN: chips,
            }.get(kind)
            if most == 0 and not (kind is terms.SlipKind.RETURN and cash):
                continue
            named = {"kind": FixedValue(str(kind)), "table": FixedValue(table)}
            fields: dict[str, Field] = {**named, "chips": Amount(0, most)}
            if not table and kind is not terms.SlipKind.TIPS_PAID:
                fields["cash"] = Amount(0, cash if kind is terms.SlipKind.RETURN else None)
            if kind is terms.SlipKind.COUNT:
                fields |= {"vouchers": Amount(0), "kept_money": Amount(0)}
            yield a.WriteSlip(kind, 0 if most == 0 else 1, table, 1 if most == 0 else 0, 0), fields
    for serial, slip in sorted(state.slips.items()):
        yield a.SignSlip(serial, 0), {"serial": FixedValue(serial)}
        if (payment := payment_of(slip)) is not None:
            yield payment, {name: FixedValue(value) for name, value in asdict(payment).items()}
        if any(missing := missing_of(state, slip)):
            confirmed = a.ConfirmDifference(serial, missing.chips, missing.cash, EXAMPLE, missing.vouchers)
            shown = {name: FixedValue(value) for name, value in asdict(confirmed).items()}
            yield confirmed, {**shown, "reason": Text()}
        yield a.TearSlip(serial), {"serial": FixedValue(serial)}


def legal(state: State, viewer: PersonId | None, decide: Decide) -> tuple[Offer, ...]:
    if viewer is None or state.settings is None:
        return ()
    found: dict[tuple[str, str], Offer] = {}
    for what, fields in candidates(state, viewer):
        outcome = decide(state, Act(viewer, what, state.step))
        if not isinstance(outcome, Refused):
            tag = str(what.__struct_config__.tag)
            found.setdefault((tag, str(fields)), Offer(tag, fields, clauses=outcome.rests_on))
    return tuple(found.values())


def explain(state: State, viewer: PersonId | None, decide: Decide) -> tuple[Cite, ...]:
    offered = legal(state, viewer, decide)
    return tuple(dict.fromkeys(clause for offer in offered for clause in offer.clauses))
