"""A whole day of a house with machines on every post: it goes on from wherever the records stand, and ends counted.

The desks do what comes next by the state of the house; at the tables the bots play as in a demonstration. So a hall
that was killed anywhere is started again and needs to be told nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tapete.bots import AT_ONCE, Troupe, staff_for
from tapete.bots.troupe import NAMES, PREFIX
from tapete.games.baccarat.procedure import CloseTable
from tapete.games.chemin_de_fer import acts as c
from tapete.games.punto_banco import acts as p
from tapete.house import acts as a
from tapete.house.books import CASH, CHIPS, TIPS, VOUCHERS, is_cash, table_chips
from tapete.house.differences import kept_for_others
from tapete.house.engine import ESTABLISHMENT
from tapete.house.following import is_in_play
from tapete.house.terms import Phase, SlipKind
from tapete.kernel import Act, ActBody, PersonId
from tapete.live import Hall, Keys, LiveError
from tapete.table.staff import Role
from tests.support.house import CASHIER, DIRECTOR, DOOR

DAY = "2026-11-22"
SUPPLY, FLOAT, PURSE = 100_000_000, 20_000_000, 2_000_000
PLAYERS = {"pb": 4, "cf": 5}
CLOSER = {"pb": Role.TABLE_CHIEF, "cf": Role.INSPECTOR}
OPENINGS = {
    "pb": ("punto-y-banca", p.OpenTable("pb", "asturias-2011", 1_000, 50_000, staff=staff_for("pb", "punto-y-banca"))),
    "cf": ("chemin-de-fer", c.OpenTable("cf", "asturias-2011", 1_000, staff=staff_for("cf", "chemin-de-fer"))),
}

Step = tuple[PersonId, ActBody]


def players(table: str) -> tuple[PersonId, ...]:
    return tuple(PersonId(f"{PREFIX}{NAMES[number]}-{table}") for number in range(PLAYERS[table]))


def _signatures(state: Any) -> Iterator[Step]:
    for serial in sorted(state.slips):
        yield DIRECTOR, a.SignSlip(serial)


def opening_step(state: Any) -> Step | None:
    """Return what the desks do next before there is play; ``None`` once everything is ready."""
    steps: list[Step] = list(_signatures(state))
    held = state.ledger
    if state.phase is Phase.CLOSED:
        return DIRECTOR, a.OpenDay(DAY)
    for role, who in ((Role.CASHIER, CASHIER), (Role.ADMISSION, DOOR)):
        if not any(one.role is role for one in state.duties):
            steps.append((DIRECTOR, a.GoOnDuty(role, who)))
    if not held.get("safe-chips"):
        steps.append((CASHIER, a.WriteSlip(SlipKind.SUPPLY, SUPPLY, "", SUPPLY)))
    for table in PLAYERS:
        for who in players(table):
            if not state.visitor(who).is_present:
                steps.append((DOOR, a.Admit(who)))
            elif not state.visitor(who).purchases:
                steps.append((CASHIER, a.SellChips(who, PURSE)))
    if "pb" in state.tables and not state.tables["pb"].has_float:
        steps.append((CASHIER, a.WriteSlip(SlipKind.OPENING, FLOAT, "pb")))
    return next(iter(steps), None)


def closing_step(state: Any) -> Step | None:
    """Return what the desks do next once the tables are closed; ``None`` when the day is over."""
    held = state.ledger
    if state.phase is Phase.CLOSED:
        return None
    steps: list[Step] = list(_signatures(state))
    for table, one in sorted(state.tables.items()):
        if one.has_float or held.get(table_chips(table), 0):
            steps.append((CASHIER, a.WriteSlip(SlipKind.CLOSING, held.get(table_chips(table), 0), table)))
    purses = {who: held.get(f"person:{who}", 0) for table in PLAYERS for who in players(table)}
    steps += ((CASHIER, a.WriteSlip(SlipKind.BUY_BACK, chips, person=who)) for who, chips in purses.items() if chips)
    if not state.is_counted:
        besides = (held.get(VOUCHERS, 0), kept_for_others(state))
        steps.append((CASHIER, a.WriteSlip(SlipKind.COUNT, held.get(CHIPS, 0), "", held.get(CASH, 0), None, *besides)))
    steps.append((DIRECTOR, a.CloseDay()))
    return steps[0]


async def _serve(house: Any, next_step: Callable[[Any], Step | None]) -> None:
    while (step := next_step(house.state)) is not None:
        who, what = step
        answer = await house.act(Act(who, what, house.step))
        assert answer.refusal is None, (what, answer.refusal)


async def _play_out(hall: Hall, target: int) -> None:
    """Let bots play at both tables until each has so many entries; then close it where its rules let it."""
    troupe = Troupe(hall, AT_ONCE, seed=7)
    running = [name for name in OPENINGS if is_in_play(hall.tables[name].game, hall.tables[name].state)]
    for name in running:
        troupe.join(name, PLAYERS[name])
    while any(is_in_play(hall.tables[name].game, hall.tables[name].state) for name in running):
        for name in running:
            table = hall.tables[name]
            if table.version >= target and is_in_play(table.game, table.state):
                await table.act(Act(table.state.staff[CLOSER[name]], CloseTable(), table.step))
        await asyncio.sleep(0.005)
    assert not troupe.errors, troupe.errors
    await troupe.stop()


async def play(order: dict[str, Any], say: Callable[..., None]) -> None:
    """Play the day from wherever the records stand; say how it ended."""
    hall = await Hall.start(order["url"], Keys.load(Path(order["key"])), reserve=0)
    house = hall.house or await hall.open_house(a.OpenHouse("Casino de prueba", DIRECTOR))
    say(parked={name: str(why) for name, why in hall.parked_tables.items()}, version=house.version)
    if house.state.phase is Phase.OPEN or not house.state.days:
        if not any(one.is_open is False for one in house.state.tables.values()) or len(house.state.tables) < 2:
            await _serve(house, opening_step)
            for name, (game, what) in OPENINGS.items():
                if name not in hall.tables:
                    await hall.open_table(game, what)
            await _serve(house, opening_step)
        try:
            await _play_out(hall, order["target"])
        except LiveError:
            say(failed=type(hall.failed).__name__)
            raise
        await _serve(house, closing_step)
    held = house.state.ledger
    say(
        phase=str(house.state.phase),
        version=house.version,
        entries=house.version + sum(table.version for table in hall.tables.values()),
        problems=[*ESTABLISHMENT.problems(house.state)],
        chips=sum(sum_ for name, sum_ in held.items() if not is_cash(name)),
        cash=sum(sum_ for name, sum_ in held.items() if is_cash(name)),
        out=sum(sum_ for name, sum_ in held.items() if name.startswith(("person:", "table:")) or name == TIPS),
        missing=held.get("difference-chips", 0) + held.get("difference-cash", 0),
    )
    await hall.stop()
