"""Opening a table and loading its shoe."""

from __future__ import annotations

from tapete.clauses import fault, first_fault
from tapete.games.chemin_de_fer.acts import OpenTable
from tapete.games.chemin_de_fer.bank import bank_minimum_fault, in_window
from tapete.games.chemin_de_fer.events import TableOpened, WindowOpened
from tapete.games.chemin_de_fer.rules import GAME, read
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import Window
from tapete.kernel import HOUSE, Decision, PersonId
from tapete.rulebooks import Library, UnknownRulebookError
from tapete.table.acts import StaffAssigned


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
