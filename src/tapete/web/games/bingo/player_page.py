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
from tapete.kernel import Act, Count, Offer
from tapete.web.action_buttons import Action, with_usual_amounts
from tapete.web.games.bingo.desk import QUANTITIES, whole_and_part
from tapete.web.games.bingo.models import Block, Carton, CartonState, Claim, PlayerAsk, PlayerDesk, Sale, grid
from tapete.web.games.bingo.wording import LETTERS, say, short_card, with_hall_fields
from tapete.web.page_context import PageContext, of_viewer
from tapete.web.stage import build
from tapete.web.stage.model import Fact, Notice, Result
from tapete.words import label, money, refusal, sentence

OWN: Final = frozenset({"call-prize", "mark-number"})
"""What a player does at their cartones."""

AT_HAND: Final = frozenset({"take-call-back", "witness-checks", "settle-money", "buy-in"})
"""What a player finds without opening the drawer; so are cartones that go back, or a wish, at one touch."""

MOST_AT_ONCE: Final = 2
"""So many calls stand among the main acts; further ones at their cartones alone."""

CALLING: Final = frozenset((*DRAWING, *ASKING, Phase.CHECK))
"""The phases in which one calls, or reads why not."""


def player_ask(sight: PageContext) -> PlayerAsk:
    """Return what a player may do, and what is said to them."""
    view, lang = sight.view_as(View), sight.lang
    me = of_viewer(view.me)
    made = [_button(one, sight, view) for one in sight.actions(_offered(sight.offers), LETTERS)]
    cartones = _states(sight, view, me)
    wishes = tuple(_wishes(sight, view, me, one.name) for one in view.series if one.only is not Medium.PAPER)
    wishes = wishes if view.phase is Phase.SALE else ()
    main = [_call(one.card, claim, sight, view) for one in cartones for claim in one.claims if claim.is_asked]
    main = main or [one for one in made if one.tag == "buy-in" and not me.chips and not me.cartones]
    rest = [one for one in made if one not in main]
    lost, posts = build.posts(sight)
    return PlayerAsk(
        sentence="" if main or me.wish_count or me.money_asked else _waiting(me, view, lang),
        main=tuple(main),
        side=tuple(one for one in rest if _is_at_hand(one)),
        more=tuple(one for one in rest if not _is_at_hand(one)),
        result=_result(me, view, lang),
        news=(*lost, *_won(me, view, lang), *(Notice(text=one) for one in _asked(me, view, lang))),
        obstacles=_common_obstacles(cartones),
        posts=posts,
        cartones=cartones,
        claim=sight.command("call-prize"),
        mark=sight.command("mark-number") if any(one.act == "mark-number" for one in sight.offers) else "",
        wishes=wishes,
    )


def player_desk(sight: PageContext) -> PlayerDesk:
    """Return the cartones of a player as they are printed, and what moved in their account."""
    view, lang = sight.view_as(View), sight.lang
    me = of_viewer(view.me)
    how = "how-to-ask" if view.phase is Phase.SALE and me.chips else "sale-to-come" if me.chips else "how-to-buy"
    empty = ("no-cards", how) if view.phase is not Phase.CLOSED else ("closed",)
    return PlayerDesk(
        cartones=tuple(_carton(one, view, me, lang) for one in me.cartones),
        empty="" if me.cartones or me.wish_count else " ".join(say(one, lang) for one in empty),
        has_automatic_marks=view.has_automatic_marks,
        movements=tuple(
            Fact(name=label("bingo-movement", event, lang), value=money(amount, lang))
            for event, amount in reversed(me.movements)
        ),
    )


def _offered(offers: Iterable[Offer]) -> Iterator[Offer]:
    """Yield a player's offers: cartones of a void game are handed back by one touch."""
    for one in offers:
        if one.act not in OWN:
            yield from whole_and_part(one) if one.act == "return-cards" else (one,)


def _is_at_hand(action: Action) -> bool:
    return action.tag in AT_HAND or (action.tag in ("return-cards", "want-cards") and not action.fields)


NAMES: Final = {"return-cards": "return-own", "settle-money": "take-money-back", "write-entry": "complain"}
"""Acts that are done at one touch, under the name that they have for a player."""


def _button(made: Action, sight: PageContext, view: View) -> Action:
    """Return a button of a player, with amounts at one touch: the price of some cartones, or all there is."""
    action, code = with_hall_fields(made, sight.lang), NAMES.get(made.tag, "")
    if action.tag == "want-cards":
        code = _buying(view) if action.fields else "take-wish-back"
        action = replace(action, variant=code)
    if code and not (action.tag == "return-cards" and action.fields):
        action = replace(action, name=sentence("bingo-button", code, sight.lang, **action.fixed_fields))

    def usual(_: int, most: int | None) -> Iterator[tuple[int, str]]:
        if action.tag == "buy-in":
            yield from ((many * (view.price or 200), "") for many in (1, 3, 6, 12, 24))
        if action.tag == "cash-out" and most:
            yield most, "all"

    return build.on_page(with_usual_amounts(action, usual, sight.lang), sight)


# --- what is told to a player -----------------------------------------------------------------------------------------


def _asked(me: Me, view: View, lang: str) -> Iterator[str]:
    """Yield the sentences on what a player has asked for, of which that to the cashier ends with the hall."""
    if (asked := me.money_asked) is not None:
        code = "pays-in" if asked.is_paid_in else "draws-out"
        yield say(f"{code}-ended" if view.phase is Phase.CLOSED else code, lang, amount=asked.amount)
    if me.wish_count:
        yield say("you-asked", lang, cards=me.wish_count, series=me.wish_series)


def _waiting(me: Me, view: View, lang: str) -> str:
    if view.phase is Phase.CLOSED:
        return say("closed", lang)
    return say("choose-count" if view.phase is Phase.SALE and me.chips else "waiting", lang)


def _won(me: Me, view: View, lang: str) -> Iterator[Notice]:
    """Yield what a player's cartones have won."""
    for code, prizes in (("due-first", me.first_prizes), ("due", me.due_prizes)):
        for name, amount in prizes.items():
            prize, _, card = name.partition(":")
            told = say(code, lang, prize=prize, card=short_card(card, view), amount=amount)
            yield Notice(text=told, tone="up")
    for name, serial in me.tokens.items():
        part, prize, card = name.split(":", 2)
        told = say("has-token", lang, part=part, prize=prize, card=short_card(card, view), serial=serial)
        yield Notice(text=told, tone="up")


def _result(me: Me, view: View, lang: str) -> Result | None:
    """Return what a game that is over brought: what the cartones cost, and what they won."""
    if not me.cartones or view.is_void or Prize.BINGO not in {one.prize for one in view.awards}:
        return None
    cost, won = len(me.cartones) * view.price, sum(me.due_prizes.values())
    told = say("game-cost", lang, cards=len(me.cartones), amount=cost, won=won)
    return Result(lines=(told,), net=won - cost, tone="up" if won > cost else "down" if won < cost else "even")


# --- cartones ---------------------------------------------------------------------------------------------------------


def _carton(one: OwnCard, view: View, me: Me, lang: str) -> Carton:
    """Return a cartón with what else is printed on it: its value, and how many its series has if numbered from 1."""
    name, number = split_card(one.card) or ("", 0)
    short, printed = short_card(one.card, view), ""
    if series := next((each for each in view.series if each.name == name), None):
        code = "print" if series.size == series.last else "print-number"
        printed = say(code, lang, number=number, size=series.size, value=view.price)
    return Carton(
        card=one.card,
        title=f"{say('won-by', lang)} {short}",
        series="" if short == one.card else say("of-series", lang, series=name),
        print=printed,
        rows=grid(one.lines),
        marks=me.marks.get(one.card, ()),
        note=say("returned", lang) if any(back.has_card(name, number) for back in me.returned) else "",
    )


def lacking(lines: Iterable[tuple[int, ...]], known: Iterable[int], prize: Prize) -> int:
    """Return how many numbers a cartón is short of for a prize; of a línea that which lacks least counts."""
    had = frozenset(known)
    of_lines = [sum(one not in had for one in line) for line in lines] or [0]
    return min(of_lines) if prize is Prize.LINE else sum(of_lines)


def _states(sight: PageContext, view: View, me: Me) -> tuple[CartonState, ...]:
    """Return how the cartones stand, that which lacks least first; of a house whose pages mark nothing by themselves
    those numbers count that the player has marked.
    """
    calls = [one for one in sight.offers if one.act == "call-prize"]
    offered = {(one.fixed_value("prize"), card) for one in calls for card in one.options("card")}
    sought = Prize.BINGO if any(one.prize is Prize.LINE for one in view.awards) else Prize.LINE
    found = []
    for one in me.cartones:
        known = view.announced_numbers if view.has_automatic_marks else me.marks.get(one.card, ())
        lacks = {prize: lacking(one.lines, known, prize) for prize in Prize}
        claims = tuple(
            _claim(sight, view, CallPrize(prize, one.card), lacks[prize], is_offered=(str(prize), one.card) in offered)
            for prize in Prize
            if one.lines and view.phase in CALLING and (prize, sought) != (Prize.LINE, Prize.BINGO)
        )
        found.append(CartonState(card=one.card, lacks=lacks[sought], claims=claims))
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


def _claim(sight: PageContext, view: View, call: CallPrize, lacks: int, *, is_offered: bool) -> Claim:
    lang, why_not, code = sight.lang, "", "lacks" if lacks else "complete"
    if not is_offered:
        refused = sight.table.would_refuse(Act(of_viewer(view.me).person, call, view.step))
        why_not = say("waiting", lang) if refused is None else refusal(refused.code, refused.facts, lang)
        code = "called" if refused is not None and refused.code == "already-called" else code
    return Claim(prize=str(call.prize), note=_note(code, lacks, lang), lacks=lacks, why_not=why_not)


@cache
def _note(code: str, lacks: int, lang: str) -> str:
    return say(code, lang, lacking=lacks)


def _common_obstacles(cartones: Iterable[CartonState]) -> tuple[Notice, ...]:
    """Return why nothing at all can be called now, told once for all cartones."""
    why_not = [claim.why_not for one in cartones for claim in one.claims]
    return tuple(Notice(text=one) for one in dict.fromkeys(why_not)) if all(why_not) else ()


def _call(card: str, claim: Claim, sight: PageContext, view: View) -> Action:
    """Return the call of a complete cartón as a main act."""
    name = f"{say(f'call-{claim.prize}', sight.lang)} · {say('won-by', sight.lang).lower()} {short_card(card, view)}"
    return Action(
        tag="call-prize",
        name=name,
        key="",
        is_main=True,
        fixed_fields={"prize": claim.prize, "card": card},
        fields=(),
        clauses=(),
        command=sight.command("call-prize"),
    )


# --- buying -----------------------------------------------------------------------------------------------------------


def _buying(view: View) -> str:
    """Return the code of what a player does to have cartones."""
    return "buy-cards" if view.is_self_service else "want-cards"


def _wishes(sight: PageContext, view: View, me: Me, series: str) -> Sale:
    """Return the cartones of a series that a player may ask for, in blocks; of those they cannot pay, what lacks."""
    lang, price = sight.lang, view.price
    offered = (one for one in sight.offers if one.act == "want-cards" and one.fixed_value("series") == series)
    counts = (one.fields["count"] for one in offered)
    most = max((one.maximum or 0 for one in counts if isinstance(one, Count)), default=0)

    def block(count: int) -> Block:
        short, is_asked = count * price - me.chips, (series, count) == (me.wish_series, me.wish_count)
        code = "short-of" if short > 0 else "so-many-left" if most else "waiting"
        lacks = say(code, lang, amount=short, cards=most)
        name = say("asked-now", lang) if is_asked else ""
        return Block(count=count, cost=count * price, name=name, why_not="" if count <= most else lacks)

    return Sale(
        series=series,
        title=sentence("bingo-button", _buying(view), lang, series=series),
        command=sight.command(f"want-cards.{series}"),
        price=price,
        blocks=tuple(map(block, QUANTITIES)),
    )
