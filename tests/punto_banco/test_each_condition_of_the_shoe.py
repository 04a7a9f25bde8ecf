"""The shoe of punto y banca, condition by condition: its preparation, its end, and whose turn it is to deal."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete import punto_banco as pb
from tapete.cards import card
from tapete.clauses import Fault, knocked_out
from tapete.games.baccarat.outcome import Winner
from tapete.games.baccarat.pack import DrawAwaited, DueCard
from tapete.games.punto_banco import events as e
from tapete.games.punto_banco.bets import require_holder_bet, returns_of_unlawful_stakes
from tapete.games.punto_banco.draws import require_valid_face
from tapete.games.punto_banco.legal import on_steps
from tapete.games.punto_banco.shoe import burn_and_offer, require_card_may_leave, stop_card
from tapete.games.punto_banco.state import Shoe, ShoeTurn, State
from tapete.games.punto_banco.turn import after_coup, may_players_deal, named_seat, offer_first, offer_next
from tapete.kernel import Accepted, Act, Amount, PersonId, Refused, Ruled
from tapete.table.seats import Seats, Standing
from tests.support.punto_banco.full_state import ANA, BANCA, BEA, CARLOS, DORA, PUNTO, STATE, TIE
from tests.support.punto_banco.walk import GAME, STAFF

W = pb.Phase
CROUPIER, CHIEF = STAFF[pb.Role.CROUPIER], STAFF[pb.Role.TABLE_CHIEF]
KEYED, SEALED = pb.ChanceKind.KEYED, pb.ChanceKind.SEALED
IDLE = replace(
    STATE,
    docket=replace(STATE.docket, open=()),
    due_cards=(),
    called_person=None,
    phase=W.BETWEEN,
    bets=Map(),
    layout=(),
    winner=None,
    shoe=replace(STATE.shoe, is_stop_seen=False, is_order_awaited=False, cut_card=300, known_faces=Map()),
    turn=ShoeTurn(holder=3),
)
STANDARD = replace(IDLE, settings=replace(IDLE.settings, shoe=SEALED))


def at(phase: pb.Phase, of: State = IDLE, **changes: Any) -> State:
    return replace(of, phase=phase, **changes)


def shoe(of: State = IDLE, **changes: Any) -> State:
    return replace(of, shoe=replace(of.shoe, **changes))


def answered(state: State, by: PersonId, what: Any) -> Any:
    """Return the events of an act but for what is said, or the code and the facts of its refusal."""
    found = GAME.decide(state, Act(by, what, state.step))
    if isinstance(found, Refused):
        return found.code, found.facts
    assert isinstance(found, Accepted | Ruled)
    return quiet(found.events)


def quiet(events: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(one for one in events if not isinstance(one, e.Said))


def code(found: Fault | None) -> str:
    return "" if found is None else found.code


# --- the pack ---------------------------------------------------------------------------------------------------------

OPENS = e.PhaseOpened
BURN = DrawAwaited((DueCard(15, "burn", True),))
PREPARED: list[tuple[State, Any, Any]] = [
    (at(W.COUNT), pb.CountPack(), (OPENS(W.SHUFFLE),)),
    (at(W.COUNT), pb.CountPack(312), (OPENS(W.SHUFFLE),)),
    (at(W.COUNT), pb.CountPack(311), ("pack-not-whole", {"found": 311, "size": 312})),
    (at(W.COUNT), pb.CountPack(0), ("pack-not-whole", {"found": 0, "size": 312})),
    (at(W.END_OF_SHOE), pb.CountPack(), (e.ShoeOpened(4, 312), OPENS(W.COUNT), OPENS(W.SHUFFLE))),
    (at(W.END_OF_SHOE), pb.CountPack(312), (e.ShoeOpened(4, 312), OPENS(W.COUNT), OPENS(W.SHUFFLE))),
    (at(W.END_OF_SHOE), pb.CountPack(0), ("pack-not-whole", {"found": 0, "size": 312})),
    (at(W.SHUFFLE), pb.CountPack(), ("wrong-window", {"window": "shuffle"})),
    (at(W.COUNT), pb.ShufflePack(), ("not-counted", {})),
    (at(W.SHUFFLE), pb.ShufflePack(), (e.ShoeWanted(),)),
    (at(W.CUT), pb.ShufflePack(), ("wrong-window", {"window": "cut"})),
    (at(W.SHUFFLE), pb.CutPack(100), ("not-shuffled", {})),
    (at(W.CUT), pb.CutPack(100), (e.PackCut(100), OPENS(W.CUT_CARD))),
    (at(W.CUT_CARD), pb.CutPack(100), ("wrong-window", {"window": "cut-card"})),
    (at(W.CUT), pb.InsertCutCard(), ("not-cut", {})),
    (at(W.CUT_CARD), pb.InsertCutCard(), (e.CutCardIn(305), OPENS(W.BURN))),
    (at(W.CUT_CARD), pb.InsertCutCard(7), (e.CutCardIn(305), OPENS(W.BURN))),
    (at(W.BURN), pb.InsertCutCard(), ("wrong-window", {"window": "burn"})),
    (at(W.CUT_CARD), pb.BurnCards(), ("no-cut-card", {})),
    (shoe(at(W.BURN), cut_card=None), pb.BurnCards(), ("no-cut-card", {})),
    (at(W.BURN), pb.BurnCards(), (BURN,)),
    (at(W.BURN, due_cards=BURN.cards), pb.BurnCards(), ("card-awaited", {})),
    (at(W.BETWEEN), pb.BurnCards(), ("wrong-window", {"window": "between"})),
]


@pytest.mark.parametrize(("state", "what", "found"), PREPARED)
def test_a_shoe_is_prepared_step_by_step_by_the_croupier(state: State, what: Any, found: Any) -> None:
    answer = answered(state, CROUPIER, what)
    assert answer == found
    other, facts = answered(state, CHIEF, what)
    assert other == "not-your-post" or (other, facts) == ("wrong-window", {"window": str(state.phase)})


@pytest.mark.parametrize(
    ("face", "too", "count"),
    [("Ac", True, 1), ("Ac", False, 0), ("7c", True, 7), ("7c", False, 6), (None, True, 0), (None, False, 0)],
)
def test_as_many_cards_are_burned_as_the_turned_one_is_worth(face: str | None, too: bool, count: int) -> None:
    pack = IDLE.book.pack
    book = replace(IDLE.book, pack=replace(pack, burn_turned_card_too=replace(pack.burn_turned_card_too, value=too)))
    events = quiet(burn_and_offer(replace(IDLE, rules=book), None if face is None else card(face)))
    burned = (e.CardsBurned(15, count),) if count else ()
    assert events == (*burned, OPENS(W.BETWEEN), e.ShoeOffered(1))


@pytest.mark.parametrize(
    ("state", "position", "wrong"),
    [
        (STANDARD, 15, ""),
        (STANDARD, 299, ""),
        (STANDARD, 300, ""),
        (STANDARD, 311, ""),
        (STANDARD, 312, "shoe-exhausted"),
        (shoe(STANDARD, cut_card=None), 312, "shoe-exhausted"),
        (IDLE, 311, ""),
        (IDLE, 312, "shoe-exhausted"),
        (shoe(is_stop_seen=True), 311, ""),
        (shoe(is_stop_seen=True), 312, "shoe-exhausted"),
    ],
)
def test_cards_leave_the_shoe_to_the_last_one(state: State, position: int, wrong: str) -> None:
    found = require_card_may_leave(state, position)
    assert (code(found), {} if found is None else found.facts) == (wrong, {"position": position} if wrong else {})


@pytest.mark.parametrize(
    ("state", "position", "seen"),
    [
        (STANDARD, 299, False),
        (STANDARD, 300, True),
        (STANDARD, 301, True),
        (shoe(STANDARD, cut_card=None), 301, False),
        (shoe(STANDARD, is_stop_seen=True), 301, False),
        (IDLE, 301, False),
    ],
)
def test_the_cut_card_appears_before_the_card_that_it_lies_at(state: State, position: int, seen: bool) -> None:
    assert quiet(stop_card(state, position)) == ((e.StopCardSeen(position),) if seen else ())


ALL_OUT = Map({at: card("9h") for at in range(1, 7)})


@pytest.mark.parametrize(
    ("state", "shown", "face", "found"),
    [
        (IDLE, True, "9h", None),
        (IDLE, True, None, ("face-missing", {"position": 15})),
        (IDLE, False, None, None),
        (IDLE, False, "9h", ("face-not-shown", {"position": 15})),
        (IDLE, True, "123456789", ("unknown-card", {"card": "12345678"})),
        (IDLE, False, "9x", ("unknown-card", {"card": "9x"})),
        (STANDARD, False, None, ("face-missing", {"position": 15})),
        (STANDARD, False, "9h", None),
        (STANDARD, True, "9h", None),
        (shoe(known_faces=ALL_OUT), True, "9h", ("card-exhausted", {"card": "9h", "decks": 6})),
    ],
)
def test_which_face_a_card_that_comes_out_may_have(state: State, shown: bool, face: str | None, found: Any) -> None:
    wrong = require_valid_face(state, DueCard(15, "punto", shown), face)
    assert (None if wrong is None else (wrong.code, wrong.facts)) == found


OVER = (e.ShoeEnded(3), OPENS(W.END_OF_SHOE))
IN_PREPARATION = (W.COUNT, W.SHUFFLE, W.CUT, W.CUT_CARD, W.BURN)


@pytest.mark.parametrize(
    ("state", "by", "found"),
    [
        (IDLE, CROUPIER, (e.StopCardSeen(15), *OVER)),
        *((at(phase), CROUPIER, (e.StopCardSeen(15),)) for phase in (W.BETS, W.DEAL, W.PLAYER_SHOWS, W.SETTLE)),
        (IDLE, CHIEF, ("not-your-post", {"needs": ["croupier"]})),
        (STANDARD, CROUPIER, ("shoe-is-not-keyed", {})),
        (shoe(is_stop_seen=True), CROUPIER, ("stop-card-was-seen", {})),
        (shoe(cut_card=None), CROUPIER, ("no-cut-card", {})),
        *((at(phase), CROUPIER, ("wrong-window", {"window": str(phase)})) for phase in IN_PREPARATION),
        (at(W.END_OF_SHOE), CROUPIER, ("wrong-window", {"window": "end-of-shoe"})),
    ],
)
def test_the_croupier_reports_the_cut_card_of_a_real_shoe(state: State, by: PersonId, found: Any) -> None:
    assert answered(state, by, pb.StopCardOut()) == found


@pytest.mark.parametrize(
    ("of", "is_over", "left"),
    [
        (Shoe(1, 312, 15, cut_card=16), False, 297),
        (Shoe(1, 312, 16, cut_card=16), False, 296),
        (Shoe(1, 312, 17, cut_card=16), True, 295),
        (Shoe(1, 312, 17), False, 295),
        (Shoe(1, 312, 0, is_stop_seen=True), True, 312),
    ],
)
def test_a_shoe_is_over_once_a_card_behind_the_cut_card_is_out(of: Shoe, is_over: bool, left: int) -> None:
    assert (of.is_over, of.remaining) == (is_over, left)


# --- the turn ---------------------------------------------------------------------------------------------------------


def turn(of: State = IDLE, **changes: Any) -> State:
    return replace(of, turn=ShoeTurn(**changes))


def restarting(of: State, value: bool) -> State:
    rules = of.book.turn
    return replace(
        of,
        rules=replace(of.book, turn=replace(rules, restart_at_first=replace(rules.restart_at_first, value=value))),
    )


def keeping(of: State, **settings: Any) -> State:
    return replace(of, settings=replace(of.settings, **settings))


TO_CROUPIER = (e.ShoeToCroupier(),)
EMPTY = replace(IDLE, seats=replace(IDLE.seats, occupants=Map()))


@pytest.mark.parametrize(
    ("state", "found"),
    [
        (turn(), 1),
        (turn(last=3), 1),
        (restarting(turn(last=3), False), 3),
        (restarting(turn(last=3, is_lost=True), False), 5),
        (restarting(turn(last=2), False), 3),
        (restarting(turn(last=5, is_lost=True), False), 1),
        (restarting(turn(), False), 1),
        (restarting(turn(last=3), True), 1),
        (EMPTY, None),
        (restarting(replace(EMPTY, turn=ShoeTurn(last=3)), False), None),
        (keeping(turn(), players_deal=False), None),
    ],
)
def test_the_shoe_is_offered_first_to_whose_turn_it_is(state: State, found: int | None) -> None:
    assert quiet(offer_first(state)) == (TO_CROUPIER if found is None else (e.ShoeOffered(found),))


@pytest.mark.parametrize(
    ("declined", "seat", "following"),
    [
        ((), 1, 3),
        ((), 3, 5),
        ((), 5, 1),
        ((3,), 1, 5),
        ((3, 5), 1, None),
        ((1,), 5, 3),
        ((1, 3), 5, None),
        ((), 2, 3),
    ],
)
def test_who_lets_the_shoe_go_by_passes_it_to_the_next_who_has_not(
    declined: tuple[int, ...], seat: int, following: int | None
) -> None:
    state = turn(offered_place=seat, declined_places=frozenset(declined))
    offered = TO_CROUPIER if following is None else (e.ShoeOffered(following),)
    assert quiet(offer_next(state, seat)) == (e.ShoeDeclined(seat), *offered)


def test_who_plays_alone_has_nobody_to_pass_the_shoe_to() -> None:
    alone = replace(IDLE, seats=replace(IDLE.seats, occupants=Map({3: BEA})))
    assert quiet(offer_next(alone, 3)) == (e.ShoeDeclined(3), *TO_CROUPIER)


@pytest.mark.parametrize(
    ("state", "winner", "events"),
    [
        (IDLE, Winner.PUNTO, (e.ShoeOffered(5),)),
        (IDLE, Winner.BANCA, ()),
        (IDLE, Winner.TIE, ()),
        (IDLE, None, ()),
        (turn(croupier=True), Winner.PUNTO, ()),
        (shoe(is_stop_seen=True), Winner.PUNTO, (e.ShoeLost(3),)),
        (shoe(is_stop_seen=True), Winner.BANCA, ()),
    ],
)
def test_the_right_to_deal_is_lost_with_a_lost_bank(
    state: State, winner: Winner | None, events: tuple[Any, ...]
) -> None:
    assert quiet(after_coup(state, winner)) == events


@pytest.mark.parametrize("variant", list(pb.Variant))
@pytest.mark.parametrize("players_deal", [True, False])
def test_players_deal_unless_the_house_keeps_it_to_the_croupier(variant: pb.Variant, players_deal: bool) -> None:
    assert may_players_deal(keeping(IDLE, variant=variant, players_deal=players_deal)) is players_deal


def test_at_a_mini_table_players_deal_because_its_rules_are_those_of_the_large_one() -> None:
    with knocked_out("MPB.03"):
        assert [may_players_deal(keeping(IDLE, variant=one)) for one in (pb.Variant.MINI, pb.Variant.PUNTO_BANCO)] == [
            False,
            True,
        ]


OFFERED = turn(offered_place=1)
OFFERED_AWAY = turn(offered_place=5)


@pytest.mark.parametrize(
    ("state", "who", "seat"),
    [
        (IDLE, BEA, 3),
        (IDLE, ANA, None),
        (IDLE, CARLOS, None),
        (IDLE, CROUPIER, None),
        (OFFERED, ANA, 1),
        (OFFERED, BEA, None),
        (OFFERED, CROUPIER, None),
        (replace(OFFERED, called_person=ANA), CROUPIER, 1),
        (replace(OFFERED, called_person=BEA), CROUPIER, None),
        (OFFERED_AWAY, CROUPIER, 5),
        (OFFERED_AWAY, CHIEF, None),
        (OFFERED_AWAY, DORA, 5),
    ],
)
def test_who_answers_for_the_shoe(state: State, who: PersonId, seat: int | None) -> None:
    assert named_seat(state, who) == seat


DEALS = turn(croupier=True)
NOT_OFFERED = ("shoe-not-offered-to-you", {"seat": None})


@pytest.mark.parametrize(
    ("state", "who", "found"),
    [
        (OFFERED, ANA, (e.ShoeTaken(1),)),
        (OFFERED, BEA, ("shoe-not-offered-to-you", {"seat": 1})),
        (OFFERED, CARLOS, ("shoe-not-offered-to-you", {"seat": 1})),
        (at(W.BETS, OFFERED), ANA, (e.ShoeTaken(1),)),
        (at(W.DEAL, OFFERED), ANA, ("coup-in-progress", {})),
        (at(W.END_OF_SHOE, OFFERED), ANA, ("wrong-window", {"window": "end-of-shoe"})),
        (at(W.BURN, OFFERED), ANA, ("wrong-window", {"window": "burn"})),
        (DEALS, BEA, (e.ShoeTaken(3),)),
        (DEALS, CARLOS, NOT_OFFERED),
        (keeping(DEALS, players_deal=False), BEA, NOT_OFFERED),
        (shoe(DEALS, cut_card=None), BEA, NOT_OFFERED),
        (IDLE, ANA, NOT_OFFERED),
    ],
)
def test_who_takes_the_shoe(state: State, who: PersonId, found: Any) -> None:
    assert answered(state, who, pb.TakeShoe()) == found


@pytest.mark.parametrize(
    ("state", "who", "found"),
    [
        (OFFERED, ANA, (e.ShoeDeclined(1), e.ShoeOffered(3))),
        (IDLE, BEA, (e.ShoeDeclined(3), e.ShoeOffered(5))),
        (OFFERED, BEA, ("shoe-not-yours", {"seat": 1})),
        (IDLE, ANA, ("shoe-not-yours", {"seat": 3})),
        (DEALS, ANA, ("shoe-not-yours", {"seat": None})),
        (at(W.DEAL), BEA, ("coup-in-progress", {})),
        (at(W.COUNT), BEA, ("wrong-window", {"window": "count"})),
    ],
)
def test_who_lets_the_shoe_go(state: State, who: PersonId, found: Any) -> None:
    assert answered(state, who, pb.PassShoe()) == found


# --- the betting ------------------------------------------------------------------------------------------------------

OPENED = (e.BetsOpened(5), OPENS(W.BETS))
LEFT = Map({(ANA, BANCA): 15_00, (BEA, PUNTO): 20_00, (CARLOS, PUNTO): 20_00})


@pytest.mark.parametrize(
    ("settings", "back"),
    [
        ({}, ()),
        ({"multiples_only": True}, ((ANA, BANCA, 15_00),)),
        ({"standing_allowed": False}, ((CARLOS, PUNTO, 20_00),)),
        ({"minimum": 20_00}, ((ANA, BANCA, 15_00),)),
        ({"maximum": 19_99}, ((BEA, PUNTO, 20_00), (CARLOS, PUNTO, 20_00))),
        ({"multiples_only": True, "standing_allowed": False}, ((ANA, BANCA, 15_00), (CARLOS, PUNTO, 20_00))),
    ],
)
def test_stakes_that_the_table_takes_no_more_go_back_before_the_betting_opens(
    settings: dict[str, Any], back: tuple[tuple[PersonId, pb.Bet, int], ...]
) -> None:
    state = keeping(replace(IDLE, bets=LEFT), **settings)
    returned = tuple(e.StakeReturned(*one) for one in back)
    assert returns_of_unlawful_stakes(state) == returned
    assert answered(state, CROUPIER, pb.OpenBets()) == (*returned, *OPENED)


@pytest.mark.parametrize(
    ("state", "by", "found"),
    [
        (IDLE, CROUPIER, OPENED),
        (IDLE, CHIEF, "not-your-post"),
        (shoe(is_stop_seen=True), CROUPIER, "end-of-shoe"),
        (at(W.BURN), CROUPIER, "not-burned"),
        *((at(phase), CROUPIER, "wrong-window") for phase in (W.COUNT, W.CUT, W.BETS, W.DEAL, W.SETTLE)),
    ],
)
def test_when_the_betting_opens(state: State, by: PersonId, found: Any) -> None:
    answer = answered(state, by, pb.OpenBets())
    assert (answer[0] if isinstance(found, str) else answer) == found


BETTING = at(W.BETS, replace(IDLE, bets=Map({(BEA, BANCA): 10_00, (ANA, PUNTO): 20_00})))
CLOSED = (e.HandAwarded(ANA), OPENS(W.DEAL))
UNSTAKED = replace(BETTING, bets=Map({(ANA, PUNTO): 20_00}))


@pytest.mark.parametrize(
    ("state", "by", "found"),
    [
        (BETTING, CROUPIER, CLOSED),
        (BETTING, CHIEF, ("not-your-post", {"needs": ["croupier"]})),
        (IDLE, CROUPIER, ("bets-closed", {"window": "between"})),
        (replace(BETTING, turn=ShoeTurn(offered_place=1)), CROUPIER, ("shoe-not-assigned", {"seat": 1})),
        (replace(BETTING, turn=ShoeTurn()), CROUPIER, ("shoe-not-assigned", {"seat": None})),
        (replace(UNSTAKED, turn=ShoeTurn(croupier=True)), CROUPIER, CLOSED),
        (UNSTAKED, CROUPIER, (e.HolderReminded(3),)),
        (replace(UNSTAKED, turn=ShoeTurn(holder=3, is_reminded=True)), CROUPIER, (e.ShoeDeclined(3), e.ShoeOffered(5))),
        (replace(BETTING, turn=ShoeTurn(holder=3, is_reminded=True)), CROUPIER, CLOSED),
    ],
)
def test_when_the_betting_closes(state: State, by: PersonId, found: Any) -> None:
    assert answered(state, by, pb.CloseBets()) == found


RICH = replace(BETTING, ledger=BETTING.ledger.set("person:carlos", 900_00).set("person:ana", 900_00))


@pytest.mark.parametrize(
    ("state", "who", "bet", "amount", "found"),
    [
        (RICH, ANA, PUNTO, 480_00, ""),
        (RICH, ANA, PUNTO, 480_01, "above-maximum"),
        (RICH, ANA, BANCA, 10_00, ""),
        (RICH, ANA, BANCA, 9_99, "below-minimum"),
        (RICH, ANA, PUNTO, 1, ""),
        (RICH, ANA, TIE, 50_00, ""),
        (RICH, ANA, TIE, 50_01, "tie-limit"),
        (RICH, ANA, pb.Bet.BIG, 10_00, "bet-not-offered"),
        (RICH, CARLOS, PUNTO, 10_00, ""),
        (keeping(RICH, standing_allowed=False), CARLOS, PUNTO, 10_00, "standing-not-admitted"),
        (keeping(RICH, standing_allowed=False, variant=pb.Variant.MINI), CARLOS, PUNTO, 10_00, "standing-not-admitted"),
        (keeping(RICH, standing_allowed=False), ANA, PUNTO, 10_00, ""),
        (RICH, CHIEF, PUNTO, 10_00, "not-at-table"),
        (at(W.DEAL, RICH), ANA, PUNTO, 10_00, "bets-closed"),
        (BETTING, BEA, PUNTO, 80_00, ""),
        (BETTING, BEA, PUNTO, 80_01, "not-enough-chips"),
        (keeping(RICH, multiples_only=True), ANA, PUNTO, 15_00, "not-a-multiple"),
        (keeping(RICH, multiples_only=True), ANA, TIE, 15_00, "not-a-multiple"),
        (keeping(RICH, multiples_only=True), ANA, PUNTO, 20_00, ""),
    ],
)
def test_what_may_be_staked(state: State, who: PersonId, bet: pb.Bet, amount: int, found: str) -> None:
    answer = answered(state, who, pb.PlaceBet(bet, amount))
    assert (answer[0] if found else answer) == (found or (e.BetPlaced(who, bet, amount),))


@pytest.mark.parametrize(
    ("least", "most", "step", "found"),
    [
        (10_00, 54_00, 10_00, Amount(10_00, 50_00, 10_00)),
        (3_00, 15_00, 10_00, Amount(3_00, 13_00, 10_00)),
        (3_00, 13_00, 10_00, Amount(3_00, 13_00, 10_00)),
        (3_00, 12_99, 10_00, Amount(3_00, 3_00, 10_00)),
        (1, 7, 1, Amount(1, 7, 1)),
    ],
)
def test_the_greatest_sum_that_is_offered_lies_on_a_step(least: int, most: int, step: int, found: Amount) -> None:
    assert on_steps(least, most, step) == found


BETWEEN_BETS = replace(BETTING, phase=W.BETWEEN, bets=BETTING.bets.set((ANA, TIE), 10_00))


@pytest.mark.parametrize(
    ("state", "bet", "amount", "found"),
    [
        (BETTING, PUNTO, None, 20_00),
        (BETTING, PUNTO, 20_00, 20_00),
        (BETTING, PUNTO, 10_00, 10_00),
        (BETTING, PUNTO, 10_01, ("below-minimum", {"minimum": 10_00, "amount": 9_99})),
        (BETTING, PUNTO, 20_01, ("more-than-staked", {"staked": 20_00, "amount": 20_01})),
        (BETTING, BANCA, None, ("no-such-bet", {"bet": "banca"})),
        (BETWEEN_BETS, PUNTO, None, 20_00),
        (BETWEEN_BETS, BANCA, None, ("no-such-bet", {"bet": "banca"})),
        (BETWEEN_BETS, TIE, None, ("bets-closed", {"window": "between"})),
        (at(W.DEAL, BETTING), PUNTO, None, ("bets-closed", {"window": "deal"})),
        (keeping(BETTING, multiples_only=True), PUNTO, 5_00, ("not-a-multiple", {"minimum": 10_00, "amount": 15_00})),
    ],
)
def test_what_may_be_taken_back(state: State, bet: pb.Bet, amount: int | None, found: Any) -> None:
    answer = answered(state, ANA, pb.WithdrawBet(bet, amount))
    assert answer == ((e.BetWithdrawn(ANA, bet, found),) if isinstance(found, int) else found)


# --- places -----------------------------------------------------------------------------------------------------------

FULL = keeping(
    replace(IDLE, seats=Seats((1, 2), Map({1: ANA, 2: BEA}), (Standing(CARLOS, 2),)), turn=ShoeTurn(croupier=True)),
    variant=pb.Variant.MINI,
)
EVA = PersonId("eva")
DEALING = at(W.DEAL, BETTING, bets=Map(), hand_holder=ANA)


@pytest.mark.parametrize(
    ("state", "who", "what", "found"),
    [
        (IDLE, EVA, pb.Sit(2), (e.Seated(EVA, 2),)),
        (IDLE, EVA, pb.Sit(4), ("no-such-seat", {"seat": 4, "places": [1, 2, 3, 5]})),
        (IDLE, EVA, pb.Sit(1), ("seat-taken", {"seat": 1})),
        (IDLE, ANA, pb.Sit(1), ("already-seated", {"seat": 1})),
        (IDLE, ANA, pb.Sit(2), (e.Seated(ANA, 2),)),
        (IDLE, BEA, pb.Sit(2), (e.ShoeDeclined(3), e.ShoeOffered(5), e.Seated(BEA, 2))),
        (OFFERED, ANA, pb.Sit(2), (e.ShoeDeclined(1), e.ShoeOffered(3), e.Seated(ANA, 2))),
        (IDLE, CARLOS, pb.Sit(2), (e.Seated(CARLOS, 2),)),
        (IDLE, CHIEF, pb.Sit(2), ("staff-may-not-play", {})),
        (BETTING, ANA, pb.Sit(2), ("bets-on-table", {})),
        (replace(BETTING, bets=Map({(CARLOS, TIE): 1})), CARLOS, pb.Sit(2), (e.Seated(CARLOS, 2),)),
        (DEALING, ANA, pb.Sit(2), ("coup-in-progress", {})),
        (DEALING, BEA, pb.Sit(2), ("coup-in-progress", {})),
        (DEALING, DORA, pb.Sit(2), (e.Seated(DORA, 2),)),
        (FULL, EVA, pb.Sit(1), ("table-full", {"places": 2})),
        (FULL, ANA, pb.Sit(2), ("seat-taken", {"seat": 2})),
        (keeping(FULL, variant=pb.Variant.PUNTO_BANCO), EVA, pb.Sit(1), ("seat-taken", {"seat": 1})),
        (IDLE, EVA, pb.StandBehind(2), (e.StoodBehind(EVA, 2),)),
        (IDLE, EVA, pb.StandBehind(4), ("no-such-seat", {"seat": 4, "places": [1, 2, 3, 5]})),
        (keeping(IDLE, standing_allowed=False), EVA, pb.StandBehind(2), ("standing-not-admitted", {})),
        (IDLE, CHIEF, pb.StandBehind(2), ("staff-may-not-play", {})),
        (IDLE, CARLOS, pb.StandBehind(3), ("nothing-changes", {})),
        (IDLE, CARLOS, pb.StandBehind(2), (e.StoodBehind(CARLOS, 2),)),
        (IDLE, BEA, pb.StandBehind(3), (e.ShoeDeclined(3), e.ShoeOffered(5), e.StoodBehind(BEA, 3))),
        (BETTING, ANA, pb.StandBehind(2), ("bets-on-table", {})),
        (DEALING, ANA, pb.StandBehind(2), ("coup-in-progress", {})),
        (IDLE, ANA, pb.Leave(), (e.PersonLeft(ANA, 70_00),)),
        (IDLE, BEA, pb.Leave(), (e.ShoeDeclined(3), e.ShoeOffered(5), e.PersonLeft(BEA, 80_00))),
        (IDLE, CARLOS, pb.Leave(), (e.PersonLeft(CARLOS, 0),)),
        (IDLE, EVA, pb.Leave(), ("not-at-table", {})),
        (BETTING, ANA, pb.Leave(), ("bets-on-table", {})),
        (DEALING, ANA, pb.Leave(), ("coup-in-progress", {})),
        (replace(DEALING, hand_holder=None, disputants=(DORA, ANA)), DORA, pb.Leave(), ("coup-in-progress", {})),
        (IDLE, ANA, pb.BuyIn(1), (e.BoughtIn(ANA, 1),)),
        (IDLE, EVA, pb.BuyIn(1), ("not-at-table", {})),
        (IDLE, ANA, pb.CashOut(70_00), (e.CashedOut(ANA, 70_00),)),
        (IDLE, ANA, pb.CashOut(70_01), ("not-enough-chips", {"chips": 70_00, "amount": 70_01})),
        (IDLE, EVA, pb.CashOut(1), ("not-at-table", {})),
    ],
)
def test_places_and_chips(state: State, who: PersonId, what: Any, found: Any) -> None:
    assert answered(state, who, what) == found


@pytest.mark.parametrize(
    ("holder", "bets", "fault"),
    [
        (None, Map(), None),
        (9, Map(), None),
        (3, Map(), ("shoe-holder-without-bet", {"seat": 3, "minimum": STATE.settings.minimum})),
    ],
)
def test_a_bet_is_asked_of_whoever_has_the_shoe_and_not_of_an_empty_place(
    holder: int | None, bets: Any, fault: Any
) -> None:
    found = require_holder_bet(replace(BETTING, turn=ShoeTurn(holder=holder), bets=bets))
    assert (None if found is None else (found.code, found.facts)) == fault
