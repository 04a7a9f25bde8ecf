"""How the bank is auctioned, and drawn by lots: between equal bids, or at once."""

from __future__ import annotations

from tapete.chance import ChanceKind, LotDrawn, LotOut, SealUrn, UrnSealed
from tapete.clauses import Fault, against, fault, first_fault, rule
from tapete.games.banked import priority
from tapete.games.banked.people import require_at_table, require_player
from tapete.games.banked.priority import LotsAwaited
from tapete.games.dos_panos.acts import Bid, CloseAuction, DrawLots, OpenAuction
from tapete.games.dos_panos.bank.ending import nobody_bids, require_shoe_left
from tapete.games.dos_panos.bank.granting import (
    award_to,
    first_seeker,
    require_amount,
    require_awarder,
    require_not_annulled,
    require_not_barred,
    require_shoe_first,
    require_term,
    require_way,
    span_of,
)
from tapete.games.dos_panos.bank.proof import require_proof
from tapete.games.dos_panos.betting import award_banco
from tapete.games.dos_panos.events import AuctionClosed, AuctionOpened, BidMade, LotsWanted, PhaseOpened
from tapete.games.dos_panos.order import require_window
from tapete.games.dos_panos.rules import AwardWay, Callers
from tapete.games.dos_panos.state import Lots, State
from tapete.games.dos_panos.terms import Hand, Phase
from tapete.kernel import CHANCE, Decision, Event, PersonId
from tapete.table.staff import Role, require_post

OF_BIDS, OF_BANK, OF_CLOTHS = "equal-bids", "bank", "cloths"
"""What a lot can be about."""

# --- the auction ------------------------------------------------------------------------------------------------------


def open_auction(state: State, who: PersonId, what: OpenAuction) -> Decision:
    by = state.book.award.held_by
    wrong = first_fault(
        require_awarder(state, who, Role(by.use()), what.days),
        require_shoe_first(state),
        require_window(state, "DP.E1.03", Phase.OPENING, *new_award(state)),
        require_shoe_left(state, anew=True),
        require_nobody_follows(state),
        require_way(state, AwardWay.AUCTION),
        require_term(state, who, what),
    )
    if wrong:
        return wrong
    barred = tuple(sorted(state.barred_now | state.annulled))
    span = span_of(what)
    opened = AuctionOpened(state.settings.bank_minimum, barred, span.shoes, span.days)
    return (opened, PhaseOpened(Phase.AUCTION))


def new_award(state: State) -> tuple[Phase, ...]:
    return phases_of_new_award.where(state.phase is Phase.REOFFER) or ()


@rule("DP.E1.19", neutral=None, names_a_pass=False)
def require_nobody_follows(state: State) -> Fault | None:
    """Return a Fault if somebody would take up a bank that was given up, and may: then it is not awarded anew."""
    first = first_seeker(state) if state.phase is Phase.REOFFER else None
    return None if first is None else fault("bank-taken-up", person=first)


@rule("DP.E1.19", neutral=())
def phases_of_new_award() -> tuple[Phase, ...]:
    """A bank that was given up and that nobody takes up is auctioned, or drawn by lots, anew."""
    return (Phase.REOFFER,)


def require_bidder(state: State, who: PersonId) -> Fault | None:
    """Return a Fault unless somebody may bid: everybody at the table, or those whom the rulebook names."""
    bidders = state.book.award.bidders
    match bidders.use():
        case Callers.SEATED if state.seats.seat_of(who) is None:
            return against(bidders, "seated-only")
        case _:
            return require_at_table(state.seats, who)


def bid(state: State, who: PersonId, what: Bid) -> Decision:
    """Decide a bid: the amount that the bidder would put up."""
    auction = state.auction
    if auction is None:
        return require_window(state, "DP.E1.05", Phase.AUCTION) or fault("no-auction")
    return first_fault(
        require_window(state, "DP.E1.05", Phase.AUCTION),
        require_player(state.staff, who),
        require_bidder(state, who),
        require_not_barred(state, who),
        require_not_annulled(state, who),
        require_amount(state, what.amount),
        require_proof(state, who),
        priority.require_valid_bid(auction, who, what.amount),
    ) or (BidMade(who, what.amount),)


def close_auction(state: State, who: PersonId, _what: CloseAuction) -> Decision:
    """Decide the auction: to the highest bidder, by lots between equal bids; without a bid the play is over."""
    auction = state.auction
    wrong = first_fault(
        require_post(state.staff, who, Role(state.book.award.held_by.use())),
        require_window(state, "DP.E1.04", Phase.AUCTION),
    )
    if wrong or auction is None:
        return wrong or fault("no-auction")
    match priority.winner(auction, state.book.auction, priority.by_lots):
        case LotsAwaited(people=people):
            return (AuctionClosed(), *lots_between(state, people))
        case None:
            return (AuctionClosed(), *nobody_bids(state))
        case won:
            return (AuctionClosed(), *award_to(won.person, won.amount, AwardWay.AUCTION, state.span))


def lots_between(state: State, people: tuple[PersonId, ...]) -> tuple[Event, ...]:
    """Return what follows equal highest bids: a lot decides; without that clause the first by name has it."""
    auction = state.auction
    if state.book.award.ties_by_lots.use():
        return (LotsWanted(OF_BIDS, tuple(map(str, people))), PhaseOpened(Phase.LOTS))
    return award_to(people[0], 0 if auction is None else auction.bid_of(people[0]), AwardWay.AUCTION, state.span)


def draw_lots(state: State, who: PersonId, what: DrawLots) -> Decision:
    there = tuple(sorted(set(state.seats.people()) - state.barred_now - state.annulled - state.seats.away))
    people = tuple(who for who in there if require_proof(state, who) is None)
    wrong = first_fault(
        require_awarder(state, who, Role(state.book.award.held_by.use()), what.days),
        require_shoe_first(state),
        require_window(state, "DP.E1.06", Phase.OPENING, *new_award(state)),
        require_shoe_left(state, anew=True),
        require_nobody_follows(state),
        require_way(state, AwardWay.LOTS),
        require_amount(state, what.amount),
        require_term(state, who, what),
        None if there else fault("nobody-at-table"),
        None if people or not there else require_proof(state, there[0]),
    )
    span = span_of(what)
    wanted = LotsWanted(OF_BANK, tuple(map(str, people)), what.amount, span.shoes, span.days)
    return wrong or (wanted, PhaseOpened(Phase.LOTS))


def seal_urn(state: State, who: PersonId, what: SealUrn) -> Decision:
    lots = state.lots
    if who != CHANCE:
        return fault("only-chance")
    if lots is None or lots.is_filled or what.urn != lots.urn:
        return fault("no-lots-wanted")
    if state.settings.shoe is ChanceKind.SEALED and len(what.commitments) != len(lots.tie.people):
        return fault("commitments-missing", size=len(lots.tie.people), found=len(what.commitments))
    tokens = tuple(map(str, lots.tie.people))
    return (UrnSealed(lots.urn, state.settings.shoe, tokens, what.commitments),)


def lot_out(state: State, who: PersonId, what: LotOut) -> Decision:
    lots = state.lots
    by_person = state.is_keyed
    if lots is None or not lots.is_filled or (what.urn, what.position) != (lots.urn, 0):
        return fault("no-lots-wanted")
    wrong = require_post(state.staff, who, Role.CROUPIER, Role.INSPECTOR) if by_person else None
    if wrong or (not by_person and who != CHANCE):
        return wrong or fault("only-chance")
    if PersonId(what.token) not in lots.tie.people:
        return fault("no-such-lot", token=what.token[:40])
    return (LotDrawn(lots.urn, 0, what.token), *_decided_by(state, lots, what.token))


def _decided_by(state: State, lots: Lots, token: str) -> tuple[Event, ...]:
    match lots.about:
        case "cloths":
            return award_banco(state, Hand(token))
        case "bank":
            return award_to(PersonId(token), lots.amount, AwardWay.LOTS, state.span)
        case _:
            auction = state.auction
            amount = 0 if auction is None else auction.bid_of(PersonId(token))
            return award_to(PersonId(token), amount, AwardWay.AUCTION, state.span)
