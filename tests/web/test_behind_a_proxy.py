"""A hall behind a proxy that ends TLS, each in a process of its own, as the guide says."""

from __future__ import annotations

import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tapete.web.edge.wrong_keys import TRIES
from tests.support.web.proxies import NAME, free_port, proxy

TAPETE = [sys.executable, "-c", "from tapete.cli import app; app()"]
KEY = "llave-de-la-sala"


@contextmanager
def hall(folder: Path, port: int, origin: str) -> Iterator[None]:
    """Serve a hall with one table, as the guide says, on a port of its own."""
    store, key = f"sqlite:///{folder / 'sala.db'}", folder / "staff.key"
    key.write_text(KEY)
    opening = ("open", "mini", "--minimum", "5", "--maximum", "100", "--name", "mesa", "--store", store)
    subprocess.run([*TAPETE, *opening], check=True, capture_output=True)
    command = [*TAPETE, "serve", "--store", store, "--port", str(port), "--staff-key", str(key), "--lang", "en"]
    known = ("--origin", origin, "--trusted-proxy", "127.0.0.1")
    with subprocess.Popen([*command, *known], stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stderr is not None
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
    with hall(folder, behind, f"https://{NAME}:{port}"), proxy(request.param, folder, port, behind):
        yield folder, port


@pytest.fixture
def browser(site: tuple[Path, int]) -> Iterator[httpx.Client]:
    with client(site) as found:
        yield found


def client(site: tuple[Path, int], source: str = "127.0.0.1") -> httpx.Client:
    """Return a browser that finds the public name on this machine, and comes from one of its addresses."""
    folder, port = site

    class Here(httpx.HTTPTransport):
        """Leads every request for the public name to the proxy."""

        def handle_request(self, request: httpx.Request) -> httpx.Response:
            request.extensions = {**request.extensions, "sni_hostname": NAME}
            request.url = request.url.copy_with(host="127.0.0.1")
            return super().handle_request(request)

    context = ssl.create_default_context(cafile=str(folder / "sala.pem"))
    origin = f"https://{NAME}:{port}"
    return httpx.Client(
        transport=Here(verify=context, local_address=source),
        base_url=origin,
        headers={"origin": origin},
        timeout=60,
    )


def test_a_player_comes_in_sits_down_and_follows_the_table(browser: httpx.Client) -> None:
    hall_page = browser.get("/")
    assert hall_page.headers["strict-transport-security"].startswith("max-age=")
    told = browser.post("/api/v1/sessions", json={"table": "mesa", "person": "eva"})
    assert told.status_code == 201, told.text
    token = {"cookie": f"tapete-place={told.json()['token']}"}
    page = browser.get("/mesa/mesa/como/eva", headers=token)
    assert page.status_code == 200, page.text
    assert f"{str(browser.base_url).rstrip('/')}/mesa/mesa/volver/eva/" in page.text
    with browser.stream("GET", "/mesa/mesa/como/eva/flujo", headers=token) as stream:
        said = stream.iter_lines()
        assert "id: " in next(said)
        fields = {"act": "sit", "seat": "3", "command": "c1", "at": ""}
        sat = browser.post("/mesa/mesa/como/eva/hacer", data=fields, headers=token | {"hx-request": "true"})
        assert sat.status_code == 200, sat.text
        assert any(line.startswith("id: ") for line in said), "the change came while the stream was open"


def test_a_form_of_another_origin_is_refused(browser: httpx.Client) -> None:
    fields = {"person": "luisa", "key": KEY}
    for origin in ("https://otra.example", f"http://{NAME}", "null"):
        answer = browser.post("/mesa/mesa/crupier", data=fields, headers={"origin": origin})
        assert (answer.status_code, answer.json()["code"]) == (403, "origin")


def test_cookies_are_secure(browser: httpx.Client) -> None:
    answer: Any = browser.get("/?lang=en")
    (cookie,) = answer.headers.get_list("set-cookie")
    assert "; secure" in cookie.lower()


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
