"""What a game answers at a table, act by act: what becomes of each act, and what those who look see and may do.

After each act two others look at the table and see it; one of them asks what he may do, the other for its clauses. At
the end everybody asks for everything.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from tapete.catalogue import entry
from tapete.kernel import PersonId, Refused
from tapete.record.codec import to_tree
from tapete.record.notation import Notation, play

SIDES = ("outcomes", "clauses", "events", "views", "offers", "explained")

_encoder = msgspec.json.Encoder(order="deterministic", enc_hook=str)


def written(value: Any) -> str:
    """Return a value as text, the same for equal ones in every process."""
    return _encoder.encode(value).decode()


class Answers:
    """The answers of one table or evening, line by line, by side."""

    def __init__(self) -> None:
        self.lines: dict[str, list[str]] = {side: [] for side in SIDES}

    def answered(self, number: int, outcome: Any, rests_on: Iterable[Any], events: Iterable[Any]) -> None:
        """Keep the answer to an act, and what chance did after it."""
        name = type(outcome).__name__
        told = [outcome.code, outcome.facts] if isinstance(outcome, Refused) else [*getattr(outcome, "faults", ())]
        self._add("outcomes", number, [name, *told])
        self._add("clauses", number, [getattr(outcome, "clauses", ()), sorted({*outcome.rests_on, *rests_on})])
        self._add("events", number, [to_tree(event) for event in events])

    def stands(self, number: int, game: Any, state: Any, viewers: Sequence[PersonId | None]) -> None:
        """Keep how the table stands to two of those who look at it, others after each act: all come to ask both."""
        first, second = (viewers[turn % len(viewers)] for turn in (number, number + 1 + number // len(viewers)))
        for viewer in dict.fromkeys((first, second)):
            self._add("views", number, [viewer, game.view(state, viewer)])
        self._add("offers", number, [first, game.legal(state, first)])
        self._add("explained", number, [second, game.explain(state, second)])

    def ends(self, number: int, game: Any, state: Any, viewers: Iterable[PersonId | None]) -> None:
        """Keep how the table stands to everybody in the end."""
        for viewer in viewers:
            self._add("views", number, [viewer, game.view(state, viewer)])
            self._add("offers", number, [viewer, game.legal(state, viewer)])
            self._add("explained", number, [viewer, game.explain(state, viewer)])

    def _add(self, side: str, number: int, value: Any) -> None:
        self.lines[side].append(f"{number} {written(value)}")

    def digests(self) -> dict[str, str]:
        """Return a digest of each side."""
        return {side: hashlib.sha256("\n".join(lines).encode()).hexdigest()[:10] for side, lines in self.lines.items()}

    def printed(self) -> Iterator[str]:
        """Yield everything in full."""
        for side, lines in self.lines.items():
            yield from (f"{side} {line}" for line in lines)


def of_notation(notation: Notation) -> Answers:
    """Return what is answered when a notation is played."""
    game = entry(notation.game).engine(None)
    run, found = play(game, notation), Answers()
    actors = sorted({turn.acts[0].by for turn in run.turns if turn.acts})
    viewers: list[PersonId | None] = [None, *actors]
    for number, turn in enumerate(run.turns, 1):
        found.answered(number, turn.outcome, turn.rests_on, turn.events)
        found.stands(number, game, turn.state, viewers)
    found.ends(len(run.turns), game, run.state, viewers)
    return found
