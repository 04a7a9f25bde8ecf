"""What a viewer may do now, and under which house practice: found by asking the decisions themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from msgspec.structs import asdict

from tapete.accounts import balance
from tapete.clauses import Cite
from tapete.house import acts as a
from tapete.house.admission import chips_of, is_on_duty, left_to_buy, require_not_barred, require_not_excluded
from tapete.house.books import CASH, CHIPS, TIPS, custody
from tapete.house.desk import customers
from tapete.house.differences import missing_of
from tapete.house.slips import left_for_slips, payment_of
from tapete.house.state import State
from tapete.house.terms import FROM_TABLE, HOUSE_POSTS, OF_TABLE, PAYMENTS, Means, SlipKind
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
    Text,
)
from tapete.money import LIMIT, Cents

Decide = Callable[[State, Act[ActBody]], Outcome]
Candidate = tuple[ActBody, dict[str, Field]]

EXAMPLE: Final = "-"
"""A text that somebody could write, for asking whether he may."""


STRANGER: Final = PersonId("0-nobody-yet")
"""Somebody whom the house does not know, for asking about him."""


def candidates(state: State, viewer: PersonId) -> Iterator[Candidate]:
    """Yield acts that may make sense for a viewer now, each with the values that its fields may take."""
    yield a.OpenDay("9999-12-31"), {"day": Text()}
    yield a.CloseDay(), {}
    free = ("00:00", "00:01") if state.dinner.begin != "00:00" else ("00:01", "00:02")
    yield a.SetDinnerHour(*free), {"begin": Text(), "end": Text()}
    limit = Amount(0, LIMIT, standing=state.difference_limit)
    yield a.SetDifferenceLimit(0 if state.difference_limit else 1), {"amount": limit}
    yield from _people(state, viewer)
    yield from _desk(state, viewer)
    yield from _proofs(state)
    yield from _slips(state)
    yield a.WriteMinutes(EXAMPLE), {"text": Text()}
    yield a.Complain(EXAMPLE), {"text": Text(), "table": Choice(("", *sorted(state.tables)))}
    for serial in sorted(state.complaints):
        yield a.AnswerComplaint(serial, EXAMPLE), {"serial": FixedValue(serial), "text": Text()}


def _people(state: State, viewer: PersonId) -> Iterator[Candidate]:
    known = sorted(state.visitors)
    roles = Choice(tuple(str(role) for role in sorted(HOUSE_POSTS)))
    yield a.GoOnDuty(min(HOUSE_POSTS), STRANGER), {"role": roles, "person": Text()}
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
    means = Choice(tuple(str(one) for one in Means))
    chips, cash = balance(state.ledger, CHIPS), balance(state.ledger, CASH)
    known = customers(state)
    if chips and state.settings is not None and not state.settings.has_admission:  # a guest whom the desk has never met
        yield a.SellChips(STRANGER, 1), {"person": Text(), "amount": Amount(1, chips), "means": means}
    if known:
        wrong = {one: require_not_barred(state, one) or require_not_excluded(state, one) for one in known}
        if welcome := tuple(one for one in known if not wrong[one] and not is_on_duty(state, one)):
            yield a.TakeDeposit(welcome[0], 1), {"person": People(welcome), "amount": Amount(1), "means": means}
    for person in known:
        one, whose = state.visitor(person), FixedValue(person)
        left = left_to_buy(one)
        room = chips if left is None else min(chips, left)
        if room > 0:
            yield a.SellChips(person, 1), {"person": whose, "amount": Amount(1, room), "means": means}
        yield from _payments(state, person, *((LIMIT, LIMIT) if person == viewer else (cash, room)))


def _payments(state: State, person: PersonId, cash: Cents, room: Cents) -> Iterator[Candidate]:
    """Yield what the desk may pay somebody, on a slip that two sign; who asks for it learns nothing of the desk."""
    most = [(SlipKind.BUY_BACK, Means.CASH, min(chips_of(state, person), cash))]
    for kind, limit in ((SlipKind.DEPOSIT_RETURN, LIMIT), (SlipKind.DEPOSIT_CHANGE, room)):
        most += [(kind, means, min(balance(state.ledger, custody(person, means)), limit)) for means in Means]
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
    chips, cash = balance(state.ledger, CHIPS), balance(state.ledger, CASH)
    for kind in (one for one in SlipKind if one not in PAYMENTS):
        for table in sorted(state.tables) if kind in OF_TABLE else [""]:
            there = left_for_slips(state, table, None) if table else 0
            most = {
                SlipKind.OPENING: chips,
                SlipKind.FILL: chips,
                **dict.fromkeys(FROM_TABLE, there),
                SlipKind.TIPS_PAID: min(balance(state.ledger, TIPS), cash),
                SlipKind.RETURN: chips,
            }.get(kind)
            if most == 0 and not (kind is SlipKind.RETURN and cash):
                continue
            named = {"kind": FixedValue(str(kind)), "table": FixedValue(table)}
            fields: dict[str, Field] = {**named, "chips": Amount(0, most)}
            if not table and kind is not SlipKind.TIPS_PAID:
                fields["cash"] = Amount(0, cash if kind is SlipKind.RETURN else None)
            if kind is SlipKind.COUNT:
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
    """Return what a viewer may do now; nothing for the public."""
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
    """Return the house practice on which a viewer's own acts rest now."""
    offered = legal(state, viewer, decide)
    return tuple(dict.fromkeys(clause for offer in offered for clause in offer.clauses))
