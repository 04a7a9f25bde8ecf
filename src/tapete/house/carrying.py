"""From one day to the next: what the house hands on, and the house that begins with it.

Between two days no table is open and nobody is in the house. So all that it is fits into one event, from which the next
day can be judged without the record of those before. A table that has been counted is over, and nothing of it is
handed on; neither is a visitor of whom there is nothing to say.
"""

from __future__ import annotations

from immutables import Map

from tapete.house.admission import has_money
from tapete.house.carried_events import Movement
from tapete.house.events import BalancesCarried, CarriedAward, CarriedComplaint, CarriedVisitor, HousePost
from tapete.house.minutes import Complaint
from tapete.house.state import DinnerHour, Duty, KeptAward, LossLimit, Settings, State, TimeLimit, Visitor
from tapete.house.terms import DIFFERENCE_LIMIT, MOVEMENTS_KEPT, Day
from tapete.kernel import PersonId


def carry_balances(state: State, day: Day) -> BalancesCarried:
    """Return what a closed house hands on to ``day``."""
    assert state.settings is not None
    return BalancesCarried(
        state.settings.name,
        state.settings.has_admission,
        state.day,
        state.days,
        dict(sorted(state.ledger.items())),
        tuple(HousePost(one.role, one.person) for one in sorted(state.duties)),
        tuple(
            said
            for who, one in sorted(state.visitors.items())
            if (said := _carried(who, one, day)) != CarriedVisitor(who) or has_money(state, who)
        ),
        tuple(
            CarriedComplaint(one.serial, one.person, one.table, one.text) for _, one in sorted(state.complaints.items())
        ),
        state.last_slip,
        state.last_complaint,
        None if state.dinner == DinnerHour() else (state.dinner.begin, state.dinner.end),
        state.institutions,
        tuple(
            CarriedAward(one.game, one.name, one.person, one.amount, one.days, one.is_begun, one.terms, one.coups)
            for one in state.awards
        ),
        None if state.difference_limit == DIFFERENCE_LIMIT else state.difference_limit,
    )


def _carried(who: PersonId, one: Visitor, day: Day) -> CarriedVisitor:
    """Return what is to be said of a visitor; what ended before ``day`` is over."""
    barred = one.bar_end if one.bar_end >= day else ""
    excluded = one.exclusion_end if one.exclusion_end >= day else ""
    limits, said = (one.loss.next, one.time.next), (one.code_by, at_others_word(one))
    return CarriedVisitor(who, barred, one.is_barred_for_good, excluded, *limits, *said, one.is_code_old)


def at_others_word(one: Visitor) -> tuple[Movement, ...]:
    """Return what was paid in somebody's name without his word, on the last day, and the largest sums of before: he
    reads it when he comes again, and small ones hide nothing.
    """
    said = [moved for moved in one.movements if moved.signers]
    before = [moved for moved in said if moved.day != said[-1].day]
    large = sorted(range(len(before)), key=lambda at: -(before[at].amount or 0))[:MOVEMENTS_KEPT]
    return (*(before[at] for at in sorted(large)), *said[len(before) :])


def begin_with(event: BalancesCarried) -> State:
    """Return the closed house that an event hands on."""
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
