"""The register of clauses and the citation as a value: every rule in our words, with its sources, and who applies
it.
"""

from tapete.clauses.cite import (
    Cite,
    Fault,
    Rule,
    Sourced,
    UnknownClauseError,
    against,
    cite,
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
from tapete.clauses.practice import Practice, is_practice, practices
from tapete.clauses.provenance import Origin, Provenance
from tapete.clauses.register import GAMES, RETIRED, Clause, Source, game_clauses, register
from tapete.clauses.wording import Wording, wording

__all__ = [
    "GAMES",
    "RETIRED",
    "Cite",
    "Clause",
    "Fault",
    "Origin",
    "Practice",
    "Provenance",
    "Rule",
    "Source",
    "Sourced",
    "UnknownClauseError",
    "Wording",
    "against",
    "cite",
    "cite_on_page",
    "fault",
    "first_fault",
    "game_clauses",
    "is_practice",
    "is_traced",
    "knocked_out",
    "practices",
    "register",
    "rest_on",
    "rule",
    "trace",
    "weigh",
    "with_clauses",
    "wording",
]
