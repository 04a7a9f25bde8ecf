"""Which sentence the log of a bingo hall has for an event, and with which facts."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.web.games.bingo.log_wording import log_wording

RANGE = {"series": "B-1", "first": 4, "last": 9}
ONE = {"series": "B-1", "first": 4, "last": 4}
OF_RANGE = {**RANGE, "count": 6, "numbers": "4–9"}
OF_ONE = {**ONE, "count": 1, "numbers": "4"}
Case = tuple[str, dict[str, Any], str, dict[str, Any]]

CASES: tuple[Case, ...] = (
    ("said", {"text": "Un premio de 1 euros", "formula": "x"}, "said.hall", {"text": "Un premio de 1 euro"}),
    ("entry-written", {"text": "Mal", "is_complaint": True}, "entry-written.complaint", {"text": "Mal"}),
    ("entry-written", {"text": "Mal", "is_complaint": False}, "entry-written", {"text": "Mal", "is_complaint": False}),
    ("entry-written", {"text": "Mal"}, "entry-written", {"text": "Mal"}),
    ("counter-set", {"is_on": True, "note": ""}, "counter-set", {"is_on": True, "note": ""}),
    ("counter-set", {"is_on": False}, "counter-set.off", {"is_on": False}),
    ("card-checked", {"balls": 5, "valid": True, "reason": ""}, "card-checked.right", {"balls": 5, "valid": True}),
    ("card-checked", {"balls": 5, "valid": False}, "card-checked.wrong", {"balls": 5, "valid": False}),
    ("card-checked", {"valid": True}, "card-checked.good", {"valid": True, "lacking": 0}),
    ("card-checked", {"valid": False, "missing": [3, 7]}, "card-checked.bad", {"valid": False, "lacking": 2}),
    ("check-noted", {"in_order": True}, "check-noted", {"in_order": True}),
    ("check-noted", {"in_order": True, "note": ""}, "check-noted", {"in_order": True, "note": ""}),
    ("check-noted", {"in_order": True, "note": "x"}, "check-noted.noted", {"in_order": True, "note": "x"}),
    ("check-noted", {"in_order": False, "note": "x"}, "check-noted.failed", {"in_order": False, "note": "x"}),
    ("check-noted", {"in_order": False, "note": ""}, "check-noted.failed-bare", {"in_order": False}),
    ("unsold-collected", {"count": 5}, "unsold-collected", {"count": 5}),
    ("unsold-collected", {"count": 5, "expected": 5}, "unsold-collected", {"count": 5, "expected": 5}),
    ("unsold-collected", {"count": 5, "expected": 6}, "unsold-collected.counted-differs", {"count": 5}),
    ("unsold-collected", {"count": 5, "reason": "x"}, "unsold-collected.again", {"count": 5}),
    ("unsold-collected", {"count": 5, "expected": 5, "reason": "x"}, "unsold-collected.again", {"count": 5}),
    ("unsold-collected", {"count": 5, "expected": 4, "reason": "x"}, "unsold-collected.again-differs", {"count": 5}),
    ("call-taken-back", {"keyed_by": "luz", "reason": ""}, "call-taken-back.keyed", {"keyed_by": "luz", "reason": ""}),
    ("call-taken-back", {"keyed_by": None, "reason": ""}, "call-taken-back", {"keyed_by": None}),
    ("call-taken-back", {"card": "B-1/4"}, "call-taken-back", {"card": "B-1/4"}),
    ("case-closed", {"cause": "x", "reason": ""}, "case-closed.of", {"cause": "x", "reason": ""}),
    ("case-closed", {"cause": "x", "is_untrue": True}, "case-closed.of-untrue", {"cause": "x"}),
    ("case-closed", {"is_untrue": True}, "case-closed-untrue", {"is_untrue": True}),
    ("case-closed", {"is_untrue": False}, "case-closed", {"is_untrue": False}),
    (
        "game-voided",
        {"recovered": [{"amount": 200}, {"amount": 350}], "reason": ""},
        "game-voided.recovered",
        {"back": 550, "reason": ""},
    ),
    ("game-voided", {"recovered": [], "reason": "", "cause": "x"}, "game-voided", {"recovered": [], "cause": "x"}),
    ("prize-paid", {"amount": 5, "person": None}, "prize-paid.cash", {"amount": 5}),
    ("prize-paid", {"person": "ana", "means": "cash"}, "prize-paid.person", {"person": "ana"}),
    ("prize-paid", {"person": "ana", "means": "account"}, "prize-paid.account", {"person": "ana"}),
    ("refund-paid", {"person": "ana", "cards": RANGE}, "refund-paid.account", {"person": "ana", **OF_RANGE}),
    ("refund-paid", {"person": "", "cards": None}, "refund-paid.cash", {"person": ""}),
    ("cards-sold", {"person": None, "cards": ONE}, "cards-sold.cash", OF_ONE),
    ("cards-sold", {"person": "ana", "cards": RANGE}, "cards-sold.account", OF_RANGE),
    ("cards-taken-back", {"cards": RANGE}, "cards-taken-back.cash", OF_RANGE),
    ("cards-returned", {"person": "ana", "cards": ONE}, "cards-returned", OF_ONE),
    ("money-asked", {"amount": 0, "is_paid_in": True}, "money-asked.none", {"amount": 0}),
    ("money-asked", {"amount": 0, "is_paid_in": False}, "money-asked.none", {"amount": 0}),
    ("money-asked", {"amount": 5, "is_paid_in": True}, "money-asked", {"amount": 5}),
    ("money-asked", {"amount": 5, "is_paid_in": False}, "money-asked.out", {"amount": 5}),
    ("sale-corrected", {"was_sold": True, "reason": "x"}, "sale-corrected.sold", {"was_sold": True, "reason": "x"}),
    ("sale-corrected", {"was_sold": True, "reason": ""}, "sale-corrected.sold-bare", {"was_sold": True}),
    ("sale-corrected", {"was_sold": False, "reason": "x"}, "sale-corrected.unsold", {"was_sold": False}),
    ("sale-corrected", {"was_sold": False, "reason": ""}, "sale-corrected.unsold-bare", {"was_sold": False}),
    ("sale-corrected", {"reason": "", "count": 0}, "sale-corrected", {"count": 0}),
    ("game-ended", {"note": "", "reason": None, "count": 0}, "game-ended", {"count": 0}),
    *(
        ("game-ended", one, "game-ended", one)
        for one in (
            *({"is_complaint": True}, {"keyed_by": "luz"}, {"was_sold": True, "reason": "x"}, {"balls": 5}),
            *({"recovered": [{"amount": 5}]}, {"is_on": False}, {"in_order": False}, {"person": "ana"}),
        )
    ),
    ("game-ended", {"note": "x", "reason": "y"}, "game-ended", {"note": "x", "reason": "y"}),
)
"""An event, the code of its sentence, and facts that it tells: of a note or a reason that nobody gave none."""


PLAIN = {"entry-written", "call-taken-back", "game-voided", "game-ended"}
"""Sentences that tell no note and no reason where there is none."""


@pytest.mark.parametrize(("kind", "event", "code", "facts"), CASES)
def test_an_event_of_a_hall_has_its_sentence(
    kind: str, event: dict[str, Any], code: str, facts: dict[str, Any]
) -> None:
    found, told = log_wording(kind, event)
    whole = {} if kind == "said" else event
    if kind == "sale-corrected" or code in PLAIN:
        whole = {name: one for name, one in event.items() if one or name not in ("note", "reason")}
    assert (found, told) == (code, {**whole, **facts})


@pytest.mark.parametrize("kind", sorted({kind for kind, *_ in CASES}))
@pytest.mark.parametrize("given", ["note", "reason"])
def test_what_nobody_wrote_beside_a_plain_event_is_not_told(kind: str, given: str) -> None:
    plain = f"{kind}-of-another-kind"
    assert log_wording(plain, {given: "", "count": 0}) == (plain, {"count": 0})
    assert log_wording(plain, {given: "x", "count": 0}) == (plain, {given: "x", "count": 0})
