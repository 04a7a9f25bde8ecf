"""A bank that somebody has before the table opens, and one that he keeps when it closes."""

from __future__ import annotations

from collections.abc import Mapping

from tapete.clauses import Fault, Sourced, against, fault, first_fault, rule
from tapete.games.dos_panos.acts import OpenTable, StandingAward
from tapete.games.dos_panos.bank.terms import award_to, require_known_term, require_within, span_of
from tapete.games.dos_panos.events import AwardStands, PhaseOpened
from tapete.games.dos_panos.rules import Rules
from tapete.games.dos_panos.rules.bank import AwardWay
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import BankMode, Phase
from tapete.kernel import SYSTEM, Event, PersonId
from tapete.table.staff import Role

# --- the opening ------------------------------------------------------------------------------------------------------


def require_standing_award(what: OpenTable, rules: Rules) -> Fault | None:
    """Return a Fault unless whoever has the bank before the table opens may have it: a player, for an amount and a term
    that a bank can have. Nobody has an open bank beforehand to whom none was awarded: his deposit is not proven. One
    that was, at an earlier table, is his, and he proves a deposit anew before he makes it.
    """
    award = what.award
    if award is None:
        return None
    least = what.bank_minimum or what.minimum
    is_open = what.mode is BankMode.OPEN and rules.bank.free_answers_all.use() and not is_awarded(award)
    return first_fault(
        against(rules.free.deposit_at, "deposit-not-proven") if is_open else None,
        require_no_post(award.person, what.staff),
        require_within(rules.limits.bank, award.amount, least, what.bank_maximum),
        require_known_term(rules.award.term, award.shoes, award.days),
    )


@rule("DP.E1.08", neutral=False)
def is_awarded(award: StandingAward) -> bool:
    """A bank that was awarded for days at an earlier table is its winner's on the next of them, deposited or not."""
    return award.is_begun or award.is_kept


def require_no_post(who: PersonId, staff: Mapping[Role, PersonId]) -> Fault | None:
    """Return a Fault if somebody who is on duty, or no person, would hold the bank."""
    if who in SYSTEM:
        return fault("only-people")
    return fault("staff-may-not-play") if who in staff.values() else None


def first_award(award: StandingAward | None, ways: Sourced[tuple[AwardWay, ...]]) -> tuple[Event, ...]:
    """Return how the table gets its first banker: he is announced where somebody has the bank, else it is awarded."""
    if award is None:
        return (PhaseOpened(Phase.OPENING),)
    if award.is_begun:
        return goes_on(award)
    ways.rest()
    way = AwardWay.ANNOUNCED if AwardWay.ANNOUNCED in ways.value else AwardWay.BOUGHT
    return award_to(award.person, award.amount, way, span_of(award))


@rule("DP.E1.08", neutral=(PhaseOpened(Phase.OPENING),))
def goes_on(award: StandingAward) -> tuple[Event, ...]:
    """A bank that was awarded for days is its banker's on the next of them too; he deposits it anew."""
    return award_to(award.person, award.amount, AwardWay.STANDING, span_of(award), award.coups)


# --- the closing ------------------------------------------------------------------------------------------------------


def award_kept(state: State) -> tuple[Event, ...]:
    """Return who keeps the bank when the table closes: whoever has it for days."""
    found = award_for_days(state)
    return () if found is None else stands(found)


@rule("DP.E1.08", neutral=())
def stands(award: StandingAward) -> tuple[Event, ...]:
    """An award for one day or several ends with its last day, and not with the table."""
    return (AwardStands(award.person, award.amount, award.days, award.is_begun, award.coups),)


def award_for_days(state: State) -> StandingAward | None:
    """Return the award for days that is in force: of the bank that is held, or of one that is not deposited yet."""
    bank, award = state.bank, state.award
    if award is None and bank is not None:
        days, coups = bank.award.days, bank.coups_of_award
        found = StandingAward(bank.banker, bank.initial, days, is_begun=True, coups=coups)
    elif award is not None:
        found = StandingAward(award.person, award.amount, award.days, is_begun=award.is_begun, coups=award.coups)
    else:
        found = state.standing_award or StandingAward(PersonId(""), 0)
    return found if found.days else None
