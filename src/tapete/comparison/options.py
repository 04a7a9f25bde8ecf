"""Each option of a game in some of its rulebooks, with the hand that shows what a difference does."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from tapete.comparison.hands import ShownHand, hand_file
from tapete.comparison.reasons import NoEnd
from tapete.comparison.run import End, end_of, run_hand
from tapete.kernel import Game
from tapete.rulebooks import Rulebook, RulebookOption, compare, differing_options


class Shown(msgspec.Struct, frozen=True):
    """A recorded hand that ends otherwise: its name, and its end under each rulebook in the words of the notation."""

    table: str
    ends: dict[str, str]


class ComparedOption(msgspec.Struct, frozen=True):
    """An option: what each rulebook settles, None where one lacks it; whether they differ.

    Of an option on which they differ, ``shown_by`` is a hand that ends otherwise because of it, or ``reason`` says why
    there is none.
    """

    option: str
    values: dict[str, RulebookOption | None]
    differs: bool
    shown_by: Shown | None = None
    reason: NoEnd | None = None


class Comparison(msgspec.Struct, frozen=True):
    """Rulebooks of a game beside each other."""

    game: str
    rulebooks: tuple[str, ...]
    options: tuple[ComparedOption, ...]


def compared_options(key: str, game: Game[Any] | None, books: Iterable[Rulebook]) -> Comparison:
    """Return every option of the rulebooks of the game ``key``, with the hands that end otherwise under them; no hand
    where the game is not built yet.
    """
    books = tuple(books)
    compared = compare(books)
    differing = frozenset(differing_options(compared))
    file = hand_file(key)
    ends: dict[str, dict[str, End]] = {}
    found = []
    for option, values in compared.items():
        hand = file.showing(option) if option in differing else None
        shown = None
        if game is not None and hand is not None:
            if hand.name not in ends:
                ends[hand.name] = ends_under(game, hand, books)
            shown = _shown(hand, ends[hand.name])
        reason = None if shown is not None or option not in differing else file.no_end.get(option, NoEnd.NOT_RECORDED)
        found.append(ComparedOption(option, values, option in differing, shown, reason))
    return Comparison(key, tuple(one.id for one in books), tuple(found))


def ends_under(game: Game[Any], hand: ShownHand, books: Iterable[Rulebook]) -> dict[str, End]:
    """Return how a hand ends under each of some rulebooks, by their ids."""
    return {one.id: end_of(run_hand(game, hand, one)) for one in books}


def _shown(hand: ShownHand, ends: dict[str, End]) -> Shown | None:
    if len({(one.refused, one.results) for one in ends.values()}) < 2:
        return None
    return Shown(hand.name, {book: one.short for book, one in ends.items()})
