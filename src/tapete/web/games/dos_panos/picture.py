"""A state of the two-cloth game as a picture, with the faces that somebody at the table knows: for recorded hands."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import COUP
from tapete.games.dos_panos.view import View, view
from tapete.kernel import PersonId
from tapete.web import render
from tapete.web.games.dos_panos import felt
from tapete.web.games.dos_panos.page_words import PAGE_WORDS
from tapete.web.screens.frame import people


def picture(state: State, lang: str) -> str:
    """Draw a table of a recorded hand."""
    seen = with_known_faces(state)
    names = {str(who): str(who) for who in felt.named_people(seen)}
    return render.page(
        "dos_panos/picture.html",
        lang,
        v=seen,
        cloths=felt.cloths(seen, names, lang),
        bank_hand=felt.bank_hand(seen, names),
        loose=felt.loose_cards(seen),
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
