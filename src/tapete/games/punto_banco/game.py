"""The game as the rest of the house sees it: one object that decides, folds, shows and explains."""

from __future__ import annotations

from typing import Any

from tapete import accounts
from tapete.chance import CardOut, Draw, SealShoe
from tapete.clauses import Cite, Fault, fault
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.baccarat.layout import BASKET, Layout
from tapete.games.punto_banco import acts as a
from tapete.games.punto_banco import (
    bets,
    corrections,
    coup,
    draws,
    holder,
    incidents,
    opening,
    people,
    rulings,
    settle,
    shoe,
    turn,
    waiting,
)
from tapete.games.punto_banco.books import postings
from tapete.games.punto_banco.events import PuntoBancoEvent
from tapete.games.punto_banco.evolve import evolve
from tapete.games.punto_banco.legal import explain, legal
from tapete.games.punto_banco.rules import GAME
from tapete.games.punto_banco.state import State
from tapete.games.punto_banco.view import View, view
from tapete.kernel import (
    CHANCE,
    SYSTEM,
    Act,
    Decision,
    Offer,
    Outcome,
    PersonId,
    Step,
    answer,
    require_open_step,
)
from tapete.rulebooks import Library, house_library
from tapete.table import acts as t

FROM_SYSTEM = (CardOut, SealShoe, t.Away, t.Back, t.LeadOut, a.CloseTable, a.AdoptRulebook, a.SetOptions, t.Relieve)
"""What chance, the clock and the house may do; everything else is done by people."""
AT_ANY_TIME = (GiveRuling, a.ReportIncident, a.RecordClaim, t.Relieve, t.Away, t.Back, t.BuyIn)
"""Acts that an open incident does not hold up."""


class PuntoBanco:
    """Punto y banca and its mini form. The object has no state of its own beyond the rulebooks that it can read."""

    key = GAME
    act_types = a.PuntoBancoAct
    event_types = PuntoBancoEvent

    def __init__(self, library: Library | None = None) -> None:
        self.library = library or house_library()

    def blank(self) -> State:
        """Return the state before a table is opened."""
        return State()

    def decide(self, state: State, act: Act[Any]) -> Outcome:
        """Answer an act."""
        return answer(act, lambda: self._decide(state, act))

    def _decide(self, state: State, act: Act[Any]) -> Decision:
        what, who = act.what, act.by
        if isinstance(what, a.OpenTable):
            return opening.open_table(state, who, what, self.library)
        if state.rules is None:
            return fault("no-table")
        if wrong := self._require_admissible(state, act):
            return wrong
        return self._act(state, who, what)

    def _require_admissible(self, state: State, act: Act[Any]) -> Fault | None:
        """Return a Fault unless the table is open, the act's author may do such an act, the act is meant for the
        open step, and no incident holds it up.
        """
        if state.phase == "closed":
            return fault("table-is-closed")
        if act.by in SYSTEM and not isinstance(
            act.what,
            CardOut
            | SealShoe
            | t.Away
            | t.Back
            | t.LeadOut
            | a.CloseTable
            | a.AdoptRulebook
            | a.SetOptions
            | t.Relieve,
        ):
            return fault("only-people")
        late = require_open_step(act, state.step)
        if late is not None:
            return late
        if state.docket.open and act.by != CHANCE and not isinstance(act.what, AT_ANY_TIME):
            return incidents.require_chief_has_ruled(state)
        return None

    def _act(self, state: State, who: PersonId, what: Any) -> Decision:
        match what:
            case a.PlaceBet():
                return bets.place(state, who, what)
            case a.WithdrawBet():
                return bets.withdraw(state, who, what)
            case CardOut():
                return draws.card_out(state, who, what)
            case a.OpenBets():
                return bets.open_bets(state, who, what)
            case a.CloseBets():
                return bets.close_bets(state, who, what)
            case a.Deal():
                return coup.deal(state, who, what)
            case a.ShowHand():
                return coup.show(state, who, what)
            case a.DrawCard():
                return coup.draw(state, who, what)
            case a.StandHand():
                return coup.stand(state, who, what)
            case a.Settle():
                return settle.settle(state, who, what)
            case a.TakeShoe():
                return turn.take(state, who, what)
            case a.PassShoe():
                return turn.decline(state, who, what)
            case a.CallPerson():
                return waiting.call(state, who, what)
            case a.AwardHand():
                return holder.award(state, who, what)
            case _:
                return self._around(state, who, what)

    def _around(self, state: State, who: PersonId, what: Any) -> Decision:
        """Everything around the coup: the shoe, people, the table, incidents."""
        match what:
            case a.CountPack():
                return shoe.count(state, who, what)
            case a.ShufflePack():
                return shoe.shuffle(state, who, what)
            case SealShoe():
                return draws.seal(state, who, what)
            case a.CutPack():
                return shoe.cut(state, who, what)
            case a.InsertCutCard():
                return shoe.insert_cut_card(state, who, what)
            case a.BurnCards():
                return shoe.burn(state, who, what)
            case a.StopCardOut():
                return shoe.stop_card_out(state, who, what)
            case t.Sit():
                return people.sit(state, who, what)
            case t.StandBehind():
                return people.stand_behind(state, who, what)
            case t.Leave():
                return people.leave(state, who, what)
            case t.LeadOut():
                return people.lead_out(state, who, what)
            case t.BuyIn():
                return people.buy_in(state, who, what)
            case t.CashOut():
                return people.cash_out(state, who, what)
            case t.Away() | t.Back():
                return people.away(state, who, what)
            case a.ReportIncident():
                return incidents.report(state, who, what)
            case GiveRuling():
                return rulings.give_ruling(state, who, what)
            case a.RecordClaim():
                return incidents.claim(state, who, what)
            case a.CorrectCard():
                return corrections.correct_card(state, who, what)
            case a.CorrectPayment():
                return corrections.correct_payment(state, who, what)
            case t.Relieve():
                return opening.relieve(state, who, what)
            case a.SetOptions():
                return opening.set_options(state, who, what)
            case a.AdoptRulebook():
                return opening.adopt(state, who, what, self.library)
            case a.CloseTable():
                return opening.close_table(state, who, what)
            case _:
                return fault("unknown-act")

    def evolve(self, state: State, event: PuntoBancoEvent) -> State:
        """Fold one event."""
        return evolve(state, event, self.library)

    def step(self, state: State) -> Step:
        """Return the step at which the table stands."""
        return state.step

    def draw_awaited(self, state: State) -> Draw | None:
        """Return the draw that the state awaits; none while an incident holds the coup up."""
        return None if state.docket.open else draws.draw_awaited(state)

    def cards_on_table(self, state: State) -> Layout:
        """Return the cards on the table."""
        return state.layout

    def view(self, state: State, viewer: PersonId | None) -> View:
        """Return what ``viewer`` sees."""
        return view(state, viewer)

    def legal(self, state: State, viewer: PersonId | None) -> tuple[Offer, ...]:
        """Return what ``viewer`` may do now."""
        return legal(state, viewer, self.decide)

    def explain(self, state: State, viewer: PersonId | None) -> tuple[Cite, ...]:
        """Return the clauses in force at this step, as far as ``viewer`` may know."""
        return explain(state, viewer, self.decide)

    def postings(self, event: PuntoBancoEvent) -> tuple[accounts.Posting, ...]:
        """Return the balanced movements of money of one event."""
        return postings(event)

    def problems(self, state: State) -> tuple[str, ...]:
        """Return the invariants that ``state`` breaks: money, cards, stakes."""
        found = list(accounts.problems(state.ledger))
        if sum(state.bets.values()) != accounts.balance(state.ledger, accounts.STAKES):
            found.append("the stakes on the table are not the stakes in the books")
        in_layout = [card.position for card in state.layout]
        if len(set(in_layout)) != len(in_layout) or any(position >= state.shoe.position for position in in_layout):
            found.append("a card lies in two places or never left the shoe")
        if state.basket + len([card for card in state.layout if card.place != BASKET]) > state.shoe.position:
            found.append("more cards out than left the shoe")
        if not state.is_between_coups and state.basket + len(state.layout) != state.shoe.position:
            found.append("a card is lost")
        if any(amount <= 0 for amount in state.bets.values()):
            found.append("a stake is not above zero")
        if state.turn.holder is not None and state.turn.holder not in state.seats.seated:
            found.append("an empty place has the shoe")
        return tuple(found)


PUNTO_BANCO = PuntoBanco()
"""The game under the rulebooks that are shipped."""
