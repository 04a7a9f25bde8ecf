"""Options of the table: people and places, who holds the cards, the pack, and where stakes lie."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from tapete.clauses import Sourced
from tapete.money import Fraction, Rounding
from tapete.rulebooks.bounds import SeatCount
from tapete.table.staff import Posts, Role


class Order(StrEnum):
    """Priority within a cloth."""

    PLACES_THEN_REST = "places-then-rest"
    """Numbered places outward from the banker, then the others in that order."""
    ARRIVAL = "arrival"


class BetweenCloths(StrEnum):
    """Priority between ordinary stakes of different cloths, when the bank runs short."""

    FIRST_CLOTH = "first-cloth"
    PRO_RATA = "pro-rata"


class ForbiddenSpot(StrEnum):
    """A spot of the felt on which no stake may lie."""

    BANKER_LEFT = "banker-left"
    BANKER_RIGHT = "banker-right"
    CROUPIER_LEFT = "croupier-left"
    CROUPIER_RIGHT = "croupier-right"


class OddTest(StrEnum):
    """What has to be an odd number of units for the larger part of a stake across the line to play on cloth 1."""

    WHOLE = "whole"
    HALF = "half"


class AcrossLine(StrEnum):
    """A line on which a stake plays on both cloths (à cheval)."""

    BETWEEN_CLOTHS = "between-cloths"
    OTHER_CLOTH_AREA = "other-cloth-area"


class StakeUnit(StrEnum):
    """The unit in which a stake is counted."""

    TABLE_MINIMUM = "table-minimum"


class PunterRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``association``: punters may put their stakes together."""

    association: Sourced[bool]


class ClothRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``least_players``: punters on each cloth, kept while the bank lasts; ``places_each``: numbered places of one."""

    least_players: Sourced[int]
    places_each: Sourced[SeatCount]


class SeatRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who may stake beside those in numbered places: a second row between them, and people on their feet."""

    second_row: Sourced[bool]
    standing: Sourced[bool]


class PriorityRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whose stakes are covered first, within a cloth and between the cloths."""

    order: Sourced[Order]
    between_cloths: Sourced[BetweenCloths]


class TurnRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``numbered_only``: only numbered places hold the cards of a cloth; ``needs_stake``: one without a stake is
    passed over.
    """

    numbered_only: Sourced[bool]
    needs_stake: Sourced[bool]


class WaitingListRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who keeps the list of those who want a place."""

    kept_by: Sourced[Role]


class OpeningRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who announces the banker and the amount of the bank."""

    announced_by: Sourced[Role]


class StaffRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Posts that are held before the table opens."""

    least: Sourced[tuple[Role, ...]]


class PackRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The shoe. ``below_is_least``: more cards below the stop card are lawful; ``shown_to_players``: the packs are laid
    out before they are counted; ``checked_on_request``: the cards are checked at the end if a player asks.
    """

    decks: Sourced[int]
    cards_below_stop_card: Sourced[int]
    below_is_least: Sourced[bool]
    shown_to_players: Sourced[bool]
    checked_on_request: Sourced[bool]


class BasketRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``after_hand``: the cards of a coup go to the basket when it was announced."""

    after_hand: Sourced[bool]


class StakeRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a stake lies and what of it plays.

    ``line_plays``: the part of a stake on the line, an odd half rounded by ``half_rounding``. ``across_lines``: lines
    on which a stake plays on both cloths, by ``across_odd_test`` in units of ``unit``. ``other_cloth_area``: a cloth
    has an area for stakes on the other. ``even_money``: what a won stake is paid.
    """

    forbidden_spots: Sourced[tuple[ForbiddenSpot, ...]]
    line_plays: Sourced[Fraction]
    half_rounding: Sourced[Rounding]
    across_odd_test: Sourced[OddTest]
    across_lines: Sourced[tuple[AcrossLine, ...]]
    other_cloth_area: Sourced[bool]
    unit: Sourced[StakeUnit]
    even_money: Sourced[Fraction]

    def __post_init__(self) -> None:
        if self.even_money.value.num != self.even_money.value.den:
            raise ValueError("a won stake is paid as much again: cover and part of the house are reckoned by that")


class AuthorityRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who reports an irregularity, and who pronounces what the rules themselves make of it."""

    report: Sourced[Posts]
    pronounce: Sourced[Posts]
