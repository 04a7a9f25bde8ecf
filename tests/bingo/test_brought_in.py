"""What earlier games bring in belongs to the next game: of a double to its first, in whose announcement it is said, by
which it is paid, and as whose it stands in the minutes book and in the accounts (BG.IV.11, BG.IV.14).
"""

from __future__ import annotations

from typing import Any

import pytest

from tapete.games.bingo import acts as a
from tapete.games.bingo.minutes import GameLine, minutes
from tapete.games.bingo.terms import Fate
from tapete.record.codec import to_tree
from tests.support.bingo.hall import BINGO, CASHIER, CHIEF, LINE, NUMBERS, GivenCartones, Hall, K, L
from tests.support.web.still import still_part

FIRST, SOLD = 31, 20
BASE = {"linea": 4_00, "bingo": 24_00}
"""Twenty cartones, or parts, of two euros."""
BROUGHT = {"linea": 6_00, "bingo": 36_00}
BOTH = {prize: BASE[prize] + BROUGHT[prize] for prize in BASE}


class Told(Hall):
    """A hall that keeps its events, and loses no cent by any of them."""

    def __init__(self, **options: Any) -> None:
        self.events: list[Any] = []
        rows = {f"B-1047/{FIRST}": K, f"B-1047/{FIRST + 1}": L}
        super().__init__(NUMBERS, cartones=GivenCartones(rows), payment__not_collected=0, **options)

    def do(self, by: str, *acts: Any) -> Hall:
        """Do acts, and keep what came of them."""
        for act in acts:
            super().do(by, act)
            assert self.play.last is not None
            self.events += self.play.last.events
            assert sum(self.state.ledger.values()) == 0
        return self

    def lines(self) -> tuple[GameLine, ...]:
        """Return the lines of the minutes book."""
        return minutes([(f"t{number}", to_tree(one)) for number, one in enumerate(self.events)]).games

    def won(self) -> dict[str, int]:
        """Return what a game has awarded, by prize."""
        return {str(prize): sum(one.amount for one in won) for prize, won in self.game.awards.items()}

    def owed(self, game: str) -> dict[str, int]:
        """Return what the accounts owe of a game, by prize."""
        return {str(one): self.balance(f"owed:{game}/{one}/B-1047/{FIRST}") for one in (LINE, BINGO)}


def announced(*, double: bool, brought: bool, twice: bool = False) -> Told:
    """Announce the prizes of a game, into which an earlier one may bring its own."""
    hall = Told()
    hall.open(double=double).sale().sell(1, 30).close().announced().do(CHIEF, a.AnnounceStart())
    hall.drawn(5).line(1).drawn(10).bingo(1)
    for prize in (LINE, BINGO):
        if brought:
            hall.do(CHIEF, a.LeaveUncollected(prize, "B-1047/1", "no vino", hall.game.name))
            decided = a.DecideUncollected(hall.game.name, prize, "B-1047/1", Fate.NEXT_GAME, "no vino")
            hall.do(CHIEF, decided)
        else:
            hall.pay(1, prize)
    if double:
        hall.do(CHIEF, a.AnnounceSecond(), a.VoidGame("evacuation", "alarma"))
    hall.do(CHIEF, a.EndGame()).sale().sell(FIRST, FIRST + SOLD - 1 + twice).close().announced()
    if twice:
        last = FIRST + SOLD
        hall.do(CHIEF, a.Recount("B-1047", last, last, was_sold=False, reason="no se vendió"))
        hall.do(CASHIER, a.CollectUnsold("B-1047", 420 - 30 - SOLD)).announced()
    return hall


def played(hall: Told) -> Told:
    """Play a game whose línea and bingo one cartón wins."""
    hall.drawn(5).line(FIRST).drawn(10).bingo(FIRST)
    return hall


def last_words(hall: Told, count: int) -> list[str]:
    return hall.said[-count:]


@pytest.mark.parametrize("twice", [False, True])
@pytest.mark.parametrize("brought", [False, True])
@pytest.mark.parametrize("double", [False, True])
def test_what_is_announced_is_what_is_awarded_paid_and_written(double: bool, brought: bool, twice: bool) -> None:
    hall = announced(double=double, brought=brought, twice=twice)
    name, first = hall.game.part_names[0], BOTH if brought else BASE
    assert {str(prize): hall.game.prize(prize) for prize in (LINE, BINGO)} == first
    hall.do(CHIEF, a.AnnounceStart())
    played(hall)
    assert (hall.won(), hall.owed(name), dict(hall.lines()[-1].prizes)) == (first, first, first)
    assert hall.balance(f"sales:{name}") == 0
    for prize in (LINE, BINGO):
        hall.pay(FIRST, prize)
    if double:
        hall.do(CHIEF, a.AnnounceSecond())
        second = hall.game.part_names[1]
        assert {str(prize): hall.game.prize(prize) for prize in (LINE, BINGO)} == BASE
        played(hall)
        assert (hall.won(), hall.owed(second), dict(hall.lines()[-1].prizes)) == (BASE, BASE, BASE)
        assert hall.balance(f"sales:{second}") == 0
        for prize in (LINE, BINGO):
            hall.pay(FIRST, prize)
    assert (hall.balance("carry:linea"), hall.balance("carry:bingo")) == (0, 0)
    assert hall.do(CHIEF, a.EndGame()).phase() == "ready"


@pytest.mark.parametrize("twice", [False, True])
def test_the_prizes_of_each_part_are_said_where_they_are_not_alike(twice: bool) -> None:
    """The clause: the amounts are announced for each of the parts of a double."""
    assert last_words(announced(double=True, brought=True, twice=twice), 2) == [
        "Primera partida: línea, 10 euros; bingo, 60 euros",
        "Segunda partida: línea, 4 euros; bingo, 24 euros",
    ]
    assert last_words(announced(double=True, brought=False, twice=twice), 1) == [
        "Para cada parte: línea, 4 euros; bingo, 24 euros"
    ]
    assert last_words(announced(double=False, brought=True, twice=twice), 1) == ["Línea, 10 euros; bingo, 60 euros"]


def test_in_the_book_the_money_brought_in_is_the_first_game_s_and_nothing_of_it_is_lost() -> None:
    hall = announced(double=True, brought=True).do(CHIEF, a.AnnounceStart())
    assert isinstance(hall, Told)
    played(hall).pay(FIRST, LINE).pay(FIRST, BINGO).do(CHIEF, a.AnnounceSecond())
    first, second = played(hall).lines()[-2:]
    assert (dict(first.brought_amounts), dict(second.brought_amounts)) == (BROUGHT, {})
    for line in (first, second):
        won = sum(one.amount for one in line.winners)
        taken = line.cards_sold * line.value + sum(line.brought_amounts.values())
        assert won + line.held + line.carried + line.house == taken


def test_money_brought_in_to_a_first_game_that_is_void_waits_for_the_next_sale_and_not_for_the_second_game() -> None:
    hall = announced(double=True, brought=True)
    hall.do(CHIEF, a.AnnounceStart(), a.VoidGame("evacuation", "alarma"))
    assert (hall.balance("carry:linea"), hall.balance("carry:bingo")) == (6_00, 36_00)
    hall.do(CHIEF, a.AnnounceSecond())
    played(hall)
    assert (hall.won(), dict(hall.lines()[-1].prizes)) == (BASE, BASE)
    assert (hall.balance("carry:linea"), hall.balance("carry:bingo")) == (6_00, 36_00)


def test_the_wall_shows_the_prizes_of_both_games_as_one_announcement() -> None:
    hall = announced(double=True, brought=True)
    wall = still_part(hall.play.game, hall.state, None)
    assert "línea, 10 euros; bingo, 60 euros. Segunda partida: línea, 4 euros; bingo, 24 euros" in wall
