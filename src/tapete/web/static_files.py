"""Files: static ones, from memory, and material of a table that comes in a file, such as a series of cartones."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import cache
from mimetypes import guess_type
from typing import Any, Final

import msgspec
from litestar import MediaType, Response, get, post
from litestar.datastructures import CacheControlHeader, UploadFile
from litestar.exceptions import HTTPException
from litestar.params import FromPath

from tapete.cartones.reading import MOST_BYTES, arranged_in
from tapete.catalogue import entry
from tapete.kernel import Act, PersonId, Refused, RefusedError
from tapete.live import LiveError
from tapete.web.action_buttons import stored_command
from tapete.web.packing import may_pack, packed
from tapete.web.page_access import Asking, parts_of
from tapete.web.parsers import cents, read_form
from tapete.web.ports import Answer, Table
from tapete.web.problems import ProblemError, problem_of
from tapete.web.render import static_folder
from tapete.web.responses import Request_
from tapete.web.staff_access import is_on_duty
from tapete.web.submit import command_of
from tapete.words import error_sentence, join, label, refusal

# Static files, from memory: whoever reads one slowly holds no descriptor beside their connection.

DAY_S: Final = 86_400


@cache
def static_files() -> dict[str, tuple[bytes, str]]:
    folder = static_folder()
    found = {one.relative_to(folder).as_posix(): one for one in folder.rglob("*") if one.is_file()}
    return {name: (one.read_bytes(), guess_type(name)[0] or "application/octet-stream") for name, one in found.items()}


@get("/static/{file:path}", sync_to_thread=False, cache_control=CacheControlHeader(max_age=DAY_S, public=True))
def static_file(request: Request_, file: FromPath[str]) -> Response[bytes]:
    name = str(file).lstrip("/")
    found = static_files().get(name)
    if found is None:
        raise ProblemError(404, "not-found")
    if may_pack(request.headers.get("accept-encoding", "")) and found[1].startswith(("text/", "image/svg")):
        headers = {"content-encoding": "gzip", "vary": "accept-encoding"}
        return Response(packed_file(name), media_type=found[1], headers=headers)
    return Response(found[0], media_type=found[1], headers={"vary": "accept-encoding"})


@cache
def packed_file(name: str) -> bytes:
    return packed(static_files()[name][0])


# --- file routes ------------------------------------------------------------------------------------------------------


FILE_LIMIT: Final = MOST_BYTES + 2**16


def require_registrar(table: Table, person: PersonId) -> None:
    """Require that somebody is on duty at a table whose material may come in files. Raises :class:`ProblemError`."""
    if entry(table.game.key).read_file is None or not is_on_duty(table, person):
        raise ProblemError(403, "not-allowed")


async def register_file(
    table: Table, person: PersonId, data: bytes, fields: Mapping[str, Any], key: str | None = None
) -> Answer:
    """Enter what a file holds; without a ``key`` the same file is entered once. Raises :class:`RefusedError`."""
    read = entry(table.game.key).read_file
    assert read is not None
    made = await asyncio.to_thread(read, data, fields)
    if isinstance(made, tuple):
        told = [{"topic": "refusal", "code": one.code, "facts": one.facts} for one in made]
        raise RefusedError(Refused("cards-file-wrong", {"lines": told}))
    at = table.view(person).step
    command = command_of(person, made, None, "") if key is None else stored_command(person, key, b"")
    answer = await table.act(Act(person, made, at), command)
    if answer.refusal is not None:
        raise RefusedError(answer.refusal)
    return answer


def _told(lines: tuple[str, ...], *, is_done: bool) -> Response[bytes]:
    told = {"kind": "accepted" if is_done else "refused", "lines": lines}
    return Response(msgspec.json.encode(told), media_type=MediaType.JSON, status_code=200 if is_done else 409)


@post("/archivo", status_code=200, request_max_body_size=FILE_LIMIT)
async def send_file(asker: Asking) -> Response[bytes]:
    """Enter what a file holds; tell every line that is wrong."""
    lang = asker.lang
    asker.require_post_kept()
    require_registrar(asker.table, asker.person)
    try:
        form: dict[str, Any] = dict(await parts_of(asker.request))
        file = form.pop("file", None)
        data = await file.read() if isinstance(file, UploadFile) else b""
        sent = read_form([(name, str(value)) for name, value in form.items()])
        value = {"value": cents(sent["value-euros"], lang)} if "value-euros" in sent else {}
        await register_file(asker.table, asker.person, data, {**sent, **value})
    except (ProblemError, HTTPException, LiveError) as error:
        return _told((problem_of(error).told(lang).detail,), is_done=False)
    except RefusedError as error:
        lines = error.refused.facts.get("lines", [{"code": error.refused.code, "facts": error.refused.facts}])
        return _told(tuple(refusal(one["code"], one["facts"], lang) for one in lines), is_done=False)
    cards = join(map(str, await asyncio.to_thread(arranged_in, data)), lang)
    arranged = (error_sentence("bingo-arranged", {"cards": cards}, lang, "command"),) if cards else ()
    return _told((label("ui", "file-entered", lang), *arranged), is_done=True)


ROUTES: Final = (send_file,)
