"""Bookkeeping of what lies above a bank: sessions, deposits, proofs. No rule is decided here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from tapete.house import events as e
from tapete.house.proofs import call_of_proof, lodged_proof, reliance, with_shortness
from tapete.house.sessions import with_noted
from tapete.house.state import DinnerHour, KeptAward, Session, State
from tapete.kernel import Event, PersonId
from tapete.money import Cents


def with_chips_at_tables(state: State, person: PersonId, change: Cents) -> State:
    """Return the house after somebody has brought more to a table, or taken it away."""
    return state.with_visitor(person, chips_at_tables=state.visitor(person).chips_at_tables + change)


def apply_bank_brought(state: State, event: e.DepositBrought | e.ProofCalled) -> State:
    """Chips of a bank came from the desk to its table: somebody has bought them."""
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
    """A deposit may lie at one more credit institution."""
    return replace(state, institutions=(*state.institutions, event.institution))


def apply_proof_lodged(state: State, event: e.ProofLodged) -> State:
    """Somebody has proven a deposit."""
    return lodged_proof(state, event)


def apply_proof_released(state: State, event: e.ProofReleased) -> State:
    """Somebody has proven nothing any more."""
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
    """Somebody keeps the bank of a table."""
    about = (event.game, event.name, event.person, event.amount, event.days)
    kept = KeptAward(*about, event.is_begun, event.terms, event.coups)
    return replace(state, awards=(*without_award(state, kept.key), kept))


def apply_award_gone(state: State, event: e.AwardCarried | e.AwardEnded | e.AwardReplaced) -> State:
    """Nobody keeps a bank any more: a table goes on with it, or it was ended."""
    return replace(state, awards=without_award(state, (event.game, event.name, event.terms)))


def without_award(state: State, key: tuple[str, str, str]) -> tuple[KeptAward, ...]:
    """Return the banks that are kept but one."""
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
    """A session has come to so many shoes and this banker."""
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


FOLDS: Final[Mapping[type[Event], Callable[[State, Any], State]]] = {
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
