"""The books of the table, its people, its shoe, its coup and its scoreboard. No rule is decided here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import msgspec
from immutables import Map
from msgspec.structs import replace

from tapete.games.baccarat.effects import ASIDE, BASKET, DISCARD, FLOOR, Until
from tapete.games.baccarat.incident import IncidentRuled
from tapete.games.baccarat.marks import Cards, marks_of_next_coup, marks_of_undealt_coup, without_bars
from tapete.games.baccarat.points import Winner
from tapete.games.baccarat.procedure import CardDealt, TableClosed
from tapete.games.banked import folds, settled_coups
from tapete.games.banked.books import Folds, incident_folds, unchanged, with_ruling
from tapete.games.banked.coup import Share, Shares, with_side, without_cards, without_decision, without_words
from tapete.games.banked.events import CardsPassedOn, ChoiceMade, CoupVoided, ShoeWanted, TableAsked
from tapete.games.banked.folds import change, put
from tapete.games.banked.reconsideration import by_code
from tapete.games.chemin_de_fer import events as e
from tapete.games.chemin_de_fer.rules import read
from tapete.games.chemin_de_fer.state import (
    BankOffer,
    CarriedOver,
    Coup,
    CoupResult,
    Settings,
    SettledCoup,
    Shoe,
    State,
    carry_over,
)
from tapete.games.chemin_de_fer.terms import COUP, Hand, Phase
from tapete.kernel import PersonId
from tapete.rulebooks import ByLibrary, Library
from tapete.table import acts as table
from tapete.table.people import ChangeAsked
from tapete.table.seats import Seats, leave, set_away, sit, stand, unqueue
from tapete.table.state import RulebookAdopted


def apply_table_opened(state: State, event: e.TableOpened, library: Library) -> State:
    return replace(
        state,
        rules=read(library.by_hash(event.sha256)),
        sha256=event.sha256,
        seats=Seats(event.places),
        settings=msgspec.convert(event, Settings, from_attributes=True),
    )


def apply_rulebook_adopted(state: State, event: RulebookAdopted, library: Library) -> State:
    return replace(state, rules=read(library.by_hash(event.sha256)), sha256=event.sha256)


def apply_phase_opened(state: State, event: e.PhaseOpened) -> State:
    """Let the table stand in another phase; whoever was called in the last one is called no longer."""
    return replace(state, phase=event.phase, serial=state.serial + 1, called_person=None)


def apply_table_closed(state: State, _event: TableClosed) -> State:
    return replace(state, offer=BankOffer(), carried_over=CarriedOver())


def _movers_without(state: State, person: PersonId) -> tuple[PersonId, ...]:
    return tuple([one for one in state.carried_over.movers if one != person])


def _without_place(state: State, person: PersonId, **changes: Any) -> State:
    unsaluted = state.carried_over.salute_debtors - {person}
    return carry_over(state, movers=_movers_without(state, person), salute_debtors=unsaluted, **changes)


def apply_seated(state: State, event: table.Seated) -> State:
    """Put a person on a place; they have the change that they may have asked for."""
    moved = carry_over(state, movers=_movers_without(state, event.person))
    return replace(moved, seats=sit(state.seats, event.person, event.seat))


def apply_stood_behind(state: State, event: table.StoodBehind) -> State:
    return replace(_without_place(state, event.person), seats=stand(state.seats, event.person, event.seat))


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


def apply_shoe_wanted(state: State, event: ShoeWanted) -> State:
    swept, shoe = replace(state.coup, cards=Cards()), Shoe(event.shoe, event.size, is_order_awaited=True)
    return replace(state, coup=swept, shoe=shoe, bars=without_bars(state.bars, Until.SHOE))


def apply_cut_offered(state: State, event: e.CutOffered) -> State:
    shoe = state.shoe
    uncut = shoe.cut_refusers if event.refuser is None else shoe.cut_refusers | {event.refuser}
    return replace(state, shoe=replace(shoe, cut_to=event.person, cut_refusers=uncut))


def apply_pack_cut(state: State, event: e.PackCut) -> State:
    return replace(state, shoe=replace(state.shoe, cut_depth=event.depth or 0, cut_to=None))


# The scoreboard of a table: its last coups, each as it really ended. A correction changes what stands here.

KEPT: Final = 24
"""Coups that the scoreboard shows."""


def score_coup_ended(state: State, event: e.CoupEnded) -> State:
    """Note the result of the coup; one that is reckoned again before it is paid stands once."""
    unpaid = _unpaid(state)
    corrected = unpaid is not None and unpaid.is_corrected
    result = CoupResult(state.coup.number, event.winner, event.punto, event.banca, is_corrected=corrected)
    return replace(state, results=(*_paid(state), result)[-KEPT:])


def score_coup_voided(state: State, _event: CoupVoided) -> State:
    return replace(state, results=_paid(state))


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


def _unpaid(state: State) -> CoupResult | None:
    return state.results[-1] if state.results and not state.results[-1].is_paid else None


def _paid(state: State) -> tuple[CoupResult, ...]:
    return state.results[:-1] if _unpaid(state) is not None else state.results


RESULTS: Final[Mapping[type[Any], Callable[[State, Any], State]]] = {
    e.CoupEnded: score_coup_ended,
    CoupVoided: score_coup_voided,
    e.CoupSettled: score_coup_settled,
    e.CardCorrected: score_card_corrected,
}
"""What an event changes on the scoreboard, before it changes the table."""


def nets(winner: Winner, stakes: Shares) -> Shares:
    sign = {Winner.PUNTO: 1, Winner.BANCA: -1, Winner.TIE: 0}[winner]
    return tuple(Share(one.person, sign * one.amount) for one in sorted(stakes, key=lambda one: one.person))


def new_settled_coups(state: State, event: e.CoupSettled) -> tuple[SettledCoup, ...]:
    award, bank = state.coup.award, state.bank
    if award is None or bank is None:
        return ()
    players, coup = nets(event.winner, event.stakes), state.coup
    kept = SettledCoup(
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
    coup = folds.apply_card_dealt(state.coup, event)
    return replace(state, shoe=replace(state.shoe, position=event.position + 1), coup=coup)


def apply_coup_ended(state: State, event: e.CoupEnded) -> State:
    return replace(state, coup=with_side(state.coup, Hand.PUNTO, winner=event.winner))


def apply_coup_voided(state: State, _event: CoupVoided) -> State:
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


def _over(coup: Coup) -> Coup:
    marks = replace(coup.cards.marks, aside=())
    return replace(with_side(coup, Hand.PUNTO, holder=None), award=None, cards=replace(coup.cards, marks=marks))


ANNOUNCED = frozenset({"wrong-word", "natural-forgotten", "asked-again"})
DECIDED = frozenset(
    {"laid-down-no-natural", "natural-offered-cards", "against-table", "banker-must-draw", "bound-by-ruling"}
)
"""Codes of the faults of the punto, and of those that can be made again from the banker's turn on: where play goes back
behind them, they can be found once more.
"""

SHOWN = ANNOUNCED | DECIDED
"""Codes of the faults that nothing but open cards shows: where a card was keyed wrongly they are weighed again."""


def undone(coup: Coup, phases: Sequence[str]) -> Coup:
    """Return the coup with what was said and done from the earliest of these phases on forgotten."""
    first = min(COUP.index(Phase(phase)) for phase in phases)
    said = first <= COUP.index(Phase.WORD)
    findable = DECIDED | (ANNOUNCED if said else frozenset()) if first <= COUP.index(Phase.BANKER) else frozenset()
    coup = without_decision(coup, findable)
    if said:
        coup = without_words(coup, coup.sides)
    return without_cards(coup, coup.sides) if first <= COUP.index(Phase.CARRY) else coup


def apply_incident_ruled(state: State, event: IncidentRuled) -> State:
    after: State = with_ruling(state, event, COUP, undone)
    return after


FOLDS: Final[Folds] = {
    e.TableOpened: ByLibrary(apply_table_opened),
    RulebookAdopted: ByLibrary(apply_rulebook_adopted),
    e.PhaseOpened: apply_phase_opened,
    e.OptionsSet: change(
        "settings", lambda now, event: replace(now, banco_freedom=event.banco_freedom, no_bank_max=event.no_bank_max)
    ),
    TableClosed: apply_table_closed,
    table.Seated: apply_seated,
    table.StoodBehind: apply_stood_behind,
    table.PersonLeft: apply_person_left,
    e.SeatLost: apply_seat_lost,
    e.SaluteOwed: change("carried_over.salute_debtors", lambda people, event: people | {event.person}),
    e.Saluted: apply_saluted,
    ChangeAsked: change("carried_over.movers", lambda people, event: (*people, event.person)),
    ShoeWanted: apply_shoe_wanted,
    e.CutOffered: apply_cut_offered,
    e.PackCut: apply_pack_cut,
    e.ShoeEnded: put("shoe.has_ended", True),
    CardsPassedOn: change("coup", folds.apply_cards_passed_on),
    CardDealt: apply_card_dealt,
    e.WithdrawalAnswered: change("coup.respondents", lambda people, event: people | {event.person}),
    TableAsked: change("coup", lambda coup, _event: folds.apply_table_asked(coup, Hand.BANCA)),
    ChoiceMade: change("coup", lambda coup, event: folds.apply_choice_made(coup, event, Hand.PUNTO)),
    e.ClaimRecorded: unchanged,
    e.CoupEnded: apply_coup_ended,
    CoupVoided: apply_coup_voided,
    e.CoupSettled: apply_coup_settled,
    **incident_folds(by_code, apply_incident_ruled),
}
