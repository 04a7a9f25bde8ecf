"""Players of bingo: each brings the price of a few cartones, follows the balls on them, and calls what is complete."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping
from random import Random
from typing import ClassVar, Final

from msgspec.structs import replace

from tapete.bots.bot import Bot, BotRoster, Move, Offers, Pace, acts_of, build_act
from tapete.cartones.series import SECRET_SIZE
from tapete.games.bingo import acts
from tapete.games.bingo.acts import BuyIn, CallPrize, WantCards
from tapete.games.bingo.cards import series_of_strips
from tapete.games.bingo.terms import Means, Phase, Prize
from tapete.games.bingo.view import OwnCard, View
from tapete.kernel import ActBody, Choice, Offer, PersonId, Refused
from tapete.live import Guest
from tapete.table.staff import Role

MOST = 6
"""Cartones that a player takes at most: a strip."""


class Player(Bot[View]):
    """Somebody who always plays as many cartones as they like, and knows nothing but what their own page shows."""

    def __init__(self, seat: Guest, pace: Pace, chance: Random, number: int) -> None:
        super().__init__(seat, pace, chance)
        self.number = number
        self.cards: int = chance.randint(1, MOST)

    def choose(self, view: View, offers: Offers) -> Move | None:
        if view.me is None:
            return None
        complete = [(prize, one.card) for prize in Prize for one in view.me.cartones if is_complete(view, prize, one)]
        for offer in offers.get("call-prize", ()) if complete else ():
            for prize, card in complete:
                if prize == offer.fixed_value("prize") and card in offer.options("card"):
                    return Move(CallPrize(prize, card), self.pace.think, (prize, card))
        if view.phase is not Phase.SALE or view.me.cards or view.me.wish_count:
            return None
        needed = self.cards * view.price - view.me.chips
        if "buy-in" in offers and needed > 0:
            return Move(BuyIn(needed), self.pace.think, "buy-in")
        for offer in offers.get("want-cards", ()):
            return Move(WantCards(str(offer.fixed_value("series")), self.cards), self.pace.think, "wish")
        return None


def is_complete(view: View, prize: Prize, card: OwnCard) -> bool:
    here = set(view.announced_numbers)
    full = [here.issuperset(line) for line in card.lines]
    return bool(full) and (any(full) if prize is Prize.LINE else all(full))


# --- staff ------------------------------------------------------------------------------------------------------------
# The posts of a bingo hall: manager, table chief, seller and caller, cashier.
#
# A bot on a post does only what its post lets it do. When a person takes the post over it stops, and it goes on should
# the post be given back to it.

ACTS: Final[Mapping[str, type[ActBody]]] = acts_of(acts)

SERIES: Final = acts.RegisterSeries("B", 0, 600, 200)
"""What a hall of machines buys: six hundred cartones at two euros."""

AGAIN: Final = "se ha vuelto a contar"
"""Why a machine counts again what somebody has counted otherwise."""

FEW: Final = 240
"""Unused cartones below which another series is needed."""


class Post(Bot[View]):
    """Somebody at a post, who does what it is offered, in order of ``usual``."""

    role: ClassVar[Role]
    usual: ClassVar[tuple[str, ...]] = ()

    def choose(self, view: View, offers: Offers) -> Move | None:
        if view.me is None or self.role not in view.me.roles:
            return None
        return self.own_work(view, offers) or self.usual_work(offers)

    def own_work(self, view: View, offers: Offers) -> Move | None:
        del view, offers
        return None

    def usual_work(self, offers: Offers) -> Move | None:
        for name in self.usual:
            if name in offers:
                return self.does(offers[name][0])
        return None

    def does(self, offer: Offer, **given: object) -> Move:
        what = build_act(ACTS, offer, self.chance, **given)
        return Move(what, self.pace.think, repr(what))


class HallManager(Post):
    """Enters the material of the hall, and a further series when the cartones run out."""

    role = Role.HALL_MANAGER

    def own_work(self, view: View, offers: Offers) -> Move | None:
        duty = view.duty
        if duty is None or view.phase not in (Phase.CHECKS, Phase.READY):
            return None
        if view.phase is Phase.CHECKS and not duty.machine:
            return Move(acts.RegisterMachine("M-1", "pneumatic", "simulation"), self.pace.think)
        if not duty.ball_sets:
            return Move(acts.RegisterBalls("S-1", "simulation"), self.pace.think)
        if sum(duty.unused_cards.values()) < FEW:
            series = replace(SERIES, identification=len(duty.unused_cards) + 1)
            return Move(series, self.pace.think, series.identification)
        return None

    async def _do(self, move: Move) -> Refused | None:
        """Do a move; the cartones of a series are drawn beside the play."""
        if isinstance(move.act, acts.RegisterSeries):
            one, secret = move.act, secrets.token_hex(SECRET_SIZE)
            drawn = await asyncio.to_thread(
                series_of_strips, one.letter, one.identification, one.size, one.value, secret
            )
            move = replace(move, act=drawn)
        return await super()._do(move)


class Chief(Post):
    """Checks the hall, opens session and sale, checks what was called, and gives the orders."""

    role = Role.TABLE_CHIEF
    usual: ClassVar[tuple[str, ...]] = (
        *("pass-check", "open-session", "show-master", "check-card", "order-resume", "ask-others"),
        *("announce-sold", "announce-prizes", "announce-start", "announce-second", "end-game"),
    )

    def own_work(self, view: View, offers: Offers) -> Move | None:
        if "load-balls" in offers and view.duty is not None and not view.duty.set_in_use:
            return self.does(offers["load-balls"][0])
        if "announce-sale" in offers:
            unused = {} if view.duty is None else view.duty.unused_cards
            series = map(str, offers["announce-sale"][0].options("series"))
            what = acts.AnnounceSale((max(series, key=lambda one: unused.get(one, 0)),))
            return Move(what, self.pace.between, view.step.serial)
        if "close-sale" in offers:
            long, longer = self.pace.bets
            closes = acts.CloseSale() if view.cards_sold else None
            return Move(closes, (3 * long, 3 * longer), "sale", "sale")
        for name in ("order-end", "decide-unawarded", "let-stand"):
            if name in offers and (name != "let-stand" or (view.duty is not None and view.duty.cases)):
                offer = offers[name][0]
                given: dict[str, object] = {"reason": "as the house does"} if "reason" in offer.fields else {}
                given |= {"is_untrue": False} if isinstance(offer.fields.get("is_untrue"), Choice) else {}
                return self.does(offer, **given)
        return None


class Caller(Post):
    """Sells what is asked for; lets the balls out, calls them and shows them."""

    role = Role.CALLER

    def own_work(self, view: View, offers: Offers) -> Move | None:
        if "show-ball" in offers:
            return Move(acts.ShowBall(), (0.0, 0.0))
        if "announce-ball" in offers:
            return Move(acts.AnnounceBall(), (0.0, 0.0))
        if "call-ball" in offers:
            return Move(acts.CallBall(), self.pace.between, view.ball_count)
        sales = (self._sale(view, one) for one in offers.get("sell-cards", ()))
        return next((one for one in sales if one is not None), None)

    def _sale(self, view: View, offer: Offer) -> Move | None:
        """Return the sale of what somebody has asked for, as far as there are so many and they can pay them."""
        duty = view.duty
        if duty is None or not view.price:
            return None
        first, (_, last) = int(offer.fixed_value("first") or 0), offer.bounds("last")
        series = str(offer.fixed_value("series"))
        for who, wish in duty.wishes.items():
            if wish.series != series:
                continue
            count = min(wish.count, duty.accounts.get(who, 0) // view.price, (last or first) - first + 1)
            if count > 0:
                what = acts.SellCards(series, first, first + count - 1, PersonId(who), Means.ACCOUNT)
                return Move(what, (0.3 * self.pace.think[0], 0.3 * self.pace.think[1]), who)
        return None


class Cashier(Post):
    """Collects what was not sold, pays the prizes and gives refunds, into an account where the cartón has an owner."""

    role = Role.CASHIER
    usual: ClassVar[tuple[str, ...]] = ("return-cards", "pay-refund")

    def own_work(self, view: View, offers: Offers) -> Move | None:
        duty = view.duty
        if duty is None:
            return None
        for offer in offers.get("collect-unsold", ()):
            series = str(offer.fixed_value("series"))
            reason = AGAIN if "reason" in offer.fields else ""
            return Move(acts.CollectUnsold(series, duty.unused_cards[series], reason), self.pace.think, series)
        for offer in offers.get("pay-prize", ()):
            is_owned = duty.has_owner(*(str(offer.fixed_value(name)) for name in ("game", "prize", "card")))
            return self.does(offer, means="account" if is_owned else "cash", person=None)
        return None


ROSTER = BotRoster(
    staff={
        Role.TABLE_CHIEF: Chief,
        Role.CALLER: Caller,
        Role.CASHIER: Cashier,
        Role.HALL_MANAGER: HallManager,
    },
    player=Player,
    least=40,
)
"""A hall is full: fewer than forty players make no bingo evening."""
