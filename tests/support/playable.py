"""The parts that a game of the catalogue must have, each with a check that names what of it is missing."""

import ast
import csv
import importlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from inspect import getfile
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from tapete.bots.bot import roster_of
from tapete.catalogue import GameEntry, OpeningError
from tapete.chance import ChanceKind, DealsCards, DrawsTokens, OpensTable
from tapete.clauses import GAMES, game_clauses, practices, wording
from tapete.clauses.register import PREFIXES
from tapete.kernel import HOUSE, Accepted, Act, Game, PersonId, fold
from tapete.record.codec import members, read_act, read_event, tag_of
from tapete.record.notation import NotationError, play, read_notation, verbs_of
from tapete.table.state import SeatsPeople, StaffedState, TableState, TableView
from tapete.web.games import screen_of
from tapete.web.games.baccarat.page import SHARED
from tapete.words import LANGS, topics
from tests.support import ROOT
from tests.support.record.declared import golden_trees


class Evidence(NamedTuple):
    """Where the recorded files of a game lie: a golden file for each kind, or one with a line for each; tables in
    notation; the absence matrix.
    """

    golden: Path
    tables: tuple[Path, ...]
    absence: Path


def evidence_of(key: str) -> Evidence:
    tests = ROOT / "tests"
    tables = (*(tests / "tables" / key).glob("*.toml"), *(tests / "record" / "tables").glob("*.toml"))
    return Evidence(tests / "record" / "golden" / key, tables, ROOT / "docs" / "clauses" / f"{key}-absence.csv")


class Case(NamedTuple):
    entry: GameEntry
    evidence: Evidence

    @property
    def game(self) -> Game[Any]:
        return self.entry.engine(None)


Check = Callable[[Case], Iterable[str]]


def unworded(topic: str, codes: Iterable[str]) -> Iterator[str]:
    """Yield the codes of a topic that lack a text in one of the languages, with those languages."""
    known = topics().get(topic, {})
    for code in codes:
        entry = known.get(code, {})
        if missing := [lang for lang in LANGS if not entry.get(lang, "").strip()]:
            yield f"{topic}.{code}: {', '.join(missing)}"


def refusal_words(case: Case) -> Iterator[str]:
    yield from unworded("refusal", sorted(set(refusals_in(Path(getfile(type(case.game))).parent))))


def refusals_in(folder: Path) -> Iterator[str]:
    """Yield the codes of the refusals that are written out in a game's own source."""
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id="fault" | "Refused"), args=[ast.Constant(value=str(code)), *_]):
                    yield code


def irregularity_words(case: Case) -> Iterator[str]:
    for kind in members(case.game.act_types):
        if tag_of(kind).startswith("report"):
            for field in msgspec.inspect.type_info(kind).fields:
                of = getattr(field.type, "cls", None)
                if field.required and isinstance(of, type) and issubclass(of, Enum):
                    yield from unworded("irregularity", [str(one.value) for one in of])


def register_letters(case: Case) -> Iterator[str]:
    key, letters = case.entry.key, case.entry.prefixes
    if key in GAMES and PREFIXES[key] != letters:
        yield f"the register writes {', '.join(PREFIXES[key])}"
    own = [one.id for one in practices().values() if one.game == key]
    yield from (one for one in own if one.split(".")[1] not in letters)


def spanish_wordings(case: Case) -> Iterator[str]:
    key = case.entry.key
    ids = [one.id for one in game_clauses(key)] if key in GAMES else []
    ids += [one.id for one in practices().values() if one.game == key]
    yield from (one for one in ids if wording(one, "es").lang != "es")


def shape(case: Case) -> Iterator[str]:
    """The engine, its opening act, and the state and the views of an open table have what the house relies on."""
    game, entry = case.game, case.entry
    if game.key != entry.key:
        yield f"the engine calls itself {game.key}"
    yield from lacking(game, Game)
    if lacking(game, DealsCards) and lacking(game, DrawsTokens):
        yield "neither cards_on_table nor urn_tokens"
    yield from lacking(entry.form().act, OpensTable)
    for fields in entry.demo[:1]:
        staff = {role: PersonId(f"p-{post.link}") for role, post in entry.posts.items()}
        outcome = game.decide(game.blank(), Act(HOUSE, entry.form().make({**fields, "staff": staff})))
        if isinstance(outcome, Accepted):
            state = fold(game.evolve, game.blank(), outcome.events)
            protocols = (StaffedState, TableState) if isinstance(state, SeatsPeople) else (StaffedState,)
            yield from (f"state: {name}" for one in protocols for name in lacking(state, one))
            for viewer in (None, *staff.values()):
                view = game.view(state, viewer)
                yield from (f"view of {viewer or 'the public'}: {name}" for name in lacking(view, TableView))


def lacking(one: Any, protocol: type) -> list[str]:
    """Return the members of a protocol that an object, or the objects of a class, do not have."""
    fields = one.__struct_fields__ if isinstance(one, type) and issubclass(one, msgspec.Struct) else ()
    names = [*vars(protocol), *protocol.__annotations__]
    return [name for name in names if not name.startswith("_") and name not in fields and not hasattr(one, name)]


def opening(case: Case) -> Iterator[str]:
    try:
        form = case.entry.form()
    except OpeningError as error:
        yield str(error)
        return
    if form.act not in members(case.game.act_types):
        yield f"{form.tag} is no act of the game"


def demo(case: Case) -> Iterator[str]:
    """The tables of the demo are opened as their entry says."""
    if not case.entry.demo:
        yield "no table in the demo"
    for fields in case.entry.demo:
        staff = {str(role): f"p-{post.link}" for role, post in case.entry.posts.items()}
        what = case.entry.form().make({**fields, "staff": staff})
        assert what.chance_kind() is ChanceKind.SEALED
        outcome = case.game.decide(case.game.blank(), Act(HOUSE, what))
        if not isinstance(outcome, Accepted):
            yield f"{fields['name']}: {outcome}"


def posts(case: Case) -> Iterator[str]:
    if not case.entry.posts:
        yield "nobody is on duty"
    links = Counter(one.link for one in (*case.entry.posts.values(), *case.entry.further_posts.values()))
    yield from (link for link, count in links.items() if count > 1)


def notation(case: Case) -> Iterator[str]:
    words = verbs_of(case.game)
    if words.table.opening != case.entry.form().tag:
        yield "opening"
    if not words.table.results:
        yield "results"
    if not words.table.verbs:
        yield "verbs"


def golden(case: Case) -> Iterator[str]:
    kept = golden_trees(case.evidence.golden)
    for sort, read in (("act", read_act), ("event", read_event)):
        for kind in members(getattr(case.game, f"{sort}_types")):
            if (tree := kept.get(tag_of(kind))) is not None:
                read(case.game, tree)
            else:
                yield f"{sort}s/{tag_of(kind)}.json"


def recorded_tables(case: Case) -> Iterator[str]:
    """At least one table is written down, and what is written there is what happens."""
    own = [path for path in case.evidence.tables if f'game = "{case.entry.key}"' in path.read_text("utf-8")]
    if not own:
        yield f"no table of {case.entry.key}"
        return
    try:
        play(case.game, read_notation(min(own)))
    except NotationError as error:
        yield f"{min(own).name}: {error}"


def absence_matrix(case: Case) -> Iterator[str]:
    path = case.evidence.absence
    if not path.is_file():
        yield f"no {path.name}"
        return
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    phases = {str(one) for one in type(case.game.blank().phase)}
    if {row["he"] for row in rows} < {"leaves", "silent", "away"}:
        yield "leaves, silent, away"
    yield from (f"{row['role']} in {row['phase']}" for row in rows if row["phase"] not in phases or not row["outcome"])


def bots(case: Case) -> Iterator[str]:
    found = part_of(lambda: roster_of(case.entry.key))
    if found is None:
        yield case.entry.bots_module
        return
    yield from (str(role) for role in case.entry.posts if role not in found.staff)


def tags(kinds: Any) -> list[str]:
    return sorted({tag_of(one).partition("@")[0] for one in members(kinds)})


def screen(case: Case) -> Iterator[str]:
    if part_of(lambda: screen_of(case.entry.key)) is None:
        yield case.entry.screen_module


def letters(case: Case) -> Iterator[str]:
    """The desks have letters: each is one small letter, of an act of this game."""
    found = part_of(lambda: screen_of(case.entry.key))
    own = {} if found is None else found.letters
    if not own:
        yield "no letters"
    acts = {tag_of(one) for one in members(case.game.act_types)}
    yield from (f"{name}: {key}" for name, key in own.items() if name.partition(".")[0] not in acts or len(key) != 1)
    clash = {key for name, key in SHARED.items() if name in acts and name not in own} & set(own.values())
    yield from sorted(clash)


def part_of(find: Callable[[], Any]) -> Any:
    """Return a part that lies in a module, ``None`` where the module or the part is missing."""
    importlib.invalidate_caches()
    try:
        return find()
    except (ImportError, AttributeError):
        return None


PARTS: Final[Mapping[str, Check]] = {
    "words of its acts": lambda case: unworded("act", tags(case.game.act_types)),
    "words of its events": lambda case: unworded("event", tags(case.game.event_types)),
    "words of its refusals": refusal_words,
    "words of its phases": lambda case: unworded("window", [str(one) for one in type(case.game.blank().phase)]),
    "words of its roles": lambda case: unworded("role", map(str, (*case.entry.posts, *case.entry.further_posts))),
    "its name": lambda case: unworded("game", case.entry.names),
    "words of its irregularities": irregularity_words,
    "letters of its clauses": register_letters,
    "Spanish wordings": spanish_wordings,
    "rulebooks": lambda case: [] if case.game.library.of(case.entry.key) else [f"no rulebook of {case.entry.key}"],
    "shape of a table": shape,
    "opening form": opening,
    "tables of the demo": demo,
    "posts": posts,
    "notation": notation,
    "golden files": golden,
    "recorded tables": recorded_tables,
    "absence matrix": absence_matrix,
    "bots": bots,
    "screen": screen,
    "letter keys": letters,
}
"""Every part, in the order of ``docs/how-to/add-a-game.md``."""
