"""No byte of any page, answer or stream tells a face that lies face down, whoever asks.

The proof is non-interference: two tables that differ in the hidden faces alone give every viewer the same bytes.
"""

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tapete.cards import DECK
from tapete.web import render
from tapete.web.screen import person_screen, public_screen
from tapete.words import LANGS, card_name

PERSONS = ("marta", "julio", "ana", "bea", "nobody")


def swapped(state: Any, by: int) -> Any:
    """Return the same table with other cards under the hidden backs."""
    layout = tuple(
        card if card.face_up else msgspec.structs.replace(card, face=DECK[(DECK.index(card.face) + by) % 52])
        for card in state.layout
    )
    assert layout != state.layout
    return msgspec.structs.replace(state, layout=layout)


def everything(table: Any) -> list[str]:
    """Return all that is ever drawn or told of a table, for every viewer and language."""
    found = []
    for lang in LANGS:
        found.append(render.table_page(public_screen(table, lang), table.view(None), lang))
        found += [render.table_page(person_screen(table, who, lang), table.view(who), lang) for who in PERSONS]
    for viewer in (None, *PERSONS):
        told = (table.view(viewer), table.legal(viewer), table.explain(viewer))
        found.append(msgspec.json.encode(told).decode())
    return [re.sub(r'name="command" value="[0-9a-f]+"', "", text) for text in found]


def hidden(state: Any) -> set[str]:
    return {str(card.face) for card in state.layout if not card.face_up}


def test_hidden_faces_change_no_byte_for_anybody(run: Any) -> None:
    async def scene(house: Any) -> None:
        for _ in range(4):
            if house.table.view(None).window == "between":
                from tapete.games.punto_banco import acts as a

                await house.act("marta", a.OpenBets())
            await house.deal()
            table, state = house.table, house.table.state
            assert len(hidden(state)) >= 1
            table._views.clear()
            before = everything(table)
            for by in (1, 17, 40):
                table.state = swapped(state, by)
                table._views.clear()
                assert everything(table) == before
            table.state = state
            table._views.clear()
            await house.finish()

    run(scene)


def test_a_hidden_card_has_one_name_and_no_other_trace(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.deal()
        faces = hidden(house.table.state)
        shown = [card.face for card in house.table.state.layout if card.face_up]
        texts = everything(house.table)
        token = {who: await house.token(who) for who in PERSONS[:4]}
        for who in PERSONS[:4]:
            for path in ("", "/legal", "/explain"):
                texts.append((await house.client.get(f"/api/v1/tables/mesa{path}", headers=token[who])).text)
        for who in ("marta", "julio"):
            texts.append((await house.client.get("/api/v1/tables/mesa/entries?limit=200", headers=token[who])).text)
        for text in texts:
            for face in faces - set(shown):
                for lang in LANGS:
                    assert card_name(face, lang) not in text  # type: ignore[arg-type]
                assert f'"{face}"' not in text
        page = texts[0]
        assert page.count('aria-label="Carta tapada"') == 4
        downs = set(re.findall(r'<svg class="card down.*?</svg>', page, re.S))
        assert len(downs) == 1

    run(scene)


def test_the_faces_are_there_once_they_are_shown(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.deal()
        faces = hidden(house.table.state)
        await house.finish()
        page = render.table_page(public_screen(house.table, "es"), house.table.view(None), "es")
        for face in faces:
            assert card_name(face, "es") in page  # type: ignore[arg-type]

    run(scene)


@pytest.mark.parametrize("where", ["web", "words"])
def test_nothing_here_looks_at_a_tables_state(where: str) -> None:
    import tapete

    for path in (Path(tapete.__file__).parent / where).rglob("*.py"):
        source = path.read_text("utf-8")
        assert not re.search(r"\btable\.state\b|\bactor\.state\b|game\.view\(|game\.decide\(", source), path
