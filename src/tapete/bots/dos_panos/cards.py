"""A player and the cards: as the one who speaks for a cloth, and as the banker who deals."""

from __future__ import annotations

from tapete.bots.act_builder import Offers, offer_with_value
from tapete.bots.bot import Move
from tapete.bots.dos_panos.mind import Mind, is_banker
from tapete.bots.dos_panos.odds import Against, card_value, is_banker_to_draw
from tapete.games.banked.coup import Word
from tapete.games.dos_panos.terms import WORD_OF, Hand, Phase
from tapete.games.dos_panos.view import View
from tapete.kernel import Offer


class AtCards(Mind):
    """What a player does at the cards."""

    # --- a cloth ------------------------------------------------------------------------------------------------------

    def _cloths(self, view: View, offers: Offers) -> Move | None:
        for one in view.coup.cloths:
            if view.me is None or one.holder != view.me.person:
                continue
            found = self._shows(view, offers, one.hand) or self._looks_and_speaks(view, offers, one.hand)
            if found is not None:
                return found
        return None

    def _looks_and_speaks(self, view: View, offers: Offers, cloth: Hand) -> Move | None:
        total = view.coup.totals.get(cloth)
        if total is None:
            lift = offer_with_value(offers.get("lift", ()), hand=str(cloth))
            return None if lift is None else self._does(view, lift, f"lift {cloth}")
        if view.phase is not WORD_OF[cloth]:
            return None
        return (
            self._natural(view, offers, cloth, total)
            or self._advice(view, offers, total)
            or self._word(view, offers, cloth, total)
        )

    def _natural(self, view: View, offers: Offers, hand: Hand, total: int) -> Move | None:
        offer = offer_with_value(offers.get("lay-down", ()), hand=str(hand))
        return self._does(view, offer, f"lay down {hand}") if offer is not None and total >= 8 else None

    def _advice(self, view: View, offers: Offers, total: int) -> Move | None:
        if total != 5 or "ask-advice" not in offers or not self._will(view, "advice", self.temper.advice):
            return None
        return self._once(view, "ask-advice", self._does(view, offers["ask-advice"][0]))

    def _word(self, view: View, offers: Offers, cloth: Hand, total: int) -> Move | None:
        """Speak by the scheme, on five as he likes. Where no word is lawful, the hand is to be shown."""
        draws = total < 5 or (total == 5 and self._will(view, "five", self.temper.on_five))
        said = offers.get("say", ())
        offer = offer_with_value(said, word=str(Word.CARTA if draws else Word.NO)) or next(iter(said), None)
        if offer is not None:
            return self._does(view, offer, f"say {cloth}")
        shown = offer_with_value(offers.get("lay-down", ()), hand=str(cloth))
        return None if shown is None else self._does(view, shown, f"lay down {cloth}")

    def _shows(self, view: View, offers: Offers, hand: Hand) -> Move | None:
        """Turn up the hand that he holds when the play is over."""
        if view.phase is not Phase.SHOW or not is_hidden(view, hand):
            return None
        offer = offer_with_value(offers.get("show-hand", ()), hand=str(hand))
        return None if offer is None else self._does(view, offer, f"show {hand}")

    # --- the bank -----------------------------------------------------------------------------------------------------

    def _banker(self, view: View, offers: Offers) -> Move | None:
        if not is_banker(view):
            return None
        for offer in offers.get("deal-card", ()):
            if offer.main:
                return self._does(view, offer, f"deal {len(view.coup.cards)}")
        total = view.coup.totals.get(Hand.BANCA)
        if total is None:
            ready = view.phase in (Phase.ANSWER, Phase.BANKER)
            lift = offer_with_value(offers.get("lift", ()), hand=str(Hand.BANCA)) if ready else None
            return None if lift is None else self._does(view, lift, "lift banca")
        return (
            self._natural(view, offers, Hand.BANCA, total)
            or self._gives(view, offers)
            or self._decides(view, offers, total)
            or self._shows(view, offers, Hand.BANCA)
        )

    def _gives(self, view: View, offers: Offers) -> Move | None:
        for offer in offers.get("give-card", ()):
            if offer.main:
                return self._does(view, offer, f"give {offer.fixed_value('hand')}")
        return None

    def _decides(self, view: View, offers: Offers, total: int) -> Move | None:
        """Draw or stand by the odds against both cloths; where he asked for the table, as it binds him."""
        found: dict[str, Offer] = {name: offers[name][0] for name in ("draw-card", "stand") if name in offers}
        if not found:
            return None
        if "ask-table" in offers and self._will(view, "table", self.temper.asks_table):
            asked = self._once(view, "ask-table", self._does(view, offers["ask-table"][0]))
            if asked is not None:
                return asked
        wanted = "draw-card" if is_banker_to_draw(total, self._against(view)) else "stand"
        return self._does(view, found.get(wanted) or next(iter(found.values())), "own card")

    def _against(self, view: View) -> list[Against]:
        """Return what lies at risk on each cloth, and its third card; against a natural nothing helps."""
        thirds = {card.place: card.face for card in view.coup.cards if card.face is not None}
        found = []
        for one in view.coup.cloths:
            face = thirds.get(f"{one.hand}-3")
            if not one.is_natural:
                found.append(Against(one.at_risk, None if face is None else card_value(face)))
        return found


def is_hidden(view: View, hand: Hand) -> bool:
    return any(card.place.partition("-")[0] == hand and not card.face_up for card in view.coup.cards)
