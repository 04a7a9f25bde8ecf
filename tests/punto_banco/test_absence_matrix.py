"""Every role in every phase, and the person leaves, falls silent or goes away: the outcome, why, and the way on.

The outcomes stand in a table of the documentation. ``TAPETE_REWRITE=1 python -m pytest -n0`` with this file writes it
anew from what happens.
"""

from collections.abc import Iterator

import pytest

from tapete import punto_banco as pb
from tapete.clauses.practice import practices
from tapete.clauses.register import register
from tapete.kernel import CLOCK, Refused
from tests.support.absence import HOWS, STANDS, AbsenceTable, Deed
from tests.support.punto_banco.scenes import CELLS, done, one_step, scene
from tests.support.punto_banco.tables import Table

TABLE = AbsenceTable("punto-y-banca", CELLS)


@pytest.fixture(scope="module", autouse=True)
def rewritten() -> Iterator[None]:
    with TABLE.rewriting():
        yield


def on_to_the_next_coup(table: Table, missing: str) -> list[Deed]:
    """Go on until the betting of another coup is open, and return what was done."""
    start, deeds = table.view().step.cycle, []
    for _ in range(60):
        if table.view().phase is pb.Phase.BETS and table.view().step.cycle > start:
            return deeds
        table, deed = one_step(table, missing)
        assert not table.game.problems(table.state)
        deeds.append(deed)
    raise AssertionError(f"no other coup after {start}: {table.view().step}")


@pytest.mark.parametrize(("role", "phase"), CELLS)
def test_whoever_leaves_goes_free_of_debt_or_is_told_why_not(role: str, phase: pb.Phase) -> None:
    table, who = scene(role, phase)
    outcome = table.attempt(pb.Leave(), who).outcome
    in_play = bool(table.view(who).me.bets)
    assert isinstance(outcome, Refused) == in_play
    if isinstance(outcome, Refused):
        TABLE.check(role, phase, "leaves", f"refused: {outcome.code}", " ".join(outcome.clauses))
        return
    after, deed = done(table, who, pb.Leave())
    assert who not in {one.person for one in after.view().seats}
    TABLE.check(role, phase, "leaves", "goes with his chips", " ".join(deed.rests))
    on_to_the_next_coup(after, who)


@pytest.mark.parametrize("how", HOWS[1:])
@pytest.mark.parametrize(("role", "phase"), CELLS)
def test_the_table_goes_on_without_him(role: str, phase: pb.Phase, how: str) -> None:
    table, who = scene(role, phase)
    if how == "away":
        table, _ = done(table, str(CLOCK), pb.Away(who))
    label = "HP.PB.silent-player" if how == "silent" else "HP.PB.absent-holder"
    deeds = [one for one in on_to_the_next_coup(table, who) if label in one.rests]
    outcome = "; ".join(dict.fromkeys(f"{one.by} {one.act}" for one in deeds))
    assert role != "bystander" or not deeds
    TABLE.check(role, phase, how, outcome or STANDS, label if deeds else "")


def test_no_cell_of_the_table_is_empty() -> None:
    assert set(TABLE.recorded()) == set(TABLE.keys)
    for outcome, rests in TABLE.recorded().values():
        assert outcome
        assert all(one in register() or one in practices() for one in rests.split())
