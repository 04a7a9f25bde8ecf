"""What is so from now on at a chemin de fer table. Kinds are ``name@version``; fields are only ever added."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from tapete.chance import ChanceKind
from tapete.games.baccarat import corrections, procedure
from tapete.games.baccarat.effects import Party
from tapete.games.baccarat.points import Winner
from tapete.games.banked.coup import LiveShare, Shares
from tapete.games.chemin_de_fer.terms import BankEnd, Cover, Hand, Phase, Stage
from tapete.kernel import Event, PersonId
from tapete.money import Cents
from tapete.table.state import Conduct

# --- bank -------------------------------------------------------------------------------------------------------------


class BankOffered(Event, frozen=True, tag="bank-offered@1"):
    person: PersonId
    stage: Stage
    floor: Cents


class BankDeclined(Event, frozen=True, tag="bank-declined@1"):
    person: PersonId


class RefusalNoted(Event, frozen=True, tag="refusal-noted@1"):
    """The person refused to take the hand; the next time running it costs their place."""

    person: PersonId


class SeatLost(Event, frozen=True, tag="seat-lost@1"):
    person: PersonId
    seat: int


class BankTaken(Event, frozen=True, tag="bank-taken@1"):
    """The person is banker and announced ``amount`` cents, of which they still have to hand over ``debt``."""

    person: PersonId
    amount: Cents
    debt: Cents = msgspec.field(name="owed", default=0)


class BankDelivered(Event, frozen=True, tag="bank-delivered@1"):
    """The banker handed over ``amount`` cents more of what they had announced."""

    person: PersonId
    amount: Cents


class BankRaised(Event, frozen=True, tag="bank-raised@1"):
    """The banker put ``amount`` cents more into the bank; ``returned_parts`` came back from the garage."""

    person: PersonId
    amount: Cents
    returned_parts: Shares = msgspec.field(default=(), name="back")


class BankContinued(Event, frozen=True, tag="bank-continued@1"):
    person: PersonId


class ShareOffered(Event, frozen=True, tag="share-offered@1"):
    person: PersonId
    amount: Cents


class ShareAccepted(Event, frozen=True, tag="share-accepted@1"):
    person: PersonId
    amount: Cents


class SharePledged(Event, frozen=True, tag="share-pledged@1"):
    person: PersonId
    leader: PersonId
    amount: Cents


class ShareOfferWithdrawn(Event, frozen=True, tag="share-offer-withdrawn@1"):
    person: PersonId


class ShareReleaseAsked(Event, frozen=True, tag="share-release-asked@1"):
    person: PersonId


class ShareTakenOver(Event, frozen=True, tag="share-taken-over@1"):
    """The banker put ``amount`` cents of their own in the place of the associate's part; the associate leaves the bank
    with them and with what they had in the garage (``aside``).
    """

    person: PersonId
    banker: PersonId
    amount: Cents
    aside: Cents = 0


class BankReturned(Event, frozen=True, tag="bank-returned@1"):
    """The bank left the table with those who formed it, the banker first.

    ``aside`` is what they had in the garage; ``amount`` is what the bank stood at; ``origin`` is the place from whose
    right it goes round now; ``barred_bidders`` may not bid for it.
    """

    parts: Shares
    end: BankEnd = msgspec.field(name="how")
    origin: int | None
    amount: Cents = 0
    aside: Shares = ()
    barred_bidders: tuple[PersonId, ...] = msgspec.field(name="barred", default=())


class BankReinstated(Event, frozen=True, tag="bank-reinstated@1"):
    """A correction showed that the bank was not lost: it is its banker's again, with the ``parts`` that it holds now.

    ``aside`` is what of their own its owners have in the garage again.
    """

    person: PersonId
    parts: Shares
    aside: Shares = ()


class RoundRestarted(Event, frozen=True, tag="round-restarted@1"):
    """A bank that everybody had let go is offered round the table again, as one that nobody has held."""


class AuctionOpened(Event, frozen=True, tag="auction-opened@1"):
    floor: Cents
    barred_bidders: tuple[PersonId, ...] = msgspec.field(name="barred")


class BidMade(Event, frozen=True, tag="bid-made@1"):
    """The person bids ``amount`` cents, ``more`` than they have already laid down."""

    person: PersonId
    amount: Cents
    more: Cents


class AuctionClosed(Event, frozen=True, tag="auction-closed@1"):
    """The auction is over; the ``returned_bids`` went back. Nobody is the ``winner`` when nobody bid."""

    winner: PersonId | None
    amount: Cents
    returned_bids: Shares = msgspec.field(name="back")


class GarageFormed(Event, frozen=True, tag="garage-formed@1"):
    """The part of the bank that nobody covers stands out of play in this coup, by owner, the banker first."""

    parts: Shares


class GarageReturned(Event, frozen=True, tag="garage-returned@1"):
    parts: Shares


class WinningsGaraged(Event, frozen=True, tag="winnings-garaged@1"):
    """The banker took winnings out of play, by owner, the banker first; they lie at the croupier's right."""

    parts: Shares


class GarageKept(Event, frozen=True, tag="garage-kept@1"):
    """What stood out of play in the coup stays out of the bank."""

    parts: Shares


class AllGoesSaid(Event, frozen=True, tag="all-goes-said@1"):
    """«Todo va»: nothing is set aside in the next coup; what lay in the garage (``parts``) is in the bank again."""

    person: PersonId
    parts: Shares = ()


class CutOffered(Event, frozen=True, tag="cut-offered@1"):
    """The cut is offered to the person; ``refuser`` let it go by just before."""

    person: PersonId
    refuser: PersonId | None = msgspec.field(default=None, name="past")


class PackCut(procedure.PackCut, frozen=True, tag="pack-cut@1"):
    """The person cut the pack: the first ``depth`` cards went below the others."""

    person: PersonId


class ShoeEnded(procedure.ShoeEnded, frozen=True, tag="shoe-ended@1"):
    """The shoe ``shoe`` is used up; ``cards_out`` cards had left it."""

    cards_out: int = msgspec.field(name="out")


class OptionsSet(Event, frozen=True, tag="options-set@1"):
    banco_freedom: bool
    no_bank_max: bool


# --- stakes -----------------------------------------------------------------------------------------------------------


class CallMade(Event, frozen=True, tag="call-made@1"):
    """The person calls ``kind``; ``amount`` cents lie on the table for it, in place of an earlier call of the kind."""

    person: PersonId
    kind: str
    amount: Cents
    was: Cents = 0


class CallWithdrawn(Event, frozen=True, tag="call-withdrawn@1"):
    person: PersonId
    kind: str
    amount: Cents


class CoverAwarded(Event, frozen=True, tag="cover-awarded@1"):
    """Who covers the bank in this coup, with how much, and who is entitled to the cards. ``returned_stakes`` went back.

    A later award takes the place of an earlier one; ``new_stakes`` is what its stakes brought to the table. ``calls``
    are the stakes again, each under the call that made it.
    """

    kind: Cover
    holder: PersonId
    stakes: Shares
    returned_stakes: Shares = msgspec.field(default=(), name="back")
    new_stakes: Shares = msgspec.field(name="added", default=())
    calls: tuple[LiveShare, ...] = ()


class LateStakeNoted(Event, frozen=True, tag="late-stake-noted@1"):
    """The person laid ``amount`` cents on the table after the closing words; they take no part in the coup."""

    person: PersonId
    amount: Cents


class LateStakeRemoved(Event, frozen=True, tag="late-stake-removed@1"):
    """The late stake of ``amount`` cents went back to its owner. ``is_demanded``: because the banker asked for it."""

    person: PersonId
    amount: Cents
    is_demanded: bool = msgspec.field(name="demanded", default=False)


class StakeClaimRecorded(Event, frozen=True, tag="stake-claim-recorded@1"):
    """A claim about a stake of ``amount`` cents was heard; ``is_admitted``: it goes to the inspector."""

    person: PersonId
    amount: Cents
    is_admitted: bool = msgspec.field(name="admitted")
    note: str = ""


class HandFollowed(Event, frozen=True, tag="hand-followed@1"):
    """The person, on their feet, moved to follow the hand: in this coup they are collected first and paid last."""

    person: PersonId


class StakeReturned(Event, frozen=True, tag="stake-returned@1"):
    """``amount`` cents of a stake went back to their owner and take no part in the coup."""

    person: PersonId
    amount: Cents


class WithdrawalAnswered(Event, frozen=True, tag="withdrawal-answered@1"):
    """The person was free to take their stake back; ``stays`` says whether they left it in."""

    person: PersonId
    stays: bool


class SeguidoHeld(Event, frozen=True, tag="seguido-held@1"):
    """Who may repeat their banco («banco seguido») in the next coup; nobody, if empty."""

    people: tuple[PersonId, ...]


# --- table ------------------------------------------------------------------------------------------------------------


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
    phase: Phase = msgspec.field(name="window")


class SaluteOwed(Event, frozen=True, tag="salute-owed@1"):
    """The person must let the hand pass once («saludar») before they use their priority."""

    person: PersonId


class Saluted(Event, frozen=True, tag="saluted@1"):
    person: PersonId


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
