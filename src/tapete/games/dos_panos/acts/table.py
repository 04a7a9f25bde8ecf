"""Acts about the whole table: opening it, the second row, the packs before they are shuffled."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from tapete.chance import ChanceKind
from tapete.games.baccarat import corrections
from tapete.games.banked.shoe import AskCardCheck
from tapete.games.dos_panos.acts.bank import AcceptBank, Bid, BuyBank, StandingAward, WithdrawWish
from tapete.games.dos_panos.acts.coup import Associate, CallBanco, Stake, TakeStake
from tapete.games.dos_panos.terms import BankMode
from tapete.kernel import ActBody, PersonId
from tapete.money import Amount
from tapete.table.acts import BuyIn, CashOut, Leave, Sit, StandBehind
from tapete.table.conduct import Conduct
from tapete.table.seats import Seat
from tapete.table.staff import Role
from tapete.table.waiting import JoinList, LeaveList

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern=r"^[a-z0-9][a-z0-9-]*$")]
Cents = Annotated[int, msgspec.Meta(ge=0)]
Seal = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


class OpenTable(ActBody, frozen=True, tag="open-table"):
    """The establishment opens a table.

    ``minimum`` and ``maximum`` are those of a stake, ``bank_minimum`` and ``bank_maximum`` those of a limited bank, as
    the authorisation fixes them; an open bank has no maximum. ``places`` counts those of one cloth; 0 takes the
    rulebook's, as for ``decks``. ``needs_director``: a banco player is free of the scheme only where ``banco_freedom``
    says that the director let him. ``session_shoes``: shoes left of the session of an open bank, 0 for all of them;
    ``session``: which session of the day it is, the dinner hour between each and the next; 0: the one that the house
    counts, the first where nobody counts. ``award``: who has the bank already, of earlier days or because he came by
    it beforehand. ``is_in_house``: the table belongs to a house, which keeps what is proven for its bank.
    """

    name: Name
    rulebook: str
    minimum: Amount
    maximum: Cents = 0
    bank_minimum: Cents = 0
    bank_maximum: Cents = 0
    mode: BankMode = BankMode.LIMITED
    staff: dict[Role, PersonId] = msgspec.field(default_factory=dict)
    shoe: ChanceKind = ChanceKind.SEALED
    conduct: Conduct = Conduct.STRICT
    decks: Annotated[int, msgspec.Meta(ge=0, le=12)] = 0
    places: Annotated[int, msgspec.Meta(ge=0, le=12)] = 0
    needs_director: bool = False
    banco_freedom: bool = False
    session_shoes: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0
    session: Annotated[int, msgspec.Meta(ge=0, le=9)] = 0
    award: StandingAward | None = None
    is_in_house: bool = False

    def chance_kind(self) -> ChanceKind:
        """Return where the cards come from."""
        return self.shoe


class SetOptions(ActBody, frozen=True, tag="set-options"):
    """The games director's options; what is not given stays as it is.

    ``banco_freedom``: he lets banco players play freely, which he says before a shoe is played. ``institution``: one
    more credit institution where the deposit of an open bank may lie.
    """

    banco_freedom: bool | None = None
    institution: Annotated[str, msgspec.Meta(max_length=80)] = ""


class SitBehind(ActBody, frozen=True, tag="sit-behind"):
    """Somebody sits in the second row, behind a place."""

    is_timeless: ClassVar[bool] = True
    seat: Seat


class LayOutPacks(ActBody, frozen=True, tag="lay-out-packs"):
    """The croupier takes the packs out of their boxes and lays them out for the players."""


class CountPack(ActBody, frozen=True, tag="count-pack"):
    """The croupier counts the cards of the packs: ``count`` of them. ``seals``: the numbers on the seals of real packs,
    which no shoe before has had.
    """

    count: Annotated[int, msgspec.Meta(ge=0, le=1000)]
    seals: Annotated[tuple[Seal, ...], msgspec.Meta(max_length=12)] = ()


class RecordClaim(corrections.ClaimNote, frozen=True, tag="record-claim"):
    """Staff note a player's claim about a coup; one about a coup that was settled is refused and kept."""

    note: corrections.Text


Noted = (
    Sit
    | SitBehind
    | StandBehind
    | Leave
    | BuyIn
    | CashOut
    | JoinList
    | LeaveList
    | AskCardCheck
    | Stake
    | TakeStake
    | Associate
    | CallBanco
    | BuyBank
    | Bid
    | AcceptBank
    | WithdrawWish
)
"""What people at a real table say and do with their chips, which the croupier may note for them."""


class NoteAct(ActBody, frozen=True, tag="note-act"):
    """The croupier of a real table notes what ``person`` has done; it is decided as that person's own act."""

    is_timeless: ClassVar[bool] = True
    person: PersonId
    what: Noted
