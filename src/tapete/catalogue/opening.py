"""The opening form of a game: the fields of its opening act as people fill them in, each with its help."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum, StrEnum
from types import MappingProxyType
from typing import Any, Final

import msgspec
from msgspec import inspect

from tapete.chance import ChanceKind
from tapete.kernel import ActBody

STAFF: Final = "staff"
"""The field that names who is on duty: it is filled from the posts of the game."""


class OpeningError(ValueError):
    """An opening act and what is written about its fields do not belong together."""


class Unit(StrEnum):
    """How a field is filled in."""

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
        """The tag of the opening act."""
        return str(self.act.__struct_config__.tag)

    def make(self, fields: Mapping[str, Any]) -> Any:
        """Return the opening act. Raises ``msgspec.ValidationError`` for what its fields cannot hold."""
        return msgspec.convert({**fields, "act": self.tag}, self.act)


SHARED: Final[Mapping[str, str]] = MappingProxyType(
    {
        "name": "Id of the table.",
        "rulebook": "Id of the rulebook, or the file of a house's own layer (NAME.toml).",
        "minimum": "Least stake, in euros.",
        "authorised_minimum": "Least minimum authorised, in euros.",
        "places": "Places; 0: as the rulebook says.",
        "decks": "Packs in the shoe; 0: as the rulebook says.",
        "shoe": "sealed (the server shuffles) or keyed (real cards are keyed in).",
        "conduct": "strict (refuses faults) or observed (they become incidents).",
    }
)
"""Help for the fields that the games share."""

MONEY: Final = frozenset({"minimum", "authorised_minimum"})
"""Fields that the games share, and that hold cents."""

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
