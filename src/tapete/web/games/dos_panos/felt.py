"""The felt of the two-cloth game: hands, places and areas of both cloths, people on their feet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from msgspec.structs import replace

from tapete.games.banked.view import CardView
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import CLOTHS, COUP, HANDS, Hand, Phase, Spot
from tapete.games.dos_panos.view import ClothView, SeatView, View, view
from tapete.kernel import PersonId
from tapete.web import render
from tapete.web.games.dos_panos.models import CardModel, ClothModel, HandModel, PlaceModel, StakeModel, Standing
from tapete.web.games.dos_panos.wording import PAGE_WORDS
from tapete.web.screens.frame import people
from tapete.web.staff_access import BOT_PREFIX
from tapete.words import label

IN_PLAY: Final = "plays"
"""Stands for the spot of a stake once the betting has closed: what of it plays lies on the cloth."""

CALLED: Final = "banco"
"""Stands for the spot of a banco that was called."""


def named_people(view: View) -> Iterable[PersonId]:
    """Return everybody whose name can stand on the page."""
    yield from people(view)
    yield from (one.behind for one in view.seats if one.behind is not None)
    yield from view.staff.values()
    yield from view.waiting_list
    yield from (one.person for one in view.coup.laid)
    yield from (one.person for one in view.coup.stakes)
    yield from view.coup.banco_calls
    yield from (one.holder for one in view.coup.cloths if one.holder is not None)
    yield from (one.person for one in view.seekers)
    yield from (() if view.auction is None else (one.person for one in view.auction.bids))
    yield from (PersonId(one) for one in view.lots if one not in tuple(Hand))
    for who in (
        view.coup.banco,
        None if view.bank is None else view.bank.banker,
        None if view.award is None else view.award.person,
        None if view.me is None else view.me.person,
    ):
        if who is not None:
            yield who


def card(one: CardView) -> CardModel:
    """Return a card as this viewer knows it."""
    return CardModel(one.face, one.face_up, one.position)


def hand(view: View, name: Hand, owner: PersonId | None, names: Mapping[str, str]) -> HandModel:
    """Return a hand with its owner's name."""
    cards = tuple(card(one) for one in view.coup.cards if one.place == name)
    third = tuple(card(one) for one in view.coup.cards if one.place == f"{name}-3")
    me = None if view.me is None else view.me.person
    return HandModel(
        cards,
        third,
        view.coup.totals.get(str(name)),
        "" if owner is None else names.get(str(owner), str(owner)),
        owner is not None and owner == me,
        any(one.face is not None and not one.is_up for one in (*cards, *third)),
        bool(cards) and name in view.coup.naturals,
    )


def bank_hand(view: View, names: Mapping[str, str]) -> HandModel:
    return hand(view, Hand.BANCA, None if view.bank is None else view.bank.banker, names)


def loose_cards(view: View) -> tuple[CardModel, ...]:
    """Return the cards that lie before no hand."""
    return tuple(card(one) for one in view.coup.cards if one.place.partition("-")[0] not in HANDS)


# --- stakes -----------------------------------------------------------------------------------------------------------


def has_live_stakes(view: View) -> bool:
    """Return True if stakes lie on the cloths; after the settlement nothing is at risk."""
    return view.phase in (Phase.BANCO, Phase.LOTS, Phase.BETS, *COUP)


def stakes_on(view: View, cloth: Hand, names: Mapping[str, str]) -> tuple[tuple[PersonId, StakeModel], ...]:
    """Return the stakes of a cloth with their owners: as they lie, and once the betting has closed what of them plays;
    before the stakes, who has called banco.
    """
    if not has_live_stakes(view):
        return ()
    me = None if view.me is None else view.me.person
    laid = [(one.person, one.amount, str(one.spot)) for one in view.coup.laid if one.cloth is cloth]
    plays = [(one.person, one.amount, IN_PLAY) for one in view.coup.stakes if one.cloth is cloth]
    called = [(who, 0, CALLED) for who in view.coup.banco_calls if view.phase in (Phase.BANCO, Phase.LOTS)]
    return tuple(
        (who, StakeModel(names.get(str(who), str(who)), amount, spot, who == me))
        for who, amount, spot in (*laid, *plays, *(called if cloth is Hand.PRIMERO else ()))
    )


def across(view: View, names: Mapping[str, str]) -> tuple[StakeModel, ...]:
    """Return the stakes that lie on the line between the cloths."""
    every = (one for cloth in CLOTHS for _, one in stakes_on(view, cloth, names))
    return tuple(one for one in every if one.spot == Spot.ACROSS)


# --- a cloth ----------------------------------------------------------------------------------------------------------


def cloths(view: View, names: Mapping[str, str], lang: str) -> tuple[ClothModel, ...]:
    """Return both cloths, the first one first."""
    return tuple(_cloth(view, one, names, lang) for one in view.coup.cloths)


def _cloth(view: View, one: ClothView, names: Mapping[str, str], lang: str) -> ClothModel:
    laid = stakes_on(view, one.hand, names)
    seats = tuple(seat for seat in view.seats if seat.cloth is one.hand)
    sitting = {seat.person for seat in seats if seat.person is not None}
    on_cloth = [(who, stake) for who, stake in laid if stake.spot in (Spot.CLOTH, IN_PLAY, CALLED)]
    return ClothModel(
        key=str(one.hand),
        hand=hand(view, one.hand, one.holder if view.phase in COUP else None, names),
        places=tuple(
            _place(view, seat, one, tuple(stake for who, stake in on_cloth if who == seat.person), names, lang)
            for seat in seats
        ),
        line=tuple(stake for _, stake in laid if stake.spot == Spot.LINE),
        for_other=tuple(stake for _, stake in laid if stake.spot == Spot.OTHER_CLOTH),
        other_stakes=tuple(stake for who, stake in on_cloth if who not in sitting),
        at_risk=one.at_risk if has_live_stakes(view) else 0,
        word=str(one.word or ""),
        result=str(one.winner or "") if view.phase not in (Phase.BANCO, Phase.BETS) else "",
        advice=one.advice or "",
        cell=cells_by_cloth(view).get(one.hand, ""),
        is_warned=one.is_warned and not view.incidents,
        is_void=one.is_void,
    )


def cells_by_cloth(view: View) -> dict[Hand, str]:
    """Return what the banker's table says against each cloth: one that laid a natural down has no cell, nor one that
    was called off.
    """
    asked = (one.hand for one in view.coup.cloths if not (one.is_natural or one.is_void))
    return dict(zip(asked, view.coup.cells, strict=False))


def _place(
    view: View, seat: SeatView, cloth: ClothView, marks: tuple[StakeModel, ...], names: Mapping[str, str], lang: str
) -> PlaceModel:
    behind = "" if seat.behind is None else names[str(seat.behind)]
    who = seat.person
    if who is None:
        return PlaceModel(seat=seat.seat, is_taken=False, name=label("ui", "free", lang), behind=behind)
    return PlaceModel(
        seat=seat.seat,
        is_taken=True,
        name=names[str(who)],
        is_own=view.me is not None and who == view.me.person,
        is_machine=str(who).startswith(BOT_PREFIX),
        is_away=who in view.away,
        is_in_turn=seat.is_in_turn and view.phase not in COUP,
        is_holder=view.phase in COUP and who == cloth.holder,
        behind=behind,
        marks=marks,
    )


def standing(view: View, names: Mapping[str, str]) -> tuple[Standing, ...]:
    """Return the people on their feet."""
    me = None if view.me is None else view.me.person
    return tuple(
        Standing(names[str(one.person)], one.behind, one.person == me, one.person in view.away) for one in view.standing
    )


# --- picture ----------------------------------------------------------------------------------------------------------


def picture(state: State, lang: str) -> str:
    """Draw a table of a recorded hand."""
    seen = with_known_faces(state)
    names = {str(who): str(who) for who in named_people(seen)}
    return render.page(
        "dos_panos/picture.html",
        lang,
        v=seen,
        cloths=cloths(seen, names, lang),
        bank_hand=bank_hand(seen, names),
        loose=loose_cards(seen),
        has_coup=seen.phase in COUP or bool(seen.coup.cards),
        **PAGE_WORDS,
    )


def with_known_faces(state: State) -> View:
    """Return the table with each card and each total that anybody there knows."""
    public = view(state, None)
    views = [view(state, who) for who in _everybody(public)]
    faces = {one.position: one.face for other in views for one in other.coup.cards if one.face is not None}
    totals = {hand: total for other in (*views, public) for hand, total in other.coup.totals.items()}
    cards = tuple(
        replace(one, face=faces.get(one.position), face_up=one.position in faces) for one in public.coup.cards
    )
    return replace(public, coup=replace(public.coup, cards=cards, totals=totals))


def _everybody(public: View) -> Iterable[PersonId]:
    yield from people(public)
    yield from public.staff.values()
    if public.bank is not None:
        yield public.bank.banker
