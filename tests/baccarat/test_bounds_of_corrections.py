"""How long the words of a correction, a claim and a ruling may be, and how far its numbers go."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tapete.games.baccarat.corrections import CorrectCard, CorrectPayment
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.chemin_de_fer.acts import RecordClaim, RecordStakeClaim, Report, StakeOnLine
from tests.support.rows import rows

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


@pytest.mark.parametrize("kind", [CorrectCard, CorrectPayment, RecordClaim, RecordStakeClaim])
def test_a_claim_and_a_correction_belong_to_no_step_of_the_table(kind: Any) -> None:
    assert kind.is_timeless


def test_of_a_stake_on_the_line_nothing_else_is_said_to_play() -> None:
    assert (StakeOnLine(50), StakeOnLine(50).playing) == (StakeOnLine(50, 0), 0)
