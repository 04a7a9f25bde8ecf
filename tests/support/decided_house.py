"""What the house answers to every act by everybody on days of every kind, kept in short.

    python -m tests.support.decided_house            write down what is answered now
    python -m tests.support.decided_house NAME ...   print it in full, to lay it beside what it was before

A name is that of a house of :mod:`tests.support.seen_house`, or a moment of a recorded day. Of each kind of act a
digest is kept: of the answers with their facts and clauses, their events and the house after them.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from functools import cache, partial
from itertools import product
from math import prod
from random import Random
from typing import Any, Final

import msgspec
from immutables import Map

from tapete.house.acts import ConfirmDifference, FollowTable, TableMove
from tapete.house.differences import missing_of
from tapete.house.engine import ESTABLISHMENT
from tapete.house.state import State
from tapete.house.terms import Means, SlipKind
from tapete.kernel import CLOCK, HOUSE, Accepted, Act, PersonId, Refused, fold
from tapete.money import LIMIT
from tapete.record.codec import members, tag_of
from tapete.table.sessions import SessionClauses
from tapete.table.staff import Role
from tests.house.test_record import DAY
from tests.support import ROOT
from tests.support.house import ANA, BEA, CASHIER, CHIEF, CROUPIER, DIRECTOR, DOOR, TABLE
from tests.support.seen_house import HOUSES

KEPT: Final = ROOT / "tests" / "house" / "decided.txt"
DINA: Final = PersonId("dina")
STRANGER: Final = PersonId("stranger")
STAFF: Final = (DIRECTOR, DINA, CASHIER, DOOR, CHIEF)
PEOPLE: Final = (ANA, BEA, *map(PersonId, ("both", "barred-today", "barred-for-good", "in", "out")), *STAFF, STRANGER)
EVERYBODY: Final = (HOUSE, CLOCK, *STAFF, CROUPIER, ANA, BEA, STRANGER)
AMOUNTS: Final = (1, 299, 300, 301, 500, 2_500, 40_000, 75_000, 75_001, 1_000_000, 1_000_001, 9_000_000, LIMIT)
CHIPS: Final = (0, *AMOUNTS, -1)
DAYS: Final = ("2026-11-21", "2026-11-22", "2026-11-23", "2027-06-01", "2126-11-22")
MOMENTS: Final = ("2026-11-22T16:59", "2026-11-22T20:00", "2026-11-22T22:30", "2026-11-23T01:00")
HOURS: Final = ("00:00", "01:00", "21:00", "23:59")
MISSING: Final = (0, 1, -1, 5, 100, 700_000, -700_000)
SERIALS: Final = tuple(range(10))
VALUES: Final[dict[str, tuple[Any, ...]]] = {
    **dict.fromkeys(("person", "banker", "director"), PEOPLE),
    "table": (TABLE, "mesa-2", "mesa-3", "", "nowhere"),
    "amount": AMOUNTS,
    **dict.fromkeys(("chips", "cash"), CHIPS),
    **dict.fromkeys(("vouchers", "kept_money"), (0, 0, 0, 1, 100)),
    "debt": (None, None, 0, 100),
    **dict.fromkeys(("serial", "entry"), SERIALS[1:]),
    **dict.fromkeys(("missing_chips", "missing_cash", "missing_vouchers"), MISSING),
    "day": DAYS,
    "today": (None, *DAYS[:3]),
    "until": (None, *DAYS),
    "role": tuple(Role),
    "kind": tuple(SlipKind),
    "means": tuple(Means),
    "begin": HOURS,
    "end": HOURS,
    "moment": MOMENTS,
    "minutes": (None, 1, 60, 120, 121, 1_440),
    **dict.fromkeys(("text", "reason"), ("porque sí", " ")),
    "institution": ("", "Banco", "Caja", " "),
    "game": ("bingo", "chemin-de-fer", "punto-y-banca"),
    "name": ("a", "mesa-3", ""),
    "terms": ("", "t"),
    **dict.fromkeys(("days", "number"), (1, 2, 3)),
    **dict.fromkeys(("coups", "shoes"), (0, 1, 7)),
    "clauses": ((), ("DP.B.01",)),
    "digest": ("0" * 64,),
}
"""What can stand in the fields of an act, by name; a field that is not here says yes or no."""
SESSIONS: Final = (SessionClauses(), SessionClauses(("DP.E2.01",), ("DP.E2.02",)))
MOST: Final = 150
"""So many acts of each kind are tried; of a kind with more, a choice that is always the same."""

_encoder = msgspec.json.Encoder(order="deterministic", enc_hook=lambda one: _plain(one))


def _plain(value: Any) -> Any:
    return {str(name): one for name, one in value.items()} if isinstance(value, Map) else str(value)


def written(value: Any) -> str:
    """Return a value as text, the same for equal ones in every process."""
    return _encoder.encode(value).decode()


# --- the houses -------------------------------------------------------------------------------------------------------


def _of_day(acts: int) -> State:
    """Return the house of a recorded day after so many of its acts."""
    state = ESTABLISHMENT.blank()
    for what, by in DAY[:acts]:
        outcome = ESTABLISHMENT.decide(state, Act(by, what, state.step))
        assert isinstance(outcome, Accepted), outcome
        state = fold(ESTABLISHMENT.evolve, state, outcome.events)
    return state


ALL: Final = {**HOUSES, **{f"day-{number}": partial(_of_day, number) for number in range(1, len(DAY) + 1)}}


# --- what is tried ----------------------------------------------------------------------------------------------------


def _values(field: Any) -> tuple[Any, ...]:
    if field.type is SessionClauses:
        return SESSIONS
    found = VALUES.get(field.name, (False, True))
    optional = field.default is None or type(None) in getattr(field.type, "__args__", ())
    return (*found, None) if optional and None not in found else found


def _one(chance: Random, values: tuple[Any, ...]) -> Any:
    """Return one of the values: the first one more often, so that acts are tried too that everything is right about."""
    return values[0] if chance.random() < 0.4 else chance.choice(values)


@cache
def acts_of(kind: type[Any]) -> tuple[Any, ...]:
    """Return the acts of a kind that are tried, of those that somebody can send."""
    chance = Random(tag_of(kind))
    if kind is FollowTable:
        moves = [one for member in members(TableMove) for one in acts_of(member)[:: MOST // 4]]
        groups = (tuple(chance.sample(moves, chance.choice((1, 2, 3)))) for _ in range(MOST))
        return tuple(FollowTable(chance.choice(VALUES["table"][:3]), 7, "0" * 64, group) for group in groups)
    values = [_values(field) for field in msgspec.structs.fields(kind)]
    every = prod(map(len, values)) <= MOST
    chosen = product(*values) if every else (tuple(_one(chance, of) for of in values) for _ in range(MOST))
    return tuple(act for one in dict.fromkeys(chosen) if (act := _sent(kind(*one))) is not None)


def differences(state: State) -> Iterator[Any]:
    """Yield the confirmation of each slip whose count differs, with what it lacks and with a cent more."""
    for serial, slip in state.slips.items():
        lacks = missing_of(state, slip)
        for more in (0, 1):
            yield ConfirmDifference(serial, lacks.chips + more, lacks.cash, "contado dos veces", lacks.vouchers)


def _sent(act: Any) -> Any | None:
    """Return an act as it arrives; nothing for one that its form does not admit."""
    try:
        return msgspec.convert(msgspec.to_builtins(act), type(act))
    except msgspec.ValidationError:
        return None


# --- what is answered -------------------------------------------------------------------------------------------------


def answered(state: State, who: PersonId, what: Any) -> str:
    """Return what becomes of an act, and the house after it."""
    outcome = ESTABLISHMENT.decide(state, Act(who, what, state.step))
    if isinstance(outcome, Refused):
        return written([outcome.code, outcome.facts, outcome.clauses, sorted(outcome.rests_on)])
    after = fold(ESTABLISHMENT.evolve, state, outcome.events)
    postings = [ESTABLISHMENT.postings(event) for event in outcome.events]
    return written([outcome, postings, hashlib.sha256(written(after).encode()).hexdigest()])


def answers(name: str) -> Iterator[tuple[str, list[str]]]:
    """Yield each kind of act with what becomes of its acts at a house."""
    state = ALL[name]()
    for kind in members(ESTABLISHMENT.act_types):
        acts = (*acts_of(kind), *(differences(state) if kind is ConfirmDifference else ()))
        yield (
            tag_of(kind),
            [f"{who} {written(what)} {answered(state, who, what)}" for what in acts for who in EVERYBODY],
        )


def digests(name: str) -> dict[str, str]:
    """Return a digest of the answers of a house by the kind of act."""
    return {tag: hashlib.sha256("\n".join(lines).encode()).hexdigest()[:10] for tag, lines in answers(name)}


@cache
def kept() -> dict[str, dict[str, str]]:
    """Return the digests that are kept, by house and kind of act."""
    found: dict[str, dict[str, str]] = {}
    for row in KEPT.read_text("utf-8").splitlines():
        name, tag, digest = row.split()
        found.setdefault(name, {})[tag] = digest
    return found


if __name__ == "__main__":
    if sys.argv[1:]:
        for name in sys.argv[1:]:
            for tag, lines in answers(name):
                print(*(f"{name} {tag} {line}" for line in lines), sep="\n")
    else:
        rows = (f"{name} {tag} {digest}\n" for name in ALL for tag, digest in digests(name).items())
        KEPT.write_text("".join(rows), "utf-8")
