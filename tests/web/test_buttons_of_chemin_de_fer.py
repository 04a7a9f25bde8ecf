"""The full names of buttons of chemin de fer: for whom and for how much, as the table knows it; and what to know
before he presses them.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tapete.games.banked.shares import Share
from tapete.games.chemin_de_fer.terms import Call
from tapete.kernel import PersonId
from tapete.table.windows import Claim
from tapete.web.action_buttons import Action, Field
from tapete.web.games.chemin_de_fer import action_names as one_bank
from tapete.web.games.chemin_de_fer.quick_amounts import joint_calls
from tapete.words import label

ANA, BEA, LUZ = PersonId("ana"), PersonId("bea"), PersonId("luz")
NAMES = {"ana": "Ana", "bea": "Bea"}


def button(tag: str, *fields: Field, **fixed: str) -> Action:
    return Action(tag, "NAME", "k", False, fixed, fields, (), "command")


def leaders(*people: str) -> Field:
    return Field("leader", "choice", tuple((one, one) for one in people))


def me(person: PersonId = ANA, **facts: Any) -> Any:
    usual = {"place_at_stake": False, "instead": {}, "seat": 1, "chips": 90_00}
    return SimpleNamespace(person=person, **{**usual, **facts})


def fold(**facts: Any) -> Any:
    """A table at which Bea has the bank, Luz is asked for it and the pack was cut to Bea."""
    bank = SimpleNamespace(
        banker=BEA,
        parts=(Share(BEA, 100_00), Share(LUZ, 40_00), Share(LUZ, 10_00)),
        join_offers=(Share(LUZ, 30_00), Share(BEA, 20_00)),
    )
    calls = (
        Claim(ANA, str(Call.BANCO), 200_00),
        Claim(BEA, str(Call.STAKE), 30_00),
        Claim(ANA, "banco-con:bea", 50_00),
    )
    usual = {"me": me(), "bank": bank, "offer": SimpleNamespace(candidate=LUZ), "cut_to": BEA, "calls": calls}
    coup = SimpleNamespace(late=(Share(LUZ, 15_00), Share(BEA, 5_00)))
    return SimpleNamespace(**{**usual, "coup": coup, **facts})


NOBODY: dict[str, Any] = {"bank": None, "offer": None, "cut_to": None}
NAMED: list[tuple[Action, dict[str, Any], str, str]] = [
    (button("decline-bank"), {"me": me(LUZ, place_at_stake=True)}, "Dejar pasar la banca y perder el puesto", ""),
    (button("decline-bank"), {"me": me(LUZ)}, "NAME", ""),
    (button("decline-bank"), {}, "luz deja pasar la banca", ""),
    (button("take-bank"), {}, "luz toma la banca", ""),
    (button("take-bank"), NOBODY, "NAME", ""),
    (button("draw-card"), {}, "El banquero toma carta", ""),
    (button("stand"), {}, "El banquero se planta", ""),
    (button("ask-table"), {}, "El banquero pide el cuadro", ""),
    (button("ask-table"), {"me": me(BEA)}, "NAME", ""),
    (button("draw-card"), NOBODY, "NAME", ""),
    (button("cut-pack"), {}, "Corta Bea", ""),
    (button("decline-cut"), {}, "Bea no corta", ""),
    (button("cut-pack"), {"me": me(BEA)}, "NAME", ""),
    (button("cut-pack"), NOBODY, "NAME", ""),
    (button("withdraw-stake", person="bea"), {}, "Bea retira su apuesta", ""),
    (button("keep-stake", person="luz"), {}, "luz deja su apuesta", ""),
    (button("keep-stake", person="ana"), {}, "NAME", ""),
    (button("keep-stake"), {}, "NAME", ""),
    (button("pick-up", leaders("ana")), {}, "La recogió un jugador", "by"),
    (button("pick-up"), {}, "NAME", ""),
    (button("set-options", banco_freedom="true"), {}, "Quien hace banco juega libre: sí", "banco_freedom"),
    (button("set-options", banco_freedom="false"), {}, "Quien hace banco juega libre: no", "banco_freedom"),
    (button("withdraw-call"), {}, "Retirar banco 200~€ y banco asociado 50~€", ""),
    (button("withdraw-call"), {"me": me(BEA)}, "Retirar apuesta 30~€", ""),
    (button("accept-share", person="luz"), {}, "Aceptar a luz como asociado: 30~€", ""),
    (button("take-over-share", person="luz"), {}, "Asumir la parte de luz: 50~€", ""),
    (button("accept-share", person="bea"), {}, "Aceptar a Bea como asociado: 20~€", ""),
    (button("accept-share", person="luz"), NOBODY, "Aceptar a luz como asociado: 0~€", ""),
    (button("accept-share"), {}, "NAME", ""),
    (button("remove-late-stake", person="luz"), {}, "Que se retire la apuesta tardía de luz: 15~€", ""),
    (button("admit-late-stake", person="bea"), {}, "Admitir la apuesta tardía de Bea: 5~€", ""),
    (button("admit-late-stake"), {}, "NAME", ""),
    (button("join-banco", leader="ana"), {}, "Proponer un banco en asociación", ""),
    (button("join-banco", leader="bea"), {}, "«Banco con Bea»", ""),
    (button("join-banco", leader="luz"), {}, "«Banco con luz»", ""),
    (button("sit"), {}, "Cambiar de puesto", ""),
    (button("sit"), {"me": me(seat=None)}, "NAME", ""),
    (button("lift", person="bea"), {}, "NAME", ""),
]


@pytest.mark.parametrize(("action", "facts", "name", "variant"), NAMED)
def test_a_button_says_for_whom_and_for_how_much_it_is(
    action: Action, facts: dict[str, Any], name: str, variant: str
) -> None:
    found = one_bank.with_full_name(action, fold(**facts), NAMES, "es")
    assert (found.name, found.variant) == (name.replace("~", "\N{NO-BREAK SPACE}"), variant)
    assert found.fields == action.fields


def test_whom_a_share_is_pledged_to_is_chosen_by_name() -> None:
    other = Field("person", "choice", (("bea", "bea"),))
    found = one_bank.with_full_name(button("pledge-share", leaders("bea", "luz"), other), fold(), NAMES, "es")
    assert found.fields == (Field("leader", "choice", (("bea", "Bea"), ("luz", "luz"))), other)


def test_whose_banco_is_joined_is_chosen_by_name_and_one_s_own_comes_last() -> None:
    other = Field("amount", "money", (("ana", "ana"),))
    found = one_bank.with_full_name(button("join-banco", leaders("ana", "luz", "bea"), other), fold(), NAMES, "es")
    nobody = label("named", "nobody-yet", "es")
    assert found.fields == (Field("leader", "choice", (("luz", "luz"), ("bea", "Bea"), ("ana", nobody))), other)


def warned(action: Action, **facts: Any) -> tuple[str, str, str]:
    found = one_bank.with_warning(action, fold(**facts), "es")
    return found.note, found.question, found.consent


def test_what_a_call_takes_the_place_of_is_told_before_it_is_made() -> None:
    instead = {str(Call.BANCO): (Claim(ANA, str(Call.STAKE), 30_00), Claim(ANA, "banco-con:bea", 50_00))}
    told = one_bank.call_names(instead[str(Call.BANCO)], "es")
    assert told == "apuesta 30~€ y banco asociado 50~€".replace("~", "\N{NO-BREAK SPACE}")
    note, question, consent = warned(button("call-banco"), me=me(instead=instead))
    assert (told in note, question, consent) == (True, "", "")
    for tag in (*(set(one_bank.KIND_OF) - {"call-banco"}), "pass-hand"):
        assert warned(button(tag), me=me(instead=instead)) == ("", "", ""), tag
    for tag, kind in one_bank.KIND_OF.items():
        assert warned(button(tag), me=me(instead={str(kind): instead[str(Call.BANCO)]}))[0] == note, tag


def test_only_the_banker_is_asked_again_before_he_refuses_to_deal() -> None:
    asked = label("before-pressing", "refuse-to-deal", "es")
    assert warned(button("refuse-to-deal"), me=me(BEA)) == ("", asked, "")
    assert warned(button("refuse-to-deal")) == ("", "", "")
    assert warned(button("refuse-to-deal"), bank=None) == ("", "", "")
    assert warned(button("all-goes")) == (label("before-pressing", "all-goes", "es"), "", "")
    assert warned(button("leave"))[2] == label("ui", "leave-yes", "es")


def test_calls_of_an_association_are_put_together_by_whoever_leads_it() -> None:
    calls = [Claim(ANA, "banco-con:bea", 5), Claim(LUZ, str(Call.BANCO), 6), Claim(BEA, "banco-con:bea", 7)]
    calls.append(Claim(LUZ, "banco-con:luz", 8))
    found = joint_calls(fold(calls=tuple(calls)))
    assert found == {"bea": [calls[0], calls[2]], "luz": [calls[3]]}
