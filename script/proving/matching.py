"""One test proves one clause: each clause that failed a test is given one of these tests for itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def matched(proofs: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Return for as many clauses as possible one test each, no test twice; ``proofs`` are the tests that could serve.

    Whoever comes first keeps a test unless its owner finds another (augmenting paths).
    """
    owner: dict[str, str] = {}

    def finds(clause: str, tried: set[str]) -> bool:
        for test in proofs[clause]:
            if test not in tried:
                tried.add(test)
                if test not in owner or finds(owner[test], tried):
                    owner[test] = clause
                    return True
        return False

    for clause in proofs:
        finds(clause, set())
    return {clause: test for test, clause in owner.items()}
