"""Events of the whole table: its opening and phases, places of the second row, the shoe that is prepared."""

from __future__ import annotations

from tapete.chance import ChanceKind
from tapete.games.dos_panos.acts.bank import StandingAward
from tapete.games.dos_panos.terms import BankMode, Phase, award_terms
from tapete.kernel import Event, PersonId
from tapete.money import Cents
from tapete.table.conduct import Conduct
from tapete.table.seats import Seat


class TableOpened(Event, frozen=True, tag="table-opened@1"):
    """The first event of a table: it pins the rulebook by the hash of its content. Amounts in cents.

    ``session`` is which one of the day an open bank plays; ``is_in_house``: a house keeps what is proven for its bank.
    """

    name: str
    rulebook: str
    sha256: str
    mode: BankMode
    minimum: Cents
    maximum: Cents
    bank_minimum: Cents
    bank_maximum: Cents
    decks: int
    places: tuple[int, ...]
    shoe: ChanceKind
    conduct: Conduct
    needs_director: bool = False
    banco_freedom: bool = False
    session_shoes: int = 0
    session: int = 1
    award: StandingAward | None = None
    is_in_house: bool = False

    @property
    def award_terms(self) -> str:
        """Return under what the bank of the table is awarded."""
        return award_terms(self.rulebook, self.mode)

    def pinned_rulebook(self) -> str:
        return self.sha256


class OptionsSet(Event, frozen=True, tag="options-set@1"):
    """What the games director's options are from now on."""

    banco_freedom: bool
    institutions: tuple[str, ...] = ()


class DinnerBegun(Event, frozen=True, tag="dinner-begun@1"):
    """The dinner hour, from and to, has begun: the session of an open bank has no other shoe."""

    begin: str
    end: str


class PhaseOpened(Event, frozen=True, tag="phase-opened@1"):
    """The table stands in another phase; its serial grows by one."""

    phase: Phase


class SatBehind(Event, frozen=True, tag="sat-behind@1"):
    """A person sits in the second row, behind a place."""

    person: PersonId
    seat: Seat


class PacksShown(Event, frozen=True, tag="packs-shown@1"):
    """The croupier laid the packs out for the players."""


class PackCounted(Event, frozen=True, tag="pack-counted@1"):
    """The croupier counted the cards of the packs."""

    count: int
    seals: tuple[str, ...] = ()


class PackShuffled(Event, frozen=True, tag="pack-shuffled@1"):
    """The person shuffled the pack."""

    person: PersonId


class ShoeWanted(Event, frozen=True, tag="shoe-wanted@1"):
    """A fresh pack of ``size`` cards is loaded; chance now fixes its order."""

    shoe: int
    size: int
