"""No secret and no hidden card stands in a log, a count, an answer to a monitor or on the page of an error."""

import logging
import re
from collections.abc import Iterator
from io import StringIO
from typing import Any

import httpx
import pytest

from tapete.cli.output import JsonFormatter, PlainFormatter
from tapete.live import security_log
from tapete.live.security_log import SecurityLog
from tapete.people.accounts import Grant
from tapete.record.store.engine import StoreError
from tapete.table.staff import Role
from tests.support.web.accounts import ORIGIN, PASSWORD, SECRET, WORDS, People, browser
from tests.support.web.house import House

OPENED_BY = "with_people"
FACE = re.compile(r"\b(10|[2-9TJQKA])[shdc♠♥♦♣]\b")
"""How a card is written, in the record and on pages."""


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> StringIO:
    """All that is logged, in both ways, and by a log of its own that is never full."""
    text, root = StringIO(), logging.getLogger()
    fresh = SecurityLog(iter(range(0, 10**9, 60)).__next__)  # each event in a minute of its own
    monkeypatch.setattr(security_log, "EVENTS", fresh)
    monkeypatch.setattr(security_log, "tell", fresh.tell)
    ways = [logging.StreamHandler(text), logging.StreamHandler(text)]
    for handler, formatter in zip(ways, (JsonFormatter(), PlainFormatter()), strict=True):
        handler.setFormatter(formatter)
    monkeypatch.setattr(root, "handlers", [*root.handlers, *ways])
    monkeypatch.setattr(logging.getLogger("httpx"), "disabled", True)  # the browser of the test, not the hall
    for name in (None, "tapete"):
        caplog.set_level(logging.DEBUG, name)
    return text


async def secrets_of(house: House, people: People) -> dict[str, str]:
    """Let people come in, and return what opens something, by what it is."""
    people.join("cris", Grant(Role.CROUPIER))
    invitation = people.people.staff.invite("nadie", {Grant(Role.CASHIER)})
    person, cookie = people.player("Ana")
    token = people.token("cris")
    return {
        "password": PASSWORD,
        "second factor": SECRET,
        "its code": people.code("dora"),
        "recovery word": WORDS[0],
        "invitation": str(invitation),
        "login": token,
        "way back": next(iter(cookie.values())),
        "session": house.app.state.sessions.open("mesa", str(person)),
        "sealing key": house.hall.keys.sealing.hex(),
    }


def addresses(house: House) -> Iterator[tuple[str, str]]:
    for route in house.app.routes:
        path = re.sub(r":\w+}", "}", route.path_format)
        for method in getattr(route, "methods", {"GET"}) - {"OPTIONS", "HEAD"}:
            if not path.endswith(("/flujo", "/stream")):
                yield method, path


async def ask_everywhere(house: House, secret: str) -> Iterator[httpx.Response]:
    """Ask every address with a secret in each place where a caller can put it."""
    found = []
    for method, path in addresses(house):
        fields = dict.fromkeys(("name", "password", "second", "word", "code", "key", "back", "person", "again"), secret)
        filled = re.sub(r"{[^}]+}", lambda _: secret, path)
        here = path.replace("{table_id}", "mesa").replace("{person}", "ana")
        here = re.sub(r"{[^}]+}", lambda _: "x", here)
        headers = {"cookie": f"tapete-place={secret}; tapete-staff={secret}; tapete-player={secret}"}
        async with browser(house) as one:
            found += [
                await one.request(method, filled),
                await one.request(method, here, headers=headers),
                await one.request(method, here, headers={"authorization": f"Bearer {secret}"}),
                await one.request(method, here, headers={"origin": f"http://{secret.replace(' ', '')}"}),
            ]
            if method == "POST":
                found.append(await one.post(here, **({"json": fields} if "/api/" in here else {"data": fields})))
    return iter(found)


async def told_by(house: House, log: StringIO) -> str:
    local = httpx.AsyncClient(transport=httpx.ASGITransport(house.app), base_url="http://localhost")
    async with local:
        counts, ready = await local.get("/metrics"), await local.get("/readyz")
    assert (counts.status_code, ready.status_code) == (200, 200)
    return "\n".join((log.getvalue(), counts.text, ready.text))


async def test_no_secret_is_in_what_is_told_of_a_hall(house: House, people: People, /, log: StringIO) -> None:
    secrets = await secrets_of(house, people)
    whole = " ".join(secrets.values())
    for asked in (whole, secrets["password"], secrets["login"], secrets["session"]):  # and those that open something
        await ask_everywhere(house, asked)
    told = await told_by(house, log)
    code = secrets.pop("its code")
    assert not re.search(rf"(?<![\d.]){code}(?![\d.])", told)
    assert [kind for kind, secret in secrets.items() if secret in told] == []
    assert [one for one in ("login-failed", "origin-refused", "wrong-key") if one not in told] == []


async def test_an_error_that_nobody_foresaw_tells_the_log_where_and_the_page_nothing(
    house: House, people: People, /, log: StringIO
) -> None:
    secrets = await secrets_of(house, people)
    whole = " ".join(secrets.values())

    def fall(*_: Any, **__: Any) -> None:
        raise LookupError(whole) from StoreError("store-kind", kind=whole)

    for room in ("people", "hall", "presses", "past"):
        with pytest.MonkeyPatch.context() as breaking:
            breaking.setitem(house.app.state._state, room, Broken(fall))
            async with browser(house) as one:
                for path in ("/", "/mesa/mesa/como/ana", "/personal", "/api/v1/status", "/jugador"):
                    answer = await one.get(path, headers={"cookie": "tapete-place=x"})
                    assert answer.status_code in (200, 303, 401, 404, 500), path
                    for secret in (*secrets.values(), "LookupError", "Traceback"):
                        assert secret not in answer.text
    text = log.getvalue()
    assert '"kind":"LookupError"' in text
    assert "in fall" in text
    assert "StoreError: store-kind" in text
    for secret in secrets.values():
        assert secret not in text


class Broken:
    def __init__(self, fall: Any) -> None:
        object.__setattr__(self, "_fall", fall)

    def __getattr__(self, _: str) -> Any:
        self._fall()


async def test_no_hidden_card_is_in_what_is_told_of_a_hall(house: House, people: People, /, log: StringIO) -> None:
    await house.deal()
    await house.dealt()
    async with browser(house) as one:
        for method, path in addresses(house):
            here = re.sub(r"{[^}]+}", "x", path.replace("{table_id}", "mesa").replace("{person}", "ana"))
            await one.request(method, here, headers=ORIGIN)
    assert not FACE.search(await told_by(house, log))
