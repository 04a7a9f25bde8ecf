"""Acts that may make sense for a viewer now, each with the values that its fields may take.

Which of them stand is asked of the decisions themselves (:mod:`tapete.games.chemin_de_fer.options`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from tapete.accounts import balance, person
from tapete.chance import CardOut
from tapete.games.baccarat import pack
from tapete.games.baccarat.effects import Effect, NoteOnly, VoidCoup
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.baccarat.layout import FLOOR, at
from tapete.games.baccarat.marks import hand_cards
from tapete.games.banked.terms import Word
from tapete.games.chemin_de_fer import acts
from tapete.games.chemin_de_fer.cards.faces import keyable_face
from tapete.games.chemin_de_fer.cards.hands import pending_withdrawals
from tapete.games.chemin_de_fer.errors.reports import reportable
from tapete.games.chemin_de_fer.money_candidates import (
    Candidates,
    auction_acts,
    bank_offer_acts,
    banker_acts,
    share_acts,
    stake_acts,
)
from tapete.games.chemin_de_fer.phases import (
    AT_THE_CARDS,
    AT_THE_SHOE,
    BETWEEN_COUPS,
    OF_A_VACANT_BANK,
    OF_AN_AUCTION,
    OF_AN_OFFER,
    OF_THE_BETTING,
    PHASES,
)
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import Call, Hand
from tapete.kernel import (
    ActBody,
    Amount,
    CardFace,
    Choice,
    Count,
    Effects,
    Field,
    FixedValue,
    Note,
    People,
    PersonId,
    Text,
    require_complete,
)
from tapete.table import acts as table


def table_acts(state: State, viewer: PersonId) -> Candidates:
    """Return the acts that belong to no phase: a place, chips, leaving."""
    free = [seat for seat in state.seats.labels if seat not in state.seats.occupants]
    if free:
        yield table.Sit(free[0]), {"seat": Choice(tuple(free))}
    if not state.seats.is_standing(viewer):
        yield table.StandBehind(state.seats.labels[0]), {"seat": Choice(state.seats.labels)}
    yield table.BuyIn(1), {"amount": Amount(1)}
    chips = balance(state.ledger, person(viewer))
    if chips:
        yield table.CashOut(chips), {"amount": Amount(1, chips)}
    yield table.Leave(), {}
    yield acts.AskCardCheck(), {}
    yield acts.JoinList(), {}
    yield acts.LeaveList(), {}
    yield acts.AskSeatChange(), {}
    yield acts.CallPerson(), {}
    yield acts.CloseTable(), {}
    for option in ("banco_freedom", "no_bank_max"):  # one by one, so that none is offered as it stands
        other = not getattr(state.settings, option)
        yield acts.SetOptions(**{option: other}), {option: FixedValue(other)}


def incident_acts(state: State, viewer: PersonId) -> Candidates:
    """Return what an open incident, a fallen card and what may have happened lead to, in every phase."""
    for incident in state.docket.open:
        serial = FixedValue(incident.serial)
        own: dict[str, Field] = {"effects": Effects(), "reason": Text()}
        asked: dict[str, Field] = {"reason": Text()} if incident.open_to_judgement else {}
        yield GiveRuling(incident.serial, None, "?" if asked else ""), {"serial": serial, **asked}
        anywhere: tuple[tuple[Effect, ...], ...] = ((VoidCoup(),), (NoteOnly(incident.kind),))
        for effects in (*anywhere, *(one.effects for one in incident.alternatives)):
            yield GiveRuling(incident.serial, effects, "?"), {"serial": serial, **own}
    for fallen in at(state.coup.cards.layout, FLOOR):
        yield acts.PickUp(fallen.position), {"position": FixedValue(fallen.position)}
        people = list(state.seats.people())
        if state.is_observed and viewer == state.croupier() and people:  # nobody may, and it happens all the same
            yield (
                acts.PickUp(fallen.position, people[0]),
                {
                    "position": FixedValue(fallen.position),
                    "person": People(tuple(people)),
                },
            )
    for one in reportable(state, viewer):
        yield from one.offers


def keyed_card_acts(state: State) -> Candidates:
    """Return the keying of the face that a real table waits for."""
    due = next(iter(state.coup.due_cards), None)
    if state.is_keyed and due is not None and due.face_up:
        yield (
            CardOut(due.position, keyable_face(state)),
            {
                "position": FixedValue(due.position),
                "place": Note(due.place),
                "face": CardFace(),
            },
        )


# --- by phase ---------------------------------------------------------------------------------------------------------


def phase_acts(state: State, viewer: PersonId) -> Candidates:
    """Return the acts that may be offered in the open phase, whatever the cards are."""
    return CANDIDATES[PHASES[state.phase].offered_acts](state, viewer)


def no_acts(state: State, viewer: PersonId) -> Candidates:
    """Return nothing: the table is closed."""
    del state, viewer
    return iter(())


def between_coups_acts(state: State, viewer: PersonId) -> Candidates:
    """Return what may be done with the bank that is held, before a coup opens."""
    yield acts.OpenBets(), {}
    yield acts.PassHand(), {}
    yield acts.RefuseToDeal(), {}
    yield from share_acts(state, viewer)
    yield acts.WithdrawShare(), {}
    yield from banker_acts(state)
    for offering in sorted(state.bank.join_offers) if state.bank else ():
        yield acts.AcceptShare(offering), {"person": FixedValue(offering)}


def vacant_bank_acts(state: State, viewer: PersonId) -> Candidates:
    """Return what the croupier does with a bank that everybody has let go."""
    del viewer
    yield acts.OfferBank(), {}


def betting_acts(state: State, viewer: PersonId) -> Candidates:
    """Return the calls, and the end of the betting."""
    yield from stake_acts(state, viewer)
    yield acts.CallBanco(), {}
    if viewer in state.carried_over.seguido:  # of anybody else it is an ordinary banco at most
        yield acts.CallSeguido(), {}
    yield acts.CallConLaMesa(), {}
    if any(one.kind == Call.PARTIAL for one in state.calls.claims):  # without one it comes to nothing
        yield acts.CallUltimoCompleto(), {}
    yield acts.WithdrawCall(), {}
    yield acts.PassHand(), {}
    yield acts.CloseBets(), {}
    yield acts.CallOff(), {}


def shoe_acts(state: State, viewer: PersonId) -> Candidates:
    """Return the acts by which a shoe is prepared."""
    del viewer
    size = state.settings.decks * 52
    yield acts.ShufflePack(), {}
    yield acts.OfferCards(), {}
    yield acts.CutPack(size // 2), {"depth": pack.cut_bounds(size, state.settings.shoe)}
    yield acts.DeclineCut(), {}
    yield acts.InsertStopCard(), {}
    yield acts.CheckCards(size), {"found": Count(0, size)}


def card_acts(state: State, viewer: PersonId) -> Candidates:
    """Return the acts at the cards of a coup, to its settlement."""
    for hand in Hand:
        fields: dict[str, Field] = {"hand": FixedValue(str(hand))}
        yield acts.DealCard(hand), fields
        down = any(not card.face_up for card in hand_cards(state.coup.cards.layout, hand))
        if down or hand is Hand.PUNTO:  # the punto takes his cards up before he speaks, open or not
            yield acts.Lift(hand), fields
            owner = state.holder if hand is Hand.PUNTO else state.banker
            if state.is_observed and owner not in (None, viewer) and viewer == state.croupier():
                yield acts.Lift(hand, owner), fields | {"person": FixedValue(owner)}
        yield acts.LayDown(hand), fields
        if down:
            yield acts.ShowHand(hand), fields
    for word in Word:
        yield acts.Say(word), {"word": FixedValue(str(word))}
    asked = pending_withdrawals(state) if state.is_real and viewer == state.croupier() else ()
    for choice in state.coup.cards.marks.choices:
        for option in choice.options:
            yield (
                acts.Choose(choice.choice, option),
                {"choice": FixedValue(choice.choice), "option": FixedValue(option)},
            )
    for what in (
        *(late(one.person) for one in state.coup.late for late in (acts.RemoveLateStake, acts.AdmitLateStake)),
        *(kind(one) for one in asked for kind in (acts.WithdrawStake, acts.KeepStake)),
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
        yield what, {} if whose is None else {"person": FixedValue(whose)}


CANDIDATES: Final[Mapping[frozenset[type[ActBody]], Callable[[State, PersonId], Candidates]]] = {
    frozenset(): no_acts,
    AT_THE_SHOE: shoe_acts,
    OF_AN_OFFER: bank_offer_acts,
    OF_AN_AUCTION: auction_acts,
    OF_A_VACANT_BANK: vacant_bank_acts,
    BETWEEN_COUPS: between_coups_acts,
    OF_THE_BETTING: betting_acts,
    AT_THE_CARDS: card_acts,
}
"""How the acts that a phase offers are tried."""

require_complete(CANDIDATES, frozenset(rules.offered_acts for rules in PHASES.values()))
