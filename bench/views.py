"""What a viewer gets: view, offers and explanation of a table in the middle of a shoe."""

from __future__ import annotations

import msgspec

from bench.coups import GAME, played
from bench.measure import Pair, paired
from tapete import punto_banco as pb
from tapete.kernel import PersonId

COUPS = 40


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
    return [
        paired(
            "view as JSON",
            ("view built and encoded", "views/s", view),
            ("the same view encoded", "views/s", encode),
            note=f"after {COUPS} coups of the shoe, {size} bytes",
        ),
        paired("offers", ("legal", "calls/s", legal), ("view as JSON", "views/s", view)),
        paired("explanation", ("explain", "calls/s", explain), ("view as JSON", "views/s", view)),
    ]
