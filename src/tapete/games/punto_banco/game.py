"""The game as the rest of the house sees it: one object that decides, folds, shows and explains."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from tapete import accounts, kernel
from tapete.chance import CardOut, Draw, SealShoe
from tapete.clauses import Cite, Fault, fault
from tapete.games.baccarat.effects import BASKET, Layout
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.punto_banco import acts as a, bets, coup, opening, rulings, turn
from tapete.games.punto_banco.evolve import FOLDS, evolve, postings
from tapete.games.punto_banco.rules import GAME
from tapete.games.punto_banco.state import State
from tapete.games.punto_banco.terms import Phase
from tapete.games.punto_banco.view import View, explain, legal, view
from tapete.money import Cents
from tapete.rulebooks import ByLibrary, Library, house_library
from tapete.table import acts as t

# What holds at every moment of a sound table: money, cards, stakes, the turn of the shoe.


def ledger_is_sound(state: State) -> tuple[kernel.Breach, ...]:
    return accounts.problems(state.ledger)


def stakes_are_booked(state: State) -> tuple[kernel.Breach, ...]:
    booked, on_table = accounts.balance(state.ledger, accounts.STAKES), sum(state.bets.values())
    return () if on_table == booked else (kernel.breach("stakes-not-booked", booked=booked, on_table=on_table),)


def cards_lie_once(state: State) -> tuple[kernel.Breach, ...]:
    """Every card on the table has left the shoe, and lies in one place."""
    positions = [card.position for card in state.layout]
    twice = len(set(positions)) != len(positions)
    inside = any(position >= state.shoe.position for position in positions)
    return (kernel.breach("card-twice-or-in-shoe"),) if twice or inside else ()


def cards_left_the_shoe(state: State) -> tuple[kernel.Breach, ...]:
    out = state.basket + len([card for card in state.layout if card.place != BASKET])
    return (kernel.breach("cards-out-unknown", out=out, left=state.shoe.position),) if out > state.shoe.position else ()


def cards_are_complete(state: State) -> tuple[kernel.Breach, ...]:
    """During a coup, every card that has left the shoe lies on the table or in the basket."""
    lost = not state.is_between_coups and state.basket + len(state.layout) != state.shoe.position
    return (kernel.breach("card-lost"),) if lost else ()


def stakes_are_positive(state: State) -> tuple[kernel.Breach, ...]:
    return (kernel.breach("stake-not-positive"),) if any(amount <= 0 for amount in state.bets.values()) else ()


def holder_is_seated(state: State) -> tuple[kernel.Breach, ...]:
    holder = state.turn.holder
    return (
        (kernel.breach("empty-place-has-shoe", seat=holder),)
        if holder is not None and holder not in state.seats.occupants
        else ()
    )


INVARIANTS: Final[tuple[Callable[[State], tuple[kernel.Breach, ...]], ...]] = (
    ledger_is_sound,
    stakes_are_booked,
    cards_lie_once,
    cards_left_the_shoe,
    cards_are_complete,
    stakes_are_positive,
    holder_is_seated,
)


HANDLERS: Final[
    Mapping[type[kernel.ActBody], Callable[[State, kernel.PersonId, Any], kernel.Decision] | ByLibrary[kernel.Decision]]
] = {
    a.OpenTable: ByLibrary(opening.open_table),
    a.AdoptRulebook: ByLibrary(opening.adopt),
    a.CloseTable: opening.close_table,
    a.SetOptions: opening.set_options,
    t.Relieve: opening.relieve,
    t.Sit: bets.sit,
    t.StandBehind: bets.stand_behind,
    t.Leave: bets.leave,
    t.LeadOut: bets.lead_out,
    t.BuyIn: bets.buy_in,
    t.CashOut: bets.cash_out,
    t.Away: bets.away,
    t.Back: bets.away,
    a.CountPack: turn.count,
    a.ShufflePack: turn.shuffle,
    a.CutPack: turn.cut,
    a.InsertCutCard: turn.insert_cut_card,
    a.BurnCards: turn.burn,
    a.TakeShoe: turn.take,
    a.PassShoe: turn.decline,
    a.CallPerson: turn.call,
    a.OpenBets: bets.open_bets,
    a.PlaceBet: bets.place,
    a.WithdrawBet: bets.withdraw,
    a.CloseBets: bets.close_bets,
    a.Deal: coup.deal,
    a.AwardHand: turn.award,
    a.ShowHand: coup.show,
    a.DrawCard: coup.draw,
    a.StandHand: coup.stand,
    a.Settle: coup.settle,
    a.StopCardOut: turn.stop_card_out,
    a.ReportIncident: rulings.report,
    GiveRuling: rulings.give_ruling,
    a.RecordClaim: rulings.claim,
    a.CorrectCard: rulings.correct_card,
    a.CorrectPayment: rulings.correct_payment,
    SealShoe: rulings.seal,
    CardOut: rulings.card_out,
}

kernel.require_complete(HANDLERS, kernel.declared_types(a, kernel.ActBody))

FROM_SYSTEM: Final = frozenset(
    {CardOut, SealShoe, t.Away, t.Back, t.LeadOut, a.CloseTable, a.AdoptRulebook, a.SetOptions, t.Relieve}
)
"""What chance, the clock and the house may do; everything else is done by people."""
AT_ANY_TIME: Final = frozenset({GiveRuling, a.ReportIncident, a.RecordClaim, t.Relieve, t.Away, t.Back, t.BuyIn})
"""Acts that an open incident does not hold up."""


def require_admissible(state: State, act: kernel.Act[Any]) -> Fault | None:
    if state.rules is None:
        return fault("no-table")
    if state.phase is Phase.CLOSED and type(act.body) is not t.CashOut:
        return fault("table-closed")
    if act.by in kernel.SYSTEM and type(act.body) not in FROM_SYSTEM:
        return fault("only-people")
    late = kernel.require_open_step(act, state.step)
    if late is None and type(act.body) in rulings.ABOUT_A_COUP:
        late = rulings.require_coup_of_shoe(state, act)
    if late is not None:
        return late
    if state.docket.open and act.by != kernel.CHANCE and type(act.body) not in AT_ANY_TIME:
        return rulings.require_chief_has_ruled(state)
    return None


class PuntoBanco:
    """Punto y banca and its mini form. The object has no state of its own beyond the rulebooks that it can read."""

    key = GAME
    act_types: Any = kernel.union_of(HANDLERS)
    event_types: Any = kernel.union_of(FOLDS)

    def __init__(self, library: Library | None = None) -> None:
        self.library: Final = library or house_library()

    def blank(self) -> State:
        return State()

    def decide(self, state: State, act: kernel.Act[Any]) -> kernel.Outcome:
        return kernel.answer(act, lambda: self._decide(state, act))

    def _decide(self, state: State, act: kernel.Act[Any]) -> kernel.Decision:
        what, who = act.body, act.by
        kind = type(what)
        if kind is not a.OpenTable and (wrong := require_admissible(state, act)):
            return wrong
        handler = HANDLERS.get(kind)
        if isinstance(handler, ByLibrary):
            return handler.function(state, who, what, self.library)
        return fault("unknown-act") if handler is None else handler(state, who, what)

    def evolve(self, state: State, event: kernel.Event) -> State:
        return evolve(state, event, self.library)

    def step(self, state: State) -> kernel.Step:
        return state.step

    def draw_awaited(self, state: State) -> Draw | None:
        return None if state.docket.open else rulings.draw_awaited(state)

    def cards_on_table(self, state: State) -> Layout:
        return state.layout

    def view(self, state: State, viewer: kernel.PersonId | None) -> View:
        return view(state, viewer)

    def legal(self, state: State, viewer: kernel.PersonId | None) -> tuple[kernel.Offer, ...]:
        return legal(state, viewer, self.decide)

    def main_offers(self, state: State, people: Sequence[kernel.PersonId]) -> kernel.MainOffers:
        found = [(one, legal(state, one, self.decide, is_main_only=True)) for one in people]
        return [one for one in found if one[1]]

    def explain(self, state: State, viewer: kernel.PersonId | None) -> tuple[Cite, ...]:
        return explain(state, viewer, self.decide)

    def dearest_result(self, state: State) -> Cents:
        return coup.dearest_result(state)

    def postings(self, event: kernel.Event) -> tuple[accounts.Posting, ...]:
        return postings(event)

    def problems(self, state: State) -> tuple[kernel.Breach, ...]:
        return tuple([found for invariant in INVARIANTS for found in invariant(state)])


PUNTO_BANCO = PuntoBanco()
"""The game under the rulebooks that are shipped."""
