"""What people do with the bank: take it, share it, raise it, pass it, bid for it, take winnings out of play."""

from __future__ import annotations

from typing import Annotated

import msgspec

from tapete.kernel import ActBody, PersonId
from tapete.money import Amount


class TakeBank(ActBody, frozen=True, tag="take-bank"):
    """The player to whom the bank is offered takes it and announces ``amount`` cents.

    ``chips`` is what he hands over with it (cents); nothing said is the whole amount. Where associates have pledged
    parts and the bank is offered to him with them, ``amount`` is his own part.
    """

    amount: Amount
    chips: Annotated[int, msgspec.Meta(ge=0)] | None = None


class DeliverBank(ActBody, frozen=True, tag="deliver-bank"):
    """The banker hands over ``amount`` cents of what he announced and still owes."""

    amount: Amount


class RaiseBank(ActBody, frozen=True, tag="raise-bank"):
    """The banker raises the bank to ``amount`` cents."""

    amount: Amount


class PledgeShare(ActBody, frozen=True, tag="pledge-share"):
    """A player would put ``amount`` cents into a bank that ``leader`` takes when nobody takes it alone."""

    leader: PersonId
    amount: Amount


class DeclineBank(ActBody, frozen=True, tag="decline-bank"):
    """The player to whom the bank is offered lets it go by."""


class OfferShare(ActBody, frozen=True, tag="offer-share"):
    """A player offers the banker to put ``amount`` cents into his bank."""

    amount: Amount


class AcceptShare(ActBody, frozen=True, tag="accept-share"):
    """The banker accepts an associate."""

    person: PersonId


class WithdrawShare(ActBody, frozen=True, tag="withdraw-share"):
    """Somebody takes his offer or pledge back; an associate asks the banker to take over his part."""


class TakeOverShare(ActBody, frozen=True, tag="take-over-share"):
    """The banker puts his own chips in the place of those of an associate who asked to leave the bank."""

    person: PersonId


class PassHand(ActBody, frozen=True, tag="pass-hand"):
    """The banker gives the bank up («pasa la mano»)."""


class RefuseToDeal(ActBody, frozen=True, tag="refuse-to-deal"):
    """The player who acquired the bank refuses to deal from it even once."""


class OfferBank(ActBody, frozen=True, tag="offer-bank"):
    """The croupier offers a bank that everybody had let go round the table anew."""


class GarageWinnings(ActBody, frozen=True, tag="garage-winnings"):
    """The banker takes ``amount`` cents of his winnings out of play («garage»)."""

    amount: Amount


class AllGoes(ActBody, frozen=True, tag="all-goes"):
    """«Todo va»: the banker waives the garage for the next coup."""


class Bid(ActBody, frozen=True, tag="bid"):
    """Somebody bids for the bank: the amount in cents that he would put up."""

    amount: Amount


class CloseAuction(ActBody, frozen=True, tag="close-auction"):
    """The croupier closes the auction."""
