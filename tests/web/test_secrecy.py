"""Threats T1 to T3: evenings that differ in cards under the backs are the same bytes, wherever anybody reads."""

import json
import logging
import random
import re
from collections.abc import Callable, Iterable
from io import StringIO
from itertools import count
from pathlib import Path
from typing import Any

import anyio
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from tapete.catalogue import house_games
from tapete.games.chemin_de_fer import acts as c
from tapete.games.chemin_de_fer.terms import Hand
from tapete.games.dos_panos import acts as d
from tapete.games.dos_panos.terms import Hand as Cloth
from tapete.kernel import PersonId
from tapete.live import Keys, ManualClock, card_orders
from tapete.record.beancount import beancount
from tapete.record.codec import read_event
from tapete.record.private import KeySealer
from tapete.record.recompute import read
from tapete.record.source import StoreSource, write_export
from tapete.record.store import open_store
from tapete.record.store.sqlite import library as sqlite3
from tapete.results import as_csv, begin
from tapete.web import packing
from tapete.web.stage import page
from tapete.web.stage.model import Rail, Stage
from tapete.words import LANGS, card_name
from tests.support.web.following import following
from tests.support.web.house import House, house

pytestmark = pytest.mark.slow

KEYS = Keys(bytes(range(32)), Ed25519PrivateKey.from_private_bytes(bytes(range(32))))
PEOPLE = {
    "mesa": ("marta", "julio", "ana", "bea", "nadie"),
    "cf": ("luz-cf", "fermin-cf", "ana-cf", "bea-cf", "dani-cf"),
    "panos": ("croupier-panos", "inspector-panos", "rosa-panos", "ana-panos", "bea-panos", "carla-panos"),
}
COMMAND = re.compile(r'name="command" value="[0-9a-f]+"|data-now="[0-9]+"|"(?:command|now)":"?[0-9a-f]+"?,?')
Told = dict[str, Any]


@pytest.fixture
def nothing_but_faces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take everything out of a hall that differs from one evening to the next, except the cards."""
    monkeypatch.setattr(card_orders.secrets, "token_hex", lambda size: "00" * size)
    monkeypatch.setattr(card_orders, "commitment", lambda *_: "00" * 32)
    monkeypatch.setattr("tapete.web.stage.page._now", lambda: 0)
    monkeypatch.setattr(KeySealer, "salt", lambda _: "00" * 32)
    monkeypatch.setattr(KeySealer, "digest", lambda *_: "11" * 32)
    monkeypatch.setattr(KeySealer, "seal", lambda _, plain, context: bytes(len(plain)))


class World:
    """An evening with its own cards; ``drawn`` are the places in the shoe that its cards were taken from."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self.monkeypatch = folder, monkeypatch
        self.drawn: list[int] = []

    def play(self, scene: Callable[[House], Any], table: str, swapped: Iterable[tuple[int, int]] = ()) -> Told:
        pairs = tuple(swapped)
        self.drawn.clear()
        self.folder.mkdir(parents=True, exist_ok=True)

        def order(size: int, below: Any = None) -> tuple[Any, ...]:
            laid = list(mixed(size, random.Random("tapete").randrange))
            for one, other in pairs:
                laid[one], laid[other] = laid[other], laid[one]
            return tuple(laid)

        mixed, card = card_orders.shuffled_cards, card_orders.SealedOrders.card

        def taken(source: Any, shoe: int, committed: int) -> Any:
            self.drawn.append(committed)
            return card(source, shoe, committed)

        async def whole() -> Told:
            async with house(self.folder, keys=KEYS, clock=ManualClock()) as here:
                await scene(here)
                return await everything(here, table)

        with self.monkeypatch.context() as world:
            world.setattr(card_orders, "shuffled_cards", order)
            world.setattr(card_orders.SealedOrders, "card", taken)
            numbers = count()
            world.setattr("tapete.live.table.token_hex", lambda size: f"{next(numbers):0{2 * size}x}")
            log, lines = logging.getLogger("tapete"), StringIO()
            world.setattr(log, "handlers", [logging.StreamHandler(lines)])
            world.setattr(log, "level", logging.DEBUG)
            told = anyio.run(whole)
        return told | kept(self.folder, table) | {"log": lines.getvalue()}


async def everything(here: House, table: str) -> Told:
    """Return all that anybody reads of a table: pages, streams and the API, by viewer and address."""
    found: Told = {}

    async def read_all(
        who: str, page: str, headers: dict[str, str], token: dict[str, str], paths: tuple[str, ...]
    ) -> None:
        for lang in LANGS:
            answer = await here.client.get(f"{page}?lang={lang}", headers=headers)
            found[f"{who} page {lang}"] = COMMAND.sub("", answer.text)
            async with following(here.app, f"{page}/flujo?lang={lang}", **headers) as stream:
                message = await stream.next()
                found[f"{who} stream {lang}"] = COMMAND.sub("", message)
            for pack in ("gzip", "identity") if lang == LANGS[0] else ("identity",):
                found[f"{who} lengths {lang} {pack}"] = lengths = []
                for one in (f"{page}?lang={lang}", f"{page}/flujo?ahora=1&lang={lang}", f"{page}/regla?lang={lang}"):
                    answer = await here.client.get(one, headers=headers | {"accept-encoding": pack})
                    lengths.append(answer.headers["content-length"])
                for path in paths:
                    asked = token | {"accept-encoding": pack, "accept-language": lang}
                    answer = await here.client.get(f"/api/v1/tables/{table}{path}", headers=asked)
                    lengths.append(answer.headers["content-length"])
                api = f"/api/v1/tables/{table}"
                streams = (
                    (page + "/flujo", headers),
                    *((f"{api}{one}/stream", token) for one in ("", "/page", "/events")),
                )
                for one, own in streams:
                    opened = following(here.app, f"{one}?lang={lang}", **own, **{"accept-encoding": pack})
                    async with opened as stream:
                        await stream.more()
                        lengths.append(len(stream.sent))
        for path in paths:
            answer = await here.client.get(f"/api/v1/tables/{table}{path}", headers=token)
            found[f"{who} {path}"] = (answer.status_code, answer.text)
        async with following(here.app, f"/api/v1/tables/{table}/stream", **token) as stream:
            found[f"{who} api stream"] = await stream.next()
        async with following(here.app, f"/api/v1/tables/{table}/events/stream?after=0", **token) as stream:
            while (token and "event: me" not in stream.sent.decode()) or not stream.messages:
                await stream.more()
            found[f"{who} feed"] = stream.sent.decode()
            found[f"{who} lengths feed"] = len(stream.sent)

    paths = ("", "/page", "/legal", "/explain", "/entries?limit=200", "/results")
    await read_all("public", f"/mesa/{table}/publico", {}, {}, paths)
    for who in PEOPLE[table]:
        cookie = here.cookie(who, table, staff=who in here.tables[table].view(None).staff.values())
        token = {"authorization": f"Bearer {cookie.partition('=')[2]}"}
        await read_all(who, f"/mesa/{table}/como/{who}", {"cookie": cookie}, token, paths)
        found[f"{who} reportable"] = here.tables[table].reportable(PersonId(who))
    return found


def kept(folder: Path, table: str) -> Told:
    """Return all that is kept of an evening: the database row by row, the export without a key, the accounts."""
    with sqlite3.connect(folder / "hall.db") as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        found: Told = {
            "database": [*((one, row) for one in names for row in connection.execute(f'SELECT * FROM "{one}"'))]
        }
    connection.close()
    with open_store(f"sqlite:///{folder / 'hall.db'}", read_only=True) as store:
        source = StoreSource(store)
        write_export(source, table, folder / "export.jsonl")
        entries = list(read(source, table))
        game = house_games()[entries[0].game]
        found["accounts"], rows = beancount(game, entries), begin(game, table)
        for entry in entries:
            rows.follow(entry)
        found["results"] = as_csv(rows.kind, rows.rows)
    found["export"] = (folder / "export.jsonl").read_bytes()
    return found


async def shown(here: House) -> None:
    await here.deal()
    await here.finish()


async def looked_at(here: House) -> None:
    await here.dealt()
    await here.act("bea-cf", c.Lift(Hand.PUNTO), "cf")
    await here.act("ana-cf", c.Lift(Hand.BANCA), "cf")


async def two_cloths_looked_at(here: House) -> None:
    await here.deal_on_two_cloths()
    await here.act("ana-panos", d.Lift(Cloth.PRIMERO), "panos")


@pytest.mark.usefixtures("nothing_but_faces")
@pytest.mark.parametrize(
    ("scene", "table", "own"),
    [
        (House.deal, "mesa", set()),
        (House.dealt, "cf", set()),
        (looked_at, "cf", {"ana-cf", "bea-cf"}),
        (House.deal_on_two_cloths, "panos", set()),
        (two_cloths_looked_at, "panos", {"ana-panos"}),
    ],
    ids=["dealt", "carried", "looked-at", "two-cloths", "two-cloths-looked-at"],
)
def test_the_cards_under_the_backs_change_no_byte(
    scene: Any, table: str, own: set[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    places = (0, 45) if own else (0,)
    differ = differences(scene, table, 6 if table == "panos" else 4, tmp_path, monkeypatch, places)
    assert {source.partition(" ")[0] for source in differ} == own, sorted(differ)
    assert not [one for one in differ if " lengths " in one], "somebody reads by a length what a hand holds"


def test_no_length_after_a_private_message_tells_what_stood_in_it() -> None:
    async def frames(*texts: str) -> packing.Frames:
        for text in texts:
            yield text.encode(), text[:1].isdigit()

    async def lengths(stream: Any, *texts: str) -> list[int]:
        return [len(one) async for one in stream(frames("a" * 99, *texts, "ab" * 999), 512)]

    for stream in (packing.gzip_stream, packing.plain_stream):
        sent = [anyio.run(lengths, stream, *texts) for texts in (("1", "12ab" * 99), ("7", "7"), ("12ab" * 99, "8"))]
        assert sent[0] == sent[1] == sent[2]
        assert sent[0][1] == sent[0][2] >= 512 * packing.PRIVATE
    stage = Stage(1, "1", "player", Rail("a", "b"), Rail("c", "d"))
    made, other = page.Drawing(stage), page.Drawing(replace(stage, version=2), is_private=True)
    told = page.Sent()
    sizes = [len(told.message(one)) for one in (made, made, other, other, made)]
    assert sizes == [sizes[0], 0, sizes[0], 0, sizes[0]], "whole, or nothing where nothing is new"


def differences(
    scene: Any, table: str, cards: int, folder: Path, monkeypatch: pytest.MonkeyPatch, places: Iterable[int] = (0,)
) -> set[str]:
    """Play a scene, and again with other cards for the last ones drawn; return where the two worlds differ."""
    world, found = World(folder / "one", monkeypatch), set[str]()
    one = world.play(scene, table)
    hidden = world.drawn[-cards:]
    unused = [place for place in range(300) if place not in world.drawn]
    for first in places:
        world.folder = folder / f"other-{first}"
        other = world.play(scene, table, zip(hidden, unused[first:], strict=False))
        assert world.drawn[-cards:] == hidden or scene is shown
        found |= {source for source in one if one[source] != other[source]}
    return found


@pytest.mark.usefixtures("nothing_but_faces")
def test_the_same_cards_shown_change_what_everybody_reads_and_what_is_kept(tmp_path: Path, monkeypatch: Any) -> None:
    """The control: the worlds above are compared by bytes in which a face would stand."""
    differ = differences(shown, "mesa", 4, tmp_path, monkeypatch)
    assert {"database", "export", "public page es", "public api stream", "nadie "} <= differ
    assert {"nadie /results", "julio /entries?limit=200"} <= differ


async def test_no_answer_that_is_stored_holds_what_its_event_calls_private(here: House, /, tmp_path: Path) -> None:
    """What the croupier answers to the holder of the cards stands in the event of his own act; answers lie in clear."""
    await looked_at(here)
    await here.act("bea-cf", c.AskAdvice(), "cf")
    private = 0
    with sqlite3.connect(next(tmp_path.rglob("hall.db"))) as connection:
        kept = [bytes(one) for (one,) in connection.execute("SELECT answer FROM commands WHERE table_id = 'cf'")]
    connection.close()
    for answer in kept:
        for tree in json.loads(answer)["events"]:
            event = read_event(here.tables["cf"].game, tree)
            private += len(event.private())
            assert [getattr(event, name) for name in event.private()] == [None] * len(event.private()), event
    assert private >= 2  # the answer and the duty of whoever asked


async def test_the_hands_of_chemin_de_fer_reach_their_own_people_alone(here: House, /) -> None:
    await looked_at(here)
    told, cards = await everything(here, "cf"), here.tables["cf"].state.coup.cards.layout
    hands = {
        who: {f'"name":"{card_name(card.face, "es")}"' for card in cards if card.place == hand}
        for who, hand in (("bea-cf", "punto"), ("ana-cf", "banca"))
    }
    for who, own in hands.items():
        assert [one for one in own if one not in told[f"{who} page es"]] == [], who
        others = {source: text for source, text in told.items() if not source.startswith(who)}
        mine = own - set().union(*(faces for other, faces in hands.items() if other != who))
        assert [(source, one) for source, text in others.items() for one in mine if one in str(text)] == []
