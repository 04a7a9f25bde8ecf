"""Players of the two-cloth game: they hold the bank, stake on both cloths, play the cards, inside what is offered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Final

import msgspec

from tapete.bots import bot
from tapete.games.banked.coup import Word
from tapete.games.dos_panos import acts
from tapete.games.dos_panos.terms import CLOTHS, WORD_OF, Hand, Phase, Spot, other_cloth
from tapete.games.dos_panos.view import View
from tapete.kernel import ActBody, Offer, PersonId, Refused

# The banker's third card by the odds: what a card is worth to them against both cloths together.
#
# Each rank is equally likely, as in a shoe that nobody has counted. A cloth that asked for a card had up to four, or
# half the time five; one that stood had five, six or seven. All weights are whole numbers.

WEIGHTS: Final = (4, *(1,) * 9)
"""How many of the thirteen ranks count 0, 1 and so on to 9."""

LOW, FREE, HIGH = range(5), 5, range(6, 8)
"""The two-card totals on which a cloth draws, may choose, and stands."""


class Against(msgspec.Struct, frozen=True):
    """What lies at risk on a cloth, and the value of its third card; ``None`` where it stood."""

    at_risk: int
    third: int | None = None


def two_card_weights() -> tuple[int, ...]:
    found = [0] * 10
    for one, weight in enumerate(WEIGHTS):
        for other, again in enumerate(WEIGHTS):
            found[(one + other) % 10] += weight * again
    return tuple(found)


TWO_CARDS: Final = two_card_weights()


def final_weights(third: int | None) -> dict[int, int]:
    """Return how often a cloth ends with each total, by what it said and the card that it got."""
    if third is None:
        return {FREE: TWO_CARDS[FREE], **{total: 2 * TWO_CARDS[total] for total in HIGH}}
    weights = {FREE: TWO_CARDS[FREE], **{total: 2 * TWO_CARDS[total] for total in LOW}}
    return {(total + third) % 10: weight for total, weight in weights.items()}


FINALS: Final = {third: final_weights(third) for third in (None, *range(10))}


def edge(total: int, third: int | None) -> int:
    """Return in how many cases a total of the bank wins against a cloth, less those in which it loses."""
    return sum(weight * ((total > other) - (total < other)) for other, weight in FINALS[third].items())


def gain_of_a_card(total: int, cloths: Iterable[Against]) -> int:
    """Return what a third card is worth to the banker above standing, in a unit of its own: below 0 it costs them.

    The cases of a cloth that stood and of one that drew are brought to one measure, so that only money weighs.
    """
    whole = {third: sum(found.values()) for third, found in FINALS.items()}
    scale = whole[None] * whole[0]
    gain = 0
    for one in cloths:
        drawn = sum(weight * edge((total + value) % 10, one.third) for value, weight in enumerate(WEIGHTS))
        gain += one.at_risk * (drawn - sum(WEIGHTS) * edge(total, one.third)) * (scale // whole[one.third])
    return gain


def is_banker_to_draw(total: int, cloths: Iterable[Against]) -> bool:
    """Return True if the banker takes a card: where it is worth as much as none, they take none."""
    return gain_of_a_card(total, cloths) > 0


PUNTERS = 2
"""How many punters each cloth needs, as players know."""

LEAST_BANK = 60
"""How many least stakes the smallest bank has that anybody thinks worth holding."""

CLOTH, LINE, ACROSS, OTHER = Spot.CLOTH, Spot.LINE, Spot.ACROSS, Spot.OTHER_CLOTH


class Temper(msgspec.Struct, frozen=True):
    """How a player is. Shares are out of 1; stakes and chips are in least stakes of the table, banks in customary ones.

    ``bids`` for the bank in an auction, or buys it; ``takes`` one that was given up; ``bank``: from and to.
    ``content``: they give the bank up when it has grown to so many times its amount; ``tires``: after a coup for no
    reason. ``redeposits`` a bank that was broken; ``new_shoe``: asks for another shoe with it. ``banco``: how often
    they call it; ``repeats`` a void one. ``stakes``: from and to; ``spots``: where they lie. ``second``: how often they
    stake on a second spot, ``thinks_again``: takes a stake back. ``on_five``: how often they draw on five; ``advice``:
    how often they ask. ``asks_table`` as banker. ``chips``: what they change. ``roams``: how often they go away for a
    while; ``on_foot``: they take no numbered place.
    """

    name: str
    bids: float
    bank: tuple[int, int]
    stakes: tuple[int, int]
    spots: tuple[Spot, ...] = (CLOTH,)
    takes: float = 0.3
    content: int = 3
    tires: float = 0.02
    redeposits: float = 0.5
    new_shoe: float = 0.3
    banco: float = 0.0
    repeats: float = 0.6
    second: float = 0.1
    thinks_again: float = 0.05
    on_five: float = 0.5
    advice: float = 0.05
    asks_table: float = 0.1
    chips: int = 150
    roams: float = 0.02
    on_foot: bool = False


TEMPERS = (
    Temper("calm", bids=0.7, bank=(1, 2), stakes=(1, 4), spots=(CLOTH, CLOTH, LINE), on_five=0.3),
    Temper("sociable", bids=0.5, bank=(1, 2), stakes=(2, 6), spots=(CLOTH, ACROSS, ACROSS), takes=0.5, second=0.3),
    Temper("bold", bids=0.9, bank=(2, 5), stakes=(3, 12), banco=0.6, content=4, redeposits=0.9, chips=400),
    Temper("wary", bids=0.2, bank=(1, 1), stakes=(1, 2), spots=(CLOTH, LINE), advice=0.5, asks_table=0.6, content=2),
    Temper("roving", bids=0.3, bank=(1, 2), stakes=(1, 6), spots=(CLOTH, OTHER), roams=0.12, tires=0.06),
    Temper("stubborn", bids=0.6, bank=(1, 3), stakes=(2, 8), spots=(CLOTH, ACROSS), banco=0.2, repeats=0.9, takes=0.7),
    Temper("bystander", bids=0.1, bank=(1, 1), stakes=(1, 3), spots=(CLOTH, OTHER, LINE), on_foot=True, roams=0.05),
)


ACTS = bot.acts_of(acts)
"""The acts of the game by their names."""


class Mind(bot.Mind[View, Temper]):
    ACTS: ClassVar[Mapping[str, type[ActBody]]] = ACTS


def customary_bank(view: View) -> int:
    """Return what a small bank holds at this table: the least that is admitted, or what is worth holding."""
    return max(view.bank_minimum, LEAST_BANK * view.minimum)


def is_banker(view: View) -> bool:
    return view.me is not None and view.bank is not None and view.bank.banker == view.me.person


def is_depositor(view: View) -> bool:
    return view.me is not None and view.award is not None and view.award.person == view.me.person


def punters(view: View) -> dict[Hand, list[PersonId]]:
    """Return who plays on each cloth: in places, behind them, on their feet; those in places first, by their places."""
    cloths = {one.seat: one.cloth for one in view.seats}
    found: dict[Hand, list[PersonId]] = {cloth: [] for cloth in CLOTHS}
    for seat in view.seats:
        found[seat.cloth] += [seat.person] if seat.person is not None else []
    for seat in view.seats:
        found[seat.cloth] += [seat.behind] if seat.behind is not None else []
    for one in view.standing:
        found[cloths[one.behind]].append(one.person)
    return {cloth: [who for who in people if who not in view.away] for cloth, people in found.items()}


CASH = "cash"


class AtBank(Mind):
    def _gets_bank(self, view: View, offers: bot.Offers) -> bot.Move | None:
        for offer in offers.get("buy-bank", ()):
            if self._will(view, "buy", self.temper.bids / 4) and (amount := self._amount(view, offer)) is not None:
                return self._once(view, "buy", self._does(view, offer, "buy", amount=amount))
        for offer in offers.get("accept-bank", ()):
            if self._will(view, "accept", self.temper.takes):
                return self._once(view, "accept", self._does(view, offer, "accept"))
        return self._bids(view, offers)

    def _amount(self, view: View, offer: Offer) -> int | None:
        return bot.amount_within(offer, self._mind(view, "bank").randint(*self.temper.bank) * customary_bank(view))

    def _bids(self, view: View, offers: bot.Offers) -> bot.Move | None:
        """Bid what they would put up; where somebody bids more, go above that once, as far as they would go at all."""
        if view.auction is None or view.me is None or not self._will(view, "bid", self.temper.bids):
            return None
        bids = {one.person: one.amount for one in view.auction.bids}
        mine, best = bids.get(view.me.person, 0), max(bids.values(), default=0)
        limit = max(self.temper.bank[1] * customary_bank(view), view.auction.floor)
        about = "raise" if mine else "bid"
        for offer in offers.get("bid", ()) if mine < best or not mine else ():
            wanted = bot.amount_within(offer, best + customary_bank(view) // 4) if mine else self._amount(view, offer)
            if wanted is not None and mine < wanted <= limit:
                return self._once(view, about, self._does(view, offer, about, amount=wanted))
        return None

    def _holds_bank(self, view: View, offers: bot.Offers) -> bot.Move | None:
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

    def _deposits(self, view: View, offers: bot.Offers) -> bot.Move | None:
        form = CASH if self._will(view, "form", 0.8) else "bank-cheque"
        for offer in offers.get("deposit-bank", ()):
            form = form if bot.offer_with_value((offer,), form=form) else CASH
            return self._does(view, offer, amount=offer.bounds("amount")[0], form=form)
        return None

    def _broken(self, view: View, offers: bot.Offers) -> bot.Move | None:
        if "deposit-bank" not in offers or not self._will(view, "redeposit", self.temper.redeposits):
            return self._does(view, offers["leave-bank"][0]) if "leave-bank" in offers else None
        if "ask-new-shoe" in offers and self._will(view, "shoe", self.temper.new_shoe):
            return self._once(view, "shoe", self._does(view, offers["ask-new-shoe"][0], "shoe")) or self._deposits(
                view, offers
            )
        return self._deposits(view, offers)

    def _is_tired(self, view: View) -> bool:
        if view.bank is None:
            return False
        has_grown = view.bank.in_play >= self.temper.content * view.bank.amount
        return self._will(view, "tired", 0.4 if has_grown else self.temper.tires)


class AtCards(Mind):
    def _cloths(self, view: View, offers: bot.Offers) -> bot.Move | None:
        for one in view.coup.cloths:
            if view.me is None or one.holder != view.me.person:
                continue
            found = self._shows(view, offers, one.hand) or self._looks_and_speaks(view, offers, one.hand)
            if found is not None:
                return found
        return None

    def _looks_and_speaks(self, view: View, offers: bot.Offers, cloth: Hand) -> bot.Move | None:
        total = view.coup.totals.get(cloth)
        if total is None:
            lift = bot.offer_with_value(offers.get("lift", ()), hand=str(cloth))
            return None if lift is None else self._does(view, lift, f"lift {cloth}")
        if view.phase is not WORD_OF[cloth]:
            return None
        return (
            self._natural(view, offers, cloth, total)
            or self._advice(view, offers, total)
            or self._word(view, offers, cloth, total)
        )

    def _natural(self, view: View, offers: bot.Offers, hand: Hand, total: int) -> bot.Move | None:
        offer = bot.offer_with_value(offers.get("lay-down", ()), hand=str(hand))
        return self._does(view, offer, f"lay down {hand}") if offer is not None and total >= 8 else None

    def _advice(self, view: View, offers: bot.Offers, total: int) -> bot.Move | None:
        if total != 5 or "ask-advice" not in offers or not self._will(view, "advice", self.temper.advice):
            return None
        return self._once(view, "ask-advice", self._does(view, offers["ask-advice"][0]))

    def _word(self, view: View, offers: bot.Offers, cloth: Hand, total: int) -> bot.Move | None:
        """Speak by the scheme, on five as they like. Where no word is lawful, the hand is to be shown."""
        draws = total < 5 or (total == 5 and self._will(view, "five", self.temper.on_five))
        said = offers.get("say", ())
        offer = bot.offer_with_value(said, word=str(Word.CARTA if draws else Word.NO)) or next(iter(said), None)
        if offer is not None:
            return self._does(view, offer, f"say {cloth}")
        shown = bot.offer_with_value(offers.get("lay-down", ()), hand=str(cloth))
        return None if shown is None else self._does(view, shown, f"lay down {cloth}")

    def _shows(self, view: View, offers: bot.Offers, hand: Hand) -> bot.Move | None:
        if view.phase is not Phase.SHOW or not is_hidden(view, hand):
            return None
        offer = bot.offer_with_value(offers.get("show-hand", ()), hand=str(hand))
        return None if offer is None else self._does(view, offer, f"show {hand}")

    def _banker(self, view: View, offers: bot.Offers) -> bot.Move | None:
        if not is_banker(view):
            return None
        for offer in offers.get("deal-card", ()):
            if offer.main:
                return self._does(view, offer, f"deal {len(view.coup.cards)}")
        total = view.coup.totals.get(Hand.BANCA)
        if total is None:
            ready = view.phase in (Phase.ANSWER, Phase.BANKER)
            lift = bot.offer_with_value(offers.get("lift", ()), hand=str(Hand.BANCA)) if ready else None
            return None if lift is None else self._does(view, lift, "lift banca")
        return (
            self._natural(view, offers, Hand.BANCA, total)
            or self._gives(view, offers)
            or self._decides(view, offers, total)
            or self._shows(view, offers, Hand.BANCA)
        )

    def _gives(self, view: View, offers: bot.Offers) -> bot.Move | None:
        for offer in offers.get("give-card", ()):
            if offer.main:
                return self._does(view, offer, f"give {offer.fixed_value('hand')}")
        return None

    def _decides(self, view: View, offers: bot.Offers, total: int) -> bot.Move | None:
        """Draw or stand by the odds against both cloths; where they asked for the table, as it binds them."""
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
                found.append(Against(one.at_risk, None if face is None else bot.card_value(face)))
        return found


def is_hidden(view: View, hand: Hand) -> bool:
    return any(card.place.partition("-")[0] == hand and not card.face_up for card in view.coup.cards)


# A player and their place: they come, sit where there is room, go to the cloth that needs them, and go away.

CALM = (Phase.BETWEEN, Phase.CUSTODY, Phase.OPENING, Phase.SHUFFLE)
"""The phases in which they may think of going."""

COUPS_AWAY = 3
"""How many coups they stay away."""


class AtPlace(Mind):
    _back_at = 0

    def _comes_and_goes(self, view: View, offers: bot.Offers) -> bot.Move | None:
        if view.me is None or is_banker(view) or is_depositor(view):
            return None
        if view.me.cloth is None:
            return self._comes(view, offers)
        return self._takes_seat(view, offers) or self._changes_cloth(view, offers) or self._goes(view, offers)

    def _comes(self, view: View, offers: bot.Offers) -> bot.Move | None:
        """Take a place on the cloth that has fewer people; behind it where none is free."""
        if view.coup.number < self._back_at and self._may_be_missed(view):
            return None
        cloth = self._cloth_with_room(view)
        if not self.temper.on_foot:
            for offer in offers.get("sit", ()):
                free = [one for one in offer.options("seat") if isinstance(one, int)]
                there = [seat for seat in free if _cloth_of(view, seat) is cloth] or free
                liked = self.place if self.place in there else self._mind(view, "place").choice(there)
                return self._once(view, "place", self._does(view, offer, "place", seat=liked))
        return self._stands(view, offers, cloth)

    def _stands(self, view: View, offers: bot.Offers, cloth: Hand) -> bot.Move | None:
        wanted = ("sit-behind", "stand-behind")
        for name in wanted if self._will(view, "row", 0.5) else wanted[::-1]:
            for offer in offers.get(name, ()):
                seats = [one for one in offer.options("seat") if isinstance(one, int)]
                there = [seat for seat in seats if _cloth_of(view, seat) is cloth]
                if there:
                    seat = self._mind(view, name).choice(there)
                    return self._once(view, "behind", self._does(view, offer, "behind", seat=seat))
        return None

    def _takes_seat(self, view: View, offers: bot.Offers) -> bot.Move | None:
        if view.me is None or view.me.seat is not None or self.temper.on_foot:
            return None
        for offer in offers.get("sit", ()):
            free = [one for one in offer.options("seat") if _cloth_of(view, one) is view.me.cloth]
            if free:
                return self._once(view, "place", self._does(view, offer, "place", seat=free[0]))
        return None

    def _changes_cloth(self, view: View, offers: bot.Offers) -> bot.Move | None:
        """Go to the other cloth where it has too few punters: the last of those who can be spared."""
        if view.me is None or view.me.cloth is None or view.phase not in CALM:
            return None
        people, mine = punters(view), view.me.cloth
        there = other_cloth(mine)
        spare = people[mine][PUNTERS:]
        if len(people[there]) >= PUNTERS or spare[-1:] != [view.me.person]:
            return None
        seats = [one.seat for one in view.seats if one.cloth is there]
        seat = self._mind(view, "cloth").choice(seats)
        offer = bot.offer_with_value(offers.get("stand-behind", ()), seat=seat)
        if offer is not None:
            return self._does(view, offer, "cloth", seat=seat)
        return self._does(view, offers["leave"][0], "cloth") if "leave" in offers else None

    def _goes(self, view: View, offers: bot.Offers) -> bot.Move | None:
        if view.phase not in CALM or "leave" not in offers or not view.coup.number or not self._may_be_missed(view):
            return None
        if not self._will(view, "leave", self.temper.roams):
            return None
        return self._once(view, "leave", self._does(view, offers["leave"][0]))

    def _may_be_missed(self, view: View) -> bool:
        if view.me is None:
            return False
        others = {cloth: [who for who in people if who != view.me.person] for cloth, people in punters(view).items()}
        return all(len(people) >= PUNTERS for people in others.values())

    def _cloth_with_room(self, view: View) -> Hand:
        people = punters(view)
        return min(CLOTHS, key=lambda cloth: len(people[cloth]))

    def _chips(self, view: View, offers: bot.Offers) -> bot.Move | None:
        if view.me is None or "buy-in" not in offers or any(one.person == view.me.person for one in view.coup.laid):
            return None
        if view.me.chips >= max(2 * self.temper.stakes[1], 10) * view.minimum:
            return None
        return self._once(view, "chips", self._does(view, offers["buy-in"][0], amount=self.temper.chips * view.minimum))


def _cloth_of(view: View, seat: object) -> Hand | None:
    return next((one.cloth for one in view.seats if one.seat == seat), None)


class Player(AtPlace, AtBank, AtCards):
    """A player: they take a place, have chips, call, stake, hold the bank and play their cards."""

    def choose(self, view: View, offers: bot.Offers) -> bot.Move | None:
        if view.me is None or view.me.roles:
            return None
        if view.me.cloth is None and not is_banker(view):
            return self._comes_and_goes(view, offers)
        return (
            self._holds_bank(view, offers)
            or self._banker(view, offers)
            or self._cloths(view, offers)
            or self._comes_and_goes(view, offers)
            or self._cut(view, offers)
            or self._gets_bank(view, offers)
            or self._chips(view, offers)
            or self._banco(view, offers)
            or self._stakes(view, offers)
        )

    async def _do(self, move: bot.Move) -> Refused | None:
        refused = await super()._do(move)
        if refused is None and isinstance(move.act, acts.Leave):
            self._forget("place", "behind")  # they may come back in the same window, where somebody else left with them
            if move.about == "leave":
                self._back_at = self.seat.step.cycle + COUPS_AWAY
        return refused

    def _cut(self, view: View, offers: bot.Offers) -> bot.Move | None:
        found = offers.get("cut-pack") if self._will(view, "cut", 0.2) else None
        return self._does(view, found[0]) if found else None

    def _banco(self, view: View, offers: bot.Offers) -> bot.Move | None:
        if view.me is None or view.bank is None:
            return None
        if view.phase is Phase.REPEAT:
            again = self._will(view, "repeat", self.temper.repeats)
            offer = bot.offer_with_value(offers.get("repeat-banco", ()), again=again)
            offer = offer or next(iter(offers.get("repeat-banco", ())), None)
            return None if offer is None else self._does(view, offer, "repeat")
        if view.phase is not Phase.BANCO or not self._will(view, "banco", self.temper.banco):
            return None
        if "call-banco" in offers:
            return self._once(view, "call", self._does(view, offers["call-banco"][0], "call"))
        short = view.bank.in_play - view.me.chips
        for offer in offers.get("buy-in", ()) if 0 < short <= self.temper.chips * view.minimum else ():
            return self._once(view, "for banco", self._does(view, offer, "for banco", amount=short))
        return None

    def _stakes(self, view: View, offers: bot.Offers) -> bot.Move | None:
        if view.phase is not Phase.BETS or view.me is None or view.me.cloth is None or is_banker(view):
            return None
        spots = self._mind(view, "spots").sample(self.temper.spots, 1)
        if self._will(view, "second", self.temper.second):
            spots.append(self._mind(view, "second spot").choice(self.temper.spots))
        for number, spot in enumerate(dict.fromkeys(spots)):
            found = self._once(view, f"stake {number}", self._stake_on(view, offers, spot, number))
            if found is not None:
                return found
        if self._will(view, "again", self.temper.thinks_again):
            for offer in offers.get("take-stake", ()):
                return self._once(view, "take", self._does(view, offer, "take"))
        return None

    def _stake_on(self, view: View, offers: bot.Offers, spot: Spot, number: int) -> bot.Move | None:
        """Lay a stake of whole units on a spot of their own cloth, or in its area for the other one."""
        offer: Offer | None = bot.offer_with_value(offers.get("stake", ()), spot=str(spot))
        if offer is None or view.me is None:
            return None
        units = self._mind(view, f"stake {number}").randint(*self.temper.stakes)
        amount = bot.amount_within(offer, units * view.minimum)
        if amount is None or amount > view.me.chips:
            return None
        return self._does(view, offer, f"stake {number}", amount=amount, cloth=str(view.me.cloth))
