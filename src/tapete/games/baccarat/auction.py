"""Auction of the bank («subasta de la banca»): bids in one window, a floor, people who may not bid, ties.

All bids of a window are kept until it closes; the award depends on the amounts and on the order of priority, not on who
bid first. How equal ones are told apart a game says.
"""

from __future__ import annotations

import msgspec

from tapete.clauses import Fault, Sourced, against, fault
from tapete.kernel import PersonId
from tapete.money import Cents
from tapete.table.windows import Claim, Window, claim, close

BID = "bid"


class AuctionRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``highest_wins``: the bank goes to the highest bid (else to the lowest that reaches the floor)."""

    highest_wins: Sourced[bool]


class Auction(msgspec.Struct, frozen=True):
    """An auction. ``floor`` is the least bid in cents; ``barred`` may not bid."""

    window: Window[str]
    floor: Cents
    barred: frozenset[PersonId] = frozenset()

    def bid_of(self, person: PersonId) -> Cents:
        """Return what a person has bid, 0 if nothing."""
        return sum(one.amount for one in self.window.by(person))


def start(serial: int, floor: Cents, barred: frozenset[PersonId]) -> Auction:
    """Open an auction."""
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
    return against(why, "barred-from-auction") if why.use() and person in auction.barred else None


def bid(auction: Auction, person: PersonId, amount: Cents) -> Auction:
    """Record a bid; it takes the place of the bidder's earlier one."""
    return msgspec.structs.replace(auction, window=claim(auction.window, Claim(person, BID, amount)))


def closed(auction: Auction) -> Auction:
    """Close the window: no bid enters it any more."""
    return msgspec.structs.replace(auction, window=close(auction.window))


def highest(auction: Auction, rules: AuctionRules) -> tuple[Claim[str], ...]:
    """Return the bids that no other bid beats; several of them are a tie."""
    bids = auction.window.claims
    if not bids:
        return ()
    best = max if rules.highest_wins.use() else min
    top = best(one.amount for one in bids)
    return tuple(one for one in bids if one.amount == top)
