"""What the house knows of one game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from tapete.catalogue.opening import OpeningForm
from tapete.clauses import Fault
from tapete.kernel import ActBody, Game, PersonId
from tapete.rulebooks import Library, Rulebook
from tapete.table.staff import Role

SeatCheck = Callable[[Mapping[str, Collection[PersonId]], PersonId, str], Fault | None]
"""Asks about the people at each table, a person, and the table where he asks for a seat."""


class Post(msgspec.Struct, frozen=True):
    """A post that is filled when a table opens: the link by which somebody comes to it, and its name in Spanish."""

    link: str
    name: str


class Offices(msgspec.Struct, frozen=True, kw_only=True):
    """What the posts of a table are under one rulebook, each with the clauses that say so."""

    filled: frozenset[Role]
    """The posts that somebody holds under it; a post that its documents do not know nobody need fill."""
    filled_by: tuple[str, ...]
    ruling: frozenset[Role]
    """The posts that may have a word on an incident."""
    ruling_by: tuple[str, ...]


class GameEntry(msgspec.Struct, frozen=True, kw_only=True):
    """One game. What is heavy to load stands behind a function."""

    key: str
    """The key of the game in records, rulebooks, the register and the interface."""
    room: str
    """The name of its folders: ``games/<room>``, ``web/games/<room>``, ``bots/<room>``."""
    engine: Callable[[Library | None], Game[Any]]
    """Makes the engine over a library; over the house's own for ``None``."""
    form: Callable[[], OpeningForm]
    """Returns the fields of its opening act, as people fill them in."""
    posts: Mapping[Role, Post]
    """The posts that are filled when a table opens, those who rule on an incident last."""
    further_posts: Mapping[Role, Post] = {}
    """The posts that may be filled beside these while a table is open."""
    required_posts: Callable[[Mapping[str, Any]], frozenset[Role]] | None = None
    """Returns the posts that must be filled when a table opens with these fields, where some of the further ones are
    among them.
    """
    read_rules: Callable[[Rulebook], Any] | None = None
    """Reads a rulebook into the typed rules of the game; raises where it does not fit them."""
    offices: Callable[[Any], Offices] | None = None
    """Returns what the posts are under typed rules; none where no rulebook gives them an authority."""
    prefixes: tuple[str, ...]
    """How the ids of its clauses begin."""
    variants: Mapping[str, Mapping[str, Any]] = {}
    """Names of forms of the game that are opened by themselves, with the fields that make them."""
    is_called: Callable[[str], bool] | None = None
    """Returns True if people call the game by a name that is not its key."""
    days: Callable[[Rulebook, str], tuple[str, bool | None]] | None = None
    """Returns the first day of a rulebook, and whether it governs a day; none for documents that name no day."""
    one_seat: SeatCheck | None = None
    """Returns a Fault if a person has a seat at another table of the house, with the game's own reason."""
    demo: tuple[Mapping[str, Any], ...] = ()
    """The tables of the demo: the fields of their opening acts, but for the staff."""
    data: Traversable | None = None
    """Where words, practice and rulebooks of the game lie that are not in the house's own folders:
    ``words/*.toml``, ``clauses/practice.csv``, ``clauses/<language>/practice.csv``, ``rulebooks/<key>/*.toml``.
    """
    has_pages: bool = True
    """False for a game that is decided, recorded and audited, but that no page shows yet: programs alone open it."""
    read_file: Callable[[bytes, Mapping[str, Any]], ActBody | tuple[Fault, ...]] | None = None
    """Returns the act that enters what a file holds, by the fields given beside it, or all that is wrong."""
    screen: str = ""
    """The module that has ``SCREEN``; empty for ``tapete.web.games.<room>``."""
    bots: str = ""
    """The module that has ``ROSTER``; empty for ``tapete.bots.<room>``."""

    @property
    def screen_module(self) -> str:
        """The module of its pages."""
        return self.screen or f"tapete.web.games.{self.room}"

    @property
    def bots_module(self) -> str:
        """The module of its bots."""
        return self.bots or f"tapete.bots.{self.room}"

    def opening_posts(self, fields: Mapping[str, Any]) -> Mapping[Role, Post]:
        """Return the posts that are filled when a table opens with these fields, with the link of each."""
        asked = frozenset() if self.required_posts is None else self.required_posts(fields)
        return {**self.posts, **{role: post for role, post in self.further_posts.items() if role in asked}}

    @property
    def all_posts(self) -> Mapping[Role, Post]:
        """Every post that somebody may hold at a table, in the order in which a hall lists them."""
        posts = {**self.posts, **self.further_posts}
        return {role: posts[role] for role in sorted(posts, key=list(Role).index)}

    @property
    def names(self) -> Mapping[str, Mapping[str, Any]]:
        """What may be opened: the game itself and its variants, with the fields that make each."""
        return {self.key: {}, **self.variants}
