"""What is so from now on with the bank: offered, taken, shared, returned, auctioned, out of play."""

from __future__ import annotations

import msgspec

from tapete.games.banked.shares import Shares
from tapete.games.chemin_de_fer.terms import BankEnd, Stage
from tapete.kernel import Event, PersonId
from tapete.money import Cents


class BankOffered(Event, frozen=True, tag="bank-offered@1"):
    """The bank is offered to a person, for at least ``floor`` cents."""

    person: PersonId
    stage: Stage
    floor: Cents


class BankDeclined(Event, frozen=True, tag="bank-declined@1"):
    """The person let the bank go by."""

    person: PersonId


class RefusalNoted(Event, frozen=True, tag="refusal-noted@1"):
    """The person refused to take the hand; the next time running it costs his place."""

    person: PersonId


class SeatLost(Event, frozen=True, tag="seat-lost@1"):
    """The person gave up his place; he is at the table on his feet, behind it."""

    person: PersonId
    seat: int


class BankTaken(Event, frozen=True, tag="bank-taken@1"):
    """The person is banker and announced ``amount`` cents, of which he still has to hand over ``debt``."""

    person: PersonId
    amount: Cents
    debt: Cents = msgspec.field(name="owed", default=0)


class BankDelivered(Event, frozen=True, tag="bank-delivered@1"):
    """The banker handed over ``amount`` cents more of what he had announced."""

    person: PersonId
    amount: Cents


class BankRaised(Event, frozen=True, tag="bank-raised@1"):
    """The banker put ``amount`` cents more into the bank; ``returned_parts`` came back from the garage."""

    person: PersonId
    amount: Cents
    returned_parts: Shares = msgspec.field(default=(), name="back")


class BankContinued(Event, frozen=True, tag="bank-continued@1"):
    """The banker stays banker in the next shoe."""

    person: PersonId


class ShareOffered(Event, frozen=True, tag="share-offered@1"):
    """The person would put ``amount`` cents into the bank."""

    person: PersonId
    amount: Cents


class ShareAccepted(Event, frozen=True, tag="share-accepted@1"):
    """The person is the banker's associate with ``amount`` cents."""

    person: PersonId
    amount: Cents


class SharePledged(Event, frozen=True, tag="share-pledged@1"):
    """The person would put ``amount`` cents into a bank that ``leader`` takes."""

    person: PersonId
    leader: PersonId
    amount: Cents


class ShareOfferWithdrawn(Event, frozen=True, tag="share-offer-withdrawn@1"):
    """The person took back what he had offered or pledged."""

    person: PersonId


class ShareReleaseAsked(Event, frozen=True, tag="share-release-asked@1"):
    """The associate asked the banker to take over his part."""

    person: PersonId


class ShareTakenOver(Event, frozen=True, tag="share-taken-over@1"):
    """The banker put ``amount`` cents of his own in the place of the associate's part, who leaves the bank with
    them and with what he had in the garage (``aside``).
    """

    person: PersonId
    banker: PersonId
    amount: Cents
    aside: Cents = 0


class BankReturned(Event, frozen=True, tag="bank-returned@1"):
    """The bank left the table with those who formed it, the banker first.

    ``aside`` is what they had in the garage; ``amount`` is what the bank stood at; ``origin`` is the place from whose
    right it goes round now; ``barred_bidders`` may not bid for it.
    """

    parts: Shares
    end: BankEnd = msgspec.field(name="how")
    origin: int | None
    amount: Cents = 0
    aside: Shares = ()
    barred_bidders: tuple[PersonId, ...] = msgspec.field(name="barred", default=())


class RoundRestarted(Event, frozen=True, tag="round-restarted@1"):
    """A bank that everybody had let go is offered round the table anew, as one that nobody has held."""


class AuctionOpened(Event, frozen=True, tag="auction-opened@1"):
    """The bank is auctioned from ``floor`` cents upwards; ``barred_bidders`` may not bid."""

    floor: Cents
    barred_bidders: tuple[PersonId, ...] = msgspec.field(name="barred")


class BidMade(Event, frozen=True, tag="bid-made@1"):
    """The person bids ``amount`` cents, ``more`` than he has already laid down."""

    person: PersonId
    amount: Cents
    more: Cents


class AuctionClosed(Event, frozen=True, tag="auction-closed@1"):
    """The auction is over; the ``returned_bids`` went back. Nobody is the ``winner`` when nobody bid."""

    winner: PersonId | None
    amount: Cents
    returned_bids: Shares = msgspec.field(name="back")


class GarageFormed(Event, frozen=True, tag="garage-formed@1"):
    """The part of the bank that nobody covers stands out of play in this coup, by owner, the banker first."""

    parts: Shares


class GarageReturned(Event, frozen=True, tag="garage-returned@1"):
    """What stood out of play is part of the bank again."""

    parts: Shares


class WinningsGaraged(Event, frozen=True, tag="winnings-garaged@1"):
    """The banker took winnings out of play, by owner, the banker first; they lie at the croupier's right."""

    parts: Shares


class GarageKept(Event, frozen=True, tag="garage-kept@1"):
    """What stood out of play in the coup stays out of the bank."""

    parts: Shares


class AllGoesSaid(Event, frozen=True, tag="all-goes-said@1"):
    """«Todo va»: nothing is set aside in the next coup; what lay in the garage (``parts``) is in the bank again."""

    person: PersonId
    parts: Shares = ()
