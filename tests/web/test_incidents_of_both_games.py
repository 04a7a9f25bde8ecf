"""The desk of incidents is one for both games with a player's bank: who may do what, and what a confirmation is good
for.
"""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import pytest

from tapete.chance import ChanceKind
from tapete.games.baccarat.effects import Party
from tapete.games.chemin_de_fer import acts as c
from tapete.games.chemin_de_fer.terms import Accident as OfCircle, Hand as Side
from tapete.games.dos_panos import acts as d
from tapete.games.dos_panos.terms import Accident as OfCloths, Hand as Cloth
from tapete.kernel import Act, PersonId, Ruled
from tapete.table.conduct import Conduct
from tapete.table.staff import Role
from tapete.words import LANGS, label
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
def test_each_official_has_the_buttons_of_his_post(run: Any, room: Room) -> None:
    async def scene(house: Any) -> None:
        await room.begin(house)
        await room.ruled(house, room.report(room.accidents.EARLY_DRAW, Party.BANKER, count=1))
        for door in ("crupier", "inspector", room.chooser):
            page = await room.page(house, door)
            assert 'class="remedy-other"' in page, "everybody on duty reads what may be done instead"
            assert ('id="alternative-1-1"' in page) is (door == room.chooser), door
            assert "la mesa espera a que se resuelva" in page
            assert "Nada que hacer por ahora" not in page
            if door != "director":
                assert 'id="pronounce-1"' in page, door

    run(scene)


def test_a_remedy_that_one_post_alone_may_take_names_the_post(run: Any) -> None:
    async def scene(house: Any) -> None:
        await CLOTHS.begin(house)
        await CLOTHS.ruled(house, d.Report(OfCloths.EARLY_DRAW, Party.BANKER, count=1))
        for lang in LANGS:
            page = await CLOTHS.page(house, "inspector", lang)
            other = page.partition('class="remedy-other"')[2].partition("</div>")[0]
            assert label("role", "director", lang) in other.replace("&#39;", "'")

    run(scene)


@ROOMS
def test_what_the_text_leaves_open_is_the_inspectors_alone(run: Any, room: Room) -> None:
    async def scene(house: Any) -> None:
        await room.begin(house)
        await room.ruled(house, room.report(room.accidents.OTHER, note="algo raro"))
        croupier, inspector = await room.page(house, "crupier"), await room.page(house, "inspector")
        assert 'id="drawer-ruling"' in inspector
        assert 'id="drawer-ruling"' not in croupier
        assert "Hay una incidencia: la mesa espera a que se resuelva." in croupier
        choice = inspector.partition('<select name="effect.1"')[2].partition("</select>")[0]
        assert "como se propone" not in choice
        assert "required" in choice.partition(">")[0]

    run(scene)


@ROOMS
def test_a_ruling_that_has_to_wait_says_why_and_the_fallen_card_can_be_picked_up(run: Any, room: Room) -> None:
    async def scene(house: Any) -> None:
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

    run(scene)


@ROOMS
def test_a_report_is_examined_confirmed_and_ruled_on_and_everybody_reads_it(run: Any, room: Room) -> None:
    async def scene(house: Any) -> None:
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

    run(scene)


@ROOMS
def test_another_lawful_effect_is_given_with_its_reason(run: Any, room: Room) -> None:
    async def scene(house: Any) -> None:
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

    run(scene)


@ROOMS
def test_a_claim_is_written_down(run: Any, room: Room) -> None:
    async def scene(house: Any) -> None:
        await room.deal(house)
        here = await house.enter("inspector", room.table)
        page = (await house.client.get(here)).text
        drawer = page.partition('id="drawer-claims"')[2]
        fields = hidden(drawer, "record-claim")
        person = f"bea-{room.table}"
        assert f'value="{person}"' in drawer
        what = {"person": person, "coup": "1", "note": "dice que pidió carta"} | room.claimed
        done = await post(house, here, fields | what)
        assert done.status_code == 200, done.text
        assert "dice que pidió carta" in (await house.client.get(here)).text.partition('class="log"')[2]

    run(scene)
