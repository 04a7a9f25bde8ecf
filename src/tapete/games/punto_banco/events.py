"""What is so from now on at a punto y banca table. Kinds are ``name@version``; fields are only ever added."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from tapete.cards import Card
from tapete.chance import ChanceKind
from tapete.games.baccarat import corrections
from tapete.games.baccarat.corrections import ClaimRecorded as ClaimRecorded
from tapete.games.baccarat.points import Winner
from tapete.games.baccarat.procedure import (
    CardDealt as CardDealt,
    DrawAwaited as DrawAwaited,
    PackCut as PackCut,
    PersonCalled as PersonCalled,
    Said as Said,
    ShoeEnded as ShoeEnded,
    StopCardSeen as StopCardSeen,
    TableClosed as TableClosed,
)
from tapete.games.punto_banco.terms import Bet, Hand, Phase, Variant
from tapete.kernel import Event, PersonId
from tapete.money import Cents
from tapete.table.state import Conduct, RulebookAdopted as RulebookAdopted


class Line(msgspec.Struct, frozen=True):
    """What one bet of one person came to, in cents: ``winnings`` before the deduction, ``deduction`` kept by the
    house.

    ``outcome`` is ``won``, ``lost`` or ``void`` (the stake stays the owner's).
    """

    person: PersonId
    bet: Bet
    stake: Cents
    outcome: str
    winnings: Cents = msgspec.field(name="won", default=0)
    deduction: Cents = 0


class TableOpened(Event, frozen=True, tag="table-opened@1"):
    """The first event of a table: it pins the rulebook by the hash of its content."""

    name: str
    rulebook: str
    sha256: str
    variant: Variant
    minimum: Cents
    maximum: Cents
    authorised_minimum: Cents
    decks: int
    places: tuple[int, ...]
    shoe: ChanceKind
    conduct: Conduct
    standing_allowed: bool
    multiples_only: bool
    players_deal: bool
    side_bets: tuple[Bet, ...] = ()

    def pinned_rulebook(self) -> str:
        return self.sha256


class OptionsSet(Event, frozen=True, tag="options-set@1"):
    """The games director's options."""

    standing_allowed: bool
    multiples_only: bool


class PhaseOpened(Event, frozen=True, tag="window-opened@1"):
    """The table stands in another window; its serial grows by one."""

    phase: Phase = msgspec.field(name="window")


class ShoeOpened(Event, frozen=True, tag="shoe-opened@1"):
    """The preparation of shoe number ``shoe`` begins; its pack has ``size`` cards."""

    shoe: int
    size: int


class ShoeWanted(Event, frozen=True, tag="shoe-wanted@1"):
    """The shuffled pack lies in an order that chance now fixes."""


class CutCardIn(Event, frozen=True, tag="cut-card-in@1"):
    """The cut card lies before the card at ``position``."""

    position: int


class CardsBurned(Event, frozen=True, tag="cards-burned@1"):
    """``count`` cards from ``position`` on went into the basket, unseen."""

    position: int
    count: int


class BurnCorrected(Event, frozen=True, tag="burn-corrected@1"):
    """The card turned for the burn was keyed wrongly: ``count`` cards were burned after it, and not ``was``."""

    was: int
    count: int


class ShoeOffered(Event, frozen=True, tag="shoe-offered@1"):
    """The shoe is offered to the player at ``seat``."""

    seat: int


class ShoeDeclined(Event, frozen=True, tag="shoe-declined@1"):
    """The player at ``seat`` lets the shoe go by."""

    seat: int


class ShoeTaken(Event, frozen=True, tag="shoe-taken@1"):
    """The player at ``seat`` has the shoe."""

    seat: int


class ShoeLost(Event, frozen=True, tag="shoe-lost@1"):
    """The player at ``seat`` lost the right to deal with the last coup of a shoe: nobody has the next one yet."""

    seat: int


class ShoeToCroupier(Event, frozen=True, tag="shoe-to-croupier@1"):
    """The croupier deals and turns the Bank hand."""


class HolderReminded(Event, frozen=True, tag="holder-reminded@1"):
    """The player who has the shoe was asked for their bet."""

    seat: int


class BetsOpened(Event, frozen=True, tag="bets-opened@1"):
    """The betting of coup ``coup`` of this shoe is open."""

    coup: int


class BetPlaced(Event, frozen=True, tag="bet-placed@1"):
    """``amount`` cents more lie on ``bet``."""

    person: PersonId
    bet: Bet
    amount: Cents


class BetWithdrawn(Event, frozen=True, tag="bet-withdrawn@1"):
    """``amount`` cents went back from ``bet`` to their owner."""

    person: PersonId
    bet: Bet
    amount: Cents


class HandAwarded(Event, frozen=True, tag="hand-awarded@1"):
    """``person`` (nobody: the croupier) turns the Player hand; ``standing``: from now on the turn decides."""

    person: PersonId | None
    standing: bool = False


class HandDisputed(Event, frozen=True, tag="hand-disputed@1"):
    """Equal highest stakes on the Player hand: the table chief decides; the first of ``candidates`` is proposed."""

    candidates: tuple[PersonId, ...]


class HandShown(Event, frozen=True, tag="hand-shown@1"):
    """A hand's two cards lie face up with the croupier."""

    hand: Hand
    faces: tuple[Card, ...]
    total: int


class CoupEnded(Event, frozen=True, tag="coup-ended@1"):
    """The totals are final and the winner is known."""

    winner: Winner
    punto: int
    banca: int
    natural: bool


class CoupSettled(Event, frozen=True, tag="coup-settled@1"):
    """Every bet of the coup was collected, paid or left."""

    settles_cycle: ClassVar[bool] = True

    coup: int
    lines: tuple[Line, ...]


class CoupVoided(Event, frozen=True, tag="coup-voided@1"):
    """The coup counts for nothing; the stakes are their owners' again and its cards go to the basket."""

    coup: int
    lines: tuple[Line, ...] = ()


class CardExposed(Event, frozen=True, tag="card-exposed@1"):
    """The next card of a real shoe was seen before it came out."""

    position: int
    face: Card


class CardDiscarded(Event, frozen=True, tag="card-discarded@1"):
    """By a ruling, the next card of the shoe went into the basket unplayed; its face where somebody saw it."""

    position: int
    face: Card | None = None


class StakeReturned(Event, frozen=True, tag="stake-returned@1"):
    """``amount`` cents of a stake went back to their owner: by a ruling, or because the table's limits changed."""

    person: PersonId
    bet: Bet
    amount: Cents


class CardCorrected(corrections.CardCorrected, frozen=True, tag="card-corrected@1"):
    """A wrongly keyed card stands right in the record.

    For a settled coup, ``before`` is what the bets were booked as and ``lines`` what they come to on the true cards,
    with the true totals.
    """

    before: tuple[Line, ...] = ()
    lines: tuple[Line, ...] = ()
    punto: int = -1
    banca: int = -1


class PaymentCorrected(corrections.PaymentCorrected, frozen=True, tag="payment-corrected@1", omit_defaults=True):
    """A wrong payment of a settled coup.

    ``debt``: what the house advances to somebody who has left the table without the chips for it. ``set_off``: what of
    that they give back out of what this correction brings them.
    """

    adjustment: bool = msgspec.field(default_factory=lambda: False)
    debt: Cents = msgspec.field(name="owed", default=0)
    set_off: Cents = 0
