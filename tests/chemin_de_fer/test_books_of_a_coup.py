"""What the end of a coup writes into the books of chemin de fer, and that it changes nothing else: whole states."""

from __future__ import annotations

from typing import Any

import pytest
from immutables import Map
from msgspec.structs import replace

from tapete.cards import Card
from tapete.games.baccarat.effects import BarPerson, BarredAction, SetAside, Until
from tapete.games.baccarat.layout import ASIDE, BASKET, DISCARD, FLOOR, LaidCard
from tapete.games.baccarat.marks import Cards, Marks
from tapete.games.baccarat.outcome import Winner
from tapete.games.baccarat.pack import CardDealt, DueCard, StopCardSeen
from tapete.games.banked.coup import Side
from tapete.games.banked.shares import Share
from tapete.games.chemin_de_fer import events as e
from tapete.games.chemin_de_fer.evolve.coup import FOLDS
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.state.bank import Bank
from tapete.games.chemin_de_fer.state.coup import Award, Coup
from tapete.games.chemin_de_fer.terms import Cover, Hand, Phase
from tapete.kernel import PersonId
from tapete.table.acts import BoughtIn, CashedOut
from tests.support.chemin_de_fer.table import opened

ANA, BEA, CARLA = PersonId("ana"), PersonId("bea"), PersonId("carla")
EMPTY = opened().state
FOR_NOW = BarPerson(ANA, BarredAction.CARDS, Until.COUP)
FOR_SHOE = BarPerson(BEA, BarredAction.CARDS, Until.SHOE)
WAITING = SetAside(5)
MARKS = Marks(
    bars=(FOR_NOW, FOR_SHOE), aside=(WAITING,), next_holders=Map({str(Hand.PUNTO): CARLA}), void=True,
    settle_last=frozenset({ANA}),
)  # fmt: skip
LAST = Marks(bars=(FOR_SHOE,), holders=Map({str(Hand.PUNTO): CARLA}))
"""What is left of them when the coup is over."""

UNDEALT = Marks(bars=(FOR_NOW, FOR_SHOE), holders=Map({str(Hand.PUNTO): CARLA}), aside=(WAITING,))
"""What is left of them where no card had come to a hand."""

STAKES = (Share(CARLA, 300), Share(ANA, 100))
PARTS = (Share(BEA, 1_000), Share(ANA, 500))


def card(position: int, place: str) -> LaidCard:
    return LaidCard(position, place, Card("2s"))


STATE = replace(
    EMPTY,
    phase=Phase.SETTLE,
    bank=Bank(BEA, PARTS, decided_coups=3, tied_coups=1, winnings=7, is_garage_waived=True, debt=1),
    carried_over=replace(EMPTY.carried_over, followers=frozenset({ANA}), last_seat=3),
    coup=Coup(
        6,
        Cards((card(0, Hand.PUNTO), card(5, ASIDE)), MARKS),
        due_cards=(DueCard(6, Hand.BANCA, False),),
        sides=Map({str(Hand.PUNTO): Side(ANA, ANA, winner=Winner.PUNTO)}),
        award=Award(Cover.STAKES, CARLA, STAKES),
        in_play=1_500,
        late=(Share(ANA, 5),),
    ),
)
PUNTO = STATE.coup.punto


def fold(state: State, event: Any) -> State:
    return FOLDS[type(event)](state, event)


def over(state: State, **changes: Any) -> Coup:
    """Return the coup of which nobody holds the cards any more, and in which none waits."""
    cards = replace(state.coup.cards, marks=replace(MARKS, aside=()))
    sides = Map({str(Hand.PUNTO): replace(PUNTO, holder=None)})
    return replace(state.coup, **{"cards": cards, "sides": sides, "award": None, **changes})


def carried(state: State) -> Any:
    return replace(state.carried_over, followers=frozenset())


@pytest.mark.parametrize(
    ("winner", "decided", "tied"), [(Winner.PUNTO, 4, 1), (Winner.BANCA, 4, 1), (Winner.TIE, 3, 2)]
)
@pytest.mark.parametrize(
    ("bank", "parts", "winnings"),
    [
        ((Share(BEA, 20), Share(ANA, 10)), (Share(BEA, 1_020), Share(ANA, 510)), 37),
        ((Share(BEA, -20), Share(ANA, -10)), (Share(BEA, 980), Share(ANA, 490)), -23),
        ((Share(BEA, 0), Share(ANA, 0)), PARTS, 7),
    ],
)
def test_a_settled_coup_is_counted_shared_and_kept(
    winner: Winner, decided: int, tied: int, bank: Any, parts: Any, winnings: int
) -> None:
    event = e.CoupSettled(winner, Cover.BANCO, STAKES, bank, 4)
    found = fold(STATE, event)
    (kept,) = found.history
    after = replace(
        STATE.bank, parts=parts, decided_coups=decided, tied_coups=tied, winnings=winnings, is_garage_waived=False
    )
    assert found == replace(
        STATE, bars=LAST, bank=after, coup=over(STATE), history=(kept,), carried_over=carried(STATE)
    )
    sign = {Winner.PUNTO: 1, Winner.BANCA: -1, Winner.TIE: 0}[winner]
    players = (Share(ANA, sign * 100), Share(CARLA, sign * 300))
    assert (kept.shoe, kept.coup, kept.parts, kept.winner) == (STATE.shoe.number, STATE.coup, PARTS, winner)
    assert kept.award == replace(STATE.coup.award, holder=ANA)
    assert (kept.players, kept.bank, kept.cagnotte) == (players, bank, 4)
    assert (kept.due_players, kept.due_bank, kept.due_cagnotte) == (players, bank, 4)
    nobody = replace(STATE.coup, sides=Map({str(Hand.PUNTO): replace(PUNTO, holder=None)}))
    (by_award,) = fold(replace(STATE, coup=nobody), event).history
    assert by_award.award == STATE.coup.award
    assert fold(replace(STATE, coup=replace(STATE.coup, award=None)), event).history == ()


@pytest.mark.parametrize("bank", [(Share(BEA, 20),), (*PARTS, Share(CARLA, 0)), ()])
def test_a_settlement_that_does_not_name_each_part_of_the_bank_is_no_settlement_of_it(bank: Any) -> None:
    try:
        found: object = fold(STATE, e.CoupSettled(Winner.BANCA, Cover.BANCO, STAKES, bank))
    except ValueError:
        found = None
    assert found is None


def test_without_a_bank_nothing_is_settled() -> None:
    with pytest.raises(ValueError, match="against a bank"):
        fold(replace(STATE, bank=None), e.CoupSettled(Winner.BANCA, Cover.BANCO, STAKES, ()))


@pytest.mark.parametrize("place", [Hand.PUNTO, Hand.BANCA, "punto-3"])
def test_a_void_coup_ends_like_any_other_but_is_not_kept(place: str) -> None:
    layout = (card(0, DISCARD), card(1, place), card(5, ASIDE))
    state = replace(STATE, coup=replace(STATE.coup, cards=Cards(layout, MARKS)))
    found = fold(state, e.CoupVoided(()))
    assert found == replace(state, bars=LAST, coup=over(state), carried_over=carried(state))


@pytest.mark.parametrize("places", [(), (ASIDE,), (DISCARD,), (BASKET,), (FLOOR,), (ASIDE, DISCARD, BASKET, FLOOR)])
def test_what_was_ruled_before_a_card_came_to_a_hand_is_the_next_coups(places: tuple[str, ...]) -> None:
    cards = Cards(tuple(card(at, place) for at, place in enumerate(places)), MARKS)
    state = replace(STATE, coup=replace(STATE.coup, cards=cards))
    found = fold(state, e.CoupVoided(()))
    coup = over(state, cards=replace(cards, marks=UNDEALT))
    assert found == replace(state, bars=UNDEALT, coup=coup, carried_over=carried(state))


def test_a_card_leaves_the_shoe_and_the_stop_card_is_seen() -> None:
    dealt = fold(STATE, CardDealt(6, Hand.BANCA, None, False))
    assert dealt.shoe == replace(STATE.shoe, position=7)
    cards = replace(STATE.coup.cards, layout=(*STATE.coup.cards.layout, LaidCard(6, Hand.BANCA, None)))
    assert dealt.coup == replace(STATE.coup, cards=cards, due_cards=())
    assert fold(STATE, StopCardSeen(6)) == replace(STATE, shoe=replace(STATE.shoe, is_stop_seen=True))


def test_answers_results_and_money_are_noted() -> None:
    first = fold(STATE, e.WithdrawalAnswered(ANA, True))
    assert first == replace(STATE, coup=replace(STATE.coup, respondents=frozenset({ANA})))
    assert fold(first, e.WithdrawalAnswered(BEA, False)).coup.respondents == {ANA, BEA}
    for winner in Winner:
        sides = Map({str(Hand.PUNTO): replace(PUNTO, winner=winner)})
        ended = fold(STATE, e.CoupEnded(winner, 5, 6))
        assert ended == replace(STATE, coup=replace(STATE.coup, sides=sides))
    assert fold(STATE, BoughtIn(ANA, 100)) == fold(STATE, CashedOut(ANA, 100)) == STATE
