"""The forms for what players claim, and for a stake that was laid too late."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from tapete.games.chemin_de_fer.terms import COUP
from tapete.games.chemin_de_fer.view import View
from tapete.kernel import Amount, Choice, Count, Offer, People, PersonId, Text
from tapete.kernel import Field as Described
from tapete.web import action_buttons
from tapete.web.action_buttons import Action

PARTIES: Final = ("player", "banker", "croupier", "bystander")


def claim_forms(
    view: View, people: Iterable[PersonId], lang: str, table: str, person: PersonId, version: int
) -> tuple[Action, ...]:
    """Return the forms by which an official writes down what a player claims, and the croupier a stake laid too late.

    Admitted or not, the rules say when it is sent; where cards lie, a late stake can have been laid.
    """
    everybody = People(tuple(str(who) for who in people))
    if not everybody.options:
        return ()
    offers = []
    if view.coup.number:
        about: dict[str, Described] = {"coup": Count(1, view.coup.number), "against": Choice(PARTIES), "note": Text()}
        offers.append(Offer("record-claim", {"person": everybody, **about}))
    duties: dict[str, Described] = {"uncovered": Choice((True, False)), "watched": Choice((True, False))}
    stake: dict[str, Described] = {"person": everybody, "amount": Amount(1)}
    offers.append(Offer("record-stake-claim", {**stake, **duties, "note": Text()}))
    late = Offer("note-late-stake", stake)
    if str(view.conduct) == "observed" and view.staff.get("croupier") == person and view.phase in COUP:
        offers.append(late)
    found = action_buttons.actions(offers, table, person, version, lang)
    return tuple(msgspec.structs.replace(one, key="") for one in found)  # rare: no letter of their own
