"""Hands: what they count, which duties they have, what binds the banker, and who wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from tapete.clauses import Fault, Origin, Sourced, against, fault, rule, trace, with_clauses
from tapete.games.baccarat import effects
from tapete.games.baccarat.marks import BindingTarget, third
from tapete.games.baccarat.points import PointRules, Total, Unknown, Winner, is_natural
from tapete.games.baccarat.procedure import say
from tapete.games.baccarat.reckoning import final_total, may_count_natural, third_value, two_card_total
from tapete.games.banked import rulings
from tapete.games.banked.coup import RulingGiven, Word
from tapete.games.dos_panos import rules as books
from tapete.games.dos_panos.events import CoupEnded, PhaseOpened
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import CLOTHS, HANDS, Accident, Cover, Hand, Phase
from tapete.kernel import Event

REFERRED: Final = (Origin.IMPORT, Origin.STAND_IN)
"""Origins of values that are in the general rules of chemin de fer."""


def card_points(state: State) -> PointRules:
    points = state.book.points
    return general_points(points) if points.tens.origin in REFERRED else points


@rule("DP.A.01", neutral=lambda points: replace(points, tens=Sourced(1, practice="nothing is said of courts")))
def general_points(points: PointRules) -> PointRules:
    """Where these rules adapt nothing the general rules of chemin de fer apply: court cards count as they do there."""
    return points


def has_priority(state: State, hand: Hand) -> bool:
    """Return True if a hand's two cards go before a total of three: they are an eight or nine, and neither a word nor a
    ruling has cost them that. To turn them up is another right: the one can be lost and the other kept.
    """
    marks = state.coup.cards.marks.of(hand)
    total = two_card_total(state.coup.cards, hand, card_points(state))
    if isinstance(total, Unknown) or marks.is_deemed_plain or not is_natural(total, state.book.outcome):
        return False
    side, rules = state.coup.sides.get(hand), state.book.natural
    word = None if side is None else side.word
    if marks.is_natural_lost or (word is not None and word == rules.lost_by.use()):
        return rules.lost_keeps_priority.use()
    return word is None or rules.after_carta_keeps_priority.use()


def has_natural(state: State, hand: Hand) -> bool | Unknown:
    return may_count_natural(state.coup.cards, hand, card_points(state), state.book.outcome)


def laid_naturals(state: State) -> tuple[Hand, ...]:
    """Return the hands that turned a natural up, in order, and those that a ruling counts as if they had; while a face
    is not known its hand counts as one.

    A lesser total that the rulebook has turned up is none: that hand stands, and the others play on.
    """
    turned = tuple(Hand(hand) for hand in state.coup.naturals)
    deemed = tuple(hand for hand in Hand if hand not in turned and state.coup.cards.marks.of(hand).is_deemed_natural)
    return tuple(hand for hand in (*turned, *deemed) if has_natural(state, hand) is not False)


def live_cloths(state: State) -> tuple[Hand, ...]:
    marks = state.coup.cards.marks
    return tuple([cloth for cloth in CLOTHS if not marks.of(cloth).void]) if marks.hands else CLOTHS


def compared_hands(state: State) -> tuple[Hand, ...]:
    return tuple(map(Hand, rulings.compared_hands(state.coup.cards.marks, CLOTHS, Hand.BANCA)))


def is_decided(state: State, hand: Hand) -> bool:
    """Return True if a ruling has left a hand nothing to do: called off, lost, or with a total that stays."""
    if not state.coup.cards.marks.hands:
        return False
    marks = state.coup.cards.marks.of(hand)
    deemed = marks.deemed_total
    return marks.void or marks.is_lost or (deemed is not None and not deemed.one_more)


# Before an act a duty rests on faces that others may not see, so its clauses stay private and its refusal goes to the
# actor alone.


def require_turned_up(total: int, rules: books.PuntoRules, outcome: books.OutcomeRules) -> Fault | None:
    if not rules.shows_on.has_member(total):
        return None
    if total in outcome.naturals.value:
        return against(rules.shows_on, "natural-to-lay-down", total=total)
    return against(rules.shows_on, "total-to-show", total=total)


def require_scheme(
    total: int, word: Word, rules: books.PuntoRules, advised: books.AdvisedOnFive | None
) -> Fault | None:
    if rules.draws_on.has_member(total):
        return against(rules.draws_on, "must-draw", total=total) if word is Word.NO else None
    if rules.stands_on.has_member(total):
        return against(rules.stands_on, "must-stand", total=total) if word is Word.CARTA else None
    if not rules.chooses_on.has_member(total):
        return fault("must-draw", total=total) if word is Word.NO else None
    return fault("advised-to-stand") if advised is books.AdvisedOnFive.STAND and word is Word.CARTA else None


def duty_over_cells(cells: Sequence[effects.Cell], rules: books.BankerRules) -> effects.Cell:
    """Return what the table asks of a banker who asked for it, from the cell of each cloth that has one: to draw, to
    stand, or :attr:`Cell.OPTIONAL` where the banker is free.

    A cloth that laid down a natural, or that counts for nothing, has no cell.
    """
    said = set(cells)
    match rules.table_binds.use():
        case books.Binding.NEVER:
            return effects.Cell.OPTIONAL
        case books.Binding.ALWAYS if effects.Cell.DRAW in said or effects.Cell.STAND in said:
            return effects.Cell.DRAW if effects.Cell.DRAW in said else effects.Cell.STAND
        case _:
            pass
    if effects.Cell.OPTIONAL in said and len(said) > 1 and not rules.optional_disagrees.use():
        said.discard(effects.Cell.OPTIONAL)
    return said.pop() if len(said) == 1 else effects.Cell.OPTIONAL


@rule("DP.A.32", neutral=effects.Cell.STAND)
def letter_of(says: effects.Cell) -> effects.Cell:
    """The letters of the table: T is to draw, P to stand, O leaves the choice."""
    return says


def require_decision(total: int, does: effects.Cell, duty: effects.Cell, rules: books.BankerRules) -> Fault | None:
    if duty is not effects.Cell.OPTIONAL and does is not duty:
        return against(rules.table_binds, "against-table", must=str(duty))
    if does is effects.Cell.STAND and rules.draws_on.has_member(total):
        return against(rules.draws_on, "banker-must-draw")
    return None


class Score(msgspec.Struct, frozen=True):
    """``has_priority``: an eight or nine of two cards that goes before three."""

    total: int
    has_priority: bool = False
    has_third_card: bool = False


def winner(cloth: Score, bank: Score, rules: books.OutcomeRules) -> Winner:
    if by_two_cards := winner_by_two_cards(cloth, bank, rules):
        return by_two_cards
    if cloth.total == bank.total:
        return equal_scores()
    higher_wins = rules.higher_wins.use()
    return Winner.PUNTO if (cloth.total > bank.total) is higher_wins else Winner.BANCA


def winner_by_two_cards(cloth: Score, bank: Score, rules: books.OutcomeRules) -> Winner | None:
    if cloth.has_priority and not bank.has_priority and is_beaten(bank, cloth.total, rules):
        return Winner.PUNTO
    if bank.has_priority and not cloth.has_priority and is_beaten(cloth, bank.total, rules):
        return Winner.BANCA
    return None


def is_beaten(score: Score, natural: int, rules: books.OutcomeRules) -> bool:
    """Return True if a natural beats a total of three cards not below it. Two cards are never beaten so."""
    beaten = {8: rules.eight_beats, 9: rules.nine_beats}.get(natural)
    return beaten is not None and score.has_third_card and score.total >= natural and beaten.has_member(score.total)


@rule("DP.A.05", neutral=Winner.BANCA)
def equal_scores() -> Winner:
    """Equal scores make the comparison void: nothing is won or lost on that cloth."""
    return Winner.TIE


# The cells are those of the cloths that have one: a cloth that laid a natural down has none, nor one that was called
# off.

DRAWS_TO = 5
"""The highest total on which an erring banker draws between two cells that disagree."""


def restored_duty(
    cells: Sequence[effects.Cell],
    total: int,
    fault_of: effects.Party,
    rules: books.RestoredHandRules,
    *,
    beside_natural: bool,
) -> effects.Cell:
    """Return what binds the banker on their total; ``beside_natural``: one of the cloths turned a natural up."""
    said = set(cells)
    if beside_natural:
        return cell_of_other_cloth(cells[0]) if cells else effects.Cell.OPTIONAL
    if len(said) < 2:
        return agreeing_cells(cells[0]) if cells else effects.Cell.OPTIONAL
    if effects.Cell.OPTIONAL in said:
        return beside_optional(fault_of, rules)
    return by_five(total) if fault_of is effects.Party.BANKER else between_cells()


@rule("DP.C3.01", neutral=effects.Cell.OPTIONAL)
def cell_of_other_cloth(says: effects.Cell) -> effects.Cell:
    """With a natural on one cloth the banker follows their table against the other."""
    return choice_beside_natural() if says is effects.Cell.OPTIONAL else says


@rule("DP.C3.02", neutral=effects.Cell.OPTIONAL)
def choice_beside_natural() -> effects.Cell:
    """The two cells that leave a choice are then draws."""
    return effects.Cell.DRAW


@rule("DP.C3.03", neutral=effects.Cell.OPTIONAL)
def agreeing_cells(says: effects.Cell) -> effects.Cell:
    """Where the table says the same against both cloths the banker follows it."""
    return says


@rule("DP.C3.04", neutral=effects.Cell.STAND)
def between_cells() -> effects.Cell:
    """Where it says draw against one and stand against the other they are free if the error was not theirs."""
    return effects.Cell.OPTIONAL


def by_five(total: int) -> effects.Cell:
    return draws_to_five() if total <= DRAWS_TO else stands_above_five()


@rule("DP.C3.05", neutral=effects.Cell.OPTIONAL)
def draws_to_five() -> effects.Cell:
    """If the error was the banker's they draw on five or less."""
    return effects.Cell.DRAW


@rule("DP.C3.06", neutral=effects.Cell.OPTIONAL)
def stands_above_five() -> effects.Cell:
    """If the error was the banker's they stand on more than five."""
    return effects.Cell.STAND


def beside_optional(fault_of: effects.Party, rules: books.RestoredHandRules) -> effects.Cell:
    if fault_of is not effects.Party.BANKER:
        return effects.Cell.OPTIONAL
    match rules.optional_beside.use():
        case books.OptionalBeside.DRAW:
            return effects.Cell.DRAW
        case books.OptionalBeside.FREE:
            return effects.Cell.OPTIONAL


def is_free_of_scheme(state: State, total: int) -> bool:
    return has_free_total(state, total) and (not state.settings.needs_director or is_freedom_given(state))


def has_free_total(state: State, total: int) -> bool:
    return state.coup.cover is Cover.BANCO and state.book.banco.free_on.has_member(total)


def is_played_by_croupier(state: State, cloth: Hand) -> bool:
    """Return True if the croupier plays a cloth's cards for somebody absent or silent (else see DP.C1.11)."""
    holder = state.holder(cloth)
    return holder is not None and holder == state.croupier()


def is_bound_by_ruling(state: State, cloth: Hand) -> bool:
    given = (effect for one in state.coup.rulings for effect in one.effects)
    return any(isinstance(one, effects.BindToScheme) and one.hand == cloth for one in given)


@rule("DP.A.17", neutral=True)
def is_freedom_given(state: State) -> bool:
    """Where the house asks for the director's word, a banco player is free only if it was given before the play."""
    return state.settings.banco_freedom


def require_lawful_word(state: State, cloth: Hand, word: Word) -> Fault | None:
    """Return a Fault if a cloth's word is not what it must say, as far as its total is known."""
    total = two_card_total(state.coup.cards, cloth, card_points(state))
    if isinstance(total, Unknown):
        return None
    marks = state.coup.cards.marks.of(cloth)
    ruled = marks.duty(total)
    if ruled is not None:
        meant = Word.CARTA if ruled is effects.Cell.DRAW else Word.NO
        bound_by = rulings.clauses_of_ruling(state.coup, cloth, effects.Oblige)
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
    answer: books.AdvisedOnFive | None = state.book.advice.asked_on_five.use() if advised else None
    answer = books.AdvisedOnFive.STAND if for_another else answer
    found = require_scheme(total, word, rules, answer)
    if found is not None and found.code == "advised-to-stand":
        bound_by = rulings.clauses_of_ruling(state.coup, cloth, effects.BindToScheme)
        bound = Fault("bound-to-scheme", {"total": total}, bound_by)
        found = bound if bound_by else against(state.book.advice.asked_on_five, found.code)
    return found and with_clauses(found, *lacking)


@rule("DP.A.18", neutral=None, names_a_pass=False)
def require_banco_shown(total: int, rules: books.PuntoRules) -> Fault | None:
    """A banco player too turns up their eight or nine: their freedom is that of the other totals."""
    return fault("natural-to-lay-down", total=total) if rules.shows_on.has_member(total) else None


def require_natural(state: State, hand: Hand) -> Fault | None:
    if state.coup.cards.marks.of(hand).is_natural_lost:
        return Fault("no-natural", {}, rulings.clauses_of_ruling(state.coup, hand, effects.LoseNatural))
    total = two_card_total(state.coup.cards, hand, card_points(state))
    if isinstance(total, Unknown):
        return None
    shows = state.book.punto.shows_on if hand in CLOTHS else state.book.outcome.naturals
    return None if shows.has_member(total) else against(shows, "no-natural")


def cells(state: State, total: int) -> tuple[effects.Cell, ...]:
    """Return what the table says against each cloth that has a cell; on eight or nine it has no row."""
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
        found.append(letter_of(effects.cell(state.book.banker.table, total, third, made)))
    return tuple(found)


def require_lawful_decision(state: State, does: effects.Cell, *, by_table: bool = False) -> Fault | None:
    """Return a Fault if the banker must decide otherwise; ``by_table``: somebody decides for them, without a choice."""
    total = two_card_total(state.coup.cards, Hand.BANCA, card_points(state))
    if isinstance(total, Unknown):
        return None
    if has_natural(state, Hand.BANCA) is True:
        return against(state.book.outcome.naturals, "natural-to-lay-down", total=total)
    if is_card_forced(state):
        left, has_third_card = (
            state.book.restored.unclaimed_card,
            bool(effects.at(state.coup.cards.layout, third(Hand.BANCA))),
        )
        return None if does is effects.Cell.DRAW or has_third_card else against(left, "must-take-card")
    ruled = state.coup.cards.marks.of(Hand.BANCA).duty(total)
    if ruled is not None:
        bound_by = rulings.clauses_of_ruling(state.coup, Hand.BANCA, effects.Oblige)
        return None if does is ruled else Fault("bound-by-ruling", {"must": str(ruled)}, bound_by)
    if state.book.outcome.naturals.has_member(total):
        return require_stood(state, does)
    if (found := require_restored_play(state, does, total)) is not None:
        return found
    duty = table_duty(state, total) if by_table else banker_duty(state, total)
    found = require_decision(total, does, duty, state.book.banker)
    if found is not None or duty is not effects.Cell.OPTIONAL:
        return found
    return require_decision(total, does, free_choice(), state.book.banker)  # with the table's clauses named first


@rule("DP.A.07", neutral=None, names_a_pass=False)
def require_stood(state: State, does: effects.Cell) -> Fault | None:
    """Eight or nine of two cards end the drawing: a bank that may not turn them up any more stands on them."""
    if does is effects.Cell.STAND:
        return None
    bound_by = rulings.clauses_of_ruling(state.coup, Hand.BANCA, effects.LoseNatural)
    return with_clauses(fault("bound-by-ruling", must=str(effects.Cell.STAND)), *bound_by)


def is_card_forced(state: State) -> bool:
    """Return True if a ruling left the banker a card that they have to take, and no later one gave it away."""
    given = (effect for one in state.coup.rulings for effect in one.effects)
    left = {one.position for one in given if isinstance(one, effects.SetAside) and one.falls_to == Hand.BANCA}
    waiting = {one.position for one in state.coup.cards.marks.aside if one.falls_to == Hand.BANCA}
    taken = {card.position for card in effects.at(state.coup.cards.layout, third(Hand.BANCA))}
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


def bound_for(given: RulingGiven[Any]) -> set[effects.Party | None]:
    return {one.fault_of for one in given.effects if isinstance(one, effects.BindToTable) and one.hand == Hand.BANCA}


def is_of_words(given: RulingGiven[Any]) -> bool:
    """Return True if a ruling binds the banker, as it was proposed, for nothing but two words of a player."""
    codes = {one.code for one in given.faults}
    return (
        given.is_as_proposed and Accident.TWO_WORDS in codes <= REPORTED and bound_for(given) == {effects.Party.PLAYER}
    )


def said_totals(state: State, given: RulingGiven[Any]) -> set[Total]:
    said = (Hand(one.facts["hand"]) for one in given.faults if one.code == Accident.TWO_WORDS)
    return {two_card_total(state.coup.cards, hand, card_points(state)) for hand in said}


REPORTED = frozenset(Accident)
"""Codes of what is reported: no other report than that of two words binds the banker for a player's error."""


def restored_cell(state: State, total: int) -> effects.Cell | None:
    binding = state.coup.cards.marks.of(Hand.BANCA).binding
    if binding is None or binding.fault_of is None or not is_restored(state):
        return None
    natural = any(cloth in laid_naturals(state) for cloth in live_cloths(state))
    said = cells(state, total)
    return restored_duty(said, total, binding.fault_of, state.book.restored, beside_natural=natural)


def require_restored_play(state: State, does: effects.Cell, total: int) -> Fault | None:
    with trace() as trail:
        duty = restored_cell(state, total)
    if duty in (None, effects.Cell.OPTIONAL, does):
        return None
    bound_by = rulings.clauses_of_ruling(state.coup, Hand.BANCA, effects.BindToTable)
    return Fault("against-table", {"must": str(duty)}, tuple(dict.fromkeys((*trail.rests_on, *bound_by))))


def banker_duty(state: State, total: int) -> effects.Cell:
    """Return what binds a banker whom no ruling binds: the table, if they asked for it or a natural makes them."""
    binding = state.coup.cards.marks.of(Hand.BANCA).binding
    is_ruled = binding is not None and binding.fault_of is not None and is_restored(state)
    if is_ruled or (binding is not None and binding.target is BindingTarget.NOTHING):
        return effects.Cell.OPTIONAL
    forced = bool(laid_naturals(state)) and state.book.natural.forces_chart_in_normal_hand.use()
    if not state.coup.has_asked_table and not forced:
        return effects.Cell.OPTIONAL
    return duty_over_cells(cells(state, total), state.book.banker)


def table_duty(state: State, total: int) -> effects.Cell:
    """Return what whoever plays for an absent banker does: what the table says against both cloths, else a card."""
    said = set(cells(state, total))
    return said.pop() if len(said) == 1 and said <= {effects.Cell.DRAW, effects.Cell.STAND} else effects.Cell.DRAW


@rule("DP.A.19", neutral=effects.Cell.STAND)
def free_choice() -> effects.Cell:
    """Without a natural, and where the table does not bind them, the banker draws or stands as they like."""
    return effects.Cell.OPTIONAL


def score(state: State, hand: Hand) -> Score | None:
    total = final_total(state.coup.cards, hand, card_points(state))
    if isinstance(total, Unknown):
        return None
    three_cards = bool(effects.at(state.coup.cards.layout, third(hand)))
    return Score(total, not three_cards and has_priority(state, hand), three_cards)


def end_of_coup(state: State) -> tuple[Event, ...]:
    ended = result_of(state)
    if ended is None:
        return ()
    said = announced_scores(state, ended.scores) if len(ended.scores) == len(HANDS) else ()
    return (ended, *said, PhaseOpened(Phase.SETTLE))


def result_of(state: State) -> CoupEnded | None:
    winners = {cloth: winner_on(state, cloth) for cloth in live_cloths(state)}
    known = {cloth: won for cloth, won in winners.items() if won is not None}
    if len(known) < len(winners):
        return None
    marks = state.coup.cards.marks
    counts = [hand for hand in HANDS if hand in (*known, Hand.BANCA) and not marks.of(hand).is_lost]
    reckoned = {hand: score(state, hand) for hand in counts}
    totals = {hand: one.total for hand, one in reckoned.items() if one is not None}
    return CoupEnded(totals, known)


def winner_on(state: State, cloth: Hand) -> Winner | None:
    marks = state.coup.cards.marks
    if marks.of(Hand.BANCA).is_lost or marks.of(cloth).is_lost:
        return Winner.BANCA if marks.of(cloth).is_lost else Winner.PUNTO
    own, bank = score(state, cloth), score(state, Hand.BANCA)
    return None if own is None or bank is None else winner(own, bank, state.book.outcome)


@rule("DP.B.23", neutral=())
def announced_scores(state: State, totals: Mapping[Hand, int]) -> tuple[Event, ...]:
    """When the play is over the croupier parts the cards and says the scores."""
    return say(state, "scores", **{str(hand): total for hand, total in totals.items()})
