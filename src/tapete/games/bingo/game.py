"""Bingo as a game of the kernel: sale, drawing, and the room of calls and prizes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from tapete.accounts import Posting, balance, person
from tapete.chance import BallDraw, BallOut, ChanceKind, SealUrn, UrnDraw
from tapete.clauses import Cite, fault
from tapete.games.bingo import acts, drawing, prizes, sale
from tapete.games.bingo.events import WinningCard
from tapete.games.bingo.evolve import FOLDS, evolve, postings
from tapete.games.bingo.invariants import INVARIANTS
from tapete.games.bingo.phases import PHASES
from tapete.games.bingo.rules import GAME
from tapete.games.bingo.state import State
from tapete.games.bingo.terms import Phase, Prize, Ticket
from tapete.kernel import (
    Act,
    ActBody,
    Breach,
    Choice,
    Decision,
    Event,
    Field,
    FixedValue,
    Offer,
    Outcome,
    PersonId,
    Refused,
    Step,
    answer,
    declared_types,
    require_complete,
    require_open_step,
    union_of,
)
from tapete.money import Cents
from tapete.rulebooks import ByLibrary, Library, house_library
from tapete.table.acts import BuyIn
from tapete.table.windows import Claim

HANDLERS: Final[Mapping[type[ActBody], Callable[[State, PersonId, Any], Decision] | ByLibrary[Decision]]] = {
    acts.OpenHall: ByLibrary(sale.open_hall),
    BuyIn: sale.buy_in,
    acts.Sell: sale.sell,
    acts.StartGame: sale.start,
    acts.DrawBall: drawing.draw,
    SealUrn: drawing.seal,
    BallOut: drawing.ball_out,
    acts.Announce: drawing.announce,
    acts.CallPrize: prizes.call,
    acts.CheckCard: prizes.check,
    acts.Resume: prizes.resume,
    acts.PayPrizes: prizes.pay,
}
"""Which function decides each act."""

require_complete(HANDLERS, declared_types(acts, ActBody))


class View(msgspec.Struct, frozen=True):
    """A hall as one viewer sees it: nothing is hidden but other people's cards and chips. Amounts in cents."""

    name: str
    step: Step
    phase: Phase = msgspec.field(name="window")
    prizes: dict[str, Cents]
    announced_balls: tuple[int, ...] = msgspec.field(name="announced")
    calls: tuple[Claim[str], ...]
    awards: dict[str, tuple[WinningCard, ...]] = msgspec.field(name="awarded")
    announcements: tuple[str, ...] = msgspec.field(name="said")
    tickets: tuple[Ticket, ...] = msgspec.field(name="mine")
    chips: Cents


class Bingo:
    """The game, with the rulebooks it knows."""

    key = GAME
    act_types = union_of(HANDLERS)
    event_types = union_of(FOLDS)

    def __init__(self, library: Library | None = None) -> None:
        self.library = library or house_library()

    def blank(self) -> State:
        """Return the state before a hall is opened."""
        return State()

    def decide(self, state: State, act: Act[Any]) -> Outcome:
        """Answer an act."""
        return answer(act, lambda: self._decided(state, act))

    def _decided(self, state: State, act: Act[Any]) -> Decision:
        late = require_open_step(act, state.step)
        handler = HANDLERS.get(type(act.body))
        if late is not None:
            return late
        if isinstance(handler, ByLibrary):
            return handler.function(state, act.by, act.body, self.library)
        return fault("unknown-act") if handler is None else handler(state, act.by, act.body)

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
            return UrnDraw(1, drawing.tokens(state))
        return (
            BallDraw(state.urn, len(state.drawn_balls), by_person=state.balls is ChanceKind.KEYED)
            if state.is_ball_awaited
            else None
        )

    def urn_tokens(self, state: State) -> tuple[str, ...]:
        """Return the balls in the machine, before any is drawn."""
        return drawing.tokens(state)

    def view(self, state: State, viewer: PersonId | None) -> View:
        """Return what ``viewer`` sees; ``None`` is the public screen."""
        mine = sorted(
            (one.ticket for one in state.sold_cards.values() if one.person == viewer), key=lambda one: one.key
        )
        return View(
            state.name,
            state.step,
            state.phase,
            {str(prize): amount for prize, amount in sorted(state.prizes.items())},
            state.announced_balls,
            tuple(sorted(state.calls.claims, key=lambda one: (one.kind, one.person))),
            {str(prize): won for prize, won in sorted(state.awards.items())},
            state.announcements,
            tuple(mine),
            0 if viewer is None else balance(state.ledger, person(viewer)),
        )

    def legal(self, state: State, viewer: PersonId | None) -> tuple[Offer, ...]:
        """Return what ``viewer`` may do now. A player may call for any of his cards: the house does not look for
        him.
        """
        if viewer is None or state.phase is Phase.CLOSED:
            return ()
        tries: list[tuple[Any, dict[str, Field]]] = [
            (acts.StartGame(), {}),
            (acts.DrawBall(), {}),
            (acts.Announce(), {}),
            (acts.Resume(), {}),
            (acts.PayPrizes(), {}),
        ]
        cards = sorted(key for key, one in state.sold_cards.items() if one.person == viewer)
        tries += [
            (acts.CallPrize(prize, card), {"prize": FixedValue(str(prize)), "card": FixedValue(card)})
            for card in cards
            for prize in Prize
        ]
        if state.is_ball_awaited and state.balls is ChanceKind.KEYED:
            left = tuple(token for token in drawing.tokens(state) if int(token) not in state.drawn_balls)
            urn, position = state.urn, len(state.drawn_balls)
            keyed: dict[str, Field] = {"urn": FixedValue(urn), "position": FixedValue(position), "token": Choice(left)}
            tries.append((BallOut(urn, position, left[0]), keyed))
        for one in state.calls.claims:
            prize, card = one.kind.split(":", 1)
            tries.append((acts.CheckCard(Prize(prize), card), {"prize": FixedValue(prize), "card": FixedValue(card)}))
        allowed = PHASES[state.phase].offered_acts
        offered = [
            (what, fields) for what, fields in tries if type(what) in allowed and self._may_act(state, viewer, what)
        ]
        return tuple(Offer(what.__struct_config__.tag, fields) for what, fields in offered)

    def _may_act(self, state: State, viewer: PersonId, what: Any) -> bool:
        return not isinstance(self.decide(state, Act(viewer, what, state.step)), Refused)

    def explain(self, state: State, viewer: PersonId | None) -> tuple[Cite, ...]:
        """Return the clauses in force at this step; nothing in them is hidden from anybody."""
        del viewer
        return PHASES[state.phase].clauses

    def postings(self, event: Event) -> tuple[Posting, ...]:
        """Return the balanced movements of money of one event."""
        return postings(event)

    def problems(self, state: State) -> tuple[Breach, ...]:
        """Return the invariants that ``state`` breaks; none in a sound hall."""
        return tuple([found for invariant in INVARIANTS for found in invariant(state)])


BINGO = Bingo()
"""The game under the rulebooks that are shipped."""
