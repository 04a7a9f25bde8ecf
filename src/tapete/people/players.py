"""Players: a pseudonym for ever, a name for as long as they like, and ways back that belong to one person.

The pseudonym is 128 random bits, so that no two people ever bear the same, and nobody guesses one. The name is shown,
is kept here alone, and can be erased. A way back is a short code from the cash desk, good for a few minutes, once; or
the word that a player's own browser keeps, good for a month. Both end when somebody says so, and when a code is used.
"""

from __future__ import annotations

import re
import secrets
from collections import Counter
from collections.abc import Callable, Iterable
from enum import StrEnum
from functools import cache
from typing import Final
from unicodedata import category, normalize

import msgspec

from tapete.kernel import PersonId
from tapete.people.accounts import TOKEN_BYTES, digest, is_in_time
from tapete.people.credentials import ALPHABET
from tapete.spelling import is_blank, skeleton
from tapete.table.staff import Role
from tapete.words import topics


class Player(msgspec.Struct, frozen=True):
    person: PersonId
    name: str


class WayKind(StrEnum):
    CODE = "code"
    BROWSER = "browser"


class Way(msgspec.Struct, frozen=True):
    """A way back: to whom, of which kind, and until when, in seconds."""

    person: PersonId
    kind: WayKind
    until: int


class MemoryPlayers:
    """Names and ways back, which end with the process. Each call stands alone."""

    def __init__(self) -> None:
        self._names: dict[PersonId, str] = {}
        self._ways: dict[str, Way] = {}

    def name(self, person: PersonId) -> str | None:
        return self._names.get(person)

    def put_name(self, person: PersonId, name: str) -> None:
        self._names[person] = name

    def everybody(self) -> tuple[Player, ...]:
        return by_name(self._names.copy().items())  # another thread may be writing

    def find_way(self, key: str) -> Way | None:
        return self._ways.get(key)

    def put_way(self, key: str, way: Way, *, instead: bool = False) -> None:
        """Keep a way back; ``instead``: in place of every other of its kind."""
        if instead:
            self.void_ways(way.person, way.kind)
        self._ways[key] = way

    def take_code(self, key: str, now: int) -> Way | None:
        """Return the code with a digest and forget it; where it is still good, every way back of its player too."""
        way = self._ways.get(key)
        if way is None or way.kind is not WayKind.CODE:
            return None
        if now < way.until:
            self.void_ways(way.person)
        else:
            self.void_way(key)
        return way

    def void_ways(self, person: PersonId, kind: WayKind | None = None) -> None:
        gone = [key for key, one in self._ways.items() if one.person == person and kind in (None, one.kind)]
        for key in gone:
            del self._ways[key]

    def void_way(self, key: str) -> None:
        self._ways.pop(key, None)

    def erase(self, person: PersonId) -> bool:
        """Forget a player; return whether there was a name."""
        self.void_ways(person)
        return self._names.pop(person, None) is not None


def by_name(names: Iterable[tuple[PersonId, str]]) -> tuple[Player, ...]:
    return tuple(sorted((Player(person, name) for person, name in names), key=lambda one: (one.name, one.person)))


CODE_LENGTH: Final = 8
CODE_S: Final = 15 * 60
BROWSER_S: Final = 30 * 86_400
NAME_MOST: Final = 30
PLAYER_MARK: Final = "p-"
"""How the pseudonyms of players begin."""
COLONS: Final = frozenset(":\ufe13\ufe55\uff1a\u02d0\u02f8\u0589\u05c3\u0703\u0704\u16ec\u205a\u2236\ua789")


class Players:
    """The players of a house. ``clock`` is in seconds."""

    def __init__(self, clock: Callable[[], float], store: MemoryPlayers | None = None) -> None:
        self._clock = clock
        self.store: Final = store or MemoryPlayers()
        self._looks = Counter(skeleton(one.name) for one in self.store.everybody())

    def register(self, name: str) -> Player | None:
        """Return a new player, whose name others may have too; ``None`` for one that cannot be shown."""
        shown = self._free_name(name)
        if shown is None:
            return None
        player = Player(PersonId(f"{PLAYER_MARK}{secrets.token_hex(16)}"), shown)
        self.store.put_name(player.person, shown)
        self._looks[skeleton(shown)] += 1
        return player

    def _free_name(self, name: str) -> str | None:
        shown = shown_name(name)
        marked = (skeleton(f"{one.name}{mark_of(one.person)}") for one in self.store.everybody())
        return None if shown is None or skeleton(shown) in marked else shown

    def rename(self, person: PersonId, name: str) -> bool:
        """Change the name of a player; return whether that is a player and the name can be shown."""
        shown, old = self._free_name(name), self.store.name(person)
        if shown is None or old is None:
            return False
        self.store.put_name(person, shown)
        self._looks.subtract([skeleton(old)])
        self._looks[skeleton(shown)] += 1
        return True

    def has_double(self, name: str) -> bool:
        return self._looks[skeleton(name)] > 1

    def name_of(self, person: PersonId) -> str:
        return self.store.name(person) or ""

    def give_code(self, person: PersonId) -> str | None:
        """Return a code that leads a player back to their own pages; every earlier one of theirs is void."""
        if self.store.name(person) is None:
            return None
        code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
        self.store.put_way(digest(code), Way(person, WayKind.CODE, int(self._clock()) + CODE_S), instead=True)
        return code

    def redeem(self, code: str) -> Player | None:
        """Return the player whom a code leads back, and void it; ``None`` for a code that is wrong, old or used.

        Their other browsers lead back no longer: a code that somebody else used is never unseen. Whoever asks is
        throttled by their address before: a code has 39 bits.
        """
        plain = "".join(sign for sign in code.casefold() if sign.isalnum())
        now = int(self._clock())
        way = self.store.take_code(digest(plain), now)
        return None if way is None or not is_in_time(way.until, CODE_S, now) else self._player(way.person)

    def remember(self, person: PersonId) -> str:
        token = secrets.token_urlsafe(TOKEN_BYTES)
        self.store.put_way(digest(token), Way(person, WayKind.BROWSER, int(self._clock()) + BROWSER_S))
        return token

    def remembered(self, token: str) -> Player | None:
        way = self.store.find_way(digest(token))
        is_good = way is not None and way.kind is WayKind.BROWSER and is_in_time(way.until, BROWSER_S, self._clock())
        return self._player(way.person) if way is not None and is_good else None

    def forget_browser(self, token: str) -> None:
        way = self.store.find_way(digest(token))
        if way is not None and way.kind is WayKind.BROWSER:
            self.store.void_way(digest(token))

    def void_all(self, person: PersonId) -> None:
        self.store.void_ways(person)

    def erase(self, person: PersonId) -> bool:
        """Forget who bore a pseudonym; return whether anybody did. Records keep the pseudonym, and stay provable."""
        self._looks.subtract([skeleton(self.name_of(person))])
        return self.store.erase(person)

    def _player(self, person: PersonId) -> Player | None:
        name = self.store.name(person)
        return None if name is None else Player(person, name)


def shown_name(name: str) -> str | None:
    """Return a name as it is shown; ``None`` for one that cannot be: too long, nothing that is seen, a post's."""
    shown = " ".join(name.split())
    is_seen = len(shown) <= NAME_MOST and shown.isprintable() and not is_blank(shown)
    return shown if is_seen and not is_of_post(shown) else None


def mark_of(person: str) -> str:
    return person.removeprefix(PLAYER_MARK)[:4]


def is_of_post(name: str) -> bool:
    """Return True if a name, or words of it in a row, is what a post is called, or with a colon the hall itself."""
    words = _words(name)
    ends = range(1, len(words) + 1)
    is_post = any(skeleton("".join(words[start:end])) in _posts() for end in ends for start in range(end))
    return is_post or _bare(words) in _all_names() or not COLONS.isdisjoint(name)


@cache
def _posts() -> frozenset[str]:
    return frozenset(skeleton("".join(_words(one))) for one in _listed("post", Role))


@cache
def _all_names() -> frozenset[str]:
    """Return what pages call the house, a player without a name, a screen."""
    return frozenset(_bare(_words(one)) for one in _listed("desk", topics()["role"]))


def _words(name: str) -> list[str]:
    spaced = "".join(" " if category(one)[0] in "ZP" else one for one in normalize("NFKC", name))
    return [re.sub(r"^\d+|\d+$", "", one) for one in spaced.split()]


def _bare(words: list[str]) -> str:
    """Return how words look without «la», «of», «générale»: with them a desk is no other one."""
    return "".join(look for one in words if (look := skeleton(one)) not in map(skeleton, _listed("beside")))


def _listed(kind: str, roles: Iterable[str] = ()) -> list[str]:
    told = [text for role in roles for text in (role, *topics()["role"][role].values())]
    return told + [one for text in topics()["post-name"][kind].values() for one in text.split("|")]
