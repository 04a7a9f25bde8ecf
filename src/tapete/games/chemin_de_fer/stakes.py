"""What plays in a coup: the award of bancos and stakes, stakes on the line, partial bancos, late stakes."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from tapete.clauses import Fault, cite, fault, first_fault, rest_on, rule
from tapete.games.baccarat.incident import IncidentOpened, incident, open_proposal, require_report_authority
from tapete.games.baccarat.procedure import CloseBets, say
from tapete.games.banked import priority as cover
from tapete.games.banked.coup import LiveShare, Share, Shares, as_shares, share_of
from tapete.games.banked.events import CoupCalledOff
from tapete.games.banked.people import chips_of, require_chips
from tapete.games.banked.priority import Rank, StakeOnLine
from tapete.games.chemin_de_fer import acts as a, bank, events as e
from tapete.games.chemin_de_fer.calls import (
    card_holder,
    joint,
    kind_of,
    leader_of,
    make_call,
    replaced_by,
    replaced_calls,
    require_bets_open,
    require_enough_to_go_on,
    require_may_call,
    require_minimum,
    require_new_call,
    require_room_for_two,
    require_within_bank,
)
from tapete.games.chemin_de_fer.cards import require_banker, to_the_table
from tapete.games.chemin_de_fer.evolve import evolve
from tapete.games.chemin_de_fer.people import banco_priority, priority
from tapete.games.chemin_de_fer.state import Award, State
from tapete.games.chemin_de_fer.terms import COUP, Call, Cover, Phase
from tapete.kernel import Decision, Event, Irregular, PersonId, fold
from tapete.money import Cents, Fraction, euros, portion
from tapete.table.phases import require_phase
from tapete.table.staff import Role, require_post
from tapete.table.windows import Claim

# Computed from the claims and from the order of priority when the window closes: who called first never matters.

HALF = Fraction(1, 2)


def strongest(claims: tuple[Claim[str], ...], ranks: dict[PersonId, Rank]) -> Claim[str]:
    return min(claims, key=lambda one: ranks[one.person])


@rule("CF.B.15", neutral=lambda claims, _ranks: max(claims, key=lambda one: one.person))
def among_bancos(claims: tuple[Claim[str], ...], ranks: dict[PersonId, Rank]) -> Claim[str]:
    """Of several players who call banco, the order of priority decides."""
    return strongest(claims, ranks)


def best_banco(claims: tuple[Claim[str], ...], ranks: dict[PersonId, Rank]) -> Claim[str]:
    return among_bancos.where(len(claims) > 1, claims, ranks) or claims[0]


@rule("CF.B.16", neutral=False)
def is_sole_banco_first() -> bool:
    """A banco covered by one player alone, even on their feet, goes before one covered by several."""
    return True


def awarded(state: State) -> Award | None:
    claims = state.calls.claims
    by_priority, by_banco = priority(state), banco_priority(state)
    repeated = tuple(one for one in claims if one.kind == Call.SEGUIDO)
    alone = tuple(one for one in claims if one.kind in (Call.BANCO, Call.SEGUIDO))
    groups = joint(state, by_banco)
    if repeated and state.book.betting.seguido_first.use():
        if len(claims) > 1:
            rest_on(cite("CF.B.30"))
        return _whole(Cover.SEGUIDO, strongest(repeated, by_banco))
    if alone and (not groups or is_sole_banco_first()):
        sole = best_banco(alone, by_banco)
        return _whole(Cover.SEGUIDO if sole.kind == Call.SEGUIDO else Cover.BANCO, sole)
    if groups:
        best = min(groups, key=lambda kind: min(by_banco[one.person] for one in groups[kind]))
        shared = as_shares({one.person: one.amount for one in groups[best]})
        playing = tuple(one.person for one in groups[best])
        holder = leader_of(best) if leader_of(best) in playing else playing[0]
        return Award(Cover.JOINT, holder, shared, calls_in_play(groups[best]))
    return by_parts(state, by_priority, by_banco)


def _whole(kind: Cover, claim: Claim[str]) -> Award:
    return Award(kind, claim.person, (Share(claim.person, claim.amount),), calls_in_play((claim,)))


def calls_in_play(claims: Iterable[Claim[str]]) -> tuple[LiveShare, ...]:
    found = (LiveShare(one.person, one.kind, one.amount) for one in claims if one.amount)
    return tuple(sorted(found, key=lambda one: (one.person, one.call)))


def is_whole_bank_called(state: State) -> bool:
    """Return True if somebody has called the whole bank so far: alone, again, or with partners who complete it."""
    claims = state.calls.claims
    alone = any(one.kind in (Call.BANCO, Call.SEGUIDO) for one in claims)
    return alone or bool(joint(state, banco_priority(state)))


def half_of(state: State) -> Cents:
    """Return one half of the bank of the coup; an odd cent goes to the half of «banco con la mesa»."""
    return portion(state.coup.in_play, HALF, state.book.betting.half_rounding.use())


@rule("CF.C4.19", neutral=lambda _state, amount: amount)
def live_half(state: State, amount: Cents) -> Cents:
    """A stake on the line plays half of its amount; the other half is safe."""
    return portion(amount, HALF, state.book.betting.half_rounding.use())


def partial(state: State, ranks: dict[PersonId, Rank]) -> Claim[str] | None:
    claims = tuple(one for one in state.calls.claims if one.kind == Call.PARTIAL)
    if len(claims) > 1:
        rest_on(cite("HP.CF.one-con-la-mesa"))
    return best_banco(claims, ranks) if claims else None


def live_stakes(state: State) -> tuple[Claim[str], ...]:
    laid = [one for one in state.calls.claims if one.kind in (Call.STAKE, Call.LINE)]
    playing = (live_half(state, one.amount) if one.kind == Call.LINE else one.amount for one in laid)
    return tuple([msgspec.structs.replace(one, amount=amount) for one, amount in zip(laid, playing, strict=True)])


def missing_part(state: State) -> Cents:
    half = partial(state, banco_priority(state))
    free = state.coup.in_play - (half.amount if half else 0)
    return free - sum(one.amount for one in accept_stakes(state, live_stakes(state), priority(state), free))


def by_parts(state: State, by_priority: dict[PersonId, Rank], by_banco: dict[PersonId, Rank]) -> Award | None:
    bank, half = state.coup.in_play, partial(state, by_banco)
    free = bank - (half.amount if half else 0)
    laid = live_stakes(state)
    found = {one.person: one.amount for one in accept_stakes(state, laid, by_priority, free)}
    calls = [msgspec.structs.replace(one, amount=found.get(one.person, 0)) for one in laid]
    last = completion(state, free - sum(found.values()), by_banco) if half else None
    for one in (half, last):
        if one is not None:
            found[one.person] = found.get(one.person, 0) + one.amount
            calls.append(one)
    if not found:
        return None
    if half and found == {half.person: bank}:
        return Award(Cover.BANCO, half.person, as_shares(found), calls_in_play(calls))
    stakes = as_shares(found)
    holder = card_holder(state, stakes, by_priority, half=half, last=last)
    return Award(Cover.PARTIAL if half else Cover.STAKES, holder, stakes, calls_in_play(calls))


def missing_from_half(state: State) -> Cents:
    """Return what the half that «banco con la mesa» leaves still lacks, whether that has been called yet or not."""
    free = state.coup.in_play - half_of(state)
    return free - sum(one.amount for one in accept_stakes(state, live_stakes(state), priority(state), free))


def completion(state: State, left: Cents, ranks: dict[PersonId, Rank]) -> Claim[str] | None:
    """Return what «último completo» supplies: all that is missing, where enough was laid ready for it."""
    claims = tuple(one for one in state.calls.claims if one.kind == Call.LAST and one.amount >= left)
    if not claims or not left or (left < state.settings.minimum and not state.book.betting.small_completion.use()):
        return None
    best = strongest(claims, ranks)
    return msgspec.structs.replace(best, amount=left)


def _as_called(
    _state: State, claims: tuple[Claim[str], ...], _ranks: dict[PersonId, Rank], _free: Cents
) -> tuple[Share, ...]:
    return as_shares({one.person: one.amount for one in claims})


@rule("CF.B.14", neutral=_as_called)
def cut_stakes(state: State, claims: tuple[Claim[str], ...], ranks: dict[PersonId, Rank], free: Cents) -> Shares:
    """The announced sum is the most that can be staked: stakes are accepted by priority until it is covered."""
    return playing_parts(state, claims, ranks, free)


def accept_stakes(state: State, claims: tuple[Claim[str], ...], ranks: dict[PersonId, Rank], free: Cents) -> Shares:
    cut = cut_stakes.where(sum(one.amount for one in claims) > free, state, claims, ranks, free)
    return playing_parts(state, claims, ranks, free) if cut is None else cut


def playing_parts(state: State, claims: tuple[Claim[str], ...], ranks: dict[PersonId, Rank], free: Cents) -> Shares:
    """Return what plays; of stakes below the minimum only one that completes the bank, where a house admits it."""
    rules = state.book.betting
    return cover.accepted_stakes(
        claims,
        ranks,
        free,
        least=state.settings.minimum,
        small=rules.small_completion,
        remainder=rules.remainder_accepted,
    )


def close_bets(state: State, who: PersonId, _what: CloseBets) -> Decision:
    if wrong := first_fault(
        require_post(state.staff, who, Role.CROUPIER), require_phase(state, Phase.BETS), require_enough_to_go_on(state)
    ):
        return wrong
    made = awarded(state)
    if made is None:
        return fault("nothing-staked")
    return (*say(state, "no-more-bets"), *award_events(state, made), e.PhaseOpened(Phase.DEAL))


@a.decides(a.CallOff)
def call_off(state: State, who: PersonId, _what: a.CallOff) -> Decision:
    if wrong := first_fault(require_post(state.staff, who, Role.CROUPIER), require_phase(state, Phase.BETS)):
        return wrong
    short = require_enough_to_go_on(state) is not None
    if not short and awarded(state) is not None:
        return fault("something-staked")
    rest_on(cite("HP.CF.below-four") if short else cite("HP.CF.no-stakes"))
    return (*calls_returned(state), *to_the_table(state))


def calls_returned(state: State) -> tuple[Event, ...]:
    """Return the events of a coup that is not dealt: what was called goes back, the bank stands as it was."""
    back = tuple(e.CallWithdrawn(one.person, one.kind, one.amount) for one in state.calls.claims)
    whole = () if state.bank is None else bank.return_garage(state.bank)
    return (*back, *whole, CoupCalledOff(state.coup.number))


def award_events(state: State, made: Award) -> tuple[Event, ...]:
    laid: dict[PersonId, Cents] = {}
    for one in state.calls.claims:
        laid[one.person] = laid.get(one.person, 0) + one.amount
    for share in made.stakes:
        laid[share.person] -= share.amount
    told = e.CoverAwarded(made.kind, made.holder, made.stakes, as_shares(laid), calls=made.calls)
    return (told, *bank.form_garage(state, made.covered_amount))


@a.decides(StakeOnLine)
def stake_on_line(state: State, who: PersonId, what: StakeOnLine) -> Decision:
    """Decide a stake on the line. The half that plays is what the limits are about."""
    if what.playing > what.amount:
        return fault("more-than-laid", laid=what.amount)
    said = part_in_play.where(what.playing > 0, what) or 0
    live = said or live_half(state, what.amount)
    if wrong := first_fault(
        require_bets_open(state),
        require_may_call(state, who),
        require_minimum(state, live),
        require_within_bank(state, live),
    ):
        return wrong
    kind = kind_of(state, live)
    if not said and kind is not Call.BANCO:
        return make_call(state, who, Call.LINE, what.amount)
    if stands := require_new_call(state, who, kind, live):
        return stands
    laid = replaced_by(state, who, Call.LINE, what.amount)
    if not isinstance(laid, tuple):
        return laid
    definite = make_call(fold(evolve, state, laid), who, kind, live)
    return (*laid, *definite) if isinstance(definite, tuple) else definite


@rule("CF.C4.20", neutral=0)
def part_in_play(what: StakeOnLine) -> Cents:
    """Any other instruction makes the croupier change the stake at once into what plays and what goes back."""
    return what.playing


# Where conduct is observed such a stake happened, so it is noted: its chips lie on the table and take no part. The
# banker may have it removed at once; at the latest it goes back when the coup is settled.


@a.decides(a.NoteLateStake)
def note_late(state: State, who: PersonId, what: a.NoteLateStake) -> Decision:
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
    return Irregular((e.LateStakeNoted(what.person, what.amount),), (late,))


@a.decides(a.RemoveLateStake)
@rule("CF.B.41", neutral=lambda _state, _who, _what: fault("nothing-to-demand"))
def remove_late(state: State, who: PersonId, what: a.RemoveLateStake) -> Decision:
    """The banker may demand that a stake laid after the words be removed."""
    late = share_of(state.coup.late, what.person)
    return first_fault(require_banker(state, who), None if late else fault("no-late-stake", person=what.person)) or (
        e.LateStakeRemoved(what.person, late, is_demanded=True),
    )


@a.decides(a.AdmitLateStake)
def admit_late(state: State, who: PersonId, what: a.AdmitLateStake) -> Decision:
    """Decide that the banker lets a late stake play, before the first card. It gives no right to the cards."""
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
        e.LateStakeRemoved(what.person, late),
        e.CoverAwarded(award.kind, award.holder, as_shares(stakes), (), added, calls),
        *bank.form_garage(state, award.covered_amount + plays),
    )


@rule("CF.C4.18", neutral=None)
def require_stake_duties(what: a.RecordStakeClaim) -> Fault | None:
    """No claim about a stake is admitted when it did not lie uncovered on the table, or its owner did not watch it."""
    if not what.uncovered:
        return fault("stake-was-covered", amount=what.amount)
    return None if what.watched else fault("stake-not-watched", amount=what.amount)


@a.decides(a.RecordStakeClaim)
def record_claim(state: State, who: PersonId, what: a.RecordStakeClaim) -> Decision:
    """Decide a claim about a stake: not admitted, it is kept all the same; admitted, it goes to the inspector."""
    if wrong := first_fault(
        require_report_authority(state.book.authority, state.staff, who),
        None if state.seats.is_at_table(what.person) else fault("not-at-table", person=what.person),
    ):
        return wrong
    refused = require_stake_duties(what)
    if refused:
        return Irregular((e.StakeClaimRecorded(what.person, what.amount, False, what.note),), (refused,))
    found = fault("claim-about-stake", person=what.person, amount=what.amount)
    opened = incident(
        state.docket, "claim-about-stake", who, (found,), (open_proposal(state.book.authority),), what.note
    )
    heard = e.StakeClaimRecorded(what.person, what.amount, True, what.note)
    return Irregular((heard, IncidentOpened(opened)), (found,))


@rule("CF.B.17", neutral=None)
def require_no_whole_banco(state: State) -> Fault | None:
    """A partial banco is for when nobody takes the full one; a full one called later in the window goes before it."""
    return fault("banco-called") if is_whole_bank_called(state) else None


@rule("CF.B.18", neutral=None)
def require_exact_half(state: State, amount: Cents) -> Fault | None:
    """The stake of «banco con la mesa» is exactly one half of the bank."""
    half = half_of(state)
    return None if amount == half else fault("not-half", half=half)


@a.decides(a.CallConLaMesa)
def con_la_mesa(state: State, who: PersonId, what: a.CallConLaMesa) -> Decision:
    """Decide a call of «banco con la mesa». With a bank below twice the minimum there is none."""
    amount = what.amount or half_of(state)
    if wrong := first_fault(
        require_bets_open(state),
        require_may_call(state, who),
        require_no_whole_banco(state),
        require_exact_half(state, amount),
        require_minimum(state, min(amount, state.coup.in_play - amount)),
    ):
        return wrong
    made = make_call(state, who, Call.PARTIAL, amount)
    return made if not isinstance(made, tuple) else (*made, *invitation(fold(evolve, state, made)))


@rule("CF.B.19", neutral=())
def invitation(state: State) -> tuple[Event, ...]:
    """The croupier then invites the others to complete the sum in the bank."""
    left = missing_part(state)
    return say(state, "complete-the-bank", amount=euros(left)) if left else ()


@a.decides(a.CallUltimoCompleto)
def ultimo_completo(state: State, who: PersonId, _what: a.CallUltimoCompleto) -> Decision:
    """Decide the promise to supply what is missing; without a «banco con la mesa» it comes to nothing."""
    return first_fault(
        require_bets_open(state),
        require_may_call(state, who),
        require_no_whole_banco(state),
        require_room_for_two(state),
        require_minimum(state, chips_at_hand(state, who)),
    ) or make_call(state, who, Call.LAST, chips_to_complete(state, who))


def chips_at_hand(state: State, who: PersonId) -> Cents:
    """Return what somebody could lay ready who promises the last completion: of an earlier call of theirs too."""
    return chips_of(state.ledger, who) + sum(one.amount for one in replaced_calls(state, who, Call.LAST))


def chips_to_complete(state: State, who: PersonId) -> Cents:
    """Return what the last completion lays ready: what is missing now, and as much of the half as they have."""
    replaced = replaced_calls(state, who, Call.LAST)
    without = fold(evolve, state, [e.CallWithdrawn(who, one.kind, one.amount) for one in replaced])
    half, held = state.coup.in_play - half_of(state), chips_at_hand(state, who)
    least = 1 if state.book.betting.small_completion.use() else state.settings.minimum
    return max(missing_from_half(without), least, min(half, held))
