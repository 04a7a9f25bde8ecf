"""What people and programs send, before any rule sees it: the bounds of bodies, forms, steps and ids, each with the
words of its refusal.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from tapete.games.punto_banco.acts import PlaceBet
from tapete.games.punto_banco.game import PUNTO_BANCO
from tapete.games.punto_banco.terms import Bet
from tapete.kernel import Step
from tapete.table.acts import Sit
from tapete.web.api.idempotency import require_key
from tapete.web.parsers import (
    KEYED_ACTS,
    SYSTEM_ACTS,
    PostedAct,
    cents,
    malformed_body,
    read_act,
    read_body,
    read_form,
    read_step,
    strict_json,
)
from tapete.web.problems import ProblemError

NO_JSON = "the body is not JSON in UTF-8 with whole numbers"
NO_FLOAT = "numbers are whole: amounts in cents"
TWICE = "a key stands twice"
DEEP = "too deep"
LARGE = "a number is too large"
LONG = "a text is too long"
SIGNS = "a text holds signs that are not text"


def refusal_of(read: Any, *given: Any, **named: Any) -> tuple[int, str, str] | None:
    """Return status, code and words of the problem with what was sent; ``None`` where it is taken."""
    try:
        read(*given, **named)
    except ProblemError as error:
        return error.problem.status, error.problem.code, error.problem.detail
    return None


def nested(depth: int, inner: str = "1") -> bytes:
    return f"{'[' * depth}{inner}{']' * depth}".encode()


def named(depth: int, inner: str = "1") -> bytes:
    return (depth * '{"a":' + inner + depth * "}").encode()


TAKEN = {
    b'{"a": [1, "b", null, true, false], "c": {}}': {"a": [1, "b", None, True, False], "c": {}},
    b'"\\t\\n\\r"': "\t\n\r",
    json.dumps("a" * 1000).encode(): "a" * 1000,
    json.dumps({"k" * 1000: 1}).encode(): {"k" * 1000: 1},
    b'" \\u007f\\ud7ff\\ue000"': " \x7f\ud7ff\ue000",
    b"9007199254740991": 2**53 - 1,
    b"-9007199254740991": 1 - 2**53,
    b"[true, 0]": [True, 0],
    '"ñ€"'.encode(): "ñ€",
}
"""Bodies, and what they hold."""


@pytest.mark.parametrize("raw", TAKEN)
def test_a_body_within_bounds_is_read_as_it_stands(raw: bytes) -> None:
    read = strict_json(raw)
    assert read == TAKEN[raw]
    assert json.dumps(read) == json.dumps(TAKEN[raw])


def test_a_body_is_read_to_a_depth_of_eight() -> None:
    for made in (nested, named):
        for inner in ("1", '"a"', "[]", "{}"):
            assert refusal_of(strict_json, made(8, inner)) is None, (made, inner)
            assert refusal_of(strict_json, made(9, inner)) == (400, "malformed", DEEP), (made, inner)


REFUSED = {
    b"1.0": NO_FLOAT, b"1e3": NO_FLOAT, b"NaN": NO_FLOAT, b"Infinity": NO_FLOAT, b"-Infinity": NO_FLOAT,
    b'{"a": [0.5]}': NO_FLOAT,
    b'{"a": 1, "a": 1}': TWICE, b'[{"b": {"a": 1, "c": 2, "a": 3}}]': TWICE,
    b"9007199254740992": LARGE, b"-9007199254740992": LARGE, b'{"a": [9007199254740992]}': LARGE,
    json.dumps("a" * 1001).encode(): LONG, json.dumps(["a" * 1001]).encode(): LONG,
    json.dumps({"a": "b" * 1001}).encode(): LONG, json.dumps({"k" * 1001: 1}).encode(): LONG,
    json.dumps([{"k" * 1001: 1}]).encode(): LONG,
    b'"\\u0000"': SIGNS, b'"\\u001f"': SIGNS, b'"\\u000b"': SIGNS, b'"\\ud800"': SIGNS, b'"\\udfff"': SIGNS,
    b'"\\u202a"': SIGNS, b'"\\u202e"': SIGNS, b'"\\u2066"': SIGNS, b'"\\u2069"': SIGNS, b'"a\\u202eb"': SIGNS,
    b'{"a\\u202e": 1}': SIGNS, b'{"a": {"\\u0000": 1}}': SIGNS, b'["a", "b\\u0001"]': SIGNS,
    b"": NO_JSON, b"{": NO_JSON, b"\xff": NO_JSON, b"'a'": NO_JSON, b'{"a": 1} 2': NO_JSON,
    b"\xef\xbb\xbf1": NO_JSON, b'"\n"': NO_JSON, b"[" * 100_000: NO_JSON, b"1" * 5_000: NO_JSON,
}  # fmt: skip
"""Bodies, and what is said of them."""


@pytest.mark.parametrize("raw", REFUSED, ids=lambda raw: ascii(raw[:24]))
def test_a_body_out_of_bounds_is_refused_with_its_reason(raw: bytes) -> None:
    assert refusal_of(strict_json, raw) == (400, "malformed", REFUSED[raw])


@pytest.mark.parametrize("sign", ["\u2029", "\u202f", "\u2065", "\u206a", "\u200e"])
def test_signs_beside_those_that_turn_a_text_are_text(sign: str) -> None:
    assert strict_json(json.dumps(sign).encode()) == sign


def test_an_act_is_posted_with_its_step_or_without_and_with_nothing_else() -> None:
    step = {"shoe": 1, "coup": 2, "window": "bets", "serial": 3}
    made = Step(1, 2, "bets", 3)
    assert read_body(b'{"what": {"act": "sit"}}') == PostedAct({"act": "sit"}, None)
    assert read_body(b'{"what": {}, "at": null}') == PostedAct({}, None)
    assert read_body(json.dumps({"what": {"a": 1}, "at": step}).encode()) == PostedAct({"a": 1}, made)
    for raw, words in (
        (b'{"at": null}', "Object missing required field `what`"),
        (b'{"what": [], "at": null}', "Expected `object`, got `array` - at `$.what`"),
        (b'{"what": {}, "by": 1}', "Object contains unknown field `by`"),
        (b"[]", "Expected `object`, got `array`"),
        (b'{"what": {"a": 0.5}}', NO_FLOAT),
    ):
        assert refusal_of(read_body, raw) == (400, "malformed", words), raw


def test_numbers_of_an_act_are_texts_in_a_form_alone_and_within_the_same_bounds() -> None:
    whole: dict[str, Any] = {"act": "place-bet", "bet": "punto", "amount": 2_000}
    typed = whole | {"amount": "2000"}
    placed = PlaceBet(Bet.PUNTO, 2_000)
    assert read_act(PUNTO_BANCO, whole) == placed
    assert read_act(PUNTO_BANCO, whole, lax=True) == placed
    assert read_act(PUNTO_BANCO, typed, lax=True) == placed
    assert refusal_of(read_act, PUNTO_BANCO, typed) == (400, "malformed", "Expected `int`, got `str` - at `$.amount`")
    most = {"act": "sit", "seat": str(2**53 - 1)}
    assert read_act(PUNTO_BANCO, most, lax=True) == Sit(2**53 - 1)
    for seat, lax in ((str(2**53), True), (2**53, True), (2**53, False), (-(2**53), False)):
        assert refusal_of(read_act, PUNTO_BANCO, most | {"seat": seat}, lax=lax) == (400, "malformed", LARGE)


STEPS = {
    "": None,
    "1.2.bets.3": Step(1, 2, "bets", 3),
    "0.0..0": Step(0, 0, "", 0),
    "99999999999.99999999999.x.99999999999": Step(99_999_999_999, 99_999_999_999, "x", 99_999_999_999),
}
NO_STEPS = (
    *("1.2.bets", "1.2.bets.3.4", "bets", "...", "1.2.bets.", ".2.bets.3", "1..bets.3"),
    *("100000000000.2.bets.3", "1.100000000000.bets.3", "1.2.bets.100000000000"),
    *("-1.2.bets.3", "1.-2.bets.3", "1.2.bets.-3", "١.2.bets.3", "1.٢.bets.3", "1.2.bets.٣", "²..bets.3"),
    *("a.2.bets.3", "1.b.bets.3", "1.2.bets.c", " 1.2.bets.3", "1.2.bets.3 "),
)


def test_a_step_is_four_parts_of_which_all_but_the_window_are_numbers() -> None:
    assert {text: read_step(text) for text in STEPS} == STEPS
    assert {text: refusal_of(read_step, text) for text in NO_STEPS} == dict.fromkeys(NO_STEPS, (400, "malformed", "at"))


def test_fields_of_a_form_stand_once_and_empty_ones_count_as_not_sent() -> None:
    assert read_form([("a", "1"), ("b", ""), ("c", " "), ("d", "x" * 1000)]) == {"a": "1", "c": " ", "d": "x" * 1000}
    assert read_form([]) == {}
    assert refusal_of(read_form, [("a", "1"), ("a", "1")]) == (400, "malformed", "a stands twice")
    assert read_form([("a", ""), ("a", "1")]) == {"a": "1"}
    for name in ("a", "name"):
        assert refusal_of(read_form, [(name, "x" * 1001)]) == (400, "malformed", LONG)
        assert refusal_of(read_form, [(name, "\x00")]) == (400, "malformed", SIGNS)
    assert read_form([("name", "Ana\u202e\u2066")]) == {"name": "Ana\u202e\u2066"}, "it is for whoever takes the name"
    for turning in "\u202e\u2066":
        assert refusal_of(read_form, [("note", f"Ana{turning}")]) == (400, "malformed", SIGNS)


def test_no_table_takes_from_people_what_chance_the_clock_and_the_hall_do() -> None:
    assert {"ball-out", "card-out", "lot-out"} == KEYED_ACTS
    assert KEYED_ACTS | {"away", "back", "lead-out", "seal-shoe", "seal-urn", "time-up"} == SYSTEM_ACTS


def test_what_cannot_be_read_is_told_by_what_is_wrong_with_it() -> None:
    error = malformed_body("the field")
    assert (error.problem.status, error.problem.code, error.problem.detail) == (400, "malformed", "the field")
    assert refusal_of(cents, "nada") == (400, "malformed", "amount")


@pytest.mark.parametrize(
    ("text", "lang", "amount"),
    [
        ("99999999999", "es", 9_999_999_999_900),
        ("99999999999,99", "es", 9_999_999_999_999),
        ("100000000000", "es", None),
        ("999.999.999.999", "es", 99_999_999_999_900),
        ("1.000.000.000.000", "es", None),
        ("1,000,000.05", "en", 100_000_005),
        ("1.000.000,5", "fr", 100_000_050),
        ("999 999 999 999", "fr", 99_999_999_999_900),
        ("0", "es", 0),
        ("0,01", "es", 1),
        ("0,10", "es", 10),
        ("0,001", "es", None),
        ("0.000", "es", None),
        ("-1", "es", None),
        ("+1", "es", None),
        ("", "es", None),
        (",5", "es", None),
        ("5,", "es", None),
    ],
)
def test_an_amount_has_so_many_figures_and_no_more(text: str, lang: str, amount: int | None) -> None:
    if amount is None:
        assert refusal_of(cents, text, lang) == (400, "malformed", "amount")
    else:
        assert cents(text, lang) == amount


def test_the_id_of_a_request_is_printable_and_has_one_to_eighty_signs() -> None:
    for key in ("a", "!", "~", "k-1", "x" * 80):
        require_key(key)
    for key in ("", " ", "a b", "x" * 81, "ñ", "a\n", "\x7f", "a\t"):
        assert refusal_of(require_key, key) == (400, "malformed", "Idempotency-Key"), key
