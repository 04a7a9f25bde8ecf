"""What an event of the banked games is to Ana: the sentence that her page says of it, its tone, and its clauses."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.clauses import Cite
from tapete.kernel import PersonId
from tapete.web.games.chemin_de_fer.notices import notices as of_chemin_de_fer
from tapete.web.games.dos_panos.notices import notices as of_dos_panos
from tapete.web.games.punto_banco.notices import notices as of_punto_y_banca
from tapete.web.notices import Notice, PublicEvent, correction_notice, led_out_notice, news_sentence
from tapete.words import fill, label

ANA = PersonId("ana")
Told = tuple[str, dict[str, Any], str]


def shares(**amounts: int) -> list[dict[str, Any]]:
    return [{"person": person, "amount": amount} for person, amount in amounts.items()]


# --- two cloths -------------------------------------------------------------------------------------------------------


def settled(**amounts: Any) -> dict[str, Any]:
    return {"banker": "bea", "bank": 1, "commission": 0, **amounts}


def as_banker(bank: int) -> dict[str, Any]:
    return {"banker": "ana", "bank": bank, "commission": 200, "payments": shares(ana=70_00)}


def won_and_lost(won: int, lost: int) -> dict[str, Any]:
    return settled(payments=shares(bea=99_00, ana=won), collections=shares(ana=lost, bea=99_00), back=shares(ana=1_00))


ON_CLOTHS: list[tuple[str, dict[str, Any], list[Told]]] = [
    (
        "cover-awarded",
        {"back": shares(ana=20_00), "stakes": shares(bea=1_00, ana=30_00)},
        [("part-back", {"amount": 20_00, "plays": 30_00}, "even")],
    ),
    (
        "cover-awarded",
        {"back": shares(ana=20_00), "stakes": shares(bea=1_00)},
        [("no-room", {"amount": 20_00}, "down")],
    ),
    (
        "cover-awarded",
        {"back": [*shares(ana=20_00), *shares(ana=5_00)], "stakes": []},
        [("no-room", {"amount": 25_00}, "down")],
    ),
    ("cover-awarded", {"back": shares(bea=20_00), "stakes": shares(ana=30_00)}, []),
    ("cover-awarded", {}, []),
    ("coup-settled", as_banker(50_00), [("bank-won", {"amount": 50_00, "commission": 200}, "up")]),
    ("coup-settled", as_banker(1), [("bank-won", {"amount": 1, "commission": 200}, "up")]),
    ("coup-settled", as_banker(0), [("bank-even", {}, "even")]),
    ("coup-settled", as_banker(-1), [("bank-lost", {"amount": 1}, "down")]),
    ("coup-settled", won_and_lost(30_00, 0), [("coup-won", {"won": 30_00}, "up")]),
    ("coup-settled", won_and_lost(0, 30_00), [("coup-lost", {"lost": 30_00}, "down")]),
    ("coup-settled", won_and_lost(30_00, 29_99), [("coup-both", {"won": 30_00, "lost": 29_99}, "up")]),
    ("coup-settled", won_and_lost(20_00, 20_00), [("coup-both", {"won": 20_00, "lost": 20_00}, "even")]),
    ("coup-settled", won_and_lost(29_99, 30_00), [("coup-both", {"won": 29_99, "lost": 30_00}, "down")]),
    ("coup-settled", settled(back=shares(ana=25_00)), [("coup-even", {"amount": 25_00}, "even")]),
    ("coup-settled", settled(back=shares(bea=25_00)), []),
    ("coup-settled", settled(), []),
    ("bank-restored", {"person": "ana", "amount": 400_00}, [("bank-restored", {"amount": 400_00}, "up")]),
    ("bank-restored", {"person": "bea", "amount": 400_00}, []),
    ("bank-called", {"person": "ana", "amount": 400_00}, [("bank-called", {"amount": 400_00}, "down")]),
    ("bank-called", {"person": "bea", "amount": 400_00}, []),
    ("bank-broken", {"person": "ana"}, [("bank-broken", {}, "down")]),
    ("bank-broken", {"person": "bea"}, []),
    (
        "bank-returned",
        {"person": "ana", "amount": 400_00, "deposit": 50_00},
        [("bank-returned", {"amount": 450_00}, "even")],
    ),
    ("bank-returned", {"person": "bea", "amount": 400_00, "deposit": 50_00}, []),
    ("lot-drawn", {"person": "ana"}, []),
]


@pytest.mark.parametrize(("kind", "event", "told"), ON_CLOTHS)
def test_an_event_on_two_cloths_is_told_to_whom_it_is_about(kind: str, event: dict[str, Any], told: list[Told]) -> None:
    found = of_dos_panos((PublicEvent(kind, event, ()),), ANA, "es")
    assert found == tuple(
        Notice(fill(label("cloths-news", code, "es"), facts, "es"), tone) for code, facts, tone in told
    )


# --- chemin de fer ----------------------------------------------------------------------------------------------------

NO_ROOM = ("CF.B.14", "HP.CF.joint-overshoot", "HP.CF.one-con-la-mesa")
AMONG_BANCOS = ("CF.B.15", "CF.B.16")
REPEATED = ("CF.B.30",)
EVERY_CLAUSE = (*NO_ROOM, *AMONG_BANCOS, *REPEATED, "CF.A.01")


@pytest.mark.parametrize(
    ("kind", "is_alone", "of_rival", "of_smaller"),
    [
        ("stakes", False, NO_ROOM, NO_ROOM),
        ("con-la-mesa", False, NO_ROOM, NO_ROOM),
        ("banco", True, AMONG_BANCOS, ()),
        ("banco-con", True, AMONG_BANCOS, ()),
        ("banco-seguido", True, (*AMONG_BANCOS, *REPEATED), REPEATED),
    ],
)
def test_whose_chips_went_back_reads_why_and_whose_call_plays(
    kind: str, is_alone: bool, of_rival: tuple[str, ...], of_smaller: tuple[str, ...]
) -> None:
    """Whoever called as much as plays was a rival of the bancos; whoever called less was only too late."""
    code = "displaced" if is_alone else "no-room"
    for plays, holder, named, clauses in ((20_00, "bea", "Bea", of_rival), (20_01, "luz", "luz", of_smaller)):
        event = {"kind": kind, "holder": holder, "back": shares(ana=20_00), "stakes": shares(bea=plays)}
        text = news_sentence(code, "es", amount=20_00, plays=0, cover=label("cover", kind, "es"), holder=named)
        assert seen("cover-awarded", event, *EVERY_CLAUSE) == (Notice(text, "down", cites(clauses)),)
    event = {"kind": kind, "holder": "ana", "back": shares(ana=20_00), "stakes": shares(bea=5_00, ana=10_00)}
    (part,) = seen("cover-awarded", event, *EVERY_CLAUSE)
    assert part == Notice(news_sentence("part-back", "es", amount=20_00, plays=10_00), "even", cites(of_rival))
    assert seen("cover-awarded", {**event, "back": shares(bea=20_00)}, *EVERY_CLAUSE) == ()


def cites(clauses: tuple[str, ...]) -> tuple[Cite, ...]:
    return tuple(Cite(one) for one in EVERY_CLAUSE if one in clauses)


def seen(kind: str, event: dict[str, Any], *rests_on: str) -> tuple[Notice, ...]:
    return of_chemin_de_fer((PublicEvent(kind, event, rests_on),), ANA, {"bea": "Bea"}, "es")


@pytest.mark.parametrize(
    ("winner", "stakes", "bank", "told"),
    [
        ("punto", shares(bea=1_00, ana=30_00), shares(luz=5), [("stake-won", {"amount": 30_00}, "up")]),
        ("banca", shares(bea=1_00, ana=30_00), shares(luz=5), [("stake-lost", {"amount": 30_00}, "down")]),
        ("empate", shares(bea=1_00, ana=30_00), shares(luz=5), [("stake-tied", {"amount": 30_00}, "even")]),
        ("punto", shares(bea=1_00), shares(luz=5), []),
        ("punto", shares(bea=1_00), shares(luz=9, ana=1), [("bank-won", {"amount": 1, "cagnotte": 250}, "up")]),
        ("punto", shares(bea=1_00), shares(luz=9, ana=0), [("bank-tied", {}, "even")]),
        ("punto", shares(bea=1_00), shares(luz=9, ana=-1), [("bank-lost", {"amount": 1}, "down")]),
        (
            "banca",
            shares(ana=1_00),
            shares(ana=7_00),
            [("stake-lost", {"amount": 1_00}, "down"), ("bank-won", {"amount": 7_00, "cagnotte": 250}, "up")],
        ),
    ],
)
def test_a_settled_coup_is_told_to_whoever_staked_and_to_whoever_has_a_part_of_the_bank(
    winner: str, stakes: list[dict[str, Any]], bank: list[dict[str, Any]], told: list[Told]
) -> None:
    found = seen("coup-settled", {"winner": winner, "stakes": stakes, "bank": bank, "cagnotte": 250})
    assert found == tuple(Notice(news_sentence(code, "es", **facts), tone) for code, facts, tone in told)


@pytest.mark.parametrize(
    ("rests_on", "reasons"),
    [
        ((), ()),
        (("CF.A.01",), ()),
        (("CF.D.16",), ("seat-lost-twice",)),
        (("CF.D.19",), ("seat-lost-away",)),
        (("CF.E1.26",), ("seat-lost-duty",)),
        (("HP.CF.duty-refused", "CF.E1.26"), ("seat-lost-duty",)),
        (("CF.D.16", "CF.D.19"), ("seat-lost-twice", "seat-lost-away")),
    ],
)
def test_whoever_lost_his_place_reads_each_reason_once(rests_on: tuple[str, ...], reasons: tuple[str, ...]) -> None:
    event = {"person": "ana", "seat": 4}
    text = " ".join((*(news_sentence(one, "es") for one in reasons), news_sentence("seat-lost", "es", seat=4)))
    clauses = tuple(Cite(one) for one in rests_on if one != "CF.A.01")
    assert seen("seat-lost", event, *rests_on) == (Notice(text, "down", clauses),)
    assert seen("seat-lost", {**event, "person": "bea"}, *rests_on) == ()


# --- all games --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "bank", "difference"),
    [
        (shares(bea=9_00, ana=5_00), [], 5_00),
        (shares(ana=-5_00), [], -5_00),
        ([], shares(bea=9_00, ana=7_00), 7_00),
        (shares(ana=5_00), shares(ana=-2_00), 3_00),
        (shares(ana=5_00), shares(ana=-5_00), 0),
        (shares(bea=5_00), shares(bea=5_00), 0),
    ],
)
def test_a_corrected_payment_is_told_by_what_it_comes_to(
    players: list[dict[str, Any]], bank: list[dict[str, Any]], difference: int
) -> None:
    event = {"coup": 3, "players": players, "bank": bank}
    told = tuple(correction_notice(3, difference, "es"))
    assert seen("payment-corrected", event) == told
    assert of_dos_panos((PublicEvent("payment-corrected", event, ()),), ANA, "es") == told
    one = PublicEvent("payment-corrected", {"coup": 3, "person": "ana", "booked": 10_00, "due": 10_00 + difference}, ())
    assert of_punto_y_banca((one,), ANA, "es") == told
    assert of_punto_y_banca((one,), PersonId("bea"), "es") == ()
    assert (told == ()) is (difference == 0)


def test_whoever_was_led_out_alone_is_told_so_under_the_practice_of_the_game() -> None:
    out = (PublicEvent("person-left", {"person": "ana"}, ()),)
    for who, found in ((ANA, True), (PersonId("bea"), False)):
        told = (of_chemin_de_fer(out, who, {}, "es"), of_dos_panos(out, who, "es"), of_punto_y_banca(out, who, "es"))
        practices = ("HP.CF.led-out", "HP.DP.led-out", "HP.PB.led-out")
        assert told == tuple((led_out_notice(one, "es"),) if found else () for one in practices)
