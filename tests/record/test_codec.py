"""What was recorded reads for ever: one spelling, golden forms, private fields, released editions."""

import json
from collections.abc import Iterator
from copy import deepcopy
from itertools import pairwise
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import msgspec
import pytest
import rfc8785
from hypothesis import given, strategies as st
from immutables import Map
from msgspec.structs import replace

from tapete.cards import card
from tapete.cartones import Law
from tapete.catalogue import house_games
from tapete.clauses import cite
from tapete.cli import records
from tapete.games.baccarat.effects import Cell
from tapete.games.baccarat.procedure import CardDealt
from tapete.games.banked.coup import Word
from tapete.games.banked.events import AdviceAsked, BankerDecided, WordSaid
from tapete.games.bingo.acts import MarkNumber, OpenHall, RegisterSeries
from tapete.games.bingo.events import HallContinued, NumberMarked, SeriesRegistered
from tapete.games.bingo.inventory import Inventory, Secrets
from tapete.games.bingo.terms import SeriesKind
from tapete.games.dos_panos.acts import ProveDeposit
from tapete.games.dos_panos.events import BankProven
from tapete.games.dos_panos.rules import DepositPlace
from tapete.house.acts import LodgeProof
from tapete.house.engine import ESTABLISHMENT
from tapete.house.events import ProofLodged
from tapete.kernel import HOUSE, Act, ActBody, Event, PersonId
from tapete.record import codec, entry as record_entry
from tapete.record.audit import audit
from tapete.record.checkpoints import Checkpoint
from tapete.record.days import FilesSource
from tapete.record.editions import EditionHistory
from tapete.record.recompute import Recomputation
from tapete.record.report import CURRENT, EDITIONS
from tapete.record.source import Custody, ExportSource, Source, StoredEntry
from tapete.record.verify import opened_faces
from tests.support.record.declared import ENGINES
from tests.support.record.tables import TIME, Staked, TableActor, Toy, play
from tests.support.rows import rows

GOLDEN = Path(__file__).with_name("golden")
GAMES = tuple(house_games().values())
KINDS = [(game, sort, codec.tag_of(kind)) for game in GAMES for sort in ("event", "act")
         for kind in codec.members(getattr(game, f"{sort}_types"))]  # fmt: skip


class Holds(Event, frozen=True, tag="holds@1"):
    chips: Map[str, int]
    who: frozenset[str] = frozenset()


def test_maps_and_sets_have_one_spelling() -> None:
    tree = codec.to_tree(Holds(Map({"b": 2, "a": 1}), frozenset({"x", "y", "z"})))
    assert tree == {"event": "holds@1", "chips": {"a": 1, "b": 2}, "who": ["x", "y", "z"]}


@rows("bad", ["", "Ana", "ana\n", "señor", "system:bank", "a" * 41])
def test_an_id_that_is_no_pseudonym_is_read_nowhere(bad: str) -> None:
    with pytest.raises(codec.DecodeError):
        codec.read_event(Toy(), {"event": "staked@1", "person": bad, "amount": 1})
    with pytest.raises(codec.DecodeError):
        codec.read_act(Toy(), {"by": bad, "what": {"act": "deal"}, "at": None})
    assert codec.read_event(Toy(), {"event": "staked@1", "person": "9-ana", "amount": 1}) == Staked(
        PersonId("9-ana"), 1
    )


def test_old_kinds_are_raised_step_by_step() -> None:
    def named(tree: dict[str, Any]) -> dict[str, Any]:
        return {"event": "stake@2", "person": tree["who"], "amount": tree["amount"]}

    def in_cents(tree: dict[str, Any]) -> dict[str, Any]:
        return {**tree, "event": "staked@1", "amount": tree["amount"] * 100}

    def turned(tree: dict[str, Any]) -> dict[str, Any]:
        return {**tree, "act": "deal"}

    steps = codec.Upcasters({
        ("toy", "event", "stake@1"): named, ("*", "event", "stake@2"): in_cents, ("toy", "act", "give"): turned,
    })  # fmt: skip
    old = {"event": "stake@1", "who": "ana", "amount": 5}
    assert codec.read_event(Toy(), old, steps) == Staked(PersonId("ana"), 500)
    assert old == {"event": "stake@1", "who": "ana", "amount": 5}
    assert codec.read_act(Toy(), {"by": "ana", "what": {"act": "give"}, "at": None}, steps).by == "ana"
    with pytest.raises(codec.DecodeError):
        codec.read_event(Toy(), old)
    circle = codec.Upcasters({("toy", "event", "stake@1"): dict})
    with pytest.raises(codec.UpcastError, match="toy stake@1"):
        codec.read_event(Toy(), old, circle)


def has_all_of(written: Any, tree: Any) -> bool:
    """Return True if a tree says all that another says; fields may have been added at any depth."""
    if isinstance(tree, dict):
        there = isinstance(written, dict) and tree.keys() <= written.keys()
        return there and all(has_all_of(written[name], tree[name]) for name in tree)
    if isinstance(tree, list):
        return len(written) == len(tree) and all(map(has_all_of, written, tree))
    return bool(written == tree)


@rows("path", sorted(GOLDEN.glob("*/*/*.json")))
def test_recorded_kinds_read_for_ever(path: Path) -> None:
    game = {one.key: one for one in GAMES}[path.parts[-3]]
    tree = json.loads(path.read_text("utf-8"))
    read = codec.read_event(game, tree) if path.parts[-2] == "events" else codec.read_act(game, tree)
    written = codec.to_tree(read)
    if not codec.UPCASTERS:
        assert has_all_of(written, tree) if path.parts[-2] == "events" else written["by"] == tree["by"]
    assert isinstance(read, Event | Act)


def insides(tree: Any) -> Iterator[dict[str, Any]]:
    for one in tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list) else ():
        if isinstance(one, dict):
            yield one
        yield from insides(one)


@rows("game, sort, kind", KINDS)
def test_what_nothing_reads_is_refused_however_deep_it_lies(game: Any, sort: str, kind: str) -> None:
    """Whatever is read at all is written back: a name of a map can be any."""
    path = GOLDEN / game.key / f"{sort}s" / f"{kind}.json"
    read = codec.read_event if sort == "event" else codec.read_act
    for at in range(len([*insides(json.loads(path.read_bytes()))])):
        tree = json.loads(path.read_bytes())
        [*insides(tree)][at]["strange"] = 1
        try:
            found = codec.to_tree(read(game, tree))
        except (codec.DecodeError, codec.UpcastError):
            continue
        assert "strange" in json.dumps(found)


def test_golden_files_are_canonical() -> None:
    for path in GOLDEN.glob("*/*/*.json"):
        assert path.read_bytes() == record_entry.canonical(json.loads(path.read_text("utf-8"))) + b"\n", path


EVA = PersonId("eva")
SERIES = SeriesRegistered("roja", "A", 1, 600, 200, SeriesKind.SINGLE, "")
FACE = card("9s")
HIDDEN: list[tuple[ActBody | Event, tuple[str, ...]]] = [
    (CardDealt(3, "shoe", FACE, face_up=False), ("face",)),
    (CardDealt(3, "shoe", FACE, face_up=True), ()),
    (AdviceAsked(EVA), ("answer", "duty")),
    (WordSaid(Word.CARTA), ("duty",)),
    (BankerDecided(Cell.DRAW), ("duty",)),
    (BankProven(EVA, DepositPlace.CASH_DESK, 100_000), ("amount",)),
    (BankProven(EVA, None, None), ()),
    (ProveDeposit(EVA, 100_000), ("amount",)),
    (ProveDeposit(EVA, is_of_house=True), ()),
    (MarkNumber("roja-1", 5), ("card", "number")),
    (NumberMarked(EVA, "roja-1", 5), ("card", "number")),
    (OpenHall("Sala", "libro"), ()),
    (OpenHall("Sala", "libro", inventory=Inventory()), ("secrets",)),
    (HallContinued(Inventory(), Secrets()), ("secrets",)),
    (RegisterSeries("R", law=Law.FOREIGN), ()),
    *((RegisterSeries("R", law=law), ("secret",)) for law in Law if law is not Law.FOREIGN),
    (SERIES, ()),
    *((msgspec.structs.replace(SERIES, law=law), ("secret",)) for law in Law if law is not Law.FOREIGN),
    (LodgeProof(EVA, 100_000), ("amount",)),
    (ProofLodged(EVA, 100_000, ""), ("amount",)),
]


@rows("said, fields", HIDDEN)
def test_what_only_the_private_part_may_hold(said: ActBody | Event, fields: tuple[str, ...]) -> None:
    assert said.private() == fields
    nobody_knows = msgspec.structs.replace(said, **dict.fromkeys(fields))
    assert nobody_knows.private() == fields
    assert msgspec.convert(msgspec.to_builtins(nobody_knows), type(said)) == nobody_knows


def test_no_other_act_or_event_hides_anything() -> None:
    kinds = {key: {*codec.members(one.act_types), *codec.members(one.event_types)} for key, one in ENGINES.items()}
    plain = (ActBody.private, Event.private)
    hiding = {key: {one.__name__ for one in of if one.private not in plain} for key, of in kinds.items()}
    cards = {"CardDealt"}
    banked = cards | {"AdviceAsked", "WordSaid", "BankerDecided"}
    assert hiding == {
        "punto-y-banca": cards,
        "chemin-de-fer": banked,
        "dos-panos": banked | {"BankProven", "ProveDeposit"},
        "bingo": {"MarkNumber", "NumberMarked", "OpenHall", "HallContinued", "RegisterSeries", "SeriesRegistered"},
        "house": {"LodgeProof", "ProofLodged"},
    }
    assert set().union(*hiding.values()) == {type(said).__name__ for said, _ in HIDDEN}


HERE = Path(__file__).parent / "released"
HALLS = [(one.stem, name) for one in sorted(HERE.glob("*.zip")) for name in sorted(ZipFile(one).namelist())]


def opened(edition: str, name: str, folder: Path) -> ExportSource:
    return ExportSource(Path(ZipFile(HERE / f"{edition}.zip").extract(name, folder)))


def test_every_released_edition_but_the_one_of_now_has_its_recorded_halls() -> None:
    assert {edition for edition, _ in HALLS} >= {one.name for one in EDITIONS} - {CURRENT}


@rows("edition, name", HALLS)
def test_a_recorded_hall_of_a_released_edition_is_sound(edition: str, name: str, tmp_path: Path) -> None:
    source = opened(edition, name, tmp_path)
    found = audit(source, records.record_games(source))
    assert not found.problems, "no line of record/editions.toml names what is otherwise now"
    said = {one.facts["edition"] for one in found.warnings if one.code == "decided-otherwise"}
    assert said == {one.edition for one in found.explained_differences}
    assert edition not in said


def test_a_decision_that_no_edition_explains_is_a_mismatch_in_an_old_record_too(tmp_path: Path) -> None:
    source = opened("0.1.0", "punto-natural.jsonl", tmp_path)
    (table,) = source.tables()
    *kept, last = source.stored_entries(table)
    entry = replace(record_entry.read_entry(last.link.body), rests_on=("CF.A.01",))
    kept.append(replace(last, link=record_entry.Link(entry.body(), entry.hash())))
    source.stored_entries = lambda _: iter(kept)  # type: ignore[method-assign]
    found = audit(source, records.record_games(source))
    assert {one.code for one in found.problems} == {"clauses-differ"}


def chained(source: ExportSource, *, first_alone: bool = True, **said: Any) -> ExportSource:
    """Return a record whose entries, or the first one alone, say something else, chained anew."""
    (table,) = source.tables()
    links = list(source.stored_entries(table))
    entries = [record_entry.read_entry(one.link.body) for one in links]
    for at, entry in enumerate(entries):
        prev = entries[at - 1].hash() if at else entry.prev
        entries[at] = replace(entry, prev=prev, **({} if at and first_alone else said))
    changed = [replace(one, link=stored(two).link) for one, two in zip(links, entries, strict=True)]
    source.stored_entries = lambda _: iter(changed)  # type: ignore[method-assign]
    return source


def noted_at_a_strict_table(entries: list[record_entry.Entry]) -> None:
    """An opening says that the table was strict, where 0.1.0 let no croupier speak for anybody."""
    first = entries[0]
    what, (opened, *more) = {**first.act["what"], "conduct": "strict"}, first.events
    entries[0] = replace(first, act={**first.act, "what": what}, events=({**opened, "conduct": "strict"}, *more))


def noted_by_a_bystander(entries: list[record_entry.Entry]) -> None:
    """Somebody declines a bank that was not offered to them."""
    at = [(one.by, one.act["what"]["act"]) for one in entries].index(("croupier", "decline-bank"))
    entries[at] = replace(entries[at], by="zoe", act={**entries[at].act, "by": "zoe"})


@rows("forged", [noted_at_a_strict_table, noted_by_a_bystander])
def test_what_a_croupier_noted_in_an_old_record_is_excused_of_them_alone(forged: Any, tmp_path: Path) -> None:
    """Threat: a record is written anew as one of 0.1.0, to be excused where somebody acted for others."""
    source = opened("0.1.0", "observed-sealed-chemin.jsonl", tmp_path)
    (table,) = source.tables()
    links = list(source.stored_entries(table))
    entries = [record_entry.read_entry(one.link.body) for one in links]
    forged(entries)
    for at in range(1, len(entries)):
        entries[at] = replace(entries[at], prev=entries[at - 1].hash())
    changed = [replace(one, link=stored(two).link) for one, two in zip(links, entries, strict=True)]
    source.stored_entries = lambda _: iter(changed)  # type: ignore[method-assign]
    assert "act-refused" in {one.code for one in audit(source, records.record_games(source)).problems}


BEFORE, AFTER = "2026-01-02T03:04:04+02:00", "2026-01-02T03:04:06+01:00"
"""An hour before the recorded tables, and a second after they began."""


@rows(
    "first, beside, explained",
    [
        ("0.1.0", None, True),
        (CURRENT, None, False),
        ("0.0.9", None, False),
        ("0.1.0", (CURRENT, BEFORE), False),
        ("0.1.0", (CURRENT, AFTER), True),
        ("0.1.0", ("0.1.0", BEFORE), True),
    ],
)
def test_no_entry_goes_back_to_an_edition_before_one_that_decided(
    first: str, beside: tuple[str, str] | None, explained: bool, tmp_path: Path
) -> None:
    """Threat: a table that is begun today names an older edition, to be excused where that one decided otherwise."""
    one = chained(opened("0.1.0", "banco-called-by-two.jsonl", tmp_path), edition=first)
    files, (table,) = [one], one.tables()
    if beside is not None:
        other = opened("0.1.0", "punto-natural.jsonl", tmp_path)
        files.append(chained(other, first_alone=False, edition=beside[0], time=beside[1]))
    source = FilesSource(files)
    found = audit(source, records.record_games(source), tables=(table,))
    assert bool(found.explained_differences) is explained
    assert bool({one.code for one in found.problems} - {"edition-unknown"}) is not explained
    older = [one.facts.get("case") for one in found.warnings if one.code == "edition-older"]
    newer = [] if explained or first == "0.0.9" else [None if beside is None else "elsewhere"]
    assert older == newer


class Told(Source):
    """Tables, each with its entries as ``EDITION:MINUTE``; ``=a2`` tells of an entry, ``>a2`` goes on from one."""

    def __init__(self, tables: dict[str, str], keys: dict[str, str]) -> None:
        self.kept = {
            table: [self._entry(table, *one) for one in enumerate(tables[table].split(), 1)] for table in tables
        }
        self._keys = keys

    def _entry(self, table: str, version: int, text: str) -> record_entry.Entry:
        said, _, after = text.partition(">")
        said, _, told = said.partition("=")
        edition, minute = said.split(":")
        act = {"what": {"act": "follow-table", "table": told[0], "entry": int(told[1:])} if told else {}}
        goes_on = {"continues": record_entry.StreamEnd(after[:-1], int(after[-1]), "0"), "prev": "0"} if after else {}
        time = f"2026-01-02T03:{minute}:00+01:00"
        same = {"game": "toy", "by": HOUSE, "epoch": 1}
        return record_entry.Entry(table=table, version=version, edition=edition, time=time, act=act, **same, **goes_on)

    def tables(self) -> tuple[str, ...]:
        return tuple(self.kept)

    def stored_entries(self, table: str) -> Iterator[StoredEntry]:
        return map(stored, self.kept[table])

    def checkpoints(self, table: str) -> tuple[Checkpoint, ...]:
        return (Checkpoint(table, 1, "0", "", self._keys.get(table, "k")),)

    def custody(self, table: str) -> Custody:
        return Custody()

    def accused(self) -> dict[str, list[int]]:
        """Return the entries of edition 1 before which edition 2 had decided."""
        history, found = EditionHistory((self,)), {}
        for table, entries in self.kept.items():
            since = min(known.get("2", MOST) for known in history.beside(table))
            found[table] = [one.version for one in entries if one.edition == "1" and one.version >= since]
        return {table: versions for table, versions in found.items() if versions}


NEWER = "2:20 2:21 2:22"


@rows(
    "tables, accused",
    {
        "begun today": ({"a": "1:30 1:31", "b": NEWER}, {"a": [1, 2]}),
        "gone on with today": ({"a": "1:10 1:30 1:31", "b": NEWER}, {"a": [2, 3]}),
        "begun today, one clock behind": ({"a": "1:30 1:31 1:10", "b": f"2:00 {NEWER}"}, {"a": [1, 2, 3]}),
        "the first of the newer behind": ({"a": "1:10 1:11 1:12", "b": f"2:00 {NEWER}"}, {}),
        "the last of the older ahead": ({"a": "1:10 1:11 1:50", "b": NEWER}, {}),
        "one of the older ahead": ({"a": "1:10 1:50 1:11", "b": NEWER}, {}),
        "set back between the editions": ({"a": "1:50 1:55 2:10 2:11", "b": "2:05 2:06", "c": "1:40 1:52"}, {}),
        "behind at first": ({"a": "1:10 1:11 2:00 2:01 2:20 2:21", "b": "2:02 2:03", "c": "1:05 1:12"}, {}),
        "gone on with, the clock behind": ({"a": "1:10 1:11", "b": "2:00>a2 2:01"}, {}),
        "of two halls": ({"a": "1:30 1:31", "z": NEWER}, {}),
        "the house after a table": ({"a": "2:10", "house": "1:08 1:10=a1 1:12"}, {"house": [2, 3]}),
        "a table after the house": ({"a": "1:10 1:10 1:11", "house": "2:10 2:10=a2"}, {"a": [2, 3]}),
        "a table after another, by the house": (
            {"a": "1:10 2:11", "b": "1:10 1:12", "house": "1:11=a2 1:12=b2"},
            {"house": [1, 2], "b": [2]},
        ),
        "told before, the clock ahead": ({"a": "1:50 1:51", "house": "1:51=a2 2:20 2:21"}, {}),
        "from where it goes on": (
            {"a": "1:10 2:10", "b": "1:10>a2", "c": "1:10>a1", "d": "1:10>b1"},
            {"b": [1], "d": [1]},
        ),
    },
)
def test_chains_say_which_edition_had_decided_and_times_where_no_one_clock_alone_does(
    tables: dict[str, str], accused: dict[str, list[int]]
) -> None:
    """Threat: a table, or a house, names an older edition today. And no hall is refused for a clock that was wrong."""
    assert Told(tables, {"z": "other"}).accused() == accused


def test_a_table_goes_on_from_many_others() -> None:
    names = [f"t{number}" for number in range(1_500)]
    kept = {"t0": "2:10"} | {name: f"1:10>{before}1" for before, name in pairwise(names)}
    assert len(Told(kept, {}).accused()) == len(names) - 1


def stored(entry: record_entry.Entry) -> StoredEntry:
    return StoredEntry(record_entry.Link(entry.body(), entry.hash()))


def leaves(tree: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    inner = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for key, value in inner:
        yield from leaves(value, (*path, key))
    if path and path[-1] != "event" and not isinstance(tree, dict | list):
        yield path, tree


def forged(tree: Any, path: tuple[Any, ...], value: Any) -> Any:
    head, *rest = path
    copy = dict(tree) if isinstance(tree, dict) else list(tree)
    copy[head] = forged(tree[head], tuple(rest), value) if rest else value
    return copy


def otherwise(value: Any) -> Any:
    return not value if isinstance(value, bool) else value + 1 if isinstance(value, int) else f"{value or ''}x"


@rows("edition, name", HALLS)
def test_what_an_older_edition_decided_is_excused_in_nothing_but_what_changed(
    edition: str, name: str, tmp_path: Path
) -> None:
    """Threat: whoever writes the record changes a fact of an event or of an act of chance, or adds an event that moves
    money, and counts on the entry's age. Each value of each kind is changed once a hall; each entry is tried with money
    added.
    """
    source = opened(edition, name, tmp_path)
    (table,) = source.tables()
    kept = [(record_entry.read_entry(one.link.body), one) for one in source.stored_entries(table)]
    entries = [entry for entry, _ in kept]
    faces = {place: face for entry in entries for place, face in opened_faces(entry).items()}
    game = records.record_games(source)[entries[0].game]
    judged, seen = Recomputation(game, table, faces, frozenset(source.rulebooks())), set[str]()
    moving = [tree for one in entries for tree in one.events if game.postings(codec.read_event(game, tree))][:3]
    excused = {
        path.strip("+-") for one in EDITIONS for change in one.changes for path in change.paths if path[-1] in "+-"
    }
    for entry, stored in kept:
        tries = [(f"+{tree['event']}", replace(entry, events=(*entry.events, tree))) for tree in moving]
        for field, at, tree in (
            (name, *one) for name in ("events", "chance") for one in enumerate(getattr(entry, name))
        ):
            kind = tree["what"]["act"] if field == "chance" else tree["event"].partition("@")[0]
            changes = [(path, otherwise(value)) for path, value in leaves(tree)]
            for path, value in [*changes, *[(("by",), "ana"), (("at",), None)] * (field == "chance")]:
                place = ".".join((kind, *(one for one in path if isinstance(one, str)))) + "-" * (value is None)
                if place not in seen and not any(f"{place}.".startswith(f"{one}.") for one in excused):
                    seen.add(place)
                    trees = forged(list(getattr(entry, field)), (at, *path), value)
                    tries.append((place, replace(entry, **{field: tuple(trees)})))
        for place, changed in tries:
            again = deepcopy(judged, {id(one): one for one in (game, judged.state, judged.before)})
            found = list(again.entry(changed, stored.private(entry, None)))
            assert [one for one in found if one.explained_by is None], f"entry {entry.version} passes with {place}"
        list(judged.entry(entry, stored.private(entry, None)))


def test_what_an_edition_names_is_known() -> None:
    """A misspelt clause, game, event or field would explain nothing, and nobody would see it."""
    games = (*GAMES, ESTABLISHMENT)
    kinds = {game.key: {codec.tag_of(one): one for one in codec.members(game.event_types)} for game in games}
    events = {game: {tag.partition("@")[0]: one for tag, one in of.items()} for game, of in kinds.items()}
    assert all({*added} <= kinds[game].keys() for edition in EDITIONS for game, added in edition.events.items())
    for change in (change for edition in EDITIONS for change in edition.changes):
        assert change.game in {*house_games(), "house", "*"}
        assert all(cite(one) for one in change.clauses)
        assert change.paths or change.clauses or change.refusals
        assert {*change.acts} <= {codec.tag_of(one) for game in games for one in codec.members(game.act_types)}
        for kind, *field in (path.partition(" ")[0].strip("+-").split(".") for path in change.paths):
            assert {*field[:1]} <= {one.encode_name for one in msgspec.structs.fields(events[change.game][kind])}


MOST = 2**53 - 1


def trees(text: st.SearchStrategy[str]) -> st.SearchStrategy[object]:
    leaves = st.none() | st.booleans() | st.integers(-MOST, MOST) | text
    keys = st.text(st.characters(max_codepoint=127), max_size=8)
    return st.recursive(leaves, lambda inner: st.lists(inner) | st.dictionaries(keys, inner), max_leaves=20)


ASCII = st.text(st.characters(max_codepoint=127))
ANY = st.text(st.characters(exclude_categories=["Cs"]))


@given(trees(ASCII))
def test_ascii_values_are_spelled_as_in_rfc_8785(value: object) -> None:
    assert record_entry.canonical(value) == rfc8785.dumps(value)


@given(trees(ANY))
def test_other_text_differs_from_rfc_8785_only_by_escapes(value: object) -> None:
    spelled = record_entry.canonical(value)
    assert spelled.isascii()
    assert json.loads(spelled) == value
    assert rfc8785.dumps(json.loads(spelled)) == rfc8785.dumps(value)


@rows(
    "value, code, facts",
    [
        (1.5, "no-spelling", {"path": "$", "kind": "float"}),
        ({"a": [0, {"b": b"x"}]}, "no-spelling", {"path": "$.a[1].b", "kind": "bytes"}),
        ({"a": {1, 2}}, "no-spelling", {"path": "$.a", "kind": "set"}),
        (record_entry.LIMIT, "number-large", {"path": "$", "value": str(record_entry.LIMIT)}),
        ({"a": -record_entry.LIMIT}, "number-large", {"path": "$.a", "value": str(-record_entry.LIMIT)}),
        ({"ñ": 1}, "key-not-ascii", {"path": "$", "key": "'ñ'"}),
        ([{"a": {1: 2}}], "key-not-ascii", {"path": "$[0].a", "key": "1"}),
        ("\ud800", "surrogate", {"path": "$"}),
        (["a", "ñ\udfff"], "surrogate", {"path": "$[1]"}),
    ],
)
def test_what_has_no_spelling_is_named_with_its_place(value: Any, code: str, facts: dict[str, Any]) -> None:
    with pytest.raises(record_entry.CanonicalError) as refused:
        record_entry.canonical(value)
    assert (refused.value.code, refused.value.facts) == (code, facts)


@rows(
    "text, twice",
    [
        (b'{"a":1,"b":2}', False),
        (b'{"a":1,"a":1}', True),
        (b'{"a":1,"b":2,"a":3}', True),
        (b'{"b":{"a":1,"a":2}}', True),
        (b'{"a":{"a":1},"b":[{"a":1}]}', False),
        (b'[{"a":1,"a":1},{"a":1}]', True),
    ],
)
def test_a_key_that_is_named_twice_in_one_object_is_found_wherever_it_stands(text: bytes, twice: bool) -> None:
    assert record_entry.has_repeated_key(text) is twice
    decoder = msgspec.json.Decoder(Any)
    assert record_entry.read_json(decoder, text) == decoder.decode(text)
    if twice:
        with pytest.raises(record_entry.UnreadableTextError, match="a key is named twice"):
            record_entry.read_json(decoder, text, names_once=True)
    else:
        assert record_entry.read_json(decoder, text, names_once=True) == decoder.decode(text)


@rows("text", [b"", b"{", b'"\xff"', b"[" * 100_000, b'{"a":"1"}'])
def test_bytes_that_are_no_text_of_the_type_that_is_due_cannot_be_read(text: bytes) -> None:
    with pytest.raises(record_entry.UnreadableTextError, match="no JSON text of this type"):
        record_entry.read_json(msgspec.json.Decoder(dict[str, int]), text)


def entry(**fields: object) -> record_entry.Entry:
    base = {"table": "t", "game": "toy", "version": 1, "time": TIME, "by": "ana", "epoch": 1, "edition": "1", "act": {}}
    return record_entry.Entry(**{**base, **fields})


def test_body_round_trips_byte_for_byte() -> None:
    for made in play(TableActor()).made:
        assert record_entry.read_entry(made.entry.body()) == made.entry
        assert made.entry.hash() == made.hash


def test_other_spellings_of_the_same_entry_are_refused() -> None:
    body = entry().body()
    for other in (body + b" ", body.replace(b'"act":{}', b'"act": {}'), msgspec.json.encode(entry())):
        with pytest.raises(record_entry.BadEntryError):
            record_entry.read_entry(other)


@rows("change", [(b'"version":1', b'"version":"1"'), (b'"version":1', b'"version":1,"x":1'), (b'"epoch":1,', b"")])
def test_entries_are_read_strictly(change: tuple[bytes, bytes]) -> None:
    body = entry().body()
    assert change[0] in body
    with pytest.raises(record_entry.BadEntryError):
        record_entry.read_entry(body.replace(*change))
