"""The buttons of chemin de fer: full names, usual amounts, what they cost, letter keys, and why something is closed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from msgspec.structs import replace

from tapete.clauses import cite
from tapete.games.baccarat.procedure import CloseBets, OpenBets
from tapete.games.chemin_de_fer.acts import Bid, PassHand, Stake, TakeBank
from tapete.games.chemin_de_fer.terms import COUP, Call, Phase
from tapete.games.chemin_de_fer.view import View
from tapete.kernel import ActBody, PersonId
from tapete.table.windows import Claim
from tapete.web import action_buttons
from tapete.web.action_buttons import PURCHASES, Action, Field, amounts_at_cash_desk
from tapete.web.games.baccarat import page
from tapete.web.games.baccarat.page import BANKED, Page, renamed
from tapete.web.games.chemin_de_fer.notices import EXCLUSIVE_COVERS, SALUTE, RecentEvents
from tapete.web.notices import Notice
from tapete.web.page_context import of_viewer
from tapete.words import join, label, money as write_money, sentence, text

Here = Page[View, RecentEvents]

LETTERS: Final[Mapping[str, str]] = {**BANKED, "offer-cards": "o", "lay-down.punto": "a", "lay-down.banca": "z"}

KIND_OF: Final = {
    "stake": Call.STAKE,
    "stake-on-line": Call.LINE,
    "join-banco": Call.JOINT,
    "call-banco": Call.BANCO,
    "call-banco-seguido": Call.SEGUIDO,
    "call-banco-con-la-mesa": Call.PARTIAL,
    "call-ultimo-completo": Call.LAST,
}
"""The kind of call that a button makes."""


# --- names ------------------------------------------------------------------------------------------------------------


def with_full_name(action: Action, on: Here) -> Action:
    """Return a button under its full name: whom one accepts and for how much, with whom, of whom it is."""
    view, lang, tag, me = on.view, on.lang, action.tag, of_viewer(on.view.me)
    match tag:
        case "decline-bank" if me.place_at_stake:
            return renamed(action, lang, "decline-and-lose")
        case "pass-hand" if on.banker == on.viewer:
            return renamed(action, lang, "leave-bank")
        case "pick-up":
            return replace(renamed(action, lang), variant="by") if action.fields else action
        case "set-options":
            return action_buttons.of_option(action, lang)
        case "withdraw-call":
            return renamed(action, lang, calls=call_names((one for one in view.calls if one.person == me.person), lang))
        case "pledge-share":
            return _with_leaders(action, on, "")
        case "join-banco":
            leader = action.fixed_fields.get("leader")
            if leader is None:
                return _with_leaders(action, on, str(me.person))
            code = "propose-banco" if leader == me.person else ""
            return renamed(action, lang, code, person=on.name(leader))
        case _:
            return _with_person(action, on)


def _with_person(action: Action, on: Here) -> Action:
    """Return a button of somebody else's act, or about them, under a name that says whose."""
    view, lang, tag = on.view, on.lang, action.tag
    whose = action.fixed_fields.get("person") or _owner(tag, on)
    if whose in (None, on.person) or text("named", tag, lang) is None:
        return action_buttons.with_full_name(action, view, lang)
    return renamed(action, lang, person=on.name(whose), amount=_sum_of(tag, str(whose), view))


def call_name(kind: str, lang: str) -> str:
    return label("call", str(kind).partition(":")[0], lang)


def call_names(calls: Iterable[Claim[str]], lang: str) -> str:
    """Name calls with their amounts: «banco 200 €»."""
    return join((f"{call_name(one.kind, lang)} {write_money(one.amount, lang)}" for one in calls), lang)


def _owner(tag: str, on: Here) -> str | None:
    """Return whose act it is that stands on another's page, where the act does not say so itself."""
    match tag:
        case "draw-card" | "stand" | "ask-table":
            return on.banker
        case "take-bank" | "decline-bank":
            return None if on.view.offer is None else on.view.offer.candidate
        case "cut-pack" | "decline-cut":
            return on.view.cut_to
        case _:
            return None


def _sum_of(tag: str, person: str, view: View) -> int:
    """Return how much of somebody's money a button is about, in cents."""
    offers, parts = ((), ()) if view.bank is None else (view.bank.join_offers, view.bank.parts)
    shares = {"accept-share": offers, "take-over-share": parts}.get(tag, view.coup.late)
    return sum(one.amount for one in shares if one.person == person)


def _with_leaders(action: Action, on: Here, me: str) -> Action:
    """Name those with whom one may join; what stands already comes before a banco of one's own."""

    def named(one: Field) -> Field:
        found = sorted((who for who, _ in one.options), key=lambda who: who == me)
        nobody = label("named", "nobody-yet", on.lang)
        return replace(one, options=tuple((who, nobody if who == me else on.name(who)) for who in found))

    return replace(action, fields=tuple(named(one) if one.name == "leader" else one for one in action.fields))


def with_warning(action: Action, on: Here) -> Action:
    """Return a button of a person with what they should know before they press it: what it takes the place of, how long
    it holds, what it costs.
    """
    view, lang, me = on.view, on.lang, of_viewer(on.view.me)
    if action.tag in ("refuse-to-deal", "all-goes", "pass-hand") and on.banker == me.person:
        return replace(action, question=label("before-pressing", action.tag, lang))
    if action.tag == "leave":
        return action_buttons.with_warning(action, view, lang)
    gone = me.instead.get(KIND_OF.get(action.tag, ""), ())
    if all(one.kind == Call.STAKE for one in gone):
        return action
    return replace(action, question=sentence("before-pressing", "instead", lang, calls=call_names(gone, lang)))


# --- usual amounts (cents) --------------------------------------------------------------------------------------------


def joint_calls(view: View) -> dict[str, list[Claim[str]]]:
    """Return the parts called so far of each banco in association, by the person who leads it."""
    found: dict[str, list[Claim[str]]] = {}
    for one in view.calls:
        kind, _, leader = str(one.kind).partition(":")
        if kind == "banco-con":
            found.setdefault(leader, []).append(one)
    return found


def _whole(amount: int, view: View) -> int:
    return -(-amount // view.minimum) * view.minimum


def _outbidding(view: View, least: int) -> int:
    """Return the least bid that is more than everybody's by the minimum of the table."""
    bids = () if view.auction is None else view.auction.bids
    return max([least, *(one.amount + view.minimum for one in bids)])


def usual_amounts(tag: str, view: View, least: int, most: int | None) -> Iterable[tuple[int, str]]:
    bank = 0 if view.bank is None else view.bank.in_play or view.bank.total
    rest = max(0, bank - view.coup.covered_amount)
    match tag:
        case "stake":
            return ((bank, "bank"), (rest, "rest"), (bank // 2, "half"), (rest // 2, ""), (least, ""), (2 * least, ""))
        case "join-banco":
            missing = min((bank - sum(one.amount for one in group) for group in joint_calls(view).values()), default=0)
            return ((missing, "rest"), (bank // 2, "half"), (bank // 4, ""), (bank // 3, ""))
        case "stake-on-line":
            return ((bank, ""), (2 * bank, "bank"), (least, ""))
        case "take-bank" | "bid":
            first = _outbidding(view, least) if tag == "bid" else least
            return ((first, "least"), (_whole(first, view), ""), *((n * first, "") for n in (2, 5, 10)))
        case "raise-bank":
            total = 0 if view.bank is None else view.bank.total
            return ((total + view.minimum, ""), (total * 3 // 2, ""), (2 * total, "double"))
        case "garage-winnings" | "deliver-bank":
            return (((most or 0) // 2, "half"), (most or 0, "all"))
        case "offer-share" | "pledge-share":
            return tuple((n * view.minimum, "") for n in (5, 10, 20))
        case _:
            return amounts_at_cash_desk(tag, view.minimum, most)


STAKES_OF_A_PART: Final = frozenset({"stake", "stake-on-line"})
"""Acts that come to nothing where others cover the bank."""
AT_ONCE: Final = frozenset({"take-bank", "bid", "stake", "buy-in", "deliver-bank"})
"""Acts with one usual amount."""


def at_once(action: Action, on: Here) -> Action:
    """Return a button that does the usual thing at one touch and says it; its form is there for anything else."""
    view, me, tag, lang = on.view, of_viewer(on.view.me), action.tag, on.lang
    plays = share_of_stakes(view, me.person)
    if tag in STAKES_OF_A_PART and me.stake_room is not None and me.stake_room <= plays:
        award = view.coup.would_play
        alone = award is not None and award.kind in EXCLUSIVE_COVERS and award.holder != me.person
        why = on.say("stake-idle", person=on.name(award.holder)) if award and alone else on.say("bank-covered")
        return replace(action, why_not=why)
    if tag == "call-banco":
        return _banco(action, on)
    if action.question or len(action.fields) != 1:  # it is asked before it is done
        return action
    (field,) = action.fields
    if tag == "sit" and me.seat is None and field.options:
        return page.at_once(action, int(field.options[0][0]), lang)
    if field.kind != "money" or tag not in AT_ONCE or action.fixed_fields.get("person"):
        return action
    purse = on.sight.table.purse(me.person) if tag == "buy-in" else None
    staked = next((one.amount for one in view.calls if one.person == me.person and one.kind == Call.STAKE), 0)
    least, most = field.minimum or view.minimum, field.maximum
    wanted = {
        "buy-in": _whole(missing_for_bank(view), view) or PURCHASES[1] * view.minimum,
        "stake": staked + view.minimum,
        "deliver-bank": most or 0,
        "bid": _whole(_outbidding(view, least), view),
    }.get(tag, _whole(least, view))
    room = me.stake_room if tag == "stake" else None
    amount = page.affordable(wanted, least, most, purse, room)
    if tag == "stake" and amount <= staked:  # all their chips lie there
        return action
    code = "stake-more" if tag == "stake" and staked else "bring-chips" if purse is not None else tag
    made = page.at_once(action, amount, lang, code)
    is_own = me.seat is not None or not me.roles
    return made if is_own else replace(made, at_once_name=f"{action.name}: {write_money(amount, lang)}")


def share_of_stakes(view: View, person: PersonId) -> int:
    """Return how much of what somebody called would play now, in cents."""
    award = view.coup.would_play
    return 0 if award is None else sum(one.amount for one in award.stakes if one.person == person)


def missing_for_bank(view: View) -> int:
    """Return what the viewer lacks of the bank that is offered to them, in cents."""
    me, offer = of_viewer(view.me), view.offer
    return 0 if offer is None or offer.candidate != me.person else max(0, (offer.floor or view.bank_minimum) - me.chips)


def _banco(action: Action, on: Here) -> Action:
    """Return «Banco» with its amount; where another goes before, with whose it would be, before it is pressed."""
    behind, bank = of_viewer(on.view.me).banco_behind, on.view.bank
    if behind is None or bank is None:
        amount = 0 if bank is None else bank.in_play
        return replace(action, name=sentence("at-once", "call-banco", on.lang, amount=amount))
    name, note = (on.say(code, person=on.name(behind)) for code in ("banco-behind", "behind-note"))
    return replace(action, name=name, note=f"{note} {action.note}".strip())


# --- closed reasons ---------------------------------------------------------------------------------------------------


STAKES: Final = frozenset({"stake", "stake-on-line", "call-banco", "call-banco-seguido", "withdraw-call"})
REPEAT: Final = cite("CF.B.30")
TWICE: Final = cite("CF.D.16")
NEXT_STEPS: Final[Mapping[str, ActBody]] = {Phase.BETWEEN: OpenBets(), Phase.BETS: CloseBets()}
"""What the croupier does next where enough players are at the table."""


def closed_reasons(on: Here) -> Iterator[Notice]:
    """Yield why the viewer may not bid, take the bank, pass it or stake now, and which right they have next."""
    view, person = on.view, on.viewer
    if view.auction is not None and "bid" not in on.tags:
        yield from on.refusals(Bid(view.auction.floor))
    if view.offer is not None and view.offer.candidate == person:
        if "take-bank" not in on.tags:
            yield from on.refusals(TakeBank(view.offer.floor))
        me, told = of_viewer(view.me), label("offered-to-you", view.offer.stage, on.lang)
        cost = on.say("refused-twice" if me.place_at_stake else "refused-once") if me.is_refusal_counted else ""
        yield Notice(f"{told} {cost}".strip(), clauses=(TWICE,) if me.is_refusal_counted else ())
    if any(one.owes_salute for one in view.seats if one.person == person):
        yield Notice(on.say("owes-salute"), clauses=(SALUTE,))
    if on.banker == person and view.phase == Phase.BETWEEN and "pass-hand" not in on.tags:
        yield from on.refusals(PassHand())
    if view.phase == Phase.BETS and on.banker != person and not on.tags & STAKES:
        yield from on.refusals(Stake(view.minimum))
    has_part = view.bank is not None and any(one.person == person for one in view.bank.parts)
    if of_viewer(view.me).may_repeat_banco and view.phase not in (*COUP, Phase.BETS) and not has_part:
        yield Notice(on.say("may-repeat"), "up", (REPEAT,))
