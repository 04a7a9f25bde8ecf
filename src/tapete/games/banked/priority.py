"""Order of priority among the people at a table («orden de prioridad»).

The order is a value, computed from the places and from where the banker sits; calls made in one window are ranked by
it, so that who called first never matters. Each principle is a value of the rulebook.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any

import msgspec

from tapete.chance import ChanceKind, LotDraw, UrnDraw
from tapete.clauses import Fault, Sourced, against, fault
from tapete.games.banked.coup import Shares, as_shares
from tapete.kernel import ActBody, PersonId
from tapete.money import Amount, Cents
from tapete.table.seats import Seat, Seats
from tapete.table.windows import Claim, Window, claim


class PriorityRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The principles of the order.

    ``seated_first``: whoever sits goes before whoever stands. ``from_banker``: places count rightwards from the
    banker's, which comes last; otherwise by their numbers. ``standing_by_place``: people on their feet are ordered by
    the place behind which they stand; those behind one place, and all of them otherwise, by their arrival at the
    table.
    """

    seated_first: Sourced[bool]
    from_banker: Sourced[bool]
    standing_by_place: Sourced[bool]


class Rank(tuple[int, ...]):
    """Strength of a person's priority: the smaller the stronger. No two people at a table have the same.

    A comparison leaves in the trace the clauses of the principle that decides it; a rank that is compared with nobody's
    leaves none. ``principles`` has one for each part of the rank, where a clause stands behind it.
    """

    principles: tuple[Sourced[Any] | None, ...] = ()

    def __lt__(self, other: tuple[int, ...]) -> bool:
        decided = next((n for n, (one, two) in enumerate(zip(self, other, strict=True)) if one != two), None)
        by = None if decided is None else self.principles[decided]
        if by is not None:
            by.rest()
        return tuple.__lt__(self, other)


def rank(parts: tuple[int, ...], *principles: Sourced[Any] | None) -> Rank:
    found = Rank(parts)
    found.principles = principles
    return found


def ranks(
    seats: Seats,
    banker: Seat | None,
    rules: PriorityRules,
    last: frozenset[PersonId] = frozenset(),
    last_by: Sourced[bool] | None = None,
) -> dict[PersonId, Rank]:
    """Return the rank of everybody at the table.

    ``banker`` is the place from whose right the order starts (of a banker on their feet: the last place that held the
    bank); ``None`` counts from the first place. Those in ``last`` may not use their priority now, by the rule
    ``last_by``: they come after everybody else, in the same order among themselves.
    """
    from_banker = banker is not None and rules.from_banker.weigh()
    places = tuple(seats.rightwards(banker)) if from_banker and banker is not None else seats.labels
    place = {label: number for number, label in enumerate(places)}
    seated_first, by_place = rules.seated_first.weigh(), rules.standing_by_place.weigh()
    numbered = rules.from_banker if banker is not None else None
    found: dict[PersonId, Rank] = {}
    for label, person in seats.occupants.items():
        parts = (int(person in last), 0, place[label], 0)
        found[person] = rank(parts, last_by, rules.seated_first, numbered, None)
    for arrival, one in enumerate(seats.standing, 1):
        parts = (int(one.person in last), 1 if seated_first else 0, place[one.behind] if by_place else 0, arrival)
        found[one.person] = rank(parts, last_by, rules.seated_first, rules.standing_by_place, None)
    return found


# All bids of a window are kept until it closes; the award depends on the amounts and on the order of priority, not on
# who bid first. How equal ones are told apart is a rule of the game: by priority or by lots.

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
        return sum(one.amount for one in self.window.by(person))


def start(serial: int, floor: Cents, barred: frozenset[PersonId]) -> Auction:
    return Auction(Window("auction", serial), floor, barred)


def require_valid_bid(auction: Auction, person: PersonId, amount: Cents) -> Fault | None:
    """Return a Fault if a bid is below the floor, or not above the bidder's own. Who is barred, the game decides."""
    if amount < auction.floor:
        return fault("bid-below-floor", floor=auction.floor, bid=amount)
    earlier = auction.bid_of(person)
    return fault("bid-not-raised", earlier=earlier, bid=amount) if amount <= earlier else None


def require_not_barred(auction: Auction, person: PersonId, why: Sourced[bool]) -> Fault | None:
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


class LotsAwaited(msgspec.Struct, frozen=True):
    """Equal bids between which a lot decides: one for each person, in order of name."""

    people: tuple[PersonId, ...]

    def draw(self, kind: ChanceKind, urn: int, *, filled: bool) -> UrnDraw | LotDraw:
        """Return the draw that the table awaits: the urn, and once that is ``filled`` the first lot to leave it."""
        return UrnDraw(urn, self.people) if not filled else LotDraw(urn, 0, by_person=kind is ChanceKind.KEYED)


TieRule = Callable[[Sequence[Bid]], Bid | LotsAwaited]
"""How equal highest bids are told apart. It is asked only where there are two or more."""


def by_priority(ranks: Mapping[PersonId, Rank]) -> TieRule:
    return lambda bids: min(bids, key=lambda one: ranks[one.person])


def by_lots(bids: Sequence[Bid]) -> LotsAwaited:
    """Leave equal bids to a lot; who bid first never matters."""
    return LotsAwaited(tuple(sorted(one.person for one in bids)))


def winner(auction: Auction, rules: AuctionRules, tie: TieRule) -> Bid | LotsAwaited | None:
    bids = highest(auction, rules)
    return next(iter(bids), None) if len(bids) < 2 else tie(bids)


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


class StakeOnLine(ActBody, frozen=True, tag="stake-on-line"):
    """A player lays ``amount`` cents on the line («raya»): half plays. ``playing`` cents: they say another part."""

    amount: Amount
    playing: Annotated[Cents, msgspec.Meta(ge=0)] = 0
