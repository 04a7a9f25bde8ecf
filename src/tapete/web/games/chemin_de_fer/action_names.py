"""Names of buttons that need the table to be said: whom one accepts and for how much, with whom, from where."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

import msgspec

from tapete.games.banked.coup import Share
from tapete.games.chemin_de_fer.terms import Call
from tapete.games.chemin_de_fer.view import View
from tapete.table.windows import Claim
from tapete.web.action_buttons import Action
from tapete.web.screens import action_names
from tapete.web.screens.frame import of_viewer
from tapete.words import fill, join, label, money, person_name

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

OF_A_SHARE: Final = frozenset({"accept-share", "take-over-share"})
OF_A_LATE_STAKE: Final = frozenset({"remove-late-stake", "admit-late-stake"})


def with_full_name(action: Action, view: View, names: Mapping[str, str], lang: str) -> Action:
    """Return a button of a person of the table under its full name; ``names`` are those on the felt, by pseudonym."""
    me = of_viewer(view.me)
    if action.tag == "decline-bank" and me.place_at_stake:
        return msgspec.structs.replace(action, name=label("named", "decline-and-lose", lang))
    if action.tag == "pick-up" and action.fields:
        return msgspec.structs.replace(action, name=label("named", "pick-up", lang), variant="by")
    if action.tag == "set-options":
        return action_names.of_option(action, lang)
    if action.tag == "withdraw-call":
        mine = [one for one in view.calls if one.person == me.person]
        told = {"calls": call_names(mine, lang)}
        return msgspec.structs.replace(action, name=fill(label("named", action.tag, lang), told, lang))
    if action.tag == "pledge-share":
        return _with_whom(action, names)
    if action.tag in OF_A_SHARE and "person" in action.fixed_fields:
        bank = view.bank
        shares = () if bank is None else bank.join_offers if action.tag == "accept-share" else bank.parts
        return _with_sum(action, shares, names, lang)
    if action.tag in OF_A_LATE_STAKE and "person" in action.fixed_fields:
        return _with_sum(action, view.coup.late, names, lang)
    if whose := _person_concerned(action, view):
        told = {"person": names.get(whose, person_name(whose, lang))}
        return msgspec.structs.replace(action, name=fill(label("named", action.tag, lang), told, lang))
    return (
        _joint_button(action, view, names, lang)
        if action.tag == "join-banco"
        else action_names.with_full_name(action, view, lang)
    )


def call_names(calls: Iterable[Claim[str]], lang: str) -> str:
    """Name calls with their amounts: «banco 200 €»."""
    return join((f"{label('call', one.kind.partition(':')[0], lang)} {money(one.amount, lang)}" for one in calls), lang)


def with_warning(action: Action, view: View, lang: str) -> Action:
    """Return a button of a person with what he should know before he presses it: what it takes the place of, how long
    it holds, what it costs.
    """
    me = of_viewer(view.me)
    match action.tag:
        case "refuse-to-deal" if view.bank is not None and view.bank.banker == me.person:
            return msgspec.structs.replace(action, question=label("before-pressing", action.tag, lang))
        case "all-goes":
            return msgspec.structs.replace(action, note=label("before-pressing", action.tag, lang))
        case "leave":
            return action_names.with_warning(action, view, lang)
        case _:
            pass
    gone = me.instead.get(KIND_OF.get(action.tag, ""), ())
    if not gone:
        return action
    told = {"calls": call_names(gone, lang)}
    return msgspec.structs.replace(action, note=fill(label("before-pressing", "instead", lang), told, lang))


def _person_concerned(action: Action, view: View) -> str:
    """Return for whom somebody else's button is, where it does not say so itself; nobody on one's own page."""
    whose: str | None
    match action.tag:
        case "draw-card" | "stand" | "ask-table":
            whose = view.bank.banker if view.bank else None
        case "take-bank" | "decline-bank":
            whose = view.offer.candidate if view.offer else None
        case "cut-pack" | "decline-cut":
            whose = view.cut_to
        case "withdraw-stake" | "keep-stake":
            whose = action.fixed_fields.get("person")
        case _:
            whose = None
    return "" if whose is None or whose == of_viewer(view.me).person else str(whose)


def _with_sum(action: Action, shares: Iterable[Share], names: Mapping[str, str], lang: str) -> Action:
    """Return a button under whose money it is about and how much of it; ``shares`` hold everybody's, in cents."""
    person = action.fixed_fields["person"]
    facts = {
        "person": names.get(person, person_name(person, lang)),
        "amount": sum(one.amount for one in shares if str(one.person) == person),
    }
    return msgspec.structs.replace(action, name=fill(label("named", action.tag, lang), facts, lang))


def _with_whom(action: Action, names: Mapping[str, str]) -> Action:
    fields = tuple(
        msgspec.structs.replace(one, options=tuple((who, names.get(who, name)) for who, name in one.options))
        if one.name == "leader"
        else one
        for one in action.fields
    )
    return msgspec.structs.replace(action, fields=fields)


def _joint_button(action: Action, view: View, names: Mapping[str, str], lang: str) -> Action:
    me = str(of_viewer(view.me).person)
    if action.fixed_fields.get("leader") == me:
        return msgspec.structs.replace(action, name=label("named", "propose-banco", lang))
    if "leader" in action.fixed_fields:
        told = {"person": names.get(action.fixed_fields["leader"], action.fixed_fields["leader"])}
        return msgspec.structs.replace(action, name=fill(label("named", "join-banco", lang), told, lang))
    nobody = label("named", "nobody-yet", lang)
    fields = tuple(
        msgspec.structs.replace(
            one,
            options=tuple(
                (who, nobody if who == me else names.get(who, who))
                for who, _ in sorted(one.options, key=lambda option: option[0] == me)  # what stands already comes first
            ),
        )
        if one.name == "leader"
        else one
        for one in action.fields
    )
    return msgspec.structs.replace(action, fields=fields)
