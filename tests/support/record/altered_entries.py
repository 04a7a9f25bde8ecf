"""Entries of played tables that somebody has altered, each in one place, and what deciding them again finds.

    python -m tests.support.record.altered_entries              write down what is found now
    python -m tests.support.record.altered_entries NUMBER ...   print it in full, to lay it beside what it was before

The choices are always the same, so each number is the same alteration everywhere. One in seven is as it was.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from random import Random
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from tapete.games.dos_panos.game import DosPanos
from tapete.games.dos_panos.terms import BankMode
from tapete.house.engine import ESTABLISHMENT
from tapete.kernel import Act, Game
from tapete.play import ActResult, transition
from tapete.record.editions import Change, Edition
from tapete.record.entry import Entry
from tapete.record.private import join, split
from tapete.record.recompute import Recomputation
from tests.house.test_record import DAY
from tests.support import ROOT
from tests.support.dos_panos.walks import real_table, void_banco, whole_coup
from tests.support.record.tables import Vault

KEPT: Final = ROOT / "tests" / "record" / "altered.txt"
ENTRIES: Final = 600
FOLLOWING: Final = 2
"""So many entries after the altered one are decided again too, as they were."""
NOW: Final = "3"
EDITIONS: Final = (
    Edition("1"),
    Edition(
        "2",
        (
            Change("one", "dos-panos", ("phase-opened", "said", "card-dealt", "card-moved")),
            Change("two", "*", ("chips-sold", "slip-written", "slip-signed", "staff-assigned", "seated")),
        ),
    ),
    Edition(NOW, (Change("three", "dos-panos", ("stake-laid", "coup-settled", "bank-deposited", "card-dealt")),)),
)
"""Made up, so that no edition to come changes what is kept."""
OWN_WORDS: Final = frozenset({"undecodable", "cannot-follow", "engine-failed"})
"""What is found of these says in the words of a library why."""

_encoder = msgspec.json.Encoder(order="deterministic")


@cache
def tables() -> tuple[tuple[Game[Any], tuple[ActResult[Any], ...]], ...]:
    """Return what is altered: the game and the turns of a coup, of a void banco, of a real table and of a house."""
    book = "asturias-2011"
    played = (whole_coup(book, BankMode.LIMITED), whole_coup(book, BankMode.OPEN), void_banco(book), real_table(book))
    state, turns = ESTABLISHMENT.blank(), list[ActResult[Any]]()
    for what, by in DAY:
        turns.append(transition(ESTABLISHMENT, state, Act(by, what, state.step), Vault("house")))
        state = turns[-1].state
    return (*((DosPanos(), one.turns) for one in played), (ESTABLISHMENT, tuple(turns)))


def entry_of(game: Game[Any], turns: tuple[ActResult[Any], ...], at: int, *, is_hidden: bool) -> Entry:
    """Return the entry of a turn, with everything in it or without what is private."""
    made = turns[at]
    act, *chance = made.acts
    parts = split(chance, made.events, "0" * 32, None, act)
    whole = Entry(
        table="t1",
        game=game.key,
        version=at + 1,
        time="2026-11-22T20:00:00+01:00",
        by=act.by,
        epoch=1,
        edition=NOW,
        act=parts.act,
        chance=parts.chance,
        events=parts.events,
        rests_on=made.rests_on,
    )
    if parts.part is None:
        return whole
    if is_hidden:
        return replace(whole, private_digest="0" * 64)
    return join(whole, parts.part)


# --- alterations ------------------------------------------------------------------------------------------------------


def _leaves(tree: Any) -> Iterator[tuple[Any, Any]]:
    """Yield the places in a tree at which a value stands, each as what holds it and the key."""
    items = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for key, value in items:
        if isinstance(value, dict | list):
            yield from _leaves(value)
        else:
            yield tree, key


def _other(lot: Random, value: Any) -> Any:
    match value:
        case bool():
            return not value
        case int():
            return value + lot.choice((1, -1, 100))
        case str():
            return lot.choice(("ana", "rosa", "primero", "7s", "x"))
        case _:
            return lot.choice((1, "ana"))


def _one_value(lot: Random, trees: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return trees with another value in one place."""
    copied = list(deepcopy(trees))
    places = [*_leaves(copied)]
    if places:
        holder, key = lot.choice(places)
        holder[key] = _other(lot, holder[key])
    return tuple(copied)


def altered(lot: Random, entry: Entry) -> Entry:
    """Return an entry with one thing otherwise than it was."""
    events = entry.events
    match lot.randrange(12):
        case 0:
            return replace(entry, events=events[:-1])
        case 1:
            return replace(entry, events=(*events, *events[-1:]))
        case 2:
            return replace(entry, events=events[::-1])
        case 3:
            return replace(entry, rests_on=entry.rests_on[1:])
        case 4:
            return replace(entry, rests_on=(*entry.rests_on, "DP.A.01"))
        case 5:
            return replace(entry, edition=lot.choice(("0", "1", "2")))
        case 6:
            return replace(entry, **lot.choice(({"game": "bingo"}, {"by": "ana"}, {"chance": entry.chance[:-1]})))
        case 7:
            (act,) = _one_value(lot, (entry.act,))
            return replace(entry, act=act)
        case _:
            return replace(entry, events=_one_value(lot, events))


def found(number: int) -> list[Any]:
    """Return what is found in an altered entry and those after it, what is left unjudged, and how the table stands."""
    lot = Random(f"altered {number}")
    game, turns = tables()[number % len(tables())]
    at, is_hidden = lot.randrange(len(turns)), lot.random() < 0.35
    faces = {(1, place): f"{lot.choice('23456789')}s" for place in range(30)} if lot.random() < 0.3 else {}
    judged = Recomputation(game, "t1", faces, frozenset())
    judged.state = judged.before = turns[at - 1].state if at else game.blank()
    heard = list[Any]()
    for place in range(at, min(at + 1 + FOLLOWING, len(turns))):
        entry = entry_of(game, turns, place, is_hidden=is_hidden)
        if number % 3 == 0:
            entry = replace(entry, edition="1")
        if place == at and number % 7:
            entry = altered(lot, entry)
        for one in judged.entry(entry, None, NOW, EDITIONS):
            facts = sorted(one.facts) if one.code in OWN_WORDS else one.facts
            heard.append([place, one.code, facts, one.explained_by])
    is_same = place < len(turns) and judged.state == turns[place].state
    return [*heard, ["unjudged", judged.unjudged], [judged.has_secrets, judged.lost, is_same, sorted(judged.unknown)]]


def line(number: int) -> str:
    """Return what is kept of an alteration: its number, what was found by name, and a digest of the whole answer."""
    heard = found(number)
    digest = hashlib.sha256(_encoder.encode(heard)).hexdigest()[:10]
    return " ".join((str(number), digest, *dict.fromkeys(one[1] for one in heard if isinstance(one[1], str))))


@cache
def kept() -> tuple[str, ...]:
    """Return the lines that are kept."""
    return tuple(KEPT.read_text("utf-8").splitlines())


if __name__ == "__main__":
    if sys.argv[1:]:
        for asked in map(int, sys.argv[1:]):
            print(*found(asked), sep="\n")
    else:
        KEPT.write_text("".join(f"{line(number)}\n" for number in range(ENTRIES)), "utf-8")
