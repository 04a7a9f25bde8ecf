"""People of the house: who is on duty, who may come in, and what players have limited themselves to."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from tapete.accounts import balance, person
from tapete.clauses import Fault, fault, first_fault, rule
from tapete.house import acts, events
from tapete.house.state import Duty, State, Visitor, custody
from tapete.house.terms import BOUND_POSTS, HOUSE_POSTS, TABLE_OFFICIALS, Means, Phase, is_day
from tapete.kernel import HOUSE, Decision, PersonId
from tapete.money import Cents
from tapete.table.staff import Role


def require_one_seat(tables: Mapping[str, Collection[PersonId]], person: PersonId, table: str) -> Fault | None:
    """Return a Fault if a person asks for a seat at ``table`` and is seated at another of the ``tables``."""
    for other in sorted(tables):
        if other != table and person in tables[other]:
            return fault("seated-elsewhere", table=other)
    return None


def posts_of(state: State, person: PersonId, table: str = "") -> frozenset[Role]:
    """Return the posts of the house, or of one of its tables, at which somebody is on duty."""
    return frozenset(one.role for one in state.duties if one.table == table and one.person == person)


def is_on_duty(state: State, person: PersonId) -> bool:
    return any(one.person == person for one in state.duties)


@rule("HP.HS.posts", neutral=None)
def require_house_post(state: State, person: PersonId, *roles: Role) -> Fault | None:
    if posts_of(state, person) & set(roles):
        return None
    return fault("not-your-post", needs=[str(role) for role in roles])


def may_stand_in(of_house: Role, of_table: Role) -> bool:
    """Return True if somebody may have both posts: the director stands in for an official of a table."""
    return of_house is Role.DIRECTOR and of_table in TABLE_OFFICIALS


@rule("HP.HS.one-post", neutral=None)
def require_no_other_duty(state: State, person: PersonId, role: Role) -> Fault | None:
    """Return a Fault if somebody is on duty already, but for a director who stands in at a table."""
    held = [one for one in state.duties if one.person == person]
    is_free = all(one.table and may_stand_in(role, one.role) for one in held)
    return None if is_free else fault("already-on-duty")


@rule("HP.HS.one-post", neutral=None)
def require_no_house_post(state: State, person: PersonId, role: Role) -> Fault | None:
    """Return a Fault if somebody has a post of the house, but for a director who stands in for an official."""
    is_free = all(may_stand_in(one, role) for one in posts_of(state, person))
    return None if is_free else fault("already-on-duty")


def held_of(state: State, who: PersonId) -> tuple[str, ...]:
    """Return all that the house has of somebody: whoever goes on duty and whoever erases a name asks it."""
    one, claims = state.visitor(who), [table.claimants for table in state.tables.values()]
    found = {
        "money": has_money(state, who),
        "seat": one.table,
        "bank": any(who in of_table for of_table in claims) or any(kept.person == who for kept in state.awards),
        "proof": who in state.proofs,
        "bar": one.is_barred_for_good or state.day <= one.bar_end != "",
        "exclusion": state.day <= one.exclusion_end != "",
        "complaint": any(said.person == who for said in state.complaints.values()),
    }
    return tuple(one for one, is_held in found.items() if is_held)


@rule("HP.HS.staff-plays-not", neutral=None)
def require_no_seat(state: State, person: PersonId) -> Fault | None:
    """Return a Fault if somebody who is to go on duty plays at a table, has a right to its bank, or has money here."""
    held = held_of(state, person)
    if "seat" in held or "bank" in held:
        return fault("visitor-may-not-serve")
    return fault("has-money-here", person=person) if "money" in held and not is_on_duty(state, person) else None


@rule("HP.HS.staff-plays-not", neutral=None)
def require_plays_nowhere(*, is_player: bool) -> Fault | None:
    """Return a Fault if somebody who is to go on duty has something at a table, which alone knows it."""
    return fault("visitor-may-not-serve") if is_player else None


@rule("HP.HS.director-on-duty", neutral=None)
def require_another_director(state: State, leaving: acts.GoOffDuty) -> Fault | None:
    """Return a Fault if the last director is to go off duty while the day is open."""
    directors = {one.person for one in state.duties if not one.table and one.role is Role.DIRECTOR}
    is_last = leaving.role is Role.DIRECTOR and directors == {leaving.person}
    return fault("last-director") if is_last and state.phase is Phase.OPEN else None


@rule("HP.HS.one-table", neutral=None)
def require_one_table(state: State, what: acts.NoteTablePost) -> Fault | None:
    """Return a Fault if somebody who serves one table is to serve another one as well."""
    if what.role not in BOUND_POSTS:
        return None
    tables = {one.table for one in state.duties if one.person == what.person and one.role in BOUND_POSTS}
    elsewhere = next(iter(tables - {what.table}), None)  # they serve one at the most
    return None if elsewhere is None else fault("on-duty-elsewhere", table=elsewhere)


@acts.decides(acts.GoOnDuty)
def go_on_duty(state: State, who: PersonId, what: acts.GoOnDuty) -> Decision:
    wrong = first_fault(
        None if who == HOUSE else require_house_post(state, who, Role.DIRECTOR),
        None if what.role in HOUSE_POSTS else fault("no-house-post", post=str(what.role)),
        require_no_other_duty(state, what.person, what.role),
        require_no_seat(state, what.person),
    )
    return wrong or (events.WentOnDuty(what.role, what.person),)


@acts.decides(acts.GoOffDuty)
def go_off_duty(state: State, who: PersonId, what: acts.GoOffDuty) -> Decision:
    wrong = first_fault(
        None if who in (HOUSE, what.person) else require_house_post(state, who, Role.DIRECTOR),
        None if Duty("", what.role, what.person) in state.duties else fault("not-on-duty"),
        require_another_director(state, what),
    )
    return wrong or (events.WentOffDuty(what.role, what.person),)


@acts.decides(acts.NoteTablePost)
def note_table_post(state: State, who: PersonId, what: acts.NoteTablePost) -> Decision:
    before = next((one for one in state.duties if (one.table, one.role) == (what.table, what.role)), None)
    off = () if before is None else (events.WentOffDuty(what.role, before.person, what.table),)
    if what.person is None:
        return off or fault("not-on-duty")
    wrong = first_fault(
        fault("no-such-table", table=what.table) if what.table not in state.tables else None,
        fault("already-on-duty") if before is not None and before.person == what.person else None,
        require_no_seat(state, what.person),
        require_no_house_post(state, what.person, what.role),
        require_one_table(state, what),
    )
    return wrong or (*off, events.WentOnDuty(what.role, what.person, what.table))


@rule("HP.HS.barred", neutral=None)
def require_not_barred(state: State, who: PersonId) -> Fault | None:
    one = state.visitor(who)
    if one.is_barred_for_good:
        return fault("house-barred", until="")
    return fault("house-barred", until=one.bar_end) if one.bar_end and state.day <= one.bar_end else None


@rule("HP.HS.self-exclusion", neutral=None)
def require_not_excluded(state: State, who: PersonId) -> Fault | None:
    until = state.visitor(who).exclusion_end
    return fault("self-excluded", until=until) if until and state.day <= until else None


@rule("HP.HS.staff-plays-not", neutral=None)
def require_no_duty(state: State, who: PersonId) -> Fault | None:
    return fault("staff-is-no-visitor") if is_on_duty(state, who) else None


@rule("HP.HS.admission", neutral=None)
def require_admitted(state: State, who: PersonId) -> Fault | None:
    """Return a Fault if the house admits people at its door, and has not admitted this one."""
    return require_inside(state, who) if state.has_door else None


@rule("HP.HS.admission", neutral=None)
def require_known(state: State, who: PersonId) -> Fault | None:
    """Return a Fault if the house admits people at its door, and has never admitted this one: they have no purse."""
    return fault("not-admitted", person=str(who)) if state.has_door and who not in state.visitors else None


def require_inside(state: State, who: PersonId) -> Fault | None:
    if state.visitor(who).is_present:
        return None
    return fault("not-inside" if who in state.visitors else "not-admitted", person=str(who))


@rule("HP.HS.time-limit", neutral=None)
def require_time_left(state: State, who: PersonId) -> Fault | None:
    """Return a Fault if a person has sat at tables today for as long as they allow themselves."""
    one = state.visitor(who)
    return fault("time-limit", minutes=one.time.now or 0) if one.is_out_of_time else None


def require_may_play(state: State, who: PersonId) -> Fault | None:
    return first_fault(
        require_no_duty(state, who),
        require_not_barred(state, who),
        require_not_excluded(state, who),
        require_time_left(state, who),
        require_admitted(state, who),
    )


def require_may_stake(state: State, who: PersonId) -> Fault | None:
    """Return a Fault if a person at a table is to stake nothing more today; what they staked is played to its end."""
    return first_fault(require_may_play(state, who), require_at_tables_within_limit(state, who))


def left_at_tables(one: Visitor) -> Cents | None:
    """Return the chips that somebody may still bring to tables today, in cents; ``None``: they have no limit."""
    return None if one.loss.now is None else max(0, one.loss.now - one.chips_at_tables)


def left_to_buy(one: Visitor) -> Cents | None:
    """Return the chips that somebody may still buy today by their own limit, in cents; ``None``: they have none."""
    return None if one.loss.now is None else max(0, one.loss.now - one.purchases)


@rule("HP.HS.loss-limit", neutral=None)
def require_at_tables_within_limit(state: State, who: PersonId, amount: Cents = 0) -> Fault | None:
    """Return a Fault if a person brings more chips to tables in a day than they have allowed themselves to lose."""
    one = state.visitor(who)
    if one.loss.now is None or one.chips_at_tables + amount <= one.loss.now:
        return None
    return fault("loss-limit-at-tables", limit=one.loss.now, left=left_at_tables(one))


@rule("HP.HS.loss-limit", neutral=None)
def require_within_loss_limit(state: State, who: PersonId, amount: Cents) -> Fault | None:
    """Return a Fault if a person would buy more chips in a day than they have allowed themselves to lose."""
    one = state.visitor(who)
    if one.loss.now is None or one.purchases + amount <= one.loss.now:
        return None
    return fault("loss-limit", limit=one.loss.now, left=left_to_buy(one))


def require_open_table(state: State, table: str) -> Fault | None:
    one = state.tables.get(table)
    if one is None:
        return fault("no-such-table", table=table)
    return None if one.is_open else fault("table-closed")


def require_day_ahead(state: State, day: str) -> Fault | None:
    return None if is_day(day) and day >= state.day else fault("no-such-day", day=day)


@acts.decides(acts.Admit)
def admit(state: State, who: PersonId, what: acts.Admit) -> Decision:
    wrong = first_fault(
        None if who == HOUSE else require_house_post(state, who, Role.ADMISSION, Role.DIRECTOR),
        fault("already-admitted") if state.visitor(what.person).is_present else None,
        require_no_duty(state, what.person),
        require_not_barred(state, what.person),
        require_not_excluded(state, what.person),
    )
    return wrong or (events.VisitorAdmitted(what.person),)


@acts.decides(acts.LetOut)
def let_out(state: State, who: PersonId, what: acts.LetOut) -> Decision:
    """Decide that a visitor has left: nobody leaves from a seat. Their chips and deposits stay theirs."""
    one = state.visitor(what.person)
    wrong = first_fault(
        None if who in (HOUSE, what.person) else require_house_post(state, who, Role.ADMISSION, Role.DIRECTOR),
        require_inside(state, what.person),
        fault("still-seated", table=one.table) if one.table else None,
    )
    return wrong or (events.VisitorLeft(what.person),)


def require_no_shorter_bar(state: State, what: acts.Bar) -> Fault | None:
    """Return a Fault if a bar would end before the one that stands, which is lifted first."""
    one = state.visitor(what.person)
    is_shorter = what.until is not None and (one.is_barred_for_good or what.until < one.bar_end)
    return require_not_barred(state, what.person) if is_shorter else None


@acts.decides(acts.Bar)
def bar(state: State, who: PersonId, what: acts.Bar) -> Decision:
    """Whoever is barred while in the house finishes their coup, stakes nothing more and is paid for their chips."""
    wrong = first_fault(
        require_house_post(state, who, Role.DIRECTOR),
        require_no_duty(state, what.person),
        None if what.until is None else require_day_ahead(state, what.until),
        require_no_shorter_bar(state, what),
    )
    return wrong or (events.VisitorBarred(what.person, what.until, what.reason),)


@acts.decides(acts.LiftBar)
def lift_bar(state: State, who: PersonId, what: acts.LiftBar) -> Decision:
    """Decide that the house admits somebody again. What they have forbidden themselves stays forbidden."""
    is_barred = require_not_barred(state, what.person) is not None
    wrong = first_fault(require_house_post(state, who, Role.DIRECTOR), None if is_barred else fault("not-barred"))
    return wrong or (events.BarLifted(what.person, what.reason),)


@rule("HP.HS.self-exclusion", neutral=None)
def require_longer_exclusion(one: Visitor, until: str) -> Fault | None:
    """Return a Fault if somebody would shorten the time for which they have forbidden themselves the house."""
    return fault("self-excluded", until=one.exclusion_end) if until < one.exclusion_end else None


@acts.decides(acts.ExcludeOneself)
def exclude_oneself(state: State, who: PersonId, what: acts.ExcludeOneself) -> Decision:
    wrong = first_fault(
        require_no_duty(state, who),
        require_day_ahead(state, what.until),
        require_longer_exclusion(state.visitor(who), what.until),
    )
    return wrong or (events.SelfExcluded(who, what.until),)


@acts.decides(acts.LimitLoss)
def limit_loss(state: State, who: PersonId, what: acts.LimitLoss) -> Decision:
    """Decide a limit that somebody sets themselves: a stricter one counts at once, a looser one from the next day."""
    now = state.visitor(who).loss.now
    is_stricter = what.amount is not None and (now is None or what.amount <= now)
    return require_no_duty(state, who) or (events.LossLimited(who, what.amount, is_stricter),)


@acts.decides(acts.LimitTime)
def limit_time(state: State, who: PersonId, what: acts.LimitTime) -> Decision:
    now = state.visitor(who).time.now
    is_stricter = what.minutes is not None and (now is None or what.minutes <= now)
    return require_no_duty(state, who) or (events.TimeLimited(who, what.minutes, is_stricter),)


@acts.decides(acts.EndPlay)
def end_play(state: State, who: PersonId, what: acts.EndPlay) -> Decision:
    """Decide that somebody's time is over for today. What is staked already is played to its end."""
    one = state.visitor(what.person)
    if one.time.now is None:
        return fault("time-unlimited", person=str(what.person))
    return require_time_left(state, what.person) or (events.PlayEnded(what.person),)


@acts.decides(acts.NoteSeat)
def note_seat(state: State, who: PersonId, what: acts.NoteSeat) -> Decision:
    one = state.visitor(what.person)
    if not what.table:
        return (events.SeatNoted(what.person, ""),) if one.table else fault("not-seated")
    wrong = first_fault(
        require_open_table(state, what.table),
        require_may_play(state, what.person),
        require_one_seat(state.seated(), what.person, what.table),
    )
    return wrong or (events.SeatNoted(what.person, what.table),)


@acts.decides(acts.NoteCode)
def note_code(state: State, who: PersonId, what: acts.NoteCode) -> Decision:
    return (events.CodeGiven(what.person, what.by),)


def chips_of(state: State, who: PersonId) -> Cents:
    return balance(state.ledger, person(who))


def has_money(state: State, who: PersonId) -> bool:
    return any(account in state.ledger for account in (person(who), *(custody(who, means) for means in Means)))
