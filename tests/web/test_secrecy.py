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
from tapete.web.games import screen_of
from tapete.web.screens.frame import PageContext
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


def drawn(table: Any, who: Any, lang: str) -> str:
    """Return the whole page of a viewer; of nobody, the public screen."""
    game = screen_of(table.game.key)
    return render.table_page(game.model(PageContext(table, who, lang)), table.view(who), lang, game.names)


def everything(table: Any) -> list[str]:
    """Return all that is ever drawn or told of a table, for every viewer and language."""
    found = []
    for lang in LANGS:
        found += [drawn(table, who, lang) for who in (None, *PERSONS)]
    for viewer in (None, *PERSONS):
        told = (table.view(viewer), table.legal(viewer), table.explain(viewer))
        found.append(msgspec.json.encode(told).decode())
    return [re.sub(r'name="command" value="[0-9a-f]+"', "", text) for text in found]


def hidden(state: Any) -> set[str]:
    return {str(card.face) for card in state.layout if not card.face_up}


def turned(state: Any) -> set[str]:
    return {str(state.shoe.turned_card)}


async def test_hidden_faces_change_no_byte_for_anybody(house: Any, /) -> None:
    for _ in range(4):
        if house.table.view(None).phase == "between":
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


async def test_a_hidden_card_has_one_name_and_no_other_trace(house: Any, /) -> None:
    await house.deal()
    faces = hidden(house.table.state)
    # six packs have each card six times: the one turned for the burn may have a twin that lies face down
    shown = {str(card.face) for card in house.table.state.layout if card.face_up} | turned(house.table.state)
    texts = everything(house.table)
    token = {who: await house.token(who) for who in PERSONS[:4]}
    for who in PERSONS[:4]:
        for path in ("", "/legal", "/explain"):
            texts.append((await house.client.get(f"/api/v1/tables/mesa{path}", headers=token[who])).text)
    for who in ("marta", "julio"):
        texts.append((await house.client.get("/api/v1/tables/mesa/entries?limit=200", headers=token[who])).text)
    for text in texts:
        for face in faces - shown:
            for lang in LANGS:
                assert card_name(face, lang) not in text  # type: ignore[arg-type]
            assert f'"{face}"' not in text
    page = texts[0]
    assert page.count('aria-label="Carta tapada"') == 4
    downs = set(re.findall(r'<svg class="card down.*?</svg>', page, re.S))
    assert len(downs) == 1


@pytest.mark.parametrize("where", ["web", "words"])
def test_nothing_here_looks_at_a_tables_state(where: str) -> None:
    import tapete

    for path in (Path(tapete.__file__).parent / where).rglob("*.py"):
        source = path.read_text("utf-8")
        assert not re.search(r"(?<!tapete\.)\btable\.state\b|\bactor\.state\b|game\.view\(|game\.decide\(", source), (
            path
        )


CIRCLE = ("luz", "fermin", "ana", "bea", "carla", "dani", "nadie")


def all_of_chemin(table: Any) -> dict[str, str]:
    """Return all that is ever drawn or told of a chemin de fer table, by viewer."""
    found = {}
    for who in (None, *(f"{name}-{table.id}" for name in CIRCLE)):
        texts = [drawn(table, who, lang) for lang in LANGS]
        told = (table.view(who), table.legal(who), table.explain(who), table.reportable(who))
        texts.append(msgspec.json.encode(told).decode())
        found[who or "public"] = re.sub(r'name="command" value="[0-9a-f]+"', "", "".join(texts))
    return found


def other_cards(state: Any, by: int) -> Any:
    """Return the same table with other cards under the backs, those that have been looked at included."""
    layout = tuple(
        card
        if card.face_up or card.face is None
        else msgspec.structs.replace(card, face=DECK[(DECK.index(card.face) + by) % 52])
        for card in state.coup.cards.layout
    )
    cards = msgspec.structs.replace(state.coup.cards, layout=layout)
    return msgspec.structs.replace(state, coup=msgspec.structs.replace(state.coup, cards=cards))


@pytest.mark.parametrize("looked", [False, True])
def test_the_hands_of_chemin_de_fer_reach_their_own_people_alone(run: Any, looked: bool) -> None:
    from tapete.games.chemin_de_fer import acts as c
    from tapete.games.chemin_de_fer.terms import Hand

    async def scene(house: Any) -> None:
        await house.dealt()
        table = house.tables["cf"]
        if looked:
            await house.act("bea-cf", c.Lift(Hand.PUNTO), "cf")
            await house.act("ana-cf", c.Lift(Hand.BANCA), "cf")
        state, before = table.state, all_of_chemin(table)
        own = {"ana-cf", "bea-cf"} if looked else set()
        hands = {
            who: [card.face for card in state.coup.cards.layout if card.place == hand]
            for who, hand in (("bea-cf", "punto"), ("ana-cf", "banca"))
        }
        for by in (1, 17, 40):
            table.state = other_cards(state, by)
            table._views.clear()
            after = all_of_chemin(table)
            changed = {who for who in before if before[who] != after[who]}
            assert changed <= own
        table.state = state
        table._views.clear()
        for who, faces in hands.items():
            for viewer, text in before.items():
                for face in faces:
                    seen = f'aria-label="{card_name(face, "es")}"' in text
                    mine = viewer in own and viewer == who
                    assert seen == mine or face in hands.get(viewer, ()), (viewer, face)
        staff = {who: await house.token(f"{who}-cf", "cf") for who in ("luz", "fermin", "carla")}
        for who, token in staff.items():
            for path in ("", "/legal", "/explain", *(("/entries?limit=200",) if who != "carla" else ())):
                text = (await house.client.get(f"/api/v1/tables/cf{path}", headers=token)).text
                for face in (*hands["ana-cf"], *hands["bea-cf"]):
                    assert f'"{face}"' not in text

    run(scene)
