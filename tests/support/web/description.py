"""The published description of the API, line by line, so that nothing of it changes without somebody having read it.

python -m tests.support.web.description          write down what is published now; read the difference
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import anyio
import httpx

from tapete.live import Hall, Keys
from tapete.web import create_app
from tests.support import ROOT

KEPT: Final = ROOT / "tests" / "web" / "description.txt"
HOST: Final = "testserver.local"


async def published() -> dict[str, Any]:
    """Return the description that a new hall publishes."""
    with TemporaryDirectory() as folder:
        hall = await Hall.start(f"sqlite:///{Path(folder) / 'hall.db'}", Keys.fresh())
        try:
            transport = httpx.ASGITransport(create_app(hall, hosts=[HOST]))  # type: ignore[arg-type]
            async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}") as client:
                found: dict[str, Any] = (await client.get("/api/v1/openapi.json")).json()
                return found
        finally:
            await hall.stop()


def told(what: object) -> str:
    """Return a value on one line."""
    return json.dumps(what, ensure_ascii=False, sort_keys=True)


def lines(document: dict[str, Any]) -> Iterator[str]:
    """Yield a line for each part of the description that can change by itself: answers, parameters, fields."""
    paths, schemas = document["paths"], document["components"]["schemas"]
    yield told({name: one for name, one in document.items() if name not in {"paths", "components"}})
    yield told({name: one for name, one in document["components"].items() if name != "schemas"})
    for path, methods in sorted(paths.items()):
        for method, one in sorted(methods.items()):
            yield f"{method} {path}"
            whole = {name: part for name, part in one.items() if name not in {"responses", "parameters"}}
            yield from (f"  {name}: {told(part)}" for name, part in sorted(whole.items()))
            yield from (f"  parameter {told(part)}" for part in one.get("parameters", ()))
            yield from (f"  {status}: {told(answer)}" for status, answer in sorted(one["responses"].items()))
    for name, schema in sorted(schemas.items()):
        yield name
        yield told({part: one for part, one in schema.items() if part != "properties"})
        yield from (f"  {field}: {told(one)}" for field, one in sorted(schema.get("properties", {}).items()))


if __name__ == "__main__":
    KEPT.write_text("\n".join(lines(anyio.run(published))) + "\n", "utf-8")
