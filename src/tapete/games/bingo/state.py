"""The state of one hall: an immutable value, folded from events and never stored."""

from __future__ import annotations

import msgspec
from immutables import Map

from tapete.accounts import EMPTY, Ledger
from tapete.chance import ChanceKind
from tapete.games.bingo.events import WinningCard
from tapete.games.bingo.rules import Rules
from tapete.games.bingo.terms import Phase, Prize, SoldCard
from tapete.kernel import Step
from tapete.money import Cents
from tapete.table.staff import Staff
from tapete.table.windows import Window


class State(msgspec.Struct, frozen=True):
    """Everything that is so. ``calls`` are the claims of the open pause, ``check_results`` what the table chief
    found.
    """

    rules: Rules | None = None
    name: str = ""
    face_value: Cents = 0
    staff: Staff = Map()
    ledger: Ledger = EMPTY
    phase: Phase = Phase.CLOSED
    serial: int = 0
    sold_cards: Map[str, SoldCard] = Map()
    prizes: Map[Prize, Cents] = Map()
    drawn_balls: tuple[int, ...] = ()
    announced_balls: tuple[int, ...] = ()
    balls: ChanceKind = ChanceKind.SEALED
    urn: int = 0
    """Number of the urn in use; 0 while none is filled."""
    is_ball_awaited: bool = False
    calls: Window[str] = Window("calls", 0)
    check_results: Map[tuple[str, str], bool] = Map()
    awards: Map[Prize, tuple[WinningCard, ...]] = Map()
    ball_at_award: int = 0
    announcements: tuple[str, ...] = ()

    @property
    def book(self) -> Rules:
        """Return the rulebook; a hall that was never opened has none."""
        if self.rules is None:
            raise LookupError("no hall is open")
        return self.rules

    @property
    def step(self) -> Step:
        """Return where the hall stands; a hall counts games, not coups."""
        return Step(1, len(self.announced_balls), str(self.phase), self.serial)

    def valid(self, prize: Prize) -> tuple[SoldCard, ...]:
        """Return the cards found right for a prize in this pause, by series and number."""
        right = [self.sold_cards[card] for (kind, card), good in self.check_results.items() if kind == prize and good]
        return tuple(sorted(right, key=lambda one: (one.ticket.series, one.ticket.number)))
