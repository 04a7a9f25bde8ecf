"""What each game says of its pages: which parts it has, how its style sheet comes onto every page of it, which clocks
an official moves on, who reads its book and who gives players their links.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from tapete.web.game_screen import GameScreen, no_words, same_wording
from tapete.web.games import screen_of
from tapete.web.more_time import MoreTime
from tests.support.web.house import House

EVERY = {"model", "facts", "letters", "style_sheet", "names", "quiet_events"}
PARTS = {
    "punto-y-banca": EVERY | {"effects", "more_time", "last_bets", "history"},
    "chemin-de-fer": EVERY
    | {"may_stand", "effects", "notable_acts", "telling_events", "log_wording", "history"}
    | {"prepare", "preview", "more_time"},
    "dos-panos": EVERY
    | {"may_stand", "effects", "notable_acts", "telling_events", "log_wording", "history"}
    | {"preview", "more_time", "picture", "ruling"},
    "bingo": EVERY
    | {"may_stand", "asking_events", "answer_words", "log_wording", "minutes", "book_readers"}
    | {"prepare", "link_givers", "players"},
}
"""What each game has of its own."""

SHEETS = {
    "punto-y-banca": ("punto_banco.css", "mesa", "marta"),
    "chemin-de-fer": ("chemin_de_fer.css", "cf", "luz-cf"),
    "dos-panos": ("dos_panos.css", "panos", "croupier-panos"),
    "bingo": ("bingo.css", "sala", "caller-sala"),
}
"""The style sheet of each game, a table of it and somebody who is on duty there."""

CLOCKS = {
    "punto-y-banca": {"bets"},
    "chemin-de-fer": {"bets", "auction", "withdrawals"},
    "dos-panos": {"bets", "auction"},
    "bingo": set[str](),
}


@pytest.mark.parametrize("game", PARTS)
def test_each_game_has_its_own_parts_and_no_others(game: str) -> None:
    screen: Any = screen_of(game)
    plain: Any = GameScreen(model=no_words, facts=no_words)  # type: ignore[arg-type,type-var]
    told = {
        one.name for one in msgspec.structs.fields(GameScreen) if getattr(screen, one.name) != getattr(plain, one.name)
    }
    assert told == PARTS[game]
    assert (plain.letters, plain.style_sheet, plain.may_stand, plain.minutes) == ({}, "", False, None)
    assert plain.answer_words is no_words
    assert plain.log_wording("x", {"a": 1}) == same_wording("x", {"a": 1}) == ("x", {"a": 1})
    assert list(plain.telling_events([{"event": "x"}])) == [{"event": "x"}]


@pytest.mark.parametrize("game", CLOCKS)
def test_time_is_given_on_the_clocks_of_a_game_and_set_by_whoever_may_end_it(game: str) -> None:
    clocks = CLOCKS[game]
    closing = {"close-bets": "bets"} if clocks else {}
    assert screen_of(game).more_time == MoreTime(frozenset(clocks), closing)


def test_who_reads_the_book_and_who_gives_links() -> None:
    found = {game: (screen_of(game).book_readers, screen_of(game).link_givers) for game in PARTS}
    assert {game: tuple(sorted(map(str, one)) for one in two) for game, two in found.items()} == {
        "punto-y-banca": ([], []),
        "chemin-de-fer": ([], []),
        "dos-panos": ([], []),
        "bingo": (["cashier", "hall-manager", "table-chief"], ["hall-manager", "table-chief"]),
    }


QUIET = {
    "punto-y-banca": {"card-dealt", "draw-awaited", "shoe-wanted", "window-opened"},
    "chemin-de-fer": {"card-dealt", "draw-awaited", "shoe-wanted", "window-opened"}
    | {"garage-formed", "garage-kept", "garage-returned", "seguido-held"},
    "dos-panos": {"card-dealt", "draw-awaited", "shoe-wanted", "window-opened", "phase-opened", "urn-sealed"},
    "bingo": {"ball-wanted", "balls-sealed", "number-marked", "phase-opened", "window-opened"},
}
"""Events that the log of each game leaves out."""

NAMES = {
    "punto-y-banca": {"shown"},
    "chemin-de-fer": {"cf", "chemin", "noted", "rest", "ruling_form", "say_cf", "say_desk"},
    "dos-panos": {"dp", "noted", "ruling_form", "say_desk", "say_dp"},
    "bingo": {"shown"},
}
"""What the templates of each game are given beside its model."""


@pytest.mark.parametrize("game", QUIET)
def test_the_log_of_a_game_leaves_out_its_quiet_events_alone(game: str) -> None:
    screen = screen_of(game)
    assert (set(screen.quiet_events), set(screen.names)) == (QUIET[game], NAMES[game])
    asked = {"money-asked": "asked", "takings-counted": "counted"} if game == "bingo" else {}
    assert screen.asking_events == asked


@pytest.mark.parametrize("game", SHEETS)
def test_every_page_of_a_table_is_drawn_by_the_sheet_of_its_game_and_of_no_other(run: Any, game: str) -> None:
    sheet, table, holder = SHEETS[game]
    others = {one for one, *_ in SHEETS.values()} - {sheet}

    async def scene(house: House) -> None:
        if game == "dos-panos":
            await house.open_two_cloths()
        elif game == "bingo":
            await house.open_bingo()
        for person, staff in (("", False), ("ana", False), (holder, True)):
            address = f"/mesa/{table}/como/{person}" if person else f"/mesa/{table}/publico"
            headers = {"cookie": house.cookie(person, table, staff=staff)} if person else {}
            answer = await house.client.get(address, headers=headers)
            assert answer.status_code == 200, answer.text
            linked = re.findall(r'<link rel="stylesheet" href="/static/([a-z_]+\.css)\?', answer.text)
            assert linked.count(sheet) == 1
            assert not others & set(linked)
        drawn = await house.client.get(f"/static/{sheet}")
        assert (drawn.status_code, drawn.headers["content-type"].partition(";")[0]) == (200, "text/css")

    run(scene)
