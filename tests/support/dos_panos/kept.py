"""What the two-cloth game answers to every act by everybody, and to every report of an accident, kept in short.

    python -m tests.support.dos_panos.kept            write down what is answered now
    python -m tests.support.dos_panos.kept NAME ...   print it in full, to lay it beside what it was before

A name is a phase of the table, or a step at which accidents are reported. Of each act of a phase, and of each accident
of a step, a digest is kept: of the answers with their facts and clauses, their events and the table after them.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from random import Random
from typing import Any, Final
from zlib import crc32

import msgspec
from immutables import Map
from msgspec.structs import replace

from tapete.games.baccarat.effects import VoidCoup
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.dos_panos.game import DosPanos
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import COUP, Phase
from tapete.kernel import Act, PersonId, Refused, Ruled, fold
from tapete.table.staff import Role
from tests.dos_panos.test_accident_at_every_step import STEPS, offers, reached, reports, ruling
from tests.dos_panos.test_enemies import tries
from tests.dos_panos.test_everybody_in_every_phase import roles, situations
from tests.support import ROOT
from tests.support.dos_panos.observed import Observed
from tests.support.dos_panos.troubles import picked_up
from tests.support.dos_panos.walk import step_on
from tests.support.dos_panos.walks import BOOKS, states

GAME: Final = DosPanos()
FOLDER: Final = ROOT / "tests" / "dos_panos" / "kept"
WHOLE: Final = "asturias-2011"
"""The rulebook whose tables are asked everything; of the others, and where somebody is away, one in so many."""
SOME: Final = 5
FEW: Final = 60


def _plain(value: Any) -> Any:
    return {str(name): one for name, one in value.items()} if isinstance(value, Map) else str(value)


_encoder = msgspec.json.Encoder(order="deterministic", enc_hook=_plain)


def written(value: Any) -> str:
    """Return a value as text, the same for equal ones in every process."""
    return _encoder.encode(value).decode()


def table_as_it_is(state: State) -> str:
    """Return a state as text, without its rulebook, which no act changes."""
    return written(replace(state, rules=None))


def digest(lines: Iterable[str]) -> str:
    """Return a digest of lines."""
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:10]


# --- every act by everybody -------------------------------------------------------------------------------------------


@cache
def _tries() -> tuple[tuple[Any, str, int], ...]:
    """Return what is tried: the act, as text, and a number by which some are chosen, whatever else is tried."""
    texts = ((act, written(act)) for act in tries())
    return tuple((act, text, crc32(text.encode())) for act, text in texts)


@cache
def _asked() -> dict[Phase, list[tuple[str, State, int]]]:
    """Return the tables that are asked, by phase: each with its name, and which part of all questions it is asked."""
    found: dict[Phase, list[tuple[str, State, int]]] = {phase: [] for phase in Phase}
    for book in BOOKS:
        for number, state in enumerate(states(book)):
            for other, one in enumerate(situations(state)):
                part = FEW if other else 1 if book == WHOLE else SOME
                found[one.phase].append((f"{book} {number} {other}", one, part))
    for step in STEPS:
        state = reached(step).state
        found[state.phase].append((step, state, 1))
    return found


def answered(state: State, who: PersonId, what: Any) -> str:
    """Return what becomes of an act, and the table after it."""
    outcome = GAME.decide(state, Act(who, what, state.step))
    if isinstance(outcome, Refused):
        return written([outcome.code, outcome.facts, outcome.clauses, sorted(outcome.rests_on)])
    after = fold(GAME.evolve, state, outcome.events)
    lines = [written([type(outcome).__name__, outcome]), table_as_it_is(after)]
    if isinstance(outcome, Ruled):
        opened = after.docket.open[-1]
        given = GiveRuling(opened.serial, opened.proposed_effects or (VoidCoup(),), "seen by all")
        lines.append(written(GAME.decide(after, Act(after.staff[Role.INSPECTOR], given, after.step))))
    return digest(lines)


def decided(phase: Phase) -> dict[str, list[str]]:
    """Return the answers of the tables of a phase by the kind of act, and what some of its people are shown."""
    found: dict[str, list[str]] = {}
    for number, (name, state, part) in enumerate(_asked()[phase]):
        people = sorted(set(roles(state).values()))
        if part != FEW:
            for viewer in (None, *(people[(number + turn) % len(people)] for turn in (0, 7, 14))):
                found.setdefault("seen", []).append(f"{name} {viewer} {written(GAME.view(state, viewer))}")
                told = [GAME.legal(state, viewer), GAME.explain(state, viewer)]
                found.setdefault("offered", []).append(f"{name} {viewer} {written(told)}")
        for who in people:
            for what, text, lot in _tries():
                if (lot + number) % part == 0:
                    tag = str(what.__struct_config__.tag)
                    found.setdefault(tag, []).append(f"{name} {who} {text} {answered(state, who, what)}")
    return found


# --- every accident ---------------------------------------------------------------------------------------------------


def _played_on(made: Observed) -> Iterator[str]:
    """Yield what happens until the coup is over, what open cards show being ruled as it is proposed."""
    chance, begun = Random(1), len(made.turns)
    for _ in range(60):
        if made.phase not in COUP and not made.state.docket.open:
            break
        if made.state.docket.open:
            made.do("inspector", ruling(made, None))
        else:
            step_on(made, chance)
    yield from (written(turn.events) for turn in made.turns[begun:])
    yield digest([table_as_it_is(made.state)])


def _ruled(made: Observed, given: GiveRuling, by: str) -> Iterator[str]:
    """Yield what comes of a ruling, at once and up to the end of the coup."""
    made.do(by, given)
    yield written([made.turns[-1].events, made.turns[-1].rests_on])
    yield from _played_on(made)


def reported(step: str) -> dict[str, list[str]]:
    """Return by accident what comes of each report of it at a step: as proposed, and as it may be ruled otherwise."""
    found: dict[str, list[str]] = {}
    table = reached(step)
    for accident, one in offers(table).items():
        lines = found.setdefault(accident, [written(one)])
        for what in reports(one, table.state):
            made = table.fork()
            outcome = made.play.attempt(what, "croupier").outcome
            lines.append(f"{written(what)} {written(outcome)}")
            if isinstance(outcome, Refused):
                continue
            made.do("croupier", what)
            others = picked_up(made).incident.alternatives
            lines += _ruled(made.fork(), ruling(made, None), "inspector")
            for other in others:
                lines += _ruled(made.fork(), ruling(made, other.effects), "director")
    return found


# --- keeping ----------------------------------------------------------------------------------------------------------


def answers_of(name: str, kind: str) -> dict[str, list[str]]:
    """Return the answers of a phase (``decided``) or of a step (``reported``)."""
    return decided(Phase(name)) if kind == "decided" else reported(name)


def digests(name: str, kind: str) -> dict[str, str]:
    """Return a digest of each kind of answer."""
    return {key: digest(lines) for key, lines in answers_of(name, kind).items()}


NAMES: Final = {"decided": tuple(map(str, Phase)), "reported": tuple(STEPS)}


@cache
def kept(kind: str) -> dict[str, dict[str, str]]:
    """Return the digests that are kept, by name and kind of answer."""
    found: dict[str, dict[str, str]] = {}
    for row in (FOLDER / f"{kind}.txt").read_text("utf-8").splitlines():
        name, key, value = row.split("\t")
        found.setdefault(name, {})[key] = value
    return found


if __name__ == "__main__":
    for kind, names in NAMES.items():
        if sys.argv[1:]:
            for name in (one for one in names if one in sys.argv[1:]):
                for key, lines in answers_of(name, kind).items():
                    print(*(f"{name} {key} {line}" for line in lines), sep="\n")
        else:
            rows = (f"{name}\t{key}\t{value}\n" for name in names for key, value in sorted(digests(name, kind).items()))
            (FOLDER / f"{kind}.txt").write_text("".join(rows), "utf-8")
