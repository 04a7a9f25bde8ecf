"""The ordinary betting of a coup: it opens, stakes are laid and taken back, it closes, and the cover is awarded."""

from __future__ import annotations

from tapete.clauses import Fault, against, fault, first_fault, rule, with_clauses
from tapete.games.baccarat.procedure import CloseBets, OpenBets, Said, say
from tapete.games.banked.people import require_at_table, require_chips, require_player
from tapete.games.banked.shares import Shares, as_shares
from tapete.games.dos_panos.acts import Associate, Stake, TakeStake
from tapete.games.dos_panos.bank.proof import is_liable_for_all, require_sufficient, rest_on_liability
from tapete.games.dos_panos.errors.remedies_deal import require_stakes_free
from tapete.games.dos_panos.events import (
    BetsOpened,
    CoverAwarded,
    CoverShort,
    PhaseOpened,
    StakeLaid,
    StakesPooled,
    StakeTaken,
)
from tapete.games.dos_panos.order import (
    require_bank_awarded,
    require_bank_handed_over,
    require_calls_over,
    require_ready_for_coup,
    require_step,
)
from tapete.games.dos_panos.people import cloths, turn
from tapete.games.dos_panos.people.cloths import require_enough_punters
from tapete.games.dos_panos.people.silence import require_banker_there
from tapete.games.dos_panos.rules.bank import Excess, LimitSource
from tapete.games.dos_panos.stakes.banco import may_be_called, require_no_banco, require_punter
from tapete.games.dos_panos.stakes.cover import ClothStakes, cover_by_priority, stake_of
from tapete.games.dos_panos.stakes.placing import (
    parts_at_risk,
    require_spot,
    require_stake_within,
    require_units,
)
from tapete.games.dos_panos.state import LaidStake, State
from tapete.games.dos_panos.terms import CLOTHS, COUP, Cover, Hand, Phase, Spot
from tapete.kernel import Decision, Event, PersonId
from tapete.money import Cents
from tapete.table.phases import require_phase
from tapete.table.staff import Role, require_post

# --- opening ----------------------------------------------------------------------------------------------------------


def require_shoe_goes_on(state: State) -> Fault | None:
    """Return a Fault if a coup would begin with a shoe that is over; the stop card that came out among cards drawn
    early came out in the coup that they begin.
    """
    if not is_shoe_over(state) or state.coup.cards.marks.aside:
        return None
    return Fault("shoe-is-over", {"shoe": state.shoe.number}, is_over_by_stop_card.clauses)


def is_shoe_over(state: State) -> bool:
    """Return True if no other coup is played from the shoe in use."""
    return bool(is_over_by_stop_card.where(state.shoe.is_stop_seen))


@rule("DP.B.06", neutral=False)
def is_over_by_stop_card() -> bool:
    """When the stop card comes out the coup is finished and settled, and no other one begins with this shoe."""
    return True


def require_holders(state: State) -> Fault | None:
    """Return a Fault if nobody may hold the cards of a cloth."""
    rules = state.book.turn
    empty = [str(cloth) for cloth in CLOTHS if not turn.eligible_places(state.seats, cloth, (), rules)]
    return against(rules.numbered_only, "cloth-without-holder", cloths=empty) if empty else None


def open_bets(state: State, who: PersonId, what: OpenBets) -> Decision:
    """Decide that a coup begins: somebody may call banco before the first one of a shoe."""
    del what
    wrong = first_fault(
        require_post(state.staff, who, Role.CROUPIER),
        require_bank_awarded(state),
        require_shoe_goes_on(state),
        require_step(state, (Phase.BETWEEN,), require_ready_for_coup),
        require_bank_handed_over(state),
        require_enough_punters(state),
        require_banker_there(state),
    )
    if wrong:
        return wrong
    opened = BetsOpened(state.coup.number + 1, state.bank_chips)
    return (opened, PhaseOpened(Phase.BANCO if may_be_called(state) else Phase.BETS))


# --- stakes -----------------------------------------------------------------------------------------------------------


def require_bets_open(state: State) -> Fault | None:
    """Return a Fault unless stakes may be laid and moved: after the closing words nobody does."""
    if state.phase is Phase.BETS:
        return None
    if state.phase not in COUP:
        return require_step(state, (Phase.BETS,), require_ready_for_coup, require_calls_over)
    if (stand := require_stakes_free(state)) is not None:
        return stand
    closing_words = state.book.formulas["no-more-bets"]
    return against(closing_words, "bets-closed") if closing_words.use() else None


def require_stake_limits(state: State, amount: Cents, elsewhere: Cents) -> Fault | None:
    """Return a Fault if a stake is outside of the limits of this table, where an authorisation gives it some: one table
    may have another minimum than the next. ``elsewhere``: what the punter has on other spots, in cents.
    """
    limits = state.book.limits.stake
    match limits.weigh():
        case LimitSource.NONE:
            return None
        case _:
            found = require_stake_within(amount, elsewhere, state.settings.minimum, state.settings.maximum)
            return found and with_clauses(found, *limits.clauses)


def lying(state: State, who: PersonId, cloth: Hand, spot: Spot) -> Cents:
    return sum(one.amount for one in state.coup.laid if (one.person, one.cloth, one.spot) == (who, cloth, spot))


def lying_in_all(state: State, who: PersonId) -> Cents:
    """Return what somebody has on the table in this coup, on every spot, in cents."""
    return sum(one.amount for one in state.coup.laid if one.person == who)


def stake(state: State, who: PersonId, what: Stake) -> Decision:
    """Decide a stake on a spot of a cloth."""
    was = lying(state, who, what.cloth, what.spot)
    wrong = first_fault(
        require_player(state.staff, who),
        require_punter(state, who),
        require_no_banco(state),
        require_bets_open(state),
        require_at_table(state.seats, who),
        Fault("no-such-cloth", {}, require_punter.clauses) if what.cloth is Hand.BANCA else None,
        require_spot(state.book.stakes, what.spot),
        require_stake_limits(state, what.amount, lying_in_all(state, who) - was),
        require_units(state.book.stakes, what.spot, what.amount, state.settings.minimum),
        fault("nothing-changes") if what.amount == was else None,
        require_chips(state.ledger, who, what.amount - was),
    )
    return wrong or (StakeLaid(who, what.amount, what.cloth, what.spot, was),)


def take_stake(state: State, who: PersonId, what: TakeStake) -> Decision:
    """Decide that somebody takes a stake back before the closing words."""
    was = lying(state, who, what.cloth, what.spot)
    wrong = first_fault(
        require_player(state.staff, who), require_bets_open(state), None if was else fault("no-stake-there")
    )
    return wrong or (StakeTaken(who, was, what.cloth, what.spot),)


def associate(state: State, who: PersonId, what: Associate) -> Decision:
    """Decide that two punters play in association: one of them stakes the chips of both."""
    allowed = state.book.punters.association
    if not allowed.use():
        return against(allowed, "association-forbidden")
    people = (who, what.partner)
    wrong = first_fault(
        require_phase(state, Phase.BANCO, Phase.BETS),
        *(require_player(state.staff, one) for one in people),
        *(require_punter(state, one) for one in people),
        *(require_at_table(state.seats, one) for one in people),
        fault("nothing-changes") if what.partner == who else None,
        None if who not in state.coup.banco_calls else fault("money-on-table"),
        require_chips(state.ledger, who, what.amount),
    )
    return wrong or (StakesPooled(who, what.partner, what.amount),)


# --- closing ----------------------------------------------------------------------------------------------------------


def stakes_that_play(state: State) -> ClothStakes:
    """Return what plays once the betting closes: of a limited bank no more than it holds."""
    at_risk = parts_at_risk(state.book.stakes, state.coup.laid, state.settings.minimum)
    if sum(one.amount for one in at_risk) > state.bank_chips:
        rest_on_liability(state)
    if is_liable_for_all(state) or state.book.bank.excess.use() is Excess.PAY:
        return at_risk
    rules = state.book.priority
    return cover_by_priority(at_risk, state.bank_chips, cloths.ranks_by_cloth(state.seats, rules), rules)


def close_bets(state: State, who: PersonId, what: CloseBets) -> Decision:
    """Decide the closing words: what plays, what goes back, and who holds the cards of each cloth. Without a stake
    there is nothing to deal.

    That an open bank does not cover the stakes comes out here alone, for everybody and in the record: no offer and no
    refusal tells it before.
    """
    del what
    wrong = require_may_close(state, who)
    if wrong:
        return wrong
    plays = stakes_that_play(state)
    if not plays:
        return fault("nothing-staked")
    if require_sufficient(state, sum(one.amount for one in plays)) is not None:
        return cover_short()
    awarded = CoverAwarded(Cover.STAKES, plays, holders(state, plays), returned(state.coup.laid, plays))
    return (*say(state, "no-more-bets"), awarded, PhaseOpened(Phase.DEAL))


def require_may_close(state: State, who: PersonId) -> Fault | None:
    """Return a Fault unless somebody may say the closing words now, whatever lies on the cloths."""
    return first_fault(
        require_post(state.staff, who, Role.CROUPIER),
        require_phase(state, Phase.BETS),
        require_enough_punters(state),
        require_holders(state),
        require_cover_changed(state),
    )


def cover_short() -> tuple[Event, ...]:
    """Return what the closing words bring out where the bank does not cover the stakes."""
    return (CoverShort(), Said("cover-short", {}))


@rule("DP.E2.12", neutral=None, names_a_pass=False)
def require_cover_changed(state: State) -> Fault | None:
    """Where the bank was found not to cover the stakes, which everybody was told, more is proven or stakes go back
    before the closing words are said again.
    """
    return fault("deposit-not-sufficient") if state.coup.is_cover_short else None


def returned(laid: tuple[LaidStake, ...], plays: ClothStakes) -> Shares:
    """Return what of the stakes on the table does not play and is its owner's again."""
    people = {one.person for one in laid}
    return as_shares(
        {who: sum(one.amount for one in laid if one.person == who) - stake_of(plays, who) for who in people}
    )


@rule("DP.A.10", neutral={})
def holders(state: State, plays: ClothStakes) -> dict[Hand, PersonId]:
    """Against the banker stand two hand players, one for each cloth, by the turn of that cloth."""
    found = {}
    for cloth in CLOTHS:
        stakers = {one.person for one in plays if one.cloth is cloth}
        places = turn.eligible_places(state.seats, cloth, stakers, state.book.turn, state.barred_from_cards)
        place = turn.place_in_turn(places, state.turns.get(cloth))
        who = None if place is None else turn.player_of(state.seats, place, state.book.turn)
        if who is not None:
            found[cloth] = who
    return found
