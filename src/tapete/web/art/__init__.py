"""The table's art: cards drawn here as SVG, and the kinds of chips («fichas») and plaques («placas»)."""

from tapete.web.art.cards import sprite

__all__ = ["sprite"]
