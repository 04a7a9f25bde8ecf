"""What every event owes: it is read strictly, its money is in balance, it changes the fields that are declared.

They are those of the recorded tables, of evenings and days at random; what none of these brings is made up.
"""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import msgspec
import pytest
from immutables import Map
from msgspec import inspect

from tapete.catalogue import entry, recorded_engines
from tapete.house.engine import ESTABLISHMENT
from tapete.record.codec import DecodeError, members, read_event, tag_of, to_tree
from tapete.record.notation import play, read_notation
from tapete.record.notation.text import with_rulebooks
from tests.support import ROOT
from tests.support.every_game import Evening, settings
from tests.support.rows import rows

ENGINES = recorded_engines()
KINDS = [(key, tag_of(kind)) for key, game in ENGINES.items() for kind in members(game.event_types)]
MAY_CHANGE: dict[str, dict[str, list[str]]] = tomllib.loads((ROOT / "tests" / "event_fields.toml").read_text("utf-8"))
TEXTS = ("ana", "2026-11-22", "2026-11-22T20:00", "20:00", "0" * 64, "1")
"""What fits the pattern of some text."""
ACTS = {"house": 150, "dos-panos": 10, "chemin-de-fer": 20}
"""So many acts has an evening, 50 in games with few recorded tables; one for each rulebook, variant, bank, conduct."""
TABLES_OF_A_GAME = 150
"""More recorded tables than these are not played: the rest repeats their openings."""
MIDDLE = {("dos-panos", "banco-awarded@1"), ("dos-panos", "banco-repeated@1")}
"""The deposit is booked here, what it covers by the next event of the same act: between them no table is sound."""


class Occurred(NamedTuple):
    where: str
    game: Any
    before: Any
    event: Any
    after: Any

    @property
    def kind(self) -> str:
        return tag_of(type(self.event))

    @property
    def name(self) -> str:
        return self.kind.partition("@")[0]

    def says(self, what: str) -> str:
        return f"{self.where}: {self.kind} {what}"


def told(wrong: list[str]) -> str:
    return "\n".join(["", *dict.fromkeys(wrong)][:40])


def folded(where: str, game: Any, state: Any, events: Any) -> Iterator[Occurred]:
    for event in events:
        after = game.evolve(state, event)
        yield Occurred(where, game, state, event, after)
        state = after


@cache
def tables() -> tuple[tuple[str, Any], ...]:
    paths = [*(ROOT / "tests" / "tables").glob("*/*.toml"), *(ROOT / "tests" / "record" / "tables").glob("*.toml")]
    return tuple((f"{path.parent.name}/{path.name}", read_notation(path)) for path in sorted(paths))


def recorded(key: str) -> Iterator[Occurred]:
    own = [(name, notation) for name, notation in tables() if notation.game == key]
    for name, notation in own[:: len(own) // TABLES_OF_A_GAME + 1]:
        game: Any = with_rulebooks(entry(key).engine(None), notation)
        run = play(game, notation)
        state = game.blank()
        for number, turn in enumerate((*([run.opening] if run.opening else []), *run.turns)):
            yield from folded(f"{name}, action {number}", game, state, turn.events)
            state = turn.state


@cache
def occurred(key: str) -> tuple[Occurred, ...]:
    found = list(recorded(key)) if key != ESTABLISHMENT.key else []
    for setting in settings(key, 0):
        one = Evening(setting, watched=False).run(ACTS.get(key, 50))
        state = one.game.blank()
        for number, turn in enumerate(one.turns):
            found += folded(f"{setting}, act {number} ({turn.acts[0].body})", one.game, state, turn.events)
            state = turn.state
    return tuple(found)


def changed(before: Any, after: Any, path: str = "") -> Iterator[str]:
    """Yield the fields of a state that are not what they were, of a part that is a struct in both its fields."""
    for name in before.__struct_fields__:
        old, new = getattr(before, name), getattr(after, name)
        if old is new or (old == new and type(old) is type(new)):
            continue
        if not path and isinstance(old, msgspec.Struct) and type(old) is type(new):
            yield from changed(old, new, f"{name}.")
        else:
            yield f"{path}{name}"


def value(kind: inspect.Type) -> Any:
    """Return some value of a declared type, as a record writes it: with every optional part there."""
    match kind:
        case inspect.Metadata(type=inner):
            return value(inner)
        case inspect.UnionType(types=types):
            return value(next(one for one in types if not isinstance(one, inspect.NoneType)))
        case inspect.StructType(fields=fields, tag=tag, tag_field=tag_field):
            own = {} if tag_field is None else {tag_field: tag}
            return own | {one.encode_name: value(one.type) for one in fields}
        case inspect.EnumType(cls=cls):
            return next(iter(cls)).value
        case inspect.LiteralType(values=values):
            return values[0]
        case inspect.TupleType(item_types=types):
            return [value(one) for one in types]
        case inspect.VarTupleType() | inspect.FrozenSetType() | inspect.ListType():
            return [value(kind.item_type)]
        case inspect.DictType():
            return {str(value(kind.key_type)): value(kind.value_type)}
        case inspect.BoolType():
            return True
        case inspect.IntType():
            return max(kind.ge or 0, (kind.gt or 0) + 1, 1)
        case inspect.StrType(pattern=pattern):
            return next(one for one in TEXTS if re.search(pattern or "", one))
        case inspect.CustomType(cls=cls):
            return {} if issubclass(cls, Map) else "ana"
        case _:
            return "ana"


@cache
def made(key: str, tag: str) -> dict[str, Any]:
    kind = next(one for one in members(ENGINES[key].event_types) if tag_of(one) == tag)
    return value(inspect.type_info(kind))


def values_of(tree: dict[str, Any]) -> list[str]:
    return [name for name in tree if name != "event"]


@rows("key, tag", KINDS)
def test_a_written_event_is_read_strictly(key: str, tag: str) -> None:
    """A kind goes round; a field more, a number with a point or nothing at all in place of a value is refused."""
    game, tree = ENGINES[key], made(key, tag)
    event = read_event(game, tree)
    assert to_tree(event) == tree, "written again it is another event"
    if tag != "coup-settled@1":  # its parts must fit each other; those that occur do
        assert sum(leg.amount for leg in game.postings(event)) == 0, "money is made or lost"
    spoilt = {"a strange field": {**tree, "colour": "red"}, "an unknown version": {**tree, "event": f"{tag}0"}}
    spoilt |= {f"{name} = 1.5": {**tree, name: 1.5} for name in values_of(tree)}
    spoilt |= {f"{name} = {{colour: red}} in a list": {**tree, name: [{"colour": "red"}]} for name in values_of(tree)}
    for what, wrong in spoilt.items():
        try:
            found = read_event(game, wrong)
        except DecodeError:
            continue
        pytest.fail(f"{key} {tag}: {what} was read as {found}")


@pytest.mark.parametrize("key", ENGINES)
def test_money_that_an_event_moves_sums_to_nought_and_is_what_the_books_show(key: str) -> None:
    """The ledger of the state moves by the postings of the event and by nothing else."""
    wrong = []
    for one in occurred(key):
        moved: Counter[str] = Counter()
        for leg in one.game.postings(one.event):
            moved[leg.account] += leg.amount
        if sum(moved.values()):
            wrong.append(one.says(f"leaves {sum(moved.values())} cents over: {dict(moved)}"))
        old, new = one.before.ledger, one.after.ledger
        if old is not new or moved:
            names = {*old, *new, *moved}
            shown = {name: new.get(name, 0) - old.get(name, 0) for name in names}
            if any(shown[name] != moved[name] for name in names):
                wrong.append(one.says(f"posts {dict(moved)}, the books of the table move by {shown}"))
    assert not wrong, told(wrong)


@pytest.mark.parametrize("key", ENGINES)
def test_after_what_occurs_the_table_is_sound(key: str) -> None:
    judged = [one for one in occurred(key) if (key, one.kind) not in MIDDLE]
    found = [one.says(f"leaves {breaches}") for one in judged if (breaches := one.game.problems(one.after))]
    assert not found, told(found)


@pytest.mark.parametrize("key", ENGINES)
def test_an_event_changes_only_what_is_declared_of_it(key: str) -> None:
    wrong = [
        one.says(f"changes {name}; event_fields.toml does not list it there")
        for one in occurred(key)
        for name in changed(one.before, one.after)
        if one.name not in MAY_CHANGE.get(key, {}).get(name, [])
    ]
    assert not wrong, told(wrong)


def test_what_is_declared_is_an_event_of_that_game() -> None:
    kinds = {(key, tag.partition("@")[0]) for key, tag in KINDS}
    listed = {(key, kind) for key, fields in MAY_CHANGE.items() for kinds in fields.values() for kind in kinds}
    assert sorted(listed - kinds) == []
