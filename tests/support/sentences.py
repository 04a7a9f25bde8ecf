"""What a person is told has its facts: no refusal, error or finding of any test lacks one that its sentence names."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from tapete import kernel
from tapete.clauses import Fault
from tapete.record import entry, report
from tapete.words import CodedError, placeholders, sentence, text


def demand_facts() -> None:
    """Look at each refusal, coded error and finding that is made from now on.

    Raise AssertionError where its sentence names a fact that is not given, unless there is a sentence without it.
    """
    refused, finding, made = kernel._refused, entry.finding, CodedError.__init__

    def telling_refusal(found: Fault, trail: Any) -> kernel.Refused:
        require_facts("refusal", found.code, found.facts)
        return refused(found, trail)

    def telling_finding(code: str, facts: Mapping[str, Any], lang: str) -> str:
        require_facts("finding", code, facts, str(facts.get("case", "")))
        return finding(code, facts, lang)

    def telling_error(self: CodedError, code: str, **facts: Any) -> None:
        require_facts(self.topic, code, facts)
        made(self, code, **facts)

    kernel._refused = telling_refusal
    entry.finding = report.finding = telling_finding  # type: ignore[attr-defined]
    CodedError.__init__ = telling_error  # type: ignore[method-assign]


def require_facts(topic: str, code: str, facts: Mapping[str, Any], case: str = "") -> None:
    """Raise AssertionError if a sentence names a fact that is not given."""
    missing = missing_facts(topic, code, case, frozenset(facts))
    assert not missing, f"the {topic} {code} is told without {', '.join(missing)}"


@cache
def missing_facts(topic: str, code: str, case: str, given: frozenset[str]) -> tuple[str, ...]:
    """Return the facts that a sentence names and that are not given; none where there is a sentence without them."""
    template = text(topic, f"{code}.{case}", "en") or text(topic, code, "en")
    if template is None or text(topic, f"{code}.bare", "en") is not None:
        return ()
    return tuple(sorted(named(template) - given))


def require_sound(game: kernel.Game[Any], state: Any) -> None:
    """Raise AssertionError that says in words what a state holds and no sound one does."""
    told = [sentence("invariant", one.code, "en", **one.facts) for one in game.problems(state)]
    assert not told, "; ".join(told)


def named(template: str) -> frozenset[str]:
    """Return the facts that a sentence names."""
    return frozenset(name for name, _ in placeholders(template))
