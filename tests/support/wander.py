"""People who do by lot what they are offered, for ``script/differing`` and ``every_game.py``; chance is given."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from itertools import product
from random import Random
from typing import Any, get_args

import msgspec

from tapete.kernel import PersonId

RARE = (
    *("adopt", "ask", "buy-in", "call-off", "cash", "change", "close-table", "close-hall"),
    *("close-session", "close-day", "complain", "correct", "go-", "join", "leave"),
    *("lose", "mark", "note", "pass-", "propose", "record-claim", "relieve", "report", "rotate", "sit", "stand-"),
    "void",
)
"""How the acts begin that do not carry play on: they are done now and then."""


def plain(value: Any) -> Any:
    """Return a value as JSON has it, without anything that depends on the process."""
    match value:
        case None | bool() | int() | float() | str() if not isinstance(value, Enum):
            return value
        case Enum():
            return plain(value.value)
        case msgspec.Struct():
            tag = value.__struct_config__.tag
            fields = {name: plain(getattr(value, name)) for name in value.__struct_fields__}
            return {"": tag or type(value).__name__, **fields}
        case Mapping():
            return dict(sorted((str(plain(key)), plain(one)) for key, one in value.items()))
        case set() | frozenset():
            return sorted(map(plain, value), key=repr)
        case tuple() | list():
            return list(map(plain, value))
        case _:
            return str(value)


def kinds_of(game: Any) -> dict[str, Any]:
    return {kind.__struct_config__.tag: kind for kind in get_args(game.act_types)}


def weight(act: str, rare: tuple[str, ...] = RARE) -> float:
    """Return how often an act comes, beside one that carries play on."""
    return 0.04 if act.startswith(rare) else 1.0


def chosen(offers: Mapping[PersonId, Iterable[Any]], chance: Random, done: Counter[str]) -> tuple[PersonId, Any] | None:
    """Return who does which of the offered acts next: what the table waits for, and what was done least, sooner."""
    open_ = [(who, one) for who, found in offers.items() for one in found]
    if not open_:
        return None
    due = [one for one in open_ if one[1].main and weight(one[1].act) == 1] if chance.random() < 0.7 else []
    open_ = due or open_
    kinds = sorted({one.act for _, one in open_})
    (kind,) = chance.choices(kinds, [weight(one) / (1 + done[one]) for one in kinds])
    done[kind] += 1
    return chance.choice([one for one in open_ if one[1].act == kind])


def bodies(kinds: Mapping[str, Any], offer: Any, chance: Random, proposed: Any, *, every: bool) -> list[Any]:
    """Return acts of an offer; ``every``: beside its bounds too. ``proposed`` returns the effects of a ruling."""
    kind = kinds[offer.act]
    fields = {name: field for name, field in offer.fields.items() if name in kind.__struct_fields__}
    rows = list(product(*(values(field, chance, proposed, every=every) for field in fields.values())))
    chance.shuffle(rows)
    found = []
    for row in rows[: 8 if every else 1]:
        try:
            found.append(msgspec.convert({"act": offer.act, **dict(zip(fields, row, strict=True))}, kind))
        except (msgspec.ValidationError, ValueError):
            continue
    return found


def values(field: Any, chance: Random, proposed: Any, *, every: bool) -> list[Any]:
    """Return values of a field of an offer: one by lot, or ``every`` one that is tried."""
    kind = type(field).__struct_config__.tag
    found: list[Any]
    match kind:
        case "fixed" | "note":
            return [plain(field.value)]
        case "choice" | "people":
            found = [plain(one) for one in field.options]
        case "several":
            found = [[plain(one) for one in field.options[:count]] for count in sorted({field.least, field.most})]
        case "amount" | "count":
            least, most = field.minimum, field.maximum
            step = getattr(field, "step", None) or 1
            ends = [one for one in (least, most) if one is not None] or [1, 1000]
            found = [*ends, min(ends[0] + step * chance.randrange(20), ends[-1]) if len(ends) > 1 else ends[0]]
            if every:
                found += [ends[0] - 1, ends[-1] + 1]
        case "card":
            found = [chance.choice("A23456789TJQK") + chance.choice("shdc")]
        case "effects":
            found = [proposed()]
        case _:
            found = ["seen by all"]
    return found if every else [chance.choice(found)] if found else []


def proposal(views: Iterable[Any], chance: Random) -> Any:
    """Return the effects that an open incident proposes, as far as views show them."""
    found = [one for view in views for one in _proposals(plain(view))]
    return _without_tags(chance.choice(found)) if found else [{"effect": "note-only"}]


def _proposals(tree: Any) -> Iterator[Any]:
    if isinstance(tree, dict):
        for name, one in tree.items():
            if name in ("proposal", "proposed", "effects") and isinstance(one, list):
                yield one
            else:
                yield from _proposals(one)
    elif isinstance(tree, list):
        for one in tree:
            yield from _proposals(one)


def _without_tags(effects: list[Any]) -> list[Any]:
    return [{("effect" if name == "" else name): value for name, value in one.items()} for one in effects]
