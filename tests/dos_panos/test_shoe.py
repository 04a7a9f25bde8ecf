"""The shoe from one to the next, DP.B and DP.E1: due, changed, checked, over before a coup; the dinner hour."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from tapete.games.baccarat.effects import Discard, Party
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.baccarat.pack import ShoeEnded
from tapete.games.baccarat.procedure import CloseTable
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.terms import Accident, BankMode, Hand, Phase
from tapete.kernel import HOUSE, PersonId
from tapete.table.conduct import Conduct
from tests.support.dos_panos.coups import LOST, WON, coup, said, tags
from tests.support.dos_panos.observed import Observed
from tests.support.dos_panos.options import altered
from tests.support.dos_panos.table import BANK, BANKER, Table, opened


def auctioned(made: Table, who: str = BANKER) -> Table:
    """Auction the bank to somebody, who deposits it."""
    made.do("inspector", a.OpenAuction()).do(who, a.Bid(BANK)).do("inspector", a.CloseAuction())
    return made.deposited(person=who)


def of_the_guide(shoe: str = "") -> Table:
    """A table of the guide with its first shoe, and a banker among the people there."""
    return opened(shoe, book="guia").shoe().do(BANKER, a.SitBehind(1))


@pytest.mark.clause("DP.E1.20")
def test_a_bank_auctioned_anew_gets_a_new_shoe_whose_packs_are_laid_out() -> None:
    made = coup(auctioned(of_the_guide(WON)).delivered()).do(BANKER, a.LeaveBank())
    auctioned(made, "ana")
    assert (made.phase, made.state.shoe.number) == (Phase.SHOE, 1)
    assert made.refused("croupier", a.CountPack(312)).code == "packs-not-shown"
    assert (made.shoe().phase, made.state.shoe.number) == (Phase.CUSTODY, 2)


@pytest.mark.clause("DP.E2.15")
def test_with_the_last_shoe_of_a_session_a_bank_goes_on_but_none_is_auctioned_anew() -> None:
    made = opened(WON, mode=BankMode.OPEN, session_shoes=1).announced()
    made.do("director", a.ProveDeposit(PersonId(BANKER), 90_000_00)).deposited().shoe().delivered()
    coup(made).do(BANKER, a.LeaveBank())
    assert made.why("inspector", a.OpenAuction(), "DP.E2.15") == "session-over"
    assert made.proven("ana").taken_up("ana").phase is Phase.DEPOSIT


@pytest.mark.clause("DP.E2.15")
def test_a_banker_whose_bank_is_broken_gets_no_shoe_that_the_session_does_not_have() -> None:
    made = opened(WON, mode=BankMode.OPEN, session_shoes=1).announced()
    made.do("director", a.ProveDeposit(PersonId(BANKER), 1)).deposited().shoe().delivered()
    made.play.state = msgspec.structs.replace(coup(made).state, phase=Phase.BROKEN)
    assert made.refused(BANKER, a.AskNewShoe()).code == "session-over"
    assert made.accepts(BANKER, a.DepositBank(BANK))
    over = msgspec.structs.replace(made.state.shoe, has_ended=True)
    made.play.state = msgspec.structs.replace(made.state, shoe=over)
    assert made.refused(BANKER, a.DepositBank(BANK)).code == "session-over"


SMALL = 1_000_00

AGAIN = f"{LOST} {LOST}"


def broken(shoe: str = LOST) -> Table:
    return coup(opened(shoe).ready(SMALL))


def ended(made: Table) -> list[int]:
    """Return the shoes that ended, in order."""
    return [one.shoe for turn in made.turns for one in turn.events if isinstance(one, ShoeEnded)]


@pytest.mark.clause("DP.E1.17")
def test_a_banker_who_has_deposited_anew_may_still_change_the_shoe() -> None:
    """If he goes on with the bank he may change it: he says so before he deposits, or after."""
    made = broken(AGAIN).deposited(SMALL)
    assert made.phase is Phase.CUSTODY
    assert "ask-new-shoe" in tags(made, "rosa")
    delivered = made.fork().delivered()
    assert (delivered.phase, "ask-new-shoe" in tags(delivered, "rosa")) == (Phase.BETWEEN, True)
    for now in (made, delivered):
        now.do("rosa", a.AskNewShoe())
        assert "DP.E1.17" in now.turns[-1].rests_on
        assert (now.phase, ended(now)) == (Phase.SHOE, [1])
        assert now.refused("rosa", a.AskNewShoe()).code == "wrong-window"
        now.shoe()
    assert (made.phase, delivered.phase) == (Phase.CUSTODY, Phase.BETWEEN)
    assert delivered.account("bank") == SMALL


ROSA = PersonId("rosa")

TOLD = a.TellDinnerHour("21:00", "22:30")


def in_house(**other: Any) -> Table:
    """Return a table with an open bank in a house, where Rosa has the bank for two shoes."""
    made = opened(WON, mode=BankMode.OPEN, is_in_house=True, **other)
    made.do("director", a.ProveDeposit(ROSA, is_of_house=True))
    return made.do("inspector", a.AnnounceBank(ROSA, BANK, shoes=2)).deposited().shoe().delivered()


@pytest.mark.clause("DP.E2.14")
def test_the_shoe_in_use_is_played_on_and_no_other_is_begun() -> None:
    made = in_house().bets().do(HOUSE, TOLD)
    assert said(made) == {"dinner-hour": {"begin": "21:00", "end": "22:30"}}
    assert {"DP.E2.14", "HP.HS.dinner-hour"} <= set(made.turns[-1].rests_on)
    made.staked(ana=500_00, carla=500_00).closed().played("no", "no").banker(a.LayDown(Hand.BANCA)).settled()
    assert made.phase is Phase.BETWEEN
    made.bets().do("croupier", a.CallOff())
    refused = made.do("rosa", a.LeaveBank()).refused("inspector", a.OpenAuction())
    assert (refused.code, {"DP.E2.14", "HP.HS.dinner-hour"} <= set(refused.clauses)) == ("session-before-dinner", True)
    assert made.refused(HOUSE, TOLD).code == "nothing-changes"


@pytest.mark.clause("DP.E2.14")
@pytest.mark.parametrize("is_counted", [False, True])
def test_a_bank_that_waits_for_its_next_shoe_ends_with_its_term(is_counted: bool) -> None:
    made = in_house()
    made.bets().staked(ana=500_00, carla=500_00).closed()
    made.play.state = replace(made.state, shoe=replace(made.state.shoe, is_stop_seen=True))
    made.played("no", "no").banker(a.LayDown(Hand.BANCA)).settled()
    assert made.phase is Phase.SHOE
    if is_counted:
        made.do("croupier", a.CountPack(312))
    made.do(HOUSE, TOLD)
    assert (made.phase, made.state.bank) == (Phase.OPENING, None)
    for act in (a.CountPack(312), a.ShufflePack()):
        assert made.refused("croupier", act).code in ("wrong-window", "session-before-dinner")
    assert made.refused("inspector", a.OpenAuction()).code == "session-before-dinner"
    made.do("inspector", CloseTable())


SHOE = "9s 9h Kd 8c 8d 6h 9c 9d Kh 8s 8h 6d"


def bank_in_custody(book: str = "asturias-2011", shoes: int = 2, below: int = 311) -> Observed:
    """The shoe is loaded with so many cards below its stop card, and the chips of the bank are to be handed over."""
    first = opened(SHOE, conduct=Conduct.OBSERVED, **altered(book, pack__below_is_least=True))
    made = Observed(first.play, first.turns)
    if made.phase is Phase.SHOE:
        loaded(made, below)
    made.announced(shoes=shoes) if "announced" in made.state.book.award.ways.value else made.bought()
    made.deposited()
    return loaded(made, below) if made.phase is Phase.SHOE else made


def loaded(made: Observed, below: int) -> Observed:
    if made.state.book.pack.shown_to_players.value:
        made.do("croupier", a.LayOutPacks())
    made.do("croupier", a.CountPack(312), a.ShufflePack(), a.CutPack(156), a.InsertStopCard(below))
    return made


def drawn_early(made: Observed) -> Observed:
    """Two cards wait for the coup; the stop card lay between them."""
    made.report(Accident.EARLY_DRAW, Party.BANKER, count=2).ruled("inspector")
    assert made.state.shoe.is_stop_seen
    return made


def delivered(book: str) -> Observed:
    made = bank_in_custody(book)
    made.delivered()
    return made


STEPS: dict[str, Callable[[str], Observed]] = {
    "custody": lambda book: drawn_early(bank_in_custody(book)),
    "between": lambda book: drawn_early(delivered(book)),
}


def waived(made: Observed) -> None:
    """The director has the early cards discarded, whatever else was noted."""
    made.report(Accident.OTHER)
    out = tuple(Discard(one) for one in sorted(made.state.coup.early_cards))
    made.ruled("director", out, "exceptional")


def stuck(made: Observed) -> None:
    made.report(Accident.STUCK).ruled()


def exposed(made: Observed) -> None:
    for position in sorted(made.state.coup.early_cards):
        made.report(Accident.EXPOSED_IN_SHOE, position=position).ruled()


def goes_on(made: Observed) -> Observed:
    """Prepare what the table waits for until the betting of a coup is open."""
    for _ in range(12):
        match made.phase:
            case Phase.SHOE:
                made.shoe()
            case Phase.OPENING:
                made.announced() if "announced" in made.state.book.award.ways.value else made.bought()
            case Phase.DEPOSIT:
                made.deposited(made.state.award.amount, str(made.state.award.person))
            case Phase.CUSTODY:
                made.delivered()
            case Phase.BETWEEN:
                made.do("croupier", a.OpenBets())
            case Phase.BANCO:
                made.do("croupier", a.CloseCalls())
            case _:
                return made
    raise AssertionError(f"the table does not go on: {made.state.step}")


def ends(made: Observed) -> list[int]:
    return [event.shoe for turn in made.turns for event in turn.events if isinstance(event, ShoeEnded)]


@pytest.mark.clause("DP.B.06")
@pytest.mark.parametrize("book", ["asturias-2011", "orden-1979", "catalogo-51-53", "guia"])
@pytest.mark.parametrize("gone", [waived, stuck, exposed])
@pytest.mark.parametrize("step", STEPS)
def test_a_shoe_whose_stop_card_came_out_is_over_when_no_card_waits_for_a_coup(
    step: str, gone: Callable[[Observed], None], book: str
) -> None:
    made = STEPS[step](book)
    if gone is waived and book == "guia":
        made.report(Accident.OTHER)
        out = tuple(Discard(one) for one in sorted(made.state.coup.early_cards))
        assert made.refused("director", GiveRuling(made.incident.serial, out, "seen")).code == "early-card-is-played"
        return
    gone(made)
    assert (made.phase, made.state.shoe.has_ended, ends(made)) == (Phase.SHOE, True, [1])
    goes_on(made)
    assert (made.phase, made.state.shoe.number, made.state.banker) == (Phase.BETS, 2, BANKER)
