"""What is hidden stays hidden (T2, T4); shoes and urns (T20): numbered, cut once, each card opened as committed to."""

import itertools
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tapete.cards import Card, packs
from tapete.chance import CardOut, CardRekeyed, ChanceKind, LotDrawn, ShoeSealed, TokenProof, UrnSealed, commitment
from tapete.games.bingo.events import BallDrawn
from tapete.games.bingo.game import Bingo
from tapete.games.dos_panos.game import DosPanos
from tapete.kernel import CHANCE, HOUSE, Act
from tapete.record import card_proofs, private
from tapete.record.checkpoints import Authority, is_signature
from tapete.record.entry import Entry, ShoeOpenings, canonical, sha256
from tapete.record.recompute import Finding, OpeningProofs
from tests.support.record import tables
from tests.support.rows import rows


def lie(watch: card_proofs.ShoeWatch, *cards: tables.OnTable, event: Any = None) -> list[str]:
    before = len(watch.faults)
    watch.apply_event(tables.GAME, tables.Table(shoe=1, layout=cards), tables.Wants("") if event is None else event)
    return [code for code, _ in watch.faults[before:]]


def test_corrected_card_counts_as_what_it_was() -> None:
    watch, nine = card_proofs.ShoeWatch(), Card("9s")
    lie(watch, event=ShoeSealed(1, ChanceKind.KEYED, 52))
    assert lie(watch, tables.OnTable(0, nine, True)) == []
    assert lie(watch, event=CardRekeyed(0, 0, nine, Card("8s"))) == []
    assert lie(watch, tables.OnTable(1, nine, True)) == []
    assert lie(watch, tables.OnTable(2, Card("8s"), True)) == ["face-too-often"]


def test_card_of_a_sealed_shoe_keeps_its_face() -> None:
    for kind, found in ((ChanceKind.SEALED, ["face-changed"]), (ChanceKind.KEYED, [])):
        watch = card_proofs.ShoeWatch()
        lie(watch, event=ShoeSealed(1, kind, 52))
        faces = (Card("9s"), Card("8s"))
        assert [lie(watch, tables.OnTable(0, face, True)) for face in faces] == [[], found], kind


SEALED, NINE = ChanceKind.SEALED, Card("9s")
LOTS = ("1", "2", "2")


def shoe(number: int, size: int = 12, kind: ChanceKind = SEALED) -> ShoeSealed:
    return ShoeSealed(number, kind, size)


def urn(number: int, kind: ChanceKind = SEALED) -> UrnSealed:
    return UrnSealed(number, kind, LOTS)


def told(watch: card_proofs.ShoeWatch, *events: Any, **state: Any) -> list[Any]:
    before = len(watch.faults)
    for event in events:
        watch.apply_event(tables.GAME, tables.Table(**{"shoe": 1, **state}), event)
    return watch.faults[before:]


def numbered(number: int, before: int, *, is_urn: bool = False) -> tuple[str, dict[str, Any]]:
    return "shoe", {"number": number, "before": before} | ({"case": "urn"} if is_urn else {})


@rows(
    "orders, faults",
    [
        ((shoe(2), shoe(3)), []),
        ((shoe(1), shoe(3)), [numbered(3, 1)]),
        ((shoe(2), shoe(1)), [numbered(1, 2)]),
        ((urn(1), urn(1)), [numbered(1, 1, is_urn=True)]),
        ((shoe(1), urn(1), shoe(2), urn(2)), []),
        ((shoe(1), urn(1), urn(3), shoe(4)), [numbered(3, 1, is_urn=True), numbered(4, 1)]),
    ],
)
def test_shoes_and_urns_are_each_numbered_without_gaps(orders: Any, faults: list[Any]) -> None:
    watch = card_proofs.ShoeWatch()
    assert told(watch, *orders) == faults
    assert watch.sealed == {card_proofs.order_number(one): one for one in orders}


def test_the_cut_is_read_off_the_draws_and_says_where_a_card_lay_before_it() -> None:
    watch = card_proofs.ShoeWatch()
    assert watch.committed_index(1, 0) is None
    assert told(watch, shoe(1)) == []
    assert watch.committed_index(1, 0) is None
    assert told(watch, tables.Wants("card"), wants="card", cut=5, position=3) == []
    assert watch.rotation == {1: 5}
    assert [watch.committed_index(1, at) for at in (0, 6, 7, 11)] == [5, 11, 0, 4]
    assert watch.committed_index(2, 0) is None
    turned = ("shoe", {"case": "turned", "shoe": 1, "first": 5, "then": 6})
    assert told(watch, tables.Wants("card"), wants="card", cut=6) == [turned]
    assert told(watch, tables.Wants("card"), wants="card", shoe=2, cut=6) == []
    assert watch.rotation == {1: 5, 2: 6}
    told(watch, urn(1))
    assert watch.committed_index(-1, 0) is None


@rows("size, held", [(12, 1), (51, 1), (52, 1), (53, 2), (104, 2), (105, 3)])
def test_a_shoe_holds_each_face_as_often_as_it_has_packs_begun_or_whole(size: int, held: int) -> None:
    watch = card_proofs.ShoeWatch()
    told(watch, shoe(1, size))
    for count in range(1, held + 3):
        cards = tuple(tables.OnTable(at, NINE, True) for at in range(count))
        too_often = ("face-too-often", {"shoe": 1, "count": count, "face": "9s", "packs": held})
        assert told(watch, tables.Wants(""), layout=cards) == ([too_often] if count > held else [])


def test_an_urn_holds_each_token_as_often_as_it_was_put_in() -> None:
    watch = card_proofs.ShoeWatch()
    told(watch, urn(1))
    assert told(watch, LotDrawn(1, 0, "1"), LotDrawn(1, 1, "2"), LotDrawn(1, 2, "2")) == []
    too_often = {"urn": 1, "count": 2, "token": "1", "most": 1}
    assert told(watch, LotDrawn(1, 3, "1")) == [("token-too-often", too_often)]
    assert told(watch, LotDrawn(1, 4, "9")) == [("token-too-often", {**too_often, "count": 1, "token": "9", "most": 0})]


SEALER, SALTS = private.KeySealer(tables.KEY), tuple(f"{at:032x}" for at in range(120))


def commits(faces: tuple[str, ...], number: int = 1) -> ShoeSealed:
    name = card_proofs.shoe_name("t", number)
    made = tuple(commitment(name, at, face, SALTS[at]) for at, face in enumerate(faces))
    return ShoeSealed(number, SEALED, len(faces), made)


def kept(faces: tuple[str, ...], number: int = 1, **more: Any) -> bytes:
    laid = card_proofs.LaidShoe(faces, more.get("salts", SALTS[: len(faces)]))
    return card_proofs.seal_shoe(SEALER, laid, more.get("table", "t"), more.get("bound", number))


SHORT, PACK = tuple(packs(1)[:12]), tuple(packs(1))
FALSE = (*PACK[:-1], PACK[0])


@rows(
    "said, stored, faults",
    [
        (commits(SHORT), kept(SHORT), []),
        (commits(PACK * 2), kept(PACK * 2), []),
        (commits(FALSE), kept(FALSE), [("order-false", {"shoe": 1})]),
        (commits(SHORT), kept(SHORT[::-1]), [("shoe-changed", {"shoe": 1})]),
        (commits(SHORT), kept((*SHORT, "9s")), [("shoe-changed", {"shoe": 1})]),
        (commits(SHORT), kept(SHORT, salts=SALTS[1:13]), [("shoe-changed", {"shoe": 1})]),
        (commits(SHORT), kept((*SHORT[:-1], "9h")), [("shoe-changed", {"shoe": 1})]),
        (commits(SHORT), kept(SHORT, table="u"), [("shoe-changed", {"shoe": 1, "case": "shut"})]),
    ],
)
def test_a_kept_order_is_the_one_that_was_committed_to_and_whole(said: Any, stored: bytes, faults: list[Any]) -> None:
    assert list(card_proofs.shoe_faults("t", {1: said}, {1: stored}, SEALER)) == [(1, *one) for one in faults]
    assert list(card_proofs.shoe_faults("t", {1: said}, {1: stored}, None)) == []


TABLE, SALT = "mesa", "00" * 16
FACES = packs(1)[:12]
THREE = ("1", "2", "3")


def committed(number: int, tokens: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(commitment(card_proofs.shoe_name(TABLE, number), at, one, SALT) for at, one in enumerate(tokens))


SHOE = ShoeSealed(1, ChanceKind.SEALED, 12, committed(1, FACES))
URN = UrnSealed(1, ChanceKind.SEALED, THREE, committed(-1, THREE))
KEYED_SHOE = ShoeSealed(2, ChanceKind.KEYED, 12)


def proof(number: int, position: int, face: str = "") -> TokenProof:
    return TokenProof(position, face or (FACES if number > 0 else THREE)[position], SALT)


def card(position: int, face: str = "", committed_index: int | None = None, shoe: int = 1) -> card_proofs.ShownCard:
    at = position if committed_index is None else committed_index
    return card_proofs.ShownCard(shoe, position, face or FACES[at], at)


def token(position: int, kind: card_proofs.TokenKind, urn: int = 1) -> card_proofs.ShownCard:
    return card_proofs.ShownCard(-urn, position, THREE[position], position, kind)


def judged(
    opened: dict[int, tuple[TokenProof, ...]], shown: tuple[card_proofs.ShownCard, ...], *, is_blind: bool = False
) -> tuple[list[Finding], dict[card_proofs.TokenKind, int], int]:
    game: Any = tables.Toy()
    proofs = OpeningProofs(game, TABLE)
    for event in (SHOE, URN, KEYED_SHOE):
        proofs.watch._seal(event)
    entry: Any = SimpleNamespace(openings=tuple(ShoeOpenings(number, of) for number, of in opened.items()))
    found = list(proofs.findings(entry, shown, is_blind=is_blind))
    return found, dict(proofs.proved), proofs.unproved


LOT, CARD = card_proofs.TokenKind.LOT, card_proofs.TokenKind.CARD


@rows(
    "opened, shown, found, proved",
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
        ({1: (proof(1, 3),)}, (), [Finding("opening-unasked", {"shoe": 1, "card": 3})], {CARD: 1}),
        ({-1: (proof(-1, 2),)}, (), [Finding("opening-unasked", {"case": "urn", "urn": 1, "draw": 2})], {CARD: 1}),
    ],
)
def test_what_is_opened_and_not_seen_or_seen_and_not_opened_is_found(
    opened: Any, shown: Any, found: list[Finding], proved: Any
) -> None:
    assert judged(opened, shown) == (found, proved, 0)


def test_an_opening_holds_at_its_position_within_the_order() -> None:
    for position, face, holds in ((0, 0, True), (11, 11, True), (-1, 11, False), (12, 0, False), (0, 1, False)):
        given = TokenProof(position, FACES[face], SALT)
        assert (card_proofs.is_proved(TABLE, SHOE, given), card_proofs.is_proved("other", SHOE, given)) == (
            holds,
            False,
        ), given
    for face, salt in ((FACES[0], "ff" * 16), ("\ud800", SALT)):
        assert card_proofs.is_proved(TABLE, SHOE, TokenProof(0, face, salt)) is False


@rows(
    "game, drawn, code",
    [
        (Bingo(), (), "ball-opened-early"),
        (Bingo(), (2,), "ball-opened-early"),
        (Bingo(), (1,), "opening-unasked"),
        (DosPanos(), (), "opening-unasked"),
    ],
)
def test_a_ball_that_has_not_come_out_is_opened_too_early(game: Any, drawn: tuple[int, ...], code: str) -> None:
    proofs = OpeningProofs(game, TABLE)
    for event in (URN, *(BallDrawn(1, at, THREE[at]) for at in drawn)):
        proofs.follow(game.blank(), event)
    entry: Any = SimpleNamespace(openings=(ShoeOpenings(-1, (proof(-1, 1),)),))
    facts = {"urn": 1, "ball": 2} if code == "ball-opened-early" else card_proofs.told_token(-1, 1)
    assert list(proofs.findings(entry, (), is_blind=False)) == [Finding(code, facts)]


HIDDEN = (
    (tables.Open(), HOUSE),
    (tables.Stake(10), "ana"),
    (tables.Deal(), "ana"),
    (tables.Deal(), "bea"),
    (tables.Show(0), "ana"),
)
"""Leaves the card at position 1 face down; it was committed at 6."""


class BlankVault(tables.Vault):
    """Commitments that say nothing, so that only the face can make a difference."""

    def seal(self, shoe: int, size: int) -> tuple[str, ...]:
        return tuple("00" for _ in range(size))


def order(face: Card) -> tuple[Card, ...]:
    cards = list(packs(1)[: tables.SIZE])
    cards[6] = face
    return tuple(cards)


def test_tables_that_differ_in_a_hidden_face_have_equal_public_entries() -> None:
    vaults = [BlankVault("t1", order(Card(face))) for face in ("7s", "Kh", "Td")]
    made = [
        tables.play(tables.TableActor(vault=one, sealer=tables.FixedSealer(tables.KEY)), HIDDEN).made for one in vaults
    ]
    for one, other in itertools.combinations(made, 2):
        assert [entry.entry.body() for entry in one] == [entry.entry.body() for entry in other]
        assert one[-1].hash == other[-1].hash
        assert [len(entry.private_part or b"") for entry in one] == [len(entry.private_part or b"") for entry in other]


@rows(
    "shown, is_public",
    [
        ((), False),
        (((3, "7s", True),), True),
        (((4, "7s", True),), False),  # an equal card lies open beside it
        (((3, "Kd", True),), False),  # another face was there before
        (((4, "7s", True), (3, "7s", False)), False),
        (((4, "7s", False), (3, "7s", True)), True),
    ],
)
def test_a_drawn_face_is_public_where_an_event_shows_this_face_at_this_position(
    shown: tuple[tuple[int, Any, bool], ...], is_public: bool
) -> None:
    events = [tables.Laid(position, face, face_up) for position, face, face_up in shown]
    parts = private.split([Act(CHANCE, CardOut(3, Card("7s")))], events, "00")
    assert parts.chance[0]["what"]["face"] == ("7s" if is_public else None)
    assert [tree["face"] for tree in parts.events] == [face if face_up else None for _, face, face_up in shown]
    hidden = tuple((at, "face", face) for at, (_, face, face_up) in enumerate(shown) if not face_up)
    found = parts.part or private.PrivatePart("00")
    assert (found.fields, found.chance) == (hidden, () if is_public else ((0, "face", "7s"),))


def test_private_part_belongs_to_its_entry_and_key() -> None:
    made = tables.play(tables.TableActor(), HIDDEN).made
    first, second = made[2], made[3]
    assert first.private_part is not None
    assert second.private_part is not None
    sealer, other = private.KeySealer(tables.KEY), private.KeySealer(bytes(32))
    assert private.open_part(sealer, first.private_part, first.entry).fields[0][1:] == ("face", "6s")
    forged = private.seal_part(sealer, private.PrivatePart("00" * 32, ((1, "face", "7s"),)), "t1", first.entry.version)
    torn = first.private_part[:-1] + b"\0"
    for by, part in ((sealer, second.private_part), (other, first.private_part), (sealer, torn), (sealer, forged)):
        with pytest.raises(private.PrivatePartError):
            private.open_part(by, part, first.entry)
    with pytest.raises(private.PrivatePartError):
        private.join(first.entry, private.PrivatePart("00", ((0, "kind", "x"),)))
    with pytest.raises(private.PrivatePartError):
        private.read_part(b'{"salt":1}')


def test_nothing_stored_shows_a_hidden_face() -> None:
    made = tables.play(tables.TableActor(vault=tables.Vault("t1", order(Card("Kd")))), HIDDEN).made
    face = b'"Kd"'  # as it would be written; two bytes alone stand in random ones now and then
    assert not any(face in entry.entry.body() or face in (entry.private_part or b"") for entry in made)


OURS = Authority(bytes(32), Ed25519PrivateKey.from_private_bytes(bytes(range(32))))


def test_a_signature_has_one_spelling() -> None:
    key, said = OURS.public, OURS.sign(b"said")
    assert is_signature(key, b"said", said)
    for other, signature in ((key.upper(), said), (key, said.upper()), (f" {key}", said), (key, said[:-1])):
        assert not is_signature(other, b"said", signature)
    assert not is_signature(key, b"other", said)


def hiding(part: private.PrivatePart, **fields: Any) -> Entry:
    base: dict[str, Any] = {
        "table": "t1", "game": "toy", "version": 3, "time": tables.TIME, "by": "ana", "epoch": 1, "edition": "1",
        "act": {"by": "ana", "what": {"act": "x", "secret": None}},
        "events": ({"event": "a"}, {"event": "b", "face": None}),
        "chance": ({"what": {"act": "card-out", "face": None}},),
        "rests_on": ("X.0",), "private_digest": part.digest(),
    }  # fmt: skip
    return Entry(**{**base, **fields})


def plain_length(part: private.PrivatePart) -> int:
    return len(canonical(msgspec.to_builtins(part)))


@rows("more, blocks", [(0, 1), (1, 2), (-1, 1), (private.BLOCK, 2), (private.BLOCK + 1, 3)])
def test_a_sealed_part_is_padded_to_whole_blocks_and_no_further(more: int, blocks: int) -> None:
    part = private.PrivatePart(
        "00", (), (), ("x" * (private.BLOCK - plain_length(private.PrivatePart("00", (), (), ("",))) + more),)
    )
    sealed = private.seal_part(SEALER, part, "t1", 3)
    assert len(sealed) == private.NONCE_BYTES + blocks * private.BLOCK + 16
    assert private.open_part(SEALER, sealed, hiding(part)) == part
    assert private.seal_part(SEALER, part, "t1", 3)[: private.NONCE_BYTES] != sealed[: private.NONCE_BYTES]


def test_the_digest_of_a_private_part_is_over_its_salt_and_the_rest() -> None:
    rest = {"fields": [[1, "face", "7s"]], "chance": [], "clauses": ["X.1"]}
    part = private.PrivatePart("0a" * 32, ((1, "face", "7s"),), (), ("X.1",))
    assert (
        part.digest()
        == sha256(bytes.fromhex("0a" * 32) + canonical(rest))
        == private.KeySealer(tables.KEY).digest(part)
    )
