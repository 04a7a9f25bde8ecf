"""The published description as a stranger uses it: a generated client plays a coup at every table, a game of bingo."""

from __future__ import annotations

import importlib
import json
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import Any

import anyio
import pytest
from msgspec import to_builtins

from tapete.live import Hall, Keys
from tapete.web.staff_access import StaffAccess
from tests.support.bingo.drawn import drawn, registering
from tests.support.e2e.served import Served, served
from tests.support.web.description import published

GENERATOR = shutil.which("openapi-python-client")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(GENERATOR is None, reason="no openapi-python-client here: it wants an environment of its own"),
]
PLAYERS = ("ana", "luis", "eva", "juan", "sara", "teo")
CALLS = ("sessions.open_session", "tables.read_legal", "tables.read_table", "acts.post_act")
UNIONS = {
    "bingo": "BingoAct",
    "punto-y-banca": "PuntoBancoAct",
    "chemin-de-fer": "CheminDeFerAct",
    "dos-panos": "DosPanosAct",
}
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


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return anyio.run(published)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory, document: dict[str, Any]) -> Any:
    """The package that the generator makes, without a word of warning about the description."""
    folder = tmp_path_factory.mktemp("client")
    (folder / "api.json").write_text(json.dumps(document), "utf-8")
    asked = [str(GENERATOR), "generate", "--path", "api.json", "--output-path", "made", "--meta", "none"]
    made = subprocess.run(asked, cwd=folder, capture_output=True, text=True, check=False)
    told = made.stdout + made.stderr
    assert made.returncode == 0, told
    assert not {"unable", "invalid"} & set(told.lower().split()), f"the generator left something out: {told[:2000]}"
    sys.path.insert(0, str(folder))
    importlib.import_module("made.models")
    return importlib.import_module("made")


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    async def make() -> tuple[Hall, dict[str, Any]]:
        made = await Hall.start(f"sqlite:///{tmp_path_factory.mktemp('served') / 'hall.db'}", Keys.fresh())
        return made, {"staff_access": StaffAccess(is_open=True)}

    with served(make) as found:
        yield found


class Person:
    """Somebody at a table who has nothing but the generated client."""

    def __init__(self, made: Any, kinds: Mapping[str, str], address: str, table: str, name: str) -> None:
        self.name, self.table, self.made, self.kinds = name, table, made, kinds
        self.call = {one: importlib.import_module(f"{made.__name__}.api.{one}") for one in CALLS}
        with made.Client(base_url=address) as nobody:
            asked = made.models.SessionRequest(table=table, person=name)
            session = self.call["sessions.open_session"].sync(client=nobody, body=asked)
        assert isinstance(session, made.models.SessionOut), session
        self.client = made.AuthenticatedClient(base_url=address, token=session.token)
        self.done = Counter[str]()
        self.balls = 0

    def act(self) -> str:
        """Do the first thing that is awaited or wanted and was not tried twice in this window; return it, if any."""
        legal = self.call["tables.read_legal"].sync(self.table, client=self.client)
        for act, fields in self.wishes(sorted(legal.offers, key=lambda one: not one.main)):
            key = act if act in ONCE else f"{act} {fields} {legal.step.to_dict()} {self.balls}"
            if self.done[key] > 1:
                continue
            what = {"act": act} | {name: one for name, one in fields.items() if one is not None}
            kind = getattr(self.made.models, self.kinds[act])
            body = self.made.models.ActRequest(what=kind.from_dict(what), at=legal.step)
            self.done[key] += 1
            name = f"{self.name}-{self.done.total()}"
            answer = self.call["acts.post_act"].sync(self.table, client=self.client, body=body, idempotency_key=name)
            if isinstance(answer, self.made.models.ActOutcome):
                return f"{self.name}: {what}"
        return ""

    def wishes(self, offers: list[Any]) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield acts with their fields, what the table waits for first."""
        for offer in offers:
            fields = {name: value_of(one) for name, one in offer.fields.to_dict().items()}
            if offer.act == "sit":  # on both cloths
                fields["seat"] = offer.fields.to_dict()["seat"][-(PLAYERS.index(self.name.partition("-")[0]) % 2)]
            fields |= {name: one for name, one in KNOWN.get(offer.act, {}).items() if name in fields}
            if offer.act not in AVOIDED and (offer.main or offer.act in WANTED):
                yield offer.act, fields


class Guest(Person):
    """Somebody in a hall of bingo: a player, or a post that does what it is offered, in this order."""

    ORDER = (
        *("pass-check", "load-balls", "open-session", "announce-sale", "buy-in", "want-cards", "sell-cards"),
        *("close-sale", "collect-unsold", "announce-sold", "announce-prizes", "announce-start", "call-prize"),
        *("show-master", "check-card", "order-resume", "order-end", "call-ball", "pay-prize", "end-game"),
    )

    def wishes(self, offers: list[Any]) -> Iterator[tuple[str, dict[str, Any]]]:
        view = self.call["tables.read_table"].sync(self.table, client=self.client).view.to_dict()
        self.balls = view["ball_count"]
        if "hall-manager" in view["me"]["roles"]:  # no offer says what a hall buys
            yield from ((one["act"], one) for field, one in MATERIAL.items() if not view["duty"][field])
        known = (one for one in offers if one.act in self.ORDER)
        for offer in sorted(known, key=lambda one: self.ORDER.index(one.act)):
            told = offer.fields.to_dict()
            fields = {name: value_of(one) for name, one in told.items()}
            yield from ((offer.act, fields | more) for more in self.chosen(offer.act, told, view))

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
                return [] if view["cards_sold"] < 10 * len(PLAYERS) else [{}]
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
def test_a_generated_client_plays_a_coup_for_everybody(client: Any, document: Any, hall: Served, kind: str) -> None:
    with seated(client, document, hall, kind, Person) as (people, actor):
        settle(people, "settle", 400)
        seen = people[0].call["tables.read_table"].sync(actor.id, client=people[0].client)
        assert seen.version == actor.version


def test_a_generated_client_plays_a_whole_game_of_bingo(client: Any, document: dict[str, Any], hall: Served) -> None:
    """From the checks of the hall to the paid prizes: posts and players know what the API tells them."""
    with seated(client, document, hall, "bingo", Guest) as (people, actor):
        said = settle(people, "end-game", 4000)
        done = Counter(one.partition("'act': '")[2].partition("'")[0] for one in said)
        assert {"call-prize", "check-card", "order-end", "pay-prize"} <= set(done), done
        prizes = importlib.import_module(f"{client.__name__}.api.tables.read_results")
        told = prizes.sync(actor.id, client=people[0].client).prizes
        assert {one.prize for one in told if one.card} == {"linea", "bingo"}
        assert sum(one.amount for one in told) > 0


@contextmanager
def seated(
    client: Any, document: dict[str, Any], hall: Served, kind: str, guest: type[Person]
) -> Iterator[tuple[list[Person], Any]]:
    """Yield everybody of a fresh table, each with a client of their own, and the table."""
    table = hall.open(kind)
    actor = hall.hall.tables[table]
    mapping = document["components"]["schemas"][UNIONS[actor.game.key]]["discriminator"]["mapping"]
    kinds = {act: one.rpartition("/")[2] for act, one in mapping.items()}
    names = [*(f"{one}-{table}" for one in PLAYERS), *map(str, dict.fromkeys(actor.view(None).staff.values()))]
    people = [guest(client, kinds, hall.address, table, name) for name in names]
    with ExitStack() as open_clients:
        for one in people:
            open_clients.enter_context(one.client)
        yield people, actor


def settle(people: list[Person], last: str, most: int) -> list[str]:
    """Let everybody do what they would until an act is done; return what was done."""
    said, idle = list[str](), 0
    while not any(f"'{last}'" in one for one in said):
        told = [one.act() for one in people]
        said += filter(None, told)
        idle = 0 if any(told) else idle + 1
        assert idle < 200, f"nobody can go on after: {said}"
        assert len(said) < most, f"nothing comes to an end: {said[-40:]}"
        time.sleep(0.1 if idle else 0)  # a time that is for everybody runs down
    return said
