"""Bets: who may stake, how much, on what, until when."""

from __future__ import annotations

from tapete.accounts import balance, person
from tapete.clauses import Fault, against, fault, first_fault, rule, with_clauses
from tapete.games.baccarat.procedure import CloseBets, OpenBets, say
from tapete.games.punto_banco.acts import PlaceBet, WithdrawBet
from tapete.games.punto_banco.events import (
    BetPlaced,
    BetsOpened,
    BetWithdrawn,
    HolderReminded,
    PhaseOpened,
    StakeReturned,
)
from tapete.games.punto_banco.holder import has_shoe_stake, holder_of_player_hand
from tapete.games.punto_banco.state import State
from tapete.games.punto_banco.terms import MAIN_BETS, Bet, Phase, Variant
from tapete.games.punto_banco.turn import offer_next
from tapete.kernel import Decision, Irregular, PersonId
from tapete.money import Cents, Rounding, portion
from tapete.table.order import in_order
from tapete.table.phases import require_phase
from tapete.table.staff import Role, require_post

# --- who may bet --------------------------------------------------------------------------------------------------


@rule("PB.C.01", neutral=None)
def require_at_table(state: State, who: PersonId) -> Fault | None:
    """Whoever is seated at a numbered place may play; nobody from outside the table."""
    return None if state.seats.is_at_table(who) else fault("not-at-table")


@rule("PB.C.02", neutral=None)
def require_standing_admitted(state: State) -> Fault | None:
    """People on their feet may play only if the games management admits them."""
    return None if state.settings.standing_allowed else fault("standing-not-admitted")


@rule("MPB.08", neutral=None)
def require_standing_admitted_at_mini(state: State) -> Fault | None:
    """At a mini table the games director may admit standing players, as he likes."""
    return None if state.settings.standing_allowed else fault("standing-not-admitted")


def require_standing_allowed(state: State) -> Fault | None:
    """Return a Fault if this table does not admit people who stand."""
    match state.settings.variant:
        case Variant.MINI:
            return require_standing_admitted_at_mini(state)
        case Variant.PUNTO_BANCO:
            return require_standing_admitted(state)


# --- how much -----------------------------------------------------------------------------------------------------


@rule("PB.D.04", neutral=None)
def require_table_minimum(state: State, amount: Cents) -> Fault | None:
    """A bet reaches the minimum of this table, which may differ from table to table."""
    if amount < state.settings.minimum:
        return fault("below-minimum", minimum=state.settings.minimum, amount=amount)
    return None


@rule("PB.D.06", neutral=None)
def require_within_maximum(state: State, bet: Bet, amount: Cents) -> Fault | None:
    """A bettor's stake on one hand does not pass the table's maximum."""
    if amount > state.settings.maximum:
        return fault("above-maximum", maximum=state.settings.maximum, amount=amount, bet=str(bet))
    return None


def tie_maximum(state: State) -> Cents:
    """Return the most that one bettor may have on the tie, in cents."""
    return portion(state.settings.maximum, state.book.bets.tie_cap.use(), Rounding.DOWN)


def require_within_tie_cap(state: State, amount: Cents) -> Fault | None:
    """Return a Fault if a stake on the tie passes its share of the table's maximum."""
    most = tie_maximum(state)
    return against(state.book.bets.tie_cap, "tie-limit", maximum=most, amount=amount) if amount > most else None


@rule("PB.D.07", neutral=None)
def require_multiple(state: State, amount: Cents) -> Fault | None:
    """Where the games director asks for multiples, a stake is a whole number of table minimums."""
    least = state.settings.minimum
    return fault("not-a-multiple", minimum=least, amount=amount) if amount % least else None


def require_lawful_amount(state: State, bet: Bet, amount: Cents) -> Fault | None:
    """Return a Fault if a person may not have ``amount`` cents on ``bet``."""
    if bet is Bet.TIE:
        low = state.book.bets.tie_minimum_applies.use()
        return first_fault(
            require_within_tie_cap(state, amount),
            require_table_minimum(state, amount) if low else None,
            require_multiple.where(state.settings.multiples_only, state, amount),
        )
    return first_fault(
        require_table_minimum(state, amount),
        require_within_maximum(state, bet, amount),
        require_multiple.where(state.settings.multiples_only, state, amount),
    )


def require_chips(state: State, who: PersonId, amount: Cents) -> Fault | None:
    """Return a Fault if a person stakes chips that he has not in front of him."""
    held = balance(state.ledger, person(who))
    return fault("not-enough-chips", chips=held, amount=amount) if amount > held else None


# --- acts ---------------------------------------------------------------------------------------------------------


def place(state: State, who: PersonId, what: PlaceBet) -> Decision:
    """Decide a bet."""
    wrong = require_at_table(state, who)
    if wrong is None and state.seats.seat_of(who) is None:
        wrong = require_standing_allowed(state)
    wrong = first_fault(
        wrong,
        require_bets_open(state),
        require_bet_offered(state, what.bet),
        require_lawful_amount(state, what.bet, state.stake(who, what.bet) + what.amount),
        require_chips(state, who, what.amount),
    )
    return wrong or (BetPlaced(who, what.bet, what.amount),)


def require_bet_offered(state: State, bet: Bet) -> Fault | None:
    """Return a Fault unless the bet is one of the two hands, the tie, or a side bet that the house switched on."""
    if bet in MAIN_BETS or bet in state.settings.side_bets:
        return None
    return fault("bet-not-offered", bet=str(bet))


@rule("PB.B.09", neutral=None)
def require_bets_open(state: State) -> Fault | None:
    """After «no va más» nobody bets, changes or withdraws; before the opening neither."""
    return None if state.phase is Phase.BETS else fault("bets-closed", window=str(state.phase))


@rule("PB.A1.08", neutral=False)
def may_withdraw_after_tie() -> bool:
    """After a tie, until the next betting closes, the stakes on the two hands are their owners' to take back."""
    return True


def withdraw(state: State, who: PersonId, what: WithdrawBet) -> Decision:
    """Decide the withdrawal of a bet, or of a part that leaves a lawful stake."""
    there = state.stake(who, what.bet)
    amount = there if what.amount is None else what.amount
    tied = state.is_between_coups and what.bet in (Bet.PUNTO, Bet.BANCA)
    if not (tied and may_withdraw_after_tie()) and (closed := require_bets_open(state)):
        return closed
    if there == 0:
        return fault("no-such-bet", bet=str(what.bet))
    if amount > there:
        return fault("more-than-staked", staked=there, amount=amount)
    if amount < there and (wrong := require_lawful_amount(state, what.bet, there - amount)):
        return wrong
    return (BetWithdrawn(who, what.bet, amount),)


@rule("PB.B.04", neutral=None)
def require_shoe_not_over(state: State) -> Fault | None:
    """Once the cut card has appeared no new coup may be started with this shoe."""
    return fault("end-of-shoe", shoe=state.shoe.number) if state.shoe.is_over else None


@rule("PB.B.06", neutral=None)
def require_burn_made(state: State) -> Fault | None:
    """The first card is turned, and the burn made, before any coup."""
    return fault("not-burned") if state.phase is Phase.BURN else None


def returns_of_unlawful_stakes(state: State) -> tuple[StakeReturned, ...]:
    """Return the stakes left from a tie that the table would not take any more, because the director changed its
    options meanwhile: they go back to their owners before the betting opens.
    """
    return tuple(
        StakeReturned(who, bet, amount)
        for (who, bet), amount in in_order(state.bets)
        if require_lawful_amount(state, bet, amount)
        or (state.seats.seat_of(who) is None and require_standing_allowed(state))
    )


def require_time_to_open(state: State) -> Fault | None:
    """Return a Fault while a shoe is prepared, or a coup is under way: its betting is open, or closed for good."""
    wrong = require_phase(state, Phase.BETWEEN, Phase.END_OF_SHOE, Phase.BURN)
    if wrong and state.phase in (Phase.COUNT, Phase.SHUFFLE, Phase.CUT, Phase.CUT_CARD):
        return with_clauses(wrong, "PB.B.01")
    return wrong and with_clauses(wrong, "PB.B.09")


def open_bets(state: State, who: PersonId, what: OpenBets) -> Decision:
    """Decide the opening of a coup's betting."""
    wrong = first_fault(
        require_post(state.staff, who, Role.CROUPIER),
        require_shoe_not_over(state),
        require_burn_made(state),
        require_time_to_open(state),
    )
    return wrong or (
        *returns_of_unlawful_stakes(state),
        BetsOpened(state.coup + 1),
        PhaseOpened(Phase.BETS),
        *say(state, "open-bets"),
    )


@rule("PB.C.07", neutral=None)
def require_holder_bet(state: State) -> Fault | None:
    """The player who has the shoe must have a bet in the coup that he deals."""
    seat = state.turn.holder
    who = None if seat is None else state.seats.occupants.get(seat)
    if who is None or has_shoe_stake(state, who, state.book.turn.holder_bet_on.use()):
        return None
    return fault("shoe-holder-without-bet", seat=seat, minimum=state.settings.minimum)


def close_bets(state: State, who: PersonId, what: CloseBets) -> Decision:
    """Decide the close: a shoe-holder without a bet is asked once, and then the shoe goes on while the betting stays
    open.
    """
    wrong = first_fault(
        require_post(state.staff, who, Role.CROUPIER),
        require_bets_open(state),
        fault("shoe-not-assigned", seat=state.turn.offered_place)
        if state.turn.holder is None and not state.turn.croupier
        else None,
    )
    if wrong:
        return wrong
    seat = state.turn.holder
    if seat is not None and (without := require_holder_bet(state)) is not None:
        if state.turn.is_reminded:
            return Irregular(offer_next(state, seat), (without,))
        return Irregular((HolderReminded(seat), *say(state, "holder-reminded", seat=seat)), (without,))
    return (
        *say(state, "no-more-bets"),
        *say(state, "cards"),
        *holder_of_player_hand(state),
        PhaseOpened(Phase.DEAL),
    )
