"""The desk offers to correct the payment of everybody who played in a past coup, also of those who have left."""

import re
from collections.abc import Iterable
from typing import Any

from tapete import punto_banco as pb
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.game import CHEMIN_DE_FER
from tapete.record.codec import to_tree
from tapete.table.acts import CashOut, Leave
from tapete.web.games import screen_of
from tests.support.chemin_de_fer.observed import at
from tests.support.chemin_de_fer.table import opened
from tests.support.punto_banco.real_shoe import paid, real
from tests.support.web.still import still_part


def people_in_form(game: Any, state: Any, turns: Iterable[Any]) -> set[str]:
    """Return whose payment the inspector's or chief's page offers to correct."""
    latest = screen_of(game.key).history()
    for turn in turns:
        for event in turn.events:
            latest.read({**to_tree(event), **dict.fromkeys(event.private())}, ())
    officer = "inspector" if game.key == "chemin-de-fer" else "chief"
    page = still_part(game, state, officer, history=latest)
    (form,) = re.findall(r'<form[^>]*id="do-correct-payment.*?</form>', page, re.S)
    return set(re.findall(r'<option value="(\w+)"', form))


def test_at_chemin_de_fer_whoever_has_left_is_listed() -> None:
    table = at(opened, "no", "5s Kc 2d 6h", real=True, stakes="two").do("bea", a.Stand()).shown().settled()
    table.do("ana", CashOut(table.chips("ana")), Leave())
    assert not table.state.seats.is_at_table("ana")
    assert people_in_form(CHEMIN_DE_FER, table.state, table.turns) >= {"ana", "luis", "bea"}


def test_at_punto_y_banca_whoever_has_left_is_listed() -> None:
    table = paid(real(), "As 2d 2h 3c 4s 9h")
    settled = table.last
    table = table.do(pb.Leave(), by="bea")
    assert people_in_form(table.game, table.state, (settled,)) >= {"ana", "bea"}
