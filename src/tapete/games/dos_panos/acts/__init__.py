"""What people do at a two-cloth table. Amounts in cents."""

from __future__ import annotations

from tapete.chance import CardOut, LotOut, SealShoe, SealUrn
from tapete.games.baccarat.pack import CutPack, ShufflePack
from tapete.games.baccarat.procedure import CloseBets, CloseTable, OpenBets, Settle
from tapete.games.banked.acts import AskTable, DrawCard, Say, Stand
from tapete.games.banked.shoe import AskCardCheck, CheckCards, InsertStopCard
from tapete.games.dos_panos.acts.bank import (
    AcceptBank,
    AnnounceBank,
    AskNewShoe,
    Bid,
    BuyBank,
    CloseAuction,
    DeliverBank,
    DepositBank,
    DrawLots,
    LeaveBank,
    OpenAuction,
    ProveDeposit,
)
from tapete.games.dos_panos.acts.coup import (
    AskAdvice,
    CallBanco,
    CarryCards,
    CloseCalls,
    DealCard,
    GiveCard,
    LayDown,
    Lift,
    RepeatBanco,
    ShowHand,
    Stake,
    TakeStake,
)
from tapete.games.dos_panos.acts.table import CountPack, LayOutPacks, NoteAct, OpenTable, SetOptions, SitBehind
from tapete.table.acts import Away, Back, BuyIn, CashOut, Leave, Relieve, Sit, StandBehind
from tapete.table.rulebook import AdoptRulebook
from tapete.table.waiting import JoinList, LeaveList

__all__ = [
    "AcceptBank",
    "AdoptRulebook",
    "AnnounceBank",
    "AskAdvice",
    "AskCardCheck",
    "AskNewShoe",
    "AskTable",
    "Away",
    "Back",
    "Bid",
    "BuyBank",
    "BuyIn",
    "CallBanco",
    "CardOut",
    "CarryCards",
    "CashOut",
    "CheckCards",
    "CloseAuction",
    "CloseBets",
    "CloseCalls",
    "CloseTable",
    "CountPack",
    "CutPack",
    "DealCard",
    "DeliverBank",
    "DepositBank",
    "DrawCard",
    "DrawLots",
    "GiveCard",
    "InsertStopCard",
    "JoinList",
    "LayDown",
    "LayOutPacks",
    "Leave",
    "LeaveBank",
    "LeaveList",
    "Lift",
    "LotOut",
    "NoteAct",
    "OpenAuction",
    "OpenBets",
    "OpenTable",
    "ProveDeposit",
    "Relieve",
    "RepeatBanco",
    "Say",
    "SealShoe",
    "SealUrn",
    "SetOptions",
    "Settle",
    "ShowHand",
    "ShufflePack",
    "Sit",
    "SitBehind",
    "Stake",
    "Stand",
    "StandBehind",
    "TakeStake",
]
