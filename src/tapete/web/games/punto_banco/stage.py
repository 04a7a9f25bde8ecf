"""The stage of punto y banca and its mini form: one viewer's view, offers and clauses as the model of their page."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from tapete.cards import rank
from tapete.games.punto_banco.events import Line
from tapete.games.punto_banco.terms import Variant
from tapete.games.punto_banco.view import CoupView, SeatView, StandingView, View
from tapete.kernel import Count, Field, Offer, People, PersonId, Text
from tapete.web import action_buttons, seat_links
from tapete.web.action_buttons import Action, of_option, with_full_name, with_warning
from tapete.web.art.chips import rack
from tapete.web.games.baccarat.forms import correction_forms
from tapete.web.games.baccarat.remedies import EFFECTS, card_number
from tapete.web.games.punto_banco.wording import (
    BANK_CIRCLE,
    BANK_HAND,
    BLACKJACK_SIZE,
    BOXES,
    LETTERS,
    OTHER_AREAS,
    PLAYER_HAND,
    SEMICIRCLE,
    RecentEvents,
    notices,
)
from tapete.web.incident_desk import remedy_mark
from tapete.web.page_context import PageContext, croupier, formulas, of_viewer, people, waits_for
from tapete.web.post_offers import absent_posts
from tapete.web.quick_amounts import amounts_at_cash_desk, with_usual_amounts
from tapete.web.staff_access import BOT_PREFIX
from tapete.web.stage import build
from tapete.web.stage.desk import EffectField, EffectKind, OpenIncident, RulingForm, SlipRow, desk
from tapete.web.stage.model import Ask, Bet, Fact, Felt, Hand, Pile, Result, Roads, Seat, Spot, Stage, Tone
from tapete.web.stage.roads import Shown, roads
from tapete.words import announcement, label, money

MAIN_BETS: Final = ("punto", "empate", "banca")
SPOTS: Final = ("empate", "punto", "banca")
"""The areas of a place from the croupier outwards: the Bank's circle lies in front of the player."""
BETTING: Final = frozenset({"place-bet", "withdraw-bet"})
REPORTS: Final = frozenset({"report-incident", "record-claim"})
RARE: Final = frozenset({"buy-in", "cash-out", "leave", "relieve", "set-options", "close-table", "stop-card-out"})
SEATING: Final = frozenset({"sit", "stand-behind"})
BUYING: Final = frozenset({"buy-in"})
OPEN: Final = ("between", "end-of-shoe")
CLAUSES: Final = {"hand-punto": PLAYER_HAND, "hand-banca": BANK_HAND}
MINI_CLAUSES: Final = CLAUSES | {
    "felt": SEMICIRCLE,
    "rim": BLACKJACK_SIZE,
    "spot-banca": BANK_CIRCLE,
    "spot-punto": OTHER_AREAS,
    "spot-empate": OTHER_AREAS,
}
"""What the picture itself tells of the clauses, by the part of it that does."""


def facts(view: View, lang: str) -> tuple[str, ...]:
    """Return what the list of the hall tells of a table besides its minimum."""
    most = f"{label('ui', 'maximum', lang)} {money(view.maximum, lang)}"
    return (most, label("shoe", view.shoe_kind, lang))


def stage(sight: PageContext) -> Stage:
    """Return the page of a viewer; of nobody, the public screen."""
    view = sight.view_as(View)
    person = sight.person
    buttons = () if person is None else _buttons(sight, view, person)
    return Stage(
        version=sight.table.version,
        step=str(view.step),
        screen=sight.screen,  # type: ignore[arg-type]
        rail=_rail(sight, view),
        felt=_felt(sight, view),
        ask=Ask() if person is None else _ask(sight, view, person, buttons),
        roads=_roads(view, sight.lang, sight.screen),
        why=build.why(sight),
        desk=_desk(sight, view, person, buttons) if person is not None and sight.screen != "player" else build.NONE,
    )


def _rail(sight: PageContext, view: View) -> Any:
    lang = sight.lang
    limits = (("minimum", view.minimum), ("maximum", view.maximum), ("tie-maximum", view.tie_maximum))
    numbers: list[tuple[str, int | None]] = [
        ("shoe", view.shoe),
        ("coup", view.coup),
        ("cards-left", view.cards_to_cut_card),
    ]
    facts = build.sums(limits, lang) + tuple(
        Fact(name=label("ui", code, lang), value=str(value)) for code, value in numbers if value is not None
    )
    tags = [Fact(name="", value=view.title)]
    tags.append(Fact(name="", value=label("shoe", view.shoe_kind, lang), is_warning=view.shoe_kind != "sealed"))
    if view.multiples_only:
        tags.append(Fact(name=label("ui", "multiples", lang), value=label("ui", "yes", lang)))
    if view.last_coup:
        tags.append(Fact(name="", value=label("ui", "last-coup", lang), is_warning=True))
    return build.rail(sight, label("game", str(view.variant), lang), facts, tuple(tags))


# --- the felt ---------------------------------------------------------------------------------------------------------


def _felt(sight: PageContext, view: View) -> Felt:
    lang, table = sight.lang, sight.table
    spanish = formulas(table.game, view.rulebook)
    words = tuple(announcement(one.formula, one.values, lang, spanish) for one in view.announcements)
    waits = waits_for(view, sight.person, lang)
    if waits and view.is_called:
        waits = f"{waits} · {label('ui', 'was-called', lang)}"
    result = label("winner", view.result, lang) if view.result else ""
    return Felt(
        look="half-moon" if view.variant is Variant.MINI else "long-cloth",
        phase=label("window", view.phase, lang),
        croupier=croupier(view, lang),
        sayings=words[view.said_from :],
        earlier=words[: view.said_from],
        waits=waits,
        absent=absent_posts(table, view, lang),
        hands=tuple(_hand(sight, view, name) for name in ("punto", "banca")),
        result=label("ui", "incident", lang) if view.incident and not result else result,
        result_kind="stop" if view.incident and not result else str(view.result or ""),
        sums=tuple(
            build.amount(bet, label("bet", bet, lang), view.stakes[bet]) for bet in MAIN_BETS if view.stakes.get(bet)
        ),
        seats=tuple(_seat(sight, one) for one in view.seats),
        spots=SPOTS,
        standers=tuple(_seat(sight, one) for one in view.standing),
        clock=build.running_clock(sight),
        shows=MINI_CLAUSES if view.variant is Variant.MINI else CLAUSES,
    )


def _hand(sight: PageContext, view: View, name: str) -> Hand:
    """Return a hand; between coups the one of the coup before, marked as past."""
    lang = sight.lang
    now = view.hands[name]
    cards, third, total, positions = now.cards, now.third, now.total, now.positions
    is_over = not cards and bool(view.history) and view.phase in (*OPEN, "bets")
    if is_over:
        last = view.history[-1]
        all_cards = last.cards.get(name, ())
        cards, third = all_cards[:2], all_cards[2] if len(all_cards) > 2 else None
        total, positions = getattr(last, name), last.positions.get(name, ())
    numbers = positions if sight.roles else ()
    shown = [*cards, *([third] if third is not None else [])]
    winner = str(view.result or (view.history[-1].winner if is_over else ""))
    is_past = is_over and not view.result
    return Hand(
        id=name,
        name=label("bet", name, lang),
        total=total,
        cards=tuple(
            build.card(face, lang, numbers[at] if at < len(numbers) else None, is_third=at == 2)
            for at, face in enumerate(shown)
        ),
        is_winner=winner == name,
        is_past=is_past,
        note=label("ui", "last-result", lang) if is_past else "",
    )


def _seat(sight: PageContext, one: SeatView | StandingView) -> Seat:
    lang, who, view = sight.lang, one.person, sight.view_as(View)
    piles = tuple(
        Pile(id=bet, name=label("bet", bet, lang), amount=one.bets[bet])
        for bet in (*SPOTS, *view.side_bets)
        if one.bets.get(bet)
    )
    is_own = who is not None and who == sight.person
    hand = (label("hand", "punto", lang),) if one.holds_hand else ()
    if isinstance(one, StandingView):
        name = seat_links.short_name(one.person, view.name, lang)
        return Seat(number=0, behind=one.behind, name=name, is_taken=True, is_own=is_own, marks=hand, piles=piles)
    marks = (
        *([label("ui", "has-shoe", lang)] if one.has_shoe else []),
        *([label("ui", "offered-shoe", lang)] if one.offered_shoe else []),
        *hand,
        *([label("ui", "away", lang)] if one.away else []),
    )
    return Seat(
        number=one.seat,
        name=seat_links.short_name(who, view.name, lang) if who else label("ui", "free", lang),
        is_taken=who is not None,
        is_own=is_own,
        is_machine=str(who).startswith(BOT_PREFIX),
        is_away=one.away,
        is_banker=one.has_shoe,
        is_holder=one.holds_hand,
        is_asked=who is not None and who == view.waits_for,
        marks=marks,
        piles=piles,
    )


def _roads(view: View, lang: str, screen: str) -> Roads:
    coups = tuple(Shown(str(one.winner), _pairs(one)) for one in view.history if one.winner is not None)
    found = [(label("bet", bet, lang), sum(one.winner == bet for one in coups)) for bet in MAIN_BETS]
    found.append((label("ui", "naturals", lang), sum(one.natural for one in view.history)))
    counts = tuple(Fact(name=name, value=str(count)) for name, count in found)
    return roads(coups, counts, 15 if screen == "public" else 12)


def _pairs(coup: CoupView) -> str:
    found = [name for name, lying in coup.cards.items() if len(lying) > 1 and rank(lying[0]) == rank(lying[1])]
    return "both" if len(found) == 2 else "".join(found)


# --- what one may do --------------------------------------------------------------------------------------------------


def _buttons(sight: PageContext, view: View, person: PersonId) -> tuple[Action, ...]:
    table, lang = sight.table, sight.lang
    is_player = sight.screen == "player"
    offered = tuple(one for one in sight.offers if not (is_player and one.act == "relieve"))
    hide = BETTING | (frozenset() if is_player else SEATING | {"buy-in"})
    found = action_buttons.actions(
        (*offered, *_claims(view, sight.screen)), table.id, person, table.version, lang, hide, table.game.key, LETTERS
    )
    return tuple(build.on_page(with_warning(_named(one, view, lang), view, lang), sight) for one in found)


def _named(action: Action, view: View, lang: str) -> Action:
    usual = with_usual_amounts(action, lambda _, most: amounts_at_cash_desk(action.tag, view.minimum, most), lang)
    return of_option(usual, lang) if usual.tag == "set-options" else with_full_name(usual, view, lang)


def _ask(sight: PageContext, view: View, person: PersonId, buttons: tuple[Action, ...]) -> Ask:
    lang, me = sight.lang, of_viewer(view.me)
    is_player = sight.screen == "player"
    is_placed = me.seat is not None or me.behind is not None
    first = frozenset() if not is_player else SEATING if not is_placed else frozenset() if me.chips else BUYING
    own = tuple(one for one in buttons if one.tag not in REPORTS | {"give-ruling"})
    main = tuple(one for one in own if one.is_main or one.tag in first)
    rest = tuple(one for one in own if one not in main)
    rare = RARE | SEATING
    lost, posts = build.posts(sight)
    spots = _spots(sight, view, person) if is_player and is_placed else ()
    chips = rack(view.minimum, view.maximum, view.multiples_only)
    told = sight.history.news if isinstance(sight.history, RecentEvents) else ()
    may_bet = any(not one.why_not for one in spots)
    said = build.your_turn(view, lang, is_called=view.is_called) if is_player else ""
    has_something = main or may_bet or any(one.tag not in rare for one in rest)
    return Ask(
        sentence=said
        or (label("desk", "awaits-ruling", lang) if view.incident else "")
        or ("" if has_something else label("ui", "waiting", lang)),
        main=main,
        side=tuple(one for one in rest if one.tag not in rare),
        more=tuple(one for one in rest if one.tag in rare),
        spots=spots,
        rack=tuple(map(build.chip, chips)) if spots else (),
        bet=Bet(
            tag="place-bet",
            command=action_buttons.command(sight.table.id, person, sight.table.version, "bet"),
            field="bet",
        )
        if may_bet
        else None,
        repeat=action_buttons.command(sight.table.id, person, sight.table.version, "repeat")
        if may_bet and not me.bets and me.last_bets
        else "",
        result=_result(me.last, lang) if is_player and view.phase in OPEN else None,
        squeeze=next((one.fixed_fields["hand"] for one in main[:1] if one.tag == "show-hand"), ""),
        news=(*lost, *(build.notice(one, lang) for one in notices(told, person, lang))) if is_player else lost,
        posts=posts,
    )


def _spots(sight: PageContext, view: View, person: PersonId) -> tuple[Spot, ...]:
    """Return the viewer's bet spots; they keep their place while nothing may be staked, and say why."""
    lang, table, me = sight.lang, sight.table, of_viewer(view.me)
    offers = {str(one.fixed_value("bet")): one for one in sight.offers if one.act == "place-bet"}
    backs = [one for one in sight.offers if one.act == "withdraw-bet" and "amount" not in one.fields]
    back = {
        one.fixed_fields["bet"]: msgspec.structs.replace(
            one, name=f"{label('ui', 'take-back', lang)} {label('bet', one.fixed_fields['bet'], lang)}"
        )
        for one in action_buttons.actions(backs, table.id, person, table.version, lang)
    }
    parts = {
        str(one.fixed_value("bet")): getattr(one.fields["amount"], "maximum", None) or 0
        for one in sight.offers
        if one.act == "withdraw-bet" and "amount" in one.fields
    }
    found = []
    for bet in (*MAIN_BETS, *map(str, view.side_bets)):
        offer = offers.get(bet)
        bounds = None if offer is None else offer.fields.get("amount")
        found.append(
            Spot(
                id=bet,
                name=label("bet", bet, lang),
                key=BOXES.get(bet, ""),
                stake=me.bets.get(bet, 0),
                total=view.stakes.get(bet, 0),
                least=getattr(bounds, "minimum", None) or 0,
                most=getattr(bounds, "maximum", None) or 0,
                why_not="" if offer is not None else label("window", view.phase, lang),
                withdrawal=back.get(bet),
                back_most=parts.get(bet, 0),
            )
        )
    return tuple(found)


def _result(lines: tuple[Line, ...], lang: str) -> Result | None:
    """Return what the last coup brought, each bet with its stake, what became of it and the net."""
    if not lines:
        return None
    net = sum({"won": line.winnings - line.deduction, "lost": -line.stake}.get(line.outcome, 0) for line in lines)
    told = []
    for line in lines:
        text = f"{label('bet', line.bet, lang)} {money(line.stake, lang)}: {_outcome(line, lang)}"
        if line.outcome == "won":
            text += f" +{money(line.winnings - line.deduction, lang)}"
            if line.deduction:
                text += f" ({label('ui', 'deduction', lang)} {money(line.deduction, lang)})"
        told.append(text)
    return Result(lines=tuple(told), net=net, tone="up" if net > 0 else "down" if net < 0 else "even")


# --- the desk ---------------------------------------------------------------------------------------------------------


def _desk(sight: PageContext, view: View, person: PersonId, buttons: tuple[Action, ...]) -> msgspec.Raw:
    lang, found = sight.lang, view.incident
    played = sight.history.players if isinstance(sight.history, RecentEvents) else ()
    ruling = next((one for one in buttons if one.tag == "give-ruling"), None)
    proposed = () if found is None else tuple(str(one.__struct_config__.tag) for one in found.proposed_effects)
    incidents = (
        ()
        if found is None
        else (
            OpenIncident(
                title=f"{label('ui', 'incident', lang)} {found.serial}: {label('irregularity', found.kind, lang)}",
                note=found.note,
                remedy=tuple(label("effect", one, lang) for one in proposed),
                clauses=build.clauses(found.clauses, lang),
            ),
        )
    )
    return desk(
        sight,
        slip=_slip(view, lang),
        incidents=incidents,
        ruling=None
        if ruling is None or found is None
        else RulingForm(
            action=ruling,
            mark=remedy_mark(view, found),
            is_proposed=bool(proposed),
            effects=tuple(
                EffectKind(id=kind, name=label("effect", kind, lang), asks=asks) for kind, asks in EFFECTS.items()
            ),
            fields=_effect_fields(view, lang),
        ),
        reports=tuple(one for one in buttons if one.tag in REPORTS),
        corrections=tuple(
            build.on_page(one, sight)
            for one in (correction_forms(sight, person, view.coup, tuple(map(PersonId, played))) if view.coup else ())
        ),
    )


def _slip(view: View, lang: str) -> tuple[SlipRow, ...]:
    """Return what is to be collected and paid, bet by bet, before it is settled."""
    places = {one.person: str(one.seat) for one in view.seats} | {one.person: "" for one in view.standing}
    tones: dict[str, Tone] = {"won": "up", "lost": "down"}
    return tuple(
        SlipRow(
            seat=places.get(one.person, ""),
            name=seat_links.short_name(one.person, view.name, lang),
            bet=label("bet", one.bet, lang),
            stake=one.stake,
            outcome=_outcome(one, lang),
            tone=tones.get(one.outcome, "even"),
            pays=one.winnings - one.deduction,
            deduction=one.deduction,
        )
        for one in view.due_lines
    )


def _outcome(line: Line, lang: str) -> str:
    return label("ui", "stake-stays", lang) if line.outcome == "void" else label("outcome", line.outcome, lang)


def _effect_fields(view: View, lang: str) -> tuple[EffectField, ...]:
    def chosen(name: str, topic: str, codes: tuple[str, ...]) -> EffectField:
        return EffectField(
            id=name, name=label("field", name, lang), options=tuple((one, label(topic, one, lang)) for one in codes)
        )

    sitting = tuple((str(one), seat_links.short_name(str(one), view.name, lang)) for one in people(view))
    return (
        chosen("hand", "hand", ("punto", "banca")),
        EffectField(id="person", name=label("field", "person", lang), options=sitting),
        EffectField(id="position", name=label("field", "position", lang), options=_cards(view, lang)),
        chosen("place", "hand", ("punto", "punto-3", "banca", "banca-3", "basket")),
        EffectField(id="total", name=label("field", "total", lang), maximum=9),
        chosen("window", "window", ("bets", "deal", "player-shows", "bank-shows", "player-draws", "bank-draws")),
    )


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


def _claims(view: View, screen: str) -> tuple[Offer, ...]:
    """A claim needs its text before it can be offered, so the consoles offer the form themselves."""
    everybody = people(view)
    if screen == "player" or not everybody or not view.coup:
        return ()
    fields: dict[str, Field] = {
        "person": People(tuple(str(one) for one in everybody)),
        "coup": Count(1, view.coup),
        "note": Text(),
    }
    return (Offer("record-claim", fields),)
