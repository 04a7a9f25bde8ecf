"""Players of punto y banca and its mini form, of several temperaments, always inside what the table offers them."""

from __future__ import annotations

from enum import StrEnum
from random import Random

from tapete.bots.act_builder import Offers
from tapete.bots.bot import Bot, Move, Seat
from tapete.bots.pace import Pace
from tapete.games.baccarat.outcome import Winner
from tapete.games.punto_banco.acts import Deal, DrawCard, PassShoe, PlaceBet, ShowHand, TakeShoe
from tapete.games.punto_banco.terms import Bet, Hand
from tapete.games.punto_banco.view import View
from tapete.table.acts import BuyIn, Sit


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
    """A player. ``chips`` are the minimums that he changes whenever he has too few; ``place`` is a place he likes."""

    def __init__(
        self, seat: Seat, pace: Pace, chance: Random, temper: Temper, *, chips: int = 40, place: int | None = None
    ) -> None:
        super().__init__(seat, pace, chance)
        self.temper, self.chips, self.place = temper, chips, place
        self._bet_in: str | None = None

    def choose(self, view: View, offers: Offers) -> Move | None:
        """Take a place, have chips, stake once a coup, and do what the cards ask."""
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
            return Move(TakeShoe(), self.pace.think)
        # Who stays with the punto does not care to deal.
        return Move(PassShoe(), self.pace.think) if "pass-shoe" in offers else None

    def _cards(self, view: View, offers: Offers) -> Move | None:
        if "deal" in offers:
            return Move(Deal(), self.pace.think)
        for name, act in (("show-hand", ShowHand), ("draw-card", DrawCard)):
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
        return Move(PlaceBet(bet, max(least, min(wanted, most))), self.pace.think, "stake")

    async def _do(self, move: Move) -> None:
        if isinstance(move.act, PlaceBet):
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
