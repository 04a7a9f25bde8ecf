"""A table of punto y banca at which every field of the state says something, for what is compared whole."""

from __future__ import annotations

from immutables import Map

from tapete import punto_banco as pb
from tapete.accounts import HOUSE, STAKES, person
from tapete.cards import card
from tapete.games.baccarat.effects import BarPerson, BarredAction, DeemTotal, Effect, SetAside, Until
from tapete.games.baccarat.incident import Docket, Incident
from tapete.games.baccarat.layout import LaidCard
from tapete.games.baccarat.marks import DeemedTotal, HandMarks, Marks
from tapete.games.baccarat.outcome import Winner
from tapete.games.baccarat.pack import DueCard
from tapete.games.baccarat.procedure import Said
from tapete.games.punto_banco.events import Line
from tapete.games.punto_banco.rules import read
from tapete.games.punto_banco.state import Coup, RulingGiven, Settings, Shoe, ShoeTurn, State
from tapete.kernel import PersonId
from tapete.rulebooks import house_library
from tapete.table.conduct import Conduct
from tapete.table.seats import Seats, Standing
from tests.support.punto_banco.walk import STAFF

ANA, BEA, CARLOS, DORA = map(PersonId, ("ana", "bea", "carlos", "dora"))
PUNTO, BANCA, TIE = pb.Bet.PUNTO, pb.Bet.BANCA, pb.Bet.TIE
BOOK = house_library().by_id("punto-y-banca", "asturias-2011")
EFFECTS: tuple[Effect, ...] = (DeemTotal("punto", 9),)
LAYOUT = (
    LaidCard(10, "punto", card("2s"), True),
    LaidCard(11, "banca", card("3h")),
    LaidCard(12, "punto", card("4d"), True),
    LaidCard(13, "banca", None),
    LaidCard(14, "punto-3", card("5c"), True),
)
OLDER = (LaidCard(6, "punto", card("2s"), True), LaidCard(7, "banca", card("7h"), True))
GIVEN = RulingGiven(4, "misdeal", EFFECTS, LAYOUT[:3], Marks(withdrawal=True), pb.Phase.PLAYER_SHOWS)
LATER = RulingGiven(5, "other", (), LAYOUT, Marks(void=True), pb.Phase.BANK_SHOWS)
MARKS = Marks(
    hands=Map({"punto": HandMarks(deemed_total=DeemedTotal(9))}),
    aside=(SetAside(12),),
    next_holders=Map({"punto": BEA}),
    bars=(BarPerson(ANA, BarredAction.CARDS, Until.SHOE),),
)
FORMER = (
    Coup(
        2,
        Winner.BANCA,
        2,
        7,
        False,
        Map({(ANA, BANCA): 10_00, (BEA, PUNTO): 20_00}),
        OLDER,
        (Line(ANA, BANCA, 10_00, "won", 10_00, 50), Line(BEA, PUNTO, 20_00, "lost")),
        Map({ANA: 9_50, BEA: -20_00}),
        2,
    ),
    Coup(3, None, -1, -1, False, Map(), OLDER[:1], (), Map(), 3, MARKS, (GIVEN, LATER)),
    Coup(
        2,
        Winner.PUNTO,
        8,
        7,
        True,
        Map({(ANA, PUNTO): 10_00}),
        (LaidCard(3, "punto", card("8d"), True), LaidCard(4, "banca", card("7d"), False)),
        (Line(ANA, PUNTO, 10_00, "won", 10_00), Line(BEA, TIE, 5_00, "lost"), Line(ANA, TIE, 1_00, "void")),
        Map({ANA: 10_00, BEA: -5_00}),
        3,
        MARKS,
        (GIVEN, LATER),
    ),
)
OPEN = Incident(6, "misdeal", STAFF[pb.Role.INSPECTOR], (), EFFECTS, note="seen", clauses=("HP.PB.misdeal",))
STATE = State(
    rules=read(BOOK),
    sha256=BOOK.sha256,
    settings=Settings(
        name="mesa-2",
        variant=pb.Variant.PUNTO_BANCO,
        minimum=10_00,
        maximum=500_00,
        authorised_minimum=5_00,
        decks=6,
        shoe=pb.ChanceKind.KEYED,
        conduct=Conduct.OBSERVED,
        standing_allowed=True,
        multiples_only=False,
        players_deal=True,
        side_bets=(pb.Bet.TIE,),
    ),
    seats=Seats(
        (1, 2, 3, 5),
        Map({1: ANA, 3: BEA, 5: DORA}),
        (Standing(CARLOS, 3),),
        away=frozenset({DORA}),
    ),
    staff=Map(STAFF),
    ledger=Map({person(ANA): 70_00, person(BEA): 80_00, STAKES: 36_00, HOUSE: -186_00}),
    phase=pb.Phase.BANK_SHOWS,
    serial=40,
    shoe=Shoe(
        3,
        312,
        15,
        100,
        True,
        True,
        14,
        Map({0: card("Ac"), 2: card("2s"), 3: card("8d"), 15: card("9h")}),
    ),
    turn=ShoeTurn(
        holder=3,
        offered_place=1,
        croupier=True,
        declined_places=frozenset({5}),
        last=2,
        is_lost=True,
        is_reminded=True,
    ),
    coup=4,
    bets=Map({(ANA, BANCA): 10_00, (BEA, PUNTO): 20_00, (BEA, TIE): 5_00, (CARLOS, TIE): 1_00}),
    layout=LAYOUT,
    due_cards=(DueCard(13, "banca", True, True), DueCard(15, "banca-3", False)),
    basket=11,
    hand_holder=BEA,
    disputants=(BEA, CARLOS),
    turn_order_decides=False,
    winner=Winner.TIE,
    natural=True,
    final=(6, 5),
    called_person=BEA,
    announcements=(Said("bets-open"), Said("no-more-bets"), Said("player-total", {"total": "6"})),
    said_from=2,
    breath=False,
    history=FORMER,
    docket=Docket((OPEN,), 6),
    marks=MARKS,
    rulings=(GIVEN, LATER),
)
"""A coup in the middle. No field is as a fresh table has it, so that whatever an event puts back is seen."""
