"""What every card game of the library has: the acts of any table, what an official rules, terms, errors."""

from types import ModuleType

from tapete.cards import Card, card, cards
from tapete.chance import CardOut, ChanceKind
from tapete.front.course import AwaitedPerson, DecisionAwaitedError
from tapete.front.table import Table
from tapete.games.baccarat.effects import (
    AssignCard,
    BarPerson,
    BarredAction,
    BindToScheme,
    BindToTable,
    DeemNatural,
    DeemTotal,
    Discard,
    EffectCoup,
    Expose,
    GiveCards,
    GoBack,
    KeepOne,
    LoseCoup,
    LoseNatural,
    NoteOnly,
    Oblige,
    OfferChoice,
    OfferWithdrawal,
    Party,
    ReturnStake,
    SetAside,
    SettleLast,
    Unbind,
    Until,
    VoidCoup,
)
from tapete.games.baccarat.incident import GiveRuling
from tapete.kernel import ActBody, RefusedError, declared_types
from tapete.play import Play, UsageError
from tapete.table.acts import Away, Back, BuyIn, CashOut, LeadOut, Leave, Relieve, Sit, StandBehind
from tapete.table.staff import Role
from tapete.table.state import Conduct

__all__ = [
    "AssignCard",
    "AwaitedPerson",
    "Away",
    "Back",
    "BarPerson",
    "BarredAction",
    "BindToScheme",
    "BindToTable",
    "BuyIn",
    "Card",
    "CardOut",
    "CashOut",
    "ChanceKind",
    "Conduct",
    "DecisionAwaitedError",
    "DeemNatural",
    "DeemTotal",
    "Discard",
    "EffectCoup",
    "Expose",
    "GiveCards",
    "GiveRuling",
    "GoBack",
    "KeepOne",
    "LeadOut",
    "Leave",
    "LoseCoup",
    "LoseNatural",
    "NoteOnly",
    "Oblige",
    "OfferChoice",
    "OfferWithdrawal",
    "Party",
    "Play",
    "RefusedError",
    "Relieve",
    "ReturnStake",
    "Role",
    "SetAside",
    "SettleLast",
    "Sit",
    "StandBehind",
    "Table",
    "Unbind",
    "Until",
    "UsageError",
    "VoidCoup",
    "card",
    "cards",
]


def acts_in(module: ModuleType) -> list[str]:
    """Name the acts that a module of acts defines or passes on."""
    return [kind.__name__ for kind in declared_types(module, ActBody)]
