"""People of the table played by the machine, for the demo, for tests and for an empty seat.

A bot has a person's view, offers and acts and nothing else: it sees no hidden card and may do nothing that the person
could not do. Its person id begins with ``bot-``, so everybody can tell. Its choices are drawn from ``random``, never
from the chance of the game.
"""

from tapete.bots.bot import AT_ONCE, DEMO, PREFIX, Bot, Move, Pace, Seat, is_bot
from tapete.bots.troupe import Troupe, player_count, staff_for

__all__ = ["AT_ONCE", "DEMO", "PREFIX", "Bot", "Move", "Pace", "Seat", "Troupe", "is_bot", "player_count", "staff_for"]
