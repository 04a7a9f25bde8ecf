"""The state of one table: an immutable value, folded from events and never stored. One small struct per sub-machine."""

from __future__ import annotations

from typing import Any

import msgspec
from immutables import Map

from tapete.accounts import EMPTY, Ledger
from tapete.chance import ChanceKind
from tapete.games.baccarat import procedure
from tapete.games.baccarat.effects import BarredAction
from tapete.games.baccarat.incident import Authority, Docket
from tapete.games.baccarat.marks import NO_MARKS, Marks
from tapete.games.baccarat.procedure import Said
from tapete.games.banked import shoe
from tapete.games.banked.auction import Auction
from tapete.games.banked.shares import Shares
from tapete.games.chemin_de_fer.rules import Rules
from tapete.games.chemin_de_fer.state.bank import Bank, BankOffer
from tapete.games.chemin_de_fer.state.coup import Coup, CoupResult, SettledCoup
from tapete.games.chemin_de_fer.terms import Hand, Phase
from tapete.kernel import PersonId, Step
from tapete.money import Cents
from tapete.table.conduct import Conduct
from tapete.table.seats import Seat, Seats
from tapete.table.staff import Role, Staff
from tapete.table.windows import Window


class Settings(procedure.Settings, frozen=True):
    """What the house chose when it opened the table. ``minimum`` is the punto's; ``bank_minimum`` in cents."""

    bank_minimum: Cents = 0
    banco_freedom: bool = False
    no_bank_max: bool = False


class Shoe(shoe.Shoe, frozen=True):
    """The shoe in use. ``cut_to`` is whom the cut is offered to, ``cut_refusers`` who let it go by."""

    cut_to: PersonId | None = None
    cut_refusers: frozenset[PersonId] = frozenset()
    has_begun: bool = False
    """Its first betting has been opened."""


class CarriedOver(msgspec.Struct, frozen=True):
    """What does not belong to one coup: who may repeat his banco, who has still to salute, who refused the hand when it
    last came to him, and the place that last held the bank.
    """

    seguido: frozenset[PersonId] = frozenset()
    salute_debtors: frozenset[PersonId] = frozenset()
    refusers: frozenset[PersonId] = frozenset()
    movers: tuple[PersonId, ...] = ()
    """Seated players who asked for another place, in order."""
    last_seat: Seat | None = None
    followers: frozenset[PersonId] = frozenset()
    """Those on their feet who moved to follow the hand in this coup."""


class State(msgspec.Struct, frozen=True):
    """Everything that is so at the table."""

    rules: Rules | None = None
    sha256: str = ""
    settings: Settings = Settings()
    seats: Seats = Seats(())
    staff: Staff = Map()
    ledger: Ledger = EMPTY
    phase: Phase = Phase.CLOSED
    serial: int = 0
    shoe: Shoe = Shoe()
    offer: BankOffer = BankOffer()
    auction: Auction | None = None
    bank: Bank | None = None
    calls: Window[str] = Window("bets", 0, (), open=False)
    coup: Coup = Coup()
    carried_over: CarriedOver = CarriedOver()
    docket: Docket = Docket()
    history: tuple[SettledCoup, ...] = ()
    """The last coups that were settled, for corrections."""
    debts: Shares = ()
    """What the house has advanced for people by corrected payments, and has not got back."""
    results: tuple[CoupResult, ...] = ()
    """The last coups as everybody reads them, the one whose totals are final with them."""
    bars: Marks = NO_MARKS
    """Marks that the next coup starts with."""
    announcements: tuple[Said, ...] = ()
    called_person: PersonId | None = None
    """The silent player whom the croupier has called in this window."""

    @property
    def book(self) -> Rules:
        """Return the rulebook; a table that was never opened has none."""
        if self.rules is None:
            raise LookupError("no table is open")
        return self.rules

    @property
    def step(self) -> Step:
        """Return where the table stands."""
        return Step(self.shoe.number, self.coup.number, str(self.phase), self.serial)

    @property
    def is_observed(self) -> bool:
        """Return True if faults that nobody could prevent become incidents here."""
        return self.settings.conduct is Conduct.OBSERVED

    @property
    def is_keyed(self) -> bool:
        """Return True if the cards are real ones, whose faces are keyed when they are shown."""
        return self.settings.shoe is ChanceKind.KEYED

    @property
    def banker(self) -> PersonId | None:
        return None if self.bank is None else self.bank.banker

    @property
    def holder(self) -> PersonId | None:
        """Return who plays the punto's cards: by the award, unless a ruling gave them to another; the croupier for
        somebody who may hold no cards.
        """
        entitled = self.coup.holder(Hand.PUNTO)
        barred = entitled is not None and self.coup.cards.marks.is_barred(entitled, BarredAction.CARDS)
        return self.croupier() if barred else entitled

    def banker_seat(self) -> Seat | None:
        """Return the place from whose right priority counts: the banker's, or the last that held the bank."""
        seat = None if self.bank is None else self.seats.seat_of(self.bank.banker)
        return self.carried_over.last_seat if seat is None else seat

    @property
    def is_real(self) -> bool:
        """Return True if a real table is recorded: its people speak and play there, and the croupier writes it down."""
        return self.is_observed and self.is_keyed

    def may_act_for(self, who: PersonId, person: PersonId | None) -> bool:
        """Return True if ``who`` may act for ``person``: himself, or the croupier who records a real table."""
        return person is not None and (who == person or (self.is_real and who == self.croupier()))

    @property
    def authority(self) -> Authority:
        """Return who reports irregularities, pronounces and decides."""
        return self.book.authority

    def croupier(self) -> PersonId | None:
        return self.staff.get(Role.CROUPIER)


def carry_over(state: State, **changes: Any) -> State:
    return msgspec.structs.replace(state, carried_over=msgspec.structs.replace(state.carried_over, **changes))
