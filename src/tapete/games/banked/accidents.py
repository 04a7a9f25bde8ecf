"""Accidents: what can happen at a banked table that no act of it records by itself, and the table by which a game
declares them.

A game gives one :class:`Accidents`: for each accident a :class:`Kind`, and the functions that are its own, because its
clauses decide them. :mod:`tapete.games.banked.reports` does the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from tapete.clauses import Fault
from tapete.games.baccarat.effects import Party
from tapete.games.baccarat.incident import Authority, Docket
from tapete.games.baccarat.layout import LaidCard
from tapete.games.baccarat.proposals import Proposal
from tapete.games.banked.acts import Report
from tapete.games.banked.coup import Coup
from tapete.games.banked.shoe import Shoe
from tapete.kernel import Event, PersonId
from tapete.table.seats import Seats
from tapete.table.staff import Staff


class BankedTable(Protocol):
    """The state of a banked table, as far as a report needs it."""

    @property
    def authority(self) -> Authority:
        """Return who reports, pronounces and decides."""

    @property
    def phase(self) -> str:
        """Return where the table stands."""

    @property
    def coup(self) -> Coup:
        """Return the coup in progress."""

    @property
    def shoe(self) -> Shoe:
        """Return the shoe in use."""

    @property
    def docket(self) -> Docket:
        """Return the incidents."""

    @property
    def staff(self) -> Staff:
        """Return who is on duty."""

    @property
    def seats(self) -> Seats:
        """Return who is at the table."""

    @property
    def is_observed(self) -> bool:
        """Return True if faults that nobody could prevent become incidents here."""

    @property
    def banker(self) -> PersonId | None:
        """Return who holds the bank."""

    def croupier(self) -> PersonId | None:
        """Return the croupier on duty."""


class About(Enum):
    """Which cards an accident can have happened to: those in play, but for some."""

    ANY = "any"
    """Any card out of the shoe, if one is named at all."""
    IN_PLAY = "in-play"
    NOT_ON_FLOOR = "not-on-floor"
    NOT_FACE_UP = "not-face-up"
    JUST_DRAWN = "just-drawn"
    """A card that was drawn last; where cards come out of the shoe it may be the next one, and then nobody names it."""


class Kind(msgspec.Struct, frozen=True):
    """When an accident can be reported, by whose hand it can have happened, and the facts that the report needs.

    ``facts`` are fields of a report: those without which nothing can be said. ``among_people``: it can happen where
    every card is dealt by the table itself. ``by_whom``: the person makes a difference to what follows;
    ``named_for``: by these hands nothing follows unless it is said which person it was. ``uncounted``: cards leave the
    shoe by it that the table has not counted; ``takes_card``: it takes another card out of the shoe by itself, unless
    it names one that lies on the table. ``early_phases``: phases before the deal in which it can be reported only while
    a card that was drawn early is out of the shoe.
    """

    phases: tuple[str, ...]
    parties: tuple[Party | None, ...] = (None,)
    facts: tuple[str, ...] = ()
    about: About = About.ANY
    among_people: bool = False
    by_whom: bool = False
    named_for: frozenset[Party] = frozenset()
    uncounted: bool = False
    takes_card: bool = False
    early_phases: tuple[str, ...] = ()

    @property
    def is_hand_required(self) -> bool:
        """Return True if a report says which hand it is about."""
        return "hand" in self.facts

    @property
    def is_card_required(self) -> bool:
        """Return True if a report says which card it is about."""
        return "position" in self.facts


class Finding(msgspec.Struct, frozen=True):
    """What the rules make of a report (``None``: they say nothing), and where the cards are by it. ``covers``: it is
    meant for what the open incident held already, too.
    """

    proposal: Proposal | None
    movements: tuple[Event, ...] = ()
    covers: bool = False


S = TypeVar("S", bound=BankedTable)
R = TypeVar("R", bound=Report)


def require_any_person(_state: BankedTable, _what: Report) -> Fault | None:
    """Return no Fault: whoever a report names, the game has nothing to say of it."""
    return None


class Accidents(msgspec.Struct, Generic[S, R], frozen=True):
    """What one game declares: its accidents, its hands, and what its clauses make of a report.

    ``coup`` are the phases in which cards move; ``just_drawn`` names the places whose cards are drawn at a step, and
    ``is_drawing`` whether the next card of the shoe may come out at it. ``requirement`` returns a Fault if an accident
    cannot have happened at this table, by the hand of a party, and for the hand that it is about, if it is about one.
    ``finding`` returns what a report comes to. ``person_requirement`` returns a Fault if the person whom a report names
    is not what it calls him.
    """

    kinds: Mapping[Any, Kind]
    report: type[R]
    hands: tuple[str, ...]
    coup: tuple[str, ...]
    latest_places: Callable[[S], tuple[str, ...]]
    is_drawing: Callable[[S], bool]
    requirement: Callable[[S, Any, Party | None, str | None], Fault | None]
    finding: Callable[[S, R, LaidCard | None], Finding]
    person_requirement: Callable[[S, R], Fault | None] = require_any_person

    def is_card_required(self, state: S, kind: Kind) -> bool:
        """Return True if a report must say which card it is about."""
        return kind.is_card_required or (kind.about is About.JUST_DRAWN and not self.is_drawing(state))
