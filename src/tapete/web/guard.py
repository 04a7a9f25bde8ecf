"""The doorkeeper: allowed hosts, the Origin of every unsafe request, and the headers that keep a page to itself."""

from __future__ import annotations

from typing import Final

from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.enums import HttpMethod, ScopeType
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from tapete.live import security_log
from tapete.web import render
from tapete.web.edge.addresses import Addresses, host_name, is_own, origin_of
from tapete.web.edge.limits import address_key
from tapete.web.problems import ProblemError, send_problem
from tapete.web.responses import preferred_lang
from tapete.words import language

SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS"})

STREAMS: Final = ("/flujo", "/stream")
"""How the addresses of answers end that have no end."""

API: Final = "/api/"

OTHERS_MAY: Final = {
    "access-control-allow-methods": "GET, POST, DELETE",
    "access-control-allow-headers": "authorization, content-type, idempotency-key, accept-language, if-none-match, "
    "last-event-id",
    "access-control-max-age": "600",
}
"""What a page of another origin may ask for, told to a browser that asks before it asks."""

PERMISSIONS: Final = "permissions-policy"
HEADERS: Final = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    PERMISSIONS: "camera=(), microphone=(), geolocation=()",
}

CAMERA: Final = "camera=(self), microphone=(), geolocation=()"
"""For a page on which a code is read by the camera."""

HSTS: Final = "max-age=31536000"
"""For a year a browser that has been here by TLS comes by TLS alone; other names of the domain are not ours to bind."""


class Guard:
    """Pure ASGI middleware around the whole application: streams and answers without a route pass it too."""

    def __init__(self, app: ASGIApp, addresses: Addresses, *, is_demo: bool = False) -> None:
        self.app = app
        self.is_demo = is_demo
        self.addresses = addresses
        self._names = addresses.names
        self._secure = addresses.secure_authorities

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in or answer 403; either way the answer carries the headers, under TLS with Secure cookies."""
        if scope["type"] != ScopeType.HTTP:
            await self.app(scope, receive, send)
            return
        if Headers.from_scope(scope).get("host", "").lower() in self._secure:
            scope["scheme"] = "https"  # a proxy ends TLS before us, whether it says so or not
        if scope["method"] == "HEAD" and not scope["path"].rstrip("/").endswith(STREAMS):
            scope = scope | {"method": HttpMethod.GET}  # whose answer the server sends without its body
        secure = scope["scheme"] == "https"

        caller = self._caller(scope)

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                if secure:
                    message["headers"] = [_secured(name, value) for name, value in message["headers"]]
                headers = MutableScopeHeaders.from_message(message)
                for name, value in HEADERS.items():
                    if name != PERMISSIONS or name not in headers:
                        headers[name] = value
                if secure:
                    headers["strict-transport-security"] = HSTS
                if caller:
                    headers["access-control-allow-origin"] = caller
                    headers["access-control-expose-headers"] = "etag, retry-after"
                    headers["cross-origin-resource-policy"] = "cross-origin"
                if scope["path"].startswith(API) and self.addresses.callers:
                    headers["vary"] = ", ".join(filter(None, (headers.get("vary"), "origin")))
                if "cache-control" not in headers:
                    headers["cache-control"] = "no-store"
            await send(message)

        lang = _lang_of(scope)
        if _is_framed_twice(Headers.from_scope(scope)):
            malformed = ProblemError(400, "malformed", "content-length, transfer-encoding")
            await send_problem(_closing(guarded), malformed, lang)
            return
        fault = self._fault(scope)
        if fault is None and caller and scope["method"] == "OPTIONS":
            asked = [(name.encode(), value.encode()) for name, value in OTHERS_MAY.items()]
            await guarded({"type": "http.response.start", "status": 204, "headers": asked})
            await guarded({"type": "http.response.body", "body": b"", "more_body": False})
            return
        if fault is None:
            await self.app(scope, receive, guarded)
            return
        client = scope.get("client")
        security_log.tell(f"{fault}-refused", address=address_key(client[0] if client else ""))
        if not _is_from_browser(scope):
            await send_problem(guarded, ProblemError(403, fault), lang)
            return
        body = self._turned_away(scope, fault).encode()
        headers = [(b"content-type", b"text/html; charset=utf-8"), (b"content-length", str(len(body)).encode())]
        await guarded({"type": "http.response.start", "status": 403, "headers": headers})
        await guarded({"type": "http.response.body", "body": body, "more_body": False})

    def _turned_away(self, scope: HTTPScope, fault: str) -> str:
        """Return the page for somebody whose browser came by another name: where to come in, and what would open it."""
        headers = Headers.from_scope(scope)
        lang, name, origin = _lang_of(scope), host_name(headers.get("host", "")), headers.get("origin", "")
        by_name = f"--allowed-host {name}" if name else ""
        option = "" if self.is_demo else by_name if fault == "host" else f"--origin {origin}"
        said, links = ProblemError(403, fault).told(lang).detail, self.addresses.links(scope.get("server"))
        return render.page("turned_away.html", lang, said=said, addresses=links, option=option)

    def _caller(self, scope: HTTPScope) -> str:
        """Return the origin of a page that is not ours and may call the API; what comes with a cookie is nobody's."""
        headers = Headers.from_scope(scope)
        origin = headers.get("origin", "")
        is_theirs = origin in self.addresses.callers and scope["path"].startswith(API) and not headers.get("cookie")
        return origin if is_theirs else ""

    def _fault(self, scope: HTTPScope) -> str | None:
        headers = Headers.from_scope(scope)
        host = headers.get("host", "")
        if host_name(host) not in self._names and not is_own(host_name(host), scope.get("server")):
            return "host"
        if scope["method"] in SAFE:
            return None
        origin = headers.get("origin")
        if origin is None:
            # A browser names the origin of every unsafe request. Without one there must be no cookie either.
            return "origin" if headers.get("cookie") else None
        own = origin == origin_of(scope["scheme"], host) or origin in self.addresses.origins
        return None if own or self._caller(scope) else "origin"


def _lang_of(scope: HTTPScope) -> str:
    return language(preferred_lang(Headers.from_scope(scope).get("accept-language", "")))


def _is_from_browser(scope: HTTPScope) -> bool:
    """Return True where a person reads the answer as a page of its own."""
    headers = Headers.from_scope(scope)
    is_program = scope["path"].startswith(("/api/", "/static/")) or "hx-request" in headers
    return "text/html" in headers.get("accept", "") and not is_program


def _is_framed_twice(headers: Headers) -> bool:
    """Return True for a request whose length is told in two ways: a proxy before us may have believed the other."""
    return "transfer-encoding" in headers and "content-length" in headers


def _closing(send: Send) -> Send:

    async def closing(message: Message) -> None:
        if message["type"] == "http.response.start":
            MutableScopeHeaders.from_message(message)["connection"] = "close"
        await send(message)

    return closing


def _secured(name: bytes, value: bytes) -> tuple[bytes, bytes]:
    """Return a header; a cookie is marked as one that travels by TLS alone."""
    if name.lower() != b"set-cookie" or b"; secure" in value.lower():
        return name, value
    return name, value + b"; Secure"
