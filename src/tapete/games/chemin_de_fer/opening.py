"""Opening a table and loading its shoe."""

from __future__ import annotations

from tapete.chance import SealShoe, ShoeKind, ShoeSealed
from tapete.clauses import fault, first_fault
from tapete.games.chemin_de_fer.acts import LoadShoe, OpenTable
from tapete.games.chemin_de_fer.bank import bank_minimum_fault, in_window
from tapete.games.chemin_de_fer.events import ShoeWanted, TableOpened, WindowOpened
from tapete.games.chemin_de_fer.passing import shoe_ready
from tapete.games.chemin_de_fer.rules import GAME, read
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import Window
from tapete.kernel import CHANCE, HOUSE, Decision, PersonId
from tapete.rulebooks import Library, UnknownRulebookError
from tapete.table.acts import StaffAssigned
from tapete.table.staff import Role, on_duty


def open_table(state: State, who: PersonId, what: OpenTable, library: Library) -> Decision:
    """Decide that the establishment opens a table."""
    wrong = first_fault(
        None if who == HOUSE else fault("not-your-post", needs=["house"]),
        in_window(state, Window.CLOSED),
        bank_minimum_fault(what.minimum, what.bank_minimum),
        fault("staff-twice") if len(set(what.staff.values())) < len(what.staff) else None,
    )
    if wrong:
        return wrong
    try:
        book = library.named(GAME, what.rulebook)
    except UnknownRulebookError:
        return fault("no-such-rulebook", name=what.rulebook)
    rules = read(book)
    places = what.places or rules.seats.places.use()
    opened = TableOpened(
        what.name,
        book.id,
        book.sha256,
        what.minimum,
        what.bank_minimum or what.minimum,
        what.decks or rules.pack.decks.use(),
        tuple(range(1, places + 1)),
        what.shoe,
        what.conduct,
        what.banco_freedom,
        what.no_bank_max,
    )
    staff = tuple(StaffAssigned(role, person) for role, person in sorted(what.staff.items()))
    return (opened, *staff, WindowOpened(Window.SHOE))


def load(state: State, who: PersonId, what: LoadShoe) -> Decision:
    """Decide that the croupier loads a shoe: chance fixes its order."""
    del what
    over = state.window in (Window.BETWEEN, Window.BANK, Window.VACANT) and state.shoe.stop_seen
    wrong = first_fault(
        on_duty(state.staff, who, Role.CROUPIER),
        None if over else in_window(state, Window.SHOE),
        fault("shoe-wanted") if state.shoe.wanted else None,
    )
    return wrong or (ShoeWanted(state.shoe.number + 1, state.settings.decks * 52),)


def sealed(state: State, who: PersonId, what: SealShoe) -> Decision:
    """Take up the order that chance fixed; a table without a bank offers it."""
    if who != CHANCE:
        return fault("not-yours")
    if not state.shoe.wanted or what.shoe != state.shoe.number:
        return fault("no-shoe-wanted", shoe=state.shoe.number)
    if state.settings.shoe is ShoeKind.SEALED and len(what.commitments) != state.shoe.size:
        return fault("commitments-missing", size=state.shoe.size, found=len(what.commitments))
    ready = ShoeSealed(state.shoe.number, state.settings.shoe, state.shoe.size, what.commitments)
    return (ready, *shoe_ready(state))
