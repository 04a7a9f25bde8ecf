"""The shoe vault: fair, sealed, provable, the same after every start; and no shoe from a randomness that repeats."""

from __future__ import annotations

import itertools
import secrets
from collections import Counter
from typing import Any

import pytest

from tapete.cards import packs
from tapete.chance import commitment
from tapete.kernel import Act, PersonId
from tapete.live import Hall, Keys
from tapete.live.rng_health import PROPORTION, REPEATS, WINDOW, RandomnessError, RngHealth
from tapete.live.vault import SealedOrders, VaultError, shuffled_cards
from tapete.record.private import KeySealer, PrivatePartError
from tests.support.live.toy import Draw, Open, Shuffle
from tests.support.rows import rows

ANA = PersonId("ana")
SEALER = KeySealer(bytes(range(32)))


def vault(stored: dict[int, bytes] | None = None, sealer: KeySealer = SEALER, table: str = "uno") -> SealedOrders:
    return SealedOrders(table, sealer, (stored or {}).get, RngHealth())


def test_shuffle_gives_every_order_from_one_draw_each() -> None:
    """With ``below`` running through all its values each order of the last places comes exactly once."""
    ends = Counter()
    for draws in itertools.product(range(52), range(51), range(50)):
        given = iter(draws)
        order = shuffled_cards(52, lambda n: next(given, n - 1))  # noqa: B023
        ends[order[-3:]] += 1
    assert set(ends.values()) == {1}
    assert len(ends) == 52 * 51 * 50


def test_every_position_is_committed_to_and_opens() -> None:
    shoes = vault()
    commitments = shoes.seal(1, 104)
    assert len(set(commitments)) == 104
    for at in range(104):
        proof = shoes.opening(1, at)
        assert proof.face == shoes.card(1, at)
        assert commitment("uno/1", at, proof.face, proof.salt) == commitments[at]
        assert len(bytes.fromhex(proof.salt)) == 16


def test_shoe_is_sealed_once() -> None:
    shoes = vault()
    first = shoes.seal(1, 52)
    assert shoes.seal(1, 52) == first
    stored = dict(shoes.pending())
    shoes.settle(stored=True)
    assert shoes.pending() == {}
    again = vault(stored)
    assert again.seal(1, 52) == first
    assert again.pending() == {}
    assert [again.card(1, at) for at in range(52)] == [shoes.card(1, at) for at in range(52)]


def test_shoe_of_an_act_that_was_not_recorded_never_was() -> None:
    shoes = vault()
    first = shoes.seal(1, 52)
    shoes.settle(stored=False)
    assert shoes.pending() == {}
    with pytest.raises(VaultError):
        shoes.card(1, 0)
    assert shoes.seal(1, 52) != first


def test_stored_order_tells_nothing_without_the_key() -> None:
    shoes = vault()
    shoes.seal(1, 52)
    stored = dict(shoes.pending())
    assert not any(str(card).encode() * 2 in stored[1] for card in packs(1))
    assert b"faces" not in stored[1]
    for other in (vault(stored, KeySealer(secrets.token_bytes(32))), vault(stored, table="dos"), vault({2: stored[1]})):
        with pytest.raises(PrivatePartError):
            other.card(2 if other._stored(2) else 1, 0)


def test_stored_length_tells_nothing() -> None:
    lengths = set()
    for _ in range(20):
        shoes = vault()
        shoes.seal(1, 52)
        lengths.add(len(shoes.pending()[1]))
    assert len(lengths) == 1


# --- health -----------------------------------------------------------------------------------------------------------


def spread(size: int) -> bytes:
    return bytes(index * 7 % 256 for index in range(size))


@rows(
    "source, test",
    [
        (lambda size: bytes(size), "repetition"),
        (lambda size: spread(size - REPEATS) + b"\x55" * REPEATS, "repetition"),
        (lambda size: (b"\x01\x02" * size)[:size], "proportion"),
        (lambda size: (b"\x00" + spread(20)) * PROPORTION + spread(size - 21 * PROPORTION), "proportion"),
        (lambda size: secrets.token_bytes(size - 1), "length"),
    ],
)
def test_bad_randomness_is_seen(source: Any, test: str) -> None:
    assert PROPORTION * 21 <= WINDOW
    health = RngHealth(source)
    with pytest.raises(RandomnessError) as found:
        health.require_sound()
    assert found.value.test == test


def test_same_block_again_is_seen_and_never_forgiven() -> None:
    given = iter([block := secrets.token_bytes(1024), block])
    health = RngHealth(lambda _: next(given))
    health.require_sound()
    for _ in range(2):
        with pytest.raises(RandomnessError, match="same-block"):
            health.require_sound()


def test_no_new_shoe_from_bad_randomness_and_the_table_stands(stage: Any) -> None:
    async def scene(hall: Hall) -> None:
        table = await hall.open_table("toy", Open("uno"))
        await table.act(Act(ANA, Shuffle(), table.step), "s1")
        await table.act(Act(ANA, Draw(), table.step), "d1")
        table.source._health = RngHealth(lambda size: bytes(size))  # type: ignore[attr-defined]
        answer = await table.act(Act(ANA, Shuffle(), table.step), "s2")
        assert answer.refusal is not None
        assert answer.refusal.code == "no-randomness"
        assert table.version == 3
        assert (await table.act(Act(ANA, Draw(), table.step), "d2")).refusal is None  # the laid shoe is played on

    stage.play(scene)


@pytest.mark.parametrize(
    ("kept", "why"), [(None, "order-missing"), (bytes(80), "part-shut")], ids=["missing", "unreadable"]
)
def test_a_kept_order_that_cannot_be_read_refuses_the_card_and_the_table_stands(
    stage: Any, kept: bytes | None, why: str
) -> None:
    async def scene(hall: Hall) -> None:
        table = await hall.open_table("toy", Open("uno"))
        await table.act(Act(ANA, Shuffle(), table.step), "s1")
        source: Any = table.source
        source._open_orders, stored, source._stored = {}, source._stored, lambda _: kept
        answer = await table.act(Act(ANA, Draw(), table.step), "d1")
        assert answer.refusal is not None
        assert (answer.refusal.code, answer.refusal.facts["why"]["code"]) == ("vault-unread", why)
        assert table.version == 2
        source._stored = stored
        assert (await table.act(Act(ANA, Draw(), table.step), "d2")).refusal is None

    stage.play(scene)


def test_hall_does_not_start_on_bad_randomness(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import asyncio

    monkeypatch.setattr(RngHealth.__init__, "__defaults__", (lambda size: bytes(size),))
    with pytest.raises(RandomnessError):
        asyncio.run(Hall.start(url, Keys.fresh()))
