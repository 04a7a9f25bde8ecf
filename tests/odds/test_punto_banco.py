"""Exact odds of punto y banca, held against tables written here from the rules of the game, and against the table."""

from collections import Counter
from fractions import Fraction
from itertools import permutations, product

import pytest

from tapete.cards import DECK, UnknownCardError
from tapete.clauses import knocked_out
from tapete.odds.punto_banco import PuntoBancoOdds, exact
from tapete.odds.shoe import OddsError
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
BANK_DRAWS_AGAINST = {
    3: {0, 1, 2, 3, 4, 5, 6, 7, 9},
    4: {2, 3, 4, 5, 6, 7},
    5: {4, 5, 6, 7},
    6: {6, 7},
    7: set(),
}
"""The third cards of the punto against which the bank draws on these totals; below three it always draws."""


def by_hand(run: tuple[int, ...]) -> tuple[int, int, int]:
    """Play six values off the shoe; return the final totals and the number of cards used."""
    a, b, c, d, e, f = run
    punto, banca = (a + c) % 10, (b + d) % 10
    if max(punto, banca) >= 8:
        return punto, banca, 4
    if punto >= 6:
        return (punto, (banca + e) % 10, 5) if banca <= 5 else (punto, banca, 4)
    drawn = (punto + e) % 10
    if banca <= 2 or e in BANK_DRAWS_AGAINST[banca]:
        return drawn, (banca + f) % 10, 6
    return drawn, banca, 5


def enumerated(held: dict[int, int]) -> tuple[int, int, int, int]:
    """Count every run of six values off a shoe that holds ``held`` cards of each value."""
    size, won = sum(held.values()), [0, 0, 0]
    held = dict(held)

    def ways(*values: int) -> int:
        found, gone = 1, Counter[int]()
        for value in values:
            found *= max(0, held[value] - gone[value])
            gone[value] += 1
        return found

    for a, b, c, d in product(held, repeat=4):
        if a > c or b > d:  # the order inside a hand does not matter
            continue
        dealt = ways(a, b, c, d) * (1 + (a != c)) * (1 + (b != d))
        left = Counter(held)
        left.subtract((a, b, c, d))
        for e in held:
            fifth = dealt * left[e]
            if fifth <= 0:
                continue
            if by_hand((a, b, c, d, e, 0))[2] < 6:
                punto, banca, _ = by_hand((a, b, c, d, e, 0))
                won[(punto < banca) + 2 * (punto == banca)] += fifth * (size - 5)
                continue
            for f in held:
                punto, banca, _ = by_hand((a, b, c, d, e, f))
                won[(punto < banca) + 2 * (punto == banca)] += fifth * max(0, left[f] - (e == f))
    player, banker, tie = won
    return player, banker, tie, player + banker + tie


def figures(odds: PuntoBancoOdds) -> tuple[int, int, int, int]:
    return odds.player, odds.banker, odds.tie, odds.total


@rows("decks", [*GOLDEN])
def test_whole_shoes(decks: int) -> None:
    assert (
        figures(exact(decks)) == GOLDEN[decks] == enumerated({0: 16 * decks} | dict.fromkeys(range(1, 10), 4 * decks))
    )


def left_over(*kept: str) -> list[str]:
    """Return what has to go from one pack so that ``kept`` stay."""
    return [face for face in DECK if face not in kept]


@pytest.mark.parametrize(
    "kept",
    [
        ("7s", "Kh", "3d", "5c", "9s", "2h", "Ts", "Ac"),
        ("8s", "8h", "8d", "3c", "3s", "6h", "6d", "4c"),
        ("As", "Ah", "Ad", "5c", "5s", "7h", "Qd"),
        ("2s", "3s", "4s", "5s", "6s", "7s"),
    ],
)
def test_small_shoes_card_by_card(kept: tuple[str, ...]) -> None:
    odds = exact(1, left_over(*kept))
    won, totals, used = Counter[str](), Counter[tuple[int, int]](), Counter[int]()
    pairs, either, naturals = Counter[str](), 0, Counter[str]()
    for run in permutations(kept, 6):
        punto, banca, cards = by_hand(tuple(POINTS[face[0]] for face in run))
        won["player" if punto > banca else "banker" if banca > punto else "tie"] += 1
        totals[punto, banca] += 1
        used[cards] += 1
        player, bank = run[0][0] == run[2][0], run[1][0] == run[3][0]
        pairs.update({"player": player, "banker": bank})
        either += player or bank
        two = [(POINTS[run[n][0]] + POINTS[run[n + 2][0]]) % 10 for n in (0, 1)]
        naturals.update({"player": two[0] >= 8, "banker": two[1] >= 8, "both": min(two) >= 8})
    assert figures(odds) == (won["player"], won["banker"], won["tie"], won.total())
    assert (odds.totals, odds.cards) == (dict(totals), dict(used))
    assert odds.naturals == {name: naturals[name] for name in ("player", "banker", "both")}
    assert odds.wins["player_pair"] == pairs["player"]
    assert odds.wins["bank_pair"] == pairs["banker"]
    assert odds.wins["either_pair"] == either
    assert odds.wins["perfect_pair"] == 0  # one pack holds every card once
    assert odds.wins["small"] == used[4]
    assert odds.wins["big"] == used[5] + used[6]


def test_perfect_pairs_card_by_card() -> None:
    """Two packs without all but four faces, each there twice."""
    kept = ["7s", "7h", "Kd", "4c"]
    odds = exact(2, [face for face in DECK for _ in range(2) if face not in kept])
    perfect = either = 0
    for run in permutations([face for face in kept for _ in range(2)], 6):
        perfect += run[0] == run[2] or run[1] == run[3]
        either += run[0][0] == run[2][0] or run[1][0] == run[3][0]
    assert (odds.wins["perfect_pair"], odds.wins["either_pair"]) == (perfect, either)


@pytest.mark.parametrize("removed", ["", "9s " * 8 + "9h " * 8])
def test_a_burned_card_that_nobody_saw_changes_nothing(removed: str) -> None:
    """Counting with one card gone, over every card that it may be, gives the whole count N - 6 times."""
    gone = Counter(removed.split())
    total, size = Counter[str](), 416 - gone.total()
    for value in range(10):
        faces = [face for face in DECK if POINTS[face[0]] == value and gone[face] < 8]
        count = sum(8 - gone[face] for face in faces)
        if faces:
            odds = exact(8, f"{removed} {faces[0]}")
            total.update({name: count * figure for name, figure in zip("PBTN", figures(odds), strict=True)})
    assert tuple(total.values()) == tuple((size - 6) * figure for figure in figures(exact(8, removed)))


# --- what the figures are to each other ---------------------------------------------------------------------------


def test_hands_are_alike_until_the_third_card() -> None:
    odds = exact(8, "7s Kh 4d")
    assert odds.naturals["player"] == odds.naturals["banker"]
    assert odds.wins["player_pair"] == odds.wins["bank_pair"]


def test_distributions_add_up() -> None:
    odds = exact(8)
    assert sum(odds.totals.values()) == sum(odds.cards.values()) == odds.player + odds.banker + odds.tie == odds.total
    assert odds.tie == sum(count for (punto, banca), count in odds.totals.items() if punto == banca)
    assert odds.player == sum(count for (punto, banca), count in odds.totals.items() if punto > banca)
    assert odds.naturals["player"] + odds.naturals["banker"] - odds.naturals["both"] < odds.cards[4]


def test_every_suit_counts_the_same() -> None:
    assert figures(exact(6, "7s 7s Ks")) == figures(exact(6, "7h 7d Tc"))


@pytest.mark.parametrize("decks", [1, 6, 8])
def test_edges(decks: int) -> None:
    odds = exact(decks)
    player, banker, tie, total = figures(odds)
    assert odds.edges["player"] == Fraction(banker - player, total)
    assert odds.edges["banker"] == Fraction(player, total) - Fraction(95, 100) * Fraction(banker, total)
    assert odds.edges["tie"] == 1 - Fraction(9 * tie, total)
    assert odds.edges["player_pair"] == odds.edges["bank_pair"] == 1 - 12 * Fraction(4 * decks - 1, 52 * decks - 1)
    assert odds.edges["big"] == 1 - Fraction(154, 100) * Fraction(odds.wins["big"], total)
    assert odds.edges["small"] == 1 - Fraction(250, 100) * Fraction(odds.wins["small"], total)


@pytest.mark.parametrize(
    ("decks", "percent"),
    [
        (8, {"banker": "1.0579", "player": "1.2351", "tie": "14.3596", "player_pair": "10.3614"}),
        (6, {"banker": "1.0558", "player": "1.2374", "tie": "14.4382", "player_pair": "11.2540"}),
        (1, {"banker": "1.0117", "player": "1.2864", "tie": "15.7461", "player_pair": "29.4118"}),
    ],
)
def test_edges_as_published(decks: int, percent: dict[str, str]) -> None:
    edges = exact(decks).edges
    assert {name: f"{float(edges[name]) * 100:.4f}" for name in percent} == percent


# --- the rules of the table are the rules of the count ------------------------------------------------------------


@rows("clause", ["PB.A1.01", "PB.A1.03", "PB.A1.04", "PB.A1.06", "PB.A2.07", "PB.A2.09"])
def test_knocked_out_clause_changes_the_count(clause: str) -> None:
    with knocked_out(clause):
        changed = figures(exact(8))
    assert changed != GOLDEN[8]
    assert figures(exact(8)) == GOLDEN[8]
    assert clause in exact(8).rests_on


@pytest.mark.parametrize("clause", ["PB.A1.07", "PB.A1.09", "PB.D.03"])
def test_knocked_out_clause_changes_the_edges(clause: str) -> None:
    with knocked_out(clause):
        changed = exact(8)
    assert changed.edges != exact(8).edges
    assert figures(changed) == GOLDEN[8]


@pytest.mark.parametrize("clause", ["PB.A1.05", "PB.A1.11", "PB.A2.01", "PB.A2.02"])
def test_rules_with_a_gap_have_no_odds(clause: str) -> None:
    with knocked_out(clause), pytest.raises(OddsError, match="the rules do not say"):
        exact(8)


def test_another_rulebook_gives_other_odds() -> None:
    book = house_library().by_id("punto-y-banca", "asturias-2011")
    bets = {**book.content["bets"], "tie_pays": {"value": {"num": 9, "den": 1}, "practice": "a house that pays nine"}}
    library = Library((make({**book.content, "id": "nine", "bets": bets}),))
    odds = exact(8, rulebook="nine", library=library)
    assert odds.edges["tie"] == 1 - Fraction(10 * odds.tie, odds.total)
    with pytest.raises(UnknownRulebookError):
        exact(8, rulebook="nine")


# --- errors and form ----------------------------------------------------------------------------------------------


@rows(
    "decks, removed, error",
    [
        (0, "", OddsError),
        (-1, "", OddsError),
        (1, "7s 7s", OddsError),
        (2, ["Kh", "Kh", "Kh"], OddsError),
        (1, left_over("As", "2s", "3s", "4s", "5s"), OddsError),
        (8, "1s", UnknownCardError),
        (8, ["7s Kh"], UnknownCardError),
    ],
)
def test_shoes_that_cannot_be(decks: int, removed: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        exact(decks, removed)


def test_json() -> None:
    tree = exact(8, "7s Kh").to_json()
    assert tree["removed"] == ["7s", "Kh"]
    assert (tree["decks"], tree["rulebook"]) == (8, exact(8, "7s Kh").rulebook)
    assert list(tree["rests_on"]) == list(exact(8, "7s Kh").rests_on)
    assert (tree["naturals"], tree["wins"]) == (exact(8, "7s Kh").naturals, exact(8, "7s Kh").wins)
    assert tree["player"] + tree["banker"] + tree["tie"] == tree["total"]
    assert sum(tree["totals"].values()) == sum(tree["cards"].values()) == tree["total"]
    assert set(tree["edges"]) == set(tree["wins"])
    assert {Fraction(edge) for edge in tree["edges"].values()} == set(exact(8, "7s Kh").edges.values())
    assert all("/" in edge for edge in tree["edges"].values())
