"""Auction of the bank («subasta de la banca»): bids in one window, a floor, people who may not bid, ties.

All bids of a window are kept until it closes; the award depends on the amounts and on the order of priority, not on who
bid first. How equal ones are told apart is a rule of the game: by priority or by lots.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from tapete.chance import ChanceKind, LotDraw, UrnDraw
from tapete.clauses import Fault, Sourced, against, fault
from tapete.games.banked.priority import Rank
from tapete.kernel import PersonId
from tapete.money import Cents
from tapete.table.windows import Claim, Window, claim

BID = "bid"

Bid = Claim[str]


class AuctionRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``highest_wins``: the bank goes to the highest bid (else to the lowest that reaches the floor)."""

    highest_wins: Sourced[bool]


class Auction(msgspec.Struct, frozen=True):
    """An auction. ``floor`` is the least bid in cents; ``barred_bidders`` may not bid."""

    window: Window[str]
    floor: Cents
    barred_bidders: frozenset[PersonId] = frozenset()

    def bid_of(self, person: PersonId) -> Cents:
        """Return what a person has bid, 0 if nothing."""
        return sum(one.amount for one in self.window.by(person))


def start(serial: int, floor: Cents, barred: frozenset[PersonId]) -> Auction:
    return Auction(Window("auction", serial), floor, barred)


def require_valid_bid(auction: Auction, person: PersonId, amount: Cents) -> Fault | None:
    """Return a Fault if a bid is below the floor, or not above the bidder's own earlier one. Who is barred, the game
    decides.
    """
    if amount < auction.floor:
        return fault("bid-below-floor", floor=auction.floor, bid=amount)
    earlier = auction.bid_of(person)
    if amount <= earlier:
        return fault("bid-not-raised", earlier=earlier, bid=amount)
    return None


def require_not_barred(auction: Auction, person: PersonId, why: Sourced[bool]) -> Fault | None:
    """Return a Fault if the person is barred from this auction."""
    return against(why, "barred-from-auction") if why.use() and person in auction.barred_bidders else None


def bid(auction: Auction, person: PersonId, amount: Cents) -> Auction:
    """Record a bid; it takes the place of the bidder's earlier one."""
    return msgspec.structs.replace(auction, window=claim(auction.window, Claim(person, BID, amount)))


def highest(auction: Auction, rules: AuctionRules) -> tuple[Bid, ...]:
    """Return the bids that no other bid beats; several of them are a tie."""
    bids = auction.window.claims
    if not bids:
        return ()
    best = max if rules.highest_wins.use() else min
    top = best(one.amount for one in bids)
    return tuple(one for one in bids if one.amount == top)


# --- who wins --------------------------------------------------------------------------------------------------------


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


def bid_of_lot(auction: Auction, rules: AuctionRules, lot: str) -> Bid | None:
    """Return the bid of the person whose lot came out; ``None`` for somebody who has none of the highest ones."""
    return next((one for one in highest(auction, rules) if one.person == lot), None)
