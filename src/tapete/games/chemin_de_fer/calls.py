"""Calls while betting is open, and who gets the punto's cards by them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

import msgspec

from tapete.clauses import Cite, Fault, against, cite, fault, first_fault, rest_on, rule, trace
from tapete.games.baccarat.effects import BarredAction, at
from tapete.games.baccarat.points import Winner
from tapete.games.baccarat.procedure import OpenBets
from tapete.games.banked.coup import LiveShare, Share, Shares, share_of
from tapete.games.banked.events import BetsOpened
from tapete.games.banked.people import require_chips
from tapete.games.banked.priority import Rank
from tapete.games.chemin_de_fer import acts, bank
from tapete.games.chemin_de_fer.acts import CallBanco, CallSeguido, JoinBanco, Stake, WithdrawCall
from tapete.games.chemin_de_fer.cards import require_no_pass_bar, require_shoe_prepared
from tapete.games.chemin_de_fer.events import CallMade, CallWithdrawn, CoverAwarded, PhaseOpened
from tapete.games.chemin_de_fer.people import require_banker_there
from tapete.games.chemin_de_fer.state import Bank, State
from tapete.games.chemin_de_fer.terms import COUP, Call, Cover, Hand, Phase
from tapete.kernel import Decision, PersonId
from tapete.money import Cents
from tapete.table.phases import require_phase
from tapete.table.staff import Role, require_post
from tapete.table.windows import Claim


def require_enough_players(state: State) -> Fault | None:
    standing = len(state.seats.standing) if state.book.seats.standing_count.use() else 0
    present, least = len(state.seats.occupants) + standing, state.book.bank.players.use()
    few = against(state.book.bank.players, "too-few-players", present=present, least=least)
    return few if present < least else None


@rule("CF.B.02", neutral=None)
def require_enough_to_go_on(state: State) -> Fault | None:
    """The least number of players holds during the whole game: below it no coup begins, and no betting closes."""
    few = require_enough_players(state) if state.coup.number else None
    return None if few is None else fault(few.code, **few.facts)


@acts.decides(OpenBets)
def open_bets(state: State, who: PersonId, _what: OpenBets) -> Decision:
    wrong = first_fault(
        require_post(state.staff, who, Role.CROUPIER),
        require_shoe_prepared(state),
        require_phase(state, Phase.BETWEEN),
        require_enough_players(state) if not state.coup.number else require_enough_to_go_on(state),
        require_banker_there(state),
    )
    if wrong or state.bank is None:
        return wrong or fault("no-bank")
    opened = BetsOpened(state.coup.number + 1, bank.playable(state, state.bank))
    return bank.require_bank_delivered(state.bank) or (
        opened,
        *bank.form_improper_garage(state, state.bank),
        PhaseOpened(Phase.BETS),
    )


@rule("CF.E1.04", neutral=None, names_a_pass=False)
def require_no_associate(state: State, who: PersonId) -> Fault | None:
    """An associate of the banker takes no part in the play."""
    return fault("associate-of-bank") if state.bank is not None and state.bank.is_associate(who) else None


@rule("HP.CF.lost-before-close", neutral=None, names_a_pass=False)
def require_undecided(state: State) -> Fault | None:
    """Nothing more is staked on a coup that the banker has lost by a ruling before the betting closed."""
    return fault("coup-decided") if state.coup.cards.marks.of(Hand.BANCA).is_lost else None


def require_may_call(state: State, who: PersonId) -> Fault | None:
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
    """Return a Fault if nobody's lawful part completes the bank beside this one."""
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
    """A player may not join their stake to the stakes of others: each counts alone."""
    return None if what.joined_to is None else fault("stakes-not-joined", other=what.joined_to)


BESIDE: Final[Mapping[str, str]] = MappingProxyType({Call.PARTIAL: Call.LAST, Call.LAST: Call.PARTIAL})
"""Calls of one player that stand side by side."""


def replaced_calls(state: State, who: PersonId, kind: str) -> tuple[Claim[str], ...]:
    """Return the calls of a player whose place a new one of theirs would take: nobody's two calls add up."""
    return tuple(one for one in state.calls.by(who) if one.kind != BESIDE.get(kind))


def replaced_by(state: State, who: PersonId, kind: str, amount: Cents) -> Decision:
    """Return the events of a call that takes the place of what its player has called; what was there goes back."""
    earlier = replaced_calls(state, who, kind)
    same = next((one for one in earlier if one.kind == kind), None)
    others = tuple(one for one in earlier if one.kind != kind)
    on_table = sum(one.amount for one in earlier)
    if wrong := first_fault(
        require_not_barred_from_banco(state, who, kind), require_chips(state, who, amount - on_table)
    ):
        return wrong
    back = tuple(CallWithdrawn(who, one.kind, one.amount) for one in others)
    return (*back, CallMade(who, kind, amount, 0 if same is None else same.amount))


def require_new_call(state: State, who: PersonId, kind: str, amount: Cents) -> Fault | None:
    """Return a Fault if a call stands already as it would be made: one that stands is not made again."""
    stands = [(one.kind, one.amount) for one in replaced_calls(state, who, kind)] == [(kind, amount)]
    return fault("nothing-changes") if stands else None


def make_call(state: State, who: PersonId, kind: str, amount: Cents) -> Decision:
    return require_new_call(state, who, kind, amount) or replaced_by(state, who, kind, amount)


@acts.decides(Stake)
def stake(state: State, who: PersonId, what: Stake) -> Decision:
    return first_fault(
        require_bets_open(state),
        require_may_call(state, who),
        require_stake_on_table(what),
        require_separate_stake(what),
        require_minimum(state, what.amount),
        require_within_bank(state, what.amount),
    ) or make_call(state, who, kind_of(state, what.amount), what.amount)


@acts.decides(WithdrawCall)
def withdraw(state: State, who: PersonId, _what: WithdrawCall) -> Decision:
    if wrong := require_bets_open(state) or require_no_pass_bar(state, who):
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
    barred = kind not in ORDINARY and state.bars.is_barred(who, BarredAction.BANCO)
    return fault("barred-from-banco") if barred else None


@acts.decides(CallBanco)
def banco(state: State, who: PersonId, _what: CallBanco) -> Decision:
    return first_fault(
        require_may_call(state, who), require_time_for_banco(state), require_bets_open(state)
    ) or make_call(state, who, Call.BANCO, state.coup.in_play)


@acts.decides(JoinBanco)
def join(state: State, who: PersonId, what: JoinBanco) -> Decision:
    """Decide a part of a joint banco; whoever puts up the whole bank themselves makes banco alone."""
    if wrong := first_fault(
        require_bets_open(state),
        require_may_call(state, who),
        require_minimum(state, what.amount),
        require_within_bank(state, what.amount),
        require_may_call(state, what.leader),
    ):
        return wrong
    whole = kind_of(state, what.amount) is Call.BANCO
    small = None if whole else require_room_beside(state, what.amount)
    return small or make_call(state, who, Call.BANCO if whole else f"{Call.JOINT}:{what.leader}", what.amount)


@rule("CF.B.30", neutral=None)
def require_banco_to_repeat(state: State, who: PersonId) -> Fault | None:
    """«Banco seguido» is for the player who made banco in the coup before and lost it."""
    if who in state.carried_over.seguido:
        return None
    return Fault("no-banco-to-repeat", {}, (cite("CF.B.30"), *clauses_against_repeat(state, who)))


def clauses_against_repeat(state: State, who: PersonId) -> tuple[Cite, ...]:
    last, before = (*(None, None), *state.history)[-1:-3:-1]
    if last is None:
        return ()
    halves = (one.person for one in last.award.calls if one.call in (Call.PARTIAL, Call.LAST))
    if last.award.kind is Cover.PARTIAL and last.winner is Winner.BANCA and who in halves:
        return (cite("CF.B.23"),)
    let_go = before is not None and before.award.kind.is_whole and before.award.holder == who
    return (cite("CF.B.36"),) if let_go and last.winner is not Winner.TIE else ()


@rule("CF.B.29", neutral=lambda state: require_bets_open(state))
def require_seguido_possible(state: State) -> Fault | None:
    """«Banco seguido» is valid even after the distribution, while no other player has the cards in their hand."""
    seen = is_hand_seen.where(state.phase in COUP and bool(at(state.coup.cards.layout, Hand.PUNTO)), state)
    if state.phase in (Phase.DEAL, Phase.CARRY, Phase.LIFT) and not seen:
        return None
    return require_cards_unseen(state) if seen else require_bets_open(state)


@rule("CF.B.32", neutral=lambda state: any(card.face_up for card in at(state.coup.cards.layout, Hand.PUNTO)))
def is_hand_seen(state: State) -> bool:
    """A card counts as seen once it has been lifted from the cloth."""
    return state.coup.punto.is_lifted


@rule("CF.B.33", "CF.B.32", neutral=None)
def require_cards_unseen(state: State) -> Fault | None:
    """Called after the cards were given to another player, it yields to the player who has taken and seen them."""
    return fault("cards-seen", holder=state.coup.punto.before)


@rule("CF.B.30", neutral=False)
def is_ordinary_banco(state: State, who: PersonId) -> bool:
    """«Banco seguido» said by the player who made banco in the coup before and won it is an ordinary banco."""
    last = next(reversed(state.history), None)
    won = last is not None and last.award.kind.is_whole and last.winner is Winner.PUNTO
    return state.phase is Phase.BETS and won and last is not None and last.award.holder == who


@acts.decides(CallSeguido)
def call(state: State, who: PersonId, _what: CallSeguido) -> Decision:
    """Decide a call of banco seguido: in the betting a claim like others, after the deal an award at once."""
    if is_ordinary_banco(state, who):
        return banco(state, who, CallBanco())
    if wrong := first_fault(
        require_may_call(state, who),
        require_banco_to_repeat(state, who),
        require_seguido_possible.where(state.phase is not Phase.BETS, state),
    ):
        return wrong
    if state.phase is Phase.BETS:
        return make_call(state, who, Call.SEGUIDO, state.coup.in_play)
    award = state.coup.award
    if award is None or award.kind is Cover.SEGUIDO:
        return fault("seguido-already-called")
    amount = state.coup.in_play
    mine = sum(one.amount for one in award.stakes if one.person == who)
    if wrong := first_fault(
        require_not_barred_from_banco(state, who, Call.SEGUIDO), require_chips(state, who, amount - mine)
    ):
        return wrong
    # Everybody else's stake goes back, and what nobody covered before is covered now.
    alone, calls = (Share(who, amount),), (LiveShare(who, Call.SEGUIDO, amount),)
    late = CoverAwarded(Cover.SEGUIDO, who, alone, award.stakes, alone, calls)
    dealt = () if state.phase is Phase.DEAL else (PhaseOpened(Phase.CARRY),)
    return (late, *bank.form_garage(state, amount), *dealt)


def joint(state: State, ranks: dict[PersonId, Rank]) -> dict[str, tuple[Claim[str], ...]]:
    groups: dict[str, tuple[Claim[str], ...]] = {}
    parts = (one for one in state.calls.claims if one.kind.startswith(f"{Call.JOINT}:"))
    for one in sorted(parts, key=lambda claim: ranks[claim.person]):
        groups[one.kind] = (*groups.get(one.kind, ()), one)
    led = {kind: group for kind, group in groups.items() if leader_of(kind) in {one.person for one in group}}
    return {kind: playing for kind, group in led.items() if (playing := parts_of_bank(state, group))}


def parts_of_bank(state: State, group: tuple[Claim[str], ...]) -> tuple[Claim[str], ...]:
    """Return what plays of the parts of a joint banco, which stand by priority; nothing when they do not cover it."""
    bank, rules = state.coup.in_play, state.book.betting
    if _sum(group) > bank and rules.remainder_accepted.use():
        return cut_to_bank(group, bank, 1 if rules.small_completion.use() else state.settings.minimum)
    return group if _sum(group) == bank else ()


@rule("HP.CF.joint-overshoot", neutral=())
def cut_to_bank(group: tuple[Claim[str], ...], bank: Cents, least: Cents) -> tuple[Claim[str], ...]:
    """Partners who put up more than the bank are cut down to it, the last by priority first.

    Nobody is left with less than ``least``: the rest of the cut falls on the partner before them. Where that is not
    enough, one partner stays out.
    """
    playing, over = list[Claim[str]](), _sum(group) - bank
    for one in reversed(group):
        cut = min(over, one.amount)
        if 0 < one.amount - cut < least:
            cut = max(0, one.amount - least)
        over -= cut
        if cut < one.amount:
            playing.insert(0, msgspec.structs.replace(one, amount=one.amount - cut))
    if not over:
        return tuple(playing)
    without = (tuple(other for other in group if other is not one) for one in reversed(group))
    fewer = next(
        (rest for rest in without if sum(sorted((one.amount for one in rest), reverse=True)[: bank // least]) >= bank),
        (),
    )
    return cut_to_bank(fewer, bank, least) if fewer else ()


def _sum(group: Iterable[Claim[str]]) -> Cents:
    return sum(one.amount for one in group)


def leader_of(kind: str) -> PersonId:
    return PersonId(kind.partition(":")[2])


# A whole banco excludes it, since no other stake plays then; whoever called half of the bank comes before it, so it is
# asked only where neither was called.


@rule("CF.E1.22", neutral=True)
def is_first_coup(bank: Bank) -> bool:
    """The right lasts for one coup only."""
    return bank.decided_coups + bank.tied_coups == 0


def passer_holds(state: State, stakes: Shares, highest: PersonId) -> PersonId | None:
    """Return who passed the hand where they take the cards from ``highest``, whose stake would have them."""
    offer, bank = state.offer, state.bank
    passer = offer.former_banker
    if bank is None or passer is None or passer == highest or not offer.is_passed:
        return None
    fit = share_of(stakes, passer) > 0 and not state.bars.is_barred(passer, BarredAction.CARDS)
    larger = state.coup.in_play > offer.amount
    return goes_first(passer) if fit and larger and is_first_coup(bank) else None


@rule("CF.E1.21", neutral=None)
def goes_first(passer: PersonId) -> PersonId | None:
    """If the new bank is larger than the one before, whoever passed the hand may take the cards, even for less."""
    return passer


# First whoever called half of the bank or completed it, then whoever passed a smaller bank, then the highest stake.
# Each right is cited only where it decides.


def card_holder(
    state: State,
    stakes: Shares,
    ranks: dict[PersonId, Rank],
    *,
    half: Claim[str] | None = None,
    last: Claim[str] | None = None,
) -> PersonId:
    """Return who gets the cards; ``half`` and ``last`` are the two calls of a partial banco, as far as they play."""
    fit = {one.person for one in stakes if not state.bars.is_barred(one.person, BarredAction.CARDS)}
    promised = half is not None and any(one.kind == Call.LAST for one in state.calls.claims)
    if promised and (holder := completer_holds(last)) in fit:
        return holder
    if half is not None and half.person in fit and (holder := caller_holds(half)):
        return holder
    with trace():
        highest = highest_staker(state, stakes, ranks)
    return passer_holds(state, stakes, highest) or highest_staker(state, stakes, ranks)


@rule("CF.B.22", neutral=None)
def completer_holds(last: Claim[str] | None) -> PersonId | None:
    """Who said «con la mesa y último completo» and fills the other half takes the cards before the caller of the
    first; where nothing was left for them to fill, nobody does.
    """
    return None if last is None else last.person


@rule("CF.B.21", neutral=None)
def caller_holds(half: Claim[str]) -> PersonId | None:
    """Who called «banco con la mesa» has the right to the cards, even on their feet."""
    return half.person


@rule("CF.B.25", neutral=lambda _state, stakes, _ranks: stakes[0].person)
def highest_staker(state: State, stakes: Shares, ranks: dict[PersonId, Rank]) -> PersonId:
    """Without banco the cards go to the seated player with the highest stake, of those who may hold cards."""
    fit = tuple(one for one in stakes if not state.bars.is_barred(one.person, BarredAction.CARDS)) or stakes
    sitting = tuple(one for one in fit if state.seats.seat_of(one.person) is not None) or fit
    most = max(one.amount for one in sitting)
    highest = tuple(one.person for one in sitting if one.amount == most)
    return highest[0] if len(highest) == 1 else among_equal_stakes(highest, ranks)


@rule("CF.B.26", neutral=lambda people, _ranks: max(people))
def among_equal_stakes(people: tuple[PersonId, ...], ranks: dict[PersonId, Rank]) -> PersonId:
    """Equal highest stakes are resolved by the order of priority."""
    return min(people, key=lambda one: ranks[one])
