"""The stage of punto y banca and its mini form: one viewer's view, offers and clauses as the model of their page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, Final

import msgspec
from msgspec.structs import replace

from tapete.cards import rank
from tapete.clauses import Cite, cite_on_page
from tapete.games.punto_banco.events import Line
from tapete.games.punto_banco.terms import Variant
from tapete.games.punto_banco.view import CoupView, SeatView, StandingView, View
from tapete.kernel import Offer, PersonId
from tapete.web.action_buttons import Action, amounts_at_cash_desk, of_option, with_full_name, with_warning
from tapete.web.art.chips import rack
from tapete.web.game_screen import GameScreen, listed_events
from tapete.web.games.baccarat import desk, news, page
from tapete.web.games.baccarat.forms import claim_offer, correction_forms
from tapete.web.games.baccarat.page import SHARED, Page
from tapete.web.games.baccarat.remedies import EFFECTS, RulingChoices, card_number
from tapete.web.incident_desk import remedy_mark
from tapete.web.notices import Notice, PublicEvent
from tapete.web.page_context import MoreTime, PageContext, of_viewer, people, waits_for
from tapete.web.ports import Table
from tapete.web.stage import build
from tapete.web.stage.desk import OpenIncident, RulingForm, SlipRow, desk as stage_desk
from tapete.web.stage.model import Ask, Bet, Fact, Felt, Hand, Pile, Rail, Result, Roads, Seat, Spot, Stage
from tapete.web.stage.roads import Shown, roads
from tapete.words import label, money

MAIN_BETS: Final = ("punto", "empate", "banca")
SPOTS: Final = ("empate", "punto", "banca")
"""The areas of a place from the croupier outwards: the Bank's circle lies in front of the player."""
BETTING: Final = frozenset({"place-bet", "withdraw-bet"})
REPORTS: Final = frozenset({"report-incident", "record-claim"})
RARE: Final = page.SEATING | page.RARE | {"stop-card-out"}
OPEN: Final = ("between", "end-of-shoe")
CLAUSES: Final[Mapping[str, Cite]] = {"hand-punto": cite_on_page("PB.B.17"), "hand-banca": cite_on_page("PB.B.20")}
"""What the picture itself tells of the clauses, by the part of it that does: the Player hand lies at the croupier's
right, the Bank hand at their left.
"""
OTHER_AREAS: Final = cite_on_page("MPB.07")
MINI_CLAUSES: Final[Mapping[str, Cite]] = {
    **CLAUSES,
    "felt": cite_on_page("MPB.01"),
    "rim": cite_on_page("MPB.05"),
    "spot-banca": cite_on_page("MPB.06"),
    "spot-punto": OTHER_AREAS,
    "spot-empate": OTHER_AREAS,
}
"""The mini table is a semicircle, as a blackjack table: twice as wide as deep, with a circle for the Bank and areas for
the Player and the tie at each place.
"""
RULING: Final = RulingChoices(
    EFFECTS,
    ("punto", "banca"),
    ("punto", "punto-3", "banca", "banca-3", "basket"),
    ("bets", "deal", "player-shows", "bank-shows", "player-draws", "bank-draws"),
)
"""What an official chooses from in a ruling of their own."""
BOXES: Final[Mapping[str, str]] = {"punto": "p", "empate": "e", "banca": "b"}
"""Letters of the bet boxes."""
REPEAT: Final = "r"
"""Letter of the last bet again."""
LETTERS: Final[Mapping[str, str]] = {
    **SHARED,
    "count-pack": "t",
    "burn-cards": "q",
    "insert-cut-card": "i",
    "close-bets": "n",
    "deal": "d",
    "show-hand": "v",
    "draw-card.punto": "c",
    "draw-card.banca": "c",
    "take-shoe": "y",
    "pass-shoe": "x",
    "award-hand": "a",
}


class RecentEvents(news.RecentEvents):
    """The events of a table that are still news: corrections until the next payment, losses of a place."""

    noted: ClassVar[frozenset[str]] = frozenset({"payment-corrected"})
    led_out = "HP.PB.led-out"

    def take(self, kind: str, event: Mapping[str, Any]) -> Mapping[str, Any]:
        if kind == "coup-settled":
            self.recent: tuple[PublicEvent, ...] = ()
            self.play(event["lines"])
        return event


Here = Page[View, RecentEvents]


def facts(view: View, lang: str) -> tuple[str, ...]:
    """Return what the list of the hall tells of a table besides its minimum."""
    most = f"{label('ui', 'maximum', lang)} {money(view.maximum, lang)}"
    return (most, *page.unusual(view, lang))


def last_bets(table: Table, person: PersonId) -> tuple[dict[str, Any], ...]:
    """Return the acts that stake what a person had in the last settled coup. Amounts are cents."""
    view: object = table.view(person)
    mine = view.me.last_bets if isinstance(view, View) and view.me is not None else {}
    return tuple({"act": "place-bet", "bet": bet, "amount": amount} for bet, amount in mine.items())


def stage(sight: PageContext) -> Stage:
    """Return the page of a viewer; of nobody, the public screen."""
    on = page.look_at(sight, View, RecentEvents, "ui")
    buttons = () if sight.person is None else _buttons(on)
    return page.stage_of(on, _rail(on), _felt(on), _roads(on), lambda: _ask(on, buttons), lambda: _desk(on, buttons))


def _rail(on: Here) -> Rail:
    view = on.view
    sums = (("minimum", view.minimum), ("maximum", view.maximum), ("tie-maximum", view.tie_maximum))
    numbers = (("shoe", view.shoe), ("coup", view.coup), ("cards-left", view.cards_to_cut_card))
    multiples = (Fact(name=on.say("multiples"), value=on.say("yes")),) if view.multiples_only else ()
    return page.rail(on, label("game", view.variant, on.lang), sums, numbers, (view.title,), *multiples)


# --- the felt ---------------------------------------------------------------------------------------------------------


def _felt(on: Here) -> Felt:
    view, lang = on.view, on.lang
    stopped = view.incident is not None and not view.result
    return page.felt_of(
        on,
        Felt,
        view.announcements,
        waits=waits_for(view, on.person, lang),
        is_called=view.is_called,
        said_from=view.said_from,
        look="half-moon" if view.variant is Variant.MINI else "long-cloth",
        hands=tuple(_hand(on, name) for name in ("punto", "banca")),
        result=on.say("incident") if stopped else label("winner", view.result, lang) if view.result else "",
        result_kind="stop" if stopped else str(view.result or ""),
        sums=tuple(
            build.amount(bet, label("bet", bet, lang), view.stakes[bet]) for bet in MAIN_BETS if view.stakes.get(bet)
        ),
        seats=tuple(_seat(on, one) for one in view.seats),
        spots=SPOTS,
        standers=tuple(_seat(on, one) for one in view.standing),
        shows=MINI_CLAUSES if view.variant is Variant.MINI else CLAUSES,
    )


def _hand(on: Here, name: str) -> Hand:
    """Return a hand; between coups the one of the coup before, marked as past."""
    view, now = on.view, on.view.hands[name]
    third = () if now.third is None else (now.third,)
    shown, total, positions, winner = (*now.cards, *third), now.total, now.positions, str(view.result or "")
    is_over = not now.cards and bool(view.history) and view.phase in (*OPEN, "bets")
    if is_over:
        last = view.history[-1]
        shown, total, positions = last.cards.get(name, ()), getattr(last, name), last.positions.get(name, ())
        winner = winner or str(last.winner)
    numbers = positions if on.is_staff else ()
    is_past = is_over and not view.result
    return Hand(
        id=name,
        name=label("bet", name, on.lang),
        total=total,
        cards=tuple(
            build.card(face, on.lang, numbers[at] if at < len(numbers) else None, is_third=at == 2)
            for at, face in enumerate(shown)
        ),
        is_winner=winner == name,
        is_past=is_past,
        note=on.say("last-result") if is_past else "",
    )


def _seat(on: Here, one: SeatView | StandingView) -> Seat:
    bets = ((bet, one.bets.get(bet, 0)) for bet in (*SPOTS, *map(str, on.view.side_bets)))
    piles = tuple(Pile(id=bet, name=label("bet", bet, on.lang), amount=amount) for bet, amount in bets if amount)
    hand = (label("hand", "punto", on.lang),) if one.holds_hand else ()
    if isinstance(one, StandingView):
        return page.seat(on, one.person, marks={}, more=hand, is_away=False, behind=one.behind, piles=piles)
    return page.seat(
        on,
        one.person,
        one.seat,
        marks={"has-shoe": one.has_shoe, "offered-shoe": one.offered_shoe},
        more=hand,
        is_away=one.away,
        is_banker=one.has_shoe,
        is_holder=one.holds_hand,
        is_asked=one.person == on.view.waits_for,
        piles=piles,
    )


def _roads(on: Here) -> Roads:
    coups = tuple(Shown(str(one.winner), _pairs(one)) for one in on.view.history if one.winner is not None)
    found = [(label("bet", bet, on.lang), sum(one.winner == bet for one in coups)) for bet in MAIN_BETS]
    found.append((on.say("naturals"), sum(one.natural for one in on.view.history)))
    counts = tuple(Fact(name=name, value=str(count)) for name, count in found)
    return roads(coups, counts, 15 if on.sight.screen == "public" else 12)


def _pairs(coup: CoupView) -> str:
    found = [name for name, lying in coup.cards.items() if len(lying) > 1 and rank(lying[0]) == rank(lying[1])]
    return "both" if len(found) == 2 else "".join(found)


# --- what one may do --------------------------------------------------------------------------------------------------


def _buttons(on: Here) -> tuple[Action, ...]:
    claims = () if on.is_player else claim_offer(people(on.view), on.view.coup)
    return page.buttons(replace(on, offers=(*on.offers, *claims)), LETTERS, BETTING, _usual_amounts, _named)


def _usual_amounts(tag: str, view: View, least: int, most: int | None) -> Iterable[tuple[int, str]]:
    del least
    return amounts_at_cash_desk(tag, view.minimum, most)


def _named(action: Action, on: Here) -> Action:
    is_option = action.tag == "set-options"
    named = of_option(action, on.lang) if is_option else with_full_name(action, on.view, on.lang)
    return with_warning(named, on.view, on.lang)


def _ask(on: Here, buttons: tuple[Action, ...]) -> Ask:
    view, lang, me = on.view, on.lang, of_viewer(on.view.me)
    is_placed = me.seat is not None or me.behind is not None
    first = page.SEATING if not is_placed else frozenset() if me.chips else frozenset({"buy-in"})
    own = [one for one in buttons if one.tag not in REPORTS]
    main = tuple(one for one in own if one.is_main or (on.is_player and one.tag in first))
    rest = [one for one in own if one not in main]
    spots = tuple(_spots(on)) if on.is_player and is_placed else ()
    may_bet = any(not one.why_not for one in spots)
    has_something = main or may_bet or any(one.tag not in RARE for one in rest)
    has_shoe = any(one.has_shoe and one.person == on.viewer for one in view.seats)
    if has_shoe and view.phase in ("between", "bets") and not me.bets.keys() & {"punto", "banca"}:
        said = on.say("shoe-is-yours")
    elif "take-shoe" in on.tags and on.is_player and not view.is_called:
        said = on.say("shoe-offered")
    else:
        said = build.your_turn(view, lang, is_called=view.is_called) if on.is_player else ""
    chips = rack(view.minimum, view.maximum, view.multiples_only) if spots else ()

    return page.ask_of(
        on,
        main,
        rest,
        RARE,
        news=_news(on),
        sentence=said
        or (label("desk", "awaits-ruling", lang) if view.incident else "")
        or (on.say("lay-chips") if may_bet and not me.bets else "" if has_something else on.say("waiting")),
        spots=spots,
        rack=tuple(map(build.chip, chips)),
        bet=Bet(tag="place-bet", command=on.sight.command("bet"), field="bet") if may_bet else None,
        repeat=on.sight.command("repeat") if may_bet and not me.bets and me.last_bets else "",
        result=_result(me.last, lang) if on.is_player and view.phase in OPEN else None,
        squeeze=next((one.fixed_fields["hand"] for one in main[:1] if one.tag == "show-hand"), ""),
    )


def _news(on: Here) -> Iterator[Notice]:
    """Yield what is news for the viewer, the newest last."""
    for one in on.history.news:
        yield from on.history.common_notices(one, on.viewer, on.lang)


def _spots(on: Here) -> Iterator[Spot]:
    """Yield the viewer's bet spots; they keep their place while nothing may be staked, and say why."""
    lang, view, me = on.lang, on.view, of_viewer(on.view.me)
    lay = {str(one.fixed_value("bet")): one for one in on.offers if one.act == "place-bet"}
    taken = [one for one in on.offers if one.act == "withdraw-bet"]
    whole = [one for one in taken if "amount" not in one.fields]
    parts = {str(one.fixed_value("bet")): _bounds(one)[1] for one in taken if one not in whole}
    back = {one.fixed_fields["bet"]: one for one in on.sight.actions(whole)}
    for bet in (*MAIN_BETS, *map(str, view.side_bets)):
        offer, withdrawal, name = lay.get(bet), back.get(bet), label("bet", bet, lang)
        least, most = (0, 0) if offer is None else _bounds(offer)
        yield Spot(
            id=bet,
            name=name,
            key=BOXES.get(bet, ""),
            stake=me.bets.get(bet, 0),
            total=view.stakes.get(bet, 0),
            least=least,
            most=most,
            why_not="" if offer is not None else label("window", view.phase, lang),
            withdrawal=withdrawal and replace(withdrawal, name=f"{on.say('take-back')} {name}"),
            back_most=parts.get(bet, 0),
        )


def _bounds(offer: Offer) -> tuple[int, int]:
    """Return the least and the greatest amount that may be laid or taken, in cents."""
    amount = offer.fields.get("amount")
    return getattr(amount, "minimum", None) or 0, getattr(amount, "maximum", None) or 0


def _result(lines: Iterable[Line], lang: str) -> Result | None:
    """Return what the last coup brought, each bet with its stake, what became of it and the net."""
    told, net = [], 0
    for line in lines:
        won = line.winnings - line.deduction
        net += {"won": won, "lost": -line.stake}.get(line.outcome, 0)
        text = f"{label('bet', line.bet, lang)} {money(line.stake, lang)}: {_outcome(line, lang)}"
        if line.outcome == "won":
            text += f" +{money(won, lang)}"
            if line.deduction:
                text += f" ({label('ui', 'deduction', lang)} {money(line.deduction, lang)})"
        told.append(text)
    return news.result_of(told, net)


def _outcome(line: Line, lang: str) -> str:
    return label("ui", "stake-stays", lang) if line.outcome == "void" else label("outcome", line.outcome, lang)


# --- the desk ---------------------------------------------------------------------------------------------------------


def _desk(on: Here, buttons: tuple[Action, ...]) -> msgspec.Raw:
    view, lang, found = on.view, on.lang, on.view.incident
    proposed = () if found is None else tuple(str(one.__struct_config__.tag) for one in found.proposed_effects)
    incidents = (
        ()
        if found is None
        else (
            OpenIncident(
                title=f"{on.say('incident')} {found.serial}: {label('irregularity', found.kind, lang)}",
                note=found.note,
                remedy=tuple(label("effect", one, lang) for one in proposed),
                clauses=build.clauses(found.clauses, lang),
            ),
        )
    )
    played = tuple(map(PersonId, on.history.players))
    return stage_desk(
        on.sight,
        slip=tuple(_slip_row(on, one) for one in view.due_lines),
        incidents=incidents,
        ruling=_ruling(on, is_proposed=bool(proposed)),
        reports=tuple(one for one in buttons if one.tag in REPORTS),
        corrections=correction_forms(on, (), view.coup, played) if view.coup else (),
    )


def _ruling(on: Here, *, is_proposed: bool) -> RulingForm | None:
    action, found = desk.ruling_act(on), on.view.incident
    if action is None or found is None:
        return None
    everybody, mark = on.named(people(on.view)), remedy_mark(on.view, found)
    return desk.ruling_form(action, mark, RULING, everybody, _cards(on.view, on.lang), on.lang, is_proposed=is_proposed)


def _slip_row(on: Here, one: Line) -> SlipRow:
    """Return what is to be collected and paid of a bet before it is settled."""
    bet, paid = label("bet", one.bet, on.lang), one.winnings - one.deduction
    outcome = _outcome(one, on.lang)
    return page.slip_row(on, one.person, bet, one.stake, one.outcome, outcome, pays=paid, deduction=one.deduction)


def _cards(view: View, lang: str) -> tuple[tuple[str, str], ...]:
    """Name the cards that a ruling may be about, counted from 1 as people count them."""
    found = []
    for name, hand in view.hands.items():
        places = (name, name, f"{name}-3")
        found += [(one, label("hand", place, lang)) for one, place in zip(hand.positions, places, strict=False)]
    if not found and view.phase != "between":
        return ()
    found.append((view.cards_out, label("ui", "shoe", lang)))
    return tuple((str(position), f"{card_number(position)} · {place}") for position, place in found)


SCREEN: GameScreen[Any] = GameScreen(
    stage=stage,
    facts=facts,
    letters=LETTERS,
    effects=EFFECTS,
    quiet_events=news.QUIET,
    public_events=news.PUBLIC
    | listed_events("""
    shoe-opened shoe size; cut-card-in position; cards-burned position count; burn-corrected was count;
    card-exposed position face; card-discarded position face; shoe-offered seat; shoe-declined seat; shoe-lost seat;
    shoe-taken seat; shoe-to-croupier; holder-reminded seat; bet-placed person bet amount;
    bet-withdrawn person bet amount; stake-returned person bet amount; hand-awarded person; hand-disputed candidates;
    hand-shown hand faces total; coup-ended winner punto banca natural
    """),
    more_time=MoreTime(frozenset({"bets"}), {"close-bets": "bets"}),
    last_bets=last_bets,
    history=RecentEvents,
)
