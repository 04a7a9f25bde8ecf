"""What the rules make of a cloth's wrong word: the hand is restored, or a natural loses its privilege."""

from __future__ import annotations

from collections.abc import Mapping

from tapete.clauses import cite, rest_on, rule
from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.effects import (
    DeemNatural,
    Discard,
    Effect,
    Expose,
    GoBack,
    LoseNatural,
    NoteOnly,
    Oblige,
    Party,
)
from tapete.games.baccarat.proposals import Proposal
from tapete.games.baccarat.reckoning import two_card_total
from tapete.games.banked import turns
from tapete.games.banked.terms import Word
from tapete.games.dos_panos.coup.cells import totals_of_first_word
from tapete.games.dos_panos.coup.points import card_points
from tapete.games.dos_panos.errors.restoring import (
    Handout,
    corrected_words,
    hand_out,
    kept_for_banker,
    moved_to,
    restored_binding,
    resumed,
    third_cards,
    word_as,
)
from tapete.games.dos_panos.rules.errors import UnclaimedCard
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import WORD_OF, Accident, Hand, other_cloth
from tapete.kernel import PersonId

# --- a wrong word, found when the cards lie open ----------------------------------------------------------------------


def wrong_word(state: State, cloth: Hand, meant: Mapping[Hand, Word]) -> Proposal | None:
    """Return what a wrong word leads to; ``None`` where the rulebook says nothing of this cloth's errors.

    ``meant`` are the words of all cloths that spoke wrongly as they should have been: the cards are handed out for both
    at once. The banker who turned a natural up gave no third cards: then nothing was taken from anybody.
    """
    if cloth is Hand.SEGUNDO and not state.book.restored.second_cloth_alike.use():
        return None
    if Hand.BANCA in state.coup.naturals:
        return Proposal((NoteOnly("no-card-was-given"),))
    total = two_card_total(state.coup.cards, cloth, card_points(state))
    handout = hand_out(third_cards(state), corrected_words(state, meant))
    own = Proposal(asked_with_natural(cloth, total)) if total in state.book.outcome.naturals.value else Proposal(())
    is_missing = meant[cloth] is Word.CARTA
    moved = missing_card(cloth, handout) if is_missing else unneeded_card(state, cloth, handout, meant)
    banker = banker_under_restored_rules(state, handout)
    return Proposal((*own.effects, word_as(cloth, meant[cloth]), *moved, *banker))


def missing_card(cloth: Hand, handout: Handout) -> tuple[Effect, ...]:
    """Return what becomes of the cards when a cloth should have had one and has none."""
    mine = card_goes_back(cloth, handout)
    others = following_card(other_cloth(cloth), handout) if cloth is Hand.PRIMERO else ()
    return (*mine, *others, *left_over_cards(handout))


@rule("DP.C4.01", neutral=())
def card_goes_back(cloth: Hand, handout: Handout) -> tuple[Effect, ...]:
    """A cloth that said «no» with less than five gets the third card that went to the hand after it."""
    if cloth is Hand.SEGUNDO:
        rest_on(cite("DP.C4.12"))
    return moved_to(cloth, handout)


@rule("DP.C4.02", neutral=())
def following_card(cloth: Hand, handout: Handout) -> tuple[Effect, ...]:
    """The second cloth then receives the following card, though the banker had taken it for himself."""
    return moved_to(cloth, handout)


@rule("DP.C4.03", neutral=())
def banker_under_restored_rules(state: State, handout: Handout) -> tuple[Effect, ...]:
    """The banker then acts by the rules of a restored hand; the error was a player's."""
    return (*restored_binding(state, Party.PLAYER), *resumed(state, handout))


def unneeded_card(state: State, cloth: Hand, handout: Handout, meant: Mapping[Hand, Word]) -> tuple[Effect, ...]:
    """Return what becomes of the cards when a cloth asked for one and should have stood."""
    other = other_cloth(cloth)
    is_next = cloth is Hand.PRIMERO and corrected_words(state, meant).get(other, False)
    if is_next or moved_to(other, handout):
        return (*card_passes_on(cloth, handout), *left_over_cards(handout))
    return unclaimed_card(state, handout, meant)


@rule("DP.C4.04", neutral=())
def card_passes_on(cloth: Hand, handout: Handout) -> tuple[Effect, ...]:
    """The card of a cloth that asked with six or more is the other cloth's, if that one asked for a card after it."""
    return moved_to(other_cloth(cloth), handout)


def unclaimed_card(state: State, handout: Handout, meant: Mapping[Hand, Word]) -> tuple[Effect, ...]:
    """Return what becomes of the card of a cloth that asked by mistake, when the other one is to have none. Where both
    asked by mistake it is the first cloth's, the first that was drawn.
    """
    out = tuple(Discard(position) for position in handout.surplus)
    option = state.book.restored.unclaimed_card
    match option.use():
        case UnclaimedCard.MUST_TAKE if has_asked_wrongly(state, Hand.PRIMERO, meant):
            return (*kept_for_banker(handout, falls_to=Hand.BANCA), *out)
        case UnclaimedCard.DISCARD:
            return tuple(Discard(position) for position in handout.left_over)
        case _:
            return (*kept_for_banker(handout), *out)


def has_asked_wrongly(state: State, cloth: Hand, meant: Mapping[Hand, Word]) -> bool:
    is_put_right = meant.get(cloth) is Word.NO or not turns.is_card_asked(state.coup, cloth)
    return state.coup.side(cloth).word is Word.CARTA and is_put_right


def left_over_cards(handout: Handout) -> tuple[Effect, ...]:
    """Return what becomes of cards that no cloth claims: the first is next in line for the banker."""
    return (*kept_for_banker(handout), *(Discard(position) for position in handout.surplus))


# --- naturals ---------------------------------------------------------------------------------------------------------


def natural_said_no(state: State, cloth: Hand) -> tuple[Effect, ...]:
    """Return what a cloth comes to that said «no» with a natural in its hand."""
    return right_is_lost(cloth) if is_natural_lost_by_no(state) else (NoteOnly("natural-forgotten"),)


def is_natural_lost_by_no(state: State) -> bool:
    """Return True if whoever says «no» with a natural in his hand may not turn it up any more."""
    return state.book.natural.lost_by.use() == Word.NO


@rule("DP.C4.10", neutral=(NoteOnly("natural-forgotten"),))
def right_is_lost(cloth: Hand) -> tuple[Effect, ...]:
    """A player who says «no» with eight or nine loses the right to turn it up."""
    return (LoseNatural(cloth),)


@rule("DP.C4.11", neutral=())
def asked_with_natural(cloth: Hand, total: object) -> tuple[Effect, ...]:
    """A player who says «carta» with eight or nine has his hand restored: his two cards stand, and he turns them up."""
    if not isinstance(total, int):
        return ()
    return (Expose(cloth), DeemNatural(cloth, total))


# --- two words --------------------------------------------------------------------------------------------------------


def two_words(state: State, cloth: Hand) -> Proposal | None:
    """Return what follows when a cloth said «carta» and then «no», or the reverse: with five its first word counts,
    else what its score asks for; ``None`` where the rulebook says nothing of this cloth's errors.
    """
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


def natural_not_shown(state: State, cloth: Hand) -> tuple[Effect, ...]:
    """Return what two words cost a hand that holds a natural, one of which was «no»: it is no natural, and stands.

    It is said of every hand, so that nobody learns of one.
    """
    if not is_natural_lost_by_no(state):
        return ()
    return (*right_is_lost(cloth), Oblige(cloth, Cell.STAND, tuple(state.book.outcome.naturals.value)))


@rule("DP.C4.06", neutral=())
def states_what_he_wants(cloth: Hand) -> tuple[Effect, ...]:
    """The croupier has the player state what he wants; nobody else acts before."""
    return (GoBack(WORD_OF[cloth]),)


@rule("DP.C4.07", neutral=())
def score_is_checked(cloth: Hand, croupier: PersonId) -> tuple[Effect, ...]:
    """The croupier also looks at that hand's score."""
    return (Expose(cloth, to=croupier),)


def first_word_counts(state: State, cloth: Hand, first: Word) -> tuple[Effect, ...]:
    """Return what holds on the scores with which the first of two words counts."""
    totals = totals_of_first_word(state)
    cell = Cell.DRAW if first is Word.CARTA else Cell.STAND
    return (Oblige(cloth, cell, totals),) if totals else ()


@rule("DP.C4.09", neutral=())
def score_decides(state: State, cloth: Hand) -> tuple[Effect, ...]:
    """On any other score the hand is restored by the rules of a wrong word: it draws on less than five, stands on six
    and seven, and binds the banker as a restored hand does.

    It is said of every hand, so that nobody learns of a five (:func:`~tapete.games.dos_panos.coup.cells.is_restored`).
    """
    first, scheme = totals_of_first_word(state), state.book.punto
    of_cells = ((Cell.DRAW, scheme.draws_on.value), (Cell.STAND, scheme.stands_on.value))
    duties = [(cell, tuple(one for one in totals if one not in first)) for cell, totals in of_cells]
    obliged = tuple(Oblige(cloth, cell, totals) for cell, totals in duties if totals)
    return (*obliged, *restored_binding(state, Party.PLAYER)) if obliged else ()


# --- he says so himself -----------------------------------------------------------------------------------------------


@rule("HP.DP.mistaken-word", neutral=())
def shows_his_cards(cloth: Hand) -> tuple[Effect, ...]:
    """A hand player who says that he has spoken wrongly shows his cards: what they show of his word is followed, and
    nothing else.
    """
    return (Expose(cloth),)
