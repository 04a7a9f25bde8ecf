"""Calls while betting is open: stakes, banco, joint banco. Each is a claim with its money."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from tapete.clauses import Fault, against, cite, fault, first_fault, rest_on, rule, trace
from tapete.games.baccarat.effects import BarredAction
from tapete.games.baccarat.procedure import OpenBets
from tapete.games.chemin_de_fer.acts import CallBanco, JoinBanco, Stake, WithdrawCall
from tapete.games.chemin_de_fer.bank import garage
from tapete.games.chemin_de_fer.bank.amount import require_bank_delivered
from tapete.games.chemin_de_fer.cards.hands import require_no_pass_bar
from tapete.games.chemin_de_fer.cards.shoe_end import require_shoe_prepared
from tapete.games.chemin_de_fer.events import BetsOpened, CallMade, CallWithdrawn, PhaseOpened
from tapete.games.chemin_de_fer.people.seating import require_chips
from tapete.games.chemin_de_fer.people.silence import require_banker_there
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import COUP, Call, Hand, Phase
from tapete.kernel import Decision, PersonId
from tapete.money import Cents
from tapete.table.phases import require_phase
from tapete.table.staff import Role, require_post
from tapete.table.windows import Claim

# --- before the betting -----------------------------------------------------------------------------------------------


def require_enough_players(state: State) -> Fault | None:
    """Return a Fault if fewer players are at the table than a game needs."""
    standing = len(state.seats.standing) if state.book.seats.standing_count.use() else 0
    present, least = len(state.seats.occupants) + standing, state.book.bank.players.use()
    few = against(state.book.bank.players, "too-few-players", present=present, least=least)
    return few if present < least else None


@rule("CF.B.02", neutral=None)
def require_enough_to_go_on(state: State) -> Fault | None:
    """The least number of players holds during the whole game: below it no coup begins, and no betting closes."""
    few = require_enough_players(state) if state.coup.number else None
    return None if few is None else fault(few.code, **few.facts)


def open_bets(state: State, who: PersonId, what: OpenBets) -> Decision:
    """Decide that the betting of a coup opens."""
    del what
    wrong = first_fault(
        require_post(state.staff, who, Role.CROUPIER),
        require_shoe_prepared(state),
        require_phase(state, Phase.BETWEEN),
        require_enough_players(state) if not state.coup.number else require_enough_to_go_on(state),
        require_banker_there(state),
    )
    if wrong or state.bank is None:
        return wrong or fault("no-bank")
    opened = BetsOpened(state.coup.number + 1, garage.playable(state, state.bank))
    return require_bank_delivered(state.bank) or (
        opened,
        *garage.form_improper_garage(state, state.bank),
        PhaseOpened(Phase.BETS),
    )


# --- calls ------------------------------------------------------------------------------------------------------------


@rule("CF.E1.04", neutral=None, names_a_pass=False)
def require_no_associate(state: State, who: PersonId) -> Fault | None:
    """An associate of the banker takes no part in the play."""
    return fault("associate-of-bank") if state.bank is not None and state.bank.is_associate(who) else None


@rule("HP.CF.lost-before-close", neutral=None, names_a_pass=False)
def require_undecided(state: State) -> Fault | None:
    """Nothing more is staked on a coup that the banker has lost by a ruling before the betting closed."""
    return fault("coup-decided") if state.coup.cards.marks.of(Hand.BANCA).is_lost else None


def require_may_call(state: State, who: PersonId) -> Fault | None:
    """Return a Fault if a person may not bet at all: he is not there, the bank is his, or the coup is decided."""
    return first_fault(
        None if state.seats.is_at_table(who) else fault("not-at-table"),
        fault("own-bank") if who == state.banker else None,
        require_no_associate(state, who),
        require_undecided(state),
    )


@rule("CF.E2.10", neutral=None)
def require_minimum(state: State, amount: Cents) -> Fault | None:
    """A stake below the punto minimum cannot play against the bank.

    A house may admit a smaller one that is all that is missing to complete the bank: the award then says whether it is.
    """
    least = state.settings.minimum
    if amount >= least or state.book.betting.small_completion.use():
        return None
    return fault("below-minimum", minimum=least)


@rule("CF.E2.10", neutral=None)
def require_rest(state: State, rest: Cents) -> Fault | None:
    """What somebody leaves of the bank for another is no smaller than a stake that can play."""
    small = require_minimum(state, rest)
    return small and fault("rest-below-minimum", rest=rest, minimum=state.settings.minimum)


def require_room_for_two(state: State) -> Fault | None:
    """Return a Fault if the bank is below twice the minimum: of two parts that cover it one would be too small."""
    return require_rest(state, state.coup.in_play // 2)


def require_room_beside(state: State, part: Cents) -> Fault | None:
    """Return a Fault if nobody's lawful part completes the bank beside this one: it is below twice the minimum, or too
    little is left and the house hands nothing back of parts that overshoot.
    """
    with trace():
        is_cut = state.book.betting.remainder_accepted.use()
    has_room = require_room_for_two(state) is None
    return None if is_cut and has_room else require_rest(state, state.coup.in_play - part)


@rule("CF.E2.04", "CF.B.14", neutral=None, names_a_pass=False)
def require_within_bank(state: State, amount: Cents) -> Fault | None:
    """Nobody stakes more in a coup than the bank contains."""
    most = state.coup.in_play
    return fault("above-bank", bank=most) if amount > most else None


@rule("CF.E2.05", neutral=Call.STAKE)
def whole_stake() -> Call:
    """A stake that reaches the bank is banco, whatever was said."""
    return Call.BANCO


def kind_of(state: State, amount: Cents) -> Call:
    """Return what a stake of so much is: banco where it reaches the bank."""
    return whole_stake.where(amount == state.coup.in_play) or Call.STAKE


@rule("CF.B.20", neutral=None, names_a_pass=False)
def require_bets_open(state: State) -> Fault | None:
    """After the croupier's closing words no stake is accepted."""
    return None if state.phase is Phase.BETS else fault("bets-closed", window=str(state.phase))


@rule("CF.C4.16", neutral=None)
def require_stake_on_table(what: Stake) -> Fault | None:
    """Stakes lie uncovered on top of the table: one that is only spoken does not exist."""
    return None if what.on_table else fault("stake-not-laid")


@rule("CF.B.27", neutral=None, names_a_pass=False)
def require_separate_stake(what: Stake) -> Fault | None:
    """A player may not join his stake to the stakes of others: each counts alone."""
    return None if what.joined_to is None else fault("stakes-not-joined", other=what.joined_to)


BESIDE: Final[Mapping[str, str]] = MappingProxyType({Call.PARTIAL: Call.LAST, Call.LAST: Call.PARTIAL})
"""Calls of one player that stand side by side."""


def replaced_calls(state: State, who: PersonId, kind: str) -> tuple[Claim[str], ...]:
    """Return the calls of a player whose place a new one of his would take: nobody's two calls add up."""
    return tuple(one for one in state.calls.by(who) if one.kind != BESIDE.get(kind))


def replaced_by(state: State, who: PersonId, kind: str, amount: Cents) -> Decision:
    """Return the events of a call that takes the place of what its player has called; what was there goes back."""
    earlier = replaced_calls(state, who, kind)
    same = next((one for one in earlier if one.kind == kind), None)
    others = tuple(one for one in earlier if one.kind != kind)
    on_table = sum(one.amount for one in earlier)
    wrong = first_fault(require_not_barred_from_banco(state, who, kind), require_chips(state, who, amount - on_table))
    if wrong:
        return wrong
    back = tuple(CallWithdrawn(who, one.kind, one.amount) for one in others)
    return (*back, CallMade(who, kind, amount, 0 if same is None else same.amount))


def require_new_call(state: State, who: PersonId, kind: str, amount: Cents) -> Fault | None:
    """Return a Fault if a call stands already as it would be made: one that stands is not made again."""
    stands = [(one.kind, one.amount) for one in replaced_calls(state, who, kind)] == [(kind, amount)]
    return fault("nothing-changes") if stands else None


def make_call(state: State, who: PersonId, kind: str, amount: Cents) -> Decision:
    """Return the events of a call that changes what its player has called."""
    return require_new_call(state, who, kind, amount) or replaced_by(state, who, kind, amount)


def stake(state: State, who: PersonId, what: Stake) -> Decision:
    """Decide an ordinary stake."""
    wrong = first_fault(
        require_bets_open(state),
        require_may_call(state, who),
        require_stake_on_table(what),
        require_separate_stake(what),
        require_minimum(state, what.amount),
        require_within_bank(state, what.amount),
    )
    return wrong or make_call(state, who, kind_of(state, what.amount), what.amount)


def withdraw(state: State, who: PersonId, what: WithdrawCall) -> Decision:
    """Decide that a player takes back what he has called: while the betting is open only cards drawn early bind him."""
    del what
    wrong = require_bets_open(state) or require_no_pass_bar(state, who)
    if wrong:
        return wrong
    mine = state.calls.by(who)
    rest_on(cite("HP.CF.withdraw-call"))
    return tuple(CallWithdrawn(who, one.kind, one.amount) for one in mine) or fault("nothing-called")


@rule("CF.B.28", neutral=None, names_a_pass=False)
def require_time_for_banco(state: State) -> Fault | None:
    """A call of banco has no place once the cards are distributed."""
    return fault("banco-too-late") if state.coup.cards.layout and state.phase in COUP else None


ORDINARY = (Call.STAKE, Call.LINE)
"""What a player stakes without the priority of a banco of any kind."""


def require_not_barred_from_banco(state: State, who: PersonId, kind: str) -> Fault | None:
    """Return a Fault if a ruling bars a person from a banco of any kind, whatever it was said as."""
    barred = kind not in ORDINARY and state.bars.is_barred(who, BarredAction.BANCO)
    return fault("barred-from-banco") if barred else None


def banco(state: State, who: PersonId, what: CallBanco) -> Decision:
    """Decide a call of banco."""
    del what
    wrong = first_fault(require_may_call(state, who), require_time_for_banco(state), require_bets_open(state))
    return wrong or make_call(state, who, Call.BANCO, state.coup.in_play)


def join(state: State, who: PersonId, what: JoinBanco) -> Decision:
    """Decide a part of a joint banco; whoever puts up the whole bank himself makes banco alone."""
    wrong = first_fault(
        require_bets_open(state),
        require_may_call(state, who),
        require_minimum(state, what.amount),
        require_within_bank(state, what.amount),
        require_may_call(state, what.leader),
    )
    if wrong:
        return wrong
    whole = kind_of(state, what.amount) is Call.BANCO
    small = None if whole else require_room_beside(state, what.amount)
    return small or make_call(state, who, Call.BANCO if whole else f"{Call.JOINT}:{what.leader}", what.amount)
