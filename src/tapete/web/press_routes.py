"""Where a page asks what became of a press whose answer it has lost. It reads alone: nothing is done again."""

from __future__ import annotations

from typing import Any, Final

from litestar import MediaType, Response, get
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery

from tapete.kernel import PersonId
from tapete.web import render
from tapete.web.page_access import require_session, require_table
from tapete.web.parsers import read_step
from tapete.web.press_fates import recorded_press
from tapete.web.responses import FATE, Request_, lang_of
from tapete.words import act, colon, label


@get("/mesa/{table_id:str}/como/{person:str}/pulsacion", include_in_schema=False)
async def press_fate(
    request: Request_,
    state: State,
    table_id: FromPath[str],
    person: FromPath[str],
    press: FromQuery[str] = "",
    command: FromQuery[str] = "",
    at: FromQuery[str] = "",
) -> Response[str]:
    """Return the answer to a press of the person at this table, as far as the hall knows it.

    The header says whether it is known, still pending, or unknown: then the press may be sent again under its id.
    """
    table, lang = require_table(state, table_id), lang_of(request)
    require_session(request, state, table_id, person)
    key = (table_id, person)
    if state.presses.is_known(key, press):
        answer = state.presses.answer(key, press)
        return _fate("pending" if answer is None else "known", answer or "")
    entry = await recorded_press(table, PersonId(person), command, read_step(at))
    if entry is None:
        return _fate("unknown", "")
    name = act(entry.act["what"]["act"], entry.act["what"] | {"game": table.game.key}, lang)
    heading = f"{label('answer', 'accepted', lang)}{colon(lang)} {name}."
    told = {"kind": "accepted", "code": "accepted", "heading": heading, "sentence": "", "clauses": ()}
    return _fate("known", render.page("answer.html", lang, **told, version=entry.version))


def _fate(fate: str, text: str) -> Response[str]:
    return Response(text, media_type=MediaType.HTML, headers={FATE: fate})


ROUTES: Final[tuple[Any, ...]] = (press_fate,)
