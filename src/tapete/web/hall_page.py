"""The list of the hall: its tables, with a link to each place, and how one is opened."""

from __future__ import annotations

from typing import Any

from litestar import Response, get
from litestar.datastructures import State

from tapete.catalogue import Unit, entries
from tapete.clauses import GAMES
from tapete.kernel import PersonId
from tapete.table.state import SeatsPeople
from tapete.web import compared_rules, render, seat_links
from tapete.web.entry_pages import may_stand
from tapete.web.games import has_screen, screen_of
from tapete.web.ports import Table
from tapete.web.responses import Request_, html_response, lang_of
from tapete.words import label, money


@get("/", include_in_schema=False)
async def hall_page(request: Request_, state: State) -> Response[str]:
    """List the tables with a link to each place."""
    lang = lang_of(request)
    tables = [_lobby_row(table, lang) for table in state.hall.tables.values() if has_screen(table.game.key)]
    return html_response(
        request,
        render.page(
            "hall.html",
            lang,
            tables=tables,
            pageless=tuple(
                (label("game", table.game.key, lang), table.id)
                for table in state.hall.tables.values()
                if not has_screen(table.game.key)
            ),
            parked=tuple(state.hall.parked_tables),
            examples=() if state.hall.house is not None else opening_examples(),
            note="demo-note"
            if state.staff_access.is_open
            else "house-note"
            if state.people is None
            else "accounts-note",
            accounts=state.people is not None,
            has_house=state.hall.house is not None,
            compared=tuple(game for game in GAMES if compared_rules.books_of(game, state.hall.games)),
        ),
    )


def opening_examples() -> tuple[str, ...]:
    """Return, for each game, a command that opens a table of it, with the numbers that it must be given."""
    found: list[str] = []
    for key, entry in entries().items():
        if not entry.has_pages:
            continue
        fields = entry.demo[0] if entry.demo else {}
        asked = [one for one in entry.form().options if one.required and one.field in fields and one.unit != Unit.TEXT]
        told = {one.name: fields[one.field] // (100 if one.unit == Unit.MONEY else 1) for one in asked}
        rest = " ".join(f"--{name} {value}" for name, value in told.items())
        found.append(f"tapete open {key} --store sqlite:///sala.db --name mesa-{len(found) + 1} {rest}")
    return tuple(found)


def _lobby_row(table: Table, lang: str) -> dict[str, Any]:
    view = table.view(None)
    parts = seat_links.seat_links(table)
    sitting = {seat.seat: seat.person for seat in view.seats}

    def called(person: PersonId | None, else_: str) -> str:
        return label("ui", else_, lang) if person is None else seat_links.short_name(person, table.id, lang)

    def on_duty(part: seat_links.SeatLink) -> str:
        name = called(part.person if part.is_holder else None, "machine")
        return f"{name} · {label('ui', 'unattended', lang)}" if part.person in table.absent_staff else name

    has_places = isinstance(table.game.blank(), SeatsPeople)
    least = [f"{label('ui', 'minimum' if has_places else 'price', lang)} {money(view.minimum, lang)}"]
    return {
        "id": table.id,
        "title": label("game", str(view.variant), lang),
        "window": label("window", view.phase, lang),
        "facts": [*(least if view.minimum else ()), *screen_of(table.game.key).facts(view, lang)],
        "staff": [(one, on_duty(one)) for one in parts if one.seat is None],
        "players": [(one, called(sitting.get(one.seat), "free")) for one in parts if one.seat is not None],
        "standing": seat_links.STANDING if may_stand(table) else "",
        "come_in": label("ui", "come-standing" if has_places else "come-to-play", lang),
    }
