"""Inspector, table chief and director of a two-cloth table, and those who serve it."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from tapete.bots import bot
from tapete.bots.dos_panos.players import ACTS, PUNTERS, customary_bank, is_hidden, punters
from tapete.games.baccarat.effects import VoidCoup
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.banked.coup import Word
from tapete.games.dos_panos.terms import CLOTHS, COUP, PREPARING, WORD_OF, BankMode, Hand, Phase
from tapete.games.dos_panos.view import View
from tapete.kernel import Offer, PersonId, Refused, Step
from tapete.live import Guest
from tapete.table.staff import Role
from tapete.table.state import Conduct


class Post(bot.Bot[View]):
    """A machine on a post does only what its post lets it do.

    When a person takes the post over it stops, and it goes on should the post be given back to it.
    """

    def choose(self, view: View, offers: bot.Offers) -> bot.Move | None:
        return None if view.me is None or not view.me.roles else self.does_duty(view, offers)

    def does_duty(self, view: View, offers: bot.Offers) -> bot.Move | None:
        raise NotImplementedError

    def _does(
        self, offer: Offer, wait: tuple[float, float], about: object = None, clock: str = "", **given: Any
    ) -> bot.Move:
        return bot.Move(bot.build_act(ACTS, offer, self.chance, **given), wait, str(about), clock)


OF_THE_SHOE = ("lay-out-packs", "count-pack", "shuffle-pack", "cut-pack", "insert-stop-card", "check-cards")
"""Their steps with the packs and the shoe."""

COUNTED = ("count", "found", "below")
"""Numbers of these steps: all cards are there, and the fewest lie below the stop card."""

SILENCE = ("call-person", "call-off")
"""What they do only after a long silence."""

FOR_THE_BANKER = ("deliver-bank", "lay-down", "give-card", "draw-card", "stand", "deal-card", "lift")
"""What they do for a banker who is away; looking comes last, since the rest waits for it."""


class Croupier(Post):
    """Prepares the shoe, opens and closes the betting, carries the cards, shows hands, settles."""

    def __init__(self, seat: Guest, pace: bot.Pace, chance: Random) -> None:
        super().__init__(seat, pace, chance)
        self.betting: Final = bot.BettingTime(pace, chance)

    def does_duty(self, view: View, offers: bot.Offers) -> bot.Move | None:
        for offer in offers.get("pick-up", ()):
            return self._does(offer, self.pace.think, offer.fixed_value("position"))
        if view.incidents:
            return None
        main = {name: found for name, found in offers.items() if any(offer.main for offer in found)}
        mine = self._cloths(view, offers) or self._absent(view, offers) or self._coup(view, main)
        return mine or self._moment(view, main) or self._prepares(view, main) or self._silence(view, offers)

    def _prepares(self, view: View, main: bot.Offers) -> bot.Move | None:
        if view.phase not in PREPARING:
            return None
        for name, found in main.items():
            bounds = {field: found[0].bounds(field) for field in COUNTED if field in found[0].fields}
            counted: dict[str, Any] = {
                field: low if field == "below" else high for field, (low, high) in bounds.items()
            }
            if name in OF_THE_SHOE:
                wait = self.pace.patience if name == "cut-pack" else self.pace.think
                return self._does(found[0], wait, about=name, **counted)
        return None

    def _moment(self, view: View, main: bot.Offers) -> bot.Move | None:
        if "open-bets" in main:
            by_machine = view.bank is None or bot.is_bot(view.bank.banker)
            return self._does(main["open-bets"][0], self.pace.between if by_machine else self.pace.patience)
        if "close-calls" in main:
            left = self.betting.remaining(view.step, view.coup.banco_calls)
            return self._does(main["close-calls"][0], left, self.betting.ends, "bets")
        if view.phase is not Phase.BETS:
            return None
        left = self.betting.remaining(view.step, [one.person for one in view.coup.laid])
        if "close-bets" in main and view.coup.laid:
            return self._does(main["close-bets"][0], left, self.betting.ends, "bets")
        return bot.Move(None, left, str(self.betting.ends), "bets") if left[1] > 0 else None

    def _coup(self, view: View, main: bot.Offers) -> bot.Move | None:
        for name in ("carry-cards", "settle"):
            if name in main:
                return self._does(main[name][0], self.pace.think)
        for hand in Hand if view.phase is Phase.SHOW else ():
            offer = bot.offer_with_value(main.get("show-hand", ()), hand=str(hand))
            if offer is not None and is_hidden(view, hand):
                return self._does(offer, self.pace.patience, hand)
        return None

    def _cloths(self, view: View, offers: bot.Offers) -> bot.Move | None:
        """Take over the cards of a player who has gone, and play by the scheme a hand that fell to the croupier."""
        for offer in offers.get("stand-in", ()):
            return self._does(offer, self.pace.patience, view.step)
        for one in view.coup.cloths:
            if view.me is not None and one.holder == view.me.person and view.phase is WORD_OF[one.hand]:
                return self._plays(view, offers, one.hand)
        return None

    def _plays(self, view: View, offers: bot.Offers, cloth: Hand) -> bot.Move | None:
        total = view.coup.totals.get(cloth)
        if total is None:
            lift = bot.offer_with_value(offers.get("lift", ()), hand=str(cloth))
            return None if lift is None else self._does(lift, self.pace.think, cloth)
        natural = bot.offer_with_value(offers.get("lay-down", ()), hand=str(cloth))
        said = offers.get("say", ())
        if natural is not None and (total >= 8 or not said):
            return self._does(natural, self.pace.think, cloth)
        word = bot.offer_with_value(said, word=str(Word.CARTA if total < 5 else Word.NO))
        return None if word is None else self._does(word, self.pace.think, cloth)

    def _absent(self, view: View, offers: bot.Offers) -> bot.Move | None:
        """Do for somebody who is away or silent what only they could do; at a real table they key what people do."""
        if view.conduct is Conduct.OBSERVED or view.bank is None:
            return None
        is_gone = view.bank.banker in view.away or view.phase is Phase.BROKEN
        for offer in offers.get("leave-bank", ()) if is_gone else ():
            return self._does(offer, self.pace.patience, view.step)
        for offer in offers.get("repeat-banco", ()):
            return self._does(offer, self.pace.patience, view.step, again=False)
        for name in FOR_THE_BANKER:
            for offer in offers.get(name, ()):
                whose = _hand_of(offer) in (None, str(Hand.BANCA)) or name in ("deal-card", "give-card")
                if offer.main and whose:
                    return self._does(offer, self.pace.patience, view.step)
        return None

    def _silence(self, view: View, offers: bot.Offers) -> bot.Move | None:
        """Call a player for whom everybody waits, report one whose time is over; end what nobody goes on with."""
        for name in SILENCE:
            for offer in offers.get(name, ()):
                return self._does(offer, self.pace.silence, view.step, "silence" if name == "call-person" else "")
        return None


def _hand_of(offer: Offer) -> object:
    return offer.fixed_value("hand") if "hand" in offer.fields else None


ANNOUNCED = 0.3
"""How often the house has a banker for a bank that nobody holds, and announces them."""

NOTED = ("other", "found-when-shown", "laid-down-no-natural")
"""Kinds of incidents that leave every card in its place."""

AT_THE_CASH_DESK = "cash-desk"

AWARDED = (Phase.OPENING, Phase.REOFFER, Phase.AUCTION)
"""The phases in which the bank is awarded."""

PROOF = 50
"""How many times the amount of an open bank its banker has deposited, where the director finds it sufficient."""


class Attendant(Post):
    def does_duty(self, view: View, offers: bot.Offers) -> bot.Move | None:
        del view, offers
        return None


class Official(Post):
    """Announces a banker, auctions the bank or has it drawn by lots; rules on incidents as the rules propose."""

    def does_duty(self, view: View, offers: bot.Offers) -> bot.Move | None:
        for offer in offers.get("annul-award", ()):  # from one who is away, or was called and does not deposit
            return self._does(offer, self.pace.patience, view.step)
        return self._rules(view, offers) or self._closes(view, offers) or self._awards(view, offers)

    def _rules(self, view: View, offers: bot.Offers) -> bot.Move | None:
        """Where the rules propose nothing and cards are misplaced, the coup is void; anything else is noted."""
        mine = view.me is not None and Role.INSPECTOR in view.me.roles and "give-ruling" in offers
        for incident in view.incidents if mine else ():
            lost = not incident.proposed_effects and view.phase in COUP and incident.kind not in NOTED
            effects = (VoidCoup(),) if lost else None
            reason = "nothing says how to go on" if lost else "as the rules propose"
            return bot.Move(GiveRuling(incident.serial, effects, reason), self.pace.patience, incident.serial)
        return None

    def _closes(self, view: View, offers: bot.Offers) -> bot.Move | None:
        if view.auction is None or "close-auction" not in offers:
            return None
        return self._does(offers["close-auction"][0], self.pace.bets, view.auction.bids, "auction")

    def _awards(self, view: View, offers: bot.Offers) -> bot.Move | None:
        """Announce a machine that is there, so that no person is made banker unasked, or auction the bank."""
        there = [who for people in punters(view).values() for who in people]
        if len(there) <= len(CLOTHS) * PUNTERS or self._waits_for_proofs(view, there):
            return None
        wait = self.pace.patience if view.phase is Phase.REOFFER else self.pace.between
        if view.seekers and (granted := self._grants(view, offers)):
            return granted
        if view.phase is Phase.REOFFER and "open-auction" in offers:
            return self._does(offers["open-auction"][0], wait, view.step, shoes=1)
        for offer in offers.get("announce-bank", ()) if not view.seekers else ():
            machines = [who for who in offer.options("person") if isinstance(who, str) and bot.is_bot(who)]
            if machines and self._chance_of(view) < ANNOUNCED:
                return self._does(
                    offer,
                    wait,
                    view.step,
                    person=self.chance.choice(machines),
                    amount=bot.amount_within(offer, customary_bank(view)),
                    shoes=1,
                )
        for offer in offers.get("draw-lots", ()):
            if self._chance_of(view) < ANNOUNCED:
                amount = bot.amount_within(offer, customary_bank(view))
                return self._does(offer, wait, view.step, amount=amount, shoes=1)
        another = Role.TABLE_CHIEF in view.staff and "announce-bank" not in offers and self._chance_of(view) < ANNOUNCED
        for offer in offers.get("open-auction", ()):
            return self._does(offer, self.pace.bets if another else wait, view.step, shoes=1)
        return None

    def _waits_for_proofs(self, view: View, there: list[PersonId]) -> bool:
        """Return True while an open bank would be awarded before those who want it could prove a deposit: a machine
        that directs the table accepts everybody's, a person those they like.
        """
        if view.mode is BankMode.LIMITED:
            return False
        director = view.staff.get(str(Role.DIRECTOR))
        if director is not None and bot.is_bot(director):
            return not set(there) <= set(view.proven)
        return not view.proven

    def _grants(self, view: View, offers: bot.Offers) -> bot.Move | None:
        for offer in offers.get("announce-bank", ()):
            if "person" in offer.fields and offer.fixed_value("person") is not None:
                return self._does(offer, self.pace.bets, view.step, "seekers", shoes=1)
        return None

    def _chance_of(self, view: View) -> float:
        """Return a chance that is the same however often anybody looks."""
        return Random(f"{view.name} {view.step}").random()  # not the chance of the game


class Director(Official):
    """Proves the deposit of an open bank, as often as it is needed; the rest is left to the table's staff."""

    _proven_in: Step | None = None

    def does_duty(self, view: View, offers: bot.Offers) -> bot.Move | None:
        """Accept the deposit of an open bank; prove more when half is used up, or too little is left."""
        usual, bank = PROOF * customary_bank(view), view.bank
        at_risk = sum(one.at_risk for one in view.coup.cloths) if view.phase is Phase.BETS else 0
        if view.phase in AWARDED:
            return self._proves_first(view, offers, usual)
        if bank is None or bank.proven_deposit is None:
            is_due = self._proven_in != view.step and not (view.award and view.award.person in view.proven)
        else:
            is_due = bank.proven_deposit < max(usual // 2, at_risk - bank.in_play)
        for offer in offers.get("prove-deposit", ()) if is_due else ():
            amount = max(usual, 2 * at_risk)
            return self._does(offer, self.pace.think, ("proof", amount), amount=amount, place=AT_THE_CASH_DESK)
        return None

    def _proves_first(self, view: View, offers: bot.Offers, amount: int) -> bot.Move | None:
        for offer in offers.get("prove-deposit", ()):
            for who in offer.options("person"):
                if who not in view.proven:
                    about = ("proof", who)
                    return self._does(offer, self.pace.think, about, person=who, amount=amount, place=AT_THE_CASH_DESK)
        return None

    async def _do(self, move: bot.Move) -> Refused | None:
        step = self.seat.step
        refused = await super()._do(move)
        if refused is None:
            self._proven_in = step
        return refused
