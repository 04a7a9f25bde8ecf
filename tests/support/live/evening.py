"""A house above a hall, opened for a day, with what its people do in the tests of the live house."""

from __future__ import annotations

from typing import Any

from tapete.games.chemin_de_fer import acts as c
from tapete.games.punto_banco import acts as p
from tapete.house import acts as a
from tapete.house.books import VOUCHERS
from tapete.house.desk import Payment
from tapete.house.differences import kept_for_others
from tapete.house.terms import SlipKind
from tapete.kernel import Act, ActBody, PersonId, Refused
from tapete.live import Hall
from tapete.live.answer import Answer
from tapete.money import Cents
from tapete.table.staff import Role
from tests.support.house import CASHIER, CHIEF, CROUPIER, DIRECTOR, DOOR, TABLE, asked

DAY = "2026-11-22"
OPENING = p.OpenTable(TABLE, "asturias-2011", 1_000, 50_000, staff={Role.CROUPIER: CROUPIER, Role.TABLE_CHIEF: CHIEF})
OTHER = c.OpenTable(
    "mesa-2", "asturias-2011", 1_000, staff={Role.CROUPIER: PersonId("luz"), Role.INSPECTOR: PersonId("fermin")}
)


async def do(actor: Any, who: PersonId, *whats: ActBody) -> None:
    """Do acts that are accepted."""
    for what in whats:
        answer: Answer = await actor.act(Act(who, what, actor.step))
        assert not isinstance(answer.outcome, Refused), answer.outcome


async def pay(house: Any, what: Payment) -> None:
    """Have the cash desk pay what a player asks for."""
    await do(house, what.person, asked(what))
    await do(house, CASHIER, what)


async def refused(actor: Any, who: PersonId, what: ActBody) -> Refused:
    """Return why an act is refused; nothing of it is recorded."""
    versions = [one.version for one in (actor, *others(actor))]
    outcome = (await actor.act(Act(who, what, actor.step))).outcome
    assert isinstance(outcome, Refused), outcome
    assert [one.version for one in (actor, *others(actor))] == versions
    return outcome


def others(actor: Any) -> tuple[Any, ...]:
    """Return the house above an actor."""
    house = actor._services.house.actor
    return () if house is None or house is actor else (house,)


async def open_day(hall: Hall, *, admission: bool = True) -> Any:
    """Return the house of a hall on an open day, with its posts filled and its cash desk supplied."""
    house = await hall.open_house(a.OpenHouse("Casino de prueba", DIRECTOR, admission))
    duties = (a.GoOnDuty(Role.CASHIER, CASHIER), a.GoOnDuty(Role.ADMISSION, DOOR))
    await do(house, DIRECTOR, a.OpenDay(DAY), *duties)
    await slip(house, SlipKind.SUPPLY, 5_000_000, cash=2_000_000)
    return house


async def slip(house: Any, kind: SlipKind, chips: Cents, table: str = "", cash: Cents = 0) -> None:
    """Move chips on a slip of the cash desk and the director; a count finds all that the desk keeps besides."""
    besides = (house.state.ledger.get(VOUCHERS, 0), kept_for_others(house.state)) if kind is SlipKind.COUNT else (0, 0)
    await do(house, CASHIER, a.WriteSlip(kind, chips, table, cash, None, *besides))
    await do(house, DIRECTOR, a.SignSlip(house.state.last_slip))


async def welcome(house: Any, who: PersonId, amount: Cents = 0) -> None:
    """Let somebody in, and sell him chips."""
    await do(house, DOOR, a.Admit(who))
    if amount:
        await do(house, CASHIER, a.SellChips(who, amount))


def purse(house: Any, who: PersonId) -> Cents:
    """Return the chips that somebody has about him, by the books of the house."""
    held: Cents = house.state.ledger.get(f"person:{who}", 0)
    return held
