"""A table that stands still: the pages of any state of a game, without a hall, a record or a clock."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from tapete.kernel import Game, PersonId
from tapete.live.recorded_table import ViewCache
from tapete.live.table import CorrectionProposals
from tapete.table.staff import Role
from tapete.web import render
from tapete.web.games import screen_of
from tapete.web.screens.frame import PageContext


class StillTable(ViewCache[Any]):
    """A state of a game as the pages ask for it."""

    version = 1
    revision = (1, 0)

    def __init__(self, game: Game[Any], state: Any) -> None:
        super().__init__(game, state)
        self.id = str(game.view(state, None).name)
        self.countdown: Any = SimpleNamespace(face=lambda: None)
        self.proposals = CorrectionProposals()
        self.absent_staff: set[PersonId] = set()
        self.lost_posts: dict[PersonId, Any] = {}
        self.machines: dict[Role, PersonId] = {}

    def purse(self, viewer: PersonId | None) -> None:
        """There is no house above the table."""


def still_part(game: Game[Any], state: Any, person: str | None, lang: str = "es", history: Any = None) -> str:
    """Return what the stream renews of the page of a person, or of the public screen."""
    table: Any = StillTable(game, state)
    pages = screen_of(game.key)
    who = None if person is None else PersonId(person)
    sight = PageContext(table, who, lang, history=history, more_time=pages.more_time)
    assert pages.model is not None
    return render.live_part(pages.model(sight), sight.view, lang, pages.names)
