"""Rulings at a table of punto y banca, condition by condition: which effect suits which moment, with which cards play
goes on, what goes back to whom, and whose hand it is.
"""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete import punto_banco as pb
from tapete.accounts import CASH_DESK, HOUSE, STAKES, person
from tapete.cards import card
from tapete.clauses import Fault
from tapete.games.baccarat import effects as fx
from tapete.games.baccarat.incident import Docket
from tapete.games.baccarat.layout import LaidCard
from tapete.games.baccarat.marks import DeemedTotal, HandMarks, Marks
from tapete.games.baccarat.outcome import Winner
from tapete.games.baccarat.pack import DrawAwaited, DueCard, StopCardSeen
from tapete.games.punto_banco import events as e
from tapete.games.punto_banco.game import PUNTO_BANCO
from tapete.games.punto_banco.holder import (
    has_shoe_stake,
    holder_of_player_hand,
    in_turn_order,
    require_hand_assigned,
    stakes_on_player,
)
from tapete.games.punto_banco.incidents import is_next_card, require_face_of_next_card, require_known_card
from tapete.games.punto_banco.result import is_decided_by_ruling, ruled_result, winner_with_rulings
from tapete.games.punto_banco.rulings import (
    discard_next_card,
    refunds,
    replacement_draws,
    require_playable_cards,
    require_suitable_effect,
)
from tapete.games.punto_banco.state import State
from tapete.kernel import HOUSE as THE_HOUSE
from tapete.kernel import PersonId
from tapete.kernel import breach as told
from tapete.table.seats import Seats, Standing
from tests.support.punto_banco.full_state import ANA, BANCA, BEA, CARLOS, DORA, LAYOUT, OPEN, PUNTO, STATE, TIE
from tests.support.punto_banco.walk import STAFF

W = pb.Phase
CROUPIER, CHIEF = STAFF[pb.Role.CROUPIER], STAFF[pb.Role.TABLE_CHIEF]
PLAIN = replace(STATE, marks=Marks(), docket=Docket(), basket=10)
BETWEEN = replace(PLAIN, phase=W.BETWEEN)


def at(phase: pb.Phase, **changes: Any) -> State:
    return replace(PLAIN, phase=phase, **changes)


def short(left: int) -> State:
    """Return a table whose shoe has so many cards left."""
    return replace(PLAIN, shoe=replace(PLAIN.shoe, size=15 + left))


def code(found: Fault | None) -> str:
    return "" if found is None else found.code


# --- which effect suits -----------------------------------------------------------------------------------------------

OF_OTHER_GAMES: tuple[Any, ...] = (
    *(fx.OfferWithdrawal(), fx.SettleLast(ANA), fx.SetAside(12), fx.Expose("punto"), fx.DeemNatural("punto", 9)),
    *(fx.LoseNatural("punto"), fx.BindToScheme("punto"), fx.BindToTable("punto"), fx.Unbind("punto")),
    *(fx.Oblige("punto", fx.Cell.DRAW), fx.BarPerson(ANA, fx.BarredAction.CARDS), fx.OfferChoice(ANA, "a", ("a", "b"))),
)
THIS, NEXT = fx.EffectCoup.THIS, next(one for one in fx.EffectCoup if one is not fx.EffectCoup.THIS)
SUITS: list[tuple[Any, State, str]] = [
    (fx.NoteOnly(), PLAIN, ""),
    (fx.NoteOnly(), BETWEEN, ""),
    *((one, PLAIN, "effect-unsuitable") for one in OF_OTHER_GAMES),
    (fx.ReturnStake(BEA), PLAIN, ""),
    (fx.ReturnStake(CARLOS), BETWEEN, ""),
    (fx.ReturnStake(DORA), PLAIN, "no-such-bet"),
    (fx.Discard(15), PLAIN, ""),
    (fx.Discard(15), BETWEEN, ""),
    (fx.Discard(15), at(W.COUNT), "no-coup"),
    (fx.Discard(16), PLAIN, "no-such-card"),
    (fx.Discard(14), PLAIN, ""),
    (fx.Discard(14), BETWEEN, "no-coup"),
    (fx.Discard(9), PLAIN, "no-such-card"),
    *((fx.AssignCard(12, to), PLAIN, "") for to in ("punto", "banca", "punto-3", "banca-3")),
    *((fx.AssignCard(12, to), PLAIN, "") for to in ("basket", "floor", "discard", "aside")),
    (fx.AssignCard(12, "sky"), PLAIN, "effect-unsuitable"),
    (fx.AssignCard(15, "punto"), PLAIN, "no-such-card"),
    (fx.AssignCard(12, "punto"), BETWEEN, "no-coup"),
    (fx.VoidCoup(), PLAIN, ""),
    (fx.VoidCoup("punto"), PLAIN, "effect-unsuitable"),
    (fx.VoidCoup(), BETWEEN, "no-coup"),
    *((fx.DeemTotal(hand, 3), PLAIN, "") for hand in ("punto", "banca")),
    (fx.DeemTotal("otra", 3), PLAIN, "effect-unsuitable"),
    (fx.DeemTotal("punto", 3, True), PLAIN, "effect-unsuitable"),
    (fx.GiveCards("punto", ANA), PLAIN, ""),
    (fx.GiveCards("punto", CARLOS), PLAIN, ""),
    (fx.GiveCards("punto", CROUPIER), PLAIN, ""),
    (fx.GiveCards("punto", CHIEF), PLAIN, "effect-unsuitable"),
    (fx.GiveCards("banca", ANA), PLAIN, "effect-unsuitable"),
    (fx.GiveCards("punto", ANA, NEXT), PLAIN, "effect-unsuitable"),
    *((fx.LoseCoup(hand), PLAIN, "") for hand in ("punto", "banca")),
    (fx.LoseCoup("otra"), PLAIN, "effect-unsuitable"),
    (fx.LoseCoup("punto"), BETWEEN, "no-coup"),
    *((fx.GoBack(str(to)), PLAIN, "") for to in (W.BETS, W.DEAL, W.PLAYER_SHOWS)),
    *((fx.GoBack(str(to)), PLAIN, "effect-unsuitable") for to in (W.BETWEEN, W.BANK_SHOWS, W.PLAYER_DRAWS, W.SETTLE)),
    (fx.GoBack("nowhere"), PLAIN, "effect-unsuitable"),
]


@pytest.mark.parametrize(("effect", "state", "wrong"), SUITS, ids=lambda one: type(one).__name__)
def test_an_effect_has_an_object_in_this_game_and_at_this_moment(effect: Any, state: State, wrong: str) -> None:
    found = require_suitable_effect(state, effect)
    assert code(found) == wrong
    if wrong:
        assert found is not None
        facts = {
            "no-such-bet": {"bet": ""},
            "no-coup": {},
            "no-such-card": {"position": getattr(effect, "position", 0)},
        }
        assert found.facts == facts.get(wrong, {"effect": effect.__struct_config__.tag})


@pytest.mark.parametrize(
    "effects",
    [
        (),
        (fx.VoidCoup(),),
        (fx.NoteOnly("noted"), fx.VoidCoup("punto")),
        (fx.VoidCoup("punto"), fx.NoteOnly("noted")),
        (fx.VoidCoup("punto"), fx.VoidCoup("banca")),
    ],
)
def test_the_table_chief_may_always_rule_also_where_one_effect_of_several_suits_no_more(
    effects: tuple[Any, ...],
) -> None:
    open_ = Docket((replace(OPEN, proposed_effects=effects),), 6)
    state = at(W.PLAYER_DRAWS, docket=open_, layout=laid(2, 2), due_cards=())
    found = {
        who: [one for one in PUNTO_BANCO.legal(state, who) if one.act == "give-ruling"] for who in (CHIEF, CROUPIER)
    }
    assert [(one.main, [*one.fields]) for one in found[CHIEF]] == [(True, ["serial", "effects", "reason"])]
    assert found[CROUPIER] == []


# --- with which cards play goes on ------------------------------------------------------------------------------------


def laid(punto: int, banca: int, *thirds: str, hidden: bool = False) -> tuple[LaidCard, ...]:
    """Return so many cards of each hand, and third cards."""
    places = ["punto"] * punto + ["banca"] * banca + [*thirds]
    return tuple(
        LaidCard(number, place, card("2s"), not (hidden and place in thirds)) for number, place in enumerate(places)
    )


PLAYABLE: list[tuple[State, tuple[Any, ...], str, dict[str, Any]]] = [
    (at(W.PLAYER_DRAWS, layout=laid(2, 2)), (), "", {}),
    (at(W.PLAYER_DRAWS, layout=laid(3, 2)), (), "too-many-cards", {"hand": "punto"}),
    (at(W.PLAYER_DRAWS, layout=laid(2, 3)), (), "too-many-cards", {"hand": "banca"}),
    (at(W.PLAYER_DRAWS, layout=laid(3, 2)), (fx.Discard(0),), "", {}),
    (at(W.PLAYER_DRAWS, layout=laid(3, 2)), (fx.VoidCoup(),), "", {}),
    (at(W.BANK_DRAWS, layout=laid(2, 2, "punto-3")), (), "", {}),
    (at(W.BANK_DRAWS, layout=laid(2, 2, "punto-3", "punto-3")), (), "too-many-cards", {"hand": "punto"}),
    (at(W.SETTLE, layout=laid(2, 2, "punto-3", "banca-3")), (), "", {}),
    (at(W.SETTLE, layout=laid(2, 2, "banca-3", "banca-3")), (), "too-many-cards", {"hand": "banca"}),
    (at(W.PLAYER_DRAWS, layout=laid(2, 2, "punto-3")), (), "", {}),
    (at(W.PLAYER_DRAWS, layout=laid(2, 2, "banca-3")), (), "", {}),
    (at(W.BANK_SHOWS, layout=laid(2, 2, "punto-3")), (), "too-many-cards", {"hand": "punto"}),
    (at(W.BANK_SHOWS, layout=laid(2, 2, "banca-3")), (), "too-many-cards", {"hand": "banca"}),
    (at(W.BETS, layout=laid(1, 0)), (), "too-many-cards", {"hand": "punto"}),
    (at(W.DEAL, layout=laid(0, 1)), (), "too-many-cards", {"hand": "banca"}),
    (at(W.DEAL, layout=()), (), "", {}),
    (at(W.SETTLE, layout=laid(2, 2, "punto-3")), (fx.GoBack("player-draws"),), "too-many-cards", {"hand": "punto"}),
    (at(W.SETTLE, layout=laid(2, 2, "banca-3")), (fx.GoBack("player-draws"),), "too-many-cards", {"hand": "banca"}),
    (at(W.SETTLE, layout=laid(2, 2, "banca-3")), (fx.GoBack("bank-draws"),), "too-many-cards", {"hand": "banca"}),
    (at(W.SETTLE, layout=laid(2, 2, "punto-3")), (fx.GoBack("bank-draws"),), "", {}),
    (at(W.SETTLE, layout=laid(2, 2, "punto-3")), (fx.GoBack("player-draws"), fx.Discard(4)), "", {}),
    (at(W.SETTLE, layout=laid(2, 2)), (fx.GoBack("bets"),), "too-many-cards", {"hand": "punto"}),
    (at(W.SETTLE, layout=laid(0, 2)), (fx.GoBack("deal"),), "too-many-cards", {"hand": "banca"}),
    (at(W.SETTLE, layout=laid(2, 0)), (fx.GoBack("player-shows"),), "", {}),
    (at(W.SETTLE, layout=laid(2, 2, "punto-3", hidden=True)), (), "effect-unsuitable", {"effect": "assign-card"}),
    (at(W.SETTLE, layout=laid(2, 2, "banca-3", hidden=True)), (), "effect-unsuitable", {"effect": "assign-card"}),
    (replace(short(1), phase=W.SETTLE, layout=laid(1, 2)), (), "", {}),
    (replace(short(1), phase=W.SETTLE, layout=laid(1, 1)), (), "shoe-exhausted", {"position": 15}),
    (replace(short(2), phase=W.SETTLE, layout=laid(1, 1)), (), "", {}),
    (replace(short(0), phase=W.SETTLE, layout=laid(2, 2)), (), "", {}),
    (replace(short(0), phase=W.SETTLE, layout=laid(2, 1)), (), "shoe-exhausted", {"position": 15}),
    (replace(short(0), phase=W.BETWEEN, layout=()), (), "", {}),
    (replace(short(0), phase=W.BETS, layout=()), (), "", {}),
    (replace(short(0), phase=W.SETTLE, layout=()), (fx.GoBack("deal"),), "", {}),
    (replace(short(0), phase=W.SETTLE, layout=()), (fx.GoBack("bets"),), "", {}),
    (replace(short(3), phase=W.SETTLE, layout=()), (fx.GoBack("player-shows"),), "shoe-exhausted", {"position": 15}),
]


@pytest.mark.parametrize(("state", "effects", "wrong", "facts"), PLAYABLE)
def test_after_a_ruling_the_cards_are_such_as_the_coup_is_played_with(
    state: State, effects: tuple[Any, ...], wrong: str, facts: dict[str, Any]
) -> None:
    found = require_playable_cards(state, effects)
    assert (code(found), {} if found is None else found.facts) == (wrong, facts)


DUE = DueCard(15, "punto-3", True)
LYING = DueCard(13, "banca", True, True)
MOVED = DrawAwaited((DueCard(16, "punto-3", True), LYING))
SEALED = replace(PLAIN.settings, shoe=pb.ChanceKind.SEALED)
SEEN = replace(PLAIN.shoe, cut_card=15, is_stop_seen=False)
DISCARDS: list[tuple[dict[str, Any], tuple[Any, ...], tuple[Any, ...]]] = [
    ({"due_cards": ()}, (fx.Discard(15),), (e.CardDiscarded(15, card("9h")),)),
    ({"due_cards": ()}, (fx.Discard(14),), ()),
    ({"due_cards": ()}, (fx.AssignCard(15, "punto"),), ()),
    ({"due_cards": ()}, (), ()),
    ({"due_cards": ()}, (fx.NoteOnly(), fx.Discard(14), fx.Discard(15)), (e.CardDiscarded(15, card("9h")),)),
    (
        {"due_cards": (), "shoe": replace(PLAIN.shoe, known_faces=Map({14: card("9h")}))},
        (fx.Discard(15),),
        (e.CardDiscarded(15),),
    ),
    ({"due_cards": (), "shoe": replace(PLAIN.shoe, known_faces=Map())}, (fx.Discard(15),), (e.CardDiscarded(15),)),
    ({"due_cards": (DUE, LYING)}, (fx.Discard(15),), (e.CardDiscarded(15, card("9h")), MOVED)),
    ({"due_cards": (LYING,)}, (fx.Discard(15),), (e.CardDiscarded(15, card("9h")),)),
    ({"due_cards": (), "shoe": SEEN}, (fx.Discard(15),), (e.CardDiscarded(15, card("9h")),)),
    (
        {"due_cards": (), "shoe": SEEN, "settings": SEALED},
        (fx.Discard(15),),
        (StopCardSeen(15), e.CardDiscarded(15, card("9h"))),
    ),
]


@pytest.mark.parametrize(("given", "effects", "events"), DISCARDS)
def test_the_next_card_of_the_shoe_goes_into_the_basket_and_the_draws_move_on(
    given: dict[str, Any], effects: tuple[Any, ...], events: tuple[Any, ...]
) -> None:
    found = discard_next_card(replace(PLAIN, **given), effects)
    assert tuple(one for one in found if not isinstance(one, e.Said)) == events


@pytest.mark.parametrize(
    ("phase", "layout", "places"),
    [
        (W.BETS, (), None),
        (W.DEAL, (), None),
        (W.PLAYER_SHOWS, laid(2, 2), None),
        (W.PLAYER_SHOWS, laid(1, 0), [("punto", False), ("banca", False), ("banca", False)]),
        (W.BANK_SHOWS, laid(1, 0), [("punto", True), ("banca", False), ("banca", False)]),
        (W.PLAYER_DRAWS, laid(1, 1), [("punto", True), ("banca", True)]),
        (W.BANK_DRAWS, laid(0, 2), [("punto", True), ("punto", True)]),
        (W.SETTLE, laid(2, 1), [("banca", True)]),
    ],
)
def test_the_next_cards_take_the_place_of_those_that_a_ruling_took(
    phase: pb.Phase, layout: tuple[LaidCard, ...], places: list[tuple[str, bool]] | None
) -> None:
    due = tuple(DueCard(15 + number, place, shown) for number, (place, shown) in enumerate(places or ()))
    assert replacement_draws(at(phase, layout=layout)) == (() if places is None else (DrawAwaited(due),))


@pytest.mark.parametrize(
    ("who", "amount", "back"),
    [
        (BEA, None, [(PUNTO, 20_00), (TIE, 5_00)]),
        (BEA, 25_00, [(PUNTO, 20_00), (TIE, 5_00)]),
        (BEA, 24_99, [(PUNTO, 20_00), (TIE, 4_99)]),
        (BEA, 20_01, [(PUNTO, 20_00), (TIE, 1)]),
        (BEA, 20_00, [(PUNTO, 20_00)]),
        (BEA, 1, [(PUNTO, 1)]),
        (BEA, 0, []),
        (ANA, 99_00, [(BANCA, 10_00)]),
        (DORA, None, []),
    ],
)
def test_stakes_go_back_the_largest_first(who: PersonId, amount: int | None, back: list[tuple[pb.Bet, int]]) -> None:
    assert refunds(PLAIN, who, amount) == [e.StakeReturned(who, bet, part) for bet, part in back]


# --- the next card of the shoe ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "position", "found"),
    [
        (PLAIN, 15, True),
        (PLAIN, 14, False),
        (PLAIN, 16, False),
        (BETWEEN, 15, True),
        (at(W.SETTLE), 15, True),
        (at(W.COUNT), 15, False),
        (at(W.END_OF_SHOE), 15, False),
        (short(1), 15, True),
        (short(0), 15, False),
    ],
)
def test_a_card_is_the_next_one_of_a_shoe_that_is_played(state: State, position: int, found: bool) -> None:
    assert is_next_card(state, position) is found
    assert code(require_known_card(state, position)) == ("" if found or position == 14 else "no-such-card")
    report = pb.ReportIncident("exposed-in-shoe", "", position, card("9h"))
    assert code(require_face_of_next_card(state, report)) == ("" if found else "no-such-card")


def test_the_face_of_the_next_card_is_told_of_a_real_shoe_alone_and_only_where_it_can_be_there() -> None:
    sealed = replace(PLAIN, settings=SEALED)
    none_left = replace(PLAIN, shoe=replace(PLAIN.shoe, known_faces=Map({at: card("9h") for at in range(1, 7)})))
    report = pb.ReportIncident("exposed-in-shoe", "", 15, card("9h"))
    nowhere = replace(report, position=None)
    assert [
        code(require_face_of_next_card(state, what))
        for state, what in (
            (sealed, report),
            (none_left, report),
            (PLAIN, nowhere),
            (sealed, replace(report, face=None)),
            (none_left, replace(nowhere, face=None)),
        )
    ] == ["card-was-not-keyed", "card-exhausted", "no-such-card", "", ""]


# --- whose hand it is -------------------------------------------------------------------------------------------------

SEATED = replace(PLAIN, bets=Map({(ANA, PUNTO): 30_00, (BEA, PUNTO): 40_00, (CARLOS, PUNTO): 50_00, (DORA, BANCA): 1}))
NOBODY_DEALS = replace(SEATED.turn, holder=None)


def standing_may(state: State, value: bool) -> State:
    seats = state.book.seats
    allowed = replace(seats, standing_may_hold_hand=replace(seats.standing_may_hold_hand, value=value))
    return replace(state, rules=replace(state.book, seats=allowed))


@pytest.mark.parametrize(
    ("state", "stakes"),
    [
        (standing_may(SEATED, True), [(ANA, 30_00), (CARLOS, 50_00)]),
        (standing_may(SEATED, False), [(ANA, 30_00)]),
        (standing_may(replace(SEATED, turn=NOBODY_DEALS), True), [(ANA, 30_00), (BEA, 40_00), (CARLOS, 50_00)]),
        (standing_may(replace(SEATED, turn=NOBODY_DEALS), False), [(ANA, 30_00), (BEA, 40_00)]),
        (replace(SEATED, bets=Map({(DORA, BANCA): 1})), []),
    ],
)
def test_the_player_hand_goes_to_those_who_staked_on_it_and_do_not_deal(
    state: State, stakes: list[tuple[PersonId, int]]
) -> None:
    assert stakes_on_player(state) == stakes


PLACES = replace(
    PLAIN,
    seats=Seats(
        (1, 2, 3, 5), Map({1: ANA, 2: BEA, 5: DORA}), (Standing(CARLOS, 2), Standing(CROUPIER, 2), Standing(CHIEF, 1))
    ),
)


@pytest.mark.parametrize(
    ("holder", "order"),
    [
        (1, (BEA, DORA, ANA, CARLOS, CROUPIER, CHIEF)),
        (2, (DORA, ANA, BEA, CHIEF, CARLOS, CROUPIER)),
        (5, (ANA, BEA, DORA, CHIEF, CARLOS, CROUPIER)),
        (None, (ANA, BEA, DORA, CHIEF, CARLOS, CROUPIER)),
    ],
)
def test_the_order_of_the_turn_begins_at_the_right_of_the_shoe_and_the_seated_come_first(
    holder: int | None, order: tuple[PersonId, ...]
) -> None:
    state = replace(PLACES, turn=replace(PLACES.turn, holder=holder))
    people = tuple(sorted(order))
    assert in_turn_order(state, (*people, THE_HOUSE)) in (
        (*order, THE_HOUSE),
        (*order[:3], THE_HOUSE, *order[3:]),
    )
    assert in_turn_order(state, people) == order
    assert in_turn_order(state, people[::-1]) == order


EQUAL = replace(standing_may(SEATED, True), bets=Map({(ANA, PUNTO): 50_00, (CARLOS, PUNTO): 50_00}))


@pytest.mark.parametrize(
    ("state", "events"),
    [
        (standing_may(SEATED, True), (e.HandAwarded(CARLOS),)),
        (standing_may(SEATED, False), (e.HandAwarded(ANA),)),
        (replace(SEATED, bets=Map()), (e.HandAwarded(CROUPIER),)),
        (EQUAL, (e.HandDisputed((ANA, CARLOS)),)),
        (replace(EQUAL, turn_order_decides=True), (e.HandAwarded(ANA),)),
    ],
)
def test_the_highest_stake_has_the_player_hand_and_of_equal_ones_the_table_chief_chooses(
    state: State, events: tuple[Any, ...]
) -> None:
    assert holder_of_player_hand(state) == events


@pytest.mark.parametrize(
    ("bets", "bet_on", "found"),
    [
        ({(ANA, BANCA): 10_00}, "bank-only", True),
        ({(ANA, BANCA): 9_99}, "bank-only", False),
        ({(ANA, PUNTO): 10_00}, "bank-only", False),
        ({(ANA, PUNTO): 10_00}, "either-hand", True),
        ({(ANA, BANCA): 10_00}, "either-hand", True),
        ({(ANA, PUNTO): 9_99, (ANA, BANCA): 9_99}, "either-hand", False),
        ({(ANA, TIE): 99_00, (BEA, BANCA): 99_00}, "either-hand", False),
    ],
)
def test_whoever_has_the_shoe_stakes_the_minimum_on_a_hand(bets: dict[Any, int], bet_on: str, found: bool) -> None:
    assert has_shoe_stake(replace(PLAIN, bets=Map(bets)), ANA, bet_on) is found


@pytest.mark.parametrize(
    ("phase", "disputants", "wrong"),
    [
        (W.DEAL, (BEA, CARLOS), "hand-disputed"),
        (W.PLAYER_SHOWS, (BEA, CARLOS), "hand-disputed"),
        (W.BANK_SHOWS, (BEA, CARLOS), ""),
        (W.DEAL, (), ""),
    ],
)
def test_nobody_goes_on_while_two_dispute_the_player_hand(
    phase: pb.Phase, disputants: tuple[PersonId, ...], wrong: str
) -> None:
    found = require_hand_assigned(at(phase, disputants=disputants))
    assert (code(found), {} if found is None else found.facts) == (
        wrong,
        {"candidates": [BEA, CARLOS]} if wrong else {},
    )


# --- what a ruling decided --------------------------------------------------------------------------------------------


def marks(**hands: HandMarks) -> Marks:
    return Marks(hands=Map(hands))


LOST, NINE = HandMarks(is_lost=True), HandMarks(deemed_total=DeemedTotal(9))


@pytest.mark.parametrize(
    ("found", "is_decided", "won"),
    [
        (Marks(), False, Winner.TIE),
        (marks(punto=LOST), True, Winner.BANCA),
        (marks(banca=LOST), True, Winner.PUNTO),
        (marks(punto=LOST, banca=LOST), True, Winner.PUNTO),
        (marks(punto=NINE), True, Winner.TIE),
        (marks(banca=NINE), True, Winner.TIE),
        (marks(otra=LOST), False, Winner.TIE),
    ],
)
def test_a_ruling_decides_a_hand_that_it_lets_lose_or_deems_to_have_a_total(
    found: Marks, is_decided: bool, won: Winner
) -> None:
    assert is_decided_by_ruling(replace(PLAIN, marks=found)) is is_decided
    assert winner_with_rulings(found, Winner.TIE) is won


SHOWN = (*laid(2, 0), LaidCard(8, "banca", card("3h"), True), LaidCard(9, "banca", card("4h"), True))


@pytest.mark.parametrize(
    ("phase", "layout", "found", "ended"),
    [
        (W.BANK_SHOWS, LAYOUT, marks(punto=NINE), None),
        (W.BANK_SHOWS, (LaidCard(1, "punto", None), *SHOWN[2:]), marks(banca=NINE), None),
        (W.BANK_SHOWS, LAYOUT, marks(punto=NINE, banca=LOST), None),
        (W.BANK_SHOWS, SHOWN, marks(punto=NINE), e.CoupEnded(Winner.PUNTO, 9, 7, False)),
        (W.SETTLE, SHOWN, marks(banca=LOST), e.CoupEnded(Winner.PUNTO, 4, 7, False)),
        (W.BANK_SHOWS, SHOWN, marks(punto=LOST), e.CoupEnded(Winner.BANCA, 4, 7, False)),
    ],
)
def test_a_coup_that_a_ruling_decided_ends_once_both_hands_count_something(
    phase: pb.Phase, layout: tuple[LaidCard, ...], found: Marks, ended: Any
) -> None:
    events = ruled_result(at(phase, layout=layout, marks=found))
    over = () if phase is W.SETTLE else (e.PhaseOpened(W.SETTLE),)
    assert tuple(one for one in events if not isinstance(one, e.Said)) == (() if ended is None else (ended, *over))


# --- what breaks a table ----------------------------------------------------------------------------------------------

IN_BASKET = (*LAYOUT[:4], replace(LAYOUT[4], place="basket"))
BROKEN: list[tuple[dict[str, Any], list[Any]]] = [
    ({}, []),
    ({"ledger": PLAIN.ledger.set(CASH_DESK, 1)}, [told("accounts-unbalanced", total=1)]),
    (
        {"ledger": PLAIN.ledger.set(person(ANA), -1).set(HOUSE, -115_99)},
        [told("account-overdrawn", account="person:ana", held=-1)],
    ),
    (
        {"ledger": PLAIN.ledger.set(STAKES, 35_99).set(HOUSE, -185_99)},
        [told("stakes-not-booked", booked=35_99, on_table=36_00)],
    ),
    ({"layout": (*LAYOUT[:4], replace(LAYOUT[4], position=13))}, [told("card-twice-or-in-shoe")]),
    ({"layout": (*LAYOUT[:4], replace(LAYOUT[4], position=15))}, [told("card-twice-or-in-shoe")]),
    ({"basket": 11}, [told("cards-out-unknown", out=16, left=15), told("card-lost")]),
    ({"basket": 11, "phase": W.BETWEEN}, [told("cards-out-unknown", out=16, left=15)]),
    ({"basket": 11, "phase": W.BETWEEN, "layout": IN_BASKET}, []),
    ({"basket": 9}, [told("card-lost")]),
    ({"basket": 9, "phase": W.BETWEEN}, []),
    (
        {"bets": PLAIN.bets.set((ANA, TIE), 0)},
        [told("stake-not-positive")],
    ),
    ({"turn": replace(PLAIN.turn, holder=2)}, [told("empty-place-has-shoe", seat=2)]),
    ({"turn": replace(PLAIN.turn, holder=None)}, []),
]


@pytest.mark.parametrize(("changes", "found"), BROKEN)
def test_what_is_wrong_with_a_table_and_nothing_else(changes: dict[str, Any], found: list[Any]) -> None:
    assert [*PUNTO_BANCO.problems(replace(PLAIN, **changes))] == found
