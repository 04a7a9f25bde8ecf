"""What the model of every game holds: who and where, clock, clauses, notices, roads, and the messages of the stream."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, partial
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from tapete import cards
from tapete.clauses import is_practice, register, wording
from tapete.kernel import PersonId
from tapete.live.timers import ClockFace
from tapete.table.state import TableView
from tapete.web import notices, seat_links
from tapete.web.action_buttons import PURSE_NAMES, Action
from tapete.web.art.chips import Denomination
from tapete.web.page_context import PageContext, is_stopped
from tapete.web.post_offers import PostOffers, post_offers as offers_about_posts
from tapete.web.stage.model import REGIONS, Amount, Card, Chip, Clause, Clock, Fact, Notice, Post, Rail, Stage, Why
from tapete.words import card_name, label, sentence, source

say: Final = partial(sentence, "ui")

NONE: Final = msgspec.Raw(b"null")
"""A region that a viewer has not."""


REFERENCE: Final = re.compile(r"\s\((?:frente a |against )?[A-Z]{2}\.[A-Z]\d?\.\d+(?:[-/][A-Z]{2}\.[A-Z]\d?\.\d+)?\)")
"""A clause's mention of others in brackets: on a page they stand beside it, with their sentences."""


@cache
def clause(one: str, lang: str) -> Clause:
    """Return a clause as a page tells it: the rule first, then where it comes from; house practice says its reason."""
    words = wording(one, lang)
    if is_practice(one):
        told = f"{label('ui', 'practice', lang)} {words.reason}"
    else:
        places = "; ".join(source(str(place), lang) for place in register()[one].sources)
        told = f"{label('ui', 'source', lang)}: {places}"
    return Clause(
        id=one, rule=REFERENCE.sub("", words.rule), source=told, lang="" if words.lang == lang else words.lang
    )


def clauses(found: Iterable[str], lang: str) -> tuple[Clause, ...]:
    return tuple(clause(str(one), lang) for one in dict.fromkeys(found))


def notice(one: notices.Notice, lang: str) -> Notice:
    return Notice(text=one.text, tone=one.tone, clauses=clauses(one.clauses, lang))  # type: ignore[arg-type]


def card(face: cards.Card | None, lang: str, position: int | None = None, *, is_third: bool = False) -> Card:
    """Return a card as its viewer knows it; ``position``: its place in the shoe, for whoever may read it."""
    number = 0 if position is None else position + 1
    return Card(name=card_name(face, lang), face="" if face is None else str(face), number=number, is_third=is_third)


def chip(kind: Denomination) -> Chip:
    return Chip(value=kind.value, colour=kind.colour, is_plaque=kind.is_plaque)


def clock(face: ClockFace | None, lang: str) -> Clock | None:
    if face is None:
        return None
    name = label("ui", f"clock-{face.kind}", lang)
    return Clock(name=name, ends=face.ends, total=round(face.total * 1000), kind=face.kind)


def amount(code: str, name: str, cents: int, owner: str = "") -> Amount:
    return Amount(id=code, name=name, amount=cents, owner=owner)


def rail(sight: PageContext, title: str, facts: tuple[Fact, ...], tags: tuple[Fact, ...]) -> Rail:
    view, lang = sight.view, sight.lang
    me, person = view.me, sight.person
    return Rail(
        title=title,
        table=sight.table.id,
        facts=facts,
        tags=tags,
        me="" if person is None else seat_links.short_name(person, sight.table.id, lang),
        posts=tuple(label("role", str(role), lang) for role in sight.roles),
        seat=None if me is None else me.seat,
        chips=None if me is None or sight.roles else me.chips,
        purse=sight.table.purse(person),
    )


def why(sight: PageContext) -> Why:
    found = () if sight.person is None else sight.table.explain(sight.person)
    return Why(clauses=clauses(found, sight.lang))


def running_clock(
    sight: PageContext, holder: PersonId | None = None, *, is_for_all_cards: bool = False
) -> Clock | None:
    """Return what time runs, for an official too, and whose it is: whom the table waits for, or who holds cards.
    ``is_for_all_cards``: somebody deals several in it.
    """
    face, who = sight.table.hold.face() or sight.table.countdown.face(), sight.view.waits_for or holder
    made = None if is_stopped(sight.view) else clock(face, sight.lang)
    if made is None or made.kind not in ("silence", "hold") or who is None:
        return made
    if who == sight.person:
        return replace(made, name=label("ui", "clock-cards", sight.lang)) if is_for_all_cards else made
    whose = seat_links.short_name(who, sight.table.id, sight.lang)
    return replace(made, name=say("clock-of-cards" if is_for_all_cards else "clock-of", sight.lang, person=whose))


def your_turn(view: TableView, lang: str, *, is_called: bool) -> str:
    """Return the sentence that tells somebody that the table waits for them; what they may do stands below it."""
    me = None if view.me is None else view.me.person
    if me is None or me != view.waits_for:
        return ""
    said = label("ui", "it-is-for-you", lang)
    return f"{said} {label('ui', 'you-were-called', lang)}" if is_called else said


def on_page(action: Action, sight: PageContext) -> Action:
    """Return a button as the browser draws it: each field with its title; in a house, where nobody buys at a table,
    what is done at the cash desk under its name there.
    """
    titled = (replace(one, title=one.title or label("field", one.name, sight.lang)) for one in action.fields)
    action = replace(action, fields=tuple(titled))
    if sight.table.purse(sight.person) is None or action.tag not in PURSE_NAMES:
        return action
    return replace(action, name=label("named", PURSE_NAMES[action.tag], sight.lang))


def told_of(game: str, lang: str, *topics: str) -> tuple[str, ...]:
    """Return the numbered sentences of topics on a game: how it is played, its words; none where nobody wrote them."""
    codes = ((topic, f"{game}-{number}") for topic in topics for number in range(1, 12))
    return tuple(said for topic, code in codes if (said := label(topic, code, lang)) != code)


def post_offers(sight: PageContext) -> PostOffers:
    if sight.person is None:
        return PostOffers()
    return offers_about_posts(sight.table, sight.person, sight.view, sight.lang, admitted=sight.is_admitted)


def posts(sight: PageContext) -> tuple[tuple[Notice, ...], tuple[Post, ...]]:
    """Return why the viewer lost a post, and the posts that they may take."""
    told = post_offers(sight)
    lost = (Notice(text=told.loss_notice, tone="down"),) if told.loss_notice else ()
    return lost, tuple(Post(id=one, name=say("take-post", sight.lang, role=one)) for one in told.posts_to_take)


# --- the wire ---------------------------------------------------------------------------------------------------------

_encoder = msgspec.json.Encoder()


def regions(stage: Stage) -> dict[str, bytes]:
    """Return the bytes of each region."""
    return {name: _encoder.encode(getattr(stage, name)) for name in REGIONS}


def message(stage: Stage, now: int, made: dict[str, bytes], sent: dict[str, bytes], successor: str = "") -> bytes:
    """Return what a viewer who has ``sent`` lacks: version, step, the server's time (ms), the regions that differ, and
    the table at which a closed one goes on.
    """
    changed = {name: msgspec.Raw(made[name]) for name in made if sent.get(name) != made[name]}
    head: dict[str, Any] = {"v": stage.version, "step": stage.step, "screen": stage.screen, "now": now}
    if successor:
        head["successor"] = successor
    return _encoder.encode(head | {"regions": changed})
