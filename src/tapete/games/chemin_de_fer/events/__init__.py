"""What is so from now on at a chemin de fer table. Kinds are ``name@version``; fields are only ever added."""

from __future__ import annotations

from tapete.chance import ShoeSealed
from tapete.games.baccarat.incident import IncidentOpened, IncidentRuled, IncidentWidened, IncidentWithdrawn
from tapete.games.baccarat.pack import CardDealt, DrawAwaited, StopCardSeen
from tapete.games.baccarat.procedure import Said
from tapete.games.banked.events import (
    AdviceAsked,
    BankerDecided,
    CardEvent,
    CardMoved,
    CardsCarried,
    CardsLifted,
    CardsPassedOn,
    CardTurned,
    CardUncovered,
    ChoiceMade,
    CroupierStoodIn,
    LaidDown,
    TableAsked,
    TimeWarned,
    WordSaid,
)
from tapete.games.chemin_de_fer.events.bank import BankEvent
from tapete.games.chemin_de_fer.events.house import HouseEvent, ListEvent, ShoeEvent
from tapete.games.chemin_de_fer.events.stakes import (
    BetsOpened,
    CallMade,
    CallWithdrawn,
    CoverAwarded,
    HandFollowed,
    LateStakeNoted,
    LateStakeRemoved,
    SeguidoHeld,
    StakeClaimRecorded,
    StakeEvent,
    StakeReturned,
    WithdrawalAnswered,
)
from tapete.games.chemin_de_fer.events.table import (
    CardCorrected,
    ClaimRecorded,
    CoupEnded,
    CoupSettled,
    CoupVoided,
    PaymentCorrected,
    PhaseOpened,
    Saluted,
    SaluteOwed,
    ShoeWanted,
    TableOpened,
)
from tapete.table.acts import BoughtIn, CameBack, CashedOut, PersonLeft, Seated, StaffAssigned, StoodBehind, WentAway

__all__ = [
    "AdviceAsked",
    "BankerDecided",
    "BetsOpened",
    "CallMade",
    "CallWithdrawn",
    "CardCorrected",
    "CardDealt",
    "CardMoved",
    "CardTurned",
    "CardUncovered",
    "CardsCarried",
    "CardsLifted",
    "CardsPassedOn",
    "CheminDeFerEvent",
    "ChoiceMade",
    "ClaimRecorded",
    "CoupEnded",
    "CoupSettled",
    "CoupVoided",
    "CoverAwarded",
    "CroupierStoodIn",
    "DrawAwaited",
    "HandFollowed",
    "LaidDown",
    "LateStakeNoted",
    "LateStakeRemoved",
    "PaymentCorrected",
    "PhaseOpened",
    "Said",
    "SaluteOwed",
    "Saluted",
    "SeguidoHeld",
    "ShoeWanted",
    "StakeClaimRecorded",
    "StakeReturned",
    "StopCardSeen",
    "TableAsked",
    "TableOpened",
    "TimeWarned",
    "WithdrawalAnswered",
    "WordSaid",
]

CheminDeFerEvent = (
    TableOpened
    | BankEvent
    | PhaseOpened
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
    | StakeEvent
    | CardEvent
    | DrawAwaited
    | CardDealt
    | StopCardSeen
    | ClaimRecorded
    | CardCorrected
    | PaymentCorrected
    | CoupVoided
    | CoupEnded
    | CoupSettled
    | IncidentOpened
    | IncidentWidened
    | IncidentRuled
    | IncidentWithdrawn
)
"""Every event of the game so far."""
