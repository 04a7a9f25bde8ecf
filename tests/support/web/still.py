"""A table that stands still: the pages of any state of a game, without a hall, a record or a clock."""

import json
from types import SimpleNamespace
from typing import Any

from tapete.kernel import Game, PersonId
from tapete.live.recorded_table import ViewCache
from tapete.live.table import CorrectionProposals
from tapete.table.staff import Role
from tapete.web.games import screen_of
from tapete.web.page_context import PageContext
from tapete.web.stage.build import regions


class StillTable(ViewCache[Any]):
    """A state of a game as the pages ask for it."""

    version = 1
    revision = (1, 0)

    def __init__(self, game: Game[Any], state: Any) -> None:
        super().__init__(game, state)
        self.id = str(game.view(state, None).name)
        self.countdown: Any = SimpleNamespace(face=lambda: None)
        self.hold = self.countdown
        self.proposals = CorrectionProposals()
        self.absent_staff: set[PersonId] = set()
        self.lost_posts: dict[PersonId, Any] = {}
        self.machines: dict[Role, PersonId] = {}

    def purse(self, viewer: PersonId | None) -> None:
        """There is no house above the table."""


def still_sight(game: Game[Any], state: Any, person: str | None, lang: str = "es", history: Any = None) -> PageContext:
    """Return the look of a person, or of the public screen, at a table that stands still."""
    table: Any = StillTable(game, state)
    who = None if person is None else PersonId(person)
    return PageContext(table, who, lang, history=history, more_time=screen_of(game.key).more_time)


def still_stage(game: Game[Any], state: Any, person: str | None, lang: str = "es", history: Any = None) -> Any:
    """Return the model of the page of a person, or of the public screen."""
    return screen_of(game.key).stage(still_sight(game, state, person, lang, history))


def still_regions(game: Game[Any], state: Any, person: str | None, lang: str = "es") -> dict[str, Any]:
    """Return the regions of the page of a person, or of the public screen, that the browser draws."""
    return {name: json.loads(one) for name, one in regions(still_stage(game, state, person, lang)).items()}
