"""Players of punto y banca and its mini form, of several temperaments, always inside what the table offers them."""

from __future__ import annotations

from enum import StrEnum
from random import Random
from typing import Final

from tapete.bots.bot import BettingTime, Bot, BotRoster, Move, Offers, Pace
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.baccarat.points import Winner
from tapete.games.punto_banco import acts
from tapete.games.punto_banco.terms import Bet, Hand, Phase
from tapete.games.punto_banco.view import View
from tapete.kernel import ActBody
from tapete.live import Guest
from tapete.table.acts import BuyIn, Sit
from tapete.table.staff import Role


class Temper(StrEnum):
    """How a bot stakes."""

    CAREFUL = "careful"
    """The minimum, on the bank."""
    LOYAL = "loyal"
    """A few minimums, always on the punto."""
    STREAKY = "streaky"
    """With the last winner."""
    BOLD = "bold"
    """Doubles after a loss, and takes the tie now and then."""


class Player(Bot[View]):
    """A player. ``chips`` are the minimums that they change when they have too few; ``place`` is a place they like."""

    def __init__(
        self, seat: Guest, pace: Pace, chance: Random, temper: Temper, *, chips: int = 40, place: int | None = None
    ) -> None:
        super().__init__(seat, pace, chance)
        self.temper = temper
        self.chips = chips
        self.place = place
        self._bet_in: str | None = None

    def choose(self, view: View, offers: Offers) -> Move | None:
        if view.me is None or view.me.roles:
            return None
        if view.me.seat is None:
            return self._take_place(offers)
        if view.me.chips < view.minimum and not view.me.bets and "buy-in" in offers:
            return Move(BuyIn(self.chips * view.minimum), self.pace.think)
        return self._shoe(offers) or self._cards(view, offers) or self._stake(view, offers)

    def _take_place(self, offers: Offers) -> Move | None:
        free = [one for one in offers["sit"][0].options("seat") if isinstance(one, int)] if "sit" in offers else []
        if not free:
            return None
        liked = self.place if self.place is not None and self.place in free else None
        return Move(Sit(self.chance.choice(free) if liked is None else liked), self.pace.think)

    def _shoe(self, offers: Offers) -> Move | None:
        if "take-shoe" not in offers:
            return None
        if self.temper is not Temper.LOYAL:
            return Move(acts.TakeShoe(), self.pace.think)
        # Who stays with the punto does not care to deal.
        return Move(acts.PassShoe(), self.pace.think) if "pass-shoe" in offers else None

    def _cards(self, view: View, offers: Offers) -> Move | None:
        if "deal" in offers:
            return Move(acts.Deal(), self.pace.think)
        for name, act in (("show-hand", acts.ShowHand), ("draw-card", acts.DrawCard)):
            for offer in offers.get(name, ()):
                hand = Hand(str(offer.fixed_value("hand")))
                return Move(act(hand), self.pace.think, str(hand))
        return None

    def _stake(self, view: View, offers: Offers) -> Move | None:
        step = str(view.step)
        bounds = {str(offer.fixed_value("bet")): offer.bounds("amount") for offer in offers.get("place-bet", ())}
        if self._bet_in == step or view.me is None or not bounds:
            return None
        bet = self._bet(view)
        if str(bet) not in bounds or view.me.bets.get(str(bet)):
            self._bet_in = step  # a stake left on the table after a tie plays on
            return None
        least, room = bounds[str(bet)]
        if room is None:
            return None
        wanted = self._amount(view, bet)
        most = room // view.minimum * view.minimum if room >= view.minimum else room
        return Move(acts.PlaceBet(bet, max(least, min(wanted, most))), self.pace.think, "stake")

    async def _do(self, move: Move) -> None:
        if isinstance(move.act, acts.PlaceBet):
            self._bet_in = str(self.seat.step)
        await super()._do(move)

    def _bet(self, view: View) -> Bet:
        has_shoe = any(one.has_shoe and view.me is not None and one.seat == view.me.seat for one in view.seats)
        if has_shoe:
            return Bet.BANCA
        match self.temper:
            case Temper.CAREFUL:
                return Bet.BANCA
            case Temper.LOYAL:
                return Bet.PUNTO
            case Temper.STREAKY:
                last = next((one.winner for one in reversed(view.history) if one.winner is not Winner.TIE), None)
                return Bet.BANCA if last is Winner.BANCA else Bet.PUNTO
            case Temper.BOLD:
                if view.tie_maximum >= view.minimum and self.chance.random() < 0.1:
                    return Bet.TIE
                return self.chance.choice((Bet.PUNTO, Bet.BANCA))

    def _amount(self, view: View, bet: Bet) -> int:
        if self.temper is Temper.CAREFUL or bet is Bet.TIE:
            return view.minimum
        last = [line for line in view.me.last if line.bet is bet] if view.me is not None else []
        if self.temper is Temper.BOLD and last and last[0].outcome == "lost":
            return last[0].stake * 2
        return view.minimum * self.chance.randint(1, 5)


# The staff of a punto y banca table: a croupier and a table chief.
#
# A bot on a post does only what its post lets it do. When a person takes the post over it stops, and it goes on should
# the post be given back to it.

PREPARING: dict[str, type[ActBody]] = {
    "count-pack": acts.CountPack,
    "shuffle-pack": acts.ShufflePack,
    "insert-cut-card": acts.InsertCutCard,
    "burn-cards": acts.BurnCards,
}


class Croupier(Bot[View]):
    """Prepares the shoe, opens and closes the betting, settles; deals and turns where the rules give it to them."""

    def __init__(self, seat: Guest, pace: Pace, chance: Random) -> None:
        super().__init__(seat, pace, chance)
        self.betting: Final = BettingTime(pace, chance)

    def choose(self, view: View, offers: Offers) -> Move | None:
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
            return Move(acts.CutPack(self.chance.randint(least + quarter, most - quarter)), self.pace.think)
        if "pass-shoe" in offers:  # the player to whom it is offered is away, or was called and says nothing
            away = any(one.away and one.person == view.waits_for for one in view.seats)
            return Move(acts.PassShoe(), self.pace.patience, (view.waits_for, view.phase), "" if away else "silence")
        if (move := self._coup(view, main)) is not None:
            return move
        betting = self._betting(view, main) if view.phase is Phase.BETS else None
        if "call-person" in offers:  # while the shoe is offered the betting cannot close: this clock runs before it
            return Move(acts.CallPerson(), self.pace.silence, (view.waits_for, view.phase), "silence")
        return betting

    def _betting(self, view: View, main: Offers) -> Move | None:
        """Close the betting when its time is over; the holder of the shoe who was asked for a bet has time for it."""
        players = [one.person for one in view.seats if one.person is not None and one.bets]
        players += [one.person for one in view.standing if one.bets]
        left = self.betting.remaining(view.step, players)
        closes = acts.CloseBets() if "close-bets" in main and any(view.stakes.values()) else None
        asked = [one for one in view.seats if one.has_shoe and one.person == view.waits_for and not one.bets]
        if closes is not None and asked:
            away = asked[0].away
            wait = self.pace.patience if away else self.pace.silence
            return Move(closes, wait, (view.waits_for, away), "" if away else "silence")
        return Move(closes, left, self.betting.ends, "bets")

    def _coup(self, view: View, main: Offers) -> Move | None:
        present = [one for one in view.seats if one.person is not None and not one.away] or view.standing
        if "settle" in main:
            return Move(acts.Settle(), self.pace.think)
        if "open-bets" in main and present:
            return Move(acts.OpenBets(), self.pace.between)
        own = self.pace.think if view.croupier_deals else self.pace.patience
        if "deal" in main:
            return Move(acts.Deal(), own)
        for name, act in (("show-hand", acts.ShowHand), ("draw-card", acts.DrawCard)):
            if name in main:
                hand = Hand(str(main[name][0].fixed_value("hand")))
                return Move(act(hand), own, hand)
        return None


class Chief(Bot[View]):
    """Decides between equal stakes in the order proposed, and rules on incidents as the house proposes.

    Where it proposes nothing the incident is noted, and play goes on.
    """

    def choose(self, view: View, offers: Offers) -> Move | None:
        if view.me is None or Role.TABLE_CHIEF not in view.me.roles:
            return None
        if view.disputants and "award-hand" in offers:
            return Move(acts.AwardHand(view.disputants[0]), self.pace.think, view.disputants)
        if view.incident is not None and "give-ruling" in offers:
            serial = view.incident.serial
            reason = "as the house proposes" if view.incident.proposed_effects else "noted; play goes on"
            return Move(GiveRuling(serial, reason=reason), self.pace.patience, serial)
        return None


def player(seat: Guest, pace: Pace, chance: Random, number: int) -> Player:
    tempers = list(Temper)
    return Player(seat, pace, chance, tempers[number % len(tempers)], place=2 * number + 2)


ROSTER = BotRoster({Role.CROUPIER: Croupier, Role.TABLE_CHIEF: Chief}, player)
