"""States of a table at which the cards lie dealt, by what each hand counts: to ask one check about each of them."""

from __future__ import annotations

from functools import cache
from typing import Any

from immutables import Map
from msgspec.structs import replace

from tapete.cards import Card
from tapete.clauses import Cite
from tapete.games.baccarat.effects import Effect
from tapete.games.baccarat.layout import LaidCard, Layout
from tapete.games.baccarat.marks import Cards, HandMarks, Marks, third
from tapete.games.banked.coup import RulingGiven, Side
from tapete.games.banked.shares import Share
from tapete.games.chemin_de_fer.state import State
from tapete.games.chemin_de_fer.state.bank import Bank
from tapete.games.chemin_de_fer.state.coup import Award, Coup
from tapete.games.chemin_de_fer.terms import Cover, Hand, Phase
from tapete.kernel import PersonId
from tests.support.chemin_de_fer.table import opened

ANA, BEA, LUIS, CROUPIER = map(PersonId, ("ana", "bea", "luis", "croupier"))
P, B = str(Hand.PUNTO), str(Hand.BANCA)
STAKES = (Share(ANA, 200), Share(LUIS, 100))


@cache
def table() -> State:
    """Return the table of the scenes, with a bank of Bea's and nobody asked to take it."""
    state = opened().state
    return replace(state, offer=replace(state.offer, candidate=None), bank=Bank(BEA, (Share(BEA, 300),)))


def counting(total: int | None) -> tuple[Card | None, Card | None]:
    """Return two faces that count a total together; two unknown ones for none."""
    if total is None:
        return None, None
    return Card("Ks"), Card("Qh" if total == 0 else "Ah" if total == 1 else f"{total}h")


def laid(punto: int | None, banca: int | None, *, face_up: bool = False) -> Layout:
    """Return two cards of each hand, dealt one by one, the punto's first."""
    faces = zip(counting(punto), counting(banca), strict=True)
    cards = [(hand, face) for pair in faces for hand, face in zip((P, B), pair, strict=True)]
    return tuple(LaidCard(n, hand, face, face_up) for n, (hand, face) in enumerate(cards))


def drawn(hand: str, face: str | None, position: int = 4, *, face_up: bool = True) -> LaidCard:
    """Return a third card."""
    return LaidCard(position, third(hand), None if face is None else Card(face), face_up)


def ruling(*effects: Effect, clauses: tuple[str, ...] = (), **more: Any) -> RulingGiven:
    """Return a ruling that was given in the coup."""
    return RulingGiven(effects, tuple(map(Cite, clauses)), **more)


def lying(
    punto: int | None = None,
    banca: int | None = None,
    *thirds: LaidCard,
    phase: Phase = Phase.BANKER,
    face_up: bool = False,
    hands: dict[str, HandMarks] | None = None,
    marks: dict[str, Any] | None = None,
    side: dict[str, Any] | None = None,
    cover: Cover | None = Cover.STAKES,
    **changes: Any,
) -> State:
    """Return the table of Bea's bank with the cards of a coup that Ana plays for herself and Luis.

    ``hands`` and ``marks`` are what rulings made of the cards, ``side`` what is so of the punto, ``changes`` of the
    coup.
    """
    cards = Cards((*laid(punto, banca, face_up=face_up), *thirds), Marks(Map(hands or {}), **(marks or {})))
    award = None if cover is None else Award(cover, ANA, STAKES)
    sides = Map({P: replace(Side(ANA, ANA), **(side or {}))})
    shoe = replace(table().shoe, position=4 + len(thirds), has_begun=True)
    coup = replace(Coup(3, cards, sides=sides, award=award, in_play=300), **changes)
    return replace(table(), phase=phase, shoe=shoe, coup=coup)
