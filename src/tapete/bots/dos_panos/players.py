"""Players of the two-cloth game: they hold the bank, stake on both cloths, play the cards, inside what is offered.

Every choice is a function of the bot's own seed and of the place in the game, so it does not matter how often, or how
fast, a bot looks at its table.
"""

from __future__ import annotations

from tapete.bots.act_builder import Offers, amount_within, offer_with_value
from tapete.bots.bot import Move
from tapete.bots.dos_panos.bank import AtBank
from tapete.bots.dos_panos.cards import AtCards
from tapete.bots.dos_panos.mind import is_banker
from tapete.bots.dos_panos.places import COUPS_AWAY, AtPlace
from tapete.games.dos_panos.acts import Leave
from tapete.games.dos_panos.terms import Phase, Spot
from tapete.games.dos_panos.view import View
from tapete.kernel import Offer, Refused


class Player(AtPlace, AtBank, AtCards):
    """A player: he takes a place, has chips, calls, stakes, holds the bank and plays his cards."""

    def choose(self, view: View, offers: Offers) -> Move | None:
        """Be there, have chips, hold the bank, stake, and do what the cards ask."""
        if view.me is None or view.me.roles:
            return None
        if view.me.cloth is None and not is_banker(view):
            return self._comes_and_goes(view, offers)
        return (
            self._holds_bank(view, offers)
            or self._banker(view, offers)
            or self._cloths(view, offers)
            or self._comes_and_goes(view, offers)
            or self._cut(view, offers)
            or self._gets_bank(view, offers)
            or self._chips(view, offers)
            or self._banco(view, offers)
            or self._stakes(view, offers)
        )

    async def _do(self, move: Move) -> Refused | None:
        refused = await super()._do(move)
        if refused is None and isinstance(move.act, Leave):
            self._forget("place", "behind")  # he may come back in the same window, where somebody else left with him
            if move.about == "leave":
                self._back_at = self.seat.step.cycle + COUPS_AWAY
        return refused

    def _cut(self, view: View, offers: Offers) -> Move | None:
        found = offers.get("cut-pack") if self._will(view, "cut", 0.2) else None
        return self._does(view, found[0]) if found else None

    # --- stakes -------------------------------------------------------------------------------------------------------

    def _banco(self, view: View, offers: Offers) -> Move | None:
        """Call banco, with money changed for it; play a void one once more."""
        if view.me is None or view.bank is None:
            return None
        if view.phase is Phase.REPEAT:
            again = self._will(view, "repeat", self.temper.repeats)
            offer = offer_with_value(offers.get("repeat-banco", ()), again=again)
            offer = offer or next(iter(offers.get("repeat-banco", ())), None)
            return None if offer is None else self._does(view, offer, "repeat")
        if view.phase is not Phase.BANCO or not self._will(view, "banco", self.temper.banco):
            return None
        if "call-banco" in offers:
            return self._once(view, "call", self._does(view, offers["call-banco"][0], "call"))
        short = view.bank.in_play - view.me.chips
        for offer in offers.get("buy-in", ()) if 0 < short <= self.temper.chips * view.minimum else ():
            return self._once(view, "for banco", self._does(view, offer, "for banco", amount=short))
        return None

    def _stakes(self, view: View, offers: Offers) -> Move | None:
        """Stake on a spot, sometimes on a second one, and sometimes take a stake back."""
        if view.phase is not Phase.BETS or view.me is None or view.me.cloth is None or is_banker(view):
            return None
        spots = self._mind(view, "spots").sample(self.temper.spots, 1)
        if self._will(view, "second", self.temper.second):
            spots.append(self._mind(view, "second spot").choice(self.temper.spots))
        for number, spot in enumerate(dict.fromkeys(spots)):
            found = self._once(view, f"stake {number}", self._stake_on(view, offers, spot, number))
            if found is not None:
                return found
        if self._will(view, "again", self.temper.thinks_again):
            for offer in offers.get("take-stake", ()):
                return self._once(view, "take", self._does(view, offer, "take"))
        return None

    def _stake_on(self, view: View, offers: Offers, spot: Spot, number: int) -> Move | None:
        """Lay a stake of whole units on a spot of his own cloth, or in its area for the other one."""
        offer: Offer | None = offer_with_value(offers.get("stake", ()), spot=str(spot))
        if offer is None or view.me is None:
            return None
        units = self._mind(view, f"stake {number}").randint(*self.temper.stakes)
        amount = amount_within(offer, units * view.minimum)
        if amount is None or amount > view.me.chips:
            return None
        return self._does(view, offer, f"stake {number}", amount=amount, cloth=str(view.me.cloth))
