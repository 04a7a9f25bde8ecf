"""Bacarrá a dos paños, the two-cloth game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tapete.catalogue.entry import GameEntry, Offices, Post
from tapete.catalogue.opening import OpeningForm, opening_form
from tapete.kernel import Game
from tapete.rulebooks import Library, Rulebook, UnknownRulebookError, house_library
from tapete.table.staff import Role

GAME: Final = "dos-panos"


def engine(library: Library | None) -> Game[Any]:
    """Return the engine."""
    from tapete.games.dos_panos.game import DosPanos

    return DosPanos(library)


def form() -> OpeningForm:
    """Return the opening form."""
    from tapete.games.dos_panos.acts import OpenTable

    return opening_form(
        OpenTable,
        {
            "maximum": "Highest stake, in euros; 0: none.",
            "bank_minimum": "Least bank, in euros; 0: as the minimum.",
            "bank_maximum": "Highest limited bank, in euros; an open bank has none.",
            "mode": "limited (the bank answers with its chips) or open (the banker answers for every stake).",
            "needs_director": "A banco player plays freely only by the director's word.",
            "banco_freedom": "The director lets banco players play freely.",
            "session_shoes": "Shoes left of the session of an open bank; 0: all of them.",
            "session": "Session of the day of an open bank, dinner between two of them; 0: as the house counts.",
        },
        money=frozenset({"maximum", "bank_minimum", "bank_maximum"}),
        fixed=frozenset({"award", "is_in_house"}),
    )


def required_posts(fields: Mapping[str, Any]) -> frozenset[Role]:
    """Return the posts that a rulebook asks for, and the director, who alone proves the deposit of an open bank."""
    from tapete.games.dos_panos.rules import read
    from tapete.games.dos_panos.terms import BankMode

    director = frozenset({Role.DIRECTOR}) if fields.get("mode") == BankMode.OPEN else frozenset()
    try:
        book = house_library().by_id(GAME, str(fields.get("rulebook", "")))
    except UnknownRulebookError:
        return director
    return director | frozenset(read(book).staff.least.value)


def is_called(name: str) -> bool:
    """Return True if people call the game so."""
    from tapete.games.dos_panos.rules import key_of_name

    return key_of_name(name) is not None


def read_rules(book: Rulebook) -> Any:
    """Return the typed rules of a rulebook."""
    from tapete.games.dos_panos.rules import read

    return read(book)


def offices(rules: Any) -> Offices:
    """Return the least staff of the rulebook and the games director. The text leaves to the inspector what it does not
    foresee, to the director what is exceptional, and gives changer and assistant nothing to decide.
    """
    least = rules.staff.least
    return Offices(
        filled=frozenset({*least.value, Role.DIRECTOR}),
        filled_by=least.clauses,
        ruling=frozenset({Role.CROUPIER, Role.INSPECTOR, Role.TABLE_CHIEF, Role.DIRECTOR}),
        ruling_by=("DP.C1.04", "DP.C5.13", "DP.F.18"),
    )


DOS_PANOS: Final = GameEntry(
    key=GAME,
    room="dos_panos",
    engine=engine,
    form=form,
    read_rules=read_rules,
    posts={
        Role.CROUPIER: Post("crupier", "crupier"),
        Role.CHANGER: Post("cambista", "cambista"),
        Role.ASSISTANT: Post("auxiliar", "auxiliar"),
        Role.INSPECTOR: Post("inspector", "inspector"),
    },
    further_posts={
        Role.TABLE_CHIEF: Post("jefe", "jefe de mesa"),
        Role.DIRECTOR: Post("director", "director de juegos"),
    },
    required_posts=required_posts,
    offices=offices,
    variants={"banca-libre": {"mode": "open"}},
    prefixes=("DP",),
    is_called=is_called,
    demo=(
        {
            "name": "dos-panos",
            "rulebook": "asturias-2011",
            "minimum": 1000,
            "bank_minimum": 100_000,
            "bank_maximum": 1_000_000,
        },
    ),
)
