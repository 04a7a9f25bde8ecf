"""The clock at the cards: who looks too slowly, holds the cards too long, or takes too long to announce his play.

The texts give no seconds: those are the house's. The clock decides nothing. It warns the croupier, of the cards first
and then of the word that is still missing, and he may report it.
"""

from __future__ import annotations

import msgspec

from tapete.clauses import Sourced, fault, rule, trace
from tapete.games.baccarat.incident import require_no_incident
from tapete.games.banked.events import TimeWarned
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import WORD_OF, Hand
from tapete.kernel import CLOCK, Decision, PersonId, TimeLimit
from tapete.table.acts import TimeUp

ANNOUNCE = "announce"
"""Name of the time in which a word is due."""


class RunningTime(msgspec.Struct, frozen=True):
    """Whose time runs before which cloth, how long, and what for: to look, to hold the cards, or to announce."""

    person: PersonId
    cloth: Hand
    seconds: Sourced[int]
    name: str


def running_time(state: State) -> RunningTime | None:
    """Return the time that runs for the player whose word it is; none while an incident suspends the coup.

    A croupier who plays a hand in somebody's place is no player and is not timed.
    """
    cloth = next((one for one, phase in WORD_OF.items() if phase is state.phase), None)
    if cloth is None or state.docket.open:
        return None
    player, side, rules = state.holder(cloth), state.coup.side(cloth), state.book.conduct
    if player is None or player == state.croupier():
        return None
    if not side.is_warned:
        watched, seconds = (rules.long_hold, rules.hold_s) if side.is_lifted else (rules.slow_look, rules.look_s)
        if watched.use():
            return RunningTime(player, cloth, seconds, "hold" if side.is_lifted else "look")
    return None if side.is_word_late else time_to_announce(player, cloth, rules.announce_s)


@rule("DP.C5.03", neutral=None)
def time_to_announce(player: PersonId, cloth: Hand, seconds: Sourced[int]) -> RunningTime | None:
    """Nobody takes too long to announce his play: whoever has been warned of his cards has so long to speak."""
    return RunningTime(player, cloth, seconds, ANNOUNCE)


def time_limit(state: State) -> TimeLimit | None:
    """Return the time that runs now, as the clock of a hall counts it."""
    with trace():
        found = running_time(state)
    return None if found is None else TimeLimit(str(state.phase), found.seconds.value, TimeUp(), found.name)


def time_up(state: State, who: PersonId, what: TimeUp) -> Decision:
    """Decide that the time for looking at the cards, for holding them, or for announcing, is over: the croupier is
    warned.
    """
    del what
    wrong = fault("not-yours") if who != CLOCK else require_no_incident(state.docket)
    if wrong:
        return wrong
    found = running_time(state)
    if found is None:
        return fault("no-time-limit")
    late = found.name == ANNOUNCE
    return (TimeWarned(found.person, found.seconds.use(), found.cloth, is_word_late=late),)
