"""A letter means one act; a form's own button is the one that Enter presses; leaving asks first."""

import re
from typing import Any

import pytest

from tapete.catalogue import entries
from tapete.games.chemin_de_fer.terms import Phase as CheminWindow
from tapete.games.punto_banco.terms import Phase
from tapete.web.games import has_screen, screen_of
from tapete.web.games.punto_banco.shortcuts import BOXES, REPEAT
from tapete.web.shortcuts import shortcut
from tapete.words import LANGS, topics

BY_GAME = {key: screen_of(key).letters for key in entries() if has_screen(key)}


@pytest.mark.parametrize("game", BY_GAME)
def test_in_one_game_a_letter_means_one_act(game: str) -> None:
    owners: dict[str, set[str]] = {}
    for name, key in BY_GAME[game].items():
        # One draws a third card by the same word, whichever hand it goes to.
        owners.setdefault(key, set()).add(name.partition(".")[0] if name.startswith("draw-card") else name)
    assert [(key, names) for key, names in owners.items() if len(names) > 1] == []
    if game == "punto-y-banca":
        assert owners.keys().isdisjoint({*BOXES.values(), REPEAT})


@pytest.mark.parametrize("act", ["leave", "withdraw-call", "withdraw-stake", "withdraw-bet", "cash-out", "pass-hand"])
def test_what_takes_chips_or_a_person_away_has_no_letter(act: str) -> None:
    assert all(shortcut(letters, act, act) == "" for letters in BY_GAME.values())


def test_the_letters_on_a_page_are_those_of_their_acts(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.dealt("real")
        page = (await house.client.get(await house.enter("crupier", "real"))).text
        seen = 0
        for form in re.findall(r"<form.*?</form>", page, re.S):
            fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form))
            name = ".".join([fields.get("act", ""), *(fields[one] for one in ("hand", "word") if one in fields)])
            for key in re.findall(r'data-key="([a-z])"', form):
                assert key == shortcut(BY_GAME["chemin-de-fer"], fields["act"], name), name
                seen += 1
        assert seen

    run(scene)


def test_enter_presses_the_forms_own_button_and_not_an_amount(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.betting()
        page = (await house.client.get(await house.enter("jugador-2", "cf"))).text
        forms = [one for one in re.findall(r"<form.*?</form>", page, re.S) if 'class="amount"' in one]
        assert forms
        for form in forms:
            first = re.findall(r"<button[^>]*type=\"submit\"[^>]*>", form)[0]
            assert 'name="amount"' not in first, first

    run(scene)


def test_leaving_is_asked_first_and_tells_the_sum(run: Any) -> None:
    async def scene(house: Any) -> None:
        await house.prepare()
        page = (await house.client.get(await house.enter("jugador-1"))).text
        (form,) = [one for one in re.findall(r"<form.*?</form>", page, re.S) if 'value="leave"' in one]
        assert re.search(r"<details class=\"ask-first\".*1\.000.€.*<button.*</details>", form, re.S)
        assert form.count("<button") == 1

    run(scene)


def test_every_window_has_words_in_every_language() -> None:
    known = topics()["window"]
    for window in (*Phase, *CheminWindow):
        assert set(known[str(window)]) == set(LANGS), window
