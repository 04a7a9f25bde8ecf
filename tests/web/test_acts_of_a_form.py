"""The act that is read from a form of a table, whole: amounts, cards, what is noted for somebody, the effects of a
ruling; and each thing that a form may get wrong.
"""

from __future__ import annotations

from typing import Any

import pytest

from tapete.cards import RANKS, SUITS
from tapete.web.forms import RULING_LINES, SHADOWED, pseudonym, read_card, sent_name, to_act
from tapete.web.problems import ProblemError

NOTABLE = {"stake": ("bet", "amount"), "bid": ("amount", "playing"), "sit": ("seat",)}
EFFECTS = {"void-coup": (), "bar-person": ("person", "coups"), "discard": ("position",)}

READ: list[tuple[dict[str, str], dict[str, Any]]] = [
    ({}, {"act": ""}),
    ({"act": "sit", "seat": "3"}, {"act": "sit", "seat": "3"}),
    (
        {
            "act": "x",
            "at": "1",
            "command": "c",
            "lang": "es",
            "press": "p",
            "shown": "s",
            "a.b": "1",
            ".": "2",
            "free": "f",
        },
        {"act": "x", "free": "f"},
    ),
    *(({"act": "x", f"act-{name}": "v"}, {"act": "x", name: "v"}) for name in sorted(SHADOWED)),
    *(({"act": "x", name: "v"}, {"act": "x", name: "v"}) for name in sorted(SHADOWED)),
    ({"act": "buy-in", "amount-euros": "12,50"}, {"act": "buy-in", "amount": 1_250}),
    ({"act": "buy-in", "amount-euros": "nada", "amount": "700"}, {"act": "buy-in", "amount": "700"}),
    ({"act": "buy-in", "amount": "700"}, {"act": "buy-in", "amount": "700"}),
    ({"act": "c", "paid-euros": "5"}, {"act": "c", "paid": 500}),
    ({"act": "c", "paid-euros": " +5 "}, {"act": "c", "paid": 500}),
    ({"act": "c", "paid-euros": "-5"}, {"act": "c", "paid": -500}),
    ({"act": "c", "paid-euros": "−1.000,50"}, {"act": "c", "paid": -100_050}),
    ({"act": "c", "paid-euros": "- 5"}, {"act": "c", "paid": -500}),
    ({"act": "c", "paid-euros": "0"}, {"act": "c", "paid": 0}),
    ({"act": "c", "known-card": "12:3", "card-number": "7"}, {"act": "c", "coup": "12", "position": 2}),
    ({"act": "c", "known-card": "99999:999"}, {"act": "c", "coup": "99999", "position": 998}),
    ({"act": "c", "known-card": "other", "coup": "4", "card-number": "1"}, {"act": "c", "coup": "4", "position": 0}),
    ({"act": "c", "card-number": "007"}, {"act": "c", "position": 6}),
    ({"act": "c", "card-number": "999"}, {"act": "c", "position": 998}),
    ({"act": "c", "position": "5"}, {"act": "c", "position": "5"}),
    ({"act": "c", "face": "7s"}, {"act": "c", "face": "7s"}),
    ({"act": "c", "rank": "7", "suit": "h"}, {"act": "c", "face": "7h"}),
    ({"act": "c", "rank": "10", "suit": "c"}, {"act": "c", "face": "Tc"}),
    ({"act": "c", "rank": "K", "suit": "d"}, {"act": "c", "face": "Kd"}),
    ({"act": "c", "rank": "A", "suit": "s"}, {"act": "c", "face": "As"}),
    ({"act": "c", "face": "7p", "rank": "3"}, {"act": "c", "face": "7s"}),
    (
        {"act": "note-act", "noted": "stake", "person": "ana", "bet": "punto", "amount": "700", "seat": "1"},
        {"act": "note-act", "person": "ana", "what": {"act": "stake", "bet": "punto", "amount": 700}},
    ),
    (
        {
            "act": "note-act",
            "noted": "bid",
            "new-person": "Doña Rosa",
            "person": "ana",
            "amount-euros": "7",
            "amount": "1",
        },
        {"act": "note-act", "person": "dona-rosa", "what": {"act": "bid", "amount": 700}},
    ),
    (
        {"act": "note-act", "noted": "bid", "playing-euros": "2", "amount": "0", "new-person": " "},
        {"act": "note-act", "person": "", "what": {"act": "bid", "amount": 0, "playing": 200}},
    ),
    (
        {"act": "note-act", "noted": "bid", "playing": "9999999999999", "person": "ana"},
        {"act": "note-act", "person": "ana", "what": {"act": "bid", "playing": 9_999_999_999_999}},
    ),
    (
        {"act": "note-act", "noted": "sit", "person": "ana", "seat": "4", "amount": "x", "amount-euros": "5"},
        {"act": "note-act", "person": "ana", "what": {"act": "sit", "seat": "4"}},
    ),
    (
        {
            "act": "rule",
            "effect.1": "bar-person",
            "person.1": "ana",
            "coups.1": "3",
            "position.1": "9",
            "effect.2": "void-coup",
            "person.2": "bea",
            "effect.3": "bar-person",
            "effect.4": "none",
        },
        {
            "act": "rule",
            "effects": [
                {"effect": "bar-person", "person": "ana", "coups": "3"},
                {"effect": "void-coup"},
                {"effect": "bar-person"},
            ],
        },
    ),
    (
        {"act": "rule", "effect.3": "discard", "position.3": "2"},
        {"act": "rule", "effects": [{"effect": "discard", "position": "2"}]},
    ),
    (
        {"act": "rule", "given-effects": '[{"effect": "x"}]', "effect.1": "none"},
        {"act": "rule", "effects": [{"effect": "x"}]},
    ),
    ({"act": "rule", "given-effects": "[]"}, {"act": "rule"}),
    ({"act": "rule", "given-effects": "3"}, {"act": "rule", "effects": 3}),
]


@pytest.mark.parametrize("fields", range(len(READ)))
def test_a_form_is_the_act_that_it_says(fields: int) -> None:
    sent, what = READ[fields]
    before = dict(sent)
    assert to_act(sent, "es", NOTABLE, EFFECTS) == what
    assert sent == before


WRONG: list[tuple[dict[str, str], str]] = [
    ({"amount-euros": "nada"}, "amount"),
    *(({"paid-euros": text}, "amount") for text in ("", "-", "+", "--5", "+-5", "-+5", "5-", "nada")),
    *(
        ({"card-number": text}, "card-number")
        for text in ("", "0", "000", "1000", "-1", "+1", "1.0", "a", "١", "²", " 1")
    ),
    *(
        ({"known-card": text}, "card-number")
        for text in ("", ":", "1", "1:", ":1", "a:1", "1:a", "100000:1", "1:0", "1:1000", "1:2:3", "-1:2", "١:1", "²:1")
    ),
    *(({"face": text}, "card") for text in ("x", "7", "11s", "7 of", "s7")),
    ({"face": "7c"}, "card-suit"),
    ({"rank": "7"}, "card"),
    ({"suit": "s"}, "card"),
    ({"face": "", "rank": "", "suit": ""}, "card"),
    ({"noted": "none", "person": "ana"}, "noted"),
    ({"noted": "", "person": "ana"}, "noted"),
    *(({"noted": "bid", "amount": text}, "amount") for text in ("", "x", "-5", "10000000000000", "١", "²", "1.5")),
    ({"noted": "bid", "playing": "x"}, "amount"),
    ({"noted": "stake", "amount-euros": "nada"}, "amount"),
    ({"effect.1": "none"}, "effect"),
    ({"effect.3": ""}, "effect"),
    ({"given-effects": "[0.5]"}, "numbers are whole: amounts in cents"),
]


@pytest.mark.parametrize("number", range(len(WRONG)))
def test_a_form_that_gets_something_wrong_is_told_what(number: int) -> None:
    sent, said = WRONG[number]
    with pytest.raises(ProblemError) as found:
        to_act({"act": "x", **sent}, "es", NOTABLE, EFFECTS)
    problem = found.value.problem
    assert (problem.status, problem.code, problem.detail) == (400, "malformed", said)


def test_nothing_is_noted_and_no_effect_is_known_where_the_game_names_none() -> None:
    for fields, said in (({"noted": "stake"}, "noted"), ({"effect.1": "void-coup"}, "effect")):
        with pytest.raises(ProblemError) as found:
            to_act({"act": "x", **fields})
        assert found.value.problem.detail == said
    assert RULING_LINES == (1, 2, 3)


def test_fields_that_a_form_has_itself_are_sent_under_another_name() -> None:
    names = ("form", "action", "method", "target", "elements", "length", "amount", "act", "act-amount")
    sent = ("act-form", "act-action", "act-method", "act-target", "act-elements", "act-length")
    assert tuple(map(sent_name, names)) == (*sent, "amount", "act", "act-amount")


@pytest.mark.parametrize(
    ("text", "name"),
    [("Ñandú", "nandu"), ("  José   María\tPérez ", "jose-maria-perez"), ("ﬁn", "fin"), ("Øre", "øre"), ("", "")],
)
def test_a_name_is_written_as_pseudonyms_are(text: str, name: str) -> None:
    assert pseudonym(text) == name


def test_every_card_is_keyed_by_its_rank_and_any_name_of_its_suit() -> None:
    suits = {"s": "sSpP♠", "h": "hH♥", "d": "dD♦", "c": "tTcC♣"}
    assert set(suits) == set(SUITS)
    for rank in (*RANKS, "10"):
        for suit, signs in suits.items():
            for sign in signs:
                card = f"{'T' if rank == '10' else rank}{suit}"
                for text in (f"{rank}{sign}", f" {rank.lower()} {sign} ", f"{rank} of {sign}", f"{rank} de {sign}"):
                    assert read_card(text) == read_card(text, "en") == card, text
                    if sign not in "cC":
                        assert read_card(text, "es") == read_card(text, "fr") == card, text
