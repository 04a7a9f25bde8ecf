"""The irregularities of ``faults.toml``: what each one is about, which recorded tables it needs, which two can meet."""

import re
import tomllib
from functools import cache
from itertools import combinations
from typing import Any

import msgspec

from tapete.games.baccarat.conflicts import touches
from tapete.games.baccarat.effects import Effect, LoseCoup, VoidCoup
from tapete.games.baccarat.incident import Incident
from tapete.games.chemin_de_fer.game import CHEMIN_DE_FER
from tapete.record.notation import Notation, NotationRun, play, read_notation
from tests.support import ROOT

HERE = ROOT / "tests" / "tables"
FOLDER = HERE / CHEMIN_DE_FER.key
UNKNOWN, STRICT = "-unknown", "-strict"
SISTERS = {UNKNOWN: "cartas de verdad", STRICT: "mesa estricta"}
"""The same at a table whose cards nobody knows before they are shown, and at one that refuses faults."""
ORDINARY = (0, 1, 2, 3, 4, 5, 6, 7)


class Fault(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    what: str
    clauses: tuple[str, ...]
    points: tuple[str, ...]
    lines: tuple[str, ...]
    punto: tuple[int, ...] | None = None
    banca: tuple[int, ...] | None = None
    word: str = ""
    stakes: str = ""
    strict: tuple[str, ...] | None = None
    table: str = ""
    objects: tuple[str, ...] = ()
    like: str = ""


FAULTS: dict[str, Fault] = msgspec.convert(tomllib.loads((HERE / "faults.toml").read_text("utf-8")), dict[str, Fault])


def alone(name: str) -> str:
    return FAULTS[name].table or f"irregular-{name}"


@cache
def read(table: str) -> Notation:
    return read_notation(FOLDER / f"{table}.toml")


def incidents(played: NotationRun[Any]) -> list[Incident]:
    events = [event for turn in played.turns for event in turn.events]
    return [event.incident for event in events if hasattr(event, "incident")]


def about(effect: Effect) -> set[str]:
    kind, _, rest = touches(effect).partition(":")
    if isinstance(effect, VoidCoup | LoseCoup) or kind in ("stake", "stakes", "order"):
        return {"stakes"}
    if kind in ("total", "binding", "third", "faces", "word", "holder"):
        return {f"hand:{rest.partition(':')[0]}"}
    if kind == "bar":
        return {"bank" if rest.endswith("pass") else "turn"}
    return {touches(effect)} if kind == "card" else {"turn"} if kind in ("choice", "window") else set()


@cache
def objects(name: str) -> frozenset[str]:
    fault = FAULTS[name]
    found = set(fault.objects)
    for line in fault.lines:
        found |= {f"card:{one}" for one in re.findall(r"report \S+ \S+ (\d+)", line)}
    there = (FOLDER / f"{alone(name)}.toml").exists()
    for incident in incidents(play(CHEMIN_DE_FER, read(alone(name)))) if there else ():
        for effect in incident.proposed_effects:
            found |= about(effect)
    return frozenset(found)


def together(one: Fault, other: Fault) -> dict[str, Any] | None:
    punto, banca = common(one.punto, other.punto), common(one.banca, other.banca)
    words, stakes = {one.word, other.word} - {""}, {one.stakes, other.stakes} - {""}
    stakes -= {"one"} if "banco" not in stakes else set()
    if not punto or not banca or len(words) > 1 or len(stakes) > 1:
        return None
    return {"punto": punto, "banca": banca, "word": next(iter(words), ""), "stakes": next(iter(stakes), "one")}


def common(one: tuple[int, ...] | None, other: tuple[int, ...] | None) -> tuple[int, ...]:
    if one is None or other is None:
        return (other if one is None else one) or ORDINARY
    return tuple(total for total in one if total in other)


def pair(one: str, other: str) -> str:
    return f"pair-{one}+{other}"


@cache
def pairs() -> list[tuple[str, str]]:
    kinds = [name for name, fault in FAULTS.items() if not fault.like]
    both = combinations(kinds, 2)
    return [
        (one, other) for one, other in both if objects(one) & objects(other) and together(FAULTS[one], FAULTS[other])
    ]


@cache
def observed() -> list[str]:
    paths = [*FOLDER.glob("irregular-*.toml"), *(FOLDER / f"{alone(name)}.toml" for name in FAULTS)]
    names = {path.stem for path in paths if path.exists() and not path.stem.endswith(tuple(SISTERS))}
    return [name for name in sorted(names) if read(name).opening_fields.get("conduct") == "observed"]


APART: dict[str, str] = tomllib.loads((HERE / "apart.toml").read_text("utf-8"))
"""Two that are about one object and cannot both happen in one coup, with the reason."""


def required() -> set[str]:
    singles = {alone(name) for name in FAULTS} | set(observed())
    sisters = {name + sister for name in singles for sister in SISTERS}
    return singles | sisters | {pair(*two) for two in pairs() if pair(*two) not in APART}
