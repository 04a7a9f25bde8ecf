"""What events move, as a count of legs of money."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from tapete.accounts import PERSON, STAKES
from tapete.kernel import Game

Legs = Counter[tuple[str, int]]
"""How often an amount enters an account."""


def legs_of(game: Game[Any], events: Sequence[Any]) -> Legs | None:
    """Return what events move; ``None`` where what they say cannot be booked: an amount below zero."""
    try:
        return Counter((leg.account, leg.amount) for event in events for leg in game.postings(event))
    except Exception:  # nobody knows what a record holds; whoever follows the table says why
        return None


def edge_legs(game: Game[Any], events: Sequence[Any]) -> Legs:
    """Return what events move but among players and what they have staked: what comes to a table or leaves it, what a
    bank pays.
    """
    legs = legs_of(game, events) or Counter()
    among = (leg for leg in legs if leg[0] == STAKES or leg[0].startswith(PERSON))
    return legs - Counter({leg: legs[leg] for leg in among})
