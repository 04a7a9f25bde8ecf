"""Chemin de fer."""

from __future__ import annotations

from typing import Any, Final

from tapete.catalogue.entry import GameEntry, Offices, Post
from tapete.catalogue.opening import OpeningForm, opening_form
from tapete.games.chemin_de_fer.acts import OpenTable
from tapete.games.chemin_de_fer.people import require_one_seat
from tapete.games.chemin_de_fer.rules import GAME, is_in_force_on, key_of_name, read
from tapete.kernel import Game
from tapete.rulebooks import Library, Rulebook
from tapete.table.staff import Role


def engine(library: Library | None) -> Game[Any]:
    """Return the engine."""
    from tapete.games.chemin_de_fer.game import CheminDeFer

    return CheminDeFer(library)


def form() -> OpeningForm:
    """Return the opening form."""
    return opening_form(
        OpenTable,
        {
            "bank_minimum": "Least bank, in euros; 0: as the minimum.",
            "banco_freedom": "Whoever covers the bank alone plays freely.",
            "no_bank_max": "The bank plays without a maximum.",
        },
        money=frozenset({"bank_minimum"}),
    )


def is_called(name: str) -> bool:
    """Return True if people call the game so."""
    return key_of_name(name) is not None


def days(book: Rulebook, day: str) -> tuple[str, bool | None]:
    """Return the first day of a rulebook, and whether it governs a day."""
    rules = read(book)
    return rules.in_force, is_in_force_on(rules, day)


def read_rules(book: Rulebook) -> Any:
    """Return the typed rules of a rulebook."""
    from tapete.games.chemin_de_fer.rules import read

    return read(book)


def offices(_rules: Any) -> Offices:
    """Return the croupier and the inspector, who open a table, and the games director; the text knows no table chief.
    Each of them may pronounce what the rules say.
    """
    posts = frozenset({Role.CROUPIER, Role.INSPECTOR, Role.DIRECTOR})
    return Offices(filled=posts, filled_by=("HP.CF.staff",), ruling=posts, ruling_by=("CF.A.36", "CF.C4.21"))


CHEMIN_DE_FER: Final = GameEntry(
    key=GAME,
    room="chemin_de_fer",
    engine=engine,
    form=form,
    read_rules=read_rules,
    posts={Role.CROUPIER: Post("crupier", "crupier"), Role.INSPECTOR: Post("inspector", "inspector")},
    further_posts={
        Role.TABLE_CHIEF: Post("jefe", "jefe de mesa"),
        Role.DIRECTOR: Post("director", "director de juegos"),
    },
    offices=offices,
    prefixes=("CF",),
    is_called=is_called,
    days=days,
    one_seat=require_one_seat,
    demo=({"name": "ferrocarril", "rulebook": "asturias-2011", "minimum": 1000},),
)
