"""Static files, from memory: whoever reads one slowly holds no descriptor beside his connection."""

from __future__ import annotations

from functools import cache
from mimetypes import guess_type
from typing import Final

from litestar import Response, get
from litestar.datastructures import CacheControlHeader
from litestar.params import FromPath

from tapete.web.problems import ProblemError
from tapete.web.render import static_folder

DAY_S: Final = 86_400


@cache
def static_files() -> dict[str, tuple[bytes, str]]:
    """Return content and media type of each file by its path below ``/static``."""
    folder = static_folder()
    found = {one.relative_to(folder).as_posix(): one for one in folder.rglob("*") if one.is_file()}
    return {name: (one.read_bytes(), guess_type(name)[0] or "application/octet-stream") for name, one in found.items()}


@get(
    "/static/{file:path}",
    include_in_schema=False,
    sync_to_thread=False,
    cache_control=CacheControlHeader(max_age=DAY_S, public=True),
)
def static_file(file: FromPath[str]) -> Response[bytes]:
    """Return one of the files."""
    found = static_files().get(str(file).lstrip("/"))
    if found is None:
        raise ProblemError(404, "not-found")
    return Response(found[0], media_type=found[1])
