"""What a player of punto y banca may lay again: his stakes of the last coup, and nobody else's or at another game."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tapete.games.chemin_de_fer.game import CheminDeFer
from tapete.kernel import PersonId
from tapete.web.games.punto_banco.last_bets import last_bets
from tests.support.chemin_de_fer.lying import LUIS, lying
from tests.support.punto_banco.full_state import ANA, BEA, STATE
from tests.support.punto_banco.walk import GAME

OTHER_GAME = CheminDeFer().view(lying(), LUIS)


@pytest.mark.parametrize(
    ("view", "found"),
    [
        (GAME.view(STATE, BEA), (("empate", 5_00),)),
        (GAME.view(STATE, ANA), (("punto", 10_00), ("empate", 1_00))),
        (GAME.view(STATE, PersonId("nobody")), ()),
        (GAME.view(STATE, None), ()),  # the public
        (OTHER_GAME, ()),  # where there are no such stakes
        (SimpleNamespace(me=SimpleNamespace(last_bets={"punto": 20_00})), ()),
    ],
)
def test_the_own_stakes_of_the_last_coup_are_laid_again(view: Any, found: tuple[tuple[str, int], ...]) -> None:
    asked: list[PersonId] = []
    table: Any = SimpleNamespace(view=lambda person: (asked.append(person), view)[1])
    acts = tuple({"act": "place-bet", "bet": bet, "amount": amount} for bet, amount in found)
    assert (last_bets(table, PersonId("ana")), asked) == (acts, ["ana"])
