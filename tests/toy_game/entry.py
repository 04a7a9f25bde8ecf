"""The game's line in the catalogue. Nothing of the game itself is loaded before its practice and words are there."""

from __future__ import annotations

from importlib.resources import files
from typing import Any, Final

from tapete.catalogue import GameEntry, OpeningForm, Post, opening_form
from tapete.kernel import Game
from tapete.rulebooks import Library
from tapete.table.staff import Role


def engine(library: Library | None) -> Game[Any]:
    from tests.toy_game.game import CartaAlta

    return CartaAlta(library)


def form() -> OpeningForm:
    from tests.toy_game.acts import OpenTable

    return opening_form(OpenTable, {"stake": "What each player puts in, in euros."}, money=frozenset({"stake"}))


CARTA_ALTA: Final = GameEntry(
    key="carta-alta",
    room="toy_game",
    engine=engine,
    form=form,
    posts={Role.CROUPIER: Post("crupier", "crupier")},
    prefixes=("CA",),
    demo=({"name": "alta", "rulebook": "casa", "stake": 500},),
    data=files("tests.toy_game") / "data",
    screen="tests.toy_game.pages",
    bots="tests.toy_game.pages",
)
