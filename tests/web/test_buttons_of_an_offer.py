"""From offers to buttons, whole: what is settled, what is asked for and how, the letters, and the ids of commands."""

from __future__ import annotations

import hashlib
import hmac
from typing import Any

import msgspec
import pytest

from tapete.clauses import Cite, register
from tapete.kernel import Amount, CardFace, Choice, Count, FixedValue, Note, Offer, People, PersonId, Text
from tapete.kernel.offers import Effects, Several
from tapete.web.action_buttons import CHOSEN, SECRET, Action, Field, actions, command, name_of, stored_command
from tapete.words import act, label

ANA = PersonId("ana")
YES, NO = (label("ui", one, "es") for one in ("yes", "no"))


def button(offer: Offer, person: PersonId = ANA, lang: str = "es", **named: Any) -> Action:
    (found,) = actions([offer], "mesa", person, 7, lang, **named)
    return found


def asked(name: str, field: Any, **beside: Any) -> Field:
    """Return how a field of an offer is asked for."""
    (found,) = button(Offer("any-act", {name: field, **beside})).fields
    return found


def titled(topic: str, *values: str) -> tuple[tuple[str, str], ...]:
    return tuple((one, label(topic, one, "es")) for one in values)


FIELDS: list[tuple[str, Any, Field]] = [
    ("amount", Amount(), Field("amount", "money", is_required=True)),
    ("amount", Amount(500, 1_000), Field("amount", "money", (), 500, 1_000, is_required=True)),
    ("depth", Count(1, 9), Field("depth", "number", (), 1, 9, is_required=True)),
    ("depth", Count(1, 9, optional=True), Field("depth", "number", (), 1, 9)),
    ("reason", Text(), Field("reason", "text", is_required=True)),
    ("reason", Text(optional=True), Field("reason", "text")),
    ("face", CardFace(), Field("face", "card")),
    ("seat", Choice((1, 2, None)), Field("seat", "choice", (("1", "1"), ("2", "2"), ("", "—")))),
    ("is_done", Choice((True, False)), Field("is_done", "choice", (("true", YES), ("false", NO)))),
    ("position", Choice((0, 3)), Field("position", "choice", (("0", "n.º 1"), ("3", "n.º 4")))),
    ("position", Choice(("a", "b")), Field("position", "choice", (("a", "a"), ("b", "b")))),
    (
        "leader",
        People(("ana-mesa", "mesa-j2")),
        Field("leader", "choice", (("ana-mesa", "ana"), ("mesa-j2", "jugador B"))),
    ),
    ("joined_to", People(("ana-mesa", "bea")), Field("joined_to", "choice", (("ana-mesa", "ana"), ("bea", "bea")))),
    ("other", People(("ana-mesa", "bea")), Field("other", "choice", (("ana-mesa", "ana-mesa"), ("bea", "bea")))),
    (
        "person",
        Choice(("ana-mesa", "bea")),
        Field("person", "choice", (("", "—"), ("ana-mesa", "ana"), ("bea", "bea")), is_required=True),
    ),
    ("second", People(("luz-mesa",)), Field("second", "choice", (("", "—"), ("luz-mesa", "luz")), is_required=True)),
    ("second", Choice(("luz-mesa",)), Field("second", "choice", (("", "—"), ("luz-mesa", "luz")), is_required=True)),
    ("kind", Choice(("x", "y")), Field("kind", "choice", (("", "—"), *titled("irregularity", "x", "y")))),
    (
        "watched",
        Choice((True, False)),
        Field("watched", "choice", (("", "—"), ("true", YES), ("false", NO)), is_required=True),
    ),
    (
        "uncovered",
        Choice((True, False)),
        Field("uncovered", "choice", (("", "—"), ("true", YES), ("false", NO)), is_required=True),
    ),
    (
        "against",
        Choice(("punto", "x")),
        Field("against", "choice", (("", "—"), *titled("party", "punto", "x")), is_required=True),
    ),
    *(
        (name, Choice(("punto", "banca")), Field(name, "choice", titled(topic, "punto", "banca")))
        for name, topic in (
            *(("cause", "cause"), ("accident", "irregularity"), ("hand", "hand"), ("bet", "bet"), ("role", "role")),
            *(("window", "window"), ("word", "word"), ("fault_of", "party"), ("place", "hand"), ("falls_to", "hand")),
        )
    ),
    ("anything", Choice(("punto", "banca")), Field("anything", "choice", (("punto", "punto"), ("banca", "banca")))),
]


@pytest.mark.parametrize("number", range(len(FIELDS)))
def test_each_kind_of_field_is_asked_for_in_its_own_way(number: int) -> None:
    name, field, made = FIELDS[number]
    assert asked(name, field) == made


def test_nothing_is_chosen_beforehand_of_what_somebody_has_to_say() -> None:
    assert {"second", "kind", "person", "against", "uncovered", "watched"} == CHOSEN


def test_a_card_is_asked_for_by_its_number_and_its_place() -> None:
    for beside, said in (
        ({"position": FixedValue(0)}, "n.º 1"),
        ({"position": FixedValue(4), "place": Note("punto")}, f"n.º 5, {label('hand', 'punto', 'es')}"),
        ({"position": FixedValue(4), "place": FixedValue("punto")}, "n.º 5"),
        ({"position": FixedValue("4")}, ""),
        ({}, ""),
    ):
        assert asked("face", CardFace(), **beside) == Field("face", "card", of=said)
    found = button(Offer("any-act", {"position": FixedValue(0), "reason": Text()})).fields
    assert found == (Field("reason", "text", is_required=True),)


@pytest.mark.parametrize(
    ("person", "order"),
    [("mesa-j3", "312"), ("mesa-j1", "123"), ("mesa-j9", "123"), ("ana", "123"), ("otra-j3", "123")],
)
def test_the_place_by_whose_link_somebody_came_stands_first(person: str, order: str) -> None:
    for name in ("seat", "place_of"):
        offer = Offer("sit", {name: Choice((1, 2, 3))})
        (field,) = button(offer, PersonId(person)).fields
        assert "".join(value for value, _ in field.options) == (order if name == "seat" else "123")


def test_a_button_holds_what_is_settled_and_its_clauses() -> None:
    cites = tuple(Cite(one) for one in list(register())[:2])
    fields: dict[str, Any] = {
        "yes": FixedValue(True),
        "no": FixedValue(False),
        "none": FixedValue(None),
        "number": FixedValue(3),
        "word": FixedValue("carta"),
        "single": Choice((5,)),
        "alone": People(("ana-mesa",)),
        "nothing": Choice((None,)),
        "note": Note("said"),
        "effects": Effects(),
        "several": Several((1, 2), 1, 2),
        "amount": Amount(1, 2),
        "reason": Text(),
    }
    offer = Offer("say", fields, True, cites)
    made = button(offer, lang="fr", game="chemin-de-fer", letters={"say": "s"})
    assert made == Action(
        tag="say",
        name=act("say", {"word": "carta", "game": "chemin-de-fer"}, "fr"),
        key="s",
        is_main=True,
        fixed_fields={
            "yes": "true",
            "no": "false",
            "none": "",
            "number": "3",
            "word": "carta",
            "single": "5",
            "alone": "ana-mesa",
            "nothing": "",
        },
        fields=(
            Field("amount", "money", (), 1, 2, is_required=True),
            Field("reason", "text", is_required=True),
        ),
        clauses=cites,
        command=command("mesa", ANA, 7, "say.carta"),
    )
    bare = button(Offer("say", {"word": FixedValue("carta")}))
    assert (bare.is_main, bare.key, bare.clauses, bare.fields) == (False, "", (), ())


def test_what_the_table_waits_for_stands_first_and_the_rest_in_the_order_of_the_offers() -> None:
    offers = [Offer("a"), Offer("b", main=True), Offer("hidden", main=True), Offer("c"), Offer("d", main=True)]
    found = actions(iter(offers), "mesa", ANA, 7, "es", frozenset({"hidden"}))
    assert [(one.tag, one.is_main) for one in found] == [("b", True), ("d", True), ("a", False), ("c", False)]
    assert [one.tag for one in actions(offers, "mesa", ANA, 7, "es")] == ["b", "hidden", "d", "a", "c"]


def test_a_letter_is_the_first_buttons_that_has_it() -> None:
    letters = {"say": "s", "say.no": "n", "sit": "s", "go": "g"}
    offers = [
        *(Offer("say", {"word": FixedValue(word)}) for word in ("carta", "no", "otra")),
        *(Offer("sit"), Offer("go"), Offer("rest"), Offer("stay")),
    ]
    found = actions(offers, "mesa", ANA, 7, "es", letters=letters)
    assert [one.key for one in found] == ["s", "n", "", "", "g", "", ""]


@pytest.mark.parametrize(
    ("fields", "name"),
    [
        ({}, "show"),
        *(({one: FixedValue("x")}, "show.x") for one in ("hand", "bet", "role", "word", "option")),
        ({"hand": FixedValue("h"), "bet": FixedValue("b")}, "show.h"),
        ({"option": FixedValue("o"), "word": FixedValue("w")}, "show.w"),
        ({"word": FixedValue("w"), "role": FixedValue("r")}, "show.r"),
        ({"role": FixedValue("r"), "bet": FixedValue("b")}, "show.b"),
        ({"hand": FixedValue(3), "bet": FixedValue("b")}, "show.b"),
        ({"hand": Choice(("h",))}, "show"),
        ({"hand": FixedValue("")}, "show"),
        ({"seat": FixedValue("x")}, "show"),
    ],
)
def test_a_button_is_named_by_the_value_that_tells_it_from_its_likes(fields: dict[str, Any], name: str) -> None:
    assert name_of(Offer("show", fields)) == name


def test_a_command_is_of_one_button_on_one_version_of_one_persons_page() -> None:
    assert len(SECRET) == 32
    text = b"mesa\nana\n7\nsit"
    assert command("mesa", ANA, 7, "sit") == hmac.new(SECRET, text, hashlib.sha256).hexdigest()[:32]
    whole = hashlib.sha256(b"ana\nk-1\nbody").hexdigest()
    assert stored_command(ANA, "k-1", b"body") == whole[:48]
    others = {
        stored_command(*one) for one in ((ANA, "k-1", b""), (ANA, "k-2", b"body"), (PersonId("bea"), "k-1", b"body"))
    }
    assert len(others) == 3
    assert whole[:48] not in others


def test_a_field_needs_no_more_than_its_name_and_kind() -> None:
    plain = {"options": (), "minimum": None, "maximum": None, "quick": (), "is_required": False}
    assert msgspec.structs.asdict(Field("a", "text")) == {
        "name": "a",
        "kind": "text",
        **plain,
        "title": "",
        "of": "",
        "groups": (),
    }
