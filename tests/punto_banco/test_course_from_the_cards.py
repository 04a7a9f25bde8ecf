"""Where a coup of punto y banca stands by the cards as they lie, whole: what is said, drawn, decided, looked into."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete import punto_banco as pb
from tapete.cards import card
from tapete.games.baccarat.incident import Docket, Incident, IncidentOpened
from tapete.games.baccarat.layout import LaidCard
from tapete.games.baccarat.marks import DeemedTotal, HandMarks, Marks
from tapete.games.baccarat.outcome import Winner
from tapete.games.baccarat.pack import DrawAwaited, DueCard
from tapete.games.baccarat.procedure import Said
from tapete.games.punto_banco.coup import require_hand_still_to_draw
from tapete.games.punto_banco.course import THIRD_CARD_NOT_DUE, decisions, resume, surplus_hand
from tapete.games.punto_banco.events import CoupEnded, HandShown, PhaseOpened
from tapete.games.punto_banco.state import State
from tapete.kernel import HOUSE
from tests.support.punto_banco.full_state import STATE

W, PUNTO, BANCA = pb.Phase, pb.Hand.PUNTO, pb.Hand.BANCA
PLAIN = replace(STATE, marks=Marks(), docket=Docket((), 6), due_cards=(), natural=False)


def lying(phase: pb.Phase, punto: str, banca: str, *thirds: str, hidden: str = "") -> State:
    """Return a table at which these cards lie; ``thirds`` say whose they are: ``p4c`` is the punto's four of clubs."""
    layout = [LaidCard(number, "punto", card(face), hidden != "punto") for number, face in enumerate(punto.split())]
    layout += [
        LaidCard(5 + number, "banca", card(face), hidden != "banca") for number, face in enumerate(banca.split())
    ]
    places = {"p": "punto-3", "b": "banca-3"}
    layout += [LaidCard(8 + number, places[one[0]], card(one[1:]), True) for number, one in enumerate(thirds)]
    return replace(PLAIN, phase=phase, layout=tuple(layout))


def surplus(hand: str, position: int) -> IncidentOpened:
    return IncidentOpened(Incident(7, THIRD_CARD_NOT_DUE, HOUSE, open_to_judgement=True, note=f"{hand} {position}"))


def said(formula: str, **values: int) -> Said:
    return Said(formula, {name: str(value) for name, value in values.items()})


def ended(won: Winner, punto: int, banca: int, natural: bool = False, *, over: bool = False) -> tuple[Any, ...]:
    formula = {Winner.PUNTO: "punto-wins", Winner.BANCA: "banca-wins", Winner.TIE: "tie"}[won]
    opened = () if over else (PhaseOpened(W.SETTLE),)
    return (CoupEnded(won, punto, banca, natural), said(formula, punto=punto, banca=banca), *opened)


DRAWS, STANDS = said("player-draws"), said("player-stands", total=6)
FIVE, SIX, SEVEN, EIGHT, TWO = "2s 3s", "2s 4s", "2d 5d", "2d 6d", "Kd 2c"
CASES: list[tuple[str, State, Collection[pb.Hand], tuple[Any, ...]]] = [
    ("the player is to draw", lying(W.BANK_SHOWS, FIVE, SEVEN), (), (DRAWS, PhaseOpened(W.PLAYER_DRAWS))),
    ("he is asked already", lying(W.PLAYER_DRAWS, FIVE, SEVEN), (), ()),
    ("nobody draws", lying(W.BANK_SHOWS, SIX, SEVEN), (),
     (STANDS, said("bank-stands", total=7), *ended(Winner.BANCA, 6, 7))),
    ("the player stands, the bank is to draw", lying(W.BANK_SHOWS, SIX, FIVE), (),
     (STANDS, said("bank-draws"), PhaseOpened(W.BANK_DRAWS))),
    ("the bank is asked already", lying(W.BANK_DRAWS, SIX, FIVE), (), ()),
    ("a natural of the player", lying(W.BANK_SHOWS, EIGHT, FIVE), (), ended(Winner.PUNTO, 8, 5, True)),
    ("a natural of the bank", lying(W.BANK_SHOWS, FIVE, EIGHT), (), ended(Winner.BANCA, 5, 8, True)),
    ("settled by the same cards", lying(W.SETTLE, EIGHT, FIVE), (), ended(Winner.PUNTO, 8, 5, True, over=True)),
    ("the player has drawn, the bank is to", lying(W.PLAYER_DRAWS, FIVE, TWO, "p4c"), (),
     (said("bank-draws"), PhaseOpened(W.BANK_DRAWS))),
    ("the player has drawn, the bank stands", lying(W.PLAYER_DRAWS, FIVE, SEVEN, "p4c"), (),
     (said("bank-stands", total=7), *ended(Winner.PUNTO, 9, 7))),
    ("the bank stands by the third card", lying(W.PLAYER_DRAWS, FIVE, SIX, "p5c"), (),
     (said("bank-stands", total=6), *ended(Winner.BANCA, 0, 6))),
    ("the bank draws by the third card", lying(W.PLAYER_DRAWS, FIVE, SIX, "p6c"), (),
     (said("bank-draws"), PhaseOpened(W.BANK_DRAWS))),
    ("both have drawn", lying(W.BANK_DRAWS, FIVE, TWO, "p4c", "b7c"), (), ended(Winner.TIE, 9, 9)),
    ("the bank has drawn after him", lying(W.BANK_DRAWS, SIX, FIVE, "b7c"), (), (STANDS, *ended(Winner.PUNTO, 6, 2))),
    ("a card too many of the player", lying(W.SETTLE, SIX, SEVEN, "p4c"), (), (surplus("punto", 8),)),
    ("of the player beside a natural", lying(W.SETTLE, EIGHT, FIVE, "p4c"), (), (surplus("punto", 8),)),
    ("of the player, let stand", lying(W.SETTLE, SIX, SEVEN, "p4c"), (PUNTO,),
     (said("bank-stands", total=7), *ended(Winner.BANCA, 0, 7, over=True))),
    ("of the player, the other let stand", lying(W.SETTLE, SIX, SEVEN, "p4c"), (BANCA,), (surplus("punto", 8),)),
    ("a card too many of the bank", lying(W.SETTLE, SIX, SEVEN, "b4c"), (), (surplus("banca", 8),)),
    ("of the bank, let stand", lying(W.SETTLE, SIX, SEVEN, "b4c"), (BANCA,),
     (STANDS, *ended(Winner.PUNTO, 6, 1, over=True))),
    ("of the bank, the other let stand", lying(W.SETTLE, SIX, SEVEN, "b4c"), (PUNTO,), (surplus("banca", 8),)),
    ("of the bank beside a natural", lying(W.SETTLE, EIGHT, FIVE, "b4c"), (), (surplus("banca", 8),)),
    ("of the bank beside a natural, let stand", lying(W.SETTLE, EIGHT, FIVE, "b4c"), (BANCA,),
     ended(Winner.BANCA, 8, 9, True, over=True)),
    ("too many of both", lying(W.SETTLE, SIX, SEVEN, "p4c", "b4c"), (), (surplus("punto", 8),)),
    ("too many of both, one let stand", lying(W.SETTLE, SIX, SEVEN, "p4c", "b4c"), (PUNTO,), (surplus("banca", 9),)),
    ("too many of both, both let stand", lying(W.SETTLE, SIX, SEVEN, "p4c", "b4c"), (PUNTO, BANCA),
     ended(Winner.BANCA, 0, 1, over=True)),
    ("a hand face down", lying(W.BANK_SHOWS, FIVE, SEVEN, hidden="banca"), (), ()),
    ("the other face down", lying(W.BANK_SHOWS, FIVE, SEVEN, hidden="punto"), (), ()),
    (
        "decided by a ruling",
        replace(
            lying(W.BANK_SHOWS, FIVE, SEVEN), marks=Marks(hands=Map({"punto": HandMarks(deemed_total=DeemedTotal(9))}))
        ),
        (),
        ended(Winner.PUNTO, 9, 7),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("name", "state", "let_stand", "events"), CASES, ids=[one[0] for one in CASES])
def test_what_the_totals_ask_for(
    name: str, state: State, let_stand: Collection[pb.Hand], events: tuple[Any, ...]
) -> None:
    assert decisions(state, let_stand) == events


@pytest.mark.parametrize(
    ("state", "hand"),
    [
        (lying(W.SETTLE, SIX, SEVEN), None),
        (lying(W.SETTLE, SIX, SEVEN, "p4c"), PUNTO),
        (lying(W.SETTLE, SIX, SEVEN, "b4c"), BANCA),
        (lying(W.SETTLE, SIX, SEVEN, "p4c", "b4c"), PUNTO),
        (lying(W.SETTLE, FIVE, SEVEN, "p4c", "b4c"), BANCA),
        (lying(W.SETTLE, FIVE, TWO, "p4c", "b7c"), None),
    ],
)
def test_whose_third_card_the_rules_do_not_give(state: State, hand: pb.Hand | None) -> None:
    assert surplus_hand(state) is hand


PLAYER_SHOWN = (HandShown(PUNTO, (card("2s"), card("3s")), 5), said("player-total", total=5))
BANK_SHOWN = (HandShown(BANCA, (card("2d"), card("5d")), 7), said("bank-total", total=7))
GOES_ON = (DRAWS, PhaseOpened(W.PLAYER_DRAWS))
DUE = (DueCard(15, "punto-3", True),)
RESUMED: list[tuple[State, bool, tuple[Any, ...]]] = [
    (lying(W.BETWEEN, FIVE, SEVEN), False, ()),
    (lying(W.COUNT, FIVE, SEVEN), False, ()),
    (lying(W.DEAL, FIVE, SEVEN), False, ()),
    (lying(W.BANK_SHOWS, FIVE, SEVEN), False, (*PLAYER_SHOWN, *BANK_SHOWN, *GOES_ON)),
    (lying(W.BANK_SHOWS, FIVE, SEVEN), True, GOES_ON),
    (lying(W.BANK_SHOWS, FIVE, SEVEN, hidden="banca"), False, PLAYER_SHOWN),
    (lying(W.BANK_SHOWS, FIVE, SEVEN, hidden="banca"), True, ()),
    (lying(W.SETTLE, FIVE, SEVEN, hidden="banca"), False, (*PLAYER_SHOWN, PhaseOpened(W.BANK_SHOWS))),
    (lying(W.SETTLE, FIVE, SEVEN, hidden="punto"), False, (*BANK_SHOWN, PhaseOpened(W.PLAYER_SHOWS))),
    (lying(W.PLAYER_SHOWS, FIVE, SEVEN, hidden="punto"), False, BANK_SHOWN),
    (replace(lying(W.SETTLE, FIVE, SEVEN), due_cards=DUE), True, (DrawAwaited(()), *GOES_ON)),
    (replace(lying(W.PLAYER_DRAWS, FIVE, SEVEN), due_cards=DUE), True, ()),
    (replace(lying(W.PLAYER_DRAWS, FIVE, SEVEN), due_cards=()), False, (*PLAYER_SHOWN, *BANK_SHOWN)),
]


@pytest.mark.parametrize(("state", "said_before", "events"), RESUMED)
def test_a_coup_goes_on_where_its_cards_say(state: State, said_before: bool, events: tuple[Any, ...]) -> None:
    assert resume(state, said_before) == events


NATURAL = replace(lying(W.SETTLE, SIX, SEVEN), natural=True)


@pytest.mark.parametrize(
    ("state", "hand", "total"),
    [
        (lying(W.SETTLE, SIX, SEVEN), PUNTO, 6),
        (lying(W.BANK_DRAWS, SIX, SEVEN), PUNTO, 6),
        (lying(W.PLAYER_DRAWS, SIX, SEVEN), PUNTO, None),
        (lying(W.SETTLE, FIVE, SEVEN), PUNTO, None),
        (lying(W.SETTLE, EIGHT, SEVEN), PUNTO, None),
        (lying(W.SETTLE, SIX, SEVEN, "p4c"), PUNTO, None),
        (NATURAL, PUNTO, None),
        (lying(W.SETTLE, SIX, SEVEN, hidden="punto"), PUNTO, None),
        (lying(W.SETTLE, SIX, SEVEN), BANCA, 7),
        (lying(W.SETTLE, SIX, TWO), BANCA, 2),
        (lying(W.SETTLE, SIX, EIGHT), BANCA, None),
        (lying(W.BANK_DRAWS, SIX, SEVEN), BANCA, None),
        (lying(W.SETTLE, SIX, SEVEN, "b4c"), BANCA, None),
        (NATURAL, BANCA, None),
        (lying(W.SETTLE, SIX, SEVEN, hidden="banca"), BANCA, None),
    ],
)
def test_a_hand_that_stands_by_the_rules_draws_no_more(state: State, hand: pb.Hand, total: int | None) -> None:
    found = require_hand_still_to_draw(state, hand)
    assert (None if found is None else (found.code, found.facts)) == (
        None if total is None else ("must-stand", {"total": total})
    )
