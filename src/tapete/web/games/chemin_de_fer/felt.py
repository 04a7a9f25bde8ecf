"""The felt of chemin de fer: cards, hands, places with what lies before them, people on their feet."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tapete.games.baccarat.procedure import Said
from tapete.games.banked.view import CardView, StandingView
from tapete.games.chemin_de_fer.terms import COUP, Call, Phase
from tapete.games.chemin_de_fer.view import View
from tapete.kernel import PersonId
from tapete.web.games.chemin_de_fer.keys import joint_calls
from tapete.web.games.chemin_de_fer.models import CardModel, HandModel, JointModel, Person, PlaceModel
from tapete.web.screens.frame import people, rise
from tapete.web.staff_access import BOT_PREFIX
from tapete.words import label

HANDS: Final = ("punto", "banca")


def named_people(view: View) -> Iterable[PersonId]:
    """Return everybody whose name can stand on the page."""
    yield from people(view)
    yield from view.staff.values()
    yield from view.waiting_list
    coup, bank = view.coup, view.bank
    yield from (one.person for one in (*coup.stakes, *(() if bank is None else bank.parts)))
    yield from (one.person for one in view.calls)
    yield from (() if view.auction is None else (one.person for one in view.auction.bids))
    yield from (() if view.offer is None else (view.offer.candidate, *(one.person for one in view.offer.pledges)))
    yield from (() if bank is None else (bank.banker, *(one.person for one in bank.join_offers)))
    yield from (one for one in (coup.holder, coup.before) if one is not None)
    if view.me is not None:
        yield view.me.person


def is_current(one: Said, view: View) -> bool:
    """Return True if what the croupier said is still so: a sum in the bank while there is a bank, what it lacks while
    it does, a call for somebody while they are waited for.
    """
    match str(one.formula):
        case "bank-amount":
            return view.bank is not None
        case "complete-the-bank":
            return view.phase == Phase.BETS and view.bank is not None and view.coup.covered_amount < view.bank.in_play
        case "person-called":
            return view.called_person is not None and view.called_person == view.waits_for
        case _:
            return True


def card(one: CardView) -> CardModel:
    """Return a card as this viewer knows it."""
    return CardModel(one.face, one.face_up, one.position)


def hand(view: View, name: str, person: PersonId | None, names: dict[str, str]) -> HandModel:
    """Return a hand; to whom it belongs is said by name, unless their bank is not the one that it was dealt from."""
    coup, bank = view.coup, view.bank
    cards = tuple(card(one) for one in coup.cards if one.place == name)
    earlier = bool(cards) and view.phase not in COUP and bank is not None and not bank.is_dealt_from
    owner = coup.holder if name == "punto" else None if bank is None or earlier else bank.banker
    third = tuple(card(one) for one in coup.cards if one.place == f"{name}-3")
    return HandModel(
        cards,
        third,
        coup.totals.get(name),
        "" if owner is None else names.get(str(owner), str(owner)),
        owner is not None and owner == person,
        any(one.face is not None and not one.is_up for one in (*cards, *third)),
        name in coup.naturals,
    )


def marks(view: View, who: PersonId, lang: str) -> tuple[tuple[str, int], ...]:
    """Return the amounts before a person, in cents, each with the name of its call.

    They are their live stakes in this coup, otherwise what they have called or bid; a late stake that is not decided
    yet has a name of its own.
    """
    late = tuple((label("chemin", "late-stake", lang), one.amount) for one in view.coup.late if one.person == who)
    return _stake_marks(view, who, lang) + late


def _stake_marks(view: View, who: PersonId, lang: str) -> tuple[tuple[str, int], ...]:
    staked = sum(one.amount for one in view.coup.stakes if one.person == who)
    if staked:
        mine = tuple((_live(one.call, lang), one.amount) for one in view.coup.calls if one.person == who)
        if sum(amount for _, amount in mine) == staked:
            return mine
        return ((" · ".join(dict.fromkeys(name for name, _ in mine)), staked),)  # a ruling gave some of it back
    called = tuple((_call(one.kind, lang), one.amount) for one in view.calls if one.person == who)
    bids = () if view.auction is None else view.auction.bids
    return called + tuple((label("ui", "bid", lang), one.amount) for one in bids if one.person == who)


def joint(view: View, names: dict[str, str]) -> tuple[JointModel, ...]:
    """Return the bancos in association that have been proposed in this betting, in order of name."""
    if view.phase != Phase.BETS or view.bank is None:
        return ()
    found = []
    for leader, parts in sorted(joint_calls(view).items()):
        called = sum(one.amount for one in parts)
        found.append(JointModel(names.get(leader, leader), called, max(0, view.bank.in_play - called)))
    return tuple(found)


def _call(kind: str, lang: str) -> str:
    return label("call", str(kind).partition(":")[0], lang)


def _live(kind: str, lang: str) -> str:
    return label("chemin", "line-half", lang) if kind == Call.LINE else _call(kind, lang)


def places(
    view: View, screen: str, person: PersonId | None, lang: str, names: dict[str, str]
) -> tuple[PlaceModel, ...]:
    """Bend the row of places: numbered from the croupier's right, so mirrored on that console."""
    bank = view.bank
    away = view.away
    found = []
    for n, seat in enumerate(view.seats):
        who = seat.person
        bend = rise(n, len(view.seats))
        if who is None:
            found.append(PlaceModel(seat=seat.seat, rise=bend, is_taken=False, name=label("ui", "free", lang)))
            continue
        found.append(
            PlaceModel(
                seat=seat.seat,
                rise=bend,
                is_taken=True,
                name=names[str(who)],
                is_own=who == person,
                is_machine=str(who).startswith(BOT_PREFIX),
                is_away=who in away,
                is_banker=bank is not None and who == bank.banker,
                is_associate=bank is not None and any(one.person == who for one in bank.parts[1:]),
                is_offered=view.offer is not None and who == view.offer.candidate,
                is_holder=who == view.coup.holder,
                has_salute=seat.owes_salute,
                marks=marks(view, who, lang),
            )
        )
    return tuple(reversed(found)) if screen == "croupier" else tuple(found)


def standing_person(view: View, one: StandingView, person: PersonId | None, names: dict[str, str], lang: str) -> Person:
    """Return somebody on their feet with what they have called."""
    who = one.person
    return Person(
        names[str(who)],
        one.behind,
        who == person,
        str(who).startswith(BOT_PREFIX),
        view.bank is not None and who == view.bank.banker,
        who == view.coup.holder,
        marks(view, who, lang),
        who in view.away,
    )
