"""The published description as a stranger uses it: a client that is generated from it plays a coup at every table."""

from __future__ import annotations

import importlib
import json
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from typing import Any

import anyio
import pytest

from tapete.live import Hall, Keys
from tapete.web.staff_access import StaffAccess
from tests.support.e2e.served import Served, served
from tests.support.web.description import published

GENERATOR = shutil.which("openapi-python-client")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(GENERATOR is None, reason="no openapi-python-client here: it wants an environment of its own"),
]

PLAYERS = ("ana", "luis", "eva", "juan", "sara", "teo")
CALLS = ("sessions.open_session", "tables.read_legal", "tables.read_table", "acts.post_act")
UNIONS = {"punto-y-banca": "PuntoBancoAct", "chemin-de-fer": "CheminDeFerAct", "dos-panos": "DosPanosAct"}
KNOWN = {"buy-in": {"amount": 1_000_000}, "count-pack": {"count": 6 * 52}}
ONCE = frozenset({"sit", "buy-in"})
WANTED = ("take-shoe", "place-bet", "stake", "buy-in", "sit", "open-bets", "close-bets", "close-calls")
"""What somebody does besides what the table waits for."""
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

    def act(self) -> str:
        """Do the first thing that is awaited or wanted and was not tried twice in this window; return it, if any."""
        legal = self.call["tables.read_legal"].sync(self.table, client=self.client)
        for offer in sorted(legal.offers, key=lambda one: not one.main):
            fields = {name: value_of(one) for name, one in offer.fields.to_dict().items()}
            if offer.act == "sit":  # on both cloths
                fields["seat"] = offer.fields.to_dict()["seat"][-(PLAYERS.index(self.name.partition("-")[0]) % 2)]
            fields |= {name: one for name, one in KNOWN.get(offer.act, {}).items() if name in fields}
            key = offer.act if offer.act in ONCE else f"{offer.act} {fields} {legal.step.to_dict()}"
            if offer.act in AVOIDED or not (offer.main or offer.act in WANTED) or self.done[key] > 1:
                continue
            what = {"act": offer.act, **{name: one for name, one in fields.items() if one is not None}}
            kind = getattr(self.made.models, self.kinds[offer.act])
            body = self.made.models.ActRequest(what=kind.from_dict(what), at=legal.step)
            self.done[key] += 1
            name = f"{self.name}-{self.done.total()}"
            answer = self.call["acts.post_act"].sync(self.table, client=self.client, body=body, idempotency_key=name)
            if isinstance(answer, self.made.models.ActOutcome):
                return f"{self.name}: {what}"
        return ""


def value_of(field: Any) -> Any:
    """Return a value inside what an offer allows."""
    if isinstance(field, list):
        return field[-1] if field else None
    if isinstance(field, dict):
        return field["several"][: field["min"] or 1] if "several" in field else field.get("min", field.get("max", 1))
    return None if field in ("effects", "card") else "-" if field == "text" else field


@pytest.mark.parametrize("kind", ["mesa", "mini", "circulo", "panos"])
def test_a_generated_client_plays_a_coup_for_everybody(
    client: Any, document: dict[str, Any], hall: Served, kind: str
) -> None:
    table = hall.open(kind)
    actor = hall.hall.tables[table]
    mapping = document["components"]["schemas"][UNIONS[actor.game.key]]["discriminator"]["mapping"]
    kinds = {act: one.rpartition("/")[2] for act, one in mapping.items()}
    names = [*(f"{one}-{table}" for one in PLAYERS), *map(str, dict.fromkeys(actor.view(None).staff.values()))]
    people = [Person(client, kinds, hall.address, table, name) for name in names]
    with ExitStack() as open_clients:
        for one in people:
            open_clients.enter_context(one.client)
        settle(people)
        seen = people[0].call["tables.read_table"].sync(table, client=people[0].client)
        assert seen.version == actor.version


def settle(people: list[Person]) -> None:
    """Let everybody do what they would until a coup is settled."""
    said, idle = list[str](), 0
    while not any("settle" in one for one in said):
        told = [one.act() for one in people]
        said += filter(None, told)
        idle = 0 if any(told) else idle + 1
        assert idle < 200, f"nobody can go on after: {said}"
        assert len(said) < 400, f"no coup is settled: {said[-40:]}"
        time.sleep(0.1 if idle else 0)  # a time that is for everybody runs down
