"""How somebody comes by the bank: announced, bought, auctioned, drawn by lots, taken up when it was given up."""

from __future__ import annotations

from tapete.chance import ChanceKind, LotDrawn, LotOut, SealUrn, UrnSealed
from tapete.clauses import Fault, against, fault, first_fault, rule
from tapete.games.baccarat.procedure import Said
from tapete.games.banked import auction as sale
from tapete.games.banked.auction import LotsAwaited
from tapete.games.banked.people import require_at_table, require_player
from tapete.games.dos_panos.acts.bank import AcceptBank, AnnounceBank, Bid, BuyBank, CloseAuction, DrawLots, OpenAuction
from tapete.games.dos_panos.bank.ending import require_shoe_left
from tapete.games.dos_panos.events import AuctionClosed, AuctionOpened, BankAwarded, BidMade, LotsWanted, PhaseOpened
from tapete.games.dos_panos.rules.banco import Callers
from tapete.games.dos_panos.rules.bank import AwardWay, LimitSource, Term
from tapete.games.dos_panos.stakes.banco import award_banco
from tapete.games.dos_panos.state import Lots, State
from tapete.games.dos_panos.terms import Hand, Phase
from tapete.kernel import CHANCE, Decision, Event, PersonId
from tapete.money import Cents, euros
from tapete.table.phases import require_phase
from tapete.table.staff import Role, require_post

OF_BIDS, OF_BANK, OF_CLOTHS = "equal-bids", "bank", "cloths"
"""What a lot can be about."""

# --- amounts and people -----------------------------------------------------------------------------------------------


def require_amount(state: State, amount: Cents) -> Fault | None:
    """Return a Fault if a bank would be formed below its minimum or above its maximum; an open bank has none."""
    settings, limits = state.settings, state.book.limits
    if limits.bank.use() is LimitSource.NONE:
        return None
    if amount < settings.bank_minimum:
        return against(limits.bank, "bank-below-minimum", minimum=settings.bank_minimum, amount=amount)
    if settings.bank_maximum and amount > settings.bank_maximum:
        return against(limits.bank, "bank-above-maximum", maximum=settings.bank_maximum, amount=amount)
    return None


def require_not_barred(state: State, person: PersonId) -> Fault | None:
    """Return a Fault if somebody who left a bank as a winner would be banker again in the same shoe."""
    if person not in state.barred_now:
        return None
    return against(state.book.bank.winner_barred, "winner-barred", person=person)


def require_candidate(state: State, person: PersonId, amount: Cents) -> Fault | None:
    """Return a Fault unless somebody may be given a bank of this amount."""
    return first_fault(
        require_player(state.staff, person), require_not_barred(state, person), require_amount(state, amount)
    )


def require_way(state: State, way: AwardWay) -> Fault | None:
    """Return a Fault if the rulebook knows no such way to come by the bank."""
    ways = state.book.award.ways
    return None if ways.has_member(str(way)) else against(ways, "no-such-award", way=str(way))


def require_shoe_first(state: State) -> Fault | None:
    """Return a Fault where the shoe is prepared before the bank is awarded, and it is not."""
    first = state.book.award.after_shoe
    if not first.use() or state.shoe.is_loaded:
        return None
    return against(first, "shoe-first")


def award_to(person: PersonId, amount: Cents, way: AwardWay, shoes: int = 1, days: int = 0) -> tuple[Event, ...]:
    """Return the award of the bank, which is now to be deposited."""
    return (BankAwarded(person, amount, way, shoes, days), PhaseOpened(Phase.DEPOSIT))


# --- announced or bought ----------------------------------------------------------------------------------------------


def announce(state: State, who: PersonId, what: AnnounceBank) -> Decision:
    """Decide the announcement of banker and amount, by the post that the rulebook names."""
    opens = Role(state.book.opening.announced_by.use())
    wrong = first_fault(
        require_post(state.staff, who, *((opens, Role.DIRECTOR) if what.days else (opens,))),
        require_shoe_first(state),
        require_phase(state, Phase.OPENING),
        require_way(state, AwardWay.ANNOUNCED),
        require_shoe_left(state),
        require_candidate(state, what.person, what.amount),
        require_term(state, who, what),
    )
    if wrong:
        return wrong
    said = announced_bank(what.person, what.amount)
    shoes = 0 if what.days else what.shoes
    return (*said, *award_to(what.person, what.amount, AwardWay.ANNOUNCED, shoes, what.days))


@rule("DP.E1.02", neutral=())
def announced_bank(person: PersonId, amount: Cents) -> tuple[Event, ...]:
    """With the banker's name the amount of the bank is announced; what an open bank has proven is not."""
    return (Said("bank-announced", {"person": person, "amount": euros(amount)}),)


def require_term(state: State, who: PersonId, what: AnnounceBank) -> Fault | None:
    """Return a Fault unless the bank is awarded for shoes, or for days where the director says so, as far as the
    rulebook knows either.
    """
    if not (what.days or what.shoes):
        return fault("term-missing")
    term, terms = Term.DAYS if what.days else Term.SHOES, state.book.award.term
    if not terms.has_member(str(term)):
        return against(terms, "no-such-term", term=str(term))
    return require_director_for_days(state, who) if what.days else None


@rule("DP.E1.08", neutral=None, names_a_pass=False)
def require_director_for_days(state: State, who: PersonId) -> Fault | None:
    """A bank is awarded for one day or several at the director's discretion: whoever announces it must be he."""
    director = state.staff.get(Role.DIRECTOR)
    return None if director is not None and who == director else fault("director-decides-days")


def buy(state: State, who: PersonId, what: BuyBank) -> Decision:
    """Decide that a player has bought the bank beforehand."""
    wrong = first_fault(
        require_shoe_first(state),
        require_phase(state, Phase.OPENING),
        require_way(state, AwardWay.BOUGHT),
        require_shoe_left(state),
        require_candidate(state, who, what.amount),
    )
    return wrong or award_to(who, what.amount, AwardWay.BOUGHT)


# --- the auction ------------------------------------------------------------------------------------------------------


def open_auction(state: State, who: PersonId, what: OpenAuction) -> Decision:
    """Decide that the inspector auctions a bank that nobody has, or that nobody took up."""
    del what
    by = state.book.award.held_by
    wrong = first_fault(
        require_post(state.staff, who, Role(by.use())),
        require_shoe_first(state),
        require_phase(state, Phase.OPENING, *new_award(state)),
        require_way(state, AwardWay.AUCTION),
        require_shoe_left(state, anew=True),
    )
    if wrong:
        return wrong
    barred = tuple(sorted(state.barred_now))
    return (AuctionOpened(state.settings.bank_minimum, barred), PhaseOpened(Phase.AUCTION))


def new_award(state: State) -> tuple[Phase, ...]:
    """Return the phase in which a bank that was given up is awarded anew, if it is the open one."""
    return phases_of_new_award.where(state.phase is Phase.REOFFER) or ()


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
        return require_phase(state, Phase.AUCTION) or fault("no-auction")
    wrong = first_fault(
        require_phase(state, Phase.AUCTION),
        require_player(state.staff, who),
        require_bidder(state, who),
        require_not_barred(state, who),
        require_amount(state, what.amount),
        sale.require_valid_bid(auction, who, what.amount),
    )
    return wrong or (BidMade(who, what.amount),)


def close_auction(state: State, who: PersonId, what: CloseAuction) -> Decision:
    """Decide the auction: to the highest bidder, by lots between equal bids; without a bid the play is over."""
    del what
    auction = state.auction
    wrong = first_fault(
        require_post(state.staff, who, Role(state.book.award.held_by.use())), require_phase(state, Phase.AUCTION)
    )
    if wrong or auction is None:
        return wrong or fault("no-auction")
    match sale.winner(auction, state.book.auction, sale.by_lots):
        case LotsAwaited(people=people):
            return (AuctionClosed(), *lots_between(state, people))
        case None:
            return (AuctionClosed(), *nobody_bids())
        case won:
            return (AuctionClosed(), *award_to(won.person, won.amount, AwardWay.AUCTION))


def lots_between(state: State, people: tuple[PersonId, ...]) -> tuple[Event, ...]:
    """Return what follows equal highest bids: a lot decides; without that clause the first by name has it."""
    auction = state.auction
    if state.book.award.ties_by_lots.use():
        return (LotsWanted(OF_BIDS, tuple(map(str, people))), PhaseOpened(Phase.LOTS))
    return award_to(people[0], 0 if auction is None else auction.bid_of(people[0]), AwardWay.AUCTION)


@rule("DP.E1.21", neutral=(PhaseOpened(Phase.AUCTION),))
def nobody_bids() -> tuple[Event, ...]:
    """Where no bidder appears the play is over: the table waits for somebody who wants the bank."""
    return (PhaseOpened(Phase.OPENING),)


# --- lots -------------------------------------------------------------------------------------------------------------


def draw_lots(state: State, who: PersonId, what: DrawLots) -> Decision:
    """Decide that the bank itself is drawn by lots among the players at the table."""
    people = tuple(sorted(who for who in state.seats.people() if who not in state.barred_now))
    wrong = first_fault(
        require_post(state.staff, who, Role(state.book.award.held_by.use())),
        require_shoe_first(state),
        require_phase(state, Phase.OPENING, *new_award(state)),
        require_way(state, AwardWay.LOTS),
        require_shoe_left(state, anew=True),
        require_amount(state, what.amount),
        None if people else fault("nobody-at-table"),
    )
    return wrong or (LotsWanted(OF_BANK, tuple(map(str, people)), what.amount), PhaseOpened(Phase.LOTS))


def seal_urn(state: State, who: PersonId, what: SealUrn) -> Decision:
    """Take up the order that chance fixed for the lots."""
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
    """Decide the lot that came out, or that the croupier keyed."""
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
            return award_to(PersonId(token), lots.amount, AwardWay.LOTS)
        case _:
            auction = state.auction
            amount = 0 if auction is None else auction.bid_of(PersonId(token))
            return award_to(PersonId(token), amount, AwardWay.AUCTION)


# --- a bank that was given up -----------------------------------------------------------------------------------------


def accept(state: State, who: PersonId, what: AcceptBank) -> Decision:
    """Decide that a player takes up a bank that was given up, for its first amount; the shoe in use goes on."""
    del what
    wrong = first_fault(
        require_phase(state, Phase.REOFFER),
        require_shoe_left(state),
        require_player(state.staff, who),
        require_at_table(state.seats, who),
        require_not_barred(state, who),
        against(state.book.bank.reoffered_at, "bank-was-yours") if who == state.gave_up else None,
    )
    return wrong or award_to(who, state.offered_amount, AwardWay.OFFERED)
