"""Whole coups of chemin de fer at a table with five players, as acts that can be played again."""

from __future__ import annotations

from typing import Any

from bench.coups import Shuffled
from tapete.chance import ChanceKind
from tapete.games.banked.coup import Word
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.game import CHEMIN_DE_FER
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import Hand, Phase
from tapete.kernel import HOUSE, Act, Offer, PersonId
from tapete.play import ActResult, transition
from tapete.table.acts import BuyIn, Sit
from tapete.table.staff import Role

GAME = CHEMIN_DE_FER
CROUPIER = PersonId("croupier")
PEOPLE = tuple(PersonId(name) for name in ("ana", "bea", "cid", "dora", "eva"))


class Table:
    """A table on which acts are done one by one; ``turns`` keeps what they led to."""

    def __init__(self, seed: int = 1) -> None:
        self.source, self.state = Shuffled(seed, 6), GAME.blank()
        self.turns: list[ActResult[State]] = []
        staff = {Role.CROUPIER: CROUPIER, Role.INSPECTOR: PersonId("inspector")}
        self.do(a.OpenTable("mesa", "asturias-2011", 1000, staff=staff, shoe=ChanceKind.SEEDED), HOUSE)
        for seat, who in enumerate(PEOPLE, 1):
            self.do(Sit(seat), who)
            self.do(BuyIn(10_000_000), who)
        while self.state.phase is not Phase.BANK:
            self.prepared()
        self.start, self.turns = self.state, []

    def do(self, what: Any, by: PersonId) -> None:
        """Do one act; raise when it is refused."""
        made = transition(GAME, self.state, Act(by, what, GAME.step(self.state)), self.source)
        if not made.acts:
            raise RuntimeError(made.outcome)
        self.state = made.state
        self.turns.append(made)

    def may(self, who: PersonId, name: str) -> Offer | None:
        """Return the offer of an act, if the person has it."""
        return next((one for one in GAME.legal(self.state, who) if one.act == name), None)

    def prepared(self) -> None:
        """Do the next step of the preparation of the shoe."""
        steps: dict[str, Any] = {
            "shuffle-pack": a.ShufflePack(),
            "offer-cards": a.OfferCards(),
            "cut-pack": a.CutPack(150),
            "insert-stop-card": a.InsertStopCard(),
        }
        for who in (CROUPIER, *PEOPLE):
            for name, what in steps.items():
                if self.may(who, name) and not (who != CROUPIER and name == "shuffle-pack"):
                    return self.do(what, who)
        raise RuntimeError(f"nobody can go on in {self.state.phase}")

    def coup(self) -> None:
        """Play one coup from the taking of the bank, or the opening of the bets, to the settlement."""
        self.dealt()
        banker, holder = self.state.banker, self.state.holder
        if banker is None or holder is None:
            raise RuntimeError("nobody holds the cards")
        self.cards(banker, holder)
        self.do(a.Settle(), CROUPIER)

    def dealt(self) -> None:
        """Take the bank or go on with it, take four stakes, deal and carry the cards; both players look at theirs."""
        state = self.state
        if state.phase is Phase.BANK and state.offer.candidate is not None:
            self.do(a.TakeBank(max(20_000, state.offer.floor)), state.offer.candidate)
        self.do(a.OpenBets(), CROUPIER)
        banker = self.state.banker
        if banker is None:
            raise RuntimeError("no bank")
        for number, who in enumerate(one for one in PEOPLE if one != banker):
            self.do(a.Stake(1000 * (number + 1)), who)
        self.do(a.CloseBets(), CROUPIER)
        for hand in (Hand.PUNTO, Hand.BANCA) * 2:
            self.do(a.DealCard(hand), banker)
        self.do(a.CarryCards(), CROUPIER)
        holder = self.state.holder
        if holder is None:
            raise RuntimeError("nobody holds the cards")
        self.do(a.Lift(Hand.BANCA), banker)
        self.do(a.Lift(Hand.PUNTO), holder)

    def cards(self, banker: PersonId, holder: PersonId) -> None:
        """Play the cards by the rules, standing where there is a choice, until both hands lie open."""
        choices: tuple[tuple[PersonId, Any], ...] = (
            (holder, a.LayDown(Hand.PUNTO)),
            (holder, a.Say(Word.NO)),
            (holder, a.Say(Word.CARTA)),
            (banker, a.LayDown(Hand.BANCA)),
            (banker, a.GiveCard()),
            (banker, a.Stand()),
            (banker, a.DrawCard()),
            (CROUPIER, a.ShowHand(Hand.PUNTO)),
            (CROUPIER, a.ShowHand(Hand.BANCA)),
        )
        while self.state.phase is not Phase.SETTLE:
            for who, what in choices:
                made = transition(GAME, self.state, Act(who, what, GAME.step(self.state)), self.source)
                if made.acts and made.events:
                    self.state = made.state
                    self.turns.append(made)
                    break


def played(coups: int = 40) -> Table:
    """Return a table after some coups of one shoe, with their turns."""
    table = Table()
    for _ in range(coups):
        table.coup()
    return table
