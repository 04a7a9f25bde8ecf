"""Banks of tables in the house: proofs of open ones, awards for days, sessions of a day."""

from __future__ import annotations

from tapete.clauses import Fault, cite, fault, first_fault, rest_on, rule, with_clauses
from tapete.house import acts, admission, events
from tapete.house.state import DinnerHour, KeptAward, Session, State
from tapete.kernel import Decision, PersonId
from tapete.money import Cents
from tapete.spelling import plain
from tapete.table.staff import Role


@rule("HP.HS.one-bank", neutral=None)
def require_one_bank(state: State, what: acts.ClaimBank) -> Fault | None:
    """Return a Fault if somebody has, or may be given, the bank of another table of the house, in play or kept."""
    return require_no_other_bank(state, what.person, what.table)


def require_no_other_bank(
    state: State, person: PersonId, table: str = "", kept: KeptAward | None = None
) -> Fault | None:
    """Return a Fault if somebody has, or may be given, another bank than that of a table, or than one they kept."""
    at = (name for name, one in sorted(state.tables.items()) if person in one.claimants and name != table)
    if (other := next(at, None)) is not None:
        return fault("bank-elsewhere", person=person, table=other)
    awards = (one.name for one in state.awards if one.person == person and one != kept)
    held = next(awards, None)
    return None if held is None else fault("bank-kept", person=person, name=held)


@acts.decides(acts.ClaimBank)
def claim_bank(state: State, who: PersonId, what: acts.ClaimBank) -> Decision:
    wrong = first_fault(admission.require_open_table(state, what.table), require_one_bank(state, what))
    return wrong or (events.BankClaimed(what.person, what.table),)


@acts.decides(acts.DropBank)
def drop_bank(state: State, who: PersonId, what: acts.DropBank) -> Decision:
    return admission.require_open_table(state, what.table) or (events.BankDropped(what.person, what.table),)


@rule("HP.HS.bank-proof", neutral=None)
def require_accepted(state: State, institution: str) -> Fault | None:
    """Return a Fault if a deposit lies at a credit institution that the director did not accept before."""
    known = {plain(one) for one in state.institutions}
    if not institution or plain(institution) in known:
        return None
    return fault("institution-not-accepted", institution=institution[:80], accepted=list(state.institutions))


@rule("HP.HS.bank-proof", neutral=None)
def require_free_proof(state: State, person: PersonId) -> Fault | None:
    one = state.proofs.get(person)
    if one is None:
        return fault("proof-not-lodged", person=person)
    return fault("proof-in-use", table=one.table) if one.table else None


@rule("HP.HS.bank-proof", neutral=None)
def require_not_lowered(state: State, what: acts.LodgeProof) -> Fault | None:
    """Return a Fault if a further proof were less than one on which a table relies."""
    one = state.proofs.get(what.person)
    if one is None or not one.table or one.amount is None or what.amount is None or what.amount >= one.amount:
        return None
    return fault("deposit-not-sufficient")


@acts.decides(acts.AcceptInstitution)
def accept_institution(state: State, who: PersonId, what: acts.AcceptInstitution) -> Decision:
    is_known = plain(what.institution) in {plain(one) for one in state.institutions}
    wrong = first_fault(
        admission.require_house_post(state, who, Role.DIRECTOR), fault("nothing-changes") if is_known else None
    )
    return wrong or (events.InstitutionAccepted(what.institution),)


@acts.decides(acts.LodgeProof)
def lodge_proof(state: State, who: PersonId, what: acts.LodgeProof) -> Decision:
    wrong = first_fault(
        admission.require_house_post(state, who, Role.DIRECTOR, Role.CASHIER),
        fault("amount-malformed", amount=0) if what.amount is None else None,
        admission.require_may_play(state, what.person),
        admission.require_within_loss_limit(state, what.person, what.amount or 0),
        require_accepted(state, what.institution),
        require_not_lowered(state, what),
    )
    return wrong or (events.ProofLodged(what.person, what.amount, what.institution),)


@acts.decides(acts.ReleaseProof)
def release_proof(state: State, who: PersonId, what: acts.ReleaseProof) -> Decision:
    wrong = first_fault(
        admission.require_house_post(state, who, Role.DIRECTOR, Role.CASHIER), require_free_proof(state, what.person)
    )
    return wrong or (events.ProofReleased(what.person),)


@rule("HP.HS.bank-proof", neutral=None)
def require_lodged(state: State, what: acts.UseProof) -> Fault | None:
    """Return a Fault unless a future banker has lodged a proof that is free, and raised it since it was too low."""
    one = state.proofs.get(what.person)
    if one is None:
        found = fault("proof-not-lodged", person=what.person)
    elif one.table not in ("", what.table):
        found = fault("proof-in-use", table=one.table)
    elif one.is_short:
        found = fault("deposit-not-sufficient")
    else:
        return None
    return with_clauses(found, *what.clauses, "HP.HS.bank-proof")


@acts.decides(acts.UseProof)
def use_proof(state: State, who: PersonId, what: acts.UseProof) -> Decision:
    wrong = first_fault(admission.require_open_table(state, what.table), require_lodged(state, what))
    return wrong or (events.ProofUsed(what.person, what.table),)


@rule("HP.HS.bank-proof", neutral=None)
def require_enough(state: State, what: acts.CoverStakes) -> Fault | None:
    """Return a Fault unless a banker's proof is enough for the stakes above their chips, and within their own limit."""
    if not is_short(state, what.person, what.amount):
        return None
    return with_clauses(fault("deposit-not-sufficient"), *what.clauses, "HP.HS.bank-proof")


@acts.decides(acts.CoverStakes)
def cover_stakes(state: State, who: PersonId, what: acts.CoverStakes) -> Decision:
    wrong = first_fault(admission.require_open_table(state, what.table), require_enough(state, what))
    return wrong or (events.StakesCovered(what.person, what.table, what.amount),)


def is_short(state: State, person: PersonId, amount: Cents) -> bool:
    """Return True if so many cents cannot be called of somebody's proof, or are more than they let themselves lose."""
    one, beyond = state.proofs.get(person), admission.require_at_tables_within_limit(state, person, amount)
    return beyond is not None or one is None or not one.is_enough(amount)


def is_used_up(state: State, person: PersonId) -> bool:
    one = state.proofs.get(person)
    return one is None or one.is_used_up


def is_unreadable(state: State, person: PersonId) -> bool:
    """Return True if the sum of a proof cannot be read here: nobody can say what is enough for it."""
    one = state.proofs.get(person)
    return one is not None and one.amount is None


@acts.decides(acts.FindShort)
def find_short(state: State, who: PersonId, what: acts.FindShort) -> Decision:
    is_enough = not is_short(state, what.person, what.amount) and not is_unreadable(state, what.person)
    wrong = first_fault(
        admission.require_open_table(state, what.table), fault("deposit-is-sufficient") if is_enough else None
    )
    rest_on(cite("HP.HS.bank-proof"))
    return wrong or (events.CoverFoundShort(what.person, what.table, what.amount),)


@acts.decides(acts.ExhaustProof)
def exhaust_proof(state: State, who: PersonId, what: acts.ExhaustProof) -> Decision:
    is_left = not is_used_up(state, what.person) and not is_unreadable(state, what.person)
    wrong = first_fault(
        admission.require_open_table(state, what.table), fault("deposit-is-sufficient") if is_left else None
    )
    rest_on(cite("HP.HS.bank-proof"))
    return wrong or (events.ProofExhausted(what.person, what.table),)


@acts.decides(acts.ReturnProof)
def return_proof(state: State, who: PersonId, what: acts.ReturnProof) -> Decision:
    one = state.proofs.get(what.person)
    if one is None or one.table != what.table:
        return fault("proof-not-lodged", person=what.person)
    return (events.ProofReturned(what.person, what.table),)


def award_for(state: State, game: str, name: str, terms: str = "") -> KeptAward | None:
    """Return the bank that somebody keeps of a table of this name and terms; ``None`` while they may have another."""
    found = next((one for one in state.awards if one.key == (game, name, terms)), None)
    return None if found is None or require_no_other_bank(state, found.person, kept=found) is not None else found


@acts.decides(acts.KeepAward)
def keep_award(state: State, who: PersonId, what: acts.KeepAward) -> Decision:
    if wrong := admission.require_open_table(state, what.table):
        return wrong
    rest_on(cite("HP.HS.bank-days"))
    game = state.tables[what.table].game
    kept = events.AwardKept(game, what.name, what.person, what.amount, what.days, what.is_begun, what.terms, what.coups)
    return (*replaced_award(state, game, what), kept)


def replaced_award(state: State, game: str, what: acts.KeepAward) -> tuple[events.AwardReplaced, ...]:
    """Return that somebody keeps the bank of a table no more, because it was awarded for days to another one since."""
    found = next((one for one in state.awards if one.key == (game, what.name, what.terms)), None)
    if found is None or found.person == what.person:
        return ()
    return (events.AwardReplaced(game, found.name, found.person, what.person, found.terms),)


@rule("HP.HS.bank-days", neutral=None)
def require_kept(found: KeptAward | None, what: acts.CarryAward) -> Fault | None:
    """Return a Fault unless a bank of earlier days is carried on as the house has kept it."""
    if found is None:
        return fault("award-not-kept", person=what.person) if what.is_begun or what.is_kept else None
    kept = (found.person, found.amount, found.days, found.is_begun, found.coups)
    same = kept == (what.person, what.amount, what.days, what.is_begun, what.coups)
    return None if same else fault("award-not-kept", person=what.person)


def kept_award(state: State, game: str, what: acts.CarryAward) -> KeptAward | None:
    """Return the bank kept for a table that was opened: by its name, else by its banker."""
    of_terms = (one for one in state.awards if (one.game, one.terms) == (game, what.terms))
    return next((one for one in of_terms if (one.name == what.name if what.name else one.person == what.person)), None)


@acts.decides(acts.CarryAward)
def carry_award(state: State, who: PersonId, what: acts.CarryAward) -> Decision:
    """Decide that a table opens with whoever keeps its bank. One that is given beforehand was kept by nobody."""
    if wrong := admission.require_open_table(state, what.table):
        return wrong
    game = state.tables[what.table].game
    found = kept_award(state, game, what)
    wrong = require_kept(found, what)
    if wrong or found is None:
        return wrong or ()
    return (events.AwardCarried(game, found.name, found.person, what.table, found.terms),)


@acts.decides(acts.EndAward)
def end_award(state: State, who: PersonId, what: acts.EndAward) -> Decision:
    named = [one for one in state.awards if (one.game, one.name) == (what.game, what.name)]
    of_terms = [one for one in named if one.terms == what.terms]
    found = of_terms[0] if of_terms else named[0] if len(named) == 1 and not what.terms else None
    wrong = first_fault(
        admission.require_house_post(state, who, Role.DIRECTOR),
        None if found is not None else fault("no-award-kept", name=what.name[:60]),
    )
    if wrong or found is None:
        return wrong or ()
    return (events.AwardEnded(found.game, found.name, found.person, what.reason, found.terms),)


def expired_awards(state: State) -> tuple[events.AwardExpired, ...]:
    return tuple(
        events.AwardExpired(one.game, one.name, one.person, one.terms) for one in state.awards if one.days <= 1
    )


def session_at(state: State, table: str) -> Session | None:
    return next((one for one in state.sessions if one.table == table and one.is_in_play), None)


def next_session(state: State) -> int:
    return len(state.sessions) + 1


def is_in_dinner(state: State, moment: str) -> bool:
    return state.dinner_begin <= moment < state.dinner_end


def is_dinner_between(state: State, earlier: Session, moment: str) -> bool:
    """Return True if the dinner hour lies between a session, which may run into it, and what begins at a moment."""
    return bool(earlier.end) and earlier.begin < state.dinner_begin and earlier.end <= state.dinner_end <= moment


def has_dinner_begun(state: State, session: Session, moment: str) -> bool:
    return session.is_begun and session.begin < state.dinner_begin <= moment


@rule("HP.HS.sessions", neutral=None)
def require_no_session_in_play(state: State, what: acts.BeginSession) -> Fault | None:
    """Return a Fault if a session is played at another table of the house."""
    there = [one.table for one in state.sessions if one.is_in_play]
    if not there:
        return None
    return with_clauses(fault("too-many-open-banks", most=1, tables=there), *what.clauses.of_house, "HP.HS.sessions")


@rule("HP.HS.sessions", neutral=None)
def require_next_number(state: State, number: int) -> Fault | None:
    following = next_session(state)
    return None if number == following else fault("session-number", number=number, next=following)


@rule("HP.HS.dinner-hour", neutral=None)
def require_dinner_over(state: State, what: acts.BeginSession) -> Fault | None:
    """Return a Fault if a session would begin in the dinner hour, or if that does not lie between it and one before."""
    if is_in_dinner(state, what.moment):
        found = fault("dinner-hour", begin=state.dinner.begin, end=state.dinner.end)
    elif all(is_dinner_between(state, one, what.moment) for one in state.sessions):
        return None
    else:
        last = state.sessions[-1]
        found = fault("dinner-not-between", begin=state.dinner.begin, end=state.dinner.end, last=last.end[-5:])
    return with_clauses(found, *what.clauses.of_day, "HP.HS.dinner-hour")


@acts.decides(acts.BeginSession)
def begin_session(state: State, who: PersonId, what: acts.BeginSession) -> Decision:
    wrong = first_fault(
        admission.require_open_table(state, what.table),
        require_no_session_in_play(state, what),
        require_next_number(state, what.number),
        require_dinner_over(state, what),
    )
    return wrong or (events.SessionBegun(what.table, what.number, what.shoes, what.moment),)


def require_session(state: State, table: str) -> Fault | None:
    return None if session_at(state, table) is not None else fault("no-session-at-table", table=table)


@rule("HP.HS.dinner-hour", neutral=None)
def require_play_not_at_dinner(state: State, session: Session, what: acts.NoteSession) -> Fault | None:
    if session.is_begun or not what.is_begun or not is_in_dinner(state, what.moment):
        return None
    found = fault("dinner-hour", begin=state.dinner.begin, end=state.dinner.end)
    return with_clauses(found, *what.clauses.of_day, "HP.HS.dinner-hour")


@rule("HP.HS.dinner-hour", neutral=None)
def require_shoe_before_dinner(state: State, session: Session, what: acts.NoteSession) -> Fault | None:
    """Return a Fault if a session that had begun before the dinner hour would have another shoe after it began."""
    is_new = what.shoes < session.shoes_left and not what.is_dinner_begun
    if not (is_new and has_dinner_begun(state, session, what.moment)):
        return None
    found = fault("dinner-has-begun", begin=state.dinner.begin, end=state.dinner.end)
    return with_clauses(found, *what.clauses.of_day, "HP.HS.dinner-hour")


@rule("HP.HS.dinner-hour", neutral=None)
def require_dinner_begun(state: State, session: Session, what: acts.NoteSession) -> Fault | None:
    """Return a Fault if a table was told that the dinner hour has begun for its session, and it has not."""
    is_told = what.is_dinner_begun and not session.is_dinner_begun
    if not is_told or has_dinner_begun(state, session, what.moment):
        return None
    return fault("dinner-not-begun", begin=state.dinner.begin)


@acts.decides(acts.NoteSession)
def note_session(state: State, who: PersonId, what: acts.NoteSession) -> Decision:
    session = session_at(state, what.table)
    if session is None:
        return require_session(state, what.table) or ()
    wrong = first_fault(
        require_play_not_at_dinner(state, session, what),
        require_shoe_before_dinner(state, session, what),
        require_dinner_begun(state, session, what),
    )
    moment = what.moment if what.is_begun and not session.is_begun else ""
    is_begun, is_told = what.is_begun or session.is_begun, what.is_dinner_begun or session.is_dinner_begun
    return wrong or (events.SessionNoted(what.table, what.shoes, what.banker, is_begun, is_told, moment),)


@acts.decides(acts.EndSession)
def end_session(state: State, who: PersonId, what: acts.EndSession) -> Decision:
    return require_session(state, what.table) or (events.SessionEnded(what.table, what.moment, what.is_begun),)


@rule("HP.HS.dinner-hour", neutral=None)
def require_dinner_forwards(what: acts.SetDinnerHour) -> Fault | None:
    return None if what.begin < what.end else fault("dinner-hour-backwards", begin=what.begin, end=what.end)


@rule("HP.HS.dinner-hour", neutral=None)
def require_no_session_begun(state: State) -> Fault | None:
    """Return a Fault if sessions of the day have been parted by the dinner hour as it is already."""
    return fault("sessions-begun", sessions=len(state.sessions)) if state.sessions else None


@acts.decides(acts.SetDinnerHour)
def set_dinner_hour(state: State, who: PersonId, what: acts.SetDinnerHour) -> Decision:
    wrong = first_fault(
        admission.require_house_post(state, who, Role.DIRECTOR),
        require_dinner_forwards(what),
        fault("nothing-changes") if state.dinner == DinnerHour(what.begin, what.end) else None,
        require_no_session_begun(state),
    )
    return wrong or (events.DinnerHourSet(what.begin, what.end),)
