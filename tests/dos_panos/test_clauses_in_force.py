"""The clauses in force now are those of the phase that hold at this table: of its mode and of its rulebook."""

import pytest

from tapete.chance import ChanceKind
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.terms import BankMode, Phase
from tapete.kernel import PersonId
from tests.dos_panos.test_everybody_in_every_phase import GAME, tables
from tests.support.dos_panos.coups import WON
from tests.support.dos_panos.table import Table, opened

OF_LIMITED_BANK = {"DP.E2.04", "DP.E2.05", "DP.E2.16"}
OF_OPEN_BANK = {"DP.E2.08", "DP.E2.09", "DP.E2.10", "DP.E2.11", "DP.E2.12", "DP.E2.17"}
OTHERS = {BankMode.LIMITED: OF_OPEN_BANK, BankMode.OPEN: OF_LIMITED_BANK}


def told(made: Table) -> set[str]:
    return {str(one) for one in made.play.explain(PersonId("ana"))}


@pytest.mark.parametrize("mode", BankMode)
def test_no_table_tells_in_any_phase_what_holds_for_the_other_bank(mode: BankMode) -> None:
    met, named = set(), set()
    for state in tables():
        if state.settings.mode is mode:
            found = {str(one) for one in GAME.explain(state, None)}
            assert not found & OTHERS[mode], (state.book.id, state.phase)
            assert found or state.phase is Phase.CLOSED, state.phase
            met.add(state.phase)
            named |= found
    assert {Phase.OPENING, Phase.DEPOSIT, Phase.BETS, Phase.SETTLE} <= met
    assert named & (OF_LIMITED_BANK | OF_OPEN_BANK) >= {"DP.E2.16"} or mode is BankMode.OPEN
    assert "DP.E2.17" in named or mode is BankMode.LIMITED


def test_the_maximum_of_a_bank_is_told_where_there_is_one_and_the_proof_where_one_is_asked() -> None:
    limited, free = told(opened()), told(opened(mode=BankMode.OPEN))
    assert "DP.E2.04" in limited - free
    assert {"DP.E2.08", "DP.E2.10"} <= free - limited


@pytest.mark.parametrize(("book", "is_told"), [("asturias-2011", False), ("guia", True)])
def test_the_amount_of_each_coup_is_told_where_the_rulebook_has_it_handed_over_for_each(
    book: str, is_told: bool
) -> None:
    made = opened(WON, book).ready()
    assert ("DP.B.31" in {str(one) for one in GAME.explain(custody(made), None)}) is is_told


def custody(made: Table) -> object:
    """Return the state in which the chips of the bank were to be handed over."""
    return next(one.state for one in reversed(made.turns) if one.state.phase is Phase.CUSTODY)


def test_a_lot_tells_only_what_it_decides() -> None:
    bids = (
        opened(kind=ChanceKind.KEYED)
        .do("inspector", a.OpenAuction())
        .do("ana", a.Bid(3_000_00))
        .do("bea", a.Bid(3_000_00))
    )
    bids.do("inspector", a.CloseAuction())
    assert bids.phase is Phase.LOTS
    assert told(bids) == {"DP.E1.06"}
    calls = opened(kind=ChanceKind.KEYED).ready(1_000_00).do("croupier", a.OpenBets())
    calls.do("ana", a.CallBanco()).do("carla", a.CallBanco()).do("croupier", a.CloseCalls())
    assert told(calls) == {"DP.D.06"}
