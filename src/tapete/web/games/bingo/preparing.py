"""What some buttons do before their own act: a ball comes out and is announced before it is shown, and the cartones of
a series are drawn before it is entered. A cartón that was called aloud is read as people write it.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from typing import Any

from tapete.games.bingo.cards import series_of_strips
from tapete.games.bingo.terms import SeriesKind
from tapete.games.bingo.view import View
from tapete.kernel import Offer, PersonId
from tapete.web.action_buttons import SECRET
from tapete.web.games.bingo.announcing import chosen_series
from tapete.web.games.bingo.called_card import read_card
from tapete.web.ports import Answer, Table
from tapete.web.submit import refusal_of, submit

BEFORE_SHOWN = ("draw-ball", "ball-out", "announce-ball")
"""What goes before a number stands on the panel, in this order; the caller of a real machine keys what came out."""


async def prepare(table: Table, person: PersonId, what: dict[str, Any], command: str) -> Answer | None:
    """Do what an act needs first; return the refusal of that, if there is one."""
    match what.get("act"):
        case "show-ball":
            return await _announce_next(table, person, str(what.pop("token", "")), command)
        case "announce-sale":
            what["series"] = chosen_series(what)
        case "call-for-player":
            view = table.view(person)
            sold = [one.name for one in view.series] if isinstance(view, View) else []
            what["card"] = read_card(str(what.get("card", "")), sold)
        case "register-balls" if not str(what.get("games", "")).strip():
            what.pop("games", None)  # a new set has served in no game
        case "register-series":
            await _draw_series(what, command)
        case _:
            pass
    return None


async def _announce_next(table: Table, person: PersonId, keyed: str, command: str) -> Answer | None:
    """Let the next ball out and announce it, as far as that is still to do. Each has a command of its own that follows
    from the button's: pressed twice, a button still draws one ball. ``keyed`` is the number of a real machine's ball.
    """
    for tag in BEFORE_SHOWN:
        offer = next((one for one in table.legal(person) if one.act == tag), None)
        if offer is None:
            continue
        act = {"act": tag, **({} if tag != "ball-out" else _keyed_ball(offer, keyed))}
        # A number that was refused is keyed anew by the same button.
        own = f"{command[:70]}.{tag}" + (f".{act['token'][:8]}" if "token" in act else "")
        answer = await submit(table, person, act, table.view(person).step, own)
        if refusal_of(answer) is not None:
            return answer
    return None


def _keyed_ball(offer: Offer, keyed: str) -> dict[str, Any]:
    number = keyed.strip()
    return {
        "urn": offer.fixed_value("urn"),
        "position": offer.fixed_value("position"),
        "token": number.lstrip("0") if number.isdecimal() else number,
    }


async def _draw_series(what: dict[str, Any], command: str) -> None:
    """Put the secret and the digest of a new series into the act that enters it. Of a printed one both are given, and
    its digest is the one that was printed: a size or a secret that was typed wrongly draws other cartones.

    A new secret follows from the button that was pressed, under a key that no page knows: pressed twice, it is one
    series. What cannot be read stays as it is, for the rules to refuse.
    """
    given, printed = (str(what.pop(name, "")).strip().lower() for name in ("secret", "digest"))
    secret = given or hmac.new(SECRET, f"series\n{command}".encode(), hashlib.sha256).hexdigest()
    try:
        number, size, value = (int(what[name]) for name in ("identification", "size", "value"))
        kind = SeriesKind(what.get("kind", SeriesKind.SINGLE))
        letter = str(what["letter"]).strip().upper()
        made = await asyncio.to_thread(series_of_strips, letter, number, size, value, secret, kind)
    except (KeyError, ValueError):
        return
    what.update({name: getattr(made, name) for name in ("letter", "identification", "size", "value", "kind")})
    what.update(law=made.law, digest=made.digest, secret=secret)
    if given or printed:
        what.update(digest=printed, secret=given or None)
