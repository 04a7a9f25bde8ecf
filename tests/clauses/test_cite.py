"""What a decision leaves behind: which clauses decided and which were only looked at, and what is left without one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.clauses import cite, coverage
from tapete.clauses.cite import (
    Fault,
    Sourced,
    UnknownClauseError,
    against,
    cite_on_page,
    fault,
    first_fault,
    is_traced,
    knocked_out,
    rest_on,
    rule,
    trace,
    weigh,
    with_clauses,
)
from tapete.clauses.coverage import Proof, clauses_in, is_open
from tapete.clauses.practice import FOLDERS, practices
from tapete.clauses.provenance import Origin, Provenance
from tapete.clauses.register import RETIRED, Kind, game_clauses

ONE, TWO, THREE = (cite(one.id) for one in game_clauses("punto-y-banca")[:3])
PRACTICE = cite("HP.PB.relief")


@rule(ONE, TWO, neutral=None)
def require_five(amount: int) -> Fault | None:
    """Return a Fault below five."""
    return fault("too-few", amount=amount) if amount < 5 else None


@rule(THREE, neutral=None, names_a_pass=False)
def require_ten(amount: int) -> Fault | None:
    """Return a Fault below ten; whoever passes hears nothing."""
    return fault("too-few", amount=amount) if amount < 10 else None


@rule(ONE, neutral=lambda amount: amount * 100)
def doubled(amount: int) -> int:
    """Return twice an amount; without its clause a hundred times."""
    return amount * 2


def told(decide: Callable[[], Any]) -> tuple[Any, tuple[str, ...], tuple[str, ...]]:
    """Return the answer of a decision, the clauses that decided and all that were looked at."""
    with trace() as trail:
        answer = decide()
    return answer, trail.rests_on, trail.weighed


@pytest.mark.parametrize(
    ("decide", "code", "rests_on", "weighed"),
    [
        (lambda: require_five(5), None, (ONE, TWO), (ONE, TWO)),
        (lambda: require_five(4), "too-few", (ONE, TWO), (ONE, TWO)),
        (lambda: require_ten(10), None, (), (THREE,)),
        (lambda: require_ten(9), "too-few", (THREE,), (THREE,)),
        (lambda: require_five.where(True, 4), "too-few", (ONE, TWO), (ONE, TWO)),
        (lambda: require_five.where(False, 4), None, (), (ONE, TWO)),
        (lambda: first_fault(require_ten(10), require_five(4)), "too-few", (ONE, TWO), (THREE, ONE, TWO)),
        (lambda: first_fault(require_ten(9), require_five(4)), "too-few", (THREE, ONE, TWO), (THREE, ONE, TWO)),
    ],
)  # fmt: skip
def test_a_rule_leaves_its_clauses_where_it_decides_and_is_weighed_elsewhere(
    decide: Any, code: str | None, rests_on: Any, weighed: Any
) -> None:
    answer, decided, seen = told(decide)
    assert (None if answer is None else answer.code, decided, seen) == (code, rests_on, weighed)


def test_a_clause_that_was_only_looked_at_may_decide_later_and_one_that_has_decided_stays_so() -> None:
    with trace() as trail:
        weigh(TWO, ONE)
        assert (trail.rests_on, trail.weighed) == ((), (TWO, ONE))
        rest_on(ONE)
        weigh(ONE)
        rest_on(THREE)
    assert (trail.rests_on, trail.weighed) == ((ONE, THREE), (TWO, ONE, THREE))


def test_a_fault_is_signed_with_the_clauses_of_its_rule_unless_it_names_others() -> None:
    found = require_five(4)
    assert found == Fault("too-few", {"amount": 4}, (ONE, TWO))

    @rule(ONE, neutral=None)
    def require_signed() -> Fault | None:
        return Fault("no", {}, (THREE,))

    assert require_signed() == Fault("no", {}, (THREE,))
    assert with_clauses(Fault("no", {}, (ONE,)), TWO, ONE) == Fault("no", {}, (ONE, TWO))
    assert with_clauses(Fault("no", {"a": 1})) == Fault("no", {"a": 1})
    assert first_fault(None, Fault("a"), Fault("b")) == Fault("a")
    assert first_fault(None, None) is None


def test_traces_nest_and_an_inner_one_hands_on_what_it_is_told_to() -> None:
    assert not is_traced()
    with trace() as outer:
        assert is_traced()
        rest_on(ONE)
        with trace() as inner:
            rest_on(TWO)
            weigh(THREE)
        assert (outer.rests_on, inner.rests_on) == ((ONE,), (TWO,))
        inner.hand_on()
        assert (outer.rests_on, outer.weighed) == ((ONE, TWO), (ONE, TWO, THREE))
    assert not is_traced()
    rest_on(ONE)
    weigh(ONE)
    assert outer.weighed == (ONE, TWO, THREE)


def test_of_each_fault_is_known_what_had_decided_before_it() -> None:
    elsewhere = fault("other")
    with trace() as trail:
        weigh(THREE)
        rest_on(ONE)
        first = fault("first")
        rest_on(TWO)
        second = fault("second")
        rest_on(THREE)
    assert trail.applied_before(first) == (ONE,)
    assert trail.applied_before(second) == (ONE, TWO)
    assert trail.applied_before(elsewhere) == (THREE, ONE, TWO)


# --- a clause that was never written ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("out", "five", "ten", "twice"),
    [
        ((), "too-few", "too-few", 4),
        ((ONE,), None, "too-few", 200),
        ((TWO,), None, "too-few", 4),
        ((THREE,), "too-few", None, 4),
        ((ONE, THREE), None, None, 200),
        ((PRACTICE,), "too-few", "too-few", 4),
    ],
)
def test_a_rule_without_one_of_its_clauses_answers_as_a_house_that_never_had_it(
    out: tuple[str, ...], five: str | None, ten: str | None, twice: int
) -> None:
    with knocked_out(*out):
        found = [told(lambda: require_five(4)), told(lambda: require_ten(9)), told(lambda: doubled(2))]
    for (answer, rests_on, weighed), due in zip(found, (five, ten, twice), strict=True):
        assert (answer.code if isinstance(answer, Fault) else answer) == due
        assert not set(weighed) & set(out)
        assert (rests_on == ()) is (due in (None, 200))


def test_what_was_taken_away_comes_back_also_after_an_error() -> None:
    with pytest.raises(ZeroDivisionError), knocked_out(ONE), knocked_out(THREE):
        raise ZeroDivisionError
    assert require_five(4) is not None
    with knocked_out(ONE):
        with knocked_out(THREE):
            assert (require_five(4), require_ten(9)) == (None, None)
        assert require_five(4) is None
        assert require_ten(9) is not None
    assert require_five(4) is not None


VALUE = Sourced((5, 6), (ONE, TWO), neutral=(7,))


@pytest.mark.parametrize(
    ("asked", "answer", "rests_on", "weighed"),
    [
        (VALUE.use, (5, 6), (ONE, TWO), (ONE, TWO)),
        (VALUE.weigh, (5, 6), (), (ONE, TWO)),
        (VALUE.rest, None, (ONE, TWO), (ONE, TWO)),
        (lambda: VALUE.has_member(5), True, (ONE, TWO), (ONE, TWO)),
        (lambda: VALUE.has_member(7), False, (), (ONE, TWO)),
        (Sourced(3, practice="we do it so").use, 3, (), ()),
        (lambda: cite_on_page(THREE), THREE, (THREE,), (THREE,)),
        (lambda: against(VALUE, "no", a=1), Fault("no", {"a": 1}, (ONE, TWO)), (), ()),
    ],
    ids=["use", "weigh", "rest", "member", "no member", "practice", "page", "against"],
)
def test_a_value_leaves_its_clauses_where_it_decides(asked: Any, answer: Any, rests_on: Any, weighed: Any) -> None:
    assert told(asked) == (answer, rests_on, weighed)


@pytest.mark.parametrize(("out", "answer"), [(ONE, (7,)), (TWO, (7,)), (THREE, (5, 6))])
def test_a_value_without_one_of_its_clauses_is_the_neutral_one(out: str, answer: Any) -> None:
    with knocked_out(out):
        assert told(VALUE.use)[0] == told(VALUE.weigh)[0] == answer
        assert told(VALUE.rest)[1] == (() if answer == (7,) else (ONE, TWO))
        assert told(lambda: VALUE.has_member(7))[0] is (answer == (7,))


def test_a_value_states_its_clause_or_why_the_house_adopted_it() -> None:
    with pytest.raises(ValueError, match="states its clause"):
        Sourced(3)
    with pytest.raises(UnknownClauseError):
        Sourced(3, ("PB.Z9.99",))
    own, adopted = Sourced(3, (ONE,)), Sourced(3, practice="we do it so")
    assert (own.is_practice, own.origin, adopted.is_practice, adopted.origin) == (
        False,
        Origin.OWN,
        True,
        Origin.PRACTICE,
    )
    borrowed = Sourced(3, (ONE,), provenance=Provenance(Origin.FALLBACK, "AST2011-PB"))
    assert borrowed.origin is Origin.FALLBACK


@pytest.mark.parametrize("clause", ["", "PB.Z9.99", "HP.PB.no-such-practice", *list(RETIRED)[:2]])
def test_what_is_cited_is_in_the_register(clause: str) -> None:
    with pytest.raises(UnknownClauseError) as found:
        cite(clause)
    assert found.value.clause == clause
    assert ("retired" in str(found.value)) is (clause in RETIRED)


# --- what is proved ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "how", "proof", "expected"),
    [
        (Kind.ENFORCE, {"rule"}, None, True),
        (Kind.ENFORCE, {"rule"}, Proof(1, is_killed=False), True),
        (Kind.ENFORCE, {"rule"}, Proof(1, is_killed=True), False),
        (Kind.ENFORCE, {"shown"}, None, True),
        (Kind.ENFORCE, set(), Proof(1, is_killed=True), True),
        (Kind.INFORM, {"shown"}, None, False),
        (Kind.INFORM, {"cite"}, None, True),
        (Kind.INFORM, {"cite"}, Proof(1, is_killed=True), False),
    ],
)
def test_a_clause_is_open_until_a_test_of_its_own_dies_without_it_or_a_page_shows_it(
    monkeypatch: pytest.MonkeyPatch, kind: Kind, how: set[str], proof: Proof | None, expected: bool
) -> None:
    clause = replace(game_clauses("punto-y-banca")[0], kind=kind)
    monkeypatch.setattr(coverage, "citations", lambda: {clause.id: frozenset(how)} if how else {})
    assert is_open(clause, {} if proof is None else {clause.id: proof}) is expected
    monkeypatch.setattr(coverage, "out_of_scope", lambda: {clause.id: "nobody could present it"})
    assert not is_open(clause, {})


@pytest.mark.parametrize(
    ("tree", "found"),
    [
        ({"value": 3, "clauses": ["A", "B"]}, {"A", "B"}),
        ({"borrow": "x", "clauses": ["A"]}, {"A"}),
        ({"clauses": ["A"]}, set()),
        ({"a": {"value": 1, "clauses": ["A"]}, "b": [{"value": 2, "clauses": ["B"]}, 7]}, {"A", "B"}),
        ({"value": {"value": 1, "clauses": ["A"]}, "clauses": ["B"]}, {"A", "B"}),
        ([], set()),
        ("A", set()),
    ],
)
def test_the_clauses_of_a_rulebook_are_those_that_stand_beside_a_value(tree: Any, found: set[str]) -> None:
    assert clauses_in(tree) == found


@pytest.mark.parametrize(
    ("rows", "is_sound"),
    [
        (("HP.XX.one,,done so,because",), True),
        (("HP.XX.one,,done so,because", "HP.XX.two,,done so,because"), True),
        (("HP.XX.one,,done so,because", "HP.XX.one,,done else,because"), False),
        (("XX.one,,done so,because",), False),
        (("HP.XX.one,,,because",), False),
        (("HP.XX.one,,done so,",), False),
    ],
)
def test_practice_says_what_is_done_and_why_and_is_listed_once(
    tmp_path: Any, rows: tuple[str, ...], is_sound: bool
) -> None:
    (tmp_path / "practice.csv").write_text("\n".join(("id,game,rule,reason", *rows)) + "\n", encoding="utf-8")
    before = len(practices())
    with FOLDERS.beside(tmp_path):
        if is_sound:
            assert len(practices()) == before + len(rows)
        else:
            with pytest.raises(ValueError, match="bad or repeated"):
                practices()
    assert len(practices()) == before
