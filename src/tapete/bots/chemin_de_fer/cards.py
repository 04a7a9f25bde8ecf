"""A player and the cards: as the punto who holds them, and as the banker who deals."""

from __future__ import annotations

from tapete.bots.act_builder import Offers, offer_with_value
from tapete.bots.bot import Move
from tapete.bots.chemin_de_fer.mind import Mind
from tapete.bots.chemin_de_fer.strategy import card_value
from tapete.games.banked.coup import Word
from tapete.games.chemin_de_fer.terms import Hand, Phase
from tapete.games.chemin_de_fer.view import View
from tapete.kernel import Offer


class AtCards(Mind):
    """What a player does at the cards."""

    def _punto(self, view: View, offers: Offers) -> Move | None:
        me = None if view.me is None else view.me.person
        if me is None or view.coup.holder != me:
            return None
        lift = offer_with_value(offers.get("lift", ()), hand=str(Hand.PUNTO))
        if lift is not None and view.coup.before == me:
            return self._does(view, lift, "lift punto")
        total = view.coup.totals.get(Hand.PUNTO)
        if view.phase is not Phase.WORD or total is None:
            return None
        natural = offer_with_value(offers.get("lay-down", ()), hand=str(Hand.PUNTO))
        if natural is not None and total >= 8:
            return self._does(view, natural, "lay down punto")
        if "ask-advice" in offers and total == 5 and self._will(view, "advice", self.temper.cards.asks_table):
            asked = self._once(view, "ask-advice", self._does(view, offers["ask-advice"][0]))
            if asked is not None:
                return asked
        draws = self.temper.cards.is_punto_to_draw(total, self._mind(view, "five").random())
        said = offers.get("say", ())
        offer = offer_with_value(said, word=str(Word.CARTA if draws else Word.NO)) or next(iter(said), None)
        return None if offer is None else self._does(view, offer, "say")

    def _banker(self, view: View, offers: Offers) -> Move | None:
        if view.bank is None or view.me is None or view.bank.banker != view.me.person:
            return None
        for offer in offers.get("remove-late-stake", ()):
            return self._does(view, offer, f"late {offer.fixed_value('person')}")
        if view.phase is Phase.DEAL:
            return self._deal(view, offers)
        total = view.coup.totals.get(Hand.BANCA)
        lift = offer_with_value(offers.get("lift", ()), hand=str(Hand.BANCA))
        if total is None:
            return None if lift is None else self._does(view, lift, "lift banca")
        natural = offer_with_value(offers.get("lay-down", ()), hand=str(Hand.BANCA))
        if natural is not None and total >= 8:
            return self._does(view, natural, "lay down banca")
        if "ask-table" in offers and self._will(view, "table", self.temper.cards.asks_table):
            asked = self._once(view, "ask-table", self._does(view, offers["ask-table"][0]))
            if asked is not None:
                return asked
        if "give-card" in offers:
            return self._does(view, offers["give-card"][0])
        found: dict[str, Offer] = {name: offers[name][0] for name in ("draw-card", "stand") if name in offers}
        if not found:
            return None
        wanted: str = "draw-card" if self.temper.cards.is_banker_to_draw(total, self._third(view)) else "stand"
        return self._does(view, found.get(wanted) or next(iter(found.values())), "own card")

    def _deal(self, view: View, offers: Offers) -> Move | None:
        """Deal one card to each in turn, the punto first. Where faults are possible, only the card that is due."""
        dealt = {hand: sum(card.place == hand for card in view.coup.cards) for hand in Hand}
        due = Hand.PUNTO if dealt[Hand.PUNTO] <= dealt[Hand.BANCA] else Hand.BANCA
        found = offers.get("deal-card", ())
        offer = offer_with_value(found, hand=str(due)) or (next(iter(found), None) if len(found) == 1 else None)
        return None if offer is None else self._does(view, offer, f"deal {sum(dealt.values())}")

    def _third(self, view: View) -> int | None:
        """Return the value of the punto's third card; nothing where he stood, or where the card is not to be seen."""
        for card in view.coup.cards:
            if card.place == "punto-3" and card.face is not None:
                return card_value(card.face)
        return None

    def _show(self, view: View, offers: Offers) -> Move | None:
        if view.phase is not Phase.SHOW or view.me is None:
            return None
        mine = {view.coup.holder: Hand.PUNTO, None if view.bank is None else view.bank.banker: Hand.BANCA}
        hand = mine.get(view.me.person)
        offer = None if hand is None else offer_with_value(offers.get("show-hand", ()), hand=str(hand))
        down = any(card.place.partition("-")[0] == hand and not card.face_up for card in view.coup.cards)
        return self._does(view, offer, f"show {hand}") if offer is not None and down else None
