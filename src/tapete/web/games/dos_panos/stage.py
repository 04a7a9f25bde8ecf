"""The stage of the two-cloth game: one viewer's view, offers and clauses as the model of their page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from tapete.chance import ChanceKind
from tapete.clauses import Cite, cite_on_page
from tapete.clauses.register import register
from tapete.games.baccarat.effects import DeemTotal
from tapete.games.baccarat.procedure import Said
from tapete.games.dos_panos.acts import AcceptBank, OpenAuction
from tapete.games.dos_panos.rules import AcrossLine, AwardWay, Rules, read
from tapete.games.dos_panos.terms import CLOTHS, COUP, HANDS, PREPARING, Accident, BankMode, Hand, Phase, Spot
from tapete.games.dos_panos.view import View
from tapete.kernel import HOUSE, ActBody, FixedValue, PersonId, Refused
from tapete.money import euros
from tapete.table.staff import Role
from tapete.web.action_buttons import Action, Field
from tapete.web.art.chips import rack
from tapete.web.game_screen import GameScreen
from tapete.web.games.baccarat import desk, news, page
from tapete.web.games.baccarat.forms import ReportWording, claim_offer
from tapete.web.games.baccarat.page import Page
from tapete.web.games.baccarat.remedies import EFFECTS, RemedyContext, RulingChoices
from tapete.web.games.dos_panos import felt
from tapete.web.games.dos_panos.buttons import (
    LETTERS,
    NEXT_STEPS,
    SHORT,
    at_once,
    closed_reasons,
    usual_amounts,
    with_full_name,
    with_warning,
)
from tapete.web.games.dos_panos.notices import (
    NOTABLE_ACTS,
    PUBLIC_EVENTS,
    QUIET_EVENTS,
    USUAL_ACTS,
    CoupResult,
    RecentEvents,
    log_wording,
)
from tapete.web.notices import Notice
from tapete.web.page_context import MoreTime, PageContext, book_of, of_viewer, people, waits_for
from tapete.web.stage import build
from tapete.web.stage.desk import Noting
from tapete.web.stage.model import Ask, Clause, Fact, Rail, Roads, Spot as BetSpot, Stage
from tapete.words import join, label, money, refusal, sentence

Here = Page[View, RecentEvents]

INFORMED: Final[Mapping[str, Cite]] = {
    "circle": cite_on_page("DP.F.01"),
    "names": cite_on_page("DP.F.03"),
    "packs": cite_on_page("DP.F.05"),
    "no_indices": cite_on_page("DP.F.06"),
    "two_backs": cite_on_page("DP.F.09"),
    "shoe_rules": cite_on_page("DP.F.10"),
    "opposite": cite_on_page("DP.F.11"),
    "basket": cite_on_page("DP.F.15"),
    "tips": cite_on_page("DP.F.17"),
    "staff": cite_on_page("DP.F.19"),
    "catalogue": cite_on_page("DP.F.20"),
    "packs_shown": cite_on_page("DP.B.04"),
    "paddle": cite_on_page("DP.B.18"),
    "cards_stay": cite_on_page("DP.B.20"),
    "crossed": cite_on_page("DP.A.34"),
    "advice": cite_on_page("DP.A.35"),
}
"""What is told of a table whatever happens at it, by the code of its sentence; each is cited here once."""

RARE: Final = page.RARE | page.SEATING | {"deal-card"}
"""What is seldom done, and a card that is dealt when all are: it is told as an error, apart from the lawful acts."""
ON_SPOTS: Final = frozenset({"stake", "take-stake"})
OUTLINED: Final = frozenset({"leave-bank", "call-off", "annul-award", "close-table"})
"""Acts that let something go: they are never the large button."""
CALLS: Final = frozenset({"call-banco", "bid"})
"""What most people say in their phase, at the place of «carta» and «no»."""
SPOT_KEYS: Final = {"primero-cloth": "f", "segundo-cloth": "j"}
"""The letters of the two cloths: one for each hand of whoever lays chips by keys."""
REPORTS: Final = ReportWording(
    countable_accidents=frozenset({Accident.STUCK}), accidents_by_hand=frozenset({Accident.EXPOSED, Accident.OTHER})
)
"""What the forms of reports ask beyond what the rules need."""
RULING: Final = RulingChoices(
    {**{kind: fields for kind, fields in EFFECTS.items() if kind != "return-stake"}, "void-coup": ("hand",)},
    tuple(map(str, HANDS)),
    (*(place for hand in HANDS for place in (str(hand), f"{hand}-3")), "basket", "floor"),
    tuple(str(one) for one in COUP if one is not Phase.SETTLE),
)
"""What an official chooses from in a ruling of their own: a stake goes back with its cloth, which alone can be void."""


def facts(view: View, lang: str) -> tuple[str, ...]:
    """Return what the list of the hall tells of a table besides its minimum."""
    most = (
        () if view.bank_maximum is None else (f"{label('ui', 'bank-maximum', lang)} {money(view.bank_maximum, lang)}",)
    )
    return (*(most or (label("bank-mode", view.mode, lang),)), *page.unusual(view, lang))


def ruling_words(view: View | None = None) -> RemedyContext:
    """Return how remedies read: what binds the banker depends on whose error it was."""
    return RemedyContext(view, is_erring_party_named=True)


def stage(sight: PageContext) -> Stage:
    """Return the page of a viewer; of nobody, the public screen."""
    on = page.look_at(sight, View, RecentEvents, "cloths")
    rules = rules_of(sight)
    shown, past = _felt(on, rules), _roads(on)
    return page.stage_of(on, _rail(on), shown, past, lambda: _ask(on, rules), lambda: _desk(on, rules))


def _rail(on: Here) -> Rail:
    view = on.view
    most = () if view.maximum is None else (("maximum", view.maximum),)
    sums = (("minimum", view.minimum), *most, ("bank-minimum", view.bank_minimum), ("bank-maximum", view.bank_maximum))
    numbers = (("shoe", view.shoe), ("coup", view.coup.number))
    tags = (label("bank-mode", view.mode, on.lang),)
    title = label("game", view.variant, on.lang)
    rail = page.rail(on, title, sums, numbers, tags, *_banco(on))
    if view.bank is None or not on.is_player or on.person != view.bank.banker:
        return rail
    return replace(rail, chips=view.bank.in_play, chips_name=on.say("my-bank"))


def _banco(on: Here) -> Iterator[Fact]:
    """Yield what a banco is, and what it would cost now."""
    bank = on.view.bank
    if bank is not None and on.view.mode is not BankMode.OPEN:
        name = f"«Banco» {money(bank.in_play, on.lang)}"
        yield Fact(name="", value=name, about=on.say("banco-about", amount=bank.in_play))


# --- the rulebook -----------------------------------------------------------------------------------------------------


def rules_of(sight: PageContext) -> Rules | None:
    """Return the rules in force, typed."""
    book = book_of(sight.table.game, sight.view.rulebook)
    return None if book is None else read(book)


def about(sight: PageContext) -> tuple[Clause, ...]:
    """Return what the rulebook in force, or one that it falls back on, states of the table whatever happens at it."""
    view = sight.view_as(View)
    game = sight.table.game
    book = book_of(game, view.rulebook)
    if book is None:
        return ()
    below = (book_of(game, str(one)) for one in book.content.get("falls_back", ()))
    documents = {str(one.content.get("document")) for one in (book, *below) if one is not None}
    stated = {
        place: clause
        for place, clause in INFORMED.items()
        if documents & {one.document for one in register()[str(clause)].sources}
    }
    return page.told_of_table(stated, "cloths-fact", sight.lang, places=view.places // 2, decks=view.decks)


def vacancy(on: Here, rules: Rules | None) -> Iterator[str]:
    """Yield how somebody comes by the bank while nobody has it, by whom and within which limits; that nobody does, and
    why, where an open bank has had the shoes of its session.
    """
    view, lang, is_opening = on.view, on.lang, on.view.phase == Phase.OPENING
    if rules is None or view.phase not in (Phase.OPENING, Phase.REOFFER):
        return
    over = _session_over(on, OpenAuction())
    if over is not None and (is_opening or _session_over(on, AcceptBank()) is not None):
        yield refusal(over.code, over.facts, lang)
        return
    ways = () if over is not None else rules.award.ways.value
    opens, holds = rules.opening.announced_by.value, rules.award.held_by.value
    limits = {"least": view.bank_minimum, "most": view.bank_maximum, "offered": view.award and view.award.amount}
    for way in ways if is_opening else (AwardWay.OFFERED, *ways):
        if is_opening or way not in (AwardWay.ANNOUNCED, AwardWay.BOUGHT):
            by = opens if way is AwardWay.ANNOUNCED else holds
            yield sentence("bank-way", way, lang, role=by, **limits)
    if is_opening:
        yield on.say("bank-limits" if view.bank_maximum is not None else "bank-limits-open", **limits)


def _session_over(on: Here, what: ActBody) -> Refused | None:
    """Return the refusal of a way to come by the bank, where it is that the session has had its shoes."""
    refused = on.refused(what, on.view.staff.get(str(Role.INSPECTOR), HOUSE))
    return refused if refused is not None and refused.code == "session-over" else None


def _has_area(rules: Rules | None) -> bool:
    """Return True if a cloth has an area for stakes on the other one."""
    return rules is not None and rules.stakes.other_cloth_area.value


def _has_line(rules: Rules | None) -> bool:
    """Return True if there is a line between the cloths."""
    return rules is not None and AcrossLine.BETWEEN_CLOTHS in rules.stakes.across_lines.value


# --- the felt ---------------------------------------------------------------------------------------------------------


OF_A_BANK: Final = frozenset({"bank-announced", "bank-amount"})
"""What the croupier says of a bank; all else is said of a coup."""
OF_A_SCORE: Final = frozenset({"bank-score", "scores", "no-more-bets"})


def _felt(on: Here, rules: Rules | None) -> felt.ClothsFelt:
    view, is_past = on.view, felt.is_past(on)
    is_gone = felt.is_of_former_shoe(on)
    last = on.history.coups[-1] if on.history.coups and is_past and not is_gone else None
    said = {"table-asked": view.coup.has_asked_table, "bank-bound": view.coup.is_bank_bound}
    shoe = [Fact(name=on.say("cards-out"), value=str(view.cards_out))]
    if view.last_coup:
        shoe.append(Fact(name=on.say("stop-card"), value=on.say("stop-out"), is_warning=True))
    return page.felt_of(
        on,
        felt.ClothsFelt,
        (one for one in view.announcements if _is_current(one, view, is_gone=is_gone)),
        waits=_waits_for(on),
        is_called=view.called_person is not None and view.called_person == view.waits_for,
        look="two-cloths from-banker" if on.person is not None and on.person == on.banker else "two-cloths",
        loose=felt.loose_cards(on),
        result=page.incident(view.incidents[0].kind, on.lang) if view.incidents else "",
        result_kind="stop" if view.incidents else "",
        standers=felt.standing(on),
        shoe=tuple(shoe),
        bank=felt.bank(on, vacancy(on, rules)),
        cloths=felt.cloths(on, has_other_area=_has_area(rules)),
        across=felt.across(on) if _has_line(rules) else None,
        banco=on.say("banco-plays", person=on.name(view.coup.banco)) if view.coup.banco and not is_past else "",
        notes=tuple(on.say(code) for code, is_so in said.items() if is_so and not is_past),
        next_step=_next_step(view, on.lang),
        last_coup="" if last is None else _last_coup(last, on),
        rulings=desk.rulings(on, ruling_words(view)),
    )


def _is_current(said: Said, view: View, *, is_gone: bool) -> bool:
    """Return True if what the croupier said is still so: a bank while it holds that much, a coup until the next begins,
    and not into the next shoe.
    """
    formula, bank = str(said.formula), view.bank
    if formula in OF_A_BANK:
        return (
            view.award is not None if bank is None else said.values.get("amount") == euros(bank.in_play + bank.deposit)
        )
    if is_gone and formula in OF_A_SCORE:
        return False
    return view.phase not in (Phase.BANCO, Phase.LOTS, Phase.BETS, *PREPARING)


def _waits_for(on: Here) -> str:
    """Return the sentence that names whoever moves the game on; the banker sits in their chair, at no place."""
    if on.banker is not None and on.banker == on.view.waits_for != on.person:
        return sentence("ui", "waits-for", on.lang, person=on.name(on.banker))
    return waits_for(on.view, on.person, on.lang)


def _next_step(view: View, lang: str) -> str:
    """Return the sentence on what the table waits for."""
    is_last = view.phase == Phase.REOFFER and not view.may_award_anew
    step = "session-over" if view.is_session_over else "reoffer-last" if is_last else view.phase
    return label("cloths-step", step, lang)


def _roads(on: Here) -> Roads:
    """Return the last coups in words: each hand with its score, and what the bank won or lost."""
    coups = on.history.coups
    counts = tuple(
        Fact(
            name=label("hand", cloth, on.lang).capitalize(),
            value=str(sum(one.winners.get(str(cloth)) == "punto" for one in coups)),
        )
        for cloth in CLOTHS
    )
    return Roads(counts=counts, lines=tuple(_past(one, on) for one in reversed(coups)), has_plates=False)


def _last_coup(last: CoupResult, on: Here) -> str:
    told = _past(last, on)
    mark = f" ({on.say('corrected')})" if told.is_warning else ""
    return f"{label('ui', 'last-result', on.lang)}: {told.name}{mark}"


def _past(one: CoupResult, on: Here) -> Fact:
    scores = [f"{on.say('bank')} {one.scores.get('banca', '—')}"]
    for key in map(str, CLOTHS):
        ended = label("cloth-result", one.winners.get(key, "void"), on.lang)
        scores.append(f"{on.say(f'short-{key}')} {one.scores.get(key, '—')} {ended}")
    said = [on.say("past-bank", amount=one.bank), *(["banco"] if one.banco else [])]
    if one.is_corrected:
        said.append(on.say("corrected"))
    return Fact(name=" · ".join(scores), value=" · ".join(said), is_warning=one.is_corrected)


# --- what one may do --------------------------------------------------------------------------------------------------


def _ask(on: Here, rules: Rules | None) -> Ask:
    view, person, me = on.view, on.viewer, of_viewer(on.view.me)
    buttons = page.buttons(on, LETTERS, (), usual_amounts, with_full_name, with_warning, at_once)
    is_banker = person in (on.banker, view.award and view.award.person)  # they need no chips and no place
    is_there = me.cloth is not None or is_banker
    closed = (*on.next_step_refused(NEXT_STEPS, SHORT), *(closed_reasons(on) if is_there else ()))
    spots = _spots(on, buttons, rules) if on.is_player and me.cloth is not None and not is_banker else ()
    kept = [one.withdrawal for one in spots]
    shown = [one for one in buttons if one.tag not in ON_SPOTS or (one.tag == "take-stake" and one not in kept)]
    first = frozenset[str]()
    if on.is_player and not is_banker:
        calls = CALLS - {"bid"} if page.is_top_bidder(on) else CALLS
        first = frozenset({"sit"}) if not is_there else calls if me.chips else frozenset({"buy-in"})
    main = [one for one in shown if (one.is_main or one.tag in first) and one.tag not in OUTLINED]
    main.sort(key=lambda one: (one.tag != "say", one.tag == "lay-down"))
    return page.ask_of(
        on,
        tuple(main),
        [one for one in shown if one not in main],
        RARE,
        more=_free_stake(on, buttons),
        news=_news(on),
        closed=closed,
        is_held=is_there,
        sentence=_said(on, main, closed),
        spots=spots,
        rack=tuple(map(build.chip, rack(view.minimum, view.maximum or 100_000_00))) if spots else (),
        squeeze=main[0].fixed_fields.get("hand", "") if main and main[0].tag == "lift" else "",
        has_repeat=False,
        result=on.history.result(view, person, on.lang) if on.is_player else None,
    )


def _news(on: Here) -> Iterator[Notice]:
    """Yield what just became of a player, what rulings keep them from, and what lies for them at the cash desk."""
    me = of_viewer(on.view.me)
    yield from on.history.notices(on.viewer, on.lang)
    yield from desk.bars(me.bars, on.lang)
    if me.deposit:
        yield Notice(f"{on.say('my-deposit')}: {money(me.deposit, on.lang)}")


def _said(on: Here, main: Sequence[Action], closed: Sequence[Notice]) -> str:
    """Return the one sentence over the buttons: whose turn it is, what stands against the next step, else that step."""
    view, lang, step = on.view, on.lang, _next_step(on.view, on.lang)
    if view.incidents:
        return label("desk", "awaits-ruling", lang)
    advice = next((one.advice for one in view.coup.cloths if one.advice), None)
    if advice is not None:
        return f"{on.say('advice')}: «{label('word', advice, lang)}»"
    is_bound = view.coup.has_asked_table or view.coup.is_bank_bound
    if is_bound and on.viewer == on.banker and (says := desk.table_says(on.tags, lang)):
        return says
    if not on.is_player:
        return closed[0].text if closed and not main else step
    if page.is_top_bidder(on):
        return label("ui", "bid-leads", lang)
    if "stake" in on.tags and all(one.person != on.viewer for one in view.coup.laid):
        return label("ui", "lay-chips", lang)
    return build.your_turn(view, lang, is_called=view.called_person == on.viewer) or step


# --- the spots of a player --------------------------------------------------------------------------------------------


def _spots(on: Here, buttons: Iterable[Action], rules: Rules | None) -> tuple[BetSpot, ...]:
    """Return the viewer's spots from the first cloth to the second; they keep their place while nothing may be laid."""
    own = of_viewer(on.view.me).cloth or Hand.PRIMERO
    found = [(Hand.PRIMERO, Spot.CLOTH), (Hand.PRIMERO, Spot.LINE)]
    found += [(own, Spot.OTHER_CLOTH)] if _has_area(rules) else []
    found += [(own, Spot.ACROSS)] if _has_line(rules) else []
    found += [(Hand.SEGUNDO, Spot.LINE), (Hand.SEGUNDO, Spot.CLOTH)]
    why = next((one.text for one in closed_reasons(on)), "") or _next_step(on.view, on.lang)
    acts = {
        (one.tag, one.fixed_fields["cloth"], one.fixed_fields["spot"]): one for one in buttons if one.tag in ON_SPOTS
    }
    return tuple(
        _spot(on, cloth, spot, acts.get(("stake", cloth, spot)), acts.get(("take-stake", cloth, spot)), why)
        for cloth, spot in found
    )


def _spot(on: Here, cloth: Hand, spot: Spot, lay: Action | None, back: Action | None, why: str) -> BetSpot:
    amount = next((one for one in lay.fields if one.kind == "money"), None) if lay is not None else None
    lying = {str(spot), *([felt.IN_PLAY] if spot is Spot.CLOTH else [])}
    here = [one for one in felt.stakes_on(on, cloth) if one.spot in lying]
    name = label("hand", cloth, on.lang).capitalize()
    return BetSpot(
        id=f"{cloth}-{spot}",
        name=name if spot is Spot.CLOTH else on.say(f"spot-{spot}", cloth=on.say(f"short-{cloth}")),
        key=SPOT_KEYS.get(f"{cloth}-{spot}", ""),
        stake=sum(one.amount for one in here if one.person == on.person),
        total=sum(one.amount for one in here),
        least=(amount and amount.minimum) or 0,
        most=(amount and amount.maximum) or 0,
        unit=amount.unit if amount else 1,
        why_not="" if lay is not None else why,
        lay=None if lay is None else replace(lay, fields=(), clauses=()),
        withdrawal=back,
    )


def _free_stake(on: Here, buttons: Iterable[Action]) -> Iterator[Action]:
    """Yield the form of a stake that no chips of the rack make up: how much in all, on which cloth, on which spot."""
    lang, own = on.lang, of_viewer(on.view.me).cloth or Hand.PRIMERO
    laid = [one for one in buttons if one.tag == "stake"]
    amount = next((one for found in laid for one in found.fields if one.kind == "money"), None)
    if amount is None:
        return
    cloths = sorted(CLOTHS, key=lambda one: one is not own)
    spots = dict.fromkeys(one.fixed_fields["spot"] for one in laid)
    fields = (
        amount,
        Field("cloth", "choice", tuple((str(one), label("hand", one, lang)) for one in cloths)),
        Field("spot", "choice", tuple((one, label("spot", one, lang)) for one in spots)),
    )
    free = replace(laid[0], name=on.say("stake-amount"), fields=fields, fixed_fields={}, clauses=(), variant="amount")
    yield build.on_page(free, on.sight)


# --- the desk ---------------------------------------------------------------------------------------------------------


def _desk(on: Here, rules: Rules | None) -> msgspec.Raw:
    return desk.official_desk(
        on,
        ruling_words(on.view),
        RULING,
        REPORTS,
        claim_offer(people(on.view), on.view.coup.number),
        felt.slip(on, rules),
        lambda named: _noting(on, rules, named),
        in_chair=() if on.banker is None else (on.banker,),
        remark=_witnesses(on),
    )


def _witnesses(on: Here) -> str:
    """Return who saw a swept hand and is to say what it counted before a ruling; where the table knows the faces
    nobody's word is needed, and once somebody has spoken the remedy shows it.
    """
    view, table, croupier = on.view, on.sight.table, on.view.staff.get(Role.CROUPIER)
    if not view.incidents or not on.is_staff or croupier is None or view.shoe_kind != ChanceKind.KEYED:
        return ""
    effects = (one for incident in view.incidents for one in incident.proposed_effects)
    heard = {str(one.hand) for one in effects if isinstance(one, DeemTotal)}
    seen: dict[str, list[str]] = {}
    for offer in table.legal(croupier):
        hand, person = offer.fields.get("hand"), offer.fixed_value("person")
        if offer.act == "testify" and isinstance(hand, FixedValue) and person is not None:
            own = table.legal(PersonId(str(person)))
            if any(one.act == "testify" and one.fields.get("hand") == hand for one in own):
                seen.setdefault(str(hand.value), []).append(on.name(str(person)))
    # the croupier may note anybody's word; those are waited for who are known to have seen it
    return " ".join(
        sentence("desk", "witnesses", on.lang, hand=hand, people=join(names, on.lang))
        for hand, names in seen.items()
        if hand not in heard
    )


def _noting(on: Here, rules: Rules | None, people: desk.Named) -> Noting:
    """Return what the croupier of a real table writes down for people."""
    lang = on.lang
    spots = (Spot.CLOTH, Spot.LINE, Spot.ACROSS, *([Spot.OTHER_CLOTH] if _has_area(rules) else []))

    def change(action: Action) -> Action:
        return replace(action, name=on.say("note-stake")) if action.tag == "stake" else action

    def options(topic: str, codes: Iterable[Any]) -> tuple[tuple[str, str], ...]:
        return tuple((str(one), label(topic, one, lang)) for one in codes)

    cloth, spot = Field("cloth", "choice", options("hand", CLOTHS)), Field("spot", "choice", options("spot", spots))
    partner = Field("partner", "choice", (("", "—"), *people))
    return desk.noting(on, people, NOTABLE_ACTS, USUAL_ACTS, usual_amounts, change, cloth, spot, partner)


SCREEN: GameScreen[Any] = GameScreen(
    stage=stage,
    felt="dos_panos",
    facts=facts,
    about=about,
    examined=partial(desk.examined, wording=ruling_words),
    letters=LETTERS,
    may_stand=True,
    effects=RULING.effects,
    notable_acts=NOTABLE_ACTS,
    quiet_events=QUIET_EVENTS,
    public_events=PUBLIC_EVENTS,
    telling_events=news.without_clearing,
    log_wording=log_wording,
    picture=felt.picture,
    ruling=ruling_words().sentences,
    history=RecentEvents,
    more_time=MoreTime(frozenset({"bets", "auction"}), {"close-bets": "bets"}),
)
