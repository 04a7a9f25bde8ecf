"""Places: who sits, sits behind, stands, arrives, waits and leaves."""

from __future__ import annotations

from tapete.clauses import Fault, against, cite, fault, first_fault, rest_on, with_clauses
from tapete.games.banked import people
from tapete.games.dos_panos.acts import SitBehind
from tapete.games.dos_panos.events import SatBehind
from tapete.games.dos_panos.people.cloths import require_one_place
from tapete.games.dos_panos.people.waiting import require_turn_for_place
from tapete.games.dos_panos.stakes.cover import stake_of
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import CLOTHS, COUP, Phase
from tapete.kernel import Decision, PersonId
from tapete.table.acts import (
    BuyIn,
    CashOut,
    Leave,
    PersonLeft,
    Seated,
    Sit,
    StandBehind,
    StoodBehind,
)
from tapete.table.seats import Seat


def require_uncommitted(state: State, who: PersonId) -> Fault | None:
    """Return a Fault if somebody moves or leaves who holds the bank, has it to deposit, holds cards, or has money on
    the table. Whoever was awarded the bank from elsewhere comes to the table.
    """
    has_bank = who == state.banker or (state.award is not None and state.award.person == who)
    if has_bank and state.seats.is_at_table(who):
        return with_clauses(fault("bank-is-yours"), "HP.DP.in-play")
    in_play = state.phase in COUP and stake_of(state.coup.stakes, who) > 0
    laid = any(one.person == who for one in state.coup.laid)
    banco = state.coup.banco is not None and state.coup.banco.person == who and state.phase in (*COUP, Phase.REPEAT)
    bids = state.auction is not None and state.auction.bid_of(who) > 0
    holds = state.phase in COUP and any(state.holder(cloth) == who for cloth in CLOTHS)
    reasons = {
        "bid-in-play": bids,
        "banco-in-play": banco or is_calling(state, who),
        "money-on-table": in_play or laid,
        "cards-are-yours": holds,
    }
    code = next((one for one, holds_him in reasons.items() if holds_him), None)
    return None if code is None else with_clauses(fault(code), "HP.DP.in-play")


def is_calling(state: State, who: PersonId) -> bool:
    """Return True if somebody has called banco and it is still open who has it."""
    return who in state.coup.banco_calls and state.phase in (Phase.BANCO, Phase.LOTS)


def sit(state: State, who: PersonId, what: Sit) -> Decision:
    """Decide that somebody takes a numbered place."""
    wrong = first_fault(
        people.require_player(state.staff, who),
        people.require_known_place(state.seats, what.seat),
        require_uncommitted(state, who),
        require_one_place(state.seats, who),
        people.require_free_place(state.seats, who, what.seat),
        require_turn_for_place(state, who),
    )
    return wrong or (Seated(who, what.seat),)


def sit_behind(state: State, who: PersonId, what: SitBehind) -> Decision:
    """Decide that somebody sits in the second row."""
    row = state.book.seats.second_row
    taken = state.seats.second_row.get(what.seat)
    wrong = first_fault(
        people.require_player(state.staff, who),
        people.require_known_place(state.seats, what.seat),
        require_uncommitted(state, who),
        None if row.use() else against(row, "no-second-row"),
        fault("seat-taken", seat=what.seat) if taken is not None and taken != who else None,
        fault("nothing-changes") if taken == who else None,
    )
    return wrong or (SatBehind(who, what.seat),)


def stand(state: State, who: PersonId, what: StandBehind) -> Decision:
    """Decide that somebody takes part on his feet."""
    standing = state.book.seats.standing
    wrong = first_fault(
        people.require_player(state.staff, who),
        people.require_known_place(state.seats, what.seat),
        require_uncommitted(state, who),
        None if standing.use() else against(standing, "standing-not-admitted"),
        fault("nothing-changes") if is_standing_there(state, who, what.seat) else None,
    )
    return wrong or (StoodBehind(who, what.seat),)


def is_standing_there(state: State, who: PersonId, place: Seat) -> bool:
    """Return True if somebody stands behind a place already."""
    return state.seats.is_standing(who) and state.seats.place_of(who) == place


def leave(state: State, who: PersonId, what: Leave) -> Decision:
    """Decide that somebody leaves the table; his chips are changed at the cash desk."""
    del what
    here = None if state.seats.is_at_table(who) else fault("not-at-table", person=who)
    wrong = first_fault(here, require_uncommitted(state, who))
    if wrong is None:
        rest_on(cite("HP.DP.in-play"))
    return wrong or (PersonLeft(who, people.chips_of(state.ledger, who)),)


def buy_in(state: State, who: PersonId, what: BuyIn) -> Decision:
    """Decide that somebody changes money into chips."""
    return people.require_player(state.staff, who) or people.buy_in(state.seats, who, what)


def cash_out(state: State, who: PersonId, what: CashOut) -> Decision:
    """Decide that somebody changes chips back; whoever has called banco keeps what it takes."""
    kept = state.bank_chips if is_calling(state, who) else 0
    if kept and people.chips_of(state.ledger, who) - what.amount < kept:
        return with_clauses(fault("banco-in-play"), "HP.DP.in-play")
    return people.cash_out(state.ledger, who, what)
