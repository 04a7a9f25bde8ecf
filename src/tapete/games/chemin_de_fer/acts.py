"""What people do at a chemin de fer table. Each class is one act; its tag is its name in the record and in the API."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from tapete.chance import CardOut, SealShoe, ShoeKind
from tapete.games.baccarat import corrections
from tapete.games.baccarat.corrections import CorrectCard, CorrectPayment
from tapete.games.baccarat.effects import Party
from tapete.games.baccarat.incident import Conduct, GiveRuling
from tapete.games.baccarat.pack import CutPack, ShufflePack
from tapete.games.baccarat.procedure import AdoptRulebook, CallPerson, CloseBets, CloseTable, OpenBets, Settle
from tapete.games.chemin_de_fer.bank_acts import (
    AcceptShare,
    AllGoes,
    BankAct,
    Bid,
    CloseAuction,
    DeclineBank,
    DeliverBank,
    GarageWinnings,
    OfferBank,
    OfferShare,
    PassHand,
    PledgeShare,
    RaiseBank,
    RefuseToDeal,
    TakeBank,
    TakeOverShare,
    WithdrawShare,
)
from tapete.games.chemin_de_fer.house_acts import (
    AskCardCheck,
    AskSeatChange,
    CallOff,
    CheckCards,
    DeclineCut,
    HouseAct,
    InsertStopCard,
    JoinList,
    LeaveList,
    ListAct,
    OfferCards,
    SetOptions,
    ShoeAct,
)
from tapete.games.chemin_de_fer.terms import Accident, Hand, Word
from tapete.kernel import PersonId, What
from tapete.money import Amount
from tapete.table.acts import Away, Back, BuyIn, CashOut, Leave, Relieve, Sit, StandBehind
from tapete.table.staff import Role

__all__ = [
    "AcceptShare",
    "AdoptRulebook",
    "AllGoes",
    "AskCardCheck",
    "AskSeatChange",
    "Bid",
    "CallOff",
    "CallPerson",
    "CheckCards",
    "CloseAuction",
    "CloseBets",
    "CloseTable",
    "CorrectCard",
    "CorrectPayment",
    "CutPack",
    "DeclineBank",
    "DeclineCut",
    "DeliverBank",
    "GarageWinnings",
    "InsertStopCard",
    "JoinList",
    "LeaveList",
    "OfferBank",
    "OfferCards",
    "OfferShare",
    "OpenBets",
    "PassHand",
    "PledgeShare",
    "RaiseBank",
    "RefuseToDeal",
    "SetOptions",
    "Settle",
    "ShufflePack",
    "TakeBank",
    "TakeOverShare",
    "WithdrawShare",
]
"""Acts of other rooms, kept at hand here."""

Text = Annotated[str, msgspec.Meta(max_length=400)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern=r"^[a-z0-9][a-z0-9-]*$")]


class OpenTable(What, frozen=True, tag="open-table"):
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
    shoe: ShoeKind = ShoeKind.SEALED
    conduct: Conduct = Conduct.STRICT
    decks: Annotated[int, msgspec.Meta(ge=0, le=12)] = 0
    places: Annotated[int, msgspec.Meta(ge=0, le=20)] = 0
    banco_freedom: bool = False
    no_bank_max: bool = False
    authorised_minimum: Annotated[int, msgspec.Meta(ge=0)] = 0


class Stake(What, frozen=True, tag="stake"):
    """A player stakes ``amount`` cents against the bank, in place of what he had staked.

    ``on_table``: the chips lie uncovered on the table; false where he only speaks. ``joined_to``: with whose stake he
    wants his to count as one.
    """

    amount: Amount
    on_table: bool = True
    joined_to: PersonId | None = None


class StakeOnLine(What, frozen=True, tag="stake-on-line"):
    """A player lays ``amount`` cents on the line («raya»): half plays. ``playing`` cents: he says another part."""

    amount: Amount
    playing: Annotated[int, msgspec.Meta(ge=0)] = 0


class CallBanco(What, frozen=True, tag="call-banco"):
    """«Banco»: the player covers the whole bank alone."""


class CallSeguido(What, frozen=True, tag="call-banco-seguido"):
    """«Banco seguido»: the player who lost banco in the coup before covers the whole bank again."""


class JoinBanco(What, frozen=True, tag="join-banco"):
    """Banco in association: ``amount`` cents of a banco that ``leader`` leads (the leader joins his own)."""

    leader: PersonId
    amount: Amount


class CallConLaMesa(What, frozen=True, tag="call-banco-con-la-mesa"):
    """«Banco con la mesa»: the player covers half the bank. ``amount`` of 0 is the exact half, in cents."""

    amount: Annotated[int, msgspec.Meta(ge=0)] = 0


class CallUltimoCompleto(What, frozen=True, tag="call-ultimo-completo"):
    """«Con la mesa y último completo»: the player will supply whatever is missing when the betting closes."""


class WithdrawCall(What, frozen=True, tag="withdraw-call"):
    """A player takes back what he has called, while the betting is open."""


class NoteLateStake(What, frozen=True, tag="note-late-stake"):
    """The croupier notes that a player has laid ``amount`` cents on the table after the closing words."""

    person: PersonId
    amount: Amount


class RemoveLateStake(What, frozen=True, tag="remove-late-stake"):
    """The banker demands that a late stake be removed."""

    person: PersonId


class AdmitLateStake(What, frozen=True, tag="admit-late-stake"):
    """The banker lets a late stake play, where the house leaves that to him."""

    person: PersonId


class RecordStakeClaim(What, frozen=True, tag="record-stake-claim"):
    """Staff write down a player's claim about a stake of ``amount`` cents.

    ``uncovered``: it lay uncovered on top of the table; ``watched``: its owner watched over it.
    """

    windowless: ClassVar[bool] = True
    person: PersonId
    amount: Amount
    uncovered: bool
    watched: bool
    note: Text = ""


class StandIn(What, frozen=True, tag="stand-in"):
    """The croupier takes over the cards of a holder who is away from the table, and plays them by the scheme."""


class AskAdvice(What, frozen=True, tag="ask-advice"):
    """The punto asks the croupier what to say, and then says it."""


class DealCard(What, frozen=True, tag="deal-card"):
    """The banker draws one card from the shoe and lays it face down before a hand."""

    hand: Hand


class CarryCards(What, frozen=True, tag="carry-cards"):
    """The croupier carries the punto's cards to the player entitled to them, or by mistake to another."""

    person: PersonId | None = None


class Lift(What, frozen=True, tag="lift"):
    """Somebody lifts the cards of a hand from the cloth and looks at them. ``person``: who, where the croupier keys
    it.
    """

    hand: Hand
    person: PersonId | None = None


class Say(What, frozen=True, tag="say"):
    """The punto says «carta» or «no»."""

    word: Word


class LayDown(What, frozen=True, tag="lay-down"):
    """A hand is turned up as a natural («abatir»)."""

    hand: Hand


class GiveCard(What, frozen=True, tag="give-card"):
    """The banker gives the punto his third card, face up."""


class DrawCard(What, frozen=True, tag="draw-card"):
    """The banker takes a third card himself, face up."""


class Stand(What, frozen=True, tag="stand"):
    """The banker stands."""


class AskTable(What, frozen=True, tag="ask-table"):
    """The banker asks for the banker's table («cuadro de jugadas») and is bound by it in this coup."""


class Choose(What, frozen=True, tag="choose"):
    """Somebody answers a choice that a ruling offered him."""

    choice: str
    option: str


class ShowHand(What, frozen=True, tag="show-hand"):
    """The cards of a hand are turned up."""

    hand: Hand


class Report(What, frozen=True, tag="report"):
    """Staff report what happened to a card, or anything that no clause foresees.

    ``fault_of``: by whose hand, where it was somebody's. ``position``: the card; ``hand``: whom it concerns (the hand
    that got two third cards, the hand that was advised); ``count``: how many cards left the shoe by it that the table
    has not counted yet; ``person``: who did it, where that matters. Only what the clause needs is asked for.
    """

    windowless: ClassVar[bool] = True
    accident: Accident
    fault_of: Party | None = None
    position: Annotated[int, msgspec.Meta(ge=0)] | None = None
    hand: Hand | None = None
    count: Annotated[int, msgspec.Meta(ge=0, le=6)] = 0
    person: PersonId | None = None
    note: Text = ""


class PickUp(What, frozen=True, tag="pick-up"):
    """Somebody picks a card up from the floor. ``person``: who, where the croupier keys it."""

    windowless: ClassVar[bool] = True
    position: Annotated[int, msgspec.Meta(ge=0)]
    person: PersonId | None = None


class WithdrawStake(What, frozen=True, tag="withdraw-stake"):
    """A player takes his stake back, where a ruling lets the players do so."""

    person: PersonId | None = None


class KeepStake(What, frozen=True, tag="keep-stake"):
    """A player leaves his stake in, where a ruling lets the players take theirs back."""

    person: PersonId | None = None


class CloseWithdrawals(What, frozen=True, tag="close-withdrawals"):
    """The croupier goes on: whoever said nothing leaves his stake in."""


class TimeUp(What, frozen=True, tag="time-up"):
    """The clock: the player has held the cards for as long as the house gives him."""


class RecordClaim(corrections.Claim, frozen=True, tag="record-claim"):
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
)
"""What people at a real table say and do with their chips, which the croupier may note for them."""


class NoteAct(What, frozen=True, tag="note-act"):
    """The croupier of a real table notes what ``person`` has done; it is decided as that person's own act."""

    windowless: ClassVar[bool] = True
    person: PersonId
    what: Noted


CheminDeFerAct = (
    OpenTable
    | NoteAct
    | BankAct
    | Relieve
    | Sit
    | StandBehind
    | Leave
    | Away
    | Back
    | BuyIn
    | CashOut
    | ShoeAct
    | ListAct
    | HouseAct
    | OpenBets
    | Stake
    | CallBanco
    | CallSeguido
    | JoinBanco
    | StakeOnLine
    | CallConLaMesa
    | CallUltimoCompleto
    | WithdrawCall
    | CloseBets
    | NoteLateStake
    | RemoveLateStake
    | AdmitLateStake
    | RecordStakeClaim
    | StandIn
    | AskAdvice
    | DealCard
    | CarryCards
    | Lift
    | Say
    | LayDown
    | GiveCard
    | DrawCard
    | Stand
    | AskTable
    | Choose
    | ShowHand
    | Settle
    | Report
    | PickUp
    | WithdrawStake
    | KeepStake
    | CloseWithdrawals
    | TimeUp
    | RecordClaim
    | CorrectCard
    | CorrectPayment
    | GiveRuling
    | SealShoe
    | CardOut
)
"""Every act of the game so far."""
