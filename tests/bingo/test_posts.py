"""Posts change hands: who gives one to whom. Nobody has one by being in the hall."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tapete.chance import ChanceKind
from tapete.games.bingo import acts as a
from tapete.games.bingo.terms import Phase
from tapete.kernel import PersonId
from tapete.table.staff import Role
from tests.support.bingo.hall import (
    BINGO,
    CALLER,
    CASHIER,
    CHIEF,
    HOUSE,
    MANAGER,
    NUMBERS,
    STAFF,
    GivenCartones,
    Hall,
    K,
)

STRANGER = PersonId("pepe")


def senders(hall: Hall, role: Role, person: str) -> list[str]:
    everybody = (HOUSE, MANAGER, CHIEF, CALLER, CASHIER, "assistant", "ana", STRANGER)
    return [who for who in everybody if hall.accepts(who, a.Relieve(role, PersonId(person)))]


@pytest.mark.parametrize("role", sorted(STAFF))
def test_only_the_manager_and_the_house_bring_somebody_in(role: Role) -> None:
    hall = Hall().open()
    assert senders(hall, role, STRANGER) == [HOUSE, MANAGER]
    answer = hall.answer(STAFF[role], a.Relieve(role, STRANGER))
    if role is not Role.HALL_MANAGER:
        assert (answer.code, answer.facts, answer.clauses) == ("not-of-staff", {"person": STRANGER}, ("HP.BG.posts",))


def test_whoever_has_been_on_duty_there_is_sent_by_the_chief_too_and_by_the_holder_of_the_post() -> None:
    hall = Hall().open().do(MANAGER, a.Relieve(Role.CALLER, PersonId("eva")))
    for role in (Role.ASSISTANT, Role.SELLER_1):
        holder = [str(STAFF[role])] if role in STAFF else []
        assert senders(hall, role, CALLER) == [HOUSE, MANAGER, CHIEF, *holder]
    for role in (Role.CASHIER, Role.HALL_MANAGER, Role.TABLE_CHIEF):
        post = {HOUSE, MANAGER, str(STAFF[role])}
        assert set(senders(hall, role, CALLER)) == post
    answer = hall.answer(CASHIER, a.Relieve(Role.TABLE_CHIEF, PersonId(CALLER)))
    assert (answer.code, answer.clauses) == ("not-your-post", ("HP.BG.posts",))


def test_in_a_house_its_accounts_say_who_is_of_the_staff() -> None:
    hall = Hall()
    hall.play = hall.play.__class__(hall.play.game, hall.play.game.blank(), hall.play.source)
    hall.do(HOUSE, a.OpenHall("sala", "orden-1979", ChanceKind.SEEDED, staff=STAFF, is_in_house=True))
    assert hall.accepts(CHIEF, a.Relieve(Role.CALLER, STRANGER))


def test_whoever_plays_comes_on_duty_at_no_post() -> None:
    hall = Hall().open().sale().sell(1, 1, "ana").do("luis", a.BuyIn(10_00), a.WantCards("B-1047", 2))
    for who in ("ana", "luis"):
        answer = hall.answer(MANAGER, a.Relieve(Role.ASSISTANT, PersonId(who)))
        assert (answer.code, answer.clauses) == ("player-may-not-serve", ("HP.BG.posts",))
    hall.do("luis", a.WantCards("B-1047", 0))
    assert hall.refused(MANAGER, a.Relieve(Role.ASSISTANT, PersonId("luis"))) == "has-money-here"
    hall.do("luis", a.CashOut(10_00))
    assert hall.accepts(MANAGER, a.Relieve(Role.ASSISTANT, PersonId("luis")))


@pytest.mark.parametrize("ended", [Phase.PAYMENT, Phase.BETWEEN, Phase.VOID])
@pytest.mark.parametrize("role", [Role.TABLE_CHIEF, Role.CASHIER])
def test_whoever_holds_a_double_comes_on_duty_only_after_both_its_games(ended: Phase, role: Role) -> None:
    cartones = GivenCartones({"B-1047/3": K})
    hall = Hall(NUMBERS, cartones=cartones).started("ana", sold=20, double=True, deferred=ended is Phase.BETWEEN)
    comes = a.Relieve(role, PersonId("ana"))
    if ended is Phase.VOID:
        hall.drawn(2).do(CHIEF, a.VoidGame("evacuation", "alarma"))
    else:
        hall.drawn(15).call(3, BINGO).check(3, prize=BINGO)
        hall = (hall.do(CASHIER, a.GiveToken(BINGO, "B-1047/3")) if ended is Phase.BETWEEN else hall).end()
    assert hall.phase() is ended
    answer = hall.answer(MANAGER, comes)
    assert (answer.code, answer.clauses) == ("player-may-not-serve", ("HP.BG.posts",))
    hall = hall.pay(3, BINGO) if ended is Phase.PAYMENT else hall
    hall.do(CHIEF, a.AnnounceSecond(), a.VoidGame("evacuation", "alarma"))
    assert hall.accepts(MANAGER, comes)


def test_whoever_holds_a_double_of_which_both_games_are_void_plays_no_more() -> None:
    hall = Hall(NUMBERS, void__double_scope="whole-card").started("ana", sold=20, double=True)
    hall.do(CHIEF, a.VoidGame("evacuation", "alarma"))
    assert hall.accepts(MANAGER, a.Relieve(Role.ASSISTANT, PersonId("ana")))


def test_a_machine_of_the_house_is_nobody() -> None:
    assert Hall().refused(MANAGER, a.Relieve(Role.CALLER, PersonId(HOUSE))) == "system-on-duty"


def test_who_has_served_is_known_from_the_opening_on() -> None:
    hall = Hall().do(MANAGER, a.Relieve(Role.CALLER, PersonId("eva")))
    assert hall.state.served == {*STAFF.values(), "eva"}
    assert replace(hall.state, is_in_house=True).served == hall.state.served
