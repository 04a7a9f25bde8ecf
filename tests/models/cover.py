"""Who covers the bank of a coup of chemin de fer, and who gets the punto's cards (CF.B.14-27, CF.D.04-09, CF.E1.21)."""

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import combinations

SEGUIDO, BANCO, HALF, LAST, STAKE, LINE = "seguido", "banco", "half", "last", "stake", "line"
"""What somebody may call; a part of a joint banco is called with the name of him who leads it."""


@dataclass(frozen=True)
class Call:
    who: str
    kind: str
    amount: int
    leader: str = ""


@dataclass(frozen=True)
class Betting:
    places: tuple[int, ...]
    seated: dict[int, str]
    standing: tuple[tuple[str, int], ...]
    """Those on their feet and the places behind which they stand, in order of arrival."""
    banker_at: int | None
    """The banker's place; of one on his feet the last place that held the bank."""
    bank: int
    minimum: int
    calls: tuple[Call, ...]
    unsaluted: frozenset[str] = frozenset()
    no_cards: frozenset[str] = frozenset()
    """Who may hold no cards by a ruling."""
    passer: str = ""
    """Who passed a smaller bank than this one, which is in its first coup."""
    half: Callable[[int], int] = field(default=lambda amount: (amount + 1) // 2)
    small: bool = False
    """The house admits a part below the minimum if it completes the bank."""
    remainder: bool = True
    """A stake that overshoots plays in part."""
    seguido_first: bool = True
    """A repeated banco goes before every ordinary one; otherwise it is one of them."""


@dataclass(frozen=True)
class Covered:
    how: str
    holder: str
    plays: dict[str, int]


def order(betting: Betting) -> list[str]:
    labels = list(betting.places)
    if betting.banker_at is not None:
        at = labels.index(betting.banker_at) + 1
        labels = labels[at:] + labels[:at]
    seated = [betting.seated[place] for place in labels if place in betting.seated]
    return seated + [who for place in labels for who, behind in betting.standing if behind == place]


def banco_order(betting: Betting) -> list[str]:
    people = order(betting)
    return [one for one in people if one not in betting.unsaluted] + [one for one in people if one in betting.unsaluted]


def first(people: list[str], calls: list[Call]) -> Call:
    return next(call for one in people for call in calls if call.who == one)


def cover(betting: Betting) -> Covered | None:
    for_banco = banco_order(betting)
    for kinds in ((SEGUIDO,) if betting.seguido_first else (), (SEGUIDO, BANCO)):
        callers = [one for one in betting.calls if one.kind in kinds]
        if callers:
            best = first(for_banco, callers)
            return Covered(best.kind, best.who, {best.who: betting.bank})
    groups = complete_groups(betting)
    if groups:
        leader, parts = min(groups.items(), key=lambda one: min(for_banco.index(who) for who in one[1]))
        holder = leader if leader in parts else min(parts, key=for_banco.index)
        return Covered("joint", holder, parts)
    return in_parts(betting)


def complete_groups(betting: Betting) -> dict[str, dict[str, int]]:
    found = {}
    for leader in {one.leader for one in betting.calls if one.leader}:
        parts = {one.who: one.amount for one in betting.calls if one.leader == leader}
        if leader not in parts:
            continue
        total = sum(parts.values())
        if total == betting.bank:
            found[leader] = parts
        elif total > betting.bank and betting.remainder and (cut := cut_down(betting, parts)):
            found[leader] = cut
    return found


def cut_down(betting: Betting, parts: dict[str, int]) -> dict[str, int]:
    least = 1 if betting.small else betting.minimum
    people = [one for one in banco_order(betting) if one in parts]
    plays, over = dict(parts), sum(parts.values()) - betting.bank
    for who in reversed(people):
        gives = over
        if gives >= plays[who]:
            gives = plays[who]
        elif plays[who] - gives < least:
            gives = max(0, plays[who] - least)
        plays[who] -= gives
        over -= gives
    if over == 0:
        return {who: cents for who, cents in plays.items() if cents}
    for who in reversed(people):
        others = {one: cents for one, cents in parts.items() if one != who}
        groups = [some for size in range(1, len(others) + 1) for some in combinations(others.values(), size)]
        if any(least * len(some) <= betting.bank <= sum(some) for some in groups):
            return cut_down(betting, others)
    return {}


def in_parts(betting: Betting) -> Covered | None:
    plays: dict[str, int] = {}
    halves = [one for one in betting.calls if one.kind == HALF]
    half = first(banco_order(betting), halves) if halves else None
    free = betting.bank - (half.amount if half else 0)
    laid = {one.who: live(betting, one) for one in betting.calls if one.kind in (STAKE, LINE)}
    in_turn = [one for one in order(betting) if one in laid]
    for who in sorted(in_turn, key=lambda one: laid[one] < betting.minimum):
        part = min(laid[who], free)
        whole = part == laid[who] or betting.remainder
        enough = part >= betting.minimum or (betting.small and part == free)
        if part and whole and enough:
            plays[who] = part
            free -= part
    last = None
    if half:
        plays[half.who] = plays.get(half.who, 0) + half.amount
        promised = [one for one in betting.calls if one.kind == LAST and one.amount >= free]
        if promised and free and (free >= betting.minimum or betting.small):
            last = first(banco_order(betting), promised)
            plays[last.who] = plays.get(last.who, 0) + free
    if not plays:
        return None
    if half and plays == {half.who: betting.bank}:
        return Covered(BANCO, half.who, plays)
    return Covered("partial" if half else "stakes", holder(betting, plays, half, last), plays)


def live(betting: Betting, call: Call) -> int:
    return betting.half(call.amount) if call.kind == LINE else call.amount


def holder(betting: Betting, plays: dict[str, int], half: Call | None, last: Call | None) -> str:
    fit = {one: cents for one, cents in plays.items() if one not in betting.no_cards}
    for one in (last, half):
        if one is not None and one.who in fit:
            return one.who
    if betting.passer in fit:
        return betting.passer
    people = fit or plays
    sitting = {one: cents for one, cents in people.items() if one in betting.seated.values()} or people
    most = max(sitting.values())
    return next(one for one in order(betting) if sitting.get(one) == most)
