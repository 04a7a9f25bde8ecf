"""The bank («banca»): offered, taken, shared, passed, auctioned.

It goes round to the right of whoever let it go: the seated, then those on their feet, then back to him; what nobody
takes is auctioned, and what nobody bids for falls to his right for the minimum.
"""

from __future__ import annotations

from tapete.clauses import Fault, fault, first_fault, rule
from tapete.games.baccarat import auction as sale
from tapete.games.baccarat.effects import Barred
from tapete.games.chemin_de_fer.acts import AcceptShare, Bid, CloseAuction, DeclineBank, OfferShare, PassHand, TakeBank
from tapete.games.chemin_de_fer.events import (
    AuctionClosed,
    AuctionOpened,
    BankDeclined,
    BankOffered,
    BankReturned,
    BankTaken,
    BidMade,
    SeatLost,
    ShareAccepted,
    ShareOffered,
    WindowOpened,
)
from tapete.games.chemin_de_fer.seating import bank_priority, holds, saluted
from tapete.games.chemin_de_fer.spoken import say
from tapete.games.chemin_de_fer.state import Offer, State, as_shares
from tapete.games.chemin_de_fer.terms import Stage, Window
from tapete.kernel import Decision, Event, PersonId
from tapete.money import Cents, euros
from tapete.table.seats import Seat
from tapete.table.staff import Role, on_duty

ORDER = (Stage.SEATED, Stage.STANDING, Stage.RECOVERY)


def in_window(state: State, *windows: Window) -> Fault | None:
    """The table stands in one of these windows."""
    return None if state.window in windows else fault("wrong-window", window=str(state.window))


# --- who is asked next ------------------------------------------------------------------------------------------------


@rule("CF.E1.01", neutral=lambda state: tuple(reversed(state.seats.labels)))
def first_round(state: State) -> tuple[Seat, ...]:
    """The first bank goes to place number 1, on the croupier's right; an empty place lets it go on."""
    return state.seats.labels


@rule("CF.E1.02", neutral=lambda state, start: tuple(reversed(tuple(state.seats.rightwards(start)))))
def round_from(state: State, start: Seat) -> tuple[Seat, ...]:
    """The bank goes round by the numbers of the places."""
    return tuple(state.seats.rightwards(start))


@rule("CF.E1.11", neutral=False)
def standing_are_asked() -> bool:
    """What no seated player wants is offered to those on their feet."""
    return True


@rule("CF.E1.12", neutral=False)
def may_come_back(offer: Offer) -> bool:
    """What nobody takes may be taken back by him who let it go."""
    return offer.left_by is not None


def candidates(state: State, offer: Offer, stage: Stage) -> tuple[PersonId, ...]:
    """Return whom the bank is offered to at a stage, in order. Who has still to salute is passed by in the seated
    round.
    """
    match stage:
        case Stage.SEATED:
            seats = first_round(state) if offer.origin is None else round_from(state, offer.origin)
            found = tuple(state.seats.seated[seat] for seat in seats if seat in state.seats.seated)
            return tuple(one for one in found if one != offer.left_by)
        case Stage.STANDING:
            if not standing_are_asked():
                return ()
            order = bank_priority(state)
            return tuple(sorted((one.person for one in state.seats.standing), key=lambda one: order[one]))
        case Stage.RECOVERY:
            back = may_come_back(offer) and offer.left_by is not None and state.seats.at_table(offer.left_by)
            return (offer.left_by,) if back and offer.left_by is not None else ()
        case Stage.FORCED:
            start = offer.origin
            seats = first_round(state) if start is None else round_from(state, start)
            return tuple(state.seats.seated[seat] for seat in seats if seat in state.seats.seated)[:1]


def offered_next(state: State, offer: Offer) -> tuple[Event, ...]:
    """Return the events that carry the bank on: to the next person, or to an auction when everybody has let it go."""
    events: list[Event] = []
    for stage in ORDER[ORDER.index(offer.stage) :]:
        asked = offer.asked if stage is offer.stage else frozenset()
        for who in candidates(state, offer, stage):
            if who in asked:
                continue
            if stage is Stage.SEATED and who in state.memory.unsaluted:
                events += saluted(state, who)
                continue
            return (*events, BankOffered(who, stage, floor(state, offer)), WindowOpened(Window.BANK))
    return (*events, *auctioned(state, offer))


def floor(state: State, offer: Offer) -> Cents:
    """Return the least amount that takes the bank, in cents."""
    least = max(state.settings.bank_minimum, state.settings.minimum)
    return max(least, offer.floor) if offer.passed and state.book.bank.matches_passed.use() else least


# --- taking, sharing, passing -----------------------------------------------------------------------------------------


def within_maximum(state: State, amount: Cents) -> Fault | None:
    """The bank is at most so many times the punto minimum."""
    most = state.book.bank.maximum_multiple.use() * state.settings.minimum
    return fault("bank-above-maximum", maximum=most) if amount > most else None


def take(state: State, who: PersonId, what: TakeBank) -> Decision:
    """Decide that somebody takes the bank offered to him."""
    wrong = first_fault(
        in_window(state, Window.BANK),
        None if who == state.offer.to else fault("not-offered-to-you"),
        fault("bank-below-floor", floor=state.offer.floor) if what.amount < state.offer.floor else None,
        within_maximum(state, what.amount),
        holds(state, who, what.amount),
    )
    return wrong or formed(state, who, what.amount)


def formed(state: State, who: PersonId, amount: Cents) -> tuple[Event, ...]:
    """Return the events of a bank that is formed: its amount is announced."""
    words = say(state, "bank-amount", amount=euros(amount))
    return (BankTaken(who, amount), *words, WindowOpened(Window.BETWEEN))


@rule("CF.E1.09", neutral=lambda _state, _who, _what: fault("bank-not-declinable"))
def decline(state: State, who: PersonId, what: DeclineBank) -> Decision:
    """Whoever does not want the bank lets it go round."""
    del what
    wrong = first_fault(in_window(state, Window.BANK), None if who == state.offer.to else fault("not-offered-to-you"))
    if wrong:
        return wrong
    if state.offer.stage is Stage.FORCED:
        return place_given_up(state, who)
    return (BankDeclined(who), *offered_next(state, state.offer))


@rule("CF.E1.26", neutral=lambda state, who: (BankDeclined(who), WindowOpened(state.window)))
def place_given_up(state: State, who: PersonId) -> tuple[Event, ...]:
    """Whoever does not accept the bank that falls to him gives up his place; the next on the right is asked."""
    seat = state.seats.seat_of(who)
    lost = (SeatLost(who, seat),) if seat is not None else ()
    rest = [one for one in _forced_round(state) if one != who]
    onward = (BankOffered(rest[0], Stage.FORCED, _least(state)), WindowOpened(Window.BANK)) if rest else ()
    return (BankDeclined(who), *lost, *onward)


def _forced_round(state: State) -> tuple[PersonId, ...]:
    start = state.offer.origin
    seats = first_round(state) if start is None else round_from(state, start)
    return tuple(state.seats.seated[seat] for seat in seats if seat in state.seats.seated)


def _least(state: State) -> Cents:
    return max(state.settings.bank_minimum, state.settings.minimum)


@rule("CF.E1.03", neutral=lambda _state, _who, _what: fault("no-associates"))
def offer_share(state: State, who: PersonId, what: OfferShare) -> Decision:
    """Any player, seated or on his feet, may put a definite amount at the banker's disposal, if the banker accepts."""
    wrong = first_fault(
        in_window(state, Window.BETWEEN),
        None if state.seats.at_table(who) else fault("not-at-table"),
        fault("already-in-bank") if state.bank and (who == state.bank.banker or state.bank.associate(who)) else None,
        within_maximum(state, what.amount + (state.bank.total if state.bank else 0)),
        holds(state, who, what.amount),
    )
    return wrong or (ShareOffered(who, what.amount),)


def accept_share(state: State, who: PersonId, what: AcceptShare) -> Decision:
    """Decide that the banker accepts an associate."""
    amount = 0 if state.bank is None else state.bank.offered.get(what.person, 0)
    wrong = first_fault(
        in_window(state, Window.BETWEEN),
        None if who == state.banker else fault("not-banker"),
        None if amount else fault("no-such-offer", person=what.person),
        within_maximum(state, amount + (state.bank.total if state.bank else 0)),
        holds(state, what.person, amount),
    )
    if wrong:
        return wrong
    total = amount + (state.bank.total if state.bank else 0)
    return (ShareAccepted(what.person, amount), *say(state, "bank-amount", amount=euros(total)))


@rule("CF.E1.28", neutral=None)
def dealt_once(state: State) -> Fault | None:
    """Whoever acquired the bank deals at least once before he gives it up."""
    return None if state.bank is None or state.bank.dealt else fault("must-deal-once")


@rule("CF.E1.08", neutral=lambda _state, _who, _what: fault("bank-not-passable"))
def pass_hand(state: State, who: PersonId, what: PassHand) -> Decision:
    """The banker gives the bank up: it goes to his right, as when it is lost."""
    del what
    wrong = first_fault(
        in_window(state, Window.BETWEEN),
        None if who == state.banker else fault("not-banker"),
        fault("barred-from-passing") if state.bars.barred(who, Barred.PASS) else None,
        dealt_once(state),
    )
    return wrong or released(state, passed=True)


@rule("CF.E1.07", neutral=lambda _state: (WindowOpened(Window.BETWEEN),))
def ceded(state: State) -> tuple[Event, ...]:
    """A lost bank is ceded to the player on the banker's right."""
    return released(state, passed=False)


def released(state: State, passed: bool) -> tuple[Event, ...]:
    """Return the events of a bank that leaves with its owners and goes round."""
    bank = state.bank
    if bank is None:
        return ()
    owners = tuple(part.person for part in bank.parts)
    offer = Offer(state.banker_seat(), bank.total if passed else 0, owners[0], owners[1:], passed)
    return (BankReturned(bank.parts, passed, offer.origin), *offered_next(state, offer))


# --- the auction ------------------------------------------------------------------------------------------------------


def auctioned(state: State, offer: Offer) -> tuple[Event, ...]:
    """Return the events that open the auction of a bank nobody took."""
    barred = (offer.left_by, *offer.with_him) if offer.left_by is not None and offer.passed else ()
    return (AuctionOpened(floor(state, offer), barred), WindowOpened(Window.AUCTION))


def bid(state: State, who: PersonId, what: Bid) -> Decision:
    """Decide a bid: anybody at the table but those who have just passed the hand, whoever has still to salute too."""
    auction = state.auction
    if auction is None:
        return in_window(state, Window.AUCTION) or fault("no-auction")
    earlier = auction.bid_of(who)
    wrong = first_fault(
        in_window(state, Window.AUCTION),
        None if state.seats.at_table(who) else fault("not-at-table"),
        sale.barred_fault(auction, who, state.book.auction_bars.passer),
        fault("barred-from-auction") if state.bars.barred(who, Barred.AUCTION) else None,
        sale.bid_fault(auction, who, what.amount),
        within_maximum(state, what.amount),
        holds(state, who, what.amount - earlier),
    )
    return wrong or (BidMade(who, what.amount, what.amount - earlier),)


@rule("CF.E1.16", neutral=lambda state: {one: (n,) for n, one in enumerate(reversed(state.seats.people()))})
def between_equal_bids(state: State) -> dict[PersonId, tuple[int, ...]]:
    """A seated player beats one on his feet only at equal bids: the order of priority decides among those alone."""
    return bank_priority(state)


@rule("CF.E1.25", neutral=lambda state: (WindowOpened(Window.AUCTION),))
def falls_to_the_right(state: State) -> tuple[Event, ...]:
    """A bank that nobody acquired falls to the right of him who let it go, for the table's minimum."""
    right = candidates(state, state.offer, Stage.FORCED)
    return (BankOffered(right[0], Stage.FORCED, _least(state)), WindowOpened(Window.BANK)) if right else ()


def close_auction(state: State, who: PersonId, what: CloseAuction) -> Decision:
    """Decide the auction: the bids go back, and the winner puts up what he bid."""
    del what
    auction = state.auction
    wrong = first_fault(on_duty(state.staff, who, Role.CROUPIER), in_window(state, Window.AUCTION))
    if wrong or auction is None:
        return wrong or fault("no-auction")
    back = as_shares({one.person: one.amount for one in auction.window.claims})
    won = sale.award(auction, state.book.auction, between_equal_bids(state))
    if won is None:
        return (AuctionClosed(None, 0, back), *falls_to_the_right(state))
    return (AuctionClosed(won.person, won.amount, back), *formed(state, won.person, won.amount))
