"""Types of options with their bounds: what a house may set where the documents leave an option open.

Typed rules use them, so a value out of bounds is refused when a rulebook is read. Only options that no document states
have them: the knocked-out value of a clause may lie below every bound.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

Seconds = Annotated[int, Meta(ge=1, le=3600)]
"""A time that somebody has, up to an hour."""
SecondsOrNone = Annotated[int, Meta(ge=0, le=3600)]
"""A time that passes at least, or after which somebody is reminded, where 0 is none."""
RoundingUnit = Annotated[int, Meta(ge=1, le=100_000)]
"""What an amount is rounded to, in cents."""
SeatCount = Annotated[int, Meta(ge=1, le=20)]
"""Numbered places of a table, or of a cloth."""
Decks = Annotated[int, Meta(ge=1, le=12)]
"""Packs in a shoe."""
DeckChoice = Annotated[tuple[Decks, ...], Meta(min_length=1, max_length=12)]
"""Numbers of packs that a table may be opened with."""
Times = Annotated[int, Meta(ge=1, le=20)]
"""How often something is done before it is over."""
Pieces = Annotated[int, Meta(ge=1, le=1_000_000)]
"""A number of things that are sold; at least one."""
PiecesOrNone = Annotated[int, Meta(ge=0, le=1_000_000)]
"""The same, where 0 sets no bound."""
Sessions = Annotated[int, Meta(ge=0, le=1000)]
"""How many sessions something waits at least, where 0 is none."""
BallsBefore = Annotated[int, Meta(ge=0, le=20)]
"""How many balls stand beside the last one, as many as a screen holds."""
FixedAmount = Annotated[int, Meta(ge=0, le=10**11)]
"""An amount in cents, where 0 is none."""
