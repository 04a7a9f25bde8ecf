"""What people do at a chemin de fer table. Each class is one act; its tag is its name in the record and in the API."""

from __future__ import annotations

from typing import Annotated, ClassVar, Final

import msgspec

from tapete.chance import ChanceKind
from tapete.games.baccarat import corrections
from tapete.games.baccarat.corrections import CorrectCard as CorrectCard, CorrectPayment as CorrectPayment
from tapete.games.baccarat.effects import Party
from tapete.games.baccarat.procedure import (
    CallPerson as CallPerson,
    CloseBets as CloseBets,
    CloseTable as CloseTable,
    CutPack as CutPack,
    OpenBets as OpenBets,
    Settle as Settle,
    ShufflePack as ShufflePack,
)
from tapete.games.banked import acts as banked
from tapete.games.banked.acts import (
    AskAdvice as AskAdvice,
    AskTable as AskTable,
    Choose as Choose,
    DrawCard as DrawCard,
    GiveCard as GiveCard,
    PickUp as PickUp,
    Say as Say,
    Stand as Stand,
    StandIn as StandIn,
)
from tapete.games.banked.priority import StakeOnLine as StakeOnLine
from tapete.games.banked.shoe import (
    AskCardCheck as AskCardCheck,
    CheckCards as CheckCards,
    InsertStopCard as InsertStopCard,
)
from tapete.games.chemin_de_fer.terms import Accident, Hand
from tapete.kernel import ActBody, PersonId
from tapete.money import Amount, Cents
from tapete.table.acts import BuyIn, CashOut, Leave, Sit as Sit, StandBehind as StandBehind, TimeUp as TimeUp
from tapete.table.people import AskSeatChange as AskSeatChange, JoinList as JoinList, LeaveList as LeaveList
from tapete.table.staff import Role
from tapete.table.state import AdoptRulebook as AdoptRulebook, Conduct

# --- bank -------------------------------------------------------------------------------------------------------------


class TakeBank(ActBody, frozen=True, tag="take-bank"):
    """The player to whom the bank is offered takes it and announces ``amount`` cents.

    ``chips`` is what they hand over with it (cents); nothing said is the whole amount. Where associates have pledged
    parts and the bank is offered with them, ``amount`` is the player's own part.
    """

    amount: Amount
    chips: Annotated[Cents, msgspec.Meta(ge=0)] | None = None


class DeliverBank(ActBody, frozen=True, tag="deliver-bank"):
    """The banker hands over ``amount`` cents of what they announced and still owe."""

    amount: Amount


class RaiseBank(ActBody, frozen=True, tag="raise-bank"):
    """The banker raises the bank to ``amount`` cents."""

    amount: Amount


class PledgeShare(ActBody, frozen=True, tag="pledge-share"):
    """A player would put ``amount`` cents into a bank that ``leader`` takes when nobody takes it alone."""

    leader: PersonId
    amount: Amount


class DeclineBank(ActBody, frozen=True, tag="decline-bank"):
    """The player to whom the bank is offered lets it go by."""


class OfferShare(ActBody, frozen=True, tag="offer-share"):
    """A player offers the banker to put ``amount`` cents into their bank."""

    amount: Amount


class AcceptShare(ActBody, frozen=True, tag="accept-share"):
    """The banker accepts an associate."""

    person: PersonId


class WithdrawShare(ActBody, frozen=True, tag="withdraw-share"):
    """Somebody takes their offer or pledge back; an associate asks the banker to take over their part. The house takes
    it back for a ``person`` who may stake nothing.
    """

    person: PersonId | None = None


class TakeOverShare(ActBody, frozen=True, tag="take-over-share"):
    """The banker puts their own chips in the place of those of an associate who asked to leave the bank."""

    person: PersonId


class PassHand(ActBody, frozen=True, tag="pass-hand"):
    """The banker gives the bank up («pasa la mano»)."""


class RefuseToDeal(ActBody, frozen=True, tag="refuse-to-deal"):
    """The player who acquired the bank refuses to deal from it even once."""


class OfferBank(ActBody, frozen=True, tag="offer-bank"):
    """The croupier offers a bank that everybody had let go round the table again."""


class GarageWinnings(ActBody, frozen=True, tag="garage-winnings"):
    """The banker takes ``amount`` cents of their winnings out of play («garage»)."""

    amount: Amount


class AllGoes(ActBody, frozen=True, tag="all-goes"):
    """«Todo va»: the banker waives the garage for the next coup."""


class Bid(ActBody, frozen=True, tag="bid"):
    """Somebody bids for the bank: the amount in cents that they would put up."""

    amount: Amount


class CloseAuction(ActBody, frozen=True, tag="close-auction"):
    """The croupier closes the auction."""


class DealCard(banked.DealCard, frozen=True, tag="deal-card"):
    """The banker draws one card from the shoe and lays it face down before a hand."""

    hand: Hand


class CarryCards(ActBody, frozen=True, tag="carry-cards"):
    """The croupier carries the punto's cards to the player entitled to them, or by mistake to another."""

    person: PersonId | None = None


class Lift(banked.Lift, frozen=True, tag="lift"):
    """Somebody lifts the cards of a hand and looks at them. ``person``: who, where the croupier keys it."""

    hand: Hand


class LayDown(banked.LayDown, frozen=True, tag="lay-down"):
    """A hand is turned up as a natural («abatir»)."""

    hand: Hand


class ShowHand(banked.ShowHand, frozen=True, tag="show-hand"):
    """The cards of a hand are turned up."""

    hand: Hand


class Report(banked.Report, frozen=True, tag="report"):
    """Staff report what happened at this table, by its own words for it; see :class:`banked.Report`."""

    accident: Accident
    hand: Hand | None = None


class OfferCards(ActBody, frozen=True, tag="offer-cards"):
    """The croupier offers the shuffled cards to the players («señores y señoras, las cartas pasan»)."""


class DeclineCut(ActBody, frozen=True, tag="decline-cut"):
    """The person to whom the cut is offered leaves it to the next."""


class SetOptions(ActBody, frozen=True, tag="set-options"):
    """The games director's options, between shoes; what is not given stays as it is."""

    banco_freedom: bool | None = None
    no_bank_max: bool | None = None


class CallOff(ActBody, frozen=True, tag="call-off"):
    """The croupier calls a coup off on which nobody has staked anything that plays."""


# --- stakes -----------------------------------------------------------------------------------------------------------

Text = Annotated[str, msgspec.Meta(max_length=400)]


class Stake(ActBody, frozen=True, tag="stake"):
    """A player stakes ``amount`` cents against the bank, in place of what they had staked.

    ``on_table``: the chips lie uncovered on the table; false where they only speak. ``joined_to``: with whose stake
    they want theirs to count as one.
    """

    amount: Amount
    on_table: bool = True
    joined_to: PersonId | None = None


class CallBanco(ActBody, frozen=True, tag="call-banco"):
    """«Banco»: the player covers the whole bank alone."""


class CallSeguido(ActBody, frozen=True, tag="call-banco-seguido"):
    """«Banco seguido»: the player who lost banco in the coup before covers the whole bank again."""


class JoinBanco(ActBody, frozen=True, tag="join-banco"):
    """Banco in association: ``amount`` cents of a banco that ``leader`` leads (the leader joins their own)."""

    leader: PersonId
    amount: Amount


class CallConLaMesa(ActBody, frozen=True, tag="call-banco-con-la-mesa"):
    """«Banco con la mesa»: the player covers half the bank. ``amount`` of 0 is the exact half, in cents."""

    amount: Annotated[Cents, msgspec.Meta(ge=0)] = 0


class CallUltimoCompleto(ActBody, frozen=True, tag="call-ultimo-completo"):
    """«Con la mesa y último completo»: the player will supply whatever is missing when the betting closes."""


class WithdrawCall(ActBody, frozen=True, tag="withdraw-call"):
    """A player takes back what they have called, while the betting is open."""


class NoteLateStake(ActBody, frozen=True, tag="note-late-stake"):
    """The croupier notes that a player has laid ``amount`` cents on the table after the closing words."""

    person: PersonId
    amount: Amount


class RemoveLateStake(ActBody, frozen=True, tag="remove-late-stake"):
    """The banker demands that a late stake be removed."""

    person: PersonId


class AdmitLateStake(ActBody, frozen=True, tag="admit-late-stake"):
    """The banker lets a late stake play, where the house leaves that to them."""

    person: PersonId


class RecordStakeClaim(ActBody, frozen=True, tag="record-stake-claim"):
    """Staff write down a player's claim about a stake of ``amount`` cents.

    ``uncovered``: it lay uncovered on top of the table; ``watched``: its owner watched over it.
    """

    is_timeless: ClassVar[bool] = True
    person: PersonId
    amount: Amount
    uncovered: bool
    watched: bool
    note: Text = ""


class WithdrawStake(ActBody, frozen=True, tag="withdraw-stake"):
    """A player takes their stake back, where a ruling lets the players do so."""

    person: PersonId | None = None


class KeepStake(ActBody, frozen=True, tag="keep-stake"):
    """A player leaves their stake in, where a ruling lets the players take theirs back."""

    person: PersonId | None = None


class CloseWithdrawals(ActBody, frozen=True, tag="close-withdrawals"):
    """The croupier goes on: whoever said nothing leaves their stake in."""


# --- table ------------------------------------------------------------------------------------------------------------

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern=r"^[a-z0-9][a-z0-9-]*$(?!\n)")]


class OpenTable(ActBody, frozen=True, tag="open-table"):
    """The establishment opens a table. Amounts in cents.

    ``minimum`` is the punto minimum; ``bank_minimum`` of 0 takes the same. ``banco_freedom``: the director lets whoever
    covers the bank alone play their hand as they like; fixed for the shoe. ``no_bank_max``: the bank is authorised to
    play without a maximum. ``places`` and ``decks`` of 0 take the
    rulebook's value.
    """

    name: Name
    rulebook: str
    minimum: Amount
    bank_minimum: Annotated[Cents, msgspec.Meta(ge=0)] = 0
    staff: dict[Role, PersonId] = msgspec.field(default_factory=dict)
    shoe: ChanceKind = ChanceKind.SEALED
    conduct: Conduct = Conduct.STRICT
    decks: Annotated[int, msgspec.Meta(ge=0, le=12)] = 0
    places: Annotated[int, msgspec.Meta(ge=0, le=20)] = 0
    banco_freedom: bool = False
    no_bank_max: bool = False
    authorised_minimum: Annotated[Cents, msgspec.Meta(ge=0)] = 0

    def chance_kind(self) -> ChanceKind:
        return self.shoe


class RecordClaim(corrections.ClaimNote, frozen=True, tag="record-claim"):
    """Staff note a player's claim about a coup; one about a coup that was paid is refused and kept.

    ``against``: whose doing it is about.
    """

    against: Party
    note: corrections.Text


Calls = Stake | StakeOnLine | CallBanco | CallSeguido | JoinBanco | CallConLaMesa | CallUltimoCompleto | WithdrawCall
OfTheBank = PledgeShare | OfferShare | WithdrawShare | Bid
Lists = JoinList | LeaveList | AskSeatChange | AskCardCheck
Noted = Sit | StandBehind | Leave | BuyIn | CashOut | Calls | OfTheBank | Lists
"""What people at a real table say and do with their chips, which the croupier may note for them."""


class NoteAct(ActBody, frozen=True, tag="note-act"):
    """The croupier of a real table notes what ``person`` has done; it is decided as that person's own act."""

    is_timeless: ClassVar[bool] = True
    person: PersonId
    what: Noted


DECIDERS: Final = banked.Deciders()
decides: Final = DECIDERS.enter
