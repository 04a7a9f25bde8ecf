"""What every award of the bank rests on: its amount, its term, who may have it and who gives it."""

from __future__ import annotations

from tapete.clauses import Fault, Sourced, against, fault, first_fault, rule, with_clauses
from tapete.games.baccarat.procedure import Said
from tapete.games.banked.people import require_player
from tapete.games.dos_panos.acts import AnnounceBank, DrawLots, OpenAuction, StandingAward
from tapete.games.dos_panos.bank.ending import require_shoes_left
from tapete.games.dos_panos.bank.proof import require_proof
from tapete.games.dos_panos.events import BankAwarded, PhaseOpened
from tapete.games.dos_panos.rules.bank import AwardWay, LimitSource, Term
from tapete.games.dos_panos.state import Span, State
from tapete.games.dos_panos.terms import Phase
from tapete.kernel import Event, PersonId
from tapete.money import Cents, euros
from tapete.table.staff import Role, require_post

ONE_SHOE = Span()

# --- amounts and people -----------------------------------------------------------------------------------------------


def require_amount(state: State, amount: Cents) -> Fault | None:
    """Return a Fault if a bank would be formed below its minimum or above its maximum; an open bank has none."""
    return require_within(state.book.limits.bank, amount, state.settings.bank_minimum, state.settings.bank_maximum)


def require_within(limit: Sourced[LimitSource], amount: Cents, least: Cents, most: Cents) -> Fault | None:
    """Return a Fault if an amount is outside of the limits of a bank, where an authorisation gives it some; a most of 0
    is none.
    """
    if limit.use() is LimitSource.NONE:
        return None
    if amount < least:
        return against(limit, "bank-below-minimum", minimum=least, amount=amount)
    if most and amount > most:
        return against(limit, "bank-above-maximum", maximum=most, amount=amount)
    return None


def require_not_barred(state: State, person: PersonId) -> Fault | None:
    """Return a Fault if somebody who left a bank as a winner would be banker again in the same shoe."""
    if person not in state.barred_now:
        return None
    return against(state.book.bank.winner_barred, "winner-barred", person=person)


def require_not_annulled(state: State, person: PersonId) -> Fault | None:
    """Return a Fault if somebody's award has gone back undeposited: the bank is now for the others."""
    if person not in state.annulled:
        return None
    return with_clauses(fault("award-went-back", person=person), "HP.DP.no-deposit")


def require_candidate(state: State, person: PersonId, amount: Cents) -> Fault | None:
    """Return a Fault unless somebody may be given a bank of this amount."""
    return first_fault(
        require_player(state.staff, person),
        require_not_barred(state, person),
        require_amount(state, amount),
        require_proof(state, person),
    )


def require_way(state: State, way: AwardWay) -> Fault | None:
    """Return a Fault if the rulebook knows no such way to come by the bank."""
    ways = state.book.award.ways
    return None if ways.has_member(str(way)) else against(ways, "no-such-award", way=str(way))


def require_shoe_first(state: State) -> Fault | None:
    """Return a Fault where the shoe is prepared before the bank is awarded, and it is not."""
    first = state.book.award.after_shoe
    if not first.weigh() or state.shoe.is_loaded:
        return None
    return against(first, "shoe-first")


def award_to(
    person: PersonId, amount: Cents, way: AwardWay, span: Span = ONE_SHOE, coups: int = 0
) -> tuple[Event, ...]:
    """Return the award of the bank, announced with its amount; it is now to be deposited. ``coups`` were settled on it
    before, on earlier days of it.
    """
    awarded = BankAwarded(person, amount, way, span.shoes, span.days, way is AwardWay.STANDING, coups)
    return (*announced_bank(person, amount), awarded, PhaseOpened(Phase.DEPOSIT))


def require_awarder(state: State, who: PersonId, post: Role, days: int) -> Fault | None:
    """Return a Fault unless somebody holds the post that awards the bank; for days the director may."""
    return require_post(state.staff, who, *((post, Role.DIRECTOR) if days else (post,)))


def span_of(what: AnnounceBank | OpenAuction | DrawLots | StandingAward) -> Span:
    return Span(0 if what.days else what.shoes, what.days)


# --- amount and term -------------------------------------------------------------------------------------------------


@rule("DP.E1.02", neutral=())
def announced_bank(person: PersonId, amount: Cents) -> tuple[Event, ...]:
    """With the banker's name the amount of the bank is announced; what an open bank has proven is not."""
    return (Said("bank-announced", {"person": person, "amount": euros(amount)}),)


def require_term(
    state: State, who: PersonId, what: AnnounceBank | OpenAuction | DrawLots, *, anew: bool = True
) -> Fault | None:
    """Return a Fault unless the bank is awarded for shoes that there are, or for days where the director says so, as
    far as the rulebook knows either. ``anew``: not to somebody who takes it up and goes on with its shoe.
    """
    wrong = require_known_term(state.book.award.term, what.shoes, what.days)
    if wrong:
        return wrong
    return require_director_for_days(state, who) if what.days else require_shoes_left(state, what.shoes, anew=anew)


def require_known_term(terms: Sourced[tuple[Term, ...]], shoes: int, days: int) -> Fault | None:
    """Return a Fault unless a bank has one term, and the rulebook knows it: shoes or days. One shoe is what an award
    is for where nothing is said.
    """
    if not (days or shoes):
        return fault("term-missing")
    if days and shoes > 1:
        return against(terms, "two-terms", shoes=shoes, days=days)
    term = Term.DAYS if days else Term.SHOES
    return None if terms.has_member(str(term)) else against(terms, "no-such-term", term=str(term))


@rule("DP.E1.08", neutral=None, names_a_pass=False)
def require_director_for_days(state: State, who: PersonId) -> Fault | None:
    """A bank is awarded for one day or several at the director's discretion: whoever announces it must be he."""
    director = state.staff.get(Role.DIRECTOR)
    return None if director is not None and who == director else fault("director-decides-days")
