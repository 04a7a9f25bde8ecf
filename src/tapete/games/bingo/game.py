"""Bingo as a game of the kernel: one object that decides, folds, shows and explains."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import replace

from tapete import kernel
from tapete.chance import BallDraw, ChanceKind, UrnDraw
from tapete.clauses import Cite, Fault, fault
from tapete.games.bingo import acts, drawing, duties, offers, prizes, voiding
from tapete.games.bingo.books import INVARIANTS, postings
from tapete.games.bingo.cards import Cartones, NoCartones, Sources
from tapete.games.bingo.duties import DECIDERS, with_clause_of_act
from tapete.games.bingo.evolve import FOLDS, evolve
from tapete.games.bingo.hall import inventory_of, require_meant_game, require_sound_inventory, secrets_of
from tapete.games.bingo.inventory import refunds_in_order
from tapete.games.bingo.offers import PHASES
from tapete.games.bingo.rules import GAME
from tapete.games.bingo.state import State
from tapete.games.bingo.terms import Phase
from tapete.games.bingo.view import View, view
from tapete.rulebooks import Library, house_library

_: Final = prizes, voiding  # imported for what they decide
kernel.require_complete(DECIDERS, kernel.declared_types(acts, kernel.ActBody))


class Bingo:
    """The game, with the rulebooks that it knows and the register of the cartones."""

    key = GAME
    act_types: Any = kernel.union_of(DECIDERS)
    event_types: Any = kernel.union_of(FOLDS)
    urn_tokens: Final = staticmethod(drawing.tokens)
    postings: Final = staticmethod(postings)

    def __init__(self, library: Library | None = None, cartones: Cartones | None = None) -> None:
        self.library: Final = library or house_library()
        self.cartones: Final = cartones or NoCartones()

    def blank(self) -> State:
        return State()

    def decide(self, state: State, act: kernel.Act[Any]) -> kernel.Outcome:
        return kernel.answer(act, lambda: self._decided(state, act))

    def _decided(self, state: State, act: kernel.Act[Any]) -> kernel.Decision:
        decider = DECIDERS.get(type(act.body))
        if decider is None:
            return fault("unknown-act")
        if state.rules is None and type(act.body) is not acts.OpenHall:
            return fault("no-table")
        if state.rules is not None and state.phase is Phase.CLOSED:
            return fault("table-closed")
        if late := kernel.require_open_step(act, state.step) or require_meant_game(state, act):
            return late
        sources = (Sources(self.library, self.cartones),) if decider.looks_up else ()
        found = decider.require_fit(state, act.by) or decider.function(state, act.by, act.body, *sources)
        return with_clause_of_act(found, act.body) if isinstance(found, Fault) else found

    def evolve(self, state: State, event: kernel.Event) -> State:
        return evolve(state, event, self.library)

    def step(self, state: State) -> kernel.Step:
        return state.step

    def draw_awaited(self, state: State) -> UrnDraw | BallDraw | None:
        """The balls before the sale, then one after another, and after the game those that did not come out."""
        if state.rules is None:
            return None
        game = state.game
        if game.is_urn_wanted:
            return UrnDraw(state.urns + 1, drawing.tokens(state))
        position = len(game.balls) + game.opened_count
        if game.is_ball_wanted:
            return BallDraw(game.urn, position, by_person=state.balls is ChanceKind.KEYED)
        return BallDraw(game.urn, position) if drawing.is_rest_awaited(state) else None

    def view(self, state: State, viewer: kernel.PersonId | None) -> View:
        return view(state, viewer, self.cartones)

    def legal(self, state: State, viewer: kernel.PersonId | None) -> tuple[kernel.Offer, ...]:
        return offers.legal(state, viewer, lambda who, what: self._may_do(state, who, what))

    def _may_do(self, state: State, who: kernel.PersonId, what: Any) -> bool:
        act = kernel.Act(who, what, state.step)
        return kernel.is_accepted(who, lambda: self._decided(state, act))

    def explain(self, state: State, viewer: kernel.PersonId | None) -> tuple[Cite, ...]:
        del viewer
        return PHASES[state.phase].clauses

    def time_limit(self, state: State) -> kernel.TimeLimit | None:
        return None if state.rules is None else duties.time_limit(state)

    def with_inventory(self, opening: acts.OpenHall, last: State | None) -> acts.OpenHall:
        if last is None:
            return replace(opening, inventory=None, secrets=None)
        inventory = inventory_of(last, has_accounts=not opening.is_in_house)
        made = replace(opening, inventory=inventory, secrets=secrets_of(last))
        require_sound_inventory(made, self.cartones)  # draws the cartones, which are kept for the opening
        return made

    def is_inventory_due(self, opening: acts.OpenHall, last: State | None) -> bool:
        due = None if last is None else inventory_of(last, has_accounts=not opening.is_in_house)
        given = opening.inventory
        if due is None or given is None:
            return given is due
        if not given.last_set:
            due = replace(due, last_set="")  # a record from before the last set was handed on
        return replace(given, refunds=refunds_in_order(given.refunds)) == due

    def promises(self, state: State) -> Mapping[kernel.PersonId, object]:
        return state.game.wishes

    def promise_back(self, state: State, person: kernel.PersonId) -> acts.WantCards:
        return acts.WantCards(state.game.wishes[person].series, 0, person)

    def in_house(self, opening: acts.OpenHall, *, is_in_house: bool) -> acts.OpenHall:
        return replace(opening, is_in_house=is_in_house)

    def problems(self, state: State) -> tuple[kernel.Breach, ...]:
        return tuple([found for invariant in INVARIANTS for found in invariant(state)])


BINGO = Bingo()
