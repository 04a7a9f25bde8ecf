"""The state of a two-cloth table."""

from tapete.games.dos_panos.state.bank import Award, Bank, Lots, Span
from tapete.games.dos_panos.state.coup import Banco, Coup, LaidStake, SettledCoup, Testimony, with_statement
from tapete.games.dos_panos.state.table import Settings, Shoe, State

__all__ = [
    "Award",
    "Banco",
    "Bank",
    "Coup",
    "LaidStake",
    "Lots",
    "Settings",
    "SettledCoup",
    "Shoe",
    "Span",
    "State",
    "Testimony",
    "with_statement",
]
