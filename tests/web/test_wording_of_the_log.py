"""Which sentence the log has for an event of chemin de fer and of the two-cloth game, and with which facts."""

from __future__ import annotations

from typing import Any

import pytest

from tapete.web.games.chemin_de_fer.log_wording import log_wording as of_chemin_de_fer
from tapete.web.games.dos_panos.log_wording import log_wording as of_dos_panos

SHARES = [{"person": "ana", "amount": 30_00}, {"person": "bea", "amount": 50_00}]
ON_CLOTHS = [
    {"person": "ana", "cloth": "primero", "amount": 30_00},
    {"person": "bea", "cloth": "segundo", "amount": 50_00},
    {"person": "bea", "cloth": "primero", "amount": 20_00},
]


def advice(kind: str, *faults: dict[str, Any]) -> dict[str, Any]:
    return {"incident": {"kind": kind, "faults": [{"code": "advice", "facts": one} for one in faults]}}


BY_ANA = {"person": "ana", "hand": "punto"}
OF_BOTH: tuple[tuple[str, dict[str, Any], str, dict[str, Any]], ...] = (
    ("bets-opened", {"coup": 3}, "bets-opened", {}),
    ("card-moved", {"position": 3, "face": "4s"}, "card-moved.face", {}),
    ("card-moved", {"position": 3, "face": None}, "card-moved", {}),
    ("card-moved", {"position": 3}, "card-moved", {}),
    ("incident-opened", advice("advice", BY_ANA), "incident-opened.advice", BY_ANA),
    ("incident-opened", advice("advice", {"hand": "punto"}), "incident-opened", {}),
    ("incident-opened", advice("advice", {"person": "", "hand": "punto"}, BY_ANA), "incident-opened.advice", BY_ANA),
    ("incident-opened", advice("wrong-word", BY_ANA), "incident-opened", {}),
    ("incident-opened", {"incident": {"kind": "advice"}}, "incident-opened", {}),
    ("incident-opened", {"incident": {"kind": "advice", "faults": []}}, "incident-opened", {}),
)
OF_CHEMIN_DE_FER: tuple[tuple[str, dict[str, Any], str, dict[str, Any]], ...] = (
    ("auction-closed", {"winner": None}, "auction-closed.nobody", {}),
    ("auction-closed", {"winner": "ana"}, "auction-closed", {}),
    ("bank-sold", {"winner": None}, "bank-sold", {}),
    ("banco-called", {"kind": "banco-con:ana"}, "banco-called", {"kind": "banco-con"}),
    ("banco-called", {"kind": "banco-con"}, "banco-called", {}),
    ("banco-called", {"kind": "banco"}, "banco-called", {}),
    ("bank-taken", {"parts": SHARES}, "bank-taken", {"amount": 80_00}),
    ("bank-taken", {"parts": SHARES[:1], "amount": 1}, "bank-taken", {"amount": 30_00}),
    ("bank-taken", {"parts": []}, "bank-taken", {"amount": 0}),
    ("card-put", {"face": "4s"}, "card-put", {}),
)
OF_DOS_PANOS: tuple[tuple[str, dict[str, Any], str, dict[str, Any]], ...] = (
    ("cover-awarded", {"stakes": ON_CLOTHS}, "cover-awarded.cloths", {"primero": 50_00, "segundo": 50_00}),
    ("cover-awarded", {"stakes": ON_CLOTHS[1:2]}, "cover-awarded.cloths", {"primero": 0, "segundo": 50_00}),
    ("cover-awarded", {}, "cover-awarded.cloths", {"primero": 0, "segundo": 0}),
    (
        "coup-ended",
        {"winners": {"primero": "punto", "segundo": "banca"}, "scores": {"primero": 7, "segundo": 5, "banca": 6}},
        "coup-ended.cloths",
        {"primero": 7, "segundo": 5, "banca": 6, "first": "punto", "second": "banca"},
    ),
    (
        "coup-ended",
        {"winners": {"segundo": "empate"}, "scores": {"segundo": 6, "banca": 6}},
        "coup-ended.cloths",
        {"primero": "—", "segundo": 6, "banca": 6, "first": "void", "second": "empate"},
    ),
    (
        "coup-ended",
        {"winners": {"primero": "banca"}, "scores": {}},
        "coup-ended.cloths",
        {"primero": "—", "segundo": "—", "banca": "—", "first": "banca", "second": "void"},
    ),
    ("coup-settled", {"bank": 5}, "coup-settled.cloths", {}),
    ("bank-returned", {"end": "left"}, "bank-returned.left", {}),
    ("bank-returned", {"end": "broken"}, "bank-returned.broken", {}),
    ("lots-wanted", {"about": "bids"}, "lots-wanted.bids", {}),
    ("word-said", {"hand": "primero"}, "word-said.hand", {}),
    ("word-said", {"hand": ""}, "word-said", {}),
    ("word-said", {}, "word-said", {}),
    ("bank-broken", {"rest": 5_00}, "bank-broken.rest", {}),
    ("bank-broken", {"rest": 0}, "bank-broken", {}),
    ("bank-broken", {}, "bank-broken", {}),
    ("table-opened", {"maximum": 0}, "table-opened.bare", {}),
    ("table-opened", {"maximum": None}, "table-opened.bare", {}),
    ("table-opened", {}, "table-opened.bare", {}),
    ("table-opened", {"maximum": 500_00}, "table-opened", {}),
    ("bank-taken", {"person": "ana"}, "bank-taken.bare", {}),
    ("bank-offered", {"person": "ana"}, "bank-offered.bare", {}),
    ("auction-closed", {"winner": None}, "auction-closed.bare", {}),
    ("bank-restored", {"person": "ana", "parts": SHARES}, "bank-restored", {}),
)


@pytest.mark.parametrize(("kind", "event", "code", "more"), [*OF_BOTH, *OF_CHEMIN_DE_FER])
def test_an_event_of_chemin_de_fer_has_its_sentence(
    kind: str, event: dict[str, Any], code: str, more: dict[str, Any]
) -> None:
    assert of_chemin_de_fer(kind, event) == (code, {**event, **more})


@pytest.mark.parametrize(("kind", "event", "code", "more"), [*OF_BOTH, *OF_DOS_PANOS])
def test_an_event_of_the_two_cloth_game_has_its_sentence(
    kind: str, event: dict[str, Any], code: str, more: dict[str, Any]
) -> None:
    assert of_dos_panos(kind, event) == (code, {**event, **more})
