"""What the catalogue has of one game: its entry, and the form of its opening act as people fill it in."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from enum import Enum, StrEnum
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from types import MappingProxyType
from typing import Any, Final

import msgspec
from msgspec import inspect

from tapete.chance import ChanceKind
from tapete.clauses import Fault
from tapete.kernel import ActBody, Game, PersonId
from tapete.rulebooks import Library, Rulebook
from tapete.table.staff import Role

STAFF: Final = "staff"
"""The field that names who is on duty: it is filled from the posts of the game."""


class OpeningError(ValueError):
    """An opening act and what is written about its fields do not belong together."""


class Unit(StrEnum):
    MONEY = "money"
    """Euros; cents in the act."""
    NUMBER = "number"
    TEXT = "text"
    CHOICE = "choice"
    CHOICES = "choices"
    """Any of several, in the order in which they are given."""
    SWITCH = "switch"
    """Yes when it is given; the act has no without it."""
    SWITCH_OFF = "switch-off"
    """No when it is given; the act has yes without it."""


class OpeningOption(msgspec.Struct, frozen=True, kw_only=True):
    """One field of an opening act. Bounds are those of the act, in cents for money; ``None`` where it has none."""

    field: str
    name: str
    """The name of the option, with hyphens: ``bank-minimum``."""
    help: str
    unit: Unit
    required: bool
    default: Any = None
    least: int | None = None
    most: int | None = None
    choices: tuple[str, ...] = ()


class OpeningForm(msgspec.Struct, frozen=True):
    """What is filled in to open a table."""

    act: type[ActBody]
    options: tuple[OpeningOption, ...]

    @property
    def tag(self) -> str:
        return str(self.act.__struct_config__.tag)

    def make(self, fields: Mapping[str, Any]) -> Any:
        """Return the opening act. Raises ``msgspec.ValidationError`` for what its fields cannot hold."""
        return msgspec.convert({**fields, "act": self.tag}, self.act)


SHARED: Final[Mapping[str, str]] = MappingProxyType(
    {
        "name": "Id of the table.",
        "rulebook": "Id of the rulebook, or the file of one's own or of a house's layer (NAME.toml).",
        "minimum": "Least stake, in euros.",
        "authorised_minimum": "Least minimum authorised, in euros.",
        "places": "Places; 0: as the rulebook says.",
        "decks": "Packs in the shoe; 0: as the rulebook says.",
        "shoe": "sealed (the server shuffles) or keyed (real cards are keyed in).",
        "conduct": "strict (refuses faults) or observed (they become incidents).",
    }
)

MONEY: Final = frozenset({"minimum", "authorised_minimum"})

NOT_OFFERED: Final = frozenset({ChanceKind.SEEDED})
"""Values that a table which lasts cannot have, whatever the field is called that says where its tokens come from."""


def opening_form(
    act: type[ActBody],
    help: Mapping[str, str],  # noqa: A002
    *,
    money: frozenset[str] = frozenset(),
    renamed: Mapping[str, str] | None = None,
    fixed: frozenset[str] = frozenset(),
) -> OpeningForm:
    """Read the form from the fields of an opening act.

    ``help`` has a line for each field that the games do not share, ``money`` names the fields that hold cents,
    ``renamed`` gives an option another name than its field, ``fixed`` are fields that nobody fills in: a variant of the
    game sets them, or the house does.
    Raises :class:`OpeningError` for a field without help and for help without a field.
    """
    described = inspect.type_info(act)
    assert isinstance(described, inspect.StructType)
    texts, own = {**SHARED, **help}, {one.name for one in described.fields}
    asked = [one for one in described.fields if one.name not in fixed | {STAFF}]
    strange = (set(help) | money | set(renamed or ()) | fixed) - own
    if strange or (silent := [one.name for one in asked if one.name not in texts]):
        raise OpeningError(f"{act.__module__}: " + ", ".join(sorted(strange or silent)))
    spelled: Callable[[str], str] = lambda field: (renamed or {}).get(field, field.replace("_", "-"))  # noqa: E731
    return OpeningForm(act, tuple(_option(one, spelled(one.name), texts[one.name], money | MONEY) for one in asked))


def _option(field: inspect.Field, name: str, text: str, money: frozenset[str]) -> OpeningOption:
    of, bounds = _unit(field, money)
    default = field.default if field.default is not msgspec.NODEFAULT else None
    if isinstance(default, Enum):
        default = default.value
    return OpeningOption(
        field=field.name, name=name, help=text, unit=of, required=field.required, default=default, **bounds
    )


def _unit(field: inspect.Field, money: frozenset[str]) -> tuple[Unit, dict[str, Any]]:
    kind_of = field.type.type if isinstance(field.type, inspect.Metadata) else field.type
    match kind_of:
        case inspect.BoolType():
            return Unit.SWITCH_OFF if field.default is True else Unit.SWITCH, {}
        case inspect.IntType(gt=above, ge=least, le=most):
            from_ = least if above is None else above + 1
            return Unit.MONEY if field.name in money else Unit.NUMBER, {"least": from_, "most": most}
        case inspect.EnumType(cls=kind):
            kept = tuple(str(one.value) for one in kind if one not in NOT_OFFERED)
            return Unit.CHOICE, {"choices": kept}
        case inspect.VarTupleType(item_type=inspect.EnumType(cls=kind)):
            return Unit.CHOICES, {"choices": tuple(str(one.value) for one in kind)}
        case inspect.StrType():
            return Unit.TEXT, {}
        case other:
            raise OpeningError(f"{field.name}: no way to fill in {type(other).__name__}")


def is_there(module: str) -> bool:
    """Return True if a module can be found. A fault in what it lies in is raised: that is no missing module."""
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):
            raise
        return False


SeatCheck = Callable[[Mapping[str, Collection[PersonId]], PersonId, str], Fault | None]
"""Asks about the people at each table, a person, and the table where they ask for a seat."""


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
    room: str
    """The name of its folders: ``games/<room>``, ``web/games/<room>``, ``bots/<room>``."""
    engine: Callable[[Library | None], Game[Any]]
    """Makes the engine over a library; over the house's own for ``None``."""
    form: Callable[[], OpeningForm]
    """Returns the fields of its opening act, as people fill them in."""
    posts: Mapping[Role, Post]
    """The posts that are filled when a table opens, those who rule on an incident last."""
    further_posts: Mapping[Role, Post] = {}
    """The posts that may be filled besides these while a table is open."""
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
    closing: str = "close-table"
    """The tag of the act by which the house closes a table."""
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
        return self.screen or f"tapete.web.games.{self.room}"

    @property
    def bots_module(self) -> str:
        return self.bots or f"tapete.bots.{self.room}"

    def opening_posts(self, fields: Mapping[str, Any]) -> Mapping[Role, Post]:
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
