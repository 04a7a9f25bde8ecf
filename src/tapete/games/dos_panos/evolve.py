"""Bookkeeping: what each event makes of the state, and the money that it moves. Nothing is decided here.

An event that the game declares and that nothing folds is an error at import. Stakes lie in ``stakes`` until they are
paid, lost or handed back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from immutables import Map
from msgspec.structs import replace

from tapete.accounts import BANK, CAGNOTTE, CASH_DESK, STAKES, deposit, move, move_change, person
from tapete.chance import LotDrawn, UrnSealed
from tapete.clauses import Fault
from tapete.games.baccarat.corrections import ClaimRecorded
from tapete.games.baccarat.effects import ASIDE, DISCARD, Until
from tapete.games.baccarat.incident import IncidentRuled
from tapete.games.baccarat.marks import Cards, Marks, marks_of_next_coup, marks_of_undealt_coup, without_bars
from tapete.games.baccarat.procedure import CardDealt, PackCut, ShoeEnded, TableClosed
from tapete.games.banked import books, events as banked, priority, settled_coups
from tapete.games.banked.books import change, incident_folds, keep, put, unchanged, with_ruling
from tapete.games.banked.coup import Share, Shares, share_of, with_side, without_cards, without_decision, without_words
from tapete.games.banked.settled_coups import with_settled
from tapete.games.dos_panos import events as e, state as s
from tapete.games.dos_panos.acts import StandingAward
from tapete.games.dos_panos.placing import ClothStakes, cloth_stakes
from tapete.games.dos_panos.rules import AwardWay, read
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import CLOTHS, COUP, HANDS, MISDEAL, PREPARING, WORD_OF, BankEnd, Hand, Phase
from tapete.kernel import Event, PersonId, declared_types, require_complete, require_lines
from tapete.money import Cents
from tapete.rulebooks import ByLibrary, Library
from tapete.table import acts as table, seats as places
from tapete.table.acts import PersonLeft
from tapete.table.seats import Seats, leave, sit, sit_behind, stand, unqueue
from tapete.table.state import RulebookAdopted


def apply_bank_awarded(state: State, event: e.BankAwarded) -> State:
    award = s.Award(event.person, event.amount, event.way, event.shoes, event.days, event.is_begun, event.coups)
    owed = state.is_shoe_owed or (event.way is not AwardWay.OFFERED and state.shoe.coups > 0)
    given = replace(state, award=award, auction=None, lots=None, offered_amount=0, is_shoe_owed=owed)
    others = without_seeker(state.seekers, event)
    # The wishes of the others stand as long as the bank that was given up is not deposited again.
    return replace(given, standing_award=None, seekers=others if event.way is AwardWay.OFFERED else ())


def apply_bank_sought(state: State, event: e.BankSought) -> State:
    others = without_seeker(state.seekers, event)
    return replace(state, seekers=(*others, Share(event.person, event.amount)))


def without_seeker(seekers: Shares, event: e.BankAwarded | e.BankSought | e.WishWithdrawn | PersonLeft) -> Shares:
    return tuple(one for one in seekers if one.person != event.person)


def kept_award(_was: StandingAward | None, event: e.AwardStands) -> StandingAward:
    return StandingAward(event.person, event.amount, event.days, is_begun=event.is_begun, coups=event.coups)


def apply_award_annulled(state: State, event: e.AwardAnnulled) -> State:
    """Forget an award that was never deposited, and what was proven for it; its winner is out of what follows."""
    stood = state.award is not None and state.award.way is AwardWay.STANDING
    gave_up = event.person if stood else state.gave_up
    left = replace(state, award=None, bank=None, gave_up=gave_up, proofs=_without(state.proofs, event.person))
    return replace(left, annulled=state.annulled | {event.person})


def apply_auction_opened(state: State, event: e.AuctionOpened) -> State:
    auction = priority.start(state.serial, event.floor, frozenset(event.barred_bidders))
    return replace(state, auction=auction, award=None, seekers=(), span=s.Span(event.shoes, event.days))


def apply_auction_closed(state: State, _event: e.AuctionClosed) -> State:
    """Ask everybody again where nobody has bid; the award of a bid is told after."""
    has_bids = state.auction is not None and bool(state.auction.window.claims)
    return state if has_bids else replace(state, annulled=frozenset())


def apply_bid_made(state: State, event: e.BidMade) -> State:
    auction = state.auction
    return state if auction is None else replace(state, auction=priority.bid(auction, event.person, event.amount))


def apply_lots_wanted(state: State, event: e.LotsWanted) -> State:
    tokens = tuple(PersonId(one) for one in event.tokens)
    lots = s.Lots(event.about, priority.LotsAwaited(tokens), state.urns + 1, event.amount)
    span = state.span if state.auction is not None else s.Span(event.shoes, event.days)
    return replace(state, lots=lots, span=span)


def apply_urn_sealed(state: State, event: UrnSealed) -> State:
    lots = state.lots
    return state if lots is None else replace(state, urns=event.urn, lots=replace(lots, is_filled=True))


def _bank(state: State, person: PersonId) -> s.Bank:
    if state.bank is not None:
        return state.bank
    award = state.award
    if award is None:
        raise LookupError("nobody was awarded the bank")
    return s.Bank(person, award, is_proven=person in state.proofs, proven_deposit=state.proofs.get(person))


def apply_bank_deposited(state: State, event: e.BankDeposited) -> State:
    """Keep what lies at the cash desk for the bank; with the first deposit of its award it begins."""
    bank = _bank(state, event.person)
    initial = bank.initial or (bank.award.amount if bank.award.is_begun else event.amount)
    more = replace(bank, initial=initial, deposit=bank.deposit + event.amount, put_in=bank.put_in + event.amount)
    # A wish for a bank that was given up ends where somebody else has deposited it.
    done = replace(state, seekers=(), annulled=frozenset())
    return replace(done, bank=more, proofs=_without(state.proofs, event.person))


def _without(proofs: Map[PersonId, Cents | None], person: PersonId) -> Map[PersonId, Cents | None]:
    return proofs.delete(person) if person in proofs else proofs


def apply_bank_proven(state: State, event: e.BankProven) -> State:
    """Keep what the banker has proven, or who would be it; who may not know the sum does not have it."""
    asked, bank = replace(state.coup, is_cover_short=False), state.bank
    if bank is None or bank.banker != event.person:
        return replace(state, proofs=state.proofs.set(event.person, event.amount), coup=asked)
    return replace(state, bank=replace(bank, is_proven=True, proven_deposit=event.amount, called_deposit=0), coup=asked)


def apply_bank_taken(state: State, event: e.BankTaken) -> State:
    bank = replace(_bank(state, event.person), came_from=state.seats.position_of(event.person))
    return replace(state, bank=bank, seats=places.take_chair(state.seats, event.person), award=None)


def apply_bank_delivered(state: State, event: e.BankDelivered) -> State:
    """Put the chips of the bank into the croupier's custody; the shoe that lies there is one of its award."""
    bank = _bank(state, event.person)
    held = replace(bank, deposit=bank.deposit - event.amount, is_in_custody=True, shoes_begun=max(bank.shoes_begun, 1))
    coup = replace(state.coup, is_handed_over=True) if state.phase is Phase.REPEAT else state.coup
    return replace(state, bank=held, coup=coup)


def apply_bank_restored(bank: s.Bank, _event: e.BankRestored) -> s.Bank:
    """Let a bank go on that was not broken: its chips are with the croupier, and it changes no shoe."""
    return replace(bank, is_in_custody=True, may_change_shoe=False, wants_new_shoe=False)


def apply_bank_returned(state: State, event: e.BankReturned) -> State:
    barred = state.barred_winners | {event.person} if event.is_winner else state.barred_winners
    gave_up = event.person if event.end is BankEnd.LEFT else None
    seats = _out_of_chair(state.seats, event)
    is_unready = event.end is BankEnd.LEFT and state.phase in PREPARING[1:]
    shoe = replace(state.shoe, left_at=state.phase) if is_unready else state.shoe
    bars = without_bars(state.bars, Until.NEXT_PASS)
    return replace(state, bank=None, barred_winners=barred, gave_up=gave_up, seats=seats, shoe=shoe, bars=bars)


def _out_of_chair(seats: places.Seats, event: e.BankReturned) -> places.Seats:
    if seats.in_chair != event.person:
        return seats
    moved = places.put(seats, event.person, event.goes_to or _first_vacant(seats, is_standing=event.is_standing))
    return places.set_away(moved, event.person, event.person in seats.away)


def _first_vacant(seats: places.Seats, *, is_standing: bool) -> places.Position:
    """Return where a banker went in the entries that do not tell it."""
    free = None if is_standing else next((place for place in seats.labels if place not in seats.occupants), None)
    return places.Position(seats.labels[0], places.Row.STANDING) if free is None else places.Position(free)


def apply_table_opened(state: State, event: e.TableOpened, library: Library) -> State:
    opened: State = books.with_settings(state, event, library, read, s.Settings)
    return replace(opened, standing_award=event.award)


def apply_phase_opened(state: State, event: e.PhaseOpened) -> State:
    """A shoe whose preparation goes on was not left; a void banco that is not played once more was let be."""
    shoe = replace(state.shoe, left_at=None) if event.phase in PREPARING and state.shoe.left_at else state.shoe
    is_let_be = state.phase is Phase.REPEAT and event.phase is Phase.BETWEEN and not state.is_banco_decided
    coup = replace(state.coup, is_let_be=True) if is_let_be else state.coup
    return replace(state, phase=event.phase, serial=state.serial + 1, called_person=None, shoe=shoe, coup=coup)


Taking = Callable[..., Seats]
TAKES_PLACE: Final[dict[type[Event], Taking]] = {table.Seated: sit, e.SatBehind: sit_behind, table.StoodBehind: stand}


def apply_came(state: State, event: table.Seated | e.SatBehind | table.StoodBehind) -> State:
    """Give somebody their place; a call to them is over if they come to the table by it."""
    is_called = state.called_person == event.person and not state.seats.is_at_table(event.person)
    seats = TAKES_PLACE[type(event)](state.seats, event.person, event.seat)
    return replace(state, seats=seats, called_person=None if is_called else state.called_person)


def apply_person_left(state: State, event: table.PersonLeft) -> State:
    seats = unqueue(leave(state.seats, event.person), event.person)
    return replace(state, seats=seats, seekers=without_seeker(state.seekers, event))


def apply_pack_counted(state: State, event: e.PackCounted) -> State:
    counted = replace(state.shoe, is_counted=True)
    return replace(state, shoe=counted, broken_seals=state.broken_seals | set(event.seals))


def apply_shoe_wanted(state: State, event: banked.ShoeWanted) -> State:
    bank = state.bank
    return replace(
        state,
        coup=replace(state.coup, cards=Cards()),
        shoe=s.Shoe(event.shoe, event.size, is_order_awaited=True, is_counted=True),
        bars=without_bars(state.bars, Until.SHOE),
        barred_winners=frozenset(),
        is_shoe_owed=False,
        bank=bank and replace(bank, shoes_begun=bank.shoes_begun + 1, may_change_shoe=False, wants_new_shoe=False),
        settings=replace(state.settings, session_shoes=max(state.settings.session_shoes - 1, 0)),
    )


def nets(stakes: ClothStakes, collections: Shares, payments: Shares) -> Shares:
    people = sorted({one.person for one in stakes})
    return tuple(Share(who, share_of(payments, who) - share_of(collections, who)) for who in people)


def new_settled_coups(state: State, event: e.CoupSettled) -> tuple[s.SettledCoup, ...]:
    if state.banker is None:
        return ()
    players = nets(state.coup.stakes, event.collections, event.payments)
    bank = (Share(state.banker, event.bank + sum(one.amount for one in event.out_of_play)),)
    kept = s.SettledCoup(
        shoe=state.shoe.number,
        coup=state.coup,
        winners=Map({str(cloth): won for cloth, won in event.winners.items()}),
        banker=state.banker,
        seats=state.seats,
        players=players,
        bank=bank,
        cagnotte=event.commission,
        due_players=players,
        due_bank=bank,
        due_cagnotte=event.commission,
    )
    return (kept,)


def apply_bets_opened(state: State, event: banked.BetsOpened) -> State:
    """Begin a coup with the shoe that lies there; cards that wait aside are the first of it."""
    bank = None if state.bank is None else replace(state.bank, may_change_shoe=False)
    return replace(state, coup=fresh_coup(state, event.coup), bank=bank, shoe=books.cards_gone(state))


def apply_coup_called_off(state: State, event: banked.CoupCalledOff) -> State:
    return replace(state, coup=fresh_coup(state, event.coup), shoe=books.cards_gone(state))


def fresh_coup(state: State, number: int) -> s.Coup:
    """Return a coup of which nothing has happened: early cards come first in it, and bars go on."""
    cards = books.waiting_cards(state)
    return s.Coup(number, cards=cards, early_cards=frozenset(one.position for one in cards.marks.aside))


def apply_stake_laid(state: State, event: e.StakeLaid) -> State:
    coup = _without_stake(state.coup, event)
    laid = (*coup.laid, s.LaidStake(event.person, event.amount, event.cloth, event.spot))
    return replace(state, coup=replace(coup, laid=laid, is_cover_short=False))


def _without_stake(coup: s.Coup, event: e.StakeLaid | e.StakeTaken) -> s.Coup:
    gone = (event.person, event.cloth, event.spot)
    return replace(coup, laid=tuple(one for one in coup.laid if (one.person, one.cloth, one.spot) != gone))


def apply_banco_repeated(state: State, event: e.BancoRepeated) -> State:
    again = fresh_coup(state, state.coup.number + 1)
    return replace(state, coup=replace(again, banco=s.Banco(event.person, event.repeats)), shoe=books.cards_gone(state))


def apply_cover_awarded(state: State, event: e.CoverAwarded) -> State:
    coup = replace(state.coup, stakes=event.stakes, cover=event.cover, laid=(), in_play=state.bank_chips)
    for cloth, holder in event.holders.items():
        coup = with_side(coup, cloth, holder=holder)
    return replace(state, coup=coup, shoe=replace(state.shoe, coups=state.shoe.coups + 1))


def to_cards(state: State, event: Event) -> State:
    return replace(state, coup=books.OF_CARDS[type(event)](state.coup, event))


def apply_card_moved(state: State, event: banked.CardMoved) -> State:
    """Move a card; one that leaves a hand had been dealt to it, however early it was drawn, unless a case is open of
    its being in the wrong one.
    """
    moved = to_cards(state, event)
    if event.position not in moved.coup.early_cards:
        return moved
    was = next((card.place for card in state.coup.cards.layout if card.position == event.position), "")
    found = (one for open_incident in state.docket.open for one in open_incident.faults)
    is_misdealt = any((one.code, one.facts.get("position")) == (MISDEAL, event.position) for one in found)
    if is_misdealt or was not in tuple(map(str, HANDS)):
        return moved
    return replace(moved, coup=replace(moved.coup, early_cards=moved.coup.early_cards - {event.position}))


def apply_cards_lifted(state: State, event: banked.CardsLifted) -> State:
    called = None if state.called_person == event.person else state.called_person
    return replace(to_cards(state, event), called_person=called)


def apply_card_dealt(state: State, event: CardDealt) -> State:
    laid = to_cards(state, event)
    position = max(state.shoe.position, event.position + 1)
    return replace(laid, shoe=replace(state.shoe, position=position))


def apply_table_asked(state: State, _event: banked.TableAsked) -> State:
    """Let the banker play by their table; where a ruling bound them to it, that goes on."""
    binding = state.coup.cards.marks.of(Hand.BANCA).binding
    is_ruled = binding is not None and binding.fault_of is not None
    coup = state.coup if is_ruled else books.apply_table_asked(state.coup, Hand.BANCA)
    return replace(state, coup=replace(coup, has_asked_table=True))


def apply_coup_ended(state: State, event: e.CoupEnded) -> State:
    coup = state.coup
    for cloth in CLOTHS:
        coup = with_side(coup, cloth, winner=event.winners.get(cloth))
    return replace(state, coup=coup)


def apply_coup_settled(state: State, event: e.CoupSettled) -> State:
    bank = state.bank
    counted = None if bank is None else replace(bank, coups=bank.coups + 1)
    history = with_settled(state.history, *new_settled_coups(state, event))
    return replace(over(state), bank=counted, coup=replace(state.coup, is_settled=True), history=history)


def over(state: State) -> State:
    """Return the table when a coup is over: of its rulings the bars are left that last longer."""
    return replace(state, bars=Marks(bars=marks_of_next_coup(state.coup.cards.marks).bars))


def apply_coup_voided(state: State, _event: banked.CoupVoided) -> State:
    """Drop what played in a coup that counts for nothing; what was ruled before its first card is the next one's."""
    coup, dealt = state.coup, state.phase in COUP
    done = replace(coup, stakes=(), laid=(), due_cards=())
    if all(card.place in (ASIDE, DISCARD) for card in coup.cards.layout):
        marks = marks_of_undealt_coup(coup.cards.marks)
        left = replace(state, bars=Marks(bars=marks.bars), coup=replace(done, cards=replace(coup.cards, marks=marks)))
    else:
        left = replace(over(state), coup=done)
    return replace(left, shoe=replace(left.shoe, coups=left.shoe.coups - 1 if dealt else left.shoe.coups))


def apply_stake_returned(state: State, event: e.StakeReturned) -> State:
    key = (event.person, event.cloth)
    parts = {(one.person, one.cloth): one.amount for one in state.coup.stakes}
    stakes = cloth_stakes(parts | {key: parts[key] - event.amount})
    return replace(state, coup=replace(state.coup, stakes=stakes))


SHOWN: Final = frozenset(
    {
        *("wrong-word", "natural-forgotten", "laid-down-no-natural", "natural-not-laid-down"),
        *("against-table", "banker-must-draw", "bound-by-ruling", "card-not-taken"),
    }
)
"""Codes of the faults that nothing but open cards shows."""


def found_key(fault: Fault) -> str:
    """Return under which name a fault is taken up once in a coup: by its code, and by its hand where it names one."""
    hand = fault.facts.get("hand", "")
    return f"{fault.code}:{hand}" if hand else fault.code


def fault_names(found: Fault) -> tuple[str, ...]:
    return (found.code, found_key(found))


def undone(coup: s.Coup, phases: Sequence[str]) -> s.Coup:
    """Return the coup with what was said and done from the earliest of these phases on forgotten, but for the word of a
    cloth whose turn to speak is none of them: it stands. The faults of what is forgotten can be found once more.
    """
    back = [Phase(phase) for phase in phases]
    first = min(COUP.index(phase) for phase in back)
    forgotten = [cloth for cloth in CLOTHS if first <= COUP.index(Phase.CARRY) or WORD_OF[cloth] in back]
    if first > COUP.index(Phase.BANKER):
        return coup
    naturals = tuple(hand for hand in coup.naturals if hand in CLOTHS and Hand(hand) not in forgotten)
    findable = {f"{code}:{hand}" for code in SHOWN for hand in (Hand.BANCA, *forgotten)}
    coup = replace(without_decision(coup, findable), naturals=naturals)
    coup = without_words(coup, forgotten)
    return without_cards(coup, coup.sides) if first <= COUP.index(Phase.CARRY) else coup


def apply_incident_ruled(state: State, event: IncidentRuled) -> State:
    """Do what a ruling says; the cards that it sets aside before the deal were drawn too early."""
    after: State = with_ruling(state, event, COUP, undone)
    if not state.is_undealt:
        return after
    early = frozenset(one.position for one in after.coup.cards.marks.aside)
    return replace(after, coup=replace(after.coup, early_cards=early))


FOLDS: Final[books.Folds] = {
    **books.FOLDS,
    e.BankAwarded: apply_bank_awarded,
    e.AwardAnnulled: apply_award_annulled,
    e.AwardStands: change("standing_award", kept_award),
    e.BankSought: apply_bank_sought,
    e.WishWithdrawn: change("seekers", without_seeker),
    e.AuctionOpened: apply_auction_opened,
    e.BidMade: apply_bid_made,
    e.AuctionClosed: apply_auction_closed,
    e.LotsWanted: apply_lots_wanted,
    UrnSealed: apply_urn_sealed,
    LotDrawn: put("lots", None),
    e.BankDeposited: apply_bank_deposited,
    e.BankProven: apply_bank_proven,
    e.BankTaken: apply_bank_taken,
    e.BankDelivered: apply_bank_delivered,
    e.BankCalled: change(
        "bank",
        lambda bank, event: replace(
            bank, called_deposit=bank.called_deposit + event.amount, put_in=bank.put_in + event.amount
        ),
    ),
    e.BankBroken: change("bank", lambda bank, _event: replace(bank, is_in_custody=False, may_change_shoe=True)),
    e.BankRestored: change("bank", apply_bank_restored),
    e.NewShoeAsked: put("bank.wants_new_shoe", True),
    e.BankReturned: apply_bank_returned,
    e.BankOffered: keep("offered_amount", "amount"),
    e.TableOpened: ByLibrary(apply_table_opened),
    RulebookAdopted: ByLibrary(partial(books.with_rulebook, read=read)),
    e.OptionsSet: change(
        "settings",
        lambda now, event: replace(now, banco_freedom=event.banco_freedom, institutions=event.institutions),
    ),
    e.DinnerBegun: change("settings", lambda now, _event: replace(now, session_shoes=0, is_dinner_begun=True)),
    TableClosed: lambda state, _event: replace(state, standing_award=None, shoe=replace(state.shoe, has_ended=True)),
    e.PhaseOpened: apply_phase_opened,
    **dict.fromkeys(TAKES_PLACE, apply_came),
    table.PersonLeft: apply_person_left,
    e.PacksShown: put("shoe.is_shown", True),
    e.PackCounted: apply_pack_counted,
    banked.ShoeWanted: apply_shoe_wanted,
    PackCut: change("shoe.cut_depth", lambda _was, event: event.depth or 0),
    ShoeEnded: change("shoe", lambda shoe, _event: replace(shoe, has_ended=True, is_shown=False, is_counted=False)),
    banked.BetsOpened: apply_bets_opened,
    banked.CoupCalledOff: apply_coup_called_off,
    e.StakeLaid: apply_stake_laid,
    e.StakeTaken: change("coup", lambda coup, event: replace(_without_stake(coup, event), is_cover_short=False)),
    e.StakesPooled: unchanged,
    e.BancoCalled: change("coup.banco_calls", lambda people, event: (*people, event.person)),
    e.BancoAwarded: change("coup.banco", lambda _was, event: s.Banco(event.person)),
    e.BancoRepeated: apply_banco_repeated,
    e.CoverAwarded: apply_cover_awarded,
    e.CoverShort: put("coup.is_cover_short", True),
    banked.CardMoved: apply_card_moved,
    banked.CardsLifted: apply_cards_lifted,
    CardDealt: apply_card_dealt,
    banked.TableAsked: apply_table_asked,
    e.CoupEnded: apply_coup_ended,
    banked.CoupVoided: apply_coup_voided,
    e.ClothVoided: change(
        "coup.stakes", lambda stakes, event: tuple(one for one in stakes if one.cloth is not event.cloth)
    ),
    e.CoupSettled: apply_coup_settled,
    ClaimRecorded: unchanged,
    e.StakeReturned: apply_stake_returned,
    e.TestimonyHeard: change(
        "coup.testimonies",
        lambda said, event: s.with_statement(said, s.Testimony(event.person, event.hand, event.total)),
    ),
    e.TurnMoved: change("turns", lambda turns, event: turns.set(event.cloth, event.seat)),
    **incident_folds(fault_names, apply_incident_ruled),
    e.CardCorrected: settled_coups.apply_card_corrected,
    settled_coups.PaymentCorrected: partial(settled_coups.apply_payment_corrected, in_bank=books.unchanged),
}


def _settled(event: e.CoupSettled) -> books.Legs:
    """Losing stakes come to the bank before winning ones are paid out of it."""
    collected = tuple(leg for one in event.collections for leg in move(one.amount, STAKES, BANK))
    paid = tuple(leg for one in event.payments for leg in move(one.amount, BANK, person(one.person)))
    out = tuple(leg for one in event.out_of_play for leg in move(one.amount, BANK, person(one.person)))
    return (*collected, *paid, *books.from_stakes(event.returned_stakes), *move(event.commission, BANK, CAGNOTTE), *out)


def _returned(event: e.BankReturned) -> books.Legs:
    who = event.person
    return (*move(event.amount, BANK, person(who)), *move(event.deposit, deposit(who), CASH_DESK))


POSTINGS: Final[books.Postings] = {
    **books.POSTINGS,
    e.BankDeposited: lambda event: move(event.amount, CASH_DESK, deposit(event.person)),
    e.BankDelivered: lambda event: move(event.amount, deposit(event.person), BANK),
    e.BankCalled: lambda event: move(event.amount, CASH_DESK, BANK),
    e.BankReturned: _returned,
    e.StakeLaid: lambda event: move_change(event.amount - event.was, person(event.person), STAKES),
    e.StakeTaken: books.stake_back,
    e.StakesPooled: lambda event: move(event.amount, person(event.person), person(event.partner)),
    e.BancoAwarded: lambda event: move(event.amount, person(event.person), STAKES),
    e.BancoRepeated: lambda event: move(event.amount, person(event.person), STAKES),
    e.CoverAwarded: lambda event: books.from_stakes(event.returned_stakes),
    e.StakeReturned: books.stake_back,
    e.ClothVoided: lambda event: books.from_stakes(event.returned_stakes),
    e.CoupSettled: _settled,
    settled_coups.PaymentCorrected: lambda event: settled_coups.legs_of_correction(event, lambda _part, _who: BANK),
}
"""The legs of each event that moves money; every other event moves none."""


require_complete(FOLDS, declared_types(e, Event) | frozenset(FOLDS))
require_lines(POSTINGS, FOLDS)


def evolve(state: State, event: Event, library: Library = books.NO_BOOKS) -> State:
    after: State = books.apply_event(FOLDS, POSTINGS, state, event, library)
    return after
