"""What each change of a store of players leaves: names and ways back, in memory, in a database, and after a restart."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tapete.kernel import PersonId
from tapete.people.player_store import MemoryPlayers, Player, PlayerStore, Way, WayKind
from tapete.people.players import BROWSER_S, CODE_LENGTH, CODE_S, NAME_MOST, PLAYER_MARK, Players, shown_name
from tapete.people.row_seal import RowSeal
from tapete.people.second_factor import ALPHABET
from tapete.people.staff_sessions import digest
from tapete.people.stored_players import StoredPlayers
from tapete.record.store import open_store

ANA, BEA, EVA = (PersonId(f"p-{letter * 32}") for letter in "abe")
NAMES = {ANA: "Ana", BEA: "Bea"}
WAYS = {
    "a-code": Way(ANA, WayKind.CODE, 100),
    "a-home": Way(ANA, WayKind.BROWSER, 100),
    "a-phone": Way(ANA, WayKind.BROWSER, 200),
    "b-code": Way(BEA, WayKind.CODE, 100),
    "b-home": Way(BEA, WayKind.BROWSER, 100),
}
OF_BEA = ("b-code", "b-home")
Does = Callable[[PlayerStore], Any]


def filled(players: PlayerStore) -> PlayerStore:
    """Return a store with two players and their ways back."""
    for person, name in NAMES.items():
        players.put_name(person, name)
    for key, way in WAYS.items():
        players.put_way(key, way)
    return players


def held(players: PlayerStore) -> tuple[tuple[Player, ...], dict[str, Way]]:
    """Return everything that a store has."""
    found = {key: players.find_way(key) for key in (*WAYS, "new")}
    assert {one.person: one.name for one in players.everybody()} == {
        person: name for person in (ANA, BEA, EVA) if (name := players.name(person)) is not None
    }
    return players.everybody(), {key: way for key, way in found.items() if way is not None}


def left(*keys: str, **more: Way) -> dict[str, Way]:
    """Return ways back by their keys."""
    return {key: WAYS[key] for key in keys} | more


BOTH = (Player(ANA, "Ana"), Player(BEA, "Bea"))
NEW = Way(ANA, WayKind.CODE, 300)
CASES: dict[str, tuple[Does, Any, tuple[Player, ...], dict[str, Way]]] = {
    "nothing": (lambda _: None, None, BOTH, WAYS),
    "a code that is good": (lambda of: of.take_code("a-code", 99), WAYS["a-code"], BOTH, left(*OF_BEA)),
    "a code that is over": (
        lambda of: of.take_code("a-code", 100),
        WAYS["a-code"],
        BOTH,
        left("a-home", "a-phone", *OF_BEA),
    ),
    "the word of a browser": (lambda of: of.take_code("a-home", 0), None, BOTH, WAYS),
    "no code": (lambda of: of.take_code("new", 0), None, BOTH, WAYS),
    "all ways": (lambda of: of.void_ways(ANA), None, BOTH, left(*OF_BEA)),
    "codes": (lambda of: of.void_ways(ANA, WayKind.CODE), None, BOTH, left("a-home", "a-phone", *OF_BEA)),
    "browsers": (lambda of: of.void_ways(ANA, WayKind.BROWSER), None, BOTH, left("a-code", *OF_BEA)),
    "ways of nobody": (lambda of: of.void_ways(EVA), None, BOTH, WAYS),
    "one way": (lambda of: of.void_way("a-home"), None, BOTH, left("a-code", "a-phone", *OF_BEA)),
    "no way": (lambda of: of.void_way("new"), None, BOTH, WAYS),
    "another code": (lambda of: of.put_way("new", NEW), None, BOTH, left(*WAYS, new=NEW)),
    "another code instead": (
        lambda of: of.put_way("new", NEW, instead=True),
        None,
        BOTH,
        left("a-home", "a-phone", *OF_BEA, new=NEW),
    ),
    "another browser instead": (
        lambda of: of.put_way("new", Way(BEA, WayKind.BROWSER, 9), instead=True),
        None,
        BOTH,
        left("a-code", "a-home", "a-phone", "b-code", new=Way(BEA, WayKind.BROWSER, 9)),
    ),
    "a way that is given to somebody else": (
        lambda of: of.put_way("a-home", Way(BEA, WayKind.CODE, 7)),
        None,
        BOTH,
        left("a-code", "a-phone", *OF_BEA) | {"a-home": Way(BEA, WayKind.CODE, 7)},
    ),
    "a player": (lambda of: of.erase(ANA), True, (Player(BEA, "Bea"),), left(*OF_BEA)),
    "nobody": (lambda of: of.erase(EVA), False, BOTH, WAYS),
    "another name": (lambda of: of.put_name(ANA, "Carla"), None, (Player(BEA, "Bea"), Player(ANA, "Carla")), WAYS),
    "a name twice": (
        lambda of: of.put_name(EVA, "Ana"),
        None,
        (Player(ANA, "Ana"), Player(EVA, "Ana"), Player(BEA, "Bea")),
        WAYS,
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_each_change_leaves_the_same_in_memory_in_a_database_and_after_a_restart(case: str, tmp_path: Path) -> None:
    does, answer, people, ways = CASES[case]
    memory = filled(MemoryPlayers())
    assert does(memory) == answer
    assert held(memory) == (people, ways)
    with open_store(f"sqlite:///{tmp_path}/hall.db") as store:
        stored = filled(StoredPlayers(store, RowSeal(b"s" * 32)))
        assert does(stored) == answer
        assert held(stored) == (people, ways)
        assert held(StoredPlayers(store, RowSeal(b"s" * 32))) == (people, ways)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("x", "x"),
        ("", None),
        (" \t ", None),
        ("x" * NAME_MOST, "x" * NAME_MOST),
        ("x" * (NAME_MOST + 1), None),
        (f"  {'x' * NAME_MOST}  ", "x" * NAME_MOST),
        ("a \n b", "a b"),
        ("a\x00b", None),
        ("a\u202eb", None),
    ],
)
def test_a_name_has_up_to_thirty_signs_that_can_be_seen(name: str, shown: str | None) -> None:
    assert shown_name(name) == shown


def test_what_leads_a_player_back_is_kept_under_its_digest_with_its_end() -> None:
    """A code for a quarter of an hour, a browser for thirty days, counted from the whole second."""
    players = Players(lambda: 1000.9)
    found = players.register(" Ana  María ")
    assert found is not None
    assert found == Player(found.person, "Ana María")
    assert found.person.removeprefix(PLAYER_MARK).isalnum()
    assert len(found.person) == len(PLAYER_MARK) + 32
    code, token = players.give_code(found.person), players.remember(found.person)
    assert code is not None
    assert len(code) == CODE_LENGTH == 8
    assert set(code) <= set(ALPHABET)
    assert len(token) == 43
    assert players.store.find_way(digest(code)) == Way(found.person, WayKind.CODE, 1000 + CODE_S)
    assert players.store.find_way(digest(token)) == Way(found.person, WayKind.BROWSER, 1000 + BROWSER_S)
    assert (CODE_S, BROWSER_S) == (900, 2_592_000)
    assert players.remembered(token) == found
    assert players.redeem(f" {code[:4].upper()}-{code[4:]} ") == found


@pytest.mark.parametrize(
    ("now", "code_leads", "browser_leads"),
    [
        (CODE_S - 0.5, True, True),
        (CODE_S, False, True),
        (BROWSER_S - 0.5, False, True),
        (BROWSER_S, False, False),
    ],
)
def test_a_way_back_is_good_up_to_its_last_second(now: float, code_leads: bool, browser_leads: bool) -> None:
    clock = [0.0]
    players = Players(lambda: clock[0])
    found = players.register("Ana")
    assert found is not None
    code, token = players.give_code(found.person), players.remember(found.person)
    clock[0] = now
    assert players.remembered(token) == (found if browser_leads else None)
    assert players.redeem(str(code)) == (found if code_leads else None)


def test_a_way_back_to_whoever_has_no_name_leads_nowhere() -> None:
    players = Players(lambda: 0.0)
    for kind, key in ((WayKind.CODE, "code"), (WayKind.BROWSER, "word")):
        players.store.put_way(digest(key), Way(ANA, kind, 100))
    assert (players.remembered("word"), players.redeem("code"), players.give_code(ANA)) == (None, None, None)
    assert (players.name_of(ANA), players.rename(ANA, "Ana"), players.erase(ANA)) == ("", False, False)
    assert players.store.everybody() == ()


def test_a_browser_is_forgotten_by_its_own_word_and_a_code_is_voided_alone() -> None:
    players = Players(lambda: 0.0)
    for person, name in NAMES.items():
        players.store.put_name(person, name)
    home, phone, code, other = (
        players.remember(ANA),
        players.remember(ANA),
        players.give_code(ANA),
        players.give_code(BEA),
    )
    for word in (str(code), "nothing"):
        players.forget_browser(word)
    assert players.store.find_way(digest(str(code))) is not None
    players.forget_browser(home)
    assert (players.remembered(home), players.remembered(phone)) == (None, Player(ANA, "Ana"))
    players.void_code(ANA)
    assert players.store.find_way(digest(str(code))) is None
    assert players.remembered(phone) == Player(ANA, "Ana")
    players.void_all(ANA)
    assert players.remembered(phone) is None
    assert players.redeem(str(other)) == Player(BEA, "Bea")
