"""The proof of an open bank comes before its award, and nothing tells its sum to anybody but the director."""

import msgspec
import pytest

from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.terms import BankMode, Hand, Phase
from tapete.kernel import PersonId
from tests.support.dos_panos.coups import LOST, WON, coup, said, tags
from tests.support.dos_panos.table import BANK, Table, opened
from tests.support.dos_panos.walks import VIEWERS

ROSA, ANA, BEA = map(PersonId, ("rosa", "ana", "bea"))


def open_table(book: str = "asturias-2011", shoe: str = "") -> Table:
    made = opened(shoe, book=book, mode=BankMode.OPEN)
    return made.shoe() if made.phase is Phase.SHOE else made


def proof(who: PersonId, amount: int = 40_000_00) -> a.ProveDeposit:
    return a.ProveDeposit(who, amount)


@pytest.mark.clause("DP.E2.10")
def test_an_open_bank_is_announced_for_nobody_without_a_proven_deposit() -> None:
    """Given no proof of deposit; when awarded; then refused."""
    made = open_table()
    assert made.why("inspector", a.AnnounceBank(ROSA, BANK), "DP.E2.10") == "deposit-not-proven"
    made.do("director", proof(ROSA)).do("inspector", a.AnnounceBank(ROSA, BANK))
    assert made.phase is Phase.DEPOSIT


@pytest.mark.clause("DP.E2.10")
@pytest.mark.clause("DP.E1.04")
def test_whoever_bids_for_an_open_bank_has_proven_his_deposit() -> None:
    made = open_table().do("inspector", a.OpenAuction())
    assert made.why("ana", a.Bid(BANK), "DP.E2.10") == "deposit-not-proven"
    assert "bid" not in tags(made, "ana")
    made.do("director", proof(ANA)).do("ana", a.Bid(BANK)).do("inspector", a.CloseAuction())
    assert made.state.award.person == "ana"


@pytest.mark.clause("DP.E2.10")
def test_whoever_buys_takes_up_or_draws_an_open_bank_has_proven_his_deposit() -> None:
    bought = open_table("guia")
    assert bought.refused("ana", a.BuyBank(BANK)).code == "deposit-not-proven"
    drawn = open_table("guia")
    assert drawn.refused("inspector", a.DrawLots(BANK)).code == "deposit-not-proven"
    drawn.do("director", proof(ANA)).do("inspector", a.DrawLots(BANK))
    assert drawn.state.award.person == "ana"
    left = coup(open_table(shoe=WON).announced().deposited().shoe().delivered()).do("rosa", a.LeaveBank())
    assert left.refused("bea", a.AcceptBank()).code == "deposit-not-proven"
    assert left.do("director", proof(BEA)).taken_up("bea").phase is Phase.DEPOSIT


def tables(amounts: tuple[int, int]) -> tuple[Table, Table]:
    """Two tables that differ in what the banker has proven alone."""
    one, other = (
        open_table(shoe=LOST).do("director", proof(ROSA, amount)).announced().deposited().shoe().delivered().bets()
        for amount in amounts
    )
    return one, other


def told(made: Table, who: str | None) -> bytes:
    """Return all that somebody is told without doing anything."""
    game, viewer = made.play.game, None if who is None else PersonId(who)
    found = [game.view(made.state, viewer), game.legal(made.state, viewer), game.explain(made.state, viewer)]
    return msgspec.json.encode(found, order="deterministic")


@pytest.mark.clause("DP.E2.10")
@pytest.mark.parametrize("who", [who for who in VIEWERS if who not in ("director", ROSA)])
def test_no_view_and_no_offer_tells_whether_the_stakes_are_above_what_was_proven(who: str | None) -> None:
    """Stake after stake, one bank that covers and one that does not look the same, to the croupier too; the banker
    knows what is his.
    """
    one, other = tables((90_000_00, 100_00))
    assert told(one, "director") != told(other, "director")
    assert told(one, who) == told(other, who)
    for stake in (a.Stake(6_000_00, Hand.PRIMERO), a.Stake(8_000_00, Hand.PRIMERO)):
        for made in (one, other):
            made.do("ana", stake)
        assert told(one, who) == told(other, who)


@pytest.mark.clause("DP.E2.12")
def test_that_a_bank_does_not_cover_the_table_comes_out_once_for_everybody_and_without_a_sum() -> None:
    """Given 45,100 at risk above 5,000 in chips and 40,000 proven: the closing words are said and nothing is dealt."""
    made = opened(mode=BankMode.OPEN, chips=50_000_00).do("director", proof(ROSA, 40_000_00))
    made.announced().deposited().shoe().delivered().bets()
    made.staked(ana=45_100_00).closed()
    assert (made.phase, said(made)) == (Phase.BETS, {"cover-short": {}})
    assert made.refused("croupier", a.CloseBets()).code == "deposit-not-sufficient"
    taken = made.fork().do("ana", a.Stake(45_000_00, Hand.PRIMERO)).closed()
    assert taken.phase is Phase.DEAL
    assert made.outcome("croupier", a.CallOff()).rests_on == ("DP.E2.12",)
    assert made.fork().do("croupier", a.CallOff()).chips("ana") == 50_000_00
    more = made.fork().do("director", proof(ROSA, 40_100_00)).closed()
    assert more.phase is Phase.DEAL
    assert made.do("director", proof(ROSA, 40_099_99)).closed().phase is Phase.BETS


def unknown() -> Table:
    """The proof lies with the house: the table knows that there is one."""
    made = opened(LOST, mode=BankMode.OPEN, is_in_house=True).do("director", a.ProveDeposit(ROSA)).announced(1_000_00)
    return made.deposited(1_000_00).shoe().delivered()


def test_a_proof_that_a_house_keeps_stands_at_its_table_without_its_sum_and_at_no_other() -> None:
    made = coup(unknown(), ana=2_000_00, carla=1_500_00)
    bank = made.state.bank
    assert (bank.is_proven, bank.proven_deposit, bank.called_deposit) == (True, None, 2_500_00)
    assert made.phase is Phase.BETWEEN
    assert made.play.game.view(made.state, PersonId("director")).bank.proven_deposit is None
    again = unknown()
    assert again.refused("director", a.ProveDeposit(ROSA)).code == "nothing-changes"
    assert again.refused("director", proof(ROSA)).code == "nothing-changes"
    assert opened(mode=BankMode.OPEN).refused("director", a.ProveDeposit(ROSA)).code == "amount-malformed"


def test_the_sum_of_a_proof_stands_in_no_public_part_of_the_record() -> None:
    assert proof(ROSA).private() == ("amount",)
    (event,) = open_table().do("director", proof(ROSA)).turns[-1].events
    assert event.private() == ("amount",)
