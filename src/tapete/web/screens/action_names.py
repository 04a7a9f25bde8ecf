"""Names of buttons, and what is asked before they are pressed, where every game has them."""

from __future__ import annotations

from typing import Final

import msgspec

from tapete.record.codec import tag_of
from tapete.table.acts import Leave, Sit
from tapete.table.state import TableView
from tapete.web.action_buttons import Action
from tapete.words import fill, label

SET_OPTIONS: Final = "set-options"
"""The director's options: offered one by one, each with what it would be."""


def with_full_name(action: Action, view: TableView, lang: str) -> Action:
    """Return a button of a person of the table under its full name: who sits already changes his place, and an option
    says what it is set to.
    """
    if action.tag == SET_OPTIONS and len(action.fixed_fields) == 1 and not action.fields:
        return _of_option(action, *next(iter(action.fixed_fields.items())), lang)
    if action.tag == tag_of(Sit) and view.me is not None and view.me.seat is not None:
        return msgspec.structs.replace(action, name=label("named", "change-place", lang))
    return action


def _of_option(action: Action, option: str, value: str, lang: str) -> Action:
    told = {"option": label("field", option, lang), "answer": label("ui", "yes" if value == "true" else "no", lang)}
    name = fill(label("named", "set-option", lang), told, lang)
    return msgspec.structs.replace(action, name=name, variant=option)


def with_warning(action: Action, view: TableView, lang: str) -> Action:
    """Return a button of a person with what it costs, where he is asked again before it is done (cents)."""
    if action.tag != tag_of(Leave) or view.me is None:
        return action
    code = "leave-asks" if view.me.seat is not None else "leave-asks-standing"
    asked = fill(label("ui", code, lang), {"amount": view.me.chips}, lang)
    return msgspec.structs.replace(action, question=asked, consent=label("ui", "leave-yes", lang))
