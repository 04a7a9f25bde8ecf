"""Short scenes of a bingo hall, each for options that no ending of a game tells."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any, Final, NamedTuple

import msgspec

from tapete.games.bingo import acts as a
from tapete.games.bingo.terms import CheckItem, Fate, Prize
from tapete.record.notation.text import Notation, parse_notation
from tapete.rulebooks import house_library
from tests.support.bingo.drawn import drawn, registering
from tests.support.bingo.endings import every, rest
from tests.support.bingo.hall import STAFF
from tests.support.bingo.recorded import CALLER, CASHIER, CHIEF, MANAGER, NAME, Recorded, card

ANA: Final = "ana"
CAUSES: Final = tuple(house_library().by_id("bingo", "orden-1979").content["void"]["causes"])


def checks() -> Recorded:
    """A machine that nobody has looked at, and a hall that lacks one."""
    hall = Recorded("Nadie ha visto la máquina")
    hall.do(MANAGER, a.RegisterBalls("S-9", "simulation"), registering(drawn(60)))
    hall.do(CHIEF, *(a.PassCheck(item) for item in CheckItem if item is not CheckItem.MACHINE))
    return hall.no(CHIEF, a.LoadBalls("S-9"), "checks-incomplete").no(CHIEF, a.OpenSession(), "missing-element")


def selling() -> Recorded:
    """Out of order, to the staff, by a wish, more than a few to one person, and back; three series in one game."""
    hall = Recorded("La venta").opened("B", "C", "D")
    hall.no(CHIEF, a.AnnounceSale(("B-1047", "C-1047", "D-1047")), "too-many-series").do(CHIEF, a.AnnounceSale((NAME,)))
    hall.no(CALLER, a.SellCards(NAME, 5, 9), "not-the-next-card")
    hall.no(CALLER, a.SellCards(NAME, 1, 1, CHIEF, "account"), "staff-may-not-play")
    hall.do(ANA, a.BuyIn(10_000), a.WantCards(NAME, 1)).do(CALLER, a.SellCards(NAME, 1, 21, ANA, "account"))
    return hall.do(CALLER, a.TakeCardsBack(NAME, 21, 21))


def defect_in_game() -> Recorded:
    """A damaged ball while a game is played."""
    hall = Recorded("Una bola dañada", *every(1)).opened().started(ANA, more=9).balls(3)
    return hall.do(CALLER, a.ReportDefect(33, "abollada"))


def defect_in_a_drum() -> Recorded:
    """A damaged ball in a drum, before a sale."""
    hall = Recorded("Una bola dañada en el bombo").opened(machine="drum").do(CALLER, a.ReportDefect(33, "abollada"))
    return hall.no(CHIEF, a.AnnounceSale((NAME,)), "balls-damaged")


def void_game_of_a_set() -> Recorded:
    """The last game of a set is void."""
    hall = Recorded("La última partida de un juego de bolas", *every(1)).opened(games=999).started(ANA, more=9).balls(3)
    hall.do(CHIEF, a.ReportCause("evacuation", "humo")).do(CASHIER, a.ReturnCards(NAME, 2, 10))
    hall.do(CASHIER, a.PayRefund(NAME, 2, 10)).closes()
    return hall.no(CHIEF, a.AnnounceSale((NAME,)), "ball-change-due")


def rounded() -> Recorded:
    """Prizes that do not come out in whole cents."""
    line, bingo = {"num": 1, "den": 7}, {"num": 4, "den": 7}
    hall = Recorded("Premios con céntimos", *every(1), prizes__line=line, prizes__bingo=bingo).opened()
    return hall.started(ANA, more=8)


def paid_early() -> Recorded:
    """The línea is paid while the game goes on, and a number is marked before it comes out."""
    hall = Recorded("La línea en la partida", *every(1)).opened().started(ANA, more=9).balls(5).line(1)
    hall.no(CASHIER, a.PayPrize(Prize.LINE, card(1)), "game-not-over")
    return hall.no(ANA, a.MarkNumber(card(1), rest(1)[0]), "number-unannounced")


def double() -> Recorded:
    """A double, of which nobody has said when the prizes of its first game are paid."""
    return Recorded("Un cartón doble", urns=(every(1), every(1))).opened(double=True).started(ANA, more=9)


def manager_alone() -> Recorded:
    """The manager would open the session by himself."""
    hall = Recorded("Solo el jefe de sala").do(MANAGER, a.RegisterMachine("M-1", "pneumatic", "simulation"))
    hall.do(MANAGER, a.RegisterBalls("S-9", "simulation"), registering(drawn(60)))
    return (
        hall.do(MANAGER, *(a.PassCheck(item) for item in CheckItem))
        .do(CALLER, a.LoadBalls("S-9"))
        .do(MANAGER, a.OpenSession())
    )


def reported(cause: str) -> Recorded:
    """Something happens of which the house has said beforehand what it does to the game; the chief declares it void."""
    hall = (
        Recorded("Una causa", *every(1))
        .opened()
        .started(ANA, more=9)
        .balls(3)
        .do(CALLER, a.ReportCause(cause, "visto"))
    )
    return hall if hall.game.is_over else hall.do(CHIEF, a.VoidGame(cause, "así fue"))


def unlisted() -> Recorded:
    """A cause that stands on no list."""
    hall = Recorded("Otra causa", *every(1)).opened().started(ANA, more=9).balls(3)
    return hall.do(CHIEF, a.VoidGame("flood", "agua en la sala"))


def ninety_balls() -> Recorded:
    """The chief asks three times whether somebody has a bingo."""
    hall = Recorded("Las noventa bolas", *every(1)).opened().started(ANA, "luis", more=28).balls(5).line(1).balls(85)
    for _ in range(2):
        hall.do(CHIEF, a.AskOthers()).waits().no(CHIEF, a.OrderEnd("nadie cantó"), "question-due")
    return hall.do(CHIEF, a.AskOthers()).waits().do(CHIEF, a.OrderEnd("nadie cantó"))


def nobody_came() -> Recorded:
    """A prize and the price of a void game that waited for one session."""
    hall = Recorded("Nadie viene a cobrar", urns=(every(1), every(11))).opened()
    hall.started(ANA, more=9).balls(5).line(1).balls(10).bingo(1).pays(1, Prize.LINE)
    hall.do(CHIEF, a.LeaveUncollected(Prize.BINGO, card(1), "no vino", "1")).closes()
    hall.started(more=4).balls(2).do(CHIEF, a.VoidGame("evacuation", "alarma")).closes()
    hall.do(CASHIER, a.HandOverTakings(CALLER, 2600)).do(CHIEF, a.CloseSession(), *map(a.PassCheck, CheckItem))
    hall.do(CHIEF, a.LoadBalls("S-9"), a.OpenSession())
    hall.no(CHIEF, a.DecideUncollected("1", Prize.BINGO, card(1), Fate.HOUSE, "nadie vino"), "waits-still")
    return hall.no(CHIEF, a.EndRefunds("2", "nadie vino"), "waits-still")


def one_game() -> Recorded:
    """A game with its bingo, for halls that open otherwise."""
    return Recorded("Una partida", *every(1)).opened().started(ANA, more=9).balls(15).bingo(1)


def taken_back() -> Recorded:
    """A call would be taken back; two cartones are called, and the first is wrong."""
    hall = Recorded("Un canto que se retira", *every(1)).opened().started(ANA, more=9).balls(5)
    hall.calls(1).no(ANA, a.TakeCallBack(Prize.LINE, card(1)), "call-stands").calls(2)
    return hall.checks(2, 1)


def complaints() -> Recorded:
    """A player complains four times from one sale to the next."""
    hall = Recorded("Cuatro reclamaciones").opened().do(ANA, *(a.WriteEntry("oigo mal") for _ in range(3)))
    return hall.no(ANA, a.WriteEntry("oigo mal"), "complaints-made")


def planned() -> Recorded:
    """A session of one game: it is said that it is the last, and no sale follows."""
    hall = Recorded("Una sesión de una partida", *every(1), session__games_planned=1).opened()
    hall.started(ANA, more=9).do(CHIEF, a.ReportCause("evacuation", "humo")).closes()
    return hall.no(CHIEF, a.AnnounceSale((NAME,)), "session-played")


def many_games() -> Recorded:
    """A session of so many games that each plan of fewer is told."""
    hall = Recorded("Una sesión de veinte partidas", urns=(every(1),) * 20).opened()
    for _ in range(20):
        hall.started(more=1).do(CHIEF, a.ReportCause("evacuation", "humo")).closes()
    return hall


class Scene(NamedTuple):
    """What is played, and the fields with which the hall is opened instead."""

    play: Callable[[], Recorded]
    opening: Mapping[str, Any] = {}


SCENES: Final[Mapping[str, Scene]] = {
    **{
        one.__name__.replace("_", "-"): Scene(one)
        for one in (
            *(checks, selling, defect_in_game, defect_in_a_drum, void_game_of_a_set, rounded, paid_early, double),
            *(unlisted, ninety_balls, taken_back, complaints, planned, many_games),
        )
    },
    **{f"cause-{one}": Scene(partial(reported, one)) for one in CAUSES},
    "manager-alone": Scene(
        manager_alone, {"staff": {post: who for post, who in STAFF.items() if post != "table-chief"}}
    ),
    "nobody-came": Scene(nobody_came),
    "sealed": Scene(one_game, {"balls": "sealed"}),
    "chief-calls": Scene(one_game, {"staff": {**STAFF, "caller": str(CHIEF)}}),
}


@cache
def scene(name: str) -> Notation:
    """Return a scene as it is written."""
    one = SCENES[name]
    notation = parse_notation(one.play().text())
    return msgspec.structs.replace(notation, opening_fields={**notation.opening_fields, **one.opening})
