"""Threats T14 and T28: a hall behind a public name and a proxy: hosts, origins, cookies, headers, callers."""

import ssl
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tapete.web import create_app
from tapete.web.edge.addresses import Addresses, read_host, read_origin, read_proxy
from tapete.web.edge.brakes import TRIES
from tapete.web.guard import HEADERS
from tapete.web.problems import ProblemError
from tapete.web.staff_access import StaffAccess
from tests.support import TAPETE
from tests.support.web.house import KEY
from tests.support.web.proxies import NAME as PROXIED, free_port, proxy

pytestmark = pytest.mark.slow

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


async def test_a_page_of_another_origin_calls_the_api_with_a_token_and_never_with_a_cookie(house: Any, /) -> None:
    """``--cors`` opens the API to named origins; pages, cookies and any other origin stay as they are."""
    theirs, asked = "https://app.example", {"table": "mesa", "person": "ana"}
    named = Addresses(origins=(NAME,), callers=(theirs,))
    sessions, before = "/api/v1/sessions", {"access-control-request-method": "POST"}
    async with public(house, named) as client:
        told = await client.options(sessions, headers={"origin": theirs} | before)
        assert (told.status_code, told.headers["access-control-allow-origin"]) == (204, theirs)
        assert {"authorization", "idempotency-key"} <= set(told.headers["access-control-allow-headers"].split(", "))
        opened = await client.post(sessions, json=asked, headers={"origin": theirs})
        assert (opened.status_code, opened.headers["access-control-allow-origin"]) == (201, theirs), opened.text
        assert opened.headers["vary"] == "origin"
        for origin, path, cookie in (
            ("https://otra.example", sessions, ""),
            ("null", sessions, ""),
            (theirs, sessions, "tapete-place=1"),
            (theirs, "/mesa/mesa/entrar", ""),
        ):
            headers = {"origin": origin} | ({"cookie": cookie} if cookie else {})
            refused = await client.post(path, json=asked, headers=headers)
            told = (refused.status_code, refused.json().get("code"))
            assert told == (403, "origin"), f"{origin} with «{cookie}» was let in at {path}"
            asked_first = await client.options(path, headers=headers | before)
            assert "access-control-allow-origin" not in {**refused.headers, **asked_first.headers}, (origin, path)
        table = await client.get("/api/v1/tables/mesa", headers={"origin": theirs})
        assert "access-control-allow-credentials" not in table.headers
    async with public(house, PUBLIC) as client:
        refused = await client.post(sessions, json=asked, headers={"origin": theirs})
        assert refused.status_code == 403, "nothing is open where nothing was named"


async def test_cookies_by_tls_are_secure_and_the_browser_is_told_to_stay_with_it(house: Any, /) -> None:
    for addresses, name, is_safe in (
        (PUBLIC, NAME, True),
        (Addresses(hosts=("sala.local",)), "http://sala.local", False),
    ):
        async with public(house, addresses, name) as client:
            entered = await client.post("/mesa/mesa/entrar?lang=fr", data=ENTRY, headers={"origin": name})
            cookies = [one.lower() for one in entered.headers.get_list("set-cookie")]
            assert (entered.status_code, len(cookies) >= 2) == (303, True), entered.text
            assert [("; secure" in one, "httponly" in one) for one in cookies] == [(is_safe, True)] * len(cookies)
            assert ("strict-transport-security" in entered.headers) is is_safe


async def test_an_answer_without_a_route_has_the_headers_of_any_other(house: Any, /) -> None:
    for path in ("/", "/nada", "/a/b/c/d/e", "/static/nada.js", "/api/v1/nada", "/mesa/no/publico"):
        for method in ("GET", "DELETE"):
            answer = await house.client.request(method, path)
            assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS, path
            assert "cache-control" in answer.headers, path
            assert (await house.client.head(path)).status_code == answer.status_code or method != "GET", path
            assert ("allow" in answer.headers) is (answer.status_code == 405), path
            foreign = await house.client.request(method, path, headers={"host": "evil.example"})
            assert (foreign.status_code, foreign.json()["code"]) == (403, "host"), path
            assert foreign.json()["detail"] == ProblemError(403, "host").told("es").detail, "as every other refusal"


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
    (read_host, "sala.example:8000", None),
    (read_host, "*", None),
    (read_origin, "https://Sala.Example/", "https://sala.example"),
    (read_origin, "https://sala.example:443", "https://sala.example"),
    (read_origin, "https://[2001:db8::1]:8443", "https://[2001:db8::1]:8443"),
    (read_origin, "sala.example", None),
    (read_origin, "https://ana@sala.example", None),
    (read_origin, "https://*.example", None),
    (read_proxy, "127.0.0.1", "127.0.0.1"),
    (read_proxy, "10.1.2.3/8", "10.0.0.0/8"),
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


async def test_a_browser_at_a_wrong_name_reads_what_to_do_and_a_program_gets_a_problem(house: Any, /) -> None:
    addresses = Addresses(hosts=("sala.lan", "0.0.0.0"), origins=(NAME,))
    async with public(house, addresses, "http://otra.example") as client:
        for lang, said in (
            ("es", "Entre por una de estas"),
            ("en", "Come in by one of"),
            ("fr", "Entrez par l'une de"),
        ):
            wrong = {"accept": "text/html,*/*;q=0.8", "accept-language": f"{lang}-XX,{lang};q=0.9"}
            page = await client.get("/mesa/mesa/publico", headers=wrong)
            assert (page.status_code, page.headers["content-type"]) == (403, "text/html; charset=utf-8")
            for told in (said, f"{NAME}/", "http://sala.lan:", "--allowed-host otra.example", f'lang="{lang}"'):
                assert told in page.text.replace("&#39;", "'"), told
            assert "0.0.0.0" not in page.text, "nobody can open that"
        for path, headers in (("/api/v1/tables", wrong), ("/", {"accept": "*/*"})):
            answer = await client.get(path, headers=headers)
            assert (answer.headers["content-type"], answer.json()["code"]) == ("application/problem+json", "host")
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


async def test_a_link_to_be_handed_over_is_one_that_a_telephone_opens(house: Any, /) -> None:
    for addresses, base, link in (
        (PUBLIC, NAME, f"{NAME}/mesa/"),
        (PUBLIC, "http://127.0.0.1:8000", f"{NAME}/mesa/"),
        (Addresses(hosts=("0.0.0.0", "192.0.2.7")), "http://localhost:8000", "http://192.0.2.7:8000/mesa/"),
        (Addresses(hosts=("sala.lan",)), "http://sala.lan:8000", "http://sala.lan:8000/mesa/"),
        (Addresses(), "http://127.0.0.1:8000", "http://127.0.0.1:8000/mesa/"),
    ):
        app: Any = create_app(house.hall, addresses=addresses, staff_access=StaffAccess(key=KEY))
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=base) as client:
            token = (await client.post("/api/v1/sessions", json={"table": "mesa", **ENTRY})).json()["token"]
            page = await client.get("/mesa/mesa/como/eva-libre", headers={"cookie": f"tapete-place={token}"})
            assert f"{link}mesa/volver/eva-libre/" in page.text, base


@contextmanager
def hall(folder: Path, port: int, origin: str) -> Iterator[None]:
    store, key = f"sqlite:///{folder / 'sala.db'}", folder / "staff.key"
    key.write_text(KEY)
    opening = ("open", "mini", "--minimum", "5", "--maximum", "100", "--name", "mesa", "--store", store)
    subprocess.run([*TAPETE, *opening], check=True, capture_output=True)
    command = [*TAPETE, "serve", "--store", store, "--port", str(port), "--staff-key", str(key), "--lang", "en"]
    known = ("--origin", origin, "--trusted-proxy", "127.0.0.1")
    with subprocess.Popen([*command, *known], stderr=subprocess.PIPE, text=True) as process:
        try:
            while "Ctrl-C" not in (line := process.stderr.readline()):
                assert line
            yield
        finally:
            process.terminate()
            process.wait(60)


@pytest.fixture(scope="module", params=["plain", "nginx", "caddy"])
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, int]]:
    """The folder with the certificate of a hall behind a proxy, and the port of the proxy."""
    folder, port, behind = tmp_path_factory.mktemp("proxy"), free_port(), free_port()
    with hall(folder, behind, f"https://{PROXIED}:{port}"), proxy(request.param, folder, port, behind):
        yield folder, port


@pytest.fixture
def browser(site: tuple[Path, int]) -> Iterator[httpx.Client]:
    with client(site) as found:
        yield found


def client(site: tuple[Path, int], source: str = "127.0.0.1") -> httpx.Client:
    """Return a browser that finds the public name on this machine, and comes from one of its addresses."""
    folder, port = site

    class Here(httpx.HTTPTransport):
        def handle_request(self, request: httpx.Request) -> httpx.Response:
            request.extensions = {**request.extensions, "sni_hostname": PROXIED}
            request.url = request.url.copy_with(host="127.0.0.1")
            return super().handle_request(request)

    context = ssl.create_default_context(cafile=str(folder / "sala.pem"))
    origin = f"https://{PROXIED}:{port}"
    return httpx.Client(
        transport=Here(verify=context, local_address=source), base_url=origin, headers={"origin": origin}, timeout=60
    )


def test_a_player_comes_in_sits_down_and_follows_the_table(browser: httpx.Client) -> None:
    hall_page = browser.get("/?lang=en")
    assert hall_page.headers["strict-transport-security"].startswith("max-age=")
    assert "; secure" in hall_page.headers["set-cookie"].lower()
    told = browser.post("/api/v1/sessions", json={"table": "mesa", "person": "eva"})
    assert told.status_code == 201, told.text
    token = {"cookie": f"tapete-place={told.json()['token']}"}
    page = browser.get("/mesa/mesa/como/eva", headers=token)
    assert f"{str(browser.base_url).rstrip('/')}/mesa/mesa/volver/eva/" in page.text
    with browser.stream("GET", "/mesa/mesa/como/eva/flujo", headers=token) as stream:
        said = stream.iter_lines()
        assert "id: " in next(said)
        fields = {"act": "sit", "seat": "3", "command": "c1", "at": ""}
        sat = browser.post("/mesa/mesa/como/eva/hacer", data=fields, headers=token | {"accept": "application/json"})
        assert sat.status_code == 200, sat.text
        assert any(line.startswith("id: ") for line in said), "the change came while the stream was open"
    for origin in ("https://otra.example", f"http://{PROXIED}", "null"):
        answer = browser.post("/mesa/mesa/crupier", data={"person": "luisa", "key": KEY}, headers={"origin": origin})
        assert (answer.status_code, answer.json()["code"]) == (403, "origin")


def test_each_caller_is_told_apart_and_none_by_what_he_says_of_himself(site: tuple[Path, int]) -> None:
    body = {"table": "mesa", "person": "rosa", "key": "no-es-esta-clave"}
    with client(site, "127.0.0.7") as trying, client(site, "127.0.0.8") as other:
        answers = [
            trying.post("/api/v1/sessions", json=body, headers={"x-forwarded-for": f"10.0.0.{number}"}).status_code
            for number in range(TRIES + 2)
        ]
        assert answers[-2:] == [429, 429]
        assert 429 not in answers[:TRIES]
        assert other.post("/api/v1/sessions", json=body).status_code != 429
