"""Opening a table in a program: the options are those of the game's own opening act; the shoe works by default."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import msgspec

from tapete.cards import UnknownCardError, cards as read_cards
from tapete.chance import ChanceKind, Source
from tapete.front.course import Customs
from tapete.front.shoes import ShuffledShoe
from tapete.front.table import Table
from tapete.kernel import HOUSE, ActBody, Game, Refused, RefusedError
from tapete.play import UNWRITABLE, KeyedShoe, ListedShoe, Play, UsageError
from tapete.words import LANGS, refusal

S = TypeVar("S")
A = TypeVar("A", bound=ActBody)


def opening_act(kind: type[A], options: Mapping[str, Any]) -> A:
    """Return the act that opens a table. Raises :class:`UsageError` for an option that is unknown or out of range."""
    known = [one.name for one in msgspec.structs.fields(kind)]
    for name in options:
        if name not in known:
            raise UsageError(f"there is no option {name!r}; the options are {', '.join(known)}")
    try:
        return msgspec.convert({**msgspec.to_builtins(dict(options), str_keys=True), "act": _tag(kind)}, kind)
    except msgspec.ValidationError as error:
        raise UsageError(str(error).replace("$.", "")) from error
    except UNWRITABLE as error:
        raise UsageError(f"an option holds a value that none can hold: {error}") from error


def _tag(kind: type[ActBody]) -> str:
    return str(kind.__struct_config__.tag)


def shoe_source(kind: ChanceKind, decks: int, cards: str, seed: int | None, source: Source | None) -> Source:
    """Return where the cards come from: ``source``, a person who keys them, the listed ones, or a shuffled shoe."""
    if source is not None:
        return source
    if kind is ChanceKind.SEALED:
        raise UsageError("a sealed shoe needs a hall that keeps its order: give a source, or let the shoe be 'seeded'")
    if kind is ChanceKind.KEYED:
        if cards or seed is not None:
            raise UsageError("the cards of a keyed shoe are keyed one by one: neither cards nor a seed are given")
        return KeyedShoe()
    if not cards:
        return ShuffledShoe(_seed(seed))
    if seed is not None:
        raise UsageError("the cards are listed, or a seed shuffles them: not both")
    try:
        return ListedShoe(read_cards(cards), decks)
    except UnknownCardError as error:
        raise UsageError(f"{str(error)!r} is no card: a card is rank and suit, such as 7s, Th or Kd") from error
    except AttributeError as error:
        raise UsageError('cards are listed in one text, such as "7s Th Kd"') from error


def _seed(seed: object) -> int | None:
    if seed is not None and (not isinstance(seed, int) or isinstance(seed, bool)):
        raise UsageError(f"seed={seed!r}: a seed is a whole number")
    return seed


def open_table(
    game: Game[S],
    customs: Customs[S],
    what: ActBody,
    language: str,
    source: Callable[[S], Source],
) -> Table[S]:
    """Open a table by its opening act; ``source`` returns its shoe once it is open.

    Raises :class:`UsageError` for a language that is not spoken, :class:`~tapete.kernel.RefusedError` where the game
    refuses the act.
    """
    if language not in LANGS:
        raise UsageError(f"language={language!r}: the sentences are in {', '.join(LANGS)}")
    opened = Play(game, game.blank(), KeyedShoe()).attempt(what, HOUSE)
    match opened.outcome:
        case Refused(code=code, facts=facts):
            raise RefusedError(opened.outcome, refusal(code, facts, language))
        case _:
            chosen = source(opened.state)
            again = Play(game, game.blank(), chosen).attempt(what, HOUSE)  # what an opening draws comes from the source
            return Table(game, again.state, chosen, customs, language, again)
