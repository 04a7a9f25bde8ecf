"""What the house and the people do around the coups: preparing the shoe, places and the list, posts, absence, time."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from tapete.kernel import What


class ShufflePack(What, frozen=True, tag="shuffle-pack"):
    """The pack is shuffled: first by the croupier, then by any player while it is on offer, at last by the croupier."""


class OfferCards(What, frozen=True, tag="offer-cards"):
    """The croupier offers the shuffled cards to the players («señores y señoras, las cartas pasan»)."""


class CutPack(What, frozen=True, tag="cut-pack"):
    """The pack is cut by the person to whom the cut is offered; the first ``depth`` cards go below the others."""

    depth: Annotated[int, msgspec.Meta(ge=1, le=1000)]


class DeclineCut(What, frozen=True, tag="decline-cut"):
    """The person to whom the cut is offered leaves it to the next."""


class InsertStopCard(What, frozen=True, tag="insert-stop-card"):
    """The croupier puts the stop card in, with ``below`` cards behind it; as the rulebook says when not given."""

    below: Annotated[int, msgspec.Meta(ge=0, le=1000)] | None = None


class AskCardCheck(What, frozen=True, tag="ask-card-check"):
    """A player asks that the cards be checked at the end of the shoe."""

    windowless: ClassVar[bool] = True


class CheckCards(What, frozen=True, tag="check-cards"):
    """The croupier or the inspector has counted the used and the remaining cards at the end of a shoe.

    ``complete``: each rank and suit was there as often as there are packs.
    """

    found: Annotated[int, msgspec.Meta(ge=0, le=1000)]
    complete: bool = True


ShoeAct = ShufflePack | OfferCards | CutPack | DeclineCut | InsertStopCard | AskCardCheck | CheckCards
"""Acts at the shoe between its coups."""

__all__ = [
    "AskCardCheck",
    "CheckCards",
    "CutPack",
    "DeclineCut",
    "InsertStopCard",
    "OfferCards",
    "ShoeAct",
    "ShufflePack",
]
