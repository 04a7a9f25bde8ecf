"""What a run found, by room, as a table."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

import msgspec
from script.mutating.places import Mutant
from script.mutating.trial import KILLED, Tried


class Figures(msgspec.Struct, frozen=True):
    """How many mistakes ended how, by room."""

    rooms: dict[str, dict[str, int]]

    @staticmethod
    def of(found: Sequence[tuple[Mutant, Tried]]) -> Figures:
        """Count mistakes by room and ending."""
        rooms: dict[str, Counter[str]] = defaultdict(Counter)
        for mutant, tried in found:
            rooms[mutant.room][tried.ending] += 1
        return Figures({room: dict(rooms[room]) for room in sorted(rooms)})

    def table(self) -> str:
        """Return the counts as a table, with the share that was noticed of those that could be."""
        lines = [
            "| Room | Tried | Noticed | by an assertion | never ends | never begins | Exception | Nobody | Unreached |",
            "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
        ]
        total: Counter[str] = Counter()
        for room, counts in self.rooms.items():
            total.update(counts)
            lines.append(_row(f"`{room}`", counts))
        return "\n".join([*lines, _row("all", total)])


def _row(name: str, counts: Mapping[str, int]) -> str:
    endings = (*KILLED, "exception", "survived", "unreached")
    killed, tried = (sum(counts.get(one, 0) for one in some) for some in (KILLED, endings))
    share = f"{100 * killed / tried:.0f} %" if tried else "–"
    return " | ".join((f"| {name}", str(tried), share, *(str(counts.get(one, 0)) for one in endings))) + " |"
