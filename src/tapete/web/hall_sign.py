"""The sign of the hall: what every page of a hall says of it, and how its people are called.

It hangs in the context of a request, as its language does: a page that is drawn belongs to one hall.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import Final, NamedTuple


def _nobody(_: str) -> str:
    return ""


class HallSign(NamedTuple):
    """``is_demo``: a hall with open doors, which says so on every page. ``house``: the name of a house with accounts.

    ``name_of`` returns the name that somebody has chosen, empty where there is none.
    """

    is_demo: bool = False
    house: str = ""
    name_of: Callable[[str], str] = _nobody


NO_SIGN: Final = HallSign()

SIGN: ContextVar[HallSign] = ContextVar("tapete-sign", default=NO_SIGN)
"""The sign of the hall whose page is being drawn."""
