"""The register of clauses, and the citation as a value: checked at import, and left by the branch that decides.

Three kinds of thing cite:

* a **rule**: a function under :func:`rule`, which reads like the clause and decides one point of it;
* a **sourced value** of a rulebook (:class:`Sourced`), used through :meth:`Sourced.use`;
* a **shown** place: a page or an answer that presents an ``inform`` clause (:func:`cite_on_page`).

Each use leaves its clauses in the open :func:`trace`, so that the explanation a person sees is the trace of the
decision itself. A clause whose case is not there decides nothing: it is **weighed** (:func:`weigh`), which the trace
remembers apart. :func:`knocked_out` switches one clause off: rules and values that cite it give their neutral answer,
the answer of a house where the clause was never written. A clause is proved when a test of its own then fails.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import update_wrapper
from typing import Any, Generic, NewType, ParamSpec, TypeVar, cast

import msgspec

from tapete.clauses.register import (
    GAMES as GAMES,
    RETIRED as RETIRED,
    Clause as Clause,
    Origin as Origin,
    Practice as Practice,
    Provenance as Provenance,
    Source as Source,
    Wording as Wording,
    game_clauses as game_clauses,
    is_practice as is_practice,
    practices as practices,
    register as register,
    wording as wording,
)

Cite = NewType("Cite", str)
"""Identifier of a clause that exists in the register."""

P = ParamSpec("P")
T = TypeVar("T")

_trace: ContextVar[dict[Cite, bool] | None] = ContextVar("tapete_trace", default=None)
"""The open trace: each clause in order of first use, and whether it decided."""
_unchecked: ContextVar[frozenset[str]] = ContextVar("tapete_unchecked", default=frozenset())
"""Codes of the checks that are left out, by an audit alone (:func:`unchecked`)."""
_faults: ContextVar[list[tuple[Fault, tuple[Cite, ...]]] | None] = ContextVar("tapete_faults", default=None)
"""The faults that were made in the open trace, each with the clauses that had decided by then."""
_out: frozenset[str] = frozenset()


class UnknownClauseError(LookupError):
    """A citation names a clause that is not in the register, or one that was retired."""

    def __init__(self, clause: str, why: str) -> None:
        super().__init__(f"{clause} {why}")
        self.clause = clause


def cite(clause: str) -> Cite:
    """Return the citation of a clause or of a point of house practice; raise :class:`UnknownClauseError` for others."""
    if is_practice(clause):
        if clause not in practices():
            raise UnknownClauseError(clause, "is not in the list of house practice")
        return Cite(clause)
    if clause in RETIRED:
        raise UnknownClauseError(clause, f"is retired: {RETIRED[clause]}")
    if clause not in register():
        raise UnknownClauseError(clause, "is not in the register")
    return Cite(clause)


def rest_on(*clauses: Cite) -> None:
    """Leave ``clauses`` in the open trace, if there is one."""
    trail = _trace.get()
    if trail is not None:
        for clause in clauses:
            trail[clause] = True


def is_traced() -> bool:
    return _trace.get() is not None


def weigh(*clauses: Cite) -> None:
    """Note in the open trace that ``clauses`` were looked at and that their case was not there."""
    trail = _trace.get()
    if trail is not None:
        for clause in clauses:
            trail.setdefault(clause, False)


class Trail:
    """The clauses that the decisions inside a :func:`trace` block rested on, in order of first use."""

    __slots__ = ("_faults", "_found", "_tokens")

    def __init__(self) -> None:
        self._found: dict[Cite, bool] = {}
        self._faults: list[tuple[Fault, tuple[Cite, ...]]] = []

    def __enter__(self) -> Trail:
        self._tokens = (_trace.set(self._found), _faults.set(self._faults))
        return self

    def __exit__(self, *_: object) -> None:
        _trace.reset(self._tokens[0])
        _faults.reset(self._tokens[1])

    def applied_before(self, found: Fault) -> tuple[Cite, ...]:
        """Return the clauses that had decided when a fault was made; all of them for one that was made elsewhere."""
        return next((before for made, before in self._faults if made is found), self.rests_on)

    @property
    def rests_on(self) -> tuple[Cite, ...]:
        return tuple([clause for clause, decided in self._found.items() if decided])

    @property
    def weighed(self) -> tuple[Cite, ...]:
        """Clauses so far, those that decided and those whose case was not there."""
        return tuple(self._found)

    def hand_on(self) -> None:
        weigh(*self._found)
        rest_on(*self.rests_on)


def trace() -> Trail:
    """Collect the clauses used inside a ``with`` block. Blocks nest; the inner one keeps its clauses to itself."""
    return Trail()


@contextmanager
def knocked_out(*clauses: str) -> Iterator[None]:
    """Give the neutral answer for ``clauses`` inside the block. For tests of the tests; never at a table."""
    global _out
    before, _out = _out, _out | frozenset(clauses)
    try:
        yield
    finally:
        _out = before


@contextmanager
def unchecked(codes: Collection[str]) -> Iterator[None]:
    """Let what is decided inside pass the checks that refuse with one of ``codes``, as an edition without them did."""
    token = _unchecked.set(frozenset(codes))
    try:
        yield
    finally:
        _unchecked.reset(token)


class Rule(Generic[P, T]):
    """A function that decides one point of the rules and knows the clauses that it applies."""

    def __init__(
        self, decide: Callable[P, T], clauses: tuple[Cite, ...], neutral: T | Callable[P, T], names_a_pass: bool = True
    ) -> None:
        self.clauses = clauses
        self._decide = decide
        self._neutral = neutral
        self._names_a_pass = names_a_pass
        update_wrapper(self, decide)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T:
        """Decide, leave the clauses in the trace, and sign a fault with them."""
        if _out and not _out.isdisjoint(self.clauses):
            neutral = self._neutral
            return neutral(*args, **kwargs) if callable(neutral) else neutral
        is_traced = _trace.get() is not None
        if is_traced:
            note = rest_on if self._names_a_pass else weigh
            note(*self.clauses)
        answer = self._decide(*args, **kwargs)
        if is_traced and answer is not None:
            rest_on(*self.clauses)
        if isinstance(answer, Fault) and not answer.clauses:
            return msgspec.structs.replace(answer, clauses=self.clauses)
        return answer

    def where(self, case: bool, *args: P.args, **kwargs: P.kwargs) -> T | None:
        """Decide where the case of the clauses is there; elsewhere they are only weighed, and nothing is answered."""
        if case:
            return self(*args, **kwargs)
        weigh(*self.clauses)
        return None


def rule(*clauses: str, neutral: Any, names_a_pass: bool = True) -> Callable[[Callable[P, T]], Rule[P, T]]:
    """Mark a function as the place where ``clauses`` decide.

    ``neutral`` is what the function answers when one of its clauses is knocked out: a value, or a function of the same
    arguments. It must be the answer of a house without the clause, so that only a test of the clause tells the two
    apart. A check that every act of a kind must pass, and that says nothing of those that pass it, names itself only
    where it refuses (``names_a_pass``).
    """
    cited = tuple(cite(clause) for clause in clauses)

    def mark(decide: Callable[P, T]) -> Rule[P, T]:
        return Rule(decide, cited, neutral, names_a_pass)

    return mark


class Fault(msgspec.Struct, frozen=True):
    """What a check found wrong: a stable code, the facts that a sentence needs, the clauses that say so.

    A check under :func:`rule` leaves ``clauses`` empty and is signed with its own.
    """

    code: str
    facts: dict[str, Any] = {}
    clauses: tuple[Cite, ...] = ()


def fault(code: str, **facts: Any) -> Fault:
    """Return a fault with its facts; the rule that returns it adds its clauses. The open trace remembers when."""
    if code in _unchecked.get():
        return None  # type: ignore[return-value]  # an audit alone decides so, and tells an engine that fails
    found, made, trail = Fault(code, facts), _faults.get(), _trace.get()
    if made is not None:
        assert trail is not None
        made.append((found, tuple([clause for clause, decided in trail.items() if decided])))
    return found


def with_clauses(found: Fault, *clauses: str) -> Fault:
    if found is None:
        return None  # type: ignore[unreachable]  # as in fault
    return Fault(found.code, found.facts, tuple(dict.fromkeys((*found.clauses, *(cite(one) for one in clauses)))))


def first_fault(*checks: Fault | None) -> Fault | None:
    for found in checks:
        if found is not None:
            return found
    return None


class Sourced(msgspec.Struct, Generic[T], frozen=True):
    """A value of a rulebook with the clauses that state it.

    ``neutral`` is the value of a house without those clauses, for the knock-out; ``practice`` marks a value that no
    clause states and that the house adopted, with the reason. ``provenance`` names document and place; a rulebook whose
    values carry no places, such as the first ones released, leaves it out.
    """

    value: T
    clauses: tuple[str, ...] = ()
    neutral: T | None = None
    practice: str = ""
    provenance: Provenance | None = None

    def __post_init__(self) -> None:
        for clause in self.clauses:
            cite(clause)
        if not self.clauses and not self.practice:
            raise ValueError("a value of a rulebook states its clause or says why the house adopted it")

    def use(self) -> T:
        """Return the value and leave its clauses in the trace."""
        if _out and not _out.isdisjoint(self.clauses):
            return self.neutral  # type: ignore[return-value]
        if self.clauses:
            trail = _trace.get()
            if trail is not None:
                trail.update(dict.fromkeys(self.cited, True))
        return self.value

    def weigh(self) -> T:
        """Return the value; whether its clauses decide is still to be seen (:meth:`rest`)."""
        if _out and not _out.isdisjoint(self.clauses):
            return self.neutral  # type: ignore[return-value]
        weigh(*self.cited)
        return self.value

    def rest(self) -> None:
        """Leave the clauses of a weighed value in the trace: it decided."""
        if not _out or _out.isdisjoint(self.clauses):
            rest_on(*self.cited)

    def has_member(self, one: object) -> bool:
        """Return True if one thing is among those of the value; only then its clauses decide."""
        among: Any = self.weigh()
        found = one in among
        if found:
            self.rest()
        return found

    @property
    def cited(self) -> tuple[Cite, ...]:
        return cast("tuple[Cite, ...]", self.clauses)  # each was looked up when the value was made

    @property
    def is_practice(self) -> bool:
        return not self.clauses

    @property
    def origin(self) -> Origin:
        if self.provenance is not None:
            return self.provenance.origin
        return Origin.PRACTICE if self.is_practice else Origin.OWN


def against(value: Sourced[Any], code: str, **facts: Any) -> Fault:
    """Return a fault against a value of the rulebook, signed with the clauses of the value."""
    if code in _unchecked.get():
        return None  # type: ignore[return-value]  # as in fault
    return Fault(code, facts, tuple(Cite(clause) for clause in value.clauses))


def cite_on_page(clause: str) -> Cite:
    """Cite a clause that a page or an answer presents (an ``inform`` clause decides nothing)."""
    found = cite(clause)
    rest_on(found)
    return found
