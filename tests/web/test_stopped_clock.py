"""While an incident is open nobody's time runs: no page counts it down, nor says that somebody was warned of it."""

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.games.banked.acts import Stand
from tapete.games.dos_panos.game import DosPanos
from tapete.kernel import PersonId
from tapete.live.countdown import ClockFace
from tapete.table.incidents import ShowsIncidents
from tapete.web import render
from tapete.web.games import screen_of
from tapete.web.screens.frame import PageContext
from tests.support.dos_panos.observed import dealt, first_cards, spoken
from tests.support.web.still import StillTable

WARNED = "se le ha avisado del tiempo"


def page_of(state: Any, viewer: str | None) -> str:
    table: Any = StillTable(DosPanos(), state)
    table.countdown = SimpleNamespace(face=lambda: ClockFace("hold", 1, 30.0))
    pages = screen_of("dos-panos")
    sight = PageContext(table, None if viewer is None else PersonId(viewer), "es", more_time=pages.more_time)
    return render.live_part(pages.model(sight), sight.view, "es", pages.names)


@pytest.mark.parametrize("viewer", [None, "ana", "croupier", "inspector"])
def test_no_clock_runs_on_the_page_of_a_table_that_stands_still(viewer: str | None) -> None:
    made = dealt(first_cards("4s As", "4h Ah", "6d 3d"))
    sides = made.state.coup.sides
    coup = replace(made.state.coup, sides=sides.set("primero", replace(sides["primero"], is_warned=True)))
    running = replace(made.state, coup=coup)
    told = page_of(running, viewer)
    assert 'class="clock"' in told
    assert WARNED in told
    missed = spoken(first_cards("4s As", "4h Ah", "6d 3d"), "no", "no").banker(Stand()).shown()  # type: ignore[attr-defined]
    stopped = replace(running, docket=missed.state.docket)
    assert isinstance(DosPanos().view(stopped, None), ShowsIncidents)
    told = page_of(stopped, viewer)
    assert 'class="clock"' not in told
    assert WARNED not in told
