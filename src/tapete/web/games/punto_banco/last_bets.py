"""The stakes of the last coup, to be laid again."""

from __future__ import annotations

from typing import Any

from tapete.games.punto_banco.view import View
from tapete.kernel import PersonId
from tapete.web.ports import Table


def last_bets(table: Table, person: PersonId) -> tuple[dict[str, Any], ...]:
    """Return the acts that stake what a person had in the last settled coup. Amounts are cents."""
    view: object = table.view(person)
    mine = view.me.last_bets if isinstance(view, View) and view.me is not None else {}
    return tuple({"act": "place-bet", "bet": bet, "amount": amount} for bet, amount in mine.items())
