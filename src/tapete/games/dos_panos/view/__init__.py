"""What each viewer sees of a two-cloth table."""

from tapete.games.dos_panos.view.table import View, view

__all__ = ["View", "view"]
