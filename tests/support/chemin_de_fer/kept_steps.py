"""What everybody sees, may do and is answered at the steps of a table, and what is so afterwards, kept in short.

    python -m tests.support.chemin_de_fer.kept_steps             write down what is answered now
    python -m tests.support.chemin_de_fer.kept_steps STEP ...    print it in full, to lay it beside what it was before

A step is a role in a phase (:data:`tests.support.chemin_de_fer.scenes.CELLS`), or one of some more that go wrong. Of
each a digest of every side is kept. Before a new one is kept, read what became of it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from hashlib import sha256
from itertools import product
from typing import Any

import msgspec
from immutables import Map
from msgspec.structs import replace

from tapete.games.baccarat import effects as fx
from tapete.games.baccarat.drawing import Cell
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.game import CHEMIN_DE_FER, HANDLERS
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import THIRD_CARD, Accident, Hand
from tapete.kernel import Act, PersonId
from tapete.table.conduct import Conduct
from tapete.table.staff import Role
from tests.support import ROOT
from tests.support.chemin_de_fer import kept_reports, scenes
from tests.support.chemin_de_fer.table import opened

KEPT = ROOT / "tests" / "chemin_de_fer" / "steps.txt"
PEOPLE = tuple(
    map(
        PersonId,
        (
            "ana",
            "luis",
            "bea",
            "carla",
            "eva",
            "pau",
            "croupier",
            "inspector",
            "nobody",
            "system:house",
            "system:clock",
        ),
    )
)
VIEWERS = (None, *PEOPLE[:3], *PEOPLE[6:8])
WHOM = (PersonId("ana"), PersonId("bea"), PersonId("nobody"))
EFFECTS: tuple[Any, ...] = (
    None,
    (),
    (fx.VoidCoup(),),
    (fx.Discard(0),),
    (fx.AssignCard(0, str(Hand.BANCA)), fx.SetAside(1)),
    (fx.OfferChoice(PersonId("bea"), THIRD_CARD, ("give", "deny")),),
    (fx.GoBack("word"), fx.Oblige(str(Hand.PUNTO), Cell.STAND)),
    (fx.GiveCards(str(Hand.PUNTO), PersonId("luis")), fx.LoseNatural(str(Hand.BANCA))),
    (fx.ReturnStake(PersonId("ana"), 10_00),),
    (fx.OfferWithdrawal(), fx.SettleLast(PersonId("luis"))),
    (fx.BarPerson(PersonId("ana"), fx.BarredAction.CARDS, fx.Until.SHOE),),
)
VALUES: dict[str, tuple[Any, ...]] = {
    "accident": (Accident.EARLY_DRAW, Accident.OTHER),
    "against": (fx.Party.BANKER, fx.Party.PLAYER),
    "amount": (9_99, 10_00, 50_00, 300_00, 10_000_00),
    "banco_freedom": (None, True),
    "below": (None, 0, 312),
    "choice": (THIRD_CARD, "another"),
    "chips": (None, 10_00),
    "commitments": ((),),
    "complete": (True, False),
    "count": (0,),
    "coup": (1, 2),
    "depth": (None, 1, 311, 312),
    "effects": EFFECTS,
    "face": ("5h",),
    "fault_of": (None, fx.Party.BANKER),
    "found": (312, 311),
    "hand": tuple(Hand),
    "joined_to": (None, PersonId("luis")),
    "leader": (PersonId("ana"), PersonId("luis")),
    "no_bank_max": (None, True),
    "note": ("so",),
    "on_table": (True, False),
    "option": ("give", "deny"),
    "paid": (None, 0),
    "person": WHOM,
    "position": (0, 4),
    "reason": ("so",),
    "role": (Role.CROUPIER, Role.INSPECTOR),
    "seat": (3, 5, 10),
    "second": (PersonId("inspector"), PersonId("croupier")),
    "serial": (1,),
    "sha256": ("",),
    "shoe": (1,),
    "uncovered": (True, False),
    "watched": (True, False),
    "word": ("carta", "no"),
}
"""What is tried in each field of an act."""

OBSERVED = ("banker", "bettor", "offered", "bidder", "bystander", "cutter")
"""The roles that are tried at a real table too, where the croupier keys what happens."""

MORE = {f"after:{name}": made for name, made in kept_reports.SCENES.items()}
CELLS = {
    f"{conduct}:{role}:{window}": (conduct, role, window)
    for conduct in Conduct
    for role, window in scenes.CELLS
    if conduct is Conduct.STRICT or role in OBSERVED
}
STEPS = (*CELLS, *MORE)


def bodies() -> tuple[Any, ...]:
    """Return the acts that are tried, each with every combination of a few values of its fields."""
    kinds = (kind for kind in HANDLERS if kind is not a.OpenTable)
    return tuple(
        kind(**dict(zip(kind.__struct_fields__, values, strict=True)))
        for kind in kinds
        for values in product(*(VALUES.get(name, (10_00,)) for name in kind.__struct_fields__))
    )


BODIES = bodies()


def reached(step: str) -> State:
    """Return the table at a step."""
    if step in MORE:
        return MORE[step]().state
    conduct, role, window = CELLS[step]
    state: State = scenes.scene(opened, role, window)[0].state
    return replace(state, settings=replace(state.settings, conduct=conduct))


def told(value: Any) -> Any:
    """Return a value as it is written, whatever the order in which it was made."""
    return msgspec.to_builtins(value, order="deterministic", enc_hook=_written)


def _written(value: Any) -> Any:
    if isinstance(value, Map):
        return sorted(([str(key), told(one)] for key, one in value.items()), key=lambda one: str(one[0]))
    raise TypeError(type(value))


def answered(question: Callable[..., Any], *asked: Any) -> Any:
    """Return an answer; one that nobody can give is told too."""
    try:
        return question(*asked)
    except Exception as error:
        return ["no answer", type(error).__name__]


def after(state: State, events: tuple[Any, ...]) -> Any:
    """Return what is so at a table after some events, but for its rulebook."""
    for event in events:
        state = CHEMIN_DE_FER.evolve(state, event)
    return [replace(state, rules=None), CHEMIN_DE_FER.problems(state)]


def answers(state: State) -> Iterator[tuple[str, Any, Any]]:
    """Yield what is told of a step: a side, who and what was asked, the answer."""
    game = CHEMIN_DE_FER
    for who in VIEWERS:
        yield "view", who, told(answered(game.view, state, who))
        yield "legal", who, told(answered(game.legal, state, who))
        yield "explain", who, told([answered(one, state, who) for one in (game.explain, game.reportable)])
    yield "waits", None, told([answered(one, state) for one in (game.time_limit, game.draw_awaited)])
    for who in PEOPLE:
        for body in BODIES:
            outcome = answered(game.decide, state, Act(who, body, state.step))
            yield "answers", [who, told(body)], told(outcome)
            if events := getattr(outcome, "events", ()):
                yield "after", [who, told(body)], told(answered(after, state, events))


def digests(step: str) -> dict[str, str]:
    """Return a digest of each side of a step."""
    found: dict[str, Any] = {}
    for side, asked, answer in answers(reached(step)):
        found.setdefault(side, sha256()).update(msgspec.json.encode([asked, answer]))
    return {side: made.hexdigest()[:10] for side, made in found.items()}


def kept() -> dict[str, dict[str, str]]:
    """Return the digests that are kept, by step and side."""
    rows = [row.split() for row in KEPT.read_text("utf-8").splitlines()]
    return {step: dict(one.split("=") for one in sides) for step, *sides in rows}


def line(step: str) -> str:
    """Return the line that is kept of a step."""
    return " ".join((step, *(f"{side}={digest}" for side, digest in digests(step).items())))


if __name__ == "__main__":
    for name in sys.argv[1:]:
        for row in answers(reached(name)):
            print(msgspec.json.encode(row).decode())
    if not sys.argv[1:]:
        KEPT.write_text("".join(f"{line(step)}\n" for step in STEPS), "utf-8")
