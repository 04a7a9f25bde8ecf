"""Clauses BG.IV.11, 14 and 28: prizes are paid once, to whom they belong, after the end; what is left for later waits
from then on and ends nobody's evening; what earlier games bring in is said, won, paid and written as one sum.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tapete.games.bingo import acts as a
from tapete.games.bingo.books import owed
from tapete.games.bingo.minutes import GameLine, minutes
from tapete.games.bingo.terms import Fate, Means
from tapete.kernel import PersonId, Refused
from tapete.play import Play
from tapete.record.codec import to_tree
from tapete.table.staff import Role
from tests.bingo.test_clauses_of_the_end import double, single, tokens_given
from tests.bingo.test_inventory import OPENING, in_session, shut
from tests.support.bingo.hall import (
    BINGO,
    CALLER,
    CASHIER,
    CHIEF,
    HOUSE,
    LINE,
    MANAGER,
    NUMBERS,
    GivenCartones,
    Hall,
    K,
    L,
    Machine,
)

CARD = "B-1047/1"


def leave(prize: Any, game: str = "", card: str = CARD) -> a.LeaveUncollected:
    """Return the act by which a prize is left."""
    return a.LeaveUncollected(prize, card, "no viene", game)


def both_games_won() -> Hall:
    """Return a double whose two games Ana's first cartón has both_won, to be paid after both."""
    return tokens_given(tokens_given(double(deferred=True)).do(CHIEF, a.AnnounceSecond()))


def both_won(hall: Hall, number: int = 1) -> Hall:
    """Play a game that one cartón wins, up to the order that ends it."""
    return hall.drawn(5).line(number).drawn(10).bingo(number)


def left_accounts(hall: Hall) -> dict[str, int]:
    """Return by account since which session each prize waits."""
    return {account: one.session for account, one in hall.state.left_prizes.items()}


def test_of_a_double_whose_games_are_paid_after_both_a_prize_of_each_is_left_by_itself() -> None:
    hall = both_games_won().do(CHIEF, leave(BINGO, "1/1"))
    assert left_accounts(hall) == {owed("1/1", BINGO, CARD): 1}
    assert hall.pay(1, LINE, game="1/1").pay(1, LINE, game="1/2").refused(CHIEF, a.EndGame()) == "prizes-due"
    hall.do(CHIEF, leave(BINGO, "1/2"), a.EndGame())
    assert left_accounts(hall) == {owed("1/1", BINGO, CARD): 1, owed("1/2", BINGO, CARD): 1}


def test_a_prize_is_left_once() -> None:
    hall = both_won(single()).pay(1, LINE).do(CHIEF, leave(BINGO, "1"))
    before = hall.state
    assert hall.answer(CHIEF, leave(BINGO, "1")).facts == {"card": CARD}
    assert hall.refused(CHIEF, leave(BINGO, "1")) == "prize-left"
    assert hall.refused(CHIEF, leave(BINGO)) == "prize-left"
    assert hall.state == before
    assert [one.act for one in hall.play.legal(CHIEF) if one.act == "leave-uncollected"] == []


def test_what_was_left_and_then_paid_waits_no_longer() -> None:
    hall = both_won(single()).do(CHIEF, leave(BINGO, "1")).pay(1, BINGO)
    assert (left_accounts(hall), hall.refused(CHIEF, leave(BINGO, "1"))) == ({}, "no-prize")
    assert hall.refused(CASHIER, a.PayPrize(BINGO, CARD)) == "prize-paid"


def test_a_prize_that_was_left_falls_with_its_game_and_waits_no_longer() -> None:
    hall = both_won(single()).do(CHIEF, leave(BINGO, "1"), a.VoidGame("evacuation", "alarma"))
    assert (left_accounts(hall), hall.balance(owed("1", BINGO, CARD))) == ({}, 0)
    assert hall.refused(CASHIER, a.PayPrize(BINGO, CARD, "1")) == "no-prize"


LEAVE = a.LeaveUncollected(LINE, CARD, "no viene")
SALE = a.AnnounceSale(("B-1047",))
ACCOUNT = owed("1", LINE, CARD)


def due(winner: str | None, waits: bool = True) -> Hall:
    """Return a hall whose línea is due to a named winner, or to whoever has the paper."""
    hall = Hall(NUMBERS, payment__next_game_waits=waits).started(winner).drawn(5).line(1).drawn(10).bingo(1)
    return hall.pay(1, BINGO)


def test_paper_whose_bearer_does_not_come_is_left_with_a_reason_and_the_evening_goes_on() -> None:
    hall = due(None)
    assert hall.refused(CHIEF, a.EndGame()) == "prizes-due"
    assert hall.refused(CHIEF, replace(LEAVE, reason=" ")) == "reason-missing"
    assert "leave-uncollected" in {one.act for one in hall.play.legal(CHIEF)}
    hall.do(CHIEF, LEAVE, a.EndGame(), SALE)
    assert hall.balance(ACCOUNT) == 60_00
    assert hall.pay(1, LINE, game="1").balance(ACCOUNT) == 0


def test_the_prize_of_a_named_winner_goes_to_his_account_without_him_and_is_not_left() -> None:
    hall = due("ana")
    no = hall.answer(CHIEF, LEAVE)
    assert (no.code, dict(no.facts), no.clauses) == ("prize-to-account", {"card": CARD, "person": "ana"}, ("BG.IV.28",))
    assert "leave-uncollected" not in {one.act for one in hall.play.legal(CHIEF)}
    hall.pay(1, LINE, means=Means.ACCOUNT).do(CHIEF, a.EndGame(), SALE)
    assert hall.balance("person:ana") == 60_00


def earlier(waits: bool) -> Hall:
    """Return a hall in session that owes a prize of an earlier hall, which nobody has left."""
    hall = due(None, waits).do(CHIEF, LEAVE, a.EndGame())
    game = shut(hall).play.game
    opening = game.with_inventory(OPENING, hall.state)
    opening = replace(opening, inventory=replace(opening.inventory, left_prizes={}))
    hall.play = Play(game, game.blank(), Machine(())).do(opening, HOUSE)
    return in_session(hall)


def test_no_sale_is_announced_while_a_prize_is_neither_paid_nor_left() -> None:
    hall = earlier(waits=True)
    no = hall.answer(CHIEF, SALE)
    assert (no.code, dict(no.facts), no.clauses) == ("next-game-waits", {"accounts": [ACCOUNT]}, ("BG.IV.28",))
    assert "announce-sale" not in {one.act for one in hall.play.legal(CHIEF)}
    assert earlier(waits=True).do(CASHIER, a.PayPrize(LINE, CARD, "1")).accepts(CHIEF, SALE)
    assert hall.do(CHIEF, replace(LEAVE, game="1")).accepts(CHIEF, SALE)
    assert hall.balance(ACCOUNT) == 60_00


OWN = ("own-purse", ("HP.BG.own-purse",))


def refusal(hall: Hall, by: str, act: Any) -> tuple[str, tuple[str, ...]]:
    answer = hall.answer(by, act)
    assert isinstance(answer, Refused), answer
    return answer.code, tuple(map(str, answer.clauses))


def holding(who: str) -> Hall:
    """Return a hall at the sale, where somebody who may play bought three cartones before he had a post."""
    return Hall(NUMBERS, sale__staff_may_play=True).open().sale().sell(1, 3, who)


def with_post(hall: Hall, who: str, role: Role) -> Hall:
    return hall.do(MANAGER, a.Relieve(role, PersonId(who)))


def test_a_cashier_pays_no_prize_to_himself() -> None:
    hall = with_post(holding("ana").sell(4, 9).close().announced(), "ana", Role.CASHIER).do(CHIEF, a.AnnounceStart())
    hall.drawn(5).call(1).check(1).on().drawn(10)
    hall.call(1, BINGO).check(1, prize=BINGO).end()
    for means in Means:
        assert refusal(hall, "ana", a.PayPrize(LINE, "B-1047/1", means=means)) == OWN
    assert with_post(hall, "eva", Role.CASHIER).accepts("eva", a.PayPrize(LINE, "B-1047/1", means=Means.ACCOUNT))


def test_a_cashier_puts_no_prize_of_a_paper_cartón_into_his_own_account() -> None:
    hall = Hall(NUMBERS).started().drawn(5).line(1).drawn(10).bingo(1)
    paid = a.PayPrize(LINE, "B-1047/1", means=Means.ACCOUNT, person=PersonId(CASHIER))
    assert refusal(hall, CASHIER, paid) == OWN
    assert hall.accepts(CASHIER, a.PayPrize(LINE, "B-1047/1", means=Means.ACCOUNT, person=PersonId("eva")))


def test_a_cashier_gives_himself_no_refund() -> None:
    hall = holding("ana").sell(4, 9).close().announced()
    hall = with_post(hall, "ana", Role.CASHIER).do(CHIEF, a.AnnounceStart(), a.VoidGame("evacuation", "alarma"))
    hall.do("ana", a.ReturnCards("B-1047", 1, 3))
    assert refusal(hall, "ana", a.PayRefund("B-1047", 1, 3)) == OWN
    hall.do("ana", a.ReturnCards("B-1047", 4, 9))
    assert hall.accepts("ana", a.PayRefund("B-1047", 4, 9))


def test_a_seller_takes_no_cartones_of_his_own_back() -> None:
    hall = with_post(holding("ana").sell(4, 9), "ana", Role.CALLER)
    assert refusal(hall, "ana", a.TakeCardsBack("B-1047", 1, 3)) == OWN
    assert hall.accepts("ana", a.TakeCardsBack("B-1047", 4, 9))


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


def test_money_brought_in_to_a_first_game_that_is_void_waits_for_the_next_sale_and_not_for_the_second_game() -> None:
    hall = announced(double=True, brought=True)
    hall.do(CHIEF, a.AnnounceStart(), a.VoidGame("evacuation", "alarma"))
    assert (hall.balance("carry:linea"), hall.balance("carry:bingo")) == (6_00, 36_00)
    hall.do(CHIEF, a.AnnounceSecond())
    played(hall)
    assert (hall.won(), dict(hall.lines()[-1].prizes)) == (BASE, BASE)
    assert (hall.balance("carry:linea"), hall.balance("carry:bingo")) == (6_00, 36_00)


def test_the_winner_of_the_first_game_of_a_double_reads_it_and_his_token_in_the_second() -> None:
    hall = Hall(NUMBERS).started("ana", double=True, deferred=True).drawn(5).call(1).check(1)
    hall.do(CALLER, a.GiveToken(LINE, "B-1047/1")).on().drawn(10).call(1, BINGO).check(1, prize=BINGO)
    hall.do(CALLER, a.GiveToken(BINGO, "B-1047/1")).end()
    before = hall.play.view("ana").me
    assert before.due_prizes
    assert not before.first_prizes
    hall.do(CHIEF, a.AnnounceSecond())
    me = hall.play.view("ana").me
    assert (me.first_prizes, me.due_prizes) == (before.due_prizes, {})
    assert me.tokens == {"1:linea:B-1047/1": 1, "1:bingo:B-1047/1": 2}
    assert hall.play.view("luis").me.first_prizes == {}
    assert hall.play.view("luis").me.tokens == {}
