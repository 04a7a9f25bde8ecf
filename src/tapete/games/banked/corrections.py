"""A wrongly keyed card and an open incident that rests on it: which of it is withdrawn, and what stays open.

Faults that somebody reported stay; faults that nothing but open cards shows are weighed again by the true cards.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from typing import Any, Protocol, TypeVar

import msgspec

from tapete.accounts import Ledger, balance, person
from tapete.cards import Card
from tapete.clauses import Fault, Rule, fault, first_fault, trace
from tapete.games.baccarat import corrections
from tapete.games.baccarat.conflicts import Proposal
from tapete.games.baccarat.corrections import CorrectCard, CorrectPayment, RulingUndone
from tapete.games.baccarat.effects import BASKET, FLOOR, AssignCard, Effect, GoBack, move
from tapete.games.baccarat.incident import Docket, GiveRuling, Incident, IncidentOpened, IncidentWithdrawn, incident
from tapete.games.baccarat.procedure import require_face_in_pack
from tapete.games.banked import reconsideration, rulings, settled_coups
from tapete.games.banked.acts import Deciders
from tapete.games.banked.coup import Coup, RulingGiven, SettledCoup, Share, Shares, share_of, sum_of
from tapete.games.banked.rulings import RuledGame
from tapete.games.banked.settled_coups import PaymentCorrected
from tapete.games.banked.shoe import copies_out
from tapete.games.banked.state import BETS, SETTLE, SHOW, State
from tapete.kernel import HOUSE, Decision, Event, PersonId, fold
from tapete.money import Cents
from tapete.table.staff import Role
from tapete.table.state import require_two_officials as require_officials


def withdrawal(one: Incident, shown: Collection[str]) -> IncidentWithdrawn | None:
    codes = tuple(found.code for found in one.faults if found.code in shown)
    return IncidentWithdrawn(one.serial, one.kind, codes) if codes else None


def is_same_case(one: Incident, other: Incident) -> bool:
    return all(found in one.faults for found in other.faults) and set(other.proposed_effects) <= set(
        one.proposed_effects
    )


def is_found_again(one: Incident, events: Collection[Event]) -> bool:
    return any(isinstance(new, IncidentOpened) and is_same_case(one, new.incident) for new in events)


def remaining_report(
    docket: Docket, one: Incident, shown: Collection[str], proposal: Callable[[Fault], Proposal | None]
) -> tuple[Event, ...]:
    """Return the incident of what somebody reported besides the faults that only the wrong card showed."""
    left = tuple(found for found in one.faults if found.code not in shown)
    if not left:
        return ()
    gone = [made for found in one.faults if found.code in shown and (made := proposal(found)) is not None]
    taken = {effect for made in gone for effect in made.effects}
    effects = tuple(effect for effect in one.proposed_effects if effect not in taken)
    open_still = not effects or (one.open_to_judgement and not any(made.open_to_judgement for made in gone))
    stays = Proposal(effects, (), open_still, one.alternatives)
    return (IncidentOpened(incident(docket, left[0].code, one.reported_by, left, (stays,), one.note)),)


# A ruling on faults that open cards showed is looked at on the coup as it was given, with the true card and without the
# rulings undone already: where the same fault asks for the same, it stands, and so does what somebody reported.

S = TypeVar("S", bound=State[Any])
C = TypeVar("C", bound=Coup)

_set = msgspec.structs.replace


Undo = Rule[[tuple[RulingUndone, ...]], tuple[RulingUndone, ...]]
Names = reconsideration.FaultNames
Shifts = Callable[[Shares], Shares]
FindsFaults = Callable[..., Iterable[Fault]]


class CorrectedGame(RuledGame[S], Protocol[S]):
    """What one game says of corrections, and of rulings that a wrong key led to.

    ``shown_codes`` are the faults that nothing but open cards shows. ``card_corrected`` makes the event of a card. The
    rules: ``undo`` takes rulings back, ``require_two_officials`` lets somebody correct, ``advance`` says what the house
    advances for those who have left, ``set_off`` what of it they give back.
    """

    shown_codes: frozenset[str]
    card_corrected: Callable[..., Any]
    undo: Undo
    require_two_officials: Callable[[State[Any], PersonId, CorrectCard | CorrectPayment], Fault | None]
    advance: Shifts
    set_off: Shifts

    names: reconsideration.FaultNames
    faults_shown: Callable[[Any], Iterable[Fault]]
    proposal: Callable[[Any, Fault], Proposal | None]

    def true_result(self, state: S, found: Any, event: Any) -> Any:
        """Return the correction of a card of a settled coup with how that really ended, and what was due by it."""
        ...

    def result_words(self, state: S, right: Any) -> tuple[Event, ...]: ...
    def bearing(self, state: S, event: PaymentCorrected) -> tuple[PaymentCorrected, tuple[Event, ...]]:
        """Return a corrected payment with what of it the bank bears, and what is drawn on for it."""
        ...

    def afterwards(self, state: S, event: Event) -> tuple[Event, ...]: ...

    def again(self, _state: S) -> str:
        """Return the phase in which a coup that has ended is reckoned once more."""
        return SHOW

    def name(self, fault: Fault) -> str:
        return self.names(fault)[-1]

    def remedy(self, state: S, fault: Fault) -> tuple[Effect, ...] | None:
        made = self.proposal(state, fault)
        return None if made is None else made.effects

    def codes_shown(self, ruling: RulingGiven[Any]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.name(fault) for fault in ruling.faults if fault.code in self.shown_codes))

    def not_found(self, state: S, coup: Coup, faults: Iterable[Fault]) -> S:
        gone = frozenset(name for fault in faults if fault.code in self.shown_codes for name in self.names(fault))
        return settled_coups.changed(state, coup=_set(coup, found_faults=coup.found_faults - gone))

    def at_ruling(self, state: S, ruling: RulingGiven[Any]) -> S | None:
        if ruling.coup is None:
            return None
        return settled_coups.changed(self.not_found(state, ruling.coup, ruling.faults), phase=self.phase(ruling.phase))


def before_falls(coup: C, case: Incident) -> C:
    """Return the coup with fallen cards where they lay: there the other faults of the case were found."""
    there = {one.position: one.place for one in case.proposed_effects if isinstance(one, AssignCard)}
    layout = coup.cards.layout
    for card in layout:
        if card.place in (FLOOR, BASKET) and card.position in there:
            layout = move(layout, card.position, there[card.position])
    return _set(coup, cards=_set(coup.cards, layout=layout))


def rulings_to_undo(game: CorrectedGame[S], state: S, wrong: Coup, right: Coup) -> tuple[RulingUndone, ...]:
    """Return the rulings that true cards (``right``) undo, the last first; after one that play went by, all."""
    found: list[RulingUndone] = []
    resumed = False
    with trace():
        for one, keyed in zip(right.rulings, wrong.rulings, strict=True):
            gone = game.codes_shown(one) if resumed else codes_gone(game, state, one, keyed, found)
            if gone and any(isinstance(effect, GoBack) for effect in one.effects):
                gone = game.codes_shown(one)
            if gone:
                event = undoing(game, state, right, one, keyed, gone)
                resumed = resumed or event.is_resumed
                found.append(event)
    return game.undo(tuple(reversed(found))) if found else ()


def codes_gone(
    game: CorrectedGame[S],
    state: S,
    one: RulingGiven[Any],
    keyed: RulingGiven[Any],
    undone_before: Sequence[RulingUndone],
) -> tuple[str, ...]:
    """Return the names of a ruling's faults that the true cards do not show, or ask something else for."""
    codes, then = game.codes_shown(one), game.at_ruling(state, one)
    if not codes or then is None or (meant := game.at_ruling(state, keyed)) is None:
        return ()
    coup = then.coup
    for event in reversed(undone_before):
        coup = reconsideration.without_ruling(coup, _set(event, is_resumed=False), game.names)
    then = settled_coups.changed(then, coup=coup)
    shown = {game.name(fault): game.remedy(then, fault) for fault in game.faults_shown(then)}
    asked = {game.name(fault): game.remedy(meant, fault) for fault in game.faults_shown(meant)}
    return tuple(code for code in codes if code not in shown or (one.is_as_proposed and shown[code] != asked.get(code)))


def undoing(
    game: CorrectedGame[S], state: S, right: Coup, one: RulingGiven[Any], keyed: RulingGiven[Any], gone: tuple[str, ...]
) -> RulingUndone:
    """Return what is taken back of a ruling: all of it, or what it did for the faults that are none."""
    effects = one.effects
    if any(game.name(fault) not in gone for fault in one.faults):
        meant = game.at_ruling(state, keyed)
        asked = {True: set[Effect](), False: set[Effect]()}
        for fault in () if meant is None else game.faults_shown(meant):
            asked[game.name(fault) in gone].update((meant and game.remedy(meant, fault)) or ())
        effects = tuple(effect for effect in effects if effect in asked[True] - asked[False])
    changed_play = one.coup is not None and any(
        reconsideration.has_changed_play(effect, one.coup, right) for effect in effects
    )
    return RulingUndone(right.number, one.serial, one.kind, gone, effects, changed_play)


def without_rulings(game: CorrectedGame[S], coup: Coup, events: Sequence[RulingUndone]) -> Coup:
    for event in events:
        coup = reconsideration.without_ruling(coup, event, game.names)
    return coup


def phase_resumed(game: CorrectedGame[S], coup: Coup, events: Sequence[RulingUndone]) -> str | None:
    """Return the phase from which a coup goes on without some rulings; ``None`` where it goes on from where it is."""
    serials = [one.serial for one in events if one.is_resumed][-1:]
    if not serials:
        given = [one for one in coup.rulings if one.serial in [event.serial for event in events][-1:]]
        idle = [one for one in given if one.coup is not None and not reconsideration.is_played_on(one.coup, coup)]
        serials = [one.serial for one in idle if one.coup is not None and one.coup.naturals == coup.naturals]
    return next((game.phase(one.phase) for one in coup.rulings if one.serial in serials), None)


def moved_incident(
    game: CorrectedGame[S], state: S, right: Coup, events: Sequence[RulingUndone], over: bool
) -> tuple[IncidentOpened, ...]:
    """Return the incident of cards moved, and of a course lost, by undone rulings; ``right``: the true coup before."""
    first = next((one for one in reversed(events) if one.is_resumed), None)
    back: list[Effect] = []
    found: list[RulingUndone] = []
    is_lost = False
    for event in reversed(events):
        before = next((one.coup for one in right.rulings if one.serial == event.serial), None)
        if before is None:
            continue
        moved = reconsideration.restoring_effects(event.effects, before, right, game.hands, resumed=event is first)
        lost = moved is None or reconsideration.is_money_moved(event.effects, before, right)
        if lost or moved or (over and event.is_resumed):
            found.append(event)
            is_lost = is_lost or lost
            back += moved or ()
    clauses = game.undo.clauses
    return corrections.undone_incident(
        state.docket, state.croupier() or HOUSE, found, back, clauses, is_over=over, is_lost=is_lost
    )


# A wrong key means that the record was wrong and the table right, so it moves no chips: before the settlement the
# coup is reckoned again from the true cards; after it the record of the coup is put right. Where the table paid by
# the wrong key the payment is corrected on its own, for everybody in the coup at once, because what one is owed
# another has.


def require_two_officials(state: State[Any], by: PersonId, what: CorrectCard | CorrectPayment) -> Fault | None:
    """Two different people on duty, one of them the inspector, answer for a correction and say why."""
    return require_officials(state.staff, by, what, Role.INSPECTOR, Role.CROUPIER, Role.DIRECTOR)


def advanced_by_house(short: Shares) -> Shares:
    """What somebody who has left the table cannot give back the house advances, and they owe it to the house."""
    return short


def set_off_against_debts(covered: Shares) -> Shares:
    """What a later correction brings somebody who owes the house is set off against their debt."""
    return covered


def correct_card(game: CorrectedGame[S], state: S, who: PersonId, what: CorrectCard) -> Decision:
    wrong = first_fault(
        game.require_two_officials(state, who, what), corrections.require_keyed_shoe(state.settings.shoe)
    )
    found = settled_coups.settled_coup(state.history, what.coup)
    if wrong is None and found is None and what.coup != state.coup.number:
        wrong = fault("no-such-coup", coup=what.coup)
    if wrong:
        return wrong
    layout = state.coup.cards.layout if found is None else found.cards.layout
    was = corrections.wrong_face(layout, what)
    if isinstance(was, Fault):
        return was
    if (impossible := require_face_possible(game, state, found, what.face)) is not None:
        return impossible
    event = game.card_corrected(what.coup, what.position, was, what.face, who, what.second, what.reason)
    return correct_coup(game, state, event) if found is None else correct_settled_coup(game, state, found, event)


def require_face_possible(game: CorrectedGame[S], state: S, found: SettledCoup | None, face: Card) -> Fault | None:
    kept = [card.face for one in state.history if found and one.shoe == found.shoe for card in one.cards.layout]
    in_use = found is None or found.shoe == state.shoe.number
    out = copies_out(state.shoe, state.coup.cards.layout, face) if in_use else kept.count(face)
    return require_face_in_pack(face, state.settings.decks - out, state.settings.decks)


def correct_coup(game: CorrectedGame[S], state: S, event: Any) -> tuple[Event, ...]:
    """Return the correction of a card of the coup in progress or annulled: the coup is reckoned again."""
    right = reconsideration.rekey_card(state.coup, event.position, event.face)
    undone = rulings_to_undo(game, state, state.coup, right)
    over = state.phase not in game.coup
    resumed = phase_resumed(game, right, undone)
    phase = game.again(state) if (resumed or state.phase) == SETTLE else resumed
    again = () if over or phase in (None, state.phase) else (game.phase_opened(game.phase(phase)),)
    events: tuple[Event, ...] = (event, *undone, *again)
    events = (*events, *reconsider_incident(game, state, events))
    moved = moved_incident(game, fold(game.evolve, state, events), right, undone, over)
    return game.with_consequences(state, *events, *moved)


def correct_settled_coup(game: CorrectedGame[S], state: S, found: SettledCoup, event: Any) -> tuple[Event, ...]:
    right = reconsideration.rekey_card(found.coup, event.position, event.face)
    undone = rulings_to_undo(game, state, found.coup, right)
    left = msgspec.structs.replace(found, coup=without_rulings(game, right, undone))
    true = game.true_result(state, left, event)
    last = found is state.history[-1] and state.phase not in game.coup
    said = game.result_words(state, true) if last and true.true_winners else ()
    events: tuple[Event, ...] = (true, *said, *undone)
    moved = moved_incident(game, fold(game.evolve, state, events), right, undone, over=True)
    events = (*events, *moved)
    return (*events, *game.afterwards(fold(game.evolve, state, events), true))


def reconsider_incident(game: CorrectedGame[S], state: S, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Return the withdrawal of an open incident that rests on the wrong key; what was reported with it stays open."""
    shown = game.shown_codes
    for one in state.docket.open:
        withdrawn = withdrawal(one, shown)
        if withdrawn is None:
            continue
        right = fold(game.evolve, state, (*events, withdrawn))
        if not is_found_again(one, game.with_consequences(right)):
            then = game.not_found(state, before_falls(state.coup, one), one.faults)
            return (withdrawn, *remaining_report(right.docket, one, shown, partial(game.proposal, then)))
    return ()


def correct_payment(game: CorrectedGame[S], state: S, who: PersonId, what: CorrectPayment) -> Decision:
    """Decide the correction of a wrong payment: at once while no other coup is on, as an adjustment later."""
    wrong, found = game.require_two_officials(state, who, what), settled_coups.settled_coup(state.history, what.coup)
    if wrong or found is None:
        return wrong or fault("no-such-coup", coup=what.coup)
    if what.person not in {one.person for one in (*found.players, *found.bank)}:
        return fault("not-in-coup", coup=what.coup)
    due, booked = net_of(found, what.person, due=True), net_of(found, what.person, due=False)
    paid = corrections.paid_wrongly(what, due, booked)
    if isinstance(paid, Fault):
        return paid
    meant = PaymentCorrected(
        what.coup,
        what.person,
        paid,
        due,
        booked,
        who,
        what.second,
        what.reason,
        not is_open_to_settlement(game, state, found),
        net_changes(found.players, found.due_players),
        net_changes(found.bank, found.due_bank),
        found.due_cagnotte - found.cagnotte,
    )
    event, drawn = game.bearing(state, meant)
    short = shortfalls(state.ledger, event)
    present = next((one for one in short if state.seats.is_at_table(one.person)), None)
    if present is not None:
        held = balance(state.ledger, person(present.person))
        return fault("debtor-short", person=present.person, chips=held, owes=held + present.amount)
    if short:
        event = msgspec.structs.replace(event, debts=game.advance(short))
    if back := debts_covered(state.debts, event):
        event = msgspec.structs.replace(event, set_off=game.set_off(back))
    events = (*drawn, event)
    return (*events, *game.afterwards(fold(game.evolve, state, events), event))


def net_of(found: SettledCoup, who: PersonId, due: bool) -> Cents:
    parts = (*found.due_players, *found.due_bank) if due else (*found.players, *found.bank)
    return share_of(parts, who)


def net_changes(booked: Shares, due: Shares) -> Shares:
    return tuple(Share(one.person, right.amount - one.amount) for one, right in zip(booked, due, strict=True))


def is_open_to_settlement(game: CorrectedGame[S], state: S, found: SettledCoup) -> bool:
    last = bool(state.history) and state.history[-1] is found
    return last and (state.coup.number == found.number or state.phase == BETS)


def debts_covered(debts: Shares, event: PaymentCorrected) -> Shares:
    """Return how much of what they owe the house people can give back out of what a correction brings them."""
    in_person = sum_of(event.players, *(() if event.in_bank else (event.bank,)))
    covered = (Share(one.person, min(share_of(debts, one.person), one.amount)) for one in in_person)
    return tuple(one for one in covered if one.amount > 0)


def shortfalls(ledger: Ledger, event: PaymentCorrected) -> Shares:
    in_person = (*event.players, *(() if event.in_bank else event.bank))
    lacking = (Share(one.person, -one.amount - balance(ledger, person(one.person))) for one in in_person)
    return tuple(one for one in lacking if one.amount > 0)


def enter(deciders: Deciders, game: CorrectedGame[Any]) -> None:
    """Enter what decides rulings and corrections of a game."""
    for kind, decide in (
        (GiveRuling, rulings.rule_on),
        (CorrectCard, correct_card),
        (CorrectPayment, correct_payment),
    ):
        deciders.enter(kind)(partial(decide, game))
