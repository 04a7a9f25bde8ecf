"""What an official reads and does on their page: the parts of the desk, and the called cartones with their buttons."""

from __future__ import annotations

from typing import Any, Final

from tapete.games.bingo.terms import Phase
from tapete.games.bingo.view import CallView, View
from tapete.kernel import PersonId
from tapete.web.action_buttons import Action
from tapete.web.games.bingo import desk
from tapete.web.games.bingo.counter import READERS, accounts, linked
from tapete.web.games.bingo.desk import sales
from tapete.web.games.bingo.models import Screen, Till
from tapete.web.games.bingo.page_parts import call_model
from tapete.web.games.bingo.player_page import OWN
from tapete.web.games.bingo.wording import buttons
from tapete.web.screens.frame import PageContext
from tapete.web.seat_links import short_name
from tapete.words import label

ACCOUNT: Final = frozenset({"buy-in", "cash-out"})


def staff_page(sight: PageContext, person: PersonId, common: dict[str, Any]) -> Screen:
    """Return the page of an official."""
    table, view, lang = sight.table, sight.view_as(View), sight.lang
    offered = [one for one in desk.offers_of_staff(table, view, person) if one.act not in OWN | ACCOUNT]
    made = buttons(
        table,
        view,
        person,
        [*(one for one in offered if one.act != "sell-cards"), *desk.ranges_on_sale(offered, view)],
        lang,
    )
    of_calls = [one for one in made if one.tag in desk.OF_CALLS and view.calls]
    rest = tuple(one for one in made if one not in of_calls)
    common["calls"] = tuple(
        call_model(one, view, lang, tuple(button for button in of_calls if _is_about(button, one)))
        for one in view.calls
    )
    taken = {} if view.duty is None else view.duty.tills
    cases = desk.cases_told(view, lang)
    counts = (*desk.unsold_told(view, lang), *desk.counts_told(view, lang))
    return Screen(
        **common,
        sales=sales(table, view, person, offered, lang) if view.phase is Phase.SALE else (),
        sections=desk.sections(
            rest,
            cases,
            counts,
            desk.failures_told(view, lang),
            desk.takings_lacking(view, lang),
            desk.gaps_told(view, lang),
        ),
        reminders=tuple(label("bingo", f"reminder-{one}", lang) for one in (view.duty.reminders if view.duty else ())),
        drawer=tuple(one for one in rest if desk.is_for_drawer(one, bool(cases))),
        may_read_book=view.me is not None and not READERS.isdisjoint(view.me.roles),
        accounts=accounts(view, lang),
        linked=() if view.phase is Phase.CLOSED else linked(view, lang),
        tills=tuple(Till(short_name(who, table.id, lang), amount) for who, amount in taken.items()),
        log=sight.log,
        has_nothing_to_do=not any(one.is_main for one in made),
    )


def _is_about(button: Action, call: CallView) -> bool:
    fixed = button.fixed_fields
    return fixed.get("card") == call.card and fixed.get("prize", str(call.prize)) == str(call.prize)
