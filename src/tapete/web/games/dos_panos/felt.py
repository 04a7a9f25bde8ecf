"""The felt of the two-cloth game: the bank above, two cloths with their hands, places and areas, who stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace

from tapete.games.banked.coup import Share
from tapete.games.banked.view import CardView
from tapete.games.dos_panos.coup.ending import commission
from tapete.games.dos_panos.placing import ClothStake
from tapete.games.dos_panos.rules import Rules
from tapete.games.dos_panos.state import LaidStake, State
from tapete.games.dos_panos.terms import CLOTHS, COUP, HANDS, PREPARING, Hand, Phase, Spot
from tapete.games.dos_panos.view import BankView, ClothView, SeatView, View, view
from tapete.kernel import PersonId
from tapete.web import render
from tapete.web.games.dos_panos.notices import LIVE, CoupResult
from tapete.web.page_context import people
from tapete.web.staff_access import BOT_PREFIX
from tapete.web.stage import build, model
from tapete.web.stage.desk import SlipRow
from tapete.web.stage.model import Amount, Fact, Felt, Notice, Part, Pile, Seat
from tapete.words import fill, label, money

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


class Look(NamedTuple):
    """Who looks at which view, in which language: people by their names, cards with their numbers for the staff."""

    view: View
    names: Mapping[str, str]
    lang: str
    is_staff: bool = False
    last: CoupResult | None = None
    """The coup before, as the record tells it."""

    @property
    def me(self) -> PersonId | None:
        return None if self.view.me is None else self.view.me.person

    @property
    def is_past(self) -> bool:
        """Return True where what lies there is of the coup before."""
        return self.view.phase not in LIVE

    @property
    def banker(self) -> PersonId | None:
        return None if self.view.bank is None else self.view.bank.banker

    def say(self, code: str, **facts: object) -> str:
        return fill(label("cloths", code, self.lang), facts, self.lang)

    def name(self, who: PersonId | str | None) -> str:
        return "" if who is None else self.names.get(str(who), str(who))


def named_people(view: View) -> Iterable[PersonId]:
    """Return everybody whose name can stand on the page."""
    coup, bids = view.coup, () if view.auction is None else view.auction.bids
    lots = (PersonId(one) for one in view.lots if one not in tuple(Hand))
    yield from (*people(view), *view.staff.values(), *view.waiting_list, *coup.banco_calls, *lots)
    shares: tuple[Share | ClothStake | LaidStake, ...] = (*coup.laid, *coup.stakes, *view.seekers, *bids)
    yield from (one.person for one in shares)
    single = (coup.banco, *(one.behind for one in view.seats), *(one.holder for one in coup.cloths))
    banker, award, me = view.bank and view.bank.banker, view.award and view.award.person, view.me and view.me.person
    yield from (who for who in (banker, award, me, *single) if who)


# --- hands ------------------------------------------------------------------------------------------------------------


def _card(one: CardView, on: Look, *, is_third: bool = False) -> model.Card:
    return build.card(one.face, on.lang, one.position if on.is_staff else None, is_third=is_third)


def hand(on: Look, name: Hand, owner: PersonId | None) -> model.Hand:
    """Return a hand; after the coup it stays as the one before until the next begins, but not into the next shoe."""
    view, lang = on.view, on.lang
    shown = () if view.phase in PREPARING or not view.cards_out else view.coup.cards
    first = tuple(one for one in shown if one.place == name)
    third = tuple(one for one in shown if one.place == f"{name}-3")
    is_past, is_theirs = on.is_past and bool(first), owner is not None and not on.is_past
    is_private = any(one.face is not None and not one.face_up for one in (*first, *third))
    is_laid_down = bool(first) and name in view.coup.naturals
    past = on.last.scores.get(str(name)) if is_past and on.last is not None else None
    note = "only-you" if is_private else "laid-down" if is_laid_down else ""
    return model.Hand(
        id=str(name),
        name=label("hand", name, lang).capitalize(),
        owner=on.name(owner) if is_theirs or name == Hand.BANCA else "",
        total=view.coup.totals.get(str(name), past) if first else None,
        cards=(*(_card(one, on) for one in first), *(_card(one, on, is_third=True) for one in third)),
        is_winner=bool(first) and name != Hand.BANCA and _winner(view, name) == "punto",
        is_own=is_theirs and owner == on.me,
        is_past=is_past,
        is_private=is_private,
        note=on.say(note) if note else "",
    )


def _winner(view: View, cloth: Hand) -> str:
    found = next((one.winner for one in view.coup.cloths if one.hand == cloth), None)
    return str(found or "")


def loose_cards(on: Look) -> tuple[model.Card, ...]:
    """Return the cards that lie before no hand."""
    lying = () if on.is_past else on.view.coup.cards
    return tuple(_card(one, on) for one in lying if one.place.partition("-")[0] not in HANDS)


# --- stakes -----------------------------------------------------------------------------------------------------------


class Lying(NamedTuple):
    """A stake as it lies: whose, on which spot, how much (cents)."""

    person: PersonId
    spot: str
    amount: int


def stakes_on(on: Look, cloth: Hand) -> tuple[Lying, ...]:
    """Return the stakes of a cloth: as they lie, and once the betting has closed what of them plays; before the stakes,
    who has called banco.
    """
    view = on.view
    if on.is_past:
        return ()
    laid = [Lying(one.person, str(one.spot), one.amount) for one in view.coup.laid if one.cloth is cloth]
    plays = [Lying(one.person, IN_PLAY, one.amount) for one in view.coup.stakes if one.cloth is cloth]
    called = [Lying(who, CALLED, 0) for who in view.coup.banco_calls if view.phase in (Phase.BANCO, Phase.LOTS)]
    return (*laid, *plays, *(called if cloth is Hand.PRIMERO else ()))


def _pile(one: Lying, on: Look, *, is_named: bool) -> Pile:
    called = label("cloths", "banco-called", on.lang)
    name = " · ".join((*([called] if one.spot == CALLED else []), *([on.name(one.person)] if is_named else [])))
    return Pile(id=one.spot, name=name, amount=one.amount, is_own=one.person == on.me)


def _area(code: str, name: str, lying: Iterable[Lying], on: Look) -> Area:
    return Area(id=code, name=on.say(name), piles=tuple(_pile(one, on, is_named=True) for one in lying))


def across(on: Look) -> Area:
    """Return the line between the cloths."""
    every = (one for cloth in CLOTHS for one in stakes_on(on, cloth) if one.spot == Spot.ACROSS)
    return _area("across", "across", every, on)


# --- a cloth ----------------------------------------------------------------------------------------------------------


def cloths(on: Look, *, has_other_area: bool = False) -> tuple[Cloth, ...]:
    """Return both cloths, the first one first."""
    return tuple(_cloth(on, one, has_other_area) for one in on.view.coup.cloths)


def _cloth(on: Look, one: ClothView, has_other_area: bool) -> Cloth:
    view, lang, key = on.view, on.lang, str(one.hand)
    laid = stakes_on(on, one.hand)
    seats = tuple(seat for seat in view.seats if seat.cloth is one.hand)
    sitting = {seat.person for seat in seats if seat.person is not None}
    on_cloth = [stake for stake in laid if stake.spot in (Spot.CLOTH, IN_PLAY, CALLED)]
    others = [stake for stake in on_cloth if stake.person not in sitting]
    areas = [_area("line", "line", (stake for stake in laid if stake.spot == Spot.LINE), on)]
    if has_other_area:
        aside = (stake for stake in laid if stake.spot == Spot.OTHER_CLOTH)
        areas.append(_area("other-cloth", f"for-other-{key}", aside, on))
    if others:
        areas.insert(0, _area("others", "others", others, on))
    result, is_shown = _result(on, one), view.phase not in PREPARING
    return Cloth(
        id=key,
        hand=hand(on, one.hand, one.holder if view.phase in COUP else None),
        places=tuple(
            _place(on, seat, one, [stake for stake in on_cloth if stake.person == seat.person]) for seat in seats
        ),
        areas=tuple(areas),
        at_risk=build.amount("at-risk", on.say("at-risk"), one.at_risk) if one.at_risk and not on.is_past else None,
        word=label("word", one.word, lang) if one.word and not on.is_past else "",
        result=on.say("called-off" if result == "void" else f"cloth-{result}") if result and is_shown else "",
        result_kind=result if is_shown else "",
        note=on.say("warned") if one.is_warned and not one.word and not view.incidents else "",
        answer=f"{on.say('table-here')}: {label('cell', cell, lang)}" if (cell := _cells(view).get(one.hand)) else "",
        is_past=on.is_past,
        is_own=view.me is not None and view.me.cloth is one.hand,
    )


def _result(on: Look, one: ClothView) -> str:
    if one.is_void:
        return "void"
    return str(one.winner or "") if on.view.phase not in (Phase.BANCO, Phase.BETS) else ""


def _cells(view: View) -> dict[Hand, str]:
    """Return what the banker's table says against each cloth: one that laid a natural down has no cell, nor one that
    was called off.
    """
    asked = (one.hand for one in view.coup.cloths if not (one.is_natural or one.is_void))
    return dict(zip(asked, view.coup.cells, strict=False))


def _place(on: Look, seat: SeatView, cloth: ClothView, lying: Iterable[Lying]) -> Seat:
    view, who = on.view, seat.person
    behind = () if seat.behind is None else (f"{on.say('second-row')}: {on.name(seat.behind)}",)
    if who is None:
        return Seat(number=seat.seat, name=label("ui", "free", on.lang), marks=behind)
    is_away, is_holder = who in view.away, view.phase in COUP and who == cloth.holder
    said = {"holds-cards": is_holder, "in-turn": seat.is_in_turn and view.phase not in COUP}
    marks = tuple(on.say(code) for code, is_so in said.items() if is_so)
    return Seat(
        number=seat.seat,
        name=on.name(who),
        is_taken=True,
        is_own=who == on.me,
        is_machine=str(who).startswith(BOT_PREFIX),
        is_away=is_away,
        is_holder=is_holder,
        is_asked=who == view.waits_for,
        marks=(*marks, *([label("ui", "away", on.lang)] if is_away else []), *behind),
        piles=tuple(_pile(one, on, is_named=False) for one in lying),
    )


def standing(on: Look) -> tuple[Seat, ...]:
    """Return the people on their feet."""
    return tuple(
        Seat(
            number=0,
            name=on.name(one.person),
            behind=one.behind,
            is_taken=True,
            is_own=one.person == on.me,
            is_machine=str(one.person).startswith(BOT_PREFIX),
            is_banker=one.person == on.banker,
            is_away=one.person in on.view.away,
        )
        for one in on.view.standing
    )


# --- the bank ---------------------------------------------------------------------------------------------------------


def bank(on: Look, vacancy: tuple[str, ...] = ()) -> Bank:
    """Return the bank as it stands; ``vacancy``: how it may be had while nobody has it."""
    view, found = on.view, on.view.bank
    shown = replace(hand(on, Hand.BANCA, on.banker), name=on.say("bank"))
    says = tuple(_bank_says(on, vacancy))
    facts = [] if found is None else list(_bank_facts(found, on))
    if view.session_shoes is not None:
        facts.append(Fact(name=on.say("bank-session", session=view.session), value=str(view.session_shoes)))
    if found is not None and found.coups:
        facts.append(Fact(name=on.say("coups-of-bank"), value=str(found.coups)))
    if found is None:
        return Bank(hand=shown, facts=tuple(facts), says=says)
    proven = found.proven_deposit
    return Bank(
        hand=shown,
        in_play=build.amount("bank", on.say("in-play"), found.in_play),
        facts=tuple(facts),
        proven=None if proven is None else Fact(name=on.say("proven"), value=money(proven, on.lang)),
        says=says,
    )


def _bank_facts(found: BankView, on: Look) -> Iterator[Fact]:
    if found.deposit:
        yield Fact(name=on.say("at-cash-desk"), value=money(found.deposit, on.lang))
    code, left = ("days-left", found.days) if found.days else ("shoes-left", found.shoes_left)
    yield Fact(name=on.say(code), value=str(left))


def _bank_says(on: Look, vacancy: tuple[str, ...]) -> Iterator[str]:
    view, award, lang = on.view, on.view.award, on.lang

    def told(found: Iterable[tuple[PersonId, int]]) -> str:
        return " · ".join(f"{on.name(who)} {money(amount, lang)}" for who, amount in found)

    if view.bank is None:
        if award is not None and award.person is not None:
            term = on.say("for-days", days=award.days) if award.days else on.say("for-shoes", shoes=award.shoes)
            yield f"{on.say('awarded', person=on.name(award.person), amount=award.amount)} {term}"
        elif view.auction is not None:
            yield f"{on.say('auction')}. {on.say('auction-from', amount=view.auction.floor)}"
            bids = sorted(view.auction.bids, key=lambda one: -one.amount)
            yield told((one.person, one.amount) for one in bids) if bids else on.say("no-bids")
        else:
            yield on.say("no-bank")
            yield from vacancy
    if view.seekers:
        yield f"{on.say('bank-seekers')}: {told((one.person, one.amount) for one in view.seekers)}"
    if view.lots:
        between = (on.names.get(one) or label("hand", one, lang) for one in view.lots)
        yield f"{on.say('lots-between')}: {' · '.join(between)}"


# --- the payment slip -------------------------------------------------------------------------------------------------


def slip(on: Look, rules: Rules | None) -> tuple[SlipRow, ...]:
    """Return what is collected and paid on each cloth of a coup that has ended, in the order of the cloths, and what
    the house keeps of what the bank wins.
    """
    view = on.view
    if view.phase in (Phase.BANCO, Phase.LOTS, Phase.BETS, *PREPARING):
        return ()
    places = {one.person: str(one.seat) for one in view.seats if one.person is not None}
    rows = tuple(
        SlipRow(
            seat=places.get(one.person, ""),
            name=on.name(one.person),
            bet=label("hand", cloth.hand, on.lang).capitalize(),
            stake=one.amount,
            outcome=label("cloth-outcome", result, on.lang),
            tone={"punto": "up", "banca": "down"}.get(result, "even"),  # type: ignore[arg-type]
            pays=one.amount if result == "punto" else 0,
        )
        for cloth in view.coup.cloths
        if (result := _result(on, cloth))
        for one in view.coup.stakes
        if one.cloth is cloth.hand
    )
    won, lost = (sum(one.stake for one in rows if one.tone == tone) for tone in ("down", "up"))
    if rules is None or not (part := commission(won, lost, rules.commission, view.mode)):
        return rows
    told = fill(label("cloths-news", "commission", on.lang), {"amount": part}, on.lang)
    banker, gain = on.name(on.banker), won - lost
    kept = SlipRow(seat="", name=banker, bet=on.say("bank"), stake=gain, outcome=told, tone="even", deduction=part)
    return (*rows, kept)


# --- picture ----------------------------------------------------------------------------------------------------------


def picture(state: State, lang: str) -> str:
    """Draw a table of a recorded hand."""
    seen = with_known_faces(state)
    on = Look(seen, {str(who): str(who) for who in named_people(seen)}, lang)
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
