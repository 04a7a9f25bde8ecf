"""What the pages print of rulebooks beside each other, kept in short.

python -m tests.support.web.beside            write down what is printed now
python -m tests.support.web.beside GAME ...   print it in full, to lay it beside what it was before
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from functools import cache
from itertools import cycle
from typing import Any, Final

from tapete.catalogue import house_games
from tapete.clauses import GAMES
from tapete.comparison import hand_file
from tapete.web import compared_rules as rules
from tapete.words import LANGS
from tests.support import ROOT
from tests.support.recorded.answers import written

KEPT: Final = ROOT / "tests" / "web" / "beside.txt"


def told(game: str) -> Iterator[tuple[str, Any]]:
    """Yield the options of a game in each language; and each hand as it ends under every rulebook, and step by step
    under two that follow each other, in each language in turn.
    """
    books = rules.books_of(game, house_games())
    names = [one.id for one in rules.known_books(books)]
    for lang in LANGS:
        yield f"options-{lang}", rules.rows(game, books, lang)
    in_turn = cycle(LANGS)
    pairs = cycle(zip(names, (*names[1:], names[0]), strict=True))
    for hand in hand_file(game).hands:
        lang, (left, right) = next(in_turn), next(pairs)
        yield f"{hand.name}/endings", rules.endings(game, hand.name, books, lang)
        if (found := rules.hand_beside(game, hand.name, books, left, right)) is not None:
            yield f"{hand.name}/steps", rules.steps(game, found, lang)
            for at in range(len(found.pairs)):
                yield f"{hand.name}/{at}", rules.sides(game, found, at, lang)


def digests(game: str) -> dict[str, str]:
    """Return a digest of the options in each language, and of each hand."""
    parts: dict[str, list[str]] = {}
    for name, found in told(game):
        parts.setdefault(name.partition("/")[0], []).append(f"{name} {written(found)}")
    return {part: hashlib.sha256("\n".join(found).encode()).hexdigest()[:12] for part, found in parts.items()}


@cache
def kept() -> dict[str, dict[str, str]]:
    """Return the digests that are kept, by game."""
    rows = [row.split() for row in KEPT.read_text("utf-8").splitlines()]
    return {game: dict(one.split("=") for one in found) for game, *found in rows}


def main() -> None:
    """Write down what is printed now, or print what is printed of some games."""
    for game in sys.argv[1:]:
        print(*(f"{name} {written(found)}" for name, found in told(game)), sep="\n")
    if not sys.argv[1:]:
        lines = (" ".join((game, *(f"{part}={said}" for part, said in digests(game).items()))) for game in GAMES)
        KEPT.write_text("".join(f"{one}\n" for one in lines), "utf-8")


if __name__ == "__main__":
    main()
