"""What each event of a house does to its money and its state. No rule is decided here.

Chips and cash are two kinds of things, and each sums to nothing by itself, in cents. Chips lie in the safe, at the
desk, on a table or in somebody's hands; cash outside, at the desk, in custody or in the safe. What a count finds
missing is booked as a difference of its kind.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from immutables import Map
from msgspec.structs import replace

from tapete.accounts import Posting, balance, move, person as purse, post
from tapete.house import events as e, state as s
from tapete.house.state import State
from tapete.house.terms import DIFFERENCE_LIMIT, Means, Phase, SlipKind
from tapete.kernel import ByKind, Event, PersonId, declared_types, require_complete, require_lines
from tapete.money import Cents
from tapete.table.staff import Role

Postings = tuple[Posting, ...]

POSTINGS: Final = ByKind[Callable[[Any], Postings]](
    {
        e.DepositTaken: lambda event: move(event.amount, s.OUTSIDE, s.custody(event.person, event.means)),
        e.DepositReturned: lambda event: move(event.amount, s.custody(event.person, event.means), s.OUTSIDE),
        e.ChipsBrought: lambda event: move(event.amount, purse(event.person), s.table_chips(event.table)),
        e.ChipsTaken: lambda event: move(event.amount, s.table_chips(event.table), purse(event.person)),
    }
)
"""The legs of each event that moves chips or cash."""

FOLDS: Final = ByKind[Callable[[State, Any], State]]()
"""What each event makes of the house."""

posts: Final = POSTINGS.enter
folds: Final = FOLDS.enter


def _at_desk(means: Means) -> str:
    return s.CASH if means is Means.CASH else s.VOUCHERS


@posts(e.ChipsSold)
def _sold(event: e.ChipsSold) -> Postings:
    paid = move(event.amount, s.OUTSIDE, _at_desk(event.means))
    return (*paid, *move(event.amount, s.CHIPS, purse(event.person)))


@posts(e.ChipsBoughtBack)
def _bought_back(event: e.ChipsBoughtBack) -> Postings:
    return (*move(event.amount, purse(event.person), s.CHIPS), *move(event.amount, s.CASH, s.OUTSIDE))


@posts(e.DepositChanged)
def _changed(event: e.DepositChanged) -> Postings:
    paid = move(event.amount, s.custody(event.person, event.means), _at_desk(event.means))
    return (*paid, *move(event.amount, s.CHIPS, purse(event.person)))


@posts(e.DepositBrought)
def _deposit_brought(event: e.DepositBrought) -> Postings:
    paid = move(event.amount, s.custody(event.person, event.means), _at_desk(event.means))
    return (*paid, *move(event.amount, s.CHIPS, s.table_chips(event.table)))


@posts(e.ProofCalled)
def _proof_called(event: e.ProofCalled) -> Postings:
    return (*move(event.amount, s.OUTSIDE, s.VOUCHERS), *move(event.amount, s.CHIPS, s.table_chips(event.table)))


@posts(e.CashBrought)
def _cash_brought(event: e.CashBrought) -> Postings:
    return (*move(event.amount, s.OUTSIDE, s.CASH), *move(event.amount, s.CHIPS, s.table_chips(event.table)))


@posts(e.CashPaid)
def _cash_paid(event: e.CashPaid) -> Postings:
    return (*move(event.amount, s.table_chips(event.table), s.CHIPS), *move(event.amount, s.CASH, s.OUTSIDE))


def _adjusted(missing: Cents, account: str, difference: str) -> Postings:
    return move(missing, account, difference) if missing >= 0 else move(-missing, difference, account)


@posts(e.SlipSigned)
def _signed(event: e.SlipSigned) -> Postings:
    table = s.table_chips(event.table)
    match event.kind:
        case SlipKind.OPENING | SlipKind.FILL:
            return move(event.chips, s.CHIPS, table)
        case SlipKind.CREDIT:
            return move(event.chips, table, s.CHIPS)
        case SlipKind.CLOSING:
            return (*_adjusted(event.shortage, table, s.DIFFERENCE_CHIPS), *move(event.chips, table, s.CHIPS))
        case SlipKind.TIPS:
            return move(event.chips, table, s.TIPS)
        case SlipKind.TIPS_PAID:
            return (*move(event.chips, s.TIPS, s.CHIPS), *move(event.chips, s.CASH, s.OUTSIDE))
        case SlipKind.SUPPLY:
            return (*move(event.chips, s.SAFE_CHIPS, s.CHIPS), *move(event.cash, s.SAFE_CASH, s.CASH))
        case SlipKind.RETURN:
            return (*move(event.chips, s.CHIPS, s.SAFE_CHIPS), *move(event.cash, s.CASH, s.SAFE_CASH))
        case SlipKind.COUNT:
            chips = _adjusted(event.shortage, s.CHIPS, s.DIFFERENCE_CHIPS)
            return (*chips, *_adjusted(event.missing_cash, s.CASH, s.DIFFERENCE_CASH))
        case SlipKind.BUY_BACK | SlipKind.DEPOSIT_RETURN | SlipKind.DEPOSIT_CHANGE:
            return ()  # what was paid is an event of its own


@posts(e.DifferenceBooked)
def _difference_booked(event: e.DifferenceBooked) -> Postings:
    counted = s.table_chips(event.table) if event.kind is SlipKind.CLOSING else s.CHIPS
    chips = _adjusted(event.missing_chips, counted, s.DIFFERENCE_CHIPS)
    cash = _adjusted(event.missing_cash, s.CASH, s.DIFFERENCE_CASH)
    return (*chips, *cash, *_adjusted(event.missing_vouchers, s.VOUCHERS, s.DIFFERENCE_VOUCHERS))


@posts(e.DayClosed)
def _day_closed(event: e.DayClosed) -> Postings:
    money = (*move(event.cash, s.CASH, s.SAFE_CASH), *move(event.vouchers, s.VOUCHERS, s.SAFE_CASH))
    return (*move(event.chips, s.CHIPS, s.SAFE_CHIPS), *money)


def postings(event: Event) -> Postings:
    moves = POSTINGS.get(type(event))
    return () if moves is None else moves(event)


@folds(e.SlipWritten)
def slip_written(state: State, event: e.SlipWritten) -> State:
    is_of_desk = s.Duty("", Role.CASHIER, event.first) in state.duties  # they may have left the post when it is signed
    is_of_desk = is_of_desk and event.first != event.person
    slip = s.Slip(event.serial, event.kind, event.table, event.chips, event.cash, event.first, is_of_desk)
    slip = replace(slip, vouchers=event.vouchers, kept_money=event.kept_money, is_whole=event.is_whole)
    slip = replace(slip, person=event.person, means=event.means)
    return replace(state, slips=state.slips.set(event.serial, slip), last_slip=event.serial)


@folds(e.SlipSigned)
def slip_signed(state: State, event: e.SlipSigned) -> State:
    """A slip is done: the float of its table is another, or the desk is counted."""
    state = replace(state, slips=state.slips.delete(event.serial), is_counted=event.kind is SlipKind.COUNT)
    if not event.table:
        return state
    match event.kind:
        case SlipKind.OPENING:
            return state.with_table(event.table, has_float=True, opening=event.chips)
        case SlipKind.FILL:
            return _more_at(state, event.table, fills=event.chips)
        case SlipKind.CREDIT:
            return _more_at(state, event.table, credits=event.chips)
        case SlipKind.TIPS:
            return _more_at(state, event.table, tips=event.chips)
        case _:
            return state.with_table(event.table, has_float=False)


def _more_at(state: State, table: str, **sums: Cents) -> State:
    one = state.tables[table]
    return state.with_table(table, **{name: getattr(one, name) + amount for name, amount in sums.items()})


def _more_of(state: State, person: PersonId, **sums: Cents) -> State:
    one = state.visitor(person)
    return state.with_visitor(person, **{name: getattr(one, name) + amount for name, amount in sums.items()})


@folds(e.DifferenceConfirmed)
def difference_confirmed(state: State, event: e.DifferenceConfirmed) -> State:
    missing = (event.missing_chips, event.missing_cash)
    said = s.Confirmation(*missing, event.reason, event.person, event.missing_vouchers)
    slip = replace(state.slips[event.serial], confirmation=said)
    return replace(state, slips=state.slips.set(event.serial, slip))


@folds(e.DifferenceBooked)
def difference_booked(state: State, event: e.DifferenceBooked) -> State:
    """The minutes say what a count has found different, and why."""
    missing = (event.missing_chips, event.missing_cash)
    found = s.CountedDifference(event.kind, event.table, *missing, event.first, event.missing_vouchers)
    return replace(state, minutes=(*state.minutes, s.MinutesLine(event.person, event.reason, found)))


@folds(e.DepositBrought)
def bank_brought(state: State, event: e.DepositBrought | e.ProofCalled) -> State:
    state = _more_of(state, event.person, purchases=event.amount, chips_at_tables=event.amount)
    return _more_at(state, event.table, chips_in=event.amount)


@folds(e.ProofCalled)
def proof_called(state: State, event: e.ProofCalled) -> State:
    one = state.proofs.get(event.person)
    called = 0 if one is None else one.called_amount + event.amount
    return bank_brought(_with_proof(state, event.person, called_amount=called), event)


@folds(e.BankClaimed)
def bank_claimed(state: State, event: e.BankClaimed) -> State:
    return state.with_table(event.table, claimants=state.tables[event.table].claimants | {event.person})


@folds(e.BankDropped)
def bank_dropped(state: State, event: e.BankDropped) -> State:
    return state.with_table(event.table, claimants=state.tables[event.table].claimants - {event.person})


def _with_proof(state: State, person: PersonId, **changes: Any) -> State:
    one = state.proofs.get(person)
    return state if one is None else replace(state, proofs=state.proofs.set(person, replace(one, **changes)))


@folds(e.ProofLodged)
def proof_lodged(state: State, event: e.ProofLodged) -> State:
    """Somebody has another proof; what was called of the one before stays called."""
    one = state.proofs.get(event.person, s.Proof(None))
    more = one.amount is None or event.amount is None or event.amount > one.amount
    new = replace(one, amount=event.amount, institution=event.institution, is_short=one.is_short and not more)
    return replace(state, proofs=state.proofs.set(event.person, new))


@folds(e.AwardKept)
def award_kept(state: State, event: e.AwardKept) -> State:
    about = (event.game, event.name, event.person, event.amount, event.days)
    kept = s.KeptAward(*about, event.is_begun, event.terms, event.coups)
    return replace(state, awards=(*_without_award(state, kept.key), kept))


@folds(e.AwardCarried, e.AwardEnded, e.AwardReplaced)
def award_gone(state: State, event: e.AwardCarried | e.AwardEnded | e.AwardReplaced) -> State:
    return replace(state, awards=_without_award(state, (event.game, event.name, event.terms)))


def _without_award(state: State, key: tuple[str, str, str]) -> tuple[s.KeptAward, ...]:
    return tuple(one for one in state.awards if one.key != key)


@folds(e.SessionBegun)
def session_begun(state: State, event: e.SessionBegun) -> State:
    begun = s.Session(event.table, event.number, event.shoes, event.shoes, event.moment)
    return replace(state, sessions=(*state.sessions, begun))


@folds(e.SessionNoted)
def session_noted(state: State, event: e.SessionNoted) -> State:
    return replace(
        state,
        sessions=tuple(
            _noted(one, event) if one.table == event.table and one.is_in_play else one for one in state.sessions
        ),
    )


def _noted(one: s.Session, event: e.SessionNoted) -> s.Session:
    banker = event.banker
    held = one.bankers if banker is None or one.bankers[-1:] == (banker,) else (*one.bankers, banker)
    said = replace(one, is_begun=event.is_begun, is_dinner_begun=event.is_dinner_begun, begin=event.moment or one.begin)
    return replace(said, shoes_left=event.shoes, banker=banker, bankers=held)


@folds(e.SessionEnded)
def session_ended(state: State, event: e.SessionEnded) -> State:
    """A session is over, and nobody holds its bank any more; one of which no play has begun was none."""
    if not event.is_begun:
        return replace(state, sessions=tuple(one for one in state.sessions if one.end or one.table != event.table))
    over = tuple(
        replace(one, end=event.moment, banker=None) if one.table == event.table and one.is_in_play else one
        for one in state.sessions
    )
    return replace(state, sessions=over)


@folds(e.BalancesCarried)
def begin_with(state: State, event: e.BalancesCarried) -> State:
    """The house is what the event says, whatever it was before."""
    return State(
        settings=s.Settings(event.name, event.has_admission),
        day=event.day,
        days=event.days,
        duties=frozenset(s.Duty("", one.role, one.person) for one in event.posts),
        visitors=Map(
            {
                one.person: s.Visitor(
                    loss=s.LossLimit(one.loss_limit, one.loss_limit),
                    time=s.TimeLimit(one.time_limit, one.time_limit),
                    exclusion_end=one.exclusion_end,
                    bar_end=one.bar_end,
                    is_barred_for_good=one.is_barred_for_good,
                    code_by=one.code_by,
                    movements=one.movements,
                    is_code_old=one.is_code_old,
                )
                for one in event.visitors
            }
        ),
        last_slip=event.slips,
        complaints=Map(
            {one.serial: s.Complaint(one.serial, one.person, one.table, one.text) for one in event.complaints}
        ),
        last_complaint=event.serials,
        awards=tuple(
            s.KeptAward(one.game, one.name, one.person, one.amount, one.days, one.is_begun, one.terms, one.coups)
            for one in event.awards
        ),
        institutions=event.institutions,
        dinner=s.DinnerHour() if event.dinner is None else s.DinnerHour(*event.dinner),
        difference_limit=DIFFERENCE_LIMIT if event.difference_limit is None else event.difference_limit,
        ledger=Map({account: held for account, held in event.balances.items() if held}),
    )


@folds(e.DayOpened)
def day_opened(state: State, event: e.DayOpened) -> State:
    visitors = {
        person: replace(
            one,
            purchases=0,
            old_chips=balance(state.ledger, purse(person)),
            chips_at_tables=0,
            loss=s.LossLimit(one.loss.next, one.loss.next),
            time=s.TimeLimit(one.time.next, one.time.next),
            is_out_of_time=False,
            has_been_in=False,
            movements=one.at_others_word(),
        )
        for person, one in state.visitors.items()
    }
    begun = replace(state, phase=Phase.OPEN, day=event.day, days=state.days + 1, minutes=(), answers=(), sessions=())
    return replace(begun, visitors=state.visitors.update(visitors))


@folds(e.DayClosed)
def day_closed(state: State, event: e.DayClosed) -> State:
    """The day is over, and one of those for which banks were awarded; a proof is for no other."""
    awards = tuple(replace(one, days=one.days - 1) for one in state.awards if one.days > 1)
    visitors = state.visitors.update({who: _with_older_code(one) for who, one in state.visitors.items()})
    return replace(state, phase=Phase.CLOSED, is_counted=False, proofs=Map(), awards=awards, visitors=visitors)


def _with_older_code(one: s.Visitor) -> s.Visitor:
    """Return a visitor after a day: a way back that was given on the day before counts no longer."""
    if one.is_code_old:
        return replace(one, code_by="", is_code_old=False)
    return replace(one, is_code_old=bool(one.code_by))


@folds(e.ComplaintMade)
def complaint_made(state: State, event: e.ComplaintMade) -> State:
    complaint = s.Complaint(event.serial, event.person, event.table, event.text)
    return replace(state, complaints=state.complaints.set(event.serial, complaint), last_complaint=event.serial)


@folds(e.ComplaintAnswered)
def complaint_answered(state: State, event: e.ComplaintAnswered) -> State:
    one = state.complaints[event.serial]
    told = s.AnsweredComplaint(one.serial, one.person, one.table, one.text, event.text, event.person)
    return replace(state, complaints=state.complaints.delete(event.serial), answers=(*state.answers, told))


@folds(e.SeatNoted)
def seat_noted(state: State, event: e.SeatNoted) -> State:
    has_been_in = state.visitor(event.person).has_been_in or bool(event.table)
    return state.with_visitor(event.person, table=event.table, has_been_in=has_been_in)


@folds(e.LossLimited)
def loss_limited(state: State, event: e.LossLimited) -> State:
    now = event.amount if event.is_at_once else state.visitor(event.person).loss.now
    return state.with_visitor(event.person, loss=s.LossLimit(now, event.amount))


@folds(e.TimeLimited)
def time_limited(state: State, event: e.TimeLimited) -> State:
    now = event.minutes if event.is_at_once else state.visitor(event.person).time.now
    return state.with_visitor(event.person, time=s.TimeLimit(now, event.minutes))


@folds(e.ChipsSold, e.DepositChanged)
def chips_bought(state: State, event: e.ChipsSold | e.DepositChanged) -> State:
    return _more_of(state, event.person, purchases=event.amount).with_visitor(event.person, has_been_in=True)


@folds(e.ChipsBoughtBack)
def chips_bought_back(state: State, event: e.ChipsBoughtBack) -> State:
    """Somebody was paid for chips: first for those that they had before the day, which they have not bought today."""
    old = min(event.amount, state.visitor(event.person).old_chips)
    return _more_of(state, event.person, purchases=old - event.amount, old_chips=-old)


@folds(e.TableNoted)
def table_noted(state: State, event: e.TableNoted) -> State:
    if event.is_open:
        return replace(state, tables=state.tables.set(event.table, s.TableBooks(event.game)))
    return state.with_table(event.table, is_open=False, claimants=frozenset())


@folds(e.ChipsBrought)
def chips_brought(state: State, event: e.ChipsBrought) -> State:
    """Chips of somebody's came to a table: they are among those with which they play today."""
    at_tables = _more_of(state, event.person, chips_at_tables=event.amount)
    return _more_at(at_tables, event.table, chips_in=event.amount)


@folds(e.ChipsTaken)
def chips_taken(state: State, event: e.ChipsTaken) -> State:
    at_tables = _more_of(state, event.person, chips_at_tables=-event.amount)
    return _more_at(at_tables, event.table, chips_out=event.amount)


@folds(e.ProofExhausted, e.AwardExpired, e.DepositTaken, e.DepositReturned)
def in_record_alone(state: State, event: Event) -> State:
    return state


def _of_visitor(**changes: Any) -> Callable[[State, Any], State]:
    return lambda state, event: state.with_visitor(event.person, **changes)


FOLDS.enter_all(
    {
        e.HouseOpened: lambda state, event: replace(state, settings=s.Settings(event.name, event.has_admission)),
        e.MinutesWritten: lambda state, event: replace(
            state, minutes=(*state.minutes, s.MinutesLine(event.person, event.text))
        ),
        e.WentOnDuty: lambda state, event: replace(
            state, duties=state.duties | {s.Duty(event.table, event.role, event.person)}
        ),
        e.WentOffDuty: lambda state, event: replace(
            state, duties=state.duties - {s.Duty(event.table, event.role, event.person)}
        ),
        e.VisitorAdmitted: _of_visitor(is_present=True, has_been_in=True),
        e.VisitorLeft: _of_visitor(is_present=False),
        e.BarLifted: _of_visitor(bar_end="", is_barred_for_good=False),
        e.PlayEnded: _of_visitor(is_out_of_time=True),
        e.VisitorBarred: lambda state, event: state.with_visitor(
            event.person, bar_end=event.until or "", is_barred_for_good=event.until is None
        ),
        e.SelfExcluded: lambda state, event: state.with_visitor(event.person, exclusion_end=event.until),
        e.CodeGiven: lambda state, event: state.with_visitor(event.person, code_by=event.by, is_code_old=False),
        e.CashBrought: lambda state, event: _more_at(state, event.table, chips_in=event.amount),
        e.CashPaid: lambda state, event: _more_at(state, event.table, chips_out=event.amount),
        e.SlipTorn: lambda state, event: replace(state, slips=state.slips.delete(event.serial)),
        e.DifferenceLimitSet: lambda state, event: replace(state, difference_limit=event.amount),
        e.DinnerHourSet: lambda state, event: replace(state, dinner=s.DinnerHour(event.begin, event.end)),
        e.InstitutionAccepted: lambda state, event: replace(
            state, institutions=(*state.institutions, event.institution)
        ),
        e.ProofReleased: lambda state, event: replace(state, proofs=state.proofs.delete(event.person)),
        e.ProofUsed: lambda state, event: _with_proof(state, event.person, table=event.table),
        e.ProofReturned: lambda state, event: _with_proof(state, event.person, table="", is_short=False),
        e.StakesCovered: lambda state, event: _with_proof(state, event.person, is_short=False),
        e.CoverFoundShort: lambda state, event: _with_proof(state, event.person, is_short=True),
    }
)
require_complete(FOLDS, declared_types(e, Event))
require_lines(POSTINGS, declared_types(e, Event))

AT_DESK: Final = frozenset(
    {
        *(e.ChipsSold, e.ChipsBoughtBack, e.DepositTaken, e.DepositReturned, e.DepositChanged, e.SlipSigned),
        *(e.DepositBrought, e.ProofCalled, e.CashBrought, e.CashPaid, e.DifferenceBooked),
    }
)
"""What moves something at the cash desk: its last count is older than that."""
OF_PERSON: Final = frozenset(
    {
        *(e.ChipsSold, e.ChipsBoughtBack, e.DepositTaken, e.DepositReturned, e.DepositChanged, e.ProofLodged),
        *(e.ProofReleased, e.ChipsBrought, e.ChipsTaken, e.DepositBrought, e.ProofCalled),
    }
)
"""What happens to the money of one person."""


def with_movement(state: State, event: Any) -> State:
    """Return the house where what happened to somebody's money stands on their page; a secret sum does not."""
    names = {"amount", "table", "means", "signers"}.difference(event.private())
    told = {name: getattr(event, name) for name in names if hasattr(event, name)}
    moved = e.Movement(state.day, str(event.__struct_config__.tag).partition("@")[0], **told)
    return state.with_visitor(event.person, movements=(*state.visitor(event.person).movements, moved))


def evolve(state: State, event: Event) -> State:
    kind = type(event)
    if legs := postings(event):
        state = replace(state, ledger=post(state.ledger, legs))
    if kind in AT_DESK and state.is_counted:
        state = replace(state, is_counted=False)
    state = FOLDS[kind](state, event)
    return with_movement(state, event) if kind in OF_PERSON else state
