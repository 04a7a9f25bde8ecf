"""The state of a table where a player holds the bank: an immutable value, folded from events and never stored."""

from __future__ import annotations

from typing import Generic, TypeVar

import msgspec
from immutables import Map

from tapete.accounts import EMPTY, Ledger
from tapete.chance import ChanceKind
from tapete.games.baccarat import procedure
from tapete.games.baccarat.incident import Authority, Docket
from tapete.games.baccarat.marks import NO_MARKS, Marks
from tapete.games.banked import shoe
from tapete.games.banked.coup import Coup, SettledCoup, Shares
from tapete.games.banked.priority import Auction
from tapete.kernel import PersonId, Step
from tapete.table.seats import Seats
from tapete.table.staff import Role, Staff
from tapete.table.state import Conduct

R = TypeVar("R")


BETS, SHOW, SETTLE = "bets", "show", "settle"
"""Phases of every banked table: before the cards, when they are shown, and when stakes are paid."""


class Bank(msgspec.Struct, frozen=True):
    banker: PersonId


class State(msgspec.Struct, Generic[R], frozen=True):
    """What is so at every such table; ``R`` is its rulebook."""

    rules: R | None = None
    sha256: str = ""
    settings: procedure.Settings = procedure.Settings()
    seats: Seats = Seats(())
    staff: Staff = Map()
    ledger: Ledger = EMPTY
    phase: str = "closed"
    serial: int = 0
    shoe: shoe.Shoe = shoe.Shoe()
    auction: Auction | None = None
    bank: Bank | None = None
    coup: Coup = Coup()
    docket: Docket = Docket()
    history: tuple[SettledCoup, ...] = ()
    """The last coups that were settled, for corrections."""
    debts: Shares = ()
    """What the house has advanced for people by corrected payments, and has not got back."""
    bars: Marks = NO_MARKS
    """Marks that the next coup starts with."""
    announcements: tuple[procedure.Said, ...] = ()
    called_person: PersonId | None = None
    """Whom the croupier has called, for what the table waits for now."""

    @property
    def book(self) -> R:
        """Return the rulebook; a table that was never opened has none."""
        if self.rules is None:
            raise LookupError("no table is open")
        return self.rules

    @property
    def authority(self) -> Authority:
        """Return who reports irregularities, pronounces on them, and decides where the rules are silent."""
        raise NotImplementedError

    @property
    def step(self) -> Step:
        return Step(self.shoe.number, self.coup.number, str(self.phase), self.serial)

    @property
    def is_observed(self) -> bool:
        """Return True if the croupier records a real table: faults that nobody could prevent become incidents there."""
        return self.settings.conduct is Conduct.OBSERVED

    @property
    def is_keyed(self) -> bool:
        """Return True if the cards are real ones, whose faces are keyed when they are shown."""
        return self.settings.shoe is ChanceKind.KEYED

    @property
    def is_real(self) -> bool:
        """Return True if a real table is recorded: its people speak and play there, and the croupier writes it down.
        Its cards are keyed, or were listed beforehand; where a live hall deals them the table is no real one.
        """
        return self.is_observed and self.settings.shoe is not ChanceKind.SEALED

    @property
    def banker(self) -> PersonId | None:
        return None if self.bank is None else self.bank.banker

    def croupier(self) -> PersonId | None:
        return self.staff.get(Role.CROUPIER)

    def may_act_for(self, who: PersonId, person: PersonId | None) -> bool:
        """Return True if ``who`` may act for ``person``: themselves, or the croupier who records a real table."""
        return person is not None and (who == person or (self.is_real and who == self.croupier()))
