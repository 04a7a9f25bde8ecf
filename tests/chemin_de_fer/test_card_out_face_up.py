"""A card that came out of the shoe face up: it is of no use, and play goes back to where the next one is drawn."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.effects import Discard, GoBack, Oblige, Party, SetAside
from tapete.games.baccarat.layout import ASIDE
from tapete.games.baccarat.pack import DrawAwaited, DueCard, StopCardSeen
from tapete.games.baccarat.proposals import Proposal
from tapete.games.banked.accidents import Finding
from tapete.games.banked.terms import Word
from tapete.games.chemin_de_fer.acts import Report
from tapete.games.chemin_de_fer.errors import remedies_banker as banker, remedies_croupier as croupier
from tapete.games.chemin_de_fer.errors.outcomes import DECIDING, exposed_in_shoe, uncovered_card
from tapete.games.chemin_de_fer.terms import COUP, Accident, Phase
from tests.support.chemin_de_fer.lying import B, P, drawn, lying

GIVEN, OWN = drawn(P, "6d", 4), drawn(B, "2d", 5)


@pytest.mark.parametrize("phase", COUP)
@pytest.mark.parametrize("decision", [None, Cell.DRAW, Cell.STAND])
@pytest.mark.parametrize("takes", [True, False])
def test_play_goes_back_to_where_the_next_card_is_drawn(phase: Phase, decision: Cell | None, takes: bool) -> None:
    """The banker who decided by a card of the punto that is removed decides anew, and what he drew comes next."""
    thirds = (GIVEN, OWN) if takes else (GIVEN,)
    state = lying(3, 5, *thirds, phase=phase, decision=decision)
    waits = (SetAside(5),) if takes else ()

    def found(position: int) -> tuple[Any, ...]:
        card = next(one for one in state.coup.cards.layout if one.position == position)
        made = exposed_in_shoe(state, card)
        assert made == Finding(Proposal(made.proposal.effects if made.proposal else ()))
        assert made.proposal is not None
        return made.proposal.effects

    dealing = (GoBack(Phase.DEAL),)
    anew = (*waits, GoBack(Phase.ANSWER)) if decision is not None else ()
    assert found(4) == (Discard(4), *(dealing if phase is Phase.WORD else anew))
    assert found(0) == (Discard(0), *(dealing if phase is Phase.WORD else ()))
    if takes:
        draws = () if phase in DECIDING else (GoBack(Phase.BANKER), Oblige(B, Cell.DRAW))
        assert found(5) == (Discard(5), *(dealing if phase is Phase.WORD else draws))


@pytest.mark.parametrize("seen", [True, False])
def test_the_next_card_of_the_shoe_is_taken_out_with_the_stop_card_before_it(seen: bool) -> None:
    state = lying(3, 5)
    state = replace(state, shoe=replace(state.shoe, stop=4 if seen else 5))
    out = DrawAwaited((DueCard(4, ASIDE, True),))
    events = (StopCardSeen(4), out) if seen else (out,)
    assert exposed_in_shoe(state, None) == Finding(Proposal((Discard(4),)), events)


@pytest.mark.parametrize("phase", COUP)
@pytest.mark.parametrize("word", [None, *Word])
@pytest.mark.parametrize("party", [None, *Party])
def test_what_the_croupier_uncovers_is_a_fault_while_somebody_has_to_decide_and_the_punto_has_not_spoken(
    phase: Phase, word: Word | None, party: Party | None
) -> None:
    state = lying(3, 5, phase=phase, side={"word": word})
    card = next(one for one in state.coup.cards.layout if one.place == P)
    made = uncovered_card(state, Report(Accident.EXPOSED, party, card.position), card)
    match party:
        case Party.CROUPIER if phase in DECIDING and word is None:
            assert made.proposal == croupier.turned_by_croupier(state, card)
        case Party.BANKER:
            assert made.proposal == banker.turned_by_banker(state, card)
        case _:
            assert made.proposal is None
