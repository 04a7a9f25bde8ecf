"""The shoe vault: fair, sealed, provable card by card, the same after every start; a source that lies is found out."""

import asyncio
import itertools
import secrets
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tapete.bots import AT_ONCE, Troupe, player_count, staff_for
from tapete.cards import Card, packs
from tapete.catalogue import house_games
from tapete.chance import commitment
from tapete.games.chemin_de_fer.acts import OpenTable as OpenFerrocarril
from tapete.games.punto_banco.acts import OpenTable as OpenPunto
from tapete.games.punto_banco.terms import Variant
from tapete.kernel import Act, PersonId
from tapete.live import Hall, Keys, LiveShoeError, card_orders, card_orders as vault
from tapete.record.audit import AuditInputs, AuditReport, audit
from tapete.record.private import KeySealer, PrivatePartError
from tapete.record.source import open_source
from tests.support.live.toy import Draw, Open, Shuffle, Toy, in_hall
from tests.support.rows import rows

ANA = PersonId("ana")
SEALER = KeySealer(bytes(range(32)))


def orders(
    stored: dict[int, bytes] | None = None, sealer: KeySealer = SEALER, table: str = "uno"
) -> vault.SealedOrders:
    return vault.SealedOrders(table, sealer, (stored or {}).get, vault.RngHealth())


def test_shuffle_gives_every_order_from_one_draw_each() -> None:
    """With ``below`` running through all its values each order of the last places comes exactly once."""
    ends = Counter()
    for draws in itertools.product(range(52), range(51), range(50)):
        given = iter(draws)
        order = vault.shuffled_cards(52, lambda n: next(given, n - 1))  # noqa: B023
        ends[order[-3:]] += 1
    assert set(ends.values()) == {1}
    assert len(ends) == 52 * 51 * 50


def test_every_position_is_committed_to_and_opens() -> None:
    shoes = orders()
    commitments = shoes.seal(1, 104)
    assert len(set(commitments)) == 104
    for at in range(104):
        proof = shoes.opening(1, at)
        assert proof.face == shoes.card(1, at)
        assert commitment("uno/1", at, proof.face, proof.salt) == commitments[at]
        assert len(bytes.fromhex(proof.salt)) == 16


def test_shoe_is_sealed_once() -> None:
    shoes = orders()
    first = shoes.seal(1, 52)
    assert shoes.seal(1, 52) == first
    stored = dict(shoes.pending())
    shoes.settle(stored=True)
    assert shoes.pending() == {}
    again = orders(stored)
    assert again.seal(1, 52) == first
    assert again.pending() == {}
    assert [again.card(1, at) for at in range(52)] == [shoes.card(1, at) for at in range(52)]


def test_shoe_of_an_act_that_was_not_recorded_never_was() -> None:
    shoes = orders()
    first = shoes.seal(1, 52)
    shoes.settle(stored=False)
    assert shoes.pending() == {}
    with pytest.raises(vault.CardOrderError):
        shoes.card(1, 0)
    assert shoes.seal(1, 52) != first


def test_stored_order_tells_nothing_without_the_key() -> None:
    shoes = orders()
    shoes.seal(1, 52)
    stored = dict(shoes.pending())
    assert not any(f'"{card}"'.encode() in stored[1] for card in packs(1))
    assert b"faces" not in stored[1]
    stranger = KeySealer(secrets.token_bytes(32))
    for shoe, other in ((1, orders(stored, stranger)), (1, orders(stored, table="dos")), (2, orders({2: stored[1]}))):
        with pytest.raises(PrivatePartError):
            other.card(shoe, 0)


def test_stored_length_tells_nothing() -> None:
    shoes = [orders() for _ in range(20)]
    for one in shoes:
        one.seal(1, 52)
    assert len({len(one.pending()[1]) for one in shoes}) == 1


def spread(size: int) -> bytes:
    return bytes(index * 7 % 256 for index in range(size))


@rows(
    "source, test",
    [
        (lambda size: bytes(size), "repetition"),
        (lambda size: spread(size - vault.REPEATS) + b"\x55" * vault.REPEATS, "repetition"),
        (lambda size: (b"\x01\x02" * size)[:size], "proportion"),
        (lambda size: (b"\x00" + spread(20)) * vault.PROPORTION + spread(size - 21 * vault.PROPORTION), "proportion"),
        (lambda size: secrets.token_bytes(size - 1), "length"),
    ],
)
def test_bad_randomness_is_seen(source: Any, test: str) -> None:
    assert vault.PROPORTION * 21 <= vault.WINDOW
    health = vault.RngHealth(source)
    with pytest.raises(vault.RandomnessError) as found:
        health.require_sound()
    assert found.value.test == test


def test_same_block_again_is_seen_and_never_forgiven() -> None:
    given = iter([block := secrets.token_bytes(1024), block])
    health = vault.RngHealth(lambda _: next(given))
    health.require_sound()
    for _ in range(2):
        with pytest.raises(vault.RandomnessError, match="same-block"):
            health.require_sound()


@in_hall
async def test_no_new_shoe_from_bad_randomness_and_the_table_stands(hall: Hall) -> None:
    table = await hall.open_table("toy", Open("uno"))
    await table.act(Act(ANA, Shuffle(), table.step), "s1")
    await table.act(Act(ANA, Draw(), table.step), "d1")
    table.source._health = vault.RngHealth(lambda size: bytes(size))  # type: ignore[attr-defined]
    answer = await table.act(Act(ANA, Shuffle(), table.step), "s2")
    assert (getattr(answer.refusal, "code", ""), table.version) == ("no-randomness", 3)
    assert (await table.act(Act(ANA, Draw(), table.step), "d2")).refusal is None  # the laid shoe is played on


@pytest.mark.parametrize(
    ("kept", "why"), [(None, "order-missing"), (bytes(80), "part-shut")], ids=["missing", "unreadable"]
)
@in_hall
async def test_a_kept_order_that_cannot_be_read_refuses_the_card_and_the_table_stands(
    hall: Hall, kept: bytes | None, why: str
) -> None:
    table = await hall.open_table("toy", Open("uno"))
    await table.act(Act(ANA, Shuffle(), table.step), "s1")
    source: Any = table.source
    source._open_orders, stored, source._stored = {}, source._stored, lambda _: kept
    no = (await table.act(Act(ANA, Draw(), table.step), "d1")).refusal
    assert no is not None
    assert (no.code, no.facts["why"]["code"], table.version) == ("vault-unread", why, 2)
    source._stored = stored
    assert (await table.act(Act(ANA, Draw(), table.step), "d2")).refusal is None


def test_hall_does_not_start_on_bad_randomness(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vault.RngHealth.__init__, "__defaults__", (lambda size: bytes(size),))
    with pytest.raises(vault.RandomnessError):
        asyncio.run(Hall.start(url, Keys.fresh()))


PUNTO, FERROCARRIL = "punto-y-banca", "chemin-de-fer"
COUPS = 4


def opening(game: str) -> Any:
    staff = staff_for("uno", game)
    if game == PUNTO:
        return OpenPunto("uno", "asturias-2011", 1000, 50000, variant=Variant.PUNTO_BANCO, staff=staff)
    return OpenFerrocarril("uno", "asturias-2011", 1000, staff=staff, decks=6)


def played(
    folder: Path, game: str, source: type[card_orders.SealedOrders] = card_orders.SealedOrders, coups: int = COUPS
) -> Keys:
    """Let bots play a few coups at a table whose cards come from ``source``; return the keys of the hall."""
    keys = Keys.fresh()

    async def evening() -> None:
        hall = await Hall.start(f"sqlite:///{folder / 'hall.db'}", keys)
        table = await hall.open_table(game, opening(game))
        table.source.__class__ = source  # type: ignore[assignment]
        troupe = Troupe(hall, AT_ONCE, seed=7)
        troupe.join("uno", player_count(game, 3))
        try:
            for _ in range(60_000):
                if len(table.state.history) >= coups:
                    break
                assert not troupe.errors
                await asyncio.sleep(0.001)
        finally:
            await troupe.stop()
            await hall.stop()

    asyncio.run(evening())
    return keys


def audited(folder: Path, keys: Keys | None, file: str = "hall.db") -> AuditReport:
    record = open_source(folder / file)
    try:
        return audit(record, house_games(), AuditInputs(None if keys is None else KeySealer(keys.sealing)))
    finally:
        record.close()


class Other(card_orders.SealedOrders):
    """Deals another card than the one that was committed to, and opens the committed one."""

    def card(self, shoe: int, committed: int) -> Card | None:
        return super().card(shoe, (committed + 1) % len(self._get(shoe).faces))


class Hidden(Other):
    """Deals another card, and opens that one."""

    def opening(self, shoe: int, committed: int) -> Any:
        face = self.card(shoe, committed)
        return super().opening(shoe, committed).__class__(committed, face, "00" * 16)


@pytest.mark.slow
@rows("game, source, code", [(PUNTO, Other, "opening-differs"), (FERROCARRIL, Hidden, "opening-false")])
def test_source_that_lies_is_found_out(game: str, source: Any, code: str, tmp_path: Path) -> None:
    report = audited(tmp_path, played(tmp_path, game, source))
    assert (report.is_sound, {one.code for one in report.problems}) == (False, {code})


@pytest.mark.slow
def test_shoe_that_was_false_from_the_start_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    false = (Card("9s"), Card("2h"), Card("Kd"), Card("7c"))
    monkeypatch.setattr(card_orders, "shuffled_cards", lambda size: false * (size // 4))
    report = audited(tmp_path, played(tmp_path, FERROCARRIL, coups=9))
    assert {one.code for one in report.problems} == {"face-too-often", "order-false"}
    assert report.proved_count > 0


class Mute(Toy):
    """A game that cannot say which cards lie on the table."""

    cards_on_table = None  # type: ignore[assignment]


@in_hall(games={"toy": Mute()})
async def test_game_that_cannot_say_its_cards_gets_no_sealed_shoe(hall: Hall) -> None:
    with pytest.raises(LiveShoeError, match="lie on the table"):
        await hall.open_table("toy", Open("uno"))
