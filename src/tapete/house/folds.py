"""The books of a house: desk, slips, banks, people. No rule is decided here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from immutables import Map
from msgspec.structs import replace

from tapete.accounts import balance, person as person_account, post
from tapete.house import events as e
from tapete.house.banks import call_of_proof, lodged_proof, reliance, with_noted, with_shortness
from tapete.house.books import POSTINGS
from tapete.house.day import at_others_word, begin_with
from tapete.house.events import Movement
from tapete.house.state import (
    AnsweredComplaint,
    Complaint,
    Confirmation,
    CountedDifference,
    DinnerHour,
    Duty,
    KeptAward,
    LossLimit,
    MinutesLine,
    Session,
    Settings,
    Slip,
    State,
    TableBooks,
    TimeLimit,
    Visitor,
)
from tapete.house.terms import Phase, SlipKind
from tapete.kernel import Event, PersonId, declared_types, require_complete, require_lines
from tapete.money import Cents
from tapete.table.staff import Role


def apply_slip_written(state: State, event: e.SlipWritten) -> State:
    is_of_desk = Duty("", Role.CASHIER, event.first) in state.duties  # he may have left the post when it is signed
    is_of_desk = is_of_desk and event.first != event.person
    slip = Slip(event.serial, event.kind, event.table, event.chips, event.cash, event.first, is_of_desk)
    slip = replace(slip, vouchers=event.vouchers, kept_money=event.kept_money, is_whole=event.is_whole)
    slip = replace(slip, person=event.person, means=event.means)
    return replace(state, slips=state.slips.set(event.serial, slip), last_slip=event.serial)


def apply_slip_signed(state: State, event: e.SlipSigned) -> State:
    """A slip is done: the float of its table is another, or the desk is counted."""
    state = replace(state, slips=state.slips.delete(event.serial), is_counted=event.kind is SlipKind.COUNT)
    if not event.table:
        return state
    one, chips = state.tables[event.table], event.chips
    match event.kind:
        case SlipKind.OPENING:
            return state.with_table(event.table, has_float=True, opening=chips)
        case SlipKind.FILL:
            return state.with_table(event.table, fills=one.fills + chips)
        case SlipKind.CREDIT:
            return state.with_table(event.table, credits=one.credits + chips)
        case SlipKind.TIPS:
            return state.with_table(event.table, tips=one.tips + chips)
        case _:
            return state.with_table(event.table, has_float=False)


def apply_difference_confirmed(state: State, event: e.DifferenceConfirmed) -> State:
    missing = (event.missing_chips, event.missing_cash)
    said = Confirmation(*missing, event.reason, event.person, event.missing_vouchers)
    slip = replace(state.slips[event.serial], confirmation=said)
    return replace(state, slips=state.slips.set(event.serial, slip))


def apply_difference_booked(state: State, event: e.DifferenceBooked) -> State:
    """The minutes say what a count has found different, and why."""
    missing = (event.missing_chips, event.missing_cash)
    found = CountedDifference(event.kind, event.table, *missing, event.first, event.missing_vouchers)
    return replace(state, minutes=(*state.minutes, MinutesLine(event.person, event.reason, found)))


def apply_difference_limit_set(state: State, event: e.DifferenceLimitSet) -> State:
    return replace(state, difference_limit=event.amount)


def apply_slip_torn(state: State, event: e.SlipTorn) -> State:
    return replace(state, slips=state.slips.delete(event.serial))


SLIP_FOLDS: Final[Mapping[type[Event], Callable[[State, Any], State]]] = {
    e.SlipWritten: apply_slip_written,
    e.SlipSigned: apply_slip_signed,
    e.SlipTorn: apply_slip_torn,
    e.DifferenceConfirmed: apply_difference_confirmed,
    e.DifferenceBooked: apply_difference_booked,
    e.DifferenceLimitSet: apply_difference_limit_set,
}
"""What each event about a slip makes of the house."""


def with_chips_at_tables(state: State, person: PersonId, change: Cents) -> State:
    return state.with_visitor(person, chips_at_tables=state.visitor(person).chips_at_tables + change)


def apply_bank_brought(state: State, event: e.DepositBrought | e.ProofCalled) -> State:
    bought = state.with_visitor(event.person, purchases=state.visitor(event.person).purchases + event.amount)
    bought = with_chips_at_tables(bought, event.person, event.amount)
    return bought.with_table(event.table, chips_in=state.tables[event.table].chips_in + event.amount)


def apply_proof_called(state: State, event: e.ProofCalled) -> State:
    return apply_bank_brought(call_of_proof(state, event.person, event.amount), event)


def apply_bank_claimed(state: State, event: e.BankClaimed) -> State:
    return state.with_table(event.table, claimants=state.tables[event.table].claimants | {event.person})


def apply_bank_dropped(state: State, event: e.BankDropped) -> State:
    return state.with_table(event.table, claimants=state.tables[event.table].claimants - {event.person})


def apply_institution_accepted(state: State, event: e.InstitutionAccepted) -> State:
    return replace(state, institutions=(*state.institutions, event.institution))


def apply_proof_lodged(state: State, event: e.ProofLodged) -> State:
    return lodged_proof(state, event)


def apply_proof_released(state: State, event: e.ProofReleased) -> State:
    return replace(state, proofs=state.proofs.delete(event.person))


def apply_proof_used(state: State, event: e.ProofUsed) -> State:
    return reliance(state, event.person, event.table)


def apply_proof_returned(state: State, event: e.ProofReturned) -> State:
    return reliance(state, event.person, "")


def apply_stakes_covered(state: State, event: e.StakesCovered) -> State:
    """A proof that was found not to be enough is so again: less is staked."""
    return with_shortness(state, event.person, is_short=False)


def apply_cover_found_short(state: State, event: e.CoverFoundShort) -> State:
    return with_shortness(state, event.person, is_short=True)


def apply_award_kept(state: State, event: e.AwardKept) -> State:
    about = (event.game, event.name, event.person, event.amount, event.days)
    kept = KeptAward(*about, event.is_begun, event.terms, event.coups)
    return replace(state, awards=(*without_award(state, kept.key), kept))


def apply_award_gone(state: State, event: e.AwardCarried | e.AwardEnded | e.AwardReplaced) -> State:
    return replace(state, awards=without_award(state, (event.game, event.name, event.terms)))


def without_award(state: State, key: tuple[str, str, str]) -> tuple[KeptAward, ...]:
    return tuple(one for one in state.awards if one.key != key)


def apply_nothing(state: State, event: Event) -> State:
    """What only the record keeps."""
    return state


def apply_dinner_hour_set(state: State, event: e.DinnerHourSet) -> State:
    return replace(state, dinner=DinnerHour(event.begin, event.end))


def apply_session_begun(state: State, event: e.SessionBegun) -> State:
    begun = Session(event.table, event.number, event.shoes, event.shoes, event.moment)
    return replace(state, sessions=(*state.sessions, begun))


def apply_session_noted(state: State, event: e.SessionNoted) -> State:
    return replace(state, sessions=with_noted(state.sessions, event))


def apply_session_ended(state: State, event: e.SessionEnded) -> State:
    """A session is over, and nobody holds its bank any more; one of which no play has begun was none."""
    if not event.is_begun:
        return replace(state, sessions=tuple(one for one in state.sessions if one.end or one.table != event.table))
    over = tuple(
        replace(one, end=event.moment, banker=None) if one.table == event.table and one.is_in_play else one
        for one in state.sessions
    )
    return replace(state, sessions=over)


BANK_FOLDS: Final[Mapping[type[Event], Callable[[State, Any], State]]] = {
    e.DepositBrought: apply_bank_brought,
    e.ProofCalled: apply_proof_called,
    e.BankClaimed: apply_bank_claimed,
    e.BankDropped: apply_bank_dropped,
    e.InstitutionAccepted: apply_institution_accepted,
    e.ProofLodged: apply_proof_lodged,
    e.ProofReleased: apply_proof_released,
    e.ProofUsed: apply_proof_used,
    e.StakesCovered: apply_stakes_covered,
    e.CoverFoundShort: apply_cover_found_short,
    e.ProofExhausted: apply_nothing,
    e.ProofReturned: apply_proof_returned,
    e.AwardKept: apply_award_kept,
    e.AwardCarried: apply_award_gone,
    e.AwardEnded: apply_award_gone,
    e.AwardReplaced: apply_award_gone,
    e.AwardExpired: apply_nothing,
    e.DinnerHourSet: apply_dinner_hour_set,
    e.SessionBegun: apply_session_begun,
    e.SessionNoted: apply_session_noted,
    e.SessionEnded: apply_session_ended,
}
"""What each event of a bank makes of the house."""


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


def apply_house_opened(state: State, event: e.HouseOpened) -> State:
    return replace(state, settings=Settings(event.name, event.has_admission))


def apply_balances_carried(state: State, event: e.BalancesCarried) -> State:
    return begin_with(event)


def apply_day_opened(state: State, event: e.DayOpened) -> State:
    visitors = {
        person: replace(
            one,
            purchases=0,
            old_chips=balance(state.ledger, person_account(person)),
            chips_at_tables=0,
            loss=LossLimit(one.loss.next, one.loss.next),
            time=TimeLimit(one.time.next, one.time.next),
            is_out_of_time=False,
            has_been_in=False,
            movements=at_others_word(one),
        )
        for person, one in state.visitors.items()
    }
    return replace(
        state,
        phase=Phase.OPEN,
        day=event.day,
        days=state.days + 1,
        visitors=state.visitors.update(visitors),
        minutes=(),
        answers=(),
        sessions=(),
    )


def apply_day_closed(state: State, event: e.DayClosed) -> State:
    """The day is over, and one of those for which banks were awarded; a proof is for no other."""
    awards = tuple(replace(one, days=one.days - 1) for one in state.awards if one.days > 1)
    visitors = state.visitors.update({who: with_older_code(one) for who, one in state.visitors.items()})
    return replace(state, phase=Phase.CLOSED, is_counted=False, proofs=Map(), awards=awards, visitors=visitors)


def with_older_code(one: Visitor) -> Visitor:
    """Return a visitor after a day: a way back that was given on the day before counts no longer."""
    if one.is_code_old:
        return replace(one, code_by="", is_code_old=False)
    return replace(one, is_code_old=bool(one.code_by))


def apply_minutes_written(state: State, event: e.MinutesWritten) -> State:
    return replace(state, minutes=(*state.minutes, MinutesLine(event.person, event.text)))


def apply_complaint_made(state: State, event: e.ComplaintMade) -> State:
    complaint = Complaint(event.serial, event.person, event.table, event.text)
    return replace(state, complaints=state.complaints.set(event.serial, complaint), last_complaint=event.serial)


def apply_complaint_answered(state: State, event: e.ComplaintAnswered) -> State:
    one = state.complaints[event.serial]
    told = AnsweredComplaint(one.serial, one.person, one.table, one.text, event.text, event.person)
    return replace(state, complaints=state.complaints.delete(event.serial), answers=(*state.answers, told))


def apply_went_on_duty(state: State, event: e.WentOnDuty) -> State:
    return replace(state, duties=state.duties | {Duty(event.table, event.role, event.person)})


def apply_went_off_duty(state: State, event: e.WentOffDuty) -> State:
    return replace(state, duties=state.duties - {Duty(event.table, event.role, event.person)})


def apply_seat_noted(state: State, event: e.SeatNoted) -> State:
    has_been_in = state.visitor(event.person).has_been_in or bool(event.table)
    return state.with_visitor(event.person, table=event.table, has_been_in=has_been_in)


def apply_visitor_admitted(state: State, event: e.VisitorAdmitted) -> State:
    return state.with_visitor(event.person, is_present=True, has_been_in=True)


def apply_visitor_left(state: State, event: e.VisitorLeft) -> State:
    return state.with_visitor(event.person, is_present=False)


def apply_code_given(state: State, event: e.CodeGiven) -> State:
    return state.with_visitor(event.person, code_by=event.by, is_code_old=False)


def with_movement(state: State, event: Any) -> State:
    """Return the house where what happened to somebody's money stands on his page; a secret sum does not."""
    names = {"amount", "table", "means", "signers"}.difference(event.private())
    told = {name: getattr(event, name) for name in names if hasattr(event, name)}
    moved = Movement(state.day, str(event.__struct_config__.tag).partition("@")[0], **told)
    return state.with_visitor(event.person, movements=(*state.visitor(event.person).movements, moved))


def apply_visitor_barred(state: State, event: e.VisitorBarred) -> State:
    return state.with_visitor(event.person, bar_end=event.until or "", is_barred_for_good=event.until is None)


def apply_bar_lifted(state: State, event: e.BarLifted) -> State:
    return state.with_visitor(event.person, bar_end="", is_barred_for_good=False)


def apply_self_excluded(state: State, event: e.SelfExcluded) -> State:
    return state.with_visitor(event.person, exclusion_end=event.until)


def apply_loss_limited(state: State, event: e.LossLimited) -> State:
    now = event.amount if event.is_at_once else state.visitor(event.person).loss.now
    return state.with_visitor(event.person, loss=LossLimit(now, event.amount))


def apply_time_limited(state: State, event: e.TimeLimited) -> State:
    now = event.minutes if event.is_at_once else state.visitor(event.person).time.now
    return state.with_visitor(event.person, time=TimeLimit(now, event.minutes))


def apply_play_ended(state: State, event: e.PlayEnded) -> State:
    return state.with_visitor(event.person, is_out_of_time=True)


def apply_purchase(state: State, event: e.ChipsSold | e.DepositChanged) -> State:
    purchases = state.visitor(event.person).purchases + event.amount
    return state.with_visitor(event.person, purchases=purchases, has_been_in=True)


def apply_chips_bought_back(state: State, event: e.ChipsBoughtBack) -> State:
    """Somebody has been paid for chips: first for those that he had before the day, which he has not bought today."""
    one = state.visitor(event.person)
    old = min(event.amount, one.old_chips)
    purchases = one.purchases - (event.amount - old)
    return state.with_visitor(event.person, purchases=purchases, old_chips=one.old_chips - old)


def apply_table_noted(state: State, event: e.TableNoted) -> State:
    if event.is_open:
        return replace(state, tables=state.tables.set(event.table, TableBooks(event.game)))
    return state.with_table(event.table, is_open=False, claimants=frozenset())


def apply_cash_brought(state: State, event: e.CashBrought | e.ChipsBrought) -> State:
    return state.with_table(event.table, chips_in=state.tables[event.table].chips_in + event.amount)


def apply_cash_paid(state: State, event: e.CashPaid | e.ChipsTaken) -> State:
    return state.with_table(event.table, chips_out=state.tables[event.table].chips_out + event.amount)


def apply_chips_brought(state: State, event: e.ChipsBrought) -> State:
    """Chips of somebody's came to a table: they are among those with which he plays today."""
    return apply_cash_brought(with_chips_at_tables(state, event.person, event.amount), event)


def apply_chips_taken(state: State, event: e.ChipsTaken) -> State:
    return apply_cash_paid(with_chips_at_tables(state, event.person, -event.amount), event)


FOLDS: Final[Mapping[type[Event], Callable[[State, Any], State]]] = {
    e.HouseOpened: apply_house_opened,
    e.BalancesCarried: apply_balances_carried,
    e.DayOpened: apply_day_opened,
    e.DayClosed: apply_day_closed,
    e.MinutesWritten: apply_minutes_written,
    e.ComplaintMade: apply_complaint_made,
    e.ComplaintAnswered: apply_complaint_answered,
    e.WentOnDuty: apply_went_on_duty,
    e.WentOffDuty: apply_went_off_duty,
    e.SeatNoted: apply_seat_noted,
    e.VisitorAdmitted: apply_visitor_admitted,
    e.VisitorLeft: apply_visitor_left,
    e.VisitorBarred: apply_visitor_barred,
    e.BarLifted: apply_bar_lifted,
    e.SelfExcluded: apply_self_excluded,
    e.LossLimited: apply_loss_limited,
    e.TimeLimited: apply_time_limited,
    e.PlayEnded: apply_play_ended,
    e.CodeGiven: apply_code_given,
    e.ChipsSold: apply_purchase,
    e.ChipsBoughtBack: apply_chips_bought_back,
    e.DepositTaken: apply_nothing,
    e.DepositReturned: apply_nothing,
    e.DepositChanged: apply_purchase,
    e.TableNoted: apply_table_noted,
    e.ChipsBrought: apply_chips_brought,
    e.ChipsTaken: apply_chips_taken,
    e.CashBrought: apply_cash_brought,
    e.CashPaid: apply_cash_paid,
    **BANK_FOLDS,
    **SLIP_FOLDS,
}
"""What each event makes of the house."""

require_complete(FOLDS, declared_types(e, Event))
require_lines(POSTINGS, declared_types(e, Event))


def evolve(state: State, event: Event) -> State:
    kind = type(event)
    moves = POSTINGS.get(kind)
    if moves is not None and (legs := moves(event)):
        state = replace(state, ledger=post(state.ledger, legs))
    if kind in AT_DESK and state.is_counted:
        state = replace(state, is_counted=False)
    state = FOLDS[kind](state, event)
    return with_movement(state, event) if kind in OF_PERSON else state
