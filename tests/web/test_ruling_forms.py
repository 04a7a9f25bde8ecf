"""A ruling «as proposed» can be chosen only where something is proposed."""

import re
from typing import Any

from tapete.games.baccarat.effects import Party
from tapete.games.chemin_de_fer import acts as c
from tapete.games.chemin_de_fer.terms import Accident
from tapete.games.punto_banco import acts as a
from tapete.kernel import PersonId
from tests.support.web.pages import hidden, post


async def first_choice(house: Any, table: str, link: str) -> str:
    page = (await house.client.get(await house.enter(link, table))).text
    found = re.search(r'<select name="effect.1"[^>]*>.*?</select>', page, re.S)
    assert found, page
    return found.group(0)


def chosen_from(page: str) -> dict[int, str]:
    """Return the cards that the first effect of a ruling may be about: position and what is told of each."""
    cards = page.partition('<select name="position.1"')[2].partition("</select>")[0]
    return {int(value): name for value, name in re.findall(r'<option value="(\d+)">([^<]+)</option>', cards)}


def test_nothing_is_preset_where_nothing_is_proposed(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.dealt("real")
        await house.irregular(c.Report(Accident.OTHER, note="a quarrel"))
        choice = await first_choice(house, "real", "inspector")
        assert "como se propone" not in choice
        assert "required" in choice.partition(">")[0]

    run(scene)


def test_what_is_proposed_can_be_chosen(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.betting("real")
        await house.act("luz-real", c.NoteAct(PersonId("bea-real"), c.Stake(10_000)), "real")
        await house.irregular(c.Report(Accident.EARLY_DRAW, Party.BANKER, count=1))
        choice = await first_choice(house, "real", "inspector")
        assert "como se propone" in choice
        assert "required" not in choice.partition(">")[0]

    run(scene)


def test_an_inspector_says_of_each_card_drawn_early_what_becomes_of_it(run: Any) -> None:
    """Between coups too: one is the next card, the other is out of play; what leaves one lying is refused. Cards are
    numbered as on the felt, from 1.
    """

    async def scene(house: Any) -> None:
        await house.circle("real")
        await house.act("luz-real", c.TakeBank(20_000), "real")
        await house.irregular(c.Report(Accident.EARLY_DRAW, Party.BANKER, count=2))
        here = await house.enter("inspector", "real")
        page = (await house.client.get(here)).text
        form = re.search(r'<form class="ruling" id="ruling".*?</form>', page, re.S)
        assert form is not None
        sent = hidden(form[0], "give-ruling") | {"reason": "una basta"}
        first, second = (card.position for card in house.tables["real"].state.coup.cards.layout)
        assert chosen_from(page) == {first: f"n.º {first + 1} · apartada", second: f"n.º {second + 1} · apartada"}
        left = await post(house, here, sent | {"effect.1": "set-aside", "position.1": str(first)})
        assert "quedaría sin jugarse y sin descartarse" in left.text
        numbers = {"position.1": str(first), "position.2": str(second)}
        both = sent | numbers | {"effect.1": "set-aside", "effect.2": "discard", "command": f"{sent['command']}-2"}
        answer = await post(house, here, both)
        assert answer.status_code == 200, answer.text
        cards = house.tables["real"].state.coup.cards
        assert [card.place for card in cards.layout] == ["aside", "discard"]
        assert [one.position for one in cards.marks.aside] == [first]

    run(scene)


def test_the_table_chief_of_punto_y_banca_chooses_a_card_by_its_number_and_its_place(run: Any) -> None:
    """People count the cards of a coup from 1: two of each hand, and the next one of the shoe."""

    async def scene(house: Any) -> None:
        await house.deal()
        await house.act("julio", a.ReportIncident("other", "a quarrel"))
        page = (await house.client.get(await house.enter("jefe", "mesa"))).text
        cards = page.partition('<select name="position.1"')[2].partition("</select>")[0]
        told = [(int(value), name) for value, name in re.findall(r'<option value="(\d+)">(n.º [^<]+)</option>', cards)]
        places = ("punto", "punto", "banca", "banca", "Sabot")
        assert [name for _, name in told] == [
            f"n.º {position + 1} · {place}" for (position, _), place in zip(told, places, strict=True)
        ]

    run(scene)


def test_the_table_chief_of_punto_y_banca_chooses_where_the_house_proposes_nothing(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.deal()
        await house.act("julio", a.ReportIncident("other", "a quarrel"))
        choice = await first_choice(house, "mesa", "jefe")
        assert "como se propone" not in choice
        assert "required" in choice.partition(">")[0]

    run(scene)
