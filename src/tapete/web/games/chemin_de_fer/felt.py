"""The felt of chemin de fer: cards, hands, the bank with what covers it, places with what lies before them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from tapete.games.baccarat.procedure import Said
from tapete.games.banked.view import CardView, StandingView
from tapete.games.chemin_de_fer.terms import COUP, Call, Phase
from tapete.games.chemin_de_fer.view import BankView, View
from tapete.kernel import PersonId
from tapete.web.games.chemin_de_fer.keys import joint_calls
from tapete.web.page_context import people
from tapete.web.staff_access import BOT_PREFIX
from tapete.web.stage import build
from tapete.web.stage.desk import SlipRow
from tapete.web.stage.model import Amount, Card, Felt, Hand, Notice, Part, Pile, Seat
from tapete.words import fill, label, money

HANDS: Final = ("punto", "banca")
Names = Mapping[str, str]
"""The people of the table by pseudonym, as they stand on the page."""


class Bank(Part, frozen=True):
    """The bank of a player: what it stands at, what of it is covered, what lies out of play."""

    sum: Amount
    cover: Amount | None = None
    """What plays of it; nothing while no coup is open."""
    rest: Amount | None = None
    """What nobody covers yet."""
    in_play: Amount | None = None
    """What can be covered, where it is not all."""
    garage: tuple[Amount, ...] = ()
    coups_won: int = 0
    wins: str = ""
    next_seat: int = 0
    """The place to which the bank goes if it loses; 0: to nobody's."""
    notes: tuple[str, ...] = ()
    """Associates, who would join, what is owed, that everything goes, to whom the bank goes."""


class BankFelt(Felt, frozen=True):
    """The table of chemin de fer."""

    bank: Bank | None = None
    no_bank: str = ""
    garage_name: str = ""
    word: str = ""
    """What the punto has said, or how the bank is covered and who holds the cards."""
    rulings: tuple[Notice, ...] = ()
    """What was ruled since the coup began."""


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


def is_coup_open(view: View) -> bool:
    """Return True while stakes may be made or lie on the table."""
    return view.phase == Phase.BETS or view.phase in COUP


def winner(view: View) -> str:
    """Return who won the coup whose cards are shown."""
    return str(view.coup.winner or "") if view.cards_out and view.phase != Phase.BETS else ""


# --- cards ------------------------------------------------------------------------------------------------------------


def _card(one: CardView, lang: str, is_staff: bool, *, is_third: bool = False) -> Card:
    return build.card(one.face, lang, one.position if is_staff else None, is_third=is_third)


def hand(view: View, name: str, person: PersonId | None, names: Names, lang: str, *, is_staff: bool) -> Hand:
    """Return a hand; to whom it belongs is said by name. After the coup it stays, as the one before, until the next
    begins, but not into the next shoe.
    """
    coup, bank = view.coup, view.bank
    is_past = not is_coup_open(view)
    shown = coup.cards if view.cards_out else ()
    first = tuple(one for one in shown if one.place == name)
    third = tuple(one for one in shown if one.place == f"{name}-3")
    is_theirs = bank is not None and (not is_past or bank.is_dealt_from)
    owner = coup.holder if name == "punto" else bank.banker if bank is not None and is_theirs else None
    own = owner is not None and owner == person
    private = any(one.face is not None and not one.face_up for one in (*first, *third))
    note = "only-you" if private else "laid-down" if name in coup.naturals and first else ""
    return Hand(
        id=name,
        name=label("chemin", "punto" if name == "punto" else "bank", lang),
        owner="" if owner is None else names.get(str(owner), str(owner)),
        total=coup.totals.get(name) if first else None,
        cards=(
            *(_card(one, lang, is_staff) for one in first),
            *(_card(one, lang, is_staff, is_third=True) for one in third),
        ),
        is_winner=bool(first) and winner(view) == name,
        is_own=own,
        is_past=is_past and bool(first),
        is_private=private,
        note=label("chemin", note, lang) if note else label("ui", "last-result", lang) if is_past and first else "",
    )


def loose(view: View, lang: str, *, is_staff: bool) -> tuple[Card, ...]:
    """Return the cards that lie in no hand."""
    shown = view.coup.cards if is_coup_open(view) else ()
    return tuple(_card(one, lang, is_staff) for one in shown if one.place.partition("-")[0] not in HANDS)


# --- the bank ---------------------------------------------------------------------------------------------------------


def bank(view: View, names: Names, lang: str) -> Bank | None:
    """Return the bank on the table."""
    found = view.bank
    if found is None:
        return None
    is_open = is_coup_open(view)
    covered, left = view.coup.covered_amount, max(0, found.in_play - view.coup.covered_amount)
    banker = names[str(found.banker)]

    def amount(code: str, cents: int) -> Amount:
        return build.amount(code, label("chemin", code, lang), cents)

    aside = (("garage-aside", found.aside), ("garage-now", found.garage))
    following = next((one for one in view.seats if one.person == found.next_banker), None)
    told = {"person": names.get(str(found.next_banker), "")}
    return Bank(
        sum=build.amount("bank", label("chemin", "bank" if is_open else "stands-at", lang), found.total, banker),
        cover=amount("covered", covered) if is_open else None,
        rest=amount("to-cover", left) if view.phase == Phase.BETS else None,
        in_play=amount("in-play", found.in_play) if is_open and found.in_play != found.total else None,
        garage=tuple(amount(code, cents) for code, cents in aside if cents),
        coups_won=found.coups_won,
        wins=fill(label("chemin", "coups-won", lang), {"count": found.coups_won}, lang) if found.coups_won else "",
        next_seat=0 if following is None else following.seat,
        notes=(
            *_bank_notes(found, names, lang),
            *([] if following is None else [fill(label("chemin", "next-bank-to", lang), told, lang)]),
        ),
    )


def _bank_notes(found: BankView, names: Names, lang: str) -> Iterator[str]:
    if found.is_garage_waived:
        yield f"«{label('chemin', 'all-goes', lang)}»"
    if found.debt:
        yield f"{label('chemin', 'owed', lang)} {money(found.debt, lang)}"
    for code, parts in (("associates", found.parts[1:]), ("share-offers", found.join_offers)):
        if parts:
            told = (f"{names.get(str(one.person), '')} {money(one.amount, lang)}" for one in parts)
            yield f"{label('chemin', code, lang)}: {' · '.join(told)}"


def asks(view: View, names: Names, lang: str) -> tuple[str, ...]:
    """Return what is offered or sought at the table: the bank, an auction, partners for a banco."""
    return tuple(_asks(view, names, lang))


def _asks(view: View, names: Names, lang: str) -> Iterator[str]:
    def since(floor: int) -> str:
        return f"{label('chemin', 'from-amount', lang)} {money(floor, lang)}"

    def parts(shares: Iterable[tuple[str, int]]) -> str:
        return " · ".join(f"{names.get(who, who)} {money(amount, lang)}" for who, amount in shares)

    offer, auction = view.offer, view.auction
    if offer is not None:
        asked = f"{label('chemin', 'offered', lang)} {names[str(offer.candidate)]}"
        yield f"{asked}, {since(offer.floor or view.bank_minimum)} ({label('stage', offer.stage, lang)})"
        if offer.pledges:
            told = parts((str(one.person), one.amount) for one in offer.pledges)
            yield f"{label('chemin', 'pledged', lang)}: {told}"
    if auction is not None:
        yield f"{label('chemin', 'auction', lang)}, {since(auction.floor)}"
        bids = sorted(auction.bids, key=lambda one: -one.amount)
        yield parts((str(one.person), one.amount) for one in bids) or label("chemin", "no-bids", lang)
    if view.phase == Phase.BETS and view.bank is not None:
        for leader, group in sorted(joint_calls(view).items()):
            called = sum(one.amount for one in group)
            missing = max(0, view.bank.in_play - called)
            facts = {"person": names.get(leader, leader), "amount": called, "missing": missing}
            yield fill(label("chemin", "joint" if missing else "joint-full", lang), facts, lang)


def word(view: View, names: Names, right: str, lang: str) -> str:
    """Return what the punto said, or how the bank is covered, who holds the cards and by which ``right``."""
    coup = view.coup
    if not is_coup_open(view):
        return ""
    if coup.word:
        return f"{label('chemin', 'word', lang)} «{label('word', coup.word, lang)}»"
    if not coup.cover:
        return ""
    holder = "" if coup.holder is None else names.get(str(coup.holder), str(coup.holder))
    held = f" · {holder} {label('chemin', 'holds-cards', lang)}{f' {right}' if right else ''}" if holder else ""
    return f"«{label('cover', coup.cover, lang)}»{held}"


# --- places -----------------------------------------------------------------------------------------------------------


def _piles(view: View, who: PersonId, lang: str) -> tuple[Pile, ...]:
    """Return what lies before a person: their live stakes in this coup, otherwise what they have called or bid; a late
    stake that is not decided yet has a name of its own.
    """
    late = (
        Pile(name=label("chemin", "late-stake", lang), amount=one.amount) for one in view.coup.late if one.person == who
    )
    return (*_stakes(view, who, lang), *late)


def _stakes(view: View, who: PersonId, lang: str) -> tuple[Pile, ...]:
    staked = sum(one.amount for one in view.coup.stakes if one.person == who)
    if staked:
        mine = tuple(
            Pile(name=_live(one.call, lang), amount=one.amount) for one in view.coup.calls if one.person == who
        )
        if sum(one.amount for one in mine) == staked:
            return mine
        return (Pile(name=" · ".join(dict.fromkeys(one.name for one in mine)), amount=staked),)  # some went back
    called = tuple(Pile(name=_call(one.kind, lang), amount=one.amount) for one in view.calls if one.person == who)
    bids = () if view.auction is None else view.auction.bids
    return called + tuple(Pile(name=label("ui", "bid", lang), amount=one.amount) for one in bids if one.person == who)


def _call(kind: str, lang: str) -> str:
    return label("call", str(kind).partition(":")[0], lang)


def _live(kind: str, lang: str) -> str:
    return label("chemin", "line-half", lang) if kind == Call.LINE else _call(kind, lang)


def places(view: View, person: PersonId | None, names: Names, lang: str) -> tuple[Seat, ...]:
    return tuple(
        Seat(number=one.seat, name=label("ui", "free", lang))
        if one.person is None
        else _seat(view, one.person, person, names, lang, number=one.seat, owes_salute=one.owes_salute)
        for one in view.seats
    )


def stander(view: View, one: StandingView, person: PersonId | None, names: Names, lang: str) -> Seat:
    """Return somebody on their feet with what they have called."""
    return _seat(view, one.person, person, names, lang, behind=one.behind)


def _seat(
    view: View,
    who: PersonId,
    person: PersonId | None,
    names: Names,
    lang: str,
    *,
    number: int = 0,
    behind: int = 0,
    owes_salute: bool = False,
) -> Seat:
    found = view.bank
    is_banker, is_offered = (
        found is not None and who == found.banker,
        view.offer is not None and who == view.offer.candidate,
    )
    is_away, is_holder = who in view.away, who == view.coup.holder
    said = {
        "banker": is_banker,
        "associate": found is not None and any(one.person == who for one in found.parts[1:]),
        "holds-cards-short": is_holder,
        "offered-short": is_offered,
        "salute": owes_salute,
    }
    marks = tuple(label("chemin", code, lang) for code, is_so in said.items() if is_so)
    return Seat(
        number=number,
        behind=behind,
        name=names[str(who)],
        is_taken=True,
        is_own=who == person,
        is_machine=str(who).startswith(BOT_PREFIX),
        is_away=is_away,
        is_banker=is_banker,
        is_holder=is_holder,
        is_asked=is_offered or who == view.waits_for or (is_holder and view.phase in (Phase.LIFT, Phase.WORD)),
        marks=(*marks, *([label("ui", "away", lang)] if is_away else [])),
        piles=_piles(view, who, lang),
    )


# --- the payment slip -------------------------------------------------------------------------------------------------


def slip(view: View, names: Names, lang: str) -> tuple[SlipRow, ...]:
    """Return what is collected and paid of a coup whose cards lie open, in the order of the stakes."""
    places = {one.person: str(one.seat) for one in view.seats if one.person is not None}
    outcome = {"punto": "won", "banca": "lost"}.get(winner(view), "tied")
    return tuple(
        SlipRow(
            seat=places.get(one.person, ""),
            name=names[str(one.person)],
            bet=_live(one.call, lang),
            stake=one.amount,
            outcome=label("coup-outcome", f"stake-{outcome}", lang),
            tone="up" if outcome == "won" else "down" if outcome == "lost" else "even",
            pays=one.amount if outcome == "won" else 0,
        )
        for one in view.coup.calls
        if view.phase == Phase.SETTLE
    )
