"""Of which cards a report can be: those that it must name, those in play, and any at all."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.games.baccarat.layout import ASIDE, BASKET, DISCARD, FLOOR, LaidCard
from tapete.games.baccarat.marks import Cards
from tapete.games.baccarat.pack import DueCard
from tapete.games.banked import reports
from tapete.games.banked.accidents import About, Kind
from tests.support.banked.two_cloths import BANK, ONE, TWO, opened

LAYOUT = (
    LaidCard(0, ONE, None),
    LaidCard(1, TWO, None, True),
    LaidCard(2, ASIDE, None),
    LaidCard(3, DISCARD, None),
    LaidCard(4, BASKET, None),
    LaidCard(5, FLOOR, None),
    LaidCard(6, BANK, None),
)
DUE = (DueCard(7, ONE, False), DueCard(1, TWO, True, on_table=True))
GAME: Any = SimpleNamespace(
    coup=("deal",), latest_places=lambda state: (ONE, BANK), is_card_required=lambda state, kind: False
)
POSITIONS = {
    About.ANY: (0, 1, 2, 5, 6, 7),
    About.IN_PLAY: (0, 1, 2, 5, 6, 7),
    About.NOT_ON_FLOOR: (0, 1, 2, 6, 7),
    About.NOT_FACE_UP: (0, 2, 5, 6, 7),
    About.JUST_DRAWN: (0, 6),
}


@pytest.mark.parametrize("about", list(About))
@pytest.mark.parametrize("required", [True, False])
def test_a_report_is_of_a_card_to_which_it_can_have_happened(required: bool, about: About) -> None:
    """Where the card need not be named and any will do, whichever is named fits."""
    table = replace(opened(), phase="deal")
    table = replace(table, coup=replace(table.coup, cards=Cards(LAYOUT), due_cards=DUE))
    kind = Kind(("deal",), facts=("position",) if required else (), about=about)
    assert reports.reportable_positions(GAME, table, kind) == POSITIONS[about]
    fits = []
    for card in (*LAYOUT, LaidCard(7, ONE, None)):
        what: Any = SimpleNamespace(position=card.position)
        found = reports.require_fit_card(GAME, table, kind, what, card)
        fits += [card.position] if found is None else []
        assert found is None or (found.code, found.facts) == ("not-of-this-card", {"position": card.position})
    any_fits = about is About.ANY and not required
    assert tuple(fits) == (tuple(range(8)) if any_fits else POSITIONS[about])
