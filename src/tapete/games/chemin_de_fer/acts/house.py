"""What the house and the people do around the coups: preparing the shoe, options, a coup that nobody staked on."""

from __future__ import annotations

from tapete.kernel import ActBody


class OfferCards(ActBody, frozen=True, tag="offer-cards"):
    """The croupier offers the shuffled cards to the players («señores y señoras, las cartas pasan»)."""


class DeclineCut(ActBody, frozen=True, tag="decline-cut"):
    """The person to whom the cut is offered leaves it to the next."""


class SetOptions(ActBody, frozen=True, tag="set-options"):
    """The games director's options, between shoes; what is not given stays as it is."""

    banco_freedom: bool | None = None
    no_bank_max: bool | None = None


class CallOff(ActBody, frozen=True, tag="call-off"):
    """The croupier calls a coup off on which nobody has staked anything that plays."""
