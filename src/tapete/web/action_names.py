"""Names of buttons, and what is asked before they are pressed, where every game has them."""

from __future__ import annotations

import msgspec

from tapete.record.codec import tag_of
from tapete.table.acts import Leave, Sit
from tapete.table.state import TableView
from tapete.web.action_buttons import Action
from tapete.words import fill, label


def with_full_name(action: Action, view: TableView, lang: str) -> Action:
    """Return a button of a person of the table under its full name: who sits already changes their place."""
    if action.tag == tag_of(Sit) and view.me is not None and view.me.seat is not None:
        return msgspec.structs.replace(action, name=label("named", "change-place", lang))
    return action


def of_option(action: Action, lang: str) -> Action:
    """Return the button of an option of the table under its name, with what it would be."""
    option, value = next(iter(action.fixed_fields.items()))
    told = {"option": label("field", option, lang), "answer": label("ui", "yes" if value == "true" else "no", lang)}
    return msgspec.structs.replace(action, name=fill(label("named", "set-option", lang), told, lang), variant=option)


def with_warning(action: Action, view: TableView, lang: str) -> Action:
    """Return a button of a person with what it costs, where they are asked again before it is done (cents)."""
    if action.tag != tag_of(Leave) or view.me is None:
        return action
    code = "leave-asks" if view.me.seat is not None else "leave-asks-standing"
    asked = fill(label("ui", code, lang), {"amount": view.me.chips}, lang)
    return msgspec.structs.replace(action, question=asked, consent=label("ui", "leave-yes", lang))
