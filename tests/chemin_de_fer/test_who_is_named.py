"""Every accident at every step, by everybody's hand and in everybody's name: taken up by a clause, or refused for a
reason.
"""

from collections.abc import Iterator

import pytest

from tapete.games.baccarat.effects import BarPerson, GiveCards, Party
from tapete.games.banked.reportable import Reportable
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import COUP, Accident
from tapete.kernel import PersonId, Refused
from tests.chemin_de_fer.test_accident_at_every_step import ROWS, offers, reason, table_at
from tests.support.chemin_de_fer.observed import Observed

BANKER, HOLDER, PUNTER, STANDING, CROUPIER, INSPECTOR, STRANGER = PEOPLE = tuple(
    map(PersonId, ("bea", "ana", "luis", "pau", "croupier", "inspector", "nobody"))
)
PLAIN = frozenset({"party-unfit", "fact-missing", "no-bank", "no-third-card", "carta-was-said"})
"""Codes whose sentence is the whole reason: the report says what cannot be, or too little."""
OF_THE_HOLDER = (Accident.TOO_SLOW, Accident.MISSPOKEN)
"""Ana has the cards: nobody else has kept them too long, or announced them."""
HERE = [row for row in ROWS if reason(*row) is None]


def named(found: Reportable) -> Iterator[a.Report]:
    """Return the report by every hand, in the name of everybody and of nobody."""
    one = found.example
    for party in (None, *Party):
        for person in (None, *PEOPLE):
            yield a.Report(one.accident, party, one.position, one.hand, one.count, person)


def is_so(state: State, what: a.Report) -> bool:
    """Return True if the person is what the report calls him."""
    match what.fault_of:
        case _ if what.person is None:
            return True
        case Party.BANKER:
            return what.person == state.banker
        case Party.CROUPIER:
            return what.person == CROUPIER
        case Party.PLAYER if what.accident in OF_THE_HOLDER:
            return what.person == HOLDER
        case Party.PLAYER:
            return what.person in (BANKER, HOLDER, PUNTER, STANDING) and what.person != state.banker
        case Party.BYSTANDER:
            return what.person not in (CROUPIER, state.banker, HOLDER if state.phase in COUP else None)
        case _:
            return True


def made(table: Observed, what: a.Report, who: PersonId) -> bool:
    return not isinstance(table.play.attempt(what, who).outcome, Refused)


@pytest.mark.parametrize(("accident", "step"), HERE)
def test_a_report_is_taken_up_by_a_clause_or_refused_for_a_reason(accident: Accident, step: str) -> None:
    table = table_at(step)
    state = table.state
    taken = 0
    for what in named(offers(table)[accident]):
        outcome = table.play.attempt(what, "croupier").outcome
        if isinstance(outcome, Refused):
            assert outcome.clauses or outcome.code in PLAIN, (what, outcome)
            continue
        taken += 1
        assert is_so(state, what), what
        incident = next(one.incident for one in outcome.events if hasattr(one, "incident"))
        assert incident.clauses, what
        bars = [one.person for one in incident.proposed_effects if isinstance(one, BarPerson)]
        assert set(bars) <= {what.person or (state.banker if what.fault_of is Party.BANKER else HOLDER)}, what
        given = [one.person for one in incident.proposed_effects if isinstance(one, GiveCards)]
        assert set(given) <= {CROUPIER}, what
    assert taken


@pytest.mark.parametrize(("accident", "step"), HERE)
def test_nobody_but_the_staff_of_the_table_reports(accident: Accident, step: str) -> None:
    table = table_at(step)
    by_croupier = (one for one in named(offers(table)[accident]) if made(table, one, CROUPIER))
    what = next(by_croupier)
    answers = {who: table.play.attempt(what, who).outcome for who in PEOPLE}
    refused = {who: one.code for who, one in answers.items() if isinstance(one, Refused)}
    assert refused == dict.fromkeys((BANKER, HOLDER, PUNTER, STANDING, STRANGER), "not-your-post")
