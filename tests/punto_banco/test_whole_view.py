"""What a table of punto y banca looks like to each who looks, whole: to the public, to players, to the table chief."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete import punto_banco as pb
from tapete.cards import card
from tapete.games.baccarat.effects import Discard, ReturnStake, VoidCoup
from tapete.games.baccarat.incident import Docket
from tapete.games.baccarat.layout import LaidCard
from tapete.games.baccarat.outcome import Winner
from tapete.games.baccarat.pack import DueCard
from tapete.games.baccarat.procedure import Said
from tapete.games.baccarat.touched import Touched, TouchedCard
from tapete.games.punto_banco.state import State
from tapete.games.punto_banco.view import View, view
from tapete.games.punto_banco.view_parts import CoupView, HandView, IncidentView, Me, SeatView, StandingView
from tapete.kernel import PersonId, Step
from tapete.table.conduct import Conduct
from tests.support.punto_banco.full_state import ANA, BEA, CARLOS, DORA, EFFECTS, FORMER, LAYOUT, OPEN, STATE
from tests.support.punto_banco.walk import STAFF

CROUPIER, CHIEF = STAFF[pb.Role.CROUPIER], STAFF[pb.Role.TABLE_CHIEF]
NOTE = IncidentView(6, "misdeal", "seen")
HISTORY = (
    CoupView(3, None, -1, -1, False, {"punto": (card("2s"),), "banca": ()}, {"punto": (6,), "banca": ()}),
    CoupView(2, Winner.PUNTO, 8, 7, True, {"punto": (card("8d"),), "banca": ()}, {"punto": (3,), "banca": ()}),
)
PUBLIC = View(
    name="mesa-2",
    variant=pb.Variant.PUNTO_BANCO,
    rulebook="asturias-2011",
    title="Punto y banca, Principado de Asturias, 2011",
    step=Step(3, 4, "bank-shows", 40),
    phase=pb.Phase.BANK_SHOWS,
    minimum=10_00,
    maximum=500_00,
    tie_maximum=50_00,
    authorised_minimum=5_00,
    multiples_only=False,
    standing_allowed=True,
    side_bets=(pb.Bet.TIE,),
    decks=6,
    shoe_kind=pb.ChanceKind.KEYED,
    conduct=Conduct.OBSERVED,
    shoe=3,
    coup=4,
    cards_out=15,
    cards_to_cut_card=0,
    last_coup=True,
    basket=11,
    turned_card=card("Ac"),
    croupier_deals=True,
    seats=(
        SeatView(1, ANA, offered_shoe=True, bets={"banca": 10_00}),
        SeatView(2),
        SeatView(3, BEA, has_shoe=True, holds_hand=True, bets={"punto": 20_00, "empate": 5_00}),
        SeatView(5, DORA, away=True),
    ),
    standing=(StandingView(CARLOS, 3, bets={"empate": 1_00}),),
    staff={str(role): who for role, who in STAFF.items()},
    hands={
        "punto": HandView((card("2s"), card("4d")), card("5c"), 9, "right", (10, 12, 14)),
        "banca": HandView((None, None), None, None, "shoe", (11, 13)),
    },
    stakes=dict.fromkeys(map(str, pb.Bet), 0) | {"punto": 20_00, "banca": 10_00, "empate": 6_00},
    announcements=(Said("bets-open"), Said("no-more-bets"), Said("player-total", {"total": "6"})),
    said_from=2,
    result=Winner.TIE,
    disputants=(BEA, CARLOS),
    history=HISTORY,
    incident=NOTE,
    waiting_for_key=13,
    waits_for=CHIEF,
    is_called=False,
    me=None,
)
LAST = FORMER[2].lines
OF_BEA, LAST_OF_BEA = {"punto": 20_00, "empate": 5_00}, {"empate": 5_00}


def unlike(found: Any, expected: Any) -> dict[str, Any]:
    """Return the fields in which two values differ, with both of them."""
    pairs = {one: (getattr(found, one), getattr(expected, one)) for one in expected.__struct_fields__}
    return {one: two for one, two in pairs.items() if two[0] != two[1]}


def me(person: PersonId, **known: Any) -> Me:
    return Me(person, **known)


@pytest.mark.parametrize(
    ("viewer", "incident", "own"),
    [
        (None, NOTE, None),
        (
            ANA,
            NOTE,
            me(ANA, seat=1, chips=70_00, bets={"banca": 10_00}, last=(LAST[0], LAST[2]),
               last_bets={"punto": 10_00, "empate": 1_00}),
        ),
        (
            BEA,
            NOTE,
            me(BEA, seat=3, chips=80_00, bets=OF_BEA, last=(LAST[1],), last_bets=LAST_OF_BEA),
        ),
        (CARLOS, NOTE, me(CARLOS, behind=3, bets={"empate": 1_00})),
        (CROUPIER, NOTE, me(CROUPIER, roles=(pb.Role.CROUPIER,))),
        (
            CHIEF,
            replace(NOTE, proposed_effects=EFFECTS, clauses=("HP.PB.misdeal",)),
            me(CHIEF, roles=(pb.Role.TABLE_CHIEF,)),
        ),
        (PersonId("stranger"), NOTE, me(PersonId("stranger"))),
    ],
)  # fmt: skip
def test_a_viewer_sees_the_table_and_what_is_his(viewer: PersonId | None, incident: IncidentView, own: Me) -> None:
    assert unlike(view(STATE, viewer), replace(PUBLIC, incident=incident, me=own)) == {}


QUIET = replace(STATE, docket=Docket((), 6))
CALM = replace(PUBLIC, incident=None)


def due(position: int, *, shown: bool) -> dict[str, Any]:
    return {"due_cards": (DueCard(position, "punto", shown), DueCard(99, "banca", True))}


def hands(**cards: HandView) -> dict[str, HandView]:
    return {**PUBLIC.hands, **cards}


OPEN_BANCA = (*LAYOUT[:1], *(LaidCard(at, "banca", card(face), True) for at, face in ((11, "3h"), (13, "7c"))))
SHUT = replace(STATE.settings, shoe=pb.ChanceKind.SEALED)
CASES: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("a card that is keyed", due(15, shown=True), {"waiting_for_key": 15, "waits_for": CROUPIER}),
    ("one face down", due(15, shown=False), {"waiting_for_key": None, "waits_for": CROUPIER}),
    ("one of a sealed shoe", due(15, shown=True) | {"settings": SHUT},
     {"waiting_for_key": None, "waits_for": CROUPIER, "shoe_kind": pb.ChanceKind.SEALED}),
    ("nothing due", {"due_cards": ()}, {"waiting_for_key": None, "waits_for": BEA, "is_called": True}),
    ("another one called", {"due_cards": (), "called_person": ANA}, {"waiting_for_key": None, "waits_for": BEA}),
    ("nobody called", {"due_cards": (), "called_person": None}, {"waiting_for_key": None, "waits_for": BEA}),
    ("nobody waited for", {"due_cards": (), "called_person": None, "phase": pb.Phase.SETTLE},
     {"waiting_for_key": None, "waits_for": None, "phase": pb.Phase.SETTLE, "step": Step(3, 4, "settle", 40)}),
    ("no cut card", {"shoe": replace(STATE.shoe, cut_card=None)}, {"cards_to_cut_card": None}),
    ("the cut card is next", {"shoe": replace(STATE.shoe, cut_card=15)}, {"cards_to_cut_card": 0}),
    ("before the cut card", {"shoe": replace(STATE.shoe, cut_card=16)}, {"cards_to_cut_card": 1}),
    ("a player's hand to be shown", {"phase": pb.Phase.PLAYER_SHOWS, "layout": LAYOUT[1:]},
     {"phase": pb.Phase.PLAYER_SHOWS, "step": Step(3, 4, "player-shows", 40),
      "hands": hands(punto=HandView((card("4d"),), card("5c"), None, "holder", (12, 14)))}),
    ("a player's hand with the croupier", {"layout": LAYOUT[1:]},
     {"hands": hands(punto=HandView((card("4d"),), card("5c"), None, "croupier", (12, 14)))}),
    ("no cards", {"layout": ()},
     {"hands": {"punto": HandView(location="croupier"), "banca": HandView(location="shoe")}}),
    ("an open bank", {"layout": OPEN_BANCA},
     {"hands": {"punto": HandView((card("2s"),), None, None, "croupier", (10,)),
                "banca": HandView((card("3h"), card("7c")), None, 0, "left", (11, 13))}}),
    ("nobody has the hand", {"hand_holder": None},
     {"seats": tuple(replace(one, holds_hand=False) for one in PUBLIC.seats)}),
    ("who stands has the hand", {"hand_holder": CARLOS},
     {"seats": tuple(replace(one, holds_hand=False) for one in PUBLIC.seats),
      "standing": (StandingView(CARLOS, 3, True, {"empate": 1_00}),)}),
    ("another shoe", {"shoe": replace(STATE.shoe, number=2)},
     {"shoe": 2, "step": Step(2, 4, "bank-shows", 40),
      "history": (CoupView(2, Winner.BANCA, 2, 7, False, {"punto": (card("2s"),), "banca": (card("7h"),)},
                           {"punto": (6,), "banca": (7,)}),)}),
]  # fmt: skip


@pytest.mark.parametrize(("_name", "given", "seen"), CASES, ids=[one[0] for one in CASES])
def test_what_everybody_sees_of_a_table(_name: str, given: dict[str, Any], seen: dict[str, Any]) -> None:
    quiet = {"waits_for": CROUPIER}
    assert unlike(view(replace(QUIET, **given), None), replace(CALM, **(quiet | seen))) == {}


@pytest.mark.parametrize(("phase", "shown"), [(pb.Phase.BETS, ()), (pb.Phase.DEAL, (LAST[1],))])
def test_what_the_last_coup_brought_is_not_shown_while_bets_are_open(phase: pb.Phase, shown: tuple[Any, ...]) -> None:
    own = view(replace(STATE, phase=phase), BEA).me
    assert own == me(
        BEA, seat=3, chips=80_00, bets={"punto": 20_00, "empate": 5_00}, last=shown, last_bets={"empate": 5_00}
    )


def test_before_the_first_coup_nobody_has_had_anything() -> None:
    own = view(replace(STATE, history=()), BEA).me
    assert own == me(BEA, seat=3, chips=80_00, bets={"punto": 20_00, "empate": 5_00})


def test_a_table_has_no_waiting_list_and_one_open_incident_at_most() -> None:
    seen, quiet = view(STATE, None), view(QUIET, None)
    assert (seen.waiting_list, seen.incidents, quiet.incidents) == ((), (NOTE,), ())


STANDING = replace(STATE, hand_holder=CARLOS)
NOBODY = replace(STATE, hand_holder=None, turn=replace(STATE.turn, holder=None))


def lying(*positions: int) -> tuple[TouchedCard, ...]:
    return tuple(
        TouchedCard(one.position, one.place)
        for hand in ("punto", "banca")
        for one in LAYOUT
        if one.place.startswith(hand) and one.position in positions
    )


@pytest.mark.parametrize(
    ("effects", "state", "touches"),
    [
        ((VoidCoup("punto"),), STATE, {"holders": (("punto", BEA),), "cards": lying(10, 12, 14)}),
        ((VoidCoup("punto"),), STANDING, {"holders": (("punto", CARLOS),), "cards": lying(10, 12, 14)}),
        ((VoidCoup("punto"),), NOBODY, {"holders": (("punto", None),), "cards": lying(10, 12, 14)}),
        ((VoidCoup("banca"),), STATE, {"holders": (("banca", BEA),), "cards": lying(11, 13)}),
        ((VoidCoup("banca"),), NOBODY, {"holders": (("banca", None),), "cards": lying(11, 13)}),
        ((Discard(13), Discard(14)), STATE, {"cards": lying(13, 14)}),
        ((Discard(77),), STATE, {}),
        ((ReturnStake(CARLOS), ReturnStake(BEA)), STATE, {"stakes": ((BEA, 25_00), (CARLOS, 1_00))}),
        ((ReturnStake(BEA, 1_00),), STATE, {}),
        ((ReturnStake(DORA),), STATE, {"stakes": ((DORA, 0),)}),
    ],
)
def test_what_of_a_table_the_remedies_of_an_incident_are_about(
    effects: tuple[Any, ...], state: State, touches: dict[str, Any]
) -> None:
    incident = replace(OPEN, proposed_effects=effects)
    seen = view(replace(state, docket=Docket((incident,), 6)), CHIEF)
    assert seen.incident is not None
    assert seen.touched_by(seen.incident) == Touched(**touches)


def test_a_table_that_was_never_opened_shows_nobody_anything() -> None:
    with pytest.raises(LookupError, match="no table is open"):
        view(State(), None)
    assert State().bets == Map()
