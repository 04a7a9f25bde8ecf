"""People of the table played by the machine, for the demo, for tests and for an empty seat.

A bot has a person's view, offers and acts and nothing else: it sees no hidden card and may do nothing that the person
could not do. Its person id begins with ``bot-``, so everybody can tell. Its choices are drawn from ``random``, never
from the chance of the game.
"""

from tapete.bots.bot import (
    AT_ONCE as AT_ONCE,
    DEMO as DEMO,
    PREFIX as PREFIX,
    Bot as Bot,
    Move as Move,
    Pace as Pace,
    is_bot as is_bot,
)
from tapete.bots.troupe import Troupe as Troupe, player_count as player_count, staff_for as staff_for
