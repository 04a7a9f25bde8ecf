"""Coups for the scenes: both cloths stand on 7, and the bank wins or loses against both."""

from typing import Any

from tapete.games.baccarat.effects import at
from tapete.games.baccarat.procedure import Said
from tapete.games.banked.acts import Stand
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.terms import Hand
from tests.support.dos_panos.table import Table, opened

WON = "9s 9h Kd 8c 8d 9c"
"""Both cloths have 7, the bank 9."""
LOST = "9s 9h Kd 8c 8d 6h"
"""Both cloths have 7, the bank 6."""
MIXED = "9s 2h Kd 8c 3d 6h"
"""The first cloth has 7, the second 5, the bank 6."""


def coup(made: Table, **stakes: int) -> Table:
    """Play a coup in which both cloths stand on 7."""
    made.bets().staked(**(stakes or {"ana": 500_00, "carla": 500_00})).closed().played("no", "no")
    if "9c" in [card.face for card in at(made.state.coup.cards.layout, Hand.BANCA)]:
        return made.banker(a.LayDown(Hand.BANCA)).settled()
    return made.banker(Stand()).shown().settled()


def carried(shoe: str, ana: int = 100_00, carla: int = 100_00, **options: Any) -> Table:
    """The cards of a coup lie before their players."""
    made = opened(shoe, **options).ready().bets().staked(ana=ana, carla=carla)
    return made.closed().dealt().carried()


def at_the_banker(shoe: str, first: str = "no", second: str = "no", **options: Any) -> Table:
    """Both cloths have spoken and have their cards; the banker, who has looked at his, decides."""
    return carried(shoe, **options).said("1", first).said("2", second).looked().given()


def stood(shoe: str, **options: Any) -> Table:
    """Both cloths and the banker stand, and the coup is settled."""
    return at_the_banker(shoe, **options).banker(Stand()).shown().settled()


def broken(shoe: str = LOST) -> Table:
    """A bank of 1,000 euros that one coup has emptied."""
    return coup(opened(shoe).ready(1_000_00))


def banco(shoe: str = "", person: str = "bea", **options: Any) -> Table:
    """Somebody has called banco against a bank of 2,000 euros."""
    made = opened(shoe, **options).ready(2_000_00).do("croupier", a.OpenBets())
    return made.do(person, a.CallBanco()).do("croupier", a.CloseCalls())


def said(made: Table) -> dict[str, dict[str, str]]:
    """Return what the croupier said by the last act, by formula."""
    return {event.formula: event.values for event in made.turns[-1].events if isinstance(event, Said)}


def tags(made: Table, viewer: str) -> set[str]:
    """Return the acts that a viewer is offered."""
    return {one.act for one in made.play.legal(viewer)}
