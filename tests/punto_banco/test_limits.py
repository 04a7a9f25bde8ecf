"""The limits of every amount and number that somebody names: the last lawful one, and one cent or card beyond it."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from tapete import punto_banco as pb
from tapete.games.baccarat.effects import ReturnStake
from tapete.kernel import Refused
from tests.support.punto_banco.tables import (
    BANCA,
    BANK_WINS,
    CHIPS,
    EURO,
    PLAYER_WINS,
    PUNTO,
    SIXES,
    TIE,
    betting,
    game_with,
    opened,
    ready,
    seated,
    settled,
    staked,
)

MINIMUM, MAXIMUM = 10 * EURO, 500 * EURO


def answer(table: Any, what: Any, by: str) -> str:
    outcome = table.attempt(what, by).outcome
    return outcome.code if isinstance(outcome, Refused) else "lawful"


class Within(NamedTuple):
    """What ``by`` may name lies between ``least`` and ``most``; beyond them it is refused by these codes."""

    table: Callable[[], Any]
    by: str
    act: Callable[[int], Any]
    least: int
    below: str
    most: int
    above: str


def bet(on: pb.Bet) -> Callable[[int], Any]:
    return lambda amount: pb.PlaceBet(on, amount)


def open_to_bets(**options: Any) -> Any:
    return betting(ready(BANK_WINS, **options))


def with_bet(on: pb.Bet, amount: int, **options: Any) -> Any:
    return staked(open_to_bets(**options), {"bea": {on: amount}})


def prepared(*steps: Any) -> Any:
    """Return a table whose shoe has come as far as these steps."""
    table = seated(opened(BANK_WINS), {1: "ana"})
    for one in steps:
        table = table.do(one, by="croupier")
    return table


def tied() -> Any:
    """Bea's 30 on Player and 20 on the tie survived a tie."""
    return settled(ready(SIXES), {"ana": {BANCA: MINIMUM}, "bea": {PUNTO: 30 * EURO}})


def paid(cards: str, stakes: dict[pb.Bet, int]) -> Any:
    return settled(ready(cards), {"ana": {BANCA: MINIMUM}, "bea": stakes})


def payment(amount: int) -> Any:
    return pb.CorrectPayment(1, "bea", "croupier", "the camera shows it", amount)


COUNTED, SHUFFLED = pb.CountPack(), pb.ShufflePack()
WITHIN = {
    "bet on Player": Within(open_to_bets, "bea", bet(PUNTO), MINIMUM, "below-minimum", MAXIMUM, "above-maximum"),
    "bet on Bank": Within(open_to_bets, "bea", bet(BANCA), MINIMUM, "below-minimum", MAXIMUM, "above-maximum"),
    "bet on the tie": Within(open_to_bets, "bea", bet(TIE), MINIMUM, "below-minimum", MAXIMUM // 10, "tie-limit"),
    "tie where its minimum does not hold": Within(
        lambda: open_to_bets(game=game_with(bets__tie_minimum_applies=False)),
        *("bea", bet(TIE), 1, "", MAXIMUM // 10, "tie-limit"),
    ),
    "more on the same hand": Within(
        lambda: with_bet(PUNTO, 100 * EURO), "bea", bet(PUNTO), 1, "", 400 * EURO, "above-maximum"
    ),
    "more on the tie": Within(lambda: with_bet(TIE, 20 * EURO), "bea", bet(TIE), 1, "", 30 * EURO, "tie-limit"),
    "on the other hand it counts anew": Within(
        lambda: with_bet(PUNTO, 100 * EURO), "bea", bet(BANCA), MINIMUM, "below-minimum", MAXIMUM, "above-maximum"
    ),
    "of another bettor too": Within(
        lambda: with_bet(PUNTO, MAXIMUM), "ana", bet(PUNTO), MINIMUM, "below-minimum", MAXIMUM, "above-maximum"
    ),
    "chips": Within(
        lambda: open_to_bets(chips=40 * EURO),
        "bea",
        bet(PUNTO),
        MINIMUM,
        "below-minimum",
        40 * EURO,
        "not-enough-chips",
    ),
    "chips beside another bet": Within(
        lambda: with_bet(PUNTO, 15 * EURO, chips=40 * EURO),
        *("bea", bet(BANCA), MINIMUM, "below-minimum", 25 * EURO, "not-enough-chips"),
    ),
    "chips changed back": Within(lambda: ready(BANK_WINS), "bea", pb.CashOut, 1, "", CHIPS, "not-enough-chips"),
    "chips changed back beside a bet": Within(
        lambda: with_bet(PUNTO, MINIMUM), "bea", pb.CashOut, 1, "", CHIPS - MINIMUM, "not-enough-chips"
    ),
    "part of a bet taken back": Within(
        lambda: with_bet(PUNTO, 30 * EURO),
        *("bea", lambda amount: pb.WithdrawBet(PUNTO, amount), 1, "", 20 * EURO, "below-minimum"),
    ),
    "part taken back after a tie": Within(
        tied, "bea", lambda amount: pb.WithdrawBet(PUNTO, amount), 1, "", 20 * EURO, "below-minimum"
    ),
    "depth of the cut": Within(
        lambda: prepared(COUNTED, SHUFFLED), "croupier", pb.CutPack, 1, "", 6 * 52 - 1, "cut-too-deep"
    ),
    "cards below the cut card": Within(
        lambda: prepared(COUNTED, SHUFFLED, pb.CutPack(40)),
        *("croupier", pb.InsertCutCard, 7, "cut-card-depth", 7, "cut-card-depth"),
    ),
    "cards counted": Within(lambda: prepared(), "croupier", pb.CountPack, 312, "pack-not-whole", 312, "pack-not-whole"),
    # a loser has lost no more than his stake, and a winner got no more than the best rate of the table
    "payment corrected": Within(
        lambda: paid(PLAYER_WINS, {PUNTO: MINIMUM}),
        *("chief", payment, -MINIMUM, "payment-out-of-bounds", 8 * MINIMUM, "payment-out-of-bounds"),
    ),
    "payment of two bets corrected": Within(
        lambda: paid(PLAYER_WINS, {PUNTO: MINIMUM, TIE: MINIMUM}),
        *("chief", payment, -2 * MINIMUM, "payment-out-of-bounds", 16 * MINIMUM, "payment-out-of-bounds"),
    ),
}


@pytest.mark.parametrize("within", WITHIN.values(), ids=WITHIN)
def test_the_least_and_the_greatest_are_lawful_and_one_beyond_is_not(within: Within) -> None:
    table = within.table()
    around = [within.least, within.most, within.most + 1]
    found = [answer(table, within.act(amount), within.by) for amount in around]
    assert found == ["lawful", "lawful", within.above]
    if within.below:
        assert answer(table, within.act(within.least - 1), within.by) == within.below


def test_a_whole_bet_may_be_taken_back_but_no_cent_more() -> None:
    table = with_bet(PUNTO, 30 * EURO)
    assert answer(table, pb.WithdrawBet(PUNTO, 30 * EURO), "bea") == "lawful"
    assert answer(table, pb.WithdrawBet(PUNTO, 30 * EURO + 1), "bea") == "more-than-staked"
    assert answer(table, pb.WithdrawBet(BANCA), "bea") == "no-such-bet"
    assert answer(table, pb.WithdrawBet(PUNTO), "ana") == "no-such-bet"


@pytest.mark.parametrize(("amount", "code"), [(2999, "not-a-multiple"), (3000, "lawful"), (3001, "not-a-multiple")])
@pytest.mark.parametrize("on", [PUNTO, BANCA, TIE])
def test_a_multiple_of_the_minimum_is_exact(on: pb.Bet, amount: int, code: str) -> None:
    table = open_to_bets(multiples_only=True)
    assert answer(table, pb.PlaceBet(on, amount), "bea") == code
    assert answer(open_to_bets(), pb.PlaceBet(on, amount), "bea") == "lawful"


@pytest.mark.parametrize(
    ("stakes", "reading", "enough"),
    [
        ({PUNTO: MINIMUM}, "either-hand", True),
        ({BANCA: MINIMUM}, "either-hand", True),
        ({TIE: MINIMUM}, "either-hand", False),
        ({PUNTO: MINIMUM}, "bank-only", False),
        ({BANCA: MINIMUM}, "bank-only", True),
        ({}, "either-hand", False),
    ],
)
def test_the_holder_of_the_shoe_has_a_bet_of_the_minimum_on_a_hand(stakes, reading: str, enough: bool) -> None:
    table = betting(ready(BANK_WINS, game=game_with(turn__holder_bet_on=reading)))
    table = staked(table, {"ana": stakes, "bea": {PUNTO: MAXIMUM}}).do(pb.CloseBets(), by="croupier")
    assert (table.view().phase is pb.Phase.DEAL) is enough


@pytest.mark.parametrize(("left", "enough"), [(MINIMUM, True), (MINIMUM - 1, False)])
def test_what_is_left_of_the_holders_bet_is_at_least_the_minimum(left: int, enough: bool) -> None:
    """A ruling gave part of a stake back that a tie had left on the table."""
    table = settled(ready(SIXES, BANK_WINS), {"ana": {BANCA: 20 * EURO}, "bea": {PUNTO: MINIMUM}})
    table = table.do(pb.ReportIncident("other"), by="croupier")
    back = pb.GiveRuling(table.state.docket.open[0].serial, (ReturnStake("ana", 20 * EURO - left),), "seen")
    table = table.do(back, by="chief").do(pb.OpenBets(), by="croupier")
    assert table.state.stake("ana", BANCA) == (left if enough else 0), "an unlawful stake goes back"
    assert (table.do(pb.CloseBets(), by="croupier").view().phase is pb.Phase.DEAL) is enough
