"""What people do at a two-cloth table. Amounts in cents."""

from __future__ import annotations

from typing import Annotated, ClassVar, Final

import msgspec

from tapete import money
from tapete.chance import ChanceKind
from tapete.games.baccarat import corrections
from tapete.games.baccarat.corrections import CorrectCard as CorrectCard, CorrectPayment as CorrectPayment
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
    AskTable as AskTable,
    DrawCard as DrawCard,
    PickUp as PickUp,
    Say as Say,
    Stand as Stand,
    StandIn as StandIn,
)
from tapete.games.banked.shoe import (
    AskCardCheck as AskCardCheck,
    CheckCards as CheckCards,
    InsertStopCard as InsertStopCard,
)
from tapete.games.dos_panos.rules import DepositPlace
from tapete.games.dos_panos.terms import Accident, BankMode, Hand, Spot
from tapete.kernel import ActBody, PersonId
from tapete.table.acts import BuyIn, CashOut, Leave as Leave, Sit, StandBehind, TimeUp as TimeUp
from tapete.table.people import JoinList as JoinList, LeaveList as LeaveList
from tapete.table.seats import Seat
from tapete.table.staff import Role
from tapete.table.state import AdoptRulebook as AdoptRulebook, Conduct

# --- bank -------------------------------------------------------------------------------------------------------------

Term = Annotated[int, msgspec.Meta(ge=0, le=99)]
Coups = Annotated[int, msgspec.Meta(ge=0)]


class StandingAward(msgspec.Struct, frozen=True, omit_defaults=True):
    """A bank that somebody has before the table opens, for ``amount`` cents: bought or given beforehand, or awarded for
    days of which some are left.

    ``days`` that are left, counting the day of the table; 0 where it was given for ``shoes``. ``is_begun``: they have
    held it on an earlier day, and ``amount`` is what they deposited first. ``is_kept``: it was awarded at a table that
    has been closed since, deposited there or not. ``coups``: those that were settled on it on earlier days.
    """

    person: PersonId
    amount: money.Amount
    days: Term = 0
    shoes: Term = 0
    is_begun: bool = False
    is_kept: bool = False
    coups: Coups = 0

    @property
    def further_days(self) -> int:
        """Return for how many days after that of the table they have the bank."""
        return max(self.days - 1, 0)


class AnnounceBank(ActBody, frozen=True, tag="announce-bank"):
    """Whoever opens the table announces the banker's name and the amount of their bank; for so many shoes, or, where
    the director says so, for so many days. So the house also grants a bank that somebody would buy, and gives one that
    was given up to the first of those who want it.
    """

    person: PersonId
    amount: money.Amount
    shoes: Term = 1
    days: Term = 0


class BuyBank(ActBody, frozen=True, tag="buy-bank"):
    """A player would buy the bank beforehand, for ``amount`` cents: it is theirs once the house announces them."""

    amount: money.Amount


class OpenAuction(ActBody, frozen=True, tag="open-auction"):
    """The inspector auctions the bank: nobody has it, or nobody took it up. With the auction they announce for how many
    shoes it is, or, where the director says so, for how many days.
    """

    shoes: Term = 1
    days: Term = 0


class Bid(ActBody, frozen=True, tag="bid"):
    """Somebody bids for the bank: the amount that they would put up."""

    amount: money.Amount


class CloseAuction(ActBody, frozen=True, tag="close-auction"):
    """The inspector closes the auction."""


class DrawLots(ActBody, frozen=True, tag="draw-lots"):
    """The inspector has the bank drawn by lots among the players, for ``amount`` cents and so many shoes or days."""

    amount: money.Amount
    shoes: Term = 1
    days: Term = 0


class DepositBank(ActBody, frozen=True, tag="deposit-bank"):
    """Whoever was awarded the bank deposits ``amount`` cents at the cash desk; a broken banker does it again.

    ``form``: in cash, by a cheque drawn by a bank, or in something else that is not taken.
    """

    amount: money.Amount
    form: Annotated[str, msgspec.Meta(max_length=40)] = "cash"


class AnnulAward(ActBody, frozen=True, tag="annul-award"):
    """A bank that was awarded goes back undeposited: its winner gives it up, or the inspector takes it from them."""


class ProveDeposit(ActBody, frozen=True, tag="prove-deposit"):
    """The director takes what a player has deposited for an open bank as sufficient: its sum and where it lies. Without
    it nobody bids for the bank or is awarded it.

    ``institution``: the credit institution, where it lies at one; the director accepted it beforehand. ``is_of_house``:
    the house keeps what was proven, its sum and its place; the table learns that there is a proof, and nothing of it.
    """

    keeps_secret: ClassVar[bool] = True
    person: PersonId
    amount: money.Amount | None = None
    place: DepositPlace = DepositPlace.CASH_DESK
    institution: Annotated[str, msgspec.Meta(max_length=80)] = ""
    is_of_house: bool = False

    def private(self) -> tuple[str, ...]:
        """The sum tells how far the banker can be played."""
        return () if self.is_of_house else ("amount",)

    def of_house(self) -> ProveDeposit:
        """Return the act as a table of a house takes it: the house keeps the proof."""
        return ProveDeposit(self.person, is_of_house=True)


class TellCoverShort(ActBody, frozen=True, tag="tell-cover-short"):
    """The house tells that what is proven does not cover the stakes: ``person`` has said the closing words."""

    is_of_system: ClassVar[bool] = True
    person: PersonId


class TellBankBroken(ActBody, frozen=True, tag="tell-bank-broken"):
    """The house tells its table that nothing is left of what is proven for a bank without chips."""

    is_of_system: ClassVar[bool] = True


class TellDinnerHour(ActBody, frozen=True, tag="tell-dinner-hour"):
    """The house tells a table with an open bank that the dinner hour, from and to, has begun."""

    is_of_system: ClassVar[bool] = True
    begin: Annotated[str, msgspec.Meta(max_length=5)]
    end: Annotated[str, msgspec.Meta(max_length=5)]


class DeliverBank(ActBody, frozen=True, tag="deliver-bank"):
    """The banker hands the croupier the chips of their bank: ``amount`` cents, which are then announced."""

    amount: money.Amount


class LeaveBank(ActBody, frozen=True, tag="leave-bank"):
    """The banker gives up the bank and says what they withdraw; a broken bank is given up by it too."""


class AskNewShoe(ActBody, frozen=True, tag="ask-new-shoe"):
    """A banker who goes on after their bank was broken asks for another shoe."""


class WithdrawWish(ActBody, frozen=True, tag="withdraw-wish"):
    """A player would no longer have the bank that they asked for, and that nobody has given them."""


class AcceptBank(ActBody, frozen=True, tag="accept-bank"):
    """A player would take a bank that was given up, for its first amount; priority decides among several."""


# --- coup -------------------------------------------------------------------------------------------------------------


class CallBanco(ActBody, frozen=True, tag="call-banco"):
    """Somebody calls banco: they play against the whole bank, on both cloths."""


class CloseCalls(ActBody, frozen=True, tag="close-calls"):
    """The croupier ends the time in which banco may be called."""


class CallOff(ActBody, frozen=True, tag="call-off"):
    """The croupier calls a coup off that cannot be dealt: a cloth has too few punters left, nothing plays, nobody may
    hold the cards of a cloth, or the bank does not cover the stakes.
    """


class Stake(ActBody, frozen=True, tag="stake"):
    """Somebody lays ``amount`` cents on a spot of a cloth; it takes the place of what they had there."""

    amount: money.Amount
    cloth: Hand
    spot: Spot = Spot.CLOTH


class TakeStake(ActBody, frozen=True, tag="take-stake"):
    """Somebody takes their stake back from a spot, before the closing words."""

    cloth: Hand
    spot: Spot = Spot.CLOTH


class DealCard(banked.DealCard, frozen=True, tag="deal-card"):
    """The banker draws one card from the shoe and lays it face down before a hand."""

    hand: Hand


class CarryCards(ActBody, frozen=True, tag="carry-cards"):
    """The croupier carries the cards of the cloths to their players with the paddle."""


class Lift(banked.Lift, frozen=True, tag="lift"):
    """Somebody lifts the cards of a hand and looks at them."""

    hand: Hand


class LayDown(banked.LayDown, frozen=True, tag="lay-down"):
    """A hand is turned up as a natural («abatir»)."""

    hand: Hand


class ShowHand(banked.ShowHand, frozen=True, tag="show-hand"):
    """The cards of a hand are turned up."""

    hand: Hand


class AskAdvice(ActBody, frozen=True, tag="ask-advice"):
    """A hand player asks the croupier what to say, and then says it."""


class PlaceCards(ActBody, frozen=True, tag="place-cards"):
    """A hand player lays their two cards crossed, for «no», or side by side, for «carta»: a custom of some tables."""

    crossed: bool


class Associate(ActBody, frozen=True, tag="associate"):
    """A punter puts ``amount`` cents of their chips together with those of another, who stakes them for both."""

    partner: PersonId
    amount: money.Amount


class GiveCard(ActBody, frozen=True, tag="give-card"):
    """The banker gives a cloth its third card, face up."""

    hand: Hand


class Report(banked.Report, frozen=True, tag="report"):
    """Staff report what happened at this table, by its own words for it; see :class:`banked.Report`."""

    accident: Accident
    hand: Hand | None = None


class Testify(ActBody, frozen=True, tag="testify"):
    """Somebody says the score of a hand thrown in that they saw. ``person``: who, where the croupier keys it."""

    is_timeless: ClassVar[bool] = True
    hand: Hand
    total: Annotated[int, msgspec.Meta(ge=0, le=9)]
    person: PersonId | None = None


class RepeatBanco(ActBody, frozen=True, tag="repeat-banco"):
    """Whoever called a banco that was void plays it once more, or lets it be."""

    again: bool = True


# --- table ------------------------------------------------------------------------------------------------------------

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern=r"^[a-z0-9][a-z0-9-]*$(?!\n)")]
Cents = Annotated[money.Cents, msgspec.Meta(ge=0)]
Seal = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


class OpenTable(ActBody, frozen=True, tag="open-table"):
    """The establishment opens a table.

    ``minimum`` and ``maximum`` are those of a stake, ``bank_minimum`` and ``bank_maximum`` those of a limited bank, as
    the authorisation fixes them; an open bank has no maximum. ``places`` counts those of one cloth; 0 takes the
    rulebook's, as for ``decks``. ``needs_director``: a banco player is free of the scheme only where ``banco_freedom``
    says that the director let them. ``session_shoes``: shoes left of the session of an open bank, 0 for all of them;
    ``session``: which session of the day it is, the dinner hour between each and the next; 0: the one that the house
    counts, the first where nobody counts. ``award``: who has the bank already, of earlier days or because they came by
    it beforehand. ``is_in_house``: the table belongs to a house, which keeps what is proven for its bank.
    """

    name: Name
    rulebook: str
    minimum: money.Amount
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
        return self.shoe


class SetOptions(ActBody, frozen=True, tag="set-options"):
    """The games director's options; what is not given stays as it is.

    ``banco_freedom``: banco players may play freely, which the director says before a shoe is played. ``institution``:
    one more credit institution where the deposit of an open bank may lie.
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
    """The croupier counts the packs: ``count`` cards. ``seals``: the numbers on the seals of real, new packs."""

    count: Annotated[int, msgspec.Meta(ge=0, le=1000)]
    seals: Annotated[tuple[Seal, ...], msgspec.Meta(max_length=12)] = ()


class RecordClaim(corrections.ClaimNote, frozen=True, tag="record-claim"):
    """Staff note a player's claim about a coup; one about a coup that was settled is refused and kept."""

    note: corrections.Text


AtTheTable = Sit | SitBehind | StandBehind | Leave | BuyIn | CashOut | JoinList | LeaveList
Stakes = Stake | TakeStake | Associate | CallBanco
Noted = AtTheTable | AskCardCheck | Stakes | BuyBank | Bid | AcceptBank | WithdrawWish
"""What people at a real table say and do with their chips, which the croupier may note for them."""


class NoteAct(ActBody, frozen=True, tag="note-act"):
    """The croupier of a real table notes what ``person`` has done; it is decided as that person's own act."""

    is_timeless: ClassVar[bool] = True
    person: PersonId
    what: Noted


DECIDERS: Final = banked.Deciders()
decides: Final = DECIDERS.enter
