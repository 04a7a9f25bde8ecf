"""Every role in every phase, and the person leaves, falls silent or goes away: the outcome, why, and the way on.

The outcomes stand in a table of the documentation. ``TAPETE_REWRITE=1 python -m pytest -n0`` with this file writes it
anew from what happens.
"""

from tapete import punto_banco as pb
from tapete.kernel import CLOCK, Refused
from tests.support.absence import STANDS, AbsenceTable, Deed, until
from tests.support.punto_banco.scenes import CELLS, done, one_step, scene
from tests.support.punto_banco.tables import Table

TABLE = AbsenceTable("punto-y-banca", CELLS)


def on_to_the_next_coup(table: Table, missing: str) -> list[Deed]:
    here, start = [table], table.view().step.cycle

    def step() -> Deed:
        here[0], deed = one_step(here[0], missing)
        return deed

    return until(lambda: here[0].view().phase is pb.Phase.BETS and here[0].view().step.cycle > start, step, 60)


def of_one_who_leaves(role: str, phase: pb.Phase) -> tuple[str, str]:
    table, who = scene(role, phase)
    outcome = table.attempt(pb.Leave(), who).outcome
    assert isinstance(outcome, Refused) == bool(table.view(who).me.bets)
    if isinstance(outcome, Refused):
        return f"refused: {outcome.code}", " ".join(outcome.clauses)
    after, deed = done(table, who, pb.Leave())
    assert who not in {one.person for one in after.view().seats}
    on_to_the_next_coup(after, who)
    return "goes with his chips", " ".join(deed.rests)


def of_one_who_is_not_there(role: str, phase: pb.Phase, how: str) -> tuple[str, str]:
    table, who = scene(role, phase)
    if how == "away":
        table, _ = done(table, str(CLOCK), pb.Away(who))
    label = "HP.PB.silent-player" if how == "silent" else "HP.PB.absent-holder"
    deeds = [one for one in on_to_the_next_coup(table, who) if label in one.rests]
    assert role != "bystander" or not deeds
    return "; ".join(dict.fromkeys(f"{one.by} {one.act}" for one in deeds)) or STANDS, label if deeds else ""


def test_the_documentation_says_what_becomes_of_everybody_and_the_table_goes_on() -> None:
    TABLE.judge(
        lambda role, phase, how: (
            of_one_who_leaves(role, phase) if how == "leaves" else of_one_who_is_not_there(role, phase, how)
        )
    )
