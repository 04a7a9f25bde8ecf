"""Every post in every window that waits for it, and a player in every window of his game: who leaves, is silent or goes
away, and how the hall goes on. The outcomes stand in a table of the documentation. ``TAPETE_REWRITE=1 python -m pytest
-n0`` with this file writes it anew from what happens.
"""

from functools import cache
from pathlib import Path
from typing import Any, Final

from msgspec.structs import replace

from tapete.games.bingo import acts as a
from tapete.games.bingo.game import BINGO
from tapete.games.bingo.offers import PHASES
from tapete.games.bingo.terms import Phase, Prize
from tapete.kernel import HOUSE, Accepted, Act, PersonId, fold
from tapete.record.codec import tag_of
from tapete.record.notation import play, read_notation
from tapete.table.acts import BuyIn, CashOut, Relieve
from tapete.table.staff import Role
from tapete.web.page_context import waits_for
from tests.support.absence import STANDS, AbsenceTable
from tests.support.bingo.hall import CHIEF, Hall

PLAIN: Final = Path(__file__).parents[1] / "tables" / "bingo" / "01-plain.toml"
ANA, RELIEF = PersonId("ana"), PersonId("relief")
PLAYER: Final = "player"
OFFICIALS: Final = (
    *((str(Role.TABLE_CHIEF), one) for one in (Phase.CHECKS, Phase.READY, Phase.SALE, Phase.PRIZES, Phase.CHECK)),
    *((str(Role.TABLE_CHIEF), one) for one in (Phase.ASK_LINE, Phase.ASK_BINGO, Phase.PAYMENT)),
    *((str(Role.CALLER), one) for one in (Phase.SALE, Phase.DRAW_LINE, Phase.DRAW_BINGO)),
    *((str(Role.CASHIER), one) for one in (Phase.COUNT, Phase.PAYMENT)),
)
PLAYERS: Final = tuple(
    (PLAYER, one)
    for one in (
        *(Phase.SALE, Phase.COUNT, Phase.PRIZES, Phase.DRAW_LINE, Phase.CHECK),
        *(Phase.ASK_LINE, Phase.DRAW_BINGO, Phase.ASK_BINGO, Phase.PAYMENT),
    )
)
TABLE = AbsenceTable("bingo", (*OFFICIALS, *PLAYERS))
DUTIES, OWN_CARD, OWN_CALL, PAYMENT = "BG.III.02", "BG.I.02", "BG.IV.20", "BG.IV.28"


@cache
def turns() -> tuple[tuple[Any, Act[Any]], ...]:
    played = play(BINGO, read_notation(PLAIN))
    assert played.opening is not None
    before, found = played.opening.state, []
    for turn in played.turns:
        found.append((before, turn.acts[0]))
        before = turn.state
    return tuple(found)


def awaited(role: str, phase: str) -> tuple[Any, Act[Any]]:
    return next(
        (state, act) for state, act in turns() if state.phase == phase and state.staff.get(Role(role)) == act.by
    )


def moment_of_player(phase: str) -> tuple[Any, Act[Any]]:
    return next(
        (state, act)
        for state, act in turns()
        if state.phase == phase and act.by != ANA and any(one.person == ANA for one in state.game.sales)
    )


def done(state: Any, by: PersonId, what: Any) -> Any:
    outcome = BINGO.decide(state, Act(by, what, state.step))
    assert isinstance(outcome, Accepted), outcome
    return fold(BINGO.evolve, state, outcome.events)


def is_taken(state: Any, by: PersonId, what: Any) -> bool:
    return isinstance(BINGO.decide(state, Act(by, what, state.step)), Accepted)


def of_an_official(role: str, phase: str) -> dict[str, tuple[str, str]]:
    state, act = awaited(role, phase)
    tag = tag_of(type(act.body))
    after = done(replace(state, served=state.served | {RELIEF}), act.by, Relieve(Role(role), RELIEF))
    assert not is_taken(after, act.by, act.body), "he is on duty no more"
    assert is_taken(after, RELIEF, act.body)
    others = [str(one) for one, who in sorted(state.staff.items()) if who != act.by and is_taken(state, who, act.body)]
    assert not is_taken(state, ANA, act.body)
    assert is_taken(done(state, HOUSE, Relieve(Role(role), RELIEF)), RELIEF, act.body)
    return {
        "leaves": (f"hands his post over; relief {tag}", DUTIES),
        "silent": ("; ".join(f"{one} {tag}" for one in others) or f"the hall waits for him: {tag}", DUTIES),
        "away": (f"house relieve-post; relief {tag}", DUTIES),
    }


def of_a_player(phase: str) -> dict[str, tuple[str, str]]:
    state, act = moment_of_player(phase)
    after = done(done(state, ANA, BuyIn(5_00)), ANA, CashOut(5_00))
    assert (after.game.sales, is_taken(after, act.by, act.body)) == (state.game.sales, True)
    assert PHASES[state.phase].waits_for(state) != ANA
    gone = STANDS, OWN_CALL
    if phase == Phase.PAYMENT:
        won = next(one for one in state.game.awards[Prize.BINGO] if one.person == ANA)
        left = a.LeaveUncollected(Prize.BINGO, won.card, "nobody came")
        assert done(state, state.staff[Role.TABLE_CHIEF], left).ledger == state.ledger, "it stays owed"
        gone = "table-chief leave-uncollected: the prize stays owed", PAYMENT
    return {"leaves": ("takes his money; his cards play on", OWN_CARD), "silent": gone, "away": gone}


def test_the_documentation_says_what_becomes_of_everybody_and_the_hall_goes_on() -> None:
    TABLE.judge(lambda role, phase, how: (of_a_player(phase) if role == PLAYER else of_an_official(role, phase))[how])


def test_who_has_two_posts_is_waited_for_at_the_one_whose_turn_it_is() -> None:
    hall = Hall(()).do(HOUSE, Relieve(Role.CASHIER, PersonId(CHIEF))).open().sale().sell(1, 20)
    assert waits_for(hall.play.view(), None, "es") == "Se espera al jefe de mesa"
    hall.do(CHIEF, a.CloseSale())
    assert waits_for(hall.play.view(), None, "es") == "Se espera al cajero"
