"""What cards and hands count, who wins, and how a pack is sealed, cut and drawn from: every answer whole."""

from itertools import product
from typing import Any

import pytest
from immutables import Map

from tapete.cards import Card
from tapete.chance import ChanceKind, SealShoe, ShoeSealed
from tapete.clauses import Fault, Sourced
from tapete.games.baccarat import reckoning
from tapete.games.baccarat.corrections import CorrectPayment, paid_wrongly
from tapete.games.baccarat.effects import STOOD, Cell, DrawingTable, LaidCard, cell
from tapete.games.baccarat.marks import Cards, DeemedTotal, HandMarks, Marks
from tapete.games.baccarat.points import UNKNOWN, OutcomeRules, PointRules, Winner, is_natural, total, value, winner
from tapete.games.baccarat.procedure import Shoe, cut_bounds, require_face_in_pack, require_valid_cut, seal
from tapete.kernel import Count, PersonId
from tests.support.rows import rows


def house(one: Any) -> Sourced[Any]:
    return Sourced(one, practice="this house")


RULES = PointRules(house(1), house(0), house(1), house(10))
ODD = PointRules(house(2), house(3), house(5), house(7))
OUTCOME = OutcomeRules(house(True), house((8, 9)))
H, OTHER = "hand", "other"
KINDS = list(ChanceKind)


@rows("rank, suit", product("A23456789TJQK", "shdc"))
def test_a_card_counts_its_points_by_the_rulebook(rank: str, suit: str) -> None:
    face = Card(f"{rank}{suit}")
    plain = 1 if rank == "A" else 0 if rank in "TJQK" else int(rank)
    odd = 5 if rank == "A" else 3 if rank in "TJQK" else 2 * int(rank)
    assert (value(face, RULES), value(face, ODD)) == (plain, odd)
    assert (total([face], RULES), total([face, face], ODD)) == (plain, 2 * odd % 7)
    assert total([face, None], RULES) is UNKNOWN


@rows("punto, banca", product(range(10), repeat=2))
def test_the_higher_total_wins_or_the_lower_in_such_a_house(punto: int, banca: int) -> None:
    better = Winner.TIE if punto == banca else Winner.PUNTO if punto > banca else Winner.BANCA
    worse = {Winner.TIE: Winner.TIE, Winner.PUNTO: Winner.BANCA, Winner.BANCA: Winner.PUNTO}[better]
    assert winner(punto, banca, OUTCOME) is better
    assert winner(punto, banca, OutcomeRules(house(False), house((8, 9)))) is worse
    assert is_natural(punto, OUTCOME) is (punto in (8, 9))


def hand(*faces: str | None, third: tuple[str | None, ...] = (), up: bool = True, **marks: Any) -> Cards:
    first = tuple(LaidCard(n, H, None if face is None else Card(face), up) for n, face in enumerate(faces))
    more = tuple(LaidCard(5 + n, f"{H}-3", None if face is None else Card(face), up) for n, face in enumerate(third))
    beside = (LaidCard(20, OTHER, Card("9s"), True), LaidCard(21, f"{OTHER}-3", Card("9s"), True))
    return Cards((*beside, *first, *more), Marks(Map({H: HandMarks(**marks)})))


SIX_OR_TWO = ("6d", "2d")


@rows(
    "cards, first, drawn, final",
    [
        (hand("5h", "8c"), 3, None, 3),
        (hand("5h", "8c", third=("6d",)), 3, 6, 9),
        (hand("5h", "8c", third=("7d",)), 3, 7, 0),
        (hand("5h", "8c", third=SIX_OR_TWO), 3, 6, 9),
        (hand("5h", "8c", third=SIX_OR_TWO, keeps_higher=True), 3, 6, 9),
        (hand("5h", "8c", third=SIX_OR_TWO, keeps_higher=False), 3, 2, 5),
        (hand("5h", "Kc", third=SIX_OR_TWO, keeps_higher=True), 5, 2, 7),
        (hand("5h", "Kc", third=SIX_OR_TWO, keeps_higher=False), 5, 6, 1),
        (hand("5h", "Kc", third=("2s", "2d"), keeps_higher=False), 5, 2, 7),
        (hand("5h", "8c", third=("6d",), keeps_higher=False), 3, 6, 9),
        (hand("5h", None), UNKNOWN, None, UNKNOWN),
        (hand("5h", None, third=SIX_OR_TWO, keeps_higher=True), UNKNOWN, UNKNOWN, UNKNOWN),
        (hand("5h", "8c", third=("6d", None), keeps_higher=True), 3, UNKNOWN, UNKNOWN),
        (hand("5h", "8c", third=("6d", None)), 3, 6, 9),
        (hand("5h", "8c", third=(None,)), 3, UNKNOWN, UNKNOWN),
        (hand("5h", "8c", "9c"), 3, None, 3),
        (hand(None, None, deemed_total=DeemedTotal(4)), 4, None, 4),
        (hand("5h", "8c", third=("6d",), deemed_total=DeemedTotal(4)), 4, 6, 4),
        (hand("5h", "8c", deemed_total=DeemedTotal(4, one_more=True)), 4, None, 4),
        (hand("5h", "8c", third=("6d",), deemed_total=DeemedTotal(4, one_more=True)), 4, 6, 0),
        (hand("5h", "8c", third=("5d",), deemed_total=DeemedTotal(4, one_more=True)), 4, 5, 9),
        (hand("5h", "8c", third=(None,), deemed_total=DeemedTotal(4, one_more=True)), 4, UNKNOWN, UNKNOWN),
        (hand("5h", "8c", third=SIX_OR_TWO, keeps_higher=True, deemed_total=DeemedTotal(4, one_more=True)), 4, 2, 6),
        (hand("5h", "8c", third=("6d", None), keeps_higher=True, deemed_total=DeemedTotal(4)), 4, UNKNOWN, 4),
        (hand(), 0, None, 0),
    ],
)
def test_a_hand_counts_its_first_two_cards_its_third_and_what_it_is_deemed_to_count(
    cards: Cards, first: Any, drawn: Any, final: Any
) -> None:
    found = (
        reckoning.two_card_total(cards, H, RULES),
        reckoning.third_value(cards, H, RULES),
        reckoning.final_total(cards, H, RULES),
    )
    assert found == (first, drawn, final)
    assert reckoning.final_total(cards, OTHER, RULES) == 8
    kept = reckoning.third_card(cards, H, RULES)
    assert (kept is None) is (drawn is None)
    if isinstance(kept, LaidCard):
        assert kept in cards.layout
        assert kept.place == f"{H}-3"


@rows(
    "cards, natural",
    [
        (hand("9h", "Kc"), True),
        (hand("8h", "Kc"), True),
        (hand("7h", "Kc"), False),
        (hand("9h", "Kc", is_natural_lost=True), False),
        (hand(None, "Kc"), UNKNOWN),
        (hand(None, "Kc", is_natural_lost=True), False),
        (hand("2h", "Kc", deemed_total=DeemedTotal(9, natural=True)), True),
        (hand("2h", "Kc", deemed_total=DeemedTotal(9)), False),
        (hand("9h", "Kc", deemed_total=DeemedTotal(9)), False),
        (hand("2h", "Kc", deemed_total=DeemedTotal(9, natural=True), is_natural_lost=True), True),
    ],
)
def test_a_hand_counts_as_a_natural_by_its_two_cards_or_by_a_ruling(cards: Cards, natural: Any) -> None:
    assert reckoning.may_count_natural(cards, H, RULES, OUTCOME) is natural


@rows(
    "cards, is_open_, is_known",
    [
        (hand("5h", "8c"), True, True),
        (hand("5h", "8c", up=False), False, True),
        (hand("5h"), False, True),
        (hand("5h", None), False, True),
        (hand("5h", "8c", third=("6d",)), True, True),
        (hand("5h", "8c", third=("6d",), up=False), False, False),
        (hand("5h", "8c", third=(None,)), False, True),
        (hand("5h", "8c", third=SIX_OR_TWO, keeps_higher=True), True, True),
        (hand("5h", None, third=SIX_OR_TWO, keeps_higher=True), False, False),
        (hand("5h", None, third=SIX_OR_TWO), False, True),
        (hand(deemed_total=DeemedTotal(4)), True, True),
        (hand("5h", "8c", up=False, deemed_total=DeemedTotal(4)), True, True),
        (hand("5h", "8c", third=("6d",), up=False, deemed_total=DeemedTotal(4)), True, False),
        (hand(deemed_total=DeemedTotal(4, one_more=True)), True, True),
        (hand("5h", deemed_total=DeemedTotal(4, one_more=True)), True, True),
        (hand("5h", up=False, deemed_total=DeemedTotal(4, one_more=True)), False, True),
    ],
)
def test_a_hand_is_open_when_everybody_sees_what_it_comes_to(cards: Cards, is_open_: bool, is_known: bool) -> None:
    assert (reckoning.is_open(cards, H), reckoning.is_third_card_known(cards, H)) == (is_open_, is_known)


ROWS = tuple("".join("TPO"[(row + column) % 3] for column in range(11)) for row in range(8))


@rows("bank", range(8))
def test_a_table_is_read_by_the_third_card_or_by_the_new_total(bank: int) -> None:
    by_card, by_total = (DrawingTable(tuple(map(house, ROWS)), house(one)) for one in (True, False))
    assert cell(by_card, bank, None, 3) is cell(by_total, bank, None, 3) is Cell(ROWS[bank][STOOD])
    for third in range(10):
        assert cell(by_card, bank, third, 3) is Cell(ROWS[bank][third])
        assert cell(by_total, bank, 3, third) is Cell(ROWS[bank][third])


WANTED = Shoe(2, 3, is_order_awaited=True)


@rows("kind", KINDS)
@pytest.mark.parametrize(
    ("shoe", "number", "count", "wanted"),
    [
        (WANTED, 2, 3, True),
        (WANTED, 1, 3, False),
        (WANTED, 3, 3, False),
        (Shoe(2, 3), 2, 3, False),
        (WANTED, 2, 2, None),
        (WANTED, 2, 0, None),
        (WANTED, 2, 4, None),
    ],
)
def test_a_shoe_is_sealed_that_is_wanted_with_a_commitment_for_each_card(
    shoe: Shoe, number: int, count: int, wanted: bool | None, kind: ChanceKind
) -> None:
    commitments = tuple("abcd"[:count])
    found = seal(shoe, kind, SealShoe(number, commitments))
    if wanted is False:
        assert found == Fault("no-shoe-wanted", {"shoe": 2})
    elif wanted is None and kind is ChanceKind.SEALED:
        assert found == Fault("commitments-missing", {"size": 3, "found": count})
    else:
        assert found == ShoeSealed(2, kind, 3, commitments)


@pytest.mark.parametrize("kind", KINDS)
def test_a_cut_leaves_cards_on_both_sides_and_of_real_cards_nobody_counts_them(kind: ChanceKind) -> None:
    real = kind is ChanceKind.KEYED
    assert [getattr(require_valid_cut(52, depth, kind), "code", "") for depth in (1, 51, 52, None)] == [
        *("", "", "cut-too-deep"),
        "" if real else "cut-depth-missing",
    ]
    assert cut_bounds(52, kind) == Count(1, 51, optional=real)


@pytest.mark.parametrize(("face", "left", "found"), [
    ("5h", 1, None), ("5h", 0, Fault("card-exhausted", {"card": "5h", "decks": 6})),
    ("5h", -1, Fault("card-exhausted", {"card": "5h", "decks": 6})), ("5x", 1, Fault("unknown-card", {"card": "5x"})),
    ("123456789", 0, Fault("unknown-card", {"card": "12345678"})),
])  # fmt: skip
def test_a_face_is_one_of_the_pack_and_left_in_it(face: str, left: int, found: Any) -> None:
    assert require_face_in_pack(face, left, 6) == found


@rows("paid, due, booked, found", [
        (None, 5, 5, None), (None, 5, 4, 4), (None, 4, 5, 5), (5, 5, 5, None), (4, 5, 5, 4), (5, 4, 5, 5), (5, 5, 4, 5),
        (0, 5, 5, 0), (0, 0, 0, None),
    ])  # fmt: skip
def test_what_was_paid_is_wrong_unless_it_was_due_and_booked(
    paid: int | None, due: int, booked: int, found: int | None
) -> None:
    what = CorrectPayment(1, PersonId("ana"), PersonId("bea"), "miscounted", paid)
    assert paid_wrongly(what, due, booked) == (Fault("nothing-changes") if found is None else found)
