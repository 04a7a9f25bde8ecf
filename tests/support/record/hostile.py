"""Records in which one value is not what it can be, and all else is in order; of each kind one entry and the next."""

import copy
import json
from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from functools import cache
from typing import Any, NamedTuple
from unittest.mock import patch

from tapete import play
from tapete.catalogue import recorded_engines
from tapete.house.terms import KEY as HOUSE_KEY
from tapete.kernel import SYSTEM, Act, Game
from tapete.record import notation
from tapete.record.codec import members, tag_of, to_tree
from tapete.record.entry import GENESIS, Link, canonical, sha256
from tapete.record.private import PrivatePart
from tapete.record.report import CURRENT
from tapete.record.source import Custody, StoredEntry
from tests.house.test_record import DAY
from tests.support import ROOT
from tests.support.bots.evening import EVENINGS, acts_played
from tests.support.record.declared import fields

Tree = dict[str, Any]
TABLE, TIME = "mesa", "2026-03-01T12:00:00+00:00"
GAMES = recorded_engines()


class Turn(NamedTuple):
    before: Any
    acts: tuple[Act[Any], ...]
    events: tuple[Any, ...]

    def entry(self, game: str) -> Tree:
        act, *chance = self.acts
        asked = None if act.by in SYSTEM else "c1"
        return {
            "format": 1, "table": TABLE, "game": game, "version": 1, "time": TIME, "by": act.by, "command": asked,
            "answer": None if asked is None else sha256(b""), "epoch": 1, "edition": CURRENT, "act": to_tree(act),
            "chance": [to_tree(one) for one in chance], "events": [to_tree(one) for one in self.events],
            "rests_on": [], "openings": [], "private": None, "prev": GENESIS,
        }  # fmt: skip


class Moment(NamedTuple):
    game: Game[Any]
    kind: str
    turns: tuple[Turn, ...]
    index: int
    """Which of its events is of the kind."""
    sample: Tree | None = None
    """What is put in the place of that event, where no table here has the kind."""

    def entries(self) -> list[Tree]:
        made = [one.entry(self.game.key) for one in self.turns]
        if self.sample is not None:
            made[0]["events"][self.index] = copy.deepcopy(self.sample)
        return made

    def resumed(self) -> Game[Any]:
        kind = type(self.game)
        game = copy.copy(self.game)
        game.__class__ = type(kind.__name__, (kind,), {"__slots__": (), "blank": lambda _: self.turns[0].before})
        return game


NOTHING: dict[str, Any] = {
    **dict.fromkeys(("part", "commands", "shoes", "close")),
    **dict.fromkeys(("checkpoints", "guard_faults"), ()),
    **{name: {} for name in ("rulebooks", "unreadable_rulebooks", "row_counts")},
    "custody": Custody(),
    "at_once": nullcontext(),
    "has_private_parts": False,
}


class Stored:
    """A record of one table, of which only the entries are there, and open private parts for some of them."""

    def __init__(self, entries: list[Tree], parts: Mapping[int, PrivatePart] = {}) -> None:
        self.bodies, self.parts = chained(entries), parts

    def tables(self) -> tuple[str, ...]:
        if b'"game":"bingo"' in self.bodies[0]:  # a hall of bingo stands in no house
            return (TABLE,)
        return (TABLE, HOUSE_KEY)  # a house stands above the table, so that its moves are read too

    def stored_entries(self, table: str) -> Iterator[StoredEntry]:
        for version, body in enumerate(self.bodies if table == TABLE else (), start=1):
            yield StoredEntry(Link(body, sha256(body), None, version), None, self.parts.get(version))

    def length(self, table: str) -> int:
        return len(self.bodies) if table == TABLE else 0

    def __getattr__(self, name: str) -> Any:
        return lambda *_: NOTHING[name]


def chained(entries: list[Tree]) -> list[bytes]:
    bodies, prev = list[bytes](), GENESIS
    for version, one in enumerate(entries, start=1):
        if isinstance(one, dict) and one.get("version") == 1:
            one["version"] = version
        if isinstance(one, dict) and one.get("prev") == GENESIS:
            one["prev"] = prev
        bodies.append(spelled(one))
        prev = sha256(bodies[-1])
    return bodies


def spelled(tree: Tree) -> bytes:
    """Return the bytes of an entry, also of one that has no canonical spelling."""
    try:
        return canonical(tree)
    except ValueError:
        return json.dumps(tree, sort_keys=True, separators=(",", ":")).encode()


@cache
def streams(key: str) -> tuple[tuple[Turn, ...], ...]:
    if key == HOUSE_KEY:
        return (_house(),)
    found = list[tuple[Turn, ...]]()
    for path in sorted((ROOT / "tests" / "tables" / key).glob("*.toml")):
        if path.stem.startswith("pair-") or path.stem.endswith("-strict"):  # their kinds stand in the others
            continue
        if not (listed := notation.read_notation(path)).rulebooks:
            found.append(_listed(key, listed))
    return tuple(found) or (_evening(key),)


def _evening(key: str) -> tuple[Turn, ...]:
    made, turn = list[Turn](), play.transition

    def seen(game: Any, state: Any, *rest: Any, **named: Any) -> Any:
        result = turn(game, state, *rest, **named)
        if result.acts:
            if made and made[-1].before == state:  # an opening that was only tried
                made.pop()
            made.append(Turn(state, result.acts, result.events))
        return result

    with patch.object(play, "transition", seen):
        table = EVENINGS[key].opened()
        for person, what in acts_played(key):
            table = table.do(what, by=person)
    return tuple(made)


def _listed(key: str, listed: notation.Notation) -> tuple[Turn, ...]:
    run = notation.play(GAMES[key], listed)
    state, made = GAMES[key].blank(), list[Turn]()
    for one in (run.opening, *run.turns):
        if one is not None and one.acts:
            made.append(Turn(state, one.acts, one.events))
            state = one.state
    return tuple(made)


def _house() -> tuple[Turn, ...]:
    game, made = GAMES[HOUSE_KEY], list[Turn]()
    state = game.blank()
    for what, by in DAY:
        result = play.transition(game, state, Act(by, what, game.step(state)), None)  # type: ignore[arg-type]
        made.append(Turn(state, result.acts, result.events))
        state = result.state
    return tuple(made)


@cache
def moments(key: str) -> tuple[Moment, ...]:
    game, found = GAMES[key], dict[str, Moment]()
    for stream in streams(key):
        for at, turn in enumerate(stream):
            for index, event in enumerate(turn.events):
                found.setdefault(tag_of(type(event)), Moment(game, tag_of(type(event)), stream[at : at + 2], index))
    longest = max(streams(key), key=len)
    middle = longest[len(longest) // 2 :][:2]
    for kind in members(game.event_types):
        name = tag_of(kind)
        found.setdefault(name, Moment(game, name, middle, 0, fields(kind)))
    return tuple(found[name] for name in sorted(found))


LAST = 2**53 - 1
EARLIEST, LATEST = "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"
NUMBERS = (-1, 0, LAST, 2**64)
TEXTS = ("", "\ud800", "ÑU\u0000", "a" * 5_000, "-1", LATEST)


def hostile(value: Any) -> Iterator[Any]:
    """Yield what somebody may put in the place of a value, of its type or of none."""
    match value:
        case bool():
            yield not value
            yield None
        case int():
            yield from (one for one in NUMBERS if one != value)
            yield None
        case str():
            yield from (one for one in (*TEXTS, value.swapcase()) if one != value)
            yield 7
        case list():
            yield from ([], value * 2) if value else ([None],)
            yield {}
        case dict():
            yield from ({}, {**value, "x": 1})
            yield []
        case _:
            yield from (-5, "", [], {})


def changes(value: Any) -> Iterator[tuple[str, Any]]:
    """Yield a tree with one value in it changed, again and again, with the place of the value."""
    yield from (("", one) for one in hostile(value) if one != value or type(one) is not type(value))
    if isinstance(value, dict):
        for name, inner in value.items():
            for place, one in changes(inner):
                yield f".{name}{place}", {**value, name: one}
    elif isinstance(value, list):
        for at, inner in enumerate(value[:2]):
            for place, one in changes(inner):
                yield f"[{at}]{place}", [*value[:at], one, *value[at + 1 :]]


def events_changed(moment: Moment, *, hidden: bool = False) -> Iterator[tuple[str, Stored]]:
    """Yield a moment with each value of its event changed, and its place; ``hidden``: beside a closed private part."""
    event = moment.entries()[0]["events"][moment.index]
    for place, other in changes(event):
        entries = moment.entries()
        entries[0]["events"][moment.index] = other
        if hidden:
            entries[0]["private"] = "ab" * 32
        yield place, Stored(entries)


def acts_changed(moment: Moment) -> Iterator[tuple[str, Stored]]:
    for place, other in changes(moment.entries()[0]["act"]):
        entries = moment.entries()
        entries[0]["act"] = other
        yield place, Stored(entries)


def entries_changed(entries: list[Tree], parts: Mapping[int, PrivatePart] = {}) -> Iterator[tuple[str, Stored]]:
    for at, one in enumerate(entries):
        for place, other in changes(one):
            changed = [*copy.deepcopy(entries[:at]), other, *copy.deepcopy(entries[at + 1 :])]
            yield f"{at + 1}{place}", Stored(changed, parts)
