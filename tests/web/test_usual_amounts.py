"""The usual amounts of every button of the two games with a bank, as they are proposed: each with its name, before they
are kept within the offer.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tapete.games.dos_panos.terms import BankMode
from tapete.web.games.chemin_de_fer import quick_amounts as one_bank
from tapete.web.games.dos_panos import quick_amounts as two_cloths

Named = list[tuple[int, str]]


def cloths(*at_risk: int, in_play: int | None = 9_000, mode: BankMode = BankMode.LIMITED) -> Any:
    bank = None if in_play is None else SimpleNamespace(in_play=in_play)
    coup = SimpleNamespace(cloths=[SimpleNamespace(at_risk=one) for one in at_risk])
    return SimpleNamespace(bank=bank, mode=mode, coup=coup, minimum=1_000, bank_minimum=50_000)


@pytest.mark.parametrize(
    ("view", "rest"),
    [
        (cloths(2_000, 3_000), 4_000),
        (cloths(), 9_000),
        (cloths(9_000, 1), 0),
        (cloths(2_000, in_play=None), 0),
        (cloths(2_000, mode=BankMode.OPEN), 0),
    ],
)
def test_a_limited_bank_has_left_what_does_not_play_against_it(view: Any, rest: int) -> None:
    assert two_cloths.uncovered_amount(view) == rest


@pytest.mark.parametrize(
    ("amount", "unit", "whole"), [(1, 500, 500), (500, 500, 500), (501, 500, 1_000), (999, 500, 1_000), (0, 500, 0)]
)
def test_nobody_bids_a_part_of_a_unit(amount: int, unit: int, whole: int) -> None:
    assert two_cloths.whole_units(amount, unit) == whole


FIRST: Named = [(1_100, "least"), (2_200, ""), (5_500, "")]


@pytest.mark.parametrize(
    ("tag", "most", "found"),
    [
        ("stake", None, [(1_100, ""), (2_200, ""), (5_500, ""), (11_000, ""), (4_000, "rest")]),
        ("deposit-bank", 90_000, [*FIRST, (90_000, "")]),
        ("announce-bank", None, [*FIRST, (0, "")]),
        ("buy-bank", 1, [*FIRST, (1, "")]),
        ("draw-lots", 0, [*FIRST, (0, "")]),
        ("prove-deposit", 90_000, [(500_000, ""), (100_000, ""), (250_000, ""), (90_000, "")]),
        ("prove-deposit", None, [(500_000, ""), (100_000, ""), (250_000, ""), (0, "")]),
        ("bid", 90_000, [(2_000, ""), (50_000, ""), (102_000, ""), (90_000, "")]),
        ("bid", None, [(2_000, ""), (50_000, ""), (102_000, ""), (0, "")]),
        ("buy-in", None, [(20_000, ""), (50_000, ""), (100_000, ""), (200_000, "")]),
        ("deal", 90_000, []),
    ],
)
def test_a_button_of_two_cloths_proposes_what_people_put_down(tag: str, most: int | None, found: Named) -> None:
    assert list(two_cloths.usual_amounts(tag, cloths(2_000, 3_000), 1_100, most)) == found


@pytest.mark.parametrize(
    ("least", "first", "second"),
    [(50_000, 50_000, 100_000), (48_000, 48_000, 50_000), (49_999, 50_000, 100_000), (48_001, 49_000, 50_000)],
)
def test_the_second_bid_is_the_next_whole_bank_above_the_first(least: int, first: int, second: int) -> None:
    found = two_cloths.usual_amounts("bid", cloths(2_000, 3_000), least, None)
    assert [amount for amount, _ in found][:2] == [first, second]


def circle(
    total: int | None = 8_000, in_play: int = 6_000, covered: int = 1_000, floor: int | None = None, calls: Any = ()
) -> Any:
    bank = None if total is None else SimpleNamespace(in_play=in_play, total=total)
    auction = None if floor is None else SimpleNamespace(floor=floor)
    coup = SimpleNamespace(covered_amount=covered)
    return SimpleNamespace(bank=bank, auction=auction, coup=coup, calls=calls, minimum=1_000)


def call(kind: str, amount: int) -> Any:
    return SimpleNamespace(kind=kind, amount=amount)


JOINT = (call("banco-con:ana", 2_000), call("banco", 9), call("banco-con:eva", 500), call("banco-con:ana", 1_500))
ROUND: Named = [(2_000, ""), (2_200, ""), (5_500, ""), (11_000, "")]


def test_the_parts_of_each_banco_in_association_stand_by_its_leader() -> None:
    found = one_bank.joint_calls(circle(calls=JOINT))
    assert found == {"ana": [JOINT[0], JOINT[3]], "eva": [JOINT[2]]}
    assert one_bank.joint_calls(circle()) == {}


@pytest.mark.parametrize(
    ("tag", "view", "most", "found"),
    [
        (
            "stake",
            circle(),
            None,
            [(6_000, "bank"), (5_000, "rest"), (3_000, "half"), (2_500, ""), (1_100, ""), (2_200, "")],
        ),
        (
            "stake",
            circle(in_play=0, covered=9_000),
            None,
            [(8_000, "bank"), (0, "rest"), (4_000, "half"), (0, ""), (1_100, ""), (2_200, "")],
        ),
        (
            "stake",
            circle(None, covered=0),
            None,
            [(0, "bank"), (0, "rest"), (0, "half"), (0, ""), (1_100, ""), (2_200, "")],
        ),
        ("join-banco", circle(calls=JOINT), None, [(2_500, "rest"), (3_000, "half"), (1_500, ""), (2_000, "")]),
        ("join-banco", circle(), None, [(0, "rest"), (3_000, "half"), (1_500, ""), (2_000, "")]),
        ("stake-on-line", circle(), None, [(6_000, ""), (12_000, "bank"), (1_100, "")]),
        ("take-bank", circle(floor=500), None, [(1_100, "least"), *ROUND]),
        ("bid", circle(), None, [(1_100, "least"), *ROUND]),
        ("bid", circle(floor=1_100), None, [(1_100, "least"), *ROUND]),
        ("bid", circle(floor=1_099), None, ROUND),
        ("raise-bank", circle(), None, [(9_000, ""), (12_000, ""), (16_000, "double")]),
        ("raise-bank", circle(None), None, [(1_000, ""), (0, ""), (0, "double")]),
        ("garage-winnings", circle(), 901, [(450, "half"), (901, "all")]),
        ("deliver-bank", circle(), None, [(0, "half"), (0, "all")]),
        ("offer-share", circle(), None, [(5_000, ""), (10_000, ""), (20_000, "")]),
        ("pledge-share", circle(), None, [(5_000, ""), (10_000, ""), (20_000, "")]),
        ("cash-out", circle(), 901, [(450, "half"), (901, "all")]),
        ("deal", circle(), 901, []),
    ],
)
def test_a_button_of_the_circle_proposes_what_people_put_down(
    tag: str, view: Any, most: int | None, found: Named
) -> None:
    assert list(one_bank._usual_amounts(tag, view, 1_100, most)) == found
