"""More time for the players: on which clocks an official may give it, and which clock they set where none runs."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import msgspec

from tapete.kernel import PersonId
from tapete.web.ports import Table

NO_CLOCKS: Final[Mapping[str, str]] = MappingProxyType({})


class MoreTime(msgspec.Struct, frozen=True):
    """The clocks of one game on which time may be given.

    ``closing_acts``: the acts that end a time which is for everybody, with the clock of each: who may do the act may
    set it.
    """

    clocks: frozenset[str] = frozenset()
    closing_acts: Mapping[str, str] = NO_CLOCKS


def clock_to_extend(table: Table, person: PersonId | None, game: MoreTime) -> str | None:
    """Return the clock on which a person may give time now, the one that runs or the one that they may set; ``None``
    where there is none.
    """
    face = table.countdown.face()
    if face is not None:
        return face.kind if face.kind in game.clocks else None
    return next((game.closing_acts[one.act] for one in table.legal(person) if one.act in game.closing_acts), None)
