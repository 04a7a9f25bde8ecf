"""The forms by which officials put a card or a payment right after the coup."""

from __future__ import annotations

from itertools import groupby

from msgspec.structs import replace

from tapete.kernel import Amount, CardFace, Count, Offer, People, PersonId, Text
from tapete.table.state import people_of
from tapete.web import action_buttons
from tapete.web.action_buttons import Action, Field
from tapete.web.forms import OTHER_CARD
from tapete.web.known_cards import KnownCard
from tapete.web.screens.frame import PageContext
from tapete.web.staff_access import BOT_PREFIX
from tapete.words import card_name, label


def correction_forms(
    sight: PageContext, person: PersonId, coups: int, beside: tuple[PersonId, ...] = ()
) -> tuple[Action, ...]:
    """Return the forms by which officials put a record or a payment right, of ``coups`` coups; none without a second
    official. ``beside`` are people who are paid and sit at no place.
    """
    view, table, lang = sight.view, sight.table, sight.lang
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
    found = action_buttons.actions(offers, table.id, person, table.version, lang)
    listed = tuple(sight.known_cards)
    return tuple(_from_list(replace(one, key=""), listed, lang) for one in found)  # rare: no letter of their own


def _from_list(action: Action, cards: tuple[KnownCard, ...], lang: str) -> Action:
    """Let the card be chosen from those that are known; its coup and number are typed for another one alone."""
    if action.tag != "correct-card" or not cards:
        return action
    groups = tuple(
        (f"{label('ui', 'coup', lang)} {coup}", tuple(_option(one, lang) for one in lying))
        for coup, lying in groupby(cards, key=lambda one: one.coup)
    )
    other = ("", ((OTHER_CARD, label("ui", "another-card", lang)),))
    chosen = Field("known-card", "choice", (("", "—"),), is_required=True, groups=(*groups, other))
    typed = (replace(one, is_required=one.is_required and one.kind != "number") for one in action.fields)
    return replace(action, fields=(chosen, *typed))


def _option(card: KnownCard, lang: str) -> tuple[str, str]:
    number = card.position + 1
    told = (f"n.º {number}", card_name(card.face, lang), *([label("hand", card.place, lang)] if card.place else []))
    return f"{card.coup}:{number}", " · ".join(told)
