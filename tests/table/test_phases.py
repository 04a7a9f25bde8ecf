"""The line of a phase: what holds in it, and that an act is done in its own phase."""

import msgspec

from tapete.clauses import Fault
from tapete.table import acts
from tapete.table.phases import PhaseRules, no_person, require_phase, tags


class Standing(msgspec.Struct, frozen=True):
    """A table in a phase."""

    phase: str


def test_an_act_of_another_phase_is_refused_with_the_phase_that_is_open() -> None:
    assert require_phase(Standing("bets"), "between", "bets") is None
    assert require_phase(Standing("bets"), "between") == Fault("wrong-window", {"window": "bets"})
    assert require_phase(Standing("bets")) == Fault("wrong-window", {"window": "bets"})


def test_a_phase_of_which_nothing_is_said_waits_for_nobody_and_offers_nothing() -> None:
    rules: PhaseRules[Standing] = PhaseRules()
    assert rules == PhaseRules((), (), no_person, frozenset())
    rules.waits_for(Standing("bets"))
    assert tags(acts.Sit, acts.Leave) == ("sit", "leave")
