"""The table's art, drawn here as SVG: cards with their back, and the set of chips.

Every drawing carries the name that a screen reader says. A card that lies face down says «carta tapada» and nothing
else: no page is ever given a face that its viewer may not see.
"""
