"""Models from the clauses: the table DP.A.22-31, a void banco A.43-44, cover B.10-15, D.04-05, payment B.26-28."""

from itertools import product
from typing import Any

import pytest

from tapete.games.banked.acts import AskTable, DrawCard, Stand
from tapete.games.dos_panos import acts as a
from tapete.games.dos_panos.terms import BankMode, Cover, Hand, Phase, Spot
from tapete.kernel import PersonId
from tapete.table import acts as t
from tests.support.dos_panos.options import BOOK_OF, altered, by
from tests.support.dos_panos.table import BANK, BANKER, CHIPS, Table, opened
from tests.support.rows import each_clause

FIRST, SECOND = Hand.PRIMERO, Hand.SEGUNDO
BOOKS = ("asturias-2011", "orden-1979", "catalogo-51-53", "catalogo-51-53-literal", "guia")
FACE = {value: "KA23456789"[value] for value in range(10)}
NONE = 10
"""The column of a cloth that asked for no card."""
STANDS: dict[int, set[int]] = {
    **{total: set() for total in (0, 1, 2)},
    3: {8},
    4: {0, 1, 8, 9},
    5: {0, 1, 2, 3, 8, 9},
    6: {0, 1, 2, 3, 4, 5, 8, 9, NONE},
    7: {*range(11)},
}
"""On what the bank has: against which third cards its table says stand; against all others draw."""
FREE = {(3, 9), (5, 4)}
"""Here it leaves the choice."""


def cell(bank: int, third: int) -> str:
    return "either" if (bank, third) in FREE else "stand" if third in STANDS[bank] else "draw"


def may(book: str, bank: int, thirds: tuple[int, int], asks: bool = True) -> list[str]:
    """Return what a banker may do who has given these third cards."""
    hands = [("9s 7c", "no") if third == NONE else ("2s 2c", "carta") for third in thirds]
    (one, two), (three, four) = (cards.split() for cards, _ in hands)
    given = " ".join(f"{FACE[third]}d" for third in thirds if third != NONE)
    made = opened(f"{one} {three} Kd {two} {four} {FACE[bank]}h {given}", book).ready().bets()
    made.staked(ana=100_00, carla=100_00).closed().dealt().carried()
    made.said("1", hands[0][1]).said("2", hands[1][1]).looked().given()
    if asks:
        made.do("rosa", AskTable())
    return [name for name, act in (("draw", DrawCard()), ("stand", Stand())) if made.accepts("rosa", act)]


@pytest.mark.slow
@pytest.mark.clause("DP.A.22", "DP.A.23")
@pytest.mark.parametrize("book", BOOKS)
def test_a_banker_who_asked_for_the_table_is_bound_where_both_cloths_say_the_same_and_only_there(book: str) -> None:
    """A cell that leaves the choice says nothing that binds; a banker who did not ask for his table is free."""
    wrong = []
    for number, (bank, *thirds) in enumerate(product(range(8), range(11), range(11))):
        if book != BOOKS[0] and number % 7:
            continue
        one, other = (cell(bank, third) for third in thirds)
        due = [one] if one == other != "either" else ["draw", "stand"]
        if (came := may(book, bank, (thirds[0], thirds[1]))) != due:
            wrong.append(f"bank {bank} against {thirds} ({NONE}: no card): may {came}, not {due}")
    wrong += [f"unasked, on {bank}" for bank in range(1, 8) if may(book, bank, (8, 8), asks=False) != ["draw", "stand"]]
    assert wrong == []


SECONDS = {"punto": "8", "empate": "7", "banca": "6"}
"""The second card of a cloth beside a nine, against a bank of six."""


ROWS = [pytest.param(bank, BOOKS[0], marks=by(f"DP.A.{24 + bank}")) for bank in range(8)]
ROWS += [pytest.param(6, BOOK_OF[one], marks=by("DP.A.23", one)) for one in BOOK_OF]
ROWS += [pytest.param(5, BOOK_OF[one], marks=by("DP.A.32", one)) for one in ("", "GUIDE")]


@pytest.mark.parametrize(("bank", "book"), ROWS)
def test_a_row_of_the_table_against_two_third_cards_of_one_value(bank: int, book: str) -> None:
    due = {third: {"either": ["draw", "stand"]}.get(cell(bank, third), [cell(bank, third)]) for third in range(11)}
    assert {third: may(book, bank, (third, third)) for third in range(11)} == due


def cards_of(first: str, second: str) -> str:
    return f"9s 9h Kd {SECONDS[first]}c {SECONDS[second]}d 6h"


def stood(made: Table) -> Table:
    return made.played("no", "no").do("rosa", Stand()).shown().settled()


@pytest.mark.clause("DP.B.26", "DP.B.27", "DP.B.28")
@pytest.mark.parametrize(("mode", "rate"), [(BankMode.LIMITED, 2_00), (BankMode.OPEN, 1_25)])
def test_what_everybody_has_after_a_coup_over_two_cloths(mode: BankMode, rate: int) -> None:
    """One to one on each cloth; of what the bank wins over both the house has its part; a tie moves nothing."""
    wrong = []
    for first, second, (ana, carla) in product(SECONDS, SECONDS, [(800_00, 400_00), (400_00, 800_00), (400_00,) * 2]):
        made = opened(cards_of(first, second), mode=mode).ready().bets().staked(ana=ana, carla=carla).closed()
        stood(made)
        sign = {"punto": 1, "empate": 0, "banca": -1}
        won = {"ana": sign[first] * ana, "carla": sign[second] * carla}
        banker = -sum(won.values())
        part = max(banker, 0) * rate // 100_00
        came = {who: made.chips(who) - CHIPS for who in won}
        if (came, made.account("cagnotte"), made.account("bank")) != (won, part, BANK + banker - part):
            wrong.append(
                f"{first} {ana}, {second} {carla}: {came}, house {made.account('cagnotte')}, not {won}, {part}"
            )
    assert wrong == []


BASES = [
    # the base of the house's part, what cloth 1 wins, what cloth 2 loses, the unit and rule of rounding, the part
    ("net", 120_00, 300_00, 1, "half-up", 3_60),
    ("gross", 120_00, 300_00, 1, "half-up", 6_00),
    ("gross", 400_00, 300_00, 1, "half-up", 0),
    ("net", 100_00, 225_25, 1, "half-up", 2_51),
    ("net", 100_00, 225_25, 1, "down", 2_50),
    ("net", 100_00, 225_20, 1, "up", 2_51),
    ("net", 100_00, 125_00, 1_00, "half-up", 1_00),
    ("net", 100_00, 124_99, 1_00, "half-up", 0),
    ("net", 100_00, 275_00, 1_00, "down", 3_00),
    ("net", 100_00, 275_00, 1_00, "up", 4_00),
]


@pytest.mark.clause("DP.E2.16", "DP.B.28")
def test_a_house_may_take_its_part_of_another_base_and_round_it_otherwise() -> None:
    wrong = []
    for base, won, lost, unit, rounding, part in BASES:
        rules = altered(commission__base=base, commission__unit=unit, commission__rounding=rounding)
        made = stood(opened(cards_of("punto", "banca"), **rules).ready().bets().staked(ana=won, carla=lost).closed())
        if made.account("cagnotte") != part:
            wrong.append(
                f"{base}, pays {won}, takes {lost}, {rounding} to {unit}: {made.account('cagnotte')}, not {part}"
            )
    assert wrong == []


ORDERS = {
    FIRST: ("ana", "bea", "luis", "pau", "carla", "dani", "eva"),
    SECOND: ("carla", "dani", "eva", "ana", "bea", "luis", "pau"),
}
"""On a cloth its own people first, outward from the banker; behind the seated who stand: luis and pau 1, eva 6."""
SHARES = {Spot.CLOTH: (1.0, 0.0), Spot.LINE: (0.5, 0.0), Spot.ACROSS: (0.5, 0.5), Spot.OTHER_CLOTH: (0.0, 1.0)}
LAID = [
    # who lays how many euros of which cloth on which spot, against a bank of 1,000
    [("ana", 400, FIRST, Spot.CLOTH), ("carla", 700, SECOND, Spot.CLOTH)],
    [("dani", 700, SECOND, Spot.CLOTH), ("bea", 800, FIRST, Spot.LINE)],
    [("carla", 900, SECOND, Spot.ACROSS), ("dani", 600, SECOND, Spot.CLOTH), ("pau", 300, FIRST, Spot.CLOTH)],
    [("ana", 700, FIRST, Spot.OTHER_CLOTH), ("eva", 700, SECOND, Spot.CLOTH)],
    [("carla", 700, SECOND, Spot.OTHER_CLOTH), ("pau", 700, FIRST, Spot.CLOTH)],
    [("eva", 600, FIRST, Spot.CLOTH), ("luis", 600, FIRST, Spot.CLOTH), ("bea", 100, FIRST, Spot.CLOTH)],
    [("luis", 600, SECOND, Spot.CLOTH), ("dani", 300, SECOND, Spot.CLOTH), ("pau", 300, SECOND, Spot.CLOTH)],
    [("pau", 600, FIRST, Spot.CLOTH), ("luis", 600, FIRST, Spot.CLOTH)],
    [("ana", 1_000, FIRST, Spot.CLOTH), ("carla", 10, SECOND, Spot.CLOTH)],
    [("ana", 30, FIRST, Spot.ACROSS), ("carla", 50, SECOND, Spot.ACROSS)],
]


def covered(laid: list[tuple[str, int, Hand, Spot]], room: int) -> dict[tuple[str, Hand], int]:
    """Return what plays: the first cloth before the second, on each by its order, until the bank is used up."""
    at_risk: dict[tuple[str, Hand], int] = {}
    for who, amount, cloth, spot in laid:
        own, other = (int(amount * share) for share in SHARES[spot])
        if spot is Spot.ACROSS:  # in whole least stakes, the odd one on the first cloth
            first = -(-amount // 20) * 10
            own, other = (first, amount - first) if cloth is FIRST else (amount - first, first)
        there = SECOND if cloth is FIRST else FIRST
        at_risk[who, cloth] = at_risk.get((who, cloth), 0) + own
        at_risk[who, there] = at_risk.get((who, there), 0) + other
    found = {}
    for cloth, order in ORDERS.items():
        for who in order:
            part = min(at_risk.get((who, cloth), 0), room)
            room -= part
            if part:
                found[who, cloth] = part
    return found


OF_CLAUSE = {"DP.B.10": LAID, "DP.B.14": LAID[1:2], "DP.B.15": LAID[2:3], "DP.D.04": LAID, "DP.D.05": LAID}
OF_CLAUSE |= {"DP.E2.05": LAID, "DP.F.14": LAID[3:5]}


@each_clause("on_table", OF_CLAUSE.items())
def test_a_limited_bank_is_covered_by_priority_on_each_cloth_whoever_laid_first(clause: str, on_table: Any) -> None:
    assert opened().accepts("inspector", a.AnnounceBank(PersonId(BANKER), 1_000_00)), "he proves no deposit"
    wrong = []
    for laid in on_table:
        for order in (laid, laid[::-1]):
            made = opened().do("luis", a.SitBehind(1), t.BuyIn(5_000_00)).do("pau", t.StandBehind(1), t.BuyIn(5_000_00))
            made.do("eva", t.StandBehind(6), t.BuyIn(5_000_00)).ready(1_000_00).bets()
            for who, amount, cloth, spot in order:
                stake = a.Stake(amount * 100, cloth, spot)
                assert made.accepts(who, stake)
                made.do(who, stake)
            made.closed()
            came = {(str(one.person), one.cloth): one.amount // 100 for one in made.state.coup.stakes}
            if came != covered(laid, 1_000):
                wrong.append(f"{order}: {came}, not {covered(laid, 1_000)}")
    assert wrong == []


def times(results: list[tuple[str, str]]) -> int:
    """Return how often a banco is played: again while neither cloth was decided, twice more at most."""
    for number, result in enumerate(results[:3], 1):
        if result != ("empate", "empate"):
            return number
    return 3


@pytest.mark.clause("DP.A.43", "DP.A.44")
@pytest.mark.parametrize("book", BOOKS)
def test_a_banco_is_played_again_for_the_whole_bank_while_both_cloths_are_tied_and_twice_at_most(book: str) -> None:
    wrong = []
    for before, last in product(range(3), product(SECONDS, SECONDS)):
        results = [*[("empate", "empate")] * before, last, *[("banca", "banca")] * 3]
        made = opened(" ".join(cards_of(*one) for one in results), book).ready(2_000_00).do("croupier", a.OpenBets())
        made.do("bea", a.CallBanco()).do("croupier", a.CloseCalls())
        played = 1
        stood(made)
        while made.phase is Phase.REPEAT:
            if book == "guia":  # where the chips of the bank are handed over before each coup
                made.delivered()
            for who, again in product(("ana", "croupier"), (True, False)):
                assert made.refused(who, a.RepeatBanco(again)).code == "not-your-banco"
            made.do("bea", a.RepeatBanco())
            assert made.state.coup.cover is Cover.BANCO, "nobody stakes beside it"
            stood(made)
            played += 1
        due = times(results)
        over = "DP.A.43" if results[due - 1] == ("empate", "empate") else "DP.A.44"
        assert made.refusal("bea", a.RepeatBanco()) == ("wrong-window", (over,))
        won = sum({"punto": 1, "empate": 0, "banca": -1}[one] for one in results[due - 1]) * 1_000_00
        if (played, made.chips("bea") - CHIPS) != (due, won):
            wrong.append(f"{results}: {played} times, won {made.chips('bea') - CHIPS}, not {due} times and {won}")
    assert wrong == []
