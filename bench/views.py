"""What a viewer gets: view, offers and explanation of a table in the middle of a shoe."""

from __future__ import annotations

import msgspec

from bench import chemin, two_cloths
from bench.coups import GAME, played
from bench.measure import Pair, Work, paired
from tapete import punto_banco as pb
from tapete.kernel import PersonId

COUPS = 40
VIEWERS = 40
"""How many people look at one table."""


def looked_at(table: chemin.Table | two_cloths.Table) -> Work:
    """Return the work of the view of a table for everybody at it, its screen and many who only look, as JSON."""
    game = chemin.GAME if isinstance(table, chemin.Table) else two_cloths.GAME
    people = (*table.state.seats.people(), *table.state.staff.values())
    viewers = (None, *people, *(PersonId(f"guest-{number}") for number in range(VIEWERS - len(people) - 1)))
    encoder, state = msgspec.json.Encoder(), table.state

    def work() -> int:
        for viewer in viewers:
            encoder.encode(game.view(state, viewer))
        return 1

    return work


def middle_of_a_coup() -> tuple[chemin.Table, two_cloths.Table]:
    """Return a table of each game whose cards lie dealt and carried, and have been looked at."""
    one, two = chemin.played(10), two_cloths.played(10)
    one.dealt()
    two.dealt()
    for hand in two_cloths.HANDS:
        two.tried(two_cloths.a.Lift(hand), two.state.holder(hand) or two_cloths.BANKER)
    return one, two


def pairs() -> list[Pair]:
    """Measure a seated player's pictures of the table, with the betting open."""
    table = played(COUPS)
    if table.state.turn.offered_place is not None:
        table.do(pb.TakeShoe(), table.state.seats.occupants[table.state.turn.offered_place])
    table.do(pb.OpenBets(), "croupier")
    state, who = table.state, PersonId("ana")
    encoder = msgspec.json.Encoder()
    seen = GAME.view(state, who)

    def view() -> int:
        encoder.encode(GAME.view(state, who))
        return 1

    def encode() -> int:
        encoder.encode(seen)
        return 1

    def legal() -> int:
        GAME.legal(state, who)
        return 1

    def explain() -> int:
        GAME.explain(state, who)
        return 1

    size = len(encoder.encode(seen))
    ferro, cloths = map(looked_at, middle_of_a_coup())
    return [
        paired(
            "two cloths, forty viewers",
            ("one hand of each cloth and the bank's", "rounds/s", cloths),
            ("chemin de fer, two hands", "rounds/s", ferro),
        ),
        paired(
            "view as JSON",
            ("view built and encoded", "views/s", view),
            ("the same view encoded", "views/s", encode),
            note=f"after {COUPS} coups of the shoe, {size} bytes",
        ),
        paired("offers", ("legal", "calls/s", legal), ("view as JSON", "views/s", view)),
        paired("explanation", ("explain", "calls/s", explain), ("view as JSON", "views/s", view)),
    ]
