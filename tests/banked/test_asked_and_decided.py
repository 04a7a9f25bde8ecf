"""Whether an act stands is asked without what follows from it (``kernel.is_only_asked``): the answer is the decision's.

Guards every offer and refusal at the tables where a player holds the bank.
"""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tapete.catalogue import entry
from tapete.kernel import Act, Refused
from tapete.record.notation import play, read_notation
from tapete.record.notation.text import with_rulebooks
from tests.support import ROOT

BANKED = ("chemin-de-fer", "dos-panos")


def recorded_states(key: str) -> Iterator[tuple[str, Any, Any]]:
    """Yield steps of tables on which somebody has to choose: at the choice, at an incident or with cards aside, and one
    more.
    """
    for path in sorted((ROOT / "tests" / "tables" / key).glob("*.toml")):
        if not re.search("choose|keep|pick|choice", path.read_text("utf-8")):
            continue
        notation = read_notation(path)
        game = with_rulebooks(entry(key).engine(None), notation)
        states = [one.state for one in play(game, notation).turns if one.acts]
        choosing = [one for one in states if one.coup.cards.marks.choices]
        held_up = [one for one in states if one.docket.open or one.coup.cards.marks.aside]
        yield from ((path.stem, game, one) for one in (*choosing[:1], *held_up[:1], states[-2]))


@pytest.mark.parametrize("key", BANKED)
def test_what_is_asked_of_an_act_is_what_is_decided(key: str) -> None:
    wrong: list[str] = []
    for path, game, state in recorded_states(key):

        def accepts(at: Any, act: Act[Any], where: str = path, game: Any = game) -> bool:
            asked, decided = game.is_accepted(at, act), not isinstance(game.decide(at, act), Refused)
            if asked is not decided:
                wrong.append(f"{where}, {at.step}: {act.body} of {act.by} is asked {asked}, decided {decided}")
            return decided

        for who in {state.croupier(), state.banker} - {None}:
            game.offers_to(state, who, accepts, game.waits_for(state))
    assert not wrong, "\n".join(wrong[:5])
