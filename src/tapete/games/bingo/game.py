"""Bingo as a game of the kernel: sale, drawing, and the room of calls and prizes."""

from __future__ import annotations

from typing import Any

import msgspec

from tapete.accounts import balance, person
from tapete.accounts import problems as ledger_problems
from tapete.chance import BallDraw, BallOut, ChanceKind, SealUrn, UrnDraw, UrnSealed
from tapete.clauses import Cite, Fault, cite, fault, first_fault, rule
from tapete.games.bingo import acts, prizes
from tapete.games.bingo.events import (
    BallAnnounced,
    BallDrawn,
    BallWanted,
    BingoEvent,
    HallOpened,
    PhaseOpened,
    PrizesAnnounced,
    TicketSold,
    Won,
)
from tapete.games.bingo.prizes import require_hall_post, require_phase
from tapete.games.bingo.rules import GAME, read
from tapete.games.bingo.state import SALES, State, evolve, postings
from tapete.games.bingo.terms import Phase, Post, Prize, Ticket
from tapete.kernel import (
    CHANCE,
    HOUSE,
    Act,
    Decision,
    Offer,
    Outcome,
    PersonId,
    Refused,
    Step,
    answer,
    require_open_step,
)
from tapete.money import Cents, portion
from tapete.rulebooks import Library, UnknownRulebookError, house_library
from tapete.table.acts import BoughtIn, BuyIn
from tapete.table.windows import Claim


class View(msgspec.Struct, frozen=True):
    """A hall as one viewer sees it: nothing is hidden but other people's cards and chips. Amounts in cents."""

    name: str
    step: Step
    phase: Phase = msgspec.field(name="window")
    prizes: dict[str, Cents]
    announced: tuple[int, ...]
    calls: tuple[Claim[str], ...]
    awarded: dict[str, tuple[Won, ...]]
    said: tuple[str, ...]
    mine: tuple[Ticket, ...]
    chips: Cents


class Bingo:
    """The game, with the rulebooks it knows."""

    key = GAME
    act_types = acts.BingoAct
    event_types = BingoEvent

    def __init__(self, library: Library | None = None) -> None:
        self.library = library or house_library()

    def blank(self) -> State:
        """Return the state before a hall is opened."""
        return State()

    def decide(self, state: State, act: Act[Any]) -> Outcome:
        """Answer an act."""
        return answer(act, lambda: require_open_step(act, state.step) or self._decided(state, act.by, act.what))

    def _decided(self, state: State, who: PersonId, what: Any) -> Decision:
        match what:
            case acts.OpenHall():
                return open_hall(state, who, what, self.library)
            case BuyIn(amount=amount):
                return (BoughtIn(who, amount),)
            case acts.Sell():
                return sell(state, who, what)
            case acts.StartGame():
                return start(state, who)
            case acts.DrawBall():
                return draw(state, who)
            case SealUrn():
                return seal(state, who, what)
            case BallOut():
                return ball_out(state, who, what)
            case acts.Announce():
                return announce(state, who)
            case acts.CallPrize():
                return prizes.call(state, who, what)
            case acts.CheckCard():
                return prizes.check(state, who, what)
            case acts.Resume():
                return prizes.resume(state, who, what)
            case acts.PayPrizes():
                return prizes.pay(state, who, what)
            case _:
                return fault("unknown-act")

    def evolve(self, state: State, event: Any) -> State:
        """Fold one event."""
        return evolve(state, event, self.library)

    def step(self, state: State) -> Step:
        """Return the step at which the table stands."""
        return state.step

    def draw_awaited(self, state: State) -> UrnDraw | BallDraw | None:
        """Return the draw that the hall awaits: its balls before the sale, then one ball after another."""
        if state.rules is None:
            return None
        if not state.urn:
            return UrnDraw(1, tokens(state))
        return BallDraw(state.urn, len(state.out), by_person=state.balls is ChanceKind.KEYED) if state.wanted else None

    def view(self, state: State, viewer: PersonId | None) -> View:
        """Return what ``viewer`` sees; ``None`` is the public screen."""
        mine = sorted((one.ticket for one in state.sold.values() if one.person == viewer), key=lambda one: one.key)
        return View(
            state.name,
            state.step,
            state.phase,
            {str(prize): amount for prize, amount in sorted(state.prizes.items())},
            state.announced,
            tuple(sorted(state.calls.claims, key=lambda one: (one.kind, one.person))),
            {str(prize): won for prize, won in sorted(state.awarded.items())},
            state.said,
            tuple(mine),
            0 if viewer is None else balance(state.ledger, person(viewer)),
        )

    def legal(self, state: State, viewer: PersonId | None) -> tuple[Offer, ...]:
        """Return what ``viewer`` may do now. A player may call for any of his cards: the house does not look for
        him.
        """
        if viewer is None or state.phase is Phase.CLOSED:
            return ()
        tries: list[tuple[Any, dict[str, Any]]] = [
            (acts.StartGame(), {}),
            (acts.DrawBall(), {}),
            (acts.Announce(), {}),
            (acts.Resume(), {}),
            (acts.PayPrizes(), {}),
        ]
        cards = sorted(key for key, one in state.sold.items() if one.person == viewer)
        tries += [
            (acts.CallPrize(prize, card), {"prize": str(prize), "card": card}) for card in cards for prize in Prize
        ]
        for one in state.calls.claims:
            prize, card = one.kind.split(":", 1)
            tries.append((acts.CheckCard(Prize(prize), card), {"prize": prize, "card": card}))
        offered = [(what, fields) for what, fields in tries if self._may_act(state, viewer, what)]
        return tuple(Offer(what.__struct_config__.tag, fields) for what, fields in offered)

    def _may_act(self, state: State, viewer: PersonId, what: Any) -> bool:
        return not isinstance(self.decide(state, Act(viewer, what, state.step)), Refused)

    def explain(self, state: State, viewer: PersonId | None) -> tuple[Cite, ...]:
        """Return the clauses in force at this step; nothing in them is hidden from anybody."""
        del viewer
        match state.phase:
            case Phase.DRAWING:
                return (cite("BG.IV.16"), cite("BG.IV.17"), cite("BG.IV.19"), cite("BG.IV.20"))
            case Phase.PAUSE:
                return (cite("BG.IV.22"), cite("BG.IV.24"), cite("BG.IV.29"), cite("BG.IV.31"), cite("BG.IV.32"))
            case Phase.PAYMENT:
                return (cite("BG.I.15"), cite("BG.IV.28"))
            case _:
                return ()

    def postings(self, event: Any) -> tuple[Any, ...]:
        """Return the balanced movements of money of one event."""
        return postings(event)

    def problems(self, state: State) -> tuple[str, ...]:
        """Return the invariants that ``state`` breaks; none in a sound hall."""
        twice = len(set(state.out)) != len(state.out)
        return (*ledger_problems(state.ledger), *(("a ball came out twice",) if twice else ()))


def open_hall(state: State, who: PersonId, what: acts.OpenHall, library: Library) -> Decision:
    """Decide that the establishment opens a game."""
    wrong = first_fault(
        None if who == HOUSE else fault("not-your-post", needs=["house"]), require_phase(state, Phase.CLOSED)
    )
    if wrong:
        return wrong
    try:
        book = library.named(GAME, what.rulebook)
    except UnknownRulebookError:
        return fault("no-such-rulebook", name=what.rulebook)
    read(book)
    return (
        HallOpened(what.name, book.id, book.sha256, what.face_value, what.balls, what.staff),
        PhaseOpened(Phase.SALE),
    )


def sell(state: State, who: PersonId, what: acts.Sell) -> Decision:
    """Decide the sale of a card."""
    wrong = first_fault(
        require_hall_post(state, who, Post.CALLER),
        require_phase(state, Phase.SALE),
        fault("card-sold", card=what.ticket.key) if what.ticket.key in state.sold else None,
        fault("not-enough-chips") if balance(state.ledger, person(what.person)) < state.face_value else None,
    )
    return wrong or (TicketSold(what.ticket, what.person, state.face_value),)


def start(state: State, who: PersonId) -> Decision:
    """Decide the start: the prizes are parts of the sales."""
    wrong = first_fault(
        require_hall_post(state, who, Post.TABLE_CHIEF),
        require_phase(state, Phase.SALE),
        None if state.sold else fault("nothing-sold"),
    )
    if wrong:
        return wrong
    sales, rules = balance(state.ledger, SALES), state.book.prizes
    line = portion(sales, rules.line.use(), rules.rounding.use())
    bingo = portion(sales, rules.bingo.use(), rules.rounding.use())
    return (PrizesAnnounced(line, bingo, sales - line - bingo), PhaseOpened(Phase.DRAWING))


@rule("BG.IV.20", neutral=None)
def require_no_pending_call(state: State) -> Fault | None:
    """A call interrupts the game: no ball comes out until the table chief's order."""
    return fault("claim-pending") if state.phase is Phase.PAUSE else None


@rule("BG.IV.17", neutral=None)
def require_last_ball_announced(state: State) -> Fault | None:
    """The number of each ball is announced, before the next one comes out."""
    return fault("ball-unannounced") if len(state.out) > len(state.announced) else None


def draw(state: State, who: PersonId) -> Decision:
    """Decide that a ball comes out."""
    wrong = first_fault(
        require_hall_post(state, who, Post.CALLER),
        require_no_pending_call(state),
        require_phase(state, Phase.DRAWING, Phase.PAUSE),
        require_last_ball_announced(state),
        fault("no-ball-left") if len(state.out) >= state.book.draw.balls.use() else None,
    )
    return wrong or (BallWanted(len(state.out)),)


@rule("BG.IV.16", neutral=None)
def require_undrawn_ball(state: State, ball: int) -> Fault | None:
    """Balls come out one after another and stay out."""
    return fault("ball-already-drawn", ball=ball) if ball in state.out else None


def tokens(state: State) -> tuple[str, ...]:
    """Return what the machine holds: the balls in order of their numbers."""
    return tuple(str(number) for number in range(1, state.book.draw.balls.use() + 1))


def seal(state: State, who: PersonId, what: SealUrn) -> Decision:
    """Take up the order of the balls, with its commitments where it is sealed."""
    wrong = first_fault(
        None if who == CHANCE else fault("not-yours"),
        None if not state.urn and what.urn == 1 else fault("no-urn-awaited"),
    )
    if wrong:
        return wrong
    if state.balls is ChanceKind.SEALED and len(what.commitments) != len(tokens(state)):
        return fault("commitments-missing", size=len(tokens(state)), found=len(what.commitments))
    return (UrnSealed(what.urn, state.balls, tokens(state), what.commitments),)


def ball_out(state: State, who: PersonId, what: BallOut) -> Decision:
    """Take up the ball that chance let out, or whose number the caller keys."""
    keyed = state.balls is ChanceKind.KEYED
    wrong = first_fault(
        require_hall_post(state, who, Post.CALLER) if keyed else None if who == CHANCE else fault("not-yours"),
        None if state.wanted and (what.urn, what.position) == (state.urn, len(state.out)) else fault("no-ball-awaited"),
        None if what.token in tokens(state) else fault("number-out-of-range", ball=what.token[:8]),
    )
    wrong = wrong or require_undrawn_ball(state, int(what.token))
    return wrong or (BallDrawn(what.urn, what.position, what.token),)


def announce(state: State, who: PersonId) -> Decision:
    """Decide the announcement of the ball that is out."""
    wrong = first_fault(
        require_hall_post(state, who, Post.CALLER),
        require_phase(state, Phase.DRAWING),
        None if len(state.out) > len(state.announced) else fault("nothing-to-announce"),
    )
    return wrong or (BallAnnounced(state.out[-1]),)


BINGO = Bingo()
"""The game under the rulebooks that are shipped."""
