"""Events of a pause."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from tapete.games.bingo.terms import Camera, Prize, Rows, WinningCard
from tapete.kernel import Event, PersonId


class PrizeCalled(Event, frozen=True, tag="prize-called@1"):
    """Somebody called a prize; the drawing stands still. ``by`` keyed it."""

    prize: Prize
    card: str
    by: PersonId
    person: PersonId | None = None
    part: int = 0


class CallRefused(Event, frozen=True, tag="call-refused@1"):
    """A call was heard that is not good: ``code`` says why, ``game`` is the earlier one that its cartón was for."""

    prize: Prize
    card: str
    by: PersonId
    code: str
    game: int = 0


class CallTakenBack(Event, frozen=True, tag="call-taken-back@1"):
    """A call counts no more: nobody checks its cartón.

    ``keyed_by`` had keyed it for a cartón that nobody called; ``None`` where its player takes it back.
    """

    prize: Prize
    card: str
    by: PersonId
    reason: str = ""
    keyed_by: PersonId | None = None


class CardHandedIn(Event, frozen=True, tag="card-handed-in@1"):
    """The table chief has the called cartón."""

    card: str
    by: PersonId


class MasterShown(Event, frozen=True, tag="master-shown@1"):
    """The master of a called cartón stands before the camera: everybody sees its numbers.

    Where the secret of the series is not to be read nobody can say which they are.
    """

    rests_on_secret: ClassVar[bool] = True
    card: str
    rows: Rows
    camera: Camera | None = None
    """What the camera of the hall shows with it."""


class CardChecked(Event, frozen=True, tag="card-checked@1"):
    """The table chief verified a called cartón; ``missing_numbers`` are those that the nearest combination lacks.

    ``combinations`` is how many lines, or bingos, are complete, ``reason`` why a cartón counts as unsold all the same.
    """

    prize: Prize
    card: str
    valid: bool
    missing_numbers: tuple[int, ...] = msgspec.field(name="missing", default=())
    combinations: int = 0
    reason: str = ""


class DifferenceNoted(Event, frozen=True, tag="difference-noted@1"):
    """The paper that was handed in differs from the register, which prevails."""

    card: str
    note: str
    by: PersonId


class TokenGiven(Event, frozen=True, tag="token-given@1"):
    """The winner has a token that says of which game and prize it is."""

    serial: int
    game: str
    part: int
    prize: Prize
    card: str


class OthersAsked(Event, frozen=True, tag="others-asked@1"):
    """The question was asked whether anybody else has won; the interval begins."""

    prizes: tuple[Prize, ...]


class IntervalPassed(Event, frozen=True, tag="interval-passed@1"):
    """The table chief has waited long enough: he may give the order."""


class PrizeAwarded(Event, frozen=True, tag="prize-awarded@1"):
    """A prize is won, divided among the winning cartones in order of series and number; its stage is closed."""

    prize: Prize
    winning_cards: tuple[WinningCard, ...] = msgspec.field(name="won")


class CallsDropped(Event, frozen=True, tag="calls-dropped@1"):
    """No called cartón was right. ``prizes`` are those for which the order ends the right to call at this ball."""

    prizes: tuple[Prize, ...] = ()
