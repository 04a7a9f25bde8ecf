"""What a report would come to, shown before anybody confirms it."""

from __future__ import annotations

from tapete.table.state import Incident
from tapete.web import render
from tapete.web.games.baccarat.page_words import PAGE_WORDS
from tapete.web.games.baccarat.remedies import RemedyContext
from tapete.web.incident_desk import incident_model


def preview(incident: Incident, wording: RemedyContext, fields: dict[str, str], here: str, lang: str) -> str:
    """Render an incident that is not opened yet, with the form that opens it."""
    sent = {name: value for name, value in fields.items() if name != "lang"}
    model = incident_model(incident, wording, lang)
    return render.page("baccarat/preview.html", lang, incident=model, fields=sent, here=here, **PAGE_WORDS)
