"""Acts about the whole table: opening it, claiming what happened, noting what others did."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from tapete.chance import ChanceKind
from tapete.games.baccarat import corrections
from tapete.games.baccarat.effects import Party
from tapete.games.banked.line import StakeOnLine
from tapete.games.banked.shoe import AskCardCheck
from tapete.games.chemin_de_fer.acts.bank import (
    Bid,
    OfferShare,
    PledgeShare,
    WithdrawShare,
)
from tapete.games.chemin_de_fer.acts.stakes import (
    CallBanco,
    CallConLaMesa,
    CallSeguido,
    CallUltimoCompleto,
    JoinBanco,
    Stake,
    WithdrawCall,
)
from tapete.kernel import ActBody, PersonId
from tapete.money import Amount
from tapete.table.acts import BuyIn, CashOut, Leave, Sit, StandBehind
from tapete.table.conduct import Conduct
from tapete.table.staff import Role
from tapete.table.waiting import AskSeatChange, JoinList, LeaveList

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern=r"^[a-z0-9][a-z0-9-]*$")]


class OpenTable(ActBody, frozen=True, tag="open-table"):
    """The establishment opens a table. Amounts in cents.

    ``minimum`` is the punto minimum; ``bank_minimum`` of 0 takes the same. ``banco_freedom``: the director lets whoever
    covers the bank alone play his hand as he likes; fixed for the shoe. ``no_bank_max``: the bank is authorised to
    play without a maximum. ``places`` and ``decks`` of 0 take the
    rulebook's value.
    """

    name: Name
    rulebook: str
    minimum: Amount
    bank_minimum: Annotated[int, msgspec.Meta(ge=0)] = 0
    staff: dict[Role, PersonId] = msgspec.field(default_factory=dict)
    shoe: ChanceKind = ChanceKind.SEALED
    conduct: Conduct = Conduct.STRICT
    decks: Annotated[int, msgspec.Meta(ge=0, le=12)] = 0
    places: Annotated[int, msgspec.Meta(ge=0, le=20)] = 0
    banco_freedom: bool = False
    no_bank_max: bool = False
    authorised_minimum: Annotated[int, msgspec.Meta(ge=0)] = 0

    def chance_kind(self) -> ChanceKind:
        """Return where the cards come from."""
        return self.shoe


class RecordClaim(corrections.ClaimNote, frozen=True, tag="record-claim"):
    """Staff note a player's claim about a coup; one about a coup that was paid is refused and kept.

    ``against``: whose doing it is about.
    """

    against: Party
    note: corrections.Text


Noted = (
    Sit
    | StandBehind
    | Leave
    | BuyIn
    | CashOut
    | Stake
    | StakeOnLine
    | CallBanco
    | CallSeguido
    | JoinBanco
    | CallConLaMesa
    | CallUltimoCompleto
    | WithdrawCall
    | PledgeShare
    | OfferShare
    | WithdrawShare
    | Bid
    | JoinList
    | LeaveList
    | AskSeatChange
    | AskCardCheck
)
"""What people at a real table say and do with their chips, which the croupier may note for them."""


class NoteAct(ActBody, frozen=True, tag="note-act"):
    """The croupier of a real table notes what ``person`` has done; it is decided as that person's own act."""

    is_timeless: ClassVar[bool] = True
    person: PersonId
    what: Noted
