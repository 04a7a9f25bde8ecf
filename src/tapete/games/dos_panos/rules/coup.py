"""Options of the coup: who draws, what binds the banker, who wins."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec

from tapete.clauses import Sourced
from tapete.games.baccarat import outcome
from tapete.games.baccarat.drawing import DrawingTable


class Binding(StrEnum):
    """When the table that the banker asked for binds him in an ordinary coup."""

    BOTH_AGREE = "both-agree"
    """When it says the same against both cloths."""
    ALWAYS = "always"
    NEVER = "never"


class AdvisedOnFive(StrEnum):
    """What a hand player with five does who asked the croupier for advice."""

    STAND = "stand"
    FREE = "free"


class OutcomeRules(outcome.OutcomeRules, frozen=True, forbid_unknown_fields=True):
    """Who wins a comparison.

    ``eight_beats``, ``nine_beats``: three-card totals that an eight, or a nine, of two cards beats.
    """

    eight_beats: Sourced[tuple[int, ...]]
    nine_beats: Sourced[tuple[Annotated[int, msgspec.Meta(ge=9, le=9)], ...]]


class NaturalRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What becomes of a natural that was not turned up.

    ``lost_by``: the word that costs the right to turn it up. ``lost_keeps_priority``: it beats three cards all the
    same. ``after_carta_keeps_priority``: so does one whose holder asked for a card. ``forces_chart_in_normal_hand``:
    beside the natural of one cloth the banker plays against the other by the table, even where nobody erred.
    """

    lost_by: Sourced[str]
    lost_keeps_priority: Sourced[bool]
    after_carta_keeps_priority: Sourced[bool]
    forces_chart_in_normal_hand: Sourced[bool]


class PuntoRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The scheme of a hand player: two-card totals on which he draws, is free, turns up, or stands.

    ``no_other_discretion``: outside a banco the scheme binds him. ``crossed_cards_speak``: cards laid crossed or
    parallel may be keyed as his word.
    """

    draws_on: Sourced[tuple[int, ...]]
    chooses_on: Sourced[tuple[int, ...]]
    shows_on: Sourced[tuple[int, ...]]
    stands_on: Sourced[tuple[int, ...]]
    no_other_discretion: Sourced[bool]
    crossed_cards_speak: Sourced[bool]


class AdviceRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Advice: the croupier's, on request, and anybody else's, which binds the player who had it to the scheme."""

    croupier_explains: Sourced[bool]
    asked_on_five: Sourced[AdvisedOnFive]
    outside_binds: Sourced[bool]


class BankerRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The banker.

    ``draws_on``: two-card totals on which he must draw. ``table``: the one he may ask for, ``table_binds`` when it
    then binds him; ``optional_disagrees``: an optional cell beside one that binds leaves him free.
    ``waits_for_third_cards``: his turn begins when both cloths have theirs. ``announces_score``: he says his total when
    he stands, or after his third card.
    """

    draws_on: Sourced[tuple[int, ...]]
    table: DrawingTable
    table_binds: Sourced[Binding]
    optional_disagrees: Sourced[bool]
    waits_for_third_cards: Sourced[bool]
    announces_score: Sourced[bool]
