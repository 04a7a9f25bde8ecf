"""The forms by which officials put a card or a payment right after the coup."""

from __future__ import annotations

import msgspec

from tapete.kernel import Amount, CardFace, Count, Offer, People, PersonId, Text
from tapete.table.state import TableView, people_of
from tapete.web import action_buttons
from tapete.web.action_buttons import Action
from tapete.web.staff_access import BOT_PREFIX


def correction_forms(
    view: TableView,
    coups: int,
    lang: str,
    table: str,
    person: PersonId,
    version: int,
    beside: tuple[PersonId, ...] = (),
) -> tuple[Action, ...]:
    """Return the forms by which officials put a record or a payment right, of ``coups`` coups; none without a second
    official. ``beside`` are people who are paid and sit at no place.
    """
    seconds = [str(who) for who in view.staff.values() if who != person and not who.startswith(BOT_PREFIX)]
    people = [str(one) for one in dict.fromkeys((*people_of(view), *beside))]
    if not seconds:
        return ()
    number = Count(1, max(1, coups))
    offers = [
        Offer(
            "correct-card",
            {
                "coup": number,
                "card-number": Count(1),
                "face": CardFace(),
                "second": People(tuple(seconds)),
                "reason": Text(),
            },
        )
    ]
    if people:
        offers.append(
            Offer(
                "correct-payment",
                {
                    "coup": number,
                    "person": People(tuple(people)),
                    "paid": Amount(),
                    "second": People(tuple(seconds)),
                    "reason": Text(),
                },
            )
        )
    found = action_buttons.actions(offers, table, person, version, lang)
    return tuple(msgspec.structs.replace(one, key="") for one in found)  # rare: no letter of their own
