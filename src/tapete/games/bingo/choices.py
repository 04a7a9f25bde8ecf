"""What a house, or a reading of the order, may choose in bingo: the words of its options."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec


class Verdict(StrEnum):
    """What a cause does."""

    VOID = "void"
    CHIEF = "chief"
    """The table chief decides."""


class Defect(StrEnum):
    """In which machines a damaged ball asks for a new set."""

    BOTH = "both"
    PNEUMATIC = "pneumatic"


class DefectInGame(StrEnum):
    """What a damaged ball does to the game that is played."""

    CHIEF = "chief-decides"
    VOID = "void"
    FINISH = "finish"
    """The game goes on, and the set is changed after it."""


class Unit(StrEnum):
    """What is sold in one piece."""

    SINGLE = "single"
    STRIP = "strip"
    """The six cartones of a strip."""
    RANGE = "range"
    """Any other number of cartones in a row."""


Units = Annotated[tuple[Unit, ...], msgspec.Meta(min_length=1)]


class NumberStyle(StrEnum):
    """How a number is said."""

    NUMBER = "number"
    """«Treinta y siete»."""
    DIGITS = "number-and-digits"
    """«Treinta y siete; tres, siete»."""


class Gaps(StrEnum):
    """What an unsold number between sold ones does."""

    SAY_RANGES = "say-ranges"
    BLOCK = "block"


class CountError(StrEnum):
    """What a wrong count does that is found after the start."""

    STANDS = "stands"
    """The announced prizes stand."""
    CHIEF = "chief-decides"
    VOID = "void"


class ShareUnit(StrEnum):
    """What counts as one share of a prize."""

    CARD = "card"
    COMBINATION = "combination"
    """Two lines of one cartón are two shares."""


class Leftover(StrEnum):
    """Where the cents go that a division leaves over."""

    BY_NUMBER = "by-number"
    HOUSE = "house"
    HELD = "held"


class Unawarded(StrEnum):
    """What becomes of a prize that nobody won."""

    HELD = "held"
    HOUSE = "house"
    NEXT_GAME = "next-game"


class UnawardedLine(StrEnum):
    """What becomes of a línea that nobody won."""

    HELD = "held"
    HOUSE = "house"
    NEXT_GAME = "next-game"
    BINGO = "bingo"
    """It is added to the bingo of its game."""


class CheckOrder(StrEnum):
    """In which order the cartones that were called in one pause are checked."""

    ANY = "any-order"
    """As the table chief has them in hand."""
    AS_CALLED = "as-called"
    BY_NUMBER = "by-number"


class BingoFirst(StrEnum):
    """What a right bingo makes of a línea that is still open."""

    SAME_PAUSE = "same-pause"
    """It may be called in that pause."""
    LAPSED = "lapsed"


class EarlyMark(StrEnum):
    """What a mark does before its number is announced."""

    REFUSE = "refuse"
    NO_EFFECT = "no-effect"


class FirstOfDouble(StrEnum):
    """When the prizes of the first game of a double are paid."""

    BETWEEN = "between"
    AFTER_BOTH = "after-both"


class CorrectedInTime(StrEnum):
    """What a wrong number does that was put right before the next ball."""

    NOT_SUBSTANTIAL = "not-substantial"
    CHIEF = "chief"


class EarlyLine(StrEnum):
    """What becomes of a línea that was paid in a game which is void."""

    CHIEF = "chief"
    RECOVER = "recover"
    ABSORB = "absorb"
    """The house bears it."""


class DoubleScope(StrEnum):
    """How far a void game of a double reaches."""

    PART = "part"
    WHOLE_CARD = "whole-card"
