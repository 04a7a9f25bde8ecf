"""A house's own rulebooks in a notation file: what differs is written, laid over a shipped rulebook.

```toml
[rulebooks.casa]
extends = "asturias-2011"
betting.late_stakes_admitted = { value = true, practice = "the house leaves it to the banker" }
```
"""

from __future__ import annotations

from typing import Any, TypeVar

from tapete.kernel import Game
from tapete.record.notation.text import Notation, NotationSyntaxError
from tapete.rulebooks import ReadsRulebooks, UnknownRulebookError, make, overlay
from tapete.rulebooks.recipe import recipe_of

S = TypeVar("S")


def with_rulebooks(game: Game[S], notation: Notation) -> Game[S]:
    """Return the game with the rulebooks of a file beside its own.

    Raises :class:`NotationSyntaxError` for a game without rulebooks and for an ``extends`` that names none,
    :class:`~tapete.rulebooks.RulebookError` for values that are not written as those of a rulebook.
    """
    if not notation.rulebooks:
        return game
    if not isinstance(game, ReadsRulebooks):
        raise NotationSyntaxError("game-without-rulebooks", game=notation.game)
    library, made = game.library, []
    for name, tree in notation.rulebooks.items():
        own = {**tree}
        base = own.pop("extends", None)
        recipe_of(own, f"{notation.game}/{name}")
        try:
            below = library.by_id(notation.game, str(base)).content
        except UnknownRulebookError as error:
            raise NotationSyntaxError("extends-nothing", name=name, base=str(base)) from error
        made.append(make({**overlay(below, own), "id": name}))
    furnished: Any = type(game)
    known: Game[S] = furnished(library.with_books(*made))
    return known
