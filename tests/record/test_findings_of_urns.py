"""What an audit finds of an urn is told as an urn's: as balls of a bingo, or as the lots of a table of cards."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tapete.chance import ChanceKind, LotDrawn, TokenProof, UrnSealed, commitment
from tapete.games.bingo.events import BallDrawn
from tapete.games.bingo.game import Bingo
from tapete.games.dos_panos.game import DosPanos
from tapete.record.card_proofs import ShoeWatch, shoe_name
from tapete.record.differences import Finding
from tapete.record.entry import ShoeOpenings
from tapete.record.opening_proofs import OpeningProofs
from tapete.record.private import KeySealer
from tapete.record.shoes import LaidShoe, seal_shoe, shoe_faults
from tapete.words import LANGS, finding

TABLE, SALT = "mesa", "00" * 16
TOKENS = ("1", "2", "3")
URN = UrnSealed(
    2,
    ChanceKind.SEALED,
    TOKENS,
    tuple(commitment(shoe_name(TABLE, -2), at, one, SALT) for at, one in enumerate(TOKENS)),
)
GAMES = {"balls": (Bingo(), BallDrawn), "lots": (DosPanos(), LotDrawn)}


def proof(position: int, token: str) -> TokenProof:
    return TokenProof(position, token, SALT)


def found(what: str, opened: tuple[TokenProof, ...], shown: tuple[Any, ...] = (), before: tuple[Any, ...] = ()) -> Any:
    """Return what is found in an entry that opens some tokens of the second urn and shows some."""
    game = GAMES[what][0]
    proofs = OpeningProofs(game, TABLE)
    for event in (URN, *before):
        proofs.follow(game.blank(), event)
    proofs.watch.faults.clear()
    seen = [one for event in shown for one in proofs.follow(game.blank(), event)]
    entry: Any = SimpleNamespace(openings=(ShoeOpenings(-2, opened),) if opened else ())
    return list(proofs.findings(entry, seen, is_blind=False))


def says(found: Finding | Any, *words: str) -> None:
    for lang in LANGS:
        text = finding(found.code, found.facts, lang)
        assert "{" not in text
        assert "?" not in text
        assert not any(word in text for word in ("Sabot", "Shoe", "sabot", "shoe", "carta", "card", "carte", "-2"))
    assert all(word in finding(found.code, found.facts, "es") for word in words)


@pytest.mark.parametrize("what", ["balls", "lots"])
def test_what_comes_out_is_found_false_missing_or_another(what: str) -> None:
    drawn = GAMES[what][1](2, 1, "2")
    assert found(what, (proof(1, "2"),), (drawn,)) == []
    (one,) = found(what, (), (drawn,))
    assert one.code == "opening-missing"
    says(one, "Urna 2, 2.ª extracción")
    (one, _) = found(what, (proof(1, "3"),), (drawn,))
    assert one.code == "opening-false"
    says(one, "Urna 2, 2.ª extracción", "3")
    (one,) = found(what, (proof(1, "2"),), (GAMES[what][1](2, 1, "3"),))
    assert one.code == "opening-differs"
    says(one, "Urna 2, 2.ª extracción", "2", "3")


def test_a_ball_that_is_opened_early_is_told_of_before_the_end_of_its_game() -> None:
    (one,) = found("balls", (proof(2, "3"),))
    assert one.code == "ball-opened-early"
    says(one, "Bombo 2, 3.ª extracción", "antes del fin de la partida")


def test_a_lot_that_is_opened_early_is_no_ball_and_of_no_game() -> None:
    (one,) = found("lots", (proof(2, "3"),))
    assert one.code == "opening-unasked"
    says(one, "Urna 2, 3.ª extracción")


@pytest.mark.parametrize("what", ["balls", "lots"])
def test_what_came_out_before_and_is_opened_again_is_told_of_its_urn(what: str) -> None:
    (one,) = found(what, (proof(2, "3"),), before=(GAMES[what][1](2, 2, "3"),))
    assert one.code == "opening-unasked"
    says(one, "Urna 2, 3.ª extracción")


def test_numbers_of_urns_and_a_token_that_changes_are_told_of_urns() -> None:
    watch, game = ShoeWatch(), GAMES["balls"][0]
    four = UrnSealed(4, ChanceKind.SEALED, TOKENS, URN.commitments)
    for event in (URN, four, BallDrawn(2, 0, "1"), BallDrawn(2, 0, "3")):
        watch.apply_event(game, game.blank(), event)
    assert [code for code, _ in watch.faults] == ["shoe", "face-changed"]
    numbers, changed = (Finding(code, facts) for code, facts in watch.faults)
    says(numbers, "urnas", "4")
    says(changed, "Urna 2, 1.ª extracción", "era 1 y es 3")


def test_kept_orders_of_urns_are_told_of_urns() -> None:
    sealer, other = KeySealer(bytes(32)), KeySealer(bytes(range(32)))
    laid = LaidShoe(TOKENS, (SALT,) * 3)
    swapped = LaidShoe(("2", "1", "3"), (SALT,) * 3)
    incomplete = UrnSealed(2, URN.kind, ("1", "2", "9"), URN.commitments)
    for code, said, kept in (
        ("shoe-missing", {-2: URN}, {}),
        ("shoe-foreign", {}, {-2: b""}),
        ("shoe-changed", {-2: URN}, {-2: seal_shoe(sealer, swapped, TABLE, -2)}),
        ("shoe-changed", {-2: URN}, {-2: seal_shoe(other, laid, TABLE, -2)}),
        ("order-false", {-2: incomplete}, {-2: seal_shoe(sealer, laid, TABLE, -2)}),
    ):
        ((number, told, facts),) = shoe_faults(TABLE, said, kept, sealer)
        assert (number, told) == (-2, code)
        says(Finding(told, facts), "urna 2")
