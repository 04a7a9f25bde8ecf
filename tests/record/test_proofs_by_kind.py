"""The tokens that an entry opens, counted by what they are, and what is found where they are not those that were seen.

The table has a shoe of twelve cards, sealed, and an urn of its own that is sealed too.
"""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace
from typing import Any

import pytest

from tapete.cards import packs
from tapete.chance import ChanceKind, LotDrawn, ShoeSealed, TokenProof, UrnSealed, commitment
from tapete.games.bingo.events import BallDrawn
from tapete.games.bingo.game import Bingo
from tapete.games.dos_panos.game import DosPanos
from tapete.record.card_proofs import ShownCard, TokenKind, is_proved, shoe_name, told_order, told_token
from tapete.record.differences import Finding
from tapete.record.entry import ShoeOpenings
from tapete.record.opening_proofs import OpeningProofs
from tests.support.record.toy import Toy

TABLE, SALT = "mesa", "00" * 16
FACES = packs(1)[:12]
LOTS = ("1", "2", "3")


def committed(number: int, tokens: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(commitment(shoe_name(TABLE, number), at, one, SALT) for at, one in enumerate(tokens))


SHOE = ShoeSealed(1, ChanceKind.SEALED, 12, committed(1, FACES))
URN = UrnSealed(1, ChanceKind.SEALED, LOTS, committed(-1, LOTS))
KEYED = ShoeSealed(2, ChanceKind.KEYED, 12)


def proof(number: int, position: int, face: str = "") -> TokenProof:
    return TokenProof(position, face or (FACES if number > 0 else LOTS)[position], SALT)


def card(position: int, face: str = "", committed_index: int | None = None, shoe: int = 1) -> ShownCard:
    at = position if committed_index is None else committed_index
    return ShownCard(shoe, position, face or FACES[at], at)


def token(position: int, kind: TokenKind, urn: int = 1) -> ShownCard:
    return ShownCard(-urn, position, LOTS[position], position, kind)


def judged(
    opened: dict[int, tuple[TokenProof, ...]], shown: tuple[ShownCard, ...], *, is_blind: bool = False
) -> tuple[list[Finding], dict[TokenKind, int], int]:
    game: Any = Toy()
    proofs = OpeningProofs(game, TABLE)
    for event in (SHOE, URN, KEYED):
        proofs.watch._seal(event)
    entry: Any = SimpleNamespace(openings=tuple(ShoeOpenings(number, of) for number, of in opened.items()))
    found = list(proofs.findings(entry, shown, is_blind=is_blind))
    return found, dict(proofs.proved), proofs.unproved


LOT, BALL, CARD = TokenKind.LOT, TokenKind.BALL, TokenKind.CARD


@pytest.mark.parametrize(
    ("opened", "shown", "proved"),
    [
        ({1: (proof(1, 3),)}, (card(3),), {CARD: 1}),
        ({1: (proof(1, 3), proof(1, 4))}, (card(3), card(4)), {CARD: 2}),
        ({1: (proof(1, 5),)}, (card(3, committed_index=5),), {CARD: 1}),
        ({-1: (proof(-1, 1),)}, (token(1, LOT),), {LOT: 1}),
        ({-1: (proof(-1, 1), proof(-1, 2))}, (token(1, BALL), token(2, BALL)), {BALL: 2}),
        (
            {1: (proof(1, 1),), -1: (proof(-1, 1), proof(-1, 2))},
            (card(1), token(1, LOT), token(2, BALL)),
            {CARD: 1, LOT: 1, BALL: 1},
        ),
        ({}, (), {}),
    ],
)
def test_what_is_opened_and_seen_is_proved_as_what_it_is(opened: Any, shown: Any, proved: Any) -> None:
    assert judged(opened, shown) == ([], proved, 0)


@pytest.mark.parametrize(
    ("opened", "shown", "found", "proved"),
    [
        ({}, (card(3),), [Finding("opening-missing", {"shoe": 1, "card": 3})], {}),
        ({}, (token(2, LOT),), [Finding("opening-missing", {"case": "urn", "urn": 1, "draw": 2})], {}),
        (
            {1: (proof(1, 3),)},
            (card(3, "Kc"),),
            [Finding("opening-differs", {"shoe": 1, "card": 3, "face": "Kc", "sealed": FACES[3]})],
            {CARD: 1},
        ),
        (
            {1: (proof(1, 3, "Kc"),)},
            (card(3, "Kc"),),
            [Finding("opening-false", {"shoe": 1, "card": 3, "face": "Kc"})],
            {},
        ),
        (
            {7: (proof(1, 3),)},
            (),
            [
                Finding("opening-false", {"shoe": 7, "card": 3, "face": FACES[3]}),
                Finding("opening-unasked", {"shoe": 7, "card": 3}),
            ],
            {},
        ),
        ({1: (proof(1, 3),)}, (), [Finding("opening-unasked", {"shoe": 1, "card": 3})], {CARD: 1}),
        (
            {1: (proof(1, 3),)},
            (card(4),),
            [Finding("opening-unasked", {"shoe": 1, "card": 3}), Finding("opening-missing", {"shoe": 1, "card": 4})],
            {CARD: 1},
        ),
        (
            {-1: (proof(-1, 2),)},
            (),
            [Finding("opening-unasked", {"case": "urn", "urn": 1, "draw": 2})],
            {CARD: 1},
        ),
    ],
)
def test_what_is_opened_and_not_seen_or_seen_and_not_opened_is_found(
    opened: Any, shown: Any, found: list[Finding], proved: Any
) -> None:
    assert judged(opened, shown) == (found, proved, 0)


def test_cards_of_an_order_that_nobody_sealed_are_counted_and_not_proved() -> None:
    shown = (card(1, shoe=2), card(2, shoe=2), card(3, shoe=9), card(4))
    missing = Finding("opening-missing", {"shoe": 1, "card": 4})
    assert judged({}, shown) == ([missing], {}, 3)


def test_where_the_cards_of_a_coup_are_not_seen_nobody_is_asked_what_was_opened_of_them() -> None:
    assert judged({1: (proof(1, 3),)}, (), is_blind=True) == ([], {CARD: 1}, 0)
    nowhere = ShownCard(1, 3, FACES[3], None)
    missing = Finding("opening-missing", {"shoe": 1, "card": 3})
    assert judged({1: (proof(1, 3),)}, (nowhere,), is_blind=True) == ([missing], {CARD: 1}, 0)


@pytest.mark.parametrize(
    ("position", "face", "holds"),
    [(0, FACES[0], True), (11, FACES[11], True), (-1, FACES[11], False), (12, FACES[0], False), (0, FACES[1], False)],
)
def test_an_opening_holds_at_its_position_within_the_order(position: int, face: str, holds: bool) -> None:
    assert is_proved(TABLE, SHOE, TokenProof(position, face, SALT)) is holds
    assert is_proved("other", SHOE, TokenProof(position, face, SALT)) is False
    assert is_proved(TABLE, SHOE, TokenProof(position, face, "ff" * 16)) is False
    assert is_proved(TABLE, SHOE, TokenProof(0, "\ud800", SALT)) is False


def test_orders_and_their_tokens_are_told_by_number() -> None:
    assert [shoe_name("t", number) for number in (3, 1, -1, -3)] == ["t/3", "t/1", "t/urn/1", "t/urn/3"]
    assert [told_order(number) for number in (1, 0, -1, "x")] == [
        {"shoe": 1},
        {"shoe": 0},
        {"case": "urn", "urn": 1},
        {"shoe": "x"},
    ]
    assert [told_token(number, 4) for number in (1, -1)] == [
        {"shoe": 1, "card": 4},
        {"case": "urn", "urn": 1, "draw": 4},
    ]


@pytest.mark.parametrize(
    ("game", "drawn", "code"),
    [
        (Bingo(), (), "ball-opened-early"),
        (Bingo(), (2,), "ball-opened-early"),
        (Bingo(), (1,), "opening-unasked"),
        (DosPanos(), (), "opening-unasked"),
    ],
)
def test_a_ball_that_has_not_come_out_is_opened_too_early(game: Any, drawn: tuple[int, ...], code: str) -> None:
    proofs = OpeningProofs(game, TABLE)
    for event in (URN, *(BallDrawn(1, at, LOTS[at]) for at in drawn)):
        proofs.follow(game.blank(), event)
    entry: Any = SimpleNamespace(openings=(ShoeOpenings(-1, (proof(-1, 1),)),))
    facts = {"urn": 1, "ball": 2} if code == "ball-opened-early" else told_token(-1, 1)
    assert list(proofs.findings(entry, (), is_blind=False)) == [Finding(code, facts)]


def test_what_was_noted_on_the_way_is_told_once() -> None:
    game: Any = Toy()
    proofs = OpeningProofs(game, TABLE)
    for event in (SHOE, SHOE):
        proofs.watch._seal(event)
    entry: Any = SimpleNamespace(openings=())
    told = [list(proofs.findings(entry, (), is_blind=False)) for _ in range(2)]
    assert told == [[Finding("shoe", {"number": 1, "before": 1})], []]


def test_a_token_that_leaves_an_urn_is_shown_once_and_as_what_it_is() -> None:
    game: Any = Toy()
    proofs = OpeningProofs(game, TABLE)
    state = game.blank()
    assert proofs.follow(state, URN) == ()
    assert proofs.follow(state, LotDrawn(1, 2, "3")) == (token(2, LOT),)
    assert proofs.follow(state, LotDrawn(1, 2, "3")) == ()
    assert proofs.follow(state, BallDrawn(1, 0, "1")) == (token(0, BALL),)
    assert (proofs.proved, proofs.unproved, proofs.watch.faults) == (Counter(), 0, [])
