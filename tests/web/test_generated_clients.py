"""The published description as strangers use it: clients of three generators play at every table, and bingo."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import anyio
import pytest
from msgspec import to_builtins

from tapete.kernel import CLOCK
from tapete.live import Hall, Keys
from tapete.web.staff_access import StaffAccess
from tests.support.bingo.drawn import drawn, registering
from tests.support.e2e.served import Served, served
from tests.support.web.description import published
from tests.support.web.generated import GENERATORS, Client

pytestmark = pytest.mark.slow

PLAYERS = ("ana", "luis", "eva", "juan", "sara", "teo")
KNOWN = {"buy-in": {"amount": 1_000_000}, "count-pack": {"count": 6 * 52}}
ONCE = frozenset({"sit", "buy-in"})
WANTED = ("take-shoe", "place-bet", "stake", "buy-in", "sit", "open-bets", "close-bets", "close-calls")
"""What somebody does besides what the table waits for."""
MATERIAL: dict[str, dict[str, Any]] = {
    "machine": {"act": "register-machine", "model": "M-1", "kind": "pneumatic", "approval": "simulation"},
    "ball_sets": {"act": "register-balls", "balls": "S-1", "approval": "simulation"},
    "unused_cards": to_builtins(registering(drawn())),
}
"""What a hall of bingo needs before it has a session, by the field of the view that says whether it is there."""
AVOIDED = frozenset(
    {"report", "report-incident", "close-table", "call-off", "leave", "relieve", "decline-bank", "pass-hand"}
)


@pytest.fixture(scope="module", params=GENERATORS)
def client(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Client]]:
    """What makes the client of a person from the address of a hall, a table and a name."""
    folder = tmp_path_factory.mktemp(request.param)
    (folder / "api.json").write_text(json.dumps(anyio.run(published)), "utf-8")
    with GENERATORS[request.param](folder) as made:
        yield made


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    async def make() -> tuple[Hall, dict[str, Any]]:
        made = await Hall.start(f"sqlite:///{tmp_path_factory.mktemp('served') / 'hall.db'}", Keys.fresh())
        return made, {"staff_access": StaffAccess(is_open=True)}

    with served(make) as found:
        yield found


class Person:
    """Somebody at a table who has nothing but a generated client."""

    COUNT = len(PLAYERS)

    def __init__(self, client: Client, name: str) -> None:
        self.client, self.name = client, name
        self.done = Counter[str]()
        self.balls = 0

    def act(self) -> str:
        """Do the first thing that is awaited or wanted and was not tried twice in this window; return it, if any."""
        legal = self.client.legal()
        for act, fields in self.wishes(sorted(legal["offers"], key=lambda one: not one["main"])):
            key = act if act in ONCE else f"{act} {fields} {legal['step']} {self.balls}"
            if self.done[key] > 1:
                continue
            what = {"act": act} | {name: one for name, one in fields.items() if one is not None}
            self.done[key] += 1
            if self.client.act(what, legal["step"], f"{self.name}-{self.done.total()}"):
                return f"{self.name}: {what}"
        return ""

    def wishes(self, offers: list[dict[str, Any]]) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield acts with their fields, what the table waits for first."""
        for offer in offers:
            act, told = offer["act"], offer["fields"]
            fields = {name: value_of(one) for name, one in told.items()}
            if act == "sit":  # on both cloths
                fields["seat"] = told["seat"][-(PLAYERS.index(self.name.partition("-")[0]) % 2)]
            fields |= {name: one for name, one in KNOWN.get(act, {}).items() if name in fields}
            if act not in AVOIDED and (offer["main"] or act in WANTED):
                yield act, fields


class Guest(Person):
    """Somebody in a hall of bingo: a player, or a post that does what it is offered, in this order."""

    COUNT = 2
    ORDER = (
        *("pass-check", "load-balls", "open-session", "announce-sale", "buy-in", "want-cards", "sell-cards"),
        *("close-sale", "collect-unsold", "announce-sold", "announce-prizes", "announce-start", "call-prize"),
        *("show-master", "check-card", "order-resume", "order-end", "call-ball", "pay-prize", "end-game"),
    )

    def wishes(self, offers: list[dict[str, Any]]) -> Iterator[tuple[str, dict[str, Any]]]:
        view = self.client.table()["view"]
        self.balls = view["ball_count"]
        if "hall-manager" in view["me"]["roles"]:  # no offer says what a hall buys
            yield from ((one["act"], one) for field, one in MATERIAL.items() if not view["duty"][field])
        known = (one for one in offers if one["act"] in self.ORDER)
        for offer in sorted(known, key=lambda one: self.ORDER.index(one["act"])):
            act, told = offer["act"], offer["fields"]
            fields = {name: value_of(one) for name, one in told.items()}
            yield from ((act, fields | more) for more in self.chosen(act, told, view))

    def chosen(self, act: str, told: dict[str, Any], view: dict[str, Any]) -> list[dict[str, Any]]:
        """Return the ways in which an offer is taken up as things are, each with the fields that the view decides."""
        duty, me, series = view["duty"] or {}, view["me"], told.get("series")
        match act:
            case "load-balls":
                return [] if duty["set_in_use"] else [{}]
            case "buy-in":
                return [] if me["chips"] or not view["price"] else [{"amount": 20 * view["price"]}]
            case "want-cards":
                return [] if me["cards"] or me["wish_count"] or not me["chips"] else [{"count": 10}]
            case "sell-cards":
                first = told["first"]
                wishes = [(who, wish) for who, wish in duty["wishes"].items() if wish["series"] == series]
                return [{"last": first + wish["count"] - 1, "person": who, "means": "account"} for who, wish in wishes]
            case "close-sale":
                return [] if view["cards_sold"] < 10 * Guest.COUNT else [{}]
            case "collect-unsold":
                return [{"count": duty["unused_cards"][series]}]
            case "pay-prize":
                return [{"means": "account", "person": None}]
            case "call-prize":
                said, is_line = set(view["announced_numbers"]), told["prize"] == "linea"
                full = {one["card"]: [said.issuperset(line) for line in one["lines"]] for one in me["cartones"]}
                won = [card for card, lines in full.items() if (any(lines) if is_line else all(lines))]
                return [{"card": card} for card in won]
            case _:
                return [{}]


def value_of(field: Any) -> Any:
    """Return a value inside what an offer allows."""
    if isinstance(field, list):
        return field[-1] if field else None
    if isinstance(field, dict):
        return field["several"][: field["min"] or 1] if "several" in field else field.get("min", field.get("max", 1))
    return None if field in ("effects", "card") else "-" if field == "text" else field


@pytest.mark.parametrize("kind", ["mesa", "mini", "circulo", "panos"])
def test_a_generated_client_plays_a_coup_for_everybody(client: Callable[..., Client], hall: Served, kind: str) -> None:
    people, actor = seated(client, hall, kind, Person)
    settle(people, "settle", 400, hall, actor)
    assert people[0].client.table()["version"] == actor.version


def test_a_generated_client_plays_a_whole_game_of_bingo(client: Callable[..., Client], hall: Served) -> None:
    """From the checks of the hall to the paid prizes: posts and players know what the API tells them."""
    people, actor = seated(client, hall, "bingo", Guest)
    said = settle(people, "end-game", 4000, hall, actor)
    done = Counter(one.partition("'act': '")[2].partition("'")[0] for one in said)
    assert {"call-prize", "check-card", "order-end", "pay-prize"} <= set(done), done
    prizes = people[0].client.results()["prizes"]
    assert {one["prize"] for one in prizes if one["card"]} == {"linea", "bingo"}
    assert sum(one["amount"] for one in prizes) > 0


def seated(client: Callable[..., Client], hall: Served, kind: str, guest: type[Person]) -> tuple[list[Person], Any]:
    """Return everybody of a fresh table, each with a client of their own, and the table."""
    table = hall.open(kind)
    actor = hall.hall.tables[table]
    names = [
        *(f"{one}-{table}" for one in PLAYERS[: guest.COUNT]),
        *map(str, dict.fromkeys(actor.view(None).staff.values())),
    ]
    return [guest(client(hall.address, table, name), name) for name in names], actor


def settle(people: list[Person], last: str, most: int, hall: Served, actor: Any) -> list[str]:
    """Let everybody do what they would until an act is done, and the clock where nobody can; return what was done."""
    said = list[str]()
    while not any(f"'{last}'" in one for one in said):
        told = [one.act() for one in people]
        said += filter(None, told)
        assert len(said) < most, f"nothing comes to an end: {said[-40:]}"
        if not any(told):
            limit = actor.game.time_limit(actor.state)
            assert limit, f"nobody can go on after: {said}"
            hall.do(actor.id, CLOCK, limit.act)
    return said
