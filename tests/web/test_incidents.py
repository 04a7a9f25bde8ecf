"""Threat T10: incidents at a real table: examined, confirmed as shown, ruled on, corrected by two officials."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import msgspec
import pytest

from tapete.chance import ChanceKind
from tapete.games.baccarat.effects import NoteOnly, Party, VoidCoup
from tapete.games.baccarat.incident import GiveRuling
from tapete.games.baccarat.layout import LaidCard, lay
from tapete.games.chemin_de_fer import acts as c
from tapete.games.chemin_de_fer.terms import Accident as OfCircle, Hand as Side
from tapete.games.dos_panos import acts as d
from tapete.games.dos_panos.terms import Accident as OfCloths, Hand as Cloth
from tapete.kernel import Act, PersonId, Refused, Ruled
from tapete.table.conduct import Conduct
from tapete.table.staff import Role
from tests.support.web.house import opened
from tests.support.web.pages import hidden, post


@dataclass(frozen=True)
class Room:
    """A real table of one game: its croupier, how it comes to open betting and to the first card, what can be reported.

    ``chooser``: who alone takes the other remedy of an early card, by his door; ``claimed``: what else is asked of a
    claim.
    """

    table: str
    croupier: str
    betting: Callable[[Any], Awaitable[None]]
    first_card: tuple[Any, ...]
    accidents: Any
    report: Any
    chooser: str
    claimed: dict[str, str]

    async def begin(self, house: Any) -> None:
        await self.betting(house)

    async def deal(self, house: Any) -> None:
        """Close the betting and deal the first card."""
        await self.betting(house)
        for what in self.first_card:
            await house.act(self.croupier, what, self.table)

    async def ruled(self, house: Any, what: Any) -> None:
        """Do what opens an incident."""
        table = house.tables[self.table]
        answer = await table.act(Act(PersonId(self.croupier), what, table.step))
        assert isinstance(answer.outcome, Ruled), answer.outcome

    async def page(self, house: Any, door: str, lang: str = "es") -> str:
        here = await house.enter(door, self.table)
        return str((await house.client.get(f"{here}?lang={lang}")).text)


async def circle(house: Any) -> None:
    await house.betting("real")
    await house.act("luz-real", c.NoteAct(PersonId("bea-real"), c.Stake(10_000)), "real")


async def cloths(house: Any) -> None:
    posts = (Role.DIRECTOR,)
    await house.stake_on_two_cloths(shoe=ChanceKind.KEYED, conduct=Conduct.OBSERVED, further_posts=posts)


CIRCLE = Room(
    "real",
    "luz-real",
    circle,
    (c.CloseBets(), c.DealCard(Side.PUNTO)),
    OfCircle,
    c.Report,
    chooser="inspector",
    claimed={"against": "banker"},
)

CLOTHS = Room(
    "panos",
    "croupier-panos",
    cloths,
    (d.CloseBets(), d.DealCard(Cloth.PRIMERO)),
    OfCloths,
    d.Report,
    chooser="director",
    claimed={},
)

ROOMS = pytest.mark.parametrize("room", [CIRCLE, CLOTHS], ids=["chemin-de-fer", "dos-panos"])


@ROOMS
async def test_what_the_text_leaves_open_is_the_inspectors_alone(house: Any, /, room: Room) -> None:
    await room.begin(house)
    await room.ruled(house, room.report(room.accidents.OTHER, note="algo raro"))
    croupier, inspector = await room.page(house, "crupier"), await room.page(house, "inspector")
    assert 'id="drawer-ruling"' in inspector
    assert 'id="drawer-ruling"' not in croupier
    assert "Hay una incidencia: la mesa espera a que se resuelva." in croupier
    choice = inspector.partition('<select name="effect.1"')[2].partition("</select>")[0]
    assert "como se propone" not in choice
    assert "required" in choice.partition(">")[0]


@ROOMS
async def test_a_ruling_that_has_to_wait_says_why_and_the_fallen_card_can_be_picked_up(
    house: Any, /, room: Room
) -> None:
    await room.deal(house)
    await room.ruled(house, room.report(room.accidents.FLOOR, position=0))
    croupier = await room.page(house, "crupier")
    assert 'id="pronounce-1"' not in croupier
    assert "sigue en el suelo" in croupier
    assert "La recogió un jugador" in croupier
    fields = hidden(croupier, "pick-up", position="0")
    here = f"/mesa/{room.table}/como/{room.croupier}"
    assert (await post(house, here, fields)).status_code == 200
    assert 'id="pronounce-1"' in await room.page(house, "crupier")


@ROOMS
async def test_a_report_is_examined_confirmed_and_ruled_on_and_everybody_reads_it(house: Any, /, room: Room) -> None:
    await room.deal(house)
    table = house.tables[room.table]
    here = await house.enter("crupier", room.table)
    fields = hidden((await house.client.get(here)).text, "report", accident="stuck")
    before = table.version
    unseen = await post(house, here, fields)
    assert (unseen.status_code, table.version) == (409, before), "nothing is reported that was not shown"
    shown = await post(house, here, fields, "examinar")
    assert "La jugada se anula" in shown.text
    assert table.version == before
    other = await post(house, here, hidden(shown.text, "report") | {"shown": "of another remedy"})
    assert (other.status_code, table.version) == (409, before)
    assert 'id="confirm-report"' in other.text
    assert (await post(house, here, hidden(other.text, "report"))).status_code == 200
    (opened,) = table.view(None).incidents
    assert opened.kind == "stuck"
    public = f"/mesa/{room.table}/publico"
    assert "cartas pegadas" in (await house.client.get(public)).text
    ruling = hidden((await house.client.get(here)).text, "give-ruling", serial="1")
    stale = await post(house, here, ruling | {"shown": "of another remedy"})
    assert stale.status_code == 409
    assert 'data-code="remedy-changed"' in stale.text
    done = await post(house, here, ruling)
    assert done.status_code == 200, done.text
    assert table.view(None).incidents == ()
    told = (await house.client.get(public)).text.partition("ruled-case")[2].partition("</div>")[0]
    assert "cartas pegadas" in told
    assert "La jugada se anula" in told


@ROOMS
async def test_another_lawful_effect_is_given_with_its_reason_and_a_claim_is_written_down(
    house: Any, /, room: Room
) -> None:
    await room.deal(house)
    await room.ruled(house, room.report(room.accidents.OTHER, note="algo raro"))
    here = await house.enter("inspector", room.table)
    form = re.search(r'<form[^>]*id="ruling".*?</form>', (await house.client.get(here)).text, re.S)
    assert form
    own = hidden(form[0], "give-ruling") | {"effect.1": "void-coup", "hand.1": "", "effect.2": "", "effect.3": ""}
    bare = {name: value for name, value in own.items() if name not in ("effect.2", "effect.3")}
    assert (await post(house, here, bare | {"reason": ""})).status_code == 409
    done = await post(house, here, bare | {"reason": "nadie sabe de quién es la carta"})
    assert done.status_code == 200, done.text
    assert house.tables[room.table].view(None).incidents == ()
    drawer = (await house.client.get(here)).text.partition('id="drawer-claims"')[2]
    what = {"person": f"bea-{room.table}", "coup": "1", "note": "dice que pidió carta"} | room.claimed
    assert (await post(house, here, hidden(drawer, "record-claim") | what)).status_code == 200
    assert "dice que pidió carta" in (await house.client.get(here)).text.partition('class="log"')[2]


@pytest.mark.parametrize("hand", [Side.PUNTO, Side.BANCA])
async def test_a_remedy_about_a_hand_that_has_another_card_by_now_is_shown_again(house: Any, /, hand: Side) -> None:
    """The effects are the same ones, and the hand that they are about is not: what was confirmed is not recorded."""
    await house.dealt("real")
    table = house.tables["real"]
    await house.act("luz-real", c.Lift(Side.PUNTO, PersonId("bea-real")), "real")
    here = await house.enter("inspector", "real")
    fields = hidden((await house.client.get(here)).text, "report", accident="basket")
    own = next(one.position for one in table.view(None).coup.cards if one.place == Side.PUNTO)
    shown = await post(house, here, fields | {"fault_of": "player", "position": str(own)}, "examinar")
    assert "La mano del punto pierde la jugada" in shown.text
    before, coup, state = table.version, table.state.coup, table.state
    drawn = lay(coup.cards.layout, LaidCard(40, f"{hand}-3", None))
    cards = msgspec.structs.replace(coup.cards, layout=drawn)
    table.state = msgspec.structs.replace(state, coup=msgspec.structs.replace(coup, cards=cards))
    table.forget()
    again = await post(house, here, hidden(shown.text, "report"))
    if hand is Side.PUNTO:
        assert (again.status_code, table.version, 'id="confirm-report"' in again.text) == (409, before, True)
        again = await post(house, here, hidden(again.text, "report"))
    assert again.status_code == 200, "the remedy is about the punto alone"
    assert [one.kind for one in table.view(None).incidents] == ["basket"]


WRONG = {"act": "correct-payment", "coup": 1, "person": "ana", "paid": -100, "reason": "se pagó mal"}


async def played(house: Any) -> None:
    """Play a coup to its end."""
    await house.deal()
    await house.finish()


async def send(house: Any, token: dict[str, str], what: dict[str, Any], key: str) -> Any:
    return await house.client.post(
        "/api/v1/tables/mesa/acts", json={"what": what}, headers=token | {"idempotency-key": key}
    )


def confirming(page: str) -> dict[str, str]:
    """Return what the confirming form of a page sends."""
    form = page.partition('id="confirm-marta"')[2].partition("</form>")[0]
    return dict(re.findall(r'name="([^"]+)" value="([^"]*)"', form))


def kinds(entries: Any) -> list[str]:
    return [event["event"] for entry in entries for event in entry.events]


async def done(house: Any) -> int:
    return sum(kind.startswith("payment-corrected") for kind in kinds(await house.table.entries(limit=200)))


async def test_one_official_alone_corrects_nothing(house: Any, /) -> None:
    await played(house)
    marta, julio = await house.token("marta"), await house.token("julio")
    first, second = WRONG | {"second": "julio"}, WRONG | {"second": "marta"}
    for key in ("k1", "k2"):  # however often the first says it
        answer = await send(house, marta, first, key)
        assert (answer.status_code, answer.json()["code"]) == (409, "awaits-second")
    assert await done(house) == 0
    other = await send(house, julio, second | {"paid": -200}, "k3")  # something else is no agreement
    assert other.json()["code"] == "awaits-second"
    assert await done(house) == 0
    answer = await send(house, julio, second | {"reason": "lo vi"}, "k4")
    assert (answer.status_code, answer.json()["outcome"]) == (200, "accepted"), answer.text
    assert await done(house) == 1
    entry = (await house.table.entries(limit=200))[-1]
    assert (entry.by, entry.act["what"]["second"], entry.act["what"]["reason"]) == ("marta", "julio", "se pagó mal")


async def test_the_second_officials_desk_confirms_or_drops(house: Any, /) -> None:
    await played(house)
    pages = {who: await house.enter(link) for who, link in (("marta", "crupier"), ("julio", "jefe"))}
    form = {name: str(value) for name, value in WRONG.items()} | {"second": "julio", "at": "", "command": "c1"}
    del form["paid"]
    form["paid-euros"] = "-1"
    blank = (await house.client.get(pages["marta"])).text
    assert '<select name="second" id="do-correct-payment-second" required><option value="">' in blank
    form["at"] = str(house.table.view(PersonId("marta")).step)
    for word in ("/desestimar", "/hacer"):
        answer = await house.client.post(pages["marta"] + "/hacer", data=form, headers=FORM)
        assert answer.status_code == 200
        assert "cuando julio la confirme" in answer.text
        assert "Espera la conformidad de julio" in (await house.client.get(pages["marta"])).text
        desk = (await house.client.get(pages["julio"])).text
        assert "La propone marta" in desk
        assert 'id="confirm-marta"' not in (await house.client.get(pages["marta"])).text
        told = {"first": "marta"} if word == "/desestimar" else confirming(desk)
        answer = await house.client.post(pages["julio"] + word, data=told, headers=FORM)
        assert answer.status_code == 200, answer.text
        assert await done(house) == (word == "/hacer")
        fate = "no está conforme" if word == "/desestimar" else "la ha confirmado"
        assert fate in (await house.client.get(pages["marta"])).text
        assert "La propone marta" not in (await house.client.get(pages["julio"])).text


@opened(shoe=ChanceKind.SEALED)
async def test_what_the_rules_refuse_waits_for_nobody(house: Any, /) -> None:
    await played(house)
    marta = await house.token("marta")
    for wrong in ({"second": "marta"}, {"second": "ana"}, {"second": "julio", "coup": 7}):
        answer = await send(house, marta, WRONG | wrong, "k")
        assert answer.status_code == 409
        assert answer.json()["code"] != "awaits-second"
    assert not tuple(house.table.proposals)


VOID = GiveRuling(1, (VoidCoup(),), "nobody can tell")


@pytest.mark.parametrize("is_at_step", [True, False], ids=["by-the-page", "by-a-program"])
@pytest.mark.parametrize("first", [0, 1, 2])
async def test_one_incident_is_ruled_once(house: Any, /, first: int, is_at_step: bool) -> None:
    """The inspector says two things, on two screens, and the croupier pronounces what the rules propose."""
    stands = GiveRuling(1, (NoteOnly("as it lies"),), "all have seen it")
    said = [("fermin-real", VOID), ("fermin-real", stands), ("luz-real", GiveRuling(1))]
    order = said[first:] + said[:first]
    await house.dealt("real")
    await house.irregular(c.Report(OfCircle.BASKET, Party.PLAYER, 0))
    table = house.tables["real"]
    step = table.step if is_at_step else None
    answers = await asyncio.gather(*(table.act(Act(PersonId(who), what, step)) for who, what in order))
    assert [n for n, one in enumerate(answers) if not isinstance(one.outcome, Refused)] == [0]
    refused = {one.outcome.code for one in answers if isinstance(one.outcome, Refused)}
    assert refused <= {"no-such-incident", *(["window-closed"] if is_at_step else [])}
    (entry,) = [one for one in await table.entries(limit=200) if "incident-ruled@1" in kinds([one])]
    assert (entry.by, table.view(None).incidents) == (order[0][0], ())


async def test_a_second_signature_given_twice_at_once_is_done_once(house: Any, /) -> None:
    await played(house)
    marta, julio = await house.token("marta"), await house.token("julio")
    assert (await send(house, marta, WRONG | {"second": "julio"}, "k1")).json()["code"] == "awaits-second"
    second = WRONG | {"second": "marta"}
    answers = await asyncio.gather(*(send(house, julio, second, f"s{n}") for n in range(5)))
    assert any(one.status_code == 200 for one in answers)
    assert await done(house) == 1


FORM = {"origin": "http://testserver.local", "hx-request": "true"}
