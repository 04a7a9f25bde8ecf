"""The award: who covers the bank, with how much, and who gets the cards.

Computed from the claims and from the order of priority when the window closes: who called first never matters.
"""

from __future__ import annotations

from tapete.clauses import fault, first_fault, rule
from tapete.games.baccarat.effects import Barred
from tapete.games.baccarat.priority import Rank
from tapete.games.chemin_de_fer import garage
from tapete.games.chemin_de_fer.acts import CloseBets
from tapete.games.chemin_de_fer.bank import in_window
from tapete.games.chemin_de_fer.events import (
    CoverAwarded,
    Share,
    Shares,
    WindowOpened,
)
from tapete.games.chemin_de_fer.passer import passer_holds
from tapete.games.chemin_de_fer.seating import banco_priority, priority
from tapete.games.chemin_de_fer.spoken import say
from tapete.games.chemin_de_fer.state import Award, State, as_shares
from tapete.games.chemin_de_fer.terms import Call, Cover, Window
from tapete.kernel import Decision, Event, PersonId
from tapete.money import Cents
from tapete.table.staff import Role, on_duty
from tapete.table.windows import Claim

# --- the award --------------------------------------------------------------------------------------------------------


def strongest(claims: tuple[Claim[str], ...], ranks: dict[PersonId, Rank]) -> Claim[str]:
    """Return the claim of the best-placed player."""
    return min(claims, key=lambda one: ranks[one.person])


@rule("CF.B.15", neutral=lambda claims, _ranks: max(claims, key=lambda one: one.person))
def among_bancos(claims: tuple[Claim[str], ...], ranks: dict[PersonId, Rank]) -> Claim[str]:
    """Of several players who call banco, the order of priority decides."""
    return strongest(claims, ranks)


def joint(claims: tuple[Claim[str], ...], bank: Cents) -> dict[str, tuple[Claim[str], ...]]:
    """Return the joint bancos that cover the bank exactly, by kind; each is led by one of its partners."""
    groups: dict[str, tuple[Claim[str], ...]] = {}
    for one in claims:
        if one.kind.startswith(f"{Call.JOINT}:"):
            groups[one.kind] = (*groups.get(one.kind, ()), one)
    whole = {kind: group for kind, group in groups.items() if sum(one.amount for one in group) == bank}
    return {kind: group for kind, group in whole.items() if _leader(kind) in {one.person for one in group}}


def _leader(kind: str) -> PersonId:
    return PersonId(kind.partition(":")[2])


@rule("CF.B.16", neutral=False)
def alone_before_joint() -> bool:
    """A banco covered by one player alone, even on his feet, goes before one covered by several."""
    return True


def award(state: State) -> Award | None:
    """Return how the bank is covered, from the claims alone; ``None`` when nothing valid was called."""
    claims, bank = state.calls.claims, state.coup.in_play
    by_priority, by_banco = priority(state), banco_priority(state)
    repeated = tuple(one for one in claims if one.kind == Call.SEGUIDO)
    alone = tuple(one for one in claims if one.kind == Call.BANCO)
    groups = joint(claims, bank)
    if repeated and state.book.betting.seguido_first.use():
        return _whole(Cover.SEGUIDO, strongest(repeated, by_banco))
    if alone and (alone_before_joint() or not groups):
        return _whole(Cover.BANCO, among_bancos(alone, by_banco))
    if groups:
        best = min(groups, key=lambda kind: min(by_banco[one.person] for one in groups[kind]))
        return Award(Cover.JOINT, _leader(best), as_shares({one.person: one.amount for one in groups[best]}))
    stakes = accepted(state, tuple(one for one in claims if one.kind == Call.STAKE), by_priority)
    return Award(Cover.STAKES, entitled(state, stakes, by_priority), stakes) if stakes else None


def _whole(kind: Cover, claim: Claim[str]) -> Award:
    return Award(kind, claim.person, (Share(claim.person, claim.amount),))


@rule("CF.B.14", neutral=lambda _state, claims, _ranks: as_shares({one.person: one.amount for one in claims}))
def accepted(state: State, claims: tuple[Claim[str], ...], ranks: dict[PersonId, Rank]) -> Shares:
    """The announced sum is the most that can be staked in the coup: stakes are accepted by priority until it is
    covered.
    """
    free, taken = state.coup.in_play, {}
    for one in sorted(claims, key=lambda claim: ranks[claim.person]):
        part = min(one.amount, free)
        if part == one.amount or (part >= state.settings.minimum and state.book.betting.remainder_accepted.use()):
            taken[one.person] = part
            free -= part
    return as_shares(taken)


@rule("CF.B.25", neutral=lambda _state, stakes, _ranks: stakes[0].person)
def entitled(state: State, stakes: Shares, ranks: dict[PersonId, Rank]) -> PersonId:
    """Without banco the cards go to the seated player with the highest stake, of those who may hold cards."""
    passer = passer_holds(state, stakes)
    if passer is not None:
        return passer
    fit = tuple(one for one in stakes if not state.bars.barred(one.person, Barred.CARDS)) or stakes
    sitting = tuple(one for one in fit if state.seats.seat_of(one.person) is not None) or fit
    most = max(one.amount for one in sitting)
    return among_equal_stakes(tuple(one.person for one in sitting if one.amount == most), ranks)


@rule("CF.B.26", neutral=lambda people, _ranks: max(people))
def among_equal_stakes(people: tuple[PersonId, ...], ranks: dict[PersonId, Rank]) -> PersonId:
    """Equal highest stakes are resolved by the order of priority."""
    return min(people, key=lambda one: ranks[one])


def close_bets(state: State, who: PersonId, what: CloseBets) -> Decision:
    """Decide that the betting closes: the award, what goes back, and what stands out of play."""
    del what
    wrong = first_fault(on_duty(state.staff, who, Role.CROUPIER), in_window(state, Window.BETS))
    if wrong:
        return wrong
    made = award(state)
    if made is None:
        return fault("nothing-staked")
    return (*say(state, "no-more-bets"), *covered(state, made), WindowOpened(Window.DEAL))


def covered(state: State, made: Award) -> tuple[Event, ...]:
    """Return the events of an award: every cent that does not play goes back to its owner."""
    laid: dict[PersonId, Cents] = {}
    for one in state.calls.claims:
        laid[one.person] = laid.get(one.person, 0) + one.amount
    for share in made.stakes:
        laid[share.person] -= share.amount
    return (CoverAwarded(made.kind, made.holder, made.stakes, as_shares(laid)), *garage.formed(state, made.covered))
