"""A tiny game in which a bank is sold to the highest bidder and a lot decides between equal bids.

It is no game of a rulebook: it is made of the auction of banked tables and of the draws of an urn, so that a test can
see that the two fit together, at a live table and in its audit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from tapete.chance import ChanceKind, Draw, LotDrawn, LotOut, SealUrn, UrnSealed
from tapete.clauses import Cite, fault
from tapete.games.banked import auction as sale
from tapete.games.banked.auction import Auction, AuctionRules, LotsAwaited
from tapete.kernel import (
    CHANCE,
    Act,
    ActBody,
    Breach,
    Decision,
    Event,
    Offer,
    Outcome,
    PersonId,
    Step,
    answer,
    union_of,
)
from tapete.table.windows import Claim
from tests.support.banked.two_cloths import own

CROUPIER = PersonId("croupier")
RULES = AuctionRules(highest_wins=own(True))


class OpenSale(ActBody, frozen=True, tag="open-sale"):
    """Open the auction; ``lots`` says where a lot would come from."""

    name: str
    lots: ChanceKind

    def chance_kind(self) -> ChanceKind:
        """Return where the lots come from."""
        return self.lots


class Bid(ActBody, frozen=True, tag="bid-in-sale"):
    """Bid an amount in cents."""

    is_timeless: ClassVar[bool] = True
    amount: int


class CloseSale(ActBody, frozen=True, tag="close-sale"):
    """Close the auction."""

    is_timeless: ClassVar[bool] = True


class SaleOpened(Event, frozen=True, tag="sale-opened@1"):
    """The auction is open."""

    lots: ChanceKind


class BidInSale(Event, frozen=True, tag="bid-in-sale@1"):
    """A person bid."""

    person: PersonId
    amount: int


class Tied(Event, frozen=True, tag="sale-tied@1"):
    """A lot decides between these people."""

    people: tuple[PersonId, ...]


class BankSold(Event, frozen=True, tag="bank-sold@1"):
    """The person has the bank for this amount."""

    person: PersonId
    amount: int


class State(msgspec.Struct, frozen=True):
    """The auction, and the lots that it waits for."""

    auction: Auction | None = None
    lots: ChanceKind = ChanceKind.SEEDED
    tie: LotsAwaited | None = None
    urns: int = 0
    sold: BankSold | None = None


def closed(auction: Auction) -> Decision:
    """Decide the end of the auction."""
    won = sale.winner(auction, RULES, sale.by_lots)
    match won:
        case Claim():
            return (BankSold(won.person, won.amount),)
        case LotsAwaited(people=people):
            return (Tied(people),)
        case _:
            return fault("no-auction")


def sealed(state: State, who: PersonId, what: SealUrn) -> Decision:
    """Decide the order of the lots."""
    if who != CHANCE or state.tie is None or what.urn != state.urns + 1:
        return fault("only-chance")
    return (UrnSealed(what.urn, state.lots, state.tie.people, what.commitments),)


def lot_out(state: State, auction: Auction, who: PersonId, what: LotOut) -> Decision:
    """Decide the lot that came out, or that the croupier keyed."""
    by = CROUPIER if state.lots is ChanceKind.KEYED else CHANCE
    if who != by or state.tie is None or (what.urn, what.position) != (state.urns, 0):
        return fault("not-your-post", needs=[str(by)])
    won = sale.bid_of_lot(auction, RULES, what.token)
    if won is None:
        return fault("not-a-candidate", candidates=list(state.tie.people))
    return (LotDrawn(what.urn, what.position, what.token), BankSold(won.person, won.amount))


def decided(state: State, act: Act[Any]) -> Decision:
    """Return the decision of an act."""
    what, auction = act.body, state.auction
    if isinstance(what, OpenSale):
        return (SaleOpened(what.lots),)
    if auction is None or state.sold is not None:
        return fault("no-auction")
    match what:
        case Bid():
            return sale.require_valid_bid(auction, act.by, what.amount) or (BidInSale(act.by, what.amount),)
        case CloseSale():
            return closed(auction)
        case SealUrn():
            return sealed(state, act.by, what)
        case _:
            return lot_out(state, auction, act.by, what)


FOLDS: Mapping[type[Event], Callable[[State, Any], State]] = {
    SaleOpened: lambda state, event: replace(state, auction=sale.start(1, 100_00, frozenset()), lots=event.lots),
    BidInSale: lambda state, event: replace(state, auction=sale.bid(state.auction, event.person, event.amount)),  # type: ignore[arg-type]
    Tied: lambda state, event: replace(state, tie=LotsAwaited(event.people)),
    UrnSealed: lambda state, event: replace(state, urns=event.urn),
    LotDrawn: lambda state, _event: replace(state, tie=None),
    BankSold: lambda state, event: replace(state, sold=event),
}


class SaleByLot:
    """The game."""

    key = "sale-by-lot"
    act_types = union_of((OpenSale, Bid, CloseSale, SealUrn, LotOut))
    event_types = union_of(FOLDS)

    def blank(self) -> State:
        """Return the state before the auction."""
        return State()

    def decide(self, state: State, act: Act[Any]) -> Outcome:
        """Answer an act."""
        return answer(act, lambda: decided(state, act))

    def evolve(self, state: State, event: Any) -> State:
        """Fold one event."""
        return FOLDS[type(event)](state, event)

    def step(self, state: State) -> Step:
        """Return the only step there is."""
        del state
        return Step(0, 0, "sale", 0)

    def draw_awaited(self, state: State) -> Draw | None:
        """Return the urn or the lot that the auction waits for."""
        if state.tie is None:
            return None
        return state.tie.draw(state.lots, max(state.urns, 1), filled=state.urns > 0)

    def urn_tokens(self, state: State) -> tuple[str, ...]:
        """Return the lots of the people between whom one decides."""
        return () if state.tie is None else state.tie.people

    def view(self, state: State, viewer: PersonId | None) -> BankSold | None:
        """Return who has the bank."""
        del viewer
        return state.sold

    def legal(self, state: State, viewer: PersonId | None) -> tuple[Offer, ...]:
        """Offer nothing."""
        del state, viewer
        return ()

    def explain(self, state: State, viewer: PersonId | None) -> tuple[Cite, ...]:
        """Cite nothing."""
        del state, viewer
        return ()

    def postings(self, event: Any) -> tuple[Any, ...]:
        """Move no money."""
        del event
        return ()

    def problems(self, state: State) -> tuple[Breach, ...]:
        """Find nothing wrong."""
        del state
        return ()
