"""Coups for the scenes: both cloths stand on 7, and the bank wins or loses against both."""

from tapete.games.baccarat.layout import at
from tapete.games.baccarat.procedure import Said
from tapete.games.banked.acts import Stand
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.rules import Rules
from tapete.games.dos_panos.terms import Hand
from tests.support.dos_panos.table import Table

WON = "9s 9h Kd 8c 8d 9c"
"""Both cloths have 7, the bank 9."""
LOST = "9s 9h Kd 8c 8d 6h"
"""Both cloths have 7, the bank 6."""


def coup(made: Table, **stakes: int) -> Table:
    """Play a coup in which both cloths stand on 7."""
    made.bets().staked(**(stakes or {"ana": 500_00, "carla": 500_00})).closed().played("no", "no")
    faces = [card.face for card in at(made.state.coup.cards.layout, Hand.BANCA)]
    if "9c" in faces:
        made.banker(a.LayDown(Hand.BANCA))
    else:
        made.banker(Stand()).shown()
    return made.settled()


def broken() -> Table:
    """A bank of 1,000 euros that one coup has emptied."""
    from tests.support.dos_panos.table import opened

    return coup(opened(LOST).ready(1_000_00))


def said(made: Table) -> dict[str, dict[str, str]]:
    """Return what the croupier said by the last act, by formula."""
    return {event.formula: event.values for event in made.turns[-1].events if isinstance(event, Said)}


def tags(made: Table, viewer: str) -> set[str]:
    """Return the acts that a viewer is offered."""
    return {one.act for one in made.play.legal(viewer)}


__all__ = ["LOST", "WON", "Rules", "broken", "coup", "said", "tags"]
