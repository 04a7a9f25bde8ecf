"""Acts of a pause: calls, the check of each called cartón, the questions, and the table chief's order."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from tapete.games.bingo.terms import Name, Prize, Reason
from tapete.kernel import ActBody, PersonId

Part = Annotated[int, msgspec.Meta(ge=0, le=2)]


class CallPrize(ActBody, frozen=True, tag="call-prize"):
    """A player calls «línea» or «bingo» for a cartón of his account. A call is meant for the hall as it is heard.

    ``part`` is the part of a double that is used; 0 leaves it open.
    """

    is_timeless: ClassVar[bool] = True
    prize: str
    card: Name
    part: Part = 0


class CallForPlayer(ActBody, frozen=True, tag="call-for-player"):
    """Staff key a call that somebody made aloud, with a paper cartón in his hand. Never without a call."""

    is_timeless: ClassVar[bool] = True
    prize: str
    card: Name
    part: Part = 0
    person: PersonId | None = None


class TakeCallBack(ActBody, frozen=True, tag="take-call-back"):
    """Take a call back before its cartón is checked; with a reason, one that was keyed for a cartón nobody called."""

    prize: Prize
    card: Name
    reason: Reason = ""


class HandInCard(ActBody, frozen=True, tag="hand-in-card"):
    """The called cartón is handed to the table chief."""

    card: Name


class ShowMaster(ActBody, frozen=True, tag="show-master"):
    """Put the master of the called cartón before the camera."""

    card: Name


class CheckCard(ActBody, frozen=True, tag="check-card"):
    """Verify a called cartón for the prize that was called; with a reason, find that it was never sold."""

    prize: Prize
    card: Name
    reason: Reason = ""


class NoteDifference(ActBody, frozen=True, tag="note-difference"):
    """The paper that was handed in differs from the register, which prevails."""

    card: Name
    note: Reason = ""


class GiveToken(ActBody, frozen=True, tag="give-token"):
    """Hand the winner the token of a prize that is paid after both games."""

    prize: Prize
    card: Name


class AskOthers(ActBody, frozen=True, tag="ask-others"):
    """Ask once more for a bingo when all the balls are out."""


class OrderResume(ActBody, frozen=True, tag="order-resume"):
    """Order the game to go on."""


class OrderEnd(ActBody, frozen=True, tag="order-end"):
    """Order the game to end; with a reason where nobody has called bingo."""

    reason: Reason = ""
