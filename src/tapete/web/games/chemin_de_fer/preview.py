"""What a report would come to, shown before anybody confirms it."""

from __future__ import annotations

from tapete.games.chemin_de_fer.view import View
from tapete.table.incidents import Incident
from tapete.web import render, seat_links
from tapete.web.games.baccarat.remedies import remedy_context
from tapete.web.games.chemin_de_fer.felt import hand_holders, named_people
from tapete.web.games.chemin_de_fer.page_words import PAGE_WORDS
from tapete.web.incident_desk import incident_model
from tapete.words import fill, label


def preview(incident: Incident, view: View, fields: dict[str, str], here: str, lang: str) -> str:
    """Render an incident that is not opened yet, with the form that opens it; without one where somebody is said to
    have advised himself. The rules take such a report, as they always have; the pages do not offer it.
    """
    names = {str(who): seat_links.short_name(str(who), view.name, lang) for who in named_people(view)}
    if (own := _own_adviser(incident, view)) is not None:
        sentence = fill(label("found", "advice-own", lang), {"person": names.get(own, own)}, lang)
        heading = label("answer", "refused", lang) + "."
        told = {"kind": "refused", "code": "advice-own", "heading": heading, "clauses": (), "version": None}
        return render.page("answer.html", lang, sentence=sentence, **told)
    sent = {name: value for name, value in fields.items() if name != "lang"}
    model = incident_model(incident, remedy_context(view, names, hand_holders(view)), lang)
    return render.page("chemin_de_fer/preview.html", lang, incident=model, fields=sent, here=here, **PAGE_WORDS)


def _own_adviser(incident: Incident, view: View) -> str | None:
    """Return who is reported to have advised the hand that he plays himself."""
    holders = hand_holders(view)
    about = [one.facts for one in incident.faults if one.code == "advice" and one.facts.get("person")]
    return next((str(one["person"]) for one in about if one["person"] == holders.get(one.get("hand", ""))), None)
