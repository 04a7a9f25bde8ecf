"""What people do at a punto y banca table. Each class is one act; its tag is its name in the record and in the API."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from tapete.cards import Card
from tapete.chance import CardOut as CardOut, ChanceKind, SealShoe as SealShoe
from tapete.games.baccarat import corrections
from tapete.games.baccarat.corrections import CorrectCard as CorrectCard, CorrectPayment as CorrectPayment
from tapete.games.baccarat.incident import GiveRuling as GiveRuling
from tapete.games.baccarat.procedure import (
    CallPerson as CallPerson,
    CloseBets as CloseBets,
    CloseTable as CloseTable,
    CutPack as CutPack,
    OpenBets as OpenBets,
    Settle as Settle,
    ShufflePack as ShufflePack,
)
from tapete.games.punto_banco.terms import Bet, Hand, Variant
from tapete.kernel import ActBody, PersonId
from tapete.money import Amount
from tapete.table.acts import (
    Away as Away,
    Back as Back,
    BuyIn as BuyIn,
    CashOut as CashOut,
    LeadOut as LeadOut,
    Leave as Leave,
    Relieve as Relieve,
    Sit as Sit,
    StandBehind as StandBehind,
)
from tapete.table.staff import Role
from tapete.table.state import AdoptRulebook as AdoptRulebook, Conduct

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40, pattern=r"^[a-z0-9][a-z0-9-]*$(?!\n)")]


class OpenTable(ActBody, frozen=True, tag="open-table"):
    """The establishment opens a table: which rulebook, which limits, who is on duty.

    Amounts in cents. ``authorised_minimum`` is the least minimum the authority allows; ``maximum`` is 20, 50 or 100
    times ``minimum``. ``places`` and ``decks`` of 0 take the rulebook's value.
    """

    name: Name
    rulebook: str
    minimum: Amount
    maximum: Amount
    authorised_minimum: Amount = 500
    variant: Variant = Variant.PUNTO_BANCO
    staff: dict[Role, PersonId] = msgspec.field(default_factory=dict)
    shoe: ChanceKind = ChanceKind.SEALED
    conduct: Conduct = Conduct.STRICT
    decks: Annotated[int, msgspec.Meta(ge=0, le=12)] = 0
    places: Annotated[int, msgspec.Meta(ge=0, le=20)] = 0
    standing_allowed: bool = False
    multiples_only: bool = False
    players_deal: bool = True
    side_bets: tuple[Bet, ...] = ()

    def chance_kind(self) -> ChanceKind:
        return self.shoe


class SetOptions(ActBody, frozen=True, tag="set-options"):
    """The games director admits standing players or asks for multiples of the minimum; applies between coups."""

    standing_allowed: bool | None = None
    multiples_only: bool | None = None


class CountPack(ActBody, frozen=True, tag="count-pack"):
    """The pack is counted; ``found`` is the number of cards, the whole pack when not given."""

    found: Annotated[int, msgspec.Meta(ge=0, le=1000)] | None = None


class InsertCutCard(ActBody, frozen=True, tag="insert-cut-card"):
    """The cut card goes into the pack with ``below`` cards behind it, as the rulebook says when not given."""

    below: Annotated[int, msgspec.Meta(ge=0, le=1000)] | None = None


class BurnCards(ActBody, frozen=True, tag="burn-cards"):
    """The croupier turns the first card and burns as many as it is worth."""


class TakeShoe(ActBody, frozen=True, tag="take-shoe"):
    """The player to whom the shoe is offered takes it."""


class PassShoe(ActBody, frozen=True, tag="pass-shoe"):
    """The player who has the shoe, or to whom it is offered, lets it go to their right."""


class PlaceBet(ActBody, frozen=True, tag="place-bet"):
    """A player stakes ``amount`` cents more on ``bet``."""

    bet: Bet
    amount: Amount


class WithdrawBet(ActBody, frozen=True, tag="withdraw-bet"):
    """A player takes ``amount`` cents back from ``bet``, all of it when not given."""

    bet: Bet
    amount: Amount | None = None


class Deal(ActBody, frozen=True, tag="deal"):
    """Whoever has the shoe deals two cards to each hand, face down."""


class AwardHand(ActBody, frozen=True, tag="award-hand"):
    """The table chief decides who turns the Player hand between equal highest stakes.

    ``standing`` makes it the table's standing decision: from then on the order of the turn decides.
    """

    person: PersonId
    standing: bool = False


class ShowHand(ActBody, frozen=True, tag="show-hand"):
    """Whoever holds a hand turns its two cards up and passes them to the croupier."""

    hand: Hand


class DrawCard(ActBody, frozen=True, tag="draw-card"):
    """Whoever has the shoe draws the third card of a hand, face up."""

    hand: Hand


class StandHand(ActBody, frozen=True, tag="stand-hand"):
    """Somebody asks that a hand take no third card. The rules decide that, never a person."""

    hand: Hand


class StopCardOut(ActBody, frozen=True, tag="stop-card-out"):
    """Real shoe: the croupier reports that the cut card came out."""


class ReportIncident(ActBody, frozen=True, tag="report-incident"):
    """Staff report what happened: play stops until the table chief has ruled.

    ``kind`` names the irregularity where the house has a name for it; ``position`` the card that it is about: one that
    has left the shoe, or the next one in it. ``face`` is what that next card of a real shoe was seen to be.
    """

    is_timeless: ClassVar[bool] = True
    kind: Annotated[str, msgspec.Meta(max_length=40, pattern=r"^[a-z][a-z-]*$(?!\n)")]
    note: Annotated[str, msgspec.Meta(max_length=400)] = ""
    position: Annotated[int, msgspec.Meta(ge=0, le=1000)] | None = None
    face: Card | None = None


class RecordClaim(corrections.ClaimNote, frozen=True, tag="record-claim"):
    """Staff note a player's claim about a coup; a claim about a settled coup is refused and kept."""

    note: corrections.Text
