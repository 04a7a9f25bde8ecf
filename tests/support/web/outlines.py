"""The pages whose outlines are kept: enough of every game's to show each line that its pages can have.

Run as a program it chooses them anew and writes the files, after a meant change of pages or of tables:

    python -m tests.support.web.outlines          # or of one game: … bingo

Read the difference before keeping it: each new or lost line is what somebody will see or miss.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from tapete.accounts import PERSON
from tapete.games.bingo.game import BINGO
from tapete.games.chemin_de_fer.game import CHEMIN_DE_FER
from tapete.games.dos_panos.game import DosPanos
from tapete.games.punto_banco.game import PuntoBanco
from tapete.games.punto_banco.terms import Variant
from tapete.kernel import Game, Refused
from tapete.record.notation import parse_notation, play
from tapete.table.state import SeatsPeople
from tests.support import ROOT
from tests.support.punto_banco import scenes as punto_banco
from tests.support.web.outline import outline
from tests.support.web.still import still_part

KEPT: Final = ROOT / "tests" / "web" / "outlines"
TABLES: Final = ROOT / "tests" / "tables"
GAMES: Final[dict[str, Game[Any]]] = {one.key: one for one in (BINGO, CHEMIN_DE_FER, DosPanos(), PuntoBanco())}
STATES: Final = 4
"""How many of the last states of a recorded table are looked at: what it is about, and how it goes on."""
NEW: Final = 2
"""A page is kept if at least so many of its lines stand on no page kept before it."""


class Where(NamedTuple):
    """A page: the scene, its number in it, and whose page it is (``-``: the public screen)."""

    scene: str
    number: int
    viewer: str


class Kept(NamedTuple):
    """What is kept of a page: the digest of all its lines, and those that no page before it has."""

    digest: str
    lines: tuple[str, ...]


def recorded(game: Game[Any], name: str) -> tuple[Any, ...]:
    """Return the states of a recorded table, one after each action."""
    run = play(game, parse_notation((TABLES / game.key / f"{name}.toml").read_text(encoding="utf-8")))
    return tuple(turn.state for turn in run.turns)


def reported(name: str) -> tuple[Any, ...]:
    """Return a table of punto y banca in a phase, then with each accident that may be reported there."""
    role, phase, variant = name.split(" ")
    table, _ = punto_banco.scene(role, punto_banco.pb.Phase(phase), variant=Variant(variant))
    found = [table.state]
    for offer in table.legal("croupier"):
        if offer.act == "report":
            tried = table.attempt(punto_banco.any_act(offer), "croupier")
            if not isinstance(tried.outcome, Refused):
                found.append(tried.state)
    return tuple(found)


@cache
def states(key: str, scene: str) -> tuple[Any, ...]:
    """Return the states of a scene of a game."""
    return reported(scene) if key == PuntoBanco.key else recorded(GAMES[key], scene)


def scenes(key: str) -> list[str]:
    """Return the scenes of a game, by name."""
    if key == PuntoBanco.key:
        return [f"{role} {phase} {variant}" for variant in Variant for role, phase in punto_banco.CELLS]
    return sorted(path.stem for path in (TABLES / key).glob("*.toml"))


def page(key: str, where: Where) -> tuple[str, ...]:
    """Return the lines of a page."""
    state = states(key, where.scene)[where.number]
    return outline(still_part(GAMES[key], state, None if where.viewer == "-" else where.viewer))


def digest(lines: tuple[str, ...]) -> str:
    """Return a digest of the lines of a page."""
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


def _numbers(key: str, found: tuple[Any, ...], phases: set[str]) -> Iterator[int]:
    """Yield which states of a scene are looked at; of an evening of bingo, which ends far from where it began, each
    phase too that no scene has had.
    """
    first = 0 if key == PuntoBanco.key else max(0, len(found) - STATES)
    for number, state in enumerate(found):
        is_new = key == BINGO.key and str(state.phase) not in phases
        phases |= {str(state.phase)} if is_new else set()
        if is_new or number >= first:
            yield number


def _people(state: Any) -> set[str]:
    """Return who is at a table: its staff, whoever sits, and in a hall whoever has an account."""
    if isinstance(state, SeatsPeople):
        return {*map(str, state.staff.values()), *map(str, state.seats.occupants.values())}
    return {
        *map(str, state.staff.values()),
        *(one.removeprefix(PERSON) for one in state.ledger if one.startswith(PERSON)),
    }


def _pages(key: str) -> Iterator[Where]:
    phases: set[str] = set()
    for scene in scenes(key):
        found = states(key, scene)
        for number in _numbers(key, found, phases):
            for viewer in ("-", *sorted(_people(found[number]))):
                yield Where(scene, number, viewer)


def _shape(line: str) -> str:
    return re.sub(r"[0-9a-f]{12}|\d+", "#", line.strip())


def chosen(key: str) -> dict[Where, Kept]:
    """Choose the pages of a game anew: each that has enough lines of a new shape."""
    seen: set[str] = set()
    found: dict[Where, Kept] = {}
    for where in _pages(key):
        lines = page(key, where)
        fresh = {line.strip() for line in lines if _shape(line) not in seen}
        if len(fresh) >= NEW:
            seen.update(map(_shape, lines))
            found[where] = Kept(
                digest(lines), tuple(dict.fromkeys(one.strip() for one in lines if one.strip() in fresh))
            )
    return found


def written(pages: dict[Where, Kept]) -> str:
    """Return the text of a file of outlines."""
    found = []
    for where, kept in pages.items():
        found += [f"== {where.scene} / {where.number} / {where.viewer} / {kept.digest}", *kept.lines, ""]
    return "\n".join(found)


@cache
def read(key: str) -> dict[Where, Kept]:
    """Return what is kept of the pages of a game."""
    found: dict[Where, Kept] = {}
    for part in (KEPT / f"{key}.txt").read_text(encoding="utf-8").split("== ")[1:]:
        head, *lines = part.rstrip("\n").split("\n")
        scene, number, viewer, said = head.split(" / ")
        found[Where(scene, int(number), viewer)] = Kept(said, tuple(line for line in lines if line))
    return found


def main() -> None:
    """Choose the pages of every game anew, or of those that are named, and write the files."""
    KEPT.mkdir(exist_ok=True)
    for key in sys.argv[1:] or GAMES:
        pages = chosen(key)
        Path(KEPT / f"{key}.txt").write_text(written(pages), encoding="utf-8")
        print(f"{key}: {len(pages)} pages, {sum(len(one.lines) for one in pages.values())} lines")


if __name__ == "__main__":
    main()
