"""Punto y banca and its mini form."""

from __future__ import annotations

from typing import Any, Final

from tapete.catalogue.entry import GameEntry, Post
from tapete.catalogue.opening import OpeningForm, opening_form
from tapete.clauses.register import documents
from tapete.games.punto_banco.acts import OpenTable
from tapete.games.punto_banco.bets import require_one_seat
from tapete.games.punto_banco.rules import GAME
from tapete.games.punto_banco.terms import Variant
from tapete.kernel import Game
from tapete.rulebooks import Library, Rulebook
from tapete.table.staff import Role


def engine(library: Library | None) -> Game[Any]:
    """Return the engine."""
    from tapete.games.punto_banco.game import PuntoBanco

    return PuntoBanco(library)


def form() -> OpeningForm:
    """Return the opening form; the mini form is a variant of its own name."""
    return opening_form(
        OpenTable,
        {
            "maximum": "Highest stake, in euros; 20, 50 or 100 times the minimum.",
            "standing_allowed": "Standing players.",
            "multiples_only": "Multiples of the minimum.",
            "players_deal": "The shoe stays with the croupier.",
            "side_bets": "A bet beside the three; repeatable.",
        },
        money=frozenset({"maximum"}),
        renamed={
            "standing_allowed": "standing",
            "multiples_only": "multiples",
            "players_deal": "croupier-deals",
            "side_bets": "side-bet",
        },
        fixed=frozenset({"variant"}),
    )


def days(book: Rulebook, day: str) -> tuple[str, bool | None]:
    """Return the month from which the rulebook's document applies, and whether it governs a day: not known from its
    adoption to the end of that month, since the document does not give its day of publication.
    """
    document = documents().get(book.content.get("document", ""))
    if document is None or not document.in_force:
        return "", None
    month = document.in_force
    if day <= document.date:
        return month, False
    return month, None if day.startswith(month) else day > month


def read_rules(book: Rulebook) -> Any:
    """Return the typed rules of a rulebook."""
    from tapete.games.punto_banco.rules import read

    return read(book)


PUNTO_BANCO: Final = GameEntry(
    key=GAME,
    room="punto_banco",
    engine=engine,
    form=form,
    read_rules=read_rules,
    posts={Role.CROUPIER: Post("crupier", "crupier"), Role.TABLE_CHIEF: Post("jefe", "jefe de mesa")},
    further_posts={
        Role.INSPECTOR: Post("inspector", "inspector"),
        Role.DIRECTOR: Post("director", "director de juegos"),
    },
    prefixes=("PB", "MPB"),
    variants={"mini": {"variant": Variant.MINI.value}},
    days=days,
    one_seat=require_one_seat,
    demo=(
        {"name": "punto", "rulebook": "asturias-2011", "minimum": 1000, "maximum": 50_000},
        {"name": "mini", "rulebook": "asturias-2011", "minimum": 500, "maximum": 25_000, "variant": Variant.MINI.value},
    ),
)
