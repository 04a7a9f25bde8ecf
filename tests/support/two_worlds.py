"""Another world: the same acts over other cards, of which nobody may tell by what they see."""

import json
from random import Random
from typing import Any

from tapete.cards import DECK
from tapete.kernel import PersonId
from tapete.web.games import screen_of
from tapete.web.page_context import PageContext
from tapete.web.stage.build import regions
from tests.support.web.still import StillTable


class Other:
    """Cards and lots of another world: the next ones have changed places with some that come later."""

    def __init__(self, source: Any, series: int, after: int, chance: Random) -> None:
        self.source, self.kind, self.series = source, source.kind, series
        places = [*range(after, after + 4)]
        others = chance.sample(range(after + 8, after + 30), len(places))
        self.moved = dict(zip((*places, *others), (*others, *places), strict=True))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.source, name)

    def card(self, shoe: int, at: int) -> Any:
        if shoe != self.series or at not in self.moved:
            return self.source.card(shoe, at)
        found = self.source.card(shoe, self.moved[at])
        if found is not None or (own := self.source.card(shoe, at)) is None:
            return found
        return DECK[(DECK.index(own) + 7) % len(DECK)]  # a listed order is as short as what was played


def has_hidden_card(game: Any, state: Any) -> bool:
    return any(not card.face_up for card in game.cards_on_table(state))


def apart(one: str, other: str) -> tuple[str, str]:
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return f"…{one[max(0, at - 80) : at + 60]}…", f"…{other[max(0, at - 80) : at + 60]}…"


def page(game: Any, state: Any, who: PersonId | None) -> Any:
    table: Any = StillTable(game, state)
    screens = screen_of(game.key)
    sight = PageContext(table, who, "es", history=None, more_time=screens.more_time)
    return _quiet({name: json.loads(one) for name, one in regions(screens.stage(sight)).items()})


def _quiet(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _quiet(one) for name, one in value.items() if not name.endswith("command")}
    return [_quiet(one) for one in value] if isinstance(value, list) else value
