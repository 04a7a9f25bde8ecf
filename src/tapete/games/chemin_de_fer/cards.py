"""The cards: whose turn it is, what a hand may do, which faces can be keyed, and how a shoe ends."""

from __future__ import annotations

import msgspec

from tapete.clauses import Fault, against, cite, fault, first_fault, rest_on, rule, trace, with_clauses
from tapete.games.baccarat import reckoning
from tapete.games.baccarat.effects import BarredAction, BindToScheme, BindToTable, Cell, LoseNatural, Oblige, at, cell
from tapete.games.baccarat.incident import IncidentOpened, incident, open_proposal
from tapete.games.baccarat.marks import Binding, BindingTarget, third
from tapete.games.baccarat.points import Unknown
from tapete.games.banked import reconsideration, shoe
from tapete.games.banked.coup import Word
from tapete.games.banked.rulings import clauses_of_ruling
from tapete.games.chemin_de_fer import acts
from tapete.games.chemin_de_fer.events import PhaseOpened, ShoeEnded
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import PREPARING, Hand, Phase
from tapete.kernel import Decision, Event, Irregular, PersonId
from tapete.table.staff import Role, require_post

# Each check is written once. Before an act it rests on faces that others may not see, so its clauses stay private and
# its refusal goes to the actor alone; when the cards lie open the same check finds the fault for everybody.

NATURAL = "natural-to-lay-down"
"""Code of the fault of going on with a natural in one's hand."""


def has_natural(state: State, hand: Hand) -> bool | Unknown:
    return reckoning.may_count_natural(state.coup.cards, hand, state.book.points, state.book.outcome)


def require_no_natural(state: State, hand: Hand) -> Fault | None:
    return against(state.book.outcome.naturals, NATURAL) if has_natural(state, hand) is True else None


def is_free_of_scheme(state: State) -> bool:
    """Return True if the punto is not bound by the scheme: they cover the bank alone and the director authorised it."""
    award, bound = state.coup.award, state.coup.cards.marks.of(Hand.PUNTO).binding
    if bound is not None:
        return bound.target is BindingTarget.NOTHING
    if state.holder == state.croupier():
        return False
    rules = state.book.punto
    if award is None or not award.kind.is_whole or not rules.banco_free.use():
        return False
    return state.settings.banco_freedom or not rules.freedom_by_director.use()


def require_lawful_word(state: State, word: Word) -> Fault | None:
    """Return a Fault if the punto's word is not what they must say, as far as their total is known."""
    points = reckoning.two_card_total(state.coup.cards, Hand.PUNTO, state.book.points)
    if isinstance(points, Unknown):
        return None
    forgotten = require_no_natural(state, Hand.PUNTO)
    if forgotten or state.coup.cards.marks.of(Hand.PUNTO).is_natural_lost or is_free_of_scheme(state):
        return forgotten
    bound, rules = state.coup.cards.marks.of(Hand.PUNTO).binding, state.book.punto
    if state.holder == state.croupier():
        # the croupier plays for somebody who may hold no cards: by the scheme, without a choice
        bound = Binding(BindingTarget.SCHEME, Cell.STAND)
    if rules.draws_on.has_member(points):
        return (
            with_ruling_clauses(state, against(rules.draws_on, "must-draw", total=points)) if word is Word.NO else None
        )
    if rules.stands_on.has_member(points):
        return (
            with_ruling_clauses(state, against(rules.stands_on, "must-stand", total=points))
            if word is Word.CARTA
            else None
        )
    if not rules.chooses_on.has_member(points):
        return fault("must-draw", total=points) if word is Word.NO else None
    if state.coup.punto.advice is not None:
        return require_advice_kept(word)
    if bound is not None and bound.optional_as is not Cell.OPTIONAL:
        meant = Word.CARTA if bound.optional_as is Cell.DRAW else Word.NO
        stands_in = (cite("HP.CF.absent-holder"),) if state.holder == state.croupier() else ()
        bound_by = clauses_of_ruling(state.coup, Hand.PUNTO, BindToScheme) or stands_in
        return None if word is meant else Fault("bound-to-scheme", {"total": points}, bound_by)
    return None


def with_ruling_clauses(state: State, found: Fault) -> Fault:
    clauses = dict.fromkeys((*found.clauses, *clauses_of_ruling(state.coup, Hand.PUNTO, BindToScheme)))
    return msgspec.structs.replace(found, clauses=tuple(clauses))


@rule("CF.A.23", neutral=None)
def require_advice_kept(word: Word) -> Fault | None:
    """A punto on 5 who asked the croupier for advice stands."""
    return fault("advised-to-stand") if word is Word.CARTA else None


def require_lawful_decision(state: State, does: Cell, by_table: bool = False) -> Fault | None:
    """Return a Fault if the banker must decide otherwise, as far as their total is known.

    ``by_table``: the croupier decides by the table and without a choice: the banker draws in its two optional cases.
    """
    marks, rules = state.coup.cards.marks.of(Hand.BANCA), state.book.banker
    points = reckoning.two_card_total(state.coup.cards, Hand.BANCA, state.book.points)
    if isinstance(points, Unknown):
        return None
    if forgotten := require_no_natural(state, Hand.BANCA):
        return forgotten
    duty = marks.duty(points)
    if duty is None and marks.is_natural_lost and state.book.outcome.naturals.has_member(points):
        duty = Cell.STAND
    if duty is not None:
        bound_by = clauses_of_ruling(state.coup, Hand.BANCA, Oblige, LoseNatural)
        return None if does is duty else Fault("bound-by-ruling", {"must": str(duty)}, bound_by)
    bound = Binding(BindingTarget.TABLE, Cell.DRAW) if by_table else marks.binding
    with trace():
        is_to_draw = rules.draws_on.has_member(points)
    if bound is None:
        is_bound = is_free_without_table.where(not is_to_draw) is False
    else:
        is_bound = bound.target is BindingTarget.TABLE
    if is_bound:
        optional = Cell.OPTIONAL if bound is None else bound.optional_as
        bound_fault = require_table_kept(state, does, points, optional)
        if bound_fault:
            clauses = dict.fromkeys((*bound_fault.clauses, *clauses_of_ruling(state.coup, Hand.BANCA, BindToTable)))
            return msgspec.structs.replace(bound_fault, clauses=tuple(clauses))
    return (
        against(rules.draws_on, "banker-must-draw")
        if rules.draws_on.has_member(points) and does is Cell.STAND
        else None
    )


@rule("CF.A.18", neutral=False)
def is_free_without_table() -> bool:
    """Without the table the banker draws or stands as they like on 1 to 7."""
    return True


def is_third_card_unclear(state: State) -> bool:
    """Return True if, when the banker decided, nobody could tell which third card of the punto counts."""
    coup = state.coup
    return not (
        reckoning.is_third_card_known(coup.cards, Hand.PUNTO) if coup.decision is None else coup.punto.is_third_known
    )


def is_third_card_lost(state: State) -> bool:
    """Return True if the punto's third card fell unseen, so that the punto's total is deemed without it."""
    is_final = state.coup.cards.marks.of(Hand.PUNTO).is_deemed_plain
    return is_final and state.coup.punto.word is Word.CARTA and not at(state.coup.cards.layout, third(Hand.PUNTO))


@rule("CF.C3.08", neutral=False)
def has_no_column() -> bool:
    """The table has no column for a third card that nobody saw."""
    return True


@rule("CF.A.27", neutral=Cell.STAND)
def demanded_cell(says: Cell, optional_as: Cell) -> Cell:
    """T is to draw, P to stand, and O leaves the choice, unless a ruling took it away."""
    return optional_as if says is Cell.OPTIONAL else says


@rule("CF.A.25", neutral=None)
def require_table_kept(state: State, does: Cell, points: int, optional_as: Cell) -> Fault | None:
    """A banker bound to the table follows it where it says draw or stand."""
    drawn = reckoning.third_value(state.coup.cards, Hand.PUNTO, state.book.points)
    if isinstance(drawn, Unknown) or is_third_card_unclear(state) or (is_third_card_lost(state) and has_no_column()):
        return None
    punto = reckoning.final_total(state.coup.cards, Hand.PUNTO, state.book.points)
    says = cell(state.book.banker.table, points, drawn, 0 if isinstance(punto, Unknown) else punto)
    must = demanded_cell(says, optional_as)
    return None if must in (Cell.OPTIONAL, does) else fault("against-table", must=str(must))


def require_banker(state: State, who: PersonId) -> Fault | None:
    return None if state.may_act_for(who, state.banker) else fault("not-banker")


def require_holder(state: State, who: PersonId) -> Fault | None:
    return None if state.may_act_for(who, state.holder) else fault("not-holding-cards")


def require_no_pass_bar(state: State, who: PersonId) -> Fault | None:
    marks = state.bars if state.coup.award is None else state.coup.cards.marks
    return require_going_through() if marks.is_barred(who, BarredAction.PASS) else None


@rule("CF.C1.03", neutral=None)
def require_going_through() -> Fault | None:
    """Whoever drew cards before the betting had closed goes through with the coup: the next one that is dealt."""
    return fault("must-go-through")


def require_nothing_pending(state: State) -> Fault | None:
    """Return a Fault while a card, an answer about a stake, or a choice is waited for."""
    waiting = state.coup.cards.marks.choices
    pending = reconsideration.require_nothing_pending(state.coup, pending_withdrawals(state))
    return pending or (require_choice_made(waiting[0].choice) if waiting else None)


def pending_withdrawals(state: State) -> tuple[PersonId, ...]:
    return () if state.coup.award is None else reconsideration.pending_withdrawals(state.coup, state.coup.award.stakes)


@rule("CF.C4.07", neutral=None)
def require_choice_made(choice: str) -> Fault | None:
    """The banker states their choice before they draw the card."""
    return fault("choice-pending", choice=choice)


def is_shoe_over(state: State) -> bool:
    return state.shoe.is_stop_seen and has_ended_by_stop_card()


@rule("CF.B.10", neutral=False)
def has_ended_by_stop_card() -> bool:
    """When the stop card has appeared the coup in progress is the last of the shoe."""
    return True


def to_the_table(state: State) -> tuple[Event, ...]:
    return over(state) if is_shoe_over(state) else (PhaseOpened(Phase.BETWEEN),)


def over(state: State) -> tuple[Event, ...]:
    return (ShoeEnded(state.shoe.number, state.shoe.position), PhaseOpened(Phase.SHOE))


def require_shoe_prepared(state: State) -> Fault | None:
    again = state.phase in PREPARING and state.shoe.number > 0
    return require_prepared_shoe(state) if again else None


@rule("CF.B.47", neutral=None)
def require_prepared_shoe(state: State) -> Fault | None:
    """A shoe that the stop card has ended is shuffled, cut and loaded again before another coup is opened."""
    ended = ("CF.B.10",) if state.shoe.has_ended else ()
    return with_clauses(fault("shoe-not-prepared", step=str(state.phase)), "CF.B.47", *ended)


@acts.decides(acts.AskCardCheck)
def ask_check(state: State, who: PersonId, _what: shoe.AskCardCheck) -> Decision:
    wrong = shoe.require_check_possible(state.shoe, state.seats, who, late=False) or require_check_in_time(state)
    rest_on(cite("CF.B.49"))
    return wrong or (shoe.CheckAsked(who),)


@rule("CF.B.49", neutral=None, names_a_pass=False)
def require_check_in_time(state: State) -> Fault | None:
    """The check is made at the end of the shoe: nobody asks for it once the cards are being shuffled again."""
    late = state.shoe.has_ended and state.phase is not Phase.SHOE
    return fault("check-too-late") if late else None


def require_card_check_done(state: State) -> Fault | None:
    due = shoe.require_card_check_done(state.shoe)
    return None if due is None else require_check_first(due)


@rule("CF.B.49", neutral=None)
def require_check_first(due: Fault) -> Fault | None:
    """If a player asked for it, the cards are checked at the end of the shoe: before anybody touches them."""
    return due


@acts.decides(acts.CheckCards)
def check(state: State, who: PersonId, what: shoe.CheckCards) -> Decision:
    """Decide the count of the cards; what becomes of a pack that is not whole the inspector decides."""
    wrong = first_fault(
        require_post(state.staff, who, Role.CROUPIER, Role.INSPECTOR),
        None if state.phase is Phase.SHOE and state.shoe.has_ended else fault("wrong-window", window=str(state.phase)),
        shoe.require_check_asked(state.shoe),
    )
    rest_on(cite("CF.B.49"))
    counted = shoe.check_result(state.shoe, who, what)
    if wrong or counted.complete:
        return wrong or (counted,)
    short = fault("pack-not-whole", found=what.found, size=state.shoe.size)
    opened = incident(state.docket, short.code, who, (short,), (open_proposal(state.book.authority),))
    return Irregular((counted, IncidentOpened(opened)), (short,))
