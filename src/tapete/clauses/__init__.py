"""The register of clauses and the citation as a value: every rule in our words, with its sources, and who applies
it.
"""

from tapete.clauses.cite import (
    Cite as Cite,
    Fault as Fault,
    Rule as Rule,
    Sourced as Sourced,
    UnknownClauseError as UnknownClauseError,
    against as against,
    cite as cite,
    cite_on_page as cite_on_page,
    fault as fault,
    first_fault as first_fault,
    is_traced as is_traced,
    knocked_out as knocked_out,
    rest_on as rest_on,
    rule as rule,
    trace as trace,
    weigh as weigh,
    with_clauses as with_clauses,
)
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
