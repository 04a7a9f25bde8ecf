"""Bets as data: published counts and edges, the infinite deck, small shoes run by run, what is wrong with a file."""

from collections import Counter
from fractions import Fraction
from itertools import permutations
from typing import Any

from tapete.cards import DECK, cards, rank, suit
from tapete.odds.bets import count_bets, known_bets, read_bets
from tapete.odds.punto_banco import exact
from tapete.odds.shoe import OddsError
from tapete.rulebooks import RulebookError
from tests.odds.test_punto_banco import POINTS, ending, removed_but
from tests.support.rows import rows

PUBLISHED = {
    "Dragon Bonus, player": (
        "2.6517",
        (18409431764992, 34097645543424, 89590261473280, 141238897317888, 166169165987840, 186780352174080),
    ),
    "Dragon Bonus, banker": (
        "9.3731",
        (15390342909952, 28305092784128, 79517099278336, 119200072366080, 157275882332160, 201147167287296),
    ),
    "EZ banker": ("1.0183", (112633011329024, 2179619555108864)),
    "Dragon 7": ("7.6113", (112633011329024,)),
    "Panda 8": ("10.1876", (172660763262976,)),
    "Super 6 banker": ("1.4581", ()),
    "Super 6": ("29.9772", (186173936904192 + 83058367551488,)),
    "Lucky 6": ("16.6836", (186173936904192, 83058367551488)),
    "Big Tiger": ("15.2533", (83058367551488,)),
    "Big": ("4.3457", ()),
    "Small": ("5.2829", ()),
    "Perfect pair": ("13.0294", (246848784 * 677328,)),
    "Perfect pairs, more for two": ("6.6235", (2101008 * 677328, 244747776 * 677328)),
    "3 giving 8": ("8.6823", ()),
}
"""In print, for eight packs: the edge in per cent and the last counts. Those of pairs are of four cards, each of which
goes on in 412 · 411 ways, in either order of each hand.
"""


def test_the_known_bets_have_the_counts_and_edges_in_print() -> None:
    found = {bet.name: bet for bet in count_bets(known_bets()).bets}
    assert {name: f"{float(100 * found[name].edge):.4f}" for name in PUBLISHED} == {
        name: edge for name, (edge, _) in PUBLISHED.items()
    }
    counts = {name: tuple(count for _, count in bet.pays) for name, bet in found.items()}
    assert {name: counts[name][len(counts[name]) - len(last) :] for name, (_, last) in PUBLISHED.items()} == {
        name: last for name, (_, last) in PUBLISHED.items()
    }


MAIN = b"""
bet = [
  {name = "player", pays = [{to = 0, winner = "tie"}, {to = 1, winner = "player"}]},
  {name = "banker", pays = [{to = 0, winner = "tie"}, {to = 0.95, winner = "banker"}]},
  {name = "tie", pays = [{to = "8", winner = "tie"}]},
  {name = "player_pair", pays = [{to = 11, player = {pair = true}}]},
  {name = "either_pair", pays = [{to = 5, pairs = [1, 2]}]},
  {name = "perfect_pair", pays = [{to = 25, perfect_pairs = "1-2"}]},
]
"""


@rows("decks, removed, is_infinite", [(6, "7s Kh 3d 3c", False), (1, "", True), (28, "", False)])
def test_the_bets_of_the_table_as_data_are_those_that_the_table_settles(
    decks: int, removed: str, is_infinite: bool
) -> None:
    odds = exact(decks, removed, is_infinite=is_infinite)
    bets = count_bets(read_bets(MAIN, "main"), decks, removed, is_infinite=is_infinite)
    assert {bet.name: bet.edge for bet in bets.bets} == {bet.name: odds.edges[bet.name] for bet in bets.bets}
    if is_infinite:
        assert (bets.total, odds.edges["perfect_pair"]) == (52**6, 1 - 26 * (1 - Fraction(51, 52) ** 2))


RED, SEVENS = {face for face in DECK if face[1] in "hd"}, {face for face in DECK if face[0] == "7"}
SEEN = {
    "margin": ('margin = "0-2"', lambda p, b, e: abs(e.punto - e.banca) <= 2),
    "sum": ("sum = [0, 9]", lambda p, b, e: e.punto + e.banca in (0, 9)),
    "naturals": ("natural = false, cards = [4, 6]", lambda p, b, e: not (e[3] or e[4]) and len(p + b) != 5),
    "same pair": ("same_pair = true", lambda p, b, e: len({*map(rank, (*p[:2], *b[:2]))}) == 1),
    "all red": ('all = "red"', lambda p, b, e: {*p, *b} <= RED),
    "sevens": ('held = {of = "7", number = 1}', lambda p, b, e: len([one for one in p + b if one in SEVENS]) == 1),
    "hands": (
        'player = {first = "7 4", total = [1, 4]}, banker = {suited = false, cards = 3, third = "red 9s"}',
        lambda p, b, e: (
            sorted(map(rank, p[:2])) == ["4", "7"]
            and e.punto in (1, 4)
            and suit(b[0]) != suit(b[1])
            and len(b) == 3
            and b[2] in RED | {"9s"}
        ),
    ),
    "banker": (
        'banker = {two_card_total = 3, pair = false, all = "red", held = {of = "Kd 7", number = "1-3"}}',
        lambda p, b, e: (
            sum(POINTS[rank(one)] for one in b[:2]) % 10 == 3
            and rank(b[0]) != rank(b[1])
            and {*b} <= RED
            and any(one in SEVENS | {"Kd"} for one in b)
        ),
    ),
}


def test_what_a_bet_looks_at_is_seen_in_every_run_of_a_small_shoe() -> None:
    text = "7s 7h 7d 7c 4h 9s Kd 3h"
    file = "".join(f'[[bet]]\nname = "{name}"\npays = [{{to = 1, {terms}}}]\n' for name, (terms, _) in SEEN.items())
    counted = Counter[str]()
    for run in permutations(cards(text), 6):
        end = ending(run)
        has_drawn = end.cards == 6 or (end.cards == 5 and sum(POINTS[rank(one)] for one in (run[0], run[2])) % 10 < 6)
        player, bank = [run[0], run[2]], [run[1], run[3]]
        player += [run[4]] if has_drawn else []
        bank += [run[end.cards - 1]] if end.cards - has_drawn == 5 else []
        counted.update(name for name, (_, holds) in SEEN.items() if holds(player, bank, end))
    found = count_bets(read_bets(file.encode(), "small"), 2, removed_but(2, text))
    assert {bet.name: bet.pays[0][1] for bet in found.bets} == {name: counted[name] for name in SEEN}
    assert all(counted[name] for name in SEEN)


def wrong(data: str) -> tuple[str, dict[str, Any]]:
    try:
        read_bets(data.encode(), "file")
    except (OddsError, RulebookError) as error:
        is_told = len({error.sentence(lang) for lang in ("es", "en", "fr")}) == 3
        return error.code if is_told else "untold", error.facts
    return "", {}


BET = '[[bet]]\nname = "x"\n'


@rows(
    "data, code, fact",
    [
        ("[[bet", "not-toml", "1:6"),
        ("bet = " + "[" * 5000, "too-deep", ""),
        ("", "bets-missing", "[[bet]]"),
        ("bets = 1", "bet-key-unknown", "bets"),
        ("bet = [1]", "bet-no-table", "bet"),
        ('[[bet]]\nname = " "', "bet-unnamed", "#1"),
        (BET, "bets-missing", "x: [[bet.pays]]"),
        (BET + "pays = [{to = 1}]\n" + BET + "pays = [{to = 1}]", "bet-named-twice", "x"),
        *(
            (f"{BET}pays = [{{{row}}}]", code, fact)
            for row, code, fact in [
                ('winner = "tie"', "bet-no-payment", "None"),
                ('to = "1/0"', "bet-no-payment", "1/0"),
                ("to = -1.5", "bet-no-payment", "-3/2"),
                ("to = 1, tie = true", "bet-key-unknown", "tie"),
                ("to = 1, player = 8", "bet-no-table", "player"),
                ("to = 1, player = {margin = 8}", "bet-key-unknown", "margin"),
                ('to = 1, winner = "punto"', "bet-no-word", "winner"),
                ('to = 1, cards = "4-7"', "bet-no-number", "cards"),
                ("to = 1, pairs = true", "bet-no-number", "pairs"),
                ("to = 1, banker = {natural = 1}", "bet-no-truth", "banker.natural"),
                ('to = 1, all = "reds"', "bet-no-cards", "all"),
                ('to = 1, held = {of = "7", number = 7}', "bet-no-number", "held.number"),
                ('to = 1, player = {first = "K"}', "bet-no-two-ranks", "player.first"),
            ]
        ),
    ],
)
def test_a_file_that_says_no_bet_is_told_where(data: str, code: str, fact: str) -> None:
    found = wrong(data)
    assert found[0] == code
    assert fact in [*found[1].values(), ""]
