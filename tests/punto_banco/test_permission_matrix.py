"""Who may do what, and when: every act by every sort of person in every window, against one policy written from the
rules.

The policy is the table :data:`POLICY` and nothing else: an act that it allows in a cell is accepted there, every other
one is refused. An act of the game without a row fails.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from tapete import punto_banco as pb
from tapete.cards import Card
from tapete.chance import CardOut, ChanceKind, SealShoe
from tapete.games.punto_banco.state import State
from tapete.kernel import CHANCE, CLOCK, HOUSE, Act, PersonId, Refused, fold
from tests.support.punto_banco.walk import GAME, KINDS, SHORT, STAFF

# --- people -----------------------------------------------------------------------------------------------------------

ROLES: dict[str, PersonId] = {
    "public": PersonId("passer-by"),
    "seated": PersonId("carlos"),
    "dealer": PersonId("ana"),
    "holder": PersonId("bea"),
    "standing": PersonId("esteban"),
    "former": PersonId("fermin"),
    "croupier": STAFF[pb.Role.CROUPIER],
    "chief": STAFF[pb.Role.TABLE_CHIEF],
    "director": STAFF[pb.Role.DIRECTOR],
    "inspector": STAFF[pb.Role.INSPECTOR],
    "chance": CHANCE,
    "clock": CLOCK,
    "house": HOUSE,
}
AWAY = PersonId("dora")
"""Sits at the table and has gone out."""
GONE = PersonId("gabriel")
"""Stood at the table and has gone out; nothing of his is at stake."""

# --- places of the game -----------------------------------------------------------------------------------------------

CARDS = {2: "2s", 4: "3s", 3: "2h", 5: "3h"}
"""Both hands total five, so that both draw; the position is the one in the shoe, the burn takes two cards."""


def do(state: State, what: Any, by: str) -> State:
    answer = GAME.decide(state, Act(PersonId(by), what, GAME.step(state)))
    assert not isinstance(answer, Refused), (what, answer)
    return fold(GAME.evolve, state, answer.events)


def opened() -> State:
    what = pb.OpenTable("matrix", "long", 1000, 50000, staff=STAFF, shoe=ChanceKind.KEYED, standing_allowed=True)
    state = do(GAME.blank(), what, HOUSE)
    for seat, who in enumerate(("ana", "bea", "carlos", "dora"), 1):
        state = do(do(state, pb.Sit(seat), who), pb.BuyIn(100000), who)
    state = do(do(state, pb.StandBehind(3), "esteban"), pb.BuyIn(100000), "esteban")
    state = do(do(state, pb.Sit(7), "fermin"), pb.BuyIn(5000), "fermin")
    state = do(do(state, pb.StandBehind(4), GONE), pb.Away(GONE), CLOCK)
    return do(do(state, pb.Leave(), "fermin"), pb.Away(AWAY), CLOCK)


def along(*acts: tuple[Any, str]) -> Callable[[State], State]:
    def go(state: State) -> State:
        for what, by in acts:
            state = do(state, what, by)
        return state

    return go


def keyed(*positions: int) -> Callable[[State], State]:
    return along(*((CardOut(position, Card(CARDS[position])), "croupier") for position in positions))


BETS = ((pb.Bet.BANCA, "ana", 1000), (pb.Bet.PUNTO, "bea", 3000), (pb.Bet.PUNTO, "carlos", 2000))
COURSE: list[tuple[str, Callable[[State], State]]] = [
    ("count", lambda state: state),
    ("shuffle", along((pb.CountPack(), "croupier"))),
    ("sealing", along((pb.ShufflePack(), "croupier"))),
    ("cut", along((SealShoe(1), CHANCE))),
    ("cut-card", along((pb.CutPack(100), "croupier"))),
    ("burn", along((pb.InsertCutCard(), "croupier"))),
    ("burn-due", along((pb.BurnCards(), "croupier"))),
    ("offered", along((CardOut(0, Card("Ac")), "croupier"))),
    ("between", along((pb.TakeShoe(), "ana"))),
    (
        "bets",
        along(
            (pb.OpenBets(), "croupier"),
            *((pb.PlaceBet(bet, stake), who) for bet, who, stake in (*BETS, (pb.Bet.TIE, "esteban", 1000))),
        ),
    ),
    ("deal", along((pb.CloseBets(), "croupier"))),
    ("deal-due", along((pb.Deal(), "ana"))),
    ("player-shows", along(*((CardOut(position), CHANCE) for position in (2, 3, 4, 5)))),
    ("player-due", along((pb.ShowHand(pb.Hand.PUNTO), "bea"))),
    ("bank-shows", keyed(2, 4)),
    ("player-draws", lambda state: keyed(3, 5)(do(state, pb.ShowHand(pb.Hand.BANCA), "ana"))),
    ("bank-draws", along((pb.DrawCard(pb.Hand.PUNTO), "ana"), (CardOut(6, Card("4d")), "croupier"))),
    ("settle", along((pb.DrawCard(pb.Hand.BANCA), "ana"), (CardOut(7, Card("2d")), "croupier"))),
    ("after", along((pb.Settle(), "croupier"))),
]
"""The course of a coup on a real shoe: Player 9 after a third card, Bank 7, so Player wins."""


def states() -> dict[str, State]:
    found, state = {}, opened()
    for name, go in COURSE:
        state = found[name] = go(state)
    found["closed"] = do(found["count"], pb.CloseTable(), "director")
    equal = do(found["bets"], pb.PlaceBet(pb.Bet.PUNTO, 1000), "carlos")
    found["disputed"] = do(equal, pb.CloseBets(), "croupier")
    found["incident"] = do(found["bank-shows"], pb.ReportIncident("misdeal"), "inspector")
    ended = do(found["bets"], pb.StopCardOut(), "croupier")
    for _, go in COURSE[10:]:
        ended = go(ended)
    found["end-of-shoe"] = ended
    return found


STATES = states()
PREPARING = {"count", "shuffle", "sealing", "cut", "cut-card", "burn", "burn-due"}
READY = {"offered", "between", "after"}
FREE = PREPARING | READY | {"end-of-shoe"}
"""No coup is open, nothing is staked."""
DEALT = {
    "deal",
    "disputed",
    "deal-due",
    "player-shows",
    "player-due",
    "bank-shows",
    "player-draws",
    "bank-draws",
    "settle",
}
COUP = {"bets", *DEALT}
OPEN = FREE | COUP
"""Everything but a closed table and an open incident."""
EVER = OPEN | {"incident"}
SHOWN = {"bank-shows", "player-draws", "bank-draws", "settle", "after", "end-of-shoe"}
"""The Player hand's first card has been keyed."""

# --- the policy -------------------------------------------------------------------------------------------------------

PLAYERS = {"seated", "dealer", "holder", "standing"}
VISITORS = {"public", "former"}
MANAGEMENT = {"director", "house"}
WRITERS = {"croupier", "chief", "inspector"}
NOBODY: dict[str, set[str]] = {}


def only(roles: set[str], places: set[str]) -> dict[str, set[str]]:
    return dict.fromkeys(roles, places)


POLICY: dict[str, dict[str, set[str]]] = {
    # the establishment
    "open-table": NOBODY,
    "close-table": only({"chief", *MANAGEMENT}, FREE),
    "adopt-rulebook": only(MANAGEMENT, {"count", "end-of-shoe"}),
    "set-options": only(MANAGEMENT, FREE),
    "relieve": only({"inspector", "chief", *MANAGEMENT}, EVER),
    # coming and going: nobody leaves stakes behind, the staff do not play
    "sit": only(VISITORS, OPEN) | only({"seated", "dealer", "holder"}, FREE) | only({"standing"}, OPEN),
    "stand-behind": only(VISITORS, OPEN) | only(PLAYERS, FREE),
    "leave": only(PLAYERS, FREE),
    "buy-in": only(PLAYERS, EVER),
    "cash-out": only(PLAYERS, OPEN),
    "away": only({*PLAYERS, "clock"}, EVER),
    "back": only({"clock"}, EVER),
    "lead-out": only({"clock"}, OPEN),
    # the shoe
    "count-pack": only({"croupier"}, {"count", "end-of-shoe"}),
    "shuffle-pack": only({"croupier"}, {"shuffle", "sealing"}),
    "seal-shoe": only({"chance"}, {"sealing"}),
    "cut-pack": only({"croupier"}, {"cut"}),
    "insert-cut-card": only({"croupier"}, {"cut-card"}),
    "burn-cards": only({"croupier"}, {"burn"}),
    "stop-card-out": only({"croupier"}, READY | COUP),
    "take-shoe": {"dealer": {"offered"}, "holder": {"after"}},
    "pass-shoe": {"dealer": {"offered", "between", "bets"}, "holder": {"after"}},
    "call-person": only(
        {"croupier"}, {"offered", "after", "deal", "player-shows", "bank-shows", "player-draws", "bank-draws"}
    ),
    # the coup
    "open-bets": only({"croupier"}, READY),
    "place-bet": only(PLAYERS, {"bets"}),
    "withdraw-bet": only(PLAYERS, {"bets"}),
    "close-bets": only({"croupier"}, {"bets"}),
    "award-hand": only({"chief"}, {"disputed"}),
    "deal": only({"dealer"}, {"deal"}),
    "show-hand punto": only({"holder"}, {"player-shows"}),
    "show-hand banca": only({"dealer"}, {"bank-shows"}),
    "draw-card punto": only({"dealer"}, {"player-draws"}),
    "draw-card banca": only({"dealer"}, {"bank-draws"}),
    "stand-hand punto": NOBODY,
    "stand-hand banca": NOBODY,
    "settle": only({"croupier"}, {"settle"}),
    "card-out hidden": only({"chance"}, {"deal-due"}),
    "card-out keyed": only({"croupier"}, {"burn-due", "player-due"}),
    # what goes wrong
    "report-incident": only(WRITERS, EVER),
    "give-ruling": only({"chief"}, {"incident"}),
    "record-claim": only(WRITERS, COUP | {"incident", "after", "end-of-shoe"}),
    "correct-card": only(WRITERS, SHOWN),
    "correct-payment": only(WRITERS, {"after", "end-of-shoe"}),
}
STAKED = {"dealer": pb.Bet.BANCA, "holder": pb.Bet.PUNTO, "seated": pb.Bet.PUNTO, "standing": pb.Bet.TIE}


def made(row: str, role: str, state: State) -> Any:
    """The act of a row as this person would make it, sensible in everything but who does it and when."""
    me = ROLES[role]
    other = "inspector" if role == "chief" else "chief"
    due = state.due_cards[0].position if state.due_cards else 2
    return {
        "open-table": lambda: pb.OpenTable("other", "asturias-2011", 1000, 50000, staff=STAFF),
        "close-table": pb.CloseTable,
        "adopt-rulebook": lambda: pb.AdoptRulebook(SHORT.sha256),
        "set-options": lambda: pb.SetOptions(multiples_only=True),
        "relieve": lambda: pb.Relieve(pb.Role.INSPECTOR, PersonId("relief")),
        "sit": lambda: pb.Sit(8),
        "stand-behind": lambda: pb.StandBehind(8),
        "leave": pb.Leave,
        "buy-in": lambda: pb.BuyIn(1000),
        "cash-out": lambda: pb.CashOut(1000),
        "away": lambda: pb.Away(me if role in PLAYERS else ROLES["seated"]),
        "back": lambda: pb.Back(AWAY),
        "lead-out": lambda: pb.LeadOut(GONE),
        "count-pack": pb.CountPack,
        "shuffle-pack": pb.ShufflePack,
        "seal-shoe": lambda: SealShoe(1),
        "cut-pack": lambda: pb.CutPack(100),
        "insert-cut-card": pb.InsertCutCard,
        "burn-cards": pb.BurnCards,
        "stop-card-out": pb.StopCardOut,
        "take-shoe": pb.TakeShoe,
        "pass-shoe": pb.PassShoe,
        "call-person": pb.CallPerson,
        "open-bets": pb.OpenBets,
        "place-bet": lambda: pb.PlaceBet(pb.Bet.BANCA, 1000),
        "withdraw-bet": lambda: pb.WithdrawBet(STAKED.get(role, pb.Bet.PUNTO)),
        "close-bets": pb.CloseBets,
        "award-hand": lambda: pb.AwardHand(ROLES["holder"]),
        "deal": pb.Deal,
        "show-hand punto": lambda: pb.ShowHand(pb.Hand.PUNTO),
        "show-hand banca": lambda: pb.ShowHand(pb.Hand.BANCA),
        "draw-card punto": lambda: pb.DrawCard(pb.Hand.PUNTO),
        "draw-card banca": lambda: pb.DrawCard(pb.Hand.BANCA),
        "stand-hand punto": lambda: pb.StandHand(pb.Hand.PUNTO),
        "stand-hand banca": lambda: pb.StandHand(pb.Hand.BANCA),
        "settle": pb.Settle,
        "card-out hidden": lambda: CardOut(due),
        "card-out keyed": lambda: CardOut(due, Card("9c")),
        "report-incident": lambda: pb.ReportIncident("other"),
        "give-ruling": lambda: pb.GiveRuling(1, None, "seen"),
        "record-claim": lambda: pb.RecordClaim(ROLES["seated"], 1, "he says so"),
        "correct-card": lambda: pb.CorrectCard(1, 2, Card("2c"), ROLES[other], "seen"),
        "correct-payment": lambda: pb.CorrectPayment(1, ROLES["seated"], ROLES[other], "seen", 0),
    }[row]()


def test_every_act_has_a_row_and_every_window_a_state() -> None:
    assert {row.split()[0] for row in POLICY} == set(KINDS)
    assert {state.phase for state in STATES.values()} == set(pb.Phase)
    assert {role for cells in POLICY.values() for role in cells} <= set(ROLES)


AUTHORITY = {
    *("not-your-post", "only-people", "only-chance", "not-at-table", "staff-may-not-play", "second-official-missing"),
    *("not-the-dealer", "not-holding-hand", "shoe-not-yours", "shoe-not-offered-to-you", "no-such-bet"),
    *("bets-on-table", "coup-in-progress", "already-seated"),
}
"""What somebody hears who may not do what another person could do at this moment."""


@pytest.mark.parametrize("row", POLICY)
def test_matrix(row: str) -> None:
    wrong = []
    for place, state in STATES.items():
        for role, who in ROLES.items():
            act = Act(who, made(row, role, state), state.step)
            answer = GAME.decide(state, act)
            allowed = place in POLICY[row].get(role, set())
            refused = isinstance(answer, Refused)
            if refused == allowed:
                wrong.append((place, role, answer.code if refused else "accepted"))
            elif refused and any(place in cells for cells in POLICY[row].values()) and answer.code not in AUTHORITY:
                wrong.append((place, role, f"refused for another reason: {answer.code}"))
    assert not wrong


@pytest.mark.parametrize("row", [row for row in POLICY if not KINDS[row.split()[0]].is_timeless])
@pytest.mark.parametrize("role", ["public", "former", "seated"])
def test_nothing_is_done_for_a_window_that_is_not_open(row: str, role: str) -> None:
    """People name the window that they mean; an act for the last one, or for none, is refused."""
    for place, state in STATES.items():
        what = made(row, role, state)
        for at in (None, msgspec.structs.replace(state.step, serial=state.serial - 1)):
            assert isinstance(GAME.decide(state, Act(ROLES[role], what, at)), Refused), (place, at)


def test_legal_offers_nothing_that_the_policy_forbids() -> None:
    for place, state in STATES.items():
        for role, who in ROLES.items():
            for offer in GAME.legal(state, who):
                rows = [row for row in POLICY if row.split()[0] == offer.act]
                assert any(place in POLICY[row].get(role, set()) for row in rows), (place, role, offer.act)


def test_nobody_puts_himself_on_duty() -> None:
    """A post is handed over by whoever holds it, or somebody is sent by the table chief, the director or the house."""
    state = STATES["between"]
    for role, who in ROLES.items():
        sent = GAME.decide(state, Act(who, pb.Relieve(pb.Role.CROUPIER, PersonId("relief")), None))
        assert isinstance(sent, Refused) == (role not in {"croupier", "chief", "director", "house"}), role
        himself = GAME.decide(state, Act(who, pb.Relieve(pb.Role.CROUPIER, who), None))
        assert isinstance(himself, Refused), role
        assert (himself.code == "nothing-changes") == (role == "croupier"), role
