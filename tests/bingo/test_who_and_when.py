"""Who may do what, from when on, and what is said then: a row for each clause of BG.II to BG.IV that says it."""

from typing import Any

from tapete.games.bingo import acts as a
from tapete.games.bingo.terms import CheckItem
from tapete.kernel import PersonId
from tapete.table.staff import Role
from tests.support.bingo.hall import BINGO, CALLER, CASHIER, CHIEF, LINE, MANAGER, NUMBERS, Hall
from tests.support.rows import each_clause

CARD = "B-1047/1"
SERIES = a.RegisterSeries("B", 1047, 420, 2_00)
DOUBLE = a.RegisterSeries("B", 1047, 420, 2_00, kind="double")


def series(**changes: Any) -> a.RegisterSeries:
    fields = {"letter": "B", "identification": 1047, "size": 420, "value": 2_00, **changes}
    return a.RegisterSeries(**fields)


def balls(*numbers: int, approval: str = "reference") -> a.RegisterBalls:
    return a.RegisterBalls("S-9", approval, numbers or tuple(range(1, 91)))


TWICE = balls(*(17 if number == 71 else number for number in range(1, 91)))
REGISTERED = [
    ("BG.II.04", "unnumbered-card", (series(letter=""), series(identification=0)), (SERIES,)),
    ("BG.II.05", "missing-face-value", (series(value=0),), (SERIES,)),
    ("BG.II.06", "missing-series-size", (series(size=0),), (SERIES,)),
    ("BG.II.21", "missing-face-value", (series(kind="double", value=0),), (DOUBLE,)),
    ("BG.II.21", "missing-series-size", (series(kind="double", size=0),), (DOUBLE,)),
    ("BG.I.08", "face-values-differ", (series(kind="double", second_value=3_00),), (DOUBLE, series(second_value=2_00))),
    ("BG.II.07", "no-such-machine", (a.RegisterMachine("M-1", "rng", "x"),), (a.RegisterMachine("M-1", "drum", "x"),)),
    (
        "BG.II.08",
        "machine-not-approved",
        (a.RegisterMachine("M", "drum"),),
        (a.RegisterMachine("M", "pneumatic", "x"),),
    ),
    ("BG.II.14", "incomplete-set", (balls(*range(1, 90)), balls(*range(2, 91))), (balls(),)),
    ("BG.II.15", "balls-repeated", (TWICE,), (balls(),)),
    ("BG.II.17", "balls-not-approved", (balls(approval=""),), (balls(),)),
    ("BG.III.01", "no-such-post", (a.Relieve(Role.CROUPIER, "pia"),), (a.Relieve(Role.ADMISSION, PersonId("pia")),)),
]


@each_clause("code, wrong, right", REGISTERED)
def test_what_the_hall_registers_has_what_the_order_asks_of_it(clause: str, code: str, wrong: Any, right: Any) -> None:
    assert [Hall().told(MANAGER, one) for one in wrong] == [(code, (clause,))] * len(wrong)
    assert [Hall().told(MANAGER, one) for one in right] == [("", ())] * len(right)


def sold(**material: Any) -> Hall:
    """So many cartones are sold that the prizes are 60 and 360 euros, or 40 and 240 of each part of a double."""
    return Hall(NUMBERS).open(**material).sale().sell(1, 200 if material else 300)


def drawn(balls: int) -> Hall:
    return Hall(NUMBERS).started("ana", "luis").drawn(balls)


def bingo() -> Hall:
    return drawn(5).line(1).drawn(10).call(1, BINGO).check(1, prize=BINGO).wait()


def won_double(**material: Any) -> Hall:
    return Hall(NUMBERS).started("ana", "luis", sold=200, double=True, **material).drawn(5).line(1).drawn(10).bingo(1)


CHECK, SECOND, START = a.CheckCard(LINE, CARD), a.AnnounceSecond(), a.AnnounceStart()
POSTS = [
    # whoever may not do it, and whoever may
    ("BG.III.02", lambda: Hall().material(), a.PassCheck(CheckItem.SOUND), CASHIER, CHIEF),
    ("BG.IV.08", lambda: sold().do(CHIEF, a.CloseSale()), a.CollectUnsold("B-1047", 120), CALLER, CASHIER),
    ("BG.IV.09", lambda: sold().close(), a.AnnounceSold(), CASHIER, CHIEF),
    ("BG.IV.12", lambda: sold().close().announced(), START, CALLER, CHIEF),
    ("BG.IV.15", lambda: sold(double=True).close().announced(), START, CALLER, CHIEF),
    ("BG.IV.22", lambda: drawn(5).call(1).do(CHIEF, a.ShowMaster(CARD)), CHECK, CASHIER, CHIEF),
    ("BG.IV.31", lambda: drawn(5).call(1).check(1).wait(), a.OrderResume(), CALLER, CHIEF),
    ("BG.IV.31", bingo, a.OrderEnd(), CALLER, CHIEF),
    ("BG.IV.34", lambda: won_double().pay(1, LINE).pay(1, BINGO), SECOND, CALLER, CHIEF),
]


@each_clause("scene, act, other, post", POSTS)
def test_a_duty_belongs_to_its_post(clause: str, scene: Any, act: Any, other: str, post: str) -> None:
    hall = scene()
    assert [hall.told(who, act) for who in (other, post)] == [("not-your-post", (clause,)), ("", ())]


SHOWN, HANDED = (CHIEF, a.ShowMaster(CARD)), (CALLER, a.HandInCard(CARD))
CALLED, TOKEN = (CALLER, a.CallForPlayer(LINE, CARD)), (CALLER, a.GiveToken(LINE, CARD))
BALL, SAID, SHOW = (CALLER, a.DrawBall()), (CALLER, a.AnnounceBall()), (CALLER, a.ShowBall())
PAID = [("cashier", a.PayPrize(prize, CARD)) for prize in (LINE, BINGO)]


def done(hall: Hall, *steps: tuple[str, Any]) -> Hall:
    for who, act in steps:
        hall.do(who, act)
    return hall


MOMENTS = [
    # who does what too early, and what comes before it
    ("BG.IV.02", "checks-incomplete", lambda: Hall().material(), CHIEF, a.LoadBalls("S-9"), Hall.checked),
    ("BG.IV.04", "sale-not-announced", lambda: Hall().open(), CALLER, a.SellCards("B-1047", 1, 1), Hall.sale),
    ("BG.IV.10", "sold-unannounced", lambda: sold().close(), CHIEF, a.AnnouncePrizes(), [(CHIEF, a.AnnounceSold())]),
    ("BG.IV.11", "prizes-unannounced", lambda: sold().close().do(CHIEF, a.AnnounceSold()), CHIEF, START,
     [(CHIEF, a.AnnouncePrizes())]),
    ("BG.IV.17", "ball-unannounced", lambda: done(drawn(0), BALL), *BALL, [SAID, SHOW]),
    ("BG.IV.18", "ball-unannounced", lambda: done(drawn(0), BALL), *SHOW, [SAID]),
    ("BG.IV.21", "card-not-handed-in", lambda: done(Hall(NUMBERS).started().drawn(5), CALLED, SHOWN), CHIEF, CHECK,
     [HANDED]),
    ("BG.IV.23", "master-unshown", lambda: drawn(5).call(1), CHIEF, CHECK, [SHOWN]),
    ("BG.IV.30", "window-open", lambda: drawn(5).call(1).check(1), CHIEF, a.OrderResume(), Hall.wait),
    ("BG.IV.35", "first-game-unpaid", won_double, CHIEF, SECOND, PAID),
    ("BG.IV.36", "token-missing", lambda: Hall(NUMBERS).started("ana", sold=200, double=True, deferred=True).drawn(5)
     .call(1).check(1).wait(), CHIEF, a.OrderResume(), [TOKEN]),
]  # fmt: skip


@each_clause("code, scene, who, act, first", MOMENTS)
def test_one_thing_comes_before_another(clause: str, code: str, scene: Any, who: str, act: Any, first: Any) -> None:
    hall = scene()
    assert hall.told(who, act) == (code, (clause,))
    hall = done(hall, *first) if isinstance(first, list) else first(hall)
    assert hall.told(who, act) == ("", ())


OF_ONE, OF_BOTH = (lambda: sold().close()), (lambda: sold(double=True).close())
WORDS = [
    ("BG.IV.04", lambda: Hall().open().sale(), 0, "de la serie B 1047,"),
    ("BG.IV.05", lambda: Hall().open().sale(), 0, "420 cartones"),
    ("BG.IV.06", lambda: Hall().open().sale(), 0, "a 2 euros"),
    ("BG.IV.10", lambda: OF_ONE().announced(), -2, "Cartones vendidos 300, de la serie B 1047 del número 1 al 300"),
    ("BG.IV.11", lambda: OF_ONE().announced(), -1, "Línea, 60 euros; bingo, 360 euros"),
    (
        "BG.IV.13",
        lambda: OF_BOTH().announced(),
        -2,
        "cartones dobles vendidos 200, de la serie B 1047 del número 1 al 200",
    ),
    ("BG.IV.14", lambda: OF_BOTH().announced(), -1, "Para cada parte: línea, 40 euros; bingo, 240 euros"),
]


@each_clause("scene, at, words", WORDS)
def test_the_formula_of_an_announcement_says_what_it_has_to_say(clause: str, scene: Any, at: int, words: str) -> None:
    assert words in scene().said[at], clause
