"""The odds of a game under one rulebook, in words' codes and figures: of any coup that is to come, of none in play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Final

import msgspec

from tapete.cartones import card_count
from tapete.games.bingo.rules import GAME as BINGO
from tapete.games.chemin_de_fer.rules import GAME as CHEMIN_DE_FER, read as chemin_rules
from tapete.games.dos_panos.rules import GAME as DOS_PANOS, read as cloths_rules
from tapete.games.dos_panos.terms import BankMode
from tapete.games.punto_banco.rules import GAME as PUNTO_BANCO, read as punto_rules
from tapete.odds import bingo, chemin_de_fer, dos_panos, punto_banco
from tapete.odds.surds import number_text
from tapete.rulebooks import Library, Rulebook

Facts = Mapping[str, Any]
Code = tuple[str, str]
"""A topic of the words and a code in it."""


class Row(msgspec.Struct, frozen=True):
    """What is counted, exactly and rounded."""

    name: Code
    exact: str
    rounded: str
    more: str = ""
    """Of a bet, what the house keeps of it."""


class Section(msgspec.Struct, frozen=True):
    """Figures that belong together. ``sentences``, and ``title`` where ``topic`` is not another, are of the command
    line's words.
    """

    title: tuple[str, Facts]
    rows: tuple[Row, ...]
    sentences: tuple[tuple[str, Facts], ...] = ()
    topic: str = "command"


def percent(share: Any) -> str:
    return f"{float(share):.6%}"


def _punto_banco(book: Rulebook, library: Library, decks: int, mode: str) -> Iterator[Section]:
    odds = punto_banco.exact(decks or punto_rules(book).pack.decks.use(), rulebook=book.id, library=library)
    named = [(("bet", str(bet)), odds.wins[key], odds.edges[key]) for bet, key in punto_banco.NAMES.items()]
    rows = (
        Row(name, f"{won}/{odds.total}", percent(Fraction(won, odds.total)), percent(edge)) for name, won, edge in named
    )
    yield Section(("odds-edges", {}), tuple(rows))


def _equilibrium(code: str, wins: Mapping[str, Any], brings: Mapping[str, Any]) -> Section:
    told = {one: {"share": f"{float(worth):+.6%}", "exact": number_text(worth)} for one, worth in brings.items()}
    rows = tuple(Row(("command", f"wins-{end}"), number_text(share), percent(share)) for end, share in wins.items())
    return Section((code, {}), rows, tuple((f"odds-brings-{one}", facts) for one, facts in told.items()))


def _chemin_de_fer(book: Rulebook, library: Library, decks: int, mode: str) -> Iterator[Section]:
    shoe = chemin_de_fer.deck_shoe(decks or chemin_rules(book).pack.decks.use())
    commission = chemin_de_fer.house_commission(book.id, library=library)
    terms = chemin_de_fer.Terms(shoe, commission=commission, rulebook=book.id)
    found = chemin_de_fer.exact(terms, library=library)
    for code, solution in (("odds-free", found.free), ("odds-by-table", found.by_table)):
        for one in solution.equilibria:
            brings = {"player": one.player, "banker": one.banker, "house": one.house}
            yield _equilibrium(code, one.wins, brings)


def _dos_panos(book: Rulebook, library: Library, decks: int, mode: str) -> Iterator[Section]:
    shoe = chemin_de_fer.deck_shoe(decks or cloths_rules(book).pack.decks.use())
    commission = dos_panos.house_commission(book.id, BankMode(mode or BankMode.LIMITED), library=library)
    terms = dos_panos.Terms(shoe, commission=commission, rulebook=book.id)
    found = dos_panos.exact(terms, library=library)
    told = {"odds-correlated": found.correlated, "odds-nash": found.nash, "odds-cloths-by-table": found.by_table}
    for code, solution in told.items():
        for one in solution.equilibria:
            brings = {side: getattr(one, side) for side in ("first", "second", "banker", "house")}
            yield _equilibrium(code, one.wins["first"], brings)


def _bingo(book: Rulebook, library: Library, decks: int, mode: str) -> Iterator[Section]:
    names = {bingo.What.LINE: "odds-bingo-line", bingo.What.BINGO: "odds-bingo-full"}
    for code, laws in (("odds-one-card", bingo.one_card()), ("odds-one-strip", bingo.one_strip())):
        rows = tuple(
            Row(("command", names[what]), number_text(Fraction(law.mean)), f"{float(law.mean):.7f}")
            for what, law in laws.items()
        )
        yield Section((code, {}), rows, topic="ui")
    yield Section(("odds-bingo-cards", {"layouts": bingo.layout_count(), "cards": card_count()}), ())


TOLD: Final[Mapping[str, Callable[[Rulebook, Library, int, str], Iterator[Section]]]] = {
    PUNTO_BANCO: _punto_banco,
    CHEMIN_DE_FER: _chemin_de_fer,
    DOS_PANOS: _dos_panos,
    BINGO: _bingo,
}


def sections(game: str, rulebook: str, library: Library, decks: int = 0, mode: str = "") -> tuple[Section, ...]:
    """Return what is counted of a game under a rulebook, with so many packs (its own for 0), in one of the ways to hold
    its bank where it has several; nothing for a game of which nothing is counted.

    Raises :class:`~tapete.odds.shoe.OddsError` for packs, or rules that leave a case to an official, not to be counted.
    """
    found = TOLD.get(game)
    return () if found is None else tuple(found(library.by_id(game, rulebook), library, decks, mode))
