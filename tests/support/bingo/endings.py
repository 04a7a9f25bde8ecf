"""The ways in which a game of bingo can end, each played once: what ``tests/tables/bingo`` holds is written by this.

    python -m tests.support.bingo.endings

A file is written where there is none yet, or where it would read otherwise; git shows what changed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from msgspec.structs import replace

from tapete.games.bingo import acts as a
from tapete.games.bingo.terms import CheckItem, Fate, Means
from tapete.kernel import PersonId
from tapete.record.notation import parse_notation, read_notation
from tapete.table.staff import Role
from tests.support import ROOT
from tests.support.bingo.recorded import BINGO, CALLER, CASHIER, CHIEF, LINE, MANAGER, NAME, Recorded, card, lines

FOLDER: Final = ROOT / "tests" / "tables" / "bingo"


class Ending(NamedTuple):
    """A recorded table: its name, the clauses that it shows, and how it is played."""

    name: str
    shows: tuple[str, ...]
    play: Callable[[], Recorded]


ENDINGS: list[Ending] = []


def ending(name: str, clauses: str, *variants: str) -> Callable[[Callable[..., Recorded]], Callable[..., Recorded]]:
    """Enter a function as an ending, once for each variant that it is called with."""

    def entered(play: Callable[..., Recorded]) -> Callable[..., Recorded]:
        shows = tuple(f"BG.{one}" for one in clauses.split())
        if not variants:
            ENDINGS.append(Ending(name, shows, play))
        ENDINGS.extend(Ending(f"{name}-{one}", shows, partial(play, one)) for one in variants)
        return play

    return entered


def every(*numbers: int) -> tuple[int, ...]:
    """Return the numbers of whole cartones, line by line."""
    return tuple(one for number in numbers for line in lines(number) for one in line)


def first(*numbers: int) -> tuple[int, ...]:
    """Return the first lines of cartones."""
    return tuple(one for number in numbers for one in lines(number)[0])


def rest(number: int) -> tuple[int, ...]:
    """Return the second and the third line of a cartón."""
    return every(number)[5:]


# --- lines ------------------------------------------------------------------------------------------------------------


@ending("01-plain", "IV.26 IV.27 IV.28")
def plain() -> Recorded:
    hall = Recorded("Una línea y un bingo, pagados", *every(1)).opened().started("ana", "luis", more=28)
    return hall.balls(5).line(1).balls(10).bingo(1).pays(1, LINE).pays(1, BINGO).closes()


@ending("02-line-shared", "I.15 IV.24 IV.29")
def line_shared() -> Recorded:
    urns = ((*first(1, 2, 3), *rest(1)), (*first(31, 32), *rest(31)))
    hall = Recorded("Tres líneas en una pausa, y luego dos: los céntimos que sobran", urns=urns).opened()
    hall.started("ana", "luis", more=27).balls(15).calls(1).checks(1).calls(2).checks(2).calls(3).checks(3).on()
    hall.balls(10).bingo(1)
    assert [one.amount for one in hall.game.awards[LINE]] == [194, 193, 193]
    for number in (1, 2, 3):
        hall.pays(number, LINE)
    hall.pays(1, BINGO).closes().do(CALLER, a.AnnounceSale((NAME,))).do(CALLER, a.SellCards(NAME, 30, 44))
    hall.closed().announced().do(CHIEF, a.AnnounceStart())
    hall.balls(10).calls(31).calls(32).checks(31, 32).on().balls(10).bingo(31)
    assert [one.amount for one in hall.game.awards[LINE]] == [150, 150]
    return hall.pays(31, LINE).pays(32, LINE).pays(31, BINGO).closes()


@ending("03-line-shared-one-owner", "I.02 I.15")
def line_shared_one_owner() -> Recorded:
    hall = Recorded("Dos cartones de una persona y uno de otra: una parte por cartón", *first(1, 2, 3), *rest(1))
    hall.opened().started("ana", "ana", "luis", more=27).balls(15).calls(1).calls(2).calls(3).checks(1, 2, 3).on()
    assert [one.person for one in hall.game.awards[LINE]] == ["ana", "ana", "luis"]
    return hall.balls(10).bingo(1)


@ending("04-line-two-on-one-card", "I.13 I.15", "card", "combination")
def line_two_on_one_card(unit: str) -> Recorded:
    options = {} if unit == "card" else {"prizes__share_unit": "combination"}
    title = "Dos líneas de un cartón: " + ("una parte" if unit == "card" else "dos partes")
    hall = Recorded(title, *every(1)[:10], *first(2), *rest(1), **options).opened().started("ana", "luis", more=28)
    hall.balls(15).calls(1).calls(2).checks(1, 2).on()
    assert [one.amount for one in hall.game.awards[LINE]] == ([300, 300] if unit == "card" else [400, 200])
    return hall.balls(5).bingo(1)


@ending("05-line-slow", "I.12")
def line_slow() -> Recorded:
    hall = Recorded("Línea hecha antes y cantada en la pausa de otro", *first(1, 2)).opened()
    hall.started("ana", "luis", more=28).balls(10).calls(2).checks(2).calls(1).checks(1).on()
    assert [one.card for one in hall.game.awards[LINE]] == [card(1), card(2)]
    return hall


@ending("06-line-late-order", "IV.32")
def line_late_order() -> Recorded:
    hall = Recorded("Línea cantada tras la orden y antes de la bola siguiente", *first(1, 2)).opened()
    hall.started("ana", "luis", more=28).balls(10).line(2)
    return hall.no("ana", a.CallPrize(LINE, card(1)), "claim-precluded")


@ending("07-line-late-ball", "I.12")
def line_late_ball() -> Recorded:
    hall = Recorded("Línea cantada después de la bola siguiente", *first(1, 2)).opened()
    hall.started("ana", "luis", more=28).balls(10).line(2).balls(1)
    return hall.no("ana", a.CallPrize(LINE, card(1)), "line-already-won")


@ending("08-line-second-of-winner", "IV.26 I.12")
def line_second_of_winner() -> Recorded:
    hall = Recorded("Quien ganó la línea canta otra", *every(1)).opened().started("ana", "luis", more=28)
    hall.balls(5).line(1).balls(5).no("ana", a.CallPrize(LINE, card(1)), "line-already-won")
    return hall.balls(5).bingo(1)


@ending("09-failed-alone", "IV.25")
def failed_alone() -> Recorded:
    hall = Recorded("Canto erróneo: sigue la partida, y luego acierta", *every(1)).opened()
    hall.started("ana", "luis", more=28).balls(3).calls(1).checks(1).balls(2).line(1)
    return hall.balls(10).bingo(1)


@ending("10-failed-then-right-in-pause", "IV.24")
def failed_then_right() -> Recorded:
    hall = Recorded("Un cartón erróneo y uno bueno en la misma pausa", *every(1)).opened()
    hall.started("ana", "luis", more=28).balls(5).calls(2).calls(1).checks(2, 1).on()
    assert [one.card for one in hall.game.awards[LINE]] == [card(1)]
    return hall.balls(10).bingo(1)


@ending("11-failed-slow-winner", "IV.32", "open", "closed")
def failed_slow_winner(order: str) -> Recorded:
    closes = order == "closed"
    options = {"claims__failed_order_closes": True} if closes else {}
    title = "Línea callada, pausa errónea de otro: la orden " + ("cierra" if closes else "no cierra")
    hall = Recorded(title, *every(1), **options).opened().started("ana", "luis", more=28)
    hall.balls(5).calls(2).checks(2)
    if closes:
        hall.no("ana", a.CallPrize(LINE, card(1)), "claim-precluded").balls(1)
    hall.line(1)
    assert [one.card for one in hall.game.awards[LINE]] == [card(1)]
    return hall


@ending("12-call-on-unannounced", "IV.19 IV.20")
def call_on_unannounced() -> Recorded:
    hall = Recorded("Bola fuera y sin anunciar: no cuenta; anunciada, cuenta", *every(1)).opened()
    hall.started("ana", "luis", more=28).balls(4).do(CALLER, a.DrawBall()).calls(1).checks(1)
    return hall.do(CALLER, a.AnnounceBall(), a.ShowBall()).line(1).balls(10).bingo(1)


# --- bingos -----------------------------------------------------------------------------------------------------------


@ending("13-bingo-shared", "I.15")
def bingo_shared() -> Recorded:
    hall = Recorded("Dos bingos hechos en bolas distintas", *every(1, 2)).opened().started("ana", "luis", more=28)
    hall.balls(5).line(1).balls(25).calls(1, BINGO).calls(2, BINGO).checks(1, 2, prize=BINGO).ends()
    assert [one.amount for one in hall.game.awards[BINGO]] == [1800, 1800]
    return hall.pays(1, LINE).pays(1, BINGO).pays(2, BINGO).closes()


@ending("14-bingo-late", "IV.38")
def bingo_late() -> Recorded:
    hall = Recorded("Bingo cantado tras la orden final", *every(1, 2)).opened().started("ana", "luis", more=28)
    hall.balls(5).line(1).balls(25).bingo(1)
    return hall.no("luis", a.CallPrize(BINGO, card(2)), "claim-precluded").pays(1, LINE).pays(1, BINGO).closes()


@ending("15-bingo-before-line", "IV.29", "same-pause", "lapsed")
def bingo_before_line(way: str) -> Recorded:
    lapsed = way == "lapsed"
    title = "Bingo antes que línea: la línea " + ("decae" if lapsed else "se canta en la pausa")
    hall = Recorded(title, *every(1), *first(2), **({"claims__bingo_first": way} if lapsed else {})).opened()
    hall.started("ana", "luis", more=28).balls(20).calls(1, BINGO).checks(1, prize=BINGO)
    if lapsed:
        hall.no("luis", a.CallPrize(LINE, card(2)), "claim-precluded").ends()
        assert hall.has("held:1/linea") == 600
        return hall
    hall.calls(2).checks(2).ends()
    assert [one.card for one in hall.game.awards[LINE]] == [card(2)]
    return hall


@ending("16-bingo-before-line-nobody", "IV.27", "held", "house", "next-game", "bingo")
def bingo_before_line_nobody(fate: str) -> Recorded:
    titles = {"held": "retenida, luego decide el jefe", "house": "de la casa", "next-game": "a otra partida"}
    title = f"Nadie canta la línea: {titles.get(fate, 'al bingo')}"
    options = {} if fate == "held" else {"prizes__unawarded_line": fate}
    hall = Recorded(title, *every(1), **options).opened().started("ana", "luis", more=28).balls(15).bingo(1)
    assert hall.game.awards[BINGO][0].amount == (4200 if fate == "bingo" else 3600)
    assert hall.has("held:1/linea") == (600 if fate == "held" else 0)
    assert hall.has("carry:linea") == (600 if fate == "next-game" else 0)
    assert hall.has("house") == (2400 if fate == "house" else 1800)
    if fate == "held":
        hall.no(CHIEF, a.DecideUnawarded(LINE, Fate.NEXT_GAME), "reason-missing")
        hall.do(CHIEF, a.DecideUnawarded(LINE, Fate.NEXT_GAME, "nadie la cantó"))
    hall.pays(1, BINGO).closes()
    if fate in ("held", "next-game"):
        hall.sold("ana").closed().announced()
        assert hall.game.prize(LINE) == 620
    return hall


@ending("17-line-and-bingo-one-pause", "IV.24 IV.29")
def line_and_bingo() -> Recorded:
    hall = Recorded("Línea y bingo de dos jugadores en una pausa", *every(1), *first(2)).opened()
    hall.started("ana", "luis", more=28).balls(20).calls(1, BINGO).calls(2).checks(1, prize=BINGO).checks(2).ends()
    assert {prize: won[0].card for prize, won in hall.game.awards.items()} == {LINE: card(2), BINGO: card(1)}
    return hall.pays(2, LINE).pays(1, BINGO).closes()


@ending("18-line-word-on-full-card", "IV.22", "free", "barred")
def line_word_on_full_card(way: str) -> Recorded:
    barred = way == "barred"
    title = "Canta línea con el cartón lleno; el bingo, " + ("en otra pausa" if barred else "en la misma")
    options = {"claims__failed_checked_bars": True} if barred else {}
    hall = Recorded(title, *every(1), **options).opened().started("ana", "luis", more=28).balls(15).calls(1).checks(1)
    if barred:
        hall.no("ana", a.CallPrize(BINGO, card(1)), "card-checked").on().balls(1)
        return hall.bingo(1)
    return hall.calls(1, BINGO).checks(1, prize=BINGO).ends()


@ending("19-nobody-calls-line", "IV.38")
def nobody_calls_line() -> Recorded:
    hall = Recorded("Solo hay bingo: la línea callada se pierde", *every(1, 2)).opened()
    hall.started("ana", "luis", more=28).balls(20).bingo(1).no("luis", a.CallPrize(LINE, card(2)), "claim-precluded")
    hall.do(CHIEF, a.DecideUnawarded(LINE, Fate.HOUSE, "nadie la cantó")).pays(1, BINGO).closes()
    assert hall.has("house") == 2400
    return hall


@ending("20-ninety-balls-late-bingo", "IV.27")
def ninety_balls() -> Recorded:
    hall = Recorded("Bingo cantado tras la nonagésima bola", *every(1)).opened().started("ana", "luis", more=28)
    hall.balls(5).line(1).balls(85).no(CALLER, a.DrawBall(), "no-ball-left")
    return hall.calls(2, BINGO).checks(2, prize=BINGO).ends().pays(1, LINE).pays(2, BINGO).closes()


@ending("21-ninety-balls-nobody", "IV.27")
def ninety_balls_nobody() -> Recorded:
    hall = Recorded("Salen las noventa y nadie canta bingo: decide el jefe", *every(1)).opened()
    hall.started("ana", "luis", more=28).balls(5).line(1).balls(85)
    for _ in range(3):
        hall.do(CHIEF, a.AskOthers()).waits()
    hall.no(CHIEF, a.OrderEnd(), "reason-missing").do(CHIEF, a.OrderEnd("nadie cantó"))
    assert (hall.has("held:1/bingo"), hall.has(f"owed:1/linea/{card(1)}")) == (3600, 600)
    return hall.do(CHIEF, a.DecideUnawarded(BINGO, Fate.NEXT_GAME, "nadie cantó")).pays(1, LINE).closes()


# --- cartones that do not play ----------------------------------------------------------------------------------------


@ending("22-expired-card", "II.03")
def expired_card() -> Recorded:
    hall = Recorded("Cartón de una partida anterior", urns=(every(1), every(1))).opened().started("ana", more=9)
    hall.balls(15).bingo(1).pays(1, BINGO).closes().started("ana", more=9).balls(15)
    return hall.no(CALLER, a.CallForPlayer(BINGO, card(2)), "card-expired")


@ending("23-unsold-card", "IV.08")
def unsold_card() -> Recorded:
    hall = Recorded("Cartón no vendido, dentro y fuera de lo anunciado", *every(4), sale__upwards=False).opened()
    hall.do(CHIEF, a.AnnounceSale((NAME,))).do(CALLER, a.SellCards(NAME, 1, 3), a.SellCards(NAME, 5, 9))
    hall.closed().announced().do(CHIEF, a.AnnounceStart()).balls(5)
    hall.no(CALLER, a.CallForPlayer(LINE, card(4)), "card-not-sold")
    return hall.no(CALLER, a.CallForPlayer(LINE, card(40)), "card-not-sold")


@ending("24-recount-before-start", "IV.11")
def recount_before_start() -> Recorded:
    hall = Recorded("Recuento antes de empezar: se anuncia de nuevo").opened().sold("ana", more=9).closed().announced()
    hall.do(CASHIER, a.Recount(NAME, 11, 12, True, "vendidos y sin apuntar"))
    hall.no(CHIEF, a.AnnounceStart(), "wrong-window").do(CASHIER, a.CollectUnsold(NAME, 48))
    hall.no(CHIEF, a.AnnounceStart(), "prizes-unannounced").announced()
    assert hall.game.prizes[LINE] == 240
    return hall.do(CHIEF, a.AnnounceStart())


@ending("25-count-wrong-after-start", "IV.11", "stands", "void")
def count_wrong(way: str) -> Recorded:
    void = way == "void"
    title = "Cuenta errónea tras empezar: " + ("causa de nulidad" if void else "los premios valen")
    hall = Recorded(title, *every(1), **({"sale__error_after_start": "void"} if void else {})).opened()
    hall.started("ana", more=9).balls(2)
    if void:
        hall.do(CHIEF, a.ReportCause("count-wrong", "uno de más"))
        assert hall.has("refunds:1") == 2000
        return hall
    return hall.no(CHIEF, a.ReportCause("count-wrong", "uno de más"), "prizes-stand").balls(13).bingo(1)


@ending("26-sale-called-off", "V.03")
def sale_called_off() -> Recorded:
    hall = Recorded("Venta suspendida: se devuelve el importe", sale__least=10).opened().sold("ana", more=2).closed()
    hall.no(CHIEF, a.AnnounceSold(), "too-few-sold").do(CHIEF, a.CallOffSale("pocos cartones"))
    hall.no(CASHIER, a.PayRefund(NAME, 1, 1), "cards-not-returned").do("ana", a.ReturnCards(NAME, 1, 1))
    hall.do(CASHIER, a.PayRefund(NAME, 1, 1), a.ReturnCards(NAME, 2, 3), a.PayRefund(NAME, 2, 3)).closes()
    assert (hall.has("person:ana"), hall.has("refunds:1")) == (200, 0)
    return hall


@ending("27-two-series", "IV.10")
def two_series() -> Recorded:
    hall = Recorded("Dos series en una partida: la coletilla de la fórmula").opened("B", "C")
    hall.sold("ana", more=4, series=("B-1047", "C-1047")).do(CALLER, a.SellCards("C-1047", 1, 5)).closed().announced()
    assert [text for name, text in hall.state.announcements if name == "sold-tail"] == [
        "y de la serie C 1047 del número 1 al 5"
    ]
    return hall


@ending("28-ranges-with-gaps", "IV.09", "said", "blocked")
def ranges_with_gaps(way: str) -> Recorded:
    options = {"sale__upwards": False, **({"sale__gaps": "block"} if way == "blocked" else {})}
    title = "Números sin vender entre vendidos: " + ("se dice cada tramo" if way == "said" else "no se cierra la venta")
    hall = Recorded(title, **options).opened().do(CHIEF, a.AnnounceSale((NAME,)))
    hall.do(CALLER, a.SellCards(NAME, 1, 3), a.SellCards(NAME, 5, 9))
    if way == "blocked":
        hall.no(CHIEF, a.CloseSale(), "cards-with-gaps").do(CALLER, a.SellCards(NAME, 4, 4))
    return hall.closed().announced()


# --- void games -------------------------------------------------------------------------------------------------------


def misread(title: str, **options: object) -> Recorded:
    """Return a game whose fifth ball is not Ana's and was announced as hers."""
    hall = Recorded(title, *first(1)[:4], first(2)[0], first(1)[4], *rest(1), **options).opened()
    hall.started("ana", "luis", more=28).balls(4)
    return hall.do(CALLER, a.DrawBall(), a.AnnounceBall(first(1)[4]), a.ShowBall())


@ending("29-misread-corrected", "V.01")
def misread_corrected() -> Recorded:
    hall = misread("Número mal cantado y corregido a tiempo; el canto sobre él falla").calls(1).checks(1)
    hall.do(CALLER, a.CorrectAnnouncement()).balls(1).line(1).balls(10).bingo(1)
    assert [one.card for one in hall.game.awards[LINE]] == [card(1)]
    return hall


@ending("30-void-by-caller", "V.01 V.03")
def void_by_caller() -> Recorded:
    hall = misread("Error del locutor: partida nula, devolución en parte").balls(1)
    hall.no(CALLER, a.CorrectAnnouncement(), "nothing-to-correct").do("ana", a.ReportCallerError("dijo otro"))
    hall.no(CALLER, a.DrawBall(), "case-open").do(CHIEF, a.VoidGame("caller-error", "se cantó otro número"))
    hall.do("ana", a.ReturnCards(NAME, 1, 1)).do(CASHIER, a.PayRefund(NAME, 1, 1))
    hall.no("ana", a.CallPrize(LINE, card(1)), "claim-precluded").closes()
    assert (hall.has("refunds:1"), hall.has("person:ana"), hall.has("house")) == (5800, 200, 0)
    return hall


@ending("31-void-after-line", "V.01")
def void_after_line() -> Recorded:
    hall = Recorded("Nula después de la línea: no se debe nada", *every(1)).opened().started("ana", "luis", more=28)
    hall.balls(5).line(1).balls(3).do(CALLER, a.ReportCallerError("se leyó mal la octava"))
    hall.do(CHIEF, a.VoidGame("caller-error", "pudo cambiar la línea"))
    assert (hall.has("refunds:1"), hall.has(f"owed:1/linea/{card(1)}")) == (6000, 0)
    return hall.no(CASHIER, a.PayPrize(LINE, card(1)), "no-prize")


@ending("32-void-listed-cause", "V.03")
def void_listed_cause() -> Recorded:
    hall = Recorded("Avería del bombo: causa de la lista", *every(1)).opened().started("ana", more=9).balls(4)
    hall.do(CHIEF, a.ReportCause("machine-breakdown", "no sale bola")).do(CASHIER, a.ReturnCards(NAME, 2, 10))
    hall.do(CASHIER, a.PayRefund(NAME, 2, 10)).closes()
    assert hall.has("refunds:1") == 200
    return hall


@ending("33-cause-left-to-chief", "V.04", "stands", "void")
def cause_left_to_chief(way: str) -> Recorded:
    title = "Se va la imagen: el jefe decide que " + ("sigue" if way == "stands" else "es nula")
    hall = Recorded(title, *every(1)).opened().started("ana", more=9).balls(4)
    hall.do(CALLER, a.ReportCause("television-breakdown", "sin imagen")).no(CALLER, a.DrawBall(), "case-open")
    if way == "void":
        return hall.do(CHIEF, a.VoidGame("television-breakdown", "nadie lo vio"))
    return hall.do(CHIEF, a.LetStand("se oye en toda la sala")).balls(1).line(1)


# --- doubles ----------------------------------------------------------------------------------------------------------


def double(title: str, games: int = 0, deferred: bool = False, **options: object) -> Recorded:
    """Return the first game of a double at its start."""
    hall = Recorded(title, urns=(every(1), every(1)), **options).opened(double=True, games=games)
    return hall.started("ana", more=9, deferred=deferred)


@ending("34-double-between", "IV.33 IV.34 IV.35")
def double_between() -> Recorded:
    hall = double("Cartón doble: se paga entre las dos partidas").balls(5).line(1).balls(10).bingo(1)
    hall.no(CHIEF, a.AnnounceSecond(), "first-game-unpaid").pays(1, LINE).pays(1, BINGO)
    hall.do(CHIEF, a.AnnounceSecond()).balls(5).line(1).balls(10).bingo(1).pays(1, LINE).pays(1, BINGO).closes()
    assert hall.has("house") == 2 * 600
    return hall


def tokened(hall: Recorded) -> Recorded:
    """Play a game whose winner gets a token for each prize."""
    hall.balls(5).calls(1).checks(1).do(CHIEF, a.GiveToken(LINE, card(1))).on().balls(10)
    return hall.calls(1, BINGO).checks(1, prize=BINGO).do(CHIEF, a.GiveToken(BINGO, card(1))).ends()


@ending("35-double-deferred", "IV.36 IV.37")
def double_deferred() -> Recorded:
    hall = double("Cartón doble: se paga tras las dos, con banderines", deferred=True).balls(5).calls(1).checks(1)
    hall.waits().no(CHIEF, a.OrderResume(), "token-missing")
    hall.do(CHIEF, a.GiveToken(LINE, card(1)), a.OrderResume()).balls(10).calls(1, BINGO).checks(1, prize=BINGO)
    hall.do(CHIEF, a.GiveToken(BINGO, card(1))).ends()
    hall.no(CASHIER, a.PayPrize(LINE, card(1), "1/1"), "payment-waits").do(CHIEF, a.AnnounceSecond())
    tokened(hall)
    for game in ("1/1", "1/2"):
        hall.pays(1, LINE, game=game).pays(1, BINGO, game=game)
    return hall.no(CASHIER, a.PayPrize(LINE, card(1), "1/1"), "prize-paid").closes()


@ending("36-double-game-one-void", "V.02 I.08", "part", "whole-card")
def double_game_one_void(scope: str) -> Recorded:
    whole = scope == "whole-card"
    title = "Primera partida nula: se devuelve " + ("el cartón entero" if whole else "su parte")
    hall = double(title, **({"void__double_scope": scope} if whole else {})).balls(3)
    hall.do(CHIEF, a.VoidGame("evacuation", "alarma"))
    assert hall.has("refunds:1/1") == (4000 if whole else 2000)
    if whole:
        return hall.no(CHIEF, a.AnnounceSecond(), "wrong-window").closes()
    hall.do(CASHIER, a.PayRefund(NAME, 2, 10, "1/1")).do(CHIEF, a.AnnounceSecond()).balls(5).line(1)
    return hall


@ending("37-double-game-two-void", "V.02", "part", "whole-card")
def double_game_two_void(scope: str) -> Recorded:
    whole = scope == "whole-card"
    title = "Segunda partida nula; los premios de la primera quedan: " + ("todo el importe" if whole else "su parte")
    hall = double(title, **({"void__double_scope": scope} if whole else {})).balls(5).line(1).balls(10).bingo(1)
    hall.pays(1, LINE).pays(1, BINGO).do(CHIEF, a.AnnounceSecond()).balls(3)
    hall.do(CHIEF, a.VoidGame("evacuation", "alarma"))
    assert hall.has("refunds:1/2") == (4000 if whole else 2000)
    return hall.do("ana", a.ReturnCards(NAME, 1, 1)).do(CASHIER, a.PayRefund(NAME, 1, 1)).closes()


@ending("38-double-part-shown-again", "II.23", "refused", "taken")
def double_part_again(way: str) -> Recorded:
    again = way == "taken"
    title = "La misma parte en las dos partidas: " + ("vale" if again else "no vale")
    hall = double(title, **({"double__part_again": True} if again else {})).balls(5)
    hall.do("ana", a.CallPrize(LINE, card(1), 1)).checks(1).on().balls(10).bingo(1).pays(1, LINE).pays(1, BINGO)
    hall.do(CHIEF, a.AnnounceSecond()).balls(5)
    if again:
        return hall.do("ana", a.CallPrize(LINE, card(1), 1)).checks(1).on()
    hall.no("ana", a.CallPrize(LINE, card(1), 1), "part-used")
    return hall.do("ana", a.CallPrize(LINE, card(1), 2)).checks(1).on()


# --- balls ------------------------------------------------------------------------------------------------------------


def one_game(hall: Recorded) -> Recorded:
    """Play a game with a bingo alone, and close it."""
    hall.started("ana", more=9).balls(15)
    return hall.bingo(hall.next() - 10).pays(hall.next() - 10, BINGO).closes()


@ending("39-balls-changed-at-limit", "II.18 II.20")
def balls_at_limit() -> Recorded:
    hall = one_game(Recorded("Mil partidas: se cambia el juego de bolas", *every(1)).opened(games=999))
    hall.no(CHIEF, a.AnnounceSale((NAME,)), "ball-change-due").no(CHIEF, a.ChangeBalls("S-10"), "entry-missing")
    return hall.do(CHIEF, a.ChangeBalls("S-10", "mil partidas")).sold("ana")


@ending("40-balls-changed-by-defect", "II.19 II.20")
def balls_by_defect() -> Recorded:
    hall = Recorded("Bola abollada: se cambia el juego entero", *every(1)).opened()
    hall.do(CALLER, a.ReportDefect(33, "abollada")).no(CHIEF, a.AnnounceSale((NAME,)), "balls-damaged")
    return hall.do(CHIEF, a.ChangeBalls("S-10", "bola 33")).sold("ana")


@ending("41-balls-changed-between-the-games-of-a-double", "II.18")
def balls_between() -> Recorded:
    hall = double("Cambio de bolas entre las dos partidas de un doble", games=999).balls(15).bingo(1).pays(1, BINGO)
    hall.no(CHIEF, a.AnnounceSecond(), "ball-change-due").do(CHIEF, a.ChangeBalls("S-10", "mil partidas"))
    return hall.do(CHIEF, a.AnnounceSecond()).balls(1)


@ending("42-drum-beyond-the-limit", "II.07")
def drum_beyond() -> Recorded:
    return (
        Recorded("Bombo con más de mil partidas", *every(1)).opened(machine="drum", games=1000).started("ana").balls(1)
    )


@ending("43-paper-differs", "IV.23")
def paper_differs() -> Recorded:
    hall = Recorded("El papel difiere del registro: vale el registro", *every(1)).opened().started(more=10).balls(5)
    hall.calls(1).do(CHIEF, a.NoteDifference(card(1), "un número tachado")).checks(1).on()
    assert [one.card for one in hall.game.awards[LINE]] == [card(1)]
    return hall


@ending("44-keyed-by-hand", "IV.16")
def keyed_by_hand() -> Recorded:
    hall = Recorded("Bombo de verdad: bola tecleada y corregida", kind="keyed").opened().started("ana", more=9)
    for position, number in enumerate(first(1)):
        hall.do(CALLER, a.DrawBall())
        if position == 1:
            hall.no(CALLER, a.BallOut(1, 1, str(first(1)[0])), "ball-already-drawn")
            hall.do(CALLER, a.BallOut(1, 1, str(first(2)[0])), a.RekeyBall(number))
        else:
            hall.do(CALLER, a.BallOut(1, position, str(number)))
        hall.do(CALLER, a.AnnounceBall(), a.ShowBall())
    return hall.line(1)


# --- money at rest, people --------------------------------------------------------------------------------------------


@ending("45-prize-not-collected", "IV.28")
def prize_not_collected() -> Recorded:
    hall = Recorded("Premio sin recoger: queda pendiente y se paga después", *every(1)).opened().started(more=10)
    hall.balls(4).no(CASHIER, a.PayPrize(LINE, card(1)), "game-not-over").balls(11).bingo(1)
    hall.no(CHIEF, a.EndGame(), "prizes-due").do(CHIEF, a.LeaveUncollected(BINGO, card(1), "no aparece", "1")).closes()
    assert hall.has(f"owed:1/bingo/{card(1)}") == 1200
    return hall.pays(1, BINGO)


@ending("46-line-paid-early-then-void", "V.02", "recovered", "borne", "cash-back")
def line_paid_early(way: str) -> Recorded:
    told = {"recovered": "se recupera", "borne": "la asume la casa", "cash-back": "vuelve el efectivo"}
    title = f"Línea pagada antes, luego nula: {told[way]}"
    hall = Recorded(title, *every(1), payment__line_early=True).opened().started("ana", more=9).balls(5).line(1)
    void = a.VoidGame("evacuation", "alarma")
    if way == "cash-back":
        hall.pays(1, LINE).balls(1).no(CHIEF, void, "cash-undecided").no(
            CHIEF, replace(void, recover=True), "cash-undecided"
        )
        hall.do(CHIEF, replace(void, has_cash_back=True))
    else:
        hall.pays(1, LINE, means="account").balls(1).no(CHIEF, void, "recovery-undecided")
        hall.no(CHIEF, replace(void, recover=True, has_cash_back=True), "no-cash-paid")
        hall.do(CHIEF, replace(void, recover=way == "recovered"))
    assert (hall.has("refunds:1"), hall.has("house")) == (2000, -200 if way == "borne" else 0)
    return hall


@ending("47-staff-relieved-in-check", "IV.22")
def staff_relieved() -> Recorded:
    hall = Recorded("Relevo del jefe de mesa durante una comprobación", *every(1)).opened().started("ana", more=9)
    hall.balls(5).calls(1).do(CHIEF, a.ShowMaster(card(1)))
    hall.do(MANAGER, a.Relieve(Role.TABLE_CHIEF, PersonId("sara")))
    hall.no(CHIEF, a.CheckCard(LINE, card(1)), "not-your-post").do("sara", a.CheckCard(LINE, card(1))).waits()
    return hall.do("sara", a.OrderResume())


@ending("48-killed-at-every-step", "IV.26 IV.27 IV.28")
def killed_at_every_step() -> Recorded:
    urns = ((*first(1, 2), *rest(1)), every(11))
    hall = Recorded("Una noche que se reabre tras cada acto", urns=urns).opened()
    hall.started("ana", "luis", more=8).balls(7).calls(2).checks(2).balls(3).calls(1).calls(2).checks(1, 2).on()
    hall.balls(10).bingo(1).pays(1, LINE).pays(2, LINE).pays(1, BINGO).closes().started("luis", more=4).balls(2)
    hall.do(CHIEF, a.VoidGame("evacuation", "alarma")).do("luis", a.ReturnCards(NAME, 11, 11))
    hall.do(CASHIER, a.PayRefund(NAME, 11, 11), a.HandOverTakings(PersonId(CALLER), 2400)).closes()
    return hall.do(CHIEF, a.CloseSession())


@ending("49-takings-counted-otherwise", "IV.07")
def takings_counted_otherwise() -> Recorded:
    hall = Recorded("Lo recaudado no cuadra: lo confirma otra persona", *every(1)).opened()
    seller, reason = PersonId(CALLER), "mal dado el cambio"
    hall.sold("ana", more=9).closed().no(CASHIER, a.HandOverTakings(seller, 18000), "count-beyond-takings")
    hall.do(CASHIER, a.HandOverTakings(seller, 1700), a.HandOverTakings(seller, 1750))
    hall.no(CHIEF, a.ConfirmTakings(1, reason), "count-gone").no(CASHIER, a.ConfirmTakings(2, reason), "not-your-post")
    hall.announced().do(CHIEF, a.AnnounceStart(), a.VoidGame("evacuation", "alarma"))
    hall.do("ana", a.ReturnCards(NAME, 1, 1)).do(CASHIER, a.PayRefund(NAME, 1, 1))
    hall.do(CASHIER, a.ReturnCards(NAME, 2, 10), a.PayRefund(NAME, 2, 10)).closes()
    hall.no(CHIEF, a.CloseSession(), "count-waits").do(CHIEF, a.ConfirmTakings(2, reason))
    assert (hall.has("till:caller"), hall.has("till-difference")) == (0, -50)
    return hall.no(CHIEF, a.ConfirmTakings(2, reason), "count-gone").do(CHIEF, a.CloseSession())


@ending("50-accounts-over-the-counter", "IV.28")
def accounts_over_the_counter() -> Recorded:
    hall = Recorded("El dinero de las cuentas pasa por caja", *every(1)).opened().do(MANAGER, a.SetCounter(is_on=True))
    ana, price = PersonId("ana"), 200
    hall.do(CHIEF, a.AnnounceSale((NAME,))).do(ana, a.BuyIn(2 * price)).do(ana, a.BuyIn(price))
    hall.no(CASHIER, a.SettleMoney(ana, 2 * price, is_paid_in=True), "money-not-asked")
    hall.no(ana, a.SettleMoney(ana, price, is_paid_in=True), "not-your-post")
    hall.do(CASHIER, a.SettleMoney(ana, price, is_paid_in=True)).do(CALLER, a.SellCards(NAME, 1, 1, ana, Means.ACCOUNT))
    hall.do(CALLER, a.SellCards(NAME, 2, 30)).closed().announced().do(CHIEF, a.AnnounceStart())
    hall.balls(5).line(1).balls(10).bingo(1).pays(1, LINE, means="account").pays(1, BINGO, means="account").closes()
    won = hall.has("person:ana")
    hall.do(ana, a.CashOut(won), a.SettleMoney(ana, won, is_paid_in=False, is_done=False), a.CashOut(won))
    hall.do(CASHIER, a.SettleMoney(ana, won, is_paid_in=False), a.HandOverTakings(PersonId(CALLER), 29 * price))
    assert (hall.has("person:ana"), hall.has("till:caller")) == (0, 0)
    return hall.do(CHIEF, a.CloseSession())


@ending("51-nobody-came", "IV.28 V.03")
def nobody_came() -> Recorded:
    waits = {"payment__not_collected": 1, "void__pending": 1}
    hall = Recorded("Nadie viene a cobrar: decide el jefe de mesa", urns=(every(1), every(11)), **waits).opened()
    prize = a.DecideUncollected("1", BINGO, card(1), Fate.NEXT_GAME, "nadie vino")
    hall.started("ana", more=9).balls(5).line(1).balls(10).bingo(1).pays(1, LINE)
    hall.do(CHIEF, a.LeaveUncollected(BINGO, card(1), "no vino", "1")).no(CHIEF, prize, "waits-still").closes()
    hall.started("luis", more=4).balls(2).do(CHIEF, a.VoidGame("evacuation", "alarma"))
    hall.do("luis", a.ReturnCards(NAME, 11, 11)).do(CASHIER, a.PayRefund(NAME, 11, 11)).closes()
    ended = a.EndRefunds("2", "nadie vino")
    hall.no(CHIEF, ended, "waits-still").do(CASHIER, a.HandOverTakings(PersonId(CALLER), 2600))
    hall.do(CHIEF, a.CloseSession(), *(a.PassCheck(item) for item in CheckItem), a.LoadBalls("S-9"), a.OpenSession())
    hall.no(CHIEF, replace(prize, reason=""), "reason-missing").do(CHIEF, prize).no(CHIEF, prize, "prize-not-left")
    hall.do(CHIEF, ended).no(CASHIER, a.ReturnCards(NAME, 12, 12, "2"), "nothing-refunded")
    assert (hall.has("carry:bingo"), hall.has("refunds:2")) == (1200, 0)
    return hall


@ending("52-handed-over-too-much", "IV.07")
def handed_over_too_much() -> Recorded:
    hall = Recorded("El vendedor entregó de más: se le devuelve", *every(1)).opened().sold("ana", more=9).closed()
    seller = PersonId(CALLER)
    hall.no(CASHIER, a.GiveBackTakings(seller, 200), "takings-not-owed").do(CASHIER, a.HandOverTakings(seller, 1800))
    hall.do(CASHIER, a.Recount(NAME, 10, 10, was_sold=False, reason="mal apuntado"))
    hall.no(CASHIER, a.GiveBackTakings(seller, 400), "takings-not-owed")
    hall.no(CHIEF, a.GiveBackTakings(seller, 200), "not-your-post")
    hall.do(CASHIER, a.GiveBackTakings(seller, 200))
    assert (hall.has("till:caller"), hall.has("till-difference")) == (0, 0)
    hall.do(CASHIER, a.CollectUnsold(NAME, hall.state.hall.series[NAME].size - 9)).announced()
    return hall.do(CHIEF, a.AnnounceStart())


def main() -> None:
    """Write every file that is not there, or reads otherwise, and what the list of required tables says of them."""
    FOLDER.mkdir(exist_ok=True)
    listed = []
    for one in ENDINGS:
        played = one.play()
        path: Path = FOLDER / f"{one.name}.toml"
        if not path.is_file() or read_notation(path) != parse_notation(played.text()):
            path.write_text(played.text(), encoding="utf-8")
            print(path.relative_to(ROOT))
        shows = ", ".join(f'"{clause}"' for clause in one.shows)
        listed.append(f'[bingo.{one.name}]\nwhat = "{played.title}"\nshows = [{shows}]\n')
    required = FOLDER.parent / "required.toml"
    others = required.read_text("utf-8").split("\n[bingo.")[0].rstrip("\n")
    required.write_text(others + "\n\n" + "\n".join(listed), encoding="utf-8")


if __name__ == "__main__":
    main()
