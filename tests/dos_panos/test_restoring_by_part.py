"""The restored hand, part by part: whose the third cards are, whose error binds, where play goes on; and who can have
thrown a hand in.
"""

from __future__ import annotations

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete.cards import Card
from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.effects import AssignCard, BindToTable, Effect, GoBack, NoteOnly, Oblige, Party, SetAside
from tapete.games.baccarat.incident import Docket, Incident
from tapete.games.baccarat.layout import ASIDE, LaidCard
from tapete.games.baccarat.marks import Binding, BindingTarget, Cards, DeemedTotal, HandMarks, Marks, third
from tapete.games.banked.coup import with_side
from tapete.games.banked.terms import Word
from tapete.games.dos_panos.errors import reports, restoring
from tapete.games.dos_panos.errors.restoring import Handout
from tapete.games.dos_panos.state import Coup, State
from tapete.games.dos_panos.terms import Hand, Phase
from tapete.kernel import PersonId
from tests.support.dos_panos.table import opened

P, S, B = Hand
BASE = opened().state
P3, S3, B3 = map(third, Hand)


def table(*cards: LaidCard, phase: Phase = Phase.BANKER, aside: tuple[int, ...] = (), **hands: HandMarks) -> State:
    marks = Marks(Map(hands), aside=tuple(map(SetAside, aside)))
    return replace(BASE, coup=Coup(1, Cards(cards, marks)), phase=phase)


@pytest.mark.parametrize(
    ("cards", "claims", "found"),
    [
        ({}, {P: False, S: False}, Handout()),
        ({}, {P: True, S: False}, Handout(is_short=True)),
        ({6: P3}, {P: True, S: False}, Handout()),
        ({6: P3}, {P: False, S: True}, Handout(((6, S),))),
        ({6: S3}, {P: True, S: True}, Handout(((6, P),), is_short=True)),
        ({6: S3, 7: P3}, {P: True, S: True}, Handout(((6, P), (7, S)))),
        ({6: P3, 7: S3}, {P: True, S: True}, Handout()),
        ({6: P3, 7: S3}, {P: True, S: False}, Handout((), (7,))),
        ({6: P3, 7: S3}, {P: False, S: True}, Handout(((6, S),), (7,))),
        ({6: P3, 7: S3, 8: B3}, {P: False, S: False}, Handout((), (6, 7, 8))),
        ({6: ASIDE}, {P: True}, Handout(((6, P),))),
        ({6: B3, 7: S3}, {S: True}, Handout(((6, S),), (7,))),
    ],
)
def test_third_cards_are_handed_out_in_the_order_in_which_they_were_drawn(
    cards: dict[int, str], claims: dict[Hand, bool], found: Handout
) -> None:
    assert restoring.hand_out(cards, claims) == found
    assert found.surplus == found.left_over[1:]
    kept = tuple(SetAside(one, "banca") for one in found.left_over[:1])
    assert restoring.kept_for_banker(found, falls_to="banca") == kept
    for cloth in (P, S):
        mine = tuple(AssignCard(one, third(cloth)) for one, hand in found.moves if hand is cloth)
        assert restoring.moved_to(cloth, found) == mine


def test_third_cards_are_told_in_the_order_in_which_they_left_the_shoe() -> None:
    lying = (
        LaidCard(8, P3, Card("2s")),
        LaidCard(6, B3, Card("3s")),
        LaidCard(7, ASIDE, None),
        LaidCard(9, ASIDE, None),
    )
    state = table(LaidCard(0, str(P), None), *lying, aside=(7,))
    assert list(restoring.third_cards(state).items()) == [(6, B3), (7, ASIDE), (8, P3)]
    assert list(restoring.third_cards(state, {10: S}).items()) == [(6, B3), (7, ASIDE), (8, P3), (10, S3)]
    assert restoring.third_cards(state, {7: S})[7] == S3


@pytest.mark.parametrize(
    ("marks", "thrown", "asked"),
    [
        (HandMarks(), False, {P: True}),
        (HandMarks(deemed_total=DeemedTotal(0)), True, {P: True}),
        (HandMarks(deemed_total=DeemedTotal(8, natural=True)), False, {}),
        (HandMarks(deemed_total=DeemedTotal(0), is_lost=True), False, {}),
        (HandMarks(deemed_total=DeemedTotal(0, one_more=True)), True, {P: True}),
    ],
)
def test_a_hand_counts_as_thrown_in_that_counts_a_total_and_no_natural(
    marks: HandMarks, thrown: bool, asked: dict[Hand, bool]
) -> None:
    state = table(LaidCard(6, P3, None), primero=marks)
    assert restoring.is_thrown_in(state, P) is thrown
    assert not restoring.is_thrown_in(state, S)
    state = replace(state, coup=with_side(with_side(state.coup, P, word=Word.CARTA), S, word=Word.NO))
    assert restoring.corrected_words(state, {}) == {**asked, S: False}
    assert restoring.corrected_words(state, {S: Word.CARTA})[S] is True
    assert restoring.corrected_words(state, {S: Word.NO})[S] is False


BY_BANKER = BindToTable(B, fault_of=Party.BANKER)


@pytest.mark.parametrize(
    ("bound", "to_be", "erred"),
    [
        (None, (), False),
        (Binding(BindingTarget.TABLE), (), False),
        (Binding(BindingTarget.TABLE, fault_of=Party.PLAYER), (), False),
        (Binding(BindingTarget.TABLE, fault_of=Party.BANKER), (), True),
        (None, (BY_BANKER,), True),
        (None, (BindToTable(B, fault_of=Party.PLAYER),), False),
        (None, (NoteOnly("x"), BY_BANKER), True),
        (Binding(BindingTarget.TABLE, fault_of=Party.PLAYER), (BY_BANKER,), True),
    ],
)
@pytest.mark.parametrize("fault_of", Party)
def test_an_error_of_the_banker_stays_one_whoever_errs_after_him(
    bound: Binding | None, to_be: tuple[Effect, ...], erred: bool, fault_of: Party
) -> None:
    case = Incident(1, "x", PersonId("croupier"), (), to_be)
    state = replace(table(banca=HandMarks(binding=bound)), docket=Docket((case,), 1))
    assert restoring.has_banker_erred(state) is erred
    whose = Party.BANKER if erred else fault_of
    assert restoring.restored_binding(state, fault_of) == (BindToTable(B, fault_of=whose),)


@pytest.mark.parametrize("phase", [one for one in Phase if one not in (Phase.FIRST_WORD, Phase.SECOND_WORD)])
@pytest.mark.parametrize("decision", [None, Cell.DRAW, Cell.STAND])
@pytest.mark.parametrize("is_short", [False, True])
def test_play_goes_on_with_the_cloth_that_lacks_its_card_or_with_the_banker(
    phase: Phase, decision: Cell | None, is_short: bool
) -> None:
    state = table(phase=phase)
    state = replace(state, coup=replace(state.coup, decision=decision))
    taken = decision is not None or phase in (Phase.SHOW, Phase.SETTLE)
    back = "answer" if is_short and phase is not Phase.ANSWER else "banker" if taken else None
    assert restoring.resumed(state, Handout(is_short=is_short)) == (() if back is None else (GoBack(back),))
    for words in (Phase.FIRST_WORD, Phase.SECOND_WORD):
        assert restoring.resumed(replace(state, phase=words), Handout(is_short=is_short)) == ()


def test_a_cloth_counts_as_having_said_a_word_by_what_it_has_to_do() -> None:
    assert restoring.word_as(P, Word.CARTA) == Oblige(P, Cell.DRAW)
    assert restoring.word_as(S, Word.NO) == Oblige(S, Cell.STAND)


# --- reports ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("hand", [None, *Hand])
@pytest.mark.parametrize("party", [None, *Party])
@pytest.mark.parametrize("cards", [0, 1, 2])
@pytest.mark.parametrize("up", [False, True])
def test_a_hand_is_thrown_in_by_its_own_player_or_the_croupier_while_it_lies_whole_and_hidden(
    hand: Hand | None, party: Party | None, cards: int, up: bool
) -> None:
    lying = tuple(LaidCard(one, str(hand), Card("2s"), up) for one in range(cards))
    wrong = reports.require_thrown(table(*lying), party, hand)
    own = Party.BANKER if hand is B else Party.PLAYER
    if hand is None or party not in (own, Party.CROUPIER):
        told = ("party-unfit", {"parties": [str(own), "croupier"]})
    elif up and cards == 2:
        told = ("hand-is-open", {"hand": hand})
    else:
        told = ("too-few-cards", {"hand": hand})
    assert (wrong and (wrong.code, dict(wrong.facts))) == (None if told[0] == "too-few-cards" and cards == 2 else told)
