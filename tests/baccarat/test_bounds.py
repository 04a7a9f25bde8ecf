"""What can be written of an effect, a correction, a claim and a ruling: how long its words are, how far numbers go."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from tapete.games.baccarat import effects as e
from tapete.games.baccarat.corrections import CorrectCard, CorrectPayment
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.chemin_de_fer.acts import RecordClaim, RecordStakeClaim, Report
from tests.support.rows import rows


def is_read(effect: str, **facts: Any) -> bool:
    """Return True if an effect is read from its written form, and then says what stands there."""
    told = {"effect": effect, **facts}
    try:
        read = msgspec.json.decode(json.dumps(told), type=e.Effect)
    except msgspec.ValidationError:
        return False
    written = json.loads(msgspec.json.encode(read))
    assert {name: written[name] for name in told} == told
    return True


OF_A_HAND: tuple[tuple[str, dict[str, Any]], ...] = (
    ("lose-coup", {}),
    ("keep-one", {"higher": True}),
    ("expose", {}),
    ("deem-total", {"total": 0}),
    ("deem-natural", {"total": 9}),
    ("lose-natural", {}),
    ("bind-to-scheme", {}),
    ("bind-to-table", {}),
    ("unbind", {}),
    ("oblige", {"cell": "T"}),
    ("give-cards", {"person": "ana"}),
)


@pytest.mark.parametrize(("length", "allowed"), [(0, False), (1, True), (20, True), (21, False)])
@pytest.mark.parametrize(("effect", "facts"), OF_A_HAND, ids=[name for name, _ in OF_A_HAND])
def test_the_name_of_a_hand_has_one_to_twenty_letters(
    effect: str, facts: dict[str, Any], length: int, allowed: bool
) -> None:
    assert is_read(effect, hand="h" * length, **facts) is allowed


@pytest.mark.parametrize(
    ("effect", "facts"), [("discard", {}), ("set-aside", {}), ("assign-card", {"place": "punto"})], ids=str
)
def test_cards_are_counted_from_nought(effect: str, facts: dict[str, Any]) -> None:
    assert [is_read(effect, position=one, **facts) for one in (-1, 0, 1, 311)] == [False, True, True, True]


@pytest.mark.parametrize("effect", ["deem-total", "deem-natural"])
def test_a_hand_counts_from_nought_to_nine(effect: str) -> None:
    found = [is_read(effect, hand="punto", total=one) for one in (-1, 0, 9, 10)]
    assert found == [False, True, True, False]


def test_an_obligation_is_to_draw_or_to_stand_on_totals_from_nought_to_nine() -> None:
    assert [is_read("oblige", hand="punto", cell="T", on=[one]) for one in (-1, 0, 9, 10)] == [False, True, True, False]
    assert [is_read("oblige", hand="punto", cell=cell) for cell in ("T", "P", "O")] == [True, True, False]


def test_a_hand_has_a_first_a_second_and_a_third_card() -> None:
    found = [is_read("expose", hand="punto", cards=[one]) for one in (0, 1, 2, 3, 4)]
    assert found == [False, True, True, True, False]


@pytest.mark.parametrize(("length", "allowed"), [(0, False), (1, True), (40, True), (41, False)])
def test_a_question_and_a_phase_have_names_of_one_to_forty_letters(length: int, allowed: bool) -> None:
    name = "n" * length
    assert is_read("offer-choice", person="ana", choice=name, options=["give"]) is allowed
    assert is_read("go-back", window=name) is allowed


def test_no_effect_is_read_with_a_fact_that_it_does_not_have() -> None:
    assert is_read("void-coup", hand="punto")
    assert not is_read("void-coup", hands="punto")
    assert not is_read("offer-withdrawal", person="ana")


CARD = {"coup": 1, "position": 0, "face": "2s", "second": "ana", "reason": "so"}
PAYMENT = {"coup": 1, "person": "ana", "second": "bea", "reason": "so", "paid": 0}
CLAIM = {"person": "ana", "coup": 1, "against": "banker", "note": "so"}
STAKE = {"person": "ana", "amount": 5, "uncovered": True, "watched": True, "note": "so"}
RULING = {"serial": 1, "reason": "so"}
REPORT = {"accident": "other", "note": "so", "count": 0, "position": 0}
NOTE = {"effect": "note-only", "code": "so"}
FAR = 10**13


@rows(
    "kind, facts, field, allowed, refused",
    [
        (CorrectCard, CARD, "reason", ("x", "x" * 400), ("", "x" * 401)),
        (CorrectCard, CARD, "coup", (1, 999), (0, -1)),
        (CorrectCard, CARD, "position", (0, 311), (-1,)),
        (CorrectPayment, PAYMENT, "reason", ("x", "x" * 400), ("", "x" * 401)),
        (CorrectPayment, PAYMENT, "coup", (1,), (0,)),
        (CorrectPayment, PAYMENT, "paid", (None, 0, FAR, -FAR), (FAR + 1, -FAR - 1)),
        (RecordClaim, CLAIM, "note", ("x", "x" * 400), ("", "x" * 401)),
        (RecordClaim, CLAIM, "coup", (1,), (0,)),
        (RecordStakeClaim, STAKE, "note", ("", "x" * 400), ("x" * 401,)),
        (RecordStakeClaim, STAKE, "amount", (1,), (0, -1)),
        (GiveRuling, RULING, "reason", ("", "x" * 400), ("x" * 401,)),
        (GiveRuling, RULING, "effects", (None, [], [NOTE] * 16), ([NOTE] * 17,)),
        (Report, REPORT, "note", ("", "x" * 400), ("x" * 401,)),
        (Report, REPORT, "count", (0, 6), (-1, 7)),
        (Report, REPORT, "position", (None, 0), (-1,)),
    ],
)
def test_what_is_written_down_has_bounds(
    kind: Any, facts: dict[str, Any], field: str, allowed: Any, refused: Any
) -> None:
    tag = kind.__struct_config__.tag

    def read(value: Any) -> bool:
        try:
            msgspec.convert({**facts, field: value, "act": tag}, kind)
        except msgspec.ValidationError:
            return False
        return True

    assert [read(one) for one in allowed] == [True] * len(allowed)
    assert [read(one) for one in refused] == [False] * len(refused)
