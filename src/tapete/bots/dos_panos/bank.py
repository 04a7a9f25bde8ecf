"""A player and the bank: he bids for it, buys it, takes it up, deposits it, hands it over, goes on or leaves."""

from __future__ import annotations

from tapete.bots.act_builder import Offers, amount_within, offer_with_value
from tapete.bots.bot import Move
from tapete.bots.dos_panos.mind import Mind, customary_bank, is_banker, is_depositor
from tapete.games.dos_panos.terms import Phase
from tapete.games.dos_panos.view import View
from tapete.kernel import Offer

CASH = "cash"


class AtBank(Mind):
    """What a player does about the bank."""

    def _gets_bank(self, view: View, offers: Offers) -> Move | None:
        """Buy the bank, take up one that was given up, bid for it."""
        for offer in offers.get("buy-bank", ()):
            if self._will(view, "buy", self.temper.bids / 4):
                return self._once(view, "buy", self._does(view, offer, "buy", amount=self._amount(view, offer)))
        for offer in offers.get("accept-bank", ()):
            if self._will(view, "accept", self.temper.takes):
                return self._once(view, "accept", self._does(view, offer, "accept"))
        return self._bids(view, offers)

    def _amount(self, view: View, offer: Offer) -> int | None:
        return amount_within(offer, self._mind(view, "bank").randint(*self.temper.bank) * customary_bank(view))

    def _bids(self, view: View, offers: Offers) -> Move | None:
        """Bid what he would put up; where somebody bids more, go above that once, as far as he would go at all."""
        if view.auction is None or view.me is None or not self._will(view, "bid", self.temper.bids):
            return None
        bids = {one.person: one.amount for one in view.auction.bids}
        mine, best = bids.get(view.me.person, 0), max(bids.values(), default=0)
        limit = max(self.temper.bank[1] * customary_bank(view), view.auction.floor)
        about = "raise" if mine else "bid"
        for offer in offers.get("bid", ()) if mine < best or not mine else ():
            wanted = amount_within(offer, best + customary_bank(view) // 4) if mine else self._amount(view, offer)
            if wanted is not None and mine < wanted <= limit:
                return self._once(view, about, self._does(view, offer, about, amount=wanted))
        return None

    def _holds_bank(self, view: View, offers: Offers) -> Move | None:
        """Deposit the bank, hand it over, give it up when he has had enough."""
        if is_depositor(view):
            return self._deposits(view, offers)
        if not is_banker(view) or view.bank is None:
            return None
        if view.phase is Phase.BROKEN:
            return self._broken(view, offers)
        if "leave-bank" in offers and self._is_tired(view):
            return self._does(view, offers["leave-bank"][0])
        for offer in offers.get("deliver-bank", ()):
            return self._does(view, offer)
        return None

    def _deposits(self, view: View, offers: Offers) -> Move | None:
        """Deposit in cash what was announced, or with a cheque."""
        form = CASH if self._will(view, "form", 0.8) else "bank-cheque"
        for offer in offers.get("deposit-bank", ()):
            form = form if offer_with_value((offer,), form=form) else CASH
            return self._does(view, offer, amount=offer.bounds("amount")[0], form=form)
        return None

    def _broken(self, view: View, offers: Offers) -> Move | None:
        """Go on with the amount that he began with, perhaps with another shoe, or give the bank up."""
        if "deposit-bank" not in offers or not self._will(view, "redeposit", self.temper.redeposits):
            return self._does(view, offers["leave-bank"][0]) if "leave-bank" in offers else None
        if "ask-new-shoe" in offers and self._will(view, "shoe", self.temper.new_shoe):
            return self._once(view, "shoe", self._does(view, offers["ask-new-shoe"][0], "shoe")) or self._deposits(
                view, offers
            )
        return self._deposits(view, offers)

    def _is_tired(self, view: View) -> bool:
        """Return True if the bank has grown as much as he hoped, or he has had enough of it."""
        if view.bank is None:
            return False
        has_grown = view.bank.in_play >= self.temper.content * view.bank.amount
        return self._will(view, "tired", 0.4 if has_grown else self.temper.tires)
