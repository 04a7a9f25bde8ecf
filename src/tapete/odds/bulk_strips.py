"""Strips of a series by the thousand: the same as :class:`~tapete.cartones.Cards` draws one by one from the secret.

Numbers of ways are kept in places of 40 bits, so that a place times a number of deals stays below 64. Which choice a
rank falls into is sought among rounded beginnings and then held against the exact one.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from tapete.cartones import NINETY, STRIP, strips_of
from tapete.cartones.registry import STRIPS
from tapete.cartones.series import number_below
from tapete.cartones.shape import subsets
from tapete.cartones.strips import deals_of, layouts, ordered_counts
from tapete.compiled import IS_FAST, compile_loop

Array = npt.NDArray[Any]

PLACES: Final = 7
BITS: Final = 40
LOW: Final = (1 << BITS) - 1
COLUMNS: Final = NINETY.columns
LINES: Final = NINETY.lines
FILLED: Final = NINETY.filled
EVERY: Final = sum(place << 4 * place for place in range(max(NINETY.sizes)))
"""The numbers of a column that are left, four bits each."""
NO_PLACE: Final = 15


class Tables(NamedTuple):
    """What the walk over the columns looks up. A state is what the cards still need, in order; the first is 0.

    By column: ``counts``, by choice how many numbers each card takes; ``choices``, how many there are; ``places``, how
    many a rank has there at most. By state: ``after``, by choice the state that follows; ``ways``, in places;
    ``rough``, by choice where its ranks begin, rounded; ``starts``, where its own begin in ``begins``, the same in as
    many places as the column needs, exact. ``subsets``: by how many numbers are left, how many are taken, and which:
    their places. ``layouts``: by how many columns have three numbers, all of them, the columns in the order of their
    counts; ``masks``: by place among the masks of the shape, the lines.
    """

    counts: Array
    choices: Array
    places: Array
    after: Array
    ways: Array
    rough: Array
    begins: Array
    starts: Array
    subsets: Array
    comb: Array
    layouts: Array
    layout_counts: Array
    masks: Array


def in_places(number: int) -> list[int]:
    return [number >> BITS * place & LOW for place in range(PLACES)]


def carry_over(places: Array) -> Array:
    for place in range(PLACES - 1):
        places[..., place + 1] += places[..., place] >> BITS
        places[..., place] &= LOW
    return places


@lru_cache(maxsize=1)
def tables() -> Tables:
    strips = strips_of()
    lists = [layouts(strips.counts_with(threes)) for threes in range(4)]
    ends = combinations_with_replacement(range(4), STRIP)
    ways = strips.ways | {codes: prod(len(lists[threes]) for threes in codes) for codes in ends}
    states = sorted(ways, key=lambda codes: (-sum(code >> 2 for code in codes), codes))
    codes, kept = np.array(states), np.array([in_places(ways[one]) for one in states])
    powers = 64 ** np.arange(STRIP)
    order = np.argsort(codes @ powers)
    known, needed = (codes @ powers)[order], (codes >> 2).sum(axis=1)
    choices = [ordered_counts(STRIP, size, LINES) for size in NINETY.sizes]
    most = max(map(len, choices))
    counts, after = np.zeros((COLUMNS, most, STRIP), np.int64), np.full((len(states), most), -1)
    begins = np.zeros((len(states), most + 1, PLACES), np.int64)
    for column, every in enumerate(map(np.array, choices)):
        counts[column, : len(every)] = every
        here = np.flatnonzero(needed == NINETY.numbers + 1 - NINETY.firsts[column])
        left = np.sort(codes[here][:, None] - 4 * every + (every == 3), axis=2)
        keys = np.where((left >= 0).all(axis=2), left @ powers, -1)
        at = np.searchsorted(known, keys).clip(max=len(known) - 1)
        follows = np.where(known[at] == keys, order[at], -1)
        after[here, : len(every)] = follows
        deals = np.array([deals_of(tuple(one)) for one in every.tolist()])
        parts = np.where((follows >= 0)[..., None], kept[follows] * deals[:, None], 0)
        begins[here, 1 : len(every) + 1] = np.cumsum(carry_over(parts), axis=1)
        begins[here, len(every) + 1 :] = begins[here, len(every)][:, None]
    carry_over(begins)
    laid = np.zeros((4, max(map(len, lists)), COLUMNS), np.int64)
    for threes, found in enumerate(lists):
        laid[threes, : len(found)] = found
    sizes = range(NINETY.sizes[-1] + 1)
    combs = np.array([[comb(size, count) for count in range(LINES + 1)] for size in sizes])
    taken = np.full((len(sizes), LINES + 1, combs.max(), LINES), NO_PLACE)
    for size in sizes:
        for count in range(1, min(size, LINES) + 1):
            taken[size, count, : comb(size, count), :count] = subsets(size, count)
    rough = begins.astype(float) @ 2.0 ** (BITS * np.arange(PLACES))
    column_of = np.searchsorted(np.array(NINETY.firsts), NINETY.numbers + 1 - needed).clip(max=COLUMNS - 1)
    bits = [
        max(ways[states[one]] for one in np.flatnonzero(column_of == column)).bit_length() for column in range(COLUMNS)
    ]
    places = np.array([-(-one // BITS) for one in bits])
    widths = np.where(needed > 0, (most + 1) * places[column_of], 0)
    flat = np.concatenate([begins[one, :, : places[column_of[one]]].ravel() for one in np.flatnonzero(needed)])
    masks = np.array([(*mask, *(0,) * (LINES - len(mask))) for mask in NINETY.masks])
    lengths, sizes_of = np.array([*map(len, lists)]), np.array([*map(len, choices)])
    return Tables(
        *(counts.astype(np.int8), sizes_of, places, after.astype(np.int16), kept.ravel(), rough, flat),
        *(
            np.cumsum(widths) - widths,
            taken.astype(np.int8),
            combs,
            laid.astype(np.int8),
            lengths,
            masks.astype(np.int8),
        ),
    )


def strips_in_bulk(secret: bytes, first: int, count: int) -> Array:
    """Return ``count`` strips of the series of a secret from the strip ``first`` on: strip, card, line, column."""
    strips = strips_of()
    if not IS_FAST:
        every = (strips.unrank(number_below(secret, STRIPS, at, strips.count)) for at in range(first, first + count))
        return np.array(list(every), np.uint8).reshape(count, STRIP, LINES, COLUMNS)
    bits = (strips.count - 1).bit_length()
    size = (bits + 7) // 8
    parameters = np.zeros(64, np.uint8)  # of the digest: its size, that of the key, no tree, the purpose
    parameters[:4] = size, len(secret), 1, 1
    parameters[48 : 48 + len(STRIPS)] = list(STRIPS)
    key = np.zeros(128, np.uint8)
    key[: len(secret)] = list(secret)
    found = np.zeros((count, STRIP, LINES, COLUMNS), np.uint8)
    start = IV ^ parameters.view(np.uint64)
    keyed = mix_block(start, key.view(np.uint64), np.uint64(128), np.uint64(0))
    shape = np.array(NINETY.sizes), np.array(NINETY.firsts)
    draw(found, first, keyed, np.array(in_places(strips.count)), size, 8 * size - bits, *shape, tables())
    return found


# --- BLAKE2b, as RFC 7693 has it --------------------------------------------------------------------------------------

IV: Final = np.array(
    [
        *(0x6A09E667F3BCC908, 0xBB67AE8584CAA73B, 0x3C6EF372FE94F82B, 0xA54FF53A5F1D36F1),
        *(0x510E527FADE682D1, 0x9B05688C2B3E6C1F, 0x1F83D9ABFB41BD6B, 0x5BE0CD19137E2179),
    ],
    np.uint64,
)
SIGMA: Final = np.array(
    [
        [int(one, 16) for one in row]
        for row in (
            *("0123456789abcdef", "ea489fd61c02b753", "b8c052fdae367194", "7931dcbe265a40f8", "905724afe1bc683d"),
            *("2c6a0b834d75fe19", "c51fed4a0763928b", "db7ec13950f4862a", "6fe9b308c2d714a5", "a2847615fb9e3cd0"),
            *("0123456789abcdef", "ea489fd61c02b753"),
        )
    ]
)
TURNS: Final = (np.uint64(32), np.uint64(24), np.uint64(16), np.uint64(63))


@compile_loop
def turn(word: Any, by: Any) -> Any:
    return word >> by | word << np.uint64(64) - by


@compile_loop
def stir(a: Any, b: Any, c: Any, d: Any, x: Any, y: Any) -> tuple[Any, Any, Any, Any]:
    a = a + b + x
    d = turn(d ^ a, TURNS[0])
    c = c + d
    b = turn(b ^ c, TURNS[1])
    a = a + b + y
    d = turn(d ^ a, TURNS[2])
    c = c + d
    return a, turn(b ^ c, TURNS[3]), c, d


@compile_loop
def mix_block(h: Array, m: Array, length: Any, last: Any) -> Array:
    """Return the words of a digest after one block more; ``last`` has every bit set for the last one."""
    v0, v1, v2, v3, v4, v5, v6, v7 = h[0], h[1], h[2], h[3], h[4], h[5], h[6], h[7]
    v8, v9, va, vb, vc, vd, ve, vf = IV[0], IV[1], IV[2], IV[3], IV[4] ^ length, IV[5], IV[6] ^ last, IV[7]
    for at in range(12):
        s = SIGMA[at]
        v0, v4, v8, vc = stir(v0, v4, v8, vc, m[s[0]], m[s[1]])
        v1, v5, v9, vd = stir(v1, v5, v9, vd, m[s[2]], m[s[3]])
        v2, v6, va, ve = stir(v2, v6, va, ve, m[s[4]], m[s[5]])
        v3, v7, vb, vf = stir(v3, v7, vb, vf, m[s[6]], m[s[7]])
        v0, v5, va, vf = stir(v0, v5, va, vf, m[s[8]], m[s[9]])
        v1, v6, vb, vc = stir(v1, v6, vb, vc, m[s[10]], m[s[11]])
        v2, v7, v8, vd = stir(v2, v7, v8, vd, m[s[12]], m[s[13]])
        v3, v4, v9, ve = stir(v3, v4, v9, ve, m[s[14]], m[s[15]])
    found = np.empty(8, np.uint64)
    found[0], found[1], found[2], found[3] = h[0] ^ v0 ^ v8, h[1] ^ v1 ^ v9, h[2] ^ v2 ^ va, h[3] ^ v3 ^ vb
    found[4], found[5], found[6], found[7] = h[4] ^ v4 ^ vc, h[5] ^ v5 ^ vd, h[6] ^ v6 ^ ve, h[7] ^ v7 ^ vf
    return found


@compile_loop
def swap_bytes(number: int) -> Any:
    """Return the eight bytes of a number the other way round."""
    found = np.uint64(0)
    for at in range(8):
        found = found << np.uint64(8) | np.uint64(number >> 8 * at & 255)
    return found


# --- the walk ---------------------------------------------------------------------------------------------------------


@compile_loop
def is_below(rank: Array, numbers: Array, at: int, places: int) -> bool:
    for place in range(places - 1, -1, -1):
        if rank[place] != numbers[at + place]:
            return bool(rank[place] < numbers[at + place])
    return False


@compile_loop
def take(rank: Array, numbers: Array, at: int, places: int, times: int) -> None:
    """Take a number away from a rank so many times."""
    carry = 0
    for place in range(places):
        left = rank[place] - numbers[at + place] * times + carry
        rank[place] = left & LOW
        carry = left >> BITS
    rank[places - 1] += carry << BITS


@compile_loop
def as_float(numbers: Array, at: int, places: int) -> float:
    found = 0.0
    for place in range(places - 1, -1, -1):
        found = found * (LOW + 1) + numbers[at + place]
    return found


@compile_loop
def draw_rank(rank: Array, index: int, keyed: Array, bound: Array, size: int, spare: int, block: Array) -> None:
    block[0] = swap_bytes(index)
    counter = 0
    while True:
        block[1] = swap_bytes(counter)
        words = mix_block(keyed, block, np.uint64(144), np.uint64(0xFFFFFFFFFFFFFFFF))
        digest = words.view(np.uint8)
        for place in range(PLACES):
            window: Any = 0
            for at in range(5, -1, -1):
                byte = size - 1 - 5 * place - at
                window = window << 8 | (np.int64(digest[byte]) if byte >= 0 else 0)
            rank[place] = window >> spare & LOW
        if is_below(rank, bound, 0, PLACES):
            return
        counter += 1


@compile_loop
def draw(
    found: Array, first: int, keyed: Array, bound: Array, size: int, spare: int, sizes: Array, firsts: Array, t: Tables
) -> None:
    block, rank = np.zeros(16, np.uint64), np.zeros(PLACES, np.int64)
    codes, order = np.zeros(STRIP, np.int64), np.zeros(STRIP, np.int64)
    dealt, numbers = np.zeros((STRIP, COLUMNS), np.int64), np.zeros((STRIP, COLUMNS, LINES), np.int64)
    shares = (1 + 1e-12) / t.comb.clip(1)
    place_of = np.zeros(LINES + 1, np.int64)
    for strip in range(len(found)):
        draw_rank(rank, first + strip, keyed, bound, size, spare, block)
        codes[:] = 4 * FILLED
        state: Any = 0
        for column in range(COLUMNS):
            for card in range(STRIP):
                at = 0
                for other in range(STRIP):
                    at += codes[other] * STRIP + other < codes[card] * STRIP + card
                order[at] = card
            wide = t.places[column]
            low, more, sought = 0, t.choices[column], as_float(rank, 0, wide)
            while more > 1:
                half = more >> 1
                low += half * (t.rough[state, low + half] <= sought)
                more -= half
            while is_below(rank, t.begins, t.starts[state] + low * wide, wide):
                low -= 1
            while not is_below(rank, t.begins, t.starts[state] + (low + 1) * wide, wide):
                low += 1
            take(rank, t.begins, t.starts[state] + low * wide, wide, 1)
            state = np.int64(t.after[state, low])
            own = state * PLACES
            which = int(as_float(rank, 0, wide) / as_float(t.ways, own, wide))
            take(rank, t.ways, own, wide, which)
            while rank[wide - 1] < 0:
                take(rank, t.ways, own, wide, -1)
                which -= 1
            while not is_below(rank, t.ways, own, wide):
                take(rank, t.ways, own, wide, 1)
                which += 1
            there: Any = sizes[column]
            left: Any = EVERY
            for at in range(STRIP):
                card, count = order[at], np.int64(t.counts[column, low, at])
                rest = int(which * shares[there, count])
                some, which = which - rest * t.comb[there, count], rest
                for one in range(LINES - 1, -1, -1):
                    bit = np.int64(t.subsets[there, count, some, one]) * 4
                    numbers[card, column, one] = firsts[column] + (left >> bit & 15)
                    below = (1 << bit) - 1
                    left = left & below | left >> 4 & ~below
                there -= count
                dealt[card, column] = count
                codes[card] -= 4 * count - (count == LINES)
        for card in range(STRIP):
            threes = codes[card]
            lists, some = t.layout_counts[threes], 0
            for place in range(1, -1, -1):
                whole = some << BITS | rank[place]
                rank[place], some = whole // lists, whole % lists
            place_of[1], place_of[2], place_of[3] = 0, 3 + threes, COLUMNS - threes
            for column in range(COLUMNS):
                count = dealt[card, column]
                mask = t.layouts[threes, some, place_of[count]]
                place_of[count] += 1
                for one in range(count):
                    found[strip, card, t.masks[mask, one], column] = numbers[card, column, one]
