"""Tables of punto y banca at which everybody tries everything, and what is answered, in short.

    python -m tests.support.punto_banco.tried            write down what is answered now
    python -m tests.support.punto_banco.tried NUMBER     print one of them in full, to lay it beside what it was before

Each table is a walk of its own (``walk.py``). At some of its steps everybody looks at it, and every act of the game is
tried by those who might do it and by somebody else, amounts at the sums on which something depends and a cent beside
them. Of all answers, and of the tables that they would lead to, a digest is kept for each side; before a new one is,
read what became of it.
"""

from __future__ import annotations

import hashlib
import random
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final

import immutables
import msgspec

from tapete import punto_banco as pb
from tapete.accounts import balance, person
from tapete.games.baccarat import effects as fx
from tapete.games.punto_banco.bets import tie_maximum
from tapete.games.punto_banco.state import State
from tapete.kernel import CHANCE, CLOCK, HOUSE, Act, PersonId, Refused, fold
from tapete.record.codec import to_tree
from tests.support import ROOT
from tests.support.punto_banco import walk
from tests.support.punto_banco.walk import BUILD, EVERYBODY, GAME, PLAYERS, STAFF, VIEWERS, Walk

KEPT: Final = ROOT / "tests" / "punto_banco" / "tried.txt"
SIDES: Final = ("views", "offers", "explained", "refused", "accepted", "tables")
TABLES: Final = range(60)
LOOKS: Final = 9
FAR: Final = 40
"""How far a table goes on at most to come to a phase at which it is looked at."""
LOOKED_AT: Final = (
    *(pb.Phase.PLAYER_SHOWS, pb.Phase.BANK_SHOWS, pb.Phase.SETTLE, pb.Phase.BETWEEN, pb.Phase.DEAL, pb.Phase.BETS),
    *(pb.Phase.PLAYER_DRAWS, pb.Phase.BANK_DRAWS, pb.Phase.SETTLE, pb.Phase.END_OF_SHOE, pb.Phase.BETS),
    *(pb.Phase.BURN, pb.Phase.CUT, pb.Phase.CUT_CARD, pb.Phase.SHUFFLE, pb.Phase.COUNT, None, None, None, None),
)
"""Phases at which a table is looked at; nothing is an open incident, whatever the phase."""


def plain(value: Any) -> Any:
    """Return what holds names as a list in their order, and anything else as its text."""
    return sorted(value.items(), key=str) if isinstance(value, immutables.Map) else str(value)


_encoder = msgspec.json.Encoder(order="deterministic", enc_hook=plain)


class Quiet(Walk):
    """A walk that is not checked: other tests do that."""

    def check(self, before: State, made: Any, act: Act[Any]) -> None:
        self.twin = self.state


# --- what is tried ----------------------------------------------------------------------------------------------------


def sums(state: State, who: PersonId, bet: pb.Bet) -> list[int]:
    """Return the sums on which a bet may depend, with a cent more and less."""
    low, high, there = state.settings.minimum, state.settings.maximum, state.stake(who, bet)
    top = tie_maximum(state) if bet is pb.Bet.TIE else high
    found = {low, 2 * low, top, top - there, there, there - low, balance(state.ledger, person(who))}
    return sorted({near for one in found for near in (one - 1, one, one + 1) if near > 0})


def bets(state: State, who: PersonId) -> Iterator[Any]:
    """Yield what somebody may try to stake and to take back."""
    for bet in pb.Bet:
        yield from (pb.WithdrawBet(bet), pb.PlaceBet(bet, state.settings.minimum))
        for amount in [] if state.phase is not pb.Phase.BETS else sums(state, who, bet):
            yield from (pb.PlaceBet(bet, amount), pb.WithdrawBet(bet, amount))


def of_the_house(state: State) -> Iterator[tuple[PersonId, Any]]:
    """Yield what the house, the clock, chance and the management try."""
    here = sorted(state.seats.people())[:2]
    for one in (*here, PersonId("stranger")):
        yield from ((CLOCK, kind(one)) for kind in (pb.Away, pb.Back, pb.LeadOut))
    for by in (HOUSE, STAFF[pb.Role.DIRECTOR], STAFF[pb.Role.TABLE_CHIEF], STAFF[pb.Role.CROUPIER]):
        yield by, pb.CloseTable()
        yield from ((by, pb.SetOptions(*two)) for two in ((None, None), (True, None), (None, False), (False, True)))
        yield from ((by, pb.Relieve(role, PersonId(one))) for role in pb.Role for one in ("relief", "ana", "croupier"))
    for due in (*state.due_cards[:1], *state.due_cards[-1:]):
        for by in (CHANCE, STAFF[pb.Role.CROUPIER]):
            yield from ((by, pb.CardOut(due.position, face)) for face in (None, "As", "9d", "Kh"))


def of_troubles(state: State) -> Iterator[tuple[PersonId, Any]]:
    """Yield reports, rulings, claims and corrections."""
    croupier, chief, inspector = (STAFF[one] for one in (pb.Role.CROUPIER, pb.Role.TABLE_CHIEF, pb.Role.INSPECTOR))
    cards = [card.position for card in state.layout]
    for kind in ("misdeal", "exposed-in-shoe", "fallen-card", "other"):
        for position in (None, *cards, state.shoe.position, state.shoe.position + 1):
            yield inspector, pb.ReportIncident(kind, "", position)
    yield croupier, pb.ReportIncident("exposed-in-shoe", "", state.shoe.position, "9d")
    for found in state.docket.open:
        effects = [
            *(fx.VoidCoup(), fx.NoteOnly("noted"), fx.GoBack(str(pb.Phase.BETS)), fx.GoBack(str(pb.Phase.DEAL))),
            *(fx.ReturnStake(one, amount) for one in PLAYERS for amount in (None, 1, 1000, 10**6)),
            *(fx.Discard(one) for one in cards),
            *(fx.AssignCard(one, to) for one in cards for to in ("punto", "banca-3", "basket")),
            *(kind for hand in pb.Hand for kind in (fx.LoseCoup(hand), fx.DeemTotal(hand, 9), fx.DeemTotal(hand, 0))),
            *(fx.GiveCards(hand, one) for hand in pb.Hand for one in PLAYERS[:2]),
        ]
        yield from ((chief, pb.GiveRuling(found.serial, one, "seen")) for one in (None, ()))
        yield from ((chief, pb.GiveRuling(found.serial, (one,), "seen")) for one in effects)
        yield chief, pb.GiveRuling(found.serial, (effects[0],), "")
        yield croupier, pb.GiveRuling(found.serial, (effects[0],), "seen")
    for coup in state.history[-2:]:
        for one in PLAYERS[:3]:
            for paid in (None, 0, 950, 1000, -1000, 10**6):
                yield chief, pb.CorrectPayment(coup.number, one, inspector, "seen", paid)
        for card in coup.layout[:2]:
            yield from ((chief, pb.CorrectCard(coup.number, card.position, face, croupier, "seen")) for face in FACES)
    for card in state.layout:
        yield from ((croupier, pb.CorrectCard(state.coup, card.position, face, chief, "seen")) for face in FACES)
    for coup in (state.coup - 1, state.coup, state.coup + 1):
        yield inspector, pb.RecordClaim(PLAYERS[0], max(coup, 1), "says so")


FACES: Final = ("Ks", "3d", "8h")


def tried(rng: random.Random, state: State) -> Iterator[tuple[PersonId, Any]]:
    """Yield everything that is tried at a step, and by whom."""
    for kind, build in BUILD.items():
        yield walk.suited(rng, state, kind), build(rng, state)
        yield rng.choice(EVERYBODY), build(rng, state)
    at_the_cards = [kind(hand) for hand in pb.Hand for kind in (pb.ShowHand, pb.DrawCard, pb.StandHand)]
    movers = sorted({one for one in (state.dealer(), state.hand_holder, state.croupier(), *state.disputants) if one})
    for who in movers:
        yield from ((who, what) for what in (*at_the_cards, pb.Deal(), pb.TakeShoe(), pb.PassShoe()))
    for who in rng.sample(PLAYERS, 2) + sorted(one for one, _ in state.bets)[:1]:
        yield from ((who, what) for what in bets(state, who))
        chips = balance(state.ledger, person(who))
        yield from ((who, pb.CashOut(one)) for one in (chips, chips + 1, 1) if one)
        yield from ((who, what) for what in (pb.Leave(), pb.TakeShoe(), pb.PassShoe(), pb.StandBehind(1), pb.Sit(1)))
        for standing in (True, False):
            yield STAFF[pb.Role.TABLE_CHIEF], pb.AwardHand(who, standing)
    yield from of_the_house(state)
    yield from of_troubles(state)


# --- what is answered -------------------------------------------------------------------------------------------------


class Trying:
    """One table at which everybody tries everything, and the answers by side."""

    def __init__(self, number: int) -> None:
        self.rng = random.Random(f"tried {number}")
        self.walk = Quiet(self.rng, looks=0.0)
        self.lines: dict[str, list[str]] = {side: [] for side in SIDES}
        for phase in self.rng.sample(LOOKED_AT, LOOKS):
            self.come_to(phase)
            self.look()

    def keep(self, side: str, *value: Any) -> None:
        self.lines[side].append(_encoder.encode(value).decode())

    def come_to(self, phase: pb.Phase | None) -> None:
        """Let the table go on until it is where it is to be looked at, or far enough."""
        walk = self.walk
        moves = [*[walk.go_on] * 9, *[walk.stakes] * 3, walk.lawful, walk.trouble]
        for _ in range(FAR):
            state = walk.state
            there = bool(state.docket.open) if phase is None else state.phase is phase and not state.docket.open
            if there or state.phase is pb.Phase.CLOSED:
                return
            busy = state.phase not in (pb.Phase.COUNT, pb.Phase.SHUFFLE) or self.rng.random() < 0.2
            self.rng.choice(moves if busy else moves[:9])()
            if phase is None and not state.is_between_coups and self.rng.random() < 0.3:
                walk.trouble()

    def look(self) -> None:
        """Let everybody look, and try everything."""
        state = self.walk.state
        for viewer in VIEWERS:
            self.keep("views", viewer, GAME.view(state, viewer))
            self.keep("offers", viewer, [to_tree(offer) for offer in GAME.legal(state, viewer)])
        for viewer in (None, self.rng.choice(PLAYERS), STAFF[pb.Role.TABLE_CHIEF]):
            self.keep("explained", viewer, GAME.explain(state, viewer))
        self.keep("explained", GAME.dearest_result(state), GAME.problems(state), GAME.draw_awaited(state))
        for who, what in tried(self.rng, state):
            self.tries(state, who, what)

    def tries(self, state: State, who: PersonId, what: Any) -> None:
        """Keep the answer to an act, which is not done, and the table that it would lead to."""
        found = GAME.decide(state, Act(who, what, state.step))
        if isinstance(found, Refused):
            self.keep("refused", who, to_tree(what), found.code, found.facts, found.clauses, sorted(found.rests_on))
            return
        events = [to_tree(event) for event in found.events]
        self.keep("accepted", who, to_tree(what), events, sorted(found.rests_on), getattr(found, "faults", ()))
        after = fold(GAME.evolve, state, found.events)
        moved = [GAME.postings(event) for event in found.events]
        history = after.history[-2:]
        self.keep("tables", msgspec.structs.replace(after, rules=None, history=history), len(after.history), moved)

    def digests(self) -> dict[str, str]:
        """Return a digest of each side."""
        return {side: hashlib.sha256("\n".join(lines).encode()).hexdigest()[:8] for side, lines in self.lines.items()}


# --- what is kept -----------------------------------------------------------------------------------------------------


def digests(number: int) -> dict[str, str]:
    """Return the digests of a table; of one that does not come to its end, in which error."""
    try:
        return Trying(number).digests()
    except Exception as error:
        return {"stopped": type(error).__name__}


def line(number: int, found: Mapping[str, str]) -> str:
    """Return the line that is kept of a table."""
    return " ".join((str(number), *(f"{side}={digest}" for side, digest in found.items())))


@cache
def kept() -> dict[int, dict[str, str]]:
    """Return the digests that are kept, by number and side."""
    rows = [row.split() for row in KEPT.read_text("utf-8").splitlines()]
    return {int(number): dict(one.split("=") for one in sides) for number, *sides in rows}


if __name__ == "__main__":
    if sys.argv[1:]:
        for side, rows in Trying(int(sys.argv[1])).lines.items():
            print(*(f"{side} {row}" for row in rows), sep="\n")
    else:
        KEPT.write_text("".join(f"{line(number, digests(number))}\n" for number in TABLES), "utf-8")
