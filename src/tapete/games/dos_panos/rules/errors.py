"""Options of what follows an error: cards too early, exposed or thrown in, words taken back, conduct, late claims."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from tapete.clauses import Sourced
from tapete.rulebooks.bounds import Seconds
from tapete.table.staff import Role


class WaivedBy(StrEnum):
    """Who may set aside that a card drawn too early is played."""

    DIRECTOR = "director"
    NOBODY = "nobody"


class RestoredDuty(StrEnum):
    """What binds the banker in a coup restored after his own error."""

    CHART_THEN_FIVE = "chart-then-five"
    """The table where both cloths agree; else he draws with five or less and stands above."""
    FIVE = "five"
    """He draws with five or less and stands above, whatever the table says."""
    FREE = "free"


class UnclaimedCard(StrEnum):
    """What becomes of the card of a first cloth that asked by mistake, when the second stood."""

    BY_RESTORED_RULES = "by-restored-rules"
    """The banker takes it where the rules of a restored coup make or let him draw; else it is discarded."""
    MUST_TAKE = "must-take"
    DISCARD = "discard"


class OptionalBeside(StrEnum):
    """What an optional cell beside a binding one asks of a banker in a coup restored after his own error."""

    DRAW = "draw"
    FREE = "free"


class ClaimsEnd(StrEnum):
    """When a coup is over for claims."""

    PAID_OR_COLLECTED = "paid-or-collected"
    PAID = "paid"
    NEVER = "never"


class EarlyCardRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card drawn before the betting was over."""

    waived_by: Sourced[WaivedBy]


class RestoredHandRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A coup that was put right after an error.

    ``exposed_hand``: the banker after he exposed both cards of a cloth; ``misannounced_shown``: after he named a wrong
    total and the cloths had shown. ``slips_keep_third_card``: after a card to the wrong cloth he may still draw.
    ``second_cloth_alike``: errors of the second cloth against the banker follow the rules of the first.
    """

    exposed_hand: Sourced[RestoredDuty]
    misannounced_shown: Sourced[RestoredDuty]
    unclaimed_card: Sourced[UnclaimedCard]
    slips_keep_third_card: Sourced[bool]
    second_cloth_alike: Sourced[bool]
    optional_beside: Sourced[OptionalBeside]


class FirstWordRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``on``: totals with which the first of two words counts."""

    on: Sourced[tuple[int, ...]]


class SeenThirdRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``recovered``: a third card that was seen and fell is taken up again."""

    recovered: Sourced[bool]


class ThrownCardRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``deemed_total``: total of cards that their holder threw in without showing them."""

    deemed_total: Sourced[int] = msgspec.field(name="deemed")


class ConductRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Slow looking and long holding are forbidden; the seconds after which the croupier warns."""

    slow_look: Sourced[bool]
    long_hold: Sourced[bool]
    look_s: Sourced[Seconds]
    hold_s: Sourced[Seconds]
    announce_s: Sourced[Seconds]


class ClaimRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """When no claim about a coup is heard any more."""

    end_with: Sourced[ClaimsEnd]


class UnforeseenRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who decides what the document does not foresee."""

    decided_by: Sourced[Role]
