"""What each event makes of a table at which every field says something, whole: what it changes, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete import punto_banco as pb
from tapete.accounts import CASH_DESK, HOUSE, STAKES, person
from tapete.cards import card
from tapete.chance import ShoeSealed
from tapete.games.baccarat.corrections import RulingUndone
from tapete.games.baccarat.effects import AssignCard, DeemTotal, VoidCoup
from tapete.games.baccarat.incident import Docket, IncidentOpened, IncidentRuled
from tapete.games.baccarat.layout import LaidCard
from tapete.games.baccarat.marks import DeemedTotal, HandMarks, Marks
from tapete.games.baccarat.outcome import Winner
from tapete.games.baccarat.procedure import Said
from tapete.games.punto_banco import events as e
from tapete.games.punto_banco.evolve import FOLDS, SPEECH_BREAKS, evolve
from tapete.games.punto_banco.state import Coup, RulingGiven, Settings, Shoe, ShoeTurn, State
from tapete.kernel import PersonId
from tapete.rulebooks import house_library
from tapete.table import acts as t
from tapete.table.conduct import Conduct
from tapete.table.seats import Seats, Standing
from tests.support.punto_banco.full_state import (
    ANA,
    BANCA,
    BEA,
    BOOK,
    CARLOS,
    DORA,
    FORMER,
    GIVEN,
    LATER,
    LAYOUT,
    MARKS,
    OPEN,
    PUNTO,
    STATE,
    TIE,
)
from tests.support.punto_banco.walk import LIBRARY, LONG, STAFF

SETTINGS, SEATS, SHOE, TURN, BETS = STATE.settings, STATE.seats, STATE.shoe, STATE.turn, STATE.bets
EVA, CROUPIER, CHIEF = PersonId("eva"), STAFF[pb.Role.CROUPIER], STAFF[pb.Role.TABLE_CHIEF]
BETWEEN = replace(STATE, phase=pb.Phase.BETWEEN)
OFFERED = replace(STATE, turn=replace(TURN, holder=None))
NOBODYS = replace(STATE, turn=replace(TURN, holder=None, offered_place=None))
LINES = (
    e.Line(ANA, BANCA, 10_00, "won", 10_00, 50),
    e.Line(BEA, PUNTO, 20_00, "lost"),
    e.Line(BEA, TIE, 5_00, "void"),
    e.Line(CARLOS, TIE, 1_00, "lost"),
)
PAID = Map({ANA: 9_50, BEA: -20_00, CARLOS: -1_00})
NEXT = Marks(bars=MARKS.bars, holders=Map({"punto": BEA}))
AWAY_WITH_IT: dict[str, Any] = {
    "layout": (),
    "due_cards": (),
    "hand_holder": None,
    "disputants": (),
    "marks": NEXT,
    "basket": 16,
}
EMPTY_MARKS = replace(MARKS, hands=Map({"punto": HandMarks()}))


def knowing(faces: dict[int, str]) -> Shoe:
    """Return the shoe with what is known of some more of its cards."""
    return replace(SHOE, known_faces=SHOE.known_faces.update({at: card(face) for at, face in faces.items()}))


def former(number: int, **changes: Any) -> dict[str, Any]:
    """Return the former coups with one of them changed, by its place."""
    return {"history": tuple(replace(one, **changes) if at == number else one for at, one in enumerate(FORMER))}


def last(**changes: Any) -> dict[str, Any]:
    return former(2, **changes)


def corrected(coup: int, **more: Any) -> e.CardCorrected:
    position, was = (12, "4d") if coup == 4 else (3, "8d")
    return e.CardCorrected(coup, position, card(was), card("6h"), CROUPIER, CHIEF, "", **more)


def keyed(given: RulingGiven) -> RulingGiven:
    layout = tuple(replace(one, face=card("6h")) if one.position == 12 else one for one in given.layout)
    return replace(given, layout=layout)


CASES: list[tuple[str, State, Any, dict[str, Any]]] = [
    (
        "opened",
        STATE,
        e.TableOpened(
            *("mesa-9", "asturias-2011", LONG.sha256, pb.Variant.MINI, 20_00, 400_00, 6_00, 8, (1, 2, 4)),
            *(pb.ChanceKind.SEEDED, Conduct.STRICT, False, True, False, (TIE, PUNTO)),
        ),
        {
            "sha256": LONG.sha256,
            "settings": Settings(
                name="mesa-9",
                variant=pb.Variant.MINI,
                minimum=20_00,
                maximum=400_00,
                authorised_minimum=6_00,
                decks=8,
                shoe=pb.ChanceKind.SEEDED,
                conduct=Conduct.STRICT,
                standing_allowed=False,
                multiples_only=True,
                players_deal=False,
                side_bets=(TIE, PUNTO),
            ),
            "seats": Seats((1, 2, 4)),
        },
    ),
    ("adopted", STATE, e.RulebookAdopted("long", LONG.sha256), {"sha256": LONG.sha256}),
    *(
        (f"{phase} opened", STATE, e.PhaseOpened(phase), {"phase": phase, "serial": 41, "called_person": None})
        for phase in (pb.Phase.SETTLE, pb.Phase.BETWEEN, pb.Phase.END_OF_SHOE, pb.Phase.COUNT)
    ),
    *(
        (
            f"{phase} opened",
            STATE,
            e.PhaseOpened(phase),
            {"phase": phase, "serial": 41, "called_person": None, "winner": None, "natural": False},
        )
        for phase in (pb.Phase.DEAL, pb.Phase.PLAYER_SHOWS, pb.Phase.BANK_SHOWS, pb.Phase.PLAYER_DRAWS)
    ),
    ("bank draws", STATE, e.PhaseOpened(pb.Phase.BANK_DRAWS),
     {"phase": pb.Phase.BANK_DRAWS, "serial": 41, "called_person": None, "winner": None, "natural": False}),
    ("bets opened", STATE, e.PhaseOpened(pb.Phase.BETS),
     {"phase": pb.Phase.BETS, "serial": 41, "winner": None, "natural": False}),
    ("said on", STATE, Said("tie"), {"announcements": (*STATE.announcements, Said("tie"))}),
    ("said anew", replace(STATE, breath=True), Said("tie"),
     {"announcements": (*STATE.announcements, Said("tie")), "said_from": 3, "breath": False}),
    ("options", STATE, e.OptionsSet(False, True),
     {"settings": replace(SETTINGS, standing_allowed=False, multiples_only=True)}),
    ("options back", STATE, e.OptionsSet(True, False), {}),
    ("closed", STATE, e.TableClosed(), {}),
    ("on duty", STATE, t.StaffAssigned(pb.Role.INSPECTOR, EVA),
     {"staff": STATE.staff.set(pb.Role.INSPECTOR, EVA)}),
    ("seated", STATE, t.Seated(EVA, 2), {"seats": replace(SEATS, occupants=SEATS.occupants.set(2, EVA))}),
    ("standing", STATE, t.StoodBehind(EVA, 2), {"seats": replace(SEATS, standing=(*SEATS.standing, Standing(EVA, 2)))}),
    ("left", STATE, t.PersonLeft(BEA, 80_00), {"seats": replace(SEATS, occupants=SEATS.occupants.delete(3))}),
    ("bought in", STATE, t.BoughtIn(ANA, 3), {}),
    ("cashed out", STATE, t.CashedOut(ANA, 3), {}),
    ("away", STATE, t.WentAway(ANA), {"seats": replace(SEATS, away=frozenset({ANA, DORA}))}),
    ("back", STATE, t.CameBack(DORA), {"seats": replace(SEATS, away=frozenset())}),
    ("called one back", replace(STATE, called_person=DORA), t.CameBack(DORA),
     {"seats": replace(SEATS, away=frozenset()), "called_person": None}),
    ("called", STATE, e.PersonCalled(ANA), {"called_person": ANA}),
    ("claim", STATE, e.ClaimRecorded(ANA, 2, "says so", True), {}),
    (
        "another shoe",
        STATE,
        e.ShoeOpened(4, 416),
        {
            "shoe": Shoe(4, 416),
            "turn": ShoeTurn(last=3),
            "coup": 0,
            "basket": 0,
            "marks": NEXT,
            "announcements": (),
            "said_from": 0,
        },
    ),
    *(
        (
            f"another shoe after {of.turn}",
            of,
            e.ShoeOpened(4, 416),
            {
                "shoe": Shoe(4, 416),
                "turn": turn,
                "coup": 0,
                "basket": 0,
                "marks": NEXT,
                "announcements": (),
                "said_from": 0,
            },
        )
        for of, turn in ((OFFERED, ShoeTurn(last=1)), (NOBODYS, ShoeTurn(last=2, is_lost=True)))
    ),
    ("order wanted", replace(STATE, shoe=replace(SHOE, is_order_awaited=False)), e.ShoeWanted(), {"shoe": SHOE}),
    ("sealed", STATE, ShoeSealed(3, pb.ChanceKind.KEYED, 312), {"shoe": replace(SHOE, is_order_awaited=False)}),
    ("cut", STATE, e.PackCut(7), {"shoe": replace(SHOE, cut_depth=7)}),
    ("cut uncounted", STATE, e.PackCut(None), {"shoe": replace(SHOE, cut_depth=0)}),
    ("cut card", STATE, e.CutCardIn(305), {"shoe": replace(SHOE, cut_card=305)}),
    ("burned", STATE, e.CardsBurned(15, 3), {"shoe": replace(SHOE, position=18), "basket": 19, "layout": ()}),
    ("stop card", replace(STATE, shoe=replace(SHOE, is_stop_seen=False)), e.StopCardSeen(15), {"shoe": SHOE}),
    ("exposed", STATE, e.CardExposed(15, card("Kd")), {"shoe": knowing({15: "Kd"})}),
    (
        "discarded",
        STATE,
        e.CardDiscarded(15, card("2s")),
        {
            "shoe": replace(knowing({15: "2s"}), position=16),
            "basket": 12,
        },
    ),
    (
        "discarded another",
        STATE,
        e.CardDiscarded(15, card("Kd")),
        {
            "shoe": replace(knowing({15: "Kd"}), position=16),
            "basket": 12,
        },
    ),
    ("discarded unseen", STATE, e.CardDiscarded(15),
     {"shoe": replace(SHOE, position=16), "basket": 12}),
    ("shoe over", STATE, e.ShoeEnded(3), {}),
    ("offered", STATE, e.ShoeOffered(5),
     {"turn": ShoeTurn(offered_place=5, declined_places=frozenset({5}), last=3, is_lost=True), "called_person": None}),
    ("offered on", replace(NOBODYS, turn=replace(NOBODYS.turn, is_lost=False)), e.ShoeOffered(5),
     {"turn": ShoeTurn(offered_place=5, declined_places=frozenset({5}), last=2), "called_person": None}),
    (
        "given up",
        STATE,
        e.ShoeDeclined(3),
        {
            "turn": ShoeTurn(croupier=True, declined_places=frozenset({3, 5}), last=3),
            "called_person": None,
        },
    ),
    (
        "offer declined",
        OFFERED,
        e.ShoeDeclined(1),
        {
            "turn": ShoeTurn(croupier=True, declined_places=frozenset({1, 5}), last=2, is_lost=True),
            "called_person": None,
        },
    ),
    (
        "declined by another",
        STATE,
        e.ShoeDeclined(2),
        {"turn": replace(TURN, declined_places=frozenset({2, 5}), is_reminded=False), "called_person": None},
    ),
    ("lost", STATE, e.ShoeLost(3), {"turn": ShoeTurn(last=3, is_lost=True)}),
    ("taken", STATE, e.ShoeTaken(1), {"turn": ShoeTurn(holder=1, last=2), "called_person": None}),
    ("the croupier's", STATE, e.ShoeToCroupier(),
     {"turn": ShoeTurn(croupier=True, last=3, is_lost=True), "called_person": None}),
    ("the croupier's before", replace(NOBODYS, turn=replace(NOBODYS.turn, is_lost=False)), e.ShoeToCroupier(),
     {"turn": ShoeTurn(croupier=True, last=2), "called_person": None}),
    ("reminded", replace(STATE, turn=replace(TURN, is_reminded=False)), e.HolderReminded(3),
     {"turn": TURN, "called_person": None}),
    (
        "a coup",
        STATE,
        e.BetsOpened(5),
        {
            "coup": 5,
            "announcements": (),
            "said_from": 0,
            "winner": None,
            "natural": False,
            "hand_holder": None,
            "disputants": (),
            "rulings": (),
        },
    ),
    ("staked more", STATE, e.BetPlaced(BEA, PUNTO, 7), {"bets": BETS.set((BEA, PUNTO), 20_07)}),
    ("staked", STATE, e.BetPlaced(CARLOS, BANCA, 7), {"bets": BETS.set((CARLOS, BANCA), 7)}),
    ("taken back", STATE, e.BetWithdrawn(BEA, PUNTO, 7), {"bets": BETS.set((BEA, PUNTO), 19_93)}),
    ("taken back whole", STATE, e.BetWithdrawn(BEA, PUNTO, 20_00), {"bets": BETS.delete((BEA, PUNTO))}),
    ("returned", STATE, e.StakeReturned(BEA, TIE, 1), {"bets": BETS.set((BEA, TIE), 4_99)}),
    ("returned whole", STATE, e.StakeReturned(BEA, TIE, 5_00), {"bets": BETS.delete((BEA, TIE))}),
    ("awarded", STATE, e.HandAwarded(CARLOS), {"hand_holder": CARLOS, "disputants": ()}),
    ("awarded for good", STATE, e.HandAwarded(None, standing=True),
     {"hand_holder": None, "disputants": (), "turn_order_decides": True}),
    ("awarded after that", replace(STATE, turn_order_decides=True), e.HandAwarded(CARLOS),
     {"hand_holder": CARLOS, "disputants": ()}),
    ("disputed", STATE, e.HandDisputed((ANA, BEA)), {"hand_holder": None, "disputants": (ANA, BEA)}),
    ("awaited", STATE, e.DrawAwaited((e.DueCard(15, "punto-3", True),)),
     {"due_cards": (e.DueCard(15, "punto-3", True),)}),
    (
        "dealt",
        STATE,
        e.CardDealt(15, "banca-3", None, face_up=False),
        {
            "due_cards": STATE.due_cards[:1],
            "layout": (*LAYOUT, LaidCard(15, "banca-3", None)),
            "shoe": replace(SHOE, position=16),
        },
    ),
    *(
        (
            f"turned {place} {shown}",
            STATE,
            e.CardDealt(15, place, card("7c"), face_up=shown),
            {
                "due_cards": STATE.due_cards[:1],
                "layout": (*LAYOUT, LaidCard(15, place, card("7c"), shown)),
                "shoe": replace(knowing({15: seen}), position=16),
            },
        )
        for place, shown, seen in (("burn", True, "7c"), ("burn", False, "9h"), ("punto", True, "7c"))
    ),
    (
        "turned up",
        STATE,
        e.CardDealt(13, "banca", card("7c"), face_up=True),
        {
            "due_cards": STATE.due_cards[1:],
            "layout": (*LAYOUT[:3], LaidCard(13, "banca", card("7c"), True), LAYOUT[4]),
            "shoe": knowing({13: "7c"}),
        },
    ),
    (
        "the last one turned up",
        STATE,
        e.CardDealt(14, "punto-3", card("6c"), face_up=True),
        {"layout": (*LAYOUT[:4], LaidCard(14, "punto-3", card("6c"), True)), "shoe": knowing({14: "6c"})},
    ),
    (
        "shown",
        STATE,
        e.HandShown(pb.Hand.BANCA, (card("3h"), card("7c")), 0),
        {
            "layout": (
                LAYOUT[0],
                LaidCard(11, "banca", card("3h"), True),
                LAYOUT[2],
                LaidCard(13, "banca", card("7c"), True),
                LAYOUT[4],
            ),
            "shoe": knowing({11: "3h", 13: "7c"}),
        },
    ),
    (
        "shown without faces",
        STATE,
        e.HandShown(pb.Hand.BANCA, (), 0),
        {
            "layout": (
                LAYOUT[0],
                LaidCard(11, "banca", card("3h"), True),
                LAYOUT[2],
                LaidCard(13, "banca", None, True),
                LAYOUT[4],
            ),
            "shoe": knowing({11: "3h"}),
        },
    ),
    ("ended", STATE, e.CoupEnded(Winner.PUNTO, 8, 3, False),
     {"winner": Winner.PUNTO, "natural": False, "final": (8, 3)}),
    (
        "settled",
        STATE,
        e.CoupSettled(4, LINES),
        {
            **AWAY_WITH_IT,
            "history": (*FORMER, Coup(4, Winner.TIE, 6, 5, True, BETS, LAYOUT, LINES, PAID, 3, MARKS, (GIVEN, LATER))),
            "bets": Map({(BEA, TIE): 5_00}),
        },
    ),
    (
        "void",
        STATE,
        e.CoupVoided(4, LINES),
        {
            **AWAY_WITH_IT,
            "history": (*FORMER, Coup(4, None, -1, -1, True, BETS, LAYOUT, LINES, PAID, 3, MARKS, (GIVEN, LATER))),
            "bets": Map(),
            "winner": None,
        },
    ),
    ("incident", STATE, IncidentOpened(replace(OPEN, serial=7)),
     {"docket": Docket((OPEN, replace(OPEN, serial=7)), 7)}),
    (
        "ruled",
        STATE,
        IncidentRuled(6, "misdeal", (AssignCard(12, "basket"), DeemTotal("banca", 3)), CHIEF),
        {
            "docket": Docket((), 6),
            "layout": (*LAYOUT[:2], replace(LAYOUT[2], place="basket"), *LAYOUT[3:]),
            "marks": replace(MARKS, aside=(), hands=MARKS.hands.set("banca", HandMarks(deemed_total=DeemedTotal(3)))),
            "rulings": (
                GIVEN,
                LATER,
                RulingGiven(
                    6, "misdeal", (AssignCard(12, "basket"), DeemTotal("banca", 3)), LAYOUT, MARKS, pb.Phase.BANK_SHOWS
                ),
            ),
        },
    ),
    ("ruled between coups", BETWEEN, IncidentRuled(6, "misdeal", (VoidCoup("banca"),), CHIEF),
     {"docket": Docket((), 6), "marks": replace(MARKS, hands=MARKS.hands.set("banca", HandMarks(void=True)))}),
    ("undone", STATE, RulingUndone(4, 4, "misdeal", (), GIVEN.effects), {"marks": EMPTY_MARKS, "rulings": (LATER,)}),
    ("undone, no such ruling", STATE, RulingUndone(4, 9, "misdeal", (), GIVEN.effects), {}),
    ("undone of a former coup", STATE, RulingUndone(2, 4, "misdeal", (), GIVEN.effects),
     last(marks=EMPTY_MARKS, rulings=(LATER,))),
    ("undone of the one before", STATE, RulingUndone(3, 4, "misdeal", (), GIVEN.effects),
     former(1, marks=EMPTY_MARKS, rulings=(LATER,))),
    (
        "undone after the coup",
        replace(BETWEEN, history=(*FORMER, replace(FORMER[2], number=4))),
        RulingUndone(4, 4, "misdeal", (), GIVEN.effects),
        {"history": (*FORMER, replace(FORMER[2], number=4, marks=EMPTY_MARKS, rulings=(LATER,)))},
    ),
    (
        "card corrected",
        STATE,
        corrected(4),
        {
            "layout": (*LAYOUT[:2], replace(LAYOUT[2], face=card("6h")), *LAYOUT[3:]),
            "shoe": knowing({12: "6h"}),
            "rulings": (keyed(GIVEN), keyed(LATER)),
        },
    ),
    (
        "card of a former coup corrected",
        STATE,
        corrected(2, winner=Winner.BANCA, lines=LINES, punto=6, banca=7),
        {
            **last(
                layout=(LaidCard(3, "punto", card("6h"), True), FORMER[2].layout[1]),
                lines=LINES,
                winner=Winner.BANCA,
                punto=6,
                banca=7,
            ),
            "shoe": knowing({3: "6h"}),
        },
    ),
    (
        "card of a void coup corrected",
        STATE,
        corrected(2, lines=LINES, punto=6, banca=7),
        {
            **last(layout=(LaidCard(3, "punto", card("6h"), True), FORMER[2].layout[1])),
            "shoe": knowing({3: "6h"}),
        },
    ),
    (
        "card of a former shoe corrected",
        replace(STATE, history=FORMER[:1]),
        e.CardCorrected(2, 6, card("2s"), card("6h"), CROUPIER, CHIEF, ""),
        {"history": (replace(FORMER[0], layout=(LaidCard(6, "punto", card("6h"), True), FORMER[0].layout[1])),)},
    ),
    ("payment corrected", STATE, e.PaymentCorrected(2, BEA, -5_00, 3_00, -5_00, CHIEF, CROUPIER, "", True),
     last(payouts=Map({ANA: 10_00, BEA: 3_00}))),
]  # fmt: skip
MOVED: dict[str, dict[str, int]] = {
    "left": {person(BEA): -80_00, CASH_DESK: 80_00},
    "bought in": {person(ANA): 3, CASH_DESK: -3},
    "cashed out": {person(ANA): -3, CASH_DESK: 3},
    "staked more": {person(BEA): -7, STAKES: 7},
    "staked": {person(CARLOS): -7, STAKES: 7},
    "taken back": {person(BEA): 7, STAKES: -7},
    "taken back whole": {person(BEA): 20_00, STAKES: -20_00},
    "returned": {person(BEA): 1, STAKES: -1},
    "returned whole": {person(BEA): 5_00, STAKES: -5_00},
    "settled": {person(ANA): 19_50, STAKES: -31_00, HOUSE: 11_50},
    "void": {person(ANA): 10_00, person(BEA): 25_00, person(CARLOS): 1_00, STAKES: -36_00},
    "payment corrected": {person(BEA): 8_00, HOUSE: -8_00},
}
"""What of the money an event moves, by account."""


@pytest.mark.parametrize(("name", "state", "event", "changes"), CASES, ids=[one[0] for one in CASES])
def test_an_event_changes_this_and_nothing_else(name: str, state: State, event: Any, changes: dict[str, Any]) -> None:
    found = evolve(state, event, LIBRARY)
    moved = {
        account: found.ledger.get(account, 0) - state.ledger.get(account, 0)
        for account in {*found.ledger, *state.ledger}
        if found.ledger.get(account, 0) != state.ledger.get(account, 0)
    }
    assert moved == MOVED.get(name, {})
    if "sha256" in changes:
        assert found.book.id == "long"
        changes = changes | {"rules": found.rules}
    changes = {"breath": type(event) in BREAKS or state.breath, "ledger": found.ledger} | changes
    expected = replace(state, **changes)
    assert {one: getattr(found, one) for one in State.__struct_fields__} == {
        one: getattr(expected, one) for one in State.__struct_fields__
    }


BREAKS = {
    *(e.BetPlaced, e.BetWithdrawn, e.BetsOpened, e.PersonCalled, e.HolderReminded, e.ShoeDeclined, e.ShoeTaken),
    *(e.DrawAwaited, e.StopCardSeen, e.HandShown, e.CoupSettled, e.CoupVoided, e.CardsBurned, e.CardCorrected),
    *(IncidentOpened, IncidentRuled, RulingUndone),
}


def test_these_events_part_what_is_said_before_them_from_what_is_said_after_them() -> None:
    assert BREAKS == SPEECH_BREAKS


def test_there_is_a_line_for_every_event() -> None:
    assert {type(event) for _, _, event, _ in CASES} == set(FOLDS)
    assert len({name for name, *_ in CASES}) == len(CASES)


def test_no_field_of_the_table_is_as_a_fresh_one_has_it() -> None:
    fresh = State()
    same = [one for one in State.__struct_fields__ if getattr(STATE, one) == getattr(fresh, one)]
    assert same == ["turn_order_decides"]
    for part in ("settings", "seats", "shoe", "turn"):
        own, new = getattr(STATE, part), getattr(fresh, part)
        left = [one for one in own.__struct_fields__ if getattr(own, one) == getattr(new, one)]
        assert set(left) <= {
            "variant",
            "decks",
            "players_deal",
            "multiples_only",
            "waiting_list",
            "second_row",
            "in_chair",
        }


@pytest.mark.parametrize(("before", "first"), [(398, 0), (399, 0), (400, 1)])
def test_a_table_keeps_the_latest_four_hundred_coups(before: int, first: int) -> None:
    many = replace(STATE, history=tuple(replace(FORMER[0], number=number) for number in range(before)))
    found = evolve(many, e.CoupVoided(1000)).history
    assert (len(found), found[0].number, found[-1].number) == (min(before + 1, 400), first, 1000)


def test_the_rulebooks_that_are_shipped_are_known_where_no_library_is_given() -> None:
    shipped = house_library().by_id("punto-y-banca", "asturias-2011")
    adopted = e.RulebookAdopted("asturias-2011", shipped.sha256)
    found = evolve(replace(STATE, rules=None, sha256=""), adopted)
    assert (found.rules, found.sha256, BOOK.sha256) == (STATE.rules, shipped.sha256, shipped.sha256)
