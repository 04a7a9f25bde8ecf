"""What chance brings nobody else brings: the order of a shoe, its cards, a lot; and what is read off a real card the
croupier alone keys.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from tapete.chance import CardOut, ChanceKind, LotOut
from tapete.games.banked.acts import Stand
from tapete.games.chemin_de_fer.game import CheminDeFer
from tapete.games.dos_panos import acts as dos
from tapete.games.dos_panos.game import DosPanos
from tapete.games.dos_panos.terms import Hand
from tapete.games.punto_banco.game import PuntoBanco
from tapete.kernel import CHANCE, CLOCK, HOUSE, Act, Game, PersonId, Refused
from tests.support.chemin_de_fer import table as chemin
from tests.support.dos_panos import table as two_cloths
from tests.support.dos_panos.coups import LOST, coup
from tests.support.punto_banco import real_shoe, tables as punto

PEOPLE = tuple(map(PersonId, ("croupier", "inspector", "chief", "director", "ana", "bea", "rosa", "nobody")))

Seen = list[tuple[Game[Any], Any, Act[Any]]]


def punto_coups(kind: ChanceKind) -> None:
    if kind is ChanceKind.KEYED:
        real_shoe.paid(real_shoe.real(), "2s Kd 3h 4c 4s 2d")
    else:
        punto.settled(punto.ready("2s Kd 3h 4c 4s 2d", shoe=kind))


def chemin_coups(kind: ChanceKind) -> None:
    real = kind is ChanceKind.KEYED
    made = chemin.opened("2s 9s 3h 8d 5c", real=real).bank().bets().do("ana", chemin.a.Stake(100_00))
    made.closed().dealt().looked().said("carta").do("bea", chemin.a.GiveCard())
    if real:
        made.keyed("5c").do("bea", chemin.a.Stand()).show("2s 3h", "9s 8d")


def two_cloth_coups(kind: ChanceKind) -> None:
    keyed = kind is ChanceKind.KEYED
    made = two_cloths.opened("" if keyed else LOST, kind=kind).ready()
    if keyed:
        made.bets().staked(ana=500_00, carla=500_00).closed().played("no", "no").banker(Stand())
        for hand, faces in zip(Hand, ("9s 8c", "9h 8d", "Kd 6h"), strict=True):
            made.do("croupier", dos.ShowHand(hand)).keyed(faces)
    else:
        coup(made)
    lots = two_cloths.opened(book="guia", kind=kind).shoe().do("inspector", dos.DrawLots(3_000_00))
    if keyed:
        drawn = lots.state.lots
        assert drawn is not None
        lots.do("inspector", LotOut(drawn.urn, 0, "ana"))


SCENES: dict[str, tuple[type[Game[Any]], Callable[[ChanceKind], None]]] = {
    "punto y banca": (PuntoBanco, punto_coups),
    "chemin de fer": (CheminDeFer, chemin_coups),
    "dos panos": (DosPanos, two_cloth_coups),
}


@pytest.fixture(params=list(SCENES))
def watched(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Callable[[ChanceKind], Seen]:
    """Play a scene and return every act that was decided, with the state before it."""
    game, scene = SCENES[request.param]
    seen: Seen = []
    plain = game.decide

    def decide(self: Game[Any], state: Any, act: Act[Any]) -> Any:
        seen.append((self, state, act))
        return plain(self, state, act)

    def play(kind: ChanceKind) -> Seen:
        with monkeypatch.context() as patch:
            patch.setattr(game, "decide", decide)
            scene(kind)
        return seen

    return play


def codes(game: Game[Any], state: Any, act: Act[Any], people: tuple[PersonId, ...]) -> Iterator[tuple[str, str]]:
    for person in people:
        found = game.decide(state, msgspec.structs.replace(act, by=person))
        yield person, found.code if isinstance(found, Refused) else "taken"


def test_nobody_but_chance_brings_what_a_shuffled_shoe_gives(watched: Callable[[ChanceKind], Seen]) -> None:
    brought = [one for one in watched(ChanceKind.SEEDED) if one[2].by == CHANCE]
    assert sum(isinstance(act.body, CardOut) for *_, act in brought) >= 5
    for game, state, act in brought:
        assert dict(codes(game, state, act, (*PEOPLE, HOUSE, CLOCK))) == dict.fromkeys(
            (*PEOPLE, HOUSE, CLOCK), "only-chance"
        ), act


def test_of_a_real_shoe_nobody_but_chance_brings_a_card_face_down(watched: Callable[[ChanceKind], Seen]) -> None:
    brought = [one for one in watched(ChanceKind.KEYED) if one[2].by == CHANCE]
    for game, state, act in brought:
        assert getattr(act.body, "face", None) is None
        assert dict(codes(game, state, act, PEOPLE)) == dict.fromkeys(PEOPLE, "only-chance"), act


def test_what_is_read_off_a_real_card_or_lot_is_keyed_by_the_croupier_and_a_lot_by_the_inspector_too(
    watched: Callable[[ChanceKind], Seen],
) -> None:
    seen = [one for one in watched(ChanceKind.KEYED) if isinstance(one[2].body, CardOut | LotOut)]
    keyed = [one for one in seen if one[2].by != CHANCE]
    assert len(keyed) >= 3
    for game, state, act in keyed:
        others = (*PEOPLE[2 if isinstance(act.body, LotOut) else 1 :], CHANCE)
        assert dict(codes(game, state, act, others)) == dict.fromkeys(others, "not-your-post"), act
        assert dict(codes(game, state, act, PEOPLE[:1])) == {"croupier": "taken"}
