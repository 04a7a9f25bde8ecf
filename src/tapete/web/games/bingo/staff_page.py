"""What an official reads and does on their page: the usual next act, the parts of the desk, the calls, the counter."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

import msgspec

from tapete.games.bingo import acts as a
from tapete.games.bingo.terms import Phase
from tapete.games.bingo.view import CallView, View
from tapete.kernel import Act, ActBody, PersonId
from tapete.table.staff import Role
from tapete.web.action_buttons import Action
from tapete.web.games.bingo import desk
from tapete.web.games.bingo.counter import READERS, accounts, linked
from tapete.web.games.bingo.models import HallDesk
from tapete.web.games.bingo.page_parts import call_key, shares_told, turn_of_call
from tapete.web.games.bingo.player_page import OWN
from tapete.web.games.bingo.wording import buttons
from tapete.web.page_context import PageContext, of_viewer
from tapete.web.seat_links import short_name
from tapete.web.stage import build
from tapete.web.stage.desk import desk as common_desk
from tapete.web.stage.model import Ask, Fact, Notice
from tapete.words import fill, label, money, refusal

ACCOUNT: Final = frozenset({"buy-in", "cash-out"})

OF_CHECK: Final = ("hand-in-card", "show-master", "check-card")
"""What is done with a called cartón, in this order."""

NEXT_WITHOUT_WAIT: Final = (
    "load-balls",
    "collect-unsold",
    "pay-prize",
    "pay-refund",
    "settle-money",
    "hand-over-takings",
)
"""What is done next though no phase waits for it, the most pressing first."""

NEXT: Final[Mapping[Phase, tuple[Role, tuple[ActBody, ...]]]] = {
    Phase.CHECKS: (Role.TABLE_CHIEF, (a.OpenSession(),)),
    Phase.SALE: (Role.TABLE_CHIEF, (a.CloseSale(),)),
    Phase.DRAW_LINE: (Role.CALLER, (a.DrawBall(),)),
    Phase.DRAW_BINGO: (Role.CALLER, (a.DrawBall(),)),
    Phase.ASK_LINE: (Role.TABLE_CHIEF, (a.OrderResume(),)),
    Phase.ASK_BINGO: (Role.TABLE_CHIEF, (a.OrderEnd(),)),
    Phase.PAYMENT: (Role.TABLE_CHIEF, (a.EndGame(),)),
    Phase.VOID: (Role.TABLE_CHIEF, (a.EndGame(),)),
}
"""Whose act a phase waits for: what stands against it is said at the place of the button."""


class StaffPage(NamedTuple):
    ask: Ask
    desk: msgspec.Raw
    of_calls: Mapping[str, tuple[Action, ...]]


def staff_page(sight: PageContext, person: PersonId) -> StaffPage:
    """Return what an official may do: the usual next act at one place, all other acts each at one of theirs."""
    table, view, lang = sight.table, sight.view_as(View), sight.lang
    offered = [one for one in desk.offers_of_staff(table, view, person) if one.act not in OWN | ACCOUNT]
    made = buttons(
        table,
        view,
        person,
        [*(one for one in offered if one.act != "sell-cards"), *desk.ranges_on_sale(offered, view)],
        lang,
    )
    made = tuple(build.on_page(one, sight) for one in made) if not sight.is_post_lost else ()
    notes = desk.notes_of(view, lang)
    is_case_open = bool(notes.get("case"))
    main = _main(made, view, is_case_open=is_case_open)
    of_calls = [one for one in made if one.tag in desk.OF_CALLS and view.calls]
    rest = tuple(one for one in made if one not in of_calls and one not in main)
    sections = desk.sections(rest, lang, notes)
    on_sale = desk.sales(table, view, person, offered, lang) if view.phase is Phase.SALE else ()
    lost, posts = build.posts(sight)
    reminders = () if view.duty is None else view.duty.reminders
    has_nothing = not (main or sections or on_sale or of_calls)
    waiting = label("bingo", "closed" if view.phase is Phase.CLOSED else "waiting", lang)
    roles = frozenset(of_viewer(view.me).roles)
    may_register = view.phase in (Phase.CHECKS, Phase.READY) and not desk.REGISTRARS.isdisjoint(roles)
    return StaffPage(
        Ask(
            sentence=waiting if not (main or on_sale or sections) else "",
            main=main,
            more=tuple(one for one in rest if desk.is_for_drawer(one, is_case_open)),
            news=(*lost, *(Notice(text=label("bingo", f"reminder-{one}", lang), tone="stop") for one in reminders)),
            obstacles=() if main else _obstacles(sight, view, person),
            posts=posts,
        ),
        common_desk(
            sight,
            HallDesk,
            sections=sections,
            sales=on_sale,
            idle=waiting if has_nothing else "",
            facts=_facts(view, table.id, lang),
            accounts=accounts(view, lang),
            link_for=() if view.phase is Phase.CLOSED else linked(view, lang),
            has_file=may_register,
            has_book=not READERS.isdisjoint(roles),
        ),
        {
            call_key(one): tuple(button for button in of_calls if button not in main and _is_about(button, one))
            for one in view.calls
        },
    )


def _main(made: tuple[Action, ...], view: View, *, is_case_open: bool) -> tuple[Action, ...]:
    """Return the usual next act: of the cartón that is checked next, else what the phase waits for, else the first
    that the counter has. Acts of one kind that ask for a choice, such as two ways to pay a double, stand side by side.
    """
    if is_case_open:
        return ()
    for one in sorted(view.calls, key=turn_of_call):
        of_call = [button for button in made if _is_about(button, one) and button.tag in OF_CHECK and not button.fields]
        if one.valid is None and of_call:
            return (min(of_call, key=lambda button: -OF_CHECK.index(button.tag)),)
    order = {tag: at for at, tag in enumerate(tag for tags in desk.SECTIONS.values() for tag in tags)}
    mains = [one for one in made if one.is_main and not desk.is_for_drawer(one)]
    mains.sort(key=lambda one: order.get(one.tag, len(order)))
    if mains:
        same = [one for one in mains if one.tag == mains[0].tag]
        return tuple(same) if len(same) <= 2 else tuple(same[:1])
    found = [one for tag in NEXT_WITHOUT_WAIT for one in made if one.tag == tag and not desk.is_for_drawer(one)]
    return tuple(found[:1])


def _obstacles(sight: PageContext, view: View, person: PersonId) -> tuple[Notice, ...]:
    """Return why the act for which the table waits cannot be done by whoever does it."""
    post, acts = NEXT.get(view.phase, (None, ()))
    if post is None or view.staff.get(str(post)) != person:
        return ()
    refused = (sight.table.would_refuse(Act(person, one, view.step)) for one in acts)
    return tuple(
        Notice(
            text=refusal(one.code, one.facts, sight.lang, lambda who, to: short_name(who, view.name, to)),
            tone="stop",
            clauses=build.clauses(one.clauses, sight.lang),
        )
        for one in refused
        if one is not None
    )


def _facts(view: View, table: str, lang: str) -> tuple[Fact, ...]:
    duty = view.duty
    if duty is None:
        return ()
    found: list[Fact] = []
    if view.phase in (Phase.CHECKS, Phase.READY):
        found += [
            Fact(name=f"{label('bingo-field', 'series', lang)} {series}", value=str(left))
            for series, left in duty.unused_cards.items()
            if left
        ]
        found += shares_told(view, lang)
    elif view.phase is not Phase.CLOSED:
        found.append(Fact(name=label("bingo", "sold", lang), value=str(view.cards_sold)))
    if duty.takings:
        found.append(Fact(name=label("bingo", "takings", lang), value=money(duty.takings, lang)))
    in_till = label("bingo", "in-till", lang)
    found += [
        Fact(name=f"{in_till} {short_name(who, table, lang)}", value=money(amount, lang))
        for who, amount in duty.tills.items()
    ]
    if duty.set_in_use:
        name = f"{label('bingo-field', 'balls', lang)} {duty.set_in_use}"
        games = fill(label("bingo", "games-served", lang), {"games": duty.set_games}, lang)
        found.append(Fact(name=name, value=games))
    if view.is_open_to_witnesses and view.witnesses:
        found.append(Fact(name=label("bingo", "witnesses", lang), value=str(view.witnesses)))
    return tuple(found)


def _is_about(button: Action, call: CallView) -> bool:
    fixed = button.fixed_fields
    return fixed.get("card") == call.card and fixed.get("prize", str(call.prize)) == str(call.prize)
