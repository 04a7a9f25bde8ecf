"""A ruling that takes play back, at every step of the table and to every window of a coup."""

import pytest

from tapete.games.baccarat.effects import GoBack
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.terms import COUP, Accident, Phase
from tapete.kernel import Refused
from tests.chemin_de_fer.test_accident_at_every_step import STEPS, table_at
from tests.support.chemin_de_fer.ending import finished

VIEWERS = ("bea", "luis", "ana", "croupier", "inspector", None)


@pytest.mark.parametrize("window", COUP)
@pytest.mark.parametrize("step", [step for step in STEPS if step != "closed"])
def test_play_goes_back_to_a_window_that_the_coup_has_come_to_and_goes_on_from_there(step: str, window: Phase) -> None:
    table = table_at(step)
    phase = table.state.phase
    table.do("croupier", a.Report(Accident.OTHER))
    back = GiveRuling(table.incident.serial, (GoBack(window),), "seen by all")
    outcome = table.play.attempt(back, "inspector").outcome
    if phase not in COUP or COUP.index(window) > COUP.index(phase):
        assert isinstance(outcome, Refused)
        assert outcome.code in ("no-coup", "effect-unsuitable")
        return
    table.do("inspector", back)
    for viewer in VIEWERS:
        table.play.game.view(table.state, viewer)
        table.play.game.explain(table.state, viewer)
        table.play.game.legal(table.state, viewer)
    finished(table)
    assert table.state.docket.open or table.state.phase not in COUP
