"""The director's options on the page: each a button that says what it will be; a second press never turns it back."""

import re
from typing import Any

import pytest

from tapete.kernel import HOUSE, PersonId
from tapete.table.acts import Relieve
from tapete.table.staff import Role
from tests.support.web.pages import FORM, form

TABLES = {
    "mesa": {"standing_allowed": "Se admite jugar de pie: sí", "multiples_only": "Solo múltiplos del mínimo: sí"},
    "cf": {"banco_freedom": "Quien hace banco juega libre: sí", "no_bank_max": "La banca juega sin máximo: sí"},
}
"""The options of a table as it is opened, each with its button."""


async def at_desk(house: Any, table: str) -> str:
    actor = house.tables[table]
    if Role.DIRECTOR not in actor.view(None).staff:
        await house.act(HOUSE, Relieve(Role.DIRECTOR, PersonId(f"dora-{table}")), table)
    return await house.enter("director", table)


def buttons(page: str) -> dict[str, str]:
    """Return what the buttons of the options say, by option."""
    found = re.findall(r'<form[^>]*id="do-set-options-[^"]*".*?</form>', page, re.S)
    assert len(found) == len(set(re.findall(r'id="(do-set-options-[^"]*)"', page))), "no two forms have one id"
    return {
        re.findall(r'type="hidden" name="(\w+)" value="(?:true|false)"', one)[0]: re.sub(
            r"<[^>]+>", "", one.partition("<button")[2].partition(">")[2]
        ).strip()
        for one in found
    }


@pytest.mark.parametrize(("table", "option"), [(table, option) for table, found in TABLES.items() for option in found])
def test_an_option_is_set_by_one_button_and_not_turned_back_by_a_second_press(
    run: Any, table: str, option: str
) -> None:
    async def scene(house: Any) -> None:
        here = await at_desk(house, table)
        page = (await house.client.get(here)).text
        assert buttons(page) == TABLES[table]
        number = re.search(rf'<form[^>]*id="(do-set-options-[^"]*{option})"', page)
        assert number is not None
        sent, actor = form(page, number[1]), house.tables[table]
        for _ in range(2):
            answer = await house.client.post(f"{here}/hacer", data=sent, headers=FORM)
            assert answer.status_code == 200, answer.text
            assert getattr(actor.state.settings, option) is True
        late = await house.client.post(f"{here}/hacer", data=sent | {"command": "another page"}, headers=FORM)
        assert (late.status_code, getattr(actor.state.settings, option)) == (409, True)
        told = buttons((await house.client.get(here)).text)
        assert told == TABLES[table] | {option: TABLES[table][option].removesuffix("sí") + "no"}

    run(scene)
