"""Who is in the hall: a place, a post, chips, a part of a bank; each of them alone is enough, at any of its tables."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete.accounts import associate, person
from tapete.games.bingo.game import BINGO
from tapete.games.chemin_de_fer.game import CHEMIN_DE_FER
from tapete.kernel import PersonId
from tapete.live.people import has_place, is_at_table, is_in_hall, is_player_at, is_player_in_hall
from tapete.table.seats import Seats, queue, sit, stand
from tapete.table.staff import Role
from tests.support.chemin_de_fer.table import opened

ANA, BEA, CROUPIER = PersonId("ana"), PersonId("bea"), PersonId("luz")


class Table:
    """A table as a hall has it."""

    def __init__(self, state: Any, game: Any = CHEMIN_DE_FER) -> None:
        self.state, self.game = state, game

    def view(self, viewer: PersonId | None) -> Any:
        return self.game.view(self.state, viewer)


def table(seats: Seats | None = None, **ledger: int) -> Table:
    state = opened().state
    empty = Seats(state.seats.labels)
    staff = Map({Role.CROUPIER: CROUPIER})
    names = {"chips": person(ANA), "part": associate(ANA)}
    booked = Map({names[name]: held for name, held in ledger.items()})
    return Table(replace(state, seats=empty if seats is None else seats, staff=staff, ledger=booked))


PLACES = Seats(opened().state.seats.labels)


@pytest.mark.parametrize(
    ("here", "at_table", "has"),
    [
        (table(), False, False),
        (table(sit(PLACES, ANA, 2)), True, True),
        (table(sit(PLACES, BEA, 2)), False, False),
        (table(stand(PLACES, ANA, 2)), True, False),
        (table(queue(PLACES, ANA)), False, False),
        (table(chips=500), True, False),
        (table(part=500), True, False),
        (Table(BINGO.blank(), BINGO), False, False),
    ],
    ids=["nowhere", "seated", "another", "standing", "waiting", "chips", "part of a bank", "no places"],
)
def test_a_place_chips_and_a_part_of_a_bank_are_at_a_table(here: Table, at_table: bool, has: bool) -> None:
    assert (is_at_table(here, ANA), has_place(here, ANA)) == (at_table, has)
    others = {"one": table(), "two": table()}
    assert is_in_hall({**others, "three": here}, ANA) is at_table
    assert not is_in_hall(others, ANA)
    assert not is_in_hall({}, ANA)


def test_a_post_is_a_place_too() -> None:
    assert is_at_table(table(), CROUPIER)
    assert has_place(table(), CROUPIER)
    assert not has_place(table(sit(PLACES, ANA, 2)), BEA)


class Kept:
    """A state in which something lies for Ana, and a post that only the table itself knows of."""

    def __init__(self, *, has_something: bool = False, staff: Any = None) -> None:
        self._has = has_something
        if staff is not None:
            self.staff = staff

    def has_something_of(self, who: PersonId) -> bool:
        return self._has and who == ANA


class Unseen:
    """A table that shows nothing of its people."""

    def __init__(self, state: Any) -> None:
        self.state = state

    def view(self, viewer: PersonId | None) -> Any:
        assert viewer is None
        return object()


@pytest.mark.parametrize(
    ("state", "plays", "at_table"),
    [
        (Kept(), False, False),
        (Kept(has_something=True), True, True),
        (Kept(staff={Role.CASHIER: ANA}), False, True),
        (Kept(staff={Role.CASHIER: BEA}), False, False),
        (object(), False, False),
    ],
    ids=["nothing", "kept", "a post", "another's post", "no state"],
)
def test_what_lies_for_somebody_and_a_post_that_nobody_sees_are_at_a_table_too(
    state: Any, plays: bool, at_table: bool
) -> None:
    here: Any = Unseen(state)
    assert (is_player_at(here, ANA), is_at_table(here, ANA), has_place(here, ANA)) == (plays, at_table, False)
    assert is_player_in_hall({"one": table(), "two": here}, ANA) is plays
    assert is_in_hall({"one": here, "two": table()}, ANA) is at_table


def test_whoever_holds_a_post_is_no_player_for_it() -> None:
    here = table(sit(PLACES, ANA, 2))
    assert (is_player_at(here, ANA), is_player_at(here, BEA), is_player_at(here, CROUPIER)) == (True, False, False)
    assert (is_at_table(here, CROUPIER), has_place(here, CROUPIER)) == (True, True)
    for what in (table(stand(PLACES, ANA, 2)), table(chips=500), table(part=500)):
        assert is_player_at(what, ANA)
        assert not is_player_at(what, BEA)
    assert not is_player_in_hall({"one": here}, CROUPIER)
    assert is_player_in_hall({"one": table(), "two": here}, ANA)
