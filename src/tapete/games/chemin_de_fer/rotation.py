"""The bank on its way round («rotación»): offered, taken, auctioned."""

from __future__ import annotations

from collections.abc import Sequence

from tapete.clauses import Fault, cite, fault, first_fault, rest_on, rule, with_clauses
from tapete.games.baccarat.effects import BarredAction
from tapete.games.banked import priority
from tapete.games.banked.coup import Share, Shares, as_shares
from tapete.games.banked.people import require_chips
from tapete.games.chemin_de_fer import acts, bank, events as e
from tapete.games.chemin_de_fer.acts import Bid, CloseAuction, DeclineBank, OfferBank, PledgeShare, TakeBank
from tapete.games.chemin_de_fer.bank import (
    announce_bank,
    form_bank,
    greatest_bank,
    least_bank,
    raise_to,
    require_bank_at_floor,
    require_bank_within_maximum,
)
from tapete.games.chemin_de_fer.cards import is_shoe_over, over
from tapete.games.chemin_de_fer.evolve import ROUND, evolve
from tapete.games.chemin_de_fer.people import bank_priority, may_stand_for, salute
from tapete.games.chemin_de_fer.state import Bank, Pledge, State
from tapete.games.chemin_de_fer.terms import Phase, Stage
from tapete.kernel import Decision, Event, PersonId, fold
from tapete.money import Cents
from tapete.table.acts import Seated
from tapete.table.phases import require_phase
from tapete.table.seats import Seat
from tapete.table.staff import Role, require_post
from tapete.table.windows import Claim

# First each seated player is asked whether they take it alone, then those on their feet; then those who would take it
# with associates; then whoever let it go. What nobody takes is auctioned, and what nobody bids for falls to the right
# of whoever let it go, for the minimum. Nobody is asked twice in a round and the last duty empties places, so it ends.

ORDER = (Stage.SEATED, Stage.STANDING, Stage.JOINT, Stage.RECOVERY)


@rule("CF.E1.01", neutral=lambda state: tuple(reversed(state.seats.labels)))
def first_round(state: State) -> tuple[Seat, ...]:
    """The first bank goes to place number 1, on the croupier's right; an empty place lets it go on."""
    return state.seats.labels


@rule("CF.E1.02", neutral=lambda state, start: tuple(reversed(tuple(state.seats.rightwards(start)))))
def round_from(state: State, start: Seat) -> tuple[Seat, ...]:
    """The bank goes round by the numbers of the places."""
    return tuple(state.seats.rightwards(start))


@rule("CF.E1.11", neutral=False)
def is_offered_to_standing() -> bool:
    """What no seated player wants is offered to those on their feet."""
    return True


@rule("CF.E1.12", neutral=False)
def may_come_back() -> bool:
    """What nobody takes may be taken back, for the same amount, by whoever let it go, having passed or lost it."""
    return True


def seated_round(state: State) -> tuple[PersonId, ...]:
    """Return the seated players in the order in which the bank comes to them, without whoever let it go."""
    offer = state.offer
    seats = first_round(state) if offer.origin is None else round_from(state, offer.origin)
    found = tuple(state.seats.occupants[seat] for seat in seats if seat in state.seats.occupants)
    return tuple(one for one in found if one != offer.former_banker)


def valid_pledges(state: State, leader: PersonId) -> Shares:
    """Return the parts pledged to somebody that are still in hand: whoever left, or spent their chips, joins nobody."""
    parts = state.offer.pledged_to(leader)
    return tuple(
        one for one in parts if state.seats.is_at_table(one.person) and not require_chips(state, one.person, one.amount)
    )


def offerees(state: State, stage: Stage) -> tuple[PersonId, ...]:
    offer, order = state.offer, bank_priority(state)
    match stage:
        case Stage.SEATED | Stage.FORCED:
            return seated_round(state)
        case Stage.STANDING:
            on_feet = tuple(one.person for one in state.seats.standing if one.person != offer.former_banker)
            return tuple(sorted(on_feet, key=lambda one: order[one])) if is_offered_to_standing() else ()
        case Stage.JOINT:
            leaders = {one.leader for one in offer.pledges.values() if state.seats.is_at_table(one.leader)}
            led = {one for one in leaders if valid_pledges(state, one)}
            return tuple(sorted(led, key=lambda one: order[one]))
        case Stage.RECOVERY if offer.former_banker is not None:
            is_there = state.seats.is_at_table(offer.former_banker)
            return (offer.former_banker,) if may_come_back.where(is_there) else ()
        case _:
            return ()


def floor(state: State, stage: Stage) -> Cents:
    offer, minimum = state.offer, least_bank(state)
    if stage is Stage.RECOVERY or (offer.is_passed and state.book.bank.matches_passed.use()):
        return max(minimum, bank.cut_to_maximum(state, offer.amount))
    return minimum


def offer_next(state: State) -> tuple[Event, ...]:
    if is_shoe_over(state):
        return over(state)
    first, events, now = state.offer.stage, list[Event](), state
    for stage in ORDER[ORDER.index(first) :]:
        same = stage is first or (stage in ROUND and first in ROUND)
        for who in offerees(state, stage):
            if same and who in now.offer.past_candidates:
                continue
            if may_be_asked(now, who) and not (stage is Stage.SEATED and who in now.carried_over.salute_debtors):
                return (*events, e.BankOffered(who, stage, floor(state, stage)), e.PhaseOpened(Phase.BANK))
            by = pass_over(now, who) if stage is Stage.SEATED else ()
            events, now = [*events, *by], fold(evolve, now, by)
    return (*events, *open_auction(now))


def may_be_asked(state: State, who: PersonId) -> bool:
    return who not in state.seats.away and not state.bars.is_barred(who, BarredAction.BANK)


def pass_over(state: State, who: PersonId) -> tuple[Event, ...]:
    """Return what it does when the hand goes past a seated player without being offered to them."""
    return replace_absent(state, who) if who in state.seats.away else salute(state, who)


def open_auction(state: State) -> tuple[Event, ...]:
    if not state.seats.people():
        return leave_vacant()
    offer = state.offer
    matched = bank.cut_to_maximum(state, offer.amount)
    lowest = (
        max(least_bank(state), matched)
        if offer.is_passed and state.book.bank.auction_matches.use()
        else least_bank(state)
    )
    return (e.AuctionOpened(lowest, tuple(sorted(offer.barred_bidders))), e.PhaseOpened(Phase.AUCTION))


@rule("CF.D.19", neutral=())
def replace_absent(state: State, who: PersonId) -> tuple[Event, ...]:
    """Whoever is away when the hand comes to them loses their place to the first on the list, who lets it pass."""
    seat = state.seats.seat_of(who)
    if seat is None:
        return ()
    first = next((one for one in state.seats.waiting_list if one not in state.seats.away), None)
    heir = () if first is None else (Seated(first, seat), e.SaluteOwed(first), e.Saluted(first))
    return (e.SeatLost(who, seat), *heir)


@rule("CF.E1.09", neutral=lambda _state, _who: fault("bank-not-declinable"))
def let_go(state: State, who: PersonId) -> tuple[Event, ...]:
    """Whoever does not want the bank lets it go round."""
    events = (e.BankDeclined(who), *note_refusal(state, who))
    return (*events, *offer_next(fold(evolve, state, events)))


def note_refusal(state: State, who: PersonId) -> tuple[Event, ...]:
    """Return the event that counts a refusal of the hand.

    A person who may still take it with associates has not refused yet; a hand that is offered to them twice, alone and
    with associates, is refused once.
    """
    offer = state.offer
    hopes = (offer.stage is Stage.SEATED and bool(valid_pledges(state, who))) or who in offer.refusals
    refused = offer.stage in (Stage.SEATED, Stage.JOINT) and state.seats.seat_of(who) is not None and not hopes
    if not refused:
        return ()
    return second_refusal(state, who) or (e.RefusalNoted(who),)


@rule("CF.D.16", neutral=())
def second_refusal(state: State, who: PersonId) -> tuple[Event, ...]:
    """Whoever refuses the hand twice running gives up their place."""
    seat = state.seats.seat_of(who)
    return (e.SeatLost(who, seat),) if seat is not None and who in state.carried_over.refusers else ()


def is_refusal_counted(state: State, who: PersonId) -> bool:
    """Return True if somebody whom the bank is offered to refuses it by letting it go by."""
    is_offered = state.phase is Phase.BANK and who == state.offer.candidate and state.offer.stage is not Stage.FORCED
    return is_offered and bool(note_refusal(state, who))


def has_place_at_stake(state: State, who: PersonId) -> bool:
    """Return True if somebody whom the bank is offered to gives up their place by letting it go by."""
    if state.phase is not Phase.BANK or who != state.offer.candidate:
        return False
    left = give_up_place(state, who) if state.offer.stage is Stage.FORCED else note_refusal(state, who)
    return any(isinstance(one, e.SeatLost) and one.person == who for one in left)


def decline(state: State, who: PersonId, _what: DeclineBank) -> Decision:
    person = state.offer.candidate
    is_theirs = state.may_act_for(who, person) or may_stand_for(state, who, person)
    wrong = first_fault(require_phase(state, Phase.BANK), None if is_theirs else fault("not-offered-to-you"))
    if wrong or person is None:
        return with_clauses(wrong or fault("not-offered-to-you"), "CF.E1.09")
    return give_up_place(state, person) if state.offer.stage is Stage.FORCED else let_go(state, person)


@rule("CF.E1.25", neutral=lambda _state: (e.PhaseOpened(Phase.VACANT),))
def offer_to_the_right(state: State) -> tuple[Event, ...]:
    """A bank that nobody acquired falls to the right of whoever passed it, for the table's minimum."""
    if not state.offer.is_passed:
        rest_on(cite("HP.CF.forced-by-analogy"))
    events, now = list[Event](), state
    for who in offerees(state, Stage.FORCED):
        if who in state.offer.past_candidates:
            continue
        if may_be_asked(now, who) and who not in now.carried_over.salute_debtors:
            return (*events, e.BankOffered(who, Stage.FORCED, least_bank(state)), e.PhaseOpened(Phase.BANK))
        by = pass_over(now, who)
        events, now = [*events, *by], fold(evolve, now, by)
    return (*events, *leave_vacant())


@rule("CF.E1.26", neutral=lambda _state, who: (e.BankDeclined(who), e.PhaseOpened(Phase.VACANT)))
def give_up_place(state: State, who: PersonId) -> tuple[Event, ...]:
    """Whoever does not accept the bank that falls to them gives up their place; the next on the right is asked."""
    seat = state.seats.seat_of(who)
    events = (e.BankDeclined(who), *(() if seat is None else (e.SeatLost(who, seat),)))
    return (*events, *offer_to_the_right(fold(evolve, state, events)))


@rule("HP.CF.vacant-bank", neutral=())
def leave_vacant() -> tuple[Event, ...]:
    """A bank that everybody has let go waits until the croupier offers it round again."""
    return (e.PhaseOpened(Phase.VACANT),)


@acts.decides(OfferBank)
def offer_again(state: State, who: PersonId, _what: OfferBank) -> Decision:
    if wrong := first_fault(
        require_post(state.staff, who, Role.CROUPIER, Role.INSPECTOR),
        require_phase(state, Phase.VACANT),
        None if set(state.seats.people()) - state.seats.away else fault("nobody-to-offer"),
    ):
        return wrong
    rest_on(cite("HP.CF.vacant-bank"))
    restarted = e.RoundRestarted()
    return (restarted, *offer_next(evolve(state, restarted)))


@rule("CF.E1.30", neutral=None)
def require_no_refusal_to_deal(state: State, who: PersonId) -> Fault | None:
    """After a refusal to deal, whoever refused may not bid, nor the banker before if that one had passed the hand."""
    offer = state.offer
    return fault("barred-from-auction") if who == offer.refused_by or who in offer.barred_bidders else None


def require_bid_at_floor(state: State, auction: priority.Auction, who: PersonId, amount: Cents) -> Fault | None:
    found = priority.require_valid_bid(auction, who, amount)
    if found is None or found.code != "bid-below-floor":
        return found
    of_passed = state.offer.is_passed and state.book.bank.auction_matches.use()
    return with_clauses(found, "CF.E1.15", *(("CF.E1.10",) if of_passed else ()))


@acts.decides(Bid)
def bid(state: State, who: PersonId, what: Bid) -> Decision:
    auction = state.auction
    if auction is None:
        return require_phase(state, Phase.AUCTION) or fault("no-auction")
    earlier = auction.bid_of(who)
    passer = (
        None
        if who == state.offer.refused_by
        else priority.require_not_barred(auction, who, state.book.auction_bars.passer)
    )
    return first_fault(
        require_phase(state, Phase.AUCTION),
        None if state.seats.is_at_table(who) else fault("not-at-table"),
        require_no_refusal_to_deal.where(state.offer.refused_by is not None, state, who),
        passer,
        fault("barred-from-auction") if state.bars.is_barred(who, BarredAction.AUCTION) else None,
        require_bid_at_floor(state, auction, who, what.amount),
        require_bank_within_maximum(state, what.amount),
        require_chips(state, who, what.amount - earlier),
    ) or (e.BidMade(who, what.amount, what.amount - earlier),)


@rule("CF.E1.16", neutral=lambda state, bids: max(bids, key=lambda one: state.seats.people().index(one.person)))
def among_equal_bids(state: State, bids: Sequence[priority.Bid]) -> priority.Bid | priority.LotsAwaited:
    """A seated player beats one on their feet only at equal bids: the order of priority decides among those alone."""
    return priority.by_priority(bank_priority(state))(bids)


@acts.decides(CloseAuction)
def close_auction(state: State, who: PersonId, _what: CloseAuction) -> Decision:
    auction = state.auction
    wrong = first_fault(require_post(state.staff, who, Role.CROUPIER), require_phase(state, Phase.AUCTION))
    if wrong or auction is None:
        return wrong or fault("no-auction")
    back = as_shares({one.person: one.amount for one in auction.window.claims})
    won = priority.winner(auction, state.book.auction, lambda bids: among_equal_bids(state, bids))
    if not isinstance(won, Claim):
        closed = e.AuctionClosed(None, 0, back)
        return (closed, *offer_to_the_right(evolve(state, closed)))
    return (e.AuctionClosed(won.person, won.amount, back), *form_bank(state, won.person, won.amount))


@acts.decides(TakeBank)
def take(state: State, who: PersonId, what: TakeBank) -> Decision:
    person = state.offer.candidate
    wrong = first_fault(
        require_phase(state, Phase.BANK), None if state.may_act_for(who, person) else fault("not-offered-to-you")
    )
    if wrong or person is None:
        return wrong or fault("not-offered-to-you")
    if state.bank is not None:
        return continue_bank(state, state.bank, what.amount)
    pledges = pledges_of_taker(state, person)
    return take_with_associates(state, person, what.amount, pledges) if pledges else take_alone(state, person, what)


def take_alone(state: State, who: PersonId, what: TakeBank) -> Decision:
    chips = what.amount if what.chips is None else what.chips
    return first_fault(
        require_bank_at_floor(state, what.amount),
        require_bank_within_maximum(state, what.amount),
        fault("more-than-announced", owed=what.amount) if chips > what.amount else None,
        require_chips(state, who, chips),
    ) or form_bank(state, who, what.amount, chips)


@rule("CF.E1.13", neutral=True)
def may_associates_join(stage: Stage) -> bool:
    """A hand taken by one player goes before one taken in association: everybody is asked alone first."""
    return stage is Stage.JOINT


def pledges_of_taker(state: State, leader: PersonId) -> Shares:
    """Return the parts that join somebody who takes the bank now: those pledged to them that are still in hand."""
    parts = valid_pledges(state, leader)
    return parts if parts and may_associates_join(state.offer.stage) else ()


def pledges_with_room(state: State, own: Cents, pledges: Shares) -> Shares:
    """Return the parts that find room beside the banker's own below the maximum, the best placed people's first."""
    order, taken = bank_priority(state), list[Share]()
    for one in sorted(pledges, key=lambda part: order[part.person]):
        if require_bank_within_maximum(state, own + one.amount + sum(part.amount for part in taken)) is None:
            taken.append(one)
    return tuple(one for one in pledges if one in taken)


def take_with_associates(state: State, who: PersonId, own: Cents, pledges: Shares) -> Decision:
    """Decide that a player takes the bank with associates: ``own`` cents are their part."""
    pledges = pledges_with_room(state, own, pledges)
    whole = own + sum(one.amount for one in pledges)
    if wrong := first_fault(
        require_bank_at_floor(state, whole), require_bank_within_maximum(state, whole), require_chips(state, who, own)
    ):
        return wrong
    joined = tuple(e.ShareAccepted(one.person, one.amount) for one in pledges)
    events = (e.BankTaken(who, own), *joined)
    return (*events, *announce_bank(fold(evolve, state, events)), e.PhaseOpened(Phase.BETWEEN))


def own_part_bounds(state: State) -> tuple[Cents, Cents | None]:
    """Return the least that the person asked must put up themselves, in cents, and the greatest such that every amount
    between makes a bank; ``None`` without an upper bound. Where no amount makes one the greatest is below the least.

    The parts pledged to them count with their own, and each that does not fit with it below the maximum falls out.
    """
    to, floor, most = state.offer.candidate, state.offer.floor, greatest_bank(state)
    pledges = () if to is None or state.bank is not None else pledges_of_taker(state, to)
    if most is None or not pledges:
        return max(floor - sum(one.amount for one in pledges), 1), most
    found, own = None, 1
    while own <= most:
        joined = sum(one.amount for one in pledges_with_room(state, own, pledges))
        first, last = max(own, floor - joined), most - joined  # up to the last no further part falls out
        if first <= last and (found is None or first == own):
            found = (first if found is None else found[0], last)
        elif found is not None:
            break
        own = last + 1
    return found or (most + 1, most)


@acts.decides(PledgeShare)
def pledge(state: State, who: PersonId, what: PledgeShare) -> Decision:
    offer = state.offer
    return first_fault(
        require_phase(state, Phase.BANK),
        fault("wrong-stage") if offer.stage in (Stage.FORCED, Stage.CONTINUE) else None,
        None if state.seats.is_at_table(who) and state.seats.is_at_table(what.leader) else fault("not-at-table"),
        fault("own-bank") if who == what.leader else None,
        fault("leader-let-it-go", person=what.leader) if what.leader == offer.former_banker else None,
        require_bank_within_maximum(state, what.amount),
        require_chips(state, who, what.amount),
        fault("nothing-changes") if offer.pledges.get(who) == Pledge(what.leader, what.amount) else None,
    ) or (e.SharePledged(who, what.leader, what.amount),)


@rule("CF.B.48", neutral=None)
def require_bank_kept_up(state: State, amount: Cents) -> Fault | None:
    """Whoever goes on as banker in the next shoe puts up at least what the bank amounted to."""
    return fault("bank-below-floor", floor=state.offer.floor) if amount < state.offer.floor else None


def continue_bank(state: State, bank: Bank, amount: Cents) -> Decision:
    wrong = first_fault(require_bank_kept_up(state, amount), require_bank_within_maximum(state, amount))
    raised = raise_to(state, bank, amount)
    if short := wrong or require_chips(state, bank.banker, sum(one.amount for one in raised)):
        return short
    events = (*raised, e.BankContinued(bank.banker))
    return (*events, *announce_bank(fold(evolve, state, events)), e.PhaseOpened(Phase.BETWEEN))
