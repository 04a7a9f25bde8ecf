"""Who wins the auction of the bank: the tie rule is the game's, by the order of priority or by lots."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from tapete.chance import ChanceKind, LotDraw, UrnDraw
from tapete.games.baccarat.auction import Auction, AuctionRules, highest
from tapete.games.baccarat.priority import Rank
from tapete.kernel import PersonId
from tapete.table.windows import Claim

Bid = Claim[str]


class LotsAwaited(msgspec.Struct, frozen=True):
    """Equal bids between which a lot decides: one for each person, in order of name."""

    people: tuple[PersonId, ...]

    def draw(self, kind: ChanceKind, urn: int, *, filled: bool) -> UrnDraw | LotDraw:
        """Return the draw that the table awaits: its urn number ``urn`` with a lot for each person, and once that is
        ``filled`` the first lot to leave it. The lot of a real urn is keyed by a person.
        """
        if not filled:
            return UrnDraw(urn, self.people)
        return LotDraw(urn, 0, by_person=kind is ChanceKind.KEYED)


TieRule = Callable[[Sequence[Bid]], Bid | LotsAwaited]
"""How equal highest bids are told apart. It is asked only where there are two or more."""


def by_priority(ranks: Mapping[PersonId, Rank]) -> TieRule:
    """Return the rule by which the person with the strongest priority wins."""
    return lambda bids: min(bids, key=lambda one: ranks[one.person])


def by_lots(bids: Sequence[Bid]) -> LotsAwaited:
    """Leave equal bids to a lot; who bid first never matters."""
    return LotsAwaited(tuple(sorted(one.person for one in bids)))


def winner(auction: Auction, rules: AuctionRules, tie: TieRule) -> Bid | LotsAwaited | None:
    """Return the winning bid, or the lots between equal ones; ``None`` when nobody bid."""
    bids = highest(auction, rules)
    if len(bids) < 2:
        return next(iter(bids), None)
    return tie(bids)


def drawn(auction: Auction, rules: AuctionRules, lot: str) -> Bid | None:
    """Return the bid of the person whose lot came out; ``None`` for somebody who has none of the highest ones."""
    return next((one for one in highest(auction, rules) if one.person == lot), None)
