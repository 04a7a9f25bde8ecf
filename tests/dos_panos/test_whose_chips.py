"""Every act at two cloths that costs chips is measured on its payer's: exactly enough is enough, one cent less not."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from tapete.games.baccarat.effects import VoidCoup
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.terms import Accident, Hand, Phase, Spot
from tapete.kernel import PersonId
from tapete.table import acts as t
from tests.support.dos_panos.observed import Observed, first_cards, table
from tests.support.dos_panos.options import altered
from tests.support.dos_panos.table import BANK

NOBODY_WINS = f"{first_cards('Ks 6s', 'Kh 6h', 'Kd 6d')} 2c 3c 4c"
FIRST, SECOND = Hand.PRIMERO, Hand.SEGUNDO


class Paid(NamedTuple):
    """``act`` of ``by`` costs ``payer`` exactly ``needs`` cents, of which ``moves`` leave him at once."""

    scene: Callable[[], Observed]
    by: str
    act: Any
    payer: str
    needs: int
    moves: int


def between(**options: Any) -> Observed:
    return table(NOBODY_WINS, **options)


def betting(**stakes: int) -> Observed:
    """The ordinary betting is open, and these stakes lie on the cloths."""
    made = between()
    made.bets().staked(**stakes)
    return made


def calling(**options: Any) -> Observed:
    made = between(**options)
    made.do("croupier", a.OpenBets())
    assert made.phase is Phase.BANCO
    return made


def annulled() -> Observed:
    """Bea's banco was called off: she may play it once more, and has her chips about her."""
    made = calling()
    made.do("bea", a.CallBanco()).do("croupier", a.CloseCalls())
    made.dealt().carried()
    return made.report(Accident.OTHER).ruled("inspector", (VoidCoup(""),))


def noted(person: str, act: Any) -> a.NoteAct:
    return a.NoteAct(PersonId(person), act)


TOGETHER = altered(punters__association=True)
PAID = {
    "stake": Paid(betting, "ana", a.Stake(100_00, FIRST), "ana", 100_00, 100_00),
    "stake, keyed by the croupier": Paid(
        betting, "croupier", noted("ana", a.Stake(100_00, FIRST)), "ana", 100_00, 100_00
    ),
    "stake raised": Paid(lambda: betting(ana=100_00), "ana", a.Stake(130_00, FIRST), "ana", 30_00, 30_00),
    "stake raised, keyed by the croupier": Paid(
        lambda: betting(ana=100_00), "croupier", noted("ana", a.Stake(130_00, FIRST)), "ana", 30_00, 30_00
    ),
    "stake raised beside that of another": Paid(
        lambda: betting(bea=70_00, ana=100_00), "ana", a.Stake(130_00, FIRST), "ana", 30_00, 30_00
    ),
    "stake on the other cloth too": Paid(
        lambda: betting(ana=100_00), "ana", a.Stake(130_00, SECOND), "ana", 130_00, 130_00
    ),
    "stake on the line too": Paid(
        lambda: betting(ana=100_00), "ana", a.Stake(130_00, FIRST, Spot.LINE), "ana", 130_00, 130_00
    ),
    "banco": Paid(calling, "ana", a.CallBanco(), "ana", BANK, 0),
    "banco, keyed by the croupier": Paid(calling, "croupier", noted("ana", a.CallBanco()), "ana", BANK, 0),
    "banco played once more": Paid(annulled, "bea", a.RepeatBanco(True), "bea", BANK, BANK),
    "banco played once more, keyed by the croupier": Paid(annulled, "croupier", a.RepeatBanco(True), "bea", BANK, BANK),
    "chips pooled": Paid(
        lambda: calling(**TOGETHER), "bea", a.Associate(PersonId("ana"), 500_00), "bea", 500_00, 500_00
    ),
    "chips changed back": Paid(between, "ana", t.CashOut(40_00), "ana", 40_00, 40_00),
}


def with_chips(made: Observed, person: str, amount: int) -> Observed:
    """Leave somebody with exactly so many cents in chips; the rest he changes back."""
    over = made.chips(person) - amount
    return made.do(person, t.CashOut(over)) if over else made


def purses(made: Observed) -> dict[str, int]:
    return {name: held for name, held in made.state.ledger.items() if name.startswith("person:")}


@pytest.mark.parametrize("paid", PAID.values(), ids=PAID)
def test_exactly_the_chips_of_the_payer_are_enough_and_one_cent_less_is_not(paid: Paid) -> None:
    made = with_chips(paid.scene(), paid.payer, paid.needs)
    short, before = with_chips(made.fork(), paid.payer, paid.needs - 1), purses(made)
    assert made.accepts(paid.by, paid.act)
    made.do(paid.by, paid.act)
    assert made.chips(paid.payer) == paid.needs - paid.moves
    poorer = {name for name, held in before.items() if held > purses(made).get(name, 0)}
    assert poorer == ({f"person:{paid.payer}"} if paid.moves else set())
    assert short.refused(paid.by, paid.act).code == "not-enough-chips"


@pytest.mark.parametrize("to", [99_99, 50_00])
def test_a_stake_made_smaller_costs_nothing_and_brings_the_rest_back(to: int) -> None:
    made = with_chips(betting(ana=100_00), "ana", 0)
    made.do("ana", a.Stake(to, FIRST))
    assert made.chips("ana") == 100_00 - to
