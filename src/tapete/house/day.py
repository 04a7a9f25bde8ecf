"""The days of a house: opened with what the last one handed on, closed after all is counted; minutes, complaints."""

from __future__ import annotations

from tapete.accounts import balance
from tapete.clauses import Fault, fault, first_fault, rule
from tapete.house import acts, admission, events
from tapete.house.banks import expired_awards
from tapete.house.state import CASH, CHIPS, VOUCHERS, DinnerHour, State, Visitor, table_chips
from tapete.house.terms import COMPLAINTS_MOST, DIFFERENCE_LIMIT, MINUTES_MOST, Day, Phase, day_after, is_day
from tapete.kernel import HOUSE, Decision, PersonId
from tapete.table.staff import Role


def carry_balances(state: State, day: Day) -> events.BalancesCarried:
    """Return all that the house is between two days, so that the next one can be judged without those before.

    Then no table is open and nobody is in the house. A table that has been counted is over, and nothing of it is handed
    on; neither is a visitor of whom there is nothing to say.
    """
    assert state.settings is not None
    return events.BalancesCarried(
        state.settings.name,
        state.settings.has_admission,
        state.day,
        state.days,
        dict(sorted(state.ledger.items())),
        tuple(events.HousePost(one.role, one.person) for one in sorted(state.duties)),
        tuple(
            said
            for who, one in sorted(state.visitors.items())
            if (said := _carried(who, one, day)) != events.CarriedVisitor(who) or admission.has_money(state, who)
        ),
        tuple(
            events.CarriedComplaint(one.serial, one.person, one.table, one.text)
            for _, one in sorted(state.complaints.items())
        ),
        state.last_slip,
        state.last_complaint,
        None if state.dinner == DinnerHour() else (state.dinner.begin, state.dinner.end),
        state.institutions,
        tuple(
            events.CarriedAward(
                one.game, one.name, one.person, one.amount, one.days, one.is_begun, one.terms, one.coups
            )
            for one in state.awards
        ),
        None if state.difference_limit == DIFFERENCE_LIMIT else state.difference_limit,
    )


def _carried(who: PersonId, one: Visitor, day: Day) -> events.CarriedVisitor:
    barred = one.bar_end if one.bar_end >= day else ""
    excluded = one.exclusion_end if one.exclusion_end >= day else ""
    limits, said = (one.loss.next, one.time.next), (one.code_by, one.at_others_word())
    return events.CarriedVisitor(who, barred, one.is_barred_for_good, excluded, *limits, *said, one.is_code_old)


@acts.decides(acts.OpenHouse)
def open_house(state: State, who: PersonId, what: acts.OpenHouse) -> Decision:
    if state.settings is not None:
        return fault("house-exists", name=state.settings.name)
    return (events.HouseOpened(what.name, what.has_admission), events.WentOnDuty(Role.DIRECTOR, what.director))


@rule("HP.HS.day", neutral=None)
def require_later_day(state: State, what: acts.OpenDay) -> Fault | None:
    """Return a Fault unless a day of the calendar is later than the last one that was opened, and has come.

    Where the last one has not come itself, for the hall's clock ran ahead, the day after it may be opened.
    """
    if not is_day(what.day) or what.day < "1977":  # no casino was allowed
        return fault("no-such-day", day=what.day)
    if what.day <= state.day:
        return fault("day-gone", day=what.day, last=state.day)
    today = what.today or what.day
    latest = today if state.day <= today else day_after(state.day)
    return fault("day-ahead", day=what.day, today=today) if what.day > latest else None


@acts.decides(acts.OpenDay)
def open_day(state: State, who: PersonId, what: acts.OpenDay) -> Decision:
    wrong = first_fault(
        None if who == HOUSE else admission.require_house_post(state, who, Role.DIRECTOR),
        fault("day-open", day=state.day) if state.phase is Phase.OPEN else None,
        require_later_day(state, what),
    )
    if wrong:
        return wrong
    handed_on = (carry_balances(state, what.day),) if what.has_balances else ()
    return (*handed_on, events.DayOpened(what.day))


def left_to_close(state: State) -> tuple[Fault, ...]:
    """Return all that is still to be done before the day can be closed; nothing between two days."""
    if state.phase is not Phase.OPEN:
        return ()
    busy = sorted(
        table
        for table, one in state.tables.items()
        if one.is_open or one.has_float or balance(state.ledger, table_chips(table))
    )
    return (
        *((fault("tables-uncounted", tables=busy),) if busy else ()),
        *((fault("slips-waiting", slips=sorted(state.slips)),) if state.slips else ()),
        *(() if state.is_counted else (fault("desk-uncounted"),)),
    )


@rule("HP.HS.day", neutral=None)
def require_all_counted(state: State) -> Fault | None:
    """Return a Fault unless no table is in play or uncounted, no slip waits, and the cash desk was counted last."""
    return first_fault(*left_to_close(state))


@acts.decides(acts.CloseDay)
def close_day(state: State, who: PersonId, what: acts.CloseDay) -> Decision:
    """Decide that the day ends: visitors have left, and the desk's chips and cash go to the safe."""
    wrong = first_fault(admission.require_house_post(state, who, Role.DIRECTOR), require_all_counted(state))
    if wrong:
        return wrong
    gone = tuple(events.VisitorLeft(person) for person, one in sorted(state.visitors.items()) if one.is_present)
    chips, cash, vouchers = (balance(state.ledger, one) for one in (CHIPS, CASH, VOUCHERS))
    return (*gone, *expired_awards(state), events.DayClosed(state.day, chips, cash, vouchers))


@rule("HP.HS.day", neutral=None)
def require_room_in_minutes(state: State, who: PersonId) -> Fault | None:
    """Return a Fault if somebody has entered as many sentences in the minutes of the day as one may."""
    own = sum(one.person == who and one.difference is None for one in state.minutes)
    return fault("minutes-full", most=MINUTES_MOST) if own >= MINUTES_MOST else None


@acts.decides(acts.WriteMinutes)
def write_minutes(state: State, who: PersonId, what: acts.WriteMinutes) -> Decision:
    on_duty = None if admission.is_on_duty(state, who) else fault("not-on-duty")
    wrong = first_fault(on_duty, require_room_in_minutes(state, who))
    return wrong or (events.MinutesWritten(who, what.text),)


@rule("HP.HS.complaints", neutral=None)
def require_may_complain(state: State, who: PersonId) -> Fault | None:
    """Return a Fault unless a person was in the house on its last day, has chips or money in it, or is on duty."""
    if state.visitor(who).has_been_in or admission.has_money(state, who) or admission.is_on_duty(state, who):
        return None
    return fault("not-a-customer")


@rule("HP.HS.complaints", neutral=None)
def require_room_for_complaint(state: State, who: PersonId) -> Fault | None:
    """Return a Fault while as many complaints of a person wait for an answer as one may have."""
    waiting = sum(one.person == who for one in state.complaints.values())
    return fault("complaints-waiting", most=COMPLAINTS_MOST) if waiting >= COMPLAINTS_MOST else None


@acts.decides(acts.Complain)
def complain(state: State, who: PersonId, what: acts.Complain) -> Decision:
    """Decide a complaint: what it says is no reason to refuse it."""
    wrong = first_fault(
        require_may_complain(state, who),
        require_room_for_complaint(state, who),
        fault("no-such-table", table=what.table) if what.table and what.table not in state.tables else None,
    )
    return wrong or (events.ComplaintMade(state.last_complaint + 1, who, what.table, what.text),)


@acts.decides(acts.AnswerComplaint)
def answer_complaint(state: State, who: PersonId, what: acts.AnswerComplaint) -> Decision:
    wrong = first_fault(
        admission.require_house_post(state, who, Role.DIRECTOR),
        None if what.serial in state.complaints else fault("no-such-complaint", serial=what.serial),
    )
    return wrong or (events.ComplaintAnswered(what.serial, who, what.text),)
