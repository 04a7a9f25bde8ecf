"""What the pages of the games of cards are made of, kept in short: with the record of the table read along, so that its
news, past coups, corrections and rulings stand on them too, and in every language.

Run as a program it chooses the pages anew and writes the files, after a meant change; of one page it prints everything,
to lay it beside what it was before:

    python -m tests.support.web.page_models                    # or of one game: … dos-panos
    python -m tests.support.web.page_models dos-panos SCENE NUMBER VIEWER LANGUAGE
"""

from __future__ import annotations

import hashlib
import json
import random
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from tapete.chance import ChanceKind
from tapete.games.dos_panos.terms import BankMode
from tapete.kernel import PersonId, Refused, Step
from tapete.play import ActResult
from tapete.record.codec import to_tree
from tapete.record.notation import parse_notation, play
from tapete.table.conduct import Conduct
from tapete.web.games import screen_of
from tapete.web.logbook import event_sentence
from tapete.web.screens.frame import PageContext
from tapete.words import LANGS
from tests.support import ROOT
from tests.support.dos_panos import error_evening
from tests.support.dos_panos import evening as cloths
from tests.support.evenings import walk as chemin
from tests.support.punto_banco import walk as punto
from tests.support.recorded.answers import written
from tests.support.web.outlines import GAMES as ALL_GAMES
from tests.support.web.outlines import TABLES
from tests.support.web.still import StillTable

KEPT: Final = ROOT / "tests" / "web" / "models"
GAMES: Final = {key: game for key, game in ALL_GAMES.items() if key != "bingo"}
ACTS: Final = 120
"""How many acts an evening at random has."""
STATES: Final = 3
"""How many of the last states of a recorded table are looked at."""


class Moment(NamedTuple):
    """A table after an act, and what has happened by it: its events as the record tells them, with the clauses."""

    state: Any
    events: tuple[tuple[dict[str, Any], tuple[str, ...]], ...]


class Where(NamedTuple):
    """A page: the scene, the moment in it, whose page it is (``-``: the public screen), and in which language."""

    scene: str
    number: int
    viewer: str
    lang: str


def _moment(state: Any, events: Sequence[Any], *rests_on: Any) -> Moment:
    clauses = tuple(sorted({str(one) for cites in rests_on for one in cites}))
    return Moment(state, tuple((to_tree(one), clauses) for one in events))


class ChemindeFer(chemin.Evening):
    """An evening of chemin de fer, act by act."""

    def act(self, who: PersonId, what: Any, at: Step | None = None) -> Any:
        """Do an act and keep what came of it."""
        if not hasattr(self, "moments"):
            self.moments: list[Moment] = []
        before = len(self.events)
        outcome = super().act(who, what, at)
        if not isinstance(outcome, Refused):
            self.moments.append(_moment(self.state, self.events[before:], outcome.rests_on))
        return outcome


class Walk(punto.Walk):
    """An evening of punto y banca, act by act."""

    def do(self, act: Any) -> ActResult[Any]:
        """Do an act and keep what came of it."""
        if not hasattr(self, "moments"):
            self.moments: list[Moment] = []
        made = super().do(act)
        if not isinstance(made.outcome, Refused):
            self.moments.append(_moment(made.state, made.events, made.outcome.rests_on, made.rests_on))
        return made


def _of_chemin_de_fer(seed: int, conduct: Conduct, kind: ChanceKind) -> list[Moment]:
    evening = ChemindeFer(seed, watched=0.0, conduct=conduct, kind=kind, banco_freedom=seed % 2 == 1, bots=3 + seed)
    evening.wander(ACTS)
    return evening.moments


def _of_dos_panos(seed: int, book: str, mode: BankMode) -> list[Moment]:
    evening = error_evening.ErrorEvening(f"page {seed}", book, mode).play_errors(3)
    return [_moment(one.state, one.events, one.outcome.rests_on, one.rests_on) for one in evening.turns]


def _of_punto_y_banca(seed: int) -> list[Moment]:
    rng = random.Random(seed)
    walk = Walk(rng, looks=0.0)
    for _ in range(ACTS):
        if walk.state.phase is not punto.pb.Phase.CLOSED:
            rng.choice([walk.go_on, walk.go_on, walk.lawful, walk.anything, walk.trouble, walk.stakes])()
    return walk.moments


def _recorded(key: str, name: str) -> list[Moment]:
    run = play(GAMES[key], parse_notation((TABLES / key / f"{name}.toml").read_text("utf-8")))
    return [_moment(one.state, one.events, getattr(one.outcome, "rests_on", ()), one.rests_on) for one in run.turns]


@cache
def moments(key: str, scene: str) -> list[Moment]:
    """Return a scene of a game, moment by moment."""
    match scene.split(" "):
        case ["evening", seed, book, mode] if key == "dos-panos":
            return _of_dos_panos(int(seed), book, BankMode(mode))
        case ["evening", seed, conduct, kind]:
            return _of_chemin_de_fer(int(seed), Conduct(conduct), ChanceKind(kind))
        case ["evening", seed]:
            return _of_punto_y_banca(int(seed))
        case _:
            return _recorded(key, scene)


def scenes(key: str) -> Iterator[str]:
    """Yield the scenes from which the pages of a game are chosen, evenings at random first."""
    if key == "punto-y-banca":
        yield from (f"evening {seed}" for seed in range(12))
    elif key == "dos-panos":
        yield from (
            f"evening 0 {book} {mode}" for book in cloths.BOOKS[:3] for mode in (BankMode.LIMITED, BankMode.OPEN)
        )
    else:
        yield from (f"evening {seed} {conduct} {kind}" for conduct in Conduct for kind in ChanceKind for seed in (1,))
    if key != "punto-y-banca":
        yield from sorted(path.stem for path in (TABLES / key).glob("*.toml"))


def _history(key: str, before: Sequence[Moment]) -> Any:
    found = screen_of(key).history()
    for moment in before:
        for event, rests_on in moment.events:
            found.read(event, rests_on)
    return found


def _model(key: str, state: Any, history: Any, viewer: str, lang: str) -> Any:
    pages, table = screen_of(key), StillTable(GAMES[key], state)
    who = None if viewer == "-" else PersonId(viewer)
    sight: Any = PageContext(table, who, lang, history=history, more_time=pages.more_time)  # type: ignore[arg-type]
    return pages.model(sight)


def _without_commands(value: Any) -> Any:
    """Take away the ids of commands, which are others in every process."""
    if isinstance(value, dict):
        return {name: _without_commands(one) for name, one in value.items() if not name.endswith("command")}
    return [_without_commands(one) for one in value] if isinstance(value, list) else value


def page(key: str, where: Where) -> dict[str, Any]:
    """Return what a page is made of."""
    there = moments(key, where.scene)
    history = _history(key, there[: where.number + 1])
    found = json.loads(written(_model(key, there[where.number].state, history, where.viewer, where.lang)))
    return dict(_without_commands(found))


def digest(value: Any) -> str:
    """Return a short digest of a value that was read from JSON."""
    return hashlib.sha256(json.dumps(value, ensure_ascii=False).encode()).hexdigest()[:12]


def sentences(key: str, scene: str) -> tuple[tuple[str, str], ...]:
    """Return how the log tells each event of a scene, each kind in one language after the other."""
    game, found = screen_of(key), []
    for number, (event, _) in enumerate(one for moment in moments(key, scene) for one in moment.events):
        kind, lang = str(event["event"]).partition("@")[0], LANGS[number % len(LANGS)]
        quiet = "-" if kind in game.quiet_events else "+"
        found.append((f"{kind} {quiet} {lang}", event_sentence(event, game, lang, {}, lambda who, _: who)))
    return tuple(found)


def _tokens(value: Any, path: str = "") -> Iterator[str]:
    if isinstance(value, dict):
        for name, one in value.items():
            yield from _tokens(one, f"{path}.{name}")
    elif isinstance(value, list):
        yield f"{path} {min(len(value), 2)}"
        for one in value:
            yield from _tokens(one, path)
    else:
        yield f"{path} {re.sub(r'[0-9.,]+', '#', str(value))}"


WITH_SHAPE: Final = ("screen", "has_nothing_to_do", "look")


def _shape(found: Mapping[str, Any]) -> str:
    return " ".join(str(one) if name in WITH_SHAPE else str(bool(one)) for name, one in found.items())


def _numbers(key: str, scene: str) -> Iterator[int]:
    count = len(moments(key, scene))
    return iter(range(0, count, 3) if scene.startswith("evening") else range(max(0, count - STATES), count))


def _viewers(state: Any, number: int) -> list[str]:
    """Return who looks at a moment: a third of those who can, others at the next one."""
    people = {*map(str, state.staff.values()), *map(str, state.seats.people()), "nobody"}
    return ["-", *sorted(people)][number % 3 :: 3]


def chosen(key: str, enough: int, *, most: int = 400) -> dict[Where, str]:
    """Choose the pages of a game anew: each with enough that no page before it has, or of a shape that none has."""
    seen: set[str] = set()
    found: dict[Where, str] = {}
    turn = 0
    for scene in scenes(key):
        for number in _numbers(key, scene):
            history = _history(key, moments(key, scene)[: number + 1])
            state = moments(key, scene)[number].state
            for viewer in _viewers(state, number):
                made = _without_commands(json.loads(written(_model(key, state, history, viewer, "es"))))
                fresh = {*_tokens(made)} - seen
                shape = f"shape {_shape(made)}"
                if len(fresh) >= enough or (shape not in seen and len(fresh) > 0):
                    seen |= fresh | {shape}
                    where = Where(scene, number, viewer, LANGS[turn % len(LANGS)])
                    found[where] = digest(page(key, where))
                    turn += 1
                    if len(found) == most:
                        return found
    return found


def told(key: str) -> dict[str, str]:
    """Choose the scenes anew whose events are told in the log: each with a kind of event, or facts of it, that none
    before it has.
    """
    seen: set[tuple[str, ...]] = set()
    found: dict[str, str] = {}
    for scene in scenes(key):
        shapes = {
            (str(event["event"]), *sorted(name for name, one in event.items() if one), *_words(event))
            for moment in moments(key, scene)
            for event, _ in moment.events
        }
        if shapes - seen:
            seen |= shapes
            found[scene] = digest(sentences(key, scene))
    return found


def _words(event: Mapping[str, Any]) -> list[str]:
    """Return the plain words among the facts of an event by which it may be told otherwise."""
    return [str(event[name]) for name in ("end", "about", "formula", "kind") if isinstance(event.get(name), str)]


def write(key: str) -> None:
    """Choose the pages of a game anew and write its file."""
    rows = [" / ".join(("page", *map(str, where), said)) for where, said in chosen(key, ENOUGH[key]).items()]
    rows += [" / ".join(("log", scene, said)) for scene, said in told(key).items()]
    (KEPT / f"{key}.txt").write_text("\n".join(rows) + "\n", encoding="utf-8")
    print(f"{key}: {len(rows)} rows")


ENOUGH: Final = {"chemin-de-fer": 8, "dos-panos": 8, "punto-y-banca": 6}
"""How much must be new on a page for it to be kept."""


@cache
def _rows(key: str) -> tuple[list[str], ...]:
    return tuple(row.split(" / ") for row in (KEPT / f"{key}.txt").read_text(encoding="utf-8").splitlines())


def kept_pages(key: str) -> dict[Where, str]:
    """Return the pages that are kept of a game, each with its digest."""
    return {Where(one[1], int(one[2]), one[3], one[4]): one[5] for one in _rows(key) if one[0] == "page"}


def kept_logs(key: str) -> dict[str, str]:
    """Return the scenes whose log is kept, each with its digest."""
    return {one[1]: one[2] for one in _rows(key) if one[0] == "log"}


def main() -> None:
    """Write the files anew, or print a page or the log of a scene."""
    match sys.argv[1:]:
        case [key, scene, number, viewer, lang]:
            print(json.dumps(page(key, Where(scene, int(number), viewer, lang)), ensure_ascii=False, indent=1))
        case [key, scene]:
            print(*(f"{kind}: {said}" for kind, said in sentences(key, scene)), sep="\n")
        case keys:
            for key in keys or GAMES:
                write(key)


if __name__ == "__main__":
    main()
