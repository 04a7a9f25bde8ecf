"""The books of the table itself, its people and its shoe between coups. No rule is decided here."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from tapete.games.baccarat.effects import Until
from tapete.games.baccarat.marks import Cards, without_bars
from tapete.games.baccarat.procedure import TableClosed
from tapete.games.banked.books import Folds, change, put
from tapete.games.banked.events import ShoeWanted
from tapete.games.chemin_de_fer import events as e
from tapete.games.chemin_de_fer.rules import read
from tapete.games.chemin_de_fer.state import BankOffer, CarriedOver, Settings, Shoe, State, carry_over
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
        settings=Settings(
            name=event.name,
            minimum=event.minimum,
            bank_minimum=event.bank_minimum,
            decks=event.decks,
            shoe=event.shoe,
            conduct=event.conduct,
            banco_freedom=event.banco_freedom,
            no_bank_max=event.no_bank_max,
            authorised_minimum=event.authorised_minimum,
        ),
    )


def apply_rulebook_adopted(state: State, event: RulebookAdopted, library: Library) -> State:
    return replace(state, rules=read(library.by_hash(event.sha256)), sha256=event.sha256)


def apply_phase_opened(state: State, event: e.PhaseOpened) -> State:
    """Let the table stand in another phase; whoever was called in the last one is called no longer."""
    return replace(state, phase=event.phase, serial=state.serial + 1, called_person=None)


def apply_options_set(state: State, event: e.OptionsSet) -> State:
    options = replace(state.settings, banco_freedom=event.banco_freedom, no_bank_max=event.no_bank_max)
    return replace(state, settings=options)


def apply_table_closed(state: State, _event: TableClosed) -> State:
    return replace(state, offer=BankOffer(), carried_over=CarriedOver())


def _movers_without(state: State, person: PersonId) -> tuple[PersonId, ...]:
    return tuple([one for one in state.carried_over.movers if one != person])


def _without_place(state: State, person: PersonId, **changes: Any) -> State:
    unsaluted = state.carried_over.salute_debtors - {person}
    return carry_over(state, movers=_movers_without(state, person), salute_debtors=unsaluted, **changes)


def apply_seated(state: State, event: table.Seated) -> State:
    """Put a person on a place; he has the change that he may have asked for."""
    moved = carry_over(state, movers=_movers_without(state, event.person))
    return replace(moved, seats=sit(state.seats, event.person, event.seat))


def apply_stood_behind(state: State, event: table.StoodBehind) -> State:
    return replace(_without_place(state, event.person), seats=stand(state.seats, event.person, event.seat))


def apply_person_left(state: State, event: table.PersonLeft) -> State:
    refused = state.carried_over.refusers - {event.person}
    gone = _without_place(state, event.person, refusers=refused)
    return replace(gone, seats=unqueue(leave(state.seats, event.person), event.person))


def apply_seat_lost(state: State, event: e.SeatLost) -> State:
    """Put a person on his feet behind the place that he gave up; he stays away if he is."""
    refused = state.carried_over.refusers - {event.person}
    away = event.person in state.seats.away
    behind = set_away(stand(state.seats, event.person, event.seat), event.person, away)
    return replace(_without_place(state, event.person, refusers=refused), seats=behind)


def apply_saluted(state: State, event: e.Saluted) -> State:
    """Let the hand pass a person by: he owes no salute and is not asked in this round."""
    passed = replace(state, offer=replace(state.offer, past_candidates=state.offer.past_candidates | {event.person}))
    return carry_over(passed, salute_debtors=state.carried_over.salute_debtors - {event.person})


def apply_shoe_wanted(state: State, event: ShoeWanted) -> State:
    swept, shoe = replace(state.coup, cards=Cards()), Shoe(event.shoe, event.size, is_order_awaited=True)
    return replace(state, coup=swept, shoe=shoe, bars=without_bars(state.bars, Until.SHOE))


def apply_cut_offered(state: State, event: e.CutOffered) -> State:
    """Offer the cut to a person; note who let it go by before him."""
    shoe = state.shoe
    uncut = shoe.cut_refusers if event.refuser is None else shoe.cut_refusers | {event.refuser}
    return replace(state, shoe=replace(shoe, cut_to=event.person, cut_refusers=uncut))


def apply_pack_cut(state: State, event: e.PackCut) -> State:
    return replace(state, shoe=replace(state.shoe, cut_depth=event.depth or 0, cut_to=None))


FOLDS: Final[Folds] = {
    e.TableOpened: ByLibrary(apply_table_opened),
    RulebookAdopted: ByLibrary(apply_rulebook_adopted),
    e.PhaseOpened: apply_phase_opened,
    e.OptionsSet: apply_options_set,
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
}
