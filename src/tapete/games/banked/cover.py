"""Covering the bank: which of the stakes play when they come to more than the bank holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tapete.clauses import Sourced
from tapete.games.banked.priority import Rank
from tapete.games.banked.shares import Shares, as_shares
from tapete.kernel import PersonId
from tapete.money import Cents
from tapete.table.windows import Claim


def accepted_stakes(
    claims: Sequence[Claim[Any]],
    ranks: dict[PersonId, Rank],
    free: Cents,
    *,
    least: Cents,
    small: Sourced[bool],
    remainder: Sourced[bool],
) -> Shares:
    """Return what plays of the stakes: they are accepted by priority until ``free`` cents of the bank are covered;
    where there is room for all of them the order decides nothing.

    ``small``: a part below the least stake plays if it completes the bank; ``remainder``: a stake plays in part. Who
    staked first never matters.
    """
    taken: dict[PersonId, Cents] = {}
    ordered = sorted(claims, key=lambda claim: claim.amount < least)
    if sum(one.amount for one in claims) > free:
        ordered = sorted(claims, key=lambda claim: (claim.amount < least, ranks[claim.person]))
    for one in ordered:
        part = min(one.amount, free)
        completes = part == free and small.use()
        if not part or (part < least and not completes) or (part < one.amount and not remainder.use()):
            continue
        taken[one.person] = part
        free -= part
    return as_shares(taken)
