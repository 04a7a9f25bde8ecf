"""Every role in every phase, and the person leaves, falls silent or goes away: the outcome, why, and the way on.

The outcomes stand in a table of the documentation. ``TAPETE_REWRITE=1 python -m pytest -n0`` with this file writes it
anew from what happens.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tapete import punto_banco as pb
from tapete.bots.act_builder import act_kinds, build_act
from tapete.clauses.practice import practices
from tapete.clauses.register import register
from tapete.games.punto_banco.game import PuntoBanco
from tapete.kernel import CLOCK, Refused
from tests.support.absence import HOWS, STANDS, AbsenceTable, Deed
from tests.support.punto_banco.tables import BANCA, PUNTO, Table, burned, opened, seated

ACTS = act_kinds(PuntoBanco.act_types)
STAFF = ("croupier", "chief")
PEOPLE = {1: "ana", 2: "bea", 3: "carl"}
COUP = "As 2d 2h 3c 4s 9h"
"""Both hands draw a third card: the coup goes through every phase."""
PREPARING = (pb.Phase.COUNT, pb.Phase.SHUFFLE, pb.Phase.CUT, pb.Phase.CUT_CARD, pb.Phase.BURN)
DEALT = (
    pb.Phase.DEAL,
    pb.Phase.PLAYER_SHOWS,
    pb.Phase.BANK_SHOWS,
    pb.Phase.PLAYER_DRAWS,
    pb.Phase.BANK_DRAWS,
    pb.Phase.SETTLE,
)
ROLES = {
    "offered": (pb.Phase.BETWEEN, pb.Phase.BETS),
    "shoe-holder": (pb.Phase.BETWEEN, pb.Phase.BETS, *DEALT),
    "hand-holder": (pb.Phase.BETS, *DEALT),
    "bettor": (pb.Phase.BETS, *DEALT),
    "bystander": (*PREPARING, pb.Phase.BETWEEN, pb.Phase.BETS, *DEALT),
}
"""``shoe-holder``: ana, with a stake on the bank; ``hand-holder``: bea, with the highest stake on the punto;
``bettor``: carl, with a smaller one; ``bystander``: carl without one.
"""
CELLS = [(role, phase) for role, phases in ROLES.items() for phase in phases]
TABLE = AbsenceTable("punto-y-banca", CELLS)


@pytest.fixture(scope="module", autouse=True)
def rewritten() -> Iterator[None]:
    with TABLE.rewriting():
        yield


def done(table: Table, by: str, what: Any) -> tuple[Table, Deed]:
    after = table.do(what, by=by)
    assert after.last is not None
    return after, Deed(by, what.__struct_config__.tag, after.last.rests_on)


def next_acts(table: Table, missing: str) -> Iterator[tuple[str, Any]]:
    """Yield what carries the table on without the missing: first the staff, then the people, last a call."""
    for who in (*STAFF, *(one for one in PEOPLE.values() if one != missing)):
        for offer in table.legal(who):
            if offer.main and offer.act not in ("place-bet", "pass-shoe"):
                yield who, build_act(ACTS, offer, Random(1))
    if any(offer.act == "pass-shoe" for offer in table.legal("croupier")):
        yield "croupier", pb.PassShoe()
    if table.view().waits_for == missing:
        yield "croupier", ACTS["call-person"]()


def one_step(table: Table, missing: str = "") -> tuple[Table, Deed]:
    """Let the table take one step without the missing."""
    for who, what in next_acts(table, missing):
        if not isinstance(table.attempt(what, who).outcome, Refused):
            return done(table, who, what)
    raise AssertionError(f"nobody moves {table.view().phase} on")


def scene(role: str, phase: pb.Phase) -> tuple[Table, str]:
    """Return a table in a phase, and the person in a role."""
    table = seated(opened(COUP), PEOPLE)
    if phase in PREPARING:
        while table.view().phase is not phase:
            table, _ = one_step(table)
        return table, "carl"
    table = burned(table)
    if role != "offered":
        table = table.do(pb.TakeShoe(), by="ana")
    if phase is not pb.Phase.BETWEEN:
        table = table.do(pb.OpenBets(), by="croupier")
        stakes = {"bea": (PUNTO, 3000)} | ({} if role == "offered" else {"ana": (BANCA, 1000)})
        stakes |= {"carl": (PUNTO, 1000)} if role == "bettor" else {}
        for who, (bet, amount) in stakes.items():
            table = table.do(pb.PlaceBet(bet, amount), by=who)
    while table.view().phase is not phase:
        table, _ = one_step(table)
    return table, {"offered": "ana", "shoe-holder": "ana", "hand-holder": "bea"}.get(role, "carl")


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
