"""What is so from now on at a chemin de fer table. Kinds are ``name@version``; fields are only ever added."""

from __future__ import annotations

from tapete.cards import Card
from tapete.chance import ShoeKind, ShoeSealed
from tapete.clauses import Cite
from tapete.games.baccarat import corrections
from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.effects import Party
from tapete.games.baccarat.incident import Conduct, IncidentOpened, IncidentRuled, IncidentWidened
from tapete.games.baccarat.outcome import Winner
from tapete.games.baccarat.pack import CardDealt, DrawAwaited, StopCardSeen
from tapete.games.baccarat.procedure import Said
from tapete.games.chemin_de_fer.bank_events import BankEvent
from tapete.games.chemin_de_fer.house_events import HouseEvent, ListEvent, ShoeEvent
from tapete.games.chemin_de_fer.shares import Shares
from tapete.games.chemin_de_fer.terms import Cover, Window, Word
from tapete.kernel import Event, PersonId
from tapete.money import Cents
from tapete.table.acts import BoughtIn, CameBack, CashedOut, PersonLeft, Seated, StaffAssigned, StoodBehind, WentAway

__all__ = [
    "CardDealt",
    "DrawAwaited",
    "Said",
    "StopCardSeen",
]
"""Events of other rooms, kept at hand here."""


class TableOpened(Event, frozen=True, tag="table-opened@1"):
    """The first event of a table: it pins the rulebook by the hash of its content."""

    name: str
    rulebook: str
    sha256: str
    minimum: Cents
    bank_minimum: Cents
    decks: int
    places: tuple[int, ...]
    shoe: ShoeKind
    conduct: Conduct
    banco_freedom: bool
    no_bank_max: bool = False
    authorised_minimum: Cents = 0


class WindowOpened(Event, frozen=True, tag="window-opened@1"):
    """The table stands in another window; its serial grows by one."""

    window: Window


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


class BetsOpened(Event, frozen=True, tag="bets-opened@1"):
    """The betting of coup ``coup`` is open; ``in_play`` cents of the bank can be covered."""

    coup: int
    in_play: Cents


class CallMade(Event, frozen=True, tag="call-made@1"):
    """The person calls ``kind``; ``amount`` cents lie on the table for it, in place of an earlier call of the kind."""

    person: PersonId
    kind: str
    amount: Cents
    was: Cents = 0


class CallWithdrawn(Event, frozen=True, tag="call-withdrawn@1"):
    """The person's call of ``kind`` is taken back with its ``amount`` cents."""

    person: PersonId
    kind: str
    amount: Cents


class CoverAwarded(Event, frozen=True, tag="cover-awarded@1"):
    """Who covers the bank in this coup, with how much, and who is entitled to the cards. ``back`` went back.

    A later award takes the place of an earlier one; ``added`` is what its stakes brought to the table.
    """

    kind: Cover
    holder: PersonId
    stakes: Shares
    back: Shares = ()
    added: Shares = ()


class LateStakeNoted(Event, frozen=True, tag="late-stake-noted@1"):
    """The person laid ``amount`` cents on the table after the closing words; they take no part in the coup."""

    person: PersonId
    amount: Cents


class LateStakeRemoved(Event, frozen=True, tag="late-stake-removed@1"):
    """The late stake of ``amount`` cents went back to its owner. ``demanded``: because the banker asked for it."""

    person: PersonId
    amount: Cents
    demanded: bool = False


class StakeClaimRecorded(Event, frozen=True, tag="stake-claim-recorded@1"):
    """A claim about a stake of ``amount`` cents was heard; ``admitted``: it goes to the inspector."""

    person: PersonId
    amount: Cents
    admitted: bool
    note: str = ""


class HandFollowed(Event, frozen=True, tag="hand-followed@1"):
    """The person, on his feet, moved to follow the hand: in this coup he is collected first and paid last."""

    person: PersonId


class CroupierStoodIn(Event, frozen=True, tag="croupier-stood-in@1"):
    """The croupier plays the punto's cards by the scheme for ``person``, who is away."""

    person: PersonId
    croupier: PersonId


class AdviceAsked(Event, frozen=True, tag="advice-asked@1"):
    """The punto asked the croupier for advice and plays by it in this coup. ``answer`` rests on his hidden total."""

    person: PersonId
    answer: str | None = ""
    duty: tuple[Cite, ...] | None = ()

    def private(self) -> tuple[str, ...]:
        """The answer and its clauses would tell the total."""
        return ("answer", "duty")


class CardMoved(Event, frozen=True, tag="card-moved@1"):
    """A card that had left the shoe lies elsewhere: dealt from aside, fallen, dropped into the basket."""

    position: int
    place: str


class CardUncovered(Event, frozen=True, tag="card-uncovered@1"):
    """Somebody turned a card over while it was dealt: ``by`` whose hand."""

    position: int
    by: Party


class CardTurned(Event, frozen=True, tag="card-turned@1"):
    """A card lies face up."""

    position: int
    face: Card


class CardsCarried(Event, frozen=True, tag="cards-carried@1"):
    """The punto's cards lie before the person."""

    person: PersonId


class CardsLifted(Event, frozen=True, tag="cards-lifted@1"):
    """The person has lifted a hand from the cloth and seen it."""

    person: PersonId
    hand: str


class WordSaid(Event, frozen=True, tag="word-said@1"):
    """The punto has spoken. ``duty`` are the clauses under which he did: they rest on his hidden total."""

    word: Word
    duty: tuple[Cite, ...] | None = ()

    def private(self) -> tuple[str, ...]:
        """The clauses of the duty would tell the total."""
        return ("duty",)


class LaidDown(Event, frozen=True, tag="laid-down@1"):
    """A hand was turned up as a natural."""

    hand: str


class TableAsked(Event, frozen=True, tag="table-asked@1"):
    """The banker plays by his table in this coup."""


class BankerDecided(Event, frozen=True, tag="banker-decided@1"):
    """The banker draws or stands. ``duty`` are the clauses that bound him: they rest on his hidden total."""

    cell: Cell
    duty: tuple[Cite, ...] | None = ()

    def private(self) -> tuple[str, ...]:
        """The clauses of the duty would tell the total."""
        return ("duty",)


class ChoiceMade(Event, frozen=True, tag="choice-made@1"):
    """The person answered a choice that a ruling offered him."""

    person: PersonId
    choice: str
    option: str


class StakeReturned(Event, frozen=True, tag="stake-returned@1"):
    """``amount`` cents of a stake went back to their owner and take no part in the coup."""

    person: PersonId
    amount: Cents


class WithdrawalAnswered(Event, frozen=True, tag="withdrawal-answered@1"):
    """The person was free to take his stake back; ``stays`` says whether he left it in."""

    person: PersonId
    stays: bool


class TimeWarned(Event, frozen=True, tag="time-warned@1"):
    """The person has held the cards for longer than ``seconds``: the croupier may report it."""

    person: PersonId
    seconds: int


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


class PaymentCorrected(corrections.PaymentCorrected, frozen=True, tag="payment-corrected@1"):
    """A wrong payment of a settled coup.

    Where the books were wrong they follow what was due, for everybody: ``players``, ``bank`` (its owners) and
    ``cagnotte`` are the changes in cents. ``in_bank``: the owners' changes go to the bank, which still stands; else to
    them in person.
    """

    players: Shares = ()
    bank: Shares = ()
    cagnotte: Cents = 0
    in_bank: bool = False


class CoupVoided(Event, frozen=True, tag="coup-voided@1"):
    """The coup counts for nothing; the stakes are their owners' again."""

    back: Shares


class CoupEnded(Event, frozen=True, tag="coup-ended@1"):
    """The totals are final and the winner is known; ``None`` for a hand that a ruling decided without its cards."""

    winner: Winner
    punto: int | None
    banca: int | None


class CoupSettled(Event, frozen=True, tag="coup-settled@1"):
    """The coup was paid or collected, line by line in the order of ``stakes``.

    ``bank`` is what each owner of the bank won or lost by it (cents, the banker first); ``cagnotte`` is the deduction.
    """

    winner: Winner
    kind: Cover
    stakes: Shares
    bank: Shares
    cagnotte: Cents = 0


class SeguidoHeld(Event, frozen=True, tag="seguido-held@1"):
    """Who may repeat his banco («banco seguido») in the next coup; nobody, if empty."""

    people: tuple[PersonId, ...]


CheminDeFerEvent = (
    TableOpened
    | BankEvent
    | WindowOpened
    | Said
    | StaffAssigned
    | Seated
    | StoodBehind
    | PersonLeft
    | WentAway
    | CameBack
    | BoughtIn
    | CashedOut
    | SaluteOwed
    | Saluted
    | ShoeWanted
    | ShoeSealed
    | ShoeEvent
    | ListEvent
    | HouseEvent
    | BetsOpened
    | CallMade
    | CallWithdrawn
    | CoverAwarded
    | LateStakeNoted
    | LateStakeRemoved
    | StakeClaimRecorded
    | HandFollowed
    | CroupierStoodIn
    | AdviceAsked
    | DrawAwaited
    | CardDealt
    | CardMoved
    | CardUncovered
    | CardTurned
    | StopCardSeen
    | CardsCarried
    | CardsLifted
    | WordSaid
    | LaidDown
    | TableAsked
    | BankerDecided
    | ChoiceMade
    | StakeReturned
    | WithdrawalAnswered
    | TimeWarned
    | ClaimRecorded
    | CardCorrected
    | PaymentCorrected
    | CoupVoided
    | CoupEnded
    | CoupSettled
    | SeguidoHeld
    | IncidentOpened
    | IncidentWidened
    | IncidentRuled
)
"""Every event of the game so far."""
