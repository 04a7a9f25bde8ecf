"""Observed tables for the tests of errors: the same cards once with known faces, once as a real shoe.

In the real shoe nobody knows a face before it is shown; then the croupier keys it, here from the same list.
"""

from typing import Any

import pytest

from tapete.cards import Card
from tapete.chance import CardDraw, CardOut, FaceDraw
from tapete.games.baccarat.incident import Incident

BOTH = pytest.mark.parametrize("real", [False, True], ids=["known", "unknown"])
"""Run a test with known and with unknown faces."""


def both(*clauses: str) -> Any:
    """Let a test show clauses with known and with unknown faces."""
    return lambda test: BOTH(pytest.mark.clause(*clauses)(test))


class Keyed:
    """What an observed table has beside its game's: its croupier keys every face that is shown."""

    play: Any
    turns: Any
    report_kind: Any
    listed: tuple[Card, ...] = ()

    def do(self, by: str, *acts: Any) -> Any:
        for act in acts:
            super().do(by, act)
            while isinstance(wanted := self.play.game.draw_awaited(self.play.state), CardDraw | FaceDraw):
                if not wanted.by_person:
                    break
                super().do("croupier", CardOut(wanted.position, self.listed[wanted.position]))
        return self

    def report(self, accident: Any, fault_of: Any = None, **facts: Any) -> Any:
        return self.do("croupier", self.report_kind(accident, fault_of, **facts))

    @property
    def incident(self) -> Incident:
        found: tuple[Incident, ...] = self.play.state.docket.open
        assert len(found) == 1, f"{len(found)} incidents are open at {self.play.state.step}"
        return found[0]

    def place(self, position: int) -> str:
        return next(card.place for card in self.play.state.coup.cards.layout if card.position == position)
