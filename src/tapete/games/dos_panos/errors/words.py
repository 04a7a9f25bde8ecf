"""Remedies for a wrong word of a cloth or of the banker, by which the hand is restored, and faults that cards show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from tapete.clauses import Fault, cite, fault, rest_on, rule, trace
from tapete.games.baccarat import effects as fx
from tapete.games.baccarat.conflicts import Proposal, Remedy
from tapete.games.baccarat.incident import judgement_clauses
from tapete.games.baccarat.marks import hand_cards, third
from tapete.games.baccarat.points import Unknown, total
from tapete.games.baccarat.reckoning import is_open, two_card_total
from tapete.games.banked import reconsideration, rulings
from tapete.games.banked.coup import Coup, Word
from tapete.games.banked.shoe import FIRST_CARDS, coup_at_home, is_shown_for_result, with_cards_at_home
from tapete.games.dos_panos.coup.hands import (
    DRAWS_TO,
    card_points,
    has_natural,
    is_decided,
    live_cloths,
    require_lawful_decision,
    require_lawful_word,
    require_natural,
    totals_of_first_word,
)
from tapete.games.dos_panos.evolve import found_key
from tapete.games.dos_panos.rules import RestoredDuty, UnclaimedCard
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import CLOTHS, HANDS, WORD_OF, Accident, Hand, Phase, other_cloth
from tapete.kernel import Event, PersonId
from tapete.table.state import in_order

# One rule covers every case: the third cards are handed out again in the order in which they were drawn, to the
# cloths that are to have one, the first cloth first, and then to the banker. What no cloth claims waits for the banker;
# a cloth that lacks its card gets the next one of the shoe. The banker then decides by the rules of a restored hand.


class Handout(msgspec.Struct, frozen=True):
    """How third cards are handed out again.

    ``moves`` are the cards that come to another hand than the one before which they lie, by position; ``left_over``
    those that no cloth claims, in the order in which they were drawn. ``is_short``: a cloth lacks its card.
    """

    moves: tuple[tuple[int, Hand], ...] = ()
    left_over: tuple[int, ...] = ()
    is_short: bool = False

    @property
    def surplus(self) -> tuple[int, ...]:
        """Return the cards that nobody can have: of those that no cloth claims the banker takes one at most."""
        return self.left_over[1:]


def third_cards(state: State, coming: Mapping[int, Hand] | None = None) -> dict[int, str]:
    """Return the places of the third cards by position, in the order drawn; ``coming`` ones just leave the shoe."""
    layout = state.coup.cards.layout
    waiting = {one.position for one in state.coup.cards.marks.aside}
    found = {card.position: card.place for hand in HANDS for card in fx.at(layout, third(hand))}
    found |= {card.position: fx.ASIDE for card in fx.at(layout, fx.ASIDE) if card.position in waiting}
    found |= {position: third(hand) for position, hand in (coming or {}).items()}
    return dict(in_order(found))


def corrected_words(state: State, corrected: Mapping[Hand, Word]) -> dict[Hand, bool]:
    """Return for each cloth that plays whether it is to have a third card, by its word or as that is corrected."""
    coup = state.coup
    playing = (
        cloth
        for cloth in live_cloths(state)
        if not is_decided(state, cloth) or (is_thrown_in(state, cloth) and fx.at(coup.cards.layout, third(cloth)))
    )
    return {
        cloth: corrected[cloth] is Word.CARTA if cloth in corrected else reconsideration.is_card_asked(coup, cloth)
        for cloth in playing
    }


def is_thrown_in(state: State, cloth: Hand) -> bool:
    marks = state.coup.cards.marks.of(cloth)
    return marks.deemed_total is not None and not marks.deemed_total.natural and not marks.is_lost


def hand_out(cards: Mapping[int, str], claims: Mapping[Hand, bool]) -> Handout:
    claimants = [cloth for cloth, is_claimed in claims.items() if is_claimed]
    served = list(zip(cards, claimants, strict=False))
    given = tuple((position, cloth) for position, cloth in served if cards[position] != third(cloth))
    left_over = tuple(cards)[len(served) :]
    return Handout(given, left_over, is_short=len(served) < len(claimants))


def moved_to(cloth: Hand, handout: Handout) -> tuple[fx.Effect, ...]:
    return tuple(fx.AssignCard(position, third(hand)) for position, hand in handout.moves if hand is cloth)


def kept_for_banker(handout: Handout, *, falls_to: str = "") -> tuple[fx.Effect, ...]:
    return tuple(fx.SetAside(position, falls_to) for position in handout.left_over[:1])


def restored_binding(state: State, fault_of: fx.Party) -> tuple[fx.Effect, ...]:
    """Return what binds the banker to the rules of a restored hand; an own error stays one, whoever errs after."""
    return (fx.BindToTable(Hand.BANCA, fault_of=fx.Party.BANKER if has_banker_erred(state) else fault_of),)


def has_banker_erred(state: State) -> bool:
    binding = state.coup.cards.marks.of(Hand.BANCA).binding
    return binding is not None and binding.fault_of is fx.Party.BANKER


def resumed(state: State, handout: Handout) -> tuple[fx.Effect, ...]:
    if state.phase in WORD_OF.values():
        return ()
    if handout.is_short and state.phase is not Phase.ANSWER:
        return (fx.GoBack(Phase.ANSWER),)
    decided = state.coup.decision is not None or state.phase in (Phase.SHOW, Phase.SETTLE)
    return (fx.GoBack(Phase.BANKER),) if decided else ()


UNWANTED = "unwanted-card"
"""Code of the fault of a third card for a cloth that asked for none, or has its own."""
OTHERS_CARD = "card-of-other-cloth"
"""Code of the fault of a third card for the second cloth while the first one waits for its own."""
WITHHELD = "card-withheld"


def unwanted_card(state: State, cloth: Hand, position: int) -> Proposal:
    handout = handed_out(state, {position: cloth})
    passed = passes_on(other_cloth(cloth), handout)
    left = (*kept_for_banker(handout), *(fx.Discard(one) for one in handout.surplus))
    return Proposal((*passed, *left, *after_slip(state, unwanted_card_by())))


def card_of_other_cloth(state: State, cloth: Hand, position: int) -> Proposal:
    handout = handed_out(state, {position: cloth})
    return Proposal((*corrected(handout), *after_slip(state, card_of_other_cloth_by())))


def card_withheld(state: State, _bank: Hand, position: int) -> Proposal:
    handout = handed_out(state, {position: Hand.BANCA})
    mine = tuple(effect for cloth in CLOTHS for effect in first_third_is_theirs(cloth, handout))
    return Proposal((*mine, *restored_binding(state, fx.Party.BANKER)))


def handed_out(state: State, coming: Mapping[int, Hand]) -> Handout:
    return hand_out(third_cards(state, coming), corrected_words(state, {}))


passes_on: Final = rule("DP.C2.03", neutral=())(moved_to)
"""The card of a cloth that said «no» passes on to the next hand that is entitled to one."""


first_third_is_theirs: Final = rule("DP.C2.04", neutral=())(moved_to)
"""A cloth that asked and was passed over gets the first third card that was drawn; the later ones shift."""


@rule("DP.C2.01", neutral=())
def corrected(handout: Handout) -> tuple[fx.Effect, ...]:
    """An irregular deal is corrected where the correction is evident: the card goes where it belongs."""
    return tuple(effect for cloth in CLOTHS for effect in moved_to(cloth, handout))


@rule("DP.C3.07", neutral=fx.Party.BANKER)
def unwanted_card_by() -> fx.Party:
    """To give a card to a cloth that did not ask for one is no error of the banker."""
    return fx.Party.PLAYER


@rule("DP.C3.08", neutral=fx.Party.BANKER)
def card_of_other_cloth_by() -> fx.Party:
    """Nor is it to give one cloth the card of the other."""
    return fx.Party.PLAYER


def after_slip(state: State, fault_of: fx.Party) -> tuple[fx.Effect, ...]:
    may_draw = state.book.restored.slips_keep_third_card.use()
    return (*restored_binding(state, fault_of), *(() if may_draw else (fx.Oblige(Hand.BANCA, fx.Cell.STAND),)))


def duty_after(state: State, duty: RestoredDuty) -> tuple[fx.Effect, ...]:
    match duty:
        case RestoredDuty.CHART_THEN_FIVE:
            return restored_binding(state, fx.Party.BANKER)
        case RestoredDuty.FIVE:
            below, above = tuple(range(DRAWS_TO + 1)), tuple(range(DRAWS_TO + 1, 8))
            return (fx.Oblige(Hand.BANCA, fx.Cell.DRAW, below), fx.Oblige(Hand.BANCA, fx.Cell.STAND, above))
        case RestoredDuty.FREE:
            return (fx.NoteOnly("banker-stays-free"),)


def misannounced(state: State) -> Proposal | None:
    """Return what follows when the banker announced a wrong score; ``None`` once they have their third card."""
    coup = with_cards_at_home(state.coup, state.docket)
    if fx.at(coup.cards.layout, third(Hand.BANCA)):
        return None
    if not has_cloth_shown(coup) and state.phase is not Phase.SETTLE:
        return Proposal(may_still_ask(state))
    handout = Handout()
    again = resumed(state, handout)
    return Proposal((*duty_after(state, state.book.restored.misannounced_shown.use()), *again))


def require_new_score(state: State) -> Fault | None:
    found, now = state.coup.rulings, score_stage(with_cards_at_home(state.coup, state.docket))
    about_it = (one for one in found if is_about_score(one.faults))
    given = [coup_at_home(one.coup, one.effects) for one in about_it if isinstance(one.coup, Coup)]
    waiting = any(is_about_score(one.faults) for one in state.docket.open)
    is_known = waiting or any(score_stage(one) == now for one in given)
    return fault("score-taken-up") if is_known else None


def is_about_score(found: Sequence[Fault]) -> bool:
    return any(one.code == Accident.MISANNOUNCED for one in found)


def score_stage(coup: Coup) -> tuple[bool, bool, bool]:
    return coup.decision is not None, bool(fx.at(coup.cards.layout, third(Hand.BANCA))), has_cloth_shown(coup)


def has_cloth_shown(coup: Coup) -> bool:
    playing = (cloth for cloth in CLOTHS if not coup.cards.marks.of(cloth).void)
    return any(is_shown_for_result(coup, cloth) for cloth in playing)


@rule("DP.C5.10", neutral=(fx.NoteOnly("score-stands"),))
def may_still_ask(state: State) -> tuple[fx.Effect, ...]:
    """A banker who announced a score that is not theirs may still ask for a card while the players have not shown."""
    return resumed(state, Handout()) or (fx.NoteOnly("may-still-draw"),)


def table_not_kept(state: State) -> Proposal:
    decided = state.coup.decision
    drawn = fx.at(state.coup.cards.layout, third(Hand.BANCA))
    right = fx.Cell.STAND if decided is fx.Cell.DRAW else fx.Cell.DRAW
    out = tuple(fx.Discard(card.position) for card in drawn)
    effects: tuple[fx.Effect, ...] = (*out, fx.GoBack(Phase.BANKER), fx.Oblige(Hand.BANCA, right))
    return Proposal(effects, judgement_clauses(state.authority), open_to_judgement=True)


def wrong_word(state: State, cloth: Hand, meant: Mapping[Hand, Word]) -> Proposal | None:
    """Return what a wrong word leads to, or ``None``; ``meant``: the right words of all cloths that spoke wrongly."""
    if cloth is Hand.SEGUNDO and not state.book.restored.second_cloth_alike.use():
        return None
    if Hand.BANCA in state.coup.naturals:
        return Proposal((fx.NoteOnly("no-card-was-given"),))
    total = two_card_total(state.coup.cards, cloth, card_points(state))
    handout = hand_out(third_cards(state), corrected_words(state, meant))
    own = Proposal(asked_with_natural(cloth, total)) if total in state.book.outcome.naturals.value else Proposal(())
    is_missing = meant[cloth] is Word.CARTA
    moved = missing_card(cloth, handout) if is_missing else unneeded_card(state, cloth, handout, meant)
    banker = banker_under_restored_rules(state, handout)
    word = fx.Oblige(cloth, fx.Cell.DRAW if is_missing else fx.Cell.STAND)
    return Proposal((*own.effects, word, *moved, *banker))


def missing_card(cloth: Hand, handout: Handout) -> tuple[fx.Effect, ...]:
    mine = card_goes_back(cloth, handout)
    others = following_card(other_cloth(cloth), handout) if cloth is Hand.PRIMERO else ()
    return (*mine, *others, *left_over_cards(handout))


@rule("DP.C4.01", neutral=())
def card_goes_back(cloth: Hand, handout: Handout) -> tuple[fx.Effect, ...]:
    """A cloth that said «no» with less than five gets the third card that went to the hand after it."""
    if cloth is Hand.SEGUNDO:
        rest_on(cite("DP.C4.12"))
    return moved_to(cloth, handout)


following_card: Final = rule("DP.C4.02", neutral=())(moved_to)
"""The second cloth then receives the following card, though the banker had taken it."""


@rule("DP.C4.03", neutral=())
def banker_under_restored_rules(state: State, handout: Handout) -> tuple[fx.Effect, ...]:
    """The banker then acts by the rules of a restored hand; the error was a player's."""
    return (*restored_binding(state, fx.Party.PLAYER), *resumed(state, handout))


def unneeded_card(state: State, cloth: Hand, handout: Handout, meant: Mapping[Hand, Word]) -> tuple[fx.Effect, ...]:
    other = other_cloth(cloth)
    is_next = cloth is Hand.PRIMERO and corrected_words(state, meant).get(other, False)
    if is_next or moved_to(other, handout):
        return (*card_passes_on(cloth, handout), *left_over_cards(handout))
    return unclaimed_card(state, handout, meant)


@rule("DP.C4.04", neutral=())
def card_passes_on(cloth: Hand, handout: Handout) -> tuple[fx.Effect, ...]:
    """The card of a cloth that asked with six or more is the other cloth's, if that one asked for a card after it."""
    return moved_to(other_cloth(cloth), handout)


def unclaimed_card(state: State, handout: Handout, meant: Mapping[Hand, Word]) -> tuple[fx.Effect, ...]:
    out = tuple(fx.Discard(position) for position in handout.surplus)
    option = state.book.restored.unclaimed_card
    match option.use():
        case UnclaimedCard.MUST_TAKE if has_asked_wrongly(state, Hand.PRIMERO, meant):
            return (*kept_for_banker(handout, falls_to=Hand.BANCA), *out)
        case UnclaimedCard.DISCARD:
            return tuple(fx.Discard(position) for position in handout.left_over)
        case _:
            return (*kept_for_banker(handout), *out)


def has_asked_wrongly(state: State, cloth: Hand, meant: Mapping[Hand, Word]) -> bool:
    is_put_right = meant.get(cloth) is Word.NO or not reconsideration.is_card_asked(state.coup, cloth)
    return state.coup.side(cloth).word is Word.CARTA and is_put_right


def left_over_cards(handout: Handout) -> tuple[fx.Effect, ...]:
    return (*kept_for_banker(handout), *(fx.Discard(position) for position in handout.surplus))


def is_natural_lost_by_no(state: State) -> bool:
    return state.book.natural.lost_by.use() == Word.NO


@rule("DP.C4.10", neutral=(fx.NoteOnly("natural-forgotten"),))
def right_is_lost(cloth: Hand) -> tuple[fx.Effect, ...]:
    """A player who says «no» with eight or nine loses the right to turn it up."""
    return (fx.LoseNatural(cloth),)


@rule("DP.C4.11", neutral=())
def asked_with_natural(cloth: Hand, total: object) -> tuple[fx.Effect, ...]:
    """A player who says «carta» with eight or nine has their hand restored: both cards stand, and they turn them up."""
    if not isinstance(total, int):
        return ()
    return (fx.Expose(cloth), fx.DeemNatural(cloth, total))


def two_words(state: State, cloth: Hand) -> Proposal | None:
    if cloth is Hand.SEGUNDO and not state.book.restored.second_cloth_alike.use():
        return None
    croupier, first = state.croupier(), first_word_said(state, cloth)
    checked = score_is_checked(cloth, croupier) if croupier is not None else ()
    own = first_word_counts(state, cloth, first) if first is not None else ()
    lost = natural_not_shown(state, cloth)
    return Proposal((*checked, *own, *score_decides(state, cloth), *lost, *states_what_he_wants(cloth)))


def first_word_said(state: State, cloth: Hand) -> Word | None:
    before = (
        given.coup.side(cloth).word  # type: ignore[union-attr]
        for given in state.coup.rulings
        for one in given.faults
        if (one.code, one.facts.get("hand")) == (Accident.TWO_WORDS, cloth)
    )
    return next(before, state.coup.side(cloth).word)


def natural_not_shown(state: State, cloth: Hand) -> tuple[fx.Effect, ...]:
    """Return what two words, one of them «no», cost a natural; said of every hand, so that nobody learns of one."""
    if not is_natural_lost_by_no(state):
        return ()
    return (*right_is_lost(cloth), fx.Oblige(cloth, fx.Cell.STAND, tuple(state.book.outcome.naturals.value)))


@rule("DP.C4.06", neutral=())
def states_what_he_wants(cloth: Hand) -> tuple[fx.Effect, ...]:
    """The croupier has the player state what they want; nobody else acts before."""
    return (fx.GoBack(WORD_OF[cloth]),)


@rule("DP.C4.07", neutral=())
def score_is_checked(cloth: Hand, croupier: PersonId) -> tuple[fx.Effect, ...]:
    """The croupier also looks at that hand's score."""
    return (fx.Expose(cloth, to=croupier),)


def first_word_counts(state: State, cloth: Hand, first: Word) -> tuple[fx.Effect, ...]:
    totals = totals_of_first_word(state)
    cell = fx.Cell.DRAW if first is Word.CARTA else fx.Cell.STAND
    return (fx.Oblige(cloth, cell, totals),) if totals else ()


@rule("DP.C4.09", neutral=())
def score_decides(state: State, cloth: Hand) -> tuple[fx.Effect, ...]:
    """On any other score the hand is restored by the rules of a wrong word: it draws on less than five, stands on six
    and seven, and binds the banker as a restored hand does.

    It is said of every hand, so that nobody learns of a five (:func:`~tapete.games.dos_panos.coup.hands.is_restored`).
    """
    first, scheme = totals_of_first_word(state), state.book.punto
    of_cells = ((fx.Cell.DRAW, scheme.draws_on.value), (fx.Cell.STAND, scheme.stands_on.value))
    duties = [(cell, tuple(one for one in totals if one not in first)) for cell, totals in of_cells]
    obliged = tuple(fx.Oblige(cloth, cell, totals) for cell, totals in duties if totals)
    return (*obliged, *restored_binding(state, fx.Party.PLAYER)) if obliged else ()


@rule("HP.DP.mistaken-word", neutral=())
def shows_his_cards(cloth: Hand) -> tuple[fx.Effect, ...]:
    """A hand player who says that they have spoken wrongly shows their cards: what they show is followed."""
    return (fx.Expose(cloth),)


# A duty that rests on a hidden total is checked when the hand lies open, as a strict table checks it before the act.

BELIED = "testimony-belied"
"""Code of the fault of a score that witnesses said and that the cards do not show."""
NATURALS = frozenset({"natural-to-lay-down"})


def found_incident(state: State) -> tuple[Event, ...]:
    """Return the incident of new faults that open cards show; at the end of the coup it waits for every hand."""
    if not any(card.face_up for card in state.coup.cards.layout):
        return ()
    hands = (*live_cloths(state), Hand.BANCA)
    with trace():  # what is looked for and not found decides nothing
        shown = new_faults(state)
    if state.phase is Phase.SHOW and not all(is_open(state.coup.cards, hand) for hand in hands):
        shown = tuple(one for one in shown if one.code == "laid-down-no-natural")
    of_cloths = tuple(one for one in shown if one.facts["hand"] != Hand.BANCA)
    taken_up = of_cloths or shown
    rest_on(*(clause for one in taken_up for clause in one.clauses))
    return rulings.incident_of_open_cards(state, taken_up, lambda one: proposal(state, one))


def new_faults(state: State) -> tuple[Fault, ...]:
    return tuple(one for one in faults_shown(state) if found_key(one) not in state.coup.found_faults)


def words_meant(state: State) -> dict[Hand, Word]:
    """Return the words of the cloths that spoke wrongly as they should have been; whatever is a natural stands."""
    found = {}
    with trace():
        shown = new_faults(state)
    for one in shown:
        hand = Hand(one.facts["hand"])
        word = None if hand is Hand.BANCA else state.coup.side(hand).word
        if word is not None and not (one.code == "natural-forgotten" and word is Word.NO):
            stood = word is Word.CARTA or one.facts.get("total") in state.book.punto.shows_on.value
            found[hand] = Word.NO if stood else Word.CARTA
    return found


def faults_shown(state: State) -> Iterator[Fault]:
    """Yield the faults that open cards show, the banker's last: they wait until a cloth's word is put right."""
    for hand in (*live_cloths(state), Hand.BANCA):
        if (belied := require_testimony_borne_out(state, hand)) is not None:
            yield belied
        if is_decided(state, hand) or not rulings.is_two_cards_open(state.coup.cards, hand):
            continue
        found = require_natural_laid_down(state, hand) or (
            require_lawful_banker(state) if hand is Hand.BANCA else require_lawful_cloth(state, hand)
        )
        if found is not None:
            score = two_card_total(state.coup.cards, hand, card_points(state))
            yield rulings.with_public_facts(state.coup, found, hand, score)


def require_testimony_borne_out(state: State, hand: Hand) -> Fault | None:
    cards = state.coup.cards
    deemed = cards.marks.of(hand).deemed_total
    if deemed is None or all(one.hand != hand or one.total != deemed.total for one in state.coup.testimonies):
        return None
    held = hand_cards(cards.layout, hand)
    counted = held[:FIRST_CARDS] if deemed.one_more else held
    shown = total([card.face if card.face_up else None for card in counted], card_points(state))
    if isinstance(shown, Unknown) or shown == deemed.total or len(held) < FIRST_CARDS:
        return None
    return Fault(BELIED, {"hand": str(hand), "total": shown, "said": deemed.total})


def require_natural_laid_down(state: State, hand: Hand) -> Fault | None:
    if hand not in state.coup.naturals:
        return None
    wrong = require_natural(state, hand)
    return None if wrong is None else rulings.renamed_fault("laid-down-no-natural", wrong)


def require_lawful_cloth(state: State, cloth: Hand) -> Fault | None:
    word = state.coup.side(cloth).word
    if word is None or cloth in state.coup.naturals:
        return None
    wrong = require_lawful_word(state, cloth, word)
    if wrong is None:
        return None
    return rulings.renamed_fault("natural-forgotten" if wrong.code in NATURALS else "wrong-word", wrong)


def require_lawful_banker(state: State) -> Fault | None:
    coup = state.coup
    if Hand.BANCA in coup.naturals:
        return None
    gave = any(fx.at(coup.cards.layout, third(cloth)) for cloth in live_cloths(state))
    if has_natural(state, Hand.BANCA) is True:
        if not gave and coup.decision is None:
            return None
        wrong = require_lawful_decision(state, coup.decision or fx.Cell.DRAW)
        return rulings.renamed_fault("natural-not-laid-down", wrong)
    wrong = None if coup.decision is None else require_lawful_decision(state, coup.decision)
    is_left = wrong is not None and wrong.code == "must-take-card"
    return rulings.renamed_fault("card-not-taken", wrong) if is_left else wrong


def proposal(state: State, found: Fault) -> Proposal | None:
    """Return what the rules make of a fault that open cards show, signed by the clauses; ``None``: nothing."""
    with trace() as trail:
        made = unsigned_proposal(state, found)
    trail.hand_on()
    return made if made is None or made.clauses else replace(made, clauses=trail.rests_on)


def unsigned_proposal(state: State, found: Fault) -> Proposal | None:
    hand = Hand(found.facts["hand"])
    match found.code:
        case "testimony-belied":
            clauses = judgement_clauses(state.authority)
            one_more = len(hand_cards(state.coup.cards.layout, hand)) == FIRST_CARDS
            by_cards = Remedy((fx.DeemTotal(hand, found.facts["total"], one_more=one_more),), clauses)
            return Proposal((), clauses, open_to_judgement=True, alternatives=(by_cards,))
        case "wrong-word" if state.coup.side(hand).word is words_meant(state).get(hand):
            return Proposal((fx.NoteOnly("total-not-shown"),), found.clauses)
        case "wrong-word":
            return wrong_word(state, hand, words_meant(state))
        case "natural-forgotten" if state.coup.side(hand).word is Word.NO:
            lost = right_is_lost(hand) if is_natural_lost_by_no(state) else (fx.NoteOnly("natural-forgotten"),)
            return Proposal(lost)
        case "natural-forgotten":
            return wrong_word(state, hand, words_meant(state))
        case "laid-down-no-natural":
            again = (fx.GoBack(Phase.ANSWER if hand is Hand.BANCA else WORD_OF[hand]),)
            return Proposal(again, judgement_clauses(state.authority), open_to_judgement=True)
        case "card-not-taken":
            position = next(one.position for one in state.coup.cards.marks.aside if one.falls_to == Hand.BANCA)
            return Proposal((fx.AssignCard(position, third(Hand.BANCA)),), found.clauses)
        case "against-table" | "banker-must-draw" | "bound-by-ruling":
            return table_not_kept(state)
        case _:
            return None
