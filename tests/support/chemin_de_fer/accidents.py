"""Every step of an observed table of chemin de fer, and every report that can be made there."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import msgspec

from tapete.games.baccarat.effects import Party
from tapete.games.banked.reportable import Reportable
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import Accident, Hand, Phase
from tapete.kernel import PersonId
from tests.support.chemin_de_fer.observed import Observed, at
from tests.support.chemin_de_fer.table import opened

SHOE = "2s 3h 3d 2c 5h 6d 4s 9h Kd 7c 8s 2d"
"""The punto and the bank have five each: every word and every decision is lawful."""


def preparing(*steps: str) -> Observed:
    table = Observed((first := opened(SHOE, conduct="observed", prepared=False)).play, first.turns)
    for step in steps:
        cutter = str(table.state.shoe.cut_to)
        acts = {"shuffle": a.ShufflePack(), "offer": a.OfferCards(), "cut": a.CutPack(table.state.shoe.size // 2)}
        table.do(cutter if step == "cut" else "croupier", acts[step])
    return table


def offered() -> Observed:
    first = opened(SHOE, conduct="observed")
    return Observed(first.play, first.turns)


def declined() -> Observed:
    table = offered()
    for _ in range(8):
        if table.state.phase is Phase.BANK:
            table.declined()
        elif table.state.phase is Phase.AUCTION:
            table.do("croupier", a.CloseAuction())
    return table


def dealt(step: str, *acts: Any) -> Observed:
    return at(opened, step, SHOE).do("bea", *acts)


def aside(table: Observed) -> Observed:
    """Two cards lie aside that somebody drew too early: the banker, or Ana while there is none."""
    by = Party.PLAYER if table.state.banker is None else Party.BANKER
    person = "ana" if by is Party.PLAYER else None
    return table.report(Accident.EARLY_DRAW, by, count=2, person=person).ruled("croupier")


STEPS: dict[str, Callable[[], Any]] = {
    "shoe": preparing,
    "shuffled": lambda: preparing("shuffle"),
    "cards-offered": lambda: preparing("shuffle", "offer"),
    "cut": lambda: preparing("shuffle", "offer", "shuffle"),
    "stop-card": lambda: preparing("shuffle", "offer", "shuffle", "cut"),
    "bank": offered,
    "vacant": declined,
    "auction": lambda: dealt("between", a.RefuseToDeal()),
    "between": lambda: dealt("between"),
    "bets": lambda: dealt("bets"),
    "deal, no card": lambda: dealt("bets").closed(),
    "deal": lambda: dealt("deal:pb"),
    "carry": lambda: dealt("carry"),
    "lift": lambda: dealt("lift"),
    "word": lambda: dealt("word"),
    "answer": lambda: dealt("carta"),
    "banker, no": lambda: dealt("no"),
    "banker, given": lambda: dealt("carta", a.GiveCard()),
    "show, drawn": lambda: dealt("no", a.DrawCard()),
    "show, stood": lambda: dealt("no", a.Stand()),
    "show, given": lambda: dealt("carta", a.GiveCard(), a.DrawCard()),
    "show, given stood": lambda: dealt("carta", a.GiveCard(), a.Stand()),
    "settle, given": lambda: dealt("carta", a.GiveCard(), a.Stand()).shown(),
    "settle, drawn": lambda: dealt("no", a.DrawCard()).shown(),
    "settle, stood": lambda: dealt("no", a.Stand()).shown(),
    "closed": lambda: offered().do("inspector", a.CloseTable()),
    "bank, aside": lambda: aside(offered()),
    "vacant, aside": lambda: aside(declined()),
    "auction, aside": lambda: aside(dealt("between", a.RefuseToDeal())),
    "between, aside": lambda: aside(dealt("between")),
    "bets, aside": lambda: aside(dealt("bets")),
    "deal, aside": lambda: aside(dealt("bets")).closed(),
}
"""How each step is reached; the phase is the word before the comma."""


@cache
def reached(step: str) -> Observed:
    table: Observed = STEPS[step]()
    assert table.state.phase == step.partition(",")[0]
    return table


def offers(table: Observed) -> dict[str, Reportable]:
    return {one.accident: one for one in table.play.game.reportable(table.state, PersonId("croupier"))}


def reports(found: Reportable, state: State) -> Iterator[a.Report]:
    """Return the report of an accident by everybody who can have done it, of each card and hand; whoever is named plays
    none of the hands, and nobody advises himself.
    """
    others = [one for one in found.people if one not in (state.holder, state.banker)]
    cards = found.positions if "position" in found.facts else (None, *found.positions)
    for party in found.parties:
        for position in cards or (None,):
            for hand in found.hands or (None,):
                if (found.accident, party, hand) != (Accident.ADVICE, Party.BANKER, Hand.BANCA):
                    person = others[0] if others and party is Party.PLAYER else None
                    named = {"fault_of": party, "position": position, "hand": hand, "person": person}
                    yield msgspec.structs.replace(found.example, **named)
