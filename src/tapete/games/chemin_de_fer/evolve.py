"""Bookkeeping: what each event makes of the state, and the money that it moves. Nothing is decided here.

An event that the game declares and that nothing folds is an error at import. Stakes and bids lie in ``stakes`` until
they are paid, lost or handed back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from immutables import Map
from msgspec.structs import replace

from tapete.accounts import BANK, CAGNOTTE, GARAGE, STAKES, associate, move, move_change, person
from tapete.games.baccarat.effects import ASIDE, BASKET, DISCARD, FLOOR, Until
from tapete.games.baccarat.incident import IncidentRuled
from tapete.games.baccarat.marks import Cards, marks_of_next_coup, marks_of_undealt_coup, without_bars
from tapete.games.baccarat.points import Winner
from tapete.games.baccarat.procedure import CardDealt, TableClosed
from tapete.games.banked import books, coup as coups, events as banked, priority, settled_coups
from tapete.games.banked.books import Fold, change, incident_folds, keep, put, unchanged, with_ruling
from tapete.games.banked.coup import Share, Shares
from tapete.games.banked.reconsideration import by_code
from tapete.games.chemin_de_fer import events as e, state as s
from tapete.games.chemin_de_fer.rules import read
from tapete.games.chemin_de_fer.state import State, carry_over
from tapete.games.chemin_de_fer.terms import COUP, BankEnd, Hand, Phase, Stage
from tapete.kernel import Event, PersonId, declared_types, require_complete, require_lines
from tapete.rulebooks import ByLibrary, Library
from tapete.table import acts as table, windows
from tapete.table.people import ChangeAsked
from tapete.table.seats import leave, set_away, sit, stand, unqueue
from tapete.table.state import RulebookAdopted


def held_bank(state: State) -> s.Bank:
    """Return the bank; raise ``ValueError`` where nobody holds one, since the event is about one that is held."""
    if state.bank is None:
        raise ValueError("nobody holds the bank")
    return state.bank


def held(how: Callable[[s.Bank, Any], s.Bank]) -> Fold:
    return lambda state, event: with_bank(state, how(held_bank(state), event))


def with_bank(state: State, bank: s.Bank) -> State:
    if state.offer.candidate is None:
        return replace(state, bank=bank)
    return replace(state, bank=bank, offer=replace(state.offer, candidate=None))


def apply_bank_delivered(bank: s.Bank, event: e.BankDelivered) -> s.Bank:
    parts = coups.sum_of(bank.parts, (Share(bank.banker, event.amount),))
    return replace(bank, parts=parts, debt=bank.debt - event.amount)


def apply_bank_raised(bank: s.Bank, event: e.BankRaised) -> s.Bank:
    parts = coups.sum_of(bank.parts, (Share(bank.banker, event.amount),), event.returned_parts)
    return replace(bank, parts=parts, aside=coups.sum_of(bank.aside, coups.negative(event.returned_parts)))


def apply_share_accepted(bank: s.Bank, event: e.ShareAccepted) -> s.Bank:
    offered = bank.join_offers.delete(event.person) if event.person in bank.join_offers else bank.join_offers
    parts = (*bank.parts, Share(event.person, event.amount))
    return replace(bank, parts=parts, join_offers=offered)


def apply_share_offer_withdrawn(state: State, event: e.ShareOfferWithdrawn) -> State:
    pledges, bank = state.offer.pledges, state.bank
    if event.person in pledges:
        state = replace(state, offer=replace(state.offer, pledges=pledges.delete(event.person)))
    if bank is not None and event.person in bank.join_offers:
        state = replace(state, bank=replace(bank, join_offers=bank.join_offers.delete(event.person)))
    return state


def apply_share_taken_over(bank: s.Bank, event: e.ShareTakenOver) -> s.Bank:
    others = tuple(one for one in bank.parts if one.person != event.person)
    aside = tuple(one for one in bank.aside if one.person != event.person)
    parts = coups.sum_of(others, (Share(bank.banker, event.amount),))
    return replace(bank, parts=parts, aside=aside, leavers=bank.leavers - {event.person})


def apply_winnings_garaged(bank: s.Bank, event: e.WinningsGaraged) -> s.Bank:
    return replace(
        bank,
        parts=coups.sum_of(bank.parts, coups.negative(event.parts)),
        aside=coups.sum_of(bank.aside, event.parts),
        excluded_winnings=bank.excluded_winnings + sum([one.amount for one in event.parts]),
    )


def apply_garage_kept(bank: s.Bank, event: e.GarageKept) -> s.Bank:
    parts = coups.sum_of(bank.parts, coups.negative(event.parts))
    return replace(bank, parts=parts, aside=coups.sum_of(bank.aside, event.parts), garage=())


def apply_all_goes_said(bank: s.Bank, event: e.AllGoesSaid) -> s.Bank:
    parts, aside = coups.sum_of(bank.parts, event.parts), coups.sum_of(bank.aside, coups.negative(event.parts))
    return replace(bank, parts=parts, aside=aside, excluded_winnings=0, is_garage_waived=True)


ROUND = (Stage.SEATED, Stage.STANDING)
"""The stages of one round: nobody is asked twice in it. The last duty makes another, from the auction on."""


def apply_bank_offered(state: State, event: e.BankOffered) -> State:
    """Ask a person; those who were asked before them at the same stage stay noted."""
    now, stage = state.offer, event.stage
    same = stage in (now.stage, Stage.FORCED) or (stage in ROUND and now.stage in ROUND)
    asked = now.past_candidates | {event.person} if same else frozenset({event.person})
    return replace(
        state, offer=replace(now, candidate=event.person, stage=stage, floor=event.floor, past_candidates=asked)
    )


def apply_refusal_noted(state: State, event: e.RefusalNoted) -> State:
    noted = replace(state, offer=replace(state.offer, refusals=state.offer.refusals | {event.person}))
    return carry_over(noted, refusers=state.carried_over.refusers | {event.person})


def apply_bank_taken(state: State, event: e.BankTaken) -> State:
    """Let a person hold the bank; the last place that held it is theirs, if they sit."""
    seat, person = state.seats.seat_of(event.person), event.person
    kept = replace(
        state.carried_over,
        last_seat=state.carried_over.last_seat if seat is None else seat,
        refusers=state.carried_over.refusers - {person},
    )
    bank = s.Bank(person, (Share(person, event.amount - event.debt),), event.debt)
    come_by = replace(state.offer, candidate=None, pledges=Map(), lost_bank=None)
    return replace(state, carried_over=kept, bank=bank, offer=come_by)


def apply_bank_returned(state: State, event: e.BankReturned) -> State:
    """Send the bank round. One that was refused is still the bank of whoever let it go before."""
    owners = tuple([part.person for part in event.parts])
    left = s.BankOffer(event.origin, amount=event.amount, barred_bidders=frozenset(event.barred_bidders))
    if event.end is BankEnd.REFUSED:
        before = state.offer
        left = replace(
            left,
            former_banker=before.former_banker,
            former_associates=before.former_associates,
            is_passed=before.is_passed,
            refused_by=owners[0],
        )
        return replace(state, bank=None, offer=left)
    passed = event.end is BankEnd.PASSED
    if event.end is BankEnd.LOST and state.bank is not None:
        left = replace(left, lost_bank=(state.bank, replace(state.offer, lost_bank=None)))
    left = replace(left, former_banker=owners[0], former_associates=owners[1:], is_passed=passed)
    return replace(
        state, bank=None, offer=left, bars=without_bars(state.bars, Until.NEXT_PASS) if passed else state.bars
    )


def apply_bank_reinstated(state: State, event: e.BankReinstated) -> State:
    if state.offer.lost_bank is None:
        raise ValueError("no bank was lost")
    bank, offer = state.offer.lost_bank
    won = sum([one.amount for one in event.parts]) - bank.total
    bank = replace(bank, parts=event.parts, aside=event.aside, winnings=bank.winnings + won)
    return replace(state, bank=bank, offer=offer)


def apply_auction_opened(state: State, event: e.AuctionOpened) -> State:
    begun = priority.start(state.serial, event.floor, frozenset(event.barred_bidders))
    return replace(state, auction=begun, offer=replace(state.offer, candidate=None, past_candidates=frozenset()))


def apply_bid_made(state: State, event: e.BidMade) -> State:
    if state.auction is None:
        raise ValueError("no auction is open")
    return replace(state, auction=priority.bid(state.auction, event.person, event.amount))


def apply_bets_opened(state: State, event: banked.BetsOpened) -> State:
    """Begin a coup: the cards of the last one leave the table, but for those that wait aside for this one."""
    return replace(
        state,
        coup=s.Coup(event.coup, in_play=event.in_play, cards=books.waiting_cards(state)),
        shoe=replace(books.cards_gone(state), has_begun=True),
        calls=windows.Window("bets", state.serial),
    )


def apply_cover_awarded(state: State, event: e.CoverAwarded) -> State:
    award = s.Award(event.kind, event.holder, event.stakes, event.calls)
    shut = windows.Window[str]("bets", state.calls.serial, (), open=False)
    coup = coups.with_side(replace(state.coup, award=award), Hand.PUNTO, holder=event.holder)
    return replace(state, coup=coup, calls=shut)


def apply_coup_called_off(state: State, _event: banked.CoupCalledOff) -> State:
    if state.bank is None:
        return state
    return replace(
        state, calls=replace(state.calls, open=False), bank=replace(state.bank, idle_coups=state.bank.idle_coups + 1)
    )


def apply_stake_returned(state: State, event: e.StakeReturned) -> State:
    award = state.coup.award
    if award is None:
        raise ValueError("nothing is staked")
    left = [Share(one.person, one.amount - event.amount) if one.person == event.person else one for one in award.stakes]
    award = replace(award, stakes=tuple([one for one in left if one.amount]))
    return replace(state, coup=replace(state.coup, award=award))


def apply_late_stake_noted(state: State, event: e.LateStakeNoted) -> State:
    late = state.coup.late
    laid = Share(event.person, coups.share_of(late, event.person) + event.amount)
    others = [one for one in late if one.person != event.person]
    return replace(state, coup=replace(state.coup, late=(*others, laid)))


def _movers_without(state: State, person: PersonId) -> tuple[PersonId, ...]:
    return tuple([one for one in state.carried_over.movers if one != person])


def _without_place(state: State, person: PersonId, **changes: Any) -> State:
    unsaluted = state.carried_over.salute_debtors - {person}
    return carry_over(state, movers=_movers_without(state, person), salute_debtors=unsaluted, **changes)


def apply_seated(state: State, event: table.Seated) -> State:
    """Put a person on a place; they have the change that they may have asked for."""
    moved = carry_over(state, movers=_movers_without(state, event.person))
    return replace(moved, seats=sit(state.seats, event.person, event.seat))


def apply_person_left(state: State, event: table.PersonLeft) -> State:
    refused = state.carried_over.refusers - {event.person}
    gone = _without_place(state, event.person, refusers=refused)
    return replace(gone, seats=unqueue(leave(state.seats, event.person), event.person))


def apply_seat_lost(state: State, event: e.SeatLost) -> State:
    """Put a person on their feet behind the place that they gave up; they stay away if they were."""
    refused = state.carried_over.refusers - {event.person}
    away = event.person in state.seats.away
    behind = set_away(stand(state.seats, event.person, event.seat), event.person, away)
    return replace(_without_place(state, event.person, refusers=refused), seats=behind)


def apply_saluted(state: State, event: e.Saluted) -> State:
    """Let the hand pass a person by: they owe no salute and are not asked in this round."""
    passed = replace(state, offer=replace(state.offer, past_candidates=state.offer.past_candidates | {event.person}))
    return carry_over(passed, salute_debtors=state.carried_over.salute_debtors - {event.person})


def apply_shoe_wanted(state: State, event: banked.ShoeWanted) -> State:
    swept, shoe = replace(state.coup, cards=Cards()), s.Shoe(event.shoe, event.size, is_order_awaited=True)
    return replace(state, coup=swept, shoe=shoe, bars=without_bars(state.bars, Until.SHOE))


def apply_cut_offered(state: State, event: e.CutOffered) -> State:
    shoe = state.shoe
    uncut = shoe.cut_refusers if event.refuser is None else shoe.cut_refusers | {event.refuser}
    return replace(state, shoe=replace(shoe, cut_to=event.person, cut_refusers=uncut))


# The scoreboard of a table: its last coups, each as it really ended. A correction changes what stands here.

KEPT: Final = 24
"""Coups that the scoreboard shows."""


def score_coup_ended(state: State, event: e.CoupEnded) -> State:
    """Note the result of the coup; one that is reckoned again before it is paid stands once."""
    unpaid = _unpaid(state)
    corrected = unpaid is not None and unpaid.is_corrected
    result = s.CoupResult(state.coup.number, event.winner, event.punto, event.banca, is_corrected=corrected)
    return replace(state, results=(*_paid(state), result)[-KEPT:])


def score_coup_settled(state: State, event: e.CoupSettled) -> State:
    """Note how the coup was covered; from now on its result is a past one."""
    result = _unpaid(state)
    if result is None:
        return state
    covered = sum(one.amount for one in event.stakes)
    return replace(
        state, results=(*_paid(state), replace(result, cover=event.kind, covered_amount=covered, is_paid=True))
    )


def score_card_corrected(state: State, event: e.CardCorrected) -> State:
    """Put right how a coup ended; of several with one number it is the last, for each shoe may count again."""
    result = _unpaid(state)
    if result is not None and event.coup == state.coup.number:
        return replace(state, results=(*_paid(state), replace(result, is_corrected=True)))
    at = next((n for n in range(len(state.results) - 1, -1, -1) if state.results[n].number == event.coup), None)
    if event.winner is None or at is None or not state.results[at].is_paid:
        return state
    right = replace(state.results[at], winner=event.winner, punto=event.punto, banca=event.banca, is_corrected=True)
    return replace(state, results=(*state.results[:at], right, *state.results[at + 1 :]))


def _unpaid(state: State) -> s.CoupResult | None:
    return state.results[-1] if state.results and not state.results[-1].is_paid else None


def _paid(state: State) -> tuple[s.CoupResult, ...]:
    return state.results[:-1] if _unpaid(state) is not None else state.results


RESULTS: Final[Mapping[type[Any], Callable[[State, Any], State]]] = {
    e.CoupEnded: score_coup_ended,
    banked.CoupVoided: lambda state, _event: replace(state, results=_paid(state)),
    e.CoupSettled: score_coup_settled,
    e.CardCorrected: score_card_corrected,
}
"""What an event changes on the scoreboard, before it changes the table."""


def nets(winner: Winner, stakes: Shares) -> Shares:
    sign = {Winner.PUNTO: 1, Winner.BANCA: -1, Winner.TIE: 0}[winner]
    return tuple(Share(one.person, sign * one.amount) for one in sorted(stakes, key=lambda one: one.person))


def new_settled_coups(state: State, event: e.CoupSettled) -> tuple[s.SettledCoup, ...]:
    award, bank = state.coup.award, state.bank
    if award is None or bank is None:
        return ()
    players, coup = nets(event.winner, event.stakes), state.coup
    kept = s.SettledCoup(
        shoe=state.shoe.number,
        coup=coup,
        winners=Map({str(Hand.PUNTO): event.winner}),
        award=award if coup.punto.holder is None else replace(award, holder=coup.punto.holder),
        parts=bank.parts,
        seguido=state.carried_over.seguido,
        players=players,
        bank=event.bank,
        cagnotte=event.cagnotte,
        due_players=players,
        due_bank=event.bank,
        due_cagnotte=event.cagnotte,
    )
    return (kept,)


def in_bank(state: State, event: settled_coups.PaymentCorrected) -> State:
    bank = state.bank
    if bank is None:
        return state
    changed = zip(bank.parts, event.bank, strict=True)
    parts = tuple(Share(part.person, part.amount + change.amount) for part, change in changed)
    won = bank.winnings + sum(change.amount for change in event.bank)
    return replace(state, bank=replace(bank, parts=parts, winnings=won))


def apply_card_dealt(state: State, event: CardDealt) -> State:
    coup = books.apply_card_dealt(state.coup, event)
    return replace(state, shoe=replace(state.shoe, position=event.position + 1), coup=coup)


def apply_coup_voided(state: State, _event: banked.CoupVoided) -> State:
    """Drop the award of a coup that counts for nothing; what was ruled before its first card is the next one's."""
    coup, left = state.coup, marks_of_next_coup(state.coup.cards.marks)
    done = _over(coup)
    if all(card.place in (ASIDE, DISCARD, BASKET, FLOOR) for card in coup.cards.layout):  # none has come to a hand yet
        left = marks_of_undealt_coup(coup.cards.marks)
        done = replace(done, cards=replace(coup.cards, marks=left))
    return replace(state, bars=left, coup=done)


def apply_coup_settled(state: State, event: e.CoupSettled) -> State:
    bank = state.bank
    if bank is None:
        raise ValueError("a coup is settled against a bank")
    changes, tied = zip(bank.parts, event.bank, strict=True), event.winner is Winner.TIE
    after = replace(
        bank,
        parts=tuple(Share(part.person, part.amount + change.amount) for part, change in changes),
        decided_coups=bank.decided_coups + (not tied),
        tied_coups=bank.tied_coups + tied,
        winnings=bank.winnings + sum(change.amount for change in event.bank),
        is_garage_waived=False,
    )
    history = settled_coups.with_settled(state.history, *new_settled_coups(state, event))
    left = marks_of_next_coup(state.coup.cards.marks)
    ended = replace(state, bars=left, bank=after, coup=_over(state.coup), history=history)
    return carry_over(ended, followers=frozenset())


def _over(coup: s.Coup) -> s.Coup:
    marks = replace(coup.cards.marks, aside=())
    return replace(coups.with_side(coup, Hand.PUNTO, holder=None), award=None, cards=replace(coup.cards, marks=marks))


ANNOUNCED = frozenset({"wrong-word", "natural-forgotten", "asked-again"})
DECIDED = frozenset(
    {"laid-down-no-natural", "natural-offered-cards", "against-table", "banker-must-draw", "bound-by-ruling"}
)
"""Codes of the faults of the punto, and of those that can be made again from the banker's turn on: where play goes back
behind them, they can be found once more.
"""

SHOWN = ANNOUNCED | DECIDED
"""Codes of the faults that nothing but open cards shows: where a card was keyed wrongly they are weighed again."""


def undone(coup: s.Coup, phases: Sequence[str]) -> s.Coup:
    """Return the coup with what was said and done from the earliest of these phases on forgotten."""
    first = min(COUP.index(Phase(phase)) for phase in phases)
    said = first <= COUP.index(Phase.WORD)
    findable = DECIDED | (ANNOUNCED if said else frozenset()) if first <= COUP.index(Phase.BANKER) else frozenset()
    coup = coups.without_decision(coup, findable)
    if said:
        coup = coups.without_words(coup, coup.sides)
    return coups.without_cards(coup, coup.sides) if first <= COUP.index(Phase.CARRY) else coup


def apply_incident_ruled(state: State, event: IncidentRuled) -> State:
    after: State = with_ruling(state, event, COUP, undone)
    return after


FOLDS: Final[books.Folds] = {
    **books.FOLDS,
    e.BankDelivered: held(apply_bank_delivered),
    e.BankRaised: held(apply_bank_raised),
    e.BankContinued: held(lambda bank, _event: bank),
    e.ShareOffered: held(
        lambda bank, event: replace(bank, join_offers=bank.join_offers.set(event.person, event.amount))
    ),
    e.ShareAccepted: held(apply_share_accepted),
    e.ShareOfferWithdrawn: apply_share_offer_withdrawn,
    e.ShareReleaseAsked: held(lambda bank, event: replace(bank, leavers=bank.leavers | {event.person})),
    e.ShareTakenOver: held(apply_share_taken_over),
    e.GarageFormed: keep("bank.garage", "parts"),
    e.GarageReturned: put("bank.garage", ()),
    e.WinningsGaraged: held(apply_winnings_garaged),
    e.GarageKept: held(apply_garage_kept),
    e.AllGoesSaid: held(apply_all_goes_said),
    e.BankOffered: apply_bank_offered,
    e.BankDeclined: put("offer.candidate", None),
    e.RefusalNoted: apply_refusal_noted,
    e.BankTaken: apply_bank_taken,
    e.SharePledged: change(
        "offer.pledges", lambda pledges, event: pledges.set(event.person, s.Pledge(event.leader, event.amount))
    ),
    e.BankReturned: apply_bank_returned,
    e.BankReinstated: apply_bank_reinstated,
    e.RoundRestarted: change("offer", lambda offer, _event: s.BankOffer(offer.origin)),
    e.AuctionOpened: apply_auction_opened,
    e.BidMade: apply_bid_made,
    e.AuctionClosed: put("auction", None),
    banked.BetsOpened: apply_bets_opened,
    e.CallMade: change(
        "calls", lambda calls, event: windows.claim(calls, windows.Claim(event.person, event.kind, event.amount))
    ),
    e.CallWithdrawn: change("calls", lambda calls, event: windows.withdraw(calls, event.person, event.kind)),
    e.CoverAwarded: apply_cover_awarded,
    banked.CoupCalledOff: apply_coup_called_off,
    e.StakeReturned: apply_stake_returned,
    e.LateStakeNoted: apply_late_stake_noted,
    e.LateStakeRemoved: change(
        "coup.late", lambda late, event: tuple([one for one in late if one.person != event.person])
    ),
    e.StakeClaimRecorded: unchanged,
    e.HandFollowed: change("carried_over.followers", lambda people, event: people | {event.person}),
    e.SeguidoHeld: change("carried_over.seguido", lambda _was, event: frozenset(event.people)),
    e.TableOpened: ByLibrary(partial(books.with_settings, read=read, settings=s.Settings)),
    RulebookAdopted: ByLibrary(partial(books.with_rulebook, read=read)),
    e.PhaseOpened: lambda state, event: replace(state, phase=event.phase, serial=state.serial + 1, called_person=None),
    e.OptionsSet: change(
        "settings", lambda now, event: replace(now, banco_freedom=event.banco_freedom, no_bank_max=event.no_bank_max)
    ),
    TableClosed: lambda state, _event: replace(state, offer=s.BankOffer(), carried_over=s.CarriedOver()),
    table.Seated: apply_seated,
    table.StoodBehind: lambda state, event: replace(
        _without_place(state, event.person), seats=stand(state.seats, event.person, event.seat)
    ),
    table.PersonLeft: apply_person_left,
    e.SeatLost: apply_seat_lost,
    e.SaluteOwed: change("carried_over.salute_debtors", lambda people, event: people | {event.person}),
    e.Saluted: apply_saluted,
    ChangeAsked: change("carried_over.movers", lambda people, event: (*people, event.person)),
    banked.ShoeWanted: apply_shoe_wanted,
    e.CutOffered: apply_cut_offered,
    e.PackCut: lambda state, event: replace(state, shoe=replace(state.shoe, cut_depth=event.depth or 0, cut_to=None)),
    e.ShoeEnded: put("shoe.has_ended", True),
    banked.CardsPassedOn: change("coup", books.apply_cards_passed_on),
    CardDealt: apply_card_dealt,
    e.WithdrawalAnswered: change("coup.respondents", lambda people, event: people | {event.person}),
    banked.TableAsked: change("coup", lambda coup, _event: books.apply_table_asked(coup, Hand.BANCA)),
    banked.ChoiceMade: change("coup", lambda coup, event: books.apply_choice_made(coup, event, Hand.PUNTO)),
    e.ClaimRecorded: unchanged,
    e.CoupEnded: lambda state, event: replace(state, coup=coups.with_side(state.coup, Hand.PUNTO, winner=event.winner)),
    banked.CoupVoided: apply_coup_voided,
    e.CoupSettled: apply_coup_settled,
    **incident_folds(by_code, apply_incident_ruled),
    e.CardCorrected: settled_coups.apply_card_corrected,
    settled_coups.PaymentCorrected: partial(settled_coups.apply_payment_corrected, in_bank=in_bank),
}


def owner(place: int, who: PersonId) -> str:
    """Return the account of a part of the bank: the first part is the banker's own, the others their associates'."""
    return BANK if place == 0 else associate(who)


def _to_garage(parts: Shares) -> books.Legs:
    return tuple(leg for n, part in enumerate(parts) for leg in move(part.amount, owner(n, part.person), GARAGE))


def _from_garage(parts: Shares) -> books.Legs:
    return tuple(leg for n, part in enumerate(parts) for leg in move(part.amount, GARAGE, owner(n, part.person)))


def _settled(event: e.CoupSettled) -> books.Legs:
    match event.winner:
        case Winner.TIE:
            return books.from_stakes(event.stakes)
        case Winner.PUNTO:
            winnings = tuple(leg for one in event.stakes for leg in move(one.amount, BANK, person(one.person)))
            # the associates bear their parts through the bank
            borne = tuple(
                leg for n, part in enumerate(event.bank) for leg in move(-part.amount, owner(n, part.person), BANK)
            )
            return (*books.from_stakes(event.stakes), *borne, *winnings)
        case Winner.BANCA:
            won = tuple(
                leg for n, part in enumerate(event.bank) for leg in move(part.amount, STAKES, owner(n, part.person))
            )
            return (*won, *move(event.cagnotte, STAKES, CAGNOTTE))


def _returned(event: e.BankReturned) -> books.Legs:
    parts = enumerate(event.parts)
    left = tuple(leg for n, one in parts for leg in move(one.amount, owner(n, one.person), person(one.person)))
    return (*left, *(leg for one in event.aside for leg in move(one.amount, GARAGE, person(one.person))))


def _reinstated(event: e.BankReinstated) -> books.Legs:
    parts = enumerate(event.parts)
    put_up = tuple(leg for n, one in parts for leg in move(one.amount, person(one.person), owner(n, one.person)))
    return (*put_up, *(leg for one in event.aside for leg in move(one.amount, person(one.person), GARAGE)))


def _taken_over(event: e.ShareTakenOver) -> books.Legs:
    return (
        *move(event.amount, person(event.banker), BANK),
        *move(event.amount, associate(event.person), person(event.person)),
        *move(event.aside, GARAGE, person(event.person)),
    )


def _awarded(event: e.CoverAwarded) -> books.Legs:
    added = tuple(leg for one in event.new_stakes for leg in move(one.amount, person(one.person), STAKES))
    return (*books.from_stakes(event.returned_stakes), *added)


POSTINGS: Final[books.Postings] = {
    **books.POSTINGS,
    e.BankTaken: lambda event: move(event.amount - event.debt, person(event.person), BANK),
    e.BankDelivered: lambda event: move(event.amount, person(event.person), BANK),
    e.BankRaised: lambda event: (*move(event.amount, person(event.person), BANK), *_from_garage(event.returned_parts)),
    e.ShareAccepted: lambda event: move(event.amount, person(event.person), associate(event.person)),
    e.ShareTakenOver: _taken_over,
    e.BankReturned: _returned,
    e.BankReinstated: _reinstated,
    e.BidMade: lambda event: move(event.more, person(event.person), STAKES),
    e.AuctionClosed: lambda event: books.from_stakes(event.returned_bids),
    e.GarageFormed: lambda event: _to_garage(event.parts),
    e.WinningsGaraged: lambda event: _to_garage(event.parts),
    e.GarageReturned: lambda event: _from_garage(event.parts),
    e.AllGoesSaid: lambda event: _from_garage(event.parts),
    e.CallMade: lambda event: move_change(event.amount - event.was, person(event.person), STAKES),
    e.CallWithdrawn: books.stake_back,
    e.CoverAwarded: _awarded,
    e.StakeReturned: books.stake_back,
    e.LateStakeNoted: lambda event: move(event.amount, person(event.person), STAKES),
    e.LateStakeRemoved: books.stake_back,
    e.CoupSettled: _settled,
    settled_coups.PaymentCorrected: lambda event: settled_coups.legs_of_correction(event, owner),
}
"""The legs of each event that moves money; every other event moves none."""


require_complete(FOLDS, declared_types(e, Event) | frozenset(FOLDS))
require_lines(POSTINGS, FOLDS)


def evolve(state: State, event: Event, library: Library = books.NO_BOOKS) -> State:
    scored = RESULTS.get(type(event))
    if scored is not None:
        state = scored(state, event)
    after: State = books.apply_event(FOLDS, POSTINGS, state, event, library)
    return after
