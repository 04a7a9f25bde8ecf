"""Incidents, the rulings that close them, and corrections of cards and payments."""

from __future__ import annotations

from collections.abc import Sequence
from operator import countOf
from typing import Any, Final

from msgspec.structs import replace

from tapete.accounts import balance, person
from tapete.cards import Card, is_card
from tapete.chance import CardOut, ChanceKind, Draw, SealShoe
from tapete.clauses import Fault, cite, fault, first_fault, rest_on, rule
from tapete.games.baccarat import corrections, effects as fx, incident as shared, procedure
from tapete.games.baccarat.conflicts import Proposal, marks_without
from tapete.games.baccarat.marks import Cards, Marks, apply_effects
from tapete.games.baccarat.points import total, winner
from tapete.games.baccarat.procedure import CardDealt, DrawAwaited, DueCard, no_card_awaited, require_face_in_pack
from tapete.games.punto_banco import coup as coups, events as e, turn
from tapete.games.punto_banco.acts import RecordClaim, ReportIncident
from tapete.games.punto_banco.evolve import evolve, rekey_rulings
from tapete.games.punto_banco.state import Coup, RulingGiven, State, third
from tapete.games.punto_banco.terms import Bet, Hand, Phase
from tapete.kernel import CHANCE, HOUSE, Act, Decision, Event, PersonId, fold
from tapete.money import Cents, Rounding, portion
from tapete.table.staff import Role, require_post
from tapete.table.state import in_order, require_two_officials

# A ruling on a third card that was not due is looked at on its cards with the true one: where that is undue, it stands.


undo: Final = rule("HP.PB.undone-ruling", neutral=())(corrections.undone)


def rulings_to_undo(
    state: State, rulings: Sequence[RulingGiven], event: e.CardCorrected
) -> tuple[corrections.RulingUndone, ...]:
    right = rekey_rulings(tuple(rulings), event.position, event.face)
    gone = [
        one
        for keyed, one in zip(rulings, right, strict=True)
        if one.kind == coups.THIRD_CARD_NOT_DUE and surplus_at(state, keyed) is not surplus_at(state, one)
    ]
    codes = (coups.THIRD_CARD_NOT_DUE,)
    found = tuple(
        corrections.RulingUndone(event.coup, one.serial, one.kind, codes, one.effects) for one in reversed(gone)
    )
    return undo(found) if found else ()


def surplus_at(state: State, given: RulingGiven) -> Hand | None:
    return coups.surplus_hand(replace(state, layout=given.layout, marks=given.marks, phase=given.phase, due_cards=()))


def hands_let_stand(state: State) -> tuple[Hand, ...]:
    """Return the hands of the coup in progress whose third card, which the rules do not give, a ruling let stand."""
    given = (one for one in state.rulings if one.kind == coups.THIRD_CARD_NOT_DUE)
    hands = [hand for one in given if (hand := surplus_at(state, one)) is not None]
    return tuple(hand for hand in hands if fx.at(state.layout, third(hand)))


def without_rulings(marks: Marks, rulings: Sequence[RulingGiven], undone: Sequence[corrections.RulingUndone]) -> Marks:
    for event in undone:
        given = next(one for one in rulings if one.serial == event.serial)
        later = (effect for one in rulings[rulings.index(given) + 1 :] for effect in one.effects)
        marks = marks_without(marks, given.marks, event.effects, later)
    return marks


def moved_incident(
    state: State,
    rulings: Sequence[RulingGiven],
    layout: fx.Layout,
    undone: Sequence[corrections.RulingUndone],
    over: bool,
) -> tuple[shared.IncidentOpened, ...]:
    found: list[corrections.RulingUndone] = []
    back: list[fx.Effect] = []
    lost = False
    for event in reversed(undone):
        cards = restoring_effects(next(one for one in rulings if one.serial == event.serial), layout)
        taken_up = any(isinstance(one, fx.ReturnStake | fx.GoBack | fx.VoidCoup) for one in event.effects)
        if cards or taken_up:
            found.append(event)
            back += cards
            lost = lost or taken_up
    return corrections.undone_incident(state.docket, HOUSE, found, back, undo.clauses, is_over=over, is_lost=lost)


def restoring_effects(given: RulingGiven, layout: fx.Layout) -> tuple[fx.Effect, ...]:
    """Return how the cards that a ruling moved come back to where they lay; what lies there instead is discarded."""
    named = {one.position for one in given.effects if isinstance(one, fx.Discard | fx.AssignCard)}
    there = {card.position: card.place for card in layout}
    moved = [one for one in given.layout if one.position in named and there.get(one.position) != one.place]
    lain = {one.position for one in given.layout}
    instead = [card for card in layout if card.position not in lain and card.place in {one.place for one in moved}]
    out = tuple(fx.Discard(card.position) for card in instead)
    return (*out, *(fx.AssignCard(one.position, one.place) for one in moved))


def is_about_corrected_coup(state: State, found: shared.Incident) -> bool:
    return found.kind == corrections.UNDONE and any(one.facts.get("coup") == state.coup for one in found.faults)


# A wrong key means that the record was wrong and the table right, so it moves no chips: before the settlement the
# coup is reckoned again from the true cards; after it the record of the coup is put right. If the table paid by the
# wrong key, that is a wrong payment, corrected on its own.


def require_correction_officials(
    state: State, by: PersonId, what: corrections.CorrectCard | corrections.CorrectPayment
) -> Fault | None:
    rest_on(cite("HP.PB.corrections"))
    return require_two_officials(state.staff, by, what, Role.TABLE_CHIEF, Role.CROUPIER, Role.INSPECTOR)


ABOUT_A_COUP: Final = frozenset({corrections.CorrectCard, corrections.CorrectPayment, RecordClaim})
"""Acts that name a coup by its number, which begins anew with each shoe."""


def require_coup_of_shoe(state: State, act: Act[Any]) -> Fault | None:
    """A coup is meant as its number stood when it was named: where another coup has that number now, it is too late."""
    said, now = act.at, state.step
    if said is None or (said.series, act.body.coup > said.cycle) == (now.series, act.body.coup > now.cycle):
        return None
    rest_on(cite("HP.PB.corrections"))
    return Fault("window-closed", {"meant": str(said), "now": str(now)})


def settled_coup(state: State, number: int) -> Coup | None:
    return corrections.coup_by_number(state.history, number)


def remaining_copies(state: State, face: str, shoe: int | None = None) -> int:
    """Return how many more cards of ``face`` a shoe can hold; of a former one by the coups that are kept."""
    if shoe in (None, state.shoe.number):
        return state.settings.decks - countOf(state.shoe.known_faces.values(), face)
    kept = [card.face for one in state.history if one.shoe == shoe for card in one.layout]
    return state.settings.decks - kept.count(Card(face))


def require_face_in_shoe(state: State, face: str, shoe: int | None = None) -> Fault | None:
    return require_face_in_pack(face, remaining_copies(state, face, shoe), state.settings.decks)


def require_face_of(state: State, position: int, face: str) -> Fault | None:
    known = state.shoe.known_faces.get(position)
    if known is None or not is_card(face):
        return require_face_in_shoe(state, face)
    facts = {"position": position, "known": known}
    return None if known == face else Fault("face-known", facts, (cite("HP.PB.corrections"),))


def correct_card(state: State, who: PersonId, what: corrections.CorrectCard) -> Decision:
    if wrong := first_fault(
        require_correction_officials(state, who, what), corrections.require_keyed_shoe(state.settings.shoe)
    ):
        return wrong
    current = what.coup == state.coup and not state.is_between_coups
    seen = state.face_outside_coups(what.coup, what.position)
    coup = None if current or seen else settled_coup(state, what.coup)
    layout = state.layout if current else coup.layout if coup else ()
    was = corrections.wrong_face(layout, what, seen)
    if isinstance(was, Fault):
        return was
    if (impossible := require_face_in_shoe(state, what.face, coup.shoe if coup else None)) is not None:
        return impossible
    event = e.CardCorrected(what.coup, what.position, was, what.face, who, what.second, what.reason)
    if seen is not None:
        is_turned = what.position == 0 and state.is_between_coups and not state.coup
        return (event, *(turn.corrected_burn(state, was, what.face) if is_turned else ()))
    return correct_open_coup(state, event) if coup is None else correct_settled_coup(state, coup, event)


def correct_open_coup(state: State, event: e.CardCorrected) -> tuple[Event, ...]:
    undone = rulings_to_undo(state, state.rulings, event)
    events: tuple[Event, ...] = (event, *undone)
    keyed = fold(evolve, state, events)
    moved = moved_incident(state, state.rulings, state.layout, undone, over=False)
    if moved:
        return (*events, *moved)
    return (*events, *coups.resume(keyed, said_before=False, let_stand=hands_let_stand(keyed)))


def correct_settled_coup(state: State, coup: Coup, event: e.CardCorrected) -> tuple[Event, ...]:
    undone = rulings_to_undo(state, coup.rulings, event)
    moved = moved_incident(state, coup.rulings, coup.layout, undone, over=True)
    right = fx.rekey(coup.layout, event.position, event.face)
    marks = without_rulings(coup.marks, coup.rulings, undone)
    totals = final_totals(state, right, marks)
    if coup.winner is None or totals is None:
        return (event, *undone, *moved)
    won = coups.winner_with_rulings(marks, winner(*totals, state.book.outcome))
    due = coups.lines(coup.bets, won, right, state.book)
    punto, banca = totals
    true = replace(event, before=coup.lines, lines=due, winner=won, punto=punto, banca=banca)
    return (true, *undone, *moved)


def final_totals(state: State, layout: fx.Layout, marks: Marks) -> tuple[int, int] | None:
    deemed = {hand: found.total for hand in Hand if (found := marks.of(hand).deemed_total) is not None}
    punto, banca = (
        deemed.get(
            hand, total([card.face for card in fx.at(layout, hand) + fx.at(layout, third(hand))], state.book.points)
        )
        for hand in Hand
    )
    return (punto, banca) if isinstance(punto, int) and isinstance(banca, int) else None


def correct_payment(state: State, who: PersonId, what: corrections.CorrectPayment) -> Decision:
    """Decide the correction of a wrong payment: settled again while the next betting is open, an adjustment later."""
    wrong, coup = require_correction_officials(state, who, what), settled_coup(state, what.coup)
    if wrong is None and coup is None:
        wrong = fault("no-such-coup", coup=what.coup)
    if wrong or coup is None:
        return wrong or fault("no-such-coup", coup=what.coup)
    due = sum(coups.net(line) for line in coup.lines if line.person == what.person)
    booked = coup.payouts.get(what.person, 0)
    if all(line.person != what.person for line in coup.lines):
        return fault("no-such-bet", bet="")
    paid = corrections.paid_wrongly(what, due, booked)
    if isinstance(paid, Fault):
        return paid
    if out := require_payment_in_bounds(state, coup, what.person, paid):
        return out
    held, owed = balance(state.ledger, person(what.person)), state.debts.get(what.person, 0)
    short, more = max(0, booked - due - held), max(0, due - booked)
    if short and state.seats.is_at_table(what.person):
        return fault("not-enough-chips", chips=held, amount=booked - due)
    lent, back = advanced_by_house(short) if short else 0, set_off_against_debt(min(owed, more)) if owed and more else 0
    is_late = not is_still_open(state, coup)
    said = (what.coup, what.person, paid, due, booked, who, what.second, what.reason, is_late)
    return (e.PaymentCorrected(*said, lent, back),)


@rule("HP.PB.debts", neutral=0)
def advanced_by_house(short: Cents) -> Cents:
    """What somebody who has left the table cannot give back the house advances, and they owe it to the house."""
    return short


@rule("HP.PB.debts", neutral=0)
def set_off_against_debt(covered: Cents) -> Cents:
    """What a later correction brings somebody who owes the house is set off against their debt."""
    return covered


def require_payment_in_bounds(state: State, coup: Coup, who: PersonId, paid: Cents) -> Fault | None:
    staked = sum(line.stake for line in coup.lines if line.person == who)
    bets, side = state.book.bets, state.book.side_bets
    rates = [bets.even_money.value, bets.tie_pays.value]
    if state.settings.side_bets:
        rates += [getattr(side, name).value for name in side.__struct_fields__]
    most = max(portion(staked, rate, Rounding.UP) for rate in rates)
    return None if -staked <= paid <= most else fault("payment-out-of-bounds", low=-staked, high=most, amount=paid)


def is_still_open(state: State, coup: Coup) -> bool:
    last = state.history[-1] is coup
    return last and (state.is_between_coups or state.phase is Phase.BETS)


def draw_awaited(state: State) -> Draw | None:
    return procedure.draw_awaited(state.shoe, state.settings.shoe, next(iter(state.due_cards), None))


def seal(state: State, who: PersonId, what: SealShoe) -> Decision:
    return require_chance(who) or turn.seal_shoe(state, what)


def require_chance(who: PersonId) -> Fault | None:
    return None if who == CHANCE else fault("only-chance")


def require_card_author(state: State, who: PersonId, due: DueCard) -> Fault | None:
    """Return a Fault unless chance brings the card, or the croupier keys one of a real shoe when it is shown."""
    if state.settings.shoe is ChanceKind.KEYED and due.face_up:
        return require_post(state.staff, who, Role.CROUPIER)
    return require_chance(who)


def require_valid_face(state: State, due: DueCard, face: str | None) -> Fault | None:
    if face is None:
        hidden = state.settings.shoe is ChanceKind.KEYED and not due.face_up
        return None if hidden else fault("face-missing", position=due.position)
    if state.settings.shoe is ChanceKind.KEYED and not due.face_up and is_card(face):
        return fault("face-not-shown", position=due.position)
    return require_face_of(state, due.position, face)


def card_out(state: State, who: PersonId, what: CardOut) -> Decision:
    if not state.due_cards:
        return no_card_awaited(state.settings.shoe, bool(state.history or state.shoe.known_faces), Role.TABLE_CHIEF)
    due = state.due_cards[0]
    if wrong := first_fault(
        require_card_author(state, who, due),
        fault("wrong-position", position=what.position, due=due.position) if what.position != due.position else None,
        require_valid_face(state, due, what.face),
        None if due.on_table else turn.require_card_may_leave(state, due.position),
    ):
        return wrong
    seen = () if due.on_table else turn.stop_card(state, due.position)
    dealt = (*seen, CardDealt(due.position, due.place, what.face, due.face_up))
    after = fold(evolve, state, dealt)
    return dealt if after.due_cards else (*dealt, *follows(after, due))


def follows(state: State, last: DueCard) -> tuple[Event, ...]:
    if last.place == turn.BURN:
        return turn.burn_and_offer(state, state.layout[-1].face)
    if last.on_table:
        return coups.after_showing(state, Hand(last.place))
    if last.place in tuple(Hand) and state.phase is not Phase.DEAL:
        return coups.resume(state, said_before=False)
    if last.place == third(Hand.PUNTO) and state.third_face(Hand.BANCA):
        return coups.resume(state, said_before=True)
    return coups.after_draw(state)


# The annex has no chapter on errors: every one is the table chief's to decide. House defaults by analogy with the other
# baccarat texts are proposed, labelled as practice, and never applied unasked.


@rule("PB.A2.12", neutral=None)
def require_chief_has_ruled(state: State) -> Fault | None:
    """While a case that the rules do not cover is open, nothing goes on."""
    return shared.require_no_incident(state.docket)


def report(state: State, who: PersonId, what: ReportIncident) -> Decision:
    """Decide a report by the staff. What the house would do by default is proposed to the table chief."""
    if wrong := first_fault(
        require_post(state.staff, who, Role.CROUPIER, Role.TABLE_CHIEF, Role.INSPECTOR),
        require_known_card(state, what.position),
        require_face_of_next_card(state, what),
    ):
        return wrong
    if what.position is None and what.kind == "exposed-in-shoe" and is_next_card(state, state.shoe.position):
        what = replace(what, position=state.shoe.position)
    proposals = default_proposals(state, what)
    next_card = state.shoe.position
    exposed = () if what.face is None else (e.CardExposed(next_card, what.face),)
    return (*exposed, shared.IncidentOpened(shared.incident(state.docket, what.kind, who, (), proposals, what.note)))


def require_known_card(state: State, position: int | None) -> Fault | None:
    there = position is None or is_next_card(state, position) or any(card.position == position for card in state.layout)
    return None if there else fault("no-such-card", position=position)


def is_next_card(state: State, position: int) -> bool:
    playing = state.phase is Phase.BETWEEN or not state.is_between_coups
    return playing and position == state.shoe.position and state.shoe.remaining > 0


def require_face_of_next_card(state: State, what: ReportIncident) -> Fault | None:
    if what.face is None:
        return None
    if what.position is None or not is_next_card(state, what.position):
        return fault("no-such-card", position=what.position)
    return first_fault(
        corrections.require_keyed_shoe(state.settings.shoe), require_face_of(state, what.position, what.face)
    )


def default_proposals(state: State, what: ReportIncident) -> tuple[Proposal, ...]:
    """Return the house's default effects for a named irregularity: house practice, left to judgement."""
    default = state.book.irregularities.get(what.kind)
    if default is None:
        return ()
    practice = cite(f"HP.PB.{what.kind}")
    rest_on(practice)
    effects: list[fx.Effect] = []
    for name in default.use():
        match name:
            case "void-coup":
                effects.append(fx.VoidCoup())
            case "discard" if what.position is not None:
                effects.append(fx.Discard(what.position))
            case "discard":
                pass
            case _:
                effects.append(fx.NoteOnly(name))
    return (Proposal(tuple(effects), (practice,), open_to_judgement=True),)


def claim(state: State, who: PersonId, what: RecordClaim) -> Decision:
    """Decide on a player's claim: it is noted, and after the payment not admitted (house practice)."""
    past = settled_coup(state, what.coup)
    known = state.seats.is_at_table(what.person) or any(
        line.person == what.person for coup in state.history for line in coup.lines
    )
    wrong = first_fault(
        require_post(state.staff, who, Role.CROUPIER, Role.TABLE_CHIEF, Role.INSPECTOR),
        None if known else fault("unknown-person", person=what.person),
        fault("no-such-coup", coup=what.coup) if what.coup > state.coup and past is None else None,
    )
    settled = past is not None and (past.shoe == state.shoe.number or what.coup > state.coup)
    rest_on(cite("HP.PB.claims"))
    return wrong or (corrections.ClaimRecorded(what.person, what.coup, what.note, is_admitted=not settled),)


PLACES = frozenset({*map(str, Hand), *(third(hand) for hand in Hand), fx.BASKET, fx.FLOOR, fx.DISCARD, fx.ASIDE})

SUITABLE = (
    fx.VoidCoup,
    fx.LoseCoup,
    fx.ReturnStake,
    fx.Discard,
    fx.AssignCard,
    fx.DeemTotal,
    fx.GiveCards,
    fx.GoBack,
    fx.NoteOnly,
)
"""The effects that mean something at a table where the rules leave nobody a choice about the cards."""


@rule("PB.A2.12", neutral=None)
def require_chief_to_decide(state: State, who: PersonId) -> Fault | None:
    """The table chief decides what the rules do not cover."""
    return require_post(state.staff, who, Role.TABLE_CHIEF)


def give_ruling(state: State, who: PersonId, what: shared.GiveRuling) -> Decision:
    found = state.docket.incident(what.serial)
    if found is None:
        return fault("no-such-incident", serial=what.serial)
    effects = found.proposed_effects if what.effects is None else what.effects
    wrong = first_fault(
        require_chief_to_decide(state, who),
        None if what.reason.strip() else fault("reason-missing", serial=what.serial),
        *(require_suitable_effect(state, effect) for effect in effects),
    )
    return (
        wrong
        or require_playable_cards(state, effects)
        or (shared.ruling_event(found, what, who), *follow(state, found, effects))
    )


def require_suitable_effect(state: State, effect: fx.Effect) -> Fault | None:
    unfit = fault("effect-unsuitable", effect=str(effect.__struct_config__.tag))
    open_coup = not state.is_between_coups
    match effect:
        case fx.NoteOnly():
            return None
        case _ if not isinstance(effect, SUITABLE):
            return unfit
        case fx.ReturnStake(person=person):
            staked = any(state.stake(person, bet) for bet in Bet)
            return None if staked else fault("no-such-bet", bet="")
        case fx.Discard(position=position) if is_next_card(state, position):
            return None
        case _ if not open_coup:
            return fault("no-coup")
        case fx.Discard(position=position) | fx.AssignCard(position=position):
            there = any(card.position == position for card in state.layout)
            fit = isinstance(effect, fx.Discard) or effect.place in PLACES
            return fault("no-such-card", position=position) if not there else None if fit else unfit
        case fx.VoidCoup(hand=hand):
            return unfit if hand else None
        case fx.DeemTotal(hand=hand, one_more=one_more):
            return None if hand in tuple(Hand) and not one_more else unfit
        case fx.GiveCards(hand=hand, person=person, coup=coup):
            known = state.seats.is_at_table(person) or person == state.croupier()
            return None if hand == Hand.PUNTO and coup is fx.EffectCoup.THIS and known else unfit
        case fx.LoseCoup(hand=hand):
            return None if hand in tuple(Hand) else unfit
        case fx.GoBack(phase=phase):
            order = [str(one) for one in Phase]
            back = phase in order and order.index(phase) < order.index(str(state.phase))
            return None if back and order.index(phase) >= order.index(str(Phase.BETS)) else unfit


def require_playable_cards(state: State, effects: tuple[fx.Effect, ...]) -> Fault | None:
    """Return a Fault if effects leave cards with which the coup cannot be played on: each in play or put out."""
    if any(isinstance(effect, fx.VoidCoup) for effect in effects):
        return None
    cards = apply_effects(effects, Cards(state.layout, state.marks)).layout
    back = next((Phase(effect.phase) for effect in effects if isinstance(effect, fx.GoBack)), state.phase)
    order = list(Phase)
    for hand in Hand:
        draws = Phase.PLAYER_DRAWS if hand is Hand.PUNTO else Phase.BANK_DRAWS
        early = order.index(back) <= order.index(Phase.BANK_SHOWS if back is state.phase else draws)
        two, drawn = fx.at(cards, hand), fx.at(cards, third(hand))
        if len(two) > (0 if back in (Phase.BETS, Phase.DEAL) else 2) or len(drawn) > (0 if early else 1):
            return fault("too-many-cards", hand=str(hand))
        if not all(card.face_up for card in drawn):
            return fault("effect-unsuitable", effect="assign-card")
    lacking = sum(2 - len(fx.at(cards, hand)) for hand in Hand)
    if not state.is_between_coups and back not in (Phase.BETS, Phase.DEAL) and lacking > state.shoe.remaining:
        return fault("shoe-exhausted", position=state.shoe.position)
    return None


def follow(state: State, found: shared.Incident, effects: tuple[fx.Effect, ...]) -> tuple[Event, ...]:
    if taken := discard_next_card(state, effects):
        after_taken = fold(evolve, state, taken)
        over = turn.end_of_shoe(after_taken) if state.phase is Phase.BETWEEN and after_taken.shoe.is_over else ()
        return (*taken, *over, *follow(after_taken, found, effects))  # where it lies now it is not discarded again
    if any(isinstance(effect, fx.VoidCoup) for effect in effects):
        back = tuple(e.Line(person, bet, stake, "void") for (person, bet), stake in in_order(state.bets))
        return (e.CoupVoided(state.coup, back), *turn.end_of_shoe(state))
    returns = {effect.person: effect.amount for effect in effects if isinstance(effect, fx.ReturnStake)}
    done = [event for person, amount in returns.items() for event in refunds(state, person, amount)]
    phase = state.phase
    for effect in effects:
        match effect:
            case fx.GiveCards(person=person):
                done.append(e.HandAwarded(person))
            case fx.GoBack(phase=earlier):
                phase = Phase(earlier)
            case _:
                pass
    after = apply_effects(effects, Cards(state.layout, state.marks))
    ruled = replace(state, layout=after.layout, marks=after.marks, phase=phase)
    if phase is not state.phase:
        done += [*((DrawAwaited(()),) if state.due_cards else ()), e.PhaseOpened(phase)]
        return (*done, *replacement_draws(ruled))
    stood = found.kind == coups.THIRD_CARD_NOT_DUE
    corrected = is_about_corrected_coup(state, found)
    changed = stood or corrected or ruled.layout != state.layout or ruled.marks.hands != state.marks.hands
    if not changed or state.is_between_coups or phase is Phase.BETS:
        return tuple(done)
    again = coups.resume(ruled, said_before=not corrected, let_stand=tuple(Hand) if stood else hands_let_stand(state))
    return (*done, *(replacement_draws(ruled) or again))


def discard_next_card(state: State, effects: tuple[fx.Effect, ...]) -> tuple[Event, ...]:
    position = state.shoe.position
    if not any(isinstance(effect, fx.Discard) and effect.position == position for effect in effects):
        return ()
    face = state.shoe.known_faces.get(position)
    moved = tuple(due if due.on_table else replace(due, position=due.position + 1) for due in state.due_cards)
    again = (DrawAwaited(moved),) if moved != state.due_cards else ()
    return (*turn.stop_card(state, position), e.CardDiscarded(position, face), *again)


def refunds(state: State, person: PersonId, amount: int | None) -> list[Event]:
    left = amount
    back: list[Event] = []
    for stake, bet in sorted(((state.stake(person, bet), bet) for bet in Bet), reverse=True):
        part = stake if left is None else min(stake, left)
        if part:
            back.append(e.StakeReturned(person, bet, part))
            left = None if left is None else left - part
    return back


def replacement_draws(state: State) -> tuple[Event, ...]:
    if state.phase in (Phase.BETS, Phase.DEAL):
        return ()
    places = [hand for hand in Hand for _ in range(2 - len(fx.at(state.layout, hand)))]
    if not places:
        return ()
    shown = dict.fromkeys(Hand, state.phase is not Phase.PLAYER_SHOWS)
    shown[Hand.BANCA] = state.phase not in (Phase.PLAYER_SHOWS, Phase.BANK_SHOWS)
    start = state.shoe.position
    return (DrawAwaited(tuple(DueCard(start + n, str(hand), shown[hand]) for n, hand in enumerate(places))),)
