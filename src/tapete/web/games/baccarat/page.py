"""What the pages of the card games are composed of: one look at a table, its rail, its felt, what its viewer may do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, Generic, TypeVar

import msgspec
from msgspec.structs import replace

from tapete.clauses import Cite
from tapete.games.baccarat.procedure import Said
from tapete.games.banked.view import CardView
from tapete.kernel import Act, ActBody, Offer, PersonId, Refused
from tapete.money import Cents
from tapete.table.acts import Leave
from tapete.table.staff import Role
from tapete.web import seat_links
from tapete.web.action_buttons import Action, with_usual_amounts
from tapete.web.games.baccarat.news import RecentEvents
from tapete.web.notices import Notice
from tapete.web.page_context import PageContext, croupier, formulas
from tapete.web.post_offers import absent_posts
from tapete.web.staff_access import BOT_PREFIX
from tapete.web.stage import build, model
from tapete.web.stage.desk import SlipRow
from tapete.web.stage.model import Ask, Card, Clause, Fact, Felt, Hand, Rail, Seat, Stage, Tone
from tapete.words import act, announcement, label, money, refusal, sentence

V = TypeVar("V", bound=Any)
H = TypeVar("H", bound=RecentEvents)
F = TypeVar("F", bound=Felt)
P = TypeVar("P", bound="Page[Any, Any]")


class Look(msgspec.Struct, Generic[V, H], frozen=True, kw_only=True):
    """Who looks at which view, in which language. ``topic``: where the words of the game stand; ``history``: what was
    read in the record.
    """

    view: V
    history: H
    topic: str
    lang: str
    is_staff: bool = False
    """They read the numbers of the cards in the shoe."""

    @property
    def person(self) -> PersonId | None:
        return None if self.view.me is None else self.view.me.person

    @property
    def banker(self) -> PersonId | None:
        return None if self.view.bank is None else self.view.bank.banker

    def say(self, code: str, **facts: object) -> str:
        return sentence(self.topic, code, self.lang, **facts)

    def name(self, who: str | None) -> str:
        return "" if who is None else seat_links.short_name(str(who), self.view.name, self.lang)

    def named(self, people: Iterable[str]) -> tuple[tuple[str, str], ...]:
        """Return people as the options of a form."""
        return tuple((str(who), self.name(who)) for who in dict.fromkeys(people))

    def sums(self, shares: Iterable[Any]) -> str:
        """Return whose parts are how much."""
        return " · ".join(f"{self.name(one.person)} {money(one.amount, self.lang)}" for one in shares)


class Page(Look[V, H], frozen=True, kw_only=True):
    """A look from which a whole page is made, with what its viewer is offered."""

    sight: PageContext
    offers: tuple[Offer, ...]

    @property
    def viewer(self) -> PersonId:
        """Return whose page it is. Raises ``ValueError`` for the public screen."""
        if self.sight.person is None:
            raise ValueError("the public screen has no viewer")
        return self.sight.person

    @property
    def is_player(self) -> bool:
        return self.sight.screen == "player"

    @property
    def tags(self) -> frozenset[str]:
        """Return the acts that the viewer may do."""
        return frozenset(one.act for one in self.offers)

    def refused(self, what: ActBody, person: PersonId | None = None) -> Refused | None:
        """Return why the viewer, or another ``person``, may not do something now."""
        return self.sight.table.would_refuse(Act(person or self.viewer, what, self.view.step))

    def refusals(
        self, what: ActBody, person: PersonId | None = None, only: frozenset[str] = frozenset()
    ) -> Iterator[Notice]:
        """Yield the refusal of an act as a notice; ``only``: if it is one of these."""
        no = self.refused(what, person)
        if no is not None and (not only or no.code in only):
            told = refusal(no.code, no.facts, self.lang, seat_links.table_naming(self.view.name))
            yield Notice(told, "even", tuple(dict.fromkeys(no.clauses)))

    def next_step_refused(self, steps: Mapping[str, ActBody], only: frozenset[str] = frozenset()) -> tuple[Notice, ...]:
        """Return why the croupier cannot go on with the next of their ``steps``, by phase: everybody waits for it."""
        who, what = self.view.staff.get(str(Role.CROUPIER)), steps.get(self.view.phase)
        return () if who is None or what is None else tuple(self.refusals(what, who, only))


def look_at(sight: PageContext, kind: type[V], history: Callable[[], H], topic: str) -> Page[V, H]:
    """Return the look of a page; nothing was read where nobody has read the record."""
    read: Any = sight.history or history()
    return Page(
        sight=sight,
        offers=sight.offers,
        view=sight.view_as(kind),
        history=read,
        topic=topic,
        lang=sight.lang,
        is_staff=bool(sight.roles),
    )


def stage_of(
    on: Page[Any, Any],
    rail: Rail,
    felt: Felt,
    roads: model.Roads,
    ask: Callable[[], Ask],
    desk: Callable[[], msgspec.Raw],
) -> Stage:
    """Return a page of its regions: what may be done is for a person, the desk for who holds a post."""
    sight = on.sight
    return Stage(
        version=sight.table.version,
        step=str(on.view.step),
        screen=sight.screen,  # type: ignore[arg-type]
        rail=rail,
        felt=felt,
        ask=Ask() if sight.person is None else ask(),
        roads=roads,
        why=build.why(sight),
        desk=build.NONE if sight.person is None or on.is_player else desk(),
    )


# --- the rail, and what is told of a table whatever happens at it -----------------------------------------------------


def rail(
    on: Page[Any, Any],
    title: str,
    sums: Iterable[tuple[str, Cents | None]],
    numbers: Iterable[tuple[str, int | None]],
    tags: Iterable[str],
    *more: Fact,
) -> Rail:
    """Return the rail with limits, numbers, and tags: in a word each, with which shoe it is, and ``more`` of them."""
    view, lang = on.view, on.lang
    told = [(code, most_of_bank(view, lang) if code == "bank-maximum" else money(one or 0, lang)) for code, one in sums]
    told += [(code, str(one)) for code, one in numbers if one is not None]
    facts = tuple(Fact(name=label("ui", code, lang), value=one) for code, one in told)
    last = (Fact(name="", value=label("ui", "last-coup", lang), is_warning=True),) if view.last_coup else ()
    conduct = getattr(view, "conduct", None)
    known = [("shoe", view.shoe_kind, "sealed"), *([] if conduct is None else [("conduct", conduct, conduct)])]
    kinds = [
        Fact(name="", value=label(topic, one, lang), is_warning=one != usual, about=label(f"{topic}-about", one, lang))
        for topic, one, usual in reversed(known)
    ]
    shown = (*(Fact(name="", value=one) for one in tags), *kinds, *more, *last)
    return build.rail(on.sight, title, facts, shown)


def unusual(view: Any, lang: str) -> Iterator[str]:
    """Yield what a newcomer should know of a table that is no usual one: errors happen there, or cards are real."""
    if str(getattr(view, "conduct", "strict")) != "strict":
        yield label("conduct", view.conduct, lang)
    if view.shoe_kind != "sealed":
        yield label("shoe", view.shoe_kind, lang)


def most_of_bank(view: Any, lang: str) -> str:
    return label("ui", "no-maximum", lang) if view.bank_maximum is None else money(view.bank_maximum, lang)


def told_of_table(places: Mapping[str, Cite], topic: str, lang: str, /, **facts: object) -> tuple[Clause, ...]:
    """Return what clauses say of the table, each in the words that stand for its place in a topic."""
    return tuple(
        replace(build.clause(clause, lang), rule=sentence(topic, name, lang, **facts), lang="")
        for name, clause in places.items()
    )


# --- the felt ---------------------------------------------------------------------------------------------------------


def felt_of(
    on: Page[Any, Any],
    kind: type[F],
    said: Iterable[Said],
    *,
    waits: str,
    is_called: bool,
    said_from: int = -1,
    **own: Any,
) -> F:
    """Return the felt of a game: what is on that of each, and its ``own`` parts. ``said``: what the croupier said and
    is still so, from ``said_from`` on in the last act.
    """
    view, lang, table = on.view, on.lang, on.sight.table
    spanish, naming = formulas(table.game, view.rulebook), seat_links.table_naming(view.name)
    words = tuple(announcement(one.formula, one.values, lang, spanish, naming) for one in said)
    return kind(
        **{
            "phase": label("window", view.phase, lang),
            "croupier": croupier(view, lang),
            "sayings": words[said_from:],
            "earlier": words[:said_from],
            "waits": f"{waits} · {label('ui', 'was-called', lang)}" if waits and is_called else waits,
            "absent": absent_posts(table, view, lang),
            "waiting_list": tuple(map(on.name, view.waiting_list)),
            "clock": build.running_clock(on.sight, is_for_all_cards=view.phase == "deal"),
            **own,
        }
    )


def auction(on: Look[Any, Any]) -> Iterator[str]:
    """Yield from how much the bank is auctioned, and who bids how much, if it is."""
    found, lang = on.view.auction, on.lang
    if found is not None:
        yield sentence("ui", "bank-auction", lang, amount=found.floor)
        yield on.sums(sorted(found.bids, key=lambda one: -one.amount)) or label("ui", "no-bids", lang)


def is_top_bidder(on: Look[Any, Any]) -> bool:
    """Return True if the viewer's own bid is the highest so far."""
    bids = () if on.view.auction is None else on.view.auction.bids
    top = max(bids, key=lambda one: one.amount, default=None)
    return top is not None and top.person == on.person


def incident(kind: str, lang: str) -> str:
    return f"{label('ui', 'incident', lang)}: {label('irregularity', kind, lang)}"


def cards(on: Look[Any, Any], lying: Iterable[CardView], *, is_third: bool = False) -> tuple[Card, ...]:
    return tuple(
        build.card(one.face, on.lang, one.position if on.is_staff else None, is_third=is_third) for one in lying
    )


def loose(on: Look[Any, Any], lying: Iterable[CardView], hands: Iterable[str]) -> tuple[Card, ...]:
    """Return the cards that lie in no hand."""
    known = frozenset(hands)
    return cards(on, (one for one in lying if one.place.partition("-")[0] not in known))


def hand(
    on: Look[Any, Any],
    code: str,
    name: str,
    lying: Iterable[CardView],
    total: int | None,
    owner: PersonId | None = None,
    *,
    is_winner: bool,
    is_past: bool,
) -> Hand:
    """Return a hand with its cards; after the coup it stays, as the one before, until the next begins."""
    shown = tuple(lying)
    first, third = (tuple(one for one in shown if one.place == place) for place in (code, f"{code}-3"))
    is_private = any(one.face is not None and not one.face_up for one in (*first, *third))
    note = "only-you" if is_private else "laid-down" if first and code in on.view.coup.naturals else ""
    return Hand(
        id=str(code),
        name=name,
        owner=on.name(owner),
        total=total if first else None,
        cards=(*cards(on, first), *cards(on, third, is_third=True)),
        is_winner=bool(first) and is_winner,
        is_own=owner is not None and owner == on.person,
        is_past=is_past and bool(first),
        is_private=is_private,
        note=on.say(note) if note else "",
    )


def seat(
    on: Look[Any, Any],
    who: PersonId | None,
    number: int = 0,
    *,
    marks: Mapping[str, bool],
    is_away: bool | None = None,
    more: tuple[str, ...] = (),
    **own: Any,
) -> Seat:
    """Return a numbered place, or somebody on their feet: what they are by ``marks``, in words ``more``."""
    if who is None:
        return Seat(number=number, name=label("ui", "free", on.lang), marks=more)
    away = who in on.view.away if is_away is None else is_away
    told = (
        *(on.say(code) for code, is_so in marks.items() if is_so),
        *([label("ui", "away", on.lang)] if away else []),
    )
    return Seat(
        number=number,
        name=on.name(who),
        is_taken=True,
        is_own=who == on.person,
        is_machine=str(who).startswith(BOT_PREFIX),
        is_away=away,
        marks=(*told, *more),
        **own,
    )


TONES: Final[Mapping[str, Tone]] = {"won": "up", "punto": "up", "lost": "down", "banca": "down"}
"""How an outcome is for who staked against the bank; any other is neither good nor bad."""


def slip_row(
    on: Look[Any, Any], person: PersonId, bet: str, stake: Cents, result: str, outcome: str, **own: Cents
) -> SlipRow:
    """Return a bet that is collected or paid, under its ``outcome`` in words; at evens where it does not say more."""
    places = {one.person: str(one.seat) for one in on.view.seats if one.person is not None}
    tone = TONES.get(result, "even")
    paid = own or {"pays": stake if tone == "up" else 0}
    row = SlipRow(seat=places.get(person, ""), name=on.name(person), bet=bet, stake=stake, outcome=outcome, tone=tone)
    return replace(row, **paid)


# --- what one may do --------------------------------------------------------------------------------------------------


SHARED: Final[Mapping[str, str]] = {"shuffle-pack": "m", "cut-pack": "k", "open-bets": "h", "settle": "s"}
"""Letters of the acts of every card game; a game adds its own, and they go before these."""

BANKED: Final[Mapping[str, str]] = {
    **SHARED,
    "insert-stop-card": "i",
    "close-bets": "x",
    "call-banco": "b",
    "deal-card": "d",
    "carry-cards": "l",
    "lift": "v",
    "say.carta": "c",
    "say.no": "n",
    "give-card": "g",
    "draw-card": "r",
    "stand": "p",
}
"""Those of the games in which a player holds the bank."""

SEATING: Final = frozenset({"sit", "sit-behind", "stand-behind", "join-list", "leave-list"})
"""Acts by which somebody comes to a place, or waits for one."""
RARE: Final = frozenset(
    {"buy-in", "cash-out", "leave", "relieve", "ask-card-check", "set-options", "close-table", "move"}
)
"""Acts that are seldom done."""
ELSEWHERE: Final = frozenset({"report", "give-ruling"})
"""Acts with forms of their own on the desk."""
Amounts = Callable[[str, Any, Cents, Cents | None], Iterable[tuple[Cents, str]]]
"""Returns the usual amounts of an act on a view, by its tag, from its least and its greatest one."""


def with_amounts(action: Action, view: Any, amounts: Amounts, lang: str) -> Action:
    return with_usual_amounts(action, lambda least, most: amounts(action.tag, view, least, most), lang)


def buttons(
    on: P, letters: Mapping[str, str], hide: Iterable[str], amounts: Amounts, *changes: Callable[[Action, P], Action]
) -> tuple[Action, ...]:
    """Return the buttons of the viewer, each as the page shows it. ``changes`` make more of one: its full name, what
    its person should know, an amount at one touch.
    """
    not_theirs = {"relieve"} if on.is_player else SEATING | {"buy-in"}
    found = on.sight.actions(on.offers, letters, ELSEWHERE | not_theirs | set(hide))
    found = tuple(with_amounts(one, on.view, amounts, on.lang) for one in found)
    for change in changes:
        found = tuple(change(one, on) for one in found)
    return tuple(build.on_page(one, on.sight) for one in found)


def renamed(action: Action, lang: str, code: str = "", **facts: object) -> Action:
    """Return a button under the full name that stands for its act, or for another ``code``."""
    return replace(action, name=sentence("named", code or action.tag, lang, **facts))


def at_once(action: Action, value: int, lang: str, code: str = "") -> Action:
    """Return a button that does the usual thing at one touch and says it; its form is there for anything else."""
    field = action.fields[0].name
    said = sentence("at-once", code or action.tag, lang, **{field: value})
    return replace(action, at_once={field: str(value)}, at_once_name=said)


def affordable(wanted: Cents, least: Cents, *most: Cents | None) -> Cents:
    """Return what is usually told of a sum of money, within what is offered and what somebody has."""
    return max(least, min([wanted, *(one for one in most if one is not None)]))


def ask_of(
    on: Page[Any, Any],
    main: tuple[Action, ...],
    rest: Iterable[Action],
    rare: frozenset[str],
    *,
    more: Iterable[Action] = (),
    news: Iterable[Notice] = (),
    closed: Iterable[Notice] = (),
    is_held: bool = False,
    **own: Any,
) -> Ask:
    """Return what the viewer may do, the ``rare`` acts apart. ``is_held``: they are at the table, and may not leave it
    where that is not among their acts.
    """
    others = tuple(rest)
    stay = () if not is_held or "leave" in on.tags else tuple(on.refusals(Leave()))
    left = (
        Action("leave", act("leave", {}, on.lang), "", False, {}, (), one.clauses, "", why_not=one.text) for one in stay
    )
    lost, posts = build.posts(on.sight)
    return Ask(
        main=main,
        side=tuple(one for one in others if one.tag not in rare),
        more=(*more, *(one for one in others if one.tag in rare), *left),
        news=(*lost, *(build.notice(one, on.lang) for one in news if on.is_player)),
        obstacles=tuple(build.notice(one, on.lang) for one in closed),
        posts=posts,
        notes=on.sight.log if on.is_player else (),
        **own,
    )
