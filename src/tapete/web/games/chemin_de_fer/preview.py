"""What a report would come to, shown before anybody confirms it."""

from __future__ import annotations

from tapete.games.chemin_de_fer.view import View
from tapete.table.incidents import Incident
from tapete.web import render, seat_links
from tapete.web.games.baccarat.remedies import remedy_context
from tapete.web.games.chemin_de_fer.felt import hand_holders, named_people
from tapete.web.games.chemin_de_fer.page_words import PAGE_WORDS
from tapete.web.incident_desk import incident_model


def preview(incident: Incident, view: View, fields: dict[str, str], here: str, lang: str) -> str:
    """Render an incident that is not opened yet, with the form that opens it."""
    names = {str(who): seat_links.short_name(str(who), view.name, lang) for who in named_people(view)}
    sent = {name: value for name, value in fields.items() if name != "lang"}
    model = incident_model(incident, remedy_context(view, names, hand_holders(view)), lang)
    return render.page("chemin_de_fer/preview.html", lang, incident=model, fields=sent, here=here, **PAGE_WORDS)
