"""Bingo: a hall, its sessions and its games."""

from __future__ import annotations

from typing import Any, Final

from tapete.catalogue.entry import GameEntry, Post
from tapete.catalogue.opening import OpeningForm, opening_form
from tapete.kernel import Game
from tapete.rulebooks import Library, Rulebook
from tapete.table.staff import Role

GAME: Final = "bingo"


def engine(library: Library | None) -> Game[Any]:
    """Return the engine."""
    from tapete.games.bingo.game import Bingo

    return Bingo(library)


def form() -> OpeningForm:
    """Return the opening form."""
    from tapete.games.bingo.acts import OpenHall

    return opening_form(
        OpenHall,
        {
            "balls": "sealed (the server draws, and proves it) or keyed (the balls of a real machine are keyed in).",
            "elements": "Installations that the hall has.",
        },
        fixed=frozenset({"inventory", "is_in_house", "secrets"}),
    )


def read_rules(book: Rulebook) -> Any:
    """Return the typed rules of a rulebook."""
    from tapete.games.bingo.rules import read

    return read(book)


BINGO: Final = GameEntry(
    key=GAME,
    room="bingo",
    engine=engine,
    form=form,
    read_rules=read_rules,
    posts={
        Role.TABLE_CHIEF: Post("jefe", "jefe de mesa"),
        Role.CALLER: Post("locutor", "vendedor-locutor"),
        Role.CASHIER: Post("cajero", "cajero"),
        Role.HALL_MANAGER: Post("jefe-de-sala", "jefe de sala"),
    },
    further_posts={
        **{
            role: Post(f"vendedor-{number}", f"vendedor {number}")
            for number, role in enumerate((Role.SELLER_1, Role.SELLER_2, Role.SELLER_3, Role.SELLER_4), start=1)
        },
        Role.ASSISTANT: Post("auxiliar", "auxiliar de sala"),
        Role.ADMISSION: Post("admision", "admisión y control"),
    },
    prefixes=("BG",),
    demo=({"name": "bingo", "rulebook": "orden-1979"},),
)
