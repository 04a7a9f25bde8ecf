"""Players of chemin de fer: they hold the bank, stake, play the cards, bid, always inside what the table offers them.

Every choice is a function of the bot's own seed and of the place in the game, so it does not matter how often, or how
fast, a bot looks at its table.
"""

from __future__ import annotations

from tapete.bots.act_builder import Offers, amount_within, offer_with_value
from tapete.bots.bot import Move
from tapete.bots.chemin_de_fer.bank import AtBank
from tapete.bots.chemin_de_fer.cards import AtCards
from tapete.games.banked.coup import DENY, GIVE
from tapete.games.chemin_de_fer.terms import Hand, Phase
from tapete.games.chemin_de_fer.view import View


class Player(AtBank, AtCards):
    """A player: he takes a place, has chips, calls, holds the bank and plays his cards."""

    # --- the table ----------------------------------------------------------------------------------------------------

    def choose(self, view: View, offers: Offers) -> Move | None:
        """Be there, have chips, hold the bank, stake, and do what the cards ask."""
        if view.me is None or view.me.roles:
            return None
        standing = any(one.person == view.me.person for one in view.standing)
        if view.me.seat is None and (not standing or self._owns_nothing(view)) and (place := self._place(view, offers)):
            return place
        if view.me.seat is None and not standing:
            return None
        return (
            self._answer(view, offers)
            or self._cut(view, offers)
            or self._chips(view, offers)
            or self._bank(view, offers)
            or self._between(view, offers)
            or self._auction(view, offers)
            or self._call(view, offers)
            or self._punto(view, offers)
            or self._banker(view, offers)
            or self._show(view, offers)
        )

    def _cut(self, view: View, offers: Offers) -> Move | None:
        """Cut the pack somewhere, or leave it to the next."""
        wanted = "cut-pack" if self._will(view, "cut", 0.7) else "decline-cut"
        found = offers.get(wanted) if view.phase is Phase.CUT else None
        return self._does(view, found[0]) if found else None

    def _owns_nothing(self, view: View) -> bool:
        """Return True if nothing on the table is his, so that he may change his place."""
        return view.me is not None and not any(one.person == view.me.person for one in view.calls)

    def _place(self, view: View, offers: Offers) -> Move | None:
        for offer in offers.get("sit", ()):
            free = [one for one in offer.options("seat") if isinstance(one, int)]
            liked = self.place if self.place in free else self._mind(view, "place").choice(free)
            return self._once(view, "place", self._does(view, offer, "place", seat=liked))
        standing = view.me is not None and any(one.person == view.me.person for one in view.standing)
        return None if standing else self._behind(view, offers)

    def _behind(self, view: View, offers: Offers) -> Move | None:
        for offer in offers.get("stand-behind", ()):
            return self._once(view, "place", self._does(view, offer, "place"))
        return None

    def _chips(self, view: View, offers: Offers) -> Move | None:
        poor = view.me is not None and view.me.chips < max(2 * self.temper.stakes[1], 10) * view.minimum
        if not poor or "buy-in" not in offers or not self._owns_nothing(view):
            return None
        return self._once(view, "chips", self._does(view, offers["buy-in"][0], amount=self.temper.chips * view.minimum))

    def _answer(self, view: View, offers: Offers) -> Move | None:
        """Answer a choice that a ruling offers: give or deny a card, leave a stake in or take it back."""
        for name in ("withdraw-stake", "keep-stake"):
            bad = view.coup.totals.get(Hand.BANCA, 0) >= 8
            if name in offers and bad == (name == "withdraw-stake"):
                return self._does(view, offers[name][0], "withdrawal")
        found = offers.get("choose", ())
        if not found:
            return None
        wanted = self._mind(view, "choose").choice([str(offer.fixed_value("option")) for offer in found])
        total = view.coup.totals.get(Hand.PUNTO)
        if total is not None and offer_with_value(found, option=GIVE):
            wanted = GIVE if total > 5 else DENY  # a card spoils a high total and mends a low one
        offer = offer_with_value(found, option=wanted) or found[0]
        return self._does(view, offer, f"choose {offer.fixed_value('choice')}")

    # --- calls --------------------------------------------------------------------------------------------------------

    def _call(self, view: View, offers: Offers) -> Move | None:
        """Call once: banco again, banco, half the bank, or a stake."""
        if view.phase is Phase.BETS and view.me is not None and not self._owns_nothing(view):
            return None
        if view.phase is not Phase.BETS or view.bank is None or view.me is None:
            return None
        if "call-banco-seguido" in offers and self._will(view, "repeat", self.temper.repeats):
            return self._once(view, "call", self._does(view, offers["call-banco-seguido"][0], "call"))
        if "call-banco" in offers and self._will(view, "banco", self.temper.banco):
            return self._once(view, "call", self._does(view, offers["call-banco"][0], "call"))
        half = sum(one.amount for one in view.calls) * 2 <= view.bank.in_play
        for name in ("call-banco-con-la-mesa", "call-ultimo-completo"):
            if name in offers and half and self._will(view, name, self.temper.half):
                return self._once(view, "call", self._does(view, offers[name][0], "call"))
        for offer in offers.get("stake-on-line", ()):
            wanted = self._mind(view, "line").randint(*self.temper.stakes) * 2 * view.minimum
            amount = amount_within(offer, min(wanted, view.me.chips))
            if amount is not None and amount <= view.me.chips and self._will(view, "on line", self.temper.line):
                return self._once(view, "call", self._does(view, offer, "call", amount=amount))
        for offer in offers.get("stake", ()):
            wanted = self._mind(view, "stake").randint(*self.temper.stakes) * view.minimum
            amount = amount_within(offer, min(wanted, view.me.chips))
            if amount is not None and amount <= view.me.chips:
                return self._once(view, "call", self._does(view, offer, "call", amount=amount))
        return None
