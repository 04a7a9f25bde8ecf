"""What people do at a chemin de fer table. Each class is one act; its tag is its name in the record and in the API."""

from __future__ import annotations

from tapete.chance import CardOut, SealShoe
from tapete.games.baccarat.corrections import CorrectCard, CorrectPayment
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.baccarat.pack import CutPack, ShufflePack
from tapete.games.baccarat.procedure import AdoptRulebook, CallPerson, CloseBets, CloseTable, OpenBets, Settle
from tapete.games.chemin_de_fer.acts.bank import (
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
from tapete.games.chemin_de_fer.acts.cards import (
    AskAdvice,
    AskTable,
    CardAct,
    CarryCards,
    Choose,
    DealCard,
    DrawCard,
    GiveCard,
    LayDown,
    Lift,
    PickUp,
    Say,
    ShowHand,
    Stand,
    StandIn,
    TimeUp,
)
from tapete.games.chemin_de_fer.acts.house import (
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
from tapete.games.chemin_de_fer.acts.stakes import (
    AdmitLateStake,
    CallBanco,
    CallConLaMesa,
    CallSeguido,
    CallUltimoCompleto,
    CloseWithdrawals,
    JoinBanco,
    KeepStake,
    NoteLateStake,
    RecordStakeClaim,
    RemoveLateStake,
    Stake,
    StakeAct,
    StakeOnLine,
    WithdrawCall,
    WithdrawStake,
)
from tapete.games.chemin_de_fer.acts.table import NoteAct, OpenTable, RecordClaim, Report
from tapete.table.acts import Away, Back, BuyIn, CashOut, LeadOut, Leave, Relieve, Sit, StandBehind

__all__ = [
    "AcceptShare",
    "AdmitLateStake",
    "AdoptRulebook",
    "AllGoes",
    "AskAdvice",
    "AskCardCheck",
    "AskSeatChange",
    "AskTable",
    "Bid",
    "CallBanco",
    "CallConLaMesa",
    "CallOff",
    "CallPerson",
    "CallSeguido",
    "CallUltimoCompleto",
    "CarryCards",
    "CheckCards",
    "CheminDeFerAct",
    "Choose",
    "CloseAuction",
    "CloseBets",
    "CloseTable",
    "CloseWithdrawals",
    "CorrectCard",
    "CorrectPayment",
    "CutPack",
    "DealCard",
    "DeclineBank",
    "DeclineCut",
    "DeliverBank",
    "DrawCard",
    "GarageWinnings",
    "GiveCard",
    "InsertStopCard",
    "JoinBanco",
    "JoinList",
    "KeepStake",
    "LayDown",
    "LeaveList",
    "Lift",
    "NoteAct",
    "NoteLateStake",
    "OfferBank",
    "OfferCards",
    "OfferShare",
    "OpenBets",
    "OpenTable",
    "PassHand",
    "PickUp",
    "PledgeShare",
    "RaiseBank",
    "RecordClaim",
    "RecordStakeClaim",
    "RefuseToDeal",
    "RemoveLateStake",
    "Report",
    "Say",
    "SetOptions",
    "Settle",
    "ShowHand",
    "ShufflePack",
    "Stake",
    "StakeOnLine",
    "Stand",
    "StandIn",
    "TakeBank",
    "TakeOverShare",
    "TimeUp",
    "WithdrawCall",
    "WithdrawShare",
    "WithdrawStake",
]

CheminDeFerAct = (
    OpenTable
    | NoteAct
    | BankAct
    | Relieve
    | Sit
    | StandBehind
    | Leave
    | LeadOut
    | Away
    | Back
    | BuyIn
    | CashOut
    | ShoeAct
    | ListAct
    | HouseAct
    | OpenBets
    | StakeAct
    | CloseBets
    | CardAct
    | Settle
    | Report
    | RecordClaim
    | CorrectCard
    | CorrectPayment
    | GiveRuling
    | SealShoe
    | CardOut
)
"""Every act of the game so far."""
