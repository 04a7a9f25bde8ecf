"""What the doorkeeper lets through and how, what it says to the application behind it, and what the security log is
told of whoever is sent away.
"""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from tapete.live import security_log
from tapete.web.edge.addresses import Addresses
from tapete.web.guard import HSTS, Guard

ADDRESSES = Addresses(("sala.lan",), ("https://sala.example",))
HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
    " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
SECURE = {"strict-transport-security": "max-age=31536000"}


class Asked:
    """A request, what the application behind the doorkeeper was given, what was sent, what the log was told."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, **scope: Any) -> None:
        self.given: list[Any] = []
        self.sent: list[Any] = []
        self.told: list[tuple[str, dict[str, Any]]] = []
        monkeypatch.setattr(security_log, "tell", lambda code, *_, **facts: self.told.append((code, facts)))
        headers = [(name.encode(), value.encode()) for name, value in scope.pop("headers", {}).items()]
        kind = {"type": "http", "method": "GET", "scheme": "http", "path": "/", "client": ("2001:db8::7", 5)}
        self.scope: Any = kind | {"headers": headers} | scope
        asyncio.run(Guard(self.answer, ADDRESSES)(self.scope, self.nothing, self.send))  # type: ignore[arg-type]

    async def answer(self, scope: Any, receive: Any, send: Any) -> None:
        self.given.append((scope["type"], scope.get("scheme")))
        cached = [(b"cache-control", b"max-age=60"), (b"Set-Cookie", b"a=1"), (b"x-own", b"b=2")]
        await send({"type": "http.response.start", "status": 200, "headers": cached})
        await send({"type": "http.response.body", "body": b"done"})

    async def nothing(self) -> Any: ...

    async def send(self, message: Any) -> None:
        self.sent.append(message)

    def headers(self) -> dict[str, str]:
        return {name.decode().lower(): value.decode() for name, value in self.sent[0]["headers"]}


@pytest.mark.parametrize(
    ("scheme", "host", "given"),
    [("http", "sala.lan", "http"), ("http", "sala.example", "https"), ("http", "SALA.example", "https"),
     ("https", "sala.lan", "https"), ("http", "sala.example:81", "http")],
)  # fmt: skip
def test_what_is_let_in_goes_through_as_it_is_with_the_headers_of_every_answer(
    monkeypatch: pytest.MonkeyPatch, scheme: str, host: str, given: str
) -> None:
    asked = Asked(monkeypatch, scheme=scheme, headers={"host": host})
    assert asked.given == [("http", given)]
    is_secure = given == "https"
    own = {"cache-control": "max-age=60", "set-cookie": "a=1; Secure" if is_secure else "a=1", "x-own": "b=2"}
    assert asked.headers() == HEADERS | own | (SECURE if is_secure else {})
    assert asked.sent[0]["status"] == 200
    assert asked.sent[1:] == [{"type": "http.response.body", "body": b"done"}]
    assert asked.told == []


def test_what_is_no_request_goes_through_untouched(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Asked(monkeypatch, type="lifespan", headers={"host": "evil.example"})
    assert (asked.given, asked.told) == ([("lifespan", "http")], [])
    assert set(asked.headers()) == {"cache-control", "set-cookie", "x-own"}


@pytest.mark.parametrize(
    ("method", "headers", "code"),
    [
        ("GET", {"host": "evil.example"}, "host"),
        ("GET", {}, "host"),
        ("POST", {"host": "evil.example", "origin": "http://evil.example"}, "host"),
        ("POST", {"host": "sala.lan", "origin": "http://evil.example"}, "origin"),
        ("POST", {"host": "sala.lan", "cookie": "a=1"}, "origin"),
    ],
)
@pytest.mark.parametrize(
    ("client", "address"), [(("2001:db8::7", 5), "2001:db8::/64"), (("192.0.2.7", 5), "192.0.2.7"), (None, "")]
)
def test_whoever_is_sent_away_is_told_why_and_so_is_the_log(
    monkeypatch: pytest.MonkeyPatch, method: str, headers: dict[str, str], code: str, client: Any, address: str
) -> None:
    asked = Asked(monkeypatch, method=method, headers=headers, client=client)
    assert (asked.given, asked.sent[0]["status"]) == ([], 403)
    assert asked.told == [(f"{code}-refused", {"address": address})]
    told = asked.headers()
    assert {name: told.get(name) for name in HEADERS} == HEADERS
    assert (told["cache-control"], "connection" in told, "strict-transport-security" in told) == (
        "no-store",
        False,
        False,
    )
    assert msgspec.json.decode(asked.sent[1]["body"])["code"] == code


def test_a_request_whose_length_is_told_twice_ends_its_connection_before_anything_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    headers = {"host": "evil.example", "content-length": "5", "transfer-encoding": "chunked"}
    asked = Asked(monkeypatch, method="POST", headers=headers)
    told = asked.headers()
    assert (asked.given, asked.told, asked.sent[0]["status"], told["connection"]) == ([], [], 400, "close")
    said = msgspec.json.decode(asked.sent[1]["body"])
    assert (said["code"], told["cache-control"]) == ("malformed", "no-store")
    assert SECURE["strict-transport-security"] == HSTS
