"""Reading the banker's table over two cloths, and the duties of a hand of this table."""

from __future__ import annotations

from tapete.clauses import Fault, against, fault, rule
from tapete.games.baccarat.drawing import Cell, cell
from tapete.games.baccarat.points import Unknown
from tapete.games.baccarat.reckoning import final_total, third_value, two_card_total
from tapete.games.banked.terms import Word
from tapete.games.dos_panos.coup.duties import (
    duty_over_cells,
    letter_of,
    require_decision,
    require_scheme,
    require_turned_up,
)
from tapete.games.dos_panos.coup.points import card_points, has_natural, laid_naturals
from tapete.games.dos_panos.rules.coup import AdvisedOnFive, PuntoRules
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import CLOTHS, Cover, Hand


def is_free_of_scheme(state: State, total: int) -> bool:
    """Return True if the hand player is not bound by the scheme: he plays banco, and his total leaves him free."""
    if state.coup.cover is not Cover.BANCO or not state.book.banco.free_on.has_member(total):
        return False
    return not state.settings.needs_director or is_freedom_given(state)


def is_played_by_croupier(state: State, cloth: Hand) -> bool:
    """Return True if the croupier plays a cloth's cards for somebody who is away or silent."""
    return state.coup.side(cloth).holder is not None and state.holder(cloth) != state.coup.side(cloth).holder


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
    rules = state.book.punto
    for_another = is_played_by_croupier(state, cloth)
    if not for_another and is_free_of_scheme(state, total):
        return None
    is_natural = total in state.book.outcome.naturals.value
    if state.coup.cover is Cover.BANCO and is_natural:
        found = require_banco_shown(total, rules)
    else:
        found = require_turned_up(total, rules, state.book.outcome)
    if found:
        return found
    if rules.shows_on.has_member(total) or not rules.no_other_discretion.use():
        return None
    advised = state.coup.side(cloth).advice is not None
    answer: AdvisedOnFive | None = state.book.advice.asked_on_five.use() if advised else None
    answer = AdvisedOnFive.STAND if for_another else answer
    found = require_scheme(total, word, rules, answer)
    if found is not None and found.code == "advised-to-stand":
        return against(state.book.advice.asked_on_five, found.code)
    return found


@rule("DP.A.18", neutral=None, names_a_pass=False)
def require_banco_shown(total: int, rules: PuntoRules) -> Fault | None:
    """A banco player too turns up his eight or nine: his freedom is that of the other totals."""
    return fault("natural-to-lay-down", total=total) if rules.shows_on.has_member(total) else None


def require_natural(state: State, hand: Hand) -> Fault | None:
    """Return a Fault if a hand that is laid down is known to hold no total that may be turned up."""
    total = two_card_total(state.coup.cards, hand, card_points(state))
    if isinstance(total, Unknown):
        return None
    shows = state.book.punto.shows_on if hand in CLOTHS else state.book.outcome.naturals
    return None if shows.has_member(total) else against(shows, "no-natural")


# --- the banker -------------------------------------------------------------------------------------------------------


def cells(state: State, total: int) -> tuple[Cell, ...]:
    """Return what the table says against each cloth that has a cell: one that laid a natural down has none."""
    found, there = [], laid_naturals(state)
    for cloth in CLOTHS:
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
    duty = table_duty(state, total) if by_table else banker_duty(state, total)
    found = require_decision(total, does, duty, state.book.banker)
    if found is not None or duty is not Cell.OPTIONAL:
        return found
    return None if may_choose() else fault("banker-not-free")


def banker_duty(state: State, total: int) -> Cell:
    """Return what binds the banker: the table, where he asked for it or where a natural of one cloth makes him."""
    forced = bool(laid_naturals(state)) and state.book.natural.forces_chart_in_normal_hand.use()
    if not state.coup.has_asked_table and not forced:
        return Cell.OPTIONAL
    return duty_over_cells(cells(state, total), state.book.banker)


def table_duty(state: State, total: int) -> Cell:
    """Return what whoever plays for an absent banker does: what the table says against both cloths, else a card."""
    said = set(cells(state, total))
    return said.pop() if len(said) == 1 and said <= {Cell.DRAW, Cell.STAND} else Cell.DRAW


@rule("DP.A.19", neutral=False)
def may_choose() -> bool:
    """Without a natural, and where the table does not bind him, the banker draws or stands as he likes."""
    return True
