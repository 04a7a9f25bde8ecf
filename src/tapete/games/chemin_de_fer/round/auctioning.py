"""The auction of a bank («subasta») that nobody took, or that whoever acquired it refused to deal from."""

from __future__ import annotations

from collections.abc import Sequence

from tapete.clauses import Fault, fault, first_fault, rule, with_clauses
from tapete.games.baccarat.effects import BarredAction
from tapete.games.banked import auction as sale
from tapete.games.banked.shares import as_shares
from tapete.games.chemin_de_fer.acts import Bid, CloseAuction
from tapete.games.chemin_de_fer.bank.amount import form_bank, require_bank_within_maximum
from tapete.games.chemin_de_fer.events import AuctionClosed, BidMade
from tapete.games.chemin_de_fer.evolve import evolve
from tapete.games.chemin_de_fer.people.seating import bank_priority, require_chips
from tapete.games.chemin_de_fer.round.rotation import offer_to_the_right
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import Phase
from tapete.kernel import Decision, PersonId
from tapete.money import Cents
from tapete.table.phases import require_phase
from tapete.table.staff import Role, require_post
from tapete.table.windows import Claim


@rule("CF.E1.30", neutral=None)
def require_no_refusal_to_deal(state: State, who: PersonId) -> Fault | None:
    """After a refusal to deal neither he who refused may bid, nor the banker before him if he had passed the hand."""
    offer = state.offer
    return fault("barred-from-auction") if who == offer.refused_by or who in offer.barred_bidders else None


def require_bid_at_floor(state: State, auction: sale.Auction, who: PersonId, amount: Cents) -> Fault | None:
    """Return a Fault if a bid is below the floor, which is what it amounted to for a bank that was passed."""
    found = sale.require_valid_bid(auction, who, amount)
    if found is None or found.code != "bid-below-floor":
        return found
    of_passed = state.offer.is_passed and state.book.bank.auction_matches.use()
    return with_clauses(found, "CF.E1.15", *(("CF.E1.10",) if of_passed else ()))


def bid(state: State, who: PersonId, what: Bid) -> Decision:
    """Decide a bid: anybody at the table but those who have just passed the hand, whoever has still to salute too."""
    auction = state.auction
    if auction is None:
        return require_phase(state, Phase.AUCTION) or fault("no-auction")
    earlier = auction.bid_of(who)
    passer = (
        None if who == state.offer.refused_by else sale.require_not_barred(auction, who, state.book.auction_bars.passer)
    )
    wrong = first_fault(
        require_phase(state, Phase.AUCTION),
        None if state.seats.is_at_table(who) else fault("not-at-table"),
        require_no_refusal_to_deal.where(state.offer.refused_by is not None, state, who),
        passer,
        fault("barred-from-auction") if state.bars.is_barred(who, BarredAction.AUCTION) else None,
        require_bid_at_floor(state, auction, who, what.amount),
        require_bank_within_maximum(state, what.amount),
        require_chips(state, who, what.amount - earlier),
    )
    return wrong or (BidMade(who, what.amount, what.amount - earlier),)


@rule("CF.E1.16", neutral=lambda state, bids: max(bids, key=lambda one: state.seats.people().index(one.person)))
def among_equal_bids(state: State, bids: Sequence[sale.Bid]) -> sale.Bid | sale.LotsAwaited:
    """A seated player beats one on his feet only at equal bids: the order of priority decides among those alone."""
    return sale.by_priority(bank_priority(state))(bids)


def close_auction(state: State, who: PersonId, what: CloseAuction) -> Decision:
    """Decide the auction: the bids go back, and the winner puts up what he bid."""
    del what
    auction = state.auction
    wrong = first_fault(require_post(state.staff, who, Role.CROUPIER), require_phase(state, Phase.AUCTION))
    if wrong or auction is None:
        return wrong or fault("no-auction")
    back = as_shares({one.person: one.amount for one in auction.window.claims})
    won = sale.winner(auction, state.book.auction, lambda bids: among_equal_bids(state, bids))
    if not isinstance(won, Claim):
        closed = AuctionClosed(None, 0, back)
        return (closed, *offer_to_the_right(evolve(state, closed)))
    return (AuctionClosed(won.person, won.amount, back), *form_bank(state, won.person, won.amount))
