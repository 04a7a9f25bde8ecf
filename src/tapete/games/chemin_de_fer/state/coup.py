"""The coup in the state of a table: the one in progress, and what is kept of those that were settled."""

from __future__ import annotations

import msgspec
from immutables import Map

from tapete.clauses import Cite
from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.effects import Effect, Party
from tapete.games.baccarat.marks import Cards
from tapete.games.baccarat.outcome import Winner
from tapete.games.baccarat.pack import Due
from tapete.games.chemin_de_fer.shares import Played, Shares
from tapete.games.chemin_de_fer.terms import Cover, Word
from tapete.kernel import PersonId
from tapete.money import Cents


class Award(msgspec.Struct, frozen=True):
    """How the bank of a coup is covered: the live stakes, who is entitled to the cards, and what plays of each call."""

    kind: Cover
    holder: PersonId
    stakes: Shares
    calls: tuple[Played, ...] = ()

    @property
    def covered(self) -> Cents:
        """Return the sum of the live stakes in cents."""
        return sum(one.amount for one in self.stakes)


class RulingGiven(msgspec.Struct, frozen=True):
    """A ruling that was given in the coup: what it did, and by which clauses."""

    effects: tuple[Effect, ...]
    clauses: tuple[Cite, ...]


class Coup(msgspec.Struct, frozen=True):
    """The coup in progress: procedure only. What the cards are worth is reckoned from ``cards``."""

    number: int = 0
    in_play: Cents = 0
    award: Award | None = None
    cards: Cards = Cards()
    due: tuple[Due, ...] = ()
    late: Shares = ()
    """Stakes laid on the table after the closing words: they take no part."""
    advice: str | None = None
    """What the croupier answered the punto who asked him; ``None`` while nobody asked."""
    before: PersonId | None = None
    """The person before whom the punto's cards lie."""
    lifted: bool = False
    word: Word | None = None
    chosen: str = ""
    """What the banker chose after a wrong word of the punto."""
    laid_down: tuple[str, ...] = ()
    decided: Cell | None = None
    third_known: bool = False
    """Which third card of the punto counts, or that he has none, was plain to everybody when the banker decided."""
    found: frozenset[str] = frozenset()
    """Codes of the faults that were found when cards were shown, each taken up once."""
    winner: Winner | None = None
    uncovered: Map[int, Party] = Map()
    """Cards that somebody turned over while they were dealt, and by whose hand."""
    answered: frozenset[PersonId] = frozenset()
    """Who has said whether he takes his stake back."""
    warned: bool = False
    """The punto has held his cards for too long."""
    asked_again: bool = False
    """The punto spoke a second time."""
    rulings: tuple[RulingGiven, ...] = ()


class SettledCoup(msgspec.Struct, frozen=True):
    """A coup that was settled: its cards, how it was covered and by whose bank (``parts`` before it), and the money.

    ``players``, ``bank`` and ``cagnotte`` are net cents: as booked, and as they should have been (``due_``).
    """

    number: int
    shoe: int
    cards: Cards
    award: Award
    parts: Shares
    winner: Winner
    players: Shares
    bank: Shares
    cagnotte: Cents
    due_players: Shares
    due_bank: Shares
    due_cagnotte: Cents
    found: frozenset[str] = frozenset()
    """Codes of the faults that were found in it."""
