"""The full names of buttons of the two-cloth game: on which cloth, for whom and for how much, as the table has it; and
what somebody should know before he presses them.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tapete.games.dos_panos.terms import Hand, Phase, Spot
from tapete.kernel import PersonId
from tapete.web.action_buttons import Action, Field
from tapete.web.games.dos_panos import action_names
from tapete.words import fill, label

ANA, BEA, LUZ = PersonId("ana"), PersonId("bea"), PersonId("luz")
NAMES = {"ana": "Ana", "bea": "Bea"}


def button(tag: str, *fields: Field, **fixed: str) -> Action:
    return Action(tag, "NAME", "k", False, fixed, fields, (), "command")


def laid(person: PersonId, cloth: Hand, spot: Spot, amount: int) -> Any:
    return SimpleNamespace(person=person, cloth=cloth, spot=spot, amount=amount)


def cloths(**facts: Any) -> Any:
    """Bea has the bank, Ana and Luz play the hands, Ana looks."""
    usual: dict[str, Any] = {
        "me": SimpleNamespace(person=ANA, cloth=Hand.PRIMERO, seat=1, chips=90_00),
        "bank": SimpleNamespace(banker=BEA, in_play=400_00, deposit=50_00),
        "award": None,
        "phase": Phase.BETS,
    }
    coup = SimpleNamespace(
        banco=LUZ,
        cloths=(SimpleNamespace(hand="primero", holder=ANA), SimpleNamespace(hand="segundo", holder=LUZ)),
        laid=(
            laid(ANA, Hand.PRIMERO, Spot.CLOTH, 30_00),
            laid(ANA, Hand.PRIMERO, Spot.CLOTH, 5_00),
            laid(ANA, Hand.PRIMERO, Spot.LINE, 7_00),
            laid(ANA, Hand.SEGUNDO, Spot.CLOTH, 11_00),
            laid(BEA, Hand.PRIMERO, Spot.CLOTH, 13_00),
        ),
    )
    return SimpleNamespace(**{**usual, "coup": coup, **facts})


def looking(person: PersonId) -> Any:
    return SimpleNamespace(person=person, cloth=Hand.PRIMERO, seat=1, chips=90_00)


NAMED: list[tuple[Action, dict[str, Any], str]] = [
    (button("stake", cloth="segundo", spot="cloth"), {}, "Apostar en el segundo paño"),
    (button("stake", cloth="segundo", spot="line"), {}, "A la raya, segundo paño: juega la mitad"),
    (button("stake", cloth="segundo", spot="across"), {}, "A caballo: mitad en cada paño"),
    (button("stake", cloth="segundo", spot="other-cloth"), {}, "Desde el segundo paño, en el otro"),
    (button("take-stake", cloth="primero", spot="cloth"), {}, "Retirar 35~€: primer paño, en el paño"),
    (button("take-stake", cloth="primero", spot="line"), {}, "Retirar 7~€: primer paño, en la raya: la mitad"),
    (button("take-stake", cloth="primero", spot="across"), {}, "Retirar 0~€: primer paño, a caballo de los dos paños"),
    (button("take-stake", cloth="primero", spot="other-cloth"), {}, "Retirar 0~€: primer paño, desde el otro paño"),
    (button("take-stake", cloth="segundo", spot="cloth"), {}, "Retirar 11~€: segundo paño, en el paño"),
    (button("take-stake", cloth="segundo", spot="line"), {}, "Retirar 0~€: segundo paño, en la raya: la mitad"),
    (button("take-stake", cloth="segundo", spot="across"), {}, "Retirar 0~€: segundo paño, a caballo de los dos paños"),
    (button("take-stake", cloth="segundo", spot="other-cloth"), {}, "Retirar 0~€: segundo paño, desde el otro paño"),
    (
        button("place-cards", crossed="true"),
        {"phase": Phase.FIRST_WORD, "me": looking(BEA)},
        "Primer paño: Cruzar las cartas: «No»",
    ),
    (
        button("place-cards", crossed="false"),
        {"phase": Phase.SECOND_WORD},
        "Segundo paño: Ponerlas en paralelo: «Carta»",
    ),
    (button("place-cards", crossed="true"), {"phase": Phase.FIRST_WORD}, "Cruzar las cartas: «No»"),
    (button("pick-up", Field("person", "choice")), {}, "La recogió un jugador"),
    (button("pick-up"), {}, "NAME"),
    (button("testify", hand="banca"), {}, "Decir cuánto sumaba (banca)"),
    (button("testify", hand="primero", person="bea"), {}, "Declaración de Bea (primer paño)"),
    (button("testify", hand="primero", person="luz"), {}, "Declaración de luz (primer paño)"),
    (button("repeat-banco", again="false"), {}, "No repetir el banco"),
    (button("repeat-banco", again="true"), {}, "luz: NAME · 400~€"),
    (button("repeat-banco", again="true"), {"me": looking(LUZ)}, "NAME · 400~€"),
    (button("repeat-banco", again="true"), {"bank": None}, "luz: NAME"),
    (button("announce-bank"), {}, "NAME"),
    (button("announce-bank", amount="20000"), {}, "NAME · 200~€"),
    (button("announce-bank", amount="20000", person="bea"), {}, "Bea: NAME · 200~€"),
    (button("announce-bank", person="ana"), {}, "NAME"),
    (button("accept-bank"), {}, "NAME"),
    (button("accept-bank"), {"award": SimpleNamespace(person=LUZ, amount=250_00)}, "NAME · 250~€"),
    (button("deliver-bank"), {}, "Bea: NAME · 450~€"),
    (button("deliver-bank", amount="20000"), {}, "Bea: NAME · 200~€"),
    (button("deliver-bank"), {"me": looking(BEA)}, "NAME · 450~€"),
    (button("deliver-bank"), {"bank": None}, "NAME"),
    (button("call-banco"), {}, "NAME · 400~€"),
    (button("call-banco"), {"bank": None}, "NAME"),
    (button("leave-bank"), {}, "Bea: NAME · 450~€"),
    (button("leave-bank"), {"me": looking(BEA)}, "NAME · 450~€"),
    (button("leave-bank"), {"bank": None}, "NAME"),
    (button("deposit-bank"), {}, "Bea: NAME"),
    (button("deposit-bank"), {"award": SimpleNamespace(person=LUZ, amount=250_00)}, "luz: NAME"),
    (button("deposit-bank"), {"bank": None}, "NAME"),
    (button("deposit-bank"), {"me": looking(BEA)}, "NAME"),
    (button("ask-new-shoe"), {}, "Bea: NAME"),
    (button("ask-new-shoe"), {"me": looking(BEA)}, "NAME"),
    (button("deal-card"), {}, "Bea: NAME"),
    (button("deal-card"), {"me": looking(BEA)}, "NAME"),
    (button("give-card"), {}, "Bea: NAME"),
    (button("give-card"), {"me": looking(BEA)}, "NAME"),
    (button("draw-card"), {}, "Bea: NAME"),
    (button("draw-card"), {"me": looking(BEA)}, "NAME"),
    (button("stand"), {}, "Bea: NAME"),
    (button("stand"), {"me": looking(BEA)}, "NAME"),
    (button("ask-table"), {}, "Bea: NAME"),
    (button("ask-table"), {"me": looking(BEA)}, "NAME"),
    (button("say"), {"phase": Phase.FIRST_WORD}, "NAME"),
    (button("say"), {"phase": Phase.SECOND_WORD}, "Segundo paño: NAME"),
    (button("say"), {"phase": Phase.BANKER}, "NAME"),
    (button("say", hand="segundo"), {}, "Segundo paño: NAME"),
    (button("say", hand="primero"), {}, "NAME"),
    (button("say", hand="banca"), {"phase": Phase.SECOND_WORD}, "NAME"),
    (button("ask-advice"), {"phase": Phase.FIRST_WORD}, "NAME"),
    (button("ask-advice"), {"phase": Phase.SECOND_WORD}, "Segundo paño: NAME"),
    (button("ask-advice"), {"phase": Phase.BANKER}, "NAME"),
    (button("ask-advice", hand="segundo"), {}, "Segundo paño: NAME"),
    (button("ask-advice", hand="primero"), {}, "NAME"),
    (button("ask-advice", hand="banca"), {"phase": Phase.SECOND_WORD}, "NAME"),
    (button("lay-down"), {"phase": Phase.FIRST_WORD}, "NAME"),
    (button("lay-down"), {"phase": Phase.SECOND_WORD}, "Segundo paño: NAME"),
    (button("lay-down"), {"phase": Phase.BANKER}, "NAME"),
    (button("lay-down", hand="segundo"), {}, "Segundo paño: NAME"),
    (button("lay-down", hand="primero"), {}, "NAME"),
    (button("lay-down", hand="banca"), {"phase": Phase.SECOND_WORD}, "NAME"),
    (button("sit"), {}, "Cambiar de puesto"),
    (button("leave"), {}, "NAME"),
    (button("open-bets"), {}, "NAME"),
]


@pytest.mark.parametrize(("action", "facts", "name"), NAMED)
def test_a_button_says_on_which_cloth_for_whom_and_for_how_much_it_is(
    action: Action, facts: dict[str, Any], name: str
) -> None:
    found = action_names.with_full_name(action, cloths(**facts), NAMES, "es")
    assert found.name == name.replace("~", "\N{NO-BREAK SPACE}")
    assert found.variant == ("by" if action.tag == "pick-up" and action.fields else "")
    assert found.fields == action.fields


def test_options_of_a_field_have_names_of_people_or_of_their_topic() -> None:
    values = {
        "cloth": "primero",
        "form": "cash",
        "place": "here",
        "token": "segundo",
        "partner": "bea",
        "other": "banca",
    }
    fields = tuple(Field(name, "choice", ((value, value),)) for name, value in values.items())
    found = action_names.with_full_name(button("announce-bank", *fields), cloths(), NAMES, "es").fields
    named = {
        "cloth": label("hand", "primero", "es"),
        "form": label("means", "cash", "es"),
        "place": label("deposit-place", "here", "es"),
        "token": label("hand", "segundo", "es"),
        "partner": "Bea",
        "other": "banca",
    }
    titles = {"place": label("field", "deposit-place", "es")}
    for name, one in zip(values, found, strict=True):
        assert (one.options, one.title) == (((values[name], named[name]),), titles.get(name, "")), name


def warned(action: Action, **facts: Any) -> tuple[str, str, str]:
    found = action_names.with_warning(action, cloths(**facts), "es")
    return found.note, found.question, found.consent


def test_leaving_the_bank_and_dealing_before_it_is_time_are_asked_again() -> None:
    assert warned(button("leave-bank")) == ("", label("cloths", "leave-asks", "es"), "NAME")
    for phase in Phase:
        asked = ("", "", "") if phase is Phase.DEAL else ("", label("cloths", "deal-asks", "es"), "NAME")
        assert warned(button("deal-card"), phase=phase) == asked, phase
    assert warned(button("leave"))[2] == label("ui", "leave-yes", "es")
    assert warned(button("open-bets")) == ("", "", "")


@pytest.mark.parametrize(
    ("cloth", "spot", "amount"),
    [
        ("primero", "cloth", 35_00),
        ("primero", "line", 7_00),
        ("segundo", "cloth", 11_00),
        ("segundo", "line", 0),
        ("primero", "across", 0),
    ],
)
def test_a_stake_that_takes_the_place_of_another_says_so(cloth: str, spot: str, amount: int) -> None:
    note = fill(label("cloths", "instead", "es"), {"amount": amount}, "es") if amount else ""
    assert warned(button("stake", cloth=cloth, spot=spot)) == (note, "", "")
    assert warned(button("stake", cloth=cloth, spot=spot), me=None) == ("", "", "")


def stake(cloth: str, spot: Spot, **amount: Any) -> Action:
    fields = (Field("note", "text"), Field("amount", "money", **amount)) if amount else ()
    return button("stake", *fields, cloth=cloth, spot=str(spot))


@pytest.mark.parametrize(("own", "other"), [("primero", "segundo"), ("segundo", "primero")])
def test_stakes_on_one_s_own_cloth_come_first_and_alone_where_the_cloth_makes_no_difference(
    own: str, other: str
) -> None:
    shown = (Spot.CLOTH, Spot.LINE, Spot.ACROSS, Spot.OTHER_CLOTH)
    there = [stake(cloth, spot) for spot in shown for cloth in (other, own)]
    bets = button("close-bets")
    view = cloths(me=SimpleNamespace(person=ANA, cloth=Hand(own)))
    found = list(action_names.on_own_cloth([*there, bets], view))
    assert found == [*(stake(own, spot) for spot in shown), bets, stake(other, Spot.CLOTH), stake(other, Spot.LINE)]


def test_whoever_has_no_cloth_finds_the_first_one_first() -> None:
    there = [stake(cloth, Spot.CLOTH) for cloth in ("segundo", "primero")]
    view = cloths(me=SimpleNamespace(person=ANA, cloth=None))
    assert list(action_names.on_own_cloth(there, view)) == there[::-1]


@pytest.mark.parametrize(
    ("one", "other", "least", "most"),
    [
        ((10, 90), (20, 80), 10, 90),
        ((20, 80), (10, 90), 10, 90),
        ((10, 90), (20, None), 10, None),
        ((None, None), (20, 80), 0, None),
    ],
)
def test_stakes_on_one_spot_are_one_form_that_takes_what_either_cloth_takes(
    one: tuple[int | None, int | None], other: tuple[int | None, int | None], least: int, most: int | None
) -> None:
    first = stake("primero", Spot.CLOTH, minimum=one[0], maximum=one[1])
    second = stake("segundo", Spot.CLOTH, minimum=other[0], maximum=other[1])
    alone = stake("primero", Spot.LINE, minimum=5, maximum=6)
    ((wide, beside), (line,)) = action_names.by_spot([first, second, alone])
    assert wide.fixed_fields == first.fixed_fields
    assert wide.fields == (Field("amount", "money", minimum=least, maximum=most), Field("note", "text"))
    assert (beside, line.fixed_fields) == (second, alone.fixed_fields)
    assert line.fields == (alone.fields[1], alone.fields[0])
