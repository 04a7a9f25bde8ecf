"""What the pages tell of the rulebook in force: how the bank may be had, what the cloths have, what it states."""

from __future__ import annotations

from typing import Final

from tapete.clauses.register import register
from tapete.games.dos_panos.acts import AcceptBank, OpenAuction
from tapete.games.dos_panos.rules import GAME, AcrossLine, AwardWay, Rules, read
from tapete.games.dos_panos.terms import Phase
from tapete.games.dos_panos.view import View
from tapete.kernel import HOUSE, Act, ActBody, Refused
from tapete.rulebooks import Library, ReadsRulebooks, Rulebook, UnknownRulebookError, house_library
from tapete.table.staff import Role
from tapete.web.games.dos_panos.inform_clauses import PLACES
from tapete.web.ports import Table
from tapete.words import fill, label, refusal

VACANT: Final = (Phase.OPENING, Phase.REOFFER)
"""The phases in which nobody has the bank and it may be had."""


def library_of(table: Table) -> Library:
    return table.game.library if isinstance(table.game, ReadsRulebooks) else house_library()


def book_of(table: Table, view: View) -> Rulebook | None:
    """Return the rulebook in force, ``None`` where the library does not have it any more."""
    try:
        return library_of(table).by_id(GAME, view.rulebook)
    except UnknownRulebookError:
        return None


def has_other_area(rules: Rules | None) -> bool:
    return rules is not None and rules.stakes.other_cloth_area.value


def has_across_line(rules: Rules | None) -> bool:
    return rules is not None and AcrossLine.BETWEEN_CLOTHS in rules.stakes.across_lines.value


def vacancy(table: Table, view: View, lang: str) -> tuple[str, ...]:
    """Return how somebody comes by the bank while nobody has it, by whom and within which limits; that nobody does, and
    why, where an open bank has had the shoes of its session.
    """
    rules = rules_of(table, view)
    if rules is None or view.phase not in VACANT:
        return ()
    over = session_over(table, view, OpenAuction())
    if over is not None and (view.phase == Phase.OPENING or session_over(table, view, AcceptBank()) is not None):
        return (refusal(over.code, over.facts, lang),)
    ways = () if over is not None else rules.award.ways.value
    opens, holds = rules.opening.announced_by.value, rules.award.held_by.value
    limits = {"least": view.bank_minimum, "most": view.bank_maximum, "offered": view.award and view.award.amount}
    found = []
    for way in ways if view.phase == Phase.OPENING else (AwardWay.OFFERED, *ways):
        by = opens if way is AwardWay.ANNOUNCED else holds
        if view.phase == Phase.OPENING or way not in (AwardWay.ANNOUNCED, AwardWay.BOUGHT):
            found.append(fill(label("bank-way", way, lang), {"role": by, **limits}, lang))
    code = "bank-limits" if view.bank_maximum is not None else "bank-limits-open"
    if view.phase == Phase.OPENING:
        found.append(fill(label("cloths", code, lang), limits, lang))
    return tuple(found)


def session_over(table: Table, view: View, what: ActBody) -> Refused | None:
    """Return the refusal of a way to come by the bank, where it is that the session has had its shoes."""
    refused = table.would_refuse(Act(view.staff.get(str(Role.INSPECTOR), HOUSE), what, view.step))
    return refused if refused is not None and refused.code == "session-over" else None


def facts_of(table: Table, view: View) -> dict[str, str]:
    """Return the facts of the rule panel that a document of the rulebook states, by place; a document that it falls
    back on states them too.
    """
    book = book_of(table, view)
    if book is None:
        return {}
    library = library_of(table)
    below = (library.by_id(GAME, str(one)) for one in book.content.get("falls_back", ()))
    documents = {str(one.content.get("document")) for one in (book, *below)}
    return {
        place: str(clause)
        for place, clause in PLACES.items()
        if documents & {one.document for one in register()[str(clause)].sources}
    }


def rules_of(table: Table, view: View) -> Rules | None:
    """Return the rules in force, typed."""
    book = book_of(table, view)
    return None if book is None else read(book)
