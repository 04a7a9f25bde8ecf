"""What people do in a bingo hall. Each class is one act; its tag is its name in the record and in the API."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from tapete.chance import BallOut, ChanceKind, SealUrn
from tapete.games.bingo.terms import Prize, Ticket
from tapete.kernel import ActBody, PersonId
from tapete.money import Amount
from tapete.table.acts import BuyIn
from tapete.table.staff import Role

__all__ = ["BallOut", "BuyIn", "SealUrn"]
"""Acts of this game that other rooms declare."""


class OpenHall(ActBody, frozen=True, tag="open-hall"):
    """The establishment opens a game.

    Every card costs ``face_value`` cents; ``balls`` says where the order of the balls comes from.
    """

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    rulebook: str
    face_value: Amount
    balls: ChanceKind = ChanceKind.SEALED
    staff: dict[Role, PersonId] = msgspec.field(default_factory=dict)

    def chance_kind(self) -> ChanceKind:
        """Return where the balls come from."""
        return self.balls


class Sell(ActBody, frozen=True, tag="sell"):
    """The caller sells a card."""

    ticket: Ticket
    person: PersonId


class StartGame(ActBody, frozen=True, tag="start-game"):
    """The table chief closes the sale, computes and announces the prizes and starts the game."""


class DrawBall(ActBody, frozen=True, tag="draw-ball"):
    """The caller lets a ball out of the machine."""


class Announce(ActBody, frozen=True, tag="announce"):
    """The caller announces the ball that is out."""


class CallPrize(ActBody, frozen=True, tag="call-prize"):
    """A player calls «línea» or «bingo» for a card. A call is meant for the hall as it is heard: it names no window."""

    is_timeless: ClassVar[bool] = True
    prize: Prize
    card: str


class CheckCard(ActBody, frozen=True, tag="check-card"):
    """The table chief verifies a called card."""

    prize: Prize
    card: str


class Resume(ActBody, frozen=True, tag="resume"):
    """The table chief orders the game to go on, or to end."""


class PayPrizes(ActBody, frozen=True, tag="pay-prizes"):
    """The cashier pays the prizes."""
