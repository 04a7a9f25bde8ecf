"""Every coup of punto y banca that a shoe can deal, as arrays that tell apart only what somebody asks about.

Faces that no question tells apart are one class, so that a question about totals counts over ten values, and one about
suits over more. The first four cards may be told apart more finely than third cards, because pairs lie in them alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from tapete.cards import Card
from tapete.games.baccarat.points import Winner, is_natural, total, value, winner
from tapete.games.punto_banco.coup import deal_order
from tapete.games.punto_banco.rules import Rules, is_bank_to_draw, is_ended_by_natural, is_player_to_draw
from tapete.games.punto_banco.terms import Hand
from tapete.odds.shoe import Counts, OddsError, onward_ways

LONGEST: Final = 6
MOST_AT_ONCE: Final = 1 << 21
"""Elements of an array that is worked on at once."""
WINNERS: Final = tuple(Winner)
HANDS: Final = (Hand.PUNTO, Hand.BANCA)

Faces = frozenset[Card]
Values = npt.NDArray[Any]
TwoCards = Callable[[Card, Card], int]
"""What two cards are to each other, in whatever order."""


class Sights(msgspec.Struct, frozen=True):
    """What is looked at besides totals: of the first two cards of a hand, and which cards are among sets of faces."""

    of_two: tuple[TwoCards, ...] = ()
    sets: tuple[Faces, ...] = ()


ALL_ALIKE: Final = Sights()


class _Classes(NamedTuple):
    """Classes of faces: one face of each, how many cards it has, and the class of each face."""

    faces: list[Card]
    sizes: Counts
    of: dict[Card, int]


def _classes(held: Mapping[Card, int], key: Callable[[Card], Hashable], whole: type) -> _Classes:
    places: dict[Hashable, int] = {}
    of = {face: places.setdefault(key(face), len(places)) for face in held}
    faces, sizes = dict[int, Card](), [0] * len(places)
    for face, place in of.items():
        faces.setdefault(place, face)
        sizes[place] += held[face]
    return _Classes(list(faces.values()), np.array(sizes, dtype=whole), of)


class Coups:
    """The coups off a shoe. ``total``: ordered runs of six cards; a shorter coup counts with every continuation.

    Arrays have four axes: the first two cards of the Player hand and of the Bank hand, by what is seen of them, then
    either third card, of which the last place is none.
    """

    def __init__(
        self, held: Mapping[Card, int], rules: Rules, sights: Sights = ALL_ALIKE, *, is_replaced: bool = False
    ) -> None:
        size = sum(held.values())
        dealt = deal_order()
        if size < (1 if is_replaced else LONGEST):
            raise OddsError("shoe-too-short", needed=LONGEST, size=size)
        if any(dealt.count(hand) != 2 for hand in HANDS):
            raise OddsError("hands-not-of-two", dealt=len(dealt))
        self.rules = rules
        self.sights = sights
        self.is_replaced = is_replaced
        self.total: int = onward_ways(size, 0, LONGEST, is_replaced=is_replaced)
        self.whole: Final = np.int64 if self.total < 2**63 else object
        self.onward: Final = [onward_ways(size, used, LONGEST, is_replaced=is_replaced) for used in range(LONGEST + 1)]
        self.late: Final = _classes(held, self._late_key, self.whole)
        self.early: Final = _classes(held, self._early_key, self.whole)
        self._group()

    def _late_key(self, face: Card) -> Hashable:
        return value(face, self.rules.points), *(face in one for one in self.sights.sets)

    def _early_key(self, face: Card) -> Hashable:
        return face if self.sights.of_two else self._late_key(face)

    def _group(self) -> None:
        """Group hands of two cards by what is seen of them, and count the ordered deals of two such groups."""
        early, sights = self.early, self.sights
        hands = list(combinations_with_replacement(range(len(early.faces)), 2))
        first, second = np.array(hands).T
        keys: dict[Hashable, list[int]] = {}
        for place, (one, two) in enumerate(hands):
            faces = early.faces[one], early.faces[two]
            seen = tuple(see(*faces) for see in sights.of_two)
            late = tuple(sorted(self.late.of[face] for face in faces))
            keys.setdefault((late, seen), []).append(place)
        order = np.array([place for places in keys.values() for place in places])
        starts = np.cumsum([0, *map(len, keys.values())])[:-1]
        same = (first == second).astype(early.sizes.dtype)
        twice = 2 - same
        self.hands: list[tuple[Card, Card]] = [
            (early.faces[hands[one[0]][0]], early.faces[hands[one[0]][1]]) for one in keys.values()
        ]
        self.used: Values = np.zeros((len(keys), len(self.late.faces)), dtype=self.whole)
        for group, faces in enumerate(self.hands):
            for face in faces:
                self.used[group, self.late.of[face]] += 1
        rows = np.zeros((len(keys), len(keys)), dtype=self.whole)
        for group, places in enumerate(keys.values()):
            for place in places:
                one, two = hands[place]
                left = early.sizes.copy()
                ways = left[one] * (left[two] - (one == two and not self.is_replaced)) * twice[place]
                if ways <= 0:
                    continue
                if not self.is_replaced:
                    left[one] -= 1
                    left[two] -= 1
                after = left[first] * (left[second] - (0 if self.is_replaced else same)) * twice
                rows[group] += np.add.reduceat(after[order], starts) * ways
        self.first_four = rows

    def _ask(self) -> None:
        """Ask the rules for totals, naturals, who draws and who wins."""
        rules, late = self.rules, self.late
        self.two: Values = np.array([_points(hand, rules) for hand in self.hands])
        drawn = [[_points((*hand, face), rules) for face in late.faces] for hand in self.hands]
        self.three: Values = np.column_stack([np.array(drawn), self.two])
        most = int(self.three.max()) + 1
        self.ended: Values = np.zeros((most, most), dtype=bool)
        self.draws: Values = np.zeros(most, dtype=bool)
        self.natural: Values = np.zeros((2, most, most), dtype=bool)
        self.bank_draws: Values = np.zeros((most, most, len(late.faces) + 1), dtype=bool)
        after = dict(zip(self.two.tolist(), drawn, strict=True))
        dealt = (self.two[axis].tolist() for axis in np.nonzero(self.first_four))
        for punto, banca in sorted(set(zip(*dealt, strict=True))):
            if is_ended_by_natural(punto, banca, rules):
                self.ended[punto, banca] = True
                self.natural[:, punto, banca] = [is_natural(points, rules.outcome) for points in (punto, banca)]
            elif is_card_due_to_player(punto, rules):
                self.draws[punto] = True
                for kind in np.flatnonzero(late.sizes).tolist():
                    points = after[punto][kind]
                    self.bank_draws[points, banca, kind] = is_card_due_to_bank(points, banca, late.faces[kind], rules)
            else:
                self.bank_draws[punto, banca, -1] = is_card_due_to_bank(punto, banca, None, rules)
        results = [[winner(punto, banca, rules.outcome) for banca in range(most)] for punto in range(most)]
        self.results: Values = np.array([[WINNERS.index(one) for one in row] for row in results])

    def tally(self, *seen: Callable[[Part], Values]) -> Counter[tuple[int, ...]]:
        """Count the runs by what is seen of them: whole numbers from nought to nine."""
        sums = Counter[tuple[int, ...]]()
        for part in self.parts():
            places = np.nonzero(part.runs)
            codes = np.zeros(len(places[0]), dtype=np.int64)
            for one in seen:
                codes = codes * 10 + np.broadcast_to(one(part), part.runs.shape)[places]
            found, inverse = np.unique(codes, return_inverse=True)
            counts = np.zeros(len(found), dtype=self.whole)
            np.add.at(counts, inverse, part.runs[places])
            for code, count in zip(found.tolist(), counts.tolist(), strict=True):
                sums[tuple(map(int, str(code).zfill(len(seen))))] += count
        return sums

    def parts(self) -> Iterator[Part]:
        """Yield the coups, a stretch of the first axis at a time."""
        self._ask()
        groups, thirds = len(self.hands), len(self.late.faces) + 1
        step = max(1, MOST_AT_ONCE // (groups * thirds * thirds))
        for start in range(0, groups, step):
            yield Part(self, slice(start, min(start + step, groups)))


class Part:
    """A stretch of the coups: how many runs each stands for, and what is to be seen of it."""

    def __init__(self, coups: Coups, rows: slice) -> None:
        self.coups = coups
        self.rows = rows
        none = len(coups.late.faces)
        two_p, two_b = coups.two[rows], coups.two
        three_p = coups.three[rows]
        ended = coups.ended[two_p[:, None], two_b]
        drawn = np.broadcast_to(coups.draws[two_p][:, None], ended.shape) & ~ended
        follows = coups.bank_draws[three_p[:, None, :], two_b[:, None], np.arange(none + 1)] & ~ended[..., None]
        left = coups.late.sizes - (0 if coups.is_replaced else coups.used[rows][:, None] + coups.used)
        runs = np.zeros((*follows.shape, none + 1), dtype=coups.whole)
        ways = coups.first_four[rows]
        third = np.where(drawn[..., None], ways[..., None] * left, 0)
        runs[..., :none, none] = np.where(follows[..., :none], 0, third * coups.onward[5])
        runs[..., none, none] = np.where(follows[..., none] | drawn, 0, ways * coups.onward[4])
        runs[..., none, :none] = np.where(
            (follows[..., none] & ~drawn)[..., None], ways[..., None] * left * coups.onward[5], 0
        )
        last = left[..., None, :] - (0 if coups.is_replaced else np.eye(none, dtype=coups.whole))
        runs[..., :none, :none] = np.where(follows[..., :none, None], third[..., None] * last, 0)
        self.runs = runs

    def result(self) -> Values:
        """Return who wins, as a place of :data:`WINNERS`."""
        found: Values = self.coups.results[self.total(Hand.PUNTO), self.total(Hand.BANCA)]
        return found

    def total(self, hand: Hand) -> Values:
        if hand is Hand.PUNTO:
            return self.coups.three[self.rows][:, None, :, None]
        return self.coups.three[None, :, None, :]

    def natural(self, hand: Hand) -> Values:
        """Return in which coups a hand has a natural, which ends them."""
        two = self.coups.two
        found: Values = self.coups.natural[HANDS.index(hand)][two[self.rows][:, None], two][:, :, None, None]
        return found

    def has_ended_by_natural(self) -> Values:
        return self.natural(Hand.PUNTO) | self.natural(Hand.BANCA)

    def two_card_total(self, hand: Hand) -> Values:
        return self._along(hand, self.coups.two)

    def of_two(self, hand: Hand, see: TwoCards) -> Values:
        """Return what the first two cards of a hand are to each other: one of the sights."""
        return self._along(hand, np.array([see(*faces) for faces in self.coups.hands]))

    def _along(self, hand: Hand, seen: Values) -> Values:
        return seen[self.rows][:, None, None, None] if hand is Hand.PUNTO else seen[None, :, None, None]

    def cards(self, hand: Hand) -> Values:
        return 2 + self.third_in(hand, frozenset(self.coups.late.faces))

    def third_in(self, hand: Hand, faces: Faces) -> Values:
        """Return in which coups the third card of a hand is among these faces, a set of the sights."""
        found = np.array([*(int(face in faces) for face in self.coups.late.faces), 0])
        return found[None, None, :, None] if hand is Hand.PUNTO else found[None, None, None, :]

    def missing(self, hand: Hand, faces: Faces) -> Values:
        return self.cards(hand) - self.held(hand, faces)

    def held(self, hand: Hand, faces: Faces) -> Values:
        """Return how many cards of a hand are among these faces, a set of the sights."""
        return self.of_two(hand, lambda one, two: (one in faces) + (two in faces)) + self.third_in(hand, faces)


def _points(faces: Sequence[Card], rules: Rules) -> int:
    reckoned = total(faces, rules.points)
    assert isinstance(reckoned, int)  # every face is known
    return reckoned


def is_card_due_to_player(punto: int, rules: Rules) -> bool:
    draws = is_player_to_draw(punto, rules)
    if draws is None:
        raise OddsError("rules-silent-on-punto", points=punto)
    return draws


def is_card_due_to_bank(punto: int, banca: int, third: Card | None, rules: Rules) -> bool:
    try:
        return is_bank_to_draw(punto, banca, third, rules)
    except IndexError as error:
        raise OddsError("rules-silent-on-bank", points=banca) from error
