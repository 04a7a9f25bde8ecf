"""What the rules make of the croupier's faults in distributing the cards."""

from __future__ import annotations

import msgspec

from tapete.clauses import cite, rule
from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.effects import (
    AssignCard,
    BindToScheme,
    BindToTable,
    Discard,
    Effect,
    GoBack,
    Oblige,
    Party,
    SetAside,
    VoidCoup,
)
from tapete.games.baccarat.layout import LaidCard, at
from tapete.games.baccarat.marks import third
from tapete.games.baccarat.proposals import Proposal, Remedy
from tapete.games.banked.cards import with_cards_at_home
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import Hand, Phase

# --- a card turned over -----------------------------------------------------------------------------------------------


def turned_by_croupier(state: State, card: LaidCard) -> Proposal:
    """Return what follows when the croupier uncovers a card.

    Where one of the punto's cards was uncovered by the croupier and the other by the banker, the official may take
    what the text says of both.
    """
    layout = with_cards_at_home(state.coup, state.docket).cards.layout
    hands = [one.position for one in at(layout, Hand.PUNTO)[:2]]
    uncovered = state.coup.uncovered_cards.set(card.position, Party.CROUPIER)
    by = [uncovered[position] for position in hands if position in uncovered]
    if len(by) < 2:
        return Proposal(all_follow_the_rules())
    both = (*all_follow_the_rules(), *options_are_draws(banker_follows_table()))
    if by == [Party.CROUPIER, Party.CROUPIER]:
        return Proposal(both)
    alternative = Remedy(both, (cite("CF.C2.02"), cite("CF.C2.03")))
    return Proposal(all_follow_the_rules(), open_to_judgement=True, alternatives=(alternative,))


@rule("CF.C2.01", neutral=())
def all_follow_the_rules() -> tuple[Effect, ...]:
    """The coup goes on and everybody keeps to the rules of play: the punto to his scheme, the banker to his table."""
    return (BindToScheme(Hand.PUNTO), BindToTable(Hand.BANCA, fault_of=Party.CROUPIER))


@rule("CF.C2.02", neutral=())
def banker_follows_table() -> tuple[BindToTable, ...]:
    """If both cards of the punto were uncovered the banker follows his table."""
    return (BindToTable(Hand.BANCA, fault_of=Party.CROUPIER),)


@rule("CF.C2.03", neutral=lambda bound: bound)
def options_are_draws(bound: tuple[BindToTable, ...]) -> tuple[BindToTable, ...]:
    """The two cells of the table that leave a choice are then played as draws."""
    return tuple(msgspec.structs.replace(one, optional_as=Cell.DRAW) for one in bound)


# --- other faults -----------------------------------------------------------------------------------------------------


def other_fault(mended: tuple[Effect, ...], harmless: bool) -> Proposal:
    """Return what follows from another fault in the distribution: whether it can be put right the inspector judges.

    ``harmless`` says that nobody has seen or touched anything by it, as far as everybody can tell.
    """
    void, right = annulment(), put_right(mended)
    if harmless and right:
        return Proposal(right[0].effects, open_to_judgement=True, alternatives=(Remedy(void, (cite("CF.C2.04"),)),))
    return Proposal(void, open_to_judgement=True, alternatives=right)


@rule("CF.C2.04", neutral=())
def annulment() -> tuple[Effect, ...]:
    """Any other fault of the croupier in the distribution annuls the coup."""
    return (VoidCoup(),)


@rule("CF.C2.05", neutral=())
def put_right(mended: tuple[Effect, ...]) -> tuple[Remedy, ...]:
    """If it can be corrected without harm to banker and punto, it is corrected and the coup stands."""
    return (Remedy(mended, (cite("CF.C2.05"),)),)


# --- «carta» called after «no» ----------------------------------------------------------------------------------------


def carta_call(drawn: tuple[int, ...]) -> Proposal:
    """Return what follows when the croupier called «carta» and the punto had said «no».

    What becomes of the cards drawn depends on the banker's total, which may be hidden: the first waits for him, as his
    third card or to be discarded when he stands (:func:`useless_draws`).
    """
    first = first_card_is_third(drawn[0]) if drawn else ()
    others = tuple(effect for position in drawn[1:] for effect in second_is_discarded(position))
    return Proposal((*play_by_table(), *first, *others))


@rule("CF.C2.06", neutral=())
def play_by_table() -> tuple[Effect, ...]:
    """The play is restored by the banker's table, in the column of a punto who stood."""
    return (BindToTable(Hand.BANCA, fault_of=Party.CROUPIER),)


@rule("CF.C2.06", neutral=())
def banker_draws_third() -> tuple[Effect, ...]:
    """A banker who stood where his table draws takes his card after all: the play is restored by the table."""
    return (Oblige(Hand.BANCA, Cell.DRAW), GoBack(Phase.BANKER))


@rule("CF.C2.07", neutral=())
def first_card_is_third(position: int) -> tuple[Effect, ...]:
    """A banker with 0 to 5 who has drawn a card keeps it as his third."""
    return (SetAside(position),)


@rule("CF.C2.07", neutral=())
def card_becomes_third(position: int) -> tuple[Effect, ...]:
    """It is his third card even if he stood against his table."""
    return (AssignCard(position, third(Hand.BANCA)),)


@rule("CF.C2.08", neutral=())
def second_is_discarded(position: int) -> tuple[Effect, ...]:
    """If he has drawn two, the second is discarded."""
    return (Discard(position),)


@rule("CF.C2.09", neutral=())
def useless_draws(waiting: tuple[SetAside, ...]) -> tuple[int, ...]:
    """A banker with 6 or 7 stands, and what was drawn is discarded; so it is with 8 or 9, for the fault was not his."""
    return tuple(one.position for one in waiting)
