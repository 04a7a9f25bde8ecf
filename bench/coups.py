"""Whole coups of punto y banca at a table with three players, as acts that can be played again."""

from __future__ import annotations

import random
from typing import Any

from tapete import punto_banco as pb
from tapete.cards import Card, packs
from tapete.chance import ChanceKind
from tapete.games.punto_banco.state import State
from tapete.kernel import Act, PersonId
from tapete.play import ActResult, transition

GAME = pb.PUNTO_BANCO
CROUPIER = "croupier"


class Shuffled:
    """A seeded shoe for every shoe number."""

    kind = ChanceKind.SEEDED

    def __init__(self, seed: int, decks: int = 8) -> None:
        self.seed, self.decks = seed, decks
        self.order: dict[int, list[Card]] = {}

    def seal(self, shoe: int, size: int) -> tuple[str, ...]:
        """Lay the shoe; a seeded shoe commits to nothing."""
        order = list(packs(self.decks))
        random.Random(f"{self.seed}/{shoe}").shuffle(order)
        self.order[shoe] = order
        return ()

    def card(self, shoe: int, committed: int) -> Card:
        """Return a card of the shoe."""
        return self.order[shoe][committed]


class Table:
    """A table on which acts are done one by one; ``turns`` keeps what they led to."""

    def __init__(self, seed: int = 1) -> None:
        self.source = Shuffled(seed)
        table = pb.open_table(decks=8, source=self.source)
        for seat, who in enumerate(("ana", "bea", "cid"), 1):
            table = table.do(pb.Sit(seat), by=who).do(pb.BuyIn(10_000_000), by=who)
        self.state: State = table.state
        for what in (pb.CountPack(), pb.ShufflePack(), pb.CutPack(200), pb.InsertCutCard(), pb.BurnCards()):
            self.do(what, CROUPIER)
        self.do(pb.TakeShoe(), "ana")
        self.start = self.state
        self.turns: list[ActResult[State]] = []

    def do(self, what: Any, by: str | None) -> None:
        """Do one act; raise when it is refused."""
        made = transition(GAME, self.state, Act(PersonId(by or ""), what, GAME.step(self.state)), self.source)
        if not made.acts:
            raise RuntimeError(made.outcome)
        self.state = made.state
        if hasattr(self, "turns"):
            self.turns.append(made)

    def coup(self) -> None:
        """Play one coup from the opening of the bets to the settlement."""
        if self.state.turn.offered_place is not None:
            self.do(pb.TakeShoe(), self.state.seats.occupants[self.state.turn.offered_place])
        self.do(pb.OpenBets(), CROUPIER)
        for who, bet, amount in (("ana", pb.Bet.BANCA, 1000), ("bea", pb.Bet.PUNTO, 2000), ("cid", pb.Bet.BANCA, 1500)):
            self.do(pb.PlaceBet(bet, amount), who)
        self.do(pb.CloseBets(), CROUPIER)
        while self.state.phase is not pb.Phase.SETTLE:
            dealer = self.state.dealer()
            match self.state.phase:
                case pb.Phase.DEAL:
                    self.do(pb.Deal(), dealer)
                case pb.Phase.PLAYER_SHOWS:
                    self.do(pb.ShowHand(pb.Hand.PUNTO), self.state.hand_holder)
                case pb.Phase.BANK_SHOWS:
                    self.do(pb.ShowHand(pb.Hand.BANCA), dealer)
                case pb.Phase.PLAYER_DRAWS:
                    self.do(pb.DrawCard(pb.Hand.PUNTO), dealer)
                case pb.Phase.BANK_DRAWS:
                    self.do(pb.DrawCard(pb.Hand.BANCA), dealer)
                case window:
                    raise RuntimeError(f"no coup goes through {window}")
        self.do(pb.Settle(), CROUPIER)


def played(coups: int = 60) -> Table:
    """Return a table after some coups of one shoe, with their turns."""
    table = Table()
    for _ in range(coups):
        table.coup()
    return table
