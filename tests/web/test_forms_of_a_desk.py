"""The forms of a post of the house, whole: in which place of its page each stands, what each asks for and under which
title, and the act that is read from what somebody sends.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from tapete.catalogue import entries
from tapete.kernel import Amount, CardFace, Choice, Count, Field, FixedValue, Offer, People, PersonId, Text
from tapete.table.staff import Role
from tapete.web.hall_sign import SIGN, HallSign
from tapete.web.house_desk import (
    ELSEWHERE,
    POSTS,
    Desk,
    DeskField,
    DeskForm,
    desk_of,
    is_holder,
    opening_act,
    own_forms,
    person_rows,
    read_desk_act,
    table_forms,
)
from tapete.web.problems import ProblemError
from tapete.words import act, label


def form_of(offer: Offer, lang: str = "es") -> DeskForm:
    """Return the form of an offer, wherever a page has it."""
    desk = desk_of((offer,), lang)
    places = (*desk.of_person.values(), *desk.of_slip.values(), desk.new_slips, desk.of_day, desk.other_forms)
    (form,) = [one for place in places for one in place]
    return form


def bare(form: DeskForm) -> DeskForm:
    """Return a form without the id of its command, which is another each time."""
    assert len(form.command) == 16
    assert int(form.command, 16) >= 0
    return form._replace(command="")


def titled(name: str, lang: str = "es") -> str:
    return label("house-field", name, lang)


FIELDS: dict[tuple[str, Field], DeskField] = {
    ("minutes", Amount(1, 2)): DeskField("minutes", "number", titled("minutes")),
    ("amount", Amount(1, 2)): DeskField("amount-euros", "money", titled("amount")),
    ("chips", Amount()): DeskField("chips-euros", "money", titled("chips")),
    ("day", Text()): DeskField("day", "day", titled("day")),
    ("until", Text()): DeskField("until", "day", titled("until"), (), False),
    ("begin", Text()): DeskField("begin", "time", titled("begin")),
    ("end", Text()): DeskField("end", "time", titled("end")),
    ("text", Text()): DeskField("text", "text", titled("text")),
    ("reason", Text()): DeskField("reason", "text", titled("reason")),
    ("text", CardFace()): DeskField("text", "text", titled("text")),
    ("text", Count()): DeskField("text", "text", titled("text")),
    ("person", People(("ana", "system:house"))): DeskField(
        "person", "choice", titled("person"), (("ana", "ana"), ("system:house", "el establecimiento"))
    ),
    ("means", Choice(("cash", "card"))): DeskField(
        "means",
        "choice",
        titled("means"),
        (("cash", label("means", "cash", "es")), ("card", label("means", "card", "es"))),
        False,
    ),
    ("role", Choice(("cashier", "croupier"))): DeskField(
        "role",
        "choice",
        titled("role"),
        (("cashier", label("role", "cashier", "es")), ("croupier", label("role", "croupier", "es"))),
        False,
    ),
    ("kind", Choice(("count",))): DeskField(
        "kind", "choice", titled("kind"), (("count", label("slip", "count", "es")),), False
    ),
    ("table", Choice(("", "mesa", 3))): DeskField(
        "table", "choice", titled("table"), (("", "—"), ("mesa", "mesa"), ("3", "3")), False
    ),
}


@pytest.mark.parametrize(("name", "field"), FIELDS, ids=lambda one: one if isinstance(one, str) else type(one).__name__)
def test_each_kind_of_field_is_asked_for_in_its_own_way(name: str, field: Field) -> None:
    assert form_of(Offer("any-act", {name: field})).fields == (FIELDS[name, field],)


def test_a_form_has_what_is_settled_in_its_name_and_asks_for_the_rest() -> None:
    told = {"kind": FixedValue("fill"), "table": FixedValue("mesa"), "role": FixedValue("cashier")}
    asked: dict[str, Field] = {"chips": Amount(), "serial": FixedValue(3), "done": FixedValue(True)}
    name = f"{act('write-slip', {}, 'en')} · {label('slip', 'fill', 'en')} · mesa · {label('role', 'cashier', 'en')}"
    fixed = {"kind": "fill", "table": "mesa", "role": "cashier", "serial": "3", "done": "True"}
    field = DeskField("chips-euros", "money", titled("chips", "en"))
    assert bare(form_of(Offer("write-slip", told | asked), "en")) == DeskForm("write-slip", name, fixed, (field,), "")
    bare_name = form_of(Offer("go-on-duty", {"table": FixedValue(""), "role": Choice(("cashier",))})).name
    assert bare_name == act("go-on-duty", {}, "es")
    assert form_of(Offer("open-day")).command != form_of(Offer("open-day")).command


@pytest.mark.parametrize("house", ["", "Casino de Prueba"])
def test_people_are_asked_for_by_the_names_that_they_have_in_the_house(house: str) -> None:
    hung = SIGN.set(HallSign(house=house))
    try:
        for fields, wanted in (
            ({}, "player"),
            ({"role": Choice(("cashier",))}, "account"),
            ({"role": FixedValue("cashier")}, "account"),
        ):
            form = form_of(Offer("any-act", {"person": Text(), "text": Text(), **fields}))
            titles = [one.title for one in form.fields][:2]
            assert titles == [titled(wanted if house else "person"), titled("text")]
    finally:
        SIGN.reset(hung)


def test_each_form_stands_where_the_page_looks_for_it() -> None:
    def offer(tag: str, **fixed: Any) -> Offer:
        return Offer(tag, {name: FixedValue(value) for name, value in fixed.items()})

    offers = [
        *(Offer(tag) for tag in sorted(ELSEWHERE)),
        offer("write-slip", kind="fill"),
        offer("write-slip", kind="count", person="ana"),
        offer("sign-slip", serial=1),
        offer("confirm-difference", serial=2),
        offer("tear-slip", serial=1),
        offer("admit", person="ana"),
        offer("expel", person="bea"),
        offer("sell-chips", person="ana"),
        Offer("admit", {"person": Text()}),
        offer("open-day"),
        offer("close-day"),
        offer("answer-complaint", serial=1),
    ]
    desk = desk_of(offers, "es")
    assert desk_of([], "es") == Desk({}, {}, (), (), ())

    def acts(forms: Any) -> list[tuple[str, dict[str, str]]]:
        return [(one.act, dict(one.fixed_fields)) for one in forms]

    assert {who: acts(forms) for who, forms in desk.of_person.items()} == {
        "ana": [("admit", {"person": "ana"}), ("sell-chips", {"person": "ana"})],
        "bea": [("expel", {"person": "bea"})],
    }
    assert {slip: acts(forms) for slip, forms in desk.of_slip.items()} == {
        "1": [("sign-slip", {"serial": "1"}), ("tear-slip", {"serial": "1"})],
        "2": [("confirm-difference", {"serial": "2"})],
    }
    assert acts(desk.new_slips) == [
        ("write-slip", {"kind": "fill"}),
        ("write-slip", {"kind": "count", "person": "ana"}),
    ]
    assert acts(desk.of_day) == [("open-day", {}), ("close-day", {})]
    assert acts(desk.other_forms) == [("admit", {}), ("answer-complaint", {"serial": "1"})]


def test_a_player_is_asked_for_what_he_does_about_himself_alone() -> None:
    everything = {"text": Text(), "until": Text(), "amount": Amount(), "minutes": Amount(), "table": Choice(("mesa",))}
    offers = [
        Offer(tag, dict(everything)) for tag in ("complain", "exclude-oneself", "limit-loss", "limit-time", "admit")
    ]
    forms = own_forms(offers, "fr")
    assert [one.act for one in forms] == ["complain", "exclude-oneself", "limit-loss", "limit-time"]
    for form in forms:
        excludes = form.act == "exclude-oneself"
        required = {one.name: (one.is_required, one.title) for one in form.fields}
        until = titled("excluded-until", "fr")
        if excludes:
            assert required == dict.fromkeys(("text", "until", "amount-euros", "minutes", "table"), (True, until))
        else:
            assert required == {
                "text": (True, titled("text", "fr")),
                "until": (True, titled("until", "fr")),
                "amount-euros": (False, titled("amount", "fr")),
                "minutes": (False, titled("minutes", "fr")),
                "table": (False, titled("table", "fr")),
            }


NO_SUMS = {"chips": 0, "cash": 0, "vouchers": 0, "kept_money": 0}


@pytest.mark.parametrize(
    ("fields", "what"),
    [
        (
            {"act": "admit", "person": "Doña Rosa", "text": "Doña Rosa"},
            {"act": "admit", "person": "dona-rosa", "text": "Doña Rosa"},
        ),
        (
            {"act": "sell-chips", "amount-euros": "1.000", "command": "k", "lang": "es"},
            {"act": "sell-chips", "amount": 100_000},
        ),
        ({"act": "write-slip"}, {"act": "write-slip", **NO_SUMS}),
        ({"act": "write-slip", "cash-euros": "2"}, {"act": "write-slip", **NO_SUMS, "cash": 200}),
        ({"act": "sign-slip", "cash-euros": "2"}, {"act": "sign-slip", "cash": 200}),
        ({"act": "limit-loss"}, {"act": "limit-loss", "amount": None}),
        ({"act": "limit-loss", "amount-euros": " "}, {"act": "limit-loss", "amount": None}),
        ({"act": "limit-loss", "amount-euros": "5"}, {"act": "limit-loss", "amount": 500}),
        ({"act": "limit-loss", "minutes": ""}, {"act": "limit-loss", "amount": None, "minutes": ""}),
        ({"act": "limit-time"}, {"act": "limit-time", "minutes": None}),
        ({"act": "limit-time", "minutes": "\t"}, {"act": "limit-time", "minutes": None}),
        ({"act": "limit-time", "minutes": "30"}, {"act": "limit-time", "minutes": "30"}),
        ({"amount-euros": "1"}, {"amount": 100}),
        ({}, {}),
    ],
)
def test_a_form_is_read_as_plain_data(fields: dict[str, str], what: dict[str, Any]) -> None:
    assert read_desk_act(fields, "es") == what
    assert "amount-euros" not in what


def test_an_amount_at_a_desk_is_read_in_the_language_of_the_page() -> None:
    given = {"act": "sell-chips", "amount-euros": "1,000"}
    assert read_desk_act(given, "en") == {"act": "sell-chips", "amount": 100_000}
    with pytest.raises(ProblemError):
        read_desk_act(given, "es")


def test_three_posts_have_pages_and_their_holders_alone_are_theirs() -> None:
    assert dict(POSTS) == {"caja": Role.CASHIER, "puerta": Role.ADMISSION, "direccion": Role.DIRECTOR}
    for posts in ((), (Role.CASHIER,), (Role.ADMISSION, Role.DIRECTOR)):
        view: Any = type("View", (), {"posts": posts})
        assert [role for role in POSTS.values() if is_holder(view, role)] == list(posts)


def test_a_director_opens_tables_of_every_game_that_has_pages() -> None:
    games = ("punto-y-banca", "mini", "chemin-de-fer", "dos-panos", "banca-libre", "bingo")
    for lang in ("es", "en", "fr"):
        assert table_forms(lang) == tuple((one, label("game", one, lang)) for one in games)


def test_a_desk_has_a_line_for_each_person_whom_it_sees_or_may_do_something_for() -> None:
    ana, bea, carla, dani = map(PersonId, ("ana", "bea", "carla", "dani"))
    one = SimpleNamespace(person=carla, chips=5)
    other = SimpleNamespace(person=ana, since="10:00")
    duties = (
        SimpleNamespace(person=bea, role="cashier", table=""),
        SimpleNamespace(person=bea, role="croupier", table="mesa"),
    )
    view: Any = SimpleNamespace(customers=(one,), visitors=(other,), duties=duties)
    desk = desk_of((Offer("admit", {"person": FixedValue("dani")}),), "es")
    posts = [label("role", "cashier", "es"), f"{label('role', 'croupier', 'es')} · mesa"]
    line = {"mark": "", "customer": None, "visitor": None, "duties": [], "forms": ()}
    assert person_rows(view, desk, "es") == (
        {**line, "person": ana, "visitor": other},
        {**line, "person": bea, "duties": posts},
        {**line, "person": carla, "customer": one},
        {**line, "person": dani, "forms": desk.of_person["dani"]},
    )


@pytest.mark.parametrize(
    ("game", "key", "limits"),
    [
        ("punto-y-banca", "punto-y-banca", (1_000, 50_000)),
        ("mini", "punto-y-banca", (500, 25_000)),
        ("chemin-de-fer", "chemin-de-fer", (1_000, None)),
        ("dos-panos", "dos-panos", (1_000, 0)),
        ("banca-libre", "dos-panos", (1_000, 0)),
    ],
)
def test_a_table_has_the_limits_that_were_typed_and_else_those_of_its_demo(
    game: str, key: str, limits: tuple[int, int | None]
) -> None:
    name = "m" * 40
    for least, most in ((None, None), (2_000, None), (None, 70_000), (2_000, 70_000)):
        found, what = opening_act(game, name, least, most)
        expected = (least or limits[0], most or limits[1] if limits[1] else limits[1])
        assert (found, what.name, what.minimum, getattr(what, "maximum", None)) == (key, name, *expected)
        posts = entries()[key].all_posts
        assert what.staff, "somebody has to be there"
        assert {str(role): str(who) for role, who in what.staff.items()} == {
            str(role): f"{'m' * 28}-{posts[role].link}" for role in what.staff
        }
    for wrong in ("none", ""):
        with pytest.raises(KeyError):
            opening_act(wrong, name, None, None)
    with pytest.raises(msgspec.ValidationError):
        opening_act(game, "m" * 41, None, None)
