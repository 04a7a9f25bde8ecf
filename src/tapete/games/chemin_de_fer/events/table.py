"""Events of the whole table: its opening and windows, the end of a coup, corrections and claims."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from tapete.chance import ChanceKind
from tapete.games.baccarat import corrections
from tapete.games.baccarat.effects import Party
from tapete.games.baccarat.outcome import Winner
from tapete.games.banked.shares import Shares
from tapete.games.chemin_de_fer.terms import Cover, Hand, Phase
from tapete.kernel import Event, PersonId
from tapete.money import Cents
from tapete.table.conduct import Conduct


class TableOpened(Event, frozen=True, tag="table-opened@1"):
    """The first event of a table: it pins the rulebook by the hash of its content."""

    name: str
    rulebook: str
    sha256: str
    minimum: Cents
    bank_minimum: Cents
    decks: int
    places: tuple[int, ...]
    shoe: ChanceKind
    conduct: Conduct
    banco_freedom: bool
    no_bank_max: bool = False
    authorised_minimum: Cents = 0

    def pinned_rulebook(self) -> str:
        return self.sha256


class PhaseOpened(Event, frozen=True, tag="window-opened@1"):
    """The table stands in another window; its serial grows by one."""

    phase: Phase = msgspec.field(name="window")


class SaluteOwed(Event, frozen=True, tag="salute-owed@1"):
    """The person must let the hand pass once («saludar») before he uses his priority."""

    person: PersonId


class Saluted(Event, frozen=True, tag="saluted@1"):
    """The hand passed the person by; he owes no salute any more."""

    person: PersonId


class ShoeWanted(Event, frozen=True, tag="shoe-wanted@1"):
    """A fresh pack of ``size`` cards is loaded; chance now fixes its order."""

    shoe: int
    size: int


class ClaimRecorded(corrections.ClaimRecorded, frozen=True, tag="claim-recorded@1"):
    """A player's claim was noted; ``against``: whose doing it is about."""

    against: Party


class CardCorrected(corrections.CardCorrected, frozen=True, tag="card-corrected@1"):
    """A wrongly keyed card stands right in the record. No chips move.

    For a coup that was settled: the result as it really was, and what each one should have got by it (cents net, the
    players by name, the bank's owners with the banker first, the deduction).
    """

    punto: int | None = None
    banca: int | None = None
    players: Shares = ()
    bank: Shares = ()
    cagnotte: Cents = 0

    @property
    def true_winners(self) -> dict[str, Winner]:
        """Return how a settled coup really ended, by side; nothing where it is not reckoned."""
        return {} if self.winner is None else {str(Hand.PUNTO): self.winner}


class CoupVoided(Event, frozen=True, tag="coup-voided@1"):
    """The coup counts for nothing; the stakes are their owners' again."""

    returned_stakes: Shares = msgspec.field(name="back")


class CoupEnded(Event, frozen=True, tag="coup-ended@1"):
    """The totals are final and the winner is known; ``None`` for a hand that a ruling decided without its cards."""

    winner: Winner
    punto: int | None
    banca: int | None


class CoupSettled(Event, frozen=True, tag="coup-settled@1"):
    """The coup was paid or collected, line by line in the order of ``stakes``.

    ``bank`` is what each owner of the bank won or lost by it (cents, the banker first); ``cagnotte`` is the deduction.
    """

    settles_cycle: ClassVar[bool] = True

    winner: Winner
    kind: Cover
    stakes: Shares
    bank: Shares
    cagnotte: Cents = 0
