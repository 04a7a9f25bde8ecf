"""The doorkeeper: allowed hosts, the Origin of every unsafe request, and the headers that keep a page to itself."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final
from urllib.parse import urlsplit

import msgspec
from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from tapete.web.problems import PROBLEM_JSON, ProblemError

LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")
"""Names under which a hall answers unless it is told others; a page of another name cannot read it by rebinding."""

SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})

HEADERS: Final = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


class Guard:
    """Pure ASGI middleware, so that streams pass through it untouched."""

    def __init__(self, app: ASGIApp, hosts: Iterable[str] = LOOPBACK) -> None:
        self.app = app
        self.hosts = frozenset(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in or answer 403; either way the answer carries the headers."""

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableScopeHeaders.from_message(message)
                for name, value in HEADERS.items():
                    headers[name] = value
                if "cache-control" not in headers:
                    headers["cache-control"] = "no-store"
            await send(message)

        if scope["type"] != ScopeType.HTTP:
            await self.app(scope, receive, send)
            return
        fault = self._fault(scope)
        if fault is None:
            await self.app(scope, receive, guarded)
            return
        body = msgspec.json.encode(ProblemError(403, fault).problem)
        start: Message = {
            "type": "http.response.start",
            "status": 403,
            "headers": [(b"content-type", PROBLEM_JSON.encode()), (b"content-length", str(len(body)).encode())],
        }
        await guarded(start)
        await send({"type": "http.response.body", "body": body, "more_body": False})

    def _fault(self, scope: HTTPScope) -> str | None:
        headers = Headers.from_scope(scope)
        host = headers.get("host", "")
        if _name(f"//{host}") not in self.hosts:
            return "host"
        if scope["method"] in SAFE:
            return None
        origin = headers.get("origin")
        if origin is None:
            # A browser names the origin of every unsafe request. Without one there must be no cookie either.
            return "origin" if headers.get("cookie") else None
        return None if origin == f"{scope['scheme']}://{host}" else "origin"


def _name(address: str) -> str:
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""
