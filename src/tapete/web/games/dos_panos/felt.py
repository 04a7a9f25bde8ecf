"""The felt of the two-cloth game: the bank above, two cloths with their hands, places and areas, who stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from tapete.games.dos_panos.coup.ending import commission
from tapete.games.dos_panos.rules import Rules
from tapete.games.dos_panos.state import State
from tapete.games.dos_panos.terms import CLOTHS, COUP, HANDS, PREPARING, Hand, Phase, Spot
from tapete.games.dos_panos.view import BankView, ClothView, SeatView, View, view
from tapete.kernel import PersonId
from tapete.web import render
from tapete.web.games.baccarat import page
from tapete.web.games.baccarat.page import Look
from tapete.web.games.dos_panos.notices import LIVE, RecentEvents
from tapete.web.page_context import people
from tapete.web.stage import build, model
from tapete.web.stage.desk import SlipRow
from tapete.web.stage.model import Amount, Card, Fact, Felt, Notice, Part, Pile, Seat
from tapete.words import label, money, sentence, text

Seen = Look[View, RecentEvents]

IN_PLAY: Final = "plays"
"""Stands for the spot of a stake once the betting has closed: what of it plays lies on the cloth."""

CALLED: Final = "banco"
"""Stands for the spot of a banco that was called."""


class Area(Part, frozen=True):
    """A printed area of the felt with what lies there, each pile with its owner."""

    id: str
    name: str
    piles: tuple[Pile, ...] = ()


class Cloth(Part, frozen=True):
    """One cloth: its hand, places and areas; what plays on it, what was said, how it ended."""

    id: str
    hand: model.Hand
    places: tuple[Seat, ...]
    areas: tuple[Area, ...]
    at_risk: Amount | None = None
    word: str = ""
    result: str = ""
    result_kind: str = ""
    """Who won there, ``void`` where a ruling called the coup off."""
    note: str = ""
    answer: str = ""
    """What the banker's table says against it, to the banker who asked."""
    is_past: bool = False
    """What it says is of the coup before."""
    is_own: bool = False
    """The viewer plays there."""


class Bank(Part, frozen=True):
    """The bank: its hand, what is in play, where the rest lies; how it may be had while nobody has it."""

    hand: model.Hand
    in_play: Amount | None = None
    facts: tuple[Fact, ...] = ()
    proven: Fact | None = None
    """What is proven of an open bank, for its banker and the director alone."""
    says: tuple[str, ...] = ()
    """Who wants it, who is to deposit it, what is bid, how it may be had."""


class ClothsFelt(Felt, frozen=True):
    """The table of two cloths."""

    bank: Bank | None = None
    cloths: tuple[Cloth, ...] = ()
    across: Area | None = None
    banco: str = ""
    notes: tuple[str, ...] = ()
    """What holds for the whole coup: that the banker asked for the table, that a ruling binds them."""
    next_step: str = ""
    last_coup: str = msgspec.field(name="past", default="")
    """How the coup before ended, once it is over."""
    rulings: tuple[Notice, ...] = ()
    """What was ruled since the coup began."""


def is_past(on: Seen) -> bool:
    """Return True where what lies there is of the coup before."""
    return on.view.phase not in LIVE


def is_of_former_shoe(on: Seen) -> bool:
    """Return True where what the table still knows of a coup is of the shoe before: none of it lies on the felt."""
    return is_past(on) and (on.view.phase in PREPARING or not on.view.cards_out)


# --- hands ------------------------------------------------------------------------------------------------------------


def hand(on: Seen, code: Hand, owner: PersonId | None, name: str = "") -> model.Hand:
    """Return a hand; after the coup it stays as the one before until the next begins, but not into the next shoe."""
    coup, is_gone = on.view.coup, is_of_former_shoe(on)
    was = on.history.coups[-1:] if is_past(on) and not is_gone else ()
    shown = page.hand(
        on,
        code,
        name or label("hand", code, on.lang).capitalize(),
        () if is_gone else coup.cards,
        None if is_gone else coup.totals.get(str(code), was[0].scores.get(str(code)) if was else None),
        owner if code == Hand.BANCA or not is_past(on) else None,
        is_winner=not is_gone and any(one.hand == code and one.winner == "punto" for one in coup.cloths),
        is_past=is_past(on),
    )
    return replace(shown, is_own=shown.is_own and not is_past(on))


def loose_cards(on: Seen) -> tuple[Card, ...]:
    """Return the cards that lie before no hand."""
    return page.loose(on, () if is_past(on) else on.view.coup.cards, HANDS)


# --- stakes -----------------------------------------------------------------------------------------------------------


class Lying(NamedTuple):
    """A stake as it lies: whose, on which spot, how much (cents)."""

    person: PersonId
    spot: str
    amount: int


def stakes_on(on: Seen, cloth: Hand) -> tuple[Lying, ...]:
    """Return the stakes of a cloth: as they lie, and once the betting has closed what of them plays; before the stakes,
    who has called banco.
    """
    view = on.view
    if is_past(on):
        return ()
    laid = [Lying(one.person, str(one.spot), one.amount) for one in view.coup.laid if one.cloth is cloth]
    plays = [Lying(one.person, IN_PLAY, one.amount) for one in view.coup.stakes if one.cloth is cloth]
    called = [Lying(who, CALLED, 0) for who in view.coup.banco_calls if view.phase in (Phase.BANCO, Phase.LOTS)]
    return (*laid, *plays, *(called if cloth is Hand.PRIMERO else ()))


def _piles(lying: Iterable[Lying], on: Seen, *, is_named: bool) -> tuple[Pile, ...]:
    def name(one: Lying) -> str:
        called = on.say("banco-called") if one.spot == CALLED else ""
        return " · ".join(filter(None, (called, on.name(one.person) if is_named else "")))

    return tuple(Pile(id=one.spot, name=name(one), amount=one.amount, is_own=one.person == on.person) for one in lying)


def _area(code: str, name: str, lying: Iterable[Lying], on: Seen) -> Area:
    return Area(id=code, name=on.say(name), piles=_piles(lying, on, is_named=True))


def across(on: Seen) -> Area:
    """Return the line between the cloths."""
    every = (one for cloth in CLOTHS for one in stakes_on(on, cloth) if one.spot == Spot.ACROSS)
    return _area("across", "across", every, on)


# --- a cloth ----------------------------------------------------------------------------------------------------------


def cloths(on: Seen, *, has_other_area: bool = False) -> tuple[Cloth, ...]:
    """Return both cloths, the first one first."""
    return tuple(_cloth(on, one, has_other_area) for one in on.view.coup.cloths)


def _cloth(on: Seen, one: ClothView, has_other_area: bool) -> Cloth:
    view, lang, is_now = on.view, on.lang, not is_past(on)
    laid = stakes_on(on, one.hand)
    seats = tuple(seat for seat in view.seats if seat.cloth is one.hand)
    sitting = {seat.person for seat in seats if seat.person is not None}
    on_cloth = [stake for stake in laid if stake.spot in (Spot.CLOTH, IN_PLAY, CALLED)]
    others = [stake for stake in on_cloth if stake.person not in sitting]
    areas = [_area("others", "others", others, on)] if others else []
    areas.append(_area("line", "line", (stake for stake in laid if stake.spot == Spot.LINE), on))
    if has_other_area:
        aside = (stake for stake in laid if stake.spot == Spot.OTHER_CLOTH)
        areas.append(_area("other-cloth", f"for-other-{one.hand}", aside, on))
    result = "" if is_of_former_shoe(on) else _result(on, one)
    cell = _cells(view).get(one.hand)
    return Cloth(
        id=str(one.hand),
        hand=hand(on, one.hand, one.holder if view.phase in COUP else None),
        places=tuple(_place(on, seat, one, on_cloth) for seat in seats),
        areas=tuple(areas),
        at_risk=build.amount("at-risk", on.say("at-risk"), one.at_risk) if one.at_risk and is_now else None,
        word=label("word", one.word, lang) if one.word and is_now else "",
        result=result and on.say("called-off" if result == "void" else f"cloth-{result}"),
        result_kind=result,
        note=on.say("warned") if one.is_warned and not one.word and not view.incidents else "",
        answer=f"{on.say('table-here')}: {label('cell', cell, lang)}" if cell else "",
        is_past=not is_now,
        is_own=view.me is not None and view.me.cloth is one.hand,
    )


def _result(on: Seen, one: ClothView) -> str:
    if one.is_void:
        return "void"
    return str(one.winner or "") if on.view.phase not in (Phase.BANCO, Phase.BETS) else ""


def _cells(view: View) -> dict[Hand, str]:
    """Return what the banker's table says against each cloth: one that laid a natural down has no cell, nor one that
    was called off.
    """
    asked = (one.hand for one in view.coup.cloths if not (one.is_natural or one.is_void))
    return dict(zip(asked, view.coup.cells, strict=False))


def _place(on: Seen, seat: SeatView, cloth: ClothView, lying: Iterable[Lying]) -> Seat:
    view, who = on.view, seat.person
    is_holder = who is not None and view.phase in COUP and who == cloth.holder
    return page.seat(
        on,
        who,
        seat.seat,
        marks={"holds-cards": is_holder, "in-turn": seat.is_in_turn and view.phase not in COUP},
        more=() if seat.behind is None else (f"{on.say('second-row')}: {on.name(seat.behind)}",),
        is_holder=is_holder,
        is_asked=who == view.waits_for,
        piles=_piles((one for one in lying if one.person == who), on, is_named=False),
    )


def standing(on: Seen) -> tuple[Seat, ...]:
    """Return the people on their feet."""
    return tuple(
        page.seat(on, one.person, marks={}, behind=one.behind, is_banker=one.person == on.banker)
        for one in on.view.standing
    )


# --- the bank ---------------------------------------------------------------------------------------------------------


def bank(on: Seen, vacancy: Iterable[str] = ()) -> Bank:
    """Return the bank as it stands; ``vacancy``: how it may be had while nobody has it."""
    found = on.view.bank
    proven = None if found is None else found.proven_deposit
    return Bank(
        hand=hand(on, Hand.BANCA, on.banker, on.say("bank")),
        in_play=None if found is None else build.amount("bank", on.say("in-play"), found.in_play),
        facts=tuple(Fact(name=name, value=value) for name, value in _bank_facts(found, on)),
        proven=None if proven is None else Fact(name=on.say("proven"), value=money(proven, on.lang)),
        says=tuple(_bank_says(on, vacancy)),
    )


def _bank_facts(found: BankView | None, on: Seen) -> Iterator[tuple[str, str]]:
    if found is not None:
        if found.deposit:
            yield on.say("at-cash-desk"), money(found.deposit, on.lang)
        code, left = ("days-left", found.days) if found.days else ("shoes-left", found.shoes_left)
        yield on.say(code), str(left)
    if on.view.session_shoes is not None:
        yield on.say("bank-session", session=on.view.session), str(on.view.session_shoes)
    if found is not None and found.coups:
        yield on.say("coups-of-bank"), str(found.coups)


def _bank_says(on: Seen, vacancy: Iterable[str]) -> Iterator[str]:
    view, award = on.view, on.view.award
    if view.bank is None:
        if award is not None and award.person is not None:
            term = on.say("for-days", days=award.days) if award.days else on.say("for-shoes", shoes=award.shoes)
            yield f"{on.say('awarded', person=on.name(award.person), amount=award.amount)} {term}"
        elif view.auction is not None:
            yield from page.auction(on)
        else:
            yield on.say("no-bank")
            yield from vacancy
    if view.seekers:
        yield f"{on.say('bank-seekers')}: {on.sums(view.seekers)}"
    if view.lots:
        between = (text("hand", one, on.lang) or on.name(one) for one in view.lots)
        yield f"{on.say('lots-between')}: {' · '.join(between)}"


# --- the payment slip -------------------------------------------------------------------------------------------------


def slip(on: Seen, rules: Rules | None) -> tuple[SlipRow, ...]:
    """Return what is collected and paid on each cloth of a coup that has ended, in the order of the cloths, and what
    the house keeps of what the bank wins.
    """
    view = on.view
    if view.phase in (Phase.BANCO, Phase.LOTS, Phase.BETS, *PREPARING):
        return ()
    rows = [
        page.slip_row(
            on,
            one.person,
            label("hand", cloth.hand, on.lang).capitalize(),
            one.amount,
            result,
            label("cloth-outcome", result, on.lang),
        )
        for cloth in view.coup.cloths
        if (result := _result(on, cloth))
        for one in view.coup.stakes
        if one.cloth is cloth.hand
    ]
    won, lost = (sum(one.stake for one in rows if one.tone == tone) for tone in ("down", "up"))
    if rules is not None and (part := commission(won, lost, rules.commission, view.mode)):
        told = sentence("cloths-news", "commission", on.lang, amount=part)
        name, bank = on.name(on.banker), on.say("bank")
        rows.append(SlipRow(seat="", name=name, bet=bank, stake=won - lost, outcome=told, tone="even", deduction=part))
    return tuple(rows)


# --- picture ----------------------------------------------------------------------------------------------------------


def picture(state: State, lang: str) -> str:
    """Draw a table of a recorded hand."""
    seen = with_known_faces(state)
    on = Seen(view=seen, history=RecentEvents(), topic="cloths", lang=lang)
    return render.page(
        "dos_panos/picture.html",
        lang,
        v=seen,
        cloths=cloths(on),
        bank=bank(on),
        loose=loose_cards(on),
        has_coup=seen.phase in COUP or bool(seen.coup.cards),
        waiting=label("ui", "waiting-list", lang),
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
