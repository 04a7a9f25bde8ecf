"""The parts of what a viewer sees: places, hands, former coups, an incident, and what is his."""

from __future__ import annotations

import msgspec

from tapete.cards import Card
from tapete.clauses import Cite
from tapete.games.baccarat.effects import Effect
from tapete.games.baccarat.outcome import Winner
from tapete.games.punto_banco.events import Line
from tapete.kernel import PersonId
from tapete.money import Cents
from tapete.table.staff import Role


class SeatView(msgspec.Struct, frozen=True):
    """A numbered place: who sits there and what he has staked."""

    seat: int
    person: PersonId | None = None
    away: bool = False
    has_shoe: bool = False
    offered_shoe: bool = False
    holds_hand: bool = False
    bets: dict[str, Cents] = {}


class StandingView(msgspec.Struct, frozen=True):
    """A person on his feet: behind which place, and what he has staked."""

    person: PersonId
    behind: int
    holds_hand: bool = False
    bets: dict[str, Cents] = {}


class HandView(msgspec.Struct, frozen=True):
    """A hand: its cards (``None`` lies face down), its third card, its total once its two cards are shown.

    ``location`` is where it lies: ``shoe`` (under its corner), ``croupier``, ``holder``, ``right`` or ``left`` of the
    croupier. ``positions`` are the cards' numbers in the shoe, counted from 0, in the same order, the third's last.
    """

    cards: tuple[Card | None, ...] = ()
    third: Card | None = None
    total: int | None = None
    location: str = msgspec.field(name="at", default="table")
    positions: tuple[int, ...] = ()


class CoupView(msgspec.Struct, frozen=True):
    """A finished coup, as on the scoreboard."""

    number: int
    winner: Winner | None
    punto: int
    banca: int
    natural: bool
    cards: dict[str, tuple[Card, ...]] = {}
    positions: dict[str, tuple[int, ...]] = {}
    """The numbers of the same cards in the shoe, counted from 0."""


class IncidentView(msgspec.Struct, frozen=True):
    """An open incident. What is proposed, and the house practice it rests on, is for the table chief alone."""

    serial: int
    kind: str
    note: str
    proposed_effects: tuple[Effect, ...] = msgspec.field(name="proposed", default=())
    clauses: tuple[Cite, ...] = ()


class Me(msgspec.Struct, frozen=True):
    """The viewer himself: his posts, place, chips (cents) and stakes, and what the last coup brought him."""

    person: PersonId
    roles: tuple[Role, ...] = ()
    seat: int | None = None
    behind: int | None = None
    chips: Cents = 0
    bets: dict[str, Cents] = {}
    last: tuple[Line, ...] = ()
    last_bets: dict[str, Cents] = {}
    """What he staked in the last coup, to be staked again."""
