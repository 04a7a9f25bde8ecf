"""Whole coups of the two-cloth game at a table with a banker and two punters on each cloth, to be played again."""

from __future__ import annotations

from typing import Any

from bench.coups import Shuffled
from tapete.chance import ChanceKind
from tapete.games.banked.coup import Word
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.game import DosPanos
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import CLOTHS, HANDS, Hand, Phase
from tapete.kernel import HOUSE, Act, PersonId
from tapete.play import ActResult, transition
from tapete.table.acts import BuyIn, Sit
from tapete.table.staff import Role

GAME = DosPanos()
CROUPIER, INSPECTOR, BANKER = PersonId("croupier"), PersonId("inspector"), PersonId("rosa")
STAFF = {
    Role.CROUPIER: CROUPIER,
    Role.INSPECTOR: INSPECTOR,
    Role.CHANGER: PersonId("changer"),
    Role.ASSISTANT: PersonId("assistant"),
}
PEOPLE = {1: PersonId("ana"), 2: PersonId("bea"), 6: PersonId("cid"), 7: PersonId("dora")}
BANK = 10_000_000


class Table:
    """A table on which acts are done one by one; ``turns`` keeps what they led to."""

    def __init__(self, seed: int = 1) -> None:
        self.source, self.state = Shuffled(seed, 6), GAME.blank()
        self.turns: list[ActResult[State]] = []
        limits = {"minimum": 1000, "bank_minimum": 1000, "bank_maximum": BANK, "shoe": ChanceKind.SEEDED}
        self.do(a.OpenTable("mesa", "asturias-2011", staff=STAFF, **limits), HOUSE)
        for seat, who in PEOPLE.items():
            self.do(Sit(seat), who)
            self.do(BuyIn(10_000_000), who)
        self.do(a.AnnounceBank(BANKER, BANK), INSPECTOR)
        self.do(a.DepositBank(BANK), BANKER)
        for what in (a.CountPack(312), a.ShufflePack(), a.CutPack(150), a.InsertStopCard()):
            self.do(what, CROUPIER)
        self.do(a.DeliverBank(BANK), BANKER)
        self.start, self.turns = self.state, []

    def do(self, what: Any, by: PersonId) -> None:
        """Do one act; raise when it is refused."""
        if not self.tried(what, by):
            raise RuntimeError(f"{what} is refused in {self.state.phase}")

    def tried(self, what: Any, by: PersonId) -> bool:
        """Do one act if it is not refused; return True if it was done."""
        made = transition(GAME, self.state, Act(by, what, GAME.step(self.state)), self.source)
        if not made.acts:
            return False
        self.state = made.state
        self.turns.append(made)
        return True

    def coup(self) -> None:
        """Play one coup from the opening of the bets to the settlement."""
        self.dealt()
        self.cards()
        self.do(a.Settle(), CROUPIER)

    def dealt(self) -> None:
        """Take four stakes, two on each cloth, and deal and carry the cards."""
        self.do(a.OpenBets(), CROUPIER)
        if self.state.phase is Phase.BANCO:
            self.do(a.CloseCalls(), CROUPIER)
        for number, who in enumerate(PEOPLE.values()):
            self.do(a.Stake(1000 * (number + 1), CLOTHS[number // 2]), who)
        self.do(a.CloseBets(), CROUPIER)
        for hand in HANDS * 2:
            self.do(a.DealCard(hand), BANKER)
        self.do(a.CarryCards(), CROUPIER)

    def cards(self) -> None:
        """Play the cards by the rules, standing where there is a choice, until all hands lie open."""
        for cloth in CLOTHS:
            holder = self.state.holder(cloth)
            if holder is None:
                raise RuntimeError("nobody holds the cards")
            self.do(a.Lift(cloth), holder)
            words = (a.LayDown(cloth), a.Say(Word.NO), a.Say(Word.CARTA))
            if not any(self.tried(word, holder) for word in words):
                raise RuntimeError("no word is lawful")
        if self.state.phase in (Phase.ANSWER, Phase.BANKER):
            self.do(a.Lift(Hand.BANCA), BANKER)
        choices = (
            (BANKER, a.LayDown(Hand.BANCA)),
            *((BANKER, a.GiveCard(cloth)) for cloth in CLOTHS),
            (BANKER, a.Stand()),
            (BANKER, a.DrawCard()),
            *((CROUPIER, a.ShowHand(hand)) for hand in HANDS),
        )
        while self.state.phase is not Phase.SETTLE:
            if not any(self.tried(what, who) for who, what in choices):
                raise RuntimeError(f"nobody can go on in {self.state.phase}")


def played(coups: int = 30) -> Table:
    """Return a table after some coups of one shoe, with their turns."""
    table = Table()
    for _ in range(coups):
        table.coup()
    return table
