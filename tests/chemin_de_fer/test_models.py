"""Models from the clauses: tableau CF.A.12-35, payment B.43-45, E1.05, E2.09; cover and round: ``tests/models``."""

from collections.abc import Iterable
from itertools import product

import pytest

from tapete.games.chemin_de_fer import acts as a
from tapete.games.chemin_de_fer.terms import Hand
from tapete.money import Rounding
from tests.support.chemin_de_fer.table import Table, as_house, opened
from tests.support.rows import each_clause

DOWN, HALF_UP, UP = Rounding.DOWN, Rounding.HALF_UP, Rounding.UP
CARD = {n: "TA23456789"[n] for n in range(10)}
NONE = 10
"""The column of a punto who asked for no card."""
STANDS: dict[int, set[int]] = {
    # on what the bank has: against which third cards of the punto its table says stand; against all others draw
    **{bank: set() for bank in (0, 1, 2)},
    3: {8},
    4: {0, 1, 8, 9},
    5: {0, 1, 2, 3, 8, 9},
    6: {0, 1, 2, 3, 4, 5, 8, 9, NONE},
    7: {*range(11)},
}
FREE = {(3, 9), (5, 4)}
"""Here the table leaves the choice."""


def at_cards(punto: int, bank: int, third: str = "2") -> Table:
    """Ana alone stakes 100 on a bank of 300; both have seen their cards."""
    table = opened(f"Ks Kc {CARD[punto]}d {CARD[bank]}h {third}s 2c").bank().bets().do("ana", a.Stake(100_00))
    return table.closed().dealt().looked()


@each_clause(
    "bank", [*((f"CF.A.{28 + bank}", bank) for bank in range(8)), ("CF.A.25", 6), ("CF.A.26", 4), ("CF.A.27", 5)]
)
def test_a_banker_who_asked_for_the_table_plays_each_of_its_cells(clause: str, bank: int) -> None:
    """The column is the value of the third card, whatever the punto has with it."""
    wrong = []
    for third in range(11):
        table = at_cards(7, bank).said("no") if third == NONE else at_cards(3, bank, CARD[third]).said("carta")
        table.do("bea", *([] if third == NONE else [a.GiveCard()]), a.AskTable())
        came = [table.answer("bea", act) for act in (a.DrawCard(), a.Stand())]
        stands, free = third in STANDS[bank], (bank, third) in FREE
        due = ["against-table" if stands and not free else "", "" if stands or free else "against-table"]
        if came != due:
            wrong.append(f"bank {bank} against {'no card' if third == NONE else third}: {came}, not {due}")
    assert wrong == []


@each_clause("totals", [("CF.A.12", range(5)), ("CF.A.13", (5,)), ("CF.A.14", (6, 7)), ("CF.A.08", (8, 9))])
def test_what_the_punto_may_say_on_each_total(clause: str, totals: Iterable[int]) -> None:
    """Up to four he asks, on five he chooses, on six and seven he stands, and a natural he lays down."""
    wrong = []
    for total in totals:
        due = ["carta"] * (total < 6) + ["no"] * (4 < total < 8) + ["natural"] * (total > 7)
        table = at_cards(total, 2)
        says = {"carta": a.Say("carta"), "no": a.Say("no"), "natural": a.LayDown(Hand.PUNTO)}
        if (came := [name for name, act in says.items() if not table.answer("ana", act)]) != due:
            wrong.append(f"on {total}: {came}, not {due}")
    assert wrong == []


BANKS = ({"bea": 200_00}, {"bea": 200_00, "carla": 100_00}, {"bea": 200_00, "carla": 33_33, "eva": 66_67})
STAKES = ({"ana": 100_00}, {"ana": 10_10, "luis": 10_05}, {"ana": 77_77, "luis": 10_00, "pau": 12_13})


RESULTS = ["banca", "punto", "tie"]


def with_bank(parts: dict[str, int], *coups: str) -> Table:
    table = opened(coups=coups).bank(parts["bea"])
    for who, amount in list(parts.items())[1:]:
        table.do(who, a.OfferShare(amount)).do("bea", a.AcceptShare(who))
    return table


def shared(amount: int, parts: dict[str, int]) -> dict[str, int]:
    """Divide by parts: an associate's is rounded down to the cent, and the rest is the banker's (CF.E1.05)."""
    found = {who: amount * part // sum(parts.values()) for who, part in list(parts.items())[1:]}
    return {"bea": amount - sum(found.values()), **found}


@each_clause(
    "results",
    [
        ("CF.B.43", ["punto"]),
        ("CF.B.44", ["banca"]),
        ("CF.B.45", ["banca"]),
        ("CF.E1.05", RESULTS),
        ("CF.E2.09", RESULTS),
    ],
)
def test_what_everybody_has_after_a_coup(clause: str, results: list[str]) -> None:
    """One to one; of what the bank wins five per cent are the house's, to the nearest cent; a tie moves nothing."""
    wrong = []
    for parts, stakes, result in product(BANKS, STAKES, results):
        table = with_bank(parts, result).coup(result, **stakes)
        covered = sum(stakes.values())
        kept = (covered * 5 + 50) // 100 if result == "banca" else 0
        sign = {"banca": -1, "punto": 1, "tie": 0}[result]
        change = shared(-covered if sign > 0 else (covered - kept) * -sign, parts)
        if result == "punto":
            change = {who: -lost for who, lost in shared(covered, parts).items()}
        due = {who: sign * amount for who, amount in stakes.items()} | change
        held = table.parts()
        came = {who: table.chips(who) + held.get(who, 0) - 10_000_00 for who in due}
        if came != due or table.money().get("cagnotte", 0) != kept:
            wrong.append(f"{result} of {parts} against {stakes}: {came}, not {due}, and {kept} to the house")
    assert wrong == []


KEPT = [(10_10, DOWN, 1, 50), (10_10, HALF_UP, 1, 51), (10_05, HALF_UP, 1, 50), (10_05, UP, 1, 51)]
KEPT += [(30_00, DOWN, 100, 1_00), (30_00, HALF_UP, 100, 2_00), (25_00, HALF_UP, 100, 1_00), (25_00, UP, 100, 2_00)]
WON = [(10_00, DOWN, 3_16), (10_00, HALF_UP, 3_17), (20_00, HALF_UP, 6_33), (20_00, UP, 6_34)]
"""Of 9.50 a third is 3.16 2/3, of 19.00 it is 6.33 1/3."""


@pytest.mark.clause("CF.E2.09", "CF.E1.05")
def test_a_house_may_round_what_it_keeps_and_what_an_associate_wins_otherwise() -> None:
    for staked, rounding, unit, kept in KEPT:
        table = as_house(opened(coups=("banca",)).bank(), "bank", rounding=rounding, cagnotte_unit=unit)
        table.coup("banca", luis=staked)
        assert (table.money()["cagnotte"], table.state.bank.total) == (kept, 300_00 + staked - kept), (staked, rounding)
    for staked, rounding, part in WON:
        table = as_house(with_bank({"bea": 200_00, "ana": 100_00}, "banca"), "bank", associate_rounding=rounding)
        assert table.coup("banca", luis=staked).parts()["ana"] == 100_00 + part, (staked, rounding)
    # of 299.99 both parts of a cent bear nothing when rounded down, and the banker no more than his 299.98
    table = as_house(with_bank({"bea": 299_98, "ana": 1, "eva": 1}, "punto"), "bank", associate_rounding=DOWN)
    table.coup("punto", luis=299_99)
    assert [table.chips(who) for who in ("bea", "ana", "eva")] == [9_700_02, 9_999_99, 10_000_00]
