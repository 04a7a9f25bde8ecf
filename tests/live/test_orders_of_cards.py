"""Where the cards and lots of a table come from: what each kind of order commits to, keeps, opens and forgets."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tapete.cards import packs
from tapete.chance import ChanceKind, ShoeSealed, UrnSealed, commitment
from tapete.live.rng_health import RandomnessError, RngHealth
from tapete.live.vault import (
    KeyedOrders,
    SealedOrders,
    SeededOrders,
    VaultError,
    dealing_refusal,
    live_source,
    shuffled_cards,
    shuffled_tokens,
)
from tapete.record.card_proofs import urn_number
from tapete.record.private import KeySealer, PrivatePartError
from tapete.words import reason

SEALER = KeySealer(bytes(range(32)))
LOTS = ("a", "b", "c", "d")


def fault(what: Any, *given: Any) -> Any:
    """Return code and facts of what an order cannot give; what it gives, where it can."""
    try:
        return what(*given)
    except VaultError as error:
        return error.code, dict(error.facts)


def vault(stored: dict[int, bytes] | None = None, health: RngHealth | None = None) -> SealedOrders:
    return SealedOrders("uno", SEALER, (stored or {}).get, health or RngHealth())


@pytest.mark.parametrize("size", [-52, 0, 1, 51, 53, 103, 311])
def test_only_whole_packs_are_shuffled(size: int) -> None:
    assert fault(shuffled_cards, size) == ("no-whole-packs", {"size": size})


@pytest.mark.parametrize("size", [52, 104, 312])
def test_a_shuffle_asks_for_each_place_once_from_the_last_on(size: int) -> None:
    asked: list[int] = []

    def last(number: int) -> int:
        asked.append(number)
        return number - 1

    assert shuffled_cards(size, last) == tuple(packs(size // 52)), "whoever stays where he lies changes nothing"
    assert asked == list(range(size, 1, -1))
    first = shuffled_tokens(LOTS, lambda _: 0)
    assert first == ("b", "c", "d", "a")
    assert (shuffled_tokens((), lambda _: 0), shuffled_tokens(("a",), lambda _: 0)) == ((), ("a",))


def test_a_sealed_urn_is_committed_to_kept_and_opened_as_a_shoe_is() -> None:
    here = vault()
    said = here.fill(2, LOTS)
    tokens = [here.token(2, at) for at in range(4)]
    assert sorted(tokens) == list(LOTS)
    number = urn_number(2)
    proofs = [here.opening(number, at) for at in range(4)]
    assert [one.face for one in proofs] == tokens
    assert [one.position for one in proofs] == [0, 1, 2, 3]
    assert len({one.salt for one in proofs}) == 4
    assert set(here.pending()) == {number}
    again = vault(dict(here.pending()))
    assert (again.fill(2, LOTS), [again.token(2, at) for at in range(4)]) == (said, tokens)
    assert again.pending() == {}


def test_the_commitments_name_the_table_and_the_shoe() -> None:
    here = vault()
    said = here.seal(3, 52)
    proofs = [here.opening(3, at) for at in range(52)]
    assert said == tuple(commitment("uno/3", at, one.face, one.salt) for at, one in enumerate(proofs))
    assert [here.card(3, at) for at in range(52)] == [one.face for one in proofs]


def test_one_shoe_and_one_urn_are_held_at_a_time() -> None:
    here = vault()
    for shoe, urn in ((1, 1), (2, 2)):
        here.seal(shoe, 52)
        here.fill(urn, LOTS)
    assert set(here._open_orders) == {2, urn_number(2)}
    here.settle(stored=True)
    assert set(here._open_orders) == {2, urn_number(2)}
    assert fault(here.card, 1, 0) == ("order-missing", {"table": "uno", "number": 1})
    assert fault(here.token, 1, 0) == ("order-missing", {"table": "uno", "number": urn_number(1)})
    assert fault(here.opening, 9, 0) == ("order-missing", {"table": "uno", "number": 9})


def test_what_was_laid_for_an_act_that_was_not_recorded_is_forgotten_and_what_was_kept_is_not() -> None:
    here = vault()
    kept = here.fill(1, LOTS)
    here.settle(stored=True)
    here.seal(1, 52)
    here.settle(stored=False)
    assert set(here._open_orders) == {urn_number(1)}
    assert (here.fill(1, LOTS), here.pending()) == (kept, {})
    here.settle(stored=False)
    assert here.fill(1, LOTS) == kept


def test_an_order_of_another_size_is_not_the_one_that_was_kept() -> None:
    here = vault()
    here.seal(1, 52)
    assert fault(here.seal, 1, 104) == ("order-size", {"table": "uno", "number": 1, "found": 52, "size": 104})


def test_a_new_order_is_laid_from_sound_chance_alone_and_a_kept_one_asks_for_none() -> None:
    asked: list[int] = []

    def stuck(size: int) -> bytes:
        asked.append(size)
        return bytes(size)

    stored = vault()
    said = stored.seal(1, 52)
    here = vault(dict(stored.pending()), RngHealth(stuck))
    assert (here.seal(1, 52), asked) == (said, [])
    with pytest.raises(RandomnessError):
        here.seal(2, 52)
    assert (asked, here.pending()) == ([1_024], {})


def test_a_real_shoe_and_a_real_urn_know_nothing_and_commit_to_nothing() -> None:
    here = KeyedOrders()
    assert (here.kind, here.seal(1, 52), here.fill(1, LOTS), here.card(1, 0)) == (ChanceKind.KEYED, (), (), None)
    assert fault(here.token, 4, 2) == ("token-unkeyed", {"number": 4, "token": 2})
    assert fault(here.opening, 4, 2) == ("card-uncommitted", {"number": 4, "card": 2})
    assert (here.pending(), here.settle(stored=True)) == ({}, None)  # type: ignore[func-returns-value]


def test_seeded_orders_follow_from_the_seed_the_number_and_the_size_and_are_laid_again() -> None:
    here = SeededOrders("grain")
    assert here.kind is ChanceKind.SEEDED
    assert fault(here.card, 1, 0) == ("shoe-unlaid", {"number": 1})
    assert fault(here.token, 1, 0) == ("urn-unfilled", {"number": 1})
    assert (here.seal(1, 52), here.fill(3, LOTS)) == ((), ())
    cards = shuffled_cards(52, random.Random("grain/1/52").randrange)
    lots = shuffled_tokens(LOTS, random.Random("grain/urn/3/4").randrange)
    for source in (here, restored("grain", ShoeSealed(1, ChanceKind.SEEDED, 52, ()), 3)):
        assert tuple(source.card(1, at) for at in range(52)) == cards
        assert tuple(source.token(3, at) for at in range(4)) == lots
    here.seal(2, 104)
    here.fill(4, LOTS)
    assert (fault(here.card, 1, 0)[0], fault(here.token, 3, 0)[0]) == ("shoe-unlaid", "urn-unfilled")
    assert fault(here.opening, 2, 1) == ("card-uncommitted", {"number": 2, "card": 1})
    assert here.pending() == {}


def restored(seed: str, shoe: ShoeSealed, urn: int) -> SeededOrders:
    found = SeededOrders(seed)
    found.restore(shoe)
    found.restore(UrnSealed(urn, ChanceKind.SEEDED, LOTS, ()))
    return found


def test_each_kind_of_table_has_its_own_orders() -> None:
    def source(kind: ChanceKind) -> Any:
        return live_source(kind, "uno", SEALER, {}.get, RngHealth(), "grain")

    assert type(source(ChanceKind.KEYED)) is KeyedOrders
    assert (type(source(ChanceKind.SEEDED)), source(ChanceKind.SEEDED)._seed) == (SeededOrders, "grain")
    sealed = source(ChanceKind.SEALED)
    assert (type(sealed), sealed.kind, sealed._table) == (SealedOrders, ChanceKind.SEALED, "uno")


def test_what_cannot_be_dealt_refuses_an_act_by_what_is_wrong() -> None:
    assert dealing_refusal(RandomnessError("randomness-failed", test="length")) == ("no-randomness", {"test": "length"})
    for error in (VaultError("shoe-unlaid", number=3), PrivatePartError("part-shut", part="uno/1")):
        assert dealing_refusal(error) == ("vault-unread", {"why": reason(error)})
