"""Two accidents in one incident: whatever one of them lets an official decide by itself, he can decide with the other.

The rows are generated: game by step by first accident; each is widened by every other one that can be reported then.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from tapete.games.baccarat.conflicts import WHOLE_OUTCOME, is_conflict, is_tightening, moved_positions, touches
from tapete.games.baccarat.effects import BindToTable, Discard, Effect, Party, VoidCoup
from tapete.games.baccarat.incident import Docket, GiveRuling, Incident
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.terms import Accident
from tapete.games.dos_panos import acts as d
from tapete.kernel import Act, PersonId
from tapete.table.staff import Role
from tests.dos_panos import test_accident_at_every_step as cloths
from tests.support.chemin_de_fer import accidents as chemin

CROUPIER = PersonId("croupier")
GAMES: dict[str, Any] = {"chemin-de-fer": chemin, "dos-panos": cloths}


def reported(state: Any, play: Any, what: Any) -> Incident | None:
    """Return what a report would come to, ``None`` where it cannot be made."""
    found = play.game.preview(state, Act(CROUPIER, what))
    return found if isinstance(found, Incident) else None


def every_report(game: str, made: Any) -> Iterator[Any]:
    for one in GAMES[game].offers(made).values():
        yield from GAMES[game].reports(one, made.state)


@cache
def scene(game: str, step: str) -> tuple[Any, dict[Any, Incident]]:
    """Return a step of a table with all that can be reported there, and what each comes to by itself."""
    made = GAMES[game].reached(step)
    found = {what: reported(made.state, made.play, what) for what in every_report(game, made)}
    return made, {what: incident for what, incident in found.items() if incident is not None}


def choices(incident: Incident) -> tuple[tuple[Effect, ...], ...]:
    """Return what an official may decide by the rules: as proposed, or what they name instead."""
    return (incident.proposed_effects, *(one.effects for one in incident.alternatives))


def duties(effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
    """Return effects as what they demand: a banker bound by their own error is bound as by a player's."""
    return tuple(replace(one, fault_of=Party.BANKER) if isinstance(one, BindToTable) else one for one in effects)


def holds(offered: tuple[Effect, ...], wanted: tuple[Effect, ...]) -> bool:
    """Return True if a remedy does all that another does, and undoes nothing of it afterwards."""
    offered, wanted = duties(offered), duties(wanted)
    order = {effect: place for place, effect in enumerate(offered)}
    return set(wanted) <= set(offered) and not any(
        is_conflict(later, effect) and not is_tightening(later, effect) and order[later] > order[effect]
        for effect in wanted
        for later in set(offered) - set(wanted)
    )


def lacking(offered: tuple[tuple[Effect, ...], ...], incident: Incident) -> list[tuple[Effect, ...]]:
    """Return what an incident lets an official decide by itself and what is offered does not hold."""
    return [one for one in choices(incident) if not any(holds(other, one) for other in offered)]


def after(made: Any, first: Any) -> Any:
    """Return the table after a first report."""
    return made.fork().do("croupier", first)


def is_annulled(incident: Incident) -> bool:
    """Return True if an accident leaves nothing but that the coup is annulled."""
    return all(VoidCoup() in one for one in choices(incident))


def waits_already(opened: Incident, what: Any) -> bool:
    """Return True if a card falls of which the open incident says where it is to go: it goes there, and nowhere else
    (CF.C1.10, DP.C1.10).
    """
    return what.accident == "floor" and what.position in moved_positions(opened.proposed_effects)


ROWS = [(game, step) for game, module in GAMES.items() for step in module.STEPS]


@pytest.mark.parametrize(("game", "step"), ROWS)
def test_what_one_accident_lets_an_official_decide_he_can_decide_with_another(game: str, step: str) -> None:
    before, alone = scene(game, step)
    for first, opened in alone.items():
        made = after(before, first)
        quiet = replace(made.state, docket=Docket())
        for second in alone:
            if (wider := reported(made.state, made.play, second)) is None:
                continue
            offered = choices(wider)
            assert not lacking(offered, opened), (first, second, offered)
            itself = (alone[second], reported(quiet, made.play, second) or alone[second])
            if is_annulled(opened) or all(map(is_annulled, itself)):
                assert all(any(touches(one).startswith(WHOLE_OUTCOME) for one in other) for other in offered), offered
            if not waits_already(opened, second):
                assert not all(lacking(offered, one) for one in itself), (first, second, offered)


@pytest.mark.clause("CF.C1.08", "CF.C1.04")
def test_cards_stuck_beside_an_early_card_annul_the_coup_whatever_the_inspector_relaxes() -> None:
    made, _ = scene("chemin-de-fer", "bets")
    made = after(made, a.Report(Accident.EARLY_DRAW, Party.BANKER, count=1))
    (relaxed,) = made.incident.alternatives
    assert relaxed.effects == (Discard(0),)
    made.report(Accident.STUCK)
    assert made.incident.proposed_effects[-2:] == (Discard(0), VoidCoup())
    offered = {one.effects: {str(cite) for cite in one.clauses} for one in made.incident.alternatives}
    assert offered[Discard(0), VoidCoup()] >= {"CF.C1.04"}
    assert all(VoidCoup() in one for one in offered), "nothing that is offered loses the annulment"
    ruled = made.fork().do("inspector", GiveRuling(made.incident.serial, (Discard(0), VoidCoup()), "stuck"))
    assert ruled.place(0) == "discard"
    assert not ruled.state.docket.open


@pytest.mark.clause("DP.C1.08", "DP.C1.04")
def test_cards_stuck_beside_an_early_card_annul_the_hand_whatever_the_director_disapplies() -> None:
    made, _ = scene("dos-panos", "bets")
    made = after(made, d.Report(Accident.EARLY_DRAW, Party.BANKER, count=1))
    made.report(Accident.STUCK)
    (relaxed,) = (one for one in made.incident.alternatives if one.by == Role.DIRECTOR)
    assert relaxed.effects == (Discard(0), VoidCoup())
    assert all(VoidCoup() in one.effects for one in made.incident.alternatives)
    ruled = made.fork().ruled("director", relaxed.effects)
    assert ruled.place(0) == "discard"
    assert not ruled.state.docket.open
