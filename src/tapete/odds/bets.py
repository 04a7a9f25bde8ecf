"""Bets of punto y banca as data: what a bet looks at and what it pays, read from TOML and counted exactly.

A bet is a list of payments. A coup gets the first one all of whose conditions hold; where none holds the stake is lost.
A condition names something that is to be seen of a coup or of a hand, and the values under which it holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from importlib.resources import files
from itertools import chain
from typing import Any, Final, NamedTuple

import msgspec
import numpy as np

from tapete.cards import DECK, RANKS, SUITS, Card, cards, rank, suit
from tapete.clauses import Cite, trace
from tapete.games.punto_banco.rules import GAME, read
from tapete.games.punto_banco.terms import Hand
from tapete.odds.coups import HANDS, Coups, Faces, Part, Sights, TwoCards, Values
from tapete.odds.punto_banco import RULEBOOK
from tapete.odds.shoe import OddsError, fraction_text, shoe
from tapete.rulebooks import Library, RulebookError, house_library
from tapete.rulebooks.recipe import read_tree, text_of

KNOWN: Final = "known"
"""In place of a file: the bets of the package."""
COLOURS: Final = {"red": "hd", "black": "sc"}
HAND_TABLES: Final = {"player": Hand.PUNTO, "banker": Hand.BANCA}
WINNER_WORDS: Final = ("player", "banker", "tie")

Tree = Mapping[str, Any]


class Looked(NamedTuple):
    """What a condition looks at: ``see`` gives a number for each coup; ``faces`` are those that it is about, if any."""

    see: Callable[[Part], Values]
    faces: Faces | None = None
    of_two: TwoCards | None = None


class Condition(NamedTuple):
    looked: Looked
    values: frozenset[int]


class Payment(NamedTuple):
    """What is paid to one; nought gives the stake back, and less than nought keeps a part of it."""

    to: Fraction
    conditions: tuple[Condition, ...]


class Bet(NamedTuple):
    name: str
    payments: tuple[Payment, ...]

    @property
    def sights(self) -> Sights:
        looked = [one.looked for payment in self.payments for one in payment.conditions]
        return Sights(
            of_two=tuple(dict.fromkeys(one.of_two for one in looked if one.of_two is not None)),
            sets=tuple(dict.fromkeys(one.faces for one in looked if one.faces is not None)),
        )


# --- what can be looked at --------------------------------------------------------------------------------------------


def _is_pair(one: Card, two: Card) -> int:
    return int(rank(one) == rank(two))


def _is_suited(one: Card, two: Card) -> int:
    return int(suit(one) == suit(two))


def _pair_rank(one: Card, two: Card) -> int:
    return RANKS.index(rank(one)) + 1 if rank(one) == rank(two) else 0


def _both(see: Callable[[Part, Hand], Values]) -> Callable[[Part], Values]:
    return lambda part: see(part, Hand.PUNTO) + see(part, Hand.BANCA)


def _hands(see: TwoCards) -> Looked:
    """In how many hands the first two cards are so."""
    return Looked(_both(lambda part, hand: part.of_two(hand, see)), of_two=see)


def _hand(hand: Hand, see: TwoCards) -> Looked:
    return Looked(lambda part: part.of_two(hand, see), of_two=see)


def _have_same_pair(part: Part) -> Values:
    player, bank = (part.of_two(hand, _pair_rank) for hand in HANDS)
    found: Values = (player == bank) & (player > 0)
    return found


def _over(see: Callable[[Part, Hand, Faces], Values], hands: tuple[Hand, ...], faces: Faces) -> Looked:
    def both(part: Part) -> Values:
        found = [see(part, hand, faces) for hand in hands]
        return found[0] + found[1] if len(found) > 1 else found[0]

    return Looked(both, faces)


def _margin(part: Part) -> Values:
    found: Values = np.abs(part.total(Hand.PUNTO) - part.total(Hand.BANCA))
    return found


OF_COUP: Final[Mapping[str, tuple[Looked, int, int]]] = {
    "margin": (Looked(_margin), 0, 9),
    "sum": (Looked(_both(Part.total)), 0, 18),
    "cards": (Looked(_both(Part.cards)), 4, 6),
    "pairs": (_hands(_is_pair), 0, 2),
    "perfect_pairs": (_hands(lambda one, two: int(one == two)), 0, 2),
}
"""Numbers of a coup, with the least and the most that they can be."""
OF_HAND: Final[Mapping[str, tuple[Callable[[Part, Hand], Values], int, int]]] = {
    "total": (Part.total, 0, 9),
    "two_card_total": (Part.two_card_total, 0, 9),
    "cards": (Part.cards, 2, 3),
}
QUESTIONS_OF_COUP: Final[Mapping[str, Looked]] = {
    "natural": Looked(Part.has_ended_by_natural),
    "same_pair": Looked(_have_same_pair, of_two=_pair_rank),
}
"""What is true of a coup or is not."""
QUESTIONS_OF_HAND: Final[Mapping[str, Callable[[Hand], Looked]]] = {
    "natural": lambda hand: Looked(lambda part: part.natural(hand)),
    "pair": lambda hand: _hand(hand, _is_pair),
    "suited": lambda hand: _hand(hand, _is_suited),
}
OF_CARDS: Final = ("all", "held")
KEYS_OF_COUP: Final = ("winner", *OF_COUP, *QUESTIONS_OF_COUP, *OF_CARDS, *HAND_TABLES)
KEYS_OF_HAND: Final = (*OF_HAND, *QUESTIONS_OF_HAND, "first", "third", *OF_CARDS)


# --- reading ----------------------------------------------------------------------------------------------------------


def known_bets() -> tuple[Bet, ...]:
    """Return the bets that are best known, from the package."""
    return read_bets((files("tapete.odds") / "data" / "bets.toml").read_bytes(), "bets.toml")


def read_bets(data: bytes, file: str) -> tuple[Bet, ...]:
    """Return the bets of a TOML file.

    Raises :class:`~tapete.odds.shoe.OddsError` where it says no bet, with the bet and the key that is wrong;
    :class:`~tapete.rulebooks.RulebookError` where it is no TOML.
    """
    try:
        tree = read_tree(text_of(data, file), file, Fraction)
    except RecursionError as error:
        raise RulebookError("too-deep", file) from error
    _require_keys(tree, ("bet",), "bet", file)
    given = tree.get("bet")
    if not isinstance(given, list) or not given:
        raise OddsError("bets-missing", key="[[bet]]")
    found = tuple(_Reader(one, place).bet() for place, one in enumerate(given, 1))
    names = [one.name for one in found]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise OddsError("bet-named-twice", bet=twice)
    return found


def _require_keys(tree: Tree, known: Iterable[str], at: str, bet: str) -> None:
    for key in tree:
        if key not in known:
            raise OddsError("bet-key-unknown", bet=bet, at=at, key=key, known=tuple(known))


class _Reader:
    """Reads one bet of a file."""

    def __init__(self, tree: Any, place: int) -> None:
        self.tree, self.name = tree, f"#{place}"

    def bet(self) -> Bet:
        tree = self.table(self.tree, "bet")
        name = tree.get("name")
        if not isinstance(name, str) or not name.strip():
            raise OddsError("bet-unnamed", bet=self.name)
        self.name = name
        _require_keys(tree, ("name", "pays"), "bet", name)
        rows = tree.get("pays")
        if not isinstance(rows, list) or not rows:
            raise OddsError("bets-missing", key=f"{name}: [[bet.pays]]")
        return Bet(name, tuple(self.payment(self.table(row, "pays")) for row in rows))

    def table(self, tree: Any, at: str) -> Tree:
        if not isinstance(tree, dict):
            raise OddsError("bet-no-table", bet=self.name, at=at)
        return tree

    def payment(self, tree: Tree) -> Payment:
        _require_keys(tree, ("to", *KEYS_OF_COUP), "pays", self.name)
        given = tree.get("to")
        try:
            to = Fraction("" if isinstance(given, bool) or given is None else given)
        except (ValueError, ZeroDivisionError, TypeError):
            to = Fraction(-2)
        if to < -1:
            raise OddsError("bet-no-payment", bet=self.name, given=_told(given))
        conditions = tuple(chain.from_iterable(self.of_coup(key, one) for key, one in tree.items() if key != "to"))
        return Payment(to, conditions)

    def of_coup(self, key: str, given: Any) -> Iterator[Condition]:
        if key in HAND_TABLES:
            hand, tree = HAND_TABLES[key], self.table(given, key)
            _require_keys(tree, KEYS_OF_HAND, key, self.name)
            for inner, one in tree.items():
                yield self.of_hand(hand, inner, one, f"{key}.{inner}")
        elif key == "winner":
            words = given if isinstance(given, list) else [given]
            if not words or not all(word in WINNER_WORDS for word in words):
                raise OddsError("bet-no-word", bet=self.name, at=key, given=_told(given), known=WINNER_WORDS)
            yield Condition(Looked(Part.result), frozenset(map(WINNER_WORDS.index, words)))
        elif key == "all":
            yield from (self.of_cards((hand,), key, given, key) for hand in HANDS)
        elif key in OF_CARDS:
            yield self.of_cards(HANDS, key, given, key)
        elif key in OF_COUP:
            looked, least, most = OF_COUP[key]
            yield Condition(looked, self.numbers(given, least, most, key))
        else:
            yield Condition(QUESTIONS_OF_COUP[key], self.truth(given, key))

    def of_hand(self, hand: Hand, key: str, given: Any, at: str) -> Condition:
        if key in OF_HAND:
            see, least, most = OF_HAND[key]
            return Condition(Looked(lambda part: see(part, hand)), self.numbers(given, least, most, at))
        if key in QUESTIONS_OF_HAND:
            return Condition(QUESTIONS_OF_HAND[key](hand), self.truth(given, at))
        if key in OF_CARDS:
            return self.of_cards((hand,), key, given, at)
        if key == "third":
            faces = self.faces(given, at)
            return Condition(Looked(lambda part: part.third_in(hand, faces), faces), frozenset({1}))
        ranks = sorted(str(given).split())
        if len(ranks) != 2 or not all(one in RANKS and len(one) == 1 for one in ranks):
            raise OddsError("bet-no-two-ranks", bet=self.name, at=at, given=_told(given))
        return Condition(_hand(hand, lambda one, two: int(sorted((rank(one), rank(two))) == ranks)), frozenset({1}))

    def of_cards(self, hands: tuple[Hand, ...], key: str, given: Any, at: str) -> Condition:
        """Read ``all``, the faces that all cards are among, or ``held``, how many are among some faces."""
        if key == "all":
            return Condition(_over(Part.missing, hands, self.faces(given, at)), frozenset({0}))
        tree = self.table(given, at)
        _require_keys(tree, ("of", "number"), at, self.name)
        among = self.faces(tree.get("of"), f"{at}.of")
        number = self.numbers(tree.get("number"), 0, 3 * len(hands), f"{at}.number")
        return Condition(_over(Part.held, hands, among), number)

    def faces(self, given: Any, at: str) -> Faces:
        found = set[Card]()
        for word in given.split() if isinstance(given, str) else ():
            suits = COLOURS.get(word, word if word in SUITS else "")
            more = {face for face in DECK if face == word or (len(word) == 1 and rank(face) == word)}
            more |= {face for face in DECK if suits and suit(face) in suits}
            found |= more
            if not more:
                break
        else:
            if found:
                return frozenset(found)
        raise OddsError("bet-no-cards", bet=self.name, at=at, given=_told(given))

    def numbers(self, given: Any, least: int, most: int, at: str) -> frozenset[int]:
        """Read a number, several, or from one to another as a text: 9, [0, 1], "4-9"."""
        ends = given.split("-") if isinstance(given, str) else ()
        if len(ends) == 2 and all(one.isascii() and one.isdigit() and len(one) < 3 for one in ends):
            given = [*range(int(ends[0]), int(ends[1]) + 1)]
        found = given if isinstance(given, list) else [given]
        if not found or not all(type(one) is int and least <= one <= most for one in found):
            raise OddsError("bet-no-number", bet=self.name, at=at, given=_told(given), least=least, most=most)
        return frozenset(found)

    def truth(self, given: Any, at: str) -> frozenset[int]:
        if not isinstance(given, bool):
            raise OddsError("bet-no-truth", bet=self.name, at=at, given=_told(given))
        return frozenset({int(given)})


def _told(given: Any) -> str:
    return str(given)[:40]


# --- counting ---------------------------------------------------------------------------------------------------------


class BetOdds(NamedTuple):
    """``pays``: each payment to one with the runs that get it; ``losses``: the runs that lose."""

    name: str
    pays: tuple[tuple[Fraction, int], ...]
    losses: int

    @property
    def edge(self) -> Fraction:
        """What the house keeps of each unit staked, in the long run; a stake given back counts as staked."""
        total = sum(count for _, count in self.pays) + self.losses
        return (self.losses - sum((to * count for to, count in self.pays), Fraction(0))) / total


class BetsOdds(msgspec.Struct, frozen=True):
    """What bets bring. Counts are ordered runs of six cards, out of ``total``. ``rests_on``: clauses that decided."""

    decks: int
    is_infinite: bool
    removed: tuple[Card, ...]
    rulebook: str
    total: int
    bets: tuple[BetOdds, ...]
    rests_on: tuple[Cite, ...]

    def to_json(self) -> dict[str, Any]:
        """Return a plain tree: fractions as «n/d»."""
        bets = [
            {
                "name": bet.name,
                "edge": fraction_text(bet.edge),
                "pays": [{"to": fraction_text(to), "count": count} for to, count in bet.pays],
                "losses": bet.losses,
            }
            for bet in self.bets
        ]
        head = {name: getattr(self, name) for name in ("decks", "removed", "rulebook", "total")}
        return {**head, "infinite": self.is_infinite, "bets": bets, "rests_on": list(self.rests_on)}


def count_bets(
    bets: Iterable[Bet],
    decks: int = 8,
    removed: str | Iterable[str] = (),
    *,
    rulebook: str = RULEBOOK,
    library: Library | None = None,
    is_infinite: bool = False,
) -> BetsOdds:
    """Count what bets bring, off a shoe as :func:`tapete.odds.punto_banco.exact` has it. Raises as that does.

    >>> count_bets(known_bets()).bets[4].pays
    ((Fraction(25, 1), 172660763262976),)
    """
    gone = cards(removed) if isinstance(removed, str) else tuple(removed)
    held = shoe(decks, gone)
    with trace() as trail:
        rules = read((library or house_library()).by_id(GAME, rulebook))
        by_sights: dict[Sights, list[Bet]] = {}
        wanted = tuple(bets)
        for bet in wanted:
            by_sights.setdefault(bet.sights, []).append(bet)
        found, total = dict[str, BetOdds](), 0
        for sights, alike in by_sights.items():
            coups = Coups(held, rules, sights, is_replaced=is_infinite)
            total = coups.total
            found |= {one.name: one for one in _counted(coups, alike)}
    ordered = tuple(found[bet.name] for bet in wanted)
    return BetsOdds(decks, is_infinite, tuple(map(Card, gone)), rulebook, total, ordered, trail.rests_on)


def _counted(coups: Coups, bets: list[Bet]) -> Iterator[BetOdds]:
    counts = {bet.name: [0] * len(bet.payments) for bet in bets}
    for part in coups.parts():
        for bet in bets:
            is_open = part.runs > 0
            for place, payment in enumerate(bet.payments):
                holds = is_open
                for looked, values in payment.conditions:
                    holds = holds & np.isin(looked.see(part).astype(np.int8), [*values])
                if holds.any():
                    counts[bet.name][place] += int(part.runs[holds].sum())
                    is_open = is_open & ~holds
    for bet in bets:
        pays = tuple(zip((one.to for one in bet.payments), counts[bet.name], strict=True))
        yield BetOdds(bet.name, pays, coups.total - sum(counts[bet.name]))
