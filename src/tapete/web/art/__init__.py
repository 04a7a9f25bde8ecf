"""The table's art, drawn here as SVG: cards with and without indices, two backs, chips and plaques, roads.

Every drawing carries the name that a screen reader says. A card that lies face down says «carta tapada» and nothing
else: no function here is ever given a face that its viewer may not see.
"""

from tapete.web.art.cards import card, sprite
from tapete.web.art.chips import chip, stack
from tapete.web.art.roads import bead_plate, big_road

__all__ = ["bead_plate", "big_road", "card", "chip", "sprite", "stack"]
