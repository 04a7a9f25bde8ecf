"""The chips of a bank at the croupier, the proof of an open bank, whose sum is a secret, and how a bank ends."""

from __future__ import annotations

from tapete.accounts import STAKES, balance
from tapete.clauses import Fault, against, cite, fault, first_fault, rest_on, rule, with_clauses
from tapete.games.baccarat.procedure import Said, ShoeEnded
from tapete.games.banked.people import require_player
from tapete.games.dos_panos import acts
from tapete.games.dos_panos.acts import AskNewShoe, LeaveBank, ProveDeposit
from tapete.games.dos_panos.errors.deal import require_no_pass_bar
from tapete.games.dos_panos.events import BankOffered, BankProven, BankReturned, NewShoeAsked, PhaseOpened
from tapete.games.dos_panos.people import require_bank_player, require_banker, require_turn_for_place, require_window
from tapete.games.dos_panos.phases import is_repetition_held_up
from tapete.games.dos_panos.rules import Amount, BarredUntil, DepositPlace, Liability
from tapete.games.dos_panos.state import Bank, State
from tapete.games.dos_panos.terms import PREPARING, BankEnd, Phase
from tapete.kernel import Decision, Event, PersonId
from tapete.money import Cents, euros
from tapete.spelling import plain
from tapete.table.seats import Position, Row
from tapete.table.staff import Role, require_post_or_house


@rule("DP.B.09", neutral=None, names_a_pass=False)
def require_whole_bank(state: State, amount: Cents, whole: Cents) -> Fault | None:
    """Before bets are placed the banker hands the amount that is put into play over to the croupier, in chips."""
    if amount == whole:
        state.book.custody.each_hand.use()
        return None
    return fault("bank-not-in-custody", needs=whole, found=amount)


def require_handed_over(state: State) -> Fault | None:
    if not is_repetition_held_up(state):
        return None
    whole = state.bank_chips + (0 if state.bank is None else state.bank.deposit)
    return against(state.book.custody.each_hand, "bank-not-in-custody", needs=whole, found=0)


def is_liable_for_all(state: State) -> bool:
    """Return True if the banker answers for every stake; what that decides rests on :func:`rest_on_liability`."""
    rules = state.book.bank
    if state.is_open_bank:
        return rules.free_answers_all.weigh()
    match rules.limited_liability.weigh():
        case Liability.EVERYTHING:
            return True
        case _:
            return False


def rest_on_liability(state: State) -> None:
    """Leave in the trace what says with what the banker answers: more is at stake than their chips."""
    rules = state.book.bank
    (rules.free_answers_all if state.is_open_bank else rules.limited_liability).rest()


def require_proof(state: State, who: PersonId | None) -> Fault | None:
    bank = state.bank
    is_proven = bank is not None and bank.banker == who and bank.is_proven
    if not is_liable_for_all(state) or is_proven or who in state.proofs:
        return None
    return against(state.book.free.deposit_at, "deposit-not-proven")


@acts.decides(ProveDeposit)
def prove(state: State, who: PersonId, what: ProveDeposit) -> Decision:
    is_of_house = state.settings.is_in_house
    if wrong := first_fault(
        require_post_or_house(state.staff, who, Role.DIRECTOR),
        None if state.is_open_bank or is_liable_for_all(state) else fault("not-an-open-bank"),
        require_player(state.staff, what.person),
        require_new_proof(state, what),
        None if is_of_house else require_sum_and_place(state, what),
    ):
        return wrong
    return (BankProven(what.person, None, None) if is_of_house else BankProven(what.person, what.place, what.amount),)


def require_sum_and_place(state: State, what: ProveDeposit) -> Fault | None:
    at = state.book.free.deposit_at
    return first_fault(
        fault("amount-malformed", amount=0) if what.amount is None else None,
        None if at.has_member(str(what.place)) else against(at, "deposit-place", place=str(what.place)),
        require_institution(state, what),
        require_proof_kept(state, what.amount) if what.person == state.banker else None,
    )


def require_new_proof(state: State, what: ProveDeposit) -> Fault | None:
    bank, amount = state.bank, None if state.settings.is_in_house else what.amount
    if bank is not None and bank.banker == what.person:
        stands = bank.is_proven and (bank.proven_deposit, bank.called_deposit) == (amount, 0)
    else:
        stands = what.person in state.proofs and state.proofs[what.person] == amount
    return fault("nothing-changes") if stands and not state.coup.is_cover_short else None


@rule("DP.E2.11", neutral=None, names_a_pass=False)
def require_institution(state: State, what: ProveDeposit) -> Fault | None:
    """A deposit elsewhere lies at a credit institution that the management accepted beforehand."""
    if what.place is DepositPlace.CASH_DESK:
        return None
    if not what.institution:
        return fault("institution-missing")
    known = state.settings.institutions
    if plain(what.institution) in {plain(one) for one in known}:
        return None
    return fault("institution-not-accepted", institution=what.institution, accepted=list(known))


def proven_left(state: State) -> Cents | None:
    """Return what is left of the proven sum, in cents; ``None`` where the table knows none."""
    bank = state.bank
    return None if bank is None or bank.proven_deposit is None else bank.proven_deposit - bank.called_deposit


@rule("DP.E2.12", neutral=None, names_a_pass=False)
def require_sufficient(state: State, at_risk: Cents) -> Fault | None:
    """Every stake against an open bank can be paid out of its chips and its proven deposit, so that the house is never
    liable: until more is proven nothing is dealt. Where the table does not know the sum, the house tells it.
    """
    left, bank = proven_left(state), state.bank
    is_elsewhere = bank is not None and bank.is_proven and left is None
    if not is_liable_for_all(state) or is_elsewhere or (left is not None and state.bank_chips + left >= at_risk):
        return None
    return fault("deposit-not-sufficient")


@rule("DP.E2.12", neutral=None, names_a_pass=False)
def require_proof_kept(state: State, amount: Cents | None) -> Fault | None:
    """A further proof is never below what has been called of the deposit, nor below what the stakes of now may call."""
    bank = state.bank
    if bank is None or bank.proven_deposit is None or amount is None or amount >= bank.proven_deposit:
        return None
    staked = balance(state.ledger, STAKES)
    needed = bank.called_deposit + max(0, staked - state.bank_chips)
    return None if amount >= needed else fault("deposit-not-sufficient")


BETWEEN_COUPS = (Phase.BETWEEN, Phase.CUSTODY, *PREPARING)
"""When a bank can be given up: no coup is played, whatever is still to be done before the next one."""


def require_shoe_left(state: State, *, anew: bool = False) -> Fault | None:
    """Return a Fault if a bank needs a shoe that its session has not; ``anew``: one played with does not serve it."""
    return None if shoes_of_bank(state, anew=anew) != 0 else session_over(state)


def is_session_over(state: State) -> bool:
    return state.is_open_bank and not state.settings.session_shoes


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
    bank, is_broken = state.bank, state.phase is Phase.BROKEN
    wrong = first_fault(
        require_leaver(state, who),
        require_window(state, "DP.E1.11", *BETWEEN_COUPS, *(phases_of_abandon.where(is_broken) or ())),
        fault("shoe-wanted") if state.shoe.is_order_awaited else None,
        None if bank is None else require_no_pass_bar(state, bank.banker),
        require_coups_played(state),
    )
    if wrong or bank is None:
        return wrong or fault("no-banker")
    said = () if is_broken and not state.bank_chips else announced_withdrawal(state, bank)
    return (*said, *return_bank(state, BankEnd.LEFT), *offer_again(state, bank))


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
