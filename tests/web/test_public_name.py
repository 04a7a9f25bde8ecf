"""Threats T14 and T28: a hall behind a public name: its hosts, origins, cookies, headers, and what it listens to."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, cast

import httpx
import pytest

from tapete.web import create_app
from tapete.web.edge.addresses import Addresses, read_host, read_origin, read_proxy
from tapete.web.guard import HEADERS, Guard
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


async def test_a_form_of_a_public_name_is_taken(house: Any, /) -> None:
    async with public(house, PUBLIC) as client:
        entered = await client.post("/mesa/mesa/entrar", data=ENTRY, headers={"origin": NAME})
        assert entered.status_code == 303, entered.text
        for origin in ("http://sala.example", "https://sala.example:444", "https://otra.example", "null"):
            answer = await client.post("/mesa/mesa/entrar", data=ENTRY, headers={"origin": origin})
            assert (answer.status_code, answer.json()["code"]) == (403, "origin"), origin


async def test_cookies_by_tls_are_secure_and_the_browser_is_told_to_stay_with_it(house: Any, /) -> None:
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


async def test_a_return_link_leads_to_the_public_name(house: Any, /) -> None:
    app = create_app(house.hall, addresses=PUBLIC, staff_access=StaffAccess(key="llave-de-la-sala"))
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=NAME) as client:  # type: ignore[arg-type]
        body = {"table": "mesa", "person": "eva-libre"}
        token = (await client.post("/api/v1/sessions", json=body)).json()["token"]
        page = await client.get("/mesa/mesa/como/eva-libre", headers={"cookie": f"tapete-place={token}"})
        assert f"{NAME}/mesa/mesa/volver/eva-libre/" in page.text


@pytest.mark.parametrize("path", ["/", "/nada", "/a/b/c/d/e", "/static/nada.js", "/api/v1/nada", "/mesa/no/publico"])
@pytest.mark.parametrize("method", ["GET", "DELETE"])
async def test_an_answer_without_a_route_has_the_headers_of_any_other(house: Any, /, path: str, method: str) -> None:
    answer = await house.client.request(method, path)
    assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
    assert "cache-control" in answer.headers
    foreign = await house.client.request(method, path, headers={"host": "evil.example"})
    assert (foreign.status_code, foreign.json()["code"]) == (403, "host")


async def test_a_host_that_is_no_name_and_port_is_nobody_s(house: Any, /) -> None:
    """Neither an error of ours nor an address of ours, whatever stands beside a known name."""
    odd = ("?x", "#x", "/../", ":abc", ":-1", ":99999", ":9403, evil", ": 9403", ";x", ":1:2")
    for host in (*(f"localhost{one}" for one in odd), "[::1]x", "a@127.0.0.1:9403", "<b>x y", ""):
        for path in ("/", "/nada", "/healthz", "/api/v1/tables"):
            for accept in ("text/html", "application/json"):
                answer = await house.client.get(path, headers={"host": host, "accept": accept})
                assert answer.status_code == 403, (host, path, accept)
                assert "--allowed-host <" not in answer.text
                assert "--allowed-host `" not in answer.text


ADDRESSES: tuple[tuple[Any, str, str | None], ...] = (
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
)
"""What somebody types, as what it is read, and what is found; ``None`` is refused."""


def test_addresses_are_read_strictly() -> None:
    wrong = []
    for read, text, found in ADDRESSES:
        try:
            answer = read(text)
        except ValueError:
            answer = None
        wrong += [(read.__name__, text, f"expected {found}", answer)] if answer != found else []
    assert wrong == []


WRONG = {"es": "Entre por una de estas direcciones", "en": "Come in by one of these", "fr": "Entrez par l'une de ces"}


@pytest.mark.parametrize("lang", WRONG)
async def test_a_browser_at_a_wrong_name_reads_what_to_do_and_a_program_gets_a_problem(
    house: Any, /, lang: str
) -> None:
    addresses = Addresses(hosts=("sala.lan", "0.0.0.0"), origins=(NAME,))
    wrong = {"accept": "text/html,*/*;q=0.8", "accept-language": f"{lang}-XX,{lang};q=0.9"}
    async with public(house, addresses, "http://otra.example") as client:
        page = await client.get("/mesa/mesa/publico", headers=wrong)
        assert (page.status_code, page.headers["content-type"]) == (403, "text/html; charset=utf-8")
        for told in (WRONG[lang], f"{NAME}/", "http://sala.lan:", "--allowed-host otra.example", f'lang="{lang}"'):
            assert told in page.text.replace("&#39;", "'"), told
        assert "0.0.0.0" not in page.text, "nobody can open that"
        for path, headers in (("/api/v1/tables", wrong), ("/", {"accept": "*/*"})):
            told = await client.get(path, headers=headers)
            assert (told.headers["content-type"], told.json()["code"]) == ("application/problem+json", "host")
    async with public(house, addresses, NAME) as client:
        form = await client.post("/mesa/mesa/entrar", data=ENTRY, headers=wrong | {"origin": "https://b.example"})
        assert (form.status_code, "--origin https://b.example" in form.text) == (403, True)


async def test_a_hall_answers_at_the_address_of_its_machine(house: Any, /) -> None:
    app: Any = create_app(house.hall, addresses=Addresses())
    for served, host, status in (
        ("192.0.2.7", "192.0.2.7:8000", 200),  # the address of the machine by which the request has come
        ("fd00::7", "[fd00:0::7]:8000", 200),
        ("192.0.2.7", "192.0.2.8:8000", 403),
        ("192.0.2.7", "evil.example", 403),
        ("sala.example", "sala.example", 403),  # a name may be led anywhere
    ):

        async def there(scope: Any, receive: Any, send: Any, served: str = served) -> None:
            await app(scope | {"server": (served, 8000)}, receive, send)

        async with httpx.AsyncClient(transport=httpx.ASGITransport(there), base_url="http://localhost") as client:
            assert (await client.get("/", headers={"host": host})).status_code == status, (served, host)


@pytest.mark.parametrize(
    ("addresses", "base", "link"),
    [
        (Addresses(origins=(NAME,)), "http://127.0.0.1:8000", f"{NAME}/mesa/"),
        (Addresses(hosts=("0.0.0.0", "192.0.2.7")), "http://localhost:8000", "http://192.0.2.7:8000/mesa/"),
        (Addresses(hosts=("sala.lan",)), "http://sala.lan:8000", "http://sala.lan:8000/mesa/"),
        (Addresses(), "http://127.0.0.1:8000", "http://127.0.0.1:8000/mesa/"),
    ],
)
async def test_a_link_to_be_handed_over_is_one_that_a_telephone_opens(
    house: Any, /, addresses: Addresses, base: str, link: str
) -> None:
    app: Any = create_app(house.hall, addresses=addresses, staff_access=StaffAccess(key="llave-de-la-sala"))
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=base) as client:
        token = (await client.post("/api/v1/sessions", json={"table": "mesa", **ENTRY})).json()["token"]
        page = await client.get("/mesa/mesa/como/eva-libre", headers={"cookie": f"tapete-place={token}"})
        assert link in page.text


@pytest.mark.parametrize("scheme", ["http", "https"])
@pytest.mark.parametrize(
    ("origin", "wrong"),
    [
        ("{own}://localhost:8000", None),
        ("{other}://localhost:8000", "origin"),
        ("{own}://localhost", "origin"),
        ("{own}://localhost:8001", "origin"),
        ("{own}://127.0.0.1:8000", "origin"),
        ("{own}://sala.example", "origin"),
        ("https://pages.example", None),
        ("http://pages.example", "origin"),
        ("null", "origin"),
    ],
)
def test_an_origin_is_its_own_by_scheme_name_and_port(scheme: str, origin: str, wrong: str | None) -> None:
    door = Guard(cast(Any, None), Addresses(("sala.example",), ("https://pages.example",)))
    told = origin.format(own=scheme, other="https" if scheme == "http" else "http")
    headers = [(b"host", b"localhost:8000"), (b"origin", told.encode())]
    scope = {"type": "http", "method": "POST", "scheme": scheme, "headers": headers}
    assert door._fault(cast(Any, scope)) == wrong
