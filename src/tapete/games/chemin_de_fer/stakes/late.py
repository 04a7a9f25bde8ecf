"""Stakes laid on the table after the closing words, and claims about stakes.

Where conduct is observed such a stake happened, so it is noted: its chips lie on the table and take no part. The banker
may have it removed at once; at the latest it goes back when the coup is settled.
"""

from __future__ import annotations

from tapete.clauses import Fault, fault, first_fault, rule
from tapete.games.baccarat.incident import IncidentOpened, incident, open_proposal, require_report_authority
from tapete.games.banked.shares import LiveShare, Share, as_shares, share_of
from tapete.games.chemin_de_fer.acts import AdmitLateStake, NoteLateStake, RecordStakeClaim, RemoveLateStake
from tapete.games.chemin_de_fer.bank import garage
from tapete.games.chemin_de_fer.cards.hands import require_banker
from tapete.games.chemin_de_fer.events import CoverAwarded, LateStakeNoted, LateStakeRemoved, StakeClaimRecorded
from tapete.games.chemin_de_fer.people.seating import require_chips
from tapete.games.chemin_de_fer.stakes.calls import require_bets_open, require_may_call
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import COUP, Call, Phase
from tapete.kernel import Decision, Irregular, PersonId
from tapete.table.staff import Role, require_post


def note_late(state: State, who: PersonId, what: NoteLateStake) -> Decision:
    """Decide that a late stake is noted. A strict table takes none: the chips never leave their owner."""
    late = require_bets_open(state)
    wrong = first_fault(
        require_post(state.staff, who, Role.CROUPIER),
        None if state.phase in COUP else fault("no-coup"),
        require_may_call(state, what.person),
        None if state.is_observed else late,
        require_chips(state, what.person, what.amount),
    )
    if wrong or late is None:
        return wrong or fault("no-coup")
    return Irregular((LateStakeNoted(what.person, what.amount),), (late,))


@rule("CF.B.41", neutral=lambda _state, _who, _what: fault("nothing-to-demand"))
def remove_late(state: State, who: PersonId, what: RemoveLateStake) -> Decision:
    """The banker may demand that a stake laid after the words be removed."""
    late = share_of(state.coup.late, what.person)
    wrong = first_fault(require_banker(state, who), None if late else fault("no-late-stake", person=what.person))
    return wrong or (LateStakeRemoved(what.person, late, is_demanded=True),)


def admit_late(state: State, who: PersonId, what: AdmitLateStake) -> Decision:
    """Decide that the banker lets a late stake play, before the first card and up to what nobody covers.

    It gives no right to the cards: those were awarded when the betting closed.
    """
    award, late = state.coup.award, share_of(state.coup.late, what.person)
    free = 0 if award is None else state.coup.in_play - award.covered_amount
    plays = min(late, free)
    wrong = first_fault(
        require_banker(state, who),
        None if late else fault("no-late-stake", person=what.person),
        None if state.book.betting.late_stakes_admitted.use() else fault("late-stake-not-admitted"),
        None if state.phase is Phase.DEAL and not state.coup.cards.layout else fault("first-card-out"),
        fault("bank-covered") if plays < state.settings.minimum else None,
    )
    if wrong or award is None:
        return wrong or fault("no-coup")
    stakes = {one.person: one.amount for one in award.stakes}
    stakes[what.person] = stakes.get(what.person, 0) + plays
    added, calls = (Share(what.person, plays),), (*award.calls, LiveShare(what.person, Call.STAKE, plays))
    return (
        LateStakeRemoved(what.person, late),
        CoverAwarded(award.kind, award.holder, as_shares(stakes), (), added, calls),
        *garage.form_garage(state, award.covered_amount + plays),
    )


# --- claims -----------------------------------------------------------------------------------------------------------


@rule("CF.C4.18", neutral=None)
def require_stake_duties(what: RecordStakeClaim) -> Fault | None:
    """No claim about a stake is admitted when it did not lie uncovered on the table, or its owner did not watch it."""
    if not what.uncovered:
        return fault("stake-was-covered", amount=what.amount)
    return None if what.watched else fault("stake-not-watched", amount=what.amount)


def record_claim(state: State, who: PersonId, what: RecordStakeClaim) -> Decision:
    """Decide a claim about a stake: not admitted, it is kept all the same; admitted, it goes to the inspector."""
    wrong = first_fault(
        require_report_authority(state.book.authority, state.staff, who),
        None if state.seats.is_at_table(what.person) else fault("not-at-table", person=what.person),
    )
    if wrong:
        return wrong
    refused = require_stake_duties(what)
    if refused:
        return Irregular((StakeClaimRecorded(what.person, what.amount, False, what.note),), (refused,))
    found = fault("claim-about-stake", person=what.person, amount=what.amount)
    opened = incident(
        state.docket, "claim-about-stake", who, (found,), (open_proposal(state.book.authority),), what.note
    )
    heard = StakeClaimRecorded(what.person, what.amount, True, what.note)
    return Irregular((heard, IncidentOpened(opened)), (found,))
