"""Inspector, table chief and director of a two-cloth table, and those who serve it."""

from __future__ import annotations

from random import Random

from tapete.bots.act_builder import Offers, amount_within
from tapete.bots.bot import Move, is_bot
from tapete.bots.dos_panos.mind import customary_bank, punters
from tapete.bots.dos_panos.post import Post
from tapete.bots.dos_panos.strategy import PUNTERS
from tapete.games.baccarat.effects import VoidCoup
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.dos_panos.terms import CLOTHS, COUP, BankMode, Phase
from tapete.games.dos_panos.view import View
from tapete.kernel import PersonId, Refused, Step
from tapete.table.staff import Role

ANNOUNCED = 0.3
"""How often the house has a banker for a bank that nobody holds, and announces him."""

NOTED = ("other", "found-when-shown", "laid-down-no-natural")
"""Kinds of incidents that leave every card in its place."""

AT_THE_CASH_DESK = "cash-desk"

AWARDED = (Phase.OPENING, Phase.REOFFER, Phase.AUCTION)
"""The phases in which the bank is awarded."""

PROOF = 50
"""How many times the amount of an open bank its banker has deposited, where the director finds it sufficient."""


class Attendant(Post):
    """Changes money and serves: the table waits for nothing that he would do."""

    def does_duty(self, view: View, offers: Offers) -> Move | None:
        """Do nothing."""
        del view, offers
        return None


class Official(Post):
    """Announces a banker, auctions the bank or has it drawn by lots; rules on incidents as the rules propose."""

    def does_duty(self, view: View, offers: Offers) -> Move | None:
        """Rule on what is open; give the bank to somebody when enough people are there."""
        for offer in offers.get("annul-award", ()):  # from one who is away, or was called and does not deposit
            return self._does(offer, self.pace.patience, view.step)
        return self._rules(view, offers) or self._closes(view, offers) or self._awards(view, offers)

    def _rules(self, view: View, offers: Offers) -> Move | None:
        """Where the rules propose nothing and cards are not where they should be, the coup is void; anything else is
        noted and play goes on.
        """
        mine = view.me is not None and Role.INSPECTOR in view.me.roles and "give-ruling" in offers
        for incident in view.incidents if mine else ():
            lost = not incident.proposed_effects and view.phase in COUP and incident.kind not in NOTED
            effects = (VoidCoup(),) if lost else None
            reason = "nothing says how to go on" if lost else "as the rules propose"
            return Move(GiveRuling(incident.serial, effects, reason), self.pace.patience, incident.serial)
        return None

    def _closes(self, view: View, offers: Offers) -> Move | None:
        if view.auction is None or "close-auction" not in offers:
            return None
        return self._does(offers["close-auction"][0], self.pace.bets, view.auction.bids, "auction")

    def _awards(self, view: View, offers: Offers) -> Move | None:
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
            machines = [who for who in offer.options("person") if isinstance(who, str) and is_bot(who)]
            if machines and self._chance_of(view) < ANNOUNCED:
                return self._does(
                    offer,
                    wait,
                    view.step,
                    person=self.chance.choice(machines),
                    amount=amount_within(offer, customary_bank(view)),
                    shoes=1,
                )
        for offer in offers.get("draw-lots", ()):
            if self._chance_of(view) < ANNOUNCED:
                amount = amount_within(offer, customary_bank(view))
                return self._does(offer, wait, view.step, amount=amount, shoes=1)
        another = Role.TABLE_CHIEF in view.staff and "announce-bank" not in offers and self._chance_of(view) < ANNOUNCED
        for offer in offers.get("open-auction", ()):
            return self._does(offer, self.pace.bets if another else wait, view.step, shoes=1)
        return None

    def _waits_for_proofs(self, view: View, there: list[PersonId]) -> bool:
        """Return True while an open bank would be awarded before those who want it could prove a deposit: a machine
        that directs the table takes everybody's as sufficient, a person that of whom he likes.
        """
        if view.mode is BankMode.LIMITED:
            return False
        director = view.staff.get(str(Role.DIRECTOR))
        if director is not None and is_bot(director):
            return not set(there) <= set(view.proven)
        return not view.proven

    def _grants(self, view: View, offers: Offers) -> Move | None:
        """Give the bank to somebody who asked for it: whoever comes first, once the others had time to ask too."""
        for offer in offers.get("announce-bank", ()):
            if "person" in offer.fields and offer.fixed_value("person") is not None:
                return self._does(offer, self.pace.bets, view.step, "seekers", shoes=1)
        return None

    def _chance_of(self, view: View) -> float:
        """Return a chance that is the same however often anybody looks."""
        return Random(f"{view.name} {view.step}").random()  # not the chance of the game


class Director(Official):
    """Proves the deposit of an open bank, as often as it is needed; he leaves the table to its staff else."""

    _proven_in: Step | None = None

    def does_duty(self, view: View, offers: Offers) -> Move | None:
        """Accept the deposit of an open bank as sufficient; prove more when half of it is used up, or less than what
        lies at risk is left.
        """
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

    def _proves_first(self, view: View, offers: Offers, amount: int) -> Move | None:
        for offer in offers.get("prove-deposit", ()):
            for who in offer.options("person"):
                if who not in view.proven:
                    about = ("proof", who)
                    return self._does(offer, self.pace.think, about, person=who, amount=amount, place=AT_THE_CASH_DESK)
        return None

    async def _do(self, move: Move) -> Refused | None:
        step = self.seat.step
        refused = await super()._do(move)
        if refused is None:
            self._proven_in = step
        return refused
