"""The stop card comes out among cards drawn too early, and none of them is played: this shoe is over, the table is not.

The rows are generated: where the table stands, how the cards go, and under which document.
"""

from collections.abc import Callable

import pytest

from tapete.games.baccarat.effects import Discard, Party
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.baccarat.pack import ShoeEnded
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.terms import Accident, Phase
from tapete.table.conduct import Conduct
from tests.support.dos_panos.coups import coup
from tests.support.dos_panos.observed import Observed
from tests.support.dos_panos.options import altered
from tests.support.dos_panos.table import BANK, BANKER, opened

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


def after_a_coup() -> Observed:
    """One coup of the shoe was played; the stop card lies behind the first card of the next."""
    made = bank_in_custody(below=305)
    made.delivered()
    coup(made, ana=10_00, carla=10_00)
    return drawn_early(made)


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
                assert made.state.award is not None
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


@pytest.mark.clause("DP.E1.07")
@pytest.mark.parametrize("gone", [waived, stuck, exposed])
def test_with_it_ends_a_bank_that_was_given_for_one_shoe(gone: Callable[[Observed], None]) -> None:
    made = bank_in_custody(shoes=1)
    made.delivered()
    drawn_early(made)
    gone(made)
    assert (made.phase, made.state.banker, made.chips(BANKER)) == (Phase.OPENING, None, BANK)
    goes_on(made)
    assert (made.phase, made.state.shoe.number) == (Phase.BETS, 2)


@pytest.mark.clause("DP.E1.20")
@pytest.mark.parametrize("gone", [waived, stuck, exposed])
@pytest.mark.parametrize("way", ["taken up", "auctioned"])
def test_whoever_has_the_bank_after_it_was_given_up_then_plays_the_next_shoe(
    way: str, gone: Callable[[Observed], None]
) -> None:
    made = after_a_coup()
    gone(made)
    made.do(BANKER, a.LeaveBank())
    assert made.phase is Phase.REOFFER
    if way == "taken up":
        made.taken_up("ana")
    else:
        made.do("inspector", a.OpenAuction()).do("ana", a.Bid(2_000_00)).do("inspector", a.CloseAuction())
    goes_on(made)
    assert (made.phase, made.state.shoe.number, made.state.banker) == (Phase.BETS, 2, "ana")


@pytest.mark.parametrize("phase", ["banco", "bets"])
def test_a_coup_that_is_called_off_after_its_stop_card_is_the_last_of_the_shoe(phase: str) -> None:
    made = bank_in_custody()
    made.delivered().do("croupier", a.OpenBets())
    if phase == "bets":
        made.do("croupier", a.CloseCalls())
    drawn_early(made)
    waived(made)
    if phase == "banco":
        made.do("croupier", a.CloseCalls())
    made.do("croupier", a.CallOff())
    assert (made.phase, ends(made)) == (Phase.SHOE, [1])
    goes_on(made)
    assert (made.phase, made.state.shoe.number) == (Phase.BETS, 2)
