"""Reading what people send: strictly, within bounds, before any rule sees it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final, NoReturn, TypeVar

import msgspec

from tapete import chance
from tapete.chance import BallOut, CardOut, LotOut
from tapete.kernel import ActBody, Game, Step, declared_types, unfit_value
from tapete.money import read_euros
from tapete.table import acts as table_acts
from tapete.table.phases import tags
from tapete.web.problems import ProblemError

BODY_LIMIT = 16 * 1024
DEPTH = 8
TEXT = 2000
"""The longest text that any act takes, in signs."""
WHOLE = 2**53
T = TypeVar("T", bound=msgspec.Struct)

KEYED_ACTS: Final = frozenset(tags(CardOut, LotOut, BallOut))
"""What chance gives, and a person keys at a real shoe or urn."""

SYSTEM_ACTS: Final = frozenset(
    tag
    for room in (chance, table_acts)
    for kind in declared_types(room, ActBody)
    if issubclass(kind, ActBody) and kind.is_of_system
    for tag in tags(kind)
)
"""What chance, the clock and the hall do at whatever table. Never taken from people, but for what a table offers to
somebody who keys it.
"""


class PostedAct(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An act, told apart by ``act``: in the house, where nothing waits for a step, it is all that is posted."""

    what: dict[str, Any]


class PostedTableAct(PostedAct, frozen=True, forbid_unknown_fields=True):
    """An act at a table: ``at`` is the step that it is meant for."""

    at: Step | None = None


def malformed_body(detail: str) -> ProblemError:
    return ProblemError(400, "malformed", detail)


def strict_json(raw: bytes) -> Any:
    """Read JSON without floats, NaN, double keys, deep nesting, huge numbers, signs that are no text."""
    try:
        tree = json.loads(
            raw.decode("utf-8"), parse_float=_no_float, parse_constant=_no_float, object_pairs_hook=_single
        )
        _require_bounds(tree, DEPTH)
    except ProblemError:
        raise
    except (ValueError, RecursionError):
        raise malformed_body("the body is not JSON in UTF-8 with whole numbers") from None
    return tree


def read_body(raw: bytes, kind: type[T]) -> T:
    tree = strict_json(raw)
    try:
        return msgspec.convert(tree, kind)
    except msgspec.ValidationError as error:
        raise ProblemError(400, "malformed", str(error), why=unfit_value(error, kind, tree)) from None


def read_act(game: Game[Any], what: Mapping[str, Any], *, lax: bool = False) -> ActBody:
    """Return the act of a game; ``lax`` reads numbers from the strings of a form, within the same bounds."""
    given = {name: _trimmed(value) for name, value in what.items()} if lax else dict(what)
    try:
        made: ActBody = msgspec.convert(given, game.act_types, strict=not lax)
        for name, value in given.items():
            if isinstance(value, str) and type(getattr(made, name, None)) is int and not WHOLE_NUMBER.fullmatch(value):
                msgspec.convert(given | {name: "?"}, game.act_types, strict=False)  # says what this field takes
    except msgspec.ValidationError as error:
        raise ProblemError(400, "malformed", str(error), why=unfit_value(error, game.act_types, what)) from None
    _require_bounds(msgspec.to_builtins(made), DEPTH)
    return made


WHOLE_NUMBER: Final = re.compile(r"-?[0-9]+")
"""As a form carries it: a lax reader takes ``1e3`` and ``90.0`` too."""


def _trimmed(value: Any) -> Any:
    return value.strip() if isinstance(value, str) and WHOLE_NUMBER.fullmatch(value.strip()) else value


def whole(text: str, digits: int, code: str) -> int:
    """Read a whole number of so many ``digits`` at most. Raises :class:`ProblemError` (``code``) for anything else."""
    if not (text.isascii() and text.isdigit() and len(text) <= digits):
        raise malformed_body(code)
    return int(text)


def read_step(text: str) -> Step | None:
    """Read a step as a form carries it: ``shoe.coup.window.serial``."""
    if not text:
        return None
    parts = text.split(".")
    if len(parts) != 4:
        raise malformed_body("at")
    series, cycle, serial = (whole(parts[at], 11, "at") for at in (0, 1, 3))
    return Step(series, cycle, parts[2], serial)


def read_form(pairs: list[tuple[str, str]]) -> dict[str, str]:
    """Return the fields of a form, each once, within bounds; empty ones count as not sent. Of the name of a person
    whoever takes it says which signs it may not have.
    """
    fields: dict[str, str] = {}
    for name, value in pairs:
        if name in fields:
            raise malformed_body("a key stands twice")
        _require_bounds(value.translate(WITHOUT_TURNING) if name == "name" else value, 1)
        if value:
            fields[name] = value
    return fields


def cents(text: str, lang: str = "es") -> int:
    """Read euros as people of a language write them. Raises :class:`ProblemError`."""
    found = read_euros(text, lang)
    if found is None:
        raise malformed_body("amount")
    return found


def _no_float(_: str) -> NoReturn:
    raise malformed_body("numbers are whole: amounts in cents")


def _single(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise malformed_body("a key stands twice")
    return found


TURNING: Final = frozenset(map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x206A))))
"""Signs that turn the direction of what is written after them: with one a note reads as another."""
WITHOUT_TURNING: Final = dict.fromkeys(map(ord, TURNING))


def _is_no_text(sign: str) -> bool:
    is_control = ord(sign) < 32 and sign not in "\t\n\r"
    return is_control or sign in TURNING or 0xD800 <= ord(sign) <= 0xDFFF


def _require_bounds(tree: Any, depth: int) -> None:
    if depth < 0:
        raise malformed_body("too deep")
    match tree:
        case bool() | None:
            return
        case int() if abs(tree) >= WHOLE:
            raise malformed_body("a number is too large")
        case str():
            if len(tree) > TEXT:
                raise malformed_body("a text is too long")
            if any(_is_no_text(sign) for sign in tree):
                raise malformed_body("a text holds signs that are not text")
        case list():
            for one in tree:
                _require_bounds(one, depth - 1)
        case dict():
            for key, one in tree.items():
                _require_bounds(key, depth)
                _require_bounds(one, depth - 1)
        case _:
            return
