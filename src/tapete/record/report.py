"""What an audit finds, by the edition of the engine that decided."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Collection, Iterable, Sequence
from importlib.resources import files
from typing import Any, TypeVar

import msgspec

import tapete
from tapete.record.card_proofs import TokenKind
from tapete.record.checkpoints import Authority, Checkpoint
from tapete.record.entry import Problem, problem
from tapete.record.private import Sealer
from tapete.words import finding

# Editions of the engine, and what a later edition decides otherwise than an earlier one.
#
# A release that changes what an act leads to, or what it cites, gets one line in ``editions.toml``, and its sentence
# one line under the same code in ``[change]`` of ``words/data/audit.toml``. The audit then reports such a difference
# in an older record as explained; a difference that no change explains is a mismatch.

CURRENT = tapete.__version__


class Change(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One change of the rules' implementation.

    ``game`` is a game's key, or ``*``; ``paths`` are where events may differ (:func:`~tapete.record.recompute.paths`),
    never in the money they move; ``clauses`` are cited where they were not, or no more; ``refusals`` are acts with
    the codes by which they are refused (``act/code``), that an earlier edition accepted and that else lead to what was
    recorded. Where it names ``acts``, it explains these alone; where it names ``posts``, what their holders did, and
    with a ``conduct`` at tables of that alone.
    """

    code: str
    game: str
    paths: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()
    refusals: tuple[str, ...] = ()
    acts: tuple[str, ...] = ()
    posts: tuple[str, ...] = ()
    conduct: str = ""
    edition: str = ""


class Edition(msgspec.Struct, frozen=True):
    """An edition: what it decides otherwise than the one before, and the kinds of ``events`` that it added, by game."""

    name: str
    changes: tuple[Change, ...] = ()
    events: dict[str, tuple[str, ...]] = {}


def _edition(name: str, lines: dict[str, Any]) -> Edition:
    events = msgspec.convert(lines.pop("events", {}), dict[str, tuple[str, ...]])
    changes = (msgspec.convert({"code": code, "edition": name} | one, Change) for code, one in lines.items())
    return Edition(name, tuple(changes), events)


EDITIONS: tuple[Edition, ...] = tuple(
    _edition(name, lines)
    for name, lines in tomllib.loads((files("tapete.record") / "editions.toml").read_text("utf-8")).items()
)
"""Every released edition, the oldest first."""


def changes_since(edition: str, game: str, editions: Sequence[Edition] = EDITIONS) -> tuple[Change, ...]:
    """Return the changes after ``edition`` that concern ``game``; none for an edition that is not in the list."""
    names = [one.name for one in editions]
    later = editions[names.index(edition) + 1 :] if edition in names else ()
    return tuple(change for one in later for change in one.changes if change.game in (game, "*"))


def explaining_changes(
    found: frozenset[str], changes: Sequence[Change], names: Callable[[Change], Sequence[str]]
) -> tuple[Change, ...]:
    """Return changes whose ``names`` (paths, clauses or refusals) together cover all ``found``; else nothing."""
    used = tuple(change for change in changes if not found.isdisjoint(names(change)))
    return used if found and found <= {name for change in used for name in names(change)} else ()


Said = TypeVar("Said")


class ExplainedDifference(msgspec.Struct, frozen=True):
    """A difference that a later ``edition`` of the engine explains: the entry, the change and its changelog text.

    ``difference`` is the sentence about the difference itself, as a fact (see :func:`tapete.words.sentence_fact`).
    """

    at: int
    code: str
    text: str
    table: str = ""
    difference: dict[str, Any] = msgspec.field(name="found", default_factory=dict)
    edition: str = ""


class Reservation(msgspec.Struct, frozen=True):
    """What the audit could not rule out with what it was given: nothing is wrong, but something could have been hidden.

    ``code`` is stable, ``facts`` are what sentences in other languages are made of. See docs/generated/tampering.md.
    """

    code: str
    text: str
    table: str = ""
    facts: dict[str, Any] = {}


def reservation(code: str, table: str = "", /, **facts: Any) -> Reservation:
    return Reservation(code, finding(code, facts, "en"), table, facts)


def once(found: Iterable[Said]) -> tuple[Said, ...]:
    return tuple({repr(one): one for one in found}.values())


class UnjudgedEntry(msgspec.Struct, frozen=True):
    at: int
    code: str
    table: str = ""


class SigningKey(msgspec.Struct, frozen=True):
    """A public key that has signed checkpoints: how many whose signature holds, of which tables; whether it is trusted
    (``None`` where nobody said which keys are).
    """

    key: str
    checkpoints: int
    tables: tuple[str, ...]
    is_trusted: bool | None = msgspec.field(name="trusted", default=None)


class AuditReport(msgspec.Struct, frozen=True):
    """What the audit found.

    ``skipped_count`` entries, listed in ``unjudged_entries``, rest on a face that this record does not show (an export
    without private parts); ``unopened_count`` entries have a private part that could not be read here; ``proved_count``
    cards were opened and fit their commitment, ``proved_by_kind`` says how many of them are cards, lots and balls.
    ``warnings`` say what could have been hidden; ``keys`` who has signed.
    """

    is_sound: bool = msgspec.field(name="ok")
    entries: int
    problems: tuple[Problem, ...]
    tables: tuple[str, ...] = ()
    explained_differences: tuple[ExplainedDifference, ...] = msgspec.field(default=(), name="explained")
    skipped_count: int = msgspec.field(default=0, name="skipped")
    unopened_count: int = msgspec.field(default=0, name="unopened")
    proved_count: int = msgspec.field(default=0, name="proved")
    proved_by_kind: dict[TokenKind, int] = {}
    checkpoints: int = 0
    warnings: tuple[Reservation, ...] = ()
    unjudged_entries: tuple[UnjudgedEntry, ...] = msgspec.field(default=(), name="unjudged")
    keys: tuple[SigningKey, ...] = ()


class AuditInputs(msgspec.Struct, frozen=True):
    """What an audit is given besides the record.

    ``witness`` are checkpoints kept elsewhere, ``None`` where there is no witness, and ``witness_problems`` and
    ``witness_warnings`` what was wrong with reading it; ``trusted_keys`` are the public keys (hexadecimal) that may
    sign: that of ``authority`` where it is ``None``, any key where that is ``None`` too. ``authority`` checks tags;
    ``names_before_witness`` are those of the checkpoints that lay beside the record before the witness was read,
    ``None``: of all; it cannot know of others. ``witnesses`` are the checkpoints of each file, where there are several.
    ``edition`` is the engine that decides now; ``wall_time`` is the time
    after which nothing can have happened.
    """

    sealer: Sealer | None = None
    witness: tuple[Checkpoint, ...] | None = None
    witnesses: dict[str, tuple[Checkpoint, ...]] = {}
    trusted_keys: frozenset[str] | None = None
    edition: str = CURRENT
    editions: tuple[Edition, ...] = EDITIONS
    authority: Authority | None = None
    witness_problems: tuple[Problem, ...] = ()
    witness_warnings: tuple[Reservation, ...] = ()
    wall_time: str = ""
    names_before_witness: frozenset[tuple[str, int, str, int, bool]] | None = None

    @property
    def accepted_keys(self) -> frozenset[str] | None:
        if self.trusted_keys is None and self.authority is not None:
            return frozenset({self.authority.public})
        return self.trusted_keys

    def about(self, tables: Collection[str]) -> AuditInputs:
        if self.witness is None:
            return self
        return msgspec.structs.replace(self, witness=tuple(one for one in self.witness if one.table in tables))


NO_INPUTS = AuditInputs()


class Findings:
    """Problems and reservations of one table as they are found."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.problems: list[Problem] = []
        self.warnings: list[Reservation] = []

    def wrong(self, at: int, code: str, /, **facts: Any) -> None:
        self.problems.append(problem(at, code, self.table, **facts))

    def reserve(self, code: str, /, **facts: Any) -> None:
        self.warnings.append(reservation(code, self.table, **facts))
