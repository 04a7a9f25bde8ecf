"""Opening and closing a table, and the games director's options."""

from __future__ import annotations

from collections.abc import Mapping

from tapete.clauses import Fault, cite, fault, first_fault, rest_on, rule
from tapete.games.baccarat.procedure import CloseTable, TableClosed
from tapete.games.banked.coup import as_shares
from tapete.games.banked.people import require_new_table
from tapete.games.chemin_de_fer import acts
from tapete.games.chemin_de_fer.acts import OpenTable, SetOptions
from tapete.games.chemin_de_fer.bank import require_bank_minimum, require_room_for_bank
from tapete.games.chemin_de_fer.events import AuctionClosed, OptionsSet, PhaseOpened, TableOpened
from tapete.games.chemin_de_fer.passing import bank_return
from tapete.games.chemin_de_fer.rules import GAME, read
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import COUP, PREPARING, BankEnd, Phase
from tapete.kernel import SYSTEM, Decision, PersonId
from tapete.money import Cents
from tapete.rulebooks import Library
from tapete.table.acts import StaffAssigned
from tapete.table.people import require_one_post_each
from tapete.table.staff import CARD_TABLE_POSTS, Role, require_post_or_house, require_posts_of_game
from tapete.table.state import AdoptRulebook, RulebookAdopted, adoptable, in_order, named_rulebook


@rule("CF.E2.01", neutral=lambda what: max(what.authorised_minimum, 1))
def punto_minimum(what: OpenTable) -> Cents:
    """The punto minimum is the table's own: another table may have another one."""
    return what.minimum


@rule("CF.E2.02", neutral=None)
def require_authorised_minimum(minimum: Cents, authorised: Cents) -> Fault | None:
    """The punto minimum is never below the one that the ministry authorised."""
    if minimum >= authorised:
        return None
    return fault("below-authorised-minimum", minimum=minimum, authorised=authorised)


def require_staff(staff: Mapping[Role, PersonId]) -> Fault | None:
    """Return a Fault unless somebody deals and another decides; the annex leaves the staff to the Catalogue."""
    rest_on(cite("HP.CF.staff"))
    if SYSTEM & set(staff.values()):
        return fault("system-on-duty")
    if foreign := require_posts_of_game(staff, CARD_TABLE_POSTS):
        return foreign
    if Role.CROUPIER not in staff:
        return fault("missing-croupier")
    if Role.INSPECTOR not in staff:
        return fault("missing-inspector")
    two = {role: staff[role] for role in (Role.CROUPIER, Role.INSPECTOR)}
    return require_one_post_each(two, "HP.CF.staff") or require_one_post_each(staff, "HP.CF.relief")


@acts.decides(OpenTable, by_library=True)
def open_table(state: State, who: PersonId, what: OpenTable, library: Library) -> Decision:
    if wrong := first_fault(
        require_new_table(state, who),
        require_bank_minimum(what.minimum, what.bank_minimum),
        require_authorised_minimum(what.minimum, what.authorised_minimum),
        require_staff(what.staff),
    ):
        return wrong
    book = named_rulebook(library, GAME, what.rulebook)
    if isinstance(book, Fault):
        return book
    rules = read(book)
    if wrong := require_room_for_bank(rules, what.minimum, what.bank_minimum, unlimited=what.no_bank_max):
        return wrong
    places = what.places or rules.seats.places.use()
    opened = TableOpened(
        what.name,
        book.id,
        book.sha256,
        punto_minimum(what),
        what.bank_minimum or punto_minimum(what),
        what.decks or rules.pack.decks.use(),
        tuple(range(1, places + 1)),
        what.shoe,
        what.conduct,
        what.banco_freedom,
        what.no_bank_max,
        what.authorised_minimum,
    )
    staff = tuple(StaffAssigned(role, person) for role, person in in_order(what.staff))
    return (opened, *staff, PhaseOpened(Phase.SHOE))


@rule("CF.A.16", neutral=None)
def require_between_shoes(state: State) -> Fault | None:
    """The director's authorisation is given before the shoe and stands for the whole of it."""
    return None if state.phase in PREPARING else fault("shoe-in-use", shoe=state.shoe.number)


@acts.decides(AdoptRulebook, by_library=True)
def adopt(state: State, who: PersonId, what: AdoptRulebook, library: Library) -> Decision:
    if wrong := first_fault(
        require_post_or_house(state.staff, who, Role.DIRECTOR),
        None if state.phase is Phase.SHOE else fault("shoe-in-use", shoe=state.shoe.number),
        fault("nothing-changes") if what.sha256 == state.sha256 else None,
    ):
        return wrong
    book = adoptable(library, GAME, what.sha256)
    if isinstance(book, Fault):
        return book
    now = state.settings
    room = require_room_for_bank(read(book), now.minimum, now.bank_minimum, unlimited=now.no_bank_max)
    return room or (RulebookAdopted(book.id, book.sha256),)


@acts.decides(SetOptions)
def set_options(state: State, who: PersonId, what: SetOptions) -> Decision:
    now = state.settings
    freedom = now.banco_freedom if what.banco_freedom is None else what.banco_freedom
    unlimited = now.no_bank_max if what.no_bank_max is None else what.no_bank_max
    if wrong := first_fault(
        require_post_or_house(state.staff, who, Role.DIRECTOR),
        require_between_shoes(state),
        fault("nothing-changes") if (freedom, unlimited) == (now.banco_freedom, now.no_bank_max) else None,
    ):
        return wrong
    room = require_room_for_bank(state.book, now.minimum, now.bank_minimum, unlimited=unlimited)
    return room or (OptionsSet(freedom, unlimited),)


@acts.decides(CloseTable)
def close_table(state: State, who: PersonId, _what: CloseTable) -> Decision:
    """Decide the closing: between coups. The bank and the bids go back to their owners, who keep their chips."""
    if wrong := first_fault(
        require_post_or_house(state.staff, who, Role.DIRECTOR, Role.INSPECTOR),
        fault("coup-in-progress") if state.phase in (*COUP, Phase.BETS) else None,
    ):
        return wrong
    rest_on(cite("HP.CF.closing"))
    bank, auction = state.bank, state.auction
    back = () if bank is None else (bank_return(state, bank, BankEnd.REFUSED),)
    bids = () if auction is None else as_shares({one.person: one.amount for one in auction.window.claims})
    unsold = () if auction is None else (AuctionClosed(None, 0, bids),)
    return (*back, *unsold, TableClosed(), PhaseOpened(Phase.CLOSED))
