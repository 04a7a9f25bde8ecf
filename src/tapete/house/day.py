"""The house and its day: the beginning, opening and closing, the minutes and the complaints."""

from __future__ import annotations

from immutables import Map
from msgspec.structs import astuple

from tapete.accounts import balance
from tapete.clauses import Fault, fault, first_fault, rule
from tapete.house import acts, admission, events
from tapete.house.banks import expired_awards
from tapete.house.books import CASH, CHIPS, VOUCHERS, custody, table_chips
from tapete.house.state import (
    Complaint,
    DinnerHour,
    Duty,
    KeptAward,
    LossLimit,
    Settings,
    State,
    TimeLimit,
    Visitor,
)
from tapete.house.terms import (
    COMPLAINTS_MOST,
    DIFFERENCE_LIMIT,
    MINUTES_MOST,
    MOVEMENTS_KEPT,
    PAYMENT_LIMIT,
    Day,
    Phase,
    is_day,
)
from tapete.kernel import HOUSE, Decision, Event, PersonId
from tapete.money import Cents
from tapete.table import staff
from tapete.table.staff import Role

# --- carrying ---------------------------------------------------------------------------------------------------------
# From one day to the next: what the house hands on, and the house that begins with it.
#
# Between two days no table is open and nobody is in the house. So all that it is fits into one event, from which the
# next day can be judged without the record of those before. A table that has been counted is over, and nothing of it
# is handed on; neither is a visitor of whom there is nothing to say.


def carry_balances(state: State, day: Day) -> events.BalancesCarried:
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
    limits, said = (one.loss.next, one.time.next), (one.code_by, at_others_word(one))
    return events.CarriedVisitor(who, barred, one.is_barred_for_good, excluded, *limits, *said, one.is_code_old)


def at_others_word(one: Visitor) -> tuple[events.Movement, ...]:
    """Return what was paid without a visitor's word on the last day, and the largest sums of before: he reads it."""
    said = [moved for moved in one.movements if moved.signers]
    before = [moved for moved in said if moved.day != said[-1].day]
    large = sorted(range(len(before)), key=lambda at: -(before[at].amount or 0))[:MOVEMENTS_KEPT]
    return (*(before[at] for at in sorted(large)), *said[len(before) :])


def begin_with(event: events.BalancesCarried) -> State:
    return State(
        settings=Settings(event.name, event.has_admission),
        day=event.day,
        days=event.days,
        duties=frozenset(Duty("", one.role, one.person) for one in event.posts),
        visitors=Map(
            {
                one.person: Visitor(
                    loss=LossLimit(one.loss_limit, one.loss_limit),
                    time=TimeLimit(one.time_limit, one.time_limit),
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
            {one.serial: Complaint(one.serial, one.person, one.table, one.text) for one in event.complaints}
        ),
        last_complaint=event.serials,
        awards=tuple(
            KeptAward(one.game, one.name, one.person, one.amount, one.days, one.is_begun, one.terms, one.coups)
            for one in event.awards
        ),
        institutions=event.institutions,
        dinner=DinnerHour() if event.dinner is None else DinnerHour(*event.dinner),
        difference_limit=DIFFERENCE_LIMIT if event.difference_limit is None else event.difference_limit,
        ledger=Map({account: held for account, held in event.balances.items() if held}),
    )


def open_house(state: State, who: PersonId, what: acts.OpenHouse) -> Decision:
    if state.settings is not None:
        return fault("house-exists", name=state.settings.name)
    return (events.HouseOpened(what.name, what.has_admission), events.WentOnDuty(Role.DIRECTOR, what.director))


@rule("HP.HS.day", neutral=None)
def require_later_day(state: State, what: acts.OpenDay) -> Fault | None:
    """Return a Fault unless a day of the calendar is later than the last one that was opened, and has come."""
    if not is_day(what.day) or what.day < "1977":  # no casino was allowed
        return fault("no-such-day", day=what.day)
    if what.day <= state.day:
        return fault("day-gone", day=what.day, last=state.day)
    today = what.today or what.day
    return fault("day-ahead", day=what.day, today=today) if what.day > today else None


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


def is_uncounted(state: State, table: str) -> bool:
    return state.tables[table].has_float or balance(state.ledger, table_chips(table)) != 0


def left_to_close(state: State) -> tuple[Fault, ...]:
    """Return all that is still to be done before the day can be closed; nothing between two days."""
    if state.phase is not Phase.OPEN:
        return ()
    busy = sorted(table for table, one in state.tables.items() if one.is_open or is_uncounted(state, table))
    return (
        *((fault("tables-uncounted", tables=busy),) if busy else ()),
        *((fault("slips-waiting", slips=sorted(state.slips)),) if state.slips else ()),
        *(() if state.is_counted else (fault("desk-uncounted"),)),
    )


@rule("HP.HS.day", neutral=None)
def require_all_counted(state: State) -> Fault | None:
    """Return a Fault unless no table is in play or uncounted, no slip waits, and the cash desk was counted last."""
    return first_fault(*left_to_close(state))


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


def complain(state: State, who: PersonId, what: acts.Complain) -> Decision:
    """Decide a complaint: what it says is no reason to refuse it."""
    wrong = first_fault(
        require_may_complain(state, who),
        require_room_for_complaint(state, who),
        fault("no-such-table", table=what.table) if what.table and what.table not in state.tables else None,
    )
    return wrong or (events.ComplaintMade(state.last_complaint + 1, who, what.table, what.text),)


def answer_complaint(state: State, who: PersonId, what: acts.AnswerComplaint) -> Decision:
    wrong = first_fault(
        admission.require_house_post(state, who, Role.DIRECTOR),
        None if what.serial in state.complaints else fault("no-such-complaint", serial=what.serial),
    )
    return wrong or (events.ComplaintAnswered(what.serial, who, what.text),)


# The cash desk: chips sold and bought back, and money in custody.

Payment = acts.BuyBackChips | acts.ReturnDeposit | acts.ChangeDeposit
"""What the desk pays somebody who has chips or money here."""


@rule("HP.HS.cash-desk", neutral=None)
def require_chips_at_desk(state: State, amount: Cents) -> Fault | None:
    """Return a Fault if the cash desk has fewer chips than it is to hand out."""
    held = balance(state.ledger, CHIPS)
    return fault("desk-lacks-chips", held=held, amount=amount) if amount > held else None


@rule("HP.HS.cash-desk", neutral=None)
def require_cash_at_desk(state: State, amount: Cents) -> Fault | None:
    """Return a Fault if the cash desk has less cash than it is to pay."""
    held = balance(state.ledger, CASH)
    return fault("desk-lacks-cash", held=held, amount=amount) if amount > held else None


@rule("HP.HS.own-purse", neutral=None)
def require_other_purse(who: PersonId, customer: PersonId) -> Fault | None:
    """Return a Fault if whoever is at the cash desk would be his own customer."""
    return staff.require_other_purse(who, customer)


def require_chips(state: State, who: PersonId, amount: Cents) -> Fault | None:
    held = admission.chips_of(state, who)
    return fault("customer-lacks-chips", held=held, amount=amount) if amount > held else None


def require_deposit(state: State, what: acts.ReturnDeposit | acts.ChangeDeposit | acts.BringDeposit) -> Fault | None:
    held, amount = balance(state.ledger, custody(what.person, what.means)), what.amount
    return fault("not-deposited", held=held, amount=amount) if amount > held else None


def customers(state: State) -> tuple[PersonId, ...]:
    """Return the people with whom the desk has to do: those who may play, and those who have chips or money here."""
    return tuple(
        one
        for one in sorted(state.visitors)
        if admission.require_may_play(state, one) is None or admission.has_money(state, one)
    )


def sell_chips(state: State, who: PersonId, what: acts.SellChips) -> Decision:
    wrong = first_fault(
        admission.require_house_post(state, who, Role.CASHIER),
        admission.require_may_play(state, what.person),
        admission.require_within_loss_limit(state, what.person, what.amount),
        require_chips_at_desk(state, what.amount),
    )
    return wrong or (events.ChipsSold(what.person, what.amount, what.means),)


def take_deposit(state: State, who: PersonId, what: acts.TakeDeposit) -> Decision:
    """Decide that money is taken into custody: of nobody who may do nothing with it."""
    wrong = first_fault(
        admission.require_house_post(state, who, Role.CASHIER),
        admission.require_no_duty(state, what.person),
        admission.require_not_barred(state, what.person),
        admission.require_not_excluded(state, what.person),
    )
    return wrong or (events.DepositTaken(what.person, what.amount, what.means),)


def note_code(state: State, who: PersonId, what: acts.NoteCode) -> Decision:
    return (events.CodeGiven(what.person, what.by),)


def payment_event(what: Payment, *signers: PersonId) -> Event:
    made: dict[type, type[Event]] = {
        acts.BuyBackChips: events.ChipsBoughtBack,
        acts.ReturnDeposit: events.DepositReturned,
    }
    return made.get(type(what), events.DepositChanged)(*astuple(what), signers)


def require_held(state: State, what: Payment) -> Fault | None:
    if isinstance(what, acts.BuyBackChips):
        return require_chips(state, what.person, what.amount)
    return require_deposit(state, what)


def require_payable(state: State, what: Payment) -> Fault | None:
    """Return a Fault unless what is to be paid is there. Only a deposit changed into chips obeys limits, as a sale."""
    wrong = require_held(state, what)
    if wrong or not isinstance(what, acts.ChangeDeposit):
        return wrong or (require_cash_at_desk(state, what.amount) if isinstance(what, acts.BuyBackChips) else None)
    return first_fault(
        admission.require_may_play(state, what.person),
        admission.require_within_loss_limit(state, what.person, what.amount),
        require_chips_at_desk(state, what.amount),
    )


@rule("HP.HS.payment-word", neutral=None)
def require_word_enough(state: State, what: Payment) -> Fault | None:
    """Return a Fault if the director may not sign for a player who is absent, barred, new in or above the limit."""
    if isinstance(what, acts.ChangeDeposit):
        return None
    one = state.visitor(what.person)
    if admission.require_admitted(state, what.person) is not None:
        return fault("payment-to-absent", person=what.person)
    if admission.require_not_barred(state, what.person) or admission.require_not_excluded(state, what.person):
        return fault("payment-to-excluded", person=what.person)
    if one.code_by:
        return fault("payment-after-code", person=what.person, by=one.code_by)
    out = ("chips-bought-back", "deposit-returned")
    said = (one for one in one.movements if one.day == state.day and one.event in out and not one.signers)
    left = max(0, PAYMENT_LIMIT - sum(one.amount or 0 for one in said))
    return fault("payment-above-limit", limit=PAYMENT_LIMIT, left=left) if what.amount > left else None
