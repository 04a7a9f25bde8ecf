"""Who plays a game when machines do: the staff by post, the players by their number."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec

from tapete.bots.bot import Bot, Seat
from tapete.bots.pace import Pace
from tapete.table.staff import Role

StaffFactory = Callable[[Seat, Pace, Random], Bot[Any]]
"""Makes a bot of the staff."""


class BotRoster(msgspec.Struct, frozen=True):
    """The bots of one game. ``player`` makes one from his number; ``least`` is how many make a lively table."""

    staff: dict[Role, StaffFactory]
    player: Callable[[Seat, Pace, Random, int], Bot[Any]]
    least: int = 1
