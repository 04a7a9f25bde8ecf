"""What every card game of the library has: the acts of any table, what an official rules, terms, errors."""

from types import ModuleType
from typing import get_args

from tapete.cards import Card, card, cards
from tapete.chance import CardOut, ChanceKind
from tapete.front.table import AwaitedPerson, DecisionAwaitedError, Table
from tapete.games.baccarat import effects
from tapete.games.baccarat.effects import *  # noqa: F403
from tapete.games.baccarat.effects import BarredAction, EffectCoup, Party, Until
from tapete.games.baccarat.incident import GiveRuling
from tapete.kernel import ActBody, PersonId, RefusedError, declared_types
from tapete.play import Play, UsageError
from tapete.table.acts import Away, Back, BuyIn, CashOut, LeadOut, Leave, Relieve, Sit, StandBehind
from tapete.table.staff import Role
from tapete.table.state import Conduct

__all__ = [
    "ActBody",
    "AwaitedPerson",
    "Away",
    "Back",
    "BarredAction",
    "BuyIn",
    "Card",
    "CardOut",
    "CashOut",
    "ChanceKind",
    "Conduct",
    "DecisionAwaitedError",
    "EffectCoup",
    "GiveRuling",
    "LeadOut",
    "Leave",
    "Party",
    "PersonId",
    "Play",
    "RefusedError",
    "Relieve",
    "Role",
    "Sit",
    "StandBehind",
    "Table",
    "Until",
    "UsageError",
    "card",
    "cards",
]
__all__ += [kind.__name__ for kind in get_args(effects.Effect)]


def acts_in(module: ModuleType) -> list[str]:
    """Name the acts that a module of acts defines or passes on."""
    return [kind.__name__ for kind in declared_types(module, ActBody)]
