"""What every game owes, and the house above them: one machine plays them all, and asks after each act.

Guards money and cards, secrecy (two worlds), the offers (each bound and beside it), the record, and rights
(``rights.toml``). The evenings are the same in every process; ``TAPETE_SEED`` names others.
"""

import os
import subprocess
import sys
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec import inspect
from msgspec.structs import replace

from tapete.cartones import Series
from tapete.catalogue import entry, recorded_engines
from tapete.clauses import GAMES, game_clauses, practices
from tapete.games.dos_panos.terms import CLOTHS
from tapete.house.engine import ESTABLISHMENT
from tapete.kernel import HOUSE, SYSTEM, Act, PersonId, Refused
from tapete.record.audit import AuditInputs, audit
from tapete.record.codec import members, tag_of
from tapete.record.compose import compose
from tapete.record.entry import canonical, sha256
from tapete.record.notation import play, read_notation
from tapete.record.notation.text import with_rulebooks
from tapete.record.private import KeySealer
from tapete.record.source import StoreSource
from tapete.record.store import open_store
from tapete.table.state import is_observed
from tests.support import ROOT
from tests.support.every_game import KEYS, PLAYERS, STRANGER, Evening, Setting, began, holders, settings, tables, tag

RIGHTS: dict[str, Any] = tomllib.loads((ROOT / "tests" / "rights.toml").read_text("utf-8"))
ACTS = {"house": 160, "bingo": 60, "punto-y-banca": 50}
OF_A_CARD_GAME = 30
RECORDED = {"bingo": 8, "chemin-de-fer": 6, "dos-panos": 6, "punto-y-banca": 1, "house": 0}
MOMENTS = 3
"""At so many moments of an act in a phase everybody tries it."""
TABLES = [one for key in KEYS for one in settings(key, RECORDED[key])]


@cache
def evening(setting: Setting) -> Evening:
    return Evening(setting).run(ACTS.get(setting.key, OF_A_CARD_GAME))


def told(wrong: list[str]) -> str:
    return "\n".join(["", *wrong])


def evenings(key: str) -> list[Evening]:
    return [evening(one) for one in TABLES if one.key == key]


@pytest.mark.parametrize("setting", TABLES, ids=str)
def test_after_every_act_everything_holds_that_every_game_owes(setting: Setting) -> None:
    assert not evening(setting).wrong, told(evening(setting).wrong)


@pytest.mark.parametrize("key", KEYS)
def test_enough_is_asked_of_every_game(key: str) -> None:
    """The machine is not silent because nothing happens."""
    asked = sum((one.asked for one in evenings(key)), Counter[str]())
    least = {"an offer": 500, "an act that was not offered": 500, "a bound": 100}
    if key not in ("house", "bingo"):
        least |= {"an answer in two worlds": 50, "a look at two worlds": 40, "a repeat": 40}
    assert {what: asked[what] for what, many in least.items() if asked[what] < many} == {}


@pytest.mark.parametrize("key", KEYS)
def test_the_audit_of_a_written_evening_is_clean(key: str, tmp_path: Path) -> None:
    """The turns of an evening, entry by entry in a store, judged as the records of a hall are."""
    wrong = []
    for number, one in enumerate((evenings(key)[0], evenings(key)[-1])):
        sealer, game = KeySealer(bytes(range(32))), one.game
        with open_store(f"sqlite:///{tmp_path}/{number}.db") as store:
            library = getattr(game, "library", None)
            name = "casa" if key == "house" else str(game.view(one.state, None).name)
            writer = store.take_over(name)
            for at, made in enumerate(one.turns):
                if made.acts[0].body.is_beside_record:
                    continue
                for book in filter(None, (event.pinned_rulebook() for event in made.events)):
                    store.put_rulebook(library.by_hash(book).content)
                given = {"table": name, "epoch": writer.epoch, "time": f"2026-11-22T20:00:{at % 60:02}+01:00"}
                given |= {} if made.acts[0].by in SYSTEM else {"command": f"c{at}", "answer": b"{}"}
                entry_ = compose(game, made, writer.head, sealer, **given)
                writer.append(entry_, sha256(canonical(entry_.entry.act)))
            report = audit(StoreSource(store), {**recorded_engines(), key: game}, AuditInputs(sealer))
        wrong += [f"{one.setting}: {problem}" for problem in report.problems]
    assert not wrong, told(wrong)


def test_the_same_seed_is_the_same_evening_in_every_process() -> None:
    """Nothing hangs on the order of sets or of definitions."""
    program = "from tests.support.every_game import began; print(began())"
    other = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    env = os.environ | {"PYTHONHASHSEED": other, "PYTHONPATH": str(ROOT)}
    run = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True, check=True)
    assert run.stdout == f"{began()}\n"


def roles_of(key: str, state: Any, who: PersonId) -> set[str]:
    """Return what somebody is at a table, in a hall or in the house, as the table of rights names it."""
    if who in SYSTEM:
        return {"establishment" if who == HOUSE else who.removeprefix("system:")}
    found = {role.rstrip("-1234") for role, holder in holders(state) if holder == who}
    at_cards = {
        "chemin-de-fer": lambda: {"banker": state.banker, "hand": state.holder},
        "dos-panos": lambda: {"banker": state.banker, **{f"hand {one}": state.holder(one) for one in CLOTHS}},
        "punto-y-banca": lambda: {"dealer": state.dealer(), "hand": state.hand_holder},
    }
    if key in at_cards:
        if who in state.seats.people():
            found |= {"player"}
        found |= {name.partition(" ")[0] for name, one in at_cards[key]().items() if one == who}
        instead = is_observed(state) or state.called_person or state.seats.away
        found |= {"deputy"} if "croupier" in found and instead else set()
    elif key == ESTABLISHMENT.key:
        found |= {"visitor"} if who in state.visitors else set()
    return found or {"public"}


def rights(key: str) -> dict[str, tuple[set[str], set[str]]]:
    """Return who may do each act of a game, and in which phases."""
    named = {name: set(one.split()) for name, one in RIGHTS[key]["phases"].items()}
    named["any"] = {str(one) for one in type(recorded_engines()[key].blank().phase)} - {"closed"}
    found = {}
    for act, row in RIGHTS[key]["rights"].items():
        who, when, _ = (one.split() for one in row.split("|"))
        found[act] = (set(who), set().union(*(named.get(one, {one}) for one in when)))
    return found


def moments(key: str) -> Iterator[tuple[Any, Any, Act[Any]]]:
    """Yield acts that were taken, in evenings and at recorded tables: the game, the state before, the act."""
    for one in evenings(key):
        yield from ((one.game, state, act) for state, act, outcome in one.answered if not isinstance(outcome, Refused))
    every = tables(key)
    for name in every[:: len(every) // 100 + 1]:
        notation = read_notation(ROOT / "tests" / name)
        run = play(game := with_rulebooks(entry(key).engine(None), notation), notation)
        state = run.opening.state if run.opening else game.blank()
        for turn in run.turns:
            yield from ((game, state, act) for act in turn.acts[:1])
            state = turn.state


@cache
def met(key: str) -> dict[tuple[str, str, frozenset[str]], str]:
    """Return which acts were offered to whom, or taken from whom: of some moments everybody tries the same act."""
    found: dict[tuple[str, str, frozenset[str]], str] = {}
    tried = Counter[tuple[str, str]]()

    def meet(state: Any, who: PersonId, act: str, how: str) -> None:
        found.setdefault((act, str(state.phase), frozenset(roles_of(key, state, who))), f"{how} {who}")

    for one in evenings(key):
        for state, who, act in one.offered:
            meet(state, who, act, "offered to")
    for game, state, act in moments(key):
        cell = (tag(act.body), str(state.phase))
        meet(state, act.by, cell[0], "taken from")
        tried[cell] += 1
        if key != "house" and state != game.blank() and tried[cell] <= MOMENTS:  # every post has somebody
            posts = {role: PersonId(f"zz-{role}") for role in (*entry(key).posts, *entry(key).further_posts)}
            state = replace(state, staff=type(state.staff)({**posts, **state.staff}))
        seated = state.seats.people() if hasattr(state, "seats") else ()
        people = dict.fromkeys((HOUSE, STRANGER, *PLAYERS, *seated, *(who for _, who in holders(state))))
        for who in people if tried[cell] <= MOMENTS else ():
            if not isinstance(game.decide(state, Act(who, act.body, game.step(state))), Refused):
                meet(state, who, cell[0], "taken from")
    return found


@pytest.mark.parametrize("key", KEYS)
def test_nobody_is_offered_what_is_not_his_and_nobody_may_do_it(key: str) -> None:
    may, wrong = rights(key), []
    of_system = {tag_of(one) for one in members(recorded_engines()[key].act_types)} - may.keys()
    for (act, phase, roles), how in sorted(met(key).items(), key=repr):
        are = "/".join(sorted(roles))
        if act in of_system:
            if not roles & {"establishment", "clock", "chance"}:
                wrong.append(f"{act} is {how} ({are}) in {phase}: it is the hall's own")
            continue
        who, when = may[act]
        if phase not in when:
            wrong.append(f"{act} is {how} ({are}) in {phase}: only in {' '.join(sorted(when))}")
        elif not roles & who:
            wrong.append(f"{act} is {how} ({are}) in {phase}: only {' '.join(sorted(who)) or 'nobody'} may")
    assert not wrong, told(wrong)


@pytest.mark.parametrize("key", KEYS)
def test_whoever_has_a_right_uses_it(key: str) -> None:
    """A line that is too wide shows: of an act that is done at all, nearly everybody who may do it is seen to."""
    used: dict[str, set[str]] = defaultdict(set)
    for act, _, roles in met(key):
        used[act] |= roles
    every = [(act, one) for act, (who, _) in rights(key).items() for one in who if used[act]]
    wrong = [f"{act}: nobody who is {one} was seen to do it" for act, one in sorted(every) if one not in used[act]]
    assert len(every) > 40
    assert len(wrong) <= len(every) / 8, told(wrong)


def test_the_table_of_rights_has_every_act_of_people_and_cites_what_there_is() -> None:
    wrong = []
    for key, game in recorded_engines().items():
        kinds = {tag_of(one): one for one in members(game.act_types)}
        known = set(rights(key))
        of_people = {name for name, kind in kinds.items() if not kind.is_of_system} if key != "house" else set()
        wrong += [f"{key}: no line for {one}" for one in sorted(of_people - known)]
        wrong += [f"{key}: {one} is no act" for one in sorted(known - kinds.keys())]
        cited = {one for row in RIGHTS[key]["rights"].values() for one in row.split("|")[2].split()}
        wrong += [f"{key}: {one} is no clause" for one in sorted(cited) if not is_clause(one)]
    assert not wrong, told(wrong)


def is_clause(cite: str) -> bool:
    return cite in practices() or any(one.id == cite for game in GAMES for one in game_clauses(game))


def patterns(shape: Any, seen: set[type]) -> Iterator[str]:
    """Yield the patterns of texts in a type and in all that it holds."""
    if isinstance(shape, inspect.StructType):
        if shape.cls in seen:
            return
        seen.add(shape.cls)
        held = [one.type for one in shape.fields]
    else:
        held = [
            one for name in ("types", "item_types", "item_type", "value_type") if (one := getattr(shape, name, None))
        ]
    if isinstance(shape, inspect.StrType) and shape.pattern:
        yield shape.pattern
    for one in held:
        for inner in one if isinstance(one, tuple) else (one,):
            yield from patterns(inner, seen)


def test_no_text_of_an_act_an_event_or_a_series_ends_in_a_line_feed() -> None:
    """Threat: «$» stands before a last line feed too, and a card of the series «A\\n» can never be called."""
    kinds = {Series, *(one for game in recorded_engines().values() for one in members(game.act_types))}
    kinds |= {one for game in recorded_engines().values() for one in members(game.event_types)}
    found = {one for kind in kinds for one in patterns(inspect.type_info(kind), set())}
    assert len(found) > 8
    assert [one for one in found if one.endswith("$")] == []
