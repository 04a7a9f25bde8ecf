"""How each value of an act or an event is written in a notation: whose fields are people, what is left out, and how
lists, numbers and what nobody knows are told.
"""

from __future__ import annotations

from typing import Any

import pytest

from tapete.kernel import ActBody, PersonId
from tapete.record.notation import Action
from tapete.record.notation.text import UNKNOWN
from tapete.record.notation.verbs import Rule, Table, Verbs, _fill, _people, _word, actors_of, person
from tests.support.record.toy import Deal, Laid, Opened, Paid, Settle, Show, Stake, Staked, Toy, Turned

ANA, BEA = PersonId("ana"), PersonId("bea")


class Mixed(ActBody, frozen=True, tag="mixed"):
    """An act whose fields are people, or are not."""

    who: PersonId
    count: int
    perhaps: PersonId | None = None
    number: int | None = None
    text: str | None = None
    either: PersonId | int = 0
    several: tuple[PersonId, ...] = ()
    name: str = ""
    done: bool = False


def test_a_field_is_a_person_where_it_holds_one_or_nobody() -> None:
    assert _people(Mixed) == {"who", "perhaps"}
    assert [_people(one) for one in (Stake, Settle, Show, Deal)] == [set(), {"to"}, set(), set()]


@pytest.mark.parametrize(
    ("value", "word"),
    [(None, "null"), (True, "true"), (False, "false"), (0, "0"), (-5, "-5"), ("ana", "p1"), ("x", "x"), ([1], [1])],
)
def test_a_value_is_a_word(value: Any, word: Any) -> None:
    found = _word(value, {"ana": "p1", "true": "no"})
    assert (found, type(found)) == (word, type(word))


ACTORS = {"ana": "p1", "5": "five"}


@pytest.mark.parametrize(
    ("text", "tree", "written"),
    [
        ("{a}", {"a": "ana"}, "p1"),
        ("{a}", {"a": 5}, "five"),
        ("{a}", {"a": "eva"}, "eva"),
        ("{a:+} {b:+}", {"a": 5, "b": -3}, "+5 -3"),
        ("{a}", {"a": None}, UNKNOWN),
        ("{a}", {}, UNKNOWN),
        ("x {a[b]}", {"a": {"b": "ana"}}, "x p1"),
        ("{a[c]}", {"a": {"b": 1}}, UNKNOWN),
        ("{a}", {"a": ["ana", 1, None]}, f"p1 1 {UNKNOWN}"),
        ("{a}", {"a": []}, ""),
        ("{a}", {"a": [{"x": "ana", "y": 2}, {"x": "eva"}]}, "p1 2, eva"),
        ("{a}", {"a": [{"x": 1}, 2]}, "1, 2"),
        ("{a}", {"a": {"x": "ana", "y": None, "z": "", "w": [], "v": 0}}, "p1 0"),
        ("{a} {b}", {"a": "", "b": 2}, "2"),
        ("  {a}  ", {"a": 2}, "2"),
    ],
)
def test_a_result_is_filled_with_the_values_of_its_event(text: str, tree: dict[str, Any], written: str) -> None:
    assert _fill(text, tree, ACTORS) == written


def test_an_actor_stands_for_a_person() -> None:
    people = {"c": "carla", "p1": "ana"}
    due = {"carla": "c", "chief": "i", "director": "d", "system:house": "h", "ana": "p1"}
    assert actors_of(people) == due
    assert [person(one, people) for one in ("c", "i", "p1", "p2", "h")] == [
        "carla",
        "chief",
        "ana",
        "p2",
        "system:house",
    ]
    assert person("i", {"i": ""}) == "chief"


class Mixing(Toy):
    act_types = Toy.act_types | Mixed


TABLE = Table(
    opening="open",
    verbs={"stake": "put", "mixed": "mix"},
    fields={"mixed": ("count", "perhaps", "name")},
    results={
        "staked": "{person} {amount}",
        "paid": Rule(by="amount", texts={"5": "five to {person}", "0": "nothing"}),
        "turned": Rule(by="court", texts={"true": "court", "false": "{face}"}),
        "laid": "{face}",
    },
)
VERBS = Verbs(Mixing(), TABLE)


@pytest.mark.parametrize(
    ("act", "written"),
    [
        (Stake(5), ("put", ("5",), {})),
        (Deal(), ("deal", (), {})),
        (Settle(ANA), ("settle", ("p1",), {})),
        (Mixed(ANA, 3), ("mix", ("3",), {"who": "p1"})),
        (Mixed(BEA, 3, ANA), ("mix", ("3", "p1"), {"who": "bea"})),
        (Mixed(ANA, 3, name="ana"), ("mix", ("3",), {"who": "p1", "name": "ana"})),
        (Mixed(ANA, 3, BEA, name="x"), ("mix", ("3", "bea", "x"), {"who": "p1"})),
        (
            Mixed(ANA, 0, number=0, text="", either=ANA, several=(ANA,), done=True),
            (
                "mix",
                ("0",),
                {"who": "p1", "number": "0", "text": "", "either": "ana", "several": ["ana"], "done": "true"},
            ),
        ),
    ],
)
def test_an_act_is_its_verb_its_arguments_and_what_is_not_as_usual(act: Any, written: Any) -> None:
    assert VERBS.write(act, {"ana": "p1"}) == written
    verb, args, named = written
    assert VERBS.read(Action("c", verb, args, named), {"p1": "ana"}) == act


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (Staked(ANA, 5), ("p1 5",)),
        (Paid(ANA, 5), ("five to p1",)),
        (Paid(ANA, 0), ("nothing",)),
        (Paid(ANA, 7), ()),
        (Turned(0, "Ks", True), ("court",)),  # type: ignore[arg-type]
        (Turned(0, "9s", False), ("9s",)),  # type: ignore[arg-type]
        (Laid(0, "9s", True), ("9s",)),  # type: ignore[arg-type]
        (Laid(0, "9s", False), (UNKNOWN,)),  # type: ignore[arg-type]
        (Opened("sealed", 5), ()),  # type: ignore[arg-type]
    ],
)
def test_an_event_is_told_as_the_table_of_words_says(event: Any, told: tuple[str, ...]) -> None:
    assert VERBS.results([event], {"ana": "p1"}) == told
    assert VERBS.results([Staked(BEA, 1), event, event], {"ana": "p1"}) == ("bea 1", *told, *told)
