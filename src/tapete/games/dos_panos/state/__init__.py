"""The state of a two-cloth table."""

from tapete.games.dos_panos.state.bank import Award, Bank, Lots, Span
from tapete.games.dos_panos.state.coup import Banco, Coup, LaidStake, Testimony
from tapete.games.dos_panos.state.table import Settings, Shoe, State

__all__ = ["Award", "Banco", "Bank", "Coup", "LaidStake", "Lots", "Settings", "Shoe", "Span", "State", "Testimony"]
