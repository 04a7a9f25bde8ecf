"""What the house and the croupier do at every baccarat table, whatever the game: its running, the bounds of a coup,
the formulas.

Who may do it, when, and what follows is decided by each game.
"""

from __future__ import annotations

from typing import ClassVar, Protocol

import msgspec

from tapete.chance import ChanceKind
from tapete.clauses import Sourced
from tapete.kernel import ActBody, Event, PersonId
from tapete.money import Cents
from tapete.table.conduct import Conduct

# --- the table --------------------------------------------------------------------------------------------------------


class Settings(msgspec.Struct, frozen=True):
    """What the house chose when it opened a table, as far as every game asks for it. Amounts in cents.

    ``minimum`` is the least stake; ``authorised_minimum`` the least minimum that the authority allows.
    """

    name: str = ""
    minimum: Cents = 0
    authorised_minimum: Cents = 0
    decks: int = 6
    shoe: ChanceKind = ChanceKind.SEALED
    conduct: Conduct = Conduct.STRICT


class CloseTable(ActBody, frozen=True, tag="close-table"):
    """The establishment closes the table, between coups; what lies on it goes back to its owners."""


class CallPerson(ActBody, frozen=True, tag="call-person"):
    """The croupier calls, once, the player for whom the table waits; then he acts for him."""


class TableClosed(Event, frozen=True, tag="table-closed@1"):
    """No more play at this table."""


class PersonCalled(Event, frozen=True, tag="person-called@1"):
    """The table waits for this person, and the croupier has called him."""

    person: PersonId


# --- the coup ---------------------------------------------------------------------------------------------------------


class OpenBets(ActBody, frozen=True, tag="open-bets"):
    """The croupier opens the betting of a new coup."""

    opens_cycle: ClassVar[bool] = True


class CloseBets(ActBody, frozen=True, tag="close-bets"):
    """The croupier closes the betting."""

    closes_stakes: ClassVar[bool] = True


class Settle(ActBody, frozen=True, tag="settle"):
    """The croupier collects the losing stakes and pays the winning ones."""


# --- the formulas -----------------------------------------------------------------------------------------------------


class Said(Event, frozen=True, tag="said@1"):
    """The croupier says a formula; ``values`` fill its places."""

    formula: str
    values: dict[str, str] = msgspec.field(default_factory=dict)


class Phrases(Protocol):
    """A rulebook that has the croupier's formulas."""

    @property
    def formulas(self) -> dict[str, Sourced[str]]:
        """Return the words of each formula, with the clauses that ask for it."""


class Speaks(Protocol):
    """The state of a table under such a rulebook."""

    @property
    def book(self) -> Phrases:
        """Return the rulebook."""


def say(state: Speaks, formula: str, **values: object) -> tuple[Said, ...]:
    """Return the event of saying a formula; nothing when the rulebook has no words for it."""
    words = state.book.formulas[formula].use()
    return (Said(formula, {name: str(value) for name, value in values.items()}),) if words else ()
