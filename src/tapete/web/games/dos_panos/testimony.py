"""Who has still to say what a hand counted that the croupier swept away: told to whoever is to rule on it."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from tapete.chance import ChanceKind
from tapete.games.baccarat.effects import DeemTotal
from tapete.games.dos_panos.view import View
from tapete.kernel import FixedValue, PersonId
from tapete.table.staff import Role
from tapete.web.incident_desk import IncidentModel
from tapete.web.screens.frame import PageContext
from tapete.words import fill, join, label


def with_witnesses(
    models: tuple[IncidentModel, ...], sight: PageContext, view: View, names: Mapping[str, str]
) -> tuple[IncidentModel, ...]:
    """Return the incidents, each with the people who saw a swept hand and are to say what it counted before a ruling;
    where the table knows the faces nobody's word is needed, and once somebody has spoken the remedy shows it.
    """
    croupier = view.staff.get(Role.CROUPIER)
    is_official = sight.person is not None and view.me is not None and bool(view.me.roles)
    if not models or not is_official or croupier is None or view.shoe_kind != ChanceKind.KEYED:
        return models
    effects = (one for incident in view.incidents for one in incident.proposed_effects)
    heard = {str(one.hand) for one in effects if isinstance(one, DeemTotal)}
    seen: dict[str, list[str]] = {}
    for offer in sight.table.legal(croupier):
        hand, person = offer.fields.get("hand"), offer.fields.get("person")
        if offer.act == "testify" and isinstance(hand, FixedValue) and isinstance(person, FixedValue):
            own = sight.table.legal(PersonId(str(person.value)))
            if not any(one.act == "testify" and one.fields.get("hand") == hand for one in own):
                continue  # the croupier may note anybody's word; those are waited for who are known to have seen it
            seen.setdefault(str(hand.value), []).append(names.get(str(person.value), str(person.value)))
    told = " ".join(
        fill(label("desk", "witnesses", sight.lang), {"hand": hand, "people": join(people, sight.lang)}, sight.lang)
        for hand, people in seen.items()
        if hand not in heard
    )
    return tuple(replace(one, hint=told) if one.serial == view.incidents[0].serial else one for one in models)
