"""Events of the drawing."""

from __future__ import annotations

from typing import ClassVar

from tapete.chance import TokenDrawn
from tapete.kernel import Event, PersonId


class BallWanted(Event, frozen=True, tag="ball-wanted@1"):
    """A ball is to come out."""

    position: int


class BallDrawn(TokenDrawn, frozen=True, tag="ball-drawn@1"):
    """A ball is out of the machine; it counts once it is announced."""

    @property
    def ball(self) -> int:
        return int(self.token)


class BallOpened(TokenDrawn, frozen=True, tag="ball-opened@1"):
    """A ball that did not come out in the game is shown after it, to prove that every number was in the machine."""


class BallRekeyed(Event, frozen=True, tag="ball-rekeyed@1"):
    """The real ball that is out bears another number than was keyed."""

    position: int
    was: int
    ball: int


class BallAnnounced(Event, frozen=True, tag="ball-announced@1"):
    """The number of the ball was said; ``said_number`` is another one if the caller misread it."""

    ball: int
    said_number: int


class BallShown(Event, frozen=True, tag="ball-shown@1"):
    """The number stands on the panel."""

    ball: int


class AnnouncementCorrected(Event, frozen=True, tag="announcement-corrected@1"):
    """The right number of a ball was said in place of a wrong one; it counts from now on."""

    ball: int
    wrong: int


class NumberMarked(Event, frozen=True, tag="number-marked@1"):
    """A player marked a number on his cartón."""

    keeps_secret: ClassVar[bool] = True
    rests_on_secret: ClassVar[bool] = True
    person: PersonId
    card: str | None
    number: int | None

    def private(self) -> tuple[str, ...]:
        """Return what only the player knows."""
        return ("card", "number")
