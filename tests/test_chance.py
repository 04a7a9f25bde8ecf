"""What chance brings: whole packs, commitments that anybody can follow, and nothing that anybody else brings."""

import hashlib
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import msgspec
import pytest
from hypothesis import given, strategies as st

from tapete.cards import DECK, RANKS, SUITS, Card, UnknownCardError, card, cards, is_card, rank, suit
from tapete.chance import SALT_BYTES, CardOut, ChanceKind, LotOut, commitment, original_position, rotate
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

SALT = "000102030405060708090a0b0c0d0e0f"


def test_known_vector() -> None:
    """The line that is hashed, and its SHA-256: these never change, for old records rest on them."""
    known = "f52c821e5ed5c1666f5cc7517eab77e99b39ab4fa694bacbd7d68b1460a2c13a"
    line = f"tapete shoe t1/1 0 7s {SALT}"
    assert commitment("t1/1", 0, Card("7s"), SALT) == hashlib.sha256(line.encode()).hexdigest() == known


def test_every_part_of_a_commitment_counts() -> None:
    parts = product(("t1/1", "t1/2"), (0, 1), (Card("7s"), Card("8s")), (SALT, "f" * 32))
    made = [commitment(*one) for one in parts]
    assert len(set(made)) == len(made)


def test_without_the_salt_a_commitment_is_opened_by_trying() -> None:
    """The control: 52 tries open an unsalted commitment. With a salt of 16 bytes the same tries find nothing."""
    known = commitment("t1/1", 5, Card("Kh"), "")
    assert [face for face in DECK if commitment("t1/1", 5, face, "") == known] == ["Kh"]
    salted = commitment("t1/1", 5, Card("Kh"), SALT)
    assert not [face for face in DECK if commitment("t1/1", 5, face, "") == salted]
    assert SALT_BYTES * 8 >= 128


@given(st.lists(st.text(max_size=3), min_size=2, max_size=60), st.data())
def test_a_cut_is_a_rotation_that_can_be_undone(order: list[str], data: st.DataObject) -> None:
    cut = data.draw(st.integers(1, len(order) - 1))
    turned = rotate(order, cut)
    assert sorted(turned) == sorted(order)
    assert rotate(turned, len(order) - cut) == tuple(order)
    assert all(turned[at] == order[original_position(at, cut, len(order))] for at in range(len(order)))
    assert {original_position(at, cut, len(order)) for at in range(len(order))} == set(range(len(order)))


def test_a_cut_leaves_cards_on_both_sides() -> None:
    for cut in (-1, 0, 4, 5):
        with pytest.raises(ValueError, match="both sides"):
            rotate("abcd", cut)


def test_a_pack_has_every_rank_in_every_suit_once() -> None:
    assert len(DECK) == len(set(DECK)) == 52
    assert {(rank(one), suit(one)) for one in DECK} == {(letter, of) for letter in RANKS for of in SUITS}
    assert all(card(one) == one and is_card(one) for one in DECK)


def test_anything_else_is_no_card() -> None:
    assert (cards(" 7s  Kh\nTd "), cards("")) == (("7s", "Kh", "Td"), ())
    for wrong in ("", "7", "10s", "1s", "7S", "7x", "s7", "7s ", "𝟕s"):
        assert not is_card(wrong), wrong
        with pytest.raises(UnknownCardError):
            card(wrong)


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
    others = (*PEOPLE, HOUSE, CLOCK)
    for game, state, act in brought:
        assert dict(codes(game, state, act, others)) == dict.fromkeys(others, "only-chance"), act


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
