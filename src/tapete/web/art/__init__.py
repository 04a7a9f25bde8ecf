"""The table's art, drawn here as SVG: cards with and without indices, two backs, chips and plaques.

Every drawing carries the name that a screen reader says. A card that lies face down says «carta tapada» and nothing
else: no function here is ever given a face that its viewer may not see.
"""

from tapete.web.art.cards import card, sprite
from tapete.web.art.chips import chip, stack

__all__ = ["card", "chip", "sprite", "stack"]
