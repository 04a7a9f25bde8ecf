"""What a player reads and does on their page: their cartones, what they have won, what they have asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final

from msgspec.structs import replace

from tapete.games.bingo.acts import CallPrize
from tapete.games.bingo.inventory import Medium
from tapete.games.bingo.terms import ASKING, DRAWING, Phase, Prize, split_card
from tapete.games.bingo.view import Me, OwnCard, View
from tapete.kernel import Act, Count, Offer, PersonId
from tapete.web import action_buttons
from tapete.web.action_buttons import Action
from tapete.web.games.bingo import desk
from tapete.web.games.bingo.caller import LETTERS
from tapete.web.games.bingo.models import (
    Block,
    Carton,
    CartonState,
    Claim,
    PlayerAsk,
    PlayerDesk,
    Sale,
    grid,
)
from tapete.web.games.bingo.page_parts import short_card
from tapete.web.games.bingo.wording import with_hall_fields
from tapete.web.page_context import PageContext, of_viewer
from tapete.web.quick_amounts import with_usual_amounts
from tapete.web.stage import build
from tapete.web.stage.model import Fact, Notice, Result
from tapete.words import fill, label, money, refusal

OWN: Final = frozenset({"call-prize", "mark-number"})
"""What a player does at their cartones."""

AT_HAND: Final = frozenset({"take-call-back", "witness-checks", "want-cards", "settle-money", "return-cards"})
"""What a player finds without opening the drawer."""

MOST_AT_ONCE: Final = 2
"""So many calls stand among the main acts; further ones at their cartones alone."""


def player_ask(sight: PageContext, person: PersonId) -> PlayerAsk:
    """Return what a player may do, and what is said to them."""
    table, view, lang = sight.table, sight.view_as(View), sight.lang
    me = of_viewer(view.me)
    made = action_buttons.actions(
        [*_whole(one for one in sight.offers if one.act not in OWN)],
        table.id,
        person,
        table.version,
        lang,
        game=table.game.key,
        letters=LETTERS,
    )
    made = tuple(
        build.on_page(_with_amounts(_wish(with_hall_fields(one, lang), view, lang), view, lang), sight) for one in made
    )
    cartones = _states(sight, me)
    wishes = tuple(_wish_blocks(sight, person, series) for series in _on_sale(view))
    asked = [(one.card, claim) for one in cartones for claim in one.claims if claim.is_asked]
    may_buy = [one for one in made if one.tag == "buy-in" and not me.chips and not me.cartones]
    main = tuple(_claim_action(card, claim, sight, person) for card, claim in asked) or tuple(may_buy)
    rest = [one for one in made if one not in main and not (one.tag == "want-cards" and one.fields and len(wishes) > 0)]
    lost, posts = build.posts(sight)
    return PlayerAsk(
        sentence="" if main or me.wish_count or me.money_asked else _waiting(me, view, lang),
        main=main,
        side=tuple(one for one in rest if _is_at_hand(one) or one.tag == "buy-in"),
        more=tuple(one for one in made if one not in main and not _is_at_hand(one) and one.tag != "buy-in"),
        result=_result(me, view, lang),
        news=(
            *lost,
            *(Notice(text=one, tone="up") for one in _won(me, view, lang)),
            *(Notice(text=one) for one in _asked(me, view, lang)),
        ),
        obstacles=_common_obstacles(cartones),
        posts=posts,
        cartones=cartones,
        claim=action_buttons.command(table.id, person, table.version, "call-prize"),
        mark=action_buttons.command(table.id, person, table.version, "mark-number")
        if any(one.act == "mark-number" for one in sight.offers)
        else "",
        wishes=wishes,
    )


def player_desk(sight: PageContext) -> PlayerDesk:
    """Return the cartones of a player as they are printed, and what moved in their account."""
    view, lang = sight.view_as(View), sight.lang
    me = of_viewer(view.me)
    empty = ("no-cards", "how-to-buy") if view.phase is not Phase.CLOSED else ("closed",)
    return PlayerDesk(
        cartones=tuple(_carton(one, view, me, lang) for one in me.cartones),
        empty="" if me.cartones or me.wish_count else " ".join(label("bingo", one, lang) for one in empty),
        has_automatic_marks=view.has_automatic_marks,
        movements=tuple(
            Fact(name=label("bingo-movement", event, lang), value=money(amount, lang))
            for event, amount in reversed(me.movements)
        ),
    )


def _whole(offered: Iterable[Offer]) -> Iterator[Offer]:
    """Yield a player's offers: cartones of a void game are handed back by one touch."""
    for one in offered:
        if one.act == "return-cards":
            yield from desk.whole_and_part(one)
        else:
            yield one


def _is_at_hand(action: Action) -> bool:
    return action.tag in AT_HAND and not (action.tag in ("return-cards", "want-cards") and action.fields)


def _wish(action: Action, view: View, lang: str) -> Action:
    """Return the button of a wish under its name; other buttons as they are."""
    if action.tag == "return-cards" and not action.fields:
        return replace(action, name=fill(label("bingo-button", "return-own", lang), action.fixed_fields, lang))
    if action.tag == "write-entry":
        return replace(action, name=label("bingo-button", "complain", lang))
    if action.tag == "settle-money":
        return replace(action, name=label("bingo-button", "take-money-back", lang))
    if action.tag != "want-cards":
        return action
    code = ("buy-cards" if view.is_self_service else "want-cards") if action.fields else "take-wish-back"
    return replace(action, name=fill(label("bingo-button", code, lang), action.fixed_fields, lang), variant=code)


def _with_amounts(action: Action, view: View, lang: str) -> Action:
    """Return a button of an account with amounts at one touch: the price of some cartones, or all there is."""
    times = () if action.tag != "buy-in" else (1, 3, 6, 12, 24)

    def usual(_: int, most: int | None) -> Iterator[tuple[int, str]]:
        yield from ((many * (view.price or 200), "") for many in times)
        if action.tag == "cash-out" and most:
            yield most, "all"

    return with_usual_amounts(action, usual, lang)


def _asked(me: Me, view: View, lang: str) -> tuple[str, ...]:
    """Return the sentences on what a player has asked for, of which that to the cashier ends with the hall."""
    told = []
    if (asked := me.money_asked) is not None:
        code = "pays-in" if asked.is_paid_in else "draws-out"
        code = f"{code}-ended" if view.phase is Phase.CLOSED else code
        told.append(fill(label("bingo", code, lang), {"amount": asked.amount}, lang))
    if me.wish_count:
        facts = {"cards": me.wish_count, "series": me.wish_series}
        told.append(fill(label("bingo", "you-asked", lang), facts, lang))
    return tuple(told)


def _waiting(me: Me, view: View, lang: str) -> str:
    if view.phase is Phase.CLOSED:
        return label("bingo", "closed", lang)
    return label("bingo", "choose-count" if view.phase is Phase.SALE and me.chips else "waiting", lang)


def _won(me: Me, view: View, lang: str) -> tuple[str, ...]:
    """Return the sentences on what a player's cartones have won."""
    found = []
    for code, prizes in (("due-first", me.first_prizes), ("due", me.due_prizes)):
        for name, amount in prizes.items():
            prize, _, card = name.partition(":")
            facts = {"prize": prize, "card": short_card(card, view), "amount": amount}
            found.append(fill(label("bingo", code, lang), facts, lang))
    for name, serial in me.tokens.items():
        part, prize, card = name.split(":", 2)
        facts = {"part": part, "prize": prize, "card": short_card(card, view), "serial": serial}
        found.append(fill(label("bingo", "has-token", lang), facts, lang))
    return tuple(found)


def _result(me: Me, view: View, lang: str) -> Result | None:
    """Return what a game that is over brought: what the cartones cost, and what they won."""
    if not me.cartones or view.is_void or Prize.BINGO not in {one.prize for one in view.awards}:
        return None
    cost, won = len(me.cartones) * view.price, sum(me.due_prizes.values())
    told = fill(label("bingo", "game-cost", lang), {"cards": len(me.cartones), "amount": cost, "won": won}, lang)
    return Result(lines=(told,), net=won - cost, tone="up" if won > cost else "down" if won < cost else "even")


# --- cartones ---------------------------------------------------------------------------------------------------------


def _carton(one: OwnCard, view: View, me: Me, lang: str) -> Carton:
    series, number = split_card(one.card) or ("", 0)
    short = short_card(one.card, view)
    is_back = any(back.has_card(series, number) for back in me.returned)
    return Carton(
        card=one.card,
        title=f"{label('bingo', 'won-by', lang)} {short}",
        series="" if short == one.card else fill(label("bingo", "of-series", lang), {"series": series}, lang),
        print=_print_of(series, number, view, lang),
        rows=grid(one.lines),
        marks=me.marks.get(one.card, ()),
        note=label("bingo", "returned", lang) if is_back else "",
    )


def _print_of(series: str, number: int, view: View, lang: str) -> str:
    """Return what else is printed on a cartón: its value, and how many its series has that are numbered from 1."""
    one = next((one for one in view.series if one.name == series), None)
    facts = {"number": number, "size": one and one.size, "value": view.price}
    code = "print" if one and one.size == one.last else "print-number"
    return fill(label("bingo", code, lang), facts, lang) if one else ""


def lacking(lines: Iterable[tuple[int, ...]], known: Iterable[int], prize: Prize) -> int:
    """Return how many numbers a cartón is short of for a prize; of a línea that which lacks least counts."""
    had = frozenset(known)
    of_lines = [sum(one not in had for one in line) for line in lines] or [0]
    return min(of_lines) if prize is Prize.LINE else sum(of_lines)


CALLING: Final = frozenset((*DRAWING, *ASKING, Phase.CHECK))
"""The phases in which one calls, or reads why not."""


def _states(sight: PageContext, me: Me) -> tuple[CartonState, ...]:
    """Return how the cartones stand, that which lacks least first; of a house whose pages mark nothing by themselves
    those numbers count that the player has marked.
    """
    view, lang = sight.view_as(View), sight.lang
    offered = {
        (prize, card)
        for offer in sight.offers
        if offer.act == "call-prize"
        for prize in Prize
        if offer.fixed_value("prize") == str(prize)
        for card in offer.options("card")
    }
    is_line_out = any(one.prize is Prize.LINE for one in view.awards)
    found: list[CartonState] = []
    for one in me.cartones:
        known = view.announced_numbers if view.has_automatic_marks else me.marks.get(one.card, ())
        lacks = {prize: lacking(one.lines, known, prize) for prize in Prize}
        claims = tuple(
            _claim(sight, me, one.card, prize, lacks[prize], is_offered=(prize, one.card) in offered, lang=lang)
            for prize in Prize
            if one.lines and view.phase in CALLING and not (prize is Prize.LINE and is_line_out)
        )
        state = CartonState(card=one.card, lacks=lacks[Prize.BINGO if is_line_out else Prize.LINE], claims=claims)
        found.append(state)
    return tuple(_with_main(sorted(found, key=lambda one: one.lacks)))


def _with_main(states: Iterable[CartonState]) -> Iterator[CartonState]:
    """Yield the cartones, the first complete ones with their call among the main acts."""
    left = MOST_AT_ONCE
    for one in states:
        best = next((claim for claim in reversed(one.claims) if not claim.lacks and not claim.why_not), None)
        if best is None or not left:
            yield one
            continue
        left -= 1
        yield replace(one, claims=tuple(replace(each, is_asked=each is best) for each in one.claims))


def _claim(sight: PageContext, me: Me, card: str, prize: Prize, lacks: int, *, is_offered: bool, lang: str) -> Claim:
    view, why_not, code = sight.view_as(View), "", "lacks" if lacks else "complete"
    if not is_offered:
        refused = sight.table.would_refuse(Act(me.person, CallPrize(prize, card), view.step))
        why_not = label("bingo", "waiting", lang) if refused is None else refusal(refused.code, refused.facts, lang)
        code = "called" if refused is not None and refused.code == "already-called" else code
    note = _note(code, lacks, lang)
    return Claim(
        prize=str(prize),
        note=note,
        lacks=lacks,
        why_not=why_not,
    )


@cache
def _note(code: str, lacks: int, lang: str) -> str:
    return fill(label("bingo", code, lang), {"lacking": lacks}, lang)


def _common_obstacles(cartones: Iterable[CartonState]) -> tuple[Notice, ...]:
    """Return why nothing at all can be called now, told once for all cartones."""
    claims = [claim for one in cartones for claim in one.claims]
    if not claims or not all(one.why_not for one in claims):
        return ()
    return tuple(Notice(text=one) for one in dict.fromkeys(one.why_not for one in claims))


def _claim_action(card: str, claim: Claim, sight: PageContext, person: PersonId) -> Action:
    """Return the call of a complete cartón as a main act."""
    view, table, lang = sight.view_as(View), sight.table, sight.lang
    name = label("bingo", f"call-{claim.prize}", lang)
    return Action(
        tag="call-prize",
        name=f"{name} · {label('bingo', 'won-by', lang).lower()} {short_card(card, view)}",
        key="",
        is_main=True,
        fixed_fields={"prize": claim.prize, "card": card},
        fields=(),
        clauses=(),
        command=action_buttons.command(table.id, person, table.version, "call-prize"),
    )


# --- buying -----------------------------------------------------------------------------------------------------------


def _on_sale(view: View) -> tuple[str, ...]:
    on_phones = (one.name for one in view.series if one.only is not Medium.PAPER)
    return tuple(on_phones) if view.phase is Phase.SALE else ()


def _wish_blocks(sight: PageContext, person: PersonId, series: str) -> Sale:
    """Return the cartones of a series that a player may ask for, in blocks; of those they cannot pay, what lacks."""
    view, lang, table = sight.view_as(View), sight.lang, sight.table
    me, price = of_viewer(view.me), view.price
    code = "buy-cards" if view.is_self_service else "want-cards"
    offered = (one for one in sight.offers if one.act == "want-cards" and one.fixed_value("series") == series)
    counts = (one.fields["count"] for one in offered)
    most = max((one.maximum or 0 for one in counts if isinstance(one, Count)), default=0)
    waiting = label("bingo", "waiting", lang)

    def why_not(count: int) -> str:
        short = count * price - me.chips
        lacks = fill(label("bingo", "short-of", lang), {"amount": short}, lang) if short > 0 else waiting
        return "" if count <= most else lacks

    return Sale(
        series=series,
        title=fill(label("bingo-button", code, lang), {"series": series}, lang),
        command=action_buttons.command(table.id, person, table.version, f"want-cards.{series}"),
        price=price,
        blocks=tuple(
            Block(
                count=many,
                cost=many * price,
                name=label("bingo", "asked-now", lang) if (series, many) == (me.wish_series, me.wish_count) else "",
                why_not=why_not(many),
            )
            for many in desk.QUANTITIES
        ),
    )
