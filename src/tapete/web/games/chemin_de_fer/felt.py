"""The felt of chemin de fer: cards, hands, the bank with what covers it, places with what lies before them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from tapete.clauses import Cite
from tapete.games.baccarat.procedure import Said
from tapete.games.chemin_de_fer.terms import COUP, HANDS, BankEnd, Call, Phase
from tapete.games.chemin_de_fer.view import BankView, View
from tapete.kernel import PersonId
from tapete.web.games.baccarat import page
from tapete.web.games.baccarat.desk import rulings
from tapete.web.games.baccarat.page import Look, Page
from tapete.web.games.baccarat.remedies import RemedyContext
from tapete.web.games.chemin_de_fer.buttons import call_name, joint_calls
from tapete.web.games.chemin_de_fer.notices import PASSES_BY, RecentEvents, by_right
from tapete.web.page_context import waits_for
from tapete.web.stage import build
from tapete.web.stage.desk import SlipRow
from tapete.web.stage.model import Amount, Clock, Fact, Felt, Hand, Notice, Part, Pile, Seat
from tapete.words import join, label, money

Seen = Look[View, RecentEvents]
WARNING_LEFT: Final = 12_000
"""Milliseconds that are left of the time at the cards when its holder is warned."""


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


def felt(on: Page[View, RecentEvents], shows: dict[str, Cite]) -> BankFelt:
    view, lang = on.view, on.lang
    is_past, won, stopped = not is_coup_open(view), winner(view), bool(view.incidents)
    return page.felt_of(
        on,
        BankFelt,
        (one for one in view.announcements if is_current(one, view)),
        waits="" if view.offer else waits_for(view, on.person, lang),
        is_called=view.called_person == view.waits_for,
        look="player-bank",
        shows=shows,
        hands=tuple(hand(on, one) for one in HANDS),
        loose=page.loose(on, () if is_past else view.coup.cards, HANDS),
        result=page.incident(view.incidents[0].kind, lang) if stopped else won and label("winner", won, lang),
        result_kind="stop" if stopped else won,
        asks=tuple(asks(on)),
        seats=tuple(seat(on, one.person, one.seat, owes_salute=one.owes_salute) for one in view.seats),
        standers=tuple(seat(on, one.person, behind=one.behind) for one in view.standing),
        clock=_clock(on),
        bank=bank(on),
        no_bank=on.say("no-bank"),
        garage_name=on.say("garage"),
        word=word(on),
        rulings=rulings(on, RemedyContext(view)),
        shoe=(Fact(name=on.say("cards-out"), value=str(view.cards_out)),),
    )


def _clock(on: Page[View, RecentEvents]) -> Clock | None:
    clock = build.running_clock(on.sight, on.view.coup.holder, is_for_all_cards=on.view.phase == "deal")
    if clock is None or clock.kind != "hold" or on.person is None or on.person != on.view.coup.holder:
        return clock
    return replace(clock, warning=on.say("first-warning"), warns=WARNING_LEFT)


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


def hand(on: Seen, code: str) -> Hand:
    """Return a hand, with whose it is; the one of the coup before does not stay into the next shoe."""
    view, found = on.view, on.view.bank
    is_past = not is_coup_open(view)
    banker = found.banker if found is not None and (not is_past or found.is_dealt_from) else None
    shown = page.hand(
        on,
        code,
        on.say("punto" if code == "punto" else "bank"),
        view.coup.cards if view.cards_out else (),
        view.coup.totals.get(code),
        view.coup.holder if code == "punto" else banker,
        is_winner=winner(view) == code,
        is_past=is_past,
    )
    return replace(shown, note=label("ui", "last-result", on.lang)) if shown.is_past and not shown.note else shown


# --- the bank ---------------------------------------------------------------------------------------------------------


def bank(on: Seen) -> Bank | None:
    """Return the bank on the table."""
    view, found = on.view, on.view.bank
    if found is None:
        return None
    covered, is_open = view.coup.covered_amount, is_coup_open(view)

    def amount(code: str, cents: int, *, is_so: bool = True, name: str = "", owner: str = "") -> Amount | None:
        return build.amount(code, on.say(name or code), cents, owner) if is_so else None

    aside = (("garage-aside", found.aside), ("garage-now", found.garage))
    following = next((one for one in view.seats if one.person == found.next_banker), None)
    stands = build.amount("bank", on.say("bank" if is_open else "stands-at"), found.total, on.name(found.banker))
    return Bank(
        sum=stands,
        cover=amount("covered", covered, is_so=is_open),
        rest=amount("to-cover", max(0, found.in_play - covered), is_so=view.phase == Phase.BETS),
        in_play=amount("in-play", found.in_play, is_so=is_open and found.in_play != found.total),
        garage=tuple(build.amount(code, on.say(code), cents) for code, cents in aside if cents),
        coups_won=found.coups_won,
        wins=on.say("coups-won", count=found.coups_won) if found.coups_won else "",
        next_seat=0 if following is None else following.seat,
        notes=(
            *_bank_notes(found, on),
            *([] if following is None else [_bank_turn(found, on)]),
        ),
    )


def _bank_turn(found: BankView, on: Seen) -> str:
    """Return to whom the bank goes if it loses, and to whom after them until it comes to the viewer."""
    first, then = on.name(found.next_banker), found.then
    if on.person is None or on.person not in then:
        return on.say("next-bank-to", person=first)
    after = join((on.name(one) for one in then[: then.index(on.person) + 1]), on.lang)
    return on.say("next-banks-to", person=first, people=after)


def _bank_notes(found: BankView, on: Seen) -> Iterator[str]:
    if found.is_garage_waived:
        yield f"«{on.say('all-goes')}»"
    if found.debt:
        yield f"{on.say('owed')} {money(found.debt, on.lang)}"
    for code, parts in (("associates", found.parts[1:]), ("share-offers", found.join_offers)):
        if parts:
            yield f"{on.say(code)}: {on.sums(parts)}"


def asks(on: Seen) -> Iterator[str]:
    """Yield what is offered or sought at the table: the bank, an auction, partners for a banco."""
    view, offer = on.view, on.view.offer
    if offer is not None:
        asked = on.say("offered", person=on.name(offer.candidate), amount=offer.floor or view.bank_minimum)
        yield f"{asked} ({label('stage', offer.stage, on.lang)})"
        if offer.pledges:
            yield f"{on.say('pledged')}: {on.sums(offer.pledges)}"
    yield from page.auction(on)
    gone = [one.event for one in on.history.news if one.kind == "bank-returned" and one.event["how"] != BankEnd.LOST]
    if gone and (offer is not None or view.auction is not None):
        yield on.say(f"bank-{gone[-1]['how']}", person=on.name(gone[-1]["parts"][0]["person"]))
    passed = dict.fromkeys(one.event["person"] for one in on.history.news if one.kind in PASSES_BY)
    if passed and (offer is not None or view.auction is not None):
        yield on.say("passed-by", people=join((on.name(one) for one in passed), on.lang))
    if view.phase == Phase.BETS and view.bank is not None:
        for leader, group in sorted(joint_calls(view).items()):
            called = sum(one.amount for one in group)
            missing = max(0, view.bank.in_play - called)
            code = "joint" if missing else "joint-full"
            yield on.say(code, person=on.name(leader), amount=called, missing=missing)


def word(on: Seen) -> str:
    """Return what the punto said, or how the bank is covered, who holds the cards and by which right."""
    coup, right = on.view.coup, by_right(on.history, on.lang)
    if not is_coup_open(on.view):
        return ""
    if coup.word:
        return f"{on.say('word')} «{label('word', coup.word, on.lang)}»"
    if not coup.cover:
        return ""
    held = f" · {on.name(coup.holder)} {on.say('holds-cards')}" if coup.holder else ""
    return f"«{label('cover', coup.cover, on.lang)}»{held}{f' {right.text}' if held and right else ''}"


# --- places -----------------------------------------------------------------------------------------------------------


def seat(on: Seen, who: PersonId | None, number: int = 0, *, behind: int = 0, owes_salute: bool = False) -> Seat:
    """Return a place, or somebody on their feet, with what lies before them."""
    view, found, coup = on.view, on.view.bank, on.view.coup
    if who is None:
        return page.seat(on, who, number, marks={})
    is_banker, is_holder = who == on.banker, who == coup.holder
    is_offered = view.offer is not None and who == view.offer.candidate
    marks = {
        "banker": is_banker,
        "associate": found is not None and any(one.person == who for one in found.parts[1:]),
        "holds-cards-short": is_holder,
        "offered-short": is_offered,
        "salute": owes_salute,
    }
    return page.seat(
        on,
        who,
        number,
        marks=marks,
        behind=behind,
        is_banker=is_banker,
        is_holder=is_holder,
        is_asked=is_offered or who == view.waits_for or (is_holder and view.phase in (Phase.LIFT, Phase.WORD)),
        piles=tuple(_piles(on, who)),
    )


def _piles(on: Seen, who: PersonId) -> Iterable[Pile]:
    """Return what lies before a person: their live stakes in this coup, otherwise what they have called or bid; a late
    stake that is not decided yet has a name of its own.
    """
    view, lang = on.view, on.lang
    staked = sum(one.amount for one in view.coup.stakes if one.person == who)
    mine = [(_live(one.call, lang), one.amount) for one in view.coup.calls if one.person == who]
    if not staked:
        mine = [(call_name(one.kind, lang), one.amount) for one in view.calls if one.person == who]
        bids = () if view.auction is None else view.auction.bids
        mine += [(label("ui", "bid", lang), one.amount) for one in bids if one.person == who]
    elif sum(amount for _, amount in mine) != staked:  # some went back
        mine = [(" · ".join(dict.fromkeys(name for name, _ in mine)), staked)]
    mine += [(on.say("late-stake"), one.amount) for one in view.coup.late if one.person == who]
    return (Pile(name=name, amount=amount) for name, amount in mine)


def _live(kind: str, lang: str) -> str:
    return label("chemin", "line-half", lang) if kind == Call.LINE else call_name(kind, lang)


def slip(on: Seen) -> tuple[SlipRow, ...]:
    """Return what is collected and paid of a coup whose cards lie open, in the order of the stakes."""
    outcome = {"punto": "won", "banca": "lost"}.get(winner(on.view), "tied")
    told = label("coup-outcome", f"stake-{outcome}", on.lang)
    calls = on.view.coup.calls if on.view.phase == Phase.SETTLE else ()
    return tuple(page.slip_row(on, one.person, _live(one.call, on.lang), one.amount, outcome, told) for one in calls)
