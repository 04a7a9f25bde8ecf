"""Tables of the two-cloth game that between them stand in every phase, under every rulebook."""

from collections.abc import Iterator
from functools import cache

from tapete.chance import ChanceKind
from tapete.games.banked.acts import AskTable, DrawCard, Stand
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.game import DosPanos
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import BankMode, Hand, Phase, Spot
from tapete.kernel import PersonId
from tapete.table import acts as t
from tapete.table.state import Conduct
from tests.support.dos_panos.table import BANK, CHIPS, SEATS, Table, opened

BOOKS = ("asturias-2011", "orden-1979", "catalogo-51-53", "catalogo-51-53-literal", "guia")
GAME = DosPanos()
TIES = "9s 9h 9d 7c 7d 7h"
LOST = "9s 9h Kd 8c 8d 6h"
DRAWN = "2s 2h Kd 2c 2d 5h 6s 8s 3h"
VIEWERS = (
    None,
    *("croupier", "inspector", "changer", "assistant", "chief", "director"),
    *("rosa", "ana", "bea", "carla", "dani", "eva", "pau", "nobody"),
)
"""Everybody who can look: the public, every post, the banker, hand players, punters seated, behind and standing."""


def whole_coup(book: str, mode: BankMode) -> Table:
    """A coup in which both cloths draw; one sits in the second row, one stands, one waits; stakes lie everywhere."""
    made = opened(DRAWN, book=book, mode=mode)
    for person, what in (("eva", a.SitBehind(1)), ("pau", t.StandBehind(6)), ("luz", a.JoinList())):
        if made.accepts(person, what):
            made.do(person, what, *((t.BuyIn(CHIPS),) if person != "luz" else ()))
    if made.phase is Phase.SHOE:
        made.shoe()
    if mode is BankMode.OPEN:
        announced(made)
        made.do("director", a.ProveDeposit(PersonId("rosa"), 40_000_00)).deposited()
        made = (made.shoe() if made.phase is Phase.SHOE else made).delivered()
    else:
        made.ready()
    made.bets().staked(ana=100_00, bea=50_00, carla=200_00)
    for person, stake in (
        ("dani", a.Stake(30_00, Hand.SEGUNDO, Spot.LINE)),
        ("bea", a.Stake(30_00, Hand.PRIMERO, Spot.ACROSS)),
        ("eva", a.Stake(20_00, Hand.PRIMERO, Spot.OTHER_CLOTH)),
        ("pau", a.Stake(20_00, Hand.PRIMERO)),
    ):
        if made.accepts(person, stake):
            made.do(person, stake)
    made.closed().played("carta", "carta").given().do("rosa", AskTable())
    made.do("rosa", DrawCard() if made.accepts("rosa", DrawCard()) else Stand())
    return made.shown().settled()


def announced(made: Table) -> Table:
    """Give the bank to Rosa in whichever way the rulebook has."""
    return made.announced() if "announced" in made.state.book.award.ways.value else made.bought()


def broken_bank(book: str) -> Table:
    """A bank that is lost, deposited anew, given up and offered again."""
    made = opened(LOST, book=book).ready(1_000_00)
    made.bets().staked(ana=500_00, carla=500_00).closed().played("no", "no").do("rosa", Stand()).shown().settled()
    return made.do("rosa", a.LeaveBank()).do("inspector", a.CloseTable())


def void_banco(book: str) -> Table:
    """A banco in which both cloths tie with the bank."""
    made = opened(TIES, book=book).ready(2_000_00).do("croupier", a.OpenBets())
    made.do("bea", a.CallBanco()).do("croupier", a.CloseCalls()).dealt().carried().said("1", "no").said("2", "no")
    return made.looked().do("rosa", Stand()).shown().settled()


def equal_bids(book: str) -> Table:
    """A real table at which a lot is keyed between equal bids."""
    made = opened(book=book, kind=ChanceKind.KEYED, conduct=Conduct.OBSERVED)
    made = made.shoe() if made.phase is Phase.SHOE else made
    made.do("inspector" if "inspector" in str(made.state.book.award.held_by.value) else "chief", a.OpenAuction())
    made.do("ana", a.Bid(2_000_00)).do("carla", a.Bid(2_000_00))
    return made.do("inspector" if made.accepts("inspector", a.CloseAuction()) else "chief", a.CloseAuction())


def real_table(book: str) -> Table:
    """A real table whose croupier notes and keys everything, up to a settled coup."""
    made = opened(book=book, people=False, conduct=Conduct.OBSERVED, kind=ChanceKind.KEYED)
    for place, person in SEATS.items():
        for what in (t.Sit(place), t.BuyIn(CHIPS)):
            made.do("croupier", a.NoteAct(PersonId(person), what))
    made = made.shoe() if made.phase is Phase.SHOE else made
    announced(made).do("croupier", a.DepositBank(BANK))
    made = made.shoe() if made.phase is Phase.SHOE else made
    made.do("croupier", a.DeliverBank(BANK)).bets()
    made.do("croupier", a.NoteAct(PersonId("ana"), a.Stake(100_00, Hand.PRIMERO))).closed()
    for letter in "12b12b":
        made.do("croupier", a.DealCard({"1": Hand.PRIMERO, "2": Hand.SEGUNDO, "b": Hand.BANCA}[letter]))
    made.carried().do("croupier", a.Say("no"), a.Say("carta"), a.GiveCard(Hand.SEGUNDO))
    made.keyed("5s").do("croupier", Stand())
    for hand, faces in ((Hand.PRIMERO, "9s 8c"), (Hand.SEGUNDO, "2h 2d"), (Hand.BANCA, "Kd 6h")):
        made.do("croupier", a.ShowHand(hand)).keyed(faces)
    return made.settled()


@cache
def walked(book: str) -> tuple[Table, ...]:
    """Return the walks of a rulebook: whichever of them it knows."""
    made = (whole_coup(book, mode) for mode in BankMode)
    return (*made, *(make(book) for make in (broken_bank, void_banco, equal_bids, real_table)))


def states(book: str) -> Iterator[State]:
    """Yield the states of the walks, one for each phase of each walk and each that awaits a face."""
    for made in walked(book):
        seen = set()
        for turn in made.turns:
            state = turn.state
            mark = (state.phase, bool(state.coup.due_cards), state.coup.has_asked_table)
            if mark not in seen:
                seen.add(mark)
                yield state
