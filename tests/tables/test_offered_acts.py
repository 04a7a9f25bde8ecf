"""What is offered is accepted: every amount at its ends, every listed choice; and what lies above an amount is not.

Held for every viewer over every recorded table and over evenings at random of every game. What staff may report is
tried by step, in ``chemin_de_fer/test_faults_that_meet.py``.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.bots.act_builder import act_kinds
from tapete.catalogue import entry
from tapete.kernel import (
    Act,
    Amount,
    CardFace,
    Choice,
    Count,
    Effects,
    FixedValue,
    Offer,
    People,
    PersonId,
    Refused,
    Text,
)
from tapete.record.notation import play
from tests.support.offered import beyond, promised, promised_values
from tests.tables.test_checks_decide import FIRST, SEEDS, evening
from tests.tables.test_every_act_changes_something import RECORDED

STRANGER = PersonId("stranger")
GAMES = sorted({game for game, _ in SEEDS})
EVENINGS = {"chemin-de-fer": range(3), "punto-y-banca": range(3), "dos-panos": range(2)}

AMOUNTS: dict[str, set[str]] = {
    "chemin-de-fer": {
        *("take-bank", "pledge-share", "bid", "offer-share", "raise-bank", "deliver-bank", "garage-winnings"),
        *("stake", "join-banco", "stake-on-line", "buy-in", "cash-out"),
    },
    "dos-panos": {"announce-bank", "buy-bank", "bid", "deposit-bank", "prove-deposit", "stake", "buy-in", "cash-out"},
    "punto-y-banca": {"place-bet", "buy-in", "cash-out"},
}
"""The acts with an amount that the recorded tables come to."""

FREE = {"prove-deposit": "which place and which institution go together is not told"}
"""Acts whose choices hang on what somebody writes beside them: their amounts are tried with the first of each."""


def is_closed(offer: Offer) -> bool:
    """Return True if an offer lists all that it takes: nothing of it is counted, keyed, written or found."""
    return not any(isinstance(field, CardFace | Count | Effects | Text) for field in offer.fields.values())


class Watched:
    """Tables as their viewers see them; each state is looked at once."""

    def __init__(self, key: str) -> None:
        self.key, self.kinds = key, act_kinds(entry(key).engine(None).act_types)
        self.amounts: Counter[str] = Counter()
        self.choices: Counter[str] = Counter()
        self.wrong: list[Any] = []

    def look(self, engine: Any, state: Any, title: str) -> None:
        if state == engine.blank():
            return
        for viewer in dict.fromkeys((*state.seats.people(), *state.staff.values(), STRANGER)):
            for offer in engine.legal(state, viewer):
                if offer.act != "report":
                    self.ask(engine, state, viewer, offer, title)

    def ask(self, engine: Any, state: Any, viewer: PersonId, offer: Offer, title: str) -> None:
        step = engine.step(state)

        def refused(what: Any) -> bool:
            return isinstance(engine.decide(state, Act(viewer, what, step)), Refused)

        has_amount = any(isinstance(field, Amount) for field in offer.fields.values())
        empty = [
            name
            for name, field in offer.fields.items()
            if isinstance(field, Amount | Choice | People) and not promised_values(field)
        ]
        if empty:
            self.wrong.append((title, "nothing", viewer, offer))
        if not (has_amount or is_closed(offer)):
            return
        if offer.act in FREE:
            firsts = {name: promised_values(field)[0] for name, field in offer.fields.items() if name != "amount"}
            offer = replace(offer, fields=offer.fields | {name: FixedValue(one) for name, one in firsts.items()})
        if has_amount:
            self.amounts[offer.act] += 1
        self.choices[offer.act] += 1
        self.wrong += [(title, "refused", viewer, what) for what in promised(self.kinds, offer) if refused(what)]
        self.wrong += [(title, "beyond", viewer, what) for what in beyond(self.kinds, offer) if not refused(what)]


@pytest.mark.parametrize("key", GAMES)
def test_whatever_is_offered_in_an_evening_is_accepted_and_nothing_above_it(key: str) -> None:
    found = Watched(key)
    for seed in EVENINGS[key]:
        for one in evening(key, FIRST + seed)[::2]:
            found.look(one.game, one.state, f"evening {seed}")
    assert found.wrong == []
    assert len(found.choices) > 20


@pytest.mark.parametrize("key", GAMES)
def test_whatever_is_offered_at_a_recorded_table_is_accepted_and_nothing_above_it(key: str) -> None:
    """Looked at where a phase is reached, or a bank is on offer, with chips as at no table before."""
    found, engine, seen = Watched(key), entry(key).engine(None), set()
    for notation in RECORDED:
        if notation.game != key:
            continue
        for turn in play(engine, notation).turns:
            offered = [getattr(turn.state, name, None) for name in ("offer", "seekers")]
            stands = (turn.state.phase, turn.state.ledger, *offered)
            if stands not in seen:
                seen.add(stands)
                found.look(engine, turn.state, notation.info["title"])
    assert found.wrong == []
    assert AMOUNTS[key] <= set(found.amounts)
