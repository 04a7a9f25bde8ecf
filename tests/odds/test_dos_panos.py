"""Bacarrá a dos paños solved exactly: known figures to the last digit, and answers that a count of its own confirms."""

import copy
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from tapete.clauses import knocked_out
from tapete.games.baccarat.effects import Cell
from tapete.games.baccarat.points import Winner
from tapete.games.chemin_de_fer.rules import GAME, read
from tapete.games.dos_panos.terms import BankMode
from tapete.odds.chemin_de_fer import Model as Sight, Terms as Chemin, deck_shoe, solve as chemin
from tapete.odds.chemin_game import PUNTO, coup_of, game_of
from tapete.odds.cloths_search import Profile
from tapete.odds.dos_panos import Cloths, Concept, Model, Terms, bank_worth, exact, house_commission, solve, verify
from tapete.odds.shoe import OddsError
from tapete.odds.surds import Surd, number_text, read_number, sign, square_root
from tapete.rulebooks import house_library
from tests.odds.test_chemin_de_fer import altered, numbers, only, told
from tests.support.rows import rows

pytestmark = pytest.mark.slow

HALF, TWO, NONE = Fraction(1, 2), Fraction(1, 50), Fraction(0)


@cache
def counted(model: str) -> Cloths:
    return Cloths(Terms(deck_shoe(6), Model(model)))


# --- known figures: Ethier and Lee 2015, «On the three-person game baccara banque», Games 6(2) ------------------------


ENDS = (Fraction(9588, 37663), Fraction(55716, 128711))
"""Between which shares both cloths drawing with 9/11 is their independent cooperative solution: the same paper, A1."""


def test_without_replacement_a_cloth_that_always_stands_has_such_a_solution_beside_it_for_few_shares() -> None:
    """Not in print: docs/dos-panos-solved.md. Inside the ends there is one, outside there is none."""
    least, most = counted("B2").solve(Fraction(1, 80), Concept.INDEPENDENT).shares or ()
    assert [f"{float(one):.13f}" for one in (least, most)] == ["0.0120999597160", "0.0155016485808"]
    step = Fraction(1, 10**12)
    near = [(least - step, 0), (least + step, 1), (most - step, 1), (most + step, 0)]
    found = {theta: counted("B2").solve(theta, Concept.INDEPENDENT) for theta, _ in near}
    assert [len(one.equilibria) for one in found.values()] == [count for _, count in near]
    assert all(one.plays["DS"] == one.plays["DD"] == 0 for answer in found.values() for one in answer.equilibria)


@rows("theta", [ENDS[0] - Fraction(1, 10**9), ENDS[1] + Fraction(1, 10**9), HALF])
def test_outside_of_them_there_is_none(theta: Fraction) -> None:
    found = counted("A1").solve(theta, Concept.INDEPENDENT)
    assert (found.equilibria, found.is_complete) == ((), True)


def test_a_banker_who_plays_against_the_first_cloth_alone_has_the_value_of_chemin_de_fer() -> None:
    """Two enumerators, one answer: Kemeny and Snell 1957."""
    cloths, one = counted("A1"), Fraction(9, 11)
    worth = bank_worth(cloths.rules, Fraction(1), NONE)
    plays = (NONE, 1 - one, NONE, one)
    gains = cloths.table.advantages([int(share) for share in worth.values()]) @ np.array(plays)
    draws = {at: Fraction(1) for at, gain in enumerate(gains.tolist()) if gain > 0}
    found = cloths.equilibrium(Terms(deck_shoe(6)), Profile(plays, draws, (), False), worth)
    assert found.first == chemin(Chemin(deck_shoe(6), Sight.A1)).equilibria[0].player == Fraction(-679568, 53094899)


@rows("draws", [False, True])
def test_with_a_banker_who_always_does_the_same_each_cloth_wins_as_often_as_a_punto(draws: bool) -> None:
    cloths, game = (
        counted("B2"),
        game_of(coup_of(read(house_library().by_id(GAME, "asturias-2011"))), deck_shoe(6), Sight.B2),
    )
    moves = [int(one.duty is not Cell.STAND) for one in game.choices]
    won = int(game.wins[range(len(moves)), moves, :, int(draws), PUNTO].sum()) + int(game.naturals[PUNTO])
    banker = dict.fromkeys(range(len(cloths.table.game.info_sets)), Fraction(1)) if draws else {}
    profile = Profile((NONE, NONE, NONE, Fraction(1)), banker, (), False)
    found = cloths.equilibrium(cloths.terms, profile, bank_worth(cloths.rules, HALF, NONE))
    assert {one["player"] for one in found.wins.values()} == {Fraction(won, game.total)}


# --- what the theory promises -----------------------------------------------------------------------------------------


@rows("model, concept, commission", [("A1", "nash", NONE), ("B1", "nash", TWO), ("B2", "correlated", NONE)])
def test_cloths_that_change_places_change_their_play(model: str, concept: str, commission: Fraction) -> None:
    one, two = (
        only(counted(model).solve(theta, Concept(concept), commission)) for theta in (Fraction(2, 5), Fraction(3, 5))
    )
    assert (one.p, one.first, one.house) == (two.p[::-1], two.second, two.house)
    assert one.cloths + one.banker + one.house == 0


@rows("model", list(Model))
def test_cloths_that_agree_have_no_less_than_cloths_that_play_for_themselves(model: str) -> None:
    for theta in (Fraction(1, 8), HALF):
        assert only(counted(model).solve(theta)).cloths >= only(counted(model).solve(theta, Concept.NASH)).cloths


def test_the_house_takes_its_part_of_what_the_banker_wins_on_both_cloths_together() -> None:
    assert [house_commission("guia", mode) for mode in BankMode] == [TWO, Fraction(1, 80)]
    worth = bank_worth(counted("B1").rules, Fraction(3, 4), TWO)
    punto, banca, tie = Winner.PUNTO, Winner.BANCA, Winner.TIE
    assert worth[banca, punto] == HALF * (1 - TWO)
    assert (worth[banca, banca], worth[punto, banca], worth[tie, tie]) == (1 - TWO, -HALF, 0)


def test_with_even_stakes_the_table_costs_a_banker_who_plays_by_totals_nothing() -> None:
    odds = exact(Terms(deck_shoe(6), Model.A1))
    assert only(odds.correlated).banker == only(odds.by_table).banker
    assert odds.by_table.rests_on != odds.correlated.rests_on


@rows("clause", ["DP.A.12", "DP.A.05"])
def test_the_figures_rest_on_the_clauses_of_the_table(clause: str) -> None:
    whole = counted("A1").solve(HALF)
    assert clause in whole.rests_on
    with knocked_out(clause):
        assert solve(Terms(deck_shoe(6), Model.A1)).equilibria != whole.equilibria


# --- the certificate --------------------------------------------------------------------------------------------------

SMALL = Terms((9, 0, 0, 0, 0, 0, 0, 4, 3, 2), Model.B2, Fraction(2, 5), Concept.CORRELATED, TWO, True)


@rows("terms", [Terms(deck_shoe(6), Model.A1, Fraction(1, 20), Concept.NASH), SMALL])
def test_another_count_confirms_what_is_found(terms: Terms) -> None:
    found = solve(terms)
    assert found.is_complete
    assert verify(told(found)) == []
    assert any(isinstance(one, Surd) for one in only(found).p) == (terms.concept is Concept.NASH)


def test_an_answer_with_one_number_or_one_move_altered_is_refused() -> None:
    answer = told(solve(SMALL))
    places = list(numbers(answer))
    assert len(places) > 20
    assert [path for path in places[::10] if not verify(altered(answer, path))] == []
    for place in ("(0,9)", "(0,7)"):
        changed = copy.deepcopy(answer)
        changed["equilibria"][0]["draws"] = [one for one in answer["equilibria"][0]["draws"] if place not in one]
        assert (changed == answer) == (not verify(changed)), place


def test_numbers_with_a_root_are_reckoned_and_written_exactly() -> None:
    root = square_root(Fraction(5, 4))
    golden = root + HALF
    assert golden * golden == golden + 1
    assert (sign(golden - Fraction(1618, 1000)), 1 / golden, float(golden)) == (1, golden - 1, (1 + 5**0.5) / 2)
    assert read_number(number_text(golden)) == golden
    assert square_root(Fraction(9, 4)) == Fraction(3, 2)


UNANSWERABLE = {
    "nothing on the first cloth": (Terms(deck_shoe(1), theta=NONE), "lies between 0 and 1 and is not 0"),
    "a commission above a tenth": (Terms(deck_shoe(1), commission=Fraction(1, 9)), "from 0 to 1/10, not 1/9"),
    "a shoe that is too short": (Terms((8, *(0,) * 9)), "a coup may need 9 cards, the shoe holds 8"),
}


@rows("terms, why", UNANSWERABLE)
def test_a_question_without_an_answer_is_told_why(terms: Terms, why: str) -> None:
    with pytest.raises(OddsError) as raised:
        solve(terms)
    assert why in str(raised.value)
    with knocked_out("DP.A.15"), pytest.raises(OddsError, match="on one total alone"):
        solve(Terms(deck_shoe(6)))  # a cloth free on every total is another game
