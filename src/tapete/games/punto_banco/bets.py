"""Bets: who may stake, how much, on what, until when."""

from __future__ import annotations

from tapete.accounts import balance, person
from tapete.clauses import Fault, against, fault, first_fault, rule
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
from tapete.games.punto_banco.holder import holder_of_player_hand
from tapete.games.punto_banco.state import State
from tapete.games.punto_banco.terms import MAIN_BETS, Bet, Phase, Variant
from tapete.games.punto_banco.turn import offer_next
from tapete.kernel import Decision, Irregular, PersonId
from tapete.money import Cents, Rounding, portion
from tapete.table.staff import Role, require_post

# --- who may bet --------------------------------------------------------------------------------------------------


@rule("PB.C.01", neutral=None)
def takes_part(state: State, who: PersonId) -> Fault | None:
    """Whoever is seated at a numbered place may play; nobody from outside the table."""
    return None if state.seats.at_table(who) else fault("not-at-table")


@rule("PB.C.02", neutral=None)
def admitted_standing(state: State) -> Fault | None:
    """People on their feet may play only if the games management admits them."""
    return None if state.settings.standing_allowed else fault("standing-not-admitted")


@rule("MPB.08", neutral=None)
def admitted_standing_at_mini(state: State) -> Fault | None:
    """At a mini table the games director may admit standing players, as he likes."""
    return None if state.settings.standing_allowed else fault("standing-not-admitted")


def standing_fault(state: State) -> Fault | None:
    """Return the fault of taking part standing at this table, if any."""
    match state.settings.variant:
        case Variant.MINI:
            return admitted_standing_at_mini(state)
        case Variant.PUNTO_BANCO:
            return admitted_standing(state)


# --- how much -----------------------------------------------------------------------------------------------------


@rule("PB.D.04", neutral=None)
def reaches_minimum(state: State, amount: Cents) -> Fault | None:
    """A bet reaches the minimum of this table, which may differ from table to table."""
    if amount < state.settings.minimum:
        return fault("below-minimum", minimum=state.settings.minimum, amount=amount)
    return None


@rule("PB.D.06", neutral=None)
def within_maximum(state: State, bet: Bet, amount: Cents) -> Fault | None:
    """A bettor's stake on one hand does not pass the table's maximum."""
    if amount > state.settings.maximum:
        return fault("above-maximum", maximum=state.settings.maximum, amount=amount, bet=str(bet))
    return None


def tie_maximum(state: State) -> Cents:
    """Return the most that one bettor may have on the tie, in cents."""
    return portion(state.settings.maximum, state.book.bets.tie_cap.use(), Rounding.DOWN)


def within_tie_cap(state: State, amount: Cents) -> Fault | None:
    """A stake on the tie does not pass its share of the table's maximum."""
    most = tie_maximum(state)
    return against(state.book.bets.tie_cap, "tie-limit", maximum=most, amount=amount) if amount > most else None


@rule("PB.D.07", neutral=None)
def is_multiple(state: State, amount: Cents) -> Fault | None:
    """Where the games director asks for multiples, a stake is a whole number of table minimums."""
    if state.settings.multiples_only and amount % state.settings.minimum:
        return fault("not-a-multiple", minimum=state.settings.minimum, amount=amount)
    return None


def amount_fault(state: State, bet: Bet, amount: Cents) -> Fault | None:
    """Return what is wrong with having ``amount`` on ``bet``, if anything."""
    if bet is Bet.TIE:
        low = state.book.bets.tie_minimum_applies.use()
        return first_fault(
            within_tie_cap(state, amount), reaches_minimum(state, amount) if low else None, is_multiple(state, amount)
        )
    return first_fault(reaches_minimum(state, amount), within_maximum(state, bet, amount), is_multiple(state, amount))


def affordable(state: State, who: PersonId, amount: Cents) -> Fault | None:
    """A person stakes chips that he has in front of him."""
    held = balance(state.ledger, person(who))
    return fault("not-enough-chips", chips=held, amount=amount) if amount > held else None


# --- acts ---------------------------------------------------------------------------------------------------------


def place(state: State, who: PersonId, what: PlaceBet) -> Decision:
    """Decide a bet."""
    wrong = takes_part(state, who)
    if wrong is None and state.seats.seat_of(who) is None:
        wrong = standing_fault(state)
    wrong = first_fault(
        wrong,
        betting_open(state),
        offered(state, what.bet),
        amount_fault(state, what.bet, state.stake(who, what.bet) + what.amount),
        affordable(state, who, what.amount),
    )
    return wrong or (BetPlaced(who, what.bet, what.amount),)


def offered(state: State, bet: Bet) -> Fault | None:
    """The table offers this bet: the two hands and the tie, and the side bets that the house switched on."""
    if bet in MAIN_BETS or bet in state.settings.side_bets:
        return None
    return fault("bet-not-offered", bet=str(bet))


@rule("PB.B.09", neutral=None)
def betting_open(state: State) -> Fault | None:
    """After «no va más» nobody bets, changes or withdraws; before the opening neither."""
    return None if state.phase is Phase.BETS else fault("betting-closed", window=str(state.phase))


@rule("PB.A1.08", neutral=False)
def free_after_tie(state: State, bet: Bet) -> bool:
    """After a tie, until the next betting closes, the stakes on the two hands are their owners' to take back."""
    return state.between_coups and bet in (Bet.PUNTO, Bet.BANCA)


def withdraw(state: State, who: PersonId, what: WithdrawBet) -> Decision:
    """Decide the withdrawal of a bet, or of a part that leaves a lawful stake."""
    there = state.stake(who, what.bet)
    amount = there if what.amount is None else what.amount
    if not free_after_tie(state, what.bet) and (closed := betting_open(state)):
        return closed
    if there == 0:
        return fault("no-such-bet", bet=str(what.bet))
    if amount > there:
        return fault("more-than-staked", staked=there, amount=amount)
    if amount < there and (wrong := amount_fault(state, what.bet, there - amount)):
        return wrong
    return (BetWithdrawn(who, what.bet, amount),)


@rule("PB.B.04", neutral=None)
def shoe_not_over(state: State) -> Fault | None:
    """Once the cut card has appeared no new coup may be started with this shoe."""
    return fault("end-of-shoe", shoe=state.shoe.number) if state.shoe.over else None


@rule("PB.B.06", neutral=None)
def burned_before_play(state: State) -> Fault | None:
    """The first card is turned, and the burn made, before any coup."""
    return fault("not-burned") if state.phase is Phase.BURN else None


def no_longer_lawful(state: State) -> tuple[StakeReturned, ...]:
    """Return the stakes left from a tie that the table would not take any more, because the director changed its
    options meanwhile: they go back to their owners before the betting opens.
    """
    return tuple(
        StakeReturned(who, bet, amount)
        for (who, bet), amount in sorted(state.bets.items())
        if amount_fault(state, bet, amount) or (state.seats.seat_of(who) is None and standing_fault(state))
    )


def open_bets(state: State, who: PersonId, what: OpenBets) -> Decision:
    """Decide the opening of a coup's betting."""
    wrong = first_fault(
        require_post(state.staff, who, Role.CROUPIER),
        shoe_not_over(state),
        burned_before_play(state),
        None
        if state.phase in (Phase.BETWEEN, Phase.END_OF_SHOE, Phase.BURN)
        else fault("wrong-window", window=str(state.phase)),
    )
    return wrong or (
        *no_longer_lawful(state),
        BetsOpened(state.coup + 1),
        PhaseOpened(Phase.BETS),
        *say(state, "open-bets"),
    )


@rule("PB.C.07", neutral=None)
def holder_has_bet(state: State) -> Fault | None:
    """The player who has the shoe must have a bet in the coup that he deals."""
    seat = state.turn.holder
    who = None if seat is None else state.seats.seated.get(seat)
    if who is None:
        return None
    hands = (Bet.BANCA,) if state.book.turn.holder_bet_on.use() == "bank-only" else (Bet.PUNTO, Bet.BANCA)
    if any(state.stake(who, bet) >= state.settings.minimum for bet in hands):
        return None
    return fault("shoe-holder-without-bet", seat=seat, minimum=state.settings.minimum)


def close_bets(state: State, who: PersonId, what: CloseBets) -> Decision:
    """Decide the close: a shoe-holder without a bet is asked once, and then the shoe goes on while the betting stays
    open.
    """
    wrong = first_fault(
        require_post(state.staff, who, Role.CROUPIER),
        betting_open(state),
        fault("shoe-not-assigned", seat=state.turn.offered)
        if state.turn.holder is None and not state.turn.croupier
        else None,
    )
    if wrong:
        return wrong
    seat = state.turn.holder
    if seat is not None and (without := holder_has_bet(state)) is not None:
        if state.turn.reminded:
            return Irregular(offer_next(state, seat), (without,))
        return Irregular((HolderReminded(seat), *say(state, "holder-reminded", seat=seat)), (without,))
    return (
        *say(state, "no-more-bets"),
        *say(state, "cards"),
        *holder_of_player_hand(state),
        PhaseOpened(Phase.DEAL),
    )
