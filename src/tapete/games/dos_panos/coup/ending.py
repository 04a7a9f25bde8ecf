"""The end of a coup: it is settled, and the table goes on: to a broken bank, the next shoe or coup, a banco again."""

from __future__ import annotations

from tapete.clauses import Fault, cite, fault, first_fault, rest_on, rule, with_clauses
from tapete.games.baccarat.outcome import Winner
from tapete.games.baccarat.pack import ShoeEnded
from tapete.games.baccarat.procedure import Settle
from tapete.games.banked.people import require_chips
from tapete.games.dos_panos.acts import RepeatBanco
from tapete.games.dos_panos.bank.custody import is_custody_due, require_handed_over
from tapete.games.dos_panos.bank.ending import after_term, return_bank
from tapete.games.dos_panos.bank.proof import is_liable_for_all, proven_left, rest_on_liability
from tapete.games.dos_panos.bank.standing import award_kept
from tapete.games.dos_panos.coup.next_coup import to_basket, turns_moved
from tapete.games.dos_panos.coup.settlement import settlement
from tapete.games.dos_panos.events import BancoRepeated, BankBroken, BankRestored, PhaseOpened
from tapete.games.dos_panos.evolve import evolve
from tapete.games.dos_panos.order import require_hands_shown, require_play_over, require_step
from tapete.games.dos_panos.people.cloths import require_enough_punters
from tapete.games.dos_panos.people.silence import may_stand_for, require_banker_there
from tapete.games.dos_panos.stakes.banco import covered_by
from tapete.games.dos_panos.stakes.betting import is_over_by_stop_card, is_shoe_over
from tapete.games.dos_panos.state import Banco, State
from tapete.games.dos_panos.terms import COUP, BankEnd, Phase
from tapete.kernel import Decision, Event, PersonId, fold
from tapete.table.phases import require_phase
from tapete.table.staff import Role, require_post


def settle(state: State, who: PersonId, what: Settle) -> Decision:
    """Decide the settlement, and where the table goes from there."""
    del what
    wrong = first_fault(
        require_post(state.staff, who, Role.CROUPIER),
        require_step(state, (Phase.SETTLE,), require_play_over, require_hands_shown),
    )
    if wrong:
        return wrong
    events = (*settlement(state), *to_basket(state), *turns_moved(state))
    after = fold(evolve, state, events)
    return (*events, *after_coup(after))


# --- where the table goes ---------------------------------------------------------------------------------------------


def after_coup(state: State) -> tuple[Event, ...]:
    """Return where the table goes when a coup is settled: the first of these that holds."""
    bank = state.bank
    if bank is None:
        return (PhaseOpened(Phase.OPENING),)
    ended = is_shoe_over(state)
    if ended and is_over_with_shoe(state):
        return after_shoe(state)
    if is_broken(state) or is_below_stakes(state):
        over = (ShoeEnded(state.shoe.number),) if ended else ()
        return (*over, BankBroken(bank.banker, state.bank_chips), PhaseOpened(Phase.BROKEN))
    return after_shoe(state) if ended else (PhaseOpened(next_phase(state)),)


def after_shoe(state: State) -> tuple[Event, ...]:
    """Return the end of a shoe, and where the table goes: to the next one, or to another award."""
    over = ShoeEnded(state.shoe.number)
    if is_over_with_shoe(state):
        return (over, *award_kept(state), *return_bank(state, BankEnd.TERM), PhaseOpened(after_term(state)))
    return (over, PhaseOpened(Phase.SHOE))


WITH_A_BANK = (Phase.BETWEEN, Phase.CUSTODY)
"""Between coups, when a bank is there that goes on with the shoe in use."""


def end_of_unplayed_shoe(state: State) -> tuple[Event, ...]:
    """Return the end of a shoe whose stop card came out among cards drawn before a coup, when none of them waits for
    one any more: no coup has begun with it, and no other one does.
    """
    if state.phase not in WITH_A_BANK or state.docket.open or state.coup.cards.marks.aside:
        return ()
    return after_shoe(state) if not state.shoe.has_ended and is_shoe_over(state) else ()


def after_correction(state: State) -> tuple[Event, ...]:
    """Return where the table goes when the bank has borne a corrected payment: it is broken now, or it was not."""
    bank = state.bank
    if bank is None:
        return ()
    is_lost = is_broken(state) or is_below_stakes(state)
    if state.phase is Phase.BROKEN:
        back = Phase.SHOE if state.shoe.has_ended else next_phase(state)
        return () if is_lost else (BankRestored(bank.banker, state.bank_chips), PhaseOpened(back))
    if is_lost:
        return (BankBroken(bank.banker, state.bank_chips), PhaseOpened(Phase.BROKEN))
    return resumed_repetition(state)


def resumed_repetition(state: State) -> tuple[Event, ...]:
    """Return where the table goes when the true result of a banco is known: one that was void each time may be played
    once more, and one that was not is over, also where it was annulled or tied since.
    """
    if state.phase not in (Phase.BETWEEN, Phase.CUSTODY, Phase.REPEAT):
        return ()
    if (state.phase is Phase.REPEAT) is may_repeat(state):
        return ()
    return (PhaseOpened(next_phase(state)),)


def next_phase(state: State) -> Phase:
    """Return where the table goes from a settled coup while bank and shoe go on."""
    if may_repeat(state):
        return Phase.REPEAT
    return Phase.CUSTODY if is_custody_due(state) else Phase.BETWEEN


def is_over_with_shoe(state: State) -> bool:
    """Return True if nobody goes on with the bank when this shoe is over."""
    return is_term_over(state) or is_session_over(state)


@rule("DP.E1.07", neutral=True)
def is_term_over(state: State) -> bool:
    """A bank is awarded for one shoe or several; for days it goes on with the next shoe."""
    bank = state.bank
    return bank is not None and bank.award.shoes > 0 and bank.shoes_begun >= bank.award.shoes


def is_session_over(state: State) -> bool:
    """Return True if the session of an open bank has had its shoes: nobody can go on with it."""
    return state.is_open_bank and not state.settings.session_shoes


def is_broken(state: State) -> bool:
    """Return True if nothing of the bank is left; of an open one, where its proven deposit is used up too: of what the
    table does not know something is left until more is asked of it than there is.
    """
    left, bank = proven_left(state), state.bank
    if bank is not None and bank.is_proven and left is None:
        return False
    return bool(is_nothing_left.where(state.bank_chips + (left or 0) <= 0))


@rule("DP.E1.14", neutral=False)
def is_nothing_left() -> bool:
    """The bank is broken when nothing of it is left."""
    return True


def is_below_stakes(state: State) -> bool:
    """Return True if what is left of a bank that answers with its chips is below the least stake: its banker has the
    same choice as if nothing were left.
    """
    if is_liable_for_all(state) or not 0 < state.bank_chips < state.settings.minimum:
        return False
    rest_on_liability(state)
    rest_on(cite("HP.DP.below-stakes"))
    return True


# --- banco once more --------------------------------------------------------------------------------------------------


@rule("DP.A.44", neutral=lambda state: any(side.winner is Winner.TIE for side in state.coup.sides.values()))
def is_void_on_both(state: State) -> bool:
    """A banco is void only where nobody won or lost on either cloth; one that was annulled on a cloth, or had nothing
    to play there, had neither there.
    """
    return not state.is_banco_decided


@rule("DP.A.43", neutral=False)
def is_annulled_banco_replayed() -> bool:
    """A banco whose coup was annulled was no void one: it is played again, and no repetition of it is used up."""
    return True


def may_repeat(state: State) -> bool:
    """Return True if a banco that whoever called it has not let be may be played again: it was annulled, or it was
    void and has a repetition left.
    """
    coup, banco = state.coup, state.coup.banco
    if banco is None or coup.is_let_be:
        return False
    if not coup.is_settled:
        return is_annulled_banco_replayed() and not state.is_banco_decided
    if not is_void_on_both(state):
        return False
    return banco.repeats < state.book.banco.repeats_when_void.use()


def require_repetition(state: State, banco: Banco) -> Fault | None:
    """Return a Fault unless a banco may be played once more now; with the clauses by which it may not be where it is
    the last coup: somebody won or lost it, it has been repeated as often as it may be, or its shoe is over.
    """
    wrong, coup, limit = require_phase(state, Phase.REPEAT), state.coup, state.book.banco.repeats_when_void
    if wrong is None or coup.is_let_be or state.phase in COUP:
        return wrong
    if state.is_banco_decided:
        return with_clauses(wrong, *is_void_on_both.clauses)
    used_up = limit.clauses if coup.is_settled and banco.repeats >= limit.value else ()
    over = is_over_by_stop_card.clauses if is_shoe_over(state) else ()
    return with_clauses(wrong, *used_up, *over)


def require_banco_player(state: State, who: PersonId, caller: PersonId, *, again: bool) -> Fault | None:
    """Return a Fault unless somebody answers for his own banco; the croupier lets that of one who is away go by."""
    if state.may_act_for(who, caller) or (not again and may_stand_for(state, who, caller)):
        return None
    return fault("not-your-banco", caller=caller)


def repeat(state: State, who: PersonId, what: RepeatBanco) -> Decision:
    """Decide whether whoever called a void banco plays it once more."""
    banco = state.coup.banco
    if banco is None:
        return require_phase(state, Phase.REPEAT) or fault("no-banco")
    wrong = first_fault(
        require_repetition(state, banco),
        require_banco_player(state, who, banco.person, again=what.again),
        require_handed_over(state),
    )
    if wrong:
        return wrong
    if not what.again:
        return (PhaseOpened(Phase.BETWEEN),)
    stake = state.bank_chips
    wrong = first_fault(
        require_enough_punters(state),
        require_banker_there(state),
        require_chips(state.ledger, banco.person, stake),
    )
    if wrong:
        return wrong
    rest_on(*(cite(one) for one in state.book.banco.repeats_when_void.clauses))
    again = BancoRepeated(banco.person, stake, banco.repeats + int(state.coup.is_settled))
    after = fold(evolve, state, (again,))
    return (again, *covered_by(after, banco.person, stake))
