"""Banco in association («banco» of several): its partners, who called it, and what plays of their parts."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from tapete.clauses import rule
from tapete.games.banked.priority import Rank
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import Call
from tapete.kernel import PersonId
from tapete.money import Cents
from tapete.table.windows import Claim


def joint(state: State, ranks: dict[PersonId, Rank]) -> dict[str, tuple[Claim[str], ...]]:
    """Return the joint bancos that cover the bank, by kind, each with what plays of its parts by priority.

    Each is called by one of its partners: without a part of his there is none.
    """
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

    Nobody is left with less than ``least``: the rest of the cut falls on the partner before him. Where that is not
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
    fewer = next((rest for rest in without if _largest(rest, bank // least) >= bank), ())
    return cut_to_bank(fewer, bank, least) if fewer else ()


def _largest(group: Iterable[Claim[str]], count: int) -> Cents:
    return sum(sorted((one.amount for one in group), reverse=True)[:count])


def _sum(group: Iterable[Claim[str]]) -> Cents:
    return sum(one.amount for one in group)


def leader_of(kind: str) -> PersonId:
    """Return who called a joint banco of this kind."""
    return PersonId(kind.partition(":")[2])
