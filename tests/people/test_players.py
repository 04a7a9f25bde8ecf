"""Players: pseudonyms, names that can be erased, a way back for one person."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tapete.kernel import PersonId, require_person_id
from tapete.people.credentials import RowSeal
from tapete.people.players import BROWSER_S, CODE_S, Players
from tapete.people.stored import StoredPlayers
from tapete.record.store import open_store


class Clock:
    now = 1_800_000_000.0


@pytest.fixture(params=["memory", "sqlite"])
def players(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Players]:
    """Players in memory and in a database: what holds of the one holds of the other."""
    Clock.now = 1_800_000_000.0
    if request.param == "memory":
        yield Players(lambda: Clock.now)
        return
    with open_store(f"sqlite:///{tmp_path}/hall.db") as store:
        yield Players(lambda: Clock.now, StoredPlayers(store, RowSeal(b"s" * 32)))


def person(players: Players, name: str = "Ana") -> PersonId:
    found = players.register(name)
    assert found is not None
    return found.person


def code_of(players: Players, who: PersonId) -> str:
    code = players.give_code(who)
    assert code is not None
    return code


def redeemed(players: Players, code: str) -> PersonId | None:
    found = players.redeem(code)
    return None if found is None else found.person


def test_pseudonym_is_random_and_says_nothing(players: Players) -> None:
    people = {person(players) for _ in range(50)}
    assert len(people) == 50
    assert all(require_person_id(one) is None and "ana" not in one for one in people)


NO_NAMES = (
    *("", "   ", "x" * 31, "a\u202eb", "a\x00b"),
    *("\u3164", "\u2800\u2800", "\u115f\u1160", "\uffa0", "\u0301\u0302", "\ufe0f", "...", "\U0001d159"),
    *("Croupier", "jefe de mesa", "caller", "Chef de table", "cajera", "la casa", "hall-manager", "bot-3"),
    *("Croupier 2", "El crupier", "Ana (table chief)", "c r u p i e r", "Ｄｉｒｅｃｔｏｒ", "Сroupiеr", "cr0upier"),
    *("Ⓒajero", "🄲🄰🄹🄴🅁🄾", "La Caja", "Croupière", "system:house", "System", "ana：꞉"),
)


def test_name_that_cannot_be_shown_is_refused(players: Players) -> None:
    """So is one like a post: its player would be taken for the staff by everybody at the table."""
    ana = person(players)
    assert [name for name in NO_NAMES if players.register(name) or players.rename(ana, name)] == []
    assert players.rename(ana, "Ana María")
    assert players.name_of(ana) == "Ana María"
    assert not players.rename(PersonId("p-nobody"), "Nadie")
    assert [one.person for one in players.store.everybody()] == [ana]


def test_code_leads_back_once_and_to_its_own_player_and_a_new_one_voids_it(players: Players) -> None:
    ana, bea = person(players), person(players, "Bea")
    old, code, other = code_of(players, ana), code_of(players, ana), code_of(players, bea)
    typed = (old, f" {code[:4].upper()} {code[4:]} ", code, other)
    assert [redeemed(players, one) for one in typed] == [None, ana, None, bea]


@pytest.mark.parametrize(("after", "is_good"), [(CODE_S - 1, True), (CODE_S, False), (-30, True), (-86_400, False)])
def test_code_grows_old(players: Players, after: float, is_good: bool) -> None:
    """And is void where the clock ran ahead when it was given, and was put right."""
    code = code_of(players, person(players))
    Clock.now += after
    assert [players.redeem(code) is not None for _ in range(2)] == [is_good, False]


def test_erased_player_has_no_name_and_no_way_back(players: Players) -> None:
    ana = person(players)
    code, token = code_of(players, ana), players.remember(ana)
    assert [players.erase(ana), players.erase(ana)] == [True, False]
    assert (players.name_of(ana), players.remembered(token), players.redeem(code)) == ("", None, None)
    assert players.give_code(ana) is None


@pytest.mark.parametrize(("after", "is_good"), [(BROWSER_S - 1, True), (BROWSER_S, False), (-86_400, False)])
def test_browser_leads_its_player_back_for_a_month(players: Players, after: float, is_good: bool) -> None:
    ana, bea = person(players), person(players, "Bea")
    token, other = players.remember(ana), players.remember(bea)
    Clock.now += after
    found = players.remembered(token), players.remembered(other)
    assert [None if one is None else one.person for one in found] == ([ana, bea] if is_good else [None, None])


def test_code_that_is_used_ends_the_browsers_of_its_player_alone(players: Players) -> None:
    ana, bea = person(players), person(players, "Bea")
    mine, other = players.remember(ana), players.remember(bea)
    assert redeemed(players, code_of(players, ana)) == ana
    assert [players.remembered(one) is None for one in (mine, other)] == [True, False]


def test_word_of_a_browser_is_no_code_and_a_code_no_word_of_a_browser(players: Players) -> None:
    ana = person(players)
    token, code = players.remember(ana), code_of(players, ana)
    assert (players.redeem(token), players.remembered(code)) == (None, None)
    players.forget_browser(code)
    assert redeemed(players, code) == ana
