"""What becomes of rulings at the steps of some coups, and what is so afterwards, kept in short.

    python -m tests.support.chemin_de_fer.kept_rulings             write down what is answered now
    python -m tests.support.chemin_de_fer.kept_rulings CASE ...    print it in full, to lay it beside what it was before

Each case is a step at which something is open to a ruling. Of each a digest is kept of what the officials are told who
give each effect alone, or two that belong together, and of the table that it leaves. Before a new one is kept, read
what became of it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import msgspec

from tapete.games.baccarat import effects as fx
from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.baccarat.layout import ASIDE, BASKET, DISCARD, FLOOR
from tapete.games.chemin_de_fer.game import CHEMIN_DE_FER
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import COUP, THIRD_CARD, Accident, Hand, Phase
from tapete.kernel import Act, PersonId
from tests.support import ROOT
from tests.support.chemin_de_fer.kept_reports import SCENES, reported
from tests.support.chemin_de_fer.kept_steps import after, answered, told

KEPT = ROOT / "tests" / "chemin_de_fer" / "rulings.txt"
ANA, LUIS, BEA, PAU, CROUPIER, INSPECTOR, NOBODY = map(
    PersonId, ("ana", "luis", "bea", "pau", "croupier", "inspector", "nobody")
)
CASES = {
    **{
        f"doubt:{name}": reported(scene, Accident.OTHER, note="a doubt")
        for name, scene in SCENES.items()
        if not name.startswith("strict")
    },
    **{name: SCENES[name] for name in SCENES if "aside" in name or "uncovered" in name or "floor" in name},
}
PLACES = (*(place for hand in Hand for place in (str(hand), f"{hand}-3")), BASKET, DISCARD, FLOOR, ASIDE, "shoe")
POSITIONS = (0, 1, 2, 4, 9)
CHOICES = (("give", "deny"), ("give",), ("give", "keep"))


def of_hand(hand: str) -> Iterator[fx.Effect]:
    """Yield the effects on one hand."""
    yield from (fx.LoseCoup(hand), fx.VoidCoup(hand), fx.LoseNatural(hand), fx.Unbind(hand), fx.DeemNatural(hand, 9))
    yield from (fx.KeepOne(hand, higher) for higher in (True, False))
    yield from (fx.Expose(hand, cards, to) for cards in ((), (1,), (2, 3)) for to in (None, LUIS))
    yield from (fx.DeemTotal(hand, total, one_more) for total in (0, 9) for one_more in (True, False))
    yield from (fx.BindToScheme(hand, cell) for cell in Cell)
    yield from (fx.BindToTable(hand, cell, party) for cell in Cell for party in (None, fx.Party.CROUPIER))
    yield from (fx.Oblige(hand, cell, on) for cell in (Cell.DRAW, Cell.STAND) for on in ((), (5,), (0, 7)))
    yield from (fx.GiveCards(hand, who, coup) for who in (LUIS, BEA, CROUPIER, NOBODY) for coup in fx.EffectCoup)


def single() -> Iterator[fx.Effect]:
    """Yield every effect about some object."""
    yield from (fx.VoidCoup(), fx.OfferWithdrawal(), fx.NoteOnly("so"))
    yield from (fx.ReturnStake(who, amount) for who in (ANA, LUIS, BEA) for amount in (None, 1, 100_00))
    yield from (fx.SettleLast(who) for who in (ANA, PAU, NOBODY))
    yield from (fx.Discard(position) for position in POSITIONS)
    yield from (fx.AssignCard(position, place) for position in POSITIONS for place in PLACES)
    yield from (fx.SetAside(position, falls) for position in POSITIONS for falls in ("", str(Hand.BANCA)))
    yield from (effect for hand in (*map(str, Hand), "other") for effect in of_hand(hand))
    yield from (fx.BarPerson(ANA, action, until) for action in fx.BarredAction for until in fx.Until)
    yield from (fx.OfferChoice(who, name, to) for who in (BEA, ANA) for name in (THIRD_CARD, "x") for to in CHOICES)
    yield from (fx.GoBack(str(phase)) for phase in (*COUP, Phase.BETS))


BACK = tuple(fx.GoBack(str(phase)) for phase in (Phase.DEAL, Phase.LIFT, Phase.WORD, Phase.BANKER))
PAIRS: tuple[tuple[fx.Effect, ...], ...] = (
    *((fx.Discard(position), back) for position in POSITIONS for back in BACK),
    *((fx.AssignCard(0, place), fx.GoBack("word")) for place in PLACES),
    *((fx.VoidCoup(str(hand)), back) for hand in Hand for back in BACK),
    *((back, other) for back in BACK for other in BACK if back != other),
    *((fx.Discard(0), fx.DeemTotal(str(hand), 3)) for hand in Hand),
    *((fx.Discard(0), fx.LoseCoup(str(hand))) for hand in Hand),
    (fx.Discard(0), fx.AssignCard(0, str(Hand.PUNTO))),
    (fx.Discard(0), fx.Discard(2)),
    (fx.ReturnStake(ANA), fx.ReturnStake(LUIS)),
    (fx.OfferWithdrawal(), fx.GoBack("word")),
    (fx.VoidCoup(), fx.Discard(0)),
)
ASKED: tuple[tuple[fx.Effect, ...] | None, ...] = (None, (), *((one,) for one in single()), *PAIRS)


def answers(case: str) -> Iterator[tuple[str, Any, Any]]:
    """Yield what is told of a case: a side, who ruled what, the answer."""
    state: State = CASES[case]().state
    serial = state.docket.open[0].serial
    for number, effects in enumerate(ASKED):
        for who in (INSPECTOR, CROUPIER, ANA) if number < 5 else (INSPECTOR,):
            for reason in ("so", "") if number < 5 else ("so",):
                outcome = answered(
                    CHEMIN_DE_FER.decide, state, Act(who, GiveRuling(serial, effects, reason), state.step)
                )
                yield "ruled", [who, reason, told(effects)], told(outcome)
                if events := getattr(outcome, "events", ()):
                    yield "after", number, told(answered(after, state, events))


def digests(case: str) -> dict[str, str]:
    """Return a digest of each side of a case."""
    found: dict[str, Any] = {}
    for side, asked, answer in answers(case):
        found.setdefault(side, sha256()).update(msgspec.json.encode([asked, answer]))
    return {side: made.hexdigest()[:10] for side, made in found.items()}


def kept() -> dict[str, dict[str, str]]:
    """Return the digests that are kept, by case and side."""
    rows = [row.split() for row in KEPT.read_text("utf-8").splitlines()]
    return {case: dict(one.split("=") for one in sides) for case, *sides in rows}


def line(case: str) -> str:
    """Return the line that is kept of a case."""
    return " ".join((case, *(f"{side}={digest}" for side, digest in digests(case).items())))


if __name__ == "__main__":
    for name in sys.argv[1:]:
        for row in answers(name):
            print(msgspec.json.encode(row).decode())
    if not sys.argv[1:]:
        KEPT.write_text("".join(f"{line(case)}\n" for case in CASES), "utf-8")
