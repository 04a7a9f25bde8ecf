"""Bingo: a hall, its sessions and its games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tapete.catalogue.entry import GameEntry, Post
from tapete.catalogue.opening import OpeningForm, opening_form
from tapete.clauses import Fault
from tapete.kernel import ActBody, Game
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


def read_file(data: bytes, fields: Mapping[str, Any]) -> ActBody | tuple[Fault, ...]:
    """Return the act that registers the series of a file, or all that is wrong with it."""
    from tapete.games.bingo.cards import series_from_file

    return series_from_file(data, fields)


BINGO: Final = GameEntry(
    key=GAME,
    room="bingo",
    engine=engine,
    form=form,
    read_rules=read_rules,
    read_file=read_file,
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
