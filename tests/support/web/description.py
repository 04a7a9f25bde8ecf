"""The contract of the API, kept by ``python -m tests.support.web.description``; its prose is no part of it."""

import json
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import anyio
import httpx

from tapete.live import Hall, Keys
from tapete.web import create_app
from tapete.web.stage.contract import PREFIX
from tests.support import ROOT

KEPT: Final = ROOT / "tests" / "web" / "description.txt"
HOST: Final = "testserver.local"
BOUNDS: Final = ("minimum", "maximum", "exclusiveMinimum", "minLength", "maxLength", "pattern", "default")


async def published() -> dict[str, Any]:
    with TemporaryDirectory() as folder:
        hall = await Hall.start(f"sqlite:///{Path(folder) / 'hall.db'}", Keys.fresh())
        try:
            transport = httpx.ASGITransport(create_app(hall, hosts=[HOST]))  # type: ignore[arg-type]
            async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}") as client:
                return (await client.get("/api/v1/openapi.json")).json()
        finally:
            await hall.stop()


def kind(schema: dict[str, Any]) -> str:
    """Return a published type in a few signs: its name, or what it is of and within which bounds."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    for one in ("oneOf", "anyOf"):
        if one in schema:
            return " | ".join(map(kind, schema[one]))
    if "enum" in schema or "const" in schema:
        return " | ".join(json.dumps(one, ensure_ascii=False) for one in schema.get("enum", [schema.get("const")]))
    found = str(schema.get("type", "any"))
    if found == "array":
        inner = schema.get("prefixItems") or [schema.get("items", {})]
        found = f"[{', '.join(map(kind, inner))}]"
    if found == "object" and "properties" in schema:
        found = f"{{{fields(schema)}}}"
    return " ".join((found, *(f"{name} {json.dumps(schema[name])}" for name in BOUNDS if name in schema)))


def fields(schema: dict[str, Any]) -> str:
    due = schema.get("required", ())
    named = sorted(schema.get("properties", {}).items())
    return ", ".join(f"{name}{'' if name in due else '?'}: {kind(one)}" for name, one in named)


def lines(document: dict[str, Any]) -> Iterator[str]:
    """Yield a line for each operation, and one for each type that is no act or event: those are in
    ``tests/record/declared``.
    """
    known = document["components"]["schemas"]
    unions = {name: kind(one) for name, one in known.items() if "discriminator" in one}
    acts, enums = {one for union in unions.values() for one in union.split(" | ")}, set[str]()
    for path, methods in sorted(document["paths"].items()):
        for method, one in sorted(methods.items()):
            given = [
                f"{at['in']} {at['name']}{'' if at.get('required') else '?'}: {kind(at['schema'])}"
                for at in one.get("parameters", ())
            ]
            for medium, body in one.get("requestBody", {}).get("content", {}).items():
                given.append(f"body {medium} {kind(body['schema'])}")
            token = {1: " with a token", 2: " with or without a token"}.get(len(one.get("security", ())), "")
            yield f"{method.upper()} {path} {one['operationId']}{token}"
            yield from (f"    {part}" for part in given)
            yield f"    answers {', '.join(answer(*each) for each in sorted(one['responses'].items()))}"
    for name, schema in sorted(known.items()):
        if name not in acts | set(unions) and not name.startswith(PREFIX):  # the parts of pages: ``types/model.d.ts``
            if "properties" in schema:
                yield f"{name} {{{fields(schema)}}}"
            else:
                enums.add(f"{name}: {kind(schema)}")
    yield from sorted(enums)
    yield "acts and events " + " ".join(sorted(acts))


def answer(status: str, told: dict[str, Any]) -> str:
    """Return an answer by its status; what is no success is a problem unless it says otherwise."""
    bodies = [
        (medium, kind(one.get("schema", {})).removesuffix(" any")) for medium, one in told.get("content", {}).items()
    ]
    if bodies == [("application/problem+json", "Problem")]:
        return status
    return " ".join((status, *(f"{medium} {body}" for medium, body in bodies)))


if __name__ == "__main__":
    KEPT.write_text("\n".join(lines(anyio.run(published))) + "\n", "utf-8")
