"""Events of a coup: stakes and bancos, what plays, who won, what was paid."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from tapete.games.baccarat import corrections
from tapete.games.baccarat.outcome import Winner
from tapete.games.banked.shares import Shares
from tapete.games.dos_panos.stakes.cover import ClothStakes
from tapete.games.dos_panos.terms import Cover, Hand, Spot
from tapete.kernel import Event, PersonId
from tapete.money import Cents
from tapete.table.seats import Seat


class BetsOpened(Event, frozen=True, tag="bets-opened@1"):
    """A coup begins; ``in_play`` is the bank, in cents."""

    coup: int
    in_play: Cents


class CoupCalledOff(Event, frozen=True, tag="coup-called-off@1"):
    """The coup is not dealt: the bank, the shoe and the turns stand as they were."""

    coup: int


class BancoCalled(Event, frozen=True, tag="banco-called@1"):
    """The person calls banco."""

    person: PersonId


class BancoAwarded(Event, frozen=True, tag="banco-awarded@1"):
    """The person plays against the whole bank, ``amount`` cents, on both cloths."""

    person: PersonId
    amount: Cents


class BancoRepeated(Event, frozen=True, tag="banco-repeated@1"):
    """A void banco is played once more, for ``amount`` cents; ``repeats`` counts these coups."""

    person: PersonId
    amount: Cents
    repeats: int


class StakeLaid(Event, frozen=True, tag="stake-laid@1"):
    """The person has ``amount`` cents on a spot of a cloth; ``was`` so much before."""

    person: PersonId
    amount: Cents
    cloth: Hand
    spot: Spot
    was: Cents = 0


class StakeTaken(Event, frozen=True, tag="stake-taken@1"):
    """The person took a stake back from a spot."""

    person: PersonId
    amount: Cents
    cloth: Hand
    spot: Spot


class StakesPooled(Event, frozen=True, tag="stakes-pooled@1"):
    """A punter gave ``amount`` cents of his chips to his partner, who stakes them for both."""

    person: PersonId
    partner: PersonId
    amount: Cents


class CoverShort(Event, frozen=True, tag="cover-short@1"):
    """The bank does not cover what lies on the cloths: nothing is dealt until more is proven or stakes go back. By how
    much it falls short nobody is told.
    """

    rests_on_secret: ClassVar[bool] = True


class CoverAwarded(Event, frozen=True, tag="cover-awarded@1"):
    """What plays on each cloth, who holds its cards, and what goes back to its owner, in cents."""

    cover: Cover
    stakes: ClothStakes
    holders: dict[Hand, PersonId]
    returned_stakes: Shares = msgspec.field(name="back", default=())


class CoupVoided(Event, frozen=True, tag="coup-voided@1"):
    """The coup counts for nothing: the stakes are their owners' again, in cents, and the bank and the turns stand."""

    returned_stakes: Shares = msgspec.field(name="back")


class ClothVoided(Event, frozen=True, tag="cloth-voided@1"):
    """The coup counts for nothing on one cloth: what played there is its owners' again, in cents."""

    cloth: Hand
    returned_stakes: Shares = msgspec.field(name="back")


class StakeReturned(Event, frozen=True, tag="stake-handed-back@1"):
    """What plays of a person's on a cloth, or ``amount`` cents of it, is his again by a ruling."""

    person: PersonId
    cloth: Hand
    amount: Cents


class TestimonyHeard(Event, frozen=True, tag="testimony-heard@1"):
    """Somebody who saw a hand that the croupier threw in said its score."""

    person: PersonId
    hand: Hand
    total: int


class CoupEnded(Event, frozen=True, tag="coup-ended@1"):
    """The hands lie open: the score of each, and who won on each cloth that was not called off.

    A hand that a ruling decided without its cards has no score.
    """

    scores: dict[Hand, int]
    winners: dict[Hand, Winner]


class CardCorrected(corrections.KeyCorrected, frozen=True, tag="card-corrected@1"):
    """A wrongly keyed card stands right in the record. No chips move.

    For a coup that was settled: the scores and winners as they really were, and what each one should have got by that
    (cents net, the punters by name, the banker, the part of the house).
    """

    scores: dict[Hand, int] = msgspec.field(default_factory=dict)
    winners: dict[Hand, Winner] = msgspec.field(default_factory=dict)
    players: Shares = ()
    bank: Shares = ()
    cagnotte: Cents = msgspec.field(name="commission", default=0)

    @property
    def true_winners(self) -> dict[str, Winner]:
        """Return how a settled coup really ended, by side; nothing where it is not reckoned."""
        return {str(cloth): won for cloth, won in self.winners.items()}


class CoupSettled(Event, frozen=True, tag="coup-settled@1"):
    """What was collected of each person and paid to each, and whose stakes are their own again, in cents.

    ``bank``: by how much the bank grew, below zero for a loss, after the part of the house, ``commission``, and after
    ``out_of_play``, what of a win a bank with a maximum does not take.
    """

    winners: dict[Hand, Winner]
    collections: Shares
    payments: Shares
    returned_stakes: Shares = msgspec.field(name="back")
    bank: Cents
    commission: Cents
    out_of_play: Shares = ()


class TurnMoved(Event, frozen=True, tag="turn-moved@1"):
    """The cards of a cloth are the place's from the next coup on."""

    cloth: Hand
    seat: Seat
