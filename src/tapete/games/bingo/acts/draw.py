"""Acts of the drawing: a ball is let out, announced and shown; a slip is put right; a number is marked."""

from __future__ import annotations

from typing import ClassVar

from tapete.games.bingo.terms import Number
from tapete.kernel import ActBody


class DrawBall(ActBody, frozen=True, tag="draw-ball"):
    """Let a ball out of the machine."""


class AnnounceBall(ActBody, frozen=True, tag="announce-ball"):
    """Announce the ball that is out; ``number`` is what was said, if it was something else."""

    number: Number | None = None


class ShowBall(ActBody, frozen=True, tag="show-ball"):
    """Put the announced number on the panel."""


class CorrectAnnouncement(ActBody, frozen=True, tag="correct-announcement"):
    """Put a wrong announcement right: the number of the last ball is said."""


class RekeyBall(ActBody, frozen=True, tag="rekey-ball"):
    """Put right the number that was keyed for a real ball: of the last one, or of the one that was keyed as ``was``."""

    number: Number
    was: Number | None = None


class MarkNumber(ActBody, frozen=True, tag="mark-number"):
    """Mark a number on one's own cartón. Nobody else learns of it, and it is no call."""

    is_timeless: ClassVar[bool] = True
    is_beside_record: ClassVar[bool] = True
    keeps_secret: ClassVar[bool] = True
    card: str | None
    number: Number | None

    def private(self) -> tuple[str, ...]:
        """Return what only the player knows."""
        return ("card", "number")
