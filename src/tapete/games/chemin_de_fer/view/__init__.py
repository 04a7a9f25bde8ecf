"""What each viewer sees of a table, built from nothing upwards."""

from tapete.games.chemin_de_fer.view.table import View, view

__all__ = ["View", "view"]
