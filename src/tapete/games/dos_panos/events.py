"""What is so from now on at a two-cloth table. Kinds are ``name@version``; fields are only ever added."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from tapete.chance import ChanceKind
from tapete.games.baccarat import corrections
from tapete.games.baccarat.points import Winner
from tapete.games.banked.coup import Shares
from tapete.games.dos_panos.acts import StandingAward
from tapete.games.dos_panos.placing import ClothStakes
from tapete.games.dos_panos.rules import AwardWay, DepositPlace
from tapete.games.dos_panos.terms import BankEnd, BankMode, Cover, Hand, Phase, Spot, award_terms
from tapete.kernel import Event, PersonId
from tapete.money import Cents
from tapete.table.seats import Position, Seat
from tapete.table.state import Conduct

# --- bank -------------------------------------------------------------------------------------------------------------


class BankAwarded(Event, frozen=True, tag="bank-awarded@1"):
    """The person has the bank for an amount in cents, once they have deposited it; for so many shoes or days.

    ``is_begun``: they have held it on an earlier day, and the amount is what they deposited first; so many ``coups``
    were settled on it then.
    """

    person: PersonId
    amount: Cents
    way: AwardWay
    shoes: int = 1
    days: int = 0
    is_begun: bool = False
    coups: int = 0


class BankSought(Event, frozen=True, tag="bank-sought@1"):
    person: PersonId
    amount: Cents


class WishWithdrawn(Event, frozen=True, tag="wish-withdrawn@1"):
    person: PersonId


class AuctionOpened(Event, frozen=True, tag="auction-opened@1"):
    floor: Cents
    barred_bidders: tuple[PersonId, ...] = ()
    shoes: int = 1
    days: int = 0


class BidMade(Event, frozen=True, tag="bid-made@1"):
    """The person would form a bank of ``amount`` cents. No chips move by it."""

    person: PersonId
    amount: Cents


class AuctionClosed(Event, frozen=True, tag="auction-closed@1"):
    """No more bids."""


class LotsWanted(Event, frozen=True, tag="lots-wanted@1"):
    """A lot decides: ``about`` equal bids, the bank at ``amount`` cents, or the cloths of two bancos."""

    about: str
    tokens: tuple[str, ...]
    amount: Cents = 0
    shoes: int = 1
    days: int = 0


class AwardAnnulled(Event, frozen=True, tag="award-annulled@1"):
    """The person loses the bank that they were awarded: they never deposited it."""

    person: PersonId


class BankDeposited(Event, frozen=True, tag="bank-deposited@1"):
    person: PersonId
    amount: Cents
    form: str


class BankProven(Event, frozen=True, tag="bank-proven@1"):
    """The director took a deposit for an open bank as sufficient. Its sum is the house's and the director's alone.

    ``place`` is ``None`` where a house keeps the proof: its own record says where it lies, and how much it is.
    """

    is_proof: ClassVar[bool] = True
    keeps_secret: ClassVar[bool] = True
    person: PersonId
    place: DepositPlace | None
    amount: Cents | None

    def private(self) -> tuple[str, ...]:
        """The sum tells how far the banker can be played."""
        return () if self.place is None else ("amount",)


class BankTaken(Event, frozen=True, tag="bank-taken@1"):
    """The person is the banker and sits in the banker's chair."""

    person: PersonId


class BankDelivered(Event, frozen=True, tag="bank-delivered@1"):
    """The banker handed ``amount`` cents of their deposit over to the croupier; ``in_play`` is the whole bank."""

    person: PersonId
    amount: Cents
    in_play: Cents


class BankCalled(Event, frozen=True, tag="bank-called@1"):
    """What an open bank lost above its chips, in cents: it is paid out of the proven deposit."""

    person: PersonId
    amount: Cents


class BankRestored(Event, frozen=True, tag="bank-restored@1"):
    """The bank was not broken after all: ``amount`` cents of it are with the croupier again."""

    person: PersonId
    amount: Cents


class BankBroken(Event, frozen=True, tag="bank-broken@1"):
    """Nothing is left of the bank («ha saltado»), or ``rest`` cents: less than the least stake."""

    rests_on_secret: ClassVar[bool] = True
    person: PersonId
    rest: Cents = 0


class NewShoeAsked(Event, frozen=True, tag="new-shoe-asked@1"):
    person: PersonId


class BankReturned(Event, frozen=True, tag="bank-returned@1"):
    """The bank is its banker's again: ``amount`` cents out of play, ``deposit`` out of the cash desk.

    ``is_winner``: they take away more than they put in, and may not be banker again in this shoe. ``goes_to``: where
    they go from their chair; an entry without it is older: they took the first vacant place, or stood
    behind the first one if ``is_standing``.
    """

    person: PersonId
    amount: Cents
    deposit: Cents
    end: BankEnd
    is_winner: bool = False
    is_standing: bool = False
    goes_to: Position | None = None


class BankOffered(Event, frozen=True, tag="bank-offered@1"):
    amount: Cents


class AwardStands(Event, frozen=True, tag="award-stands@1"):
    """The table closes, and the person keeps the bank that they have for days: ``days`` are left, counting today.

    ``amount`` cents are what they deposited first, where the award ``is_begun``; ``coups`` were settled on it so far.
    """

    person: PersonId
    amount: Cents
    days: int
    is_begun: bool = False
    coups: int = 0


# --- coup -------------------------------------------------------------------------------------------------------------


class BancoCalled(Event, frozen=True, tag="banco-called@1"):
    person: PersonId


class BancoAwarded(Event, frozen=True, tag="banco-awarded@1"):
    """The person plays against the whole bank, ``amount`` cents, on both cloths."""

    person: PersonId
    amount: Cents


class BancoRepeated(Event, frozen=True, tag="banco-repeated@1"):
    """A void banco is played once more, for ``amount`` cents; ``repeats`` counts these coups."""

    person: PersonId
    amount: Cents
    repeats: int


class StakeLaid(Event, frozen=True, tag="stake-laid@1"):
    person: PersonId
    amount: Cents
    cloth: Hand
    spot: Spot
    was: Cents = 0


class StakeTaken(Event, frozen=True, tag="stake-taken@1"):
    person: PersonId
    amount: Cents
    cloth: Hand
    spot: Spot


class StakesPooled(Event, frozen=True, tag="stakes-pooled@1"):
    """A punter gave ``amount`` cents of their chips to their partner, who stakes them for both."""

    person: PersonId
    partner: PersonId
    amount: Cents


class CoverShort(Event, frozen=True, tag="cover-short@1"):
    """The bank does not cover what lies on the cloths, by how much nobody is told: nothing is dealt yet."""

    rests_on_secret: ClassVar[bool] = True


class CoverAwarded(Event, frozen=True, tag="cover-awarded@1"):
    """What plays on each cloth, who holds its cards, and what goes back to its owner, in cents."""

    cover: Cover
    stakes: ClothStakes
    holders: dict[Hand, PersonId]
    returned_stakes: Shares = msgspec.field(name="back", default=())


class ClothVoided(Event, frozen=True, tag="cloth-voided@1"):
    """The coup counts for nothing on one cloth: what played there is its owners' again, in cents."""

    cloth: Hand
    returned_stakes: Shares = msgspec.field(name="back")


class StakeReturned(Event, frozen=True, tag="stake-handed-back@1"):
    """What plays of a person's on a cloth, or ``amount`` cents of it, is theirs again by a ruling."""

    person: PersonId
    cloth: Hand
    amount: Cents


class TestimonyHeard(Event, frozen=True, tag="testimony-heard@1"):
    person: PersonId
    hand: Hand
    total: int


class CoupEnded(Event, frozen=True, tag="coup-ended@1"):
    """The hands lie open: the score of each, and who won on each cloth that was not called off.

    A hand that a ruling decided without its cards has no score.
    """

    scores: dict[Hand, int]
    winners: dict[Hand, Winner]


class CardCorrected(corrections.KeyCorrected, frozen=True, tag="card-corrected@1"):
    """A wrongly keyed card stands right in the record. No chips move.

    For a coup that was settled: the scores and winners as they really were, and what each one should have got by that
    (cents net, the punters by name, the banker, the part of the house).
    """

    scores: dict[Hand, int] = msgspec.field(default_factory=dict)
    winners: dict[Hand, Winner] = msgspec.field(default_factory=dict)
    players: Shares = ()
    bank: Shares = ()
    cagnotte: Cents = msgspec.field(name="commission", default=0)

    @property
    def true_winners(self) -> dict[str, Winner]:
        """Return how a settled coup really ended, by side; nothing where it is not reckoned."""
        return {str(cloth): won for cloth, won in self.winners.items()}


class CoupSettled(Event, frozen=True, tag="coup-settled@1"):
    """What was collected of each person and paid to each, and whose stakes are their own again, in cents.

    ``bank``: by how much the bank grew, below zero for a loss, after the part of the house, ``commission``, and after
    ``out_of_play``, what of a win a bank with a maximum does not take.
    """

    winners: dict[Hand, Winner]
    collections: Shares
    payments: Shares
    returned_stakes: Shares = msgspec.field(name="back")
    bank: Cents
    commission: Cents
    out_of_play: Shares = ()


class TurnMoved(Event, frozen=True, tag="turn-moved@1"):
    cloth: Hand
    seat: Seat


# --- table ------------------------------------------------------------------------------------------------------------


class TableOpened(Event, frozen=True, tag="table-opened@1"):
    """The first event of a table: it pins the rulebook by the hash of its content. Amounts in cents.

    ``session`` is which one of the day an open bank plays; ``is_in_house``: a house keeps what is proven for its bank.
    """

    name: str
    rulebook: str
    sha256: str
    mode: BankMode
    minimum: Cents
    maximum: Cents
    bank_minimum: Cents
    bank_maximum: Cents
    decks: int
    places: tuple[int, ...]
    shoe: ChanceKind
    conduct: Conduct
    needs_director: bool = False
    banco_freedom: bool = False
    session_shoes: int = 0
    session: int = 1
    award: StandingAward | None = None
    is_in_house: bool = False

    @property
    def award_terms(self) -> str:
        return award_terms(self.rulebook, self.mode)

    def pinned_rulebook(self) -> str:
        return self.sha256


class OptionsSet(Event, frozen=True, tag="options-set@1"):
    banco_freedom: bool
    institutions: tuple[str, ...] = ()


class DinnerBegun(Event, frozen=True, tag="dinner-begun@1"):
    """The dinner hour, from and to, has begun: the session of an open bank has no other shoe."""

    begin: str
    end: str


class PhaseOpened(Event, frozen=True, tag="phase-opened@1"):
    phase: Phase


class SatBehind(Event, frozen=True, tag="sat-behind@1"):
    person: PersonId
    seat: Seat


class PacksShown(Event, frozen=True, tag="packs-shown@1"):
    """The croupier laid the packs out for the players."""


class PackCounted(Event, frozen=True, tag="pack-counted@1"):
    count: int
    seals: tuple[str, ...] = ()
