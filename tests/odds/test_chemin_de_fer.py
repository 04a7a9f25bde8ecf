"""Chemin de fer solved exactly: known figures to the last digit, and answers that a count of its own confirms."""

import copy
import json
from collections.abc import Iterator
from fractions import Fraction
from math import perm
from typing import Any

import pytest

from tapete.clauses import knocked_out
from tapete.odds import chemin_de_fer as cf
from tapete.odds.chemin_game import coup_of, game_of
from tapete.odds.punto_banco import exact as punto_banco
from tapete.odds.shoe import OddsError, first_deal, held_of, shoe
from tests.support.rows import rows

FIVE = Fraction(1, 20)
NONE = Fraction(0)


def solved(model: str, decks: int = 6, commission: Fraction = NONE, **more: bool) -> cf.Solution:
    return cf.solve(cf.Terms(cf.deck_shoe(decks), cf.Model(model), commission, **more))


def only(solution: cf.Solution) -> cf.Equilibrium:
    """Return the equilibrium of a game that is shown to have one."""
    assert solution.is_complete
    assert len(solution.equilibria) == 1, f"{len(solution.equilibria)} equilibria"
    return solution.equilibria[0]


def told(solution: cf.Solution) -> Any:
    """Return what a program reads."""
    return json.loads(json.dumps(solution.to_json()))


# --- known figures ----------------------------------------------------------------------------------------------------


@rows("model", ["A2", "A3"])
def test_with_replacement_seeing_cards_changes_neither_play_nor_value_but_leaves_a_continuum(model: str) -> None:
    plain, found = only(solved("A1")), only(solved(model))
    assert (found.p, found.player) == (plain.p, plain.player)
    assert set(found.q.values()) == {Fraction(859, 2288)}
    assert found.continuum is not None
    assert len(found.continuum.effects) == 6  # the ways to hold a six
    assert found.continuum.alike == ((("(0,5)", "(1,4)", "(2,3)", "(6,9)", "(7,8)"),) if model == "A3" else ())


@rows(
    "decks, commission, draws", [(1, NONE, False), (2, FIVE, False), (3, NONE, True), (3, FIVE, False), (4, FIVE, True)]
)
def test_with_few_packs_the_banker_stands_on_five_against_a_four(decks: int, commission: Fraction, draws: bool) -> None:
    """So that punto y banca is what the table leads to from four packs on alone; not found in print."""
    found = only(solved("B1", decks, commission, is_by_table=True))
    assert ("(3,9)" in found.draws, "(5,4)" in found.draws) == (True, draws)


def test_a_depleted_shoe_by_the_table_is_counted_as_at_punto_y_banca() -> None:
    """The equilibrium may be another one there; where it is not, two enumerators give one answer."""
    removed = "7s Kh 3d 3c 9h As"
    other = punto_banco(6, removed)
    found = only(cf.solve(cf.Terms(cf.deck_shoe(6, removed), cf.Model.B1, is_by_table=True)))
    assert (found.p, found.wins["tie"]) == (1, Fraction(other.tie, other.total))
    assert found.player == Fraction(other.player - other.banker, other.total)


# --- what the theory promises -----------------------------------------------------------------------------------------


@rows("decks", [1, 4, 8])
def test_a_commission_leaves_the_puntos_value_where_the_banker_mixes_in_one_set_and_takes_from_the_bankers(
    decks: int,
) -> None:
    free, taxed = only(solved("B2", decks)), only(solved("B2", decks, Fraction(1, 100)))
    assert taxed.q == free.q
    assert taxed.player == free.player
    assert taxed.p != free.p
    assert free.banker == -free.player
    assert taxed.banker + taxed.house == -taxed.player
    assert taxed.house == taxed.wins["banker"] / 100


@rows("decks", [1, 6])
def test_seeing_ones_cards_is_never_worth_less_than_nothing(decks: int) -> None:
    totals, bank_sees, both_see = (only(solved(model, decks)).player for model in ("B1", "B2", "B3"))
    assert bank_sees < totals
    assert bank_sees < both_see


@rows("decks, commission", [(1, NONE), (6, NONE), (6, FIVE), (8, Fraction(1, 10))])
def test_a_punto_who_sees_his_cards_mixes_with_one_hand_alone_and_that_is_all(decks: int, commission: Fraction) -> None:
    """That there is no other equilibrium was left open in print for casino play."""
    found = only(solved("B3", decks, commission))
    assert [hand for hand, draw in found.punto.items() if 0 < draw < 1] == ["(1,4)"]
    due = {"(0,5)": 1, "(2,3)": 0, "(6,9)": 1, "(7,8)": 1}
    assert {hand: found.punto[hand] for hand in ("(0,5)", "(2,3)", "(6,9)", "(7,8)")} == due


@rows("decks", [1, 6])
def test_a_player_of_banco_gains_nothing_by_his_freedom_and_the_banker_something_by_his(decks: int) -> None:
    odds = cf.exact(cf.Terms(cf.deck_shoe(decks), cf.Model.B2, FIVE))
    assert odds.freedom["player"] == 0
    assert odds.freedom["banker"] is not None
    assert odds.freedom["banker"] > 0
    assert only(odds.banco).punto == {**dict.fromkeys("01234", 1), "5": only(odds.free).p, "6": 0, "7": 0}


def test_the_commission_of_the_rulebook_is_that_of_its_clause() -> None:
    assert cf.house_commission() == FIVE


# --- all of them ------------------------------------------------------------------------------------------------------

SEVERAL: dict[str, tuple[str, list[int], Fraction, list[str]]] = {
    "any probability will do": ("B1", [3, 0, 0, 0, 0, 0, 2, 0, 0, 1], FIVE, ["1/2"]),
    "a segment, and other replies of the banker at its ends": (
        *("B1", [0, 0, 3, 1, 0, 0, 0, 0, 2, 3], NONE, ["1/3", "5/12", "1/2"]),
    ),
    "a segment that ends where the punto draws for certain": (
        *("B3", [0, 0, 0, 2, 0, 0, 2, 0, 0, 3], FIVE, ["1", "175/312"]),
    ),
}


@rows("model, held, commission, found", SEVERAL)
def test_more_than_one_equilibrium_and_continua_are_told(
    model: str, held: list[int], commission: Fraction, found: list[str]
) -> None:
    solution = cf.solve(cf.Terms(tuple(held), cf.Model(model), commission))
    assert [str(one.p) for one in solution.equilibria] == found
    assert cf.verify(told(solution)) == []


def test_from_a_depleted_shoe_the_punto_may_mix_with_two_hands_and_then_others_are_not_ruled_out() -> None:
    solution = cf.solve(cf.Terms((2, 2, 6, 4, 3, 6, 4, 4, 2, 2), cf.Model.B3, Fraction(1, 10)))
    (found,) = solution.equilibria
    assert [hand for hand, draw in found.punto.items() if 0 < draw < 1] == ["(1,4)", "(2,3)"]
    assert len(found.q) == 2
    assert not solution.is_complete
    assert cf.verify(told(solution)) == []


def test_an_answer_that_leaves_an_equilibrium_out_is_refused() -> None:
    model, held, commission, found = SEVERAL["a segment, and other replies of the banker at its ends"]
    answer = told(cf.solve(cf.Terms(tuple(held), cf.Model(model), commission)))
    del answer["equilibria"][1]
    assert [problem.at for problem in cf.verify(answer)] == [0]
    assert "5/12" in found


# --- the certificate --------------------------------------------------------------------------------------------------

CHECKED = [
    *(
        (one, cf.deck_shoe(6), part, False, False)
        for one, part in zip(("A1", "A3", "B2", "B3"), (NONE, FIVE) * 2, strict=True)
    ),
    ("B2", cf.deck_shoe(8), Fraction(1, 80), True, False),
    ("B2", cf.deck_shoe(1, "As Ks 5d 5c 6h"), FIVE, False, True),
    ("B3", (9, 1, 0, 7, 2, 12, 3, 5, 0, 4), Fraction(3, 1000), False, False),
    ("B1", (10, 0, 0, 0, 0, 0, 0, 0, 0, 0), NONE, False, False),  # nobody ever wins
]


@pytest.mark.slow
@rows("model, held, commission, by_table, banco", CHECKED)
def test_another_count_confirms_what_is_found(
    model: str, held: tuple[int, ...], commission: Fraction, by_table: bool, banco: bool
) -> None:
    solution = cf.solve(cf.Terms(held, cf.Model(model), commission, by_table, banco))
    assert solution.is_complete
    assert cf.verify(told(solution)) == []


SMALL = cf.Terms((3, 0, 2, 0, 0, 0, 0, 2, 3, 1), cf.Model.B2, Fraction(1, 25))
"""A shoe of which few cards are of different kinds, so that counting is quick."""


def numbers(tree: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield where a tree holds a fraction."""
    if isinstance(tree, dict | list):
        for key, one in tree.items() if isinstance(tree, dict) else enumerate(tree):
            yield from numbers(one, (*path, key))
    elif isinstance(tree, str) and "/" in tree:
        yield path


def altered(answer: Any, path: tuple[Any, ...]) -> Any:
    """Return an answer in which one fraction is a little greater."""
    changed = copy.deepcopy(answer)
    place = changed
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = str(Fraction(place[path[-1]]) + Fraction(1, 10**6))
    return changed


def test_an_answer_with_one_number_altered_is_refused() -> None:
    answer = told(cf.solve(SMALL))
    assert cf.verify(answer) == []
    places = [path for path in numbers(answer) if "advantages" not in path]
    places += [path for path in numbers(answer) if "advantages" in path][::23]
    assert len(places) > 30
    assert [path for path in places if not cf.verify(altered(answer, path))] == []


def test_an_answer_with_one_move_altered_is_refused() -> None:
    answer = told(cf.solve(SMALL))
    lines = answer["equilibria"][0]
    material = {place for place, one in lines["certificate"]["advantages"].items() if Fraction(one)}
    drawn = [place for place in lines["draws"] if place in material]
    assert len(drawn) > 20
    for place in (drawn[0], drawn[-1]):
        changed = copy.deepcopy(answer)
        changed["equilibria"][0]["draws"].remove(place)
        assert place in {problem.part for problem in cf.verify(changed)}


# --- the count --------------------------------------------------------------------------------------------------------


@rows(
    "held, is_replaced",
    [(held, one) for held in (cf.deck_shoe(8), (5, 0, 1, 0, 2, 1, 0, 0, 3, 0)) for one in (True, False)],
)
def test_hands_and_cards_add_up_to_every_run_of_cards(held: tuple[int, ...], is_replaced: bool) -> None:
    """Three hands as well as two, so that another game can be counted with the same deal."""
    size = sum(held)
    two = first_deal(held, is_replaced=is_replaced).with_hand().with_hand()
    for deal, cards in ((two, 4), (two.with_hand(), 6)):
        assert int(deal.ways.sum()) == (size**cards if is_replaced else perm(size, cards))


@rows("model", list(cf.Model))
def test_every_run_of_cards_is_won_or_tied_once(model: cf.Model) -> None:
    """With one and the same play of both sides every model counts the same coups."""
    game = game_of(coup_of(_rules()), cf.deck_shoe(6), model)
    size = sum(cf.deck_shoe(6))
    assert game.total == (size**6 if model[0] == "A" else perm(size, 6))
    drawing = game.wins[:, 1, :, 0].sum((0, 1)) + game.naturals
    plain = game_of(coup_of(_rules()), cf.deck_shoe(6), cf.Model.A1 if model[0] == "A" else cf.Model.B1)
    assert drawing.tolist() == (plain.wins[:, 1, :, 0].sum((0, 1)) + plain.naturals).tolist()


def _rules() -> Any:
    from tapete.games.chemin_de_fer.rules import GAME, read
    from tapete.rulebooks import house_library

    return read(house_library().by_id(GAME, "asturias-2011"))


@rows("clause", ["CF.A.13", "CF.A.14", "CF.A.03", "CF.A.05"])
def test_the_figures_rest_on_the_clauses_of_the_table(clause: str) -> None:
    rests_on = solved("B1").rests_on
    assert clause in {str(one) for one in rests_on}
    whole = only(solved("B1"))
    with knocked_out(clause):
        assert solved("B1").equilibria != (whole,)


# --- questions without an answer --------------------------------------------------------------------------------------

UNANSWERABLE = {
    "a shoe that is too short": (cf.Terms((5, 0, 0, 0, 0, 0, 0, 0, 0, 0)), "a coup may need 6 cards, the shoe holds 5"),
    "more cards than eight packs hold": (
        cf.Terms((1, 33, 9, 9, 9, 9, 9, 9, 9, 9)),
        "8 packs hold from 0 to 32, not 33",
    ),
    "less than none": (cf.Terms((9, -1, 9, 9, 9, 9, 9, 9, 9, 9)), "not −1"),
    "nine kinds": (cf.Terms((9,) * 9), "a shoe is told by 10 numbers, not by 9"),
    "a commission above a tenth": (cf.Terms(cf.deck_shoe(1), commission=Fraction(1, 9)), "from 0 to 1/10, not 1/9"),
    "a commission below nothing": (cf.Terms(cf.deck_shoe(1), commission=Fraction(-1, 20)), "not -1/20"),
}


@rows("terms, why", UNANSWERABLE)
def test_a_question_without_an_answer_is_told_why(terms: cf.Terms, why: str) -> None:
    with pytest.raises(OddsError) as raised:
        cf.solve(terms)
    assert why in str(raised.value)


def test_a_shoe_holds_no_more_than_eight_packs() -> None:
    with pytest.raises(OddsError, match="at most 8 packs here, not 9"):
        cf.deck_shoe(9)
    assert held_of(shoe(6)) == cf.deck_shoe(6) == (96, *(24,) * 9)
