"""Who is away from the table, and who plays on for him; an award whose winner does not come."""

from __future__ import annotations

from tapete.clauses import cite, fault, first_fault, rest_on
from tapete.games.banked.acts import StandIn
from tapete.games.banked.events import CardsCarried, CroupierStoodIn
from tapete.games.dos_panos.acts import AnnulAward
from tapete.games.dos_panos.events import AwardAnnulled, BankOffered, PhaseOpened
from tapete.games.dos_panos.order import require_carried, require_dealt, require_step, require_window
from tapete.games.dos_panos.people.seating import leave
from tapete.games.dos_panos.people.silence import is_left_to_croupier
from tapete.games.dos_panos.rules.bank import AwardWay
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import CLOTHS, WORD_OF, Phase
from tapete.kernel import CLOCK, Decision, Event, PersonId
from tapete.table.absence import presence, require_long_absence, require_presence_changes
from tapete.table.acts import Away, Back, LeadOut, Leave
from tapete.table.staff import Role, require_post


def away(state: State, who: PersonId, what: Away | Back) -> Decision:
    """Decide that somebody went away from the table or came back, as the hall, he himself or the staff say."""
    staff = None if who in (CLOCK, what.person) else require_post(state.staff, who, Role.CROUPIER, Role.INSPECTOR)
    wrong = first_fault(staff, require_presence_changes(state.seats, what))
    if wrong is None:
        rest_on(cite("HP.DP.in-play"))
    return wrong or (presence(what),)


def lead_out(state: State, who: PersonId, what: LeadOut) -> Decision:
    """Decide that somebody on his feet who has long been away counts as gone. Nothing of his may be in play."""
    wrong = require_long_absence(state.seats, who, what.person)
    if wrong:
        return wrong
    rest_on(cite("HP.DP.led-out"))
    return leave(state, what.person, Leave())


def stand_in(state: State, who: PersonId, what: StandIn) -> Decision:
    """Decide that the croupier plays by the scheme for a hand player who is away, or was called and says nothing."""
    del what
    wrong = first_fault(
        require_post(state.staff, who, Role.CROUPIER),
        require_step(state, tuple(WORD_OF.values()), require_dealt, require_carried),
        fault("card-awaited") if state.coup.due_cards else None,
    )
    if wrong:
        return wrong
    cloth = next(cloth for cloth in CLOTHS if WORD_OF[cloth] is state.phase)
    holder = state.holder(cloth)
    if holder is None or not is_left_to_croupier(state, holder):
        return fault("holder-is-there", holder=holder)
    rest_on(cite("HP.DP.absent-holder"))
    return (CroupierStoodIn(holder, who, cloth), CardsCarried(who, cloth))


def annul_award(state: State, who: PersonId, what: AnnulAward) -> Decision:
    """Decide that a bank goes back that was awarded and not deposited: its winner gives it up, or the inspector takes
    it from one who is away, or was called and does not deposit.
    """
    del what
    award = state.award
    if award is None:
        return require_window(state, "HP.DP.no-deposit", Phase.DEPOSIT) or fault("no-award")
    by_himself = state.may_act_for(who, award.person)
    is_gone = is_left_to_croupier(state, award.person)
    wrong = first_fault(
        require_window(state, "HP.DP.no-deposit", Phase.DEPOSIT),
        None if by_himself else require_post(state.staff, who, Role(state.book.award.held_by.use())),
        None if by_himself or is_gone else fault("award-stands", person=award.person),
    )
    if wrong:
        return wrong
    rest_on(cite("HP.DP.no-deposit"))
    after: tuple[Event, ...] = (PhaseOpened(Phase.OPENING),)
    if award.way in (AwardWay.OFFERED, AwardWay.STANDING):
        after = (BankOffered(award.amount), PhaseOpened(Phase.REOFFER))
    return (AwardAnnulled(award.person), *after)
