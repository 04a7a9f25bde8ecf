"""How a bank ends: left by its banker, at the end of its term, with the table. What it leaves behind."""

from __future__ import annotations

from tapete.clauses import Fault, against, cite, fault, first_fault, rest_on, rule, with_clauses
from tapete.games.baccarat.procedure import Said, ShoeEnded
from tapete.games.dos_panos import acts
from tapete.games.dos_panos.acts import AskNewShoe, LeaveBank
from tapete.games.dos_panos.errors.deal import require_no_pass_bar
from tapete.games.dos_panos.events import BankOffered, BankReturned, NewShoeAsked, PhaseOpened
from tapete.games.dos_panos.order import require_window
from tapete.games.dos_panos.people import require_bank_player, require_banker, require_turn_for_place
from tapete.games.dos_panos.rules import Amount, BarredUntil
from tapete.games.dos_panos.state import Bank, State
from tapete.games.dos_panos.terms import PREPARING, BankEnd, Phase
from tapete.kernel import Decision, Event, PersonId
from tapete.money import Cents, euros
from tapete.table.seats import Position, Row

BETWEEN_COUPS = (Phase.BETWEEN, Phase.CUSTODY, *PREPARING)
"""When a bank can be given up: no coup is played, whatever is still to be done before the next one."""


def require_shoe_left(state: State, *, anew: bool = False) -> Fault | None:
    """Return a Fault if a bank needs a shoe that its session has not; ``anew``: one played with does not serve it."""
    return None if shoes_of_bank(state, anew=anew) != 0 else session_over(state)


def session_over(state: State) -> Fault:
    """Return why the session of an open bank begins no other shoe: it has had its own, or the dinner hour has begun."""
    free = state.book.free
    if not state.settings.is_dinner_begun:
        return against(free.shoes, "session-over")
    return with_clauses(against(free.sessions, "session-before-dinner"), "HP.HS.dinner-hour")


def shoes_of_bank(state: State, *, anew: bool = False) -> int | None:
    """Return from how many shoes a bank may still deal in its session, ``None``: unlimited; ``anew``: as above."""
    if not state.is_open_bank:
        return None
    shoe = state.shoe
    serves = shoe.is_loaded and not shoe.has_ended and not ((anew or state.is_shoe_owed) and shoe.coups)
    return state.settings.session_shoes + int(serves)


def require_shoes_left(state: State, shoes: int, *, anew: bool = False) -> Fault | None:
    left = shoes_of_bank(state, anew=anew)
    if left is None or shoes <= left:
        return None
    return against(state.book.free.shoes, "shoes-above-session", left=left)


def has_no_shoe_left(state: State, *, anew: bool = False) -> bool:
    waits = (Phase.OPENING, Phase.REOFFER, Phase.SHOE)
    return state.phase in waits and shoes_of_bank(state, anew=anew or state.phase is Phase.OPENING) == 0


def return_bank(state: State, end: BankEnd) -> tuple[Event, ...]:
    bank = state.bank
    if bank is None:
        return ()
    amount = state.bank_chips
    is_winner = end is BankEnd.LEFT and is_barred_winner(state, bank, amount)
    goes_to = place_after(state, bank, end)
    return (BankReturned(bank.banker, amount, bank.deposit, end, is_winner, goes_to=goes_to),)


def place_after(state: State, bank: Bank, end: BankEnd) -> Position:
    """Return where a banker goes from their chair: back to where they were if that is vacant and not for the waiting
    list, else behind it on their feet. Whoever came from no place stands; where nobody stands they take a vacant place.
    """
    rest_on(cite("HP.DP.chair"))
    seats, had = state.seats, bank.came_from
    may_sit_in_front = end is BankEnd.CLOSED or require_turn_for_place(state, bank.banker) is None
    wanted = (had,) if had is not None else vacant_places(state)
    free = (one for one in wanted if not seats.is_taken(one) and (may_sit_in_front or one.row is not Row.FIRST))
    return next(free, Position(seats.labels[0] if had is None else had.place, Row.STANDING))


def vacant_places(state: State) -> tuple[Position, ...]:
    return () if state.book.seats.standing.weigh() else tuple([Position(place) for place in state.seats.labels])


def is_barred_winner(state: State, bank: Bank, amount: Cents) -> bool:
    if amount + bank.deposit <= bank.put_in:
        return False
    return state.book.bank.winner_barred.use() is BarredUntil.SHOE


def require_coups_played(state: State) -> Fault | None:
    after, bank = state.book.bank.leave_after, state.bank
    if bank is None or state.phase is Phase.BROKEN or bank.coups_of_award >= after.use():
        return None
    return Fault("bank-just-begun", {"coups": bank.coups}, tuple(cite(one) for one in after.clauses))


def require_leaver(state: State, who: PersonId) -> Fault | None:
    is_gone = state.phase is Phase.BROKEN or state.banker in state.seats.away
    return require_bank_player(state, who) if is_gone else require_banker(state, who)


@acts.decides(LeaveBank)
def leave_bank(state: State, who: PersonId, _what: LeaveBank) -> Decision:
    bank = state.bank
    wrong = first_fault(
        require_leaver(state, who),
        require_window(state, "DP.E1.11", *BETWEEN_COUPS, *abandon(state)),
        fault("shoe-wanted") if state.shoe.is_order_awaited else None,
        None if bank is None else require_no_pass_bar(state, bank.banker),
        require_coups_played(state),
    )
    if wrong or bank is None:
        return wrong or fault("no-banker")
    said = () if state.phase is Phase.BROKEN and not state.bank_chips else announced_withdrawal(state, bank)
    return (*said, *return_bank(state, BankEnd.LEFT), *offer_again(state, bank))


def abandon(state: State) -> tuple[Phase, ...]:
    return phases_of_abandon.where(state.phase is Phase.BROKEN) or ()


@rule("DP.E1.16", neutral=())
def phases_of_abandon() -> tuple[Phase, ...]:
    """A banker whose bank was broken may give it up instead of depositing again."""
    return (Phase.BROKEN,)


@rule("DP.E1.12", neutral=())
def announced_withdrawal(state: State, bank: Bank) -> tuple[Event, ...]:
    """Whoever gives the bank up announces the amount that they withdraw: all of it."""
    amount = euros(state.bank_chips + bank.deposit)
    return (Said("bank-withdrawn", {"person": bank.banker, "amount": amount}),)


def offer_again(state: State, bank: Bank) -> tuple[Event, ...]:
    match state.book.bank.reoffered_at.use():
        case Amount.INITIAL:
            amount = bank.initial
        case Amount.ANY:
            amount = state.settings.bank_minimum
    return (BankOffered(amount), PhaseOpened(Phase.REOFFER))


def after_term(state: State) -> Phase:
    return Phase.SHOE if state.book.award.after_shoe.use() else Phase.OPENING


@rule("DP.E1.21", neutral=lambda _state: (PhaseOpened(Phase.AUCTION),))
def nobody_bids(state: State) -> tuple[Event, ...]:
    """Where no bidder appears the play is over, and with it a shoe that was played with."""
    shoe = state.shoe
    if not shoe.coups or shoe.has_ended:
        return (PhaseOpened(Phase.OPENING),)
    return (ShoeEnded(shoe.number), PhaseOpened(after_term(state)))


@acts.decides(AskNewShoe)
@rule("DP.E1.17", neutral=lambda _state, _who, _what: fault("wrong-window", window="broken"))
def ask_new_shoe(state: State, who: PersonId, _what: AskNewShoe) -> Decision:
    """A banker who goes on after their bank was broken may change the shoe until the next coup is opened."""
    bank = state.bank
    deposited = bank is not None and bank.may_change_shoe and state.phase is not Phase.BROKEN
    if wrong := first_fault(
        require_banker(state, who),
        require_window(state, "DP.E1.17", Phase.BROKEN, *((Phase.CUSTODY, Phase.BETWEEN) if deposited else ())),
        fault("nothing-changes") if state.shoe.has_ended or (bank is not None and bank.wants_new_shoe) else None,
        require_shoe_left(state, anew=True),
        None if bank is None else require_no_pass_bar(state, bank.banker),
    ):
        return wrong
    asked = NewShoeAsked(state.banker or who)
    return (asked, *shoe_changed(state), PhaseOpened(Phase.SHOE)) if deposited else (asked,)


def shoe_changed(state: State) -> tuple[Event, ...]:
    """Return the end of a shoe that is changed before its stop card: with it ends what was asked for its end."""
    return (ShoeEnded(state.shoe.number),) if state.shoe.is_loaded and not state.shoe.has_ended else ()
