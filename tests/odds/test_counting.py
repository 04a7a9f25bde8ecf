"""The counting itself, on shoes so small that every run of cards can be laid out: pairs, hands, endings, edges."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

from tapete.cards import DECK, Card, UnknownCardError, cards, rank, suit
from tapete.clauses import knocked_out
from tapete.games.punto_banco.coup import deal_order
from tapete.games.punto_banco.rules import GAME, Rules, read
from tapete.games.punto_banco.terms import Hand
from tapete.odds.endings import Ending, endings, fold_counts
from tapete.odds.pairs import SPECIMENS, Two, joint, two
from tapete.odds.punto_banco import NAMES, RULEBOOK, PuntoBancoOdds, exact
from tapete.odds.shoe import OddsError, card_classes, hands, shoe, ways, without
from tapete.rulebooks import Library, house_library, make
from tests.support.rows import rows

VALUES = {**{str(pips): pips for pips in range(2, 10)}, "A": 1, "T": 0, "J": 0, "Q": 0, "K": 0}


def refusal(ask: Callable[[], Any]) -> tuple[str, dict[str, Any]]:
    try:
        ask()
    except OddsError as error:
        return error.code, error.facts
    except UnknownCardError as error:
        return "no card", {"text": str(error)}
    return "", {}


def held_of(text: str) -> dict[Card, int]:
    return dict(Counter(cards(text)))


# --- shoes ------------------------------------------------------------------------------------------------------------


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


def test_a_shoe_holds_every_face_as_often_as_its_packs_less_those_that_are_gone() -> None:
    assert shoe(3) == dict.fromkeys(DECK, 3)
    assert shoe(3, "7s Kh 7s") == {**dict.fromkeys(DECK, 3), "7s": 1, "Kh": 2}
    assert shoe(3, ["7s", "Kh"]) == {**dict.fromkeys(DECK, 3), "7s": 2, "Kh": 2}
    assert list(shoe(1)) == list(DECK)


def test_cards_that_count_alike_are_one_class_with_its_first_face() -> None:
    held = {Card("7s"): 2, Card("7h"): 3, Card("Kd"): 1, Card("7c"): 0}
    assert card_classes(held, rank) == {"7": ("7s", 5), "K": ("Kd", 1)}
    assert card_classes(held, suit) == {"s": ("7s", 2), "h": ("7h", 3), "d": ("Kd", 1), "c": ("7c", 0)}
    assert card_classes({}, rank) == {}


def test_a_hand_is_a_multiset_that_comes_in_so_many_orders() -> None:
    assert hands("ab", 2) == [(("a", "a"), 1), (("a", "b"), 2), (("b", "b"), 1)]
    assert hands("ab", 3) == [(("a", "a", "a"), 1), (("a", "a", "b"), 3), (("a", "b", "b"), 3), (("b", "b", "b"), 1)]
    assert hands("abc", 3)[4] == (("a", "b", "c"), 6)
    assert hands("ab", 0) == [((), 1)]


@rows("hand, count", [("", 1), ("a", 3), ("aa", 6), ("aaa", 6), ("aaaa", 0), ("ab", 6), ("aab", 12), ("bb", 2)])
def test_cards_leave_a_shoe_in_so_many_ways(hand: str, count: int) -> None:
    assert ways(hand, {"a": 3, "b": 2}) == count


def test_what_is_gone_is_taken_off_and_the_shoe_that_was_stays() -> None:
    held = {"a": 3, "b": 2}
    assert without(held, "aab") == {"a": 1, "b": 1}
    assert without(held, "") == held == {"a": 3, "b": 2}


# --- pairs ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second", "sort"),
    [
        ("7s", "7s", Two.PERFECT),
        ("7s", "7h", Two.PAIR),
        ("7s", "8s", Two.MIXED),
        ("Ts", "Ks", Two.MIXED),
        ("Kd", "Kd", Two.PERFECT),
    ],
)
def test_two_cards_are_a_pair_by_rank_and_a_perfect_one_by_suit_too(first: str, second: str, sort: Two) -> None:
    assert two(Card(first), Card(second)) == two(Card(second), Card(first)) == sort


def test_the_specimens_are_what_they_stand_for() -> None:
    assert {sort: two(*pair) for sort, pair in SPECIMENS.items()} == {sort: sort for sort in Two}


@rows(
    "text",
    [
        "7s 7s 7h Kd Kd",
        "7s 7s 7s 7s",
        "7s 7h 7d 7c Ks Kh",
        "7s 7s 7h 7h Ks Ks 2d",
        "7s 7h 7s 8d 9c",
        "2s 3s 4s 5s",
        "7s 7h 7h 7h 7d",
        "2s 2s 2s 3h 3h 4d",
    ],
)
def test_pairs_of_both_hands_together_are_those_of_every_run_of_four_cards(text: str) -> None:
    found = Counter((two(run[0], run[1]), two(run[2], run[3])) for run in permutations(cards(text), 4))
    assert joint(held_of(text)) == {(player, bank): found[player, bank] for player in Two for bank in Two}


# --- endings ----------------------------------------------------------------------------------------------------------

RULES: Rules = read(house_library().by_id(GAME, RULEBOOK))
BANK_DRAWS_AGAINST = {3: {0, 1, 2, 3, 4, 5, 6, 7, 9}, 4: {2, 3, 4, 5, 6, 7}, 5: {4, 5, 6, 7}, 6: {6, 7}, 7: set[int]()}


def ending(run: tuple[Card, ...]) -> Ending:
    """Play a run of cards off the shoe: punto, banca, punto, banca, then the third cards."""
    a, b, c, d, e, f = (VALUES[rank(one)] for one in run)
    punto, banca = (a + c) % 10, (b + d) % 10
    if max(punto, banca) >= 8:
        return Ending(punto, banca, 4, punto >= 8, banca >= 8)
    if punto >= 6:
        return Ending(punto, (banca + e) % 10, 5) if banca <= 5 else Ending(punto, banca, 4)
    drawn = (punto + e) % 10
    draws = banca <= 2 or e in BANK_DRAWS_AGAINST[banca]
    return Ending(drawn, (banca + f) % 10, 6) if draws else Ending(drawn, banca, 5)


SMALL = [
    "7s Kh 3d 5c 9s 2h Ts",
    "8s 8h 8d 3c 3s 6h 6d",
    "As Ah Ad 5c 5s 7h Qd",
    "2s 2h 2d 2c 6s 6h 4d",
    "3s 3h 4d 4c 5s 5h 6d",
    "Ks Kh Kd Kc 6s 7h 5d",
    "9s 9h 8d Kc 4s 4h 2d",
]


@rows("text", SMALL)
def test_the_endings_are_those_of_every_run_of_six_cards(text: str) -> None:
    found = endings(held_of(text), RULES, deal_order())
    assert dict(found) == Counter(map(ending, permutations(cards(text), 6)))


def test_counts_of_endings_are_added_up_by_what_looks_alike() -> None:
    found = {Ending(1, 2, 4): 5, Ending(3, 2, 6): 7, Ending(1, 9, 4): 11}
    assert fold_counts(found, lambda end: end.cards) == {4: 16, 6: 7}
    assert fold_counts(found, lambda end: end.punto) == {1: 16, 3: 7}
    assert fold_counts({}, lambda end: end.cards) == {}
    assert Ending(1, 2, 4) == Ending(1, 2, 4, False, False)


@pytest.mark.parametrize(
    ("clause", "code", "facts"),
    [
        ("PB.A1.05", "rules-silent-on-bank", {"points": 10}),
        ("PB.A1.11", "rules-silent-on-bank", {"points": 8}),
        ("PB.A2.01", "rules-silent-on-punto", {"points": 0}),
        ("PB.A2.02", "rules-silent-on-punto", {"points": 6}),
    ],
)
def test_a_total_on_which_the_rules_are_silent_has_no_odds(clause: str, code: str, facts: dict[str, int]) -> None:
    with knocked_out(clause):
        assert refusal(lambda: exact(1)) == (code, facts)


# --- edges ------------------------------------------------------------------------------------------------------------

SIDES = ("player_pair", "bank_pair", "either_pair", "perfect_pair", "big", "small")
PAYS = {
    "even_money": Fraction(14, 13),
    "tie_pays": Fraction(25, 3),
    "commission": Fraction(5, 101),
    **{name: Fraction(10, den) for name, den in zip(SIDES, (7, 11, 17, 19, 23, 29), strict=True)},
}


def odd_rates() -> Library:
    """Return a library with a rulebook none of whose rates goes evenly into a round stake."""
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
    """Return the figures of a shoe, laid out run by run."""
    runs = [(run, ending(run)) for run in permutations(cards(text), 6)]
    ends = [end for _, end in runs]
    sorts = [(two(run[0], run[2]), two(run[1], run[3])) for run, _ in runs]
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
            "player_pair": sum(player is not Two.MIXED for player, _ in sorts),
            "bank_pair": sum(bank is not Two.MIXED for _, bank in sorts),
            "either_pair": sum(pair != (Two.MIXED, Two.MIXED) for pair in sorts),
            "perfect_pair": sum(Two.PERFECT in pair for pair in sorts),
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
    text = "As As 5c 5c 3d 3d"
    odds = exact(2, removed_but(2, text))
    found: Mapping[str, Any] = counted(text)
    assert odds.to_json() == {
        **{name: found[name] for name in ("player", "banker", "tie", "total", "naturals", "wins")},
        "decks": 2,
        "rulebook": RULEBOOK,
        "removed": removed_but(2, text),
        "totals": {f"{punto}-{banca}": count for (punto, banca), count in sorted(found["totals"].items())},
        "cards": {str(used): count for used, count in sorted(found["cards"].items())},
        "edges": {name: f"{edge.numerator}/{edge.denominator}" for name, edge in odds.edges.items()},
        "rests_on": list(odds.rests_on),
    }
    assert list(odds.to_json()["totals"]) == sorted(odds.to_json()["totals"])


def test_the_figures_rest_on_the_clauses_of_the_points_the_third_cards_and_the_bets() -> None:
    rests_on = exact(1).rests_on
    assert {"PB.A1.01", "PB.A1.05", "PB.A2.01", "PB.A1.06", "PB.A1.07", "PB.A1.09", "PB.D.03"} <= set(rests_on)
    assert len(set(rests_on)) == len(rests_on)
    assert list(Hand) == [Hand.PUNTO, Hand.BANCA]
