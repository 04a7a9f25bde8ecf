"""What the punto may say and the banker may do on each total: every answer whole, with its facts and clauses."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tapete.clauses import Fault, cite, trace
from tapete.games.baccarat.drawing import Cell
from tapete.games.baccarat.effects import (
    BindToScheme,
    BindToTable,
    LoseNatural,
    NoteOnly,
    Oblige,
)
from tapete.games.baccarat.marks import Binding, BindingTarget, DeemedTotal, Duty, HandMarks
from tapete.games.baccarat.points import UNKNOWN
from tapete.games.banked.terms import Word
from tapete.games.chemin_de_fer.cards.duties import (
    demanded_cell,
    has_natural,
    is_free_of_scheme,
    is_third_card_unclear,
    require_lawful_decision,
    require_lawful_word,
    require_no_natural,
    with_ruling_clauses,
)
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.terms import Cover, Hand
from tests.support.chemin_de_fer.lying import ANA, CROUPIER, B, P, drawn, lying, ruling

TOTALS = range(10)
SCHEME = Binding(BindingTarget.SCHEME)
FREE = Binding(BindingTarget.NOTHING)
LOST = HandMarks(is_natural_lost=True)
RULED = ("CF.C4.04", "CF.C2.01")


def clauses(*names: str) -> tuple[Any, ...]:
    return tuple(cite(one) for one in names)


NATURAL = Fault("natural-to-lay-down", {}, clauses("CF.A.08"))


def scheme(total: int, word: Word, *by: str) -> Fault | None:
    """Return what is wrong with a word on a total for somebody who is bound to the scheme and free on a 5."""
    if total >= 8:
        return NATURAL
    if total <= 4 and word is Word.NO:
        return Fault("must-draw", {"total": total}, clauses("CF.A.12", *by))
    if total in (6, 7) and word is Word.CARTA:
        return Fault("must-stand", {"total": total}, clauses("CF.A.14", *by))
    return None


def bound(optional_as: Cell, **more: Any) -> dict[str, HandMarks]:
    return {P: HandMarks(binding=Binding(BindingTarget.SCHEME, optional_as), **more)}


# --- the punto --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("word", list(Word))
@pytest.mark.parametrize("total", TOTALS)
def test_the_word_of_a_punto_by_his_scheme(total: int, word: Word) -> None:
    assert require_lawful_word(lying(total, 3), word) == scheme(total, word)
    free = {P: HandMarks(binding=FREE)}
    assert require_lawful_word(lying(total, 3, hands=free), word) == (NATURAL if total >= 8 else None)
    unknown = lying(None, 3)
    assert require_lawful_word(unknown, word) is None
    lost = require_lawful_word(lying(total, 3, hands={P: LOST}), word)
    assert lost is None
    ruled = lying(total, 3, rulings=(ruling(BindToScheme(P), clauses=RULED),))
    assert require_lawful_word(ruled, word) == scheme(total, word, *RULED)
    other = lying(total, 3, rulings=(ruling(BindToScheme(B), NoteOnly("so"), clauses=RULED),))
    assert require_lawful_word(other, word) == scheme(total, word)


@pytest.mark.parametrize("word", list(Word))
@pytest.mark.parametrize(("total", "wrong"), [(8, True), (9, True), (7, False), (3, False)])
def test_a_total_of_a_house_without_that_row_of_the_scheme_draws(total: int, wrong: bool, word: Word) -> None:
    """A hand that was deemed to count 8 or 9 without being a natural is on no row of the scheme."""
    deemed = lying(0, 3, hands={P: HandMarks(deemed_total=DeemedTotal(total))})
    expected = Fault("must-draw", {"total": total}) if wrong and word is Word.NO else scheme(total % 8, word)
    found = require_lawful_word(deemed, word)
    assert found == (None if wrong and word is Word.CARTA else expected)


@pytest.mark.parametrize("word", list(Word))
@pytest.mark.parametrize(
    ("optional_as", "meant"), [(Cell.STAND, Word.NO), (Cell.DRAW, Word.CARTA), (Cell.OPTIONAL, None)]
)
def test_on_a_five_a_ruling_may_have_taken_the_choice_away(optional_as: Cell, meant: Word | None, word: Word) -> None:
    rulings = (ruling(BindToScheme(P), clauses=RULED),)
    wrong = meant not in (None, word)
    found = require_lawful_word(lying(5, 3, hands=bound(optional_as), rulings=rulings), word)
    assert found == (Fault("bound-to-scheme", {"total": 5}, clauses(*RULED)) if wrong else None)
    unsigned = require_lawful_word(lying(5, 3, hands=bound(optional_as)), word)
    assert unsigned == (Fault("bound-to-scheme", {"total": 5}) if wrong else None)


@pytest.mark.parametrize("word", list(Word))
@pytest.mark.parametrize("total", TOTALS)
def test_the_croupier_who_plays_for_somebody_stands_on_a_five(total: int, word: Word) -> None:
    expected = scheme(total, word)
    if total == 5 and word is Word.CARTA:
        expected = Fault("bound-to-scheme", {"total": 5}, clauses("HP.CF.absent-holder"))
    for cover in (Cover.STAKES, Cover.BANCO):
        state = lying(total, 3, cover=cover, side={"holder": CROUPIER})
        state = replace(state, settings=replace(state.settings, banco_freedom=True))
        assert require_lawful_word(state, word) == expected
        ruled = replace(state, coup=replace(state.coup, rulings=(ruling(BindToScheme(P), clauses=RULED),)))
        by = RULED if total == 5 or expected not in (None, NATURAL) else ()
        wanted = expected if expected in (None, NATURAL) else replace(
            expected, clauses=clauses(*RULED) if total == 5 else (*expected.clauses, *clauses(*by)),
        )  # fmt: skip
        assert require_lawful_word(ruled, word) == wanted


@pytest.mark.parametrize("word", list(Word))
@pytest.mark.parametrize("total", TOTALS)
def test_a_punto_on_a_five_who_was_advised_stands(total: int, word: Word) -> None:
    for advice in ("no", "", "carta"):
        state = lying(total, 3, side={"advice": advice}, hands=bound(Cell.DRAW))
        advised = Fault("advised-to-stand", {}, clauses("CF.A.23")) if word is Word.CARTA else None
        assert require_lawful_word(state, word) == (advised if total == 5 else scheme(total, word))


@pytest.mark.parametrize("authorised", [True, False])
@pytest.mark.parametrize(
    ("cover", "holder", "binding", "free"),
    [
        (Cover.BANCO, ANA, None, None),
        (Cover.SEGUIDO, ANA, None, None),
        (Cover.JOINT, ANA, None, False),
        (Cover.PARTIAL, ANA, None, False),
        (Cover.STAKES, ANA, None, False),
        (None, ANA, None, False),
        (Cover.BANCO, CROUPIER, None, False),
        (Cover.STAKES, ANA, FREE, True),
        (Cover.BANCO, CROUPIER, FREE, True),
        (Cover.BANCO, ANA, SCHEME, False),
        (Cover.BANCO, ANA, Binding(BindingTarget.TABLE), False),
    ],
)
def test_only_who_covers_the_bank_alone_is_free_of_the_scheme_where_the_director_authorised_it(
    cover: Cover | None, holder: Any, binding: Binding | None, free: bool | None, authorised: bool
) -> None:
    state = lying(6, 3, cover=cover, side={"holder": holder}, hands={P: HandMarks(binding=binding)})
    state = replace(state, settings=replace(state.settings, banco_freedom=authorised))
    assert is_free_of_scheme(state) is (authorised if free is None else free)


def test_the_freedom_of_banco_is_the_clause_of_the_director() -> None:
    with trace() as found:
        is_free_of_scheme(lying(6, 3, cover=Cover.BANCO))
    assert found.rests_on == clauses("CF.A.15", "CF.A.16")
    with trace() as found:
        is_free_of_scheme(lying(6, 3))
    assert found.rests_on == ()


def test_clauses_of_a_ruling_are_named_once_beside_those_of_the_scheme() -> None:
    wrong = Fault("must-draw", {"total": 2}, clauses("CF.A.12", "CF.C2.01"))
    state = lying(2, 3, rulings=(ruling(BindToScheme(P), clauses=RULED),))
    assert with_ruling_clauses(state, wrong) == replace(wrong, clauses=clauses("CF.A.12", "CF.C2.01", "CF.C4.04"))
    assert with_ruling_clauses(lying(2, 3), wrong) == wrong


# --- naturals ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("hand", list(Hand))
@pytest.mark.parametrize("total", [*TOTALS, None])
def test_a_hand_of_eight_or_nine_is_a_natural_until_it_has_lost_that_right(total: int | None, hand: Hand) -> None:
    state = lying(total, total)
    natural: Any = UNKNOWN if total is None else total >= 8
    assert has_natural(state, hand) == natural
    assert require_no_natural(state, hand) == (NATURAL if natural is True else None)
    lost = lying(total, total, hands={str(hand): LOST})
    assert (has_natural(lost, hand), require_no_natural(lost, hand)) == (False, None)
    other = Hand.BANCA if hand is Hand.PUNTO else Hand.PUNTO
    assert require_no_natural(lost, other) == (NATURAL if natural is True else None)


# --- the banker -------------------------------------------------------------------------------------------------------

ROWS = (
    "TTTTTTTTTTT",
    "TTTTTTTTTTT",
    "TTTTTTTTTTT",
    "TTTTTTTTPOT",
    "PPTTTTTTPPT",
    "PPPPOTTTPPT",
    "PPPPPPTTPPP",
    "P" * 11,
)
"""The banker's table: a row for each total of 0 to 7, a column for the third card of 0 to 9 and for none."""

FACES = ("Kd", "Ad", *(f"{n}d" for n in range(2, 10)), None)
TABLE = HandMarks(binding=Binding(BindingTarget.TABLE))


def third_of(column: int) -> tuple[Any, ...]:
    face = FACES[column]
    return () if face is None else (drawn(P, face),)


@pytest.mark.parametrize("does", [Cell.DRAW, Cell.STAND])
@pytest.mark.parametrize("column", range(11))
@pytest.mark.parametrize("total", range(8))
def test_a_banker_who_is_bound_to_his_table_plays_each_cell_of_it(total: int, column: int, does: Cell) -> None:
    """Without a binding he is bound to it only where his total has no choice; a ruling may close the choice left."""
    says = Cell(ROWS[total][column])
    against = Fault("against-table", {"must": str(says)}, clauses("CF.A.25"))
    wrong = says not in (Cell.OPTIONAL, does)
    plain = lying(5, total, *third_of(column), hands={B: TABLE})
    assert require_lawful_decision(plain, does) == (against if wrong else None)
    ruled = replace(plain, coup=replace(plain.coup, rulings=(ruling(BindToTable(B), clauses=RULED),)))
    signed = replace(against, clauses=clauses("CF.A.25", *RULED))
    assert require_lawful_decision(ruled, does) == (signed if wrong else None)
    for closed in (Cell.DRAW, Cell.STAND):
        must = closed if says is Cell.OPTIONAL else says
        marks = HandMarks(binding=Binding(BindingTarget.TABLE, closed))
        found = require_lawful_decision(lying(5, total, *third_of(column), hands={B: marks}), does)
        assert found == (None if must is does else Fault("against-table", {"must": str(must)}, clauses("CF.A.25")))
    must = Cell.DRAW if says is Cell.OPTIONAL else says
    by_croupier = Fault("against-table", {"must": str(must)}, clauses("CF.A.25"))
    unbound = lying(5, total, *third_of(column))
    assert require_lawful_decision(unbound, does, by_table=True) == (None if must is does else by_croupier)
    free = lying(5, total, *third_of(column), hands={B: HandMarks(binding=FREE)})
    must_draw = Fault("banker-must-draw", {}, clauses("CF.A.19"))
    drew = must_draw if total == 0 and does is Cell.STAND else None
    assert require_lawful_decision(free, does) == require_lawful_decision(unbound, does) == drew


@pytest.mark.parametrize("does", [Cell.DRAW, Cell.STAND])
@pytest.mark.parametrize("total", [*TOTALS, None])
def test_a_banker_with_a_natural_has_to_lay_it_down_and_with_one_that_he_lost_he_stands(
    total: int | None, does: Cell
) -> None:
    state = lying(5, total, hands={B: TABLE})
    found = require_lawful_decision(state, does)
    if total is None:
        assert found is None
    elif total >= 8:
        assert found == NATURAL
    else:
        must = Cell(ROWS[total][10])
        assert found == (None if must is does else Fault("against-table", {"must": str(must)}, clauses("CF.A.25")))
    lost = (ruling(LoseNatural(B), clauses=RULED),)
    bound_by = Fault("bound-by-ruling", {"must": "P"}, clauses(*RULED))
    after = require_lawful_decision(lying(5, total, hands={B: LOST}, rulings=lost), does)
    if total is not None and total >= 8:
        assert after == (bound_by if does is Cell.DRAW else None)
    else:
        must_draw = Fault("banker-must-draw", {}, clauses("CF.A.19"))
        assert after == (must_draw if total == 0 and does is Cell.STAND else None)


@pytest.mark.parametrize("does", [Cell.DRAW, Cell.STAND])
@pytest.mark.parametrize("cell", [Cell.DRAW, Cell.STAND])
@pytest.mark.parametrize(
    ("totals", "total", "holds"), [((), 0, True), ((), 7, True), ((7,), 7, True), ((7,), 6, False)]
)
def test_what_a_ruling_obliges_the_banker_to_comes_before_his_table(
    totals: tuple[int, ...], total: int, holds: bool, cell: Cell, does: Cell
) -> None:
    rulings = (ruling(Oblige(B, cell, totals), clauses=RULED),)
    marks = HandMarks(binding=FREE, duties=(Duty(cell, totals),))
    found = require_lawful_decision(lying(5, total, hands={B: marks}, rulings=rulings), does)
    wrong = Fault("bound-by-ruling", {"must": str(cell)}, clauses(*RULED))
    assert found == (wrong if holds and does is not cell else None)
    own = lying(5, total, hands={P: marks}, rulings=rulings)
    drew = Fault("banker-must-draw", {}, clauses("CF.A.19")) if total == 0 and does is Cell.STAND else None
    assert require_lawful_decision(own, does) == drew


UNCLEAR = (drawn(P, "6d"), drawn(P, "2d", 5))
KEEPS = HandMarks(keeps_higher=True)


@pytest.mark.parametrize(
    ("state", "unclear"),
    [
        (lying(5, 3), False),
        (lying(5, 3, drawn(P, "6d")), False),
        (lying(5, 3, drawn(P, "6d", face_up=False)), True),
        (lying(5, 3, *UNCLEAR, hands={P: KEEPS}), True),
        (lying(5, 3, *UNCLEAR, hands={P: KEEPS}, face_up=True), False),
        (lying(5, 3, *UNCLEAR, hands={B: KEEPS}), False),
        (lying(5, 3, drawn(P, "6d", face_up=False), decision=Cell.DRAW, side={"is_third_known": True}), False),
        (lying(5, 3, decision=Cell.DRAW, side={"is_third_known": False}), True),
    ],
)
def test_the_table_binds_nobody_to_a_third_card_that_was_not_plain_when_he_decided(state: State, unclear: bool) -> None:
    assert is_third_card_unclear(state) is unclear
    at_the_table = replace(state.coup.cards.marks, hands=state.coup.cards.marks.hands.set(B, TABLE))
    bound_state = replace(state, coup=replace(state.coup, cards=replace(state.coup.cards, marks=at_the_table)))
    assert (require_lawful_decision(bound_state, Cell.STAND) is None) is unclear


def test_a_third_card_that_nobody_knows_is_read_by_no_column() -> None:
    state = lying(5, 3, drawn(P, None), hands={B: TABLE})
    assert require_lawful_decision(state, Cell.STAND) is None


@pytest.mark.parametrize("optional_as", list(Cell))
@pytest.mark.parametrize("says", list(Cell))
def test_only_an_optional_cell_is_what_a_ruling_makes_of_it(says: Cell, optional_as: Cell) -> None:
    assert demanded_cell(says, optional_as) is (optional_as if says is Cell.OPTIONAL else says)
