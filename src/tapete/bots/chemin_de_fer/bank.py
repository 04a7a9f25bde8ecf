"""A player and the bank: he takes it or lets it go, joins another's, raises it, passes the hand, bids for it."""

from __future__ import annotations

from tapete.bots.act_builder import Offers, amount_within
from tapete.bots.bot import Move
from tapete.bots.chemin_de_fer.mind import Mind, has_opponent
from tapete.games.chemin_de_fer.terms import Phase, Stage
from tapete.games.chemin_de_fer.view import View
from tapete.kernel import PersonId


class AtBank(Mind):
    """What a player does about the bank."""

    def _bank(self, view: View, offers: Offers) -> Move | None:
        if view.offer is None or view.me is None:
            return None
        if view.offer.candidate != view.me.person:
            return self._pledge(view, offers)
        take = next(iter(offers.get("take-bank", ())), None)
        floor, unit = view.offer.floor, view.minimum
        share = self.temper.recovers if view.offer.stage is Stage.RECOVERY else self.temper.takes
        if view.offer.stage is Stage.FORCED:
            share = 1.0  # a minimum, or his place
        wanted = self._mind(view, "amount").randint(*self.temper.bank) * unit
        if view.offer.stage is Stage.FORCED:
            wanted = floor
        amount = None if take is None else amount_within(take, max(wanted, floor))
        affordable = max(wanted, floor) <= view.me.chips  # or he would put all that he has into it
        can = amount is not None and affordable and amount <= max(self.temper.ceiling * unit, floor * 2)
        bold = floor <= self.temper.ceiling * unit or view.offer.stage is Stage.FORCED
        if take is not None and can and bold and self._will(view, "take", share):
            return self._once(view, "bank", self._does(view, take, "bank", amount=amount))
        if take is not None and amount is not None and floor <= view.me.chips and bold and self._will(view, "t", share):
            return self._once(view, "bank", self._does(view, take, "bank", amount=floor))
        for offer in offers.get("decline-bank", ()):
            return self._does(view, offer, "decline")
        return None

    def _pledge(self, view: View, offers: Offers) -> Move | None:
        """Promise a part to somebody who may not take the bank alone."""
        for offer in offers.get("pledge-share", ()):
            wanted = self._mind(view, "pledge").randint(*self.temper.stakes) * view.minimum
            amount = amount_within(offer, wanted)
            rich = amount is not None and view.me is not None and max(wanted, amount) <= view.me.chips
            if rich and self._leaves_opponent(view) and self._will(view, "pledge to", self.temper.shares / 5):
                return self._once(view, "pledge", self._does(view, offer, "pledge", amount=amount))
        return None

    def _between(self, view: View, offers: Offers) -> Move | None:
        """Between coups: pass the hand, raise it, take an associate in; or offer to be one."""
        if view.phase is not Phase.BETWEEN or view.bank is None or view.me is None:
            return None
        if view.bank.banker != view.me.person:
            return self._associate(view, offers)
        for offer in offers.get("accept-share", ()):
            person = str(offer.fixed_value("person"))
            if has_opponent(view, PersonId(person)) and self._will(view, f"welcome {person}", self.temper.welcomes):
                return self._once(view, f"welcome {person}", self._does(view, offer, f"welcome {person}"))
        for offer in offers.get("deliver-bank", ()):
            owed = offer.bounds("amount")[1] or 0
            if owed <= view.me.chips:
                return self._does(view, offer, amount=owed)
        for offer in offers.get("take-over-share", ()):
            person = str(offer.fixed_value("person"))
            return self._once(view, f"release {person}", self._does(view, offer, f"release {person}"))
        has_game = has_opponent(view)
        if "pass-hand" in offers and not (has_game and self._will(view, "keep", self.temper.keeps)):
            return self._does(view, offers["pass-hand"][0])
        for offer in offers.get("garage-winnings", ()):
            if self._will(view, "garage", 1 - self.temper.keeps):
                most = offer.bounds("amount")[1]
                return self._once(view, "garage", self._does(view, offer, "garage", amount=most))
        for offer in offers.get("raise-bank", ()):
            more = min(view.me.chips, 5 * view.minimum)
            if more >= view.minimum and self._will(view, "raise", self.temper.raises):
                amount = amount_within(offer, view.bank.total + more)
                return self._once(view, "raise", self._does(view, offer, "raise", amount=amount))
        return None

    def _associate(self, view: View, offers: Offers) -> Move | None:
        for offer in offers.get("offer-share", ()):
            wanted = self._mind(view, "share").randint(*self.temper.stakes) * view.minimum
            amount = amount_within(offer, wanted)
            rich = amount is not None and view.me is not None and max(wanted, amount) <= view.me.chips
            if rich and self._leaves_opponent(view) and self._will(view, "associate", self.temper.shares):
                return self._once(view, "associate", self._does(view, offer, "associate", amount=amount))
        return None

    def _leaves_opponent(self, view: View) -> bool:
        """Return True if somebody could still play against the bank once he has a part in it."""
        return view.me is not None and has_opponent(view, view.me.person)

    def _auction(self, view: View, offers: Offers) -> Move | None:
        if view.auction is None or view.me is None:
            return None
        mine = next((one.amount for one in view.auction.bids if one.person == view.me.person), 0)
        best = max((one.amount for one in view.auction.bids), default=0)
        start = max(view.auction.floor, view.minimum)
        limit = start + self._mind(view, "limit").randint(0, self.temper.ceiling // 4) * view.minimum
        for offer in offers.get("bid", ()):
            wanted = max(best + view.minimum, view.auction.floor)
            amount = amount_within(offer, wanted)
            affordable = amount is not None and wanted - mine <= view.me.chips and amount <= limit
            behind = not mine or mine < best
            if affordable and behind and self._will(view, "bid", self.temper.bids):
                return self._does(view, offer, f"bid {amount}", amount=amount)
        return None
