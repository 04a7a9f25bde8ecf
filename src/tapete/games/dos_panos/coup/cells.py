"""Reading the banker's table over two cloths, and the duties of a hand of this table."""

from __future__ import annotations

from tapete.clauses import Fault, against, fault, rule, trace, with_clauses
from tapete.games.baccarat.drawing import Cell, cell
from tapete.games.baccarat.effects import BindToScheme, BindToTable, LoseNatural, Oblige, Party, SetAside
from tapete.games.baccarat.layout import at
from tapete.games.baccarat.marks import BindingTarget, third
from tapete.games.baccarat.points import Total, Unknown
from tapete.games.baccarat.reckoning import final_total, third_value, two_card_total
from tapete.games.banked.coup import RulingGiven
from tapete.games.banked.rulings import clauses_of_ruling
from tapete.games.banked.terms import Word
from tapete.games.dos_panos.coup.duties import (
    duty_over_cells,
    letter_of,
    require_decision,
    require_scheme,
    require_turned_up,
)
from tapete.games.dos_panos.coup.points import card_points, has_natural, laid_naturals, live_cloths
from tapete.games.dos_panos.coup.restored import restored_duty
from tapete.games.dos_panos.rules.coup import AdvisedOnFive, PuntoRules
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import CLOTHS, Accident, Cover, Hand


def is_free_of_scheme(state: State, total: int) -> bool:
    """Return True if the hand player is not bound by the scheme: he plays banco, and his total leaves him free."""
    return has_free_total(state, total) and (not state.settings.needs_director or is_freedom_given(state))


def has_free_total(state: State, total: int) -> bool:
    """Return True if a total leaves whoever plays banco free, whether or not the director has yet to say so."""
    return state.coup.cover is Cover.BANCO and state.book.banco.free_on.has_member(total)


def is_played_by_croupier(state: State, cloth: Hand) -> bool:
    """Return True if the croupier plays a cloth's cards for somebody who is away or silent. Another player to whom a
    ruling left the cards plays them as his own (DP.C1.11).
    """
    holder = state.holder(cloth)
    return holder is not None and holder == state.croupier()


def is_bound_by_ruling(state: State, cloth: Hand) -> bool:
    """Return True if a ruling had a cloth play by the scheme, without a choice."""
    given = (effect for one in state.coup.rulings for effect in one.effects)
    return any(isinstance(one, BindToScheme) and one.hand == cloth for one in given)


@rule("DP.A.17", neutral=True)
def is_freedom_given(state: State) -> bool:
    """Where the house asks for the director's word, a banco player is free of the scheme only if he gave it before the
    play.
    """
    return state.settings.banco_freedom


def require_lawful_word(state: State, cloth: Hand, word: Word) -> Fault | None:
    """Return a Fault if a cloth's word is not what it must say, as far as its total is known."""
    total = two_card_total(state.coup.cards, cloth, card_points(state))
    if isinstance(total, Unknown):
        return None
    marks = state.coup.cards.marks.of(cloth)
    ruled = marks.duty(total)
    if ruled is not None:
        meant = Word.CARTA if ruled is Cell.DRAW else Word.NO
        bound_by = clauses_of_ruling(state.coup, cloth, Oblige)
        return None if word is meant else Fault("bound-by-ruling", {"must": str(ruled)}, bound_by)
    if marks.is_natural_lost:
        return None
    rules = state.book.punto
    for_another = is_played_by_croupier(state, cloth) or is_bound_by_ruling(state, cloth)
    if not for_another and is_free_of_scheme(state, total):
        return None
    is_natural = total in state.book.outcome.naturals.value
    leaves_out_naturals = set(require_banco_shown.clauses) <= set(state.book.banco.free_on.clauses)
    if state.coup.cover is Cover.BANCO and is_natural and leaves_out_naturals:
        found = require_banco_shown(total, rules)
    else:
        found = require_turned_up(total, rules, state.book.outcome)
    lacking = is_freedom_given.clauses if not for_another and has_free_total(state, total) else ()
    if found:
        return with_clauses(found, *lacking)
    if rules.shows_on.has_member(total) or not rules.no_other_discretion.use():
        return None
    advised = state.coup.side(cloth).advice is not None
    answer: AdvisedOnFive | None = state.book.advice.asked_on_five.use() if advised else None
    answer = AdvisedOnFive.STAND if for_another else answer
    found = require_scheme(total, word, rules, answer)
    if found is not None and found.code == "advised-to-stand":
        bound_by = clauses_of_ruling(state.coup, cloth, BindToScheme)
        bound = Fault("bound-to-scheme", {"total": total}, bound_by)
        found = bound if bound_by else against(state.book.advice.asked_on_five, found.code)
    return found and with_clauses(found, *lacking)


@rule("DP.A.18", neutral=None, names_a_pass=False)
def require_banco_shown(total: int, rules: PuntoRules) -> Fault | None:
    """A banco player too turns up his eight or nine: his freedom is that of the other totals."""
    return fault("natural-to-lay-down", total=total) if rules.shows_on.has_member(total) else None


def require_natural(state: State, hand: Hand) -> Fault | None:
    """Return a Fault if a hand that is laid down has lost its natural by a ruling, or is known to hold no total that
    may be turned up.
    """
    if state.coup.cards.marks.of(hand).is_natural_lost:
        return Fault("no-natural", {}, clauses_of_ruling(state.coup, hand, LoseNatural))
    total = two_card_total(state.coup.cards, hand, card_points(state))
    if isinstance(total, Unknown):
        return None
    shows = state.book.punto.shows_on if hand in CLOTHS else state.book.outcome.naturals
    return None if shows.has_member(total) else against(shows, "no-natural")


# --- the banker -------------------------------------------------------------------------------------------------------


def cells(state: State, total: int) -> tuple[Cell, ...]:
    """Return what the table says against each cloth that has a cell: one that laid a natural down has none, nor one
    that was called off. On eight or nine it says nothing: it has no row for them.
    """
    found, there = [], laid_naturals(state)
    if total in state.book.outcome.naturals.value:
        return ()
    for cloth in live_cloths(state):
        if cloth in there:
            continue
        third = third_value(state.coup.cards, cloth, card_points(state))
        whole = final_total(state.coup.cards, cloth, card_points(state))
        if isinstance(third, Unknown):
            continue
        made = 0 if isinstance(whole, Unknown) else whole
        found.append(letter_of(cell(state.book.banker.table, total, third, made)))
    return tuple(found)


def require_lawful_decision(state: State, does: Cell, *, by_table: bool = False) -> Fault | None:
    """Return a Fault if the banker must decide otherwise, as far as his total is known. ``by_table``: somebody decides
    for him, who has no choice: he plays by the table, and draws where it leaves one.
    """
    total = two_card_total(state.coup.cards, Hand.BANCA, card_points(state))
    if isinstance(total, Unknown):
        return None
    if has_natural(state, Hand.BANCA) is True:
        return against(state.book.outcome.naturals, "natural-to-lay-down", total=total)
    if is_card_forced(state):
        left, is_his = state.book.restored.unclaimed_card, bool(at(state.coup.cards.layout, third(Hand.BANCA)))
        return None if does is Cell.DRAW or is_his else against(left, "must-take-card")
    ruled = state.coup.cards.marks.of(Hand.BANCA).duty(total)
    if ruled is not None:
        bound_by = clauses_of_ruling(state.coup, Hand.BANCA, Oblige)
        return None if does is ruled else Fault("bound-by-ruling", {"must": str(ruled)}, bound_by)
    if state.book.outcome.naturals.has_member(total):
        return require_stood(state, does)
    if (found := require_restored_play(state, does, total)) is not None:
        return found
    duty = table_duty(state, total) if by_table else banker_duty(state, total)
    found = require_decision(total, does, duty, state.book.banker)
    if found is not None or duty is not Cell.OPTIONAL:
        return found
    return require_decision(total, does, free_choice(), state.book.banker)  # with the table's clauses named first


@rule("DP.A.07", neutral=None, names_a_pass=False)
def require_stood(state: State, does: Cell) -> Fault | None:
    """Eight or nine of two cards end the drawing: a bank that may not turn them up any more stands on them."""
    if does is Cell.STAND:
        return None
    bound_by = clauses_of_ruling(state.coup, Hand.BANCA, LoseNatural)
    return with_clauses(fault("bound-by-ruling", must=str(Cell.STAND)), *bound_by)


def is_card_forced(state: State) -> bool:
    """Return True if a ruling left the banker a card that he has to take, whatever his two cards are, and no later one
    gave it to somebody else: it waits for him, or he has taken it.
    """
    given = (effect for one in state.coup.rulings for effect in one.effects)
    left = {one.position for one in given if isinstance(one, SetAside) and one.falls_to == Hand.BANCA}
    waiting = {one.position for one in state.coup.cards.marks.aside if one.falls_to == Hand.BANCA}
    taken = {card.position for card in at(state.coup.cards.layout, third(Hand.BANCA))}
    return bool(left & (waiting | taken))


def totals_of_first_word(state: State) -> tuple[int, ...]:
    """Return the totals on which the first of two words counts: a banco player's own choice is one on each."""
    free = (one for one in state.book.banco.free_on.value if is_free_of_scheme(state, one))
    return tuple(sorted({*state.book.first_word.on.use(), *free}))


def is_restored(state: State) -> bool:
    """Return True if a ruling that binds the banker put the coup right. Where it was about two words alone it did not
    if the first one counts: it is said of every hand, and whether it holds is known when the hand lies open.
    """
    with trace():
        first = totals_of_first_word(state)
    binding = (one for one in state.coup.rulings if bound_for(one) - {None})
    return any(not (is_of_words(one) and said_totals(state, one) <= set(first)) for one in binding)


def bound_for(given: RulingGiven) -> set[Party | None]:
    """Return for whose errors a ruling binds the banker to the table."""
    return {one.fault_of for one in given.effects if isinstance(one, BindToTable) and one.hand == Hand.BANCA}


def is_of_words(given: RulingGiven) -> bool:
    """Return True if a ruling binds the banker, as it was proposed, for nothing but two words of a player."""
    codes = {one.code for one in given.faults}
    return given.is_as_proposed and Accident.TWO_WORDS in codes <= REPORTED and bound_for(given) == {Party.PLAYER}


def said_totals(state: State, given: RulingGiven) -> set[Total]:
    """Return the totals of two cards of the hands for which two words were said."""
    said = (Hand(one.facts["hand"]) for one in given.faults if one.code == Accident.TWO_WORDS)
    return {two_card_total(state.coup.cards, hand, card_points(state)) for hand in said}


REPORTED = frozenset(Accident)
"""Codes of what is reported: no other report than that of two words binds the banker for a player's error."""


def restored_cell(state: State, total: int) -> Cell | None:
    """Return what the rules of a restored coup ask of the banker; ``None`` where no ruling has put the coup right."""
    binding = state.coup.cards.marks.of(Hand.BANCA).binding
    if binding is None or binding.fault_of is None or not is_restored(state):
        return None
    natural = any(cloth in laid_naturals(state) for cloth in live_cloths(state))
    said = cells(state, total)
    return restored_duty(said, total, binding.fault_of, state.book.restored, beside_natural=natural)


def require_restored_play(state: State, does: Cell, total: int) -> Fault | None:
    """Return a Fault if the banker decides otherwise than the rules of a restored coup ask of him."""
    with trace() as trail:
        duty = restored_cell(state, total)
    if duty in (None, Cell.OPTIONAL, does):
        return None
    bound_by = clauses_of_ruling(state.coup, Hand.BANCA, BindToTable)
    return Fault("against-table", {"must": str(duty)}, tuple(dict.fromkeys((*trail.rests_on, *bound_by))))


def banker_duty(state: State, total: int) -> Cell:
    """Return what binds the banker in a coup that nobody had to put right: the table, where he asked for it or where a
    natural of one cloth makes him.
    """
    binding = state.coup.cards.marks.of(Hand.BANCA).binding
    is_ruled = binding is not None and binding.fault_of is not None and is_restored(state)
    if is_ruled or (binding is not None and binding.target is BindingTarget.NOTHING):
        return Cell.OPTIONAL
    forced = bool(laid_naturals(state)) and state.book.natural.forces_chart_in_normal_hand.use()
    if not state.coup.has_asked_table and not forced:
        return Cell.OPTIONAL
    return duty_over_cells(cells(state, total), state.book.banker)


def table_duty(state: State, total: int) -> Cell:
    """Return what whoever plays for an absent banker does: what the table says against both cloths, else a card."""
    said = set(cells(state, total))
    return said.pop() if len(said) == 1 and said <= {Cell.DRAW, Cell.STAND} else Cell.DRAW


@rule("DP.A.19", neutral=Cell.STAND)
def free_choice() -> Cell:
    """Without a natural, and where the table does not bind him, the banker draws or stands as he likes."""
    return Cell.OPTIONAL
