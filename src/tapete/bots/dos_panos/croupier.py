"""The croupier of a two-cloth table: the shoe, the betting, the cards, the payment."""

from __future__ import annotations

from random import Random
from typing import Any

from tapete.bots.act_builder import Offers, offer_with_value
from tapete.bots.betting import BettingTime
from tapete.bots.bot import Move, Seat, is_bot
from tapete.bots.dos_panos.cards import is_hidden
from tapete.bots.dos_panos.post import Post
from tapete.bots.pace import Pace
from tapete.games.banked.coup import Word
from tapete.games.dos_panos.terms import PREPARING, WORD_OF, Hand, Phase
from tapete.games.dos_panos.view import View
from tapete.kernel import Offer
from tapete.table.conduct import Conduct

OF_THE_SHOE = ("lay-out-packs", "count-pack", "shuffle-pack", "cut-pack", "insert-stop-card", "check-cards")
"""His steps with the packs and the shoe."""

COUNTED = ("count", "found", "below")
"""Numbers of these steps: all cards are there, and the fewest lie below the stop card."""

SILENCE = ("call-person", "call-off")
"""What he does only after a long silence."""

FOR_THE_BANKER = ("deliver-bank", "lay-down", "give-card", "draw-card", "stand", "deal-card", "lift")
"""What he does for a banker who is away; looking comes last, since the rest waits for it."""


class Croupier(Post):
    """Prepares the shoe, opens and closes the betting, carries the cards, shows hands, settles."""

    def __init__(self, seat: Seat, pace: Pace, chance: Random) -> None:
        super().__init__(seat, pace, chance)
        self.betting = BettingTime(pace, chance)

    def does_duty(self, view: View, offers: Offers) -> Move | None:
        """Do the one act that the table waits for from a croupier."""
        for offer in offers.get("pick-up", ()):
            return self._does(offer, self.pace.think, offer.fixed_value("position"))
        if view.incidents:
            return None
        main = {name: found for name, found in offers.items() if any(offer.main for offer in found)}
        mine = self._cloths(view, offers) or self._absent(view, offers) or self._coup(view, main)
        return mine or self._moment(view, main) or self._prepares(view, main) or self._silence(view, offers)

    # --- the shoe -----------------------------------------------------------------------------------------------------

    def _prepares(self, view: View, main: Offers) -> Move | None:
        """Do whatever step of the shoe is next; a player may come before him with the cut."""
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

    # --- the betting --------------------------------------------------------------------------------------------------

    def _moment(self, view: View, main: Offers) -> Move | None:
        """Open and close the calls and the betting, and give people the time that they take."""
        if "open-bets" in main:
            by_machine = view.bank is None or is_bot(view.bank.banker)
            return self._does(main["open-bets"][0], self.pace.between if by_machine else self.pace.patience)
        if "close-calls" in main:
            left = self.betting.remaining(view.step, view.coup.banco_calls)
            return self._does(main["close-calls"][0], left, self.betting.ends, "bets")
        if view.phase is not Phase.BETS:
            return None
        left = self.betting.remaining(view.step, [one.person for one in view.coup.laid])
        if "close-bets" in main and view.coup.laid:
            return self._does(main["close-bets"][0], left, self.betting.ends, "bets")
        return Move(None, left, str(self.betting.ends), "bets") if left[1] > 0 else None

    # --- the cards ----------------------------------------------------------------------------------------------------

    def _coup(self, view: View, main: Offers) -> Move | None:
        for name in ("carry-cards", "settle"):
            if name in main:
                return self._does(main[name][0], self.pace.think)
        for hand in Hand if view.phase is Phase.SHOW else ():
            offer = offer_with_value(main.get("show-hand", ()), hand=str(hand))
            if offer is not None and is_hidden(view, hand):
                return self._does(offer, self.pace.patience, hand)
        return None

    def _cloths(self, view: View, offers: Offers) -> Move | None:
        """Take over the cards of a player who has gone, and play by the scheme a hand that fell to the croupier."""
        for offer in offers.get("stand-in", ()):
            return self._does(offer, self.pace.patience, view.step)
        for one in view.coup.cloths:
            if view.me is not None and one.holder == view.me.person and view.phase is WORD_OF[one.hand]:
                return self._plays(view, offers, one.hand)
        return None

    def _plays(self, view: View, offers: Offers, cloth: Hand) -> Move | None:
        total = view.coup.totals.get(cloth)
        if total is None:
            lift = offer_with_value(offers.get("lift", ()), hand=str(cloth))
            return None if lift is None else self._does(lift, self.pace.think, cloth)
        natural = offer_with_value(offers.get("lay-down", ()), hand=str(cloth))
        said = offers.get("say", ())
        if natural is not None and (total >= 8 or not said):
            return self._does(natural, self.pace.think, cloth)
        word = offer_with_value(said, word=str(Word.CARTA if total < 5 else Word.NO))
        return None if word is None else self._does(word, self.pace.think, cloth)

    # --- for people who are not there ---------------------------------------------------------------------------------

    def _absent(self, view: View, offers: Offers) -> Move | None:
        """Do for somebody who is away or silent what only he could do; at a real table he keys what people do
        themselves.
        """
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

    def _silence(self, view: View, offers: Offers) -> Move | None:
        """Call a player for whom everybody waits, report one whose time is over; end what nobody goes on with."""
        for name in SILENCE:
            for offer in offers.get(name, ()):
                return self._does(offer, self.pace.silence, view.step, "silence" if name == "call-person" else "")
        return None


def _hand_of(offer: Offer) -> object:
    return offer.fixed_value("hand") if "hand" in offer.fields else None
