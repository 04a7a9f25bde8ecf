"""The staff of a punto y banca table: a croupier and a table chief.

A bot on a post does only what its post lets it do. When a person takes the post over it stops, and it goes on should
the post be given back to it.
"""

from __future__ import annotations

from random import Random

from tapete.bots.act_builder import Offers
from tapete.bots.betting import BettingTime
from tapete.bots.bot import Bot, Move, Seat
from tapete.bots.pace import Pace
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.punto_banco.acts import (
    AwardHand,
    BurnCards,
    CallPerson,
    CloseBets,
    CountPack,
    CutPack,
    Deal,
    DrawCard,
    InsertCutCard,
    OpenBets,
    PassShoe,
    Settle,
    ShowHand,
    ShufflePack,
)
from tapete.games.punto_banco.terms import Hand, Phase
from tapete.games.punto_banco.view import View
from tapete.kernel import ActBody
from tapete.table.staff import Role

PREPARING: dict[str, type[ActBody]] = {
    "count-pack": CountPack,
    "shuffle-pack": ShufflePack,
    "insert-cut-card": InsertCutCard,
    "burn-cards": BurnCards,
}


class Croupier(Bot[View]):
    """Prepares the shoe, opens and closes the betting, settles; deals and turns where the rules give it to him."""

    def __init__(self, seat: Seat, pace: Pace, chance: Random) -> None:
        super().__init__(seat, pace, chance)
        self.betting = BettingTime(pace, chance)

    def choose(self, view: View, offers: Offers) -> Move | None:
        """Do the one act that the table waits for from a croupier."""
        if view.me is None or Role.CROUPIER not in view.me.roles or view.incident is not None:
            return None
        main = {name: found for name, found in offers.items() if any(offer.main for offer in found)}
        for name, act in PREPARING.items():
            if name in main:
                return Move(act(), self.pace.think)
        if "cut-pack" in main:
            least, most = main["cut-pack"][0].bounds("depth")
            most = least if most is None else most
            quarter = (most - least) // 4
            return Move(CutPack(self.chance.randint(least + quarter, most - quarter)), self.pace.think)
        if "pass-shoe" in offers:  # the player to whom it is offered is away, or was called and says nothing
            away = any(one.away and one.person == view.waits_for for one in view.seats)
            return Move(PassShoe(), self.pace.patience, (view.waits_for, view.phase), "" if away else "silence")
        if (move := self._coup(view, main)) is not None:
            return move
        betting = self._betting(view, main) if view.phase is Phase.BETS else None
        if "call-person" in offers:  # while the shoe is offered the betting cannot close: this clock runs before it
            return Move(CallPerson(), self.pace.silence, (view.waits_for, view.phase), "silence")
        return betting

    def _betting(self, view: View, main: Offers) -> Move | None:
        """Close the betting when its time is over; the holder of the shoe who was asked for his bet has time for it."""
        players = [one.person for one in view.seats if one.person is not None and one.bets]
        players += [one.person for one in view.standing if one.bets]
        left = self.betting.remaining(view.step, players)
        closes = CloseBets() if "close-bets" in main and any(view.stakes.values()) else None
        asked = [one for one in view.seats if one.has_shoe and one.person == view.waits_for and not one.bets]
        if closes is not None and asked:
            away = asked[0].away
            wait = self.pace.patience if away else self.pace.silence
            return Move(closes, wait, (view.waits_for, away), "" if away else "silence")
        return Move(closes, left, self.betting.ends, "bets")

    def _coup(self, view: View, main: Offers) -> Move | None:
        present = [one for one in view.seats if one.person is not None and not one.away] or view.standing
        if "settle" in main:
            return Move(Settle(), self.pace.think)
        if "open-bets" in main and present:
            return Move(OpenBets(), self.pace.between)
        own = self.pace.think if view.croupier_deals else self.pace.patience
        if "deal" in main:
            return Move(Deal(), own)
        for name, act in (("show-hand", ShowHand), ("draw-card", DrawCard)):
            if name in main:
                hand = Hand(str(main[name][0].fixed_value("hand")))
                return Move(act(hand), own, hand)
        return None


class Chief(Bot[View]):
    """Decides between equal stakes in the order proposed, and rules on incidents as the house proposes.

    Where it proposes nothing the incident is noted, and play goes on.
    """

    def choose(self, view: View, offers: Offers) -> Move | None:
        """Decide what only the table chief may decide."""
        if view.me is None or Role.TABLE_CHIEF not in view.me.roles:
            return None
        if "award-hand" in offers and view.disputants:
            return Move(AwardHand(view.disputants[0]), self.pace.think, view.disputants)
        if "give-ruling" in offers and view.incident is not None:
            serial = view.incident.serial
            reason = "as the house proposes" if view.incident.proposed_effects else "noted; play goes on"
            return Move(GiveRuling(serial, reason=reason), self.pace.patience, serial)
        return None
