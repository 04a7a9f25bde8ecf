"""Promise of docs/odds.md: exact odds of punto y banca, held against tables and runs of cards counted here."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import permutations
from typing import Any, NamedTuple

import numpy as np
import pytest

from tapete.cards import DECK, Card, UnknownCardError, cards, rank
from tapete.clauses import knocked_out
from tapete.games.punto_banco.rules import GAME
from tapete.games.punto_banco.terms import Hand
from tapete.odds.compositions import ends_of
from tapete.odds.punto_banco import NAMES, RULEBOOK, PuntoBancoOdds, exact, removal_effects
from tapete.odds.shoe import OddsError, held_of, shoe
from tapete.rulebooks import Library, UnknownRulebookError, house_library, make
from tests.support.rows import rows

GOLDEN = {
    1: (6548674432, 6737232640, 1372227328, 14658134400),
    2: (487816735232, 501543728128, 103154274240, 1092514737600),
    4: (33608344225792, 34543624867840, 7145601996928, 75297571090560),
    6: (392220492728832, 403095751234560, 83552962932288, 878869206895680),
    8: (2230518282592256, 2292252566437888, 475627426473216, 4998398275503360),
}
"""Player, banker, tie, total."""
POINTS = {**dict(zip("23456789", range(2, 10), strict=True)), "A": 1, **dict.fromkeys("TJQK", 0)}
DRAWS_AGAINST = {3: {0, 1, 2, 3, 4, 5, 6, 7, 9}, 4: {2, 3, 4, 5, 6, 7}, 5: {4, 5, 6, 7}, 6: {6, 7}, 7: set()}
"""The third cards of the punto against which the bank draws on these totals; below three it always draws."""


def by_hand(run: tuple[int, ...]) -> tuple[int, int, int]:
    a, b, c, d, e, f = run
    punto, banca = (a + c) % 10, (b + d) % 10
    if max(punto, banca) >= 8:
        return punto, banca, 4
    if punto >= 6:
        return (punto, (banca + e) % 10, 5) if banca <= 5 else (punto, banca, 4)
    drawn = (punto + e) % 10
    if banca <= 2 or e in DRAWS_AGAINST[banca]:
        return drawn, (banca + f) % 10, 6
    return drawn, banca, 5


def shares(odds: PuntoBancoOdds) -> tuple[int, int, int, int]:
    return odds.player, odds.banker, odds.tie, odds.total


def test_what_one_card_more_does_adds_up_to_nothing_over_all_of_them() -> None:
    effects = removal_effects(6, "7s Kh")
    held = dict(zip(effects, held_of(shoe(6, "7s Kh")), strict=True))
    assert {sum(held[face] * one["banker"] for face, one in effects.items())} == {0}
    assert effects[Card("4s")]["player"] == exact(6, "7s Kh").edges["player"] - exact(6, "7s Kh 4d").edges["player"]


@rows("decks", [*GOLDEN])
def test_whole_shoes(decks: int) -> None:
    assert shares(exact(decks)) == GOLDEN[decks]


@rows("decks, removed", [(8, ""), (6, "7s Kh"), (1, "As Ah Ad Ac 2s 9h 9d"), (27, "")])
def test_a_shoe_by_its_kinds_alone_ends_as_the_whole_count_says(decks: int, removed: str) -> None:
    counted = exact(decks, removed)
    assert ends_of(held_of(shoe(decks, removed))).tolist() == [counted.player, counted.banker, counted.tie]
    both = np.array([held_of(shoe(8)), held_of(shoe(1))])
    assert ends_of(both).tolist() == [list(GOLDEN[8][:3]), list(GOLDEN[1][:3])], "many shoes at once"


@pytest.mark.parametrize("removed", ["", "9s " * 8 + "9h " * 8])
def test_a_burned_card_that_nobody_saw_changes_nothing(removed: str) -> None:
    gone = Counter(removed.split())
    total, size = Counter[str](), 416 - gone.total()
    for value in range(10):
        faces = [face for face in DECK if POINTS[face[0]] == value and gone[face] < 8]
        count = sum(8 - gone[face] for face in faces)
        if faces:
            odds = exact(8, f"{removed} {faces[0]}")
            total.update({name: count * figure for name, figure in zip("PBTN", shares(odds), strict=True)})
    assert tuple(total.values()) == tuple((size - 6) * figure for figure in shares(exact(8, removed)))


@rows("clause", ["PB.A1.03", "PB.A1.04", "PB.A1.06", "PB.A2.07", "PB.A2.09"])
def test_knocked_out_clause_changes_the_count(clause: str) -> None:
    with knocked_out(clause):
        changed = shares(exact(8))
    assert changed != GOLDEN[8]
    assert shares(exact(8)) == GOLDEN[8]
    assert clause in exact(8).rests_on


@pytest.mark.parametrize("clause", ["PB.A1.07", "PB.A1.09", "PB.D.03"])
def test_knocked_out_clause_changes_the_edges(clause: str) -> None:
    with knocked_out(clause):
        changed = exact(8)
    assert changed.edges != exact(8).edges
    assert shares(changed) == GOLDEN[8]


def test_another_rulebook_gives_other_odds() -> None:
    book = house_library().by_id("punto-y-banca", "asturias-2011")
    bets = {**book.content["bets"], "tie_pays": {"value": {"num": 9, "den": 1}, "practice": "a house that pays nine"}}
    library = Library((make({**book.content, "id": "nine", "bets": bets}),))
    odds = exact(8, rulebook="nine", library=library)
    assert odds.edges["tie"] == 1 - Fraction(10 * odds.tie, odds.total)
    with pytest.raises(UnknownRulebookError):
        exact(8, rulebook="nine")


def refusal(ask: Callable[[], Any]) -> tuple[str, dict[str, Any]]:
    try:
        ask()
    except OddsError as error:
        return error.code, error.facts
    except UnknownCardError as error:
        return "no card", {"text": str(error)}
    return "", {}


@rows(
    "decks, removed, code, facts",
    [
        (1, "", "", {}),
        (0, "", "shoe-without-pack", {"decks": 0}),
        (-1, "", "shoe-without-pack", {"decks": -1}),
        (2, "7s 7s", "", {}),
        (2, "7s Kh 7s 7s", "packs-too-few", {"packs": 2, "face": "7s"}),
        (1, ["7s", "Kh", "Kh"], "packs-too-few", {"packs": 1, "face": "Kh"}),
        (1, ["7s Kh"], "no card", {"text": "7s Kh"}),
        (1, "7x", "no card", {"text": "7x"}),
    ],
)
def test_a_shoe_has_a_pack_at_least_and_gives_no_card_more_often_than_it_has_packs(
    decks: int, removed: Any, code: str, facts: dict[str, Any]
) -> None:
    assert refusal(lambda: shoe(decks, removed)) == (code, facts)


class Ending(NamedTuple):
    punto: int
    banca: int
    cards: int
    player_natural: bool = False
    bank_natural: bool = False


def ending(run: tuple[Card, ...]) -> Ending:
    values = tuple(POINTS[rank(one)] for one in run)
    punto, banca = ((values[at] + values[at + 2]) % 10 for at in (0, 1))
    found = by_hand(values)
    return Ending(*found, punto >= 8, banca >= 8) if found[2] == 4 else Ending(*found)


@pytest.mark.parametrize(
    ("clause", "code", "facts"),
    [
        ("PB.A1.01", "hands-not-of-two", {"dealt": 2}),
        ("PB.A1.05", "rules-silent-on-bank", {"points": 10}),
        ("PB.A1.11", "rules-silent-on-bank", {"points": 8}),
        ("PB.A2.01", "rules-silent-on-punto", {"points": 0}),
        ("PB.A2.02", "rules-silent-on-punto", {"points": 6}),
    ],
)
def test_a_total_on_which_the_rules_are_silent_has_no_odds(clause: str, code: str, facts: dict[str, int]) -> None:
    with knocked_out(clause):
        assert refusal(lambda: exact(1)) == (code, facts)


SIDES = ("player_pair", "bank_pair", "either_pair", "perfect_pair", "big", "small")
PAYS = {
    "even_money": Fraction(14, 13),
    "tie_pays": Fraction(25, 3),
    "commission": Fraction(5, 101),
    **{name: Fraction(10, den) for name, den in zip(SIDES, (7, 11, 17, 19, 23, 29), strict=True)},
}


def odd_rates() -> Library:
    own = house_library().by_id(GAME, RULEBOOK)

    def leaf(rate: Fraction) -> dict[str, Any]:
        return {"value": {"num": rate.numerator, "den": rate.denominator}, "practice": "odd rates"}

    bets = {name: leaf(PAYS[name]) for name in ("even_money", "tie_pays", "commission")}
    bets["commission_unit"] = {"value": 31, "practice": "odd units"}
    sides = {name: leaf(PAYS[name]) for name in SIDES}
    content = {**own.content, "id": "odd", "bets": {**own.content["bets"], **bets}, "side_bets": sides}
    return Library((make(content),))


@pytest.mark.parametrize("decks", [1, 2])
def test_an_edge_is_what_the_house_keeps_whatever_the_rates_are(decks: int) -> None:
    odds = exact(decks, rulebook="odd", library=odd_rates())
    even, kept = PAYS["even_money"], 1 - PAYS["commission"]
    total = Fraction(odds.total)
    assert odds.edges == {
        "player": (odds.banker - even * odds.player) / total,
        "banker": (odds.player - even * kept * odds.banker) / total,
        "tie": 1 - (1 + PAYS["tie_pays"]) * odds.tie / total,
        **{name: 1 - (1 + PAYS[name]) * odds.wins[name] / total for name in SIDES},
    }
    assert odds.rulebook == "odd"


def counted(text: str) -> dict[str, Any]:
    runs = [(run, ending(run)) for run in permutations(cards(text), 6)]
    ends = [end for _, end in runs]
    pairs = [(rank(run[0]) == rank(run[2]), rank(run[1]) == rank(run[3])) for run, _ in runs]
    won = {
        "player": sum(end.punto > end.banca for end in ends),
        "banker": sum(end.punto < end.banca for end in ends),
        "tie": sum(end.punto == end.banca for end in ends),
    }
    return {
        **won,
        "total": len(runs),
        "totals": dict(Counter((end.punto, end.banca) for end in ends)),
        "cards": dict(Counter(end.cards for end in ends)),
        "naturals": {
            "player": sum(end.player_natural for end in ends),
            "banker": sum(end.bank_natural for end in ends),
            "both": sum(end.player_natural and end.bank_natural for end in ends),
        },
        "wins": {
            **won,
            "player_pair": sum(player for player, _ in pairs),
            "bank_pair": sum(bank for _, bank in pairs),
            "either_pair": sum(any(pair) for pair in pairs),
            "perfect_pair": sum(run[0] == run[2] or run[1] == run[3] for run, _ in runs),
            "big": sum(end.cards > 4 for end in ends),
            "small": sum(end.cards == 4 for end in ends),
        },
    }


def removed_but(decks: int, text: str) -> list[str]:
    kept = Counter(text.split())
    return [face for face in DECK for _ in range(decks - kept[face])]


def figures(odds: PuntoBancoOdds) -> dict[str, Any]:
    names = ("player", "banker", "tie", "total", "totals", "cards", "naturals", "wins")
    return {name: getattr(odds, name) for name in names}


@pytest.mark.parametrize("text", ["9s 9h 8d Kc 4s 4h 2d", "7s 7s 7h Kd Kd 4c 9c", "As As 5c 5c 3d 3d"])
def test_all_figures_of_a_small_shoe_are_those_of_its_runs(text: str) -> None:
    odds = exact(2, removed_but(2, text))
    assert figures(odds) == counted(text)
    assert (odds.decks, odds.rulebook, odds.removed) == (2, RULEBOOK, tuple(removed_but(2, text)))


def test_a_shoe_holds_at_least_the_cards_of_the_longest_coup() -> None:
    kept = "7s Kh 3d 5c 9s 2h"
    assert refusal(lambda: exact(1, removed_but(1, kept))) == ("", {})
    short = removed_but(1, kept.removesuffix(" 2h"))
    assert refusal(lambda: exact(1, short)) == ("shoe-too-short", {"needed": 6, "size": 5})
    assert exact(1, removed_but(1, kept)).total == 720


def test_the_figures_of_eight_packs_are_asked_for_unless_others_are() -> None:
    odds = exact()
    assert (odds.decks, odds.removed, odds.rulebook) == (8, (), "asturias-2011")
    assert odds == exact(8, [], rulebook="asturias-2011", library=house_library())
    assert set(odds.wins) == set(odds.edges) == {*("player", "banker", "tie"), *SIDES} == set(NAMES.values())


def test_the_whole_tree_of_a_small_shoe() -> None:
    odds = exact(2, removed_but(2, "As As 5c 5c 3d 3d"))
    tree = odds.to_json()
    assert {name: tree.pop(name) for name in ("totals", "cards", "edges")} == {
        "totals": {f"{punto}-{banca}": count for (punto, banca), count in sorted(odds.totals.items())},
        "cards": {str(used): count for used, count in sorted(odds.cards.items())},
        "edges": {name: f"{edge.numerator}/{edge.denominator}" for name, edge in odds.edges.items()},
    }
    same = ("player", "banker", "tie", "total", "naturals", "wins", "decks", "rulebook")
    more = {"removed": list(odds.removed), "infinite": False, "rests_on": list(odds.rests_on)}
    assert tree == {name: getattr(odds, name) for name in same} | more


def test_the_figures_rest_on_the_clauses_of_the_points_the_third_cards_and_the_bets() -> None:
    rests_on = exact(1).rests_on
    assert {"PB.A1.01", "PB.A1.05", "PB.A2.01", "PB.A1.06", "PB.A1.07", "PB.A1.09", "PB.D.03"} <= set(rests_on)
    assert (len(set(rests_on)), list(Hand)) == (len(rests_on), [Hand.PUNTO, Hand.BANCA])
