"""What became of a press whose answer was lost: asked by its id, told to its person alone, never done again."""

from __future__ import annotations

import asyncio
from html import unescape
from typing import Any, cast

import pytest

from tapete.kernel import PersonId
from tapete.live.errors import LiveError
from tapete.table.acts import BuyIn, Sit
from tapete.web.press_fates import MOST_EACH, MOST_PEOPLE, SEARCHED, PressFates, recorded_press
from tests.support.web.house import House

FORM = {"origin": "http://testserver.local", "hx-request": "true"}
BUY = {"act": "buy-in", "amount-euros": "300", "command": "c1", "press": "p1"}

TOLD = {
    "mesa": {
        "es": "Hecho: Comprar fichas.",
        "en": "Done: Buy chips.",
        "fr": "C'est fait\u00a0: Acheter des jetons.",
    },
    "sala": {
        "es": "Hecho: Ingresar en mi cuenta.",
        "en": "Done: Pay into my account.",
        "fr": "C'est fait\u00a0: Verser sur mon compte.",
    },
}
"""What a purchase is called at a table and in a hall of bingo."""

ANA, BEA = PersonId("ana"), PersonId("bea")


async def desk(house: House, person: str = "ana", seat: int = 1) -> str:
    """Let somebody sit down, and return the address of his page."""
    await house.act(person, Sit(seat))
    house.client.cookies.set("tapete-place", house.app.state.sessions.open("mesa", person), domain="testserver.local")
    return f"/mesa/mesa/como/{person}"


async def ask(house: House, here: str, **asked: str) -> tuple[str, str]:
    """Return what the hall knows of a press, and what it tells of it."""
    before = house.table.version
    answer = await house.client.get(f"{here}/pulsacion", params=asked)
    assert (answer.status_code, house.table.version) == (200, before), answer.text
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    return answer.headers["tapete-fate"], answer.text


def chips(house: House, person: str = "ana") -> int:
    view: Any = house.table.view(person)  # type: ignore[arg-type]
    return int(view.me.chips)


def test_the_answer_to_a_press_is_told_again_word_for_word(run: Any) -> None:
    async def scene(house: House) -> None:
        here = await desk(house)
        assert await ask(house, here, press="p1", command="c1") == ("unknown", "")
        told = await house.client.post(f"{here}/hacer", data=BUY, headers=FORM)
        assert (told.status_code, told.headers["tapete-fate"]) == (200, "known")
        assert await ask(house, here, press="p1", command="c1") == ("known", told.text)
        sit = {"act": "sit", "seat": "1", "command": "c1", "press": "p2"}
        refused = await house.client.post(f"{here}/hacer", data=sit, headers=FORM)
        assert (refused.status_code, refused.headers["tapete-fate"]) == (409, "known")
        unread = await house.client.post(f"{here}/hacer", data=BUY | {"amount-euros": "x", "press": "p3"}, headers=FORM)
        assert (unread.status_code, unread.headers["tapete-fate"]) == (400, "known")
        for press, answer in (("p2", refused), ("p3", unread)):
            assert await ask(house, here, press=press, command="c1") == ("known", answer.text)
        assert chips(house) == 30_000

    run(scene)


def test_after_a_restart_the_record_says_what_was_done(run: Any) -> None:
    async def scene(house: House) -> None:
        here = await desk(house)
        at = str(house.table.step)
        await house.client.post(f"{here}/hacer", data=BUY | {"at": at}, headers=FORM)
        house.app.state["presses"] = PressFates()
        fate, text = await ask(house, here, press="p1", command="c1", at=at)
        assert fate == "known"
        assert "Hecho" in text
        assert f'data-version="{house.table.version}"' in text
        for other in ({"command": "c2", "at": at}, {"command": "c1", "at": "1.1.bets.9"}, {}):
            assert await ask(house, here, press="p1", **other) == ("unknown", "")
        again = await house.client.post(f"{here}/hacer", data=BUY | {"at": at}, headers=FORM)
        assert "Ya estaba hecho" in again.text, "pressed again under its id, it is done once"
        assert chips(house) == 30_000

    run(scene)


@pytest.mark.parametrize("table", ["mesa", "sala"])
def test_what_the_record_says_of_a_press_is_told_in_the_words_of_its_game_and_of_the_page(run: Any, table: str) -> None:
    async def scene(house: House) -> None:
        if table == "sala":
            await house.open_bingo()
        else:
            await house.act("ana", Sit(1))
        session = house.app.state.sessions.open(table, "ana")
        house.client.cookies.set("tapete-place", session, domain="testserver.local")
        here = f"/mesa/{table}/como/ana"
        at = str(house.tables[table].step)
        done = await house.client.post(f"{here}/hacer", data=BUY | {"at": at}, headers=FORM)
        assert done.status_code == 200, done.text
        version = house.tables[table].version
        house.app.state["presses"] = PressFates()
        for lang, heading in TOLD[table].items():
            answer = await house.client.get(f"{here}/pulsacion?press=p1&command=c1&at={at}&lang={lang}")
            assert (answer.status_code, answer.headers["tapete-fate"]) == (200, "known")
            assert answer.headers["content-type"] == "text/html; charset=utf-8"
            assert unescape(answer.text).strip() == (
                f'<div class="said-back accepted" data-code="accepted" data-version="{version}">'
                f"<p><b>{heading}</b></p>\n</div>"
            )
        strange = await house.client.get(f"/mesa/otra/como/ana/pulsacion?press=p1&command=c1&at={at}")
        assert strange.status_code == 404

    run(scene)


def test_nobody_is_told_the_fate_of_anothers_press(run: Any) -> None:
    async def scene(house: House) -> None:
        here = await desk(house)
        await house.client.post(f"{here}/hacer", data=BUY, headers=FORM)
        house.client.cookies.clear()
        there = await desk(house, "bea", 2)
        assert await ask(house, there, press="p1", command="c1") == ("unknown", "")
        answer = await house.client.get(f"{here}/pulsacion", params={"press": "p1"})
        assert (answer.status_code, "Hecho" in answer.text) == (401, False)
        house.app.state["presses"] = PressFates()
        assert await ask(house, there, press="p1", command="c1") == ("unknown", ""), "nor from the record"

    run(scene)


def test_a_press_that_the_table_has_before_it_is_pending_and_one_without_an_answer_is_unknown(
    run: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene(house: House) -> None:
        here = await desk(house)
        table: Any = house.table
        act, told, go_on = table.act, asyncio.Event(), asyncio.Event()

        async def slowly(*given: Any) -> Any:
            told.set()
            await go_on.wait()
            if failing:
                raise LiveError("hall-failed")
            return await act(*given)

        monkeypatch.setattr(table, "act", slowly)
        for failing, fate in ((True, "unknown"), (False, "known")):
            told.clear()
            go_on.clear()
            work = asyncio.ensure_future(house.client.post(f"{here}/hacer", data=BUY, headers=FORM))
            await told.wait()
            assert await ask(house, here, press="p1", command="c1") == ("pending", "")
            go_on.set()
            answer = await work
            assert answer.status_code == (503 if failing else 200)
            assert ("tapete-fate" in answer.headers) != failing, "an answer that says nothing of the act is none"
            assert (await ask(house, here, press="p1", command="c1"))[0] == fate
        failing = True
        go_on.set()
        await house.client.post(f"{here}/hacer", data=BUY, headers=FORM)
        assert (await ask(house, here, press="p1", command="c1"))[0] == "known", "what was answered once stays so"

    run(scene)


def test_the_stakes_of_the_last_coup_again_have_a_fate_too(run: Any) -> None:
    async def scene(house: House) -> None:
        here = await desk(house)
        answer = await house.client.post(f"{here}/repetir", data={"command": "c", "press": "p9"}, headers=FORM)
        assert answer.status_code == 409
        assert await ask(house, here, press="p9") == ("known", answer.text)

    run(scene)


def test_a_page_without_scripts_names_no_press(run: Any) -> None:
    async def scene(house: House) -> None:
        here = await desk(house)
        plain = {name: value for name, value in BUY.items() if name != "press"}
        origin = {"origin": FORM["origin"]}
        answer = await house.client.post(f"{here}/hacer", data=plain, headers=origin, follow_redirects=False)
        assert (answer.status_code, chips(house)) == (303, 30_000)
        assert await ask(house, here, press="") == ("unknown", "")

    run(scene)


def test_only_so_many_answers_are_kept_of_one_person_and_of_so_many_people() -> None:
    fates = PressFates()
    for number in range(MOST_EACH + 1):
        fates.keep(("mesa", "ana"), str(number), "told")
    assert [fates.is_known(("mesa", "ana"), str(number)) for number in range(MOST_EACH + 1)] == [False] + [
        True
    ] * MOST_EACH
    for number in range(MOST_PEOPLE):
        fates.begin(("mesa", f"j{number}"), "p")
    assert not fates.is_known(("mesa", "ana"), "1")
    assert fates.is_known(("mesa", "j0"), "p")
    fates.forget(("mesa", "j0"), "p")
    assert not fates.is_known(("mesa", "j0"), "p")


def test_an_answer_stays_when_a_repeat_of_its_press_gets_none() -> None:
    fates, ana = PressFates(), ("mesa", "ana")
    fates.begin(ana, "p1")
    fates.forget(ana, "p1")
    assert not fates.is_known(ana, "p1")
    fates.keep(ana, "p1", "bought in")
    fates.begin(ana, "p1")
    fates.forget(ana, "p1")
    assert fates.answer(ana, "p1") == "bought in"


def test_a_press_is_known_from_its_arrival_and_answered_from_its_answer() -> None:
    fates, ana, bea = PressFates(), ("mesa", "ana"), ("mesa", "bea")

    def found(key: tuple[str, str], press: str) -> tuple[bool, str | None]:
        return fates.is_known(key, press), fates.answer(key, press)

    assert found(ana, "p") == (False, None)
    fates.forget(ana, "p")
    fates.begin(ana, "p")
    assert found(ana, "p") == (True, None)
    fates.forget(ana, "q")
    assert found(ana, "p") == (True, None)
    fates.keep(ana, "p", "told")
    fates.begin(ana, "p")
    assert found(ana, "p") == (True, "told")
    fates.keep(ana, "p", "told anew")
    fates.keep(ana, "q", "")
    fates.forget(ana, "q")
    assert (found(ana, "p"), found(ana, "q")) == ((True, "told anew"), (True, ""))
    assert [found(key, "p") for key in (bea, ("mini", "ana"))] == [(False, None)] * 2


def test_what_came_again_is_kept_before_what_came_once() -> None:
    fates, ana = PressFates(), ("mesa", "ana")
    presses = [str(number) for number in range(MOST_EACH)]
    for press in presses:
        fates.keep(ana, press, press)
    fates.begin(ana, "0")
    fates.begin(ana, "new")
    kept = [*presses[2:], "0", "new"]
    assert [one for one in (*presses, "new") if fates.is_known(ana, one)] == sorted(kept)
    people = [("mesa", f"j{number}") for number in range(MOST_PEOPLE - 1)]
    for one in people:
        fates.begin(one, "p")
    assert fates.is_known(ana, "new"), "so many are kept"
    fates.begin(ana, "new")
    fates.begin(("mesa", "last"), "p")
    assert [
        key for key in (ana, *people[:2], ("mesa", "last")) if any(fates.is_known(key, one) for one in ("new", "p"))
    ] == [
        ana,
        people[1],
        ("mesa", "last"),
    ]


@pytest.mark.parametrize(
    ("press", "is_kept"),
    [
        ("p", True),
        ("!", True),
        ("~", True),
        ("p" * 80, True),
        ("p" * 81, False),
        ("", False),
        ("a b", False),
        ("ñ", False),
    ],
)
def test_a_press_has_an_id_of_printable_signs(run: Any, press: str, is_kept: bool) -> None:
    async def scene(house: House) -> None:
        here = await desk(house)
        answer = await house.client.post(f"{here}/hacer", data=BUY | {"press": press}, headers=FORM)
        assert (answer.status_code, chips(house)) == (200, 30_000)
        kept = house.app.state.presses
        assert kept.is_known(("mesa", "ana"), press) is is_kept
        assert kept.answer(("mesa", "ana"), press) == (answer.text if is_kept else None)

    run(scene)


def test_a_press_is_looked_for_in_the_last_entries_of_the_record_by_person_step_and_command(run: Any) -> None:
    async def scene(house: House) -> None:
        here = await desk(house)
        await desk(house, "bea", 2)
        house.client.cookies.set(
            "tapete-place", house.app.state.sessions.open("mesa", "ana"), domain="testserver.local"
        )
        at = house.table.step
        await house.client.post(f"{here}/hacer", data=BUY | {"at": str(at)}, headers=FORM)
        entry = (await house.table.entries(house.table.version - 1))[-1]
        table: Any = house.table
        for after in range(2):
            assert await recorded_press(table, ANA, "c1", at) == entry, after
            await house.act("bea", BuyIn(1_000))
        for person, command, step in ((BEA, "c1", at), (ANA, "c2", at), (ANA, "", at), (ANA, "c1", None)):
            assert await recorded_press(table, person, command, step) is None
        asked: list[int] = []

        class Long:
            version, game = SEARCHED + 7, table.game

            async def entries(self, after: int) -> tuple[Any, ...]:
                asked.append(after)
                return (entry,)

        assert await recorded_press(cast(Any, Long()), ANA, "c1", at) == entry
        assert asked == [7]

    run(scene)
