"""A hall behind a public name: which hosts and origins it knows, and what a page by TLS has beside the rest."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest

from tapete.web import create_app
from tapete.web.edge.addresses import Addresses, read_host, read_origin, read_proxy
from tapete.web.guard import HEADERS
from tapete.web.server import make_server
from tapete.web.staff_access import StaffAccess

NAME = "https://sala.example"
PUBLIC = Addresses(origins=(NAME,))
ENTRY = {"person": "eva-libre"}


@asynccontextmanager
async def public(house: Any, addresses: Addresses, base: str = NAME, scheme: str = "http") -> AsyncIterator[Any]:
    """Ask a hall as a proxy does that ends TLS: the name of the page, and plain HTTP."""
    app: Any = create_app(house.hall, addresses=addresses, staff_access=StaffAccess(is_open=True))

    async def plain(scope: Any, receive: Any, send: Any) -> None:
        await app(scope | {"scheme": scheme}, receive, send)

    async with httpx.AsyncClient(transport=httpx.ASGITransport(plain), base_url=base) as client:
        yield client


def test_a_form_of_a_public_name_is_taken(run: Any) -> None:
    async def scene(house: Any) -> None:
        async with public(house, PUBLIC) as client:
            entered = await client.post("/mesa/mesa/entrar", data=ENTRY, headers={"origin": NAME})
            assert entered.status_code == 303, entered.text
            for origin in ("http://sala.example", "https://sala.example:444", "https://otra.example", "null"):
                answer = await client.post("/mesa/mesa/entrar", data=ENTRY, headers={"origin": origin})
                assert (answer.status_code, answer.json()["code"]) == (403, "origin"), origin

    run(scene)


def test_an_origin_is_known_also_where_a_proxy_says_another_host(run: Any) -> None:
    async def scene(house: Any) -> None:
        async with public(house, PUBLIC, "http://127.0.0.1:8000") as client:
            entered = await client.post("/mesa/mesa/entrar", data=ENTRY, headers={"origin": NAME})
            assert entered.status_code == 303, entered.text

    run(scene)


def test_cookies_by_tls_are_secure_and_the_browser_is_told_to_stay_with_it(run: Any) -> None:
    async def scene(house: Any) -> None:
        async with public(house, PUBLIC) as client:
            entered = await client.post("/mesa/mesa/entrar?lang=fr", data=ENTRY, headers={"origin": NAME})
            cookies = entered.headers.get_list("set-cookie")
            assert len(cookies) >= 2
            assert all("; secure" in one.lower() and "httponly" in one.lower() for one in cookies), cookies
            assert entered.headers["strict-transport-security"].startswith("max-age=")
        async with public(house, Addresses(hosts=("sala.local",)), "http://sala.local") as client:
            entered = await client.post("/mesa/mesa/entrar", data=ENTRY, headers={"origin": "http://sala.local"})
            assert entered.status_code == 303, entered.text
            assert "secure" not in entered.headers["set-cookie"].lower()
            assert "strict-transport-security" not in entered.headers
        async with public(house, Addresses(hosts=("sala.local",)), "https://sala.local", "https") as client:
            assert "strict-transport-security" in (await client.get("/")).headers

    run(scene)


def test_a_return_link_leads_to_the_public_name(run: Any) -> None:
    async def scene(house: Any) -> None:
        app = create_app(house.hall, addresses=PUBLIC, staff_access=StaffAccess(key="llave-de-la-sala"))
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=NAME) as client:  # type: ignore[arg-type]
            body = {"table": "mesa", "person": "eva-libre"}
            token = (await client.post("/api/v1/sessions", json=body)).json()["token"]
            page = await client.get("/mesa/mesa/como/eva-libre", headers={"cookie": f"tapete-place={token}"})
            assert f"{NAME}/mesa/mesa/volver/eva-libre/" in page.text

    run(scene)


@pytest.mark.parametrize("path", ["/", "/nada", "/a/b/c/d/e", "/static/nada.js", "/api/v1/nada", "/mesa/no/publico"])
@pytest.mark.parametrize("method", ["GET", "DELETE"])
def test_an_answer_without_a_route_has_the_headers_of_any_other(run: Any, path: str, method: str) -> None:
    async def scene(house: Any) -> None:
        answer = await house.client.request(method, path)
        assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
        assert "cache-control" in answer.headers
        foreign = await house.client.request(method, path, headers={"host": "evil.example"})
        assert (foreign.status_code, foreign.json()["code"]) == (403, "host")

    run(scene)


def test_nobody_is_believed_who_asks_in_the_name_of_others() -> None:
    """Without a trusted proxy what a request says of its sender is not read, from this machine neither."""
    assert make_server(Silent()).config.proxy_headers is False  # type: ignore[arg-type]
    known = make_server(Silent(), addresses=Addresses(proxies=("10.0.0.0/8",))).config  # type: ignore[arg-type]
    assert (known.proxy_headers, known.forwarded_allow_ips) == (True, ["10.0.0.0/8"])


class Silent:
    """A hall that is asked nothing."""

    presence = None


@pytest.mark.parametrize(
    ("read", "text", "found"),
    [
        (read_host, "Sala.Example", "sala.example"),
        (read_host, "[2001:DB8::1]", "2001:db8::1"),
        (read_host, "10.1.2.3", "10.1.2.3"),
        (read_host, "sala.example:8000", None),
        (read_host, "https://sala.example", None),
        (read_host, "*", None),
        (read_host, "", None),
        (read_origin, "https://Sala.Example/", "https://sala.example"),
        (read_origin, "https://sala.example:443", "https://sala.example"),
        (read_origin, "http://sala.example:8080", "http://sala.example:8080"),
        (read_origin, "https://[2001:db8::1]:8443", "https://[2001:db8::1]:8443"),
        (read_origin, "sala.example", None),
        (read_origin, "ftp://sala.example", None),
        (read_origin, "https://sala.example/mesa", None),
        (read_origin, "https://ana@sala.example", None),
        (read_origin, "https://sala.example:99999", None),
        (read_origin, "https://*.example", None),
        (read_proxy, "127.0.0.1", "127.0.0.1"),
        (read_proxy, "10.1.2.3/8", "10.0.0.0/8"),
        (read_proxy, "proxy.example", None),
        (read_proxy, "*", None),
    ],
)
def test_addresses_are_read_strictly(read: Any, text: str, found: str | None) -> None:
    try:
        answer = read(text)
    except ValueError:
        answer = None
    assert answer == found
