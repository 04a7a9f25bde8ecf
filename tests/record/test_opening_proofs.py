"""What opens cards, lots and balls, held against what was shown and what was committed to: every finding, whole."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tapete.cards import Card
from tapete.chance import ChanceKind, ShoeSealed, TokenProof, UrnSealed, commitment
from tapete.record.card_proofs import ShownCard, TokenKind, shoe_name
from tapete.record.differences import Finding
from tapete.record.entry import ShoeOpenings
from tapete.record.opening_proofs import OpeningProofs
from tests.support.record.tables import GAME

FACES = ("9s", "8s", "7s", "6s")
LOTS = ("1", "2", "3")


def committed(number: int, faces: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(commitment(shoe_name("t", number), at, face, "00") for at, face in enumerate(faces))


SHOE = ShoeSealed(1, ChanceKind.SEALED, 4, committed(1, FACES))
SEEDED = ShoeSealed(2, ChanceKind.SEEDED, 4, ())
URN = UrnSealed(1, ChanceKind.SEALED, LOTS, committed(-1, LOTS))


def opens(order: int, *cards: tuple[int, str]) -> ShoeOpenings:
    return ShoeOpenings(order, tuple(TokenProof(at, face, "00") for at, face in cards))


def shown(order: int, position: int, face: str, at: int | None, kind: TokenKind = TokenKind.CARD) -> ShownCard:
    return ShownCard(order, position, face, at, kind)


def told(
    openings: Any, cards: Any, *, is_blind: bool = False, faults: Any = ()
) -> tuple[list[Finding], dict[str, int], int]:
    """Return what is found of an entry, what is proved by it, and how many cards nobody could prove."""
    proofs = OpeningProofs(GAME, "t")
    proofs.watch.sealed = {1: SHOE, 2: SEEDED, -1: URN}
    proofs.watch.faults = list(faults)
    entry: Any = SimpleNamespace(openings=openings)
    found = list(proofs.findings(entry, cards, is_blind=is_blind))
    assert proofs.watch.faults == []
    return found, dict(proofs.proved), proofs.unproved


@pytest.mark.parametrize(
    ("openings", "cards", "found", "proved", "unproved"),
    [
        ((), (), [], {}, 0),
        ((opens(1, (2, "7s")),), (shown(1, 0, "7s", 2),), [], {"card": 1}, 0),
        (
            (opens(1, (2, "7s"), (3, "6s")),),
            (shown(1, 1, "6s", 3), shown(1, 0, "7s", 2)),
            [],
            {"card": 2},
            0,
        ),
        ((opens(-1, (1, "2")),), (shown(-1, 1, "2", 1, TokenKind.LOT),), [], {"lot": 1}, 0),
        (
            (opens(-1, (1, "2")), opens(1, (0, "9s"))),
            (shown(-1, 1, "2", 1, TokenKind.BALL), shown(1, 3, "9s", 0)),
            [],
            {"ball": 1, "card": 1},
            0,
        ),
        ((), (shown(1, 3, "7s", 2),), [Finding("opening-missing", {"shoe": 1, "card": 3})], {}, 0),
        ((), (shown(-1, 2, "3", 2),), [Finding("opening-missing", {"case": "urn", "urn": 1, "draw": 2})], {}, 0),
        ((), (shown(1, 3, "7s", None),), [Finding("opening-missing", {"shoe": 1, "card": 3})], {}, 0),
        ((), (shown(2, 0, "7s", 0), shown(3, 0, "7s", 0)), [], {}, 2),
        (
            (opens(1, (2, "8s")),),
            (shown(1, 0, "8s", 2),),
            [Finding("opening-false", {"shoe": 1, "card": 2, "face": "8s"})],
            {},
            0,
        ),
        (
            (opens(1, (2, "7s")),),
            (shown(1, 0, "8s", 2),),
            [Finding("opening-differs", {"shoe": 1, "card": 0, "face": "8s", "sealed": "7s"})],
            {"card": 1},
            0,
        ),
        (
            (opens(3, (2, "7s")),),
            (),
            [
                Finding("opening-false", {"shoe": 3, "card": 2, "face": "7s"}),
                Finding("opening-unasked", {"shoe": 3, "card": 2}),
            ],
            {},
            0,
        ),
        (
            (opens(2, (0, "7s")),),
            (shown(2, 0, "7s", 0),),
            [Finding("opening-false", {"shoe": 2, "card": 0, "face": "7s"})],
            {},
            1,
        ),
        ((opens(1, (2, "7s")),), (), [Finding("opening-unasked", {"shoe": 1, "card": 2})], {"card": 1}, 0),
        (
            (opens(-1, (1, "2")),),
            (),
            [Finding("opening-unasked", {"case": "urn", "urn": 1, "draw": 1})],
            {"card": 1},
            0,
        ),
    ],
)
def test_what_is_opened_and_shown_is_proved_or_told(
    openings: Any, cards: Any, found: list[Finding], proved: dict[str, int], unproved: int
) -> None:
    assert told(openings, cards) == (found, proved, unproved)
    seen = [one for one in found if one.code != "opening-unasked"]
    assert told(openings, cards, is_blind=True) == (seen, proved, unproved)


def test_faults_of_the_orders_are_told_last_and_once() -> None:
    faults = [("shoe", {"number": 3, "before": 1}), ("card-unsaid", {"card": 2})]
    missing = Finding("opening-missing", {"shoe": 1, "card": 3})
    found, _, _ = told((), (shown(1, 3, "7s", 2),), faults=faults)
    assert found == [missing, *(Finding(code, facts) for code, facts in faults)]


@pytest.mark.parametrize(
    ("order", "position", "of_cards", "of_balls"),
    [
        (
            -2,
            1,
            ("opening-unasked", {"case": "urn", "urn": 2, "draw": 1}),
            ("ball-opened-early", {"urn": 2, "ball": 2}),
        ),
        (-2, 0, ("opening-unasked", {"case": "urn", "urn": 2, "draw": 0}), None),
        (
            -1,
            0,
            ("opening-unasked", {"case": "urn", "urn": 1, "draw": 0}),
            ("ball-opened-early", {"urn": 1, "ball": 1}),
        ),
        (0, 1, ("opening-unasked", {"shoe": 0, "draw": 1}), None),
        (1, 1, ("opening-unasked", {"shoe": 1, "card": 1}), None),
    ],
)
def test_an_opening_that_nobody_saw_is_told_by_its_order(
    order: int, position: int, of_cards: Any, of_balls: Any
) -> None:
    for game, due in ((GAME, of_cards), (SimpleNamespace(), of_balls or of_cards)):
        proofs = OpeningProofs(game, "t")  # type: ignore[arg-type]
        proofs.watch.turned = {-2: {0: "9"}}
        assert proofs._unasked(order, position) == Finding(*due)


def test_the_watch_follows_what_it_is_told() -> None:
    proofs = OpeningProofs(GAME, "t")
    assert proofs.follow(GAME.blank(), SHOE) == ()
    assert proofs.watch.sealed == {1: SHOE}
    assert Card("9s") == FACES[0]
