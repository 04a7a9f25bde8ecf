"""The text of a notation file, without any knowledge of a game: ``parse_notation(format_notation(x)) == x``."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec
import tomli_w

from tapete.cards import is_card
from tapete.kernel import Game
from tapete.rulebooks import ReadsRulebooks, UnknownRulebookError, make, overlay
from tapete.rulebooks.recipe import recipe_of
from tapete.words import CodedError, place_of, reason, toml_place

FORMAT = "1"
UNKNOWN = "??"
"""A card that the reader of this copy may not know."""

Value = str | list[Any] | dict[str, Any]
"""An argument: a word, or a JSON list or object. A word in quotation marks may hold spaces."""

SHARED = ("game", "decks", "shoe", "urn", "people", "open", "rulebooks")
"""What a table has from the one that it is ``like``, unless it says otherwise; tables of fields are laid over it."""

_FILE = re.compile(r"[a-z0-9][a-z0-9+-]*")
_WORD = re.compile(r"[^\s\"\[{#=][^\s#=]*")
_NAME = re.compile(r"([a-z][a-z0-9_]*)=")
_ACTOR = re.compile(r"[^\s#\"=\[{]+")


MOST_DECKS = 100


class NotationSyntaxError(CodedError, ValueError):
    """The text is no notation; the message names the action by its number, from 1."""


class Action(msgspec.Struct, frozen=True):
    """One line: who does what, with which arguments, and what came of it.

    ``result`` is checked when the file is replayed, ``remark`` (after ``##``) is for people.
    """

    actor: str
    verb: str
    args: tuple[Value, ...] = ()
    named_args: dict[str, Value] = msgspec.field(default_factory=dict)
    result: str = ""
    remark: str = ""


class Notation(msgspec.Struct, frozen=True):
    """A whole file.

    ``game`` is the game's key; ``opening_fields`` the fields of the opening act, done by the house before all actions
    (nothing: the actions open the table themselves); ``shoes`` the cards of each shoe in the order in which they leave
    it after the cut; ``decks`` the packs from which the cards that are not listed follow, 0 for none; ``urns`` the
    tokens of each urn in the order in which they leave it; ``people`` the pseudonyms behind actors; ``info`` anything
    else for people, as text. ``rulebooks`` are a house's own ones, by name: each tree is laid over the shipped rulebook
    that its ``extends`` names.
    """

    game: str
    actions: tuple[Action, ...]
    opening_fields: dict[str, Any] = msgspec.field(default_factory=dict, name="open")
    shoes: tuple[tuple[str, ...], ...] = ()
    decks: Annotated[int, msgspec.Meta(ge=0, le=MOST_DECKS)] = 0
    people: dict[str, str] = msgspec.field(default_factory=dict)
    info: dict[str, str] = msgspec.field(default_factory=dict)
    rulebooks: dict[str, dict[str, Any]] = msgspec.field(default_factory=dict)
    urns: tuple[tuple[str, ...], ...] = ()


def parse_action(line: str) -> Action:
    """Read one action. Raises :class:`NotationSyntaxError`."""
    at, words, args, named = 0, list[str](), list[Value](), dict[str, Value]()
    while at < len(line):
        if line[at].isspace():
            at += 1
        elif line[at] == "#":
            result, _, remark = line[at:].lstrip("#").partition("##")
            if line.startswith("##", at):
                result, remark = "", line[at + 2 :]
            return _action(words, args, named, result.strip(), remark.strip())
        elif len(words) < 2:
            found = _ACTOR.match(line, at)
            if found is None:
                raise NotationSyntaxError("actor-and-verb", line=line)
            words.append(found[0])
            at = found.end()
        else:
            label = _NAME.match(line, at)
            value, at = _value(line, label.end() if label else at)
            if label is None:
                if named:
                    raise NotationSyntaxError("argument-order", line=line)
                args.append(value)
            elif label[1] in named:
                raise NotationSyntaxError("argument-twice", name=label[1], line=line)
            else:
                named[label[1]] = value
    return _action(words, args, named, "", "")


def _action(words: list[str], args: list[Value], named: dict[str, Value], result: str, remark: str) -> Action:
    if len(words) < 2:
        raise NotationSyntaxError("actor-and-verb", line=" ".join(words))
    return Action(words[0], words[1], tuple(args), named, result, remark)


def _value(line: str, at: int) -> tuple[Value, int]:
    if line[at : at + 1] in ('"', "[", "{"):
        try:
            value, end = json.JSONDecoder(parse_float=_no_float).raw_decode(line, at)
        except NotationSyntaxError:
            raise
        except (ValueError, RecursionError) as error:
            raise NotationSyntaxError("argument-unread", column=at + 1, line=line) from error
        return value, end
    found = _WORD.match(line, at)
    if found is None:
        raise NotationSyntaxError("argument-unread", column=at + 1, line=line)
    return found[0], found.end()


def _no_float(text: str) -> Any:
    raise NotationSyntaxError("not-whole", text=text)


def format_value(value: Value) -> str:
    """Write an argument: bare where a word reads back as itself, else as JSON."""
    if isinstance(value, str) and _WORD.fullmatch(value):
        return value
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def format_action(action: Action) -> str:
    words = [action.actor, action.verb, *map(format_value, action.args)]
    words += [f"{name}={format_value(value)}" for name, value in action.named_args.items()]
    if action.result:
        words.append(f"# {action.result}")
    if action.remark:
        words.append(f"## {action.remark}")
    return " ".join(words)


def read_notation(path: Path) -> Notation:
    """Read a file; the tables that it is ``like`` lie beside it. Raises :class:`NotationSyntaxError`, ``OSError``."""
    return parse_notation(path.read_text("utf-8"), lambda name: path.with_name(f"{name}.toml").read_text("utf-8"))


def _tree(text: str, beside: Callable[[str], str] | None, *read: str) -> dict[str, Any]:
    try:
        tree = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise NotationSyntaxError("not-toml", where=toml_place(str(error), text), detail=str(error)) from error
    except RecursionError as error:
        raise NotationSyntaxError("notation-unfit", place="$", detail=str(error)) from error
    if tree.pop("tapete", None) != FORMAT:
        raise NotationSyntaxError("not-notation", format=FORMAT)
    name = tree.pop("like", None)
    if name is None:
        return tree
    first = tree.pop("first", None)
    if beside is None or name in read or not _FILE.fullmatch(str(name)):
        raise NotationSyntaxError("like-nothing", name=str(name))
    try:
        base = _tree(beside(name), beside, *read, name)
    except OSError as error:
        raise NotationSyntaxError("like-nothing", name=str(name)) from error
    for key in (one for one in SHARED if one in base):
        own = tree.get(key, base[key])
        is_laid_over = isinstance(own, dict) and isinstance(base[key], dict)
        tree[key] = {**base[key], **own} if is_laid_over else own
    begun, own = _lines(base, "actions"), _lines(tree, "actions")
    if not (first is None or (type(first) is int and first >= 0)):
        raise NotationSyntaxError("notation-unfit", place="first", detail=name)
    return {**tree, "actions": [*begun[:first], *own]}


def parse_notation(text: str, beside: Callable[[str], str] | None = None) -> Notation:
    """Read a notation; ``beside`` returns the text of a table it is ``like``. Raises :class:`NotationSyntaxError`."""
    tree = _tree(text, beside)
    actions = []
    for number, line in enumerate(_lines(tree, "actions"), start=1):
        try:
            if not isinstance(line, str):
                raise TypeError(line)
            actions.append(parse_action(line))
        except (NotationSyntaxError, TypeError) as error:
            raise NotationSyntaxError("action-unread", number=number, why=reason(error)) from error
    known: dict[str, Any] = {
        "shoes": [_cards(line) for line in _lines(tree, "shoe")],
        "urns": [_words(line) for line in _lines(tree, "urn")],
    }
    known |= {name: tree.pop(name) for name in ("game", "open", "decks", "people", "rulebooks") if name in tree}
    try:
        return msgspec.convert({**known, "actions": actions, "info": tree}, Notation)
    except msgspec.ValidationError as error:
        raise NotationSyntaxError("notation-unfit", place=place_of(str(error)), detail=str(error)) from error


def _lines(tree: dict[str, Any], name: str) -> list[Any]:
    """Take lines out of a tree. Raises :class:`NotationSyntaxError` for anything else."""
    given = tree.pop(name, [])
    if not isinstance(given, str | list) or (name == "actions" and isinstance(given, str)):
        raise NotationSyntaxError("notation-unfit", place=name, detail=str(given))
    return [given] if isinstance(given, str) else given


def _words(line: Any) -> list[str]:
    return line.split() if isinstance(line, str) else [str(line)]


def _cards(line: Any) -> list[str]:
    words = _words(line)
    for word in words:
        if word != UNKNOWN and not is_card(word):
            raise NotationSyntaxError("not-a-card", card=word)
    return words


def format_notation(notation: Notation) -> str:
    tree: dict[str, Any] = {"tapete": FORMAT, "game": notation.game, **notation.info}
    if notation.decks:
        tree["decks"] = notation.decks
    for name, orders in (("shoe", notation.shoes), ("urn", notation.urns)):
        lines = [" ".join(order) for order in orders]
        if lines:
            tree[name] = lines[0] if len(lines) == 1 else lines
    tree["actions"] = [format_action(action) for action in notation.actions]
    if notation.people:
        tree["people"] = notation.people
    if notation.opening_fields:
        tree["open"] = notation.opening_fields
    if notation.rulebooks:
        tree["rulebooks"] = notation.rulebooks
    return tomli_w.dumps(tree)


# A house's own rulebooks in a notation file: what differs is written, laid over a shipped rulebook.
#
# ```toml
# [rulebooks.casa]
# extends = "asturias-2011"
# betting.late_stakes_admitted = { value = true, practice = "the house leaves it to the banker" }
# ```

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
