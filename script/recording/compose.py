"""Plays what ``faults.toml`` lists and writes the recorded tables that are missing.

    python -m script.recording.compose

Each irregularity stands three times: at a real table that is recorded with known cards, at one whose cards nobody knows
before they are shown, and at a table that refuses faults; every two that are about one object meet in one coup. What is
there is never changed. What is written must be read: the engine says what happened, the clause what should have.
"""

import tomllib
from collections.abc import Iterator
from itertools import product

import msgspec
from script.recording.coup import Coup, StuckError

from tapete.games.chemin_de_fer.game import CHEMIN_DE_FER
from tapete.record.notation import Notation, NotationError, format_notation, play
from tapete.record.notation.text import Action, parse_action
from tests.support.recorded.faults import (
    APART,
    FAULTS,
    FOLDER,
    HERE,
    SISTERS,
    STRICT,
    UNKNOWN,
    Fault,
    alone,
    observed,
    pair,
    pairs,
    read,
    together,
)

_set = msgspec.structs.replace
LISTED = tomllib.loads((HERE / "required.toml").read_text("utf-8"))[CHEMIN_DE_FER.key]


IMPOSSIBLE = "refused cannot-happen-here"
WHY = "aquí las cartas sólo las mueve la mesa: nadie tiene con qué hacerlo"


def with_results(notation: Notation) -> Notation:
    results = play(CHEMIN_DE_FER, notation).results
    done = []
    for action, found in zip(notation.actions, results, strict=True):
        result = "; ".join(found)
        done.append(_set(action, result=result, remark=WHY if result == IMPOSSIBLE else action.remark))
    return _set(notation, actions=tuple(done))


def bare(notation: Notation) -> Notation:
    kept = (_set(one, result=one.result if one.result.startswith("refused ") else "") for one in notation.actions)
    return _set(notation, actions=tuple(kept))


def titled(notation: Notation, name: str, sister: str) -> Notation:
    title, shows = notation.info["title"], LISTED.get(name, "").split()
    info = {"note": "Decide " + ", ".join(shows)} if shows else {}
    own = {name: text for name, text in notation.info.items() if name != "title"}
    return _set(notation, info={"title": f"{title} ({SISTERS[sister]})", **info, **own})


def coups(conduct: str, *faults: Fault) -> Iterator[Coup]:
    given = together(faults[0], faults[-1])
    if given is None:
        raise StuckError("no coup can be so")
    six_first = sorted(given["punto"], key=lambda total: (total != 6, -total))
    for punto, banca in product(six_first, reversed(given["banca"])):
        yield Coup(conduct, punto, banca, given["word"], given["stakes"])


def played(conduct: str, *planned: tuple[Fault, tuple[str, ...]], joined: bool = False) -> Coup:
    tried = StuckError("nothing planned")
    for points in product(*(fault.points for fault, _ in planned)):
        plan = [(point, lines) for point, (_, lines) in zip(points, planned, strict=True)]
        for coup in coups(conduct, *(fault for fault, _ in planned)):
            try:
                coup.to_the_end(plan, joined, refused=conduct == "strict")
            except (StuckError, ValueError) as stuck:
                tried = StuckError(f"{plan}: {stuck}")
            else:
                return coup
    raise tried


def known(name: str) -> Notation:
    fault = FAULTS[name]
    coup = played("observed", (fault, fault.lines))
    return with_results(coup.notation(fault.what, note(fault)))


def refused(name: str) -> Notation:
    fault = FAULTS[name]
    coup = played("strict", (fault, fault.lines if fault.strict is None else fault.strict))
    made = coup.notation(read(alone(name)).info["title"], note(fault))
    return titled(with_results(made), alone(name), STRICT)


def note(*faults: Fault) -> str:
    return "Decide " + ", ".join(dict.fromkeys(clause for fault in faults for clause in fault.clauses))


def unknown(name: str) -> Notation:
    notation = read(name)
    real = _set(bare(notation), shoes=(), decks=0, opening_fields={**notation.opening_fields, "shoe": "keyed"})
    faces, keyed = notation.shoes[0], list[Action]()
    for action in real.actions:
        keyed.append(action)
        state = play(CHEMIN_DE_FER, _set(real, actions=tuple(keyed))).state
        while (wanted := CHEMIN_DE_FER.draw_awaited(state)) is not None and wanted.by_person:
            keyed.append(parse_action(f"c card {wanted.position} {faces[wanted.position]}"))
            state = play(CHEMIN_DE_FER, _set(real, actions=tuple(keyed))).state
    return titled(with_results(_set(real, actions=tuple(keyed))), name, UNKNOWN)


def strict(name: str) -> Notation:
    notation = read(name)
    tried = _set(bare(notation), opening_fields={**notation.opening_fields, "conduct": "strict"})
    for number, action in enumerate(tried.actions, start=1):
        try:
            play(CHEMIN_DE_FER, _set(tried, actions=tried.actions[:number]))
        except NotationError as error:
            code = error.text.partition(" ")[2].partition(" ")[0]
            last = _set(action, result=f"refused {code}")
            tried = _set(tried, actions=(*tried.actions[: number - 1], last))
            break
    return titled(with_results(tried), name, STRICT)


def both(one: str, other: str) -> Notation:
    first, second = FAULTS[one], FAULTS[other]
    tried = StuckError("")
    for joined, order in product((True, False), ((first, second), (second, first))):
        try:
            coup = played("observed", *((fault, fault.lines) for fault in order), joined=joined)
        except StuckError as stuck:
            tried = stuck
        else:
            title = f"{order[0].what}; además, {order[1].what[0].lower()}{order[1].what[1:]}"
            return with_results(coup.notation(title, note(*order)))
    raise tried


def missing() -> Iterator[tuple[str, Notation]]:
    wanted = [(alone(name), lambda name=name: known(name)) for name in FAULTS]
    wanted += [(alone(name) + STRICT, lambda name=name: refused(name)) for name in FAULTS]
    yield from made(wanted)
    sisters = [(name + UNKNOWN, lambda name=name: unknown(name)) for name in observed()]
    sisters += [(name + STRICT, lambda name=name: strict(name)) for name in observed()]
    yield from made(sisters)
    yield from made([(pair(*two), lambda two=two: both(*two)) for two in pairs() if pair(*two) not in APART])


def made(wanted: list[tuple[str, object]]) -> Iterator[tuple[str, Notation]]:
    for name, make in wanted:
        if not (FOLDER / f"{name}.toml").exists():
            try:
                yield name, make()  # type: ignore[operator]
            except (StuckError, NotationError) as error:
                print(f"{name}: {error}")


def written(notation: Notation) -> str:
    lines = format_notation(notation).splitlines()
    return "".join(f"{_plain(line[2:]) if line.startswith('    ') else line}\n" for line in lines)


def _plain(line: str) -> str:
    inside = line.strip().rstrip(",")[1:-1]
    return line if '\\"' not in inside or "'" in inside else "  '" + inside.replace('\\"', '"') + "',"


def main() -> None:
    for name, notation in missing():
        (FOLDER / f"{name}.toml").write_text(written(notation), "utf-8")
        print(name)


if __name__ == "__main__":
    main()
