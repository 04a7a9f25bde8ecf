"""Players of bingo: each brings the price of a few cartones, follows the balls on them, and calls what is complete."""

from __future__ import annotations

from random import Random

from tapete.bots.act_builder import Offers
from tapete.bots.bot import Bot, Move, Seat
from tapete.bots.pace import Pace
from tapete.games.bingo.acts import BuyIn, CallPrize, WantCards
from tapete.games.bingo.terms import Phase, Prize
from tapete.games.bingo.view import OwnCard, View

MOST = 6
"""Cartones that a player takes at most: a strip."""


class Player(Bot[View]):
    """Somebody who always plays as many cartones as he likes, and knows nothing but what his own page shows."""

    def __init__(self, seat: Seat, pace: Pace, chance: Random, number: int) -> None:
        super().__init__(seat, pace, chance)
        self.number, self.cards = number, chance.randint(1, MOST)

    def choose(self, view: View, offers: Offers) -> Move | None:
        """Call what is complete; while cartones are sold bring the money for them and ask for them."""
        if view.me is None:
            return None
        for offer in offers.get("call-prize", ()):
            prize = Prize(str(offer.fixed_value("prize")))
            may_be_called = offer.options("card")
            for one in view.me.cartones:
                if one.card in may_be_called and is_complete(view, prize, one):
                    return Move(CallPrize(prize, one.card), self.pace.think, (prize, one.card))
        needed = self.cards * view.price - view.me.chips
        if view.phase is not Phase.SALE or view.me.cards or view.me.wish_count:
            return None
        if "buy-in" in offers and needed > 0:
            return Move(BuyIn(needed), self.pace.think, "buy-in")
        for offer in offers.get("want-cards", ()):
            return Move(WantCards(str(offer.fixed_value("series")), self.cards), self.pace.think, "wish")
        return None


def is_complete(view: View, prize: Prize, card: OwnCard) -> bool:
    """Return True if a cartón that somebody holds in his hand has all the numbers of a prize."""
    here = set(view.announced_numbers)
    full = [here.issuperset(line) for line in card.lines]
    return bool(full) and (any(full) if prize is Prize.LINE else all(full))
