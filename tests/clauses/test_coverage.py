"""What a decision leaves behind and what is proved of each clause: citations, neutral answers, coverage."""

import ast
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import tapete
from tapete.clauses import (
    Fault,
    Sourced,
    UnknownClauseError,
    against,
    cite,
    cite_on_page,
    coverage as cov,
    fault,
    first_fault,
    knocked_out,
    rule,
    trace,
    with_clauses,
)
from tapete.clauses.register import RETIRED, Kind, game_clauses, register
from tapete.rulebooks import house_library
from tests.support.rows import rows

ONE, TWO, THREE = (cite(one.id) for one in game_clauses("punto-y-banca")[:3])
PRACTICE = cite("HP.PB.relief")


@rule(ONE, TWO, neutral=None)
def require_five(amount: int) -> Fault | None:
    return fault("too-few", amount=amount) if amount < 5 else None


@rule(THREE, neutral=None, names_a_pass=False)
def require_ten(amount: int) -> Fault | None:
    """Return a Fault below ten; whoever passes hears nothing."""
    return fault("too-few", amount=amount) if amount < 10 else None


@rule(ONE, neutral=lambda amount: amount * 100)
def doubled(amount: int) -> int:
    return amount * 2


def told(decide: Callable[[], Any]) -> tuple[Any, tuple[str, ...], tuple[str, ...]]:
    with trace() as trail:
        answer = decide()
    return answer, trail.rests_on, trail.weighed


@rows("decide, code, rests_on, weighed", [
        (lambda: require_five(5), None, (ONE, TWO), (ONE, TWO)),
        (lambda: require_five(4), "too-few", (ONE, TWO), (ONE, TWO)),
        (lambda: require_ten(10), None, (), (THREE,)),
        (lambda: require_ten(9), "too-few", (THREE,), (THREE,)),
        (lambda: require_five.where(False, 4), None, (), (ONE, TWO)),
        (lambda: first_fault(require_ten(10), require_five(4)), "too-few", (ONE, TWO), (THREE, ONE, TWO)),
        (lambda: first_fault(require_ten(9), require_five(4)), "too-few", (THREE, ONE, TWO), (THREE, ONE, TWO)),
    ])  # fmt: skip
def test_a_rule_leaves_its_clauses_where_it_decides_and_is_weighed_elsewhere(
    decide: Any, code: str | None, rests_on: Any, weighed: Any
) -> None:
    answer, decided, seen = told(decide)
    assert (None if answer is None else answer.code, decided, seen) == (code, rests_on, weighed)


def test_a_fault_is_signed_with_the_clauses_of_its_rule_unless_it_names_others() -> None:
    assert require_five(4) == Fault("too-few", {"amount": 4}, (ONE, TWO))

    @rule(ONE, neutral=None)
    def require_signed() -> Fault | None:
        return Fault("no", {}, (THREE,))

    assert require_signed() == Fault("no", {}, (THREE,))
    assert with_clauses(Fault("no", {}, (ONE,)), TWO, ONE) == Fault("no", {}, (ONE, TWO))
    assert with_clauses(Fault("no", {"a": 1})) == Fault("no", {"a": 1})
    assert first_fault(None, Fault("a"), Fault("b")) == Fault("a")
    assert first_fault(None, None) is None


PROVED: Any = sys.modules[cov.Proof.__module__]


@rows(
    "out, five, ten, twice",
    [
        ((), "too-few", "too-few", 4),
        ((ONE,), None, "too-few", 200),
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


VALUE = Sourced((5, 6), (ONE, TWO), neutral=(7,))


@rows(
    "asked, answer, rests_on, weighed",
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
)
def test_a_value_leaves_its_clauses_where_it_decides(asked: Any, answer: Any, rests_on: Any, weighed: Any) -> None:
    assert told(asked) == (answer, rests_on, weighed)


@rows("out, answer", [(ONE, (7,)), (TWO, (7,)), (THREE, (5, 6))])
def test_a_value_without_one_of_its_clauses_is_the_neutral_one(out: str, answer: Any) -> None:
    with knocked_out(out):
        assert told(VALUE.use)[0] == told(VALUE.weigh)[0] == answer
        assert told(VALUE.rest)[1] == (() if answer == (7,) else (ONE, TWO))
        assert told(lambda: VALUE.has_member(7))[0] is (answer == (7,))


@rows("clause", ["", "PB.Z9.99", "HP.PB.no-such-practice", *list(RETIRED)[:2]])
def test_what_is_cited_is_in_the_register(clause: str) -> None:
    with pytest.raises(UnknownClauseError) as found:
        cite(clause)
    assert found.value.clause == clause
    assert ("retired" in str(found.value)) is (clause in RETIRED)


@pytest.mark.parametrize(
    ("kind", "how", "proof", "expected"),
    [
        (Kind.ENFORCE, {"rule"}, None, True),
        (Kind.ENFORCE, {"rule"}, cov.Proof(1, is_killed=False), True),
        (Kind.ENFORCE, {"rule"}, cov.Proof(1, is_killed=True), False),
        (Kind.ENFORCE, set(), cov.Proof(1, is_killed=True), True),
        (Kind.INFORM, {"shown"}, None, False),
        (Kind.INFORM, {"cite"}, None, True),
    ],
)
def test_a_clause_is_open_until_a_test_of_its_own_dies_without_it_or_a_page_shows_it(
    monkeypatch: pytest.MonkeyPatch, kind: Kind, how: set[str], proof: cov.Proof | None, expected: bool
) -> None:
    clause = replace(game_clauses("punto-y-banca")[0], kind=kind)
    monkeypatch.setattr(PROVED, "citations", lambda: {clause.id: frozenset(how)} if how else {})
    assert cov.is_open(clause, {} if proof is None else {clause.id: proof}) is expected
    monkeypatch.setattr(PROVED, "out_of_scope", lambda: {clause.id: "nobody could present it"})
    assert not cov.is_open(clause, {})


DP = "dos-panos"


def test_what_falls_back_is_counted_for_the_document_that_is_silent() -> None:
    clauses = list(register())[:2]
    value = {"value": 5, "clauses": clauses, "provenance": {"origin": "fallback", "document": "OM1979-09"}}
    own = {"value": 6, "clauses": ["DP.A.01"], "provenance": {"origin": "own"}}
    book = {"game": DP, "document": "GUIDE", "bank": {"deduction": value, "minimum": own}}
    assert cov.fallback_clauses(book) == set(clauses)
    assert cov.document_coverage(DP, "GUIDE", {}, [book]).fallback == 2
    assert cov.document_coverage(DP, "REG-51-53", {}, [book]).fallback == 0
    spoken = {**book, "punto": {"value": 7, "clauses": clauses[:1]}}
    assert cov.fallback_clauses(spoken) == set(clauses[1:]), (
        "a clause that the document applies itself as well is its own"
    )


def test_a_clause_that_the_document_states_itself_is_no_fallback_beside_a_value_of_another() -> None:
    """The guide alone lets the banker wait for the third cards (B.22); three documents say who speaks first (B.21)."""
    for book in house_library().of(DP):
        own = book.content["document"]
        stated = {one.id for one in game_clauses(DP) if own in {place.document for place in one.sources}}
        assert cov.fallback_clauses(book.content).isdisjoint(stated), book.id
    asturias = house_library().by_id(DP, "asturias-2011")
    assert "DP.B.22" in cov.fallback_clauses(asturias.content)
    assert "DP.B.21" not in cov.fallback_clauses(asturias.content)


def test_citations_are_literal_calls_of_the_functions_that_cite() -> None:
    text = """
@rule("A", "B", neutral=None)
def f(): ...
cite("C")
clauses.cite("D")
cite_on_page("E", 7)
cite(name)
other("F")
rule(neutral="G")
g()("H")
"""
    found = sorted(cov.citations_in(ast.parse(text)))
    assert found == [("cite", "C"), ("cite", "D"), ("rule", "A"), ("rule", "B"), ("shown", "E")]


PACKAGE = Path(tapete.__file__).parent


def test_every_module_with_a_rule_counts_for_the_digest() -> None:
    texts = {module: module.read_text("utf-8") for module in PACKAGE.rglob("*.py")}
    ruling = {
        module.relative_to(PACKAGE).parts[0]
        for module, text in texts.items()
        if "rule(" in text and "rule" in {how for how, _ in cov.citations_in(ast.parse(text))}
    }
    assert ruling
    assert ruling <= set(cov.DECIDING)


RULES = (*(f"{room}/deep/rule.py" for room in cov.DECIDING), "rulebooks/data/book.toml", "clauses/data/register.csv")
NO_RULES = ("web/page.py", "games/notes.md", "clauses/data/register.fr.toml", "clauses/register.py")


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in (*RULES, *NO_RULES):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("1")
    monkeypatch.setattr(PROVED, "files", lambda _: tmp_path)
    return tmp_path


@rows("name", [*RULES, *NO_RULES][::4])
def test_a_report_is_of_other_code_once_a_rule_is_written_otherwise(package: Path, name: str) -> None:
    before = cov.sources_digest()
    (package / name).write_text("2")
    assert (cov.sources_digest() != before) is (name in RULES)
