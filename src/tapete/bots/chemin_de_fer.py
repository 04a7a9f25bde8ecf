"""Bots of chemin de fer: players and staff, always inside what the table offers them."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import ClassVar, Final

import msgspec

from tapete.bots import bot
from tapete.games.baccarat.effects import VoidCoup
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.banked.coup import DENY, GIVE, Word
from tapete.games.chemin_de_fer import acts
from tapete.games.chemin_de_fer.terms import COUP, PREPARING, Hand, Phase, Stage
from tapete.games.chemin_de_fer.view import View
from tapete.kernel import ActBody, Offer, PersonId
from tapete.live import Guest
from tapete.table.staff import Role
from tapete.table.state import Conduct

DRAWS_UP_TO: dict[int | None, int] = {
    None: 5, 0: 3, 1: 3, 2: 4, 3: 4, 4: 5, 5: 5, 6: 6, 7: 6, 8: 2, 9: 3,
}  # fmt: skip
"""The banker's custom: the greatest total to draw on, by the value of the punto's third card (none: they stood).

It is the banker's table with a card taken in both cells that the table leaves open.
"""


class Cards(msgspec.Struct, frozen=True):
    """A strategy at the cards. Shares are out of 1.

    ``on_five``: how often the punto draws on 5. ``draws_up_to``: as :data:`DRAWS_UP_TO`. ``asks_table``: how often the
    banker asks for the table, and the punto with 5 for advice, and so is bound.
    """

    on_five: float = 0.5
    draws_up_to: dict[int | None, int] = msgspec.field(default_factory=lambda: DRAWS_UP_TO)
    asks_table: float = 0.05

    def is_punto_to_draw(self, total: int, share: float) -> bool:
        return total < 5 or (total == 5 and share < self.on_five)

    def is_banker_to_draw(self, total: int, third: int | None) -> bool:
        """Return True if the banker takes a card against the punto's third card (its value), or against none."""
        return total <= self.draws_up_to.get(third, 5)


class Temper(msgspec.Struct, frozen=True):
    """How a player is with money. Shares are out of 1; amounts are in minimums of the table.

    ``takes`` and ``recovers`` a bank offered to them, up to ``ceiling``; ``opens`` it with ``bank``; ``keeps`` it
    after a coup; ``raises`` it. ``banco`` and ``half`` (con la mesa): how often they call them; ``repeats`` a lost
    banco. ``stakes``: from and to; ``line``: how often they stake on the line. ``shares``: how often they offer to be
    an associate; ``welcomes`` one as a banker. ``bids`` in an auction. ``chips``: what they change when they have too
    few.
    """

    name: str
    takes: float
    keeps: float
    banco: float
    stakes: tuple[int, int]
    bank: tuple[int, int]
    ceiling: int = 60
    recovers: float = 0.1
    raises: float = 0.05
    half: float = 0.06
    line: float = 0.05
    repeats: float = 0.5
    shares: float = 0.05
    welcomes: float = 0.7
    bids: float = 0.3
    chips: int = 120
    cards: Cards = Cards()


TEMPERS = (
    Temper("calm", takes=0.75, keeps=0.45, banco=0.03, stakes=(1, 4), bank=(10, 20), cards=Cards(on_five=0.2)),
    Temper("sociable", takes=0.6, keeps=0.5, banco=0.06, stakes=(2, 6), bank=(10, 15), half=0.1, shares=0.35),
    Temper("bold", takes=0.95, keeps=0.8, banco=0.25, stakes=(3, 12), bank=(15, 40), raises=0.25, bids=0.7),
    Temper("wary", takes=0.25, keeps=0.2, banco=0.0, stakes=(1, 2), bank=(10, 10), cards=Cards(asks_table=0.5)),
    Temper("stubborn", takes=0.7, keeps=0.6, banco=0.12, stakes=(2, 8), bank=(10, 25), repeats=0.9, recovers=0.6),
)


ACTS = bot.acts_of(acts)
"""The acts of the game by their names."""


class Mind(bot.Mind[View, Temper]):
    ACTS: ClassVar[Mapping[str, type[ActBody]]] = ACTS


def has_opponent(view: View, *joining: PersonId) -> bool:
    """Return True if somebody at the table has no part in the bank and could play against it.

    ``joining`` are people who would have a part in it.
    """
    owners = set(joining)
    if view.bank is not None:
        owners.update(one.person for one in view.bank.parts)
    if view.offer is not None:
        owners.update((view.offer.candidate, *(one.person for one in view.offer.pledges)))
    there = {one.person for one in view.seats} | {one.person for one in view.standing}
    return bool(there - owners - {None})


class AtBank(Mind):
    def _bank(self, view: View, offers: bot.Offers) -> bot.Move | None:
        if view.offer is None or view.me is None:
            return None
        if view.offer.candidate != view.me.person:
            return self._pledge(view, offers)
        take = next(iter(offers.get("take-bank", ())), None)
        floor, unit = view.offer.floor, view.minimum
        share = self.temper.recovers if view.offer.stage is Stage.RECOVERY else self.temper.takes
        if view.offer.stage is Stage.FORCED:
            share = 1.0  # a minimum, or their place
        wanted = self._mind(view, "amount").randint(*self.temper.bank) * unit
        if view.offer.stage is Stage.FORCED:
            wanted = floor
        amount = None if take is None else bot.amount_within(take, max(wanted, floor))
        affordable = max(wanted, floor) <= view.me.chips  # or they would put all that they have into it
        can = amount is not None and affordable and amount <= max(self.temper.ceiling * unit, floor * 2)
        bold = floor <= self.temper.ceiling * unit or view.offer.stage is Stage.FORCED
        if take is not None and can and bold and self._will(view, "take", share):
            return self._once(view, "bank", self._does(view, take, "bank", amount=amount))
        if take is not None and amount is not None and floor <= view.me.chips and bold and self._will(view, "t", share):
            return self._once(view, "bank", self._does(view, take, "bank", amount=floor))
        for offer in offers.get("decline-bank", ()):
            return self._does(view, offer, "decline")
        return None

    def _pledge(self, view: View, offers: bot.Offers) -> bot.Move | None:
        for offer in offers.get("pledge-share", ()):
            wanted = self._mind(view, "pledge").randint(*self.temper.stakes) * view.minimum
            amount = bot.amount_within(offer, wanted)
            rich = amount is not None and view.me is not None and max(wanted, amount) <= view.me.chips
            if rich and self._leaves_opponent(view) and self._will(view, "pledge to", self.temper.shares / 5):
                return self._once(view, "pledge", self._does(view, offer, "pledge", amount=amount))
        return None

    def _between(self, view: View, offers: bot.Offers) -> bot.Move | None:
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
                amount = bot.amount_within(offer, view.bank.total + more)
                return self._once(view, "raise", self._does(view, offer, "raise", amount=amount))
        return None

    def _associate(self, view: View, offers: bot.Offers) -> bot.Move | None:
        for offer in offers.get("offer-share", ()):
            wanted = self._mind(view, "share").randint(*self.temper.stakes) * view.minimum
            amount = bot.amount_within(offer, wanted)
            rich = amount is not None and view.me is not None and max(wanted, amount) <= view.me.chips
            if rich and self._leaves_opponent(view) and self._will(view, "associate", self.temper.shares):
                return self._once(view, "associate", self._does(view, offer, "associate", amount=amount))
        return None

    def _leaves_opponent(self, view: View) -> bool:
        return view.me is not None and has_opponent(view, view.me.person)

    def _auction(self, view: View, offers: bot.Offers) -> bot.Move | None:
        if view.auction is None or view.me is None:
            return None
        mine = next((one.amount for one in view.auction.bids if one.person == view.me.person), 0)
        best = max((one.amount for one in view.auction.bids), default=0)
        start = max(view.auction.floor, view.minimum)
        limit = start + self._mind(view, "limit").randint(0, self.temper.ceiling // 4) * view.minimum
        for offer in offers.get("bid", ()):
            wanted = max(best + view.minimum, view.auction.floor)
            amount = bot.amount_within(offer, wanted)
            affordable = amount is not None and wanted - mine <= view.me.chips and amount <= limit
            behind = not mine or mine < best
            if affordable and behind and self._will(view, "bid", self.temper.bids):
                return self._does(view, offer, f"bid {amount}", amount=amount)
        return None


class AtCards(Mind):
    def _punto(self, view: View, offers: bot.Offers) -> bot.Move | None:
        me = None if view.me is None else view.me.person
        if me is None or view.coup.holder != me:
            return None
        lift = bot.offer_with_value(offers.get("lift", ()), hand=str(Hand.PUNTO))
        if lift is not None and view.coup.before == me:
            return self._does(view, lift, "lift punto")
        total = view.coup.totals.get(Hand.PUNTO)
        if view.phase is not Phase.WORD or total is None:
            return None
        natural = bot.offer_with_value(offers.get("lay-down", ()), hand=str(Hand.PUNTO))
        if natural is not None and total >= 8:
            return self._does(view, natural, "lay down punto")
        if "ask-advice" in offers and total == 5 and self._will(view, "advice", self.temper.cards.asks_table):
            asked = self._once(view, "ask-advice", self._does(view, offers["ask-advice"][0]))
            if asked is not None:
                return asked
        draws = self.temper.cards.is_punto_to_draw(total, self._mind(view, "five").random())
        said = offers.get("say", ())
        offer = bot.offer_with_value(said, word=str(Word.CARTA if draws else Word.NO)) or next(iter(said), None)
        return None if offer is None else self._does(view, offer, "say")

    def _banker(self, view: View, offers: bot.Offers) -> bot.Move | None:
        if view.bank is None or view.me is None or view.bank.banker != view.me.person:
            return None
        for offer in offers.get("remove-late-stake", ()):
            return self._does(view, offer, f"late {offer.fixed_value('person')}")
        if view.phase is Phase.DEAL:
            return self._deal(view, offers)
        total = view.coup.totals.get(Hand.BANCA)
        lift = bot.offer_with_value(offers.get("lift", ()), hand=str(Hand.BANCA))
        if total is None:
            return None if lift is None else self._does(view, lift, "lift banca")
        natural = bot.offer_with_value(offers.get("lay-down", ()), hand=str(Hand.BANCA))
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

    def _deal(self, view: View, offers: bot.Offers) -> bot.Move | None:
        """Deal one card to each in turn, the punto first. Where faults are possible, only the card that is due."""
        dealt = {hand: sum(card.place == hand for card in view.coup.cards) for hand in Hand}
        due = Hand.PUNTO if dealt[Hand.PUNTO] <= dealt[Hand.BANCA] else Hand.BANCA
        found = offers.get("deal-card", ())
        offer = bot.offer_with_value(found, hand=str(due)) or (next(iter(found), None) if len(found) == 1 else None)
        return None if offer is None else self._does(view, offer, f"deal {sum(dealt.values())}")

    def _third(self, view: View) -> int | None:
        """Return the value of the punto's third card; nothing if the punto stood, or the card is not to be seen."""
        for card in view.coup.cards:
            if card.place == "punto-3" and card.face is not None:
                return bot.card_value(card.face)
        return None

    def _show(self, view: View, offers: bot.Offers) -> bot.Move | None:
        if view.phase is not Phase.SHOW or view.me is None:
            return None
        mine = {view.coup.holder: Hand.PUNTO, None if view.bank is None else view.bank.banker: Hand.BANCA}
        hand = mine.get(view.me.person)
        offer = None if hand is None else bot.offer_with_value(offers.get("show-hand", ()), hand=str(hand))
        down = any(card.place.partition("-")[0] == hand and not card.face_up for card in view.coup.cards)
        return self._does(view, offer, f"show {hand}") if offer is not None and down else None


# The staff of a chemin de fer table: a croupier and an inspector.
#
# A bot on a post does only what its post lets it do. When a person takes the post over it stops, and it goes on should
# the post be given back to it.

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
"""Acts that have their own moment; everything else that the table waits for from a croupier is done at once."""


NOTED = ("other", "found-when-shown", "laid-down-no-natural")
"""Kinds of incidents that leave every card in its place."""


FOR_THE_BANKER = ("decline-cut", "choose", "lay-down", "give-card", "draw-card", "stand", "deal-card", "lift")
"""What the croupier does for a banker who is away; looking comes last, since the rest waits for it."""


class Croupier(bot.Bot[View]):
    """Prepares the shoe, opens and closes the betting and the auction, carries the cards, shows hands, settles."""

    def __init__(self, seat: Guest, pace: bot.Pace, chance: Random) -> None:
        super().__init__(seat, pace, chance)
        self.betting: Final = bot.BettingTime(pace, chance)

    def choose(self, view: View, offers: bot.Offers) -> bot.Move | None:
        if view.me is None or Role.CROUPIER not in view.me.roles:
            return None
        for offer in offers.get("pick-up", ()):
            return self._does(offer, self.pace.think, offer.fixed_value("position"))
        if view.incidents:
            return None
        main = {name: found for name, found in offers.items() if any(offer.main for offer in found)}
        mine = self._punto(view, offers) or self._absent(view, main) or self._coup(view, main)
        return mine or self._moment(view, main) or self._prepare(view, main) or self._silent(view, offers, main)

    def _silent(self, view: View, offers: bot.Offers, main: bot.Offers) -> bot.Move | None:
        """Call a player for whom everybody waits, report one whose time is over; call off an unwanted coup."""
        for offer in main.get("report", ()):
            return self._does(offer, self.pace.patience, view.step, "silence")
        for offer in offers.get("decline-bank", ()):
            if view.conduct is not Conduct.OBSERVED:  # they were called, and still say nothing
                return self._does(offer, self.pace.patience, view.step, "silence")
        for name in ("call-person", "call-off"):
            for offer in offers.get(name, ()):
                return self._does(offer, self.pace.silence, view.step, "silence" if name == "call-person" else "")
        return None

    def _prepare(self, view: View, main: bot.Offers) -> bot.Move | None:
        if view.phase not in (*PREPARING, Phase.VACANT, Phase.BETWEEN):
            return None
        for name, found in main.items():
            if name == "check-cards":
                return self._does(found[0], self.pace.think, found=found[0].bounds("found")[1] or 0)
            if name not in OWN:
                return self._does(found[0], self.pace.think)
        return None

    def _moment(self, view: View, main: bot.Offers) -> bot.Move | None:
        """Open and close the betting and the auction, and give people the time that they take."""
        if "open-bets" in main:
            banker = None if view.bank is None else view.bank.banker
            wait = self.pace.between if banker is None or bot.is_bot(banker) else self.pace.patience
            parts = () if view.bank is None else view.bank.parts
            return self._does(main["open-bets"][0], wait, parts)
        if "close-auction" in main and view.auction is not None:
            return self._does(main["close-auction"][0], self.pace.bets, view.auction.bids, "auction")
        if view.phase is Phase.BETS:
            left = self.betting.remaining(view.step, [one.person for one in view.calls])
            if "close-bets" in main and view.calls:
                return self._does(main["close-bets"][0], left, self.betting.ends, "bets")
            return bot.Move(None, left, str(self.betting.ends), "bets") if left[1] > 0 else None
        return None

    def _punto(self, view: View, offers: bot.Offers) -> bot.Move | None:
        """Take over the cards of a player who has gone, and play by the scheme a hand that fell to the croupier."""
        for offer in offers.get("stand-in", ()):
            return self._does(offer, self.pace.patience, view.step.cycle)
        if view.me is None or view.coup.holder != view.me.person:
            return None
        lift = bot.offer_with_value(offers.get("lift", ()), hand=str(Hand.PUNTO))
        if lift is not None and (
            view.phase is Phase.LIFT or not view.coup.is_lifted
        ):  # somebody else may have looked before
            return self._does(lift, self.pace.think)
        total = view.coup.totals.get(str(Hand.PUNTO))
        natural = bot.offer_with_value(offers.get("lay-down", ()), hand=str(Hand.PUNTO))
        if natural is not None and total in (8, 9):
            return self._does(natural, self.pace.think)
        word = Word.CARTA if total is not None and total < 5 else Word.NO
        said = bot.offer_with_value(offers.get("say", ()), word=str(word))
        return None if said is None else self._does(said, self.pace.think)

    def _absent(self, view: View, main: bot.Offers) -> bot.Move | None:
        """Do what only somebody who is away could do; at a real table the croupier keys what people do themselves."""
        if view.conduct is Conduct.OBSERVED or view.bank is None:
            return self._does(main["decline-cut"][0], self.pace.patience) if "decline-cut" in main else None
        for name in FOR_THE_BANKER:
            for offer in main.get(name, ()):
                if offer.fixed_value("hand") != str(Hand.PUNTO) or name == "deal-card":
                    return self._does(offer, self.pace.patience, view.step)
        return None

    def _coup(self, view: View, main: bot.Offers) -> bot.Move | None:
        if "close-withdrawals" in main:
            return self._does(main["close-withdrawals"][0], self.pace.bets, clock="withdrawals")
        if "carry-cards" in main and view.phase is Phase.CARRY:
            return self._does(main["carry-cards"][0], self.pace.think)
        if "settle" in main:
            return self._does(main["settle"][0], self.pace.think)
        if view.phase is Phase.SHOW:
            for hand in Hand:
                down = any(card.place.partition("-")[0] == hand and not card.face_up for card in view.coup.cards)
                offer = bot.offer_with_value(main.get("show-hand", ()), hand=str(hand))
                if offer is not None and down:
                    return self._does(offer, self.pace.patience, hand)
        return None

    def _does(
        self, offer: Offer, wait: tuple[float, float], about: object = None, clock: str = "", **given: int
    ) -> bot.Move:
        return bot.Move(bot.build_act(ACTS, offer, self.chance, **given), wait, str(about), clock)


class Inspector(bot.Bot[View]):
    """Rules on incidents as the rules propose. Where they propose nothing and cards are not where they should be, the
    coup is void; anything else is noted and play goes on.
    """

    def choose(self, view: View, offers: bot.Offers) -> bot.Move | None:
        if view.me is None or Role.INSPECTOR not in view.me.roles:
            return None
        for incident in view.incidents if view.incidents and "give-ruling" in offers else ():
            lost = not incident.proposed_effects and view.phase in COUP and incident.kind not in NOTED
            effects = (VoidCoup(),) if lost else None
            reason = "nothing says how to go on" if lost else "as the rules propose"
            return bot.Move(GiveRuling(incident.serial, effects, reason), self.pace.patience, incident.serial)
        return None


# Players of chemin de fer: they hold the bank, stake, play the cards, bid, always inside what the table offers them.
#
# Every choice is a function of the bot's own seed and of the place in the game, so it does not matter how often, or how
# fast, a bot looks at its table.


class Player(AtBank, AtCards):
    """A player: they take a place, have chips, call, hold the bank and play their cards."""

    def choose(self, view: View, offers: bot.Offers) -> bot.Move | None:
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

    def _cut(self, view: View, offers: bot.Offers) -> bot.Move | None:
        wanted = "cut-pack" if self._will(view, "cut", 0.7) else "decline-cut"
        found = offers.get(wanted) if view.phase is Phase.CUT else None
        return self._does(view, found[0]) if found else None

    def _owns_nothing(self, view: View) -> bool:
        """Return True if nothing on the table is theirs, so that they may change their place."""
        return view.me is not None and not any(one.person == view.me.person for one in view.calls)

    def _place(self, view: View, offers: bot.Offers) -> bot.Move | None:
        for offer in offers.get("sit", ()):
            free = [one for one in offer.options("seat") if isinstance(one, int)]
            liked = self.place if self.place in free else self._mind(view, "place").choice(free)
            return self._once(view, "place", self._does(view, offer, "place", seat=liked))
        standing = view.me is not None and any(one.person == view.me.person for one in view.standing)
        return None if standing else self._behind(view, offers)

    def _behind(self, view: View, offers: bot.Offers) -> bot.Move | None:
        for offer in offers.get("stand-behind", ()):
            return self._once(view, "place", self._does(view, offer, "place"))
        return None

    def _chips(self, view: View, offers: bot.Offers) -> bot.Move | None:
        poor = view.me is not None and view.me.chips < max(2 * self.temper.stakes[1], 10) * view.minimum
        if not poor or "buy-in" not in offers or not self._owns_nothing(view):
            return None
        return self._once(view, "chips", self._does(view, offers["buy-in"][0], amount=self.temper.chips * view.minimum))

    def _answer(self, view: View, offers: bot.Offers) -> bot.Move | None:
        """Answer a choice that a ruling offers: give or deny a card, leave a stake in or take it back."""
        for name in ("withdraw-stake", "keep-stake"):
            bad = view.coup.totals.get(Hand.BANCA, 0) >= 8
            if name in offers and bad == (name == "withdraw-stake"):
                return self._does(view, offers[name][0], "withdrawal")
        found = offers.get("choose", ())
        if not found:
            return None
        wanted = self._mind(view, "choose").choice([str(offer.fixed_value("option")) for offer in found])
        total = view.coup.totals.get(Hand.PUNTO)
        if total is not None and bot.offer_with_value(found, option=GIVE):
            wanted = GIVE if total > 5 else DENY  # a card spoils a high total and mends a low one
        offer = bot.offer_with_value(found, option=wanted) or found[0]
        return self._does(view, offer, f"choose {offer.fixed_value('choice')}")

    def _call(self, view: View, offers: bot.Offers) -> bot.Move | None:
        if view.phase is Phase.BETS and view.me is not None and not self._owns_nothing(view):
            return None
        if view.phase is not Phase.BETS or view.bank is None or view.me is None:
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
            amount = bot.amount_within(offer, min(wanted, view.me.chips))
            if amount is not None and amount <= view.me.chips and self._will(view, "on line", self.temper.line):
                return self._once(view, "call", self._does(view, offer, "call", amount=amount))
        for offer in offers.get("stake", ()):
            wanted = self._mind(view, "stake").randint(*self.temper.stakes) * view.minimum
            amount = bot.amount_within(offer, min(wanted, view.me.chips))
            if amount is not None and amount <= view.me.chips:
                return self._once(view, "call", self._does(view, offer, "call", amount=amount))
        return None


def player(seat: Guest, pace: bot.Pace, chance: Random, number: int) -> Player:
    return Player(seat, pace, chance, TEMPERS[number % len(TEMPERS)], place=2 * number + 2)


ROSTER = bot.BotRoster({Role.CROUPIER: Croupier, Role.INSPECTOR: Inspector}, player, least=5)
