"""What is so from now on in a bingo hall. Kinds are ``name@version``; fields are only ever added."""

from __future__ import annotations

import msgspec

from tapete.chance import ChanceKind, TokenDrawn, UrnSealed
from tapete.games.bingo.terms import Phase, Prize, Ticket
from tapete.kernel import Event, PersonId
from tapete.money import Cents
from tapete.table.acts import BoughtIn
from tapete.table.staff import Role

__all__ = ["BoughtIn", "UrnSealed"]
"""Events of this game that other rooms declare."""


class WinningCard(msgspec.Struct, frozen=True):
    """A winning card, its owner and its share of the prize in cents."""

    card: str
    person: PersonId
    amount: Cents


class HallOpened(Event, frozen=True, tag="hall-opened@1"):
    """The first event of a game: it pins the rulebook by the hash of its content."""

    name: str
    rulebook: str
    sha256: str
    face_value: Cents
    balls: ChanceKind
    staff: dict[Role, PersonId] = msgspec.field(default_factory=dict)

    def pinned_rulebook(self) -> str:
        """Return the hash of the rulebook."""
        return self.sha256


class PhaseOpened(Event, frozen=True, tag="window-opened@1"):
    """The hall stands in another window; its serial grows by one."""

    phase: Phase = msgspec.field(name="window")


class TicketSold(Event, frozen=True, tag="ticket-sold@1"):
    """The person holds a card of this game and has paid ``price`` cents for it."""

    ticket: Ticket
    person: PersonId
    price: Cents


class PrizesAnnounced(Event, frozen=True, tag="prizes-announced@1"):
    """The prizes of the game in cents; ``house`` is what remains of the sales."""

    line: Cents
    bingo: Cents
    house: Cents


class BallWanted(Event, frozen=True, tag="ball-wanted@1"):
    """A ball is to come out."""

    position: int


class BallDrawn(TokenDrawn, frozen=True, tag="ball-drawn@1"):
    """A ball is out of the machine; it counts once it is announced."""

    @property
    def ball(self) -> int:
        """Return the number of the ball."""
        return int(self.token)


class BallAnnounced(Event, frozen=True, tag="ball-announced@1"):
    """The number counts from now on."""

    ball: int


class PrizeCalled(Event, frozen=True, tag="prize-called@1"):
    """Somebody called a prize; the drawing stands still."""

    person: PersonId
    prize: Prize
    card: str


class CardChecked(Event, frozen=True, tag="card-checked@1"):
    """The table chief verified a called card; ``missing_numbers`` are numbers of the nearest combination not
    announced.
    """

    prize: Prize
    card: str
    valid: bool
    missing_numbers: tuple[int, ...] = msgspec.field(name="missing", default=())


class Said(Event, frozen=True, tag="said@1"):
    """The table chief says a formula."""

    formula: str


class PrizeAwarded(Event, frozen=True, tag="prize-awarded@1"):
    """A prize is won, divided among the winning cards in order of series and number; its stage is closed."""

    prize: Prize
    winning_cards: tuple[WinningCard, ...] = msgspec.field(name="won")


class CallsDropped(Event, frozen=True, tag="calls-dropped@1"):
    """No called card was right: the drawing goes on and nobody is barred."""


class PrizesPaid(Event, frozen=True, tag="prizes-paid@1"):
    """The prizes were paid."""

    winning_cards: tuple[WinningCard, ...] = msgspec.field(name="won")
