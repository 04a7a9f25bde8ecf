"""The recorded hands of a game, as data: ``data/<game>.toml``.

A hand is written in the words of the notation. ``shows`` names the options that make it end otherwise. A line that
begins with ``or`` is done only where the line before it was refused, one that begins with ``try`` is left out where
it is refused. The lines of ``before`` bring the table to the point where the hand begins; all of them are tried.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any, Final

import msgspec

from tapete.comparison.reasons import NoEnd
from tapete.folders import DataFolders
from tapete.record.notation.text import Action, parse_action

OR: Final = "or "
TRY: Final = "try "


class Line(msgspec.Struct, frozen=True):
    """What somebody does: ``is_or_else`` only where the line before was refused; ``is_tried`` where nobody refuses it;
    ``is_before`` the hand begins.
    """

    text: str
    action: Action
    is_or_else: bool = False
    is_tried: bool = False
    is_before: bool = False


class ShownHand(msgspec.Struct, frozen=True):
    """A hand: its name, the options that it shows, the fields with which its table opens, the cards, what is done."""

    name: str
    shows: tuple[str, ...]
    opening_fields: dict[str, Any]
    people: dict[str, str]
    decks: int
    shoe: tuple[str, ...]
    lines: tuple[Line, ...]


class HandFile(msgspec.Struct, frozen=True):
    """The hands of a game, and why other options that differ alter no end."""

    hands: tuple[ShownHand, ...] = ()
    no_end: dict[str, NoEnd] = {}

    def showing(self, option: str) -> ShownHand | None:
        return next((one for one in self.hands if option in one.shows), None)

    def named(self, name: str) -> ShownHand | None:
        return next((one for one in self.hands if one.name == name), None)


class _Hand(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    shows: tuple[str, ...]
    actions: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    shoe: str = ""
    open: dict[str, Any] = {}
    without: tuple[str, ...] = ()
    """Posts that nobody holds."""


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    decks: int = 0
    people: dict[str, str] = {}
    open: dict[str, Any] = {}
    before: dict[str, tuple[str, ...]] = {}
    hands: dict[str, _Hand] = {}
    no_end: dict[str, NoEnd] = {}


FOLDERS: Final = DataFolders(files("tapete.comparison") / "data")
"""Where the hands lie, a file for each game."""


@FOLDERS.read_once
def hand_file(game: str) -> HandFile:
    """Return the hands of a game; none where it has no file."""
    for folder in FOLDERS:
        file = folder / f"{game}.toml"
        if file.is_file():
            return _read(msgspec.convert(tomllib.loads(file.read_text("utf-8")), _File))
    return HandFile()


def _read(found: _File) -> HandFile:
    return HandFile(tuple(_hand(found, name, one) for name, one in found.hands.items()), found.no_end)


def _hand(found: _File, name: str, one: _Hand) -> ShownHand:
    fields = {**found.open, **one.open}
    if one.without:
        fields["staff"] = {post: who for post, who in fields["staff"].items() if post not in one.without}
    before = [_line(text, is_before=True) for part in one.before for text in found.before[part]]
    lines = (*before, *map(_line, one.actions))
    return ShownHand(name, one.shows, fields, found.people, found.decks, tuple(one.shoe.split()), lines)


def _line(text: str, is_before: bool = False) -> Line:
    plain = text.removeprefix(OR).removeprefix(TRY)
    return Line(plain, parse_action(plain), text.startswith(OR), is_before or text.startswith(TRY), is_before)
