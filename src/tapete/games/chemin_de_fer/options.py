"""What a viewer may do now, and under which clauses he stands, as far as he may know.

An act is offered when :func:`decide` would not refuse it, so the offer never disagrees with the decision. Whoever
decides on hidden cards has looked at them first, so an offer tells its viewer nothing that he has not seen, and
others nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tapete.accounts import balance, person
from tapete.chance import CardOut
from tapete.clauses import Cite, cite, rule, shown, trace
from tapete.clauses.register import Clause, game_clauses
from tapete.games.baccarat.effects import VoidCoup
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.baccarat.layout import FLOOR, at
from tapete.games.baccarat.marks import hand_cards
from tapete.games.chemin_de_fer import acts, bank_acts, garage
from tapete.games.chemin_de_fer.calls import enough_players
from tapete.games.chemin_de_fer.duties import word_fault
from tapete.games.chemin_de_fer.faces import keyable
from tapete.games.chemin_de_fer.hands import undecided
from tapete.games.chemin_de_fer.reports import reportable
from tapete.games.chemin_de_fer.rules import GAME
from tapete.games.chemin_de_fer.silence import left_alone
from tapete.games.chemin_de_fer.state import Bank, State
from tapete.games.chemin_de_fer.taking import counted
from tapete.games.chemin_de_fer.terms import Accident, Call, Hand, Window, Word
from tapete.kernel import Act, Offer, Outcome, PersonId, Refused
from tapete.table import acts as table

IN_FORCE: dict[Window, tuple[Cite, ...]] = {
    Window.CLOSED: (),
    Window.SHOE: (cite("CF.B.03"), cite("CF.B.47"), cite("CF.B.49")),
    Window.SHUFFLED: (cite("CF.B.03"), cite("CF.B.04")),
    Window.OFFERED: (cite("CF.B.05"), cite("CF.B.06")),
    Window.CUT: (cite("CF.B.07"),),
    Window.STOP_CARD: (cite("CF.B.08"), cite("CF.B.10")),
    Window.BANK: (cite("CF.E1.02"), cite("CF.E1.09"), cite("CF.E1.10"), cite("CF.E2.06")),
    Window.AUCTION: (cite("CF.E1.15"), cite("CF.E1.16"), cite("CF.E1.23")),
    Window.VACANT: (cite("HP.CF.vacant-bank"),),
    Window.BETWEEN: (cite("CF.B.02"), cite("CF.B.12"), cite("CF.E1.03"), cite("CF.E1.08"), cite("CF.E1.19")),
    Window.BETS: (
        cite("CF.B.14"),
        cite("CF.B.15"),
        cite("CF.B.16"),
        cite("CF.B.17"),
        cite("CF.B.30"),
        shown("CF.C4.17"),
        cite("CF.C4.19"),
        cite("CF.E2.10"),
    ),
    Window.DEAL: (cite("CF.A.07"), cite("CF.B.29")),
    Window.CARRY: (shown("CF.B.39"), cite("CF.B.29"), cite("CF.B.31")),
    Window.LIFT: (cite("CF.B.29"), cite("CF.B.31"), cite("CF.B.33")),
    Window.WORD: (cite("CF.A.08"), cite("CF.A.11"), cite("CF.A.12"), cite("CF.A.14")),
    Window.ANSWER: (cite("CF.A.17"), cite("CF.C4.07")),
    Window.BANKER: (cite("CF.A.19"), cite("CF.A.20"), cite("CF.A.24")),
    Window.SHOW: (cite("CF.B.42"),),
    Window.SETTLE: (cite("CF.B.43"), cite("CF.E2.09")),
}
"""Clauses that govern each window, whatever the cards are."""

WAITED_FOR: dict[Window, tuple[str, ...]] = {
    Window.SHOE: ("check-cards", "shuffle-pack"),
    Window.SHUFFLED: ("offer-cards",),
    Window.OFFERED: ("shuffle-pack",),
    Window.CUT: ("cut-pack", "decline-cut"),
    Window.STOP_CARD: ("insert-stop-card",),
    Window.BANK: ("take-bank", "decline-bank"),
    Window.AUCTION: ("close-auction",),
    Window.VACANT: ("offer-bank",),
    Window.BETWEEN: ("open-bets", "deliver-bank"),
    Window.BETS: ("close-bets", "call-off"),
    Window.DEAL: ("deal-card",),
    Window.CARRY: ("carry-cards",),
    Window.LIFT: ("lift",),
    Window.WORD: ("say", "lay-down"),
    Window.ANSWER: ("lift", "give-card", "lay-down"),
    Window.BANKER: ("lift", "draw-card", "stand", "lay-down"),
    Window.SHOW: ("show-hand",),
    Window.SETTLE: ("settle",),
}
"""The acts that the table waits for in each window, whatever the cards are."""


def explain(state: State, viewer: PersonId | None) -> tuple[Cite, ...]:
    """Return the clauses in force; to the player who has seen the punto's cards, only those of his own total."""
    cards = at(state.coup.cards.layout, Hand.PUNTO)
    mine = state.window is Window.WORD and viewer == state.holder and all(viewer in card.seen_by for card in cards)
    if not mine:
        return IN_FORCE[state.window]
    with trace() as trail:
        for word in Word:
            word_fault(state, word)
    return trail.rests_on


@rule("CF.A.22", neutral=())
def ask_rule(state: State, viewer: PersonId | None, about: str = "") -> tuple[Clause, ...]:
    """Any player may ask for a rule at any moment, and is answered.

    ``about`` is the id of a clause or a topic of the register; anything else is answered with the clauses in force, as
    far as the viewer may know, and before a table is open with all of them. It is no act: nobody else learns of it.
    """
    known = game_clauses(GAME)
    wanted = tuple(one for one in known if about in (one.id, one.topic))
    if wanted:
        return wanted
    now = set(explain(state, viewer))
    return tuple(one for one in known if one.id in now) or tuple(known)


def legal(state: State, viewer: PersonId | None, decide: Callable[[State, Act[Any]], Outcome]) -> tuple[Offer, ...]:
    """Return the acts that ``viewer`` may do now, each with the bounds that make sense for its fields."""
    if viewer is None or state.rules is None:
        return ()
    waited, found = waited_for(state), []
    for what, fields in (*candidates(state, viewer), *at_the_table(state, viewer)):
        answer = decide(state, Act(viewer, what, state.step))
        if not isinstance(answer, Refused):
            tag = str(what.__struct_config__.tag)
            main = tag in waited or (too_slow(state) and fields.get("accident") == Accident.TOO_SLOW)
            found.append(Offer(tag, fields, main, IN_FORCE[state.window]))
    return tuple(one for at, one in enumerate(found) if one not in found[:at])


def waited_for(state: State) -> tuple[str, ...]:
    """Return the acts of which the table waits for one: a ruling, a face, an answer, or the next step of the coup."""
    if state.docket.open:
        return ("give-ruling",)
    if state.coup.due:
        return ("card-out",)
    if undecided(state):
        return ("withdraw-stake", "keep-stake", "close-withdrawals")
    if state.holder in state.seats.away and state.window in (Window.LIFT, Window.WORD):
        return ("stand-in",)
    if state.coup.cards.marks.choices:
        return ("choose",)
    return (*WAITED_FOR.get(state.window, ()), *without_somebody(state))


def too_slow(state: State) -> bool:
    """Say whether the time of the player who holds the punto's cards is up."""
    return state.coup.warned and state.holder != state.croupier()


def without_somebody(state: State) -> tuple[str, ...]:
    """Return the further acts that the table waits for because its banker or its players are not there."""
    gone = state.window is Window.VACANT and not set(state.seats.people()) - state.seats.away
    if gone or (state.window is Window.BETWEEN and enough_players(state)):
        return ("pass-hand", "close-table")
    silent = state.window is Window.BETWEEN and state.called is not None
    return ("pass-hand", "refuse-to-deal") if silent or left_alone(state) else ()


def at_the_table(state: State, viewer: PersonId) -> Iterator[tuple[Any, dict[str, Any]]]:
    """Return the acts that belong to no window: a place, chips, leaving."""
    free = [seat for seat in state.seats.labels if seat not in state.seats.seated]
    if free:
        yield table.Sit(free[0]), {"seat": free}
    if not state.seats.stands(viewer):
        yield table.StandBehind(state.seats.labels[0]), {"seat": list(state.seats.labels)}
    yield table.BuyIn(1), {"amount": {"min": 1}}
    chips = balance(state.ledger, person(viewer))
    if chips:
        yield table.CashOut(chips), {"amount": {"min": 1, "max": chips}}
    yield table.Leave(), {}
    yield acts.AskCardCheck(), {}
    yield acts.JoinList(), {}
    yield acts.LeaveList(), {}
    yield acts.AskSeatChange(), {}
    yield acts.CallPerson(), {}
    yield acts.CloseTable(), {}
    freedom, unlimited = not state.settings.banco_freedom, not state.settings.no_bank_max
    yield acts.SetOptions(freedom, unlimited), {"banco_freedom": [False, True], "no_bank_max": [False, True]}


def candidates(state: State, viewer: PersonId) -> Iterator[tuple[Any, dict[str, Any]]]:
    """Return acts to try, with their fields; amounts are tried at their least."""
    least = max(state.settings.bank_minimum, state.settings.minimum)
    due = next(iter(state.coup.due), None)
    if state.keyed and due is not None and due.face_up:
        yield CardOut(due.position, keyable(state)), {"position": due.position, "place": due.place, "face": "card"}
    match state.window:
        case Window.SHOE | Window.SHUFFLED | Window.OFFERED | Window.CUT | Window.STOP_CARD:
            yield from at_the_shoe(state)
        case Window.BANK:
            own = own_part(state)
            yield bank_acts.TakeBank(own), {"amount": {"min": own}}
            yield bank_acts.DeclineBank(), {}
            if state.offer.to is not None:
                others = [one for one in state.seats.people() if one not in (viewer, state.offer.left_by)]
                yield bank_acts.PledgeShare(state.offer.to, least), {"leader": others, "amount": {"min": least}}
            yield bank_acts.WithdrawShare(), {}
        case Window.AUCTION if state.auction is not None:
            floor = max(state.auction.floor, state.auction.bid_of(viewer) + 1)
            yield bank_acts.Bid(floor), {"amount": {"min": floor}}
            yield bank_acts.CloseAuction(), {}
        case Window.BETWEEN:
            yield acts.OpenBets(), {}
            yield bank_acts.PassHand(), {}
            yield bank_acts.RefuseToDeal(), {}
            yield bank_acts.OfferShare(max(least, 1)), {"amount": {"min": 1, **up_to_maximum(state, state.bank)}}
            yield bank_acts.WithdrawShare(), {}
            yield from with_the_bank(state)
            for offering in state.bank.offered if state.bank else ():
                yield bank_acts.AcceptShare(offering), {"person": offering}
        case Window.VACANT:
            yield bank_acts.OfferBank(), {}
        case Window.BETS:
            most = state.coup.in_play
            yield acts.Stake(state.settings.minimum), {"amount": {"min": state.settings.minimum, "max": most}}
            yield acts.CallBanco(), {}
            yield acts.CallSeguido(), {}
            led = {one.kind.partition(":")[2] for one in state.calls.claims if one.kind.startswith(f"{Call.JOINT}:")}
            leaders = [viewer, *sorted(led - {viewer})]
            part = {"min": state.settings.minimum, "max": most}
            yield acts.JoinBanco(viewer, state.settings.minimum), {"leader": leaders, "amount": part}
            twice = 2 * state.settings.minimum
            yield acts.StakeOnLine(twice), {"amount": {"min": twice, "max": 2 * most}}
            yield acts.CallConLaMesa(), {}
            yield acts.CallUltimoCompleto(), {}
            yield acts.WithdrawCall(), {}
            yield acts.CloseBets(), {}
            yield acts.CallOff(), {}
        case _:
            yield from at_the_cards(state)
    for incident in state.docket.open:
        for effects in (None, (VoidCoup(),)):  # what is proposed may be nothing, and nothing may not do
            yield GiveRuling(incident.serial, effects, "?"), {"serial": incident.serial}
    for fallen in at(state.coup.cards.layout, FLOOR):
        yield acts.PickUp(fallen.position), {"position": fallen.position}
    for one in reportable(state, viewer):
        yield one.example, one.fields


def own_part(state: State) -> int:
    """Return the least that the person asked must put up himself, in cents: what is pledged to him counts with it."""
    to = state.offer.to
    pledged = () if to is None or state.bank is not None else counted(state, to)
    return max(state.offer.floor - sum(one.amount for one in pledged), 1)


def up_to_maximum(state: State, beside: Bank | None = None) -> dict[str, int]:
    """Return the upper bound of the bank's amount, of what may join the bank ``beside``; none without a maximum."""
    if garage.no_maximum(state):
        return {}
    most = state.book.bank.maximum_multiple.value * state.settings.minimum
    return {"max": most if beside is None else max(1, most - beside.total)}


def with_the_bank(state: State) -> Iterator[tuple[Any, dict[str, Any]]]:
    """Return what a banker may do with his bank between coups."""
    bank = state.bank
    if bank is None:
        return
    yield bank_acts.RaiseBank(bank.total + 1), {"amount": {"min": bank.total + 1, **up_to_maximum(state)}}
    if bank.owed:
        yield bank_acts.DeliverBank(bank.owed), {"amount": {"min": 1, "max": bank.owed}}
    if bank.won > bank.excluded:
        yield bank_acts.GarageWinnings(1), {"amount": {"min": 1, "max": bank.won - bank.excluded}}
    yield bank_acts.AllGoes(), {}
    for one in sorted(bank.leaving):
        yield bank_acts.TakeOverShare(one), {"person": one}


def at_the_shoe(state: State) -> Iterator[tuple[Any, dict[str, Any]]]:
    """Return the acts of the preparation to try."""
    size = state.settings.decks * 52
    yield acts.ShufflePack(), {}
    yield acts.OfferCards(), {}
    yield acts.CutPack(size // 2), {"depth": {"min": 1, "max": size - 1}}
    yield acts.DeclineCut(), {}
    yield acts.InsertStopCard(), {}
    yield acts.CheckCards(size), {"found": {"min": 0, "max": size}}


def at_the_cards(state: State) -> Iterator[tuple[Any, dict[str, Any]]]:
    """Return the acts of a coup to try."""
    for hand in Hand:
        fields = {"hand": str(hand)}
        yield acts.DealCard(hand), fields
        yield acts.Lift(hand), fields
        yield acts.LayDown(hand), fields
        if any(not card.face_up for card in hand_cards(state.coup.cards.layout, hand)):
            yield acts.ShowHand(hand), fields
    for word in Word:
        yield acts.Say(word), {"word": str(word)}
    for choice in state.coup.cards.marks.choices:
        for option in choice.options:
            yield acts.Choose(choice.choice, option), {"choice": choice.choice, "option": option}
    for what in (
        *(late(one.person) for one in state.coup.late for late in (acts.RemoveLateStake, acts.AdmitLateStake)),
        acts.AskAdvice(),
        acts.WithdrawStake(),
        acts.KeepStake(),
        acts.CloseWithdrawals(),
        acts.StandIn(),
        acts.CallSeguido(),
        acts.CarryCards(),
        acts.GiveCard(),
        acts.DrawCard(),
        acts.Stand(),
        acts.AskTable(),
        acts.Settle(),
    ):
        whose = getattr(what, "person", None)
        yield what, {} if whose is None else {"person": whose}
