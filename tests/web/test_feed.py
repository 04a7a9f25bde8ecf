"""The feed of a table: each event once, whatever the cuts; to everybody what is public, to a person what is theirs."""

import json
from functools import partial
from typing import Any

import msgspec
import pytest

from tapete.catalogue import house_games
from tapete.games.chemin_de_fer import acts as c
from tapete.games.chemin_de_fer.terms import Hand
from tapete.record.codec import members, tag_of
from tapete.table.acts import BuyIn, CashOut, Leave, Sit
from tapete.web import feed
from tapete.web.games import screen_of
from tests.support.web.following import following
from tests.support.web.house import House


class Told:
    """What a feed has told: its events by id, and everything else by its name."""

    def __init__(self, text: str) -> None:
        self.events: dict[str, Any] = {}
        self.others: list[tuple[str, Any]] = []
        self.ids: list[str] = []
        for message in text.split("\n\n"):
            lines = dict(line.split(": ", 1) for line in message.split("\n") if line and not line.startswith(":"))
            if "event" in lines:
                self.others.append((lines["event"], json.loads(lines["data"])))
            elif lines:
                assert lines["id"] not in self.events, f"{lines['id']} is told twice"
                self.events[lines["id"]] = json.loads(lines["data"])
        self.kinds = [one["event"]["event"].partition("@")[0] for one in self.events.values()]

    def of(self, kind: str) -> list[Any]:
        return [data for name, data in self.others if name == kind]


async def told(house: House, table: str, after: str = "0", who: str = "", *, by_header: bool = False) -> Told:
    """Read a feed from an id until it has told all there is."""
    path, headers = f"/api/v1/tables/{table}/events/stream", {}
    if by_header:
        headers["last-event-id"] = after
    else:
        path += f"?after={after}" if after else ""
    if who:
        is_staff = who in house.tables[table].view(None).staff.values()
        headers["authorization"] = f"Bearer {house.cookie(who, table, staff=is_staff).partition('=')[2]}"
    async with following(house.app, path, **headers) as stream:
        while "event: begin" not in stream.sent.decode() and stream.status in (0, 200) and not stream.ended:
            await stream.more()
        assert stream.status == 200, stream.sent.decode()
        return Told(stream.sent.decode())


async def test_whoever_takes_the_feed_up_again_misses_nothing_and_reads_nothing_twice(house: House, /) -> None:
    await house.deal()
    await house.finish()
    whole = await told(house, "mesa")
    ids = list(whole.events)
    assert {"card-dealt", "hand-shown", "coup-settled"} <= set(whole.kinds)
    several = [one for one in ids if one.endswith(".2")]
    assert several, "no entry has two events: a cut between them is not tried"
    for number, cut in enumerate(ids, 1):
        for by_header in (False, True):
            rest = await told(house, "mesa", cut, by_header=by_header) if ids[number:] else Told("")
            assert list(rest.events) == ids[number:], f"taken up after {cut}"
    assert (await told(house, "mesa", "")).events == {}, "without an id it begins now"


async def test_events_come_as_they_happen_and_a_slow_reader_gets_each(house: House, /) -> None:
    async with following(house.app, "/api/v1/tables/mesa/events/stream") as stream:
        await stream.next()
        stream.ready.clear()
        for who, seat in (("ana", 1), ("bea", 2), ("eva", 3)):
            await house.act(who, Sit(seat))
        stream.ready.set()
        while len(Told(stream.sent.decode()).events) < 3:
            await stream.more()
        assert [one["event"]["person"] for one in Told(stream.sent.decode()).events.values()] == ["ana", "bea", "eva"]


async def test_what_is_too_long_ago_is_said_to_be_left_out(house: House, /, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whose every stake was, an evening long, is not for strangers."""
    monkeypatch.setattr(feed, "LOOK_BACK", 2)
    for seat in (1, 2, 3):
        await house.act(f"p{seat}", Sit(seat))
    for asked, after in (("0", "2"), ("3.1", "3.1"), ("99", "4")):
        found = await told(house, "mesa", asked)
        assert found.of("begin") == [{"after": after, "version": 4}], f"asked after {asked}"
    assert list((await told(house, "mesa", "0")).events) == ["3.1", "4.1"]
    wrong = await house.client.get("/api/v1/tables/mesa/events/stream?after=x")
    assert wrong.status_code == 400


async def test_a_person_is_told_their_own_cards_and_nobody_else_is(house: House, /) -> None:
    await house.dealt()
    await house.act("bea-cf", c.Lift(Hand.PUNTO), "cf")
    faces = [str(card.face) for card in house.tables["cf"].state.coup.cards.layout if card.place == "punto"]
    for who in ("bea-cf", "ana-cf", "luz-cf", ""):
        found = await told(house, "cf", who=who)
        coups = [one["coup"] for one in found.of("me") if "coup" in one]
        known = [card["face"] for coup in coups for card in coup["cards"] if card["face"]]
        assert known == (faces if who == "bea-cf" else []), who
        dealt = [one["event"]["face"] for one in found.events.values() if one["event"]["event"] == "card-dealt@1"]
        assert dealt == [None] * 4, "the event of a card that lies face down is the same for everybody"


def test_what_somebody_brings_is_told_to_them_and_the_staff_alone(run: Any) -> None:
    """Threat: a viewer reads whose chips are how much. Two halls that differ in that alone tell others the same."""

    async def evening(house: House, amount: int) -> dict[str, dict[str, Any]]:
        await house.act("ana", Sit(1))
        await house.act("bea", Sit(2))
        for what in (BuyIn(amount), CashOut(amount - 500)):
            await house.act("ana", what)
        found = {who: (await told(house, "mesa", who=who)).events for who in ("", "bea", "ana", "marta")}
        await house.act("ana", Leave())
        return found | {"after": (await told(house, "mesa")).events}

    one, other = (run(partial(evening, amount=amount)) for amount in (10_000, 70_000))
    assert {who for who in one if one[who] != other[who]} == {"ana", "marta"}
    assert "person-left" in str(one["after"]), "and that she left is told, not with how much"


def test_what_is_listed_is_a_field_of_an_event() -> None:
    """A list says what is told: a name that no event has would tell nothing, and nobody would know."""
    fields: dict[str, set[str]] = {}
    games = house_games()
    for game in games.values():
        for kind in members(game.event_types):
            names = {one.encode_name for one in msgspec.structs.fields(kind)}
            fields.setdefault(tag_of(kind).partition("@")[0], set()).update(names)
    listed = {(kind, name) for key in games for kind, names in screen_of(key).public_events.items() for name in names}
    assert [(kind, name) for kind, name in sorted(listed) if name.partition(".")[0] not in fields.get(kind, ())] == []
