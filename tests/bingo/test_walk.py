"""Evenings at random: whatever is offered is taken, and after every event the books are sound."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tapete.games.bingo import acts as a
from tapete.games.bingo.terms import Phase
from tapete.kernel import CLOCK, Amount as AmountField, Choice, Count, FixedValue, Refused, Several, fold
from tests.support.bingo.hall import CALLER, CASHIER, CHIEF, MANAGER, GivenCartones, Hall, K

PEOPLE = ("ana", "luis", CHIEF, CALLER, CASHIER, MANAGER, "assistant")
NEVER = {"close-hall", "close-session", "relieve-post", "call-off-sale", "change-balls", "report-defect"}
RARELY = {
    "void-game",
    "report-cause",
    "report-caller-error",
    "recount-sale",
    "take-cards-back",
    "call-prize",
    "call-for-player",
}
STEPS = 260


def filled(rng: random.Random, kind: type, fields: dict[str, Any]) -> Any:
    """Return an act with values that its offer allows."""
    values: dict[str, Any] = {}
    for name, field in fields.items():
        match field:
            case FixedValue(value=value):
                values[name] = value
            case Several(options=options, least=least, most=most):
                values[name] = tuple(rng.sample(options, rng.randint(least, most)))
            case Choice(options=options):
                values[name] = rng.choice(options)
            case Count(minimum=least, maximum=most):
                values[name] = rng.randint(least or 0, min(most or 1, (least or 0) + 3))
            case AmountField(minimum=least, maximum=most):
                values[name] = rng.randint(least or 1, min(most or 5_00, 5_00))
            case _:
                values[name] = "B-1047/1" if name == "card" else "sound-breakdown" if name == "cause" else "motivo"
    if not isinstance(fields.get("person"), FixedValue):
        values.pop("person", None)
    if values.get("means") == "account":
        values["means"] = "cash"
    return kind(**values)


@pytest.mark.parametrize("seed", range(6))
def test_the_books_are_sound_after_every_event_of_an_evening_at_random(seed: int) -> None:
    rng = random.Random(seed)
    cartones = GivenCartones({f"B-1047/{number}": K for number in range(1, 60)})
    hall = Hall(tuple(rng.sample(range(1, 91), 90)), cartones=cartones).open(double=seed % 2 == 1)
    kinds = {kind.__struct_config__.tag: kind for kind in vars(a).values() if hasattr(kind, "__struct_config__")}
    phases, done = set(), 0
    for _ in range(STEPS):
        phases.add(hall.phase())
        if hall.phase() in (Phase.ASK_LINE, Phase.ASK_BINGO, Phase.ASK_OUT) and not hall.game.pause.is_interval_over:
            hall.wait()
        offers = [(who, one) for who in PEOPLE for one in hall.play.legal(who) if one.act not in NEVER]
        common = [pair for pair in offers if pair[1].act not in RARELY]
        who, offer = rng.choice(offers if rng.random() < 0.2 or not common else common)
        what = filled(rng, kinds[offer.act], offer.fields)
        engine, before = hall.play.game, hall.state
        outcome = hall.play.attempt(what, who).outcome
        if isinstance(outcome, Refused):
            continue
        for event in outcome.events:
            legs = engine.postings(event)
            assert sum(leg.amount for leg in legs) == 0
        assert sum(fold(engine.evolve, before, outcome.events).ledger.values()) == 0
        hall.do(who, what)
        done += 1
    assert done > STEPS // 3
    assert Phase.SALE in phases


def test_the_clock_alone_says_that_time_is_up() -> None:
    hall = Hall((7, 22, 45, 60, 77)).started("ana").drawn(5).call(1).check(1)
    assert hall.refused(CHIEF, a.TimeUp()) == "only-clock"
    assert hall.accepts(CLOCK, a.TimeUp())
