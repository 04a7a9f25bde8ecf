"""What a report would come to at a table of chemin de fer, shown before anybody confirms it."""

from __future__ import annotations

from tapete.games.chemin_de_fer.view import View
from tapete.table.state import Incident
from tapete.web import seat_links
from tapete.web.games.baccarat import preview as shared
from tapete.web.games.baccarat.remedies import remedy_context
from tapete.web.games.chemin_de_fer.felt import named_people


def preview(incident: Incident, view: View, fields: dict[str, str], here: str, lang: str) -> str:
    """Render an incident that is not opened yet, with the form that opens it."""
    names = {str(who): seat_links.short_name(str(who), view.name, lang) for who in named_people(view)}
    return shared.preview(incident, remedy_context(view, names, view.hand_holders), fields, here, lang)
