"""Which card is corrected: officials choose it from those that everybody has seen, with number, face and hand."""

import re
from types import SimpleNamespace
from typing import Any

import anyio
import pytest

from tapete.games.banked.acts import Stand
from tapete.games.dos_panos.game import DosPanos
from tapete.kernel import Event
from tapete.record.codec import to_tree
from tapete.web.forms import to_act
from tapete.web.games import screen_of
from tapete.web.games.baccarat.coup_cards import CoupCards
from tapete.web.games.dos_panos.notices import RecentEvents
from tapete.web.known_cards import SHOWN_COUPS
from tapete.web.logbook import log_lines
from tapete.web.problems import ProblemError
from tests.support.dos_panos.observed import first_cards, spoken
from tests.support.web.still import still_part


def told(event: Event) -> dict[str, object]:
    """Return an event as everybody reads it in the record."""
    return {**to_tree(event), **dict.fromkeys(event.private())}


def settled() -> tuple[object, RecentEvents]:
    made = spoken(first_cards("4s 2s", "4h 2h", "4d 3d"), "no", "no").banker(Stand()).shown().settled()  # type: ignore[attr-defined]
    latest = RecentEvents()
    for turn in made.turns:
        for event in turn.events:
            latest.read(told(event), ())
    return made.state, latest


def listed(page: str) -> dict[str, str]:
    """Return the cards that the form of a page offers, by what it sends."""
    found = re.search(r'<select name="known-card".*?</select>', page, re.S)
    return dict(re.findall(r'<option value="(\d+:\d+)">([^<]*)<', found[0])) if found else {}


def test_officials_choose_a_card_of_a_settled_coup_by_its_number_face_and_hand() -> None:
    state, latest = settled()
    page = still_part(DosPanos(), state, "inspector", history=latest)
    assert listed(page) == {
        "1:1": "n.º 1 · 4 de picas · primer paño",
        "1:2": "n.º 2 · 4 de corazones · segundo paño",
        "1:3": "n.º 3 · 4 de diamantes · banca",
        "1:4": "n.º 4 · 2 de picas · primer paño",
        "1:5": "n.º 5 · 2 de corazones · segundo paño",
        "1:6": "n.º 6 · 3 de diamantes · banca",
    }
    assert '<optgroup label="Jugada 1">' in page
    for viewer in (None, "ana", "rosa"):
        assert not listed(still_part(DosPanos(), state, viewer, history=latest))


def test_without_a_known_card_its_number_is_typed() -> None:
    state, _ = settled()
    page = still_part(DosPanos(), state, "inspector")
    assert not listed(page)
    assert re.search(r'name="card-number"[^>]* required', page)


def test_a_card_that_not_everybody_has_seen_is_not_listed() -> None:
    cards = CoupCards()
    cards.read("bets-opened", {"coup": 1})
    cards.read("card-dealt", {"position": 0, "place": "primero", "face": None})
    cards.read("card-dealt", {"position": 1, "place": "segundo"})
    cards.read("card-seen", {"position": 1, "person": "ana"})
    assert not list(cards)
    cards.read("card-turned", {"position": 1, "face": "7s"})
    assert [(one.position, one.place, one.face) for one in cards] == [(1, "segundo", "7s")]


def test_a_coup_keeps_its_cards_where_they_lay_and_as_they_really_were() -> None:
    cards = CoupCards()
    for coup in (1, 2):
        cards.read("bets-opened", {"coup": coup})
        cards.read("card-dealt", {"position": coup, "place": "banca", "face": "7s"})
        cards.read("coup-settled", {})
        cards.read("card-moved", {"position": coup, "place": "discard"})
    cards.read("card-corrected", {"coup": 1, "position": 1, "face": "9h"})
    assert [(one.coup, one.place, one.face) for one in cards] == [(2, "banca", "7s"), (1, "banca", "9h")]
    assert (cards.place_of(1, 1), cards.place_of(1, 9)) == ("banca", "")


def test_the_first_coup_of_a_new_shoe_takes_the_place_of_the_old_one() -> None:
    cards = CoupCards()
    for number in (1, 2, 1):
        cards.read("bets-opened", {"coup": number})
        cards.read("card-dealt", {"position": number, "place": "banca", "face": "7s"})
        cards.read("coup-settled", {})
    assert [one.coup for one in cards] == [1, 2]
    for number in range(3, 3 + SHOWN_COUPS):
        cards.read("bets-opened", {"coup": number})
        cards.read("card-dealt", {"position": number, "place": "banca", "face": "7s"})
    assert len({one.coup for one in cards}) == SHOWN_COUPS


def test_a_hand_that_is_shown_tells_its_first_cards() -> None:
    cards = CoupCards()
    cards.read("bets-opened", {"coup": 4})
    for position in (8, 10):
        cards.read("card-dealt", {"position": position, "place": "punto", "face": None})
    cards.read("hand-shown", {"hand": "punto", "faces": ["7s", "Th"], "total": 7})
    assert [(one.position, one.face) for one in cards] == [(8, "7s"), (10, "Th")]


def test_the_card_of_the_list_is_the_card_of_the_act() -> None:
    form = {"act": "correct-card", "known-card": "2:9", "face": "3d", "second": "luz", "reason": "se leyó mal"}
    assert to_act(form) == {
        "act": "correct-card",
        "coup": "2",
        "position": 8,
        "face": "3d",
        "second": "luz",
        "reason": "se leyó mal",
    }
    typed = to_act(form | {"known-card": "other", "coup": "1", "card-number": "3"})
    assert (typed["coup"], typed["position"], "known-card" in typed) == ("1", 2, False)
    for wrong in ("9", "2:", "2:0", ":4", "x:4", "2:4:5", "2:-1"):
        with pytest.raises(ProblemError):
            to_act(form | {"known-card": wrong})


def lines(key: str, events: list[dict[str, Any]], cards: CoupCards) -> list[str]:
    """Return the lines of the log after one entry."""
    entry = SimpleNamespace(time="2026-01-01T21:00:00+00:00", events=events)

    async def entries(*_: int) -> list[Any]:
        return [entry]

    view = SimpleNamespace(rulebook="asturias-2011")
    table = SimpleNamespace(id="t", version=1, game=SimpleNamespace(key=key), view=lambda _: view, entries=entries)
    return [one.text for one in anyio.run(log_lines, table, "es", screen_of(key), cards)]


@pytest.mark.parametrize("key", ["dos-panos", "chemin-de-fer"])
def test_the_log_tells_the_face_of_a_card_that_everybody_has_seen_and_of_no_other(key: str) -> None:
    cards = CoupCards()
    cards.read("bets-opened", {"coup": 1})
    cards.read("card-dealt", {"position": 6, "place": "banca-3", "face": "7h"})
    cards.read("card-dealt", {"position": 0, "place": "banca", "face": None})
    cards.read("card-moved", {"position": 6, "place": "discard"})
    moved = [{"event": "card-moved@1", "position": one, "place": "discard"} for one in (0, 6)]
    assert lines(key, moved, cards) == ["La carta 7, 7 de corazones, pasa a: descarte", "La carta 1 pasa a: descarte"]


@pytest.mark.parametrize("key", ["dos-panos", "chemin-de-fer"])
def test_cards_that_are_cleared_away_after_a_coup_are_no_news(key: str) -> None:
    """There are as many lines of them as cards: they would push out of the log what it is read for."""
    moved = {"event": "card-moved@1", "position": 3, "place": "discard"}
    ended = {"event": "coup-voided@1", "coup": 4}
    assert lines(key, [moved, ended, moved, moved], CoupCards()) == [
        "Jugada 4 anulada: cada uno recupera su apuesta",
        "La carta 4 pasa a: descarte",
    ]
