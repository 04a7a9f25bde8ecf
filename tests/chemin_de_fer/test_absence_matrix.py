"""Every role in every window, and the person leaves, falls silent or goes away: the outcome, why, and the way on.

The outcomes stand in a table of the documentation. ``TAPETE_REWRITE=1 python -m pytest -n0`` with this file writes it
anew from what happens.
"""

from collections.abc import Iterator

import pytest

from tapete.clauses.practice import practices
from tapete.clauses.register import register
from tapete.games.chemin_de_fer.terms import PREPARING, Phase
from tapete.kernel import CLOCK, Refused
from tapete.table.acts import Away, Leave
from tests.support.absence import HOWS, STANDS, AbsenceTable, Deed
from tests.support.chemin_de_fer.scenes import ASKED, CALLERS, CELLS, deed, one_step, scene

FREE = "HP.CF.in-play"
"""Who may go and who may not; and what lies there stays in play where the table does not wait for him."""
TABLE = AbsenceTable("chemin-de-fer", CELLS)


@pytest.fixture(scope="module", autouse=True)
def rewritten() -> Iterator[None]:
    with TABLE.rewriting():
        yield


def on_to_the_next_coup(table, missing: str) -> list[Deed]:
    """Go on until the betting of another coup is open, and return what was done."""
    start, deeds = table.state.coup.number, []
    for _ in range(120):
        if table.state.phase is Phase.BETS and table.state.coup.number > start:
            return deeds
        deeds.append(one_step(table, (missing,)))
    raise AssertionError(f"no other coup after {start}: {table.state.step}")


def expected_when_leaving(role: str, window: Phase) -> str:
    """Return the code of the refusal to leave; nothing where he may go."""
    if role in ("bystander", "cutter", "passer-at-the-auction"):
        return ""
    if role in ASKED:
        return "bank-offered-to-you"
    return "bank-is-yours" if role in ("banker", "owing-banker") else "money-on-table"


def expected_label(role: str, window: Phase, how: str) -> str:
    """Return the house practice or the clause by which the table goes on without him; nothing where he is not waited
    for in the rest of the coup.
    """
    waited_for = (Phase.DEAL, Phase.ANSWER, Phase.BANKER)
    holds = role in CALLERS and window in (Phase.BETS, Phase.DEAL, Phase.CARRY, Phase.LIFT, Phase.WORD)
    if holds:
        return "HP.CF.absent-holder" if how == "away" else "CF.C4.01"
    if role == "banker":
        plays = (Phase.BETS, Phase.CARRY, Phase.LIFT, Phase.WORD, *waited_for, *PREPARING)
        absent = how == "away" or window in plays
        return ("HP.CF.absent-player" if how == "away" else "HP.CF.silent-player") if absent else ""
    if role in ("cutter", "owing-banker") or (role in ASKED and how == "silent"):
        return "HP.CF.absent-player" if how == "away" else "HP.CF.silent-player"
    return "HP.CF.unanswered-bank" if role in ASKED else ""


@pytest.mark.parametrize(("role", "window"), CELLS)
def test_whoever_leaves_goes_free_of_debt_or_is_told_why_not(make, role: str, window: Phase) -> None:
    table, who = scene(make, role, window)
    outcome = table.play.attempt(Leave(), who).outcome
    assert (outcome.code if isinstance(outcome, Refused) else "") == expected_when_leaving(role, window)
    if isinstance(outcome, Refused):
        assert outcome.clauses == (FREE,)
        TABLE.check(role, window, "leaves", f"refused: {outcome.code}", FREE)
        return
    chips = table.chips(who)
    assert FREE in table.do(who, Leave()).play.last.rests_on
    TABLE.check(role, window, "leaves", "goes with his chips", FREE)
    assert chips > 0
    assert table.chips(who) == 0
    on_to_the_next_coup(table, who)


@pytest.mark.parametrize("how", HOWS[1:])
@pytest.mark.parametrize(("role", "window"), CELLS)
def test_the_table_goes_on_without_him(make, role: str, window: Phase, how: str) -> None:
    table, who = scene(make, role, window)
    assert table.play.explain(None)
    deeds = [] if how == "silent" else [deed(table, str(CLOCK), Away(who))]
    assert all(FREE in one.rests for one in deeds)
    whole = sum(held for name, held in table.money().items() if name != "cash-desk")
    deeds += on_to_the_next_coup(table, who)
    label = expected_label(role, window, how)
    found = dict.fromkeys(f"{one.by.removeprefix('system:')} {one.act}" for one in deeds if label in one.rests)
    assert not label or found, deeds
    assert sum(held for name, held in table.money().items() if name != "cash-desk") == whole
    outcome = "; ".join(found) if label else STANDS
    TABLE.check(role, window, how, outcome, label or FREE)


def test_no_cell_of_the_table_is_empty_and_each_rests_on_something() -> None:
    assert set(TABLE.recorded()) == set(TABLE.keys)
    for outcome, rests in TABLE.recorded().values():
        assert outcome
        assert rests in register() or rests in practices()
