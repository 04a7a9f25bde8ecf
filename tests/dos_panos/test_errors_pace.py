"""The clock at the cards: it counts the seconds of the table's own rulebook, and warns nobody who may not act."""

from __future__ import annotations

import pytest

from tapete.catalogue import house_games, house_limits
from tapete.games.baccarat.effects import NoteOnly, Party
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.banked.events import TimeWarned
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.terms import Accident, Hand, Phase
from tapete.kernel import CLOCK, TimeLimit
from tests.support.dos_panos.observed import BOTH, dealt, first_cards
from tests.support.dos_panos.options import altered
from tests.support.dos_panos.table import BANKER, Table

PRIMERO, SEGUNDO, BANCA = Hand
PLAIN = first_cards("2s 5s", "2h 5h", "2c 5c")
limit_of = house_limits(house_games())["dos-panos"]


def limit(phase: str, seconds: int, name: str) -> TimeLimit:
    return TimeLimit(phase, seconds, a.TimeUp(), name)


def warning(made: Table) -> TimeWarned:
    made.do(CLOCK, a.TimeUp())
    (event,) = made.turns[-1].events
    assert isinstance(event, TimeWarned)
    return event


@pytest.mark.clause("DP.C5.01")
@BOTH
def test_the_clock_warns_of_cards_that_are_looked_at_slowly(real: bool) -> None:
    made = dealt(PLAIN, real=real, **altered(conduct__look_s=7))
    for who in ("croupier", "ana", BANKER):
        assert made.refused(who, a.TimeUp()).code == "not-yours"
    assert limit_of(made.state) == limit("first-word", 7, "look")
    assert "DP.C5.01" in made.play.attempt(a.TimeUp(), CLOCK).rests_on
    assert warning(made) == TimeWarned("ana", 7, "primero")
    assert made.phase is Phase.FIRST_WORD


@pytest.mark.clause("DP.C5.02")
@BOTH
def test_the_clock_warns_of_cards_that_are_held_too_long_from_when_they_were_lifted(real: bool) -> None:
    made = dealt(PLAIN, real=real, **altered(conduct__hold_s=60)).do("ana", a.Lift(PRIMERO))
    assert limit_of(made.state) == limit("first-word", 60, "hold")
    assert "DP.C5.02" in made.play.attempt(a.TimeUp(), CLOCK).rests_on
    assert warning(made) == TimeWarned("ana", 60, "primero")


@pytest.mark.clause("DP.C5.03")
@BOTH
def test_whoever_was_warned_and_still_announces_nothing_takes_too_long_to_announce(real: bool) -> None:
    made = dealt(PLAIN, real=real, **altered(conduct__announce_s=12)).do(CLOCK, a.TimeUp())
    assert limit_of(made.state) == limit("first-word", 12, "announce")
    assert "DP.C5.03" in made.play.attempt(a.TimeUp(), CLOCK).rests_on
    assert warning(made) == TimeWarned("ana", 12, "primero", is_word_late=True)
    assert limit_of(made.state) is None
    assert made.refused(CLOCK, a.TimeUp()).code == "no-time-limit"


def test_the_second_word_has_a_time_of_its_own() -> None:
    made = dealt(PLAIN).do(CLOCK, a.TimeUp()).do(CLOCK, a.TimeUp()).said("1", "no")
    assert limit_of(made.state) == limit("second-word", 15, "look")
    assert warning(made) == TimeWarned("carla", 15, "segundo")


@pytest.mark.clause("DP.C5.01")
@BOTH
def test_no_time_runs_for_a_player_whom_an_incident_keeps_from_acting(real: bool) -> None:
    """While a case is open nobody may look or speak: the time begins anew when it is closed."""
    made = dealt(PLAIN, real=real).report(Accident.OTHER, None)
    assert limit_of(made.state) is None
    assert made.refused(CLOCK, a.TimeUp()).code == "coup-suspended"
    made.do("inspector", GiveRuling(made.incident.serial, (NoteOnly(),), "nada"))
    assert limit_of(made.state) == limit("first-word", 15, "look")
    assert warning(made) == TimeWarned("ana", 15, "primero")


@BOTH
def test_a_word_that_has_to_be_said_again_has_its_time_again(real: bool) -> None:
    made = dealt(PLAIN, real=real).do(CLOCK, a.TimeUp()).do(CLOCK, a.TimeUp()).said("1", "no")
    made.report(Accident.TWO_WORDS, Party.PLAYER, hand=PRIMERO).ruled("croupier")
    assert made.phase is Phase.FIRST_WORD
    assert limit_of(made.state) is not None


def test_no_clock_runs_at_other_steps_of_a_table() -> None:
    assert limit_of(dealt(PLAIN).said("1", "no").said("2", "no").state) is None
