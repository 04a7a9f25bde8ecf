"""Floods on the loopback: while each runs a player at a table acts, and after it the hall is what it was."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from tests.support.attack.hall import DESCRIPTORS, AttackedHall, Flood, attacked_hall, flood

pytestmark = pytest.mark.slow

HOST = b"Host: localhost\r\n"
SESSION = (
    b"POST /api/v1/sessions HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 60\r\n" + HOST + b"\r\n{"
)
FLOODS = {
    "silent": b"",
    "half a header": b"GET / HTTP/1.1\r\nHost: loc",
    "half a body": SESSION,
    "public streams": b"GET /mesa/punto/publico/flujo HTTP/1.1\r\n" + HOST + b"\r\n",
    # more than the machine takes from the hall for one connection: the hall waits to write the rest
    "pages that nobody reads": (b"GET /static/stage/stage.css HTTP/1.1\r\n" + HOST + b"\r\n") * 8,
    "pages": b"GET / HTTP/1.1\r\n" + HOST + b"\r\n",
}
SEVERAL = tuple(f"127.0.1.{number}" for number in range(1, 9))
MIB = 1024 * 1024


@pytest.fixture(scope="module")
def hall() -> Iterator[AttackedHall]:
    with attacked_hall() as found:
        yield found


@pytest.fixture(scope="module")
def player(hall: AttackedHall) -> dict[str, str]:
    """A player at a place, from the address of the attacker himself."""
    return hall.seat("ana-sentada", 1)


def pour(poured: Flood, text: bytes, sources: tuple[str, ...]) -> None:
    for source in sources:
        poured.pour(DESCRIPTORS * 5 // 4 // len(sources), text, source)


@pytest.mark.parametrize("sources", [("127.0.0.1",), SEVERAL], ids=["one address", "several addresses"])
@pytest.mark.parametrize("kind", FLOODS)
def test_a_player_at_a_table_acts_while_a_flood_runs(hall: AttackedHall, player: Any, kind: str, sources: Any) -> None:
    with flood(hall.port) as poured:
        pour(poured, FLOODS[kind], sources)
        hall.act(player, {"act": "buy-in", "amount": 1_000})
        assert hall.descriptors < DESCRIPTORS
        assert poured.held > 0, "the flood was over before the act was answered"
    hall.act(player, {"act": "buy-in", "amount": 1_000})


@pytest.mark.parametrize("kind", ["silent", "public streams", "pages that nobody reads"])
def test_memory_after_a_flood_is_what_it_was(hall: AttackedHall, player: dict[str, str], kind: str) -> None:
    """The first times fill caches and holes; what a flood leaves behind would be there again after each further one."""
    after: list[int] = []
    while len(after) < 12 and not any(later - before < 8 * MIB for before, later in pairwise(after[1:])):
        with flood(hall.port) as poured:
            pour(poured, FLOODS[kind], SEVERAL)
            hall.act(player, {"act": "buy-in", "amount": 1_000})
        hall.act(player, {"act": "buy-in", "amount": 1_000})
        after.append(hall.memory)
    assert any(later - before < 8 * MIB for before, later in pairwise(after[1:])), after


def test_a_stranger_comes_in_while_another_address_is_silent(hall: AttackedHall) -> None:
    with flood(hall.port) as poured:
        pour(poured, b"", ("127.0.0.1",))
        with hall.client("127.0.2.1") as client:
            assert client.get("/").status_code == 200
        assert poured.held > 0


def test_nobody_comes_as_several_addresses_by_saying_so(hall: AttackedHall) -> None:
    """Without a trusted proxy one address is one, whatever its requests say of where they come from."""
    text = b"GET /mesa/punto/publico/flujo HTTP/1.1\r\n" + HOST + b"X-Forwarded-For: 10.0.0.%d\r\n\r\n"
    with flood(hall.port) as poured:
        for number in range(60):  # fewer than the connections of one address, more than its streams
            poured.pour(1, text % number)
        poured.heard()  # of those who came in one moment some begin a stream that ends at once
        with hall.client() as client, client.stream("GET", "/mesa/punto/publico/flujo") as stream:
            assert stream.status_code == 429
        with hall.client("127.0.2.1") as client, client.stream("GET", "/mesa/punto/publico/flujo") as stream:
            assert stream.status_code == 200


def test_one_address_begins_no_more_than_its_sessions(hall: AttackedHall, player: dict[str, str]) -> None:
    answers: Counter[int] = Counter()
    with hall.client("127.0.3.1") as client:
        for number in range(310):
            body = {"table": hall.table, "person": f"eva-{number}"}
            answers[client.post("/api/v1/sessions", json=body).status_code] += 1
    assert answers == {201: 300, 429: 10}
    hall.act(player, {"act": "buy-in", "amount": 1_000}, "127.0.3.1")
    hall.token("bea", "127.0.3.2")
