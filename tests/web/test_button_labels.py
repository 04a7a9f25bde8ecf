"""Buttons say whom and how much; an empty purse finds the way to chips; news goes away."""

import re
from types import SimpleNamespace
from typing import Any

import pytest

from tapete.kernel import Amount, Choice, Count, FixedValue, Offer, People, PersonId
from tapete.table.acts import Sit
from tapete.web import action_buttons
from tapete.web.games.chemin_de_fer.action_names import with_full_name
from tapete.words import act
from tests.web.test_chemin_de_fer import FORM, hidden


def button(offer: Offer, seat: int | None = None, me: str = "t-ana") -> action_buttons.Action:
    share = SimpleNamespace(person=PersonId("t-bea"), amount=25_000)
    bank = SimpleNamespace(join_offers=(share,), parts=(share,), banker=PersonId("t-ana"))
    asked = {"offer": SimpleNamespace(candidate=PersonId("t-ana")), "cut_to": PersonId("t-ana")}
    view = SimpleNamespace(
        me=SimpleNamespace(seat=seat, person=PersonId(me), place_at_stake=False, instead={}), bank=bank, **asked
    )
    (found,) = action_buttons.actions([offer], "t", PersonId(me), 1, "es", game="chemin-de-fer")
    return with_full_name(found, view, {"t-bea": "bea", "t-ana": "ana"}, "es")


@pytest.mark.parametrize("tag", ["accept-share", "take-over-share"])
def test_an_associate_is_accepted_by_name_and_sum(tag: str) -> None:
    name = button(Offer(tag, {"person": FixedValue("t-bea")})).name
    assert " bea" in name
    assert "250" in name


def test_banco_with_somebody_names_him() -> None:
    assert button(Offer("join-banco", {"leader": People(("t-bea",))})).name == "«Banco con bea»"
    assert button(Offer("join-banco", {"leader": People(("t-ana",))})).name == "Proponer un banco en asociación"
    (field,) = button(Offer("join-banco", {"leader": People(("t-ana", "t-bea"))})).fields
    assert field.options == (("t-bea", "bea"), ("t-ana", "nadie aún: lo propongo yo"))


def test_who_sits_changes_places_and_the_banker_takes_his_card() -> None:
    assert button(Offer("sit", {"seat": Choice((1, 2))})).name == "Sentarse"
    assert button(Offer("sit", {"seat": Choice((1, 2))}), seat=4).name == "Cambiar de puesto"
    assert button(Offer("draw-card", {})).name == "Tomar carta"
    assert button(Offer("close-bets", {})).name == "«No van más apuestas»"
    assert act("close-bets", {"game": "punto-y-banca"}, "es") == "«No va más, cartas»"


@pytest.mark.parametrize(
    ("offer", "own", "keyed"),
    [
        (Offer("draw-card", {}), "Tomar carta", "El banquero toma carta"),
        (Offer("stand", {}), "Plantarse", "El banquero se planta"),
        (Offer("ask-table", {}), "Pedir el cuadro", "El banquero pide el cuadro"),
        (Offer("take-bank", {"amount": Amount(1)}), "Tomar la banca", "ana toma la banca"),
        (Offer("decline-bank", {}), "Dejar pasar la banca", "ana deja pasar la banca"),
        (Offer("cut-pack", {"depth": Count(1, 9)}), "Cortar", "Corta ana"),
        (Offer("decline-cut", {}), "No cortar", "ana no corta"),
        (Offer("withdraw-stake", {"person": FixedValue("t-bea")}), "bea retira su apuesta", "bea retira su apuesta"),
    ],
)
def test_what_the_croupier_keys_for_somebody_says_for_whom(offer: Offer, own: str, keyed: str) -> None:
    assert button(offer).name == own
    assert button(offer, me="t-luz").name == keyed


@pytest.mark.parametrize("table", ["mesa", "cf"])
def test_a_newcomer_without_chips_finds_them_before_him(run: Any, table: str) -> None:
    async def scene(house: Any) -> None:
        await house.act("nuevo", Sit(5), table)
        here = await house.enter("jugador-5", table)
        page = (await house.client.get(here)).text
        side = page[: page.index('id="drawer"')]
        fields = hidden(side, "buy-in")
        assert 'class="waiting"' not in side
        answer = await house.client.post(f"{here}/hacer", data={**fields, "amount-euros": "1.000"}, headers=FORM)
        assert re.search(r'data-version="\d+"', answer.text), answer.text
        page = (await house.client.get(here)).text
        assert 'value="buy-in"' in page[page.index('id="drawer"') :]
        assert 'value="buy-in"' not in page[: page.index('id="drawer"')]

    run(scene)
