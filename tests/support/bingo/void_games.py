"""Games of bingo that become void: played up to any moment after an earlier game, and how the hall stands then."""

from collections.abc import Callable
from typing import Any, Final

from immutables import Map
from msgspec.structs import replace

from tapete.accounts import CASH_DESK, PERSON
from tapete.games.bingo import acts as a
from tapete.games.bingo.books import TILL
from tapete.games.bingo.state import State
from tapete.games.bingo.terms import Fate, Phase
from tests.support.bingo.hall import BINGO, CASHIER, CHIEF, LINE, NUMBERS, GivenCartones, Hall, K, L

SOLD = 20
"""How many cartones the game sells; a part is worth two euros."""
FIRST = 31
"""Ana's cartón in the game that becomes void."""
VOID = a.VoidGame("evacuation", "alarma")
BARE: Final = (TILL, PERSON, CASH_DESK)
"""Accounts of those who paid, and where their money lies: that of the refunds."""
Step = Callable[[Hall], Any]


def award(hall: Hall, prize: Any) -> Hall:
    hall.call(FIRST, prize).check(FIRST, prize=prize)
    if hall.game.is_deferred:
        hall.do(CASHIER, a.GiveToken(prize, f"B-1047/{FIRST}"))
    return hall


def line(hall: Hall) -> Hall:
    return award(hall.drawn(5), LINE).on()


def over(hall: Hall) -> Hall:
    return award(line(hall).drawn(10), BINGO).end()


def without_line(hall: Hall) -> Hall:
    return award(hall.drawn(15), BINGO).end()


def decided(fate: Fate) -> Step:
    return lambda hall: without_line(hall).do(CHIEF, a.DecideUnawarded(LINE, fate, "nadie la cantó", hall.game.name))


def nobody(hall: Hall) -> Hall:
    line(hall).drawn(85)
    for _ in range(3):
        hall.do(CHIEF, a.AskOthers()).wait()
    return hall


def left(hall: Hall) -> Hall:
    if over(hall).phase() is Phase.PAYMENT:
        hall.do(CHIEF, a.LeaveUncollected(BINGO, f"B-1047/{FIRST}", "no viene", hall.game.name))
    return hall


def given_up(hall: Hall, fate: Fate = Fate.NEXT_GAME) -> Hall:
    if left(hall).phase() is Phase.PAYMENT:
        decided = a.DecideUncollected(hall.game.name, BINGO, f"B-1047/{FIRST}", fate, "nadie vino")
        hall.do(CHIEF, decided)
    return hall


MOMENTS: Final[dict[str, Step]] = {
    "announced": lambda hall: hall,
    "first ball": lambda hall: hall.drawn(1),
    "called": lambda hall: hall.drawn(5).call(FIRST),
    "línea right": lambda hall: hall.drawn(5).call(FIRST).check(FIRST),
    "línea given": line,
    "bingo called": lambda hall: line(hall).drawn(10).call(FIRST, BINGO),
    "bingo right": lambda hall: line(hall).drawn(10).call(FIRST, BINGO).check(FIRST, prize=BINGO),
    "all out": nobody,
    "nobody won": lambda hall: nobody(hall).do(CHIEF, a.OrderEnd("nadie cantó")),
    "over": over,
    "over without línea": without_line,
    "línea to a later game": decided(Fate.NEXT_GAME),
    "línea to the house": decided(Fate.HOUSE),
    "left": left,
    "given up": given_up,
    "given up to the house": lambda hall: given_up(hall, Fate.HOUSE),
}
"""By name how far the game is played before it becomes void."""


def before_the_sale(kind: str, carried: bool, **options: Any) -> Hall:
    rows = {f"B-1047/{FIRST}": K, f"B-1047/{FIRST + 1}": L}
    is_double = kind != "single"
    scope = "whole-card" if kind == "whole card" else "part"
    hall = Hall(NUMBERS, cartones=GivenCartones(rows), payment__not_collected=0, void__double_scope=scope, **options)
    hall.open(double=is_double).sale().sell(1, 30).close().announced().do(CHIEF, a.AnnounceStart())
    hall.drawn(5).line(1).drawn(10).bingo(1)
    for prize in (LINE, BINGO):
        if carried:
            name, reason = hall.game.name, "nadie vino"
            hall.do(CHIEF, a.LeaveUncollected(prize, "B-1047/1", reason, name))
            hall.do(CHIEF, a.DecideUncollected(name, prize, "B-1047/1", Fate.NEXT_GAME, reason))
        else:
            hall.pay(1, prize)
    if is_double:
        hall.do(CHIEF, a.AnnounceSecond(), VOID)
    return hall.do(CHIEF, a.EndGame())


def started(hall: Hall, kind: str) -> Hall:
    hall.sale(deferred="after both" in kind if kind != "single" else None).sell(FIRST, FIRST, "ana")
    hall.sell(FIRST + 1, FIRST + SOLD - 1).close().announced()
    return hall


def rest(state: State) -> dict[str, int]:
    return {name: held for name, held in state.ledger.items() if not name.startswith((*BARE, "sales:"))}


def lasting(state: State) -> dict[str, Any]:
    hall = replace(state.hall, ball_sets=Map(), series=Map(), session_games=0)
    told = {name: getattr(state, name) for name in ("rules", "staff", "left_prizes", "takings_counts", "money_asked")}
    return told | {"hall": hall}


def begun(hall: Hall, kind: str, is_started: bool = True) -> State:
    before: State = hall.state
    started(hall, kind)
    if is_started:
        hall.do(CHIEF, a.AnnounceStart())
    if "two" in kind:
        over(hall)
        if not hall.game.is_deferred:
            hall.pay(FIRST, LINE).pay(FIRST, BINGO)
        before = hall.state
        hall.do(CHIEF, a.AnnounceSecond())
    return before


def traces(game: Any) -> list[str]:
    kept = ("awards", "payments", "carried_on", "brought_amounts", "division")
    found = [name for name in kept if getattr(game, name)]
    return found + [one for one in game.left_accounts if one.startswith(f"owed:{game.name}/")]
