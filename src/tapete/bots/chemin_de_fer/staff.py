"""The staff of a chemin de fer table: a croupier and an inspector.

A bot on a post does only what its post lets it do. When a person takes the post over it stops, and it goes on should
the post be given back to it.
"""

from __future__ import annotations

from random import Random

from tapete.bots.act_builder import Offers, build_act, offer_with_value
from tapete.bots.betting import BettingTime
from tapete.bots.bot import Bot, Move, Seat, is_bot
from tapete.bots.chemin_de_fer.mind import ACTS
from tapete.bots.pace import Pace
from tapete.games.baccarat.effects import VoidCoup
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.banked.coup import Word
from tapete.games.chemin_de_fer.terms import COUP, PREPARING, Hand, Phase
from tapete.games.chemin_de_fer.view import View
from tapete.kernel import Offer
from tapete.table.conduct import Conduct
from tapete.table.staff import Role

OWN = (
    "open-bets",
    "close-bets",
    "close-auction",
    "carry-cards",
    "settle",
    "show-hand",
    "give-ruling",
    "choose",
    "decline-cut",
)
"""Acts that have their own moment; everything else that the table waits for from a croupier he does at once."""


NOTED = ("other", "found-when-shown", "laid-down-no-natural")
"""Kinds of incidents that leave every card in its place."""


FOR_THE_BANKER = ("decline-cut", "choose", "lay-down", "give-card", "draw-card", "stand", "deal-card", "lift")
"""What the croupier does for a banker who is away; looking comes last, since the rest waits for it."""


class Croupier(Bot[View]):
    """Prepares the shoe, opens and closes the betting and the auction, carries the cards, shows hands, settles."""

    def __init__(self, seat: Seat, pace: Pace, chance: Random) -> None:
        super().__init__(seat, pace, chance)
        self.betting = BettingTime(pace, chance)

    def choose(self, view: View, offers: Offers) -> Move | None:
        """Do the one act that the table waits for from a croupier."""
        if view.me is None or Role.CROUPIER not in view.me.roles:
            return None
        for offer in offers.get("pick-up", ()):
            return self._does(offer, self.pace.think, offer.fixed_value("position"))
        if view.incidents:
            return None
        main = {name: found for name, found in offers.items() if any(offer.main for offer in found)}
        mine = self._punto(view, offers) or self._absent(view, main) or self._coup(view, main)
        return mine or self._moment(view, main) or self._prepare(view, main) or self._silent(view, offers, main)

    def _silent(self, view: View, offers: Offers, main: Offers) -> Move | None:
        """Call a player for whom everybody waits, report one whose time is over; call off a coup that nobody wants to
        play.
        """
        for offer in main.get("report", ()):
            return self._does(offer, self.pace.patience, view.step, "silence")
        for offer in offers.get("decline-bank", ()):
            if view.conduct is not Conduct.OBSERVED:  # he was called, and still says nothing
                return self._does(offer, self.pace.patience, view.step, "silence")
        for name in ("call-person", "call-off"):
            for offer in offers.get(name, ()):
                return self._does(offer, self.pace.silence, view.step, "silence" if name == "call-person" else "")
        return None

    def _prepare(self, view: View, main: Offers) -> Move | None:
        """Carry the table on: whatever step of the shoe is next."""
        if view.phase not in (*PREPARING, Phase.VACANT, Phase.BETWEEN):
            return None
        for name, found in main.items():
            if name == "check-cards":
                return self._does(found[0], self.pace.think, found=found[0].bounds("found")[1] or 0)
            if name not in OWN:
                return self._does(found[0], self.pace.think)
        return None

    def _moment(self, view: View, main: Offers) -> Move | None:
        """Open and close the betting and the auction, and give people the time that they take."""
        if "open-bets" in main:
            banker = None if view.bank is None else view.bank.banker
            wait = self.pace.between if banker is None or is_bot(banker) else self.pace.patience
            parts = () if view.bank is None else view.bank.parts
            return self._does(main["open-bets"][0], wait, parts)
        if "close-auction" in main and view.auction is not None:
            return self._does(main["close-auction"][0], self.pace.bets, view.auction.bids, "auction")
        if view.phase is Phase.BETS:
            left = self.betting.remaining(view.step, [one.person for one in view.calls])
            if "close-bets" in main and view.calls:
                return self._does(main["close-bets"][0], left, self.betting.ends, "bets")
            return Move(None, left, str(self.betting.ends), "bets") if left[1] > 0 else None
        return None

    def _punto(self, view: View, offers: Offers) -> Move | None:
        """Take over the cards of a player who has gone, and play by the scheme a hand that fell to the croupier."""
        for offer in offers.get("stand-in", ()):
            return self._does(offer, self.pace.patience, view.step.cycle)
        if view.me is None or view.coup.holder != view.me.person:
            return None
        lift = offer_with_value(offers.get("lift", ()), hand=str(Hand.PUNTO))
        if lift is not None and (
            view.phase is Phase.LIFT or not view.coup.is_lifted
        ):  # somebody else may have looked before
            return self._does(lift, self.pace.think)
        total = view.coup.totals.get(str(Hand.PUNTO))
        natural = offer_with_value(offers.get("lay-down", ()), hand=str(Hand.PUNTO))
        if natural is not None and total in (8, 9):
            return self._does(natural, self.pace.think)
        word = Word.CARTA if total is not None and total < 5 else Word.NO
        said = offer_with_value(offers.get("say", ()), word=str(word))
        return None if said is None else self._does(said, self.pace.think)

    def _absent(self, view: View, main: Offers) -> Move | None:
        """Do for whoever is away what only he could do; at a real table the croupier keys what people do themselves."""
        if view.conduct is Conduct.OBSERVED or view.bank is None:
            return self._does(main["decline-cut"][0], self.pace.patience) if "decline-cut" in main else None
        for name in FOR_THE_BANKER:
            for offer in main.get(name, ()):
                if offer.fixed_value("hand") != str(Hand.PUNTO) or name == "deal-card":
                    return self._does(offer, self.pace.patience, view.step)
        return None

    def _coup(self, view: View, main: Offers) -> Move | None:
        if "close-withdrawals" in main:
            return self._does(main["close-withdrawals"][0], self.pace.bets, clock="withdrawals")
        if "carry-cards" in main and view.phase is Phase.CARRY:
            return self._does(main["carry-cards"][0], self.pace.think)
        if "settle" in main:
            return self._does(main["settle"][0], self.pace.think)
        if view.phase is Phase.SHOW:
            for hand in Hand:
                down = any(card.place.partition("-")[0] == hand and not card.face_up for card in view.coup.cards)
                offer = offer_with_value(main.get("show-hand", ()), hand=str(hand))
                if offer is not None and down:
                    return self._does(offer, self.pace.patience, hand)
        return None

    def _does(
        self, offer: Offer, wait: tuple[float, float], about: object = None, clock: str = "", **given: int
    ) -> Move:
        return Move(build_act(ACTS, offer, self.chance, **given), wait, str(about), clock)


class Inspector(Bot[View]):
    """Rules on incidents as the rules propose. Where they propose nothing and cards are not where they should be, the
    coup is void; anything else is noted and play goes on.
    """

    def choose(self, view: View, offers: Offers) -> Move | None:
        """Rule on what only an official may rule on."""
        if view.me is None or Role.INSPECTOR not in view.me.roles or "give-ruling" not in offers:
            return None
        for incident in view.incidents:
            lost = not incident.proposed_effects and view.phase in COUP and incident.kind not in NOTED
            effects = (VoidCoup(),) if lost else None
            reason = "nothing says how to go on" if lost else "as the rules propose"
            return Move(GiveRuling(incident.serial, effects, reason), self.pace.patience, incident.serial)
        return None
