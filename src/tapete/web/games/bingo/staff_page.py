"""What an official reads and does on their page: the usual next act, the parts of the desk, the calls, the sale."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import msgspec

from tapete.games.bingo import acts as a
from tapete.games.bingo.inventory import Medium, card_count
from tapete.games.bingo.state import call_name
from tapete.games.bingo.terms import Phase
from tapete.games.bingo.view import CallView, StaffView, View
from tapete.kernel import Act, ActBody, Offer, PersonId
from tapete.table.staff import Role
from tapete.web.action_buttons import Action
from tapete.web.games.bingo.desk import HEADS, QUANTITIES, has_post, offers_of_staff, ranges_on_sale
from tapete.web.games.bingo.models import Block, Buyer, HallDesk, OfCalls, Sale, Section, turn_of_call
from tapete.web.games.bingo.wording import SECOND, buttons, facts_of_count, say, shares_told
from tapete.web.page_context import PageContext
from tapete.web.seat_links import table_naming
from tapete.web.stage import build
from tapete.web.stage.desk import desk as common_desk
from tapete.web.stage.model import Ask, Fact, Notice
from tapete.words import label, money, refusal

READERS: Final = frozenset({Role.HALL_MANAGER, Role.TABLE_CHIEF, Role.CASHIER})
"""The posts that read the book and the accounts, in practice: those who sign it and who has the money."""

SECTIONS: Final[dict[str, tuple[str, ...]]] = {
    "hall": (
        *("register-machine", "register-balls", "register-series", "load-balls", "open-session", "set-counter"),
        "set-shares",
    ),
    "checks": ("pass-check",),
    "accounts": ("settle-money",),
    "sale": ("announce-sale", "close-sale", "cover-shortfall"),
    "end": ("close-session",),
    "case": ("let-stand", "void-game", "find-balls-sound"),
    "cash": ("collect-unsold", "hand-over-takings", "give-back-takings", "confirm-takings"),
    "game": (
        *("announce-sold", "announce-prizes", "announce-start", "announce-second"),
        *("call-ball", "ball-out", "announce-ball", "show-ball"),
        *("ask-others", "order-resume", "order-end", "end-game", "decide-unawarded"),
    ),
    "paper": ("call-for-player",),
    "pay": ("pay-prize", "give-token"),
    "refund": ("return-cards", "pay-refund"),
}
"""The parts of a desk and their acts, in order. What is in none of them lies in the drawer."""

ORDER: Final[dict[str, int]] = {tag: at for at, tag in enumerate(tag for tags in SECTIONS.values() for tag in tags)}

MATERIAL: Final = frozenset({"register-machine", "register-balls", "register-series"})

COUNTED: Final = frozenset({"collect-unsold", "hand-over-takings", "return-cards", "pay-refund"})
"""What one touch does as the books have it, and is typed where somebody counted otherwise."""

OF_CHECK: Final = ("hand-in-card", "show-master", "check-card")
"""What is done with a called cartón, in this order."""

OF_CALLS: Final = frozenset({*OF_CHECK, "take-call-back", "note-difference", "give-token"})
"""What is done with one called cartón."""

NEXT_WITHOUT_WAIT: Final = (
    *("load-balls", "collect-unsold", "pay-prize", "pay-refund", "settle-money"),
    "hand-over-takings",
)
"""What is done next though no phase waits for it, the most pressing first."""

NEXT: Final[Mapping[Phase, tuple[Role, ActBody]]] = {
    Phase.CHECKS: (Role.TABLE_CHIEF, a.OpenSession()),
    Phase.SALE: (Role.TABLE_CHIEF, a.CloseSale()),
    Phase.DRAW_LINE: (Role.CALLER, a.DrawBall()),
    Phase.DRAW_BINGO: (Role.CALLER, a.DrawBall()),
    Phase.ASK_LINE: (Role.TABLE_CHIEF, a.OrderResume()),
    Phase.ASK_BINGO: (Role.TABLE_CHIEF, a.OrderEnd()),
    Phase.PAYMENT: (Role.TABLE_CHIEF, a.EndGame()),
    Phase.VOID: (Role.TABLE_CHIEF, a.EndGame()),
}
"""Whose act a phase waits for: what stands against it is said at the place of the button."""


def staff_page(sight: PageContext, person: PersonId) -> tuple[Ask, msgspec.Raw, OfCalls]:
    """Return what an official may do, and the acts on called cartones: the usual next act at one place, all other acts
    each at one of theirs.
    """
    table, view, lang = sight.table, sight.view_as(View), sight.lang
    offered = offers_of_staff(table.legal(person), view)
    shown = [*(one for one in offered if one.act != "sell-cards"), *ranges_on_sale(offered, view)]
    made = () if sight.is_post_lost else buttons(sight, view, shown)
    notes = {code: tuple(told) for code, told in _notes(view, lang)}
    has_case = bool(notes.get("case"))
    main = () if has_case else _main(made, view)
    of_calls = [one for one in made if one.tag in OF_CALLS and view.calls]
    rest = [one for one in made if one not in of_calls and one not in main]
    sections = tuple(_sections(rest, lang, notes, has_case))
    duty = view.duty if view.phase is Phase.SALE else None
    sales = () if duty is None else tuple(_sale(sight, duty, one) for one in offered if one.act == "sell-cards")
    lost, posts = build.posts(sight)
    reminders = () if view.duty is None else view.duty.reminders
    waiting = "" if main or sales or sections else say("closed" if view.phase is Phase.CLOSED else "waiting", lang)
    ask = Ask(
        sentence=waiting,
        main=main,
        more=tuple(one for one in rest if is_for_drawer(one, has_case)),
        news=(*lost, *(Notice(text=say(f"reminder-{one}", lang), tone="stop") for one in reminders)),
        obstacles=() if main else _obstacles(sight, view, person),
        posts=posts,
    )
    desk = common_desk(
        sight,
        HallDesk,
        sections=sections,
        sales=sales,
        idle="" if of_calls else waiting,
        facts=tuple(_facts(view, lang)),
        accounts=_accounts(view, lang),
        link_for=() if view.phase is Phase.CLOSED else _linked(view, lang),
        has_file=view.phase in (Phase.CHECKS, Phase.READY) and has_post(view, HEADS),
        has_book=has_post(view, READERS),
    )
    on_calls = {
        call_name(one.prize, one.card): tuple(each for each in of_calls if each not in main and _is_about(each, one))
        for one in view.calls
    }
    return ask, desk, on_calls


def is_for_drawer(action: Action, has_case: bool = False) -> bool:
    """Return True if a button is for what happens now and then. The game is declared void where a case is shown."""
    if action.tag == "void-game":
        return not has_case
    asked = {one.name for one in action.fields}
    is_typed = action.tag in COUNTED and bool(asked) and "reason" not in asked
    is_later = action.tag in MATERIAL and not action.is_main
    return action.tag not in ORDER or is_typed or is_later or SECOND in asked


def _main(made: Iterable[Action], view: View) -> tuple[Action, ...]:
    """Return the usual next act: of the cartón that is checked next, else what the phase waits for, else the first
    that the counter has. Acts of one kind that ask for a choice, such as two ways to pay a double, stand side by side.
    """
    for one in sorted(view.calls, key=turn_of_call):
        of_call = [each for each in made if _is_about(each, one) and each.tag in OF_CHECK and not each.fields]
        if one.valid is None and of_call:
            return (max(of_call, key=lambda each: OF_CHECK.index(each.tag)),)
    at_hand = [one for one in made if not is_for_drawer(one)]
    if mains := sorted((one for one in at_hand if one.is_main), key=lambda one: ORDER[one.tag]):
        same = [one for one in mains if one.tag == mains[0].tag]
        return tuple(same) if len(same) <= 2 else tuple(same[:1])
    return tuple([one for tag in NEXT_WITHOUT_WAIT for one in at_hand if one.tag == tag][:1])


def _is_about(button: Action, call: CallView) -> bool:
    fixed = button.fixed_fields
    return fixed.get("card") == call.card and fixed.get("prize", str(call.prize)) == str(call.prize)


def _obstacles(sight: PageContext, view: View, person: PersonId) -> tuple[Notice, ...]:
    """Return why the act for which the table waits cannot be done by whoever does it."""
    post, act = NEXT.get(view.phase, (None, None))
    if act is None or view.staff.get(str(post)) != person:
        return ()
    if (no := sight.table.would_refuse(Act(person, act, view.step))) is None:
        return ()
    why = refusal(no.code, no.facts, sight.lang, table_naming(view.name))
    return (Notice(text=why, tone="stop", clauses=build.clauses(no.clauses, sight.lang)),)


# --- what is read on a desk -------------------------------------------------------------------------------------------


def _sections(
    made: Iterable[Action], lang: str, notes: Mapping[str, tuple[str, ...]], has_case: bool
) -> Iterator[Section]:
    """Yield the parts of a desk that have something to do or to read now."""
    shown = [one for one in made if not is_for_drawer(one, has_case)]
    for code, tags in SECTIONS.items():
        actions, told = tuple(one for one in shown if one.tag in tags), notes.get(code, ())
        if actions or told:
            yield Section(code=code, name=say(f"section-{code}", lang), actions=actions, notes=told)


def _notes(view: View, lang: str) -> Iterator[tuple[str, Iterable[str]]]:
    """Yield what is to be read in each part of a desk: what was found not in order, why the sale or the session cannot
    be closed yet, what was counted and waits for a second person or does not come out, what was reported.
    """
    duty, naming = view.duty, table_naming(view.name)
    if duty is None:
        return
    yield (
        "case",
        [
            " ".join(
                (
                    say("case", lang, naming, cause=label("cause", one.cause, lang), ball=one.ball, by=one.by),
                    *((f"«{one.note}»",) if one.note else ()),
                    *((say("case-must-void", lang),) if one.must_void else ()),
                )
            )
            for one in duty.cases
        ],
    )
    unsold = (
        say(
            "unsold-lacking" if lacking > 0 else "unsold-beyond",
            lang,
            series=series,
            cards=abs(lacking),
            count=duty.unsold_counts[series],
            expected=duty.unsold_counts[series] + lacking,
        )
        for series, lacking in duty.unsold_differences.items()
    )
    yield "cash", [*unsold, *(say("count-waits", lang, naming, **facts_of_count(one)) for one in duty.counts)]
    failed = ((say("check-failed", lang, item=item), note) for item, note in view.failed_items.items())
    yield "checks", [f"{told}: «{note}»" if note else told for told, note in failed]
    gaps = (("sale-gap" if one.first == one.last else "sale-gaps", one) for one in duty.sale_gaps)
    yield "sale", [say(code, lang, series=one.series, first=one.first, last=one.last) for code, one in gaps]
    if view.phase is Phase.READY and has_post(view, HEADS):
        tills = ((who, taken) for who, taken in duty.tills.items() if taken > 0)
        yield "end", [say("takings-lacking", lang, naming, seller=who, amount=taken) for who, taken in tills]


def _facts(view: View, lang: str) -> Iterator[Fact]:
    """Yield what was sold, what each seller has, and which balls are in use."""
    duty, naming = view.duty, table_naming(view.name)
    if duty is None:
        return
    if view.phase in (Phase.CHECKS, Phase.READY):
        for series, left in duty.unused_cards.items():
            if left:
                yield Fact(name=f"{label('bingo-field', 'series', lang)} {series}", value=str(left))
        yield from shares_told(view, lang)
    elif view.phase is not Phase.CLOSED:
        yield Fact(name=say("sold", lang), value=str(view.cards_sold))
    if duty.takings:
        yield Fact(name=say("takings", lang), value=money(duty.takings, lang))
    for who, amount in duty.tills.items():
        yield Fact(name=f"{say('in-till', lang)} {naming(who, lang)}", value=money(amount, lang))
    if duty.set_in_use:
        name = f"{label('bingo-field', 'balls', lang)} {duty.set_in_use}"
        yield Fact(name=name, value=say("games-served", lang, games=duty.set_games))
    if view.is_open_to_witnesses and view.witnesses:
        yield Fact(name=say("witnesses", lang), value=str(view.witnesses))


def _accounts(view: View, lang: str) -> tuple[Fact, ...]:
    """Return the accounts in which there is money, for the posts that have the money or sign the book."""
    held = view.duty.accounts if view.duty is not None and has_post(view, READERS) else {}
    listed = ((who, amount) for who, amount in held.items() if amount)
    naming = table_naming(view.name)
    return tuple(Fact(name=naming(who, lang), value=money(amount, lang)) for who, amount in listed)


def players(view: View) -> tuple[PersonId, ...]:
    """Return the players who have money in an account, or cartones by name."""
    if view.duty is None:
        return ()
    owners = {one.person for one in view.duty.sales if one.person is not None}
    with_money = {PersonId(who) for who, held in view.duty.accounts.items() if held}
    return tuple(sorted(one for one in owners | with_money if one not in view.staff.values()))


def _linked(view: View, lang: str) -> tuple[tuple[str, str], ...]:
    """Return the players to whom an official gives the way back to their pages, each with their name."""
    naming = table_naming(view.name)
    return tuple((str(who), naming(who, lang)) for who in (players(view) if has_post(view, HEADS) else ()))


# --- selling ----------------------------------------------------------------------------------------------------------


STRIP: Final = 6
"""So many cartones hold the ninety numbers once."""


def _sale(sight: PageContext, duty: StaffView, offer: Offer) -> Sale:
    """Return the sale of a series that is on offer."""
    view, lang, naming = sight.view_as(View), sight.lang, table_naming(sight.table.id)
    name, first = str(offer.fixed_value("series")), int(offer.fixed_value("first") or 0)
    end = offer.bounds("last")[1] or first
    there, series = end - first + 1, next(one for one in view.series if one.name == name)
    wishes = {who: wish.count for who, wish in duty.wishes.items() if wish.series == name}
    held = {
        who: card_count(one.cards for one in duty.sales if one.person == who)
        for who in duty.accounts
        if who not in view.staff.values()
    }

    def buyer(who: str) -> Buyer:
        balance, wish = duty.accounts[who], wishes.get(who, 0)
        most = min(there, balance // view.price)
        notes = (("buyer-wants", wish), ("buyer-has", held[who]))
        return Buyer(
            person=who,
            name=naming(who, lang),
            balance=balance,
            note=" · ".join(say(code, lang, cards=count) for code, count in notes if count),
            most=most,
            wish=wish,
            why_not=at_end if most == there else say("has-no-more", lang, amount=balance),
        )

    at_end = say("series-ends", lang)
    cash = Buyer(name=say("cash", lang), most=there, why_not=at_end)
    by_account = map(buyer, sorted(held, key=lambda who: (not wishes.get(who), held[who], who)))
    return Sale(
        series=name,
        title=say("sell-now", lang, series=name),
        command=sight.command(f"sell-cards.{name}"),
        first=first,
        cards_left=duty.unused_cards.get(name, there),
        price=view.price,
        blocks=tuple(_blocks(first, view.price, lang)),
        buyers=(
            *(() if series.only is Medium.PHONE else (cash,)),
            *(() if series.only is Medium.PAPER else by_account),
        ),
        gap=say("sold-behind", lang, last=end, next=end + 1) if end < series.last else "",
    )


def _blocks(first: int, price: int, lang: str) -> Iterator[Block]:
    """Yield the blocks that go at one touch: whole strips where a strip begins, else also what is left of one."""
    rest = STRIP - (first - 1) % STRIP
    names = {rest: say("strip" if rest == STRIP else "strip-rest", lang)}
    for many in sorted({*QUANTITIES, rest}):
        yield Block(count=many, last=first + many - 1, cost=many * price, name=names.get(many, ""))
