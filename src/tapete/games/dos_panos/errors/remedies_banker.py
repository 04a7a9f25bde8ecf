"""What the rules make of the banker's faults: cards to the wrong hand, a wrong score, a table that was not kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tapete.clauses import Fault, fault, rule
from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.effects import AssignCard, Discard, Effect, GoBack, NoteOnly, Oblige, Party
from tapete.games.baccarat.incident import judgement_clauses
from tapete.games.baccarat.layout import at
from tapete.games.baccarat.marks import third
from tapete.games.baccarat.proposals import Proposal
from tapete.games.banked.cards import coup_at_home, is_shown_for_result, with_cards_at_home
from tapete.games.banked.coup import Coup
from tapete.games.dos_panos.coup.restored import DRAWS_TO
from tapete.games.dos_panos.errors.restoring import (
    Handout,
    corrected_words,
    hand_out,
    kept_for_banker,
    moved_to,
    restored_binding,
    resumed,
    third_cards,
)
from tapete.games.dos_panos.rules.errors import RestoredDuty
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import CLOTHS, Accident, Hand, Phase, other_cloth

UNWANTED = "unwanted-card"
"""Code of the fault of a third card for a cloth that asked for none, or has its own."""
OTHERS_CARD = "card-of-other-cloth"
"""Code of the fault of a third card for the second cloth while the first one waits for its own."""
WITHHELD = "card-withheld"
"""Code of the fault of a banker who takes a card while a cloth waits for its own."""

# --- third cards to the wrong hand ------------------------------------------------------------------------------------


def unwanted_card(state: State, cloth: Hand, position: int) -> Proposal:
    """Return what follows when the banker gives a third card to a cloth that asked for none: it passes on."""
    handout = handed_out(state, {position: cloth})
    passed = passes_on(other_cloth(cloth), handout)
    left = (*kept_for_banker(handout), *(Discard(one) for one in handout.surplus))
    return Proposal((*passed, *left, *after_slip(state, unwanted_card_by())))


def card_of_other_cloth(state: State, cloth: Hand, position: int) -> Proposal:
    """Return what follows when the banker gives one cloth the card that was meant for the other."""
    handout = handed_out(state, {position: cloth})
    return Proposal((*corrected(handout), *after_slip(state, card_of_other_cloth_by())))


def card_withheld(state: State, position: int) -> Proposal:
    """Return what follows when the banker takes the card for himself that a cloth waits for: the error is his."""
    handout = handed_out(state, {position: Hand.BANCA})
    mine = tuple(effect for cloth in CLOTHS for effect in first_third_is_his(cloth, handout))
    return Proposal((*mine, *restored_binding(state, Party.BANKER)))


def handed_out(state: State, coming: Mapping[int, Hand]) -> Handout:
    return hand_out(third_cards(state, coming), corrected_words(state, {}))


@rule("DP.C2.03", neutral=())
def passes_on(cloth: Hand, handout: Handout) -> tuple[Effect, ...]:
    """The card of a cloth that said «no» passes on to the next hand that is entitled to one."""
    return moved_to(cloth, handout)


@rule("DP.C2.04", neutral=())
def first_third_is_his(cloth: Hand, handout: Handout) -> tuple[Effect, ...]:
    """A cloth that asked and was passed over gets the first third card that was drawn; the later ones shift."""
    return moved_to(cloth, handout)


@rule("DP.C2.01", neutral=())
def corrected(handout: Handout) -> tuple[Effect, ...]:
    """An irregular deal is corrected where the correction is evident: the card goes where it belongs."""
    return tuple(effect for cloth in CLOTHS for effect in moved_to(cloth, handout))


@rule("DP.C3.07", neutral=Party.BANKER)
def unwanted_card_by() -> Party:
    """To give a card to a cloth that did not ask for one is no error of the banker."""
    return Party.PLAYER


@rule("DP.C3.08", neutral=Party.BANKER)
def card_of_other_cloth_by() -> Party:
    """Nor is it to give one cloth the card of the other."""
    return Party.PLAYER


def after_slip(state: State, fault_of: Party) -> tuple[Effect, ...]:
    """Return what binds the banker after such a slip: the rules of a restored hand; he may still draw."""
    may_draw = state.book.restored.slips_keep_third_card.use()
    return (*restored_binding(state, fault_of), *(() if may_draw else (Oblige(Hand.BANCA, Cell.STAND),)))


# --- duties after an error of his own ---------------------------------------------------------------------------------


def duty_after(state: State, duty: RestoredDuty) -> tuple[Effect, ...]:
    match duty:
        case RestoredDuty.CHART_THEN_FIVE:
            return restored_binding(state, Party.BANKER)
        case RestoredDuty.FIVE:
            below, above = tuple(range(DRAWS_TO + 1)), tuple(range(DRAWS_TO + 1, 8))
            return (Oblige(Hand.BANCA, Cell.DRAW, below), Oblige(Hand.BANCA, Cell.STAND, above))
        case RestoredDuty.FREE:
            return (NoteOnly("banker-stays-free"),)


def misannounced(state: State) -> Proposal | None:
    """Return what follows when the banker announced a score that is not his; ``None`` once he has his third card.

    Until a cloth has shown he may still ask for one; after that the rules of a restored hand decide.
    """
    coup = with_cards_at_home(state.coup, state.docket)
    if at(coup.cards.layout, third(Hand.BANCA)):
        return None
    if not has_cloth_shown(coup) and state.phase is not Phase.SETTLE:
        return Proposal(may_still_ask(state))
    handout = Handout()
    again = resumed(state, handout)
    return Proposal((*duty_after(state, state.book.restored.misannounced_shown.use()), *again))


def require_new_score(state: State) -> Fault | None:
    """Return a Fault if the banker's wrong score has been taken up where the coup stands: what it leads to there, it
    leads to once.
    """
    found, now = state.coup.rulings, score_stage(with_cards_at_home(state.coup, state.docket))
    about_it = (one for one in found if is_about_score(one.faults))
    given = [coup_at_home(one.coup, one.effects) for one in about_it if isinstance(one.coup, Coup)]
    waiting = any(is_about_score(one.faults) for one in state.docket.open)
    is_known = waiting or any(score_stage(one) == now for one in given)
    return fault("score-taken-up") if is_known else None


def is_about_score(found: Sequence[Fault]) -> bool:
    return any(one.code == Accident.MISANNOUNCED for one in found)


def score_stage(coup: Coup) -> tuple[bool, bool, bool]:
    """Return how far a coup has come, for what a wrong score of the banker's leads to: whether he has decided, whether
    he has his third card, and whether a cloth has shown.
    """
    return coup.decision is not None, bool(at(coup.cards.layout, third(Hand.BANCA))), has_cloth_shown(coup)


def has_cloth_shown(coup: Coup) -> bool:
    """Return True if a cloth that plays has shown its cards. One that was thrown in has a score and showed none."""
    playing = (cloth for cloth in CLOTHS if not coup.cards.marks.of(cloth).void)
    return any(is_shown_for_result(coup, cloth) for cloth in playing)


@rule("DP.C5.10", neutral=(NoteOnly("score-stands"),))
def may_still_ask(state: State) -> tuple[Effect, ...]:
    """A banker who announced a score that is not his may still ask for a card while the players have not shown."""
    return resumed(state, Handout()) or (NoteOnly("may-still-draw"),)


def table_not_kept(state: State) -> Proposal:
    """Return what is proposed where a banker who was bound decided otherwise: he does what he should have done."""
    decided = state.coup.decision
    drawn = at(state.coup.cards.layout, third(Hand.BANCA))
    right = Cell.STAND if decided is Cell.DRAW else Cell.DRAW
    out = tuple(Discard(card.position) for card in drawn)
    effects: tuple[Effect, ...] = (*out, GoBack(Phase.BANKER), Oblige(Hand.BANCA, right))
    return Proposal(effects, judgement_clauses(state.authority), open_to_judgement=True)


# --- a card that he must take -----------------------------------------------------------------------------------------


def card_is_his(position: int) -> tuple[Effect, ...]:
    """Return the effect by which a card that the banker had to take is his."""
    return (AssignCard(position, third(Hand.BANCA)),)
