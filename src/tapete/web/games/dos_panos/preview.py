"""What a report would come to at a table of the two-cloth game, shown before anybody confirms it."""

from __future__ import annotations

from tapete.games.dos_panos.view import View
from tapete.table.state import Incident
from tapete.web import seat_links
from tapete.web.games.baccarat import preview as shared
from tapete.web.games.dos_panos.felt import named_people
from tapete.web.games.dos_panos.ruling_words import ruling_words


def preview(incident: Incident, view: View, fields: dict[str, str], here: str, lang: str) -> str:
    """Render an incident that is not opened yet, with the form that opens it."""
    names = {str(who): seat_links.short_name(str(who), view.name, lang) for who in named_people(view)}
    return shared.preview(incident, ruling_words(view, names), fields, here, lang)
