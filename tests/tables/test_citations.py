"""In the recorded tables an accepted act carries the clause of a special case only where that case is there."""

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from tapete.games.baccarat.effects import BarredAction
from tapete.games.chemin_de_fer.errors.remedies_banker import FIFTH
from tapete.games.chemin_de_fer.game import CHEMIN_DE_FER
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import Hand
from tapete.kernel import Accepted
from tapete.record.notation import play
from tests.support.recorded.faults import FOLDER, read
from tests.support.rows import rows


def is_stop_card_out(state: State) -> bool:
    return state.shoe.is_stop_seen


def is_a_natural_lost(hand: Hand) -> Callable[[State], bool]:
    return lambda state: state.coup.cards.marks.of(hand).is_natural_lost


def is_fifth_card_out(state: State) -> bool:
    return FIFTH in state.coup.found_faults


def is_bank_s_natural_barred(state: State) -> bool:
    gave = "natural-offered-cards" in state.coup.found_faults
    return gave or is_a_natural_lost(Hand.BANCA)(state) or is_fifth_card_out(state)


def is_somebody_bound(state: State) -> bool:
    bars = (*state.bars.bars, *state.coup.cards.marks.bars)
    return any(bar.action is BarredAction.PASS for bar in bars) or "early-draw" in state.coup.found_faults


def is_check_asked(state: State) -> bool:
    return bool(state.shoe.check)


def is_somebody_out_of_turn(state: State) -> bool:
    return bool(state.carried_over.followers or state.coup.cards.marks.settle_last)


SPECIAL: dict[str, Callable[[State], bool]] = {
    "CF.B.10": is_stop_card_out,
    "CF.B.49": is_check_asked,
    "CF.C1.03": is_somebody_bound,
    "CF.C3.01": is_fifth_card_out,
    "CF.C3.14": is_bank_s_natural_barred,
    "CF.C4.10": is_a_natural_lost(Hand.PUNTO),
    "CF.D.18": is_somebody_out_of_turn,
    "CF.B.47": lambda _state: False,
}
"""The case without which a clause decides nothing; a coup with a prepared shoe does not rest on the preparing of it."""

BY_THEMSELVES = {"CF.B.10": {"stopcard"}, "CF.B.49": {"askcheck", "check"}}
"""Acts that are the very subject of the clause."""


@cache
def citations() -> dict[str, list[tuple[str, int, str, bool]]]:
    """Return for each special clause where an accepted act carries it, and whether its case is there."""
    found: dict[str, list[tuple[str, int, str, bool]]] = {clause: [] for clause in SPECIAL}
    for path in sorted(FOLDER.glob("*.toml")):
        if path.stem.startswith("pair-") or path.stem.endswith("-unknown"):
            continue
        notation = read(path.stem)
        before: Any = CHEMIN_DE_FER.blank()
        for number, (action, turn) in enumerate(
            zip(notation.actions, play(CHEMIN_DE_FER, notation).turns, strict=True), start=1
        ):
            if isinstance(turn.outcome, Accepted):
                for clause in SPECIAL.keys() & set(turn.rests_on):
                    there = SPECIAL[clause](before) or SPECIAL[clause](turn.state)
                    found[clause].append((path.stem, number, action.verb, there))
            before = turn.state
    return found


@rows("clause", [*SPECIAL])
def test_an_accepted_act_rests_on_a_special_case_only_where_it_is_there(clause: str) -> None:
    own = BY_THEMSELVES.get(clause, set())
    assert [one for one in citations()[clause] if not one[3] and one[2] not in own] == []


@pytest.mark.parametrize("clause", ["CF.B.10", "CF.B.49", "CF.C3.14", "CF.C4.10", "CF.D.18"])
def test_where_the_case_is_there_the_act_rests_on_its_clause(clause: str) -> None:
    assert any(there for *_, there in citations()[clause])
