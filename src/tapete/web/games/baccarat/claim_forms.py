"""The form for what a player claims about a coup."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from tapete.kernel import Count, Field as Described, Offer, People, PersonId, Text
from tapete.web import action_buttons
from tapete.web.action_buttons import Action


def claim_offer(people: Iterable[PersonId], coups: int, about: Mapping[str, Described]) -> tuple[Offer, ...]:
    """Return what an official writes down of a player's claim about one of ``coups`` coups; nothing before the first,
    nor without a player. Admitted or not, the rules say when it is sent. ``about``: what else a game asks.
    """
    everybody = People(tuple(str(who) for who in people))
    if not everybody.options or not coups:
        return ()
    return (Offer("record-claim", {"person": everybody, "coup": Count(1, coups), **about, "note": Text()}),)


def claim_forms(offers: Iterable[Offer], lang: str, table: str, person: PersonId, version: int) -> tuple[Action, ...]:
    """Return the forms by which an official writes down what players claim."""
    found = action_buttons.actions(offers, table, person, version, lang)
    return tuple(msgspec.structs.replace(one, key="") for one in found)  # rare: no letter of their own
