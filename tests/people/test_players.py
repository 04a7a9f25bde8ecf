"""Players: pseudonyms, names that can be erased, a way back for one person."""

import pytest

from tapete.kernel import PersonId, require_person_id
from tapete.people.players import CODE_S, Players


class Clock:
    now = 1_800_000_000.0


@pytest.fixture
def players() -> Players:
    Clock.now = 1_800_000_000.0
    return Players(lambda: Clock.now)


def person(players: Players, name: str = "Ana") -> PersonId:
    found = players.register(name)
    assert found is not None
    return found.person


def test_pseudonym_is_random_and_says_nothing(players: Players) -> None:
    people = {person(players) for _ in range(50)}
    assert len(people) == 50
    assert all(require_person_id(one) is None and "ana" not in one for one in people)


@pytest.mark.parametrize(("name", "shown"), [("Ana", "Ana"), ("  Ana   María ", "Ana María"), ("李", "李")])
def test_name_is_shown_as_it_was_chosen(players: Players, name: str, shown: str) -> None:
    assert players.name_of(person(players, name)) == shown


@pytest.mark.parametrize("name", ["", "   ", "x" * 31, "a\u202eb", "a\x00b"])
def test_name_that_cannot_be_shown_is_refused(players: Players, name: str) -> None:
    assert players.register(name) is None


def test_code_leads_back_once_and_to_its_own_player(players: Players) -> None:
    ana, bea = person(players), person(players, "Bea")
    code, other = players.give_code(ana), players.give_code(bea)
    assert code is not None
    assert other is not None
    found = players.redeem(f" {code[:4].upper()} {code[4:]} ")
    assert found is not None
    assert found.person == ana
    assert players.redeem(code) is None
    found = players.redeem(other)
    assert found is not None
    assert found.person == bea


@pytest.mark.parametrize(("after", "is_good"), [(CODE_S - 1, True), (CODE_S, False)])
def test_code_grows_old(players: Players, after: float, is_good: bool) -> None:
    code = players.give_code(person(players))
    assert code is not None
    Clock.now += after
    assert (players.redeem(code) is not None) is is_good
    assert players.redeem(code) is None


def test_new_code_voids_the_old_one(players: Players) -> None:
    ana = person(players)
    old, new = players.give_code(ana), players.give_code(ana)
    assert old is not None
    assert new is not None
    assert players.redeem(old) is None
    assert players.redeem(new) is not None


def test_code_can_be_voided(players: Players) -> None:
    ana = person(players)
    code = players.give_code(ana)
    players.void_code(ana)
    assert code is not None
    assert players.redeem(code) is None


@pytest.mark.parametrize("code", ["", " ", "aaaaaaaa"])
def test_nothing_leads_nowhere(players: Players, code: str) -> None:
    person(players)
    assert players.redeem(code) is None


def test_erased_player_has_no_name_and_no_way_back(players: Players) -> None:
    ana = person(players)
    code = players.give_code(ana)
    assert players.erase(ana)
    assert not players.erase(ana)
    assert players.name_of(ana) == ""
    assert code is not None
    assert players.redeem(code) is None
    assert players.give_code(ana) is None
