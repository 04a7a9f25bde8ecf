"""Players of chemin de fer: they hold the bank, stake, play the cards, bid, always inside what the table offers them.

Every choice is a function of the bot's own seed and of the place in the game, so it does not matter how often, or how
fast, a bot looks at its table.
"""

from __future__ import annotations

from random import Random
from typing import Any

from tapete.bots.bot import Bot, Move, Seat, is_bot
from tapete.bots.chemin_de_fer_strategy import TEMPERS, Temper, card_value
from tapete.bots.making import Offers, kinds, made, with_value, within
from tapete.bots.pace import Pace
from tapete.games.chemin_de_fer.acts import CheminDeFerAct
from tapete.games.chemin_de_fer.terms import DENY, GIVE, Cover, Hand, Stage, Window, Word
from tapete.games.chemin_de_fer.view import View
from tapete.kernel import Offer

ACTS = kinds(CheminDeFerAct)


class Player(Bot):
    """A player. ``place`` is a place he likes."""

    def __init__(
        self, seat: Seat, pace: Pace, chance: Random, temper: Temper = TEMPERS[0], *, place: int | None = None
    ) -> None:
        super().__init__(seat, pace, chance)
        self.temper, self.place = temper, place
        self._seed = chance.getrandbits(64)
        self._done: set[tuple[str, str]] = set()

    # --- making up one's mind -----------------------------------------------------------------------------------------

    def _mind(self, view: View, about: str) -> Random:
        """Return the chance of one question in one window: asked again, it gives the same answer."""
        return Random(f"{self._seed} {view.step} {about}")  # not the chance of the game

    def _will(self, view: View, about: str, share: float) -> bool:
        return self._mind(view, about).random() < share

    def _once(self, view: View, about: str, move: Move | None) -> Move | None:
        """Return a move that is made at most once in a window."""
        return None if (str(view.step), about) in self._done else move

    async def _do(self, move: Move) -> None:
        self._done.add((str(self.seat.step), str(move.about)))
        await super()._do(move)

    def _does(self, view: View, offer: Offer, about: str = "", **given: Any) -> Move:
        what = made(ACTS, offer, self._mind(view, offer.act), **given)
        return Move(what, self.pace.think, about or offer.act)

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
        found = offers.get(wanted) if view.window is Window.CUT else None
        return self._does(view, found[0]) if found else None

    def _owns_nothing(self, view: View) -> bool:
        """Say whether nothing on the table is his, so that he may change his place."""
        return view.me is not None and not any(one.person == view.me.person for one in view.calls)

    def _place(self, view: View, offers: Offers) -> Move | None:
        for offer in offers.get("sit", ()):
            free: list[int] = offer.fields["seat"]
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
        wanted = self._mind(view, "choose").choice([str(offer.fields["option"]) for offer in found])
        total = view.coup.totals.get(Hand.PUNTO)
        if total is not None and with_value(found, option=GIVE):
            wanted = GIVE if total > 5 else DENY  # a card spoils a high total and mends a low one
        offer = with_value(found, option=wanted) or found[0]
        return self._does(view, offer, f"choose {offer.fields['choice']}")

    # --- the bank -----------------------------------------------------------------------------------------------------

    def _bank(self, view: View, offers: Offers) -> Move | None:
        if view.offer is None or view.me is None or view.window is not Window.BANK:
            return None
        if view.offer.to != view.me.person:
            return self._pledge(view, offers)
        take = next(iter(offers.get("take-bank", ())), None)
        floor, unit = view.offer.floor, view.minimum
        share = self.temper.recovers if view.offer.stage is Stage.RECOVERY else self.temper.takes
        if view.offer.stage is Stage.FORCED:
            share = 1.0  # a minimum, or his place
        wanted = self._mind(view, "amount").randint(*self.temper.bank) * unit
        if view.offer.stage is Stage.FORCED:
            wanted = floor
        amount = None if take is None else within(take, max(wanted, floor))
        can = amount is not None and amount <= view.me.chips and amount <= max(self.temper.ceiling * unit, floor * 2)
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
            amount = within(offer, self._mind(view, "pledge").randint(*self.temper.stakes) * view.minimum)
            rich = amount is not None and view.me is not None and amount <= view.me.chips
            if rich and self._will(view, "pledge to", self.temper.shares / 5):
                return self._once(view, "pledge", self._does(view, offer, "pledge", amount=amount))
        return None

    def _between(self, view: View, offers: Offers) -> Move | None:
        """Between coups: pass the hand, raise it, take an associate in; or offer to be one."""
        if view.window is not Window.BETWEEN or view.bank is None or view.me is None:
            return None
        if view.bank.banker != view.me.person:
            return self._associate(view, offers)
        for offer in offers.get("accept-share", ()):
            person = str(offer.fields["person"])
            if self._will(view, f"welcome {person}", self.temper.welcomes):
                return self._once(view, f"welcome {person}", self._does(view, offer, f"welcome {person}"))
        for offer in offers.get("deliver-bank", ()):
            owed = offer.fields["amount"]["max"]
            if owed <= view.me.chips:
                return self._does(view, offer, amount=owed)
        for offer in offers.get("take-over-share", ()):
            person = str(offer.fields["person"])
            return self._once(view, f"release {person}", self._does(view, offer, f"release {person}"))
        if "pass-hand" in offers and not self._will(view, "keep", self.temper.keeps):
            return self._does(view, offers["pass-hand"][0])
        for offer in offers.get("garage-winnings", ()):
            if self._will(view, "garage", 1 - self.temper.keeps):
                most = offer.fields["amount"]["max"]
                return self._once(view, "garage", self._does(view, offer, "garage", amount=most))
        for offer in offers.get("raise-bank", ()):
            more = min(view.me.chips, 5 * view.minimum)
            if more >= view.minimum and self._will(view, "raise", self.temper.raises):
                amount = within(offer, view.bank.total + more)
                return self._once(view, "raise", self._does(view, offer, "raise", amount=amount))
        return None

    def _associate(self, view: View, offers: Offers) -> Move | None:
        for offer in offers.get("offer-share", ()):
            amount = within(offer, self._mind(view, "share").randint(*self.temper.stakes) * view.minimum)
            rich = amount is not None and view.me is not None and amount <= view.me.chips
            if rich and self._will(view, "associate", self.temper.shares):
                return self._once(view, "associate", self._does(view, offer, "associate", amount=amount))
        return None

    def _auction(self, view: View, offers: Offers) -> Move | None:
        if view.auction is None or view.me is None:
            return None
        mine = next((one.amount for one in view.auction.bids if one.person == view.me.person), 0)
        best = max((one.amount for one in view.auction.bids), default=0)
        limit = self._mind(view, "limit").randint(1, max(self.temper.ceiling, 2)) * view.minimum
        for offer in offers.get("bid", ()):
            amount = within(offer, max(best + view.minimum, view.auction.floor))
            affordable = amount is not None and amount - mine <= view.me.chips and amount <= limit
            behind = not mine or mine < best
            if affordable and behind and self._will(view, "bid", self.temper.bids):
                return self._does(view, offer, f"bid {amount}", amount=amount)
        return None

    # --- calls --------------------------------------------------------------------------------------------------------

    def _call(self, view: View, offers: Offers) -> Move | None:
        """Call once: banco again, banco, half the bank, or a stake."""
        if view.window is Window.BETS and view.me is not None and not self._owns_nothing(view):
            return None
        if view.window is not Window.BETS or view.bank is None or view.me is None:
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
            amount = within(offer, min(wanted, view.me.chips))
            if amount is not None and amount <= view.me.chips and self._will(view, "on line", self.temper.line):
                return self._once(view, "call", self._does(view, offer, "call", amount=amount))
        for offer in offers.get("stake", ()):
            wanted = self._mind(view, "stake").randint(*self.temper.stakes) * view.minimum
            amount = within(offer, min(wanted, view.me.chips))
            if amount is not None and amount <= view.me.chips:
                return self._once(view, "call", self._does(view, offer, "call", amount=amount))
        return None

    # --- the cards ----------------------------------------------------------------------------------------------------

    def _punto(self, view: View, offers: Offers) -> Move | None:
        me = None if view.me is None else view.me.person
        if me is None or view.coup.holder != me:
            return None
        lift = with_value(offers.get("lift", ()), hand=str(Hand.PUNTO))
        if lift is not None and view.coup.before == me:
            return self._does(view, lift, "lift punto")
        total = view.coup.totals.get(Hand.PUNTO)
        if view.window is not Window.WORD or total is None:
            return None
        natural = with_value(offers.get("lay-down", ()), hand=str(Hand.PUNTO))
        if natural is not None and total >= 8:
            return self._does(view, natural, "lay down punto")
        if "ask-advice" in offers and total == 5 and self._will(view, "advice", self.temper.cards.asks_table):
            asked = self._once(view, "ask-advice", self._does(view, offers["ask-advice"][0]))
            if asked is not None:
                return asked
        draws = self.temper.cards.punto_draws(total, self._mind(view, "five").random())
        said = offers.get("say", ())
        offer = with_value(said, word=str(Word.CARTA if draws else Word.NO)) or next(iter(said), None)
        return None if offer is None else self._does(view, offer, "say")

    def _banker(self, view: View, offers: Offers) -> Move | None:
        if view.bank is None or view.me is None or view.bank.banker != view.me.person:
            return None
        for offer in offers.get("remove-late-stake", ()):
            return self._does(view, offer, f"late {offer.fields['person']}")
        if view.window is Window.DEAL:
            return self._deal(view, offers)
        total = view.coup.totals.get(Hand.BANCA)
        lift = with_value(offers.get("lift", ()), hand=str(Hand.BANCA))
        if total is None:
            return None if lift is None else self._does(view, lift, "lift banca")
        natural = with_value(offers.get("lay-down", ()), hand=str(Hand.BANCA))
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
        wanted: str = "draw-card" if self.temper.cards.banker_draws(total, self._third(view)) else "stand"
        return self._does(view, found.get(wanted) or next(iter(found.values())), "own card")

    def _deal(self, view: View, offers: Offers) -> Move | None:
        """Deal one card to each in turn, the punto first. Where faults are possible, only the card that is due."""
        dealt = {hand: sum(card.place == hand for card in view.coup.cards) for hand in Hand}
        due = Hand.PUNTO if dealt[Hand.PUNTO] <= dealt[Hand.BANCA] else Hand.BANCA
        found = offers.get("deal-card", ())
        offer = with_value(found, hand=str(due)) or (next(iter(found), None) if len(found) == 1 else None)
        return None if offer is None else self._does(view, offer, f"deal {sum(dealt.values())}")

    def _third(self, view: View) -> int | None:
        """Return the value of the punto's third card; nothing where he stood, or where the card is not to be seen."""
        for card in view.coup.cards:
            if card.place == "punto-3" and card.face is not None:
                return card_value(card.face)
        return None

    def _show(self, view: View, offers: Offers) -> Move | None:
        if view.window is not Window.SHOW or view.me is None:
            return None
        mine = {view.coup.holder: Hand.PUNTO, None if view.bank is None else view.bank.banker: Hand.BANCA}
        hand = mine.get(view.me.person)
        offer = None if hand is None else with_value(offers.get("show-hand", ()), hand=str(hand))
        down = any(card.place.partition("-")[0] == hand and not card.face_up for card in view.coup.cards)
        return self._does(view, offer, f"show {hand}") if offer is not None and down else None


def whole_bank_called(view: View) -> bool:
    """Say whether somebody has called a banco, so that nobody else need call."""
    return any(one.kind in (Cover.BANCO, Cover.SEGUIDO) for one in view.calls)


def everybody_called(view: View) -> bool:
    """Say whether nobody is left who would want more time: everybody has called, or only bots have not and need not."""
    owners = set() if view.bank is None else {part.person for part in view.bank.parts}
    called = {one.person for one in view.calls} | owners
    people = [one.person for one in view.seats if one.person is not None]
    people += [one.person for one in view.standing]
    left = [person for person in people if person not in called]
    return not left or (whole_bank_called(view) and all(is_bot(person) for person in left))
