"""A correction is proposed by one official and done by the word of the other, never by one alone."""

import re
from types import SimpleNamespace
from typing import Any

import pytest

from tapete.cards import DECK
from tapete.chance import ChanceKind
from tapete.games.baccarat.corrections import CorrectCard
from tapete.kernel import Act, PersonId
from tapete.live.proposals import CorrectionProposal
from tapete.web.forms import read_card
from tapete.web.second_official import proposal_models
from tapete.words import LANGS

HTMX = {"origin": "http://testserver.local", "hx-request": "true"}
WRONG = {"act": "correct-payment", "coup": 1, "person": "ana", "paid": -100, "reason": "se pagó mal"}


async def played(house: Any) -> None:
    """Play a coup to its end."""
    await house.deal()
    await house.finish()


async def send(house: Any, token: dict[str, str], what: dict[str, Any], key: str) -> Any:
    return await house.client.post(
        "/api/v1/tables/mesa/acts", json={"what": what}, headers=token | {"idempotency-key": key}
    )


def hidden(page: str) -> dict[str, str]:
    """Return what the confirming form of a page sends."""
    form = page.partition('id="confirm-marta"')[2].partition("</form>")[0]
    return dict(re.findall(r'name="([^"]+)" value="([^"]*)"', form))


def kinds(entries: Any) -> list[str]:
    return [event["event"] for entry in entries for event in entry.events]


async def done(house: Any) -> int:
    return sum(kind.startswith("payment-corrected") for kind in kinds(await house.table.entries(limit=200)))


def test_one_official_alone_corrects_nothing(run: Any) -> None:
    async def scene(house: Any) -> None:
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

    run(scene)


def test_the_second_officials_desk_confirms_or_drops(run: Any) -> None:
    async def scene(house: Any) -> None:
        await played(house)
        pages = {who: await house.enter(link) for who, link in (("marta", "crupier"), ("julio", "jefe"))}
        form = {name: str(value) for name, value in WRONG.items()} | {"second": "julio", "at": "", "command": "c1"}
        del form["paid"]
        form["paid-euros"] = "-1"
        blank = (await house.client.get(pages["marta"])).text
        assert '<select name="second" id="do-correct-payment-second" required><option value="">' in blank
        form["at"] = str(house.table.view(PersonId("marta")).step)
        for word in ("/desestimar", "/hacer"):
            answer = await house.client.post(pages["marta"] + "/hacer", data=form, headers=HTMX)
            assert answer.status_code == 200
            assert "cuando julio la confirme" in answer.text
            assert "Espera la conformidad de julio" in (await house.client.get(pages["marta"])).text
            desk = (await house.client.get(pages["julio"])).text
            assert "La propone marta" in desk
            assert 'id="confirm-marta"' not in (await house.client.get(pages["marta"])).text
            told = {"first": "marta"} if word == "/desestimar" else hidden(desk)
            answer = await house.client.post(pages["julio"] + word, data=told, headers=HTMX)
            assert answer.status_code == 200, answer.text
            assert await done(house) == (word == "/hacer")
            assert "La propone marta" not in (await house.client.get(pages["julio"])).text

    run(scene)


def test_what_the_rules_refuse_waits_for_nobody(run: Any) -> None:
    async def scene(house: Any) -> None:
        await played(house)
        marta = await house.token("marta")
        for wrong in ({"second": "marta"}, {"second": "ana"}, {"second": "julio", "coup": 7}):
            answer = await send(house, marta, WRONG | wrong, "k")
            assert answer.status_code == 409
            assert answer.json()["code"] != "awaits-second"
        assert not tuple(house.table.proposals)

    run(scene, shoe=ChanceKind.SEALED)


@pytest.mark.parametrize("lang", LANGS)
def test_a_card_is_confirmed_as_it_was_keyed_whatever_its_letters(lang: str) -> None:
    for face in DECK:
        what = CorrectCard(coup=1, position=2, face=face, second=PersonId("julio"), reason="se leyó mal")
        table = SimpleNamespace(
            id="t", version=1, proposals=(CorrectionProposal(Act(PersonId("marta"), what, None), "k"),)
        )
        (found,) = proposal_models(table, PersonId("julio"), lang)
        assert found.confirm is not None
        assert read_card(found.confirm.fixed_fields["face"], lang) == face
